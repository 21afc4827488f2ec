"""What a host types at the table, turned into answers and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from facilitator.errors import CommandError
from facilitator.games.uno import cards as uno
from facilitator.games.uno.events import Drew, Event, Pass, Play, Start, read_event
from facilitator.games.uno.state import State
from facilitator.machine.faces import (
    ALPHA,
    BETA,
    NONE,
    Asked,
    asked,
    colour_card,
    colour_of_lot,
    position_marker,
)
from facilitator.wording import listed

HELP = ("?", "h", "help")
QUIT = ("q", "quit", "exit")
UNDO = ("u", "undo")
STOP = ("stop",)
STAGE = ("s", "stage")
STATE = ("state",)
NOTE = "note"
VOID = "void"
LONGEST_NOTE = 500
"""Characters of a remark: many lines of a transcript, and no pasted file."""
DRAW = ("draw", "draws", "dr", "n")
PASS = ("pass", "passes", "pa", "p")


def read_answer(text: str, ask: Sequence[str]) -> str:
    """Return which of ``ask`` was typed: ``a`` or ``ab`` for αβ, ``1`` or ``p1`` for a position marker, a card in
    any spelling, a colour, none.

    Raises `CommandError` if it is none of them.
    """
    said, kind = text.strip(), asked(ask)
    if not said:
        raise CommandError(either(ask), "only Enter", "This step needs an answer.")
    found = NONE if NONE in ask and said.lower() in (NONE, "no", "-") else _face(said, kind)
    if found not in ask:
        back = "stop" if kind is Asked.PAIR else "void and why"
        raise CommandError(
            either(ask), uno.quoted(said), f"Look at the cards again. If they do lie so, type: {back}."
        )
    return found


def _face(said: str, kind: Asked) -> str:
    match kind:
        case Asked.PAIR:
            return _bits(said)
        case Asked.POSITION:
            number = said.lower().removeprefix("place").removeprefix("p").strip()
            return position_marker(int(number)) if number.isdecimal() and len(number) < 4 else said
        case Asked.COLOUR:
            return colour_card(uno.parse_color(colour_of_lot(said)))
        case Asked.CARD:
            return uno.parse_card(said)
        case _:
            assert_never(kind)


def _bits(said: str) -> str:
    greek = said.lower().replace(" ", "").replace("a", ALPHA).replace("b", BETA)
    return {ALPHA: ALPHA + BETA, BETA: BETA + ALPHA}.get(greek, greek)


def either(ask: Sequence[str]) -> str:
    """Return the answers a step takes, in words."""
    words = [f"{word} (type {'a' if word[0] == ALPHA else 'b'})" if ALPHA in word else word for word in ask]
    return listed(words, "or")


def read_note(text: str) -> str:
    """Return the remark after the word ``note``."""
    return _after(text, NOTE, "a remark after the word, e.g. note Ben saw 7R", "a remark")


def read_reason(text: str) -> str:
    """Return the reason after the word ``void``."""
    return _after(text, VOID, "a reason after the word, e.g. void two pairs read β α", "a reason")


def _after(text: str, word: str, wanted: str, what: str) -> str:
    remark = text.strip()[len(word) :].strip()
    if not remark:
        raise CommandError(wanted, uno.quoted(text), "Type both in one line.")
    if len(remark) > LONGEST_NOTE:
        raise CommandError(
            f"{what} of {LONGEST_NOTE} characters at most",
            f"{len(remark)}",
            "Say it shorter, or in several notes.",
        )
    return remark


def read_opening(text: str, names: Sequence[str]) -> Start:
    """Return the start event from ``7R Ana`` or ``start 7R Ana first``."""
    if text.lower().startswith(("start", "{")):
        event = read_event(text, names)
        if isinstance(event, Start):
            return event
    card, _, first = text.strip().partition(" ")
    if not first:
        raise CommandError("the first top card and who starts, e.g. 7R Ana", uno.quoted(text), "Type both.")
    event = read_event(f"start {card} {first} first", names)
    assert isinstance(event, Start)
    return event


def read_move(text: str, state: State) -> Event:
    """Return the event a person's few keystrokes mean: ``7r``, ``w blue``, ``draw``, ``pass``, or a whole line.

    Raises `CommandError` where it could be two things, as ``d`` (the card D, or draw).
    """
    names = [seat.name for seat in state.seats]
    name, said = names[state.turn], text.strip()
    low = said.lower()
    if low in DRAW:
        return Drew(name)
    if low in PASS:
        return Pass(name)
    if low in ("d", "dra"):
        raise CommandError(
            "one meaning",
            f'"{said}", which could be the card D (wild draw four) or drawing a card',
            "Type +4 or D with its colour (D blue) for the card, draw to draw.",
        )
    if said.startswith("{") or any(low.startswith(f"{n.lower()} ") for n in names):
        return read_event(said, names)
    return Play(name, *uno.parse_play(said))
