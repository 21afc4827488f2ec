"""The sheets of a table with a wallet: what it needs is printed, and nothing of columns."""

from __future__ import annotations

from functools import cache

import pytest

from drawings import no_overlap, table_of
from facilitator.errors import CommandError
from facilitator.pictures.marks import Document
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.printed_deck import PrintedDeck
from facilitator.table_files.load import sample

WALLETS = ("demo", "hearts", "dominoes")


@cache
def sheets(name: str, paper: str = "") -> dict[str, Document]:
    """Return all sheets of a sample."""
    return {document.name: document for document in build(sample(name), SheetOptions(paper))[0]}


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", WALLETS)
@pytest.mark.every(3)
def test_all_sheets_of_a_wallet_table_are_printed(name: str, paper: str) -> None:
    """Deck, wallet and folder, the sheets every table has, each with the fingerprint; no extra cards."""
    made = [*sheets(name, paper).values()]
    names = [document.name for document in made]
    torn = PrintedDeck.from_table(sample(name).model_copy(update={"paper": paper})).torn
    assert torn == (paper == "A4" and name != "dominoes")
    read = ["contents", "setup", "script", "wording", "cheats", "guests"]
    assert names == [*read, *["calibration"] * torn, "seats", "log", "deck", "wallet"]
    for document in made:
        if document.name != "calibration":
            assert no_overlap(document)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("draw", ["one", "until playable"])
@pytest.mark.every(3)
def test_the_turn_script_of_a_wallet_has_three_pages(draw: str, paper: str) -> None:
    seats = ("Ana", {"name": "Vera", "virtual": True}, "Ben")
    (folder,) = build(table_of(*seats, protocol="wallet", draw=draw), SheetOptions(paper), ["script"])[0]
    assert len(folder.pages) == 3  # and the page to go on by without the program


@pytest.mark.parametrize("sheet", ["labels", "slips", "cards"])
def test_sheets_of_extra_cards_are_rejected_with_the_reason(sheet: str) -> None:
    with pytest.raises(CommandError, match="uses no extra cards, and the dots say which cards may be played"):
        build(sample("demo"), SheetOptions(), [sheet])
    assert {"deck", "wallet"}.isdisjoint(sheets("sleeves"))
