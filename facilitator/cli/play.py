"""`facilitator play`: open a game, run the evening, say how to go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.cli import ask, show
from facilitator.cli.ask import LineQuestion, Source, Terminal
from facilitator.cli.json_lines import Json
from facilitator.cli.loop import Evening, LeaveTable
from facilitator.cli.screen import Screen, TextScreen
from facilitator.errors import INTERRUPTED, CommandError, JournalError
from facilitator.evening.clock import RunClock
from facilitator.evening.needs import ExtrasBox
from facilitator.play.desk import Desk, Desks
from facilitator.play.journal import game_path, shown, there
from facilitator.play.prompt import Saying
from facilitator.play.salvage import kept_seed, put_aside, unfinished
from facilitator.play.session import Session
from facilitator.telling.simulate import fresh_seed
from facilitator.web.address import ScreenScope
from facilitator.words import listed, plural
from facilitator.words.catalogue import of_system, speak

if TYPE_CHECKING:
    from facilitator.web.address import Address
    from facilitator.web.view import Room


# ----------------------------------------------------------------------------------------------------
# `play --screen`: the pages that show the game, from the terminal's side: their address, a word that locks them.


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


def ready(source: Source | None, scope: ScreenScope) -> Terminal:
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
    if scope is ScreenScope.LAN:
        own_number()
    return source


@contextmanager
def watched(session: Session, source: Source | None, scope: ScreenScope) -> Iterator[tuple[Desk, Watched]]:
    """Serve the pages of a session for as long as this lasts; yield the terminal's desk, and the terminal.

    Raises `CommandError` as `ready` does.
    """
    terminal = ready(source, scope)
    from facilitator.web import address
    from facilitator.web.server import Server
    from facilitator.web.view import Room

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
        _keep_address(beside, server.where)
        show.wrap(
            "Everything can be typed here as well. lock: the screens only show. unlock: they can be tapped again. "
            "screen: the address once more."
        )
        if scope is ScreenScope.THIS:
            show.wrap("Only this machine can open it; for phones and tablets nearby: --screen lan.")
        yield desk, Watched(terminal, room, server.address)
    finally:
        server.stop()


def _keep_address(beside: Path | None, where: Address) -> None:
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


# ----------------------------------------------------------------------------------------------------


SAMPLE = "sample:demo"
"""What is rehearsed where no table is named."""
SHOWN_SEED = 15
"""The seed by which the virtual seat begins, and plays a card."""


def play(
    table_name: str | None,
    dry_run: bool,
    seed: int | None,
    auto: bool,
    turns: int | None,
    json: bool,
    fresh: bool,
    journal: Path | None,
    screen: str | None = None,
) -> int:
    """Play or rehearse; return the exit code.

    ``screen``: for whom a page shows the game, None for nobody.

    Raises `FacilitatorError` for a bad table, an impossible option, a damaged or busy game file.
    """
    from facilitator.evening.learn import pace_at
    from facilitator.table.load import load_table

    if not dry_run:
        _only_in_rehearsals(table_name, seed, auto)
    table = load_table(table_name or SAMPLE)
    if table_name is None:  # a stranger's first rehearsal
        table = table.model_copy(update={"language": of_system()})
        speak(table.language)
    path = journal or _default_path(table_name, dry_run, auto)
    if path is not None and there(path) and table_name is not None and _same_file(path, table_name):
        raise JournalError(
            "a file of its own for the game", f"the table file {shown(path)}", "Name another with --journal."
        )
    source = None if auto else ask.source(echo=not json)
    scope = None if screen is None else _shown_for(screen, json, source)
    if path is not None and fresh:
        if _keep(path, source):
            return 0
        put_aside(path)
    if dry_run and seed is None:
        seed = kept_seed(path, _new_seed(table_name, auto))
    clock = RunClock(table, partial(pace_at, table, Path(table_name) if table_name else None))
    box = ExtrasBox(table) if table.virtual else None
    shows: Screen = Json() if json else TextScreen(source is not None and source.interactive)
    again = _again(table_name, seed, journal, screen)
    with closing(Session.open(table, path, seed, clock.minutes, box)) as session:
        if scope is None:
            return _evening(Evening(session, shows, source, turns), again)
        with watched(session, source, scope) as (desk, terminal):
            return _evening(Evening(desk, shows, terminal, turns), again)


def _shown_for(screen: str, json: bool, source: ask.Source | None) -> ScreenScope:
    """For whom a page shall show the game; raises `CommandError` where none can, before anything is changed."""

    if screen not in (scopes := [*map(str, ScreenScope)]):
        todo = "--screen alone is for this machine."
        raise CommandError(f"--screen {listed(scopes, 'or')}", f"--screen {screen}", todo)
    if json:
        raise CommandError("--screen without --json", "both", "A page is for people; leave one of them out.")
    ready(source, scope := ScreenScope(screen))
    return scope


def _only_in_rehearsals(table_name: str | None, seed: int | None, auto: bool) -> None:
    if table_name is None:
        raise CommandError(
            "a table file", "none", "Name one: facilitator play friday.yaml, or rehearse with --dry-run."
        )
    if seed is not None or auto:
        raise CommandError("--seed and --auto only with --dry-run", "a real table", "Add --dry-run.")


def _default_path(table_name: str | None, dry_run: bool, auto: bool) -> Path | None:
    """Where the game is kept: beside the table file; a rehearsal of a sample, or with --auto, nowhere."""
    if table_name is None or (dry_run and (auto or table_name.startswith("sample:"))):
        return None
    return game_path(table_name, dry_run)


def _new_seed(table_name: str | None, auto: bool) -> int:
    """Return the seed of a rehearsal that nobody named one for; only a host's own is another every time."""
    if table_name is None:
        return SHOWN_SEED
    return 0 if auto else fresh_seed()


