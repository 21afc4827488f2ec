"""Several front-ends at one session: each has a desk; their calls wait for each other, and each hears the others.

A session takes calls one after the other; whoever looks on from another thread comes through here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from threading import RLock
from typing import TYPE_CHECKING

from facilitator.errors import FacilitatorError, JournalError, ProtocolBug
from facilitator.play.commands import Input
from facilitator.play.prompt import ActPrompt, Prompt, Reply, Saying
from facilitator.play.session import Session
from facilitator.words.catalogue import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_HEARD = 1000
"""What a desk hears and nobody asks for is kept up to here."""


Reader = tuple["Desk", str]
"""A desk, and who of several that share it."""


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
        # a reading that waits for another, and its prompt
        self._first: tuple[int, Reader, Input] | None = None

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

    def take(self, reader: Reader, typed: Input | str, prompt: int | None, after: float | None) -> Reply:
        """Take an input; of two readings only the second, if it says the same: else both are noted, and dropped."""
        number, reading = self.session.now().number, self._reading(typed)
        if reading is None or prompt not in (None, number):
            return self.session.take(typed, prompt, after)
        at, who, first = self._first or (0, reader, reading)
        if at != number or who == reader:
            self._first = number, reader, reading
            return Reply((Saying(sentence("readers.waits")),), anew=False)
        if reading == first:
            return self.session.take(reading, prompt, after)
        noted = sentence("readers.noted", one=str(first.said), other=str(reading.said))
        return replace(self.session.take(Input("note", noted)), told=(Saying(sentence("readers.differ")),))

    def _reading(self, typed: Input | str) -> Input | None:
        """Return what somebody says is seen, where two must say it; None for all else."""
        now = self.session.now().asked
        if self.session.readers < 2 or len(self._desks) < 2 or not isinstance(now, ActPrompt):
            return None
        with suppress(FacilitatorError):
            one = self.session.read(typed) if isinstance(typed, str) else typed
            return one if one.name == now.reading else None
        return None


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

    def announce(self, text: str) -> None:
        """Let whoever sits here read a message, in any thread; nothing was answered."""
        self.inbox.append(DeskNews("", Reply((Saying(text),))))
        self.wake()

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
        self,
        typed: Input | str,
        prompt: int | None = None,
        after: float | None = None,
        called: str = "",
        who: str = "",
    ) -> Reply:
        """Take an input as the session does; the other desks hear of it, by what it is ``called``.

        ``who``: of several that share this desk.
        """
        return self._telling(lambda: self._desks.take((self, who), typed, prompt, after), called)

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
