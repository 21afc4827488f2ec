"""`facilitator new`: a table file from options and from a code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from facilitator.cli import app as program
from facilitator.table_files.load import (
    SAMPLES,
    Table,
    keys_of,
    load_table,
    parse_table,
    sample,
    table_code,
    table_text,
)
from programs import RUNNER, files, new

pytestmark = pytest.mark.usefixtures("folder")


def test_options_write_a_table() -> None:
    options = ["--seat", "Ana", "--seat", "Vera:virtual", "--seat", "Мария", "--hand-size", "5"]
    code, out, err = new("friday.yaml", *options, "--name", "Friday", "--protocol", "knockout")
    assert code == 0
    assert "Careful: a game at this table takes about" in err
    assert "facilitator play friday.yaml --dry-run" in out
    table = load_table("friday.yaml")
    assert [(seat.name, seat.virtual) for seat in table.seats] == [
        ("Ana", False),
        ("Vera", True),
        ("Мария", False),
    ]
    assert (table.name, table.hand_size, table.protocol) == ("Friday", 5, "knockout")


def test_the_name_is_the_files() -> None:
    assert new("--seat", "Ana", "--seat", "Ben")[0] == 0
    assert load_table("table.yaml").name == "table"


@pytest.mark.parametrize(
    ("options", "protocol", "deck"),
    [
        (["--seat", "Ana", "--seat", "Ben", "--seat", "Vera:virtual"], "wallet", "compact-27"),
        (
            ["--name", "Friday", "--paper", "Letter", "--seat", "Ana", "--seat", "V:virtual"],
            "wallet",
            "compact-27",
        ),
        (["--seat", "Ana", *(f"--seat=V{n}:virtual" for n in range(4))], "wallet", "half-54"),
        (["--rules", "official", "--seat", "Ana", "--seat", "Vera:virtual"], "wallet", "compact-27"),
        (["--rules", "kpgut", "--seat", "Ana", "--seat", "Vera:virtual"], "knockout", "full-108"),
        (["--seat", "Ana", "--seat", "Ben"], "knockout", "full-108"),
        (["--protocol", "knockout", "--seat", "Ana", "--seat", "Vera:virtual"], "knockout", "full-108"),
        (["--game", "dominoes", "--seat", "Ana", "--seat", "Vera:virtual"], "wallet", "full-108"),
        (
            ["--game", "sevens", *(f"--seat={name}" for name in ("A", "E", "C:virtual"))],
            "knockout",
            "full-108",
        ),
    ],
)
def test_seats_alone_are_a_table_to_play_tonight(options: list[str], protocol: str, deck: str) -> None:
    """With a wallet, and the smallest deck that deals the hands, wherever a wallet serves."""
    assert new(*options)[0] == 0
    table = load_table("table.yaml")
    assert (table.protocol, table.pool_deck) == (protocol, deck)


@pytest.mark.parametrize(
    ("options", "minutes"),
    [
        (["--rules", "kpgut", "--seat", "Ana", "--seat", "Vera:virtual"], range(1_000, 3_000)),
        (["--protocol", "published", "--seat", "Ana", "--seat", "Vera:virtual"], range(300, 3_000)),
        (["--sample", "hearts"], range(300, 3_000)),
        (["--seat", "Ana", "--seat", "Vera:virtual"], None),
        (["--rules", "kpgut", "--seat", "Ana", "--seat", "Ben"], None),
    ],
)
def test_a_game_that_lasts_for_days_is_written_with_a_warning(
    options: list[str], minutes: range | None
) -> None:
    code, _, err = new("a b.yaml", *options)
    said = " ".join(err.split())
    found = re.search(r"takes about (\d+) minutes; .*facilitator plan 'a b.yaml' --evening 2h", said)
    assert code == 0
    assert (int(found[1]) in minutes) if found and minutes else not (said or minutes), said


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (["undo", "Ana"], "is a command here"),
        (["Note Ben", "Ana"], '"note" is a command here'),
        (["Ana", "?"], "is a command here"),
        (["Ana", "lock"], "is a command here"),
        (["Ana", "7R"], "means red 7"),
        (["Ana", "Red 7"], "means red 7"),
        (["Ana", "wild:virtual"], "means wild"),
        (["Ana", "\u3164"], "an invisible character (U+3164)"),
        (["Ana", "Be\u00a0n"], "a non-breaking space (U+00A0)"),
        (["Ana", "Be\u200bn"], "an invisible character (U+200B)"),
        (["“Ana”", "Ben"], "Write Ana."),
        (["Ana", "An\u0430"], "looks like Ana"),
        (["Lili", "LiIi"], "looks like Lili"),
        (["Zoë", "Zoe"], "looks like Zoë"),
        (["Otto", "0tto"], "looks like Otto"),
    ],
)
def test_a_name_that_would_be_misread_is_refused(seats: list[str], words: str, folder: Path) -> None:
    """In a new table; one that has games already keeps it, with a warning."""
    code, out, err = new("t.yaml", *(f"--seat={seat}" for seat in seats))
    assert (code, out, files(folder)) == (2, "", [])
    assert words in " ".join(err.split())
    names = [
        {"name": name, "virtual": bool(virtual)}
        for name, _, virtual in (seat.partition(":") for seat in seats)
    ]
    Path("old.yaml").write_text(json.dumps({"seats": names}), encoding="utf-8")
    done = RUNNER.invoke(program.app, ["play", "old.yaml"], input="")
    told = " ".join(done.stderr.split())
    if "1 to 24 characters" in err:
        assert done.exit_code == 2
    else:
        assert done.exit_code == 0, told
        assert told.startswith("Please note: old.yaml: seat ")
    assert words in told


@pytest.mark.parametrize(
    "name", ["Anna", "O’Neill", "Ana–Lena", "Undine", "Rachel", "Ян", "桜", "Stopp", "M."]
)
def test_a_name_that_nobody_misreads_is_taken(name: str) -> None:
    assert new("t.yaml", "--seat", "Ana", "--seat", name, "--seat", "Ian", "--seat", "Lan")[::2] == (0, "")


def test_commands_of_the_table_s_language_are_refused_too() -> None:
    code = table_code({"language": "de", "seats": ["Ana", "Zähle"]})
    assert "ist hier ein Befehl" in " ".join(new("t.yaml", "--from-code", code)[2].split())


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_can_be_copied_and_changed(name: str) -> None:
    assert new("mine.yaml", "--sample", name)[0] == 0
    wanted = sample(name).model_copy(update={"name": "mine"})
    assert Path("mine.yaml").read_text(encoding="utf-8") == table_text(wanted)
    assert new("mine.yaml", "--sample", name, "--paper", "Letter", "--force")[0] == 0
    assert load_table("mine.yaml") == wanted.model_copy(update={"paper": "Letter"})


FULL = """\
name: Everything
game: uno
rules: paper
seats: [Ana, {name: Zoë, virtual: true, style: finisher}, {name: 桜, virtual: true, style: saver}]
hand_size: 3
language: de
draw: until playable
stacking: [+ on +, D on +]
jump_in: plays on
wild_draw_four: last
end_on_action: draw one
scores: none
protocol: knockout
conceal: true
pool: split
pool_deck: [7R, SY, +B, W, D, 2R, 4G, 6B, 1Y, 9G]
equipment: sleeves
wording: full
readers: 2
helpers: 3
extras: plain
paper: Letter
printers: {office: {offset_x: 0.3, offset_y: -0.2, scale_x: 1.0025, scale_y: 0.999}, home: {}}
minutes: 90
track: all
"""


@pytest.mark.parametrize("name", [*SAMPLES, "with every key"])
def test_the_code_of_a_set_up_sheet_gives_the_table_back(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typed, over a pipe; wrapped, in small letters."""
    wanted = sample(name) if name in SAMPLES else parse_table(FULL)
    assert name in SAMPLES or set(Table.model_fields) == {line.split(":")[0] for line in FULL.splitlines()}
    code = table_code(keys_of(wanted))
    wrapped = "\n".join(f" {code[i : i + 30].lower()}" for i in range(0, len(code), 30))
    for typed in (code, wrapped, "-"):
        done = RUNNER.invoke(program.app, ["new", "t.yaml", "--force", "--from-code", typed], input=wrapped)
        assert done.exit_code == 0, done.output
        assert Path("t.yaml").read_text(encoding="utf-8") == table_text(wanted)


