"""What to buy: counted from the operations of the first turn, never from a formula."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from facilitator.games.registry import game_named
from facilitator.i18n.catalogue import phrase, sentence
from facilitator.instructions.cost import cost
from facilitator.operations.faces import ALPHA, BETA, DECK, SLEEVES, Face, marker, owner_of
from facilitator.operations.perform import Recipe, operations
from facilitator.play.virtual_turn import TurnPolicy, begun, first_layout, first_turn, opens, plan_selection
from facilitator.table_files.model import masks_at, pool_cards, printed, state_before

if TYPE_CHECKING:
    from facilitator.table_files.load import Table


# ----------------------------------------------------------------------------------------------------
# Room on the table: how many columns fit, and how they are best laid.


HOST_CM = 20.0
"""Depth of the strip in front of the host for the six-card row and the piles."""
_SLEEVE_CM = (7.0, 10.5)
# a card of 5.6 × 8.7 cm, its marker showing below it, the pair side by side and half covered
_COLUMN_CM = (8.5, 14.5)


WALLET_CM = "50 × 40"
"""Room for a wallet to turn under its lid, the heap and what lies aside."""


WIDE_CM = 180.0
"""The width of a usual table, along which columns lie in rows."""


class Space(NamedTuple):
    """Columns of cards in rows, and what they take with the host's strip; none where they lie in a wallet."""

    k: int
    rows: int
    columns: int
    width_cm: float
    depth_cm: float

    def words(self) -> str:
        """Return the answer in a sentence."""
        if not self.k:
            return sentence("space.wallet", room=WALLET_CM)
        size, rows = f"{self.width_cm:.0f} × {self.depth_cm:.0f}", phrase("n.rows", n=self.rows)
        return sentence("space.columns", k=self.k, rows=rows, columns=self.columns, size=size)


def column_cm(equipment: str) -> tuple[float, float]:
    """Return what a column takes, across and down, cm."""
    return _SLEEVE_CM if equipment == SLEEVES else _COLUMN_CM


