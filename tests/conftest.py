"""Options of the test run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="the sweeps at full size: minutes, not seconds")


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    """Whether the sweeps run at full size."""
    return bool(request.config.getoption("--full"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of the test's own, and the one it works in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
