"""The session: whole games driven through it alone, the same journal as at the command line, one answer a prompt."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path

import pytest

from facilitator.cli.ask import Question
from facilitator.cli.json_lines import Json
from facilitator.cli.loop import Evening, Leave
from facilitator.errors import CommandError, FacilitatorError
from facilitator.games.events import Drew, Pass, Play
from facilitator.planning.clock import Clock
from facilitator.planning.times import Pace
from facilitator.play import inputs
from facilitator.play.course import CLEAN_RUNS
from facilitator.play.game import Game
from facilitator.play.journal import GIVE_UP, NOTE, UNDO, VOID, Entry
from facilitator.play.performer import short
from facilitator.play.prompt import Act, Announced, End, Explained, Move, Opening, Prompt, Reply, Saying
from facilitator.play.run import Run
from facilitator.play.session import QUICKEST, Session
from facilitator.readings.grouping import Wording
from facilitator.table.load import Table, make_table
from never_rewinds import AtTheTable, Case

VERA, UDO = {"name": "Vera", "virtual": True}, {"name": "Udo", "virtual": True}
TABLES: dict[str, dict[str, object]] = {
    "uno": {"seats": ["Ana", "Ben", VERA], "hand_size": 3, "pool": "split", "pool_deck": "compact-27"},
    "dominoes": {"game": "dominoes", "seats": ["Ana", VERA], "hand_size": 4},
}


def table(name: str, **keys: object) -> Table:
    return make_table({**TABLES[name], **keys})


def session_of(game: Game) -> Session:
    return Session(game, Clock(game.table, Pace).minutes)


def rehearsed(seed: int = 3, name: str = "uno", **keys: object) -> Session:
    return session_of(Game.open(table(name, **keys), None, seed))


def wrong(session: Session, text: str, prompt: int | None = None) -> FacilitatorError:
    """Take what must be refused; nothing changes, and the same is asked."""
    before, asked = entries(session), session.now()
    reply = session.take(text, prompt)
    assert reply.refused is not None
    assert reply.told == ()
    assert entries(session) == before
    assert session.now() is asked
    return reply.refused


def entries(session: Session) -> list[tuple[str, dict[str, object]]]:
    return bare(session._game.journal.entries)


def bare(rows: Sequence[Entry]) -> list[tuple[str, dict[str, object]]]:
    return [(entry.kind, entry.body) for entry in rows]


DETOURS = (
    *("xyzzy", "?", "??", "state", "note Ben saw 7R", "u", "stop", "void two read β α"),
    *("brief", "full", "s", "w", "walk", "stale", "quit"),
)


class Host:
    """Somebody who plays a rehearsal by typing, errs, changes their mind, leaves and comes back; keeps the lines."""

    def __init__(self, name: str, seed: int, path: Path, leaves: bool = True) -> None:
        self.table, self.seed, self.path, self.leaves = table(name), seed, path, leaves
        self.chance = random.Random(seed)
        self.lines: list[str] = []
        self.kinds: set[str] = set()
        self.session = self._open()

    def _open(self) -> Session:
        minutes = Clock(self.table, Pace).minutes
        return Session.open(self.table, self.path, self.seed, minutes)

    def play(self, most: int) -> Session:
        """Play to the end, with about so many detours."""
        left = most
        while not self.session.ended:
            if left and not self.session.over and self.chance.random() < 0.35:
                left -= 1
                self._detour()
            else:
                assert self.type(self.right()).refused is None
        return self.session

    def right(self) -> str:
        """The line somebody types who never errs."""
        now, game = self.session.now().asked, self.session._game
        if isinstance(now, Act) and now.ask:
            assert game.run is not None
            return short(game.run.look().answer, now.ask, game.law.kinds)
        return ""

    def type(self, line: str) -> Reply:
        prompt, before = self.session.now(), entries(self.session)
        assert not isinstance(prompt.asked, Act) or prompt.asked.lines  # else it was told with the act before
        reply = self.session.take(line, prompt.number)
        self.lines.append(line)
        if reply.refused is not None:
            assert entries(self.session) == before
        if entries(self.session) != before:
            assert self.session.now().number == prompt.number + 1
        return reply

    def _detour(self) -> None:
        now = self.session.now()
        how = self.chance.choice(DETOURS if self.leaves else DETOURS[:-1])
        self.kinds.add(how)
        if how == "stale":
            assert isinstance(wrong(self.session, self.right(), now.number - 1), CommandError)
        elif how == "quit":
            assert self.session.take("q").left
            self._come_back(now)
        elif how == "xyzzy":
            wrong(self.session, how)
            self.lines.append(how)
        else:
            self.type(how)

    def _come_back(self, now: Prompt) -> None:
        """The same is asked by a session on the same file, in the same wording, from the act's first step on."""
        kept, act = entries(self.session), act_of(self.session)
        self.session.close()
        self.session = self._open()
        assert entries(self.session) == kept
        assert act_of(self.session) == act
        again = self.session.now()
        assert (again.facts, again.short, type(again.asked)) == (now.facts, now.short, type(now.asked))
        assert session_state(again) == session_state(now)


