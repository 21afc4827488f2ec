"""Input made to be harmful: told briefly, and nothing else touched."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from facilitator.cli import output
from facilitator.errors import INTERRUPTED, CommandError
from facilitator.sheets.build import SheetOptions, build
from facilitator.table_files.files import replace_whole
from facilitator.table_files.load import PREFIX, make_table, sample, table_code, write_table
from facilitator.web.address import load_address
from programs import ENV, run

ROOT = Path(__file__).parents[2]
SEATS = "seats: [Ana, Ben, {name: Vera, virtual: true}]\n"
START = "start 7R Ana first\n"
ESCAPE = "\x1b]0;mine\x07\x1b[2J\x9b31m\x7f\u202e"


# -- what is written, and where ------------------------------------------------------------------------


def _run(*args: str, typed: str = "") -> tuple[int, str, str]:
    done = run(*args, typed=typed, COLUMNS="100")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def test_force_replaces_only_files(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    getattr(os, "mkfifo", os.mkdir)(pipe)  # where there are no pipes with names, a folder
    for path in (pipe, Path(os.devnull)):
        before = path.stat()
        code, _, said = _run("new", str(path), "--sample", "three", "--force")
        assert (code, "a folder or a device" in " ".join(said.split())) == (2, True), said
        assert (path.stat().st_mode, path.stat().st_ino) == (before.st_mode, before.st_ino)
    with pytest.raises(OSError, match="a folder or a device"):
        replace_whole({tmp_path / "one": b"1", pipe: b"2"})
    assert [entry.name for entry in tmp_path.iterdir()] == ["pipe.yaml"]  # all or nothing, and no draft left


def test_no_temporary_file_is_written_through_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, guessed, path = tmp_path / "mine", tmp_path / ".guessed.new", tmp_path / "t.yaml"
    mine.write_text("mine", encoding="utf-8")
    monkeypatch.setattr("facilitator.table_files.files.secrets.token_hex", lambda _: "guessed")
    try:
        guessed.symlink_to(mine)
    except OSError:  # a link of this kind may need rights, a second name of a file needs none
        guessed.hardlink_to(mine)
    with pytest.raises(CommandError):
        write_table(path, sample("three"))
    assert mine.read_text(encoding="utf-8") == "mine"
    assert not path.exists()
    assert guessed.samefile(mine)  # whose it is, nobody knows: it stays


def test_names_of_temporary_files_cannot_be_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    put = Path.replace

    def seen(self: Path, target: Path) -> Path:
        names.append(self.name)
        return put(self, target)

    monkeypatch.setattr(Path, "replace", seen)
    path = tmp_path / "t.yaml"
    for _ in range(3):
        write_table(path, sample("three"), force=True)
    assert len(set(names)) == 3
    assert not any("t.yaml" in name or str(os.getpid()) in name for name in names)


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    write_table(path, sample("three"))
    path.chmod(0o640)
    rights = path.stat().st_mode  # other systems know only whether it may be written
    assert rights & 0o777 == 0o640 or os.name != "posix"
    write_table(path, sample("duel"), force=True)
    assert path.stat().st_mode == rights


# -- files that are no files -----------------------------------------------------------------------------

SIX_MB = "seats:\n" + "  - a seat\n" * 550_000
OPENS: tuple[str, ...] = ("play", "log", "print", "plan", "replay t.yaml")
OPENS += ("print t.yaml labels --stock", "play t.yaml --journal", "log t.yaml --journal")
"""Commands that open a file; its name comes last."""


def _make_odd(kind: str, path: Path) -> None:
    """Put something at ``path`` that is no small text file."""
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "endless":
            path.symlink_to("/dev/zero")
        case "terminal":
            path.symlink_to("/dev/tty")
        case "folder":
            path.mkdir()
        case "large":
            path.write_text(SIX_MB, encoding="utf-8")
        case "binary":
            path.write_bytes(bytes(range(256)) * 64)
        case "unreadable":  # for the superuser too, whom no rights keep out
            path.write_text(SEATS, encoding="utf-8")
            path.chmod(0)
            if os.access(path, os.R_OK):
                path.unlink()
                path.symlink_to("/proc/self/mem")


@pytest.fixture
def two_seconds() -> Iterator[None]:
    """End a test that hangs; time is the machine's own, so that other work on it does not count."""

    def late(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, 10)
    began = time.process_time()
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
    assert time.process_time() - began < 2


