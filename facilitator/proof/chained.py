"""Chained turns, proved: two virtual seats in a row on one layout, judged by the joint view of both runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import factorial

from facilitator.machine import operations as ops
from facilitator.machine.faces import DECK, Face
from facilitator.machine.operations import CHOSEN, Heading, Move, Op, Place, Row
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.machine.physics import Faces
from facilitator.proof.cases import Case, deals, selection_law, unseen_to
from facilitator.proof.verify import Deal, FinalOutcome, Unseen, played
from facilitator.protocols.forms import Form, form_named
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, uniform_code

CHAINED = "chained"
FIRST, SECOND = "V", "U"


def chained_cases(sizes: tuple[int, ...], then: str) -> Iterator[Case]:
    """Yield a case for every number of playable cards: seats V and U virtual, perhaps people, the deck last.

    ``then``: the second run's form; the first is the same, or its form for one card where it hands nothing over.
    What fits the second run depends on the card the first one played, as it does at a table.
    """
    second = form_named(then)
    for valid in range(1, sum(sizes) + 1):
        first = first_layout(sizes, second, valid)
        law = partial(_law, first, second)
        yield Case(both(first, opening_of(second), second), tuple(deals(first)), law, left=played)


def opening_of(form: Form) -> Form:
    """Return the form of the first run: the same, or that for one card where it hands nothing over."""
    return form if form.chains else form_named(form.single)


def first_layout(sizes: tuple[int, ...], form: Form, valid: int) -> Layout:
    """Return the first run's layout, with so many cards that fit."""
    names = [FIRST, SECOND, *"ABC"[: len(sizes) - 3], DECK]
    cards = tuple("abcdefghij"[: sum(sizes)])
    hands = tuple(zip(names, sizes, strict=True))
    code = uniform_code(cards, frozenset(cards[:valid]))
    return opening_of(form).example(Layout(hands, cards, code, hands_over=_goes_on))


def _goes_on(outcome: Outcome) -> bool:
    return outcome.card is not None


def second_layout(first: Layout, played: Outcome, form: Form) -> Layout:
    """Return the second run's layout after the first played a card."""
    assert played.card is not None
    cards = tuple(card for card in first.cards if card != played.card)
    left = dict(first.hands)
    left[DECK if played.drawn else FIRST] -= 1
    others = [owner for owner, _ in first.hands if owner != SECOND]
    code = uniform_code(cards, fits_on(played.card, cards))
    hands = tuple((owner, left[owner]) for owner in (SECOND, *others))
    return form.example(Layout(hands, cards, code, standing=True))


def fits_on(top: Face, cards: tuple[Face, ...]) -> frozenset[Face]:
    """Some public rule of what may follow: every other letter."""
    return frozenset(card for card in cards if (ord(card) - ord(top)) % 2)


def first_outcomes(first: Layout) -> list[Outcome]:
    """Return the outcomes of a first run after which the second goes on."""
    return [Outcome(card, drawn) for card in first.playable for drawn in (0, 1)]


def both(first: Layout, form: Form, then: Form, later: Mapping[Outcome, Recipe] | None = None) -> Recipe:
    """Return both runs as one recipe; the first outcome is carried along.

    ``later``: other second runs, after some outcomes.
    """
    outcomes = first_outcomes(first)
    seconds = {outcome: then.recipe(second_layout(first, outcome, then)) for outcome in outcomes}
    seconds |= later or {}
    opening = form.recipe(first)

    def turn(known: Outcome) -> Steps[Outcome]:
        if known.card is None:
            return known
        yield Move((CHOSEN_PLACE,), (Place(CHOSEN, 2, 1),))  # onto the discard pile, no part of the layout
        return Outcome(before=(known,))

    def second(number: int, known: Outcome) -> Steps[Outcome]:
        recipe = seconds[known.before[0]] if known.before else ()
        if number >= len(recipe):
            return known
        result = yield from recipe[number].steps(known._replace(before=()))
        return result._replace(before=known.before)

    longest = max(seconds.values(), key=len)
    stages = tuple(Stage(stage.heading, partial(second, i)) for i, stage in enumerate(longest))
    return (*opening, Stage(Heading(Part.GIVE_BACK), turn), *stages)


def _law(first: Layout, then: Form, deal: Deal) -> Mapping[FinalOutcome, Fraction]:
    found: dict[FinalOutcome, Fraction] = {}
    for end, chance in selection_law(first, draws=True)(deal).items():
        if end.outcome.card is None:
            found[end] = found.get(end, Fraction(0)) + chance
            continue
        layout = second_layout(first, end.outcome, then)
        hands = tuple((o, tuple(c for c in held if c != end.outcome.card)) for o, held in deal.hands)
        law = selection_law(replace(layout, standing=False), draws=True)
        for second, share in law(Deal(hands)).items():
            both = FinalOutcome(second.outcome._replace(before=(end.outcome,)), second.unseen)
            found[both] = found.get(both, Fraction(0)) + chance * share
    return found


