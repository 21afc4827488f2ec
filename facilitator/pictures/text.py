"""Pictures as lines of text, for terminals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from facilitator.i18n.catalogue import sentence
from facilitator.instructions.known_faces import UNREAD
from facilitator.instructions.written_faces import write_owner
from facilitator.operations.faces import Face, is_mask
from facilitator.pictures import objects
from facilitator.pictures.marks import Box
from facilitator.pictures.objects import TAB_IN, WALLET, End, Movement, Picture

WIDE, HIGH = 6.0, 13.0
"""Smallest width and height in mm of the table area that a character represents."""
LINES = 15
"""Maximum number of lines."""
SOLID, DOTTED, HEAVY = "╭─╮│╰╯", "┌┄┐┊└┘", "╒═╕│╘╛"
"""Characters for frames: top left, horizontal, top right, vertical, bottom left, bottom right."""
BACK = "▒"


def to_text(picture: Picture, width: int = 60, height: int = LINES) -> list[str]:
    """Return a picture as lines of text.

    Args:
        picture: Picture to convert.
        width: Maximum line length.
        height: Maximum number of lines. A name at the bottom may need another line.
    """
    bounds = picture.bounds
    wide = max(WIDE, bounds.w / (width - 2))
    canvas = Canvas(bounds, wide, max(wide * HIGH / WIDE, bounds.h / (height - 1)))
    for thing in sorted(picture.things, key=_is_solid):
        canvas.draw(thing)
    for arrow in picture.arrows:
        canvas.draw_arrow(arrow)
    return canvas.lines()


def _is_solid(thing: objects.Thing) -> bool:
    """Return whether a thing is more than the outline of a card or sleeve."""
    return not (isinstance(thing, objects.TableCard | objects.TableSleeve) and thing.outline)


class Canvas:
    """Grid of characters that represents a part of the table.

    Args:
        bounds: Part of the table, in mm.
        wide: Width of the table area that a character represents, in mm.
        high: Height of the table area that a character represents, in mm.
    """

    def __init__(self, bounds: Box, wide: float, high: float) -> None:
        self.wide, self.high = wide, high
        self._left, self._top = bounds.x, bounds.y
        self._cells: dict[tuple[int, int], str] = {}
        self._last = round(bounds.w / self.wide)

    def lines(self) -> list[str]:
        """Return the grid as lines of text, without empty lines at the top and bottom."""
        rows = [row for _, row in self._cells]
        found = []
        for row in range(min(rows), max(rows) + 1):
            columns = [column for column, at in self._cells if at == row]
            last = max(columns, default=-1)
            found.append("".join(self._cells.get((column, row), " ") for column in range(last + 1)).rstrip())
        return found

    def _find_cell(self, x: float, y: float) -> tuple[int, int]:
        return round((x - self._left) / self.wide), round((y - self._top) / self.high)

    def _put_text(self, column: int, row: int, text: str) -> None:
        for i, letter in enumerate(text):
            if 0 <= column + i <= self._last:
                self._cells[column + i, row] = letter

    def write(self, x: float, y: float, text: str) -> None:
        """Write text around a point, shifted if necessary so that it fits on the canvas."""
        column, row = self._find_cell(x, y)
        start = min(max(0, column - len(text) // 2), self._last + 1 - len(text))
        self._put_text(max(0, start), row, text)

    def _draw_frame(self, box: Box, edges: str = SOLID, fill: str = " ") -> tuple[int, int, int, int]:
        """Draw a frame.

        Args:
            box: Rectangle of the frame, in mm on the table.
            edges: Six characters for the frame, such as `SOLID`.
            fill: Character that covers the inside. If empty, the inside stays unchanged.

        Returns:
            Left column, top row, right column and bottom row of the frame.
        """
        left, top = self._find_cell(box.x, box.y)
        right, bottom = self._find_cell(box.right, box.bottom)
        self._put_text(left, top, edges[0] + edges[1] * (right - left - 1) + edges[2])
        for row in range(top + 1, bottom):
            if fill:
                self._put_text(left + 1, row, fill * (right - left - 1))
            self._put_text(left, row, edges[3])
            self._put_text(right, row, edges[3])
        self._put_text(left, bottom, edges[4] + edges[1] * (right - left - 1) + edges[5])
        return left, top, right, bottom

    def draw(self, thing: objects.Thing) -> None:
        """Draw a thing on top of earlier things."""
        _DRAWINGS.get(type(thing), Canvas.framed)(self, thing)

    def framed(self, thing: objects.Thing) -> None:
        """Draw a card, sleeve or other thing as a frame with a text inside. Envelopes have a flap, boxes no lid."""
        left, top, right, bottom = self._draw_frame(thing.bounds, *_choose_frame(thing))
        inside = right - left - 1
        match thing:
            case objects.TableCard(face=face):
                self.write(thing.x, thing.y, _write_face(face, thing.bounds, self.wide))
            case objects.TableSleeve(face=face, outline=False):
                self._put_text(left + 1, bottom, (" " if thing.empty or face else BACK) * inside)
                self.write(thing.x, thing.y, _write_face(face, thing.bounds, self.wide))
            case objects.Mask():
                self.write(thing.x, thing.y, "┃")
                self.write(thing.x, thing.y + self.high, thing.name)
            case objects.Tab(outline=False):
                self.write(thing.x, thing.y, sentence("picture.none"))
            case objects.Envelope():
                self._put_text(left + 1, top + 1, "╲" + " " * (inside - 2) + "╱")
            case objects.CardBox():
                self._put_text(left + 1, top, " " * inside)

    def hand(self, hand: objects.HelpingHand) -> None:
        """Write the word "hand" at the position of a hand."""
        box, word = hand.bounds, sentence("picture.hand")
        self.write((box.x + box.right) / 2, (box.y + box.bottom) / 2, f"({word})")

    def callout(self, callout: objects.Callout) -> None:
        """Draw a label with a line to its thing. The line covers only empty cells and card backs."""
        start, end = self._find_cell(*callout.target), self._find_cell(callout.x, callout.y)
        for column, row, line in _iter_line(start, end):
            if self._cells.get((column, row), " ") in (" ", BACK):
                self._put_text(column, row, line)
        self.write(callout.x, callout.y, callout.text)

    def wallet(self, wallet: objects.TableWallet) -> None:
        """Draw the wallet: the notches if its windows point down, otherwise the line and both holes."""
        if wallet.tab is not None:
            tab = objects.Tab(wallet.x + wallet.tab.value * TAB_IN, wallet.y)
            self._draw_frame(tab.bounds, DOTTED if wallet.outline else SOLID)
        box = Box(wallet.x - WALLET.w / 2, wallet.y - WALLET.h / 2, *WALLET)
        left, _, right, _ = self._draw_frame(box, DOTTED if wallet.outline else HEAVY)
        _, row = self._find_cell(wallet.x, wallet.y)
        if wallet.tab is not None and not wallet.outline:
            self.write(wallet.x + wallet.tab.value * (TAB_IN + 10), wallet.y, sentence("picture.none"))
        if wallet.up:
            self._draw_wallet_front(wallet)
            return
        for end, column in ((End.LEFT, left), (End.RIGHT, right)):
            self._put_text(column, row, BACK if end in wallet.cards else " ")

    def _draw_wallet_front(self, wallet: objects.TableWallet) -> None:
        """Draw the line and both holes."""
        column, row = self._find_cell(wallet.x, wallet.y)
        for line in (row - 1, row, row + 1):
            self._put_text(column, line, "┃")
        for end in End:
            self._put_text(column + 3 * end.value, row - end.value, "●" if wallet.dot is end else "○")

    def draw_arrow(self, arrow: objects.Arrow) -> None:
        """Draw an arrow on top of all things."""
        start, end = self._find_cell(*arrow.start), self._find_cell(*arrow.end)
        match arrow.movement:
            case Movement.SLIDE:
                self._draw_straight(start, end)
            case Movement.CARRY | Movement.TURN_PAGE:
                self._draw_hop(start, end)
            case Movement.SPIN | Movement.STIR:
                self.write(arrow.start.x, arrow.start.y - self.high, "↻")
            case Movement.FLIP:
                self.write(arrow.start.x, arrow.start.y + self.high, "↶")
            case Movement.SWAP:
                self._put_text(*start, "◀" + "─" * (end[0] - start[0] - 1) + "▶")

    def _draw_straight(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        for column, row, line in _iter_line(start, end):
            self._put_text(column, row, line)
        across, down = end[0] - start[0], end[1] - start[1]
        level = abs(across) >= abs(down)
        self._put_text(*end, ("▶" if across > 0 else "◀") if level else ("▼" if down > 0 else "▲"))

    def _draw_hop(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        (x1, y1), (x2, y2) = start, end
        if abs(x2 - x1) < 3:
            self._draw_straight(start, end)
            return
        top = max(0, min(y1, y2) - 3)
        left, right = min(x1, x2), max(x1, x2)
        self._put_text(left, top, "╭" + "─" * (right - left - 1) + "╮")
        for column, row in ((x1, y1), (x2, y2)):
            for line in range(top + 1, row + 1):
                self._put_text(column, line, "│")
        self._put_text(x2, y2, "▼")


def _iter_line(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
    """Yield the column, row and character of each cell on a line, except the last cell."""
    (x1, y1), (x2, y2) = start, end
    across, down = x2 - x1, y2 - y1
    steps = max(abs(across), abs(down), 1)
    letter = "─" if down == 0 else "│" if across == 0 else "·"
    for i in range(steps):
        yield x1 + round(across * i / steps), y1 + round(down * i / steps), letter


def _write_face(face: Face, box: Box, wide: float) -> str:
    """Return a card face as text, truncated to the width of the card.

    Args:
        face: Card face.
        box: Rectangle of the card, in mm.
        wide: Width that a character represents, in mm.
    """
    if not face or is_mask(face):
        return ""
    text = "?" if face == UNREAD else write_owner(face)
    return text[: max(1, int(box.w / wide) - 1)]


def _choose_frame(thing: objects.Thing) -> tuple[str, str]:
    """Return the characters of a thing's frame, and the character that covers its inside."""
    match thing:
        case objects.TableCard(outline=True) | objects.TableSleeve(outline=True) | objects.Tab(outline=True):
            return DOTTED, " "
        case objects.TableSleeve():
            return HEAVY, " "
        case objects.Pile() | objects.TableCard(face=""):
            return SOLID, BACK
        case objects.Lid(lifted=False):
            return SOLID, ""  # The things below the lid stay visible.
        case _:
            return SOLID, " "


_DRAWINGS: Mapping[type, Callable[[Canvas, Any], None]] = {
    objects.TableWallet: Canvas.wallet,
    objects.SideView: lambda canvas, view: canvas.write(view.x, view.y, sentence("picture.above")),
    objects.Frame: lambda canvas, frame: canvas.write(frame.x, frame.bounds.bottom, str(frame.number)),
    objects.Together: lambda canvas, group: None,  # letters are too coarse for a line around cards
    objects.HelpingHand: Canvas.hand,
    objects.Eye: lambda canvas, eye: canvas.write(eye.x, eye.y, "(/)" if eye.away else "(o)"),
    objects.Crown: lambda canvas, crown: canvas.write(crown.x, crown.y, "♛"),
    objects.Name: lambda canvas, name: canvas.write(name.x, name.y, name.text),
    objects.Callout: Canvas.callout,
    objects.More: lambda canvas, more: canvas.write(more.x, more.y, "…"),
}
"""Drawing functions by type of thing. Other things are drawn as frames."""
