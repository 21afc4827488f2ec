"""A void turn, proved: declared void after a card was drawn unseen, a run leads home and tells nothing more.

Nobody can tell any more which card was drawn, so as many of the hand, mixed and covered, go back.  Hands and
deck lie at home here, since the drawn card must be found among them.  Given what the run had shown and who holds
what in the end, all that is seen must not depend on who held what before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import NamedTuple

from facilitator.machine.faces import DECK, Face
from facilitator.machine.operations import (
    Draw,
    Heading,
    LayHand,
    Move,
    Op,
    Place,
    Return,
    Reveal,
    Row,
    Scramble,
)
from facilitator.machine.perform import DefaultAnswers, Outcome, Recipe, Stage, Steps, operations
from facilitator.machine.physics import Faces, Surface
from facilitator.proof.cases import Case, deals, selection_law, unseen_to
from facilitator.proof.verdict import Deal, FinalOutcome, Unseen
from facilitator.protocols.forms import Form, example_layout
from facilitator.protocols.layout import CHOSEN_PLACE, Layout
from facilitator.protocols.recovery import give_up

VOID = "void"
"""Declaring a turn void after an unseen draw, at every point from the draw to the end."""
_HOME = "home "
_TABLE, _ASTRAY = "the table", "nobody"


class VoidPoint(NamedTuple):
    """Where a run is declared void: after so many operations of a stage, so many cards having been drawn."""

    stage: int
    after: int
    drawn: int


def voided_cases(form: Form, sizes: tuple[int, ...], until: bool = False) -> Iterator[Case]:
    """Yield a case for no and for one playable card, and for each operation from the draw on."""
    yield from (case for _, case in voided(form, sizes, until))


def every_void(form: Form, sizes: tuple[int, ...]) -> Iterator[Case]:
    """Yield the cases of `voided_cases`, and those of the house rule of drawing on where it makes a difference."""
    yield from voided_cases(form, sizes)
    if sizes[-1] > 1:
        yield from voided_cases(form, sizes, until=True)


def voided(form: Form, sizes: tuple[int, ...], until: bool = False) -> Iterator[tuple[VoidPoint, Case]]:
    """Yield every point where a turn is declared void, with the case that judges it.

    ``until``: the seat draws until it can play, so several cards may have to go back.
    """
    for valid in (0, 1):
        layout = replace(example_layout(sizes, valid, form), until=until)
        recipe = form.recipe(layout)
        spread = tuple(deal._replace(table=_dealt(deal)) for deal in deals(layout))
        for stop in _stops(recipe):
            law = partial(_law, layout, stop.drawn)
            yield stop, Case(_voided(layout, recipe, stop), spread, law, partial(_held, layout))


def _stops(recipe: Recipe) -> Iterator[VoidPoint]:
    """Yield every point after a draw up to the next card that is shown, along the run that finds nothing to play."""
    stage, count, drawn, quiet = -1, 0, 0, False
    for op in operations(recipe, DefaultAnswers()):
        if isinstance(op, Heading):
            stage, count = stage + 1, 0
            continue
        count, drawn = count + 1, drawn + isinstance(op, Draw)
        quiet = isinstance(op, Draw) or (quiet and not isinstance(op, Reveal))
        if quiet:
            yield VoidPoint(stage, count, drawn)


# -- the recipe --------------------------------------------------------------------------------------


@dataclass
class _Home:
    """Where everybody's cards lie while they are not on the table; follows every operation of one run."""

    lying: dict[str, list[Place]]

    def moved(self, op: Op) -> Op:
        """The operation, with cards that come from home or go there moved."""
        match op:
            case LayHand():
                source, self.lying[op.owner] = tuple(self.lying[op.owner]), []
                return Move(source, op.places)
            case Return():
                return Move(op.places, self._room(op.owner, len(op.places)))
            case Draw():
                return Move((op.place,), self._room(op.owner, 1))
            case _:
                return op

    def _room(self, owner: str, count: int) -> Row:
        last = self.lying[owner][-1].number if self.lying[owner] else 0
        room = tuple(Place(_HOME + owner, last + i, 1) for i in range(1, count + 1))
        self.lying[owner] += room
        return room


def at_home(places: Row) -> bool:
    """Whether all these places are in hands or the deck, where the order of cards is nothing anyone relies on."""
    return all(place.area.startswith(_HOME) for place in places)


