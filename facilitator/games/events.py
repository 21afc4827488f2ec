"""Events: what everybody at the table saw happen, and one reading and writing of them for every game.

An event is a frozen dataclass; a game takes those that it knows, and its law says whether one may be.  Its JSON
object is made from its fields: the key that says what happened (`_VERBS`), the seat, and every other field that
differs from its default.  Its text is one line of `_LINES`; `_PLAIN` and `_HEARD` have what is read as that
line, in as many ways as people type it.  What a game adds is its cards (`Kinds`) and what is asked for just now
(`GamePrompt`): no rule stands here.

JSON: ``{"seat":"Ana","play":"W","color":"B"}``.  Text: `Ana plays W blue`; of the seat in turn also `w blue`,
`draw`, `pass`, `no`.  JSON keys that are none of ours are passed over, as writers may add some.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from typing import Any, Protocol

from facilitator.errors import CommandError
from facilitator.machine.faces import Face
from facilitator.words import at_table, fold, quoted

# The events, in the order in which they were met: first those of every game, then what only some rules know, last the
# correction of the record itself.


@dataclass(frozen=True, slots=True)
class Start:
    """The game begins: who is first, and the first top card where the game turns one over.

    ``card``: what was turned over; None in a game without a first card, and by rules under which the first seat
    plays from its hand. ``first``: the name of the seat that begins; by rules in which a first card takes
    effect, the one left of the dealer, whose turn it need not be.
    """

    card: Face | None
    first: str


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays a card, or several of one value.

    ``named``: what it says with the card, by its code: a colour, a suit, an end of the row; None where nothing
    is said. ``more``: further cards of the same value played with it, in the order they are laid, the last one
    on top. ``to``: the seat it swaps hands with, by its name.
    """

    seat: str
    card: Face
    named: str | None = None
    more: tuple[Face, ...] = ()
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat draws of its own accord: never a draw that a card forced on it.

    ``count``: how many cards; which they are is nobody's to know. What a card makes a seat draw follows from
    that card and is no event: the law counts it and announces it.
    """

    seat: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat does not play (any more) in this turn.

    In a game without a deck it also says that nothing in the hand fits, which everybody may remember. Where
    cards wait to be drawn it says that the seat has no answer to them.
    """

    seat: str


@dataclass(frozen=True, slots=True)
class Lacks:
    """A seat does not hold the card that is looked for (the 7♦, a doublet).

    Told by a person, or found by a selection whose only valid cards are those that are looked for.
    """

    seat: str


@dataclass(frozen=True, slots=True)
class Give:
    """A seat hands cards to another, unseen by the rest; how many is public, which they are is not."""

    seat: str
    to: str
    count: int


@dataclass(frozen=True, slots=True)
class Show:
    """A seat shows cards that stay in its hand: its highest doublet, or all it has left when points are
    counted.

    The only event by which cards of a virtual seat's hand become public, and only once the hand is over.
    """

    seat: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """Cards are gathered and dealt anew: round ``number`` of a match begins, the first being 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Named:
    """A seat says something without playing: the colour that a turned up card lets it choose, by its code."""

    seat: str
    named: str


@dataclass(frozen=True, slots=True)
class Challenge:
    """A seat says that the card played just before it was played wrongly.

    Not ``made``: a virtual seat, that a lot decides for, lets it stand.  ``covered``: a person asks for the run that
    settles it, so that nobody is shown the hand; for a virtual seat it is that anyway.
    """

    seat: str
    made: bool = True
    covered: bool = False


@dataclass(frozen=True, slots=True)
class ChallengeVerdict:
    """What came out about the hand of the accused ``seat``: whether it was guilty."""

    seat: str
    guilty: bool


@dataclass(frozen=True, slots=True)
class Caught:
    """A seat did not say that it has one card left, and another said so first."""

    seat: str


@dataclass(frozen=True, slots=True)
class Absent:
    """The seat in turn is not there."""

    seat: str


@dataclass(frozen=True, slots=True)
class SeatLeaves:
    """A seat gives up; its hand is then shown."""

    seat: str


@dataclass(frozen=True, slots=True)
class Join:
    """A person sits down in a game under way, after the last seat of the list.

    ``seat``: a name that nobody at the table has yet.
    """

    seat: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """A seat says that another draws without need, and was shown that hand: ``right`` or not."""

    seat: str
    of: str
    right: bool


@dataclass(frozen=True, slots=True)
class Penalty:
    """A seat draws cards for something the rules of play know nothing of, such as helping."""

    seat: str
    count: int


@dataclass(frozen=True, slots=True)
class TimePassed:
    """So many full minutes have gone by since the game began; the host looks at a clock, the program at none."""

    minutes: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The game ends before its end: the time is up."""


