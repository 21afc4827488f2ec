"""What a table is: keys, defaults, limits, and the comments a host reads in the file.

`Table` is the only definition; the file, its comments and its error messages are told from it.
"""

from __future__ import annotations

import difflib
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from facilitator.games.house import STACKS
from facilitator.games.registry import game_named, games
from facilitator.protocols.forms import form_named, offered
from facilitator.readings.acts import Act
from facilitator.table.house import filled, house_problems
from facilitator.table.measures import MOST_SECONDS, SPEEDS, USUAL_TABLE, size_of
from facilitator.table.problems import either, shown
from facilitator.table.whole import DEFAULT_GAME, DEFAULT_POOL, law_of, usual_hand, whole
from facilitator.wording import fold, listed

PROTOCOLS = offered()
DEFAULT_PROTOCOL = PROTOCOLS[0]

FORMER = {
    "streamlined": "Write protocol: knockout, which plays alike and takes fewer steps.",
    "priority": "Write protocol: knockout and wild_draw_four: last.",
    "weighted": "Write protocol: knockout; a seat with a style of weights is played by its weighted kind.",
}
"""What to write for a form that is no more."""
RESERVED = frozenset(
    {"start", "first", "plays", "draws", "passes", "deck", "pool", "unplayed", "discards", "none"}
    | {"host", "everyone", "helpers", "quit", "undo", "help", "note", "stop", "state"}
)
LARGEST_OFFSET, LARGEST_SCALING, MOST_PRINTERS = 20.0, 0.1, 8
"""More than this is a mistake in typing, not in a printer: mm, and parts of 1; and printers of one table."""
MOST_HELPERS, LONGEST_NAME = 8, 24


def _refuse(expected: str, todo: str) -> PydanticCustomError:
    return PydanticCustomError("refused", "expected {expected}. {todo}", {"expected": expected, "todo": todo})


def words(value: object, longest: int) -> str:
    """Return one line of text a host can type and read: 1 to `longest` printable characters, NFC."""
    if value is None or isinstance(value, bool | int | float):
        raise _refuse("a name", 'Put it in quotes: "{raw}". Bare, YAML does not read it as a word.')
    if not isinstance(value, str):
        raise _refuse("a name", "Write one name, without brackets.")
    name = unicodedata.normalize("NFC", value)
    if not 1 <= len(name) <= longest or not name.isprintable() or name != name.strip():
        raise _refuse(
            f"a name of 1 to {longest} characters, no blank at either end",
            "Shorten it, or take out what is not a letter, digit, sign or inner blank.",
        )
    return name


def _seat_name(value: object) -> str:
    name = words(value, LONGEST_NAME)
    if fold(name) in RESERVED:
        raise _refuse("a name that is no word of the game", f'Choose another name, e.g. "{name}a".')
    return name


def _style(value: object) -> object:
    """Return a named style, or the weights of one: kinds of cards to whole numbers from 0 to 9."""
    if isinstance(value, Mapping) and value:
        weights = all(isinstance(w, int) and not isinstance(w, bool) and 0 <= w <= 9 for w in value.values())
        if weights and all(isinstance(kind, str) for kind in value):
            return dict(value)
    elif isinstance(value, str) and value in get_args(StyleName):
        return value
    raise _refuse(
        f"{either(get_args(StyleName))}, or weights from 0 to 9",
        "Write e.g. style: uniform, or style: {number: 1, skip: 3}.",
    )


def _pool_deck(value: object, info: ValidationInfo) -> object:
    """Return a named deck, or the cards of one by their codes."""
    law = law_of(info.data)
    most, known = len(law.kinds.cards), frozenset(law.kinds.cards)
    if isinstance(value, list | tuple):
        wrong = [card for card in value if not (isinstance(card, str) and card in known)]
        if value and not wrong and len(value) <= most:
            return tuple(value)
        expected = f"1 to {most} cards such as {law.kinds.examples}"
        raise _refuse(expected, f"Correct {shown(wrong[0])}." if wrong else "Write e.g. pool_deck: half-54.")
    if isinstance(value, str) and value in (law.pools or {DEFAULT_POOL}):
        return value
    raise _refuse(f"{either(law.pools)}, or a list of cards", "Write e.g. pool_deck: half-54.")


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
    raise _refuse(expected, f"Write e.g. {key}: {close[0] if close else usual}.")


def within(low: float, high: float) -> BeforeValidator:
    """Return the check of a number between two limits, both allowed."""

    def number(value: object) -> float:
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        raise _refuse(f"a number from {low:g} to {high:g}", "Measure again with the sheet calibration.")

    return BeforeValidator(number)


