"""What the table must do now, and what a person could do: for every rule set of UNO."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facilitator.games.due import Ask, HandQuestion, Lot, Need, Over, Select, ShowHand
from facilitator.games.events import (
    Challenge,
    ChallengeVerdict,
    Drew,
    Event,
    Named,
    Pass,
    Play,
    Round,
    Show,
    Start,
)
from facilitator.games.uno import begins, chain
from facilitator.games.uno import cards as uno
from facilitator.games.uno.state import UnoState
from facilitator.machine.faces import Face


def need(state: UnoState) -> Need:
    """A turn is a person's to type or a virtual seat's to select; chance says who starts."""
    if state.winner is not None:
        return Over((state.seats[state.winner].name,))
    if state.leaving is not None or state.counting:
        return ShowHand(state.name(state.counting[0] if state.counting else state.leaving or 0))
    if not state.started or state.ended:
        return Ask(None)
    seat = state.seats[state.turn]
    if state.challenged:
        accused = state.name(state.layer or 0)
        return (
            HandQuestion(seat.name, accused, frozenset(state.suspects or ()))
            if state.covered
            else Ask(accused)
        )
    if state.naming and seat.virtual:
        return Lot(seat.name, tuple(uno.COLORS))
    if not seat.virtual:
        return Ask(seat.name, state.drawn)
    if chain.may_challenge(state):
        return Lot(seat.name, tuple(uno.COLORS))
    classes = chain.classes(state)
    if state.pending:
        return Select(seat.name, classes)
    return Select(seat.name, classes, state.until or not state.drawn, state.until, state.drawn)


def moves(state: UnoState, hand: Sequence[Face]) -> tuple[Event, ...]:
    """Whoever can play does; with a black card a colour is named, with a 7 that swaps a seat.

    Where D is the last choice nobody plays it before that; where it can be challenged people bluff.
    """
    if not state.started or state.ended or state.naming or state.challenged or state.leaving is not None:
        return _waiting(state, hand)
    name = state.seats[state.turn].name
    held = set(hand[-1:] if state.drawn else hand)
    playable = sorted(held & state.legal_cards(), key=uno.deck_order)
    if state.house.wild_draw_four == "last" and playable != ["D"]:
        playable = [card for card in playable if card != "D"]
    if state.free and set(hand) != {
        "D"
    }:  # kpgut: "can play any card (not Wild+Draw 4, if they have any other cards)"
        playable = [card for card in playable if card != "D"]
    plays = tuple(play for card in playable for play in _plays(state, name, card, hand))
    if state.pending:
        contest = (Challenge(name),) if chain.may_challenge(state) else ()
        return (*plays, Pass(name), *contest)
    if plays:
        return plays
    more = state.can_draw_after(0) if state.until else not state.drawn
    return (Drew(name) if more else Pass(name),)


def _waiting(state: UnoState, hand: Sequence[Face]) -> tuple[Event, ...]:
    """What may come while no turn is taken: a beginning, a hand shown, a colour, what a look at a hand showed."""
    if state.counting or state.leaving is not None:
        seat = state.counting[0] if state.counting else state.leaving or 0
        return (Show(state.name(seat), tuple(hand)),)
    if state.ended:
        return (Round(state.round + 1),)
    if not state.started and not state.house.first_card:
        return tuple(Start(None, seat.name) for seat in state.seats)
    if not state.started:
        fit = [card for card in uno.KINDS if begins.may_lie_first(card, state.house)]
        return tuple(Start(card, seat.name) for card in fit for seat in state.seats)
    if state.naming:
        return tuple(Named(state.name(state.turn), color) for color in uno.COLORS)
    guilty = bool(set(hand) & set(state.suspects or ()))
    return (ChallengeVerdict(state.name(state.layer or 0), guilty),)


def _plays(state: UnoState, name: str, card: Face, hand: Sequence[Face]) -> Iterator[Play]:
    """One card in every way it can be played: what is named with it, whom it swaps with, what goes along."""
    along = [other for other in hand if other[0] == card[0]]
    along.remove(card)
    several = [()] if not along or state.drawn or not state.house.several else [(), tuple(along)]
    swaps = state.house.seven_zero and card[0] == "7"
    others = [state.name(i) for i in state.playing if i != state.turn]
    for more in several:
        to = others if swaps and len(hand) > 1 + len(more) else [None]
        for color in uno.COLORS if uno.is_black(card) else (None,):
            for other in to:
                yield Play(name, card, color, more, other)
