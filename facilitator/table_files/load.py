"""Read and write table files, and the codes that represent tables in QR symbols.

A table file is a YAML file with all settings of a table. `load_table` reads a file and reports all of its
problems together. `table_text` returns the text of a new file, and `table_code` a short code. Importing
pydantic and yaml is slow, so commands import this module only when they need a table.
"""

from __future__ import annotations

import base64
import binascii
import difflib
import json
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from facilitator.errors import CommandError
from facilitator.games.registry import get_game, list_games
from facilitator.games.stacking import STACKS
from facilitator.i18n import TIE, shell_path
from facilitator.i18n.catalogue import ENGLISH, LANGUAGES, Listed, Value, refusal, sentence, set_language
from facilitator.i18n.columns import fold
from facilitator.i18n.lookalikes import QUOTES, replace_lookalikes
from facilitator.protocols.forms import describe_form, list_offered_forms
from facilitator.table_files.examples import closest_choice, closest_number, closest_truth, named_seats
from facilitator.table_files.files import (
    LARGEST_YAML,
    NotAFile,
    TooLarge,
    check_ordinary,
    is_there,
    read_file,
    reason,
    replace_whole,
)
from facilitator.table_files.model import (
    DEFAULT_PROTOCOL,
    MOST_HELPERS,
    MOST_PRINTERS,
    PRINTER_EXAMPLE,
    PROTOCOLS,
    RULES,
    Printer,
    SeatKeys,
    Table,
    check_meaning,
    describe_example,
    draft_table,
    drop_defaults,
    find_deck_problems,
    game_of,
    keys_of,
    limit_of,
    read_keys,
    suggest_name,
    wrong_choice,
    wrong_deck,
)
from facilitator.table_files.yaml import (
    At,
    Problem,
    TableFileError,
    YamlText,
    decode_yaml,
    describe_odd,
    format_found,
    list_choices,
    no_table,
    one_line,
    reject_value,
)

# ----------------------------------------------------------------------------------------------------
# Table codes for QR symbols. They contain only letters and digits, which every clipboard preserves.
#
# A code is ``FT2`` and the base32 encoding of a raw DEFLATE stream (with a dictionary of common keys) and a checksum.


PREFIX = "FT2"
_WORDS = (
    b'"half-54""compact-27""sleeves""printed cards""plain""published-2023""published""open""Letter""split"'
    b'"until playable""attacker""saver""finisher"true"name":"","virtual":true,"style":"uniform"},{"number":,"skip":'
    b'{"name":"","game":"uno","rules":"paper","seats":["],"hand_size":7,"draw":"one","wild_draw_four":"any","protocol":"knockout",'
    b'"conceal":false,"pool":"shared","pool_deck":"full-108","equipment":"envelopes","wording":"auto",'
    b'"helpers":2,"seconds":{},"table_size":"180x90","extras":"labels","paper":"A4","printers":{}}'
)
"""Frequent texts in codes, which improve the compression. If this constant changes, the prefix must change,
too.
"""


def table_code(keys: Mapping[str, Any]) -> str:
    """Return a short code that contains the settings of a table.

    Args:
        keys: Settings. The code omits optional settings that have their default values.
    """
    packed = json.dumps(drop_defaults(keys), ensure_ascii=False, separators=(",", ":")).encode()
    return PREFIX + base64.b32encode(compress(packed)).decode().rstrip("=")


def from_code(code: str) -> dict[str, object]:
    """Return the settings in a table code. Spaces and case are ignored, and the settings are not validated.

    Raises:
        CommandError: The text is not a table code, or the code is damaged.
    """
    tidy = "".join(code.split()).upper()
    if not tidy.startswith(PREFIX):
        raise _build_error("code.other")
    body = tidy.removeprefix(PREFIX)
    try:
        value = json.loads(decompress(base64.b32decode(body + "=" * (-len(body) % 8)), 1 << 15))
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise _build_error("code.cut") from None
    if not isinstance(value, dict):
        raise _build_error("code.else")
    return value


