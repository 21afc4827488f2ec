"""Selections of the paper: current text, earlier text, and the selection for Hearts.

They follow the texts step by step, including steps whose result is already public. The texts contain two
errors, which the project's notes on protocols list. This module uses the correct reading: β α means playable.
"""

from __future__ import annotations

from dataclasses import replace

from facilitator.operations.definitions import Collect, Heading
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.operations.steps import Kind, Label, Step
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT
from facilitator.protocols.layout import Layout, stirred_bits
from facilitator.protocols.lottery import covert_lottery, original_lottery
from facilitator.protocols.selection import PAPER, PAPER_2023, Places, closing, opening


def _clear_row(known: Outcome) -> Steps[Outcome]:
    boxed = Step(Kind.BITS, 4, brief=PAPER.whole, label=Label(PAPER.own), given=PAPER.given)
    yield Collect(LEFT + RIGHT, step=boxed)
    return known


def build_published(layout: Layout) -> Recipe:
    """Return the protocol of the current paper (§4, 12 steps).

    It takes m+4 shuffles and 3k+4 extra cards for m cards in the virtual hand and k cards in the layout.
    After "none", the attempt ends. The seat then draws a card, and another attempt begins.
    """
    table = Places(layout, PAPER)
    return _build_published(table, closing(table))


def else_any(layout: Layout) -> Recipe:
    """Return the paper's selection for Hearts (§5.2): a card of the led suit, otherwise any card.

    It uses the original lottery, in which only the first priority has a pair. It takes m+3 shuffles and 3k+4
    extra cards for m cards in the virtual hand and k cards in the layout.
    """
    code = tuple((face, ranks[:1]) for face, ranks in layout.code)
    table = Places(replace(layout, code=code, classes=1), PAPER, stirred_bits(2))

    def clear(known: Outcome) -> Steps[Outcome]:
        # The token is next to the last pile.
        boxed = Step(Kind.BITS, 2, brief=PAPER.whole, label=Label(PAPER.own), given=PAPER.given)
        yield Collect(LEFT if layout.m > 1 else MIDDLE, step=boxed)
        return known

    return (
        *opening(table),
        *original_lottery(table.piles, layout.playable),
        Stage(Heading(Part.CLEAR_ROW), clear),
        *closing(table),
    )


def published_2023(layout: Layout) -> Recipe:
    """Return the protocol of the paper's earlier text (15 steps).

    It differs from the current text in the last steps: it shuffles the other owners' cards with their markers
    before they are returned. It takes m+5 shuffles and 3k+4 extra cards.
    """
    table = Places(layout, PAPER_2023)
    own = Stage(Heading(Part.GIVE_BACK_OWN), table.give_back_own)
    return _build_published(table, (own, Stage(Heading(Part.GIVE_BACK_OTHERS), table.mix_and_give_back)))


def _build_published(table: Places, last: Recipe) -> Recipe:
    """Return the protocol of the paper's current or earlier text. The two differ only in the last stages.

    Args:
        table: Places of the cards.
        last: Last stages, in which the owners get their cards back.
    """
    lottery = covert_lottery(table.piles, table.layout.playable)
    return (*opening(table), *lottery, Stage(Heading(Part.CLEAR_ROW), _clear_row), *last)
