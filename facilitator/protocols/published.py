"""Selections of the paper: current text, earlier text, and the selection for Hearts.

They follow the texts step by step, including steps whose result is already public. The texts contain two
errors, which the project's notes on protocols list. This module uses the correct reading: β α means playable.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from facilitator.operations.definitions import Collect, Heading
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.operations.steps import Kind, Label, Step
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT
from facilitator.protocols.layout import Layout, stirred_bits
from facilitator.protocols.lottery import covert_lottery, original_lottery
from facilitator.protocols.selection import PAPER, PAPER_2023, Places, opening


def _clear_row(known: Outcome) -> Steps[Outcome]:
    yield Collect(
        LEFT + RIGHT,
        act=Step(Kind.BITS, 4, brief=PAPER.whole, label=Label.from_names(PAPER.own), given=PAPER.given),
    )
    return known


def build_published(layout: Layout) -> Recipe:
    """Return the protocol of the current paper (§4, 12 steps): m+4 shuffles, 3k+4 extra cards.

    After "none", the attempt ends. A card is then drawn, and the complete selection begins again.
    """
    table = Places(layout, PAPER)
    return _build_published(table, table.give_back_theirs)


def else_any(layout: Layout) -> Recipe:
    """Return the paper's selection for Hearts (§5.2): one priority, otherwise any card.

    It uses the original lottery, in which only the first priority has a pair: m+3 shuffles, 3k+4 extra cards.
    """
    code = tuple((face, ranks[:1]) for face, ranks in layout.code)
    table = Places(replace(layout, code=code, classes=1), PAPER, stirred_bits(2))

    def clear(known: Outcome) -> Steps[Outcome]:
        # The token is next to the last pile.
        boxed = Step(Kind.BITS, 2, brief=PAPER.whole, label=Label.from_names(PAPER.own), given=PAPER.given)
        yield Collect(LEFT if layout.m > 1 else MIDDLE, act=boxed)
        return known

    return (
        *opening(table),
        *original_lottery(table.piles, layout.playable),
        Stage(Heading(Part.CLEAR_ROW), clear),
        Stage(Heading(Part.GIVE_BACK_OWN), table.give_back_own),
        Stage(Heading(Part.GIVE_BACK_OTHERS), table.give_back_theirs),
    )


def published_2023(layout: Layout) -> Recipe:
    """Return the protocol of the paper's earlier text (15 steps): m+5 shuffles, 3k+4 extra cards.

    It shuffles the other owners' cards and markers again before they are returned.
    """
    table = Places(layout, PAPER_2023)
    return _build_published(table, table.mix_and_give_back)


def _build_published(table: Places, last: Callable[[Outcome], Steps[Outcome]]) -> Recipe:
    """Return the stages that the paper's two texts share, followed by the different last stage.

    Args:
        table: Places of the selection.
        last: Steps that return the other owners' cards.
    """
    return (
        *opening(table),
        *covert_lottery(table.piles, table.layout.playable),
        Stage(Heading(Part.CLEAR_ROW), _clear_row),
        Stage(Heading(Part.GIVE_BACK_OWN), table.give_back_own),
        Stage(Heading(Part.GIVE_BACK_OTHERS), last),
    )
