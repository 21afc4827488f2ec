"""`facilitator new` at a terminal: its questions, its proposals, and every way to leave them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pexpect
import pytest

from facilitator.cli import new as questions
from facilitator.cli.new import ask_all
from facilitator.cli.typer_commands import new
from facilitator.errors import CommandError
from facilitator.games.records import GameRecord, Setup
from facilitator.i18n.catalogue import get_system_language, set_language
from facilitator.planning.choices import PROPOSED, Option, propose_options
from facilitator.planning.forecast import GAMES, simulate_games
from facilitator.table_files.load import Table, load_table, write_table
from golden_files import GOLDEN, check_golden
from programs import ENV, at_terminal, files, run_well, wait_for_end

pytestmark = pytest.mark.usefixtures("folder")


def asked(*arguments: str, columns: int = 60) -> pexpect.spawn[str]:
    return at_terminal("new", *arguments, columns=columns, lines=24, env=ENV)


def plain(seen: str) -> str:
    """What was on the screen, without colours."""
    return re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", seen)


KNOWN: dict[tuple[object, ...], tuple[Option, ...]] = {}


def proposed(
    table: Table, minutes: int, tell: object, forms: Sequence[str], equipment: Sequence[str]
) -> tuple[Option, ...]:
    """What is proposed by half the games that are played in thought, worked out once for all tests."""
    key = table.model_dump_json(), minutes, *forms, *equipment
    if key not in KNOWN:
        KNOWN[key] = propose_options(table, minutes, None, forms, equipment, games=PROPOSED // 2)
    return KNOWN[key]


def few_games(setup: Setup, count: int | None = None) -> list[GameRecord]:
    """A tenth of the games that are played in thought: what is asked and said is the same."""
    return simulate_games(setup, count or GAMES // 10)


def converse_here(
    answers: Sequence[str], screen: Callable[[], tuple[str, str]], seen: set[str]
) -> Iterator[str]:
    """Answer the questions in turn, within this process; yield the conversation, and the table.

    Args:
        answers: Answers of the host.
        screen: Returns the output and the errors since it was called last.
        seen: Output and notes that were shown before in the same file, and are left out.
    """
    left, shown = list(answers), list[str]()

    def answer(_: str) -> str:
        output, errors = map(plain, screen())
        assert all(len(line) <= 60 for line in (output + errors).splitlines())
        shown.extend(f"  ! {line}" for line in errors.splitlines())
        shown.extend(["    …"] if output in seen else [f"    {line}" for line in output.splitlines()])
        seen.add(output)
        shown.append(f">> {left[0]}".rstrip())
        return left.pop(0)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("builtins.input", answer)
        Path("table.yaml").unlink(missing_ok=True)
        write_table("table.yaml", ask_all(Path("table.yaml"), "table"))
    assert not left
    yield from shown
    lines = Path("table.yaml").read_text(encoding="utf-8").splitlines()
    yield from (f"  = {line}" for line in lines if line and line not in (seen if line[0] == "#" else ()))
    seen |= {*lines}


CONVERSATIONS = sorted((GOLDEN / "new").glob("*.txt"))


@pytest.mark.golden
@pytest.mark.parametrize("path", CONVERSATIONS, ids=lambda path: path.stem)
def test_interviews_match_their_approved_text(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each begins with a title, and has the language of a system or none; answers begin with ``>>``."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr("facilitator.planning.choices.propose_options", proposed)
    monkeypatch.setattr("facilitator.planning.forecast.simulate_games", few_games)
    found, seen = list[str](), set[str]()
    for conversation in re.split(r"\n\n(?=== )", path.read_text(encoding="utf-8").strip()):
        lines = conversation.splitlines()
        system = next((line.split()[1] for line in lines if line.startswith("language ")), "")
        monkeypatch.setenv("LC_ALL", system)
        set_language(get_system_language())
        answers = [line[2:].strip() for line in lines if line.startswith(">>")]
        head = [lines[0], *[f"language {system}"] * bool(system)]
        said = converse_here(answers, lambda: (*capsys.readouterr(),), seen)
        found.append("\n".join([*head, *said]))
    check_golden(path, "\n\n".join(found) + "\n")


def test_a_session_length_can_be_typed_in_many_ways() -> None:
    lengths = ("90", "90 min", "1h30", "1:30", "1.5 hours")
    assert {questions.parse_minutes(length) for length in lengths} == {90}


def test_a_table_of_people_gets_the_commands_that_work_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    left = ["", "", "", "", "", "0", "", "", "Ana, Ben"]
    monkeypatch.setattr("builtins.input", lambda prompt: left.pop(0))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    new(Path("ours.yaml"))
    seen = " ".join(plain("".join(capsys.readouterr())).split())
    assert not load_table("ours.yaml").virtual
    assert "This table has no virtual players" in seen
    assert "ways to play" not in seen
    commands = re.findall(r"facilitator (\w+ ours.yaml)", seen)
    assert [command.split()[0] for command in commands] == ["plan", "print", "play"]
    for command in commands:
        run_well(*command.split(), typed="q\n")


@pytest.mark.parametrize(
    ("answers", "until", "key"), [(0, "\n> ", "d"), (9, "\n> ", "c"), (6, r"of \d+ ways to play", "c")]
)
@pytest.mark.every(2)
def test_leaving_writes_nothing(folder: Path, answers: int, until: str, key: str) -> None:
    """At the first question, at the names, and while games are simulated."""
    child = asked()
    for _ in range(answers):
        child.expect("\n> ")
        child.sendline("")
    child.expect(until)
    child.sendcontrol(key)
    assert wait_for_end(child) == 130
    assert plain(child.before or "").split()[-1] == "Stopped."
    assert files(folder) == []


def test_a_missing_folder_is_reported_before_the_first_question(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="No such file or directory"):
        new(Path("nowhere") / "friday.yaml")
    assert capsys.readouterr().out == ""
