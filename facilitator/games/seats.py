"""Seats by their names, as hosts type them."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from facilitator.errors import CommandError
from facilitator.words import fold, quoted


def find_seat(name: str, seat_names: Sequence[str]) -> str:
    """The seat meant by `name`, whatever its case.

    Raises: CommandError listing the seats, with the closest one suggested.
    """
    if name in seat_names:
        return name
    folded = {fold(seat): seat for seat in seat_names}
    if fold(name) in folded:
        return folded[fold(name)]
    close = get_close_matches(fold(name), folded, 1, 0.5)
    todo = f"Did you mean {folded[close[0]]}?" if close else "Type the name as the table file has it."
    raise CommandError(f"a seat of this table ({', '.join(seat_names)})", quoted(name), todo)


def without_i(said: str, seat_names: Sequence[str]) -> str:
    """What was said, without the "I" it begins with where nobody at the table is called so."""
    word, _, rest = said.partition(" ")
    one = fold(word) == "i" and not any(fold(name).split()[:1] == ["i"] for name in seat_names)
    return rest.strip() if one and rest.strip() else said
