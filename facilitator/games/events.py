"""Events, which are records of public actions at the table, and their JSON and text formats.

An event is a frozen dataclass. Each game accepts some event classes, and its rules decide whether an event is
legal. The JSON object of an event contains the key of its class (`VERBS`), the seat, and all other fields
without default values. The text of an event is a line of the catalogue (``event.play``). To parse text, the
catalogue has regular expressions (``read.play``) with field names as groups. Events can be typed in the
language of the table and in English. A game only adds its cards (`Kinds`) and the current prompt
(`GamePrompt`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cache
from typing import Any, Protocol, TypeVar, dataclass_transform

from facilitator.errors import CommandError, NeedlessColor, Unfinished
from facilitator.i18n import fold, quote_input, use_table_names
from facilitator.i18n.catalogue import (
    build_error,
    find_closest_key,
    get_language,
    join_with_and,
    join_with_or,
    list_readings,
    list_spellings,
    sentence,
    template,
)
from facilitator.i18n.lookalikes import match_name, typed_as
from facilitator.operations.faces import NONE, Face

# Event classes: first those that all games share, then those of particular rules, then the correction.


@dataclass(frozen=True, slots=True)
class Event:
    """Base class of all events, which are public actions at the table."""


VERBS: dict[type[Any], tuple[str, str]] = {}
"""JSON key that identifies each event class, and the field stored under this key.

