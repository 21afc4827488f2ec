"""The pages of one game: one desk for all of them, what they show, and what a tap does."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TypedDict

from facilitator.errors import CommandError, FacilitatorError, JournalError, ProtocolBug
from facilitator.play.desk import Desks
from facilitator.play.prompt import Reply
from facilitator.play.session import QUICKEST
from facilitator.web.view import sentences, table, view

NEWS = 12
"""Sentences of news that a page shows at most."""
UNLOCK = "Whoever sits at the terminal types unlock."


class TapResult(TypedDict):
    """What became of a tap: whether it took effect or was refused, and what to say of it."""

    taken: bool
    refused: bool
    said: list[str]


@dataclass(frozen=True, slots=True)
class Tapped:
    """What a page sends: the number of its prompt, and the key of an offer."""

    prompt: int
    key: str


def read_tap(body: bytes) -> Tapped:
    """Return what a page sent; raises `CommandError` for anything else."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        said = None
    if isinstance(said, dict) and set(said) == {"prompt", "input"}:
        prompt, key = said["prompt"], said["input"]
        if type(prompt) is int and isinstance(key, str):
            return Tapped(prompt, key)
    raise CommandError('{"prompt": a number, "input": a key}', "something else", "Load the page again.")


class Room:
    """What every page of a game shows; ``changed`` is called, in any thread, when they must show it anew."""

    def __init__(self, desks: Desks, now: Callable[[], float] = monotonic, rest: float = QUICKEST) -> None:
        """``now``: seconds; ``rest``: seconds in which a page takes no tap for a new prompt."""
        self.changed: Callable[[], None] = lambda: None
        self._now, self._rest = now, rest
        self._desk = desks.desk(self._others)
        self._news: deque[str] = deque(sentences(self._desk.first.told), maxlen=NEWS)
        self._locked = False
        self._kept: tuple[tuple[int, bool], str] | None = None
        self._since = now()

    @property
    def locked(self) -> bool:
        """Whether no tap does anything."""
        return self._locked

    @locked.setter
    def locked(self, locked: bool) -> None:
        self._locked = locked
        self.changed()

    def _others(self) -> None:
        """Another desk did something: its news are the page's."""
        with self._desk.quiet():
            for heard in self._desk.heard():
                self._told(heard.reply)
        self.changed()

    def _told(self, reply: Reply) -> None:
        self._news.clear()
        self._news.extend(sentences(reply.told))
        self._since = self._now()

    def state(self) -> str:
        """Return what a page shows now, as JSON; made once a prompt."""
        with self._desk.quiet() as session:
            mark = session.now().number, self._locked
            if self._kept is None or self._kept[0] != mark:
                shown = view(session, tuple(self._news), self._locked, round(self._rest * 1000))
                self._kept = mark, json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
            return self._kept[1]

    def table(self) -> dict[str, object]:
        """Return what must lie on the table now."""
        with self._desk.quiet() as session:
            return table(session)

    def tap(self, tapped: Tapped) -> TapResult:
        """Take what was tapped, if its prompt still stands and offers it; what is refused changes nothing.

        Raises `JournalError` or `ProtocolBug` where the game cannot go on.
        """
        try:
            return self._tap(tapped)
        except (JournalError, ProtocolBug):
            raise
        except FacilitatorError as err:
            return TapResult(taken=False, refused=True, said=[str(err)])

    def _tap(self, tapped: Tapped) -> TapResult:
        with self._desk.quiet() as session:
            if self._locked:
                raise CommandError("open screens", "locked ones", UNLOCK)
            prompt = session.now()
            if tapped.prompt != prompt.number:
                found = f"one to prompt {tapped.prompt}"
                raise CommandError(f"an answer to prompt {prompt.number}", found, "It was answered since.")
            offer = next((one for one in session.offers(prompt.asked) if one.key == tapped.key), None)
            if offer is None:
                raise CommandError("something that is offered", "something else", "Look at the page again.")
            reply = self._desk.take(
                offer.input, tapped.prompt, self._now() - self._since, " ".join(offer.path)
            )
            moved = session.now().number != tapped.prompt
            said = sentences(reply.told)
            if moved:
                self._told(reply)
        if moved:
            self.changed()
        if reply.refused is not None:
            raise reply.refused
        return TapResult(taken=moved, refused=False, said=[] if moved else said)
