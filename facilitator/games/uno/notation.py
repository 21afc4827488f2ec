"""Public events: what everybody at the table saw happen, as text and as JSON.

Text: `start 7R Ana first`, `Ana plays 7R`, `Ana plays W blue`, `Ana draws`, `Ana passes`.
Forced draws and missed turns are not events: the state works them out and announces them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from facilitator.errors import CommandError, ProtocolBug
from facilitator.games import events
from facilitator.games.events import Drew, Event, Pass, Play, Start
from facilitator.games.seats import find_seat
from facilitator.games.uno import cards as uno
from facilitator.words import fold, quoted

# ----------------------------------------------------------------------------------------------------
# The events that only some rules know, as text and as JSON: what people say to each other, hands shown, time.
#
# Text: `Ben challenges`, `Ben challenges covered`, `Vera lets it stand`, `Ana is guilty`, `Ana forgot UNO`,
# `Ana names blue`, `Ana shows 7R W`, `Ana is away`, `Ana gives up`, `Zoe joins`, `Ben doubts Ana rightly`,
# `Ana gets 2`, `round 2`, `minutes 12`, `stop`.


_PLAIN: dict[str, tuple[type[events.Caught | events.Absent | events.SeatLeaves], str]] = {
    "caught": (events.Caught, "forgot UNO"),
    "away": (events.Absent, "is away"),
    "gives_up": (events.SeatLeaves, "gives up"),
}
"""By its JSON key: an event that says a seat and nothing else, and the words after the name."""
_NUMBERED: dict[str, type[events.Round | events.TimePassed]] = {
    "round": events.Round,
    "minutes": events.TimePassed,
}
_OTHER_WORDS = {"is not there": "away", "absent": "away", "missed uno": "caught"}


def rare_to_text(event: Event) -> str:
    """The event as a host would type it."""
    for kind, words in _PLAIN.values():
        if isinstance(event, kind):
            return f"{event.seat} {words}"
    match event:
        case events.Challenge(seat, made, covered):
            return f"{seat} {'challenges' if made else 'lets it stand'}{' covered' if covered else ''}"
        case events.Named(seat, named):
            return f"{seat} names {uno.COLOR_WORDS.get(named, named)}"
        case events.ChallengeVerdict(seat, guilty):
            return f"{seat} is {'guilty' if guilty else 'innocent'}"
        case events.Show(seat, cards):
            return f"{seat} shows {' '.join(cards)}".rstrip()
        case events.Join(seat):
            return f"{seat} joins"
        case events.Doubt(seat, of, right):
            return f"{seat} doubts {of} {'rightly' if right else 'wrongly'}"
        case events.Penalty(seat, count):
            return f"{seat} gets {count}"
        case events.Round(number):
            return f"round {number}"
        case events.TimePassed(minutes):
            return f"minutes {minutes}"
        case events.TimeUp():
            return "time is up"
    raise ProtocolBug("an event of UNO", type(event).__name__, "Please report this.")


def rare_to_json(event: Event) -> dict[str, object]:
    """The event as a JSON object."""
    for key, (kind, _) in _PLAIN.items():
        if isinstance(event, kind):
            return {"seat": event.seat, key: True}
    match event:
        case events.Challenge(seat, made, covered):
            return {"seat": seat, "challenge": made, **({"covered": True} if covered else {})}
        case events.Named(seat, named):
            return {"seat": seat, "names": named}
        case events.ChallengeVerdict(seat, guilty):
            return {"seat": seat, "guilty": guilty}
        case events.Show(seat, cards):
            return {"seat": seat, "show": list(cards)}
        case events.Join(seat):
            return {"joins": seat}
        case events.Doubt(seat, of, right):
            return {"seat": seat, "doubts": of, "right": right}
        case events.Penalty(seat, count):
            return {"seat": seat, "penalty": count}
        case events.Round(number):
            return {"round": number}
        case events.TimePassed(minutes):
            return {"minutes": minutes}
        case events.TimeUp():
            return {"stop": True}
    raise ProtocolBug("an event of UNO", type(event).__name__, "Please report this.")


# -- text ----------------------------------------------------------------------------------------------


def parse_play(seat: str, rest: str, seat_names: Sequence[str]) -> events.Play:
    """One card or several, the colour named with the last, and with whom hands are swapped.

    Raises: CommandError if it names no card.
    """
    rest, to = _swap(rest, seat_names)
    try:
        return events.Play(seat, *uno.parse_play(rest), to=to)
    except CommandError as error:
        words = re.split(r"[\s,]+", rest.strip().rstrip(".!"))
        if len(words) < 2 or len(words) > 20:
            raise
        named = None
        try:
            if words[-1] in uno.COLOR_WORDS.values():
                named = uno.parse_color(words.pop())
            cards = [uno.parse_card(word) for word in words if word != "and"]
        except CommandError:
            raise error from None
        return events.Play(seat, cards[0], named, tuple(cards[1:]), to)


def _swap(rest: str, seat_names: Sequence[str]) -> tuple[str, str | None]:
    before, found, name = rest.rpartition(" with ")
    return (before, find_seat(name.rstrip(".!"), seat_names)) if found else (rest, None)


def of_seat(seat: str, rest: str, seat_names: Sequence[str]) -> Event | None:
    """The event that the words after a seat's name say; None for none of these.

    Raises: CommandError if they begin as one and say no card, colour or seat.
    """
    said = rest.rstrip(".! ")
    for key, (kind, words) in _PLAIN.items():
        if said == fold(words) or _OTHER_WORDS.get(said) == key:
            return kind(seat)
    if said in ("challenges", "challenge", "challenges covered", "lets it stand"):
        return events.Challenge(seat, said != "lets it stand", said.endswith("covered"))
    if said in ("begins", "begins the game"):
        return events.Start(None, seat)
    if said in ("is guilty", "is innocent", "is not guilty"):
        return events.ChallengeVerdict(seat, said == "is guilty")
    verb, _, what = said.partition(" ")
    match verb:
        case "names" | "name":
            return events.Named(seat, uno.parse_color(what))
        case "shows" | "show":
            return events.Show(
                seat, tuple(uno.parse_card(word) for word in re.split(r"[\s,]+", what) if word)
            )
        case "doubts" if what.endswith(("rightly", "wrongly")):
            of, _, right = what.rpartition(" ")
            return events.Doubt(seat, find_seat(of, seat_names), right == "rightly")
        case "gets" if count := re.fullmatch(r"(\d{1,2})(?: cards?)?", what):
            return events.Penalty(seat, int(count[1]))
    return None


def of_table(line: str) -> Event | None:
    """The event that a whole line says which is no seat's in play; None for none of these."""
    tidy = " ".join(line.split())
    text = fold(line).rstrip(".! ")
    if text in ("time is up", "time's up"):
        return events.TimeUp()
    if found := re.fullmatch(r"(round|minutes) (\d{1,4})", text):
        return _NUMBERED[found[1]](int(found[2]))
    if text.endswith(" joins") and len(tidy) < 40:
        return events.Join(tidy.rstrip(".! ")[: -len(" joins")])
    return None


