"""What a result gives away that does not count: it was seen, and its cards go home."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2

from facilitator.machine import operations as ops
from facilitator.machine.faces import DECK, NONE
from facilitator.machine.operations import (
    CARD_ROW,
    COLUMN,
    DRAWN,
    HAND,
    PILE,
    TICKET,
    Place,
)
from facilitator.protocols.gives import Gives, Leak, together
from facilitator.protocols.leaks import Moment, all_hands, fits, leak_of, of_hand, one_card
from facilitator.protocols.recovery import decided, decides, shows_pairs

_NOWHERE = Place("", 0, 0)


def voided(moment: Moment, leak: Leak) -> Leak:
    """Return what a mistake gives away together with the result, which was seen, of a turn that is declared void.

    ``leak``: the mistake's alone, led home.  Not whether the hand has a card that fits: the turn, started again,
    tells that; and no more than who holds what.
    """
    layout, found, tried = moment.layout, [leak, *_turned_over(moment)], False
    for op, _ in moment.done:
        area, row = (ops.places_of(op) or (_NOWHERE,))[0][::2]
        if row == CARD_ROW and not isinstance(op, ops.Ask):
            continue
        if decides(op) and area in (COLUMN, DRAWN):
            found.append(fits(layout, [DECK]))
        elif decides(op) and area in (PILE, HAND) and not tried:
            tried = True
            found.append(leak_of(Gives.TRIES, [(layout.seat, log2(layout.m))]))
    both, whole = together(found), all_hands(layout, True)
    return whole if both.most > whole.most else both


def _turned_over(moment: Moment) -> Iterator[Leak]:
    """Yield what each card gives away that was turned over as the result, if it goes home."""
    layout = moment.layout
    for op, said in moment.done:
        area, row = (ops.places_of(op) or (_NOWHERE,))[0][::2]
        one = isinstance(op, ops.Reveal) and row == CARD_ROW and len(op.places) == 1 and area != TICKET
        if one and area in (COLUMN, DRAWN):
            yield one_card(layout, [DECK], True)
        elif one or (isinstance(op, ops.Choose) and said != NONE):
            yield of_hand(layout, layout.lone)


def taken_for(moment: Moment) -> Leak:
    """Return what it gives away that hands went on after an answer that was misread, and are led home then.

    A card may be turned over for a result that is none (where the run is decided, that is told with the result), and
    pairs that would not have been; of cards that are tried one by one more than the first that fits; and of two, if a
    place was misread: the one that was turned over, and that the one whose place it was fits.
    """
    layout, found = moment.layout, [more_pairs(moment)]
    if not decided([op for op, _ in moment.done]):
        found += _turned_over(moment)
    elif layout.lone:
        found += [one_card(layout, [layout.seat])] * (layout.m - 1)
    elif any(_reads_place(op) for op, _ in moment.done):
        found.append(fits(layout, [layout.seat]))
    return together(found)


def more_pairs(moment: Moment) -> Leak:
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


def _reads_place(op: ops.Op) -> bool:
    return isinstance(op, ops.Reveal) and bool(op.ask) and op.places[0][::2] == (TICKET, CARD_ROW)
