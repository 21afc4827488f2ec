"""Every step of every form has pictures, in every wording; they show no covered card, and fit a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from facilitator.games.decks import CARDS, TILES
from facilitator.games.uno.cards import DECK
from facilitator.i18n.catalogue import ENGLISH, LANGUAGES, set_language
from facilitator.instructions.grouping import Wording
from facilitator.instructions.known_faces import UNREAD
from facilitator.instructions.wording import WordedStep, split_into_steps
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import lot_card, mask_face
from facilitator.operations.steps import Kind
from facilitator.pictures.first_pictures import name_cards_of_column, name_parts_of_wallet
from facilitator.pictures.layout_movements import Scene
from facilitator.pictures.marks import Box, Circle, Line, Polygon, Rect, Text
from facilitator.pictures.movements import illustrate_step
from facilitator.pictures.objects import FITS, OTHER, Callout, Picture, Tab, TableCard
from facilitator.pictures.shapes import draw_picture, draw_things
from facilitator.pictures.svg import to_svg
from facilitator.pictures.text import LINES, to_text
from facilitator.sheets import pictures
from facilitator.sheets.drawing.render import text_width
from shapes_read import read_svg
from turns import answering, every_run, split_pool

WIDTH = 60
"""Columns of the narrowest terminal."""


PicturedStep = tuple[str, WordedStep, tuple[tuple[Picture, ...], ...]]


@cache
def every_step(wording: Wording, language: str = ENGLISH) -> list[PicturedStep]:
    """Return every step that is told in a wording, with its run and its pictures; cached by language."""
    set_language(language)
    return list(iter_steps(wording))


def iter_steps(wording: Wording) -> Iterator[PicturedStep]:
    for name, ops, voice in every_run():
        if name.startswith(("giving up", "given-up")):
            continue  # begins on a table that is already laid
        surface = VisibleTable()
        if name.startswith("standing"):
            surface = VisibleTable(
                {
                    place: face != "?"
                    for place, face in replace(split_pool(6), are_columns_kept=True).kept_cards
                }
            )
        for step in split_into_steps(ops, voice, wording):
            if step.instructions:
                yield (
                    name,
                    step,
                    illustrate_step(step.ops, Scene(surface, {}, step.sleeves), len(step.instructions)),
                )
            for op in step.ops:
                surface.note(op, answering("played")(op))


@pytest.mark.parametrize("wording", Wording)
def test_every_prompt_has_pictures_that_show_no_covered_card(wording: Wording) -> None:
    cards = {*DECK, *CARDS.cards, *TILES.cards}
    kinds = set()
    for name, step, groups in every_step(wording):
        assert len(groups) == len(step.instructions), (name, step.kind)
        assert all(groups), (name, step.kind)
        kinds.add(step.kind)
        for picture in (picture for group in groups for picture in group):
            faces = {thing.face for thing in picture.things if isinstance(thing, TableCard)}
            assert not faces & cards, (name, step.kind)
            assert len(picture.arrows) <= 1 or step.kind is not Kind.WALLET_DUEL
    assert len(kinds) > 20


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.every(2)
def test_every_picture_fits_a_terminal(language: str) -> None:
    for name, step, groups in every_step(Wording.FULL, language):
        for picture in (picture for group in groups for picture in group):
            lines = to_text(picture, WIDTH)
            assert max(map(len, lines)) <= WIDTH, (name, step.kind)
            assert len(lines) <= LINES, (name, step.kind)


def test_the_shapes_of_a_picture_stay_within_its_frame() -> None:
    for name, step, groups in every_step(Wording.FULL):
        for picture in (picture for group in groups for picture in group):
            frame = picture.bounds.inset(-8)
            for mark in draw_things(picture):
                match mark:
                    case Line(x1, y1, x2, y2):
                        at = [(x1, y1), (x2, y2)]
                    case Polygon(points):
                        at = [*points]
                    case Circle(x, y, r):
                        at = [(x - r, y - r), (x + r, y + r)]
                    case Rect(box):
                        at = [(box.x, box.y), (box.right, box.bottom)]
                    case Text(x, y):
                        at = [(x, y)]
                    case _:
                        raise AssertionError(mark)
                for x, y in at:
                    assert frame.x <= x <= frame.right, (name, step.kind, mark)
                    assert frame.y <= y <= frame.bottom, (name, step.kind, mark)


def test_a_hostile_name_is_text_in_a_picture() -> None:
    name = '<script>alert("x")</script>&'
    picture = Picture((TableCard(0, 0, "θ-" + name),))
    drawn = to_svg(picture, name)
    assert "<script" not in drawn
    assert {shape.text for shape in read_svg(drawn)} & {name, name[0]}


def test_a_hebrew_name_is_on_its_marker() -> None:
    drawn = to_svg(Picture((TableCard(0, 0, "θ-ורה"),)), "")
    assert "ורה" in {shape.text for shape in read_svg(drawn)}


FACES = ("7R", "SY", "RG", "+B", "W", "D", "7H", "TC", "QS", "AD", "3-5", "0-0", "α", UNREAD, FITS, OTHER)


def test_cards_differ_without_colour() -> None:
    """Without its tint, every card still differs from every other one."""
    for faces in (FACES, ("7R", "7Y", "7G", "7B"), (lot_card("R"), lot_card("Y"))):
        drawn = {face: draw_things(Picture((TableCard(0, 0, face),))) for face in faces}
        grey = {face: str([m for m in marks if not _is_tint(m)]) for face, marks in drawn.items()}
        assert len({*grey.values()}) == len(faces)
    assert draw_things(Picture((TableCard(0, 0, mask_face(1)),)))


def _is_tint(mark: object) -> bool:
    return isinstance(mark, Rect) and isinstance(mark.fill, tuple)


def test_lines_have_the_same_weight_at_every_scale() -> None:
    picture = Picture((TableCard(0, 0),))
    small, large = (draw_picture(picture, Box(0, 0, size, size)) for size in (10, 60))
    widths = [[mark.width for mark in marks if isinstance(mark, Rect | Line)] for marks in (small, large)]
    assert widths[0] == widths[1]


def test_a_picture_has_the_words_of_the_language_of_its_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "SMALLEST", 1.0)
    found = list[str]()
    for language in LANGUAGES:
        set_language(language)
        drawn = pictures.draw_legibly(Picture((Tab(0, 0),)), Box(0, 0, 60, 60))
        found += (mark.text for mark in drawn if isinstance(mark, Text))
    assert found == ["NONE", "KEINE"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_from_a_label_begins_beside_its_words(language: str) -> None:
    set_language(language)
    columns = (name_cards_of_column("Vera", sleeves).things for sleeves in (False, True))
    for things in (name_parts_of_wallet(), *columns):
        for label in (thing for thing in things if isinstance(thing, Callout)):
            line, _, text = draw_things(Picture((label,)))
            assert isinstance(line, Line)
            assert isinstance(text, Text)
            if line.y1 == label.y:
                assert abs(line.x1 - text.x) > text_width(text.text, text.size) / 2 + 0.25 * text.size
