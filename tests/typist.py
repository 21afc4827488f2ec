"""A host who types a rehearsed game of people as short as the program understands it, one turn per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

from facilitator.errors import FacilitatorError
from facilitator.games.events import (
    Challenge,
    ChallengeVerdict,
    Drew,
    Event,
    Pass,
    Play,
    Round,
    Show,
    Start,
    TimePassed,
)
from facilitator.games.typed_moves import read_moves
from facilitator.play.match import Match
from facilitator.table_files.load import make_table

PEOPLE = ["Ana", "Ben", "Cem"]


def type_game(seed: int, **keys: Any) -> list[str]:
    """Return the lines of a game that chance plays, each read back at its turn."""
    lines: list[str] = []
    with closing(Match.open(make_table({"seats": PEOPLE, **keys}), None, seed)) as match:
        while not match.is_over:
            turn: list[Event] = []
            state = match.state
            while not turn or continues(match, turn[-1]):
                event = match.find_likely_event()
                turn.append(event)
                match.submit(event)
            lines.append(shortest_line(match.rules, state, merge_draws(turn)))
    return lines


def continues(match: Match, last: Event) -> bool:
    """Return whether the next event belongs to the turn of the last one, which was a draw."""
    return isinstance(last, Drew) and match.turn == last.seat and not match.is_over


def merge_draws(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return events in which consecutive draws of a seat are a single draw of several cards."""
    merged: list[Event] = []
    for event in events:
        last = merged[-1] if merged else None
        if isinstance(event, Drew) and isinstance(last, Drew) and last.seat == event.seat:
            merged[-1] = replace(last, count=last.count + event.count)
        else:
            merged.append(event)
    return tuple(merged)


def shortest_line(rules: Any, state: Any, turn: tuple[Event, ...]) -> str:
    """Return the shortest line that means a turn."""
    for line in sorted(spell_turn(rules, turn), key=len):
        try:
            if read_moves(rules, line, state) == turn:
                return line
        except FacilitatorError:
            continue
    raise AssertionError(f"no line means {turn}")


def spell_turn(rules: Any, turn: tuple[Event, ...]) -> Iterator[str]:
    """Yield lines that may mean a turn."""
    match turn:
        case (event,):
            yield from spell_event(rules, event)
        case (Drew(), Pass()):
            yield "n"
        case (Drew(_, count), event):
            for last in spell_event(rules, event):
                yield f"dr{last}" if count == 1 else f"dr{count} {last}"


def spell_event(rules: Any, event: Event) -> Iterator[str]:
    """Yield lines that may mean an event."""
    yield rules.codec.text(event)
    match event:
        case Play(_, card, named, more):
            for code in dict.fromkeys((card.lower(), card.lower().replace("-", ""))):
                yield " ".join((code, *map(str.lower, more)))
                yield f"{code}{(named or '')[:1].lower()}"
                yield f"{code} {(named or '')[:1].lower()}"
            yield f"+4{(named or '').lower()}"
        case Drew(_, count):
            yield "dr" if count == 1 else f"dr {count}"
        case Pass():
            yield from ("n", "p", "dr")
        case Challenge():
            yield "c"
        case ChallengeVerdict(_, guilty):
            yield "y" if guilty else "n"
        case Start(card, first):
            yield f"{card.lower()} {first[0].lower()}" if card else first[0].lower()
        case Show(_, cards):
            yield " ".join(map(str.lower, cards))
        case TimePassed(minutes):
            yield str(minutes)
        case Round(number):
            yield f"round {number}"
