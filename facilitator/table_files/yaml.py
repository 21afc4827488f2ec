"""Parse YAML to plain values with line numbers, and write values as YAML."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from facilitator.errors import FacilitatorError
from facilitator.i18n.catalogue import refusal, sentence
from facilitator.i18n.lookalikes import first_odd, is_invisible

# ----------------------------------------------------------------------------------------------------
# Problems in a table file, described for the host.


MOST_TOLD = 20
"""Maximum number of problems that an error message lists."""
At = tuple[str | int, ...]
"""Path of a value in the file, such as ``("seats", 1, "name")``."""


class Problem(NamedTuple):
    """Problem in a table file, with the parts of its error message.

    Attributes:
        at: Path of the value in the file, such as ``("seats", 1, "name")``.
        problem: Description of the problem, in whole sentences.
        remedy: Suggested correction, in whole sentences.
        found: Wrong value as text, or "" if the problem concerns no single value.
        file: File name, or "" if the table does not come from a file.
        line: Line number, or 0 if unknown.
        column: Column number, or 0 if unknown.
    """

    at: At
    problem: str
    remedy: str
    found: str = ""
    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        line = sentence("problem.line", line=self.line) if self.line else ""
        column = sentence("problem.column", column=self.column) if self.column else ""
        place = ", ".join(filter(None, (self.file, line, column)))
        return ": ".join(filter(None, (place, label(self.at), f"{self.problem} {self.remedy}")))


class TableFileError(FacilitatorError):
    """An invalid table file. The message has one line for each problem."""

    exit_code = 2

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(problems[0].problem, problems[0].remedy)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:MOST_TOLD]]
        more = len(self.problems) - len(lines)
        return "\n".join([*lines, sentence("problem.more", more=more)] if more else lines)


def reject_value(at: At, expected: str, found: str, remedy: str) -> Problem:
    """Build the problem for a wrong value.

    Args:
        at: Path of the value.
        expected: Description of valid values.
        found: Wrong value as text.
        remedy: Suggested correction.
    """
    return Problem(at, sentence("problem.value", expected=expected, found=found), remedy, found)


def no_table(problem: str, remedy: str, file: str, line: int = 0) -> TableFileError:
    """Build the error for a file that does not contain a table.

    Args:
        problem: Description of the problem.
        remedy: Suggested correction.
        file: File name.
        line: Line number, or 0 if the problem concerns the whole file.
    """
    return TableFileError([Problem((), problem, remedy, "", file, line)])


def decode_yaml(raw: bytes, file: str) -> str:
    """Return the text of a YAML file.

    Raises:
        TableFileError: The file is not UTF-8 text.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        line = raw.count(b"\n", 0, err.start) + 1
        raise no_table(*refusal("file.bytes", line=line), file) from None


def label(at: At) -> str:
    """Return the path of a value in words. Seats are counted from 1.

    >>> label(("seats", 1, "name"))
    'seat 2: name'
    """
    match at:
        case ("seats", int(number), *rest):
            seat = sentence("problem.seat", number=number + 1)
            return ": ".join([seat, *(_plain(str(part)) for part in rest)])
    return ": ".join(_plain(str(part)) for part in at)


def format_found(value: object) -> str:
    """Return a short description of a wrong value for error messages.

    >>> format_found("many"), format_found(True), format_found(None), format_found([1])
    ('"many"', 'true', 'nothing', 'a list')
    """
    if isinstance(value, str):
        return f'"{_plain(value)}"'
    if value is None or isinstance(value, bool | int | float):
        return sentence("found.nothing") if value is None else _plain(str(value).lower())
    return sentence("found.keys" if isinstance(value, Mapping) else "found.list")


def list_choices(choices: Iterable[object]) -> str:
    """Return choices as text, with commas and a final "or".

    >>> list_choices(["A4", "Letter"])
    'A4 or Letter'
    """
    *first, last = map(str, choices)
    return sentence("problem.choices", first=", ".join(first), last=last) if first else last


def describe_odd(char: str) -> str:
    """Return the name and the Unicode number of a character, such as ``an invisible character (U+00A0)``."""
    code = f"U+{ord(char):04X}"
    if is_invisible(char):
        return sentence("odd.invisible", code=code)
    return sentence("odd.sign", char=char, code=code)


def _plain(text: str) -> str:
    short = "".join(c if c.isprintable() else "·" for c in text[:40])
    return short + "…" if len(text) > 40 else short


# ----------------------------------------------------------------------------------------------------


NESTED = 20
"""Maximum nesting depth of lists and settings.

A table file needs four levels, and parsing deeper YAML takes seconds.
"""
ENTRIES = 2_000
"""Maximum number of scalars, lists and mappings. A file with ten seats and all settings has a tenth of that."""


