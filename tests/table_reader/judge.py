"""A judge who compares a reader's table with the simulated table. The judge reads no sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeVar

from facilitator.instructions.simulate import SimulatedTable
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import COLUMN, LOT, MASK, PILE, SIX, WALLET, Op, Place
from facilitator.operations.effects import Faces
from facilitator.operations.faces import TO_CARD, TO_TAB, Face, owner_of
from facilitator.operations.steps import Kind
from facilitator.protocols.layout import CHOSEN_PLACE
from table_reader.grammar import name_word
from table_reader.hands import Luck
from table_reader.reader import Heard, Reader
from table_reader.things import ENDS, Card, Pile, Slot, Table

T = TypeVar("T")
MIXED_BACK = (Kind.MIX_BACK, Kind.REST_BACK)
"""Steps at whose end cards must be mixed although the simulated table need not mix them."""
LAST = (*MIXED_BACK, Kind.MASK_OFF)
"""Steps after which the wallet is empty."""
SAID = {TO_TAB: "tab", TO_CARD: "other"}
ROWS = {0: "loose", 1: "card", 2: "marker", 3: "left", 4: "right"}
"""Spots of a pile or column, by row."""


class Fault(Exception):
    """Raised if a reader's table is not as the operations leave the simulated table."""


class State(NamedTuple):
    """Cards of a simulated table: on the table, in hands and piles, and the places where faces are up."""

    faces: Faces
    hands: dict[str, list[Face]]
    up: frozenset[Place]


class Witness(SimulatedTable):
    """A simulated table that writes down what every operation does.

    With an odd seed two piles always change places, so that a swap that is left out is noticed.

    Attributes:
        states: State before the first operation and after each.
        orders: Order that each operation left, or an empty tuple if it shuffles nothing.
        answers: Answer of each operation.
        lights: Faces that each operation brought to light.
    """

    def __init__(self, hands: dict[str, list[Face]], seed: int) -> None:
        super().__init__(hands, seed)
        self._swaps = seed % 2 == 1
        self.states, self.orders = [self._state()], list[tuple[int, ...]]()
        self.answers, self.lights = list[str](), list[tuple[Face, ...]]()

    def __call__(self, op: Op) -> str:
        """Carry out an operation and write it down."""
        self._last: tuple[int, ...] = ()
        answer = super().__call__(op)
        self.orders.append(self._last)
        self.answers.append(answer)
        self.lights.append(self.shown if isinstance(op, ops.Reveal) else ())
        self.states.append(self._state())
        return answer

    def _order(self, op: Op) -> Sequence[int]:
        order = super()._order(op)
        if len(order) == 2 and self._swaps:
            order = [1, 0]
        self._last = tuple(order)
        return order

    def _state(self) -> State:
        hands = {owner: list(cards) for owner, cards in self.hands.items()}
        return State(dict(self.faces), hands, frozenset(self.face_up()))


class Step(NamedTuple):
    """A step: what people hear, and what its operations did.

    Attributes:
        kind: Purpose of the step.
        heard: Instructions.
        size: Number of its operations.
        before: State before the step.
        after: State after it.
        orders: Orders that its shuffles left.
        answer: Answer to its question.
        lights: Cards that came to light.
    """

    kind: Kind
    heard: tuple[Heard, ...]
    size: int
    before: State
    after: State
    orders: tuple[tuple[int, ...], ...]
    answer: str
    lights: frozenset[Face]


class Decided(Luck):
    """Luck that does what the simulated table did. Choices that are left to people are drawn at random."""

    def __init__(self, orders: Sequence[Sequence[int]], seed: int) -> None:
        self.orders = [order for order in orders if order]
        self._chance = Random(seed)

    def order(self, count: int) -> Sequence[int]:
        """Return the next order of the simulated table, or some order if it has none for so many."""
        if self.orders and len(self.orders[0]) == count:
            return self.orders.pop(0)
        return list(reversed(range(count)))

    def choose(self, options: Sequence[T]) -> T:
        """Return any option."""
        return self._chance.choice(options)


