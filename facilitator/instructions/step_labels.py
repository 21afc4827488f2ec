"""Render the labels of steps as text, for screens, sheets and logs."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from facilitator.i18n.catalogue import sentence
from facilitator.operations.steps import PARTED, Label, Step, join_continued, labels_of

_PARTS = {"pile": "label.pile", "duel": "label.duel"}
"""Message keys for labels with the number of a pile or a duel."""


def join_labels(names: Sequence[str]) -> str:
    """Return the labels of consecutive steps as one label.

    >>> join_labels(["12a", "12b", "12c"]), join_labels(["11", "12a"]), join_labels(["7"])
    ('12a–c', '11–12a', '7')
    """
    if len(names) == 1:
        return names[0]
    number = names[0].rstrip(ascii_lowercase)
    same = names[-1].rstrip(ascii_lowercase) == number != names[0]
    return f"{names[0]}–{names[-1].removeprefix(number) if same else names[-1]}"


def describe_label(names: Sequence[str], label: Label) -> str:
    """Return the labels of a step, followed by its pile or duel, for example "10d, pile 3 of 7".

    Args:
        names: Labels of consecutive steps.
        label: One of these labels. Its pile or duel, repetition and priority are included.
    """
    said = join_labels(names)
    if label.run > 1:
        said = sentence("label.again", label=said)
    if label.part is not None:
        said = sentence(_PARTS[label.part.name], label=said, n=label.part.n, of=label.part.of)
    return sentence("label.class", label=said, n=label.rank) if label.rank > 1 else said


def describe_step(parts: Sequence[Step], step: int | None = None, prompts: int = 1) -> str:
    """Return the label of steps that are described together, for example "10a–d, pile 3 of 7".

    In a lottery, the steps may begin with the last steps of the previous pile, which are named first.

    Args:
        parts: The steps.
        step: Index of a prompt, or None for all prompts.
        prompts: Number of prompts.
    """
    one = (parts[-1] if parts[0].group_kind in PARTED else parts[0]).label
    here = [part for part in parts if part.label.part == one.part]
    said = describe_label(labels_of(here, step, prompts), one)
    before = parts[0].label.part
    if before is None or here[0] is parts[0]:
        return said
    first = join_labels(labels_of([part for part in parts if part.label.part == before]))
    return sentence("label.after", first=first, n=before.n, label=said)


def label_lines(parts: Sequence[Step], lines: int) -> tuple[str, ...]:
    """Return the label of each instruction, or "" if it is equal to the previous label.

    Args:
        parts: Steps that the instructions describe.
        lines: Number of instructions.
    """
    if len(entries := join_continued(parts)) == lines:
        each = [labels_of(steps) for steps in entries]
    elif len(names := parts[0].label.names) == lines:
        each = [tuple(name.split(",")) for name in names]
    else:
        each = [labels_of(parts), *[()] * (lines - 1)]
    found, last = list[str](), ""
    for labels in each:
        said = join_labels(labels) if labels else ""
        found.append("" if said == last else said)
        last = said or last
    return tuple(found)
