"""Who is away, who gives up, who joins.  Rules: kpgut § 8, § 9, § 13."""

from __future__ import annotations

from facilitator.games.events import Absent, Join, SeatLeaves
from facilitator.games.facts import Seat
from facilitator.games.uno import objections
from facilitator.games.uno.draft import StateDraft, force_draw
from facilitator.wording import fold

AWAY, JOINING, MOST_SEATS = 2, 9, 10


def come_or_go(draft: StateDraft, event: Absent | SeatLeaves | Join) -> None:
    """Take one of them; raises `TableError` where it cannot be."""
    state = draft.before
    if (
        not state.house.ranking
        or not state.started
        or state.ended
        or state.leaving is not None
        or state.challenged
    ):
        raise objections.no_coming(state, event)
    match event:
        case Absent():
            _absent(draft, event)
        case SeatLeaves():
            _leave(draft, event)
        case Join():
            _join(draft, event)


def _absent(draft: StateDraft, event: Absent) -> None:
    """Two cards unseen, and the turn is missed; with a chain waiting, its sum, as for anybody who does not answer.

    § 8 names two cards and no chain; were it two then too, to leave the room would be the cheaper answer.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    if seat != state.turn or state.seats[seat].virtual or state.drawn:
        raise objections.not_absent(state, event)
    draft.tell("away", seat=draft.name(seat))
    force_draw(draft, seat, state.pending or AWAY)
    draft.break_chain()
    draft.rest["free"] = False
    draft.end_turn()


def _leave(draft: StateDraft, event: SeatLeaves) -> None:
    """The hand is shown next, then goes back into the deck (`endings`).

    Whoever is ejected by § 15 leaves alike ("similar to steps in § 9"); that such a player is "not given any rank at
    all" is for whoever reads the ranking out, for in it the last place is theirs.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    if seat not in state.playing or state.seats[seat].virtual:
        raise objections.cannot_leave(state, event)
    draft.rest["leaving"] = seat
    draft.tell("leaving", seat=draft.name(seat))


def _join(draft: StateDraft, event: Join) -> None:
    """Nine cards, and a seat after the last one, "if there is not yet a winner".

    The book says only "sit around the table": after the last seat of the list, so that no name moves.
    """
    state = draft.before
    names = {fold(seat.name) for seat in state.seats}
    if state.finished or fold(event.seat) in names | {""} or len(state.seats) >= MOST_SEATS:
        raise objections.cannot_join(state, event, MOST_SEATS)
    draft.add_seat(Seat(event.seat), 0)
    draft.tell("joined", seat=event.seat)
    force_draw(draft, len(draft.hands) - 1, JOINING, misses=False)
