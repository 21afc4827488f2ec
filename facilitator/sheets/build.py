"""Build the sheets of a table and write them as files.

The module defines all sheets, and selects the sheets that a table needs. Either all files are written or
none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from facilitator.errors import CommandError
from facilitator.games.registry import get_game
from facilitator.i18n.catalogue import refusal, sentence
from facilitator.pictures.marks import AS_DRAWN, PAPERS, Adjust, Document, Extent
from facilitator.planning.extra_cards import CardNeed, Kit, list_needs
from facilitator.planning.shopping import has_row
from facilitator.play.turn_starts import TurnNumbers, plan_opening
from facilitator.sheets.card_making import ROUTES, kit, kits
from facilitator.sheets.drawing.images import IMAGES, files
from facilitator.sheets.extra_cards import calibration, images, jig, labels
from facilitator.sheets.mat import build_two_sided_mat, mat
from facilitator.sheets.page import Brief, make_printable, remarks
from facilitator.sheets.printed_deck import PrintedDeck
from facilitator.sheets.puzzles import FIRST_SHEET, puzzles
from facilitator.sheets.setup import contents, make_log, seats, setup
from facilitator.sheets.stocks import BUSINESS, CARDS, LABELS, SLIPS, SheetStock, stock_for
from facilitator.sheets.turn_script import cheats, guests, script, wording
from facilitator.sheets.wallet_sheets import deck, make_wallet_document
from facilitator.table_files.files import replace_whole
from facilitator.table_files.load import Table, keys_of, table_code
from facilitator.table_files.model import slips_show, uses_printed_deck


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """Settings for the sheets.

    Attributes:
        paper: Paper format. If empty, the table file decides.
        stock: Sheets of labels, slips or cards to print on. `None` means the default sheets.
        size: Size of cards that are cut from whole sheets, or of a printed deck. `None` means the default.
        adjust: Corrections for the printer.
        now: Numbers of cards in the next turn, for the turn script. `None` leaves its boxes empty.
        puzzles: Seed of the puzzle sheet. Each seed gives other puzzles.
        by_name: Whether the sheets mention people by name, so that only this table can use them.
    """

    paper: str = ""
    stock: SheetStock | None = None
    size: Extent | None = None
    adjust: Adjust = AS_DRAWN
    now: TurnNumbers | None = None
    puzzles: int = FIRST_SHEET
    by_name: bool = True


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that the functions for building a table's sheets need.

    Attributes:
        table: Copy of the table with printable names and the selected paper.
        original: The table as described in the table file.
        wish: Settings for the sheets.
        brief: Texts for headers and footers.
        needed: Extra cards that the table needs.
        stocks: Sheets to print extra cards on, by use, such as "labels".
        lost: Printed form of each name that contains unprintable letters.
        made: Documents built so far, by name.
    """

    table: Table
    original: Table
    wish: SheetOptions
    brief: Brief
    needed: tuple[CardNeed, ...]
    stocks: Mapping[str, SheetStock]
    lost: Mapping[str, str]
    made: dict[str, Document] = field(default_factory=dict)

    @classmethod
    def from_table(cls, table: Table, options: SheetOptions) -> Material:
        """Collect the data for a table's sheets."""
        shown, lost = make_printable(table)
        paper = options.paper or table.paper
        shown = shown.model_copy(update={"paper": paper})
        routes = (LABELS, SLIPS, BUSINESS if shown.extras == BUSINESS else CARDS)
        usual = (stock_for(route, paper, options.size) for route in routes)
        stocks = {stock.use: stock for stock in (*usual, options.stock) if stock is not None}
        form = plan_opening(shown, shown.virtual[0].name).plan.form if shown.virtual else ""
        host = shown.people[0].name if options.by_name else sentence("sheet.host")
        trademark = get_game(shown.game).about.trademark
        brief = Brief(shown.name, PAPERS[paper], form, trademark, host, options.by_name)
        return cls(shown, table, options, brief, list_needs(shown), stocks, lost)

    def deck(self) -> PrintedDeck:
        """Return the printed deck for a wallet.

        Raises:
            CommandError: No printed deck suits the table.
        """
        return PrintedDeck.from_table(self.table, self.wish.size)

    def kit(self, route: str) -> Kit:
        """Return what to make and buy for a method of making extra cards, such as "labels"."""
        stock = self.stocks.get(CARDS if route == BUSINESS else route)
        torn = route == CARDS and stock is not None and not stock.cut
        return kit(self.table, BUSINESS if torn else route, self.needed, stock)

    @property
    def torn(self) -> SheetStock:
        """Default perforated cards."""
        return stock_for(BUSINESS, self.table.paper)

    @property
    def measuring_stock(self) -> SheetStock:
        """Sheets to print the calibration sheet on.

        Their labels or cards are precut, because the calibration sheet measures distances from the precut
        edges.
        """
        if uses_printed_deck(self.table.protocol):
            return replace(self.torn, use="deck")
        own = (self.stocks[use] for use in (CARDS, LABELS))
        return next((stock for stock in own if not stock.cut), self.torn)

    def extras(self) -> Kit:
        """Return what to make and buy: a printed deck and wallet, or else this table's kind of extra cards."""
        if uses_printed_deck(self.table.protocol):
            return kits(self.table)["wallet"]
        return self.kit(self.table.extras)

    def papers(self) -> dict[str, str]:
        """Return the paper to print on, by document name. Documents that are not listed use plain paper."""
        strong, torn = sentence("contents.card", grams=200), self.torn.title
        whole = {SLIPS: sentence("contents.plain"), CARDS: sentence("contents.card", grams=300)}
        found = {use: stock.title for use, stock in self.stocks.items()}
        found |= {use: whole.get(use, stock.name) for use, stock in self.stocks.items() if stock.cut}
        found |= {"seats": strong, "deck": strong, "wallet": strong}
        if uses_printed_deck(self.table.protocol) and self.deck().torn:
            masks = sentence("contents.masks_torn", stock=torn)
            found |= {"deck": torn, "wallet": masks if self.deck().mask_sheets else strong}
        return found

    def document(self, name: str) -> Document:
        """Return the document with a name. Each document is built only once."""
        if name not in self.made:
            self.made[name] = EVERY[name](self)
        return self.made[name]


