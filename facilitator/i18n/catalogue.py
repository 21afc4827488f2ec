"""Sentences as data: what is told, by key, in a language; a phrase is a key with what fills its slots.

The catalogues are gettext's: ``en/*.po``, a file a room, are for people; ``en.mo``, made by ``scripts/catalogues``
is for the program.  It speaks one language at a time, that of its table.  What a language lacks is said in
English; what English lacks is a fault of ours.
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
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

from facilitator.errors import FacilitatorError, ProtocolBug
from facilitator.i18n.symbolic_numbers import Letters, Size

ENGLISH = "en"
_FOLDER = Path(__file__).parent
LANGUAGES = (ENGLISH, *sorted({path.stem for path in _FOLDER.glob("*.mo")} - {ENGLISH}))
"""Languages that have a catalogue, English first."""
_spoken = ENGLISH


def speak(language: str) -> None:
    """Let everything from now on be said in this of `LANGUAGES`: no text that was written before changes."""
    global _spoken
    _spoken = language


def spoken() -> str:
    """Return the language that is spoken."""
    return _spoken


def of_system() -> str:
    """Return the language of this system, of those there are; English where it has another."""
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
    """Return a key's sentence in the spoken language, its slots open; of several the one for this number.

    Raises `ProtocolBug` where neither the language nor English has it.
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
    """Return the sentence of a key, its slots filled; ``n`` among them decides between one and many.

    Raises `ProtocolBug` where there is none.
    """
    return phrase(key, **slots).words()


def refusal(key: str, /, **slots: Value) -> tuple[str, str, str]:
    """Return what an error says, a line of the key's sentence each: what was expected, what was found, what to do."""
    texts = {name: written(value) for name, value in slots.items()}
    n = slots.get("n")
    lines = template(key, n if isinstance(n, int) else 1).split("\n")
    expected, found, todo = (line.format(**texts) for line in lines)
    return expected, found, todo


Refused = TypeVar("Refused", bound=FacilitatorError)


def refused(kind: type[Refused], key: str, found: str = "", /, **slots: Value) -> Refused:
    """Return the error of a kind that says so; ``found``: what was found, as it was typed, for its slot."""
    return kind(*refusal(key, found=found, **slots))


def decimal(number: str) -> str:
    """Return a number of digits and a point as the spoken language writes it."""
    return number.replace(".", template("n.point"))


def spelled(key: str) -> tuple[str, ...]:
    """Return how a word may be typed, the usual way first: in the spoken language, and as English has it."""
    ways = f"{template(key)}|{_template(key, 1, ENGLISH)}"
    return tuple(dict.fromkeys(ways.split("|")))


@cache
def slots_of(key: str) -> tuple[str, ...]:
    """Return the names of a sentence's slots, as English has them; ``n`` too where there is one and many."""
    one, many = _template(key, 1, ENGLISH), _template(key, 2, ENGLISH)
    found = [name for _, name, _, _ in Formatter().parse(many) if name]
    return tuple(dict.fromkeys((*found, *(("n",) if one != many else ()))))


@cache
def closest(key: str, ways: tuple[str, ...]) -> str:
    """Return the key with all of these ways after it, the first of them that English has, or none of them."""
    some = (ways, *((way,) for way in ways))
    return next((one for way in some if has(one := ".".join((key, *way)))), key)


@cache
def has(key: str) -> bool:
    """Tell whether English has a sentence of this key."""
    return _catalogue(ENGLISH).gettext(key) != key


def heard(key: str) -> tuple[str, ...]:
    """Return what is read for a key: as the spoken language has it, and as English has it, which is always read."""
    return tuple(dict.fromkeys(_template(key, 1, language) for language in (_spoken, ENGLISH)))


def texts_of(prefix: str) -> dict[str, str]:
    """Return every sentence whose key begins so, by its key, its slots open: for what is written elsewhere."""
    english: Any = _catalogue(ENGLISH)  # whose keys can be had no other way
    keys = (key for key in english._catalog if isinstance(key, str) and key.startswith(prefix))
    return {key: template(key) for key in keys}


