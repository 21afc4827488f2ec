"""Events as text and as JSON: one table for both, and what is not understood."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facilitator.errors import CommandError
from facilitator.games.events import Drew, Event, Pass, Play, Start, find_seat
from facilitator.games.uno import cards as uno
from facilitator.games.uno.rules import CODEC
from facilitator.i18n import fold

SEATS = ["Ana", "Vera", "Ben", "Anna Maria"]


@pytest.mark.parametrize("obj", [None, [], "Ana", 7])
def test_json_that_is_not_an_object_is_rejected(obj: object) -> None:
    with pytest.raises(CommandError, match="is not a JSON object"):
        CODEC.of_json(obj, SEATS)


def test_seat_names_that_contain_verbs_are_recognised() -> None:
    seats = ["Ana", "Ana plays", "first", "start", "Ana first", "7 Ana", "{x}"]
    for seat in seats:
        for event in (Start("7R", seat), Play(seat, "7R"), Play(seat, "W", "B"), Drew(seat), Pass(seat)):
            assert CODEC.read_line(CODEC.text(event), seats) == event
            assert CODEC.read_line(json.dumps(CODEC.json(event)), seats) == event
    assert CODEC.read_line("start red 7 Ana first", seats) == Start("7R", "Ana")


def test_composed_and_decomposed_accents_are_equal() -> None:
    assert find_seat("rene\u0301e", ["Ren\u00e9e"]) == "Ren\u00e9e"


names = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=12).filter(fold)
tables = st.lists(names | st.sampled_from(SEATS), min_size=2, max_size=5, unique_by=fold)


@st.composite
def events(draw: st.DrawFn, seats: list[str]) -> Event:
    seat, card = draw(st.sampled_from(seats)), draw(st.sampled_from(uno.KINDS))
    color = draw(st.none() | st.sampled_from(uno.COLORS))
    forms: list[Event] = [Start(card, seat), Play(seat, card, color), Drew(seat), Drew(seat, 2), Pass(seat)]
    return draw(st.sampled_from(forms))


@settings(deadline=None)  # the first event of a game builds its codec
@given(st.data(), tables)
def test_events_survive_a_round_trip(data: st.DataObject, seats: list[str]) -> None:
    event = data.draw(events(seats))
    assert CODEC.read_line(json.dumps(CODEC.json(event)), seats) == event
    assert CODEC.read_line(CODEC.text(event), seats) == event


@pytest.mark.parametrize("card", uno.KINDS)
@pytest.mark.parametrize("color", [None, *uno.COLORS])
def test_every_card_with_every_color_round_trips(card: str, color: str | None) -> None:
    event = Play("Ana", card, color)
    assert CODEC.read_line(CODEC.text(event), SEATS) == event


words = st.sampled_from(
    [*SEATS, "plays", "draws", "passes", "start", "first", "7R", "W", "blue", "2", "{", '"seat":']
)


@given(st.text() | st.lists(words, max_size=6).map(" ".join))
def test_any_line_is_an_event_or_a_command_error(line: str) -> None:
    try:
        event = CODEC.read_line(line, SEATS)
    except CommandError:
        return
    assert CODEC.read_line(CODEC.text(event), SEATS) == event


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)
keys = st.sampled_from(["start", "first", "seat", "play", "color", "draw", "pass"])


@given(json_values | st.dictionaries(keys, json_values | st.sampled_from(["Ana", "7R", 1, True]), max_size=4))
def test_any_json_is_an_event_or_a_command_error(obj: object) -> None:
    try:
        event = CODEC.of_json(obj, SEATS)
    except CommandError:
        return
    assert CODEC.of_json(CODEC.json(event), SEATS) == event
