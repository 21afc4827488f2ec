"""A run on paper: every operation an act with a number, and where an answer leads elsewhere.

Paper cannot wait for an answer, so every question is asked of the protocol beforehand: each answer is tried,
and what then differs, up to where the two ways meet again, becomes a branch.  Where a run does the same again with
the next column, it is written once.  No sentence is written here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice, product
from string import ascii_lowercase

from facilitator.machine.operations import COLUMN, Op, Reveal, places_of
from facilitator.machine.perform import Recipe
from facilitator.play.steps import Step, all_steps
from facilitator.readings.narrate import Narrator

END = "END"
"""Where a branch leads that finishes the run."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Acts that some answers call for instead of those that follow; then go to the act numbered ``then``."""

    answers: tuple[str, ...]
    acts: tuple[Act, ...]
    then: str

    @property
    def to(self) -> str:
        """Where the answer leads at once."""
        return self.acts[0].number if self.acts else self.then


@dataclass(frozen=True, slots=True)
class Act:
    """One numbered act; ``usual``: the answers after which simply the next act follows.

    ``again``: the act with which the same begins again for the next column, as long as there is one.
    """

    number: str
    step: Step
    usual: tuple[str, ...] = ()
    next: str = END
    branches: tuple[Branch, ...] = ()
    again: str = ""


def acts_of(recipe: Recipe, narrator: Narrator) -> tuple[Act, ...]:
    """Return the acts of a run in their order, the first answer to every question given."""
    walk = _Walk(recipe, narrator)
    steps = all_steps(recipe, narrator)
    names = [str(step.number) for step in steps]
    return walk.acts(steps, names, (), 0, len(steps))


class _Walk:
    """Tries the answers; remembers which numbers are taken."""

    def __init__(self, recipe: Recipe, narrator: Narrator) -> None:
        self._recipe, self._narrator = recipe, narrator
        self._taken: set[str] = set()

    def acts(
        self, steps: Sequence[Step], names: Sequence[str], given: tuple[str, ...], start: int, end: int
    ) -> tuple[Act, ...]:
        """Return the acts from ``start`` to before ``end``; ``given``: the answers to the questions before."""
        found: list[Act] = []
        asked: list[int] = []
        i = start - 1
        while (i := i + 1) < end:
            step, ask = steps[i], steps[i].instruction.ask
            if (first := _first_round(steps, asked, i)) is not None:
                rest = _after_rounds(steps, first, i)
                given += tuple(one.instruction.ask[0] for one in steps[i:rest] if one.instruction.ask)
                over = names[rest] if rest < len(names) else END
                found[-1] = replace(found[-1], next=over, again=names[first])
                if rest >= end:
                    break
                i, step, ask = rest, steps[rest], steps[rest].instruction.ask
            after = names[i + 1] if i + 1 < len(names) else END
            if not ask:
                found.append(Act(names[i], step, next=after))
                continue
            asked.append(i)
            usual, branches = [ask[0]], []
            for answers, other in self._others(ask[1:], given):
                rest = _common_end(steps[i + 1 :], other[i + 1 :])
                stop = len(other) - rest
                if stop == i + 1 and len(steps) - rest == i + 1:
                    usual += answers
                    continue
                numbers = self._numbers(i + 1, stop)
                tail = list(names[len(steps) - rest :])
                acts = self.acts(other, [*names[: i + 1], *numbers, *tail], (*given, answers[0]), i + 1, stop)
                branches.append(Branch(tuple(answers), acts, tail[0] if tail else END))
            found.append(Act(names[i], step, tuple(usual), after, tuple(branches)))
            given = (*given, ask[0])
        return tuple(found)

    def _others(
        self, answers: Sequence[str], given: tuple[str, ...]
    ) -> Iterator[tuple[list[str], list[Step]]]:
        """Yield the other ways through the run, each with all the answers that lead there."""
        ways: dict[tuple[Op, ...], tuple[list[str], list[Step]]] = {}
        for answer in answers:
            steps = all_steps(self._recipe, self._narrator, (*given, answer))
            done = tuple(step.op for step in steps)
            ways.setdefault(done, ([], steps))[0].append(answer)
        yield from ways.values()

    def _numbers(self, start: int, stop: int) -> list[str]:
        """Return the numbers of a branch: those it would have in order, with the first letters free: b to z, aa …"""
        letters = ("".join(some) for length in count(1) for some in product(ascii_lowercase, repeat=length))
        free = ([f"{n + 1}{some}" for n in range(start, stop)] for some in islice(letters, 1, None))
        names = next(some for some in free if not self._taken & set(some))
        self._taken.update(names)
        return names


def _first_round(steps: Sequence[Step], asked: Sequence[int], at: int) -> int | None:
    """Return the act that asked of an earlier column what this act asks; None if it asks something of its own."""
    if not steps[at].instruction.ask:
        return None
    for first in asked:
        one, other = _column(steps[first]), _column(steps[at])
        if one and other and one != other and _alike(steps[first], steps[at]):
            return first
    return None


def _after_rounds(steps: Sequence[Step], first: int, second: int) -> int:
    """Return the act after the last round that is like the one from ``first`` to before ``second``."""
    length, at = second - first, second
    while at + length <= len(steps) and all(
        _alike(one, other) for one, other in zip(steps[first:second], steps[at : at + length], strict=True)
    ):
        at += length
    return at


def _column(step: Step) -> int:
    """Return the column a step turns something over in; 0 if it does no such thing."""
    op = step.op
    return op.places[0].number if isinstance(op, Reveal) and op.places[0].area == COLUMN else 0


def _alike(one: Step, other: Step) -> bool:
    """Whether two steps do the same, but with other columns."""
    return one.heading == other.heading and _spots(one.op) == _spots(other.op)


def _spots(op: Op) -> tuple[object, ...]:
    """What an operation is, without the numbers of its places."""
    return type(op), getattr(op, "ask", ()), *((place.area, place.row) for place in places_of(op))


def _common_end(one: Sequence[Step], other: Sequence[Step]) -> int:
    """Return how many steps two ways have in common at their end."""
    n = 0
    while n < min(len(one), len(other)) and _same(one[-1 - n], other[-1 - n]):
        n += 1
    return n


def _same(one: Step, other: Step) -> bool:
    return one.heading == other.heading and one.op == other.op


def in_order(acts: Sequence[Act]) -> Iterator[Act]:
    """Yield acts as a sheet prints them: a branch of a few acts right after its question, others at the end."""
    later: list[Branch] = []
    for act in acts:
        yield act
        for branch in act.branches:
            if short(branch):
                yield from in_order(branch.acts)
            else:
                later.append(branch)
    for branch in later:
        yield from in_order(branch.acts)


def short(branch: Branch) -> bool:
    """Whether a branch stands right after its question."""
    return len(branch.acts) <= 3 and not any(act.branches for act in branch.acts)


def way(acts: Sequence[Act], answers: Sequence[str]) -> list[Act]:
    """Return the acts in the order hands do them when the questions get these answers (then the usual ones)."""
    by_number = {act.number: act for act in in_order(acts)}
    leads: dict[str, str] = {}
    for act in by_number.values():
        for branch in act.branches:
            if branch.acts:
                leads[branch.acts[-1].number] = branch.then
    said, done, at = list(answers), list[Act](), acts[0].number
    while at != END:
        act = by_number[at]
        done.append(act)
        at = act.again if act.again and said else leads.get(at, act.next)
        if act.usual:
            answer = said.pop(0) if said else act.usual[0]
            taken = [branch for branch in act.branches if answer in branch.answers]
            at = taken[0].to if taken else at
    return done
