"""How many extra cards of each kind to print: counted from the operations, with a reserve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from facilitator.games import uno
from facilitator.perform import Answers, Recipe, operations
from facilitator.planning.shopping import shopping
from facilitator.protocols.layout import Layout, weighted_code
from facilitator.protocols.lottery import colour_lottery
from facilitator.protocols.registry import form_named
from facilitator.readings.cost import cost
from facilitator.sheets.opening import Opening, opening
from facilitator.styles import weights_for
from facilitator.table import Table
from facilitator.turn import Choice, pool_cards
from facilitator.words import ALPHA, BETA, DECK, DISCARDS, Face, colour_card, marker, position_marker

SPARE_HANDS = 2
SPARE_CARDS = {"one": 12, "until playable": 21}
"""Markers in reserve for each seat, in hands, and by what the house draws at least so many cards: a hand grows,
and then needs more of its own.  Enough in 99 % of games."""


@dataclass(frozen=True, slots=True)
class Need:
    """How many cards of one kind: for the first virtual turn, and in reserve for later ones."""

    face: Face
    first: int
    reserve: int = 0

    @property
    def total(self) -> int:
        return self.first + self.reserve


def needs(table: Table) -> tuple[Need, ...]:
    """Return every kind of extra card this table uses: seats' markers, the deck's, α, β, the rest.

    For the first turn those of the evening's plan, and a card a colour for the colour lottery.

    The deck and the bit cards need no reserve: the deck is never larger, and no layout has more columns.
    A style that may weigh more later, or a hand that grows, asks for more bit cards and positions; a discard
    pile that joins the layout grows as the deck shrinks.
    """
    first: Counter[Face] = Counter(shopping(table).designations)
    most = Counter(first)
    choice = Choice.of(table)
    for seat in table.virtual:
        if heavy := _heaviest(opening(table, seat.name), choice):
            most |= _designations(heavy)
    cards = pool_cards(table) or uno.DECK
    if any(map(uno.is_black, cards)):
        first |= _designations(colour_lottery(tuple(uno.COLORS)))
    most |= first
    spare = max(SPARE_HANDS * table.hand_size, SPARE_CARDS[table.draw])
    largest = min(table.hand_size + spare, len(cards))
    if each := most[position_marker(1)]:
        most |= Counter({position_marker(j): each for j in range(1, largest + 1)})
    for one in table.seats:
        if first[marker(one.name)]:
            most[marker(one.name)] = largest
    if concealed := first[marker(DISCARDS)]:
        most[marker(DISCARDS)] = (
            concealed + first[marker(DECK)]
        )  # what leaves the deck ends among the discards
    order = [marker(seat.name) for seat in table.seats]
    order += [marker(DECK), marker(DISCARDS), ALPHA, BETA, *map(colour_card, uno.COLORS)]
    rest = sorted((face for face in most if face not in order), key=lambda face: (len(face), face))
    return tuple(Need(face, first[face], most[face] - first[face]) for face in (*order, *rest) if most[face])


def _designations(recipe: Recipe) -> Counter[Face]:
    return Counter(cost(operations(recipe, Answers())).designations)


def _heaviest(begun: Opening, choice: Choice) -> Recipe | None:
    """Return the same run with as many pairs a column as the seat's style may ever ask for; None if none may."""
    plan = begun.plan
    layout = plan.layout
    style = choice.style(plan.seat)
    if layout is None or form_named(plan.form).plain != "weighted":
        return None
    late = replace(begun.state, hands=(2,) * len(begun.state.hands))
    now = weights_for(style, begun.state, layout.cards)
    worth = max(_largest(now.values()), _largest(weights_for(style, late, layout.cards).values()))
    heavy: Layout = replace(layout, code=weighted_code(now, most=worth))
    return form_named(plan.form).recipe(heavy)


def _largest(weights: Iterable[int]) -> int:
    return max(weights, default=1)
