"""Messages by key in the current language, and phrases, which combine a message key with slot values.

The catalogues are gettext catalogues. People edit ``en/*.po``, with one file for each package. The program
reads ``en.mo``, which ``scripts/catalogues`` compiles. The current language is the language of the table. A
message without a translation appears in English. A message without an English text is a bug.
"""

from __future__ import annotations

import locale
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from gettext import GNUTranslations
from itertools import combinations, islice
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

from facilitator.errors import FacilitatorError, ProtocolBug
from facilitator.i18n.symbolic_numbers import Letters, Size

ENGLISH = "en"
_FOLDER = Path(__file__).parent
LANGUAGES = (ENGLISH, *sorted({path.stem for path in _FOLDER.glob("*.mo")} - {ENGLISH}))
"""Languages that have a catalogue, beginning with English."""
_spoken = ENGLISH


def set_language(language: str) -> None:
    """Set the language for later messages. Earlier messages do not change."""
    global _spoken
    _spoken = language


def get_language() -> str:
    """Return the current language."""
    return _spoken


def get_system_language() -> str:
    """Return the language of the operating system, or English if its catalogue is missing."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    found = locale.normalize(named or locale.getlocale()[0] or "")[:2].lower()
    return found if found in LANGUAGES else ENGLISH


@cache
def _catalogue(language: str) -> GNUTranslations:
    with (_FOLDER / f"{language}.mo").open("rb") as file:
        found = GNUTranslations(file)
    if language != ENGLISH:
        found.add_fallback(_catalogue(ENGLISH))
    return found


def template(key: str, n: int = 1) -> str:
    """Return a message in the current language, with unfilled slots.

    Args:
        key: Message key.
        n: Number that selects the plural form.

    Raises:
        ProtocolBug: Neither the current language nor English has the key.
    """
    return _template(key, n, _spoken)


@cache
def _template(key: str, n: int, language: str) -> str:
    found = _catalogue(language).ngettext(key, key, n)
    found = _catalogue(language).gettext(key) if found == key else found
    if found == key:
        raise ProtocolBug("a sentence in the catalogue", key, "Please report this.")
    return found


def sentence(key: str, /, **slots: Value) -> str:
    """Return a message in the current language, with filled slots. Slot ``n`` selects the plural form.

    Raises:
        ProtocolBug: Neither the current language nor English has the key.
    """
    return phrase(key, **slots).words()


def refusal(key: str, /, **slots: Value) -> tuple[str, str]:
    """Return both texts of an error: the problem and the remedy.

    The message has one line for each text.
    """
    texts = {name: render_value(value) for name, value in slots.items()}
    n = slots.get("n")
    lines = template(key, n if isinstance(n, int) else 1).split("\n")
    problem, remedy = (line.format(**texts) for line in lines)
    return problem, remedy


Refused = TypeVar("Refused", bound=FacilitatorError)


def build_error(kind: type[Refused], key: str, found: str = "", /, **slots: Value) -> Refused:
    """Build an error from a message key.

    Args:
        kind: Error class.
        key: Message key.
        found: Rejected input, as shown in the message.
        slots: Values of all other slots.
    """
    return kind(*refusal(key, found=found, **slots))


def decimal(number: str) -> str:
    """Return a number with the decimal separator of the current language."""
    return number.replace(".", template("n.point"))


def list_spellings(key: str) -> tuple[str, ...]:
    """Return the accepted spellings of a word, in the current language and in English."""
    ways = f"{template(key)}|{_template(key, 1, ENGLISH)}"
    return tuple(dict.fromkeys(ways.split("|")))


@cache
def slots_of(key: str) -> tuple[str, ...]:
    """Return the slot names in an English message, including ``n`` for plural forms."""
    one, many = _template(key, 1, ENGLISH), _template(key, 2, ENGLISH)
    found = [name for form in (one, many) for _, name, _, _ in Formatter().parse(form) if name]
    return tuple(dict.fromkeys((*found, *(("n",) if one != many else ()))))


@cache
def find_closest_key(key: str, ways: tuple[str, ...]) -> str:
    """Return the most specific message key: a key with as many suffixes as possible.

    Earlier suffixes are more important than later suffixes.
    """
    some = (way for size in range(len(ways), 0, -1) for way in combinations(ways, size))
    return next((one for way in some if has(one := ".".join((key, *way)))), key)


@cache
def has(key: str) -> bool:
    """Return whether the English catalogue has a message key."""
    return _catalogue(ENGLISH).gettext(key) != key


def list_readings(key: str) -> tuple[str, ...]:
    """Return regular expressions that parse typed inputs, in the current language and in English."""
    return tuple(dict.fromkeys(_template(key, 1, language) for language in (_spoken, ENGLISH)))


def texts_of(prefix: str) -> dict[str, str]:
    """Return all messages by key whose keys have a common prefix, with unfilled slots.

    The web page and other programs fill the slots.
    """
    english: Any = _catalogue(ENGLISH)  # gettext offers no other way to list its keys
    keys = (key for key in english._catalog if isinstance(key, str) and key.startswith(prefix))
    return {key: template(key) for key in keys}


# ----------------------------------------------------------------------------------------------------
# Phrases are messages before they are rendered. At the table numbers become digits, on paper they become
# letters.


def render_value(value: Value, letters: Letters | None = None) -> str:
    """Return a slot value as text."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and (letters is None or not isinstance(value, Size)):
        return str(int(value))
    return value.words(letters)


