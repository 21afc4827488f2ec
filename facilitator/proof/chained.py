"""Turns that follow each other, proved: judged by the joint view of all their runs.

Two virtual seats in a row on standing columns; two whole turns, between which a person draws and looks; several
cards of one value in one turn.  What one run alone must be is `cases`; where cards lie between runs is `home`.

Each alone may tell nothing and both together something: a card followed from one run into the next, an order that
the first left behind.  So their recipes are joined to one, whose outcome carries along how each run ended, and the
law of the whole is made of the laws of its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import factorial

from facilitator.machine.faces import DECK, Face
from facilitator.machine.operations import CHOSEN, Cover, Heading, Move, Place, Reveal
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.machine.physics import Faces
from facilitator.proof.cases import Ends, deals, selection_law, summed
from facilitator.proof.home import AFTER, HOME, Held, Home, after_run, courses, dealt, holders, named
from facilitator.proof.verify import Case, Deal, FinalOutcome, Unseen, played
from facilitator.protocols.forms import Form, form_named, proved
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, uniform_code

CARDS = "abcdefghij"
"""The cards of a table, the first of which fit."""
Looks = tuple[Outcome, ...]
"""How the runs up to now ended, as `Outcome.before` carries it along."""


def table(owners: Sequence[str], sizes: Sequence[int], valid: int) -> Layout:
    """Return a table of so many owners' cards, the first ``valid`` of which fit.

    ``owners`` and ``sizes``: the virtual seat in turn first, the unplayed deck last.
    """
    cards = tuple(CARDS[: sum(sizes)])
    hands = tuple(zip(owners, sizes, strict=True))
    return Layout(hands, cards, uniform_code(cards, frozenset(cards[:valid])))


def fits_on(top: Face, cards: Iterable[Face]) -> frozenset[Face]:
    """Return some public rule of what may follow: every other letter.

    Any rule would do, if what fits next depends on what was played.
    """
    return frozenset(card for card in cards if (ord(card) - ord(top)) % 2)


def laid_away(known: Outcome) -> Steps[Outcome]:
    """Lay a card played onto the discard pile, no part of the layout, and remember how the run ended."""
    if known.card is not None:
        yield Move((CHOSEN_PLACE,), (Place(CHOSEN, 2 + len(known.before), 1),))
    return Outcome(before=(*known.before, known._replace(before=())))


def further(like: Recipe, run: Callable[[Looks], Recipe]) -> Recipe:
    """Return the stages of a run that depends on how those before it ended; its outcome is carried along with
    theirs.

    ``like``: a recipe of as many stages as it may have, whose headings they bear.  ``run``: given the outcomes
    before, its recipe; an empty one where it does not come.
    """

    def steps(number: int, known: Outcome) -> Steps[Outcome]:
        recipe = run(known.before)
        if number >= len(recipe):
            return known
        found = yield from recipe[number].steps(known._replace(before=()))
        return found._replace(before=known.before)

    return tuple(Stage(stage.heading, partial(steps, number)) for number, stage in enumerate(like))


def ends_of(layout: Layout, hands: Iterable[tuple[str, Sequence[Face]]], certain: bool = False) -> Ends:
    """Return how a run may end, given who holds what, each end with its chance; the seat may draw.

    ``certain``: if no card is playable, any card of the hand is played.
    """
    return selection_law(layout, True, certain)(
        Deal(tuple((who, tuple(held)) for who, held in hands))
    ).items()


def without(deal: Deal, card: Face | None) -> Iterator[tuple[str, list[Face]]]:
    """Yield each owner's cards but one."""
    return ((owner, [one for one in held if one != card]) for owner, held in deal.hands)


# ----------------------------------------------------------------------------------------------------
# Two virtual seats in a row on one layout.


FIRST, SECOND = "V", "U"


def chained_cases(sizes: tuple[int, ...], then: str, playable: Sequence[int] | None = None) -> Iterator[Case]:
    """Yield a case for each first layout: seats V and U are virtual, perhaps with people, and the deck is last.

    What fits the second run depends on the card that the first one played, as it does at a table.

    Args:
        sizes: Hand sizes.
        then: Form of the second run. The first run has the same form, or the form for one card if that form leaves
            no columns standing.
        playable: Only these numbers of playable cards; by default all.
    """
    second = proved()[then]
    for first in first_layouts(sizes, second, playable):
        law = partial(law_of_both, first, second)
        yield Case(both(first, opening_of(second), second), tuple(deals(first)), law, left=played)


def first_layouts(
    sizes: tuple[int, ...], second: Form, playable: Sequence[int] | None = None
) -> Iterator[Layout]:
    """Yield the layouts of the first run for every number of playable cards, or for these alone.

    If the deck has several cards, they come again with the house rule of drawing until a card is playable.
    """
    for until in (False, True) if sizes[-1] > 1 else (False,):
        for valid in range(1, sum(sizes) + 1) if playable is None else playable:
            yield replace(first_layout(sizes, second, valid), until=until)


