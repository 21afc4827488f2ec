"""The house rule "draw until you can play": the public rules, whole games, and the proof."""

from __future__ import annotations

import pytest

from facilitator.table_files.load import make_table
from facilitator.verification.certificate import default_specs, verify_spec
from turns import play_through


@pytest.mark.parametrize("protocol", ["knockout", "published"])
def test_whole_games(protocol: str, full: bool) -> None:
    seats = ["Ana", {"name": "Vera", "virtual": True}, {"name": "Uma", "virtual": True}]
    table = make_table({"seats": seats, "draw": "until playable", "protocol": protocol, "hand_size": 3})
    for seed in range(4 if full else 1):
        assert play_through(table, seed)["events"] > 5


def test_the_proof() -> None:
    for spec in default_specs(["draw-until-playable"]):
        assert verify_spec(spec).good
