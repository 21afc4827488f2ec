"""Places of cards in hands and in the draw pile, for proofs of several attempts.

Within one attempt, the verifier removes returned cards from the table, and ignores their order in the hand.
Proofs about second turns and void turns must know each card's final owner. Therefore `Holdings` gives every
card a place, and replaces laying out and returning cards by moves between places.

Card order matters only in the draw pile between two turns. At the end of a void turn, each owner's cards are
shuffled, which also checks that these cards are face down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from facilitator.operations import definitions as ops
from facilitator.operations import perform
from facilitator.operations.definitions import CHOSEN, Op, Place, Row, get_answers
from facilitator.operations.effects import Faces
from facilitator.operations.faces import Face
from facilitator.operations.perform import Outcome, Recipe, Steps, operations, replace_operations
from facilitator.verification.verifier import Deal, FinalOutcome, Unseen, unseen_to

HOME, AFTER = "home ", "after "
"""Prefixes of the area names for an owner's cards: at the beginning, and after a second turn."""
TABLE, ASTRAY = "the table", "nobody"
"""Holders of cards that are on the table at the end: played cards, and misplaced cards."""
Held = Mapping[str, Sequence[Face]]
"""Cards of each owner."""


@dataclass
class Holdings:
    """Places of all cards in hands and in the draw pile during an attempt.

    Attributes:
        places: Places of each owner's cards, in order.
        area: Prefix of the area name for returned cards.
        apart: Number of a separate place for drawn cards. If it is 0, drawn cards follow the owner's other
            cards.
    """

    places: dict[str, list[Place]]
    area: str = HOME
    apart: int = 0

    @classmethod
    def from_hands(cls, hands: Iterable[tuple[str, int]], apart: int = 0) -> Holdings:
        """Create the places of all cards before the first attempt.

        Args:
            hands: Owners and hand sizes.
            apart: Number of a separate place for drawn cards.
        """
        lying = {owner: [Place(HOME + owner, i, 1) for i in range(1, size + 1)] for owner, size in hands}
        return cls(lying, apart=apart)

    def copy_after(self, done: Iterable[Op]) -> Holdings:
        """Return a copy that is updated by these operations."""
        there = Holdings({owner: [*places] for owner, places in self.places.items()}, self.area, self.apart)
        for op in done:
            there.follow_op(op)
        return there

    def follow_op(self, op: Op) -> Op:
        """Update the places after an operation, and return the operation as a move between places.

        Returned cards use the first free places. An operation that does not affect a hand is returned
        unchanged.
        """
        match op:
            case ops.LayHand():
                source, self.places[op.owner] = tuple(self.places[op.owner]), []
                return ops.Move(source, op.places)
            case ops.LayTop():
                return ops.Move((self.places[op.owner].pop(0),), (op.place,))
            case ops.Return():
                return ops.Move(op.places, self._room(op.owner, len(op.places)))
            case ops.Draw():
                return ops.Move((op.place,), self._room(op.owner, 1, self.apart))
        return op

    def _room(self, owner: str, count: int, first: int = 0) -> Row:
        """Reserve places for an owner's cards.

        Args:
            owner: Owner of the cards.
            count: Number of places.
            first: Number of the first place. 0 means the first free place.
        """
        taken = (place.number for place in self.places[owner] if not self.apart or place.number < self.apart)
        first = first or max(taken, default=0) + 1
        room = tuple(Place(self.area + owner, first + i, 1) for i in range(count))
        self.places[owner] = sorted((*self.places[owner], *room))
        return room

    def run_steps(self, steps: Steps[Outcome]) -> Steps[Outcome]:
        """Run the steps of a protocol, each operation replaced by `follow_op`."""

        def substitute(_: int, op: Op) -> Steps[str]:
            return (yield self.follow_op(op))

        return replace_operations(steps, substitute)

    def shuffle_cards(self, owners: Iterable[str] = ()) -> Steps[None]:
        """Shuffle the face-down cards of each of these owners. By default, shuffle every owner's cards."""
        for owner in owners or self.places:
            if self.places[owner]:
                yield ops.Scramble(tuple((place,) for place in self.places[owner]))

    def make_copier(self, recipe: Recipe) -> Callable[[int], Holdings]:
        """Return a function that copies these holdings with the card places just before a stage of a protocol.

        The function takes the index of the stage. Every question in the earlier stages gets its first answer.
        """
        # Other answers change only the place of a drawn card, and not even that if `apart` is set.
        before = cache(lambda number: self.copy_after(operations(recipe[:number])))
        # Each run of a stage needs its own copy, because several branches may run the stage.
        return lambda number: before(number).copy_after(())

    def express_as_moves(self, recipe: Recipe) -> Recipe:
        """Return a copy of a protocol in which `follow_op` has replaced each operation.

        For example, ``Draw`` becomes ``Move``, with the places from which and to which the card moves.
        """
        copy = self.make_copier(recipe)
        return perform.change_stages(recipe, lambda number, steps: copy(number).run_steps(steps))


