"""The plan of a table with a wallet: minutes and work beside the other forms, what to bring, what to print."""

from __future__ import annotations

import pytest

from facilitator.instructions.branches import Answers
from facilitator.instructions.grouping import Wording
from facilitator.instructions.hand_actions import Handling
from facilitator.operations.perform import operations
from facilitator.planning.attempt_cost import AttemptKey, EndKind, VoiceHabits, run_work
from facilitator.planning.choices import list_forms, propose_options
from facilitator.planning.extra_cards import ExtrasBox, list_needs
from facilitator.planning.pace import pace_of
from facilitator.planning.plan import EveningPlan, make_plan
from facilitator.planning.shopping import describe_holders, shopping
from facilitator.protocols.wallet import wallet
from facilitator.sheets.card_making import kits
from facilitator.table_files.load import Table, make_table
from turns import small_layout

SEATS = ("Ana", "Ben", {"name": "Vera", "virtual": True})
FOUR = (*SEATS, "Cleo")


def table(*seats: object, **keys: object) -> Table:
    return make_table({"seats": list(seats or SEATS), "helpers": 2, "wording": "brief", **keys})


def plan(made: Table) -> EveningPlan:
    return make_plan(made, kits(made), count=100)


def test_a_wallet_turn_takes_a_twentieth_of_the_published_forms_work() -> None:
    """Seconds of hands and voice at a virtual turn, from the same games; and less than half of the knockout's."""
    split = {"pool": "split", "pool_deck": "compact-27"}
    ours = plan(table(protocol="wallet"))
    knockout = plan(table(protocol="knockout", equipment="sleeves", **split))
    published = plan(table(protocol="published"))
    work = [plan.price.clock(1) for plan in (ours, knockout, published)]
    assert work[0] <= 0.05 * work[2]
    assert work[0] < 0.5 * work[1]
    turns = [plan.times.per_virtual_turn.median for plan in (ours, knockout, published)]
    assert 1.5 < turns[0] < 3 < turns[1] < turns[2]
    assert ours.shopping.extra_cards == 0


@pytest.mark.parametrize("m", [1, 2, 3, 5, 7, 12])
def test_the_actions_of_a_wallet_turn_come_from_its_protocol(m: int) -> None:
    """A duel: a card in, half turns, a look, a card out; the last look, the card, what lies aside."""
    key = AttemptKey("wallet", 27, m, EndKind.CARD, 0, True, True)
    work = run_work(key, "envelopes")
    acts = {act: sum(n for item, n in work.actions.items() if item.action is act) for act in Handling}
    assert acts[Handling.HALF_TURNS] == m - 1
    assert acts[Handling.INSERT] == 1 + 2 * (m - 1) + 1
    assert acts[Handling.LOOK] == m
    assert acts[Handling.TWO_PILES] == (m > 1)


@pytest.mark.parametrize(("wording", "most"), [(Wording.FULL, 4.5), (Wording.BRIEF, 2.55)])
def test_a_turn_of_seven_cards_takes_minutes_that_two_people_can_wait(wording: Wording, most: float) -> None:
    key = AttemptKey("wallet", 27, 7, EndKind.CARD, 0, True, True)
    work = run_work(key, "envelopes", VoiceHabits(wording))
    assert pace_of(2).estimate_seconds(work.tasks()) / 60 <= most


def test_every_drawn_card_is_inserted_alone_and_checked() -> None:
    key = AttemptKey("wallet", 27, 3, EndKind.DRAWN, 0, True, True)
    drawn = [run_work(key._replace(drawn=n), "envelopes") for n in (1, 2, 3)]
    looks = [sum(n for item, n in work.actions.items() if item.action is Handling.LOOK) for work in drawn]
    assert looks == [4, 5, 6]


def test_with_if_none_any_there_is_one_series_of_duels_and_no_last_look() -> None:
    key = AttemptKey("wallet", 52, 5, EndKind.CARD, 0, False, False, pairs=2)
    looks = [
        sum(n for item, n in run_work(attempt, "envelopes").actions.items() if item.action is Handling.LOOK)
        for attempt in (key._replace(certain=True), key, key._replace(rank=1))
    ]
    assert looks == [4, 5, 10]


def test_masks_and_colour_slips_are_no_extra_cards() -> None:
    """A mask lies in the box, and is no card; colours and ends are drawn from slips of paper."""
    layout = small_layout((3, 2), 2)
    assert any("mask" in repr(op) for op in operations(wallet(layout), Answers(())))
    for made, lots in ((table(protocol="wallet"), 4), (table(game="dominoes", protocol="wallet"), 2)):
        assert shopping(made).extra_cards == shopping(made).envelopes == 0
        assert sum(need.total for need in list_needs(made)) == lots
    assert list_needs(table(*FOUR, game="hearts", protocol="wallet")) == ()


@pytest.mark.parametrize(
    ("made", "decks", "cards", "masks"),
    [
        (table(protocol="wallet"), 1, 27, 14),
        (table(protocol="wallet", pool_deck="half-54"), 1, 54, 28),
        (table(*FOUR, game="hearts", protocol="wallet"), 0, 52, 2),
        (table(game="dominoes", protocol="wallet"), 0, 28, 18),
    ],
)
def test_what_to_bring_is_a_deck_a_wallet_and_a_lid(made: Table, decks: int, cards: int, masks: int) -> None:
    assert (shopping(made).play_decks, shopping(made).printed) == (decks, cards)
    things, lid, cloth = describe_holders(made)
    assert things == f"the wallet with its {masks} masks and its NONE tab"
    assert "lid" in lid
    assert "cloth" in cloth
    said = ExtrasBox(made).contents()
    assert things in said
    assert lid in said
    (kit,) = kits(made).values()
    told = " ".join(kit.buy)
    assert f"({2 * masks} holes" in told
    assert ("that reaches" in told) == (masks < 15), "a punch makes round holes; narrow ones are cut"
    assert 10 + 2 * masks * 8 / 60 < kit.minutes < 60
    assert (12 if masks < 15 else 1) < kit.euros < 30


def test_the_first_deck_takes_five_sheets() -> None:
    (kit,) = kits(table(protocol="wallet")).values()
    assert (kit.sheets, kit.cuts) == (5, 0), "three of cards, one of masks, one of parts"


@pytest.mark.parametrize(
    ("made", "serves"),
    [
        (table(), True),
        (table(*FOUR, game="hearts"), True),
        (table(game="dominoes"), True),
        (table(*FOUR, game="sevens"), False),
        (table(rules="kpgut", hand_size=3), False),
        (table(conceal=True, hand_size=3), False),
    ],
)
@pytest.mark.every(3)
def test_the_wallet_is_proposed_first_if_it_is_possible(made: Table, serves: bool) -> None:
    found = propose_options(made, 100_000)
    forms = [option.table.protocol for option in found]
    assert (forms[0] == "wallet") is serves
    assert ("wallet" in forms) is serves
    if made.game == "uno" and serves:
        best = found[0]
        assert (best.table.pool_deck, best.table.hand_size) == ("compact-27", 7)
        assert best.changes.keys() == {"protocol", "pool", "pool_deck"}


def test_forms_other_than_the_wallet_have_estimates() -> None:
    forms = list_forms(table())
    assert set(forms) == {"wallet", "knockout", "published"}
    found = [option for form in forms for option in propose_options(table(), 100_000, forms=[form])]
    assert {option.table.protocol for option in found} == set(forms)
