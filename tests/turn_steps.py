"""The steps of a rehearsed turn, each with the table before it and its pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from facilitator.instructions.grouping import Wording
from facilitator.operations.definitions import CARD_ROW, WALLET, Op, Place
from facilitator.operations.faces import Face
from facilitator.pictures.objects import Picture
from facilitator.sheets.pictures import picture_prompts
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import make_table


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
