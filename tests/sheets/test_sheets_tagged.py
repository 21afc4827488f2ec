"""What who hears a page read meets: acts in their order, lists, tables, pictures in words, and nothing loose."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as raw
import pytest

from drawings import small, table_of
from facilitator.i18n.catalogue import set_language
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.drawing.render import pdf
from facilitator.table_files.load import Table, sample

GUIDE = Path(__file__).parents[2] / "printables" / "a4" / "guide.pdf"
READ = ("setup", "script", "wording", "cheats", "contents", "log")
"""The sheets that are read, as a reader of pages hears them."""


class Part(NamedTuple):
    """A part of a page: what it is, its words or what stands for them, how deep it lies, its letters as written."""

    role: str
    said: str
    instead: str
    depth: int
    letters: str = ""


def utf16(asked: Callable[..., int], *of: object) -> str:
    """Return what one of pdfium's questions answers in text."""
    room = asked(*of, None, 0)
    buffer = ctypes.create_string_buffer(room)
    asked(*of, ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), room)
    return buffer.raw[: max(0, room - 2)].decode("utf-16-le")


def words_by_number(page: pypdfium2.PdfPage) -> dict[int, str]:
    """Return a page's words by the number of the content they belong to; -1: what is an artifact."""
    text, found = raw.FPDFText_LoadPage(page.raw), dict[int, str]()
    for part in page.get_objects():
        if part.type == raw.FPDF_PAGEOBJ_TEXT:
            number = raw.FPDFPageObj_GetMarkedContentID(part.raw)
            said = utf16(raw.FPDFTextObj_GetText, part.raw, text)
            found[number] = f"{found.get(number, '')} {said}".strip()
    return found


def parts(page: pypdfium2.PdfPage) -> Iterator[Part]:
    """Yield the parts of a page in the order in which they are read."""
    words, tree = words_by_number(page), raw.FPDF_StructTree_GetForPage(page.raw)

    def within(part: Any, depth: int) -> Iterator[Part]:
        kids = range(raw.FPDF_StructElement_CountChildren(part))
        numbers = (raw.FPDF_StructElement_GetChildMarkedContentID(part, i) for i in kids)
        said = " ".join(words.get(number, "") for number in numbers if number >= 0)
        role, instead = (
            utf16(raw.FPDF_StructElement_GetType, part),
            utf16(raw.FPDF_StructElement_GetAltText, part),
        )
        letters = utf16(raw.FPDF_StructElement_GetActualText, part)
        yield Part(role, said, instead, depth, letters)
        for i in kids:
            if kid := raw.FPDF_StructElement_GetChildAtIndex(part, i):
                yield from within(kid, depth + 1)

    for i in range(raw.FPDF_StructTree_CountChildren(tree)):
        yield from within(raw.FPDF_StructTree_GetChildAtIndex(tree, i), 0)


@cache
def made(protocol: str) -> dict[str, bytes]:
    table: Table = sample("demo") if protocol == "wallet" else small(protocol)
    return {document.name: pdf(document) for document in build(table, SheetOptions())[0]}


@pytest.mark.parametrize("protocol", ["wallet", "knockout"])
def test_steps_of_the_turn_script_are_tagged_in_their_order(protocol: str) -> None:
    """Each by its label, then what hands do; the outline names the same steps."""
    book = pypdfium2.PdfDocument(made(protocol)["script"])
    read = [part for page in book for part in parts(page)]
    labels = [tag.said.strip() for tag in read if tag.role == "Lbl" and tag.said.strip()[0].isdigit()]
    assert labels[0].startswith("1")
    assert len(labels) > 8
    for label, after in pairwise(read):
        assert label.role != "Lbl" or after.role == "LBody"
    named = [entry.get_title() for entry in book.get_toc() if entry.level == 2]
    assert [name.split()[0] for name in named if name[0].isdigit()] == labels


