"""Helpers who err in a rehearsal: what is seen of it, who notices, and that the game is the same all the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from math import ceil
from pathlib import Path

import pytest

from facilitator.cli.app import app
from facilitator.errors import CommandError
from facilitator.machine.operations import Encode, Reveal
from facilitator.play import inputs, staging
from facilitator.play.astray import Astray
from facilitator.play.chronicle import Standing
from facilitator.play.counting import events_of
from facilitator.play.gone_on import slip_of
from facilitator.play.handover import hand_over, received
from facilitator.play.history import numbered, taken_back
from facilitator.play.journal import ANSWER, EVENT, OOPS, UNDO
from facilitator.play.misentries import Misentry, called
from facilitator.play.prompt import Act, End, Move, Prompt, Saying
from facilitator.play.reckoning import MISTAKE, Noticed, Reckoned
from facilitator.play.session import Session
from facilitator.play.slips import CALLED, Besides, WaysOn, WhatHappened
from facilitator.play.staging import Staged
from facilitator.play.taking_over import rows_of
from facilitator.play.turn import state_before
from facilitator.protocols.gives import Gives
from facilitator.protocols.mishaps import SEEN, Mishap
from facilitator.table.load import PROTOCOLS, Table, make_table
from facilitator.web.view import view
from program_helpers import RUNNER

SEATS: list[object] = ["Ana", {"name": "Vera", "virtual": True}, "Ben"]
PROMPTS = 12
EVERY = 1
"""Where every act errs, of so many one does."""

Host = Callable[[Astray, Prompt], bool]
"""Does something at a prompt; tells whether it did."""


def small(**keys: object) -> Table:
    return make_table({"seats": SEATS, "pool": "split", "pool_deck": "compact-27", "hand_size": 3, **keys})


def opened(table: Table | None = None, path: Path | None = None, seed: int = 5) -> Astray:
    return Astray.open(
        table or small(wording="brief"), path, seed, lambda run: len(run.whole()) - len(run.ops)
    )


def go_on(session: Session) -> None:
    """Look, and do what is asked."""
    session.now()
    run = session._game.run
    reply = session.take(inputs.Answer(run.look().answer) if run is not None and run.ask else "")
    assert reply.refused is None, reply.refused


def played(session: Astray, prompts: int = PROMPTS, host: Host = lambda *_: False) -> Astray:
    for _ in range(prompts):
        if isinstance(session.now().asked, End):
            break
        if not host(session, session.now()):
            go_on(session)
    return session


def at_hand(session: Astray) -> Staged | None:
    session.now()
    return next((one for one in session._open if not one.passed), None)


def until(session: Astray, wanted: Callable[[Staged], bool], prompts: int = 200) -> Staged:
    for _ in range(prompts):
        found = at_hand(session)
        if found is not None and wanted(found):
            return found
        go_on(session)
    raise AssertionError("no such mistake")


def came_of(session: Astray, found: Staged) -> Reckoned:
    return next(one for one in session.reckon() if one.slip == slip_of(found.spot))


def says_oops(session: Astray, _: object = None) -> bool:
    """See what is wrong, say what happened, take the first way on."""
    found = at_hand(session)
    if found is None:
        return False
    assert session.take("oops").refused is None
    asked = session.now().asked
    assert isinstance(asked, WhatHappened)
    wanted = (found.what, Besides.ENTERED if isinstance(found.what, Misentry) else found.what)
    fitting = [n for n, choice in enumerate(asked.choices, 1) if choice.what in wanted]
    if not fitting:
        session.take("")
        return False
    assert session.take(str(fitting[0])).refused is None
    assert isinstance(session.now().asked, WaysOn)
    assert session.take("1").refused is None
    return True


@pytest.fixture
def each(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every prompt somebody errs, where it can be seen."""
    monkeypatch.setattr(staging, "ONE_ACT_IN", EVERY)
    monkeypatch.setattr(staging, "ONE_MOVE_IN", EVERY)


def kept(session: Session, *but: str) -> list[tuple[str, dict[str, object]]]:
    return [(entry.kind, entry.body) for entry in session._game.journal.entries if entry.kind not in but]


# -- what is shown -------------------------------------------------------------------------------------


def plain_of(session: Astray) -> Prompt:
    """The prompt as it would look if nobody erred."""
    return session._stage.looks(Session.now(session), False)[0]


