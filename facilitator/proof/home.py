"""All cards at home: where everybody's cards lie while they are not on the table, written once.

Within one run the verifier takes cards off the table as they go home, and minds no order there.  What is proved of
more than that, a second turn, or a turn that is declared void, needs to know where they lie: who holds what in the
end, and what may be known of it.  Here hands and deck are places like any others: a recipe that lays a hand out
moves its cards from there, and one that gives cards back moves them there.

An order at home counts only where somebody could rely on it: of the deck between two turns.  Hands are held in any
order, and where a turn is declared void everything is mixed at home in the end, to see that it lies covered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from facilitator.machine import operations as ops
from facilitator.machine.faces import Face
from facilitator.machine.operations import CHOSEN, Op, Place, Row, asked_by
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps, follow, operations, otherwise
from facilitator.machine.physics import Faces
from facilitator.proof.verify import Deal, FinalOutcome, Unseen, unseen_to

HOME, AFTER = "home ", "after "
"""The areas in which an owner's cards lie, before the owner's name: at first, and after a second turn."""
TABLE, ASTRAY = "the table", "nobody"
"""Who holds what lies on the table in the end: what was played, and what should not be there."""
Held = Mapping[str, Sequence[Face]]
"""Who holds what."""


@dataclass
class Home:
    """Where everybody's cards lie while they are not on the table; follows every operation of one run.

    ``lying``: the places of each owner, in their order.  ``area``: where cards go back to.  ``apart``: the number at
    which a card lies that was drawn, apart from those that were given back; 0: it lies after the others.
    """

    lying: dict[str, list[Place]]
    area: str = HOME
    apart: int = 0

    @classmethod
    def of(cls, hands: Iterable[tuple[str, int]], apart: int = 0) -> Home:
        """Return the homes of these hands, by owner and size, before any run: places from 1 on, in their order.

        ``apart``: where drawn cards will lie, see above.
        """
        lying = {owner: [Place(HOME + owner, i, 1) for i in range(1, size + 1)] for owner, size in hands}
        return cls(lying, apart=apart)

    def after(self, done: Iterable[Op]) -> Home:
        """Return the homes after some operations; these are not moved, so one run may be tried after another."""
        there = Home({owner: [*places] for owner, places in self.lying.items()}, self.area, self.apart)
        for op in done:
            there.moved(op)
        return there

    def moved(self, op: Op) -> Op:
        """Follow an operation; return it with cards that come from home or go there moved.

        A hand is laid out as it lies, the deck from its top; what is given back lies from the first free place on.
        """
        match op:
            case ops.LayHand():
                source, self.lying[op.owner] = tuple(self.lying[op.owner]), []
                return ops.Move(source, op.places)
            case ops.LayTop():
                return ops.Move((self.lying[op.owner].pop(0),), (op.place,))
            case ops.Return():
                return ops.Move(op.places, self._room(op.owner, len(op.places)))
            case ops.Draw():
                return ops.Move((op.place,), self._room(op.owner, 1, self.apart))
        return op

    def _room(self, owner: str, count: int, first: int = 0) -> Row:
        """Return free places for so many cards of an owner, and take them; from a number on, if one is given."""
        taken = (place.number for place in self.lying[owner] if not self.apart or place.number < self.apart)
        first = first or max(taken, default=0) + 1
        room = tuple(Place(self.area + owner, first + i, 1) for i in range(count))
        self.lying[owner] = sorted((*self.lying[owner], *room))
        return room

    def led(self, steps: Steps[Outcome]) -> Steps[Outcome]:
        """Follow steps, their cards coming from here and going here; return what they return."""

        def deed(_: int, op: Op) -> Steps[str]:
            return (yield self.moved(op))

        return otherwise(steps, deed)

    def mixed(self, owners: Iterable[str] = ()) -> Steps[None]:
        """Mix what these owners have at home, or everybody: it must lie covered there, or it would be refused."""
        for owner in owners or self.lying:
            if self.lying[owner]:
                yield ops.Scramble(tuple((place,) for place in self.lying[owner]))

    def before(self, recipe: Recipe, number: int) -> Home:
        """Return the homes before a stage of a recipe, along the run of first answers.

        Which cards are on the table then depends on nothing but the stage; how many were drawn may differ, and
        lies apart.
        """
        return self.after(operations(recipe[:number]))

    def housed(self, recipe: Recipe) -> Recipe:
        """Return a recipe of one run whose cards come from here and go here.

        Each stage begins with the homes as they are before it, so it can be followed from any branch.
        """

        def steps(number: int, known: Outcome) -> Steps[Outcome]:
            return self.before(recipe, number).led(recipe[number].steps(known))

        return tuple(Stage(stage.heading, partial(steps, number)) for number, stage in enumerate(recipe))


def dealt(deal: Deal) -> Deal:
    """Return a deal with all its cards at home, each hand in the order in which the deal names it."""
    lying = ((Place(HOME + who, i, 1), face) for who, held in deal.hands for i, face in enumerate(held, 1))
    return deal._replace(table=tuple(lying))


def holders(faces: Faces, in_order: Sequence[str] = ()) -> tuple[Unseen, ...]:
    """Return who holds what in the end; ``in_order``: of whose cards the order counts.

    What lies on the table is named too: so a card that went astray makes another end than the law's.
    """
    found: dict[str, list[Face]] = {}
    for place in sorted(faces):
        area, _, owner = place.area.partition(" ")
        at = owner if owner and f"{area} " in (HOME, AFTER) else TABLE if area == CHOSEN else ASTRAY
        found.setdefault(at, []).append(faces[place])
    return named(found, in_order)


def named(held: Held, in_order: Sequence[str] = ()) -> tuple[Unseen, ...]:
    """Return who holds what, in the order that `holders` has it.

    A hand is held in any order, so its cards are sorted; those of ``in_order`` stay as they lie.
    """
    lists = ((owner, held[owner] if owner in in_order else sorted(held[owner])) for owner in sorted(held))
    return tuple(one for owner, cards in lists for one in unseen_to(owner, cards))


def after_run(held: Held, seat: str, end: FinalOutcome) -> dict[str, tuple[Face, ...]]:
    """Return who holds what after a run of a seat that ended so; a card played lies on the table.

    ``held``: who held what before it, perhaps with what lies on the table already.  What was drawn unseen is the
    seat's.
    """
    card, drawn = end.outcome.card, tuple(one.face for one in end.unseen)
    left = {owner: tuple(one for one in cards if one not in (card, *drawn)) for owner, cards in held.items()}
    lies = {TABLE: (*left.get(TABLE, ()), card)} if card is not None else {}
    return left | lies | {seat: left[seat] + drawn}


def courses(recipe: Recipe, script: tuple[str, ...] = ()) -> Iterator[tuple[Outcome, list[Op]]]:
    """Yield every course a run may take after these answers, each other question answered in every way.

    Its outcome and its operations.  As many as the product of all answers along the way: for forms whose questions
    lead to their end, not for ANDs.
    """
    steps, said, done = follow(recipe), iter(script), list[Op]()
    try:
        op = next(steps)
        while True:
            done.append(op)
            ask = asked_by(op)
            answer = next(said, None) if ask else ""
            if answer is None:
                for other in ask:
                    yield from courses(recipe, (*script, other))
                return
            op = steps.send(answer)
    except StopIteration as end:
        yield end.value, done
