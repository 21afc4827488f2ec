"""How many extra cards of each kind to print, counted from the operations, with a reserve; the box that holds them.

What else is bought stands in `evening.shopping`; how the cards are made, and what that costs, in `sheets.kit`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING, Any

from facilitator.games.events import Kinds
from facilitator.games.registry import game_named
from facilitator.games.rules import Facts, Lot, Rules
from facilitator.i18n.catalogue import Between, Listed, Value, phrase, sentence
from facilitator.instructions.cost import cost
from facilitator.operations.faces import (
    ALPHA,
    BETA,
    DECK,
    DISCARDS,
    Face,
    is_lot_card,
    lot_card,
    marker,
    named_by,
    owner_of,
)
from facilitator.operations.perform import Recipe, operations
from facilitator.planning.shopping import holders, shopping
from facilitator.play.turn_starts import opening
from facilitator.play.virtual_turn import UNIFORM, TurnPolicy, layout_of, needed, plan_selection
from facilitator.protocols.forms import form_named
from facilitator.protocols.layout import class_code
from facilitator.protocols.lottery import simple_lot
from facilitator.table_files.load import Table
from facilitator.table_files.model import pool_cards, printed, slips_show, state_before

if TYPE_CHECKING:
    from facilitator.play.attempt import Run
    from facilitator.protocols.layout import Layout


SPARE_CARDS = {"one": 12, "until playable": 21}
"""Markers in reserve for each seat, by what the house draws: a hand grows, and then needs more of its own.  Enough in
99 % of games, however large hands begin."""


PER_SHEET = {
    "labels": {"A4": 12, "Letter": 12},
    "slips": {"A4": 10, "Letter": 9},
    "business cards": {"A4": 10, "Letter": 10},
    "cards": {"A4": 9, "Letter": 9},
}
"""Extra cards on a usual sheet, by the way to make them and the paper."""


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

    For the first turn those of the evening's plan, and the cards of a lot.

    The deck and the bit cards need no reserve: the deck is never larger, and no layout has more columns.
    A style that may tell more classes apart later, or a hand that grows, asks for more bit cards (a hand of one
    card needs no lottery, of two it does); a discard pile that joins the layout grows as the deck shrinks.
    """
    first: Counter[Face] = Counter(shopping(table).designations)
    most = Counter(first)
    choice = TurnPolicy.of(table)
    for seat in table.virtual:
        begun = opening(table, seat.name)
        for recipe in _later(begun.state, choice):
            most |= _designations(recipe)
    law, pool = choice.law, pool_cards(table)
    if table.virtual and law.about.lot and _may_need_lot(table, law, pool):
        first |= _designations(simple_lot(law.about.lot))
    most |= first
    most = Counter({**most, **_reserved(table, first, len(pool or law.kinds.cards))})
    order = [marker(seat.name) for seat in table.seats]
    order += [marker(DECK), marker(DISCARDS), ALPHA, BETA, *map(lot_card, law.about.lot)]
    rest = sorted((face for face in most if face not in order), key=lambda face: (len(face), face))
    return tuple(Need(face, first[face], most[face] - first[face]) for face in (*order, *rest) if most[face])


def _reserved(table: Table, first: Counter[Face], cards: int) -> dict[Face, int]:
    """Return the markers that grown hands and discards may ask for."""
    spare = SPARE_CARDS[table.draw] if hands_grow(table) else 0
    largest = min(table.hand_size + spare, cards)
    found = {face: largest for seat in table.seats if first[face := marker(seat.name)]}
    if concealed := first[marker(DISCARDS)]:  # what leaves the deck ends among the discards
        found[marker(DISCARDS)] = concealed + first[marker(DECK)]
    return found


def hands_grow(table: Table) -> bool:
    """Tell whether a hand may take cards: whether there is a deck to draw from, for sometimes all are dealt."""
    law, before = game_named(table.game), state_before(table)
    return any(law.stock(before, seat.name).deck for seat in table.virtual)


def made(table: Table) -> tuple[Need, ...]:
    """Return the extra cards as the usual sheets make them: the needs, and a reserve that fills the last sheet."""
    needed = needs(table)
    if printed(table.protocol) or table.extras not in PER_SHEET:
        return needed
    return filled(needed, PER_SHEET[table.extras][table.paper])


