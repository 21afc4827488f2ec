"""The program `facilitator`: its commands, and the exit codes of all failures.

People notice a slow start at the table. This module therefore imports only typer and the standard library,
and each command imports everything else when it runs.
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
from facilitator.cli.new import new
from facilitator.cli.plan import plan
from facilitator.errors import INTERRUPTED, CommandError, FacilitatorError, JournalError
from facilitator.i18n.catalogue import refusal, sentence
from facilitator.i18n.lookalikes import replace_lookalikes

OUR_FAULT = 70
MOST = 200
"""Largest number of characters shown of an unexpected error, because its text can contain a whole game."""
UNWRITABLE = {errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""Errors of the operating system, without a file name, if the output cannot be written because the disk is full."""

EXAMPLES = """\b
Examples:
  facilitator play --dry-run    rehearse, without cards
  facilitator new friday.yaml   describe your own table
Exit codes: 0 fine, 2 typed wrongly, 3 such cards cannot
be, 4 the game's file is damaged or in use, 70 our fault."""


class Program(typer.core.TyperGroup):
    """The command group. It ends every expected failure with a message and an exit code."""

    def get_params(self, ctx: Any) -> Any:
        """Return the options. --show-completion works but is hidden, so that the help fits on a screen."""
        params = super().get_params(ctx)
        for param in params:
            if param.name == "show_completion":
                param.hidden = True  # type: ignore[attr-defined, unused-ignore]
        return params

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().make_context(*args, **kwargs)
        except KeyboardInterrupt:
            raise _report_stop() from None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command, and reject options that are typed with a lookalike dash or quote."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None:
            check_options({option for param in command.get_params(ctx) for option in param.opts}, rest)
        return name, command, rest

    def invoke(self, ctx: Any) -> Any:
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
    """Raise `CommandError` for a word that is an option except for its dash: ``—dry-run``, ``–o``."""
    for word in words:
        typed, equals, value = word.partition("=")
        name = replace_lookalikes(typed)
        meant = next((option for option in (name, f"-{name}") if option in options), "")
        if meant and not typed.isascii() and not Path(word).exists():
            raise CommandError(*refusal("error.dash", word=word, option=f"{meant}{equals}{value}"))


class OfTable(typer.core.TyperCommand):
    """A command that opens a game. Its error hints refer to the table by the name that the user typed."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except JournalError as err:
            from facilitator.cli.log import add_table_name

            named = ctx.params["table"]
            todo = err.todo if named is None else add_table_name(err.todo, named)
            raise type(err)(err.expected, err.found, todo) from err


class PrintCommand(OfTable):
    """The command `print`. Its help lists the sheets, which are imported only if the help is shown."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        from facilitator.sheets.build import EVERY

        super().format_epilog(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(f"Sheets: {' '.join(EVERY)}.")


class PlayCommand(OfTable):
    """The command `play`. ``--screen`` without a value means this computer, also in front of a table's name."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
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
    pass


def _add(name: str, command: Callable[..., None], short: str, cls: Any = None) -> None:
    """Add a command whose docstring contains its help and its examples. `short` is its line in the list of
    commands.
    """
    help_text, examples = typer_commands.split_help(command)
    app.command(name, cls=cls, help=help_text, epilog=examples, short_help=short)(command)


_add("new", new, "Write a table file.")
_add("play", typer_commands.play, "Run or rehearse a game.", PlayCommand)
_add("verify", typer_commands.verify, "Prove the protocols exactly.")
_add("plan", plan, "Say what to bring, how long it takes.")
_add("print", typer_commands.print_, "Write the sheets as PDF files.", PrintCommand)
_add("log", typer_commands.log, "Print a game's transcript.", OfTable)
_add("replay", typer_commands.replay, "Check a record of events.")
_add("guide", typer_commands.guide, "Show a chapter of the guide.")


def run_program() -> None:
    """Run the program. Every way in which it ends has an exit code."""
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
