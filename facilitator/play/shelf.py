"""Games that are kept: whether one is under way, which rehearsal it is, putting it aside, reading it again."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.errors import CommandError, FacilitatorError, JournalError
from facilitator.play.game import Match
from facilitator.play.going_on import departed, facts_of, no_more, no_table, same_game
from facilitator.play.journal import Journal
from facilitator.play.store import IN_USE, shown, there

if TYPE_CHECKING:
    from facilitator.table.load import Table


def reread(table: Table, path: Path) -> Journal:
    """Return a kept game's journal, to be read only; its inputs do make its game.

    Raises `JournalError` if it is damaged, or another table's.
    """
    journal = Journal(path, to_read=True)
    same_game(journal, table)
    Match.reread(table, journal)
    return journal


def kept_game(table: Table, path: Path) -> Match:
    """Return a kept game as it stands, to be looked at; raises `JournalError` as `reread` does."""
    journal = Journal(path, to_read=True)
    same_game(journal, table)
    return _at(table, journal)


def game_of_its_own(path: Path) -> Match:
    """Return a kept game as it stands, at the table that its own file tells; raises `JournalError` if damaged."""
    from facilitator.table.load import make_table

    journal = Journal(path, to_read=True)
    if found := departed(journal):
        raise no_more(journal, found)
    kept = journal.facts.get("table")
    try:
        table = make_table(kept if isinstance(kept, dict) else {})
    except CommandError as err:
        raise no_table(journal) from err
    return _at(table, journal)


def _at(table: Table, journal: Journal) -> Match:
    seed = journal.facts.get("rehearsal")
    return Match(table, journal, seed if isinstance(seed, int) else None)


def unfinished(path: Path) -> bool:
    """Whether a game is kept there that began and is not over; what cannot be read is none."""
    if not there(path):
        return False
    try:
        game = game_of_its_own(path)
    except FacilitatorError:
        return False
    return game.journal.begun and not game.over


def put_aside(path: Path) -> None:
    """Keep an old game under a name with the time, so that a new one can begin.

    Raises `JournalError` if it is in use, or the folder does not let it be renamed.
    """
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
        for name in ("-journal", ".bak"):  # of this game; they must not be taken for the new one's
            left = path.with_name(f"{path.name}{name}")
            if there(left):
                left.rename(target.with_name(f"{target.name}{name}"))
    except OSError as err:
        raise JournalError(
            f"to put {shown(path)} aside",
            str(err.strerror),
            "Close what has it open, or name another --journal.",
        ) from err


def kept_seed(path: Path | None, table: Table, fresh: int) -> int:
    """Return the seed of the rehearsal that is kept there; ``fresh`` if there is none yet.

    Raises `CommandError` if a real game is.
    """
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
