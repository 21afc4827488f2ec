"""Clients of a session: front ends that share a session and receive each other's inputs.

A session is not thread-safe. Each front end therefore uses a `Client`, which acquires a lock for every call.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from threading import RLock

from facilitator.errors import FacilitatorError, JournalError, ProtocolBug
from facilitator.i18n.catalogue import sentence
from facilitator.play.commands import Input, TapOffer
from facilitator.play.prompt import HostMessage, Prompt, Reply, StepPrompt
from facilitator.play.session import Session

MOST_HEARD = 1000
"""Maximum number of unread messages of a client."""
MOST_TAKEN = 8
"""Number of earlier prompts whose answers are stored for comparison with late answers."""
LONGEST_CALLED = 80
"""Maximum length of a late answer in a message, in characters."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Source of answers: a terminal or a web page.

    Attributes:
        client: Client that receives the answers. All pages share a client.
        page: Page name, which changes after a reload. Empty for a terminal.
        device: Random id that a browser uses for all its pages. Empty if unknown.
    """

    client: Client
    page: str = ""
    device: str = ""

    @property
    def browser(self) -> str:
        """Device id of the reader, or the page name if the device is unknown. Empty for a terminal."""
        return self.device or self.page


@dataclass(frozen=True, slots=True)
class ClientMessage:
    """Message about the input of another client, or a notice to all clients.

    Attributes:
        called: Description of the input.
        reply: Reply of the session to the input. Empty for a notice.
        raised: Error that ended the game, if any.
        notice: Sentence about a rejected late answer. Empty for an accepted input.
    """

    called: str
    reply: Reply
    raised: JournalError | ProtocolBug | None = None
    notice: str = ""


@dataclass(frozen=True, slots=True)
class PromptAnswer:
    """Answer to a prompt.

    Attributes:
        reader: Source of the answer.
        typed: Input of the tapped button, or the typed line.
        prompt: Prompt number. `None` means the current prompt.
        after: Seconds since the prompt was shown, if known.
        called: Label of the tapped button, or the typed line. Messages quote it.
    """

    reader: Reader
    typed: Input | str
    prompt: int | None = None
    after: float | None = None
    called: str = ""

    def read_by(self, session: Session) -> Input | None:
        """Return the parsed input, or `None` if the current prompt does not accept the answer."""
        with suppress(FacilitatorError):
            return session.read(self.typed) if isinstance(self.typed, str) else self.typed
        return None


@dataclass(frozen=True, slots=True)
class TakenAnswer:
    """Accepted answer to a prompt, or the reading by the first of two people.

    Attributes:
        number: Prompt number.
        given: Input.
        reader: Source of the answer.
        offers: Buttons at the prompt.
        called: Input as text.
    """

    number: int
    given: Input
    reader: Reader
    offers: tuple[TapOffer, ...] = ()
    called: str = ""

    def agrees_with(self, late: PromptAnswer) -> bool:
        """Return whether a late answer equals the accepted answer. Typed text may differ in case."""
        if isinstance(late.typed, Input):
            return late.typed == self.given
        return late.typed.strip().casefold() in ("", self.called.casefold())


class Clients:
    """All clients of a session. Only one of them can use the session at a time."""

    def __init__(self, session: Session) -> None:
        self.session, self.lock = session, RLock()
        self._clients: list[Client] = []
        self._browsers: list[str] = []  # in the order of their first answers
        self._first: TakenAnswer | None = None  # reading by the first of two people
        self._taken: dict[int, TakenAnswer] = {}

    def add_client(self, wake: Callable[[], None] = lambda: None) -> Client:
        """Return a new client.

        Args:
            wake: Function to call in another thread after another client's input.
        """
        client = Client(self, wake)
        self._clients.append(client)
        return client

    def tell(self, teller: Client | None, heard: ClientMessage) -> None:
        """Send a message to all clients except ``teller``."""
        others = [client for client in self._clients if client is not teller]
        for client in others:
            client.inbox.append(heard)
        for client in others:
            client.wake()

    def take(self, answer: PromptAnswer) -> Reply:
        """Process an answer. If a late answer differs from the accepted answer, notify all clients."""
        if answer.prompt is None or answer.prompt == self.session.get_prompt().number:
            return self._read_twice(answer)
        self.report_late(answer)
        return self.session.take(answer.typed, answer.prompt, answer.after)

    def rehearse(self, reader: Reader) -> Reply:
        """Enter the correct input for the current prompt of a rehearsal.

        The session accepts this input at once, even if two people must read the cards at this table.

        Args:
            reader: Client whose button or key asked for the correct input.
        """
        said = self.session.rehearsed_input()
        return self._accept(PromptAnswer(reader, said), said)

    def report_late(self, late: PromptAnswer) -> str:
        """Notify all clients if a late answer differs from the accepted answer.

        Each earlier prompt causes at most one notice.

        Returns:
            The notice, or an empty string.
        """
        taken = self._taken.get(late.prompt or 0)
        if taken is None or taken.agrees_with(late):
            return ""
        del self._taken[taken.number]
        given = {"taken": taken.called, "late": late.called[:LONGEST_CALLED]}
        names = {"taker": self._name(taken.reader), "reader": self._name(late.reader)}
        notice = sentence("answers.differ", **given, **names)
        self.tell(None, ClientMessage("", Reply(()), notice=notice))
        return notice

    def offered_at(self, number: int) -> tuple[TapOffer, ...]:
        """Return the buttons at an earlier prompt, or an empty tuple if they are no longer stored."""
        taken = self._taken.get(number)
        return taken.offers if taken is not None else ()

    def _read_twice(self, answer: PromptAnswer) -> Reply:
        """Process an answer, asking for a second reading if the table requires one.

        If the readings differ, both are discarded and recorded in a note. A second page on the same device
        counts as a second reader because people may share a device. The reply then names the shared device.
        """
        number = self.session.get_prompt().number
        given = answer.read_by(self.session)
        if given is None or not self._needs_two(given):
            return self._accept(answer, given)
        first = self._first
        if first is None or first.number != number or first.reader == answer.reader:
            self._first = TakenAnswer(number, given, answer.reader)
            waits = sentence("readers.waits", reader=self._name(answer.reader))
            return Reply((HostMessage(waits),), anew=False)
        self._first = None
        read = {"first": self._words_of(first.given), "second": self._words_of(given)}
        read |= {"one": self._name(first.reader), "other": self._name(answer.reader)}
        is_shared = answer.reader.browser == first.reader.browser
        same = (HostMessage(sentence("readers.device")),) if is_shared else ()
        if given != first.given:
            reply = self.session.take(Input("note", sentence("readers.noted", **read)))
            return replace(reply, messages=(HostMessage(sentence("readers.differ", **read)), *same))
        reply = self._accept(answer, given)
        agreed = (HostMessage(sentence("readers.agree", **read)), *same) if reply.refused is None else ()
        return replace(reply, messages=(*agreed, *reply.messages))

    def _name(self, reader: Reader) -> str:
        """Return a reader's name, such as "the terminal" or "screen 2"."""
        if not reader.browser:
            return sentence("reader.terminal")
        if reader.browser not in self._browsers:
            self._browsers.append(reader.browser)
        return sentence("reader.screen", screen=1 + self._browsers.index(reader.browser))

    def _accept(self, answer: PromptAnswer, given: Input | None) -> Reply:
        """Pass an answer to the session and store it for comparison with late answers."""
        now = self.session.get_prompt()
        offers = self.session.offers(now.asked) if len(self._clients) > 1 else ()
        reply = self.session.take(answer.typed, answer.prompt, answer.after)
        if given is not None and self.session.get_prompt().number != now.number:
            words = (" ".join(offer.path) for offer in offers if offer.input == given)
            called = next(words, answer.called or given.name)
            self._taken[now.number] = TakenAnswer(now.number, given, answer.reader, offers, called)
            for number in [*self._taken][:-MOST_TAKEN]:
                del self._taken[number]
        return reply

    def _words_of(self, reading: Input) -> str:
        """Return words for an input that reports cards, such as a button label.

        For an input that confirms the expected number of cards, the words are this number.
        """
        now = self.session.get_prompt().asked
        if reading.argument is None and isinstance(now, StepPrompt):
            return now.expected_count
        words = (" ".join(offer.path) for offer in self.session.offers(now) if offer.input == reading)
        return next(words, str(reading.argument))

    def _needs_two(self, given: Input) -> bool:
        """Return whether the input requires two readers."""
        now = self.session.get_prompt().asked
        several = self.session.readers > 1 and len(self._clients) > 1
        return several and isinstance(now, StepPrompt) and given.name == now.input_name