def act_of(session: Session) -> object:
    """The wording, and the number of the act at hand among how many."""
    run = session._game.run
    return session._game.wording, None if run is None else (run.number - run.pressed, run.total)


def session_state(prompt: Prompt) -> object:
    """What a prompt asks for, but for how many steps of an operation were ticked off, which is not kept."""
    now = prompt.asked
    if isinstance(now, Act):
        return now.heading, now.surface
    return replace(prompt, number=0, head=None).asked


@pytest.mark.parametrize(("name", "seed"), [("uno", 1), ("uno", 5), ("dominoes", 1)])
def test_a_whole_game_with_errors_and_detours(name: str, seed: int, tmp_path: Path) -> None:
    """Whatever is typed in between, the game comes to its end, true to the cards at every event."""
    host = Host(name, seed, tmp_path / "a.game")
    session = host.play(40)
    assert len(host.kinds) > 6
    result = session.result()
    assert result.over
    assert result.winner
    assert {UNDO, NOTE} <= {kind for kind, _ in entries(session)}
    session.close()
    minutes = Clock(host.table, Pace).minutes
    again = Session.open(host.table, host.path, seed, minutes)
    assert isinstance(again.now().asked, End)
    assert again.public()["winner"] == result.winner or name != "uno"
    again.close()


def test_a_real_game_with_hands_that_hear_the_session() -> None:
    """No rehearsal: the cards lie with hands that do what the prompts and replies say, and never rewind."""
    at = AtTheTable(Case(tuple(TABLES["uno"].items()), 4, 0, 0).table(), 4)
    session, game = at._session, at.game
    for _ in range(2000):
        now = session.now()
        if isinstance(now.asked, End):
            break
        if isinstance(now.asked, Act):
            at.type(at.do())
        else:
            at.type(game.law.text(at.hands.rehearsal.move(game.state)))
    assert session.over
    assert isinstance(session.now().asked, End)
    assert session.take("u").refused is None  # the winning move too
    assert not session.over


def test_nothing_hidden_is_in_a_prompt_of_a_real_game() -> None:
    at = AtTheTable(Case(tuple(TABLES["uno"].items()), 4, 0, 0).table(), 4)
    seen = 0
    while not at.game.over and seen < 60:
        now = at._session.now().asked
        if isinstance(now, Act):
            assert now.sight is None
            assert now.shown == ()
            at.type(at.do())
        else:
            assert isinstance(now, Move)
            assert (now.holds, now.likely) == ((), None)
            at.type(at.game.law.text(at.hands.rehearsal.move(at.game.state)))
        seen += 1


# -- the command line is a loop over it ----------------------------------------------------------------


class Lines:
    """A terminal at which a script is typed."""

    interactive = True

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines: Iterator[str] = iter(lines)

    def ask(self, question: Question) -> str:
        return next(self._lines, "q")


