"""`facilitator log` and `facilitator replay`: what was public, read back and checked."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from itertools import groupby
from json import dumps, loads
from pathlib import Path
from typing import Any

from facilitator.cli import show
from facilitator.cli.ask import read_line
from facilitator.errors import CommandError, FacilitatorError, JournalError, TableError
from facilitator.games.registry import game_named
from facilitator.games.rules import Facts
from facilitator.games.rules import Rules as Law
from facilitator.machine.faces import called
from facilitator.play.journal import (
    ANSWER,
    CARRIED,
    EVENT,
    GIVE_UP,
    MEND,
    NOTE,
    OOPS,
    RUN,
    SALVAGE,
    VOIDED,
    Journal,
    JournalEntry,
    copy_of,
    game_path,
    numbered,
    shown,
    taken_back,
    there,
)
from facilitator.play.match import Match, departed, table_then
from facilitator.play.news import Lived, input_words, stops_before, summary
from facilitator.play.salvage import Saved, kept_game, survey, write
from facilitator.table.load import Table, load_table
from facilitator.table.model import state_before
from facilitator.words import plural

# ----------------------------------------------------------------------------------------------------
# Where a game is kept, and how it is named.


def kept_in(table_name: str, rehearsal: bool, journal: Path | None) -> Path:
    """Return where it is kept; raises `CommandError` where nothing is, saying how such a game begins."""
    path = journal or game_path(table_name, rehearsal)
    if not there(path):
        todo = f"Begin one: facilitator play {words(table_name, rehearsal, journal)}"
        raise CommandError(f"the game in {shown(path)}", "no such file", todo)
    return path


def words(table_name: str, rehearsal: bool, journal: Path | None = None) -> str:
    """Return how it is named to any command."""
    named = [] if journal is None else ["--journal", shlex.quote(shown(journal))]
    return " ".join([table_name, *["--dry-run"] * rehearsal, *named])


def at_this_table(todo: str, table_name: str) -> str:
    """Return what is advised for a game's file, with the table file as it was typed."""
    return todo.replace(SALVAGE, SALVAGE.replace("TABLE", shlex.quote(table_name)))


# ----------------------------------------------------------------------------------------------------
# `facilitator log --salvage`: what can be saved of a damaged game, and saving it.


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
        write(saved, target)
    if form == "json":
        written = None if target is None else str(target)
        show.json_line({"salvage": {**saved.to_json(), "file": str(path), "wrote": written}})
        return
    for line in _salvage_words(saved, path):
        show.wrap(line)
    if target is not None:
        goes_on = words(table_name, rehearsal, target)
        show.wrap(
            f"Written to {shown(target)}; {shown(path)} is as it was. Go on: facilitator play {goes_on}"
        )
    elif not saved.whole:
        this = words(table_name, rehearsal, journal)
        show.wrap(f"Nothing was written. Save it: facilitator log {this} --salvage saved.game")


def _salvage_words(saved: Saved, path: Path) -> list[str]:
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


# ----------------------------------------------------------------------------------------------------


FORMATS = ("text", "markdown", "json")
"""Letters of a written record, and of one line of it; a long game written as JSON has a million."""


def check_format(form: str) -> None:
    """Raise `CommandError` unless a transcript can be printed so."""
    if form not in FORMATS:
        raise CommandError(f"one of {', '.join(FORMATS)}", form, "Choose with --format.")


