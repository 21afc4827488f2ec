"""Two whole turns in a row, proved by their joint view: cards go home, are drawn and looked at, and come back.

Within a run cards that went home are out of sight.  Here they lie at home, in the order in which they were
given back: a person then draws one from the deck, looks at the whole hand, and the next selection lays
everything out again as it lies.  Given both outcomes and what that person holds, all that was seen in both
runs and by that person must not depend on the other cards, nor on the order in which the deck lies in the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations
from math import factorial

from facilitator.machine import operations as ops
from facilitator.machine.faces import DECK, Face
from facilitator.machine.operations import Op, Place, Row
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.machine.physics import Faces
from facilitator.proof.cases import Case, deals, selection_law, unseen_to
from facilitator.proof.chained import fits_on
from facilitator.proof.verdict import Deal, FinalOutcome, Unseen
from facilitator.protocols.forms import Form, form_named
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, uniform_code

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
                yield Case(_recipe(first, entry, end), at_home, partial(_law, first, entry), _held)


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
    between = Stage(ops.Heading(Part.GIVE_BACK), partial(_between, first, end))
    longest = max((form.recipe(_second(first, one, form)) for one in _outcomes(first)), key=len)
    later = tuple(Stage(one.heading, partial(_later, first, form, end, i)) for i, one in enumerate(longest))
    return (Stage(ops.Heading(Part.LAY_OUT), shuffle), *opening, between, *later)


def _outcomes(first: Layout) -> Iterator[Outcome]:
    """Every first outcome."""
    yield Outcome(drawn=1)
    yield from (Outcome(card, drawn) for card in first.playable for drawn in (0, 1))


def _numbered(area: str, count: int) -> Row:
    return tuple(Place(area, i, 1) for i in range(1, count + 1))


def _between(first: Layout, end: int, known: Outcome) -> Steps[Outcome]:
    """The card is played, the person draws from the deck and looks at the whole hand."""
    if known.card is not None:
        yield ops.Move((CHOSEN_PLACE,), (Place(ops.CHOSEN, 2, 1),))
    sizes = dict(first.hands)
    deck = _numbered(_HOME + DECK, sizes[DECK] - known.drawn)
    forced = Place(_HOME + PERSON, _FORCED, 1)
    yield ops.Move((deck[end],), (forced,))
    face = yield ops.Reveal((forced,), ask=first.cards)
    own = _numbered(_HOME + PERSON, sizes[PERSON])
    yield ops.Reveal(own)
    yield ops.Cover((*own, forced))
    return Outcome(before=(known, Outcome(face, drawn=1)))


def _later(first: Layout, form: Form, end: int, number: int, known: Outcome) -> Steps[Outcome]:
    recipe = form.recipe(_second(first, known.before[0], form))
    if number >= len(recipe):
        return known
    own = known._replace(before=())
    homes = _homes(first, known.before[0], end)
    result = yield from _at_home(recipe[number], homes, own)
    return result._replace(before=known.before)


def _homes(first: Layout, outcome: Outcome, end: int) -> Mapping[str, Row]:
    """Where everybody's cards lie when the second run begins."""
    sizes = dict(first.hands)
    own = _numbered(_HOME + SEAT, sizes[SEAT] - (outcome.card is not None and not outcome.drawn))
    deck = list(_numbered(_HOME + DECK, sizes[DECK] - outcome.drawn))
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


def _law(first: Layout, form: Form, deal: Deal) -> Mapping[FinalOutcome, Fraction]:
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