def place_deal(deal: Deal) -> Deal:
    """Return the deal with every card on a place of its owner's hand."""
    lying = ((Place(HOME + who, i, 1), face) for who, held in deal.hands for i, face in enumerate(held, 1))
    return deal._replace(table=tuple(lying))


def list_holders(faces: Faces, in_order: Sequence[str] = ()) -> tuple[Unseen, ...]:
    """Return every card at the end of a protocol, with its owner.

    Cards on the table belong to `TABLE` or `ASTRAY`.

    Args:
        faces: Cards by place.
        in_order: Owners whose cards are listed in order. All other hands are sorted.
    """
    found: dict[str, list[Face]] = {}
    for place in sorted(faces):
        area, _, owner = place.area.partition(" ")
        at = owner if owner and f"{area} " in (HOME, AFTER) else TABLE if area == CHOSEN else ASTRAY
        found.setdefault(at, []).append(faces[place])
    return pair_with_holders(found, in_order)


def pair_with_holders(held: Held, in_order: Sequence[str] = ()) -> tuple[Unseen, ...]:
    """Return every card with its owner, in the same order as `list_holders`.

    Args:
        held: Cards of each owner.
        in_order: Owners whose cards are listed in the given order. All other hands are sorted.
    """
    lists = ((owner, held[owner] if owner in in_order else sorted(held[owner])) for owner in sorted(held))
    return tuple(unseen for owner, cards in lists for unseen in unseen_to(owner, cards))


def after_run(held: Held, seat: str, end: FinalOutcome) -> dict[str, tuple[Face, ...]]:
    """Return each owner's cards after an attempt. The owner of the played card is `TABLE`.

    Args:
        held: Cards of each owner before the attempt, including `TABLE`.
        seat: Seat of the attempt. It receives the cards drawn face down.
        end: Result of the attempt.
    """
    card, drawn = end.outcome.card, tuple(unseen.face for unseen in end.unseen)
    gone = (card, *drawn)
    left = {owner: tuple(face for face in cards if face not in gone) for owner, cards in held.items()}
    on_table = {TABLE: (*left.get(TABLE, ()), card)} if card is not None else {}
    return left | on_table | {seat: left[seat] + drawn}


def iter_paths(recipe: Recipe, script: tuple[str, ...] = ()) -> Iterator[tuple[Outcome, list[Op]]]:
    """Yield the outcome and operations of every path through a protocol.

    Args:
        recipe: Protocol with few paths. Their number is the product of the numbers of answers.
        script: Answers to the first questions.
    """
    done, outcome = perform.follow(perform.run_stages(recipe), script)
    if outcome is not None:
        yield outcome, done
        return
    for answer in get_answers(done[-1]):
        yield from iter_paths(recipe, (*script, answer))