def _printers(value: object) -> object:
    """Return printers by their names, no two alike but for capitals; a key with nothing after it is none."""
    if value is None:
        return {}
    if not isinstance(value, Mapping) or len(value) > MOST_PRINTERS:
        raise _refuse(f"up to {MOST_PRINTERS} printers by name", f"Write e.g. printers: {PRINTER_EXAMPLE}.")
    if len({fold(str(name)) for name in value}) < len(value):
        raise _refuse("a name of its own for each printer", "Two differ only in capitals; rename one.")
    return value


def _printer(value: object) -> object:
    if not isinstance(value, Mapping | Printer):
        raise _refuse("what the sheet calibration gave", f"Write e.g. printers: {PRINTER_EXAMPLE}.")
    return value


def _protocol(value: object) -> object:
    if isinstance(value, str) and value in offered():
        return value
    if isinstance(value, str) and value in FORMER:
        raise _refuse(f"{either(offered())}; {value} is one of their former names", FORMER[value])
    close = difflib.get_close_matches(str(value)[:40].casefold(), offered(), 1, 0.5)
    raise _refuse(either(offered()), f"Write e.g. protocol: {close[0] if close else DEFAULT_PROTOCOL}.")


def _act(value: object) -> object:
    if isinstance(value, str) and value in SPEEDS:
        return value
    close = difflib.get_close_matches(str(value).lower(), SPEEDS, 1, 0.6)
    raise _refuse(f"one of {', '.join(SPEEDS)}", f"Did you mean {close[0]}?" if close else "Take it out.")


def _act_seconds(value: object) -> object:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < MOST_SECONDS:
        return float(value)
    raise _refuse(f"seconds above 0 and below {MOST_SECONDS}", f"Write e.g. seconds: {SECONDS_EXAMPLE}.")


def _seconds(value: object) -> object:
    """Return acts with their seconds; a key with nothing after it (all lines taken out) is none."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise _refuse("acts with their seconds", f"Write e.g. seconds: {SECONDS_EXAMPLE}.")
    return value


def _stacking(value: object) -> object:
    """Return which card may answer which; a key with nothing after it is none."""
    if value is None:
        return ()
    if isinstance(value, list | tuple) and all(isinstance(one, str) and one in STACKS for one in value):
        return tuple(stack for stack in STACKS if stack in value)
    raise _refuse(f"a list of {listed(STACKS)}", "Write e.g. stacking: [+ on +], or stacking: [].")


def _table_size(value: object) -> object:
    if isinstance(value, str) and size_of(value) is not None:
        return value
    raise _refuse("width x depth in cm, 30 to 1000 each", f"Write e.g. table_size: {USUAL_TABLE}.")


StyleName = Literal["uniform", "attacker", "saver", "finisher"]
Style = Annotated[StyleName | dict[str, int], BeforeValidator(_style)]
Stacking = Annotated[tuple[str, ...], BeforeValidator(_stacking)]
PoolDeck = Annotated[str | tuple[str, ...], BeforeValidator(_pool_deck)]


class _Keys(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Seat(_Keys):
    """A place at the table: a person, or a virtual player whose hand nobody may see."""

    name: Annotated[str, BeforeValidator(_seat_name)] = Field(description="what everyone calls the player")
    virtual: bool = Field(
        default=False, strict=True, description="true: nobody sits there, the table plays the hand"
    )
    style: Style = Field(
        default="uniform",
        description="how a virtual player plays: uniform, attacker, saver, finisher, or weights 0 to 9\n"
        "    (attacker: first what takes the next seat's turn; saver: black cards last; finisher: a saver\n"
        "    with more than 3 cards, then an attacker; any style takes the knockout, whatever the protocol)",
    )

    @model_validator(mode="before")
    @classmethod
    def _bare_name(cls, value: object) -> object:
        return value if isinstance(value, Mapping | Seat) else {"name": value}


Shift = Annotated[float, within(-LARGEST_OFFSET, LARGEST_OFFSET)]
Stretch = Annotated[float, within(1 - LARGEST_SCALING, 1 + LARGEST_SCALING)]


class Printer(_Keys):
    """What makes up for one printer's error: mm to move right and down, factors to stretch across and down."""

    offset_x: Shift = 0.0
    offset_y: Shift = 0.0
    scale_x: Stretch = 1.0
    scale_y: Stretch = 1.0


