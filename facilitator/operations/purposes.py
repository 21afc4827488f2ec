"""Purposes of the stages of a protocol, as enumerations.

Each heading refers to a `Part`. The catalogues contain a title for each phase, but the program compares only
the values. Proofs use parts to identify shuffles that a form could omit.
"""

from __future__ import annotations

from enum import Enum, auto


class Phase(Enum):
    """Phase of an attempt, such as the lottery, which may consist of several stages."""

    LAY_OUT = auto()
    CARDS = auto()
    MARKERS = auto()
    LOTTERY = auto()
    DRAW_CHECK = auto()
    GIVE_BACK = auto()
    KNOCKOUT = auto()
    LOT = auto()
    RECOVERY = auto()
    REPAIR = auto()
    SLEEVES = auto()
    BETWEEN = auto()


class Part(Enum):
    """Purpose of a stage of a protocol.

    Each value consists of the phase and an index within the phase. Members are in the order of an attempt,
    except random draws and recoveries, which can occur at any point.
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
    DRAW_CHECK = Phase.DRAW_CHECK, 1
    GIVE_BACK = Phase.GIVE_BACK, 1
    CLEAR_ROW = Phase.GIVE_BACK, 2
    GIVE_BACK_OWN = Phase.GIVE_BACK, 3
    GIVE_BACK_OTHERS = Phase.GIVE_BACK, 4
    GIVE_BACK_ALL = Phase.GIVE_BACK, 5
    DUEL_TICKETS = Phase.KNOCKOUT, 1
    MIX_TICKETS = Phase.KNOCKOUT, 2
    DUEL = Phase.KNOCKOUT, 3
    DUELS = Phase.KNOCKOUT, 4
    CHAMPION = Phase.KNOCKOUT, 5
    ANSWER = Phase.KNOCKOUT, 6
    LOT = Phase.LOT, 1
    GIVE_UP = Phase.RECOVERY, 1
    LOT_BACK = Phase.RECOVERY, 2
    PUT_RIGHT = Phase.REPAIR, 1

    @property
    def phase(self) -> Phase:
        """Phase to which this purpose belongs."""
        return self.value[0]
