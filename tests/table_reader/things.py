"""Things on a table that hands move: cards, a wallet with two ends, piles, envelopes and a row of places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

ENDS = ("A", "B")
"""The two ends of the wallet, wherever they point."""


class CannotDo(Exception):
    """Raised if a sentence names something that is not there, or that hands cannot do."""


class Caught(Exception):
    """Raised if a CHECK is not answered as expected, or if somebody must notice that hands go wrong."""


@dataclass(eq=False)
class Card:
    """A card, or another flat thing that is handled like one.

    Attributes:
        name: Name that no other card has.
        face: Print on the face.
        kind: "playing card", "bit card", "marker", "mask" or "tab".
        up: Whether the face is up.
        dots: Names of the masks under which the card shows a dot on its own side.
    """

    name: str
    face: str
    kind: str = "playing card"
    up: bool = False
    dots: frozenset[str] = frozenset()


@dataclass
class Slot:
    """A thing inside the wallet.

    Attributes:
        thing: The card or the tab.
        end: End that it was slid into.
        to_windows: Whether its face is towards the windows.
        full: Whether it is in as far as it should be.
    """

    thing: Card
    end: str
    to_windows: bool
    full: bool


@dataclass
class Wallet:
    """A flat tube with two open ends and with windows in one of its broad sides.

    Attributes:
        slots: Things inside, beginning with the one nearest to the windows.
        windows_down: Whether the windows are on the table.
        left: End that points to the left, as the people see it.
        upright: Whether the print of a mask is upright.
        page: Whether the wallet was last turned over like a page, or `None` if it was not turned over.
        mask: Mask in the rails.
        lid: What covers the wallet: "lid", "cloth" or "".
        winner: End of the champion, or "".
        pinched: End that fingers hold, or "".
    """

    slots: list[Slot] = field(default_factory=list)
    windows_down: bool = True
    left: str = "A"
    upright: bool = True
    page: bool | None = None
    mask: Card | None = None
    lid: str = ""
    winner: str = ""
    pinched: str = ""

    def at(self, end: str) -> Slot | None:
        """Return what is in an end."""
        return next((slot for slot in self.slots if slot.end == end), None)

    @property
    def empty_ends(self) -> list[str]:
        return [end for end in ENDS if self.at(end) is None]

    @property
    def cards(self) -> list[Slot]:
        """The cards inside, without the tab."""
        return [slot for slot in self.slots if slot.thing.kind != "tab"]

    def insert(self, thing: Card, end: str, face_down: bool, full: bool, above: bool) -> None:
        """Slide a thing into an end. `above` means farther from the table than the card that is inside."""
        if self.lid or self.at(end):
            raise CannotDo(f"end {end} is closed or full")
        slot = Slot(thing, end, face_down == self.windows_down, full)
        away = above == self.windows_down
        self.slots.insert(len(self.slots) if away else 0, slot)

    def turn(self, page: bool) -> None:
        """Turn the wallet over, like a page or end over end."""
        if self.lid == "lid":
            raise CannotDo("the lid is over the wallet")
        self.windows_down, self.page = not self.windows_down, page
        if page:
            self._exchange()
        else:
            self.upright = not self.upright

    def spin(self) -> None:
        """Turn the wallet by half a turn, flat on the table."""
        self._exchange()
        self.upright = not self.upright

    def _exchange(self) -> None:
        self.left = ENDS[self.left == "A"]

    @property
    def dot(self) -> str:
        """End on whose side of the line the dot shows, or "" if eyes see no single dot."""
        if self.windows_down or self.lid or self.mask is None or not self.slots:
            return ""
        front = self.slots[0]
        if not (front.full and front.to_windows and all(slot.full for slot in self.slots)):
            return ""
        if front.thing.kind == "tab":
            front = self.slots[1] if len(self.slots) > 1 and self.slots[1].to_windows else front
        own = self.mask.face in front.thing.dots
        return front.end if own else ENDS[front.end == "A"]

    def side(self, end: str) -> str:
        return "left" if end == self.left else "right"

    def picture(self) -> object:
        """Return what people could tell apart; half turns of a wallet with a single thing change nothing."""
        inside = [(slot.thing.name, slot.to_windows, slot.full) for slot in self.slots]
        ends = [(slot.end == self.left) for slot in self.slots]
        two = (ends, self.upright) if len(self.slots) > 1 else ()
        winner = self.winner and self.at(self.winner)
        held = self.pinched and self.at(self.pinched)
        mask, winning = self.mask and self.mask.name, winner and winner.thing.name
        return inside, two, self.windows_down, mask, self.lid, winning, held and held.thing.name


@dataclass(eq=False)
class Pile:
    """A playing card with the cards that belong to it.

    Attributes:
        spots: Cards by where they lie: "loose" on the playing card, "card", "marker", "left" and "right".
        out: Whether the pile has lost a duel.
    """

    spots: dict[str, Card] = field(default_factory=dict)
    out: bool = False

    def picture(self) -> object:
        return self.out, sorted((spot, card.name, card.up) for spot, card in self.spots.items())


@dataclass(eq=False)
class Envelope:
    """An envelope with the cards in it, from the top, and where they lay before."""

    cards: list[Card] = field(default_factory=list)
    pile: Pile | None = None


@dataclass
class Table:
    """All things on a table.

    Attributes:
        zones: Cards that lie on one another or are in a hand, by name of the place. The last is on top.
        wallet: The wallet.
        piles: The row of piles.
        columns: Columns of other owners, with their markers.
        row: The row of six places.
        envelopes: The two envelopes, from left to right.
        stacks: Stacks that were made of piles and are not yet in an envelope.
        champion: The pile that is the champion.
        challengers: Piles that still have to challenge it, in order.
        sights: Names of hidden cards that somebody saw.
        laid: Number of cards that were laid on each zone in this instruction.
        tidy: Whether nothing lies askew.
        finger: Place in the row before which a finger is.
        gap: Whether the row has a gap.
        held: Cards that hands hold.
        wrong: What people did wrong, in words.
        mixes: For each mixing, how many things were mixed.
        words: Words and habits that people have learned.
        pile: The pile or column that was spoken of last.
    """

    zones: dict[str, list[Card]] = field(default_factory=dict)
    wallet: Wallet = field(default_factory=Wallet)
    piles: list[Pile] = field(default_factory=list)
    columns: list[Pile] = field(default_factory=list)
    row: dict[int, Card] = field(default_factory=dict)
    envelopes: list[Envelope] = field(default_factory=lambda: [Envelope(), Envelope()])
    stacks: list[tuple[Pile, list[Card]]] = field(default_factory=list)
    champion: Pile | None = None
    challengers: list[Pile] = field(default_factory=list)
    sights: set[str] = field(default_factory=set)
    laid: dict[str, int] = field(default_factory=dict)
    tidy: bool = True
    finger: int | None = None
    held: list[Card] = field(default_factory=list)
    wrong: set[str] = field(default_factory=set)
    mixes: list[int] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    gap: bool = False
    pile: Pile | None = None

    def zone(self, name: str) -> list[Card]:
        return self.zones.setdefault(name, [])

    @property
    def challenger(self) -> Pile:
        if not self.challengers:
            raise CannotDo("no challenger is left")
        return self.challengers[0]

    def all_piles(self) -> Iterator[Pile]:
        yield from self.piles
        yield from self.columns

    def at(self, spot: str, piles: Sequence[Pile] = ()) -> list[Card]:
        """Return the cards at one spot of some piles, or of all piles and columns."""
        return [pile.spots[spot] for pile in piles or self.all_piles() if spot in pile.spots]

    def lift(self, card: Card) -> Card:
        """Take a card away from wherever it lies."""
        for cards in (*self.zones.values(), self.held):
            if card in cards:
                cards.remove(card)
                return card
        for pile in self.all_piles():
            for spot, lying in list(pile.spots.items()):
                if lying is card:
                    return pile.spots.pop(spot)
        for place, lying in list(self.row.items()):
            if lying is card:
                return self.row.pop(place)
        for slot in self.wallet.slots:
            if slot.thing is card:
                self.wallet.slots.remove(slot)
                if slot.end == self.wallet.winner:
                    self.wallet.winner = ""
                return card
        if self.wallet.mask is card:
            self.wallet.mask = None
            return card
        raise CannotDo(f"{card.name} is nowhere")

    def lay(self, card: Card, zone: str) -> None:
        """Lay a card on top of a zone."""
        self.lift(card)
        self.zone(zone).append(card)
        self.laid[zone] = self.laid.get(zone, 0) + 1

    def picture(self) -> object:
        """Return everything that people could tell apart, to compare two ways of doing the same."""
        zones: Mapping[str, object] = {
            name: [(card.name, card.up) for card in cards] if name != "box" else len(cards)
            for name, cards in self.zones.items()
            if cards
        }
        chief = self.champion.picture() if self.champion else ""
        return repr(
            (
                sorted(zones.items()),
                self.wallet.picture(),
                [pile.picture() for pile in self.piles],
                [pile.picture() for pile in self.columns],
                sorted((place, card.name, card.up) for place, card in self.row.items()),
                [[(card.name, card.up) for card in envelope.cards] for envelope in self.envelopes],
                [[(card.name, card.up) for card in cards] for _, cards in self.stacks],
                [card.name for card in self.held],
                chief,
                sorted(self.sights),
                self.tidy,
                self.mixes,
                self.finger,
                sorted(self.words),
                [pile.picture() for pile in self.challengers],
                sorted(self.wrong),
            )
        )