@pytest.mark.parametrize("protocol", ["wallet", "knockout"])
def test_everything_drawn_is_tagged_or_an_artifact(protocol: str) -> None:
    """And whatever is a picture has words instead."""
    for name, content in made(protocol).items():
        book = pypdfium2.PdfDocument(content)
        for page in book:
            for part in page.get_objects(max_depth=1):
                assert raw.FPDFPageObj_CountMarks(part.raw) == 1, name
            assert all(tag.instead for tag in parts(page) if tag.role == "Figure"), name
        assert b"/MarkInfo" in content
        assert b"/PageLabels" in content


@pytest.mark.parametrize("name", READ)
def test_only_headers_and_footers_are_untagged(name: str) -> None:
    for page in pypdfium2.PdfDocument(made("knockout")[name]):
        loose = words_by_number(page).get(-1, "")
        assert len(re.sub(r"^(! )*", "", loose)) < 300, loose
        assert "page 1 of" in loose or "page" in loose


def test_lists_tables_and_headings_are_tagged() -> None:
    roles = {
        name: [part.role for page in pypdfium2.PdfDocument(made("knockout")[name]) for part in parts(page)]
        for name in READ
    }
    assert {"H2", "L", "LI", "LBody", "Figure", "TR", "TD"} <= {*roles["setup"]}
    assert {"H1", "Table", "TR", "TH", "TD"} <= {*roles["contents"]}
    assert {"H1", "H2", "L", "LI", "Lbl", "LBody", "Figure"} <= {*roles["script"]}


def test_a_card_is_tagged_with_one_description() -> None:
    (page, *_) = pypdfium2.PdfDocument(made("knockout")["labels"])
    said = [part.said for part in parts(page) if part.said]
    assert any(("α" in text and "×" in text) or "of" in text for text in said)
    assert {part.role for part in parts(page)} == {"Document", "P"}


def test_the_document_states_its_language() -> None:
    table = table_of("Ana", {"name": "Vera", "virtual": True}, protocol="wallet")
    try:
        set_language("de")
        assert b"/Lang (de)" in pdf(build(table, SheetOptions(), ["setup"])[0][0])
    finally:
        set_language("en")
    assert b"/Lang (en)" in pdf(build(table, SheetOptions(), ["setup"])[0][0])


def test_words_of_two_lines_are_separated_for_screen_readers() -> None:
    """Who hears a part hears its lines one after another, as they stand, with nothing put between."""
    page = pypdfium2.PdfDocument(made("knockout")["script"])[0]
    text = raw.FPDFText_LoadPage(page.raw)
    lines = [part for part in page.get_objects() if part.type == raw.FPDF_PAGEOBJ_TEXT]
    said = [utf16(raw.FPDFTextObj_GetText, line.raw, text) for line in lines]
    assert len(said) > 40
    assert all(line.endswith(" ") for line in said), said


def test_names_of_other_scripts_are_tagged_with_their_text() -> None:
    """Whatever letters are drawn, in whatever order; the words after them go on."""
    table = table_of("שרה כהן", "كريم", {"name": "தமிழ்", "virtual": True})
    (page,) = pypdfium2.PdfDocument(pdf(build(table, SheetOptions(), ["setup"])[0][0]))
    read = [*parts(page)]
    assert {"שרה כהן", "كريم", "தமிழ்"} <= {tag.letters for tag in read}
    assert any("Nobody looks at" in tag.said for tag in read)


def test_the_guide_has_tagged_headings_lists_and_tables() -> None:
    """And its outline every chapter, wherever on a page that begins."""
    book = pypdfium2.PdfDocument(GUIDE)
    read = [part for page in book for part in parts(page)]
    heads = [tag.said.strip() for tag in read if tag.role == "H1"]
    assert heads == [entry.get_title() for entry in book.get_toc() if entry.level == 0]
    assert heads[0] == "Your first evening"
    assert len(heads) == 10
    roles = Counter(tag.role for tag in read)
    assert min(roles[role] for role in ("H2", "LI", "Lbl", "TR", "TH", "TD", "Figure")) > 2
