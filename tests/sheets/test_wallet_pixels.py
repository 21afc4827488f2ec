"""The printed deck and its wallet read back as pixels: what shows through every mask's holes, of every card.

Sheets are rendered, and cards, masks and windows are cut out of the pages as hands would cut them: at 254 dots an
inch, so that a tenth of a millimetre is a whole dot.  What a hole shows is counted in dark dots.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, product
from math import prod

import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest
from PIL import Image

from drawings import holds, no_overlap, overlaps, table_of
from facilitator.errors import CommandError
from facilitator.games.masks import FEW, ROWS, TopState
from facilitator.i18n import catalogue
from facilitator.sheets.build import Wish, build
from facilitator.sheets.drawing.marks import (
    BLACK,
    CARD_SIZES,
    PAPERS,
    Box,
    Circle,
    Document,
    Extent,
    Page,
    Paper,
    Rect,
    Stamp,
    Text,
    Use,
    placed,
)
from facilitator.sheets.drawing.render import pdf
from facilitator.sheets.page import points, reach
from facilitator.sheets.wallet_sheets import PARTS, PrintedDeck, Wallet, known, slug
from facilitator.table_files.load import Table

Pixels = npt.NDArray[np.uint8]
DOTS = 10
"""Pixels a mm."""
SPLIT = {"pool": "split", "pool_deck": "compact-27", "hand_size": 3}
VERA = {"name": "Vera", "virtual": True}


def uno(**keys: object) -> Table:
    return table_of("Ana", VERA, **{**SPLIT, **keys})


FOUR: tuple[object, ...] = ("Ana", VERA, "Ben", "Cleo")
TABLES: dict[str, Table] = {
    "compact": uno(),
    "official": uno(rules="official", scores="none"),
    "hearts": table_of(*FOUR, game="hearts", rules="usual"),
    "dominoes": table_of("Ana", VERA, game="dominoes", rules="usual"),
    "half": uno(pool_deck="half-54"),
    "full official": uno(pool_deck="full-108", rules="official", scores="none"),
    "saver": table_of("Ana", {**VERA, "style": "saver"}, **SPLIT),
    "attacker": table_of("Ana", {**VERA, "style": "attacker"}, **SPLIT),
}
DOT, NO_DOT = 0.15, 0.06
"""A hole that is darker than the first part shows a dot, one that is not darker than the second none: between lies
doubt."""


@dataclass(frozen=True)
class Cut:
    """What was cut out of the printed pages: faces by kind, fronts of masks by state, the panel with its flaps."""

    key: tuple[str, str, str]
    printed: PrintedDeck
    faces: dict[str, Pixels]
    masks: dict[str, Pixels]
    panel: Pixels


def rendered(page: pypdfium2.PdfPage) -> Pixels:
    found: Pixels = page.render(scale=DOTS * 25.4 / 72 * (1 - 1e-12), grayscale=True).to_numpy()
    return found.reshape(found.shape[:2])


def parts(document: Document, wanted: set[str]) -> Iterator[tuple[str, Pixels]]:
    """Cut the stamps out of a document's pages, upright, each name once."""
    book = pypdfium2.PdfDocument(pdf(document))
    for number, page in enumerate(document.pages):
        names = [(name, box) for name, box in placed(document, page) if name in wanted]
        if not names:
            continue
        dots = rendered(book[number])
        for name, box in names:
            if name in wanted:
                wanted.discard(name)
                w, h = document.stamps[name].size
                lies = box.w != pytest.approx(w)
                x, y = round(box.x * DOTS), round(box.y * DOTS)
                wide, high = (
                    (round(h * DOTS), round(w * DOTS)) if lies else (round(w * DOTS), round(h * DOTS))
                )
                piece = np.full((high, wide), 255, np.uint8)
                seen = dots[max(y, 0) : y + high, max(x, 0) : x + wide]
                piece[: seen.shape[0], : seen.shape[1]] = seen
                yield name, np.rot90(piece) if lies else piece


def on(name: str, paper: str) -> Table:
    return TABLES[name].model_copy(update={"paper": paper})


