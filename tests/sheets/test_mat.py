"""The mat of the row of six: its places, its two movements and its words; and the cheat sheet, whose front it is."""

from __future__ import annotations

from functools import cache

import pytest

from drawings import measure_text, no_overlap, overlaps, table_of
from facilitator.errors import CommandError
from facilitator.i18n.catalogue import LANGUAGES, set_language
from facilitator.operations.definitions import HandOperation, Rearrange
from facilitator.operations.perform import operations
from facilitator.operations.steps import labels_of
from facilitator.pictures.layout_movements import find_lifted_card
from facilitator.pictures.marks import BLACK, PAPERS, Box, Document, Line, Page, Polygon, Tag, Text
from facilitator.play.turn_starts import plan_opening
from facilitator.sheets.build import SheetOptions, build, list_needed_sheets
from facilitator.sheets.page import points_to_mm
from facilitator.table_files.load import Table

FORMS = ("published", "published-2023")
VERA: dict[str, object] = {"name": "Vera", "virtual": True}


def table(form: str = "published", **keys: object) -> Table:
    return table_of("Ana", VERA, "Ben", protocol=form, pool="split", hand_size=3, **keys)


@cache
def made(name: str, paper: str = "A4", form: str = "published") -> Document:
    return build(table(form), SheetOptions(paper), [name])[0][0]


def texts(page: Page) -> list[Text]:
    """Return the lines of text between the strips at the upper and the lower edge."""
    found = [mark for mark in page.marks if isinstance(mark, Text)]
    return [text for text in found if 8.4 < text.y < page.paper.h - 8.4]


def edges(page: Page) -> list[float]:
    """Return where the places of the row begin and end, from left to right."""
    return sorted(m.x1 for m in page.marks if isinstance(m, Line) and m.x1 == m.x2 and m.y2 - m.y1 > 80)


def arrows(page: Page) -> list[Polygon]:
    """Return the shafts and the heads of the large arrows, each shaft before its head."""
    black = [mark for mark in page.marks if isinstance(mark, Polygon) and mark.fill == BLACK]
    at = [i for i, mark in enumerate(black) if len(mark.points) > 80]
    return [mark for i in at for mark in black[i : i + 2] if _span(mark, 0) > 60 or len(mark.points) == 3]


def _span(shape: Polygon, axis: int) -> float:
    found = [point[axis] for point in shape.points]
    return max(found) - min(found)


@pytest.mark.parametrize("form", FORMS)
def test_tables_with_forms_of_the_paper_need_the_mat_and_the_cheat_sheet(form: str) -> None:
    assert {"mat", "cheats"} <= {*list_needed_sheets(table(form))}
    sheets = build(table(form), SheetOptions(), ["cheats", "mat"])[0]
    assert len(sheets[0].pages) > 1
    assert len(sheets[1].pages) == 1
    assert sheets[0].pages[0].marks[:200] == sheets[1].pages[0].marks[:200]


def test_other_forms_have_no_mat() -> None:
    knockout = table_of("Ana", VERA, protocol="knockout", hand_size=2)
    assert "mat" not in list_needed_sheets(knockout)
    with pytest.raises(CommandError, match="no row of six cards"):
        build(knockout, SheetOptions(), ["mat"])


@pytest.mark.parametrize("paper", PAPERS)
def test_the_mat_is_to_scale_and_its_arrows_show_the_movements(paper: str) -> None:
    """A card is 56 mm wide. Only the outer cards stick out over the paper."""
    page = made("mat", paper).pages[0]
    assert page.paper.w > page.paper.h
    left, *inner, right = edges(page)
    # the first and the last edge are off the paper
    begins, ends = [*inner[0::2], right], [left, *inner[1::2]]
    assert all(end - begin == pytest.approx(56) for begin, end in zip(begins, ends[1:], strict=False))
    middles = [begin + 28 for begin in begins]
    middles = [middles[0] - 57.5, *middles]
    assert middles[0] - 28 < 0
    assert middles[5] + 28 > page.paper.w
    ops = [op for op in operations(plan_opening(table(), "Vera").plan.recipe) if isinstance(op, Rearrange)]
    drawn = arrows(page)
    for op, shaft, head in zip(ops[:2], drawn[0::2], drawn[1::2], strict=True):
        moved, before = find_lifted_card(op.order)
        tip = head.points[0]
        assert tip[0] == pytest.approx((middles[before - 2] + middles[before - 1]) / 2, abs=1)
        start = shaft.points[0]
        assert start[0] == pytest.approx(middles[moved - 1], abs=3)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ["mat", "cheats"])
