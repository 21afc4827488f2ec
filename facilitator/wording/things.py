"""What must hold of the things on the table for a proof to hold there; said on sheets, in plans and in steps.

Backs have a way up, UNO's too: a card that lies the other way is marked through every scramble (`proof.twins`).
"""

from __future__ import annotations

SAME_WAY = "all backs the same way"
FILLED_SAME_WAY = "all backs and openings the same way"
TOLD_BY = "a mark on the face or another printed back"
NO_MARK_BY_HAND = "a mark made by hand on a back marks the deck"
EQUAL_FACES = (
    "Extra cards of a kind must have equal faces: blank cards, slips in opaque-backed sleeves, or printed cards. "
    "A label on a printed face leaves the rest of it in sight, so that every α looks different."
)
SWAPS = "2 opaque envelopes for swaps; never swap in clear sleeves"
