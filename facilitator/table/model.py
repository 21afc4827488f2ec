"""What a table is: keys, defaults, limits, and the comments a host reads in the file.

`Table` is the only definition of a key: its type and limits, its default, its comment, and where it has a meaning.
The file, its comments and its error messages are told from it; pydantic does the checking of single values, and what
must hold between them is in `between`.
"""

from __future__ import annotations

import difflib
import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from facilitator.errors import CommandError
from facilitator.games.masks import Masks, masks_of
from facilitator.games.registry import game_named, games, house_of
from facilitator.games.rules import STACKS, Rules, Seat, classes_by, most_cards
from facilitator.machine.faces import SLEEVES
from facilitator.protocols.forms import form_named, offered
from facilitator.table.yaml import Problem, either, shown
from facilitator.telling.handling import Handling
from facilitator.words import fold, listed, plural
from facilitator.words.catalogue import ENGLISH

DEFAULT_GAME, DEFAULT_POOL = "uno", "full-108"
PRINTED_POOL = "compact-27"
"""The deck that is printed for virtual seats where a table does not say: three sheets of ten."""

# ----------------------------------------------------------------------------------------------------
# What a host may measure: the seconds of each act of hands and of a word, and the size of the table.
#
# Seconds are for one pair of hands.  No measurement of a run at k = 107 is published, so every figure below is
# *assumed*, set so that the published form in envelopes takes about forty minutes of one pair of hands a turn.
# A table file may override them; past games at the table replace them (`evening.learn`).


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
# What can be told of a table that may still be wrong elsewhere: ``data`` are its keys as they were written.


def printed(protocol: object) -> bool:
    """Whether the virtual seats of a form play with a printed deck, and nothing is laid out in columns."""
    return isinstance(protocol, str) and protocol in offered() and not form_named(protocol).columns


def law_of(data: Mapping[str, Any]) -> Rules[Any]:
    """Return the game of a table: the usual one until it names another."""
    name = data.get("game", DEFAULT_GAME)
    return game_named(name if name in games() else DEFAULT_GAME)


def pool_of(data: Mapping[str, Any]) -> tuple[object, object]:
    """Return pool and deck of a table; a printed deck is the virtual seats' own."""
    law, house = law_of(data), house_of(data.get("game", DEFAULT_GAME))
    own = printed(data.get("protocol")) and "pool" in law.about.choices
    if own and house is not None:  # where one deck serves all seats, that is the reason to be told
        own = all(odd.key != "pool" for odd in house.at_odds({**data, "pool": "split"}, classes=True))
    pool, deck = ("split", PRINTED_POOL) if own else ("shared", DEFAULT_POOL)
    return data.get("pool", pool), data.get("pool_deck", deck)


def filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a table with those that it leaves to its rules."""
    house = house_of(data.get("game", DEFAULT_GAME))
    return {**(USUAL if house is None else house.usual(data.get("rules"))), **data}


def usual_hand(data: Mapping[str, Any]) -> int | None:
    """Return the hand that is dealt where a table does not say (all dealt out: the largest); None if unknown."""
    law, seats = law_of(data), data.get("seats", ())
    if law.about.hand_size is not None:
        return law.about.hand_for(len(seats) if isinstance(seats, list | tuple) else 0)
    return -(-len(law.kinds.cards) // len(seats)) if _seated(law, seats) else None


def limit_of(data: Mapping[str, Any]) -> int | None:
    """Return the largest hand of a table; None while it cannot be told."""
    law, seats, (pool, deck) = law_of(data), data.get("seats", ()), pool_of(data)
    if not _seated(law, seats) or pool not in ("shared", "split"):
        return None
    virtual = sum(map(_is_virtual, seats))
    if pool == "shared":
        return most_cards(law, len(seats) - virtual, virtual, None)
    cards = law.about.pools.get(deck, ()) if isinstance(deck, str) else deck
    size = len(cards) if isinstance(cards, list | tuple) else 0
    return most_cards(law, len(seats) - virtual, virtual, size) if size else None


def _seated(law: Rules[Any], seats: Any) -> bool:
    """Whether as many sit there as the game has seats for."""
    return isinstance(seats, list | tuple) and law.about.seats[0] <= len(seats) <= law.about.seats[1]


def _is_virtual(seat: object) -> bool:
    return isinstance(seat, Mapping) and seat.get("virtual") is True


SLIPS_SHOW = (
    "in a sleeve of its own a slip is larger than the play card, so that owner and card show together through the "
    "clear side"
)


def slips_show(equipment: str, extras: str) -> bool:
    """Whether extra cards made so would show beside a play card that stays in its sleeve."""
    return equipment == SLEEVES and extras == "slips"


# ----------------------------------------------------------------------------------------------------
# One value of a table file at a time: what pydantic refuses is told in our words, with what to write.


PROTOCOLS = offered()
MOST_HELPERS = 8
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
    """Return the error of a value: what was expected, and what to write; what was found is added where it is told."""
    return PydanticCustomError("refused", "expected {expected}. {todo}", {"expected": expected, "todo": todo})


def told(expected: str, todo: str) -> WrapValidator:
    """Return the words for whatever is refused in a value; what is wrong within it keeps its own."""

    def check(value: object, handler: ValidatorFunctionWrapHandler) -> object:
        try:
            return handler(value)
        except ValidationError as err:
            if any(one["type"] in ("refused", "extra_forbidden") for one in err.errors()):
                raise
            raise refuse(expected, todo) from None

    return WrapValidator(check)


def or_else(nothing: object) -> BeforeValidator:
    """Return the check that takes a key with nothing after it (all its lines taken out) for this."""
    return BeforeValidator(lambda value: nothing if value is None else value)


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
    if isinstance(value, str) and value in (law.about.pools or {DEFAULT_POOL}):
        return value
    raise refuse(f"{either(law.about.pools)}, or a list of cards", "Write e.g. pool_deck: half-54.")


def _game(value: object) -> object:
    return _one_of("game", value, games(), DEFAULT_GAME)


def _rules(value: object, info: ValidationInfo) -> object:
    rules = law_of(info.data).about.rules
    return _one_of("rules", value, rules, rules[0])


def _protocol(value: object) -> object:
    if isinstance(value, str) and value in FORMER:
        raise refuse(f"{either(offered())}; {value} is no more", FORMER[value])
    return _one_of("protocol", value, offered(), DEFAULT_PROTOCOL)


def _one_of(key: str, value: object, known: Sequence[str], usual: str) -> object:
    """Return a value that is known; else refuse."""
    if isinstance(value, str) and value in known:
        return value
    close = difflib.get_close_matches(str(value)[:40].casefold(), known, 1, 0.5)
    raise refuse(either(known), f"Write e.g. {key}: {close[0] if close else usual}.")


def _act(value: object) -> object:
    if isinstance(value, str) and value in SPEEDS:
        return value
    raise refuse(f"one of {', '.join(SPEEDS)}", meant(value, SPEEDS))


def meant(value: object, known: Iterable[str]) -> str:
    """Say which of the known names was meant, or that there is none like it."""
    close = difflib.get_close_matches(str(value)[:40].lower(), list(known), 1, 0.6)
    return f"Did you mean {close[0]}?" if close else "Take it out."


def _in_order(value: tuple[str, ...]) -> tuple[str, ...]:
    """Return which card may answer which, each once."""
    if not set(value) <= set(STACKS):
        raise ValueError
    return tuple(stack for stack in STACKS if stack in value)


def _a_size(value: str) -> str:
    if size_of(value) is None:
        raise ValueError
    return value


def _apart(value: dict[str, Any]) -> dict[str, Any]:
    """Return printers by their names, no two alike but for capitals."""
    if len({fold(name) for name in value}) < len(value):
        raise refuse("a name of its own for each printer", "Two differ only in capitals; rename one.")
    return value


def name_of(longest: int) -> BeforeValidator:
    """Return the check of a name of so many characters at most."""
    return BeforeValidator(lambda value: words(value, longest))


class Keys(BaseModel):
    """Keys with their values; once read, they stay, and a key that is unknown is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


