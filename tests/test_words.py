"""Words decide nothing: with every title and every sentence turned to nonsense, only what is said differs."""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import repeat
from pathlib import Path

import pytest

from facilitator.machine.operations import Op
from facilitator.machine.parts import Part, Phase
from facilitator.play.every_turn import EveryTurn
from facilitator.play.game import Game
from facilitator.play.journal import ANSWER, EVENT
from facilitator.play.opening import opening
from facilitator.proof.certificate import UNTIL, Line, Spec, check, sabotaged_specs
from facilitator.proof.chained import CHAINED
from facilitator.proof.way_back import GIVE_UP
from facilitator.protocols.forms import FORMS, fingerprint
from facilitator.readings import titles
from facilitator.readings.grouping import Wording
from facilitator.readings.instruction import Instruction
from facilitator.readings.narrate import Narrator
from facilitator.sheets.build import Wish, build
from facilitator.sheets.drawing.marks import Text
from facilitator.table.load import Table, make_table
from helpers import go_on

ANA, BEN, VERA, UDO = "Ana", "Ben", {"name": "Vera", "virtual": True}, {"name": "Udo", "virtual": True}
KEYS: tuple[dict[str, object], ...] = (
    {"seats": [ANA, VERA, BEN], "hand_size": 3},
    {"seats": [ANA, VERA, UDO], "hand_size": 2, "equipment": "sleeves", "draw": "until playable"},
    {"seats": [ANA, {**VERA, "style": "attacker"}], "hand_size": 3, "protocol": "published"},
)


def jabber(words: str) -> str:
    """Nonsense as long as what it stands for."""
    return str(codecs.encode(words, "rot13"))


def nonsense(monkeypatch: pytest.MonkeyPatch, steps: Callable[[int], int] = int) -> None:
    """Replace every title and sentence; ``steps``: how many steps an operation is told in, by how many it was."""
    monkeypatch.setattr(titles, "_TITLES", {part: f"zyx {len(part.name) % 3}" for part in Part})
    monkeypatch.setattr(titles, "_PHASES", dict.fromkeys(Phase, "zyx"))
    told = Narrator.narrate

    def narrate(self: Narrator, op: Op) -> tuple[Instruction, ...]:
        said = told(self, op)
        if not said:
            return ()
        first, last = said[0], said[-1]
        before = [*said[:-1], *repeat(replace(first, question="", ask=()), 9)][: steps(len(said)) - 1]
        return tuple(
            replace(one, text=jabber(one.text), check=jabber(one.check), question=jabber(one.question))
            for one in (*before, last)
        )

    monkeypatch.setattr(Narrator, "narrate", narrate)


SPECS = (
    *(Spec(form, (2, 1, 1)) for form in ("knockout", "published-2023", "knockout-2-classes")),
    *(Spec(GIVE_UP, sizes, of="knockout") for sizes in ((1, 1, 1), (2, 1, 1))),
    Spec(CHAINED, (1, 1, 1), of="knockout"),
    Spec(UNTIL, (1, 3), of="knockout"),
    *sabotaged_specs(["published-2023"]),
)


def verdict(line: Line) -> tuple[object, ...]:
    return line.form, line.cases, line.correct, line.secret, line.good, line.shuffles, line.fingerprint


def test_verdicts_and_fingerprints(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [verdict(check(spec)) for spec in SPECS]
    digits = [fingerprint(name) for name in FORMS]
    nonsense(monkeypatch)
    fingerprint.cache_clear()
    assert [verdict(check(spec)) for spec in SPECS] == before
    assert [fingerprint(name) for name in FORMS] == digits


def where(game: Game) -> tuple[object, ...]:
    run = game.run
    return game.state, game.recovering, run and (run.ops, run.heading, run.surface)


@pytest.mark.parametrize("keys", KEYS, ids=str)
@pytest.mark.parametrize("steps", [1, 3])
def test_an_old_game_goes_on_at_the_same_operation(
    keys: dict[str, object], steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many steps an operation is told in now, and whatever they say."""
    table, path = make_table(keys), tmp_path / "old.game"
    game = Game.open(table, path, 5)
    for number in range(50):
        if number == 5 and game.run is not None and not game.decided:
            game.stop_run()
        go_on(game)
    while game.run is not None and game.run.pressed:
        game.undo()  # steps within an operation are not kept
    before = where(game)
    game.close()
    whole = played_on(table, path)
    nonsense(monkeypatch, lambda _: steps)
    again = Game.open(table, path, 5)
    assert where(again) == before
    again.close()
    assert played_on(table, path) == whole


def played_on(table: Table, path: Path) -> list[object]:
    """The next inputs of a copy of the game."""
    copy = path.with_name("copy.game")
    copy.write_bytes(path.read_bytes())
    game = Game.open(table, copy, 5)
    kept = len(game.journal.entries)
    while len(game.journal.entries) < kept + 12:
        go_on(game)
    game.close()
    copy.unlink()
    return [entry.body for entry in game.journal.entries if entry.kind in (EVENT, ANSWER)]


def shape(table: Table) -> list[object]:
    """The way a folder goes, without its sentences."""
    told = EveryTurn(table).told(Wording.FULL)
    return [
        (act.first.cue.kind, act.first.cue.ops, act.again and act.again.number, told.only(act))
        for act in told.acts
    ]


@pytest.mark.parametrize("keys", KEYS, ids=str)
def test_the_ways_through_a_folder(keys: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    table = make_table(keys)
    before = shape(table)
    nonsense(monkeypatch)
    assert shape(table) == before


def narrator(table: Table) -> Narrator:
    return opening(table, table.virtual[0].name).narrator


def test_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn on the cheat sheets and seat cards, apart from text."""
    table = make_table(KEYS[0])
    before = [drawn(table, name) for name in ("cheats", "seats", "setup")]
    nonsense(monkeypatch)
    assert [drawn(table, name) for name in ("cheats", "seats", "setup")] == before


def drawn(table: Table, name: str) -> list[Counter[str]]:
    pages = build(table, Wish(), [name])[0][0].pages
    return [
        Counter(type(mark).__name__ for mark in page.marks if not isinstance(mark, Text)) for page in pages
    ]
