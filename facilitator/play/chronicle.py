"""The history of a game: every input there was, numbered, and how each stands now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from facilitator.games.base import Game
from facilitator.play.journal import ANSWER, GIVE_UP, MEND, UNDO, VOID
from facilitator.play.news import Told
from facilitator.wording import plural


class Standing(StrEnum):
    """How an input stands now: as written in a list, where it is not simply done."""

    DONE = "done"
    TAKEN_BACK = "taken back"
    GIVEN_UP = "given up"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Lived:
    """An input as it was taken.

    ``text``: what it was, empty for a step that asked nothing; ``stage``, ``seat``: of which run, if of one.
    ``told``: the events it brought about.  ``takes``: how many inputs an undo took back.  ``since``: the number
    from which on a run was given up or declared void; 0 for none.
    """

    kind: str
    text: str = ""
    stage: str = ""
    seat: str = ""
    told: tuple[Told, ...] = ()
    takes: int = 0
    since: int = 0


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One line of the history: an event, an answer, or steps of one stage, numbered ``first`` to ``last``.

    ``followed``: the events that it brought about.
    """

    first: int
    last: int
    seat: str
    stage: str
    text: str
    standing: Standing
    followed: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return it in the shape of the JSON lines."""
        return {name: getattr(self, name) for name in self.__slots__}


def standings(lived: Sequence[Lived]) -> list[Standing | None]:
    """Return how each input stands; None for an undo, which is no line of its own."""
    found = [None if one.kind == UNDO else Standing.DONE for one in lived]
    live: list[int] = []
    for index, one in enumerate(lived):
        if one.kind != UNDO:
            live.append(index)
            continue
        for back in live[-one.takes :]:
            found[back] = Standing.TAKEN_BACK
        del live[-one.takes :]
    for index in live:
        one = lived[index]
        if one.since:
            how = Standing.VOID if one.kind == VOID else Standing.GIVEN_UP
            for before in live:
                if one.since - 1 <= before < index and lived[before].kind in (ANSWER, GIVE_UP, MEND):
                    found[before] = how
    return found


def history(lived: Sequence[Lived], law: Game[Any]) -> tuple[HistoryLine, ...]:
    """Return the lines of a game's history, the oldest first; steps that asked nothing stand together."""
    lines: list[HistoryLine] = []
    plain = False
    for number, (one, standing) in enumerate(zip(lived, standings(lived), strict=True), 1):
        if standing is None:
            plain = False
            continue
        events = tuple(law.text(told.event) for told in one.told)
        followed = events if one.seat else events[1:]
        if not one.text:
            last = lines[-1] if plain else None
            first = number
            if last is not None and (last.seat, last.stage, last.standing) == (one.seat, one.stage, standing):
                first = lines.pop().first
            steps = plural(number - first + 1, "step")
            lines.append(HistoryLine(first, number, one.seat, one.stage, steps, standing, followed))
        else:
            lines.append(HistoryLine(number, number, one.seat, one.stage, one.text, standing, followed))
        plain = not (one.text or followed)
    return tuple(lines)
