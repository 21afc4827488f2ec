"""`facilitator new`: a table file from options, from a code, from questions."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from facilitator.cli import app as program
from facilitator.cli.questions import ask_all
from facilitator.games.uno.options import HOUSE
from facilitator.table.code import table_code
from facilitator.table.load import SAMPLES, Table, load_table, parse_table, sample, table_text, write_table
from program_helpers import ENV, RUNNER, new

pytestmark = pytest.mark.usefixtures("folder")


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# -- options -----------------------------------------------------------------------------------------


def test_options_write_a_table() -> None:
    options = ["--seat", "Ana", "--seat", "Vera:virtual", "--seat", "Мария", "--hand-size", "5"]
    code, out, err = new("friday.yaml", *options, "--name", "Friday", "--protocol", "knockout")
    assert (code, err) == (0, "")
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
draw: until playable
stacking: [+ on +, D on +]
seven_zero: false
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
helpers: 3
extras: plain
paper: Letter
seconds: {lay: 0.5, two piles: 9}
table_size: 200x100
printers: {office: {offset_x: 0.3, offset_y: -0.2, scale_x: 1.0025, scale_y: 0.999}, home: {}}
"""


@pytest.mark.parametrize("name", [*SAMPLES, "with every key"])
def test_the_code_of_a_set_up_sheet_gives_the_table_back(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typed, as a file, over a pipe; wrapped, in small letters."""
    wanted = sample(name) if name in SAMPLES else parse_table(FULL)
    assert name in SAMPLES or set(Table.model_fields) == {line.split(":")[0] for line in FULL.splitlines()}
    code = table_code(table_text(wanted))
    wrapped = "\n".join(f" {code[i : i + 30].lower()}" for i in range(0, len(code), 30))
    Path("code.txt").write_text(f"\ufeff{wrapped}\n", encoding="utf-8")
    for typed in (code, wrapped, "code.txt", "-"):
        done = RUNNER.invoke(program.app, ["new", "t.yaml", "--force", "--from-code", typed], input=wrapped)
        assert done.exit_code == 0, done.output
        assert Path("t.yaml").read_text(encoding="utf-8") == table_text(wanted)


THREE = table_code(table_text(sample("three")))


def test_a_code_that_cannot_be_read_writes_nothing(folder: Path) -> None:
    Path("picture.png").write_bytes(bytes(range(256)))
    held = files(folder)
    damaged = [THREE[:-4], THREE[:20] + "AAAA" + THREE[24:], f"{THREE}X", "", "FT2", "nofile.txt", "Ä" * 200]
    for typed in (*damaged, "picture.png", ".", "a\0b"):
        code, out, err = new("t.yaml", "--from-code", typed)
        assert (code, out) == (2, "")
        assert "Expected the code of a table, FT2…; found " in " ".join(err.split())
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
    assert f"found {also[0]} too. Leave the others out" in " ".join(err.split())
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
        ([], "Write e.g. facilitator new table.yaml --seat Ana"),
        (["--json"], "found neither"),
        (["--seat", "Ana"], "expected 2 to 10 seats; found 1"),
        (["--seat", "Ana", "--seat", "ana"], "a name of its own"),
        (["--seat", "Ana", "--seat", "deck"], "no word of the game"),
        (["--seat", "Ana", "--seat", ":virtual"], "1 to 24 characters"),
        (["--seat", "Ana", "--seat", "Vera:virtua"], "Write Vera:virtual"),
        (["--seat", "A:virtual", "--seat", "B:virtual"], "at least one person"),
        (["--seat", "Ana", "--seat", "Ben", "--hand-size", "54"], "from 1 to 53"),
        (["--seat", "Ana", "--seat", "Ben", "--hand-size", "many"], "--hand-size"),
        (
            ["--seat", "Ana", "--seat", "Ben", "--protocol", "fast"],
            "knockout, open, published, published-2023 or asking",
        ),
        (["--sample", "fore"], "sample:three"),
        (["--bogus"], "--bogus"),
        (["nowhere/t.yaml", "--sample", "duel"], "Choose another folder"),
        (["sample:three", "--sample", "duel"], "the name of a file"),
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


# -- questions ---------------------------------------------------------------------------------------


def asked(*arguments: str, columns: int = 60) -> pexpect.spawn[str]:
    return pexpect.spawn(
        sys.executable,
        ["-m", "facilitator", "new", *arguments],
        dimensions=(24, columns),
        encoding="utf-8",
        timeout=60,
        env=ENV,
    )


def plain(seen: str) -> str:
    """What was on the screen, without colours."""
    return re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", seen)


def converse(child: pexpect.spawn[str], *answers: str) -> str:
    """Answer the questions in turn; return all that was on the screen."""
    seen = ""
    for answer in answers:
        child.expect("\n> ")
        seen += child.before or ""
        child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    return plain(seen + (child.before or ""))


FIRST = ("", "", "", "")
"""An evening of two hours, two people, UNO, one virtual player."""


def test_enter_takes_what_is_in_brackets() -> None:
    """The first proposal: it fits the evening, and is a table like any other."""
    child = asked()
    seen = converse(child, *FIRST, "", "", "", "")
    assert child.exitstatus == 0
    table = load_table("table.yaml")
    assert [(seat.name, seat.virtual) for seat in table.seats] == [
        ("Ana", False),
        ("Ben", False),
        ("Vera", True),
    ]
    assert (table.name, table.rules, table.protocol, table.helpers) == ("table", "paper", "knockout", 2)
    assert f" 1  {table.hand_size} cards each; " in seen
    assert table.pool == ("shared" if "one deck for everybody" in seen.split(" 2  ")[0] else "split")
    assert [line for line in seen.splitlines() if len(line) > 60] == []
    assert "facilitator plan table.yaml" in seen


Typed = Callable[..., str]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Answer the questions in turn, within this process, and write table.yaml; return all that was shown."""
    monkeypatch.setenv("COLUMNS", "60")

    def answer(*answers: str) -> str:
        left = list(answers)
        monkeypatch.setattr("builtins.input", lambda prompt: left.pop(0))
        write_table("table.yaml", ask_all(Path("table.yaml"), "table"))
        assert not left
        return plain("".join(capsys.readouterr()))

    return answer


@pytest.mark.parametrize("length", ["90", "90 min", "1h30", "1:30", "1.5 hours"])
def test_an_evening_is_typed_as_people_say_it(length: str, typed: Typed) -> None:
    seen = " ".join(typed("tonight", "30 h", length, "2", "hearts", "1", "", "").split())
    assert "found tonight. Write minutes, e.g. 120, or hours: 2h, 1h30." in seen
    assert "a length from 1 minute to 24 hours; found 30 h." in seen
    assert "90 minutes" in seen


def test_other_rules_are_said_in_the_minutes_that_were_proposed(typed: Typed) -> None:
    seen = " ".join(typed(*FIRST, "1", "paper", "draw", "").split())
    told = re.search(r"than by the plain rules|times as long as by the plain rules", seen)
    minutes = re.search(r"by the plain rules: about (\d+) minutes, not (\d+)", seen)
    proposed = re.search(r"A game: about (\d+) minutes", seen)
    assert told
    assert minutes
    assert proposed
    assert minutes[2] == proposed[1]
    assert int(minutes[1]) > int(minutes[2])


def test_another_proposal_is_taken_by_its_number(typed: Typed) -> None:
    seen = " ".join(typed("240", "2", "uno", "1", "0", "9", "2", "", "", "").split())
    assert "found 0." in seen
    assert "found 9." in seen
    told = re.search(r" 2 (\d+) cards each; (one deck for everybody|virtual)", seen)
    table = load_table("table.yaml")
    assert told is not None
    assert (table.hand_size, table.pool == "shared") == (int(told[1]), told[2].startswith("one"))


def test_own_asks_for_each_thing_with_second_tries(typed: Typed) -> None:
    seen = typed(
        "soon", "0", "150", "eleven", "2", "go", "", "none", "2", "own", "Friday", "both", "split", "",
        "99", "many", "5", "glue", "sleeves", "9", "3", "", "letter", "", "", "Ana, Vera:virtual, deck:virtual, Zoë",
        "Ana, Vera:virtual, Zoë", "Ana, Vera:virtual, Udo:virtual, Zoë",
    )  # fmt: skip
    for words in (
        "found soon.",
        "found 0.",
        "found eleven.",
        "no word of the game",
        "found 99",
        '"many"',
        '"glue"',
    ):
        assert words in " ".join(seen.split()), words
    assert "found 2 people, 1 virtual" in " ".join(seen.split())
    table = load_table("table.yaml")
    assert [(seat.name, seat.virtual) for seat in table.seats] == [
        ("Ana", False),
        ("Vera", True),
        ("Udo", True),
        ("Zoë", False),
    ]
    assert (table.name, table.hand_size, table.helpers, table.paper) == ("Friday", 5, 3, "Letter")
    assert (table.pool, table.pool_deck, table.equipment) == ("split", "compact-27", "sleeves")
    assert [line for line in seen.splitlines() if len(line) > 60] == []
    assert "The table file" not in seen, "there is none yet"


def test_rules_that_do_not_go_with_the_proposal_are_refused_with_the_reason(typed: Typed) -> None:
    """Back at the proposals, the same rules can be had with one deck for everybody."""
    seen = " ".join(
        typed(*FIRST, "1", "kpgut", "back", "own", "", "shared", "", "", "", "", "", "kpgut",
                 "jump_in: plays on, seven_zero, scores: match", "seven zero, scores: session", "").split()
    )  # fmt: skip
    assert "One deck for every seven seats serves all of them" in seen
    assert "Play goes on after the first empty hand there" in seen
    assert "By these rules a game is about" in seen
    table = load_table("table.yaml")
    assert (table.rules, table.pool, table.seven_zero, table.scores) == ("kpgut", "shared", True, "session")
    assert table.jump_in == "turn stays", "what was refused is not kept"


def test_a_rule_set_goes_without_what_the_table_cannot_have(typed: Typed) -> None:
    seen = " ".join(
        typed(*FIRST, "1", "official", "stacking: + on +, stacking: D on D, nonsense", "stacking", "").split()
    )
    assert "official has scores: match too. This table cannot have that and plays without it. For the" in seen
    assert "found nonsense" in seen
    table = load_table("table.yaml")
    assert (table.rules, table.scores, table.wild_draw_four) == ("official", "none", "challenge")
    assert table.stacking == ("+ on +", "D on D")


def test_every_house_rule_offered_is_a_key_with_a_sentence(typed: Typed) -> None:
    seen = typed("300", "2", "uno", "0", "", ", ".join(one.key for one in HOUSE.offers), "")
    table = load_table("table.yaml")
    assert {one.key for one in HOUSE.offers} == set(HOUSE.keys)
    for offer in HOUSE.offers:
        assert f"  {offer.key}" in seen
        assert offer.meaning.split(";")[0][:20] in seen
        assert getattr(table, offer.key) == offer.value


@pytest.mark.parametrize("game", ["hearts", "sevens", "dominoes"])
def test_other_games_are_asked_about_what_they_have(game: str, typed: Typed) -> None:
    seats = {"hearts": [], "sevens": [""], "dominoes": [""]}[game]
    seen = typed("200", "3", game, *seats, "", "usual", "")
    assert "stacking" not in seen
    assert (load_table("table.yaml").game, load_table("table.yaml").rules) == (game, "usual")


def test_a_game_that_seats_fewer_is_refused(typed: Typed) -> None:
    seen = " ".join(typed("", "8", "hearts", "uno", "0", "", "", "").split())
    assert "at most 4 people for hearts; found 8" in seen
    assert len(load_table("table.yaml").seats) == 8


def test_a_table_of_people_is_told_what_works_there() -> None:
    child = asked("ours.yaml")
    seen = " ".join(converse(child, "", "", "", "0", "", "", "Ana, Ben").split())
    assert child.exitstatus == 0
    assert not load_table("ours.yaml").virtual
    assert "Nobody is virtual at this table" in seen
    assert "Proposals" not in seen
    assert "facilitator plan" not in seen
    assert "facilitator print" not in seen
    for words in re.findall(r"facilitator (play ours.yaml(?: --dry-run)?)", seen):
        assert RUNNER.invoke(program.app, words.split(), input="q\n").exit_code == 0, words


@pytest.mark.parametrize(("answers", "key"), [(0, "d"), (3, "c"), (4, "d"), (7, "c")])
def test_leaving_writes_nothing(folder: Path, answers: int, key: str) -> None:
    """At the first question, before the proposals, at them and at the names."""
    child = asked()
    for answer in [""] * answers:
        child.expect("\n> ")
        child.sendline(answer)
    child.expect("\n> ")
    child.sendcontrol(key)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert plain(child.before or "").split()[-1] == "Stopped."
    assert files(folder) == []


def test_leaving_while_games_are_played_writes_nothing(folder: Path) -> None:
    child = asked()
    for answer in FIRST:
        child.expect("\n> ")
        child.sendline(answer)
    child.expect("of 12 ways to play")
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert files(folder) == []
