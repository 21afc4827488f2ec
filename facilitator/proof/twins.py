"""Sabotaged twins: protocols with one thing done wrong, each with what the verifier must say of it.

A verifier that never objects proves nothing.  Every scramble of every form has a twin without it; other
twins swap the encoding, mark cards, turn pairs over in place or draw from a fixed place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from facilitator.machine.faces import ALPHA, BETA, DECK, marked
from facilitator.machine.operations import COLUMN, FIRST_BIT_ROW, Collect, Encode, Op, Put, Reveal, Scramble
from facilitator.machine.perform import Answers, Outcome, Recipe, Stage, Steps
from facilitator.machine.physics import Faces
from facilitator.proof.cases import Case, selection_cases
from facilitator.proof.parts import part_case
from facilitator.protocols.forms import FORMS, Form, example_layout
from facilitator.protocols.layout import Layout, card

HARMLESS, WRONG, LEAKS = "harmless", "wrong", "leaks"

Tamper = Callable[[Op], tuple[Op, ...]]
"""What the twin does where the protocol does ``op``; nothing, the same, or something else."""


@dataclass(frozen=True, slots=True)
class Twin:
    """One sabotage of one form and what must be found: harmless, wrong outcomes, or a leak.

    ``tamper`` changes operations as they come; ``mark`` makes cards recognisable; ``ordered``: the order of
    the virtual hand counts as hidden too.
    """

    form: str
    name: str
    verdict: str
    tamper: Callable[[Recipe], Recipe]
    mark: Callable[[Op, Faces], None] | None = None
    ordered: bool = False

    def cases(self, sizes: tuple[int, ...]) -> Iterator[Case]:
        """Yield the twin's cases on a table with these hand sizes (or, for a part, of the first size)."""
        form = FORMS.get(self.form)
        if form is None:
            plain_cases: Iterator[Case] = iter([part_case(self.form, sizes[0], 2)])
        else:
            plain_cases = selection_cases(form, sizes, self.ordered)
        for case in plain_cases:
            yield replace(case, recipe=self.tamper(case.recipe))


def _changed(recipe: Recipe, tamper: Tamper) -> Recipe:
    """Return the recipe with each operation replaced as ``tamper`` says."""
    return tuple(Stage(stage.title, partial(_steps, stage, tamper)) for stage in recipe)


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
    answers = Answers()
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

    return (*recipe[:number], Stage(stage.title, steps), *recipe[number + 1 :])


def _left_out(form: str, recipe: Recipe) -> Iterator[Twin]:
    for number, count, op in scrambles(recipe):
        name = f"without the scramble of {len(op.piles)} piles in “{recipe[number].title}”"
        verdict = _without_it(form, recipe[number].title, op)
        yield Twin(form, name, verdict, partial(without, number, count))


def _without_it(form: str, title: str, op: Scramble) -> str:
    """What must be found where this scramble is missing."""
    if title == "Lottery: mix the piles":
        if form in ("lottery", "original-lottery"):
            return WRONG  # the piles come in a known order: the first valid one always wins
        if FORMS[form].plain != "weighted":
            return HARMLESS  # step 8 mixed the columns already: the streamlined form goes without
    if title == "Give back: everyone else" and op.piles[0][0].area == COLUMN:
        return HARMLESS  # cards and markers were mixed in step 8; the current text goes without
    return LEAKS


# -- other mistakes ----------------------------------------------------------------------------------


def _swap_code(op: Op) -> tuple[Op, ...]:
    """α β for the valid cards (the slip in the paper's §4.1)."""
    if not isinstance(op, Encode):
        return (op,)
    return (replace(op, code=tuple((face, tuple(1 - bit for bit in bits)) for face, bits in op.code)),)


def _turn_over_in_place(op: Op) -> tuple[Op, ...]:
    """Opponents' pairs are turned over where they lie before they are taken away."""
    if not isinstance(op, Collect) or len({place.number for place in op.places}) < 2:
        return (op,)
    pairs = all(place.area == COLUMN and place.row >= FIRST_BIT_ROW for place in op.places)
    return (Reveal(op.places), op) if pairs else (op,)


def _mark_first(face: str, op: Op, faces: Faces) -> None:
    """One bit card of this face has a scratch: the one laid under the first column."""
    if isinstance(op, Encode):
        place = next(p for p in op.bits[0] if faces[p] == face)
        faces[place] = marked(face)


def _mark_markers(op: Op, faces: Faces) -> None:
    """A seat's markers differ ("any yellow card" will do as one): the i-th has i scratches."""
    if isinstance(op, Put) and op.places[0].area == COLUMN:
        for i, place in enumerate(op.places):
            faces[place] = marked(faces[place], i)


def _fixed_draw(layout: Layout) -> Tamper:
    """The drawn card lies at a fixed place of the unscrambled deck: the scrambles pass its columns by."""
    deck = {card(number) for number in layout.numbers(DECK)}

    def tamper(op: Op) -> tuple[Op, ...]:
        if isinstance(op, Scramble) and op.piles[0][0] == card(1):
            return (replace(op, piles=tuple(pile for pile in op.piles if pile[0] not in deck)),)
        return (op,)

    return tamper


def _draw_twin(form: Form, sizes: tuple[int, ...]) -> Twin:
    layout = example_layout(sizes, 0, form)
    return Twin(
        form.name,
        "drawn card taken from a fixed place in an unscrambled deck",
        WRONG,
        partial(_changed, tamper=_fixed_draw(layout)),
    )


def twins(sizes: tuple[int, ...] = (2, 1, 1), draw_sizes: tuple[int, ...] = (1, 1, 2)) -> Iterator[Twin]:
    """Yield every twin; ``sizes`` only tells how many scrambles there are to leave out."""
    for part in ("and", "lottery", "original-lottery"):
        yield from _left_out(part, part_case(part, sizes[0]).recipe)
    for form in FORMS.values():
        yield from _left_out(form.name, form.recipe(example_layout(sizes, 2, form)))
        if form.plain != "priority":
            swapped = partial(_changed, tamper=_swap_code)
            yield Twin(form.name, "encoding of bits swapped", WRONG, swapped)
        yield Twin(
            form.name,
            "opponents' pairs turned over in place",
            LEAKS,
            partial(_changed, tamper=_turn_over_in_place),
        )
        for face in (ALPHA, BETA):
            yield Twin(form.name, f"a recognisable {face}", LEAKS, _same, partial(_mark_first, face))
        # the lottery's first scramble hides which place of the hand a pile came from; the weighted lottery
        # has it for its tickets, but then names a pile by its position
        mixes = form.plain in ("published", "published-2023")
        verdict = HARMLESS if mixes else LEAKS
        yield Twin(form.name, "markers that can be told apart", verdict, _same, _mark_markers, ordered=True)
        if form.draws:
            yield _draw_twin(form, draw_sizes)


def _same(recipe: Recipe) -> Recipe:
    return recipe
