"""Cards as pictures, for a service that prints them: the SVG, read by a reader of ours, shows what the PNG shows."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageChops, ImageDraw

from drawings import small
from facilitator.errors import CommandError
from facilitator.pictures import marks as ink
from facilitator.planning.extra_cards import list_needs
from facilitator.sheets.build import SheetOptions, build, write_documents
from facilitator.sheets.drawing import images
from facilitator.sheets.drawing.images import files, svg

Matrix = npt.NDArray[np.float64]
Outline = list[tuple[float, float]]
SCALE = 600 / 25.4
"""Pixels in a millimetre."""


def moved(text: str) -> Matrix:
    """The matrix of a transform attribute."""
    found = np.eye(3)
    for name, values in re.findall(r"(\w+)\(([^)]*)\)", text):
        a, *more = map(float, values.split())
        b, c = (*more, 0.0, 0.0)[:2]
        step = {"translate": [[1, 0, a], [0, 1, b], [0, 0, 1]], "scale": [[a, 0, 0], [0, a, 0], [0, 0, 1]]}
        if name == "rotate":
            u, v = cos(a / 180 * pi), sin(a / 180 * pi)
            step["rotate"] = [[u, -v, b - u * b + v * c], [v, u, c - v * b - u * c], [0, 0, 1]]
        found = found @ np.array(step[name])
    return found


def curves(path: str) -> list[Outline]:
    """The outlines that a path draws: straight lines and curves of one control point."""
    outlines: list[Outline] = []
    x = y = 0.0
    for command, values in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        n = [float(number) for number in re.findall(r"-?[\d.]+", values)]
        match command:
            case "M":
                outlines.append([])
                x, y, *n = n
                outlines[-1] += [(x, y), *zip(n[::2], n[1::2], strict=True)]
            case "L":
                outlines[-1] += zip(n[::2], n[1::2], strict=True)
            case "H" | "h":
                outlines[-1].append(((x if command == "h" else 0) + n[0], y))
            case "V" | "v":
                outlines[-1].append((x, (y if command == "v" else 0) + n[0]))
            case "Q":
                for cx, cy, ex, ey in zip(*(n[i::4] for i in range(4)), strict=True):
                    parts = [i / 8 for i in range(1, 9)]
                    outlines[-1] += [
                        (
                            (1 - t) ** 2 * x + 2 * t * (1 - t) * cx + t * t * ex,
                            (1 - t) ** 2 * y + 2 * t * (1 - t) * cy + t * t * ey,
                        )
                        for t in parts
                    ]
                    x, y = ex, ey
            case _:
                assert command in "Zz", command
        x, y = outlines[-1][-1]
    return outlines


def shapes(one: ElementTree.Element) -> tuple[list[Outline], bool]:
    """The outlines of an element, and whether they are closed."""

    def n(*names: str) -> list[float]:
        return [float(one.get(name, "0")) for name in names]

    match one.tag.rpartition("}")[2]:
        case "path":
            return curves(one.get("d", "")), True
        case "polygon":
            return [
                [(float(x), float(y)) for x, y in (p.split(",") for p in one.get("points", "").split())]
            ], True
        case "line":
            x1, y1, x2, y2 = n("x1", "y1", "x2", "y2")
            return [[(x1, y1), (x2, y2)]], False
        case "circle":
            x, y, r = n("cx", "cy", "r")
            return [[(x + r * cos(t * pi / 60), y + r * sin(t * pi / 60)) for t in range(120)]], True
        case tag:
            assert tag == "rect", tag
            x, y, w, h, r = n("x", "y", "width", "height", "rx")
            middles = [(x + w - r, y + h - r), (x + r, y + h - r), (x + r, y + r), (x + w - r, y + r)]
            turns = [(i, t * pi / 20) for i in range(4) for t in range(10 * i, 10 * i + 11)]
            return [[(middles[i][0] + r * cos(t), middles[i][1] + r * sin(t)) for i, t in turns]], True


def seen(text: str) -> Image.Image:
    """The picture that an SVG tells of, in grey."""
    root = ElementTree.fromstring(text)
    _, _, w, h = map(float, root.get("viewBox", "").split())
    assert (root.get("width"), root.get("height")) == (f"{w:g}mm", f"{h:g}mm")
    whole = Image.new("L", (round(w * SCALE), round(h * SCALE)), 255)

    def paint(one: ElementTree.Element, at: Matrix) -> None:
        at = at @ moved(one.get("transform", ""))
        if one.tag.endswith(("svg", "}g")):
            for part in one:
                paint(part, at)
        elif not one.tag.endswith("title"):
            outlines, closed = shapes(one)
            seen_at = [[tuple(SCALE * (at @ (x, y, 1))[:2]) for x, y in line] for line in outlines]
            if one.get("fill", "none") != "none" and closed:
                mask = Image.new("1", whole.size)
                for line in seen_at:
                    layer = Image.new("1", whole.size)
                    ImageDraw.Draw(layer).polygon(line, fill=1)
                    mask = ImageChops.logical_xor(mask, layer)
                whole.paste(grey(one.get("fill", "none")), mask=mask)
            if one.get("stroke"):
                wide = round(float(one.get("stroke-width", "0")) * SCALE * at[0, :2].__abs__().max())
                for line in seen_at:
                    ends = [*line, line[0], line[1]] if closed else line
                    ImageDraw.Draw(whole).line(
                        ends, grey(one.get("stroke", "")), wide, "curve" if closed else None
                    )

    paint(root, np.eye(3))
    return whole


def grey(colour: str) -> int:
    return Image.new("RGB", (1, 1), colour).convert("L").tobytes()[0]


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are from each other, seen so that 60 pixels are an inch: 0 the same, 1 black and white."""
    size = one.width // 10, one.height // 10
    few = [np.asarray(each.resize(size, Image.Resampling.BOX)).astype(float) for each in (one, other)]
    return float(np.abs(few[0] - few[1]).mean()) / 255