def compress(packed: bytes) -> bytes:
    """Return compressed bytes (DEFLATE), followed by a CRC-32 checksum of the uncompressed bytes."""
    stream = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS)
    return stream.compress(packed) + stream.flush() + zlib.crc32(packed).to_bytes(4, "big")


def decompress(raw: bytes, most: int) -> bytes:
    """Return the bytes from which `compress` made this output.

    Args:
        raw: Compressed bytes with the checksum.
        most: Maximum size of the result.

    Raises:
        zlib.error: The compressed data is damaged.
        ValueError: The checksum differs, or the result is longer than `most`.
    """
    packed = zlib.decompressobj(-15, zdict=_WORDS).decompress(raw[:-4], most)
    if zlib.crc32(packed).to_bytes(4, "big") != raw[-4:]:
        raise ValueError("damaged")
    return packed


def _build_error(key: str) -> CommandError:
    return CommandError(sentence(key, prefix=PREFIX), sentence("code.todo"))


# ----------------------------------------------------------------------------------------------------


__all__ = ["DEFAULT_PROTOCOL", "PROTOCOLS", "Printer", "SeatKeys", "Table", "TableFileError", "keys_of"]

SAMPLES = (
    *("demo", "sleeves", "three", "published", "published-split", "duel", "five", "sevens", "hearts"),
    *("dominoes", "eights"),
)
"""Names of the sample tables. `play --dry-run` without a table name uses the first sample."""
NESTED: dict[str, type[BaseModel]] = {"seats": SeatKeys, "printers": Printer}
"""Models of the settings that contain other settings."""
SUFFIXES = (".yaml", ".yml")
MOST_NAMES = 1000
"""Maximum number of file names to compare with a misspelled file name."""
EXAMPLE = "[Ana, Ben, {name: Vera, virtual: true}]"
KEY = "[key]"
"""Component of an error's path with which pydantic marks an error in a key, not in a value."""


def check(data: Mapping[str, Any], in_file: bool = False) -> tuple[Table | None, list[Problem]]:
    """Return the table with these settings, or None and all problems.

    Args:
        data: Settings and their values.
        in_file: Whether column settings, even with default values, are errors at tables without columns.
    """
    table, errors = read_keys(data)
    problems = [*check_meaning(table, data, in_file)]
    for found in (map(partial(_explain_error, table), errors), *(rule(table) for rule in RULES)):
        named = {problem.at for problem in problems}
        problems += [problem for problem in found if problem.at not in named]
    problems = problems or [*find_deck_problems(table)]
    return (None if problems else table), problems


def make_table(data: Mapping[str, Any]) -> Table:
    """Return the table with these settings.

    Raises:
        TableFileError: The settings are not valid.
    """
    table, problems = check(data)
    if table is None:
        raise TableFileError([p._replace(remedy=p.remedy.replace("{raw}", p.found)) for p in problems])
    return table


def parse_table(text: str, file: str = "the table", name: str = "table") -> Table:
    """Parse and validate the text of a table file.

    All later messages, including errors of this function, use the language in the file.

    Args:
        text: YAML text.
        file: File name for error messages.
        name: Default name of the table.

    Raises:
        TableFileError: The text is not a valid table. The error contains all problems.
    """
    document = YamlText(text, file)
    _use_language(document.value)
    if document.value is None:
        raise no_table(sentence("file.empty"), describe_example("seats", EXAMPLE), file)
    if not isinstance(document.value, dict):
        todo = " ".join(
            filter(None, (describe_example("seats", _write_seats(document.value)), document.odd_sign(1)))
        )
        raise no_table(sentence("file.lines", found=format_found(document.value)), todo, file, 1)
    table, problems = check({"name": _as_name(name), **document.value}, in_file=True)
    located = sorted(_locate_problems(document, problems), key=lambda problem: problem.line)
    if located or table is None:
        raise TableFileError([problem._replace(file=file) for problem in located])
    return table


def _locate(problem: Problem, document: YamlText) -> Problem:
    line, raw = document.place(problem.at)
    return problem._replace(remedy=problem.remedy.replace("{raw}", raw or "Vera"), line=line)


