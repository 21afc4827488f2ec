"""UNO cards: the deck, names, legal cards and effects."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facilitator.errors import CommandError
from facilitator.games.decks import normalize_typed
from facilitator.games.uno import cards as uno
from facilitator.games.uno.names import CARDS

SPELLINGS: dict[str, set[str]] = {}
for kind in uno.KINDS:
    for spelling in CARDS.list_spellings(kind):
        SPELLINGS.setdefault(normalize_typed(spelling), set()).add(kind)


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


@pytest.mark.parametrize("card", uno.KINDS)
def test_every_card_is_read_back_from_its_code_and_its_words(card: str) -> None:
    for text in (card, card.lower(), uno.describe(card), uno.describe(card).upper(), " ".join(card)):
        assert CARDS.parse(text) == card
    if not uno.is_black(card):
        assert CARDS.parse(uno.color_word(card[1]) + card[0]) == card
        assert CARDS.parse(card[1] + card[0]) == card
    assert card[0] + (uno.color_of(card) or "") == card


def test_only_draw_with_a_colour_has_two_readings() -> None:
    """Of the spellings with both a symbol and a colour; a symbol or a colour alone means several cards."""
    doubtful = {spelling for spelling, cards in SPELLINGS.items() if len(cards) > 1}
    colors = [word for color in uno.COLORS for word in (color.lower(), uno.color_word(color))]
    both = {a + b for draw in ("d", "draw") for c in colors for a, b in ((draw, c), (c, draw))}
    alone = {spelling for spelling in doubtful if len({card[:1] for card in SPELLINGS[spelling]}) == 1}
    assert doubtful - alone - {*colors} == both


@given(st.text() | st.text(alphabet="0123456789+rygbswd -") | st.sampled_from(sorted(SPELLINGS)))
def test_any_text_is_one_card_or_not_understood(text: str) -> None:
    try:
        card = CARDS.parse(text)
    except CommandError:
        return
    assert CARDS.parse(card) == CARDS.parse(uno.describe(card)) == card


@given(
    st.sampled_from(uno.KINDS), st.lists(st.sampled_from([" ", "-", "  ", ""]), min_size=20), st.booleans()
)
def test_case_spaces_and_hyphens_are_ignored(card: str, gaps: list[str], loud: bool) -> None:
    words = uno.describe(card).split()
    typed = "".join(gap + word for gap, word in zip(gaps, words, strict=False))
    assert CARDS.parse(typed.upper() if loud else typed) == card


@given(st.sampled_from(uno.KINDS), st.sampled_from(uno.KINDS), st.sampled_from(uno.COLORS))
def test_is_valid_agrees_with_the_set_of_valid_cards(card: str, top: str, named: str) -> None:
    color = uno.color_of(top) or named
    expected = uno.is_black(card) or uno.color_of(card) == color or card[0] == top[0]
    assert uno.is_playable(card, top, color) == (card in uno.list_playable_kinds(top, color)) == expected


def test_cards_have_the_effects_of_the_rules() -> None:
    assert {kind for kind in uno.KINDS if uno.effect(kind) == uno.CardEffect()} == {
        number + color for number in "0123456789" for color in "RYGB"
    }
    assert uno.effect("SB") == uno.CardEffect(misses=True)
    assert uno.effect("RR") == uno.CardEffect(reverse=True)
    assert uno.effect("+Y") == uno.CardEffect(misses=True, draws=2)
    assert uno.effect("W") == uno.CardEffect(names_color=True)
    assert uno.effect("D") == uno.CardEffect(misses=True, draws=4, names_color=True)
