"""The ways to make a table's extra cards: sheets, cuts, minutes, money and what to buy, each counted alike."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from facilitator.evening.needs import Kit, Need, counted, filled, needs
from facilitator.evening.shopping import plain_decks
from facilitator.games.registry import game_named
from facilitator.sheets.deck import PrintedDeck
from facilitator.sheets.drawing.marks import PAPERS, Paper
from facilitator.sheets.stocks import CARD, CARDS, FOLD, LABELS, SLIPS, CardRun, Grid, SheetStock, usual_stock
from facilitator.sheets.wallet import Wallet, paper_for, things_for
from facilitator.table.load import Table
from facilitator.table.model import printed as has_printed
from facilitator.table.model import slips_show
from facilitator.words import plural
from facilitator.words.wallet import LAMP_FIRST, SLIPS_FOR_LOT

BUSINESS, PLAIN = "business cards", "plain"
ROUTES = (LABELS, SLIPS, BUSINESS, CARDS, PLAIN)
"""As the table key `extras` has them."""
CUT, STICK, SLIP, TEAR, SORT, PICK = 15.0, 6.0, 5.0, 2.0, 1.5, 2.0
"""Seconds we assume: a cut through a stack, a label stuck in the jig, a slip and its card put into a sleeve, a
card torn off, a card put to its kind, a card found in a deck."""
STACKS = {LABELS: 3, SLIPS: 10, CARDS: 3}
"""Sheets that a trimmer cuts at once."""
EUROS = {LABELS: 0.5, SLIPS: 0.02, BUSINESS: 0.6, CARDS: 0.2, "deck": 8.0, "sleeve": 0.04, "punch": 12.0}
"""What we assume a sheet, a deck, a sleeve, a punch of long reach to cost."""


PUNCH, GLUE = 8.5, 600.0
"""Seconds we assume: a hole of a mask punched; a wallet cut out, folded and glued."""


def kits(table: Table) -> dict[str, Kit]:
    """Return every route's kit, the table's own first; none of slips where columns stay in sleeves.

    Where the virtual seats play with a printed deck it is the only one.
    """
    needed = needs(table)
    if has_printed(table.protocol):
        return {"wallet": wallet_kit(PrintedDeck.of(table, PAPERS[table.paper]), PAPERS[table.paper], needed)}
    routes = [route for route in ROUTES if not slips_show(table.equipment, route)]
    order = sorted(routes, key=lambda route: route != table.extras)
    return {route: kit(table, route, needed) for route in order}


def kit(
    table: Table, route: str, needed: Sequence[Need], stock: SheetStock | None = None, taken: int = 0
) -> Kit:
    """Return a route's kit on a stock (None: the usual one); ``taken``: labels of its first sheet that are gone."""
    deck = game_named(table.game).kinds.cards
    if route == PLAIN:
        return _plain(tuple(needed), deck)
    if route == CARDS:
        return cut_cards(needed, table.paper, CardRun())
    stock = stock or usual_stock({BUSINESS: CARDS}.get(route, route), table.paper)
    room = stock.per_sheet - stock.spare
    full = filled(needed, room, taken)
    cards = sum(need.total for need in full)
    sheets = ceil((cards + taken) / room)
    stack = STACKS.get(route, 1)
    cuts = stock.cuts * ceil(sheets / stack)
    decks = ceil(cards / len(deck))
    work = {LABELS: cards * STICK, SLIPS: cards * SLIP, BUSINESS: cards * TEAR}[route]
    extra = {LABELS: decks * EUROS["deck"], SLIPS: cards * EUROS["sleeve"], BUSINESS: 0.0}[route]
    buy = {
        LABELS: (
            f"{plural(sheets, 'sheet')} of opaque (block-out) label paper: {stock.title}, "
            f"{stock.per_sheet} labels a sheet.",
            f"{plural(decks, 'deck')} of cards to stick them on, all backs alike; best with no way up.",
        ),
        SLIPS: (
            f"{plural(sheets, 'sheet')} of plain paper.",
            f"{cards} sleeves, opaque behind, and as many old cards, all backs alike.",
        ),
        BUSINESS: (
            f"{plural(sheets, 'sheet')} of perforated card, 200 g/m² or heavier: {stock.title}, "
            f"{stock.per_sheet} a sheet.",
        ),
    }[route]
    seconds = cuts * CUT + work + cards * SORT
    return Kit(route, full, sheets, cuts, stack, seconds / 60, sheets * EUROS[route] + extra, buy)


def wallet_kit(printed: PrintedDeck, paper: Paper, needed: Sequence[Need]) -> Kit:
    """Return what a printed deck and its wallet come to; ``needed``: what is drawn in a lot, on slips of paper."""
    count, masks = paper_for(printed, paper), len(Wallet(printed).sides)
    sheets = count.deck + count.masks + count.parts
    loose = len(printed.masks.deck) + masks
    cuts = count.cuts * ceil((count.deck + count.masks) / STACKS[CARDS])
    seconds = cuts * CUT + loose * (TEAR if count.torn else SORT) + 2 * masks * PUNCH + GLUE
    each = EUROS[BUSINESS] if count.torn else EUROS[CARDS]
    euros = (sheets - count.parts) * each + count.parts * EUROS[CARDS] + EUROS["punch"]
    lots = SLIPS_FOR_LOT.format(slips=plural(len(needed), "slip"), named=counted(needed, printed.law.kinds))
    buy = (count.words(paper), *things_for(printed), LAMP_FIRST, *([lots] if needed else []))
    return Kit("wallet", tuple(needed), sheets, cuts, STACKS[CARDS], seconds / 60, euros, buy)


def cut_cards(needed: Sequence[Need], paper: str, run: CardRun) -> Kit:
    """Return the kit of cards cut from strong paper."""
    grid = Grid.of(PAPERS[paper], run.size or CARD, run.backs == FOLD)
    full = filled(needed, grid.per_page)
    cards = sum(need.total for need in full)
    sheets = cards // grid.per_page
    stack = STACKS[CARDS]
    cuts = (grid.cols + grid.rows + 2) * ceil(sheets / stack)
    buy = (f"{plural(sheets, 'sheet')} of card, 300 g/m² or heavier, and a trimmer.",)
    seconds = cuts * CUT + cards * SORT
    return Kit(CARDS, full, sheets, cuts, stack, seconds / 60, sheets * EUROS[CARDS], buy)


def _plain(needed: tuple[Need, ...], deck: Sequence[str]) -> Kit:
    decks = plain_decks({need.face: need.total for need in needed}, deck)
    cards = sum(need.total for need in needed)
    buy = (
        "no number of decks has kinds enough"
        if decks is None
        else f"{plural(decks, 'deck')} of cards, all backs alike"
    )
    return Kit(PLAIN, needed, minutes=cards * PICK / 60, euros=(decks or 0) * EUROS["deck"], buy=(f"{buy}.",))
