"""The session: whole games driven through it alone, and the same journal as at the command line."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from facilitator.cli.input_lines import LineQuestion
from facilitator.cli.json_lines import JsonScreen
from facilitator.cli.loop import LeaveTable, TableLoop
from facilitator.errors import CommandError, FacilitatorError
from facilitator.planning.pace import AttemptClock, Pace
from facilitator.play.journal import GIVE_UP, NOTE, UNDO, VOID
from facilitator.play.match import Match
from facilitator.play.prompt import EndPrompt, MovePrompt, Prompt, Reply, StepPrompt
from facilitator.play.session import Session
from performer import AtTheTable, Case
from sessions import (
    REHEARSED,
    act_of,
    bare,
    entries,
    every_table,
    go,
    opened,
    rehearsed,
    session_of,
    short,
    table,
)


def wrong(session: Session, text: str, prompt: int | None = None) -> FacilitatorError:
    """Take what must be refused; nothing changes, and the same is asked."""
    before, asked = entries(session), session.get_prompt()
    reply = session.take(text, prompt)
    assert reply.refused is not None
    assert reply.messages == ()
    assert entries(session) == before
    assert session.get_prompt() is asked
    return reply.refused


DETOURS = (
    *("xyzzy", "?", "??", "state", "note Ben saw 7R", "u", "stop", "void two read β α"),
    *("brief", "full", "walk", "stale", "quit"),
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
        minutes = AttemptClock(self.table, Pace).minutes
        return Session.open(self.table, self.path, self.seed, minutes)

    def play(self, most: int) -> Session:
        """Play to the end, with about so many detours."""
        left = most
        while not self.session.is_confirmed_over:
            if left and not self.session.is_over and self.chance.random() < 0.35:
                left -= 1
                self._detour()
            else:
                assert self.type(self.right()).refused is None
        return self.session

    def right(self) -> str:
        """The line somebody types who never errs."""
        now, game = self.session.get_prompt().asked, self.session.match
        if isinstance(now, StepPrompt) and now.ask:
            assert game.attempt is not None
            return short(game.attempt.look().answer, now.ask, game.rules.kinds)
        return ""

    def type(self, line: str) -> Reply:
        prompt, before = self.session.get_prompt(), entries(self.session)
        assert (
            not isinstance(prompt.asked, StepPrompt) or prompt.asked.lines
        )  # else it was told with the act before
        reply = self.session.take(line, prompt.number)
        self.lines.append(line)
        if reply.refused is not None:
            assert entries(self.session) == before
        if entries(self.session) != before:
            assert self.session.get_prompt().number == prompt.number + 1
        return reply

    def _detour(self) -> None:
        now = self.session.get_prompt()
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
        again = self.session.get_prompt()
        assert (again.facts, again.short, type(again.asked)) == (now.facts, now.short, type(now.asked))
        assert session_state(again) == session_state(now)


def session_state(prompt: Prompt) -> object:
    """What a prompt asks for, but for how many steps of an operation were ticked off, which is not kept."""
    now = prompt.asked
    if isinstance(now, StepPrompt):
        return now.heading, now.surface
    return replace(prompt, number=0, head=None).asked


@pytest.mark.parametrize(("name", "seed"), [("uno", 1), ("uno", 5), ("dominoes", 1)])
def test_a_game_with_wrong_inputs_and_undos_ends_correctly(name: str, seed: int, tmp_path: Path) -> None:
    """Whatever is typed in between, the game comes to its end, true to the cards at every event."""
    host = Host(name, seed, tmp_path / "a.game")
    session = host.play(40)
    assert len(host.kinds) > 6
    result = session.result()
    assert result.over
    assert result.winner
    assert {UNDO, NOTE} <= {kind for kind, _ in entries(session)}
    session.close()
    minutes = AttemptClock(host.table, Pace).minutes
    again = Session.open(host.table, host.path, seed, minutes)
    assert isinstance(again.get_prompt().asked, EndPrompt)
    assert again.public()["winner"] == result.winner or name != "uno"
    again.close()


def test_a_real_game_works_with_helpers_who_follow_the_prompts() -> None:
    """No rehearsal: the cards lie with hands that do what the prompts and replies say, and never rewind."""
    at = AtTheTable(Case(tuple(REHEARSED["uno"].items()), 4, 0, 0).table(), 4)
    session, game = at.session, at.game
    for _ in range(2000):
        now = session.get_prompt()
        if isinstance(now.asked, EndPrompt):
            break
        if isinstance(now.asked, StepPrompt):
            at.type(at.do())
        else:
            at.type(game.rules.codec.text(at.hands.rehearsal.move(game.state)))
    assert session.is_over
    assert isinstance(session.get_prompt().asked, EndPrompt)
    assert session.take("u").refused is None  # the winning move too
    assert not session.is_over


def test_prompts_of_a_real_game_contain_no_hidden_card() -> None:
    at = AtTheTable(Case(tuple(REHEARSED["uno"].items()), 4, 0, 0).table(), 4)
    seen = 0
    while not at.game.is_over and seen < 60:
        now = at.session.get_prompt().asked
        if isinstance(now, StepPrompt):
            assert now.revealed_cards is None
            assert now.shown == ()
            at.type(at.do())
        else:
            assert isinstance(now, MovePrompt)
            assert (now.holds, now.likely) == ((), None)
            at.type(at.game.rules.codec.text(at.hands.rehearsal.move(at.game.state)))
        seen += 1


# -- the command line is a loop over it ----------------------------------------------------------------


class Lines:
    """A terminal at which a script is typed."""

    interactive = True

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines: Iterator[str] = iter(lines)

    def ask(self, question: LineQuestion) -> str:
        if "Sure?" in question.prompt:  # the session itself does not ask
            return "y"
        return next(self._lines, "q")


@pytest.mark.parametrize("name", REHEARSED)
def test_the_command_line_writes_the_same_journal(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same lines, refused ones and undone ones among them, typed at a terminal."""
    host = Host(name, 5, tmp_path / "a.game", leaves=False)
    session = host.play(25)
    whole = entries(session)
    session.close()
    game = Match.open(host.table, None, 5)
    seconds = iter(range(10**6))
    TableLoop(session_of(game), JsonScreen(), Lines(host.lines), now=lambda: next(seconds)).play()
    assert bare(game.journal.entries) == whole
    assert {UNDO, NOTE, VOID, GIVE_UP} & {kind for kind, _ in whole}
    assert "xyzzy" in capsys.readouterr().err


