"""The one way the public facts of a game of UNO change.

Source: Ruangwises–Shinagawa §3.1; rules: "paper".
"""

from __future__ import annotations

from facilitator.errors import ProtocolBug
from facilitator.games.base import Applied, Drew, Event, Moved, Pass, Play, Start
from facilitator.games.uno import cards as uno
from facilitator.games.uno import refusals
from facilitator.games.uno.draft import Draft, check_copies, force_draw
from facilitator.games.uno.state import State
from facilitator.machine.faces import DISCARDS

FIRST_DECK = 0
"""The first top card is of this deck: never of the virtual seats' own."""


def apply(state: State, event: Event) -> Applied[State]:
    """The state after the event, and what follows from it.

    Raises: TableError if such cards or such a play cannot be, CommandError if the event is not whole.
    """
    if isinstance(event, Start):
        return _start(state, event)
    if not isinstance(event, Play | Drew | Pass):
        raise ProtocolBug("an event of UNO", type(event).__name__, "Please report this.")
    draft = Draft(state)
    _open_turn(draft, event)
    match event:
        case Play():
            _play(draft, event)
        case Drew():
            _draw(draft, event)
        case Pass():
            _pass(draft, event)
    return Applied(draft.finished(), tuple(draft.told))


def _start(state: State, event: Start) -> Applied[State]:
    if state.started:
        raise refusals.already_started(event)
    card, first = event.card, state.seat_index(event.first)
    if card is None:
        raise refusals.no_first_card(event)
    if uno.is_black(card):
        raise refusals.black_start(card)
    check_copies(state, card, FIRST_DECK)
    draft = Draft(state)
    draft.unplayed[FIRST_DECK] -= 1
    draft.lay(card, FIRST_DECK)
    draft.tell("started", Moved(state.decks[FIRST_DECK].zone, DISCARDS, 1, (card,)))
    draft.turn, draft.color = first, uno.color_of(card)
    return Applied(draft.finished(), tuple(draft.told))


def _open_turn(draft: Draft, event: Play | Drew | Pass) -> None:
    """See that it is this seat's turn; the next seat's event says that the one who drew passed."""
    state = draft.before
    if state.winner is not None:
        raise refusals.already_won(state, event)
    if not state.started:
        raise refusals.not_started(state, event)
    seat = state.seat_index(event.seat)
    if seat == draft.turn:
        return
    may_pass = draft.drawn and not (state.until and draft.can_draw(state.draws[draft.turn]))
    if not may_pass or seat != draft.next_seat():
        raise refusals.wrong_turn(state, draft.next_seat(), event)
    draft.tell("pass", seat=draft.name(draft.turn))
    draft.end_turn()


def _play(draft: Draft, event: Play) -> None:
    card, seat = event.card, draft.turn
    if card not in draft.before.legal_cards():
        raise refusals.not_valid(draft.before, event)
    deck = draft.before.draws[seat]
    check_copies(draft.before, card, deck)
    draft.color = _named_color(event)
    draft.lay(card, deck)
    draft.hands[seat] -= 1
    draft.tell("played", Moved(draft.name(seat), DISCARDS, 1, (card,)))
    left = draft.hands[seat]
    if left == 0:  # rules: "First empty hand wins and ends the game"
        draft.winner = seat
        draft.tell("win", seat=draft.name(seat))
        return
    if left == 1:
        draft.tell("uno", seat=draft.name(seat))
    _do_effect(draft, uno.effect(card))


def _do_effect(draft: Draft, effect: uno.Effect) -> None:
    if effect.reverse:
        draft.direction = -draft.direction
        draft.tell("reverse", clockwise=draft.direction == 1)
    draft.end_turn()
    if effect.draws:
        force_draw(draft, draft.turn, effect.draws)
    elif effect.misses:
        draft.tell("miss", seat=draft.name(draft.turn))
    if effect.misses:
        draft.end_turn()


def _draw(draft: Draft, event: Drew) -> None:
    if event.count != 1:
        raise refusals.draw_count(event)
    if draft.drawn and not draft.before.until:
        raise refusals.second_draw(event)
    deck = draft.before.draws[draft.turn]
    if not draft.can_draw(deck):  # rules: "a turn with nothing to draw ends"
        draft.tell("stuck", seat=draft.name(draft.turn), deck=draft.before.decks[deck].whose)
        draft.end_turn()
        return
    draft.tell("drew", draft.take(draft.turn, 1))
    draft.drawn = True


def _pass(draft: Draft, event: Pass) -> None:
    if draft.can_draw(draft.before.draws[draft.turn]):
        if not draft.drawn:
            raise refusals.pass_undrawn(event)
        if draft.before.until:
            raise refusals.pass_early(event)
    draft.end_turn()


def _named_color(event: Play) -> str:
    """The active colour after the play: the card's own, or the one named with a black card."""
    own = uno.color_of(event.card)
    if own is None:
        if event.named not in uno.COLOR_WORDS:
            raise refusals.color_missing(event)
        return event.named
    if event.named is not None and event.named != own:
        raise refusals.color_at_odds(event)
    return own