@pytest.mark.parametrize("form", PROTOCOLS)
@pytest.mark.usefixtures("each")
def test_every_mistake_is_one_of_the_act_and_can_be_seen(form: str, full: bool) -> None:
    met = set[object]()
    for seed in range(3 if full else 1):
        for wording in ("brief", "full", "walk") if full else ("brief",):
            session = opened(small(protocol=form), seed=seed)
            session.take(wording)
            for _ in range(120 if full else 14):
                found, now = at_hand(session), session.now()
                if found is not None:
                    met.add(found.what)
                    assert (now.witnessed, now.asked) != (
                        plain_of(session).witnessed,
                        plain_of(session).asked,
                    )
                    assert found.seen
                    assert "should be covered" in found.seen or found.what not in SEEN
                if isinstance(now.asked, End):
                    break
                go_on(session)
            session.close()
    assert len(met) > 4
    if full and form == "knockout":
        assert met == {*Mishap, *Misentry}


@pytest.mark.usefixtures("each")
def test_a_column_short_lacks_in_numbers_and_in_sight() -> None:
    session = opened(seed=2)
    until(session, lambda one: one.what is Mishap.MISCOUNTED and _first(session) is Reveal)
    act, plain = session.now().asked, plain_of(session).asked
    assert isinstance(act, Act)
    assert isinstance(plain, Act)
    assert act.sight is not None
    assert plain.sight is not None
    assert len(act.shown) == len(plain.shown) - 1
    assert len(act.sight.up) < len(plain.sight.up)
    assert any(said.startswith(f"{len(act.shown)} play cards") for said in session.now().witnessed)


def _first(session: Astray) -> type:
    run = session._game.run
    return type(run.acts[-1]) if run is not None else object


@pytest.mark.usefixtures("each")
def test_a_wrong_pair_lies_under_one_card_alone() -> None:
    for seed in range(20):
        session = opened(seed=seed)
        try:
            until(session, lambda one: one.what is Mishap.WRONG_BITS, 12)
        except AssertionError:
            continue
        act, plain = session.now().asked, plain_of(session).asked
        assert isinstance(act, Act)
        assert isinstance(plain, Act)
        assert _first(session) is Encode
        assert act.sight is not None
        assert plain.sight is not None
        differ = [place for place, face in act.sight.up.items() if plain.sight.up[place] != face]
        assert 1 <= len(differ) <= 2
        assert len({place.number for place in differ}) == 1
        return
    raise AssertionError("never a wrong pair")


# -- nobody looks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["uno", "sevens", "hearts"])
@pytest.mark.usefixtures("each")
def test_a_game_in_which_all_is_missed_is_the_game_without_mistakes(game: str) -> None:
    table = small() if game == "uno" else make_table({"game": game, "seats": [*SEATS, "Cem"]})
    blind, plain = played(opened(table, seed=3)), Session.open(table, None, 3, lambda _: 1.0)
    for _ in range(PROMPTS):
        go_on(plain)
    found = blind.reckon()
    assert kept(blind, MISTAKE) == kept(plain)
    assert len(found) > 6
    assert {one.how for one in found} <= {Noticed.MISSED, Noticed.TYPED}
    assert {one.what for one in found if one.how is Noticed.TYPED} <= {Mishap.MISREAD.value}


@pytest.mark.usefixtures("each")
def test_what_was_missed_is_priced_as_oops_prices_it() -> None:
    session = opened()
    found = until(session, lambda one: one.what is Mishap.MARKER_SEEN)
    session.take("oops")
    asked = session.now().asked
    assert isinstance(asked, WhatHappened)
    session.take(str([choice.what for choice in asked.choices].index(Mishap.MARKER_SEEN) + 1))
    ways = session.now().asked
    assert isinstance(ways, WaysOn)
    session.take("")
    go_on(session)
    told = came_of(session, found)
    assert (told.what, told.how, told.seen) == ("marker seen", Noticed.MISSED, found.seen)
    carried = next(way for way in ways.ways if way.leak.gives is Gives.CARD)
    assert told.bits == ceil(carried.leak.most * 10) > 0
    assert told.gives == carried.gives
    assert told.minutes == round(max(way.minutes or 0 for way in ways.ways) * 10) > 0


