"""What must hold between the keys of a table: seats that can play, hands that can be dealt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from facilitator.games.uno import cards as uno
from facilitator.table.problems import Problem, shown
from facilitator.wording import fold

POOL_DECKS = {name: len(cards) for name, cards in uno.POOLS.items()}
DECK, FEWEST_SEATS, MOST_SEATS = len(uno.DECK), 2, 10


def most_cards(people: int, virtual: int, pool: int | None) -> int:
    """Return the largest hand the deck can deal with one card left to turn up; `pool` is a split pool's size."""
    if pool is None:
        return (DECK - 1) // (people + virtual)
    return min((DECK - 1) // max(people, 1), (pool - 1) // virtual if virtual else DECK)


def limit_of(data: Mapping[str, Any]) -> int | None:
    """Return `most_cards` for a table that may still be wrong elsewhere; None while it cannot be told."""
    seats, pool, deck = data.get("seats"), data.get("pool", "shared"), data.get("pool_deck", "full-108")
    if not isinstance(seats, list | tuple) or not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        return None
    virtual = sum(isinstance(seat, Mapping) and seat.get("virtual") is True for seat in seats)
    if pool == "shared":
        return most_cards(len(seats) - virtual, virtual, None)
    size = POOL_DECKS.get(deck, 0) if isinstance(deck, str) else 0
    if isinstance(deck, list | tuple):
        size = len(deck)
    return most_cards(len(seats) - virtual, virtual, size) if pool == "split" and size else None


def whole(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong between keys that are each well formed; keys that are not are passed over."""
    seats = data.get("seats")
    if not isinstance(seats, list | tuple):
        return
    if not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        wanted = f"{FEWEST_SEATS} to {MOST_SEATS} seats"
        yield Problem(("seats",), wanted, str(len(seats)), "Add seats or take some out.")
    elif all(isinstance(seat, Mapping) and seat.get("virtual") is True for seat in seats):
        todo = "Somebody has to move the cards: take virtual: true off one seat."
        yield Problem(("seats",), "at least one person", "virtual seats only", todo)
    yield from _strange_seats(seats)
    limit, size = limit_of(data), data.get("hand_size", 7)
    if limit is None or not isinstance(size, int):
        return
    if limit < 1:
        todo = "Take a larger deck, or fewer virtual seats."
        yield Problem(("pool_deck",), "a card for each virtual seat and one more", "too few cards", todo)
    elif size > limit:
        wanted, todo = f"a whole number from 1 to {limit}", "The deck deals no more to so many seats. "
        yield Problem(("hand_size",), wanted, str(size), f"{todo}Write e.g. hand_size: {min(limit, 7)}.")


def _strange_seats(seats: Iterable[object]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for number, seat in enumerate(seats):
        keys = seat if isinstance(seat, Mapping) else {"name": seat}
        if isinstance(name := keys.get("name"), str):
            earlier = first.setdefault(fold(name), number)
            if earlier != number:
                todo = f"Seat {earlier + 1} is called so already; add a letter."
                yield Problem(("seats", number, "name"), "a name of its own", shown(name), todo)
        if keys.get("style", "uniform") != "uniform" and keys.get("virtual", False) is False:
            todo = "Add virtual: true, or take style out."
            yield Problem(("seats", number, "style"), "a style only on a virtual seat", "a person", todo)
