"""Pictures of a step, drawn from its operations and the table before the step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from facilitator.instructions.known_faces import track_faces
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import TOP_ROW, Heading, Op, Place
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import NONE
from facilitator.operations.steps import PARTED, Kind, Step, join_continued
from facilitator.pictures import layout_movements as layout
from facilitator.pictures import wallet_movements as wallet
from facilitator.pictures.layout_movements import Scene
from facilitator.pictures.objects import Picture
from facilitator.pictures.sleeve_movements import DrawOperation, draw_with_sleeves

Pictures = tuple[Picture, ...]
DUELS = (Kind.DUEL, Kind.ROUND)
"""Kinds of steps in which pictures show loose face-up cards on piles."""


def illustrate_step(given: Sequence[Op], scene: Scene, prompts: int) -> tuple[Pictures, ...]:
    """Return the pictures for each prompt of a step.

    Args:
        given: Operations of the step.
        scene: The table before the step.
        prompts: Number of prompts.
    """
    shown = [(op, picture_operation(op, before)) for op, before in iter_scenes(given, scene)]
    if prompts > 1:
        return _split_by_prompt(shown, prompts, 2 + scene.sleeves)
    return (tuple(chain.from_iterable(pictures for _, pictures in shown)),)


def iter_scenes(given: Sequence[Op], scene: Scene) -> list[tuple[Op, Scene]]:
    """Return the operations of a step to show in pictures, each with the table before the operation.

    Repetitions, such as the same operation with another pile, are omitted.

    Args:
        given: Operations of the step.
        scene: The table before the step.
    """
    table, known = VisibleTable(scene.surface), dict(scene.faces)
    found: dict[tuple[object, ...], tuple[Op, Scene]] = {}
    for op in given:
        if isinstance(op, Heading):
            continue
        part = op.step if op.step and op.step.brief in PARTED else None
        rows = frozenset((place.area, place.row) for place in ops.places_of(op))
        lying = _list_visible(table, ops.kind_of(op))
        shown = op, replace(scene, surface=lying, faces=dict(known))
        found.setdefault((type(op), ops.kind_of(op), id(part), rows), shown)
        table.note(op, NONE)
        track_faces(op, known)
    return [*found.values()]


def _list_visible(table: VisibleTable, kind: Kind | None) -> dict[Place, bool]:
    """Return the places to show. The open cards on top of the piles are only shown in duels."""
    return {place: up for place, up in table.items() if kind in DUELS or not (up and place.row == TOP_ROW)}


def _split_by_prompt(
    shown: Sequence[tuple[Op, Sequence[Picture]]], prompts: int, apart: int
) -> tuple[Pictures, ...]:
    """Distribute the pictures of a step over its prompts.

    - If each prompt belongs to a declared part of the step, it gets the pictures of this part.
    - Mixing envelopes has three prompts: fill, mix and empty. Mixing sleeves has two: mix and lay out.
    - A duel with piles has prompts for taking the pair apart, laying another pair, packing, swapping, and laying
      the piles out. The last prompt also gets the pictures of reading the result.

    Args:
        shown: Operations of the step, with their pictures.
        prompts: Number of prompts.
        apart: Number of pictures for the first prompt of a duel.
    """
    first, pictures = shown[0]
    by_step = [(step, some) for op, some in shown if (step := ops.step_of(op))]
    parts = join_continued([step for step, _ in by_step])
    if len(parts) == prompts:
        return tuple(_join_pictures_of(part, by_step) for part in parts)
    if len(shown) == 1:
        return tuple((picture,) for picture in pictures[-prompts:])
    if isinstance(first, ops.Move):
        return _split_duel([some for _, some in shown], apart, _find_scramble(shown))
    return tuple(tuple(some) for _, some in shown)


def _join_pictures_of(part: Sequence[Step], by_step: Iterable[tuple[Step, Sequence[Picture]]]) -> Pictures:
    """Return the pictures of a declared part of a step."""
    return _join_pictures(some for step, some in by_step if any(step is other for other in part))


def _find_scramble(shown: Sequence[tuple[Op, Sequence[Picture]]]) -> int:
    return next(at for at, (op, _) in enumerate(shown) if isinstance(op, ops.Scramble))


def _split_duel(shown: Sequence[Sequence[Picture]], apart: int, middle: int) -> tuple[Pictures, ...]:
    """Distribute the pictures of a duel with piles over its prompts.

    Args:
        shown: Pictures of each operation.
        apart: Number of pictures for taking the pair apart.
        middle: Index of the shuffle.
    """
    laid = _join_pictures((shown[0][apart:], *shown[1:middle]))
    *packed, swapped, emptied = shown[middle]
    read = _join_pictures(shown[middle + 1 :])
    return tuple(shown[0][:apart]), laid, tuple(packed), (swapped,), (emptied, *read)


def _join_pictures(parts: Iterable[Sequence[Picture]]) -> Pictures:
    return tuple(chain.from_iterable(parts))


def picture_operation(op: Op, scene: Scene) -> list[Picture]:
    """Return the pictures of an operation, with a picture for each movement of a person.

    Args:
        op: The operation.
        scene: The table before the operation.
    """
    area = next((place.area for place in ops.places_of(op)), "")
    by_kind = _BY_KIND.get((type(op), ops.kind_of(op)))
    draw = by_kind or _BY_AREA.get((type(op), area)) or _BY_TYPE[type(op)]
    return draw_with_sleeves(draw, op, scene) if scene.sleeves else draw(op, scene)


def _draw_nothing(op: Op, scene: Scene) -> list[Picture]:
    """Return no pictures, for an operation that the picture of another operation includes."""
    return []


_BY_TYPE: Mapping[type, DrawOperation] = {
    ops.LayHand: layout.lay,
    ops.LayTop: layout.lay,
    ops.Put: layout.put,
    ops.Encode: layout.encode,
    ops.Cover: layout.turn_cards,
    ops.Scramble: layout.mix_piles,
    ops.Stir: layout.stir,
    ops.Reveal: layout.turn_cards,
    ops.Sort: layout.sort_columns,
    ops.Rearrange: layout.rearrange,
    ops.Move: layout.move,
    ops.Choose: layout.choose,
    ops.Collect: layout.collect,
    ops.Return: layout.give,
    ops.Draw: layout.give,
    ops.Insert: wallet.insert,
    ops.Spin: wallet.spin,
    ops.Look: wallet.look,
    ops.Withdraw: wallet.withdraw,
}
_BY_AREA: Mapping[tuple[type, str], DrawOperation] = {
    (ops.Put, ops.MASK): wallet.mask_in,
    (ops.Collect, ops.MASK): wallet.mask_out,
    (ops.Collect, ops.SIX): layout.collect_row,
}
_BY_KIND: Mapping[tuple[type, Kind | None], DrawOperation] = {
    (ops.LayHand, Kind.HEAP): layout.spread_hand,
    (ops.Scramble, Kind.HEAP): layout.stir,
    (ops.Scramble, Kind.MIX_LOT): layout.stir,
    (ops.Return, Kind.MIX_BACK): layout.stir,
    (ops.Return, Kind.REST_BACK): layout.stir,
    (ops.Reveal, Kind.OUT): _draw_nothing,  # the card comes out face up
    (ops.LayTop, Kind.TOP_IN): _draw_nothing,  # the card goes from the draw pile into the wallet
    (ops.Draw, Kind.KEPT): _draw_nothing,  # the card goes from the wallet into the hand
}
"""Drawing function for an operation with a kind of step. Other operations are in `_BY_AREA` or `_BY_TYPE`."""