# -- JSON ----------------------------------------------------------------------------------------------


def rare_from_json(obj: Mapping[str, object], seat_names: Sequence[str] | None) -> Event | None:
    """The event a JSON object says; None for none of these.

    Raises: CommandError if it begins as one and is not whole.
    """

    def seat(key: str = "seat") -> str:
        name = obj.get(key)
        if not isinstance(name, str):
            raise _bad(f'a name for "{key}"', obj)
        return name if seat_names is None else find_seat(name, seat_names)

    for key, (kind, _) in _PLAIN.items():
        if obj.get(key) is True:
            return kind(seat())
    for key, numbered in _NUMBERED.items():
        if key in obj:
            return numbered(_number(obj, key))
    match obj:
        case {"challenge": bool(made)}:
            return events.Challenge(seat(), made, obj.get("covered") is True)
        case {"names": str(named)}:
            return events.Named(seat(), uno.parse_color(named))
        case {"guilty": bool(guilty)}:
            return events.ChallengeVerdict(seat(), guilty)
        case {"show": list()}:
            return events.Show(seat(), cards_of(obj, "show"))
        case {"joins": str(name)} if name:
            return events.Join(name)
        case {"doubts": str(), "right": bool(right)}:
            return events.Doubt(seat(), seat("doubts"), right)
        case {"penalty": _}:
            return events.Penalty(seat(), _number(obj, "penalty"))
        case {"stop": True}:
            return events.TimeUp()
    return None


