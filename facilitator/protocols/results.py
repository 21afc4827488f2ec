"""What a result gives away that does not count: it was seen, and its cards go home."""

from __future__ import annotations

from collections.abc import Iterator

from facilitator.machine import operations as ops
from facilitator.machine.faces import DECK, NONE
from facilitator.machine.operations import CARD_ROW, COLUMN, Place
from facilitator.protocols.gives import Leakage, together
from facilitator.protocols.leaks import RunMoment, all_hands, fits, one_card
from facilitator.protocols.recovery import decided, decides, shows_pairs

_NOWHERE = Place("", 0, 0)


def voided(moment: RunMoment, leak: Leakage) -> Leakage:
    """Return what a mistake gives away together with the result, which was seen, of a turn that is declared void.

    ``leak``: the mistake's alone, led home.  Not whether the hand has a card that fits: the turn, started again,
    tells that; and no more than who holds what.
    """
    layout, found = moment.layout, [leak, *_turned_over(moment)]
    for op, _ in moment.done:
        area, row = (ops.places_of(op) or (_NOWHERE,))[0][::2]
        if row != CARD_ROW and decides(op) and area == COLUMN:
            found.append(fits(layout, [DECK]))
    both, whole = together(found), all_hands(layout, True)
    return whole if both.most > whole.most else both


def _turned_over(moment: RunMoment) -> Iterator[Leakage]:
    """Yield what each card gives away that was turned over as the result, if it goes home."""
    layout = moment.layout
    for op, said in moment.done:
        area, row = (ops.places_of(op) or (_NOWHERE,))[0][::2]
        one = isinstance(op, ops.Reveal) and row == CARD_ROW and len(op.places) == 1
        if one and area == COLUMN:
            yield one_card(layout, [DECK], True)
        elif one or (isinstance(op, ops.Choose) and said != NONE):
            yield one_card(layout, [layout.seat])


def taken_for(moment: RunMoment) -> Leakage:
    """Return what it gives away that hands went on after an answer that was misread, and are led home then.

    A card may be turned over for a result that is none (where the run is decided, that is told with the result), and
    pairs that would not have been.
    """
    found = [more_pairs(moment)]
    if not decided([op for op, _ in moment.done]):
        found += _turned_over(moment)
    return together(found)


def more_pairs(moment: RunMoment) -> Leakage:
    """Return what pairs of the hand's cards tell that came to light after an answer that was not the true one.

    One says whether a card of a further class is there; all of them, which are scrambled, how many fit of none, one
    and more: at most two bits.
    """
    layout, count, asked = moment.layout, 0, False
    for op, _ in moment.done:
        if asked and shows_pairs(op):
            count += min(len(ops.places_of(op)) // 2, 2)
        asked = asked or bool(ops.asked_by(op))
    return together([fits(layout, [layout.seat])] * count)
