"""What play states of a mistake, beside what is true: of every kind of the catalogue, by the way that is taken on.

Of a card or a pile seen and a scramble left out `accidents` goes through every place and moment while the run goes on
or is given up; here is the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from facilitator.mistakes.bounds import classify_sighting, measure_mistake, measure_repeat, measure_void
from facilitator.mistakes.kinds import SEEN, Mistake, list_mistakes
from facilitator.mistakes.public_knowledge import AttemptMoment, Heard, Moments
from facilitator.operations.definitions import COLUMN, Heading, Mixing, Op, Rearrange, Spin
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK, mask_face
from facilitator.operations.perform import Recipe, operations
from facilitator.protocols.gates import get_expected_answer
from facilitator.protocols.recovery import give_up, is_decided
from facilitator.protocols.wallet import WalletTurn
from facilitator.verification.recovery import cancel_attempt, get_initial_surface
from facilitator.verification.substitution import OpPosition, replace_operation
from facilitator.verification.verifier import Case, return_no_cards
from judges.accidents import Trial
from judges.deeds import Bystander
from judges.undrawn import law
from judges.void_result import void_after, void_bits
from judges.witness import answered, come_so_far, first_deciding, scripts
from judges.wrongs import ANYWHERE, Spot, Then, Wrong, deed, ends, shapes

Triple = tuple[Mistake, type[Op], Then]


class Found(NamedTuple):
    """What is true: the bits beyond the clean run's, and whether the run ended as it should."""

    bits: float
    right: bool