@pytest.mark.every(3)
def test_all_words_of_the_mat_are_large_enough(name: str, paper: str, language: str) -> None:
    """Nothing is smaller than 14 points, no line touches another, and no arrow touches words or a rule."""
    shown = table()
    set_language(language)
    document = build(shown, SheetOptions(paper), [name])[0][0]
    assert no_overlap(document)
    for page in document.pages:
        read = texts(page)
        assert read
        assert min(text.size for text in read) >= points_to_mm(14) - 1e-6
        points = [point for arrow in arrows(page) for point in arrow.points]
        dots = [Box(x - 0.2, y - 0.2, 0.4, 0.4) for x, y in points]
        assert not [text.text for text in read for dot in dots if overlaps(measure_text(text), dot)]
        tips = [
            Box(x - 1, y - 1, 2, 2)
            for mark in page.marks
            if isinstance(mark, Polygon) and len(mark.points) == 3
            for x, y in mark.points
        ]
        assert not [text.text for text in read for tip in tips if overlaps(measure_text(text), tip)]
        rules = [m.y1 for m in page.marks if isinstance(m, Line) and m.y1 == m.y2 and m.x2 - m.x1 > 200]
        assert not [y for y in rules for _, end in points if abs(end - y) < 0.5]


@pytest.mark.parametrize("form", FORMS)
def test_every_step_is_on_the_front_or_on_the_back(form: str) -> None:
    """The front has the steps of one pile, the back has all others, under the labels of the protocol."""
    ops = operations(plan_opening(table(form), "Vera").plan.recipe)
    acts = [op.step for op in ops if isinstance(op, HandOperation) and op.step is not None]
    pile = {*labels_of([act for act in acts if act.label.part is not None])}
    front, *back = made("cheats", form=form).pages
    bold = {text.text for text in texts(front) if text.font == "bold"}
    assert pile == {f"10{letter}" for letter in "cdefghi"}
    assert pile <= bold
    rest = {*labels_of(acts)} - pile
    assert not {label for label in rest if not label.isdigit()} & bold
    named = [text.text for page in back for text in texts(page) if text.font == "bold"]
    assert rest <= _expand(named)
    outline = [
        mark.alt_text.split()[0]
        for page in back
        for mark in page.marks
        if isinstance(mark, Tag) and mark.alt_text
    ]
    assert rest <= _expand(outline)
    assert "10c–i" in named
    assert any("β α means yes" in line for line in named)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.every(3)
def test_the_back_says_where_playable_cards_are_listed_and_how_a_turn_ends(paper: str, form: str) -> None:
    _, back = made("cheats", paper, form).pages
    read = " ".join(text.text for text in texts(back))
    assert ("Which cards can be played" in read) != ("Every card that fits (turn script, last page)" in read)
    assert "Now lay the played card on the discard pile, face up." in read


def _expand(labels: list[str]) -> set[str]:
    """Return all labels of 15 steps with letters that lie within ranges such as 11–12c."""
    order = [f"{number}{letter}" for number in range(1, 16) for letter in ("", *"abcdefghijk")]
    found = set[str]()
    for first, sign, last in (label.partition("–") for label in labels):
        if sign and first in order:
            end = last if last[0].isdigit() else first.rstrip("abcdefghijk") + last
            found |= {*order[order.index(first) : order.index(end) + 1]}
    return found | {*labels}
