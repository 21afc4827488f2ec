"""Mutation sweep: every operation of a form done wrong in every way hands can slip, and whether the verifier minds.

A verifier that passes a protocol with one operation left out, exchanged with its neighbour or done elsewhere
claims more than it checks.  Each mutant is enumerated on small tables until something objects: physics (hands
could not do it), the law (wrong cards, wrong chances, something left behind) or secrecy.  What survives must
be a protocol that does the same, for a reason that is found in its operations.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from facilitator.errors import ProtocolBug
from facilitator.machine.faces import DISCARDS, Face
from facilitator.machine.operations import Op, Scramble, places_of
from facilitator.machine.perform import Outcome, Recipe
from facilitator.proof.benches import Bench, benches
from facilitator.proof.cases import Case
from facilitator.proof.misdone import Peek
from facilitator.proof.mutants import ENDS, Mutant, Slip
from facilitator.proof.slipping import Slipper
from facilitator.proof.verify import Branch, Verifier
from facilitator.system.workers import pool

MOST = 40
"""A mutant is too large to judge when it has this many times the hidden states of the protocol itself."""


class Fate(StrEnum):
    """What came of a mutant."""

    REFUSED = "refused"
    WRONG = "wrong"
    LEAKS = "leaks"
    SURVIVED = "survived"
    TOO_LARGE = "too large"


class Reason(StrEnum):
    """Why a mutant that survives does the same as the protocol."""

    APART = "the two touch different cards"
    SPARE = "a scramble this form is proved to do without"
    DISCARDED = "the column left where it lay is the discards', whose cards everyone knows"
    KNOWN = "everyone knew that card already"
    CHANCE = "that card falls alike whatever is hidden"
    TOLD = "the outcome tells that card anyway"


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant and its fate; ``reason``: why it survived, None where none was found."""

    mutant: Mutant
    fate: Fate
    reason: Reason | None = None

    @property
    def killed(self) -> bool:
        """Whether something objected."""
        return self.fate in (Fate.REFUSED, Fate.WRONG, Fate.LEAKS)

    def to_json(self) -> dict[str, object]:
        """Return it as a line of ``verify --mutants --json``."""
        return {
            "form": self.mutant.form,
            "stage": self.mutant.site.stage + 1,
            "operation": self.mutant.site.before + 1,
            "op": self.mutant.site.kind.__name__,
            "slip": self.mutant.slip,
            "detail": list(self.mutant.detail),
            "fate": self.fate,
            "reason": self.reason,
        }

    @property
    def explained(self) -> bool:
        """Whether it was killed, or does the same as the protocol."""
        return self.killed or self.reason is not None


class _TooLarge(Exception):
    """A mutant has far more hidden states than its protocol."""


class _Judge(Verifier):
    """A verifier that stops after so many hidden states, and notes whether a look told anybody anything."""

    def __init__(self, case: Case, recipe: Recipe, most: int) -> None:
        super().__init__(recipe, case.deals, case.law, case.unseen, case.left)
        self._most, self.split, self.told = most, False, False

    def _act(self, branch: Branch, op: Op) -> list[Branch]:
        if self.tables > self._most:
            raise _TooLarge
        ends = super()._act(branch, op)
        if isinstance(op, Peek) and len(ends) > 1:
            self.split = True
            self.told = self.told or not _alike(ends)
        if isinstance(op, Peek):
            for end in ends:
                end.view = (*end.view[:-1], _LOOK + end.view[-1])
        return ends

    def leaves(self) -> list[tuple[Outcome, tuple[Face, ...]]]:
        """Return how it may end, and what was seen on the way."""
        return [(end.known, end.view) for end in self._stages()]


_LOOK = "look: "


def _alike(ends: Sequence[Branch]) -> bool:
    """Whether a look shows each card with the same chance in all deals."""
    weights = [Counter[int]() for _ in ends]
    for found, end in zip(weights, ends, strict=True):
        for _, by_deal in end.states:
            found.update(by_deal)
    whole = sum(weights, Counter[int]())
    return all(len({Fraction(found[deal], whole[deal]) for deal in whole}) == 1 for found in weights)


