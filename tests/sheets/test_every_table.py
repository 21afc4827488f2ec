"""Every sheet of every kind of table is made: protocol by style by discards, and games with their own classes."""

from __future__ import annotations

from itertools import product

import pytest

from facilitator.i18n.catalogue import LANGUAGES, set_language
from facilitator.planning.shopping import has_row
from facilitator.protocols.forms import FORMS, list_offered_forms, title_of
from facilitator.sheets.build import PRINTED, SHEETS, Material, SheetOptions, build
from facilitator.table_files.load import Table, make_table
from facilitator.table_files.model import slips_show, uses_printed_deck

STYLES = ("uniform", "attacker")
SPLIT = {"pool": "split", "pool_deck": "compact-27", "equipment": "sleeves"}
OTHERS: tuple[dict[str, object], ...] = (
    {"game": "hearts", "rules": "paper", "protocol": "published", "hand_size": 13},
    {"game": "hearts", "rules": "usual", "hand_size": 13},
    {"game": "dominoes"},
    {"protocol": "wallet"},
    {"game": "hearts", "rules": "usual", "protocol": "wallet", "hand_size": 13},
)


def tables() -> list[Table]:
    """Two virtual seats, the second without a style: sheets of two forms at once."""
    found = []
    for protocol, style, conceal in product(
        (name for name in list_offered_forms() if name != "wallet"), STYLES, (False, True)
    ):
        seats = ["Ana", {"name": "Vera", "virtual": True, "style": style}, {"name": "Udo", "virtual": True}]
        keys = {"seats": seats, "hand_size": 2, "protocol": protocol, "conceal": conceal}
        found.append(make_table({**keys, **SPLIT}))
    seated = ["Ana", {"name": "Vera", "virtual": True}, "Ben", "Cleo"]
    return [*found, *(make_table({"seats": seated, **other}) for other in OTHERS)]


TABLES = tables()
EVERY_TURN = ("contents", "script", "wording", "cheats", "mat")


def test_sheets_of_every_protocol_are_tested() -> None:
    assert {table.protocol for table in TABLES} == set(list_offered_forms())
    assert any(FORMS[table.protocol].classed == "published-original" for table in TABLES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_footers_name_the_protocol_in_plain_words(language: str) -> None:
    set_language(language)
    forms = {Material.from_table(table, SheetOptions()).brief.form for table in TABLES}
    assert "published-original" in forms
    assert not [form for form in forms if title_of(form) == form]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.game}-{table.protocol}")
@pytest.mark.every(2)
def test_every_sheet_of_every_table_can_be_made(table: Table, full: bool) -> None:
    """None ends in a fault of ours.

    What tells every turn, which takes seconds, is made here with --full; its own tests make it for every form.
    """
    names = [name for name in SHEETS if full or name not in EVERY_TURN]
    names = [name for name in names if not slips_show(table.equipment, name)]
    if uses_printed_deck(table.protocol):  # no extra cards
        names = [name for name in names if name not in ("labels", "jig", "slips", "cards")] + [*PRINTED]
    if not has_row(table):
        names = [name for name in names if name != "mat"]
    made = {document.name: document for document in build(table, SheetOptions(), names)[0]}
    assert list(made) == names
    assert all(document.pages for document in made.values())
