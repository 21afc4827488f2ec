"""The JSON schema of a table file: it describes each key, accepts our tables and refuses wrong ones."""

from __future__ import annotations

import json
from importlib import resources

import pytest
import yaml
from jsonschema import Draft202012Validator

from facilitator.table_files.load import SAMPLES, TableFileError, parse_table
from programs import run, run_well

SEATS = "seats: [Ana, {name: Vera, virtual: true}]\n"
WRONG = (
    "name: Friday\n",
    "seats: Ana\n",
    "seats: [Ana, {virtual: true}]\n",
    "seats: [Ana, {name: Vera, virtual: maybe}]\n",
    "seats: [Ana, {name: Vera, virtual: true, style: bold}]\n",
    SEATS + "helper: 2\n",
    SEATS + "helpers: 9\n",
    SEATS + "hand_size: many\n",
    SEATS + "game: chess\n",
    SEATS + "rules: offical\n",
    SEATS + "protocol: open\n",
    SEATS + "pool: split\npool_deck: [7R, 7X]\n",
    SEATS + "pool: split\npool_deck: half-55\n",
    SEATS + "stacking: [+ on 7]\n",
    SEATS + "paper: a4\n",
    SEATS + "language: fr\n",
    SEATS + "printers: {office: {offset_x: 30}}\n",
)
"""Files with one mistake each, which `load_table` refuses, too."""


@pytest.fixture(scope="module")
def schema() -> Draft202012Validator:
    done = run_well("guide", "TABLE", "--schema")
    made = json.loads(done.stdout)
    Draft202012Validator.check_schema(made)
    return Draft202012Validator(made)


def test_every_key_is_described_without_title(schema: Draft202012Validator) -> None:
    models = [schema.schema, *schema.schema["$defs"].values()]
    keys = [(name, key) for model in models for name, key in model["properties"].items()]
    assert len(keys) >= 29
    assert [name for name, key in keys if len(key["description"]) < 15 or "title" in key] == []
    assert not any("title" in model for model in models)


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_accepted(schema: Draft202012Validator, name: str) -> None:
    text = (resources.files("facilitator.table_files") / f"samples/{name}.yaml").read_text("utf-8")
    assert [*schema.iter_errors(yaml.safe_load(text))] == []


@pytest.mark.parametrize("text", WRONG)
def test_wrong_files_are_refused(schema: Draft202012Validator, text: str) -> None:
    with pytest.raises(TableFileError):
        parse_table(text)
    assert [*schema.iter_errors(yaml.safe_load(text))]


@pytest.mark.parametrize("topic", [[], ["evening"]])
def test_only_the_table_file_has_a_schema(topic: list[str]) -> None:
    refused = run("guide", *topic, "--schema")
    assert refused.exit_code == 2
    assert "Only the table file has a schema. Type facilitator guide table --schema." in " ".join(
        refused.stderr.split()
    )
