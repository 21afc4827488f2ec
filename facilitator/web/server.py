"""The pages' server: what a page asks for, and a thread that answers, for this machine or the network around it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import socket
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from facilitator.errors import CommandError, FacilitatorError
from facilitator.web.address import Address, ScreenScope
from facilitator.web.view import Room, read_tap
from facilitator.words.catalogue import refusal

# ----------------------------------------------------------------------------------------------------
# What stands before the page: the token, the host, headers, sizes and rates; one line for whoever is refused.


LARGEST = 4096
"""Bytes of what a page sends."""
RATE, BURST = 25.0, 60.0
"""Requests a second from one machine, and how many at once; far more than hands send."""
CALLERS = 256
"""Machines whose rate is kept in mind."""
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Lets through what knows the token, names this machine by its number, and does not come too often.

    Hosts are taken as numbers only (and ``localhost``): a name could be a stranger's that leads here (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, token: str, now: Callable[[], float], rate: float = RATE) -> None:
        """``now``: seconds; ``rate``: requests a second."""
        self._app, self._token, self._now, self._rate = app, token, now, rate
        # of each caller what is left of its burst, and when
        self._callers: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refused = self._refused(scope)

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        app = self._app if refused is None else PlainTextResponse(refused[1] + "\n", refused[0])
        await app(scope, receive, headed)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """Return status and sentence for what is not let through."""
        if self._too_often(scope):
            return 429, "Too many requests: wait a second."
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        token = scope["path"].partition("/")[2].partition("/")[0]
        known = secrets.compare_digest(token.encode(), self._token.encode())
        ours = headers.get("origin", f"http://{host}").partition("://")[2] == host
        return None if numbered(host) and known and ours else (403, "Forbidden.")

    def _too_often(self, scope: Scope) -> bool:
        caller, now = (scope.get("client") or ("",))[0], self._now()
        left, counted = self._callers.pop(caller, (BURST, now))
        left = min(BURST, left + (now - counted) * self._rate)
        self._callers[caller] = left - (left >= 1), now
        if len(self._callers) > CALLERS:
            self._callers.popitem(last=False)
        return left < 1


def numbered(host: str) -> bool:
    """Tell whether a host is named by its number.

    >>> numbered("127.0.0.1:8000"), numbered("localhost:8000"), numbered("[::1]:80"), numbered("evil.example:8000")
    (True, True, True, False)
    """
    with suppress(ValueError):
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or ip_address(name).version > 0
    return False


# ----------------------------------------------------------------------------------------------------


STATIC = Path(__file__).parent / "static"
TYPES = {".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml", ".js": "text/javascript"}
"""What the files are that a page is made of, by how their names end."""
PAGES = 24
"""Pages that may look on at once."""
BEAT = 2.0
"""Seconds without news after which a page hears that the game is still there; it waits for two (`page.js`)."""
BEATS, BYE = "event: beat\ndata: 0\n\n", "event: bye\ndata: 0\n\n"
"""What a page hears when nothing is new, and when the program ends."""


class Hub:
    """Lets every page that looks on know that something changed; `ring` may be called in any thread."""

    def __init__(self) -> None:
        self._pages: dict[str, asyncio.Event] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closed = False

    def ring(self) -> None:
        """Let all pages know."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ring)

    def close(self) -> None:
        """Let all pages go."""
        self.closed = True
        self.ring()

    def _ring(self) -> None:
        for page in self._pages.values():
            page.set()

    def full(self, name: str) -> bool:
        """Whether no further page may look on, unless it is one that comes back."""
        return len(self._pages) >= PAGES and name not in self._pages

    async def listen(self, state: Callable[[], Awaitable[str]], name: str) -> AsyncIterator[str]:
        """Yield the state now, and whenever it is another, as server-sent events; beats between, a goodbye at last.

        ``name``: the page's own.  A page that comes back takes the place of what it left, which a mute network
        keeps open for long.
        """
        page, last = asyncio.Event(), ""
        self._loop = asyncio.get_running_loop()
        self._pages.get(name, page).set()
        self._pages[name] = page

        async def next_state() -> str:
            await page.wait()
            page.clear()
            return await state()

        page.set()
        news = asyncio.ensure_future(next_state())
        try:
            while not self.closed and self._pages.get(name) is page:
                done, _ = await asyncio.wait([news], timeout=BEAT)
                if not done:
                    yield BEATS
                    continue
                if (now := news.result()) != last:
                    yield f"data: {now}\n\n"
                last, news = now, asyncio.ensure_future(next_state())
            if self.closed:
                yield BYE
        finally:
            news.cancel()
            if self._pages.get(name) is page:
                del self._pages[name]


