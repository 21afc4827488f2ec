"""What is counted when a run gives everything back is what the seat has then, by the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest

from drawings import table_of
from facilitator.instructions.grouping import Wording
from facilitator.instructions.wording import split_into_steps
from facilitator.play.attempt import StepRenderer
from facilitator.play.match import Match
from facilitator.table_files.load import Table
from turns import go_on

VERA = {"name": "Vera", "virtual": True}
TABLES = {
    "knockout": (table_of("Ana", VERA, hand_size=3, pool="split", pool_deck="compact-27"), {-1, 0, 1}),
    "wallet": (table_of("Ana", VERA, hand_size=3, protocol="wallet"), {-1, 0, 1}),
    "until playable": (
        table_of("Ana", VERA, hand_size=2, draw="until playable", pool="split", pool_deck="compact-27"),
        {-1, 0},
    ),
    "published": (
        table_of("Ana", VERA, hand_size=2, protocol="published", pool="split", pool_deck="compact-27"),
        {-1, 0},
    ),
}
"""Tables, and by how much a hand changes in a run there: a published one keeps nothing that was drawn."""


def counted(table: Table, seed: int) -> Iterator[int]:
    """Yield how many cards more Vera has after each of her runs, as the last check says: it is what play says too."""
    game = Match.open(table, None, seed)
    while not game.is_over:
        run, plan = game.attempt, game.plan
        if run is None or plan is None or plan.layout is None:
            go_on(game)
            continue
        before = game.state.hands[1]
        while game.attempt is run:
            go_on(game)
        told = [
            instruction
            for cue in split_into_steps(run.ops, run.telling.speech, Wording.BRIEF)
            for instruction in cue.instructions
        ]
        said = [
            instruction.full_check
            for instruction in told
            if instruction.check.startswith(("How many has", "How many cards does"))
        ]
        if found := re.findall(r"(?:has Vera|does Vera have now)\? (\d+)|\bVera (\d+)", " ".join(said)):
            now = int("".join(found[-1]))
            yield now - before
            if game.attempt is None:
                assert now == game.state.hands[1], said
    game.close()


@pytest.mark.parametrize("name", TABLES)
def test_the_last_check_says_what_the_hand_has(name: str) -> None:
    """Played, drawn and played, drawn and kept."""
    table, changes = TABLES[name]
    found, seed = set[int](), 0
    while not found >= changes:
        found |= {*islice(counted(table, seed), 12)}
        seed += 1
        assert seed < 9


def test_whoever_stops_while_cards_go_back_hears_every_part_of_the_step() -> None:
    """In brief wording the paper's return of cards is one entry, so all of it has to be finished first."""
    game = Match.open(TABLES["published"][0], None, 0)
    while game.attempt is None:
        go_on(game)
    run = game.attempt
    while game.attempt is run:
        go_on(game)
    last = split_into_steps(run.ops, run.telling.speech, Wording.BRIEF)[-1]
    said = StepRenderer(run.telling.speech, Wording.BRIEF).words(run.ops)
    assert len(last.instructions) == 5
    assert all(part.text in said for part in last.instructions)
    game.close()
