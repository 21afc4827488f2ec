"""Whole rehearsed games: the public state is true after every event, for many tables and seeds."""

from __future__ import annotations

from collections import Counter

import pytest

from facilitator.protocols.registry import FORMS
from facilitator.table import Table, make_table
from helpers import play_through

SHARDS = 4


KEYS: dict[str, dict[str, object]] = {
    "streamlined": {},
    "published": {"protocol": "published"},
    "published-2023": {"protocol": "published-2023"},
    "concealed": {"protocol": "published", "conceal": True},
    "weighted": {"style": "attacker"},
    "priority": {"protocol": "priority"},
}
"""What a table file says to get each form."""


def table(seed: int, form: str) -> Table:
    """A table of 2–5 seats, 1–3 of them virtual, that varies with the seed."""
    keys = dict(KEYS[form])
    style = keys.pop("style", "uniform")
    seats = 2 + seed % 4
    virtual = min(1 + seed // 4 % 3, seats - 1)
    names = ["Ana", "Ben", "Cleo", "Dan", "Eve"][:seats]
    listed: list[dict[str, object]] = [{"name": n} for n in names]
    for i, seat in enumerate(listed):
        if (i + seed) % seats < virtual:
            seat |= {"virtual": True, "style": style}
    return make_table({"seats": listed, "conceal": seed % 10 == 9, "hand_size": 3 + seed % 5, **keys})


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("form", KEYS)
def test_state_and_truth_agree(form: str, shard: int, full: bool) -> None:
    """6 games a form and shard; with --full 250, so 1,000 a form."""
    counts = Counter[str]()
    for seed in range(shard, (1000 if full else 24), SHARDS):
        counts += play_through(table(seed, form), seed)
    assert counts["published" if form == "concealed" else form] > 20
    assert counts["none"] > 2
    assert counts["events"] > 100


def test_every_form_is_played() -> None:
    assert set(KEYS) == set(FORMS)
