"""Giving up at the edges: the colour lottery, an only card, drawing until playable, no run at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any

import pytest

from drawings import read_words
from facilitator.errors import CommandError, TableError
from facilitator.games.uno import cards as uno
from facilitator.i18n.catalogue import sentence
from facilitator.instructions.grouping import Wording
from facilitator.instructions.wording import split_into_steps
from facilitator.operations.definitions import COLUMN, TOP_ROW, Collect, Op, Reveal, Stir, places_of
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import ALPHA, BETA
from facilitator.operations.perform import operations
from facilitator.operations.purposes import Part
from facilitator.operations.steps import Kind
from facilitator.play.attempt import Attempt
from facilitator.play.journal import list_live_entries
from facilitator.play.match import Match
from facilitator.play.stop import can_reverse_with_shuffle
from facilitator.protocols.knockout import knockout
from facilitator.protocols.recovery import build_recovery
from facilitator.sheets.build import SheetOptions, build
from facilitator.table_files.load import make_table
from facilitator.web.page_data import list_sentences
from sessions import opened, settled, undone_as_far_as_it_goes
from sure import sure
from turns import all_cards, answering, go_on, speech, split_pool

ANA, BEN, VERA, UDO = "Ana", "Ben", {"name": "Vera", "virtual": True}, {"name": "Udo", "virtual": True}
BITS = {"αβ", "βα"}


def rehearsal(seed: int, **keys: Any) -> Match:
    table = make_table({"seats": [ANA, VERA, UDO], "hand_size": 3, "wording": "full", **keys})
    return Match.open(table, None, seed)


def played_until(there: Callable[[Match], bool], **keys: Any) -> Match:
    """The first rehearsal in which it comes to this."""
    for seed in range(100):
        game = rehearsal(seed, **keys)
        while not game.is_over and not there(game):
            go_on(game)
        if not game.is_over:
            return game
    raise AssertionError("it never came to this")


def standing(game: Match) -> bool:
    return any(place.area == COLUMN for place in sure(game.truth).table.surface)


def run_of(game: Match) -> Attempt:
    return sure(game.attempt)


def refused(game: Match) -> str:
    before, entries = (game.attempt, game.state), game.journal.entries
    with pytest.raises((CommandError, TableError)) as caught:
        game.stop_attempt()
    assert ((game.attempt, game.state), game.journal.entries) == (before, entries)
    return str(caught.value)


@pytest.mark.parametrize("columns", [True, False])
@pytest.mark.parametrize("steps", [0, 1, 2])
@pytest.mark.every(3)
def test_a_cancelled_colour_draw_restarts(steps: int, columns: bool) -> None:
    """Before a colour is drawn its cards go back and it starts anew; the black card stays played."""
    game = played_until(lambda game: game.drawing_lot and standing(game) is columns)
    state, chosen = game.state, game.plan and game.plan.chosen
    for _ in range(steps):
        go_on(game)
    game.stop_attempt()
    assert game.recovering is (steps > 0), "nothing lies there before the first step is done"
    if game.recovering:
        assert "being put back" in refused(game)
    while game.recovering:
        go_on(game)
    assert (game.drawing_lot, run_of(game).number, standing(game)) == (True, 1, columns)
    assert (game.state, game.plan and game.plan.chosen) == (state, chosen)
    while game.drawing_lot:
        go_on(game)
    assert chosen in game.state.discards
    assert all_cards(game) == Counter(uno.DECK)
    while not game.is_over:
        go_on(game)


def test_a_drawn_colour_cannot_be_cancelled() -> None:
    game = played_until(lambda game: game.drawing_lot and bool(run_of(game).ask))
    assert "have drawn the colour card already" in refused(game)
    go_on(game)
    assert "have drawn the colour card already" in refused(game)


def at_operation(number: int, game: Match) -> bool:
    return game.attempt is not None and not game.drawing_lot and len(game.attempt.typed) == number


def test_a_rehearsal_is_cancelled_like_a_real_game(full: bool) -> None:
    """The same steps lead back from every operation, in a rehearsal and told the same answers at a real table."""
    compared = 0
    for number in range(1, 40, 1 if full else 3):
        rehearsed = played_until(partial(at_operation, number))
        if settled(rehearsed):
            continue
        compared += 1
        real = Match.open(rehearsed.table, None)
        for entry in list_live_entries(rehearsed.journal.entries):
            real.replay(entry)
        told = []
        for game in (rehearsed, real):
            game.stop_attempt()
            told.append([run_of(game).lines[0]])
            while game.recovering:
                game.answer()
                told[-1].append(run_of(game).lines[0])
        assert told[0] == told[1], number
    assert compared >= (25 if full else 8)


@pytest.mark.parametrize(
    "keys",
    [
        {"draw": "until playable"},
        {"draw": "until playable", "wild_draw_four": "last"},
        {"seats": [ANA, {**VERA, "style": "attacker"}, BEN]},
        {"hand_size": 1},
        {"hand_size": 1, "pool": "split", "pool_deck": "compact-27"},
    ],
)
def test_an_attempt_cannot_be_cancelled_after_its_result(keys: dict[str, Any]) -> None:
    """Before the first question about more than the six-card row stop is heard, and ever after it is not."""
    game = played_until(
        lambda game: game.attempt is not None and run_of(game).heading.part is Part.DRAW_CHECK, **keys
    )
    assert game.plan is not None
    state, run = game.state, run_of(game)
    while game.attempt is run:
        assert "You have seen the result already" in refused(game)
        go_on(game)
    while game.drawing_lot:
        go_on(game)
    assert game.state.n > state.n


def test_the_pair_of_a_single_card_may_be_read_again() -> None:
    """It says whether the card is valid, and would say so again; once it was told, the run is finished."""
    game = played_until(
        lambda game: game.attempt is not None and run_of(game).heading.part is Part.CHAMPION, hand_size=1
    )
    assert set(run_of(game).ask) == BITS
    game.stop_attempt()
    assert game.recovering
    game.undo()
    go_on(game)
    assert "You have seen the result already" in refused(game)


def test_without_an_attempt_there_is_nothing_to_cancel() -> None:
    assert "nothing to stop" in refused(rehearsal(1))


def test_a_recovery_in_progress_cannot_be_undone_or_cancelled() -> None:
    """Nothing leads to before it: what was given up stays so."""
    game = played_until(lambda at: at.attempt is not None and len(at.attempt.ops) > 12, seats=[ANA, VERA])
    game.stop_attempt()
    go_on(game)
    assert game.recovering
    way = run_of(game).log
    assert "Finish these steps" in undone_as_far_as_it_goes(game).remedy
    entries = game.journal.entries
    with pytest.raises(TableError, match="being put back"):
        game.stop_attempt("two pairs read β α")
    assert game.journal.entries == entries
    assert run_of(game).log is way


@pytest.mark.parametrize("equipment", ["envelopes", "sleeves"])
@pytest.mark.parametrize("wording", Wording)
def test_the_recovery_is_the_same_from_every_point_of_a_duel(equipment: str, wording: Wording) -> None:
    """So a stop in a duel says that alone; how many extra cards there are differs before the first 1 is laid."""
    layout, done, surface, ways = split_pool(4), list[Op](), VisibleTable(), Counter[tuple[str, ...]]()
    for op in operations(knockout(layout), answering("none")):
        done.append(op)
        surface.note(op)
        if any(place.row == TOP_ROW for place in places_of(op)) and not isinstance(op, Collect):
            back = tuple(operations(build_recovery(layout, surface, done), answering("none")))
            told = split_into_steps(back, speech(equipment), wording)
            ways[tuple(one.text for cue in told for one in cue.instructions)] += 1
    assert len(ways) == 1
    assert ways.total() == 3 * 4  # of each duel: a pair taken, two piles scrambled, seen and sorted


@pytest.mark.parametrize("equipment", ["envelopes", "sleeves"])
@pytest.mark.parametrize("wording", [Wording.FULL, Wording.BRIEF])
@pytest.mark.every(3)
def test_a_stop_in_a_duel_has_the_instruction_of_the_turn_script(equipment: str, wording: Wording) -> None:
    """Taken out on its side, and nothing else: no sentence is quoted that nobody was shown."""
    game = played_until(
        lambda game: game.attempt is not None and game.attempt.step.kind in (Kind.ROUND, Kind.DUEL),
        equipment=equipment,
        wording=wording.value,
    )
    table = game.table
    told = game.stop_attempt()
    assert told == sentence("stop.first.duel.sleeves" if equipment == "sleeves" else "stop.first.duel")
    pages = build(table, SheetOptions(), ["script"])[0][0].pages if wording is Wording.BRIEF else ()
    words = read_words(*pages)
    assert not pages or f"If you were in a duel: {told[0].lower()}{told[1:]}." in words
    while game.recovering:
        go_on(game)
    assert run_of(game).number == 1


def test_cards_being_stirred_stay_stirred_after_a_stop() -> None:
    game = played_until(
        lambda game: game.attempt is not None and isinstance(run_of(game).ops[-1], Stir), protocol="published"
    )
    assert game.stop_attempt("two pairs read β α") == sentence("stop.first.stirring")


@pytest.mark.parametrize("pool", ["split", "shared"])
def test_a_stop_reverses_a_step_of_the_row_except_a_shuffle(pool: str) -> None:
    """From any part of it the way home is the same, and nothing of it counts as done."""
    game = played_until(
        lambda game: game.attempt is not None and can_reverse_with_shuffle(run_of(game).hand_operations),
        protocol="published",
        wording="brief",
        pool=pool,
    )
    run, plan = run_of(game), sure(game.plan)
    acts = run.hand_operations
    surface = VisibleTable(run.surface)
    done = run.ops[:-1]
    ways = Counter[tuple[object, ...]]()
    for op in acts:
        back = tuple(operations(build_recovery(sure(plan.layout), surface, done, op), answering("none")))
        told = split_into_steps(back, speech("envelopes"), Wording.BRIEF)
        ways[tuple((one.text, one.check) for cue in told for one in cue.instructions)] += 1
        surface.note(op)
        done.append(op)
    assert (len(ways), ways.total()) == (1, len(acts))
    assert game.stop_attempt() == f"{sentence('home.mixing')} {sentence('stop.first.else')}"
    game.unpress()
    assert (run_of(game).hand_operations, run_of(game).done_already) == (acts, False)


def test_a_step_that_is_half_lasting_is_finished_without_its_last_part() -> None:
    """The pair of a drawn card is in the box already, its card not yet face up."""
    seats: list[Any] = ["Ana", {"name": "Vera", "virtual": True}, "Ben"]
    table = make_table(
        {"seats": seats, "hand_size": 2, "pool": "split", "pool_deck": "compact-27", "wording": "brief"}
    )
    with closing(opened(table, None, 1)) as session:
        while (run := session.match.attempt) is None or [*map(type, run.hand_operations)] != [
            Collect,
            Reveal,
        ]:
            session.rehearse()
        card = run.telling.words(run.hand_operations[-1:])
        said = list_sentences(session.take(session.read("void a card fell down")).messages)
    first = sentence("stop.first.within", step=card)
    assert card.startswith("The playing card of this column face up")
    assert [line for line in said[0].splitlines() if line.startswith("1. ")] == [f"1. {first}."]


@pytest.mark.parametrize("protocol", ["knockout", "published", "published-2023"])
def test_as_many_alpha_as_beta_go_back_to_the_box(protocol: str) -> None:
    """The red page says so of every stop, because the number of bit cards depends on the step before."""
    seats: list[Any] = ["Ana", {"name": "Vera", "virtual": True}]
    settings = {"hand_size": 3, "pool": "split", "pool_deck": "compact-27", "protocol": protocol}
    table = make_table({"seats": seats, **settings})
    boxed = list[Counter[str]]()
    for steps in range(4, 60, 3):
        game = Match.open(table, None, 5)
        while game.attempt is None or len(game.attempt.ops) < steps:
            go_on(game)
        known = dict(sure(game.truth).table.faces)  # also of the cards that a step has just taken away
        game.stop_attempt("a card fell down")
        while game.recovering:
            op = run_of(game).ops[-1]
            bits = op.places if isinstance(op, Collect) and op.step and op.step.kind is Kind.BITS else ()
            if {*bits} <= {*known}:  # A step that the stop has completed may have laid them elsewhere.
                boxed.append(Counter(known[place] for place in bits))
            known |= sure(game.truth).table.faces
            go_on(game)
        game.close()
    boxed = [faces for faces in boxed if faces]
    assert len(boxed) > 9
    assert all(faces == {ALPHA: faces.total() // 2, BETA: faces.total() // 2} for faces in boxed)
