"""What must hold between the keys of a table: seats that can play, hands that can be dealt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from facilitator.games.base import Game
from facilitator.games.registry import game_named, games
from facilitator.protocols.forms import form_named, offered
from facilitator.table.problems import Problem, either, shown
from facilitator.wording import fold

DEFAULT_GAME = "uno"


def law_of(data: Mapping[str, Any]) -> Game[Any]:
    """Return the game of a table that may still be wrong elsewhere: the usual one until it names another."""
    name = data.get("game", DEFAULT_GAME)
    return game_named(name if name in games() else DEFAULT_GAME)


def limit_of(data: Mapping[str, Any]) -> int | None:
    """Return the largest hand of a table that may still be wrong elsewhere; None while it cannot be told."""
    law = law_of(data)
    seats, pool, deck = data.get("seats"), data.get("pool", "shared"), data.get("pool_deck", "full-108")
    (fewest, most), size = law.seats, 0
    if not isinstance(seats, list | tuple) or not fewest <= len(seats) <= most:
        return None
    virtual = sum(isinstance(seat, Mapping) and seat.get("virtual") is True for seat in seats)
    if pool == "shared":
        return law.most_cards(len(seats) - virtual, virtual, None)
    if isinstance(deck, str):
        size = len(law.pools.get(deck, ()))
    elif isinstance(deck, list | tuple):
        size = len(deck)
    return law.most_cards(len(seats) - virtual, virtual, size) if pool == "split" and size else None


def whole(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong between keys that are each well formed; keys that are not are passed over."""
    seats = data.get("seats")
    if not isinstance(seats, list | tuple):
        return
    fewest, most = law_of(data).seats
    if not fewest <= len(seats) <= most:
        wanted = f"{fewest} to {most} seats"
        yield Problem(("seats",), wanted, str(len(seats)), "Add seats or take some out.")
    elif all(isinstance(seat, Mapping) and seat.get("virtual") is True for seat in seats):
        todo = "Somebody has to move the cards: take virtual: true off one seat."
        yield Problem(("seats",), "at least one person", "virtual seats only", todo)
    yield from _strange_seats(seats)
    if data.get("pool", "shared") == "split" and not law_of(data).pools:
        todo = "Write pool: shared."
        yield Problem(("pool",), f"one deck for all in {law_of(data).name}", "split", todo)
    yield from _last_draw_four(data)
    limit, size = limit_of(data), data.get("hand_size", law_of(data).hand_size)
    if limit is None or not isinstance(size, int):
        return
    if limit < 1:
        todo = "Take a larger deck, or fewer virtual seats."
        yield Problem(("pool_deck",), "a card for each virtual seat and one more", "too few cards", todo)
    elif size > limit:
        wanted, todo = f"a whole number from 1 to {limit}", "The deck deals no more to so many seats. "
        yield Problem(
            ("hand_size",),
            wanted,
            str(size),
            f"{todo}Write e.g. hand_size: {min(limit, law_of(data).hand_size or 1)}.",
        )


def _last_draw_four(data: Mapping[str, Any]) -> Iterator[Problem]:
    """A wild draw four after all others is a second class of cards: not every form knows one, and weights do not."""
    if data.get("wild_draw_four", "any") != "last":
        return
    protocol = data.get("protocol", offered()[0])
    if protocol in offered() and not form_named(protocol).serves(2):
        able = [name for name in offered() if form_named(name).serves(2)]
        wanted = f"{either(able)} with wild_draw_four: last"
        yield Problem(("protocol",), wanted, shown(protocol), f"Write protocol: {able[0]}.")
    for number, seat in enumerate(data["seats"]):
        if isinstance(seat, Mapping) and isinstance(seat.get("style"), Mapping):
            todo = "No weight puts a card after all others: take style out."
            yield Problem(("seats", number, "style"), "no weights with wild_draw_four: last", "weights", todo)


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
