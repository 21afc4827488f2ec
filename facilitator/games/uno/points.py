"""What cards and places are worth.

Sources: "The complexity of UNO", appendix 0.A, "Objective of the game"; the official values, of which the excerpt is
silent, as everybody counts them (number: its face, S R + 20, W D 50); kpgut, "Scoring" and Special Situation § 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from facilitator.games.uno import cards as uno

MATCH = 500
"""Points that win a match: "the first player to score 500 points"."""
ACTION, BLACK = 20, 50
FIRST_LEFT, NEXT_LEFT = 65, 5
"""kpgut: after one hour "the best remaining player gets 65 points, the next gets 70"."""
GAVE_UP_MORE, GAVE_UP_LEAST = 30, 60


def value(card: str) -> int:
    """Return the points of a card left in a hand."""
    if uno.is_black(card):
        return BLACK
    return int(card[0]) if card[0].isdigit() else ACTION


def points(cards: Iterable[str]) -> int:
    """Return the points of all cards left in hands."""
    return sum(value(card) for card in cards)


def is_special(card: str) -> bool:
    """Tell whether a card is no number."""
    return not card[0].isdigit()


def places(sizes: Mapping[int, int], hands: Mapping[int, Sequence[str]]) -> tuple[tuple[int, ...], ...]:
    """Return the order of seats that still hold cards, equal ones together: kpgut, Special Situation § 6.

    Fewer cards first; then fewer number cards; then more 0 cards, more 1 cards, … more 9 cards.
    ``hands``: of those that share their size with another.
    """

    def rank(seat: int) -> tuple[int, ...]:
        numbers = [card[0] for card in hands.get(seat, ()) if not is_special(card)]
        return (sizes[seat], len(numbers), *(-numbers.count(digit) for digit in "0123456789"))

    ranks = sorted({rank(seat) for seat in sizes})
    return tuple(tuple(seat for seat in sizes if rank(seat) == one) for one in ranks)


def tied(sizes: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seats whose size alone does not tell their place."""
    every = list(sizes.values())
    return tuple(seat for seat, size in sizes.items() if every.count(size) > 1)


def session(
    times: Mapping[int, int], left: Sequence[Sequence[int]], gave_up: Iterable[int], whole: bool, minutes: int
) -> dict[int, int]:
    """Return each seat's score of one kpgut game; the lowest average of a session wins it.

    ``times``: minutes of those who finished.  ``left``: those who did not, best first, equal ones together.
    ``whole``: the game came to its end, so that its loser finishes with it, after ``minutes`` (the book names no
    score for a loser; "a score equal to the full minutes elapsed" is the only one it has within the hour).
    Equal places get the same score and leave no gap (the book is silent; 65, 70, 75 count players, so the next
    after two that share 65 gets 75).
    """
    scores = dict(times)
    before = 0
    for place in left:
        for seat in place:
            scores[seat] = minutes if whole else FIRST_LEFT + NEXT_LEFT * before
        before += len(place)
    worst = sorted(scores.values(), reverse=True)
    for seat in gave_up:  # "a score of the second-last player + 30, or 60, whichever is greater"
        scores[seat] = max((worst[0] if worst else 0) + GAVE_UP_MORE, GAVE_UP_LEAST)
    return scores
