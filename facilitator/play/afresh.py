"""A whole game written as a new file, or nothing: it is a draft elsewhere until all of it is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from facilitator.errors import CommandError, JournalError
from facilitator.play.format import Row
from facilitator.play.settling import beside
from facilitator.play.store import Store, shown, there
from facilitator.system.files import no_room, replace_whole, scratch


def write_afresh(
    facts: Mapping[str, str],
    rows: Sequence[Row],
    target: Path,
    check: Callable[[Path], object] = lambda _: None,
) -> None:
    """Write a game of these facts (name: JSON) and rows in ``target``; ``check`` may refuse the draft.

    Raises `JournalError` if something is there already, also what a crash left of a game with that name: it
    would be taken for the new one's.  `CommandError` if it cannot be written: then nothing is there, as before.
    """
    for place in chain([target], beside(target)):
        if there(place):
            raise JournalError(
                "a name that is free", f"{shown(place)} is there", "Nothing was written. Name another."
            )
    with scratch() as folder:
        draft = folder / "draft.game"
        _write(draft, facts, rows)
        check(draft)
        whole = draft.read_bytes()
    try:
        replace_whole({target.resolve(): whole})
    except (OSError, RuntimeError, ValueError) as err:  # RuntimeError: links that lead in a circle
        reason = getattr(err, "strerror", None) or err
        todo = "Nothing was written there. Make room, or choose another folder or name, and start the same again."
        raise CommandError("a place to write the game", f"{shown(target)} ({reason})", todo) from None


def _write(draft: Path, facts: Mapping[str, str], rows: Sequence[Row]) -> None:
    """Write a game's file in a folder of our own, where nothing but the disk can refuse it."""
    try:
        store = Store(draft, facts, False)
        try:
            if rows:
                store.append(rows)
        finally:
            store.close()
    except JournalError as err:
        raise no_room(err.__cause__ if isinstance(err.__cause__, Exception) else err) from err
