"""What a table is: keys, defaults, limits, and the comments a host reads in the file.

`Table` is the only definition; the file, its comments and its error messages are told from it.
"""

from __future__ import annotations

import difflib
import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from facilitator.errors import CommandError
from facilitator.games.house import STACKS
from facilitator.games.masks import Masks, masks_of
from facilitator.games.registry import game_named, games, house_of
from facilitator.games.rules import CHOICES, Rules, Seat
from facilitator.machine.faces import SLEEVES
from facilitator.protocols.forms import form_named, offered
from facilitator.table.yaml import Problem, either, shown
from facilitator.telling.handling import Handling
from facilitator.words import fold, listed, plural

# ----------------------------------------------------------------------------------------------------
# What must hold between the keys of a table: seats that can play, hands that can be dealt.


DEFAULT_GAME, DEFAULT_POOL = "uno", "full-108"
UNCHOSEN: Mapping[str, object] = {
    "draw": "one",
    "conceal": False,
    "pool": "shared",
    "pool_deck": DEFAULT_POOL,
}
"""What stands for a key of which a game knows nothing."""
_WHY_NOT = {
    "hand_size": "all cards are dealt out",
    "draw": "its rules say who draws",
    "conceal": "nothing is discarded that could be hidden",
    "pool": "nobody has a deck of their own",
    "pool_deck": "nobody has a deck of their own",
}


PRINTED_POOL = "compact-27"
"""The deck that is printed for virtual seats where a table does not say: three sheets of ten."""
FOR_COLUMNS: Mapping[str, str] = {"equipment": "envelopes", "extras": "labels"}
"""The keys about what lies in columns, and what stands for them where nothing does."""


def printed(protocol: object) -> bool:
    """Whether the virtual seats of a form play with a printed deck, and nothing is laid out in columns."""
    return isinstance(protocol, str) and protocol in offered() and not form_named(protocol).columns


def pool_of(data: Mapping[str, Any]) -> tuple[object, object]:
    """Return pool and deck of a table that may still be wrong elsewhere; a printed deck is the virtual seats' own."""
    law, house = law_of(data), house_of(data.get("game", DEFAULT_GAME))
    own = printed(data.get("protocol")) and "pool" in law.choices
    if own and house is not None:  # where one deck serves all seats, that is the reason to be told
        own = all(odd.key != "pool" for odd in house.at_odds({**data, "pool": "split"}, classes=True))
    pool, deck = ("split", PRINTED_POOL) if own else (UNCHOSEN["pool"], UNCHOSEN["pool_deck"])
    return data.get("pool", pool), data.get("pool_deck", deck)


def columns_only(data: Mapping[str, Any], written: bool = False) -> Iterator[Problem]:
    """Yield the keys about columns that a table without any sets, or, ``written``, has at all."""
    if printed(data.get("protocol")):
        for key, usual in FOR_COLUMNS.items():
            if key in data and (written or data[key] != usual):
                expected = f"no {key} with protocol: {data['protocol']}: nothing is laid out in columns"
                yield Problem((key,), expected, shown(data[key]), f"Take {key} out.")


SLIPS_SHOW = (
    "in a sleeve of its own a slip is larger than the play card, so that owner and card show together through the "
    "clear side"
)


def slips_show(equipment: str, extras: str) -> bool:
    """Whether extra cards made so would show beside a play card that stays in its sleeve."""
    return equipment == SLEEVES and extras == "slips"


def law_of(data: Mapping[str, Any]) -> Rules[Any]:
    """Return the game of a table that may still be wrong elsewhere: the usual one until it names another."""
    name = data.get("game", DEFAULT_GAME)
    return game_named(name if name in games() else DEFAULT_GAME)