def judge(mutant: Mutant) -> Judged:
    """Enumerate a mutant until something objects; a slip that changes nothing on a table is not judged there."""
    looks, pairs = list[tuple[_Judge, Case, Bench]](), dict[tuple[Op, Op], None]()
    small, *_ = every = benches(mutant.form)
    reason: Reason | None = None
    for bench in every:
        for case, tables in bench.cases:
            slipper = Slipper(mutant, bench.hands)
            verifier = _Judge(case, slipper.recipe(case.recipe), MOST * tables)
            fate = _fate(verifier)
            if fate is not None and (bench is small or fate in (Fate.WRONG, Fate.LEAKS)):
                return Judged(mutant, fate)
            pairs |= slipper.pairs
            looks.append((verifier, case, bench))
        reason = _reason(mutant, pairs)
        if reason is not None:
            break
    if mutant.slip is Slip.SEEN_MORE:
        reasons = {_shown(mutant, *look) for look in looks}
        reason = next(
            (one for one in (None, Reason.TOLD, Reason.CHANCE, Reason.KNOWN) if one in reasons), None
        )
    return Judged(mutant, Fate.SURVIVED, reason)


def _shown(mutant: Mutant, verifier: _Judge, case: Case, bench: Bench) -> Reason | None:
    """Return why a look told nothing in this case, None if no reason is found."""
    if not verifier.told:
        return Reason.CHANCE if verifier.split else Reason.KNOWN
    whole = Slipper(mutant, bench.hands, to_end=True).recipe(case.recipe)
    faces: dict[Outcome, set[str]] = {}
    try:
        leaves = _Judge(case, whole, 4 * verifier.tables).leaves()
    except _TooLarge:
        return None
    for outcome, view in leaves:
        faces.setdefault(outcome, set()).update(one for one in view if one.startswith(_LOOK))
    return Reason.TOLD if all(len(seen) <= 1 for seen in faces.values()) else None


def _fate(verifier: _Judge) -> Fate | None:
    try:
        verdict = verifier.run()
    except _TooLarge:
        return Fate.TOO_LARGE
    except (ProtocolBug, LookupError, ValueError):  # no card lies there, or one lies where another goes
        return Fate.REFUSED
    if not verdict.correct:
        return Fate.WRONG
    return None if verdict.secret else Fate.LEAKS


def _reason(mutant: Mutant, pairs: Mapping[tuple[Op, Op], None]) -> Reason | None:
    """Return why a mutant does the same as its protocol, None where no reason is known."""
    match mutant.slip:
        case Slip.EXCHANGED:
            apart = all(not {*places_of(one)} & {*places_of(other)} for one, other in pairs)
            return Reason.APART if apart else None
        case Slip.DELETED | Slip.UNSCRAMBLED if mutant.site.kind is Scramble:
            bench = benches(mutant.form)[0]
            if mutant.site.stage in bench.spare:
                return Reason.SPARE
            last = mutant.site.stage == 0 and mutant.detail == ENDS[1:]  # the first scramble, the last column
            return Reason.DISCARDED if last and DISCARDS in bench.hands else None
        case _:
            return None


def sweep(listed: Sequence[Mutant], workers: int | None = None) -> Iterator[Judged]:
    """Judge mutants on all cores and yield them in order."""
    count = workers or os.cpu_count() or 1
    if count == 1:
        yield from map(judge, listed)
        return
    with pool(count) as processes:
        yield from processes.map(judge, listed, chunksize=8)


def score(found: Iterable[Judged]) -> str:
    """Return the sweep's score in a sentence: how many were killed, and why the others live."""
    judged = list(found)
    fates = Counter(one.fate for one in judged)
    reasons = Counter(one.reason for one in judged if not one.killed and one.reason)
    unexplained = sum(not one.explained for one in judged)
    alike = sum(reasons.values())
    killed = len(judged) - alike - unexplained
    share = f" ({100 * killed / (killed + unexplained):.1f} %)" if killed + unexplained else ""
    ways = ", ".join(f"{fates[fate]} {fate}" for fate in (Fate.REFUSED, Fate.WRONG, Fate.LEAKS))
    why = "; ".join(f"{count}: {reason}" for reason, count in sorted(reasons.items()))
    return (
        f"{len(judged)} mutants. Of {killed + unexplained} that do harm {killed} are killed{share}: {ways}. "
        f"{alike} do the same as the protocol"
        + (f" ({why}). " if why else ". ")
        + f"{unexplained} unexplained."
    )
