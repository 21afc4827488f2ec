"""What a shell completes after a command: tables, forms, sheets and the like, looked up when it asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path


def offered(words: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Return what a shell completes: those of the words that begin as what was typed; made when a shell asks."""

    def begin(incomplete: str) -> list[str]:
        return [word for word in words() if word.lower().startswith(incomplete.lower())]

    return begin


def _samples() -> Iterable[str]:
    from facilitator.table.load import SAMPLES

    files = (path.name for path in sorted(Path().glob("*.yaml")))
    return (*files, *(f"sample:{name}" for name in SAMPLES))


def _forms() -> Iterable[str]:
    from facilitator.protocols.forms import FORMS

    return FORMS


def _protocols() -> Iterable[str]:
    from facilitator.protocols.forms import offered as in_tables

    return in_tables()


def _games() -> Iterable[str]:
    from facilitator.games.registry import games

    return games()


def _topics() -> Iterable[str]:
    from facilitator.cli.guide import REFERENCE, chapters

    return (*chapters(), REFERENCE)


TABLES, FORMS, PROTOCOLS, GAMES = map(offered, (_samples, _forms, _protocols, _games))
TOPICS = offered(_topics)
