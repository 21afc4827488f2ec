"""Pictures of cards in columns and in the row show what their operations do: read from the SVG and from the PDF."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations

import pytest

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import SIX, Op
from facilitator.operations.faces import ALPHA, BETA
from facilitator.operations.steps import Kind
from facilitator.pictures.objects import Name, Picture
from picture_reader import LayoutPicture
from sure import sure_of
from turn_steps import READERS, Step, steps_of

VERA = {"name": "Vera", "virtual": True}
NILS = {"name": "Nils", "virtual": True}


@cache
def lottery() -> tuple[Step, ...]:
    return tuple(steps_of({"protocol": "published"}))


def kinds(*wanted: Kind) -> list[Step]:
    return [step for step in lottery() if step.ops[0].step is not None and step.ops[0].step.kind in wanted]  # type: ignore[union-attr]


def pictures(step: Step) -> list[Picture]:
    return [picture for group in step.pictures for picture in group]


def look(picture: Picture, reader: str) -> LayoutPicture:
    return LayoutPicture(READERS[reader](picture))


def read_order(seen: LayoutPicture) -> tuple[int, ...]:
    """Do with six cards what the picture shows: lift the card under the tail, lay it where the tip is."""
    (arrow,) = seen.arrows
    row = sorted(seen.cards)
    assert len(row) == 6
    lifted = min(range(6), key=lambda i: abs(row[i][0] - arrow.tail[0]))
    before = sum(x < arrow.tip[0] for i, (x, _) in enumerate(row) if i != lifted)
    rest = [number for number in range(1, 7) if number != lifted + 1]
    return (*rest[:before], lifted + 1, *rest[before:])


@pytest.mark.parametrize("reader", READERS)
def test_both_movements_of_the_row_give_its_new_order(reader: str) -> None:
    found = [(step.ops[0], look(picture, reader)) for step in kinds(Kind.ORDER) for picture in pictures(step)]
    assert len(found) == 2
    for op, seen in found:
        assert read_order(seen) == sure_of(ops.Rearrange, op).order
    (first, _), (_, second) = found
    assert isinstance(first, ops.Rearrange)
    assert read_order(second) != first.order, "an exchange of the two movements is noticed"


def moves(op: Op) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the moves of pairs that an operation makes, in the numbers of the row. A pile has no number."""
    assert isinstance(op, ops.Move)
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for i in range(0, len(op.source), 2):
        ends = [
            tuple(sorted(place.number for place in row[i : i + 2] if place.area == SIX))
            for row in (op.source, op.target)
        ]
        found.append((ends[0], ends[1]))
    return found


def read_moves(seen: Sequence[LayoutPicture]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    found = []
    for one in seen:
        tails, tips = (
            [end for arrow in one.arrows for end in (one.place(at(arrow)))] for at in (_tail, _tip)
        )
        found.append((tuple(sorted({*tails})), tuple(sorted({*tips}))))
    return found


def _tail(arrow: object) -> tuple[float, float]:
    return arrow.tail  # type: ignore[attr-defined, no-any-return]


def _tip(arrow: object) -> tuple[float, float]:
    return arrow.tip  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("reader", READERS)
def test_pairs_go_where_the_operation_moves_them(reader: str) -> None:
    steps = kinds(Kind.BRING, Kind.CARRY)
    assert len(steps) >= 4
    shown = [[look(picture, reader) for picture in pictures(step)] for step in steps]
    for step, seen in zip(steps, shown, strict=True):
        assert read_moves(seen) == moves(step.ops[0])
        for missing in range(len(seen)):
            assert read_moves(seen[:missing] + seen[missing + 1 :]) != moves(step.ops[0])
    different = {tuple(moves(step.ops[0])): seen for step, seen in zip(steps, shown, strict=True)}
    for one, other in permutations(different, 2):
        assert read_moves(different[one]) != [*other], "an exchange of two steps is noticed"


@pytest.mark.parametrize("reader", READERS)
def test_cards_that_are_turned_over_have_an_arrow(reader: str) -> None:
    for step in kinds(Kind.READ_ROW, Kind.COVER_ROW):
        op = step.ops[0]
        assert isinstance(op, ops.Reveal | ops.Cover)
        taken = sorted(place.number for place in step.before if place.area == SIX)
        for picture in pictures(step):
            turned = look(picture, reader).flips()
            assert [taken[i] for i in turned] == sorted(place.number for place in op.places)


@pytest.mark.parametrize("reader", READERS)
def test_two_packets_go_into_envelopes_change_places_and_come_out(reader: str) -> None:
    (step, *_) = kinds(Kind.SWAP_ROW)
    packed, mixed, laid = (look(picture, reader) for picture in pictures(step))
    assert [len(one.envelopes) for one in (packed, mixed, laid)] == [2, 2, 2]
    assert [(len(packed.place(a.tail)), len(packed.place(a.tip))) for a in packed.arrows] == [(1, 0), (1, 0)]
    assert [packed.place(a.tail) for a in packed.arrows] == [(2,), (5,)]
    assert [laid.place(a.tip) for a in laid.arrows] == [(2,), (5,)]
    assert len(packed.cards) == 6
    assert laid.cards == []
    to_right, to_left = sorted(mixed.arrows, key=lambda arrow: arrow.tail[0])
    assert to_right.tip[0] > to_right.tail[0]
    assert to_left.tip[0] < to_left.tail[0]


def test_bit_cards_are_laid_as_the_list_says() -> None:
    """Under a card that fits β α, under any other α β; the token is β α."""
    (step, *_) = kinds(Kind.PAIRS)
    seen = look(pictures(step)[0], "svg")
    assert [text for *_, text in sorted(seen.texts) if text in (ALPHA, BETA)] == [BETA, ALPHA, ALPHA, BETA]
    for token in kinds(Kind.ROW_PAIR):
        op = sure_of(ops.Put, token.ops[0])
        seen = look(pictures(token)[0], "svg")
        places = [seen.frames[place.number - 1][0] for place in op.places]
        laid = [
            text for at in places for x, _, text in seen.texts if abs(x - at) < 5 and text in (ALPHA, BETA)
        ]
        assert tuple(laid) == op.faces


@pytest.mark.parametrize("reader", READERS)
def test_extra_cards_go_into_the_box_and_cards_to_a_hand(reader: str) -> None:
    found = 0
    for step in lottery():
        op = step.ops[-1]
        if isinstance(op, ops.Collect):
            seen = look(pictures(step)[-1], reader)
            (box,), (arrow,) = seen.box, seen.arrows
            assert abs(arrow.tip[0] - box[0]) < 5
            assert abs(arrow.tip[1] - box[1]) < 30
            found += 1
    assert found


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ({"pool": "split", "seats": ["Ana", VERA, "Ben"]}, "Vera's draw pile"),
        ({"protocol": "wallet", "seats": ["Ana", VERA, "Ben"]}, "Vera's draw pile"),
        ({"protocol": "wallet", "seats": ["Ana", VERA, NILS]}, "virtual players' draw pile"),
    ],
)
def test_a_picture_names_the_draw_pile_as_its_sentence_does(table: dict[str, object], name: str) -> None:
    labels = {
        thing.text
        for step in steps_of(table)
        for picture in pictures(step)
        for thing in picture.things
        if isinstance(thing, Name) and "draw pile" in thing.text
    }
    assert labels == {name}
