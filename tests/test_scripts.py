"""The two commands of a fresh machine, as far as they go without a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import partial
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from drawings import read_words
from facilitator.cli.guide import chapters
from facilitator.pictures.marks import PAPERS, Text
from facilitator.sheets.drawing.render import text_width

pytestmark = pytest.mark.usefixtures("load")
ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "scripts"


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


def _load(name: str) -> ModuleType:
    loader = SourceFileLoader(f"script_{name.removesuffix('.py')}", str(SCRIPTS / name))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`_setup` on an empty folder, its commands only noted."""
    module = _load("_setup.py")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".venv" / "installed")
    (tmp_path / "pyproject.toml").write_text("[project]", encoding="utf-8")
    module.ran = []  # type: ignore[attr-defined]

    def note(command: list[str], advice: str) -> None:
        module.ran.append(command)
        if "venv" in command:
            module.python().parent.mkdir(parents=True)
            module.python().touch()

    monkeypatch.setattr(module, "_run", note)
    return module


@pytest.mark.parametrize(("form", "before"), [("knockout", 753), ("published", 778), ("wallet", 915)])
def test_one_enter_within_an_attempt_uses_few_modules(form: str, before: int) -> None:
    """At most 22 modules, and half as many calls as ``before``.

    Five of the modules are the parts into which `Match` was split: position, progress, replay, undo and stop.
    """
    modules, calls = _load("_enter.py").one_enter(form)
    assert modules <= 22
    assert calls <= before / 2


def test_the_environment_is_set_up_once_and_after_changes(setup: ModuleType, tmp_path: Path) -> None:
    def steps(dev: bool, *more: str) -> list[str]:
        setup.ran.clear()
        assert setup.ready(dev, *more) == setup.python()
        return ["venv" if "venv" in command else command[-1] for command in setup.ran]

    root = str(tmp_path)
    assert steps(False) == ["venv", f"{root}[screen]"]
    assert steps(False) == []
    assert steps(True) == [f"{root}[dev,screen]"]
    assert steps(True) == []
    assert steps(False) == []  # the demo needs no more
    assert steps(False, "bench") == [f"{root}[bench,dev,screen]"]
    assert steps(True) == []
    (tmp_path / "pyproject.toml").write_text("[project]\nname='other'", encoding="utf-8")
    assert steps(False) == [f"{root}[screen]"]


