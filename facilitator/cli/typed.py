"""What a host types at the table, turned into answers and events."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.errors import CommandError
from facilitator.games.uno import cards as uno
from facilitator.games.uno.events import Drew, Event, Pass, Play, Start, read_event
from facilitator.games.uno.state import State
from facilitator.machine.faces import ALPHA, BETA, NONE, colour_card, colour_of_lot
from facilitator.wording import listed

HELP = ("?", "h", "help")
QUIT = ("q", "quit", "exit")
UNDO = ("u", "undo")
STOP = ("stop",)
STAGE = ("s", "stage")
STATE = ("state",)
NOTE = "note"
LONGEST_NOTE = 500
"""Characters of a remark: many lines of a transcript, and no pasted file."""
DRAW = ("draw", "draws", "dr", "n")
PASS = ("pass", "passes", "pa", "p")


def read_answer(text: str, ask: Sequence[str]) -> str:
    """Return which of ``ask`` was typed: ``a`` or ``ab`` for αβ, a card in any spelling, a colour, none.

    Raises `CommandError` if it is none of them.
    """
    said = text.strip()
    if not said:
        raise CommandError(either(ask), "only Enter", "This step needs an answer.")
    bits = set(ask) <= {ALPHA + BETA, BETA + ALPHA, ALPHA, BETA}
    if bits and set(ask) <= {ALPHA, BETA}:
        found = _greek(said)
    elif bits:
        found = _bits(said)
    elif said.lower() in (NONE, "no", "-"):
        found = NONE
    elif ask[0].startswith(colour_card("")):
        found = colour_card(uno.parse_color(colour_of_lot(said)))
    else:
        found = uno.parse_card(said)
    if found not in ask:
        back = "type: stop"
        if not bits:  # the result is in sight, and there is no stopping before it is covered again
            back = "go back with u to the step that turned the pairs over, cover what lies open, and type stop there"
        raise CommandError(
            either(ask), uno.quoted(said), f"Look at the cards again. If they do lie so, {back}."
        )
    return found


def _bits(said: str) -> str:
    greek = _greek(said)
    return {ALPHA: ALPHA + BETA, BETA: BETA + ALPHA}.get(greek, greek)


def _greek(said: str) -> str:
    return said.lower().replace(" ", "").replace("a", ALPHA).replace("b", BETA)


def either(ask: Sequence[str]) -> str:
    """Return the answers a step takes, in words."""
    words = [f"{word} (type {'a' if word[0] == ALPHA else 'b'})" if ALPHA in word else word for word in ask]
    return listed(words, "or")


def read_note(text: str) -> str:
    """Return the remark after the word ``note``."""
    remark = text.strip()[len(NOTE) :].strip()
    if not remark:
        raise CommandError(
            "a remark after the word, e.g. note Ben saw 7R", uno.quoted(text), "Type both in one line."
        )
    if len(remark) > LONGEST_NOTE:
        raise CommandError(
            f"a remark of {LONGEST_NOTE} characters at most",
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
    whole = said.startswith("{") or any(low.startswith(f"{n.lower()} ") for n in names)
    try:
        return Play(name, *uno.parse_play(said))  # first: a seat may be called red, or W
    except CommandError:
        if not whole:
            raise
    return read_event(said, names)
