"""Extra cards of a table (markers, bit cards, cards for random draws): how many to make, and when to make more.

`planning.shopping` lists all other things to buy. `sheets.card_making` describes methods of making the cards,
with their cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from math import ceil
from typing import TYPE_CHECKING, Any

from facilitator.games.events import Kinds
from facilitator.games.masks import UNIFORM
from facilitator.games.rules import PublicState, RandomDraw, Rules, conclude_selection, require_selection
from facilitator.games.seats import name_pile
from facilitator.i18n.catalogue import Between, Listed, Value, phrase, sentence
from facilitator.instructions.cost import count_cost
from facilitator.instructions.written_faces import write_card
from facilitator.operations.faces import (
    ALPHA,
    BETA,
    DECK,
    DISCARDS,
    Face,
    get_drawn_name,
    is_lot_card,
    lot_card,
    marker,
    owner_of,
)
from facilitator.operations.perform import Recipe, operations
from facilitator.planning.shopping import describe_holders, shopping
from facilitator.play.turn_starts import plan_opening
from facilitator.play.virtual_turn import TurnPolicy, layout_of, plan_selection
from facilitator.protocols.forms import get_form
from facilitator.protocols.layout import class_code
from facilitator.protocols.lottery import simple_lot
from facilitator.table_files.load import Table
from facilitator.table_files.model import game_of, get_masks, pool_cards, state_before, uses_printed_deck

if TYPE_CHECKING:
    from facilitator.play.attempt import Attempt
    from facilitator.protocols.layout import Layout


SPARE_CARDS = {"one": 12, "until playable": 21}
"""Number of spare markers for each seat, for each rule about drawing cards.

