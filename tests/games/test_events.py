"""Events as text and as JSON: one table for both, and what is not understood."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facilitator.errors import CommandError
from facilitator.games.events import Correct, Drew, Event, GamePrompt, Lacks, Pass, Play, Start, find_seat
from facilitator.games.uno import cards as uno
from facilitator.games.uno.rules import CODEC
from facilitator.i18n import fold

SEATS = ["Ana", "Vera", "Ben", "Anna Maria"]

FORMS: list[tuple[Event, str, str]] = [
    (Start("7R", "Ana"), "start 7R Ana first", '{"start":"7R","first":"Ana"}'),
    (Play("Ana", "7R"), "Ana plays 7R", '{"seat":"Ana","play":"7R"}'),
    (Play("Ana", "W", "B"), "Ana plays W blue", '{"seat":"Ana","play":"W","color":"B"}'),
    (Play("Ana", "D", "R"), "Ana plays D red", '{"seat":"Ana","play":"D","color":"R"}'),
    (Drew("Ana"), "Ana draws", '{"seat":"Ana","draw":1}'),
    (Drew("Ana", 2), "Ana draws 2", '{"seat":"Ana","draw":2}'),
    (Pass("Anna Maria"), "Anna Maria passes", '{"seat":"Anna Maria","pass":true}'),
]


@pytest.mark.parametrize(("event", "text", "line"), FORMS)
def test_forms(event: Event, text: str, line: str) -> None:
    assert CODEC.text(event) == text
    assert json.dumps(CODEC.json(event), separators=(",", ":")) == line
    assert CODEC.read_line(text, SEATS) == CODEC.read_line(text, SEATS) == event
    assert (
        CODEC.of_json(json.loads(line))
        == CODEC.of_json(json.loads(line), SEATS)
        == CODEC.read_line(line, SEATS)
        == event
    )


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("ANA PLAYS red 7", Play("Ana", "7R")),
        ("  ana   play  r7 ", Play("Ana", "7R")),
        ("Ana played +2 blue.", Play("Ana", "+B")),
        ("ana plays wild draw four, green", Play("Ana", "D", "G")),
        ("ana plays d b", Play("Ana", "D", "B")),
        ("Ana plays R R", Play("Ana", "RR")),
        ("Ana plays 7 R red", Play("Ana", "7R", "R")),
        ("anna maria draws a card", Drew("Anna Maria")),
        ("Anna  Maria drew one.", Drew("Anna Maria")),
        ("Ana draws 1", Drew("Ana", 1)),
        ("Ana draws two cards", Drew("Ana", 2)),
        ("Ben draws.", Drew("Ben")),
        ("Ben passes.", Pass("Ben")),
        ("ben PASS", Pass("Ben")),
        ("Start red 7 anna maria first", Start("7R", "Anna Maria")),
        ("start 7R, Ana", Start("7R", "Ana")),
        ("start W Ana first", Start("W", "Ana")),  # that it cannot be is for the state to say
        (' {"seat": "ana", "play": "red 7"}', Play("Ana", "7R")),
        ('{"seat":"Ana","play":"W","color":"blue","minute":3}', Play("Ana", "W", "B")),
        ('{"seat":"Ana","play":"7R","color":null}', Play("Ana", "7R")),
    ],
)
def test_forgiving(text: str, event: Event) -> None:
    assert CODEC.read_line(text, SEATS) == event


TYPED = ("İpek", "Işıl", "Jürgen", "Łukasz", "Zoë", "Zoé", "O’Neill", "J. R.")


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("ipek", "İpek"),
        ("IPEK", "İpek"),
        ("isil", "Işıl"),
        ("jurgen", "Jürgen"),
        ("Juergen", "Jürgen"),
        ("lukasz", "Łukasz"),
        ("oneill", "O’Neill"),
        ("O'Neill", "O’Neill"),
        ("jr", None),
        ("j r", "J. R."),
        ("zoë", "Zoë"),
        ("zoe", None),  # two could be meant
        ("ipe", None),
    ],
)
def test_a_name_is_typed_without_its_accents(name: str, seat: str | None) -> None:
    """Where a seat is named, whatever is said of it, if no other seat is typed like this."""
    if seat is None:
        with pytest.raises(CommandError):
            CODEC.read_line(f"{name} draws", TYPED)
        return
    assert CODEC.read_line(f"{name} plays 7R", TYPED) == Play(seat, "7R")
    assert CODEC.read_line(f"start red 7 {name} first", TYPED) == Start("7R", seat)
    assert CODEC.read_line(json.dumps({"seat": name, "draw": 1}), TYPED) == Drew(seat)
    assert CODEC.read_line(f"correct {name} 6: miscounted", TYPED) == Correct(
        reason="miscounted", sizes=((seat, 6),)
    )
    assert CODEC.read(f"7r {name}", TYPED, GamePrompt("", None)) == Start("7R", seat)
    assert CODEC.read(name, TYPED, GamePrompt("", "Zoë", words={fold(seat): Lacks(seat)})) == Lacks(seat)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing"),
        ("Ana", "Ana, Vera, Ben, Anna Maria"),
        ("Ana hops", '"Ana plays 0R"'),
        ("Anna plays 7R", "Did you mean"),
        ("Vrea draws", "Did you mean Vera?"),
        ("Zoltan passes", "Expected a seat of this table (Ana, Vera, Ben, Anna Maria)"),
        ("Ana plays", "a card, such as 7R"),
        ("Ana plays 7", "Add the colour"),
        ("Ana plays draw blue", "+B or D"),
        ("Ana draws 7R", '"Ana draws" and nothing more'),
        ("Ana draws blood", "Type: Ana draws"),
        ("Ana passes by", '"Ana passes"'),
        ("start", "start 0R Ana first"),
        ("start 7R", "a seat of this table"),
        ("start 7R Vrea first", "Did you mean Vera?"),
        ("start 7 Ana first", "Add the colour"),
        ("start Ana first", "a card, such as 7R"),
    ],
)
def test_text_not_understood(text: str, said: str) -> None:
    with pytest.raises(CommandError) as refusal:
        CODEC.read_line(text, SEATS)
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "one JSON object on the line"),
        ("{" * 100_000, "one JSON object on the line"),
        ('{"draw":' + "9" * 5000 + "}", "one JSON object on the line"),
        ("{}", 'exactly one of "start", "play", "draw", "pass" …'),
        ('{"seat":"Ana"}', "exactly one of"),
        ('{"seat":"Ana","play":"7R","draw":1}', "exactly one of"),
        ('{"seat":"Ana","draw":1,"color":"B"}', 'no "color" beside "draw"'),
        ('{"seat":"Ana","draw":true}', '"draw":1'),
        ('{"seat":"Ana","draw":"1"}', '"draw":1'),
        ('{"seat":"Ana","pass":false}', '"pass":true'),
        ('{"seat":"Ana","pass":1}', '"pass":true'),
        ('{"play":"7R"}', 'a text for "seat"'),
        ('{"seat":"Ana","play":7}', 'a text for "play"'),
        ('{"seat":"Ana","play":"W","color":1}', 'a text for "color"'),
        ('{"seat":"Ana","play":"W","color":"pink"}', "red, yellow, green or blue"),
        ('{"start":"7R"}', 'a text for "first"'),
        ('{"start":"7R","first":"Vrea"}', "Did you mean Vera?"),
        ('{"seat":"Vrea","pass":true}', "Did you mean Vera?"),
        ('{"seat":"Ana","play":"77"}', "such as 7R"),
    ],
)
def test_json_not_understood(line: str, said: str) -> None:
    with pytest.raises(CommandError) as refusal:
        CODEC.read_line(line, SEATS)
    assert said in str(refusal.value)


@pytest.mark.parametrize("obj", [None, [], "Ana", 7])
def test_json_that_is_no_object(obj: object) -> None:
    with pytest.raises(CommandError, match="Expected a JSON object"):
        CODEC.of_json(obj, SEATS)


def test_names_holding_verbs_are_told_apart() -> None:
    seats = ["Ana", "Ana plays", "first", "start", "Ana first", "7 Ana", "{x}"]
    for seat in seats:
        for event in (Start("7R", seat), Play(seat, "7R"), Play(seat, "W", "B"), Drew(seat), Pass(seat)):
            assert CODEC.read_line(CODEC.text(event), seats) == event
            assert CODEC.read_line(json.dumps(CODEC.json(event)), seats) == event
    assert CODEC.read_line("start red 7 Ana first", seats) == Start("7R", "Ana")


def test_an_accent_typed_in_two_ways_is_one_name() -> None:
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
def test_round_trips(data: st.DataObject, seats: list[str]) -> None:
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
def test_any_line_is_an_event_or_not_understood(line: str) -> None:
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
def test_any_json_is_an_event_or_not_understood(obj: object) -> None:
    try:
        event = CODEC.of_json(obj, SEATS)
    except CommandError:
        return
    assert CODEC.of_json(CODEC.json(event), SEATS) == event
