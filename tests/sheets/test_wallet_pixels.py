"""The printed deck and its wallet read back as pixels: what shows through every mask's holes, of every card.

Sheets are rendered, and cards, masks and windows are cut out of the pages as hands would cut them: at 254 dots an
inch, so that a tenth of a millimetre is a whole dot.  What a hole shows is counted in dark dots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, product
from math import pi, prod

import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest
from PIL import Image

from drawings import holds, measure_text, no_overlap, overlaps, table_of
from facilitator.errors import CommandError
from facilitator.games.masks import FEW, ROWS, TopState
from facilitator.i18n import catalogue
from facilitator.pictures import marks as ink
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.drawing.render import pdf
from facilitator.sheets.page import points_to_mm
from facilitator.sheets.printed_deck import PARTS, PrintedDeck
from facilitator.sheets.wallet_sheets import Wallet, draw_card, slug
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
DOT, NO_DOT = 0.3, 0.12
"""Limits of a clear look, as parts of a whole dot's black.

The hole with the dot shows at least the first, the other hole at most the second. Anything between is doubtful.
"""


@dataclass(frozen=True)
class Cut:
    """What was cut out of the printed pages: faces by kind, templates of masks by state, the panel with its flaps."""

    key: tuple[str, str, str]
    printed: PrintedDeck
    faces: dict[str, Pixels]
    masks: dict[str, Pixels]
    panel: Pixels


def rendered(page: pypdfium2.PdfPage) -> Pixels:
    found: Pixels = page.render(scale=DOTS * 25.4 / 72 * (1 - 1e-12), grayscale=True).to_numpy()
    return found.reshape(found.shape[:2])


def parts(document: ink.Document, wanted: set[str]) -> Iterator[tuple[str, Pixels]]:
    """Cut the stamps out of a document's pages, upright, each name once."""
    book = pypdfium2.PdfDocument(pdf(document))
    for number, page in enumerate(document.pages):
        names = [(name, box) for name, box in ink.iter_stamp_boxes(document, page) if name in wanted]
        if not names:
            continue
        dots = rendered(book[number])
        for name, box in names:
            if name in wanted:
                wanted.discard(name)
                w, h = document.stamps[name].size
                lies = box.w != pytest.approx(w)
                x, y = round(box.x * DOTS), round(box.y * DOTS)
                wide, high = (round(side * DOTS) for side in ((h, w) if lies else (w, h)))
                piece = np.full((high, wide), 255, np.uint8)
                seen = dots[max(y, 0) : y + high, max(x, 0) : x + wide]
                piece[: seen.shape[0], : seen.shape[1]] = seen
                yield name, np.rot90(piece) if lies else piece


def on(name: str, paper: str) -> Table:
    return TABLES[name].model_copy(update={"paper": paper})


@cache
def cut(name: str, paper: str = "A4", size: str = "") -> Cut:
    table, run = TABLES[name], ink.CARD_SIZES[size] if size else None
    deck, wallet = build(table, SheetOptions(paper, size=run), ["deck", "wallet"])[0]
    printed = PrintedDeck.from_table(on(name, paper), run)
    kinds = {slug(kind): kind for kind in printed.masks.deck}
    faces = {kinds[name]: dots for name, dots in parts(deck, set(kinds))}
    fronts = {f"template{n}": front.name for n, (front, *_) in enumerate(printed.masks.sides)}
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
    """A hole over the wallet's middle: which pixels of a card it shows.

    Attributes:
        x: Left edge, in dots to the right of the middle.
        y: Upper edge, in dots below the middle.
        shape: Dots that the hole shows.
    """

    x: float
    y: float
    shape: npt.NDArray[np.bool_]

    @property
    def side(self) -> int:
        """Side of the middle line: LEFT or RIGHT."""
        return RIGHT if self.x > 0 else LEFT


def holes(of: Cut, state: TopState) -> list[Hole]:
    """The two holes of a state's mask, upper first, as the mask lies in the wallet; turned over if need be."""
    return holes_read(of.key, state.name)


