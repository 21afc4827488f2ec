"""One value of a table file at a time: taken as it is meant, or refused with what to write."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationInfo
from pydantic_core import PydanticCustomError

from facilitator.games.house import STACKS
from facilitator.games.registry import games
from facilitator.protocols.forms import offered
from facilitator.readings.acts import Handling
from facilitator.table.measures import MOST_SECONDS, SPEEDS, USUAL_TABLE, size_of
from facilitator.table.problems import either, shown
from facilitator.table.whole import DEFAULT_GAME, DEFAULT_POOL, law_of
from facilitator.wording import fold, listed

PROTOCOLS = offered()
DEFAULT_PROTOCOL = PROTOCOLS[0]
FORMER = {
    "streamlined": "Write protocol: knockout, which plays alike and takes fewer steps.",
    "priority": "Write protocol: knockout and wild_draw_four: last.",
    "weighted": "Write protocol: knockout.",
    "open": "Write protocol: knockout, which tells nothing but the card.",
    "asking": "Write protocol: knockout, which tells nothing but the card and needs no printed deck.",
}
"""What to write for a form that is no more."""
RESERVED = frozenset(
    {"start", "first", "plays", "draws", "passes", "deck", "pool", "unplayed", "discards", "none"}
    | {"host", "everyone", "helpers", "quit", "undo", "help", "note", "stop", "state"}
    | {"history", "back", "redo", "table"}
)
LONGEST_NAME = 24


def refuse(expected: str, todo: str) -> PydanticCustomError:
    return PydanticCustomError("refused", "expected {expected}. {todo}", {"expected": expected, "todo": todo})


def words(value: object, longest: int) -> str:
    """Return one line of text a host can type and read: 1 to `longest` printable characters, NFC."""
    if value is None or isinstance(value, bool | int | float):
        raise refuse("a name", 'Put it in quotes: "{raw}". Bare, YAML does not read it as a word.')
    if not isinstance(value, str):
        raise refuse("a name", "Write one name, without brackets.")
    name = unicodedata.normalize("NFC", value)
    if not 1 <= len(name) <= longest or not name.isprintable() or name != name.strip():
        raise refuse(
            f"a name of 1 to {longest} characters, no blank at either end",
            "Shorten it, or take out what is not a letter, digit, sign or inner blank.",
        )
    return name


def _seat_name(value: object) -> str:
    name = words(value, LONGEST_NAME)
    if fold(name) in RESERVED:
        raise refuse("a name that is no word of the game", f'Choose another name, e.g. "{name}a".')
    return name


def _style(value: object) -> object:
    """Return a named style; weights are told what to write instead."""
    if isinstance(value, str) and value in get_args(StyleName):
        return value
    if isinstance(value, Mapping):
        raise refuse(
            f"{either(get_args(StyleName))}; weights are no more",
            "Write style: attacker, saver or finisher, whichever comes nearest, or take style out.",
        )
    raise refuse(either(get_args(StyleName)), "Write e.g. style: uniform.")


def _pool_deck(value: object, info: ValidationInfo) -> object:
    """Return a named deck, or the cards of one by their codes."""
    law = law_of(info.data)
    most, known = len(law.kinds.cards), frozenset(law.kinds.cards)
    if isinstance(value, list | tuple):
        wrong = [card for card in value if not (isinstance(card, str) and card in known)]
        if value and not wrong and len(value) <= most:
            return tuple(value)
        expected = f"1 to {most} cards such as {law.kinds.examples}"
        raise refuse(expected, f"Correct {shown(wrong[0])}." if wrong else "Write e.g. pool_deck: half-54.")
    if isinstance(value, str) and value in (law.pools or {DEFAULT_POOL}):
        return value
    raise refuse(f"{either(law.pools)}, or a list of cards", "Write e.g. pool_deck: half-54.")


def _game(value: object) -> object:
    return _one_of("game", value, games(), DEFAULT_GAME)


def _rules(value: object, info: ValidationInfo) -> object:
    rules = law_of(info.data).rules
    return _one_of("rules", value, rules, rules[0])


def _one_of(key: str, value: object, known: Sequence[str], usual: str) -> object:
    """Return a value that is known; else refuse."""
    if isinstance(value, str) and value in known:
        return value
    expected = either(known)
    close = difflib.get_close_matches(str(value)[:40].casefold(), known, 1, 0.5)
    raise refuse(expected, f"Write e.g. {key}: {close[0] if close else usual}.")


def _protocol(value: object) -> object:
    if isinstance(value, str) and value in FORMER:
        raise refuse(f"{either(offered())}; {value} is no more", FORMER[value])
    return _one_of("protocol", value, offered(), DEFAULT_PROTOCOL)


def _act(value: object) -> object:
    if isinstance(value, str) and value in SPEEDS:
        return value
    close = difflib.get_close_matches(str(value).lower(), SPEEDS, 1, 0.6)
    raise refuse(f"one of {', '.join(SPEEDS)}", f"Did you mean {close[0]}?" if close else "Take it out.")


def _act_seconds(value: object) -> object:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < MOST_SECONDS:
        return float(value)
    raise refuse(f"seconds above 0 and below {MOST_SECONDS}", f"Write e.g. seconds: {SECONDS_EXAMPLE}.")


def _seconds(value: object) -> object:
    """Return acts with their seconds; a key with nothing after it (all lines taken out) is none."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise refuse("acts with their seconds", f"Write e.g. seconds: {SECONDS_EXAMPLE}.")
    return value


def _stacking(value: object) -> object:
    """Return which card may answer which; a key with nothing after it is none."""
    if value is None:
        return ()
    if isinstance(value, list | tuple) and all(isinstance(one, str) and one in STACKS for one in value):
        return tuple(stack for stack in STACKS if stack in value)
    raise refuse(f"a list of {listed(STACKS)}", "Write e.g. stacking: [+ on +], or stacking: [].")


def _table_size(value: object) -> object:
    if isinstance(value, str) and size_of(value) is not None:
        return value
    raise refuse("width x depth in cm, 30 to 1000 each", f"Write e.g. table_size: {USUAL_TABLE}.")


def name_of(longest: int) -> BeforeValidator:
    """Return the check of a name of so many characters at most."""
    return BeforeValidator(lambda value: words(value, longest))


SeatName = Annotated[str, BeforeValidator(_seat_name)]
GameName = Annotated[str, BeforeValidator(_game)]
RulesName = Annotated[str, BeforeValidator(_rules)]
ProtocolName = Annotated[str, BeforeValidator(_protocol)]
TableSize = Annotated[str, BeforeValidator(_table_size)]
StyleName = Literal["uniform", "attacker", "saver", "finisher"]
Style = Annotated[StyleName, BeforeValidator(_style)]
Stacking = Annotated[tuple[str, ...], BeforeValidator(_stacking)]
PoolDeck = Annotated[str | tuple[str, ...], BeforeValidator(_pool_deck)]


class Keys(BaseModel):
    """Keys with their values; once read, they stay, and a key that is unknown is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


_EXAMPLES = (Handling.LAY, Handling.TWO_PILES)
SECONDS_EXAMPLE = f"{{{', '.join(f'{one}: {SPEEDS[one].seconds}' for one in _EXAMPLES)}}}"
Seconds = Annotated[
    dict[Annotated[str, BeforeValidator(_act)], Annotated[float, BeforeValidator(_act_seconds)]],
    BeforeValidator(_seconds),
]
