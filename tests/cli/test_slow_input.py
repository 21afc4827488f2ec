"""Input made to be slow or large: bounded in time and memory, and told briefly."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from facilitator.table.load import make_table
from facilitator.table.yaml import MOST_TOLD, TableFileError
from programs import ENV

ROOT = Path(__file__).parents[2]
SEATS = "seats: [Ana, Ben, {name: Vera, virtual: true}]\n"
START = "start 7R Ana first\n"
HUGE = 300 << 20


MEASURE = """
import os, subprocess, sys, time
start = time.perf_counter()
child = subprocess.Popen([sys.executable, "-m", "facilitator", *sys.argv[1:]])
if hasattr(os, "wait4"):
    _, status, used = os.wait4(child.pid, 0)
    code, seconds, most = os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss
else:  # no system but a Unix tells what a process took: by the clock, and its memory unmeasured
    code, seconds, most = child.wait(), time.perf_counter() - start, 0
sys.stderr.write(f"\\n{code} {seconds:.3f} {most}")
"""
SECONDS, KIBIBYTES = 2.0, 300 * 1024 * (1024 if sys.platform == "darwin" else 1)


class Slow(NamedTuple):
    """What is typed where, what a file bad.yaml or record.txt holds, and words the answer must have."""

    args: str
    says: str
    stdin: str = ""
    table: str = ""
    record: str = ""
    huge: bool = False  # record.txt is one line of 300 MB


MOVE = "7R Ana\n"
SLOW = {
    "typed: brackets": Slow("play t.yaml", "200 characters", f"{MOVE}{'(' * 20_000}\n"),
    "typed: brackets and a colour": Slow("play t.yaml", "200 characters", f"{MOVE}W{'( ' * 10_000}blue\n"),
    "typed: first card": Slow("play t.yaml", "Expected a card", f"{'(' * 20_000} Ana\n"),
    "typed: a long line": Slow("play t.yaml", "65536 characters", f"{MOVE}{'z' * 5_000_000}\n"),
    "record: brackets": Slow(
        "replay t.yaml record.txt", "line 2", record=f"{START}Ana plays {'(' * 60_000}\n"
    ),
    "record: brackets first": Slow(
        "replay t.yaml record.txt", "line 1", record=f"start {'(' * 60_000} Ana\n"
    ),
    "record: a name of blanks": Slow(
        "replay t.yaml record.txt", "line 2", record=f"{START}x{' ' * 60_000}y\n"
    ),
    "record: verbs": Slow("replay t.yaml record.txt", "line 2", record=f"{START}x{' plays' * 10_000}\n"),
    "record: a JSON card": Slow(
        "replay t.yaml record.txt", "line 2", record=f'{START}{{"seat":"Ana","play":"{"(" * 60_000}"}}\n'
    ),
    "record: JSON in JSON": Slow(
        "replay t.yaml record.txt", "line 2", record=START + '{"a":' * 12_000 + "\n"
    ),
    "record: an event in an event": Slow(
        "replay t.yaml record.txt",
        "line 2",
        record=f'{START}{{"event":{{"play":{"[" * 900}{"]" * 900}}}}}\n',
    ),
    "record: one line of 300 MB": Slow(
        "replay t.yaml record.txt", "a longer one, in line 1 of record.txt", huge=True
    ),
    "record: 300 MB on stdin": Slow("replay t.yaml", "a longer one, in line 1 of the record", huge=True),
    "typed: 300 MB": Slow("play t.yaml", "65536 characters", huge=True),
    "table: 131,000 wrong seats": Slow("plan bad.yaml", "32 KiB", table="seats:\n" + "- -\n" * 131_000),
    "table: 8,000 wrong seats": Slow("plan bad.yaml", "at most 2,000", table="seats:\n" + "- -\n" * 8_000),
    "table: as many wrong seats as go in": Slow("plan bad.yaml", "more.", table="seats:\n" + "- -\n" * 990),
    "table: wrong seats on one line": Slow("plan bad.yaml", "more.", table=f"seats: [{'1,' * 1_990}]\n"),
    "table: unknown keys": Slow("plan bad.yaml", "more.", table="".join(f"seat{i}: 1\n" for i in range(990))),
    "table: keys of a seat": Slow(
        "plan bad.yaml", "more.", table=f"seats: [Ana, {{{','.join(f'nam{i}: 1' for i in range(990))}}}]\n"
    ),
    "table: a style": Slow(
        "plan bad.yaml",
        "Write e.g. style: uniform",
        table="seats: [Ana, {name: V, virtual: true, style: {"
        + ",".join(f"k{i}: 1" for i in range(990))
        + "}}]\n",
    ),
    "table: brackets": Slow("plan bad.yaml", "brackets", table="seats: " + "[" * 30_000),
    "table: aliases": Slow("plan bad.yaml", "more.", table="a: &a [x]\nseats: [" + "*a," * 1_990 + "]\n"),
    "table: a long word": Slow("plan bad.yaml", "expected", table=f"seats: {'x' * 30_000}\n"),
    "table: a long key": Slow("plan bad.yaml", "expected", table=f"? {'x' * 30_000}\n: 1\n"),
    "table: digits": Slow("plan bad.yaml", "expected", table=f"{SEATS}hand_size: {'9' * 30_000}\n"),
}


@pytest.mark.parametrize("name", SLOW)
def test_slow_and_large_input_is_answered_soon_and_small(name: str, tmp_path: Path) -> None:
    slow = SLOW[name]
    (tmp_path / "t.yaml").write_text(SEATS, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(slow.table, encoding="utf-8")
    record = tmp_path / "record.txt"
    record.write_text(slow.record, encoding="utf-8")
    typed = tmp_path / "typed.txt"
    typed.write_text(slow.stdin, encoding="utf-8")
    if slow.huge:
        os.truncate(record, HUGE)  # a file of nothing but NUL takes no room on the disk
    with (record if slow.huge else typed).open("rb") as stream:
        done = subprocess.run(
            [sys.executable, "-c", MEASURE, *slow.args.split()],
            cwd=tmp_path, env={**ENV, "PYTHONPATH": str(ROOT)}, stdin=stream, capture_output=True, timeout=60,
        )  # fmt: skip
    said = done.stderr.decode()
    code, seconds, most = said.split()[-3:]
    assert code == "2", said[-2000:]
    assert slow.says in " ".join(said.split())
    assert len(said) < 12_000
    assert float(seconds) < SECONDS, seconds
    assert int(most) < KIBIBYTES, most


def test_at_most_twenty_problems_are_told() -> None:
    with pytest.raises(TableFileError) as caught:
        make_table({"seats": ["Ana", "Ben"], **{f"key{i}": 1 for i in range(50)}})
    told = str(caught.value).splitlines()
    assert len(told) == MOST_TOLD + 1
    assert told[-1] == "and 30 more."
