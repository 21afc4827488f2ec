"""Page server: answers requests from web pages in a background thread."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import secrets
import socket
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep
from typing import Any, cast
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from facilitator.errors import CommandError, FacilitatorError
from facilitator.i18n.catalogue import refusal
from facilitator.play.puzzles import read_puzzle, show_puzzle
from facilitator.web import connections
from facilitator.web.address import Address, ScreenScope
from facilitator.web.connections import Connection, ConnectionPool
from facilitator.web.page_data import LARGEST_RECORD, PageState, parse_json, read_record, read_tap

# ----------------------------------------------------------------------------------------------------
# Checks before any request: token, host, headers, sizes and rates.


LARGEST = 4096
"""Maximum size of a request body, in bytes."""
RATE, BURST = 25.0, 60.0
"""Rate limit for each caller: requests per second and burst size. People never tap this fast."""
CALLERS = 256
"""Maximum number of callers whose number of requests is remembered."""
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
    """ASGI middleware that rejects forbidden requests to the page server.

    A request is rejected if it has no token, comes from another website, or exceeds the rate limit. The
    request must name the host by its IP address or ``localhost``, because a stranger's host name could lead
    to this computer (DNS rebinding).

    Args:
        app: Application to protect.
        token: Token that every request must contain.
        pool: Pool of open connections.
        rate: Maximum number of requests per second for each caller.
    """

    def __init__(self, app: ASGIApp, token: str, pool: ConnectionPool, rate: float = RATE) -> None:
        self._app, self._token, self._pool, self._rate = app, token, pool, rate
        # The remaining requests of each caller, and the time of the last request. Requests from an address are
        # counted separately with and without the token, so that a stranger cannot exhaust the requests of a guest.
        self._callers: OrderedDict[tuple[str, bool], tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request to the application, or reject the request with a line of text."""
        connection = self._pool.find(scope.get("client"))
        if scope["type"] != "http" or connection is None:
            return
        connection.has_token |= (has_token := self._has_token(scope))
        refused = self._check_request(scope, has_token)

        async def add_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        app = self._app if refused is None else line(*refused, CLOSING)
        connection.begin_answer()
        try:
            await app(scope, receive, add_headers)
        finally:
            connection.end_answer()

    def _has_token(self, scope: Scope) -> bool:
        token = scope["path"].partition("/")[2].partition("/")[0]
        return secrets.compare_digest(token.encode(), self._token.encode())

    def _check_request(self, scope: Scope, has_token: bool) -> tuple[int, str] | None:
        """Return the HTTP status and the text for a forbidden request, or None if the request is allowed."""
        if self._too_often((scope["client"][0], has_token)):
            return 429, "Too many requests: wait a second."
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        ours = headers.get("origin", f"http://{host}").partition("://")[2] == host
        return None if is_ip(host) and has_token and ours else (403, "Forbidden.")

    def _too_often(self, caller: tuple[str, bool]) -> bool:
        now = monotonic()
        left, counted = self._callers.pop(caller, (BURST, now))
        left = min(BURST, left + (now - counted) * self._rate)
        self._callers[caller] = left - (left >= 1), now
        if len(self._callers) > CALLERS:
            self._callers.popitem(last=False)
        return left < 1


def is_ip(host: str) -> bool:
    """Return whether a host is an IP address or ``localhost``.

    >>> is_ip("127.0.0.1:8000"), is_ip("localhost:8000"), is_ip("[::1]:80"), is_ip("evil.example:8000")
    (True, True, True, False)
    """
    with suppress(ValueError):
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or ip_address(name).version > 0
    return False


# ----------------------------------------------------------------------------------------------------


STATIC = Path(__file__).parent / "static"
TYPES = {".html": "text/html", ".css": "text/css", ".svg": "image/svg+xml", ".js": "text/javascript"}
"""Media types of static files, by suffix."""
BEAT = 2.0
"""Time between heartbeats in seconds.

If a page gets no message in twice this time, it reports a lost connection (`page.js`).
"""
BEATS, BYE = "event: beat\ndata: 0\n\n", "event: bye\ndata: 0\n\n"
"""Server-sent events: a heartbeat, and the end of the program."""