# -- somebody looks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", PROTOCOLS)
@pytest.mark.usefixtures("each")
def test_whoever_sees_all_catches_all(form: str, full: bool) -> None:
    for seed in range(3 if full else 1):
        session = played(
            opened(small(protocol=form, wording="brief"), seed=seed), 120 if full else 14, says_oops
        )
        found = session.reckon()
        assert {one.how for one in found} <= {Noticed.OOPS, Noticed.TYPED, Noticed.MISSED}
        missed = [one.what for one in found if one.how is Noticed.MISSED]
        assert set(missed) <= {*Misentry}, missed  # at a move Enter says what is about to be entered
        assert sum(one.how is Noticed.OOPS for one in found) > 2
        session.close()


@pytest.mark.usefixtures("each")
def test_one_that_is_caught_is_put_right_and_shown_no_more() -> None:
    session = opened()
    found = until(session, lambda one: one.what is Mishap.MARKER_SEEN)
    assert says_oops(session)
    assert at_hand(session) is None
    assert session.now().witnessed == plain_of(session).witnessed
    told = came_of(session, found)
    assert (told.how, told.later, told.act, told.called) == (Noticed.OOPS, 0, found.act, called(found.what))
    assert [body["mishap"] for kind, body in kept(session) if kind == OOPS] == ["marker seen"]


@pytest.mark.usefixtures("each")
def test_it_can_be_caught_acts_later_and_missed_after_the_run() -> None:
    session = opened()
    found = until(session, lambda one: one.what is Mishap.MARKER_SEEN)
    go_on(session)
    session.take("oops")
    asked = session.now().asked
    assert isinstance(asked, WhatHappened)
    session.take(str([choice.what for choice in asked.choices].index(Mishap.MARKER_SEEN) + 1))
    session.take("1")
    told = came_of(session, found)
    assert (told.how, told.later) == (Noticed.OOPS, 1)


@pytest.mark.usefixtures("each")
def test_stopping_and_going_back_over_it_catch_it() -> None:
    session = opened()
    found = until(session, lambda one: one.what is not Mishap.MISREAD and one.act > 1)
    assert session.take("u").refused is None
    assert came_of(session, found).how is Noticed.BACK
    go_on(session)
    assert at_hand(session) is None  # it stood there, and is done with
    found = until(session, lambda one: one.act > 2)
    assert session.take("stop").refused is None
    assert came_of(session, found).how is Noticed.STOP
    played(session)


@pytest.mark.usefixtures("each")
def test_a_count_that_differs_catches_a_card_too_few() -> None:
    session = opened(seed=2)
    found = until(session, lambda one: one.what is Mishap.MISCOUNTED and _first(session) is Reveal)
    act, plain = session.now().asked, plain_of(session).asked
    assert isinstance(act, Act)
    assert isinstance(plain, Act)
    assert session.take(f"count {' '.join(plain.shown)}").refused is None  # as the list says: he did not look
    assert at_hand(session) is not None
    reply = session.take(f"count {' '.join(act.shown)}")
    assert any(isinstance(one, Saying) and "rehearsed" in one.text for one in reply.told)
    assert at_hand(session) is None
    assert came_of(session, found).how is Noticed.COUNT


@pytest.mark.usefixtures("each")
def test_a_recount_catches_a_draw_that_was_not_entered() -> None:
    for seed in range(9):
        session = opened(seed=seed)
        found = until(session, lambda one: isinstance(one.what, Misentry))
        if found.what is Misentry.DRAW:
            break
    seat = session._game.turn
    size = session._game.law.sizes(session._game.state)[seat or ""]
    assert f"{seat} {size + 1}" in found.seen
    assert session.take(f"recount {seat} {size}").refused is None
    assert at_hand(session) is found
    session.take(f"recount {seat} {size + 1}")
    assert came_of(session, found).how is Noticed.COUNT


@pytest.mark.usefixtures("each")
def test_a_move_is_typed_as_it_was_seen_or_taken_as_it_was_said() -> None:
    for way in ("typed", "Enter"):
        session = opened(seed=1)
        until(session, lambda one: one.what is Misentry.CARD)
        move, truth = session.now().asked, session._game.likely()
        assert isinstance(move, Move)
        assert move.likely is not None
        assert move.likely.event != truth
        reply = session.take(inputs.Public(truth) if way == "typed" else "")
        assert reply.refused is None
        told = next(one for one in session.reckon() if one.what == Misentry.CARD.value)
        assert told.how is (Noticed.TYPED if way == "typed" else Noticed.MISSED)
        assert any(body == session._game.law.event_json(truth) for _, body in kept(session))


