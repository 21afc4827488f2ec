"""Split the operations of an attempt into steps, in the wording that a table uses.

A step always consists of whole operations. A journal that counts operations can therefore resume with any
wording.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from facilitator.i18n.catalogue import template
from facilitator.instructions.grouping import OpGroup, Wording, group_operations
from facilitator.instructions.instruction import Instruction
from facilitator.instructions.sentences import render_step
from facilitator.instructions.speech import Speech
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Op
from facilitator.operations.purposes import Part
from facilitator.operations.steps import PARTED, Kind


class Reason(NamedTuple):
    """Explanation of a step.

    Attributes:
        why: Purpose of the step.
        slip: Most common mistake in the step.
    """

    why: str
    slip: str


_SHARED: dict[str, tuple[Kind, ...]] = {
    "take": (Kind.GROUP,),
    "last_look": (Kind.DRAWN_LOOK,),
    "card": (Kind.OUT, Kind.TOP_CARD, Kind.CHAMPION, Kind.DECK_CARD),
    "drawn": (Kind.TOP_IN, Kind.KEPT),
    "back": (Kind.CLEAR_UP,),
    "home": (Kind.EMPTY_WALLET, Kind.REST_BACK, Kind.SHOWN, Kind.LOT_BACK),
    "mix_back": (Kind.LAST_ASIDE, Kind.MASK_OFF, Kind.TOP_BACK),
    "hand_over": (Kind.CLOSE_UP,),
    "row": (Kind.LOT, Kind.ROW_PAIR, Kind.TOKEN),
    "cover": (Kind.COVER_LOT, Kind.COVER_PAIR, Kind.COVER_ROW),
    "scramble": (Kind.MIX_LOT,),
    "carry": (Kind.BRING, Kind.CARRY),
    "order": (Kind.ORDER,),
    "swap": (Kind.SWAP_ROW,),
    "read": (Kind.LOT_CARD, Kind.READ_ROW, Kind.HAND_PAIRS, Kind.CHOOSE),
}
"""Kinds of steps that share an explanation, by its message key. Each other kind has its own explanation."""

_REASONS = {kind: key for key, kinds in _SHARED.items() for kind in kinds}


# ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class WordedStep:
    """Step of an attempt: a group of operations with its instructions."""

    group: OpGroup
    speech: Speech
    wording: Wording

    @property
    def kind(self) -> Kind:
        """Kind of the step."""
        return self.group.kind

    @property
    def ops(self) -> tuple[Op, ...]:
        """Operations of the step, including headings."""
        return self.group.ops

    @cached_property
    def hand_operations(self) -> tuple[Op, ...]:
        """Operations of the step without headings."""
        return self.group.hand_operations

    @property
    def sleeves(self) -> bool:
        """Whether the table uses sleeves."""
        return self.speech.voice.sleeves

    @cached_property
    def instructions(self) -> tuple[Instruction, ...]:
        """Instructions of the step. Empty if the previous step also describes this step.

        Each instruction is a prompt. A round of duels, or a pile of the lottery, is a single prompt.
        """
        return render_step(self.speech, self.group, self.wording)

    @cached_property
    def times(self) -> int | None:
        """Number of repetitions of a loop of duels, or None for other steps."""
        if self.duel is not None:
            return None if self.is_only_counted else self.group.parts[0].n
        return len(self.group.parts) if self.kind is Kind.ROUND else None

    @cached_property
    def duel(self) -> tuple[int, int] | None:
        """Number of this wallet duel, and total number of duels of the hand.

        The value is None for other steps, and for duels that are explained movement by movement.
        """
        first = self.group.parts[0] if self.group.parts else None
        if self.kind is not Kind.WALLET_DUEL or first is None or self.wording is Wording.WALK:
            return None
        return first.number, first.of

    @property
    def is_only_counted(self) -> bool:
        """Whether this wallet duel is only counted, because an earlier duel was explained in full."""
        return self.duel is not None and not self.speech.begins_loop(self.group.parts[0])

    @property
    def reason(self) -> Reason:
        """Purpose of the step and its most common mistake."""
        answer = any(isinstance(op, ops.Heading) and op.part is Part.ANSWER for op in self.ops)
        key = "answer" if answer else _REASONS.get(self.kind, self.kind.name.lower())
        if key == "back" and all(part.kind is not Kind.BITS for part in self.group.parts):
            key = "home"  # no bit cards are stirred
        return Reason(template(f"why.{key}"), template(f"slip.{key}"))

    @cached_property
    def prompts(self) -> int:
        """Number of prompts in this step.

        All wallet duels of a hand share one prompt, which is counted with the last duel.
        """
        if self.duel is not None:
            number, of = self.duel
            return int(number == of)
        return 1 if self.is_whole else len(self.instructions)

    @cached_property
    def is_whole(self) -> bool:
        """Whether a single prompt shows all instructions of the step."""
        return self.times is not None or self.kind in PARTED

    @property
    def words(self) -> int:
        """Number of words that are spoken in this step: sentences, checks and questions.

        A counted duel has no spoken words. The answer to the check, and lists behind ``?``, are not spoken.
        """
        if self.is_only_counted:
            return 0
        spoken = ((said.text, said.check, said.question) for said in self.instructions)
        return sum(count_words(text) for texts in spoken for text in texts)


@lru_cache(maxsize=10_000)
def count_words(text: str) -> int:
    """Return the number of words in a text. A face such as α or θ-Vera counts as one word."""
    return len(re.findall(r"\S*[^\W_]\S*", text))


def first_duel(given: Sequence[Op]) -> tuple[int, int]:
    """Return the start and end index of a turn's first duel in its operations, or 0 and 0 without duels."""
    steps = [None if isinstance(op, ops.Heading) else op.step for op in given]
    first = next((step for step in steps if step is not None and step.kind in DUELS), None)
    if first is None or first.number > 1 or first.which > 1:
        return 0, 0
    return steps.index(first), steps.index(first) + steps.count(first)


DUELS = (Kind.DUEL, Kind.WALLET_DUEL)


def split_into_steps(ops: Sequence[Op], speech: Speech, wording: Wording) -> tuple[WordedStep, ...]:
    """Split the operations of an attempt into steps.

    Args:
        ops: Operations up to a question or to the end of the attempt.
        speech: People at the table, and their names for cards.
        wording: Amount of detail.
    """
    return tuple(WordedStep(group, speech, wording) for group in group_operations(ops, wording, speech.paper))
