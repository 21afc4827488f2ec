"""Upper bounds for the information that a mistake leaks, in bits.

A bound depends on the position in the attempt, and is never less than the average leak. Bounds are computed
from operations alone. Tests compare bounds with the verifier's results, for every operation and every option.

`public_knowledge` defines positions and public knowledge, and `kinds` the kinds of mistakes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise, takewhile
from math import comb, factorial, log2, prod
from types import UnionType
from typing import assert_never

from facilitator.mistakes.kinds import Mistake
from facilitator.mistakes.public_knowledge import (
    AttemptMoment,
    Heard,
    Moments,
    PublicKnowledge,
    about_drawn_card,
    get_initial_knowledge,
    hidden_hands,
    is_shown_later,
    is_swap,
    is_swapped,
    owners_of,
    some_covered,
)
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, MARKER_ROW, PILE, SIX, Op, Place
from facilitator.operations.faces import DECK
from facilitator.operations.steps import Meaning
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import card_owners, is_decided, shows_pairs

# ----------------------------------------------------------------------------------------------------
# Leaks: the kind of information, and the number of bits for each owner.


class LeakKind(Enum):
    """Kind of information about hidden hands that a mistake leaks. Each kind includes the kinds before it."""

    NOTHING = "nothing"
    FITS = "whether a card fits"
    CARD = "one card"
    TRIES = "where in the hand the first card that fits lay"
    HAND = "something of a hand"
    HANDS = "who holds what"


@dataclass(frozen=True, slots=True)
class Leakage:
    """Upper bound for the information about hidden cards that a mistake leaks.

    The bound is an average over everything that people could see, weighted by probability. A single sight can
    reveal more. For example, a visible bit card reveals at most 1 bit on average, but 1.3 bits if its value
    belongs to two in five cards. The measure is mutual information, if all deals are equally likely before
    the attempt.

    Attributes:
        gives: Kind of information.
        bits: Pairs of an owner and the upper bound for the average number of bits about this owner's cards.
    """

    gives: LeakKind = LeakKind.NOTHING
    bits: tuple[tuple[str, float], ...] = ()

    @property
    def max_bits(self) -> float:
        """Leaked information about the cards of the most affected owner, in bits."""
        return max((bits for _, bits in self.bits), default=0.0)


NOTHING = Leakage()


def find_largest_leak(leaks: Iterable[Leakage]) -> Leakage:
    """Return the largest leak for each owner."""
    gives, bits = LeakKind.NOTHING, dict[str, float]()
    for leak in leaks:
        gives = max(gives, leak.gives, key=list(LeakKind).index)
        for owner, most in leak.bits:
            bits[owner] = max(most, bits.get(owner, 0.0))
    return Leakage(gives, tuple(bits.items()))


def add_leaks(leaks: Iterable[Leakage]) -> Leakage:
    """Return the sum of several leaks. Each affected owner gets the total number of bits."""
    some = [leak for leak in leaks if leak.bits]
    bits = sum(leak.max_bits for leak in some)
    owners = dict.fromkeys(owner for leak in some for owner, _ in leak.bits)
    return Leakage(find_largest_leak(some).gives, tuple((owner, bits) for owner in owners))


# ----------------------------------------------------------------------------------------------------
# Sizes of typical leaks: a card, the playability of a card, all hands.


def leak_of(gives: LeakKind, bits: Sequence[tuple[str, float]]) -> Leakage:
    """Return a leak, without owners that have 0 bits."""
    some = tuple((owner, most) for owner, most in bits if most > 0)
    return Leakage(gives, some) if some else NOTHING


def measure_card(layout: Layout, owners: Sequence[str], draws: bool = False) -> Leakage:
    """Return the leak if the face of one hidden card becomes known.

    If k cards are hidden and the owner holds n of them, the leak is log2 k/n bits. For the virtual seat it is
    log2 (k−1)/(n−1) bits, because the result reveals another card of this hand. For the draw pile it is log2
    k/(n−1) bits.

    Args:
        layout: Layout of the attempt.
        owners: Possible owners of the card.
        draws: Whether the card may be the next drawn card. Its new owner is then known, too, and the leak is
            log2 k bits.
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
    return leak_of(LeakKind.CARD, bits)


