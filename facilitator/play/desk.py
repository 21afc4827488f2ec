"""Several front-ends at one session: each has a desk; their calls wait for each other, and each hears the others.

A session takes calls one after the other; whoever looks on from another thread comes through here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from facilitator.errors import JournalError, ProtocolBug
from facilitator.play.prompt import Prompt, Reply, Result
from facilitator.play.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from facilitator.play.commands import Input

MOST_HEARD = 1000
"""What a desk hears and nobody asks for is kept up to here."""


@dataclass(frozen=True, slots=True)
class DeskNews:
    """What another desk brought about.  ``called``: its words; ``raised``: what ended it, None if nothing did."""

    called: str
    reply: Reply
    raised: JournalError | ProtocolBug | None = None


class Desks:
    """All desks of a session, and the lock that makes them wait for each other."""

    def __init__(self, session: Session) -> None:
        self.session, self.lock = session, RLock()
        self._desks: list[Desk] = []

    def desk(self, wake: Callable[[], None] = lambda: None) -> Desk:
        """Return another desk; ``wake`` is called, in another thread, when another desk brought something about."""
        desk = Desk(self, wake)
        self._desks.append(desk)
        return desk

    def tell(self, teller: Desk, heard: DeskNews) -> None:
        """Let all desks but one hear something."""
        others = [desk for desk in self._desks if desk is not teller]
        for desk in others:
            desk.inbox.append(heard)
        for desk in others:
            desk.wake()


class Desk:
    """A session as one of several front-ends has it: the same calls, and `heard`."""

    def __init__(self, desks: Desks, wake: Callable[[], None]) -> None:
        self._desks, self._session, self.wake = desks, desks.session, wake
        self.inbox: deque[DeskNews] = deque(maxlen=MOST_HEARD)
        self.first = self._session.first

    def heard(self) -> tuple[DeskNews, ...]:
        """Return what the others brought about since this was asked last, oldest first."""
        with self._desks.lock:
            heard = tuple(self.inbox)
            self.inbox.clear()
        return heard

    @contextmanager
    def quiet(self) -> Iterator[Session]:
        """Look at the session while nobody else changes it."""
        with self._desks.lock:
            yield self._session

    def now(self) -> Prompt:
        """Return what the table must do now."""
        with self._desks.lock:
            return self._session.now()

    def take(
        self, typed: Input | str, prompt: int | None = None, after: float | None = None, called: str = ""
    ) -> Reply:
        """Take an input as the session does; the other desks hear of it, by what it is ``called``."""
        return self._telling(lambda: self._session.take(typed, prompt, after), called)

    def rehearse(self) -> Reply:
        """Take in a rehearsal what its cards say; the other desks hear of it."""
        return self._telling(self._session.rehearse, "")

    def _telling(self, taken: Callable[[], Reply], called: str) -> Reply:
        with self._desks.lock:
            before = self._session.now().number
            try:
                reply = taken()
            except (JournalError, ProtocolBug) as err:
                self._desks.tell(self, DeskNews(called, Reply(()), err))
                raise
            if self._session.now().number != before or reply.left:
                self._desks.tell(self, DeskNews(called, reply))
            return reply

    @property
    def over(self) -> bool:
        """Whether the game is over, as far as was typed."""
        return self._session.over

    @property
    def ended(self) -> bool:
        """Whether somebody said that so it was."""
        return self._session.ended

    @property
    def begun(self) -> bool:
        """Whether anything was typed of this game yet."""
        return self._session.begun

    @property
    def kept(self) -> Path | None:
        """Where the game is kept; None for one in memory."""
        return self._session.kept

    @property
    def attended(self) -> bool:
        """Whether somebody can be asked what becomes of the table before they leave."""
        return self._session.attended

    @attended.setter
    def attended(self, attended: bool) -> None:
        self._session.attended = attended

    def result(self) -> Result:
        """Return how far the game came."""
        with self._desks.lock:
            return self._session.result()
