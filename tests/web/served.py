"""What tests of the page share: a session with desks, its server, and a caller that says whatever it likes."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode, urlsplit

from facilitator.play.clients import Client, Clients
from facilitator.play.session import Session
from facilitator.table_files.load import Table, make_table
from facilitator.web.address import ScreenScope
from facilitator.web.page_data import PageState
from facilitator.web.server import RATE, Server
from sessions import opened
from sure import sure

USUAL_RATE, NO_BOUND = RATE, 1e9
"""Requests a second from one machine."""
SMALL: dict[str, object] = {
    "seats": ["Ana", "Ben", {"name": "Vera", "virtual": True}],
    "hand_size": 2,
    "pool": "split",
    "pool_deck": ["7R", "SY", "+B", "W", "1R", "3G"],
    "wording": "brief",
}


def small(**keys: object) -> Table:
    return make_table({**SMALL, **keys})


def session_of(table: Table, seed: int | None = 3) -> Session:
    """A game in memory; with a ``seed`` a rehearsal."""
    return opened(table, None, seed)


def number_of(shown: dict[str, Any]) -> int:
    """Return the number of the prompt that a page shows, without the part that differs after each start."""
    return int(shown["prompt"].partition("-")[2])


class Hours:
    """A clock by which a minute lies between any two looks, so that no tap comes too soon."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        self.seconds += 60
        return self.seconds


class Caller:
    """A page without a browser: asks the server, and counts what it was told."""

    def __init__(self, address: str, source: str = "") -> None:
        """``source``: the address from which it calls, if not the usual one."""
        self.address = address
        self._from = (source, 0) if source else None
        parts = urlsplit(address)
        self.host, self.port, self.path = sure(parts.hostname), sure(parts.port), parts.path

    def ask(
        self, what: str = "", method: str = "GET", body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers; ``what``: under the token, or from the root if it begins with a slash."""
        line = HTTPConnection(self.host, self.port, timeout=30, source_address=self._from)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            line.request(method, what if what.startswith("/") else self.path + what, body, sent)
            reply = line.getresponse()
            return reply.status, reply.read(), {name.lower(): value for name, value in reply.getheaders()}
        finally:
            line.close()

    def state(self) -> dict[str, Any]:
        return self.event()

    def until(self, number: int) -> None:
        """Wait until the game is at a prompt, a minute at most."""
        late = monotonic() + 60
        while number_of(self.state()) != number:
            assert monotonic() < late, f"prompt {number} did not come"
            sleep(0.05)

    def prompt_id(self, number: int) -> str:
        """Return the id that the prompt of a number has, in this start of the program."""
        return f"{self.state()['prompt'].partition('-')[0]}-{number}"

    def tap(self, prompt: int | str, key: str, **named: str) -> tuple[int, dict[str, Any]]:
        """Tap at a prompt of some number, or id; ``named``: the page, and its device."""
        shown = self.prompt_id(prompt) if isinstance(prompt, int) else prompt
        body = json.dumps({"prompt": shown, "input": key}).encode()
        what = f"answer?{urlencode(named)}"
        status, said, _ = self.ask(what, "POST", body, content_type="application/json")
        return status, json.loads(said)

    def raw(self, sent: bytes) -> bytes:
        """Send bytes as they are, and hang up; return what was answered."""
        with socket.create_connection((self.host, self.port), 30, self._from) as line:
            answer = b""
            try:
                line.sendall(sent)
                line.shutdown(socket.SHUT_WR)
                while part := line.recv(65536):
                    answer += part
            except OSError:  # it hung up first
                pass
            return answer

    @contextmanager
    def news(self, name: str = "") -> Iterator[Iterator[tuple[str, Any]]]:
        """Receive the events of a page with a name, as pairs of kind and data, until the server closes.

        The status of the response is an event of kind ``status``.
        """
        with socket.create_connection((self.host, self.port), 30, self._from) as line:
            what = f"events?page={name}" if name else "events"
            head = f"GET {self.path}{what} HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n\r\n"
            line.sendall(head.encode())
            with line.makefile("r", encoding="utf-8", newline="\n") as told:
                yield _events(told)

    def event(self) -> dict[str, Any]:
        """Look on, until the first state comes, and go."""
        with self.news() as news:
            return next(found for kind, found in news if kind == "message")


def _events(told: Iterable[str]) -> Iterator[tuple[str, Any]]:
    kind = "message"
    for said in told:
        if said.startswith("HTTP/1.1 "):
            yield "status", int(said[9:12])
        elif said.startswith("event: "):
            kind = said[7:].strip()
        elif said.startswith("data: "):
            yield kind, json.loads(said[6:])
            kind = "message"


class Served:
    """A session with a terminal's desk, and its pages served."""

    def __init__(self, session: Session, rate: float, hurried: bool) -> None:
        self.session, self.desks = session, Clients(session)
        self.terminal: Client = self.desks.add_client()
        self.room = PageState(self.desks) if hurried else PageState(self.desks, Hours(), 0.0)
        self.server = Server(self.room, ScreenScope.THIS, rate)
        self.caller = Caller(self.server.address())


@contextmanager
def served(session: Session, rate: float = NO_BOUND, hurried: bool = False) -> Iterator[Served]:
    """Serve a session's pages; ``hurried``: the clock is ours, so that a tap can come too soon."""
    one = Served(session, rate, hurried)
    one.server.start()
    try:
        yield one
    finally:
        one.server.stop()