class Client:
    """Client of a session for one front end.

    Attributes:
        session: Shared session. Another client may change it, except within `quiet`.
        wake: Function to call after another client's input.
        inbox: Unread messages.
    """

    def __init__(self, clients: Clients, wake: Callable[[], None]) -> None:
        self._clients, self.session, self.wake = clients, clients.session, wake
        self.inbox: deque[ClientMessage] = deque(maxlen=MOST_HEARD)

    def take_news(self) -> tuple[ClientMessage, ...]:
        """Return and clear the unread messages, oldest first."""
        with self._clients.lock:
            heard = tuple(self.inbox)
            self.inbox.clear()
        return heard

    def announce(self, text: str) -> None:
        """Send a message to this client. Any thread may call this method."""
        self.inbox.append(ClientMessage("", Reply((HostMessage(text),))))
        self.wake()

    @contextmanager
    def quiet(self) -> Iterator[Session]:
        """Return a context manager that gives this client exclusive access to the session."""
        with self._clients.lock:
            yield self.session

    def get_prompt(self) -> Prompt:
        """Return the current prompt."""
        with self._clients.lock:
            return self.session.get_prompt()

    def take(
        self,
        typed: Input | str,
        prompt: int | None = None,
        after: float | None = None,
        called: str = "",
        reader: Reader | None = None,
    ) -> Reply:
        """Process an input and notify the other clients.

        Args:
            typed: Input of the tapped button, or the typed line.
            prompt: Prompt number.
            after: Seconds since the prompt was shown.
            called: Description of the input for the other clients.
            reader: Source of the input. Needed if several readers share this client.
        """
        words = called or (typed if isinstance(typed, str) else "")
        answer = PromptAnswer(reader or Reader(self), typed, prompt, after, words)
        return self._telling(lambda: self._clients.take(answer), called)

    def report_late(self, reader: Reader, prompt: int, key: str, text: str | None) -> str:
        """Notify all clients if a late tap differs from the accepted answer.

        Args:
            reader: Source of the tap.
            prompt: Number of the earlier prompt.
            key: Button key.
            text: Typed text. `None` for a tap.

        Returns:
            The notice. Empty if the answers are equal or can no longer be compared.
        """
        with self._clients.lock:
            if text is not None:
                return self._clients.report_late(PromptAnswer(reader, text, prompt, called=text))
            for offer in self._clients.offered_at(prompt):
                if offer.key == key:
                    late = PromptAnswer(reader, offer.input, prompt, called=" ".join(offer.path))
                    return self._clients.report_late(late)
            return ""

    def rehearse(self) -> Reply:
        """Enter the correct input of a rehearsal, and notify the other clients."""
        return self._telling(lambda: self._clients.rehearse(Reader(self)), "")

    def _telling(self, taken: Callable[[], Reply], called: str) -> Reply:
        with self._clients.lock:
            before = self.session.get_prompt().number
            try:
                reply = taken()
            except (JournalError, ProtocolBug) as err:
                self._clients.tell(self, ClientMessage(called, Reply(()), err))
                raise
            if self.session.get_prompt().number != before or reply.left:
                self._clients.tell(self, ClientMessage(called, reply))
            return reply
