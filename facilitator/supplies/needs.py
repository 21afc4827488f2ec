"""How many extra cards of each kind to print: counted from the operations, with a reserve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from facilitator.games.base import Facts, Game, Lot
from facilitator.machine.faces import (
    ALPHA,
    BETA,
    DECK,
    DISCARDS,
    Face,
    colour_card,
    is_colour_card,
    marker,
    position_marker,
)
from facilitator.machine.perform import Answers, Recipe, operations
from facilitator.play.opening import opening
from facilitator.play.turn import UNIFORM, Choice, layout_of, needed, plan_selection, pool_cards
from facilitator.protocols.forms import CONCEALED, form_named
from facilitator.protocols.layout import class_code, weighted_code
from facilitator.protocols.lottery import colour_lottery
from facilitator.readings.cost import cost
from facilitator.supplies.shopping import shopping
from facilitator.table.load import Table
from facilitator.wording import plural

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
    A style that may weigh more later, or a hand that grows, asks for more bit cards and positions (a hand of one
    card needs no lottery, of two it does); a discard pile that joins the layout grows as the deck shrinks.
    """
    first: Counter[Face] = Counter(shopping(table).designations)
    most = Counter(first)
    choice = Choice.of(table)
    for seat in table.virtual:
        for recipe in _later(opening(table, seat.name).state, choice):
            most |= _designations(recipe)
    law = choice.law
    cards = pool_cards(table) or law.kinds.cards
    if table.virtual and _leaves_to_chance(law, opening(table, table.virtual[0].name).state, cards):
        first |= _designations(colour_lottery(law.lot))
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
    order += [marker(DECK), marker(DISCARDS), ALPHA, BETA, *map(colour_card, law.lot)]
    rest = sorted((face for face in most if face not in order), key=lambda face: (len(face), face))
    return tuple(Need(face, first[face], most[face] - first[face]) for face in (*order, *rest) if most[face])


def _leaves_to_chance(law: Game[Any], state: Facts, cards: Iterable[Face]) -> bool:
    """Whether one of these cards, selected, leads to a lot."""
    need = needed(law, state)
    return any(isinstance(law.concluded(state, need, card, 0), Lot) for card in dict.fromkeys(cards))


def colour_cards(needed: Iterable[Need]) -> int:
    """Return how many of these are the colour lottery's, which no selection needs."""
    return sum(need.first for need in needed if is_colour_card(need.face))


def together(needed: Sequence[Need]) -> str:
    """Return the sums in words, the same wherever they are told: the first turn's cards, and all of them."""
    colours = colour_cards(needed)
    first = plural(sum(need.first for need in needed) - colours, "extra card")
    also = f" and {plural(colours, 'colour card')}" if colours else ""
    return f"{first}{also} at the first turn, {sum(need.total for need in needed)} with the reserve"


def _designations(recipe: Recipe) -> Counter[Face]:
    return Counter(cost(operations(recipe, Answers())).designations)


def _later(begun: Facts, choice: Choice) -> Iterator[Recipe]:
    """Yield the runs that may need more than the first: with a second card, of the most classes or weights."""
    grown = layout_of(begun, choice).m == 1
    plan = plan_selection(begun, choice, grown=grown)
    yield plan.recipe
    style, layout, styles = choice.style(plan.seat), plan.layout, choice.law.styles
    if layout is None or styles is None or style == UNIFORM:
        return
    most = styles.most(style, begun, layout.cards)
    if most <= layout.pairs or layout.m == 1:
        return
    if isinstance(style, str):
        code = class_code(layout.cards, frozenset(layout.playable), *[frozenset[Face]()] * (most - 1))
        yield form_named(plan.form).recipe(replace(layout, code=code, classes=most))
    else:
        code = weighted_code(styles.weights(style, begun, layout.cards), most=most)
        styled = form_named(choice.form).styled
        form = form_named(CONCEALED[styled] if choice.conceal else styled)
        yield form.recipe(replace(layout, code=code))