def space(k: int, equipment: str) -> Space:
    """Return how k columns lie, in as few rows as a usual table's width lets them."""
    across, down = column_cm(equipment)
    rows = ceil(k / (WIDE_CM // across))
    columns = ceil(k / rows) if rows else 0
    return Space(k, rows, columns, columns * across, rows * down + HOST_CM)


def columns_at(table: Table) -> int:
    """Return the number of columns that the first turn lays out.

    It is 0 if the virtual seats' cards are in a wallet, or if no seat is virtual.
    """
    return 0 if printed(table.protocol) else hiding_at(table).among


class Hiding(NamedTuple):
    """The size of a virtual hand at its first turn, and the number of cards among which it hides."""

    hand: int
    among: int


def hiding_at(table: Table) -> Hiding:
    """Return how well a virtual hand is hidden at its first turn. Both numbers are 0 if no seat is virtual."""
    if not table.virtual:
        return Hiding(0, 0)
    layout = first_layout(table)
    return Hiding(layout.m, layout.k)


# ----------------------------------------------------------------------------------------------------


BITS = (ALPHA, BETA)
UNPLAYED = "unplayed"
ROOM = 2
"""How much wider and higher a sleeve is inside than its play card, mm: for four cards, and no more, for what lies
beside the play card shows through the clear side."""
_NAMES = {ALPHA: "alpha", BETA: "beta"}


@dataclass(frozen=True, slots=True)
class Shopping:
    """Counts at the first turn.

    ``designations``: extra cards of each kind.  ``envelopes``: or sleeves, one a column; ``besides``: opaque
    envelopes besides sleeves, for what is swapped.
    ``printed``: cards of the deck that is printed for a wallet.
    """

    play_decks: int
    designations: Mapping[Face, int]
    envelopes: int
    besides: int
    printed: int = 0

    @property
    def extra_cards(self) -> int:
        return sum(self.designations.values())

    def to_json(self) -> dict[str, object]:
        """The shopping part of `plan --json`."""
        theta = {
            UNPLAYED if owner_of(face) == DECK else owner_of(face): n
            for face, n in self.designations.items()
            if face == marker(owner_of(face))
        }
        others = {f: n for f, n in self.designations.items() if f not in BITS and f != marker(owner_of(f))}
        bits = {name: self.designations.get(face, 0) for face, name in _NAMES.items()}
        return {
            "play_decks": self.play_decks,
            "extra_cards": self.extra_cards,
            "envelopes": self.envelopes,
            "opaque_envelopes_besides": self.besides,
            **({"printed_cards": self.printed} if self.printed else {}),
            "designations": {**bits, "theta": theta, **({"others": others} if others else {})},
        }


def shopping(table: Table) -> Shopping:
    """Return what a table needs at the first turn, whichever virtual seat has it or opens the game.

    A table without virtual seats needs its deck of cards and nothing else.
    """
    state_before(table)  # raises if the hands cannot be dealt
    need: Counter[Face] = Counter()
    envelopes = besides = 0
    for seat in table.virtual:
        for run in filter(None, (first_turn(table, seat.name), opens(table, seat.name))):
            spent = cost(operations(run.recipe))
            need |= spent.designations
            envelopes = max(envelopes, spent.sleeves if table.equipment == SLEEVES else spent.envelopes)
        if table.equipment == SLEEVES:
            besides = max(besides, cost(operations(_duelling(table, seat.name))).besides)
    faces = [*BITS, *sorted(set(need) - set(BITS), key=lambda face: _seat_order(face, table))]
    pool = Counter(pool_cards(table))
    copies = Counter(game_named(table.game).kinds.cards)
    pool_decks = max((ceil(n / copies[card]) for card, n in pool.items()), default=0)
    designations = {face: need[face] for face in faces if need[face]}
    if table.virtual and printed(table.protocol):
        # people keep the game's own cards only where virtual seats have a deck of their own
        return Shopping(min(1, pool_decks), designations, 0, 0, len(masks_at(table).deck))
    return Shopping(1 + pool_decks, designations, envelopes, besides)


def _duelling(table: Table, seat: str) -> Recipe:
    """Return the first turn's run; of a hand of one card, which fights no duel, as it is with a second card."""
    one = first_turn(table, seat).layout
    state = begun(table, seat)
    return plan_selection(state, TurnPolicy.of(table), grown=one is not None and one.m == 1).recipe


def holders(table: Table) -> tuple[str, ...]:
    """Return what the columns go into, and what is swapped besides, how many and how large, in words.

    Where nothing is laid out: the wallet and the lid that hides it.
    """
    if printed(table.protocol):
        masks = phrase("n.masks", n=len(masks_at(table).sides))
        return sentence("bring.wallet", masks=masks), sentence("bring.lid"), sentence("bring.cloth")
    # an envelope takes a column of cards, a card in its sleeve with loose cards on it, a tile
    count, size = shopping(table), phrase("hold.size.a4" if table.paper == "A4" else "hold.size.letter")
    if table.equipment != SLEEVES:
        return (sentence("hold.envelopes", n=count.envelopes, size=size),)
    w, h = game_named(table.game).about.card_mm
    sleeves = sentence("hold.sleeves", n=count.envelopes, w=w, h=h, wide=w + ROOM, high=h + ROOM)
    return (sleeves, sentence("hold.opaque", n=count.besides, size=size)) if count.besides else (sleeves,)


def _seat_order(face: Face, table: Table) -> tuple[int, str]:
    names = [seat.name for seat in table.seats]
    owner = owner_of(face)
    return (names.index(owner) if owner in names else len(names), face)


def plain_decks(needs: Mapping[Face, int], deck: Sequence[Face]) -> int | None:
    """Return the least number of decks that can serve as extra cards unlabelled; None if none can.

    Each designation takes a kind of its own, so that every face says what it stands for.  The largest need takes the
    largest kind, and so on down: if any assignment works, this one does, as crosswise needs may change places.
    """
    kinds = sorted(Counter(deck).values(), reverse=True)
    wanted = sorted(needs.values(), reverse=True)
    if len(wanted) > len(kinds):
        return None
    return max((ceil(need / copies) for need, copies in zip(wanted, kinds, strict=False)), default=1)
