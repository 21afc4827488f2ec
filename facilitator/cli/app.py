"""The program `facilitator`: its commands, and the exit code of each failure.

The program must start quickly. This module therefore imports only typer and modules that need nothing but the
standard library. Each command imports all other modules when it runs.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import typer
import typer.core

from facilitator import __version__
from facilitator.cli import output, typer_commands
from facilitator.errors import INTERRUPTED, CommandError, FacilitatorError, JournalError
from facilitator.i18n.catalogue import refusal, sentence
from facilitator.i18n.lookalikes import replace_lookalikes

OUR_FAULT = 70
MOST = 200
"""Maximum length of an unexpected error message, in characters. Such a message could contain a complete game."""
UNWRITABLE = {errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""Operating-system error numbers for a full disk or an unwritable output."""

EXAMPLES = """\b
Examples:
  facilitator play --dry-run    rehearse without cards
  facilitator new friday.yaml   describe your own table
Exit codes: 0 success, 2 wrong input, 3 illegal play or
impossible cards, 4 game file damaged or in use,
70 internal error."""


class Program(typer.core.TyperGroup):
    """Command group that converts expected errors to messages and exit codes."""

    def get_params(self, ctx: Any) -> Any:
        """Return the options. The option --show-completion is hidden, so that the help fits on a screen."""
        params = super().get_params(ctx)
        for param in params:
            if param.name == "show_completion":
                param.hidden = True  # type: ignore[attr-defined, unused-ignore]
        return params

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Parse the command line. If the user presses Ctrl-C, end the program with a message."""
        try:
            return super().make_context(*args, **kwargs)
        except KeyboardInterrupt:
            raise _report_stop() from None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command, and reject options that begin with a dash from a word processor."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None:
            check_options({option for param in command.get_params(ctx) for option in param.opts}, rest)
        return name, command, rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command, converting its errors to messages and exit codes."""
        try:
            return super().invoke(ctx)
        except FacilitatorError as err:
            output.error(err)
            raise typer.Exit(err.exit_code) from None
        except KeyboardInterrupt:
            raise _report_stop() from None
        except BrokenPipeError:
            output.forget_output()
            raise typer.Exit(0) from None


def check_options(options: Collection[str], words: Sequence[str]) -> None:
    """Reject options that begin with a lookalike dash, such as ``—dry-run``.

    Args:
        options: Valid options.
        words: Command arguments.

    Raises:
        CommandError: An argument is a valid option except for its dash.
    """
    for word in words:
        typed, equals, value = word.partition("=")
        name = replace_lookalikes(typed)
        meant = next((option for option in (name, f"-{name}") if option in options), "")
        if meant and not typed.isascii() and not Path(word).exists():
            raise CommandError(*refusal("error.dash", word=word, option=f"{meant}{equals}{value}"))


class TableCommand(typer.core.TyperCommand):
    """Command that opens a game. Its error messages suggest commands with the table name that the user typed."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command. Add the table name to the commands that a journal error suggests."""
        try:
            return super().invoke(ctx)
        except JournalError as err:
            from facilitator.cli.log import add_table_name

            named = ctx.params["table"]
            remedy = err.remedy if named is None else add_table_name(err.remedy, named)
            raise type(err)(err.problem, remedy) from err


class PrintCommand(TableCommand):
    """The command `print`, whose help lists all sheets."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Append the list of sheets to the help. The sheets are imported only for this purpose."""
        from facilitator.sheets.build import EVERY

        super().format_epilog(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(f"Sheets: {' '.join(EVERY)}.")


class PlayCommand(TableCommand):
    """The command `play`, whose option ``--screen`` has an optional value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments. A ``--screen`` option without a value gets its default value."""
        from facilitator.web.address import ScreenScope, is_screen_value

        whole = [*args, ""]
        for at in reversed([at for at, word in enumerate(args) if word == "--screen"]):
            if not is_screen_value(whole[at + 1]):
                args = [*args[: at + 1], ScreenScope.THIS.value, *args[at + 1 :]]
        return super().parse_args(ctx, args)


def _report_stop() -> typer.Exit:
    output.complain("\n" + sentence("error.stopped"))
    return typer.Exit(INTERRUPTED)


app = typer.Typer(
    name="facilitator",
    cls=Program,
    help="Host a real UNO table with virtual players, step by step.",
    epilog=EXAMPLES,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        output.say(f"facilitator {__version__}")
        output.wrap("UNO is a trademark of Mattel, who have no part in this project.")
        raise typer.Exit


@app.callback()
def facilitator(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """Define the options of the program."""
    pass


def _add(name: str, command: Callable[..., None], help: str, cls: Any = None) -> None:
    """Add a command. Its function's docstring contains its help and its examples.

    Args:
        name: Command name.
        command: Command function.
        help: Line in the list of commands.
        cls: Class for special treatment, if any.
    """
    help_text, examples = typer_commands.split_help(command)
    app.command(name, cls=cls, help=help_text, epilog=examples, short_help=help)(command)


_add("new", typer_commands.new, help="Write a table file.")
_add("play", typer_commands.play, help="Play a game, or rehearse one.", cls=PlayCommand)
_add("verify", typer_commands.verify, help="Prove the protocols exactly.")
_add("plan", typer_commands.plan, help="List what to buy, and how long it takes.")
_add("print", typer_commands.print_, help="Write the sheets as PDF files.", cls=PrintCommand)
_add("log", typer_commands.log, help="Print the transcript of a game.", cls=TableCommand)
_add("replay", typer_commands.replay, help="Check a written record of a game.")
_add("puzzle", typer_commands.puzzle, help="Pose a puzzle with UNO cards.")
_add("guide", typer_commands.guide, help="Show a chapter of the guide.")


def run_program() -> None:
    """Run the program, and end it with an exit code even after unexpected errors."""
    output.speak_utf8()
    try:
        app(prog_name="facilitator")
    except Exception as err:
        if os.environ.get("FACILITATOR_DEBUG") == "1":
            raise
        if isinstance(err, OSError) and err.filename is None and err.errno in UNWRITABLE:
            output.forget_output()
            output.complain(sentence("error.unwritable", reason=str(err.strerror)))
            raise SystemExit(CommandError.exit_code) from None
        reason = f"{type(err).__name__}: {err}".splitlines()[0][:MOST]
        output.complain(sentence("error.sorry", reason=reason))
        raise SystemExit(OUR_FAULT) from None


if __name__ == "__main__":
    run_program()
