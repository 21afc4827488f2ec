"""The rules of the puzzles and the winner of a duel, found by playing all games."""

from __future__ import annotations

from functools import cache


def fits(card: str, other: str) -> bool:
    return bool({*card} & {*other})


@cache
def loses(top: str, own: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether the player to move loses: every card that matches leads to a win of the other player."""
    return not any(
        loses(card, others, own[:at] + own[at + 1 :])
        for at, card in enumerate(own)
        if not top or fits(card, top)
    )
