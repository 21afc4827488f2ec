"""`facilitator play --dry-run --mistakes`: helpers err; what a host noticed, or one who only counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.cli import show
from facilitator.errors import CommandError
from facilitator.planning.clock import Clock, minutes_in_words
from facilitator.play.astray import Astray
from facilitator.play.misentries import called
from facilitator.play.mistakes import Found, Mistake, err_and_count
from facilitator.play.reckoning import Noticed, Reckoned
from facilitator.play.session import Session
from facilitator.play.slips import bits_in_words
from facilitator.wording import plural

if TYPE_CHECKING:
    from facilitator.table.load import Table

SAMPLE = "sample:demo"
"""What is rehearsed where no table is named."""


def no_rehearsal() -> CommandError:
    """Return why helpers err only in a rehearsal."""
    todo = "At a real table people err by themselves. Add --dry-run."
    return CommandError("--mistakes only with --dry-run", "a real table", todo)


def clock_of(table: Table, table_name: str | None) -> Clock:
    """Return the clock of a table, at the pace of the games beside its file."""
    from facilitator.planning.learn import pace_at

    return Clock(table, partial(pace_at, table, Path(table_name) if table_name else None))


# -- a host who looks ------------------------------------------------------------------------------------


def reckon(session: Session, json: bool) -> None:
    """Tell of a rehearsal whose helpers err what was noticed and what was missed; of any other game nothing."""
    if not isinstance(session, Astray):
        return
    found = session.reckon()
    if json:
        for one in found:
            show.json_line({"mistake": one.body()})
        return
    show.rule("Rehearsed mistakes")
    slips = [one for one in found if one.how is not Noticed.ALARM]
    for one in slips:
        show.wrap(f"{one.where}: {one.called}. {one.seen}", f"{one.act or '-':>6}  ", "act")
        show.wrap(_came_of(one), "        ")
    for line in came_to(slips, len(found) - len(slips)):
        show.wrap(line)


def _came_of(one: Reckoned) -> str:
    """Return how a mistake was noticed, or what it would have come to, in words."""
    if one.how is Noticed.MISSED:
        return f"MISSED. At worst: {_takes(one.minutes)}; {one.gives}."
    when = f"{plural(one.later, 'act')} later" if one.later else "at once"
    return f"Caught {when}, by {one.found}: {_takes(one.minutes)}; {one.gives}."


def _takes(tenths: int) -> str:
    return f"{minutes_in_words(tenths / 10)} more" if tenths else "no time lost"


def came_to(slips: Sequence[Reckoned], alarms: int) -> list[str]:
    """Return what the mistakes of a rehearsal come to, in sentences."""
    missed = [one for one in slips if one.how is Noticed.MISSED]
    lines = [f"{plural(len(slips), 'mistake')}, {len(slips) - len(missed)} caught, {len(missed)} missed."]
    if not slips:
        lines = ["Nobody has erred yet. Go on, or try another --seed."]
    if missed:
        minutes, bits = sum(one.minutes for one in missed), max(one.bits for one in missed) / 10
        gave = f"; one of them gives at most {bits_in_words(bits)} away on average" if bits else ""
        lines.append(f"What was missed comes at worst to: {_takes(minutes)}{gave}.")
    if alarms:
        were = f"{plural(alarms, 'alarm')} without a mistake"
        lines.append(f"{were}: asking once too often costs little.")
    return lines


# -- one who only counts ---------------------------------------------------------------------------------


def mistaken(
    table_name: str | None, rehearsal: bool, seed: int | None, turns: int | None, json: bool
) -> None:
    """Rehearse with helpers who err and print each mistake with how it was found, and what they come to.

    Raises `CommandError` unless it is a rehearsal, `TableFileError` for a bad table.
    """
    from facilitator.table.load import load_table

    if not rehearsal:
        raise no_rehearsal()
    table = load_table(table_name or SAMPLE)
    found = err_and_count(table, seed or 0, turns, clock_of(table, table_name).minutes)
    for one in found:
        if json:
            show.json_line({"mistake": one.body()})
        else:
            how = "missed" if one.found is Found.MISSED else f"found by {one.found}"
            show.wrap(f"{called(one.slip)}. True: {one.true}. Told: {one.told}. {how}.", f"{one.entry:>6}  ")
    if not json:
        for line in summary(found):
            show.wrap(line)


def summary(found: Sequence[Mistake]) -> list[str]:
    """Return what the mistakes of a rehearsal come to, in sentences."""
    if not found:
        return ["No mistake was made this time. Try another --seed."]
    missed = [one for one in found if one.found is Found.MISSED]
    caught = Counter(one.found for one in found if one.found is not Found.MISSED)
    ways = "; ".join(f"{count} by {way}" for way, count in caught.most_common())
    lines = [f"{plural(len(found), 'mistake')}, {caught.total()} caught{f': {ways}' if ways else ''}."]
    lines.append(f"Uncaught, each may make a virtual turn void: at most {_cost(found)} to play again in all.")
    if missed:
        kinds = "; ".join(
            f"{count} {slip}" for slip, count in Counter(called(one.slip) for one in missed).most_common()
        )
        lines.append(
            f"Missed: {kinds}; of that, {_cost(missed)}. No count shows these: say aloud what is "
            "entered, and let a second person read every pair."
        )
    return lines


def _cost(found: Sequence[Mistake]) -> str:
    return minutes_in_words(sum(one.minutes for one in found))
