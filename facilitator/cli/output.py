"""The only module that prints: words, JSON lines and errors, at the width of the terminal.

Colour is for a terminal only, never with NO_COLOR set or on a dumb one, and never the only carrier of meaning.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from facilitator.errors import FacilitatorError
from facilitator.i18n import TIE, tied
from facilitator.i18n.catalogue import sentence

_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
_SECOND = "\ufdd0"
"""A noncharacter, in no text: the second column of a wide sign while lines are folded."""
DUMB = ("dumb", "unknown")
"""Values of TERM for terminals that print escape sequences instead of obeying them."""
NARROWEST, WIDEST = 40, 100
NARROW_TEXT = 16  # columns beside an indent; a list of cards by colour has no more at 40

WORDS_OF_COLUMNS = ("glossary.bits", "glossary.marker", "glossary.champion", "glossary.mark")
WORDS_OF_WALLETS = ("glossary.champion", "glossary.mask", "glossary.dot", "glossary.mark")
"""Words of the table that are explained behind ``?``, and in the guide's reference."""
STYLES = {
    "head": "underline",
    "act": "bold",
    "facts": "dim",
    "news": "magenta",
    "stage": "bold",
    "hint": "dim",
    "error": "red",
    "symbol": "bright_white on black",  # on a light terminal, too: many readers cannot read it inverted
}
"""What a line is, as rich names styles; others are plain.  Neither yellow, lost on white, nor blue, on black."""


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
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


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


def rule(title: str) -> None:
    """Print a heading with a line drawn to the edge."""
    say()
    say(f"── {title} ".ljust(width() - (cells(title) - len(title)), "─"), "head")


def json_line(obj: object) -> None:
    """Print one JSON line: UTF-8, compact, keys in the order given."""
    _write(_escaped(json.dumps(obj, ensure_ascii=False, separators=(",", ":"))), "", sys.stdout)


_LABELS = {2: "error.typed", 3: "error.cannot", 4: "error.file", 70: "error.ours"}
"""By exit code, what an error is called."""


def error(err: FacilitatorError) -> None:
    """Print what was expected, what was found and what to do, on stderr."""
    lines = tuple(map(str, getattr(err, "problems", ())))
    label = sentence("error.table" if lines else _LABELS[err.exit_code])
    if len(lines) > 1:
        complain(sentence("error.several", label=label, n=len(lines)))
        for line in str(err).splitlines():
            complain(line, "  ")
    else:
        words = sentence("error.words", expected=err.expected, found=err.found, todo=err.todo)
        complain(f"{label}: {lines[0] if lines else words}")


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
    for paragraph in _in_cells(tied(text)).splitlines() or [""]:
        lines += textwrap.wrap(
            paragraph,
            max(width() - spare, len(indent) + NARROW_TEXT),
            initial_indent=" " * len(indent) if lines else indent,
            subsequent_indent=" " * len(indent),
            break_long_words=False,
            break_on_hyphens=False,
        ) or [indent.rstrip()]
    return [line.replace(TIE, " ").replace(_SECOND, "") for line in lines]


def _in_cells(text: str) -> str:
    """Return a text with as many letters as it takes columns, for whoever counts letters."""
    return text if cells(text) == len(text) else "".join(c + _SECOND * (cells(c) - 1) for c in text)


def _write(text: str, style: str, stream: TextIO) -> None:
    text = printable(text)
    if stream.isatty():
        text = _styled(text, style)
    stream.write(text + "\n")
    stream.flush()


def has_colours() -> bool:
    """Return whether a terminal gets colours: not with NO_COLOR set, nor if TERM says that it knows no escapes."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM", "").lower() not in DUMB


def _styled(text: str, style: str) -> str:
    """Return a text in a style, or unchanged if the style is unknown or there are no colours."""
    if style not in STYLES or not has_colours():
        return text
    from rich.style import Style

    return Style.parse(STYLES[style]).render(text)


# ----------------------------------------------------------------------------------------------------
# A bar for work that takes longer than a moment.


BAR = "█"


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Draw a bar on stderr while something is counted, in one line and on a terminal only; nothing of it stays.

    It is drawn when the function that is lent is told how many of how many are done, not by a clock.
    """
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    bar = Bar(
        BarColumn(None),
        TextColumn("{task.description}"),
        console=Console(file=sys.stderr, width=width()),
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    task = bar.add_task("")

    def tell(done: int, of: int) -> None:
        counted = sentence("progress.of", done=done, of=of, what=what)
        bar.update(task, completed=done, total=of, description=counted, refresh=True)

    with bar:
        yield tell
