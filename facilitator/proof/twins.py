"""Sabotaged twins: protocols with one thing done wrong, each with what the verifier must say of it.

A verifier that never objects proves nothing.  Every scramble of every form has a twin without it; other
twins swap the encoding, mark cards, turn pairs over in place or draw from a fixed place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import assert_never

from facilitator.machine.faces import ALPHA, BETA, DECK, DISCARDS, ONE, ZERO, marked, marker
from facilitator.machine.operations import COLUMN, TOP_ROW, Encode, Move, Op, Put, Scramble
from facilitator.machine.parts import Part
from facilitator.machine.perform import DefaultAnswers, Outcome, Recipe, Stage, Steps
from facilitator.machine.physics import Faces
from facilitator.proof.backs import thrown, turn_as_thrown
from facilitator.proof.cases import Case, selection_cases
from facilitator.proof.parts import COLOURS, part_case
from facilitator.proof.scratched import looked_at, scratch
from facilitator.proof.shown import champion_shown, pairs_of_others, pairs_of_the_hand
from facilitator.protocols.form import Finding, Sabotage, Sizes
from facilitator.protocols.forms import Form, example_layout, proved
from facilitator.protocols.layout import Layout, card, flat
from facilitator.readings.titles import title

DRAW_SIZES = (1, 1, 2)
"""A table with two cards to draw from."""

_COINS = (1, 1, 1)
"""A table with a discarded card besides, for backs turned at random."""

Tamper = Callable[[Op], tuple[Op, ...]]
"""What the twin does where the protocol does ``op``; nothing, the same, or something else."""


@dataclass(frozen=True, slots=True)
class Twin:
    """One sabotage of one form and what must be found: harmless, wrong outcomes, or a leak.

    ``tamper`` changes operations as they come; ``mark`` makes cards recognisable; ``ordered``: the order of
    the virtual hand counts as hidden too.  ``sizes``: the hands of the table on which it must be found, with
    ``playable`` numbers of playable cards (None: all).
    """

    form: str
    name: str
    verdict: Finding
    tamper: Callable[[Recipe], Recipe]
    mark: Callable[[Op, Faces], None] | None = None
    ordered: bool = False
    sizes: Sizes = (2, 1, 1)
    playable: tuple[int, ...] | None = None

    def cases(self) -> Iterator[Case]:
        """Yield the twin's cases (for a part, of so many piles as its first size)."""
        form = proved().get(self.form)
        if form is None:
            plain_cases: Iterator[Case] = iter([part_case(self.form, self.sizes[0])])
        else:
            plain_cases = selection_cases(form, self.sizes, self.ordered, self.playable)
        for case in plain_cases:
            yield replace(case, recipe=self.tamper(case.recipe))


def changed(recipe: Recipe, tamper: Tamper) -> Recipe:
    """Return the recipe with each operation replaced as ``tamper`` says."""
    return tuple(Stage(stage.heading, partial(_steps, stage, tamper)) for stage in recipe)


def _steps(stage: Stage, tamper: Tamper, known: Outcome) -> Steps[Outcome]:
    steps = stage.steps(known)
    try:
        op = next(steps)
        while True:
            answer = ""
            for other in tamper(op):
                answer = yield other
            op = steps.send(answer)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


# -- a scramble left out -----------------------------------------------------------------------------


def scrambles(recipe: Recipe) -> list[tuple[int, int, Scramble]]:
    """Return every scramble of more than one pile: its stage, its number in the stage, the operation."""
    found: list[tuple[int, int, Scramble]] = []
    known = Outcome()
    answers = DefaultAnswers()
    for number, stage in enumerate(recipe):
        steps, count = stage.steps(known), 0
        try:
            op = next(steps)
            while True:
                if isinstance(op, Scramble):
                    found += [(number, count, op)] if len(op.piles) > 1 else []
                    count += 1
                op = steps.send(answers(op))
        except StopIteration as end:
            known = end.value
    return found


