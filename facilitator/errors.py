"""All errors that this program raises on purpose, grouped by cause.

FacilitatorError
├── CommandError   an input, an option or an answer cannot be used                 (exit 2)
│   ├── NeedlessColor  a colour stands beside a card that has its own
│   └── Unfinished     a move lacks its last part
├── TableFileError a table file has problems; defined in `facilitator.table_files.yaml`  (exit 2)
├── TableError     the reported cards or play are impossible or illegal            (exit 3)
├── JournalError   the game's file is damaged, foreign or in use                   (exit 4)
│   ├── InUse          another window plays this game
│   ├── CannotLock     the drive of the game's file does not support locks
│   └── NotWritten     the input was not saved and can be typed again
└── ProtocolBug    a bug in this program                                           (exit 70)

Each error says what happened and why, then what to do now. The code that raises an error has changed
nothing.
"""

from __future__ import annotations

from typing import Any, ClassVar

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


class FacilitatorError(Exception):
    """Base class of all errors of the program.

    Attributes:
        exit_code: Exit code of the program after this error.
        problem: Explanation of the error, in whole sentences.
        remedy: Suggestion for the user, in whole sentences.
    """

    exit_code: ClassVar[int]

    def __init__(self, problem: str, remedy: str) -> None:
        self.problem, self.remedy = problem, remedy
        super().__init__(f"{problem} {remedy}")

    def __reduce__(self) -> tuple[type[FacilitatorError], tuple[str, ...]]:
        """Support pickling, so that errors can be passed between processes."""
        return type(self), (self.problem, self.remedy)


class CommandError(FacilitatorError):
    """An input that cannot be used: incomplete, unknown, or impossible at this prompt."""

    exit_code = 2


class NeedlessColor(CommandError):
    """A colour after a card that already has a colour. The colour is probably the initial of a name.

    Attributes:
        card: Card code.
        named: Colour code.
    """

    card: str = ""
    named: str | None = None


class Unfinished(CommandError):
    """A move without its last part, such as the colour for a wild card. The front end can ask for this part.

    Attributes:
        question: Question about the missing part.
        completions: Possible answers in words, each with the events of the completed move.
    """

    question: str = ""
    completions: tuple[tuple[str, tuple[Any, ...]], ...] = ()


class TableError(FacilitatorError):
    """An input that reports impossible cards or an illegal play."""

    exit_code = 3


class JournalError(FacilitatorError):
    """The game's file cannot be read or written."""

    exit_code = 4


class InUse(JournalError):
    """The game is open in another window, or was changed there."""


class CannotLock(JournalError):
    """The drive of the game file does not support locks, so a second window could damage the game."""


class NotWritten(JournalError):
    """An input could not be saved. The game is unchanged."""


class ProtocolBug(FacilitatorError):
    """A bug in this program: something is not as it is guaranteed to be.

    Attributes:
        expected: The guarantee, as a noun.
        found: What the program found instead.
    """

    exit_code = 70

    def __init__(self, expected: str, found: str, remedy: str) -> None:
        self.expected, self.found = expected, found
        super().__init__(f"Expected {expected}, but found {found}.", remedy)

    def __reduce__(self) -> tuple[type[FacilitatorError], tuple[str, ...]]:
        """Support pickling, so that errors can be passed between processes."""
        return type(self), (self.expected, self.found, self.remedy)
