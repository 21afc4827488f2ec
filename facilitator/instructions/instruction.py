"""Instructions for people: an action, the person who carries it out, and a check that detects mistakes."""

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


_NUMBERED = (Part.AND, Part.DUEL, Part.DUELS)


def title(heading: Heading, whole: bool = False) -> str:
    """Return the title that announces a stage of an attempt.

    Args:
        heading: Heading of the stage.
        whole: Whether to return the title of a round that consists of all stages of this kind.

    >>> title(Heading(Part.AND, 2, 7)), title(Heading(Part.DUEL, 1, 6), whole=True)
    ('Lottery: pile 2 of 7', 'Duels')
    """
    if heading.part not in _NUMBERED:
        name = part_title(heading.part)
        return sentence("title.class", part=name, number=heading.number) if heading.of > 1 else name
    if whole:
        return phase_title(heading.part.phase)
    return sentence("title.number", part=part_title(heading.part), number=heading.number, of=heading.of)


def part_title(part: Part) -> str:
    """Return the title of a stage, such as the lottery, without a number."""
    return template(f"part.{part.name.lower()}")


def phase_title(phase: Phase) -> str:
    """Return the title of a phase."""
    return template(f"phase.{phase.name.lower()}")


# ----------------------------------------------------------------------------------------------------


def describe_answer(face: Face, named: Callable[[str], str]) -> str:
    """Return an answer to a protocol's question, in words that people say.

    Cards of a random draw are named by the function ``named``. Answers about a dot, and "none", become words.
    Other answers do not change.
    """
    if face in _ANSWERS:
        return sentence(_ANSWERS[face])
    return named(get_drawn_name(face)) if is_lot_card(face) else face


_ANSWERS = {TO_CARD: "answer.card", TO_TAB: "answer.other", NONE: "answer.none"}


class Verb(StrEnum):
    """Verb of an instruction, such as TAKE or TURN."""

    LAY = "LAY"
    COVER = "COVER"
    REVEAL = "REVEAL"
    ENVELOPES = "ENVELOPES"
    SCRAMBLE = "SCRAMBLE"
    TAKE = "TAKE"
    RETURN = "RETURN"
    IF = "IF"
    ROUND = "ROUND"


class InstructionParts(NamedTuple):
    """Instruction as message keys with values, before it is rendered as text.

    Attributes:
        doer: Person who carries out the instruction.
        text: Sentences to read aloud.
        check: Question that lets people check the result.
        question: Question whose answer the program needs.
        expected: Answer to the check if everything is right.
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
        said: Instruction before it was rendered.
        cards: Cards to read out, in the order of the list.
        question: Question whose answer the program needs.
        ask: Possible answers.
        by_list: Whether people need a list to find the cards.
        expected: Answer to the check if everything is right.
    """

    verb: Verb
    doer: str
    text: str
    check: str
    said: InstructionParts = field(compare=False, repr=False)
    cards: tuple[Face, ...] = ()
    question: str = ""
    ask: tuple[str, ...] = ()
    by_list: bool = False
    expected: str = ""

    @classmethod
    def from_parts(
        cls, verb: Verb, said: InstructionParts, ask: tuple[str, ...], letters: Letters | None = None
    ) -> Instruction:
        """Render an instruction as text. On paper, ``letters`` replace the numbers."""
        words = ("" if part is None else part.words(letters) for part in said)
        doer, text, check, question, expected = words
        return cls(verb, doer, text, check, said, (), question, ask, False, expected)

    @property
    def full_check(self) -> str:
        """Check with its expected answer, or "" without a check."""
        return join_check(self.check, self.expected)


def join_check(check: str, expected: str) -> str:
    """Return a check followed by its expected answer, or "" without a check."""
    return f"{check} {expected}." if check else ""
