"""The command `play`: open a game, play it, and print the command that resumes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.cli import input_lines, output
from facilitator.cli.input_lines import Source, Terminal
from facilitator.cli.json_lines import JsonScreen
from facilitator.cli.loop import LeaveTable, Screen, TableLoop
from facilitator.cli.tables import open_table, render_arguments
from facilitator.cli.text_view import TextScreen
from facilitator.cli.tutorial import Tutorial
from facilitator.errors import INTERRUPTED, CommandError, JournalError
from facilitator.i18n.catalogue import (
    Either,
    decimal,
    get_system_language,
    join_with_or,
    phrase,
    refusal,
    sentence,
    set_language,
)
from facilitator.installing import get_program, install_command
from facilitator.instructions.simulate import fresh_seed
from facilitator.planning.forecast import first_minutes
from facilitator.planning.game_times import SHOWN_SEED, measure_game, open_game, score
from facilitator.planning.measured_pace import past_games
from facilitator.play.clients import Client, Clients
from facilitator.play.commands import LOCK, SCREEN, UNLOCK
from facilitator.play.journal import Journal, format_path, game_path
from facilitator.play.prompt import HostMessage, Result
from facilitator.play.salvage import archive_game, is_unfinished, kept_seed
from facilitator.play.session import Session
from facilitator.table_files.load import Table, find_sample
from facilitator.web.address import ScreenScope, ScreenTarget

if TYPE_CHECKING:
    from facilitator.web.address import Address
    from facilitator.web.page_data import PageState
    from facilitator.web.server import Server


# ----------------------------------------------------------------------------------------------------
# The option --screen: serving web pages, showing their address at the terminal, and locking them.


def check_pages(source: Source | None, target: ScreenTarget) -> None:
    """Check that web pages are possible.

    Raises:
        CommandError: There is no terminal, a required package is not installed, the computer has no network,
            or the chosen address does not belong to it.
    """
    if not isinstance(source, Terminal):
        raise CommandError(*refusal("play.terminal"))
    try:
        import facilitator.web.server  # noqa: F401
        from facilitator.web.network import own_addresses
    except ModuleNotFoundError as err:
        if (err.name or "").partition(".")[0] == "facilitator":
            raise
        command = install_command("starlette", "uvicorn", "ifaddr")
        raise CommandError(*refusal("play.install", name=str(err.name), command=command)) from None
    if target.scope is ScreenScope.LAN:
        found = [address.number for address in own_addresses()]
        if not found:
            raise CommandError(*refusal("page.refused.network"))
        if target.chosen and target.chosen not in found:
            raise CommandError(*refusal("play.chosen", found=target.chosen, own=join_with_or(found)))


@contextmanager
def serve_pages(session: Session, terminal: Terminal, target: ScreenTarget) -> Iterator[Client]:
    """Serve the web pages of a session until the context ends.

    Args:
        session: The session.
        terminal: Terminal of the host. It gets commands for the pages.
        target: Devices that can open the pages, and the address.

    Yields:
        The client of the terminal.

    Raises:
        CommandError: The server does not start.
    """
    from facilitator.web import address
    from facilitator.web.page_data import PageState
    from facilitator.web.server import Server

    clients = Clients(session)
    client = clients.add_client(terminal.wake)
    terminal.stirred = lambda: bool(client.inbox)
    room = PageState(clients)
    beside = address.get_address_path(session.journal_path) if session.journal_path is not None else None
    wished = address.load_address(beside) if beside is not None else None
    server = Server(room, target.scope, wished=wished)
    server.on_failure = lambda: client.announce(sentence("play.closed"))
    server.start()
    try:
        if server.moved and wished is not None:
            output.wrap(sentence("play.port", port=wished.port))
        _save_address(beside, server.where)
        output.wrap(sentence("play.words"))
        if target.scope is ScreenScope.THIS:
            output.wrap(sentence("play.lan"))
        terminal.commands = {
            LOCK: lambda: _lock_pages(room, True),
            UNLOCK: lambda: _lock_pages(room, False),
            SCREEN: lambda: tell_address(server, target),
        }
        terminal.first = SCREEN  # what comes before the first question would push the QR code off the screen
        yield client
    finally:
        terminal.commands = {}
        server.stop()


def _lock_pages(room: PageState, locked: bool) -> None:
    """Lock or unlock the buttons of the pages."""
    room.lock(locked)
    output.wrap(sentence("play.locked" if locked else "play.unlocked"))


def _save_address(beside: Path | None, where: Address) -> None:
    """Save the address of the web pages next to the game file, so that it can be used again."""
    if beside is None:
        return
    from facilitator.web.address import keep

    try:
        keep(beside, where)
    except OSError as err:
        name = output.replace_unprintable(beside.name)
        output.wrap(sentence("play.address", name=name, reason=str(err.strerror)))


def tell_address(server: Server, target: ScreenTarget) -> None:
    """Print the address of the page, and for phones a QR symbol and other addresses of this computer."""
    from facilitator.web.network import OwnAddress, own_addresses

    if server.failed:
        output.wrap(sentence("play.closed"))
        return
    found = [OwnAddress("127.0.0.1", "")] if target.scope is ScreenScope.THIS else own_addresses()
    found.sort(key=lambda address: address.number != target.chosen)
    if target.chosen and target.chosen not in (address.number for address in found):
        output.wrap(sentence("play.chosen.gone", number=target.chosen))
    if not found:
        output.wrap(sentence("play.no_network"))
        return
    first, *others = found
    if target.scope is ScreenScope.LAN:
        _show_symbol(server.address(first.number))
    output.say(sentence("play.screen", address=server.address(first.number)), "stage")
    if others and not target.chosen:
        output.wrap(sentence("play.others"))
        output.block((f"{server.address(other.number)}  ({other.interface})" for other in others), "  ")


def _show_symbol(address: str) -> None:
    """Print an address as a QR symbol. Without colours, print one for dark and one for light terminals."""
    from facilitator.sheets.drawing.qr import half_blocks

    light = half_blocks(address)
    output.say()
    if output.has_colours():
        output.block(light, style="symbol")
    else:
        output.block([*light, "", *half_blocks(address, dark_ink=True)])
        output.wrap(sentence("play.symbols"))


# ----------------------------------------------------------------------------------------------------


SAMPLE = "sample:demo"
"""Table for a rehearsal without a table name."""


def play_table(  # noqa: PLR0913
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
    """Play or rehearse a game. Return the exit code.

    The parameters are the options of the command `play`. The parameter `screen` selects the devices that can
    open the web pages. `None` means no pages.

    Raises:
        FacilitatorError: The table is invalid, an option is not allowed, or the game file is damaged or in
            use.
    """
    if not dry_run:
        _only_in_rehearsals(table_name, seed, auto)
    table = _table(table_name)
    path = _choose_path(table_name, dry_run, auto, journal)
    source = None if auto else input_lines.choose_source(echo=not json)
    target = None if screen is None else _screen_target(screen, json, source)
    if path is not None and fresh:
        if _ask_to_keep(path, source):
            return 0
        archive_game(path)
    if dry_run and seed is None:
        seed = kept_seed(path, _new_seed(table_name, auto))
    again = _command(table_name, dry_run, seed if path is None else None, journal, screen)
    file = Path(table_name) if table_name else None
    return GameSeries(table, file, path, seed, source, target, turns, json, again).play()


def _table(table_name: str | None) -> Table:
    """Return the table with this name. Without a name, return the sample table in the system language."""
    if table_name is not None:
        return open_table(table_name)
    table = open_table(SAMPLE).model_copy(update={"language": get_system_language()})
    set_language(table.language)
    return table


@dataclass
class GameSeries:
    """Several games at a table, one after the other, until the host leaves.

    Attributes:
        table: The table.
        file: Table file, or `None` in a first rehearsal.
        path: Path of the game file, or `None` to keep the game in memory.
        seed: Seed of a rehearsal, or `None` for a real game.
        source: Source of answers, or `None` if a rehearsal answers its own prompts.
        target: Devices that can open the web pages, or `None` for no pages.
        turns: Number of turns to play, or `None` for no limit.
        json: Whether to print JSON lines.
        again: Command that resumes the game.
    """

    table: Table
    file: Path | None
    path: Path | None
    seed: int | None
    source: Source | None
    target: ScreenTarget | None
    turns: int | None
    json: bool
    again: str

    def play(self) -> int:
        """Play games until the host does not want another game. Return the exit code."""
        lesson = self._lesson()
        if lesson is not None and lesson.seat:
            self.table = self.table.model_copy(update={"wording": "auto"})
        while True:
            code, over = self._game(lesson)
            played = self._find_played_games() if over and not self.json else []
            if played:
                _say_end(played)
            ended = code is None and (over or self._shown_first)
            if not ended or self.json or not self._another(played):
                return code or 0

    @property
    def _is_attended(self) -> bool:
        return self.source is not None and self.source.interactive

    def _lesson(self) -> Tutorial | None:
        """Return the tutorial for a rehearsal, or `None`.

        A tutorial needs a terminal and virtual players. It cannot be combined with web pages.
        """
        is_possible = self.seed is not None and self._is_attended and self.table.virtual
        if self.json or self.target is not None or not is_possible:
            return None
        return Tutorial(self.table.people[0].name if self._shown_first else "")

    @property
    def _shown_first(self) -> bool:
        """True if the user named no table."""
        return self.file is None

    def _begin_lesson(self, lesson: Tutorial) -> None:
        if lesson.seat:
            output.wrap(sentence("lesson.begin"))
        else:
            output.wrap(sentence("lesson.own", minutes=f"{first_minutes(self.table):.0f}"))
        if self.turns is not None:
            output.wrap(sentence("lesson.turns", n=self.turns))

    def _game(self, lesson: Tutorial | None) -> tuple[int | None, bool]:
        """Play one game.

        Returns:
            The exit code, or `None` if the game was not interrupted, and whether the game is over.
        """
        shows: Screen = JsonScreen() if self.json else TextScreen(self._is_attended)
        with closing(open_game(self.table, self.path, self.seed, self.file)) as session, ExitStack() as pages:
            lesson = None if session.result().runs else lesson
            if lesson is not None:
                self._begin_lesson(lesson)
            desk: Session | Client = session
            if self.target is not None:
                assert isinstance(self.source, Terminal)
                try:
                    desk = pages.enter_context(serve_pages(session, self.source, self.target))
                except CommandError:
                    session.discard()
                    raise
            evening = TableLoop(desk, shows, self.source, self.turns, lesson=lesson)
            return _play_until_interrupted(evening, self.again), session.is_over

    def _find_played_games(self) -> list[Path]:
        """Return the files of all games at this table, current game last.

        A rehearsal has only the current game.
        """
        if self.path is None or self.file is None or self.seed is not None:
            return []
        past = past_games(self.table, [self.file.parent, self.path.parent], self.path)
        return [*(game for game in past.played if game != self.path), self.path]

    def _another(self, played: Sequence[Path]) -> bool:
        """Ask whether to play another game. If so, prepare the game with the next dealer."""
        if self.source is None or not self._is_attended:
            return False
        if self._shown_first:
            self.seed = fresh_seed()
            return _another_lesson(self.source)
        people = self.table.people
        dealer = people[len(played) % len(people)].name
        if not played or not _says_yes(self.source, sentence("again.question", dealer=dealer)):
            return False
        archive_game(played[-1])
        return True


def _say_end(played: Sequence[Path]) -> None:
    """Print the duration of the last game, and each player's number of wins."""
    spent = measure_game(Journal(played[-1], to_read=True).entries)
    if spent.minutes >= 1:
        key = "screen.took" if spent.turns else "screen.took.people"
        output.wrap(
            sentence(key, minutes=f"{spent.minutes:.0f}", n=spent.turns, each=decimal(f"{spent.each:.1f}"))
        )
    if found := score(played):
        output.wrap(sentence("screen.score", score=", ".join(f"{name} {won}" for name, won in found.items())))


