"""What the host is told when an event of a house rule cannot be.  Built only when one is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facilitator.errors import CommandError, TableError
from facilitator.games import events
from facilitator.games.events import Event
from facilitator.games.uno import cards as uno
from facilitator.games.uno.lines import to_text
from facilitator.wording import listed, quoted

if TYPE_CHECKING:
    from facilitator.games.uno.state import UnoState

_WHOSE = "If an earlier event was mistyped, undo back to it."


def _said(event: Event) -> str:
    return quoted(to_text(event))


def something_else(state: UnoState, event: Event) -> TableError:
    """A turn while the table waits for something: a colour, a look at a hand, a hand shown, a new deal."""
    if state.naming:
        who = state.name(state.turn)
        return TableError(f"the colour {who} names", _said(event), f"Type: {who} names blue")
    if state.challenged:
        who = state.name(state.layer or 0)
        return TableError(
            f"what {who}'s hand showed", _said(event), f"Type: {who} is guilty, or: {who} is innocent"
        )
    waiting = state.counting[:1] or (() if state.leaving is None else (state.leaving,))
    if waiting:
        who = state.name(waiting[0])
        return TableError(f"the hand of {who}, for all to see", _said(event), f"Type: {who} shows 7R W")
    return TableError("the next hand", _said(event), f"Deal anew and type: round {state.round + 1}")


def must_answer(state: UnoState, event: events.Drew) -> TableError:
    """A draw while a chain waits."""
    todo = f"Type: {event.seat} passes. The {state.pending} cards are counted without typing."
    return TableError(f"an answer to the {uno.describe(state.top or '')}, or a pass", _said(event), todo)


def several(state: UnoState, event: events.Play, person: bool) -> TableError:
    """Several cards where the rules, the seat or the cards do not allow it."""
    if not person:
        found, todo = "several", "A virtual seat plays one: to look for more would tell how many it has."
        return TableError(f"one card of {event.seat}", found, todo)
    if not state.house.several:
        return TableError("one card in a turn", _said(event), "Only rules: kpgut know several of one value.")
    if state.drawn:
        return TableError("the drawn card alone", _said(event), f"Type: {event.seat} plays {event.card}")
    todo = "Type the first card, then others of the same number or symbol."
    return TableError("cards of one value", _said(event), todo)


def too_few(state: UnoState, event: events.Play) -> TableError:
    """More cards than the hand has."""
    size = state.hands[state.seat_index(event.seat)]
    return TableError(f"{size} cards at most from {event.seat}", str(1 + len(event.more)), _WHOSE)


def no_swap(event: events.Play) -> TableError:
    """A swap where none is due."""
    return TableError("a play without a swap of hands", _said(event), "Leave the second name out.")


def swap_missing(state: UnoState, event: events.Play, others: list[str]) -> TableError:
    """A 7 without the seat to swap hands with."""
    todo = f"Type it after the card: {event.seat} plays {event.card} with {others[0]}"
    found = "none" if event.to is None else quoted(event.to)
    return TableError(f"a seat to swap hands with ({listed(others, 'or')})", found, todo)


def no_jump(state: UnoState, event: events.Play) -> TableError:
    """A card out of turn that may not be."""
    which = "number" if state.house.jump_in == "turn stays" else "coloured card"
    expected = f"the double of a {which} on top, by a person, before anybody else acts"
    return TableError(expected, _said(event), _WHOSE)


def jump_too_late(state: UnoState, event: events.Play) -> TableError:
    """Out of turn in a virtual seat's turn."""
    now = state.name(state.turn)
    return TableError(
        f"the steps of {now}'s turn, which has begun", _said(event), "It may be played in turn."
    )


def no_card_turned(event: events.Start) -> TableError:
    """A first card where the first seat plays it from its hand."""
    return TableError("no card turned over", str(event.card), f"Type: {event.first} begins")


def nothing_to_name(state: UnoState, event: events.Named) -> TableError:
    """A colour named without a wild turned over."""
    return TableError("a colour only of a first top card W, from the first seat", _said(event), _WHOSE)


def name_missing(event: events.Named) -> CommandError:
    """No colour named."""
    return CommandError("red, yellow, green or blue", quoted(event.named), f"Type: {event.seat} names blue")


