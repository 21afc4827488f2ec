"""Check codes: six letters that are read out at the head of each virtual turn and written down on paper.

They come from a chain of SHA-256 digests over the record of a game.  Each event, answer, undo, cancelled attempt,
void and repair adds one row to the chain, in the order in which they were typed.  Undone rows stay in the chain, so
a code that was read out never changes, and a row that is left out or altered later changes every code after it.

A row of the chain is not the stored text.  It is rebuilt from closed lists: the kind of row, the verb of an event,
the position of a seat, the code of a card, a number.  Nothing that a forger could vary without changing the visible
moves is part of it: no time, no name, no reason, no note, no wording, no reported mistake, no spelling.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from typing import NamedTuple

from facilitator.games.events import VERBS, Event
from facilitator.play.journal import chain_digest

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The 32 characters of check codes. It leaves out 0, O, 1 and I, which are easily confused in handwriting."""
CODE_LENGTH = 6
"""Letters of a check code: 30 bits."""
FIRST_DIGEST = hashlib.sha256(b"the record of a game, format 6").hexdigest()
"""The digest of a record without rows."""

_SEATS = ("seat", "first", "to", "of")
"""Fields of events that hold a seat's name."""
_FREE_TEXT = ("reason",)
"""Fields of events that hold the host's own words."""


def check_code(digest: str) -> str:
    """Return the check code of a digest.

    >>> check_code("0" * 64)
    '222222'
    """
    number = int(digest, 16)
    return "".join(CODE_LETTERS[number >> 5 * place & 31] for place in range(CODE_LENGTH))


def canonical_event(
    event: Event, names: Sequence[str], sizes: Mapping[str, int]
) -> tuple[str, dict[str, object]]:
    """Return the verb and the fields of an event in the form that enters the digest.

    Args:
        event: The event, already parsed: cards and counts have one spelling.
        names: The seats at the table before the event. A seat is written as its position in this list.
        sizes: The number of hidden cards in each zone before the event. A correction is reduced to the sizes that it
            changes.
    """
    seats = {name: place for place, name in enumerate(names)}
    canonical: dict[str, object] = {}
    for name in sorted(field.name for field in fields(event)):
        value = getattr(event, name)
        if name in _FREE_TEXT:
            continue
        if name in _SEATS:
            value = seats.get(value, len(names))  # a person who joins gets the next position
        elif name == "sizes":
            changed = {zone: size for zone, size in dict(value).items() if sizes.get(zone) != size}
            value = sorted((str(seats.get(zone, zone)), size) for zone, size in changed.items())
        elif name in ("cards", "lost"):
            value = sorted(value)  # cards that are shown, or lost, together have no order
        canonical[name] = value
    return VERBS[type(event)][0], canonical


class RecordDigests:
    """The chain of digests over a record, with the digest after each row."""

    def __init__(self) -> None:
        self._inputs, self._digests = [0], [FIRST_DIGEST]

    @property
    def digests(self) -> tuple[str, ...]:
        """The digest after each row, oldest first. The digest of the empty record comes before them."""
        return tuple(self._digests)

    def add(self, number: int, *row: object) -> None:
        """Add the row of the input with this number in the journal."""
        self._digests.append(chain_digest(self._digests[-1], *row))
        self._inputs.append(number)

    def get_digest(self, number: int) -> str:
        """Return the digest after the input with this number in the journal.

        Inputs that are not part of the digest, such as notes, keep the digest of the input before them.
        """
        return self._digests[bisect_right(self._inputs, number) - 1]


# ----------------------------------------------------------------------------------------------------
# Witnesses: a page remembers the digests that it has seen and compares them with a game that is opened again.


class Witness(NamedTuple):
    """What a page remembers of a game.

    Attributes:
        game: Digest of the game's beginning (its table and the time when it began).
        turns: Full digest at the beginning of each virtual turn, oldest first. Undone turns are included.
    """

    game: str
    turns: tuple[str, ...]


class RecordMatch(StrEnum):
    """How a game that was opened again compares with the record that a page remembers."""

    SAME = "same"
    SHORTER = "shorter"
    DIFFERENT = "different"
    OTHER_GAME = "other game"


class RecordComparison(NamedTuple):
    """The result of a comparison.

    Attributes:
        match: How the two records compare.
        missing: Number of remembered turns that a shorter record lacks, otherwise 0.
    """

    match: RecordMatch
    missing: int = 0


def compare_records(seen: Witness, now: Witness) -> RecordComparison:
    """Compare the record that a page remembers (``seen``) with the record of the game that is open ``now``.

    Two records are the same game if one list of turns is the beginning of the other. Each digest covers everything
    before it, so it is enough to look for the last digest of one list in the other list.
    """
    if seen.game != now.game:
        return RecordComparison(RecordMatch.OTHER_GAME)
    if not seen.turns or seen.turns[-1] in now.turns:
        return RecordComparison(RecordMatch.SAME)
    if not now.turns or now.turns[-1] in seen.turns:
        known = seen.turns.index(now.turns[-1]) + 1 if now.turns else 0
        return RecordComparison(RecordMatch.SHORTER, len(seen.turns) - known)
    return RecordComparison(RecordMatch.DIFFERENT)
