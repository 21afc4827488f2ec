"""Acts that are done step back on a terminal: painted dim where they stand, each once, and nothing else moves."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from facilitator.cli import show
from programs import Host

DONE = "Enter when done:"
BOLD, DIM = "1", "2"
_SENT = re.compile(r"\x1b\[\??([0-9;]*)([A-Za-z])|(.)", re.S)


class Window:
    """What a terminal shows after all that was sent, scrolled lines too: signs, and the style of each."""

    def __init__(self, columns: int) -> None:
        self.columns, self.row, self.column, self.style = columns, 0, 0, ""
        self.lines: list[list[tuple[str, str]]] = [[]]

    def send(self, sent: str) -> None:
        for numbers, command, sign in _SENT.findall(sent):
            self._sign(sign) if sign else self._command(command, numbers)

    def _sign(self, sign: str) -> None:
        if sign == "\r":
            self.column = 0
        elif sign == "\n":
            self._go(self.row + 1)
        elif sign == "\b":
            self.column = max(0, self.column - 1)
        elif sign.isprintable():
            if self.column == self.columns:
                self._go(self.row + 1)
                self.column = 0
            line = self.lines[self.row]
            line += [(" ", "")] * (self.column + 1 - len(line))
            line[self.column] = sign, self.style
            self.column += 1

    def _go(self, row: int) -> None:
        self.row = max(0, row)
        self.lines += [[] for _ in range(self.row + 1 - len(self.lines))]

    def _command(self, command: str, numbers: str) -> None:
        count = int(numbers or 1) if numbers.isdigit() or not numbers else 1
        match command:
            case "A" | "B":
                self._go(self.row + (count if command == "B" else -count))
            case "C" | "D":
                self.column = max(0, self.column + (count if command == "C" else -count))
            case "K":
                del self.lines[self.row][self.column :]
            case "J":
                del self.lines[self.row][self.column :], self.lines[self.row + 1 :]
            case "m":
                self.style = {"1": BOLD, "2": DIM}.get(numbers.removeprefix("0;"), "")

    def acts(self) -> list[tuple[int, str]]:
        """Every act that is shown, by its number, with the style of its first line."""
        found = []
        for line in self.lines:
            text = "".join(sign for sign, _ in line)
            if number := re.match(r" *(\d+)/\d+ ", text):
                found.append((int(number[1]), line[number.end()][1]))
        return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "friday.yaml"
    path.write_text("seats: [Ana, {name: Vera, virtual: true}, Ben]\nhand_size: 2\n", encoding="utf-8")
    return tmp_path


def test_the_act_at_hand_stands_out_and_those_done_step_back(folder: Path) -> None:
    """Also after a word that was not understood."""
    one = Host(60, folder, "play", "friday.yaml", lines=24)
    window = Window(60)
    one.asked("who starts")
    window.send(one.raw)
    for line, acts in (("7R Vera", [1]), ("", [1, 2]), ("kittens", [1, 2]), ("", [1, 2, 3])):
        one.answer(line, DONE)
        window.send(one.raw)
        assert window.acts() == [(number, BOLD if number == acts[-1] else DIM) for number in acts]
    one.type("q")
    assert one.end()[0] == 0


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = (40, 24)) -> Tty:
    """A terminal to print on; in the test itself, for pytest takes stdout back before it."""
    out = Tty()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_: os.terminal_size(size))
    return out


def stands(lines: int = 1, below: int = 0) -> None:
    with show.standing.out():
        for _ in range(lines):
            show.say("3/9 LAY", "act")
    for _ in range(below):
        show.say("and more")


def painted(out: Tty) -> str:
    """What stepping back sends."""
    before = len(out.getvalue())
    show.standing.back()
    return out.getvalue()[before:]


def test_only_what_stands_is_painted_and_the_cursor_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = terminal(monkeypatch)
    stands(2)
    assert painted(printed) == "\x1b[2A" + "\x1b[2m3/9 LAY\x1b[0m\n" * 2
    stands(2, below=1)
    show.standing.answered("Enter when done: ", "x" * 30)  # too long for one row
    assert painted(printed) == "\x1b[5A" + "\x1b[2m3/9 LAY\x1b[0m\n" * 2 + "\x1b[3B"
    assert painted(printed) == ""


def test_what_is_out_of_sight_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = terminal(monkeypatch)
    stands(1, below=24)
    assert painted(printed) == ""


def test_in_a_window_of_another_size_nothing_is_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal(monkeypatch)
    stands()
    assert painted(terminal(monkeypatch, (39, 24))) == ""


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_without_colour_or_a_cursor_to_move_nothing_is_painted(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = terminal(monkeypatch)
    monkeypatch.setenv(name, value)
    stands()
    assert painted(printed) == ""
