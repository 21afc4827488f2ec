"""The steps of a rehearsed turn, each with the table before it and its pictures; and how a picture is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from facilitator.instructions.grouping import Wording
from facilitator.operations.definitions import CARD_ROW, WALLET, Op, Place
from facilitator.operations.faces import Face
from facilitator.pictures.marks import PAPERS, Box, Document, Page
from facilitator.pictures.objects import Picture
from facilitator.pictures.shapes import draw_picture
from facilitator.pictures.svg import to_svg
from facilitator.sheets.drawing.render import pdf
from facilitator.sheets.pictures import picture_prompts
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import make_table
from shapes_read import Shape, read_pdf, read_svg


@dataclass(frozen=True)
class Step:
    ops: tuple[Op, ...]
    before: Mapping[Place, bool]
    faces: Mapping[Place, Face]
    pictures: Sequence[Sequence[Picture]]

    @property
    def cards_in_wallet(self) -> int:
        return sum(place.area == WALLET and place.row == CARD_ROW for place in self.before)


def steps_of(keys: Mapping[str, object]) -> list[Step]:
    """Return all steps of a table's turns, as the turn script has them."""
    table = make_table({"seats": ["Ana", {"name": "Vera", "virtual": True}], "hand_size": 4, **keys})
    found = []
    for act in EveryTurn(table).merge_usual_steps(Wording.FULL).steps:
        cue, before, faces = act.first.step, act.first.before, act.first.faces
        acts = cue.group.hand_operations
        found.append(Step(acts, before, faces, picture_prompts(act, large=True)))
    return found


# A picture as each surface shows it: the shapes of its SVG, and those of its PDF.


def from_svg(picture: Picture) -> list[Shape]:
    return read_svg(to_svg(picture, "a picture"))


def from_pdf(picture: Picture) -> list[Shape]:
    page = Page(PAPERS["A4"], tuple(draw_picture(picture, Box(20, 30, 90, 70))))
    return read_pdf(pdf(Document("picture", "A picture", (page,))))


READERS = {"svg": from_svg, "pdf": from_pdf}
