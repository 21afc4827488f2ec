"""`facilitator log --salvage`: what can be saved of a damaged game, and saving it."""

from __future__ import annotations

from pathlib import Path

from facilitator.cli import show
from facilitator.cli.which_game import kept_in, words
from facilitator.errors import JournalError
from facilitator.play.salvage import Saved, survey, write
from facilitator.play.store import copy_of, shown
from facilitator.table.load import load_table
from facilitator.wording import plural


def salvage(table_name: str, target: Path | None, form: str, rehearsal: bool, journal: Path | None) -> None:
    """Say what can be saved of a game's file, and write it to ``target``; the file itself is left as it is.

    Raises `JournalError` if nothing can be saved, `CommandError` if there is no file.
    """
    table = load_table(table_name)
    path = kept_in(table_name, rehearsal, journal)
    saved = survey(table, path)
    if not saved.rows and not saved.whole:
        raise JournalError(
            f"entries of a game in {shown(path)}",
            f"none that can be saved ({saved.trouble}; {saved.stops or 'it holds none'})",
            "Restore a copy, or begin afresh with --new.",
        )
    if target is not None:
        write(saved, table, target)
    if form == "json":
        written = None if target is None else str(target)
        show.json_line({"salvage": {**saved.to_json(), "file": str(path), "wrote": written}})
        return
    for line in _words(saved, path):
        show.wrap(line)
    if target is not None:
        goes_on = words(table_name, rehearsal, target)
        show.wrap(
            f"Written to {shown(target)}; {shown(path)} is as it was. Go on: facilitator play {goes_on}"
        )
    elif not saved.whole:
        this = words(table_name, rehearsal, journal)
        show.wrap(f"Nothing was written. Save it: facilitator log {this} --salvage saved.game")


def _words(saved: Saved, path: Path) -> list[str]:
    count = len(saved.rows)
    held = f"{plural(saved.events, 'event')} and {plural(saved.answers, 'answer')}"
    when = f", from {_time(saved.rows[0].at)} to {_time(saved.rows[-1].at)} (UTC)" if saved.rows else ""
    if saved.whole:
        return [f"{shown(path)} is whole: {plural(count, 'entry', 'entries')}, {held}{when}."]
    lines = [
        f"{shown(path)} cannot be played as it is: {saved.trouble}.",
        *(
            [f"Its last good copy, {shown(copy_of(path))}, has more, and is what is saved."]
            if saved.copy
            else []
        ),
        f"Of {plural(saved.written, 'entry', 'entries')} {saved.found} can be read; the digests hold up to "
        f"entry {saved.chained}.",
        f"To be saved: {plural(count, 'entry', 'entries')}, {held}{when}.",
    ]
    if saved.stops:
        lines.append(f"Nothing after that can: {saved.stops}.")
    return lines


def _time(at: str) -> str:
    return at[:19].replace("T", " ")
