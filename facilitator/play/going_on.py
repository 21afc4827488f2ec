"""Whether a kept game can go on: it is this table's, and the rehearsal that was asked for or a real game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facilitator.errors import CommandError, FacilitatorError, JournalError
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
    if found := departed(journal):
        raise no_more(journal, found)
    kept = _kept(journal)
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


def _kept(journal: Journal) -> dict[str, object]:
    """Return the keys of the table that a game was begun at."""
    begun = journal.facts.get("table")
    return begun if isinstance(begun, dict) else {}


def departed(journal: Journal) -> str:
    """Return what a game was begun with that is played no more, as its table file says it; empty: nothing."""
    from facilitator.table.values import FORMER

    kept = _kept(journal)
    form, seats = kept.get("protocol"), kept.get("seats")
    if isinstance(form, str) and form in FORMER:
        return f"protocol: {form}"
    styles = (
        (seat.get("style") for seat in seats if isinstance(seat, dict)) if isinstance(seats, list) else ()
    )
    return "a style of weights" if any(isinstance(style, dict) for style in styles) else ""


def table_then(journal: Journal) -> Table:
    """Return the table of a game begun with what is played no more: what its public events need."""
    from facilitator.table.load import make_table

    kept = _kept(journal)
    seats = kept.get("seats")
    named = [{**seat, "style": "uniform"} for seat in seats] if isinstance(seats, list) else seats
    keys = {key: kept[key] for key in ("name", *COUNTS) if key in kept and key != "protocol"}
    try:
        return make_table({**keys, "seats": named})
    except (CommandError, TypeError) as err:  # seats that are none
        raise no_table(journal) from err


def no_more(journal: Journal, found: str) -> JournalError:
    """Return the error that says that a game was begun with what is played no more."""
    return JournalError(
        "a game that can still be gone on with",
        f"one begun with {found}, which is played no more, in {journal.name}",
        "Read it with facilitator log, and begin afresh with --new.",
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
