"""The only module that prints: words, JSON lines and errors, at the width of the terminal.

Colour is for a terminal only, never with NO_COLOR set, and never the only carrier of meaning.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

from facilitator.errors import FacilitatorError

_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
_KEPT = re.compile(r"(?<=[αβ]) (?=[αβ])|(?<=[0-9]) (?=%|s\b)")
NARROWEST, WIDEST = 40, 100
NARROW_TEXT = 16  # columns beside an indent; a list of cards by colour has no more at 40

STYLES = {
    "plain": "",
    "head": "4",
    "act": "1",
    "check": "",
    "facts": "2",
    "news": "35",
    "stage": "1",
    "hint": "2",
    "error": "31",
    "symbol": "30;107",
}
"""What a line is, as ANSI codes; a name not listed is plain.  Neither yellow, lost on white, nor blue, on black;
a symbol is black on white in any window."""


def speak_utf8() -> None:
    """Write UTF-8 whatever the platform prefers; a terminal that cannot show a sign gets a `?`.

    A stream that was closed before the program began leads nowhere.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="strict")


def printable(text: str) -> str:
    """Return a text with a sign for everything that would command a terminal instead of being shown on it."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c in _JOINERS or unicodedata.category(c) == "Zs" else "·" for c in text
    )


def _escaped(json_text: str) -> str:
    """Return JSON with escapes for the signs that ``printable`` replaces: the same content."""
    return "".join(c if printable(c) == c else json.dumps(c)[1:-1] for c in json_text)


def width() -> int:
    """Return the columns to fill: the terminal's, but 40 at least and 100 at most."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))


def height() -> int:
    """Return the lines of the terminal; 24 where there is none."""
    return shutil.get_terminal_size((80, 24)).lines


def cells(text: str) -> int:
    """Return the columns a text takes on a terminal: wide signs take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def say(text: str = "", style: str = "") -> None:
    """Print a text as it is; its lines are lines."""
    for line in text.split("\n"):
        _write(line, style, sys.stdout)


def wrap(text: str, indent: str = "", style: str = "") -> None:
    """Print a text in lines that fit; `indent` opens the first, blanks as wide the others."""
    for line in folded(text, indent):
        _write(line, style, sys.stdout)


def block(lines: Iterable[str], indent: str = "", style: str = "") -> None:
    """Print lines as they are, each after `indent`."""
    for line in lines:
        _write((indent + line).rstrip(), style, sys.stdout)


def command(*words: str) -> str:
    """Return a command as it can be typed."""
    return " ".join(f'"{word}"' if " " in word else word for word in words)


def rule(title: str) -> None:
    """Print a heading with a line drawn to the edge."""
    say()
    say(f"── {title} ".ljust(width() - (cells(title) - len(title)), "─"), "head")


def json_line(obj: object) -> None:
    """Print one JSON line: UTF-8, compact, keys in the order given."""
    _write(_escaped(json.dumps(obj, ensure_ascii=False, separators=(",", ":"))), "", sys.stdout)


def error(err: FacilitatorError) -> None:
    """Print what was expected, what was found and what to do, on stderr."""
    lines = str(err).splitlines() or [""]
    if len(lines) > 1:
        complain(f"{err.label}: {len(lines)} things to mend.")
        for line in lines:
            complain(line, "  ")
    else:
        complain(f"{err.label}: {lines[0]}")


def complain(text: str, indent: str = "") -> None:
    """Print a line of trouble on stderr."""
    with suppress(OSError):  # whoever cannot be told has the exit code
        for line in folded(text, indent):
            _write(line, "error", sys.stderr)


def forget_output() -> None:
    """The reader left, as `head` does, or the disk is full: let what Python still flushes at exit go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def folded(text: str, indent: str = "", spare: int = 0) -> list[str]:
    """Return a text in lines that fit the terminal; a word is never broken, nor a pair such as β α, 90 % or 2 s.

    ``spare``: columns to leave free at the right, for a cursor.
    """
    lines: list[str] = []
    for paragraph in _KEPT.sub("\N{NO-BREAK SPACE}", text).splitlines() or [""]:
        lines += textwrap.wrap(
            paragraph,
            max(width() - spare, len(indent) + NARROW_TEXT),
            initial_indent=" " * len(indent) if lines else indent,
            subsequent_indent=" " * len(indent),
            break_long_words=False,
            break_on_hyphens=False,
        ) or [indent.rstrip()]
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _write(text: str, style: str, stream: TextIO) -> None:
    text, code = printable(text), STYLES.get(style, "")
    if code and text and stream.isatty() and not os.environ.get("NO_COLOR"):
        text = f"\x1b[{code}m{text}\x1b[0m"
    stream.write(text + "\n")
    stream.flush()