An empty field name means that the JSON value is ``true``.
"""
E = TypeVar("E", bound=Event)


@dataclass_transform(frozen_default=True)
def _event(verb: str, under: str = "") -> Callable[[type[E]], type[E]]:
    """Return a decorator that makes an event class a frozen dataclass and adds it to `VERBS`.

    Args:
        verb: JSON key that identifies the class.
        under: Field stored under this key, if any.
    """

    def add_event(kind: type[E]) -> type[E]:
        event = dataclass(frozen=True, slots=True)(kind)
        VERBS[event] = verb, under
        return event

    return add_event


@_event("start", "card")
class Start(Event):
    """Start of the game, with the first card and the first seat.

    Attributes:
        card: First card that was turned over. None if the game has no first card, or if the first seat may
            play any card.
        first: Name of the seat that begins. If the first card has an effect, this is the seat left of the
            dealer, and the effect may give the first turn to another seat.
    """

    card: Face | None
    first: str


@_event("play", "card")
class Play(Event):
    """Play of a card, or of several cards of the same value.

    Attributes:
        seat: Seat name.
        card: Played card.
        named: Code of the colour, suit or end of the row that the player declared with the card, or None.
        more: Further cards of the same value in order. The last card is on top.
    """

    seat: str
    card: Face
    named: str | None = None
    more: tuple[Face, ...] = ()


@_event("draw", "count")
class Drew(Event):
    """Draw of one or more cards.

    Cards that a seat draws because of a played card or a penalty usually have no event, because the program
    counts them. They have an event only at tables whose host does not enter the turns of people.

    Attributes:
        seat: Seat name.
        count: Number of cards. Their faces stay hidden.
        forced: Whether a played card or a penalty makes the seat draw.
    """

    seat: str
    count: int = 1
    forced: bool = False


@_event("pass")
class Pass(Event):
    """Pass of a seat that plays no card, or no further card, in this turn.

    If the game has no draw pile, everybody knows after a pass that the hand has no playable card. After a
    card that makes the next seat draw, everybody knows that the hand has no answer.
    """

    seat: str


@_event("lacks")
class Lacks(Event):
    """Statement that a hand lacks a requested card, such as the 7♦ or a doublet.

    People make this statement. For virtual seats, a protocol finds no such card.
    """

    seat: str


@_event("give", "count")
class Give(Event):
    """Passing of face-down cards from one seat to another.

    Attributes:
        seat: Name of the giving seat.
        to: Name of the receiving seat.
        count: Number of cards, which is public. The faces are not.
    """

    seat: str
    to: str
    count: int


@_event("all_give", "count")
class AllGive(Event):
    """Passing of cards by all people at the same time. Each person passes the same number of face-down cards.

    Attributes:
        count: Number of cards that each person passes.
    """

    count: int


@_event("nobody_has")
class NobodyHas(Event):
    """Statement of all people together that they lack a requested card (see `Lacks`)."""


@_event("show", "cards")
class Show(Event):
    """Showing cards of a hand without playing them: the highest doublet, or all remaining cards for scoring.

    Only this event makes unplayed cards of a virtual seat public.
    """

    seat: str
    cards: tuple[Face, ...] = ()


@_event("round", "number")
class Round(Event):
    """New deal of all cards for the next round of a match.

    Attributes:
        number: Number of the new round. The first round of a match is 1.
    """

    number: int


@_event("names", "named")
class Named(Event):
    """Declaration of a colour without a played card, for example after a wild as first card.

    Attributes:
        seat: Seat name.
        named: Colour code.
    """

    seat: str
    named: str


@_event("challenge", "made")
class Challenge(Event):
    """Decision of a seat whether to challenge the last played card.

    Attributes:
        seat: Name of the deciding seat.
        made: Whether the seat challenges. Only virtual seats record False. A random draw decides for them.
    """

    seat: str
    made: bool = True


@_event("guilty", "guilty")
class ChallengeVerdict(Event):
    """Result of a challenge.

    Attributes:
        seat: Name of the accused seat, whose hand was examined.
        guilty: Whether the accused seat played the card illegally.
    """

    seat: str
    guilty: bool


@_event("caught")
class Caught(Event):
    """Discovery of a seat that forgot to announce its last card."""

    seat: str


@_event("away")
class Absent(Event):
    """Report that the current player is away from the table."""

    seat: str


@_event("gives_up")
class SeatLeaves(Event):
    """Departure of a seat, which then shows its hand.

    Attributes:
        seat: Seat name.
        ejected: Whether other players removed the seat. False if it gave up.
    """

    seat: str
    ejected: bool = False


@_event("joins", "seat")
class Join(Event):
    """Arrival of a person in the running game, after the last seat.

    Attributes:
        seat: Name of the new seat, which must not be in use yet.
    """

    seat: str


DECK_HAND, VIRTUAL_HAND = "deck", "virtual"
"""Values of `Leave.hand`: remove the seat, or replace its player by a virtual player. `SitDown.hand` uses the second.
"""


@_event("leave", "seat")
class Leave(Event):
    """Departure of a person or a virtual player from the table.

    The hand is shuffled into its draw pile, because the player may know it.

    Attributes:
        seat: Name of the seat.
        hand: `DECK_HAND` if the game goes on without the seat. `VIRTUAL_HAND` if a virtual player takes a
            person's seat and is dealt as many cards.
    """

    seat: str
    hand: str = DECK_HAND


@_event("join", "seat")
class SitDown(Event):
    """Arrival of a player in the running game, at any place of the table.

    Attributes:
        seat: Name of the new seat, which must not be in use yet.
        after: Name of the seat that comes directly before the new seat in clockwise order. If empty, the new
            seat is the last seat.
        hand: `VIRTUAL_HAND` for a virtual player, empty for a person.
    """

    seat: str
    after: str = ""
    hand: str = ""


@_event("doubts", "of")
class Doubt(Event):
    """Inspection of a hand, because another seat claims that its owner drew despite a playable card.

    Attributes:
        seat: Name of the doubting seat.
        of: Name of the inspected seat.
        right: Whether the claim was true.
    """

    seat: str
    of: str
    right: bool


@_event("penalty", "count")
class Penalty(Event):
    """Cards drawn for an offence outside the rules of play, such as helping another player.

    Attributes:
        seat: Seat name.
        count: Number of cards.
    """

    seat: str
    count: int


@_event("minutes", "minutes")
class TimePassed(Event):
    """Report of the playing time so far. The host reads the clock.

    Attributes:
        minutes: Number of full minutes since the start.
    """

    minutes: int


@_event("stop")
class TimeUp(Event):
    """End of the game at the time limit."""


# The events of a table that tracks only its virtual seats. Nobody enters the turns of people there.


@_event("begin", "seats")
class Begin(Event):
    """Start of a game whose host enters virtual turns only, after the virtual seats have their cards.

    Attributes:
        seats: Names of all virtual seats.
        hand_size: Hand size of each virtual seat.
    """

    seats: tuple[str, ...]
    hand_size: int


@_event("virtual", "seat")
class VirtualTop(Event):
    """Start of a virtual turn, with the top card of the discard pile.

    Attributes:
        seat: Name of the virtual seat.
        top: Top card, or None if the number of cards to draw is enough to know the playable cards.
        named: Code of the colour that was declared with a black card, or None.
        drawn: Number of cards that the seat was made to draw since its last turn.
        chain: Number of cards that the seat must draw if it does not answer the draw card on top, or 0.
    """

    seat: str
    top: Face | None = None
    named: str | None = None
    drawn: int = 0
    chain: int = 0


@_event("own", "own")
class OwnTop(Event):
    """Answer to the question whether the top card belongs to the virtual seats' own deck.

    The program asks this before a reshuffle.

    Attributes:
        own: Code of the top card, or "none" for a card of another deck.
    """

    own: str


@_event("end")
class GameEnds(Event):
    """End of a game whose host enters virtual turns only.

    Attributes:
        winner: Name of the winner, or None if unknown.
        nobody: Whether the table has said that nobody won, or that it does not count wins.
    """

    winner: str | None = None
    nobody: bool = False


@_event("correct", "sizes")
class Correct(Event):
    """Correction of recorded hand and draw-pile sizes, or a record of lost cards, by the host.

    A correction moves no cards. `facilitator.games.corrections` checks that the sizes add up to all remaining
    cards. The host cannot correct a misread card in this way, because later events depend on it. Undoing that
    event and entering it again is necessary.

    Attributes:
        reason: The host's explanation, for readers of the log.
        sizes: Correct sizes, as pairs of zone name and size.
        lost: Permanently lost cards. Without ``sizes``, they are missing from the draw pile.
    """

    reason: str
    sizes: tuple[tuple[str, int], ...] = ()
    lost: tuple[Face, ...] = ()


# ----------------------------------------------------------------------------------------------------
# Tables: the JSON key of each event class, and the types of the fields.
#
# To add an event, define a class above and add two entries to the catalogue: one for writing the event and one for
# reading it. Only the games that accept the event need further changes.


_NEW_SEATS = (Join, SitDown)
"""Events that contain the name of a seat which does not exist yet."""
_WRITTEN = ("hand",)
"""Fields that JSON contains even if they have their default value. Empty values are left out."""
_FIRST = "first"
"""JSON key of a `Start` in games without a first card."""
CORRECT = VERBS[Correct][0]
SEAT_FIELDS = ("seat", "first", "to", "of", "winner", "after")
"""Event fields that contain a seat name."""
_JSON_TYPES = {"int": int, "bool": bool, "tuple": list}
"""Type of a JSON value, by the beginning of the field's type. Values of all other fields are text."""
_MOST_CARDS = 20
"""Maximum number of cards in one play, far more than any game needs."""
_LONGEST_NAME = 34
_LONGEST_REASON = 300
_SIZE = re.compile(r"(.+?)\s+(\d{1,4})\Z", re.DOTALL)


