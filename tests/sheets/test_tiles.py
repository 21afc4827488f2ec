"""Dominoes are drawn as dominoes: pips on two halves, wherever a tile is shown on a sheet."""

from __future__ import annotations

from itertools import combinations

import pytest

from drawings import page_0, read_words, table_of
from facilitator.games.decks import TILES, halves
from facilitator.operations.faces import lot_card
from facilitator.pictures.figures import tile
from facilitator.pictures.marks import Box, Circle, Line, Mark, Rect
from facilitator.planning.extra_cards import list_needs
from facilitator.sheets.build import SheetOptions, build


def pips(marks: list[Mark]) -> list[Circle]:
    return [mark for mark in marks if isinstance(mark, Circle)]


@pytest.mark.parametrize("box", [Box(3, 5, 10, 20), Box(3, 5, 20, 10), Box(0, 0, 10, 14)])
@pytest.mark.parametrize("face", TILES.cards)
def test_pips_of_a_tile_lie_apart_and_inside_their_half(face: str, box: Box) -> None:
    marks = list(tile(face, box))
    outline = next(mark.box for mark in marks if isinstance(mark, Rect))
    bar = next(mark for mark in marks if isinstance(mark, Line))
    lies = box.w > box.h
    assert (bar.x1 == bar.x2) == lies
    assert max(outline.w, outline.h) == 2 * min(outline.w, outline.h)
    assert box.x <= outline.x <= outline.right <= box.right
    first = [spot for spot in pips(marks) if (spot.x < bar.x1 if lies else spot.y < bar.y1)]
    assert (len(first), len(pips(marks)) - len(first)) == halves(face)
    for spot in pips(marks):
        assert outline.x + spot.r < spot.x < outline.right - spot.r
        assert outline.y + spot.r < spot.y < outline.bottom - spot.r
        assert abs(spot.x - bar.x1 if lies else spot.y - bar.y1) > spot.r
    for one, other in combinations(pips(marks), 2):
        assert abs(one.x - other.x) + abs(one.y - other.y) > 2 * one.r


def test_the_box_has_cards_for_both_ends_and_the_set_up_sheet_mentions_tiles() -> None:
    """A tile may fit both ends, though not at the first turn."""
    table = table_of("Ana", "Ben", {"name": "Vera", "virtual": True}, game="dominoes")
    assert {lot_card("left"), lot_card("right")} <= {need.face for need in list_needs(table) if need.first}
    pages = [page_0(table), *build(table, SheetOptions(), ["setup"])[0][0].pages]
    said = read_words(*pages)
    assert "first top card" not in said
    assert "5 tiles" in said
    assert "28 tiles" in said
