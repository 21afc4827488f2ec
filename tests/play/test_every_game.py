"""Every kind of table: anything is typed, anywhere, in any order.

What was taken opens again as it was left, and reads back; it is the same game as played straight.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from unittest.mock import patch
from zlib import crc32

import pytest

import killed_hosts
from facilitator.errors import NotWritten
from facilitator.games.registry import get_game, list_games
from facilitator.play.commands import Input
from facilitator.play.journal import EVENT, WORDING, Journal, list_live_entries
from facilitator.play.prompt import Reply
from facilitator.play.salvage import inspect_file
from facilitator.play.session import COMMANDS, Session
from facilitator.protocols.forms import list_offered_forms
from facilitator.table_files.load import Table
from sessions import Mark, declined, every_table, mark, opened, possible, seen, shown, straight

TABLES = every_table()
LONG = 120
"""Entries of a game after which another is begun."""
STRANGE = (
    *("", "", "αβ", "β α", "7R W", "D blue", "Ana shows 7R", "5-6 left", '{"seat":"Ana","pass":true}', "{"),
    *"xyzzy 7r draw pass no none ba αα W red 7D QS 1 2 9 ? ?? 26 challenge guilty innocent state table count".split(),
    *("Ana is away", "Ana gives up", "Zoe joins", "Ana forgot UNO", "Ana doubts Ben wrongly", "Ben gets 2"),
    *("draw 4", "round 2", "minutes 7", "time is up", "start 7R Ana first", "Ana begins", "Vera plays 7R"),
    *("history", "back 1", "back 99999999", "redo 99", "\x1b[A", "ǆ", "x" * 300),
    *(word for command in COMMANDS for word in command.words),
)


def line(session: Session, chance: Random) -> str:
    """What is typed next: mostly what can be, often a word of the program, sometimes anything at all."""
    if chance.random() < 0.2:
        return chance.choice((*STRANGE, *possible(session)[:40]))
    return killed_hosts.typed(session, chance)


def left_as(session: Session) -> tuple[Mark, object, object, object]:
    """How a game is left, to the letter, but for steps within an act, which are not kept."""
    game = session.match
    return mark(game), game.history(), shown(session), game.wording


def stands(session: Session) -> tuple[object, ...]:
    """Everything that a rejected line may not change."""
    game = session.match
    ahead = [(past.kind, past.body) for past in game.ahead]
    return game.journal.size, game.history(), ahead, seen(session, whole=True)


class Evenings:
    """A host at a table who types anything, leaves and comes back, game after game."""

    def __init__(self, table: Table, folder: Path, chance: Random) -> None:
        self.table, self.folder, self.chance = table, folder, chance
        self.met = Counter[str]()
        self.begin()

    def begin(self) -> None:
        self.met["games"] += 1
        self.path = self.folder / f"{self.met['games']}.game"
        self.seed = self.chance.choice((None, None, self.chance.randrange(1000)))
        self.session = declined(opened(self.table, self.path, self.seed))
        self.before: dict[int, Mark] = {}

    def types(self, lines: int) -> None:
        for _ in range(lines):
            said: str | Input = line(self.session, self.chance)
            if self.chance.random() < 0.05:
                taps = self.session.offers(self.session.get_prompt().asked)
                said = self.chance.choice(taps).input if taps else said
            self.take(said)

    def take(self, said: str | Input) -> None:
        """Take a line, every seventh also on a full disk. What is rejected or not written changes nothing."""
        game, before, was = self.session.match, stands(self.session), mark(self.session.match)
        typed = [past.number for past in game.inputs]
        self.met["lines"] += 1
        if not self.met["lines"] % 7:
            with patch.object(Journal, "write", side_effect=NotWritten("The disk is full.", "Make room.")):
                reply = self.session.take(said)
            if not isinstance(reply.refused, NotWritten):
                return self.follow(said, reply, typed)
            assert (mark(game), stands(self.session)) == (was, before), said
            self.met["not written"] += 1
        reply = self.session.take(said)
        if reply.refused is not None:
            assert (mark(game), stands(self.session)) == (was, before), (said, reply.refused)
        elif len(game.inputs) > len(typed):
            self.before[game.inputs[len(typed)].number] = was
        return self.follow(said, reply, typed)

    def follow(self, said: str | Input, reply: Reply, typed: Sequence[int]) -> None:
        """Check the prompt after a line, and that `back` leads to where the game stood.

        Args:
            said: The line.
            reply: Reply to the line.
            typed: Numbers of the inputs that counted before it.
        """
        game = self.session.match
        assert self.session.get_prompt().asked
        self.met["taken"] += reply.refused is None
        if reply.refused is None and isinstance(said, str) and (found := re.fullmatch(r"back (\d+)", said)):
            number = int(found[1])
            assert number in typed
            assert all(past.number < number for past in game.inputs)
            assert mark(game) == self.before.get(number, mark(game))
        if reply.left:
            self.comes_back()

    def comes_back(self) -> None:
        """The file is read as it was written: by the game, as the record, and by who saves what can be saved."""
        before, entries = left_as(self.session), self.session.match.journal.entries
        self.session.close()
        assert Journal(self.path, to_read=True).entries == entries
        if entries and self.met["opened again"] % 20 == 0:
            saved = inspect_file(self.table, self.path)
            assert (saved.is_intact, len(saved.rows)) == (True, len(entries)), saved
        self.session = declined(opened(self.table, self.path, self.seed))
        assert left_as(self.session) == before
        self.met["opened again"] += 1
        if len(entries) > LONG:
            self.ends()
            self.begin()

    def ends(self) -> None:
        """The game is the same as if only the lines had been typed that still count."""
        game, other = self.session.match, straight(self.session)
        while game.recovering and not other.match.recovering:  # hands are home only when all lies there
            game.answer(game.attempt.ask[0] if game.attempt is not None and game.attempt.ask else "")
            other = straight(self.session)
        assert mark(other.match) == mark(game)
        if all(
            entry.kind != WORDING for entry in game.journal.entries
        ):  # steps are counted as they were told
            assert seen(other) == seen(self.session)
        events = (
            [entry.body for entry in list_live_entries(match.journal.entries) if entry.kind == EVENT]
            for match in (other.match, game)
        )
        assert next(events) == next(events)
        self.session.close()


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.every(8)
def test_a_game_with_random_inputs_reopens_unchanged(name: str, tmp_path: Path, full: bool) -> None:
    """No line, right or wrong, ends the program by a fault of ours; with --full 200 reopenings of each table."""
    seed = Random().randrange(2**32) if full else crc32(name.encode())
    print(name, seed)
    chance = Random(seed)
    host = Evenings(TABLES[name], tmp_path, chance)
    for _ in range(200 if full else 2):
        host.types(chance.randrange(1, 15) if full else chance.randrange(6, 18))
        host.comes_back()
    host.ends()
    print(dict(host.met))
    assert host.met["taken"] > 2


def test_every_game_rule_form_and_pool_is_tested() -> None:
    tables = TABLES.values()
    assert {(table.game, table.rules) for table in tables} == {
        (game, rules) for game in list_games() for rules in get_game(game).about.rules
    }
    assert {table.protocol for table in tables} == set(list_offered_forms())
    for game in list_games():
        assert {table.pool for table in tables if table.game == game} == {
            "shared",
            *(["split"] if get_game(game).about.pools else []),
        }