@cache
def _keys(naming: str) -> Mapping[type[Any], Mapping[str, str]]:
    """Return the JSON key of each field, for every event class.

    The field in `VERBS` has the key that identifies the event. Most other keys are field names.

    Args:
        naming: JSON key for a declared colour, suit or end, such as ``color``.
    """
    own = {"named": naming, "reason": "why", "hand_size": "hand"}
    return {
        kind: {
            field.name: verb if field.name == under else own.get(field.name, field.name)
            for field in fields(kind)
        }
        for kind, (verb, under) in VERBS.items()
    }


@cache
def _list_keys(naming: str) -> frozenset[str]:
    """Return the JSON keys of all events except corrections.

    `naming` is the JSON key for a declared colour, suit or end.
    """
    kinds = [kind for kind in VERBS if kind is not Correct]
    return frozenset(key for kind in kinds for key in (VERBS[kind][0], *_keys(naming)[kind].values()))


Grammar = tuple[tuple[type[Any], re.Pattern[str]], ...]


@cache
def _grammar(language: str) -> tuple[Grammar, Grammar]:
    """Return patterns for typed events: for text after a seat name, and for lines without a seat.

    Args:
        language: Current language, used only as a cache key.
    """
    alone = (AllGive, NobodyHas, Round, Join, Leave, SitDown, TimePassed, TimeUp, Begin, OwnTop, GameEnds)
    every = [
        (kind, re.compile(text, re.IGNORECASE))
        for kind, (verb, _) in VERBS.items()
        if kind is not Correct
        for text in list_readings(f"read.{verb}")
    ]
    return tuple(pattern for pattern in every if pattern[0] not in alone), tuple(
        pattern for pattern in every if pattern[0] in alone
    )


# ----------------------------------------------------------------------------------------------------
# The parts that each game provides: its cards and its current prompt.


class Kinds(Protocol):
    """The cards or tiles of a game, with their names and accepted spellings."""

    @property
    def cards(self) -> tuple[Face, ...]:
        """All cards in list order, including duplicates."""

    @property
    def tiles(self) -> bool:
        """Whether these are tiles, which are too thick for a sleeve and are drawn differently in pictures."""

    @property
    def examples(self) -> str:
        """Example card codes for messages, such as ``7R, SY or W``."""

    @property
    def naming(self) -> str:
        """Word for the thing that a player declares with a card, such as ``colour``, or an empty string."""

    @property
    def naming_key(self) -> str:
        """JSON key for the thing that a player declares with a card, such as ``color`` or ``end``."""

    def order(self, face: Face) -> Any:
        """Return a sort key for a card: first colour or suit, then value."""

    def describe(self, face: Face) -> str:
        """Return a card name, such as ``red 7``."""

    def group(self, face: Face) -> str:
        """Return the heading under which lists show a card, such as its colour or suit."""

    def traits(self, face: Face) -> tuple[str, ...]:
        """Return the properties of a card to which rules refer, such as ``("green", "9")``, broad properties first.

        Sentences use these properties to describe sets of cards, such as "every green, every 9". The result
        may be empty.
        """

    def parse(self, text: str) -> Face:
        """Return the card for a typed text.

        Raises:
            CommandError: The text does not name exactly one card.
        """

    def parse_named(self, text: str) -> str:
        """Return the code of a typed colour, suit or end of the row.

        Raises:
            CommandError: The text is not a colour, suit or end of this game.
        """

    def parse_play(self, text: str) -> tuple[Face, str | None]:
        """Return a typed card and the code of the declared colour, suit or end, or None without a declaration.

        Raises:
            CommandError: The text is not a card with an optional declaration.
        """

    def describe_named(self, named: str) -> str:
        """Return the word for the code of a colour, suit or end, such as ``red``. Unknown codes stay unchanged."""


