"""What the plan tells while playing: minutes left in the run, and whether the box holds enough markers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product

import pytest

from drawings import read_words
from facilitator.games.registry import get_game
from facilitator.instructions.grouping import Wording
from facilitator.instructions.hand_actions import SPEEDS, Handling
from facilitator.instructions.speech import Speech, Voice
from facilitator.instructions.wording import split_into_steps
from facilitator.instructions.written_faces import write_card
from facilitator.operations.definitions import get_answers
from facilitator.operations.faces import DECK
from facilitator.planning.attempt_cost import list_waiting_words
from facilitator.planning.extra_cards import ExtrasBox, describe_total, list_cards_to_make
from facilitator.planning.forecast import setup_of, simulate_games
from facilitator.planning.measured_pace import pace_at
from facilitator.planning.pace import AttemptClock, Pace, minutes_in_words
from facilitator.planning.shopping import shopping
from facilitator.play.announcements import describe_sleeving
from facilitator.play.attempt import Attempt, StepRenderer
from facilitator.play.match import Match
from facilitator.play.virtual_turn import first_turn
from facilitator.protocols.forms import FORMS
from facilitator.protocols.layout import Layout
from facilitator.sheets.build import SheetOptions, build
from facilitator.table_files.load import SAMPLES, Table, make_table, sample
from sure import sure
from turns import go_on

EQUIPMENT = ("envelopes", "sleeves")

# -- minutes left --------------------------------------------------------------------------------------------


def telling(people: tuple[str, ...]) -> StepRenderer:
    return StepRenderer(Speech(Voice(people)), Wording.FULL)


@pytest.mark.parametrize(
    ("equipment", "stop_at"), [*product(EQUIPMENT, (1, 12)), ("envelopes", 17), ("sleeves", 15)]
)
@pytest.mark.every(2)
def test_the_clock_has_a_decreasing_time_for_every_step(equipment: str, stop_at: int) -> None:
    """Selections, colour lotteries, the way back of a run given up: a time for each step, and it runs down."""
    keys = {"hand_size": 3, "pool": "split", "pool_deck": "compact-27", "equipment": equipment, "helpers": 2}
    table = make_table({"seats": ["Ana", {"name": "Vera", "virtual": True}], **keys})
    clock = AttemptClock(table, partial(pace_at, table, None))
    game = Match.open(table, None, 3)
    seen = set[str]()
    last, begun = game.attempt, 0.0
    while not game.is_over:
        if game.attempt is None:
            go_on(game)
            continue
        run, before = game.attempt, clock.minutes(game.attempt)
        assert before > 0
        begun = begun if run is last else before
        last = run
        if sure(game.plan).form not in seen and run.number >= stop_at and not game.recovering:
            seen.add(sure(game.plan).form)
            game.stop_attempt()
            seen.add("give up" if game.recovering else "")
            continue
        asked = bool(get_answers(run.ops[-1]))
        run.press_to(run.movements_done + run.more)  # the operation as a whole
        game.answer(run.truth)
        if game.attempt is run and not asked:
            assert clock.minutes(run) <= before  # told with the act before, some are done at once
        if game.attempt is not run and len(run.ops) > 2:
            assert before < begun
    assert "knockout" in seen
    game.close()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "less than a minute"), (44, "less than a minute"), (46, "about 1 min"), (400, "about 7 min")],
)
def test_minutes_in_words(seconds: float, words: str) -> None:
    keys = {"hand_size": 4, "wording": "full"}  # where nothing is walked through
    table = make_table({"seats": ["Ana", {"name": "Vera", "virtual": True}], **keys})
    game = Match.open(table, None, 3)
    while game.attempt is None:
        go_on(game)
    run = game.attempt
    said = {
        wording: sum(list_waiting_words(split_into_steps(run.foresight.all_ops, run.telling.speech, wording)))
        for wording in Wording
    }
    each = dict.fromkeys(SPEEDS, 0.0) | {Handling.WORD: seconds / said[run.telling.wording]}
    clock = AttemptClock(table, lambda: Pace(1, each))
    assert minutes_in_words(clock.minutes(run)) == words
    for wording in Wording:  # typed while playing, another wording has its own minutes at once
        game.change_wording(wording)
        assert clock.minutes(run) * 60 * said[Wording.FULL] == pytest.approx(seconds * said[wording])
    game.close()


# -- the box -------------------------------------------------------------------------------------------------


@pytest.fixture
def vera() -> tuple[Table, Layout, Attempt]:
    """A table, and the first run of its virtual seat."""
    table = make_table({"seats": ["Ana", {"name": "Vera", "virtual": True}, "Ben"], "extras": "plain"})
    plan = first_turn(table)
    return table, sure(plan.layout), Attempt(plan.recipe, telling(("Ana", "Ben")))


def _sized(layout: Layout, **sizes: int) -> tuple[Layout, Attempt]:
    """The same run with other hands; the deck has the rest."""
    hands = [(owner, sizes.get(owner, size)) for owner, size in layout.hands if owner != DECK]
    hands.append((DECK, layout.k - sum(size for _, size in hands)))
    sized = replace(layout, hands=tuple(hands))
    return sized, Attempt(FORMS["knockout"].recipe(sized), telling(("Ana", "Ben")))


def test_a_hand_that_may_outgrow_its_markers_is_announced(vera: tuple[Table, Layout, Attempt]) -> None:
    """19 markers for each seat: a hand of 7, and 12 in reserve."""
    table, layout, run = vera
    box = ExtrasBox(table)
    assert box.warning(layout, run) == ""
    assert box.warning(*_sized(layout, Vera=15, Ana=15)) == ""
    said = box.warning(*_sized(layout, Vera=16))
    assert said.startswith("Vera has 16 cards, and the box has 19 θ-Vera. Make 1 more. ")
    assert box.warning(*_sized(layout, Vera=16)) == ""  # made by now
    said = box.warning(*_sized(layout, Vera=21, Ana=17))
    assert "Vera has 21 cards, and the box has 20 θ-Vera. Make 5 more" in said
    assert "Ana has 17 cards, and the box has 19 θ-Ana. Make 2 more" in said


def test_without_spare_markers_new_markers_are_made(vera: tuple[Table, Layout, Attempt]) -> None:
    table, layout, _ = vera
    box = ExtrasBox(table)
    box.holds["θ-Vera"], box.holds["α"] = 3, 100
    said = box.warning(*_sized(layout, Vera=7))
    assert "Vera has 7 cards, and the box has 3 θ-Vera. Make 8 more. " in said
    assert "This turn needs more cards than the box has. First make: α: 8. To make them, " in said


def test_a_hand_never_has_more_cards_than_its_deck() -> None:
    keys = {"hand_size": 2, "pool": "split", "pool_deck": ["7R", "7R", "7R", "8R"], "extras": "plain"}
    table = make_table({"seats": ["Ana", {"name": "Vera", "virtual": True}], **keys})
    plan = first_turn(table)
    box = ExtrasBox(table)
    assert box.holds["θ-Vera"] == 4
    assert box.warning(sure(plan.layout), Attempt(plan.recipe, telling(("Ana",)))) == ""
    box.holds["θ-Vera"] = 3
    assert "θ-Vera. Make 1 more. " in box.warning(sure(plan.layout), Attempt(plan.recipe, telling(("Ana",))))


@pytest.mark.parametrize("game", ["hearts", "sevens"])
def test_if_all_cards_are_dealt_no_hand_can_grow(game: str) -> None:
    """The box of the first turn is enough for the evening; nobody draws, so nothing is said of who does."""
    seats = ["Ana", "Ben", "Cem", {"name": "Vera", "virtual": True}]
    dealt_out = make_table({"game": game, "seats": seats, "equipment": "sleeves"})
    plan = first_turn(dealt_out)
    run = Attempt(plan.recipe, telling(("Ana", "Ben", "Cem")))
    assert ExtrasBox(dealt_out).warning(sure(plan.layout), run) == ""
    assert describe_sleeving(dealt_out).endswith(
        "without looking at them: the face goes to the clear side. They stay in there."
    )
    assert "A person who draws" in describe_sleeving(make_table({"seats": seats, "equipment": "sleeves"}))


@pytest.mark.parametrize("conceal", [False, True])
@pytest.mark.parametrize("protocol", ["knockout", "published"])
@pytest.mark.parametrize("style", ["uniform", "attacker", "saver", "finisher"])
def test_a_hand_of_one_card_has_the_reserve_of_others(style: object, protocol: str, conceal: bool) -> None:
    """The first turn of one card needs no lottery; the reserve is for the second card."""
    seats = ["Ana", {"name": "Vera", "virtual": True, "style": style}]
    keys = {"seats": seats, "protocol": protocol, "conceal": conceal, "extras": "plain"}
    one, two = (ExtrasBox(make_table({**keys, "hand_size": size})).holds for size in (1, 2))
    for face in ("α", "β"):
        assert one[face] == two[face], face


def test_a_style_without_playable_favourites_at_first_has_a_reserve() -> None:
    """No card of the first class fits the first top card, but one will fit later: 2 pairs a column then."""
    keys = {"pool": "split", "pool_deck": ["7R"] * 9 + ["SB"] * 3, "extras": "plain"}
    table = make_table({"seats": ["Ana", {"name": "Vera", "virtual": True, "style": "attacker"}], **keys})
    assert shopping(table).designations["α"] == 12 + 1
    assert ExtrasBox(table).holds["α"] == 2 * 12 + 1


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({}, ["θ-Vera: 7 + 12;", "θ draw pile: 93", "α: 108", "red, yellow, green, blue", "ready: 107 env"]),
        (
            {"pool": "split", "pool_deck": ["7R"] * 20, "equipment": "sleeves"},
            ["θ-Vera: 7 + 12;", "θ draw pile: 13;", "β: 21.", "20 sleeves for", "and 2 opaque"],
        ),
    ],
)
def test_the_box_has_the_counts_of_the_plan(keys: dict[str, object], words: list[str]) -> None:
    made = make_table({"seats": ["Ana", {"name": "Vera", "virtual": True}], "extras": "plain", **keys})
    told = ExtrasBox(made).contents()
    assert all(word in told for word in words), told
    assert ("the colour cards" in told) == (made.pool == "shared")  # no wild card in the pool, no lottery
    for face, count in shopping(made).designations.items():
        assert f"{write_card(face)}: {count}" in told


@pytest.mark.parametrize("name", [name for name in SAMPLES if sample(name).protocol != "wallet"])
def test_set_up_sheet_and_box_have_the_same_totals(name: str) -> None:
    said = describe_total(list_cards_to_make(sample(name)), get_game(sample(name).game).kinds)
    sheet = build(sample(name), SheetOptions(), ["setup"])[0][0]
    assert f"Together: {said}." in read_words(sheet.pages[0])
    assert f"You need {said}." in ExtrasBox(sample(name)).contents()


@pytest.mark.parametrize("draw", ["one", "until playable"])
@pytest.mark.parametrize("size", [1, 4, 7, 12])
@pytest.mark.every(3)
def test_the_reserve_is_enough_in_99_games_of_100(size: int, draw: str, full: bool) -> None:
    """At most one game in a hundred needs more markers, by three standard deviations of the sample."""
    seats = ["Ana", {"name": "Vera", "virtual": True}]
    made = make_table({"seats": seats, "hand_size": size, "draw": draw, "extras": "plain"})
    records = simulate_games(setup_of(made), 1000 if full else 40)
    most = [max((turn.looks[-1].m for turn in record.virtual_turns), default=size) for record in records]
    expected = 0.01 * len(records)
    assert sum(number > ExtrasBox(made).holds["θ-Vera"] for number in most) <= expected + 3 * expected**0.5
