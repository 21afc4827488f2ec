"""The mark of a virtual turn: four letters of a chain of digests over all that was typed before it.

The chain is of inputs and of what was worked out from them, undone ones too, as they are kept, and of nothing else:
no time, no name of a file, no setting of a table.  So a rehearsal with the same seed has the same marks again, a game
that is handed over or salvaged keeps its own, and one from which an entry was left out behind the table's back has
others from there on than were said and written down.  Four letters are twenty bits: they fit by chance once in a
million, and by search if somebody lets a computer try remarks; all marks of an evening together do not.
"""

from __future__ import annotations

import hashlib

from facilitator.play.format import chained

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Thirty-two signs; none is taken for another when it is written by hand: no 0, O, 1 or I."""
LENGTH = 4
START = hashlib.sha256(b"what was typed").hexdigest()
"""The digest before the first entry."""


def after(digest: str, kind: str, body: str, derived: bool) -> str:
    """Return the digest after one more entry; ``body``: as JSON text."""
    return chained(digest, "said", kind, body, derived)


def letters(digest: str) -> str:
    """Return a digest's mark.

    >>> letters(START)
    'F9YM'
    """
    number = int(digest, 16)
    return "".join(LETTERS[number >> 5 * place & 31] for place in range(LENGTH))
