"""Whole rehearsed games: the public state is true after every event, for many tables and seeds."""

from __future__ import annotations

from collections import Counter

import pytest

from facilitator.protocols.forms import CONCEALED, FORMS, list_offered_forms
from facilitator.table_files.load import Table, make_table
from turns import play_through

KEYS: dict[str, dict[str, object]] = {
    "knockout": {},
    "published": {"protocol": "published"},
    "published-2023": {"protocol": "published-2023"},
}
KEYS |= {CONCEALED[form]: {**keys, "conceal": True} for form, keys in KEYS.items()}
KEYS["wallet"] = {"protocol": "wallet"}
"""What a table file says to get each form."""


def table(seed: int, form: str) -> Table:
    """A table of 2–5 seats, 1–3 of them virtual, that varies with the seed."""
    keys = dict(KEYS[form])
    seats = 2 + seed % 4
    virtual = min(1 + seed // 4 % 3, seats - 1)
    names = ["Ana", "Ben", "Cleo", "Dan", "Eve"][:seats]
    listed: list[dict[str, object]] = [{"name": n} for n in names]
    for i, seat in enumerate(listed):
        if (i + seed) % seats < virtual:
            seat |= {"virtual": True}
    return make_table({"seats": listed, "hand_size": 3 + seed % 5, **keys})


@pytest.mark.parametrize("form", KEYS)
def test_state_and_truth_agree(form: str, full: bool) -> None:
    """A game a form, at a table that differs from form to form; with --full 1,000."""
    counts, first = Counter[str](), list(KEYS).index(form)
    for seed in range(1000) if full else (first,):
        counts += play_through(table(seed, form), seed)
    assert counts[form] > (5 if full else 1)
    assert counts["none"] > 0 or not full
    assert counts["events"] > (50 if full else 8)


def test_every_form_is_played() -> None:
    assert set(KEYS) == {
        name for name, form in FORMS.items() if (form.conceals or name) in list_offered_forms()
    }
