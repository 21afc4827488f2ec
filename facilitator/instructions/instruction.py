"""Instructions for people: a movement, the person who carries it out, and a check that detects mistakes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from facilitator.i18n.catalogue import Phrase, Words, sentence, template
from facilitator.i18n.symbolic_numbers import Letters
from facilitator.operations.definitions import Heading
from facilitator.operations.faces import NONE, TO_CARD, TO_TAB, Face, get_drawn_name, is_lot_card
from facilitator.operations.purposes import Part, Phase

# ----------------------------------------------------------------------------------------------------
# Titles of stages at the table and on paper. No decision depends on them.


_NUMBERED = {Part.AND: "title.pile", Part.DUEL: "title.duel", Part.DUELS: "title.round"}
"""Message keys of titles with a number. All other stages have the title of their phase."""


def title(heading: Heading, whole: bool = False) -> str:
    """Return the title of a stage, which is announced when the stage begins.

    Args:
        heading: Heading of the stage.
        whole: Whether to announce all piles of the lottery, or all duels, with a single title.

    >>> title(Heading(Part.AND, 2, 7)), title(Heading(Part.DUEL, 1, 6), whole=True)
    ('Lottery: pile 2 of 7', 'Duels')
    """
    phase, key = phase_title(heading.part.phase), _NUMBERED.get(heading.part)
    if key is None and heading.of > 1:
        return sentence("title.class", phase=phase, number=heading.number)
    if key is None or whole:
        return phase
    return sentence(key, phase=phase, number=heading.number, of=heading.of)


def phase_title(phase: Phase) -> str:
    """Return the title of a phase, which is the same on screens and printed sheets."""
    return template(f"phase.{phase.name.lower()}")


# ----------------------------------------------------------------------------------------------------


def describe_answer(face: Face, named: Callable[[str], str]) -> str:
    """Return an answer to a protocol's question, in words that people say.

    Args:
        face: Answer: a card of a random draw, the position of a dot, "none", or another text, which is
            returned unchanged.
        named: Function that returns the name of a card of a random draw, such as red.
    """
    if face in _ANSWERS:
        return sentence(_ANSWERS[face])
    return named(get_drawn_name(face)) if is_lot_card(face) else face


_ANSWERS = {TO_CARD: "answer.card", TO_TAB: "answer.other", NONE: "answer.none"}


class Verb(StrEnum):
    """Verb of an instruction, such as TAKE or COVER."""

    LAY = "LAY"
    COVER = "COVER"
    REVEAL = "REVEAL"
    ENVELOPES = "ENVELOPES"
    SCRAMBLE = "SCRAMBLE"
    TAKE = "TAKE"
    RETURN = "RETURN"
    IF = "IF"


class InstructionParts(NamedTuple):
    """Instruction as message keys with values, before it is rendered as text.

    Attributes:
        doer: Person who carries out the instruction.
        text: Sentences to read aloud.
        check: Question that lets people check the result.
        question: Question whose answer the program needs.
        expected: Answer to the check if there is no mistake.
    """

    doer: Phrase
    text: Words
    check: Phrase | None = None
    question: Phrase | None = None
    expected: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Instruction:
    """One movement of a step, as sentences to read aloud.

    Attributes:
        verb: Verb of the instruction.
        doer: Person who carries out the instruction.
        text: Sentences to read aloud, without the last full stop.
        check: Question that another person answers after the movement (or before a shuffle).
        parts: The same instruction as message keys.
        cards: Cards to read out, in order.
        question: Question whose answer the program needs.
        ask: Possible answers to the question.
        by_list: Whether people need a list to find the cards or to check them.
        expected: Answer to the check if there is no mistake.
    """

    verb: Verb
    doer: str
    text: str
    check: str
    parts: InstructionParts = field(compare=False, repr=False)
    cards: tuple[Face, ...] = ()
    question: str = ""
    ask: tuple[str, ...] = ()
    by_list: bool = False
    expected: str = ""

    @classmethod
    def from_parts(
        cls, verb: Verb, parts: InstructionParts, ask: tuple[str, ...], letters: Letters | None = None
    ) -> Instruction:
        """Render an instruction as text.

        Args:
            verb: Verb of the instruction.
            parts: Instruction as message keys.
            ask: Possible answers to the question.
            letters: Letters that replace numbers, for printed sheets.
        """
        words = ("" if part is None else part.words(letters) for part in parts)
        doer, text, check, question, expected = words
        return cls(verb, doer, text, check, parts, (), question, ask, False, expected)

    @property
    def full_check(self) -> str:
        """The question in `check`, followed by its expected answer, or "" if there is no question."""
        return join_check(self.check, self.expected)


def strip_remark(expected: str) -> str:
    """Return the expected answer of a check as people say it, without quotation marks and the remark after it."""
    return expected.partition(" (")[0].strip("“”„")


def join_check(check: str, expected: str) -> str:
    """Return a check followed by its expected answer, or "" without a check."""
    return f"{check} {expected}." if check else ""