def _locate_problems(document: YamlText, problems: Sequence[Problem]) -> Iterator[Problem]:
    """Yield all problems of a table file with their lines, and with hints about odd characters in these lines."""
    named = {problem.at for problem in document.problems}
    located = list(document.problems)
    located += [_locate(problem, document) for problem in problems if problem.at not in named]
    odd_signs = {line: document.odd_sign(line) for line in {problem.line for problem in located}}
    for problem in located:
        odd = "" if "U+" in problem.remedy else odd_signs[problem.line]
        yield problem._replace(remedy=f"{problem.remedy} {odd}") if odd else problem


def _use_language(value: object) -> None:
    """Use the language in a table file. If it is missing or unknown, use English."""
    wanted = value.get("language") if isinstance(value, dict) else None
    set_language(wanted if isinstance(wanted, str) and wanted in LANGUAGES else ENGLISH)


def load_table(path: str | Path) -> Table:
    """Load a table from a file, or load a sample by its name (see `find_sample`).

    Raises:
        TableFileError: The file is missing or invalid. The error contains all problems.
    """
    if (name := find_sample(path)) is not None:
        return sample(name)
    file, target = str(path), Path(path)

    def fail(key: str, **slots: Value) -> TableFileError:
        return no_table(*refusal(key, **slots), file)

    try:
        raw = read_file(target, LARGEST_YAML)
    except FileNotFoundError:
        raise no_table(sentence("file.missing"), _hint_missing_file(target), file) from None
    except NotAFile:
        raise fail("file.odd") from None
    except TooLarge:
        raise fail("file.large") from None
    except (OSError, ValueError) as err:
        raise fail("file.unread", reason=reason(err)) from None
    return parse_table(decode_yaml(raw, file), file, target.stem)


def find_sample(path: str | Path) -> str | None:
    """Return the name of the sample that a path means, or None if the path means a file.

    `sample:three` always means a sample. `three` means the sample if there is no file with this name.
    """
    name = str(path)
    if name.startswith("sample:"):
        return name.removeprefix("sample:")
    return name if name in SAMPLES and not is_there(Path(name)) else None


def _list_tables(folder: Path) -> list[Path]:
    """Return the table files in a folder, or an empty list if the folder cannot be read."""
    try:
        names = islice(folder.iterdir(), MOST_NAMES)
        return [path for path in names if path.suffix.lower() in SUFFIXES and path.exists()]
    except OSError:
        return []


def _hint_missing_file(missing: Path) -> str:
    """Return a hint for a missing table file: a similar name, samples of a method, or how to create a table."""
    known = {path.stem.lower(): str(path) for path in _list_tables(missing.parent)}
    if missing.parent == Path():
        known = {name: name for name in SAMPLES} | known
    wanted = Path(replace_lookalikes(missing.name).strip("\"' ").lower())
    name = wanted.stem if wanted.suffix in SUFFIXES else wanted.name
    if close := difflib.get_close_matches(name, known, 1, 0.7):
        return sentence("file.near.todo", near=shell_path(known[close[0]]))
    if str(missing) in PROTOCOLS and (
        using := [name for name in SAMPLES if sample(name).protocol == str(missing)]
    ):
        return sentence("file.method.todo", samples=", ".join(using))
    return sentence("file.missing.todo", file=shell_path(str(missing)))


def sample(name: str) -> Table:
    """Load a sample table.

    Raises:
        TableFileError: No sample has this name.
    """
    if name not in SAMPLES:
        names = [f"sample:{known}" for known in SAMPLES]
        close = difflib.get_close_matches(f"sample:{name}", names, 1, 0) or names
        todo = sentence("write.eg", example=close[0])
        raise TableFileError([reject_value((), list_choices(names), format_found(f"sample:{name}"), todo)])
    text = (
        resources.files("facilitator.table_files")
        .joinpath("samples", f"{name}.yaml")
        .read_text(encoding="utf-8")
    )
    return parse_table(text, f"sample:{name}", name)


ALWAYS_WRITTEN = ("name", "game", "rules", "seats", "protocol", "pool", "pool_deck")
"""Settings that every new file contains, so that later versions with different defaults cannot change the
table.
"""