@cache
def cut(name: str, paper: str = "A4", size: str = "") -> Cut:
    table, run = TABLES[name], CARD_SIZES[size] if size else None
    deck, wallet = build(table, Wish(paper, size=run), ["deck", "wallet"])[0]
    printed = PrintedDeck.of(on(name, paper), run)
    kinds = {slug(kind): kind for kind in printed.masks.deck}
    faces = {kinds[name]: dots for name, dots in parts(deck, set(kinds))}
    fronts = {f"mask{n}": front.name for n, (front, *_) in enumerate(printed.masks.sides)}
    found = dict(parts(wallet, {*fronts, "front"}))
    masks = {state: found[name] for name, state in fronts.items()}
    return Cut((name, paper, size), printed, faces, masks, found["front"])


# -- the wallet as hands build it --------------------------------------------------------------------


def grey(dots: Pixels) -> npt.NDArray[np.bool_]:
    """What is to be cut or punched out."""
    return (dots > 195) & (dots < 213)


def boxes(dots: Pixels) -> list[tuple[slice, slice]]:
    """The two regions of grey, above and below the middle: rows and columns."""
    found = []
    half = dots.shape[0] // 2
    for top, part in ((0, dots[:half]), (half, dots[half:])):
        here = grey(part)
        solid = here.copy()
        for axis in (0, 1):  # edges of letters are grey too, but a dot or two wide
            for by in (1, -1, 2, -2, 3, -3):
                solid &= np.roll(here, by, axis)
        rows, cols = np.nonzero(solid)
        assert rows.size, "no hole"
        found.append(
            (slice(top + rows.min() - 3, top + rows.max() + 4), slice(cols.min() - 3, cols.max() + 4))
        )
    return found


@dataclass(frozen=True)
class Hole:
    """A hole over the wallet's middle: which pixels of a card it shows, and at which arrow it is."""

    x: float
    y: float
    shape: npt.NDArray[np.bool_]


def holes(of: Cut, state: TopState) -> list[Hole]:
    """The two holes of a state's mask, upper first, as the mask lies in the wallet; turned over if need be."""
    return holes_read(of.key, state.name)


@cache
def holes_read(key: tuple[str, str, str], name: str) -> list[Hole]:
    of = cut(*key)
    state = next(one for one in of.printed.masks.states if one.name == name)
    for front, *back in of.printed.masks.sides:
        if state in (front, *back):
            dots, over = of.masks[front.name], state is not front
            break
    dots = dots[:, ::-1] if over else dots  # like a page
    m, found = of.printed.m, []
    for rows, cols in boxes(dots):
        high, wide = rows.stop - rows.start, cols.stop - cols.start
        assert (wide / DOTS, high / DOTS) == (
            pytest.approx(m.hole.w, abs=0.35),
            pytest.approx(m.hole.h, abs=0.35),
        )
        v, u = np.mgrid[:high, :wide]
        u, v = (u - (wide - 1) / 2) / (wide / 2), (v - (high - 1) / 2) / (high / 2)
        shape = u**2 + v**2 <= 1 if m.hole.w == m.hole.h else np.ones((high, wide), np.bool_)
        found.append(Hole(cols.start - dots.shape[1] / 2, rows.start - dots.shape[0] / 2, shape))
    return found


def windows(of: Cut) -> None:
    """Every hole of every mask lies within a window, with a mm around it."""
    panel = of.panel
    frames = []
    for rows, cols in boxes(panel):
        middle = panel.shape[0] / 2, panel.shape[1] / 2
        frames.append(
            (rows.start - middle[0], rows.stop - middle[0], cols.start - middle[1], cols.stop - middle[1])
        )
    for state in of.printed.masks.states:
        for hole, (top, bottom, left, right) in zip(holes(of, state), frames, strict=True):
            high, wide = hole.shape.shape
            assert top + 2 <= hole.y <= hole.y + high <= bottom - 2, state
            assert left + 2 <= hole.x <= hole.x + wide <= right - 2, state


TURNED = 32
"""Levels of 255: curves are cut into other chords when they run the other way, an eighth of a dot."""
LEFT, RIGHT = 0, 1
DARK = 128


Off = tuple[float, float, float]
"""How a card is out of place: mm deeper in, mm higher, degrees askew."""
FLUSH: Off = (0.0, 0.0, 0.0)