# ----------------------------------------------------------------------------------------------------
# Two whole turns in a row, proved by their joint view: cards go home, are drawn and looked at, and come back.
#
# Within a run cards that went home are out of sight.  Here they lie at home, in the order in which they were
# given back: a person then draws one from the deck, looks at the whole hand, and the next selection lays
# everything out again as it lies.  Given both outcomes and what that person holds, all that was seen in both
# runs and by that person must not depend on the other cards, nor on the order in which the deck lies in the end.


IN_A_ROW = "two-turns"
SEAT, PERSON = "V", "A"
_HOME, _AFTER = "home ", "after "
_DRAWN, _FORCED = 50, 60  # where a drawn card lies at home, apart from those that were given back


def in_a_row_cases(sizes: tuple[int, ...], form: str, some: bool = False) -> Iterator[Case]:
    """Yield a case for one and two playable cards and for either end of the deck; ``sizes``: of V, A, the deck.

    ``some``: only with one playable card, and not in the person's hand.
    """
    entry = form_named(form)
    cards = tuple("abcdefghij"[: sum(sizes)])
    hands = tuple(zip((SEAT, PERSON, DECK), sizes, strict=True))
    for valid in (1,) if some else (1, 2):
        first = entry.example(Layout(hands, cards, uniform_code(cards, frozenset(cards[:valid]))))
        groups: dict[tuple[Face, ...], list[Deal]] = {}
        for deal in deals(first):
            groups.setdefault(dict(deal.hands)[PERSON], []).append(deal)
        for held in (max(groups),) if some else groups:  # the first cards are the playable ones
            group = groups[held]
            at_home = tuple(deal._replace(table=_table(deal)) for deal in group)
            for end in (0, -1):
                yield Case(_recipe(first, entry, end), at_home, partial(_law_in_a_row, first, entry), _held)


def _table(deal: Deal) -> tuple[tuple[Place, Face], ...]:
    return tuple(
        (Place(_HOME + owner, i, 1), face) for owner, held in deal.hands for i, face in enumerate(held, 1)
    )


def _held(faces: Faces) -> tuple[Unseen, ...]:
    """Who holds what in the end: hands whatever their order, the deck as it lies; what was not laid is at home."""
    found: list[Unseen] = []
    for owner in (SEAT, PERSON, DECK):
        lying = [faces[place] for place in sorted(faces) if place.area in (_AFTER + owner, _HOME + owner)]
        found += unseen_to(owner, lying if owner == DECK else sorted(lying))
    return tuple(found)


# -- the recipe --------------------------------------------------------------------------------------


def _recipe(first: Layout, form: Form, end: int) -> Recipe:
    """Both turns; ``end``: from which end of the deck the person draws (0 or -1)."""

    def shuffle(known: Outcome) -> Steps[Outcome]:
        for owner in (SEAT, DECK):  # dealt from a shuffled deck
            yield ops.Scramble(
                tuple((place,) for place in _numbered(_HOME + owner, dict(first.hands)[owner]))
            )
        return known

    opening = tuple(Stage(one.heading, partial(_at_home, one, None)) for one in form.recipe(first))
    between = Stage(ops.Heading(Part.GIVE_BACK), partial(_between, first, form, end))
    longest = max((form.recipe(_second(first, one, form)) for one in _outcomes(first)), key=len)
    later = tuple(Stage(one.heading, partial(_later, first, form, end, i)) for i, one in enumerate(longest))
    return (Stage(ops.Heading(Part.LAY_OUT), shuffle), *opening, between, *later)


def _outcomes(first: Layout) -> Iterator[Outcome]:
    """Every first outcome."""
    yield Outcome(drawn=1)
    yield from (Outcome(card, drawn) for card in first.playable for drawn in (0, 1))


def _numbered(area: str, count: int) -> Row:
    return tuple(Place(area, i, 1) for i in range(1, count + 1))


def _deck_left(first: Layout, form: Form, outcome: Outcome) -> Row:
    """Where the deck lies after the first run: given back in order, or never laid out but for its top card."""
    whole = _numbered(_HOME + DECK, dict(first.hands)[DECK])
    return whole[: len(whole) - outcome.drawn] if form.columns else whole[outcome.drawn :]