@cache
def holes_read(key: tuple[str, str, str], name: str) -> list[Hole]:
    of = cut(*key)
    state = next(state for state in of.printed.masks.states if state.name == name)
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
        y, x = panel.shape[0] / 2, panel.shape[1] / 2
        frames.append((rows.start - y, rows.stop - y, cols.start - x, cols.stop - x))
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
    """Return how much black a hole shows of each card, in the order of the faces, as parts of a whole dot's black."""
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
    whole = pi * (of.printed.m.dot / 2 * DOTS) ** 2
    return [float(part) for part in (seen & shape).sum(axis=(1, 2)) / whole]


def margins(of: Cut, off: Off) -> tuple[float, float]:
    """The least dark of all holes that must show a dot, and the most of those that must not, over all cards."""
    least, most = 1.0, 0.0
    for state in of.printed.masks.states:
        upper, lower = holes(of, state)
        for end, way in product((LEFT, RIGHT), (0, 1)):
            above, below = dark(of, upper, end, way, off), dark(of, lower, end, way, off)
            for kind, over, under in zip(of.faces, above, below, strict=True):
                winner = end if kind in state.fits else 1 - end
                dot, none = (over, under) if upper.side == winner else (under, over)
                least, most = min(least, dot), max(most, none)
    return least, most


def displaced(by: float, askew: float, every: bool) -> list[Off]:
    """A card out of place both ways, askew both ways: all eight, or four in which any two come in every way."""
    signs = [signs for signs in product((1, -1), repeat=3) if every or prod(signs) > 0]
    return [(deep * by, up * by, turn * askew) for deep, up, turn in signs]


def test_exactly_one_dot_is_visible_and_it_is_on_the_winners_side(full: bool) -> None:
    """Every card, state, end and way up; flush, and out of place in depth and height and askew (full decks half)."""
    sizes = [("compact", "A4", "")]
    if full:
        sizes = [(name, "A4", "") for name in TABLES]
        sizes += [("compact", "A4", "56x87"), ("official", "Letter", ""), ("half", "Letter", "")]
    for name, paper, size in sizes:
        of = cut(name, paper, size)
        windows(of)
        by = 0.85 if of.printed.masks.cols == FEW else 0.5
        for off in (FLUSH, *displaced(by, 1.0, full)):
            least, most = margins(of, off)
            assert least > DOT, (name, off, least)
            assert most < NO_DOT, (name, off, most)
        least, most = margins(of, FLUSH)
        assert (least > 0.95, most) == (True, 0.0), name


# -- looks by a model of how exactly people print, punch and push -------------------------------------


LOOKS = 7
"""Looks in a turn with seven cards."""
CLEAR, DOUBTFUL, WRONG = 0, 1, 2


def look(of: Cut, state: TopState, shifts: Sequence[tuple[float, float]], card: int, end: int) -> int:
    """Return how a look at one card reads.

    Args:
        of: Printed pages.
        state: State whose mask lies on the wallet.
        shifts: For each hole, how far it lies from its place over the card: mm to the right, mm up.
        card: Index of the card.
        end: End of the wallet that the card is in.
    """
    kind, through = list(of.faces)[card], holes(of, state)
    winner = end if kind in state.fits else 1 - end
    sign = 1 if end == RIGHT else -1
    black = [
        dark(of, hole, end, 0, (sign * right, up, 0.0))[card]
        for hole, (right, up) in zip(through, shifts, strict=True)
    ]
    more = black.index(max(black))
    if black[more] < DOT or black[1 - more] > NO_DOT:
        return DOUBTFUL
    return CLEAR if through[more].side == winner else WRONG


