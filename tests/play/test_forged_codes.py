"""What a forger could choose freely in a record: nothing that changes a check code.

A forger has the file, the program and a computer. So each kind of row, and each field of it, is varied in many ways,
rows are inserted at several places, and the facts are changed. The program must reject the variant, or keep the
codes, or show other moves.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from disks import forged
from facilitator.errors import FacilitatorError
from facilitator.games.events import VERBS
from facilitator.play.journal import (
    ANSWER,
    EVENT,
    GIVE_UP,
    MISTAKE,
    NOTE,
    OOPS,
    REACHED,
    REPAIR,
    UNDO,
    VOID,
    WORDING,
    Journal,
    JournalEntry,
)
from facilitator.play.kept_games import make_journal_facts
from facilitator.play.match import Match
from facilitator.play.salvage import game_of_its_own
from facilitator.protocols.recovery import Repair
from facilitator.table_files.load import Table, make_table
from sessions import TABLES, VERA, count_voids, opened, possible, small

NOW = "2026-01-01T20:00:00.000+00:00"
NONCES = ("x", "y", "\u200b", "0", "Z" * 40)


class Typed(NamedTuple):
    """A row that was typed."""

    kind: str
    body: Mapping[str, object]


class Replayed(NamedTuple):
    """A record as the program reads it, as far as a row.

    Attributes:
        digest: The digest of the record. All its codes are made from this chain.
        moves: Everything that was visible at the table, in order: the public state, the answers, whose turn it was.
    """

    digest: str
    moves: tuple[object, ...]


def replay(table: Table, rows: list[Typed], rename: Mapping[str, str] | None = None) -> list[Replayed]:
    """Return the record before its first row and after each row."""
    game = Match(table, Journal(None, make_journal_facts(table, None)))
    moves = list[object]()
    found = [Replayed(game.record.get_digest(0), ())]
    for number, row in enumerate(rows, 1):
        body = {key: renamed(value, rename or {}) for key, value in row.body.items()}
        game.replay(JournalEntry(number, NOW, row.kind, body, False))
        run, plan = game.attempt, game.plan
        position = (
            game.state,
            count_voids(game),
            run and (tuple(run.typed), len(run.ops)),
            plan and (plan.seat, plan.form),
        )
        if moves[-1:] != [position]:
            moves.append(position)
        found.append(Replayed(game.record.get_digest(number), tuple(moves)))
    return found


def renamed(value: object, names: Mapping[str, str]) -> object:
    """Return a value of a body with other names for the seats, also before a size: "Ana 5"."""
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    if not isinstance(value, str):
        return value
    name, space, rest = value.rpartition(" ")
    return f"{names[name]}{space}{rest}" if name in names else names.get(value, value)


def typed_rows(game: Match) -> list[Typed]:
    return [Typed(row.kind, row.body) for row in game.journal.entries if not row.derived]


def every_kind() -> tuple[Table, list[Typed]]:
    """A game at a real table with every kind of row: answers, a repair, a stop, a void, undo, a correction."""
    table = small(wording="brief", hand_size=4)
    session = opened(table, None)
    game = session.match

    def take(*lines: str) -> None:
        for line in lines:
            assert session.take(line).refused is None, line

    def answer(count: int) -> None:
        take(*(line for _ in range(count) for line in possible(session)[:1]))

    take("7R Ana", "note Ben sits here", "full", "brief")
    sizes = game.rules.find_zones(game.state).sizes
    take(f"correct Ana {sizes['Ana'] + 1}, deck {sizes['deck'] - 1}: counted", "5R")
    answer(2)
    game.journal.append(REACHED, {"steps": 1, "of": 3})
    game.record_mistake("moved", "again", "a covered column was seen")
    game.put_right(Repair.SCRAMBLE_AGAIN)
    answer(3)
    take("stop")
    while game.recovering:
        answer(1)
    answer(2)
    take("u")
    answer(2)
    take("void two cards fell")
    while game.recovering:
        answer(1)
    answer(6)
    rows = typed_rows(game)
    kinds = {EVENT, ANSWER, UNDO, NOTE, OOPS, REPAIR, GIVE_UP, VOID, WORDING, REACHED}
    assert {row.kind for row in rows} == kinds
    return table, rows


def some_moves(table: Table, inputs: int) -> list[Typed]:
    """The first inputs of a game at a real table, chosen at random."""
    session, chance = opened(table, None), Random(3)
    for _ in range(inputs):
        session.take(chance.choice(possible(session) or [""]))
    return typed_rows(session.match)


ADDED = ("color", "suit", "end", "more", "made", "why", "count")
VALUES: Sequence[object] = (None, "R", "Y", "H", "left", [], True, 1)
"""Keys of events that a forger may try to add to another event, and values for them."""


def variants(row: Typed, names: list[str]) -> Iterator[tuple[str, Typed]]:
    """Yield other forms of a row, each with the field that was varied."""
    body = dict(row.body)
    for nonce in NONCES:
        yield "another key", Typed(row.kind, {**body, "nonce": nonce})
        yield "another key", Typed(row.kind, {nonce: nonce, **body})
    yield "order of keys", Typed(row.kind, dict(reversed(body.items())))
    for key in ADDED if row.kind == EVENT else ():
        for added in VALUES:
            yield f"{key} added", Typed(row.kind, {**body, key: added})
    for key, value in body.items():
        for other in others(value, names):
            yield key, Typed(row.kind, {**body, key: other})
        yield f"{key} left out", Typed(row.kind, {name: held for name, held in body.items() if name != key})


def others(value: object, names: list[str]) -> Iterator[object]:
    """Yield other values for a field: other spellings, other types, other texts."""
    if isinstance(value, list):
        yield from (value[::-1], [*value, *value], [*value, "Vera 4"], [f" {item} " for item in value])
        yield [item.replace(" ", " 0") for item in value]
        return
    if isinstance(value, bool | int):
        yield from (int(value), float(value), bool(value), not value, str(value), int(value) + 1, -1, 0)
        return
    text = str(value)
    yield from (text.lower(), text.upper(), text[::-1])
    yield from (f" {text}", f"{text} ", f"{text}\u200b", f"{text}\u0301")
    yield from (text.replace("R", " red"), "8R", "3R", None, [text], "", "none", "βα", "αβ", *names, *NONCES)


INSERTED = [
    *((Typed(NOTE, {"text": nonce}),) for nonce in NONCES),
    *((Typed(NOTE, {"text": nonce}), Typed(UNDO, {"takes": 1})) for nonce in NONCES[:2]),
    (Typed(OOPS, {"mishap": "moved", "way": "again", "text": "x"}),),
    (Typed(OOPS, {"mishap": "x", "way": "y", "text": "z"}), Typed(UNDO, {"takes": 1})),
    *(
        (Typed(WORDING, {"told": told, "over": over}),)
        for told in ("full", "brief")
        for over in ("brief", "x")
    ),
    *((Typed(REACHED, {"steps": steps, "of": 9}),) for steps in (-1, 0, 5)),
    (Typed(MISTAKE, {"slip": "x"}),),
    (Typed(UNDO, {"takes": 0}),),
    (Typed("sigh", {}),),
]
"""Rows that a forger may try to insert at any place."""


class Forger:
    """Tries variants of a record and counts, by kind and field, what became of them."""

    def __init__(self, table: Table, rows: list[Typed]) -> None:
        self._table, self._rows, self._known = table, rows, replay(table, rows)
        self.free = list[tuple[str, str, object]]()
        self.counts: dict[tuple[str, str], Counter[str]] = {}

    def attempt(self, kind: str, field: str, at: int, skipped: int, changed: Sequence[Typed]) -> None:
        """Replace ``skipped`` rows from index ``at`` on. The rows after them would add the same to the digest."""
        result = self._result([*self._rows[:at], *changed], self._known[at + skipped])
        self.counts.setdefault((kind, field), Counter())[result] += 1
        if result == "free":
            self.free.append((kind, field, changed))

    def _result(self, rows: list[Typed], known: Replayed) -> str:
        try:
            found = replay(self._table, rows)[-1]
        except (FacilitatorError, LookupError, TypeError, ValueError, AssertionError):
            return "rejected"
        if found.digest == known.digest:
            return "same code"
        return "free" if found.moves == known.moves else "other moves"

    def total(self, result: str) -> int:
        return sum(counts[result] for counts in self.counts.values())

    def print(self) -> None:
        for (kind, field), counts in sorted(self.counts.items()):
            print(f"{kind:10} {field:20} {dict(counts)}")


def vary_each_kind_and_field(forger: Forger, rows: list[Typed], names: list[str], full: bool) -> None:
    """Vary the first row of each kind, and of each kind of event; at full size the first two."""
    met = Counter[str]()
    verbs = {verb for verb, _ in VERBS.values()}
    for at, row in enumerate(rows):
        kind = f"{row.kind} {min(verbs & set(row.body), default='')}".strip()
        met[kind] += 1
        if met[kind] > 1 + full:
            continue
        for field, variant in variants(row, names):
            # True == 1 in Python, but not in JSON
            if json.dumps(variant.body) != json.dumps(row.body):
                forger.attempt(kind, field, at, 1, [variant])


def test_a_forger_can_choose_nothing_in_any_kind_of_row(full: bool) -> None:
    table, rows = every_kind()
    forger = Forger(table, rows)
    vary_each_kind_and_field(forger, rows, ["Ana", "Vera"], full)
    forger.print()
    assert forger.free == []
    fields = forger.counts
    same = {field for field, counts in fields.items() if counts["same code"]}
    assert {
        (NOTE, "text"),
        (OOPS, "text"),
        (OOPS, "mishap"),
        (VOID, "reason"),
        (WORDING, "over"),
        (REACHED, "steps"),
        *(("event correct", key) for key in ("why", "correct", "another key")),
        ("event play", "seat"),
    } <= same
    assert fields["event play", "play"]["other moves"]
    for field in ((ANSWER, "said"), (UNDO, "takes"), (REPAIR, "repair"), (GIVE_UP, "another key")):
        assert fields[field].keys() == {"rejected"}, field
    assert forger.total("rejected") > 200


def test_a_forger_can_insert_no_row_that_changes_a_code(full: bool) -> None:
    table, rows = every_kind()
    forger = Forger(table, rows)
    for at in range(0, len(rows) + 1, 5 if full else 10):
        for inserted in INSERTED:
            kinds = " and ".join(row.kind for row in inserted)
            forger.attempt(kinds, "inserted", at, 0, inserted)
    forger.print()
    assert forger.free == []
    for kinds in (NOTE, "note and undo", OOPS, "oops and undo", WORDING, REACHED):
        assert forger.counts[kinds, "inserted"].keys() == {"same code"}, kinds
    for kinds in (MISTAKE, "sigh"):
        assert forger.counts[kinds, "inserted"].keys() == {"rejected"}, kinds


GAMES: Mapping[str, Mapping[str, object]] = {
    **{name: TABLES[name] for name in ("a challenge", "hearts", "kpgut")},
    "dominoes": {"game": "dominoes", "seats": ["Ana", "Ben", VERA]},
    "sevens": {"game": "sevens", "seats": ["Ana", "Ben", VERA]},
    "eights": {"game": "eights", "seats": ["Ana", "Ben", VERA]},
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.every(2)
def test_a_forger_can_choose_nothing_in_the_events_of_any_game(name: str, full: bool) -> None:
    table = make_table({"protocol": "knockout", **GAMES[name]})
    rows = some_moves(table, 25)
    forger = Forger(table, rows)
    vary_each_kind_and_field(forger, rows, [seat.name for seat in table.seats], full)
    forger.print()
    assert forger.free == []
    assert forger.total("same code")
    assert forger.total("rejected")


def test_names_and_facts_change_no_code(tmp_path: Path) -> None:
    """A forger who writes the table could choose look-alike names, or another time."""
    table, rows = every_kind()
    known = replay(table, rows)[-1]
    for ana, vera in (("Аna", "Vera"), ("Ana\u0301", "Vera"), ("Zoe", "Nora")):
        seats = [ana, {"name": vera, "virtual": True}]
        other = make_table({**table.model_dump(mode="json"), "seats": seats, "name": f"table of {ana}"})
        assert replay(other, rows, {"Ana": ana, "Vera": vera})[-1].digest == known.digest
    path, copy = tmp_path / "a.game", tmp_path / "b.game"
    session = opened(table, path)
    for line in ("7R Ana", "5R"):
        session.take(line)
    codes = session.match.witness.turns
    session.close()
    for statement in (
        "UPDATE entry SET at = replace(at, '20', '19')",
        "UPDATE fact SET value = replace(value, '20', '19') WHERE name = 'begun'",
        "UPDATE fact SET value = json_set(value, '$.name', 'x') WHERE name = 'table'",
    ):
        shutil.copy(path, copy)
        forged(statement)(copy)
        assert game_of_its_own(copy).witness.turns == codes
