"""Proofs that several attempts together leak nothing.

They cover two linked virtual turns on kept columns, two complete turns with a person's draw between them, and
several cards of one value in one turn.

Two attempts can leak together although each of them is secret. Somebody could follow a card from the first
attempt into the second, or use a card order that the first attempt left behind. Therefore the attempts are
joined into one protocol, whose outcome contains the outcome of each attempt. The required probabilities are
computed from the probabilities of single attempts (`cases`). `holdings` tracks the cards between attempts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import factorial

from facilitator.operations.definitions import CHOSEN, Cover, Heading, Move, Place, Reveal
from facilitator.operations.faces import DECK, Face
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.protocols.forms import Form, Sizes, get_certified_forms, get_form
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, class_code
from facilitator.verification import holdings
from facilitator.verification.cases import NO_RESULT, Ends, Playable, deals, selection_law, sum_ends
from facilitator.verification.holdings import Held, Holdings, after_run, pair_with_holders
from facilitator.verification.verifier import Case, Chances, Deal, FinalOutcome, list_played_cards

CARDS = "abcdefghij"
"""All cards in these proofs. The first cards are playable."""
Looks = tuple[Outcome, ...]
"""Outcomes of earlier attempts, as stored in `Outcome.before`."""


def make_table_layout(owners: Sequence[str], sizes: Sequence[int], valid: int) -> Layout:
    """Return a layout in which the first `valid` cards are playable.

    Args:
        owners: Owners. The virtual seat comes first, and the draw pile last.
        sizes: Number of cards of each owner.
        valid: Number of playable cards.
    """
    cards = tuple(CARDS[: sum(sizes)])
    hands = tuple(zip(owners, sizes, strict=True))
    return Layout(hands, cards, class_code(cards, frozenset(cards[:valid])))


def find_playable(top: Face, cards: Iterable[Face]) -> frozenset[Face]:
    """Return the cards that are playable on a top card: letters at an odd distance in the alphabet.

    >>> sorted(find_playable("a", ("a", "b", "c", "d")))
    ['b', 'd']
    """
    return frozenset(card for card in cards if (ord(card) - ord(top)) % 2)


def discard_played(known: Outcome) -> Steps[Outcome]:
    """Move the played card to the discard pile, and add the outcome to the earlier outcomes."""
    if known.card is not None:
        yield Move((CHOSEN_PLACE,), (Place(CHOSEN, 2 + len(known.before), 1),))
    return Outcome(before=(*known.before, known._replace(before=())))


def make_later_stages(like: Recipe, run: Callable[[Looks], Recipe]) -> Recipe:
    """Return the stages of an attempt whose protocol depends on earlier outcomes.

    Args:
        like: Longest possible protocol. Only its headings are used.
        run: Function that takes the earlier outcomes and returns the attempt's protocol. The protocol is empty
            if the attempt is skipped.
    """

    def steps(number: int, known: Outcome) -> Steps[Outcome]:
        recipe = run(known.before)
        if number >= len(recipe):
            return known
        found = yield from recipe[number].steps(known._replace(before=()))
        return found._replace(before=known.before)

    return tuple(Stage(stage.heading, partial(steps, number)) for number, stage in enumerate(like))


def list_results(layout: Layout, hands: Iterable[tuple[str, Sequence[Face]]], certain: bool = False) -> Ends:
    """Return each possible result of an attempt, with the probability that the rules require.

    Args:
        layout: Layout of the attempt.
        hands: Cards of each owner.
        certain: Whether an unplayable card is played if the hand has no playable card. Otherwise a card is drawn.
    """
    deal = Deal(tuple((who, tuple(held)) for who, held in hands))
    return selection_law(layout, True, certain)(deal).items()


def remove_card(deal: Deal, card: Face | None) -> Iterator[tuple[str, list[Face]]]:
    """Yield each owner's cards without this card."""
    return ((owner, [other for other in held if other != card]) for owner, held in deal.hands)


# ----------------------------------------------------------------------------------------------------
# Two virtual seats, one after the other, on one layout.


FIRST, SECOND = "V", "U"


