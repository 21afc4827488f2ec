"""Limit the connections to the page server, so that the program never runs out of file handles.

The limits apply before any HTTP is parsed. They use only the callbacks of `asyncio.Protocol`, which the HTTP
protocol of uvicorn implements.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, NamedTuple

from uvicorn.protocols.http.h11_impl import (
    H11Protocol,  # not a public name: hence the bound in pyproject.toml
)

DEADLINE = 8.0
"""Timeout in seconds, for the next request on a connection and for progress of a response."""
MOST_CONNECTIONS, FEWEST_CONNECTIONS = 160, 16
OWN_HANDLES = 96
"""Number of file handles reserved for the game, the terminal, and connections that are opening or closing."""
BATCH = 4
"""Maximum number of connections that are accepted at the same time.

The server reads the token of a connection only after about four times as many connections have arrived. A
larger number could let a stranger displace pages of guests with the same address.
"""
QUEUE = 1024
"""Length of the operating system's queue for new connections.

If the queue is full, a page tries again after a second.
"""


class Limits(NamedTuple):
    """Maximum numbers of open connections to the page server.

    Attributes:
        per_address: Maximum for each address. Eight browsers have up to six connections each.
        total: Maximum for all addresses together.
    """

    per_address: int
    total: int


def connection_limits(handles: int | None = None) -> Limits:
    """Return the limits for a process with this number of file handles, by default for this process.

    >>> [tuple(connection_limits(handles)) for handles in (64, 128, 256, 1024)]
    [(8, 16), (9, 32), (48, 160), (48, 160)]
    """
    free = (_handle_limit() if handles is None else handles) - OWN_HANDLES
    total = max(FEWEST_CONNECTIONS, min(MOST_CONNECTIONS, free))
    return Limits(max(FEWEST_CONNECTIONS // 2, total * 3 // 10), total)


def _handle_limit() -> int:
    try:
        import resource
    except ImportError:  # on Windows, sockets are not files
        return MOST_CONNECTIONS + OWN_HANDLES
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_CONNECTIONS + OWN_HANDLES if limit == resource.RLIM_INFINITY else limit


class ConnectionPool:
    """All open connections of the page server, limited in number.

    A new connection above the limit closes a connection without a token. This is the oldest one from the
    address with most such connections. Connections with a token are never closed for a new connection,
    because guests and strangers can share an address.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: dict[tuple[str, int], Connection] = {}

    def admit(self, newcomer: Connection) -> bool:
        """Add a connection. Above the limit, close a connection without a token, possibly the new connection.

        Returns:
            True if the new connection is still open.
        """
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
        """Remove a closed connection from the pool."""
        if self.find(connection.peer) is connection:
            del self._open[connection.peer]

    def find(self, peer: tuple[str, int] | None) -> Connection | None:
        """Return the open connection from this address and port, or None."""
        return self._open.get(peer) if peer is not None else None

    def drop_all(self) -> None:
        """Close all connections immediately."""
        for connection in list(self._open.values()):
            connection.drop()


class Connection(H11Protocol):
    """Connection of a browser to the page server. It adds timeouts to the HTTP protocol.

    Attributes:
        peer: Address and port of the browser.
        since: Time when the connection was opened, or when its last response was complete.
        has_token: True if a request on this connection contained the token.
    """

    def __init__(self, *args: Any, pool: ConnectionPool, **named: Any) -> None:
        super().__init__(*args, **named)
        self._pool, self._admitted = pool, False
        self._request_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._answers = 0
        self.peer, self.since, self.has_token = ("", 0), 0.0, False

    # -- callbacks of asyncio.Protocol ---------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Add the connection to the pool, and start the timeout for the first request."""
        self.transport: Any = transport
        self.since = self.loop.time()
        self.peer = tuple(transport.get_extra_info("peername") or self.peer)[:2]
        self._admitted = self._pool.admit(self)
        if self._admitted:
            self.transport.set_write_buffer_limits(high=0)  # to detect an unread response at once
            super().connection_made(transport)
            self._await_request()

    def pause_writing(self) -> None:
        """Start the timeout for the response, because the browser does not read fast enough."""
        super().pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        """Cancel the timeout for the response."""
        _cancel(self._write_timer)
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeouts, and remove the connection from the pool."""
        _cancel(self._request_timer)
        _cancel(self._write_timer)
        if self._admitted:
            self._pool.remove(self)
            super().connection_lost(exc)

    # -- what the server calls -----------------------------------------------------------------------

    def begin_answer(self) -> None:
        """Cancel the timeout for a request, because a request has arrived."""
        self._answers += 1
        _cancel(self._request_timer)

    def end_answer(self) -> None:
        """Restart the timeout for a request after all responses are complete."""
        self._answers -= 1
        if not self._answers and self._pool.find(self.peer) is self:
            self._await_request()

    def drop(self) -> None:
        """Close the connection immediately, and discard unsent data."""
        self._pool.remove(self)
        self.transport.abort()

    # -- deadlines -----------------------------------------------------------------------------------

    def _await_request(self) -> None:
        _cancel(self._request_timer)
        self.since = self.loop.time()
        self._request_timer = self.loop.call_later(DEADLINE, self.drop)

    def _await_reader(self) -> None:
        left: int = self.transport.get_write_buffer_size()
        self._write_timer = self.loop.call_later(DEADLINE, self._check_reader, left)

    def _check_reader(self, left: int) -> None:
        if self.transport.get_write_buffer_size() < left:
            self._await_reader()
        else:
            self.drop()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
