"""Input made to be slow or large: bounded in time and memory, and told briefly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

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


HUGE_FILE = None
"""One line of 300 MB."""
MOVE = "7R Ana\n"
TYPED = {
    "brackets": (f"{MOVE}{'(' * 20_000}\n", "The card is missing"),
    "brackets and a colour": (f"{MOVE}W{'( ' * 10_000}bluish\n", "is not a card of this game"),
    "first card": (f"{'(' * 20_000} Ana\n", "for this first"),
    "a long line": (f"{MOVE}{'z' * 5_000_000}\n", "65536 characters"),
    "300 MB": (HUGE_FILE, "65536 characters"),
}
RECORDS = {
    "brackets": (f"{START}Ana plays {'(' * 60_000}\n", "line 2"),
    "brackets first": (f"start {'(' * 60_000} Ana\n", "line 1"),
    "a name of blanks": (f"{START}x{' ' * 60_000}y\n", "line 2"),
    "verbs": (f"{START}x{' plays' * 10_000}\n", "line 2"),
    "a JSON card": (f'{START}{{"seat":"Ana","play":"{"(" * 60_000}"}}\n', "line 2"),
    "JSON in JSON": (START + '{"a":' * 12_000 + "\n", "line 2"),
    "an event in an event": (f'{START}{{"event":{{"play":{"[" * 900}{"]" * 900}}}}}\n', "line 2"),
    "one line of 300 MB": (HUGE_FILE, "at most 67108864 are read"),
}
NUMBERED = ",".join(f"k{i}: 1" for i in range(990))
TABLES = {
    "131,000 wrong seats": ("seats:\n" + "- -\n" * 131_000, "32 KiB"),
    "8,000 wrong seats": ("seats:\n" + "- -\n" * 8_000, "more than 2000 words"),
    "as many wrong seats as go in": ("seats:\n" + "- -\n" * 990, "more problems."),
    "wrong seats on one line": (f"seats: [{'1,' * 1_990}]\n", "more problems."),
    "unknown keys": (NUMBERED.replace(",", "\n"), "more problems."),
    "keys of a seat": (f"seats: [Ana, {{{NUMBERED}}}]\n", "more problems."),
    "a style": (
        f"seats: [Ana, {{name: V, virtual: true, style: {{{NUMBERED}}}}}]\n",
        "Write, for example, style: uniform.",
    ),
    "brackets": ("seats: " + "[" * 30_000, "brackets"),
    "aliases": ("a: &a [x]\nseats: [" + "*a," * 1_990 + "]\n", "more problems."),
    "a long word": (f"seats: {'x' * 30_000}\n", "This should be a list of 2 to 10 seats"),
    "a long key": (f"? {'x' * 30_000}\n: 1\n", "There is no setting"),
    "digits": (f"{SEATS}hand_size: {'9' * 30_000}\n", "This should be a whole number"),
}
SLOW = [
    *(pytest.param("play t.yaml", "in.txt", *case, id=f"typed: {name}") for name, case in TYPED.items()),
    *(
        pytest.param("replay t.yaml log.txt", "log.txt", *case, id=f"record: {name}")
        for name, case in RECORDS.items()
    ),
    pytest.param("replay t.yaml", "in.txt", HUGE_FILE, "(This is line 1 of the record.)", id="record: typed"),
    *(pytest.param("plan bad.yaml", "bad.yaml", *case, id=f"table: {name}") for name, case in TABLES.items()),
]
"""A command, the file that holds what is slow (in.txt is typed), what it holds, and words the answer must have."""


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


@pytest.mark.parametrize(("args", "file", "content", "says"), SLOW)
def test_large_input_is_rejected_quickly_and_briefly(
    args: str, file: str, content: str | None, says: str, tmp_path: Path, program: subprocess.Popen[str]
) -> None:
    (tmp_path / "t.yaml").write_text(SEATS, encoding="utf-8")
    for name in ("in.txt", file):
        (tmp_path / name).write_text(content or "" if name == file else "", encoding="utf-8")
    if content is HUGE_FILE:
        os.truncate(tmp_path / file, HUGE)  # a file of nothing but NUL takes no room on the disk
    assert program.stdin is not None
    assert program.stdout is not None
    print(json.dumps([args.split(), str(tmp_path), "in.txt", "told.txt"]), file=program.stdin, flush=True)
    code, seconds, most = json.loads(program.stdout.readline())
    said = (tmp_path / "told.txt").read_text(encoding="utf-8")
    assert code == 2, said[-2000:]
    assert says in " ".join(said.split())
    assert len(said) < 12_000
    assert seconds < SECONDS
    assert most < BYTES


def test_at_most_twenty_problems_are_listed() -> None:
    with pytest.raises(TableFileError) as caught:
        make_table({"seats": ["Ana", "Ben"], **{f"key{i}": 1 for i in range(50)}})
    told = str(caught.value).splitlines()
    assert len(told) == MOST_TOLD + 1
    assert told[-1] == "and 30 more problems."