def _build_extra_cards(m: Material, use: str) -> Document:
    return labels(m.table, m.brief, m.kit(use).needed, m.stocks[use])


CONTENTS, LOG, MAT, PUZZLES = "contents", "log", "mat", "puzzles"
SHEETS: dict[str, Callable[[Material], Document]] = {
    CONTENTS: lambda m: contents(
        m.table, m.brief, map(m.document, list_needed_sheets(m.table)[1:]), m.papers(), m.extras()
    ),
    "setup": lambda m: setup(
        m.table,
        table_code(keys_of(m.original)),
        m.brief,
        m.extras().needed,
        [sentence("name.on_paper", instead=substitute) for substitute in m.lost.values()],
    ),
    "script": lambda m: script(m.table, m.brief, m.wish.now),
    "wording": lambda m: wording(m.table, m.brief),
    "cheats": lambda m: (build_two_sided_mat if has_row(m.table) else cheats)(m.table, m.brief),
    MAT: lambda m: mat(m.table, m.brief),
    "guests": lambda m: guests(m.table, m.brief),
    "calibration": lambda m: calibration(m.brief, m.measuring_stock),
    LABELS: lambda m: _build_extra_cards(m, LABELS),
    "jig": lambda m: jig(m.brief, m.stocks[LABELS]),
    SLIPS: lambda m: _build_extra_cards(m, SLIPS),
    CARDS: lambda m: _build_extra_cards(m, CARDS),
    "seats": lambda m: seats(m.table, m.brief),
    LOG: lambda m: make_log(m.table, m.brief),
}
"""Functions that build documents, by document name. The name is also the file name."""
PRINTED: dict[str, Callable[[Material], Document]] = {
    "deck": lambda m: deck(m.deck(), m.brief),
    "wallet": lambda m: make_wallet_document(m.deck(), m.brief),
}
"""Functions that build the documents for a printed deck. Other tables get these documents on request."""
ON_REQUEST: dict[str, Callable[[Material], Document]] = {
    IMAGES: lambda m: images(m.table, m.needed),
    PUZZLES: lambda m: puzzles(m.brief, m.wish.puzzles),
}
"""Functions that build documents which no table needs."""
EVERY = SHEETS | PRINTED | ON_REQUEST
FORMER_SHEETS = {"folder": "script", "leaflet": "guests"}
"""New names of renamed sheets, by their names in earlier versions."""
MEASURED = "calibration"
"""Name of the calibration sheet. It is printed without corrections."""


