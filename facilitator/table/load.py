"""The table file: one YAML file that says everything about a table.

`load_table` reads a file and names everything wrong with it at once; `table_text` writes one, its comments
told from the model.  pydantic and yaml are slow to import: commands import this module when they need it.
"""

from __future__ import annotations

import base64
import binascii
import difflib
import json
import re
import zlib
from collections.abc import Collection, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import yaml
from pydantic import BaseModel, ValidationError

from facilitator.errors import CommandError, ProtocolBug
from facilitator.table.files import check_ordinary, is_there, replace_whole
from facilitator.table.model import (
    DEFAULT_PROTOCOL,
    FOR_COLUMNS,
    MOST_HELPERS,
    PROTOCOLS,
    Printer,
    SeatKeys,
    StyleName,
    Table,
    between,
    has_meaning,
    law_of,
    limit_of,
    meant,
    printed,
    spared,
    unserved,
    without_meaning,
)
from facilitator.table.yaml import At, Problem, TableFileError, YamlText, either, one_line, shown
from facilitator.words.catalogue import ENGLISH, LANGUAGES, speak

# ----------------------------------------------------------------------------------------------------
# A table file in a QR symbol, and back: letters and digits only, so that it survives any clipboard.
#
# ``FT2`` and base32 of: a raw deflate stream (with a dictionary of the keys every table has) and a checksum.


PREFIX = "FT2"
_WORDS = (
    b'"half-54""compact-27""sleeves""printed cards""plain""published-2023""published""open""Letter""split"'
    b'"until playable""attacker""saver""finisher"true"name":"","virtual":true,"style":"uniform"},{"number":,"skip":'
    b'{"name":"","game":"uno","rules":"paper","seats":["],"hand_size":7,"draw":"one","wild_draw_four":"any","protocol":"knockout",'
    b'"conceal":false,"pool":"shared","pool_deck":"full-108","equipment":"envelopes","wording":"auto",'
    b'"helpers":2,"seconds":{},"table_size":"180x90","extras":"labels","paper":"A4","printers":{}}'
)
"""Part of the format: a change needs a new prefix."""


def table_code(text: str) -> str:
    """Return the code of a table file's text; notes and line breaks are left out, and house rules that go unsaid.

    Raises: TableFileError if the text is no YAML.
    """
    value = YamlText(text).value
    if isinstance(value, dict):
        value = spared(value)
    packed = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return PREFIX + base64.b32encode(squeezed(packed)).decode().rstrip("=")


def from_code(code: str) -> dict[str, object]:
    """Return the keys and values of a table, yet to be checked, from a code however it was copied.

    Raises: CommandError if it is no such code, or damaged.
    """
    tidy = "".join(code.split()).upper()
    if not tidy.startswith(PREFIX):
        raise _refused("another text")
    body = tidy.removeprefix(PREFIX)
    try:
        value = json.loads(unsqueezed(base64.b32decode(body + "=" * (-len(body) % 8)), 1 << 15))
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise _refused("one that is cut short or mistyped") from None
    if not isinstance(value, dict):
        raise _refused("the code of something else")
    return value


def squeezed(packed: bytes) -> bytes:
    """Return bytes deflated, with a checksum of what they were."""
    stream = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS)
    return stream.compress(packed) + stream.flush() + zlib.crc32(packed).to_bytes(4, "big")


def unsqueezed(raw: bytes, most: int) -> bytes:
    """Return what was squeezed; raises zlib.error or ValueError where it is damaged, or longer than ``most``."""
    packed = zlib.decompressobj(-15, zdict=_WORDS).decompress(raw[:-4], most)
    if zlib.crc32(packed).to_bytes(4, "big") != raw[-4:]:
        raise ValueError("damaged")
    return packed


def _refused(found: str) -> CommandError:
    return CommandError(
        f"the code of a table, {PREFIX}…",
        found,
        "Scan the symbol on the set-up sheet again and paste it whole.",
    )


# ----------------------------------------------------------------------------------------------------


__all__ = ["DEFAULT_PROTOCOL", "PROTOCOLS", "Printer", "SeatKeys", "StyleName", "Table", "TableFileError"]

