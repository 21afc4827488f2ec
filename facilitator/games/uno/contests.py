"""Challenges, missed calls of UNO, doubts and penalties: what people say to each other, as public events.

Rules: "official", Wild Draw Four Card and "Going out"; kpgut, "Wild+Draw 4", § 1, § 3.1, § 10 and § 14.
"""

from __future__ import annotations

from facilitator.games.events import Caught, Challenge, ChallengeVerdict, Doubt, Penalty
from facilitator.games.uno import chain, objections
from facilitator.games.uno.draft import StateDraft, force_draw

WRONG_MORE = 2
"""Cards a wrong challenger draws beyond what is due: six for one D."""
MISSED_UNO, WRONG_DOUBT, MOST_PENALTY = 2, 4, 20


def contest(draft: StateDraft, event: Challenge | ChallengeVerdict | Caught | Doubt | Penalty) -> None:
    """Take one of them; raises `TableError` where it cannot be."""
    match event:
        case Challenge():
            _challenge(draft, event)
        case ChallengeVerdict():
            _verdict(draft, event)
        case Caught():
            _caught(draft, event)
        case Doubt():
            _doubt(draft, event)
        case Penalty():
            _penalty(draft, event)


def _challenge(draft: StateDraft, event: Challenge) -> None:
    state = draft.before
    if state.seat_index(event.seat) != state.turn or not chain.may_challenge(state):
        raise objections.no_challenge(state, event)
    virtual = state.seats[state.turn].virtual
    covered = virtual or event.covered
    if event.made:
        if covered and not chain.askable(state, state.suspects or ()):
            raise objections.not_askable(event)
        draft.rest |= {"challenged": True, "covered": covered}
        kinds = state.suspects if covered else None
        draft.tell("challenge", seat=draft.name(state.turn), of=draft.name(state.layer or 0), kinds=kinds)
        return
    if not virtual:
        raise objections.no_challenge(state, event)
    draft.rest["suspects"] = None
    if not state.legal_cards():  # no D answers it by these rules
        force_draw(draft, state.turn, state.pending)
        draft.break_chain()
        draft.end_turn()


def _verdict(draft: StateDraft, event: ChallengeVerdict) -> None:
    """Guilty: who played the D draws instead, and the challenger has its turn; else the challenger draws two more.

    Where several D lie in a chain the guilty one draws them all, as whoever failed to answer would have: both books
    speak of one D, for which that is their four and six.  kpgut: "the next player can play any card".
    """
    state = draft.before
    if not state.challenged or state.layer is None or state.seat_index(event.seat) != state.layer:
        raise objections.no_verdict(state, event)
    if event.guilty and not state.suspects:
        raise objections.cannot_be_guilty(state, event)
    draft.break_chain()
    if event.guilty:
        force_draw(draft, state.layer, state.pending, misses=False)
        if state.layer in state.finished:  # it has cards again, so it plays on
            draft.rest["finished"] = tuple(one for one in state.finished if one != state.layer)
        draft.rest["free"] = state.house.rules == "kpgut"
        draft.forget_risk(state.layer)
    else:
        force_draw(draft, state.turn, state.pending + WRONG_MORE)
        draft.end_turn()


def _caught(draft: StateDraft, event: Caught) -> None:
    """Two cards for who had one left and did not say so, until the next card is played.

    The appendix names no end of that time; the book: "until the next player plays cards to the discard pile".
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    if state.at_risk != seat or state.ended:
        raise objections.not_at_risk(state, event)
    draft.rest["at_risk"] = None
    force_draw(draft, seat, MISSED_UNO, misses=False)


def _doubt(draft: StateDraft, event: Doubt) -> None:
    """Kpgut § 14: who doubts a tactical draw wrongly draws four; rightly: a warning, which moves no card."""
    state = draft.before
    seat, of = state.seat_index(event.seat), state.seat_index(event.of)
    people = not state.seats[seat].virtual and not state.seats[of].virtual
    ours = state.house.rules == "kpgut" and people and seat in state.playing and not state.ended
    if not (ours and state.drawn and of == state.turn and seat != of):
        raise objections.no_doubt(state, event)
    draft.tell("doubt", seat=draft.name(seat), of=draft.name(of), right=event.right)
    if not event.right:
        force_draw(draft, seat, WRONG_DOUBT, misses=False)
        draft.forget_risk(seat)


def _penalty(draft: StateDraft, event: Penalty) -> None:
    """Kpgut § 3.1 (helping) and § 10 (cheating, the play itself taken back by undo): cards, and the turn stays."""
    state, seat = draft.before, draft.before.seat_index(event.seat)
    can = seat in state.playing and not state.seats[seat].virtual and not state.challenged
    if not (can and state.started and not state.ended and 1 <= event.count <= MOST_PENALTY):
        raise objections.no_penalty(state, event, MOST_PENALTY)
    draft.tell("penalty", seat=draft.name(seat))
    force_draw(draft, seat, event.count, misses=False)
    draft.forget_risk(seat)
