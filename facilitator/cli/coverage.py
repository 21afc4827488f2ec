"""Compare the protocol shapes that a table needs with the shapes that the certificate proves.

A shape is a case to prove, such as an attempt with one duel and no draw pile. The shapes come from the same
objects as play and printed sheets. This module does not mention any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any, get_args

from facilitator.games.registry import get_game, list_games
from facilitator.i18n.catalogue import sentence
from facilitator.operations.faces import DECK
from facilitator.play.turn_cases import ONE_CARD, SEVERAL_CARDS
from facilitator.play.turn_cases import Shape as KindOfRun
from facilitator.protocols.forms import CHALLENGE, CONCEALED, Form, get_form, list_offered_forms
from facilitator.sheets.turns import EveryTurn
from facilitator.table_files.load import check
from facilitator.table_files.model import SeatKeys, Table, draft_table, game_of
from facilitator.table_files.yaml import one_line
from facilitator.verification.certificate import default_specs, names_for, shapes_proved_by
from facilitator.verification.shapes import (
    LOT,
    SEVERAL,
    Aspect,
    Draws,
    ProtocolShape,
    RunShape,
    shapes_of_run,
)

# ----------------------------------------------------------------------------------------------------
# Shapes that a table needs.


def shapes_needed(table: Table) -> frozenset[ProtocolShape]:
    """Return the shapes of all attempts at a table. Without virtual players, the set is empty."""
    return frozenset(_iter_needed_shapes(EveryTurn(table))) if table.virtual else frozenset()


def _iter_needed_shapes(turns: EveryTurn) -> Iterator[ProtocolShape]:
    """Yield the shapes to prove for each possible attempt in a table's virtual turns."""
    for seat in turns.virtual:
        for form, run in _iter_attempts(turns, seat):
            for aspect in _iter_aspects(form, run, turns.chains):
                yield from shapes_of_run(aspect, run)
    if turns.questions:
        form = get_form(CONCEALED[CHALLENGE] if turns.table.conceal else CHALLENGE)
        for duels in range(SEVERAL + 1):
            run = RunShape(form.name, duels=duels).simplify_for(form)
            for aspect in (Aspect.TURN, Aspect.GIVE_UP, Aspect.PUT_RIGHT):
                yield from shapes_of_run(aspect, run)
    if get_game(turns.table.game).about.lot:
        yield from shapes_of_run(Aspect.DRAW_LOTS, RunShape(LOT))


def _iter_attempts(turns: EveryTurn, seat: str) -> Iterator[tuple[Form, RunShape]]:
    """Yield all possible attempts of a virtual player, for all hand sizes, with and without drawing."""
    layout = turns.layout(seat)
    draws = {Draws.NOTHING}
    if dict(layout.hands).get(DECK):  # a later attempt may draw, even if this one does not
        draws |= {Draws.ONE, Draws.UNTIL} if layout.until else {Draws.ONE}
    for kind, duels in product(turns.shapes(seat), range(SEVERAL + 1)):
        if (SEVERAL_CARDS if duels else ONE_CARD) in kind.hands:
            form = get_form(kind.form.single) if not duels and kind.form.single else kind.form
            for run in _iter_variants(kind, form, duels):
                yield from ((form, replace(run, draws=draw).simplify_for(form)) for draw in draws)


def _iter_variants(kind: KindOfRun, form: Form, duels: int) -> Iterator[RunShape]:
    """Yield the shapes of a kind of attempt, without and, if possible, with unplayable cards.

    Args:
        kind: Kind of attempt, with the patterns of its bit cards.
        form: Form of the attempt.
        duels: Number of duels.
    """
    classes = len(kind.patterns[0]) if duels or not form.columns else 1
    for sure in {all(any(bits) for bits in kind.patterns), True}:
        yield RunShape(form.name, classes, sure, duels)


def _iter_aspects(form: Form, run: RunShape, chains: bool) -> Iterator[Aspect]:
    """Yield the possible courses of an attempt, such as a normal end, an early end or a repair.

    Args:
        form: Form of the attempt.
        run: Shape of the attempt.
        chains: Whether the next virtual turn may keep the columns.
    """
    yield from (Aspect.TURN, Aspect.TWO_TURNS, Aspect.GIVE_UP)
    if run.draws is not Draws.NOTHING:
        yield Aspect.VOID
    if form.columns:
        yield Aspect.PUT_RIGHT
    elif run.classes - run.sure > 1:
        yield Aspect.VOID_LATER
    if chains and form.chains:
        yield from (Aspect.FIRST_LINKED, Aspect.SECOND_LINKED, Aspect.GIVE_UP_LINKED)