@dataclass(frozen=True, slots=True)
class GamePrompt:
    """Request of the game for the next input, with information for parsing it.

    The rules decide which events are legal, not the prompt.

    Attributes:
        question: Request to the table or to the current player, such as ``a card, or draw``.
        seat: Seat that moves if a typed line contains no name, or None.
        shows: Whether a typed card without a verb is shown instead of played.
        times: Whether a typed number without a verb is the playing time in minutes.
        seeks: Whether the table looks for a certain card. If so, "no" denies having this card instead of
            passing.
        due: Number of cards that the seat must draw if it has no answer. Drawing these cards counts as a
            pass.
        counts: Whether a seat may draw several cards at once, so that a number can follow the word "draw".
        words: Additional inputs in lower case, each with its event. The key "" is the Enter key.
        example: Example input with the names Ana and Ben, for prompts without a current player.
        also: Additional lines for the input ``?``.
        before: Event that every input at this prompt implies. It is recorded first.
        virtual: Names of the virtual seats, if the host enters virtual turns only.
        heading: Question that the page shows as a heading, if the game has begun and nobody is the current
            player.
    """

    question: str
    seat: str | None = None
    shows: bool = False
    times: bool = False
    seeks: bool = False
    due: int = 0
    counts: bool = False
    words: Mapping[str, Event] = field(default_factory=dict)
    example: str = ""
    also: tuple[str, ...] = ()
    before: Event | None = None
    virtual: tuple[str, ...] = ()
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Codec:
    """Converter between the events of a game and their JSON and text.

    The converter depends on the game only through its cards. Text is parsed in the current language and in
    English. JSON does not depend on languages, so old journals remain readable.

    The class is long, because each event needs four short methods: to and from JSON, to and from text.

    Attributes:
        kinds: Cards of the game.
        turns: Whether the game may start by turning over a card, which a `Start` then contains.
    """

    kinds: Kinds
    turns: bool = False

    # JSON. The verb is the key that identifies the event class; all other keys are fields. Reading rejects wrong
    # values and keys of different events in one object, but ignores keys that no event has.

    def json(self, event: Event) -> dict[str, object]:
        """Return the JSON object of an event, without default values.

        Its keys are the seat, the verb, and remaining fields in class order. The format is a public contract:
        keys can be added but not renamed.
        """
        if isinstance(event, Start) and not self.turns:
            return {_FIRST: event.first}
        verb, under = VERBS[type(event)]
        keys = _keys(self.kinds.naming_key)[type(event)]
        seat = getattr(event, "seat", None) if under != "seat" else None
        body: dict[str, object] = {} if seat is None else {"seat": seat}
        body[verb] = _plain(under, getattr(event, under)) if under else True
        for attribute in fields(event):
            value = getattr(event, attribute.name)
            if attribute.name not in ("seat", under) and _is_written(attribute, value):
                body[keys[attribute.name]] = _plain(attribute.name, value)
        return body

    def of_json(self, obj: object, seats: Sequence[str] | None = None) -> Event:
        """Build the event for a JSON object.

        Args:
            obj: Parsed JSON value. It may come from an untrusted file and contain anything.
            seats: Allowed names. None accepts every name.

        Raises:
            CommandError: The object is not an event, is incomplete, or contains keys of another event.
        """
        if not isinstance(obj, Mapping):
            raise self._build_json_error("object", obj)
        found = [kind for kind, (verb, _) in VERBS.items() if verb in obj and verb != self.kinds.naming_key]
        if not found and _FIRST in obj:
            return Start(None, str(self._value(fields(Start)[1], _FIRST, obj, seats)))
        if len(found) != 1:
            verbs = ", ".join(f'"{verb}"' for verb, _ in [*VERBS.values()][:4])
            raise self._build_json_error("one", obj, keys=verbs)
        event: Event = found[0](**self._values(found[0], obj, seats))
        return event

    def _values(
        self, kind: type[Any], obj: Mapping[Any, Any], seats: Sequence[str] | None
    ) -> dict[str, object]:
        """Return the value of each field of an event that a JSON object contains."""
        verb, under = VERBS[kind]
        keys = _keys(self.kinds.naming_key)[kind]
        known = None if kind in _NEW_SEATS else seats
        if strays := (_list_keys(self.kinds.naming_key) & set(obj)) - {verb, *keys.values()}:
            raise self._build_json_error("stray", obj, name=min(strays), verb=verb)
        if not under and obj[verb] is not True:
            raise self._build_json_error("value", obj, name=verb)
        return {
            field.name: self._value(field, keys[field.name], obj, known)
            for field in fields(kind)
            if field.default is MISSING or obj.get(keys[field.name]) is not None
        }

    def _value(self, of: Field[Any], key: str, obj: Mapping[Any, Any], seats: Sequence[str] | None) -> object:
        """Return the value of one field in a JSON object.

        Args:
            of: Field, whose type determines the type of the JSON value.
            key: JSON key of the field.
            obj: JSON object of the event.
            seats: Allowed names, or None to accept every name.

        Raises:
            CommandError: The value has the wrong type. The message contains an example.
        """
        value: Any = obj.get(key)
        if of.name == "card" and value is None and _FIRST in obj:  # a `Start` without a first card
            return None
        expected = _JSON_TYPES.get(str(of.type).partition("[")[0], str)
        items = value if isinstance(value, list) else ()
        if type(value) is not expected or not all(isinstance(item, str) for item in items):
            raise self._build_json_error("value", obj, name=key)
        return self._read_field(of.name, value, seats)

    def _read_field(self, name: str, value: Any, seats: Sequence[str] | None) -> object:
        """Return the value of a field, given its JSON value. If `seats` is None, every name is accepted."""
        readers: Mapping[str, Callable[[Any], object]] = {
            **dict.fromkeys(("card", "top"), self.kinds.parse),
            "own": lambda own: own if own == NONE else self.kinds.parse(own),
            "named": self.kinds.parse_named,
            "seats": lambda names: tuple(find_seat(name, seats) for name in names) if seats else tuple(names),
            **dict.fromkeys(("cards", "more", "lost"), lambda codes: tuple(map(self.kinds.parse, codes))),
            "sizes": lambda sizes: tuple(_size(size, seats) for size in sizes),
            **dict.fromkeys(SEAT_FIELDS, lambda seat: seat if seats is None else find_seat(seat, seats)),
        }
        return readers[name](value) if name in readers else value

    def _build_json_error(self, what: str, obj: object, **slots: str) -> CommandError:
        """Build the error for an invalid JSON object. The message contains an example."""
        text = obj if isinstance(obj, str) else json.dumps(obj, ensure_ascii=False, default=str)
        example = json.dumps(self.json(Play("Ana", self.kinds.cards[0])), separators=(",", ":"))
        return CommandError(
            sentence(f"json.{what}", found=quote_input(text), **slots), sentence("json.todo", example=example)
        )

    # Text. Each event is written as one line. Reading looks for the name of the seat first, trying the longest name
    # first, and then for a verb after it. The name can be omitted only if the turn determines the seat.

    def text(self, event: Event) -> str:
        """Return an event as a line that a host could type. `read_line` can parse it."""
        values = [(field, getattr(event, field.name)) for field in fields(event)]
        ways = tuple(
            field.name
            for field, value in values
            if (value not in (None, (), False) if field.default is MISSING else value != field.default)
        )
        slots = {field.name: self._render_field(event, field.name) for field, _ in values}
        return sentence(find_closest_key(f"event.{VERBS[type(event)][0]}", ways), **slots)

    def _render_field(self, event: Event, name: str) -> str:
        """Return the text of one field: codes for cards, and words for colours, suits and ends."""
        value = getattr(event, name)
        if name == "sizes":
            return ", ".join(_plain(name, value))
        if name == "named" and value is not None:
            return self.kinds.describe_named(value)
        if name == "seats":
            return join_with_and(value)
        if isinstance(event, Play) and name == "card":
            return " ".join((value, *event.more))
        return " ".join(value) if isinstance(value, tuple) else str(value)

    def read_line(self, line: str, seats: Sequence[str]) -> Event:
        """Return the event for a complete line, either text or JSON.

        Unlike in `read`, the line must name the seat.

        Args:
            line: Line of a file.
            seats: All names at the table. They are needed because a name may contain any characters.

        Raises:
            CommandError: The line is not an event, or it names an unknown seat or card.
        """
        if line.lstrip().startswith("{"):
            try:
                return self.of_json(json.loads(line), seats)
            except (ValueError, RecursionError):
                if not any(name.startswith("{") for name in seats):  # a name may start with a brace
                    raise self._build_json_error("object", line) from None
        event = self._parse_line(line, seats)
        if event is None:
            raise self._no_event(line, seats)
        return event

    def read(self, text: str, seats: Sequence[str], prompt: GamePrompt) -> Event:
        """Return the event for a few keystrokes or a complete line.

        The method tries these interpretations in order: an additional input of the prompt, a JSON object, a
        line with a seat name, an action of the current seat, and a card.

        Args:
            text: Typed line. Case and extra spaces make no difference.
            seats: All names at the table, in clockwise order.
            prompt: Current prompt, with the current seat and the additional inputs.

        Raises:
            CommandError: The text has no meaning here, or more than one.
        """
        line = fold(text).rstrip("" if text.lstrip().startswith("{") else ".! ")
        alone = match_name(line, seats)
        if (event := prompt.words.get(fold(alone or line), prompt.words.get(line))) is not None:
            return event
        if text.lstrip().startswith("{"):
            return self.read_line(text, seats)
        event = self._parse_line(text, seats) or self._read_short(text, line, seats, prompt)
        return _interpret(event, prompt)

    def _read_short(self, text: str, line: str, seats: Sequence[str], prompt: GamePrompt) -> Event:
        """Return the event for a line that only the prompt completes (see `read`)."""
        if prompt.seat is not None:
            return self._read_at_turn(text, line, seats, prompt)
        first = match_name(line, seats) or match_beginning(line, seats)
        return Start(None, first) if first else self._opening(text, seats, prompt)

    def _read_at_turn(self, text: str, line: str, seats: Sequence[str], prompt: GamePrompt) -> Event:
        """Return the event for a line in a seat's turn: a move of the current seat, or a seat name with a card.

        The name may be shortened. A move without a name is tried first, because `b 7` is a card in UNO.
        """
        try:
            return self._read_move(str(prompt.seat), without_i(line, seats), prompt, seats)
        except CommandError:
            full = [*after_name(line, seats)]
            named, found = full or [*_after_beginning(line, seats)], list[Event]()
            for seat, rest in named:
                with suppress(CommandError):
                    found.append(self._read_move(seat, rest, prompt, (seat,)))
            if not found:
                _check_name(text, seats)
                if full:
                    raise self._no_event(text, seats) from None
                raise
            if not full and len(named) > 1:
                both = join_with_or(seat for seat, _ in named)
                quoted = quote_input(line.split()[0])
                raise build_error(CommandError, "event.seat.several", quoted, names=both) from None
            return found[0]

    def _read_move(self, seat: str, text: str, prompt: GamePrompt, seats: Sequence[str]) -> Event:
        """Return the event for text after a seat name, or for a line of the current seat.

        If the seat must draw a certain number of cards, any other number is an error. If a seat draws one
        card at a time, the text is first parsed as a card name, because `draw four` is a card in UNO.

        Raises:
            CommandError: The text is neither a move nor a card.
        """
        event = self._of_seat(seat, text, seats)
        if isinstance(event, Drew):
            _check_due(event, text, prompt)
        if event is not None and not _may_be_card(event, prompt):
            return event
        try:
            return Show(seat, self._list(text)) if prompt.shows else self._play(seat, text)
        except CommandError:
            if event is None:
                raise
            return event

    def _parse_line(self, text: str, seats: Sequence[str]) -> Event | None:
        """Return the event for a line that contains a seat name or needs none, or None for other lines.

        Names may contain any characters, even spaces and verbs. The longest name with a valid event is used.
        """
        line = fold(text)
        for seat, rest in after_name(line, seats):
            if (event := self._of_seat(seat, rest, seats)) is not None:
                return event
        word, _, rest = line.partition(" ")
        if word in list_spellings("word.correct"):
            return self._correction(text, seats)
        if word in list_spellings("read.bare.start") and rest:
            return self._start(rest, seats)
        typed = " ".join(text.split()).rstrip(".! ")
        return self._match_grammar(_grammar(get_language())[1], typed, None, seats)

    def _of_seat(self, seat: str, rest: str, seats: Sequence[str]) -> Event | None:
        """Return the event for text after a seat name, or None."""
        return self._match_grammar(_grammar(get_language())[0], rest.rstrip(".! "), seat, seats)

    def _match_grammar(
        self, grammar: Grammar, text: str, seat: str | None, seats: Sequence[str]
    ) -> Event | None:
        for kind, pattern in grammar:
            found = pattern.fullmatch(text)
            if found and len(found.groupdict().get("seat") or "") < _LONGEST_NAME:
                return self._build_event(kind, seat, found, seats)
        return None

    def _build_event(
        self, kind: type[Any], seat: str | None, found: re.Match[str], seats: Sequence[str]
    ) -> Event:
        """Build an event from the fields of a matched pattern.

        Args:
            kind: Event class.
            seat: Name of the acting seat, or None if the event has none.
            found: Match of the pattern. Its groups have the names of fields. A Boolean field is True if its
                group is not empty.
            seats: All names at the table.
        """
        if kind is Start:
            return Start(None, str(seat))
        if kind is Play:
            return self._read_play(str(seat), found["card"] or "")
        values: dict[str, object] = {} if seat is None else {"seat": seat}
        made: Event = kind(**values | self._read_matched_fields(kind, found, seats))
        return made

    def _read_matched_fields(
        self, kind: type[Any], found: re.Match[str], seats: Sequence[str]
    ) -> dict[str, object]:
        """Return the values of the fields that a matched pattern contains."""
        values = dict[str, object]()
        types = {field.name: field.type for field in fields(kind)}
        for name, typed in found.groupdict().items():
            if types[name] == "bool":
                values[name] = typed is not None
            elif name == "top" and typed is not None:
                values["top"], values["named"] = self.kinds.parse_play(typed)
            elif typed is not None:
                value = _count(typed) if types[name] == "int" else self._split(kind, name, typed, seats)
                values[name] = self._read_field(name, value, None if name == "seat" else seats)
        return values

    def _read_play(self, seat: str, text: str) -> Play:
        """Return the play for text after a verb. Unlike in a short input, a needless colour is accepted."""
        try:
            return self._play(seat, text)
        except NeedlessColor as error:  # a record may contain it
            return Play(seat, error.card, error.named)

    def _split(self, kind: type[Any], name: str, text: str, seats: Sequence[str]) -> object:
        """Return the JSON value of a typed field of an event class."""
        if name == "seat" and kind in _NEW_SEATS:
            return _capitalize_like(seats, text)
        if name == "seats":
            between = "|".join(map(re.escape, list_spellings("read.and")))
            return re.split(rf",\s*|\s+(?:{between})\s+", text)
        if name in SEAT_FIELDS:
            return match_beginning(text, seats) or find_seat(text, seats)
        return self._list(text) if name == "cards" else VIRTUAL_HAND if name == "hand" else text

    def _play(self, seat: str, text: str) -> Play:
        """Return the play of one or several cards. The last card may be followed by a declared colour, suit or end.

        Args:
            seat: Seat name.
            text: Text after the verb, or the whole line if it has no verb: ``7r``, ``w blue``, ``5-6 left``,
                ``7r 7g``.
        """
        try:
            return Play(seat, *self.kinds.parse_play(text))
        except CommandError as error:
            words = [word for word in re.split(r"[\s,]+", text) if word not in list_spellings("read.and")]
            if not 2 <= len(words) <= _MOST_CARDS or ";" in text:
                raise
            try:
                cards, named = self._parse_cards(words)
            except CommandError:
                raise error from None
            if len(cards) < 2:
                raise
            return Play(seat, cards[0], named, tuple(cards[1:]))

    def _parse_cards(self, words: Sequence[str]) -> tuple[list[Face], str | None]:
        try:
            return [*map(self.kinds.parse, words)], None
        except CommandError:
            return [*map(self.kinds.parse, words[:-1])], self.kinds.parse_named(words[-1])

    def _list(self, text: str) -> tuple[Face, ...]:
        """Return the cards in a typed list. Commas or spaces separate the cards."""
        parts = [part for part in re.split(r"[,;]+", text) if part.strip()]
        if len(parts) > 1:
            return tuple(map(self.kinds.parse, parts))
        try:
            return (self.kinds.parse(text),)
        except CommandError:
            return tuple(map(self.kinds.parse, text.split()))

    def _opening(self, text: str, seats: Sequence[str], prompt: GamePrompt) -> Event:
        """Return the event for a line that starts the game, such as ``7R Ana`` or only the name of the first seat.

        Raises:
            CommandError: The line does not start the game, for example because the seat is missing. The
                message contains an example.
        """
        typed = fold(text).rstrip(".! ")
        if prompt.times and typed.isdecimal() and len(typed) < 4:
            return TimePassed(int(typed))
        if self.turns and (start := self._start(typed, seats)) is not None:
            return start
        if prompt.example and (self.turns or not typed):
            example = use_table_names(prompt.example, seats)
            raise self._no_opening(text, seats, prompt.question, example)
        raise self._no_event(text, seats)

    def replace_card(self, event: Event, text: str) -> Event | None:
        """Return a copy of an event with another card, colour or suit, or None if the event contains none of these.

        Args:
            event: Event to change.
            text: Typed card, with the declared colour or suit if it needs one.

        Raises:
            CommandError: The text is not a card.
        """
        match event:
            case Play(seat):
                return self._play(seat, fold(text))
            case Start(str(), first):
                return Start(self.kinds.parse(text), first)
            case Named(seat):
                return Named(seat, self.kinds.parse_named(text))
            case Show(seat):
                return Show(seat, self._list(text))
        return None

    def _is_card(self, text: str) -> bool:
        try:
            self.kinds.parse(text)
        except CommandError:
            return False
        return True

    def _no_opening(self, text: str, seats: Sequence[str], question: str, example: str) -> CommandError:
        """Build the error for a line that does not start the game.

        If only the first seat is missing, the error offers all seats as answers.
        """
        typed = fold(text).rstrip(".! ")
        if not typed or typed in list_spellings("read.bare.start"):
            return build_error(CommandError, "event.opening", question=question, example=example)
        try:
            card = self.kinds.parse(typed)
        except CommandError:
            slots = {"question": question, "example": example}
            return build_error(CommandError, "event.opening.none", quote_input(text), **slots)
        name = self.kinds.describe(card)
        error = build_error(Unfinished, "event.opening.who", card=name, example=f"{card} {seats[0]}")
        error.question = sentence("ask.who_starts", card=name)
        error.completions = tuple((seat, (Start(card, seat),)) for seat in seats)
        return error

    def _start(self, text: str, seats: Sequence[str]) -> Start | None:
        """Return the start for a line with the first card and the first seat in any order, or None.

        If several names match, the longest name with a valid card is used.
        """
        words, firsts = text.split(), list_spellings("read.first")
        fillers = {"", *firsts, *list_spellings("read.starts")}
        stripped = words[:-1] if words and words[-1] in firsts else words
        for kept in (stripped, words, [word for word in re.split(r"[\s,:]+", text) if word not in fillers]):
            for size in range(min(_most_words(seats), len(kept) - 1), 0, -1):
                if (start := self._start_of(kept, size, seats)) is not None:
                    return start
        return None

    def _start_of(self, words: Sequence[str], size: int, seats: Sequence[str]) -> Start | None:
        """Return a start whose seat name has ``size`` words, before or after the card, or None."""
        for name, card in ((words[-size:], words[:-size]), (words[:size], words[size:])):
            typed = " ".join(name)
            seat = match_name(typed, seats) or match_beginning(typed, seats)
            if seat is not None and self._is_card(" ".join(card)):
                return Start(self.kinds.parse(" ".join(card)), seat)
        return None

    def _no_event(self, line: str, seats: Sequence[str]) -> CommandError:
        """Build the error for a line that is not an event, with examples of events.

        Raises:
            CommandError: A verb follows an unknown name. The message suggests the closest known name.
        """
        _check_name(line, seats)
        card = self.kinds.cards[0]
        named = next(after_name(fold(line), seats), None)
        seat = named[0] if named else seats[0]
        starts = () if named else (Start(card if self.turns else None, seats[0]),)
        forms = ", ".join(f'"{self.text(event)}"' for event in (Play(seat, card), Pass(seat), *starts))
        if named:
            return build_error(CommandError, "event.verb", quote_input(named[1]), seat=seat, forms=forms)
        key = "event.none" if line.strip() else "event.missing"
        return build_error(CommandError, key, quote_input(line), forms=forms, seats=", ".join(seats))

    def _correction(self, text: str, seats: Sequence[str]) -> Correct:
        """Return the correction for a line such as ``correct Vera 6, deck 53: why``."""
        what, colon, reason = text.strip().partition(" ")[2].partition(":")
        reason = " ".join(reason.split())
        if not colon or not reason or len(reason) > _LONGEST_REASON:
            raise build_error(
                CommandError, "correct.reason", quote_input(reason), most=_LONGEST_REASON, example=example()
            )
        sizes, lost = list[tuple[str, int]](), list[Face]()
        for part in what.split(","):
            if (cards := self._lost(part, seats)) is None:
                sizes.append(_size(part, seats))
            else:
                lost += cards
        return Correct(reason, tuple(sizes), tuple(lost))

    def _lost(self, text: str, seats: Sequence[str]) -> tuple[Face, ...] | None:
        """Return the lost cards in one part of a typed correction, or None if this part contains a size.

        Raises:
            CommandError: A card does not exist.
        """
        typed = " ".join(text.split())
        found = next(
            filter(None, (re.fullmatch(way, typed, re.IGNORECASE) for way in list_readings("read.lost"))),
            None,
        )
        if found is None or ((size := _SIZE.match(typed)) and fold(size[1]) in map(fold, seats)):
            return None
        fewer, lost = found["fewer"], found["lost"]
        if fewer is None:
            return self._list(lost)
        count = _count(found["count"].lower()) if found["count"] else 1
        return (self.kinds.parse(fewer),) * count