def _between(first: Layout, form: Form, end: int, known: Outcome) -> Steps[Outcome]:
    """The card is played, the person draws from the deck and looks at the whole hand."""
    if known.card is not None:
        yield ops.Move((CHOSEN_PLACE,), (Place(ops.CHOSEN, 2, 1),))
    deck = _deck_left(first, form, known)
    if not form.columns:
        yield ops.Move(deck, deck)  # it lies as it lies, in the order in which it was shuffled
    forced = Place(_HOME + PERSON, _FORCED, 1)
    yield ops.Move((deck[end],), (forced,))
    face = yield ops.Reveal((forced,), ask=first.cards)
    own = _numbered(_HOME + PERSON, dict(first.hands)[PERSON])
    yield ops.Reveal(own)
    yield ops.Cover((*own, forced))
    return Outcome(before=(known, Outcome(face, drawn=1)))


def _later(first: Layout, form: Form, end: int, number: int, known: Outcome) -> Steps[Outcome]:
    recipe = form.recipe(_second(first, known.before[0], form))
    if number >= len(recipe):
        return known
    own = known._replace(before=())
    homes = _homes(first, form, known.before[0], end)
    result = yield from _at_home(recipe[number], homes, own)
    return result._replace(before=known.before)


def _homes(first: Layout, form: Form, outcome: Outcome, end: int) -> Mapping[str, Row]:
    """Where everybody's cards lie when the second run begins."""
    sizes = dict(first.hands)
    own = _numbered(_HOME + SEAT, sizes[SEAT] - (outcome.card is not None and not outcome.drawn))
    deck = list(_deck_left(first, form, outcome))
    deck.pop(end)
    return {
        SEAT: own + ((Place(_HOME + SEAT, _DRAWN, 1),) if outcome.unseen else ()),
        PERSON: (*_numbered(_HOME + PERSON, sizes[PERSON]), Place(_HOME + PERSON, _FORCED, 1)),
        DECK: tuple(deck),
    }


def _at_home(stage: Stage, homes: Mapping[str, Row] | None, known: Outcome) -> Steps[Outcome]:
    """Carry a stage out with hands that lie at home; ``homes``: where, if this is the second run."""
    steps, area = stage.steps(known), _HOME if homes is None else _AFTER
    try:
        op = next(steps)
        while True:
            op = steps.send((yield _moved(op, area, homes)))
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


def _moved(op: Op, area: str, homes: Mapping[str, Row] | None) -> Op:
    """The operation, with cards that come from home or go there moved."""
    match op:
        case ops.LayHand():
            return ops.Move(
                homes[op.owner] if homes else _numbered(_HOME + op.owner, len(op.places)), op.places
            )
        case ops.LayTop():
            return ops.Move((homes or {op.owner: _numbered(_HOME + op.owner, 1)})[op.owner][:1], (op.place,))
        case ops.Return():
            return ops.Move(op.places, _numbered(area + op.owner, len(op.places)))
        case ops.Draw():
            return ops.Move((op.place,), (Place(area + op.owner, _DRAWN, 1),))
        case _:
            return op


# -- the law -----------------------------------------------------------------------------------------


def _second(first: Layout, outcome: Outcome, form: Form) -> Layout:
    """The second run's layout: one card played or not, one drawn by the person."""
    sizes = dict(first.hands)
    sizes[SEAT] += outcome.unseen - (outcome.card is not None and not outcome.drawn)
    sizes[PERSON] += 1
    sizes[DECK] -= outcome.drawn + 1
    cards = tuple(card for card in first.cards if card != outcome.card)
    fits = fits_on(outcome.card, cards) if outcome.card else frozenset(first.playable)
    return form.example(Layout(tuple(sizes.items()), cards, uniform_code(cards, fits)))


def _law_in_a_row(first: Layout, form: Form, deal: Deal) -> Mapping[FinalOutcome, Fraction]:
    found: dict[FinalOutcome, Fraction] = {}
    for end, chance in selection_law(first, draws=True)(deal).items():
        held = _after(dict(deal.hands), end)
        for face in held[DECK]:
            drawn = held | {
                PERSON: (*held[PERSON], face),
                DECK: tuple(card for card in held[DECK] if card != face),
            }
            before = (end.outcome, Outcome(face, drawn=1))
            each = chance / len(held[DECK])
            law = selection_law(_second(first, end.outcome, form), draws=True)
            for later, share in law(Deal(tuple(drawn.items()))).items():
                last = _after(drawn, later)
                orders = [*permutations(last[DECK])]
                for order in orders:
                    whole = FinalOutcome(later.outcome._replace(before=before), _named(last, order))
                    found[whole] = found.get(whole, Fraction(0)) + each * share / factorial(len(order))
    return found


def _after(held: Mapping[str, tuple[Face, ...]], end: FinalOutcome) -> dict[str, tuple[Face, ...]]:
    """Who holds what after a run that ended so."""
    gone = {end.outcome.card, *(one.face for one in end.unseen)}
    left = {owner: tuple(card for card in cards if card not in gone) for owner, cards in held.items()}
    return left | {SEAT: left[SEAT] + tuple(one.face for one in end.unseen)}