def chained_cases(sizes: Sizes, then: str, playable: Playable = None) -> Iterator[Case]:
    """Yield one verifier case for each layout of two linked attempts by the virtual seats V and U.

    The first played card determines which cards the second attempt may play.

    Args:
        sizes: Hand sizes, with the draw pile last.
        then: Name of the second attempt's form. `get_first_form` determines the form of the first attempt.
        playable: Numbers of playable cards, or None for all.
    """
    second = get_certified_forms()[then]
    for first in first_layouts(sizes, second, playable):
        law = partial(law_of_both, first, second)
        recipe = join_attempts(first, get_first_form(second), second)
        yield Case(recipe, tuple(deals(first)), law, left=list_played_cards)


def first_layouts(sizes: Sizes, second: Form, playable: Playable = None) -> Iterator[Layout]:
    """Yield the layouts of the first of two linked attempts.

    If the draw pile has several cards, there are also layouts with the house rule "draw until you can play".

    Args:
        sizes: Hand sizes, with the draw pile last.
        second: Form of the second attempt.
        playable: Numbers of playable cards, or None for all.
    """
    for until in (False, True) if sizes[-1] > 1 else (False,):
        for valid in range(1, sum(sizes) + 1) if playable is None else playable:
            yield replace(make_first_layout(sizes, second, valid), until=until)


def get_first_form(second: Form) -> Form:
    """Return the form of an attempt that keeps its columns for a second attempt.

    Args:
        second: Form of the second attempt. The first attempt has the same form if this form can keep columns.
            Otherwise it has the form for hands of one card.
    """
    return second if second.chains else get_form(second.single)


def make_first_layout(sizes: Sizes, form: Form, valid: int) -> Layout:
    """Return the layout of the first linked attempt.

    Its columns stay on the table if a card is played and no card was drawn face down.

    Args:
        sizes: Hand sizes of V, U, people (if any), and the draw pile.
        form: Form of the second attempt.
        valid: Number of playable cards.
    """
    whole = make_table_layout([FIRST, SECOND, *"ABC"[: len(sizes) - 3], DECK], sizes, valid)
    return get_first_form(form).example(replace(whole, hands_over=_keeps_columns))


def _keeps_columns(outcome: Outcome) -> bool:
    return outcome.card is not None and not outcome.unseen


def second_layout(first: Layout, played: Outcome, form: Form) -> Layout:
    """Return the layout of the second linked attempt, which uses the columns of the first again.

    Args:
        first: Layout of the first attempt.
        played: Outcome of the first attempt.
        form: Form of the second attempt.
    """
    assert played.card is not None
    cards = tuple(card for card in first.cards if card != played.card)
    left = dict(first.hands)
    left[DECK if played.drawn else FIRST] -= 1
    others = [owner for owner, _ in first.hands if owner != SECOND]
    code = class_code(cards, find_playable(played.card, cards))
    hands = tuple((owner, left[owner]) for owner in (SECOND, *others))
    return form.example(Layout(hands, cards, code, until=first.until, are_columns_kept=True))


def first_outcomes(first: Layout) -> list[Outcome]:
    """Return the outcomes of the first attempt after which the columns stay for a second attempt."""
    return [Outcome(card, drawn) for card in first.playable for drawn in (0, 1)]


def second_layouts(sizes: Sizes, form: Form, playable: Playable = None) -> Iterator[Layout]:
    """Yield the layouts of the second of two linked attempts. The arguments are those of `first_layouts`."""
    for first in first_layouts(sizes, form, playable):
        yield from (second_layout(first, outcome, form) for outcome in first_outcomes(first))


def join_attempts(
    first: Layout, form: Form, then: Form, later: Mapping[Outcome, Recipe] | None = None
) -> Recipe:
    """Return two linked attempts as one protocol. The final outcome contains the outcome of the first attempt.

    If the first attempt does not keep its columns, no second attempt follows.

    Args:
        first: Layout of the first attempt.
        form: Form of the first attempt.
        then: Form of the second attempt.
        later: Protocols to use for the second attempt instead, for some outcomes of the first attempt.
    """
    seconds = {outcome: then.recipe(second_layout(first, outcome, then)) for outcome in first_outcomes(first)}
    seconds |= later or {}

    def turn(known: Outcome) -> Steps[Outcome]:
        return (yield from discard_played(known)) if _keeps_columns(known) else known

    longest = max(seconds.values(), key=len)
    second = make_later_stages(longest, lambda before: seconds[before[0]] if before else ())
    return (*form.recipe(first), Stage(Heading(Part.GIVE_BACK), turn), *second)


