"""What a mistake gives away, by where the run stands: one bound for each kind, in bits never fewer than the mean.

Decided over operations; nothing here knows a run or asks a host.  Each bound is judged in the tests against the
verifier, on every small table, at every operation and by every way on; at a table it is only looked up.  What is
public, and where a run stands, is `known`; what can go wrong at all is the `catalogue`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise, takewhile
from math import comb, factorial, log2, prod
from types import UnionType
from typing import assert_never

from facilitator.machine import operations as ops
from facilitator.machine.acts import Meaning
from facilitator.machine.faces import DECK
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
    WALLET,
    Op,
    Place,
    is_layer,
)
from facilitator.mistakes.catalogue import Mishap
from facilitator.mistakes.known import (
    Known,
    Moments,
    RunMoment,
    draws_of,
    hidden_hands,
    known_before,
    owners_of,
    shown,
    some_covered,
    swapped,
    swaps,
)
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import card_owners, decided, shows_pairs

# ----------------------------------------------------------------------------------------------------
# What is given away of hidden hands, and how much of whose: a value.


class Gives(Enum):
    """What becomes known of hidden hands, the least first."""

    NOTHING = "nothing"
    FITS = "whether a card fits"
    CARD = "one card"
    TRIES = "where in the hand the first card that fits lay"
    HAND = "something of a hand"
    HANDS = "who holds what"


@dataclass(frozen=True, slots=True)
class Leakage:
    """What is given away, and of whose cards how much: for each owner the bits, never fewer than the mean.

    The mean over all that may be seen then, of which one may tell more: a bit card seen tells at most a bit on
    average, and 1.3 bits if it says of a card what is true of two in five.  Counted as if, before the run, every way
    the cards may lie were as likely: the verifier's measure (mutual information).
    """

    gives: Gives = Gives.NOTHING
    bits: tuple[tuple[str, float], ...] = ()

    @property
    def most(self) -> float:
        """The bits on average, of whoever's card it tells most."""
        return max((bits for _, bits in self.bits), default=0.0)


NOTHING = Leakage()


def most_of(leaks: Iterable[Leakage]) -> Leakage:
    """Return the worst of several, owner by owner."""
    gives, bits = Gives.NOTHING, dict[str, float]()
    for leak in leaks:
        gives = max(gives, leak.gives, key=list(Gives).index)
        for owner, most in leak.bits:
            bits[owner] = max(most, bits.get(owner, 0.0))
    return Leakage(gives, tuple(bits.items()))


def together(leaks: Iterable[Leakage]) -> Leakage:
    """Return what several give away together: whosever cards, as many bits as all of them."""
    some = [leak for leak in leaks if leak.bits]
    bits = sum(leak.most for leak in some)
    owners = dict.fromkeys(owner for leak in some for owner, _ in leak.bits)
    return Leakage(most_of(some).gives, tuple((owner, bits) for owner in owners))


# ----------------------------------------------------------------------------------------------------
# How many bits it is: of a card, of whether one fits, of everything.


def leak_of(gives: Gives, bits: Sequence[tuple[str, float]]) -> Leakage:
    some = tuple((owner, most) for owner, most in bits if most > 0)
    return Leakage(gives, some) if some else NOTHING


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


def all_hands(layout: Layout, draws: bool) -> Leakage:
    """Return the leak if everything becomes known: who holds which cards, and which card is drawn."""
    hidden = hidden_hands(layout)
    ways = factorial(sum(hidden.values())) // prod(map(factorial, hidden.values()))
    deck = hidden.get(DECK, 1)
    if draws:
        ways *= factorial(deck) if layout.until else deck
    return leak_of(Gives.HANDS, [(owner, log2(ways)) for owner in hidden])


def of_person(hidden: Mapping[str, int], people: Sequence[str]) -> Leakage:
    """Return what it gives away that one card of a person was shown; ``hidden``: all hands and decks nobody sees."""
    k = sum(hidden.values())
    return leak_of(Gives.CARD, [(who, log2(k / hidden[who])) for who in people if hidden.get(who)])


# ----------------------------------------------------------------------------------------------------
# A covered card was seen.


