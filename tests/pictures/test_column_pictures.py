"""Pictures of laying out and of a knockout's duel show what their operations do: read from the SVG and the PDF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain

import pytest

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, MARKER_ROW, TOP_ROW, Op, Place
from facilitator.operations.steps import Kind
from facilitator.pictures.layout_movements import Scene
from facilitator.pictures.movements import illustrate_step
from facilitator.pictures.objects import Picture
from picture_reader import ColumnPicture
from turn_steps import READERS, Step, steps_of

KINDS = (
    *(Kind.LAY, Kind.MARK, Kind.COVER, Kind.SCRAMBLE, Kind.CARDS, Kind.PAIRS, Kind.OWNERS),
    *(Kind.DUEL, Kind.RESULT),
)
TABLES = {"envelopes": {"protocol": "knockout"}, "sleeves": {"protocol": "knockout", "equipment": "sleeves"}}
MOST = 3
"""Columns that a picture shows."""
WORDS = ("loose", "card", "marker")


def words(places: Iterable[Place], of: Sequence[Place], sleeves: bool) -> str:
    """Name places of columns that are numbered as a picture shows them: from its left."""
    numbers = sorted({place.number for place in of})
    found = [(numbers.index(place.number) + 1, place.row) for place in places]
    on_top = {TOP_ROW, MARKER_ROW} if sleeves else {TOP_ROW}
    return ", ".join(
        f"{number} {'loose' if row in on_top else WORDS[row] if row < 3 else ('left', 'right')[(row + 1) % 2]}"
        for number, row in sorted(found)
        if number <= MOST
    )


def wanted(op: Op, sleeves: bool) -> list[str]:
    """Say what the hands do in an operation. What is in a sleeve comes out first, or goes in afterwards."""
    touched = ops.places_of(op)

    def name(places: Iterable[Place]) -> str:
        return words(places, touched, sleeves)

    match op:
        case ops.LayHand(places=places):
            return [f"lay {name(places)} from a pile"]
        case ops.Put(places=places):
            return [f"lay {name(places)} from the box"]
        case ops.Encode(bits=bits, code=code):
            return [f"lay {name(chain(*bits[: len(code)]))} from the box"]
        case ops.Cover(places=places):
            return wanted_cover(places, sleeves)
        case ops.Reveal(places=places):
            if sleeves and places[0].row == MARKER_ROW:
                return ["pull out face up"]
            inside = sleeves and places[0].row > CARD_ROW
            return ["pull out"] * inside + [f"turn {name(places)}"]
        case ops.Scramble(piles=piles) if sleeves and len(piles) > 2:
            return ["mix sleeves", f"lay {name(place for pile in piles for place in pile[:1])} from a pile"]
        case ops.Scramble(piles=piles):
            pile = name(place for place in piles[0] if not sleeves or place.row <= CARD_ROW)
            return [f"pack {pile}", f"swap {min(len(piles), MOST)} unseen", f"unpack {pile}"]
        case ops.Move(source=source, target=target):
            ways = [
                f"carry {name([one])} to {name([other])}, champion 1"
                for one, other in zip(source, target, strict=True)
            ]
            return ["pull out"] * sleeves + ways
        case ops.Sort():
            return ["push away 2, champion 1"]
    return []


def wanted_cover(places: Sequence[Place], sleeves: bool) -> list[str]:
    if not sleeves:
        return [f"turn {words(places, places, sleeves)}"]
    cards = [place for place in places if place.row == CARD_ROW]
    if cards:
        return ["push in face up", f"turn {words(cards, cards, sleeves)}"]
    if places[0].row == MARKER_ROW:
        return ["push in face up"]
    return [f"turn {words(places, places, sleeves)}", "push in"]


def wanted_of(given: Sequence[Op], sleeves: bool) -> list[str]:
    """Say what the hands do in a step. The hands of further people are laid like the first."""
    hands = [op for op in given if isinstance(op, ops.LayHand)]
    return [said for op in given if op not in hands[1:] for said in wanted(op, sleeves)]


def tell(pictures: Iterable[Picture], reader: str) -> list[str]:
    return [ColumnPicture(READERS[reader](picture)).tell() for picture in pictures]


@cache
def steps(table: str) -> tuple[Step, ...]:
    """Return the steps that lay out columns, and those of a duel and of its result."""
    found = []
    for step in steps_of(TABLES[table]):
        kind = kind_of(step)
        if kind in KINDS:
            sorts = [
                at for at, op in enumerate(step.ops, 1) if kind is Kind.DUEL and isinstance(op, ops.Sort)
            ]
            once = step.ops[: sorts[0] if sorts else None]  # a loop of duels is drawn once
            found.append(replace(step, ops=once))
    return tuple(found)


def kind_of(step: Step) -> Kind | None:
    first = step.ops[0]
    return first.step.kind if isinstance(first, ops.HandOperation) and first.step else None


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("reader", READERS)
def test_every_picture_of_columns_shows_the_movements(reader: str, table: str) -> None:
    assert len(steps(table)) == 12
    for step in steps(table):
        said = tell(chain(*step.pictures), reader)
        assert said == wanted_of(step.ops, table == "sleeves"), step.ops


def duel(table: str) -> Step:
    return next(step for step in steps(table) if kind_of(step) is Kind.DUEL)


@pytest.mark.parametrize("table", TABLES)
def test_each_prompt_of_a_duel_with_piles_has_its_pictures(table: str) -> None:
    step, sleeves = duel(table), table == "sleeves"
    move, put, cover, scramble, reveal, sort = step.ops
    groups = illustrate_step(step.ops, Scene(step.before, {}, sleeves), 5)
    packed, swapped, emptied = wanted(scramble, sleeves)
    assert [tell(group, "svg") for group in groups] == [
        wanted(move, sleeves),
        [*wanted(put, sleeves), *wanted(cover, sleeves)],
        [packed],
        [swapped],
        [emptied, *wanted(reveal, sleeves), *wanted(sort, sleeves)],
    ]