def filled(needed: Sequence[Need], per_sheet: int) -> tuple[Need, ...]:
    """Return the needs with so many more bit cards and markers in reserve that the last sheet is full."""
    grown = list(needed)
    wanted = [
        i
        for i, need in enumerate(needed)
        if need.face in (ALPHA, BETA) or need.face == marker(owner_of(need.face))
    ]
    turns = wanted or list(range(len(needed)))
    free = -sum(need.total for need in needed) % per_sheet
    for n in range(free):
        i = turns[(n - free) % len(turns)]
        grown[i] = replace(grown[i], reserve=grown[i].reserve + 1)
    return tuple(grown)


def _may_need_lot(table: Table, law: Rules[Any], pool: Sequence[Face]) -> bool:
    """Whether a lot can come up: where virtual seats have a deck of their own, if one of its cards leads to it."""
    state = opening(table, table.virtual[0].name).state
    need = needed(law, state)
    after = (law.concluded(state, need, card, 0) for card in dict.fromkeys(pool))
    return not pool or any(isinstance(follows, Lot) for follows in after)


def lot_cards(needed: Iterable[Need]) -> int:
    """Return how many of these are a lot's, which no selection needs."""
    return sum(need.first for need in needed if is_lot_card(need.face))


def together(needed: Sequence[Need], kinds: Kinds) -> str:
    """Return the sums in words, the same wherever they are told: the first turn's cards, and all of them."""
    lots = lot_cards(needed)
    extra = sum(need.first for need in needed) - lots
    parts = [phrase("n.extra", n=extra)] if extra or not lots else []
    parts += [phrase("needs.lots", n=lots, naming=kinds.naming)] if lots else []
    whole = sum(need.total for need in needed)
    return sentence("needs.sum", cards=Listed(tuple(parts), Between.AND), whole=whole)


def _designations(recipe: Recipe) -> Counter[Face]:
    return Counter(cost(operations(recipe)).designations)


def _later(begun: Facts, choice: TurnPolicy) -> Iterator[Recipe]:
    """Yield the runs that may need more than the first: with a second card, of the most classes."""
    grown = layout_of(begun, choice).m == 1
    plan = plan_selection(begun, choice, grown=grown)
    yield plan.recipe
    style, layout, styles = choice.style(plan.seat), plan.layout, choice.law.about.styles
    if layout is None or styles is None or style == UNIFORM:
        return
    most = styles.most(style, layout.cards)
    if most <= layout.pairs or layout.m == 1:
        return
    code = class_code(layout.cards, frozenset(layout.playable), *[frozenset[Face]()] * (most - 1))
    yield form_named(plan.form).recipe(replace(layout, code=code, classes=most))


def called(route: str) -> str:
    """Return what the catalogue calls a route."""
    return "torn" if route == "business cards" else route


@dataclass(frozen=True, slots=True)
class Kit:
    """A table's extra cards made by one route.

    ``needed``: with so much in reserve that the last sheet is full.  ``cuts``: of whole stacks of ``stack``
    sheets.  ``minutes``, ``euros``: by what we assume.  ``buy``: what to get, in words.
    """

    route: str
    needed: tuple[Need, ...]
    sheets: int = 0
    cuts: int = 0
    stack: int = 1
    minutes: float = 0.0
    euros: float = 0.0
    buy: tuple[str, ...] = ()

    @property
    def cards(self) -> int:
        return sum(need.total for need in self.needed)

    def words(self) -> str:
        """Return the route in a line: sheets, cuts, minutes, money."""
        slots: dict[str, Value] = {
            "route": self.route,
            "minutes": ceil(self.minutes),
            "euros": ceil(self.euros),
        }
        if not self.sheets:
            return sentence("kit.said.bought", **slots)
        return sentence("kit.said", sheets=phrase("n.sheets", n=self.sheets), cuts=self._cut(), **slots)

    def _cut(self) -> Value:
        """Return what is cut, in words."""
        cuts = phrase("n.cuts", n=self.cuts)
        said = [phrase("kit.cuts.stack", cuts=cuts, n=self.stack) if self.stack > 1 else cuts]
        said = said if self.cuts else []
        parts = [phrase("kit.cuts.parts")] if self.route == "wallet" else []
        return Listed((*said, *parts) or (phrase("kit.cuts.none"),))

    def to_json(self) -> dict[str, object]:
        """Return it as `plan --json` has it."""
        return {
            "cards": self.cards,
            "sheets": self.sheets,
            "cuts": self.cuts,
            "minutes": round(self.minutes, 1),
            "euros": round(self.euros, 2),
        }