def without(number: int, count: int, recipe: Recipe) -> Recipe:
    """Return the recipe without one scramble."""
    stage = recipe[number]

    def steps(known: Outcome) -> Steps[Outcome]:
        seen = iter(range(10**6))

        def skip(op: Op) -> tuple[Op, ...]:
            return () if isinstance(op, Scramble) and next(seen) == count else (op,)

        return (yield from _steps(stage, skip, known))

    return (*recipe[:number], Stage(stage.heading, steps), *recipe[number + 1 :])


def _left_out(form: str, recipe: Recipe, sizes: Sizes = (2, 1, 1)) -> Iterator[Twin]:
    for number, count, op in scrambles(recipe):
        name = f"without the scramble of {len(op.piles)} piles in “{title(recipe[number].heading)}”"
        verdict = _without_it(form, recipe[number].heading.part)
        yield Twin(form, name, verdict, partial(without, number, count), sizes=sizes)


def _without_it(form: str, part: Part) -> Finding:
    """What must be found where this scramble is missing."""
    if form in proved():
        return Finding.HARMLESS if part in proved()[form].spare else Finding.LEAKS
    if form == COLOURS:
        return Finding.WRONG  # the first colour laid is always drawn
    # in a lottery by itself the piles come in a known order: the first valid one would always win
    return Finding.WRONG if part is Part.MIX else Finding.LEAKS


# -- other mistakes ----------------------------------------------------------------------------------


def _swap_code(op: Op) -> tuple[Op, ...]:
    """α β for the valid cards (the slip in the paper's §4.1)."""
    if not isinstance(op, Encode):
        return (op,)
    return (replace(op, code=tuple((face, tuple(1 - bit for bit in bits)) for face, bits in op.code)),)


def _wrong_way(op: Op) -> tuple[Op, ...]:
    """In a duel the challenger's left card goes onto the champion, the right one onto the challenger."""
    if not isinstance(op, Move) or op.target[0].row != TOP_ROW:
        return (op,)
    return (replace(op, target=(*op.target[1::-1], *op.target[2:])),)


def _wrong_one(op: Op) -> tuple[Op, ...]:
    """α β is laid under a challenger, not β α."""
    if isinstance(op, Put) and op.faces == ONE:
        return (replace(op, faces=ZERO),)
    if isinstance(op, Move) and op.target[0].row == TOP_ROW and len(op.source) > 2:
        return (replace(op, target=(*op.target[:2], *op.target[:1:-1])),)
    return (op,)


def _mark_first(face: str, op: Op, faces: Faces) -> None:
    """One bit card of this face has a scratch: the first that was laid, if there is any."""
    if isinstance(op, Encode):
        for place in [p for p in flat(op.bits) if faces[p] == face][:1]:
            faces[place] = marked(face)


def _mark_markers(op: Op, faces: Faces) -> None:
    """A seat's markers differ ("any yellow card" will do as one): the i-th has i scratches."""
    if isinstance(op, Put) and op.places[0].area == COLUMN:
        for i, place in enumerate(op.places):
            faces[place] = marked(faces[place], i)


def turn_a_hand(op: Op, faces: Faces) -> None:
    """Backs have a way up, and whoever sits opposite lays their cards the other way: each stays so to the end."""
    if isinstance(op, Put) and op.places[0].area == COLUMN:
        hidden = {op.faces[0], marker(DECK), marker(DISCARDS)}
        theirs = next((face for face in op.faces if face not in hidden), marker(DECK))
        for place, face in zip(op.places, op.faces, strict=True):
            if face == theirs:
                faces[card(place.number)] = marked(faces[card(place.number)])


def _fixed_draw(layout: Layout) -> Tamper:
    """The drawn card lies at a fixed place of the unscrambled deck: the scrambles pass its columns by."""
    deck = {card(number) for number in layout.numbers(DECK)}

    def tamper(op: Op) -> tuple[Op, ...]:
        if isinstance(op, Scramble) and op.piles[0][0] == card(1):
            return (replace(op, piles=tuple(pile for pile in op.piles if pile[0] not in deck)),)
        return (op,)

    return tamper


