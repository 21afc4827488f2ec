"""What must hold between the keys of a table: seats that can play, hands that can be dealt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from facilitator.games.base import CHOICES, Rules
from facilitator.games.registry import game_named, games
from facilitator.machine.faces import SLEEVES
from facilitator.protocols.forms import form_named, offered
from facilitator.table.problems import Problem, either, shown
from facilitator.wording import fold, plural

DEFAULT_GAME, DEFAULT_POOL = "uno", "full-108"
UNCHOSEN: Mapping[str, object] = {
    "draw": "one",
    "conceal": False,
    "pool": "shared",
    "pool_deck": DEFAULT_POOL,
}
"""What stands for a key of which a game knows nothing."""
_WHY_NOT = {
    "hand_size": "all cards are dealt out",
    "draw": "its rules say who draws",
    "conceal": "nothing is discarded that could be hidden",
    "pool": "nobody has a deck of their own",
    "pool_deck": "nobody has a deck of their own",
}


SLIPS_SHOW = (
    "in a sleeve of its own a slip is larger than the play card, so that owner and card show together through the "
    "clear side"
)


def slips_show(equipment: str, extras: str) -> bool:
    """Whether extra cards made so would show beside a play card that stays in its sleeve."""
    return equipment == SLEEVES and extras == "slips"


def law_of(data: Mapping[str, Any]) -> Rules[Any]:
    """Return the game of a table that may still be wrong elsewhere: the usual one until it names another."""
    name = data.get("game", DEFAULT_GAME)
    return game_named(name if name in games() else DEFAULT_GAME)


def usual_hand(data: Mapping[str, Any]) -> int | None:
    """Return the hand that is dealt where a table does not say (all dealt out: the largest); None if unknown."""
    law, seats = law_of(data), data.get("seats")
    if law.hand_size is not None:
        return law.hand_size
    fewest, most = law.seats
    if not isinstance(seats, list | tuple) or not fewest <= len(seats) <= most:
        return None
    return -(-len(law.kinds.cards) // len(seats))


def limit_of(data: Mapping[str, Any]) -> int | None:
    """Return the largest hand of a table that may still be wrong elsewhere; None while it cannot be told."""
    law = law_of(data)
    seats, pool, deck = data.get("seats"), data.get("pool", "shared"), data.get("pool_deck", DEFAULT_POOL)
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
        wanted = plural(most, "seat") if fewest == most else f"{fewest} to {most} seats"
        yield Problem(("seats",), wanted, str(len(seats)), "Add seats or take some out.")
    elif all(isinstance(seat, Mapping) and seat.get("virtual") is True for seat in seats):
        todo = "Somebody has to move the cards: take virtual: true off one seat."
        yield Problem(("seats",), "at least one person", "virtual seats only", todo)
    yield from _strange_seats(seats)
    yield from _no_choice(data)
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


def _no_choice(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what a table wishes that its game cannot give: keys, sleeves, styles, a form for too many classes."""
    law = law_of(data)
    usual = {**UNCHOSEN, "hand_size": usual_hand(data)}
    for key in CHOICES:
        value = data.get(key, usual[key])
        if key not in law.choices and value != usual[key] and usual[key] is not None:
            yield Problem(
                (key,), f"no {key} in {law.name}: {_WHY_NOT[key]}", shown(value), f"Take {key} out."
            )
    if law.kinds.tiles and data.get("equipment") == SLEEVES:
        todo = "Write equipment: envelopes."
        yield Problem(("equipment",), f"envelopes in {law.name}: no sleeve holds a tile", SLEEVES, todo)
    for number, seat in enumerate(data["seats"]):
        style = seat.get("style", "uniform") if isinstance(seat, Mapping) else "uniform"
        if law.styles is None and style != "uniform":
            at = ("seats", number, "style")
            yield Problem(at, f"uniform virtual seats in {law.name}", shown(style), "Take style out.")
    if slips_show(str(data.get("equipment")), str(data.get("extras"))):
        todo = "Write extras: cards (or labels, or business cards), or equipment: envelopes."
        yield Problem(("extras",), f"no slips with equipment: sleeves: {SLIPS_SHOW}", "slips", todo)
    rules, protocol = data.get("rules", law.rules[0]), data.get("protocol", offered()[0])
    if rules not in law.rules or protocol not in offered():
        return
    classes = law.classes(rules)
    if not form_named(protocol).serves(classes):
        able = [name for name in offered() if form_named(name).serves(classes)]
        wanted = (
            f"{either(able)}, as {law.name} by these rules has {classes} classes of cards, the best first"
        )
        yield Problem(("protocol",), wanted, shown(protocol), f"Write protocol: {able[0]}.")


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