SAMPLES = {
    "demo": "three with a wallet for the virtual player's printed cards, told in brief: rehearsed when you name none",
    "sleeves": "the same three, the virtual player's small deck in sleeves",
    "three": "two people and one virtual player",
    "duel": "one person against one virtual player",
    "five": "two people and three virtual players, who draw from a small deck of their own",
    "sevens": "Sevens for two people and two virtual players",
    "hearts": "Hearts for two people and two virtual players, with a wallet",
    "dominoes": "dominoes for two people and one virtual player, with a wallet",
}
LONGEST_FILE = 32 * 1024
"""Bytes: the longest table there can be, with every comment, has a third of it."""
NESTED: dict[str, type[BaseModel]] = {"seats": SeatKeys, "printers": Printer}
"""What the keys within a key belong to."""
EXAMPLE = "Write e.g. seats: [Ana, Ben, {name: Vera, virtual: true}]."
KEY = "[key]"
"""Pydantic's word, within a place, for a name that was refused rather than what it names."""


def check(data: Mapping[str, Any]) -> tuple[Table | None, list[Problem]]:
    """Return the table these keys make and no problems, or None and everything wrong with them."""
    if isinstance(seats := data.get("seats"), list | tuple):
        data = {**data, "seats": [s.model_dump() if isinstance(s, SeatKeys) else s for s in seats]}
    problems = [*between(data)]
    named = {problem.at for problem in problems}
    try:
        table = Table.model_validate(data)
    except ValidationError as err:
        found = [_explain(error, data) for error in err.errors(include_url=False)]
        return None, [*problems, *(problem for problem in found if problem.at not in named)]
    problems = problems or [*unserved(table)]
    return (None if problems else table), problems


def make_table(data: Mapping[str, Any]) -> Table:
    """Return a table from keys and values at hand.  Raises: TableFileError."""
    table, problems = check(data)
    if table is None:
        raise TableFileError([p._replace(todo=p.todo.replace("{raw}", p.found)) for p in problems])
    return table


def parse_table(text: str, file: str = "the table", name: str = "table") -> Table:
    """Return the table a YAML text describes; `file` is its name in errors, `name` the table's by default.

    Its language is spoken from now on, by what is wrong with it too.

    Raises: TableFileError, with every problem found.
    """
    document = YamlText(text, file)
    _speak_as(document.value)
    if document.value is None:
        raise TableFileError([Problem((), "a table", "an empty file", EXAMPLE, file)])
    if not isinstance(document.value, dict):
        found = shown(document.value)
        raise TableFileError([Problem((), "keys and values, one a line", found, EXAMPLE, file, 1)])
    table, problems = check({"name": _as_name(name), **document.value})
    located = list(document.problems)
    named = {problem.at for problem in located}
    problems += [one for one in without_meaning(document.value, written=True) if one not in problems]
    for problem in problems:
        line, raw = document.place(problem.at)
        if problem.at not in named:
            told = problem.todo.replace("{raw}", raw or "Vera")
            located.append(problem._replace(todo=told, line=line))
    if located or table is None:
        located.sort(key=lambda problem: problem.line)
        raise TableFileError([problem._replace(file=file) for problem in located])
    return table


def _speak_as(value: object) -> None:
    """Speak the language that the keys of a table name, English if none that there is."""
    wanted = value.get("language") if isinstance(value, dict) else None
    speak(wanted if isinstance(wanted, str) and wanted in LANGUAGES else ENGLISH)


def load_table(path: str | Path) -> Table:
    """Return the table of a file, or of a sample named as `sample:three`.

    Raises: TableFileError, with every problem found.
    """
    if str(path).startswith("sample:"):
        return sample(str(path).removeprefix("sample:"))
    file, target = str(path), Path(path)

    def fail(expected: str, found: str, todo: str) -> TableFileError:
        return TableFileError([Problem((), expected, found, todo, file)])

    try:
        if target.is_dir():
            raise fail("a table file", "a folder", "Name a file in it.")
        with target.open("rb") as stream:
            raw = stream.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        raise fail("a table file", "no such file", f"Make one: facilitator new {file}") from None
    except (OSError, ValueError) as err:
        raise fail("a table file", f"one that cannot be read ({_reason(err)})", "Check it.") from None
    if len(raw) > LONGEST_FILE:
        raise fail("a table file, 32 KiB at most", "a larger one", "Is this the right file?")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        line = raw.count(b"\n", 0, err.start) + 1
        raise fail("UTF-8 text", f"other bytes on line {line}", "Save it as UTF-8 in your editor.") from None
    return parse_table(text, file, target.stem)


