"""The numbers of a virtual turn, under way or to come, as the turn folder takes them."""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.play.game import Game
from facilitator.protocols.layout import Layout


@dataclass(frozen=True, slots=True)
class Moment:
    """The numbers of a virtual turn: whose it is or will be, by its place among the virtual seats.

    ``hands``: how many cards each owner lays, in the order of the layout.  ``layout``: of a run under way.
    """

    seat: int
    hands: tuple[int, ...]
    layout: Layout | None = None


def moment(game: Game) -> Moment:
    """Return where a game stands, for the turn under way or the next virtual one."""
    virtual = [seat.name for seat in game.state.seats if seat.virtual]
    plan = game.plan if game.run is not None else None
    if plan is not None and plan.layout is not None and plan.layout.seat in virtual:
        hands = tuple(size for _, size in plan.layout.hands)
        return Moment(virtual.index(plan.seat), hands, plan.layout)
    names = game.names
    start = names.index(game.turn) if game.turn in names else 0
    seat = next(name for name in (*names[start:], *names[:start]) if name in virtual)
    stock = game.law.stock(game.state, seat)
    deck = () if stock.deck is None else (stock.deck,)
    return Moment(virtual.index(seat), (*(size for _, size in stock.hands), *deck))
