"""Lay out text for terminals: measure widths, pad texts and break lines.

A wide character fills two columns of a terminal, and a combining mark fills none. A line can end after a
space, and before or after a wide character, because scripts with wide characters have no spaces.
"""

from __future__ import annotations

import re
import unicodedata

_SPACES = " \t\n"
"""Characters at which a line may end. The no-break space is not included."""
_BETWEEN_WORDS = re.compile(f"([{_SPACES}]+)")


def count_cells(text: str) -> int:
    """Return the number of terminal columns that a text fills."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth, wcwidth

    cells = wcswidth(text)  # negative if the text has control characters
    return cells if cells >= 0 else sum(max(wcwidth(character), 0) for character in text)


def pad(text: str, cells: int) -> str:
    """Add spaces to a text until it fills at least this number of terminal columns.

    >>> pad("TAKE", 6), pad("取る", 6)
    ('TAKE  ', '取る  ')
    """
    return text + " " * (cells - count_cells(text))


def fold(text: str, cells: int, first: str = "", rest: str = "") -> list[str]:
    """Break a text into lines that fill at most this number of terminal columns.

    A word that is longer gets its own line.

    >>> fold("Take the top card.", 10), fold("山札の上の札を", 8)
    (['Take the', 'top card.'], ['山札の上', 'の札を'])

    Args:
        text: A single paragraph.
        cells: Maximum width of a line.
        first: Prefix of the first line.
        rest: Prefix of all other lines.
    """
    lines, line, used = list[str](), first, count_cells(first)
    blank = True
    for part in _split_words(text):
        taken = count_cells(part)
        space = not part.strip(_SPACES)
        if not blank and not space and used + taken > cells:
            lines.append(line.rstrip(_SPACES))
            line, used, blank = rest, count_cells(rest), True
        if blank and lines and space:
            continue
        line, used, blank = line + part, used + taken, False
    return [*lines, line.rstrip(_SPACES)]


def _split_words(text: str) -> list[str]:
    """Return the words and spaces of a text. Each wide character is a separate word."""
    found = list[str]()
    for word in _BETWEEN_WORDS.split(text):
        run = ""
        for character in word:
            if unicodedata.east_asian_width(character) in "WF":
                found += [run] * bool(run) + [character]
                run = ""
            else:
                run += character
        found += [run] * bool(run)
    return found