SeatName = Annotated[str, BeforeValidator(_seat_name)]
StyleName = Literal["uniform", "attacker", "saver", "finisher"]
PoolDeck = Annotated[str | tuple[str, ...], BeforeValidator(_pool_deck)]
Stacking = Annotated[
    tuple[str, ...],
    AfterValidator(_in_order),
    told(f"a list of {listed(STACKS)}", "Write e.g. stacking: [+ on +], or stacking: []."),
    or_else(()),
]
TableSizeText = Annotated[
    str,
    AfterValidator(_a_size),
    told("width x depth in cm, 30 to 1000 each", f"Write e.g. table_size: {USUAL_TABLE}."),
]
_EXAMPLES = (Handling.LAY, Handling.TWO_PILES)
SECONDS_EXAMPLE = f"{{{', '.join(f'{one}: {SPEEDS[one].seconds}' for one in _EXAMPLES)}}}"
_SECONDS_TODO = f"Write e.g. seconds: {SECONDS_EXAMPLE}."
ActSeconds = Annotated[
    float,
    Field(strict=True, gt=0, lt=MOST_SECONDS),
    told(f"seconds above 0 and below {MOST_SECONDS}", _SECONDS_TODO),
]
Seconds = Annotated[
    dict[Annotated[str, BeforeValidator(_act)], ActSeconds],
    told("acts with their seconds", _SECONDS_TODO),
    or_else({}),
]

LARGEST_OFFSET, LARGEST_SCALING, MOST_PRINTERS = 20.0, 0.1, 8
"""More than this is a mistake in typing, not in a printer: mm, and parts of 1; and printers of one table."""
PRINTER_EXAMPLE = "{office: {offset_x: 0.3, offset_y: -0.2, scale_x: 1.0025, scale_y: 1.001}}"
"""As a table file keeps it; on the calibration sheet too."""


_MEASURE = "Measure again with the sheet calibration."
Shift = Annotated[
    float,
    Field(strict=True, ge=-LARGEST_OFFSET, le=LARGEST_OFFSET),
    told(f"a number from {-LARGEST_OFFSET:g} to {LARGEST_OFFSET:g}", _MEASURE),
]
Stretch = Annotated[
    float,
    Field(strict=True, ge=1 - LARGEST_SCALING, le=1 + LARGEST_SCALING),
    told(f"a number from {1 - LARGEST_SCALING:g} to {1 + LARGEST_SCALING:g}", _MEASURE),
]


class Printer(Keys):
    """What makes up for one printer's error: mm to move right and down, factors to stretch across and down."""

    offset_x: Shift = 0.0
    offset_y: Shift = 0.0
    scale_x: Stretch = 1.0
    scale_y: Stretch = 1.0


_PRINTERS_TODO = f"Write e.g. printers: {PRINTER_EXAMPLE}."
Printers = Annotated[
    dict[
        Annotated[str, name_of(LONGEST_NAME)],
        Annotated[Printer, told("what the sheet calibration gave", _PRINTERS_TODO)],
    ],
    Field(max_length=MOST_PRINTERS),
    AfterValidator(_apart),
    told(f"up to {MOST_PRINTERS} printers by name", _PRINTERS_TODO),
    or_else({}),
]


# ----------------------------------------------------------------------------------------------------
# Where a key has a meaning: a table that has none for it leaves it out, and is told why where it does not.


class Scope(Enum):
    """Which tables a key is for; its value: what is expected of the others, and what they should do."""

    GAME = "no {key} in {game}: {why}", "Take {key} out."
    HOUSE = "no house rule of another game", "The game {shown} has no such rule: take {key} out."
    COLUMNS = "no {key} with protocol: {protocol}: nothing is laid out in columns", "Take {key} out."


class Only(NamedTuple):
    """Marks a key that has a meaning at some tables only, and says why at others it has none."""

    scope: Scope
    why: str = ""


