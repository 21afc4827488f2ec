"""`facilitator audit`: a counted discard pile, held against the record."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from facilitator.cli import show
from facilitator.cli.ask import read_line
from facilitator.cli.which_game import kept_in
from facilitator.errors import CommandError, TableError
from facilitator.play.checks import audited, pile_of
from facilitator.play.count import LONGEST_COUNT, read_count
from facilitator.play.counting import events_of, words_of
from facilitator.play.shelf import kept_game
from facilitator.play.turn import state_before
from facilitator.table.load import load_table


def audit(table_name: str, cards: Sequence[str], rehearsal: bool, journal: Path | None, json: bool) -> int:
    """Compare a counted discard pile (or what a game lays instead) with the record; return the exit code."""
    table = load_table(table_name)
    path = kept_in(table_name, rehearsal, journal)
    game = kept_game(table, path)
    zone, lying = pile_of(game.law, game.state)
    if not cards and sys.stdin.isatty():
        show.say(f"Type what lies there ({zone}), in any order; an empty line ends.")
    counted = read_count(" ".join(cards) if cards else "\n".join(_typed()), game.law.kinds)
    past = list(events_of(game.law, state_before(table), game.journal.entries))
    found = audited(game.law, game.state, past, counted)
    if json:
        show.json_line({"audit": {"zone": zone, **found.to_json()}})
    else:
        show.wrap(f"{zone} after {len(past)} events, {len(lying)} cards. {words_of(found, True)}")
    return 0 if found.fits else TableError.exit_code


def _typed() -> Iterator[str]:
    """Yield the lines of a pipe, or of a terminal up to an empty one."""
    letters = 0
    while line := read_line(sys.stdin):
        if not line.strip() and sys.stdin.isatty():
            return
        letters += len(line)
        if letters > LONGEST_COUNT:
            raise CommandError(f"{LONGEST_COUNT:,} letters at most", "more", "Count with 2x before a card.")
        yield line