# ----------------------------------------------------------------------------------------------------
# Helpers that read names, numbers and sizes as the host types them.


def has_card(event: Event) -> bool:
    """Return whether an event contains a card, colour or suit, so that `Codec.replace_card` can change it."""
    return isinstance(event, Play | Named | Show) or (isinstance(event, Start) and event.card is not None)


def _capitalize_like(seats: Sequence[str], typed: str) -> str:
    """Return a typed name, capitalized if the host typed no capitals and all other names are capitalized."""
    return typed.title() if typed.islower() and all(seat[:1].isupper() for seat in seats) else typed


def find_seat(name: str, seats: Sequence[str]) -> str:
    """Return the seat with a typed name. Capital letters do not matter, and accents only if two names differ in them.

    Args:
        name: Typed name.
        seats: All names at the table.

    Raises:
        CommandError: There is no such seat. The message lists the seats and suggests the closest name.
    """
    if name in seats:
        return name
    if (found := match_name(name, seats)) is not None:
        return found
    folded = {fold(seat): seat for seat in seats}
    close = get_close_matches(fold(name), folded, 1, 0.5)
    key = "event.seat.close" if close else "event.seat" if name.strip() else "event.seat.missing"
    near = folded[close[0]] if close else ""
    raise build_error(CommandError, key, quote_input(name), seats=", ".join(seats), near=near)


