"""What was printed, read back: page sizes, fonts, symbols, text, edges, and labels dot for dot."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import numpy as np
import pypdfium2
import pypdfium2.raw as raw
import pytest
import zxingcpp

from drawings import build_every_sheet, small, tiny, tiny_with_row
from facilitator.pictures import marks
from facilitator.sheets.build import SHEETS, Material, SheetOptions, build
from facilitator.sheets.drawing.render import pdf
from facilitator.sheets.extra_cards import labels
from facilitator.sheets.stocks import SheetStock, get_stock, stocks
from facilitator.table_files.load import Table, from_code, make_table, sample

Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


@cache
def printed(paper: str) -> dict[str, tuple[marks.Document, bytes]]:
    """Every sheet of a small table."""
    return {document.name: (document, pdf(document)) for document in build_every_sheet(SheetOptions(paper))}


def pixels(page: pypdfium2.PdfPage, dpi: int) -> Pixels:
    scale = dpi / 72 * (1 - 1e-12)  # it rounds up to whole pixels, and 3750 is not to become 3751
    found: Pixels = page.render(scale=scale, grayscale=True).to_numpy()
    return found.reshape(found.shape[:2])


def exact(book: pypdfium2.PdfDocument, dpi: int) -> Pixels:
    """Render at exactly this resolution, the sheet's top left corner on a whole pixel.

    A viewer fits a page to whole pixels, which stretches it a little; a page of 900 points is not stretched.
    """
    page = book[0]
    _, _, _, top = page.get_mediabox()
    page.set_mediabox(0, top - 900, 900, top)
    page.close()  # the new size counts when the page is opened again
    return pixels(book[0], dpi)


@pytest.mark.parametrize("paper", marks.PAPERS)
@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.every(3)
def test_pages_have_the_correct_sizes_and_texts(name: str, paper: str) -> None:
    """Sizes to 0.01 mm; the text of every page comes back, with its Greek letters and its furniture."""
    document, content = printed(paper)[name]
    book = pypdfium2.PdfDocument(content)
    assert len(book) == len(document.pages)
    for number, page in enumerate(book, 1):
        w, h = (side * marks.POINT for side in page.get_size())
        sheet = marks.PAPERS[document.pages[number - 1].paper.name]
        assert abs(w - sheet.w) < 0.01
        assert abs(h - sheet.h) < 0.01
        text = " ".join(page.get_textpage().get_text_range().split())
        for said in ("Small", f"page {number} of {len(book)}", "100 %", "fingerprint", "trademark of Mattel"):
            assert said in text, (name, number, said)
    everything = " ".join(page.get_textpage().get_text_range() for page in book)
    if name in ("labels", "slips", "cards", "script"):
        assert all(letter in everything for letter in "θαβ")


@pytest.mark.parametrize("name", SHEETS)
def test_fonts_are_embedded_and_viewer_settings_are_included(name: str) -> None:
    content = printed("A4")[name][1]
    named = set(re.findall(rb"/BaseFont /(\S+)", content))
    assert named
    assert all(re.fullmatch(rb"[A-Z]{6}\+SourceSansPro-\w+|\w+\+SourceSansPro\S*", font) for font in named), (
        named
    )
    assert len(re.findall(rb"/FontFile2", content)) >= len(named)
    assert b"Helvetica" not in content
    # what is stuck, cut out, held against the light or laid on the table has nothing on its back
    single = name in ("labels", "jig", "slips", "cards", "seats", "calibration", "mat")
    sides = b"/Duplex /Simplex" if single else b"/Duplex /DuplexFlipLongEdge"
    for said in (b"/PrintScaling /None", sides, b"/Lang", b"/Outlines"):
        assert said in content, said
    assert b"/Author (facilitator)" in content
    meta = pypdfium2.PdfDocument(content).get_metadata_dict()
    assert meta["Title"].startswith("Small: ")
    assert list(pypdfium2.PdfDocument(content).get_toc())


def some(pages: int) -> list[int]:
    """The first two, one in the middle, the last: every kind of page there is."""
    return sorted({0, 1 % pages, pages // 2, pages - 1})


def test_the_set_up_symbol_restores_the_table() -> None:
    for table in (small(), sample("five")):
        document = build(table, SheetOptions(), ["setup"])[0][0]
        page = pypdfium2.PdfDocument(pdf(document))[0]
        texts = [code.text for code in zxingcpp.read_barcodes(pixels(page, 150))]
        code = next(text for text in texts if text.startswith("FT2"))
        assert make_table(from_code(code)) == table


@pytest.mark.parametrize("paper", marks.PAPERS)
def test_nothing_is_drawn_outside_the_printable_area(paper: str) -> None:
    """Ink only within the printable area, on every page of every sheet."""
    for name, (_, content) in printed(paper).items():
        book = pypdfium2.PdfDocument(content)
        for number in some(len(book)):
            dots = pixels(book[number], 150)
            edge = int(marks.UNPRINTABLE / 25.4 * 150) - 1
            inner = np.zeros(dots.shape, dtype=bool)
            inner[edge:-edge, edge:-edge] = True
            if name == "calibration" and number == 1:
                continue  # its grid shows the labels' edges, wherever they are
            assert int(dots[~inner].min()) > 250, (name, number)
            assert int(dots[inner].min()) < 100


ADJUSTS = (marks.Adjust(), marks.Adjust(0.33, 0.21, 1.003, 0.998))
"""A printer without an error, and one that is corrected."""


def used(content: bytes) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield every form a PDF draws by its name, with the matrix it is placed by."""
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", content, re.DOTALL):
        with suppress(zlib.error):  # a typeface
            drawn = re.findall(rb"q\s+([-\d. ]+) cm\s+/FormXob\.(\S+) Do\s+Q", zlib.decompress(stream))
            yield from ((name.decode(), tuple(map(float, matrix.split()))) for matrix, name in drawn)


