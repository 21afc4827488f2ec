"""What an accident tells, proved: a covered card seen, or a scramble left out, somewhere in a run.

The run goes on as it would; what the whole view then tells of the hidden hands beyond the clean run's is what the
accident gave away: exact chances, every deal alike before the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from facilitator.machine.faces import ALPHA, BETA, Face
from facilitator.machine.operations import (
    CARD_ROW,
    COLUMN,
    PILE,
    Cover,
    Draw,
    Encode,
    Heading,
    LayHand,
    Op,
    Row,
    Scramble,
    places_of,
)
from facilitator.machine.perform import Recipe, operations
from facilitator.machine.physics import Faces, Surface
from facilitator.proof.cases import Case, selection_cases
from facilitator.proof.hidden import combine, fixed_order
from facilitator.proof.tells import told
from facilitator.proof.verdict import Weights, law_of
from facilitator.proof.verify import Branch, Verifier
from facilitator.proof.way_back import stopped
from facilitator.protocols.form import Form, Sizes
from facilitator.protocols.forms import example_layout
from facilitator.protocols.gates import expected
from facilitator.protocols.gives import Leak
from facilitator.protocols.layout import Layout
from facilitator.protocols.leaks import Moment, seen, some_covered, spilled_at, unscrambled
from facilitator.protocols.recovery import decided, give_up

_GLANCE = "glance: "


class At(NamedTuple):
    """Right after an operation: the stage it is of, and how many operations of the stage came before it."""

    stage: int
    before: int


class Witness(Verifier):
    """A verifier of a run in which something goes wrong once, right after one operation.

    ``seen``: the places of which all that is covered is looked at then, in whatever course of the run.
    ``unscrambled``: the operation, a scramble, was left out.  ``wrong``: it laid bit cards, and those under the
    first column were laid the wrong way round (a lone one: the other kind).
    """

    def __init__(
        self,
        case: Case,
        at: At,
        seen: Row = (),
        unscrambled: bool = False,
        wrong: bool = False,
        recipe: Recipe | None = None,
    ) -> None:
        super().__init__(recipe or case.recipe, case.deals, case.law, case.unseen, case.left)
        self._at, self._seen, self._unscrambled, self._wrong_bits = at, seen, unscrambled, wrong

    def bits(self) -> float:
        """Return what the view tells beyond the public outcome, on average."""
        leaves = self.views()
        return told(leaves, law_of(leaves, len(self._deals)), False).bits

    def _act(self, branch: Branch, op: Op) -> list[Branch]:
        here = At(self.stage, len(branch.answers)) == self._at
        if here and self._unscrambled and isinstance(op, Scramble):
            self._settle(branch, Cover(places_of(op)))
            return self._next([branch], op, [""])
        ends = super()._act(branch, op)
        if isinstance(op, LayHand):  # a hand is held in any order
            cards = tuple((place,) for place in op.places)
            ends[0].loose = (*ends[0].loose, cards)
            lay = fixed_order(cards)
            ends[0].states = combine((lay(faces), weights) for faces, weights in ends[0].states)
        if here and self._wrong_bits and isinstance(op, Encode):
            for faces, _ in ends[0].states:
                faces.update({place: BETA if faces[place] == ALPHA else ALPHA for place in op.bits[0]})
        if not here or not self._seen:
            return ends
        return [part for end in ends for part in self._glance(end, self._seen)]

    def _glance(self, branch: Branch, seen: Row) -> Iterator[Branch]:
        covered = tuple(place for place in seen if branch.surface.get(place) is False)
        if not covered:
            yield branch
            return
        self._settle(branch, Cover(covered))
        groups: dict[tuple[Face, ...], list[tuple[Faces, Weights]]] = {}
        for faces, weights in branch.states:
            groups.setdefault(tuple(map(faces.__getitem__, covered)), []).append((faces, weights))
        for shown, states in groups.items():
            view = (*branch.view, _GLANCE + " ".join(shown))
            surface, answers = Surface(branch.surface), list(branch.answers)
            yield Branch(branch.known, surface, states, branch.scale, view, branch.loose, answers)


# -- what is stated, beside what is true -------------------------------------------------------------


class Accident(NamedTuple):
    """Something that goes wrong: when, and the places that were seen; none: the scramble there was left out.

    ``home``: the run is given up then; else it goes on.
    """

    at: At
    seen: Row
    home: bool = False


@dataclass(frozen=True)
class Trial:
    """A form's selection on a small table, in which things go wrong."""

    form: Form
    sizes: Sizes
    valid: int

    @cached_property
    def layout(self) -> Layout:
        """The table."""
        return example_layout(self.sizes, self.valid, self.form)

    @cached_property
    def case(self) -> Case:
        """The clean run."""
        (case,) = selection_cases(self.form, self.sizes, playable=[self.valid])
        return case

    @cached_property
    def stated(self) -> dict[Accident, float]:
        """What play states of each accident, in bits: at most, in any course of the run."""
        return dict(sorted(stated(self.layout, self.case.recipe).items(), key=str))

    def true(self, one: Accident) -> float:
        """Return what the verifier says of an accident, in bits beyond those of the clean run."""
        recipe = self.case.recipe
        if one.home:
            recipe = stopped(self.layout, recipe, one.at.stage, one.at.before + 1)
        wrong = Witness(self.case, one.at, one.seen, unscrambled=not one.seen, recipe=recipe)
        return wrong.bits() - self._clean(recipe)

    def _clean(self, recipe: Recipe) -> float:
        return Witness(self.case, At(-1, 0), recipe=recipe).bits()

    def what(self, one: Accident) -> tuple[object, ...]:
        """Return what kind of accident it is, comparable between tables: in which part, of whose card or bit."""
        stage = self.case.recipe[one.at.stage]
        place = one.seen[0] if one.seen else None
        whose = -1
        if place is not None and place.area == COLUMN:
            hands = [owner for owner, _ in self.layout.hands]
            whose = next(i for i, owner in enumerate(hands) if place.number in self.layout.numbers(owner))
            whose = min(whose, 1) if whose < len(hands) - 1 else 2
        where = (place.area, place.row, whose, len(one.seen) > 1) if place is not None else ()
        return stage.heading.part, one.at.before, where, one.home


