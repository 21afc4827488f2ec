"""Group consecutive operations that are described together.

A group ends at an operation with a question, so its text never depends on the answer. Groups can start at any
operation, so a game can resume with a different wording.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from facilitator.errors import ProtocolBug
from facilitator.operations.definitions import Heading, Op, get_answers
from facilitator.operations.steps import ADDS, PARTED, Kind, Step


class Wording(StrEnum):
    """Amount of detail in the sentences that are read aloud.

    ``FULL`` describes one step at a time. ``BRIEF`` combines related steps. ``WALK`` also describes every
    duel separately.
    """

    FULL = "full"
    BRIEF = "brief"
    WALK = "walk"


AUTO = "auto"
"""Wording setting that begins with full wording. After some clean attempts, brief wording is offered."""
CLEAN_RUNS = 2
"""Number of attempts without a cancellation or an undo before brief wording is offered."""


class OpGroup(NamedTuple):
    """Consecutive operations that are described together.

    Attributes:
        kind: Kind of the group, which selects the sentences.
        ops: Operations, including the headings before them.
        parts: The protocol steps that contain these operations: one step, or several that are described together.
    """

    kind: Kind
    ops: tuple[Op, ...]
    parts: tuple[Step, ...]

    @property
    def hand_operations(self) -> tuple[Op, ...]:
        """Operations of the group without headings."""
        return tuple(op for op in self.ops if not isinstance(op, Heading))


def group_operations(given: Sequence[Op], wording: Wording, paper: bool = False) -> tuple[OpGroup, ...]:
    """Divide operations into groups that are described together. A heading belongs to the next group.

    Args:
        given: Operations to divide.
        wording: Amount of detail.
        paper: Whether the groups are for a printed sheet. A sheet describes all piles of a lottery together,
            and separates steps that depend on an answer.
    """
    found: list[tuple[list[Op], list[Step]]] = []
    waiting: list[Op] = []
    last: Step | None = None
    for op in given:
        waiting.append(op)
        if isinstance(op, Heading):
            continue
        step = _get_step(op)
        if last is None or not _can_join(last, step, wording, paper):
            found.append(([], [step]))
        elif step is not last:
            found[-1][1].append(step)
        found[-1][0].extend(waiting)
        waiting, last = [], None if get_answers(op) else step
    if waiting:
        if not found:
            return (OpGroup(Kind.ASIDE, tuple(waiting), ()),)
        found[-1][0].extend(waiting)
    return tuple(OpGroup(_kind(parts, wording), tuple(ops), tuple(parts)) for ops, parts in found)


def _get_step(op: Op) -> Step:
    if isinstance(op, Heading) or op.step is None:
        raise ProtocolBug("an operation of a step", str(op), "Its recipe has no words: report this.")
    return op.step


def _can_join(last: Step, step: Step, wording: Wording, paper: bool) -> bool:
    if wording is Wording.BRIEF:
        apart = paper and step.brief in PARTED and not last.continues(step)
        return last.joins(step) and not apart
    return last is step or (last.adds(step) and not (wording is Wording.WALK and step.kind is Kind.DUEL))


def _kind(parts: Sequence[Step], wording: Wording) -> Kind:
    first = parts[0]
    if first.kind is Kind.DUEL:
        return Kind.DUEL if wording is Wording.WALK else Kind.ROUND
    return first.group_kind if len(parts) > 1 or first.kind in ADDS else first.kind
