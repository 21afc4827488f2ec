"""Names of cards and tiles."""

from __future__ import annotations

import pytest

from facilitator.games.decks import CARDS, TILES, Pack


@pytest.mark.parametrize(("pack", "size"), [(CARDS, 52), (TILES, 28)])
def test_codes_and_words_come_back(pack: Pack, size: int) -> None:
    assert len(set(pack.cards)) == len(pack.cards) == size
    for face in pack.cards:
        for said in (face, face.lower(), pack.describe(face), pack.describe(face).upper()):
            assert pack.parse(said) == face
        assert pack.cards[pack.order(face)] == face
        assert pack.group(face)
