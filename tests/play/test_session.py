"""The session: whole games driven through it alone, and the same journal as at the command line."""

from __future__ import annotations

from random import Random

import pytest

from facilitator.cli.input_lines import LineQuestion
from facilitator.cli.json_lines import JsonScreen
from facilitator.cli.loop import LeaveTable, TableLoop
from facilitator.play.journal import GIVE_UP, NOTE, UNDO
from facilitator.play.prompt import EndPrompt, MovePrompt, StepPrompt
from killed_hosts import typed
from performer import AtTheTable, Case
from programs import Typist
from sessions import REHEARSED, bare, entries, every_table, go, opened, rehearsed, session_of


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


class Sure(Typist):
    """A host who confirms what the session itself does not ask."""

    def ask(self, question: LineQuestion) -> str:
        return "y" if "Sure?" in question.prompt else super().ask(question)


@pytest.mark.parametrize("name", REHEARSED)
def test_the_command_line_writes_the_same_journal(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same lines, refused ones and undone ones among them, typed at a terminal."""
    chance, lines, session = Random(5), list[str](), rehearsed(5, name)
    while len(lines) < 150:
        lines.append("xyzzy" if not len(lines) % 20 else typed(session, chance).replace("q", "u"))
        session.take(lines[-1])
    game, host = rehearsed(5, name).match, Sure(lines)
    with pytest.raises(LeaveTable):
        TableLoop(session_of(game), JsonScreen(), host, now=host.now).play()
    assert bare(game.journal.entries) == entries(session)
    assert {UNDO, NOTE, GIVE_UP} <= {kind for kind, _ in entries(session)}
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
