"""What play states of a mistake on the way home, beside what is true: wherever a run was given up or declared void.

Every mistake of the catalogue at every operation of the way home; the run is enumerated to where all is home.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from facilitator.mistakes.bounds import (
    Leakage,
    classify_sighting,
    measure_missing_shuffle,
    measure_mistake,
    measure_repeat,
    measure_void,
)
from facilitator.mistakes.kinds import LOSES_OWNERS, SEEN, Mistake, list_mistakes
from facilitator.mistakes.public_knowledge import AttemptMoment, Heard, Moments
from facilitator.operations.definitions import COLUMN, Heading, Mixing, Op, Row, Scramble
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK
from facilitator.operations.perform import operations
from facilitator.protocols.gates import get_expected_answer
from facilitator.protocols.recovery import give_up, is_decided
from facilitator.verification.recovery import cancel_attempt, get_initial_surface
from facilitator.verification.substitution import OpPosition, replace_operation
from facilitator.verification.verifier import Case, return_no_cards
from judges.accidents import NEVER, Trial, told_after
from judges.deeds import Bystander
from judges.judged import Found
from judges.undrawn import law
from judges.void_result import void_after, void_bits
from judges.witness import answered, come_so_far, first_deciding, scripts
from judges.wrongs import ANYWHERE, Spot, Then, Wrong, deed, shapes


@dataclass(frozen=True)
class Homeward:
    """The way home from one operation of a run on a small table, on which something goes wrong.

    ``course``: what was done of the run, and what was read.
    """

    trial: Trial
    course: tuple[Heard, ...]

    @property
    def void(self) -> bool:
        """Whether the run was declared void, its result being in sight; else it was given up."""
        return is_decided([op for op, _ in self.course])

    @cached_property
    def ats(self) -> list[OpPosition]:
        """Where each operation of the run and of the way home comes, headings too."""
        found, first = list[OpPosition](), first_deciding(self.trial.case.recipe) if self.void else None
        stage, before = -1, 0
        for op, _ in self.course:
            begins = isinstance(op, Heading) and (first is None or stage < first)
            stage, before = (stage + 1, -1) if begins else (stage, before + (not isinstance(op, Heading)))
            found.append(OpPosition(stage, before))
        return [*found, *(OpPosition(stage, before + number) for number in range(1, len(self.home) + 1))]

    @cached_property
    def home(self) -> list[Op]:
        """The operations of the way home."""
        surface = get_initial_surface(self.trial.layout)
        for op, said in self.course:
            surface.note(op, said)
        way = operations(
            give_up(self.trial.layout, surface, [op for op, _ in self.course]), get_expected_answer
        )
        return [op for op in way if not isinstance(op, Heading)]

    # -- what is true ----------------------------------------------------------------------------------

    @cached_property
    def case(self) -> Case:
        """The run led home, nothing going wrong on the way."""
        case, layout, end = self.trial.case, self.trial.layout, self.ats[len(self.course) - 1]
        if self.void:
            said = tuple(answer for (_, answer), at in self._since(end.stage) if answer)
            return replace(case, recipe=void_after(layout, case.recipe, end.stage, end.before + 1, said))
        recipe = cancel_attempt(layout, case.recipe, end.stage, end.before + 1)
        led = Case(recipe, case.deals, law(layout, [op for op, _ in self.course]), left=return_no_cards)
        return come_so_far(led, self._witness(led).views())

    def _since(self, stage: int) -> Iterator[tuple[Heard, OpPosition]]:
        return (step for step in zip(self.course, self.ats, strict=False) if step[1].stage >= stage)

    def _witness(self, case: Case, one: Wrong | None = None) -> Bystander:
        if one is None:
            return self._with_people(Bystander(case, NEVER))
        looks = one.seen if one.what in ANYWHERE and one.then is Then.ON else ()
        return self._with_people(Bystander(case, one.at, looks, one.what is Mistake.UNSCRAMBLED))

    def _with_people(self, witness: Bystander) -> Bystander:
        witness.people = frozenset(owner for owner, _ in self.trial.layout.hands[1:]) - {DECK}
        return witness

    @cached_property
    def _clean(self) -> float:
        return self._witness(self.case).bits()

    def true(self, one: Wrong) -> Found:
        """Return what the verifier says of a mistake."""
        if not self.case.deals:
            return Found(0.0, True)
        made = replace(self.case, recipe=replace_operation(self.case.recipe, one.at, one.to, deed(one)))
        witness = self._witness(made, one)
        if self.void:
            return Found(void_bits(self.trial.layout, self.case.deals, witness.views()), True)
        verdict = witness.run()
        return Found(verdict.leaked.bits - self._clean, verdict.correct)

    # -- what is stated --------------------------------------------------------------------------------

    @cached_property
    def stated(self) -> dict[Wrong, float]:
        """What play states of each mistake, in bits: at most so many on average."""
        most: dict[Wrong, float] = {}
        for wrong, leak in self._stated():
            most[wrong] = max(leak.max_bits, most.get(wrong, 0.0))
        return most

    def _stated(self) -> Iterator[tuple[Wrong, Leakage]]:
        moments, spots = self.moments, [Spot(at, at, ()) for at in self.ats]
        for index in range(len(self.course), len(spots)):
            yield from self._of(moments[index : index + 2], index, list(shaped(moments, spots, index)))
        mixed = [index for index, (op, _) in enumerate(self.course) if isinstance(op, Mixing)]
        for index in mixed[-1:]:  # noticed only now
            here = moments[len(self.course)][0]
            one = Wrong(Mistake.UNSCRAMBLED, Scramble, Then.ON, self.ats[index], Scramble)
            yield one, self._with_result(here, measure_missing_shuffle(here, index))

    def _of(self, act: Moments, index: int, forms: Sequence[Wrong]) -> Iterator[tuple[Wrong, Leakage]]:
        """Yield each mistake at an operation of the way home."""
        here, surface = act[-1]
        op = here.done[index][0]
        for what, seen, leak in _looks(here, VisibleTable(surface), index):
            one = Wrong(what, type(op), Then.ON, self.ats[index], type(op), seen=seen)
            yield one, self._with_result(here, leak)
            if what in SEEN and isinstance(op, Mixing) and op.piles[0][0].area == COLUMN:
                yield one._replace(then=Then.AGAIN), self._with_result(here, measure_repeat(what, act))
        for wrong in forms:
            if not wrong.odd:
                yield wrong, self._with_result(here, measure_mistake(wrong.what, act))
            if wrong.what in LOSES_OWNERS:
                lost = measure_mistake(wrong.what, act, here.upcoming)
                yield wrong._replace(then=Then.HOME), self._with_result(here, lost)

    def _with_result(self, moment: AttemptMoment, leak: Leakage) -> Leakage:
        return measure_void(moment, leak) if self.void else leak

    @cached_property
    def moments(self) -> Moments:
        """Where run and way home stand before each operation and at the end, with what lies there."""
        return tuple(self._moments())

    def _moments(self) -> Iterator[tuple[AttemptMoment, VisibleTable]]:
        surface, layout = get_initial_surface(self.trial.layout), self.trial.layout
        whole = [*self.course, *((op, "") for op in self.home)]
        ops = [op for op, _ in whole]
        for index in range(len(whole) + 1):
            yield AttemptMoment(layout, tuple(whole[:index]), ops[index:]), VisibleTable(surface)
            if index < len(whole):
                surface.note(*whole[index])


def shaped(moments: Moments, spots: Sequence[Spot], index: int) -> Iterator[Wrong]:
    """Yield every mistake at an operation, in each of its forms, but what was seen or left unscrambled."""
    op = moments[index + 1][0].done[index][0]
    for what in list_mistakes(op):
        if what not in ANYWHERE:
            yield from shapes(what, index, moments, spots)


def _looks(
    moment: AttemptMoment, surface: VisibleTable, index: int
) -> Iterator[tuple[Mistake, Row, Leakage]]:
    for seen, leak in told_after(moment, surface, index):
        what = (
            Mistake.UNSCRAMBLED
            if not seen
            else classify_sighting(seen[0])
            if len(seen) < 2
            else Mistake.SPILLED
        )
        yield what, seen, leak


def ways_home(trial: Trial) -> Iterator[Homeward]:
    """Yield the way home from every operation of every course a run may take."""
    met = set[Sequence[Heard]]()
    for script in scripts(trial.case.recipe):
        course = tuple(answered(trial.case.recipe, script))
        for count, (op, _) in enumerate(course, 1):
            past = course[:count]
            if not isinstance(op, Heading) and past not in met:
                met.add(past)
                one = Homeward(trial, past)
                if one.home:
                    yield one