THREE = table_code(keys_of(sample("three")))


def test_a_code_that_cannot_be_read_writes_nothing(folder: Path) -> None:
    Path("picture.png").write_bytes(bytes(range(256)))
    held = files(folder)
    damaged = [THREE[:-4], THREE[:20] + "AAAA" + THREE[24:], f"{THREE}X", "", "FT2", "nofile.txt", "Ä" * 200]
    for typed in (*damaged, "picture.png", ".", "a\0b"):
        code, out, err = new("t.yaml", "--from-code", typed)
        assert (code, out) == (2, "")
        assert re.search(r"code of a table|code is cut short", " ".join(err.split()))
        assert "Scan the symbol" in " ".join(err.split())
    assert RUNNER.invoke(program.app, ["new", "--from-code", "-"], input=b"\xff\xfe").exit_code == 2
    assert files(folder) == held


@pytest.mark.parametrize(
    "also",
    [
        ["--seat", "Ana"],
        ["--sample", "duel"],
        ["--name", "x"],
        ["--hand-size", "3"],
        ["--protocol", "published"],
    ],
)
def test_a_code_goes_with_no_other_choice(folder: Path, also: list[str]) -> None:
    code, _, err = new("t.yaml", "--from-code", THREE, *also)
    assert code == 2
    assert f"combined with {also[0]}. Leave those out" in " ".join(err.split())
    assert files(folder) == []


