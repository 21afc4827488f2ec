"""Pictures of a wallet turn show what their operations do: read from the SVG and from the PDF, by shape."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Op
from facilitator.pictures.layout_movements import Scene
from facilitator.pictures.movements import illustrate_step
from facilitator.pictures.objects import Picture
from picture_reader import WalletPicture
from turn_steps import READERS, Step, steps_of

SIDES = {1: "left", 2: "right"}
OTHER = {"left": "right", "right": "left"}


def wanted(op: Op, cards: int) -> list[str]:
    """Say what the hands do in an operation, with so many cards in the wallet before it."""
    match op:
        case ops.Insert(end=end):
            return [f"card in {SIDES[end.number]}"]
        case ops.Spin():
            return ["lid on", "spin"]
        case ops.Look(ends=(_, _)):
            return ["lid off", "page up", "read right"]
        case ops.Look():
            return ["tab in right", "page up", "read right"]
        case ops.Withdraw(end=end) if cards == 2:
            return [
                "page down pinched right",
                f"card out {SIDES[end.number]} held {OTHER[SIDES[end.number]]}",
            ]
        case ops.Withdraw(target=target) if target.area == ops.CHOSEN:
            return ["card out right up"]
        case ops.Withdraw(end=end):
            return ["page down", f"tab out {OTHER[SIDES[end.number]]}", f"card out {SIDES[end.number]}"]
    return []


def tell(pictures: Sequence[Sequence[Picture]], reader: str) -> list[str]:
    return [WalletPicture(READERS[reader](one)).tell() for group in pictures for one in group]


def wanted_of(given: Sequence[Op], cards: int) -> list[str]:
    said = []
    for op in given:
        said += wanted(op, cards)
        cards += isinstance(op, ops.Insert) - isinstance(op, ops.Withdraw)
    return said


def wallet_steps() -> list[Step]:
    return [
        step
        for step in steps_of({"protocol": "wallet"})
        if any(isinstance(op, ops.Insert | ops.Spin | ops.Look | ops.Withdraw) for op in step.ops)
    ]


@pytest.mark.parametrize("reader", READERS)
def test_every_picture_of_a_wallet_shows_the_movements(reader: str) -> None:
    steps = wallet_steps()
    assert len(steps) == 9
    for step in steps:
        assert tell(step.pictures, reader) == wanted_of(step.ops, step.cards_in_wallet), step.ops


def test_each_prompt_of_a_duel_has_its_pictures() -> None:
    step = next(step for step in wallet_steps() if any(isinstance(op, ops.Spin) for op in step.ops))
    shown = [tell([group], "svg") for group in illustrate_step(step.ops, Scene(step.before, {}), 4)]
    assert shown == [wanted_of([op], cards) for op, cards in zip(step.ops, (1, 2, 2, 2), strict=True)]
