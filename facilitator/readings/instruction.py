"""What hands are told: one act, who does it, and a check that can fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from facilitator.machine.faces import Face


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


@dataclass(frozen=True, slots=True)
class Instruction:
    """One act for hands.

    ``check``: what must be true afterwards (or, before a scramble, beforehand).  ``cards``: a list to be read
    off, in list order, and ``by_list`` whether nothing else says which they are.  ``question`` and ``ask``: what
    the program must be told, and the possible answers.
    """

    verb: Verb
    doer: str
    text: str
    check: str
    cards: tuple[Face, ...] = ()
    question: str = ""
    ask: tuple[str, ...] = ()
    by_list: bool = False

    @property
    def sentence(self) -> str:
        """The act with its doer, as it is read aloud."""
        return f"{self.doer}: {self.text}"


def act(
    verb: Verb,
    doer: str,
    text: str,
    check: str,
    cards: Sequence[Face] = (),
    question: str = "",
    ask: tuple[str, ...] = (),
) -> Instruction:
    """Return an instruction; what only some of them have is left out."""
    return Instruction(verb, doer, text, check, tuple(cards), question, ask)
