"""Where answers come from: a terminal with completion and history, or the lines of a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TextIO

from facilitator.cli import show
from facilitator.errors import CommandError
from facilitator.signals import instead
from facilitator.words.catalogue import refusal


@dataclass(frozen=True, slots=True)
class LineQuestion:
    """What is asked: the prompt, words to complete, and a line of public facts to keep in sight."""

    prompt: str
    words: Sequence[str] = ()
    facts: str = ""


LONGEST_LINE = 1 << 16
"""Characters of a line that is read: many times the longest that `play --json` writes."""


def read_line(stream: TextIO) -> str:
    """Return the next line with its end, or nothing at the stream's end; no more than the longest is held.

    Raises: CommandError for a longer line, whose rest is left unread; UnicodeDecodeError.
    """
    line = stream.readline(LONGEST_LINE + 1)
    if len(line) <= LONGEST_LINE or line.endswith("\n"):
        return line
    raise CommandError(*refusal("read.long", most=LONGEST_LINE))


class Source(Protocol):
    """Something that answers.  `ask` raises EOFError when there is no more, KeyboardInterrupt on Ctrl-C."""

    interactive: bool

    def ask(self, question: LineQuestion) -> str: ...


def folded_prompt(prompt: str) -> str:
    """Return a prompt in lines that fit, with the blanks at its ends: words are never broken."""
    text = prompt.strip()
    return "\n".join(show.folded(text, " " * (len(prompt) - len(prompt.lstrip())), spare=1)) + " "


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
            bottom_toolbar="\n".join(show.folded(question.facts.strip(), spare=1)) or None,
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
    """Plain lines; what was read is echoed, so that a transcript reads like an evening."""

    interactive: bool = False
    echo: bool = True
    line: int = 0

    def ask(self, question: LineQuestion) -> str:
        self._show(question.prompt)
        try:
            said = read_line(sys.stdin)
        except UnicodeDecodeError:
            raise CommandError(*refusal("read.bytes", line=self.line)) from None
        if not said:
            self._show("\n")
            raise EOFError
        self.line += 1
        self._show(show.printable(said.rstrip("\n")) + "\n")
        return said.strip()

    def _show(self, text: str) -> None:
        if self.echo:
            sys.stdout.write(text)
            sys.stdout.flush()


def source(echo: bool = True) -> Source:
    """Return the terminal if both ends are one, else the pipe; ``echo``: it shows questions and answers."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return Terminal()
    return Pipe(echo=echo)