def test_json() -> None:
    code, out, _ = new("t.yaml", "--seat", "Zoë", "--seat", "Vera:virtual", "--json")
    assert code == 0
    line = json.loads(out)
    assert out.count("\n") == 1
    assert "Zoë" in out
    assert next(iter(line)) == "table"
    assert line == {"table": "t.yaml", **load_table("t.yaml").model_dump(mode="json")}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Write, for example, facilitator new table.yaml --seat Ana"),
        (["--json"], "you have named neither"),
        (["--seat", "Ana"], "This should be 2 to 10 seats, not 1."),
        (["--seat", "Ana", "--seat", "ana"], "would share a name"),
        (["--seat", "Ana", "--seat", "deck"], "not a word of the game"),
        (["--seat", "Ana", "--seat", ":virtual"], "1 to 24 characters"),
        (["--seat", "Ana", "--seat", "Vera:virtua"], "Write Vera:virtual"),
        (["--seat", "A:virtual", "--seat", "B:virtual"], "somebody has to move the cards"),
        (["--seat", "Ana", "--seat", "Ben", "--hand-size", "54"], "from 1 to 53"),
        (["--seat", "Ana", "--seat", "Ben", "--hand-size", "many"], "--hand-size"),
        (
            ["--seat", "Ana", "--seat", "Ben", "--protocol", "fast"],
            "knockout, published, published-2023 or wallet",
        ),
        (["--sample", "fore"], "sample:three"),
        (["--bogus"], "--bogus"),
        (["nowhere/t.yaml", "--sample", "duel"], "Choose another folder"),
        (["sample:three", "--sample", "duel"], "can't be the name of a table file"),
    ],
)
def test_refused_means_nothing_written(folder: Path, arguments: list[str], words: str) -> None:
    code, out, err = new(*arguments)
    assert (code, out) == (2, "")
    assert words in " ".join(err.split())
    assert files(folder) == []


def test_a_file_that_exists_is_kept(folder: Path) -> None:
    Path("table.yaml").write_text("mine", encoding="utf-8")
    code, _, err = new("--sample", "duel")
    assert code == 2
    assert "--force" in err
    assert Path("table.yaml").read_text(encoding="utf-8") == "mine"
    assert files(folder) == ["table.yaml"]


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("“friday.yaml”", "friday.yaml"),
        ("‘my friday.yaml’", "'my friday.yaml'"),
        ("friday.yaml”", "friday.yaml"),
    ],
)
def test_quotes_of_a_word_processor_do_not_become_part_of_a_file_s_name(name: str, bare: str) -> None:
    code, _, err = new(name, "--seat", "Ana", "--seat", "Ben")
    assert code == 2
    assert f"Write {bare}." in " ".join(err.split())
    assert files(Path()) == []


@pytest.mark.parametrize(
    ("name", "is_quoted"), [("“Friday”", True), ("Das „Beste“", False), ("Ana’s", False)]
)
def test_quotes_around_the_name_of_a_table_are_noticed(name: str, is_quoted: bool) -> None:
    code, _, err = new("friday.yaml", "--seat", "Ana", "--seat", "Ben", "--name", name)
    assert code == (2 if is_quoted else 0)
    assert ("Write Friday." in " ".join(err.split())) is is_quoted
    Path("old.yaml").write_text(f"name: {name}\nseats: [Ana, Ben]\n", encoding="utf-8")
    done = RUNNER.invoke(program.app, ["print", "old.yaml"])
    assert done.exit_code == 0
    assert ("Write Friday." in " ".join(done.stderr.split())) is is_quoted
