"""Compare the ways to make a table's extra cards.

For each way, the module counts sheets and cuts, estimates minutes and costs, and lists what to buy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from facilitator.games.decks import CARDS as SUITED
from facilitator.games.events import Kinds
from facilitator.i18n.catalogue import Between, Listed, Value, phrase, sentence
from facilitator.operations.faces import get_drawn_name
from facilitator.planning.extra_cards import CardNeed, Kit, fill_last_sheet, get_route_key, list_needs
from facilitator.planning.shopping import plain_decks, shopping
from facilitator.sheets.stocks import BUSINESS, CARDS, LABELS, PLAIN, SLIPS, SheetStock, stock_for
from facilitator.sheets.wallet_sheets import PrintedDeck, paper_for, things_for
from facilitator.table_files.load import Table
from facilitator.table_files.model import game_of, slips_show
from facilitator.table_files.model import uses_printed_deck as has_printed

ROUTES = (LABELS, SLIPS, BUSINESS, CARDS, PLAIN)
"""Ways to make extra cards, as in the setting `extras` of the table file."""
PRINT, FEED, CUT, LAMP = 6.0, 5.0, 15.0, 120.0
"""Estimated seconds for each of several tasks:

- `PRINT`: printing a page
- `FEED`: feeding a thick sheet by hand
- `CUT`: cutting through a stack of sheets
- `LAMP`: testing with a lamp that the faces of two cards do not show through
"""
PEEL, STICK, SLEEVE, TEAR, SORT, PICK = 2.0, 5.0, 5.0, 2.0, 1.5, 2.0
"""Estimated seconds for each of several tasks, per card:

- `PEEL`: peeling off a label
- `STICK`: sticking a label on a card
- `SLEEVE`: inserting a card and a slip into a sleeve
- `TEAR`: tearing a card off a sheet
- `SORT`: sorting a card by its kind
- `PICK`: finding a card in a deck
"""


@dataclass(frozen=True, slots=True)
class Making:
    """Estimated effort and cost of a way to make cards.

    Attributes:
        seconds: Seconds per card.
        sheet: Price of a sheet in euros.
        card: Additional price per card in euros.
        deck: Price in euros of a deck to stick the labels on.
        stack: Number of sheets that a trimmer cuts at once.
        feed: Additional seconds per sheet for feeding it by hand.
    """

    seconds: float
    sheet: float
    card: float = 0.0
    deck: float = 0.0
    stack: int = 1
    feed: float = FEED


DECK, SHEET = 8.0, 0.2
"""Prices in euros of a deck of cards and of a sheet of strong paper."""
WAYS = {
    LABELS: Making(PEEL + STICK, 0.5, deck=DECK, stack=3),
    SLIPS: Making(SLEEVE, 0.02, card=0.04, stack=10, feed=0.0),
    BUSINESS: Making(TEAR, 0.6),
    CARDS: Making(0.0, SHEET, stack=3),
}
PUNCH, GLUE, PUNCHER = 8.5, 600.0, 12.0
"""Estimated effort and cost of a wallet and its masks:

