"""Look up messages by key in the current language, and fill their slots with values.

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
"""Codes of all languages that have a catalogue, English first."""
_spoken = ENGLISH


def set_language(language: str) -> None:
    """Set the language of all later messages."""
    global _spoken
    _spoken = language


def get_language() -> str:
    """Return the code of the current language, such as "en"."""
    return _spoken


def get_system_language() -> str:
    """Return the language of the operating system, or English if this language has no catalogue."""
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
    """Return a message in the current language, without filling its slots.

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
    """Return a message in the current language with filled slots. Slot ``n`` selects the plural form.

    Raises:
        ProtocolBug: Neither the current language nor English has the key.
    """
    return phrase(key, **slots).words()


def refusal(key: str, /, **slots: Value) -> tuple[str, str]:
    """Return the two parts of an error message: the problem and the remedy.

    The message in the catalogue has a line for each part.
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
    """Return the ways to type a word, in the current language and in English."""
    ways = f"{template(key)}|{_template(key, 1, ENGLISH)}"
    return tuple(dict.fromkeys(ways.split("|")))


@cache
def slots_of(key: str) -> tuple[str, ...]:
    """Return the names of the slots in an English message, including ``n`` if the message has plural forms."""
    one, many = _template(key, 1, ENGLISH), _template(key, 2, ENGLISH)
    found = [name for form in (one, many) for _, name, _, _ in Formatter().parse(form) if name]
    return tuple(dict.fromkeys((*found, *(("n",) if one != many else ()))))


@cache
def find_closest_key(key: str, ways: tuple[str, ...]) -> str:
    """Return the key of the most special version of a message.

    A key can have suffixes, such as ``lay.sleeves.brief``. The version with the most suffixes is used. If
    several versions have equally many suffixes, earlier suffixes are more important.

    Args:
        key: Message key.
        ways: Possible suffixes.
    """
    some = (way for size in range(len(ways), 0, -1) for way in combinations(ways, size))
    return next((one for way in some if has(one := ".".join((key, *way)))), key)


@cache
def has(key: str) -> bool:
    """Return whether the English catalogue contains a message key."""
    return _catalogue(ENGLISH).gettext(key) != key


def list_readings(key: str) -> tuple[str, ...]:
    """Return the regular expressions that parse an input, in the current language and in English."""
    return tuple(dict.fromkeys(_template(key, 1, language) for language in (_spoken, ENGLISH)))


def texts_of(prefix: str) -> dict[str, str]:
    """Return all messages whose keys begin with a prefix, by key. Slots are not filled.

    The web page and other programs fill the slots.
    """
    english: Any = _catalogue(ENGLISH)  # gettext offers no other way to list its keys
    keys = (key for key in english._catalog if isinstance(key, str) and key.startswith(prefix))
    return {key: template(key) for key in keys}


# ----------------------------------------------------------------------------------------------------
# Phrases are messages before they are rendered. At the table numbers become digits, on paper they become
# letters.


def render_value(value: Value, letters: Letters | None = None) -> str:
    """Return the value of a slot as text.

    Args:
        value: Value.
        letters: Letters that replace symbolic numbers on paper.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, int) and (letters is None or not isinstance(value, Size)):
        return str(int(value))
    return value.words(letters)


@dataclass(frozen=True)
class Phrase:
    """Message key with values for the slots. The message is rendered later.

    The slot ``n`` selects the plural form.
    """

    key: str
    slots: tuple[tuple[str, Value], ...] = ()

    def words(self, letters: Letters | None = None) -> str:
        """Return the message with filled slots."""
        texts = {name: render_value(value, letters) for name, value in self.slots}
        n = texts.get("n", "1")
        return template(self.key, int(n) if n.isdigit() else 2).format(**texts)


class Between(Enum):
    """Separators between the items of a list."""

    COMMAS = ", "
    AND = "and"
    """Commas, and the word "and" before the last item."""
    STOPS = ". "
    """Full stops, for items that are sentences."""


