"""The numbers of a virtual turn, under way or to come, as the turn folder takes them."""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.play.game import Match
from facilitator.play.turn import TurnPolicy, laid_out
from facilitator.protocols.layout import Layout


@dataclass(frozen=True, slots=True)
class TurnNumbers:
    """The numbers of a virtual turn: whose it is or will be, by its place among the virtual seats.

    ``hands``: who lays how many cards, this seat first.  ``layout``: of a run under way.
    """

    seat: int
    hands: tuple[tuple[str, int], ...]
    layout: Layout | None = None


def moment(game: Match) -> TurnNumbers:
    """Return where a game stands, for the turn under way or the next virtual one."""
    virtual = [seat.name for seat in game.state.seats if seat.virtual]
    plan = game.plan if game.run is not None else None
    if plan is not None and plan.layout is not None and plan.layout.seat in virtual:
        return TurnNumbers(virtual.index(plan.seat), plan.layout.hands, plan.layout)
    names, sizes = game.names, game.law.sizes(game.state)
    start = names.index(game.turn) if game.turn in names else 0
    around = [name for name in (*names[start:], *names[:start]) if name in virtual]
    seat = next(
        (name for name in around if sizes[name]), around[0]
    )  # one that has finished has no turn to come
    return TurnNumbers(virtual.index(seat), laid_out(game.state, TurnPolicy.of(game.table), seat)[0])
