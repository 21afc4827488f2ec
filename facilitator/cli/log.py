"""The commands `log` and `replay`: print a game's transcript, and check a record of events."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from datetime import datetime, timedelta, timezone
from json import dumps, loads
from pathlib import Path
from typing import Any

from facilitator.cli import output
from facilitator.cli.input_lines import LineReader
from facilitator.cli.tables import render_arguments
from facilitator.errors import CommandError, FacilitatorError, JournalError
from facilitator.i18n import shell_path
from facilitator.i18n.catalogue import Phrase, Value, join_with_or, phrase, refusal, sentence
from facilitator.instructions.instruction import describe_answer
from facilitator.play import journal as records
from facilitator.play.history import PastInput, stops_before, summarize_game
from facilitator.play.kept_games import find_former_form, table_then
from facilitator.play.match import Match
from facilitator.play.messages import input_words, seen_words
from facilitator.play.salvage import Saved, inspect_file, load_game, write_saved_game
from facilitator.play.virtual_turn import check_new_seat
from facilitator.table_files.files import open_file
from facilitator.table_files.load import Table, find_sample, load_table
from facilitator.table_files.model import game_of, state_before

# ----------------------------------------------------------------------------------------------------
# Finding a game's file, and naming it in messages.


def find_game_path(table_name: str, rehearsal: bool, journal: Path | None, *, copy_too: bool = False) -> Path:
    """Return the path of an existing game file.

    Args:
        table_name: Name of the table file.
        rehearsal: Whether the game is a rehearsal.
        journal: Game file from the command line, or `None` for the default file.
        copy_too: Whether to accept a missing game file if its backup copy exists.

    Raises:
        CommandError: The game does not exist. The message explains how to start a game.
        JournalError: The game file is missing, but its backup copy exists.
    """
    path = journal or records.game_path(table_name, rehearsal)
    if records.game_file_exists(path) or (copy_too and records.has_copy(path)):
        return path
    if records.has_copy(path):
        raise records.lost_game(path, rehearsal)
    if rehearsal and journal is None and (sample := find_sample(table_name)) is not None:
        raise CommandError(*refusal("log.sample", sample=sample))
    game = render_arguments(table_name, rehearsal, journal)
    raise CommandError(*refusal("log.none", file=records.format_path(path), game=game))


def add_table_name(todo: str, table_name: str) -> str:
    """Insert the table name that the user typed into a suggested command."""
    for command in (records.SALVAGE, records.PLAY):
        todo = todo.replace(command, command.replace("TABLE", shell_path(table_name)))
    return todo


# ----------------------------------------------------------------------------------------------------
# `facilitator log --salvage`: show the entries of a damaged game that can be recovered, and write them.


def salvage(table_name: str, target: Path | None, rehearsal: bool, journal: Path | None) -> None:
    """Print how many entries of a damaged game file can be read, and save them to a new file.

    The damaged file remains unchanged.

    Args:
        table_name: Name of the table file.
        target: New file, or `None` to save nothing.
        rehearsal: Whether the game is a rehearsal.
        journal: Game file from the command line, or `None` for the default file.

    Raises:
        JournalError: No entry can be read.
        CommandError: The file does not exist.
    """
    table = load_table(table_name)
    path = find_game_path(table_name, rehearsal, journal, copy_too=True)
    saved = inspect_file(table, path)
    if not saved.rows and not saved.is_intact:
        why = saved.trouble or sentence("salvage.nothing.there")
        raise JournalError(*refusal("salvage.nothing", file=records.format_path(path), why=why))
    if target is not None:
        write_saved_game(saved, target)
    _print_condition(saved, path)
    if target is not None:
        slots = {
            "target": records.format_path(target),
            "game": render_arguments(table_name, rehearsal, target),
        }
        source = path if records.game_file_exists(path) else records.copy_of(path)
        output.wrap(sentence("salvage.written", file=records.format_path(source), **slots))
    elif not saved.is_intact:
        this = render_arguments(table_name, rehearsal, journal)
        output.wrap(sentence("salvage.unwritten", game=this))


def _print_condition(saved: Saved, path: Path) -> None:
    """Print whether a game file is damaged, and what can be saved."""
    held = _describe_saved(saved)
    if saved.is_intact:
        output.wrap(sentence("salvage.whole", file=records.format_path(path), held=held))
        return
    output.wrap(sentence("salvage.damaged", file=records.format_path(path), trouble=saved.trouble))
    if saved.copy:
        output.wrap(sentence("salvage.copy", copy=records.format_path(records.copy_of(path))))
    output.wrap(sentence("salvage.saved", held=held))
    if saved.stops:
        output.wrap(sentence("salvage.stops", stops=saved.stops))


def _describe_saved(saved: Saved) -> Phrase:
    """Return the number of recovered entries with the time of the last entry, as text."""
    if not saved.rows:
        return phrase("salvage.held.none")
    last = to_local_time(saved.rows[-1].at)
    at = f"{last:%Y-%m-%d %H:%M:%S} ({_name_time_zone(last)})"
    return phrase("salvage.held", n=len(saved.rows), last=at)


def to_local_time(at: str) -> datetime:
    """Return the time of a journal entry in the time zone of the computer."""
    return datetime.fromisoformat(at).astimezone()


def _name_time_zone(at: datetime) -> str:
    """Return the name of the time zone, such as UTC+01:00."""
    return at.replace(tzinfo=timezone(at.utcoffset() or timedelta())).tzname() or "UTC"


# ----------------------------------------------------------------------------------------------------


FORMATS = ("text", "markdown", "json")
"""Transcript formats."""


def check_format(table_name: str, form: str, salvage: bool) -> None:
    """Raise `CommandError`, in the language of the table, if this format does not exist.

    A damaged game is described as text only.
    """
    formats = FORMATS[:1] if salvage else FORMATS
    if form not in formats:
        load_table(table_name)
        raise CommandError(*refusal("log.format", formats=join_with_or(formats), found=form))


def print_log(table_name: str, form: str, rehearsal: bool, journal: Path | None) -> None:
    """Print the transcript of a game.

    If the program no longer supports the game's form, the settings are read from the game file.

    Raises:
        CommandError: There is no game yet.
    """
    path = journal or records.game_path(table_name, rehearsal)
    kept = records.Journal(path, to_read=True) if records.game_file_exists(path) else None
    if kept is not None and (found := find_former_form(kept)):
        Transcript(form, table_then(kept), kept, None).print(path, found)
        return
    table = load_table(table_name)
    book = kept or records.Journal(find_game_path(table_name, rehearsal, journal), to_read=True)
    match = load_game(
        table, book
    )  # raises an error if the entries are damaged, even if the events alone look correct
    Transcript(form, table, book, match).print(path, "")


class Transcript:
    """Printer of a game's transcript.

    Attributes:
        game: The replayed game, or `None` if the program no longer supports its form.
    """

    def __init__(self, form: str, table: Table, book: records.Journal, match: Match | None) -> None:
        self.form, self.json, self.table, self.book, self.game = form, form == "json", table, book, match
        self.rules, self.state = game_of(table), state_before(table)
        self.undone = records.find_undone(book.entries)
        self.fixes = records.find_fixes(book.entries)
        self._day = ""  # date printed last
        self.numbers = {entry.input: n for n, entry in enumerate(records.list_typed(book.entries), 1)}
        self.last_entries = {entry.input: entry for entry in book.entries}
        self.past_inputs: Sequence[PastInput] = () if match is None else match.past_inputs
        self.has_codes = book.version == records.VERSION

    def print(self, path: Path, found: str) -> None:
        """Print the transcript.

        Args:
            path: Path of the game file.
            found: Form of the game, if the program no longer supports it. Otherwise "".
        """
        self._head(path, found)
        for entry in self.book.entries:
            self._entry(entry)
            if self.game is not None and (number := self.numbers.get(entry.input)):
                self._print_notes(self.game, self.past_inputs[number - 1], entry)
        if self.game is not None:
            self._print_summary(self.game)

    def _head(self, path: Path, found: str) -> None:
        """Print the title, and remarks about the table or a game from an earlier version."""
        remarks = [sentence("log.former", found=found)] if found else []
        if not self.has_codes:
            remarks.append(sentence("log.codes.earlier"))
        if self.table.track == "virtual":
            remarks.append(sentence("log.track"))
        if self.json:
            for remark in remarks:
                output.json_line({"remark": remark})
        elif self.form == "markdown":
            slots = {"rules": self.table.rules, "protocol": self.table.protocol}
            kept = sentence("log.kept", **slots, file=_markdown(path.name))
            output.say(f"# {_markdown(self.table.name)}\n\n{' '.join((kept, *remarks))}\n")
            output.say(sentence("log.columns") + "\n|---|---|---|")
        else:
            for line in (f"{self.table.name}: {', '.join(seat.name for seat in self.table.seats)}", *remarks):
                output.wrap_on_terminal(line)

    def _entry(self, entry: records.JournalEntry) -> None:
        if entry.input in self.undone:  # an undone entry does not count, but is not hidden
            self._tell(entry, {"undone": {entry.kind: entry.body}}, self._describe_undone(entry))
        elif entry.kind == records.GIVE_UP and self.game is not None:
            self._stop(entry)
        elif entry.kind == records.EVENT:
            self._event(entry)
        elif entry.kind == records.FIX:
            self._tell(entry, {"fixed": entry.body}, input_words(records.FIX, entry.body, self.rules))
        elif entry.kind in _OTHER_KINDS:
            self._tell(entry, {entry.kind: entry.body}, _describe_entry(entry))

    def _event(self, entry: records.JournalEntry) -> None:
        codec = self.rules.codec
        typed = codec.text(codec.of_json(entry.body))
        event = codec.of_json(self.fixes.get(entry.input, entry.body))
        self.state, happened = self.rules.apply(self.state, event)
        effects = " ".join(filter(None, map(self.rules.describe_effect, happened)))
        said, body = codec.text(event), {"event": codec.json(event)}
        if typed != said:
            said, body = sentence("log.fixed", event=said, typed=typed), body | {"typed": entry.body}
        self._tell(entry, body, said, effects)
        if self.json:
            output.json_line({"state": self.rules.state_json(self.state)})

    def _describe_undone(self, entry: records.JournalEntry) -> str:
        if entry.derived and entry.kind != records.EVENT:
            what = _describe_entry(entry)
        else:
            what = input_words(entry.kind, entry.body, self.rules)
        return sentence("log.taken_back", what=what)

    def _stop(self, entry: records.JournalEntry) -> None:
        """Print the step of a cancelled attempt, and the number of earlier cancelled attempts."""
        number = self.numbers[entry.input]
        stop, before = self.past_inputs[number - 1].stop, stops_before(self.past_inputs, number)
        assert stop is not None
        body = {
            "seat": stop.seat,
            "act": stop.prompt,
            "stage": stop.stage,
            "before": before,
            "label": stop.label,
        }
        slots: dict[str, Value] = {"seat": stop.seat, "label": stop.label, "stage": stop.stage}
        self._tell(entry, {records.GIVE_UP: body}, sentence("log.stop", n=before, **slots))

    def _print_notes(self, match: Match, past_input: PastInput, entry: records.JournalEntry) -> None:
        """Print the answer that an entry replaces, and the check code of a virtual turn that ends."""
        if past_input.replaced and not entry.derived:
            before = describe_answer(past_input.replaced, match.rules.kinds.describe_named)
            body = {"retyped": {**entry.body, "before": past_input.replaced}}
            text = input_words(entry.kind, entry.body, self.rules)
            self._tell(entry, body, sentence("log.retyped", text=text, before=before))
        if self.has_codes and past_input.turn_start and entry is self.last_entries[entry.input]:
            mark = match.check_code(past_input.turn_start)
            said = sentence("log.turn", seat=past_input.whose, mark=mark)
            self._tell(entry, {"mark": mark, "seat": past_input.whose}, said)

    def _print_summary(self, match: Match) -> None:
        """Print how often the game was interrupted, and how many check codes it has."""
        found = summarize_game(self.past_inputs)
        codes = len(match.witness.turns)
        if self.json:
            output.json_line({"sum": found | ({"marks": codes} if self.has_codes else {})})
            return
        shown = sentence("log.codes", n=codes) if self.has_codes else ""
        counts = {key: phrase(f"n.{key}", n=n) for key, n in found.items()}
        text = " ".join(filter(None, (sentence("log.sum", **counts), shown)))
        if self.form == "markdown":
            output.say(f"\n{text}")
        else:
            output.wrap_on_terminal(text)

    def _tell(
        self, entry: records.JournalEntry, body: Mapping[str, object], what: str, effects: str = ""
    ) -> None:
        """Print a line about an entry, as JSON or as text.

        Args:
            entry: Journal entry.
            body: Content of the JSON line.
            what: Text of the entry.
            effects: Text about the effects of the entry.
        """
        if self.json:
            output.json_line({"at": entry.at, **body})
        else:
            self._row(entry.at, what, effects)

    def _row(self, at: str, what: str, effects: str = "") -> None:
        """Print a line of text. Before the first line of each day, print the date and the time zone."""
        moment = to_local_time(at)
        day, time = f"{moment:%Y-%m-%d} ({_name_time_zone(moment)})", f"{moment:%H:%M:%S}"
        if day != self._day:
            self._day = day
            output.say(f"| **{day}** | | |" if self.form == "markdown" else day)
        if self.form == "markdown":
            output.say(f"| {_markdown(time)} | {_markdown(what)} | {_markdown(effects)} |")
        else:
            text = " ".join(f"{time}  {what}{f'.  {effects}' if effects else ''}".split("\n"))
            output.wrap_on_terminal(text, len(f"{time}  "))


def _describe_entry(entry: records.JournalEntry) -> str:
    """Return a journal entry other than an event as text."""
    slots: dict[str, Value] = {name: str(value) for name, value in entry.body.items()}
    if entry.kind == records.RUN:
        slots["n"] = str(entry.body["shuffles"])
    if entry.kind == records.VOIDED and (seen := str(entry.body["seen"])):
        return sentence("log.voided.seen", **slots | {"seen": ", ".join(seen_words(seen.split(", ")))})
    return sentence(f"log.{entry.kind}", **slots)


_OTHER_KINDS = {records.RUN, records.REPAIR, records.GIVE_UP, records.VOIDED, records.NOTE, records.OOPS}
"""Kinds of entries other than events and corrections. The transcript omits all other kinds."""


def _markdown(text: str) -> str:
    """Return a text as one line, in which Markdown and HTML characters are escaped."""
    one_line = " ".join(text.split())
    return re.sub(r"([\\`*_\[\]|~#!])", r"\\\1", one_line.replace("&", "&amp;").replace("<", "&lt;"))


def replay_record(table_name: str, source: str, json: bool) -> int:
    """Check a written record of events, print the state after each event, and return the exit code.

    The record may end before the game is over.

    Raises:
        FacilitatorError: The record contains an invalid event. The error names its line number.
    """
    table = load_table(table_name)
    rules, state = game_of(table), state_before(table)
    for number, line in _number_lines(source):
        names = [seat.name for seat in state.seats]
        try:
            if (said := _find_event(line)) is None:
                continue
            event = rules.codec.read_line(said, names)
            check_new_seat(table, event)
            state, happened = rules.apply(state, event)
        except FacilitatorError as err:
            raise type(err)(_add_line_number(err.problem, number, source), err.remedy) from None
        if json:
            output.json_line(rules.state_json(state))
        else:
            output.say(f"{state.n:>4}  {rules.codec.text(event)}")
            for effect in filter(None, map(rules.describe_effect, happened)):
                output.say(f"      » {effect}")
            output.say(f"      {rules.describe_state(state)}")
    return 0


def _find_event(line: str) -> str | None:
    """Return the event in a line of a record, of `play --json` or of `log --format json`, as text or JSON.

    Return `None` if the line contains no event.

    Raises:
        CommandError: The line corrects an earlier event.
    """
    body: Any = None
    with suppress(ValueError, RecursionError):
        body = loads(line)
    if not isinstance(body, dict):
        return line
    if records.FIX in body:
        raise CommandError(*refusal("replay.fix"))
    if isinstance(body.get("event"), dict):
        return dumps(body["event"], ensure_ascii=False)
    return None if (_OF_PLAY | _OF_LOG) & set(body) else line


_OF_PLAY = {"state", "run", "step", "result", "note", "void", "table", "history"}
_OF_LOG = {"remark", "give-up", "voided", "undone", "oops", "mend", "mark", "retyped", "sum", "fixed"}
"""Keys of JSON lines that contain no event, in the output of `play --json` and `log`."""


def _add_line_number(problem: str, number: int, source: str) -> str:
    """Return an error message that includes a line number of the record."""
    file = phrase("replay.record") if source == "-" else records.format_path(Path(source))
    return sentence("replay.line", problem=problem, number=number, file=file)


def _number_lines(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a record with their numbers. Blank lines and # comments are skipped."""
    number = 0
    try:
        with nullcontext(sys.stdin.buffer) if source == "-" else open_file(Path(source)) as stream:
            lines = LineReader(stream)
            while line := lines.read():
                number += 1
                if line.strip() and not line.lstrip().startswith("#"):
                    yield number, line.strip()
    except CommandError as err:
        raise CommandError(_add_line_number(err.problem, number + 1, source), err.remedy) from None
    except UnicodeDecodeError:
        raise CommandError(*refusal("replay.bytes", file=source, line=number + 1)) from None
    except (OSError, ValueError) as err:
        reason = getattr(err, "strerror", None) or err
        raise CommandError(*refusal("replay.unreadable", file=source, reason=str(reason))) from None
