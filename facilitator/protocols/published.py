"""The paper's own selections: the current text's, the earlier text's, and that for Hearts.

They follow the texts to the letter, step by step, and nothing is left out where everybody could count the outcome.
Where the texts slip (PROTOCOLS lists two), the reading that is right is taken: β α means valid.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from facilitator.operations.definitions import Collect, Heading
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.operations.steps import Act, Kind, Label
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT
from facilitator.protocols.layout import Layout
from facilitator.protocols.lottery import covert_lottery, original_lottery
from facilitator.protocols.selection import PAPER, PAPER_2023, Places, opening


def _clear_row(known: Outcome) -> Steps[Outcome]:
    """The six-card row's four free cards go back to the box."""
    yield Collect(LEFT + RIGHT, act=Act(Kind.BITS, 4, brief=Kind.BACK, label=Label.of(PAPER.own)))
    return known


def published(layout: Layout) -> Recipe:
    """Return the card selection of the current paper (§4, 12 steps): m+4 shuffles, 3k+4 extra cards.

    After "none" there is no drawing in the same run: a card is drawn, and the whole selection begins again.
    """
    table = Places(layout, PAPER)
    return _published(table, table.give_back_theirs)


def else_any(layout: Layout) -> Recipe:
    """Return the paper's selection for Hearts (§5.2): if no card of the first class is held, any is selected.

    By the original lottery, on which only the first class is encoded: m+3 shuffles, 3k+4 extra cards.  The
    layout's second class is all other cards, so it needs no pair.
    """
    code = tuple((face, ranks[:1]) for face, ranks in layout.code)
    table = Places(replace(layout, code=code, classes=1), PAPER)

    def clear(known: Outcome) -> Steps[Outcome]:
        # the token lies with the last pile
        boxed = Act(Kind.BITS, 2, brief=Kind.BACK, label=Label.of(PAPER.own))
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
    """Return the card selection of the paper's earlier text (15 steps): m+5 shuffles, 3k+4 extra cards.

    Cards and markers of the others are mixed once more before they go home.
    """
    table = Places(layout, PAPER_2023)
    return _published(table, table.mix_and_give_back)


def _published(table: Places, last: Callable[[Outcome], Steps[Outcome]]) -> Recipe:
    """Return what the paper's two texts have in common, and the step in which the others get their cards back."""
    return (
        *opening(table),
        *covert_lottery(table.piles, table.layout.playable),
        Stage(Heading(Part.CLEAR_ROW), _clear_row),
        Stage(Heading(Part.GIVE_BACK_OWN), table.give_back_own),
        Stage(Heading(Part.GIVE_BACK_OTHERS), last),
    )