def _check_name(line: str, seats: Sequence[str]) -> None:
    """Raise an error if a line begins with an unknown name and a verb, such as "plays"."""
    for verbs in list_readings("read.verb"):
        if found := re.match(rf"(.+?) (?:{verbs})(?!\S)", " ".join(line.split()), re.IGNORECASE):
            find_seat(found[1], seats)


def _check_due(event: Drew, text: str, prompt: GamePrompt) -> None:
    """Raise an error if the typed number of cards is not the number that the seat must draw."""
    bare = text in list_spellings("read.bare.draw")
    if prompt.due and not bare and event.count != prompt.due:
        raise build_error(CommandError, "event.due", quote_input(text), n=prompt.due)


def _may_be_card(event: Event, prompt: GamePrompt) -> bool:
    """Return whether a draw may instead be the name of a card, such as ``draw four``."""
    return isinstance(event, Drew) and event.count > 1 and not (prompt.due or prompt.counts)


def _interpret(event: Event, prompt: GamePrompt) -> Event:
    """Return an event as it is meant at this prompt.

    A draw means a pass if the prompt requires this draw, and a forced draw between virtual turns. Denying a card
    means a pass unless the prompt asks for a card.
    """
    match event:
        case Drew() if prompt.virtual:
            return replace(event, forced=True)
        case Drew(forced=True):  # elsewhere, "has to draw" only means a draw
            return _interpret(replace(event, forced=False), prompt)
        case Drew(seat, count) if prompt.due and count in (1, prompt.due):
            return Pass(seat)
        case Lacks(seat) if not prompt.seeks:
            return Pass(seat)
    return event