def opening_of(form: Form) -> Form:
    """Return the form of the first run: the same, or that for one card where it hands nothing over.

    A table plays such a form for hands of several cards only after another has left its columns standing.
    """
    return form if form.chains else form_named(form.single)


def first_layout(sizes: tuple[int, ...], form: Form, valid: int) -> Layout:
    """Return the first run's layout with ``valid`` playable cards.

    Its columns stay standing after a card was played, unless others went unseen into the hand.

    Args:
        sizes: Hand sizes of V, U, perhaps people, and the deck.
        form: Form of the second run.
        valid: Number of playable cards.
    """
    whole = table([FIRST, SECOND, *"ABC"[: len(sizes) - 3], DECK], sizes, valid)
    return opening_of(form).example(replace(whole, hands_over=_goes_on))


def _goes_on(outcome: Outcome) -> bool:
    """Return whether the next virtual turn goes on with the columns of a run with this outcome."""
    return outcome.card is not None and not outcome.unseen


def second_layout(first: Layout, played: Outcome, form: Form) -> Layout:
    """Return the second run's layout after the first played a card.

    ``played``: how the first ended.  The columns stand: nothing is laid out, and the first seat's cards are an
    owner's like others.
    """
    assert played.card is not None
    cards = tuple(card for card in first.cards if card != played.card)
    left = dict(first.hands)
    left[DECK if played.drawn else FIRST] -= 1
    others = [owner for owner, _ in first.hands if owner != SECOND]
    code = uniform_code(cards, fits_on(played.card, cards))
    hands = tuple((owner, left[owner]) for owner in (SECOND, *others))
    return form.example(Layout(hands, cards, code, until=first.until, standing=True))


def first_outcomes(first: Layout) -> list[Outcome]:
    """Return the outcomes of a first run after which the second goes on."""
    return [Outcome(card, drawn) for card in first.playable for drawn in (0, 1)]


def both(first: Layout, form: Form, then: Form, later: Mapping[Outcome, Recipe] | None = None) -> Recipe:
    """Return both runs as one recipe; the first outcome is carried along.

    ``first``: its table; ``form`` and ``then``: the first run's and the second's.  ``later``: other second runs,
    after some outcomes, for what goes wrong in them.  A first run that leaves no columns standing ends the game
    here.
    """
    seconds = {one: then.recipe(second_layout(first, one, then)) for one in first_outcomes(first)}
    seconds |= later or {}

    def turn(known: Outcome) -> Steps[Outcome]:
        """The card played is laid away, and the columns stand."""
        return (yield from laid_away(known)) if _goes_on(known) else known

    longest = max(seconds.values(), key=len)
    second = further(longest, lambda before: seconds[before[0]] if before else ())
    return (*form.recipe(first), Stage(Heading(Part.GIVE_BACK), turn), *second)


def law_of_both(
    first: Layout, then: Form, deal: Deal, given_up: Outcome | None = None
) -> Mapping[FinalOutcome, Fraction]:
    """Return the law of both runs: the first run's, and the second's after each card.

    ``given_up``: the first outcome after which the second run is given up, so that it comes to nothing.
    """

    def ends() -> Ends:
        for end, chance in ends_of(first, deal.hands):
            if not _goes_on(end.outcome):
                yield end, chance
                continue
            if end.outcome == given_up:
                yield FinalOutcome(Outcome(before=(given_up,))), chance
                continue
            layout = second_layout(first, end.outcome, then)
            for last, share in ends_of(layout, without(deal, end.outcome.card)):
                yield last._replace(outcome=last.outcome._replace(before=(end.outcome,))), chance * share

    return summed(ends())


# ----------------------------------------------------------------------------------------------------
# Two whole turns in a row, proved by their joint view: cards go home, are drawn and looked at, and come back.
#
# A person draws one card from the deck, looks at the whole hand, and the next selection lays everything out again as
# it lies.  Given both outcomes and what that person holds, all that was seen in both runs and by that person must not
# depend on the other cards, nor on the order in which the deck lies in the end.


SEAT, PERSON = "V", "A"
_DRAWN, _FORCED = 50, 60  # where a drawn card lies at home, apart from those that were given back