def law_of_both(first: Layout, then: Form, deal: Deal, cancelled_after: Outcome | None = None) -> Chances:
    """Return the required outcome probabilities of two linked attempts.

    Args:
        first: Layout of the first attempt.
        then: Form of the second attempt.
        deal: Deal.
        cancelled_after: Outcome of the first attempt after which the second attempt is cancelled.
    """

    def ends() -> Ends:
        for end, chance in list_results(first, deal.hands):
            if not _keeps_columns(end.outcome):
                yield end, chance
                continue
            if end.outcome == cancelled_after:
                yield FinalOutcome(Outcome(before=(cancelled_after,))), chance
                continue
            layout = second_layout(first, end.outcome, then)
            for last, share in list_results(layout, remove_card(deal, end.outcome.card)):
                yield last._replace(outcome=last.outcome._replace(before=(end.outcome,))), chance * share

    return sum_ends(ends())


# ----------------------------------------------------------------------------------------------------
# Two complete turns, proved by their joint view. Between them the cards are returned, drawn, and looked at.
#
# A person draws one card from the draw pile and looks at the whole hand. The next attempt lays out all cards in their
# current order. Given both outcomes and the person's cards, everything that was seen in both attempts and by the
# person must be independent of the other cards and of the final order of the draw pile.


SEAT, PERSON = "V", "A"
_DRAWN, _FORCED = 50, 60  # numbers of places for drawn cards, separate from returned cards


def in_a_row_cases(sizes: Sizes, form: str, playable: Playable = None) -> Iterator[Case]:
    """Yield verifier cases of two complete turns of a virtual player.

    Between the turns, a person draws the first or last card of the draw pile.

    Args:
        sizes: Hand sizes of V, A, and the draw pile.
        form: Name of the form of both turns.
        playable: Numbers of playable cards to try, each with a person who has no playable card. `None` tries
            one and two playable cards, each with every hand of the person.
    """
    entry, some = get_certified_forms()[form], playable is not None
    for first in in_a_row_layouts(sizes, entry, playable):
        groups: dict[tuple[Face, ...], list[Deal]] = {}
        for deal in deals(first):
            groups.setdefault(dict(deal.hands)[PERSON], []).append(holdings.place_deal(deal))
        recipes = [_join_turns(first, entry, end) for end in (0, -1)]
        for held in (max(groups),) if some else groups:  # the first cards are the playable ones
            for recipe in recipes:
                law = partial(_law_in_a_row, first, entry)
                # The order of the draw pile counts, because a person may remember the position of a card.
                holders = partial(holdings.list_holders, in_order=(DECK,))
                yield Case(recipe, tuple(groups[held]), law, holders)


def in_a_row_layouts(sizes: Sizes, form: Form, playable: Playable = None) -> Iterator[Layout]:
    """Yield the layouts of the first turn in `in_a_row_cases` with the same arguments."""
    for valid in (1, 2) if playable is None else playable:
        layout = form.example(make_table_layout((SEAT, PERSON, DECK), sizes, valid))
        yield replace(layout, may_draw=form.draws)