def seen(moment: RunMoment, place: Place, known: Known) -> Leakage:
    """Return the leak if the covered card at a place is seen now and the attempt goes on.

    Args:
        moment: Position in the attempt.
        place: Place of the card that is seen.
        known: Public knowledge at this moment.
    """
    if place in known:
        return NOTHING
    layout, ahead = moment.layout, moment.ahead
    if place.area == LOT:  # on the way home: a hand laid out with what it drew, of which some go to the deck
        return one_card(layout, [layout.seat, DECK], True)
    if place.area != COLUMN:
        return NOTHING if swapped(moment.done, place) else _apart(moment, place)
    if not known.owned:
        return _nobody_s(moment, place, known)
    comes = shown(place, ahead) or shown(place._replace(row=CARD_ROW), ahead)
    return NOTHING if comes else of_column(moment, place, known)


def _nobody_s(moment: RunMoment, place: Place, known: Known) -> Leakage:
    """A card of a column whose owner nobody knows."""
    ahead = moment.ahead
    card, mark = place._replace(row=CARD_ROW), place._replace(row=MARKER_ROW)
    if place.row == MARKER_ROW:
        told = card in known or shown(card, ahead)
        return one_card(moment.layout, owners_of(moment.layout, place, known)) if told else NOTHING
    told = not shown(place, ahead) and shown(mark, ahead)
    return of_column(moment, place, known) if told else NOTHING


def _apart(moment: RunMoment, place: Place) -> Leakage:
    """Return the leak of a card outside the columns: a play card, a bit card, or a layer of the wallet."""
    layout, ahead = moment.layout, moment.ahead
    if shown(place, ahead):
        return NOTHING
    if place.row == CARD_ROW and place.area in (PILE, WALLET, CHOSEN):
        return _play_card(moment, place)
    decided = any(isinstance(op, ops.Choose) for op in (*moment.ops, *ahead))
    if decided and place.area == SIX and not any(map(_in_row, ahead)):
        return NOTHING  # what the last AND leaves in the row says what the result says
    return fits(layout, [layout.seat])


def _play_card(moment: RunMoment, place: Place) -> Leakage:
    """Return the leak of a play card that was taken out of its column, or never lay in one.

    If cards of the hand are compared, the seen card tells more than itself. If it is playable but is not the card
    played, another one is playable, too. If it has lost, the winner may be playable. One card of the draw pile at a
    time is checked on its own.
    """
    layout, course = moment.layout, (*moment.ops, *moment.ahead)
    if card_owners(layout, moment.ops)[place] == DECK:
        return one_card(layout, [layout.seat, DECK], True)
    card = one_card(layout, [layout.seat])
    return together([card, fits(layout, [layout.seat])]) if any(map(_compares, course)) else card


def _compares(op: Op) -> bool:
    """Return whether an operation picks one of several cards of the hand: a duel or the end of a lottery."""
    match op:
        case ops.Look():
            return len(op.ends) > 1
        case ops.Reveal():
            return op.places[0].row == TOP_ROW
    return isinstance(op, ops.Choose) and len(op.piles) > 1


def _in_row(op: Op) -> bool:
    return isinstance(op, ops.Rearrange | ops.Mixing | ops.Move) and any(
        place.area == SIX for place in ops.places_of(op)
    )


def of_column(moment: RunMoment, place: Place, known: Known) -> Leakage:
    layout, owners = moment.layout, owners_of(moment.layout, place, known)
    if place.row == CARD_ROW:
        return one_card(layout, owners, draws_of(moment.ahead) and not _leaves_first(moment, place, known))
    return NOTHING if place.row == MARKER_ROW else fits(layout, owners, place)


def _leaves_first(moment: RunMoment, place: Place, known: Known) -> bool:
    """Whether a column's card is not the one that would be drawn, or nobody knows any more which was seen."""
    mixed = any(isinstance(op, ops.Mixing) and op.piles[0][0].area == COLUMN for op in moment.ahead)
    return mixed or (known.grouped and place.number != next(iter(moment.layout.numbers(DECK)), 0))


