"""Names and type on sheets: what can be drawn, what stands in for it, and where lines end."""

from __future__ import annotations

import subprocess
import sys

import pypdfium2
import pytest
from numpy import uint8
from numpy.typing import NDArray

from drawings import holds, table_of, taken
from facilitator.pictures.marks import PAPERS, Box, Document, Font, Line, Page, Text
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.drawing import render
from facilitator.sheets.drawing.render import missing, pdf, text_width
from facilitator.sheets.page import make_printable, wrap_text
from facilitator.sheets.stocks import get_stock


def test_all_texts_of_the_sheets_can_be_drawn() -> None:
    assert not missing("θ α β · × ± ° – … → ☐ ₁ ₂ ÄÖÜßñçŁőЖΩ")
    assert missing("សុខា မေ") == "សុខាမေ"


def test_usual_letters_load_no_typefaces_of_other_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    """They take as long to load as a whole turn script to make."""
    monkeypatch.setattr(render, "_load_other_typefaces", pytest.fail)
    assert not missing("Friday's table, with Zoë")


def test_a_name_loses_only_letters_that_cannot_be_drawn() -> None:
    """Where nothing of it is left it is the seat's number; two names stay two; the table's name does the same."""
    seats = ("សុខា", "Seat 3", {"name": "ដារា", "virtual": True}, "Zoë ក", "កZoë")
    shown, substitutes = make_printable(table_of(*seats, name="Friday ក"))
    assert [seat.name for seat in shown.seats] == ["Seat 1", "Seat 3", "Seat 3*", "Zoë", "Zoë*"]
    assert shown.name == "Friday"
    assert [*substitutes] == ["សុខា", "ដារា", "Zoë ក", "កZoë", "Friday ក"]
    assert make_printable(table_of("Ana", "Ønö")) == (table_of("Ana", "Ønö"), {})


def test_sheets_use_the_drawable_name_and_a_tent_has_a_line_for_the_full_name() -> None:
    table = table_of("សុខា", {"name": "ដារា", "virtual": True})
    documents, remarks = build(table, SheetOptions(), ["setup", "seats"])
    assert len(remarks) == 2
    assert all(pdf(document) for document in documents)  # drawing checks every letter
    setup, tents = documents
    assert "Seat 2" in {mark.text for mark in setup.pages[0].marks if isinstance(mark, Text)}
    (side,) = tents.stamps.values()
    line = next(mark for mark in side.marks if isinstance(mark, Line) and mark.width == 0.3)
    assert line.x2 - line.x1 > 90
    assert not [box for _, box in taken(side.marks) if line.y1 - 10 < box.bottom < line.y1]


ALONE = """
import importlib.util as util, sys
found = util.find_spec
util.find_spec = lambda name, package=None: None if name == "weblate_fonts" else found(name, package)
from facilitator.sheets.build import SheetOptions, build
from facilitator.table_files.load import make_table
table = make_table({"seats": ["สมชาย", {"name": "さくらZoë", "virtual": True}]})
print(*build(table, SheetOptions(), ["setup"])[1], sep="\\n")
"""


def test_without_the_fonts_names_lose_letters_and_the_fonts_are_named() -> None:
    said = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, encoding="utf-8", check=True)
    first, second, last = said.stdout.splitlines()
    assert "สมชาย" in first
    assert '"Seat 1"' in first
    assert "(さくら)" in second
    assert '"Zoë"' in second
    assert "pip install weblate-fonts uharfbuzz" in last


NAMES = ("Ωμέγα", "Мария", "เสาวลักษณ์", "देवी", "தமிழ்", "さくら", "李明们", "민지", "გიორგი", "Zoë 🎲")


