"""Plans and choices for an evening: their figures. Screens are transcripts."""

from __future__ import annotations

import json
from statistics import mean

import pytest

from facilitator.errors import TableError
from facilitator.games.records import GameRecord
from facilitator.instructions.grouping import CLEAN_RUNS
from facilitator.planning import forecast
from facilitator.planning.attempt_cost import VoiceHabits, plan_sleeving
from facilitator.planning.choices import LIKELY, list_forms, propose_options
from facilitator.planning.pace import Pace
from facilitator.planning.plan import check_playable, make_plan
from facilitator.sheets.card_making import kits
from facilitator.table_files.load import Table, make_table, parse_table
from sure import sure_of

FRIDAY = """\
# our table
name: Friday   # as on the sheets
seats:         # clockwise
  - Ana
  - {name: Vera, virtual: true}
  - Ben
protocol: published  # to the letter
helpers: 1     # alone
# the end
"""


SEATS = {"seats": ["Ana", {"name": "Vera", "virtual": True}, "Ben"]}


def table(extra: str = "") -> Table:
    return parse_table(FRIDAY + extra, "friday.yaml", "friday")


# -- figures -------------------------------------------------------------------------------------------------


def test_the_proposed_setup_takes_a_sixth_of_the_published_forms_work(full: bool) -> None:
    """Issue 11: knockout, split 27, sleeves, three pairs of hands; person-minutes a game from the same seeds.

    Voice and hands are counted for both, each read as briefly as it can be.
    """
    minutes = []
    for form, pool, equipment in (("published", "shared", "envelopes"), ("knockout", "split", "sleeves")):
        made = make_table({**SEATS, "protocol": form, "pool": pool, "pool_deck": "compact-27"})
        setup, settings = forecast.setup_of(made), forecast.get_turn_settings(made)
        records = forecast.simulate_games(setup, 1000 if full else 100)
        spent = forecast.sum_work(setup, records, settings, forecast.Prices(equipment, Pace()))
        minutes.append(sum(cost.whole.clock(1) for cost in spent) / len(records) / 60)
    published, short = minutes
    assert published == pytest.approx(15 * 60, rel=0.1)  # eleven by hands, the rest to read it
    assert short <= published / 5.8  # 17.3 %: every side and order is said, every check asked


def test_the_actions_of_an_average_game_add_up_to_its_minutes() -> None:
    seats = ["Ana", {"name": "Vera", "virtual": True}, {"name": "Udo", "virtual": True}]
    made = make_table({"seats": seats, "pool": "split", "pool_deck": "half-54"})
    setup, way = forecast.setup_of(made), forecast.get_turn_settings(made)
    records = forecast.simulate_games(setup, 150)
    spent = forecast.sum_work(setup, records, way, forecast.Prices("sleeves", Pace()))
    once = plan_sleeving(54, "sleeves").tasks()
    turns = sum(len(record.virtual_turns) for record in records) / len(records)
    (typical,) = forecast.average_work(records, way, "sleeves", [VoiceHabits()])
    work = (Pace().price(once).clock(1) + turns * Pace().price(typical.tasks()).clock(1)) / 60
    assert work == pytest.approx(sum(cost.whole.clock(1) for cost in spent) / len(records) / 60)


def test_full_wording_in_the_first_turns_costs_a_little_more() -> None:
    """Auto is brief but for the first virtual turns of a game."""
    full, auto, brief = (
        make_plan(made, kits(made), count=60)
        for made in (table(f"wording: {habit}\n") for habit in ("full", "auto", "brief"))
    )
    means = [mean(made.times.game_minutes) for made in (full, auto, brief)]
    assert means[0] > means[1] > means[2]
    once = CLEAN_RUNS * (full.words_full - full.words_brief) * 0.4 / 60
    assert means[1] - means[2] == pytest.approx(once, rel=0.3)
    assert auto.price == brief.price


def test_quantiles() -> None:
    assert [forecast.quantile(range(1, 101), share) for share in (0.5, 0.9, 0.99)] == [50, 90, 99]
    assert forecast.quantile([4], 0.9) == 4