@dataclass(frozen=True, slots=True)
class Correct:
    """The record was wrong, and everybody sees how it is: sizes of what lies covered, or one face that lies
    open.

    ``sizes``: of hands and decks by their names, or empty where a face is meant. ``was``: the face that stands
    in the record for ``face``; None: the top card. ``reason``: the host's words, kept for whoever reads the
    log.

    A correction moves no card; `facilitator.games.corrections` sees to it that all cards stay.
    """

    reason: str
    sizes: tuple[tuple[str, int], ...] = ()
    was: Face | None = None
    face: Face | None = None


Event = (
    Start
    | Play
    | Drew
    | Pass
    | Lacks
    | Give
    | Show
    | Round
    | Named
    | Challenge
    | ChallengeVerdict
    | Caught
    | Absent
    | SeatLeaves
    | Join
    | Doubt
    | Penalty
    | TimePassed
    | TimeUp
    | Correct
)
"""What everybody at the table saw happen; a game takes those that it knows."""


# ----------------------------------------------------------------------------------------------------
# The tables: an event's key in JSON, its line of text, and what is read as that line.
#
# A new event is a class above and a row in `_VERBS` and `_LINES`, and one in `_PLAIN` or `_HEARD` if it is typed
# after a seat's name; nothing else knows the sorts of events but the games that take it.


_VERBS: dict[type[Any], tuple[str, str]] = {
    Start: ("start", "card"),
    Play: ("play", "card"),
    Drew: ("draw", "count"),
    Pass: ("pass", ""),
    Lacks: ("lacks", ""),
    Give: ("give", "count"),
    Show: ("show", "cards"),
    Round: ("round", "number"),
    Named: ("names", "named"),
    Challenge: ("challenge", "made"),
    ChallengeVerdict: ("guilty", "guilty"),
    Caught: ("caught", ""),
    Absent: ("away", ""),
    SeatLeaves: ("gives_up", ""),
    Join: ("joins", "seat"),
    Doubt: ("doubts", "of"),
    Penalty: ("penalty", "count"),
    TimePassed: ("minutes", "minutes"),
    TimeUp: ("stop", ""),
    Correct: ("correct", ""),
}
"""By its class: the key that tells an event from all others, and the field under it; none: it is just true."""
_FIRST = "first"
"""Where no card is turned over, the key that says who begins stands alone."""


@cache
def _keys(naming: str) -> Mapping[type[Any], Mapping[str, str]]:
    """Return the JSON key of every field of every event.

    The verb, of the field under it; else the field's name, but for two of a play: ``naming`` is the key of what is
    named with a card.
    """
    played = {"named": naming, "to": "swap"}
    return {
        kind: {
            one.name: verb if one.name == under else (played if kind is Play else {}).get(one.name, one.name)
            for one in fields(kind)
        }
        for kind, (verb, under) in _VERBS.items()
    }


@cache
def _every_key(naming: str) -> frozenset[str]:
    """Return all keys that events have, but for those of a correction; ``naming`` as above."""
    kinds = [kind for kind in _VERBS if kind is not Correct]
    verbs = (_VERBS[kind][0] for kind in kinds)
    return frozenset((_FIRST, *verbs, *(key for kind in kinds for key in _keys(naming)[kind].values())))