NOT_PRINTED = (LABELS, "jig", SLIPS, CARDS, IMAGES)
"""Sheets that are unavailable for tables with a printed deck."""


def list_needed_sheets(table: Table) -> list[str]:
    """Return the names of the sheets that a table needs, table of contents first.

    For example, a table without virtual players needs only the log sheet, and only a table with labels needs
    the guide for sticking labels on.
    """
    if not table.virtual:
        return [LOG]
    wallet = uses_printed_deck(table.protocol)
    torn = PrintedDeck.from_table(table).torn if wallet else table.extras == BUSINESS
    own = CARDS if table.extras == BUSINESS else table.extras
    without = {*ON_REQUEST, *(NOT_PRINTED if wallet else {*ROUTES, *PRINTED} - {own})}
    needed = {MAT: has_row(table), "jig": own == LABELS and not wallet, MEASURED: torn}
    return [name for name in EVERY if name not in without and needed.get(name, True)]


def build(
    table: Table,
    options: SheetOptions,
    what: Sequence[str] = (),
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> tuple[list[Document], tuple[str, ...]]:
    """Build sheets, and return them with messages about names that are printed differently.

    Args:
        table: The table.
        options: Settings for the sheets.
        what: Names of the sheets to build. If empty, all sheets that the table needs are built.
        tell: Function that reports progress. It receives the number of completed sheets and the total number.

    Raises:
        CommandError: A sheet does not exist, or is unavailable for this table.
    """
    check_sheets(table, what)
    material = Material.from_table(table, options)
    wanted = [name for name in EVERY if name in (what or list_needed_sheets(material.table))]
    made: list[Document] = []
    for done, name in enumerate(reversed(wanted)):
        tell(done, len(wanted))
        document = material.document(name)
        made.insert(0, document if name in (MEASURED, IMAGES) else document.adjust_pages(options.adjust))
    return made, tuple(remarks(material.lost))


def check_sheets(table: Table, what: Sequence[str]) -> None:
    """Check that sheets with these names exist and are available for a table.

    Raises:
        CommandError: A sheet is unknown or unavailable.
    """
    for name in what:
        _check_sheet(table, name)


def _check_sheet(table: Table, name: str) -> None:
    if name not in EVERY:
        raise CommandError(*refusal("refused.sheet", sheets=", ".join(EVERY), name=name))
    if not table.virtual and name not in (LOG, PUZZLES):
        raise CommandError(*refusal("refused.sheet.people", name=name, log=LOG, puzzles=PUZZLES))
    if slips_show(table.equipment, name):
        raise CommandError(*refusal("refused.slips", name=name))
    if uses_printed_deck(table.protocol) and name in NOT_PRINTED:
        others = ", ".join(other for other in NOT_PRINTED if other != name)
        raise CommandError(*refusal("refused.extras", name=name, sheets=others, protocol=table.protocol))
    if name == MAT and not has_row(table):
        raise CommandError(*refusal("refused.mat", protocol=table.protocol))


def write_documents(documents: Sequence[Document], folder: Path) -> list[Path]:
    """Write documents to a folder and return the paths of their PDF files.

    The folder is created if necessary. Either all files are written or none.

    Raises:
        CommandError: The files cannot be written. Existing files remain unchanged.
    """
    made = {folder / name: content for document in documents for name, content in files(document).items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_whole(made)
    except (OSError, ValueError) as err:
        found = f"{folder} ({getattr(err, 'strerror', None) or err})"
        raise CommandError(*refusal("refused.output", found=found)) from None
    return [folder / f"{document.name}.pdf" for document in documents]
