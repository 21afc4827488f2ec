"""Upper bounds for the leak of a mistake, one bound per kind of mistake, in bits.

Each bound depends on the position in the attempt and is at least the average leak. The bounds are computed
from operations alone. The tests compare each bound with the verifier, on every small table, at every
operation and for every option. At a real table the program only evaluates the bound.

See `known` for public knowledge and positions, and `catalogue` for the kinds of mistakes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise, takewhile
from math import comb, factorial, log2, prod
from types import UnionType
from typing import assert_never

from facilitator.mistakes.kinds import Mishap
from facilitator.mistakes.public_knowledge import (
    Known,
    Moments,
    RunMoment,
    about_drawn_card,
    hidden_hands,
    known_before,
    owners_of,
    shown,
    some_covered,
    swapped,
    swaps,
)
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import (
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
from facilitator.operations.faces import DECK
from facilitator.operations.steps import Meaning
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import card_owners, decided, shows_pairs

# ----------------------------------------------------------------------------------------------------
# Leaks: the kind of information, and the number of bits for each owner.


class Gives(Enum):
    """Kind of information that leaks about hidden hands, in ascending order."""

    NOTHING = "nothing"
    FITS = "whether a card fits"
    CARD = "one card"
    TRIES = "where in the hand the first card that fits lay"
    HAND = "something of a hand"
    HANDS = "who holds what"


@dataclass(frozen=True, slots=True)
class Leakage:
    """Upper bound for a leak.

    The bound refers to the average over everything that may be seen. A single view can reveal more. For
    example, a bit card that is seen reveals at most 1 bit on average, but 1.3 bits if it shows a value that
    two in five cards have. As in the verifier, the measure is mutual information, with all distributions of
    the cards equally likely before the attempt.

    Attributes:
        gives: Kind of information.
        bits: For each affected owner, an upper bound for the average number of bits about the owner's cards.
    """

    gives: Gives = Gives.NOTHING
    bits: tuple[tuple[str, float], ...] = ()

    @property
    def most(self) -> float:
        """Largest number of bits among the owners."""
        return max((bits for _, bits in self.bits), default=0.0)


NOTHING = Leakage()


def most_of(leaks: Iterable[Leakage]) -> Leakage:
    """Return the maximum of several leaks, owner by owner."""
    gives, bits = Gives.NOTHING, dict[str, float]()
    for leak in leaks:
        gives = max(gives, leak.gives, key=list(Gives).index)
        for owner, most in leak.bits:
            bits[owner] = max(most, bits.get(owner, 0.0))
    return Leakage(gives, tuple(bits.items()))


def together(leaks: Iterable[Leakage]) -> Leakage:
    """Return the sum of several leaks, assigned to each of the owners concerned."""
    some = [leak for leak in leaks if leak.bits]
    bits = sum(leak.most for leak in some)
    owners = dict.fromkeys(owner for leak in some for owner, _ in leak.bits)
    return Leakage(most_of(some).gives, tuple((owner, bits) for owner in owners))


# ----------------------------------------------------------------------------------------------------
# Sizes of typical leaks: a card, the playability of a card, all hands.


def leak_of(gives: Gives, bits: Sequence[tuple[str, float]]) -> Leakage:
    some = tuple((owner, most) for owner, most in bits if most > 0)
    return Leakage(gives, some) if some else NOTHING


def one_card(layout: Layout, owners: Sequence[str], draws: bool = False) -> Leakage:
    """Return the leak if one card of an owner becomes known.

    If k cards are hidden and the owner holds n of them, the leak is log2 k/n bits. For the virtual seat it is
    log2 (k−1)/(n−1) bits, because the result shows another card of its hand. For the draw pile it is log2
    k/(n−1) bits.

    Args:
        layout: Layout of the attempt.
        owners: Possible owners of the card.
        draws: Whether a card of the draw pile may be the card that is drawn next. Its new owner is then
            known, too, and the leak is log2 k bits.
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
    """Return the leak if one bit card becomes known: at most one bit on average.

    There is no leak if all cards have the same bit there.

    Args:
        layout: Layout of the attempt.
        owners: Possible owners of the card.
        place: Place of the bit card, or None for any of them.
    """
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
    """Return the leak if one card of a person was shown.

    Args:
        hidden: Sizes of all hands and draw piles that must stay hidden.
        people: Possible owners of the card.
    """
    k = sum(hidden.values())
    return leak_of(Gives.CARD, [(who, log2(k / hidden[who])) for who in people if hidden.get(who)])


