"""A verifier of runs in which something goes wrong once; and the courses a run may take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from facilitator.instructions.branches import Answers
from facilitator.operations import definitions as ops
from facilitator.operations.effects import Faces, VisibleTable
from facilitator.operations.faces import DECK, Face
from facilitator.operations.perform import Recipe, operations
from facilitator.protocols.recovery import decides
from facilitator.verification import verifier
from facilitator.verification.recovery import DECIDED
from facilitator.verification.substitution import OpPosition
from judges import undrawn

_GLANCE = "glance: "


class Witness(verifier.Verifier):
    """A verifier of a run in which something goes wrong once, right after one operation.

    ``seen``: the places of which all that is covered is looked at then, in whatever course of the run.
    ``measure_missing_shuffle``: the operation, a scramble, was left out.
    """

    def __init__(
        self,
        case: verifier.Case,
        at: OpPosition,
        seen: ops.Row = (),
        unscrambled: bool = False,
        recipe: Recipe | None = None,
    ) -> None:
        known = undrawn.unseen if case.unseen is verifier.drawn_unseen else case.unseen
        super().__init__(replace(case, recipe=recipe or case.recipe, unseen=known))
        self._at, self._seen, self._unscrambled = at, seen, unscrambled

    def bits(self) -> float:
        """Return what the view tells beyond the public outcome, on average."""
        leaves = self.views()
        return verifier.measure_leak(leaves, len(self._deals)).bits

    def _act(self, branch: verifier.ViewBranch, op: ops.Op) -> list[verifier.ViewBranch]:
        here = OpPosition(self.stage, len(branch.answers)) == self._at
        if here and self._unscrambled and isinstance(op, ops.Mixing):
            self._settle(branch, ops.Cover(ops.places_of(op)))
            return self._next([branch], op, [""])
        drew = isinstance(op, ops.LayHand) and any(undrawn.drawn_of(faces) for faces, _ in branch.states)
        ends = self._lay_with_drawn(branch, op) if drew else super()._act(branch, op)
        # a hand is held in any order; what was drawn last perhaps last
        if isinstance(op, ops.LayHand) and not drew:
            cards = tuple((place,) for place in op.places)
            ends[0].loose = (*ends[0].loose, cards)
            lay = verifier.fixed_order(cards)
            ends[0].states = verifier.combine((lay(faces), weights) for faces, weights in ends[0].states)
        if not here or not self._seen:
            return ends
        return [part for end in ends for part in self._glance(end, self._seen)]

    def _lay_with_drawn(self, branch: verifier.ViewBranch, op: ops.Op) -> list[verifier.ViewBranch]:
        assert isinstance(op, ops.LayHand)
        self._settle(branch, op)
        branch.states = [
            (undrawn.lay(op, faces, self._hands[deal][op.owner]), {deal: weight})
            for faces, weights in branch.states
            for deal, weight in weights.items()
        ]
        return self._next([branch], op, [""])

    def _go_home(self, branch: verifier.ViewBranch, op: ops.Return | ops.Draw) -> None:
        """Take cards off the table, as ever; and those of a hand that was laid with what it had drawn."""
        if not isinstance(op, ops.Return) or not undrawn.goes_back(op):
            super()._go_home(branch, op)
            return
        apart = [(dict(faces), {deal: w}) for faces, weights in branch.states for deal, w in weights.items()]
        for faces, weights in apart:
            (deal,) = weights
            held = [face for owner, own in self._hands[deal].items() if owner != DECK for face in own]
            if strange := undrawn.give(op, faces, held):
                self._blame(f"{strange} goes back, which was neither held nor drawn", weights)
        branch.states = verifier.combine(apart)

    def _glance(self, branch: verifier.ViewBranch, seen: ops.Row) -> Iterator[verifier.ViewBranch]:
        covered = tuple(place for place in seen if branch.surface.get(place) is False)
        if not covered:
            yield branch
            return
        self._settle(branch, ops.Cover(covered))
        groups: dict[tuple[Face, ...], list[tuple[Faces, verifier.Weights]]] = {}
        for faces, weights in branch.states:
            groups.setdefault(tuple(map(faces.__getitem__, covered)), []).append((faces, weights))
        for shown, states in groups.items():
            view = (*branch.view, _GLANCE + " ".join(shown))
            surface, answers = VisibleTable(branch.surface), list(branch.answers)
            yield verifier.ViewBranch(
                branch.known, surface, states, branch.scale, view, branch.loose, answers
            )


def regrouped(
    branch: verifier.ViewBranch, told: Callable[[Faces, int], tuple[Face, ...]]
) -> Iterator[verifier.ViewBranch]:
    """Yield a branch in parts, apart by what is said aloud; ``told``: says it of a table and a deal."""
    groups: dict[tuple[Face, ...], list[tuple[Faces, verifier.Weights]]] = {}
    for faces, weights in branch.states:
        for deal, weight in weights.items():
            groups.setdefault(told(faces, deal), []).append((dict(faces), {deal: weight}))
    for said, states in groups.items():
        view = (*branch.view, *said)
        surface, answers = VisibleTable(branch.surface), list(branch.answers)
        yield verifier.ViewBranch(branch.known, surface, states, branch.scale, view, branch.loose, answers)


# -- the courses a run may take ----------------------------------------------------------------------


def answered(recipe: Recipe, script: Sequence[str]) -> Iterator[tuple[ops.Op, str]]:
    """Yield each operation of a run with its answer: the script's, then what is to be expected."""
    answer = Answers(script)
    return zip([*operations(recipe, answer)], answer.given, strict=True)


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


def first_deciding(recipe: Recipe) -> int:
    """Return the first stage in which some course comes to its result; the number of stages if none does."""
    found = [len(recipe)]
    for script in scripts(recipe):
        stage = -1
        for op, _ in answered(recipe, script):
            stage += isinstance(op, ops.Heading)
            found += [stage] if decides(op) else []
    return min(found)


def come_so_far(case: verifier.Case, leaves: Iterable[verifier.Leaf]) -> verifier.Case:
    """Return a case of giving up for those deals only of which no course, by these views, is `DECIDED` before."""
    ends = zip(case.deals, verifier.sum_probabilities(leaves, len(case.deals)), strict=True)
    some = (deal for deal, found in ends if all(end.outcome != DECIDED for end in found))
    return replace(case, deals=tuple(some))