def _another_lesson(source: Source) -> bool:
    """Ask whether to rehearse again, to create a table, or to leave. Return whether to rehearse again."""
    said = "?"
    while said not in ("", "a", "n", "q"):
        said = _answer(source, sentence("lesson.again"), ("a", "n"))
    if said == "n":
        from facilitator.cli.new import create_table

        create_table(Path("table.yaml"), {})
    return said == "a"


def _answer(source: Source, question: str, words: tuple[str, ...]) -> str:
    """Ask a question and return the answer in lower case, or "" at the end of the input."""
    try:
        return source.ask(input_lines.LineQuestion(question, words)).lower()
    except (EOFError, KeyboardInterrupt):
        return ""


def _says_yes(source: Source, question: str) -> bool:
    words = ("yes", "y", sentence("play.yes"), sentence("play.yes")[0])
    return _answer(source, question, (sentence("play.yes"), sentence("play.no"))) in words


def _screen_target(screen: str, json: bool, source: input_lines.Source | None) -> ScreenTarget:
    """Parse the value of the option ``--screen``.

    Raises:
        CommandError: The option is invalid, or web pages are impossible.
    """
    target = ScreenTarget.parse(screen)
    if target is None:
        raise CommandError(*refusal("play.scopes", scopes=Either((*map(str, ScreenScope),)), found=screen))
    if json:
        raise CommandError(*refusal("play.json"))
    check_pages(source, target)
    return target


