"""The open duel: two players with face-up hands. The first player without a playable card loses.

The starter plays any card. From then on the players alternate, and each card must match the one before it.
Cards are vertices of a graph in which a card of one player is connected with each matching card of the other,
and a duel is undirected vertex geography on this graph: a token moves along an edge to a vertex that was not
visited before.

With the token on a card, the player to move wins exactly if every maximum matching covers that card. The
reason: the player follows the matching, and an opponent who could leave it could exchange it for a matching
without the card. So the starter wins with a first card exactly if some maximum matching leaves that card out,
and loses if some matching covers all of the starter's cards.

Source: Demaine et al., "The complexity of UNO", Theorems 4.1 and 4.2. They are about the game that is lost by
the first player without a playable card. The game that is won by the first player without cards can have
another winner.
"""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.games.puzzles import matches


def find_winning_cards(own: Sequence[str], others: Sequence[str], top: str = "") -> list[str]:
    """Return the cards of a duel with which the player to move wins, in the order of the hand.

    Args:
        own: Hand of the player to move.
        others: Hand of the other player.
        top: Card that was played last. Empty at the start of a duel, when any card may be played.
    """
    partner = _match(own, others)
    free = {index for index in range(len(own)) if index not in partner.values()}
    avoidable = set(free)
    while free:  # A card is avoidable if an alternating path of even length joins it to an unmatched card.
        index = free.pop()
        for other, matched in partner.items():
            if matched not in avoidable and matches(own[index], others[other]):
                avoidable.add(matched)
                free.add(matched)
    winning = (card for index, card in enumerate(own) if index in avoidable)
    return list(dict.fromkeys(card for card in winning if not top or matches(card, top)))


def _match(own: Sequence[str], others: Sequence[str]) -> dict[int, int]:
    """Return a maximum matching between two hands: the index in `own` for each matched index in `others`.

    The matching is built with augmenting paths.
    """
    partner: dict[int, int] = {}

    def augment(index: int, seen: set[int]) -> bool:
        for other, card in enumerate(others):
            if other not in seen and matches(own[index], card):
                seen.add(other)
                if other not in partner or augment(partner[other], seen):
                    partner[other] = index
                    return True
        return False

    for index in range(len(own)):
        augment(index, set())
    return partner


def choose_card(own: Sequence[str], others: Sequence[str], top: str = "") -> str:
    """Return the card that the program plays in a duel: a winning card if possible, else a playable card or ""."""
    playable = [card for card in own if not top or matches(card, top)]
    return next(iter([*find_winning_cards(own, others, top), *playable]), "")
