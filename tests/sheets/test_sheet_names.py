"""Names and type on sheets: what can be drawn, what stands in for it, and where lines end."""

from __future__ import annotations

import pytest

from drawings import table_of, taken
from facilitator.sheets.build import Wish, build
from facilitator.sheets.drawing.marks import Box, Line, Text
from facilitator.sheets.drawing.render import missing, pdf, text_width
from facilitator.sheets.page import printable, wrapped
from facilitator.sheets.stocks import stock_named


def test_what_the_sheets_say_can_be_drawn() -> None:
    assert not missing("θ α β · × ± ° – … → ☐ ₁ ₂ ÄÖÜßñçŁőЖΩ")
    assert missing("สมชาย 桜") == "สมชาย桜"


def test_a_name_loses_the_letters_that_cannot_be_drawn_and_no_other() -> None:
    """Where nothing of it is left it is the seat's number; two names stay two; the table's name does the same."""
    seats = ("สมชาย", "Seat 3", {"name": "さくら", "virtual": True}, "Zoë 🎲", "桜Zoë")
    shown, substitutes = printable(table_of(*seats, name="Friday 🎉"))
    assert [seat.name for seat in shown.seats] == ["Seat 1", "Seat 3", "Seat 3*", "Zoë", "Zoë*"]
    assert shown.name == "Friday"
    assert [*substitutes] == ["สมชาย", "さくら", "Zoë 🎲", "桜Zoë", "Friday 🎉"]
    assert printable(table_of("Ana", "Ønö")) == (table_of("Ana", "Ønö"), {})


def test_sheets_say_the_name_that_can_be_drawn_and_a_tent_has_a_line_for_the_other() -> None:
    table = table_of("สมชาย", {"name": "さくら", "virtual": True})
    documents, remarks = build(table, Wish(), ["setup", "seats"])
    assert len(remarks) == 2
    assert all(pdf(document) for document in documents)  # drawing checks every letter
    setup, tents = documents
    assert "Seat 2" in {mark.text for mark in setup.pages[0].marks if isinstance(mark, Text)}
    (side,) = tents.stamps.values()
    line = next(mark for mark in side.marks if isinstance(mark, Line) and mark.width == 0.3)
    assert line.x2 - line.x1 > 90
    assert not [box for _, box in taken(side.marks) if line.y1 - 10 < box.bottom < line.y1]


def test_long_names_fit() -> None:
    table = table_of(
        "W" * 24, {"name": "Wilhelmine Wunderwaldine"[:24], "virtual": True}, name="M" * 60, hand_size=2
    )
    documents, _ = build(table, Wish(stock=stock_named("l4731")))
    for document in documents:
        for stamp in document.stamps.values():
            for words, box in taken(stamp.marks):
                assert Box(0, 0, *stamp.size).holds(box, 0.6), (document.name, words)


def test_wrapping_loses_nothing() -> None:
    text = "one two threefourfivesixseveneightnineteneleven twelve"
    lines = wrapped(text, 30, 4)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(text_width(line, 4) <= 30 for line in lines)


@pytest.mark.parametrize("width", range(12, 60, 3))
def test_no_line_ends_within_a_pair(width: int) -> None:
    text = "lay β α under what fits, α β under the rest; 90 % in 20 s, then β α, α β, β α and α β once more"
    lines = wrapped(text, width, 4)
    assert " ".join(lines) == text
    assert not [line for line in lines if line.endswith((" α", " β")) and line.count("α") != line.count("β")]
    assert not [line for line in lines if line in ("α", "β", "s,") or line.startswith(("%", "s,"))]


def test_a_word_too_wide_beside_a_picture_stands_whole_below_it() -> None:
    """And β α in one line, where pictures leave room for one of the two."""
    for shorter in ((25, 25), (0, 25, 25, 25), (25,)):
        lines = wrapped("a wonderful β α word stands here", 30, 5, shorter=shorter)
        assert "wonderful β α" in lines or ("a wonderful" in lines and "β α word" in lines)
        for line, by in zip(lines, (*shorter, *[0] * len(lines)), strict=False):
            assert text_width(line, 5) <= 30 - by