_LINES: dict[type[Any], str] = {
    Start: "start {card} {first} first",
    Play: "{seat} plays {card}{more}{named}{to}",
    Drew: "{seat} draws {count}",
    Pass: "{seat} passes",
    Lacks: "{seat} lacks it",
    Give: "{seat} gives {count} to {to}",
    Show: "{seat} shows {cards}",
    Round: "round {number}",
    Named: "{seat} names{named}",
    Challenge: "{seat} {made}{covered}",
    ChallengeVerdict: "{seat} is {guilty}",
    Caught: "{seat} forgot UNO",
    Absent: "{seat} is away",
    SeatLeaves: "{seat} gives up",
    Join: "{seat} joins",
    Doubt: "{seat} doubts {of} {right}",
    Penalty: "{seat} gets {count}",
    TimePassed: "minutes {minutes}",
    TimeUp: "time is up",
}
"""The line a host would type: fields in braces, each as `Codec._said` says it."""
_EITHER = {
    "made": ("lets it stand", "challenges"),
    "covered": ("", " covered"),
    "guilty": ("innocent", "guilty"),
    "right": ("wrongly", "rightly"),
}
"""Of a field that is true or false: the words for false, and those for true."""
_PLAIN_VALUES: dict[str, tuple[type, str]] = {
    **dict.fromkeys(("count", "number", "minutes"), (int, 'a whole number, as "{key}":1')),
    **dict.fromkeys(_EITHER, (bool, 'true or false for "{key}"')),
}
"""Of a field that is a count or a truth: of which type it is in JSON, and how to say so."""
_YES = ("challenge", "challenges", "covered", "guilty", "rightly")
_NUMBER = r"(\d{1,3}|an?|one|two|three|four)"
_PLAIN: dict[type[Any], tuple[str, ...]] = {
    Start: ("first", "is first", "start", "starts", "begin", "begins", "begins the game"),
    Pass: ("pass", "passes", "passed", "knock", "knocks"),
    Lacks: ("lacks", "lack", "lacks it", "has none", "hasnt", "hasn't", "has not", "no", "none", "nope"),
    Caught: ("forgot uno", "missed uno"),
    Absent: ("is away", "is not there", "absent"),
    SeatLeaves: ("gives up",),
}
"""What is read after a seat's name where nothing else need be said."""
_PLAINLY = {said: kind for kind, every in _PLAIN.items() for said in every}
_HEARD: dict[type[Any], re.Pattern[str]] = {
    kind: re.compile(pattern)
    for kind, pattern in {
        Play: r"(?:plays?|played|puts?|leads?|led)(?: (?P<card>.*))?",
        Give: r"(?:gives?|gave|pass(?:es)? on) (?P<count>.*) to (?P<to>.*)",
        Drew: rf"(?:draws?|drew|drawn|takes?)(?: (?P<count>{_NUMBER}(?: (?:cards?|tiles?))?))?",
        Show: r"(?:shows?|showed|announces?|reveals?)(?: (?P<cards>.*))?",
        Named: r"names? (?P<named>.*)",
        Challenge: r"(?P<made>challenges?|lets it stand)(?: (?P<covered>covered))?",
        ChallengeVerdict: r"is (?P<guilty>guilty|innocent|not guilty)",
        Doubt: r"doubts (?P<of>.*) (?P<right>rightly|wrongly)",
        Penalty: r"gets (?P<count>\d{1,2})(?: cards?)?",
    }.items()
}
"""What is read after it where more is said: groups are fields, and how they were typed."""
_TABLE = re.compile(r"(?:next )?(round|minutes) (\d{1,4})")
_JOINS = re.compile(r"(.+) joins", re.IGNORECASE)
_LONGEST_NAME = 34
_DRAW = ("draw", "draws", "dr", "n", "take", "takes")
_PASS = ("pass", "passes", "pa", "p")
"""Words of the seat in turn, before any other reading."""
_HALF = ("d", "dra")
_DRAWS = ("draw", "draws", "drew", "drawn", "take", "takes")
_VERB = re.compile(r" (?:plays?|played|draws?|drew|drawn|takes?|pass|passes|passed)(?!\S)", re.IGNORECASE)
_COUNT = re.compile(rf"{_NUMBER}?\s*(?:cards?|tiles?)?")
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_MOST_CARDS = 20
"""Cards named in one play, at most: many times what is ever laid at once."""

CORRECT, TOP = "correct", "top"
EXAMPLE = f"{CORRECT} Ana 6, deck 53: two cards stuck together"
"""A correction of the record as it is typed; the other form: ``correct top is 7R: misread``."""
_LONGEST_REASON = 300
_SIZE = re.compile(r"(.+?)\s+(\d{1,4})\Z", re.DOTALL)
_FACE = re.compile(r"(\S.*?)\s+is\s+(\S.*)\Z", re.IGNORECASE | re.DOTALL)


# ----------------------------------------------------------------------------------------------------
# What a game adds: its cards, and what is asked for just now.


class Kinds(Protocol):
    """A deck of cards (or tiles): what there is, what it is called, how it is typed."""

    @property
    def cards(self) -> tuple[Face, ...]:
        """All cards, equal ones as often as they occur, in list order."""

    @property
    def tiles(self) -> bool:
        """Whether they are tiles: too thick for a sleeve, and drawn as tiles."""

    @property
    def examples(self) -> str:
        """A few codes, as a message names them: ``7R, SY or W``."""

    @property
    def naming(self) -> str:
        """What is named with a card, or drawn by lot: ``colour``, ``end``; empty where nothing is."""

    @property
    def naming_key(self) -> str:
        """The key it has in JSON: ``color``, ``end``."""

    def order(self, face: Face) -> Any:
        """Return the key that sorts faces as the list has them."""

    def describe(self, face: Face) -> str:
        """Return the words for a card: ``red 7``."""

    def group(self, face: Face) -> str:
        """Return the word under which a list puts it: its colour, its suit."""

    def traits(self, face: Face) -> tuple[str, ...]:
        """Return what a rule may call it by, the widest first: ``("green", "9")``; none are needed.

        A sentence may then say "every green, every 9" for a set of kinds.
        """

    def parse(self, text: str) -> Face:
        """Return the card that was typed, in any spelling; raises `CommandError`."""

    def parse_named(self, text: str) -> str:
        """Return what is named with a card or drawn by lot: a colour, an end; raises `CommandError`."""

    def parse_play(self, text: str) -> tuple[Face, str | None]:
        """Return a card and what is named with it (None where nothing is); raises `CommandError`."""

    def describe_named(self, named: str) -> str:
        """Return the word for it: ``red``; what is no such name as it is."""


