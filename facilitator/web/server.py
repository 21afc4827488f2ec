"""The page's server: a thread of this program, on a port that is free, for this machine or the network around it."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import threading
from time import monotonic, sleep
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from facilitator.errors import CommandError
from facilitator.web.address import Address, ScreenScope
from facilitator.web.app import RATE, Hub, make_app
from facilitator.web.room import Room

# ----------------------------------------------------------------------------------------------------
# Connections that ask in time: who holds one and asks nothing is cut off; no crowd of them shuts a page out.


DEADLINE = 8.0
"""Seconds for a request, head and body, from when its connection was made or the answer before it was sent."""
OF_ONE, OF_ALL = 48, 96
"""Connections that may ask nothing: of one machine (eight browsers hold six each), and in all; the oldest goes.

Those that are answered, such as a page's news, are not counted: a family behind one phone is never shut out.
"""


class Connection(H11Protocol):
    """A connection with a deadline for each request; uvicorn has none of its own for a request that never ends."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_request()
        waiting = [one for one in self.connections if isinstance(one, Connection) and one.waiting]
        of_one = [one for one in waiting if one.machine == self.machine]
        crowd = of_one if len(of_one) > OF_ONE else waiting if len(waiting) > OF_ALL else []
        if crowd:
            min(crowd, key=lambda one: one._since).transport.abort()

    def on_response_complete(self) -> None:
        self._await_request()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    @property
    def machine(self) -> str:
        """The number of the machine at the other end."""
        return self.client[0] if self.client else ""

    @property
    def waiting(self) -> bool:
        """Whether no whole request has come that is still to be answered."""
        asked = self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body
        return not asked and not self.transport.is_closing()

    def _await_request(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._since = self.loop.time()
        self._timer = self.loop.call_later(DEADLINE, self._late)

    def _late(self) -> None:
        if self.waiting:
            self.transport.abort()


# ----------------------------------------------------------------------------------------------------


HEADS = 16 * 1024
"""Bytes of a request's head."""
PATIENCE = 5.0
"""Seconds for the server to start, and to end."""


class Server:
    """Serves a room's pages until it is stopped; ``address``: where, token and all.

    ``where``: the same, to be kept; ``moved``: another than was wished for, whose port is taken.
    """

    def __init__(
        self, room: Room, scope: ScreenScope, rate: float | None = RATE, wished: Address | None = None
    ) -> None:
        """Raises `CommandError` where no port can be had."""
        wished = wished or Address()
        logging.getLogger("uvicorn").disabled = logging.getLogger("uvicorn.error").disabled = True
        self._hub, self._socket = Hub(), _socket(scope, wished.port)
        host = "127.0.0.1" if scope is ScreenScope.THIS else own_number()
        port: int = self._socket.getsockname()[1]
        self.moved = wished.port not in (0, port)
        # who has the port now may have been told the token by a phone that came back
        self.where = Address(port) if self.moved else Address(port, wished.token)
        self.address = f"http://{host}:{port}/{self.where.token}/"
        self._server = uvicorn.Server(
            uvicorn.Config(
                make_app(room, self._hub, self.where.token, monotonic, rate),
                loop="asyncio",
                http=Connection,
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                h11_max_incomplete_event_size=HEADS,
                timeout_graceful_shutdown=1,
            )
        )
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)

    def start(self) -> None:
        """Serve from now on; raises `CommandError` where that cannot be."""
        self._thread.start()
        until = monotonic() + PATIENCE
        while not self._server.started:
            if monotonic() > until or not self._thread.is_alive():
                raise CommandError("a server that starts", "none", "Play without --screen.")
            sleep(0.005)

    def stop(self) -> None:
        """Let all pages go, and end the thread."""
        self._hub.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()


def _socket(scope: ScreenScope, port: int) -> socket.socket:
    """Return a socket that listens at a port, or at another if that is taken."""
    one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two programs have one port
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # what the last evening left may linger
        one.bind(("127.0.0.1" if scope is ScreenScope.THIS else "0.0.0.0", port))
        one.listen()
    except OSError as err:
        one.close()
        if port:
            return _socket(scope, 0)
        raise CommandError("a free port", str(err.strerror), "Play without --screen.") from None
    return one


def own_number() -> str:
    """Return this machine's number in the network around it; nothing is sent to find it.

    Raises `CommandError` where there is no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.connect(("192.0.2.1", 9))  # TEST-NET-1 (RFC 5737): it is only asked which way it would go
            return str(one.getsockname()[0])
        except OSError:
            raise CommandError(
                "a network for --screen lan", "none", "Join one, or use --screen for this machine alone."
            ) from None
