"""The script on paper: walked against the steps of play, act by act."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

import pytest

from drawings import small, table_of
from facilitator.games.events import Start
from facilitator.machine.faces import DISCARDS
from facilitator.machine.operations import Heading
from facilitator.machine.parts import Part
from facilitator.play.game import Game
from facilitator.play.opening import opening
from facilitator.play.steps import all_steps
from facilitator.play.turn import Choice, plan_selection
from facilitator.readings.instruction import Instruction
from facilitator.sheets.aftermath import aftermath
from facilitator.sheets.build import Wish, build
from facilitator.sheets.drawing.marks import Text
from facilitator.sheets.flow import acts_of, in_order, way


@pytest.mark.parametrize("protocol", ["knockout", "published", "open"])
def test_the_script_is_what_play_says(protocol: str) -> None:
    """Walk both: the sheet's acts and what the game's own operations say, with the same answers, to the end."""
    table = table_of("Ana", "Ben", {"name": "Vera", "virtual": True}, hand_size=2, protocol=protocol)
    begun = opening(table, "Vera")
    acts = acts_of(begun.plan.recipe, begun.narrator)
    for seed in range(3):
        game = Game.open(table, None, seed)
        assert game.truth is not None
        start = turned_up(game)
        game.submit(Start(start, "Vera"))
        assert game.plan is not None
        layout = game.plan.layout
        assert layout is not None
        mine = (
            acts
            if start == begun.law.open_cards(begun.state)[DISCARDS][-1]
            else acts_of(game.plan.recipe, begun.narrator)
        )
        steps, said = performed(game)
        done = way(mine, said)
        assert [(act.step.heading, act.step.instruction) for act in done] == steps
        game.close()


def turned_up(game: Game) -> str:
    """The first top card of a rehearsal."""
    assert game.truth is not None
    start = game.truth.move(game.state)
    assert isinstance(start, Start)
    assert start.card
    return start.card


def performed(game: Game) -> tuple[list[object], list[str]]:
    """Let a rehearsal carry out the run under way; return each operation as it is narrated, and the answers.

    Play tells several operations at once; a sheet says each by itself.
    """
    run, said = game.run, list[str]()
    while run is not None and game.run is run:
        said += [run.truth] if run.truth else []
        game.answer(run.truth)
    assert run is not None
    steps, heading = list[object](), Heading(Part.LAY_OUT)
    for op in run.ops:
        heading = op if isinstance(op, Heading) else heading
        steps += [(heading, told) for told in run.telling.speech.narrator.narrate(op)]
    return steps, said


def test_a_chained_turn_begins_in_its_script_where_the_sheet_says() -> None:
    """After "the columns still stand": the steps of play are that seat's whole script from the act named on."""
    table = table_of("Ana", {"name": "Vera", "virtual": True}, {"name": "Nils", "virtual": True}, hand_size=2)
    begun = opening(table, "Vera")
    told = next(text for title, text in aftermath(table, begun) if "columns still stand" in title)
    chained = 0
    for seed in range(4):
        game = Game.open(table, None, seed)
        assert game.truth is not None
        game.submit(Start(turned_up(game), "Vera"))
        while game.run is not None and game.plan is not None:
            state, layout = game.state, game.plan.layout
            steps, said = performed(game)
            if layout is None or not layout.standing:
                continue
            whole = way(acts_of(plan_selection(state, Choice.of(table)).recipe, begun.narrator), said)
            assert [(act.step.heading, act.step.instruction) for act in whole][-len(steps) :] == steps
            first = whole[-len(steps)]
            assert f"act {first.number} of its script, {first.step.instruction.verb}," in told
            chained += 1
        game.close()
    assert chained


@pytest.mark.parametrize("protocol", ["knockout", "open"])
def test_draws_until_playable_stand_on_the_script_once(protocol: str) -> None:
    """The first draw as play says it; the next ones but for the numbers, however many there are."""
    deck = ["2R", "7R", "4G", "6B", "2Y", "SY", "1B", "5G", "8G", "9G", "8B", "9B"]
    seats = ("Ana", {"name": "Vera", "virtual": True})
    table = table_of(
        *seats, hand_size=2, pool="split", pool_deck=deck, draw="until playable", protocol=protocol
    )
    begun = opening(table, "Vera")
    rounds = set()
    for seed in range(12):
        game = Game.open(table, None, seed)
        assert game.truth is not None
        game.submit(Start(turned_up(game), "Vera"))
        assert game.plan is not None
        acts = acts_of(game.plan.recipe, begun.narrator)
        steps, said = performed(game)
        done = [(act.step.heading, act.step.instruction) for act in way(acts, said)]
        assert without_numbers(done) == without_numbers(steps)
        again = sum(bool(act.again) for act in way(acts, said))
        rounds.add(again)
        if again < 2:
            assert done[: len(done) // 2] == steps[: len(done) // 2]
        game.close()
    assert len(rounds) > 2
    document = build(table, Wish(), ["script"])[0][0]
    assert len(document.pages) < 25


def without_numbers(steps: Sequence[object]) -> list[tuple[Heading, str, str]]:
    found: list[tuple[Heading, str, str]] = []
    for step in steps:
        heading, said = cast("tuple[Heading, Instruction]", step)
        found.append((heading, said.verb, re.sub(r"[\d–, ]+", "#", said.sentence)))
    return found


def test_seats_share_a_script_only_if_it_fits_them_all() -> None:
    """Not if another style weighs otherwise, or if other cards hand over to the next virtual seat."""

    def titles(*seats: object) -> list[str]:
        document = build(table_of(*seats, hand_size=2), Wish(), ["script"])[0][0]
        return [page.bookmark for page in document.pages if "(" in page.bookmark]

    vera, nils = {"name": "Vera", "virtual": True}, {"name": "Nils", "virtual": True}
    assert titles("Ana", vera, "Ben", nils) == ["knockout selection (Vera, Nils)"]
    assert len(titles("Ana", "Ben", vera, nils)) == 2
    styled = [{**seat, "style": style} for seat, style in ((vera, "attacker"), (nils, "saver"))]
    assert len(titles("Ana", styled[0], "Ben", styled[1])) == 2
    assert len(titles("Ana", styled[0], "Ben", {**nils, "style": "attacker"})) == 1


def test_the_script_on_paper_has_every_act_in_order() -> None:
    table = small()
    begun = opening(table, "Vera")
    steps = all_steps(begun.plan.recipe, begun.narrator)
    acts = acts_of(begun.plan.recipe, begun.narrator)
    assert [act.step for act in acts] == steps
    assert [act.number for act in acts] == [str(step.number) for step in steps]
    document = build(table, Wish(), ["script"])[0][0]
    words = " ".join(mark.text for page in document.pages for mark in page.marks if isinstance(mark, Text))
    plain = "".join(words.split())
    at = 0
    for act in acts:
        sentence = "".join(f"{act.step.instruction.verb}{act.step.instruction.sentence}.".split())
        at = plain.index(sentence, at)
    for act in in_order(acts):
        assert "".join(act.step.instruction.check.split()) in plain
        assert all(branch.answers for branch in act.branches)
    smallest = min(
        mark.size
        for page in document.pages
        for mark in page.marks
        if isinstance(mark, Text) and any(word in mark.text for word in ("Host:", "Helpers:", "Everyone:"))
    )
    assert smallest >= 14 * 25.4 / 72 - 1e-9
