"""Things to buy for a table, and the required space, counted from the operations of its first turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from facilitator.i18n.catalogue import phrase, sentence
from facilitator.instructions.cost import count_cost
from facilitator.operations.definitions import SIX, places_of
from facilitator.operations.faces import ALPHA, BETA, DECK, SLEEVES, Face, marker, owner_of
from facilitator.operations.perform import Recipe, operations
from facilitator.play.virtual_turn import (
    TurnPolicy,
    find_first_state,
    find_opening,
    first_turn,
    plan_selection,
)
from facilitator.table_files.model import game_of, get_masks, pool_cards, state_before, uses_printed_deck

if TYPE_CHECKING:
    from facilitator.table_files.load import Table


# ----------------------------------------------------------------------------------------------------
# Space on the table: how many columns fit, and how to arrange them.


HOST_CM = 20.0
"""Depth of the space in front of the host for the turn script and two piles, in cm."""
MAT_CM = (34.5, 21.5)
"""Width and depth of the mat for a row of six cards, in cm. The outer cards extend beyond its edges."""
_SLEEVE_CM = (7.0, 10.5)
# A card of 5.6 × 8.7 cm with the marker showing below it, and the pair side by side and half covered.
_COLUMN_CM = (8.5, 14.5)
CARD_CM, SHOWN_CM = (5.6, 8.7), 2.9
"""Size of a card, and visible height of a card that another card in the column overlaps, in cm."""


WALLET_CM = "50 × 40"
"""Size of the space for a wallet, its lid, the losers' pile and a few cards, in cm."""


WIDE_CM = 180.0
"""Width of a usual table in cm. A row of columns cannot be wider."""


class Space(NamedTuple):
    """Rows and columns of a layout, and the space that they need on the table.

    For a wallet, all numbers are 0.

    Attributes:
        k: Number of columns.
        rows: Number of rows.
        columns: Number of columns in a row.
        width_cm: Width in cm.
        depth_cm: Depth in cm, including the space in front of the host.
    """

    k: int
    rows: int
    columns: int
    width_cm: float
    depth_cm: float

    def words(self, equipment: str) -> str:
        """Return a sentence about the required space."""
        if not self.k:
            return sentence("space.wallet", room=WALLET_CM)
        size, rows = f"{self.width_cm:.0f} × {self.depth_cm:.0f}", phrase("n.rows", n=self.rows)
        taken = sentence("space.columns", k=self.k, rows=rows, columns=self.columns, size=size)
        if equipment == SLEEVES:
            return taken
        return sentence("space.overlap", taken=taken, column=" × ".join(f"{cm:g}" for cm in _COLUMN_CM))


def column_cm(equipment: str) -> tuple[float, float]:
    """Return the width and depth of a column in cm."""
    return _SLEEVE_CM if equipment == SLEEVES else _COLUMN_CM


def has_row(table: Table) -> bool:
    """Return whether a virtual turn uses the row of six cards, which lies on the mat."""
    recipes = (first_turn(table, seat.name).recipe for seat in table.virtual)
    return any(
        place.area == SIX for recipe in recipes for op in operations(recipe) for place in places_of(op)
    )


def strip_cm(table: Table) -> float:
    """Return the depth of the space in front of the host, in cm.

    This space holds the turn script and, without a wallet, a row of piles. The script lies beside the mat, if the
    table uses one.
    """
    if uses_printed_deck(table.protocol):
        return HOST_CM
    return (MAT_CM[1] if has_row(table) else HOST_CM) + column_cm(table.equipment)[1]


def measure_space(table: Table) -> Space:
    """Return the space for the largest layout before or in a table's first turn. A wallet has no columns."""
    return space(shopping(table).envelopes, table.equipment, strip_cm(table))