def measure_bit(layout: Layout, owners: Sequence[str], place: Place | None = None) -> Leakage:
    """Return the leak if one bit card becomes known: at most one bit on average.

    If all cards have the same bit at this place, nothing leaks.

    Args:
        layout: Layout of the attempt.
        owners: Possible owners of the card above the bit card.
        place: Place of the bit card, or None for any place.
    """
    codes = {bits for _, bits in layout.code}
    if place is not None:
        index = (place.row - ops.FIRST_BIT_ROW) // 2
        codes = {bits[index : index + 1] for bits in codes}
    if len({bit for bits in codes for bit in bits}) < 2:
        return NOTHING
    hidden = hidden_hands(layout)
    return leak_of(LeakKind.FITS, [(owner, 1.0) for owner in owners if owner in hidden])


def measure_all_hands(layout: Layout, draws: bool) -> Leakage:
    """Return the leak of all hidden information: every card's owner, and the drawn card.

    Args:
        layout: Layout of the attempt.
        draws: Whether a card is drawn, so that the order of the draw pile matters.
    """
    hidden = hidden_hands(layout)
    ways = factorial(sum(hidden.values())) // prod(map(factorial, hidden.values()))
    deck = hidden.get(DECK, 1)
    if draws:
        ways *= factorial(deck) if layout.until else deck
    return leak_of(LeakKind.HANDS, [(owner, log2(ways)) for owner in hidden])


def measure_person_card(hidden: Mapping[str, int], people: Sequence[str]) -> Leakage:
    """Return the leak if one card in a person's hand was shown.

    Args:
        hidden: Number of cards of each owner whose cards are hidden.
        people: Possible owners of the card.
    """
    k = sum(hidden.values())
    return leak_of(LeakKind.CARD, [(who, log2(k / hidden[who])) for who in people if hidden.get(who)])


# ----------------------------------------------------------------------------------------------------
# Leaks of a covered card that was seen.


def measure_sighting(moment: AttemptMoment, place: Place, knowledge: PublicKnowledge) -> Leakage:
    """Return the leak if somebody sees a covered card and the attempt continues.

    Args:
        moment: Position in the attempt.
        place: Place of the card.
        knowledge: Public knowledge at this position.
    """
    if place in knowledge:
        return NOTHING
    layout, ahead = moment.layout, moment.upcoming
    # A recovery: the hand and its drawn cards, some of which return to the draw pile.
    if place.area == ops.LOT:
        return measure_card(layout, [layout.seat, DECK], True)
    if place.area != COLUMN:
        return NOTHING if is_swapped(moment.done, place) else _measure_outside_columns(moment, place)
    if not knowledge.owned:
        return _measure_unowned_column(moment, place, knowledge)
    comes = is_shown_later(place, ahead) or is_shown_later(place._replace(row=CARD_ROW), ahead)
    return NOTHING if comes else measure_column(moment, place, knowledge)


def _measure_unowned_column(moment: AttemptMoment, place: Place, knowledge: PublicKnowledge) -> Leakage:
    ahead = moment.upcoming
    card, mark = place._replace(row=CARD_ROW), place._replace(row=MARKER_ROW)
    if place.row == MARKER_ROW:
        reveals = card in knowledge or is_shown_later(card, ahead)
        return measure_card(moment.layout, owners_of(moment.layout, place, knowledge)) if reveals else NOTHING
    reveals = not is_shown_later(place, ahead) and is_shown_later(mark, ahead)
    return measure_column(moment, place, knowledge) if reveals else NOTHING


def _measure_outside_columns(moment: AttemptMoment, place: Place) -> Leakage:
    layout, ahead = moment.layout, moment.upcoming
    if is_shown_later(place, ahead):
        return NOTHING
    if place.row == CARD_ROW and place.area in (PILE, ops.WALLET, ops.CHOSEN):
        return _measure_play_card(moment, place)
    if place.area == ops.STIRRED:
        return _measure_stirred_bit(moment)
    decided = any(isinstance(op, ops.Choose) for op in (*moment.ops, *ahead))
    if decided and place.area == SIX and not any(map(_in_row, ahead)):
        return NOTHING  # The cards left by the last AND only repeat the result.
    return measure_bit(layout, [layout.seat])