@pytest.mark.parametrize("name", TABLES)
def test_the_command_line_writes_the_same_journal(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same lines, refused ones and undone ones among them, typed at a terminal."""
    host = Host(name, 5, tmp_path / "a.game", leaves=False)
    session = host.play(25)
    whole = entries(session)
    session.close()
    game = Game.open(host.table, None, 5)
    seconds = iter(range(10**6))
    Evening(session_of(game), Json(), Lines(host.lines), now=lambda: next(seconds)).play()
    assert bare(game.journal.entries) == whole
    assert {UNDO, NOTE, VOID, GIVE_UP} & {kind for kind, _ in whole}
    assert "Not understood" in capsys.readouterr().err


def test_another_front_end_takes_the_act_first() -> None:
    """Two look on: whoever is slower is refused, told to look again, and shown what is asked now."""
    session = rehearsed()
    shown: list[int] = []

    class Slow:
        interactive = True

        def ask(self, question: Question) -> str:
            shown.append(session.now().number)
            if len(shown) > 1:
                raise Leave
            assert session.take("").refused is None  # a tap elsewhere, while somebody reads
            return ""

    with pytest.raises(Leave):
        Evening(session, Json(), Slow(), now=iter(range(9)).__next__).play()
    assert shown == [1, 2]
    assert len([kind for kind, _ in entries(session) if kind == "event"]) == 1


# -- one answer a prompt -------------------------------------------------------------------------------


def to_an_act(session: Session, ask: bool = False) -> Act:
    """Rehearse up to an act; with ``ask``, one that asks something."""
    while True:
        now = session.now().asked
        if isinstance(now, Act) and bool(now.ask) >= ask:
            return now
        session.rehearse()


@pytest.mark.parametrize("typed", ["", "note once", "u", "s", "stop", "brief", inputs.Done(), inputs.Undo()])
def test_a_second_tap_is_not_a_second_answer(typed: str | inputs.Input) -> None:
    session = rehearsed(wording="full")
    to_an_act(session)
    session.rehearse()
    number = session.now().number
    assert session.take(typed, number).refused is None
    assert session.now().number == number + 1
    before, asked = entries(session), session.now()
    reply = session.take(typed, number)
    assert isinstance(reply.refused, CommandError)
    assert reply.anew
    assert (entries(session), session.now()) == (before, asked)


def test_what_changes_nothing_keeps_the_number() -> None:
    session = rehearsed()
    to_an_act(session)
    number = session.now().number
    for typed in ("?", "??", "state", "xyzzy", "q", "void", "note"):
        session.take(typed, number)
        assert session.now().number == number
    assert entries(session) == entries(session_at_act())


def session_at_act() -> Session:
    session = rehearsed()
    to_an_act(session)
    return session


def test_an_enter_that_nobody_can_mean() -> None:
    session = rehearsed()
    to_an_act(session)
    prompt, before = session.now(), entries(session)
    reply = session.take("", prompt.number, QUICKEST / 2)
    assert (reply.refused, reply.anew, len(reply.told)) == (None, False, 1)
    assert entries(session) == before
    assert session.now() is prompt
    session.take("", prompt.number, QUICKEST)
    assert session.now().number == prompt.number + 1


# -- what a prompt holds -------------------------------------------------------------------------------


def test_prompts_are_frozen() -> None:
    session = rehearsed()
    while not isinstance(session.now().asked, End):
        prompt = session.now()
        for data in (prompt, prompt.asked, *([prompt.head] if prompt.head is not None else [])):
            with pytest.raises(FrozenInstanceError):
                setattr(data, fields(data)[0].name, None)
        session.rehearse()
        if prompt.number > 60:
            break


def test_what_is_typed_and_what_is_tapped_are_the_same() -> None:
    """An event, an answer, a word: as text and as data."""
    typed, tapped = rehearsed(), rehearsed()
    for _ in range(120):
        now, game = typed.now().asked, tapped._game
        match now:
            case End():
                break
            case Act(ask=ask) if ask:
                assert game.run is not None
                said = game.run.look().answer
                typed.take(short(said, ask, game.law.kinds))
                tapped.take(inputs.Answer(said))
            case Act():
                typed.take("")
                tapped.take(inputs.Done())
            case Opening(likely=likely) | Move(likely=likely):
                assert likely is not None
                typed.take(likely.text)
                tapped.take(inputs.Public(likely.event))
    assert entries(typed) == entries(tapped)
    assert len(entries(typed)) > 40


def test_a_tap_that_does_not_fit_is_refused() -> None:
    session = rehearsed()
    opening = session.now()
    early: tuple[inputs.Input, ...] = (
        inputs.Answer("αβ"),
        inputs.Stage(),
        inputs.Stop(),
        inputs.Void("why"),
    )
    for one in early:
        assert session.take(one).refused is not None
        assert session.now() is opening
    act = to_an_act(session, ask=True)
    before = entries(session)
    late: tuple[inputs.Input, ...] = (
        inputs.Done(),
        inputs.Answer("7R and more"),
        inputs.Stage(),
        inputs.Public(Play("Ana", "7R")),
    )
    for one in late:
        assert session.take(one).refused is not None
    assert session.now().asked is act
    assert entries(session) == before


def test_what_a_person_does_is_among_the_words_of_the_prompt() -> None:
    """Cards by their names, for pads or to complete; drawing and passing by their words."""
    session, seen = rehearsed(7, "dominoes"), 0
    while seen < 12 and not session.over:
        now = session.now()
        if isinstance(now.asked, Move):
            seen += 1
            assert now.head is not None
            assert now.head.seat == now.asked.seat
            assert now.asked.likely is not None
            match now.asked.likely.event:
                case Play(card=card):
                    assert card in now.asked.words
                    assert card in now.asked.holds
                case Drew():
                    assert "draw" in now.asked.words
                case Pass():
                    assert "pass" in now.asked.words
        session.rehearse()
    assert seen == 12 or session.over


def test_an_act_tells_all_that_a_screen_shows() -> None:
    """Doer and sentence, its check, why and slip, the picture's places, the round's tally, the minutes left."""
    session = rehearsed(wording="brief")
    acts = list[Act]()
    run = to_an_act(session).run
    while isinstance(now := session.now().asked, Act) and now.run == run:
        acts.append(now)
        session.rehearse()
    assert [act.number for act in acts] == list(range(1, len(acts) + 1))
    assert acts[-1].total == len(acts)
    assert [act.times for act in acts if act.times] == [2]
    assert all(act.lines and act.why and act.slip and act.title for act in acts)
    minutes = [act.minutes for act in acts]
    assert minutes == sorted(minutes, reverse=True)
    assert minutes[-1] > 0
    assert [act.question for act in acts if act.ask]
    assert all(act.sight is not None for act in acts if act.ask)
    assert all(before.surface for before in acts[1:])
    listed = [line for act in acts for line in act.told if line.said.cards]
    assert listed
    for line in listed:
        assert sum(group.count for group in line.groups) == len(line.said.cards)


def test_what_is_explained_is_the_act_at_hand() -> None:
    session = rehearsed()
    opening = session.take("?")
    assert all(isinstance(item, Saying) for item in opening.told)
    act = to_an_act(session)
    assert session.take("?").told == (Explained(act),)


def test_a_stage_taken_as_done_tells_its_acts() -> None:
    session = rehearsed(wording="full")
    first = to_an_act(session)
    told = [item for item in session.take("s").told if isinstance(item, Act)]
    assert [act.number for act in told] == list(range(2, 2 + len(told)))
    assert {act.heading for act in told} == {first.heading}
    now = session.now().asked
    assert isinstance(now, Act)
    assert now.heading != first.heading or now.ask


def test_the_head_of_a_turn_is_read_anew_after_a_stop() -> None:
    session = rehearsed()
    to_an_act(session)
    head = session.now().head
    assert head is not None
    assert head.selecting is not None
    session.rehearse()
    assert session.now().head == replace(head, selecting=session.now().head.selecting)  # type: ignore[union-attr]
    session.take("stop")
    assert session.now().head is None  # on the way back
    while session.now().head is None:
        session.rehearse()
    again = session.now().head
    assert again is not None
    assert again.number == head.number + 1
    assert again.seat == head.seat


def test_an_event_is_announced_with_its_state() -> None:
    session = rehearsed()
    (told,) = (item for item in session.rehearse().told if isinstance(item, Announced))
    assert told.state.items() >= session.public().items()
    assert told.event == session._game.law.event_json(told.told.event)


# -- brief wording is offered --------------------------------------------------------------------------


def offers(session: Session, runs: int, spoil: str = "") -> list[int]:
    """At which runs (the first is 1) brief was offered; ``spoil``: typed once in every run, at its third act."""
    found, seen = list[int](), 0
    spoilt: set[int] = set()
    while seen <= runs and not session.over:
        now = session.now()
        act = now.asked
        if isinstance(act, Act) and now.head is not None and now.head.selecting is not None:
            if act.number == 1 and not act.again:
                seen += 1
                found += [seen] if now.offer else []
            assert not now.offer or act.number == 1
            if spoil and act.number == 3 and seen not in spoilt:
                spoilt.add(seen)
                assert session.take(spoil).refused is None
                continue
        session.rehearse()
    return found


def long_game(wording: str = "auto", seed: int = 2) -> Session:
    return rehearsed(seed, seats=["Ana", VERA, UDO], hand_size=7, wording=wording)


@pytest.mark.parametrize("seed", [2, 3])
def test_brief_is_offered_once_after_two_clean_runs(seed: int) -> None:
    """With seed 3 a colour is drawn by lot after the first: that is no run of its own."""
    session = long_game(seed=seed)
    assert offers(session, 6) == [CLEAN_RUNS + 1]
    assert session._game.wording is Wording.FULL  # offered, not imposed


@pytest.mark.parametrize("spoil", ["u", "w"])
def test_brief_is_not_offered(spoil: str) -> None:
    """Not where every run was undone in part, nor where somebody chose a wording."""
    assert offers(long_game(), 5, spoil) == []


@pytest.mark.parametrize("wording", ["full", "brief"])
def test_brief_is_not_offered_where_the_table_says_how(wording: str) -> None:
    assert offers(long_game(wording=wording), 5) == []


def test_a_run_given_up_is_not_clean() -> None:
    """Only the runs that come to a result count: the offer comes as late as without the one given up."""
    session = long_game()
    to_an_act(session)
    session.rehearse()
    session.take("stop")
    while session.now().head is None:
        session.rehearse()
    assert offers(session, 5) == [CLEAN_RUNS + 1]


def test_the_offer_names_a_key_that_does_it(tmp_path: Path) -> None:
    """Taken, it is so at once, and when the game goes on; nobody is offered it again."""
    kept = table("uno", seats=["Ana", VERA, UDO], hand_size=7)
    minutes = Clock(kept, Pace).minutes
    session = Session.open(kept, tmp_path / "a.game", 2, minutes)
    while not session.now().offer:
        session.rehearse()
    assert "brief" in session.now().offer.split()[session.now().offer.split().index("Type") + 1]
    full = session.now().asked
    session.take("brief")
    brief = session.now().asked
    assert isinstance(full, Act)
    assert isinstance(brief, Act)
    assert (brief.wording, brief.total < full.total) == (Wording.BRIEF, True)
    session.rehearse()
    session.close()
    again = Session.open(kept, tmp_path / "a.game", 2, minutes)
    asked = again.now().asked
    assert isinstance(asked, Act)
    assert (asked.wording, again.now().offer) == (Wording.BRIEF, "")
    again.close()


def test_the_wording_is_kept_and_counts_for_nothing_else(tmp_path: Path) -> None:
    """No number of the history is its, no undo takes it back; a table file that was changed since is followed."""
    tables = [table("uno", wording=one) for one in ("auto", "full")]
    minutes = Clock(tables[0], Pace).minutes
    session, plain = (Session.open(tables[0], path, 2, minutes) for path in (tmp_path / "a.game", None))
    for one in (session, plain):
        to_an_act(one)
        for _ in range(4):
            one.rehearse()
    session.take("brief")
    session.take("w")
    session.take("brief")
    while session._game.run is not None and len(session._game.run.ops) > len(
        plain._game.run.ops if plain._game.run else ()
    ):
        plain.rehearse()
    assert session._game.history() == plain._game.history()
    session.rehearse()
    session.take("u")
    told = act_of(session)
    assert session._game.wording is Wording.BRIEF
    session.close()
    again = Session.open(tables[0], tmp_path / "a.game", 2, minutes)
    assert act_of(again) == told
    assert again.take("u").refused is None
    assert again._game.wording is Wording.BRIEF
    again.close()
    other = Session.open(tables[1], tmp_path / "a.game", 2, minutes)
    assert other._game.wording is Wording.FULL
    other.close()


def test_steps_within_an_act_are_not_kept_and_that_is_said(tmp_path: Path) -> None:
    """The act is what is kept: it stands at its first step again, with what to look at; a whole act is there."""
    kept = table("uno", wording="full")
    minutes = Clock(kept, Pace).minutes
    session = Session.open(kept, tmp_path / "a.game", 2, minutes)
    to_an_act(session)
    warned = [item.text for item in session.first.told if isinstance(item, Saying)]
    while session._game.run is not None and not (session._game.run.more and session._game.run.pressed):
        session.rehearse()
    run = session._game.run
    assert run is not None
    first, last = run.number - run.pressed, run.number + run.more
    session.close()
    again = Session.open(kept, tmp_path / "a.game", 2, minutes)
    said = " ".join(item.text for item in again.first.told if isinstance(item, Saying))
    assert f"steps {first} to {last}." in said
    assert "look at the cards" in said
    assert "mix it again" in said
    asked = again.now().asked
    assert isinstance(asked, Act)
    assert asked.number == first
    for _ in range(last - first + 1):
        again.rehearse()
    again.close()
    third = Session.open(kept, tmp_path / "a.game", 2, minutes)
    asked = third.now().asked
    assert isinstance(asked, Act)
    assert asked.number == last + 1
    assert warned == [item.text for item in third.first.told if isinstance(item, Saying)] == []
    third.close()


def test_the_box_is_asked_once_a_run() -> None:
    """What was told to be made is told once, however often its act is shown."""

    class Small:
        def __init__(self) -> None:
            self.asked: list[Run] = []

        def contents(self) -> str:
            return "nothing"

        def warning(self, layout: object, run: Run) -> str:
            self.asked.append(run)
            return "Make more." if len(self.asked) == 1 else ""

    game = Game.open(table("uno"), None, 3)
    session = Session(game, Clock(game.table, Pace).minutes, Small())
    opening = session.now().asked
    assert isinstance(opening, Opening)
    assert opening.setting is not None
    assert opening.setting.box == "nothing"
    to_an_act(session)
    assert [session.now().warning for _ in range(2)] == ["Make more."] * 2
    session.take("?")
    assert session.now().warning == ""