@pytest.mark.parametrize("stock", stocks())
@pytest.mark.parametrize("adjust", ADJUSTS)
@pytest.mark.every(3)
def test_equal_labels_are_one_pdf_form(stock: str, adjust: marks.Adjust) -> None:
    """In the file: no label is turned, stretched or drawn otherwise than its like; kinds can be told apart."""
    document = label_document(small(), get_stock(stock)).adjust_pages(adjust)
    found = list(used(pdf(document)))
    by_kind = Counter(name for name, _ in found)
    stamps = (name for page in document.pages for name, _ in marks.iter_stamp_boxes(document, page))
    assert by_kind == Counter(stamps)
    assert len({document.stamps[name].marks for name in by_kind}) == len(by_kind) == len(document.counts)
    assert len({matrix[:4] for _, matrix in found}) == 1
    assert sum(by_kind.values()) == sum(document.counts.values())


@pytest.mark.parametrize(("stock", "dpi"), [("avery-l7651", 600), ("avery-l4731", 300), ("avery-l7160", 300)])
@pytest.mark.every(3)
def test_equal_labels_look_alike_on_the_whole_page(stock: str, dpi: int) -> None:
    """On the whole page: nothing is drawn over or beside a label that is not on its like.

    Greys at edges may differ by 8 levels of 255, which nobody sees: pdfium works in single precision.
    """
    for adjust in ADJUSTS:
        document = label_document(small(), get_stock(stock)).adjust_pages(adjust)
        dots = exact(pypdfium2.PdfDocument(pdf(document)), dpi)
        looks: dict[str, list[Pixels]] = {}
        for name, box in marks.iter_stamp_boxes(document, document.pages[0]):
            looks.setdefault(name, []).append(cut(dots, box, dpi).astype(int))
        assert len(looks) > 1
        for name, seen in looks.items():
            for other in seen[1:]:
                assert int(abs(other - seen[0]).max()) <= 8, name


def cut(dots: Pixels, box: marks.Box, dpi: int) -> Pixels:
    """Return the pixels of a label, without the outermost tenth of a millimetre."""
    x, y = round(box.x / 25.4 * dpi), round(box.y / 25.4 * dpi)
    w, h = int((box.w - 0.1) / 25.4 * dpi), int((box.h - 0.1) / 25.4 * dpi)
    return dots[y : y + h, x : x + w]


def test_no_page_has_missing_glyphs() -> None:
    """No page is darker than a half, and no glyph is the missing one."""
    for _, content in printed("A4").values():
        for page in pypdfium2.PdfDocument(content):
            assert "�" not in page.get_textpage().get_text_range()


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.every(3)
def test_sheets_are_reproducible(name: str) -> None:
    again = build(tiny_with_row() if name == "mat" else tiny(), SheetOptions("A4"), [name])[0][0]
    assert pdf(again) == printed("A4")[name][1]


