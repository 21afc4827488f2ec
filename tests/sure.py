"""What a test takes for granted: that a value is there, or of a kind. If not, the test fails at that line."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def sure(value: T | None) -> T:
    """Return a value that must be there."""
    assert value is not None
    return value


def sure_of(kind: type[T], value: object) -> T:
    """Return a value that must be of a kind."""
    assert isinstance(value, kind), value
    return value