# ----------------------------------------------------------------------------------------------------
# Leaks of a covered card that was seen.


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
    if place.area == LOT:  # A recovery: the hand and its drawn cards, some of which return to the draw pile.
        return one_card(layout, [layout.seat, DECK], True)
    if place.area != COLUMN:
        return NOTHING if swapped(moment.done, place) else _apart(moment, place)
    if not known.owned:
        return _nobody_s(moment, place, known)
    comes = shown(place, ahead) or shown(place._replace(row=CARD_ROW), ahead)
    return NOTHING if comes else of_column(moment, place, known)


def _nobody_s(moment: RunMoment, place: Place, known: Known) -> Leakage:
    """Return the leak of a card in a column whose owner is unknown."""
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
        return NOTHING  # The cards left by the last AND only repeat the result.
    return fits(layout, [layout.seat])


def _play_card(moment: RunMoment, place: Place) -> Leakage:
    """Return the leak of a play card that was taken out of its column, or never lay in one.

    The draw pile's cards are checked on their own, one at a time, so they are not compared with others.
    """
    layout, course = moment.layout, (*moment.ops, *moment.ahead)
    if card_owners(layout, moment.ops)[place] == DECK:
        return one_card(layout, [layout.seat, DECK], True)
    return _card_of_hand(layout, [layout.seat], course)


def _card_of_hand(
    layout: Layout, owners: Sequence[str], course: Iterable[Op], draws: bool = False
) -> Leakage:
    """Return the leak of one card, with what it tells about the other cards of the hand.

    If the attempt compares cards of the hand, the seen card tells more than itself. If it is playable but is not the
    card played, another one is playable, too. If it has lost, the winner may be playable.
    """
    leak = one_card(layout, owners, draws)
    if not any(map(_compares, course)):
        return leak
    more = dict(fits(layout, [layout.seat]).bits)
    return replace(leak, bits=tuple((owner, bits + more.get(owner, 0.0)) for owner, bits in leak.bits))


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
        draws = any(map(about_drawn_card, moment.ahead)) and not _leaves_first(moment, place, known)
        return _card_of_hand(layout, owners, (*moment.ops, *moment.ahead), draws)
    return NOTHING if place.row == MARKER_ROW else fits(layout, owners, place)


def _leaves_first(moment: RunMoment, place: Place, known: Known) -> bool:
    """Return whether the card in a column is not drawn next, or cannot be recognised when it is drawn."""
    mixed = any(isinstance(op, ops.Mixing) and op.piles[0][0].area == COLUMN for op in moment.ahead)
    return mixed or (known.grouped and place.number != next(iter(moment.layout.numbers(DECK)), 0))


# ----------------------------------------------------------------------------------------------------
# Leaks of a visible result that is declared void, so that its cards return to their owners.


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
    """Yield the leak of each card that was turned over as the result and is returned to its owner."""
    layout = moment.layout
    for op, said in moment.done:
        meant = meanings(op, said)
        if Meaning.DRAWN_PLAYED in meant:
            yield one_card(layout, [DECK], True)
        elif Meaning.PLAYED in meant:
            yield one_card(layout, [layout.seat])


def meanings(op: Op, said: str = "") -> set[Meaning]:
    """Return the meaning of an answer, or the meanings of all possible answers if it is empty."""
    branch = ops.branch_of(op, said)
    return {one.meaning for one in (ops.branches_of(op) if branch is None else (branch,))}


def taken_for(moment: RunMoment) -> Leakage:
    """Return the leak if the attempt continued after a misread answer and is then recovered.

    A card may have been turned over as the result although there is none, and pairs may have been shown by
    mistake. If the attempt is decided, `voided` already counts the result.
    """
    found = [more_pairs(moment)]
    if not decided(moment.ops):
        found += _turned_over(moment)
    return together(found)


