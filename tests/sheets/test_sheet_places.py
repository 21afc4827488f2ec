"""Where labels, cards and backs lie: on their stock, their paper and behind their fronts, and how kinds look."""

from __future__ import annotations

from collections import Counter

import pytest
from test_sheets_pdf import label_document

from drawings import build_every_sheet, holds, no_overlap, overlaps, small, table_of, tiny
from facilitator.operations.faces import ALPHA, BETA
from facilitator.pictures.figures import pattern, symbol
from facilitator.pictures.marks import CARD_SIZES, DOT, PAPERS, Adjust, Box, Text, iter_stamp_boxes
from facilitator.planning.extra_cards import list_needs
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.designs import Design, kinds_of
from facilitator.sheets.stocks import CARD, LABELS, cut_stock, get_stock, stocks
from facilitator.table_files.load import SAMPLES, Table, sample


def test_both_paper_sizes_have_at_least_twelve_stocks() -> None:
    known = stocks()
    assert len(known) >= 12
    assert {stock.paper.name for stock in known.values()} == set(PAPERS)


@pytest.mark.parametrize("name", stocks())
def test_every_stock_fits_its_sheet_and_its_labels_fit_a_card(name: str) -> None:
    stock = stocks()[name]
    assert holds(Box(0, 0, stock.paper.w, stock.paper.h), stock.block)
    w, h = sorted(stock.size)
    assert w <= CARD.w
    assert h <= CARD.h or stock.use != LABELS
    boxes = [stock.label(n) for n in range(1, stock.per_sheet + 1)]
    assert not any(overlaps(a, b, 0.01) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
    if not stock.cut:
        assert get_stock(stock.title.split()[-1].lower()).paper == stock.paper


@pytest.mark.parametrize("name", stocks())
@pytest.mark.parametrize("adjust", [Adjust(), Adjust(0.37, -0.81, 1.0025, 0.998)])
@pytest.mark.every(2)
def test_labels_are_printed_at_the_places_of_the_stock(name: str, adjust: Adjust) -> None:
    """Within 0.1 mm, with offset and scale; two sheets in full, for every stock."""
    stock = stocks()[name]
    document = label_document(small(), stock).adjust_pages(adjust)
    faces = Counter[str]()
    position = 1
    sheets = 0
    for page in document.pages:
        if not list(iter_stamp_boxes(document, page)):
            continue  # the jig
        sheets += 1
        for slug, box in iter_stamp_boxes(document, page):
            should = stock.label(position)
            x, y = adjust.dx + adjust.sx * should.x, adjust.dy + adjust.sy * should.y
            assert abs(box.x - x) < 0.1
            assert abs(box.y - y) < 0.1
            assert abs(box.w - should.w * adjust.sx) < 0.001
            assert abs(box.h - should.h * adjust.sy) < 0.001
            assert abs(box.x / DOT - round(box.x / DOT)) < 1e-6
            faces[slug] += 1
            position += 1
        position = 1
    kinds = kinds_of((need.face for need in list_needs(small())), small())
    assert sum(bool(list(iter_stamp_boxes(document, page))) for page in document.pages) == sheets
    assert faces == {kinds[need.face].slug: need.total for need in list_needs(small())}


def test_equivalent_product_numbers_are_known() -> None:
    assert (get_stock("L8651").id, get_stock("8160").id) == ("avery-l7651", "avery-5160")
    for number in ("5371", "5877", "8371", "8377", "8877", "28877"):
        assert (get_stock(number).id, get_stock(number).per_sheet) == ("avery-8377", 10)


def test_equal_labels_are_drawn_with_one_stamp() -> None:
    document = label_document(small(), get_stock("l7651"))
    for name, stamp in document.stamps.items():
        words = [mark.text for mark in stamp.marks if isinstance(mark, Text)]
        assert not any(c.isdigit() for word in words for c in word), name
    assert len(document.stamps) == len(list_needs(small()))


def looks(table: Table) -> list[Design]:
    return [*kinds_of((need.face for need in list_needs(table)), table).values()]


def ten_seats() -> Table:
    """As many designations as a table can have: ten seats, a concealed deck."""
    last = {"name": "J", "virtual": True}
    return table_of(*"ABCDEFGHI", last, hand_size=3, conceal=True)


@pytest.mark.parametrize("table", [*map(sample, SAMPLES), ten_seats()], ids=[*SAMPLES, "ten"])
def test_extra_cards_differ_without_colour(table: Table) -> None:
    """α, β and all θ by symbol, by name and by pattern, each alone; other kinds by letter, symbol and pattern."""
    kinds = looks(table)
    assert len({(kind.glyph, kind.symbol, kind.pattern) for kind in kinds}) == len(kinds)
    told = [kind for kind in kinds if kind.face in (ALPHA, BETA) or kind.face.startswith("θ")]
    for part in ("symbol", "name", "pattern"):
        assert len({getattr(kind, part) for kind in told}) == len(told), part
    for draw in (symbol, pattern):
        names = [kind.symbol if draw is symbol else kind.pattern for kind in told]
        pictures = [tuple(draw(name, Box(0, 0, 5, 20))) for name in names]
        assert len(set(pictures)) == len(told), "drawn as they are called"
    assert len(looks(ten_seats())) >= 10 + 2 + 2 + 4


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", CARD_SIZES)
def test_cards_to_cut_fill_the_sheet_and_have_blank_backs(paper: str, size: str) -> None:
    stock = cut_stock(PAPERS[paper], CARD_SIZES[size])
    assert (stock.cols, stock.rows, stock.cuts) == (3, 3, 8)
    assert holds(PAPERS[paper].printable, stock.clear_area)
    document = build(tiny(), SheetOptions(paper, size=CARD_SIZES[size]), ["cards"])[0][0]
    assert not document.duplex
    assert no_overlap(document)
    assert all([*iter_stamp_boxes(document, page)] for page in document.pages)
    assert {stamp.size for stamp in document.stamps.values()} == {CARD_SIZES[size]}


def test_the_calibration_sheet_shows_the_error_that_other_sheets_correct() -> None:
    documents = build_every_sheet(SheetOptions(adjust=Adjust(0.3)))
    adjusted = {document.name: {page.adjust for page in document.pages} for document in documents}
    assert adjusted.pop("calibration") == {Adjust()}
    assert all(found == {Adjust(0.3)} for found in adjusted.values())