@dataclass(frozen=True)
class Judge:
    """A small table on which things are done wrong."""

    trial: Trial

    def true(self, wrong: Wrong) -> Found:
        """Return what the verifier says of a mistake."""
        case = self._case(wrong)
        if not case.deals:
            return Found(0.0, True)
        made = replace(case, recipe=replace_operation(case.recipe, wrong.at, wrong.to, deed(wrong)))
        witness = self._witness(made, wrong)
        if _in_course(wrong):
            return Found(void_bits(self.trial.layout, case.deals, witness.views()), True)
        verdict = witness.run()
        clean = self._witness(case, wrong._replace(odd=""), followed=False).bits()
        return Found(verdict.leaked.bits - clean, verdict.correct)

    def must_be_right(self, wrong: Wrong) -> bool:
        """Whether the run must end as it should: not where a card may go astray, or a wrong pair lies open."""
        if _in_course(wrong) or wrong.odd:
            return False
        row = wrong.kind is Rearrange and wrong.what is Mistake.CROSSED  # then it may show two cards alike
        return wrong.then is not Then.HOME or not (row or self.stated[wrong])

    def _witness(self, case: Case, wrong: Wrong, followed: bool = True) -> Bystander:
        """Return who sees a run; ``followed``: also half turns that a card sticking out makes visible."""
        at = wrong.at
        left_out = wrong.what is Mistake.UNSCRAMBLED or (followed and _is_followed(wrong))
        looks = wrong.seen if wrong.then is Then.VOID and wrong.what in ANYWHERE else ()
        witness = Bystander(case, OpPosition(at.stage, at.before - wrong.early), looks, left_out)
        witness.people = frozenset(owner for owner, _ in self.trial.layout.hands[1:]) - {DECK}
        witness.odd, witness.kinds = wrong.odd, self.trial.layout.cards
        masks = [mask for mask in range(self.trial.layout.classes) if wrong.odd.endswith(mask_face(mask + 1))]
        witness.under = WalletTurn(self.trial.layout).kinds(*masks)
        return witness

    def _case(self, wrong: Wrong) -> Case:
        case, layout = self.trial.case, self.trial.layout
        if wrong.then is Then.HOME and not _in_course(wrong):
            home = cancel_attempt(layout, case.recipe, wrong.end, wrong.stop)
            led = Case(home, case.deals, law(layout, self._until(wrong)), left=return_no_cards)
            return come_so_far(led, self._witness(led, wrong._replace(odd=""), followed=False).views())
        if _in_course(wrong):
            forks = wrong.then is Then.HOME  # bounds are averages over the answers that follow a misread one
            recipe = void_after(layout, case.recipe, wrong.end, wrong.stop, wrong.said, forks)
            return replace(case, recipe=recipe)
        return case

    def _until(self, wrong: Wrong) -> list[Op]:
        """Return what comes before a run is led home, if no question leads elsewhere."""
        *before, last = self._recipe[: wrong.end + 1]
        stage = list(operations((last,)))
        return [*operations(tuple(before)), *stage[: wrong.stop + 1]]

    # -- what is stated --------------------------------------------------------------------------------

    @cached_property
    def stated(self) -> dict[Wrong, float]:
        """What play states of each mistake, in bits: at most so many on average, in any course of the run."""
        most: dict[Wrong, float] = {}
        for script in scripts(self._recipe):
            for wrong, bits in self._of(list(answered(self._recipe, script))):
                most[wrong] = max(bits, most.get(wrong, 0.0))
        return dict(sorted(most.items(), key=str))

    @property
    def _recipe(self) -> Recipe:
        return self.trial.case.recipe

    @cached_property
    def _first(self) -> int:
        """The first stage that may decide the run; the number of stages if none does."""
        return first_deciding(self._recipe)

    def _spots(self, course: Sequence[Heard]) -> list[Spot]:
        found, stage, before, void, typed = list[Spot](), -1, 0, 0, list[str]()
        for op, said in course:
            stage, before = (stage + 1, -1) if isinstance(op, Heading) else (stage, before + 1)
            if stage >= self._first and not isinstance(op, Heading):
                void, typed = void + 1, [*typed, *([said] if said else [])]
            found.append(Spot(OpPosition(stage, before), OpPosition(self._first, void - 1), tuple(typed)))
        return found

    def _moments(self, course: Sequence[Heard]) -> Iterator[tuple[AttemptMoment, VisibleTable]]:
        surface, whole = get_initial_surface(self.trial.layout), self._foreseen(())
        for index in range(len(course) + 1):
            past = tuple(course[:index])
            if past and past[-1][1]:
                whole = self._foreseen(tuple(said for _, said in past if said))
            yield AttemptMoment(self.trial.layout, past, whole[index:]), VisibleTable(surface)
            if index < len(course):
                surface.note(*course[index])

    def _foreseen(self, script: tuple[str, ...]) -> list[Op]:
        return [op for op, _ in answered(self._recipe, script)]

    def _of(self, course: Sequence[Heard]) -> Iterator[tuple[Wrong, float]]:
        """Yield each mistake of a course with what is stated of it."""
        moments, spots = list(self._moments(course)), self._spots(course)
        ops = [op for op, _ in course]
        for index, op in enumerate(ops):
            for what in list_mistakes(op):
                forms = list(shapes(what, index, moments, spots))
                yield from _going_on(what, forms, op, moments[index : index + 2])
                for end in ends(what, index, ops):
                    yield from self._led_home(
                        what, forms, (spots[index], spots[end]), moments[index : end + 2]
                    )

    def _led_home(
        self, what: Mistake, forms: Sequence[Wrong], spots: tuple[Spot, Spot], act: Moments
    ) -> Iterator[tuple[Wrong, float]]:
        ops, (spot, end) = [op for op, _ in act[-1][0].done], spots
        void = is_decided(ops)
        if not void and what in ANYWHERE:
            return
        leak = measure_mistake(
            what, act, list(operations(give_up(self.trial.layout, act[-1][1], ops), get_expected_answer))
        )
        for wrong in forms:
            if void:
                at = spot.void if wrong.at == spot.at and spot.void.before >= 0 else wrong.at
                last = wrong._replace(
                    then=Then.VOID, at=at, end=self._first, stop=end.void.before + 1, said=end.said
                )
                yield last, measure_void(act[-1][0], leak).max_bits
            elif what is Mistake.MISREAD:
                past = self._since(act[-1][0].done, spot.at.stage)
                said = tuple(answer for _, answer in past if answer)
                led = wrong._replace(then=Then.HOME, end=spot.at.stage, stop=len(past), said=said)
                yield led, leak.max_bits
            else:
                yield wrong._replace(then=Then.HOME, end=end.at.stage, stop=end.at.before + 1), leak.max_bits

    def _since(self, course: Sequence[Heard], stage: int) -> list[Heard]:
        """Return what was done from a stage on, headings left out."""
        begun = [index for index, (op, _) in enumerate(course) if isinstance(op, Heading)][stage]
        return [step for step in course[begun:] if not isinstance(step[0], Heading)]

    # -- whether every kind is judged ------------------------------------------------------------------

    @property
    def judged(self) -> set[Triple]:
        """Every kind of mistake at every kind of operation, by the way that is taken: those that are judged."""
        found = {(claim.what, claim.kind, claim.then) for claim in self.stated}
        for script in scripts(self._recipe):
            course = list(answered(self._recipe, script))
            spots = self._spots(course)
            around: defaultdict[OpPosition, set[type[Op]]] = defaultdict(set)
            last = OpPosition(-1, -1)
            for (op, _), spot in zip(course, spots, strict=True):
                if not isinstance(op, Heading):
                    around[spot.at].add(type(op))
                    around[last].add(type(op))
                    last = spot.at
            for accident in self.trial.stated:
                whole = len(accident.seen) > 1
                what = classify_sighting(accident.seen[0]) if accident.seen else Mistake.UNSCRAMBLED
                then = Then.HOME if accident.home else Then.ON
                kinds = around[accident.at]
                found |= {(Mistake.SPILLED if whole else what, kind, then) for kind in kinds}
        return found

    @property
    def wanted(self) -> set[Triple]:
        """The same of all that the catalogue names, wherever an operation comes in a run."""
        found: set[Triple] = set()
        for script in scripts(self._recipe):
            course = list(answered(self._recipe, script))
            moments = list(self._moments(course))
            for index, (op, _) in enumerate(course):
                ops = [one for one, _ in course[: index + 1]]
                ways = [Then.ON, Then.VOID if is_decided(ops) else Then.HOME]
                lie = {
                    classify_sighting(p)
                    for _, surface in moments[index : index + 2]
                    for p, up in surface.items()
                    if not up
                }
                may = [what for what in list_mistakes(op) if what not in SEEN or what in lie]
                found |= {(what, type(op), then) for what in may for then in ways}
        return found


def _going_on(what: Mistake, forms: Sequence[Wrong], op: Op, act: Moments) -> Iterator[tuple[Wrong, float]]:
    """Yield what is stated while the run goes on: as it is, or with the scramble of columns done once more."""
    if what not in ANYWHERE:
        bits = measure_mistake(what, act).max_bits
        yield from ((wrong, bits) for wrong in forms if not wrong.odd)
    elif what in SEEN and isinstance(op, Mixing) and op.piles[0][0].area == COLUMN:
        bits = measure_repeat(what, act).max_bits
        yield from ((wrong._replace(then=Then.AGAIN), bits) for wrong in forms if not wrong.early)


def _is_followed(wrong: Wrong) -> bool:
    """Whether people can follow half turns because a card sticks out."""
    return wrong.what is Mistake.STUCK_OUT and wrong.to is Spin


def _in_course(wrong: Wrong) -> bool:
    """Whether it is judged in one course of the run: what was typed is believed, whatever lies there."""
    return wrong.then is Then.VOID or (wrong.then is Then.HOME and wrong.what is Mistake.MISREAD)