def test_an_old_python_is_reported(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    with pytest.raises(setup.SetupFailed, match=r"Python 3\.11 or newer is needed; this is 3\.9\."):
        setup.ready(True)
    assert setup.ran == []


def test_a_failed_step_shows_its_output_and_what_to_do() -> None:
    module = _load("_setup.py")
    with pytest.raises(module.SetupFailed, match=r"(?s)no route.*Is there a network\?"):
        module._run([sys.executable, "-c", "import sys; sys.exit('no route')"], "Is there a network?")


def test_a_failed_install_is_tried_again(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    setup.ready(False)
    setup.STAMP.unlink()

    def fail(command: list[str], advice: str) -> None:
        raise setup.SetupFailed(advice)

    monkeypatch.setattr(setup, "_run", fail)
    with pytest.raises(setup.SetupFailed, match="network"):
        setup.ready(False)
    assert not setup.STAMP.exists()


def test_check_runs_all_and_fails_if_one_does(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    check = _load("check")

    def says(words: str, code: int) -> list[str]:
        return [sys.executable, "-c", f"print({words!r}); raise SystemExit({code})"]

    monkeypatch.setattr(check._setup, "ready", lambda dev: Path(sys.executable))
    not_run = check._setup.NOT_RUN
    for name, first, code, verdict in (
        ("ruff check", 1, 1, "FAILED"),
        ("ruff check", 0, 0, "passed"),
        ("mypy", 1, 1, "FAILED"),
        ("screen", not_run, 0, "not run"),
    ):
        told = dict.fromkeys(check.checks(sys.executable, []), says("nothing", 0))
        told |= {name: says("one line", first), "pytest": says("7 passed in 0.1s", 0)}
        monkeypatch.setattr(check, "checks", lambda python, arguments, told=told: told)
        assert check.main([]) == code
        out = capfd.readouterr().out
        assert "one line" in out
        assert f"{verdict}  {name}" in out
        assert out.splitlines()[-1] == "7 passed in 0.1s"


def test_check_rejects_unknown_arguments(capfd: pytest.CaptureFixture[str]) -> None:
    check = _load("check")
    assert check.main(["-k", "table"]) == 2
    assert "Expected -- before pytest's arguments" in capfd.readouterr().out
    assert check.main(["--help"]) == 0


@pytest.mark.parametrize(("name", "title"), [("screen", "The screen"), ("drive_app", "The app")])
def test_a_missing_browser_is_not_run_and_fails_in_continuous_integration(
    name: str, title: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    script = _load(name)
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CHROMIUM", raising=False)
    for value, code in (("", 77), ("true", 1)):
        monkeypatch.setenv("CI", value)
        assert script.main([]) == code
        (line,) = capfd.readouterr().out.splitlines()
        assert line.startswith(f"{title} was not checked in a browser: no Chromium was found.")
    with pytest.raises(SystemExit, match="2"):
        script.main(["--picture"])
    assert "--pictures" in capfd.readouterr().err


def test_make_app_reports_missing_tools(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    make = _load("make_app")
    monkeypatch.setenv("PATH", "")
    assert make.main(["--help"]) == 0
    monkeypatch.setattr(make, "KEPT", tmp_path / "kept")
    assert make.main([str(tmp_path / "page")]) == 1
    assert "npm was not found" in capfd.readouterr().err
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(make.NotBuilt, match="something else"):
        make.write(tmp_path / "mine", {"index.html": b""})
    assert (tmp_path / "mine" / "letter.txt").read_text(encoding="utf-8") == "mine"


def test_the_browser_app_loads_nothing_from_other_servers() -> None:
    make = _load("make_app")
    pages = make.pages()
    assert {"index.html", "transport.js", "worker.js", "sw.js", "home.js"} < set(pages)
    for name, content in pages.items():
        if not name.endswith(".png"):
            outside = content.decode().replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?:|@import|url\(|innerHTML|eval\(|new Function", outside), name
    assert "script-src 'self' 'wasm-unsafe-eval'" in pages["index.html"].decode()
    assert make.icon(32)[:8] == b"\x89PNG\r\n\x1a\n"
    assert make.tarred({"b": b"2", "a": b"1"}) == make.tarred({"a": b"1", "b": b"2"})
    assert (
        make.untarred(make.tarred({"a/b": b"1"}))
        == make.unzipped(make.zipped({"a/b": b"1"}))
        == {"a/b": b"1"}
    )
    own = make.own()
    assert {"alone.py", "facilitator/i18n/de.mo", "facilitator/guide/table.md"} < set(own)
    assert not [name for name in own if "static" in name or "__pycache__" in name]


def test_demo_names_commands_that_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    demo, python = _load("demo"), Path(sys.executable)
    monkeypatch.setattr(sys, "argv", ["scripts/demo", *(words := ["play", "--dry-run", "--seed", "1"])])
    monkeypatch.setattr(demo._setup, "ready", lambda dev: python)
    run = partial(subprocess.run, input="q\n", capture_output=True, encoding="utf-8")
    said: list[str] = []

    def start(command: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
        done = run(command, env={**env, "LANG": "en_GB.UTF-8"})
        said.append(" ".join(done.stdout.split()))
        return done

    monkeypatch.setattr(subprocess, "run", start)
    assert demo.main(words) == 0
    assert said[0].endswith("To make your own table: scripts/demo new friday.yaml")


def test_the_scripts_can_be_started() -> None:
    scripts = "check demo drive_app make_app make_printables regolden release screen".split()
    for path in (*(SCRIPTS / name for name in scripts), ROOT / ".ci" / "run"):
        assert path.read_text(encoding="utf-8").startswith("#!/usr/bin/env ")
        assert b"\r" not in path.read_bytes()
        assert os.name == "nt" or os.access(path, os.X_OK)
    done = subprocess.run(
        [sys.executable, "-B", str(SCRIPTS / "check"), "--help"], capture_output=True, text=True, check=True
    )
    assert "scripts/check -- -k table" in done.stdout


def test_regolden_lists_the_files_that_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module, golden = _load("regolden"), tmp_path / "tests" / "golden"
    golden.mkdir(parents=True)
    (golden / "old.txt").write_text("old", encoding="utf-8")
    monkeypatch.setattr(module._setup, "ROOT", tmp_path)
    for code, content, said in (
        (0, "old", "1 files, all as they were."),
        (2, "new", "changed: tests/golden/old.txt"),
    ):

        def write(
            *_: object, env: dict[str, str], code: int = code, content: str = content, **__: object
        ) -> Any:
            (golden / "old.txt").write_text(content * int(env["REGOLDEN"]), encoding="utf-8")
            return SimpleNamespace(returncode=code)

        monkeypatch.setattr(module.subprocess, "run", write)
        assert module.main([]) == min(code, 1)
        assert capsys.readouterr().out.splitlines()[0] == said


def test_a_script_finds_the_installed_program(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once if it can be imported; else once more in .venv, and never a second time."""
    ran: list[list[str]] = []

    def started(command: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 7)

    monkeypatch.setattr(sys, "argv", ["script", "--check"])
    assert setup.inside("script", lambda arguments: len(arguments)) == 1
    monkeypatch.setitem(sys.modules, "facilitator", None)  # as if it were not installed
    monkeypatch.setattr(setup.subprocess, "run", started)
    assert setup.inside("script", lambda arguments: 0) == 7
    assert ran == [[str(setup.python()), str(Path("script").resolve()), "--check"]]
    monkeypatch.setenv(setup.INSIDE, "1")
    with pytest.raises(ImportError):
        setup.inside("script", lambda arguments: 0)


def test_the_pictures_of_the_readme_are_up_to_date() -> None:
    script = _load("picture")
    drawn = script.draw_all()
    assert set(drawn) == set(re.findall(r"printables/([\w-]+\.svg)", (ROOT / "README.md").read_text("utf-8")))
    for name, svg in drawn.items():
        there = (script.FOLDER / name).read_text(encoding="utf-8")
        assert not script.differs(name, there, svg), f"{name}: run scripts/picture and look at it"
        assert "<title>" in svg
    turn, duel = drawn["turn.svg"], drawn["duel.svg"]
    assert script.differs("turn.svg", turn.replace("losers", "winners"), turn)
    assert not script.differs("turn.svg", turn.replace("rx=", "ry="), turn)
    assert script.differs("duel.svg", duel.replace("4b", "4c"), duel)


def test_the_guide_is_typeset_on_pages() -> None:
    """Every chapter for hosts is in it, and no line leaves the paper."""
    module = import_module("_guide")
    made = module.guide(PAPERS["A4"])
    told = read_words(*made.pages)
    for name in module.CHAPTERS:
        assert chapters()[name].splitlines()[0].removeprefix("# ") in told
    for page in made.pages:
        for mark in page.marks:
            if isinstance(mark, Text):
                wide = text_width(mark.text, mark.size, mark.font)
                assert 0 < mark.x < page.paper.w, mark
                assert mark.align == "centre" or mark.x + wide < page.paper.w, mark
                assert mark.y < page.paper.h - 8, mark
