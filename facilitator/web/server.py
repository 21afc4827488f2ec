"""The page's server: a thread of this program, on a port that is free, for this machine or the network around it."""

from __future__ import annotations

import logging
import os
import socket
import threading
from time import monotonic, sleep

import uvicorn

from facilitator.errors import CommandError
from facilitator.web.address import Address
from facilitator.web.app import Hub, make_app
from facilitator.web.connections import Connection
from facilitator.web.guard import RATE
from facilitator.web.room import Room
from facilitator.web.scope import Scope

HEADS = 16 * 1024
"""Bytes of a request's head."""
PATIENCE = 5.0
"""Seconds for the server to start, and to end."""


class Server:
    """Serves a room's pages until it is stopped; ``address``: where, token and all.

    ``where``: the same, to be kept; ``moved``: another than was wished for, whose port is taken.
    """

    def __init__(
        self, room: Room, scope: Scope, rate: float | None = RATE, wished: Address | None = None
    ) -> None:
        """Raises `CommandError` where no port can be had."""
        wished = wished or Address()
        logging.getLogger("uvicorn").disabled = logging.getLogger("uvicorn.error").disabled = True
        self._hub, self._socket = Hub(), _socket(scope, wished.port)
        host = "127.0.0.1" if scope is Scope.THIS else own_number()
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


def _socket(scope: Scope, port: int) -> socket.socket:
    """Return a socket that listens at a port, or at another if that is taken."""
    one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would let two programs have one port
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # what the last evening left may linger
        one.bind(("127.0.0.1" if scope is Scope.THIS else "0.0.0.0", port))
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