def _named(held: Mapping[str, Sequence[Face]], deck: Sequence[Face]) -> tuple[Unseen, ...]:
    own, theirs = (unseen_to(owner, sorted(held[owner])) for owner in (SEAT, PERSON))
    return (*own, *theirs, *unseen_to(DECK, deck))


# ----------------------------------------------------------------------------------------------------
# Several cards of one value in one turn, proved and not in play: after each card the same hand is asked for
# another.
#
# The columns stand, as between two virtual turns; what goes along with the card just played is what fits now.  That
# there is none more is an outcome too, and is told.


SEVERAL = "several"
Looks = tuple[Outcome, ...]
"""What the looks up to now found, the last one perhaps nothing."""


def several_cases(sizes: tuple[int, ...], name: str) -> Iterator[Case]:
    """Yield a case for every number of playable cards: the seat's hand, perhaps people's, the deck last."""
    names = [SEAT, *"ABC"[: len(sizes) - 2], DECK]
    cards = tuple("abcdefghij"[: sum(sizes)])
    hands = tuple(zip(names, sizes, strict=True))
    for valid in range(1, len(cards) + 1):
        first = _looks_on(Layout(hands, cards, uniform_code(cards, frozenset(cards[:valid]))))
        turn = _Turn(name, first)
        yield Case(turn.recipe(), tuple(deals(first)), turn.law, left=played)


def goes_along(card: Face, cards: tuple[Face, ...]) -> frozenset[Face]:
    """Some public rule of what has the same value: every other letter."""
    return frozenset(other for other in cards if other != card and (ord(other) - ord(card)) % 2 == 0)


def _looks_on(layout: Layout) -> Layout:
    """Let the columns stay after a card of the hand, while the hand has more; a drawn card is played alone."""
    more = layout.m > 1
    return replace(layout, hands_over=lambda found: more and found.card is not None and not found.drawn)


@dataclass(frozen=True, slots=True)
class _Turn:
    """One turn of as many looks as there may be."""

    form: str
    first: Layout

    def after(self, looks: Looks) -> Layout | None:
        """Return the layout of the next look; None where the turn has ended."""
        layout = self.first
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

    def recipe(self) -> Recipe:
        """Return all looks as one recipe; what they found is carried along."""
        stages = list(form_named(self.form).recipe(self.first))
        stages.append(Stage(Heading(Part.GIVE_BACK), self.note))
        for look in range(1, self.first.m):
            longest = len(form_named(self.form).recipe(self.first))
            stages += [Stage(Heading(Part.GIVE_BACK), partial(self.later, look, i)) for i in range(longest)]
            stages.append(Stage(Heading(Part.GIVE_BACK), partial(self.noted, look)))
        return tuple(stages)

    def note(self, known: Outcome) -> Steps[Outcome]:
        """Lay a card played onto the discard pile, no part of the layout, and remember it."""
        if known.card is not None:
            place = Place(CHOSEN, 2 + len(known.before), 1)
            yield Move((CHOSEN_PLACE,), (place,))
        return Outcome(before=(*known.before, known._replace(before=())))

    def noted(self, look: int, known: Outcome) -> Steps[Outcome]:
        """The same after a further look, if it was taken."""
        return (yield from self.note(known)) if self.taken(look, known) else known

    def taken(self, look: int, known: Outcome) -> bool:
        """Whether this look is taken: every one before it found a card, and the hand has more."""
        return len(known.before) == look and self.after(known.before) is not None

    def later(self, look: int, number: int, known: Outcome) -> Steps[Outcome]:
        """One stage of a further look."""
        if not self.taken(look, known):
            return known
        layout = self.after(known.before)
        assert layout is not None
        recipe = form_named(self.form).recipe(layout)
        if number >= len(recipe):
            return known
        found = yield from recipe[number].steps(known._replace(before=()))
        return found._replace(before=known.before)

    def law(self, deal: Deal, looks: Looks = ()) -> Mapping[FinalOutcome, Fraction]:
        """Return the law: the first card as ever, each further one uniformly among those that go along."""
        layout = self.after(looks)
        if layout is None:
            return {FinalOutcome(Outcome(before=looks)): Fraction(1)}
        found: dict[FinalOutcome, Fraction] = {}
        whole = replace(layout, standing=False)
        for end, chance in selection_law(whole, draws=True)(deal).items():
            left = tuple((o, tuple(c for c in held if c != end.outcome.card)) for o, held in deal.hands)
            for last, share in self.law(Deal(left), (*looks, end.outcome)).items():
                both = last._replace(unseen=(*end.unseen, *last.unseen))
                found[both] = found.get(both, Fraction(0)) + chance * share
        return found