@pytest.mark.usefixtures("two_seconds")
@pytest.mark.parametrize("command", OPENS)
@pytest.mark.parametrize("kind", ["pipe", "endless", "terminal", "folder", "large", "binary", "unreadable"])
def test_a_hostile_file_is_rejected_in_one_line(kind: str, command: str, folder: Path) -> None:
    Path("t.yaml").write_text(SEATS, encoding="utf-8")
    _make_odd(kind, Path("x.yaml"))
    code, out, said = _run(*command.split(), "x.yaml")
    assert (code, out) == (4 if "--journal" in command else 2, "")
    assert re.fullmatch(r"[^;]+\. [A-Z].+[.?:]?\n?", " ".join(said.split())), said
    assert "x.yaml" in said
    assert sorted(path.name for path in folder.iterdir()) == ["t.yaml", "x.yaml"]


@pytest.mark.usefixtures("two_seconds")
def test_a_pipe_instead_of_the_address_file_is_ignored(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "t.game.screen")
    assert load_address(tmp_path / "t.game.screen").port == 0


# -- what a code says is data --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "held",
    [
        {"seats": ["Ana", "Ben"], "hand_size: 3\nname": "x"},
        {"seats": ["Ana", "Ben"], "printers": {"a: {}\nextra": {}}},
        {"seats": ["Ana", "Ben"], "name": "x\nhand_size: 3"},
        {"seats: [Ana, Ben]\nname": "x"},
    ],
)
def test_a_table_code_cannot_add_lines_to_the_file(held: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    code, _, said = _run("new", str(path), "--from-code", table_code(held))
    assert (code, path.exists()) == (2, False), said


def test_brackets_in_a_table_code_are_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.yaml"
    for held in ("[" * 900 + "]" * 900, '{"seats":' + "[" * 900 + "]" * 900 + "}"):
        monkeypatch.setattr("json.dumps", lambda *_, held=held, **__: held)  # deeper than YAML is read here
        text = table_code({"a": 1})
        monkeypatch.undo()
        assert text.startswith(PREFIX)
        code, _, said = _run("new", str(path), "--from-code", text)
        assert (code, path.exists()) == (2, False), said


# -- what is shown -------------------------------------------------------------------------------------


def _clean(text: str) -> bool:
    return not any(unicodedata.category(c) in ("Cc", "Cf") for c in text.replace("\n", ""))


@pytest.mark.usefixtures("folder")
def test_no_terminal_control_sequence_is_printed() -> None:
    Path("t.yaml").write_text(SEATS, encoding="utf-8")
    style = json.dumps({"seats": ["Ana", {"name": "V", "virtual": True, "style": {f"x{ESCAPE}": 1}}]})
    Path("bad.yaml").write_text(style, encoding="utf-8")
    state = {"state": {"turn": f"Zoe{ESCAPE}"}}
    Path("r.txt").write_text(START + json.dumps(state) + "\n", encoding="utf-8")
    for words, typed in (
        (["plan", "bad.yaml"], ""),
        (["replay", "t.yaml", "r.txt"], ""),
        (["replay", "t.yaml"], START + f"Ana plays {ESCAPE}\n"),
        (["play", "t.yaml"], f"7R Ana\nnote Ben {ESCAPE} saw\n7r{ESCAPE}\n"),
        (["log", "t.yaml"], ""),
        (["log", "t.yaml", "--format", "markdown"], ""),
        (["log", "t.yaml", "--format", "json"], ""),
    ):
        _, out, err = _run(*words, typed=typed)
        assert _clean(out + err), words
    _, out, _ = _run("log", "t.yaml", "--format", "json")
    notes = [json.loads(line)["note"]["text"] for line in out.splitlines() if '"note"' in line]
    assert notes == [f"Ben {ESCAPE} saw"]  # for programs it is all there, in escapes


def test_every_function_that_prints_removes_control_sequences(capsys: pytest.CaptureFixture[str]) -> None:
    for door in (output.say, output.wrap, output.print_heading, output.complain):
        door(f"a{ESCAPE}b")
    output.block([f"a{ESCAPE}b"])
    output.json_line({"a": f"a{ESCAPE}b\u2028"})
    output.error(CommandError(ESCAPE, ESCAPE))
    found = capsys.readouterr()
    assert _clean(found.out + found.err)
    assert output.replace_unprintable("Zoë 桜 α β — 👩‍🍳 1 2") == "Zoë 桜 α β — 👩‍🍳 1 2"


# -- leaving, at any moment ----------------------------------------------------------------------------


def test_ctrl_c_while_the_program_loads_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "facilitator", "--help"],
        env={**ENV, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.split()) == (INTERRUPTED, "", ["Stopped."])