def _join_turns(first: Layout, form: Form, end: int) -> Recipe:
    """Return two complete turns as one protocol.

    Args:
        first: Layout of the first turn.
        form: Form of both turns.
        end: End of the draw pile from which the person draws (0 or -1).
    """
    start, recipe = Holdings.from_hands(first.hands, _DRAWN), form.recipe(first)
    # The places of all cards after each outcome of the first turn. The second turn lays the cards out from there.
    homes = {outcome: start.copy_after(ops) for outcome, ops in holdings.iter_paths(recipe)}
    seconds = {outcome: _place_after_draw(there, end) for outcome, there in homes.items()}
    recipes = dict[Outcome, Recipe]()
    for outcome, there in seconds.items():
        layout = _make_second_turn_layout(first, outcome, form)
        recipes[outcome] = there.express_as_moves(form.recipe(layout)) if layout.m else ()

    def shuffle(known: Outcome) -> Steps[Outcome]:
        yield from start.shuffle_cards((SEAT, DECK))
        return known

    def play_between(known: Outcome) -> Steps[Outcome]:
        """Discard the played card. Then let the person draw a card and look at the whole hand."""
        known, there = (yield from discard_played(known)), homes[known]
        deck = tuple(there.places[DECK])
        if not form.columns:
            yield Move(deck, deck)  # The draw pile keeps the order in which it was shuffled.
        yield Move((deck[end],), (_FORCED_PLACE,))
        face = yield Reveal((_FORCED_PLACE,), ask=first.cards)
        own = tuple(there.places[PERSON])
        yield Reveal(own)
        yield Cover((*own, _FORCED_PLACE))
        return known._replace(before=(*known.before, Outcome(face, drawn=1)))

    return (
        Stage(Heading(Part.LAY_OUT), shuffle),
        *start.express_as_moves(recipe),
        Stage(Heading(Part.GIVE_BACK), play_between),
        *make_later_stages(max(recipes.values(), key=len), lambda before: recipes[before[0]]),
    )


_FORCED_PLACE = Place(holdings.HOME + PERSON, _FORCED, 1)


def _place_after_draw(there: Holdings, end: int) -> Holdings:
    deck = [*there.places[DECK]]
    deck.pop(end)
    lying = there.places | {DECK: deck, PERSON: [*there.places[PERSON], _FORCED_PLACE]}
    return replace(there, places=lying, area=holdings.AFTER)


def _make_second_turn_layout(first: Layout, outcome: Outcome, form: Form) -> Layout:
    """Return the layout of the second turn.

    The first played card determines the playable cards. If no card was played, they do not change.
    """
    sizes = dict(first.hands)
    sizes[SEAT] += outcome.unseen - (outcome.card is not None and not outcome.drawn)
    sizes[PERSON] += 1
    sizes[DECK] -= outcome.drawn + 1
    cards = tuple(card for card in first.cards if card != outcome.card)
    fits = find_playable(outcome.card, cards) if outcome.card else frozenset(first.playable)
    layout = Layout(tuple(sizes.items()), cards, class_code(cards, fits), may_draw=form.draws)
    return form.example(layout)


def _law_in_a_row(first: Layout, form: Form, deal: Deal) -> Chances:
    """Return the required outcome probabilities of two complete turns.

    Between them, a person draws each draw-pile card with the same probability.
    """

    def ends() -> Ends:
        for end, chance in list_results(first, deal.hands, form.certain):
            held = after_run(dict(deal.hands), SEAT, end)
            layout = _make_second_turn_layout(first, end.outcome, form)
            for face in held[DECK]:
                deck = tuple(card for card in held[DECK] if card != face)
                drawn = held | {PERSON: (*held[PERSON], face), DECK: deck}
                before = (end.outcome, Outcome(face, drawn=1))
                yield from _iter_second_ends(before, drawn, (layout, form.certain), chance / len(held[DECK]))

    return sum_ends(ends())


def _iter_second_ends(before: Looks, held: Held, turn: tuple[Layout, bool], chance: Fraction) -> Ends:
    """Yield the results of the second turn, with every order of the draw pile.

    If the seat has played its last card, the second turn is left out.

    Args:
        before: Outcome of the first turn, and the card that the person drew.
        held: Cards of each owner before the second turn.
        turn: Layout of the second turn, and whether its form always plays a card.
        chance: Probability of the events before the second turn.
    """
    layout, certain = turn
    ends = list_results(layout, held.items(), certain) if layout.m else NO_RESULT.items()
    for end, share in ends:
        last = after_run(held, SEAT, end)
        for order in permutations(last[DECK]):
            holders = pair_with_holders(last | {DECK: order}, (DECK,))
            whole = FinalOutcome(end.outcome._replace(before=before), holders)
            yield whole, chance * share / factorial(len(order))


