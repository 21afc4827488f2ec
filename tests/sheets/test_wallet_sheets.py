"""The sheets of a table with a wallet: what it needs is printed, and nothing of columns."""

from __future__ import annotations

from functools import cache

import pytest

from drawings import no_overlap, table_of
from facilitator.errors import CommandError
from facilitator.pictures.marks import Circle, Document, Text
from facilitator.planning.extra_cards import ExtrasBox
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.wallet_sheets import PrintedDeck
from facilitator.table_files.load import sample
from facilitator.table_files.model import get_masks

WALLETS = ("demo", "hearts", "dominoes")


TICK = 0.45
"""Line width of a circle to tick, in mm."""


def words(document: Document) -> str:
    """All that is written, also on what is drawn often."""
    marks = [mark for page in document.pages for mark in page.marks]
    marks += [mark for stamp in document.stamps.values() for mark in stamp.marks]
    return " ".join(mark.text for mark in marks if isinstance(mark, Text))


@cache
def sheets(name: str, paper: str = "") -> dict[str, Document]:
    """Return all sheets of a sample."""
    return {document.name: document for document in build(sample(name), SheetOptions(paper))[0]}


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("name", WALLETS)
def test_a_wallets_table_is_printed_whole(name: str, paper: str) -> None:
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


@pytest.mark.parametrize("name", WALLETS)
def test_page_0_and_the_set_up_sheet_say_what_a_wallet_needs(name: str) -> None:
    table = sample(name)
    first, setup, seats = (sheets(name)[sheet] for sheet in ("contents", "setup", "seats"))
    said = " ".join((words(first) + words(setup)).split())
    masks = get_masks(table)
    for wanted in (
        f"{len(masks.deck)} cards",
        f"{len(masks.sides)} masks",
        "A sharp knife" if name == "dominoes" else "hole punch",
        "lid",
        f"bear the same four letters and digits? Yes: {masks.code}.",
    ):
        assert wanted in said, wanted
    for gone in ("no cut", "extra cards"):
        assert gone not in said, gone
    for gone in ("column", "envelope", "sleeve", "marker", "α", "bit card"):
        assert gone not in said.replace("no columns", ""), gone
    assert "marker" not in words(seats)


@pytest.mark.parametrize("sheet", ["setup", "script", "wallet"])
def test_the_list_of_masks_stands_where_a_mask_is_looked_for(sheet: str) -> None:
    """At set-up, beside the first step of a turn, and where the masks are made."""
    table = sample("demo")
    lines = get_masks(table).lookup
    said = " ".join(words(sheets("demo")[sheet]).split())
    assert len(lines) == 3
    for line in lines:
        assert line in said, line


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("draw", ["one", "until playable"])
def test_every_duel_has_a_circle_to_tick(draw: str, paper: str) -> None:
    """Seven cards are six duels; beside the check of the dot, whatever is said after it.  On two pages and one."""
    seats = ("Ana", {"name": "Vera", "virtual": True}, "Ben")
    (folder,) = build(table_of(*seats, protocol="wallet", draw=draw), SheetOptions(paper), ["script"])[0]
    assert len(folder.pages) == 3  # and the page to go on by without the program
    marks = (mark for page in folder.pages[:-1] for mark in page.marks)
    rows = [mark.y for mark in marks if isinstance(mark, Circle) and mark.width == TICK]
    assert len(rows) >= 6
    assert len(set(rows)) == 1
    texts = (mark for mark in folder.pages[0].marks if isinstance(mark, Text))
    dot = next(mark for mark in texts if mark.text.startswith("On which side"))
    assert abs(dot.y - rows[0]) < 3


def test_a_colour_is_drawn_with_the_same_cards_wherever_it_is_said() -> None:
    """Four slips of paper that are called the colour cards; a table with a wallet has no box to take them from."""
    said = {name: " ".join(words(sheets("demo")[name]).split()) for name in ("contents", "setup", "script")}
    said["play"] = ExtrasBox(sample("demo")).contents()
    for name, text in said.items():
        assert "colour cards" in text, name
        assert "box" not in text.replace("the lid of a box", ""), name
    for name in ("contents", "setup", "play"):
        assert "cloth" in said[name], name


def test_guests_read_what_a_dot_and_a_ring_mean_and_where_not_to_look() -> None:
    said, other = (" ".join(words(sheets(name)["guests"]).split()) for name in ("demo", "sleeves"))
    for wanted in ("A black dot on a card's side means", "The ring in the other hole", "from table height"):
        assert wanted in said, wanted
        assert wanted not in other, wanted


@pytest.mark.parametrize("sheet", ["labels", "slips", "cards"])
def test_sheets_of_extra_cards_are_refused_with_the_reason(sheet: str) -> None:
    with pytest.raises(
        CommandError, match="It uses no extra cards, and the dots say which cards may be played"
    ):
        build(sample("demo"), SheetOptions(), [sheet])
    assert {"deck", "wallet"}.isdisjoint(sheets("sleeves"))


def test_the_parts_of_a_wallet_are_printed_on_card_that_is_not_perforated() -> None:
    """As what to buy says: a panel on perforated cards would fall apart."""
    said = " ".join(words(sheets("demo")["contents"]).split())
    assert "Avery C32011; for the last sheet, with the parts, plain card of the same weight" in said
    assert "1 sheet of plain card of the same weight" in said