def in_a_row_cases(
    sizes: tuple[int, ...], form: str, playable: Sequence[int] | None = None
) -> Iterator[Case]:
    """Yield a case for each layout of the first turn, and for either end of the deck.

    The person sees their own hand, so there is a case for each hand: there is nothing to hide of it.

    Args:
        sizes: Hand sizes of V, A, and the deck.
        form: Form of both turns.
        playable: Only these numbers of playable cards, and a person who holds none of them; by default 1 and 2 cards.
    """
    entry, some = proved()[form], playable is not None
    for first in in_a_row_layouts(sizes, entry, playable):
        groups: dict[tuple[Face, ...], list[Deal]] = {}
        for deal in deals(first):
            groups.setdefault(dict(deal.hands)[PERSON], []).append(dealt(deal))
        for held in (max(groups),) if some else groups:  # the first cards are the playable ones
            for end in (0, -1):
                law = partial(_law_in_a_row, first, entry)
                yield Case(_both_turns(first, entry, end), tuple(groups[held]), law, _held)


def in_a_row_layouts(
    sizes: tuple[int, ...], form: Form, playable: Sequence[int] | None = None
) -> Iterator[Layout]:
    """Yield the layouts of the first of two turns, with the arguments of `in_a_row_cases`."""
    for valid in (1, 2) if playable is None else playable:
        yield form.example(table((SEAT, PERSON, DECK), sizes, valid))


def _held(faces: Faces) -> tuple[Unseen, ...]:
    """Who holds what in the end; of the deck the order counts, for a person may have seen where a card went."""
    return holders(faces, (DECK,))


def _both_turns(first: Layout, form: Form, end: int) -> Recipe:
    """Both turns; ``end``: from which end of the deck the person draws (0 or -1)."""
    home, recipe = Home.of(first.hands, _DRAWN), form.recipe(first)
    # where everybody's cards lie after each outcome of the first turn; from there the second lays them out
    homes = {outcome: home.after(ops) for outcome, ops in courses(recipe)}
    seconds = {outcome: _drawn_from(there, end) for outcome, there in homes.items()}
    recipes = {
        one: there.housed(form.recipe(layout)) if (layout := _second(first, one, form)).m else ()
        for one, there in seconds.items()
    }

    def shuffle(known: Outcome) -> Steps[Outcome]:
        """Cards are dealt from a shuffled deck: their order is nothing anybody knows."""
        yield from home.mixed((SEAT, DECK))  # dealt from a shuffled deck
        return known

    def between(known: Outcome) -> Steps[Outcome]:
        """The card is played, the person draws from the deck and looks at the whole hand."""
        known, there = (yield from laid_away(known)), homes[known]
        deck = tuple(there.lying[DECK])
        if not form.columns:
            yield Move(deck, deck)  # it lies as it lies, in the order in which it was shuffled
        yield Move((deck[end],), (_FORCED_PLACE,))
        face = yield Reveal((_FORCED_PLACE,), ask=first.cards)
        own = tuple(there.lying[PERSON])
        yield Reveal(own)
        yield Cover((*own, _FORCED_PLACE))
        return known._replace(before=(*known.before, Outcome(face, drawn=1)))

    return (
        Stage(Heading(Part.LAY_OUT), shuffle),
        *home.housed(recipe),
        Stage(Heading(Part.GIVE_BACK), between),
        *further(max(recipes.values(), key=len), lambda before: recipes[before[0]]),
    )


_FORCED_PLACE = Place(HOME + PERSON, _FORCED, 1)


def _drawn_from(home: Home, end: int) -> Home:
    """Return the homes after the person drew the card at an end of the deck, for a run that gives back elsewhere."""
    deck = [*home.lying[DECK]]
    deck.pop(end)
    lying = home.lying | {DECK: deck, PERSON: [*home.lying[PERSON], _FORCED_PLACE]}
    return replace(home, lying=lying, area=AFTER)


def _second(first: Layout, outcome: Outcome, form: Form) -> Layout:
    """Return the second run's layout: one card played or not, one drawn by the person.

    What fits is by the card played; where none was, as in the first run.
    """
    sizes = dict(first.hands)
    sizes[SEAT] += outcome.unseen - (outcome.card is not None and not outcome.drawn)
    sizes[PERSON] += 1
    sizes[DECK] -= outcome.drawn + 1
    cards = tuple(card for card in first.cards if card != outcome.card)
    fits = fits_on(outcome.card, cards) if outcome.card else frozenset(first.playable)
    return form.example(Layout(tuple(sizes.items()), cards, uniform_code(cards, fits)))


def _law_in_a_row(first: Layout, form: Form, deal: Deal) -> Mapping[FinalOutcome, Fraction]:
    """The law of two turns and the draw between: any card of the deck is as likely to be drawn."""

    def ends() -> Ends:
        for end, chance in ends_of(first, deal.hands, form.certain):
            held = after_run(dict(deal.hands), SEAT, end)
            layout = _second(first, end.outcome, form)
            for face in held[DECK]:
                deck = tuple(card for card in held[DECK] if card != face)
                drawn = held | {PERSON: (*held[PERSON], face), DECK: deck}
                before = (end.outcome, Outcome(face, drawn=1))
                yield from _laid(before, drawn, (layout, form.certain), chance / len(held[DECK]))

    return summed(ends())


