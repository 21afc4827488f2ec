"""`facilitator print`: the sheets of a table as PDF files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.cli import show
from facilitator.errors import CommandError
from facilitator.words import plural

if TYPE_CHECKING:
    from facilitator.sheets.build import Wish
    from facilitator.sheets.geometry import Adjust


@dataclass(frozen=True, slots=True)
class Options:
    """What was typed; None where nothing was."""

    stock: str | None = None
    own: str | None = None
    start_at: int = 1
    outline: bool = False
    paper: str | None = None
    card_size: str = "56x87"
    backs: bool = True
    back_x: float = 0.0
    back_y: float = 0.0
    printer: str | None = None
    offset_x: float | None = None
    offset_y: float | None = None
    scale_x: float | None = None
    scale_y: float | None = None


LARGEST_OFFSET, LARGEST_SCALING = 15.0, 0.05
"""More than this is a mistake in typing, not in a printer: mm, and parts of 1."""


def print_sheets(table_name: str, what: Sequence[str], folder: Path, options: Options, json: bool) -> None:
    """Write the sheets and say what was written; raises `CommandError` and then has written nothing."""
    from facilitator.sheets.build import build, write
    from facilitator.table import load_table

    table = load_table(table_name)
    documents, remarks = build(table, wish_of(options, table.paper, table.model_dump()), what)
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
            counted = f", {total} {document.name}" if document.name in ("labels", "cards") else ""
            show.say(f"{path}  {plural(pages, 'page')}{counted}")
    for remark in remarks:
        if json:
            show.json_line({"note": remark})
        else:
            show.wrap(remark)
    if not json:
        show.wrap("Print at 100 %, without scaling; on both sides: turn over the long edge.")


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


def wish_of(options: Options, paper: str, table: Mapping[str, object]) -> Wish:
    """Return what was typed as the sheets take it; raises `CommandError` for what cannot be."""
    from facilitator.sheets.build import Wish
    from facilitator.sheets.cards import CardRun
    from facilitator.sheets.geometry import CARD_SIZES, PAPERS
    from facilitator.sheets.labels import LabelRun
    from facilitator.sheets.stocks import DEFAULT, own_stock, stock_named

    name = _one_of(options.paper or paper, PAPERS, "--paper")
    size = CARD_SIZES[_one_of(options.card_size, CARD_SIZES, "--card-size")]
    if options.own and options.stock:
        raise CommandError("--stock or --own", "both", "Leave one out.")
    stock = (
        own_stock(options.own, PAPERS[name]) if options.own else stock_named(options.stock or DEFAULT[name])
    )
    return Wish(
        name,
        LabelRun(stock, options.start_at, options.outline),
        CardRun(size, options.backs, options.back_x, options.back_y),
        _adjust(options, table),
    )


def _one_of(typed: str, known: Iterable[str], option: str) -> str:
    names = {name.casefold(): name for name in known}
    found = names.get(typed.casefold())
    if found is None:
        raise CommandError(f"{option} {' or '.join(names.values())}", f'"{typed}"', "Choose one of these.")
    return found


def _adjust(options: Options, table: Mapping[str, object]) -> Adjust:
    """Return the printer's correction: as typed, else as the table file keeps it for this printer."""
    from facilitator.sheets.geometry import Adjust

    kept = _printer(options.printer, table)
    values = []
    for name, normal in (("offset_x", 0.0), ("offset_y", 0.0), ("scale_x", 1.0), ("scale_y", 1.0)):
        typed = getattr(options, name)
        value = kept.get(name, normal) if typed is None else typed
        largest = LARGEST_OFFSET if normal == 0 else LARGEST_SCALING
        if not abs(value - normal) <= largest:
            option = f"--{name.replace('_', '-')}"
            expected = f"{option} from {normal - largest:g} to {normal + largest:g}"
            raise CommandError(expected, f"{value:g}", "Measure again with the sheet calibration.")
        values.append(value)
    return Adjust(*values)


def _printer(name: str | None, table: Mapping[str, object]) -> dict[str, float]:
    """Return what the table file keeps for a printer; its only one if none is named.

    Raises: CommandError if there is none of that name.
    """
    printers = table.get("printers") or {}
    assert isinstance(printers, dict)
    if name is None:
        return next(iter(printers.values())) if len(printers) == 1 else {}
    if name not in printers:
        known = ", ".join(printers) or "none"
        raise CommandError(f"a printer of the table file ({known})", f'"{name}"', "Add it under printers.")
    found: dict[str, float] = printers[name]
    return found
