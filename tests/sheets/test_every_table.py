"""Every sheet of every kind of table is made: protocol by style by discards, and games with their own classes."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest

from facilitator.errors import CommandError
from facilitator.protocols.forms import FORMS, Coding, offered
from facilitator.sheets.build import ASKED, LAID, SHEETS, Wish, build
from facilitator.sheets.kit import ROUTES
from facilitator.supplies.needs import needs
from facilitator.table.load import Table, make_table
from facilitator.table.whole import slips_show

STYLES: tuple[object, ...] = ("uniform", "attacker", {"number": 1, "skip": 3})
SPLIT = {"pool": "split", "pool_deck": "compact-27", "equipment": "sleeves"}
OTHERS: tuple[dict[str, object], ...] = (
    {"game": "hearts", "rules": "paper", "protocol": "published", "hand_size": 13},
    {"game": "hearts", "rules": "usual", "hand_size": 13},
    {"game": "dominoes", "protocol": "open"},
    {"protocol": "asking"},
    {"protocol": "asking", "pool": "split", "pool_deck": "compact-27"},
    {"game": "hearts", "protocol": "asking"},
    {"game": "dominoes", "protocol": "asking"},
)


def tables() -> list[Table]:
    """Two virtual seats, the second without a style: sheets of two forms at once; the asking deck has no styles."""
    found = []
    laid = [protocol for protocol in offered() if FORMS[protocol].lays]
    for protocol, style, conceal in product(laid, STYLES, (False, True)):
        seats = ["Ana", {"name": "Vera", "virtual": True, "style": style}, {"name": "Udo", "virtual": True}]
        keys = {"seats": seats, "hand_size": 2, "protocol": protocol, "conceal": conceal}
        found.append(make_table({**keys, **SPLIT}))
    seated = ["Ana", {"name": "Vera", "virtual": True}, "Ben", "Cleo"]
    return [*found, *(make_table({"seats": seated, **other}) for other in OTHERS)]


TABLES = tables()
EVERY_TURN = ("folder", "wording")


def test_every_protocol_a_table_may_name_is_among_them() -> None:
    assert {table.protocol for table in TABLES} == set(offered())
    assert {FORMS[table.protocol].coding for table in TABLES} == {Coding.FITS, Coding.OPEN}
    assert any(FORMS[table.protocol].classed == "published-original" for table in TABLES)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.game}-{table.protocol}")
def test_every_sheet_is_made(table: Table, full: bool) -> None:
    """None ends in a fault of ours; the asking deck, which not every game can have, may be refused in words.

    What tells every turn, which takes seconds, is made here with --full; its own tests make it for every form.
    """
    lays = FORMS[table.protocol].lays
    left_out = ASKED if lays else LAID if needs(table) else (*LAID, *ROUTES)
    names = [name for name in SHEETS if name not in left_out and (full or name not in EVERY_TURN)]
    names = [name for name in names if not slips_show(table.equipment, name)]
    made = {document.name: document for document in build(table, Wish(), names)[0]}
    assert list(made) == names
    assert all(document.pages for document in made.values())
    for name in SHEETS if not lays else ():
        if name not in left_out:
            continue
        with pytest.raises(CommandError, match="lays no columns"):
            build(table, Wish(), [name])
    for name in ASKED if lays else ():
        with suppress(CommandError):  # no dot says what such a table asks
            assert build(table, Wish(), [name])[0][0].pages
