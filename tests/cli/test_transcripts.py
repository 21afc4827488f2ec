"""Commands, with all that they print and do to the files of a folder.

A transcript is a text in ``tests/golden/cli``. The lines below are its input, and every other line is output:

    == TITLE          a new transcript, in a new folder
    columns N         the width of the terminal from here on
    clock TIMES       the times at which entries are typed from here on (UTC); the last one stays
    zone NAME         the time zone of the computer from here on
    write FILE: TEXT  a file, its text as in YAML; ``bytes`` for one of arbitrary bytes
    folder NAME       a folder
    remove PATTERN    files that are deleted
    copy FROM TO      a copy of a file; ``move`` for another name of it
    cut FILE: EXPR    other bytes in a file, as Python computes them from the ``old`` ones
    sql FILE: TEXT    a game that is changed by SQL; ``forge``: so that its digests fit
    forge= FILE: EXPR the same, by SQL that Python computes; ``forge3``: in the third format of the file
    $ COMMAND         a command; ``$!`` shows only its errors, ``$?`` only its exit code,
                      ``$2`` only the last two lines of its output
    < LINE            a line that is typed into the command before
    <= EXPRESSION     the same, as Python computes it

Errors are marked ``!``, exit codes ``=``; ``+``, ``~`` and ``-`` mark files that were made, changed and removed.
To add a transcript, write its input. ``scripts/regolden`` writes the output; read it before you keep it.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from disks import forged, sql
from facilitator.cli.app import app
from facilitator.play import journal
from facilitator.play.journal import VERSION
from golden_files import GOLDEN, check_golden
from programs import RUNNER

FILES = sorted((GOLDEN / "cli").glob("*.txt"))
VERBS = r"==|#|columns|clock|zone|write|bytes|folder|remove|copy|move|cut|sql|forge\d?=?|\$[!?\d]?|<=?"
INPUTS = re.compile(rf"({VERBS}) ?(.*)")
MOMENT = re.compile(r"\d{4}-\d\d-\d\d-\d{6}")
"""When a file was put aside, as it stands in the file's name."""


def contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of all files in a folder, by name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Step(NamedTuple):
    """An input line with the lines that are typed into its command."""

    lines: list[str]
    verb: str
    rest: str
    typed: list[str]


def steps(text: str) -> list[Step]:
    """Return the input of a file of transcripts."""
    found = list[Step]()
    for line in text.splitlines():
        match = INPUTS.fullmatch(line)
        if match and match[1].startswith("<"):
            found[-1].lines.append(line)
            found[-1].typed.append(eval(match[2]) if match[1] == "<=" else match[2])
        elif match:
            found.append(Step([line], match[1], match[2], []))
    return found


def prepare(folder: Path, verb: str, rest: str) -> None:
    """Write or remove files of a folder."""
    name, _, value = rest.partition(": ")
    match verb:
        case "write":
            (folder / name).write_text(str(yaml.safe_load(value)), encoding="utf-8")
        case "bytes":
            (folder / name).write_bytes(str(yaml.safe_load(value)).encode("latin-1"))
        case "folder":
            (folder / rest).mkdir()
        case "remove":
            for path in folder.glob(rest):
                path.unlink()
        case "copy" | "move":
            source, target = (folder / file for file in shlex.split(rest))
            source.rename(target) if verb == "move" else shutil.copy(source, target)
        case "cut":
            (folder / name).write_bytes(eval(value, {"old": (folder / name).read_bytes()}))
        case "sql":
            sql(value)(folder / name)
        case _ if verb.startswith("forge"):
            statement, version = eval(value) if verb.endswith("=") else value, verb.strip("forge=") or VERSION
            forged(statement, int(version))(folder / name)


class Room:
    """A folder with its clock, in which commands are run.

    Attributes:
        folder: The folder.
        columns: Width of the terminal.
        times: Times at which the next entries are typed. The last one stays.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.columns, self.times = folder, 100, ["2025-03-07T20:00"]

    def now(self) -> str:
        """Return the time of the next entry."""
        moment = self.times.pop(0) if len(self.times) > 1 else self.times[0]
        return f"{moment}:00.000+00:00"


def run(room: Room, step: Step) -> Iterator[str]:
    """Run a command in a folder, and yield what it prints and what becomes of the files."""
    before = contents(room.folder)
    typed, words = "".join(f"{line}\n" for line in step.typed), shlex.split(step.rest)
    done = RUNNER.invoke(app, words, input=typed, prog_name="facilitator", env={"COLUMNS": str(room.columns)})
    assert done.exception is None or isinstance(done.exception, SystemExit), (step, done.exception)
    after = contents(room.folder)
    sign = step.verb[1:]
    if sign != "?":
        output = [] if sign == "!" else done.stdout.splitlines()[-int(sign or 0) :]
        yield from (f"    {line}" for line in output)
        for line in done.stderr.splitlines():
            assert len(line) <= room.columns or " " not in line.strip(), line
            yield f"  ! {line}"
    yield from [f"  = {done.exit_code}"] if done.exit_code else []
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name):
            yield f"  {'+' if name not in before else '-' if name not in after else '~'} {name}"


def transcript(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch, zone: Callable[[str], None]) -> str:
    """Return a file of transcripts with the output that its input has now."""
    lines, room = list[str](), Room(folder)
    for number, step in enumerate(steps(text)):
        lines += ["", *step.lines] if step.verb == "==" and lines else step.lines
        match step.verb:
            case "==":
                room = Room(folder / str(number))
                room.folder.mkdir()
                monkeypatch.chdir(room.folder)
                monkeypatch.setattr(journal, "_get_time", room.now)
                zone("UTC")
            case "columns":
                room.columns = int(step.rest)
            case "clock":
                room.times = step.rest.split()
            case "zone":
                zone(step.rest)
            case verb if verb.startswith("$"):
                output = [said.replace(str(room.folder), "FOLDER") for said in run(room, step)]
                lines += [MOMENT.sub("MOMENT", said).rstrip() for said in output]
            case _:
                prepare(room.folder, step.verb, step.rest)
    return "\n".join(lines) + "\n"


@pytest.mark.golden
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_commands_do_what_the_transcripts_say(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: Callable[[str], None]
) -> None:
    check_golden(path, transcript(path.read_text(encoding="utf-8"), tmp_path, monkeypatch, zone))