def without_i(text: str, seats: Sequence[str]) -> str:
    """Return an input such as "I draw" without the leading "I", unless a person's name is "I"."""
    word, _, rest = text.partition(" ")
    i = list_spellings("read.i")
    means_i = fold(word) in i and not any(fold(name).split()[:1] == [fold(word)] for name in seats)
    return rest.strip() if means_i and rest.strip() else text


def _most_words(names: Sequence[str]) -> int:
    return max(len(fold(name).split()) for name in names)


def after_name(line: str, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the seats whose names begin a typed line, each with the rest of the line. Long names come first.

    A colon or a comma may follow the name.
    """
    words = line.split()
    for at in range(min(_most_words(seats), len(words) - 1), 0, -1):
        first_words = " ".join(words[:at])
        name = match_name(first_words, seats)
        if name is None and first_words[-1] in ":,":
            name = match_name(first_words[:-1], seats)
        if name is not None:
            yield name, " ".join(words[at:])


def find_after_name(line: str, seats: Sequence[str], turn: str | None) -> tuple[str | None, str]:
    """Return the seat of a line and the words after its name, which may be shortened.

    Args:
        line: Normalised line.
        seats: All names at the table.
        turn: Seat to return if the line contains no name, or None.
    """
    named = [*after_name(line, seats), *_after_beginning(line, seats)]
    return named[0] if named else (turn, line)


def match_beginning(typed: str, seats: Sequence[str]) -> str | None:
    """Return the only seat whose name begins with the typed letters, or None."""
    found = _list_beginning(typed, seats)
    return found[0] if len(found) == 1 else None


def _list_beginning(typed: str, seats: Sequence[str]) -> list[str]:
    folded = fold(typed)
    return [seat for seat in seats if folded and any(name.startswith(folded) for name in typed_as(seat))]


def _after_beginning(line: str, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each seat whose name begins with the first word of a line, with the rest of the line."""
    word, _, rest = line.partition(" ")
    for seat in _list_beginning(word.rstrip(":,"), seats) if rest else ():
        yield seat, rest


def _is_written(attribute: Field[Any], value: object) -> bool:
    """Return whether JSON contains this value of a field."""
    return value != attribute.default or (attribute.name in _WRITTEN and bool(value))


def _plain(name: str, value: Any) -> Any:
    """Convert a field value to JSON. A tuple becomes a list, and a size becomes text such as ``Vera 6``."""
    if name == "sizes":
        return [f"{zone} {size}" for zone, size in value]
    return list(value) if isinstance(value, tuple) else value


def _count(text: str) -> int:
    """Return the number in a text. The text contains digits, or a word such as ``two``."""
    value = next(
        (n for n, number in enumerate(_NUMBERS, 1) if text in list_spellings(f"read.{number}")), None
    )
    return int(text) if value is None else value


_NUMBERS = ("one", "two", "three", "four")


def example() -> str:
    """Return an example of a typed correction, for messages."""
    return template("correct.example")


def _size(text: str, seats: Sequence[str] | None) -> tuple[str, int]:
    """Return the name and number in a text such as ``Vera 6``.

    Args:
        text: Zone name, followed by a size.
        seats: Names in their usual spelling, which replaces the typed spelling. None leaves the name
            unchanged.

    Raises:
        CommandError: The text is not a name followed by a number.
    """
    found = _SIZE.match(text.strip())
    if found is None:
        raise build_error(CommandError, "correct.size", quote_input(text.strip()), example=example())
    return match_name(found[1], seats or ()) or found[1], int(found[2])
