"""What tests of giving up share: tables, where a game stands, and whether a run's result is in sight."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.uno.state import UnoState
from facilitator.machine.parts import Part
from facilitator.play.match import Match
from facilitator.play.run import Run
from facilitator.table.load import Table, make_table

NAMES = ("Ana", "Vera", "Ben", "Udo", "Eve")
VIRTUAL = ("Vera", "Udo")


def small_table(form: str, conceal: bool, seats: int = 3, hand_size: int = 3) -> Table:
    listed = [{"name": name, "virtual": name in VIRTUAL} for name in NAMES[:seats]]
    return make_table(
        {"seats": listed, "hand_size": hand_size, "protocol": form, "conceal": conceal, "wording": "full"}
    )


class Mark(NamedTuple):
    """What a refused input may not change, and an undo must bring back."""

    state: UnoState
    step: tuple[int, str] | None
    recovering: bool


def mark(game: Match) -> Mark:
    step = None if game.run is None else (game.run.number, game.run.step.instruction.sentence)
    return Mark(game.state, step, game.recovering)


UNDECIDED = {
    *(Part.LAY_OUT, Part.SHOW_CARDS, Part.SHOW_MARKERS, Part.DUEL, Part.MIX, Part.TOKEN, Part.AND),
    *(Part.RESULT, Part.CHAMPION, Part.LOT, Part.PUT_RIGHT),
}


def shown(run: Run) -> bool:
    """Whether a run's result is in sight: a card or a colour is asked for, or a later stage began."""
    asked = {answer for op in run.ops for answer in getattr(op, "ask", ())}
    return run.heading.part not in UNDECIDED or bool(asked - {"αβ", "βα"})


def refused(game: Match) -> FacilitatorError:
    """Giving up here is refused, and changes nothing."""
    before, entries = mark(game), game.journal.entries
    with pytest.raises((CommandError, TableError)) as caught:
        game.stop_run()
    assert (mark(game), game.journal.entries) == (before, entries)
    return caught.value
