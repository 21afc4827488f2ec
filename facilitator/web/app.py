"""What the page asks for: its files, the state, news of it as they come, and taps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from secrets import token_hex
from time import monotonic

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from facilitator.errors import CommandError, FacilitatorError
from facilitator.web.guard import LARGEST, RATE, Guard
from facilitator.web.room import Room, read_tap

STATIC = Path(__file__).parent / "static"
FILES = {
    "": ("index.html", "text/html"),
    **{name: (name, kind) for name, kind in (("page.css", "text/css"), ("icon.svg", "image/svg+xml"))},
    **{
        name: (name, "text/javascript") for name in ("page.js", "picture.js", "pads.js", "voice.js", "lit.js")
    },
}
"""What a page is made of: what it asks for, the file, and what it is."""
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
                if done and (now := news.result()) != last:
                    yield f"data: {now}\n\n"
                    last = now
                elif not done:
                    yield BEATS
                if done:
                    news = asyncio.ensure_future(next_state())
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
        self._files = {name: ((STATIC / file).read_bytes(), kind) for name, (file, kind) in FILES.items()}

    async def file(self, request: Request) -> Response:
        """A file of the page."""
        found = self._files.get(request.path_params["name"])
        if found is None:
            return line(404, "There is no such page.")
        return Response(found[0], media_type=found[1])

    async def state(self, request: Request) -> Response:
        """What is shown now."""
        return Response(await run_in_threadpool(self._room.state), media_type="application/json")

    async def table(self, request: Request) -> Response:
        """What must lie on the table now."""
        return _json(await run_in_threadpool(self._room.table))

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
            tapped = read_tap(body)
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


async def _refused(request: Request, err: Exception) -> Response:
    assert isinstance(err, HTTPException)
    return line(err.status_code, err.detail)


def make_app(
    room: Room, hub: Hub, token: str, now: Callable[[], float] = monotonic, rate: float | None = RATE
) -> ASGIApp:
    """Return the page's server for those who know the token; ``rate``: requests a second, None for no bound."""
    answers = Responder(room, hub)
    room.changed = hub.ring
    app = Starlette(
        routes=[
            Route(f"/{token}/state", answers.state),
            Route(f"/{token}/table", answers.table),
            Route(f"/{token}/events", answers.events),
            Route(f"/{token}/answer", answers.answer, methods=["POST"]),
            Route(f"/{token}/{{name:path}}", answers.file),
        ],
        exception_handlers={HTTPException: _refused},
    )
    app.router.redirect_slashes = False
    return Guard(app, token, now, rate)
