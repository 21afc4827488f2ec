"""Records of simulated games for an evening's plan: counts of turns, hands and draws, without any card."""

from __future__ import annotations

from typing import NamedTuple


class Setup(NamedTuple):
    """A table whose games are simulated: who is virtual, cards a hand, the virtual seats' own deck (or none).

    ``until``: the house rule that a seat draws until it can play.
    ``house``: other house rules by their keys, where they differ from what the rules say.
    ``styles``: by their names what virtual seats play first, a seat each (none: all uniform).
    """

    virtual: tuple[bool, ...]
    hand_size: int
    pool: tuple[str, ...] = ()
    until: bool = False
    game: str = "uno"
    rules: str = "paper"
    house: tuple[tuple[str, object], ...] = ()
    styles: tuple[str, ...] = ()


PLAYED, STUCK, KEPT, DREW, COUNTED = range(5)


class VirtualTurn(NamedTuple):
    """A virtual seat's turn as its runs see it: k and m at its start, and what came of it.

    ``end``: a card of the hand was `PLAYED`; there was none and nothing to draw (`STUCK`); what was drawn was
    `KEPT`, or the last of it played (`DREW`); `COUNTED`: kept, and all could count that no card would fit.
    ``drawn``: how many cards were.  ``k2`` and ``m2``: cards on the table and in the hand after the discards
    had to become a new deck and one of it was drawn; else 0.  ``black``: a colour had to be drawn by lot.
    ``stands``: the columns of the run before could stand (chained turns): a virtual seat played, and nobody
    drew, between the two.  ``classes``: of how many classes the best was to be played (0: as the form has it);
    ``rank``: of which of them the played card was, from 0.
    """

    k: int
    m: int
    end: int
    black: bool = False
    drawn: int = 0
    k2: int = 0
    m2: int = 0
    stands: bool = False
    seat: int = 0
    rank: int = 0
    classes: int = 0


class QuestionSize(NamedTuple):
    """A question to a person's covered hand of m cards, with k on the table."""

    k: int
    m: int


class GameRecord(NamedTuple):
    """One game: turns in all, every virtual turn, the winner or None.

    ``asked``: every question to a covered hand (a challenge).  ``lots``: lots that followed no selection.
    """

    turns: int
    virtual_turns: tuple[VirtualTurn, ...]
    winner: int | None
    asked: tuple[QuestionSize, ...] = ()
    lots: int = 0