class Hub:
    """Registry of open web pages. It notifies the pages about changes."""

    def __init__(self) -> None:
        self._pages: dict[str, asyncio.Event] = {}  # by name; each is set after a change
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closed = False

    def ring(self) -> None:
        """Tell all pages that the game has changed. Any thread may call this method."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ring)

    def close(self) -> None:
        """Disconnect all pages."""
        self.closed = True
        self.ring()

    def _ring(self) -> None:
        for woken in self._pages.values():
            woken.set()

    async def listen(self, state: Callable[[], Awaitable[str]], name: str) -> AsyncIterator[str]:
        """Yield the current game state and every later state as server-sent events.

        Heartbeats keep the stream open, and a final event marks the end of the program. If a page connects
        again, its previous stream ends. After a network failure, this stream could otherwise stay open for a
        long time.

        Args:
            state: Function that returns the state as JSON.
            name: Page name.
        """
        woken, last = asyncio.Event(), ""
        self._loop = asyncio.get_running_loop()
        self._pages.get(name, woken).set()
        self._pages[name] = woken

        async def next_state() -> str:
            await woken.wait()
            woken.clear()
            return await state()

        woken.set()
        news = asyncio.ensure_future(next_state())
        try:
            while not self.closed and self._pages.get(name) is woken:
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
            if self._pages.get(name) is woken:
                del self._pages[name]


class Responder:
    """HTTP request handlers of the page server, one for each route."""

    def __init__(self, page_state: PageState, hub: Hub) -> None:
        self._page_state, self._hub = page_state, hub
        self._files = {
            path.name: (path.read_bytes(), TYPES.get(path.suffix, "")) for path in STATIC.iterdir()
        }

    async def file(self, request: Request) -> Response:
        """Return a static file of the web page, such as its script."""
        found = self._files.get(request.path_params["name"] or "index.html")
        if found is None:
            return line(404, "There is no such page.")
        return Response(found[0], media_type=found[1])

    async def look(self, request: Request) -> Response:
        """Return additional data, such as the cards on the table, the history, texts or pictures."""
        return _json(await run_in_threadpool(self._page_state.ask, request.url.path.rpartition("/")[2]))

    async def events(self, request: Request) -> Response:
        """Return the stream of states as server-sent events."""
        name = request.query_params.get("page") or token_hex(8)
        stream = self._hub.listen(lambda: run_in_threadpool(self._page_state.state), name)
        return StreamingResponse(stream, media_type="text/event-stream")

    async def record(self, request: Request) -> Response:
        """Compare a game record stored by a page with the current game."""
        seen = read_record(await _json_body(request, LARGEST_RECORD))
        return _json(await run_in_threadpool(self._page_state.compare, *seen))

    async def puzzle(self, request: Request) -> Response:
        """Return a puzzle after some moves. It is independent of the game at the table."""
        wanted = read_puzzle(parse_json(await _json_body(request, LARGEST)))
        return _json(await run_in_threadpool(show_puzzle, *wanted))

    async def answer(self, request: Request) -> Response:
        """Process a tap or typed text from a page. The HTTP status is 200, or 409 if the answer is rejected."""
        named = request.query_params
        body = await _json_body(request, LARGEST)
        tapped = read_tap(body, named.get("page", ""), named.get("device", ""))
        outcome = await run_in_threadpool(self._page_state.tap, tapped)
        return _json(outcome, 200 if outcome["taken"] or not outcome["refused"] else 409)


async def _json_body(request: Request, max_bytes: int) -> bytes:
    """Return the JSON body of a request.

    Raises:
        HTTPException: The body has another content type, is too large or arrives too late.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "Expected application/json.")
    body = b""
    with suppress(ClientDisconnect):
        try:
            async with asyncio.timeout(connections.DEADLINE):
                async for part in request.stream():
                    body += part
                    if len(body) > max_bytes:
                        raise HTTPException(413, f"Expected {max_bytes} bytes at most.", CLOSING)
        except TimeoutError:
            raise HTTPException(408, "The request did not arrive in time.", CLOSING) from None
    return body


async def _reject(_: Request, err: Exception) -> Response:
    """Return the reason for rejecting a request. After status 500 the terminal ends as well."""
    if isinstance(err, HTTPException):
        return line(err.status_code, err.detail, err.headers)
    return line(400 if isinstance(err, CommandError) else 500, str(err))


CLOSING = {"connection": "close"}
"""Headers of a response after which the connection is closed."""


