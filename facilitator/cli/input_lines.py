"""Where answers come from: a terminal with completion and history, or the lines of a pipe."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BufferedReader
from typing import BinaryIO, Protocol

from facilitator.cli import output
from facilitator.errors import CommandError
from facilitator.i18n.catalogue import refusal
from facilitator.signals import instead


@dataclass(frozen=True, slots=True)
class LineQuestion:
    """What is asked: the prompt, words to complete, and a line of public facts to keep in sight."""

    prompt: str
    words: Sequence[str] = ()
    facts: str = ""


LONGEST_LINE = 1 << 16
"""Bytes of a line that is read: many times the longest that `play --json` writes."""
CHUNK = 1 << 13
"""Bytes that are read at once."""
PAUSE = 0.5
"""Seconds. A script's next line comes sooner; nobody reads an error and types the next line in this time."""


class LineReader:
    """Reads UTF-8 text line by line, each line only when it is wanted.

    The bytes of a later line, however odd, do not affect the lines before it.
    """

    def __init__(self, stream: BufferedReader | BinaryIO) -> None:
        self._stream = stream
        self._kept = b""

    def read(self) -> str:
        """Return the next line with its end, or an empty text at the end of the stream.

        Raises:
            CommandError: For a line longer than `LONGEST_LINE`, whose rest is not read.
            UnicodeDecodeError: For a line that is not UTF-8.
        """
        while b"\n" not in self._kept and len(self._kept) <= LONGEST_LINE:
            chunk = self._stream.read1(CHUNK)  # type: ignore[union-attr]
            if not chunk:
                break
            self._kept += chunk
        line, end, self._kept = self._kept.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise CommandError(*refusal("read.long", most=LONGEST_LINE))
        return (line.removesuffix(b"\r") + end).decode("utf-8-sig")

    def has_more(self) -> bool:
        """Return whether the next line, or the end of the stream, is there or comes within a moment."""
        if self._kept:
            return True
        try:
            return _has_input(self._stream.fileno(), PAUSE)
        except OSError:  # text in memory; or a pipe whose other end was closed
            return True


def _has_input(handle: int, seconds: float) -> bool:
    """Return whether something can be read, or the end has come, within so many seconds."""
    if sys.platform != "win32":
        return bool(select.select([handle], [], [], seconds)[0])
    import ctypes
    import msvcrt

    system, waiting = ctypes.windll.kernel32, ctypes.c_ulong()
    pipe, until = ctypes.c_void_p(msvcrt.get_osfhandle(handle)), time.monotonic() + seconds
    while not waiting.value and time.monotonic() < until:
        if not system.PeekNamedPipe(pipe, None, 0, None, ctypes.byref(waiting), None):
            return not os.isatty(handle)  # a file, or a pipe whose other end was closed
        time.sleep(0.02)
    return bool(waiting.value)


class Source(Protocol):
    """Something that answers.  `ask` raises EOFError when there is no more, KeyboardInterrupt on Ctrl-C."""

    interactive: bool

    def ask(self, question: LineQuestion) -> str: ...


def folded_prompt(prompt: str) -> str:
    """Return a prompt in lines that fit, with the blanks at its ends: words are never broken."""
    text = prompt.strip()
    return "\n".join(output.folded(text, " " * (len(prompt) - len(prompt.lstrip())), spare=1)) + " "


class Elsewhere(Exception):
    """While the terminal asked, another front-end of the game brought something about."""


@dataclass(slots=True)
class Terminal:
    """A person at a terminal: completion, history, and the public facts on the bottom line.

    ``stirred``: tells whether another front-end brought something about that was not looked at; `wake` then ends
    a question that is open.
    """

    interactive: bool = True
    stirred: Callable[[], bool] = lambda: False
    _session: object = field(default=None)
    _ended: bool = field(default=False)

    def ask(self, question: LineQuestion) -> str:
        """Return what was typed; raises `Elsewhere` where what is asked was answered elsewhere.

        Raises KeyboardInterrupt also where a signal ends the program, and the terminal is then as it was.
        """
        with instead(self._end):
            try:
                return self._typed(question)
            finally:
                if self._ended:
                    raise KeyboardInterrupt

    def _typed(self, question: LineQuestion) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter

        if self._session is None:
            self._session = PromptSession[str]()
            # Its warning, in English, that the terminal does not tell where the cursor is: there is nothing to do.
            self._session.app.renderer.cpr_not_supported_callback = None
        assert isinstance(self._session, PromptSession)
        completer = WordCompleter(list(question.words), ignore_case=True, sentence=True)
        said: str = self._session.prompt(
            folded_prompt(question.prompt),
            completer=completer,
            complete_while_typing=False,
            bottom_toolbar="\n".join(output.folded(question.facts.strip(), spare=1)) or None,
            pre_run=self._look,
        )
        return said.strip()

    def wake(self) -> None:
        """Let an open question end, in any thread: it looks for itself whether it must."""
        app = getattr(self._session, "app", None)
        if app is not None and app.is_running and app.loop is not None:
            app.loop.call_soon_threadsafe(self._look)

    def _end(self) -> None:
        """A signal came: the question ends itself, and puts the terminal back."""
        self._ended = True
        self.wake()

    def _look(self) -> None:
        """End the open question if something came about elsewhere, or a signal came; in its own thread."""
        app = getattr(self._session, "app", None)
        why = KeyboardInterrupt if self._ended else Elsewhere if self.stirred() else None
        if why is not None and app is not None and app.is_running and not app.future.done():
            app.exit(exception=why)


@dataclass(slots=True)
class Pipe:
    """Plain lines from a file, a script, or a window that does not pass itself on as a terminal.

    Attributes:
        echo: Whether to print the questions and the answers, so that a transcript is complete.
        line: Number of lines read.
    """

    interactive: bool = False
    echo: bool = True
    line: int = 0
    _reader: LineReader = field(default_factory=lambda: LineReader(sys.stdin.buffer))

    def ask(self, question: LineQuestion) -> str:
        self._show(question.prompt)
        try:
            said = self._reader.read()
        except UnicodeDecodeError:
            self.line += 1
            raise CommandError(*refusal("read.bytes", line=self.line)) from None
        if not said:
            self._show("\n")
            raise EOFError
        self.line += 1
        self._show(output.printable(said.rstrip("\n")) + "\n")
        return said.strip()

    def is_typed(self) -> bool:
        """Return whether a person is typing: the pipe is open, but the next line has not come yet.

        Without echo a program reads the answers, and it is never a person.
        """
        return self.echo and not self._reader.has_more()

    def _show(self, text: str) -> None:
        if self.echo:
            sys.stdout.write(text)
            sys.stdout.flush()


def can_ask_again(source: Source) -> bool:
    """Return whether a person answers, who can correct a mistake. A script cannot."""
    return source.interactive or (isinstance(source, Pipe) and source.is_typed())


def source(echo: bool = True) -> Source:
    """Return the terminal if both ends are one, else the pipe; ``echo``: it shows questions and answers."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return Terminal()
    return Pipe(echo=echo)
