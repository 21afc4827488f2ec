"""Options of the test run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from facilitator.words.catalogue import ENGLISH, speak

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent / "scripts")]


FEW, MANY = 40, 200
"""Examples that are tried of what a test draws, and at full size."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="the sweeps at full size: minutes, not seconds")


def pytest_configure(config: pytest.Config) -> None:
    """The checks judge a change, so they try the same examples each time; looking for new ones is `--full`'s."""
    settings.register_profile("same", derandomize=True, print_blob=True, max_examples=FEW)
    settings.register_profile("new", print_blob=True, max_examples=MANY)
    config.addinivalue_line("markers", "wide: the same case again, at another size; with `--full` alone")
    settings.load_profile("new" if config.getoption("--full") else "same")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is marked `wide` to `--full`."""
    if config.getoption("--full"):
        return
    wide = [item for item in items if item.get_closest_marker("wide")]
    config.hook.pytest_deselected(items=wide)
    items[:] = [item for item in items if item not in wide]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Whatever language a test's table speaks, the next begins in English."""
    yield
    speak(ENGLISH)


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    """Whether the sweeps run at full size."""
    return bool(request.config.getoption("--full"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of the test's own, and the one it works in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
