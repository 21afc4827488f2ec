"""`facilitator plan`: what to bring, how long it takes, which form fits the evening."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from facilitator.cli import show
from facilitator.cli.answers import minutes
from facilitator.cli.plan_screen import screen
from facilitator.cli.progress import Progress
from facilitator.errors import CommandError
from facilitator.wording import listed, quoted

if TYPE_CHECKING:
    from facilitator.planning.evening import Option
    from facilitator.planning.fitting import Learned
    from facilitator.planning.longer import ByRules
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
        str | None, typer.Option(metavar="TIME", help="Show the choices that fit: 120 minutes, or e.g. 2h.")
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
    evening: str | None,
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
    lasting = None if evening is None else _lasting(evening)
    table = load_table(name)
    learned, troubles = learn_from([] if name.startswith(SAMPLE) else past_games(Path(name)))
    for trouble in troubles:
        show.complain(trouble)
    if lasting is not None:
        _evening(name, table, learned, lasting, apply, games, seed, json, full)
    else:
        _plan(name, table, learned, full, games, seed, table_size, json)


def _lasting(text: str) -> float:
    """Return the minutes of an evening as typed; raises CommandError for what is no length of time."""
    if (found := minutes(text)) is None:
        raise CommandError("the length of an evening", quoted(text), "Write e.g. --evening 120, or 2h.")
    return found


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
    from facilitator.sheets.kit import kits  # it measures type, which takes a while to load

    with Progress("games") as tell:
        made = make_plan(table, kits(table), learned, count=games, seed=seed, size=table_size, tell=tell)
    if json:
        show.json_line(made.to_json())
    else:
        screen(made, name, full)


def _evening(
    name: str,
    table: Table,
    learned: Learned,
    lasting: float,
    apply: int | None,
    games: int | None,
    seed: int,
    json: bool,
    full: bool,
) -> None:
    from facilitator.planning.evening import check_minutes, chosen_from, every_choice
    from facilitator.planning.longer import by_rules

    check_minutes(lasting)
    with Progress("choices") as tell:
        every = every_choice(table, learned, count=games, seed=seed, tell=tell)
    found, now = chosen_from(every, lasting, table), next((one for one in every if not one.changes), None)
    rules: Sequence[ByRules] = ()
    if full and apply is None:
        with Progress("rules") as tell:
            rules = by_rules(table, seed, tell)
    if apply is not None:
        _apply(name, found, apply, json)
    elif json:
        choices = [
            {"choice": i, **option.to_json(), "in_time": round(option.times.in_time(lasting), 2)}
            for i, option in enumerate(found, 1)
        ]
        also = {"rules": [one.to_json() for one in rules]} if full else {}
        show.json_line({"evening": lasting, "choices": choices, **also})
    else:
        _choices(name, now, found, lasting, full)
        _rules(rules)


def _rules(found: Sequence[ByRules]) -> None:
    """Say what other rules would do to the length of a game."""
    if found:
        show.wrap("Other rules, from some games each; a game is then:", style="hint")
    for one in found:
        parts = [("rules", one.changes["rules"])] if "rules" in one.changes else one.changes.items()
        told = ", ".join(f"{key}: {listed(v) if isinstance(v, tuple) else v}" for key, v in parts)
        show.wrap(f"{told}: {one.longer.words()}.", "    ")


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


def _choices(name: str, now: Option | None, found: list[Option], lasting: float, full: bool) -> None:
    """Say what the table as it is comes to, unless it is among the choices, and each choice."""
    if now is not None and now not in found:
        show.wrap(f"The table as it is: {_told(now, lasting)}")
    show.wrap(f"Choices for {lasting:g} minutes, best first (median and 90 % of games, by the clock):")
    for number, option in enumerate(found, 1):
        show.wrap(f"{_changed(option) or 'as it is'}: {_told(option, lasting)}", f"{number:>2}  ")
        if option.gain:
            show.wrap(f"Gain: {'; '.join(option.gain)}.", "    ", "facts")
        show.wrap(f"Price: {'; '.join(option.price) or 'none'}.", "    ", "facts")
    more = "" if full else "  Other rules: --full"
    show.wrap(f"Take one: facilitator plan {name} --evening {lasting:g} --apply 1{more}", style="hint")


def _changed(option: Option) -> str:
    from facilitator.planning.evening import words

    return ", ".join(f"{key} {words(value)}" for key, value in option.changes.items())


def _told(option: Option, lasting: float) -> str:
    told = option.times.per_game
    in_time = f"{100 * option.times.in_time(lasting):.0f} % end in time"
    return f"{told.median:.0f} min (90 %: {told.p90:.0f}); {in_time}."
