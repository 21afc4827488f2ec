"""The rules of Muggins (§5.3), each as a named test with its source."""

from __future__ import annotations

import pytest

from facilitator.games.dominoes import add_tile, open_sum, score_row


@pytest.mark.parametrize(
    ("row", "total"),
    [  # Encyclopaedia Britannica, "muggins": leads that score the pips on the piece
        (((5, 5),), 10),
        (((6, 4),), 10),
        (((5, 0),), 5),
        (((3, 2),), 5),
        # "if the leader … to 2-4 the next player plays 4-3, the second player scores 5 (2 + 3)"
        (((2, 4), (4, 3)), 5),
        # "if to 2-4 he can play 4-4, he scores 10 because a doublet scores its whole value"
        (((2, 4), (4, 4)), 10),
        # Wikipedia, "Muggins": "all pips on a crosswise double are included in the count"; no spinner
        (((5, 5), (5, 0)), 10),
        (((5, 5), (5, 5)), 20),
        (((0, 5), (5, 5), (5, 0)), 0),  # a doublet inside the row has no open end
        (((6, 6), (6, 3)), 15),
    ],
)
def test_open_ends_match_worked_examples(row: tuple[tuple[int, int], ...], total: int) -> None:
    assert open_sum(row) == score_row(row) == total


@pytest.mark.parametrize("row", [((2, 4),), ((3, 5), (5, 5)), ((6, 6),)])
def test_other_sums_score_nothing(row: tuple[tuple[int, int], ...]) -> None:
    assert open_sum(row) % 5
    assert score_row(row) == 0


def test_tiles_touch_with_equal_halves() -> None:
    row = add_tile(add_tile(add_tile((), "5-6", "right"), "2-6", "right"), "3-5", "left")
    assert row == ((3, 5), (5, 6), (6, 2))
