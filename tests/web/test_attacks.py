"""A machine in the network that tries to use up the page server while the host types and the owner's page is open."""

from __future__ import annotations

import re
import resource
import selectors
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import pexpect
import pytest
from served import Caller

from programs import at_terminal, plain

STRANGER = "127.0.0.2"
"""A second loopback address, from which the attacks come."""
PATIENT = 5.0
"""Seconds within which the host's line and the owner's page must be answered during an attack."""


class Attack:
    """Connections that send as fast as they can, and are opened again when the server drops them.

    Attributes:
        sent: What each connection sends, over and over.
        pause: Seconds between two sends of a connection.
        reads: Bytes that a connection reads each time it sends.
    """

    def __init__(
        self, port: int, sent: bytes, pause: float = 0.0, reads: int = 0, source: str = STRANGER
    ) -> None:
        self.port, self.sent, self.pause, self.reads, self.source = port, sent, pause, reads, source
        self.opened = 0

    @contextmanager
    def running(self, connections: int) -> Iterator[None]:
        """Attack with this many connections at a time, for as long as this lasts."""
        done = threading.Event()
        thread = threading.Thread(target=self._run, args=(connections, done))
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    def _run(self, connections: int, done: threading.Event) -> None:
        with selectors.DefaultSelector() as ready:
            while not done.is_set():
                for _ in range(connections - len(ready.get_map())):
                    ready.register(self._open(), selectors.EVENT_WRITE)
                for key, _ in ready.select(0.05):
                    assert isinstance(key.fileobj, socket.socket)
                    if not self._send(key.fileobj):
                        ready.unregister(key.fileobj)
                        key.fileobj.close()
                sleep(self.pause or 0.01)
            for key in list(ready.get_map().values()):
                assert isinstance(key.fileobj, socket.socket)
                key.fileobj.close()

    def _open(self) -> socket.socket:
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        line.bind((self.source, 0))
        line.setblocking(False)
        line.connect_ex(("127.0.0.1", self.port))
        self.opened += 1
        return line

    def _send(self, line: socket.socket) -> bool:
        """Return whether the connection is still open."""
        try:
            with suppress(BlockingIOError):
                if self.sent:
                    line.send(self.sent)
            if self.reads or not self.sent:
                with suppress(BlockingIOError):
                    return bool(line.recv(self.reads or 1))
        except OSError:
            return False
        return True


class Table:
    """The program with a page at a terminal, and the owner's browser, which has looked on since the start."""

    def __init__(self, folder: Path, handles: int) -> None:
        self.wrote = ""
        limit = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (handles, handles))
        self.at = at_terminal("play", "--dry-run", "--screen", folder=folder, preexec_fn=limit)
        self.expect(r"The page for this table: http:[\w.:/-]+/(?=[^\w.:/-])")
        self.page = Caller(re.findall(r"http:[\w.:/-]+", self.wrote)[-1])
        self.expect("first top card")

    def expect(self, text: str | type[pexpect.EOF]) -> None:
        self.at.expect(text)
        self.wrote += plain(f"{self.at.before}{self.at.after}")

    def try_out(self, seconds: float, *sources: str) -> float:
        """Type and use the page from some addresses for a while; return the longest time that an answer took."""
        pages = [Caller(self.page.address, source) for source in sources]
        slowest, until = 0.0, monotonic() + seconds
        while monotonic() < until:
            slowest = max(
                slowest, timed(self.type, "lock", "are locked"), timed(self.type, "unlock", "work again")
            )
            for page in pages:
                slowest = max(slowest, timed(page.ask, "words"), timed(page.event))
            sleep(0.2)
        return slowest

    def leave(self) -> None:
        """Leave the game; nothing but the program's own sentences was on the terminal."""
        self.at.sendline("q")
        self.expect(pexpect.EOF)
        self.at.close()
        assert self.at.exitstatus == 0
        assert not re.search("Traceback|Error|WARNING|socket", self.wrote)

    def type(self, word: str, said: str) -> None:
        self.at.sendline(word)
        self.expect(said)


def timed(action: Callable[..., object], *words: str) -> float:
    began = monotonic()
    action(*words)
    return monotonic() - began


def test_attacks_disturb_neither_the_host_nor_the_page(
    tmp_path: Path, full: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two attacks, with 256 file handles, as on macOS, and 250 connections. --full: all, with 1,024 of each.

    Without the token, a guest who shares the attacker's address is served, too.
    """
    handles, connections, seconds = (1024, 1020, 100.0) if full else (256, 250, 0.6)
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    table = Table(tmp_path, handles)
    path, port = table.page.path, table.page.port

    def get(what: str) -> bytes:
        return f"GET {what} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()

    attacks = {
        "never reads": Attack(port, get("/x") * 64),
        "sends its header slowly": Attack(port, b"X: y\r\n", 0.2),
        "says nothing": Attack(port, b""),
        "never reads, with the token": Attack(port, get(f"{path}page.js") * 64),
        "reads slowly, with the token": Attack(port, get(f"{path}page.js"), 0.2, 64),
        "looks on, with the token": Attack(port, get(f"{path}events")),
    }
    for name, attack in [*attacks.items()][:: 1 if full else 3]:
        with attack.running(connections):
            sleep(1)
            slowest = table.try_out(seconds, "", *(() if "token" in name else (STRANGER,)))
        with capsys.disabled():
            print(f"\n{name}: {attack.opened} connections, the slowest answer took {slowest:.2f} s")
        assert slowest < PATIENT, name
    table.leave()


def test_a_game_continues_if_file_handles_run_out(tmp_path: Path) -> None:
    table = Table(tmp_path, 256)
    pid = table.at.pid or 0
    used = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (used + 2, 256))
    with Attack(table.page.port, b"").running(4):
        table.expect("The page is closed")
    table.type("screen", "The page is closed")
    table.at.sendline("")
    table.expect("Enter when done")
    table.leave()