def _dealt(deal: Deal) -> tuple[tuple[Place, Face], ...]:
    return tuple(
        (Place(_HOME + owner, i, 1), face) for owner, held in deal.hands for i, face in enumerate(held, 1)
    )


def _voided(layout: Layout, recipe: Recipe, stop: VoidPoint) -> Recipe:
    """The recipe declared void where a stop says; a card played before that ends the run as ever."""
    stages = enumerate(recipe)
    return tuple(Stage(one.heading, partial(_stage, layout, recipe, number, stop)) for number, one in stages)


def _stage(layout: Layout, recipe: Recipe, number: int, stop: VoidPoint, known: Outcome) -> Steps[Outcome]:
    if known.before:
        return known
    home = _Home({owner: [Place(_HOME + owner, i + 1, 1) for i in range(n)] for owner, n in layout.hands})
    surface, done = Surface(), list(operations(recipe[:number], DefaultAnswers()))
    for op in done:
        home.moved(op)
        surface.note(op)
    going = recipe[number].steps(known)
    count, drawn = 0, known.drawn
    try:
        op = next(going)
        while True:
            answer = yield home.moved(op)
            count, drawn = count + 1, drawn + isinstance(op, Draw)
            if known.card is None:  # else something else was done before
                surface.note(op, answer)
                done.append(op)
                if VoidPoint(number, count, drawn) == stop:
                    break
            op = going.send(answer)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome
    yield from _back(layout, surface, done, home)
    return Outcome(before=(Outcome(drawn=drawn),))


def _back(layout: Layout, surface: Surface, done: list[Op], home: _Home) -> Steps[None]:
    """The way back; in the end everything at home must lie covered, or it could not be mixed."""
    going = give_up(layout, surface, done)[0].steps(Outcome())
    try:
        op = next(going)
        while True:
            op = going.send((yield home.moved(op)))
    except StopIteration:
        for lying in filter(None, home.lying.values()):
            yield Scramble(tuple((place,) for place in lying))


# -- the law -----------------------------------------------------------------------------------------


def _held(layout: Layout, faces: Faces) -> tuple[Unseen, ...]:
    """Who holds what in the end, whatever the order, and what lies on the table."""
    homes = {_HOME + owner: owner for owner, _ in layout.hands}
    found: dict[str, list[Face]] = {}
    for place, face in faces.items():
        at = _TABLE if place == CHOSEN_PLACE else homes.get(place.area, _ASTRAY)
        found.setdefault(at, []).append(face)
    return _named(found)


def _named(held: Mapping[str, list[Face]]) -> tuple[Unseen, ...]:
    return tuple(one for owner in sorted(held) for one in unseen_to(owner, sorted(held[owner])))


def _law(layout: Layout, drawn: int, deal: Deal) -> Mapping[FinalOutcome, Fraction]:
    """A card played before the stop stays played; else any of the hand and the drawn cards may have gone back."""
    found: dict[FinalOutcome, Fraction] = {}
    for end, chance in selection_law(layout, draws=True)(deal).items():
        for whole, share in _ends(layout, deal, drawn, end).items():
            found[whole] = found.get(whole, Fraction(0)) + chance * share
    return found


def _ends(layout: Layout, deal: Deal, drawn: int, end: FinalOutcome) -> Mapping[FinalOutcome, Fraction]:
    held = {owner: list(cards) for owner, cards in deal.hands}
    unseen = [one.face for one in end.unseen[:drawn]]
    left = {owner: [card for card in cards if card not in unseen] for owner, cards in held.items()}
    own = held[layout.seat] + unseen
    if len(unseen) < drawn:
        card = end.outcome.card
        assert card is not None
        after = {owner: [one for one in cards if one != card] for owner, cards in left.items()}
        after[layout.seat] = [one for one in own if one != card]
        return {FinalOutcome(end.outcome, _named(after | {_TABLE: [card]})): Fraction(1)}
    void = Outcome(before=(Outcome(drawn=drawn),))
    ways = list(combinations(own, drawn))
    return {
        FinalOutcome(
            void,
            _named(left | {layout.seat: [one for one in own if one not in back], DECK: [*left[DECK], *back]}),
        ): Fraction(1, len(ways))
        for back in ways
    }
