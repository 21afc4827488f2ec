"""What each kind of mistake gives away, at the act where it happened: if the run goes on, or is led home.

Bits never fewer than the mean; a kind that is not told of here does not exist, for mypy goes through the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import log2
from typing import assert_never

from facilitator.machine import operations as ops
from facilitator.machine.faces import DECK
from facilitator.machine.operations import CARD_ROW, CHOSEN, COLUMN, LOT, MARKER_ROW, PILE, SIX, Op, Place
from facilitator.protocols.gives import NOTHING, Gives, Leakage, most_of, together
from facilitator.protocols.known import Known
from facilitator.protocols.layout import Layout
from facilitator.protocols.leaks import (
    RunMoment,
    all_hands,
    draws_of,
    fits,
    hidden_hands,
    known_before,
    leak_of,
    of_column,
    one_card,
    seen,
    some_covered,
    swaps,
)
from facilitator.protocols.mishaps import Mishap
from facilitator.protocols.results import more_pairs, taken_for

Moments = Sequence[tuple[RunMoment, Mapping[Place, bool]]]
"""Where a run stands before an act, and after each of its operations, with what lies there."""


def gives(what: Mishap, act: Moments, home: Sequence[Op] | None = None) -> Leakage:
    """Return what it gives away at most, on average, that something went wrong in an act.

    ``home``: the way back that is taken then; None: the run goes on, what is said to be put right being so.
    """
    match what:
        case Mishap.CARD_SEEN | Mishap.MARKER_SEEN | Mishap.BIT_SEEN:
            return most_of(leak for _, leak in covered(what, act, home))
        case Mishap.SPILLED:
            return most_of(spilled(_led(moment, home), surface) for moment, surface in act)
        case Mishap.UNSCRAMBLED:
            return most_of(_left_out(act, home))
        case Mishap.MISGIVEN:
            return most_of(_misgiven(act, home))
        case Mishap.MISCOUNTED:
            return _miscounted(act, home)
        case Mishap.MISREAD:
            return (
                NOTHING if home is None else taken_for(act[-1][0])
            )  # gone back to only where nothing was turned over
        case Mishap.WRONG_BITS:
            return NOTHING if home is None else _odd_pair(act)
        case Mishap.CROSSED | Mishap.MIXED_UP:
            return NOTHING if home is None else _astray(what, act)
        case _:
            assert_never(what)


def of_person(hidden: Mapping[str, int], people: Sequence[str]) -> Leakage:
    """Return what it gives away that one card of a person was shown; ``hidden``: all hands and decks nobody sees."""
    k = sum(hidden.values())
    return leak_of(Gives.CARD, [(who, log2(k / hidden[who])) for who in people if hidden.get(who)])


def _led(moment: RunMoment, home: Sequence[Op] | None) -> RunMoment:
    return moment if home is None else replace(moment, ahead=home)


# -- covered cards were seen -------------------------------------------------------------------------


def kind_of(place: Place) -> Mishap | None:
    """Return what it is called that the covered card at a place was seen; None where it says nothing of a hand."""
    if place.area == CHOSEN:
        return None
    if place.row == CARD_ROW and place.area in (COLUMN, PILE, LOT):
        return Mishap.CARD_SEEN
    if (place.row, place.area) == (MARKER_ROW, COLUMN):
        return Mishap.MARKER_SEEN
    return Mishap.BIT_SEEN


def covered(
    what: Mishap, act: Moments, home: Sequence[Op] | None = None
) -> Iterator[tuple[RunMoment, Leakage]]:
    """Yield every covered card of a kind, at each moment of an act, with what it gives away that it is seen."""
    for moment, surface in act:
        known = moment.known
        for place in some_covered(moment.layout, surface, known):
            if kind_of(place) is what:
                yield moment, seen(_led(moment, home), place, known)


def again(what: Mishap, act: Moments) -> Leakage:
    """Return what is given away if the scramble of an act is done once more: what was seen before it."""
    mixed = [sum(isinstance(op, ops.Scramble) for op, _ in moment.done) for moment, _ in act]
    first = [one for one, number in zip(act, mixed, strict=True) if number == mixed[0]]
    return most_of(leak for _, leak in covered(what, first))


def _misgiven(act: Moments, home: Sequence[Op] | None) -> Iterator[Leakage]:
    """Whoever got a card that was not theirs saw it."""
    for (moment, _), (after, _) in pairwise(act):
        op, known = after.done[-1][0], moment.known
        if isinstance(op, ops.Return | ops.Draw):
            for place in ops.places_of(op):
                yield seen(_led(moment, home), place, known)


# -- counts, pairs and places ------------------------------------------------------------------------


def _of_act(act: Moments) -> list[Op]:
    return [op for op, _ in act[-1][0].done[len(act[0][0].done) :]]


def _anybody_s(layout: Layout) -> Leakage:
    """One card is known, and whose it is or was."""
    return one_card(layout, list(hidden_hands(layout)))


def _miscounted(act: Moments, home: Sequence[Op] | None) -> Leakage:
    """A card that lacks where all others lie open is known, and who lays it; a marker that lacks is not.

    But led home under wrong markers, a card goes astray.
    """
    layout = act[0][0].layout
    shown = {
        (place.area, place.row)
        for op in _of_act(act)
        if isinstance(op, ops.Reveal) and len(op.places) == layout.k
        for place in op.places
    }
    if (COLUMN, CARD_ROW) in shown or (home is not None and (COLUMN, MARKER_ROW) in shown):
        return _anybody_s(layout)
    return NOTHING if home is None else _odd_pair(act)


def _odd_pair(act: Moments) -> Leakage:
    """A wrong pair came to light: who remembers under which card it lay knows a card of the hand, or the deck's."""
    layout, done = act[0][0].layout, [op for op, _ in act[-1][0].done]
    laid = max((index for index, op in enumerate(done) if isinstance(op, ops.Encode)), default=len(done))
    found = []
    for op in done[laid:]:
        if isinstance(op, ops.Reveal | ops.Choose | ops.Collect):
            area = ops.places_of(op)[0].area
            if area in (PILE, SIX):
                found.append(one_card(layout, [layout.seat]))
            elif ops.asked_by(op):
                found.append(one_card(layout, [DECK], True))
    return together([most_of(found), more_pairs(act[-1][0])])