@dataclass(frozen=True)
class Scene:
    """What a table has besides the cards of the simulated table.

    Attributes:
        people: People at the table.
        masks: Names of the masks in use.
        fits: Faces that show a dot on their own side, by mask.
        zones: Owner of each hand or pile in the simulated table, by its name on the table.
    """

    people: tuple[str, ...]
    masks: tuple[str, ...]
    fits: dict[str, frozenset[Face]]
    zones: dict[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """Words that are names at this table."""
        owners = [owner_of(owner) for owner in self.zones.values()]
        return (*self.people, *owners, *map(name_word, self.masks))

    def table(self, state: State) -> Table:
        """Lay out a state of the simulated table."""
        table = Table()
        table.zones = {
            zone: []
            for zone in ("pile", "losers", "apart", "played", "discard pile", "kept", "box", "masks", "tab")
        }
        for zone, owner in self.zones.items():
            cards = [
                self._card(face, f"{face} {zone} {n}") for n, face in enumerate(state.hands.get(owner, ()))
            ]
            table.zones[zone] = cards if "pile" in zone else cards[::-1]
        if "vera's draw pile" in self.zones:
            table.zones["draw pile"] = [Card(f"people's {n}", "?") for n in range(5)]
        table.zones["masks"] = [Card(mask, name_word(mask), "mask") for mask in self.masks]
        table.zones["tab"] = [Card("NONE", "NONE", "tab")]
        table.zones["box"] = [
            Card(f"{face} {n} of the box", face, "bit card", True) for face in "αβ" for n in range(4)
        ]
        self._lay(table, state)
        return table

    def _card(self, face: Face, name: str) -> Card:
        kind = "marker" if face.startswith("θ") else "bit card" if face in "αβ" else "playing card"
        dots = frozenset(name_word(mask) for mask, fits in self.fits.items() if face in fits)
        return Card(name, face.replace("θ-deck", "θ-draw pile"), kind, dots=dots)

    def _lay(self, table: Table, state: State) -> None:
        piles: dict[tuple[str, int], Pile] = {}
        for place, face in sorted(state.faces.items()):
            card = self._card(face, f"{face} at {place.area} {place.number} {place.row}")
            card.up = place in state.up
            if place.area == MASK:
                card.face = name_word(self.masks[int(face.split()[1]) - 1])
                table.wallet.mask = card
            elif place.area == WALLET and place.row == 1:
                table.wallet.slots.append(Slot(card, ENDS[place.number - 1], True, True))
            elif place.area == SIX:
                table.row[place.number] = card
            elif place.area == LOT:
                table.zones["pile"].append(card)
            elif place == CHOSEN_PLACE or (place.row == 1 and card.up):
                table.zones["played"].append(card)
            elif place.area == PILE and place.row == 0:
                table.zones["kept"].append(card)
            elif place.area in (PILE, COLUMN):
                piles.setdefault((place.area, place.number), Pile()).spots[ROWS[place.row]] = card
        table.piles = [pile for (area, _), pile in piles.items() if area == PILE]
        table.columns = [pile for (area, _), pile in piles.items() if area == COLUMN]
        table.champion = table.piles[0] if table.zones["kept"] else None
        table.words |= {"row"} if table.row else set()


class Judge:
    """Follows a run: a reader hears each step, and then the two tables are compared.

    Attributes:
        sizes: Whether only numbers are compared, because a hand is laid out that has drawn cards: nobody knows
            which of them are put back.
    """

    def __init__(self, scene: Scene, seed: int = 0, knows: frozenset[str] = frozenset()) -> None:
        self.scene, self.seed, self.knows = scene, seed, knows
        self.sizes = False

    def begin(self, step: Step) -> Reader:
        """Return a reader at a table that lies as before a step."""
        table = self.scene.table(step.before)
        table.words |= self.knows
        return Reader(table, self.scene.names, Luck())

    def follow(self, reader: Reader, step: Step) -> None:
        """Let a reader do a step, and compare.

        Raises:
            Fault: The tables differ, somebody saw or knows too much, or an answer is wrong.
        """
        reader.luck = luck = Decided(step.orders, self.seed)
        seen = {*reader.table.sights}
        answer = reader.perform(step.heard)
        luck = reader.luck
        table = reader.table
        if isinstance(luck, Decided) and luck.orders:
            raise Fault("something is not mixed")
        if step.kind in MIXED_BACK and not table.mixes and len(step.heard):
            raise Fault("the cards are given back in an order that somebody knows")
        table.mixes.clear()
        if table.wrong or not table.tidy:
            raise Fault("; ".join(sorted(table.wrong)) or "something lies askew")
        if step.answer and answer.casefold() != SAID.get(step.answer, step.answer).casefold():
            raise Fault(f"read {answer!r} for {step.answer!r}")
        lights = Counter(card.split(" ")[0] for card in table.sights - seen)
        if {*lights} - {*step.lights}:
            raise Fault(f"seen: {sorted(lights)}")
        self._hands_free(table, step)
        self.sizes |= step.kind is Kind.LAY
        self.compare(table, step.after)

    def compare(self, table: Table, state: State) -> None:
        """Raise `Fault` if a table is not as a state of the simulated table."""
        for mine, theirs in zip(self._list(table), self._list(self.scene.table(state)), strict=True):
            if self.sizes and isinstance(mine, dict) and isinstance(theirs, dict):
                mine, theirs = (sorted(map(len, zones.values())) for zones in (mine, theirs))
            if mine != theirs and not (self.sizes and isinstance(mine, tuple)):
                raise Fault(f"{mine} for {theirs}")

    def _hands_free(self, table: Table, step: Step) -> None:
        wallet = table.wallet
        if (
            table.held
            or (step.kind in LAST and wallet.slots)
            or wallet.pinched
            or wallet.lid == "lid"
            or table.finger
            or table.gap
            or table.stacks
        ):
            raise Fault("a hand is not free")
        if step.kind is Kind.ROUND and sum(not pile.out for pile in table.piles) != 1:
            raise Fault("a pile that lost is not out")

    def _list(self, table: Table) -> Iterator[object]:
        """Yield what can be compared: whose cards are which, the wallet, the piles, the row."""
        zones = {zone: sorted(card.face for card in table.zone(zone)) for zone in self.scene.zones}
        yield zones
        bare = [pile.spots["card"].face for pile in table.all_piles() if {*pile.spots} == {"card"}]
        heap = [card.face for zone in ("pile", "losers", "apart") for card in table.zone(zone)] + bare
        yield sorted(heap), [slot.thing.face for slot in table.wallet.cards]
        yield [card.face for zone in ("played", "discard pile") for card in table.zone(zone)]
        yield table.wallet.mask.face if table.wallet.mask else ""
        chief = table.champion if table.champion and table.zone("kept") else Pile()
        yield _faces(chief)
        for piles in (table.piles, table.columns):
            yield sorted(_faces(pile) for pile in piles if {*pile.spots} - {"card"})
        yield sorted(card.face for card in table.zone("kept"))
        yield sorted((place, card.face, card.up) for place, card in table.row.items())


def _faces(pile: Pile) -> tuple[tuple[int, Face, bool], ...]:
    rows = {spot: row for row, spot in ROWS.items()}
    return tuple(sorted((rows[spot], card.face, card.up) for spot, card in pile.spots.items()))