# ----------------------------------------------------------------------------------------------------
# Several cards of one value in one turn. This is proved, but no game uses it. After each card, the same hand is asked
# for another one.
#
# The columns are kept, as between two virtual turns. Cards with the value of the card just played are playable now.
# The outcome that there are no more such cards is public, too.


def several_cases(sizes: Sizes, name: str) -> Iterator[Case]:
    """Yield one verifier case of a turn that plays several cards, for every number of playable cards.

    Args:
        sizes: Hand sizes of the seat, people (if any), and the draw pile.
        name: Name of a form. Each further card is selected by an attempt of this form on the kept columns.
    """
    for valid in range(1, sum(sizes) + 1):
        owners = [SEAT, *"ABC"[: len(sizes) - 2], DECK]
        first = _keep_columns_for_next(make_table_layout(owners, sizes, valid))
        law = partial(_law_of_several, first, ())
        recipe = _join_all_attempts(get_certified_forms()[name], first)
        yield Case(recipe, tuple(deals(first)), law, left=list_played_cards)


def find_same_value(card: Face, cards: tuple[Face, ...]) -> frozenset[Face]:
    """Return the other cards with the value of a card. Values alternate: a, c, e, … or b, d, f, ….

    >>> sorted(find_same_value("a", ("a", "b", "c", "d", "e")))
    ['c', 'e']
    """
    return frozenset(other for other in cards if other != card and (ord(other) - ord(card)) % 2 == 0)


def _keep_columns_for_next(layout: Layout) -> Layout:
    """Return a layout whose columns stay on the table if the seat may play another card.

    A drawn card is always the last card of the turn.
    """
    more = layout.m > 1
    return replace(layout, hands_over=lambda found: more and found.card is not None and not found.drawn)


def _make_next_layout(first: Layout, looks: Looks) -> Layout | None:
    """Return the layout of the next attempt in the turn, or None after the last attempt.

    An attempt is the last attempt if it plays no card, if it draws a card, or if it plays the last card of the
    hand.

    Args:
        first: Layout of the first attempt.
        looks: Outcomes so far.
    """
    layout = first
    for found in looks:
        if layout.hands_over is None or not layout.hands_over(found):
            return None
        assert found.card is not None
        cards = tuple(card for card in layout.cards if card != found.card)
        code = class_code(cards, find_same_value(found.card, cards))
        (seat, size), *others = layout.hands
        hands = ((seat, size - 1), *others)
        layout = _keep_columns_for_next(Layout(hands, cards, code, may_draw=False, are_columns_kept=True))
    return layout


def _join_all_attempts(form: Form, first: Layout) -> Recipe:
    """Return all attempts of a turn as one protocol. Its outcome contains all their outcomes."""
    whole = form.recipe(first)

    def look(number: int, before: Looks) -> Recipe:
        """Return the protocol of an attempt, or an empty protocol if no attempt takes place."""
        layout = _make_next_layout(first, before) if len(before) == number else None
        return () if layout is None else form.recipe(layout)

    def note_outcome(number: int, known: Outcome) -> Steps[Outcome]:
        return (yield from discard_played(known)) if look(number, known.before) else known

    stages = [*whole, Stage(Heading(Part.GIVE_BACK), discard_played)]
    for number in range(1, first.m):
        stages += make_later_stages(whole, partial(look, number))
        stages.append(Stage(Heading(Part.GIVE_BACK), partial(note_outcome, number)))
    return tuple(stages)


def _law_of_several(first: Layout, looks: Looks, deal: Deal) -> Chances:
    """Return the required outcome probabilities of a turn that may play several cards.

    Each card after the first is chosen uniformly among the cards of the same value.

    Args:
        first: Layout of the first attempt.
        looks: Outcomes so far.
        deal: Cards that are still in the hands.
    """
    layout = _make_next_layout(first, looks)
    if layout is None:
        return {FinalOutcome(Outcome(before=looks)): Fraction(1)}

    def ends() -> Ends:
        for end, chance in list_results(layout, deal.hands):
            left = Deal(tuple((who, tuple(held)) for who, held in remove_card(deal, end.outcome.card)))
            for last, share in _law_of_several(first, (*looks, end.outcome), left).items():
                yield last._replace(unseen=(*end.unseen, *last.unseen)), chance * share

    return sum_ends(ends())
