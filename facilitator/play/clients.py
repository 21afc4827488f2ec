"""Clients of a session: several front ends, which take turns and are told about each other's inputs.

A session is not thread-safe, so every front end in another thread uses a client.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from threading import RLock
from typing import TYPE_CHECKING

from facilitator.errors import FacilitatorError, JournalError, ProtocolBug
from facilitator.i18n.catalogue import sentence
from facilitator.play.commands import Input, TapOffer
from facilitator.play.prompt import ActPrompt, HostMessage, Prompt, Reply
from facilitator.play.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_HEARD = 1000
"""Largest number of unread messages of a client."""
MOST_TAKEN = 8
"""Number of earlier prompts whose answers are kept, to compare them with late answers."""
LONGEST_CALLED = 80
"""Largest number of characters of a late answer in a message."""
MOST_NAMED = 99
"""Largest number of devices, and of pages of a device, that get a number."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A source of answers: a terminal, or a page on some device.

    Attributes:
        desk: The client that the answer comes through. All pages share one.
        page: The page's own name, which is new after a reload. Empty for a terminal.
        device: The random id that a browser keeps for all its pages. Empty if it is unknown.
    """

    desk: Client
    page: str = ""
    device: str = ""

    @property
    def browser(self) -> str:
        """The device, or the page itself if its device is unknown. Empty for a terminal."""
        return self.device or self.page

    def shares_device(self, other: Reader) -> bool:
        """Return whether two answers came from one device."""
        return self.desk is other.desk and self.browser == other.browser


@dataclass(frozen=True, slots=True)
class ClientMessage:
    """An effect of another client's input, or a notice to all clients.

    Attributes:
        called: Description of the input that the other client sent.
        reply: The session's reply to that input. Empty for a notice.
        raised: Error that ended the game, if any.
        notice: A sentence for everybody about an input that was not taken. Empty if an input was taken.
    """

    called: str
    reply: Reply
    raised: JournalError | ProtocolBug | None = None
    notice: str = ""


@dataclass(frozen=True, slots=True)
class PromptAnswer:
    """An answer to a prompt.

    Attributes:
        reader: Source of the answer.
        typed: The input, or the text that was typed.
        prompt: Number of the prompt that it was meant for. `None` means the current one.
        after: Seconds since the prompt was shown, if known.
        called: The words of the button, or the text.
    """

    reader: Reader
    typed: Input | str
    prompt: int | None = None
    after: float | None = None
    called: str = ""

    def read_by(self, session: Session) -> Input | None:
        """Return the answer as an input at the current prompt, or `None` if it means nothing there."""
        with suppress(FacilitatorError):
            return session.read(self.typed) if isinstance(self.typed, str) else self.typed
        return None


@dataclass(frozen=True, slots=True)
class TakenAnswer:
    """The answer that a prompt got.

    Attributes:
        number: Number of the prompt.
        offers: Everything that could be tapped there.
        given: The input that was taken.
        called: Its words.
        reader: Source of the answer.
    """

    number: int
    offers: tuple[TapOffer, ...]
    given: Input
    called: str
    reader: Reader

    def agrees_with(self, late: PromptAnswer) -> bool:
        """Return whether another answer is the same. Typed text is compared by its words."""
        if isinstance(late.typed, Input):
            return late.typed == self.given
        return late.typed.strip().casefold() in ("", self.called.casefold())


@dataclass(frozen=True, slots=True)
class FirstReading:
    """A reading that waits for a second one.

    Attributes:
        number: Number of the prompt that it answers.
        reader: Source of the reading.
        reading: The input.
    """

    number: int
    reader: Reader
    reading: Input


class DeviceNumbers:
    """Names of the devices and their pages, numbered in the order of their first answers."""

    def __init__(self) -> None:
        self._pages: dict[str, list[str]] = {}

    def name(self, reader: Reader) -> str:
        """Return the name of a reader, such as "the terminal", "screen 2", or "screen 2, page 3"."""
        if not reader.browser:
            return sentence("reader.terminal")
        if reader.browser not in self._pages and len(self._pages) >= MOST_NAMED:
            return sentence("reader.other")
        pages = self._pages.setdefault(reader.browser, [])
        if reader.page not in pages and len(pages) < MOST_NAMED:
            pages.append(reader.page)
        screen = 1 + [*self._pages].index(reader.browser)
        page = 1 + pages.index(reader.page) if reader.page in pages else MOST_NAMED
        key = "reader.screen" if page == 1 else "reader.page"
        return sentence(key, screen=screen, page=page)


class Clients:
    """All clients of a session, and the lock that makes them wait for each other."""

    def __init__(self, session: Session) -> None:
        self.session, self.lock = session, RLock()
        self._desks: list[Client] = []
        self._screens = DeviceNumbers()
        self._first: FirstReading | None = None
        self._taken: dict[int, TakenAnswer] = {}

    def add_client(self, wake: Callable[[], None] = lambda: None) -> Client:
        """Return a new client.

        Args:
            wake: Function to call, from another thread, after an input of another client.
        """
        client = Client(self, wake)
        self._desks.append(client)
        return client

    def tell(self, teller: Client | None, heard: ClientMessage) -> None:
        """Send a message to all clients except one."""
        others = [client for client in self._desks if client is not teller]
        for client in others:
            client.inbox.append(heard)
        for client in others:
            client.wake()

    def take(self, answer: PromptAnswer) -> Reply:
        """Take an answer. If it comes too late and differs from the accepted answer, all clients are told."""
        if answer.prompt is None or answer.prompt == self.session.get_prompt().number:
            return self._read_twice(answer)
        self.report_late(answer)
        return self.session.take(answer.typed, answer.prompt, answer.after)

    def rehearse(self, reader: Reader) -> Reply:
        """Take what the cards of a rehearsal say, without a second reader."""
        said = self.session.rehearsed_input()
        return self._accept(PromptAnswer(reader, said), said)

    def report_late(self, late: PromptAnswer) -> str:
        """Tell all clients if an answer to an earlier prompt differs from the accepted answer.

        Each earlier prompt gets at most one notice.

        Returns:
            The notice, or an empty string.
        """
        taken = self._taken.get(late.prompt or 0)
        if taken is None or taken.agrees_with(late):
            return ""
        del self._taken[taken.number]
        name = self._screens.name
        notice = sentence(
            "answers.differ",
            taken=taken.called,
            taker=name(taken.reader),
            late=late.called[:LONGEST_CALLED],
            reader=name(late.reader),
        )
        self.tell(None, ClientMessage("", Reply(()), notice=notice))
        return notice

    def offered_at(self, number: int) -> tuple[TapOffer, ...]:
        """Return what could be tapped at an earlier prompt. Empty if this is no longer known."""
        taken = self._taken.get(number)
        return taken.offers if taken is not None else ()

    def _read_twice(self, answer: PromptAnswer) -> Reply:
        """Take an answer. If two people must read, take a reading only after a second reader has entered the same.

        Two readings that differ are both dropped and noted in the record. A second page on the first reader's device
        counts as a second reader, because several people may share a device. The reply says so.
        """
        number, name = self.session.get_prompt().number, self._screens.name
        given = answer.read_by(self.session)
        if given is None or not self._needs_two(given):
            return self._accept(answer, given)
        first = self._first
        if first is None or first.number != number or first.reader == answer.reader:
            self._first = FirstReading(number, answer.reader, given)
            return Reply((HostMessage(sentence("readers.waits", reader=name(answer.reader))),), anew=False)
        self._first = None
        read = {"first": self._words_of(first.reading), "second": self._words_of(given)}
        read |= {"one": name(first.reader), "other": name(answer.reader)}
        same = (HostMessage(sentence("readers.device")),) if answer.reader.shares_device(first.reader) else ()
        if given != first.reading:
            reply = self.session.take(Input("note", sentence("readers.noted", **read)))
            return replace(reply, told=(HostMessage(sentence("readers.differ", **read)), *same))
        reply = self._accept(answer, given)
        agreed = (HostMessage(sentence("readers.agree", **read)), *same) if reply.refused is None else ()
        return replace(reply, told=(*agreed, *reply.told))

    def _accept(self, answer: PromptAnswer, given: Input | None) -> Reply:
        """Pass an answer to the session, and keep it to compare it with late answers."""
        now = self.session.get_prompt()
        offers = self.session.offers(now.asked) if len(self._desks) > 1 else ()
        reply = self.session.take(answer.typed, answer.prompt, answer.after)
        if given is not None and self.session.get_prompt().number != now.number:
            words = (" ".join(offer.path) for offer in offers if offer.input == given)
            called = next(words, answer.called or given.name)
            self._taken[now.number] = TakenAnswer(now.number, offers, given, called, answer.reader)
            for number in [*self._taken][:-MOST_TAKEN]:
                del self._taken[number]
        return reply

    def _words_of(self, reading: Input) -> str:
        """Return a reading in words: the answer, or the number that the check expects."""
        now = self.session.get_prompt().asked
        if reading.said is None and isinstance(now, ActPrompt):
            return now.expected_count
        words = (" ".join(offer.path) for offer in self.session.offers(now) if offer.input == reading)
        return next(words, str(reading.said))

    def _needs_two(self, given: Input) -> bool:
        """Return whether an input is a reading or a count that two people must enter."""
        now = self.session.get_prompt().asked
        several = self.session.readers > 1 and len(self._desks) > 1
        return several and isinstance(now, ActPrompt) and given.name == now.reading


class Client:
    """A client of a session, for one of several front ends.

    Attributes:
        session: The session, which all clients share. Outside of `quiet`, another client may change it.
        wake: Function to call after an input of another client.
        inbox: Unread messages.
    """

    def __init__(self, clients: Clients, wake: Callable[[], None]) -> None:
        self._desks, self.session, self.wake = clients, clients.session, wake
        self.inbox: deque[ClientMessage] = deque(maxlen=MOST_HEARD)

    def take_news(self) -> tuple[ClientMessage, ...]:
        """Return the unread messages about other clients, oldest first."""
        with self._desks.lock:
            heard = tuple(self.inbox)
            self.inbox.clear()
        return heard

    def announce(self, text: str) -> None:
        """Send a message to this client, from any thread."""
        self.inbox.append(ClientMessage("", Reply((HostMessage(text),))))
        self.wake()

    @contextmanager
    def quiet(self) -> Iterator[Session]:
        """Return the session, which no other client can change meanwhile."""
        with self._desks.lock:
            yield self.session

    def get_prompt(self) -> Prompt:
        """Return what the table must do now."""
        with self._desks.lock:
            return self.session.get_prompt()

    def take(
        self,
        typed: Input | str,
        prompt: int | None = None,
        after: float | None = None,
        called: str = "",
        reader: Reader | None = None,
    ) -> Reply:
        """Take an input as the session does, and tell the other clients.

        Args:
            typed: The input, or typed text.
            prompt: Number of the prompt that it was meant for.
            after: Seconds since the prompt was shown.
            called: Words for the other clients.
            reader: Source of the input, if several share this client.
        """
        words = called or (typed if isinstance(typed, str) else "")
        answer = PromptAnswer(reader or Reader(self), typed, prompt, after, words)
        return self._telling(lambda: self._desks.take(answer), called)

    def report_late(self, reader: Reader, prompt: int, key: str, text: str | None) -> str:
        """Tell all clients if a tap at an earlier prompt differs from the accepted answer.

        Returns:
            The notice. Empty if the tap is the same, or can no longer be compared.
        """
        with self._desks.lock:
            if text is not None:
                return self._desks.report_late(PromptAnswer(reader, text, prompt, called=text))
            for offer in self._desks.offered_at(prompt):
                if offer.key == key:
                    late = PromptAnswer(reader, offer.input, prompt, called=" ".join(offer.path))
                    return self._desks.report_late(late)
            return ""

    def rehearse(self) -> Reply:
        """Take what the cards of a rehearsal say, and tell the other clients."""
        return self._telling(lambda: self._desks.rehearse(Reader(self)), "")

    def _telling(self, taken: Callable[[], Reply], called: str) -> Reply:
        with self._desks.lock:
            before = self.session.get_prompt().number
            try:
                reply = taken()
            except (JournalError, ProtocolBug) as err:
                self._desks.tell(self, ClientMessage(called, Reply(()), err))
                raise
            if self.session.get_prompt().number != before or reply.left:
                self._desks.tell(self, ClientMessage(called, reply))
            return reply
