"""Another answer after an undo: what was answered after the first belongs to another course, and parts from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from facilitator.errors import ProtocolBug, TableError
from facilitator.operations.definitions import Op, get_answers
from facilitator.operations.perform import Answer, Recipe, operations
from facilitator.play import attempt
from facilitator.play.session import Session
from facilitator.table_files.load import make_table
from sessions import POOL, TABLES, VERA, mark, opened, possible, seen

ASKED = {
    **{name: TABLES[name] for name in ("knockout", "published")},
    **{style: {"seats": ["Ana", {**VERA, "style": style}], **POOL} for style in ("attacker", "saver")},
}
"""Tables whose runs ask several things, one after the other, of several kinds."""


def strict(recipe: Recipe, answer: Callable[[Op], Answer]) -> Iterator[Op]:
    """The operations of a recipe that can do nothing with an answer to what it did not ask."""

    def asked(op: Op) -> Answer:
        said = answer(op)
        assert said in (get_answers(op) or ("",)), (said, op)
        return said

    return operations(recipe, asked)


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.every(2)
def test_an_answer_from_an_undone_path_is_not_used_on_another_path(
    name: str, full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempt, "operations", strict)
    table = make_table({**ASKED[name], "wording": "brief"})
    assert sum(retyped(opened(table, None), Random(seed)) for seed in range(99 if full else 20))


def retyped(session: Session, chance: Random) -> int:
    """Answer as it comes, go on some acts, undo, and answer otherwise; return how often that was taken."""
    game, skipped = session.match, chance.randrange(3)
    while skipped >= 0 and (lines := possible(session)):
        skipped -= game.attempt is not None and bool(game.attempt.ask)
        if skipped >= 0:
            session.take(chance.choice(lines))
    if game.attempt is None:  # the game was over before
        return 0
    before, first, *others = len(game.inputs), *chance.sample(game.attempt.ask, len(game.attempt.ask))
    session.take(first)
    for _ in range(chance.choice((1, 1, 2, 9))):
        if game.attempt is not None:
            session.take(chance.choice(possible(session)))
    while len(game.inputs) > before:
        if session.take("u").refused is not None:  # a run that hands cannot put back has ended since
            return 0
    while not game.attempt.ask:
        session.take("")
    for other in others:
        stands = mark(game), game.journal.size, seen(session, whole=True)
        refused = session.take(other).refused
        if refused is None:
            return 1
        assert isinstance(refused, TableError)
        assert not isinstance(refused, ProtocolBug)
        assert (mark(game), game.journal.size, seen(session, whole=True)) == stands
    return 0
