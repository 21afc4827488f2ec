"""Rehearsed mistakes as they are kept and told: each with how it was noticed, and what it gave away or cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any


class Noticed(StrEnum):
    """How a rehearsed mistake came to light, or that it did not; or an alarm where there was none."""

    OOPS = "oops"
    STOP = "stop"
    COUNT = "a count"
    BACK = "going back"
    TYPED = "typing what lies there"
    MISSED = "missed"
    ALARM = "alarm"


MISTAKE = "mistake"
"""The kind of a journal's input that keeps one; it is no entry of the game, and no undo takes it back."""

STANDS_IN = 3
"""Numbers that say where a mistake stood: public events, whether a lot is drawn, operations of the run."""


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A mistake of a rehearsal, done with; as a game keeps it.

    ``slip``: where it stood, empty for an alarm; ``what``: the word by which a game keeps it, ``called`` so.
    ``where``, ``act``: whose turn and which stage, and the number of the act; 0 for a person's move.  ``seen``:
    what there was to be seen.  ``later``: how many acts after it was noticed.  ``minutes``, ``bits``: what it took
    and gave away, or would have, in tenths; ``gives``: the same in words.
    """

    slip: str
    what: str
    called: str
    where: str
    act: int
    seen: str
    found: str
    later: int
    minutes: int
    bits: int
    gives: str

    @property
    def how(self) -> Noticed:
        """How it came to light."""
        return Noticed(self.found)

    @property
    def order(self) -> tuple[bool, tuple[int, ...]]:
        """What mistakes are sorted by: where they stood, alarms last."""
        return not self.slip, self.stood

    @property
    def stood(self) -> tuple[int, ...]:
        """Where it stood, in numbers; nothing for an alarm."""
        return tuple(map(int, self.slip.split("/"))) if self.slip else ()

    def body(self) -> dict[str, object]:
        """Return it as the journal keeps it."""
        return asdict(self)

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> Reckoned:
        """Return it as the journal has it."""
        return cls(**{one.name: body[one.name] for one in fields(cls)})


SHAPE: Mapping[str, type] = dict.fromkeys(
    ("slip", "what", "called", "where", "seen", "found", "gives"), str
) | dict.fromkeys(("act", "later", "minutes", "bits"), int)
"""What a body holds: the journal refuses any other."""
