"""What may be wrong with a table file, in words for the host."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from facilitator.errors import CommandError
from facilitator.wording import listed

MOST_TOLD = 20
"""Problems that are told; whoever mends so many starts again anyway."""
At = tuple[str | int, ...]
"""Where in the file: keys and places in lists, from the outside in."""


class Problem(NamedTuple):
    """One thing wrong: where, what was expected, what was found, what to do."""

    at: At
    expected: str
    found: str
    todo: str
    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line else ""
        column = f"column {self.column}" if self.column else ""
        place = ", ".join(filter(None, (self.file, line, column)))
        words = f"expected {self.expected}; found {self.found}. {self.todo}"
        return ": ".join(filter(None, (place, label(self.at), words)))


class TableFileError(CommandError):
    """A table that cannot be used; the message has one line for each problem."""

    label = "The table file"

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(problems[0].expected, problems[0].found, problems[0].todo)

    def __str__(self) -> str:
        told = [str(problem) for problem in self.problems[:MOST_TOLD]]
        more = len(self.problems) - len(told)
        return "\n".join([*told, f"and {more} more."] if more else told)


def label(at: At) -> str:
    """Return a place as a host counts.

    >>> label(("seats", 1, "name"))
    'seat 2: name'
    """
    match at:
        case ("seats", int(number), *rest):
            return ": ".join([f"seat {number + 1}", *(_plain(str(part)) for part in rest)])
    return ": ".join(_plain(str(part)) for part in at)


def shown(value: object) -> str:
    """Return a value as an error shows it: short, on one line.

    >>> shown("many"), shown(True), shown(None), shown([1])
    ('"many"', 'true', 'nothing', 'a list')
    """
    if isinstance(value, str):
        return f'"{_plain(value)}"'
    if value is None or isinstance(value, bool | int | float):
        return "nothing" if value is None else _plain(str(value).lower())
    return "keys and values" if isinstance(value, Mapping) else "a list"


def either(choices: Iterable[object]) -> str:
    """Return choices as a sentence lists them.

    >>> either(["A4", "Letter"])
    'A4 or Letter'
    """
    return listed([str(choice) for choice in choices], "or")


def _plain(text: str) -> str:
    short = "".join(c if c.isprintable() else "·" for c in text[:40])
    return short + "…" if len(text) > 40 else short
