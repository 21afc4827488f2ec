"""How many extra cards the sheets hold: counted from the operations, as the plan counts, and with no place left."""

from __future__ import annotations

import json
from collections import Counter
from math import ceil
from pathlib import Path

import pytest

from drawings import split, table_of
from facilitator.games.uno.game import UNO
from facilitator.instructions.cost import count_cost
from facilitator.operations.perform import operations
from facilitator.pictures.marks import PAPERS, iter_stamp_boxes
from facilitator.planning.extra_cards import SPARE_CARDS, describe_total, list_needs
from facilitator.play.turn_starts import plan_opening
from facilitator.play.virtual_turn import find_opening
from facilitator.sheets.build import SheetOptions, build
from facilitator.sheets.card_making import kit, kits
from facilitator.table_files.load import SAMPLES, sample, write_table
from facilitator.table_files.model import slips_show
from programs import run_well

SHEET_OF = {"labels": "labels", "slips": "slips", "business cards": "cards", "cards": "cards"}
"""The sheet that holds the extra cards, by route."""

LAID_OUT = [name for name in SAMPLES if sample(name).protocol != "wallet"]
"""The samples whose cards are laid out in columns: a wallet takes no extra cards."""


@pytest.mark.parametrize("name", LAID_OUT)
def test_counts_of_sheets_come_from_the_operations(name: str) -> None:
    table = sample(name)
    found = {need.face: need for need in list_needs(table)}
    runs = [
        run
        for seat in table.virtual
        for run in (plan_opening(table, seat.name).plan, find_opening(table, seat.name))
    ]
    spent = [count_cost(operations(run.recipe)).designations for run in runs if run is not None]
    assert all(found[face].first >= n for cards in spent for face, n in cards.items())
    assert found["α"].first == found["β"].first == max(cards["α"] for cards in spent)
    drawn = {"sevens": 0, "hearts": 0}  # no hand grows where no card is drawn
    assert found["θ-Vera"].reserve == drawn.get(name, SPARE_CARDS["one"])


@pytest.mark.parametrize("name", [*LAID_OUT, "split"])
@pytest.mark.every(2)
def test_labels_cards_and_sheets_have_the_counts_of_the_plan(name: str, tmp_path: Path, full: bool) -> None:
    """`plan --json`, shopping: every designation; beyond it the colour lottery's cards and the reserve."""
    if not full and name in ("duel", "five", "sleeves"):
        return  # of the same forms as the others
    table = split() if name == "split" else sample(name)
    file = write_table(tmp_path / "table.yaml", table)
    done = run_well("plan", file, "--json", "--games", "20")
    plan = next(line["shopping"] for line in map(json.loads, done.output.splitlines()) if "shopping" in line)
    theta = {
        ("θ-deck" if who == "unplayed" else f"θ-{who}"): n
        for who, n in plan["designations"].pop("theta").items()
    }
    bits = {"α": plan["designations"].pop("alpha"), "β": plan["designations"].pop("beta")}
    first = {need.face: need.first for need in list_needs(table) if need.first}
    colours = {face: first.pop(face) for face in list(first) if face.startswith("lot ")}
    assert first == theta | bits | plan["designations"].pop("others", {})
    assert not plan["designations"]
    assert set(colours.values()) <= {1}
    assert sum(first.values()) == plan["extra_cards"]
    least = {need.face: need.total for need in list_needs(table)}
    for route, sheet in SHEET_OF.items():
        if slips_show(table.equipment, route):
            continue
        own = table.model_copy(update={"extras": route})
        extras, set_up = build(own, SheetOptions(), [sheet, "setup"])[0][::-1]
        assert (
            extras.counts
            == set_up.counts
            == {n.face: n.total for n in kit(own, route, list_needs(own)).needed}
        )
        assert all(extras.counts[face] >= n for face, n in least.items())


@pytest.mark.parametrize("route", SHEET_OF)
def test_sheets_of_extra_cards_are_full(route: str) -> None:
    """The last sheet has no place left, and no more sheets are printed than the needs ask for."""
    table = table_of(*"AB", {"name": "V", "virtual": True}, hand_size=3, extras=route)
    document = build(table, SheetOptions(), [SHEET_OF[route]])[0][0]
    full = [n for page in document.pages if (n := len([*iter_stamp_boxes(document, page)]))]
    assert len(set(full)) == 1
    made = kit(table, route, list_needs(table))
    assert (len(full), sum(full)) == (made.sheets, made.cards)
    assert (len(full) - 1) * full[0] < sum(need.total for need in list_needs(table)) <= sum(full)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("route", SHEET_OF)
def test_every_sheet_mixes_alpha_and_beta(route: str, paper: str) -> None:
    """As many of one as of the other but for one or two, and each of them at every place of some sheet."""
    table = table_of("Ana", {"name": "Vera", "virtual": True}, hand_size=7, extras=route)
    document = build(table, SheetOptions(paper), [SHEET_OF[route]])[0][0]
    at: dict[str, Counter[tuple[float, float]]] = {"3b1": Counter(), "3b2": Counter()}
    for page in document.pages:
        bits = [(name, box) for name, box in iter_stamp_boxes(document, page) if name in at]
        alphas = sum(name == "3b1" for name, _ in bits)
        assert abs(2 * alphas - len(bits)) <= 2
        for name, box in bits:
            at[name][box[:2]] += 1
    places = at["3b1"] | at["3b2"]
    assert all(at[name][place] >= places[place] / 3 for name in at for place in places)


def test_labels_go_on_playing_cards_in_every_game() -> None:
    """Decks by what is in one: 108 of UNO, 52 cards; no tile takes a label."""
    seats = ("Ana", {"name": "Vera", "virtual": True}, "Ben")
    for game, deck in (("uno", 108), ("dominoes", 52), ("sevens", 52)):
        made = kits(table_of(*seats, game=game))["labels"]
        assert any(f"{ceil(made.cards / deck)} deck" in line for line in made.buy), (game, made.buy)


def test_the_first_turn_of_three_needs_323_cards_and_four_colour_cards() -> None:
    """PROTOCOLS, costs: 3k+2 = 323 extra cards at k = 107."""
    assert sum(need.first for need in list_needs(sample("three"))) == 323 + 4
    assert describe_total(list_needs(sample("three")), UNO.kinds).startswith(
        "323 extra cards and 4 colour cards for the first turn; "
    )


def test_a_pool_without_black_cards_has_no_colour_cards() -> None:
    sevens = table_of("Ana", {"name": "V", "virtual": True}, pool="split", pool_deck=["7R"] * 20)
    assert "colour card" not in describe_total(list_needs(sevens), UNO.kinds)