def _measure_stirred_bit(moment: AttemptMoment) -> Leakage:
    # After stirring, nobody knows the pair and the owner of a single bit card.
    stirred = any(isinstance(op, ops.Stir) for op in moment.ops)
    return NOTHING if stirred else measure_bit(moment.layout, list(hidden_hands(moment.layout)))


def _measure_play_card(moment: AttemptMoment, place: Place) -> Leakage:
    """Return the leak if somebody sees a play card outside the columns."""
    layout, course = moment.layout, (*moment.ops, *moment.upcoming)
    if card_owners(layout, moment.ops)[place] == DECK:
        return measure_card(layout, [layout.seat, DECK], True)
    return _measure_hand_card(layout, [layout.seat], course)


def _measure_hand_card(
    layout: Layout, owners: Sequence[str], course: Iterable[Op], draws: bool = False
) -> Leakage:
    """Return the leak if somebody sees a card of the hand, including conclusions about other cards.

    Attempts with duels reveal more. For example, if a known card lost a duel, the winner may be playable.

    Args:
        layout: Layout of the attempt.
        owners: Possible owners of the card.
        course: All operations of the attempt.
        draws: Whether the card may be the next drawn card.
    """
    leak = measure_card(layout, owners, draws)
    if not any(map(_compares_hand_cards, course)):
        return leak
    more = dict(measure_bit(layout, [layout.seat]).bits)
    return replace(leak, bits=tuple((owner, bits + more.get(owner, 0.0)) for owner, bits in leak.bits))


def _compares_hand_cards(op: Op) -> bool:
    """Return whether an operation compares cards of the hand, for example in a duel."""
    match op:
        case ops.Look():
            return len(op.ends) > 1
        case ops.Choose():
            return len(op.piles) > 1
    return isinstance(op, ops.Reveal) and op.places[0].row == ops.TOP_ROW


def _in_row(op: Op) -> bool:
    moves = isinstance(op, ops.Rearrange | ops.Mixing | ops.Move)
    return moves and any(place.area == SIX for place in ops.places_of(op))


def measure_column(moment: AttemptMoment, place: Place, knowledge: PublicKnowledge) -> Leakage:
    """Return the leak if somebody sees a card, marker or bit card in a column.

    Args:
        moment: Position in the attempt.
        place: Place of the card.
        knowledge: Public knowledge at this position.
    """
    layout, owners = moment.layout, owners_of(moment.layout, place, knowledge)
    if place.row == CARD_ROW:
        draws = any(map(about_drawn_card, moment.upcoming)) and not _is_hidden_draw(moment, place, knowledge)
        return _measure_hand_card(layout, owners, (*moment.ops, *moment.upcoming), draws)
    return NOTHING if place.row == MARKER_ROW else measure_bit(layout, owners, place)


def _is_hidden_draw(moment: AttemptMoment, place: Place, knowledge: PublicKnowledge) -> bool:
    """Return whether people cannot know that the card in a column is the next card to be drawn."""
    mixed = any(ops.is_shuffle_in(op, COLUMN) for op in moment.upcoming)
    return mixed or (knowledge.grouped and place.number != next(iter(moment.layout.numbers(DECK)), 0))


# ----------------------------------------------------------------------------------------------------
# Leaks of a visible result that is declared void, so that its cards return to their owners.


def measure_void(moment: AttemptMoment, leak: Leakage) -> Leakage:
    """Return the total leak of a void turn: the leak of a mistake, and the leak of the visible result.

    The existence of a playable card is not counted as leaked, because the repeated turn reveals it, too. The
    total is at most all hidden information.

    Args:
        moment: Position at which the turn is declared void.
        leak: Leak of the mistake alone.
    """
    layout, found = moment.layout, [leak, *_iter_revealed_cards(moment)]
    drawn = (op for op in moment.ops if Meaning.DRAWN_MISSES in meanings(op))
    found += [measure_bit(layout, [DECK]) for _ in drawn]
    return min(add_leaks(found), measure_all_hands(layout, True), key=lambda leak: leak.max_bits)