def space(k: int, equipment: str, strip: float = HOST_CM) -> Space:
    """Arrange k columns in as few rows as fit on a usual table, and return the space that they need.

    Args:
        k: Number of columns.
        equipment: Sleeves or envelopes, which determine the size of a column.
        strip: Depth of the space in front of the host, in cm.
    """
    across, down = column_cm(equipment)
    rows = ceil(k / (WIDE_CM // across))
    columns = ceil(k / rows) if rows else 0
    return Space(k, rows, columns, columns * across, rows * down + strip)


class Hiding(NamedTuple):
    """Size of a virtual hand and of the layout that hides it.

    Attributes:
        hand: Number of cards in the virtual hand.
        among: Number of cards in the layout, including the hand.
    """

    hand: int
    among: int


def hiding_at(table: Table) -> Hiding:
    """Return the size of a virtual hand and of the layout that hides it in the first turn.

    Without virtual players, both sizes are 0.
    """
    layout = first_turn(table).layout if table.virtual else None
    return Hiding(layout.m, layout.k) if layout else Hiding(0, 0)


# ----------------------------------------------------------------------------------------------------


BITS = (ALPHA, BETA)
UNPLAYED = "unplayed"
ROOM = 2
"""Difference in width and height between a sleeve and its play card, in mm.

A sleeve must hold four cards, and a larger sleeve would show extra cards beside the play card.
"""
_NAMES = {ALPHA: "alpha", BETA: "beta"}


@dataclass(frozen=True, slots=True)
class Shopping:
    """Things needed for the first turn.

    Attributes:
        play_decks: Number of game decks.
        designations: Number of extra cards of each kind, by the text on the card.
        envelopes: Number of envelopes or sleeves, one for each column.
        besides: Number of opaque envelopes for swapped piles, in addition to sleeves.
        printed: Number of printed cards for a wallet.
        spare: Number of cards in the game decks that are not used in the game. They can become extra cards.
    """

    play_decks: int
    designations: Mapping[Face, int]
    envelopes: int
    besides: int
    printed: int = 0
    spare: int = 0

    @property
    def extra_cards(self) -> int:
        """Total number of extra cards."""
        return sum(self.designations.values())

    def to_json(self) -> dict[str, object]:
        """Return the value of `shopping` in `plan --json`."""
        return {
            "play_decks": self.play_decks,
            "extra_cards": self.extra_cards,
            "envelopes": self.envelopes,
            "opaque_envelopes_besides": self.besides,
            **({"printed_cards": self.printed} if self.printed else {}),
            "designations": self._designations_to_json(),
        }

    def _designations_to_json(self) -> dict[str, object]:
        owners = {face: owner_of(face) for face in self.designations}
        markers = {owner: self.designations[face] for face, owner in owners.items() if face == marker(owner)}
        theta = {UNPLAYED if owner == DECK else owner: n for owner, n in markers.items()}
        known = {*BITS, *map(marker, markers)}
        others = {face: n for face, n in self.designations.items() if face not in known}
        bits = {name: self.designations.get(face, 0) for face, name in _NAMES.items()}
        return {**bits, "theta": theta, **({"others": others} if others else {})}


def shopping(table: Table) -> Shopping:
    """Return the things needed for the first turn of any virtual player.

    Without virtual players, only the deck of the game is needed.
    """
    state_before(table)  # raises an error if the hands cannot be dealt
    need, envelopes, besides = _count_material(table)
    faces = [*BITS, *sorted(set(need) - set(BITS), key=lambda face: _seat_order(face, table))]
    pool = Counter(pool_cards(table))
    copies = Counter(game_of(table).kinds.cards)
    pool_decks = max((ceil(n / copies[card]) for card, n in pool.items()), default=0)
    designations = {face: need[face] for face in faces if need[face]}
    if table.virtual and uses_printed_deck(table.protocol):
        # People use the game's own cards only if virtual seats have a draw pile of their own.
        return Shopping(min(1, pool_decks), designations, 0, 0, len(get_masks(table).deck))
    spare = pool_decks * sum(copies.values()) - sum(pool.values())
    return Shopping(1 + pool_decks, designations, envelopes, besides, spare=spare)


def _count_material(table: Table) -> tuple[Counter[Face], int, int]:
    """Return the extra cards, the envelopes or sleeves, and the opaque envelopes that any first turn needs."""
    need: Counter[Face] = Counter()
    envelopes = besides = 0
    for seat in table.virtual:
        for run in filter(None, (first_turn(table, seat.name), find_opening(table, seat.name))):
            spent = count_cost(operations(run.recipe))
            need |= spent.designations
            envelopes = max(envelopes, spent.sleeves if table.equipment == SLEEVES else spent.envelopes)
        if table.equipment == SLEEVES:
            besides = max(besides, count_cost(operations(_make_duelling_protocol(table, seat.name))).besides)
    return need, envelopes, besides


def _make_duelling_protocol(table: Table, seat: str) -> Recipe:
    """Return the protocol of a first turn that includes a duel.

    A hand of one card has no duel, so a second card is added.
    """
    layout = first_turn(table, seat).layout
    state = find_first_state(table, seat)
    return plan_selection(
        state, TurnPolicy.from_table(table), grown=layout is not None and layout.m == 1
    ).recipe


def describe_holders(table: Table) -> tuple[str, ...]:
    """Return texts about the required sleeves and envelopes, with their number and size.

    For a wallet, the texts describe the wallet with its masks, its lid and a cloth.
    """
    if uses_printed_deck(table.protocol):
        masks = phrase("n.masks", n=len(get_masks(table).sides))
        return sentence("bring.wallet", masks=masks), sentence("bring.lid"), sentence("bring.cloth")
    # An envelope must hold a column of cards, a card in its sleeve with loose cards on it, or a tile.
    count, size = shopping(table), phrase("hold.size.a4" if table.paper == "A4" else "hold.size.letter")
    if table.equipment != SLEEVES:
        return (sentence("hold.envelopes", n=count.envelopes, size=size),)
    w, h = game_of(table).about.card_mm
    sleeves = sentence("hold.sleeves", n=count.envelopes, w=w, h=h, wide=w + ROOM, high=h + ROOM)
    return (sleeves, sentence("hold.opaque", n=count.besides, size=size)) if count.besides else (sleeves,)


def describe_sleeve_care(table: Table) -> tuple[str, ...]:
    """Return texts about sleeves that hide their cards: opaque and without marks. Empty if the table uses none."""
    if table.equipment != SLEEVES:
        return ()
    return sentence("things.opaque_sleeves"), sentence("things.marked_sleeves")


def _seat_order(face: Face, table: Table) -> tuple[int, str]:
    names = [seat.name for seat in table.seats]
    owner = owner_of(face)
    return (names.index(owner) if owner in names else len(names), face)


def plain_decks(needs: Mapping[Face, int], deck: Sequence[Face]) -> int | None:
    """Return the smallest number of unlabelled decks whose cards can serve as extra cards.

    Each kind of extra card is represented by one kind of card in the deck. The most frequent extra cards are
    represented by the cards with the most copies.

    Args:
        needs: Number of cards for each kind of extra card.
        deck: Cards of a single deck.

    Returns:
        Number of decks. `None` if the deck has too few kinds of cards.
    """
    kinds = sorted(Counter(deck).values(), reverse=True)
    wanted = sorted(needs.values(), reverse=True)
    if len(wanted) > len(kinds):
        return None
    return max((ceil(need / copies) for need, copies in zip(wanted, kinds, strict=False)), default=1)
