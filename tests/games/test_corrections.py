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

from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.events import Correct
from facilitator.games.registry import game_named, games
from facilitator.games.rules import Ask, read_move
from facilitator.play.match import Match
from facilitator.table.load import make_table
from facilitator.table.model import state_before
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
        game.state.n < events or not isinstance(game.need, Ask) or game.need.seat is None or game.need.again
    ):
        go_on(game)
        game.news.clear()
    return game.law, game.state


def hidden(law: Any, state: Any) -> Iterator[list[str]]:
    """The zones that share covered cards, two of them that hold several."""
    for seat in state.seats:
        stock = law.stock(state, seat.name)
        zones = [zone for zone, size in stock.hands if size > 1] + ([stock.zone] if stock.deck else [])
        if len(zones) > 1:
            yield zones


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("events", [2, 9])
def test_sizes_are_put_right_and_all_cards_stay(name: str, events: int) -> None:
    """One card less here, one more there; a hand that is known to lack too much cannot take one."""
    law, state = played(name, events)
    before, names = law.zones(state).sizes, [seat.name for seat in state.seats]
    right = 0
    for one, other in permutations(next(hidden(law, state)), 2):
        sizes = {one: before[one] - 1, other: before[other] + 1}
        event = read_move(
            law, f"correct {one.upper()} {sizes[one]}, {other} {sizes[other]}: one stuck", state
        )
        assert isinstance(event, Correct)
        for told in (law.codec.text(event), json.dumps(law.codec.json(event))):
            assert law.codec.read_line(told, names) == event
        with suppress(TableError):
            after, happened = law.apply(state, event)
            right += 1
            assert law.zones(after).sizes == {**before, **sizes}
            assert (after.n, law.need(after)) == (state.n + 1, law.need(state))
            assert law.zones(after).open == law.zones(state).open
            assert f"{one} {sizes[one]} (it said {before[one]})" in law.say(happened[0])
            assert not any(one.motions for one in happened)
    assert right


@pytest.mark.parametrize("name", games())
def test_what_does_not_add_up_is_refused_with_what_is_missing(name: str) -> None:
    law, state = played(name, 4)
    zones = next(hidden(law, state))
    size = law.zones(state).sizes[zones[0]]
    for number, words in ((size - 1, "1 missing"), (size + 2, "2 too many")):
        with pytest.raises(TableError) as caught:
            law.apply(state, read_move(law, f"correct {zones[0]} {number}: counted", state))
        assert words in caught.value.found
        assert zones[0] in caught.value.expected


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("correct Nobody 4, deck 5: so", "Nobody"),
        ("correct discards 4: so", "discards"),
        ("correct Ana 0, deck 60: so", "0"),
        ("correct Ana 6", "nothing"),
        ("correct Ana 6, deck 53:  ", "nothing"),
        ("correct Ana: why", "Ana"),
        ("correct : why", "nothing"),
        ("correct top is 7R: why", "top is 7R"),
        (f"correct Ana 6, deck 53: {'x' * 301}", "xxx"),
        ('{"correct": 5, "why": "so"}', "5"),
        ('{"correct": ["Ana 6"]}', "Ana 6"),
        ('{"correct": ["Ana"], "why": "so"}', "Ana"),
        ('{"correct": ', "correct"),
        ('{"correct": "top", "is": "99", "why": "so"}', "99"),
        ('{"correct": ["Ana 6"], "why": " "}', ""),
    ],
)
def test_what_is_no_correction_changes_nothing(line: str, found: str) -> None:
    law, state = played("uno", 4)
    with pytest.raises(FacilitatorError) as caught:
        law.apply(state, read_move(law, line, state))
    assert found in caught.value.found
    assert caught.value.todo


def test_the_same_again_is_no_correction() -> None:
    law, state = played("uno", 4)
    with pytest.raises(CommandError, match="as the record has it"):
        law.apply(state, read_move(law, f"correct Ana {law.zones(state).sizes['Ana']}: so", state))


def test_before_the_start_and_after_the_end_nothing_is_corrected() -> None:
    law = game_named("uno")
    state = state_before(make_table({"seats": ["Ana", "Ben"]}))
    with pytest.raises(TableError, match="person"):
        law.apply(state, Correct("so", (("Ana", 6), ("deck", 95))))


def test_two_decks_are_counted_apart() -> None:
    """A card cannot have gone from the people's deck into a virtual seat's hand."""
    law, state = played("uno", 4, pool="split", pool_deck="compact-27", hand_size=3)
    sizes = law.zones(state).sizes
    with pytest.raises(TableError, match="1 card"):
        law.apply(
            state, read_move(law, f"correct Vera {sizes['Vera'] - 1}, deck {sizes['deck'] + 1}: so", state)
        )
    right = f"correct Vera {sizes['Vera'] + 1}, pool {sizes['pool'] - 1}: so"
    assert law.zones(law.apply(state, read_move(law, right, state)).state).sizes["Vera"] == sizes["Vera"] + 1


def test_a_hand_takes_no_card_that_everybody_knows_it_lacks() -> None:
    law, state = played("sevens", 9)
    sizes, at = law.zones(state).sizes, [seat.name for seat in state.seats].index("Ben")
    may = sorted(state.loose)[: sizes["Ben"]]
    known = replace(
        state,
        lacks=tuple(
            frozenset(state.loose) - set(may) if i == at else one for i, one in enumerate(state.lacks)
        ),
    )
    line = f"correct Ben {sizes['Ben'] + 1}, Ana {sizes['Ana'] - 1}: counted"
    with pytest.raises(TableError, match="Ben may hold"):
        law.apply(known, read_move(law, line, known))


# -- faces, turns and seats ----------------------------------------------------------------------------------


def uno(*lines: str, **keys: object) -> tuple[Any, Any]:
    law = game_named("uno")
    state = state_before(make_table({"seats": ["Ana", "Ben", "Cem"], **keys}))
    for line in lines:
        state = law.apply(state, read_move(law, line, state)).state
    return law, state


def corrected(law: Any, state: Any, line: str) -> Any:
    return law.apply(state, read_move(law, line, state)).state


def test_within_a_turn_nothing_is_corrected() -> None:
    law, state = uno("7R Ana", "draw")
    with pytest.raises(TableError, match="begins a turn"):
        corrected(law, state, "correct Ben 6, deck 87: counted")


def test_who_joins_and_who_leaves_is_typed_where_the_rules_know_it() -> None:
    law, state = uno("Ana", "Zoe joins", rules="kpgut")
    assert [seat.name for seat in state.seats] == ["Ana", "Ben", "Cem", "Zoe"]
    after = corrected(law, corrected(law, state, "Ben gives up"), "7R 8R 9R 2G 2B 2Y 3R")
    assert after.gone == (1,)
    for line in ("Zoe joins", "Ben gives up"):
        with pytest.raises(FacilitatorError, match="rules: paper"):
            corrected(*uno("7R Ana"), line)
