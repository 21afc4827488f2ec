"""The events that only some rules know, as text and as JSON: what people say to each other, hands shown, time.

Text: `Ben challenges`, `Ben challenges covered`, `Vera lets it stand`, `Ana is guilty`, `Ana forgot UNO`,
`Ana names blue`, `Ana shows 7R W`, `Ana is away`, `Ana gives up`, `Zoe joins`, `Ben doubts Ana rightly`,
`Ana gets 2`, `round 2`, `minutes 12`, `stop`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from facilitator.errors import CommandError, ProtocolBug
from facilitator.games import events
from facilitator.games.events import Event
from facilitator.games.seats import find_seat
from facilitator.games.uno import cards as uno
from facilitator.wording import fold, quoted

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


def to_text(event: Event) -> str:
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


def to_json(event: Event) -> dict[str, object]:
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


def from_json(obj: Mapping[str, object], seat_names: Sequence[str] | None) -> Event | None:
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