@cache
def shapes_proved() -> frozenset[ProtocolShape]:
    """Return the shapes that the default certificate proves."""
    return shapes_proved_by(default_specs(names_for()))


# ----------------------------------------------------------------------------------------------------
# All tables that a table file can describe, as far as its keys affect the protocols.


DECIDING = ("game", "rules", "protocol", "conceal", "draw", "style")
"""Table-file settings that determine a table's shapes. Tests try all values of all other settings."""
NAMED = ("game", "protocol", "conceal")
"""Table-file settings with which messages describe a group of tables."""


@cache
def list_shapes_by_table() -> tuple[tuple[dict[str, Any], frozenset[ProtocolShape]], ...]:
    """Return every valid combination of the settings in `DECIDING`, with the shapes that such a table needs."""
    return tuple((keys, shapes_needed(table)) for keys, table in deciding_tables())


def deciding_tables() -> Iterator[tuple[dict[str, Any], Table]]:
    """Yield every valid combination of the settings in `DECIDING`, with its table.

    Each table has two virtual players, because turns can only be linked between virtual players.
    """
    for game, protocol in product(list_games(), list_offered_forms()):
        about = get_game(game).about
        values: dict[str, Sequence[object]] = {"game": (game,), "rules": about.rules, "protocol": (protocol,)}
        values |= {key: values_of(key) for key in ("conceal", "draw") if key in about.choices}
        values |= {"style": values_of("style")} if about.styles else {}
        for chosen in product(*values.values()):
            keys = dict(zip(values, chosen, strict=True))
            if (table := table_with(keys)) is not None:
                yield keys, table


def values_of(key: str) -> tuple[object, ...]:
    """Return all values of a table-file setting that has a fixed list of values."""
    field = (SeatKeys if key == "style" else Table).model_fields[key]
    return (False, True) if field.annotation is bool else get_args(field.annotation)


def table_with(keys: Mapping[str, Any]) -> Table | None:
    """Return a table with these settings and two virtual players, or `None` if the table is invalid.

    The setting `style` applies to the virtual players.
    """
    fewest, _ = game_of(draft_table(keys)).about.seats
    own = {"virtual": True, **({"style": keys["style"]} if "style" in keys else {})}
    people = [f"Ana {number}" for number in range(max(1, fewest - 2))]
    seats = [*people, {"name": "Vera", **own}, {"name": "Udo", **own}]
    found, _ = check({**{key: value for key, value in keys.items() if key != "style"}, "seats": seats})
    return found


# ----------------------------------------------------------------------------------------------------
# Descriptions of unproved shapes, for one table and for all tables.


@dataclass(frozen=True, slots=True)
class Gap:
    """Shapes of a form that the certificate does not prove.

    Attributes:
        form: Name of the form.
        words: Description of the unproved shapes.
        keys: Settings that all tables with these shapes have in common. Empty for a single table.
    """

    form: str
    words: str
    keys: Mapping[str, object]

    @property
    def tables(self) -> str:
        """Return the settings in `keys` as text, such as "game: uno, protocol: wallet"."""
        return ", ".join(f"{key}: {one_line(value)}" for key, value in self.keys.items())


def list_gaps(table: Table) -> list[Gap]:
    """Return the parts of a table's protocols that the certificate does not prove: one `Gap` for each form."""
    needed = shapes_needed(table)
    return [Gap(form, words, {}) for form, words in _describe_missing(needed, needed - shapes_proved())]


def list_all_gaps() -> list[Gap]:
    """Return the unproved parts of all possible tables' protocols: one `Gap` for each form."""
    needing: dict[ProtocolShape, list[dict[str, Any]]] = {}
    for keys, shapes in list_shapes_by_table():
        for shape in shapes:
            needing.setdefault(shape, []).append(keys)
    missing = needing.keys() - shapes_proved()
    found = []
    for form, words in _describe_missing(needing.keys(), missing):
        tables = [keys for shape in missing if shape.form == form for keys in needing[shape]]
        common = set.intersection(*(set(keys.items()) for keys in tables))
        found.append(Gap(form, words, {key: tables[0][key] for key in NAMED if key in dict(common)}))
    return found


def _describe_missing(needed: Set[ProtocolShape], missing: Set[ProtocolShape]) -> Iterator[tuple[str, str]]:
    """Yield each form with missing shapes, and a description of these shapes."""
    for form in sorted({shape.form for shape in missing}):
        parts = []
        for aspect in Aspect:
            every, lacking = (
                {shape for shape in some if (shape.form, shape.aspect) == (form, aspect)}
                for some in (needed, missing)
            )
            if lacking:
                what = sentence(f"cover.{aspect}")
                parts.append(what if lacking == every else sentence("cover.only", what=what))
        yield form, "; ".join(parts)
