"""Detection of misleading seat names, which the program or the players would misread.

Examples are a name that is also a command or a card, a name with invisible characters, and two names that
look alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from facilitator.errors import CommandError
from facilitator.games.registry import get_game
from facilitator.i18n import fold
from facilitator.i18n.catalogue import get_language, refusal, set_language
from facilitator.i18n.lookalikes import QUOTES, is_invisible, skeleton
from facilitator.play.commands import SCREEN_WORDS
from facilitator.play.session import find_command
from facilitator.table_files.model import Table
from facilitator.table_files.yaml import Problem, describe_odd, format_found


def misleading_names(table: Table) -> Iterator[Problem]:
    """Yield a problem for each misleading seat name, and for a table name in quotes.

    A new table with such a name is rejected. If the table already has games, the name only causes a warning.
    """
    if table.name[0] in QUOTES and table.name[-1] in QUOTES:
        slots = {"what": describe_odd(table.name[0]), "bare": table.name.strip(QUOTES).strip() or table.name}
        yield Problem(("name",), *_refusal("name.quoted", table.name, **slots))
    before: dict[str, int] = {}
    for number, seat in enumerate(table.seats):
        earlier = before.setdefault(skeleton(seat.name), number)
        for key, slots in _misreadings(table, seat.name):
            yield Problem(("seats", number, "name"), *_refusal(key, seat.name, **slots))
            break
        else:
            if earlier != number:
                other = table.seats[earlier].name
                yield Problem(("seats", number, "name"), *_refusal("name.alike", seat.name, other=other))


def _refusal(key: str, name: str, **slots: str) -> tuple[str, str]:
    return refusal(key, name=name, shown=format_found(name), **slots)


def _misreadings(table: Table, name: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the message key and slots for each defect of a name."""
    if odd := next((char for char in name if is_invisible(char)), ""):
        yield "name.invisible", {"what": describe_odd(odd)}
    if odd := next((char for char in (name[0], name[-1]) if char in QUOTES), ""):
        yield "name.quoted", {"what": describe_odd(odd), "bare": name.strip(QUOTES).strip() or name}
    if word := command_in(name, table.language):
        yield "name.command", {"word": word}
    try:
        card = get_game(table.game).kinds.parse(name)
    except CommandError:
        return
    yield "name.card", {"card": get_game(table.game).kinds.describe(card)}


def command_in(name: str, language: str) -> str:
    """Return the command that the program would find at the beginning of a name, or an empty string.

    English commands are recognized in every language.

    Args:
        name: Seat name.
        language: Table language.

    >>> command_in("Undo", "en"), command_in("Notiz Ben", "de"), command_in("Undo Ben", "en"), command_in("Ana", "de")
    ('undo', 'notiz', '', '')
    """
    before = get_language()
    set_language(language)
    try:
        if found := find_command(name):
            return found
    finally:
        set_language(before)
    return fold(name) if fold(name) in SCREEN_WORDS else ""
