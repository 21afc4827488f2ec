"""Events as text and as JSON, for games that are not UNO: written once, read forgivingly.

Text: `Ana plays 7D`, `Ana plays 5-6 left`, `Ana draws 2`, `Ana passes`, `Ana lacks it`, `Ana gives 3 to Ben`,
`Ana shows 5-5 1-2`, `Ana first`, `round 2`; for the seat in turn also `7d`, `pass`, `draw`, `no`.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic

from facilitator.errors import CommandError, ProtocolBug
from facilitator.games.events import Drew, Event, Give, Lacks, Pass, Play, Round, Show, Start
from facilitator.games.rules import Kinds, S
from facilitator.games.seats import find_seat, without_i
from facilitator.machine.faces import Face
from facilitator.words import fold, quoted

_SAID = re.compile(
    r"(?:(?P<play>plays?|played|puts?|leads?|led)"
    r"|(?P<draw>draws?|drew|drawn|take|takes)"
    r"|(?P<passed>pass|passes|passed|knocks?)"
    r"|(?P<lack>lacks?|lacks? it|has none|hasnt|hasn't|has not|no|none|nope)"
    r"|(?P<give>gives?|gave|pass(?:es)? on)"
    r"|(?P<show>shows?|showed|announces?|reveals?)"
    r"|(?P<first>first|is first|starts?|begins?))(?:[.!]+|\s+(?P<rest>.*))?\Z"
)
_ROUND = re.compile(r"(?:next )?round (\d{1,3})\Z")
_COUNT = re.compile(r"(\d{1,2}|a|an|one|two|three)?\s*(?:cards?|tiles?)?[.!]?\Z")
_COUNTS = {"": 1, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_NAMED = re.compile(r"(.*?)(?:\s+(?:on|at|to))?(?:\s+the)?\s+(\w+)(?:\s+end)?\Z")
_KEYS = {
    "play": {"seat", "end"},
    "draw": {"seat"},
    "pass": {"seat"},
    "lacks": {"seat"},
    "give": {"seat", "to"},
    "show": {"seat"},
    "round": set[str](),
    "first": set[str](),
}
_ALL_KEYS = set(_KEYS).union(*_KEYS.values())


class Spoken(ABC, Generic[S]):
    """The shapes of events that Sevens, Hearts and Dominoes share; a game adds its pack and its turns."""

    kinds: Kinds

    @abstractmethod
    def speaker(self, state: S) -> str | None:
        """Return whose event a line without a name is."""

    @abstractmethod
    def seeks(self, state: S) -> bool:
        """Tell whether seats now say whether they have what is looked for, so that "no" is no pass."""

    def shows(self, state: S) -> bool:
        """Tell whether cards typed alone are shown, not played."""
        return False

    # JSON

    def event_json(self, event: Event) -> dict[str, object]:
        """Return an event as its JSON object."""
        match event:
            case Start(_, first):
                return {"first": first}
            case Play(seat, card, named):
                played: dict[str, object] = {"seat": seat, "play": card}
                return {**played, "end": named} if named else played
            case Drew(seat, count):
                return {"seat": seat, "draw": count}
            case Pass(seat):
                return {"seat": seat, "pass": True}
            case Lacks(seat):
                return {"seat": seat, "lacks": True}
            case Give(seat, to, count):
                return {"seat": seat, "give": count, "to": to}
            case Show(seat, cards):
                return {"seat": seat, "show": list(cards)}
            case Round(number):
                return {"round": number}
            case _:
                raise _no_event_of_ours(event)

    def event_of(self, obj: object, seats: Sequence[str] | None = None) -> Event:
        """Return the event a JSON object says; raises `CommandError`.  Keys that are none of ours are passed over."""
        if not isinstance(obj, Mapping):
            raise self._bad("a JSON object", obj)
        verbs = [key for key in _KEYS if key in obj]
        if len(verbs) != 1:
            raise self._bad(f"exactly one of {', '.join(_KEYS)}", obj)
        verb = verbs[0]
        if strays := (_ALL_KEYS & set(obj)) - _KEYS[verb] - {verb}:
            raise self._bad(f'no "{min(strays)}" beside "{verb}"', obj)
        value = obj[verb]
        if verb == "round" and type(value) is int:
            return Round(value)
        seat = self._seat(obj, "first" if verb == "first" else "seat", seats)
        match verb, value:
            case "first", _:
                return Start(None, seat)
            case "play", str(card):
                end = obj.get("end")
                return Play(
                    seat, self.kinds.parse(card), None if end is None else self.kinds.parse_named(str(end))
                )
            case "pass", True:
                return Pass(seat)
            case "lacks", True:
                return Lacks(seat)
            case "show", list(cards):
                return Show(seat, tuple(self.kinds.parse(str(card)) for card in cards))
            case "draw", int(count) if type(count) is int:
                return Drew(seat, count)
            case "give", int(count) if type(count) is int:
                return Give(seat, self._seat(obj, "to", seats), count)
        raise self._bad(f'a fitting value for "{verb}"', obj)

    def _seat(self, obj: Mapping[str, object], key: str, seats: Sequence[str] | None) -> str:
        name = obj.get(key)
        if not isinstance(name, str):
            raise self._bad(f'a seat for "{key}"', obj)
        return name if seats is None else find_seat(name, seats)

    def _bad(self, expected: str, obj: object) -> CommandError:
        found = quoted(json.dumps(obj, ensure_ascii=False, default=str))
        example = json.dumps(self.event_json(Play("Ana", self.kinds.cards[-1])))
        return CommandError(expected, found, f"Write it as {example}.")

    # text

    def text(self, event: Event) -> str:
        """Return an event as a host would type it."""
        match event:
            case Start(_, first):
                return f"{first} first"
            case Play(seat, card, named):
                return f"{seat} plays {card}" + (f" {named}" if named else "")
            case Drew(seat, count):
                return f"{seat} draws" if count == 1 else f"{seat} draws {count}"
            case Pass(seat):
                return f"{seat} passes"
            case Lacks(seat):
                return f"{seat} lacks it"
            case Give(seat, to, count):
                return f"{seat} gives {count} to {to}"
            case Show(seat, cards):
                return f"{seat} shows {' '.join(cards)}"
            case Round(number):
                return f"round {number}"
            case _:
                raise _no_event_of_ours(event)

    def read_line(self, line: str, seats: Sequence[str]) -> Event:
        """Return the event of a record's line, be it text or JSON; raises `CommandError`."""
        return self._read(line, seats, None, False)

    def read(self, text: str, state: S) -> Event:
        """Return the event a few keystrokes or a whole line mean; raises `CommandError`."""
        names = [seat.name for seat in state.seats]
        event = self._read(text, names, self.speaker(state), self.shows(state))
        if isinstance(event, Lacks) and not (self.seeks(state) or text.lstrip().startswith("{")):
            return Pass(event.seat)  # "no" of a seat that is not asked for a certain card
        return event

    def _read(self, text: str, seats: Sequence[str], now: str | None, shows: bool) -> Event:
        if text.lstrip().startswith("{"):
            try:
                return self.event_of(json.loads(text), seats)
            except (ValueError, RecursionError):
                if not any(name.startswith("{") for name in seats):  # a seat may be called anything
                    raise CommandError("one JSON object on the line", quoted(text), "Or type text.") from None
        line = fold(text)
        for seat, rest in self._named(line, seats):
            event = self._said(seat, rest, seats) if rest else Start(None, seat)
            if event is not None:
                return event
        if found := _ROUND.match(line):
            return Round(int(found[1]))
        if now is not None:
            line = without_i(line, seats)
            event = self._said(now, line, seats)
            if event is not None:
                return event
            return Show(now, self._list(line)) if shows else self._play(now, line)
        forms = f'"{seats[0]} plays {self.kinds.cards[-1]}", "{seats[0]} first" or "round 2"'
        raise CommandError(f"an event, such as {forms}", quoted(text), f"The seats are {', '.join(seats)}.")

    def _named(self, line: str, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
        for seat in sorted(seats, key=len, reverse=True):
            if line == fold(seat) or line.startswith(fold(seat) + " "):
                yield seat, line[len(fold(seat)) :].strip()

    def _said(self, seat: str, line: str, seats: Sequence[str]) -> Event | None:
        """Return the event that a verb says; None where the line has none."""
        found = _SAID.match(line)
        if found is None:
            return None
        rest = found["rest"] or ""
        match (
            found.lastgroup
            if found.lastgroup != "rest"
            else next(k for k, v in found.groupdict().items() if v)
        ):
            case "play":
                return self._play(seat, rest)
            case "draw":
                return Drew(seat, self._count(rest))
            case "give":
                count, _, to = rest.rpartition(" to ")
                return Give(seat, find_seat(to, seats), self._count(count))
            case "show":
                return Show(seat, self._list(rest))
            case "passed" if not rest:
                return Pass(seat)
            case "lack":
                return Lacks(seat)
            case "first" if not rest:
                return Start(None, seat)
        return None

    def _play(self, seat: str, line: str) -> Play:
        found = _NAMED.match(line)
        try:
            named = self.kinds.parse_named(found[2]) if found else None
        except CommandError:
            named = None
        if found is None or named is None:
            return Play(seat, self.kinds.parse(line))
        return Play(seat, self.kinds.parse(found[1]), named)

    def _list(self, line: str) -> tuple[Face, ...]:
        parts = [part for part in re.split(r"[,;]+", line) if part.strip()]
        if len(parts) > 1:
            return tuple(self.kinds.parse(part) for part in parts)
        try:
            return (self.kinds.parse(line),)
        except CommandError:
            return tuple(self.kinds.parse(word) for word in line.split())

    def _count(self, text: str) -> int:
        found = _COUNT.match(text.strip())
        if found is None:
            raise CommandError("a count, if anything", quoted(text), "Which cards they are stays unsaid.")
        said = found[1] or ""
        return _COUNTS[said] if said in _COUNTS else int(said)


def _no_event_of_ours(event: Event) -> ProtocolBug:
    return ProtocolBug("an event of this game", repr(event), "Please report this.")
