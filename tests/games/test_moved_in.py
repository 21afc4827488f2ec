"""Sevens, Hearts and dominoes as whole games: rehearsed, played, replayed, planned and printed by the program."""

from __future__ import annotations

import pytest

from facilitator.errors import CommandError
from facilitator.games.events import Give, Play
from facilitator.games.hearts import SUITED
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage
from facilitator.protocols.forms import get_form
from facilitator.protocols.layout import Layout, class_code
from facilitator.table_files.load import Table, keys_of, make_table, parse_table, table_text
from facilitator.verification.cases import deals, selection_law
from facilitator.verification.verifier import Case
from game_driver import NAMES
from sure import sure
from turns import go_on

TABLES = ("sevens PVP", "sevens VPVP", "hearts PVPV", "dominoes PV", "dominoes VPV", "dominoes VVPV")


def table(said: str, rules: str = "paper", **more: object) -> Table:
    """Return a table from its game and P for a person, V for a virtual seat, clockwise."""
    game, kinds = said.split()
    seats = [{"name": name, "virtual": kind == "V"} for name, kind in zip(NAMES, kinds, strict=False)]
    return make_table({"game": game, "rules": rules, "seats": seats, **more})


def test_a_virtual_seat_passes_three_cards_unseen() -> None:
    game = Match.open(table("hearts PVPV", "usual"), None, 1)
    while not any(isinstance(item, EventMessage) and isinstance(item.event, Play) for item in game.news):
        go_on(game)
    gives = [item for item in game.news if isinstance(item, EventMessage) and isinstance(item.event, Give)]
    assert [(item.event.seat, item.virtual) for item in gives if isinstance(item.event, Give)] == [
        ("Vera", True),
        ("Udo", True),
    ]
    assert "Shuffle Vera's hand" in game.rules.describe_effect(gives[0].happened[0])


def test_a_shown_doublet_returns_to_its_hand() -> None:
    game = Match.open(table("dominoes PV"), None, 3)
    while game.state.turn is None and not game.is_over:
        go_on(game)
    assert game.state.hands == (5, 5)
    shown = dict(game.state.shown)
    assert shown[1] in [*sure(game.truth).get_hand("Vera"), *sure(game.truth).table.faces.values()]


def test_a_rehearsal_rejects_untrue_answers() -> None:
    game = Match.open(table("sevens PVP"), None, 2)
    holder = next(name for name in ("Ana", "Ben") if "7D" not in sure(game.truth).get_hand(name))
    with pytest.raises(CommandError):
        game.submit(Play(holder, "7D"))
    assert game.state.n == 0


def test_a_hand_without_the_suit_plays_every_card_equally_often() -> None:
    """Two classes, the suit and the rest: by knockout or by the original lottery, exactly uniform."""
    cards = ("7D", "8D", "2C", "3C", "QS")
    suit = frozenset(cards) & SUITED["D"]
    code = class_code(cards, suit, frozenset(cards) - suit)
    layout = Layout((("Vera", 2), ("Ana", 2), ("Ben", 1)), cards, code, may_draw=False, classes=2)
    for name in ("knockout", "published-original"):
        case = Case(get_form(name).recipe(layout), tuple(deals(layout)), selection_law(layout, False))
        verdict = case.verify()
        assert verdict.correct
        assert verdict.secret
    law = selection_law(layout, False)
    void = next(deal for deal in deals(layout) if set(dict(deal.hands)["Vera"]) == {"2C", "QS"})
    assert {end.outcome.card: chance for end, chance in law(void).items()} == {"2C": 0.5, "QS": 0.5}


def test_three_priorities_have_the_required_probabilities() -> None:
    cards = ("7C", "2D", "3D", "QS")
    code = class_code(cards, frozenset({"7C"}), frozenset({"2D", "3D"}), frozenset({"QS"}))
    layout = Layout((("Vera", 2), ("Ana", 2)), cards, code, may_draw=False, classes=3)
    case = Case(get_form("knockout").recipe(layout), tuple(deals(layout)), selection_law(layout, False))
    verdict = case.verify()
    assert verdict.correct
    assert verdict.secret


@pytest.mark.parametrize("said", TABLES)
def test_a_table_file_has_only_the_settings_of_its_game(said: str) -> None:
    made = table(said, "usual")
    assert parse_table(table_text(made)) == made
    assert "conceal" not in keys_of(made)
    assert ("hand_size" in keys_of(made)) == (made.game == "dominoes")