class _Loader(yaml.SafeLoader):
    """YAML loader that raises `RecursionError` if the text has more than `NESTED` levels or `ENTRIES` nodes."""

    depth = 0
    entries = 0

    def compose_node(self, parent: Any, index: Any) -> yaml.Node | None:
        self.depth += 1
        self.entries += 1
        if self.depth > NESTED or self.entries > ENTRIES:
            raise RecursionError
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node


class YamlText:
    """Parsed YAML text, with the line and the original spelling of each value.

    Attributes:
        value: Contents, built from dict, list, str, int, float, bool and None. All keys are strings.
        problems: Errors after which parsing continues: aliases, repeated keys, and keys that are not scalars.

    Raises:
        TableFileError: The text is not valid YAML, or exceeds the limits.
    """

    def __init__(self, text: str, file: str = "") -> None:
        self.problems: list[Problem] = []
        self._lines = text.split("\n")
        self._places: dict[At, tuple[int, str]] = {}
        self._seen: set[int] = set()
        try:
            root = yaml.compose(text, Loader=_Loader)
            self.value = None if root is None else self._read(root, (), 1)
        except yaml.MarkedYAMLError as err:
            raise TableFileError([self._syntax(err, file)]) from None
        except yaml.reader.ReaderError as err:
            line = text.count("\n", 0, int(err.position)) + 1
            raise no_table(*refusal("file.sign"), file, line) from None
        except RecursionError:
            raise no_table(*refusal("file.long", most=ENTRIES), file) from None
        except (ValueError, OverflowError, IndexError) as err:  # e.g. "\\UFFFFFFFF", which is not a character
            raise no_table(*refusal("file.no_sign", reason=str(err)), file) from None

    def odd_sign(self, first: int, last: int = 0) -> str:
        """Return a hint about the first lookalike character, such as a long dash, or "" if there is none.

        Args:
            first: First line to search, counted from 1.
            last: Last line to search, by default the first line.
        """
        for number in range(first, max(first, last) + 1):
            text = self._lines[number - 1] if 0 < number <= len(self._lines) else ""
            if (at := first_odd(text.partition(" #")[0])) is not None:
                what = describe_odd(text[at])
                return sentence("file.odd_sign", line=number, column=at + 1, what=what)
        return ""

    def _wrong(self, at: At, here: int, key: str, **slots: int) -> None:
        self.problems.append(Problem(at, *refusal(key, **slots), line=here))

    def place(self, at: At) -> tuple[int, str]:
        """Return the line number and original spelling of a value, or of the smallest part that contains it."""
        while at and at not in self._places:
            at = at[:-1]
        return self._places.get(at, (1, ""))

    def _read(self, node: yaml.Node, at: At, line: int) -> object:
        self._places[at] = (line, str(node.value) if isinstance(node, yaml.ScalarNode) else "")
        if id(node) in self._seen:
            self._wrong(at, line, "file.alias")
            return None
        self._seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            return [self._read(item, (*at, i), item.start_mark.line + 1) for i, item in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode):
            return self._keys(node, at)
        return _scalar(node.tag, str(node.value))

    def _keys(self, node: yaml.MappingNode, at: At) -> dict[str, object]:
        found: dict[str, object] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                self._wrong(at, line, "file.word")
                continue
            key = str(key_node.value)
            if key in found:
                self._wrong((*at, key), line, "file.once", first=self._places[(*at, key)][0], line=line)
                continue
            found[key] = self._read(value_node, (*at, key), line)
        return found

    def _syntax(self, err: yaml.MarkedYAMLError, file: str) -> Problem:
        """Build the problem for a YAML syntax error, with its position and a likely cause."""
        mark, began = err.problem_mark or err.context_mark, err.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        found = str(err.problem or err.context).removeprefix("found ")
        first = began.line + 1 if began else line
        todo = sentence("file.syntax.todo")
        if odd := self.odd_sign(max(1, first - 1), line):
            todo = odd
        elif "\\t" in found:
            todo = sentence("file.syntax.tabs")
        elif first != line:
            todo = sentence("file.syntax.began", line=first)
        return Problem((), sentence("file.syntax", found=found), todo, found, file, line, column)


def _scalar(tag: str, text: str) -> object:
    """Convert the text of a YAML scalar to the type that its YAML tag names."""
    match tag.rpartition(":")[2]:
        case "bool":
            return text.lower() in ("yes", "true", "on")
        case "null":
            return None
        case "int" | "float" as kind:
            with contextlib.suppress(ValueError):
                return int(text) if kind == "int" else float(text)
    return text


def one_line(value: object) -> str:
    """Return a value as YAML on one line. A text is quoted if YAML would parse it as another type."""
    text: str = yaml.safe_dump(
        value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=float("inf")
    )
    return text.rstrip("\n").removesuffix("...").rstrip("\n")
