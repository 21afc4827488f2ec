"""The table file: defaults, samples, what may be written in it."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import get_args

import pytest
import yaml

from facilitator.cli.guide import chapters
from facilitator.errors import CommandError
from facilitator.games.registry import list_games
from facilitator.games.rules import most_cards
from facilitator.games.uno.game import UNO
from facilitator.i18n.catalogue import ENGLISH, LANGUAGES, get_language, get_system_language
from facilitator.table_files import load
from facilitator.table_files.model import USUAL
from programs import run_well
from sessions import DESIGN_EXAMPLE, S

SPEAKS = load.Table.model_fields["language"].annotation


def test_the_language_of_a_table_must_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    assert get_args(SPEAKS) == LANGUAGES
    for language in LANGUAGES:
        assert load.parse_table(f"{S}language: {language}").language == get_language() == language
    load.parse_table(S)
    assert get_language() == ENGLISH
    for name, wanted in (("de_AT.UTF-8", "de"), ("fr_FR", "en"), ("C", "en")):
        monkeypatch.setenv("LC_ALL", name)
        assert get_system_language() == wanted


# -- what is right -----------------------------------------------------------------------------------


WHOLE = """
{name: Saturday night, game: uno, rules: paper, hand_size: 7, draw: one, stacking: [], jump_in: "no",
wild_draw_four: any, end_on_action: ends, scores: none, conceal: false, pool: shared, pool_deck: full-108,
seats: [{name: Ana, virtual: false, style: uniform}, {name: Ben, virtual: false, style: uniform}],
track: all, equipment: envelopes, language: en, wording: auto, readers: 1, helpers: 1, minutes: 0,
extras: labels, paper: A4, printers: {}}
"""
"""A table of two names, with every setting that its file leaves out; but for the protocol."""


def test_two_names_are_enough(tmp_path: Path) -> None:
    file = tmp_path / "Saturday night.yaml"
    file.write_text("seats: [Ana, Ben]", encoding="utf-8")
    table = load.load_table(file)
    assert table.model_dump(mode="json") == yaml.safe_load(WHOLE) | {"protocol": load.DEFAULT_PROTOCOL}


def test_the_design_example_loads() -> None:
    table = load.parse_table(DESIGN_EXAMPLE)
    assert [seat.name for seat in table.people] == ["Ana", "Ben"]
    assert [seat.name for seat in table.virtual] == ["Vera"]
    assert (table.pool_deck, table.helpers, table.protocol) == ("compact-27", 3, "knockout")


@pytest.mark.parametrize(
    "name", ["Łukasz", "Zoë", "李雷", "Мария Ивановна", "O'Neil", '"No"', '"7"', "N" * 24]
)
def test_names_may_have_any_script(name: str) -> None:
    table = load.parse_table(f"seats: [{name}, Vera]")
    assert table.seats[0].name == name.strip('"')
    assert load.parse_table(load.table_text(table)) == table


def test_a_seat_may_have_a_style_and_a_table_its_own_cards() -> None:
    table = load.parse_table(
        "seats: [Ana, {name: Vera, virtual: true, style: saver}]\n"
        "pool: split\nhand_size: 2\npool_deck: [7R, SY, +B, W, D]"
    )
    assert table.seats[1].style == "saver"
    assert table.pool_deck == ("7R", "SY", "+B", "W", "D")
    assert load.parse_table(load.table_text(table)) == table


@pytest.mark.parametrize(
    "unsaid", ["table_size: 12x9", "seconds: {}", "seconds:\n  # lay: 3", "seven_zero: false"]
)
def test_settings_without_effect_in_older_files_are_accepted(unsaid: str) -> None:
    assert load.parse_table(f"{S}{unsaid}\n") == load.parse_table(S)


def test_printers_keep_their_numbers() -> None:
    example = load.comment_of("printers").splitlines()[-1].removeprefix("# ")
    table = load.parse_table(f"{S}printers: {example}")
    assert table.printers["office"] == load.Printer(
        offset_x=0.3, offset_y=-0.2, scale_x=1.0025, scale_y=1.001
    )
    assert load.parse_table(load.table_text(table)) == table
    assert load.parse_table(f"{S}printers: {{home: {{}}}}").printers == {"home": load.Printer()}
    assert load.parse_table(f"{S}printers:\n").printers == {}


@pytest.mark.parametrize(
    ("people", "virtual", "pool", "most"),
    [(2, 0, None, 53), (9, 1, None, 10), (4, 3, None, 15), (2, 3, 27, 8), (9, 1, 108, 11), (2, 0, 27, 53)],
)
def test_the_hand_size_is_limited_by_the_deck(people: int, virtual: int, pool: int | None, most: int) -> None:
    """One card is left over to turn up: seats × hand + 1 ≤ 108, or each pool by itself."""
    decks = {None: "full-108", 27: "compact-27", 108: "full-108"}
    seats: list[dict[str, object]] = [{"name": f"P{n}"} for n in range(people)]
    seats += [{"name": f"V{n}", "virtual": True} for n in range(virtual)]
    data = {"seats": seats, "pool": "split" if pool else "shared", "pool_deck": decks[pool]}
    assert most_cards(UNO, people, virtual, pool) == most
    assert load.make_table({**data, "hand_size": most}).hand_size == most
    with pytest.raises(load.TableFileError, match=rf"hand_size: .* a whole number from 1 to {most}, not"):
        load.make_table({**data, "hand_size": most + 1})


# -- samples and writing -----------------------------------------------------------------------------


def test_samples_equal_the_files_that_the_program_writes() -> None:
    folder = resources.files("facilitator.table_files") / "samples"
    there = {Path(file.name).stem for file in folder.iterdir() if file.name.endswith(".yaml")}
    assert there == set(load.SAMPLES)
    for name in load.SAMPLES:
        text = (folder / f"{name}.yaml").read_bytes().decode("utf-8")
        assert load.table_text(load.sample(name)) == text
        assert load.load_table(f"sample:{name}") == load.sample(name)


@pytest.mark.parametrize("game", list_games())
def test_only_settings_allowed_by_the_game_are_written(game: str) -> None:
    """A house rule is written if another value of it is taken, and only then."""
    other = {
        "stacking": ["+ on +"],
        "jump_in": "plays on",
        "wild_draw_four": "last",
        "end_on_action": "draw one",
        "scores": "match",
        "draw": "until playable",
    }
    assert set(other) == set(USUAL)
    data = {"seats": ["Ana", "Ben", "Cem", "Dan"], "game": game}
    assert not set(other) & set(yaml.safe_load(load.table_text(load.make_table(data))))
    for key, value in other.items():
        table = load.check({**data, key: value})[0]
        assert table is None or yaml.safe_load(load.table_text(table))[key] == value


def test_the_samples_have_the_seats_they_describe() -> None:
    assert [seat.name for seat in load.sample("three").seats] == ["Ana", "Ben", "Vera"]
    counts = {name: (len(load.sample(name).people), len(load.sample(name).virtual)) for name in load.SAMPLES}
    special = {"duel": (1, 1), "five": (2, 3), "sevens": (2, 2), "hearts": (2, 2)}
    others = "demo sleeves three published published-split dominoes eights".split()
    assert counts == dict.fromkeys(others, (2, 1)) | special


def test_an_unknown_sample_is_rejected() -> None:
    with pytest.raises(
        load.TableFileError,
        match=r"sample:three, sample:published, .* or sample:eights.*for example, sample:five",
    ):
        load.load_table("sample:fife")


def test_a_name_without_prefix_means_a_sample_unless_a_file_exists(folder: Path) -> None:
    for words in (
        ["plan", "three", "--games", "20"],
        ["print", "three", "log"],
        ["play", "three", "--dry-run", "--auto", "--turns", "1"],
    ):
        run_well(*words)
        assert not [path.name for path in folder.iterdir() if path.suffix == ".game"]
    assert load.load_table("three") == load.sample("three")
    (folder / "three").write_text("seats: [Kim, Lee]\n", encoding="utf-8")
    assert [seat.name for seat in load.load_table("three").seats] == ["Kim", "Lee"]
    assert load.load_table("sample:three") == load.sample("three")
    with pytest.raises(load.TableFileError, match="Did you mean three"):
        load.load_table("thre")


def test_a_new_file_is_short_and_the_guide_explains_every_key() -> None:
    text = load.table_text(load.sample("three"))
    keys = list(yaml.safe_load(text))
    assert keys == ["name", "game", "rules", "seats", "protocol", "pool", "pool_deck", "helpers"]
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert len(comments) == 3
    assert comments[-1] == "# All settings: facilitator guide table"
    chapter = chapters()["table"]
    for key in load.Table.model_fields:
        assert f"{load.comment_of(key)}{key}:" in chapter
    assert max(map(len, "".join(map(load.comment_of, load.Table.model_fields)).splitlines())) <= 100


def test_writing_a_setting_keeps_the_rest_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "t.yaml"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(CommandError, match="exists already"):
        load.write_table(file, load.sample("duel"))
    assert file.read_text(encoding="utf-8") == "mine"
    load.write_table(file, load.sample("duel"), force=True)
    assert b"\r" not in file.read_bytes()
    assert load.load_table(file) == load.sample("duel")
    assert [path.name for path in tmp_path.iterdir()] == ["t.yaml"]


@pytest.mark.parametrize("place", [".", "missing/t.yaml", "sample:three", "t.yaml\0", "x" * 300])
def test_an_unwritable_path_is_rejected(folder: Path, place: str) -> None:
    with pytest.raises(CommandError):
        load.write_table(place, load.sample("duel"))
    assert not list(folder.iterdir())


# -- a table with a wallet ----------------------------------------------------------------------------


V = "seats: [Ana, Ben, {name: Vera, virtual: true}]\nprotocol: wallet\n"
FOUR = "seats: [Ana, Ben, Cleo, {name: Vera, virtual: true}]\nprotocol: wallet\n"


@pytest.mark.parametrize(
    ("text", "pool", "deck"),
    [
        (V, "split", "compact-27"),
        (f"{V}pool: split", "split", "compact-27"),
        (f"{V}pool_deck: half-54", "split", "half-54"),
        (f"{V}rules: official", "split", "compact-27"),
        (f"{FOUR}game: hearts", "shared", "full-108"),
        (f"{FOUR}game: hearts\nrules: usual", "shared", "full-108"),
        (f"{V}game: dominoes", "shared", "full-108"),
        ("seats: [Ana, Ben]\nprotocol: wallet", "split", "compact-27"),
    ],
)
def test_the_deck_of_a_wallet_has_a_default(text: str, pool: str, deck: str) -> None:
    """The virtual seats' own in UNO; in other games everybody plays with it."""
    table = load.parse_table(text)
    assert (table.pool, table.pool_deck) == (pool, deck)
    assert load.parse_table(load.table_text(table)) == table
    assert load.make_table(table.model_dump(mode="json")) == table


def test_a_file_without_a_protocol_keeps_its_meaning() -> None:
    table = load.parse_table("seats: [Ana, {name: Vera, virtual: true}]")
    assert (table.protocol, table.pool, table.pool_deck) == ("knockout", "shared", "full-108")


def test_settings_without_effect_for_a_wallet_are_not_written() -> None:
    assert {*load.Table.model_fields} - {*load.keys_of(load.parse_table(V))} == {"equipment", "extras"}