Each additional card in a hand needs another marker. These numbers are enough in 99 % of games, with any hand
size.
"""


PER_SHEET = {
    "labels": {"A4": 12, "Letter": 12},
    "slips": {"A4": 10, "Letter": 9},
    "business cards": {"A4": 10, "Letter": 10},
    "cards": {"A4": 9, "Letter": 9},
}
"""Number of extra cards on a sheet, by method of making the cards and by paper size."""


@dataclass(frozen=True, slots=True)
class CardNeed:
    """Number of identical extra cards: for the first virtual turn, and in reserve for later turns."""

    face: Face
    first: int
    reserve: int = 0

    @property
    def total(self) -> int:
        """Number of these extra cards for the first turn and all later turns together."""
        return self.first + self.reserve


def list_needs(table: Table) -> tuple[CardNeed, ...]:
    """Return the extra cards that a table needs: markers, bit cards, and cards for random draws.

    Some cards have a reserve for later turns. Seats get more markers if hands can grow, and the discard pile
    gets more markers if it is part of the layout. Bit cards get a reserve if a style can use more priorities
    later, or if a hand of one card can grow and then needs a lottery.
    """
    first: Counter[Face] = Counter(shopping(table).designations)
    most = Counter(first)
    policy = TurnPolicy.from_table(table)
    begun = [plan_opening(table, seat.name).state for seat in table.virtual]
    for recipe in chain.from_iterable(_iter_later_protocols(state, policy) for state in begun):
        most |= _count_designations(recipe)
    rules, pool = policy.rules, pool_cards(table)
    if table.virtual and rules.about.lot and _may_need_lot(table, rules, pool):
        first |= _count_designations(simple_lot(rules.about.lot))
    most |= first
    most = Counter({**most, **_count_markers(table, first, len(pool or rules.kinds.cards))})
    faces = _sort_faces(most, table, rules)
    return tuple(CardNeed(face, first[face], most[face] - first[face]) for face in faces if most[face])


def _sort_faces(faces: Iterable[Face], table: Table, rules: Rules[Any]) -> list[Face]:
    """Return all markers, bit cards and cards for random draws of a table, and then the other faces."""
    order = [marker(seat.name) for seat in table.seats]
    order += [marker(DECK), marker(DISCARDS), ALPHA, BETA, *map(lot_card, rules.about.lot)]
    rest = sorted((face for face in faces if face not in order), key=lambda face: (len(face), face))
    return [*order, *rest]


def _count_markers(table: Table, first: Counter[Face], cards: int) -> dict[Face, int]:
    """Return the number of markers that each seat needs for its largest hand, and the discard pile at its largest.

    Args:
        table: Table.
        first: Extra cards for the first virtual turn. Owners without a marker in this turn never need one.
        cards: Number of cards in the deck, which limits the size of a hand.
    """
    spare = SPARE_CARDS[table.draw] if hands_grow(table) else 0
    largest = min(table.hand_size + spare, cards)
    found = {face: largest for seat in table.seats if first[face := marker(seat.name)]}
    if concealed := first[marker(DISCARDS)]:  # cards that leave the draw pile end up in the discard pile
        found[marker(DISCARDS)] = concealed + first[marker(DECK)]
    return found


def hands_grow(table: Table) -> bool:
    """Return whether a virtual hand can grow, because the draw pile has cards after the deal."""
    rules, before = game_of(table), state_before(table)
    return any(rules.get_shared_deck(before, seat.name).deck for seat in table.virtual)


def list_cards_to_make(table: Table) -> tuple[CardNeed, ...]:
    """Return the extra cards to make. More cards are added until the last sheet is full."""
    needed = list_needs(table)
    if uses_printed_deck(table.protocol) or table.extras not in PER_SHEET:
        return needed
    return fill_last_sheet(needed, PER_SHEET[table.extras][table.paper])


def fill_last_sheet(needed: Sequence[CardNeed], per_sheet: int) -> tuple[CardNeed, ...]:
    """Increase the reserve of bit cards and markers until the last sheet is full."""
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


def _may_need_lot(table: Table, rules: Rules[Any], pool: Sequence[Face]) -> bool:
    """Return whether a virtual turn can need a random draw.

    This is always assumed for a shared deck. A separate deck must have a card that requires a random draw.
    """
    state = plan_opening(table, table.virtual[0].name).state
    need = require_selection(rules, state)
    after = (conclude_selection(rules, state, need, card, 0) for card in need.all_kinds.intersection(pool))
    return not pool or any(isinstance(follows, RandomDraw) for follows in after)


def lot_cards(needed: Iterable[CardNeed]) -> int:
    """Return the number of cards that are only used in random draws."""
    return sum(need.first for need in needed if is_lot_card(need.face))


def describe_total(needed: Sequence[CardNeed], kinds: Kinds) -> str:
    """Return a sentence with the number of cards for the first turn and the total number."""
    lots = lot_cards(needed)
    extra = sum(need.first for need in needed) - lots
    parts = [phrase("n.extra", n=extra)] if extra or not lots else []
    parts += [phrase("needs.lots", n=lots, naming=kinds.naming)] if lots else []
    whole = sum(need.total for need in needed)
    return sentence("needs.sum", cards=Listed(tuple(parts), Between.AND), whole=whole)


def _count_designations(recipe: Recipe) -> Counter[Face]:
    return Counter(count_cost(operations(recipe)).designations)


def _iter_later_protocols(begun: PublicState, policy: TurnPolicy) -> Iterator[Recipe]:
    """Yield one or two protocols that together use every extra card of a virtual player's later attempts.

    The first protocol is for a hand of at least two cards. The second protocol has the largest number of
    priorities in the player's style. It is left out if the first protocol has as many priorities.
    """
    grown = layout_of(begun, policy).m == 1
    plan = plan_selection(begun, policy, grown=grown)
    yield plan.recipe
    style, layout, styles = policy.style(plan.seat), plan.layout, policy.rules.about.styles
    if layout is None or not styles or style == UNIFORM:
        return
    cards = frozenset(layout.cards)
    most = max(sum(not cards.isdisjoint(level) for level in order) for order in styles[style].values())
    if most <= layout.pairs or layout.m == 1:
        return
    code = class_code(layout.cards, frozenset(layout.playable), *[frozenset[Face]()] * (most - 1))
    yield get_form(plan.form).recipe(replace(layout, code=code, classes=most))


def get_route_key(route: str) -> str:
    """Return the name of a card-making method in keys of the message catalogue."""
    return "torn" if route == "business cards" else route


@dataclass(frozen=True, slots=True)
class Kit:
    """Extra cards of a table, all made with the same method.

    Attributes:
        route: Method of making the cards, such as ``labels``.
        needed: The cards, including a reserve that fills the last sheet.
        sheets: Number of sheets to print.
        cuts: Number of cuts. Each cut goes through a whole stack of sheets.
        stack: Number of sheets in a stack.
        minutes: Estimated minutes to make the cards.
        euros: Estimated price in euros.
        buy: Things to buy, as text.
        decks: Number of additional decks for labels. 0 for other methods.
    """

    route: str
    needed: tuple[CardNeed, ...]
    sheets: int = 0
    cuts: int = 0
    stack: int = 1
    minutes: float = 0.0
    euros: float = 0.0
    buy: tuple[str, ...] = ()
    decks: int = 0

    @property
    def cards(self) -> int:
        """Total number of cards."""
        return sum(need.total for need in self.needed)

    def words(self) -> str:
        """Return a line with the method, the sheets, the cuts, the minutes and the price."""
        slots: dict[str, Value] = {
            "route": self.route,
            "minutes": ceil(self.minutes),
            "euros": ceil(self.euros),
        }
        if not self.sheets:
            return sentence("kit.said.bought", **slots)
        key = "kit.said.labels" if self.route == "labels" else "kit.said"
        return sentence(key, sheets=phrase("n.sheets", n=self.sheets), cuts=self._describe_cuts(), **slots)

    def _describe_cuts(self) -> Value:
        cuts = phrase("n.cuts", n=self.cuts)
        said = [phrase("kit.cuts.stack", cuts=cuts, n=self.stack) if self.stack > 1 else cuts]
        said = said if self.cuts else []
        parts = [phrase("kit.cuts.parts")] if self.route == "wallet" else []
        return Listed((*said, *parts) or (phrase("kit.cuts.none"),))

    def to_json(self) -> dict[str, object]:
        """Return the kit as an object for `plan --json`."""
        return {
            "cards": self.cards,
            "sheets": self.sheets,
            "cuts": self.cuts,
            "minutes": round(self.minutes, 1),
            "euros": round(self.euros, 2),
        }


# ----------------------------------------------------------------------------------------------------
# The box of extra cards at the table: its contents, and warnings before an attempt needs more of them.


SOON = 4
"""Maximum number of cards that a hand can receive at once (wild draw four)."""


class ExtrasBox:
    """Box of extra cards at a table, with warnings about missing cards.

    Attributes:
        holds: Number of cards of each kind, by the text on the card.
    """

    def __init__(self, table: Table) -> None:
        self._kinds = game_of(table).kinds
        self._needs = list_cards_to_make(table)
        self._largest = len(pool_cards(table) or self._kinds.cards)  # no hand can have more cards
        self._soon = SOON if hands_grow(table) else 0
        self._holders = Listed(tuple(describe_holders(table)), Between.AND)
        self._has_columns = not uses_printed_deck(table.protocol)
        self._deck_check = () if self._has_columns else (describe_deck_check(table),)
        self.holds = Counter({need.face: need.total for need in self._needs})

    def contents(self) -> str:
        """Return a text with the extra cards required in the box.

        For a printed deck, the text also explains how to check the masks.
        """
        return " ".join((self._contents(), *self._deck_check))

    def _contents(self) -> str:
        if not self._needs:
            return sentence("box.ready", holders=self._holders)
        needs, whole = describe_counts(self._needs, self._kinds), describe_total(self._needs, self._kinds)
        example = next((need for need in self._needs if need.reserve and _marks_player(need.face)), None)
        if example is None:
            return sentence("box.holds.few", needs=needs, holders=self._holders)
        return sentence(
            "box.holds",
            needs=needs,
            holders=self._holders,
            sum=whole,
            marker=example.face,
            owner=owner_of(example.face),
            now=example.first,
            reserve=example.reserve,
        )

    def warning(self, layout: Layout, attempt: Attempt) -> str:
        """Return a message about extra cards to make before an attempt. It is empty if there are enough.

        Each hand must be able to receive four more cards. Requested cards are counted as made, so that they
        are requested only once.
        """
        return self._demand(
            layout.hands, count_cost(attempt.foresight.all_ops, layout.kept_cards).designations
        )

    def note_hands(self, hands: Sequence[tuple[str, int]]) -> str:
        """Return a message about markers to make for the next virtual turn. It is empty if there are enough.

        Args:
            hands: Names of the card owners in the next virtual turn, with their numbers of cards.
        """
        return self._demand(hands, Counter(dict(_count_own_markers(hands)))) if self._has_columns else ""

    def _demand(self, owners: Sequence[tuple[str, int]], needed: Counter[Face]) -> str:
        hands = dict(_count_own_markers(owners))
        soon = Counter(needed)
        for face in hands.keys() & needed.keys():
            soon[face] = min(needed[face] + self._soon, self._largest)
        wanted = soon - self.holds
        if not wanted:
            return ""
        said = [self._describe_lack(face, wanted[face], hands[face]) for face in wanted if face in hands]
        others = [CardNeed(face, more) for face, more in wanted.items() if face not in hands]
        if others:
            said.append(sentence("box.lack.others", needs=describe_counts(others, self._kinds)))
        self.holds.update(wanted)
        return " ".join((*said, sentence("box.write")))

    def _describe_lack(self, face: Face, more: int, size: int) -> str:
        have, cards = self.holds[face], phrase("n.cards", n=size)
        return sentence("box.lack", owner=owner_of(face), cards=cards, have=have, face=face, more=more)


def _count_own_markers(owners: Iterable[tuple[str, int]]) -> Iterator[tuple[Face, int]]:
    """Yield the marker of each player among some card owners, with the player's number of cards."""
    return ((marker(owner), size) for owner, size in owners if owner not in (DECK, DISCARDS))