def more_pairs(moment: RunMoment) -> Leakage:
    """Return the leak of those pairs of the hand that were shown after a wrong answer.

    A single pair shows whether the hand has a card of the next priority class. If all pairs are shown after a
    shuffle, they reveal how many cards are playable: none, one or more. This is at most two bits.
    """
    layout, count, asked = moment.layout, 0, False
    for op in moment.ops:
        if asked and shows_pairs(op):
            count += min(len(ops.places_of(op)) // 2, 2)
        asked = asked or bool(ops.asked_by(op))
    return together([fits(layout, [layout.seat])] * count)


# ----------------------------------------------------------------------------------------------------
# Leaks of each kind of mistake in the step where it happened, if the attempt continues or is recovered.
#
# The number of bits is at least the average. mypy checks that every kind in the catalogue is handled.


def gives(what: Mishap, act: Moments, home: Sequence[Op] | None = None) -> Leakage:  # noqa: C901
    """Return an upper bound for the average leak of a mistake in a step.

    Args:
        what: Mistake.
        act: Position before the step and after each of its operations.
        home: Operations of the recovery that follows. None if the attempt continues after the mistake was
            corrected.
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
        case Mishap.NO_DOT:
            return NOTHING
        case _ if home is None:
            # The mistake is corrected in place. A misread answer can only be corrected before more cards are shown.
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


# -- covered card seen -------------------------------------------------------------------------------


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
    """Yield every covered card whose sighting is this mistake, at each position of a step, with its leak."""
    for moment, surface in act:
        known = moment.known
        for place in some_covered(moment.layout, surface, known):
            if kind_of(place) is what:
                yield moment, seen(_led(moment, home), place, known)


def again(what: Mishap, act: Moments) -> Leakage:
    """Return the leak that remains if the shuffle of a step is repeated.

    It is the largest leak of a card seen before the shuffle.
    """
    mixed = [sum(isinstance(op, ops.Mixing) for op, _ in moment.done) for moment, _ in act]
    first = [one for one, number in zip(act, mixed, strict=True) if number == mixed[0]]
    return most_of(leak for _, leak in covered(what, first))


def _misgiven(act: Moments, home: Sequence[Op] | None) -> Iterator[Leakage]:
    """Yield the leaks of cards that were given to a wrong owner, who has seen them."""
    for (moment, _), (after, _) in pairwise(act):
        op, known = after.done[-1][0], moment.known
        if isinstance(op, ops.Return | ops.Draw):
            for place in ops.places_of(op):
                yield seen(_led(moment, home), place, known)


# -- wrong numbers, pairs and places -----------------------------------------------------------------


def _of_act(act: Moments) -> list[Op]:
    return [op for op, _ in act[-1][0].done[len(act[0][0].done) :]]


def _anybody_s(layout: Layout) -> Leakage:
    """Return the leak if one card and its current or former owner become known."""
    return one_card(layout, list(hidden_hands(layout)))


def _miscounted(act: Moments, home: Sequence[Op] | None) -> Leakage:
    """Return the leak of a wrong number of cards.

    If all other cards are face up, a missing card is known, and so is the person who adds it. A missing
    marker does not leak anything, unless the attempt is recovered: with wrong markers a card goes to a wrong
    owner.
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
    """Return the leak of answers after wallet duels with a mistake: at most everything about the hand.

    Up to the last look the dot reveals nothing, because the half turns put either card at either end. Answers
    about a card that was drawn since then concern the draw pile.
    """
    layout, done = act[0][0].layout, act[-1][0].ops
    own = takewhile(lambda op: not isinstance(op, ops.LayTop), done)
    if not any(isinstance(op, ops.Reveal) or (isinstance(op, ops.Look) and op.ask) for op in own):
        return NOTHING
    return leak_of(Gives.HAND, [(layout.seat, log2(comb(len(layout.cards), layout.m)))])


def _odd_pair(act: Moments) -> Leakage:
    """Return the leak of a wrong pair that was shown.

    Somebody who remembers the card above the wrong pair now knows a card of the hand or of the draw pile. If no
    wrong pair appears among the pairs of the hand, the card is elsewhere: one more bit at most.
    """
    layout, done = act[0][0].layout, [op for op, _ in act[-1][0].done]
    in_hand = leak_of(Gives.FITS, [(layout.seat, 1.0)])
    laid = max((index for index, op in enumerate(done) if isinstance(op, ops.Encode)), default=len(done))
    found = []
    for op in done[laid:]:
        shows = isinstance(op, ops.Reveal | ops.Choose | ops.Collect)
        if about_drawn_card(op):
            found.append(one_card(layout, [DECK], True))
        elif shows and ops.places_of(op)[0].area in (PILE, SIX):
            found.append(together([one_card(layout, [layout.seat]), in_hand]))
    return together([most_of(found), more_pairs(act[-1][0])])


def _astray(what: Mishap, act: Moments) -> Leakage:
    """Return the leak of columns or piles that were exchanged by mistake.

    Columns in a wrong order may give a card to another owner, who sees it. All piles belong to the virtual
    seat, so only their pairs matter: if pairs were mixed up, or a six-card row was arranged wrongly, they
    reveal something about a card when they are turned over. A duel in the wrong direction reveals nothing,
    because its cards are exchanged unseen.
    """
    layout, acts = act[0][0].layout, _of_act(act)
    if any(place.area == COLUMN for op in acts for place in ops.places_of(op)):
        return _anybody_s(layout)
    shown = any(isinstance(op, ops.Reveal | ops.Choose) for op in acts)
    masked = what is Mishap.CROSSED and not any(
        place.area == SIX for op in acts for place in ops.places_of(op)
    )
    return fits(layout, [layout.seat]) if shown and not masked else NOTHING


# -- spilled pile ------------------------------------------------------------------------------------


def spilled(moment: RunMoment, surface: Mapping[Place, bool]) -> Leakage:
    """Return an upper bound for the average leak if all covered cards of one pile were seen together."""
    layout, known = moment.layout, moment.known
    found = []
    for place in some_covered(layout, surface, known):
        if place.row == CARD_ROW and place.area in (COLUMN, PILE):
            found.append(spilled_at(moment, place, known))
        elif place.area == SIX:  # Two pairs: those of both piles, or the results of earlier ANDs.
            found.append(together([fits(layout, [layout.seat])] * 2))
    return most_of(found)


def spilled_at(moment: RunMoment, place: Place, known: Known) -> Leakage:
    """Return an upper bound for the average leak if the pile of one play card was spilled."""
    layout = moment.layout
    if place.area == COLUMN:
        return of_column(moment, place, known)
    one = one_card(layout, [layout.seat])
    bit = fits(layout, [layout.seat])  # add its bit cards, because duels use other bit cards
    return leak_of(Gives.CARD, [(owner, bits + bit.most) for owner, bits in one.bits])


# -- shuffle left out --------------------------------------------------------------------------------


def _left_out(act: Moments, home: Sequence[Op] | None) -> Iterator[Leakage]:
    """Yield the leak of each shuffle that may have been left out.

    These are the last shuffle before the step and the shuffles of the step. If the attempt continues, a
    shuffle of the step matters only if the step shows cards after it.
    """
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
    """Return the indices of the completed operations of some types."""
    return [index for index, op in enumerate(moment.ops) if index >= since and isinstance(op, kinds)]


def unscrambled(moment: RunMoment, index: int) -> Leakage:
    """Return the leak if the shuffle at ``index`` was left out and the attempt continues.

    The index counts the completed operations and the operations ahead as one sequence.
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
        return all_hands(layout, any(about_drawn_card(op) for op, _ in course)) if known.both else NOTHING
    if area == WALLET:  # The look before the next half turns shows whether the card in front is playable.
        return fits(layout, [layout.seat]) if isinstance(next(iter(after), None), ops.Look) else NOTHING
    if area == LOT or len(scramble.piles) < 2:
        return NOTHING
    if area == PILE and len(scramble.piles[0]) == 1:  # single cards
        return _order(layout) if any(map(ops.asked_by, after)) else NOTHING
    return _of_piles(layout, scramble, [op for op, _ in before], after)


def _of_piles(layout: Layout, scramble: ops.Mixing, before: Sequence[Op], after: Sequence[Op]) -> Leakage:
    """Return the leak of the order that a shuffle of piles or of two packets should have hidden."""
    area, shows = scramble.piles[0][0].area, [op for op in after if isinstance(op, ops.Reveal)]
    if swaps(scramble):
        return fits(layout, [layout.seat]) if any(map(swaps, shows)) else NOTHING
    if not any(op.places[0].area == area for op in shows):
        return NOTHING
    if area == PILE and not any(isinstance(op, ops.Mixing) and op.piles[0][0].area == SIX for op in before):
        return NOTHING  # The columns were shuffled, and no card of the piles was shown since.
    return _order(layout) if fits(layout, [layout.seat]).bits else NOTHING


def _order(layout: Layout) -> Leakage:
    """Return the leak if the position of the first playable card in the hand becomes known."""
    return leak_of(Gives.TRIES, [(layout.seat, log2(layout.m))])
