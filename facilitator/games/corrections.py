"""Corrections of the record, for every game alike: sizes that were counted, the face of a card that was mistyped.

A correction is a public event with a reason: it is kept, undone and replayed like any other.  It moves no card;
it says where cards lie already.  So the cards of each deck must come to the same number as before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from facilitator.errors import CommandError, TableError
from facilitator.games.events import Correct, Event
from facilitator.games.rules import Applied, Ask, Happened, Rules, Zone
from facilitator.words import fold, listed, plural, quoted

WORD, TOP = "correct", "top"
LONGEST_REASON, MOST_CARDS = 300, 9_999
_SIZE = re.compile(r"(.+?)\s+(\d{1,4})\Z", re.DOTALL)
_FACE = re.compile(r"(\S.*?)\s+is\s+(\S.*)\Z", re.IGNORECASE | re.DOTALL)
EXAMPLE = f"{WORD} Ana 6, deck 53: two cards stuck together"


class Correcting:
    """A game whose record can be corrected; all else is the game's own, as `facilitator.games.rules.Rules` has it."""

    def __init__(self, game: Rules[Any]) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def apply(self, state: Any, event: Event) -> Applied[Any]:
        """Return what is public after an event; refuses by raising, changing nothing."""
        if not isinstance(event, Correct):
            return self.game.apply(state, event)
        need = self.game.need(state)
        if not isinstance(need, Ask) or need.seat is None or need.again:
            raise TableError(
                "a correction where a person begins a turn",
                quoted(self.text(event)),
                "Correct it when a person is asked for a move; u leads back to the last.",
            )
        if not event.reason.strip():
            raise CommandError("a reason", "none", f"Say why, after a colon: {EXAMPLE}")
        if event.sizes:
            return self._resized(state, event)
        return self._refaced(state, event)

    def _resized(self, state: Any, event: Correct) -> Applied[Any]:
        game, before = self.game, self.game.sizes(state)
        sizes = dict(event.sizes)
        hidden = [zones for seat in state.seats if (zones := _sharing(game, state, seat.name))]
        known = list(dict.fromkeys(zone for zones in hidden for zone in zones))
        for zone, size in sizes.items():
            if zone not in known:
                raise TableError(
                    f"one of {listed(known, 'or')}, as the record has them",
                    quoted(zone),
                    "Cards that lie open are known one by one: correct a face, or go back.",
                )
            if not 0 <= size <= MOST_CARDS or (not size and zone not in game.decks(state)):
                raise TableError(
                    f"1 card or more in {zone}",
                    str(size),
                    "An empty hand is the game's business: go back to the entry that is wrong.",
                )
        for zones in hidden:
            had, has = (sum(by.get(zone, 0) for zone in zones) for by in (before, {**before, **sizes}))
            if had != has:
                raise _not_all(zones, had, has)
        changed = {zone: size for zone, size in sizes.items() if before[zone] != size}
        if not changed:
            raise CommandError("a size that differs", f"{self._said(event)}, as the record has it", "Go on.")
        after = game.resized(state, changed)
        was = ", ".join(f"{zone} {size} (it said {before[zone]})" for zone, size in changed.items())
        return Applied(replace(after, n=state.n + 1), (Happened(WORD, {"what": was, "why": event.reason}),))

    def _refaced(self, state: Any, event: Correct) -> Applied[Any]:
        if event.face is None or event.face not in self.game.kinds.cards:
            raise CommandError("a card", quoted(str(event.face)), f"Type e.g. {WORD} top is 7R: misread")
        after = self.game.refaced(state, event.was, event.face)
        what = f"{'the top card' if event.was is None else f'a {event.was}'} is {event.face}"
        return Applied(replace(after, n=state.n + 1), (Happened(WORD, {"what": what, "why": event.reason}),))

    # words and shapes

    def say(self, happened: Happened) -> str:
        """Return the sentence that announces it."""
        if happened.key != WORD:
            return self.game.say(happened)
        return f"The record is corrected: {happened.args['what']}. No card is moved."

    def _said(self, event: Correct) -> str:
        if event.sizes:
            return ", ".join(f"{zone} {size}" for zone, size in event.sizes)
        return f"{event.was or TOP} is {event.face}"

    def text(self, event: Event) -> str:
        """Return an event as a host would type it."""
        return (
            f"{WORD} {self._said(event)}: {event.reason}"
            if isinstance(event, Correct)
            else self.game.text(event)
        )

    def event_json(self, event: Event) -> dict[str, object]:
        """Return an event as its JSON object."""
        if not isinstance(event, Correct):
            return self.game.event_json(event)
        if event.sizes:
            return {WORD: [f"{zone} {size}" for zone, size in event.sizes], "why": event.reason}
        return {WORD: event.was or TOP, "is": event.face, "why": event.reason}

    def event_of(self, obj: object, seats: Sequence[str] | None = None) -> Event:
        """Return the event a JSON object says; raises `CommandError`."""
        if not isinstance(obj, Mapping) or WORD not in obj:
            return self.game.event_of(obj, seats)
        match obj:
            case {"correct": list(sizes), "why": str(why)} if all(isinstance(one, str) for one in sizes):
                return Correct(reason=why, sizes=tuple(_size(one, seats) for one in sizes))
            case {"correct": str(was), "is": str(face), "why": str(why)}:
                return Correct(reason=why, was=None if was == TOP else was, face=face)
        raise CommandError("a correction", quoted(str(dict(obj))), f"Type e.g. {EXAMPLE}")

    def read_line(self, line: str, seats: Sequence[str]) -> Event:
        """Return the event of a record's line, be it text or JSON; raises `CommandError`."""
        return self._typed(line, seats) or self.game.read_line(line, seats)

    def read(self, text: str, state: Any) -> Event:
        """Return the event a few keystrokes or a whole line mean; raises `CommandError`."""
        return self._typed(text, [seat.name for seat in state.seats]) or self.game.read(text, state)

    def _typed(self, text: str, seats: Sequence[str]) -> Event | None:
        """Return the correction a line says; None where it says none.

        ``correct Vera 6, deck 53: why``, ``correct 7R is 7Y: why``, ``correct top is 7Y: why``.
        """
        if text.lstrip().startswith("{") and f'"{WORD}"' in text:
            return self.event_of(_object(text), seats)
        word, _, rest = text.strip().partition(" ")
        if word.lower() != WORD:
            return None
        what, colon, reason = rest.partition(":")
        reason = " ".join(reason.split())
        if not colon or not reason or len(reason) > LONGEST_REASON:
            found = f"{len(reason)} letters" if len(reason) > LONGEST_REASON else "none"
            raise CommandError("what is so, a colon and a reason", found, f"Type e.g. {EXAMPLE}")
        kinds = self.game.kinds
        if (found_face := _FACE.match(what.strip())) is not None:
            was = None if fold(found_face[1]) == TOP else kinds.parse(found_face[1])
            return Correct(reason=reason, was=was, face=kinds.parse(found_face[2]))
        return Correct(reason=reason, sizes=tuple(_size(one, seats) for one in what.split(",")))


def _size(text: str, seats: Sequence[str] | None) -> tuple[Zone, int]:
    found = _SIZE.match(text.strip())
    if found is None:
        raise CommandError("whose cards and how many", quoted(text.strip()), f"Type e.g. {EXAMPLE}")
    return next((seat for seat in seats or () if fold(seat) == fold(found[1])), found[1]), int(found[2])


def _object(text: str) -> object:
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise CommandError("a JSON object", quoted(text[:80]), f"Type e.g. {EXAMPLE}") from None


def _sharing(game: Rules[Any], state: Any, seat: str) -> tuple[Zone, ...]:
    """Return where the hidden cards lie of the deck that a seat was dealt from."""
    stock = game.stock(state, seat)
    hands = tuple(sorted(name for name, size in stock.hands if size))
    return (*hands, stock.zone) if stock.deck is not None else hands


def _not_all(zones: Sequence[Zone], had: int, has: int) -> TableError:
    much = f"{plural(abs(had - has), 'card')} {'missing' if has < had else 'too many'}"
    return TableError(
        f"{plural(had, 'card')} in {listed(list(zones))} together",
        f"{has}: {much}",
        "Count the others too and name all that differ; look on the floor and in the box.",
    )
