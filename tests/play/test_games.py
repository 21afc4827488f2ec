"""Whole rehearsed games: the public state is true after every event, for many tables and seeds."""

from __future__ import annotations

from collections import Counter

import pytest

from facilitator.errors import ProtocolBug
from facilitator.games.uno import cards as uno
from facilitator.operations.faces import DECK, DISCARDS, POOL
from facilitator.play.match import Match
from facilitator.protocols.forms import CONCEALED, FORMS, list_offered_forms
from facilitator.table_files.load import Table, make_table
from sessions import VERA
from turns import go_on, play_through

KEYS: dict[str, dict[str, object]] = {
    "knockout": {},
    "published": {"protocol": "published"},
    "published-2023": {"protocol": "published-2023"},
}
KEYS |= {CONCEALED[form]: {**keys, "conceal": True} for form, keys in KEYS.items()}
KEYS["wallet"] = {"protocol": "wallet"}
"""What a table file says to get each form."""
SPLIT: dict[str, object] = {"pool": "split", "pool_deck": "compact-27"}
OTHERS: tuple[dict[str, object], ...] = (
    {"draw": "until playable"},
    {"draw": "until playable", "protocol": "published", "hand_size": 2},
    {"seats": ["Ana", *({**VERA, "name": name} for name in ("Uma", "Vera", "Wim"))], "hand_size": 5},
    {"style": "attacker"},
    {"style": "saver", "conceal": True},
    {"style": "finisher", "wild_draw_four": "last"},
    {"wild_draw_four": "last", "conceal": True},
    SPLIT,
    {**SPLIT, "conceal": True, "protocol": "published"},
    {"pool": "split", "pool_deck": "half-54", "style": "attacker"},
)
"""Tables whose turns differ: cards are drawn on, columns stay, classes of cards, decks of their own."""


def table(seed: int, keys: dict[str, object]) -> Table:
    """A table of 2–5 seats, 1–3 of them virtual, that varies with the seed."""
    seats = 2 + seed % 4
    virtual = min(1 + seed // 4 % 3, seats - 1)
    style = {"style": keys["style"]} if "style" in keys else {}
    listed: list[dict[str, object]] = [{"name": n} for n in ["Ana", "Ben", "Cleo", "Dan", "Eve"][:seats]]
    for i, seat in enumerate(listed):
        if (i + seed) % seats < virtual:
            seat |= {"virtual": True, **style}
    others = {key: value for key, value in keys.items() if key != "style"}
    return make_table({"seats": listed, "hand_size": 3 + seed % 5, **others})


@pytest.mark.parametrize("form", KEYS)
@pytest.mark.every(2)
def test_the_public_state_agrees_with_the_simulated_cards(form: str, full: bool) -> None:
    """A game a form, at a table that differs from form to form; with --full 1,000."""
    counts, first = Counter[str](), list(KEYS).index(form)
    for seed in range(1000) if full else (first,):
        counts += play_through(table(seed, KEYS[form]), seed)
    assert counts[form] > (5 if full else 1)
    assert counts["none"] > 0 or not full
    assert counts["events"] > (50 if full else 8)


@pytest.mark.parametrize("number", range(len(OTHERS)))
@pytest.mark.every(2)
def test_the_public_state_agrees_with_the_simulated_cards_at_other_tables(number: int, full: bool) -> None:
    """A game a table; with --full 100."""
    counts = Counter[str]()
    for seed in range(100) if full else (number,):
        counts += play_through(table(seed, OTHERS[number]), seed)
    assert counts["events"] > 5


def test_every_form_is_played() -> None:
    assert set(KEYS) == {one for one, form in FORMS.items() if (form.conceals or one) in list_offered_forms()}


@pytest.mark.parametrize("zone", ["Ana", DECK, POOL, DISCARDS])
@pytest.mark.parametrize("how", ["lost", "another", "moved"])
def test_a_misplaced_card_is_noticed(zone: str, how: str) -> None:
    game = Match.open(make_table({"seats": ["Ana", VERA], **SPLIT}), None, 5)
    go_on(game)
    assert game.truth is not None
    hands = game.truth.table.hands
    was = hands[zone].pop(0)
    if how == "another":
        hands[zone].append(next(card for card in uno.KINDS if card != was))
    if how == "moved":
        hands[DECK if zone != DECK else "Ana"].insert(0, was)
    with pytest.raises(ProtocolBug):
        go_on(game)