def _astray(what: Mishap, act: Moments) -> Leakage:
    """Columns lie wrong, so a card may come to another owner, who sees it; of piles all is the virtual seat's.

    Pairs that were mixed up, or a six-card row laid wrong, say something of a card when they are turned over; a duel
    fought the wrong way does not, for its two cards are swapped unseen.
    """
    layout, acts = act[0][0].layout, _of_act(act)
    if any(place.area == COLUMN for op in acts for place in ops.places_of(op)):
        return _anybody_s(layout)
    shown = any(isinstance(op, ops.Reveal | ops.Choose) for op in acts)
    masked = what is Mishap.CROSSED and not any(
        place.area == SIX for op in acts for place in ops.places_of(op)
    )
    return fits(layout, [layout.seat]) if shown and not masked else NOTHING


# -- a pile was spilled ------------------------------------------------------------------------------


def spilled(moment: RunMoment, surface: Mapping[Place, bool]) -> Leakage:
    """Return what it gives away on average, at most, that all covered cards of one pile were seen together."""
    layout, known = moment.layout, moment.known
    found = []
    for place in some_covered(layout, surface, known):
        if place.row == CARD_ROW and place.area in (COLUMN, PILE):
            found.append(spilled_at(moment, place, known))
        elif place.area == SIX:  # of two pairs: the other pile's, or what became of those before
            found.append(together([fits(layout, [layout.seat])] * 2))
    return most_of(found)


def spilled_at(moment: RunMoment, place: Place, known: Known) -> Leakage:
    """Return the same of the pile of one play card."""
    layout = moment.layout
    if place.area == COLUMN:
        return of_column(moment, place, known)
    one = one_card(layout, [layout.seat])
    bit = fits(layout, [layout.seat])  # its bit cards too, for in duels others are laid
    return leak_of(Gives.CARD, [(owner, bits + bit.most) for owner, bits in one.bits])


# -- a scramble was left out -------------------------------------------------------------------------


def _left_out(act: Moments, home: Sequence[Op] | None) -> Iterator[Leakage]:
    """The last scramble before the act, or one of the act; going on, only before something that it turns over."""
    (first, _), *_, (end, _) = act
    before = [index for index, (op, _) in enumerate(first.done) if isinstance(op, ops.Scramble)]
    if before:
        yield unscrambled(_led(first, home), before[-1])
    here = range(len(first.done), len(end.done))
    mixed = [index for index in here if isinstance(end.done[index][0], ops.Scramble)]
    if home is None:
        later = [index for index in here if isinstance(end.done[index][0], ops.Reveal)]
        yield from (unscrambled(end, index) for index in mixed if later and index < later[-1])
        return
    for moment, _ in act:
        yield from (unscrambled(_led(moment, home), index) for index in mixed if index < len(moment.done))


def unscrambled(moment: RunMoment, index: int) -> Leakage:
    """Return what it gives away that the scramble at ``index`` of the run was left out, if the run goes on.

    The index counts what is done and what is ahead as one.
    """
    course = [*moment.done, *((op, "") for op in moment.ahead)]
    scramble, layout = course[index][0], moment.layout
    assert isinstance(scramble, ops.Scramble)
    area, seat = scramble.piles[0][0].area, layout.seat
    if area == LOT or len(scramble.piles) < 2:
        return NOTHING
    if area == COLUMN:
        known = known_before(layout)
        for op, answer in course[:index] + course[index + 1 :]:
            known.note(op, answer)
        return all_hands(layout, draws_of([op for op, _ in course])) if known.both else NOTHING
    later = [op for op, _ in course[index + 1 :] if isinstance(op, ops.Reveal)]
    if swaps(scramble):
        return fits(layout, [seat]) if any(map(swaps, later)) else NOTHING
    if not any(op.places[0].area == area for op in later):
        return NOTHING
    before = [op for op, _ in course[:index]]
    if area == PILE and not any(isinstance(op, ops.Scramble) and op.piles[0][0].area == SIX for op in before):
        return NOTHING  # the columns were scrambled, and nothing of the piles was shown since
    return leak_of(Gives.TRIES, [(seat, log2(layout.m))]) if fits(layout, [seat]).bits else NOTHING
