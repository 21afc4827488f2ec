"""The sheet of puzzles: what is drawn is what is read, and every puzzle has its solution on the second page."""

from __future__ import annotations

from itertools import pairwise, product

import pypdfium2
import pytest

from drawings import holds, no_overlap, read_words, table_of, tiny
from facilitator.errors import CommandError
from facilitator.i18n.catalogue import LANGUAGES, set_language
from facilitator.pictures.marks import END, PAPERS, Box, Document, Mark, Page, Polygon, Rect, Tag, Text
from facilitator.sheets.build import EVERY, PUZZLES, SheetOptions, build
from facilitator.sheets.drawing.render import pdf
from facilitator.table_files.load import Table, sample
from puzzle_judge import fits, loses

COLORS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
SOLITAIRES, DUELS, CARDS, HAND = 6, 3, 10, 5


def sheet(table: Table, paper: str = "A4", number: int = 1) -> Document:
    (document,), remarks = build(table, SheetOptions(paper, puzzles=number), [PUZZLES])
    assert remarks == ()
    return document


def rows(page: Page) -> list[list[Mark]]:
    """Return the shapes of each row of cards."""
    found, inside = list[list[Mark]](), False
    for mark in page.marks:
        if isinstance(mark, Tag):
            inside = mark.role == "Figure"
            found += [[]] if inside else []
        elif inside:
            found[-1].append(mark)
    return found


def cards(row: list[Mark]) -> list[str]:
    """Read the cards of a row from their figures and letters, from left to right."""
    said = [mark.text for mark in sorted((m for m in row if isinstance(m, Text)), key=lambda mark: mark.x)]
    assert {*said[1::2]} <= {*"RYGB"}
    return [number + letter for number, letter in zip(said[::2], said[1::2], strict=True)]


def outlines(row: list[Mark]) -> list[Box]:
    return [mark.box for mark in row if isinstance(mark, Rect) and mark.fill is None and mark.radius]


def winning(own: list[str], others: list[str]) -> set[str]:
    """The first cards with which the starter wins, found by playing all games."""
    hands = [(card, (*own[:at], *own[at + 1 :])) for at, card in enumerate(own)]
    return {card for card, rest in hands if loses(card, tuple(others), rest)}


@pytest.mark.parametrize(("paper", "language"), [*product(PAPERS, LANGUAGES)])
def test_every_puzzle_has_its_solution(paper: str, language: str) -> None:
    """Solitaires use up their cards, each of which fits the one before it; duels are judged by playing all games."""
    table = tiny().model_copy(update={"language": language})
    set_language(language)
    document = sheet(table, paper)
    assert no_overlap(document)
    tasks, solutions = ([cards(row) for row in rows(page)] for page in document.pages)
    assert [*map(len, tasks)] == [CARDS] * SOLITAIRES + [HAND] * 2 * DUELS
    assert len(solutions) == SOLITAIRES + DUELS
    for asked, told in zip(tasks[:SOLITAIRES], solutions[:SOLITAIRES], strict=True):
        assert sorted(asked) == sorted(told)
        assert all(fits(first, second) for first, second in pairwise(told))
    hands = tasks[SOLITAIRES:]
    for own, others, told in zip(hands[::2], hands[1::2], solutions[SOLITAIRES:], strict=True):
        assert {*told} == winning(own, others)
        assert set() < {*told} < {*own}


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_lie_side_by_side_on_the_page(paper: str) -> None:
    for page in sheet(tiny(), paper).pages:
        boxes = [box for row in rows(page) for box in outlines(row)]
        assert len(boxes) > 60
        for at, box in enumerate(boxes):
            assert holds(page.paper.printable, box)
            assert box.h >= 14.5
            for other in boxes[at + 1 :]:
                across = max(other.x - box.right, box.x - other.right)
                apart = max(across, other.y - box.bottom, box.y - other.bottom)
                assert apart > 1


def test_puzzle_colours_differ_in_black_and_white() -> None:
    """A card has its colour as a letter and as a shape, of which each colour has its own."""
    shapes: dict[str, set[int]] = {}
    for row in rows(sheet(tiny()).pages[0]):
        symbols = [mark for mark in row if isinstance(mark, Polygon)]
        for card, symbol in zip(cards(row), symbols, strict=True):
            shapes.setdefault(card[1], set()).add(len(symbol.points))
    assert {*shapes} == {*"RYGB"}
    assert all(len(points) == 1 for points in shapes.values())
    assert shapes["R"] == shapes["B"] == {4}  # a diamond and a square
    assert shapes["G"] == {3}
    assert shapes["Y"] == {10}


def test_cards_have_descriptions_for_screen_readers() -> None:
    (page, _) = sheet(tiny()).pages
    said = [mark.alt_text for mark in page.marks if isinstance(mark, Tag) and mark.role == "Figure"]
    for row, words in zip(rows(page), said, strict=True):
        named = [f"{COLORS[card[1]]} {card[0]}" for card in cards(row)]
        assert words == ", ".join(named)
    assert page.marks.count(END) == sum(isinstance(mark, Tag) and mark is not END for mark in page.marks)


def test_a_number_determines_the_sheet() -> None:
    assert pdf(sheet(tiny(), number=2)) == pdf(sheet(tiny(), number=2))
    first, second = ([cards(row) for row in rows(sheet(tiny(), number=n).pages[0])] for n in (1, 2))
    assert not [row for row in first[:SOLITAIRES] if row in second]


def test_the_numbers_on_the_second_page_restore_the_puzzles() -> None:
    from facilitator.games.puzzles.generate import make_duel, make_solitaire

    tasks, page = sheet(tiny()).pages
    seeds = [
        int(mark.text.split()[1])
        for mark in page.marks
        if isinstance(mark, Text) and "--seed" in mark.text[:6]
    ]
    assert len(seeds) == SOLITAIRES + DUELS
    asked = [sorted(cards(row)) for row in rows(tasks)]
    again = [sorted(make_solitaire(seed).cards) for seed in seeds[:SOLITAIRES]]
    for duel in map(make_duel, seeds[SOLITAIRES:]):
        again += [sorted(duel.starter), sorted(duel.other)]
    assert asked == again


@pytest.mark.parametrize("game", ["uno", "hearts", "dominoes"])
def test_every_table_can_print_the_puzzle_sheet(game: str) -> None:
    """Its cards are printed: no deck is needed, and no virtual seat."""
    people = table_of("Ana", "Ben", "Cem", "Dora", game=game)
    seats = ("Ana", {"name": "Vera", "virtual": True}, "Ben", "Cem")
    for table in (people, table_of(*seats, game=game)):
        document = sheet(table)
        said = read_words(*document.pages)
        assert "UNO is a trademark of Mattel" in said
        assert "fingerprint" not in said
        assert [len(page) for page in map(rows, document.pages)] == [12, 9]
        assert PUZZLES not in [made.name for made in build(table, SheetOptions(), ["log"])[0]]
    assert PUZZLES in EVERY
    with pytest.raises(CommandError, match="its only sheets are log and puzzles"):
        build(people, SheetOptions(), ["script"])


def test_no_table_needs_the_puzzle_sheet() -> None:
    assert PUZZLES not in [document.name for document in build(sample("demo"), SheetOptions())[0]]


def test_the_pdf_has_two_pages_with_names() -> None:
    document = pypdfium2.PdfDocument(pdf(sheet(tiny())))
    assert [entry.get_title() for entry in document.get_toc() if entry.level == 0] == [
        "Puzzles while you wait, sheet 1",
        "Solutions of sheet 1",
    ]