def stated(layout: Layout, recipe: Recipe) -> dict[Accident, float]:
    """Return what play states at most, in any course, of each card or pile seen and each scramble left out."""
    most: dict[Accident, float] = {}
    for script in scripts(recipe):
        course = list(answered(recipe, script))
        stage, before, surface = -1, 0, Surface()
        for index, (op, said) in enumerate(course):
            surface.note(op, said)
            stage, before = (stage + 1, 0) if isinstance(op, Heading) else (stage, before + 1)
            if isinstance(op, Heading):
                continue
            done = course[: index + 1]
            ahead = [later for later, _ in answered(recipe, [said for _, said in done if said])]
            here, at = Moment(layout, done, ahead[index + 1 :]), At(stage, before - 1)
            told = [(Accident(at, seen), leak) for seen, leak in _of(here, surface, index)]
            ops = [one for one, _ in done]
            if not decided(ops) and not any(isinstance(one, Draw) for one in ops):
                back = list(operations(give_up(layout, surface, ops), expected))
                home = replace(here, ahead=back)
                told += [(Accident(at, seen, True), leak) for seen, leak in _of(home, surface, index)]
            for one, leak in told:
                most[one] = max(leak.most, most.get(one, 0.0))
    return most


def _of(moment: Moment, surface: Surface, index: int) -> Iterator[tuple[Row, Leak]]:
    """Yield what is stated right after the operation at ``index``: of each place and pile seen, of its scramble."""
    known = moment.known()
    for place in some_covered(moment.layout, surface, known):
        yield (place,), seen(moment, place, known)
        if place.row == CARD_ROW and place.area in (COLUMN, PILE):
            whole = (one for one in surface if (one.area, one.number) == (place.area, place.number))
            yield tuple(sorted(whole)), spilled_at(moment, place, known)
    if isinstance(moment.done[index][0], Scramble):
        yield (), unscrambled(moment, index)


def scripts(recipe: Recipe) -> Iterator[tuple[str, ...]]:
    """Yield the answers of each course a run may take: to each question its first and its last."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        script = waiting.pop()
        given = []
        for op, said in answered(recipe, script):
            asked: tuple[str, ...] = getattr(op, "ask", ())
            if said:
                given.append(said)
                if len(given) > len(script) and asked[-1] != asked[0]:
                    other = asked[0] if said == asked[-1] else asked[-1]
                    waiting.append((*given[:-1], other))
        yield tuple(given)


def answered(recipe: Recipe, script: Sequence[str]) -> Iterator[tuple[Op, str]]:
    """Yield each operation of a run with its answer: the script's, then what is to be expected."""
    answers, course = iter(script), list[tuple[Op, str]]()

    def answer(op: Op) -> str:
        said = expected(op)
        said = next(answers, said) if said else ""
        course.append((op, said))
        return said

    for _ in operations(recipe, answer):
        pass
    yield from course
