"""Names of the piles on the table. Every screen, sheet and message takes them from here."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.games.seats import Zone
from facilitator.i18n.catalogue import Phrase, phrase
from facilitator.operations.faces import DECK


def name_pile(pool: Sequence[str] = (), key: str = "draw_pile") -> Phrase:
    """Return the name of the pile from which the virtual players draw, or of another pile.

    Args:
        pool: Virtual players if they have a draw pile of their own. Otherwise empty.
        key: Message key of the pile.
    """
    if len(pool) == 1:
        return phrase(f"{key}.one", owner=pool[0])
    return phrase(f"{key}.several" if pool else key)


def name_draw_pile(zone: Zone, pool: Sequence[str], key: str = "draw_pile") -> Phrase:
    """Return the name of a draw pile.

    Args:
        zone: Zone of the draw pile, `DECK` or `POOL`.
        pool: Virtual players if they have a draw pile of their own. Otherwise empty.
        key: Message key of a draw pile. ``label.draw_pile`` is the name without an article.
    """
    return phrase(f"{key}.people") if pool and zone == DECK else name_pile(pool, key)
