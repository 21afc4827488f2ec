"""What a host types for a person's move, and for the opening."""

from __future__ import annotations

import re

from facilitator.errors import CommandError
from facilitator.games.events import Challenge, ChallengeVerdict, Drew, Event, Named, Pass, Start
from facilitator.games.seats import find_seat, without_i
from facilitator.games.uno import cards as uno
from facilitator.games.uno import notation, talk
from facilitator.games.uno.notation import parse_count, read_event
from facilitator.games.uno.options import UnoOptions
from facilitator.games.uno.state import UnoState
from facilitator.words import at_table, quoted

DRAW = ("draw", "draws", "dr", "n", "take", "takes")
PASS = ("pass", "passes", "pa", "p")
HELP = (
    "A card: 7R, r7, red 7, skip blue, +2 g.  A black card with its colour: w blue, +4 red.\n"
    "draw, then a card or pass.  A whole line works too: Ana plays 7R."
)


def opening(state: UnoState) -> str:
    """An example of what begins the game, or the next hand."""
    if state.ended:
        return f"round {state.round + 1}"
    return "7R Ana" if state.house.first_card else "Ana"


def also(house: UnoOptions) -> tuple[str, ...]:
    """What may be typed by some rules only, a line each; at any person's turn, for any seat."""
    said = (
        (house.several, "Several cards of one value: 7r 7g, the top one last."),
        (house.seven_zero, "A 7 and whose hand is taken for it: 7r with Ben."),
        (house.jump_in != "no", "Out of turn, with the name: Ana plays 7R."),
        (house.wild_draw_four == "challenge", "challenge, or challenge covered; then guilty, or innocent."),
        (house.uno_call, "Ana forgot UNO: somebody else said it first."),
        (
            house.rules == "kpgut",
            "Ana is away.  Ana gives up.  Zoe joins.  Ben doubts Ana rightly, or wrongly.",
        ),
    )
    return tuple(words for holds, words in said if holds)


_COUNTED = re.compile(r"(?:draws?|takes?)\s+(\d{1,3}|an?|one|two|three|four)(?:\s+cards?)?[.!]?")
_PLAYS = re.compile(r"plays?\s+", re.IGNORECASE)


def read(text: str, state: UnoState) -> Event:
    """The event a few keystrokes mean: ``7r``, ``w blue``, ``draw``, ``pass``, or a whole line.

    Raises: CommandError where it could be two things, as ``d`` (the card D, or draw).
    """
    names = [seat.name for seat in state.seats]
    if not state.started:
        return _opening(text, names, state)
    name, said = names[state.turn], without_i(text.strip(), names)
    low = said.lower()
    if short := _house_words(low, state, names):
        return short
    if low in DRAW:
        return Pass(name) if state.pending else Drew(name)
    if (drawn := _counted(low, name, state)) is not None:
        return drawn
    if low in PASS:
        return Pass(name)
    if low in ("d", "dra"):
        raise CommandError(
            "one meaning",
            f'"{said}", which could be the card D (wild draw four) or drawing a card',
            "Type +4 or D with its colour (D blue) for the card, draw to draw.",
        )
    whole = (
        said.startswith("{") or any(low.startswith(f"{n.lower()} ") for n in names) or low.endswith(" joins")
    )
    try:  # first: a seat may be called red, or W
        return notation.parse_play(name, said if whole else _PLAYS.sub("", said, count=1), names)
    except CommandError:
        if not whole:
            raise
    event = read_event(said, names)
    if isinstance(event, Drew) and event.count == state.pending:
        return Pass(event.seat)
    return event


def _counted(low: str, name: str, state: UnoState) -> Event | None:
    """One card drawn, or as many as there are to draw; None for what says no count, or may name a card.

    Raises: CommandError for another count where a chain waits.
    """
    found = _COUNTED.fullmatch(low)
    if found is None:
        return None
    count = parse_count(found[1], name)
    if not state.pending:
        return Drew(name) if count == 1 else None
    if count != state.pending:
        todo = "Type pass, or draw: they are counted without typing. A card is typed with its colour: D blue."
        raise CommandError(f"{state.pending} cards drawn, or a card", quoted(low), todo)
    return Pass(name)


def _house_words(low: str, state: UnoState, names: list[str]) -> Event | None:
    """What one or two words say while the table waits for just that: a colour, a verdict, a hand, a deal."""
    if state.counting or state.leaving is not None:
        waiting = names[state.counting[0] if state.counting else state.leaving or 0]
        whole = any(low.startswith(f"{name.lower()} ") for name in names) or low.startswith("{")
        return None if whole else notation.of_seat(waiting, f"shows {low}", names)
    if state.naming and low in (*uno.COLOR_WORDS.values(), *(color.lower() for color in uno.COLORS)):
        return Named(names[state.turn], uno.parse_color(low))
    if state.challenged and low in ("guilty", "innocent", "not guilty"):
        return ChallengeVerdict(names[state.layer or 0], low == "guilty")
    if state.pending and low in ("challenge", "challenges", "challenge covered", "challenges covered"):
        return Challenge(names[state.turn], covered=low.endswith("covered"))
    return notation.of_table(low) if low.startswith(("round ", "minutes ", "time")) else None


def _opening(text: str, names: list[str], state: UnoState) -> Event:
    """The start event from ``7R Ana`` or ``start 7R Ana first``; without a card turned over from ``Ana``."""
    if not state.house.first_card and not text.lower().startswith(("start", "{")):
        said = text.strip().rstrip(".!")
        return Start(None, find_seat(said.removesuffix(" begins"), names))
    if text.lower().startswith(("start", "{")):
        event = read_event(text, names)
        if isinstance(event, Start):
            return event
    card, _, first = text.strip().partition(" ")
    if not first:
        example = at_table(opening(state), names)
        expected = f"the first top card and {talk.FIRST[state.house.first_effects]}, e.g. {example}"
        raise CommandError(expected, quoted(text), "Type both.")
    return read_event(f"start {card} {first} first", names)