PRINTER_EXAMPLE = "{office: {offset_x: 0.3, offset_y: -0.2, scale_x: 1.0025, scale_y: 1.001}}"
"""As a table file keeps it; on the calibration sheet too."""
SECONDS_EXAMPLE = (
    f"{{{Act.LAY}: {SPEEDS[Act.LAY].seconds}, {Act.TWO_PILES}: {SPEEDS[Act.TWO_PILES].seconds}}}"
)
Seconds = Annotated[
    dict[Annotated[str, BeforeValidator(_act)], Annotated[float, BeforeValidator(_act_seconds)]],
    BeforeValidator(_seconds),
]
PrinterName = Annotated[str, BeforeValidator(lambda value: words(value, LONGEST_NAME))]
Printers = Annotated[
    dict[PrinterName, Annotated[Printer, BeforeValidator(_printer)]], BeforeValidator(_printers)
]


def _listed(names: Iterable[str]) -> str:
    """Return names in lines of a comment, none of them broken."""
    whole_names = ", ".join(name.replace(" ", "\xa0") for name in names)
    return "\n".join(textwrap.wrap(f"{whole_names}.", 98)).replace("\xa0", " ")


def _places(game: str) -> str:
    """Return how many seats a game has."""
    fewest, most = game_named(game).seats
    return f"{game} {fewest} seats" if fewest == most else f"{game} {fewest} to {most} seats"


class Table(_Keys):
    """Everything about a table; each description is the comment above its key in the file."""

    name: Annotated[str, BeforeValidator(lambda value: words(value, 60))] = Field(
        default="table", description="What you call this table; it is printed on the sheets."
    )
    game: Annotated[str, BeforeValidator(_game)] = Field(
        default=DEFAULT_GAME, description=f"The game: {either(games())}."
    )
    rules: Annotated[str, BeforeValidator(_rules)] = Field(
        default="paper",
        description="The rules: paper (those of the research paper); UNO also knows official (the maker's, with\n"
        "challenges and points to 500) and kpgut (a book of house rules: chains, several cards, a ranking);\n"
        "the other games know usual (what most tables play).",
    )
    seats: tuple[Seat, ...] = Field(
        description="Who sits where, clockwise, at least one of them a person:\n"
        + f"{', '.join(_places(name) for name in games())}.\n"
        "A person is a name. For a virtual player write {name: Vera, virtual: true, style: uniform}:\n"
        + "".join(f"  {key}: {field.description}\n" for key, field in Seat.model_fields.items())
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
        "(if no card of the colour is held; people may bluff, and be challenged by people).",
    )
    end_on_action: Literal["ends", "draw one"] = Field(
        default="ends",
        description="A last card that is no number: ends (the hand is over), or draw one (its seat draws, goes on).",
    )
    scores: Literal["none", "match", "session"] = Field(
        default="none",
        description="What is counted: none, match (points of the hands left, to 500), or session (kpgut's minutes).",
    )
    protocol: Annotated[str, BeforeValidator(_protocol)] = Field(
        default=DEFAULT_PROTOCOL,
        description="How the table finds a virtual player's card without seeing the hand:\n"
        + _listed(f"{name} ({form_named(name).about})" for name in PROTOCOLS),
    )
    conceal: bool = Field(
        default=False,
        strict=True,
        description="true: the discard pile joins the layout, so less can be counted; slower.",
    )
    pool: Literal["shared", "split"] = Field(
        default="shared",
        description="shared: everyone draws from one deck.\n"
        "split: virtual players draw from a small deck of their own; turns are shorter.",
    )
    pool_deck: PoolDeck = Field(
        default=DEFAULT_POOL,
        description="The deck of a split pool: full-108, half-54, compact-27, or a list of cards\n"
        "such as [7R, SY, +B, W, D]. A shared pool does not look at it.",
    )
    equipment: Literal["envelopes", "sleeves"] = Field(
        default="envelopes", description="What holds the cards of a pile together: envelopes or sleeves."
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
    table_size: Annotated[str, BeforeValidator(_table_size)] = Field(
        default=USUAL_TABLE, description="Your table, width x depth in cm."
    )
    extras: Literal["labels", "slips", "business cards", "cards", "plain"] = Field(
        default="labels",
        description="The extra cards: labels (stuck on other cards' whole faces), slips (of paper, in sleeves),\n"
        "business cards (perforated), cards (cut from strong paper), or plain (bare decks).",
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
        """Deal as many cards as the game usually does, by its rules, where the file does not say."""
        if not isinstance(value, Mapping):
            return value
        usual = {} if "hand_size" in value else {"hand_size": usual_hand(value)}
        return {**{key: size for key, size in usual.items() if size}, **filled(value)}

    @model_validator(mode="after")
    def _as_a_whole(self) -> Table:
        data = self.model_dump()
        for problem in (*whole(data), *house_problems(data)):
            raise PydanticCustomError("whole", "{problem}", {"problem": str(problem)})
        return self

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if not seat.virtual)

    @property
    def virtual(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.virtual)