@dataclass(frozen=True, slots=True)
class GamePrompt:
    """What the table waits for, and what may be typed for it: one record for the words and for the reading.

    ``question``: what the table, or the person in turn, is asked for: ``a card, or draw``. ``seat``: whose
    event a line without a name is; None where nobody is in turn. ``shows``: cards typed alone are shown, not
    played. ``seeks``: seats say whether they have what is looked for, so that "no" is no pass. ``due``: so many
    cards must be drawn, and to draw them is to pass.

    ``words``: what a few words mean just now, in small letters, beside all that is read anyway; an empty text
    is Enter. ``example``: what may be typed where nobody is in turn, of Ana and Ben. ``also``: what else these
    rules know, a line each, for ``?``.

    Nothing is decided by the words of a question: which events may be is for the law to say.
    """

    question: str
    seat: str | None = None
    shows: bool = False
    seeks: bool = False
    due: int = 0
    words: Mapping[str, Event] = field(default_factory=dict)
    example: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Codec:
    """The reading and writing of one game's events; the same for every game but for its cards.

    ``kinds``: its cards, who know how people write them. ``turns``: a first card may be turned over, so that a
    start says which, or that none was. ``forms``: lines as examples of what a record may hold, for a line that
    is none; where a game has none of its own they are made from its last card.

    What is written is read again as the same event, by the same game: journals of any age open by that.
    """

    kinds: Kinds
    turns: bool = False
    forms: str = ""

    # JSON.  The verb is the key that no other event has; all other keys are fields.  Reading is strict about
    # values and about keys of ours that do not belong together, and passes over all that is none of ours.

    def json(self, event: Event) -> dict[str, object]:
        """Return an event as its JSON object: the seat, the key that says what happened, what is not as usual.

        The order of keys is the order in which they are told: seat, what happened, then fields as the class has
        them. Fields that have their usual value are left out. The shapes are a contract (`DESIGN.md`): keys may
        be added, none is renamed.
        """
        if isinstance(event, Correct):
            return _correction_json(event)
        if isinstance(event, Start) and not self.turns:
            return {_FIRST: event.first}
        verb, under = _VERBS[type(event)]
        keys = _keys(self.kinds.naming_key)[type(event)]
        seat = getattr(event, "seat", None) if under != "seat" else None
        said: dict[str, object] = {} if seat is None else {"seat": seat}
        said[verb] = _plain(getattr(event, under)) if under else True
        for one in fields(event):
            value = getattr(event, one.name)
            if one.name not in ("seat", under) and value != one.default:
                said[keys[one.name]] = _plain(value)
        return said

    def of_json(self, obj: object, seats: Sequence[str] | None = None) -> Event:
        """Return the event a JSON object says.

        ``obj``: what a JSON reader gave; anything may stand in it, for it may be a stranger's file. ``seats``:
        the names that may stand in it; without them any name will do, as for a journal whose table is known
        anyway.

        Raises: CommandError if the object says no event, or one that is not whole, or has keys of another
        event.
        """
        if not isinstance(obj, Mapping):
            raise self._bad("a JSON object", obj)
        found = [kind for kind, (verb, _) in _VERBS.items() if verb in obj]
        if not found and _FIRST in obj:
            return Start(None, self._name(obj, _FIRST, seats))
        if len(found) != 1:
            known = ", ".join(f'"{verb}"' for verb, _ in [*_VERBS.values()][:4])
            raise self._bad(f"exactly one of {known} …", obj)
        if found[0] is Correct:
            return _correction_of(obj, seats)
        kind, keys = found[0], self._fields(found[0], obj)
        values = {
            one.name: self._value(kind, one.name, keys[one.name], obj, seats)
            for one in fields(kind)
            if one.default is MISSING or obj.get(keys[one.name]) is not None
        }
        event: Event = kind(**values)
        return event

    def _fields(self, kind: type[Any], obj: Mapping[Any, Any]) -> Mapping[str, str]:
        """Return the key of each field of an event; refuses keys that belong to other events."""
        verb, under = _VERBS[kind]
        keys = _keys(self.kinds.naming_key)[kind]
        if strays := (_every_key(self.kinds.naming_key) & set(obj)) - set(keys.values()) - {verb}:
            raise self._bad(f'no "{min(strays)}" beside "{verb}"', obj)
        if not under and obj[verb] is not True:
            raise self._bad(f'"{verb}":true', obj)
        return keys

    def _value(
        self, kind: type[Any], name: str, key: str, obj: Mapping[Any, Any], seats: Sequence[str] | None
    ) -> object:
        """Return a field's value; its name says of which sort it is: a card, a count, a truth, else a seat.

        Raises: CommandError for a value of another sort, with the event's shape as an example.
        """
        value = obj.get(key)
        match name:
            case "card":
                return None if kind is Start and value is None else self.kinds.parse(self._text(obj, key))
            case "named":
                return self.kinds.parse_named(self._text(obj, key))
            case "cards" | "more":
                if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
                    raise self._bad(f'a list of cards for "{key}"', obj)
                return tuple(map(self.kinds.parse, value))
        if (plain := _PLAIN_VALUES.get(name)) is not None:
            sort, said = plain
            if type(value) is not sort:
                raise self._bad(said.format(key=key), obj)
            return value
        return self._name(obj, key, None if kind is Join else seats)

    def _text(self, obj: Mapping[Any, Any], key: str) -> str:
        """Return a text under a key; raises `CommandError` where there is none."""
        value = obj.get(key)
        if not isinstance(value, str):
            raise self._bad(f'a text for "{key}"', obj)
        return value

    def _name(self, obj: Mapping[Any, Any], key: str, seats: Sequence[str] | None) -> str:
        """Return the seat under a key, as the table writes it; raises `CommandError` for a stranger."""
        name = self._text(obj, key)
        return name if seats is None else find_seat(name, seats)

    def _bad(self, expected: str, obj: object) -> CommandError:
        """Return the refusal of a JSON object: what was expected, the object on a line, how it is written."""
        found = quoted(json.dumps(obj, ensure_ascii=False, default=str))
        example = json.dumps(self.json(Play("Ana", self.kinds.cards[0])), separators=(",", ":"))
        todo = f'Write it as {example}; see "facilitator replay --help".'
        return CommandError(expected, found, todo)

    # Text.  Writing has one line for each event.  Reading first looks for whose event it is, the longest name
    # first, then for a verb after it; only where the seat is known from the turn may the name be left out.

    def text(self, event: Event) -> str:
        """Return an event as a host would type it: the line that a paper log has, and that `read_line` reads
        again.
        """
        match event:
            case Correct():
                return f"{CORRECT} {corrected_text(event)}: {event.reason}"
            case Start(None, first):
                return f"{first} begins" if self.turns else f"{first} first"
            case Drew(seat, 1):
                return f"{seat} draws"
        said = {one.name: self._said(event, one.name) for one in fields(event)}
        return _LINES[type(event)].format(**said).rstrip()

    def _said(self, event: Event, name: str) -> str:
        """Return a field as it stands in a line: a truth in its words, cards by their codes, what is named in
        words.
        """
        value = getattr(event, name)
        if isinstance(value, bool):
            return _EITHER[name][value]
        if isinstance(value, tuple):
            return "".join(f" {card}" for card in value) if name == "more" else " ".join(value)
        if name == "named":
            return "" if value is None else f" {self.kinds.describe_named(value)}"
        if name == "to" and isinstance(event, Play):
            return "" if value is None else f" with {value}"
        return str(value)

    def read_line(self, line: str, seats: Sequence[str]) -> Event:
        """Return the event of a record's line, be it text or JSON; it says itself whose event it is.

        ``line``: as it stands in the file. ``seats``: all names at the table, for a name may hold anything.

        Raises: CommandError if the line says no event, names no seat or no card.
        """
        if line.lstrip().startswith("{"):
            try:
                return self.of_json(json.loads(line), seats)
            except (ValueError, RecursionError):
                if not any(name.startswith("{") for name in seats):  # a seat may be called anything
                    example = f"{json.dumps(self.json(Play('Ana', self.kinds.cards[0])))}, or as text"
                    todo = f"Write it as {example}: {self.text(Play('Ana', self.kinds.cards[0]))}."
                    raise CommandError("one JSON object on the line", quoted(line), todo) from None
        event = self._whole(line, seats)
        if event is None:
            raise self._no_event(line, seats)
        return event

    def read(self, text: str, seats: Sequence[str], prompt: GamePrompt) -> Event:
        """Return the event a few keystrokes or a whole line mean.

        ``text``: as it was typed, in any case and with any blanks. ``seats``: all names, clockwise. ``prompt``:
        what is asked for: whose turn it is, and which words mean something just now.

        Tried in this order: words of the prompt, a JSON object, a line that names its seat, what the seat in
        turn may say without its name, a card alone.

        Raises: CommandError if they mean none, or could mean two.
        """
        line = fold(text).rstrip("" if text.lstrip().startswith("{") else ".! ")
        if (said := prompt.words.get(line)) is not None:
            return said
        if text.lstrip().startswith("{"):
            return self.read_line(text, seats)
        event = self._whole(text, seats) or next(
            (Start(None, seat) for seat in seats if prompt.seat is None and fold(seat) == line), None
        )
        if event is None and prompt.seat is None:
            event = self._opening(text, seats, prompt)
        elif event is None:
            event = self._bare(text, line, seats, prompt, str(prompt.seat))
        return _as_pass(event, prompt)

    def _whole(self, text: str, seats: Sequence[str]) -> Event | None:
        """Return the event of a line that says whose it is; None where it does not.

        Names may hold blanks, verbs and anything else: the longest name that makes sense is meant.
        """
        line = fold(text)
        for seat, rest in _after_name(line, seats):
            if (event := self._of_seat(seat, rest, seats)) is not None:
                return event
        word, _, rest = line.partition(" ")
        if word == CORRECT:
            return self._correction(text, seats)
        if word in ("start", "starts") and rest:
            return self._start(rest, seats)
        said = line.rstrip(".! ")
        if said in ("time is up", "time's up"):
            return TimeUp()
        if found := _TABLE.fullmatch(said):
            return (Round if found[1] == "round" else TimePassed)(int(found[2]))
        if (joins := _JOINS.fullmatch(" ".join(text.split()).rstrip(".! "))) and len(
            joins[1]
        ) < _LONGEST_NAME:
            return Join(joins[1])
        return None

    def _of_seat(self, seat: str, rest: str, seats: Sequence[str]) -> Event | None:
        """Return the event that the words after a seat's name say; None for none."""
        said = rest.rstrip(".! ")
        if (plain := _PLAINLY.get(said)) is not None:
            event: Event = Start(None, seat) if plain is Start else plain(seat)
            return event
        for kind, pattern in _HEARD.items():
            if found := pattern.fullmatch(said):
                return self._made(kind, seat, found, seats)
        return None

    def _made(self, kind: type[Any], seat: str, found: re.Match[str], seats: Sequence[str]) -> Event:
        """Return the event of a kind with the fields that were typed; ``found``: what was read, by their names."""
        if kind is Play:
            return self._play(seat, found["card"] or "", seats)
        typed = {name: text for name, text in found.groupdict().items() if text is not None}
        values = {name: self._heard(name, text, seats) for name, text in typed.items()}
        if kind is Show:
            values.setdefault("cards", ())
        made: Event = kind(seat=seat, **values)
        return made

    def _heard(self, name: str, text: str, seats: Sequence[str]) -> object:
        """Return a field's value from how it was typed."""
        match name:
            case "count":
                return _count(text)
            case "cards":
                return self._list(text)
            case "named":
                return self.kinds.parse_named(text)
            case "to" | "of":
                return find_seat(text, seats)
        return text in _YES

    def _play(self, seat: str, said: str, seats: Sequence[str]) -> Play:
        """Return a play of one card or several, what is named with the last, and with whom hands are swapped.

        ``said``: what stands after the verb, or alone: ``7r``, ``w blue``, ``5-6 left``, ``7r 7g``, ``7r with
        Ben``.
        """
        before, found, name = said.rpartition(" with ")
        said, to = (before, find_seat(name, seats)) if found else (said, None)
        try:
            return Play(seat, *self.kinds.parse_play(said), to=to)
        except CommandError as error:
            words = [word for word in re.split(r"[\s,]+", said) if word != "and"]
            if not 2 <= len(words) <= _MOST_CARDS:
                raise
            named = self._named(words[-1])
            try:
                cards = [self.kinds.parse(word) for word in (words[:-1] if named else words)]
            except CommandError:
                raise error from None
            return Play(seat, cards[0], named, tuple(cards[1:]), to)

    def _named(self, word: str) -> str | None:
        """Return what a word names (a colour, a suit, an end), None where it names nothing."""
        try:
            return self.kinds.parse_named(word)
        except CommandError:
            return None

    def _list(self, said: str) -> tuple[Face, ...]:
        """Return the cards of a list: parted by commas, else one card, else parted by blanks."""
        parts = [part for part in re.split(r"[,;]+", said) if part.strip()]
        if len(parts) > 1:
            return tuple(map(self.kinds.parse, parts))
        try:
            return (self.kinds.parse(said),)
        except CommandError:
            return tuple(map(self.kinds.parse, said.split()))

    def _bare(self, text: str, line: str, seats: Sequence[str], prompt: GamePrompt, seat: str) -> Event:
        """Return what a line without a name means in a seat's turn.

        ``text``: as typed, ``line``: folded. A count that is not the one that waits is refused; where no card
        waits, a draw of several is first tried as a card of that name, as `draw four blue` is one in UNO.
        """
        line = without_i(line, seats)
        if line in _DRAW:
            return Pass(seat) if prompt.due else Drew(seat)
        if line in _PASS:
            return Pass(seat)
        event = self._of_seat(seat, line, seats)
        if isinstance(event, Drew) and prompt.due and event.count != prompt.due:
            todo = "Type pass, or draw: they are counted without typing. A card is typed with its colour: D blue."
            raise CommandError(f"{prompt.due} cards drawn, or a card", quoted(line), todo)
        if event is not None and not (isinstance(event, Drew) and event.count > 1 and not prompt.due):
            return event
        if line in _HALF:
            raise self._two_meanings(line, seat, seats)
        try:
            return Show(seat, self._list(line)) if prompt.shows else self._play(seat, line, seats)
        except CommandError:
            if event is not None:
                return event
            if any(_after_name(line, seats)):
                raise self._no_event(text, seats) from None
            raise

    def _two_meanings(self, line: str, seat: str, seats: Sequence[str]) -> CommandError:
        """Return the refusal of half a word: in UNO a "d" is a card, too."""
        card = self._play(seat, line, seats).card
        return CommandError(
            "one meaning",
            f'"{line}", which could be the card {card} ({self.kinds.describe(card)}) or drawing a card',
            f"Type +4 or {card} with its colour ({card} blue) for the card, draw to draw.",
        )

    def _opening(self, text: str, seats: Sequence[str], prompt: GamePrompt) -> Event:
        """Return how the game begins: ``7R Ana``, or who begins, or nothing of the kind.

        Raises: CommandError with an example, for a card without a seat or a seat without a card.
        """
        said = fold(text).rstrip(".! ")
        if self.turns and " " in said:
            return self._start(said, seats)
        if prompt.example and (self.turns or not said):
            asked = prompt.question[:1].lower() + prompt.question[1:]
            expected = f"{asked}, e.g. {at_table(prompt.example, seats)}"
            raise CommandError(expected, quoted(text), "Type both." if " " in prompt.example else "Type it.")
        raise self._no_event(text, seats)

    def _start(self, said: str, seats: Sequence[str]) -> Start:
        """Return a start from its card and who is first, the longest name that leaves a card."""
        refused: CommandError | None = None
        for rest in (said.removesuffix(" first"), said):
            for name in sorted(seats, key=len, reverse=True):
                if rest.endswith(" " + fold(name)):
                    try:
                        return Start(self.kinds.parse(rest[: -len(fold(name))]), name)
                    except CommandError as error:
                        refused = refused or error
        if refused is None:
            card, _, name = said.removesuffix(" first").partition(" ")
            return Start(self.kinds.parse(card), find_seat(name, seats))
        raise refused

    def _no_event(self, line: str, seats: Sequence[str]) -> CommandError:
        """Return why a line is no event: what stands behind a draw or a pass, no seat's name, or all of it.

        Raises: CommandError where a verb stands after a name that nobody has, with the closest one suggested.
        """
        for seat, rest in _after_name(fold(line), seats):
            verb, _, what = rest.partition(" ")
            if verb in _DRAWS:
                todo = f"Type: {seat} draws (what was drawn stays unsaid). Forced draws are entered by themselves."
                return CommandError(f'"{seat} draws" and nothing more', quoted(what), todo)
            if verb in _PLAIN[Pass]:
                return CommandError(
                    f'"{seat} passes" and nothing after it', quoted(what), f"Type: {seat} passes"
                )
        said = " ".join(line.split())  # single blanks: so the search takes one look at each
        if verb_at := _VERB.search(said):
            find_seat(said[: verb_at.start()].strip(), seats)  # raises: no known name stands before the verb
        forms = self.forms or f'"{seats[0]} plays {self.kinds.cards[-1]}", "{seats[0]} first" or "round 2"'
        todo = f"The seats are {', '.join(seats)}."
        return CommandError(f"an event, such as {forms}", quoted(line), todo)

    def _correction(self, text: str, seats: Sequence[str]) -> Correct:
        """Return a correction: ``correct Vera 6, deck 53: why``, ``correct 7R is 7Y: why``, or of ``top``."""
        what, colon, reason = text.strip()[len(CORRECT) :].partition(":")
        reason = " ".join(reason.split())
        if not colon or not reason or len(reason) > _LONGEST_REASON:
            found = f"{len(reason)} letters" if len(reason) > _LONGEST_REASON else "none"
            raise CommandError("what is so, a colon and a reason", found, f"Type e.g. {EXAMPLE}")
        if (face := _FACE.match(what.strip())) is not None:
            was = None if fold(face[1]) == TOP else self.kinds.parse(face[1])
            return Correct(reason=reason, was=was, face=self.kinds.parse(face[2]))
        return Correct(reason=reason, sizes=tuple(_size(one, seats) for one in what.split(",")))


