"""Corrections of the record by the rules: whatever is said, all cards stay; what cannot be is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from facilitator.errors import TableError
from facilitator.games.events import Correct
from facilitator.games.registry import get_game, list_games
from facilitator.games.rules import AwaitMove, Seat, read_move
from facilitator.play.match import Match
from facilitator.table_files.load import make_table
from game_driver import Driver
from sessions import VERA
from turns import go_on

PEOPLE = {
    "uno": ["Ana", "Ben", "Cem"],
    "sevens": ["Ana", "Ben"],
    "hearts": ["Ana", "Ben", "Cem"],
    "dominoes": ["Ana"],
    "eights": ["Ana", "Ben"],
}


@cache
def played(name: str, events: int, **keys: object) -> tuple[Any, Any]:
    """A game's law, and its facts where a person is asked after so many events."""
    table = make_table({"game": name, "seats": [*PEOPLE[name], VERA], **keys})
    game = Match.open(table, None, 3)
    while (
        game.state.n < events
        or not isinstance(game.next_action, AwaitMove)
        or game.next_action.seat is None
        or game.next_action.again
    ):
        go_on(game)
        game.news.clear()
    return game.rules, game.state


def hidden(law: Any, state: Any) -> Iterator[list[str]]:
    """The zones that share covered cards, two of them that hold several."""
    for seat in state.seats:
        stock = law.get_shared_deck(state, seat.name)
        zones = [zone for zone, size in stock.hands if size > 1] + ([stock.zone] if stock.deck else [])
        if len(zones) > 1:
            yield zones


@pytest.mark.parametrize("name", list_games())
@pytest.mark.parametrize("events", [2, 9])
def test_a_correction_changes_hand_sizes_and_keeps_all_cards(name: str, events: int) -> None:
    """One card less here, one more there; a hand that is known to lack too much cannot take one."""
    law, state = played(name, events)
    before, names = law.find_zones(state).sizes, [seat.name for seat in state.seats]
    right = 0
    for one, other in permutations(next(hidden(law, state)), 2):
        sizes = {one: before[one] - 1, other: before[other] + 1}
        event = read_move(law, f"correct {one.upper()} {sizes[one]}, {other} {sizes[other]}: stuck", state)
        assert isinstance(event, Correct)
        for told in (law.codec.text(event), json.dumps(law.codec.json(event))):
            assert law.codec.read_line(told, names) == event
        with suppress(TableError):
            after, happened = law.apply(state, event)
            right += 1
            assert law.find_zones(after).sizes == {**before, **sizes}
            assert (after.n, law.get_next_action(after)) == (state.n + 1, law.get_next_action(state))
            assert law.find_zones(after).open == law.find_zones(state).open
            assert f"{one} {sizes[one]} (it said {before[one]})" in law.describe_effect(happened[0])
            assert not any(effect.motions for effect in happened)
    assert right


def test_a_correction_gives_a_hand_no_card_that_it_is_known_to_lack() -> None:
    law, state = played("sevens", 9)
    sizes, at = law.find_zones(state).sizes, [seat.name for seat in state.seats].index("Ben")
    may = sorted(state.loose)[: sizes["Ben"]]
    lacks = [*state.lacks]
    lacks[at] = frozenset(state.loose) - set(may)
    known = replace(state, lacks=tuple(lacks))
    line = f"correct Ben {sizes['Ben'] + 1}, Ana {sizes['Ana'] - 1}: counted"
    with pytest.raises(TableError, match="not enough cards would be left for Ben's hand"):
        law.apply(known, read_move(law, line, known))


# -- cards that are lost for good ----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "rules"), [("eights", "match"), ("dominoes", "usual"), ("uno", "official")])
def test_a_lost_card_is_not_dealt_again(name: str, rules: str) -> None:
    seats = (Seat("Ana"), Seat("Ben"), Seat("Vera", True))[: 2 + (name == "uno")]
    driver, law = Driver(get_game(name), seats, 3, {"rules": rules}), get_game(name)
    lost = False
    for _ in driver.steps():
        need = law.get_next_action(driver.state)
        if getattr(driver.state, "round", 1) > 1:
            break
        if not lost and isinstance(need, AwaitMove) and need.seat is not None and not need.again:
            card = driver.truth.table.hands["deck"].pop()
            driver.state = law.apply(driver.state, Correct("eaten", lost=(card,))).state
            lost = True
    zones = law.find_zones(driver.state)
    assert len(zones.decks["deck"]) == len(law.kinds.cards) - 1 == sum(zones.sizes.values())