def turns(of: Cut, count: int, out: float = 0.0) -> tuple[Counter[int], Counter[int]]:
    """Return how single looks and whole turns of seven looks read by the model.

    Errors are normal with these standard deviations in mm: print feed 0.5 per sheet, cards not all the way in 0.6,
    punched holes 0.5. Play of the card and of the mask is uniform within 0.5 mm.

    Args:
        of: Printed pages.
        count: Number of turns.
        out: How far one card of each turn sticks out, in mm.
    """
    draw, looks, whole = np.random.default_rng(1), Counter[int](), Counter[int]()
    states, sheets = of.printed.masks.states, -(-len(of.printed.masks.deck) // len(of.printed.sheet.boxes))
    for _ in range(count):
        state = states[draw.integers(len(states))]
        punch, mask = draw.normal(0, 0.5, (2, 2)), draw.uniform(-0.5, 0.5)
        feeds = draw.normal(0, 0.5, (sheets, 2))
        read = []
        for number in range(LOOKS):
            card, end = int(draw.integers(len(of.faces))), int(draw.integers(2))
            deep = draw.normal(0, 0.6) - (out if number == 3 else 0.0)
            inwards = deep if end == LEFT else -deep
            feed, play = feeds[card * sheets // len(of.faces)], draw.uniform(-0.5, 0.5)
            shifts = [(float(inwards + feed[0] - mask - x), float(y + play - feed[1])) for x, y in punch]
            read.append(look(of, state, shifts, card, end))
        looks.update(read)
        whole[max(read)] += 1
    return looks, whole


def test_nine_of_ten_turns_can_be_read_without_doubt(full: bool) -> None:
    """By the model, of cards with up to 32 states; without silent errors, even if a card sticks out."""
    of = cut("compact")
    count = 1000 if full else 120
    looks, whole = turns(of, count)
    print(looks, whole)
    assert whole[CLEAR] > (0.88 if full else 0.84) * count
    assert whole[WRONG] <= 0.002 * count


def half_turned(stamps: dict[str, ink.Stamp], name: str) -> int:
    """Return by how many of 255 levels a stamp differs from itself turned by half, at most.

    A dot may lie a tenth of a millimetre elsewhere, because hairlines are drawn on whole dots.
    """
    size = stamps[name].size
    page = ink.Page(ink.Paper("cut", *size), (ink.Use(name, 0, 0),))
    used = [mark.stamp for mark in stamps[name].marks if isinstance(mark, ink.Use)]
    needed = {key: stamps[key] for key in (*used, name)}
    dots = rendered(pypdfium2.PdfDocument(pdf(ink.Document("one", "one", (page,), needed)))[0])
    assert int(dots.max()) - int(dots.min()) > 150
    other = np.rot90(dots, 2).astype(np.int16)
    shifts = [np.roll(other, (down, right), (0, 1)) for down, right in product((-1, 0, 1), repeat=2)]
    return int(np.min([abs(shift - dots) for shift in shifts], axis=0).max())


def outsides(name: str) -> tuple[Wallet, dict[str, ink.Stamp]]:
    """Every mask in the wallet, both sides, as one stamp each: what people see."""
    made = Wallet(PrintedDeck.from_table(TABLES[name]))
    m, stamps = made.printed.m, made.stamps()
    size, left = ink.Extent(m.wallet, m.high), m.wallet - made.m.parts["rail"].w
    rails = ink.Rect(ink.Box(0, 0, *size), None, 0.15), ink.Use("rail", left, 0), ink.Use("rail", 0, 0, 180)
    inset = (m.wallet - m.card.w) / 2, (m.high - m.card.h) / 2
    for n in range(len(made.printed.masks.sides)):
        for side in ("mask", "reverse"):
            stamps[f"seen{side}{n}"] = ink.Stamp(size, (ink.Use(f"{side}{n}", *inset), *rails))
    return made, stamps


@pytest.mark.parametrize("name", ["compact", "official", "dominoes"])
@pytest.mark.every(2)
def test_wallet_masks_and_faces_are_symmetric_under_half_turns(name: str, full: bool) -> None:
    """Curves that are cut into other chords when they run the other way may differ by an eighth of a dot."""
    made, stamps = outsides(name)
    whole = [stamp for stamp in stamps if stamp.startswith("seen")]
    faces = {slug(kind): draw_card(made.printed, kind) for kind in made.printed.masks.deck}
    for stamp in whole if full else whole[:: len(whole) // 4]:
        assert half_turned(stamps, stamp) <= TURNED, stamp
    for face in list(faces)[:: 1 if full else 7]:
        assert half_turned(faces, face) <= TURNED, face
    assert half_turned(stamps, "front") <= TURNED
    back = replace(
        stamps["back"], marks=tuple(mark for mark in stamps["back"].marks if not isinstance(mark, ink.Text))
    )
    assert half_turned({"back": back}, "back") <= TURNED


# -- sheets ------------------------------------------------------------------------------------------


PAGES = {  # deck, then masks and wallet, then templates, assembly and test
    ("compact", "A4"): (3, 4, 4),
    ("official", "A4"): (3, 4, 4),
    ("compact", "Letter"): (3, 6, 5),
    ("hearts", "A4"): (6, 2, 3),
    ("dominoes", "A4"): (5, 8, 5),
    ("half", "A4"): (9, 12, 7),
}


@pytest.mark.parametrize(("name", "paper"), PAGES)
def test_pages_are_counted_and_their_texts_do_not_overlap(name: str, paper: str) -> None:
    deck, wallet = build(TABLES[name], SheetOptions(paper), ["deck", "wallet"])[0]
    kinds = [page.kind for page in wallet.pages]
    cut_out = sum(kind in ("parts", "backs") for kind in kinds)
    assert (len(deck.pages), cut_out, len(kinds) - cut_out) == PAGES[name, paper]
    assert no_overlap(deck)
    assert no_overlap(wallet)
    assert kinds[:cut_out] == ["parts", "backs"] * (cut_out // 2)
    uses = [use for page in wallet.pages for use, _ in ink.iter_stamp_boxes(wallet, page)]
    made = Wallet(PrintedDeck.from_table(on(name, paper)))
    for n in range(len(made.printed.masks.sides)):
        assert uses.count(f"mask{n}") == 1
        assert uses.count(f"reverse{n}") == 1
        assert uses.count(f"template{n}") == 1
    assert all(uses.count(part) >= PARTS.count(part) for part in PARTS)


@pytest.mark.parametrize(("name", "paper"), PAGES)
def test_parts_do_not_overlap_and_each_mask_has_its_back_behind_it(name: str, paper: str) -> None:
    _, wallet = build(TABLES[name], SheetOptions(paper), ["deck", "wallet"])[0]
    sheet = ink.PAPERS[paper]
    for front, back in pairwise(wallet.pages):
        if front.kind != "parts":
            continue
        boxes = list(ink.iter_stamp_boxes(wallet, front))
        for n, (_, box) in enumerate(boxes):
            assert holds(ink.Box(0, 0, sheet.w, sheet.h), box, 0.06)
            assert not any(overlaps(box, other, 0.2) for _, other in boxes[n + 1 :])
        behind = dict(ink.iter_stamp_boxes(wallet, back))
        for one, box in boxes:
            if one.startswith("mask") or one == "tab":
                there = behind.pop("behindtab" if one == "tab" else one.replace("mask", "reverse"))
                assert there.x == pytest.approx(sheet.w - box.right, abs=0.12)
                assert there.y == pytest.approx(box.y, abs=0.12)
        assert not behind


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
@pytest.mark.parametrize("name", [*TABLES, "eights"])
def test_every_card_has_a_large_name_and_its_states(name: str, language: str) -> None:
    """At least 20 points, above any hole; 13 where a last row of places leaves less room; in its colour."""
    catalogue.set_language(language)
    table = TABLES.get(name) or table_of("Ana", VERA, "Ben", game="eights", rules="usual", protocol="wallet")
    printed = PrintedDeck.from_table(table)
    least = points_to_mm(20 if printed.m.rows == ROWS or printed.masks.cols > FEW else 13)
    for kind in printed.masks.deck:
        said = [mark for mark in draw_card(printed, kind).marks if isinstance(mark, ink.Text)]
        large = [mark for mark in said if mark.font == "bold" and mark.text]
        assert large
        assert min(mark.size for mark in large) >= least - 1e-6, kind
        assert {mark.ink != ink.BLACK for mark in large} == {kind[-1] in "RYGBH" or kind[1:] == "D"}, kind
        assert max(mark.y for mark in large) < printed.hidden_height, kind
        small = [mark for mark in said if mark.font != "bold"]
        for word in (table.game, table.rules, printed.masks.code):
            assert any(word in mark.text for mark in small), kind
        assert min(mark.size for mark in small) > points_to_mm(7.99)


@pytest.mark.parametrize("name", TABLES)
def test_no_hole_is_punched_through_the_text_of_a_mask(name: str) -> None:
    made = Wallet(PrintedDeck.from_table(TABLES[name]))
    w, h = made.printed.m.hole
    for front, *_ in made.printed.masks.sides:
        marks = made.side(front, front).marks
        x, up = made.printed.m.place(front)
        middle = made.printed.m.card.w / 2 + x, made.printed.m.card.h / 2 - up
        hole = ink.Box(middle[0] - w / 2, middle[1] - h / 2, w, h)
        for mark in marks:
            assert not isinstance(mark, ink.Text) or not overlaps(measure_text(mark), hole), (
                front.name,
                mark.text,
            )


def test_every_card_has_the_same_number_of_dots() -> None:
    for name in ("compact", "official", "hearts", "dominoes", "attacker"):
        printed = PrintedDeck.from_table(TABLES[name])
        for kind in printed.masks.deck:
            marks = [mark for mark in draw_card(printed, kind).marks if isinstance(mark, ink.Circle)]
            r = printed.m.dot / 2
            dots = [mark for mark in marks if mark.fill == ink.BLACK and mark.r == r]
            assert len(dots) == len(printed.masks.states), kind


def read_test_page(document: ink.Document) -> tuple[str, list[list[str]]]:
    """Return what the last page of a wallet's sheet says, and the rows of its first table."""
    said = [mark for mark in document.pages[-1].marks if isinstance(mark, ink.Text)]
    lines: dict[float, list[ink.Text]] = {}
    for mark in said:
        lines.setdefault(mark.y, []).append(mark)
    rows = [[m.text for m in sorted(line, key=lambda m: m.x) if m.text] for line in lines.values()]
    head = rows.index(["mask", "card", "end", "side of the dot", "seen"])
    return " ".join(mark.text for mark in said), rows[head + 1 : head + 11]


@pytest.mark.parametrize("name", ["compact", "hearts", "dominoes"])
@pytest.mark.every(2)
def test_the_test_page_says_of_ten_cards_what_the_pixels_show(name: str) -> None:
    """The card goes in with the windows down.  A wallet that is turned like a page has its left end on the right."""
    of = cut(name)
    said, rows = read_test_page(build(TABLES[name], SheetOptions("A4"), ["wallet"])[0][0])
    for wanted in ("with its windows down", "face down, at the end named", "over like the page of a book"):
        assert wanted in said, wanted
    assert len(rows) == 10
    assert {(end, side) for *_, end, side in rows} == {*product(("left", "right"), repeat=2)}
    kinds = {of.printed.rules.kinds.describe(kind): number for number, kind in enumerate(of.faces)}
    states = {state.name: state for state in of.printed.masks.states}
    for mask, card, end, side in rows:
        lies = -1 if end == "left" else 1  # to the host's right, windows down
        seen = RIGHT if -lies > 0 else LEFT  # turned over about the line from the host to the far side
        for hole, way in product(holes(of, states[mask]), (0, 1)):
            shown = dark(of, hole, seen, way, FLUSH)[kinds[card]] > DOT
            assert shown == (hole.side == (LEFT if side == "left" else RIGHT)), (mask, card)


def test_impossible_card_sizes_are_rejected() -> None:
    for name, size in (("compact", "63x88"), ("half", "56x87")):
        with pytest.raises(CommandError, match="card-size"):
            build(TABLES[name], SheetOptions("A4", size=ink.CARD_SIZES[size]), ["deck"])
