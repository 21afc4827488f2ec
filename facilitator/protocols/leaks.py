"""What a mistake gives away, by where the run stands: decided over operations, in bits never fewer than the mean.

A covered card tells something only together with what everybody knows or will be shown of it.  A column's card is
nobody's while nobody knows its owner, and its owner nobody's while nobody knows the card: seen by accident, one
tells nothing until the other comes to light on the same column, and nothing at all if it is scrambled away before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, log2, prod

from facilitator.machine import operations as ops
from facilitator.machine.faces import DECK, DISCARDS
from facilitator.machine.operations import (
    CARD_ROW,
    CHOSEN,
    COLUMN,
    FIRST_BIT_ROW,
    LOT,
    MARKER_ROW,
    PILE,
    SIX,
    TOP_ROW,
    Op,
    Place,
)
from facilitator.machine.perform import Answer
from facilitator.protocols.gives import NOTHING, Gives, Leakage
from facilitator.protocols.known import Known
from facilitator.protocols.layout import Layout

Heard = tuple[Op, Answer]
"""An operation that was carried out, and what was read at it."""


# -- a covered card was seen -------------------------------------------------------------------------


@dataclass(frozen=True)
class RunMoment:
    """Where a run stands: what was carried out, and what is still to come if all goes as expected."""

    layout: Layout
    done: Sequence[Heard]
    ahead: Sequence[Op]

    @cached_property
    def known(self) -> Known:
        """What is public now."""
        known = known_before(self.layout)
        for op, answer in self.done:
            known.note(op, answer)
        return known


def known_before(layout: Layout) -> Known:
    """Return what is public before a run: columns that stand from the run before lie in that run's order."""
    return Known(grouped=not layout.standing)


def seen(moment: RunMoment, place: Place, known: Known) -> Leakage:
    """Return what it gives away that the covered card at a place was seen now, if the run goes on."""
    if place in known or place.area == CHOSEN:
        return NOTHING
    layout, ahead = moment.layout, moment.ahead
    if place.area == LOT:  # on the way home: a hand laid out with what it drew, of which some go to the deck
        return one_card(layout, [layout.seat, DECK], True)
    if place.area != COLUMN:
        return NOTHING if _swapped(moment.done, place) else _apart(moment, place)
    if known.owned:
        comes = shown(place, ahead) or shown(place._replace(row=CARD_ROW), ahead)
        return NOTHING if comes else of_column(moment, place, known)
    card, mark = place._replace(row=CARD_ROW), place._replace(row=MARKER_ROW)
    owners = owners_of(layout, place, known)
    if place.row == MARKER_ROW:
        told = card in known or shown(card, ahead)
        return one_card(layout, owners) if told else NOTHING
    told = not shown(place, ahead) and shown(mark, ahead)
    return of_column(moment, place, known) if told else NOTHING


def some_covered(layout: Layout, surface: Mapping[Place, bool], known: Known) -> Iterator[Place]:
    """Yield the covered places, of the columns one for each owner (or for all, while nobody knows the owners)."""
    met: set[tuple[tuple[str, ...], int]] = set()
    for place in sorted(place for place, up in surface.items() if not up):
        if place.area == COLUMN:
            whose = owners_of(layout, place, known)
            if (whose, place.row) in met:
                continue
            met.add((whose, place.row))
        yield place


def shown(place: Place, ahead: Sequence[Op]) -> bool:
    """Whether the card at a place is turned over for certain before it is mixed with others."""
    for op in ahead:
        match op:
            case ops.Reveal() if place in op.places:
                return True
            case ops.Reveal() | ops.Choose() if len(op.ask) > 1:
                return False
            case ops.Move() if place in op.source:
                place = op.target[op.source.index(place)]
            case ops.Rearrange() if place in op.row:
                place = op.row[op.order.index(op.row.index(place) + 1)]
            case ops.Scramble() | ops.Sort() | ops.Collect() | ops.Return() if place in ops.places_of(op):
                return False
            case _:
                pass
    return False


def _swapped(done: Sequence[Heard], place: Place) -> bool:
    """Whether a bit card lay first in one of two piles that were swapped unseen: α or β, as chance had it."""
    for op, _ in reversed(done):
        match op:
            case ops.Rearrange() if place in op.row:
                place = op.row[op.order[op.row.index(place)] - 1]
            case ops.Scramble() if place in ops.places_of(op):
                return swaps(op) and any(pile[0] == place for pile in op.piles)
            case _ if place in ops.places_of(op):
                return False
            case _:
                pass
    return False


