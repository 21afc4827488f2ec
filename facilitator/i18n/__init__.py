"""Texts for people: message catalogues in every language, and helpers for lists, counts, names and shell words."""

from __future__ import annotations

import re
import shlex
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from facilitator.i18n.catalogue import sentence


def plural(count: int, noun: str, many: str | None = None) -> str:
    """Return a count with its noun in the singular or plural.

    >>> plural(1, "card"), plural(7, "card")
    ('1 card', '7 cards')
    """
    return f"{count} {noun if count == 1 else many or noun + 's'}"


def join_names(names: Sequence[str], word: str = "and") -> str:
    """Return names as a list in a sentence.

    >>> join_names(["Vera"]), join_names(["Vera", "Nils", "Ida"])
    ('Vera', 'Vera, Nils and Ida')
    """
    *first, last = names
    return f"{', '.join(first)} {word} {last}" if first else last


def tally_faces(faces: Iterable[str]) -> str:
    """Return the codes of cards as one line, with a count if a code repeats: ``7R, 2×W``.

    >>> tally_faces(["7R", "W", "W"])
    '7R, 2×W'
    """
    counted = Counter(faces)
    return ", ".join([face if n == 1 else f"{n}×{face}" for face, n in counted.items()])


TIE = "\N{NO-BREAK SPACE}"
_TIED = re.compile(r"(?<=[αβ]) (?=[αβ])|(?<=[0-9]) (?=%|s\b)|(?<=\[\w\]) ")


def tie_words(text: str) -> str:
    r"""Return a text in which a `TIE`, a space that never breaks a line, joins words that belong together.

    Such spaces occur in β α, 90 %, 2 s and [y] yes.

    >>> tie_words("β α for 90 % of 27").split(" ")
    ['β\xa0α', 'for', '90\xa0%', 'of', '27']
    """
    return _TIED.sub(TIE, text)


_NAMED = re.compile(r"\b(Ana|Ben)\b")
"""Names in examples."""


def use_table_names(example: str, names: Sequence[str]) -> str:
    """Return an example of an input with Ana and Ben replaced by players of this table.

    The example stays unchanged if both Ana and Ben sit at the table.

    >>> use_table_names("Ben doubts Ana", ["Kim", "Opa"]), use_table_names("correct Ana 6", ["Ben", "Ana"])
    ('Opa doubts Kim', 'correct Ana 6')
    """
    named = dict(zip(("Ana", "Ben"), names, strict=False))
    if named.keys() <= set(names):
        return example
    return _NAMED.sub(lambda found: named.get(found[0], found[0]), example)


def fold(name: str) -> str:
    """Return a form of a name that is equal for names that differ only in case, spaces or encoding."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def shell_word(word: str) -> str:
    """Return a word as a shell command needs it, quoted if the shell would change it.

    >>> shell_word("friday.yaml"), shell_word("a $(touch x) b.yaml")
    ('friday.yaml', "'a $(touch x) b.yaml'")
    """
    if sys.platform == "win32":
        return (
            word if re.fullmatch(r"[\w@+=:,./\\-]+", word) else f'"{word}"'
        )  # file names have no quotes there
    return shlex.quote(word)


def shell_path(path: str) -> str:
    """Return a path as a shell command needs it, so that the command does not read it as an option.

    >>> shell_path("-t.yaml")
    './-t.yaml'
    """
    return shell_word(f"./{path}" if path.startswith("-") else path)


def quote_input(text: str) -> str:
    """Return a user's input in quotes, shortened and made printable for one line of an error message."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text.strip())
    if not shown:
        return sentence("found.nothing")
    return f'"{shown}"' if len(shown) <= 40 else f'"{shown[:39]}…"'


def group_cards(cards: Sequence[str], group: Callable[[str], str]) -> dict[str, list[str]]:
    """Group consecutive cards under a word, such as their colour, in the order of the cards."""
    found: dict[str, list[str]] = {}
    word = last = ""
    for card in cards:
        if card != last:
            word, last = group(card), card
        found.setdefault(word, []).append(card)
    return found
