"""Translated messages, and helpers for lists, counts, names and shell words."""

from __future__ import annotations

import re
import shlex
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from facilitator.i18n.catalogue import sentence


def join_names(names: Sequence[str]) -> str:
    """Return a list of names as English text, whatever the language is.

    >>> join_names(["Vera"]), join_names(["Vera", "Nils", "Ida"])
    ('Vera', 'Vera, Nils and Ida')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def tally_faces(faces: Iterable[str]) -> str:
    """Return card codes as text, in which repeated codes are counted.

    >>> tally_faces(["7R", "W", "W"])
    '7R, 2×W'
    """
    counted = Counter(faces)
    return ", ".join([face if n == 1 else f"{n}×{face}" for face, n in counted.items()])


TIE = "\N{NO-BREAK SPACE}"
_TIED = re.compile(r"(?<=[αβ0-9]|\b[a-z]) (?=[αβθ])|(?<=[0-9]) (?=[%€]|s\b)|(?<=\[\w\]) ")


def tie_words(text: str) -> str:
    r"""Put no-break spaces (`TIE`) into expressions such as "90 %" or "[y] yes".

    >>> tie_words("f β α for 90 % of 27").split(" ")
    ['f\xa0β\xa0α', 'for', '90\xa0%', 'of', '27']
    >>> tie_words("d θ draw pile, 48 €").split(" ")
    ['d\xa0θ', 'draw', 'pile,', '48\xa0€']
    """
    return _TIED.sub(TIE, text)


_NAMED = re.compile(r"\b(Ana|Ben)\b")


def use_table_names(example: str, names: Sequence[str]) -> str:
    """Replace Ana and Ben in an example by players of this table.

    If both Ana and Ben sit at the table, the example stays unchanged.

    >>> use_table_names("Ben doubts Ana", ["Kim", "Opa"]), use_table_names("correct Ana 6", ["Ben", "Ana"])
    ('Opa doubts Kim', 'correct Ana 6')
    """
    named = dict(zip(("Ana", "Ben"), names, strict=False))
    if named.keys() <= set(names):
        return example
    return _NAMED.sub(lambda found: named.get(found[0], found[0]), example)


def fold(name: str) -> str:
    """Return a name in a form for comparisons that ignore case, spaces and Unicode variants."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def shell_word(word: str) -> str:
    """Return a word as it must be typed in a shell, with quotes if necessary.

    >>> shell_word("friday.yaml"), shell_word("a $(touch x) b.yaml")
    ('friday.yaml', "'a $(touch x) b.yaml'")
    """
    if sys.platform == "win32":
        return (
            word if re.fullmatch(r"[\w@+=:,./\\-]+", word) else f'"{word}"'
        )  # file names have no quotes there
    return shlex.quote(word)


def shell_path(path: str) -> str:
    """Return a path as it must be typed in a shell. A path like an option gets a prefix.

    >>> shell_path("-t.yaml")
    './-t.yaml'
    """
    return shell_word(f"./{path}" if path.startswith("-") else path)


def quote_input(text: str) -> str:
    """Return a user's input for an error message: in quotes, printable, and short enough for one line."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text.strip())
    if not shown:
        return sentence("found.nothing")
    return f'"{shown}"' if len(shown) <= 40 else f'"{shown[:39]}…"'


def group_cards(cards: Sequence[str], group: Callable[[str], str]) -> dict[str, list[str]]:
    """Group consecutive cards by a word, such as their colour. The order of the cards stays the same."""
    found: dict[str, list[str]] = {}
    word = last = ""
    for card in cards:
        if card != last:
            word, last = group(card), card
        found.setdefault(word, []).append(card)
    return found
