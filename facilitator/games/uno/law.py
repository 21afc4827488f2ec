"""The one way the public facts of a game of UNO change: which rule takes which event.

Source: Ruangwises–Shinagawa §3.1; rules: "paper".  What other rule sets add is in modules of its own: `begins`,
`plays`, `chain`, `contests`, `comings`, `endings`.
"""

from __future__ import annotations

from facilitator.errors import ProtocolBug
from facilitator.games import events
from facilitator.games.events import Event
from facilitator.games.motions import Applied
from facilitator.games.uno import begins, comings, contests, endings, objections, plays, refusals
from facilitator.games.uno.draft import StateDraft, force_draw
from facilitator.games.uno.state import UnoState


def apply(state: UnoState, event: Event) -> Applied[UnoState]:
    """The state after the event, and what follows from it.

    Raises: TableError if such cards or such a play cannot be, CommandError if the event is not whole.
    """
    draft = StateDraft(state)
    match event:
        case events.Start():
            begins.start(draft, event)
        case events.Play() if plays.jumps_in(draft, event):
            plays.jump_in(draft, event)
        case events.Play() | events.Drew() | events.Pass():
            _turn(draft, event)
        case events.Named():
            begins.name_color(draft, event)
        case (
            events.Challenge()
            | events.ChallengeVerdict()
            | events.Caught()
            | events.Doubt()
            | events.Penalty()
        ):
            contests.contest(draft, event)
        case events.Absent() | events.SeatLeaves() | events.Join():
            comings.come_or_go(draft, event)
        case events.Show():
            endings.show(draft, event)
        case events.Round():
            begins.next_round(draft, event)
        case events.TimePassed() | events.TimeUp():
            endings.time(draft, event)
        case _:
            raise ProtocolBug("an event of UNO", type(event).__name__, "Please report this.")
    return Applied(draft.finished(), tuple(draft.told))


def _turn(draft: StateDraft, event: events.Play | events.Drew | events.Pass) -> None:
    _open_turn(draft, event)
    match event:
        case events.Play():
            plays.play(draft, event)
        case events.Drew():
            _draw(draft, event)
        case events.Pass():
            _pass(draft, event)


def _open_turn(draft: StateDraft, event: events.Play | events.Drew | events.Pass) -> None:
    """See that it is this seat's turn; the next seat's event says that the one who drew passed."""
    state = draft.before
    under_way(state, event)
    seat = state.seat_index(event.seat)
    if seat == draft.turn:
        return
    may_pass = draft.drawn and not (state.until and draft.can_draw(state.draws[draft.turn]))
    if not may_pass or seat != draft.next_seat():
        raise refusals.wrong_turn(state, draft.next_seat(), event)
    draft.tell("pass", seat=draft.name(draft.turn))
    draft.end_turn()


def under_way(state: UnoState, event: events.Play | events.Drew | events.Pass) -> None:
    """See that seats take their turns now: the game has begun, nothing is being named, looked at or counted."""
    if state.winner is not None:
        raise refusals.already_won(state, event)
    if state.ended or state.leaving is not None or state.challenged or state.naming:
        raise objections.something_else(state, event)
    if not state.started:
        raise refusals.not_started(state, event)


def _draw(draft: StateDraft, event: events.Drew) -> None:
    if event.count != 1:
        raise refusals.draw_count(event)
    if draft.before.pending:
        raise objections.must_answer(draft.before, event)
    if draft.drawn and not draft.before.until:
        raise refusals.second_draw(event)
    deck = draft.before.draws[draft.turn]
    if not draft.can_draw(deck):  # rules: "a turn with nothing to draw ends"
        draft.tell("stuck", seat=draft.name(draft.turn), deck=draft.before.decks[deck].whose)
        draft.end_turn()
        return
    draft.tell("drew", draft.take(draft.turn, 1))
    draft.drawn = True
    draft.forget_risk(draft.turn)


def _pass(draft: StateDraft, event: events.Pass) -> None:
    if draft.before.pending:  # the seat does not answer: it draws the sum and misses its turn
        force_draw(draft, draft.turn, draft.before.pending)
        draft.break_chain()
        draft.end_turn()
        return
    if draft.can_draw(draft.before.draws[draft.turn]):
        if not draft.drawn:
            raise refusals.pass_undrawn(event)
        if draft.before.until:
            raise refusals.pass_early(event)
    draft.end_turn()
