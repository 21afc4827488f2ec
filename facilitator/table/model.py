"""What a table is: keys, defaults, limits, and the comments a host reads in the file.

`Table` is the only definition; the file, its comments and its error messages are told from it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from facilitator.games.house import STACKS
from facilitator.games.registry import game_named, games
from facilitator.protocols.forms import form_named
from facilitator.table.house import filled, house_problems
from facilitator.table.measures import SPEEDS, USUAL_TABLE
from facilitator.table.printers import PRINTER_EXAMPLE, Printers
from facilitator.table.problems import either
from facilitator.table.values import (
    DEFAULT_PROTOCOL,
    PROTOCOLS,
    SECONDS_EXAMPLE,
    GameName,
    Keys,
    PoolDeck,
    ProtocolName,
    RulesName,
    SeatName,
    Seconds,
    Stacking,
    Style,
    TableSize,
    name_of,
)
from facilitator.table.whole import DEFAULT_GAME, DEFAULT_POOL, usual_hand, whole

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
        "    with more than 3 cards, then an attacker; any style takes the knockout, whatever the protocol)",
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
        default="envelopes",
        description="What holds the cards of a pile together: envelopes, or sleeves (clear on one side,\n"
        "opaque on the other) and two opaque envelopes for what is swapped.",
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
    table_size: TableSize = Field(default=USUAL_TABLE, description="Your table, width x depth in cm.")
    extras: Literal["labels", "slips", "business cards", "cards", "plain"] = Field(
        default="labels",
        description="The extra cards: labels (stuck on other cards' whole faces), slips (of paper, in sleeves\n"
        "of their own; with envelopes only), business cards (perforated), cards (cut from strong\n"
        "paper), or plain (bare decks).",
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
    def people(self) -> tuple[SeatKeys, ...]:
        return tuple(seat for seat in self.seats if not seat.virtual)

    @property
    def named_first(self) -> tuple[str, ...]:
        """All names, those of people first: who stands in an example does what people do."""
        return tuple(seat.name for seat in (*self.people, *self.virtual))

    @property
    def virtual(self) -> tuple[SeatKeys, ...]:
        return tuple(seat for seat in self.seats if seat.virtual)
