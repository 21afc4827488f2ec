"""What a host can say at a prompt, as data; and the words that say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from facilitator.errors import CommandError
from facilitator.games.events import CORRECT, Event
from facilitator.games.packs import Kinds
from facilitator.games.rules import Rules, read_move
from facilitator.machine.faces import (
    ALPHA,
    BETA,
    NONE,
    TO_CARD,
    TO_OTHER,
    AnswerKind,
    asked,
    called,
    lot_card,
    named_by,
)
from facilitator.play.oops import Oops, Pick
from facilitator.telling.grouping import Wording
from facilitator.words import listed, quoted

# ----------------------------------------------------------------------------------------------------
# What the help at a prompt says of the keys, and the sentences that come again.


_ELSEWHERE = (
    "On another device: q, copy the table file and the game's file beside it there, and go on there only."
)
_STEP_HELP = (
    "Enter: done, as the CHECK says.  s: the rest of this stage is done, up to its next question.\n"
    "a or b: what a pair reads (α β or β α).  A card, a colour or an end, none: what lies face up.\n"
    "card (y) or other (n): at which arrow the dot is, of a card alone in the wallet.\n"
    "?: this act explained.  brief, full, walk: how much is said at once; w: the next of these.\n"
    "stop: something differs from a CHECK; the program leads you back safely, until the result is in sight.\n"
    "doubt: the same for a wallet (no dot, two dots, a jam, a wrong mask, a card seen): nothing was told yet.\n"
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
    face = "; correct top is 7R: WHY, a face" if law.about.turns_first else ""
    return _MOVE_HELP.format(cards=_counted(law), face=face)


def _counted(law: Rules[Any]) -> str:
    """Return how cards are counted: those there are several of by a number."""
    one, other, *_ = law.about.picture[0]
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


# ----------------------------------------------------------------------------------------------------
# What a host types at the table, turned into answers.


NOTE, VOID = "note", "void"
LONGEST_NOTE = 500
"""Characters of a remark: many lines of a transcript, and no pasted file."""


def read_answer(text: str, ask: Sequence[str], kinds: Kinds) -> str:
    """Return which of ``ask`` was typed: ``a`` or ``ab`` for αβ, a card in any spelling, a colour, none.

    Raises `CommandError` if it is none of them.
    """
    said, kind = text.strip(), asked(ask)
    if not said:
        raise CommandError(either(ask, kinds), "only Enter", "This step needs an answer.")
    found = NONE if NONE in ask and said.lower() in (NONE, "no", "-") else _face(said, kind, kinds)
    if found not in ask:
        back = "stop" if kind is AnswerKind.PAIR else "void and why"
        raise CommandError(
            either(ask, kinds), quoted(said), f"Look at the cards again. If they do lie so, type: {back}."
        )
    return found


def _face(said: str, kind: AnswerKind, kinds: Kinds) -> str:
    match kind:
        case AnswerKind.PAIR:
            return _bits(said)
        case AnswerKind.LOT:
            return lot_card(kinds.parse_named(named_by(said)))
        case AnswerKind.ARROW:
            low = said.lower()
            return next((to for to in (TO_CARD, TO_OTHER) if low in (to, *_ARROW_KEYS[to])), low)
        case AnswerKind.CARD:
            return kinds.parse(said)
        case _:
            assert_never(kind)


def _bits(said: str) -> str:
    greek = said.lower().replace(" ", "").replace("a", ALPHA).replace("b", BETA)
    return {ALPHA: ALPHA + BETA, BETA: BETA + ALPHA}.get(greek, greek)


DUEL = "duel {} of {}"
"""What is counted in a wallet's turn."""
POINTS_TO = {TO_CARD: "the card's arrow has the dot", TO_OTHER: "the other arrow has the dot"}
"""What a last look may show, in words."""
_ARROW_KEYS = {TO_CARD: ("y", "yes", "c"), TO_OTHER: ("n", "no")}
"""What else may be typed for it, the key first."""


def asking(question: str, ask: Sequence[str]) -> str:
    """Return a question with the keys that answer it, where a key is enough."""
    match asked(ask):
        case AnswerKind.PAIR:
            return "  ".join([question, *(f"[{_key(word)}] {' '.join(word)}" for word in ask)])
        case AnswerKind.ARROW:
            return "  ".join([question, *(f"[{_key(word)}] {word}" for word in ask)])
        case _:
            return question


def _key(word: str) -> str:
    """Return the key that answers so; empty where the word itself must be typed."""
    if word in _ARROW_KEYS:
        return _ARROW_KEYS[word][0]
    return {ALPHA: "a", BETA: "b"}.get(word[:1], "")


def either(ask: Sequence[str], kinds: Kinds) -> str:
    """Return the answers a step takes, in words."""
    words = (f"{word} (type {_key(word)})" if _key(word) else word for word in spellings(ask, kinds))
    return listed(list(words), "or")


def spellings(ask: Sequence[str], kinds: Kinds) -> list[str]:
    """Return each answer as a person would type it out."""
    return [called(word, kinds.describe_named) for word in ask]


def read_note(text: str) -> str:
    """Return the remark after the word ``note``."""
    return _after(text, NOTE, "a remark after the word, e.g. note Ben saw 7R", "a remark")


def read_reason(text: str) -> str:
    """Return the reason after the word ``void``."""
    return _after(text, VOID, "a reason after the word, e.g. void two pairs read β α", "a reason")


def _after(text: str, word: str, wanted: str, what: str) -> str:
    remark = text.strip()[len(word) :].strip()
    if not remark:
        raise CommandError(wanted, quoted(text), "Type both in one line.")
    if len(remark) > LONGEST_NOTE:
        raise CommandError(
            f"{what} of {LONGEST_NOTE} characters at most",
            f"{len(remark)}",
            "Say it shorter, or in several notes.",
        )
    return remark


# ----------------------------------------------------------------------------------------------------


EXPLAIN = ("?",)
HELP = ("??", "h", "help")
QUIT = ("q", "quit", "exit")
UNDO = ("u", "undo")
STOP = ("stop",)
DOUBT = ("doubt",)
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
class BeginAgain:
    """Begin a wallet's turn again: something is not as it should be, and nothing was told."""


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
    | BeginAgain
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
    return ActDone() if not text and likely else Public(read_move(law, text, state))


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
    if low in DOUBT:
        return BeginAgain()
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
