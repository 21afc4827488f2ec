"""What hands are told: one act, who does it, and a check that can fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from facilitator.i18n.catalogue import Phrase, Words, sentence, template
from facilitator.i18n.symbolic_numbers import Letters
from facilitator.operations.definitions import Heading
from facilitator.operations.faces import NONE, TO_CARD, TO_TAB, Face, is_lot_card, named_by
from facilitator.operations.purposes import Part, Phase

# ----------------------------------------------------------------------------------------------------
# Titles: what a heading is called at the table and on paper.  Nothing is ever decided by them.


_NUMBERED = (Part.AND, Part.DUEL, Part.DUELS)


def title(heading: Heading, whole: bool = False) -> str:
    """Return the title of a stage; ``whole``: of a round that goes through all stages of its kind.

    >>> title(Heading(Part.AND, 2, 7)), title(Heading(Part.DUEL, 1, 6), whole=True)
    ('Lottery: AND 2 of 7', 'Knockout')
    """
    if heading.part not in _NUMBERED:
        name = part_title(heading.part)
        return sentence("title.class", part=name, number=heading.number) if heading.of > 1 else name
    if whole:
        return phase_title(heading.part.phase)
    return sentence("title.number", part=part_title(heading.part), number=heading.number, of=heading.of)


def part_title(part: Part) -> str:
    """Return what a part of a run is called, however often it comes."""
    return template(f"part.{part.name.lower()}")


def phase_title(phase: Phase) -> str:
    """Return what a large step of a run is called."""
    return template(f"phase.{phase.name.lower()}")


# ----------------------------------------------------------------------------------------------------


def called(face: Face, named: Callable[[str], str]) -> str:
    """Return what people call what an answer names: a lot's card by what it stands for, ``named`` in words.

    A dot, and none, are said; any other answer is called as it is typed.
    """
    if face in _ANSWERS:
        return sentence(_ANSWERS[face])
    return named(named_by(face)) if is_lot_card(face) else face


_ANSWERS = {TO_CARD: "answer.card", TO_TAB: "answer.other", NONE: "answer.none"}


class Verb(StrEnum):
    """Everything hands are ever told to do."""

    LAY = "LAY"
    COVER = "COVER"
    REVEAL = "REVEAL"
    SLEEVE = "SLEEVE"
    SCRAMBLE = "SCRAMBLE"
    TAKE = "TAKE"
    RETURN = "RETURN"
    IF = "IF"
    ROUND = "ROUND"


class Said(NamedTuple):
    """What is said before it is written: who does it, what, how it is checked, what the program must be told.

    ``expected``: what whoever looks answers to the check, if all is right.
    """

    doer: Phrase
    text: Words
    check: Phrase | None = None
    question: Phrase | None = None
    expected: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Instruction:
    """One act for hands.

    ``check``: a question about what lies there afterwards (or, before a scramble, beforehand), which somebody else
    answers, and ``expected``: with what, if all is right.  ``cards``: a list to be read
    off, in list order, and ``by_list`` whether nothing else says which they are.  ``question`` and ``ask``: what
    the program must be told, and the possible answers.  ``said``: the same before it was written.
    """

    verb: Verb
    doer: str
    text: str
    check: str
    said: Said = field(compare=False, repr=False)
    cards: tuple[Face, ...] = ()
    question: str = ""
    ask: tuple[str, ...] = ()
    by_list: bool = False
    expected: str = ""

    @classmethod
    def of(cls, verb: Verb, said: Said, ask: tuple[str, ...], letters: Letters | None = None) -> Instruction:
        """Return it written; ``letters``: on paper, for the numbers."""
        words = ("" if one is None else one.words(letters) for one in said)
        doer, text, check, question, expected = words
        return cls(verb, doer, text, check, said, (), question, ask, False, expected)

    @property
    def sentence(self) -> str:
        """The act with its doer, as it is read aloud, without its last full stop."""
        return addressed(self.doer, self.text)

    @property
    def checked(self) -> str:
        """The check with what is expected, as it is written; nothing if there is none."""
        return checked(self.check, self.expected)


def addressed(doer: str, text: str) -> str:
    """Return who does what, as a sentence without its last full stop."""
    return template("told").format(who=doer, what=text)


def checked(check: str, expected: str) -> str:
    """Return a check with its answer; nothing if there is none."""
    return f"{check} {expected}." if check else ""
