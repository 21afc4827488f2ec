"""The table file: one YAML file that says everything about a table.

`Table` is its only definition: keys, defaults, limits, and the comments a host reads in the file.  `load_table`
reads a file and names everything wrong with it at once; `table_text` writes one.  pydantic and yaml are slow
to import and live here alone, so commands import this module only when they need it.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import unicodedata
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from facilitator.errors import CommandError
def check(data: Mapping[str, Any]) -> tuple[Table | None, list[Problem]]:
    """The table these keys make, or everything wrong with them; never both."""
    problems = list(_whole(data))
    try:
        table = Table.model_validate(data)
    except ValidationError as err:
        named = {problem.at for problem in problems}
        for error in err.errors(include_url=False):
            if error["type"] != "whole" and error["loc"] not in named:
                problems.append(_explain(error, data))
        return None, problems
    return table, problems


def make_table(data: Mapping[str, Any]) -> Table:
    """A table from keys and values at hand.  Raises: TableFileError."""
    table, problems = check(data)
    if table is None:
        raise TableFileError([p._replace(todo=p.todo.replace("{raw}", p.found)) for p in problems])
    return table


def _explain(error: Mapping[str, Any], data: Mapping[str, Any]) -> Problem:
    """Say for a host what pydantic found wrong with one value."""
    at: Path_ = tuple(part for part in error["loc"])
    model = Seat if at[0] == "seats" and len(at) > 1 else Table
    key, found = str(at[-1]), _found(error["input"])
    if error["type"] == "refused":
        return Problem(at, error["ctx"]["expected"], found, error["ctx"]["todo"])
    if error["type"] == "extra_forbidden":
        close = difflib.get_close_matches(key.lower(), model.model_fields, 1, 0.5)
        todo = f"Did you mean {close[0]}?" if close else "Take it out."
        return Problem(at, f"one of {', '.join(model.model_fields)}", f"{_found(key)}", todo)
    if error["type"] == "missing":
        return Problem(at, _expected(model, key, data), "nothing", _write(key))
    if key in PLANNED and error["input"] in PLANNED[key]:
        works = Table.model_fields[key].default
        return Problem(at, f"{works}, the only one that works today", found, _write(key))
    return Problem(at, _expected(model, key, data), found, _write(key, _closest(model, key, error["input"])))


def _expected(model: type[BaseModel], key: str, data: Mapping[str, Any]) -> str:
    """What a key takes, told from its annotation."""
    field = model.model_fields.get(key)
    kind: object = field.annotation if field else None
    if get_origin(kind) is Literal:
        return _either(get_args(kind))
    if kind is bool:
        return "true or false"
    if kind is int:
        most = 8 if key == "helpers" else _limit(data)
        return f"a whole number from 1 to {most}" if most and most > 0 else "a whole number, 1 or more"
    return "a list of 2 to 10 seats" if key == "seats" else "a name"


def _closest(model: type[BaseModel], key: str, value: object) -> object:
    """The choice a host most likely meant, if there is one."""
    choices = {str(c).casefold(): c for c in get_args(model.model_fields[key].annotation)}
    close = difflib.get_close_matches(str(value)[:40].casefold(), choices, 1, 0.5) if choices else []
    return choices[close[0]] if close else None


def _write(key: str, value: object = None) -> str:
    if key == "seats":
        return "Write e.g. seats: [Ana, Ben, {name: Vera, virtual: true}]."
    if key == "name":
        return "Write e.g. name: Vera."
    field = Table.model_fields.get(key) or Seat.model_fields[key]
    return f"Write e.g. {key}: {_yaml(field.default if value is None else value)}."


def parse_table(text: str, file: str = "the table", name: str = "table") -> Table:
    """The table a YAML text describes; `file` is its name in errors, `name` the table's if it gives none.

    Raises: TableFileError, with every problem found.
    """

    def fail(
        at: Path_, expected: str, found: str, todo: str, line: int = 0, column: int = 0
    ) -> TableFileError:
        return TableFileError([Problem(at, expected, found, todo, file, line, column)])

    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        document = _Document(root) if root is not None else None
    except yaml.MarkedYAMLError as err:
        mark = err.problem_mark or err.context_mark
        todo = "Look at this line and the one above: a colon, quote or bracket is missing, or blanks differ."
        if "\\t" in str(err.problem):
            todo = "Indent with blanks, not tabs."
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise fail((), "a YAML file", str(err.problem or err.context), todo, line, column) from None
    except yaml.reader.ReaderError as err:
        line = text.count("\n", 0, int(err.position)) + 1
        raise fail(
            (), "text", "a character that is not text", "Save it as plain text, UTF-8.", line
        ) from None
    except RecursionError:
        raise fail(
            (), "a table", "brackets inside brackets without end", "Start again: facilitator new."
        ) from None
    if document is None:
        raise fail((), "a table", "an empty file", _write("seats"))
    if not isinstance(document.value, dict):
        raise fail((), "keys and values, one a line", _found(document.value), _write("seats"), 1)
    located = list(document.problems)
    table, problems = check({"name": _words_or(name), **document.value})
    spoilt = {problem.at for _, problem in located}
    for problem in problems:
        line, raw = document.place(problem.at)
        todo = problem.todo.replace("{raw}", raw or "a name")
        if not any(problem.at[: len(at)] == at for at in spoilt if at):
            located.append((line, problem._replace(todo=todo)))
    if located or table is None:
        located.sort(key=lambda pair: pair[0])
        raise TableFileError([problem._replace(file=file, line=line) for line, problem in located])
    return table


def _words_or(name: str, otherwise: str = "table") -> str:
    tidy = "".join(c for c in name if c.isprintable()).strip()[:60].strip()
    return tidy or otherwise


def load_table(path: str | Path) -> Table:
    """Read a table file, or a sample as `sample:three`.

    Raises: TableFileError, with every problem found.
    """
    if str(path).startswith("sample:"):
        return sample(str(path).removeprefix("sample:"))
    file, target = str(path), Path(path)
    again = f"Make one: facilitator new {file}"

    def fail(expected: str, found: str, todo: str) -> TableFileError:
        return TableFileError([Problem((), expected, found, todo, file)])

    try:
        if target.is_dir():
            raise fail("a table file", "a folder", "Name a file in it.")
        with target.open("rb") as stream:
            raw = stream.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        raise fail("a table file", "no such file", again) from None
    except (OSError, ValueError) as err:
        reason = getattr(err, "strerror", None) or str(err)
        raise fail(
            "a table file", f"one that cannot be read ({reason})", "Check its name and rights."
        ) from None
    if len(raw) > LONGEST_FILE:
        raise fail("a table file under 256 KiB", "a larger one", "Is this the right file?")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        line = raw.count(b"\n", 0, err.start) + 1
        raise fail("UTF-8 text", f"other bytes on line {line}", "Save it as UTF-8 in your editor.") from None
    return parse_table(text, file, target.stem)


def sample(name: str) -> Table:
    """One of `SAMPLES`.  Raises: TableFileError."""
    if name not in SAMPLES:
        wanted, todo = f"sample:{_either(SAMPLES)}", "Write e.g. sample:three."
        raise TableFileError([Problem((), wanted, f"{_found(f'sample:{name}')}", todo)])
    text = resources.files("facilitator").joinpath("samples", f"{name}.yaml").read_text(encoding="utf-8")
    return parse_table(text, f"sample:{name}", name)


def table_text(table: Table) -> str:
    """The table as the commented YAML a host edits; every comment is the description of a key."""
    parts = [
        "# A table for the facilitator. Change what you like and save; # starts a note to yourself.\n"
        "# Only seats is needed: a key you take out has the value it would have in a new file.\n"
    ]
    for key, field in Table.model_fields.items():
        comment = "".join(f"# {line}\n" for line in (field.description or "").splitlines())
        value = getattr(table, key)
        if key == "seats":
            lines = (f"  - {_seat_text(seat)}\n" for seat in table.seats)
            parts.append(f"{comment}seats:\n{''.join(lines)}")
        else:
            parts.append(f"{comment}{key}: {_yaml(list(value) if isinstance(value, tuple) else value)}\n")
    return "\n".join(parts)


def _seat_text(seat: Seat) -> str:
    return _yaml(seat.model_dump()) if seat.virtual else _yaml(seat.name)


def write_table(path: str | Path, table: Table, *, force: bool = False) -> Path:
    """Write `table_text` whole or not at all; an existing file is replaced only by `force`.

    Raises: CommandError, leaving what was there.
    """
    target = Path(path)
    if str(path).startswith("sample:") or target.is_dir():
        raise CommandError("a file to write", f"{path}", "Name a file, e.g. friday.yaml.")
    if target.exists() and not force:
        raise CommandError(
            "a new file", f"{path}, which exists", "Choose another name, or replace it with --force."
        )
    target = target.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        try:
            draft.write_text(table_text(table), encoding="utf-8", newline="\n")
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, ValueError) as err:
        reason = getattr(err, "strerror", None) or str(err)
        raise CommandError(
            "a place to write the table", f"{path}: {reason}", "Choose another folder."
        ) from None
    return target