def _only_in_rehearsals(table_name: str | None, seed: int | None, auto: bool) -> None:
    if table_name is None:
        raise CommandError(*refusal("play.table"))
    if seed is not None or auto:
        raise CommandError(*refusal("play.rehearsal"))


def _choose_path(table_name: str | None, dry_run: bool, auto: bool, journal: Path | None) -> Path | None:
    """Return the path of the game file, or `None` for a game that is not saved.

    Raises:
        JournalError: The path is the table file itself.
    """
    path = journal or _default_path(table_name, dry_run, auto)
    if path is not None and _same_file(path, table_name or ""):
        raise JournalError(*refusal("play.own_file", file=format_path(path)))
    return path


def _default_path(table_name: str | None, dry_run: bool, auto: bool) -> Path | None:
    """Return the path of the game file. Automatic rehearsals and rehearsals of samples have no file."""
    if table_name is None or (dry_run and (auto or find_sample(table_name))):
        return None
    return game_path(table_name, dry_run)


def _new_seed(table_name: str | None, auto: bool) -> int:
    """Return the seed of a rehearsal without the option ``--seed``.

    The seed is random if the user names a table and answers the prompts. Otherwise it is constant.
    """
    if table_name is None:
        return SHOWN_SEED
    return 0 if auto else fresh_seed()


