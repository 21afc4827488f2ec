"""Wheel, source distribution and page: built from this checkout, complete, and used from an empty folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import pexpect
import pytest

from facilitator import __version__
from facilitator.cli.guide import chapters
from facilitator.i18n.catalogue import LANGUAGES, set_language
from programs import ENVIRONMENT, files
from test_scripts import ROOT, _load

BUILT = {*".git .venv build dist __pycache__ .mypy_cache .ruff_cache .pytest_cache .hypothesis".split()}
"""Folders that belong to one machine."""


PROJECT = {*"facilitator scripts printables tests .ci .github pyproject.toml MANIFEST.in LICENSE".split()}
PROJECT |= {*"README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md CITATION.cff".split()}
"""Files and folders that belong to the project; a host's own tables may lie beside them."""


def test_only_the_project_is_under_version_control() -> None:
    """A file that a tool left at the top level is easily committed with the others."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout
    assert {line.split("/")[0] for line in listed.splitlines()} - PROJECT == {".gitignore"}


class Release(NamedTuple):
    """The two distributions, unpacked: a folder to import from, and a folder like a clone."""

    wheel: Path
    project: Path


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Built as `scripts/release` does it: the wheel from the source distribution."""
    folder = tmp_path_factory.mktemp("release")
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        _load("release").build_distributions(ROOT, folder / "dist")
    finally:
        sys.path.remove(str(ROOT / "scripts"))
    name = f"virtual_players-{__version__}"
    assert files(folder / "dist") == [f"{name}-py3-none-any.whl", f"{name}.tar.gz"]
    with zipfile.ZipFile(folder / "dist" / f"{name}-py3-none-any.whl") as wheel:
        wheel.extractall(folder / "wheel")
    with tarfile.open(folder / "dist" / f"{name}.tar.gz") as source:
        source.extractall(folder, filter="data")
    return Release(folder / "wheel", folder / name)


def list_files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    kept = {path.relative_to(folder): path for path in found}
    return {
        at.as_posix(): path.read_bytes()
        for at, path in kept.items()
        if not BUILT & {*at.parts} and not at.parts[0].endswith(".egg-info") and path.suffix != ".pyc"
    }


def test_the_source_distribution_is_the_whole_project(release: Release) -> None:
    ours, theirs = list_files(ROOT), list_files(release.project)
    ours = {name: text for name, text in ours.items() if name.partition("/")[0] in PROJECT}
    assert {name.partition("/")[0] for name in ours} == PROJECT
    assert {*theirs} - {"PKG-INFO", "setup.cfg"} == {*ours}
    assert [name for name, text in ours.items() if theirs[name] != text] == []
    for script in ("demo", "check", "release"):
        assert os.access(release.project / "scripts" / script, os.X_OK)


def test_the_wheel_is_the_package_and_nothing_else(release: Release) -> None:
    ours, theirs = list_files(ROOT / "facilitator"), list_files(release.wheel)
    own = {
        name.removeprefix("facilitator/"): text
        for name, text in theirs.items()
        if name.startswith("facilitator/")
    }
    assert own == ours
    assert {name.partition("/")[0] for name in theirs} == {
        "facilitator",
        f"virtual_players-{__version__}.dist-info",
    }
    metadata = theirs[f"virtual_players-{__version__}.dist-info/METADATA"].decode()
    assert "\nLicense-Expression: MIT\n" in metadata


