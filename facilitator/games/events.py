"""Events: what everybody at the table saw happen, and one reading and writing of them for every game.

An event is a frozen dataclass; a game takes those that it knows, and its law says whether one may be.  Its JSON
object is made from its fields: the key that says what happened (`VERBS`), the seat, and every other field that
differs from its default.  Its text is a line of the catalogue (``event.play``), and so is what is read as that
line, in as many ways as people type it (``read.play``: a pattern whose groups are fields), in the language of the
table and in English.  What a game adds is its cards (`Kinds`) and what is asked for just now (`GamePrompt`): no
rule stands here.

JSON: ``{"seat":"Ana","play":"W","color":"B"}``.  Text: `Ana plays W blue`; of the seat in turn also `w blue`,
`draw`, `pass`, `no`.  JSON keys that are none of ours are passed over, as writers may add some.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from functools import cache
from typing import Any, Protocol

from facilitator.errors import CommandError
from facilitator.machine.faces import Face
from facilitator.words import at_table, fold, quoted
from facilitator.words.catalogue import closest, heard, refused, sentence, spelled, spoken, template

# The events, in the order in which they were met: first those of every game, then what only some rules know, last the
# correction of the record itself.


@dataclass(frozen=True, slots=True)
class Event:
    """What everybody at the table saw happen; a game takes those that it knows."""


@dataclass(frozen=True, slots=True)
class Start(Event):
    """The game begins: who is first, and the first top card where the game turns one over.

    ``card``: what was turned over; None in a game without a first card, and by rules under which the first seat
    plays from its hand. ``first``: the name of the seat that begins; by rules in which a first card takes
    effect, the one left of the dealer, whose turn it need not be.
    """

    card: Face | None
    first: str


@dataclass(frozen=True, slots=True)
class Play(Event):
    """A seat plays a card, or several of one value.

    ``named``: what it says with the card, by its code: a colour, a suit, an end of the row; None where nothing
    is said. ``more``: further cards of the same value played with it, in the order they are laid, the last one
    on top.
    """

    seat: str
    card: Face
    named: str | None = None
    more: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat draws of its own accord: never a draw that a card forced on it.

    ``count``: how many cards; which they are is nobody's to know. What a card makes a seat draw follows from
    that card and is no event: the law counts it and announces it.
    """

    seat: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Pass(Event):
    """A seat does not play (any more) in this turn.

    In a game without a deck it also says that nothing in the hand fits, which everybody may remember. Where
    cards wait to be drawn it says that the seat has no answer to them.
    """

    seat: str


@dataclass(frozen=True, slots=True)
class Lacks(Event):
    """A seat does not hold the card that is looked for (the 7♦, a doublet).

    Told by a person, or found by a selection whose only valid cards are those that are looked for.
    """

    seat: str


@dataclass(frozen=True, slots=True)
class Give(Event):
    """A seat hands cards to another, unseen by the rest; how many is public, which they are is not."""

    seat: str
    to: str
    count: int


@dataclass(frozen=True, slots=True)
class AllGive(Event):
    """All people hand so many cards to their receivers at once, unseen: one entry for what is done together."""

    count: int


@dataclass(frozen=True, slots=True)
class NobodyHas(Event):
    """No person holds the card that is looked for: one entry for all of them."""


