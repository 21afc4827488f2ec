"""Questions about a table on a terminal: each is asked until its answer can be; leaving changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from facilitator.cli import show
from facilitator.errors import CommandError

Answers = dict[str, Any]
T = TypeVar("T")
LONGEST_NUMBER = 9
_AMOUNT = r"\d{1,6}(?:\.\d{1,3})?"
_LENGTH = re.compile(
    rf"(?:(?P<hours>{_AMOUNT}) ?(?:h|hrs?|hours?) ?(?:and )?|(?P<clock>\d{{1,4}}):(?=[0-5]\d$))?"
    rf"(?:(?P<minutes>{_AMOUNT}) ?(?:m|mins?|minutes?)?)?",
    re.ASCII,
)
"""Hours, or hours and a colon; then minutes."""


class Refused(Exception):
    """An answer that cannot be; ``wrong``: everything that is wrong with it."""

    def __init__(self, wrong: Sequence[CommandError]) -> None:
        super().__init__(*wrong)
        self.wrong = wrong


def asked(question: str, default: str, read: Callable[[str], T]) -> T:
    """Return what `read` makes of the answer, asking until it raises neither CommandError nor Refused.

    Raises: KeyboardInterrupt if the host leaves.
    """
    while True:
        for line in show.folded(f"{question}{f' [{default}]' if default else ''}"):
            show.say(line)
        try:
            return read(_line() or default)
        except CommandError as err:
            show.error(err)
        except Refused as err:
            for one in err.wrong:
                show.error(one)


def _line() -> str:
    """Return what the host types.  Raises: KeyboardInterrupt, also at the end of input."""
    try:
        return input("> ").strip()
    except EOFError:
        show.say()
        raise KeyboardInterrupt from None


def put(data: Answers, question: str, default: str, read: Callable[[str], Answers]) -> None:
    """Put an answer into `data`, which is a whole table, asking until it still is one."""

    def checked(text: str) -> Answers:
        answer = read(text)
        if wrong := problems({**data, **answer}):
            raise Refused([one for _, one in wrong])
        return answer

    data.update(asked(question, default, checked))


def problems(data: Mapping[str, Any]) -> list[tuple[object, CommandError]]:
    """Return what is wrong with a table's keys, each with its key, said as of an answer: there is no file yet."""
    from facilitator.table.load import check

    return [(one.at[0], CommandError(one.expected, one.found, one.todo)) for one in check(data)[1]]


def text_of(key: str) -> Callable[[str], Answers]:
    """Read a word as it stands."""
    return lambda text: {key: text}


def number_of(key: str) -> Callable[[str], Answers]:
    """Read a whole number; anything else stays as it is, for the check to refuse."""
    return lambda text: {key: int(text) if _is_number(text) else text}


def number(fewest: int, most: int, example: int) -> Callable[[str], int]:
    """Read a whole number from `fewest` to `most`."""

    def read(text: str) -> int:
        if _is_number(text) and fewest <= int(text) <= most:
            return int(text)
        raise CommandError(
            f"a whole number from {fewest} to {most}", text or "nothing", f"Write e.g. {example}."
        )

    return read


def minutes(text: str) -> float | None:
    """Return a length of time as people type it, in minutes; None for what is none.

    >>> [minutes(text) for text in ("90", "90 min", "2h", "1h30", "1:30", "2 hours 15 minutes")]
    [90.0, 90.0, 120.0, 90.0, 90.0, 135.0]
    >>> [minutes(text) for text in ("1.5 h", "1,5 hours", "2h 5h", "1:75", "min", "long")]
    [90.0, 90.0, None, None, None, None]
    """
    found = _LENGTH.fullmatch(text.strip().lower().replace(",", "."))
    if found is None or not text.strip():
        return None
    return 60 * float(found["hours"] or found["clock"] or 0) + float(found["minutes"] or 0)


def evening(most: int, example: int) -> Callable[[str], int]:
    """Read how long an evening is, to the minute, up to `most` minutes."""

    def read(text: str) -> int:
        found = minutes(text)
        if found is not None and 1 <= round(found) <= most:
            return round(found)
        expected = f"a length from 1 minute to {most // 60} hours"
        raise CommandError(expected, text or "nothing", f"Write minutes, e.g. {example}, or hours: 2h, 1h30.")

    return read


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
