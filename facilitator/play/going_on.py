"""Whether a kept game can go on: it is this table's, and the rehearsal that was asked for or a real game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facilitator.errors import FacilitatorError, JournalError
from facilitator.play.journal import Journal
from facilitator.play.store import save_words
from facilitator.play.turn import pool_cards
from facilitator.table.house import USUAL

if TYPE_CHECKING:
    from facilitator.table.load import Table

COUNTS = ("game", "rules", "seats", "hand_size", *USUAL, "protocol", "conceal", "pool", "pool_deck")
"""The keys of a table file without which its game would be another; the others may change between evenings."""


def facts_of(table: Table, seed: int | None) -> dict[str, object]:
    """Return what a game's journal opens with: its table, and what a rehearsal's chance comes from."""
    facts: dict[str, object] = {"table": table.model_dump(mode="json")}
    return facts if seed is None else {**facts, "rehearsal": seed}


def same_game(journal: Journal, table: Table) -> None:
    """Raise `JournalError` unless a journal's game can go on at this table."""
    begun = journal.facts.get("table")
    kept = begun if isinstance(begun, dict) else {}
    try:
        old = type(table).model_validate({key: kept[key] for key in COUNTS if key in kept})
    except (ValueError, RecursionError) as err:  # pydantic's
        raise no_table(journal) from err
    differ = [key for key in COUNTS if _counted(old, key) != _counted(table, key)]
    if differ:
        raise JournalError(
            "the game of this table",
            f"one begun with other {' and '.join(differ)} in {journal.name}",
            "Put the table file back as it was, or start afresh with --new.",
        )


def _counted(table: Table, key: str) -> object:
    return pool_cards(table) if key == "pool_deck" else getattr(table, key)


def same_rehearsal(journal: Journal, seed: int | None) -> None:
    """Raise `JournalError` unless a journal is the rehearsal with this seed (None: a real game)."""
    old = journal.facts.get("rehearsal")
    if old == seed:
        return
    kinds = ["a real game" if one is None else f"a rehearsal with --seed {one}" for one in (seed, old)]
    raise JournalError(
        kinds[0],
        f"{kinds[1]} in {journal.name}",
        "Type the command it was begun with, name another --journal, or start afresh with --new.",
    )


def no_table(journal: Journal) -> JournalError:
    """Return the error that says that a journal opens with no table, or one this version does not know."""
    return JournalError(
        "a game's table", f"none in {journal.name}", "Restore a copy, or begin afresh with --new."
    )


def not_a_game(err: Exception, journal: Journal) -> JournalError:
    """Return the error that says why a journal's entries make no game."""
    reason = err.found if isinstance(err, FacilitatorError) else repr(err)
    return JournalError(
        "entries that make a game",
        f"one that cannot be ({reason})",
        f"Restore a copy, use the version of the program that began this game, or {save_words(journal.path)}.",
    )


def another_game(journal: Journal) -> JournalError:
    """Return the error that says that other events follow from a journal's inputs than it has."""
    return JournalError(
        "the journal to give the same game again",
        "other events than were written",
        f"Use the version of the program that began this game, or {save_words(journal.path)}.",
    )
