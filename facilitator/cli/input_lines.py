"""Read the user's input from a terminal with completion and history, or line by line from a pipe."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from io import BufferedReader
from typing import BinaryIO, Protocol

from facilitator.cli import output
from facilitator.errors import CommandError
from facilitator.i18n.catalogue import refusal
from facilitator.signals import redirect_signals


@dataclass(frozen=True, slots=True)
class LineQuestion:
    """Question to the user.

    Attributes:
        prompt: Text before the input.
        words: Words that the Tab key can complete.
        facts: Line with the public state of the game, which stays visible at the bottom.
    """

    prompt: str
    words: Sequence[str] = ()
    facts: str = ""


LONGEST_LINE = 1 << 16
"""Maximum length of an input line, in bytes. The lines of `play --json` are much shorter."""
CHUNK = 1 << 13
"""Number of bytes to read at once."""
PAUSE = 0.5
"""Maximum time in seconds between two lines of a script. A person needs more time to type a line."""


class LineReader:
    """Reader of UTF-8 lines from a stream. Each line is read when the program needs it.

    Invalid bytes in a line do not affect earlier lines.
    """

    def __init__(self, stream: BufferedReader | BinaryIO) -> None:
        self._stream = stream
        self._kept = b""

    def read(self) -> str:
        """Return the next line with its line ending, or "" at the end of the stream.

        Raises:
            CommandError: The line is longer than `LONGEST_LINE`. The rest of the line is not read.
            UnicodeDecodeError: The line is not UTF-8.
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
        """Return whether the next line or the end of the stream arrives within `PAUSE`."""
        if self._kept:
            return True
        try:
            return _has_input(self._stream.fileno(), PAUSE)
        except OSError:  # text in memory, or a pipe whose other end was closed
            return True


def _has_input(handle: int, seconds: float) -> bool:
    """Return whether input or the end of the stream arrives within these seconds."""
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
    """Source of answers to questions: a terminal or a pipe."""

    interactive: bool

    def ask(self, question: LineQuestion) -> str:
        """Return the answer to a question.

        Raises:
            EOFError: The input ended.
            KeyboardInterrupt: The user pressed Ctrl-C.
        """


def folded_prompt(prompt: str) -> str:
    """Wrap a prompt to the terminal width. Spaces at both ends are kept."""
    text = prompt.strip()
    return "\n".join(output.fold_text(text, " " * (len(prompt) - len(prompt.lstrip())), spare=1)) + " "


class Elsewhere(Exception):
    """Raised if a web page changes the game while the terminal waits for input."""


@dataclass(slots=True)
class Terminal:
    """Terminal with completion, history, and the public state of the game on the bottom line.

    Attributes:
        interactive: Always true, because a person answers.
        stirred: Function that returns whether a web page has changed the game. If so, `wake` cancels the open
            question.
        commands: Functions of the commands for web pages. They answer no question.
        first: Command to carry out just before the next question. Empty for none.
    """

    interactive: bool = True
    stirred: Callable[[], bool] = lambda: False
    commands: Mapping[str, Callable[[], None]] = field(default_factory=dict)
    first: str = ""
    _session: object = field(default=None)
    _ended: bool = field(default=False)

    def ask(self, question: LineQuestion) -> str:
        """Return the user's input.

        Raises:
            Elsewhere: A web page has changed the game.
            KeyboardInterrupt: The user pressed Ctrl-C, or a signal ends the program. The terminal settings
                are restored first.
        """
        first, self.first = self.commands.get(self.first), ""
        if first is not None:
            first()
        while True:
            with redirect_signals(self._cancel_after_signal):
                try:
                    said = self._read_line(question)
                finally:
                    if self._ended:
                        raise KeyboardInterrupt
            if said.lower() not in self.commands:
                return said
            self.commands[said.lower()]()

    def _read_line(self, question: LineQuestion) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter

        if self._session is None:
            self._session = PromptSession[str]()
            # prompt_toolkit would warn, in English, that the terminal does not report its cursor position.
            # Users can do nothing about it.
            self._session.app.renderer.cpr_not_supported_callback = None
        assert isinstance(self._session, PromptSession)
        # `prompt` keeps its previous bottom line if it gets `None`.
        self._session.bottom_toolbar = "\n".join(output.fold_text(question.facts.strip(), spare=1)) or None
        completer = WordCompleter([*question.words, *self.commands], ignore_case=True, sentence=True)
        said: str = self._session.prompt(
            folded_prompt(question.prompt),
            completer=completer,
            complete_while_typing=False,
            pre_run=self._cancel_if_needed,
        )
        return said.strip()

    def wake(self) -> None:
        """Cancel the open question if a web page has changed the game. Any thread may call this method."""
        app = getattr(self._session, "app", None)
        if app is not None and app.is_running and app.loop is not None:
            app.loop.call_soon_threadsafe(self._cancel_if_needed)

    def _cancel_after_signal(self) -> None:
        """Cancel the open question after a signal, so that the terminal settings are restored."""
        self._ended = True
        self.wake()

    def _cancel_if_needed(self) -> None:
        """Cancel the open question if there was a signal, or if a web page has changed the game.

        This method runs in the thread of the question.
        """
        app = getattr(self._session, "app", None)
        why = KeyboardInterrupt if self._ended else Elsewhere if self.stirred() else None
        if why is not None and app is not None and app.is_running and not app.future.done():
            app.exit(exception=why)


@dataclass(slots=True)
class Pipe:
    """Reader of answers from a file, a script, or a window that is not a terminal.

    Attributes:
        echo: Whether to print questions and answers, so that the output is a complete transcript.
        line: Number of lines read.
    """

    interactive: bool = False
    echo: bool = True
    line: int = 0
    _reader: LineReader = field(default_factory=lambda: LineReader(sys.stdin.buffer))

    def ask(self, question: LineQuestion) -> str:
        """Return the next input line as the answer.

        Raises:
            EOFError: The input ended.
            CommandError: The line is too long or is not UTF-8.
        """
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
        self._show(output.replace_unprintable(said.rstrip("\n")) + "\n")
        return said.strip()

    def is_typed(self) -> bool:
        """Return whether a person seems to type the lines, because no line is waiting."""
        # Without `echo`, the output is JSON for another program.
        return self.echo and not self._reader.has_more()

    def _show(self, text: str) -> None:
        if self.echo:
            sys.stdout.write(text)
            sys.stdout.flush()


def can_ask_again(source: Source) -> bool:
    """Return whether a person answers and can correct a mistake."""
    return source.interactive or (isinstance(source, Pipe) and source.is_typed())


def choose_source(echo: bool = True) -> Source:
    """Return the terminal if input and output are terminals, otherwise a pipe.

    Args:
        echo: Whether the pipe prints questions and answers.
    """
    if sys.stdin.isatty() and sys.stdout.isatty():
        return Terminal()
    return Pipe(echo=echo)
