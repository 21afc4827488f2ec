"""The deck, the names of the cards in both directions, validity and effects."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facilitator.errors import CommandError
from facilitator.games.uno import cards as uno

# One table for both directions: the code, the words we say, and what else a host may type.
NAMES = [
    (
        "7R",
        "red 7",
        ["7r", "r7", "R7", "7-r", "red-7", "RED_7", "7red", "red7", " 7 R ", "red seven", "seven, red"],
    ),
    ("8R", "red 8", ["R8", "8 red", "Red  8", "eight red"]),
    ("0Y", "yellow 0", ["y0", "0y", "yellow zero", "zero, yellow"]),
    ("2B", "blue 2", ["b2", "2 b", "blue two", "two blue"]),
    ("SY", "yellow skip", ["S Y", "sy", "ys", "skip yellow", "yellow-skip", "y skip", "s yellow"]),
    ("SB", "blue skip", ["blue skip", "bs", "SB"]),
    ("SR", "red skip", ["SR", "RS", "rs", "skip red", "red s", "r s"]),
    ("RG", "green reverse", ["RG", "GR", "gr", "reverse green", "rev green", "green rev", "r green"]),
    ("RR", "red reverse", ["RR", "rr", "r r", "reverse red", "red reverse", "red r", "rev r"]),
    ("RB", "blue reverse", ["RB", "BR", "b reverse"]),
    ("RY", "yellow reverse", ["ry", "yr", "yellow r"]),
    (
        "+B",
        "blue draw two",
        ["+2B", "+b", "b+", "b +2", "draw two blue", "blue draw 2", "plus two blue", "d2 b"],
    ),
    ("+R", "red draw two", ["+R", "+2 red", "Draw Two Red", "draw-2 r", "red plus 2", "＋Ｒ"]),
    ("W", "wild", ["w", "Wild", "WILD ", "wild card"]),
    (
        "D",
        "wild draw four",
        ["d", "+4", "+ 4", "draw four", "wild +4", "Wild-Draw-Four", "wd4", "draw 4", "w+4"],
    ),
]


def test_the_deck_of_the_paper() -> None:
    """Ruangwises–Shinagawa §3.1: 108 cards."""
    assert len(uno.DECK) == 108
    assert len(uno.KINDS) == len(set(uno.KINDS)) == 54
    assert set(uno.DECK) == set(uno.KINDS)
    assert Counter(Counter(uno.DECK).values()) == {1: 4, 2: 48, 4: 2}


def test_the_deck_lies_in_deck_order() -> None:
    assert "".join(card[0] for card in uno.DECK[:25]) == "0112233445566778899SSRR++"
    assert {card[1] for card in uno.DECK[:25]} == {"R"}
    assert [card[1] for card in uno.DECK[:100:25]] == list("RYGB")
    assert uno.DECK[100:] == ("W",) * 4 + ("D",) * 4
    by_code = sorted(uno.DECK)
    assert tuple(sorted(by_code, key=uno.deck_order)) == uno.DECK


@pytest.mark.parametrize(("card", "words", "typed"), NAMES)
def test_names(card: str, words: str, typed: list[str]) -> None:
    assert uno.describe(card) == words
    assert {text: uno.parse_card(text) for text in [card, words, *typed]} == dict.fromkeys(
        [card, words, *typed], card
    )


@pytest.mark.parametrize("card", uno.KINDS)
def test_every_card_is_read_back_from_its_code_and_its_words(card: str) -> None:
    for text in (card, card.lower(), uno.describe(card), uno.describe(card).upper(), " ".join(card)):
        assert uno.parse_card(text) == card
    if not uno.is_black(card):
        assert uno.parse_card(uno.color_word(card[1]) + card[0]) == card
        assert uno.parse_card(card[1] + card[0]) == card
    assert card[0] + (uno.color_of(card) or "") == card


@pytest.mark.parametrize("text", ["draw blue", "blue draw", "db", "B-D", "d b", "draw b"])
def test_a_name_of_two_cards_is_refused_with_both(text: str) -> None:
    with pytest.raises(CommandError) as refusal:
        uno.parse_card(text)
    assert "blue draw two (+B) or wild draw four (D)" in refusal.value.expected
    assert "+B or D" in refusal.value.todo


def test_only_draw_with_a_colour_has_two_readings() -> None:
    doubtful = {spelling for spelling, cards in uno.known("en").read.items() if len(cards) > 1}
    colors = [spelling for color in uno.COLORS for spelling in (color.lower(), uno.color_word(color))]
    assert doubtful == {a + b for draw in ("d", "draw") for c in colors for a, b in ((draw, c), (c, draw))}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2", "colour"),
        ("+2", "colour"),
        ("draw two", "colour"),
        ("skip", "colour"),
        ("s", "colour"),
        ("reverse", "colour"),
        ("red", "number or symbol"),
        ("B", "number or symbol"),
        ("r", "a red card or a reverse"),
        ("+", "a draw two or a wild draw four"),
        ("draw", "a draw two or a wild draw four"),
        ("red wild", "such as 7R"),
        ("gren 7", "Did you mean green 7?"),
        ("blue revers", "Did you mean blue reverse?"),
        ("", "found nothing"),
        ("  ", "found nothing"),
        ("red blue", "such as 7R"),
        ("7RB", "such as 7R"),
        ("10R", "such as 7R"),
        ("wild 2", "such as 7R"),
        ("SS", "such as 7R"),
        ("7R 7R", "such as 7R"),
        ("x\x1b[2J", '"x?[2J"'),
        ("z" * 9999, "…"),
    ],
)
def test_what_names_no_card_is_refused_with_advice(text: str, said: str) -> None:
    with pytest.raises(CommandError) as refusal:
        uno.parse_card(text)
    assert said in str(refusal.value)
    assert len(str(refusal.value)) < 250
    assert refusal.value.todo


@given(st.text() | st.text(alphabet="0123456789+rygbswd -") | st.sampled_from(sorted(uno.known("en").read)))
def test_any_text_is_one_card_or_not_understood(text: str) -> None:
    try:
        card = uno.parse_card(text)
    except CommandError:
        return
    assert uno.parse_card(card) == uno.parse_card(uno.describe(card)) == card


@given(
    st.sampled_from(uno.KINDS), st.lists(st.sampled_from([" ", "-", "  ", ""]), min_size=20), st.booleans()
)
def test_case_blanks_and_hyphens_say_nothing(card: str, gaps: list[str], loud: bool) -> None:
    words = uno.describe(card).split()
    typed = "".join(gap + word for gap, word in zip(gaps, words, strict=False))
    assert uno.parse_card(typed.upper() if loud else typed) == card


@pytest.mark.parametrize(
    ("text", "color"), [("b", "B"), ("blue", "B"), ("Blue", "B"), (" R ", "R"), ("GREEN", "G")]
)
def test_colors(text: str, color: str) -> None:
    assert uno.parse_color(text) == color


@pytest.mark.parametrize("text", ["", "black", "purple", "7R", "bl", "red blue"])
def test_no_color(text: str) -> None:
    with pytest.raises(CommandError, match="Expected red, yellow, green or blue"):
        uno.parse_color(text)


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("7R", ("7R", None)),
        ("r r", ("RR", None)),
        ("W blue", ("W", "B")),
        ("wild, red", ("W", "R")),
        ("wild draw four green", ("D", "G")),
        ("+4 y", ("D", "Y")),
        ("d b", ("D", "B")),
        ("D (blue)", ("D", "B")),
        ("W and names blue", ("W", "B")),
        ("red wild", ("W", "R")),
        ("blue +4", ("D", "B")),
        ("7R red", ("7R", "R")),
        ("red 7 blue", ("7R", "B")),
    ],
)
def test_a_card_and_its_color(text: str, play: tuple[str, str | None]) -> None:
    assert uno.parse_play(text) == play


@pytest.mark.parametrize("text", ["draw blue", "db", "W purple", "blue", "W red blue", "", "wb"])
def test_no_card_and_color(text: str) -> None:
    with pytest.raises(CommandError):
        uno.parse_play(text)


def test_the_papers_example_of_valid_cards() -> None:
    """Ruangwises–Shinagawa §4: the top card is 2R."""
    assert all(uno.valid(card, "2R", "R") for card in ("7R", "W", "2Y", "+R"))
    assert not any(uno.valid(card, "2R", "R") for card in ("4G", "6B", "SY", "1B"))


@pytest.mark.parametrize("top", ["W", "D"])
def test_after_a_black_card_only_the_named_colour_or_black(top: str) -> None:
    blue = {kind for kind in uno.KINDS if uno.color_of(kind) == "B"}
    assert uno.valid_kinds(top, "B") == blue | {"W", "D"}


@given(st.sampled_from(uno.KINDS), st.sampled_from(uno.KINDS), st.sampled_from(uno.COLORS))
def test_valid_says_what_valid_kinds_holds(card: str, top: str, named: str) -> None:
    color = uno.color_of(top) or named
    expected = uno.is_black(card) or uno.color_of(card) == color or card[0] == top[0]
    assert uno.valid(card, top, color) == (card in uno.valid_kinds(top, color)) == expected


def test_what_a_card_does() -> None:
    assert {kind for kind in uno.KINDS if uno.effect(kind) == uno.Effect()} == {
        number + color for number in "0123456789" for color in "RYGB"
    }
    assert uno.effect("SB") == uno.Effect(misses=True)
    assert uno.effect("RR") == uno.Effect(reverse=True)
    assert uno.effect("+Y") == uno.Effect(misses=True, draws=2)
    assert uno.effect("W") == uno.Effect(names_color=True)
    assert uno.effect("D") == uno.Effect(misses=True, draws=4, names_color=True)
