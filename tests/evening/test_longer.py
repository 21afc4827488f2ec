"""How rules change the length of games, and what is proposed for an evening: told from games played in thought."""

from __future__ import annotations

import pytest

from facilitator.evening.choices import MOST_PROPOSED, proposals
from facilitator.evening.plan import Longer, is_plain, longer
from facilitator.table.load import Table, make_table

SEATS = ["Ana", "Ben", {"name": "Vera", "virtual": True}]


def table(**keys: object) -> Table:
    return make_table({"seats": SEATS, "helpers": 2, **keys})


def test_plain_rules_are_no_longer_than_themselves() -> None:
    assert is_plain(table())
    assert longer(table()) is None
    assert longer(table(rules="official", seats=["Ana", "Ben"])) is None, "nobody is virtual: nothing to plan"


def test_drawing_until_a_card_fits_takes_longer() -> None:
    """Seen in 600 games either way: 1.8 times as long, give or take a tenth."""
    found = longer(table(draw="until playable"))
    assert found is not None
    assert 1.5 < found.times < 2.2
    assert found.error < 0.2
    assert found == longer(table(draw="until playable")), "a fixed sample"


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Longer(1.15, 0.1), "about as long as by the plain rules"),
        (Longer(1.33, 0.05), "about 33 % longer than by the plain rules"),
        (Longer(0.8, 0.05), "about 20 % shorter than by the plain rules"),
        (Longer(15.3, 1.3), "about 15 times as long as by the plain rules"),
    ],
)
def test_no_more_is_said_than_chance_allows(found: Longer, words: str) -> None:
    assert found.words() == words


def test_proposals_fit_the_evening_or_come_nearest() -> None:
    for minutes, sure in ((240, True), (2, False)):
        found = proposals(table(), minutes)
        assert 1 <= len(found) <= MOST_PROPOSED
        assert all(one.table.helpers == 2 for one in found)
        assert all((one.times.in_time(minutes) >= 0.5) == sure for one in found)
        assert len({tuple(one.sentences(480)) for one in found}) == len(found)
    forms = [one.table.protocol for one in proposals(table(), 240)]
    assert forms[0] == "wallet"
    assert set(forms) == {"wallet", "knockout"}
