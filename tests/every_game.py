"""Every kind of table there is, by what is registered: games, their rules, forms, pools, discards, styles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, get_args

from facilitator.games.registry import game_named, games
from facilitator.protocols.forms import offered
from facilitator.table.load import StyleName, Table, check
from sessions import VERA

PEOPLE = ("Ana", "Ben", "Cem", "Dan", "Eve")
LOOSER: tuple[Mapping[str, Any], ...] = (
    {},
    {"scores": "none"},
    {"scores": "none", "wild_draw_four": "any"},
    {"scores": "none", "wild_draw_four": "any", "stacking": []},
)
"""House rules to give up where a rule set as it stands does not go with a form or a pool: the first that do."""


def every_table() -> dict[str, Table]:
    """Return each table that can be, by what it is; whatever no table can have is left out."""
    return {name: table for name, keys in _keys() if (table := made(keys)) is not None}


def made(keys: Mapping[str, Any]) -> Table | None:
    """Return the table of these keys, without the house rules that do not go with them; None where none can be."""
    tables = (check({**keys, **looser})[0] for looser in LOOSER)
    return next((table for table in tables if table is not None), None)


def _keys() -> Iterator[tuple[str, Mapping[str, Any]]]:
    for game in games():
        law = game_named(game)
        seats = [VERA, *PEOPLE][: max(3, law.seats[0])]
        size = {"hand_size": 3} if "hand_size" in law.choices else {}
        plain = {"game": game, "seats": seats, "wording": "brief", **size}
        for rules, form, pool, conceal in product(law.rules, offered(), ("shared", "split"), (False, True)):
            keys = {**plain, "rules": rules, "protocol": form, "pool": pool, "conceal": conceal}
            deck = {"pool_deck": "compact-27"} if pool == "split" else {}
            yield " ".join((game, rules, form, pool, *["concealed"] * conceal)), {**keys, **deck}
        for rules, style in product(law.rules, get_args(StyleName)[1:]):
            styled = [{**VERA, "style": style}, *seats[1:]]
            yield f"{game} {rules} {style}", {**plain, "rules": rules, "seats": styled}