def sample(name: str) -> Table:
    """Return one of `SAMPLES`.  Raises: TableFileError."""
    if name not in SAMPLES:
        names = [f"sample:{known}" for known in SAMPLES]
        close = difflib.get_close_matches(f"sample:{name}", names, 1, 0) or names
        todo = f"Write e.g. {close[0]}."
        raise TableFileError([Problem((), either(names), shown(f"sample:{name}"), todo)])
    text = (
        resources.files("facilitator.table").joinpath("samples", f"{name}.yaml").read_text(encoding="utf-8")
    )
    return parse_table(text, f"sample:{name}", name)


def table_text(table: Table) -> str:
    """Return the commented YAML a host edits; every comment is the description of a key."""
    parts = [
        "# A table for the facilitator: change what you like and save. A # begins a note to yourself.\n"
        "# Only seats is needed. A key you take out counts as if it stood here unchanged in a new file.\n"
    ]
    written = table.model_dump(mode="json")
    for key, field in Table.model_fields.items():
        if not has_meaning(key, written):
            continue
        comment = "".join(f"# {line}\n" for line in (field.description or "").splitlines())
        if key == "seats":
            seats = (one_line(seat.model_dump() if seat.virtual else seat.name) for seat in table.seats)
            parts.append(f"{comment}seats:\n" + "".join(f"  - {seat}\n" for seat in seats))
        else:
            parts.append(f"{comment}{key}: {one_line(written[key])}\n")
    return "\n".join(parts)


def write_table(path: str | Path, table: Table, *, force: bool = False) -> Path:
    """Write `table_text` whole or not at all; an existing file is replaced only by `force`.

    Raises: CommandError, leaving what was there.
    """
    target = Path(path)
    check_place(target, force=force)
    try:
        target = target.resolve()
        replace_whole({target: table_text(table).encode("utf-8")})
    except (OSError, RuntimeError, ValueError) as err:  # RuntimeError: links that lead in a circle
        found = f"{path} ({_reason(err)})"
        raise CommandError("a place to write the table", found, "Choose another folder or name.") from None
    return target


def check_place(path: Path, *, force: bool = False) -> None:
    """Refuse a path no table may be written to.  Raises: CommandError."""
    there = is_there(path)
    if path.is_dir() or str(path).startswith("sample:"):
        raise CommandError("the name of a file", str(path), "Write e.g. facilitator new friday.yaml.")
    if there and not force:
        todo = "Choose another name, or replace it with --force."
        raise CommandError("the name of a new file", f"{path}, which exists", todo)
    try:
        check_ordinary(path)
    except (OSError, ValueError) as err:
        todo = "Choose another name; --force replaces files only."
        raise CommandError("the name of a file", f"{path} ({_reason(err)})", todo) from None


def _explain(error: Mapping[str, Any], data: Mapping[str, Any]) -> Problem:
    """Say for a host what pydantic found wrong with one value."""
    at: At = tuple(part for part in error["loc"] if part != KEY)
    model = NESTED.get(str(at[0]), Table) if len(at) > 1 else Table
    key, found = str(at[-1]), shown(error["input"])
    match error["type"]:
        case "refused":
            return Problem(at, error["ctx"]["expected"], found, error["ctx"]["todo"])
        case "extra_forbidden":
            names = ", ".join(model.model_fields)
            return Problem(at, f"one of {names}", shown(key), meant(key, model.model_fields))
        case "missing":
            return Problem(at, _expected(model, key, data), "nothing", _write(model, key))
    return Problem(at, _expected(model, key, data), found, _write(model, key, error["input"]))


def _expected(model: type[BaseModel], key: str, data: Mapping[str, Any]) -> str:
    """Tell from its annotation what a key takes."""
    kind: object = model.model_fields[key].annotation
    if get_origin(kind) is Literal:
        return either(get_args(kind))
    if kind is bool:
        return "true or false"
    if kind is int:
        most = MOST_HELPERS if key == "helpers" else limit_of(data)
        return f"a whole number from 1 to {most}" if most and most > 0 else "a whole number, 1 or more"
    fewest, most = law_of(data).about.seats
    return f"a list of {fewest} to {most} seats" if key == "seats" else "a name"


