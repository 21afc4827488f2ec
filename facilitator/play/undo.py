"""An input that counts, where the game stood before it, and what hands put back when it is taken back.

An undo takes back what was typed.  What hands did in a run is no part of it: see the ledger in
`facilitator.play.run`; how an undo takes effect is told in `facilitator.play.match`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, assert_never

from facilitator.errors import TableError
from facilitator.games.rules import Mixed, Motion, Moved, Rules, Swapped, Zone
from facilitator.machine.faces import DECK, DISCARDS, POOL
from facilitator.machine.operations import (
    Choose,
    Look,
    Reveal,
    Scramble,
)
from facilitator.play.news import EventNews, input_words
from facilitator.play.run import LedgerEntry
from facilitator.play.turn import Selection
from facilitator.telling.simulate import Lies
from facilitator.words import listed, plural

ALL = 1 << 30
"""Steps of an operation that was answered: all it was told in."""


class Turn(NamedTuple):
    """A virtual turn: with which input it began, or began again, as the journal counts; after how many events."""

    began: int
    events: int


class Position(NamedTuple):
    """Where the game stands by what was typed.

    ``state``: the public facts.  ``plan``: of the run under way.  ``standing``: whether the last run's columns
    still stand, for the next virtual turn.  ``voids``: how many turns were declared void.  ``begun``: how many
    runs had begun.  ``turn``: the virtual turn under way, or the last one.
    """

    state: Any  # of the game that is played
    plan: Selection | None
    standing: bool
    voids: int
    begun: int
    turn: Turn | None


@dataclass(slots=True)
class UndoPoint:
    """One input, and where the game stood before it.

    ``typed``: the answers of the run under way, of which the first ``count`` stood.  ``stood``: how many steps
    of its operation were pressed then, which is not kept.  ``lies``: a rehearsal's cards, where an undo would lay
    them so.  ``number``: of the input, as the history counts them.  ``told``: the events it brought about.
    ``settled``: how many inputs after it led into a run and back home again; an undo takes them back with it.
    ``carried``: taken back, it is still so on the table.
    """

    kind: str
    body: dict[str, object]
    before: Position
    typed: list[str]
    count: int
    stood: int
    lies: Lies | None
    number: int
    told: tuple[EventNews, ...] = ()
    settled: int = 0
    carried: bool = True


# -- in words ----------------------------------------------------------------------------------------------


def undone_words(past: UndoPoint, takes: int, law: Rules[Any], names: Sequence[str]) -> str:
    """Return what an undo took back, ``takes`` inputs in all."""
    told = input_words(past.kind, past.body, law, names)
    return told if takes == 1 else f"{told}, with the run after it that was led home ({takes} entries)"


def stays_words(beyond: Sequence[LedgerEntry]) -> str:
    """Return what an undo leaves as it is, of all that hands have done beyond the step it led to."""
    done = [one for one in beyond if one.ticked or one.pressed]
    if not done:
        return ""
    parts = ["Hands leave everything as it lies: a step that is DONE ALREADY needs only what is missing."]
    if any(one.mixed or (one.ticked and isinstance(one.op, Scramble)) for one in done):
        parts.append("What was mixed stays mixed; do not mix it again.")
    if any(isinstance(one.op, Reveal | Choose | Look) for one in done):
        parts.append("What was seen stays seen; a result that was seen stands, unless it was typed wrongly.")
    return " ".join(parts)


# -- what hands put back ------------------------------------------------------------------------------------


def motions_of(told: Sequence[EventNews]) -> Iterator[tuple[Motion, EventNews]]:
    """Yield every motion that events brought about, the last first, with its event."""
    for item in reversed(told):
        for one in reversed(item.happened):
            for motion in reversed(one.motions):
                yield motion, item


def undone_by_hand(told: Sequence[EventNews]) -> str:
    """Return what hands put back of one input's events that were taken back; empty if nothing."""
    mixed = [(motion, item) for motion, item in motions_of(told) if isinstance(motion, Mixed)]
    if mixed:
        motion, item = mixed[-1]
        if motion.target not in (DECK, POOL):
            return f"{_zone(motion.target, item)} was shuffled, and its cards are passed on: type the same (redo)."
        return (
            "The deck was made of the discards, and nobody can part them again unseen: type the same (redo)."
        )
    parts = [events_back([item for item in told if not item.virtual])]
    run = [item for item in told if item.virtual and not item.done]
    if moved := [_after_run(motion, item) for motion, item in motions_of(run)]:
        parts.append(f"What was done after the run is put back, the last first: {'; '.join(moved)}.")
    return " ".join(part for part in parts if part)


def _after_run(motion: Motion, told: EventNews) -> str:
    """Say what a run's outcome moved; a card it played goes back to where the run left it."""
    if isinstance(motion, Moved) and motion.faces:
        return f"{listed(motion.faces)} from {_zone(motion.target, told)} to where the run left it"
    return _put_back(motion, told)


def events_back(told: Sequence[EventNews]) -> str:
    """Return what hands put back of events declared void, or taken back; empty if nothing.

    Raises `TableError` where a deck was made of discards since: nobody can find those cards again unseen.
    """
    parts = [_put_back(motion, item) for motion, item in motions_of(told)]
    return f"Put back by hand: {'; '.join(parts)}." if parts else ""


def _put_back(motion: Motion, told: EventNews) -> str:
    match motion:
        case Moved(faces=faces) if faces:
            return f"{listed(faces)} from {_zone(motion.target, told)} back to {_zone(motion.source, told)}"
        case Moved():
            count = plural(motion.count, "card")
            return f"{count} of {_zone(motion.target, told)}, unseen, mixed into {_zone(motion.source, told)}"
        case Swapped():
            return f"{listed([_zone(zone, told) for zone in motion.to])} changed back, each to whose it was"
        case Mixed():
            raise TableError(
                "a point after cards were mixed into a deck",
                "one before it",
                "Nobody can find those cards again unseen. Type the same again as before, and go on.",
            )
        case _:
            assert_never(motion)


def _zone(zone: Zone, told: EventNews) -> str:
    """Say where cards lie: a seat's hand, or what its own game calls it, such as the trick."""
    hands = [seat.name for seat in told.state.seats]
    return f"{zone}'s hand" if zone in hands else _ZONES.get(zone, f"the {zone}")


_ZONES = {DECK: "the deck", POOL: "the pool deck", DISCARDS: "the discard pile"}
