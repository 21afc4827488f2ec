"""Validation of stored games: a game can only be continued with its original table settings."""

from __future__ import annotations

from collections.abc import Mapping

from facilitator.errors import FacilitatorError, JournalError
from facilitator.i18n.catalogue import Between, Listed, phrase, refusal, sentence
from facilitator.play.journal import SEED, Journal, save_words
from facilitator.protocols.forms import FORMS
from facilitator.table_files.model import USUAL, Table, pool_cards

COUNTS = ("game", "rules", "seats", "hand_size", *USUAL, "protocol", "conceal", "pool", "pool_deck", "track")
"""Table settings that must not change during a game. All other settings can change between sessions."""


def make_journal_facts(table: Table, seed: int | None) -> dict[str, object]:
    """Return the facts for a new journal: the table settings, and the seed of a rehearsal."""
    facts: dict[str, object] = {"table": table.model_dump(mode="json")}
    return facts if seed is None else {**facts, SEED: seed}


def check_same_game(journal: Journal, table: Table) -> None:
    """Raise `JournalError` if the stored game cannot be continued with this table."""
    old = table_of(journal)
    differ = tuple(key for key in COUNTS if _get_comparable(old, key) != _get_comparable(table, key))
    if differ:
        keys = Listed(differ, Between.AND)
        raise JournalError(*refusal("refused.game.other", keys=keys, name=journal.name))


def find_former_form(journal: Journal) -> str:
    """Return the stored game's form if this version does not support it, or an empty string."""
    form = _read_table_keys(journal).get("protocol")
    return form if isinstance(form, str) and form not in FORMS else ""


def table_of(journal: Journal) -> Table:
    """Return the table of a stored game.

    Raises:
        JournalError: The table settings are missing, or this version does not support them.
    """
    if form := find_former_form(journal):
        raise JournalError(*refusal("refused.game.former", form=form, name=journal.name))
    return _table_with(journal, _read_table_keys(journal))


def table_then(journal: Journal) -> Table:
    """Return a table that can show the public events of an old game whose form no longer exists."""
    kept = _read_table_keys(journal)
    seats = kept.get("seats")
    named = [{**seat, "style": "uniform"} for seat in seats] if isinstance(seats, list) else seats
    others = {key: value for key, value in kept.items() if key != "protocol"}
    return _table_with(journal, {**others, "seats": named})


def _read_table_keys(journal: Journal) -> dict[str, object]:
    begun = journal.facts.get("table")
    return begun if isinstance(begun, dict) else {}


def _table_with(journal: Journal, keys: Mapping[str, object]) -> Table:
    from facilitator.table_files.load import make_table

    try:
        return make_table({key: keys[key] for key in ("name", *COUNTS) if key in keys})
    except (FacilitatorError, TypeError, ValueError, RecursionError) as err:
        raise JournalError(*refusal("refused.game.table", name=journal.name)) from err


def _get_comparable(table: Table, key: str) -> object:
    return pool_cards(table) if key == "pool_deck" else getattr(table, key)


def check_same_rehearsal(journal: Journal, seed: int | None) -> None:
    """Raise `JournalError` if the journal has another seed.

    Args:
        journal: Journal to check.
        seed: Rehearsal seed. `None` for a real game.
    """
    if journal.seed == seed:
        return
    wanted, found = (
        phrase("game.real") if number is None else phrase("game.rehearsal", seed=number)
        for number in (seed, journal.seed)
    )
    raise JournalError(*refusal("refused.game.rehearsal", wanted=wanted, found=found, name=journal.name))


def build_no_game_error(err: Exception, journal: Journal) -> JournalError:
    """Build the error for a journal whose entries form no possible game."""
    reason = err.problem if isinstance(err, FacilitatorError) else sentence("damage.value")
    return JournalError(*refusal("refused.game.entries", why=reason, save=save_words(journal.path)))