def test_names_of_most_scripts_are_printed() -> None:
    table = table_of("สมชาย", {"name": "さくら", "virtual": True})
    documents, remarks = build(table, SheetOptions(), ["setup"])
    assert not remarks
    (page,) = pypdfium2.PdfDocument(pdf(documents[0]))
    assert "สมชาย" in page.get_textpage().get_text_range()
    assert not missing(" ".join((*NAMES, "שרה כהן", "محمد")))
    assert missing("សុខា") == "សុខា"  # Khmer: the collection has none


def drawn(text: str, font: Font = "regular") -> tuple[bytes, NDArray[uint8]]:
    """Return a page with a line of type, and the columns of pixels in which it stands."""
    made = pdf(Document("line", "line", (Page(PAPERS["A4"], (Text(20, 30, text, 12, font),)),)))
    pixels = pypdfium2.PdfDocument(made)[0].render(scale=2, grayscale=True).to_numpy() < 128
    columns = pixels.any(0).nonzero()[0]
    return made, pixels[:, columns[0] : columns[-1] + 1]


def alike(one: NDArray[uint8], other: NDArray[uint8]) -> float:
    """Return how much of the ink of either is ink of both."""
    return float((one & other).sum() / (one | other).sum())


def test_letters_are_joined_and_ordered_as_their_script_requires() -> None:
    """Names in Hebrew are listed from the right, and within a line as it runs; joined Arabic is narrower."""
    (_, both), (_, first), (_, last) = drawn("שרה כהן"), drawn("שרה"), drawn("כהן")
    assert alike(both[:, -first.shape[1] :], first) > 0.9 > alike(both[:, : first.shape[1]], first)
    assert alike(both[:, : last.shape[1]], last) > 0.9
    assert text_width("كريم", 10) < 0.9 * sum(text_width(letter, 10) for letter in "كريم")
    assert text_width("שרה, Ana", 10) == pytest.approx(text_width("שרה", 10) + text_width(", Ana", 10))


def test_shaped_letters_can_be_extracted_as_text() -> None:
    """And the same page has the same bytes again."""
    for name in ("தமிழ்", "देवी"):
        made, _ = drawn(name, "bold")
        assert name in pypdfium2.PdfDocument(made)[0].get_textpage().get_text_range()
        assert made == drawn(name, "bold")[0]


def test_long_names_fit_on_the_sheets() -> None:
    names = "W" * 24, {"name": "Wilhelmine Wunderwaldine", "virtual": True}
    table = table_of(*names, name="M" * 60, hand_size=2)
    documents, _ = build(table, SheetOptions(stock=get_stock("l4731")))
    for document in documents:
        for stamp in document.stamps.values():
            for words, box in taken(stamp.marks):
                assert holds(Box(0, 0, *stamp.size), box, 0.6), (document.name, words)


def test_wrapping_loses_no_text() -> None:
    text = "one two threefourfivesixseveneightnineteneleven twelve"
    lines = wrap_text(text, 30, 4)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(text_width(line, 4) <= 30 for line in lines)


@pytest.mark.parametrize("width", range(12, 60, 3))
def test_no_line_ends_within_a_pair(width: int) -> None:
    text = "lay β α under what fits, α β under the rest; 90 % in 20 s, then β α, α β, β α and α β once more"
    lines = wrap_text(text, width, 4)
    assert " ".join(lines) == text
    assert not [line for line in lines if line.endswith((" α", " β")) and line.count("α") != line.count("β")]
    assert not [line for line in lines if line in ("α", "β", "s,") or line.startswith(("%", "s,"))]


def test_a_word_too_wide_beside_a_picture_is_printed_below_it() -> None:
    """And β α in one line, where pictures leave room for one of the two."""
    for shorter in ((25, 25), (0, 25, 25, 25), (25,)):
        lines = wrap_text("a wonderful β α word stands here", 30, 5, shorter=shorter)
        assert "wonderful β α" in lines or ("a wonderful" in lines and "β α word" in lines)
        for line, by in zip(lines, (*shorter, *[0] * len(lines)), strict=False):
            assert text_width(line, 5) <= 30 - by