# ----------------------------------------------------------------------------------------------------
# Seats by their names, as hosts type them; counts; corrections in JSON.


def find_seat(name: str, seats: Sequence[str]) -> str:
    """Return the seat meant by a name, whatever its case, blanks, or way of writing an accent.

    ``seats``: all names at the table.

    Raises: CommandError listing the seats, with the closest one suggested.
    """
    if name in seats:
        return name
    folded = {fold(seat): seat for seat in seats}
    if fold(name) in folded:
        return folded[fold(name)]
    close = get_close_matches(fold(name), folded, 1, 0.5)
    todo = f"Did you mean {folded[close[0]]}?" if close else "Type the name as the table file has it."
    raise CommandError(f"a seat of this table ({', '.join(seats)})", quoted(name), todo)


def _as_pass(event: Event, prompt: GamePrompt) -> Event:
    """Return a pass for what is one just now: all that waits is drawn, or "no" is said and no card is looked for."""
    match event:
        case Drew(seat, count) if prompt.due and count == prompt.due:
            return Pass(seat)
        case Lacks(seat) if not prompt.seeks:
            return Pass(seat)
    return event


def without_i(said: str, seats: Sequence[str]) -> str:
    """Return what was said without the "I" it begins with, where nobody at the table is called so.

    People say "I draw" when they are asked; the seat is known from the turn.
    """
    word, _, rest = said.partition(" ")
    one = fold(word) == "i" and not any(fold(name).split()[:1] == ["i"] for name in seats)
    return rest.strip() if one and rest.strip() else said


