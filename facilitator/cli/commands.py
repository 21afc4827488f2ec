"""The commands at the table, as typer sees them: options, help, examples; the work is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

PLAY_EXAMPLES = """Examples:

\b
  facilitator play friday.yaml          play, or go on
  facilitator play --dry-run            rehearse, no cards needed
  facilitator play --dry-run --auto     watch a rehearsal
  facilitator play friday.yaml --new    put the old game aside"""

LOG_EXAMPLES = """Examples:

\b
  facilitator log friday.yaml
  facilitator log friday.yaml --format markdown > friday.md"""

REPLAY_EXAMPLES = """Examples:

\b
  facilitator replay friday.yaml events.txt
  facilitator replay friday.yaml < events.txt

\b
A record has one event a line: start 7R Ana first /
Ana plays 7R / Ana plays W blue / Ana draws / Ana passes;
or the same as JSON lines."""

VERIFY_EXAMPLES = """Examples:

\b
  facilitator verify                         every form, about a minute
  facilitator verify --form streamlined      one form
  facilitator verify --deep --form streamlined
  facilitator verify --sabotaged             see the verifier object
  facilitator verify friday.yaml             the forms this table uses"""

Table = Annotated[
    str, typer.Argument(metavar="TABLE", help="A table file, or sample:three, sample:duel, sample:five.")
]
Json = Annotated[bool, typer.Option("--json", help="The same content as JSON lines.")]
Kept = Annotated[Path | None, typer.Option("--journal", metavar="FILE", help="Where the game is kept.")]


def play(
    table: Annotated[str | None, typer.Argument(metavar="TABLE", help="A table file, or a sample.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Rehearse on simulated cards.")] = False,
    seed: Annotated[int | None, typer.Option(metavar="N", help="The rehearsal's chance.")] = None,
    auto: Annotated[bool, typer.Option("--auto", help="The rehearsal answers for itself.")] = False,
    turns: Annotated[int | None, typer.Option(metavar="N", min=1, help="Stop after N turns.")] = None,
    json: Json = False,
    new: Annotated[bool, typer.Option("--new", help="Put the old game aside and begin anew.")] = False,
    journal: Kept = None,
) -> None:
    """Run the game, resuming where it stopped; or rehearse it."""
    from facilitator.cli.play import play as run

    code = run(table, dry_run, seed, auto, turns, json, new, journal)
    if code:
        raise typer.Exit(code)


def log(
    table: Table,
    form: Annotated[str, typer.Option("--format", metavar="F", help="text, markdown or json.")] = "text",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="The rehearsal's log.")] = False,
    journal: Kept = None,
) -> None:
    """Print the transcript of a game."""
    from facilitator.cli.record import log as run

    run(table, form, dry_run, journal)


def replay(
    table: Table,
    events: Annotated[str, typer.Argument(metavar="EVENTS", help="A record; - is stdin.")] = "-",
    json: Json = False,
) -> None:
    """Check a written record of public events, printing the state after each."""
    from facilitator.cli.record import replay as run

    code = run(table, events, json)
    if code:
        raise typer.Exit(code)


def verify(
    table: Annotated[
        str | None, typer.Argument(metavar="TABLE", help="Only the forms this table uses.")
    ] = None,
    form: Annotated[str | None, typer.Option(metavar="NAME", help="Only this form or part.")] = None,
    deep: Annotated[bool, typer.Option("--deep", help="Larger tables too; takes minutes.")] = False,
    sabotaged: Annotated[
        bool, typer.Option("--sabotaged", help="Twins with a mistake, to be caught.")
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="A line for every table.")] = False,
    json: Json = False,
) -> None:
    """Prove the protocols exactly and print the certificate."""
    from facilitator.cli.verify import verify as run

    code = run(table, form, deep, sabotaged, full, json)
    if code:
        raise typer.Exit(code)