def png(document: ink.Document) -> list[Image.Image]:
    """The PNGs of a document's pages, in grey."""
    found = files(replace(document, name="images"))
    return [Image.open(BytesIO(data)).convert("L") for name, data in found.items() if name.endswith("png")]


def test_each_card_is_a_picture_with_bleed_and_a_safe_zone(tmp_path: Path) -> None:
    """Nothing is drawn within 1/8 inch of an edge, on either side of it; the file's name says how many."""
    table = small()
    (whole,) = build(table, SheetOptions(adjust=ink.Adjust(1, 1)), ["images"])[0]
    document = replace(whole, pages=whole.pages[:2])
    assert write_documents([document], tmp_path) == [tmp_path / "images.pdf"]
    found = sorted(tmp_path.glob("*.png"))
    assert [file.with_suffix(".svg") for file in found] == sorted(tmp_path.glob("*.svg"))
    assert len(found) == 2
    assert len(whole.pages) == len(list_needs(table))
    totals = sorted(need.total for need in list_needs(table)[:2])
    assert sorted(int(file.stem.rpartition("x")[2]) for file in found) == totals
    picture = np.asarray(Image.open(found[0]).convert("L"))
    assert picture.shape == (2250, 1650)  # 2.75 x 3.75 inches at 600 dpi
    inner = picture[150:-150, 150:-150]
    assert inner.min() < 50
    assert int((picture < 250).sum()) == int((inner < 250).sum())


def every_mark() -> ink.Document:
    """A card with a mark of every kind that a card may have, drawn twice."""
    marks: tuple[ink.Mark, ...] = (
        ink.Rect(ink.Box(1, 1, 18, 8), None, 0.5, 2.0, (0.8, 0.1, 0.1)),
        ink.Polygon(((3, 2), (9, 2), (3, 7), (9, 7)), 0.4),
        ink.Text(11, 6, "Gß", 3.0, "bold", ink=(0.1, 0.3, 0.7)),
        ink.Text(30, 10, "left αβθ", 4.0),
        ink.Text(40, 16, "middle", 4.0, align="centre"),
        ink.Text(60, 22, "right", 4.0, "bold", "right", 0.3),
        ink.Text(60, 28, "سارة Vera さくら", 4.0, align="right"),
        ink.Line(40, 30, 65, 35, 0.6),
        ink.Circle(30, 32, 4, 0.7, 0.8),
    )
    page = ink.Page(
        ink.Paper("small", 840 * ink.DOT, 1080 * ink.DOT),
        (ink.Use("card", 24 * ink.DOT, 36 * ink.DOT),),
        "all & every",
    )
    stamp = ink.Stamp(ink.Extent(792 * ink.DOT, 1008 * ink.DOT), marks, twice=True)
    return ink.Document("every", "Every mark", (page,), {"card": stamp})


def test_svg_and_pdf_show_the_same() -> None:
    """Every kind of mark, and a card: a hundredth at most, and far more if a letter is left out."""
    document = every_mark()
    assert apart(seen(svg(document, document.pages[0])), png(document)[0]) < 0.005
    (whole,) = build(small(), SheetOptions(), ["images"])[0]
    card = replace(whole, pages=whole.pages[2:3])
    lines, (picture,) = svg(card, card.pages[0]).splitlines(), png(card)
    letter = next(line for line in lines if line.startswith("<path"))
    assert apart(seen("\n".join(lines)), picture) < 0.01
    assert apart(seen("\n".join(line for line in lines if line != letter)), picture) > 0.03


def test_a_missing_package_is_named_before_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "DRAWN_BY", ("pypdfium2", "no_such_package"))
    with pytest.raises(CommandError, match="fonttools"):
        write_documents(build(small(), SheetOptions(), ["images"])[0], tmp_path)
    assert not list(tmp_path.iterdir())
