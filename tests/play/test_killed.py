"""Killed at any moment: there is exactly what was acknowledged, and of the input under way all or nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

import killed_hosts
from facilitator.errors import JournalError
from facilitator.play.journal import JournalEntry
from facilitator.play.match import Match
from killed_hosts import digest_of, kept, table
from sessions import opened
from sure import sure

LONG, SHORT = 150, 28
"""Entries of a game after which another is begun, in the full and the small test: so killed while it is made, too."""
KILLED = ("knockout", "kpgut", "a style")
"""The tables that are played in turn."""


@pytest.fixture
def hosts() -> Iterator[subprocess.Popen[str]]:
    here = Path(killed_hosts.__file__)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(here.parent), *sys.path])}
    program = [sys.executable, str(here)]
    with subprocess.Popen(program, stdin=-1, stdout=-1, env=env, encoding="utf-8") as hosts:
        yield hosts
        sure(hosts.stdin).close()


def killed(hosts: subprocess.Popen[str], order: object, chance: Random, most: int = 12) -> list[list[object]]:
    """Let a host begin, kill it after some of its inputs and some milliseconds, and return what it said."""
    sure(hosts.stdin).write(f"{json.dumps(order)}\n")
    sure(hosts.stdin).flush()
    lines, said = map(json.loads, sure(hosts.stdout)), list[list[object]]()
    _, process = next(lines)
    for _ in range(chance.randrange(most)):
        said.append(next(lines))
    time.sleep(chance.random() * chance.choice((0.0, 0.002, 0.008)))
    os.kill(int(process), signal.SIGKILL)
    said += iter(lambda: next(lines), ["gone"])
    assert all(what != "failed" for what, *_ in said), said
    return said


def straight_on(
    name: str, kept: Sequence[JournalEntry], seed: int | None, lines: Sequence[str], path: Path
) -> list[tuple[str, object]]:
    """Return what a host records who opens a game with these entries and types these lines without being killed.

    The game is closed and opened again before the first line, because a host who comes back may first be asked
    which movement was done last.
    """
    game = Match.open(table(name), path, seed)
    for entry in kept:
        game.replay(entry)
    game.close()
    session = opened(table(name), path, seed)
    for line in lines:
        session.take(line)
    entries = session.match.journal.entries
    session.close()
    return said_in(entries)


def said_in(entries: Iterable[JournalEntry]) -> list[tuple[str, object]]:
    return [(entry.kind, entry.body) for entry in entries]


def test_a_killed_program_loses_no_input(tmp_path: Path, hosts: subprocess.Popen[str], full: bool) -> None:
    """SIGKILL at random moments, while a game is made, opened, written, taken back, put right."""
    chance, met, path = Random(None if full else 13), Counter[str](), tmp_path / "0.game"
    before, seed, name = tuple[JournalEntry, ...](), None, KILLED[0]
    for number in range(300 if full else 32):
        said = killed(hosts, [name, str(path), seed, chance.random()], chance)
        lines = [str(what) for kind, what, *_ in said if kind == "typed"]
        acknowledged = [(size, digest) for kind, size, *digest in said if kind == "kept"]
        try:
            game = Match.open(table(name), path, seed)
        except JournalError:  # killed as the file was made, there is an empty one: --new begins beside it
            assert (path.stat().st_size, acknowledged, before) == (0, [], ())
            path.unlink()
            met["made in vain"] += 1
            continue
        entries, known = game.journal.entries, len(before)
        game.close()
        if acknowledged:
            known, (digest, *told) = int(str(acknowledged[-1][0])), acknowledged[-1][1]
            assert digest_of(entries[:known]) == digest
            if len(entries) == known:
                again = opened(table(name), path, seed)
                assert kept(again)[2:] == told
                met[f"told {told[0]}"] += 1
                again.close()
        else:
            assert entries[:known] == before
        met["in an input"] += len(lines) >= max(1, len(acknowledged))
        if len(entries) > known:
            met["written, and not yet acknowledged"] += 1
            assert len(lines) == len(acknowledged)
            assert straight_on(name, before, seed, lines, tmp_path / f"on {number}.game") == said_in(entries)
        met["entries"] += len(entries) - len(before)
        before = entries
        if len(entries) > (LONG if full else SHORT):
            met["games"] += 1
            name = KILLED[met["games"] % len(KILLED)]
            before, seed = (), (number if chance.random() < 0.5 else None)
            path = tmp_path / f"{number}.game"
    print(met)
    assert met["in an input"] > 10
    assert met["games"] >= len(KILLED) - 1