def run(release: Release, folder: Path, *words: str) -> str:
    """What the installed program says in a folder."""
    env = {**ENVIRONMENT, "PYTHONPATH": str(release.wheel), "PYTHONUTF8": "1", "COLUMNS": "80"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # the program is started ten times
    program = [sys.executable, "-m", "facilitator", *words]
    done = subprocess.run(program, cwd=folder, env=env, input="", capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_installed_program_works_in_an_empty_folder(release: Release, tmp_path: Path) -> None:
    where = [sys.executable, "-c", "import facilitator; print(facilitator.__file__)"]
    env = {**ENVIRONMENT, "PYTHONPATH": str(release.wheel)}
    found = subprocess.run(where, cwd=tmp_path, env=env, capture_output=True, text=True, check=True).stdout
    assert found.strip() == str(release.wheel / "facilitator" / "__init__.py")
    assert "Vera plays " in run(release, tmp_path, "play", "--dry-run", "--auto", "--turns", "1")
    run(release, tmp_path, "new", "friday.yaml", "--seat", "Ana", "--seat", "Ben", "--seat", "Vera:virtual")
    assert run(release, tmp_path, "plan", "friday.yaml", "--games", "20").startswith("TABLE ")
    run(release, tmp_path, "print", "friday.yaml", "setup", "wallet", "log")
    assert files(tmp_path) == ["friday.yaml", "sheets"]
    assert len(files(tmp_path / "sheets")) == 3
    assert json.loads(run(release, tmp_path, "guide", "table", "--schema"))["type"] == "object"


def test_the_installed_program_serves_its_page_in_an_empty_folder(release: Release, tmp_path: Path) -> None:
    env = {**ENVIRONMENT, "PYTHONPATH": str(release.wheel)}
    at = pexpect.spawn(
        sys.executable, ["-m", "facilitator", "play", "--dry-run", "--screen"],
        cwd=str(tmp_path), env=env, dimensions=(60, 120), encoding="utf-8", timeout=60,
    )  # fmt: skip
    at.expect(r"http://(127\.0\.0\.1|localhost):\d+/\S*")
    address = str(at.match[0]) if isinstance(at.match, re.Match) else ""
    with urlopen(re.sub(r"\x1b.*", "", address).partition("#")[0], timeout=20) as page:
        assert page.status == 200
        assert "<title>" in page.read().decode()
    at.close(force=True)


def test_the_page_of_the_source_distribution_has_the_whole_program(release: Release, tmp_path: Path) -> None:
    """Its Python part runs a first prompt here, with nothing beside the files that the page brings."""
    code = (
        "import sys, json; sys.dont_write_bytecode = True; sys.path[:0] = [sys.argv[1]]\n"
        "from importlib.machinery import SourceFileLoader as Loader; from pathlib import Path\n"
        "make = Loader('make_app', sys.argv[1] + '/make_app').load_module()\n"
        "make.write(Path('page'), {**make.own(), **make.pages()})\n"
    )
    scripts = str(release.project / "scripts")
    subprocess.run([sys.executable, "-W", "ignore", "-c", code, scripts], cwd=tmp_path, check=True)
    first = (
        "import json, facilitator; from pathlib import Path; from alone import Alone\n"
        "alone = Alone(Path('tables')); print(facilitator.__file__)\n"
        "print(alone.call('enter', json.dumps({'file': 'sample:demo', 'rehearsal': True, 'anew': True})))\n"
        "print(json.loads(json.loads(alone.call('ask', '{\"what\": \"table\"}'))['state'])['prompt'])\n"
    )
    env = {**ENVIRONMENT, "PYTHONPATH": str(tmp_path / "page")}
    done = subprocess.run(
        [sys.executable, "-c", first], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )
    where, entered, prompt = done.stdout.splitlines()
    assert where == str(tmp_path / "page" / "facilitator" / "__init__.py")
    assert "failed" not in json.loads(entered)
    assert prompt
    assert (tmp_path / "page" / "index.html").is_file()


def test_the_page_is_built_from_the_source_distribution(release: Release, tmp_path: Path, full: bool) -> None:
    """With `--full`, because Pyodide and some packages are downloaded; else up to what says why it was not built."""
    program = [sys.executable, str(release.project / "scripts" / "make_app"), str(tmp_path / "page")]
    env = {**ENVIRONMENT} if full else {**ENVIRONMENT, "PATH": ""}
    done = subprocess.run(program, env=env, capture_output=True, encoding="utf-8")
    if full:
        assert done.returncode == 0, done.stderr
        assert {"index.html", "sw.js", "core.packed", "rest.packed"} < {*files(tmp_path / "page")}
    else:
        assert done.returncode == 1
        assert done.stderr.startswith("The page was not built: npm was not found")


def test_release_finds_a_wrong_version_or_changelog(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    find = _load("release").find_version_problems
    for name in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md", "facilitator/__init__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    assert [*find(tmp_path, None, True)] == [*find(tmp_path, f"v{__version__}", True)] == []
    log = tmp_path / "CHANGELOG.md"
    log.write_text(f"# Changelog\n\n## [{__version__}] - 2026-12-01\n\n- A change.\n", encoding="utf-8")
    assert [*find(tmp_path, None, False)] == []
    (wrong_tag,) = find(tmp_path, "v9.9", False)
    assert wrong_tag == f"The tag is v9.9, but the version is {__version__}. Tag it v{__version__}."
    log.write_text("# Changelog\n\n## [Unreleased]\n\n- A change.\n", encoding="utf-8")
    (unreleased,) = find(tmp_path, None, False)
    assert unreleased.startswith("CHANGELOG.md begins with [Unreleased]. Write ## [")
    (tmp_path / "CITATION.cff").write_text("version: 0.1\n", encoding="utf-8")
    (differs,) = find(tmp_path, None, True)
    assert differs == f"pyproject.toml has version {__version__}, but CITATION.cff has 0.1."


def test_the_release_lists_digests_as_sha256sum_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    (tmp_path / "page.zip").write_bytes(b"abc")
    _load("release").write_sums(tmp_path)
    known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert (tmp_path / "SHA256SUMS").read_text(encoding="utf-8") == f"{known}  page.zip\n"
    assert "page.zip" in capsys.readouterr().out


# The distribution has its own name: other packages are called facilitator.


OURS, NAMED = ("virtual-players", re.compile(r"(?:pip|pipx)\s+(?:install|inject)\s+([^`\"\n]+)"))
"""Our distribution, and the words after a command that installs something."""


def test_no_text_installs_an_unknown_package() -> None:
    """Commands install this checkout, our distribution, or packages that pyproject.toml names."""
    texts = [
        (ROOT / name).read_text(encoding="utf-8")
        for name in ("README.md", "CONTRIBUTING.md", "pyproject.toml")
    ]
    quoted = re.findall(r'"([A-Za-z][\w-]+)(?:>=[^"]*)?"', texts[-1])
    known = {name.lower().replace("_", "-") for name in quoted}
    for language in LANGUAGES:
        set_language(language)
        texts += chapters().values()
    paths = [*(ROOT / "facilitator" / "i18n").rglob("*.po"), *(ROOT / "scripts").glob("[a-z_]*")]
    texts += [path.read_text(encoding="utf-8") for path in paths if path.is_file()]
    words = [
        word.strip("\"'.,;)").lower()
        for text in texts
        for found in NAMED.findall(text)
        for word in found.split()
    ]
    assert OURS in words
    assert [word for text in texts for word in re.findall(r"facilitator\[\w+\]", text)] == []
    packages = {word for word in words if re.fullmatch(r"[a-z][a-z0-9-]*", word)}
    assert "facilitator" not in packages
    assert packages <= known | {OURS, "the", "to", "and", "in"}