@dataclass(frozen=True)
class Phrase:
    """A message key with slot values, for a message that is rendered later.

    Slot ``n`` selects the plural form.
    """

    key: str
    slots: tuple[tuple[str, Value], ...] = ()

    def words(self, letters: Letters | None = None) -> str:
        """Return the rendered message."""
        texts = {name: render_value(value, letters) for name, value in self.slots}
        n = texts.get("n", "1")
        return template(self.key, int(n) if n.isdigit() else 2).format(**texts)


class Between(Enum):
    """Separators between list items."""

    COMMAS = ", "
    AND = "and"
    """Commas, and the translation of "and" before the last item."""
    STOPS = ". "
    """Full stops, for items that are whole sentences."""


@dataclass(frozen=True)
class Listed:
    """A list of slot values and the separator between them, such as a comma."""

    items: tuple[Value, ...]
    between: Between = Between.COMMAS

    def words(self, letters: Letters | None = None) -> str:
        """Return the list as text. Later sentences also begin with a capital letter."""
        said = [render_value(item, letters) for item in self.items]
        match self.between:
            case Between.AND if len(said) > 1:
                first = ", ".join(said[:-1])
                return template("list.and").format(first=first, last=said[-1])
            case Between.STOPS:
                return _BEGINS.sub(lambda found: found[0].upper(), ". ".join(said))
            case _:
                return ", ".join(said)


_BEGINS = re.compile(r"(?<=[.?] )[^\Wαβθ]")
"""First letter of each sentence after the first, except the card names α, β and θ."""


@dataclass(frozen=True)
class Either:
    """Alternative values for one slot. Printed instructions show all of them, because turns differ."""

    items: tuple[Value, ...]

    def words(self, letters: Letters | None = None) -> str:
        """Return the alternatives as text, separated by the translation of "or"."""
        said = dict.fromkeys(render_value(item, letters) for item in self.items)
        return template("list.or").join(said)


Words = Phrase | Listed | Either
"""Everything that can be rendered as text. Its method `words` takes the letters that numbers have on paper."""
Value = str | int | Words


def phrase(key: str, /, **slots: Value) -> Phrase:
    """Return a phrase with a message key and slot values."""
    return Phrase(key, tuple(slots.items()))


def merge_values(one: Value, other: Value) -> Value:
    """Return a slot value for two variants of a text: the common value, or both values as alternatives.

    Two lists are merged into one list.
    """
    match one, other:
        case Phrase(key, slots), Phrase(other_key, others) if key == other_key and len(slots) == len(others):
            both = zip(slots, others, strict=True)
            return Phrase(key, tuple((name, merge_values(mine, its)) for (name, mine), (_, its) in both))
        case Listed(mine, between), Listed(its) if [*map(_key_of_item, mine)] == [*map(_key_of_item, its)]:
            return Listed(tuple(map(merge_values, mine, its)), between)
        case Listed(mine, between), Listed(its):
            found = {_key_of_item(item): item for item in mine}
            for item in its:
                whose = _key_of_item(item)
                found[whose] = merge_values(found[whose], item) if whose in found else item
            return Listed(tuple(found.values()), between)
        case Either(items), _:
            return one if any(_same(item, other) for item in items) else Either((*items, other))
        case _:
            return one if _same(one, other) else Either((one, other))


def sizes_in(value: Value | None) -> Iterator[Size]:
    """Yield all symbolic numbers in a slot value."""
    match value:
        case Size():
            yield value
        case Phrase(_, slots):
            for _, content in slots:
                yield from sizes_in(content)
        case Listed(items) | Either(items):
            for item in items:
                yield from sizes_in(item)
        case _:
            return


def _key_of_item(item: Value) -> object:
    """Return the message key and the names in a list item, to find items about the same people."""
    match item:
        case Phrase(key, slots):
            return key, tuple(value for _, value in slots if isinstance(value, str))
        case Size() | Either():
            return None
        case _:
            return item


def _same(one: Value, other: Value) -> bool:
    if isinstance(one, Size) and isinstance(other, Size):
        return (one.terms, one.plus) == (other.terms, other.plus)
    return one == other and isinstance(one, Size) == isinstance(other, Size)


def join_sentences(parts: Sequence[Words]) -> Listed:
    """Return sentences as a list that is rendered as one text."""
    return Listed(tuple(parts), Between.STOPS)


def join_with_or(names: Iterable[str]) -> str:
    """Return names as one text, with commas and a final "or"."""
    *first, last = names
    return Either((Listed(tuple(first)), last)).words() if first else last


MOST_EXAMPLES = 3
"""Largest number of examples in a message."""


def list_examples(names: Iterable[str]) -> str:
    """Return the first few names as one text with a final "or", or an empty string without names."""
    first = [*islice(names, MOST_EXAMPLES)]
    return join_with_or(first) if first else ""


def join_with_and(names: Iterable[str]) -> str:
    """Return names as one text, with commas and a final "and"."""
    return Listed(tuple(names), Between.AND).words()