def line(status: int, text: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response with a single line of text."""
    return PlainTextResponse(" ".join(text.split()) + "\n", status, headers)


def _json(data: object, status: int = 200) -> Response:
    return Response(json.dumps(data, ensure_ascii=False), status, media_type="application/json")


LOOKS = ("table", "history", "words", "faces", "seats", "cards/{number}")
"""Paths of additional data that a page can request."""


def make_app(page_state: PageState, hub: Hub, token: str, pool: ConnectionPool, rate: float) -> ASGIApp:
    """Return the ASGI application of the server.

    Args:
        page_state: State that all pages share.
        hub: All open pages.
        token: Token that every request must contain.
        pool: Pool of open connections.
        rate: Maximum number of requests per second for each caller.
    """
    answers = Responder(page_state, hub)
    page_state.changed = hub.ring
    app = Starlette(
        routes=[
            *(Route(f"/{token}/{what}", answers.look) for what in LOOKS),
            Route(f"/{token}/events", answers.events),
            Route(f"/{token}/answer", answers.answer, methods=["POST"]),
            Route(f"/{token}/record", answers.record, methods=["POST"]),
            Route(f"/{token}/puzzle", answers.puzzle, methods=["POST"]),
            Route(f"/{token}/{{name:path}}", answers.file),
        ],
        exception_handlers={HTTPException: _reject, FacilitatorError: _reject},
    )
    app.router.redirect_slashes = False
    return Guard(app, token, pool, rate)


# ----------------------------------------------------------------------------------------------------


HEADS = 16 * 1024
"""Maximum size of a request head, in bytes."""
PATIENCE = 5.0
"""Maximum time in seconds for starting or stopping the server."""


OUT_OF_HANDLES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
"""Operating-system error numbers for a lack of file handles or memory."""
SILENT = logging.NullHandler()
"""Log handler that discards messages of libraries. Without it, Python prints warnings on the terminal."""


class Server:
    """Page server of a game, which runs in a background thread.

    Attributes:
        where: Port and token of the pages, to be used again after a restart.
        moved: True if the requested port was in use, so that the server uses another port.
        failed: True if the server has stopped after an error. The game continues.
        on_failure: Function that is called in the server thread after such an error.
    """

    def __init__(
        self, page_state: PageState, scope: ScreenScope, rate: float = RATE, wished: Address | None = None
    ) -> None:
        """Reserve a port.

        Args:
            page_state: State that all pages share.
            scope: Devices that can open the pages.
            rate: Maximum number of requests per second for each caller.
            wished: Requested port and token, for example from the previous session.

        Raises:
            CommandError: No port is free.
        """
        wished = wished or Address()
        logging.getLogger().addHandler(SILENT)
        self._hub, self._socket = Hub(), _socket(scope, wished.port)
        port: int = self._socket.getsockname()[1]
        self.moved = wished.port not in (0, port)
        # Phones that reconnect may have sent the old token to the program that uses the port now.
        self.where = Address(port) if self.moved else Address(port, wished.token)
        self.failed = False
        self.on_failure: Callable[[], None] = lambda: None
        self._pool = ConnectionPool(connections.connection_limits())
        self._server = uvicorn.Server(
            uvicorn.Config(
                make_app(page_state, self._hub, self.where.token, self._pool, rate),
                loop="asyncio",
                http=cast("type[asyncio.Protocol]", partial(Connection, pool=self._pool)),
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                h11_max_incomplete_event_size=HEADS,
                backlog=connections.BATCH,
                timeout_graceful_shutdown=1,
            )
        )
        self._thread = threading.Thread(target=self._run, daemon=True)

    def address(self, host: str = "127.0.0.1") -> str:
        """Return the URL of the page.

        Args:
            host: Address at which the browser reaches this computer.
        """
        return f"http://{host}:{self.where.port}/{self.where.token}/"

    def start(self) -> None:
        """Start the server.

        Raises:
            CommandError: The server does not start.
        """
        self._thread.start()
        until = monotonic() + PATIENCE
        while not self._server.started:
            if monotonic() > until or not self._thread.is_alive():
                raise CommandError(*refusal("page.refused.start"))
            sleep(0.005)
        # asyncio uses the backlog for two purposes: the length of the queue, and the batch of accepted connections.
        self._socket.listen(connections.QUEUE)

    def stop(self) -> None:
        """Disconnect all pages, and stop the server."""
        self._hub.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception:  # the game continues at the terminal after any error
            self._tell_failure()

    async def _serve(self) -> None:
        asyncio.get_running_loop().set_exception_handler(self._handle_loop_error)
        await self._server.serve(sockets=[self._socket])
        self._pool.drop_all()
        await asyncio.sleep(0)  # lets the dropped connections end

    def _handle_loop_error(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Stop the server if no file handles are left. Other errors concern only a closed connection."""
        err = context.get("exception")
        if isinstance(err, OSError) and err.errno in OUT_OF_HANDLES and not self.failed:
            self._pool.drop_all()  # the game needs the file handles
            self._hub.close()
            self._server.should_exit = True
            self._tell_failure()

    def _tell_failure(self) -> None:
        self.failed = True
        self.on_failure()


def _socket(scope: ScreenScope, port: int) -> socket.socket:
    """Return a listening socket. If the port is in use, use a free port instead."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere, two programs could use the same port
            listener.setsockopt(
                socket.SOL_SOCKET, socket.SO_REUSEADDR, 1
            )  # connections of an earlier game may still exist
        listener.bind(("127.0.0.1" if scope is ScreenScope.THIS else "0.0.0.0", port))
        listener.listen()
    except OSError as err:
        listener.close()
        if port:
            return _socket(scope, 0)
        raise CommandError(*refusal("page.refused.port", why=str(err.strerror))) from None
    return listener