@pytest.mark.usefixtures("each")
def test_what_is_read_wrongly_is_caught_by_typing_what_lies_there_alone() -> None:
    for believed in (False, True):
        session = opened(seed=1)
        until(session, lambda one: one.what is Mishap.MISREAD)
        act, run = session.now().asked, session._game.run
        assert isinstance(act, Act)
        assert run is not None
        truth = run.look().answer
        if believed:
            wrong = next(said for said in act.ask if said not in (truth, "none"))
            assert isinstance(session.take(inputs.Answer(wrong)).refused, CommandError)
        session.take(inputs.Answer(truth))
        told = [one for one in session.reckon() if one.what == Mishap.MISREAD.value][-1]
        assert told.how is (Noticed.MISSED if believed else Noticed.TYPED)


def test_an_alarm_where_nothing_is_wrong_is_told_and_costs_nothing() -> None:
    session = opened()
    for _ in range(30):
        if at_hand(session) is None and isinstance(session.now().asked, Act):
            break
        go_on(session)
    for last in ("1", ""):  # once a way is taken, once it is only asked
        session.take("oops")
        asked = session.now().asked
        assert isinstance(asked, WhatHappened)
        session.take(str([choice.what for choice in asked.choices].index(Besides.SHOWN) + 1))
        session.take(last)
    assert [one.called for one in session.reckon() if one.how is Noticed.ALARM] == [CALLED[Besides.SHOWN]]


# -- the same again ------------------------------------------------------------------------------------


def shown(session: Astray, prompts: int) -> Iterator[tuple[str, ...]]:
    for _ in range(prompts):
        yield session.now().witnessed
        go_on(session)


def test_the_same_seed_errs_alike_and_another_otherwise() -> None:
    assert [*shown(opened(seed=7), 16)] == [*shown(opened(seed=7), 16)]
    told = played(opened(seed=7), 16).reckon()
    assert [*told] == [*played(opened(seed=7), 16).reckon()]
    assert [one.what for one in told] != [one.what for one in played(opened(seed=8), 16).reckon()]


@pytest.mark.usefixtures("each")
def test_whoever_goes_on_another_day_meets_the_same_mistakes(tmp_path: Path, full: bool) -> None:
    def catch(session: Astray, prompt: Prompt) -> bool:
        return prompt.number % 3 == 0 and says_oops(session)

    straight, path = opened(), tmp_path / "a.game"
    for leaves in range(2, 40, 3) if full else (5,):
        straight = played(opened(), leaves, catch)
        caught = played(opened(path=path), leaves, catch)
        before, number = caught.now().witnessed, caught.now().number
        caught.reckon()
        caught.close()
        again = opened(path=path)
        assert again.now().witnessed == before
        played(again, 6)
        assert number > 0
        played(straight, 6)
        assert [one for one in again.reckon() if one.how is not Noticed.MISSED] == [
            one for one in straight.reckon() if one.how is not Noticed.MISSED
        ]
        assert {one.slip for one in again.reckon()} == {one.slip for one in straight.reckon()}
        again.close()
        path.unlink()


def test_what_is_kept_is_no_line_of_the_history_and_no_undo_takes_it_back(tmp_path: Path) -> None:
    session = opened(path=tmp_path / "a.game")
    for _ in range(30):
        go_on(session)
    told = [*session.reckon()]
    lines = [line.text for line in session._game.history()]
    for _ in range(12):
        session.take("u")
    assert session.reckon()[: len(told)] == told
    assert not any(MISTAKE in text for text in lines)
    session.close()
    again = opened(path=tmp_path / "a.game")
    assert [*again.reckon()][: len(told)] == told
    assert Reckoned.of(told[0].body()) == told[0]
    assert set(CALLED.values()) >= {one.called for one in told if one.act}