@cache
def dark_dots(name: str, paper: str, size: str, way: int, askew: float) -> npt.NDArray[np.bool_]:
    """Every face, one above the other, as it goes in: turned by half or not, and askew."""
    found = []
    for face in cut(name, paper, size).faces.values():
        dots = np.rot90(face, 2) if way else face
        turned = Image.fromarray(dots).rotate(askew, Image.Resampling.BILINEAR, fillcolor=255)
        found.append(np.asarray(turned) < DARK)
    return np.stack(found)


def dark(of: Cut, hole: Hole, end: int, way: int, off: Off) -> list[float]:
    """How much of a hole is dark over each card, in the order of the faces: parts of its area."""
    deep, up, askew = off
    dots = dark_dots(*of.key, way, askew)
    high, wide = hole.shape.shape
    aside = (1 if end == RIGHT else -1) * (of.printed.m.shift - deep)
    x = round(hole.x - aside * DOTS + dots.shape[2] / 2)
    y = round(hole.y + up * DOTS + dots.shape[1] / 2)
    assert x >= 0, "beyond the card's edge"
    assert y >= 0, "beyond the card's end"
    seen = dots[:, y : y + high, x : x + wide]
    shape = hole.shape[: seen.shape[1], : seen.shape[2]]
    return [float(part) for part in (seen & shape).sum(axis=(1, 2)) / hole.shape.sum()]


def margins(of: Cut, off: Off) -> tuple[float, float]:
    """The least dark of all holes that must show a dot, and the most of those that must not, over all cards."""
    least, most = 1.0, 0.0
    for state in of.printed.masks.states:
        upper, lower = holes(of, state)
        for end, way in product((LEFT, RIGHT), (0, 1)):
            above, below = dark(of, upper, end, way, off), dark(of, lower, end, way, off)
            for kind, over, under in zip(of.faces, above, below, strict=True):
                at_right = (kind in state.fits) == (end == RIGHT)  # a card that fits has it at its own end
                dot, none = (over, under) if at_right else (under, over)  # above, the arrow points right
                least, most = min(least, dot), max(most, none)
    return least, most


def displaced(by: float, askew: float, every: bool) -> list[Off]:
    """A card out of place both ways, askew both ways: all eight, or four in which any two come in every way."""
    signs = [signs for signs in product((1, -1), repeat=3) if every or prod(signs) > 0]
    return [(deep * by, up * by, turn * askew) for deep, up, turn in signs]


def test_one_dot_shows_at_the_right_arrow(full: bool) -> None:
    """Every card, state, end and way up; flush, and out of place in depth and height and askew (full decks half)."""
    sizes = [("compact", "A4", "")]
    if full:
        sizes = [(name, "A4", "") for name in TABLES]
        sizes += [("compact", "A4", "56x87"), ("official", "Letter", ""), ("half", "Letter", "")]
    for name, paper, size in sizes:
        of = cut(name, paper, size)
        windows(of)
        by = 1.0 if of.printed.masks.cols == FEW else 0.5
        for off in (FLUSH, *displaced(by, 1.0, full)):
            least, most = margins(of, off)
            assert least > DOT, (name, off, least)
            assert most < NO_DOT, (name, off, most)
        least, most = margins(of, FLUSH)
        assert (least > 0.36, most) == (True, 0.0), name


def test_a_wrong_mask_and_a_card_half_a_place_off_are_seen_to_be_wrong() -> None:
    """What the test above would find: it reads places, not names."""
    of = cut("compact")
    least, _ = margins(of, (2.5, 0.0, 0.0))
    assert least < DOT
    at = list(of.faces).index("5R")
    for name, shows in (("red 1", [True, False]), ("green 1", [False, True])):
        state = next(one for one in of.printed.masks.states if one.name == name)
        through = holes(of, state)
        assert [dark(of, hole, RIGHT, 0, FLUSH)[at] > DOT for hole in through] == shows


def half_turned(stamps: dict[str, Stamp], name: str) -> int:
    """By how many of 255 levels a stamp's dots differ from those of itself turned by half, at most."""
    size = stamps[name].size
    page = Page(Paper("cut", *size), (Use(name, 0, 0),))
    used = [mark.stamp for mark in stamps[name].marks if isinstance(mark, Use)]
    needed = {one: stamps[one] for one in (*used, name)}
    (dots,) = (rendered(page) for page in pypdfium2.PdfDocument(pdf(Document("one", "one", (page,), needed))))
    assert int(dots.max()) - int(dots.min()) > 150
    return int(abs(np.rot90(dots, 2).astype(int) - dots).max())


