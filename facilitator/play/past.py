"""An input that counts, and where the game stood before it: what an undo goes back to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from facilitator.games.base import Rules
from facilitator.machine.faces import called
from facilitator.play.journal import EVENT, GIVE_UP, MEND, NOTE, OOPS, VOID
from facilitator.play.news import EventNews
from facilitator.play.turn import Selection
from facilitator.readings.simulate import Lies

ALL = 1 << 30
"""Steps of an operation that was answered: all it was told in."""


class Turn(NamedTuple):
    """A virtual turn: with which input it began, or began again, as the journal counts; after how many events."""

    began: int
    events: int


@dataclass(slots=True)
class UndoPoint:
    """One input, and what was typed before it.  Hands are no part of it: see the ledger.

    ``typed``: the answers of the run under way, of which the first ``count`` stood.  ``stood``: how many steps
    of its operation were pressed then, which is not kept.  ``begun``: how many runs had begun.  ``lies``: a
    rehearsal's cards, where an undo would lay them so.  ``told``: the events it brought about.  ``settled``: how
    many inputs after it led into a run and back home again; an undo takes them back with it.  ``carried``: taken
    back, it is still so on the table.  ``number``: of the input, as the history counts them.  ``turn``: the virtual
    turn under way then.
    """

    kind: str
    body: dict[str, object]
    state: Any  # of the game that is played
    plan: Selection | None
    typed: list[str]
    count: int
    stood: int
    standing: bool
    voids: int
    begun: int
    lies: Lies | None
    told: tuple[EventNews, ...] = ()
    settled: int = 0
    carried: bool = True
    number: int = 0
    turn: Turn | None = None


def undone_words(past: UndoPoint, takes: int, law: Rules[Any], names: Sequence[str]) -> str:
    """Return what an undo took back, ``takes`` inputs in all."""
    told = input_words(past.kind, past.body, law, names)
    return told if takes == 1 else f"{told}, with the run after it that was led home ({takes} entries)"


def input_words(kind: str, body: Mapping[str, object], law: Rules[Any], names: Sequence[str]) -> str:
    """Return an input of a journal in words."""
    if kind == EVENT:
        return law.text(law.event_of(body, names))
    if kind == NOTE:
        return f'the remark "{body["text"]}"'
    if kind == OOPS:
        return f"oops: {body['text']}"
    if kind == MEND:
        return f"putting the run right: {body['repair']}"
    if kind == GIVE_UP:
        return "giving the run up"
    if kind == VOID:
        return "declaring the turn void"
    said = str(body.get("said") or "")
    return f"the answer {called(said, law.kinds.describe_named)}" if said else "the last step"