def _laid(before: Looks, held: Held, turn: tuple[Layout, bool], chance: Fraction) -> Ends:
    """Yield how the second turn ends, with who holds what then, the deck in any order.

    A seat that played its last card has no second turn.

    Args:
        before: How the first turn ended, and what the person drew.
        held: Who holds what before the second turn.
        turn: Layout of the second turn, and whether its form always plays a card.
        chance: Chance of everything before.
    """
    layout, certain = turn
    ends = ends_of(layout, held.items(), certain) if layout.m else ((FinalOutcome(Outcome()), Fraction(1)),)
    for end, share in ends:
        last = after_run(held, SEAT, end)
        for order in permutations(last[DECK]):
            whole = FinalOutcome(end.outcome._replace(before=before), named(last | {DECK: order}, (DECK,)))
            yield whole, chance * share / factorial(len(order))


# ----------------------------------------------------------------------------------------------------
# Several cards of one value in one turn, proved and not in play: after each card the same hand is asked for
# another.
#
# The columns stand, as between two virtual turns; what goes along with the card just played is what fits now.  That
# there is none more is an outcome too, and is told.


def several_cases(sizes: tuple[int, ...], name: str) -> Iterator[Case]:
    """Yield a case for every number of playable cards: the seat's hand, perhaps people's, the deck last.

    ``name``: of the form; every look is one run of it on what the look before left standing.
    """
    for valid in range(1, sum(sizes) + 1):
        first = _looks_on(table([SEAT, *"ABC"[: len(sizes) - 2], DECK], sizes, valid))
        law = partial(_law_of_looks, first, ())
        yield Case(_several(proved()[name], first), tuple(deals(first)), law, left=played)


def goes_along(card: Face, cards: tuple[Face, ...]) -> frozenset[Face]:
    """Return some public rule of what has the same value: every other letter."""
    return frozenset(other for other in cards if other != card and (ord(other) - ord(card)) % 2 == 0)


def _looks_on(layout: Layout) -> Layout:
    """Let the columns stay after a card of the hand, while the hand has more; a drawn card is played alone."""
    more = layout.m > 1
    return replace(layout, hands_over=lambda found: more and found.card is not None and not found.drawn)


def _after_looks(first: Layout, looks: Looks) -> Layout | None:
    """Return the layout of the next look, given what those before it found; None where the turn has ended.

    It ends after a look that finds nothing, after a drawn card, and with the last card of the hand.
    """
    layout = first
    for found in looks:
        if layout.hands_over is None or not layout.hands_over(found):
            return None
        assert found.card is not None
        cards = tuple(card for card in layout.cards if card != found.card)
        code = uniform_code(cards, goes_along(found.card, cards))
        (seat, size), *others = layout.hands
        hands = ((seat, size - 1), *others)
        layout = _looks_on(Layout(hands, cards, code, may_draw=False, standing=True))
    return layout


def _several(form: Form, first: Layout) -> Recipe:
    """Return all looks as one recipe; what they found is carried along.

    Looks that are not taken are stages that do nothing, so that all courses have the same stages.
    """
    whole = form.recipe(first)

    def look(number: int, before: Looks) -> Recipe:
        """The recipe of one look, if the turn comes to it."""
        layout = _after_looks(first, before) if len(before) == number else None
        return () if layout is None else form.recipe(layout)

    def noted(number: int, known: Outcome) -> Steps[Outcome]:
        """What it found is laid away, if it was taken."""
        return (yield from laid_away(known)) if look(number, known.before) else known

    stages = [*whole, Stage(Heading(Part.GIVE_BACK), laid_away)]
    for number in range(1, first.m):
        stages += further(whole, partial(look, number))
        stages.append(Stage(Heading(Part.GIVE_BACK), partial(noted, number)))
    return tuple(stages)


def _law_of_looks(first: Layout, looks: Looks, deal: Deal) -> Mapping[FinalOutcome, Fraction]:
    """Return the law: the first card as ever, each further one uniformly among those that go along."""
    layout = _after_looks(first, looks)
    if layout is None:
        return {FinalOutcome(Outcome(before=looks)): Fraction(1)}

    def ends() -> Ends:
        for end, chance in ends_of(layout, deal.hands):
            left = Deal(tuple((who, tuple(held)) for who, held in without(deal, end.outcome.card)))
            for last, share in _law_of_looks(first, (*looks, end.outcome), left).items():
                yield last._replace(unseen=(*end.unseen, *last.unseen)), chance * share

    return summed(ends())
