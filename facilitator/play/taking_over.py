"""Taking a game over from another device: its inputs are played again, and kept only if they give the same game."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.errors import FacilitatorError, JournalError
from facilitator.play.afresh import write_afresh
from facilitator.play.format import Damage, Row
from facilitator.play.going_on import facts_of
from facilitator.play.handover import Handed, digest_of
from facilitator.play.journal import CARRIED, Entry, Journal, dumped, entry_of
from facilitator.play.salvage import Refold

if TYPE_CHECKING:
    from facilitator.table.load import Table


def rows_of(handed: Handed, table: Table) -> tuple[Row, ...]:
    """Return the rows of a game that was handed over, worked out again.

    Raises `JournalError` where the inputs make no game, or another one than on the device they come from.
    """
    journal = Journal(None, facts_of(table, handed.seed))
    game, rows, entries = Refold(table, journal, handed.seed), list[Row](), list[Entry]()
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    for number, (kind, body) in enumerate(handed.inputs, 1):
        try:
            rows.append(Row(number, at, kind, dumped(body), 0))
            entries.append(entry_of(len(rows), rows[-1]))
            derived = game.follow(entries[-1])
        except (FacilitatorError, Damage, LookupError, TypeError, ValueError) as err:
            reason = err.found if isinstance(err, FacilitatorError) else str(err)
            raise _another(f"entry {number} cannot be: {reason}") from err
        entries += [Entry(number, at, kind, body, True) for kind, body in derived]
        rows += [Row(number, at, kind, dumped(body), 1) for kind, body in derived]
    if digest_of(entries) != handed.digest:
        raise _another("entries that give another")
    return tuple(rows)


def keep(handed: Handed, table: Table, rows: tuple[Row, ...], path: Path) -> None:
    """Write a game that was handed over; raises as `write_afresh` does."""
    facts = {**facts_of(table, handed.seed), CARRIED: len(handed.inputs), "begun": rows[0].at}
    write_afresh({key: dumped(value) for key, value in facts.items()}, rows, path)


def _another(found: str) -> JournalError:
    return JournalError(
        "the game of the other device",
        found,
        "Let it be handed over again; both devices need the same version of the program.",
    )