@pytest.mark.parametrize("before", ["del signal.SIGHUP", "signal.signal(signal.SIGTERM, signal.SIG_IGN)"])
def test_missing_and_ignored_hangup_signals_are_handled(before: str) -> None:
    """Windows knows no SIGHUP; what nohup had ignored stays so."""
    program = f"import os, signal\n{before}\nfrom facilitator.signals import as_ctrl_c\nas_ctrl_c()\n"
    ends = "os.kill(os.getpid(), signal.SIGTERM)\nprint('goes on')"
    done = subprocess.run(
        [sys.executable, "-c", program + ends], env={**ENV, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
    )  # fmt: skip
    assert ("goes on" in done.stdout) == ("SIG_IGN" in before), done.stderr
    assert ("KeyboardInterrupt" in done.stderr) == ("del" in before)


def test_workers_end_if_the_program_is_killed(tmp_path: Path) -> None:
    """Whoever lives has the program's output open, so that it ends with the last of them, on every system."""
    program = subprocess.Popen(
        [sys.executable, "-m", "facilitator", "verify"],
        cwd=tmp_path, env={**ENV, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        workers = _workers(program)
    finally:
        program.kill()
    try:
        program.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        for worker in workers:
            os.kill(worker, signal.SIGTERM)
        raise


def _workers(program: subprocess.Popen[Any]) -> list[int]:
    """Wait until a program has workers; where nothing tells whose child a process is, a while, and return none."""
    proc, children, until = Path("/proc"), list[int](), time.monotonic() + 3
    while len(children) < min(2, os.cpu_count() or 1) and (proc.is_dir() or time.monotonic() < until):
        assert program.poll() is None, "it ended before it had workers"
        time.sleep(0.02)
        tasks = list(proc.glob(f"{program.pid}/task/*/children"))
        children = [int(child) for task in tasks for child in task.read_text().split()]
    return children


@pytest.mark.parametrize("group", [False, True])
def test_ending_a_proof_prints_no_traceback(group: bool, tmp_path: Path) -> None:
    """A signal to the program alone, and to its workers too, while the tasks are handed out."""
    program = subprocess.Popen(
        [sys.executable, "-m", "facilitator", "verify", "--json"],
        cwd=tmp_path, env={**ENV, "PYTHONPATH": str(ROOT)}, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    with program:
        _workers(program)
        (os.killpg if group else os.kill)(program.pid, signal.SIGTERM)
        said = program.communicate(timeout=60)[1]
    assert (program.returncode, said.strip()) == (INTERRUPTED, "Stopped."), said


# -- what was our fault --------------------------------------------------------------------------------


def test_a_hand_of_26_cards_with_a_style_has_a_turn_script() -> None:
    seats = ["Ana", {"name": "Vera", "virtual": True, "style": "attacker"}]
    table = make_table({"seats": seats, "hand_size": 26, "pool": "split", "pool_deck": "half-54"})
    documents, _ = build(table, SheetOptions(), ["script"])
    assert documents[0].pages


@pytest.mark.parametrize("option", ["--back-x", "--back-y"])
@pytest.mark.parametrize("value", ["nan", "inf", "-1e9"])
def test_a_print_position_that_is_not_a_number_is_rejected(option: str, value: str, tmp_path: Path) -> None:
    code, _, said = _run("print", "sample:three", "cards", "-o", str(tmp_path / "o"), option, value)
    assert (code, option in said, (tmp_path / "o").exists()) == (2, True, False), said


def test_an_overlong_name_is_rejected(folder: Path) -> None:
    name, longer = f"{'y' * 240}.yaml", "y" * 300
    Path(name).write_text(SEATS, encoding="utf-8")
    assert _run("play", name, typed="7R Ana\n")[0] == 0
    before = {entry.name: entry.read_bytes() for entry in folder.iterdir()}
    for words in (
        ["play", name, "--new"],  # the old game's name would be too long
        ["play", longer],
        ["log", name, "--journal", longer],
        ["play", name, "--journal", longer, "--new"],
        ["new", longer, "--sample", "three", "--force"],
        ["new", "a\0b", "--sample", "three"],
        ["replay", name, longer],
        ["replay", name, "a\0b"],
        ["print", name, "seats", "-o", longer],
        ["print", name, "seats", "-o", "a\0b"],
    ):
        code, _, said = _run(*words)
        assert code in (2, 4), said
        assert {entry.name: entry.read_bytes() for entry in folder.iterdir()} == before, words