def table_text(table: Table) -> str:
    """Return the shortest table-file text for a table.

    It contains the settings in `ALWAYS_WRITTEN`, and every other setting whose value is not the default.
    """
    keys = keys_of(table)
    defaults = keys_of(draft_table({key: keys[key] for key in ALWAYS_WRITTEN if key in keys}))
    lines = [_format_comment(sentence("file.head"))]
    for key, value in keys.items():
        if key == "seats":
            lines += ["seats:", *map(_format_seat, table.seats)]
        elif key in ALWAYS_WRITTEN or value != defaults[key]:
            lines.append(f"{key}: {one_line(value)}")
    return "\n".join([*lines, ""])


def _format_seat(seat: SeatKeys) -> str:
    short = seat.model_dump(exclude_defaults=True) if seat.virtual else seat.name
    return f"  - {one_line(short)}"


def comment_of(key: str) -> str:
    """Return the YAML comment that explains a setting in a table file."""
    return _format_comment(explain_key(key))


def explain_key(key: str) -> str:
    """Return the explanation of a setting. It may have several lines."""
    slots: dict[str, Value] = {
        "games": list_choices(list_games()),
        "seats": ", ".join(map(_describe_seat_counts, list_games())),
        "stacks": _join_unbroken(STACKS),
        "protocols": _join_unbroken(f"{name} ({describe_form(name)})" for name in PROTOCOLS),
        "most": MOST_HELPERS,
        "example": PRINTER_EXAMPLE,
    }
    return sentence(f"key.{key}", **slots)


def _format_comment(text: str) -> str:
    """Return a text as YAML comment lines. Line breaks are kept, and long lines are wrapped."""
    lines = (
        line
        for part in filter(str.strip, text.split("\n"))
        for line in fold(part, 98, rest=" " * 4 * part.startswith(" "))
    )
    return "".join(f"# {line}\n" for line in lines).replace(TIE, " ")


def _join_unbroken(names: Iterable[str]) -> str:
    """Join names with commas. Spaces in names are replaced by no-break spaces."""
    return ", ".join(name.replace(" ", TIE) for name in names)


def _describe_seat_counts(game: str) -> str:
    """Return the possible numbers of seats in a game, in words."""
    fewest, most = get_game(game).about.seats
    key = "seats.exactly" if fewest == most else "seats.range"
    return sentence(key, game=game, fewest=fewest, most=most)


def write_table(path: str | Path, table: Table, *, force: bool = False) -> Path:
    """Write a table file atomically and return its resolved path.

    Args:
        path: File to write.
        table: The table.
        force: Whether to replace an existing file.

    Raises:
        CommandError: The file exists or cannot be written. An existing file is unchanged.
    """
    target = Path(path)
    check_place(target, force=force)
    try:
        target = target.resolve()
        replace_whole({target: table_text(table).encode("utf-8")})
    except (OSError, RuntimeError, ValueError) as err:  # RuntimeError: circular links
        raise CommandError(*refusal("place.table", path=str(path), reason=reason(err))) from None
    return target


def _check_quotes(path: Path) -> None:
    """Reject a file name that begins or ends with a quotation mark."""
    bare = path.name.strip(QUOTES)
    if bare and bare != path.name:
        odd = next(char for char in (path.name[0], path.name[-1]) if char in QUOTES)
        slots = {"what": describe_odd(odd), "bare": shell_path(str(path.with_name(bare)))}
        raise CommandError(*refusal("name.quoted", shown=format_found(path.name), **slots))


def check_place(path: Path, *, force: bool = False) -> None:
    """Check that a table file can be written to a path.

    Args:
        path: File to write.
        force: Whether to accept an existing file.

    Raises:
        CommandError: The path is not a valid file name, its folder is missing, or the file already exists.
    """
    there = is_there(path)
    if path.is_dir() or str(path).startswith("sample:"):
        raise CommandError(*refusal("place.folder", path=str(path)))
    if there and not force:
        raise CommandError(*refusal("place.there", path=str(path)))
    _check_quotes(path)
    try:
        path.parent.stat()  # fails before the host has answered any question
        check_ordinary(path)
    except (OSError, ValueError) as err:
        raise CommandError(*refusal("place.new", path=str(path), reason=reason(err))) from None


