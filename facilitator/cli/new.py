"""`facilitator new`: write a table file, from questions on a terminal, from options otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from facilitator.cli import show
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

VIRTUAL = ":virtual"
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
        str | None, typer.Option(metavar="CODE", help="The code of a set-up sheet; - is stdin.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the table as a JSON line.")] = False,
) -> None:
    """Write a commented table file: questions on a terminal, options elsewhere."""
    from facilitator.table.load import check_place, make_table, write_table

    check_place(table, force=force)
    chosen: Answers = {"name": name, "game": game, "rules": rules, "hand_size": hand_size}
    chosen |= {"protocol": protocol, "paper": paper}
    given = {key: value for key, value in chosen.items() if value is not None}
    if from_code is not None:
        made = _from_code(from_code, table, {**given, **({"seat": seat} if seat else {}), "sample": sample})
    elif not (given or seat or sample or json) and sys.stdin.isatty() and sys.stdout.isatty():
        made = _ask_all(table)
    else:
        made = make_table(_from_options(table, given, seat or [], sample))
    write_table(table, made, force=force)
    if json:
        show.json_line({"table": str(table), **made.model_dump(mode="json")})
        return
    show.wrap(f"Written: {table}, {len(made.seats)} seats. Change it in any editor.")
    from facilitator.supplies.secrecy import told_by
    from facilitator.table.load import DEFAULT_PROTOCOL

    if told := told_by(made):
        show.wrap(
            f"{told}. Write protocol: {DEFAULT_PROTOCOL} for turns that tell nothing more than the card."
        )
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
        show.say(f"  facilitator {one.format(_quoted(table))}")


def _from_code(code: str, path: Path, others: Answers) -> Table:
    """Return the table of a code, or of the file or stdin that holds one.

    Raises: CommandError for a damaged code, or with other options.
    """
    from facilitator.table.code import from_code
    from facilitator.table.load import make_table

    also = [f"--{key.replace('_', '-')}" for key, value in others.items() if value is not None]
    if also:
        todo = "Leave the others out; change the table file afterwards."
        raise CommandError("--from-code alone: it holds the whole table", f"{', '.join(also)} too", todo)
    return make_table({"name": _title(path), **from_code(_held(code))})


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
        todo = f"Write e.g. facilitator new {_quoted(path)} --seat Ana --seat Vera:virtual --seat Ben"
        raise CommandError("the seats, or a sample", "neither", todo)
    if seats:
        data["seats"] = [_seat(text) for text in seats]
    return data | given


def _seat(text: str) -> Answers:
    virtual = text.lower().endswith(VIRTUAL)
    return {"name": text[: -len(VIRTUAL)].strip() if virtual else text.strip(), "virtual": virtual}


def _ask_all(path: Path) -> Table:
    """Ask for what matters most; every answer is checked at once and asked for again if it cannot be.

    Raises: KeyboardInterrupt if the host leaves; nothing has been written then.
    """
    from facilitator.games.registry import games
    from facilitator.table.load import DEFAULT_PROTOCOL, PROTOCOLS, make_table
    from facilitator.table.whole import DEFAULT_GAME, law_of

    show.wrap(f"A new table, for {path}. Enter takes what is in brackets; Ctrl-C leaves, nothing written.")
    data: Answers = {"seats": []}
    _ask(data, "name", "What do you call this table?", _title(path))
    _ask(data, "game", f"Which game: {', '.join(games())}?", DEFAULT_GAME)
    if len(rules := law_of(data).rules) > 1:
        _ask(data, "rules", f"By which rules: {', '.join(rules)}?", rules[0])
    _ask(data, "seats", "Who sits there, clockwise, virtual players too? Names with commas:", "", _names)
    seats = [seat["name"] for seat in data["seats"]]

    def virtual(text: str) -> Answers:
        return {"seats": _marked(seats, text)}

    _ask(data, "seats", "Which of them are virtual? Names with commas, or none", seats[-1], virtual)
    people = sum(not seat["virtual"] for seat in data["seats"])
    if "hand_size" in law_of(data).choices:
        _ask(data, "hand_size", "Cards for each seat?", str(_usual_hand(data)), _number("hand_size"))
    _ask(data, "helpers", "Pairs of hands that can work at once?", str(min(people, 8)), _number("helpers"))
    _ask(data, "protocol", f"Protocol: {', '.join(PROTOCOLS)}?", DEFAULT_PROTOCOL)
    _ask(data, "paper", "Paper in your printer: A4 or Letter?", "A4", _paper)
    return make_table(data)


def _usual_hand(data: Answers) -> int:
    from facilitator.table.whole import law_of, limit_of

    usual = law_of(data).hand_size or 1
    return min(usual, limit_of(data) or usual)


def _ask(
    data: Answers, key: str, question: str, default: str, read: Callable[[str], Answers] | None = None
) -> None:
    """Put the answer into `data`, asking until `key` and what came before it can be."""
    bracket = f" [{default}]" if default else ""
    while True:
        for line in show.folded(f"{question}{bracket}"):
            show.say(line)
        text = _line() or default
        try:
            answer = read(text) if read else {key: text}
            wrong = _wrong({**data, **answer}, key)
        except CommandError as err:
            wrong = [err]
        for one in wrong:
            show.error(one)
        if not wrong:
            data.update(answer)
            return


def _line() -> str:
    """Return what the host types.  Raises: KeyboardInterrupt, also at the end of input."""
    try:
        return input("> ").strip()
    except EOFError:
        show.say()
        raise KeyboardInterrupt from None


def _wrong(data: Mapping[str, Any], key: str) -> list[CommandError]:
    """Return what is wrong with the answer just given, as an answer, for there is no table file yet.

    What has not been asked yet may be missing.
    """
    from facilitator.table.load import check

    found = [problem for problem in check(data)[1] if problem.at[0] == key]
    return [CommandError(problem.expected, problem.found, problem.todo) for problem in found]


def _names(text: str) -> Answers:
    return {"seats": [_seat(name) for name in text.split(",") if name.strip()]}


def _marked(seats: list[str], text: str) -> list[Answers]:
    """Return the seats with the virtual ones marked.  Raises: CommandError for a name nobody has."""
    from facilitator.games.seats import find_seat

    words = [word.strip() for word in text.split(",") if word.strip()]
    if [word.lower() for word in words] == ["none"]:
        words = []
    marked = {find_seat(word, seats) for word in words}
    return [{"name": name, "virtual": name in marked} for name in seats]


def _number(key: str) -> Callable[[str], Answers]:
    """Read a whole number; anything else stays as it is, for the check to refuse."""
    return lambda text: {key: int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text}


def _paper(text: str) -> Answers:
    return {"paper": {"a4": "A4", "letter": "Letter"}.get(text.lower(), text)}


def _title(path: Path) -> str:
    stem = "".join(c for c in path.stem if c.isprintable()).strip()[:60].strip()
    return stem or "table"


def _quoted(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)
