"""A table with a wallet: what stands there unsaid, and what no printed deck can serve, each with the reason."""

from __future__ import annotations

import pytest

from facilitator.table_files.load import Table, keys_of, make_table, parse_table, table_text

V = "seats: [Ana, Ben, {name: Vera, virtual: true}]\nprotocol: wallet\n"
FOUR = "seats: [Ana, Ben, Cleo, {name: Vera, virtual: true}]\nprotocol: wallet\n"


@pytest.mark.parametrize(
    ("text", "pool", "deck"),
    [
        (V, "split", "compact-27"),
        (f"{V}pool: split", "split", "compact-27"),
        (f"{V}pool_deck: half-54", "split", "half-54"),
        (f"{V}rules: official", "split", "compact-27"),
        (f"{FOUR}game: hearts", "shared", "full-108"),
        (f"{FOUR}game: hearts\nrules: usual", "shared", "full-108"),
        (f"{V}game: dominoes", "shared", "full-108"),
        ("seats: [Ana, Ben]\nprotocol: wallet", "split", "compact-27"),
    ],
)
def test_a_wallets_deck_need_not_be_named(text: str, pool: str, deck: str) -> None:
    """The virtual seats' own in UNO; in other games everybody plays with it."""
    table = parse_table(text)
    assert (table.pool, table.pool_deck) == (pool, deck)
    assert parse_table(table_text(table)) == table
    assert make_table(table.model_dump(mode="json")) == table


def test_a_file_without_a_protocol_means_what_it_meant() -> None:
    table = parse_table("seats: [Ana, {name: Vera, virtual: true}]")
    assert (table.protocol, table.pool, table.pool_deck) == ("knockout", "shared", "full-108")


def test_what_a_wallet_has_not_is_not_written() -> None:
    assert {*Table.model_fields} - {*keys_of(parse_table(V))} == {"equipment", "extras"}
