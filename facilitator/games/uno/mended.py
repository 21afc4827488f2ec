"""UNO with its record corrected: sizes that were counted, the face of a discard that was mistyped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from facilitator.errors import TableError
from facilitator.games.facts import Zone
from facilitator.games.uno import cards as uno
from facilitator.games.uno.state import UnoState
from facilitator.machine.faces import Face

_ANEW = "Go back to that entry and type it anew: history, then back N."


def resized(state: UnoState, sizes: Mapping[Zone, int]) -> UnoState:
    """Return the facts with other hands and decks; whether they add up is the caller's to see."""
    hands = tuple(sizes.get(seat.name, size) for seat, size in zip(state.seats, state.hands, strict=True))
    decks = tuple(replace(deck, unplayed=sizes.get(deck.zone, deck.unplayed)) for deck in state.decks)
    return replace(state, hands=hands, decks=decks)


def refaced(state: UnoState, was: Face | None, face: Face) -> UnoState:
    """Return the facts with another face for the top card (``was``: None), or for one below it.

    What the top card did to the turns is done: only a card that does the same can stand for it.

    Raises: TableError if there are no such cards, or it would have changed the turns.
    """
    lying = state.discards
    if was is None:
        at = len(lying) - 1
        if at < 0:
            raise TableError("a top card", "none yet", "Type the first card.")
    else:
        below = [i for i, card in enumerate(lying[:-1]) if card == was]
        if not below:
            todo = f"For the top card type: correct top is {face}: why." if state.top == was else _ANEW
            raise TableError(f"a {was} on the discard pile below the top card", "none", todo)
        at = below[-1]
    deck = state.origin[at] if len(state.decks) > 1 else 0
    if face == lying[at]:
        raise TableError("another card than the record has", face, "Go on.")
    if state.discards_from(deck).count(face) >= state.decks[deck].cards.count(face):
        found = f"one more than the {state.decks[deck].cards.count(face)} that the record has there already"
        raise TableError(f"a {face} that is not on the discard pile", found, "Count what lies there: count.")
    after = replace(state, discards=(*lying[:at], face, *lying[at + 1 :]))
    return _on_top(state, after, lying[at], face) if at == len(lying) - 1 else after


def _on_top(state: UnoState, after: UnoState, was: Face, face: Face) -> UnoState:
    if _effect(state, was) != _effect(state, face):
        raise TableError(f"a card that does what {was} did to the turns", face, _ANEW)
    below = state.discards[-2] if len(state.discards) > 1 else face
    plain = not (uno.is_black(below) or uno.is_black(face) or state.pending)
    if plain and face not in uno.valid_kinds(below, str(uno.color_of(below))):
        raise TableError(f"a card that fits on {below}", face, _ANEW)
    return replace(after, color=state.color if uno.is_black(face) else uno.color_of(face))


def _effect(state: UnoState, face: Face) -> str:
    """Return what a card does beyond lying there: its symbol, or nothing for most numbers."""
    symbol = face if uno.is_black(face) else face[0]
    swaps = state.house.seven_zero and symbol in "70"
    return symbol if swaps or not symbol.isdigit() else ""
