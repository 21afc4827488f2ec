"""A restarted game resumes at the prompt that the hands have reached, or asks which movement was done last."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from facilitator.cli.json_lines import JsonScreen
from facilitator.cli.text_view import TextScreen
from facilitator.operations.definitions import Heading
from facilitator.play.journal import REACHED, JournalEntry
from facilitator.play.match import Match
from facilitator.play.prompt import ChoicePrompt, StepPrompt
from facilitator.play.session import Session
from facilitator.play.stop import can_cancel
from facilitator.web.page_data import view
from sessions import opened, right, seen, small
from sure import sure, sure_of

FORMS: dict[str, dict[str, Any]] = {
    "wallet": {"protocol": "wallet", "hand_size": 3},
    "knockout": {"protocol": "knockout", "hand_size": 3},
    "sleeves": {"protocol": "knockout", "hand_size": 3, "equipment": "sleeves"},
    "published": {"protocol": "published"},
    "published-2023": {"protocol": "published-2023"},
    "concealed": {"protocol": "published", "conceal": True},
}
WORDINGS = ("auto", "full", "brief", "walk")
EVERY, SOME = 5, 3
"""Without --full, the prompts at which games are restarted, and the answers that are tried."""


def session_of(match: Match) -> Session:
    """Return a session whose steps all take three minutes. To estimate them at every restart takes a while."""
    return Session(match, lambda attempt: 3.0)


def game_of(form: str, wording: str = "auto", seed: int | None = None) -> Session:
    """Open a game in memory. A table file cannot choose `walk`, so the host types it."""
    told = {} if wording == "walk" else {"wording": wording}
    session = session_of(Match.open(small(**{**FORMS[form], **told}), None, seed))
    if wording == "walk":
        session.take(wording)
    return session


def restarted(session: Session, **keys: object) -> Session:
    """Return the same game after a restart, and leave the session as it is."""
    game = session.match
    copy = Match.open(game.table.model_copy(update=keys), None, game.seed)
    for entry in game.journal.entries:
        copy.replay(entry)
    return session_of(copy)


def pairs(form: str, wording: str, most: int, seed: int) -> Iterator[Session]:
    """Yield a real game at every prompt. Its cards are those of a rehearsal with this seed."""
    guide, real = game_of(form, wording, seed), game_of(form, wording)
    for _ in range(most):
        yield real
        if guide.is_over:
            return
        game = guide.match
        line = right(guide) if game.attempt is not None else game.rules.codec.text(game.find_likely_event())
        for session in (guide, real):
            assert session.take(line).refused is None


def movements_left(session: Session, count: int) -> list[str]:
    """Return the movements that the next operations still need, as they are explained one by one."""
    run = sure(session.match.attempt)
    ops = [op for op in run.foresight.all_ops[len(run.ops) - 1 :] if not isinstance(op, Heading)][:count]
    return [one.text for one in run.foresight.render_walked(ops)][run.movements_done :]


def after(session: Session, *lines: str) -> Session:
    """Return the game after a restart and some lines, and leave the session as it is."""
    copy = restarted(session)
    for line in lines:
        assert copy.take(line).refused is None, line
    return copy


def resumes(session: Session, met: Counter[str], full: bool) -> None:
    """Check a restart at this prompt: the same prompt, or a question whose answers lead to the right rest."""
    now, again = session.get_prompt().asked, restarted(session)
    question = again.get_prompt().asked
    if isinstance(question, ChoicePrompt):
        met["asked"] += 1
        answers_lead_to_the_rest(session, question, met, 1 if full else SOME)
        again.take("")
    elif isinstance(now, StepPrompt):
        met["resumed"] += 1
        assert len(movements_left(session, len(now.hand_operations))) == len(now.all_lines) - (
            now.movement or 0
        )
        assert now.times is None
        assert not now.is_only_counted
    assert seen(again, whole=True) == seen(session, whole=True)


def answers_lead_to_the_rest(session: Session, question: ChoicePrompt, met: Counter[str], every: int) -> None:
    """Give some of the answers, always with the last."""
    now = sure_of(StepPrompt, session.get_prompt().asked)
    _, *movements = question.texts
    assert movements == movements_left(session, len(now.hand_operations))
    assert len(movements) > 1
    for done in range(len(movements), 0, -every):
        answered, left = after(session, str(done + 1)), movements[done:]
        if not left and not now.ask:  # nothing is left of this act
            assert seen(answered, whole=True) == seen(after(session, "", ""), whole=True)
            continue
        met["answered"] += 1
        here = sure_of(StepPrompt, answered.get_prompt().asked)
        shown = movements_left(answered, len(here.hand_operations))
        assert shown == (left or movements[-1:])[: len(shown)]
        whole = here.movement is None and here.times is None and shown == left
        assert here.ask == (now.ask if whole or (len(shown) == 1 and len(left) < 2) else ())
        later = restarted(answered)
        later.take("" if isinstance(later.get_prompt().asked, ChoicePrompt) else "table")
        assert seen(later, whole=True) == seen(answered, whole=True)
        if here.movement:
            assert [line.instruction.text for line in here.lines] == shown[:1]
            back = sure_of(StepPrompt, after(answered, "u").get_prompt().asked)
            assert [line.instruction.text for line in back.lines] == [movements[done - here.movement]]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("wording", WORDINGS)
@pytest.mark.every(8)
def test_every_prompt_is_resumed(form: str, wording: str, full: bool) -> None:
    """Restart at every prompt of a table; without --full at some, with some of the answers."""
    met: Counter[str] = Counter()
    for number, session in enumerate(pairs(form, wording, 70, 3)):
        if full or number % EVERY == 0:
            resumes(session, met, full)
    several = wording == "brief" or (wording != "walk" and "published" not in FORMS[form]["protocol"])
    assert met["resumed"] > (5 if full else 2)
    assert (met["asked"] > 0, met["answered"] > (1 if full else 0)) == (several, several)


def running(session: Session) -> Session:
    """Return a copy of the game as if the program had not been restarted."""
    copy = session_of(Match.open(session.match.table, None, session.match.seed))
    for entry in session.match.journal.entries:
        copy.match.replay(entry)
    return copy


@pytest.mark.parametrize("form", ["wallet", "sleeves"])
@pytest.mark.parametrize("wording", ["auto", "brief"])
@pytest.mark.every(2)
def test_undo_stop_and_void_are_the_same_after_a_restart(form: str, wording: str, full: bool) -> None:
    """The way home and the second attempt are resumed at each of their prompts, too."""
    met: Counter[str] = Counter()
    for number, session in enumerate(pairs(form, wording, 26, 3)):
        if number % (2 if full else 4):
            continue
        for line in ("u", "stop", "void it cannot be"):
            one, other = running(session), restarted(session)
            if isinstance(other.get_prompt().asked, ChoicePrompt):
                other.take("")
            first, second = one.take(line), other.take(line)
            assert (first.messages, str(first.refused)) == (second.messages, str(second.refused))
            assert seen(one, whole=True) == seen(other, whole=True)
        if number % (6 if full else 12) == 4 and can_cancel(session.match.front):
            other.take("stop")
            for _ in range(10):
                met["home"] += other.match.recovering
                resumes(other, met, full)
                run = other.match.attempt
                other.take(run.ask[0] if run is not None and run.ask else "")
    assert min(met["home"], met["resumed"]) > 3


@pytest.mark.parametrize("form", ["wallet", "sleeves"])
def test_a_rehearsal_is_resumed_without_a_question(form: str, full: bool) -> None:
    for wording in WORDINGS:
        session = game_of(form, wording, 3)
        for _ in range(25 if full else 12):
            assert seen(restarted(session), whole=True) == seen(session, whole=True)
            session.rehearse()


def test_another_wording_keeps_the_place_within_a_step() -> None:
    """Typed in the middle of a step or written into the table file, it begins with the next step."""
    session = game_of("wallet", "walk")
    session.take("7R Vera")
    while not (isinstance(act := session.get_prompt().asked, StepPrompt) and act.movement == 2):
        session.take("")
    assert act.all_lines[2].instruction.text == act.lines[0].instruction.text
    for other in (running(session), restarted(session, wording="brief"), restarted(session, wording="full")):
        if other.match.table.wording == "auto":
            other.take("brief")
        now = sure_of(StepPrompt, other.get_prompt().asked)
        assert [line.instruction for line in now.lines] == [line.instruction for line in act.lines]
        other.take("")
        other.take("")
        now = sure_of(StepPrompt, other.get_prompt().asked)
        assert now.duel == (2, 2)


def test_a_saved_position_that_fits_no_wording_is_ignored() -> None:
    """As if a later version explained the step in other words."""
    session = game_of("wallet", "brief")
    session.take("7R Vera")
    before = seen(session, whole=True)
    for steps, of in ((1, 17), (4, 4), (-1, 4)):
        session.match.replay(JournalEntry(0, "", REACHED, {"steps": steps, "of": of}, False))
        assert seen(session, whole=True) == before


def test_the_saved_position_is_not_part_of_the_history(tmp_path: Path) -> None:
    """It has no number in the history, and no undo removes it."""
    path = tmp_path / "a.game"
    session = opened(small("wallet", hand_size=3), path)
    session.take("7R Vera")
    while not (isinstance(act := session.get_prompt().asked, StepPrompt) and act.movement == 2):
        session.take("")
    before, history = seen(session, whole=True), session.match.history()
    rows = [entry.body for entry in session.match.journal.entries if entry.kind == REACHED]
    assert rows == [{"steps": 1, "of": 4}, {"steps": 2, "of": 4}]
    session.close()
    again = opened(small("wallet", hand_size=3), path)
    assert (seen(again, whole=True), again.match.history()) == (before, history)
    again.take("u")
    assert again.match.journal.entries[-1].body == {"steps": 0, "of": 4}
    assert again.match.history() == history
    again.close()


def test_every_screen_asks_the_question(capsys: pytest.CaptureFixture[str]) -> None:
    """The page shows a button for each option, JSON has a line, and at the terminal only a number or Enter fits."""
    session = game_of("wallet", "brief")
    session.take("7R Vera")
    while session.match.attempt is None or session.match.attempt.rest_of_step.duel != (1, 2):
        session.take("")
    again = restarted(session)
    now = sure_of(ChoicePrompt, again.get_prompt().asked)
    page = view(again)
    assert (page["kind"], page["act"]) == ("resume", None)
    assert [offer["path"] for offer in page["offers"]] == [[option] for option in now.texts]
    for screen in (JsonScreen(), TextScreen()):
        screen.choices(now)
    line, *shown = capsys.readouterr().out.splitlines()
    assert json.loads(line) == {"resume": {"question": now.question, "choices": [*now.texts]}}
    assert [text.split()[0] for text in shown if text.split()[0].isdigit()] == ["1", "2", "3", "4", "5"]
    for typed in ("6", "0", "stop", "u"):
        refused = again.take(typed)
        assert refused.refused is not None
        assert again.get_prompt().asked == now