@pytest.mark.usefixtures("each")
def test_undo_and_the_history_count_past_what_is_kept() -> None:
    session = played(opened(), 8)
    assert session.reckon()
    for typed in ("u", "u"):
        assert session.take(typed).refused is None
    assert session.reckon()
    go_on(session)
    session.take("u")
    entries, lines = session._game.journal.entries, session._game.history()
    kinds = {entry.input: entry.kind for entry in entries if not entry.derived}
    undone = taken_back(entries)
    assert undone
    assert {kinds[number] for number in undone} <= {EVENT, ANSWER}
    told = {number: line.standing for line in lines for number in range(line.first, line.last + 1)}
    counted = [number for number, kind in kinds.items() if kind != MISTAKE]
    assert set(told) == {n for n, number in enumerate(counted, 1) if kinds[number] != UNDO}
    back = {number for number, standing in told.items() if standing is Standing.TAKEN_BACK}
    assert back == {numbered(entries)[number] for number in undone}
    assert list(kinds) == list(range(1, len(kinds) + 1))


@pytest.mark.usefixtures("each")
def test_the_history_has_the_numbers_it_has_where_nobody_errs() -> None:
    """A gap would tell that there was a mistake; and back goes to the number that is shown."""
    erring, plain = played(opened(seed=2), 40), Session.open(small(wording="brief"), None, 2, lambda _: 1.0)
    for _ in range(40):
        go_on(plain)
    assert len(kept(erring)) > len(kept(plain)) + 6
    assert erring._game.history() == plain._game.history()
    law, start = plain._game.law, state_before(plain._game.table)
    typed = [[*events_of(law, start, one._game.journal.entries)] for one in (erring, plain)]
    assert typed[0] == typed[1]
    shown = {n for line in erring._game.history() for n in range(line.first, line.last + 1)}
    assert {one.number for one in typed[0]} <= shown == {*range(1, 1 + max(shown))}
    number = erring._game.history()[-2].first
    for one in (erring, plain):
        assert one.take(f"back {number}").refused is None
    assert erring._game.history() == plain._game.history()


def test_another_device_and_a_page_have_it_too() -> None:
    session = played(opened(seed=2))
    told = session.reckon()
    rows = rows_of(received("".join(hand_over(session._game).pieces())), session._game.table)
    assert told
    assert [row.kind for row in rows].count(MISTAKE) == len(told)
    assert set(session.now().witnessed) <= set(view(session)["hints"])
    assert session.now().witnessed


# -- the program -----------------------------------------------------------------------------------------


def run(*arguments: str, typed: str = "") -> tuple[int, str, str]:
    done = RUNNER.invoke(app, ["play", *arguments], input=typed)
    return done.exit_code, " ".join(done.stdout.split()), " ".join(done.stderr.split())


def test_the_program_tells_what_was_noticed_and_what_was_missed() -> None:
    rehearse = ("sample:duel", "--dry-run", "--mistakes", "--seed", "3")
    code, out, err = run(*rehearse, typed="\n" * 8 + "q\n")
    assert (code, err) == (0, "")
    assert "SEEN" in out
    assert "MISSED. At worst: " in out
    assert "missed. What was missed comes at worst to: " in out
    lines = RUNNER.invoke(app, ["play", *rehearse, "--json"], input="\n" * 8 + "q\n").stdout.splitlines()
    told = [json.loads(line) for line in lines]
    mistakes = [one["mistake"] for one in told if "mistake" in one]
    assert {one["found"] for one in mistakes} == {"missed"}
    assert any("witnessed" in one for one in told)


def test_a_refused_line_of_a_pipe_ends_it_with_its_sum_too() -> None:
    code, out, err = run(
        "sample:duel", "--dry-run", "--mistakes", "--seed", "3", typed="\n" * 6 + "nonsense\n"
    )
    assert code == 2
    assert "nonsense" in err
    assert "Rehearsed mistakes" in out


def test_only_in_rehearsals_and_said_why(tmp_path: Path) -> None:
    for more in ((), ("--auto",)):
        code, _, err = run("sample:duel", "--mistakes", *more, "--journal", str(tmp_path / "a.game"))
        assert code == 2
        assert "--dry-run" in err
    assert not [*tmp_path.iterdir()]


def test_a_rehearsal_without_mistakes_shows_nothing_new() -> None:
    session = Session.open(small(), None, 5, lambda _: 1.0)
    for _ in range(12):
        assert session.now().witnessed == ()
        go_on(session)