def usual_hand(data: Mapping[str, Any]) -> int | None:
    """Return the hand that is dealt where a table does not say (all dealt out: the largest); None if unknown."""
    law, seats = law_of(data), data.get("seats")
    if law.hand_size is not None:
        return law.hand_size
    fewest, most = law.seats
    if not isinstance(seats, list | tuple) or not fewest <= len(seats) <= most:
        return None
    return -(-len(law.kinds.cards) // len(seats))


def limit_of(data: Mapping[str, Any]) -> int | None:
    """Return the largest hand of a table that may still be wrong elsewhere; None while it cannot be told."""
    law = law_of(data)
    seats, (pool, deck) = data.get("seats"), pool_of(data)
    (fewest, most), size = law.seats, 0
    if not isinstance(seats, list | tuple) or not fewest <= len(seats) <= most:
        return None
    virtual = sum(isinstance(seat, Mapping) and seat.get("virtual") is True for seat in seats)
    if pool == "shared":
        return law.most_cards(len(seats) - virtual, virtual, None)
    if isinstance(deck, str):
        size = len(law.pools.get(deck, ()))
    elif isinstance(deck, list | tuple):
        size = len(deck)
    return law.most_cards(len(seats) - virtual, virtual, size) if pool == "split" and size else None


def whole(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong between keys that are each well formed; keys that are not are passed over."""
    seats = data.get("seats")
    if not isinstance(seats, list | tuple):
        return
    fewest, most = law_of(data).seats
    if not fewest <= len(seats) <= most:
        wanted = plural(most, "seat") if fewest == most else f"{fewest} to {most} seats"
        yield Problem(("seats",), wanted, str(len(seats)), "Add seats or take some out.")
    elif all(isinstance(seat, Mapping) and seat.get("virtual") is True for seat in seats):
        todo = "Somebody has to move the cards: take virtual: true off one seat."
        yield Problem(("seats",), "at least one person", "virtual seats only", todo)
    yield from _strange_seats(seats)
    yield from _no_choice(data)
    yield from columns_only(data)
    limit, size = limit_of(data), data.get("hand_size", law_of(data).hand_size)
    if limit is None or not isinstance(size, int):
        return
    if limit < 1:
        todo = "Take a larger deck, or fewer virtual seats."
        yield Problem(("pool_deck",), "a card for each virtual seat and one more", "too few cards", todo)
    elif size > limit:
        wanted, todo = f"a whole number from 1 to {limit}", "The deck deals no more to so many seats. "
        yield Problem(
            ("hand_size",),
            wanted,
            str(size),
            f"{todo}Write e.g. hand_size: {min(limit, law_of(data).hand_size or 1)}.",
        )


def _no_choice(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what a table wishes that its game cannot give: keys, sleeves, styles, a form for too many classes."""
    law = law_of(data)
    usual = {**UNCHOSEN, "hand_size": usual_hand(data)}
    for key in CHOICES:
        value = data.get(key, usual[key])
        if key not in law.choices and value != usual[key] and usual[key] is not None:
            yield Problem(
                (key,), f"no {key} in {law.name}: {_WHY_NOT[key]}", shown(value), f"Take {key} out."
            )
    if law.kinds.tiles and data.get("equipment") == SLEEVES:
        todo = "Write equipment: envelopes."
        yield Problem(("equipment",), f"envelopes in {law.name}: no sleeve holds a tile", SLEEVES, todo)
    for number, seat in enumerate(data["seats"]):
        style = seat.get("style", "uniform") if isinstance(seat, Mapping) else "uniform"
        if law.styles is None and style != "uniform":
            at = ("seats", number, "style")
            yield Problem(at, f"uniform virtual seats in {law.name}", shown(style), "Take style out.")
    if slips_show(str(data.get("equipment")), str(data.get("extras"))) and not printed(data.get("protocol")):
        todo = "Write extras: cards (or labels, or business cards), or equipment: envelopes."
        yield Problem(("extras",), f"no slips with equipment: sleeves: {SLIPS_SHOW}", "slips", todo)
    rules, protocol = data.get("rules", law.rules[0]), data.get("protocol", offered()[0])
    if rules not in law.rules or protocol not in offered():
        return
    classes = law.classes(rules)
    if not form_named(protocol).serves(classes):
        able = [name for name in offered() if form_named(name).serves(classes)]
        wanted = (
            f"{either(able)}, as {law.name} by these rules has {classes} classes of cards, the best first"
        )
        yield Problem(("protocol",), wanted, shown(protocol), f"Write protocol: {able[0]}.")


def _strange_seats(seats: Iterable[object]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for number, seat in enumerate(seats):
        keys = seat if isinstance(seat, Mapping) else {"name": seat}
        if isinstance(name := keys.get("name"), str):
            earlier = first.setdefault(fold(name), number)
            if earlier != number:
                todo = f"Seat {earlier + 1} is called so already; add a letter."
                yield Problem(("seats", number, "name"), "a name of its own", shown(name), todo)
        if keys.get("style", "uniform") != "uniform" and keys.get("virtual", False) is False:
            todo = "Add virtual: true, or take style out."
            yield Problem(("seats", number, "style"), "a style only on a virtual seat", "a person", todo)


# ----------------------------------------------------------------------------------------------------
# House rules in a table file: what its rules say where it is silent, and what cannot be combined.


USUAL: dict[str, Any] = {
    "draw": "one",
    "stacking": (),
    "seven_zero": False,
    "jump_in": "no",
    "wild_draw_four": "any",
    "end_on_action": "ends",
    "scores": "none",
}
"""What stands there for a game without house rules."""


def filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a table with those that it leaves to its rules."""
    house = house_of(data.get("game", DEFAULT_GAME))
    return {**(USUAL if house is None else house.usual(data.get("rules"))), **data}


def house_keys(data: Mapping[str, Any]) -> set[str]:
    """Return the house rules that a table's game does not know, and refuses."""
    return set[str]() if house_of(data.get("game", DEFAULT_GAME)) is not None else set(USUAL) - {"draw"}


def spared(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a whole table without those house rules that its rules have anyway."""
    usual = filled({key: data[key] for key in ("game", "rules") if key in data})
    return {
        key: value
        for key, value in data.items()
        if key == "draw" or key not in USUAL or not _same(value, usual[key])
    }


def _same(value: object, usual: object) -> bool:
    return value == (list(usual) if isinstance(usual, tuple) and isinstance(value, list) else usual)


def rules_of(table: Table) -> dict[str, object]:
    """Return the house rules of a table as a game begins with them."""
    return {key: getattr(table, key) for key in USUAL}


def changed_rules(table: Table) -> tuple[tuple[str, object], ...]:
    """Return those house rules of a table that are not as its rules have them, but for drawing."""
    house = house_of(table.game)
    usual = USUAL if house is None else house.usual(table.rules)
    here = rules_of(table)
    return tuple((key, here[key]) for key in here if key != "draw" and here[key] != usual[key])


def house_problems(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield which house rules of a table cannot be: not in this game, or not together."""
    game = data.get("game", DEFAULT_GAME)
    house = house_of(game)
    if house is None:
        for key in USUAL:
            if key in house_keys(data) and key in data and not _same(data[key], USUAL[key]):
                todo = f"The game {shown(game)} has no such rule: take {key} out."
                yield Problem((key,), "no house rule of another game", shown(data[key]), todo)
        return
    name = data.get("protocol", offered()[0])
    known = isinstance(name, str) and name in offered()
    classes = not known or form_named(str(name)).orders
    for key, expected, found, todo in house.at_odds({**data, "pool": pool_of(data)[0]}, classes):
        yield Problem((key,), expected, found, todo)


# ----------------------------------------------------------------------------------------------------
# What a host may measure: the seconds of each act of hands and of a word, and the size of the table.
#
# Seconds are for one pair of hands.  No measurement of a run at k = 107 is published, so every figure below is
# *assumed*, set so that the published form in envelopes takes about forty minutes of one pair of hands a turn.
# A table file may override them; past games at the table replace them (`planning.learn`).


class Speed(NamedTuple):
    """What an act is, its seconds, and where the figure comes from."""

    words: str
    seconds: float
    source: str = "assumed"


SPEEDS: dict[Handling, Speed] = {
    Handling.WORD: Speed("say a word: 150 a minute", 0.4),
    Handling.LAY: Speed("lay a card on its place", 0.7),
    Handling.PUT: Speed("lay a marker or another extra card", 0.9),
    Handling.PAIR: Speed("find a card in the list, lay its pair", 1.8),
    Handling.COVER: Speed("turn a card (or a sleeve) face down", 0.4),
    Handling.REVEAL: Speed("turn a card (or a sleeve) face up", 0.5),
    Handling.FILL: Speed("put a card of a pile into its envelope", 1.1),
    Handling.EMPTY: Speed("take one out and lay it in order", 0.9),
    Handling.SLEEVE: Speed("put a card into a sleeve and lay it", 1.6),
    Handling.SLIP: Speed("slip cards behind it, or out again", 0.7),
    Handling.SET: Speed("lay a full sleeve on its place", 0.5),
    Handling.MIX: Speed("pile-scramble, any number of piles", 10.0),
    Handling.MIX_PILE: Speed("pile-scramble, more for each pile", 0.4),
    Handling.TWO_PILES: Speed("swap two piles until nobody knows", 8.0),
    Handling.INSERT: Speed("push a card into the wallet, or draw it out", 3.0),
    Handling.HALF_TURNS: Speed("half turns of the wallet under a lid", 8.0),
    Handling.LOOK: Speed("turn the wallet over, find the dot", 2.0),
    Handling.SORT: Speed("bring a column to its group", 1.0),
    Handling.MOVE: Speed("move a card of the six-card row", 0.6),
    Handling.TAKE: Speed("take an extra card to the box", 0.25),
    Handling.APART: Speed("sort a mixed α or β for the next run", 0.5),
    Handling.GIVE: Speed("give a card back to its owner", 0.4),
    Handling.PERSON: Speed("a person's turn", 12.0),
    Handling.DEAL: Speed("deal a card", 0.8),
}
MOST_SECONDS = 3600
"""An act takes less than an hour."""

USUAL_TABLE = "180x90"
SMALLEST_CM, LARGEST_CM = 30.0, 1000.0
"""Between these lie the sides of a table."""


class TableSize(NamedTuple):
    """A table's width and depth in cm, the longer side first."""

    width: float
    depth: float


def size_of(text: str) -> TableSize | None:
    """Return a table's size from text such as "180x90"; None if it is none, or no table is of that size.

    >>> size_of("90 x 180 cm"), size_of("180"), size_of("1x1")
    (TableSize(width=180.0, depth=90.0), None, None)
    """
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*[x×*]\s*(\d+(?:\.\d+)?)\s*(?:cm)?\s*", text.lower())
    if found is None:
        return None
    depth, width = sorted((float(found[1]), float(found[2])))
    return TableSize(width, depth) if depth >= SMALLEST_CM and width <= LARGEST_CM else None


# ----------------------------------------------------------------------------------------------------
# One value of a table file at a time: taken as it is meant, or refused with what to write.


PROTOCOLS = offered()
DEFAULT_PROTOCOL = PROTOCOLS[0]
FORMER = {
    "streamlined": "Write protocol: knockout, which plays alike and takes fewer steps.",
    "priority": "Write protocol: knockout and wild_draw_four: last.",
    "weighted": "Write protocol: knockout.",
    "open": "Write protocol: wallet, which tells nothing but the card.",
    "asking": "Write protocol: wallet, which tells nothing but the card.",
}
"""What to write for a form that is no more."""
RESERVED = frozenset(
    {"start", "first", "plays", "draws", "passes", "deck", "pool", "unplayed", "discards", "none"}
    | {"host", "everyone", "helpers", "quit", "undo", "help", "note", "stop", "state", "doubt"}
    | {"history", "back", "redo", "table", "void", "count", "recount", "correct"}
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
TableSizeText = Annotated[str, BeforeValidator(_table_size)]
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


# ----------------------------------------------------------------------------------------------------
# Printers of a table: what makes up for the error of each.


LARGEST_OFFSET, LARGEST_SCALING, MOST_PRINTERS = 20.0, 0.1, 8
"""More than this is a mistake in typing, not in a printer: mm, and parts of 1; and printers of one table."""


def within(low: float, high: float) -> BeforeValidator:
    """Return the check of a number between two limits, both allowed."""

    def number(value: object) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        raise refuse(f"a number from {low:g} to {high:g}", "Measure again with the sheet calibration.")

    return BeforeValidator(number)


def _printers(value: object) -> object:
    """Return printers by their names, no two alike but for capitals; a key with nothing after it is none."""
    if value is None:
        return {}
    if not isinstance(value, Mapping) or len(value) > MOST_PRINTERS:
        raise refuse(f"up to {MOST_PRINTERS} printers by name", f"Write e.g. printers: {PRINTER_EXAMPLE}.")
    if len({fold(str(name)) for name in value}) < len(value):
        raise refuse("a name of its own for each printer", "Two differ only in capitals; rename one.")
    return value


def _printer(value: object) -> object:
    if not isinstance(value, Mapping | Printer):
        raise refuse("what the sheet calibration gave", f"Write e.g. printers: {PRINTER_EXAMPLE}.")
    return value


Shift = Annotated[float, within(-LARGEST_OFFSET, LARGEST_OFFSET)]
Stretch = Annotated[float, within(1 - LARGEST_SCALING, 1 + LARGEST_SCALING)]


class Printer(Keys):
    """What makes up for one printer's error: mm to move right and down, factors to stretch across and down."""

    offset_x: Shift = 0.0
    offset_y: Shift = 0.0
    scale_x: Stretch = 1.0
    scale_y: Stretch = 1.0


PRINTER_EXAMPLE = "{office: {offset_x: 0.3, offset_y: -0.2, scale_x: 1.0025, scale_y: 1.001}}"
"""As a table file keeps it; on the calibration sheet too."""
PrinterName = Annotated[str, name_of(LONGEST_NAME)]
Printers = Annotated[
    dict[PrinterName, Annotated[Printer, BeforeValidator(_printer)]], BeforeValidator(_printers)
]


# ----------------------------------------------------------------------------------------------------


MOST_HELPERS = 8


class SeatKeys(Keys):
    """A place at the table: a person, or a virtual player whose hand nobody may see."""

    name: SeatName = Field(description="what everyone calls the player")
    virtual: bool = Field(
        default=False, strict=True, description="true: nobody sits there, the table plays the hand"
    )
    style: Style = Field(
        default="uniform",
        description="how a virtual player plays: uniform, attacker, saver or finisher\n"
        "    (attacker: first what takes the next seat's turn; saver: black cards last; finisher: a saver\n"
        "    with more than 3 cards, then an attacker; with a published protocol it takes the knockout)",
    )

    @model_validator(mode="before")
    @classmethod
    def _bare_name(cls, value: object) -> object:
        return value if isinstance(value, Mapping | SeatKeys) else {"name": value}


def _listed(names: Iterable[str]) -> str:
    """Return names in lines of a comment, none of them broken."""
    whole_names = ", ".join(name.replace(" ", "\xa0") for name in names)
    return "\n".join(textwrap.wrap(f"{whole_names}.", 98)).replace("\xa0", " ")


def _places(game: str) -> str:
    """Return how many seats a game has."""
    fewest, most = game_named(game).seats
    return f"{game} {fewest} seats" if fewest == most else f"{game} {fewest} to {most} seats"


class Table(Keys):
    """Everything about a table; each description is the comment above its key in the file."""

    name: Annotated[str, name_of(60)] = Field(
        default="table", description="What you call this table; it is printed on the sheets."
    )
    game: GameName = Field(default=DEFAULT_GAME, description=f"The game: {either(games())}.")
    rules: RulesName = Field(
        default="paper",
        description="The rules: paper (those of the research paper); UNO also knows official (the maker's, with\n"
        "challenges and points to 500) and kpgut (a book of house rules: chains, several cards, a ranking);\n"
        "the other games know usual (what most tables play).",
    )
    seats: tuple[SeatKeys, ...] = Field(
        description="Who sits where, clockwise, at least one of them a person:\n"
        + f"{', '.join(_places(name) for name in games())}.\n"
        "A person is a name. For a virtual player write {name: Vera, virtual: true, style: uniform}:\n"
        + "".join(f"  {key}: {field.description}\n" for key, field in SeatKeys.model_fields.items())
        + 'Put a name that is a number, or a word like "No", in quotes.'
    )
    hand_size: int = Field(default=7, strict=True, ge=1, description="Cards dealt to each seat.")
    draw: Literal["one", "until playable"] = Field(
        default="one",
        description="Who cannot play draws: one (one card), or until playable (goes on drawing, a house rule).",
    )
    stacking: Stacking = Field(
        default=(),
        description="Which card may answer which, so that the next seat has the sum to draw, e.g. [+ on +]:\n"
        + _listed(STACKS),
    )
    seven_zero: bool = Field(
        default=False,
        strict=True,
        description="true: who plays a 7 swaps hands with a seat (a virtual player with the smallest hand);\n"
        "a 0 passes all hands on. Who has held a hand then knows it: that is said, and kept.",
    )
    jump_in: Literal["no", "plays on", "turn stays"] = Field(
        default="no",
        description="Whether a person may play the double of the top card out of turn: no; plays on (the game goes\n"
        "on from there); turn stays (numbers only). Never a virtual player: its no would tell a card.",
    )
    wild_draw_four: Literal["any", "last", "challenge"] = Field(
        default="any",
        description="When a wild draw four may be played: any (always), last (if nothing else fits), or challenge\n"
        "(if no card of the colour is held; people may bluff; virtual seats challenge them by lot).",
    )
    end_on_action: Literal["ends", "draw one"] = Field(
        default="ends",
        description="A last card that is no number: ends (the hand is over), or draw one (its seat draws, goes on).",
    )
    scores: Literal["none", "match", "session"] = Field(
        default="none",
        description="What is counted: none, match (points of the hands left, to 500), or session (kpgut's minutes).",
    )
    protocol: ProtocolName = Field(
        default=DEFAULT_PROTOCOL,
        description="How the table finds a virtual player's card without seeing the hand:\n"
        + _listed(f"{name} ({form_named(name).about})" for name in PROTOCOLS)
        + "\nThe wallet is quickest; uno (paper, official), hearts and dominoes have it, one style a table.",
    )
    conceal: bool = Field(
        default=False,
        strict=True,
        description="true: the discard pile joins the layout, so less can be counted; slower.",
    )
    pool: Literal["shared", "split"] = Field(
        default="shared",
        description="shared: everyone draws from one deck.\n"
        "split: virtual players draw from a small deck of their own; turns are shorter. A wallet's\n"
        "is printed: write split, and what it holds below.",
    )
    pool_deck: PoolDeck = Field(
        default=DEFAULT_POOL,
        description="The deck of a split pool: full-108, half-54, compact-27, or a list of cards\n"
        "such as [7R, SY, +B, W, D]. A shared pool does not look at it.",
    )
    equipment: Literal["envelopes", "sleeves"] = Field(
        default="envelopes",
        description="What holds the cards of a pile together: envelopes, or sleeves (clear on one side,\n"
        "opaque on the other) and two opaque envelopes for what is swapped. Not with a wallet.",
    )
    wording: Literal["auto", "full", "brief"] = Field(
        default="auto",
        description="How much play says at once: full (one act a number), brief (what belongs together is one\n"
        "act), or auto (full; brief is offered after two clean runs). Typed, each goes at once.",
    )
    helpers: int = Field(
        default=1,
        strict=True,
        ge=1,
        le=MOST_HELPERS,
        description="Pairs of hands that can work at once, yours too: 1 to 8.",
    )
    seconds: Seconds = Field(
        default={},
        description="Seconds your hands take for an act, where you know better than the program, which assumes\n"
        f"and learns from your games, e.g. {SECONDS_EXAMPLE}; plan --full explains the acts:\n"
        + _listed(SPEEDS),
    )
    table_size: TableSizeText = Field(default=USUAL_TABLE, description="Your table, width x depth in cm.")
    extras: Literal["labels", "slips", "business cards", "cards", "plain"] = Field(
        default="labels",
        description="The extra cards: labels (stuck on other cards' whole faces), slips (of paper, in sleeves\n"
        "of their own; with envelopes only), business cards (perforated), cards (cut from strong\n"
        "paper), or plain (bare decks). Not with a wallet, which needs none.",
    )
    paper: Literal["A4", "Letter"] = Field(
        default="A4", description="The paper in your printer: A4 or Letter."
    )
    printers: Printers = Field(
        default={},
        description="What makes up for a printer's error, read off the sheet calibration: mm and factors, e.g.\n"
        + PRINTER_EXAMPLE,
    )

    @model_validator(mode="before")
    @classmethod
    def _usual_hand(cls, value: object) -> object:
        """Deal as many cards as the game usually does, from the deck its form has, where the file does not say."""
        if not isinstance(value, Mapping):
            return value
        usual = {} if "hand_size" in value else {"hand_size": usual_hand(value)}
        own = dict(zip(("pool", "pool_deck"), pool_of(value), strict=True))
        return {**{key: size for key, size in usual.items() if size}, **own, **filled(value)}

    @model_validator(mode="after")
    def _as_a_whole(self) -> Table:
        data = self.model_dump()
        for problem in (*whole(data), *house_problems(data)):
            raise PydanticCustomError("whole", "{problem}", {"problem": str(problem)})
        return self

    @property
    def people(self) -> tuple[SeatKeys, ...]:
        return tuple(seat for seat in self.seats if not seat.virtual)

    @property
    def named_first(self) -> tuple[str, ...]:
        """All names, those of people first: who stands in an example does what people do."""
        return tuple(seat.name for seat in (*self.people, *self.virtual))

    @property
    def virtual(self) -> tuple[SeatKeys, ...]:
        return tuple(seat for seat in self.seats if seat.virtual)


# ----------------------------------------------------------------------------------------------------
# What is public of a table before the first event: its decks, its rules, and the masks of a printed deck.


def pool_cards(table: Table) -> tuple[str, ...]:
    """Return the deck that only the virtual seats draw from; empty where everyone draws from one."""
    if table.pool == "shared":
        return ()
    if isinstance(table.pool_deck, str):
        return game_named(table.game).pools[table.pool_deck]
    return table.pool_deck


def state_before(table: Table) -> Any:
    """Return what is public of a table before the first event."""
    options: dict[str, object] = {
        "rules": table.rules,
        "hand_size": table.hand_size,
        "pool": pool_cards(table),
        "until": table.draw == "until playable",
        **rules_of(table),
    }
    return game_named(table.game).begin([Seat(seat.name, seat.virtual) for seat in table.seats], options)


def masks_at(table: Table) -> Masks:
    """Return the masks of the deck that a table prints; raises `CommandError` with the reason where none can be."""
    styles = [seat.style for seat in table.virtual]
    return masks_of(game_named(table.game), state_before(table), styles, table.conceal)


def unserved(table: Table) -> Iterator[Problem]:
    """Yield why no printed deck can serve a table that wants one."""
    if printed(table.protocol) and table.virtual:
        try:
            masks_at(table)
        except CommandError as err:
            yield Problem(("protocol",), err.expected, err.found, err.todo)
