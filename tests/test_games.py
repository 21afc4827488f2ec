"""Whole rehearsed games: the public state is true after every event, for many tables and seeds."""

from __future__ import annotations

from collections import Counter

import pytest

from facilitator.protocols.registry import FORMS
from facilitator.table import Table, make_table
from helpers import play_through

SHARDS = 4


def table(seed: int, form: str) -> Table:
    """A table of 2–5 seats, 1–3 of them virtual, that varies with the seed."""
    seats = 2 + seed % 4
    virtual = min(1 + seed // 4 % 3, seats - 1)
    names = ["Ana", "Ben", "Cleo", "Dan", "Eve"][:seats]
    listed = [{"name": n, "virtual": (i + seed) % seats < virtual} for i, n in enumerate(names)]
    return make_table({"seats": listed, "protocol": form, "conceal": seed % 10 == 9, "hand_size": 3 + seed % 5})


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("form", FORMS)
def test_state_and_truth_agree(form: str, shard: int, full: bool) -> None:
    """12 games a form and shard; with --full 250, so 1,000 a form."""
    counts = Counter[str]()
    for seed in range(shard, (1000 if full else 48), SHARDS):
        counts += play_through(table(seed, form), seed)
    assert counts[form] > 50
    assert counts["none"] > 5
    assert counts["events"] > 300
