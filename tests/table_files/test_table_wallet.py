"""A table with a wallet: what stands there unsaid, and what no printed deck can serve, each with the reason."""

from __future__ import annotations

import pytest

from facilitator.table_files.load import Table, TableFileError, keys_of, make_table, parse_table, table_text

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


STYLED = "{name: Vera, virtual: true, style: saver}"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (f"{V}equipment: envelopes", 3, "With protocol: wallet nothing is laid out in columns"),
        (f"{V}equipment: sleeves", 3, "so equipment has no use. Take equipment out."),
        (f"{V}extras: labels", 3, "so extras has no use. Take extras out."),
        (f"{V}equipment: sleeves\nextras: slips", 4, "so extras has no use. Take extras out."),
        (f"{V}pool: shared", 2, "because people's cards have no dots. Write pool: split"),
        (f"{V}rules: kpgut", 2, "rules: kpgut everyone plays from one deck. Write rules: paper or official"),
        (f"{V}game: sevens", 2, "used for sevens, because there the top card alone"),
        (f"{V}conceal: true", 2, "conceal: true. Beside a wallet"),
        (f"seats: [Ana, {STYLED}, {{name: Udo, virtual: true}}]\nprotocol: wallet", 2, "has saver and uniform"),
        (f"seats: [Ana, {STYLED.replace('saver', 'finisher')}]\nprotocol: wallet", 2, "style: finisher there are 85"),
        (f"{FOUR}game: hearts\npool: split", 4, "hearts has no setting pool"),
    ],
)  # fmt: skip
def test_what_no_wallet_serves_is_refused_with_the_reason(text: str, line: int, words: str) -> None:
    with pytest.raises(TableFileError) as caught:
        parse_table(text, "friday.yaml")
    said = str(caught.value).splitlines()
    assert any(message.startswith(f"friday.yaml, line {line}: ") and words in message for message in said), (
        said
    )
    assert len(said) == 1 + ("slips" in text)


def test_what_a_wallet_has_not_is_not_written() -> None:
    assert {*Table.model_fields} - {*keys_of(parse_table(V))} == {"equipment", "extras"}
