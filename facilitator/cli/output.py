"""Print text, JSON lines and errors, wrapped to the terminal width. Only this module prints.

Colours require a terminal that supports them. The variable NO_COLOR turns them off. The text contains all
information that colours add.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from facilitator.errors import FacilitatorError, ProtocolBug
from facilitator.i18n import TIE, tie_words
from facilitator.i18n.catalogue import sentence
from facilitator.i18n.columns import count_cells, fold

_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
DUMB = ("dumb", "unknown")
"""Values of the variable TERM for terminals that print escape sequences as text."""
NARROWEST, WIDEST = 40, 100
NARROW_TEXT = 16  # smallest text width after an indent, needed for lists of cards on a terminal of 40 columns

_WORDS_OF_LOTTERIES = ("glossary.bits", "glossary.marker", "glossary.pile", "glossary.row", "glossary.token")
WORDS_OF_FORMS = {
    "knockout": ("glossary.bits", "glossary.marker", "glossary.champion", "glossary.mark"),
    "wallet": ("glossary.champion", "glossary.mask", "glossary.dot", "glossary.mark"),
    "published": _WORDS_OF_LOTTERIES,
    "published-2023": _WORDS_OF_LOTTERIES,
}
"""Message keys of the terms that ``?`` explains during a game, by form."""
STYLES = {
    "head": "underline",
    "act": "bold",
    "facts": "dim",
    "news": "magenta",
    "stage": "bold",
    "hint": "dim",
    "error": "red",
    "symbol": "bright_white on black",  # also on a light terminal, because many phones cannot read inverted symbols
}
"""Rich styles for each kind of line. Yellow and blue are avoided, because they are invisible on some
terminals.
"""


def speak_utf8() -> None:
    """Use UTF-8 for input and output on all platforms.

    Characters that a terminal cannot encode are printed as `?`. A stream that was closed before the program
    started is replaced by the null device.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="strict")


def replace_unprintable(text: str) -> str:
    """Replace each character that could control a terminal by a dot."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c in _JOINERS or unicodedata.category(c) == "Zs" else "·" for c in text
    )


def _escape_unprintable(json_text: str) -> str:
    """Replace each character that could control a terminal by a JSON escape sequence."""
    return "".join(c if replace_unprintable(c) == c else json.dumps(c)[1:-1] for c in json_text)


def width() -> int:
    """Return the number of columns for text: the terminal width, but at least 40 and at most 100."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))


def say(text: str = "", style: str = "") -> None:
    """Print a text without wrapping its lines."""
    for line in text.split("\n"):
        _write(line, style, sys.stdout)


def wrap(text: str, indent: str = "", style: str = "") -> None:
    """Print a text wrapped to the terminal width.

    Args:
        text: The text.
        indent: Beginning of the first line. Other lines begin with spaces of the same width.
        style: Key of `STYLES`.
    """
    for line in fold_text(text, indent):
        _write(line, style, sys.stdout)


def wrap_on_terminal(text: str, hanging: int = 0) -> None:
    """Print a text wrapped to the terminal width. If another program reads the output, print a single line.

    Args:
        text: The text.
        hanging: Number of spaces before every line except the first.
    """
    if not sys.stdout.isatty():
        say(text)
        return
    first, *others = fold_text(text[hanging:], " " * hanging)
    block([text[:hanging] + first[hanging:], *others])


def block(lines: Iterable[str], indent: str = "", style: str = "") -> None:
    """Print lines without wrapping them. Each line begins with `indent`."""
    for line in lines:
        _write((indent + line).rstrip(), style, sys.stdout)


def print_heading(title: str) -> None:
    """Print a heading, followed by a horizontal line to the edge."""
    say()
    title = f"── {title} "
    say(title + "─" * (width() - count_cells(title)), "head")


def json_line(obj: object) -> None:
    """Print an object as a compact JSON line in UTF-8. Keys keep their order."""
    _write(_escape_unprintable(json.dumps(obj, ensure_ascii=False, separators=(",", ":"))), "", sys.stdout)


def error(err: FacilitatorError) -> None:
    """Print an error on stderr: the problem and its remedy."""
    problems = tuple(getattr(err, "problems", ()))
    if len(problems) > 1:
        complain(sentence("error.several", n=len(problems)))
        for line in str(err).splitlines():
            complain(line, "  ")
    elif isinstance(err, ProtocolBug):
        complain(sentence("error.bug", problem=err.problem, remedy=err.remedy))
    else:
        complain(str(err))


def complain(text: str, indent: str = "") -> None:
    """Print an error message on stderr."""
    with suppress(OSError):  # if stderr is closed, the exit code still reports the error
        for line in fold_text(text, indent):
            _write(line, "error", sys.stderr)


def forget_output() -> None:
    """Discard all further output, after its reader has closed the pipe or the disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fold_text(text: str, indent: str = "", spare: int = 0) -> list[str]:
    """Split a text into lines that fit the terminal. Pairs such as β α or 90 % stay on one line.

    Args:
        text: The text.
        indent: Beginning of the first line.
        spare: Number of columns to leave free on the right for a cursor.
    """
    lines: list[str] = []
    hanging = " " * count_cells(indent)
    for paragraph in tie_words(text).splitlines() or [""]:
        most = max(width() - spare, len(hanging) + NARROW_TEXT)
        lines += fold(paragraph, most, hanging if lines else indent, hanging)
    return [line.replace(TIE, " ") for line in lines]


def _write(text: str, style: str, stream: TextIO) -> None:
    text = replace_unprintable(text)
    if stream.isatty():
        text = _style_text(text, style)
    stream.write(text + "\n")
    stream.flush()


def has_colours() -> bool:
    """Return whether to print colours, according to the variables NO_COLOR and TERM."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM", "").lower() not in DUMB


def _style_text(text: str, style: str) -> str:
    """Return a text in a style. Without colours, or if the style is unknown, return the text unchanged."""
    if style not in STYLES or not has_colours():
        return text
    from rich.style import Style

    return Style.parse(STYLES[style]).render(text)


# ----------------------------------------------------------------------------------------------------
# A progress bar for work that takes longer than a moment.


BAR = "█"


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on stderr, and remove it at the end. Without a terminal, do nothing.

    Yields:
        A function that draws the bar. Its arguments are the number of finished items and the total number.
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
