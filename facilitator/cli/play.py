"""`facilitator play`: open a game, run the evening, say how to go on."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from facilitator.cli import ask
from facilitator.cli.loop import Evening, Leave
from facilitator.cli.screen import Json, Screen, Text
from facilitator.errors import CommandError, JournalError
from facilitator.game import Game
from facilitator.journal import EVENT, IN_USE, RUN, Journal
from facilitator.readings.simulate import fresh_seed

SAMPLE = "sample:three"
INTERRUPTED = 130


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
    from facilitator.table import load_table

    if not dry_run:
        _only_in_rehearsals(table_name, seed, auto)
    elif auto and seed is None:
        seed = 0
    table = load_table(table_name or SAMPLE)
    if journal is not None and table_name is not None and journal.resolve() == Path(table_name).resolve():
        raise JournalError("a file of its own for the game", f"the table file {journal}", "Name another.")
    path = journal or _default_path(table_name, dry_run, auto)
    if path is not None and fresh:
        _put_aside(path)
    if dry_run and seed is None:
        seed = _old_seed(path) if path is not None and path.exists() else fresh_seed()
    screen: Screen = Json() if json else Text()
    game = Game.open(table, path, seed if dry_run else None)
    try:
        return _evening(
            game,
            screen,
            None if auto else ask.source(echo=not json),
            turns,
            _again(table_name, dry_run, seed),
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
    path = Path(table_name.replace("sample:", ""))
    return path.with_suffix(".rehearsal.game" if dry_run else ".game")


def _put_aside(path: Path) -> None:
    """Keep an old game under a name with the time, so that a new one can begin."""
    if not path.exists():
        return
    try:
        Journal(path).close()
    except JournalError as err:
        if err.found == IN_USE:
            raise
    at = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    target, number = path.with_name(f"{path.stem}-{at}{path.suffix}"), 1
    while target.exists():
        number += 1
        target = path.with_name(f"{path.stem}-{at}-{number}{path.suffix}")
    path.rename(target)


def _old_seed(path: Path) -> int:
    """The seed a rehearsal was begun with."""
    journal = Journal(path)
    try:
        seed = journal.facts.get("rehearsal")
    finally:
        journal.close()
    if not isinstance(seed, int):
        raise CommandError(
            "a rehearsal", f"a real game in {path}", "Leave out --dry-run, or name another --journal."
        )
    return seed


def _again(table_name: str | None, dry_run: bool, seed: int | None) -> str:
    words = ["facilitator play", table_name or "", "--dry-run" if dry_run else ""]
    return " ".join(word for word in words if word) + (f" --seed {seed}" if dry_run else "")


def _evening(game: Game, screen: Screen, source: ask.Source | None, turns: int | None, again: str) -> int:
    if game.journal.entries:
        screen.say(f"Going on where the game stopped, after {game.state.n} events.")
    try:
        over = Evening(game, screen, source, turns).play()
    except (Leave, EOFError):
        screen.say(f"Saved. Go on with: {again}" if game.journal.path else "This rehearsal was not kept.")
        return 0
    except KeyboardInterrupt:
        screen.say(f"Stopped. Everything up to the last answer is kept. Go on with: {again}")
        return INTERRUPTED
    screen.over(_result(game, over))
    return 0


def _result(game: Game, over: bool) -> dict[str, object]:
    live = game.journal.live()
    return {
        "winner": game.state.to_json()["winner"],
        "over": over,
        "events": game.state.n,
        "runs": sum(entry.kind == RUN for entry in live),
        "typed": sum(entry.kind == EVENT and not entry.derived for entry in live),
    }