@dataclass(frozen=True, slots=True)
class Show(Event):
    """A seat shows cards that stay in its hand: its highest doublet, or all it has left when points are
    counted.

    The only event by which cards of a virtual seat's hand become public, and only once the hand is over.
    """

    seat: str
    cards: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Round(Event):
    """Cards are gathered and dealt anew: round ``number`` of a match begins, the first being 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Named(Event):
    """A seat says something without playing: the colour that a turned up card lets it choose, by its code."""

    seat: str
    named: str


@dataclass(frozen=True, slots=True)
class Challenge(Event):
    """A seat says that the card played just before it was played wrongly.

    Not ``made``: a virtual seat, that a lot decides for, lets it stand.
    """

    seat: str
    made: bool = True


@dataclass(frozen=True, slots=True)
class ChallengeVerdict(Event):
    """What came out about the hand of the accused ``seat``: whether it was guilty."""

    seat: str
    guilty: bool


@dataclass(frozen=True, slots=True)
class Caught(Event):
    """A seat did not say that it has one card left, and another said so first."""

    seat: str


@dataclass(frozen=True, slots=True)
class Absent(Event):
    """The seat in turn is not there."""

    seat: str


@dataclass(frozen=True, slots=True)
class SeatLeaves(Event):
    """A seat gives up, or is ``ejected``; its hand is then shown."""

    seat: str
    ejected: bool = False


@dataclass(frozen=True, slots=True)
class Join(Event):
    """A person sits down in a game under way, after the last seat of the list.

    ``seat``: a name that nobody at the table has yet.
    """

    seat: str


@dataclass(frozen=True, slots=True)
class Doubt(Event):
    """A seat says that another draws without need, and was shown that hand: ``right`` or not."""

    seat: str
    of: str
    right: bool


@dataclass(frozen=True, slots=True)
class Penalty(Event):
    """A seat draws cards for something the rules of play know nothing of, such as helping."""

    seat: str
    count: int


@dataclass(frozen=True, slots=True)
class TimePassed(Event):
    """So many full minutes have gone by since the game began; the host looks at a clock, the program at none."""

    minutes: int


@dataclass(frozen=True, slots=True)
class TimeUp(Event):
    """The game ends before its end: the time is up."""


@dataclass(frozen=True, slots=True)
class Correct(Event):
    """The record was wrong, and everybody sees how it is: the sizes of what lies covered.

    ``sizes``: of hands and decks by their names. ``reason``: the host's words, kept for whoever reads the log.

    A correction moves no card; `facilitator.games.corrections` sees to it that all cards stay. A face that was
    misread is no correction: it decided what could follow, so that entry is gone back to and typed anew.
    """

    reason: str
    sizes: tuple[tuple[str, int], ...] = ()


# ----------------------------------------------------------------------------------------------------
# The tables: an event's key in JSON, and of which sort its fields are.
#
# A new event is a class above, a row in `VERBS`, and two lines of the catalogue: as it is written, and as it is
# read.  Nothing else knows the sorts of events but the games that take it.


VERBS: dict[type[Any], tuple[str, str]] = {
    Start: ("start", "card"),
    Play: ("play", "card"),
    Drew: ("draw", "count"),
    Pass: ("pass", ""),
    Lacks: ("lacks", ""),
    Give: ("give", "count"),
    AllGive: ("all_give", "count"),
    NobodyHas: ("nobody_has", ""),
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
    Correct: ("correct", "sizes"),
}
"""By its class: the key that tells an event from all others, and the field under it; none: it is just true."""
_FIRST = "first"
"""Where no card is turned over, the key that says who begins stands alone."""
CORRECT = VERBS[Correct][0]
_COUNTS = ("count", "number", "minutes")
_TRUTHS = ("made", "guilty", "right", "ejected")
"""Fields that are whole numbers, and those that are true or false; the others are cards or names."""
_SEATS = ("seat", "first", "to", "of")
_SORTS: Mapping[str, tuple[type[Any], str]] = {
    **dict.fromkeys(_COUNTS, (int, "number")),
    **dict.fromkeys(_TRUTHS, (bool, "truth")),
    **dict.fromkeys(("cards", "more", "sizes"), (list, "list")),
}
"""What a field is in JSON, and what is said to be expected; a text where none is named."""
_MOST_CARDS = 20
"""Cards named in one play, at most: many times what is ever laid at once."""
_LONGEST_NAME = 34
_LONGEST_REASON = 300
_SIZE = re.compile(r"(.+?)\s+(\d{1,4})\Z", re.DOTALL)


@cache
def _keys(naming: str) -> Mapping[type[Any], Mapping[str, str]]:
    """Return the JSON key of every field of every event.

    The verb, of the field under it; else the field's name. ``naming``: the key of what is named with a card.
    """
    own = {"named": naming, "reason": "why"}
    return {
        kind: {one.name: verb if one.name == under else own.get(one.name, one.name) for one in fields(kind)}
        for kind, (verb, under) in VERBS.items()
    }


@cache
def _every_key(naming: str) -> frozenset[str]:
    """Return all keys that events have, but for those of a correction; ``naming`` as above."""
    kinds = [kind for kind in VERBS if kind is not Correct]
    verbs = (VERBS[kind][0] for kind in kinds)
    return frozenset((_FIRST, *verbs, *(key for kind in kinds for key in _keys(naming)[kind].values())))


Grammar = tuple[tuple[type[Any], re.Pattern[str]], ...]


@cache
def _grammar(language: str) -> tuple[Grammar, Grammar]:
    """Return how events are typed: after a seat's name, and by themselves; groups are fields.

    ``language``: the one that is spoken, for what was worked out for another must not be read.
    """
    alone = (AllGive, NobodyHas, Round, Join, TimePassed, TimeUp)
    every = [
        (kind, re.compile(text, re.IGNORECASE))
        for kind, (verb, _) in VERBS.items()
        if kind is not Correct
        for text in heard(f"read.{verb}")
    ]
    return tuple(one for one in every if one[0] not in alone), tuple(one for one in every if one[0] in alone)


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
    played. ``times``: a number typed alone is how many minutes have gone by. ``seeks``: seats say whether they
    have what is looked for, so that "no" is no pass. ``due``: so many cards must be drawn, and to draw them is
    to pass.

    ``words``: what a few words mean just now, in small letters, beside all that is read anyway; an empty text
    is Enter. ``example``: what may be typed where nobody is in turn, of Ana and Ben. ``also``: what else these
    rules know, a line each, for ``?``.

    Nothing is decided by the words of a question: which events may be is for the law to say.
    """

    question: str
    seat: str | None = None
    shows: bool = False
    times: bool = False
    seeks: bool = False
    due: int = 0
    words: Mapping[str, Event] = field(default_factory=dict)
    example: str = ""
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Codec:
    """The reading and writing of one game's events; the same for every game but for its cards.

    ``kinds``: its cards, who know how people write them. ``turns``: a first card may be turned over, so that a
    start says which, or that none was.

    What is written is read again as the same event, by the same game, in the language that it was written in;
    JSON is the same in all of them: journals of any age open by that.
    """

    kinds: Kinds
    turns: bool = False

    # JSON.  The verb is the key that no other event has; all other keys are fields.  Reading is strict about
    # values and about keys of ours that do not belong together, and passes over all that is none of ours.

    def json(self, event: Event) -> dict[str, object]:
        """Return an event as its JSON object: the seat, the key that says what happened, what is not as usual.

        The order of keys is the order in which they are told: seat, what happened, then fields as the class has
        them. Fields that have their usual value are left out. The shapes are a contract (`DESIGN.md`): keys may
        be added, none is renamed.
        """
        if isinstance(event, Start) and not self.turns:
            return {_FIRST: event.first}
        verb, under = VERBS[type(event)]
        keys = _keys(self.kinds.naming_key)[type(event)]
        seat = getattr(event, "seat", None) if under != "seat" else None
        said: dict[str, object] = {} if seat is None else {"seat": seat}
        said[verb] = _plain(under, getattr(event, under)) if under else True
        for one in fields(event):
            value = getattr(event, one.name)
            if one.name not in ("seat", under) and value != one.default:
                said[keys[one.name]] = _plain(one.name, value)
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
            raise self._bad("object", obj)
        found = [kind for kind, (verb, _) in VERBS.items() if verb in obj]
        if not found and _FIRST in obj:
            return Start(None, str(self._value(_FIRST, _FIRST, obj, seats)))
        if len(found) != 1:
            verbs = ", ".join(f'"{verb}"' for verb, _ in [*VERBS.values()][:4])
            raise self._bad("one", obj, keys=verbs)
        kind, keys = found[0], self._fields(found[0], obj)
        known = None if kind is Join else seats
        values = {
            one.name: self._value(one.name, keys[one.name], obj, known)
            for one in fields(kind)
            if one.default is MISSING or obj.get(keys[one.name]) is not None
        }
        event: Event = kind(**values)
        return event

    def _fields(self, kind: type[Any], obj: Mapping[Any, Any]) -> Mapping[str, str]:
        """Return the key of each field of an event; refuses keys that belong to other events."""
        verb, under = VERBS[kind]
        keys = _keys(self.kinds.naming_key)[kind]
        if strays := (_every_key(self.kinds.naming_key) & set(obj)) - set(keys.values()) - {verb}:
            raise self._bad("stray", obj, name=min(strays), verb=verb)
        if not under and obj[verb] is not True:
            raise self._bad("true", obj, name=verb)
        return keys

    def _value(self, name: str, key: str, obj: Mapping[Any, Any], seats: Sequence[str] | None) -> object:
        """Return a field's value; its name says of which sort it is, and how it is read.

        Raises: CommandError for a value of another sort, with the event's shape as an example.
        """
        value: Any = obj.get(key)
        if name == "card" and value is None and _FIRST in obj:  # no card is turned over
            return None
        sort, expected = _SORTS.get(name, (str, "text"))
        if type(value) is not sort or (sort is list and not all(isinstance(one, str) for one in value)):
            raise self._bad(expected, obj, name=key)
        readers: Mapping[str, Callable[[Any], object]] = {
            "card": self.kinds.parse,
            "named": self.kinds.parse_named,
            **dict.fromkeys(("cards", "more"), lambda codes: tuple(map(self.kinds.parse, codes))),
            "sizes": lambda sizes: tuple(_size(one, seats) for one in sizes),
            **dict.fromkeys(_SEATS, lambda seat: seat if seats is None else find_seat(seat, seats)),
        }
        return readers[name](value) if name in readers else value

    def _bad(self, what: str, obj: object, **slots: str) -> CommandError:
        """Return the refused of a JSON object: ``what`` was expected, the object on a line, how it is written."""
        found = quoted(json.dumps(obj, ensure_ascii=False, default=str))
        example = json.dumps(self.json(self._example), separators=(",", ":"))
        todo = sentence("json.todo", example=example)
        return CommandError(sentence(f"json.{what}", **slots), found, todo)

    @property
    def _example(self) -> Play:
        """A play, as an example."""
        return Play("Ana", self.kinds.cards[0])

    # Text.  Writing has one line for each event.  Reading first looks for whose event it is, the longest name
    # first, then for a verb after it; only where the seat is known from the turn may the name be left out.

    def text(self, event: Event) -> str:
        """Return an event as a host would type it: the line that a paper log has, and that `read_line` reads
        again.
        """
        said = [(one, getattr(event, one.name)) for one in fields(event)]
        ways = tuple(
            one.name for one, value in said if value not in (one.default, None, ()) and value is not False
        )
        ways += tuple(one.name for one, value in said if one.default is True and value is False)
        slots = {one.name: self._said(event, one.name) for one, _ in said}
        return sentence(closest(f"event.{VERBS[type(event)][0]}", ways), **slots)

    def _said(self, event: Event, name: str) -> str:
        """Return a field as it stands in a line: cards by their codes, what is named in words."""
        value = getattr(event, name)
        if name == "sizes":
            return ", ".join(_plain(name, value))
        if name == "named" and value is not None:
            return self.kinds.describe_named(value)
        if isinstance(event, Play) and name == "card":
            return " ".join((value, *event.more))
        return " ".join(value) if isinstance(value, tuple) else str(value)

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
                    example = json.dumps(self.json(self._example))
                    slots = {"example": example, "text": self.text(self._example)}
                    raise refused(CommandError, "json.line", quoted(line), **slots) from None
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
        if word in spelled("word.correct"):
            return self._correction(text, seats)
        if word in spelled("read.begin") and rest:
            return self._start(rest, seats)
        said = " ".join(text.split()).rstrip(".! ")
        return self._matched(_grammar(spoken())[1], said, None, seats)

    def _of_seat(self, seat: str, rest: str, seats: Sequence[str]) -> Event | None:
        """Return the event that the words after a seat's name say; None for none."""
        return self._matched(_grammar(spoken())[0], rest.rstrip(".! "), seat, seats)

    def _matched(self, grammar: Grammar, said: str, seat: str | None, seats: Sequence[str]) -> Event | None:
        """Return the first event of a grammar that is said so; None for none; ``seat``: as `_made` has it."""
        for kind, pattern in grammar:
            found = pattern.fullmatch(said)
            if found and len(found.groupdict().get("seat") or "") < _LONGEST_NAME:
                return self._made(kind, seat, found, seats)
        return None

    def _made(self, kind: type[Any], seat: str | None, found: re.Match[str], seats: Sequence[str]) -> Event:
        """Return the event of a kind with the fields that were typed.

        ``seat``: None where the event is nobody's. ``found``: what was read, by the fields' names; of what is
        true or false, whether it was.
        """
        if kind is Start:
            return Start(None, str(seat))
        if kind is Play:
            return self._play(str(seat), found["card"] or "")
        values: dict[str, object] = {} if seat is None else {"seat": seat}
        for name, typed in found.groupdict().items():
            if name in _TRUTHS:
                values[name] = typed is not None
            elif typed is not None:
                values[name] = self._heard(name, typed, seats)
        made: Event = kind(**values)
        return made

    def _heard(self, name: str, text: str, seats: Sequence[str]) -> object:
        """Return a field's value from how it was typed."""
        if name in _COUNTS:
            return _count(text)
        if name == "cards":
            return self._list(text)
        if name == "named":
            return self.kinds.parse_named(text)
        return text if name == "seat" else find_seat(text, seats)

    def _play(self, seat: str, said: str) -> Play:
        """Return a play of one card or several, and what is named with the last.

        ``said``: what stands after the verb, or alone: ``7r``, ``w blue``, ``5-6 left``, ``7r 7g``.
        """
        try:
            return Play(seat, *self.kinds.parse_play(said))
        except CommandError as error:
            words = [word for word in re.split(r"[\s,]+", said) if word not in spelled("read.and")]
            if not 2 <= len(words) <= _MOST_CARDS:
                raise
            try:
                cards, named = self._several(words)
            except CommandError:
                raise error from None
            return Play(seat, cards[0], named, tuple(cards[1:]))

    def _several(self, words: Sequence[str]) -> tuple[list[Face], str | None]:
        """Return cards that were typed one after the other, and what is named with the last in a word of its own."""
        try:
            return [*map(self.kinds.parse, words)], None
        except CommandError:
            return [*map(self.kinds.parse, words[:-1])], self.kinds.parse_named(words[-1])

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
        if line in spelled("read.bare.draw"):
            return Pass(seat) if prompt.due else Drew(seat)
        if line in spelled("read.bare.pass"):
            return Pass(seat)
        event = self._of_seat(seat, line, seats)
        if isinstance(event, Drew) and prompt.due and event.count != prompt.due:
            raise refused(CommandError, "event.due", quoted(line), n=prompt.due)
        if event is not None and not (isinstance(event, Drew) and event.count > 1 and not prompt.due):
            return event
        if line in spelled("read.half"):
            card = self._play(seat, line).card
            raise refused(CommandError, "event.half", quoted(line), card=card, name=self.kinds.describe(card))
        try:
            return Show(seat, self._list(line)) if prompt.shows else self._play(seat, line)
        except CommandError:
            if event is not None:
                return event
            if any(_after_name(line, seats)):
                raise self._no_event(text, seats) from None
            raise

    def _opening(self, text: str, seats: Sequence[str], prompt: GamePrompt) -> Event:
        """Return how the game begins: ``7R Ana``, or who begins, or nothing of the kind.

        Raises: CommandError with an example, for a card without a seat or a seat without a card.
        """
        said = fold(text).rstrip(".! ")
        if prompt.times and said.isdecimal() and len(said) < 4:
            return TimePassed(int(said))
        if self.turns and " " in said:
            return self._start(said, seats)
        if prompt.example and (self.turns or not said):
            slots = {"question": prompt.question, "example": at_table(prompt.example, seats)}
            raise refused(CommandError, "event.opening", quoted(text), **slots)
        raise self._no_event(text, seats)

    def _start(self, said: str, seats: Sequence[str]) -> Start:
        """Return a start from its card and who is first, the longest name that leaves a card."""
        refused: CommandError | None = None
        for rest in (*(said.removesuffix(f" {one}") for one in spelled("read.first")), said):
            for name in sorted(seats, key=len, reverse=True):
                if rest.endswith(" " + fold(name)):
                    try:
                        return Start(self.kinds.parse(rest[: -len(fold(name))]), name)
                    except CommandError as error:
                        refused = refused or error
        if refused is None:
            card, _, name = said.partition(" ")
            return Start(self.kinds.parse(card), find_seat(name.removesuffix(" first"), seats))
        raise refused

    def _no_event(self, line: str, seats: Sequence[str]) -> CommandError:
        """Return why a line is no event: what stands behind a draw, no seat's name, or all of it.

        Raises: CommandError where a verb stands after a name that nobody has, with the closest one suggested.
        """
        said = " ".join(line.split())  # single blanks: so the search takes one look at each
        for seat, rest in _after_name(fold(line), seats):
            verb, _, what = rest.partition(" ")
            if verb in spelled("read.draws"):
                return refused(CommandError, "event.after_draw", quoted(what), seat=seat)
        for verbs in heard("read.verb"):
            if verb_at := re.search(rf" (?:{verbs})(?!\S)", said, re.IGNORECASE):
                find_seat(
                    said[: verb_at.start()].strip(), seats
                )  # raises: no known name stands before the verb
        card = self.kinds.cards[0]
        examples = (Play(seats[0], card), Pass(seats[0]), Start(card if self.turns else None, seats[0]))
        forms = ", ".join(f'"{self.text(one)}"' for one in examples)
        return refused(CommandError, "event.none", quoted(line), forms=forms, seats=", ".join(seats))

    def _correction(self, text: str, seats: Sequence[str]) -> Correct:
        """Return a correction: ``correct Vera 6, deck 53: why``."""
        what, colon, reason = text.strip().partition(" ")[2].partition(":")
        reason = " ".join(reason.split())
        if not colon or not reason or len(reason) > _LONGEST_REASON:
            raise refused(
                CommandError, "correct.reason", quoted(reason), most=_LONGEST_REASON, example=example()
            )
        return Correct(reason=reason, sizes=tuple(_size(one, seats) for one in what.split(",")))