def _marks_player(face: Face) -> bool:
    owner = owner_of(face)
    return face == marker(owner) and owner not in (DECK, DISCARDS)


def describe_deck_check(table: Table) -> str:
    """Return the instruction to check that the masks match the printed cards."""
    pile = name_pile(table.pool_owners) if table.pool_owners else phrase("deck_check.deck")
    return sentence("deck_check", pile=pile, code=get_masks(table).code)


def describe_counts(needed: Sequence[CardNeed], kinds: Kinds) -> str:
    """Return the number of cards of each kind as text. All cards for random draws are one kind."""
    return "; ".join(_kinds(needed, kinds))


def _kinds(needed: Sequence[CardNeed], kinds: Kinds) -> Iterator[str]:
    for kind, group in groupby(needed, key=lambda need: (_family(need.face), need.first, need.reserve)):
        faces = [need.face for need in group]
        family, first, reserve = kind
        number = f"{first} + {reserve}" if reserve else f"{first}"
        if family == "lot":
            named = Listed(tuple(kinds.describe_named(get_drawn_name(face)) for face in faces))
            yield sentence("needs.lot", naming=kinds.naming, named=named)
        else:
            yield f"{write_card(family)}: {number}"


def _family(face: Face) -> str:
    return "lot" if is_lot_card(face) else face