# ----------------------------------------------------------------------------------------------------
# Phrases: what is said before it is written.  At a table numbers are written as digits, on paper as letters.


def written(value: Value, letters: Letters | None = None) -> str:
    """Return a slot's content as it is written."""
    if isinstance(value, str):
        return value
    if isinstance(value, int) and (letters is None or not isinstance(value, Size)):
        return str(int(value))
    return value.words(letters)


@dataclass(frozen=True)
class Phrase:
    """A sentence's key and what fills its slots; ``n`` among them decides between one and many."""

    key: str
    slots: tuple[tuple[str, Value], ...] = ()

    def words(self, letters: Letters | None = None) -> str:
        """Return the sentence."""
        texts = {name: written(value, letters) for name, value in self.slots}
        n = texts.get("n", "1")
        return template(self.key, int(n) if n.isdigit() else 2).format(**texts)


class Between(Enum):
    """What stands between several things."""

    COMMAS = ", "
    AND = "and"
    """Commas, and the language's "and" before the last."""
    STOPS = ". "
    """Each is a sentence, or several."""


@dataclass(frozen=True)
class Listed:
    """Several things, one after the other."""

    items: tuple[Value, ...]
    between: Between = Between.COMMAS

    def words(self, letters: Letters | None = None) -> str:
        """Return the list; every sentence but the first begins with a capital, whatever its first slot holds."""
        said = [written(item, letters) for item in self.items]
        match self.between:
            case Between.AND if len(said) > 1:
                first = ", ".join(said[:-1])
                return template("list.and").format(first=first, last=said[-1])
            case Between.STOPS:
                return _BEGINS.sub(lambda found: found[0].upper(), ". ".join(said))
            case _:
                return ", ".join(said)


_BEGINS = re.compile(r"(?<=[.?] )[^\Wαβθ]")
"""The first letter of every sentence but the first; α, β and θ are names of cards."""


@dataclass(frozen=True)
class Either:
    """What is one of several things, turn by turn."""

    items: tuple[Value, ...]

    def words(self, letters: Letters | None = None) -> str:
        """Return all of them, with "or" between."""
        said = dict.fromkeys(written(item, letters) for item in self.items)
        return template("list.or").join(said)


Words = Phrase | Listed | Either
"""What can be written in a language; ``letters``: on paper, what numbers are made of."""
Value = str | int | Words


def phrase(key: str, /, **slots: Value) -> Phrase:
    """Return a phrase."""
    return Phrase(key, tuple(slots.items()))


def merged(one: Value, other: Value) -> Value:
    """Return what says both of two contents of a slot: the same, or either; of lists whoever stands in one."""
    match one, other:
        case Phrase(key, slots), Phrase(other_key, others) if key == other_key and len(slots) == len(others):
            both = zip(slots, others, strict=True)
            return Phrase(key, tuple((name, merged(mine, its)) for (name, mine), (_, its) in both))
        case Listed(mine, between), Listed(its) if [*map(_whose, mine)] == [*map(_whose, its)]:
            return Listed(tuple(map(merged, mine, its)), between)
        case Listed(mine, between), Listed(its):
            found = {_whose(item): item for item in mine}
            for item in its:
                whose = _whose(item)
                found[whose] = merged(found[whose], item) if whose in found else item
            return Listed(tuple(found.values()), between)
        case Either(items), _:
            return one if any(_same(item, other) for item in items) else Either((*items, other))
        case _:
            return one if _same(one, other) else Either((one, other))


def sizes_in(value: Value | None) -> Iterator[Size]:
    """Yield every number with a name in a phrase."""
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


def _whose(item: Value) -> object:
    """Return what stands for an item of a list: its key and the names in it."""
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


def sentences(parts: Sequence[Words]) -> Listed:
    """Return sentences that are said at once."""
    return Listed(tuple(parts), Between.STOPS)


def any_of(names: Iterable[str]) -> str:
    """Return names as people list what may be chosen from."""
    *first, last = names
    return Either((Listed(tuple(first)), last)).words() if first else last


def all_of(names: Iterable[str]) -> str:
    """Return names as people list them."""
    return Listed(tuple(names), Between.AND).words()
