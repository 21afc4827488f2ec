"""Check codes: six letters at the head of each virtual turn, which people read aloud and write down on paper.

A check code makes changes to the record of a game visible. If somebody edits the game's file later, the codes
no longer match the codes on paper.

The codes are computed from a chain of SHA-256 digests. Each input that changes the game (an event, an answer,
an undo, a cancelled attempt, a void turn or a repair) adds a row to the chain, in the order of input. The
digest of a row depends on all earlier rows. Undone rows remain in the chain, so a code that was read aloud
stays valid, and any omitted or altered row changes all later codes.

The chain does not contain the stored text of an input. Each row is rebuilt from closed lists of values: the
kind of the row, the verb of an event, the index of a seat, the code of a card, a number. Everything that
could be varied without a visible effect on the game is excluded: times, names, reasons, notes, the wording,
reported mistakes, spellings. Otherwise somebody could try variations until the code of a changed record
matches the old code.

A `Witness` is the memory of a web page: the digests that the page has received. `compare_records` compares a
witness with the record of the open game.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from facilitator.games.events import SEAT_FIELDS, VERBS, Event
from facilitator.play.journal import chain_digest

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The 32 characters of check codes. 0, O, 1 and I are excluded because they look alike in handwriting."""
CODE_LENGTH = 6
"""Number of characters of a check code (30 bits)."""
FIRST_DIGEST = hashlib.sha256(b"the record of a game, format 6").hexdigest()
"""Digest of an empty record."""

_FREE_TEXT = ("reason",)
"""Event fields that contain free text."""
_LATER = ("forced", "hand", "nobody")
"""Event fields that did not exist at first. Without a value they are left out, so that older codes stay valid."""


def check_code(digest: str) -> str:
    """Return the check code of a digest, which people read aloud.

    The code represents the lowest 30 bits of the digest.

    Args:
        digest: Digest in hexadecimal digits.

    >>> check_code("0" * 64)
    '222222'
    """
    number = int(digest, 16)
    return "".join(CODE_LETTERS[number >> 5 * place & 31] for place in range(CODE_LENGTH))


def canonical_event(
    event: Event, names: Sequence[str], sizes: Mapping[str, int]
) -> tuple[str, dict[str, object]]:
    """Return the canonical form of an event for the digest: its verb and its fields.

    Seat indices replace seat names, free text is removed, and card lists without an order are sorted.

    Args:
        event: Parsed event. Parsing removes different spellings of cards and numbers.
        names: Seat names before the event.
        sizes: Number of hidden cards in each zone before the event. The digest of a correction contains only
            changed sizes.
    """
    seats = {name: place for place, name in enumerate(names)}

    def convert(name: str, value: Any) -> object:
        if name in SEAT_FIELDS:
            return seats.get(value, len(names))  # a person who joins gets the next index
        if name == "sizes":
            changed = {zone: size for zone, size in dict(value).items() if sizes.get(zone) != size}
            return sorted((str(seats.get(zone, zone)), size) for zone, size in changed.items())
        if name == "seats":
            return sorted(map(seats.__getitem__, value))
        # shown or lost cards have no order
        return sorted(value) if name in ("cards", "lost") else value

    values = {name: getattr(event, name) for name in sorted(field.name for field in fields(event))}
    kept = (
        name for name, value in values.items() if name not in _FREE_TEXT and (value or name not in _LATER)
    )
    return VERBS[type(event)][0], {name: convert(name, values[name]) for name in kept}


class RecordDigests:
    """Chain of digests over a game record. The check codes are computed from these digests."""

    def __init__(self) -> None:
        self._inputs, self._digests = [0], [FIRST_DIGEST]

    def add(self, number: int, *row: object) -> None:
        """Append a row to the chain.

        Args:
            number: Number of the input in the journal.
            row: Canonical values of the input.
        """
        self._digests.append(chain_digest(self._digests[-1], *row))
        self._inputs.append(number)

    def get_digest(self, number: int) -> str:
        """Return the digest of the record after an input.

        Inputs without a row, such as notes, have the previous input's digest.

        Args:
            number: Input number in the journal.
        """
        return self._digests[bisect_right(self._inputs, number) - 1]


# ----------------------------------------------------------------------------------------------------
# Witnesses: a page remembers digests, and compares them with a game that is opened again.


class Witness(NamedTuple):
    """Game record as remembered by a web page.

    Attributes:
        game: Digest of the game's table and start time.
        turns: Digests at the start of all virtual turns, oldest first, including undone turns.
    """

    game: str
    turns: tuple[str, ...]


def compare_records(seen: Witness, now: Witness) -> int | None:
    """Return how many of the turns that a web page remembers are missing in the open game's record.

    Two records belong to the same game if one list of turns begins with the other list. Only the last digest
    of the shorter list is compared, because it depends on all earlier rows. The result is `None` if the records
    contradict each other. A record of another game has no missing turns.

    Args:
        seen: Record that the page remembers.
        now: Record of the open game.
    """
    if seen.game != now.game or not seen.turns or seen.turns[-1] in now.turns:
        return 0
    if not now.turns:
        return len(seen.turns)
    return len(seen.turns) - seen.turns.index(now.turns[-1]) - 1 if now.turns[-1] in seen.turns else None