def no_round(state: UnoState, event: events.Round) -> TableError:
    """A new hand while this one is played, or the wrong number."""
    todo = "A new hand is dealt when all points of the last are counted."
    return TableError(f"round {state.round + 1}, after this hand", _said(event), todo)


def no_challenge(state: UnoState, event: events.Challenge) -> TableError:
    """A challenge that is nobody's to make."""
    todo = (
        "A virtual seat is never guilty; a person who does not challenge passes." if state.pending else _WHOSE
    )
    expected = "a challenge of a person's D, by the seat it makes draw"
    return TableError(expected, _said(event), todo)


def not_askable(event: events.Challenge) -> TableError:
    """A question to a covered hand where none can be asked."""
    expected = (
        "a challenge whose question needs an answer, at a table with a virtual seat and one deck for all"
    )
    return TableError(expected, _said(event), f"Show the hand, and type: {event.seat} challenges")


def no_verdict(state: UnoState, event: events.ChallengeVerdict) -> TableError:
    """A verdict without a challenge."""
    return TableError("a challenge first", _said(event), "The person in turn challenges: Ben challenges")


def cannot_be_guilty(state: UnoState, event: events.ChallengeVerdict) -> TableError:
    """Guilty where no other card could have been played."""
    todo = f"Type: {event.seat} is innocent"
    return TableError("innocent, as nothing else could be played", _said(event), todo)


def not_at_risk(state: UnoState, event: events.Caught) -> TableError:
    """Nobody to catch."""
    todo = "A virtual seat's call is the Host's, and never missed; a person's may be until the next card is played."
    return TableError("a person with one card left who has just played", _said(event), todo)


def no_doubt(state: UnoState, event: events.Doubt) -> TableError:
    """A doubt that cannot be."""
    return TableError("a doubt of the person in turn, who has drawn (rules: kpgut)", _said(event), _WHOSE)


def no_penalty(state: UnoState, event: events.Penalty, most: int) -> TableError:
    """A penalty for nobody, or out of measure."""
    return TableError(f"1 to {most} cards for a person who still plays", _said(event), _WHOSE)


def no_coming(state: UnoState, event: events.Absent | events.SeatLeaves | events.Join) -> TableError:
    """Nobody comes or goes by these rules, or not now."""
    return TableError(
        "seats as the game began with them", _said(event), "Only rules: kpgut know this, in play."
    )


def not_absent(state: UnoState, event: events.Absent) -> TableError:
    """Away, but not in turn."""
    todo = "Only who is in turn, and has not drawn, is away."
    return TableError(f"the person in turn ({state.name(state.turn)})", _said(event), todo)


def cannot_leave(state: UnoState, event: events.SeatLeaves) -> TableError:
    """Nobody who could give up."""
    return TableError("a person who still plays", _said(event), "A virtual seat does not give up.")


def cannot_join(state: UnoState, event: events.Join, most: int) -> TableError:
    """Nobody joins any more, or not by this name."""
    if state.finished:
        return TableError("nobody to join once somebody has won", _said(event), "Wait for the next game.")
    return TableError(f"a new name, and {most} seats at most", _said(event), "Choose another name.")


def not_shown_now(state: UnoState, event: events.Show) -> TableError:
    """A hand shown that nobody waits for."""
    waiting = state.counting[:1] or (() if state.leaving is None else (state.leaving,))
    expected = f"the hand of {state.name(waiting[0])}" if waiting else "no hand shown now"
    return TableError(expected, _said(event), _WHOSE)


def not_that_hand(state: UnoState, event: events.Show, size: int) -> TableError:
    """A hand of another size, or with cards that lie elsewhere."""
    todo = "Look at the hand again and type every card once."
    return TableError(f"{size} cards that are in no other place", _said(event), todo)


def no_time(state: UnoState, event: events.TimePassed | events.TimeUp) -> TableError:
    """The clock where it counts for nothing."""
    return TableError("an event of this game", _said(event), "Only rules: kpgut look at the clock, in play.")


def minutes(state: UnoState, event: events.TimePassed, longest: int) -> TableError:
    """A clock that runs backwards."""
    return TableError(f"{state.minutes} to {longest} minutes", str(event.minutes), "Look at the clock again.")