def label_document(table: Table, stock: SheetStock) -> marks.Document:
    material = Material.from_table(table, SheetOptions(stock=stock))
    return labels(material.table, material.brief, material.needed, stock)


DPI = 600
ASIDE = -2048.0
"""Where forms are moved to be rendered, points: off the page."""
TURNED = 32
"""Levels of 255 that a turned face may differ by: curves are cut into other chords when they run the other way,
which is an eighth of a dot."""


def looks(document: marks.Document, number: int, name: str = "") -> Iterator[tuple[str, Pixels]]:
    """Yield every card of a page as its own bitmap at 600 dpi, upright, by the name of its kind."""
    book = pypdfium2.PdfDocument(pdf(document))
    top = document.pages[number].paper.h / marks.POINT
    book[number].set_mediabox(0, -900, 900, 0)
    page = book[number]
    forms = [part for part in page.get_objects(max_depth=1) if part.type == raw.FPDF_PAGEOBJ_FORM]
    for (slug, _), form in zip(marks.iter_stamp_boxes(document, document.pages[number]), forms, strict=True):
        if not name or slug == name:
            yield slug, face_dots(page, form, document.stamps[slug].size, top)


def face_dots(page: pypdfium2.PdfPage, form: pypdfium2.PdfObject, size: marks.Extent, top: float) -> Pixels:
    """Render a form in its own axes (y upwards), its middle on the corner of four pixels.

    It must lie on whole dots.  It is moved aside as it stands, neither turned nor stretched: elsewhere on the
    page the renderer's single precision would round a little otherwise.
    """
    there, scale = form.get_matrix(), DPI / 72
    h = size.h / marks.POINT if there.a else 0.0  # upright, the corner that lies on a dot is the upper one
    for at in (there.e, top - there.f - there.d * h):
        assert abs(at * scale - round(at * scale)) < 0.01
    m = pypdfium2.PdfMatrix(there.a, there.b, there.c, there.d, ASIDE, ASIDE)
    form.set_matrix(m)
    wide, high = (2 * round(side / 25.4 * DPI / 2) for side in size)
    det = m.a * m.d - m.b * m.c
    back = (m.d / det, -m.b / det, -m.c / det, m.a / det)  # from the page into the form
    x0 = -(back[0] * m.e + back[2] * m.f) - size.w / marks.POINT / 2
    y0 = -(back[1] * m.e + back[3] * m.f) - size.h / marks.POINT / 2
    matrix = raw.FS_MATRIX(
        back[0] * scale, back[1] * scale, -back[2] * scale, -back[3] * scale,
        x0 * scale + wide / 2, y0 * scale + high / 2,
    )  # fmt: skip
    bitmap = pypdfium2.PdfBitmap.new_native(wide, high, raw.FPDFBitmap_Gray)
    raw.FPDFBitmap_FillRect(bitmap, 0, 0, wide, high, 0xFFFFFFFF)
    raw.FPDF_RenderPageBitmapWithMatrix(
        bitmap, page, matrix, raw.FS_RECTF(0, 0, wide, high), raw.FPDF_GRAYSCALE
    )
    form.set_matrix(there)
    return np.array(bitmap.to_numpy()).reshape(high, wide)


ROUTES = {"labels": "labels", "slips": "slips", "business cards": "cards", "cards": "cards"}


@pytest.mark.parametrize("paper", marks.PAPERS)
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.every(3)
def test_equal_cards_have_equal_pixels_and_no_orientation(route: str, paper: str, full: bool) -> None:
    """α, β, every marker: each its own bitmap at 600 dpi, equal to the last pixel on all sheets."""
    table = small().model_copy(update={"extras": route})
    document = next(d for d in build(table, SheetOptions(paper), [ROUTES[route]])[0])
    known: dict[str, Pixels] = {}
    pages = [n for n, page in enumerate(document.pages) if list(marks.iter_stamp_boxes(document, page))]
    for number in pages if full else (pages[0], pages[-2]):
        for slug, dots in looks(document, number):
            first = known.setdefault(slug, dots)
            assert np.array_equal(dots, first), (slug, number)
    for slug, dots in known.items():
        assert int(abs(np.rot90(dots, 2).astype(int) - dots).max()) <= TURNED, slug
        assert int(dots.max()) - int(dots.min()) > 150
    assert len({dots.tobytes() for dots in known.values()}) == len(known), "kinds can be told apart"