class SeatKeys(Keys):
    """A place at the table: a person, or a virtual player whose hand nobody may see."""

    name: SeatName = Field(description="what everyone calls the player")
    virtual: bool = Field(
        default=False, strict=True, description="true: nobody sits there, the table plays the hand"
    )
    style: StyleName = Field(
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
    fewest, most = game_named(game).about.seats
    return f"{game} {fewest}" if fewest == most else f"{game} {fewest} to {most}"


class Table(Keys):
    """Everything about a table; each description is the comment above its key in the file."""

    name: Annotated[str, name_of(60)] = Field(
        default="table", description="What you call this table; it is printed on the sheets."
    )
    game: Annotated[str, BeforeValidator(_game)] = Field(
        default=DEFAULT_GAME, description=f"The game: {either(games())}."
    )
    rules: Annotated[str, BeforeValidator(_rules)] = Field(
        default="paper",
        description="The rules: paper (those of the research paper); UNO also knows official (the maker's, with\n"
        "challenges and points to 500) and kpgut (a book of house rules: chains, several cards, a ranking);\n"
        "the other games know usual (what most tables play), eights also match and mau-mau.",
    )
    seats: tuple[SeatKeys, ...] = Field(
        description="Who sits where, clockwise, at least one of them a person:\n"
        + f"{', '.join(_places(name) for name in games())} seats.\n"
        "A person is a name. For a virtual player write {name: Vera, virtual: true, style: uniform}:\n"
        + "".join(f"  {key}: {field.description}\n" for key, field in SeatKeys.model_fields.items())
        + 'Put a name that is a number, or a word like "No", in quotes.'
    )
    hand_size: Annotated[int, Only(Scope.GAME, "all cards are dealt out")] = Field(
        default=7, strict=True, ge=1, description="Cards dealt to each seat."
    )
    draw: Annotated[Literal["one", "until playable"], Only(Scope.GAME, "its rules say who draws")] = Field(
        default="one",
        description="Who cannot play draws: one (one card), or until playable (goes on drawing, a house rule).",
    )
    stacking: Annotated[Stacking, Only(Scope.HOUSE)] = Field(
        default=(),
        description="Which card may answer which, so that the next seat has the sum to draw, e.g. [+ on +]:\n"
        + _listed(STACKS),
    )
    seven_zero: Annotated[bool, Only(Scope.HOUSE)] = Field(
        default=False,
        strict=True,
        description="true: who plays a 7 swaps hands with a seat (a virtual player with the smallest hand);\n"
        "a 0 passes all hands on. Who has held a hand then knows it: that is said, and kept.",
    )
    jump_in: Annotated[Literal["no", "plays on", "turn stays"], Only(Scope.HOUSE)] = Field(
        default="no",
        description="Whether a person may play the double of the top card out of turn: no; plays on (the game goes\n"
        "on from there); turn stays (numbers only). Never a virtual player: its no would tell a card.",
    )
    wild_draw_four: Annotated[Literal["any", "last", "challenge"], Only(Scope.HOUSE)] = Field(
        default="any",
        description="When a wild draw four may be played: any (always), last (if nothing else fits), or challenge\n"
        "(if no card of the colour is held; people may bluff; virtual seats challenge them by lot).",
    )
    end_on_action: Annotated[Literal["ends", "draw one"], Only(Scope.HOUSE)] = Field(
        default="ends",
        description="A last card that is no number: ends (the hand is over), or draw one (its seat draws, goes on).",
    )
    scores: Annotated[Literal["none", "match", "session"], Only(Scope.HOUSE)] = Field(
        default="none",
        description="What is counted: none, match (points of the hands left, to 500), or session (kpgut's minutes).",
    )
    protocol: Annotated[str, BeforeValidator(_protocol)] = Field(
        default=DEFAULT_PROTOCOL,
        description="How the table finds a virtual player's card without seeing the hand:\n"
        + _listed(f"{name} ({form_named(name).about})" for name in PROTOCOLS)
        + "\nThe wallet is quickest; uno (paper, official), hearts and dominoes have it, one style a table.",
    )
    conceal: Annotated[bool, Only(Scope.GAME, "nothing is discarded that could be hidden")] = Field(
        default=False,
        strict=True,
        description="true: the discard pile joins the layout, so less can be counted; slower.",
    )
    pool: Annotated[Literal["shared", "split"], Only(Scope.GAME, "nobody has a deck of their own")] = Field(
        default="shared",
        description="shared: everyone draws from one deck.\n"
        "split: virtual players draw from a small deck of their own; turns are shorter. A wallet's\n"
        "is printed: write split, and what it holds below.",
    )
    pool_deck: Annotated[PoolDeck, Only(Scope.GAME, "nobody has a deck of their own")] = Field(
        default=DEFAULT_POOL,
        description="The deck of a split pool: full-108, half-54, compact-27, or a list of cards\n"
        "such as [7R, SY, +B, W, D]. A shared pool does not look at it.",
    )
    equipment: Annotated[Literal["envelopes", "sleeves"], Only(Scope.COLUMNS)] = Field(
        default="envelopes",
        description="What holds the cards of a pile together: envelopes, or sleeves (clear on one side,\n"
        "opaque on the other) and two opaque envelopes for what is swapped. Not with a wallet.",
    )
    language: Literal["en", "de"] = Field(
        default="en", description="What is spoken: en (English), de (German)."
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
    extras: Annotated[Literal["labels", "slips", "business cards", "cards", "plain"], Only(Scope.COLUMNS)] = (
        Field(
            default="labels",
            description="The extra cards: labels (stuck on other cards' whole faces), slips (of paper, in sleeves\n"
            "of their own; with envelopes only), business cards (perforated), cards (cut from strong\n"
            "paper), or plain (bare decks). Not with a wallet, which needs none.",
        )
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
    def _usual_keys(cls, value: object) -> object:
        """Play by the usual rules, and deal as many cards as the game does, from its form's deck."""
        if not isinstance(value, Mapping):
            return value
        usual: dict[str, object] = {"rules": law_of(value).about.rules[0]}
        if "hand_size" not in value and (size := usual_hand(value)):
            usual["hand_size"] = size
        own = dict(zip(("pool", "pool_deck"), pool_of(value), strict=True))
        return {**usual, **own, **filled(value)}

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


ONLY: Mapping[str, Only] = {
    key: mark
    for key, field in Table.model_fields.items()
    for mark in field.metadata
    if isinstance(mark, Only)
}
"""The keys that have a meaning at some tables only."""
USUAL: Mapping[str, Any] = {
    key: Table.model_fields[key].default for key in ONLY if key == "draw" or ONLY[key].scope is Scope.HOUSE
}
"""What stands for each house rule in a game that has none."""
FOR_COLUMNS: Mapping[str, Any] = {
    key: Table.model_fields[key].default for key in ONLY if ONLY[key].scope is Scope.COLUMNS
}
"""The keys about what lies in columns, and what stands for them where nothing does."""


def has_meaning(key: str, data: Mapping[str, Any]) -> bool:
    """Whether a table that may still be wrong elsewhere has a use for this key."""
    match ONLY.get(key):
        case Only(Scope.GAME):
            return key in law_of(data).about.choices
        case Only(Scope.HOUSE):
            return house_of(data.get("game", DEFAULT_GAME)) is not None
        case Only(Scope.COLUMNS):
            return not printed(data.get("protocol"))
    return True


def spared(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a whole table without those house rules that its rules have anyway, and without English."""
    usual = {**filled({key: data[key] for key in ("game", "rules") if key in data}), "language": ENGLISH}
    unsaid = {*USUAL, "language"} - {"draw"}
    kept = {key for key in data if key not in unsaid or not _same(data[key], usual[key])}
    return {key: value for key, value in data.items() if key in kept}


def _same(value: object, usual: object) -> bool:
    return value == (list(usual) if isinstance(usual, tuple) and isinstance(value, list) else usual)


def rules_of(table: Table) -> dict[str, object]:
    """Return the house rules of a table as a game begins with them."""
    return {key: getattr(table, key) for key in USUAL}


def changed_rules(table: Table) -> tuple[tuple[str, object], ...]:
    """Return those house rules of a table that are not as its rules have them, but for drawing."""
    usual = filled({"game": table.game, "rules": table.rules})
    return tuple((key, rule) for key, rule in rules_of(table).items() if key != "draw" and rule != usual[key])


# ----------------------------------------------------------------------------------------------------
# What must hold between the keys of a table: seats that can play, hands that can be dealt, keys that go together.


def between(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong between keys that are each well formed; keys that are not are passed over."""
    yield from without_meaning(data)
    yield from _house_at_odds(data)
    seats = data.get("seats")
    if isinstance(seats, list | tuple):
        yield from _seats(data, seats)
        yield from _equipment(data)
        yield from _form(data)
        yield from _hand(data)


def without_meaning(data: Mapping[str, Any], written: bool = False) -> Iterator[Problem]:
    """Yield the keys that a table has no use for and sets; of those about columns, ``written``, all it has."""
    law, game = law_of(data), data.get("game", DEFAULT_GAME)
    for key, (scope, why) in ONLY.items():
        if key not in data or has_meaning(key, data):
            continue
        usual = usual_hand(data) if key == "hand_size" else Table.model_fields[key].default
        if (written and scope is Scope.COLUMNS) or not (usual is None or _same(data[key], usual)):
            names = {
                "key": key,
                "why": why,
                "game": law.about.name,
                "shown": shown(game),
                "protocol": data.get("protocol"),
            }
            expected, todo = (text.format(**names) for text in scope.value)
            yield Problem((key,), expected, shown(data[key]), todo)


def _house_at_odds(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield which house rules of a table cannot be together."""
    house, name = house_of(data.get("game", DEFAULT_GAME)), data.get("protocol", DEFAULT_PROTOCOL)
    classes = not (isinstance(name, str) and name in offered()) or form_named(name).orders
    for key, expected, found, todo in (
        house.at_odds({**data, "pool": pool_of(data)[0]}, classes) if house else ()
    ):
        yield Problem((key,), expected, found, todo)


def _seats(data: Mapping[str, Any], seats: Sequence[object]) -> Iterator[Problem]:
    """Yield what is wrong with who sits there: how many, under which names, with which styles."""
    law, first = law_of(data), dict[str, int]()
    fewest, most = law.about.seats
    if not _seated(law, seats):
        wanted = plural(most, "seat") if fewest == most else f"{fewest} to {most} seats"
        yield Problem(("seats",), wanted, str(len(seats)), "Add seats or take some out.")
    elif all(map(_is_virtual, seats)):
        todo = "Somebody has to move the cards: take virtual: true off one seat."
        yield Problem(("seats",), "at least one person", "virtual seats only", todo)
    for number, seat in enumerate(seats):
        keys = seat if isinstance(seat, Mapping) else {"name": seat}
        if (
            isinstance(name := keys.get("name"), str)
            and (earlier := first.setdefault(fold(name), number)) != number
        ):
            todo = f"Seat {earlier + 1} is called so already; add a letter."
            yield Problem(("seats", number, "name"), "a name of its own", shown(name), todo)
        if (style := keys.get("style", "uniform")) == "uniform":
            continue
        at = ("seats", number, "style")
        if keys.get("virtual", False) is False:
            todo = "Add virtual: true, or take style out."
            yield Problem(at, "a style only on a virtual seat", "a person", todo)
        if law.about.styles is None:
            yield Problem(at, f"uniform virtual seats in {law.about.name}", shown(style), "Take style out.")


def _equipment(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what the cards cannot be held in."""
    law, equipment = law_of(data), data.get("equipment")
    if law.kinds.tiles and equipment == SLEEVES:
        todo = "Write equipment: envelopes."
        yield Problem(("equipment",), f"envelopes in {law.about.name}: no sleeve holds a tile", SLEEVES, todo)
    if slips_show(str(equipment), str(data.get("extras"))) and has_meaning("extras", data):
        todo = "Write extras: cards (or labels, or business cards), or equipment: envelopes."
        yield Problem(("extras",), f"no slips with equipment: sleeves: {SLIPS_SHOW}", "slips", todo)


def _form(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield that a form cannot tell as many classes of cards apart as the rules have."""
    law = law_of(data)
    rules, protocol = data.get("rules", law.about.rules[0]), data.get("protocol", DEFAULT_PROTOCOL)
    if (
        rules in law.about.rules
        and protocol in offered()
        and not form_named(protocol).serves(classes := classes_by(law, rules))
    ):
        able = [name for name in offered() if form_named(name).serves(classes)]
        wanted = f"{either(able)}, as {law.about.name} by these rules has {classes} classes of cards, the best first"
        yield Problem(("protocol",), wanted, shown(protocol), f"Write protocol: {able[0]}.")


def _hand(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield that a hand cannot be dealt."""
    law, limit = law_of(data), limit_of(data)
    size = data.get("hand_size", usual_hand(data))
    if limit is None or not isinstance(size, int):
        return
    if limit < 1:
        todo = "Take a larger deck, or fewer virtual seats."
        yield Problem(("pool_deck",), "a card for each virtual seat and one more", "too few cards", todo)
    elif size > limit:
        least = min(limit, law.about.hand_for(len(data["seats"])) or 1)
        todo = f"The deck deals no more to so many seats. Write e.g. hand_size: {least}."
        yield Problem(("hand_size",), f"a whole number from 1 to {limit}", str(size), todo)


# ----------------------------------------------------------------------------------------------------
# What is public of a table before the first event: its decks, its rules, and the masks of a printed deck.


def pool_cards(table: Table) -> tuple[str, ...]:
    """Return the deck that only the virtual seats draw from; empty where everyone draws from one."""
    if table.pool == "shared":
        return ()
    if isinstance(table.pool_deck, str):
        return game_named(table.game).about.pools[table.pool_deck]
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
