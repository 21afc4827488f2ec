"""`play --screen`: the pages that show the game, from the terminal's side: their address, a word that locks them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.cli import show
from facilitator.cli.ask import LineQuestion, Source, Terminal
from facilitator.errors import CommandError
from facilitator.play.desk import Desk, Desks
from facilitator.play.session import Session
from facilitator.web.scope import Scope

if TYPE_CHECKING:
    from facilitator.web.address import Address
    from facilitator.web.room import Room

LOCK, UNLOCK, SCREEN = "lock", "unlock", "screen"
"""Words at the terminal that are about the pages."""


class Watched:
    """A terminal beside pages: it hears when one of them answers, and has three words for them."""

    interactive = True

    def __init__(self, terminal: Source, room: Room, address: str) -> None:
        self._terminal, self._room, self._address = terminal, room, address

    def ask(self, question: LineQuestion) -> str:
        """Return what was typed and is not about the pages."""
        words = [*question.words, UNLOCK if self._room.locked else LOCK, SCREEN]
        while True:
            said = self._terminal.ask(LineQuestion(question.prompt, words, question.facts))
            match said.lower():
                case "lock" | "unlock" as word:
                    self._room.locked = word == LOCK
                    state = "locked: they only show" if word == LOCK else "open: they can be tapped"
                    show.wrap(f"The screens' buttons are {state}.")
                case "screen":
                    tell_address(self._address)
                case _:
                    return said


def ready(source: Source | None, scope: Scope) -> Terminal:
    """Return the terminal that stands beside the pages.

    Raises `CommandError` where nobody sits at one, what serves pages is not installed, or no network is there.
    """
    if not isinstance(source, Terminal):
        todo = "Start it at a terminal, without --auto."
        raise CommandError("a terminal beside the screen", "none", todo)
    try:
        from facilitator.web.server import own_number
    except ModuleNotFoundError as err:
        if (err.name or "").partition(".")[0] == "facilitator":
            raise
        todo = 'Install them with pip install "facilitator[screen]", or play without --screen.'
        raise CommandError("starlette and uvicorn, which serve the page", f"no {err.name}", todo) from None
    if scope is Scope.LAN:
        own_number()
    return source


@contextmanager
def watched(session: Session, source: Source | None, scope: Scope) -> Iterator[tuple[Desk, Watched]]:
    """Serve the pages of a session for as long as this lasts; yield the terminal's desk, and the terminal.

    Raises `CommandError` as `ready` does.
    """
    terminal = ready(source, scope)
    from facilitator.web import address
    from facilitator.web.room import Room
    from facilitator.web.server import Server

    desks = Desks(session)
    desk = desks.desk(terminal.wake)
    terminal.stirred = lambda: bool(desk.inbox)
    room = Room(desks)
    beside = address.beside(session.kept) if session.kept is not None else None
    wished = address.kept(beside) if beside is not None else None
    server = Server(room, scope, wished=wished)
    server.start()
    try:
        tell_address(server.address)
        if server.moved and wished is not None:
            show.wrap(f"Port {wished.port}, where the page was, is taken: phones must scan this anew.")
        _keep(beside, server.where)
        show.wrap(
            "Everything can be typed here as well. lock: the screens only show. unlock: they can be tapped again. "
            "screen: the address once more."
        )
        if scope is Scope.THIS:
            show.wrap("Only this machine can open it; for phones and tablets nearby: --screen lan.")
        yield desk, Watched(terminal, room, server.address)
    finally:
        server.stop()


def _keep(beside: Path | None, where: Address) -> None:
    """Keep the address of a game's pages beside it; a game in memory has none to go on with."""
    if beside is None:
        return
    from facilitator.web.address import keep

    try:
        keep(beside, where)
    except OSError as err:
        name = show.printable(beside.name)
        show.wrap(f"{name} cannot be written ({err.strerror}): after a restart phones must scan anew.")


def tell_address(address: str) -> None:
    """Print where the page is, and a symbol to be read by a phone."""
    from facilitator.sheets.drawing.qr import half_blocks

    show.say()
    show.block(half_blocks(address), style="symbol")
    show.say(f"The table's screen: {address}", "stage")
