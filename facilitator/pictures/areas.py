"""Pictures of cards on the table, without a movement."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from facilitator.instructions.text_table import NARROW
from facilitator.operations.definitions import CARD_ROW, MASK, WALLET, Op, Place, is_layer, places_of
from facilitator.operations.faces import TO_CARD, TO_TAB, Face
from facilitator.pictures.layout_movements import GAP, Scene, Spots
from facilitator.pictures.objects import CARD, End, Picture, TableCard, TableWallet
from facilitator.pictures.wallet_movements import filled_ends, read_single

A_LINE = 9
"""Maximum number of columns or cards side by side in a picture."""


def picture_area(scene: Scene, area: str) -> Picture:
    """Return a picture of one area of the table.

    The wallet is shown whole. In every other area, only the first `A_LINE` columns are shown.
    """
    if area in (WALLET, MASK):
        return Picture((TableWallet(0, 0, up=area == MASK, cards=filled_ends(scene)),))
    places = [place for place in scene.surface if place.area == area and not is_layer(place)]
    return Picture(tuple(Spots(scene, places, A_LINE).things()))


def count_left_out(scene: Scene, area: str) -> int:
    """Return the number of columns that `picture_area` omits."""
    return max(0, len({place.number for place in scene.surface if place.area == area}) - A_LINE)


def picture_result(op: Op, scene: Scene, shown: Sequence[Face]) -> Picture | None:
    """Return a picture of the cards that an operation turned over, or `None` if there are none.

    The picture shows whole columns if there are only a few, and otherwise only the turned cards.

    Args:
        op: The operation.
        scene: The table after the operation.
        shown: Results of the operation, such as `TO_CARD` after a look into the wallet.
    """
    if picture := picture_dot(scene, shown):
        return picture
    touched = [place for place in places_of(op) if place in scene.faces]
    if not touched:
        return None
    numbers = {place.number for place in touched}
    if len(numbers) <= NARROW:
        near = _list_places_in_columns(scene, touched[0].area, numbers)
        return Picture(tuple(Spots(scene, near, NARROW).things()))
    return Picture(tuple(_arrange_in_lines(scene.faces[place] for place in sorted(touched))))


def _list_places_in_columns(scene: Scene, area: str, numbers: Collection[int]) -> list[Place]:
    beside = (place for place in scene.surface if place.area == area and place.number in numbers)
    return [place for place in beside if not is_layer(place)]


def _arrange_in_lines(faces: Iterable[Face]) -> Iterator[TableCard]:
    for at, face in enumerate(faces):
        yield TableCard(at % A_LINE * (CARD.w + GAP), at // A_LINE * (CARD.h + GAP), face)


def picture_dot(scene: Scene, shown: Sequence[Face]) -> Picture | None:
    """Return a picture of the dot in a wallet with a single card.

    If the operation was not a look into such a wallet, return `None`.

    Args:
        scene: The table after an operation.
        shown: Results of the operation. A look into the wallet has the result `TO_CARD` or `TO_TAB`.
    """
    ends = [place for place in scene.surface if place.area == WALLET and place.row == CARD_ROW]
    if len(ends) != 1 or not {TO_CARD, TO_TAB} & {*shown}:
        return None
    return read_single(End.RIGHT if TO_CARD in shown else End.LEFT)
