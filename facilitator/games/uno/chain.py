"""Chains of + and D: what may answer what, who draws the sum, and who may be challenged.

Rules: "stacking"; "official", Wild Draw Four; kpgut, "Draw 2" and "Wild+Draw 4".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facilitator.games.uno import cards as uno

if TYPE_CHECKING:
    from facilitator.games.uno.state import UnoState

_BY_SYMBOL = {symbol: frozenset(kind for kind in uno.KINDS if kind[0] == symbol) for symbol in "+D"}
DRAWS = {"+": 2, "D": 4}


def answers(top: str, color: str, stacking: tuple[str, ...]) -> frozenset[str]:
    """The kinds that may answer a + or D on top; a + on a D must have the named colour."""
    found: set[str] = set()
    for symbol, kinds in _BY_SYMBOL.items():
        if f"{symbol} on {top[0]}" in stacking:
            found |= {kind for kind in kinds if uno.valid(kind, top, color)}
    return frozenset(found)


def classes(state: UnoState) -> tuple[frozenset[str], ...]:
    """What a virtual seat looks for: first all that is legal but D, then D, where D comes after all others."""
    legal = state.legal_cards()
    if not state.priority:
        return (legal,)
    return tuple(one for one in (legal - _BY_SYMBOL["D"], legal & _BY_SYMBOL["D"]) if one)


def betraying(state: UnoState) -> tuple[str, ...] | None:
    """The kinds beside which a D played now is wrong; None where no D ever is.

    ``official``: "when the player holding it does not have a card in his/her hand to match the color"; so a card of
    the number or symbol does not count.  kpgut: "only if none of the other hand cards is playable"; on a + that is
    a + where + may answer it, so a wild that could not be played at all does not count.  A challenge counts as the
    rule set says; a table of ``paper`` rules with the option takes the book's, for it names every card.
    """
    if state.house.wild_draw_four != "challenge" or state.color is None:
        return None
    legal = state.legal_cards() - _BY_SYMBOL["D"]
    if state.house.colour_alone and not state.pending:
        legal = frozenset(kind for kind in legal if uno.color_of(kind) == state.color)
    return tuple(sorted(legal, key=uno.deck_order))


def may_challenge(state: UnoState) -> bool:
    """Whether the seat in turn may challenge the D before it, which a person played: no virtual seat is guilty."""
    if state.suspects is None or state.challenged or state.layer is None or state.ended:
        return False
    return contestable(state, state.layer, state.turn, state.suspects)


def contestable(state: UnoState, layer: int, seat: int, suspects: tuple[str, ...]) -> bool:
    """Whether ``seat`` may challenge a D of ``layer``, guilty beside any of ``suspects``.

    A person is shown the hand.  For a virtual seat nobody could look at it, so the covered hand is asked one
    question; all cards that it could hold must be in the layout for that, so not where people have a deck of their
    own, and not where everybody knows the answer.  Both rule books are silent about who would challenge for nobody:
    a public lot decides, one of the four colour cards that are there anyway, and the colour just named means yes.
    One in four, because a run takes as long as a turn does, and because a bluff must cost something on average.
    """
    if state.seats[layer].virtual:
        return False
    return not state.seats[seat].virtual or askable(state, suspects)


def askable(state: UnoState, suspects: tuple[str, ...]) -> bool:
    """Whether a run can settle it: there is something to ask, one deck for all, and a box, for a seat is virtual."""
    return bool(suspects) and len(state.decks) == 1 and any(seat.virtual for seat in state.seats)
