"""How cards and tiles may be typed: one table of cases, and laws over all of them."""

from __future__ import annotations

import pytest

from facilitator.errors import CommandError
from facilitator.games.decks import CARDS, TILES, Pack

SAID = [
    ("QS", "QS"), ("10h", "TH"), ("7♦", "7D"), ("7♢", "7D"), ("♠️A", "AS"), ("seven of diamonds", "7D"),
    ("TD", "TD"), ("d7", "7D"), ("Queen Spades", "QS"), ("the ace of hearts", "AH"), ("10 of clubs", "TC"),
    ("knave of clubs", "JC"), ("7-d", "7D"), ("diamond 7", "7D"), ("ＫＨ", "KH"),
]  # fmt: skip
LAID = [
    ("5-6", "5-6"), ("56", "5-6"), ("65", "5-6"), ("6/5", "5-6"), ("(5, 6)", "5-6"), ("5|6", "5-6"),
    ("double six", "6-6"), ("double 6", "6-6"), ("double sixes", "6-6"), ("blank five", "0-5"), ("0 0", "0-0"),
    ("double blank", "0-0"), ("five and six", "5-6"), ("6:5", "5-6"), ("d4", "4-4"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "meant"), SAID)
def test_a_card_is_typed_in_many_ways(typed: str, meant: str) -> None:
    assert CARDS.parse(typed) == meant


@pytest.mark.parametrize(("typed", "meant"), LAID)
def test_a_tile_is_typed_in_many_ways(typed: str, meant: str) -> None:
    assert TILES.parse(typed) == meant


@pytest.mark.parametrize(("pack", "size"), [(CARDS, 52), (TILES, 28)])
def test_codes_and_words_come_back(pack: Pack, size: int) -> None:
    assert len(set(pack.cards)) == len(pack.cards) == size
    for face in pack.cards:
        for said in (face, face.lower(), pack.describe(face), pack.describe(face).upper()):
            assert pack.parse(said) == face
        assert pack.cards[pack.order(face)] == face
        assert pack.group(face)


@pytest.mark.parametrize(
    ("pack", "typed", "said"),
    [
        (CARDS, "7", "7C, 7D, 7H or 7S"),
        (CARDS, "queen", "QC, QD, QH or QS"),
        (CARDS, "11h", "found"),
        (CARDS, "seven of dimonds", "seven of diamonds"),
        (CARDS, "", "nothing"),
        (CARDS, "red 7", "found"),
        (TILES, "5", "found"),
        (TILES, "57", "found"),
        (TILES, "5-6-6", "found"),
    ],
)
def test_what_is_no_one_card_is_refused(pack: Pack, typed: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        pack.parse(typed)


@pytest.mark.parametrize(("typed", "end"), [("left", "left"), ("R", "right"), ("left end", "left")])
def test_ends_of_the_row(typed: str, end: str) -> None:
    assert TILES.parse_named(typed) == end


@pytest.mark.parametrize("pack", [CARDS, TILES])
def test_a_colour_is_no_end(pack: Pack) -> None:
    with pytest.raises(CommandError):
        pack.parse_named("blue")