def _same_file(path: Path, table_name: str) -> bool:
    try:
        return path.samefile(table_name)
    except OSError:  # a sample is no file
        return False


def _keep(path: Path, source: ask.Source | None) -> bool:
    """At a terminal, ask before an unfinished game is put aside; tell whether it is to be kept."""
    if source is None or not source.interactive or not unfinished(path):
        return False
    told = f"{path.name} holds a game that is not over. Put it aside, and begin another? yes or no: "
    try:
        said = source.ask(ask.LineQuestion(told, ["yes", "no"]))
    except (EOFError, KeyboardInterrupt):
        said = ""
    if said.lower() in ("y", "yes"):
        return False
    show.say("It stays as it is. Leave out --new to go on with it.")
    return True


def _again(table_name: str | None, seed: int | None, journal: Path | None, screen: str | None) -> str:
    """The command that goes on with this game."""
    words = ["facilitator", "play", *([table_name] if table_name else [])]
    words += [] if seed is None else ["--dry-run", "--seed", str(seed)]
    words += ["--journal", str(journal)] if journal else []
    words += ["--screen", screen] if screen else []
    return show.command(*words)


def _evening(evening: Evening, again: str) -> int:
    """Play an evening to its end or break; ``again``: the command that goes on; return the exit code."""
    session, screen = evening.session, evening.screen
    if session.over:
        screen.tell(Saying(f"This game is over. Begin another with: {again} --new"))
    elif session.begun:
        so_far = session.result()
        mark = f"; it goes on from mark {so_far.mark}" if so_far.mark else ""
        screen.tell(Saying(f"Going on where the game stopped, after {plural(so_far.events, 'event')}{mark}."))
    kept = "This rehearsal was not kept."
    if session.kept:
        kept = f"Everything up to the last answer or finished act is saved. Go on with: {again}"
    try:
        over = evening.play()
    except (LeaveTable, EOFError):
        screen.tell(Saying(kept))
        return 0
    except KeyboardInterrupt:
        try:
            screen.tell(Saying(f"\nStopped. {kept}"))  # the line that was being written may have no end
        except OSError:  # the terminal was closed: whoever cannot be told has the exit code
            show.forget_output()
        return INTERRUPTED
    if not over and session.kept:
        screen.tell(Saying(kept))
    result = session.result()
    screen.over(replace(result, typed=result.typed if evening.source is not None else 0))
    return 0