def test_a_step_confirmed_by_another_front_end_is_not_confirmed_twice() -> None:
    """Two look on: whoever is slower is refused, told to look again, and shown what is asked now."""
    session = rehearsed()
    shown: list[int] = []

    class Slow:
        interactive = True

        def ask(self, question: LineQuestion) -> str:
            shown.append(session.get_prompt().number)
            if len(shown) > 1:
                raise LeaveTable
            assert session.take("").refused is None  # a tap elsewhere, while somebody reads
            return ""

    with pytest.raises(LeaveTable):
        TableLoop(session, JsonScreen(), Slow(), now=iter(range(9)).__next__).play()
    assert shown == [1, 2]
    assert len([kind for kind, _ in entries(session) if kind == "event"]) == 1


@pytest.mark.parametrize("word", ["stop", "void nobody knows"])
def test_cards_revealed_in_advance_are_put_back_before_a_cancellation(word: str) -> None:
    """The answer of an act of several operations is known when its cards were moved and turned over, unsaid."""
    stopped = 0
    for presses in range(1, 5):
        session = go(opened(every_table()["hearts paper wallet shared"], None, 2), presses)
        run = session.match.attempt
        if run is None or run.look() is run.log.entries[-1] or session.take(word).refused is not None:
            continue
        stopped += 1
        for line in ("undo", word):
            assert session.take(line).refused is None
            assert session.get_prompt().asked
        while session.match.recovering:
            assert session.rehearse().refused is None
        go(session, presses)
    assert stopped