def log(table_name: str, form: str, rehearsal: bool, journal: Path | None) -> None:
    """Print a game's transcript; raises `CommandError` if there is no game yet.

    One begun with what is played no more is told as it was written, and at the table that its own file tells.
    """
    path = journal or game_path(table_name, rehearsal)
    kept = Journal(path, to_read=True) if there(path) else None
    game: Match | None = None
    if kept is not None and (found := departed(kept)):
        table, book = table_then(kept), kept
    else:
        table, found = load_table(table_name), ""
        book = kept or Journal(kept_in(table_name, rehearsal, journal), to_read=True)
        game = kept_game(table, book)  # one whose inputs do not make it is damaged, whatever its events say
    _head(table, path, form, found)
    carried = book.facts.get(CARRIED)
    if carried and form == "text":
        show.say(f"Up to entry {carried} from another device; the times are of the taking over.")
    law, state = game_named(table.game), state_before(table)
    undone, voids = taken_back(book.entries), 0
    numbers, ends = numbered(book.entries), {entry.input: entry for entry in book.entries}
    lived = () if game is None else game.lived
    for steps, group in groupby(book.entries, lambda entry: entry.input in undone and _is_step(entry)):
        rows = list(group)
        if steps and form != "json":
            _row(form, rows[0].at[11:19], f"taken back: {plural(len(rows), 'step')}", "")
        for entry in rows:
            if steps and form != "json":
                pass
            elif entry.input in undone:
                _undone(entry, [seat.name for seat in state.seats], form, law)
            elif entry.kind == GIVE_UP and game is not None:
                _stop(lived, entry, numbers[entry.input], form)
            else:
                voids += entry.kind == VOIDED
                state = _line(entry, state, form, law, voids)
            if game is not None and (number := numbers.get(entry.input)):
                _beside(game, lived[number - 1], entry, form, entry is ends[entry.input])
    if game is not None:
        _sum(lived, form)


def _head(table: Table, path: Path, form: str, found: str) -> None:
    """Say which game it is; ``found``: what it was begun with that is played no more, if anything."""
    old = f"Begun with {found}, which is played no more: told as it was written; it cannot go on."
    if found and form == "json":
        show.json_line({"remark": old})
    if form == "markdown":
        how = old if found else f"Protocol: {table.protocol}."
        show.say(
            f"# {_markdown(table.name)}\n\nRules: {table.rules}. {how} Kept in {_markdown(path.name)}.\n"
        )
        show.say("| time | what happened | then |\n|---|---|---|")
    elif form == "text":
        show.say(f"{table.name}: {', '.join(seat.name for seat in table.seats)}")
        if found:
            show.say(old)


def _is_step(entry: JournalEntry) -> bool:
    """Whether an entry is a step that asked nothing: many of them, one after the other, are one line."""
    return entry.kind == ANSWER and not entry.body["said"]


def _undone(entry: JournalEntry, names: list[str], form: str, law: Law[Any]) -> None:
    """Show what was typed and taken back: it does not count, and it is not hidden."""
    if form == "json":
        show.json_line({"at": entry.at, "undone": {entry.kind: entry.body}})
        return
    words = _words(entry) if entry.derived else input_words(entry.kind, entry.body, law, names)
    if entry.derived and entry.kind == EVENT:
        words = law.codec.text(law.codec.of_json(entry.body, names))
    _row(form, entry.at[11:19], f"taken back: {words}", "")


def _stop(lived: Sequence[Lived], entry: JournalEntry, number: int, form: str) -> None:
    """Say whose run was given up, where, and how many had been in the same turn."""
    stop, before = lived[number - 1].stop, stops_before(lived, number)
    assert stop is not None
    if form == "json":
        body = {"seat": stop.seat, "act": stop.act, "stage": stop.stage, "before": before}
        show.json_line({"at": entry.at, GIVE_UP: body})
        return
    words = plural(before, "stop") if before else "none"
    where = f"{stop.seat}'s, at act {stop.act} ({stop.stage}); before it in this turn: {words}"
    _row(form, entry.at[11:19], f"the run was given up: {where}", "")


def _beside(game: Match, one: Lived, entry: JournalEntry, form: str, ends: bool) -> None:
    """Say that a result was typed another time; where an input ``ends``, the mark of a turn that began with it."""
    at = entry.at[11:19]
    if one.before and not entry.derived and form == "json":
        show.json_line({"at": entry.at, "retyped": {**entry.body, "before": one.before}})
    elif one.before and not entry.derived:
        _row(
            form, at, f"retyped: {one.text}; before: {called(one.before, game.law.kinds.describe_named)}", ""
        )
    if one.began and ends and form == "json":
        show.json_line({"at": entry.at, "mark": game.journal.mark(one.began), "seat": one.whose})
    elif one.began and ends:
        _row(form, at, f"{one.whose}'s turn: mark {game.journal.mark(one.began)}", "")


def _sum(lived: Sequence[Lived], form: str) -> None:
    """Say in the end how often the game did not go straight on."""
    found = summary(lived)
    if form == "json":
        show.json_line({"sum": asdict(found)})
    else:
        show.say(f"\n{found.text()}" if form == "markdown" else found.text())


