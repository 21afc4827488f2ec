"""A host at a real terminal (a pty), wide and narrow: an evening in pieces, and every way to leave it."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest
from prompt_toolkit import PromptSession

from facilitator.cli.input_lines import LineQuestion, Terminal
from facilitator.errors import INTERRUPTED
from programs import ENVIRONMENT, Host, plain, run, run_well

STEP = re.compile(
    r"^ {0,6}(R?\d[\da-z–]*|) +(?:LAY|COVER|REVEAL|ENVELOPES|SCRAMBLE|TAKE|RETURN|IF) +(.*)$", re.M
)
DONE = "Enter when done:"


def last_step(text: str) -> tuple[str, str]:
    """The number and first words of the last step shown."""
    number, sentence = STEP.findall(text)[-1]
    return str(number), str(sentence)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "friday.yaml"
    path.write_text("seats: [Ana, {name: Vera, virtual: true}, Ben]\nhand_size: 2\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def columns() -> int:
    """As narrow as a terminal may be: there every line is folded."""
    return 40


both = pytest.mark.parametrize("columns", [40, 100])


@pytest.fixture
def host(columns: int, folder: Path) -> Iterator[Callable[..., Host]]:
    """Open a program in a terminal; at the end no line it printed was longer than the terminal."""
    opened = list[Host]()

    def start(*args: str) -> Host:
        opened.append(Host(columns, folder, *args))
        return opened[-1]

    yield start
    for host in opened:
        host.program.close(force=True)
        for line in host.wrote.split("\n"):
            if "?" not in line and ": " not in line:  # a question and what was typed may be in one line here
                printed = line.rpartition("\r")[2].replace("^C", "")  # the terminal's own echo
                assert len(printed.rstrip()) <= host.columns, line


def test_a_real_game_continues_in_a_second_session(host: Callable[..., Host]) -> None:
    """Plays, quits inside a run, goes on at the same step with the same sentence, takes back, is corrected."""
    one = host("play", "friday.yaml")
    one.asked("who starts")
    one.answer("7R Ana", "Ana, a card, or draw")
    one.answer("kittens", "is not a card of this game")
    one.answer("5g", "A green 5 can't be played on a red 7")
    one.answer("5R", DONE)
    for _ in range(5):
        one.answer("", DONE)
    step = last_step(one.answer(""))
    assert (step[0], step[1].split()[0]) == ("5", "Turn")
    code, words = one.leave()
    assert code == 0
    assert "saved" in words

    two = host("play", "friday.yaml")
    assert last_step(two.asked("after 2 events")) == step
    assert last_step(two.answer(""))[0] == "6"
    assert last_step(two.answer("u", "Taken back")) == step
    two.answer("7R", "This step needs no answer")
    two.answer("note Ben coughed", "Noted")
    assert two.leave()[0] == 0


def test_a_rehearsal_catches_a_wrong_answer(host: Callable[..., Host], folder: Path) -> None:
    one = host("play", "friday.yaml", "--dry-run", "--seed", "4")
    found = one.asked("who starts")
    for _ in range(60):
        if "Which one is on the left" in found:
            break
        found = one.answer("")
    lies = "".join(re.findall(r"[αβ]", found.rpartition("Which one")[0])[-2:])  # the pair is drawn last
    wrong, right = ("b", "a") if lies == "αβ" else ("a", "b")
    told = one.answer(wrong, "Which one is on the left")
    assert "the cards of this rehearsal show" in " ".join(told.split())
    assert "left to right" in " ".join(told.split())
    _, words = last_step(one.answer(right))
    assert one.leave()[0] == 0
    number, after = last_step(
        run("play", folder / "friday.yaml", "--dry-run", typed="q\n", COLUMNS="40").stdout
    )
    assert after == words
    assert number, "the lesson is over, and its wording is not kept"


def test_ctrl_c_and_end_of_input_keep_everything(host: Callable[..., Host]) -> None:
    one = host("play", "friday.yaml")
    step = mid_run(one)
    one.program.sendintr()
    code, words = one.end()
    assert code == 130
    assert "is saved" in " ".join(words.split())
    two = host("play", "friday.yaml")
    assert last_step(two.asked(DONE)) == step
    two.program.sendeof()
    code, words = two.end()
    assert code == 0
    assert "saved" in words


def mid_run(one: Host) -> tuple[str, str]:
    """Go to the second step of a real game's first run, and return it."""
    one.asked("who starts")
    one.answer("7R Vera", DONE)
    return last_step(one.answer(""))


