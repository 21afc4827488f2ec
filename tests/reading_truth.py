"""What the operations of a run do to known cards, one by one: what a reading of its sentences must do too.

Every thing has a name of its own, also extra cards: a marker and a pair are named by the card they were laid to.
What is seen is noted as the thing with how often it was mixed before, for that is all by which anybody knows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, MARKER_ROW, Op, Place
from facilitator.operations.effects import LOOKS_FIRST, Faces, change, make_reader
from facilitator.operations.faces import TO_CARD, TO_TAB, is_mask, marker, remove_scratches
from facilitator.operations.perform import Outcome, Recipe, perform, run_stages


class Thing(NamedTuple):
    """A card by a name of its own, and its face."""

    name: str
    face: str


Hands = Mapping[str, Sequence[Thing]]
"""Whose cards are which, of the deck the top card first."""

Sight = tuple[str, int]
"""A thing that was seen, and how often it had been mixed: the same to everybody who sees the table."""


def order_of(seed: int, number: int, piles: int) -> list[int]:
    """Return the order in which the mixing of this number leaves so many piles."""
    order = list(range(piles))
    Random(f"mix {seed} {number}").shuffle(order)
    return order


@dataclass
class Truth:
    """A table of known things on which operations are performed.

    ``lay``: what columns stand there already, with their markers, by owner (chained turns).
    """

    hands: dict[str, list[Thing]]
    seed: int
    faces: Faces = field(default_factory=dict)
    sights: set[Sight] = field(default_factory=set)
    done: list[tuple[Op, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._things: list[Thing] = []
        self._mixed: dict[str, int] = {}
        self._mixes = 0
        self._from_box: dict[str, int] = {}

    def stand(self, owners: Sequence[str]) -> None:
        """Let columns stand there from the turn before, each with its open marker."""
        for number, owner in enumerate(owners, 1):
            place = Place(COLUMN, number, CARD_ROW)
            self.faces[place] = self._scratched(self.hands[owner].pop(0))
            self._put(place._replace(row=MARKER_ROW), marker(owner))

    def __call__(self, op: Op) -> str:
        """Perform one operation and return the answer it asks for."""
        answer = "" if isinstance(op, ops.Heading) else self._do(op)
        self.done.append((op, answer))
        return answer

    def _do(self, op: Op) -> str:
        shown: Sequence[str] = make_reader(op)(self.faces) if isinstance(op, LOOKS_FIRST) else ()
        match op:
            case ops.LayHand():
                for place in op.places:
                    self.faces[place] = self._scratched(self.hands[op.owner].pop(0))
            case ops.LayTop():
                self.faces[op.place] = self._scratched(self.hands[op.owner].pop(0))
            case ops.Return():
                self.hands[op.owner] += [self._thing(place) for place in op.places]
            case ops.Draw():
                self.hands[op.owner].append(self._thing(op.place))
        order: Sequence[int] = ()
        if isinstance(op, ops.Mixing):
            order = order_of(self.seed, self._mixes, len(op.piles))
            self._mix([place for pile in op.piles for place in pile] if len(op.piles) > 1 else [])
        change(op, self.faces, order)
        match op:
            case ops.Put():
                for place, face in zip(op.places, op.faces, strict=True):
                    self._put(place, face)
            case ops.Encode():
                for card, places in zip(op.cards, op.bits, strict=True):
                    for number, place in enumerate(places):
                        self._lay(place, f"bit {number} of {self._thing(card).name}", self.faces[place])
        if not shown:
            shown = make_reader(op)(self.faces)
        if isinstance(op, ops.Reveal):
            self._see(op.places)
        if isinstance(op, ops.Choose) and remove_scratches(shown[0]) != "none":
            self._see(op.piles[0][:1])
        if isinstance(op, ops.Look):
            self._look(op, shown[0])
        return "".join(map(remove_scratches, shown)) if ops.get_answers(op) else ""

    def _mix(self, places: Sequence[Place]) -> None:
        self._mixes += bool(places)
        for place in places:
            if not ops.is_layer(place):
                name = self._thing(place).name
                self._mixed[name] = self._mixed.get(name, 0) + 1

    def _look(self, op: ops.Look, end: str) -> None:
        """Which card the dot lies at: of two the winner, who is called the first then."""
        name = self._thing(op.ends[0]).name
        self.sights.add((f"dot {end in (TO_CARD, TO_TAB) and end} {name}", self._mixed.get(name, 0)))

    def _see(self, places: Sequence[Place]) -> None:
        for place in places:
            name = self._thing(place).name
            self.sights.add((name, self._mixed.get(name, 0)))

    def _put(self, place: Place, face: str) -> None:
        """Lay a card from the box: a marker is its card's, any other has the next number of its kind."""
        card = self.faces.get(place._replace(row=CARD_ROW))
        if place.area == COLUMN and place.row == MARKER_ROW and card is not None:
            name = f"marker of {self._things[card.count(MARK) - 1].name}"
        else:
            self._from_box[face] = number = self._from_box.get(face, 0) + 1
            name = f"{face} {number}"
        self._lay(place, name, face)

    def _lay(self, place: Place, name: str, face: str) -> None:
        self._mixed[name] = 0
        self.faces[place] = self._scratched(Thing(name, remove_scratches(face)))
        if not is_mask(face):
            self.sights.add((name, 0))

    def _scratched(self, thing: Thing) -> str:
        self._things.append(thing)
        return thing.face + MARK * len(self._things)

    def _thing(self, place: Place) -> Thing:
        return self._things[self.faces[place].count(MARK) - 1]

    def held(self) -> dict[str, list[str]]:
        """Return whose cards are which at last, and what still lies on the table, each sorted."""
        table = [self._thing(place).name for place in self.faces if not ops.is_layer(place)]
        zones = {owner: [thing.name for thing in held] for owner, held in self.hands.items()}
        return {zone: sorted(names) for zone, names in (*zones.items(), ("table", table)) if names}


MARK = "'"


def played(recipe: Recipe, hands: Hands, seed: int, standing: Sequence[str] = ()) -> Truth:
    """Perform a run at a table of known cards."""
    truth = Truth({owner: list(held) for owner, held in hands.items()}, seed)
    truth.stand(standing)
    outcome = perform(run_stages(recipe), truth)
    assert isinstance(outcome, Outcome)
    return truth