def cards_of(obj: Mapping[str, object], key: str) -> tuple[str, ...]:
    """Return a list of cards by their codes; none where the key is not there."""
    value = obj.get(key, [])
    if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
        raise _bad(f'a list of cards for "{key}"', obj)
    return tuple(uno.parse_card(card) for card in value)


def _number(obj: Mapping[str, object], key: str) -> int:
    value = obj[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise _bad(f'a whole number for "{key}"', obj)
    return value


def _bad(expected: str, obj: object) -> CommandError:
    return CommandError(expected, quoted(str(obj)), 'See "facilitator replay --help".')


# ----------------------------------------------------------------------------------------------------


_FORMS = '"Ana plays 7R", "Ana plays W blue", "Ana draws", "Ana passes" or "start 7R Ana first"'
_VERB = re.compile(r"(?:(plays?|played)|(draws?|drew|drawn|takes?)|(pass|passes|passed))(?:[.!]+|\s+(.*))?\Z")
_ANY_VERB = re.compile(r" (?:plays?|played|draws?|drew|drawn|takes?|pass|passes|passed)(?!\S)", re.IGNORECASE)
_COUNT = re.compile(r"(\d{1,3}|an?|one|two|three|four)?\s*(?:cards?)?[.!]?")
_COUNTS = {"": 1, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}


def to_text(event: Event) -> str:
    """The event as a host would type it."""
    match event:
        case Start(card, first):
            return f"start {card} {first} first" if card else f"{first} begins"
        case Play(seat, card, color, more, to):
            cards = " ".join((card, *more))
            named = f" {uno.COLOR_WORDS.get(color, color)}" if color else ""
            return f"{seat} plays {cards}{named}{f' with {to}' if to else ''}"
        case Drew(seat, count):
            return f"{seat} draws" if count == 1 else f"{seat} draws {count}"
        case Pass(seat):
            return f"{seat} passes"
    return rare_to_text(event)


def to_json(event: Event) -> dict[str, object]:
    """The event as the JSON object that `replay` reads and `play --json` writes."""
    match event:
        case Start(card, first):
            return {"start": card, "first": first}
        case Play(seat, card, color, more, to):
            said = {"color": color, "more": list(more), "swap": to}
            return {"seat": seat, "play": card, **{key: value for key, value in said.items() if value}}
        case Drew(seat, count):
            return {"seat": seat, "draw": count}
        case Pass(seat):
            return {"seat": seat, "pass": True}
    return rare_to_json(event)


def read_event(line: str, seat_names: Sequence[str]) -> Event:
    """The event on one line, be it text or JSON.

    Raises: CommandError if the line says no event.
    """
    if not line.lstrip().startswith("{"):
        return parse_event(line, seat_names)
    try:
        return from_json(json.loads(line), seat_names)
    except (ValueError, RecursionError):
        if any(name.startswith("{") for name in seat_names):  # a seat may be called anything
            return parse_event(line, seat_names)
        todo = 'Write it as {"seat":"Ana","play":"7R"}, or as text: Ana plays 7R.'
        raise CommandError("one JSON object on the line", quoted(line), todo) from None


def parse_event(line: str, seat_names: Sequence[str]) -> Event:
    """The event a line of text says; forgiving in case and blanks.

    Names may hold blanks, verbs and anything else, so the longest name that makes sense is meant.

    Raises: CommandError if the line says no event, names no seat or no card.
    """
    text = fold(line)
    for seat, rest in _after_name(text, seat_names):
        if verb := _VERB.match(rest):
            return _seat_event(seat, verb, seat_names)
        if said := of_seat(seat, rest, seat_names):
            return said
    if said := of_table(line):
        return said
    words = text.split(maxsplit=1)
    if len(words) == 2 and words[0] in ("start", "starts"):
        return _start_event(words[1], seat_names)
    raise _no_event(line, seat_names)


def _after_name(text: str, seat_names: Sequence[str]) -> Iterator[tuple[str, str]]:
    for name in sorted(seat_names, key=len, reverse=True):
        start = fold(name) + " "
        if text.startswith(start):
            yield name, text[len(start) :]


def _seat_event(seat: str, verb: re.Match[str], seat_names: Sequence[str]) -> Event:
    plays, draws, _, rest = verb.groups(default="")
    if plays:
        return parse_play(seat, rest, seat_names)
    if draws:
        return Drew(seat, parse_count(rest, seat))
    if rest.strip(".! "):
        raise CommandError(f'"{seat} passes" and nothing after it', quoted(rest), f"Type: {seat} passes")
    return Pass(seat)


def parse_count(text: str, seat: str) -> int:
    """How many cards ``seat`` says to draw, one where no count is said; raises CommandError for what is none."""
    found = _COUNT.fullmatch(text)
    if found is None:
        todo = f"Type: {seat} draws (what was drawn stays unsaid). Forced draws are entered by themselves."
        raise CommandError(f'"{seat} draws" and nothing more', quoted(text), todo)
    count = found[1] or ""
    return _COUNTS[count] if count in _COUNTS else int(count)


def _start_event(rest: str, seat_names: Sequence[str]) -> Start:
    refused: CommandError | None = None
    for card, name in _card_and_name(rest, seat_names):
        try:
            return Start(uno.parse_card(card), name)
        except CommandError as error:
            refused = refused or error
    if refused is None:
        card, _, name = rest.removesuffix(" first").partition(" ")
        return Start(uno.parse_card(card), find_seat(name, seat_names))
    raise refused


def _card_and_name(rest: str, seat_names: Sequence[str]) -> Iterator[tuple[str, str]]:
    for said in (rest.removesuffix(" first"), rest):
        for name in sorted(seat_names, key=len, reverse=True):
            if said.endswith(" " + fold(name)):
                yield said[: -len(fold(name))], name


def _no_event(line: str, seat_names: Sequence[str]) -> CommandError:
    said = " ".join(line.split())  # single blanks: so the search takes one look at each
    if verb := _ANY_VERB.search(said):
        find_seat(said[: verb.start()].strip(), seat_names)  # raises: no known name stands before the verb
    todo = f"The seats are {', '.join(seat_names)}."
    return CommandError(f"an event, such as {_FORMS}", quoted(line), todo)


# JSON: {"start":…,"first":…}, {"seat":…,"play":…,"color":…}, {"seat":…,"draw":1}, {"seat":…,"pass":true}

_KEYS = {
    "start": {"first"},
    "play": {"seat", "color", "more", "swap"},
    "draw": {"seat"},
    "pass": {"seat"},
}
_ALL_KEYS = {"start", "first", "seat", "play", "color", "more", "swap", "draw", "pass"}


def from_json(obj: object, seat_names: Sequence[str] | None = None) -> Event:
    """The event a JSON object says; without `seat_names` any name will do.

    Keys that are none of ours are passed over: writers may add some.

    Raises: CommandError if the object says no event, names no seat or no card.
    """
    if not isinstance(obj, dict):
        raise _bad_json("a JSON object", obj)
    verbs = [key for key in _KEYS if key in obj]
    if not verbs and (said := rare_from_json(obj, seat_names)):
        return said
    if len(verbs) != 1:
        raise _bad_json('exactly one of "start", "play", "draw" and "pass"', obj)
    verb = verbs[0]
    if strays := (_ALL_KEYS & obj.keys()) - _KEYS[verb] - {verb}:
        raise _bad_json(f'no "{min(strays)}" beside "{verb}"', obj)
    seat = _name(obj, "first" if verb == "start" else "seat", seat_names)
    match verb:
        case "start":
            return Start(None if obj["start"] is None else uno.parse_card(_text(obj, "start")), seat)
        case "play":
            named = None if obj.get("color") is None else uno.parse_color(_text(obj, "color"))
            to = None if obj.get("swap") is None else _name(obj, "swap", seat_names)
            return Play(seat, uno.parse_card(_text(obj, "play")), named, cards_of(obj, "more"), to)
        case "draw" if type(obj["draw"]) is int:
            return Drew(seat, obj["draw"])
        case "pass" if obj["pass"] is True:
            return Pass(seat)
    raise _bad_json('"draw":1 or "pass":true', obj)


def _text(obj: Mapping[str, object], key: str) -> str:
    value = obj.get(key)
    if not isinstance(value, str):
        raise _bad_json(f'a text for "{key}"', obj)
    return value


def _name(obj: Mapping[str, object], key: str, seat_names: Sequence[str] | None) -> str:
    name = _text(obj, key)
    return name if seat_names is None else find_seat(name, seat_names)


def _bad_json(expected: str, obj: object) -> CommandError:
    found = quoted(json.dumps(obj, ensure_ascii=False, default=str))
    todo = 'Write it as {"seat":"Ana","play":"7R"}; see "facilitator replay --help".'
    return CommandError(expected, found, todo)
