"""What may be played on any top card, counted from the game's own rule."""

from __future__ import annotations

from facilitator.games.uno import cards as uno
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BLACK, BOLD, CENTRE, WHITE, Line, Mark, Rect, Text
from facilitator.sheets.drawing.typeset import paragraph, points

EXAMPLE = "2R"


def validity(area: Box) -> list[Mark]:
    """Return the rule in three lines, an example over the whole deck, and how many cards fit on each."""
    y = area.y + 15
    marks: list[Mark] = []
    rules = ("the SAME COLOUR as the top card", "the SAME number or SYMBOL", "BLACK: wild, wild draw four")
    for i, rule in enumerate(rules, 1):
        marks += [
            Rect(Box(area.x, y, 9, 9), BLACK, 0, 1.5),
            Text(area.x + 4.5, y + 6.8, str(i), points(19), BOLD, CENTRE, WHITE),
            Text(area.x + 13, y + 6.9, rule, points(19), BOLD),
        ]
        y += 12.5
    text = "One of the three is enough. After a black card only the named colour counts, and black; never a symbol."
    more, y = paragraph(text, area.x, y, area.w, points(14))
    marks += more
    more, y = _grid(EXAMPLE, area, y + 7)
    marks += more
    more, y = _counts(area, y + 7)
    return [*marks, *more]


def _grid(top: str, area: Box, y: float) -> tuple[list[Mark], float]:
    """The deck: a row a colour, a column a symbol; what fits on ``top`` is dark, the rest is crossed out."""
    fits = uno.valid_kinds(top, top[1])
    title = f"Top card {top}, {uno.describe(top)}: β α for the dark ones, α β for the others"
    marks: list[Mark] = [Text(area.x, y + 4, title, points(14), BOLD)]
    y += 8
    names, cell, gap = 20.0, 9.2, 1.6
    step = (area.w - names) / len(uno.SYMBOLS)
    for row, color in enumerate(uno.COLORS):
        low = y + row * (cell + gap + 2.4)
        marks.append(Text(area.x, low + 8, uno.COLOR_WORDS[color], points(14), BOLD))
        for col, symbol in enumerate(uno.SYMBOLS):
            marks += _cell(symbol + color, Box(area.x + names + col * step, low, step - gap, cell + 2), fits)
    low = y + 4 * (cell + gap + 2.4)
    marks.append(Text(area.x, low + 8, "black", points(14), BOLD))
    for col, kind in enumerate(("W", "D")):
        marks += _cell(kind, Box(area.x + names + col * step, low, step - gap, cell + 2), fits)
    return marks, low + cell + 2


def _cell(kind: str, box: Box, fits: frozenset[str]) -> list[Mark]:
    """A kind of card; how many there are of it stands small in the corner."""
    dark = kind in fits
    ink = WHITE if dark else 0.35
    marks: list[Mark] = [Rect(box, BLACK if dark else None, 0.3, 1.2)]
    if not dark:
        marks.append(Line(box.x + 1, box.bottom - 1, box.right - 1, box.y + 1, 0.25, 0.6))
    return [
        *marks,
        Text(box.x + box.w / 2, box.y + box.h - 3.4, kind, points(13), BOLD, CENTRE, ink),
    ]


def _counts(area: Box, y: float) -> tuple[list[Mark], float]:
    """How many of the deck's cards fit, for every kind of top card."""
    marks: list[Mark] = [
        Text(area.x, y + 4, "How many cards of a whole deck fit (the top card not counted)", points(14), BOLD)
    ]
    y += 7.5
    counted: dict[int, list[str]] = {}
    for symbol in uno.SYMBOLS:
        counted.setdefault(_fitting(symbol + "R", "R"), []).append(symbol)
    rows = [(f"a {_listed(symbols)}", n) for n, symbols in counted.items()]
    rows.append(("W or D, a colour named", _fitting("W", "R")))
    for name, n in rows:
        marks += [
            Text(area.x, y + 5, f"top card {name}", points(14)),
            Text(area.x + 118, y + 5, f"{n} cards", points(14), BOLD),
        ]
        y += 7.2
    example = f"({sum(uno.copies(kind) for kind in uno.KINDS)} cards in all: 19 numbers, 6 symbols a colour, 8 black)"
    marks.append(Text(area.x, y + 4.5, example, points(11)))
    return marks, y + 6


def _fitting(top: str, color: str) -> int:
    kinds = uno.valid_kinds(top, color)
    return sum(uno.copies(kind) for kind in kinds) - 1


def _listed(symbols: list[str]) -> str:
    """Return symbols as words, a run of digits as a range."""
    digits = [s for s in symbols if s.isdigit()]
    span = [f"{digits[0]} to {digits[-1]}"] if len(digits) > 1 else digits
    return " or ".join([*span, *(uno.SYMBOL_WORDS[s] for s in symbols if not s.isdigit())])
