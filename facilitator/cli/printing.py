"""`facilitator print`: the sheets of a table as PDF files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.cli import show
from facilitator.errors import CommandError
from facilitator.words import plural

if TYPE_CHECKING:
    from facilitator.play.opening import TurnNumbers
    from facilitator.sheets.build import Wish
    from facilitator.sheets.drawing.marks import Adjust, Document
    from facilitator.table.load import Printer, Table


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """What was typed; None where nothing was."""

    stock: str | None = None
    own: str | None = None
    start_at: int = 1
    paper: str | None = None
    card_size: str | None = None
    blank: bool = False
    printer: str | None = None
    offset_x: float | None = None
    offset_y: float | None = None
    scale_x: float | None = None
    scale_y: float | None = None
    now: bool = False


def print_sheets(
    table_name: str, what: Sequence[str], folder: Path, options: PrintOptions, json: bool
) -> None:
    """Write the sheets and say what was written; raises `CommandError` and then has written nothing."""
    from facilitator.sheets.build import build, write
    from facilitator.table.load import load_table

    table = load_table(table_name)
    wish = wish_of(options, table)
    if options.now:
        wish = replace(wish, now=moment_of(table_name))
        what = what or ["folder"]
    documents, remarks = build(table, wish, what)
    paths = write(documents, folder)
    for document, path in zip(documents, paths, strict=True):
        pages = len(document.pages)
        if json:
            facts = {
                "sheet": document.name,
                "file": str(path),
                "pages": pages,
                "counts": dict(document.counts),
            }
            show.json_line({"printed": facts})
        else:
            total = sum(document.counts.values())
            counted = f", {total} {document.name}" if document.name in ("labels", "slips", "cards") else ""
            show.say(f"{path}  {plural(pages, 'page')}{counted}")
    for remark in remarks:
        if json:
            show.json_line({"note": remark})
        else:
            show.wrap(remark)
    if not json:
        show.wrap("Print at 100 %, without scaling.")
        for said, sheets in sides(documents).items():
            show.wrap(f"{said}: {', '.join(sheets)}.")


BACKS_SAID = "On both sides, turned over the long edge"


def sides(documents: Iterable[Document]) -> dict[str, list[str]]:
    """Return which sheets go on one side of the paper, which on both, and which as you like."""
    found: dict[str, list[str]] = {}
    for one in documents:
        last = max((n for n, page in enumerate(one.pages, 1) if page.kind == "backs"), default=0)
        pages = f" (pages 1 to {last})" if 0 < last < len(one.pages) else ""
        said = (
            BACKS_SAID if last else f"{BACKS_SAID}, if you like" if one.duplex else "On one side of the paper"
        )
        found.setdefault(said, []).append(f"{one.name}{pages}")
    return found


def moment_of(table_name: str) -> TurnNumbers:
    """Return where the game beside a table file stands; raises `CommandError` where there is none."""
    from facilitator.play.journal import game_path, there
    from facilitator.play.opening import moment
    from facilitator.play.salvage import game_of_its_own

    path = game_path(table_name)
    if not there(path):
        todo = "Begin it with facilitator play, or leave out --now."
        raise CommandError("a game beside the table file", f"no {path}", todo)
    return moment(game_of_its_own(path))


def list_stocks(json: bool) -> None:
    """Print every label stock: its name for --stock, its size, and who says so."""
    from facilitator.sheets.stocks import stocks

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
            show.json_line({"stock": facts})
        else:
            also = f"; also {', '.join(stock.aka)}" if stock.aka else ""
            size = f"{stock.size.w:g} x {stock.size.h:g} mm, {stock.per_sheet} a sheet"
            show.wrap(f"{stock.paper.name:<7}{size}; {stock.title}{also}", f"{stock.id:<22}")


def wish_of(options: PrintOptions, table: Table) -> Wish:
    """Return what was typed as the sheets take it; raises `CommandError` for what cannot be."""
    from facilitator.sheets.build import Wish
    from facilitator.sheets.cards import LabelRun
    from facilitator.sheets.drawing.marks import CARD_SIZES, PAPERS
    from facilitator.sheets.stocks import CARDS, LABELS, check_face, own_stock, stock_named, usual_stock

    name = _one_of(options.paper or table.paper, PAPERS, "--paper")
    asked = CARD_SIZES[_one_of(options.card_size, CARD_SIZES, "--card-size")] if options.card_size else None
    if options.own and options.stock:
        raise CommandError("--stock or --own", "both", "Leave one out.")
    if options.own:
        stock = own_stock(options.own, PAPERS[name])
    else:
        stock = stock_named(options.stock) if options.stock else usual_stock(LABELS, name)
    check_face(stock, options.blank)
    run = LabelRun(stock, options.start_at)
    adjust = _adjust(options, table.printers)
    if stock.use == CARDS:
        return Wish(name, None, asked, adjust, run)
    return Wish(name, run, asked, adjust)


def _one_of(typed: str, known: Iterable[str], option: str) -> str:
    names = {name.casefold(): name for name in known}
    found = names.get(typed.casefold())
    if found is None:
        raise CommandError(f"{option} {' or '.join(names.values())}", f'"{typed}"', "Choose one of these.")
    return found


def _adjust(options: PrintOptions, printers: Mapping[str, Printer]) -> Adjust:
    """Return the printer's correction: as typed, else as the table file keeps it for this printer."""
    from facilitator.sheets.drawing.marks import Adjust
    from facilitator.table.model import LARGEST_OFFSET, LARGEST_SCALING, Printer

    kept = _printer(options.printer, printers)
    values = []
    for name, field in Printer.model_fields.items():
        typed, normal = getattr(options, name), field.default
        value = getattr(kept, name) if typed is None else typed
        largest = LARGEST_SCALING if normal else LARGEST_OFFSET
        _within(f"--{name.replace('_', '-')}", value, normal - largest, normal + largest)
        values.append(value)
    return Adjust(*values)


def _within(option: str, value: float, low: float, high: float) -> None:
    """Refuse a number beyond its limits, and what is none (nan).  Raises: CommandError."""
    if not low <= value <= high:
        todo = "Measure again with the sheet calibration."
        raise CommandError(f"{option} from {low:g} to {high:g}", f"{value:g}", todo)


def _printer(name: str | None, printers: Mapping[str, Printer]) -> Printer:
    """Return what the table file keeps for a printer; its only one if none is named, else one without error.

    Raises: CommandError if there is none of that name.
    """
    from facilitator.table.model import PRINTER_EXAMPLE, Printer
    from facilitator.words import fold

    if name is None:
        return next(iter(printers.values())) if len(printers) == 1 else Printer()
    for known, printer in printers.items():
        if fold(known) == fold(name):
            return printer
    todo = f"Write it into the table file, e.g. printers: {PRINTER_EXAMPLE}."
    raise CommandError(f"a printer of the table file ({', '.join(printers) or 'none'})", f'"{name}"', todo)
