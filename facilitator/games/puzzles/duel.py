"""The open duel: two players with face-up hands. The first player without a playable card loses.

The starter plays any card. After that, players alternate, and each card must match the previous card. Cards
are vertices of a graph, and each card is connected with the matching cards of the other player. A duel is
undirected vertex geography on this graph: a token moves along edges and visits no vertex twice.

With the token on a card, the player to move wins exactly if every maximum matching covers this card. The
player follows the matching. An opponent who could leave the matching could exchange it for a matching without
the card. The starter therefore wins with a first card exactly if some maximum matching leaves it out, and
loses if some matching covers all of the starter's cards.

Source: Demaine et al., "The complexity of UNO", Theorems 4.1 and 4.2. Both theorems are about the game in
which the first player without a playable card loses. If the first player without cards wins instead, the
winner can differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.games.puzzles import matches


def find_winning_cards(own: Sequence[str], others: Sequence[str], top: str = "") -> list[str]:
    """Return the cards with which the player to move wins a duel, in hand order.

    Args:
        own: Hand of the player to move.
        others: Hand of the other player.
        top: Last played card. At the start it is empty, and any card may be played.
    """
    avoidable = _find_avoidable_cards(own, others)
    winning = (card for index, card in enumerate(own) if index in avoidable)
    return list(dict.fromkeys(card for card in winning if not top or matches(card, top)))


def _find_avoidable_cards(own: Sequence[str], others: Sequence[str]) -> set[int]:
    """Return the indices of own cards that some maximum matching with the other hand leaves out."""
    partner = _match(own, others)
    free = {index for index in range(len(own)) if index not in partner.values()}
    avoidable = set(free)
    while free:  # A card is avoidable if an alternating path of even length joins it to an unmatched card.
        index = free.pop()
        for other, matched in partner.items():
            if matched not in avoidable and matches(own[index], others[other]):
                avoidable.add(matched)
                free.add(matched)
    return avoidable


def _match(own: Sequence[str], others: Sequence[str]) -> dict[int, int]:
    """Return a maximum matching between two hands: indices in `own` by index in `others`.

    Augmenting paths build the matching.
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
    """Return the program's card in a duel: a winning card, otherwise any playable card, or an empty string."""
    playable = [card for card in own if not top or matches(card, top)]
    return next(iter([*find_winning_cards(own, others, top), *playable]), "")
