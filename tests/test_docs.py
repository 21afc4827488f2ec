"""README and guide are true: what they show is printed, their commands exist, their tables load."""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import closing, redirect_stdout, suppress
from functools import lru_cache
from io import StringIO
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from drawings import page_0, read_words
from facilitator.cli import completion
from facilitator.cli.app import app
from facilitator.cli.guide import chapters, render_reference
from facilitator.cli.loop import LeaveTable, TableLoop
from facilitator.cli.text_view import TextScreen
from facilitator.cli.tutorial import Tutorial
from facilitator.errors import CommandError
from facilitator.games.events import Correct, Event, Leave, Round, SitDown
from facilitator.games.registry import get_game, get_virtual_only, list_games
from facilitator.games.rules import Rules, Seat, describe_codes, describe_inputs
from facilitator.games.uno import cards as uno
from facilitator.i18n.catalogue import LANGUAGES, set_language
from facilitator.planning.forecast import first_minutes
from facilitator.planning.pace import AttemptClock, Pace
from facilitator.planning.plan import make_plan
from facilitator.planning.shopping import WALLET_CM
from facilitator.play.prompt import HostMessage, StepPrompt
from facilitator.play.session import Session
from facilitator.protocols.forms import FORMS
from facilitator.sheets.build import EVERY, SheetOptions, build
from facilitator.sheets.card_making import kits
from facilitator.table_files.load import PROTOCOLS, make_table, parse_table, sample
from facilitator.table_files.model import Table, get_masks
from programs import RUNNER, Typist, at_terminal, wait_for_end
from test_scripts import _load as load_script

HEAVY = "200 g/m² or heavier"
ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = chapters()
WHOLE = "\n".join([README, *GUIDE.values()])
LONGEST, LINES = 900, 130
"""Words and lines of the README."""


def blocks(kind: str = "") -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", WHOLE, re.DOTALL | re.MULTILINE)


def test_the_readme_takes_a_few_minutes_to_read() -> None:
    assert len(README.split()) <= LONGEST
    assert len(README.splitlines()) <= LINES


def test_the_readme_links_to_existing_files_and_to_every_chapter() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", WHOLE) if not link.startswith("https://")]
    assert {f"facilitator/guide/{topic}.md" for topic in GUIDE if topic != "events"} <= set(links)
    beside = ROOT / "facilitator" / "guide"
    assert [link for link in links if not (ROOT / link).exists() and not (beside / link).exists()] == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_host_chapters_exist_in_every_language_with_valid_links(language: str) -> None:
    folder = ROOT / "facilitator" / "guide" / language
    texts = {file.stem: file.read_text(encoding="utf-8") for file in folder.glob("*.md")}
    assert set(texts) == {"tutorial", "evening", "mistakes", "why", "screen", "paper"}
    links = [link for text in texts.values() for link in re.findall(r"\]\(([^)#]+)\)", text)]
    assert links
    assert [link for link in links if not (folder / link).exists()] == []
    set_language(language)
    shown = chapters()
    assert all(shown[topic].strip() == text.strip() for topic, text in texts.items())


@pytest.mark.parametrize("name", list_games())
def test_guide_and_help_explain_every_event_of_every_game(name: str) -> None:
    """In the guide, and at the table behind `??`, by each rule set; `?` explains codes and what is possible now."""
    law, told = get_game(name), GUIDE["events"]
    options = [{"rules": rules} for rules in law.about.rules] + [*law.about.tables]
    for table in [
        make_table({"game": name, "seats": ["Ana", "Ben", "Cem", "Dan"], **more}) for more in options
    ]:
        with closing(Session.open(table, None, 0, AttemptClock(table, Pace).minutes)) as session:
            state = session.match.state
            lines = describe_inputs(law, state)
            assert len(lines) > len(law.list_event_types(state))
            asked, now = (
                {message.text for message in session.take(typed).messages if isinstance(message, HostMessage)}
                for typed in ("??", "?")
            )
        assert not set(lines) - asked
        assert describe_codes(law.kinds) in now
        later = {*describe_inputs(law, state, (Correct, Leave, SitDown, Round))} - {
            *describe_inputs(law, state, ())
        }
        assert later
        assert not later & now
        assert all(line in told for line in lines)
        deals_all = law.about.hand_size is None
        assert (", lost " in str(lines), "deck" in str(lines)) == (not deals_all,) * 2, "refused there"
        assert "chain 4" in told