def _write(model: type[BaseModel], key: str, value: object = None) -> str:
    """Say what to write: the choice most like `value`, else the default."""
    if key == "seats":
        return EXAMPLE
    field = model.model_fields[key]
    choices = {str(choice).casefold(): choice for choice in get_args(field.annotation)}
    close = difflib.get_close_matches(str(value)[:40].casefold(), choices, 1, 0.5)
    example = choices[close[0]] if close else "Vera" if key == "name" else field.default
    return f"Write e.g. {key}: {one_line(example)}."


def _as_name(stem: str) -> str:
    tidy = "".join(c for c in stem if c.isprintable()).strip()[:60].strip()
    return tidy or "table"


def _reason(err: Exception) -> str:
    return getattr(err, "strerror", None) or str(err)


# ----------------------------------------------------------------------------------------------------
# Write a few keys into a table file, leaving every comment and every other line as it is.


BOM = "\ufeff"
_COMMENT = re.compile(r"(?m)(?<=\s)#.*$")


def edited(text: str, changes: Mapping[str, object], out: Collection[str] = ()) -> str:
    """Return a table file's text with these keys set: values replaced where they stand, new keys at the end.

    ``out``: keys that go, each with a word for its value; a key with a line of its own stays as a note.
    """
    text = _without(text, out)
    root = _root(text)
    there = {key.value: value for key, value in root.value}
    newline = "\r\n" if "\r\n" in text else "\n"
    cuts = [(*_span(there[key]), _plain(value)) for key, value in changes.items() if key in there]
    new = [f"{key}: {_plain(value)}" for key, value in changes.items() if key not in there]
    if new and root.flow_style:
        end = root.end_mark.index - 1
        cuts.append((end, end, "".join(f", {line}" for line in new)))
        new = []
    for start, end, value in sorted(cuts, reverse=True):
        pad = "" if text[start - 1 : start] in ("", " ", ",", "{") or end == start else " "
        kept = "".join(f"{newline}  {comment}" for comment in _COMMENT.findall(text[start:end]))
        text = text[:start] + pad + value + kept + text[end:]
    if new and text and not text.endswith("\n"):
        text += newline
    return text + "".join(line + newline for line in new)


def _without(text: str, out: Collection[str]) -> str:
    """Return a table file's text without these keys: cut out of braces, made a note of on a line of their own."""
    root = _root(text)
    for key, value in reversed(root.value):
        if key.value in out:
            start, end = key.start_mark.index, value.end_mark.index
            comma = re.compile(r"\s*,\s*").match(text, end)
            rest = text[comma.end() if comma else end :] if root.flow_style else f"# {text[start:]}"
            text = text[:start] + rest
    return text


def _root(text: str) -> yaml.MappingNode:
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if not isinstance(root, yaml.MappingNode):
        found, todo = "something else", "Start from facilitator new."
        raise CommandError("a table file with keys and values", found, todo)
    return root


def _plain(value: object) -> str:
    return one_line(list(value) if isinstance(value, tuple) else value)


def _span(node: yaml.Node) -> tuple[int, int]:
    """Return where a value begins and ends; a list one item a line ends with its last item, not its comments."""
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node, yaml.SequenceNode) and not node.flow_style and node.value:
        end = _span(node.value[-1])[1]
    return start, end


def apply_changes(path: Path, changes: Mapping[str, object], wanted: Table) -> None:
    """Write the keys into the table file, whole or not at all, if the result reads as the table ``wanted``.

    Raises: CommandError if the file cannot be read or written; ProtocolBug, leaving the file, if it would not
    say what was chosen.
    """
    try:
        raw = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as err:
        raise CommandError("a table file", f"{path}: {err}", "Check its name and rights.") from None
    bom = BOM if raw.startswith(BOM) else ""
    text = edited(raw.removeprefix(BOM), changes, FOR_COLUMNS if printed(wanted.protocol) else ())
    table = parse_table(text, str(path), path.stem)
    if table != wanted:
        raise ProtocolBug(
            "the file to say what was chosen", "something else", "Nothing was written; edit it by hand."
        )
    try:
        replace_whole({path.resolve(): (bom + text).encode("utf-8")})
    except OSError as err:
        todo = "Check the folder's rights."
        raise CommandError("a place to write the table", f"{path}: {err.strerror}", todo) from None
