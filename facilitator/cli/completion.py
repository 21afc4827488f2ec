"""What a shell completes after a command: tables, forms, sheets and the like, looked up when it asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path


def offered(module: str, name: str) -> Callable[[str], list[str]]:
    """Return what a shell completes: of the words that a module of ours has, or makes, those that begin as typed.

    The module is loaded when a shell asks.
    """

    def begin(incomplete: str) -> list[str]:
        found = getattr(import_module(f"facilitator.{module}"), name)
        words: Iterable[str] = found() if callable(found) else found
        return [word for word in words if word.lower().startswith(incomplete.lower())]

    return begin


def tables() -> Iterable[str]:
    """Return the table files here, and the samples."""
    from facilitator.table_files.load import SAMPLES

    files = (path.name for path in sorted(Path().glob("*.yaml")))
    return (*files, *(f"sample:{name}" for name in SAMPLES))


TABLES, TOPICS = offered("cli.completion", "tables"), offered("cli.guide", "topics")
FORMS, PROTOCOLS = offered("protocols.forms", "FORMS"), offered("protocols.forms", "offered")
GAMES = offered("games.registry", "games")
SHEETS, STOCKS = offered("sheets.build", "EVERY"), offered("sheets.stocks", "stocks")
