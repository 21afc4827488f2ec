"""What the help at a prompt says of the keys, and the sentences that come again."""

from __future__ import annotations

from typing import Any

from facilitator.games.base import Rules
from facilitator.readings.grouping import Wording

_ELSEWHERE = (
    "On another device: q, copy the table file and the game's file beside it there, and go on there only."
)
_STEP_HELP = (
    "Enter: done, as the CHECK says.  s: the rest of this stage is done, up to its next question.\n"
    "a or b: what a pair reads (α β or β α).  A card, a colour or an end, none: what lies face up.\n"
    "?: this act explained.  brief, full, walk: how much is said at once; w: the next of these.\n"
    "stop: something differs from a CHECK; the program leads you back safely, until the result is in sight.\n"
    "o (oops): something went wrong: what it gives away, and the ways on, with their minutes.\n"
    "void WHY: it cannot be a result; the turn is declared void in the record, and starts again.\n"
    "u: take back what was typed last; hands leave everything as it lies.\n"
    "history: what was typed, with numbers (history all: all of it); back 23: take back everything from 23 on;\n"
    "redo: type again what was taken back (redo 5: five presses).  table: what must lie where now.\n"
    "note TEXT: keep a remark.  state: the public facts.\n"
    "count {cards}: check the cards turned over against the list (count only {card}: just these).\n"
    "q: save and leave, also in mid-run (the table stays as it is, or is cleared); the same command goes on.\n"
    f"{_ELSEWHERE}"
)
_MOVE_HELP = (
    "u: take the last entry back.  note TEXT: keep a remark.  state: the public facts.  q: save and leave.\n"
    "o (oops): something went wrong.\n"
    "history: what was typed, with numbers; back 23: take back from 23 on; redo: type it again.\n"
    "count {cards}: check the discard pile.  recount Ana 6: check how many cards lie there.\n"
    "correct Ana 6, deck 53: WHY: put the record right where the cards differ{face}.\n"
    "table: what must lie where.  brief, full, walk: how much is said at once in a virtual turn.\n"
    f"{_ELSEWHERE}"
)


def step_help(law: Rules[Any]) -> str:
    """Return what may be typed at an act, with cards of this game."""
    return _STEP_HELP.format(cards=_counted(law), card=_counted(law).partition(",")[0])


def move_help(law: Rules[Any]) -> str:
    """Return what may be typed where a person moves, besides the move."""
    face = "; correct top is 7R: WHY, a face" if law.turns_first else ""
    return _MOVE_HELP.format(cards=_counted(law), face=face)


def _counted(law: Rules[Any]) -> str:
    """Return how cards are counted: those there are several of by a number."""
    one, other, *_ = law.picture[0]
    times = law.kinds.cards.count(one)
    return f"{f'{times}x' if times > 1 else ''}{one}, {other}"


TOLD_IN = {
    Wording.FULL: "one act a number",
    Wording.BRIEF: "what belongs together is one act",
    Wording.WALK: "one act a number, every duel by itself, with a picture of each",
}
OFFER = "Two runs without a slip. Type brief, and what belongs together is told as one act; full leads back."
END_HELP = "u takes the last entry back, Enter ends."
END = "The game is over. Enter: so it was. u: take the last entry back: "
