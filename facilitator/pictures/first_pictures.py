"""Labelled pictures that explain words in the instructions, such as column, row and wallet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from facilitator.i18n.catalogue import sentence
from facilitator.operations.definitions import COLUMN, SIX, WALLET, Op, places_of
from facilitator.operations.faces import ALPHA, BETA, Face, marker
from facilitator.pictures import objects
from facilitator.pictures.layout_movements import GAP, LOOSE, PAIR
from facilitator.pictures.objects import Callout, End, Picture, Spot, TableCard, Thing


def first_pictures(
    given: Iterable[Op], owner: str, sleeves: bool = False, narrow: bool = False
) -> list[Picture]:
    """Return labelled pictures of the things that operations use: wallet, column and row.

    Args:
        given: Operations of a turn.
        owner: Name of a virtual player, for a marker in the pictures.
        sleeves: Whether the playing cards are in sleeves.
        narrow: Whether the NONE tab and the lid have a separate picture, instead of a wide picture with the wallet.
    """
    areas = {place.area for op in given for place in places_of(op)}
    wallet = [Picture(name_parts_of_wallet()), Picture(name_tab_and_lid())]
    if not narrow:
        wallet = [Picture(tuple(thing for picture in wallet for thing in picture.things))]
    named: Mapping[str, Sequence[Picture]] = {
        WALLET: wallet,
        COLUMN: [name_cards_of_column(owner, sleeves)],
        SIX: [name_cards_of_row()],
    }
    return [picture for area, pictures in named.items() if area in areas for picture in pictures]


def list_names(picture: Picture) -> str:
    """Return the labels in a picture as text for screen readers, for example "notch, NONE tab, lid"."""
    return ", ".join(thing.text for thing in picture.things if isinstance(thing, Callout))


def name_parts_of_wallet() -> tuple[Thing, ...]:
    """Return the wallet with labels twice: with windows up, and with windows down."""
    front, back = Spot(0, 0), Spot(210, 0)
    return (
        objects.TableWallet(*front, up=True, cards=frozenset(End), dot=End.RIGHT),
        Callout(-130, -26, sentence("picture.mask.windows"), Spot(-22, -26)),
        Callout(-104, 20, sentence("picture.ring"), Spot(-11, 20)),
        Callout(98, -20, sentence("picture.dot"), Spot(11, -20)),
        Callout(98, 5, sentence("picture.rail"), Spot(33, 5)),
        Callout(98, 30, sentence("picture.line"), Spot(1, 30)),
        objects.TableWallet(*back, cards=frozenset({End.LEFT})),
        objects.Crown(back.x - 57, back.y),
        Callout(back.x - 18, 62, sentence("picture.champion"), Spot(back.x - 18, 16)),
        Callout(back.x + 88, 0, sentence("picture.notch"), Spot(back.x + 34, 0)),
    )


def name_tab_and_lid() -> tuple[Thing, ...]:
    """Return the NONE tab and the lid with labels, to the right of the wallet."""
    return (
        objects.Tab(356, -18),
        Callout(356, 62, sentence("picture.tab"), Spot(356, 6)),
        objects.Lid(500, -10, lifted=True),
        Callout(500, 62, sentence("picture.lid"), Spot(500, 30)),
    )


def name_cards_of_row() -> Picture:
    """Return a labelled picture of the row of six cards."""
    faces: tuple[Face, ...] = ("", "", ALPHA, BETA, BETA, ALPHA)
    places = [Spot(i * (objects.CARD.w + GAP), 0) for i in range(6)]
    frames: list[Thing] = [objects.Frame(*at, number) for number, at in enumerate(places, 1)]
    cards = [TableCard(*at, face) for at, face in zip(places, faces, strict=True)]
    named = ((places[0].x + 32, "picture.pair"), (places[4].x + 32, "picture.token"))
    callouts = (Callout(x, -78, sentence(key), Spot(x, -44)) for x, key in named)
    return Picture((*frames, *cards, *callouts))


def name_cards_of_column(owner: str, sleeves: bool) -> Picture:
    """Return a labelled picture of a column with its card, marker and pair. On a sleeve, the marker lies on top.

    Args:
        owner: Name on the marker.
        sleeves: Whether the card is in a sleeve.
    """
    line = objects.CARD.h + GAP
    card: Thing = objects.TableSleeve(0, 0) if sleeves else TableCard(0, 0)
    top, at = (38.0, LOOSE) if sleeves else (0.0, Spot(0, line))
    low = line + GAP if sleeves else 2 * line
    return Picture(
        (
            card,
            TableCard(*at, marker(owner)),
            TableCard(-PAIR, low, BETA),
            TableCard(PAIR, low, ALPHA),
            Callout(130, top, sentence("picture.sleeve" if sleeves else "picture.card"), Spot(22, top)),
            Callout(130, at.y, sentence("picture.marker"), Spot(at.x + 22, at.y)),
            Callout(130, low, sentence("picture.pair"), Spot(54, low)),
        )
    )
