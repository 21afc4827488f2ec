"""`facilitator play --dry-run --mistakes --auto`: helpers err, a host counts, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from facilitator.cli import show
from facilitator.errors import CommandError
from facilitator.planning.clock import Clock, minutes_in_words
from facilitator.play.mistakes import Found, Mistake, err_and_count
from facilitator.table.load import load_table
from facilitator.wording import plural


def mistaken(
    table_name: str | None, rehearsal: bool, seed: int | None, turns: int | None, json: bool
) -> None:
    """Rehearse with helpers who err and print each mistake with how it was found, and what they come to.

    Raises `CommandError` unless it is a rehearsal that answers for itself, `TableFileError` for a bad table.
    """
    from facilitator.planning.learn import pace_at

    if not rehearsal:
        raise CommandError(
            "--mistakes with --dry-run --auto",
            "it without one of them",
            "A rehearsal errs by itself only where it answers for itself: add both.",
        )
    table = load_table(table_name or "sample:demo")
    pace = partial(pace_at, table, Path(table_name) if table_name else None)
    found = err_and_count(table, seed or 0, turns, Clock(table, pace).minutes)
    for one in found:
        if json:
            show.json_line({"mistake": {name: getattr(one, name) for name in one.__slots__}})
        else:
            how = "missed" if one.found is Found.MISSED else f"found by {one.found}"
            show.wrap(f"{one.slip}. True: {one.true}. Told: {one.told}. {how}.", f"{one.entry:>6}  ")
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
            f"{count} {slip}" for slip, count in Counter(one.slip for one in missed).most_common()
        )
        lines.append(
            f"Missed: {kinds}; of that, {_cost(missed)}. No count shows these: say aloud what is "
            "entered, and let a second person read every pair."
        )
    return lines


def _cost(found: Sequence[Mistake]) -> str:
    return minutes_in_words(sum(one.minutes for one in found))
