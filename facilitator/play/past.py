"""An input that counts, and where the game stood before it: what an undo goes back to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facilitator.games.uno.events import from_json, to_text
from facilitator.games.uno.state import State
from facilitator.play.journal import EVENT, GIVE_UP, NOTE, VOID
from facilitator.play.news import Told
from facilitator.play.turn import Selection
from facilitator.readings.simulate import Lies


@dataclass(slots=True)
class Past:
    """One input, and what was typed before it.  Hands are no part of it: see the ledger.

    ``typed``: the answers of the run under way, of which the first ``count`` stood.  ``begun``: how many runs
    had begun.  ``lies``: a rehearsal's cards.  ``told``: the events it brought about.  ``settled``: how many
    inputs after it led into a run and back home again; an undo takes them back with it.  ``carried``: taken back,
    it is still so on the table.
    """

    kind: str
    body: dict[str, object]
    state: State
    plan: Selection | None
    typed: list[str]
    count: int
    standing: bool
    voids: int
    begun: int
    lies: Lies | None
    told: tuple[Told, ...] = ()
    settled: int = 0
    carried: bool = True


def undone_words(past: Past, takes: int, names: Sequence[str]) -> str:
    """Return what an undo took back, ``takes`` inputs in all."""
    told = _input_words(past, names)
    return told if takes == 1 else f"{told}, with the run after it that was led home ({takes} entries)"


def _input_words(past: Past, names: Sequence[str]) -> str:
    if past.kind == EVENT:
        return to_text(from_json(past.body, names))
    if past.kind == NOTE:
        return f'the remark "{past.body["text"]}"'
    if past.kind == GIVE_UP:
        return "giving the run up"
    if past.kind == VOID:
        return "declaring the turn void"
    said = past.body["said"]
    return f"the answer {said}" if said else "the last step"
