"""Who may move, and with which cards: what is refused of a move that was typed, before the rules are asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facilitator.errors import CommandError, ProtocolBug
from facilitator.games.base import Rules
from facilitator.games.due import Ask, Need, Over, ShowHand
from facilitator.games.events import Correct, Event, Lacks, Play, Round, Show, Start, TimePassed, TimeUp
from facilitator.machine.faces import Face
from facilitator.play.rehearsal import Rehearsal


def by_a_person(law: Rules[Any], state: Any, event: Event) -> None:
    """Refuse a move typed for a virtual seat: its cards move by the steps of its turn alone."""
    need: Need = law.need(state)
    now = None if isinstance(need, Over) else need.seat
    if (
        isinstance(event, Start | Round | TimePassed | TimeUp | Correct)
        or now is None
        or isinstance(need, ShowHand)
    ):
        return
    if any(seat.virtual and seat.name == event.seat for seat in state.seats):
        law.apply(state, event)  # an event that cannot be anyway says so first
        todo = f"{event.seat}'s cards move by the steps of its own turn."
        if isinstance(need, Ask) and need.again:
            todo = f"If {now} keeps the drawn card, type: pass. {event.seat}'s steps then follow."
        raise CommandError(f"a move of {now}", law.text(event), todo)


def as_the_cards_say(law: Rules[Any], state: Any, event: Correct, truth: Rehearsal) -> None:
    """Refuse a correction in a rehearsal whose cards do not lie as it says."""
    after = law.apply(state, event).state
    try:
        truth.agree(after)
    except ProtocolBug as err:
        raise CommandError(
            f"a correction that makes the record true of the rehearsed cards ({err.expected})",
            err.found,
            "Nothing was changed. Look at the rehearsed cards again.",
        ) from None


def in_hand(law: Rules[Any], state: Any, event: Play | Show | Lacks, hand: Sequence[Face]) -> None:
    """Refuse what a rehearsal's cards do not allow: a card that is elsewhere, a word that is not true."""
    moves = law.moves(state, hand)
    if isinstance(event, Play):
        may = list(dict.fromkeys(move.card for move in moves if isinstance(move, Play)))
        true = event.card in may
    else:
        may = list(hand)
        true = set(event.cards) <= set(hand) if isinstance(event, Show) else event in moves
    if not true:
        law.apply(state, event)  # an event that cannot be anyway says so first
        cards = ", ".join(sorted(may or hand, key=law.kinds.order))
        found = event.card if isinstance(event, Play) else law.text(event)
        wanted = "a card {} may play" if may and isinstance(event, Play) else "what {} holds"
        raise CommandError(f"{wanted.format(event.seat)}: {cards}", found, "These are the rehearsal's cards.")
