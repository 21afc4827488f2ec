"""What hands are told: one act, who does it, and a check that can fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from facilitator.machine.faces import Face
from facilitator.machine.operations import Heading
from facilitator.machine.parts import Part, Phase

# ----------------------------------------------------------------------------------------------------
# Titles: what a heading is called at the table and on paper.  Nothing is ever decided by them.


_TITLES = {
    Part.LAY_OUT: "Lay out",
    Part.HEAP: "The heap",
    Part.SHOW_CARDS: "Show the cards",
    Part.SHOW_MARKERS: "Show the markers",
    Part.TOKEN: "Lottery: the token",
    Part.MIX: "Lottery: mix the piles",
    Part.LAST_PILE: "Lottery: the last pile",
    Part.RESULT: "Lottery: the result",
    Part.CLEAR_ROW: "Lottery: clear the six-card row",
    Part.DRAW_CHECK: "Draw check",
    Part.GIVE_BACK: "Give back, or go on",
    Part.GIVE_BACK_OWN: "Give back: the virtual hand",
    Part.GIVE_BACK_OTHERS: "Give back: everyone else",
    Part.GIVE_BACK_ALL: "Give back: every hand",
    Part.DUEL_TICKETS: "Knockout: the tickets",
    Part.MIX_TICKETS: "Knockout: mix the tickets",
    Part.DUEL: "Knockout: duel",
    Part.DUELS: "Knockout: round",
    Part.CHAMPION: "Knockout: the champion",
    Part.ANSWER: "Knockout: the answer",
    Part.LOT: "The lot",
    Part.GIVE_UP: "Give up the run",
    Part.LOT_BACK: "Give up the lot",
    Part.PUT_RIGHT: "Put right",
    Part.AND: "Lottery: AND",
}
_NUMBERED = (Part.AND, Part.DUEL, Part.DUELS)
_PHASES = {
    Phase.LAY_OUT: "Lay out",
    Phase.CARDS: "Show the cards",
    Phase.MARKERS: "Show the markers",
    Phase.LOTTERY: "Lottery",
    Phase.DRAW_CHECK: "Draw check",
    Phase.GIVE_BACK: "Give back",
    Phase.KNOCKOUT: "Knockout",
    Phase.LOT: "The lot",
    Phase.RECOVERY: "Give up",
    Phase.SLEEVES: "Sleeves",
    Phase.BETWEEN: "Between turns",
}


def title(heading: Heading, whole: bool = False) -> str:
    """Return the title of a stage; ``whole``: of a round that goes through all stages of its kind.

    >>> title(Heading(Part.AND, 2, 7)), title(Heading(Part.DUEL, 1, 6), whole=True)
    ('Lottery: AND 2 of 7', 'Knockout')
    """
    if heading.part not in _NUMBERED:
        name = part_title(heading.part)
        return f"{name} of class {heading.number}" if heading.of > 1 else name
    if whole:
        return phase_title(heading.part.phase)
    return f"{part_title(heading.part)} {heading.number} of {heading.of}"


def part_title(part: Part) -> str:
    """Return what a part of a run is called, however often it comes."""
    return _TITLES[part]


def phase_title(phase: Phase) -> str:
    """Return what a large step of a run is called."""
    return _PHASES[phase]


# ----------------------------------------------------------------------------------------------------


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