class Responder:
    """Answers what a page asks of a room."""

    def __init__(self, room: Room, hub: Hub) -> None:
        self._room, self._hub = room, hub
        self._files = {
            path.name: (path.read_bytes(), TYPES.get(path.suffix, "")) for path in STATIC.iterdir()
        }

    async def file(self, request: Request) -> Response:
        """A file of the page."""
        found = self._files.get(request.path_params["name"] or "index.html")
        if found is None:
            return line(404, "There is no such page.")
        return Response(found[0], media_type=found[1])

    async def look(self, request: Request) -> Response:
        """What a page looks up."""
        return _json(await run_in_threadpool(self._room.ask, request.url.path.rpartition("/")[2]))

    async def events(self, request: Request) -> Response:
        """What is shown, now and whenever it changes."""
        name = request.query_params.get("page") or token_hex(8)
        if self._hub.full(name):
            return line(503, f"{PAGES} pages look on already: close one.")
        stream = self._hub.listen(lambda: run_in_threadpool(self._room.state), name)
        return StreamingResponse(stream, media_type="text/event-stream")

    async def answer(self, request: Request) -> Response:
        """A tap: 200 where it was taken, 409 where it was refused."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            return line(415, "Expected application/json.")
        body = await _body(request)
        if body is None:
            return line(413, f"Expected {LARGEST} bytes at most.")
        try:
            tapped = read_tap(body, request.query_params.get("page", ""))
        except CommandError as err:
            return line(400, str(err))
        try:
            outcome = await run_in_threadpool(self._room.tap, tapped)
        except FacilitatorError as err:  # the terminal ends with it
            return line(500, str(err))
        return _json(outcome, 200 if outcome["taken"] or not outcome["refused"] else 409)


async def _body(request: Request) -> bytes | None:
    """Return what was sent; None if it is more than a page ever sends."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > LARGEST:
                return None
    except ClientDisconnect:
        return b""
    return body


def line(status: int, text: str) -> Response:
    """Return an answer of one line."""
    return PlainTextResponse(" ".join(text.split()) + "\n", status)


def _json(said: object, status: int = 200) -> Response:
    return Response(json.dumps(said, ensure_ascii=False), status, media_type="application/json")


def make_app(
    room: Room, hub: Hub, token: str, now: Callable[[], float] = monotonic, rate: float = RATE
) -> ASGIApp:
    """Return the page's server for those who know the token; ``rate``: requests a second."""
    answers = Responder(room, hub)
    room.changed = hub.ring
    app = Starlette(
        routes=[
            *(Route(f"/{token}/{what}", answers.look) for what in ("table", "history", "words")),
            Route(f"/{token}/events", answers.events),
            Route(f"/{token}/answer", answers.answer, methods=["POST"]),
            Route(f"/{token}/{{name:path}}", answers.file),
        ]
    )
    app.router.redirect_slashes = False
    return Guard(app, token, now, rate)


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
        self, room: Room, scope: ScreenScope, rate: float = RATE, wished: Address | None = None
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
                raise CommandError(*refusal("page.refused.start"))
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
        raise CommandError(*refusal("page.refused.port", why=str(err.strerror))) from None
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
            raise CommandError(*refusal("page.refused.network")) from None