# ----------------------------------------------------------------------------------------------------
# What a result gives away that does not count: it was seen, and its cards go home.


def voided(moment: RunMoment, leak: Leakage) -> Leakage:
    """Return the leak of a mistake together with the visible result of a turn that is declared void.

    It does not count whether the hand has a playable card, because the turn, started again, tells that. It is at most
    the leak of everything that is hidden.

    Args:
        moment: Position in the attempt when the turn is declared void.
        leak: Leak of the mistake alone, with the cards returned to their owners.
    """
    layout, found = moment.layout, [leak, *_turned_over(moment)]
    drawn = (op for op in moment.ops if Meaning.DRAWN_MISSES in meanings(op))
    found += [fits(layout, [DECK]) for _ in drawn]
    return min(together(found), all_hands(layout, True), key=lambda leak: leak.most)


def _turned_over(moment: RunMoment) -> Iterator[Leakage]:
    """Yield what each card gives away that was turned over as the result, if it goes home."""
    layout = moment.layout
    for op, said in moment.done:
        meant = meanings(op, said)
        if Meaning.DRAWN_PLAYED in meant:
            yield one_card(layout, [DECK], True)
        elif Meaning.PLAYED in meant:
            yield one_card(layout, [layout.seat])


def meanings(op: Op, said: str = "") -> set[Meaning]:
    """Return what an answer means, or without an answer all that the answers to a question may mean."""
    branch = ops.branch_of(op, said)
    return {one.meaning for one in (ops.branches_of(op) if branch is None else (branch,))}


def taken_for(moment: RunMoment) -> Leakage:
    """Return what it gives away that hands went on after an answer that was misread, and are led home then.

    A card may be turned over for a result that is none (where the run is decided, that is told with the result), and
    pairs that would not have been.
    """
    found = [more_pairs(moment)]
    if not decided(moment.ops):
        found += _turned_over(moment)
    return together(found)


