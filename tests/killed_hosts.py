"""Hosts that are killed: run as a program, it forks one for each line ``TABLE PATH SEED CHANCE`` that it reads.

A host types into the game at PATH until it is killed, and says on the standard output what it does: its process,
each line before it is typed, and what is kept once the line was taken.  It is one program, so that all is imported
once.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from random import Random

from facilitator.play.journal import JournalEntry
from facilitator.play.prompt import ChoicePrompt
from facilitator.play.session import Session
from facilitator.table_files.load import Table, make_table
from sessions import TABLES, opened, possible, right

OTHERS = (
    *("u", "u", "back", "redo", "redo 3", "oops", "oops", "stop", "void one fell", "note Ben saw 7R"),
    *("walk", "full", "brief"),
    *("correct Ana 3, the deck 22: counted", "correct top is 5R: misread", "q"),
)


def table(name: str = "knockout") -> Table:
    return make_table({**TABLES[name], "wording": "brief"})


def typed(session: Session, chance: Random) -> str:
    """What a host types next, who errs, goes back and forth, tells of mistakes and corrects the record."""
    now, game = session.get_prompt().asked, session.match
    if isinstance(now, ChoicePrompt):
        return str(chance.randrange(1 + len(now.options)) or "")
    if session.is_over:
        return "u"
    if chance.random() < 0.3:
        line = chance.choice(OTHERS)
        return f"back {chance.randrange(1, 2 + len(game.history()))}" if line == "back" else line
    if game.truth is not None:
        return right(session)
    return chance.choice(possible(session) or [""])


def kept(session: Session) -> list[object]:
    """Return the number of entries, their digest, the wording, and the number of the step at hand."""
    game = session.match
    told = [game.wording, 0 if game.attempt is None else game.attempt.number]
    return [game.journal.size, digest_of(game.journal.entries), *told]


def digest_of(entries: Iterable[JournalEntry]) -> str:
    """What entries say, but for their times, in few letters: a line of a pipe is written whole, or not at all."""
    said = json.dumps([[entry.kind, entry.body, entry.derived] for entry in entries])
    return sha256(said.encode()).hexdigest()


def say(*what: object) -> None:
    os.write(1, f"{json.dumps(what)}\n".encode())


def host(name: str, path: Path, seed: int | None, chance: Random) -> None:
    session = opened(table(name), path, seed)
    goes_on(session, lambda: typed(session, chance))


def goes_on(session: Session, line: Callable[[], str]) -> None:
    say("kept", *kept(session))
    while True:
        told = line()
        say("typed", told)
        session.take(told)
        say("kept", *kept(session))


def main() -> None:
    for order in sys.stdin:
        name, path, seed, chance = json.loads(order)
        child = os.fork()
        if not child:
            say("host", os.getpid())
            try:
                host(name, Path(path), seed, Random(chance))
            except BaseException as err:
                say("failed", repr(err))
            os._exit(1)
        os.waitpid(child, 0)
        say("gone")


if __name__ == "__main__":
    main()
