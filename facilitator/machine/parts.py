"""The parts runs are made of: what a stage is for, as a value and never as a title.

A recipe puts its stages under headings, and a heading names a part.  Titles are made of parts by the wording; logic
compares parts, and proofs say of them which scramble a form could do without.
"""

from __future__ import annotations

from enum import Enum, auto


class Phase(Enum):
    """What several parts belong to, where only the large steps of a run count."""

    LAY_OUT = auto()
    CARDS = auto()
    MARKERS = auto()
    LOTTERY = auto()
    DRAW_CHECK = auto()
    GIVE_BACK = auto()
    KNOCKOUT = auto()
    LOT = auto()
    RECOVERY = auto()
    SLEEVES = auto()
    BETWEEN = auto()


class Part(Enum):
    """What one stage does; its value is the phase it belongs to, and a number that tells it from the others.

    The order is that of a run, but for its last phases: what leads home or puts right may come anywhere.
    """

    LAY_OUT = Phase.LAY_OUT, 1
    HEAP = Phase.LAY_OUT, 2
    SHOW_CARDS = Phase.CARDS, 1
    SHOW_MARKERS = Phase.MARKERS, 1
    MIX = Phase.LOTTERY, 1
    TOKEN = Phase.LOTTERY, 2
    AND = Phase.LOTTERY, 3
    LAST_PILE = Phase.LOTTERY, 4
    RESULT = Phase.LOTTERY, 5
    CLEAR_ROW = Phase.LOTTERY, 6
    DRAW_CHECK = Phase.DRAW_CHECK, 1
    GIVE_BACK = Phase.GIVE_BACK, 1
    GIVE_BACK_OWN = Phase.GIVE_BACK, 2
    GIVE_BACK_OTHERS = Phase.GIVE_BACK, 3
    GIVE_BACK_ALL = Phase.GIVE_BACK, 4
    DUEL_TICKETS = Phase.KNOCKOUT, 1
    MIX_TICKETS = Phase.KNOCKOUT, 2
    DUEL = Phase.KNOCKOUT, 3
    DUELS = Phase.KNOCKOUT, 4
    CHAMPION = Phase.KNOCKOUT, 5
    ANSWER = Phase.KNOCKOUT, 6
    LOT = Phase.LOT, 1
    GIVE_UP = Phase.RECOVERY, 1
    LOT_BACK = Phase.RECOVERY, 2
    PUT_RIGHT = Phase.RECOVERY, 3

    @property
    def phase(self) -> Phase:
        """The large step this part belongs to."""
        return self.value[0]
