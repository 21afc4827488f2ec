"""Limits on the page server's connections, so that nobody in the network can use up the program's file handles.

They are enforced on the connection itself, before any HTTP is read, with the callbacks of `asyncio.Protocol` alone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

DEADLINE = 8.0
"""Seconds in which a request must arrive after the connection or the last answer, and in which an answer must
progress.
"""
MOST_CONNECTIONS, FEWEST_CONNECTIONS = 160, 16
OWN_HANDLES = 96
"""File handles reserved for the game, the terminal, and connections that are just opening or closing."""
BATCH = 4
"""Number of connections accepted at a time.

About four times as many arrive before the token of a new connection has been read. If they exceeded the limit
for an address, they would displace the pages of guests who share a stranger's address.
"""
QUEUE = 1024
"""Number of connections that wait in the operating system. If the queue is full, a page has to try again a
second later.
"""


class Limits(NamedTuple):
    """Largest numbers of open connections: for each address (eight browsers hold six each), and in total."""

    per_address: int
    total: int


def connection_limits(handles: int | None = None) -> Limits:
    """Return the limits for a number of file handles, by default that of this process.

    >>> [tuple(connection_limits(handles)) for handles in (64, 128, 256, 1024)]
    [(8, 16), (9, 32), (48, 160), (48, 160)]
    """
    free = (_handle_limit() if handles is None else handles) - OWN_HANDLES
    total = max(FEWEST_CONNECTIONS, min(MOST_CONNECTIONS, free))
    return Limits(max(FEWEST_CONNECTIONS // 2, total * 3 // 10), total)


def _handle_limit() -> int:
    try:
        import resource
    except ImportError:  # on Windows sockets do not count as files
        return MOST_CONNECTIONS + OWN_HANDLES
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_CONNECTIONS + OWN_HANDLES if limit == resource.RLIM_INFINITY else limit


class ConnectionPool:
    """All open connections of a server.

    When there are too many, the oldest connection that has not shown the token is dropped, first of the address that
    holds the most of them. A connection that has shown the token is never dropped for a new one: several guests may
    share one address, and strangers may share it with them.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: dict[tuple[str, int], Connection] = {}

    def admit(self, newcomer: Connection) -> bool:
        """Add a connection, and drop one if there are too many. Return whether the new one may stay."""
        self._open[newcomer.peer] = newcomer
        everyone = list(self._open.values())
        neighbours = [other for other in everyone if other.peer[0] == newcomer.peer[0]]
        if len(neighbours) > self._limits.per_address:
            self._drop_one(neighbours)
        elif len(everyone) > self._limits.total:
            self._drop_one(everyone)
        return newcomer.peer in self._open

    def _drop_one(self, crowd: list[Connection]) -> None:
        strangers = [connection for connection in crowd if not connection.has_token]
        held = Counter(connection.peer[0] for connection in strangers)
        min(strangers, key=lambda connection: (-held[connection.peer[0]], connection.since)).drop()

    def remove(self, connection: Connection) -> None:
        """Forget a connection that has ended."""
        if self.find(connection.peer) is connection:
            del self._open[connection.peer]

    def find(self, peer: tuple[str, int] | None) -> Connection | None:
        """Return the connection from an address and port, or None if it has ended."""
        return self._open.get(peer) if peer is not None else None

    def drop_all(self) -> None:
        """Drop all connections immediately."""
        for connection in list(self._open.values()):
            connection.drop()


class Connection(asyncio.Protocol):
    """A connection with deadlines, around the protocol that speaks HTTP.

    Attributes:
        peer: Address and port of the other end.
        since: When it was opened, or when its last answer was complete.
        has_token: Whether one of its requests contained the token.
    """

    def __init__(self, pool: ConnectionPool, http: asyncio.Protocol) -> None:
        self._pool, self._http, self._admitted = pool, http, False
        self._loop = asyncio.get_running_loop()
        self._transport: Any = None
        self._request_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._answers = 0
        self.peer, self.since, self.has_token = ("", 0), 0.0, False

    # -- callbacks of asyncio.Protocol ---------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport, self.since = transport, self._loop.time()
        self.peer = tuple(transport.get_extra_info("peername") or self.peer)[:2]
        self._admitted = self._pool.admit(self)
        if self._admitted:
            self._transport.set_write_buffer_limits(high=0)  # to notice at once if an answer is not read
            self._http.connection_made(transport)
            self._await_request()

    def data_received(self, data: bytes) -> None:
        self._http.data_received(data)

    def eof_received(self) -> bool | None:
        return self._http.eof_received()

    def pause_writing(self) -> None:
        self._http.pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        _cancel(self._write_timer)
        self._http.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._request_timer)
        _cancel(self._write_timer)
        if self._admitted:
            self._pool.remove(self)
            self._http.connection_lost(exc)

    # -- what the server calls -----------------------------------------------------------------------

    def begin_answer(self) -> None:
        """Note that a request has arrived. Until it is answered, the other end has nothing to send."""
        self._answers += 1
        _cancel(self._request_timer)

    def end_answer(self) -> None:
        """Note that a request was answered. The next one must arrive in time."""
        self._answers -= 1
        if not self._answers and self._pool.find(self.peer) is self:
            self._await_request()

    def drop(self) -> None:
        """Close the connection immediately and discard unsent data."""
        self._pool.remove(self)
        self._transport.abort()

    # -- deadlines -----------------------------------------------------------------------------------

    def _await_request(self) -> None:
        _cancel(self._request_timer)
        self.since = self._loop.time()
        self._request_timer = self._loop.call_later(DEADLINE, self.drop)

    def _await_reader(self) -> None:
        left: int = self._transport.get_write_buffer_size()
        self._write_timer = self._loop.call_later(DEADLINE, self._check_reader, left)

    def _check_reader(self, left: int) -> None:
        if self._transport.get_write_buffer_size() < left:
            self._await_reader()
        else:
            self.drop()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


def connection_factory(
    pool: ConnectionPool, http: Callable[..., asyncio.Protocol]
) -> Callable[..., asyncio.Protocol]:
    """Return a factory of connections that count in a pool. `http` creates the protocol that each connection
    wraps.
    """
    return lambda *args, **named: Connection(pool, http(*args, **named))
