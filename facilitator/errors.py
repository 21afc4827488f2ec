"""Every error this program raises on purpose, by whose fault it is.

FacilitatorError
├── CommandError   typed wrongly: a command, an option, an answer                 (exit 2)
├── TableFileError every problem of a table file, defined where it is read        (exit 2)
├── TableError     the cards reported cannot be, or the play is not legal         (exit 3)
├── JournalError   the game's file is damaged, foreign or in use                  (exit 4)
│   ├── InUse          another window plays this game
│   ├── CannotLock     the drive of the game's file cannot lock files
│   └── NotWritten     nothing was lost, and the same can be typed again
└── ProtocolBug    our fault                                                      (exit 70)

Each says what was expected, what was found and what to do now.  Whoever raises one has changed nothing.
"""

from __future__ import annotations

from typing import ClassVar

INTERRUPTED = 130
"""The exit code after Ctrl-C, which is nobody's fault."""


class FacilitatorError(Exception):
    """The root; never raised itself."""

    exit_code: ClassVar[int]
    label: ClassVar[str]

    def __init__(self, expected: str, found: str, todo: str) -> None:
        self.expected, self.found, self.todo = expected, found, todo
        super().__init__(f"Expected {expected}; found {found}. {todo}")

    def __reduce__(self) -> tuple[type[FacilitatorError], tuple[str, str, str]]:
        """Let the error cross from one process to another."""
        return type(self), (self.expected, self.found, self.todo)


class CommandError(FacilitatorError):
    """Typed wrongly: the words do not say anything the program knows."""

    exit_code = 2
    label = "Not understood"


class TableError(FacilitatorError):
    """The words are clear, but such cards or such a play cannot be."""

    exit_code = 3
    label = "This cannot be"


class JournalError(FacilitatorError):
    """The game's file cannot be read or written."""

    exit_code = 4
    label = "The game's file"


class InUse(JournalError):
    """Another window plays this game, or did in between."""


class CannotLock(JournalError):
    """The drive of the game's file cannot lock files, so a game there is not safe from a second window."""


class NotWritten(JournalError):
    """An input is not on disk and does not count; the game stands as before it."""


class ProtocolBug(FacilitatorError):
    """Something the program promised itself did not hold."""

    exit_code = 70
    label = "Our fault"