def _explain_error(table: Table, error: ErrorDetails) -> Problem:
    """Convert a pydantic error to a problem with an explanation for the host.

    Args:
        table: Table in which invalid settings have their default values.
        error: The pydantic error.
    """
    at: At = tuple(part for part in error["loc"] if part != KEY)
    model = NESTED.get(str(at[0]), Table) if len(at) > 1 else Table
    key, value = str(at[-1]), error["input"]
    match error["type"]:
        case "refused":
            return reject_value(at, error["ctx"]["expected"], format_found(value), error["ctx"]["remedy"])
        case "extra_forbidden":
            names, found = ", ".join(model.model_fields), format_found(key)
            problem = sentence("problem.unknown", found=found, names=names)
            return Problem(at, problem, suggest_name(key, model.model_fields), found)
        case "missing":
            value = None
    if key not in model.model_fields:  # a printer's name
        return _reject(at, value, sentence("want.printer"), PRINTER_EXAMPLE, "printers")
    return _explain_value(at, model.model_fields[key], value, table)


def _explain_value(at: At, field: FieldInfo, value: object, table: Table) -> Problem:
    """Build the problem for an invalid value. The example has the valid value closest to the host's value.

    Args:
        at: Path of the setting.
        field: Definition of the setting.
        value: Invalid value.
        table: Table in which invalid settings have their default values.
    """
    key, kind, seats = str(at[-1]), field.annotation, game_of(table).about.seats
    choices = get_args(kind) if get_origin(kind) is Literal else _list_choices(key, table)
    if choices:
        return wrong_choice(at, value, choices, field.default)
    if kind is bool:
        truth = closest_truth(value)
        return _reject(at, value, sentence("want.truth"), one_line(field.default if truth is None else truth))
    if kind in (int, float):
        return _explain_number(at, field, value, table)
    match key:
        case "pool_deck":
            return wrong_deck(value, table)
        case "seats":
            wanted = sentence("want.seat_list", fewest=seats[0], most=seats[1])
            return _reject(at, value, wanted, _write_seats(value))
        case "stacking":
            near = closest_choice(value, STACKS) or STACKS[0]
            return _reject(at, value, sentence("want.stacking", choices=Listed(STACKS)), f"[{near}]")
        case "printers":
            return _reject(at, value, sentence("want.printers", most=MOST_PRINTERS), PRINTER_EXAMPLE)
    return _reject(at, value, sentence("want.name"), "Vera")


def _reject(at: At, value: object, wanted: str, example: object, key: str = "") -> Problem:
    return reject_value(at, wanted, format_found(value), describe_example(key or str(at[-1]), example))


def _list_choices(key: str, table: Table) -> Sequence[str]:
    """Return the possible values of a setting, if they depend on the game or on other packages."""
    known: dict[str, Sequence[str]] = {
        "game": list_games(),
        "protocol": list_offered_forms(),
        "rules": game_of(table).about.rules,
    }
    return known.get(key, ())


def _explain_number(at: At, field: FieldInfo, value: object, table: Table) -> Problem:
    """Build the problem for a value that is not a number, or outside the range of the setting."""
    marks: Sequence[Any] = field.metadata
    least = next(mark.ge for mark in marks if hasattr(mark, "ge"))
    most = next((mark.le for mark in marks if hasattr(mark, "le")), limit_of(table) or sys.maxsize)
    if not (whole := field.annotation is int):
        wanted = sentence("want.number", least=f"{least:g}", most=f"{most:g}")
    else:
        wanted = sentence("want.whole", most=most) if 0 < most < sys.maxsize else sentence("want.whole_any")
    near = closest_number(value, least, most, whole)
    return _reject(at, value, wanted, field.default if near is None else near)


def _write_seats(value: object) -> str:
    """Return a valid ``seats`` list in YAML with the names in an invalid list, or else with example names."""
    names = named_seats(value)
    return one_line(names) if names else EXAMPLE


def _as_name(stem: str) -> str:
    tidy = "".join(c for c in stem if c.isprintable()).strip()[:60].strip()
    return tidy or "table"