def outsides(name: str) -> tuple[Wallet, dict[str, Stamp]]:
    """Every mask in the wallet, both sides, as one stamp each: what people see."""
    made = Wallet(PrintedDeck.of(TABLES[name]))
    m, stamps = made.printed.m, made.stamps()
    size, left = Extent(m.wallet, m.high), m.wallet - made.rail.w
    rails = Rect(Box(0, 0, *size), None, 0.15), Use("rail", left, 0), Use("rail", 0, 0, 180)
    inset = (m.wallet - m.card.w) / 2, (m.high - m.card.h) / 2
    for n in range(len(made.printed.masks.sides)):
        for side in ("mask", "reverse"):
            stamps[f"seen{side}{n}"] = Stamp(size, (Use(f"{side}{n}", *inset), *rails))
    return made, stamps


@pytest.mark.parametrize("name", ["compact", "official", "dominoes"])
def test_the_wallet_with_its_mask_on_and_every_face_equal_themselves_turned_by_half(
    name: str, full: bool
) -> None:
    """Curves that are cut into other chords when they run the other way may differ by an eighth of a dot."""
    made, stamps = outsides(name)
    whole = [one for one in stamps if one.startswith("seen")]
    faces = {slug(kind): made.printed.face(kind) for kind in made.printed.masks.deck}
    for one in whole if full else whole[:: len(whole) // 4]:
        assert half_turned(stamps, one) <= TURNED, one
    for one in list(faces)[:: 1 if full else 7]:
        assert half_turned(faces, one) <= TURNED, one
    assert half_turned(stamps, "front") <= TURNED
    back = replace(
        stamps["back"], marks=tuple(one for one in stamps["back"].marks if not isinstance(one, Text))
    )
    assert half_turned({"back": back}, "back") <= TURNED


def test_a_seam_a_name_or_an_arrow_at_one_end_only_would_be_seen() -> None:
    stamps = outsides("compact")[1]
    once = {**stamps, "mask0": replace(stamps["mask0"], twice=False)}
    assert half_turned(once, "seenmask0") > TURNED
    seen = stamps["seenmask0"]
    for left_out in range(1, len(seen.marks)):
        marks = tuple(mark for n, mark in enumerate(seen.marks) if n != left_out)
        if left_out > 1:
            assert half_turned({**stamps, "seenmask0": replace(seen, marks=marks)}, "seenmask0") > TURNED


# -- sheets ------------------------------------------------------------------------------------------


PAGES = {  # deck, then masks and wallet, then how to put it together and how to test it
    ("compact", "A4"): (3, 4, 2),
    ("official", "A4"): (3, 4, 2),
    ("compact", "Letter"): (3, 6, 2),
    ("hearts", "A4"): (6, 2, 2),
    ("dominoes", "A4"): (5, 8, 2),
    ("half", "A4"): (9, 12, 2),
}


@pytest.mark.parametrize(("name", "paper"), PAGES)
def test_pages_are_counted_and_nothing_written_there_overlaps(name: str, paper: str) -> None:
    deck, wallet = build(TABLES[name], Wish(paper), ["deck", "wallet"])[0]
    kinds = [page.kind for page in wallet.pages]
    cut_out = sum(kind in ("parts", "backs") for kind in kinds)
    assert (len(deck.pages), cut_out, len(kinds) - cut_out) == PAGES[name, paper]
    assert no_overlap(deck)
    assert no_overlap(wallet)
    assert kinds[:cut_out] == ["parts", "backs"] * (cut_out // 2)
    uses = [use for page in wallet.pages for use, _ in placed(wallet, page)]
    made = Wallet(PrintedDeck.of(on(name, paper)))
    for n in range(len(made.printed.masks.sides)):
        assert uses.count(f"mask{n}") == 1
        assert uses.count(f"reverse{n}") == 1
    assert all(uses.count(part) >= PARTS.count(part) for part in PARTS)


@pytest.mark.parametrize(("name", "paper"), PAGES)
def test_parts_lie_apart_and_each_mask_has_its_back_behind_it(name: str, paper: str) -> None:
    _, wallet = build(TABLES[name], Wish(paper), ["deck", "wallet"])[0]
    sheet = PAPERS[paper]
    for front, back in pairwise(wallet.pages):
        if front.kind != "parts":
            continue
        boxes = list(placed(wallet, front))
        for n, (_, box) in enumerate(boxes):
            assert holds(Box(0, 0, sheet.w, sheet.h), box, 0.06)
            assert not any(overlaps(box, other, 0.2) for _, other in boxes[n + 1 :])
        behind = dict(placed(wallet, back))
        for one, box in boxes:
            if one.startswith("mask"):
                there = behind.pop(one.replace("mask", "reverse"))
                assert there.x == pytest.approx(sheet.w - box.right, abs=0.12)
                assert there.y == pytest.approx(box.y, abs=0.12)
        assert not behind


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
@pytest.mark.parametrize("name", [*TABLES, "eights"])
def test_every_card_is_named_large_and_says_what_it_serves(name: str, language: str) -> None:
    """20 points and more, above any hole; 18 where a last row of places leaves less room; in its colour."""
    catalogue.speak(language)
    table = TABLES.get(name) or table_of("Ana", VERA, "Ben", game="eights", rules="usual", protocol="wallet")
    printed = PrintedDeck.of(table)
    least = points(20 if printed.m.rows == ROWS or printed.masks.cols > FEW else 18)
    for kind in printed.masks.deck:
        said = [mark for mark in printed.face(kind).marks if isinstance(mark, Text)]
        large = [mark for mark in said if mark.font == "bold" and mark.text]
        assert large
        assert min(mark.size for mark in large) >= least - 1e-6, kind
        assert {mark.ink != BLACK for mark in large} == {kind[-1] in "RYGBH" or kind[1:] == "D"}, kind
        assert max(mark.y for mark in large) < printed.free, kind
        small = [mark for mark in said if mark.font != "bold"]
        for word in (table.game, table.rules, printed.masks.code):
            assert any(word in mark.text for mark in small), kind
        assert min(mark.size for mark in small) > points(7.99)


@pytest.mark.parametrize("name", TABLES)
def test_no_hole_is_punched_through_what_a_mask_says(name: str) -> None:
    made = Wallet(PrintedDeck.of(TABLES[name]))
    w, h = made.printed.m.hole
    for front, *back in made.printed.masks.sides:
        marks = made.mask(front, *back).marks
        x, up = made.printed.m.place(front)
        middle = made.printed.m.card.w / 2 + x, made.printed.m.card.h / 2 - up
        hole = Box(middle[0] - w / 2, middle[1] - h / 2, w, h)
        assert any(isinstance(mark, Circle | Rect) for mark in marks)
        for mark in marks:
            assert not isinstance(mark, Text) or not overlaps(reach(mark), hole), (front.name, mark.text)


def test_each_card_bears_as_many_dots_as_any_other() -> None:
    for name in ("compact", "official", "hearts", "dominoes", "attacker"):
        printed = PrintedDeck.of(TABLES[name])
        for kind in printed.masks.deck:
            marks = [mark for mark in printed.face(kind).marks if isinstance(mark, Circle)]
            r = printed.m.dot / 2
            dots = [mark for mark in marks if mark.fill == BLACK and mark.r == r]
            assert len(dots) == len(printed.masks.states), kind


def test_the_test_page_says_of_ten_cards_what_the_pixels_show() -> None:
    of = cut("compact")
    found = known(Wallet(of.printed))
    assert len(found) == 10
    assert {(end, arrow) for _, _, end, arrow in found} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    for state, kind, end, arrow in found:
        above = dark(of, holes(of, state)[0], end, 0, FLUSH)[list(of.faces).index(kind)] > DOT
        assert above == (arrow == RIGHT), (state.name, kind)


def test_sizes_no_deck_can_have_are_refused() -> None:
    for name, size in (("compact", "63x88"), ("half", "56x87")):
        with pytest.raises(CommandError, match="card-size"):
            build(TABLES[name], Wish("A4", size=CARD_SIZES[size]), ["deck"])