# ----------------------------------------------------------------------------------------------------
# The box of extra cards at the table: what it must hold, how it is made, the warning before a run asks for more.


SOON = 4
"""Cards a hand may take at once: a wild draw four."""


class ExtrasBox:
    """The extra cards a table has: those of `facilitator print`, and what it was told to make since."""

    def __init__(self, table: Table) -> None:
        self._kinds = game_named(table.game).kinds
        self._needs = made(table)
        self._largest = len(pool_cards(table) or self._kinds.cards)  # no hand ever has more cards
        self._soon = SOON if hands_grow(table) else 0
        self._holders = Listed(tuple(holders(table)), Between.AND)
        self._slips = not slips_show(table.equipment, "slips")
        self.holds = Counter({need.face: need.total for need in self._needs})

    def contents(self) -> str:
        """Return what the box must hold before the first turn, in a sentence."""
        if not self._needs:
            return sentence("box.ready", holders=self._holders)
        told, whole = counted(self._needs, self._kinds), together(self._needs, self._kinds)
        key = "box.holds" if any(not is_lot_card(need.face) for need in self._needs) else "box.holds.few"
        return sentence(key, needs=told, holders=self._holders, sum=whole)

    def warning(self, layout: Layout, run: Run) -> str:
        """Return what to make before this run; empty while there is enough, also if a hand takes four cards.

        What was told to be made counts as made, so nothing is told twice.
        """
        needed = cost(run.foresight.whole, layout.lying).designations
        hands = {marker(owner): size for owner, size in layout.hands if owner not in (DECK, DISCARDS)}
        soon = {
            face: min(n + self._soon, self._largest) if face in hands else n for face, n in needed.items()
        }
        wanted = {face: n - self.holds[face] for face, n in soon.items() if n > self.holds[face]}
        if not wanted:
            return ""
        said = [self._lack(face, more, hands[face]) for face, more in wanted.items() if face in hands]
        others = [Need(face, more) for face, more in wanted.items() if face not in hands]
        if others:
            said.append(sentence("box.lack.others", needs=counted(others, self._kinds)))
        how = self._made_from(sum(wanted.values()), needed[marker(DECK)])
        self.holds.update(wanted)
        return " ".join((*said, how))

    def _made_from(self, total: int, deck: int) -> str:
        """Say how so many more are made: of the deck's spare markers where there are enough, which then are gone."""
        spare = self.holds[marker(DECK)] - deck
        if spare >= total:
            self.holds[marker(DECK)] -= total
            return sentence("box.relabel", total=total, spare=spare, face=marker(DECK))
        return sentence("box.write.slips" if self._slips else "box.write")

    def _lack(self, face: Face, more: int, size: int) -> str:
        have, cards = self.holds[face], phrase("n.cards", n=size)
        key = "box.lack.now" if size > have else "box.lack"
        return sentence(key, owner=owner_of(face), cards=cards, have=have, face=face, more=more)


def counted(needed: Sequence[Need], kinds: Kinds) -> str:
    """Return each kind with its number, those drawn by lot in one."""
    return "; ".join(_kinds(needed, kinds))


def _kinds(needed: Sequence[Need], kinds: Kinds) -> Iterator[str]:
    for kind, group in groupby(needed, key=lambda need: (_family(need.face), need.first, need.reserve)):
        faces = [need.face for need in group]
        family, first, reserve = kind
        number = f"{first} + {reserve}" if reserve else f"{first}"
        if family == "lot":
            named = Listed(tuple(kinds.describe_named(named_by(face)) for face in faces))
            yield sentence("needs.lot", named=named)
        else:
            yield f"{family}: {number}"


def _family(face: Face) -> str:
    return "lot" if is_lot_card(face) else face
