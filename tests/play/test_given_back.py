"""What is counted when a run, or the way back from it, gives everything back is what each seat has then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from drawings import table_of
from facilitator.instructions.grouping import Wording
from facilitator.instructions.simulate import SimulatedTable
from facilitator.instructions.wording import split_into_steps
from facilitator.operations.definitions import Draw, Op
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK, DISCARDS
from facilitator.operations.perform import operations
from facilitator.play.attempt import StepRenderer
from facilitator.play.match import Match
from facilitator.protocols.forms import Form, example_layout, get_certified_forms
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import build_recovery
from facilitator.table_files.load import Table
from turns import go_on, speech

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
            for cue in split_into_steps(run.ops, run.telling.speech, Wording.FULL)
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
def test_the_last_check_states_the_number_of_cards_in_the_hand(name: str) -> None:
    """Played, drawn and played, drawn and kept."""
    table, changes = TABLES[name]
    found, seed = set[int](), 0
    while not found >= changes:
        found |= {*islice(counted(table, seed), 12)}
        seed += 1
        assert seed < 9


def test_a_stop_during_the_return_of_cards_lists_every_part_of_the_step() -> None:
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


PLAYED = [form for form in get_certified_forms().values() if form.played]
OWNERS = {"the draw pile": DECK, "the discard pile": DISCARDS}


def layouts(form: Form) -> Iterator[Layout]:
    """Small tables where no card fits, or some do; where several are drawn, and where columns stay."""
    for sizes in ((3, 2, 4), (1, 3, 3)):
        yield from (example_layout(sizes, valid, form) for valid in (0, 4))
        yield replace(example_layout(sizes, 0, form), until=True)
        if form.chains:
            yield replace(example_layout(sizes, 4, form), hands_over=lambda known: known.card is not None)


def ways_back(form: Form, layout: Layout) -> Iterator[tuple[SimulatedTable, list[Op]]]:
    """Yield the table after each operation of a run, and the way back from there, whatever was seen."""
    hands, cards = dict[str, list[str]](), iter(layout.cards)
    for owner, size in layout.hands:
        hands[owner] = [*islice(cards, size)]
    table, done, surface = SimulatedTable(hands, 1), list[Op](), VisibleTable()

    def do(op: Op) -> str:
        answer = table(op)
        done.append(op)
        surface.note(op, answer)
        return answer

    for _ in operations(form.recipe(layout), do):
        if surface or any(isinstance(op, Draw) for op in done):
            lies = table.get_positions()
            yield table, [*operations(build_recovery(layout, surface, done))]
            table.lay(lies)


@pytest.mark.parametrize("form", PLAYED, ids=[form.name for form in PLAYED])
@pytest.mark.every(3)
def test_every_count_during_the_return_of_cards_is_correct(form: Form) -> None:
    """Wherever a run ends: the hands of a simulated table are counted after each step."""
    counted = 0
    for layout in layouts(form):
        for table, back in ways_back(form, layout):
            for step in split_into_steps(back, speech("envelopes"), Wording.FULL):
                for op in step.ops:
                    table(op)
                for told in step.instructions:
                    if not re.fullmatch(r"How many cards does .* have now\?", told.check):
                        continue
                    said = re.findall(r"(?:^|, )(.*?) ?(\d+)", told.expected)
                    there = {owner: len(held) for owner, held in table.hands.items()}
                    for name, number in said:
                        owner = OWNERS.get(name, name or layout.seat)
                        assert int(number) == there[owner], (told.full_check, there)
                    counted += len(said)
    assert counted > 20
