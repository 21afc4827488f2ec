"""The turn folder: true for every turn, at most six pages, walked beside play over whole games."""

from __future__ import annotations

from pathlib import Path

import pytest

from drawings import table_of
from every_turn import BOTH, Folders
from facilitator.cli.printing import moment_of
from facilitator.errors import CommandError
from facilitator.games.events import Start
from facilitator.play.every_turn import EveryTurn
from facilitator.play.game import Game
from facilitator.sheets.build import Wish, build
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import Document, Rect, Text
from facilitator.table.load import Table, table_text

VERA: dict[str, object] = {"name": "Vera", "virtual": True}
NILS: dict[str, object] = {"name": "Nils", "virtual": True}
THREE = ("Ana", "Ben", VERA)
TABLES: dict[str, Table] = {
    "knockout": table_of(*THREE, hand_size=4),
    "split pool in sleeves": table_of(
        "Ana", VERA, NILS, hand_size=4, pool="split", pool_deck="compact-27", equipment="sleeves"
    ),
    "sleeves": table_of(NILS, "Ana", VERA, "Ben", hand_size=3, equipment="sleeves"),
    "open, until playable": table_of(*THREE, hand_size=3, protocol="open", draw="until playable"),
    "official": table_of(*THREE, hand_size=3, rules="official"),
    "attacker": table_of("Ana", {**VERA, "style": "attacker"}, hand_size=4),
    "weights": table_of("Ana", NILS, {**VERA, "style": {"number": 1, "wild": 2}}, hand_size=3),
    "concealed": table_of(*THREE, hand_size=2, conceal=True),
    "published": table_of(*THREE, hand_size=2, protocol="published"),
    "published-2023": table_of(*THREE, hand_size=2, protocol="published-2023", equipment="sleeves"),
    "asking": table_of(*THREE, hand_size=4, protocol="asking"),
    "asking, until playable": table_of(
        "Ana", VERA, NILS, hand_size=3, protocol="asking", draw="until playable"
    ),
    "asking hearts": table_of("Ana", "Ben", "Cem", VERA, game="hearts", protocol="asking"),
    "asking dominoes": table_of(*THREE, game="dominoes", protocol="asking"),
    "hearts": table_of("Ana", "Ben", "Cem", VERA, game="hearts"),
    "sevens": table_of(*THREE, game="sevens"),
    "dominoes": table_of(*THREE, game="dominoes"),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_act_of_play_is_on_the_folder(name: str, full: bool) -> None:
    """In order, sizes put in: whole games in both wordings, or in the usual run the first turns of one in brief."""
    folders = Folders(TABLES[name], BOTH if full else BOTH[:1])
    runs = sum(folders.walk(seed) for seed in range(50)) if full else folders.walk(3, most=2)
    assert runs >= 2
    assert folders.acts > 3 * runs


def test_a_number_is_said_in_at_most_three_ways() -> None:
    """Also the column of a deck some of which is drawn: a list of what it once was would be no help."""
    for wording in BOTH:
        told = EveryTurn(TABLES["open, until playable"]).told(wording)
        slots = [slot for act in told.acts for one in act.wordings for slot in one.slots]
        assert max(len(slot.sums) for slot in slots) <= 3


def folder_of(table: Table, wish: Wish | None = None) -> Document:
    return build(table, wish or Wish(), ["folder"])[0][0]


@pytest.mark.parametrize("name", TABLES)
def test_a_folder_has_at_most_six_pages(name: str, full: bool) -> None:
    if not full and name not in ("knockout", "split pool in sleeves", "published"):
        return
    document = folder_of(TABLES[name])
    assert len(document.pages) <= 6
    page = document.pages[0]
    large = [m.size for m in page.marks if isinstance(m, Text) and 60 < m.y < page.paper.h - 30]
    assert large.count(18 * 25.4 / 72) > 10


def test_the_folder_of_the_asking_deck_says_which_card_and_when_none_is_asked() -> None:
    document = folder_of(TABLES["asking"])
    assert len(document.pages) <= 6
    words = " ".join(mark.text for page in document.pages for mark in page.marks if isinstance(mark, Text))
    for said in (
        "card i likewise",
        "which card it is",
        "If no card fits",
        "IF ring in 2 or 3",
        "Once a card was asked",
    ):
        assert said in words, said
    assert "all cards laid out" not in words


def test_the_last_page_leads_home_in_a_band_that_needs_no_colour() -> None:
    document = folder_of(TABLES["knockout"])
    marks = document.pages[-1].marks
    assert any(isinstance(mark, Rect) and isinstance(mark.fill, tuple) for mark in marks)
    assert sum(isinstance(mark, Text) and mark.text == "!" for mark in marks) == 4
    words = " ".join(mark.text for mark in marks if isinstance(mark, Text))
    assert "type void and why" in words


def test_this_moment_stands_in_the_boxes(folder: Path) -> None:
    """The numbers are those of the game beside the table; without a game there are none."""
    table = TABLES["knockout"]
    Path("t.yaml").write_text(table_text(table), encoding="utf-8")
    with pytest.raises(CommandError, match="a game beside the table file"):
        moment_of("t.yaml")
    game = Game.open(table, Path("t.game"))
    game.submit(Start("7R", "Vera"))
    game.close()
    moment = moment_of("t.yaml")
    assert moment.hands == (4, 4, 4, 95)
    marks = folder_of(table, Wish(now=moment)).pages[0].marks
    boxes = [mark.box for mark in marks if isinstance(mark, Rect) and mark.box.w == 17]
    inside = [m.text for m in marks if isinstance(m, Text) and any(_within(box, m) for box in boxes)]
    assert sorted(inside, key=int) == ["4", "4", "4", "38", "95", "107"]


def _within(box: Box, mark: Text) -> bool:
    return box.x < mark.x < box.right and box.y < mark.y < box.bottom