# ----------------------------------------------------------------------------------------------------
# Seats by their names, as hosts type them; counts; corrections.


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
    key = "event.seat.close" if close else "event.seat"
    near = folded[close[0]] if close else ""
    raise refused(CommandError, key, quoted(name), seats=", ".join(seats), near=near)


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
    i = spelled("read.i")
    one = fold(word) in i and not any(fold(name).split()[:1] == [fold(word)] for name in seats)
    return rest.strip() if one and rest.strip() else said


def _after_name(line: str, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each seat that a line begins with, the longest name first, and the rest of the line."""
    for name in sorted(seats, key=len, reverse=True):
        if line.startswith(fold(name) + " "):
            yield name, line[len(fold(name)) + 1 :]


def _plain(name: str, value: Any) -> Any:
    """Return a field's value as JSON has it: a tuple is a list there, a size stands after its name."""
    if name == "sizes":
        return [f"{zone} {size}" for zone, size in value]
    return list(value) if isinstance(value, tuple) else value


def _count(text: str) -> int:
    """Return how many are said."""
    said = next((n for n, one in enumerate(_NUMBERS, 1) if text in spelled(f"read.{one}")), None)
    return int(text) if said is None else said


_NUMBERS = ("one", "two", "three", "four")


def example() -> str:
    """Return a correction of the record as it is typed."""
    return template("correct.example")


def _size(text: str, seats: Sequence[str] | None) -> tuple[str, int]:
    """Return whose cards, or which deck's, and how many: ``Vera 6``.

    ``seats``: names to find the seat by; None: the name stands as it is. Raises: CommandError.
    """
    found = _SIZE.match(text.strip())
    if found is None:
        raise refused(CommandError, "correct.size", quoted(text.strip()), example=example())
    return next((seat for seat in seats or () if fold(seat) == fold(found[1])), found[1]), int(found[2])
