"""Card puzzles for waiting guests: a page of tasks for one player and for two, and a page of solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from facilitator.games.puzzles.game import KINDS, OTHER, STARTER, TRADEMARK, list_cards
from facilitator.games.puzzles.generate import Duel, Solitaire, make_sheet
from facilitator.i18n.catalogue import sentence
from facilitator.pictures.card_faces import draw_face
from facilitator.pictures.marks import Box, Document, Extent, Mark, Rect, Text, enclose_in_tag
from facilitator.sheets.page import Brief, Column, PageDraft, finish, fit_page, points_to_mm

FIRST_SHEET = 1
"""Default seed of the puzzle sheet."""
HEIGHTS = tuple(height / 2 for height in range(46, 28, -1))
"""Card heights in mm. A page uses the largest height at which its puzzles fit."""
RATIO, GAP = 0.68, 1.8
"""Card width relative to its height, and distance between cards in mm."""
LABEL, ANSWER = 10.0, 4.6
"""Space for the number before a puzzle, and side of the square for an answer below a card, in mm."""
TEXT = points_to_mm(11)
DrawPuzzles = Callable[[Column, float, Sequence[Solitaire], Sequence[Duel]], None]


def puzzles(brief: Brief, number: int = FIRST_SHEET) -> Document:
    """Return a sheet of puzzles and solutions.

    Args:
        brief: Texts for the header and footer.
        number: Seed of the puzzles.
    """
    # The puzzles need no protocol, and their cards are those of UNO whatever game the table plays.
    about = replace(brief, form="", trademark=TRADEMARK)
    solitaires, duels = make_sheet(number)

    def draw_page(title: str, draw: DrawPuzzles) -> PageDraft:
        def fill(page: Column, height: float) -> None:
            draw(page.skip(1), height, solitaires, duels)

        return fit_page(about.area, title, HEIGHTS, fill, 1)

    tasks = draw_page(sentence("puzzles.head", number=number), _draw_tasks)
    solutions = draw_page(sentence("puzzles.solutions", number=number), _draw_solutions)
    return finish("puzzles", sentence("sheet.puzzles"), about, [tasks, solutions])


def _draw_tasks(page: Column, height: float, solitaires: Sequence[Solitaire], duels: Sequence[Duel]) -> None:
    page.add_heading(sentence("puzzles.solitaires"), points_to_mm(14))
    page.add_paragraph(sentence("puzzles.solitaires.how"), TEXT)
    page.skip(1.5)
    for number, solitaire in enumerate(solitaires, 1):
        _draw_number(page, str(number), height)
        page.add(*_draw_hand(page.x + LABEL, page.y, height, _sort_cards(solitaire.cards), answer=True))
        page.skip(height + ANSWER + 2.4)
    page.skip(1.5).add_heading(sentence("puzzles.duels"), points_to_mm(14))
    page.add_paragraph(sentence("puzzle.duel", starter=STARTER, other=OTHER), TEXT)
    page.add_paragraph(sentence("puzzle.duel.question", starter=STARTER), TEXT, "bold")
    page.skip(1.5)
    for number, duel in enumerate(duels, len(solitaires) + 1):
        _draw_number(page, str(number), height)
        x = page.x + LABEL
        for name, cards in ((STARTER, duel.starter), (OTHER, duel.other)):
            page.add(*enclose_in_tag("P", [Text(x, page.y + height / 2 + 0.36 * TEXT, name, TEXT, "bold")]))
            page.add(*_draw_hand(x + LABEL, page.y, height, _sort_cards(cards)))
            x += (page.w - LABEL) / 2
        page.skip(height + 2.4)


def _draw_solutions(
    page: Column, height: float, solitaires: Sequence[Solitaire], duels: Sequence[Duel]
) -> None:
    page.add_paragraph(sentence("puzzles.again"), TEXT)
    page.skip(1).add_heading(sentence("puzzles.solitaires"), points_to_mm(14))
    page.add_paragraph(sentence("puzzles.one_solution"), TEXT)
    page.skip(1.5)
    for number, solitaire in enumerate(solitaires, 1):
        _draw_number(page, str(number), height, f"--seed {solitaire.seed}")
        page.add(*_draw_hand(page.x + 2 * LABEL, page.y, height, solitaire.solution))
        page.skip(height + 2.4)
    page.skip(1.5).add_heading(sentence("puzzles.duels"), points_to_mm(14))
    page.add_paragraph(sentence("puzzles.wins", starter=STARTER), TEXT)
    page.skip(1.5)
    for number, duel in enumerate(duels, len(solitaires) + 1):
        _draw_number(page, str(number), height, f"--seed {duel.seed}")
        page.add(*_draw_hand(page.x + 2 * LABEL, page.y, height, _sort_cards(duel.wins)))
        page.skip(height + 2.4)
    page.skip(1).add_paragraph(sentence("puzzles.source"), points_to_mm(9))


def _sort_cards(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=KINDS.order)


def _draw_number(page: Column, number: str, height: float, below: str = "") -> None:
    """Draw the number of a puzzle, and a small text below the number.

    Args:
        page: Page to draw on.
        number: Number of the puzzle.
        height: Height of the puzzle's cards, in mm.
        below: Small text. May be empty.
    """
    size = points_to_mm(20)
    middle = page.y + height / 2
    marks: list[Mark] = [Text(page.x, middle + (0 if below else 0.36 * size), number, size, "bold")]
    if below:
        marks.append(Text(page.x, middle + points_to_mm(11), below, points_to_mm(9)))
    page.add(*enclose_in_tag("P", marks))


def _draw_hand(x: float, y: float, height: float, cards: Sequence[str], answer: bool = False) -> list[Mark]:
    """Draw cards in a row. If `answer` is true, draw a square for the answer below each card."""
    size, marks = Extent(RATIO * height, height), list[Mark]()
    for card in cards:
        marks += _draw_card(card, Box(x, y, *size))
        if answer:
            marks.append(Rect(Box(x + (size.w - ANSWER) / 2, y + height + 0.8, ANSWER, ANSWER), None, 0.2))
        x += size.w + GAP
    return enclose_in_tag("Figure", marks, list_cards(cards))


def _draw_card(card: str, box: Box) -> Iterator[Mark]:
    yield from draw_face(card, box.inset(0.04 * box.h))
    yield Rect(box, None, 0.3, 0.08 * box.h)
