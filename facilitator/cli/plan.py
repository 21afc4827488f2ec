"""`facilitator plan`: what to bring, how long it takes, which form fits the evening."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from facilitator.cli import show
from facilitator.cli.plan_screen import BAR, screen
from facilitator.errors import CommandError

if TYPE_CHECKING:
    from facilitator.planning.evening import Option
    from facilitator.planning.fitting import Learned
    from facilitator.table.load import Table


EXAMPLES = """Examples:

\b
  facilitator plan friday.yaml                 what to buy, lay out and expect
  facilitator plan friday.yaml --full          with people, seconds, markers
  facilitator plan friday.yaml --evening 120   what fits two hours
  facilitator plan friday.yaml --evening 120 --apply 2"""
SAMPLE = "sample:"


def plan(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="A table file, or sample:three, sample:duel, sample:five.")
    ],
    full: Annotated[bool, typer.Option("--full", help="All details.")] = False,
    evening: Annotated[
        float | None, typer.Option(metavar="MINUTES", help="Show the choices that fit so many minutes.")
    ] = None,
    apply: Annotated[
        int | None, typer.Option(metavar="N", help="Write choice N of --evening into the table file.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=20, max=1_000_000, help="Games to play in thought.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Chance of those games.")] = 0,
    table_size: Annotated[
        str | None, typer.Option(metavar="WxD", help="Your table in cm, e.g. 180x90.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="The same content as JSON.")] = False,
) -> None:
    """Say what to bring, how long it takes and which form fits the evening."""
    run(table, full, evening, apply, games, seed, table_size, json)


def run(
    name: str,
    full: bool,
    evening: float | None,
    apply: int | None,
    games: int | None,
    seed: int,
    table_size: str | None,
    json: bool,
) -> None:
    """Print the plan, or the choices for an evening; raises `FacilitatorError` for a table that cannot be."""
    from facilitator.planning.learn import learn_from, past_games
    from facilitator.table.load import load_table

    if apply is not None and evening is None:
        raise CommandError("--apply with --evening", "--apply alone", "Add e.g. --evening 120.")
    table = load_table(name)
    learned, troubles = learn_from([] if name.startswith(SAMPLE) else past_games(Path(name)))
    for trouble in troubles:
        show.complain(trouble)
    if evening is not None:
        _evening(name, table, learned, evening, apply, games, seed, json)
    else:
        _plan(name, table, learned, full, games, seed, table_size, json)


def _plan(
    name: str,
    table: Table,
    learned: Learned,
    full: bool,
    games: int | None,
    seed: int,
    table_size: str | None,
    json: bool,
) -> None:
    from facilitator.planning.plan import make_plan

    with Progress("games") as tell:
        made = make_plan(table, learned, count=games, seed=seed, size=table_size, tell=tell)
    if json:
        show.json_line(made.to_json())
    else:
        screen(made, name, full)


def _evening(
    name: str,
    table: Table,
    learned: Learned,
    minutes: float,
    apply: int | None,
    games: int | None,
    seed: int,
    json: bool,
) -> None:
    from facilitator.planning.evening import options

    with Progress("choices") as tell:
        found = options(table, minutes, learned, count=games, seed=seed, tell=tell)
    if apply is not None:
        _apply(name, found, apply, json)
    elif json:
        choices = [
            {"choice": i, **option.to_json(), "in_time": round(option.times.in_time(minutes), 2)}
            for i, option in enumerate(found, 1)
        ]
        show.json_line({"evening": minutes, "choices": choices})
    else:
        _choices(name, found, minutes)


def _apply(name: str, found: list[Option], number: int, json: bool) -> None:
    from facilitator.planning.evening import words
    from facilitator.table.edit import apply_changes

    if not 1 <= number <= len(found):
        raise CommandError(f"a choice from 1 to {len(found)}", f"{number}", "Look at them without --apply.")
    if name.startswith(SAMPLE):
        raise CommandError("a table file", name, "A sample stays as it is: facilitator new friday.yaml.")
    option = found[number - 1]
    if option.changes:
        apply_changes(Path(name), option.changes, option.table)
    if json:
        show.json_line({"applied": number, "changes": dict(option.changes)})
        return
    told = ", ".join(f"{key}: {words(value)}" for key, value in option.changes.items())
    show.wrap(f"{name} now has {told}." if told else f"{name} is so already; nothing was written.")


def _choices(name: str, found: list[Option], minutes: float) -> None:
    from facilitator.planning.evening import words

    show.wrap(f"Choices for {minutes:g} minutes, best first (median and 90 % of games, by the clock):")
    for number, option in enumerate(found, 1):
        told = option.times.per_game
        what = ", ".join(f"{key} {words(value)}" for key, value in option.changes.items())
        in_time = f"{100 * option.times.in_time(minutes):.0f} % end in time"
        show.wrap(
            f"{what or 'as it is'}: {told.median:.0f} min (90 %: {told.p90:.0f}); {in_time}.",
            f"{number:>2}  ",
        )
        show.wrap(f"Price: {'; '.join(option.price) or 'none'}.", "    ", "facts")
    show.wrap(f"Take one: facilitator plan {name} --evening {minutes:g} --apply 1", style="hint")


class Progress:
    """A bar on stderr while games are played, on a terminal only."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Callable[[int, int], None]:
        return self._tell

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write("\r" + " " * 60 + "\r")
            sys.stderr.flush()

    def _tell(self, done: int, of: int) -> None:
        if self._shown:
            bar = (BAR * (30 * done // max(of, 1))).ljust(30, "·")
            sys.stderr.write(f"\r{bar} {done} of {of} {self._what}")
            sys.stderr.flush()