def opened_again(folder: Path) -> tuple[str, str]:
    """The step at which the game goes on."""
    return last_step(run("play", folder / "friday.yaml", typed="q\n", COLUMNS="40").stdout)


def test_the_terminal_echo_is_restored_after_a_signal(host: Callable[..., Host], folder: Path) -> None:
    one = host("play", "friday.yaml")
    step = mid_run(one)
    assert not one.program.getecho()
    one.program.kill(signal.SIGTERM)
    one.program.expect_exact("Stopped.")
    one.program.expect(pexpect.EOF)
    assert "is saved" in " ".join(str(one.program.before).split())
    assert one.program.getecho()
    assert one.program.wait() == INTERRUPTED
    assert opened_again(folder) == step


ENDED_IN_A_TASK = """
import os, sys
from prompt_toolkit.application import get_app
from facilitator.cli.input_lines import LineQuestion, Terminal
from facilitator.signals import as_ctrl_c

async def end():
    os.kill(os.getpid(), int(sys.argv[1]))

as_ctrl_c()
try:
    Terminal(stirred=lambda: get_app().create_background_task(end()) is None).ask(LineQuestion("> "))
except KeyboardInterrupt:
    print("Stopped.")
"""
"""A question that is ended by a signal while one of its own tasks is at work."""


def test_the_bottom_line_belongs_to_its_own_question(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = list[object]()

    def prompt(session: PromptSession[str], *_: object, **__: object) -> str:
        shown.append(session.bottom_toolbar)
        return ""

    monkeypatch.setattr(PromptSession, "prompt", prompt)
    terminal = Terminal()
    for facts in ("top 7R", ""):
        terminal.ask(LineQuestion("> ", (), facts))
    assert shown == ["top 7R", None]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_during_a_task_leaves_the_echo_unchanged(number: int) -> None:
    arguments = ["-c", ENDED_IN_A_TASK, str(int(number))]
    one = pexpect.spawn(sys.executable, arguments, encoding="utf-8", timeout=60, env=ENVIRONMENT)
    one.expect(pexpect.EOF)
    assert plain(str(one.before)).endswith("Stopped.\n"), one.before
    assert one.getecho()


def test_closing_the_terminal_ends_the_program(host: Callable[..., Host], folder: Path) -> None:
    one = host("play", "friday.yaml")
    step = mid_run(one)
    process: Any = one.program  # what pexpect says of itself knows no ptyproc
    process.ptyproc.fileobj.close()
    assert process.ptyproc.wait() == INTERRUPTED
    assert opened_again(folder) == step


@both
def test_log_lines_are_wrapped_on_a_terminal(columns: int, folder: Path) -> None:
    run_well("play", folder / "friday.yaml", typed=f"7R Ana\nnote {'cough ' * 20}\nq\n")
    two = Host(columns, folder, "log", "friday.yaml")
    assert two.end()[0] == 0
    lines = two.wrote.splitlines()
    assert [line for line in lines if len(line) > columns] == []
    note = next(number for number, line in enumerate(lines) if "note: cough" in line)
    assert lines[note + 1].startswith(" " * len("23:58:02  ") + "cough")
    piped = run("log", folder / "friday.yaml")
    assert any(line.endswith("cough " * 19 + "cough") for line in piped.stdout.splitlines())


def test_ctrl_c_during_printing_ends_with_a_message(host: Callable[..., Host]) -> None:
    one = host("play", "sample:three", "--dry-run", "--auto", "--seed", "7")
    one.program.expect_exact("SHOW THE CARDS")
    one.program.sendintr()
    assert one.end()[0] == 130


def test_an_early_enter_does_not_confirm_a_step(folder: Path) -> None:
    one = Host(100, folder, "play", "friday.yaml")
    one.asked("who starts")
    one.answer("7R Vera", DONE)
    one.program.send("\r\r")
    found = one.asked() + one.asked(DONE)
    assert "too soon" in found
    one.type("q")
    assert one.end()[0] == 0
    assert opened_again(folder)[0] == "1"


def test_a_new_game_asks_before_it_archives_the_old_game(folder: Path) -> None:
    run_well("play", folder / "friday.yaml", typed="7R Ana\nq\n")
    for said, kept in (("", True), ("yes", False)):
        new = Host(100, folder, "play", "friday.yaml", "--new")
        new.asked("not over")
        if kept:
            new.type(said)
            assert "stays as it is" in new.end()[1]
            assert len(list(folder.glob("*.game"))) == 1
        else:
            new.answer(said, "who starts")
            new.type("q")
            new.end()
    assert len(list(folder.glob("*.game"))) == 2
