"""What must hold of the things on the table for a proof to hold there; said on sheets, in plans and in steps.

Backs have a way up, UNO's too: a card that lies the other way is marked through every scramble (`proof.twins`).
"""

from __future__ import annotations

SAME_WAY = "all backs the same way"
FILLED_SAME_WAY = "all backs and openings the same way"
TOLD_BY = "a mark on the face or another printed back"
NO_MARK_BY_HAND = "a mark made by hand on a back marks the deck"
EQUAL_FACES = (
    "Extra cards of a kind must have equal faces. A small label on a printed face leaves the rest of it in sight, so "
    "that every α looks different."
)
HOW = {
    "labels": "One opaque label on each face, by the jig, the same way up on all; none on a back. Should print show "
    "through, stick a blank one below. Never a small label on a printed face: what shows around it tells that α from "
    "the others, and the hand is known.",
    "slips": "Each old card into a sleeve that is opaque behind, its back to the front, a slip before it: whatever "
    "shines through a slip is then the same back.",
    "business cards": "Tear along the lines; sort by kind. Backs stay blank: hold an α and a β before a lamp, faces "
    "away; if they can be told, take heavier card.",
    "cards": "Cut along the marks, the sheets of a stack together; sort by kind. Hold an α and a β before a lamp, "
    "faces away; if they can be told, take heavier card.",
    "plain": f"{EQUAL_FACES} So each kind is one kind of real card.",
}
"""How extra cards are made, by the table key `extras`: what the set-up sheet says in bold."""
MARKED_SLEEVES = (
    "A sleeve keeps its card all evening, so everybody sees it again: a scratch or a crease tells whose its card is. "
    "Look for marks before the first scramble of a run. Change a marked sleeve together with others of the same "
    "hand: draw out covered what each holds, mix it unseen with the others', and put it into new sleeves"
)
TURNED_ALIKE = (
    "Wallet, masks and cards must look alike when turned by half, all evening, and nobody may follow the half turns, "
    "by eye or by ear: try the test page of the sheet wallet first."
)
SWAPS = "for swaps; never swap in clear sleeves"
