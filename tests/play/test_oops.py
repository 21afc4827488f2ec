"""A mistake told of at the table: what is offered, what it costs, and what stands in the record."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from facilitator.cli.app import app
from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.uno import cards as uno
from facilitator.machine.operations import (
    COLUMN,
    Collect,
    Cover,
    Draw,
    Encode,
    Op,
    Reveal,
    Scramble,
    Sort,
    places_of,
)
from facilitator.machine.parts import Part
from facilitator.play import inputs
from facilitator.play.chronicle import Standing
from facilitator.play.game import Game
from facilitator.play.journal import MEND, OOPS
from facilitator.play.prompt import Act, Leaving, Saying
from facilitator.play.session import Session
from facilitator.play.slips import (
    ADVICE,
    CALLED,
    BackTo,
    Besides,
    CarryOn,
    DeclareVoid,
    GiveUp,
    Pick,
    PutRight,
    Redo,
    WayOn,
    WaysOn,
    WhatHappened,
    leak_words,
    read_number,
    way_words,
)
from facilitator.protocols.gives import NOTHING, Gives, Leak
from facilitator.protocols.mending import Repair, repairs
from facilitator.protocols.mishaps import Mishap
from facilitator.table.load import PROTOCOLS, make_table
from helpers import all_cards
from never_rewinds import AtTheTable, some_cases
from sessions import VERA, go, mark, opened, right, said, small, straight


def at(session: Session, kind: type[Op], before: int = 0) -> Session:
    """Go on to the act whose operation at hand is of a kind, after so many of them."""
    for _ in range(80):
        run = session._game.run
        if run is not None and isinstance(run.ops[-1], kind) and places_of(run.ops[-1])[0].area == COLUMN:
            if not before:
                return session
            before -= 1
        go(session, 1)
    raise AssertionError(f"no {kind} comes up")


def offered(session: Session) -> dict[object, int]:
    assert session.take("oops").refused is None
    asked = session.now().asked
    assert isinstance(asked, WhatHappened)
    return {choice.what: number for number, choice in enumerate(asked.choices, 1)}


def ways(session: Session, what: object) -> dict[type, tuple[int, WayOn]]:
    assert session.take(str(offered(session)[what])).refused is None
    asked = session.now().asked
    assert isinstance(asked, WaysOn)
    found: dict[type, tuple[int, WayOn]] = {}
    for number, one in enumerate(asked.ways, 1):
        found.setdefault(type(one.way), (number, one))
    return found


def take(session: Session, what: object, way: type) -> WayOn:
    number, one = ways(session, what)[way]
    assert session.take(str(number)).refused is None
    return one


MARKERS = 1
"""Of the columns' reveals the markers' is the second."""


# -- what is asked, and what is not changed ------------------------------------------------------------


@pytest.mark.parametrize("form", PROTOCOLS)
def test_every_act_offers_something_that_fits_and_enter_changes_nothing(form: str, full: bool) -> None:
    """All acts of a run; of the long ones of the published forms every fifth, unless with --full."""
    session = Session.open(small(form, seats=[VERA, "Ana"], wording="brief"), None, 4, lambda _: 1.0)
    while session._game.run is None:
        go(session, 1)
    run, met, steps = session._game.run, set[object](), 0
    apart = 1 if full or form == "knockout" else 6
    while session._game.run is run and run is not None:
        steps += 1
        if steps % apart:
            go(session, 1)
            continue
        before, size, asked = mark(session._game), session._game.journal.size, session.now().asked
        for what, number in offered(session).items():
            if what is not Besides.CLEAR and what not in ADVICE:
                assert session.take(str(number)).refused is None
                assert isinstance(session.now().asked, WaysOn)
                assert session.take("").refused is None
                session.take("o")
            met.add(what)
        assert session.take("back").refused is None
        assert (mark(session._game), session._game.journal.size) == (before, size)
        assert session.now().asked == asked
        go(session, 1)
    assert len(met) > 5
    if apart == 1:
        assert met >= set(Mishap) - {Mishap.MISGIVEN}


@pytest.mark.parametrize("typed", ["0", "99", "x", "q", "u", "-1", "1 1", "²"])
def test_what_is_no_choice_is_refused(typed: str) -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), Reveal)
    session.take("oops")
    asked = session.now().asked
    refused = session.take(typed).refused
    assert isinstance(refused, CommandError)
    assert "Enter" in str(refused)
    assert session.now().asked == asked


def test_a_number_that_nobody_was_asked_for_is_refused() -> None:
    session = go(opened(small(), None, 4), 1)
    assert session.take(Pick(1)).refused is not None
    session.take("oops")
    assert session.take(inputs.Undo()).refused is not None
    assert read_number("", 3) is None


# -- what it gives away --------------------------------------------------------------------------------


def test_a_marker_seen_before_the_cards_costs_a_scramble_or_a_card() -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), Reveal)
    found = ways(session, Mishap.MARKER_SEEN)
    assert found[CarryOn][1].leak.gives is Gives.CARD
    assert dict(found[CarryOn][1].leak.bits)["Vera"] > 3
    assert found[PutRight][1].leak == NOTHING
    assert found[CarryOn][1].minutes == 0
    assert 0 < (found[PutRight][1].minutes or 0) < (found[GiveUp][1].minutes or 0)


def test_the_same_card_tells_nothing_or_something_by_where_the_run_stands() -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), Reveal)
    assert ways(session, Mishap.CARD_SEEN)[CarryOn][1].leak == NOTHING
    session.take("")
    at(session, Reveal, MARKERS)
    found = ways(session, Mishap.CARD_SEEN)
    assert found[CarryOn][1].leak.gives is Gives.CARD
    assert found[PutRight][1].leak == NOTHING


def test_nothing_is_put_right_in_place_once_hands_are_on_the_way_home() -> None:
    """Found by the machine: taken back to before ``stop``, the columns lie as the way home left them."""
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Reveal, MARKERS)
    game = session._game
    said(session, "stop")
    number = game._path[-1].number
    for line in ("", "", f"back {number}"):
        said(session, line)
    assert not game.recovering
    assert PutRight not in ways(session, Mishap.CARD_SEEN)
    with pytest.raises(TableError):
        game.put_right(Repair.SCRAMBLE_AGAIN)
    assert session.take("").refused is None
    said(session, "void two pairs read β α")
    assert game.recovering


def test_a_scramble_left_out_is_done_or_tells_all() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Reveal)
    at(session, Encode)  # the cards lie open
    found = ways(session, Mishap.UNSCRAMBLED)
    assert found[CarryOn][1].leak.gives is Gives.HANDS
    assert PutRight not in found
    other = at(opened(small(seats=[VERA, "Ana"]), None, 4), Scramble)
    assert ways(other, Mishap.UNSCRAMBLED)[Redo][1].leak == NOTHING
    duels = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Reveal, MARKERS)
    while duels._game.run is not None and duels._game.run.heading.part is not Part.DUEL:
        go(duels, 1)
    found = ways(duels, Mishap.UNSCRAMBLED)  # the act turns over what it mixed
    assert (found[Redo][1].leak.gives, found[CarryOn][1].leak.gives) == (Gives.NOTHING, Gives.HANDS)


def test_words_say_whom_and_never_fewer_bits() -> None:
    assert leak_words(NOTHING) == "gives nothing away"
    told = leak_words(Leak(Gives.CARD, (("Vera", 1.585), ("deck", 0.31))))
    assert told == "whoever saw it knows a card: Vera's, at most 1.6 bits; the deck's, at most 0.4 bits"
    assert leak_words(Leak(Gives.FITS, (("Vera", 1.0), ("Ana", 1.0)))).endswith(
        "whether it fits: Vera's or Ana's, at most 1 bit"
    )
    assert "58 bits" in leak_words(Leak(Gives.HANDS, (("Vera", 57.2),)))
    assert all(CALLED[one] for one in (*Mishap, *Besides))
    assert {way_words(PutRight(one), Mishap.SPILLED) for one in Repair}


# -- the ways on ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("wording", ["full", "brief"])
@pytest.mark.parametrize(
    ("what", "before", "repair"),
    [
        (Mishap.MARKER_SEEN, 0, Repair.SCRAMBLE_AGAIN),
        (Mishap.CARD_SEEN, MARKERS, Repair.SCRAMBLE_AGAIN),
        (Mishap.WRONG_BITS, MARKERS, Repair.PAIRS_ANEW),
    ],
)
def test_what_is_put_right_is_led_through_and_the_run_goes_on(
    what: Mishap, before: int, repair: Repair, wording: str
) -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording=wording), None, 4), Reveal, before)
    game = session._game
    run, doing = game.run, game.run.ops[-1] if game.run else None
    assert take(session, what, PutRight).way == PutRight(repair)
    assert game.run is not None
    assert game.run.heading.part is Part.PUT_RIGHT
    asked = session.now().asked
    assert isinstance(asked, Act)
    assert asked.title == "Put right"
    while game.run.heading.part is Part.PUT_RIGHT:
        go(session, 1)
    assert game.run.ops[-1] == doing
    assert run is not None
    mixed = Counter(type(op) for op in game.run.ops)[Scramble] - Counter(type(op) for op in run.ops)[Scramble]
    assert mixed == (2 if repair is Repair.PAIRS_ANEW else 1)
    state = game.state
    while game.state is state:
        go(session, 1)
    assert all_cards(game) == Counter(uno.POOLS["compact-27"]) + Counter(uno.DECK)
    assert mark(straight(session)._game) == mark(game)


def test_a_repair_taken_back_is_as_if_it_was_not_begun_and_not_halved() -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), Reveal, MARKERS)
    before = mark(session._game)
    take(session, Mishap.WRONG_BITS, PutRight)
    session.take("u")
    assert mark(session._game) == before
    session.take("redo")
    go(session, 3)
    session.take("back 1")
    for line in ("u", "u", "u"):
        session.take(line)
    refused = session.take("u").refused
    assert isinstance(refused, TableError)
    assert "Finish these steps" in refused.todo
    assert session._game.run is not None
    assert session._game.run.heading.part is Part.PUT_RIGHT


def test_a_repair_is_refused_where_columns_do_not_lie_scrambled() -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), Encode)
    size = session._game.journal.size
    for repair in Repair:
        with pytest.raises(TableError, match="scrambled and covered"):
            session._game.put_right(repair)
    assert session._game.journal.size == size


def test_ways_that_are_there_already() -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), Encode)
    go(session, 1)
    back = take(session, Mishap.WRONG_BITS, BackTo)  # covered, and not yet mixed: hands can put it back
    assert back.leak == NOTHING
    assert session._game.run is not None
    assert isinstance(session._game.run.ops[-1], Encode)
    take(session, Mishap.MARKER_SEEN, GiveUp)
    assert session._game.recovering
    assert Mishap.CARD_SEEN in offered_now(session)
    while session._game.recovering:
        go(session, 1)
    while not session._game.decided:
        go(session, 1)
    take(session, Mishap.UNSCRAMBLED, DeclareVoid)
    assert session._game.voids == 1


# -- on the way home -----------------------------------------------------------------------------------


@pytest.mark.parametrize("wording", ["full", "brief"])
@pytest.mark.parametrize(("kind", "before"), [(Encode, 0), (Reveal, MARKERS), (Collect, 0)])
def test_every_act_of_the_way_home_has_its_mistakes(kind: type[Op], before: int, wording: str) -> None:
    """Each with what it gives away and no way but on: no more can be given up; Enter changes nothing."""
    session = at(opened(small(seats=[VERA, "Ana"], wording=wording), None, 4), kind, before)
    assert session.take("stop" if session._game.may_stop else "void it cannot be").refused is None
    game, met, acts, told = session._game, set[object](), 0, 0.0
    while game.recovering:
        acts += 1
        if game.run is not None and game.run.more:
            go(session, 1)
            continue
        stood, size = mark(game), game.journal.size
        for what in [one for one in offered_now(session) if isinstance(one, Mishap)]:
            met.add(what)
            for _, one in ways(session, what).values():
                assert isinstance(one.way, CarryOn | Redo)
                told = max(told, one.leak.most)
            session.take("")
        assert (mark(game), game.journal.size) == (stood, size)
        go(session, 1)
    assert met >= {Mishap.CARD_SEEN, Mishap.MISGIVEN}
    assert told > 3
    assert acts > 1


def test_a_mistake_on_the_way_home_stands_in_the_record() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Encode)
    session.take("stop")
    assert take(session, Mishap.CARD_SEEN, Redo).leak == NOTHING
    one = take(session, Mishap.CARD_SEEN, CarryOn)
    assert one.leak.gives is Gives.CARD
    game = session._game
    assert game.recovering
    assert [entry.kind for entry in game.journal.entries].count(OOPS) == 2
    assert any(CALLED[Mishap.CARD_SEEN] in line.text for line in game.history())
    assert mark(straight(session)._game) == mark(game)


def test_cards_whose_owner_nobody_can_tell_go_to_any_on_the_way_home_too() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Encode)
    session.take("stop")
    session.take(str(offered(session)[Mishap.MIXED_UP]))
    asked = session.now().asked
    assert isinstance(asked, WaysOn)
    mended, astray = (one for one in asked.ways if isinstance(one.way, CarryOn))
    assert (mended.way, astray.way) == (CarryOn(), CarryOn(astray=True))
    assert mended.leak == NOTHING
    assert astray.leak.gives is Gives.CARD
    assert "mix them face down" in astray.text


def test_of_a_void_turn_the_result_counts_too() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Collect)
    game = session._game
    while not game.decided:
        go(session, 1)
    assert session.take("void two pairs read β α").refused is None
    one = ways(session, Mishap.CARD_SEEN)[CarryOn][1]
    assert one.gives.endswith("with the void turn's result")
    plain = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Encode)
    assert plain.take("stop").refused is None
    assert one.leak.most > ways(plain, Mishap.CARD_SEEN)[CarryOn][1].leak.most


def test_where_hands_went_on_and_back_what_they_saw_counts() -> None:
    """A card that is scrambled away before markers are shown tells nothing; if hands have shown them, it does."""
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), Encode)
    session.take("stop")
    game = session._game
    plain, presses = ways(session, Mishap.CARD_SEEN)[CarryOn][1], 0
    assert plain.leak == NOTHING
    session.take("")
    while game.run is not None and not isinstance(game.run.ops[-1], Sort):
        go(session, 1)
        presses += 1
    for _ in range(presses):
        assert session.take("u").refused is None
    assert game.recovering
    assert game.run is not None
    assert isinstance(game.run.ops[-1], Cover)
    assert ways(session, Mishap.CARD_SEEN)[CarryOn][1].leak.gives is Gives.CARD


def offered_now(session: Session) -> set[object]:
    found = set(offered(session))
    session.take("")
    return found


def test_a_wrong_entry_is_gone_back_to() -> None:
    session = go(opened(make_table({"seats": ["Ana", "Ben"]}), None, 15), 3)
    assert session._game.run is None
    number = session._game.entered()[0]
    one = take(session, Besides.ENTERED, BackTo)
    assert one.way == BackTo(number)
    assert one.minutes is None
    assert f"from number {number} on: " in one.text
    assert max(past.number for past in session._game._path if past.kind != OOPS) == number - 1


def test_a_misread_answer_is_gone_back_to_only_while_hands_can() -> None:
    """After "none" a card is drawn unseen: then another answer would be refused, and the turn can only be void."""
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Collect)
    while not isinstance(right_act(session)[-1], Draw):
        go(session, 1)
    assert ways(session, Mishap.MISREAD)[BackTo][1].leak == NOTHING
    session.take("")
    go(session, 1)
    found = ways(session, Mishap.MISREAD)
    assert set(found) == {DeclareVoid}
    assert found[DeclareVoid][1].leak.gives is Gives.FITS  # that the drawn card did not fit was seen


def right_act(session: Session) -> tuple[Op, ...]:
    assert session._game.run is not None
    return session._game.run.acts


def test_piles_mixed_up_are_put_together_or_go_home_to_anybody() -> None:
    session = at(opened(small(seats=[VERA, "Ana"], wording="brief"), None, 4), Cover)
    found = ways(session, Mishap.MIXED_UP)
    assert found[CarryOn][1].leak == NOTHING
    assert found[GiveUp][1].leak.gives is Gives.CARD
    assert found[GiveUp][1].way == GiveUp(astray=True)


def test_clearing_and_notes_are_offered_too() -> None:
    session = at(opened(small(seats=[VERA, "Ana"]), None, 4), Reveal)
    found = offered(session)
    told = session.take(str(found[Besides.OTHER])).told
    assert "note" in " ".join(item.text for item in told if isinstance(item, Saying))
    told = session.take(str(offered(session)[Besides.SEATS])).told
    assert "play --new" in " ".join(item.text for item in told if isinstance(item, Saying))
    assert isinstance(session.now().asked, Act)
    reply = session.take(str(offered(session)[Besides.CLEAR]))
    assert not reply.left
    assert isinstance(session.now().asked, Leaving)
    assert session.take("clear").refused is None
    assert session._game.recovering


# -- the record ----------------------------------------------------------------------------------------


def test_it_stands_in_the_record_and_survives(tmp_path: Path) -> None:
    table = small(seats=[VERA, "Ana"])
    path = tmp_path / "a.game"
    session = at(opened(table, path, 4), Reveal)
    take(session, Mishap.MARKER_SEEN, PutRight)
    go(session, 2)
    lines = session._game.history()
    session.close()
    again = opened(table, path, 4)
    assert again._game.history() == lines
    kinds = [entry.kind for entry in again._game.journal.entries]
    assert kinds.count(OOPS) == kinds.count(MEND) == 1
    assert any(CALLED[Mishap.MARKER_SEEN] in line.text for line in lines)
    said(again, "stop")
    given_up = {line.standing for line in again._game.history() if line.stage or "right" in line.text}
    assert Standing.GIVEN_UP in given_up
    again.close()


TABLE = """seats: [{name: Vera, virtual: true}, Ana]
hand_size: 2
pool: split
pool_deck: compact-27
wording: brief
"""


def played(path: Path, keys: str, *options: str) -> str:
    path.write_text(TABLE, encoding="utf-8")
    found = CliRunner().invoke(app, ["play", str(path), *options], input=keys)
    assert found.exit_code == 0, found.stderr
    return found.stdout


def test_the_terminal_and_the_log_tell_it(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    told = played(path, "7R Vera\n\n\no\n2\n2\nq\n")
    assert "a covered marker was seen" in told
    assert "scramble all columns once more first" in told
    assert "gives nothing away" in told
    assert "PUT RIGHT" in told
    assert max(map(len, told.splitlines())) <= 100
    for form in ("text", "markdown", "json"):
        log = CliRunner().invoke(app, ["log", str(path), "--format", form]).stdout
        assert "a covered marker was seen" in log
        assert "scramble again" in log


def test_programs_read_it_as_json(tmp_path: Path) -> None:
    told = played(tmp_path / "t.yaml", "7R Vera\n\n\no\n2\n\nq\n", "--json")
    lines = [json.loads(line)["oops"] for line in told.splitlines() if line.startswith('{"oops"')]
    assert "a covered marker was seen" in lines[0]["choices"]
    assert lines[1]["happened"] == "a covered marker was seen"
    assert {"way", "minutes", "gives", "bits"} == set(lines[1]["ways"][0])


# -- hands that do not rewind ---------------------------------------------------------------------------


def test_put_right_then_stop_where_hands_do_not_rewind(full: bool) -> None:
    """Whatever is put right, and wherever it is stopped then: every card comes home, and nothing more is shown."""
    cases = some_cases(600 if full else 10, 7)
    homes = sum(mended_home(case.table(), case.seed, case.steps, case.undos) for case in cases)
    assert homes > 2


def mended_home(table: object, seed: int, steps: int, more: int) -> bool:
    here = AtTheTable(table, seed)  # type: ignore[arg-type]
    mended, first = 0, here.game.ledgers[0]
    for _ in range(steps + 8):
        if here.game.run is None or here.game.run.ledger is not first:
            return False
        for repair in Repair:
            if mended < 2 and repairable(here.game, repair):
                here.game.put_right(repair)
                mended += 1
        here.type(here.do())
        if mended and (more := more - 1) < 0:
            break
    if not mended or here.game.run is None:
        return False
    here.do()
    try:
        led = here.lead_home("stop")
    except FacilitatorError as err:
        if "type void" not in err.todo.lower():
            raise
        led = here.lead_home("void it cannot be a result")
    now, then = here.hands.owned(), here.owned(led)
    assert {who: len(cards) for who, cards in now.items()} == {who: len(cards) for who, cards in then.items()}
    return True


def repairable(game: Game, repair: Repair) -> bool:
    run = game.run
    return run is not None and repair in repairs(run.ops[:-1], run.ops[-1])


def test_a_table_without_virtual_seats_has_its_mistakes_too() -> None:
    session = opened(make_table({"seats": ["Ana", "Ben"]}), None, 3)
    assert Besides.ENTERED not in offered_now(session)
    go(session, 2)
    assert take(session, Besides.SHOWN, CarryOn).leak.gives is Gives.CARD
    assert right(session) == ""
