"""Several front-ends at one session: each has a desk; their calls wait for each other, and each hears the others.

A session takes calls one after the other; whoever looks on from another thread comes through here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING

from facilitator.errors import JournalError, ProtocolBug
from facilitator.play.prompt import Prompt, Reply
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
    """A session as one of several front-ends has it: `now`, `take` and `rehearse` as there, and `heard`.

    ``session``: the same for all desks; what is read of it without `quiet` may be another's the moment after.
    """

    def __init__(self, desks: Desks, wake: Callable[[], None]) -> None:
        self._desks, self.session, self.wake = desks, desks.session, wake
        self.inbox: deque[DeskNews] = deque(maxlen=MOST_HEARD)

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
            yield self.session

    def now(self) -> Prompt:
        """Return what the table must do now."""
        with self._desks.lock:
            return self.session.now()

    def take(
        self, typed: Input | str, prompt: int | None = None, after: float | None = None, called: str = ""
    ) -> Reply:
        """Take an input as the session does; the other desks hear of it, by what it is ``called``."""
        return self._telling(lambda: self.session.take(typed, prompt, after), called)

    def rehearse(self) -> Reply:
        """Take in a rehearsal what its cards say; the other desks hear of it."""
        return self._telling(self.session.rehearse, "")

    def _telling(self, taken: Callable[[], Reply], called: str) -> Reply:
        with self._desks.lock:
            before = self.session.now().number
            try:
                reply = taken()
            except (JournalError, ProtocolBug) as err:
                self._desks.tell(self, DeskNews(called, Reply(()), err))
                raise
            if self.session.now().number != before or reply.left:
                self._desks.tell(self, DeskNews(called, reply))
            return reply