def swaps(op: Op) -> bool:
    """Whether an operation mixes, or shows, the two halves of the six-card row or the two piles of a duel."""
    first = next(iter(ops.places_of(op)), None)
    return first is not None and (first.area == SIX or first.row == TOP_ROW)


def _apart(moment: RunMoment, place: Place) -> Leakage:
    """A card of the virtual seat's piles, or a bit card that lies with them or in the row."""
    layout, ahead = moment.layout, moment.ahead
    if shown(place, ahead):
        return NOTHING
    if place.area == PILE and place.row == CARD_ROW:
        return one_card(layout, [layout.seat])
    decided = any(isinstance(op, ops.Choose) for op in (*(op for op, _ in moment.done), *ahead))
    if decided and place.area == SIX and not any(map(_in_row, ahead)):
        return NOTHING  # what the last AND leaves in the row says what the result says
    return fits(layout, [layout.seat])


def _in_row(op: Op) -> bool:
    return isinstance(op, ops.Rearrange | ops.Scramble | ops.Move) and any(
        place.area == SIX for place in ops.places_of(op)
    )


def of_column(moment: RunMoment, place: Place, known: Known) -> Leakage:
    layout, owners = moment.layout, owners_of(moment.layout, place, known)
    if place.row == CARD_ROW:
        return one_card(layout, owners, draws_of(moment.ahead) and not _leaves_first(moment, place, known))
    return NOTHING if place.row == MARKER_ROW else fits(layout, owners, place)


def draws_of(course: Sequence[Op]) -> bool:
    """Whether the deck's leftmost column may be drawn from."""
    return any(
        isinstance(op, ops.Draw)
        or (isinstance(op, ops.Reveal) and bool(op.ask) and op.places[0].area == COLUMN)
        for op in course
    )


def _leaves_first(moment: RunMoment, place: Place, known: Known) -> bool:
    """Whether a column's card is not the one that would be drawn, or nobody knows any more which was seen."""
    mixed = any(isinstance(op, ops.Scramble) and op.piles[0][0].area == COLUMN for op in moment.ahead)
    return mixed or (known.grouped and place.number != next(iter(moment.layout.numbers(DECK)), 0))


def owners_of(layout: Layout, place: Place, known: Known) -> tuple[str, ...]:
    """Whose a column may be: by its number, or anybody's."""
    whose = ((owner, layout.numbers(owner)) for owner, size in layout.hands if size)
    return tuple(owner for owner, own in whose if not known.grouped or place.number in own)


def hidden_hands(layout: Layout) -> dict[str, int]:
    """The hands nobody may know; what was discarded everybody knows."""
    return {owner: size for owner, size in layout.hands if size and owner != DISCARDS}


def one_card(layout: Layout, owners: Sequence[str], draws: bool = False) -> Leakage:
    """One card of a hand of n among k is known, or of n−1 among k−1 where the result shows another: log2 k/n bits.

    ``draws``: of the deck it may be the one that is drawn, so that all of it is known where it went: log2 k bits.
    """
    hidden = hidden_hands(layout)
    k = sum(hidden.values())
    bits = []
    for owner in owners:
        n = hidden.get(owner, 0)
        if not n:
            continue
        if owner == DECK:
            most = k if draws or layout.until or n == 1 else k / (n - 1)
        else:
            most = (k - 1) / (n - 1) if owner == layout.seat and n > 1 else k / n
        bits.append((owner, log2(most)))
    return leak_of(Gives.CARD, bits)


def fits(layout: Layout, owners: Sequence[str], place: Place | None = None) -> Leakage:
    """One bit card is known: a bit at most on average; nothing where all cards have the same there."""
    codes = {bits for _, bits in layout.code}
    if place is not None:
        index = (place.row - FIRST_BIT_ROW) // 2
        codes = {bits[index : index + 1] for bits in codes}
    if len({bit for bits in codes for bit in bits}) < 2:
        return NOTHING
    hidden = hidden_hands(layout)
    return leak_of(Gives.FITS, [(owner, 1.0) for owner in owners if owner in hidden])


def leak_of(gives: Gives, bits: Sequence[tuple[str, float]]) -> Leakage:
    some = tuple((owner, most) for owner, most in bits if most > 0)
    return Leakage(gives, some) if some else NOTHING


def all_hands(layout: Layout, draws: bool) -> Leakage:
    """All is known: as many bits as it takes to say who holds what, and which card is drawn."""
    hidden = hidden_hands(layout)
    ways = factorial(sum(hidden.values())) // prod(map(factorial, hidden.values()))
    deck = hidden.get(DECK, 1)
    if draws:
        ways *= factorial(deck) if layout.until else deck
    return leak_of(Gives.HANDS, [(owner, log2(ways)) for owner in hidden] if ways > 1 else [])