def test_the_json_of_a_plan_has_the_documented_keys() -> None:
    made = make_plan(table(), kits(table()), count=200).to_json()
    assert json.loads(json.dumps(made)) == made
    time, game = sure_of(dict, made["time"]), sure_of(dict, made["game"])
    for spread in (time["minutes_per_virtual_turn"], time["minutes_per_game"], game["virtual_turns"]):
        assert 0 < spread["median"] <= spread["p90"]
    assert made["secrecy"]["hides_among"] == 107  # type: ignore[index]
    assert made["shopping"]["extra_cards"] == 325  # type: ignore[index]
    words = time["words_per_virtual_turn"]
    assert words["full"] > words["brief"] > 0
    assert time["by_voice"] == pytest.approx(words["brief"] * 0.4 / 60, abs=0.05)
    whole = time["by_voice"] + time["hands_shared"] + time["hands_alone"]
    assert sum(time["stages"].values()) == pytest.approx(whole, abs=0.1)


@pytest.mark.parametrize(
    ("keys", "decks", "labels", "sheets"),
    [
        ({}, 4, 372, 31),
        ({"pool": "split", "pool_deck": "compact-27"}, 1, 108, 9),
        ({"pool": "split", "pool_deck": "half-54"}, 2, 192, 16),
        ({"extras": "cards"}, 0, 0, 0),
        ({"protocol": "wallet", "pool": "split"}, 0, 0, 0),
    ],
)
def test_a_plan_counts_decks_for_labels(keys: dict[str, str], decks: int, labels: int, sheets: int) -> None:
    """Cards of a second play deck that are not played with take labels, too."""
    at = make_table({**SEATS, "protocol": "published", **keys})
    buy = sure_of(dict, make_plan(at, kits(at), count=20).to_json()["shopping"])
    assert [buy[key] for key in ("extra_decks", "labels", "label_sheets")] == [decks, labels, sheets]


@pytest.mark.parametrize(
    "extra", ["conceal: true\n", "pool: split\npool_deck: compact-27\nequipment: sleeves\n", "hand_size: 1\n"]
)
@pytest.mark.every(2)
def test_plans_of_other_tables(extra: str) -> None:
    made = make_plan(table(extra), kits(table(extra)), count=60)
    assert made.times.per_virtual_turn.median > 0
    assert made.hides_among == made.shopping.envelopes


def test_a_table_at_which_nobody_wins_is_refused() -> None:
    stuck = forecast.summarize_games([GameRecord(9, (), winner) for winner in (0, None)])
    with pytest.raises(TableError, match="Deal fewer than 2"):
        check_playable(stuck, 2)


# -- choices -------------------------------------------------------------------------------------------------


def test_proposed_setups_fit_and_state_their_disadvantages() -> None:
    found = propose_options(table("hand_size: 4\n"), 120)
    assert found
    for option in found:
        assert option.times.in_time(120) >= LIKELY
        assert option.times.per_game.median <= 120
        lost = option.hides_among < 107
        assert any("hides among" in price for price in option.price) == lost
        assert not any("hides among" in gain for gain in option.gain)
    ninety = [option.times.per_game.p90 <= 120 for option in found]
    assert ninety == sorted(ninety, reverse=True)


def test_a_long_session_proposes_no_changes() -> None:
    """But for the wallet, which is proposed first; written down, it changes nothing either."""
    found = propose_options(table(), 100_000, None, list_forms(table()))
    assert found[0].table.protocol == "wallet"
    best = next(option for option in found if option.table.protocol != "wallet")
    assert (dict(best.changes), best.gain, best.price) == ({}, (), ())


def test_an_improvement_is_listed_as_a_gain() -> None:
    keys = {"pool": "split", "pool_deck": "compact-27", "helpers": 3}
    small = table().model_copy(update=keys)
    proposed = [one for minutes in (300, 1000) for one in propose_options(small, minutes, helpers=(1, 2))]
    found = [option for option in proposed if option.hides_among == 107]
    assert {option.table.helpers for option in found} >= {3}
    for option in found:
        assert "a virtual hand hides among 107 cards instead of 27" in option.gain
        assert not any("hides among" in price for price in option.price)
        assert ("1 fewer helper" in option.gain) == (option.table.helpers == 2)
