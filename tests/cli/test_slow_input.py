"""Input made to be slow or large: bounded in time and memory, and told briefly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from facilitator.table_files.load import make_table
from facilitator.table_files.yaml import MOST_TOLD, TableFileError
from programs import ENV

ROOT = Path(__file__).parents[2]
SEATS = "seats: [Ana, Ben, {name: Vera, virtual: true}]\n"
START = "start 7R Ana first\n"
HUGE = 300 << 20


MEASURED = """
import json, os, sys
from facilitator.__main__ import main
from facilitator.cli import play, log
from facilitator.table_files import load

def run(args, folder, typed, told):
    os.chdir(folder)
    for fd, name, how in ((0, typed, os.O_RDONLY), (1, os.devnull, os.O_WRONLY), (2, told, os.O_WRONLY | os.O_CREAT)):
        os.dup2(os.open(name, how), fd)
    sys.stdin, sys.argv = open(0, closefd=False), ["facilitator", *args]
    try:
        main()
    except SystemExit as end:
        sys.stdout.flush()
        os._exit(end.code or 0)

for line in sys.stdin:
    child = os.fork()
    if not child:
        run(*json.loads(line))
    _, status, used = os.wait4(child, 0)
    most = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, most]), flush=True)
"""
"""A program that has started, and goes on from there once for each line: what it took from then on is told."""
SECONDS, BYTES = 1.7, 300 << 20


class Slow(NamedTuple):
    """What is typed where, what a file bad.yaml or log.txt holds, and words the answer must have."""

    args: str
    says: str
    stdin: str = ""
    table: str = ""
    record: str = ""
    huge: bool = False  # log.txt is one line of 300 MB


MOVE = "7R Ana\n"
SLOW = {
    "typed: brackets": Slow("play t.yaml", "longer than 200 letters", f"{MOVE}{'(' * 20_000}\n"),
    "typed: brackets and a colour": Slow(
        "play t.yaml", "longer than 200 letters", f"{MOVE}W{'( ' * 10_000}blue\n"
    ),
    "typed: first card": Slow("play t.yaml", "is not an UNO card", f"{'(' * 20_000} Ana\n"),
    "typed: a long line": Slow("play t.yaml", "65536 characters", f"{MOVE}{'z' * 5_000_000}\n"),
    "record: brackets": Slow("replay t.yaml log.txt", "line 2", record=f"{START}Ana plays {'(' * 60_000}\n"),
    "record: brackets first": Slow("replay t.yaml log.txt", "line 1", record=f"start {'(' * 60_000} Ana\n"),
    "record: a name of blanks": Slow("replay t.yaml log.txt", "line 2", record=f"{START}x{' ' * 60_000}y\n"),
    "record: verbs": Slow("replay t.yaml log.txt", "line 2", record=f"{START}x{' plays' * 10_000}\n"),
    "record: a JSON card": Slow(
        "replay t.yaml log.txt", "line 2", record=f'{START}{{"seat":"Ana","play":"{"(" * 60_000}"}}\n'
    ),
    "record: JSON in JSON": Slow("replay t.yaml log.txt", "line 2", record=START + '{"a":' * 12_000 + "\n"),
    "record: an event in an event": Slow(
        "replay t.yaml log.txt", "line 2", record=f'{START}{{"event":{{"play":{"[" * 900}{"]" * 900}}}}}\n'
    ),
    "record: one line of 300 MB": Slow("replay t.yaml log.txt", "at most 67108864 are read", huge=True),
    "record: 300 MB on stdin": Slow("replay t.yaml", "(This is line 1 of the record.)", huge=True),
    "typed: 300 MB": Slow("play t.yaml", "65536 characters", huge=True),
    "table: 131,000 wrong seats": Slow("plan bad.yaml", "32 KiB", table="seats:\n" + "- -\n" * 131_000),
    "table: 8,000 wrong seats": Slow(
        "plan bad.yaml", "more than 2000 words", table="seats:\n" + "- -\n" * 8_000
    ),
    "table: as many wrong seats as go in": Slow(
        "plan bad.yaml", "more problems.", table="seats:\n" + "- -\n" * 990
    ),
    "table: wrong seats on one line": Slow(
        "plan bad.yaml", "more problems.", table=f"seats: [{'1,' * 1_990}]\n"
    ),
    "table: unknown keys": Slow(
        "plan bad.yaml", "more problems.", table="".join(f"seat{i}: 1\n" for i in range(990))
    ),
    "table: keys of a seat": Slow(
        "plan bad.yaml",
        "more problems.",
        table=f"seats: [Ana, {{{','.join(f'nam{i}: 1' for i in range(990))}}}]\n",
    ),
    "table: a style": Slow(
        "plan bad.yaml",
        "Write, for example, style: uniform.",
        table="seats: [Ana, {name: V, virtual: true, style: {"
        + ",".join(f"k{i}: 1" for i in range(990))
        + "}}]\n",
    ),
    "table: brackets": Slow("plan bad.yaml", "brackets", table="seats: " + "[" * 30_000),
    "table: aliases": Slow(
        "plan bad.yaml", "more problems.", table="a: &a [x]\nseats: [" + "*a," * 1_990 + "]\n"
    ),
    "table: a long word": Slow(
        "plan bad.yaml", "This should be a list of 2 to 10 seats", table=f"seats: {'x' * 30_000}\n"
    ),
    "table: a long key": Slow("plan bad.yaml", "There is no setting", table=f"? {'x' * 30_000}\n: 1\n"),
    "table: digits": Slow(
        "plan bad.yaml", "This should be a whole number", table=f"{SEATS}hand_size: {'9' * 30_000}\n"
    ),
}


@pytest.fixture(scope="module")
def program() -> Iterator[subprocess.Popen[str]]:
    """The program, started once."""
    with subprocess.Popen(
        [sys.executable, "-c", MEASURED],
        env={**ENV, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as started:
        yield started


@pytest.mark.parametrize("name", SLOW)
def test_large_input_is_rejected_quickly_and_briefly(
    name: str, tmp_path: Path, program: subprocess.Popen[str]
) -> None:
    slow = SLOW[name]
    (tmp_path / "t.yaml").write_text(SEATS, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(slow.table, encoding="utf-8")
    record = tmp_path / "log.txt"
    record.write_text(slow.record, encoding="utf-8")
    (tmp_path / "typed.txt").write_text(slow.stdin, encoding="utf-8")
    if slow.huge:
        os.truncate(record, HUGE)  # a file of nothing but NUL takes no room on the disk
    assert program.stdin is not None
    assert program.stdout is not None
    typed = "log.txt" if slow.huge else "typed.txt"
    print(json.dumps([slow.args.split(), str(tmp_path), typed, "told.txt"]), file=program.stdin, flush=True)
    code, seconds, most = json.loads(program.stdout.readline())
    said = (tmp_path / "told.txt").read_text(encoding="utf-8")
    assert code == 2, said[-2000:]
    assert slow.says in " ".join(said.split())
    assert len(said) < 12_000
    assert seconds < SECONDS
    assert most < BYTES


def test_at_most_twenty_problems_are_listed() -> None:
    with pytest.raises(TableFileError) as caught:
        make_table({"seats": ["Ana", "Ben"], **{f"key{i}": 1 for i in range(50)}})
    told = str(caught.value).splitlines()
    assert len(told) == MOST_TOLD + 1
    assert told[-1] == "and 30 more problems."
