"""`facilitator new`: write a table file, from questions on a terminal, from options otherwise."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from facilitator.cli import show
from facilitator.cli.questions import ask_all, seat_of
from facilitator.errors import CommandError

if TYPE_CHECKING:
    from facilitator.table.load import Table

EXAMPLES = """\b
Examples:
  facilitator new       asks, then writes table.yaml
  facilitator new fr.yaml --seat Ana --seat Vera:virtual
  facilitator new duel.yaml --sample duel
  facilitator new fr.yaml --from-code FT2MFRGG...

\b
Give --seat in clockwise order; :virtual marks a virtual
player. The file has a comment for every key: change it
in any editor."""

LONGEST_CODE = 1 << 16
"""Bytes: many times what a QR symbol can hold."""
Answers = dict[str, Any]


def new(
    table: Annotated[Path, typer.Argument(metavar="TABLE", help="The file to write.")] = Path("table.yaml"),
    seat: Annotated[
        list[str] | None, typer.Option(metavar="NAME[:virtual]", help="A seat; once for each, clockwise.")
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="What you call this table.")] = None,
    game: Annotated[str | None, typer.Option(metavar="NAME", help="uno, sevens, hearts or dominoes.")] = None,
    rules: Annotated[str | None, typer.Option(metavar="NAME", help="paper, usual, official, kpgut.")] = None,
    hand_size: Annotated[int | None, typer.Option(metavar="N", help="Cards dealt to each seat.")] = None,
    protocol: Annotated[str | None, typer.Option(metavar="NAME", help="How a card is found.")] = None,
    paper: Annotated[str | None, typer.Option(metavar="SIZE", help="A4 or Letter.")] = None,
    sample: Annotated[
        str | None, typer.Option(metavar="NAME", help="Begin with a sample: three, duel, hearts...")
    ] = None,
    from_code: Annotated[
        str | None, typer.Option(metavar="CODE", help="Of a set-up sheet; - is stdin.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the table as a JSON line.")] = False,
) -> None:
    """Write a commented table file: questions on a terminal, options elsewhere."""
    from facilitator.table.code import from_code as of_code
    from facilitator.table.load import check_place, make_table, write_table

    check_place(table, force=force)
    chosen: Answers = {"name": name, "game": game, "rules": rules, "hand_size": hand_size}
    chosen |= {"protocol": protocol, "paper": paper}
    given = {key: value for key, value in chosen.items() if value is not None}
    if from_code is not None:
        code = _alone(from_code, {**given, **({"seat": seat} if seat else {}), "sample": sample})
        made = make_table({"name": _title(table), **of_code(code)})
    elif not (given or seat or sample or json) and sys.stdin.isatty() and sys.stdout.isatty():
        made = ask_all(table, _title(table))
    else:
        made = make_table(_from_options(table, given, seat or [], sample))
    write_table(table, made, force=force)
    if json:
        show.json_line({"table": str(table), **made.model_dump(mode="json")})
        return
    _say_next(table, made)


def _say_next(table: Path, made: Table) -> None:
    """Say that the table is written, and what to do with it."""
    show.wrap(f"Written: {table}, {len(made.seats)} seats. Change it in any editor.")
    words: tuple[str, ...] = ("plan {}", "print {}", "play {} --dry-run")
    if made.virtual:
        show.wrap("Next: what to bring and how long it takes; the sheets; a rehearsal without cards:")
    else:
        show.wrap(
            "Nobody is virtual at this table: nothing to plan, to print or to hide. It is for keeping count of a "
            "game of people, and becomes more when a seat of the file says virtual: true. Next:"
        )
        words = ("play {}", "play {} --dry-run")
    for one in words:
        show.say(f"  facilitator {one.format(show.command(str(table)))}")


def _alone(code: str, others: Answers) -> str:
    """Return a code, or that of the file or stdin that holds one; raises CommandError with other options."""
    also = [f"--{key.replace('_', '-')}" for key, value in others.items() if value is not None]
    if also:
        todo = "Leave the others out; change the table file afterwards."
        raise CommandError("--from-code alone: it holds the whole table", f"{', '.join(also)} too", todo)
    return _held(code)


def _held(code: str) -> str:
    """Return what stdin or a file of that name holds; a code is no such name and stays as it is."""
    raw: bytes | None = None
    if code == "-":
        raw = sys.stdin.buffer.read(LONGEST_CODE)
    with suppress(OSError, ValueError):  # no name of a file at all, or one that may not be read
        if Path(code).is_file():
            with Path(code).open("rb") as stream:
                raw = stream.read(LONGEST_CODE)
    return code if raw is None else raw.decode("utf-8-sig", "replace")


def _from_options(path: Path, given: Answers, seats: list[str], sample_name: str | None) -> Answers:
    from facilitator.table.load import sample

    data: Answers = {"name": _title(path)}
    if sample_name is not None:
        data |= sample(sample_name.removeprefix("sample:")).model_dump(mode="json") | data
    elif not seats:
        todo = (
            f"Write e.g. facilitator new {show.command(str(path))} --seat Ana --seat Vera:virtual --seat Ben"
        )
        raise CommandError("the seats, or a sample", "neither", todo)
    if seats:
        data["seats"] = [seat_of(text) for text in seats]
    return data | given


def _title(path: Path) -> str:
    stem = "".join(c for c in path.stem if c.isprintable()).strip()[:60].strip()
    return stem or "table"