def _after_name(line: str, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each seat that a line begins with, the longest name first, and the rest of the line."""
    for name in sorted(seats, key=len, reverse=True):
        if line.startswith(fold(name) + " "):
            yield name, line[len(fold(name)) + 1 :]


def _plain(value: object) -> object:
    """Return a value as JSON has it: a tuple is a list there."""
    return list(value) if isinstance(value, tuple) else value


def _count(text: str) -> int:
    """Return how many are said; one where no count is."""
    found = _COUNT.fullmatch(text.strip())
    if found is None:
        raise CommandError("a count, if anything", quoted(text), "Which cards they are stays unsaid.")
    said = found[1] or "one"
    return _COUNTS[said] if said in _COUNTS else int(said)


def corrected_text(event: Correct) -> str:
    """Return what a correction says is so, as it is typed."""
    if event.sizes:
        return ", ".join(f"{zone} {size}" for zone, size in event.sizes)
    return f"{event.was or TOP} is {event.face}"


def _correction_json(event: Correct) -> dict[str, object]:
    """Return a correction as its JSON object, which has two shapes: sizes, or a face for another."""
    if event.sizes:
        return {CORRECT: [f"{zone} {size}" for zone, size in event.sizes], "why": event.reason}
    return {CORRECT: event.was or TOP, "is": event.face, "why": event.reason}


def _correction_of(obj: Mapping[Any, Any], seats: Sequence[str] | None) -> Correct:
    """Return the correction a JSON object says; raises `CommandError` where it is not whole."""
    match obj:
        case {"correct": list(sizes), "why": str(why)} if all(isinstance(one, str) for one in sizes):
            return Correct(reason=why, sizes=tuple(_size(one, seats) for one in sizes))
        case {"correct": str(was), "is": str(face), "why": str(why)}:
            return Correct(reason=why, was=None if was == TOP else was, face=face)
    raise CommandError("a correction", quoted(str(dict(obj))), f"Type e.g. {EXAMPLE}")


def _size(text: str, seats: Sequence[str] | None) -> tuple[str, int]:
    """Return whose cards, or which deck's, and how many: ``Vera 6``.

    ``seats``: names to find the seat by; None: the name stands as it is. Raises: CommandError.
    """
    found = _SIZE.match(text.strip())
    if found is None:
        raise CommandError("whose cards and how many", quoted(text.strip()), f"Type e.g. {EXAMPLE}")
    return next((seat for seat in seats or () if fold(seat) == fold(found[1])), found[1]), int(found[2])