def test_every_event_belongs_to_a_rule_set_and_the_help_of_replay() -> None:
    every = {
        kind
        for law in map(get_game, list_games())
        for rules in law.about.rules
        for kind in known(law, rules=rules)
    }
    every |= {*known(get_game("uno"), rules="kpgut", scores="session"), Correct}
    every |= {*known(get_virtual_only("uno"), rules="paper", pool=("7R",) * 9)}
    assert {kind.__name__ for kind in every} == {kind.__name__ for kind in Event.__subclasses__()}
    _, _, listed = run("replay", "--help").partition("JSON lines:")
    lines = " ".join(listed.partition("Those that you type")[0].split()).split(" / ")
    assert {type(read_line(line)) for line in lines} == every


def read_line(line: str) -> Event:
    """Read a line of a record, of a table that enters every turn or of one that enters only virtual turns."""
    names = ("Ana", "Ben", "Zoe")
    try:
        return get_game("uno").codec.read_line(line, names)
    except CommandError:
        return get_virtual_only("uno").codec.read_line(line, names)


def known(law: Rules[Any], **options: Any) -> tuple[type[Event], ...]:
    seats = [Seat("Ana"), Seat("Ben"), Seat("Cem"), Seat("Dan", "pool" in options)]
    return law.list_event_types(law.begin(seats, options))


def test_the_guide_lists_its_chapters_and_prints_them_to_a_pipe() -> None:
    listed = run("guide").splitlines()
    assert [line.split()[0] for line in listed[:-1]] == [*GUIDE, "reference"]
    for topic, line in zip(GUIDE, listed[:-2], strict=True):
        shown = run("guide", topic.upper())
        assert shown.strip() == GUIDE[topic].strip()
        assert f"# {line.split(maxsplit=1)[1]}" == shown.splitlines()[0]
    refused = RUNNER.invoke(app, ["guide", "nothing"])
    assert refused.exit_code == 2
    assert "The guide has no chapter nothing." in " ".join(refused.stderr.split())


def test_the_reference_has_every_command_and_the_chapter_on_tables_every_key() -> None:
    shown = render_reference(get_command(app))
    for info in app.registered_commands:
        assert f"### facilitator {info.name}" in shown
    for key in Table.model_fields:
        assert f"\n{key}:" in GUIDE["table"]
    for code in (2, 3, 4, 70):
        assert f"{code} " in shown[shown.index("## Exit codes") :]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tutorials_first_duel_is_what_the_program_prints(language: str, folder: Path) -> None:
    """As a terminal shows it: told in full, walked through, a picture an act."""
    source, shown = Typist([""] * 12), TextScreen(toolbar=True)
    table = sample("demo").model_copy(update={"language": language, "wording": "auto"})
    set_language(language)
    with closing(Session.open(table, None, 15, lambda run: 3.0)) as session, StringIO() as out:
        with redirect_stdout(out), suppress(LeaveTable):
            TableLoop(session, shown, source, lesson=Tutorial("Ana")).play()
        printed, at = out.getvalue().splitlines(), 0
    pasted = [line for line in chapters()["tutorial"].splitlines() if line.startswith("  ")]
    assert len(pasted) > 15
    for line in pasted:
        assert line in printed[at:], line
        at = printed.index(line, at) + 1
    text = [line for line in pasted if ":" not in line[:9]]  # without the pictures
    ends = [line for line, after in pairwise([*text, "    4e"]) if re.match(r" {4}4[b-e]", after)]
    assert [line[-1] for line in ends] == ["."] * 4


def test_enter_leaves_the_menu_of_a_mistake_in_a_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    """Elsewhere Enter shows what hands would see; at a menu it changes nothing, and the lesson goes on."""
    source = Typist(["", "", "oops", "", "", ""])
    with closing(Session.open(sample("demo"), None, 15, lambda run: 3.0)) as session, StringIO() as out:
        with redirect_stdout(out), suppress(LeaveTable):
            TableLoop(session, TextScreen(toolbar=True), source, lesson=Tutorial("Ana")).play()
        asked = session.get_prompt().asked
    assert isinstance(asked, StepPrompt)
    assert asked.number >= 4
    assert not capsys.readouterr().err