def _draw_twin(form: Form) -> Twin:
    layout = example_layout(DRAW_SIZES, 0, form)
    return Twin(
        form.name,
        "drawn card taken from a fixed place in an unscrambled deck",
        form.twins[Sabotage.FIXED_DRAW],
        partial(changed, tamper=_fixed_draw(layout)),
        sizes=DRAW_SIZES,
    )


def twins() -> Iterator[Twin]:
    """Yield every twin."""
    for part in ("and", "lottery", "original-lottery"):
        yield from _left_out(part, part_case(part, 2).recipe)
    yield from _left_out(COLOURS, part_case(COLOURS, 2).recipe)
    for form in proved().values():
        for sizes in form.proof.sabotaged:
            yield from _left_out(form.name, form.recipe(example_layout(sizes, 2, form)), sizes)
            for sabotage, finding in form.twins.items():
                if sizes == form.proof.sabotaged[0] or sabotage in _IN_DUELS:
                    yield _twin_of(form, sabotage, finding, sizes)


_IN_DUELS = (Sabotage.DUEL_CROSSED, Sabotage.WRONG_ONE)
"""What is tried again where there are more duels."""


def _twin_of(form: Form, sabotage: Sabotage, finding: Finding, sizes: Sizes) -> Twin:
    judged = partial(Twin, form.name, verdict=finding, sizes=sizes)
    match sabotage:
        case Sabotage.CODE_SWAPPED:
            return judged("encoding of bits swapped", tamper=partial(changed, tamper=_swap_code))
        case Sabotage.PAIRS_TURNED_OVER:
            turned = partial(changed, tamper=pairs_of_others)
            return judged("opponents' pairs turned over in place", tamper=turned)
        case Sabotage.SCRATCHED_ALPHA:
            return judged(f"a recognisable {ALPHA}", tamper=_same, mark=partial(_mark_first, ALPHA))
        case Sabotage.SCRATCHED_BETA:
            return judged(f"a recognisable {BETA}", tamper=_same, mark=partial(_mark_first, BETA))
        case Sabotage.BACKS_TURNED:
            return judged("one hand's backs the other way up", tamper=_same, mark=turn_a_hand)
        case Sabotage.BACKS_AT_RANDOM:
            tossed = partial(changed, tamper=thrown)
            name = "backs that have a way up, each card turned at random"
            small = _COINS if form.conceals else sizes  # every coin doubles what may be seen
            return judged(name, tamper=tossed, mark=turn_as_thrown, sizes=small, playable=(1,))
        case Sabotage.SLEEVE_SCRATCHED:
            looked = partial(changed, tamper=looked_at)
            return judged("a scratched sleeve that keeps its card", tamper=looked, mark=scratch)
        case Sabotage.MARKERS_TOLD_APART:
            return judged("markers that can be told apart", tamper=_same, mark=_mark_markers, ordered=True)
        case Sabotage.FIXED_DRAW:
            return _draw_twin(form)
        case Sabotage.DUEL_CROSSED:
            crossed = partial(changed, tamper=_wrong_way)
            return judged("left and right exchanged: which card goes onto whom", tamper=crossed)
        case Sabotage.WRONG_ONE:
            return judged("α β laid under a challenger, not β α", tamper=partial(changed, tamper=_wrong_one))
        case Sabotage.CHAMPION_SHOWN:
            shown = partial(changed, tamper=champion_shown)
            return judged("the champion turned over with its pair", tamper=shown)
        case Sabotage.HAND_PAIRS_SHOWN:
            return judged(
                "the hand's pairs turned over in place", tamper=partial(changed, tamper=pairs_of_the_hand)
            )
        case _:
            assert_never(sabotage)


def _same(recipe: Recipe) -> Recipe:
    return recipe
