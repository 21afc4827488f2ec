"""What a host can say at a prompt, as data; and the words that say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from facilitator.errors import CommandError
from facilitator.games.base import Rules
from facilitator.games.corrections import WORD as CORRECT
from facilitator.games.events import Event
from facilitator.games.material import Kinds
from facilitator.play.slips import Oops, Pick
from facilitator.play.typed import NOTE, VOID, read_answer, read_note, read_reason
from facilitator.readings.grouping import Wording
from facilitator.wording import quoted

EXPLAIN = ("?",)
HELP = ("??", "h", "help")
QUIT = ("q", "quit", "exit")
UNDO = ("u", "undo")
STOP = ("stop",)
STAGE = ("s", "stage")
STATE = ("state",)
ANOTHER_WORDING = ("w",)
HISTORY, ALL, BACK, REDO, TABLE = "history", "all", "back", "redo", ("table",)
STAY, CLEAR = ("stay", "s", *QUIT), ("clear", "c")
MOST_DIGITS = 7
COUNT, RECOUNT = "count", "recount"
OOPS = ("oops", "o")


@dataclass(frozen=True, slots=True)
class ActDone:
    """Enter alone: the act is done; in a rehearsal, what its cards say; at the end, so it was."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What lies there, as one of the answers that the act asks for."""

    said: str


@dataclass(frozen=True, slots=True)
class Public:
    """An event everybody saw."""

    event: Event


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back what was typed last."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Give the run up."""


@dataclass(frozen=True, slots=True)
class Void:
    """Declare the turn void, for a reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Note:
    """Keep a remark."""

    text: str


@dataclass(frozen=True, slots=True)
class Count:
    """Hold a count of the cards in sight, or of the discard pile, against the record."""

    text: str


@dataclass(frozen=True, slots=True)
class Recount:
    """Hold the size of a hand, a deck or a pile against the record."""

    text: str


@dataclass(frozen=True, slots=True)
class TellIn:
    """Go on in another wording; None: in the next of them."""

    wording: Wording | None


@dataclass(frozen=True, slots=True)
class StageDone:
    """All acts up to the next question, or the end of the stage, are done."""


@dataclass(frozen=True, slots=True)
class Explain:
    """Say what the act at hand is for."""


@dataclass(frozen=True, slots=True)
class Help:
    """Say what can be typed."""


@dataclass(frozen=True, slots=True)
class TellState:
    """Say the public facts."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave for now."""


@dataclass(frozen=True, slots=True)
class Back:
    """Take back everything from this number of the history on."""

    number: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Type again what was taken back, so many presses of it."""

    presses: int


@dataclass(frozen=True, slots=True)
class ShowHistory:
    """List answers and events; ``whole``: all of them."""

    whole: bool


@dataclass(frozen=True, slots=True)
class ShowTable:
    """Say what must lie where."""


@dataclass(frozen=True, slots=True)
class Stay:
    """Leave, and leave the table as it is."""


@dataclass(frozen=True, slots=True)
class Clear:
    """Clear the table, then leave."""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Do not leave, or change nothing after all."""


_Typed = (
    ActDone
    | Answer
    | Public
    | Undo
    | Back
    | Redo
    | Stop
    | Void
    | Note
    | Count
    | Recount
    | TellIn
    | Oops
    | Pick
)
_Asked = StageDone | Explain | Help | TellState | ShowHistory | ShowTable | Quit | Stay | Clear | PlayOn
Input = _Typed | _Asked


def read_at_act(text: str, ask: Sequence[str], kinds: Kinds) -> Input:
    """Return what a word, not an empty one, means at an act that asks for one of ``ask``, or for nothing.

    Raises `CommandError` if it means nothing there.
    """
    low = text.lower()
    if low in EXPLAIN:
        return Explain()
    if low in ANOTHER_WORDING and not ask:
        return TellIn(None)
    if (common := _common(text, low)) is not None:
        return common
    if low in STAGE:
        return StageDone()
    if low.split()[0] == CORRECT:
        raise CommandError(
            "a correction where a person is asked for a move",
            "a run under way",
            "u leads back to the last move while nothing was mixed: correct it there, and type the move again. Else "
            "finish the run, or stop.",
        )
    if ask:
        return Answer(read_answer(text, ask, kinds))
    raise CommandError("just Enter, or a word such as stop, u, q", quoted(text), "?? explains them.")


def read_at_move(text: str, law: Rules[Any], state: Any, likely: bool) -> Input:
    """Return what a word means where a public event is asked for; ``likely``: Enter alone stands for one.

    Raises `FacilitatorError` if it means nothing there.
    """
    low = text.lower()
    if low in EXPLAIN:
        return Help()
    if (common := _common(text, low)) is not None:
        return common
    return ActDone() if not text and likely else Public(law.read(text, state))


def read_at_end(text: str) -> Input:
    """Return what a word means when the game is over: whatever is neither its end nor an undo asks for help."""
    low = text.lower()
    if low in UNDO:
        return Undo()
    if (moved := _through_time(low)) is not None:
        return moved
    return ActDone() if not text or low in QUIT else Help()


def _common(text: str, low: str) -> Input | None:
    """Return what a word means at every prompt of a game under way; None if it is none of these."""
    first = low.split(maxsplit=1)[:1]
    if low in QUIT:
        return Quit()
    if low in UNDO:
        return Undo()
    if low in tuple(Wording):
        return TellIn(Wording(low))
    if low in HELP:
        return Help()
    if low in STATE:
        return TellState()
    if low in OOPS:
        return Oops()
    if low in STOP:
        return Stop()
    if low in TABLE:
        return ShowTable()
    if (moved := _through_time(low)) is not None:
        return moved
    if first == [NOTE]:
        return Note(read_note(text))
    if first in ([COUNT], [RECOUNT]):
        return (Count if first == [COUNT] else Recount)(text.strip()[len(first[0]) :].strip())
    if first == [VOID]:
        return Void(read_reason(text))
    return None


def read_at_leaving(text: str) -> Input:
    """Return what a word means where the host is asked whether the table stays as it is.

    Raises `CommandError` if it means nothing there.
    """
    low = text.lower()
    if not low or low in STAY:
        return Stay()
    if low in CLEAR:
        return Clear()
    if low in (BACK, "b"):
        return PlayOn()
    raise CommandError("stay, clear or back", quoted(text), "Enter alone leaves, and all stays as it lies.")


def _through_time(low: str) -> Input | None:
    """Return what a word about the history means; None if it is none of these.

    Raises `CommandError` for a number that is none.
    """
    word, *rest = low.split() or [""]
    if word == HISTORY and rest in ([], [ALL]):
        return ShowHistory(bool(rest))
    if word == REDO and not rest:
        return Redo(1)
    if word not in (BACK, REDO):
        return None
    number = rest[0] if len(rest) == 1 else ""
    if not (number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS and int(number)):
        if word == BACK:
            todo = "Type history: it lists the numbers."
            raise CommandError("a number after back, e.g. back 23", quoted(low), todo)
        raise CommandError("how often after redo, e.g. redo 5", quoted(low), "Type redo alone for one press.")
    return Back(int(number)) if word == BACK else Redo(int(number))
