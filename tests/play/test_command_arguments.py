"""Arguments of commands are read as people write them."""

import pytest

from facilitator.errors import CommandError
from facilitator.play.commands import read_fix, read_time


@pytest.mark.parametrize(
    "line", ["time 30", "time 30 min", "time 30min", "time 30 minutes", "time 30 Minuten"]
)
def test_minutes_may_have_their_unit(line: str) -> None:
    assert read_time(line) == 30


@pytest.mark.parametrize("line", ["time min", "time 30 cards", "time x"])
def test_other_words_are_no_minutes(line: str) -> None:
    with pytest.raises(CommandError):
        read_time(line)


def test_a_colon_may_follow_the_number_of_an_entry() -> None:
    assert read_fix("fix 2: 7b") == read_fix("fix 2 7b") == (2, "7b")