def _same_file(path: Path, table_name: str) -> bool:
    try:
        return path.samefile(table_name)
    except OSError:  # a sample is no file
        return False


def _ask_to_keep(path: Path, source: input_lines.Source | None) -> bool:
    """Ask whether to keep an unfinished game. Return the answer, or False without a terminal."""
    if source is None or not source.interactive or not is_unfinished(path):
        return False
    if _says_yes(source, sentence("play.aside", name=path.name)):
        return False
    output.say(sentence("play.stays"))
    return True


def _command(
    table_name: str | None, rehearsal: bool, seed: int | None, journal: Path | None, screen: str | None
) -> str:
    """Return the command that resumes this game.

    Args:
        table_name: Name of the table file.
        rehearsal: Whether the game is a rehearsal.
        seed: Seed of the rehearsal, or `None` if the game file contains the seed.
        journal: Game file, if the user named a file.
        screen: Value of ``--screen``, if the user typed this option.
    """
    words = [get_program(), "play", render_arguments(table_name, rehearsal, journal)]
    words += [] if seed is None else ["--seed", str(seed)]
    words += ["--screen", screen] if screen else []
    return " ".join(filter(None, words))


def _describe_resumed(so_far: Result) -> str:
    key = "play.going_on.mark" if so_far.mark else "play.going_on"
    return sentence(key, events=phrase("screen.events", n=so_far.events), mark=so_far.mark)


def _play_until_interrupted(evening: TableLoop, again: str) -> int | None:
    """Play a game, and print messages at its start and its end.

    Args:
        evening: Loop that plays the game.
        again: Command that resumes the game.

    Returns:
        The exit code if the game was interrupted, otherwise `None`.
    """
    session, screen = evening.session, evening.screen
    if session.is_over:
        screen.tell(HostMessage(sentence("play.over", again=again)))
    elif session.has_begun:
        screen.tell(HostMessage(_describe_resumed(session.result())))
    key = "play.kept" if session.journal_path else "play.not_kept"
    kept = sentence(key, again=again, program=get_program())
    try:
        over = evening.play()
    except (LeaveTable, EOFError):
        screen.tell(HostMessage(kept))
        return 0
    except KeyboardInterrupt:
        stopped = sentence("play.stopped", kept=kept)
        try:
            screen.tell(HostMessage(f"\n{stopped}"))  # the line before may be unfinished
        except OSError:  # if the terminal was closed, the exit code still reports the interruption
            output.forget_output()
        return INTERRUPTED
    if not over and session.journal_path:
        screen.tell(HostMessage(kept))
    screen.show_result(session.result())
    return None
