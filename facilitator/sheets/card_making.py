"""Comparison of the methods of making a table's extra cards, such as labels or cards to cut out.

For each method, the module counts sheets and cuts, estimates time and cost, and lists things to buy.
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
from facilitator.sheets.printed_deck import PrintedDeck
from facilitator.sheets.stocks import BUSINESS, CARDS, LABELS, PLAIN, SLIPS, SheetStock, list_cuts, stock_for
from facilitator.table_files.load import Table
from facilitator.table_files.model import game_of, slips_show
from facilitator.table_files.model import uses_printed_deck as has_printed

ROUTES = (LABELS, SLIPS, BUSINESS, CARDS, PLAIN)
"""Methods of making extra cards, as in the setting `extras`."""
PRINT, FEED, CUT, LAMP = 6.0, 5.0, 15.0, 120.0
"""Estimated seconds for tasks:

- `PRINT`: print a page
- `FEED`: feed a thick sheet by hand
- `CUT`: cut through a stack of sheets
- `LAMP`: hold two cards against a lamp to check that nothing shows through
"""
PEEL, STICK, SLEEVE, TEAR, SORT, PICK = 2.0, 5.0, 5.0, 2.0, 1.5, 2.0
"""Estimated seconds for tasks, per card:

- `PEEL`: peel off a label
- `STICK`: stick a label on a card
- `SLEEVE`: insert a card and a slip into a sleeve
- `TEAR`: tear a card off a sheet
- `SORT`: sort a card by its kind
- `PICK`: find a card in a deck
"""


@dataclass(frozen=True, slots=True)
class Making:
    """Estimated time and cost of a method of making extra cards. Prices are in euros.

    Attributes:
        seconds: Seconds per card.
        sheet: Price of a sheet.
        card: Additional price per card.
        deck: Price of a deck to stick labels on.
        stack: Number of sheets that a trimmer cuts at once.
        feed: Additional seconds per sheet for feeding the printer by hand.
    """

    seconds: float
    sheet: float
    card: float = 0.0
    deck: float = 0.0
    stack: int = 1
    feed: float = FEED


DECK, SHEET = 8.0, 0.2
"""Prices of a deck of cards and of a sheet of strong paper, in euros."""
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
    """Return what to make and buy for each method that the table can use. The table's own method comes first.

    The only method for a table with a printed deck is "wallet". The result is empty for a table without virtual
    players.
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
    """Return what to make and buy for a method of making extra cards.

    Args:
        table: The table.
        route: Method, one of `ROUTES`.
        needed: Extra cards that the table needs.
        stock: Sheets to print on. `None` means the default sheets.
    """
    kinds = game_of(table).kinds
    deck = SUITED.cards if kinds.tiles else kinds.cards  # Labels do not stick on dominoes.
    if route == PLAIN:
        return _make_plain_kit(tuple(needed), deck)
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
    """Describe the cards to stick labels on.

    Args:
        decks: Number of decks to buy for this purpose.
        size: Number of cards in a deck.
        spare: Number of cards in the decks of the game that are not used for playing.
    """
    parts = [phrase("kit.spare", n=spare)] if spare else []
    if decks:
        parts.append(phrase("kit.decks", decks=phrase("n.decks", n=decks), deck=phrase("n.cards", n=size)))
    return Listed(tuple(parts), Between.AND)


def wallet_kit(printed: PrintedDeck, needed: Sequence[CardNeed]) -> Kit:
    """Return what to make and buy for a printed deck and its wallet.

    Args:
        printed: The printed deck.
        needed: Cards for random draws, which are written on slips of paper.
    """
    deck, masks, stack = printed.masks.deck, len(printed.masks.sides), WAYS[CARDS].stack
    sheet, apart = printed.sheet, printed.deck_sheets + printed.mask_sheets
    sheets = apart + 1
    cuts = sum(map(len, list_cuts(sheet.boxes))) * ceil(apart / stack) if sheet.cuts else 0
    pages = sheets + printed.mask_sheets + 1  # Masks and wallet parts are printed on both sides.
    seconds = pages * (PRINT + FEED) + cuts * CUT + 2 * masks * PUNCH + GLUE + LAMP
    seconds += (len(deck) + masks) * (TEAR * printed.torn + SORT)
    each = WAYS[BUSINESS].sheet if printed.torn else SHEET
    euros = apart * each + SHEET + PUNCHER * printed.m.has_round_holes
    buy = printed.list_purchases()
    if needed:
        buy.append(colour_cards(needed, printed.rules.kinds))
    return Kit("wallet", tuple(needed), sheets, cuts, stack, seconds / 60, euros, tuple(buy))


def colour_cards(needed: Sequence[CardNeed], kinds: Kinds) -> str:
    """Return the sentence that tells the host to write colours or suits on slips of paper.

    A virtual player draws one of these slips to declare a colour or suit.

    Args:
        needed: A card for each colour or suit.
        kinds: Cards of the game.
    """
    named = tuple(kinds.describe_named(get_drawn_name(need.face)) for need in needed)
    slips = phrase("n.slips", n=len(needed))
    return sentence("wallet.lot", slips=slips, naming=kinds.naming, named=Listed(named))


def _make_plain_kit(needed: tuple[CardNeed, ...], deck: Sequence[str]) -> Kit:
    decks = plain_decks({need.face: need.total for need in needed}, deck)
    cards = sum(need.total for need in needed)
    each = phrase("n.cards", n=len(deck))
    buy = sentence("kit.plain.none") if decks is None else sentence("kit.plain", n=decks, deck=each)
    return Kit(PLAIN, needed, minutes=cards * PICK / 60, euros=(decks or 0) * DECK, buy=(buy,))