def _iter_revealed_cards(moment: AttemptMoment) -> Iterator[Leakage]:
    layout = moment.layout
    for op, answer in moment.done:
        meant = meanings(op, answer)
        if Meaning.DRAWN_PLAYED in meant:
            yield measure_card(layout, [DECK], True)
        elif Meaning.PLAYED in meant:
            yield measure_card(layout, [layout.seat])


def meanings(op: Op, answer: str = "") -> set[Meaning]:
    """Return the meaning of an answer to an operation. For an empty answer, return the meanings of all answers."""
    branch = ops.branch_of(op, answer)
    return {possible.meaning for possible in (ops.branches_of(op) if branch is None else (branch,))}


def measure_misreading(moment: AttemptMoment) -> Leakage:
    """Return the leak if an attempt continued after a misread answer and was later cancelled.

    A wrong card may have been revealed as the result, and pairs may have been shown by mistake. If the result
    is visible, only pairs are counted, because `measure_void` counts the result.
    """
    found = [measure_more_pairs(moment)]
    if not is_decided(moment.ops):
        found += _iter_revealed_cards(moment)
    return add_leaks(found)


def measure_more_pairs(moment: AttemptMoment) -> Leakage:
    """Return the leak if people showed more pairs of the hand because of a wrong answer.

    One pair reveals whether the hand has a card of the next priority. All pairs together reveal whether the
    hand has no playable card, one, or several. The leak is at most one bit for each pair, and two bits for
    all pairs.
    """
    layout, count, asked = moment.layout, 0, False
    for op in moment.ops:
        if asked and shows_pairs(op):
            count += min(len(ops.places_of(op)) // 2, 2)
        asked = asked or bool(ops.get_answers(op))
    return add_leaks([measure_bit(layout, [layout.seat])] * count)


# ----------------------------------------------------------------------------------------------------
# Leaks of each kind of mistake in the step where it happened, if the attempt continues or is recovered.
#
# The number of bits is at least the average. mypy checks that every kind in the catalogue is handled.


def measure_mistake(mistake: Mistake, moments: Moments, home: Sequence[Op] | None = None) -> Leakage:  # noqa: C901
    """Return an upper bound for the average leak of a mistake in a step.

    Args:
        mistake: Mistake.
        moments: Position before the step and after each operation.
        home: Operations of the recovery, or None if the attempt continues.
    """
    match mistake:
        case Mistake.CARD_SEEN | Mistake.MARKER_SEEN | Mistake.BIT_SEEN | Mistake.LAYER_SEEN:
            return find_largest_leak(leak for _, leak in iter_sightings(mistake, moments, home))
        case Mistake.SPILLED:
            planned = ((_plan_recovery(moment, home), surface) for moment, surface in moments)
            return find_largest_leak(measure_spill(moment, surface) for moment, surface in planned)
        case Mistake.UNSCRAMBLED:
            return find_largest_leak(_iter_omitted_shuffles(moments, home))
        case Mistake.STUCK_OUT:
            return find_largest_leak(_iter_followed_shuffles(moments, home))
        case Mistake.MISGIVEN:
            return find_largest_leak(_iter_misgiven_cards(moments, home))
        case Mistake.MISCOUNTED:
            return _measure_miscount(moments, home)
        case Mistake.NO_DOT | Mistake.BOTH_OUT:
            return NOTHING
        case _ if home is None:
            # The mistake is corrected in place. A misread answer can only be corrected before more cards are shown.
            return NOTHING
        case Mistake.MISREAD:
            return measure_misreading(moments[-1][0])
        case Mistake.WRONG_BITS:
            return _measure_wrong_pair(moments)
        case Mistake.CROSSED | Mistake.MIXED_UP:
            return _measure_exchange(mistake, moments)
        case Mistake.LOSER_KEPT | Mistake.WRONG_MASK:
            return _measure_wrong_looks(moments)
        case _:
            assert_never(mistake)


def _plan_recovery(moment: AttemptMoment, home: Sequence[Op] | None) -> AttemptMoment:
    return moment if home is None else replace(moment, upcoming=home)


# -- covered card seen -------------------------------------------------------------------------------


def classify_sighting(place: Place) -> Mistake:
    """Return the kind of mistake in which somebody sees the covered card at this place."""
    if ops.is_layer(place):
        return Mistake.LAYER_SEEN
    if place.row == CARD_ROW and place.area in (COLUMN, PILE, ops.LOT, ops.WALLET, ops.CHOSEN):
        return Mistake.CARD_SEEN
    if (place.row, place.area) == (MARKER_ROW, COLUMN):
        return Mistake.MARKER_SEEN
    return Mistake.BIT_SEEN


def iter_sightings(
    mistake: Mistake, moments: Moments, home: Sequence[Op] | None = None
) -> Iterator[tuple[AttemptMoment, Leakage]]:
    """Yield every covered card that somebody may have seen during a step, with its leak.

    Each result is a pair of the position in the attempt and the leak.

    Args:
        mistake: Kind of mistake (one of `SEEN`), which determines the kind of card.
        moments: Position before the step and after each operation.
        home: Operations of the recovery, or None if the attempt continues.
    """
    for moment, surface in moments:
        knowledge = moment.public_knowledge
        for place in some_covered(moment.layout, surface, knowledge):
            if classify_sighting(place) is mistake:
                yield moment, measure_sighting(_plan_recovery(moment, home), place, knowledge)


def measure_repeat(mistake: Mistake, moments: Moments) -> Leakage:
    """Return the leak that remains if the shuffle of a step is repeated.

    This is the largest leak of a card that was seen before the shuffle.

    Args:
        mistake: Kind of mistake (one of `SEEN`).
        moments: Position before the step and after each operation.
    """
    mixed = [sum(isinstance(op, ops.Mixing) for op, _ in moment.done) for moment, _ in moments]
    first = [moment for moment, number in zip(moments, mixed, strict=True) if number == mixed[0]]
    return find_largest_leak(leak for _, leak in iter_sightings(mistake, first))


def _iter_misgiven_cards(moments: Moments, home: Sequence[Op] | None) -> Iterator[Leakage]:
    for (moment, _), (after, _) in pairwise(moments):
        op, knowledge = after.done[-1][0], moment.public_knowledge
        if isinstance(op, ops.Return | ops.Draw):
            for place in ops.places_of(op):
                yield measure_sighting(_plan_recovery(moment, home), place, knowledge)


# -- wrong numbers, pairs and places -----------------------------------------------------------------


def _list_step_operations(moments: Moments) -> list[Op]:
    return [op for op, _ in moments[-1][0].done[len(moments[0][0].done) :]]


def _measure_any_card(layout: Layout) -> Leakage:
    return measure_card(layout, list(hidden_hands(layout)))


def _measure_miscount(moments: Moments, home: Sequence[Op] | None) -> Leakage:
    """Return the leak if a number of cards is wrong, for example because a card is missing."""
    layout = moments[0][0].layout
    reveals = (op for op in _list_step_operations(moments) if isinstance(op, ops.Reveal))
    shown = {(op.places[0].area, op.places[0].row) for op in reveals if len(op.places) == layout.k}
    # If all other cards are face up, everybody knows the missing card, and sees who adds it.
    if (COLUMN, CARD_ROW) in shown or (home is not None and (COLUMN, MARKER_ROW) in shown):
        return _measure_any_card(layout)
    # During a recovery, a missing marker sends a card to a wrong owner.
    return NOTHING if home is None else _measure_wrong_pair(moments)


def _measure_wrong_looks(moments: Moments) -> Leakage:
    """Return the leak of duels in the wallet with a wrong mask or a wrong card.

    Before the last look into the wallet, nothing leaks, because random half turns hide which card wins a duel.
    Afterwards, at most the whole hand leaks.
    """
    layout, done = moments[0][0].layout, moments[-1][0].ops
    own = takewhile(lambda op: not isinstance(op, ops.LayTop), done)
    if not any(isinstance(op, ops.Reveal) or (isinstance(op, ops.Look) and op.ask) for op in own):
        return NOTHING
    return leak_of(LeakKind.HAND, [(layout.seat, log2(comb(len(layout.cards), layout.m)))])


def _measure_wrong_pair(moments: Moments) -> Leakage:
    """Return the leak if a wrong pair of bit cards becomes visible.

    Somebody may remember the card above this pair, and then knows a card of the hand or of the draw pile.
    """
    layout, done = moments[0][0].layout, [op for op, _ in moments[-1][0].done]
    in_hand = leak_of(LeakKind.FITS, [(layout.seat, 1.0)])  # whether the card above the pair is in the hand
    laid = max((index for index, op in enumerate(done) if isinstance(op, ops.Encode)), default=len(done))
    found = []
    for op in done[laid:]:
        shows = isinstance(op, ops.Reveal | ops.Choose | ops.Collect)
        if about_drawn_card(op):
            found.append(measure_card(layout, [DECK], True))
        elif shows and ops.places_of(op)[0].area in (PILE, SIX):
            found.append(add_leaks([measure_card(layout, [layout.seat]), in_hand]))
    return add_leaks([find_largest_leak(found), measure_more_pairs(moments[-1][0])])


def _measure_exchange(mistake: Mistake, moments: Moments) -> Leakage:
    """Return the leak of columns or piles that were exchanged by mistake.

    Exchanged columns may give a card to a wrong owner, who sees the card. All piles belong to the virtual
    seat, so exchanged piles only reveal information through their pairs. A duel in the wrong direction
    reveals nothing, because its cards are exchanged unseen.
    """
    layout, operations = moments[0][0].layout, _list_step_operations(moments)
    areas = {place.area for op in operations for place in ops.places_of(op)}
    if COLUMN in areas:
        return _measure_any_card(layout)
    shown = any(isinstance(op, ops.Reveal | ops.Choose) for op in operations)
    masked = mistake is Mistake.CROSSED and SIX not in areas
    return measure_bit(layout, [layout.seat]) if shown and not masked else NOTHING


# -- spilled pile ------------------------------------------------------------------------------------


def measure_spill(moment: AttemptMoment, surface: Mapping[Place, bool]) -> Leakage:
    """Return an upper bound for the average leak if somebody saw all covered cards of one pile."""
    layout, knowledge = moment.layout, moment.public_knowledge
    found = []
    for place in some_covered(layout, surface, knowledge):
        if place.row == CARD_ROW and place.area in (COLUMN, PILE):
            found.append(measure_spill_at(moment, place, knowledge))
        elif place.area == SIX:  # Two pairs: those of both piles, or the results of earlier ANDs.
            found.append(add_leaks([measure_bit(layout, [layout.seat])] * 2))
    return find_largest_leak(found)


def measure_spill_at(moment: AttemptMoment, place: Place, knowledge: PublicKnowledge) -> Leakage:
    """Return an upper bound for the average leak if somebody saw all cards of one column or pile.

    Args:
        moment: Position in the attempt.
        place: Place of the play card in this column or pile.
        knowledge: Public knowledge at this position.
    """
    layout = moment.layout
    if place.area == COLUMN:
        return measure_column(moment, place, knowledge)
    single = measure_card(layout, [layout.seat])
    bit = measure_bit(layout, [layout.seat])  # add its bit cards, because duels use other bit cards
    return leak_of(LeakKind.CARD, [(owner, bits + bit.max_bits) for owner, bits in single.bits])


# -- shuffle left out --------------------------------------------------------------------------------


def _iter_omitted_shuffles(moments: Moments, home: Sequence[Op] | None) -> Iterator[Leakage]:
    """Yield the leak of each shuffle that people may have left out, before or during a step.

    If the attempt continues, a shuffle in the step matters only if cards are shown later in the step.
    """
    (first, _), *_, (end, _) = moments
    since = len(first.done)
    if before := _find_indices(first, ops.Mixing):
        yield measure_missing_shuffle(_plan_recovery(first, home), before[-1])
    mixed, shown = _find_indices(end, ops.Mixing, since), _find_indices(end, ops.Reveal | ops.Look, since)
    if home is None:
        yield from (measure_missing_shuffle(end, index) for index in mixed if index < max(shown, default=0))
        return
    for moment, _ in moments:
        planned, done = _plan_recovery(moment, home), len(moment.done)
        yield from (measure_missing_shuffle(planned, index) for index in mixed if index < done)


def _iter_followed_shuffles(moments: Moments, home: Sequence[Op] | None) -> Iterator[Leakage]:
    """Yield the leak of each wallet shuffle that people could follow, because a card stuck out of the wallet."""
    (first, _), *_, last = moments
    looked = max(_find_indices(first, ops.Look), default=-1)
    for moment, _ in moments if home is not None else (last,):
        for index in _find_indices(moment, ops.Spin, looked + 1):
            yield measure_missing_shuffle(_plan_recovery(moment, home), index)


def _find_indices(moment: AttemptMoment, kinds: type[Op] | UnionType, since: int = 0) -> list[int]:
    """Return the indices of completed operations of these types, starting with index `since`."""
    return [index for index, op in enumerate(moment.ops) if index >= since and isinstance(op, kinds)]


def measure_missing_shuffle(moment: AttemptMoment, index: int) -> Leakage:
    """Return the leak if a shuffle was left out and the attempt continues.

    Args:
        moment: Position in the attempt.
        index: Index of the shuffle among the completed and upcoming operations.
    """
    layout, course = moment.layout, [*moment.done, *((op, "") for op in moment.upcoming)]
    scramble, _ = course.pop(index)
    assert isinstance(scramble, ops.Mixing)
    before, after = [op for op, _ in course[:index]], [op for op, _ in course[index:]]
    area = scramble.piles[0][0].area
    if area == COLUMN:
        return _measure_unshuffled_columns(layout, course)
    if area == ops.STIRRED:
        return _measure_unstirred_pairs(layout, after)
    if area == ops.WALLET:
        return _measure_unturned_wallet(layout, after)
    if area == ops.LOT or len(scramble.piles) < 2:
        return NOTHING
    if area == PILE and len(scramble.piles[0]) == 1:  # single cards
        return _measure_hand_order(layout) if any(map(ops.get_answers, after)) else NOTHING
    return _measure_pile_order(layout, scramble, before, after)


def _measure_unstirred_pairs(layout: Layout, after: Sequence[Op]) -> Leakage:
    # The pairs would lie in the order of their owners.
    shown = any(ops.is_reveal_in(op, ops.STIRRED) for op in after)
    return measure_all_hands(layout, False) if shown else NOTHING


def _measure_unturned_wallet(layout: Layout, after: Sequence[Op]) -> Leakage:
    # The look before the next half turns shows whether the card in front is playable.
    looks = bool(after) and isinstance(after[0], ops.Look)
    return measure_bit(layout, [layout.seat]) if looks else NOTHING


def _measure_unshuffled_columns(layout: Layout, course: Sequence[Heard]) -> Leakage:
    """Return the leak of an attempt in which the columns were not shuffled.

    All hands leak if people can know a column's card and owner at the same time. Otherwise, nothing leaks.
    """
    knowledge = get_initial_knowledge(layout)
    for op, answer in course:
        knowledge.note(op, answer)
    if not knowledge.both:
        return NOTHING
    return measure_all_hands(layout, any(about_drawn_card(op) for op, _ in course))


def _measure_pile_order(
    layout: Layout, scramble: ops.Mixing, before: Sequence[Op], after: Sequence[Op]
) -> Leakage:
    area = scramble.piles[0][0].area
    if is_swap(scramble):
        return _measure_missing_swap(layout, after)
    if not any(ops.is_reveal_in(op, area) for op in after):
        return NOTHING
    if area == PILE and not any(ops.is_shuffle_in(op, SIX) for op in before):
        return NOTHING  # The columns were shuffled, and no card of the piles was shown since.
    return _measure_hand_order(layout) if measure_bit(layout, [layout.seat]).bits else NOTHING


def _measure_missing_swap(layout: Layout, after: Sequence[Op]) -> Leakage:
    shown = any(isinstance(op, ops.Reveal) and is_swap(op) for op in after)
    return measure_bit(layout, [layout.seat]) if shown else NOTHING


def _measure_hand_order(layout: Layout) -> Leakage:
    """Return the leak if people learn which position in the hand the first playable card had."""
    return leak_of(LeakKind.TRIES, [(layout.seat, log2(layout.m))])