def test_shell_completion_offers_existing_values(folder: Path) -> None:
    (folder / "friday.yaml").touch()
    assert completion.TABLES("fr") == ["friday.yaml"]
    assert completion.TABLES("sample:t") == ["sample:three"]
    assert completion.PROTOCOLS("") == [*PROTOCOLS]
    assert "knockout" in completion.FORMS("knock")
    assert completion.SHEETS("set") == ["setup"]
    assert "avery-l7651" in completion.STOCKS("avery-l76")
    assert completion.TOPICS("ref") == ["reference"]
    assert completion.GAMES("h") == ["hearts"]


def test_a_terminal_shows_a_chapter_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    env = {**os.environ, **PLAIN, "PAGER": "more"}
    at = at_terminal("guide", "proof", columns=80, lines=20, env=env)
    at.expect("# What is proved")
    at.expect("More")
    assert GUIDE["proof"].splitlines()[-1] not in str(at.before)
    at.send("q")
    assert wait_for_end(at) == 0


def test_the_chapters_are_installed_with_the_program() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "guide/*.md" in told["tool"]["setuptools"]["package-data"]["facilitator"]


PLAIN = {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONUTF8": "1"}


@lru_cache
def run(*words: str, typed: str = "") -> str:
    """What a command says in a pipe."""
    done = RUNNER.invoke(app, words, input=typed, env=PLAIN, prog_name="facilitator")
    assert done.exit_code == 0, done.output
    return done.stdout


HELPED = ("new", "plan", "print", "play", "replay", "log", "verify", "puzzle", "guide")
"""The commands with a page of help."""
TABLE = """seats: [Ana, Ben, {name: Vera, virtual: true}]
protocol: wallet
printers: {office: {offset_x: 0.3, offset_y: -0.2, scale_x: 1.0025, scale_y: 1.001}}
"""


def list_shown_commands() -> Iterator[str]:
    """Yield the commands in README and guide, also within sentences, and the examples of the help pages."""
    inline = re.findall(r"`(facilitator [^`\s]+ [^`]+)`", " ".join(WHOLE.split()))
    helps = (line.strip() for name in HELPED for line in run(name, "--help").splitlines())
    for line in (*WHOLE.splitlines(), *inline, *helps):
        if line.startswith("facilitator ") and not re.search(r"\b[A-Z]{4,}\b|\.\.\.", line):
            yield re.split("  | > | < ", line)[0].strip(" .")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a table and its game."""
    folder = tmp_path_factory.mktemp("begun")
    (folder / "friday.yaml").write_text(TABLE, encoding="utf-8")
    run("play", str(folder / "friday.yaml"), typed="7R Ana\n2R\nq\n")
    return folder


@pytest.mark.parametrize("command", sorted(set(list_shown_commands())))
def test_every_documented_command_can_be_typed(command: str, folder: Path, begun: Path) -> None:
    """At a table with a game; questions are answered by nobody."""
    (folder / "events.txt").write_text("start 7R Ana first\n", encoding="utf-8")
    if not command.startswith("facilitator new"):
        shutil.copytree(begun, folder, dirs_exist_ok=True)
    wants_terminal = "--screen" in command or re.fullmatch(r"facilitator new( friday\.yaml)?", command)
    if wants_terminal or command.startswith("facilitator verify") or "--evening" in command:
        command += " --help"  # a proof takes minutes, the search of an evening seconds
    done = RUNNER.invoke(app, command.split()[1:], input="" if "replay" in command else "q\n")
    assert done.exit_code == 0, done.output


def test_the_turn_of_the_readme_is_what_the_program_prints() -> None:
    """At a terminal, in the full wording: the picture has all of it, the README what people do."""
    script = load_script("picture")
    printed = script.select_turn(re.sub(r"\x1b\[\d*m", "", script.run_in_terminal()))
    turn = (ROOT / "printables" / "turn.svg").read_text(encoding="utf-8")
    assert [line for line in printed if line] == [line for line in script.read_lines(turn) if line]
    assert "http" not in turn.replace("http://www.w3.org/2000/svg", "")
    said, at, shown = [line.partition("  ○")[0] for line in printed], 0, blocks()[0].splitlines()
    for line in shown:
        assert line in said[at:], line
        at = said.index(line, at) + 1
    steps = [line for line in said if re.match(r" {4,5}\d[a-d]? ", line)]
    assert [line for line in steps if line not in shown] == []


ACCIDENTS = (
    *("", "", "o", "2", "2", "", "o", "4", "2", "", "", "", "", "o", "5", "1"),
    *("",) * 7,
    *("o", "2", "1", *("",) * 6, "o", "6", "1", "b", "SB", "o", "1", "1", "SB", "", "q"),
)
"""What the host typed in the chapter on what goes wrong."""


def test_the_six_accidents_are_what_the_program_prints(tmp_path: Path) -> None:
    """At a table of two people and Vera, by the knockout on a split pool in sleeves."""
    shutil.copy(ROOT / "tests" / "golden" / "knockout.yaml", tmp_path)
    keys = "".join(f"{key}\n" for key in ACCIDENTS)
    (chapter,) = (block for block in blocks() if block.startswith("1. "))
    played = ("play", str(tmp_path / "knockout.yaml"), "--dry-run", "--seed", "15")
    printed, at = run(*played, typed=keys).splitlines(), 0
    pasted = [line for line in chapter.splitlines() if line not in ("", "...")]
    titles = [line for line in pasted if re.match(r"\d\. ", line)]
    assert len(titles) == 6
    for line in pasted:
        if line not in titles:
            assert line in printed[at:], line
            at = printed.index(line, at) + 1


def test_every_command_is_documented_and_every_documented_command_exists() -> None:
    commands = {str(info.name) for info in app.registered_commands}
    documented = set(re.findall(r"^\| `facilitator (\w+)`", WHOLE, re.MULTILINE))
    assert documented == commands


def test_documented_counts_do_not_exceed_the_deck() -> None:
    """README, guide and the help of play count no more of a card than lie in a deck."""
    shown = WHOLE + run("play", "--help")
    counted = [(int(n), face) for n, face in re.findall(r"\b(\d)x ?([0-9SR+W][RYGB]?)\b", shown)]
    assert counted
    for n, face in counted:
        assert n <= uno.DECK.count(face), face


def test_documented_table_files_are_valid() -> None:
    for text in blocks("yaml"):
        assert parse_table(text).people


def test_protocols_in_the_guide_are_those_of_the_table_file() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \|.*\| no \|$|^\| `([\w-]+)` \|.*\| yes, with", WHOLE, re.MULTILINE)
    assert {a or b for a, b in rows} == set(PROTOCOLS)
    assert set(PROTOCOLS) <= set(FORMS)


def test_the_figures_of_the_guide_match_the_plan() -> None:
    large = sample("three")
    small = make_table(
        large.model_dump(mode="json")
        | {"pool": "split", "pool_deck": "compact-27", "equipment": "sleeves", "helpers": 3}
    )
    told = " ".join(WHOLE.split())
    plans = [make_plan(table, kits(table)) for table in (large, small)]
    turns = [round(plan.times.per_virtual_turn.median) for plan in plans]
    assert (
        f"{plans[0].shopping.extra_cards} extra cards at the first turn, {plans[0].shopping.envelopes} envelopes"
        in told
    )
    assert f"two helpers, about {turns[0]} minutes a virtual turn" in told
    assert f"bring that to about {turns[1]} minutes a virtual turn" in told
    assert plans[0].times.per_game.median > 300, "five hours"
    assert 110 < plans[1].times.per_game.median < 135, "about two hours"


def test_the_figures_for_a_wallet_match_the_plan() -> None:
    """Paper, punch, lamp, lid, room, minutes and money: in the guide, in the plan and on the set-up sheet alike."""
    table = sample("demo")
    made = make_plan(table, kits(table), count=100)
    told, kit = " ".join(WHOLE.split()), made.kits["wallet"]
    holes, masks = 2 * len(get_masks(table).sides), len(get_masks(table).sides)
    assert (
        f"Once: {kit.sheets - 1} sheets of perforated card, {HEAVY} "
        f"(3 of them the printed deck of {made.shopping.printed}), and 1 of plain card" in told
    )
    assert (
        f"{holes} holes with a punch of 5 mm, about {ceil(kit.minutes)} minutes of work and {ceil(kit.euros)} €"
        in told
    )
    assert f"the wallet with its {masks} masks" in told
    assert f"room of {WALLET_CM} cm" in told
    first = first_minutes(table.model_copy(update={"wording": "auto"}))
    turn = f"a virtual turn takes about {made.times.per_virtual_turn.median:.0f} minutes"
    assert f"{turn} (the first turn, spoken in full, {first:.0f})" in told
    assert 30 < made.times.per_game.median <= 60, "within an hour"
    plan = " ".join(run("plan", "sample:demo", "--games", "20").split())
    pages = [page_0(table), *build(table, SheetOptions(), ["setup"])[0][0].pages]
    sheet = read_words(*pages)
    for text in (plan, sheet):
        for word in (
            f"{holes} holes",
            HEAVY,
            "in front of a lamp",
            "an upturned bowl",
            "4 sheets",
            "20 min",
            "15 €",
        ):
            assert word in " ".join(text.split()), word
    assert WALLET_CM in " ".join(sheet.split())


def test_the_readme_states_the_duration_and_material_of_the_plan() -> None:
    """Two people with seven cards each: the samples `published` and `demo` in its table, two more in its text."""
    names = ("published", "demo", "published-split", "sleeves")
    tables = {name: sample(name) for name in names}
    tables["sleeves"] = tables["sleeves"].model_copy(update={"helpers": 2})
    assert all({seat.name for seat in table.seats} == {"Ana", "Ben", "Vera"} for table in tables.values())
    assert {(table.hand_size, table.helpers) for table in tables.values()} == {(7, 2)}
    plans = {name: make_plan(table, kits(table)) for name, table in tables.items()}
    rows = dict(re.findall(r"^\| ([a-z ]+) \| (.*) \|$", README, re.MULTILINE))
    paper, wallet = rows["prepare"].split(" | ")
    made: dict[str, Any] = plans["published"].to_json()
    needs, kit = made["shopping"], plans["demo"].kits["wallet"]
    more, printed = needs["extra_decks"], plans["demo"].shopping.printed
    decks = f"{needs['play_decks'] + more} decks, {more} of them covered with {needs['labels']} labels"
    assert paper == f"{decks}; {needs['envelopes']} envelopes"
    cards = f"your UNO deck; {printed} cards for Vera (7 in hand, {printed - 7} to draw), masks and a wallet"
    assert wallet == f"{cards}: {kit.sheets} sheets to print; a bowl as the lid"
    turns = {name: f"{plan.times.per_virtual_turn.median:.0f}" for name, plan in plans.items()}
    games = {name: plan.times.per_game.median for name, plan in plans.items()}
    assert rows["a virtual turn"] == f"{turns['published']} minutes | {turns['demo']} minutes"
    assert rows["a game"] == f"{games['published'] / 60:.0f} hours | {games['demo']:.0f} minutes"
    told = " ".join(README.split())
    printed_only = f"With only Vera's {printed} cards laid out, not all {needs['envelopes']}"
    assert f"{printed_only}, a turn takes {turns['published-split']} minutes." in told
    assert f"in sleeves without a wallet, takes {turns['sleeves']}." in told
    assert f"{turns['published-split']} to {turns['published']} minutes" in WHOLE
    first = first_minutes(tables["demo"].model_copy(update={"wording": "auto"}))
    assert f"The wallet's first turn, in full sentences, takes {first:.0f} minutes." in told


def test_the_help_of_print_names_every_sheet_there_is() -> None:
    assert f"Sheets: {' '.join(EVERY)}." in " ".join(run("print", "--help").split())


@pytest.mark.parametrize("command", HELPED)
def test_every_help_page_has_examples_and_fits(command: str) -> None:
    page = run(command, "--help")
    assert "Examples:" in page
    assert max(map(len, page.splitlines())) <= 80


def test_a_rehearsal_without_a_table_soon_plays_a_virtual_card() -> None:
    """Within 78 lines: some 20 have the pictures of the objects, and six say where the dot of each duel is."""
    lines = run("play", "--dry-run", "--auto", "--turns", "2").splitlines()
    first, second = (line for line in lines if re.match(r"── \w+'s turn", line))
    assert first.startswith("── Vera's")
    assert second.startswith("── Ana's")
    assert any("mask “green 7” in, its name facing you" in line for line in lines)
    lines = lines[: lines.index(second)]
    begun, played = (
        next(at for at, line in enumerate(lines, 1) if line.startswith(words))
        for words in ("── Vera's turn", "Vera plays ")
    )
    assert begun < played <= 78
    assert max(map(len, lines)) <= 80
    assert "the wallet with its 14 masks" in " ".join(" ".join(lines).split())
    assert sample("demo").wording == "brief"
