"""Create the JSON schema of a table file, with which editors complete and check settings.

The types come from the models. The catalogue describes each setting, and the registry of games lists games,
rule sets and decks. A schema checks each value separately. `load.check` also checks combinations of settings.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from facilitator.games.registry import get_game, list_games
from facilitator.games.stacking import STACKS
from facilitator.i18n.catalogue import sentence
from facilitator.table_files.load import explain_key
from facilitator.table_files.model import PROTOCOLS, Table

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _WithoutTitles(GenerateJsonSchema):
    """Generator of a schema whose keys have no titles. A title would only repeat the name of its key."""

    def field_title_should_be_set(self, _: object) -> bool:
        """Return whether a key gets a title."""
        return False


def make_schema() -> dict[str, Any]:
    """Return the JSON schema of a table file, with descriptions in the current language."""
    schema = Table.model_json_schema(schema_generator=_WithoutTitles)
    _describe_keys(schema)
    keys, models = schema["properties"], schema["$defs"]
    games = [get_game(name) for name in list_games()]
    keys["game"]["enum"] = list(list_games())
    keys["rules"]["enum"] = _unique(rules for game in games for rules in game.about.rules)
    keys["protocol"]["enum"] = list(PROTOCOLS)
    keys["stacking"]["items"]["enum"] = list(STACKS)
    deck, cards = keys["pool_deck"]["anyOf"]
    deck["enum"] = _unique(deck for game in games for deck in game.about.pools)
    cards["items"]["enum"] = _unique(card for game in games for card in game.kinds.cards)
    keys["seats"]["items"] = {"anyOf": [models["SeatKeys"]["properties"]["name"], keys["seats"]["items"]]}
    return {"$schema": DIALECT, **schema}


def _unique(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _describe_keys(schema: dict[str, Any]) -> None:
    """Replace the names and docstrings of the classes in a schema by descriptions of their keys."""
    keys, models = schema["properties"], schema["$defs"]
    for model in (schema, *models.values()):
        del model["title"], model["description"]  # the name and the docstring of the class
    for key, value in keys.items():
        value["description"] = explain_key(key)
    for model, parent in (("SeatKeys", "seats"), ("Printer", "printers")):
        for key, value in models[model]["properties"].items():
            value["description"] = sentence(f"key.{parent}.{key}")