def more_pairs(moment: RunMoment) -> Leakage:
    """Return what pairs of the hand's cards tell that came to light after an answer that was not the true one.

    One says whether a card of a further class is there; all of them, which are scrambled, how many fit of none, one
    and more: at most two bits.
    """
    layout, count, asked = moment.layout, 0, False
    for op in moment.ops:
        if asked and shows_pairs(op):
            count += min(len(ops.places_of(op)) // 2, 2)
        asked = asked or bool(ops.asked_by(op))
    return together([fits(layout, [layout.seat])] * count)


# ----------------------------------------------------------------------------------------------------
# What each kind of mistake gives away, at the act where it happened: if the run goes on, or is led home.
#
# Bits never fewer than the mean; a kind that is not told of here does not exist, for mypy goes through the
# catalogue.


def gives(what: Mishap, act: Moments, home: Sequence[Op] | None = None) -> Leakage:
    """Return what it gives away at most, on average, that something went wrong in an act.

    ``home``: the way back that is taken then; None: the run goes on, what is said to be put right being so.
    """
    match what:
        case Mishap.CARD_SEEN | Mishap.MARKER_SEEN | Mishap.BIT_SEEN | Mishap.LAYER_SEEN:
            return most_of(leak for _, leak in covered(what, act, home))
        case Mishap.SPILLED:
            return most_of(spilled(_led(moment, home), surface) for moment, surface in act)
        case Mishap.UNSCRAMBLED:
            return most_of(_left_out(act, home))
        case Mishap.MISGIVEN:
            return most_of(_misgiven(act, home))
        case Mishap.MISCOUNTED:
            return _miscounted(act, home)
        case _ if home is None:
            # put right where it was; a misread answer only where nothing was turned over since
            return NOTHING
        case Mishap.MISREAD:
            return taken_for(act[-1][0])
        case Mishap.WRONG_BITS:
            return _odd_pair(act)
        case Mishap.CROSSED | Mishap.MIXED_UP:
            return _astray(what, act)
        case Mishap.LOSER_KEPT | Mishap.WRONG_MASK:
            return _misled(act)
        case _:
            assert_never(what)


def _led(moment: RunMoment, home: Sequence[Op] | None) -> RunMoment:
    return moment if home is None else replace(moment, ahead=home)


# -- covered cards were seen -------------------------------------------------------------------------


def kind_of(place: Place) -> Mishap:
    """Return the kind of mistake made when the covered card at a place is seen."""
    if is_layer(place):
        return Mishap.LAYER_SEEN
    if place.row == CARD_ROW and place.area in (COLUMN, PILE, LOT, WALLET, CHOSEN):
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
    mixed = [sum(isinstance(op, ops.Mixing) for op, _ in moment.done) for moment, _ in act]
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


def _misled(act: Moments) -> Leakage:
    """What is read of a hand after duels fought wrongly: at most all there is to know of it.

    Up to the last look the dots say nothing: half turns that nobody followed put either card at either end.  What is
    read of a card drawn since is the deck's.
    """
    layout, done = act[0][0].layout, act[-1][0].ops
    own = takewhile(lambda op: not isinstance(op, ops.LayTop), done)
    if not any(isinstance(op, ops.Reveal) or (isinstance(op, ops.Look) and op.ask) for op in own):
        return NOTHING
    return leak_of(Gives.HAND, [(layout.seat, log2(comb(len(layout.cards), layout.m)))])


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
    since = len(first.done)
    if before := _where(first, ops.Mixing):
        yield unscrambled(_led(first, home), before[-1])
    mixed, shown = _where(end, ops.Mixing, since), _where(end, ops.Reveal | ops.Look, since)
    if home is None:
        yield from (unscrambled(end, index) for index in mixed if index < max(shown, default=0))
        return
    for moment, _ in act:
        yield from (unscrambled(_led(moment, home), index) for index in mixed if index < len(moment.done))


def _where(moment: RunMoment, kinds: type[Op] | UnionType, since: int = 0) -> list[int]:
    """Return where among what was done there are operations of some kinds."""
    return [index for index, op in enumerate(moment.ops) if index >= since and isinstance(op, kinds)]


def unscrambled(moment: RunMoment, index: int) -> Leakage:
    """Return what it gives away that the scramble at ``index`` of the run was left out, if the run goes on.

    The index counts what is done and what is ahead as one.
    """
    course = [*moment.done, *((op, "") for op in moment.ahead)]
    before, (scramble, _), after = course[:index], course[index], [op for op, _ in course[index + 1 :]]
    layout = moment.layout
    assert isinstance(scramble, ops.Mixing)
    area = scramble.piles[0][0].area
    if area == COLUMN:
        known = known_before(layout)
        for op, answer in (*before, *course[index + 1 :]):
            known.note(op, answer)
        return all_hands(layout, draws_of(op for op, _ in course)) if known.both else NOTHING
    if area == WALLET:  # whether the card in front fits, at the one look before the next half turns
        return fits(layout, [layout.seat]) if isinstance(next(iter(after), None), ops.Look) else NOTHING
    if area == LOT or len(scramble.piles) < 2:
        return NOTHING
    if area == PILE and len(scramble.piles[0]) == 1:  # a heap
        return _order(layout) if any(map(ops.asked_by, after)) else NOTHING
    return _of_piles(layout, scramble, [op for op, _ in before], after)


def _of_piles(layout: Layout, scramble: ops.Mixing, before: Sequence[Op], after: Sequence[Op]) -> Leakage:
    """What a scramble of piles or of two packets hides: in which order they lie."""
    area, shows = scramble.piles[0][0].area, [op for op in after if isinstance(op, ops.Reveal)]
    if swaps(scramble):
        return fits(layout, [layout.seat]) if any(map(swaps, shows)) else NOTHING
    if not any(op.places[0].area == area for op in shows):
        return NOTHING
    if area == PILE and not any(isinstance(op, ops.Mixing) and op.piles[0][0].area == SIX for op in before):
        return NOTHING  # the columns were scrambled, and nothing of the piles was shown since
    return _order(layout) if fits(layout, [layout.seat]).bits else NOTHING


def _order(layout: Layout) -> Leakage:
    """It is known where in the hand the first card that fits lay."""
    return leak_of(Gives.TRIES, [(layout.seat, log2(layout.m))])
