"""Options of the test run."""

from __future__ import annotations

import gc
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from typer.main import get_command

from facilitator.i18n.catalogue import ENGLISH, set_language

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "scripts")]


FIRST = """
cli/test_terminal.py web/test_server.py test_catalogue.py cli/test_program.py cli/test_transcripts.py
web/test_screen.py test_packaging.py web/test_attacks.py test_docs.py sheets/test_details.py
cli/test_play_piped.py test_pseudo.py cli/test_new_questions.py play/test_long_games.py
verification/test_faults.py planning/test_plan_play.py instructions/test_reader.py test_toy_form.py
sheets/test_wallet_pixels.py play/test_forged_codes.py sheets/test_sheets_folder.py cli/test_windows.py
pictures/test_every_picture.py verification/test_wallet.py test_words.py sheets/test_sheets_command.py
verification/test_coverage.py sheets/test_puzzle_sheet.py
""".split()
"""Test files that take longest. They begin first, so that no core waits for one of them at the end."""
FEW, MANY = 25, 200
"""Examples that are tried of what a test draws, and at full size."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="the sweeps at full size: minutes, not seconds")


def pytest_configure(config: pytest.Config) -> None:
    """The checks judge a change, so they try the same examples each time; looking for new ones is `--full`'s."""
    settings.register_profile("same", derandomize=True, print_blob=True, max_examples=FEW)
    settings.register_profile("new", print_blob=True, max_examples=MANY)
    config.addinivalue_line("markers", "every(n): each n-th of its cases; all with `--full`")
    config.addinivalue_line("markers", "golden: compares with a golden file; scripts/regolden rewrites it")
    settings.load_profile("new" if config.getoption("--full") else "same")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest; leave to `--full` what a test marked `every` has besides."""
    first = {str(Path(__file__).parent / name): number for number, name in enumerate(FIRST)}
    items.sort(key=lambda item: first.get(str(item.path), len(first)))
    if config.getoption("--full"):
        return
    seen, left = Counter[str](), set[str]()
    for item in items:
        test = item.nodeid.partition("[")[0]
        mark = item.get_closest_marker("every")
        if mark is not None and seen[test] % mark.args[0]:
            left.add(item.nodeid)
        seen[test] += 1
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left])
    items[:] = [item for item in items if item.nodeid not in left]


def pytest_collection_finish() -> None:
    """What is imported stays, and is looked through for garbage no more: that took an eighth of the tests' time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def commands() -> Iterator[None]:
    """The commands are built once from their declarations, however often a test runs one in this process."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("typer.testing._get_command", cache(get_command))
        yield


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Whatever language a test's table speaks, the next begins in English."""
    yield
    set_language(ENGLISH)


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    """Whether the sweeps run at full size."""
    return bool(request.config.getoption("--full"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of the test's own, and the one it works in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Set the time zone of the computer; at first it is UTC."""

    def set_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    set_zone("UTC")
    yield set_zone
    monkeypatch.undo()
    time.tzset()
