"""What a host types for a person's move, and for the opening."""

from __future__ import annotations

from facilitator.errors import CommandError
from facilitator.games.base import Drew, Event, Pass, Play, Start
from facilitator.games.uno import cards as uno
from facilitator.games.uno.events import read_event
from facilitator.games.uno.state import State
from facilitator.wording import quoted

DRAW = ("draw", "draws", "dr", "n")
PASS = ("pass", "passes", "pa", "p")
OPENING = "7R Ana"
HELP = (
    "A card: 7R, r7, red 7, skip blue, +2 g.  A black card with its colour: w blue, +4 red.\n"
    "draw, then a card or pass.  A whole line works too: Ana plays 7R."
)


def read(text: str, state: State) -> Event:
    """The event a few keystrokes mean: ``7r``, ``w blue``, ``draw``, ``pass``, or a whole line.

    Raises: CommandError where it could be two things, as ``d`` (the card D, or draw).
    """
    names = [seat.name for seat in state.seats]
    if not state.started:
        return _opening(text, names)
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


def _opening(text: str, names: list[str]) -> Event:
    """The start event from ``7R Ana`` or ``start 7R Ana first``."""
    if text.lower().startswith(("start", "{")):
        event = read_event(text, names)
        if isinstance(event, Start):
            return event
    card, _, first = text.strip().partition(" ")
    if not first:
        raise CommandError(f"the first top card and who starts, e.g. {OPENING}", quoted(text), "Type both.")
    return read_event(f"start {card} {first} first", names)
