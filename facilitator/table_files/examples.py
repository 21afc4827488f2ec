"""Find an allowed value close to a wrong value in a table file, as an example for the error message."""

from __future__ import annotations

import difflib
import locale
import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

from facilitator.i18n import fold
from facilitator.i18n.lookalikes import replace_lookalikes

Choice = TypeVar("Choice", bound=object)
_NUMBER = re.compile(r"[-+]?\d{1,9}(?:[.,]\d{1,9})?")
_BETWEEN_NAMES = re.compile(r"\s*[,;/&\n]\s*|\s+(?:and|und)\s+")
TRUTHS = {
    **dict.fromkeys(("true", "yes", "on", "y", "1", "ja", "j", "wahr", "an"), True),
    **dict.fromkeys(("false", "no", "off", "n", "0", "nein", "falsch", "aus"), False),
}
"""Words for Boolean values, in all languages of the program."""
MOST_READ = 200
"""Maximum number of characters of a wrong value to examine."""


def plain(value: object) -> str:
    """Return a value as lower-case text with plain punctuation and without quotes, for comparisons."""
    return fold(replace_lookalikes(str(value)[:MOST_READ])).strip("\"' ")


def closest_choice(value: object, choices: Iterable[Choice]) -> Choice | None:
    """Return the allowed choice that is most similar to a typed value, or None.

    >>> closest_choice("letter", ["A4", "Letter"]), closest_choice("German", ["en", "de"])
    ('Letter', 'de')
    """
    known = {fold(str(choice)): choice for choice in choices}
    wanted = plain(value)[:40]
    close = difflib.get_close_matches(wanted, known, 1, 0.5)
    begins = [name for name in known if wanted and (name.startswith(wanted) or wanted.startswith(name))]
    language = locale.normalize(wanted)[:2]
    found = [*([language] if language in known else []), *close, *begins]
    return known[found[0]] if found else None


def closest_truth(value: object) -> bool | None:
    """Return the boolean that a typed value probably means, or None.

    >>> closest_truth("true"), closest_truth("„Nein“"), closest_truth("maybe")
    (True, False, None)
    >>> closest_truth("yes please"), closest_truth("ture"), closest_truth("virtual")
    (True, True, None)
    """
    wanted = plain(value)
    first = re.split(r"\W", wanted, maxsplit=1)[0]
    close = difflib.get_close_matches(wanted[:40], TRUTHS, 1, 0.7)
    word = next((word for word in (wanted, first, *close) if word in TRUTHS), None)
    return None if word is None else TRUTHS[word]


def closest_number(value: object, least: float, most: float, whole: bool = False) -> float | None:
    """Return the number in a typed value, moved into the range, or None if the value contains no number.

    >>> closest_number("7.5 cards", 1, 10, whole=True), closest_number("0,3 mm", -20, 20), closest_number(99, 1, 8)
    (7, 0.3, 8)
    """
    found = _NUMBER.search(plain(value))
    if found is None:
        return None
    number = min(max(float(found[0].replace(",", ".")), least), most)
    return int(number) if whole or number == int(number) else number


def named_seats(value: object) -> list[str]:
    """Return the names of players in an invalid value of the setting ``seats``.

    >>> named_seats("Ana, Ben and Vera"), named_seats({"Ana": None, "Ben": None}), named_seats("Ana")
    (['Ana', 'Ben', 'Vera'], ['Ana', 'Ben'], [])
    """
    if isinstance(value, str):
        parts = _BETWEEN_NAMES.split(replace_lookalikes(value[:MOST_READ]).rpartition(":")[2])
        names = [part.strip("\"'[] -") for part in parts]
    elif isinstance(value, Mapping | list):
        names = [str(name) for name in value if isinstance(name, str)]
    else:
        names = []
    names = [name for name in names if 1 <= len(name) <= 24][:10]
    return names if len(names) > 1 else []
