"""The numbers of acts: each goes on from the one before, in whatever wording, wherever that was switched."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from facilitator.instructions.grouping import Wording
from facilitator.operations.faces import SLEEVES
from facilitator.operations.steps import Kind
from facilitator.play.attempt import Foresight, StepRenderer, count_prompts
from facilitator.play.prompt import StepPrompt
from facilitator.play.session import Session
from facilitator.protocols.forms import FORMS, example_layout
from facilitator.table_files.load import Table, make_table
from sessions import TABLES, VERA, opened, right, small
from told import speaks
from turns import PEOPLE

WORDINGS = ("full", "brief", "walk")


def number(session: Session) -> tuple[int, int, int] | None:
    """Which run, which of its acts, and of how many; None where no run is under way."""
    now = session.get_prompt().asked
    return (now.run, now.number, now.total) if isinstance(now, StepPrompt) else None


def duel_left(session: Session) -> bool:
    """Whether the act at hand is a duel that is not the last of its round."""
    now = session.get_prompt().asked
    return isinstance(now, StepPrompt) and now.duel is not None and now.duel[0] < now.duel[1]


def begins_a_step(session: Session) -> bool:
    """Return whether no movement of the current step is done."""
    return not getattr(session.get_prompt().asked, "movement", 0)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.every(2)
def test_every_prompt_of_a_turn_has_its_own_number(name: str, full: bool) -> None:
    """A press is one act more, of as many as were foretold, unless it answered a question; u undoes a whole act.

    The duels of a round are one act.
    """
    met = Counter[str]()
    for seed in range(12 if full else 1):
        chance = Random(seed + 1)
        session = opened(make_table({**TABLES[name], "wording": chance.choice(WORDINGS[:2])}), None, seed)
        before: list[tuple[int, int, int] | None] = []
        for _ in range(150 if full else 90):
            if session.is_over:
                break
            here, run = number(session), session.match.attempt
            if chance.random() < 0.15:
                session.take(chance.choice(WORDINGS))
                before = []
                met["switched"] += 1
            elif before and chance.random() < 0.2:
                assert session.take("u").refused is None
                back, was = number(session), before.pop()
                assert (back and back[1:]) == (was and was[1:])
                met["taken back"] += 1
            else:
                asks = run is not None and bool(run.ask)
                more, begins = duel_left(session), begins_a_step(session)
                assert session.take(right(session)).refused is None
                before += [here] * begins
                now = number(session)
                if here and now and here[0] == now[0]:
                    assert now[1] == here[1] + (not more)
                    assert asks or now[2] == here[2]
                    met["pressed"] += 1
    assert met["pressed"] > 20
    assert len(met) == 3


def test_the_rest_of_a_split_step_has_its_own_number(tmp_path: Path) -> None:
    """Another wording in mid-act, and a game opened again there: 3 of 13, and then 4 of 13."""
    path = tmp_path / "a.game"
    session = opened(small(wording="full"), path)
    session.take("start 5R Vera first")
    while (here := number(session)) is None or here[1] < 4:
        session.take("")
    session.take("brief")
    assert [number(session), session.take("").refused, number(session)] == [(1, 3, 13), None, (1, 4, 13)]
    session.take("u")
    assert number(session) == (2, 3, 13)
    session.close()
    again = opened(small(wording="brief"), path)
    assert [number(again), again.take("").refused, number(again)] == [(1, 3, 13), None, (1, 4, 13)]


@pytest.mark.parametrize("wording", Wording)
@pytest.mark.parametrize("form", ["knockout", "published", "wallet"])
def test_movements_within_a_step_are_numbered_consistently(form: str, wording: Wording) -> None:
    """Of a run that is gone through operation by operation only the act at hand is told again."""
    telling = StepRenderer(speaks(SLEEVES, PEOPLE), wording)
    foreseen = Foresight(FORMS[form].recipe(example_layout((5, 2, 2), 2, FORMS[form])), telling)
    ops, inside = foreseen.all_ops, 0
    for here in range(len(ops)):
        if (found := foreseen.get_rest_of_step(here)).is_explained:
            before, ahead = count_prompts(telling.render_steps(ops[:here])), telling.render_steps(ops[here:])
            assert foreseen.count_prompts(here) == (before, before + sum(cue.prompts for cue in ahead))
            assert found.step.instructions == ahead[0].instructions
            inside += 1
    assert inside > (0 if wording is Wording.WALK else 5)


# -- duels are counted --------------------------------------------------------------------------------


def to_the_duels(table: Table, path: Path | None, seed: int | None = 4) -> Session:
    session = opened(table, path, seed)
    while session.match.attempt is None or session.match.attempt.step.kind is not Kind.ROUND:
        session.take(right(session))
    return session


def at_hand(session: Session) -> StepPrompt:
    asked = session.get_prompt().asked
    assert isinstance(asked, StepPrompt)
    return asked


@pytest.mark.parametrize("wording", ["full", "brief"])
def test_a_round_is_explained_once_and_its_duels_are_counted(wording: str, tmp_path: Path) -> None:
    """Under one number, each on disk; taken up at the next after a restart, and back one at a time."""
    path, table = tmp_path / "a.game", small(seats=[VERA, "Ana"], hand_size=5, wording=wording)
    session = to_the_duels(table, path)
    first = at_hand(session)
    assert (first.duel, first.times, first.is_only_counted) == ((1, 4), 4, False)
    for number in (2, 3):
        size = session.match.journal.size
        assert session.take("", after=0.1 if number > 2 else 9).refused is None  # as fast as hands are
        assert session.match.journal.size > size
        now = at_hand(session)
        assert (now.duel, now.is_only_counted, now.times) == ((number, 4), True, None)
        assert (now.number, now.total) == (first.number, first.total)
        assert now.done_label == f"duel {number} of 4"
    session.close()
    session = opened(table, path, 4)
    assert at_hand(session).duel == (3, 4)
    session.take("u")
    assert (at_hand(session).duel, at_hand(session).again) == ((2, 4), True)
    session.take("redo")
    for _ in range(2):
        assert at_hand(session).number == first.number
        session.take("")
    assert at_hand(session).number == first.number + 1
    assert at_hand(session).duel is None
    session.close()
