"""The asking deck in play: what lies on the table, which doors are named, what nobody need ask."""

from __future__ import annotations

from dataclasses import replace

import pytest

from facilitator.errors import TableError
from facilitator.games.asking import asking_in
from facilitator.games.events import Play, Start
from facilitator.games.facts import Seat
from facilitator.games.registry import game_named
from facilitator.machine.faces import RING
from facilitator.machine.operations import Ask, DrawUp, Scramble, asked_by
from facilitator.machine.perform import operations
from facilitator.play.game import Game
from facilitator.play.lying import table_now
from facilitator.play.run import Run
from facilitator.play.turn import Choice, Selection, plan_selection
from facilitator.readings.lying import PLAY_CARDS
from facilitator.table.load import make_table

VERA = {"name": "Vera", "virtual": True}


def begun() -> tuple[Game, Run]:
    """A real game with a red 7 on top, Vera's turn."""
    game = Game.open(make_table({"seats": ["Ana", "Ben", VERA], "protocol": "asking", "hand_size": 3}), None)
    game.submit(Start("7R", "Vera"))
    assert game.run is not None
    return game, game.run


def test_the_table_now_counts_the_row_and_the_drawn_card() -> None:
    game, run = begun()
    while not isinstance(run.ops[-1], DrawUp):
        game.answer(RING if isinstance(run.ops[-1], Ask) else "")
    before = table_now(game)
    assert (before.counts, before.laid) == (((PLAY_CARDS, 3, 0),), (("Vera", 3),))
    game.answer("")
    now = table_now(game)
    assert (now.counts, now.laid) == (((PLAY_CARDS, 4, 0),), (("Vera", 3), ("the deck", 1)))
    assert any("reader" in said for said in now.remarks)
    assert not any("nvelope" in said for said in now.remarks)
    game.answer(RING)
    game.answer("")
    assert table_now(game).laid == (("Vera", 3),)


def test_stop_leads_home_before_a_card_is_asked_and_no_more_after_it() -> None:
    game, run = begun()
    game.answer("")
    assert isinstance(run.ops[-1], Scramble)
    game.stop_run()
    assert game.recovering
    game, run = begun()
    while not isinstance(run.ops[-1], Ask):
        game.answer("")
    game.answer(RING)
    with pytest.raises(TableError, match="Finish the steps"):
        game.stop_run()


def test_the_doors_named_are_as_few_as_tell_it() -> None:
    uno = game_named("uno")
    asked = asking_in(uno, "paper")
    fits = frozenset(
        face for face in uno.kinds.cards if face in "WD" or {"red", "7"} & {*uno.kinds.traits(face)}
    )
    assert asked.opened(fits, uno.kinds.cards) == ("red", "7")
    left = [face for face in uno.kinds.cards if face[0] != "7" or face == "7R"]
    assert asked.opened(fits, left) == ("red",)
    blue_is_gone = [
        "1R",
        "+R",
        "7Y",
        "1G",
        "W",
        "D",
    ]  # on a blue card only black ones fit, which have every dot
    on_blue = frozenset(face for face in uno.kinds.cards if face in "WD" or face[1] == "B")
    assert asked.opened(on_blue, blue_is_gone) == ("blue",)
    hearts = asking_in(game_named("hearts"), "paper")
    assert hearts.places == ("club", "diamond", "heart", "spade")
    assert hearts.doors["leading"] == frozenset()


def test_what_everybody_knows_is_not_asked() -> None:
    """At the first lead of Hearts any card may be played; who lacks the suit led throws any: no door is opened."""
    table = make_table({"game": "hearts", "seats": ["Ana", "Ben", "Cem", VERA], "protocol": "asking"})
    law, seats = game_named("hearts"), [Seat(seat.name, virtual=seat.virtual) for seat in table.seats]
    dealt = law.begin(seats, {"rules": "paper"})
    assert not asks(plan_selection(law.apply(dealt, Start(None, "Vera")).state, Choice.of(table)))
    state = law.apply(law.apply(dealt, Start(None, "Cem")).state, Play("Cem", "KD")).state
    assert asks(plan_selection(state, Choice.of(table))) == [("diamond",)] * 13
    void = tuple(
        frozenset(f for f in law.kinds.cards if f[1] == "D") if at == 3 else one
        for at, one in enumerate(state.lacks)
    )
    assert not asks(plan_selection(replace(state, lacks=void), Choice.of(table)))


def asks(plan: Selection) -> list[tuple[str, ...]]:
    """Return the doors of every question of a run, none of which finds a dot."""
    ops = operations(plan.recipe, lambda op: RING if isinstance(op, Ask) else next(iter(asked_by(op)), ""))
    return [op.doors for op in ops if isinstance(op, Ask)]
