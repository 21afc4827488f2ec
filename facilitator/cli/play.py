"""`facilitator play`: open a game, run the evening, say how to go on."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.cli import ask, show
from facilitator.cli.loop import Evening, Leave
from facilitator.cli.screen import Json, Result, Screen, Text
from facilitator.errors import INTERRUPTED, CommandError, FacilitatorError, JournalError
from facilitator.games.due import Over
from facilitator.planning.clock import Clock
from facilitator.play.game import Game
from facilitator.play.going_on import facts_of
from facilitator.play.history import live
from facilitator.play.journal import EVENT, RUN, Journal, game_path
from facilitator.play.store import IN_USE, shown, there
from facilitator.readings.simulate import fresh_seed
from facilitator.wording import listed, plural

if TYPE_CHECKING:
    from facilitator.table.load import Table

SAMPLE, SHOWN_SEED = "sample:demo", 15
"""What is rehearsed where no table is named; the seed by which the virtual seat begins, and plays a card."""


def play(
    table_name: str | None,
    dry_run: bool,
    seed: int | None,
    auto: bool,
    turns: int | None,
    json: bool,
    fresh: bool,
    journal: Path | None,
) -> int:
    """Play or rehearse; return the exit code.

    Raises `FacilitatorError` for a bad table, an impossible option, a damaged or busy game file.
    """
    from facilitator.planning.learn import pace_at
    from facilitator.table.load import load_table

    if not dry_run:
        _only_in_rehearsals(table_name, seed, auto)
    table = load_table(table_name or SAMPLE)
    path = journal or _default_path(table_name, dry_run, auto)
    if path is not None and there(path) and table_name is not None and _same_file(path, table_name):
        raise JournalError(
            "a file of its own for the game", f"the table file {shown(path)}", "Name another with --journal."
        )
    source = None if auto else ask.source(echo=not json)
    if path is not None and fresh and _keep(path, source):
        return 0
    if path is not None and fresh:
        _put_aside(path)
    if dry_run and seed is None:
        fresh_one = SHOWN_SEED if table_name is None else 0 if auto else fresh_seed()
        seed = _kept_seed(path, table, fresh_one)
    clock = Clock(table, partial(pace_at, table, Path(table_name) if table_name else None))
    screen: Screen = Json(clock) if json else Text(clock, source is not None and source.interactive)
    game = Game.open(table, path, seed if dry_run else None)
    try:
        return _evening(
            game,
            screen,
            source,
            clock,
            turns,
            _again(table_name, seed if dry_run else None, journal),
        )
    finally:
        game.close()


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


def _same_file(path: Path, table_name: str) -> bool:
    try:
        return path.samefile(table_name)
    except OSError:  # a sample is no file
        return False


def _keep(path: Path, source: ask.Source | None) -> bool:
    """At a terminal, ask before an unfinished game is put aside; tell whether it is to be kept."""
    if source is None or not source.interactive or not _unfinished(path):
        return False
    told = f"{path.name} holds a game that is not over. Put it aside, and begin another? yes or no: "
    try:
        said = source.ask(ask.Question(told, ["yes", "no"]))
    except (EOFError, KeyboardInterrupt):
        said = ""
    if said.lower() in ("y", "yes"):
        return False
    show.say("It stays as it is. Leave out --new to go on with it.")
    return True


def _unfinished(path: Path) -> bool:
    """Whether a game is kept there that began and is not over; what cannot be read is none."""
    from facilitator.table.load import make_table

    if not there(path):
        return False
    try:
        journal = Journal(path, to_read=True)
        kept, seed = journal.facts.get("table"), journal.facts.get("rehearsal")
        assert isinstance(kept, dict)
        game = Game(make_table(kept), journal, seed if isinstance(seed, int) else None)
    except FacilitatorError:
        return False
    return bool(journal.entries) and not game.over


def _put_aside(path: Path) -> None:
    """Keep an old game under a name with the time, so that a new one can begin."""
    if not there(path):
        return
    try:
        Journal(path).close()
    except JournalError as err:
        if err.found == IN_USE:
            raise
    at = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    target, number = path.with_name(f"{path.stem}-{at}{path.suffix}"), 1
    while there(target):
        number += 1
        target = path.with_name(f"{path.stem}-{at}-{number}{path.suffix}")
    try:
        path.rename(target)
        left = path.with_name(f"{path.name}-journal")
        if there(left):  # of a game too damaged to be opened; it must not be taken for the new game's
            left.rename(target.with_name(f"{target.name}-journal"))
    except OSError as err:
        raise JournalError(
            f"to put {shown(path)} aside",
            str(err.strerror),
            "Close what has it open, or name another --journal.",
        ) from err


def _kept_seed(path: Path | None, table: Table, fresh: int) -> int:
    """The seed of the rehearsal that is kept there; ``fresh`` if there is none yet."""
    if path is None or not there(path):
        return fresh
    journal = Journal(path, facts_of(table, fresh))  # not just to read: takes back what a crash cut short
    seed = journal.facts.get("rehearsal")
    journal.close()
    if not isinstance(seed, int):
        raise CommandError(
            "a rehearsal", f"a real game in {journal.name}", "Leave out --dry-run, or name another --journal."
        )
    return seed


def _again(table_name: str | None, seed: int | None, journal: Path | None) -> str:
    """The command that goes on with this game."""
    words = ["facilitator", "play", *([table_name] if table_name else [])]
    words += [] if seed is None else ["--dry-run", "--seed", str(seed)]
    words += ["--journal", str(journal)] if journal else []
    return " ".join(f'"{word}"' if " " in word else word for word in words)


def _evening(
    game: Game, screen: Screen, source: ask.Source | None, clock: Clock, turns: int | None, again: str
) -> int:
    if game.over:
        screen.say(f"This game is over. Begin another with: {again} --new")
    elif game.journal.entries:
        screen.say(f"Going on where the game stopped, after {plural(game.state.n, 'event')}.")
    kept = "This rehearsal was not kept."
    if game.journal.path:
        kept = f"Everything up to the last answer is saved. Go on with: {again}"
    try:
        over = Evening(game, screen, source, clock, turns).play()
    except (Leave, EOFError):
        screen.say(kept)
        return 0
    except KeyboardInterrupt:
        screen.say(f"\nStopped. {kept}")  # the line that was being written may have no end
        return INTERRUPTED
    if not over and game.journal.path:
        screen.say(kept)
    screen.over(_result(game, over, asked=source is not None))
    return 0


def _result(game: Game, over: bool, asked: bool) -> Result:
    rows = live(game.journal.entries)
    need = game.need
    return Result(
        winner=listed(need.winners) if isinstance(need, Over) and need.winners else None,
        over=over,
        events=game.state.n,
        runs=sum(entry.kind == RUN for entry in rows),
        typed=sum(entry.kind == EVENT and not entry.derived for entry in rows) if asked else 0,
    )
