"""`facilitator log` and `facilitator replay`: what was public, read back and checked."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from json import dumps, loads
from pathlib import Path
from typing import Any

from facilitator.cli import show
from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.base import Facts, Game
from facilitator.games.registry import game_named
from facilitator.play.going_on import same_game
from facilitator.play.journal import EVENT, GIVE_UP, NOTE, RUN, Entry, Journal, game_path
from facilitator.play.turn import state_before
from facilitator.table.load import Table, load_table

FORMATS = ("text", "markdown", "json")


def log(table_name: str, form: str, rehearsal: bool, journal: Path | None) -> None:
    """Print a game's transcript; raises `CommandError` if there is no game yet."""
    if form not in FORMATS:
        raise CommandError(f"one of {', '.join(FORMATS)}", form, "Choose with --format.")
    table = load_table(table_name)
    path = journal or game_path(table_name, rehearsal)
    if not path.exists():
        raise CommandError(f"the game in {path}", "no such file", f"Begin one: facilitator play {table_name}")
    book = Journal(path, to_read=True)
    try:
        same_game(book, table)
        entries = book.live()
    finally:
        book.close()
    _head(table, path, form)
    law, state = game_named(table.game), state_before(table)
    for entry in entries:
        state = _line(entry, state, form, law)


def _head(table: Table, path: Path, form: str) -> None:
    if form == "markdown":
        show.say(
            f"# {table.name}\n\nRules: {table.rules}. Protocol: {table.protocol}. Kept in `{path.name}`.\n"
        )
        show.say("| time | what happened | then |\n|---|---|---|")
    elif form == "text":
        show.say(f"{table.name}: {', '.join(seat.name for seat in table.seats)}")


def _line(entry: Entry, state: Facts, form: str, law: Game[Any]) -> Any:
    at = entry.at[11:19]
    if entry.kind == EVENT:
        event = law.event_of(entry.body, [seat.name for seat in state.seats])
        after, happened = law.apply(state, event)
        if form == "json":
            show.json_line({"at": entry.at, "event": law.event_json(event)})
            show.json_line({"state": law.state_json(after)})
        else:
            _row(form, at, law.text(event), " ".join(filter(None, map(law.say, happened))))
        return after
    words = {
        RUN: f"run: {entry.body.get('form')}, {entry.body.get('shuffles')} shuffles, {entry.body.get('outcome')}",
        NOTE: f"note: {entry.body.get('text')}",
        GIVE_UP: "the run was given up",
    }.get(entry.kind)
    if words and form == "json":
        show.json_line({"at": entry.at, entry.kind: entry.body})
    elif words:
        _row(form, at, words, "")
    return state


def _row(form: str, at: str, what: str, told: str) -> None:
    if form == "markdown":
        show.say(f"| {at} | {what.replace('|', '/')} | {told} |")
    else:
        show.say(f"{at}  {what}{f'.  {told}' if told else ''}")


def replay(table_name: str, source: str, json: bool) -> int:
    """Check a written record of public events and print the state after each; return the exit code.

    The record is complete or not: a game without a winner is fine.  The first event that cannot be stops it.
    """
    table = load_table(table_name)
    law, state = game_named(table.game), state_before(table)
    names = [seat.name for seat in state.seats]
    for number, line in _lines(source):
        try:
            said = _bare(line, law.state_json(state))
            if said is None:
                continue
            event = law.read_line(said, names)
            state, happened = law.apply(state, event)
        except FacilitatorError as err:
            found = f"line {number}: {err.found}"
            raise type(err)(err.expected, found, err.todo) from None
        if json:
            show.json_line(law.state_json(state))
        else:
            _print_state(law.text(event), filter(None, map(law.say, happened)), state.n, law.facts(state))
    return 0


def _bare(line: str, reached: Mapping[str, object]) -> str | None:
    """Return the event of a line as `play --json` and `log` write it; None for lines of other kinds.

    A state line is compared with the state reached; raises `TableError` where they differ.
    """
    if not line.startswith("{"):
        return line
    try:
        body = loads(line)
    except (ValueError, RecursionError):
        return line
    if not isinstance(body, dict):
        return line
    if isinstance(body.get("state"), dict):
        for key, value in reached.items():
            if body["state"].get(key, value) != value:
                raise TableError(
                    f"{key} {value} here",
                    f"{key} {body['state'][key]}",
                    "An event before this line is missing or wrong.",
                )
        return None
    if isinstance(body.get("event"), dict):
        return dumps(body["event"], ensure_ascii=False)
    return None if set(body) & {"run", "step", "result", "note", "give-up"} else line


def _print_state(text: str, told: Iterable[str], number: int, facts: str) -> None:
    show.say(f"{number:>4}  {text}")
    for said in told:
        show.say(f"      » {said}")
    show.say(f"      {facts}")


def _lines(source: str) -> Iterator[tuple[int, str]]:
    """Yield the record's lines with their numbers, without blanks and # remarks."""
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise CommandError(
            "a record in UTF-8 text", f"other bytes in {source}", "Save it as UTF-8."
        ) from None
    except OSError as err:
        raise CommandError(
            "a record of events", f"{source}: {err.strerror}", "Name a file, or - for stdin."
        ) from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()
