"""Shell completion of table names, forms, sheets and other words.

The words are looked up only when the shell asks for a completion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path


def complete_from(module: str, name: str) -> Callable[[str], list[str]]:
    """Return a function that completes words from a collection.

    Args:
        module: Module with the collection. It is imported when the shell asks for a completion.
        name: Name of the collection, or of a function that returns the collection.
    """

    def begin(incomplete: str) -> list[str]:
        found = getattr(import_module(f"facilitator.{module}"), name)
        words: Iterable[str] = found() if callable(found) else found
        return [word for word in words if word.lower().startswith(incomplete.lower())]

    return begin


def list_tables() -> Iterable[str]:
    """Return the names of table files in the current folder and of samples."""
    from facilitator.table_files.load import SAMPLES

    files = (path.name for path in sorted(Path().glob("*.yaml")))
    return (*files, *(f"sample:{name}" for name in SAMPLES))


TABLES, TOPICS = complete_from("cli.completion", "list_tables"), complete_from("cli.guide", "topics")
FORMS, PROTOCOLS = (
    complete_from("protocols.forms", "FORMS"),
    complete_from("protocols.forms", "list_offered_forms"),
)
GAMES = complete_from("games.registry", "list_games")
SHEETS, STOCKS = complete_from("sheets.build", "EVERY"), complete_from("sheets.stocks", "stocks")
