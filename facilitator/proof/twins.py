"""Sabotaged twins: protocols with one thing done wrong, each with what the verifier must say of it.

A verifier that never objects proves nothing.  Every scramble of every form has a twin without it; other
twins swap the encoding, mark cards, turn pairs over in place or draw from a fixed place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from facilitator.machine.faces import ALPHA, BETA, DECK, ONE, ZERO, marked
from facilitator.machine.operations import (
    COLUMN,
    FIRST_BIT_ROW,
    TOP_ROW,
    Collect,
    Encode,
    Move,
    Op,
    Put,
    Reveal,
    Scramble,
)
from facilitator.machine.perform import Answers, Outcome, Recipe, Stage, Steps
from facilitator.machine.physics import Faces
from facilitator.proof.cases import Case, selection_cases
from facilitator.proof.parts import COLOURS, part_case
from facilitator.protocols.forms import FORMS, PROVED, VARIANTS, Form, example_layout
from facilitator.protocols.layout import Layout, card, flat

HARMLESS, WRONG, LEAKS = "harmless", "wrong", "leaks"
SIZES, DRAW_SIZES, DUEL_SIZES, CLASS_SIZES = (2, 1, 1), (1, 1, 2), (3, 1), (2, 3)
"""The tables on which twins are judged: the usual one; with two cards to draw from; with more than one duel; with
enough cards that hands without any of the first class can differ."""

DUELLING = ("knockout", "weighted-knockout")

Tamper = Callable[[Op], tuple[Op, ...]]
"""What the twin does where the protocol does ``op``; nothing, the same, or something else."""


@dataclass(frozen=True, slots=True)
class Twin:
    """One sabotage of one form and what must be found: harmless, wrong outcomes, or a leak.

    ``tamper`` changes operations as they come; ``mark`` makes cards recognisable; ``ordered``: the order of
    the virtual hand counts as hidden too.  ``sizes``: the hands of the table on which it is judged.
    """

    form: str
    name: str
    verdict: str
    tamper: Callable[[Recipe], Recipe]
    mark: Callable[[Op, Faces], None] | None = None
    ordered: bool = False
    sizes: tuple[int, ...] = SIZES

    def cases(self) -> Iterator[Case]:
        """Yield the twin's cases (for a part, of so many piles as its first size)."""
        form = PROVED.get(self.form)
        if form is None:
            plain_cases: Iterator[Case] = iter([part_case(self.form, self.sizes[0], 2)])
        else:
            plain_cases = selection_cases(form, self.sizes, self.ordered)
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


def _left_out(form: str, recipe: Recipe, sizes: tuple[int, ...] = SIZES) -> Iterator[Twin]:
    for number, count, op in scrambles(recipe):
        name = f"without the scramble of {len(op.piles)} piles in “{recipe[number].title}”"
        verdict = _without_it(form, recipe[number].title, op)
        yield Twin(form, name, verdict, partial(without, number, count), sizes=sizes)


def _without_it(form: str, title: str, op: Scramble) -> str:
    """What must be found where this scramble is missing."""
    if form == COLOURS:
        return WRONG  # the first colour laid is always drawn
    if title == "Lottery: mix the piles":
        if form in ("lottery", "original-lottery"):
            return WRONG  # the piles come in a known order: the first valid one always wins
        if PROVED[form].plain != "weighted":
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
    bits = tuple(place for place in op.places if place.area == COLUMN and place.row >= FIRST_BIT_ROW)
    return (Reveal(bits), op) if bits else (op,)


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
        WRONG,
        partial(_changed, tamper=_fixed_draw(layout)),
        sizes=DRAW_SIZES,
    )


def twins() -> Iterator[Twin]:
    """Yield every twin."""
    for part in ("and", "lottery", "original-lottery"):
        yield from _left_out(part, part_case(part, SIZES[0]).recipe)
    yield from _left_out(COLOURS, part_case(COLOURS, 2).recipe)
    for form in (FORMS["knockout"], VARIANTS["knockout-tree"], VARIANTS["knockout-any"]):
        yield from _of_duels(form, DUEL_SIZES)
    yield from _of_duels(VARIANTS["knockout-2-classes"], CLASS_SIZES)
    for form in FORMS.values():
        if form.conceals == "weighted-knockout":
            continue  # its scrambles and mistakes are those of the plain form; with discards it takes minutes
        yield from _left_out(form.name, form.recipe(example_layout(SIZES, 2, form)))
        if form.plain in DUELLING:
            yield from _mistaken(form, SIZES)
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
            # the β of an open try comes to light only when its card does, or among all the others
            open_beta = face == BETA and form.plain == "open"
            verdict = HARMLESS if open_beta else LEAKS
            yield Twin(form.name, f"a recognisable {face}", verdict, _same, partial(_mark_first, face))
        # the lottery's first scramble hides which place of the hand a pile came from; the weighted lottery
        # has it for its tickets, but then names a pile by its position
        mixes = form.plain in ("published", "published-2023")
        verdict = HARMLESS if mixes else LEAKS
        yield Twin(form.name, "markers that can be told apart", verdict, _same, _mark_markers, ordered=True)
        if form.draws:
            yield _draw_twin(form)


def _of_duels(form: Form, sizes: tuple[int, ...]) -> Iterator[Twin]:
    yield from _left_out(form.name, form.recipe(example_layout(sizes, 2, form)), sizes)
    yield from _mistaken(form, sizes)


def _mistaken(form: Form, sizes: tuple[int, ...]) -> Iterator[Twin]:
    """The mistakes to be made in a duel."""
    mistakes = (
        ("left and right exchanged: which card goes onto whom", _wrong_way),
        ("α β laid under a challenger, not β α", _wrong_one),
    )
    for name, tamper in mistakes:
        # where any card is played if none fits, nobody ever reads the 1 that was laid
        verdict = HARMLESS if form.certain and tamper is _wrong_one else WRONG
        yield Twin(form.name, name, verdict, partial(_changed, tamper=tamper), sizes=sizes)


def _same(recipe: Recipe) -> Recipe:
    return recipe
