"""The command `print`: write a table's sheets as PDF files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from facilitator.cli import output
from facilitator.cli.tables import open_table
from facilitator.errors import CommandError
from facilitator.i18n import fold
from facilitator.i18n.catalogue import Either, Value, decimal, phrase, refusal, sentence
from facilitator.pictures.marks import CARD_SIZES, Adjust, Document
from facilitator.play.journal import game_file_exists, game_path
from facilitator.play.salvage import game_of_its_own
from facilitator.play.turn_starts import TurnNumbers, get_turn_numbers
from facilitator.sheets.build import FORMER_SHEETS, SheetOptions, build, check_sheets, write_documents
from facilitator.sheets.stocks import LABELS, PLAIN, check_face, get_stock, stock_for, stocks
from facilitator.table_files.load import Table
from facilitator.table_files.model import PRINTER_EXAMPLE, Printer, seat_players


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """Command-line options of `print`. `None` means that an option was not given."""

    stock: str | None = None
    card_size: str | None = None
    blank: bool = False
    printer: str | None = None
    now: bool = False
    seed: int | None = None


def print_sheets(
    table_name: str, what: Sequence[str], folder: Path, options: PrintOptions, json: bool
) -> None:
    """Write the sheets and print the names of the files.

    Raises:
        CommandError: A sheet cannot be made. No files are written.
    """
    table = open_table(table_name)
    wish = get_sheet_options(options, table)
    renamed = _remark_on_former_names(what)
    what = [FORMER_SHEETS.get(name, name) for name in what]
    if options.now:
        what = what or ["script"]
        check_sheets(table, what)
        table, now = read_moment(table_name, table)
        wish = replace(wish, now=now)
    with output.progress(sentence("progress.sheets")) as tell:
        documents, remarks = build(table, wish, what, tell)
        paths = write_documents(documents, folder)
    for document, path in zip(documents, paths, strict=True):
        _say_written(document, path, json)
    if table.virtual and not json:  # the log sheet alone has no measures
        remarks = (*remarks, sentence("print.scale"))
    _print_remarks((*renamed, *remarks), json)


def _remark_on_former_names(names: Iterable[str]) -> list[str]:
    former = [(name, FORMER_SHEETS[name]) for name in names if name in FORMER_SHEETS]
    return [sentence("print.renamed", old=old, new=new) for old, new in former]


def _print_remarks(remarks: Iterable[str], json: bool) -> None:
    for remark in remarks:
        if json:
            output.json_line({"note": remark})
        else:
            output.wrap(remark)


def _say_written(document: Document, path: Path, json: bool) -> None:
    """Print the name of a PDF file with its number of pages or cards."""
    sheet, pages = document.name, len(document.pages)
    slots: dict[str, Value] = {"file": str(path), "pages": phrase("cli.pages", n=pages)}
    if json:
        facts = {"sheet": sheet, "file": str(path), "pages": pages, "counts": dict(document.counts)}
        output.json_line({"printed": facts})
    elif sheet in ("labels", "slips", "cards"):
        output.say(sentence("print.file.counted", n=sum(document.counts.values()), sheet=sheet, **slots))
    else:
        output.say(sentence("print.file.images" if sheet == "images" else "print.file", **slots))


def read_moment(table_name: str, table: Table) -> tuple[Table, TurnNumbers]:
    """Return the table with the players who sit there now, and the numbers of cards in the current game.

    Raises:
        CommandError: The table has no game.
    """
    path = game_path(table_name)
    if not game_file_exists(path):
        raise CommandError(*refusal("print.now", file=str(path)))
    game = game_of_its_own(path)
    return seat_players(table, game.state.seats), get_turn_numbers(game)


def list_stocks(json: bool) -> None:
    """Print each label stock: its name for --stock, its sizes, and the source of its sizes."""
    for stock in stocks().values():
        if json:
            facts: dict[str, object] = {
                "id": stock.id,
                "title": stock.title,
                "paper": stock.paper.name,
                "width": stock.size.w,
                "height": stock.size.h,
                "per_sheet": stock.per_sheet,
                "also": list(stock.aka),
                "source": stock.source,
            }
            output.json_line({"stock": facts})
        else:
            key = "print.stock.also" if stock.aka else "print.stock"
            slots = {"title": stock.title}
            slots |= {"width": decimal(f"{stock.size.w:g}"), "height": decimal(f"{stock.size.h:g}")}
            text = sentence(key, n=stock.per_sheet, also=", ".join(stock.aka), **slots)
            output.wrap(f"{stock.paper.name:<7}{text}", f"{stock.id:<22}")


def get_sheet_options(options: PrintOptions, table: Table) -> SheetOptions:
    """Convert the command-line options to sheet options.

    Raises:
        CommandError: An option is invalid.
    """
    asked = CARD_SIZES.get(options.card_size.casefold()) if options.card_size else None
    if options.card_size and asked is None:
        known = Either(tuple(CARD_SIZES))
        raise CommandError(*refusal("print.card_size", found=f'"{options.card_size}"', sizes=known))
    own = LABELS if table.extras == PLAIN else table.extras
    stock = get_stock(options.stock) if options.stock else stock_for(own, table.paper, asked)
    check_face(stock, options.blank)
    kept = _printer(options.printer, table.printers)
    adjust = Adjust(kept.offset_x, kept.offset_y, kept.scale_x, kept.scale_y)
    found = SheetOptions(table.paper, stock, asked, adjust)
    return found if options.seed is None else replace(found, puzzles=options.seed)


def _printer(name: str | None, printers: Mapping[str, Printer]) -> Printer:
    """Return the corrections for a printer from the table file.

    Without a name, return the corrections for the only printer. If there are several printers or none,
    nothing is corrected.

    Raises:
        CommandError: The table file has no printer with this name.
    """
    if name is None:
        return next(iter(printers.values())) if len(printers) == 1 else Printer()
    for known, printer in printers.items():
        if fold(known) == fold(name):
            return printer
    names = ", ".join(printers) or sentence("print.printer.none")
    raise CommandError(*refusal("print.printer", found=f'"{name}"', names=names, example=PRINTER_EXAMPLE))