- `PUNCH`: seconds to punch a hole into a mask
- `GLUE`: seconds to cut out, fold and glue a wallet
- `PUNCHER`: price of a long-reach hole punch in euros
"""


def kits(table: Table) -> dict[str, Kit]:
    """Return the kit for every production method, beginning with the table's own method.

    Slips are excluded if columns stay in sleeves. A printed deck is the only kit of its table. A table
    without virtual players has no kits.
    """
    if not table.virtual:
        return {}
    needed = list_needs(table)
    if has_printed(table.protocol):
        return {"wallet": wallet_kit(PrintedDeck.from_table(table), needed)}
    routes = [route for route in ROUTES if not slips_show(table.equipment, route)]
    order = sorted(routes, key=lambda route: route != table.extras)
    return {route: kit(table, route, needed) for route in order}


def kit(table: Table, route: str, needed: Sequence[CardNeed], stock: SheetStock | None = None) -> Kit:
    """Return the kit for a way to make extra cards.

    Args:
        table: Table that needs the cards.
        route: Way to make the cards, one of `ROUTES`.
        needed: Extra cards that the table needs.
        stock: Sheets to print on, or None for the default.
    """
    kinds = game_of(table).kinds
    deck = SUITED.cards if kinds.tiles else kinds.cards  # Labels do not stick on dominoes.
    if route == PLAIN:
        return _plain(tuple(needed), deck)
    way, stock = WAYS[route], stock or stock_for(route, table.paper)
    full = fill_last_sheet(needed, stock.per_sheet)
    cards = sum(need.total for need in full)
    sheets = ceil(cards / stock.per_sheet)
    spare = 0 if kinds.tiles else shopping(table).spare
    decks = ceil(max(0, cards - spare) / len(deck)) if route == LABELS else 0
    cuts = stock.cuts * ceil(sheets / way.stack)
    buy = sentence(
        f"kit.{get_route_key(route)}",
        sheets=phrase("n.sheets", n=sheets),
        onto=_describe_backing(decks, len(deck), min(spare, cards)),
        cards=cards,
        stock=stock.name,
        each=stock.per_sheet,
    )
    seconds = sheets * (PRINT + way.feed) + cuts * CUT + cards * (way.seconds + SORT) + LAMP
    euros = sheets * way.sheet + cards * way.card + decks * way.deck
    return Kit(route, full, sheets, cuts, way.stack, seconds / 60, euros, tuple(buy.splitlines()), decks)


def _describe_backing(decks: int, size: int, spare: int) -> Value:
    """Return the cards that labels are stuck on, in words.

    Args:
        decks: Number of decks to buy for it.
        size: Number of cards of a deck.
        spare: Number of cards left over from the decks that are played with.
    """
    parts = [phrase("kit.spare", n=spare)] if spare else []
    parts += (
        [phrase("kit.decks", decks=phrase("n.decks", n=decks), deck=phrase("n.cards", n=size))]
        if decks
        else []
    )
    return Listed(tuple(parts), Between.AND)


def wallet_kit(printed: PrintedDeck, needed: Sequence[CardNeed]) -> Kit:
    """Return the kit for a printed deck and its wallet.

    Args:
        printed: The printed deck.
        needed: Cards for random draws, which are written on slips of paper.
    """
    count, masks, stack = paper_for(printed), len(printed.masks.sides), WAYS[CARDS].stack
    sheets = count.deck + count.masks + 1
    loose = len(printed.masks.deck) + masks
    cuts = count.cuts * ceil((count.deck + count.masks) / stack)
    pages = sheets + count.pages // 2  # Masks and wallet parts are printed on both sides.
    seconds = pages * (PRINT + FEED) + cuts * CUT + 2 * masks * PUNCH + GLUE + LAMP
    seconds += loose * (TEAR * bool(count.torn) + SORT)
    each = WAYS[BUSINESS].sheet if count.torn else SHEET
    euros = (sheets - 1) * each + SHEET + PUNCHER * printed.m.has_round_holes
    buy = [count.words(), *things_for(printed), sentence("wallet.lamp")]
    if needed:
        buy.append(colour_cards(needed, printed.rules.kinds))
    return Kit("wallet", tuple(needed), sheets, cuts, stack, seconds / 60, euros, tuple(buy))


def colour_cards(needed: Sequence[CardNeed], kinds: Kinds) -> str:
    """Return a sentence about the slips of paper by which a virtual seat declares a colour or suit."""
    named = tuple(kinds.describe_named(get_drawn_name(need.face)) for need in needed)
    slips = phrase("n.slips", n=len(needed))
    return sentence("wallet.lot", slips=slips, naming=kinds.naming, named=Listed(named))


def _plain(needed: tuple[CardNeed, ...], deck: Sequence[str]) -> Kit:
    decks = plain_decks({need.face: need.total for need in needed}, deck)
    cards = sum(need.total for need in needed)
    each = phrase("n.cards", n=len(deck))
    buy = sentence("kit.plain.none") if decks is None else sentence("kit.plain", n=decks, deck=each)
    return Kit(PLAIN, needed, minutes=cards * PICK / 60, euros=(decks or 0) * DECK, buy=(buy,))