def _words(entry: JournalEntry) -> str:
    """Return an entry that is no event in words; empty if the transcript leaves it out."""
    body = entry.body
    if entry.kind == RUN:
        return f"run: {body['form']}, {body['shuffles']} shuffles, {body['outcome']}"
    if entry.kind == NOTE:
        return f"note: {body['text']}"
    if entry.kind == OOPS:
        return f"oops: {body['text']}"
    if entry.kind == MEND:
        return f"put right: {body['repair']}"
    if entry.kind == GIVE_UP:
        return "the run was given up"
    if entry.kind == VOIDED:
        seen = f"; seen: {body['seen']}" if body["seen"] else ""
        return f"VOID: {body['seat']}'s turn: {body['reason']}{seen}"
    return ""


def _line(entry: JournalEntry, state: Facts, form: str, law: Law[Any], voids: int) -> Any:
    at = entry.at[11:19]
    if entry.kind == EVENT:
        event = law.codec.of_json(entry.body, [seat.name for seat in state.seats])
        after, happened = law.apply(state, event)
        if form == "json":
            show.json_line({"at": entry.at, "event": law.codec.json(event)})
            show.json_line({"state": law.state_json(after) | ({"void": voids} if voids else {})})
        else:
            _row(form, at, law.codec.text(event), " ".join(filter(None, map(law.say, happened))))
        return after
    words = _words(entry)
    if words and form == "json":
        show.json_line({"at": entry.at, entry.kind: entry.body})
    elif words:
        _row(form, at, words, "")
    return state


def _markdown(text: str) -> str:
    """Return a text that Markdown shows as it is: no markup, no HTML, no end of a cell or a line."""
    one_line = " ".join(text.split())
    return re.sub(r"([\\`*_\[\]|~#!])", r"\\\1", one_line.replace("&", "&amp;").replace("<", "&lt;"))


def _row(form: str, at: str, what: str, told: str) -> None:
    if form == "markdown":
        show.say(f"| {_markdown(at)} | {_markdown(what)} | {_markdown(told)} |")
    else:
        show.say(" ".join(f"{at}  {what}{f'.  {told}' if told else ''}".split("\n")))


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
            event = law.codec.read_line(said, names)
            state, happened = law.apply(state, event)
        except FacilitatorError as err:
            raise type(err)(err.expected, f"{err.found}, {_in_line(number, source)}", err.todo) from None
        if json:
            show.json_line(law.state_json(state))
        else:
            _print_state(
                law.codec.text(event), filter(None, map(law.say, happened)), state.n, law.facts(state)
            )
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
    return None if _BESIDE & set(body) else line


_BESIDE = {
    "run",
    "step",
    "result",
    "note",
    "remark",
    "give-up",
    "void",
    "voided",
    "undone",
    "table",
    "history",
    "oops",
    "mend",
    "mark",
    "retyped",
    "sum",
}
"""Lines of `play --json` and of `log` that are no public event."""


def _print_state(text: str, told: Iterable[str], number: int, facts: str) -> None:
    show.say(f"{number:>4}  {text}")
    for said in told:
        show.say(f"      » {said}")
    show.say(f"      {facts}")


def _in_line(number: int, source: str) -> str:
    return f"in line {number} of {'the record' if source == '-' else shown(Path(source))}"


def _lines(source: str) -> Iterator[tuple[int, str]]:
    """Yield the record's lines with their numbers, without blanks and # remarks."""
    number = 0
    try:
        with nullcontext(sys.stdin) if source == "-" else Path(source).open(encoding="utf-8-sig") as stream:
            while line := read_line(stream):
                number += 1
                if line.strip() and not line.lstrip().startswith("#"):
                    yield number, line.strip()
    except CommandError as err:
        raise CommandError(err.expected, f"{err.found}, {_in_line(number + 1, source)}", err.todo) from None
    except UnicodeDecodeError:
        raise CommandError(
            "a record in UTF-8 text", f"other bytes in {source}", "Save it as UTF-8."
        ) from None
    except (OSError, ValueError) as err:
        reason = getattr(err, "strerror", None) or err
        raise CommandError(
            "a record of events", f"{source}: {reason}", "Name a file, or - for stdin."
        ) from None