@dataclass(frozen=True)
class Listed:
    """List of values with a separator, used as the value of a slot."""

    items: tuple[Value, ...]
    between: Between = Between.COMMAS

    def words(self, letters: Letters | None = None) -> str:
        """Return the list as text. If the items are sentences, each begins with a capital letter."""
        said = [render_value(item, letters) for item in self.items]
        match self.between:
            case Between.AND if len(said) > 1:
                first = ", ".join(said[:-1])
                return template("list.and").format(first=first, last=said[-1])
            case Between.STOPS:
                return _BEGINS.sub(lambda found: found[0].upper(), ". ".join(said))
            case _:
                return ", ".join(said)


_BEGINS = re.compile(r"(?:^(?=[^\W\d][^\W\d])|(?<=[.?] ))[^\Wαβθ]")
"""First letter of each sentence, unless the first is a symbol such as m. The card names α, β and θ are excluded."""


@dataclass(frozen=True)
class Either:
    """Alternative values for a slot. Printed instructions show all alternatives, because turns differ."""

    items: tuple[Value, ...]

    def words(self, letters: Letters | None = None) -> str:
        """Return the alternatives as text, with the word "or" between them."""
        said = dict.fromkeys(render_value(item, letters) for item in self.items)
        return template("list.or").join(said)


Words = Phrase | Listed | Either
"""Value that is rendered by calling its method `words`."""
Value = str | int | Words


def phrase(key: str, /, **slots: Value) -> Phrase:
    """Return a phrase with a message key and slot values."""
    return Phrase(key, tuple(slots.items()))


def merge_values(one: Value, other: Value) -> Value:
    """Merge the values of a slot in two variants of a text. Values that differ become alternatives.

    Two lists are merged into one list.
    """
    match one, other:
        case Phrase(key, slots), Phrase(other_key, others) if key == other_key and len(slots) == len(others):
            both = zip(slots, others, strict=True)
            return Phrase(key, tuple((name, merge_values(mine, its)) for (name, mine), (_, its) in both))
        case Listed(mine, between), Listed(its) if [*map(_key_of_item, mine)] == [*map(_key_of_item, its)]:
            return Listed(tuple(map(merge_values, mine, its)), between)
        case Listed(mine, between), Listed(its):
            return Listed(_merge_items(mine, its), between)
        case Either(items), _:
            return one if any(_same(item, other) for item in items) else Either((*items, other))
        case _:
            return one if _same(one, other) else Either((one, other))


def _merge_items(mine: Iterable[Value], its: Iterable[Value]) -> tuple[Value, ...]:
    """Merge the items that two lists share, and append the items that are only in the second list."""
    found = {_key_of_item(item): item for item in mine}
    for item in its:
        whose = _key_of_item(item)
        found[whose] = merge_values(found[whose], item) if whose in found else item
    return tuple(found.values())


def sizes_in(value: Value | None) -> Iterator[Size]:
    """Yield all symbolic numbers in a value."""
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
    """Return the message key and the names in a list item. Items about the same people have equal results."""
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
    """Combine sentences into a list that is rendered as one text."""
    return Listed(tuple(parts), Between.STOPS)


def join_with_or(names: Iterable[str]) -> str:
    """Return names as text, with commas and a final "or"."""
    *first, last = names
    return Either((Listed(tuple(first)), last)).words() if first else last


MOST_EXAMPLES = 3
"""Largest number of examples in a message."""


def list_examples(names: Iterable[str]) -> str:
    """Return the first names as text, with commas and a final "or". Without names, return ""."""
    first = [*islice(names, MOST_EXAMPLES)]
    return join_with_or(first) if first else ""


def join_with_and(names: Iterable[str]) -> str:
    """Return names as text, with commas and a final "and"."""
    return Listed(tuple(names), Between.AND).words()
