"""How a game or a hand begins: the card turned over and what it does, the colour named for it, a new deal.

Rules: "official", How to play and Functions of the Action Cards; kpgut, "Starting the Game".
"""

from __future__ import annotations

from facilitator.games.events import Named, Round, Start
from facilitator.games.motions import Mixed, Moved
from facilitator.games.uno import cards as uno
from facilitator.games.uno import objections, refusals
from facilitator.games.uno.draft import StateDraft, check_copies, force_draw
from facilitator.games.uno.options import UnoOptions
from facilitator.machine.faces import DISCARDS

FIRST_DECK = 0
"""The first top card is of this deck: never of the virtual seats' own."""


def may_lie_first(card: str, house: UnoOptions) -> bool:
    """Tell whether a card turned over may stay: with effects, all but D, which "is returned to the deck"."""
    return card != "D" if house.first_effects else not uno.is_black(card)


def start(draft: StateDraft, event: Start) -> None:
    """Begin: ``first`` is the seat to the left of the dealer, or kpgut's youngest, who needs no card to begin on."""
    state = draft.before
    if state.started:
        raise refusals.already_started(event)
    card, first = event.card, state.seat_index(event.first)
    draft.turn = first
    if not state.house.first_card:
        if card is not None:
            raise objections.no_card_turned(event)
        draft.rest["opened"] = True
        draft.tell("started")
        return
    if card is None:
        raise refusals.no_first_card(event)
    if not may_lie_first(card, state.house):
        raise refusals.black_start(card)
    check_copies(state, card, FIRST_DECK)
    draft.unplayed[FIRST_DECK] -= 1
    draft.lay(card, FIRST_DECK)
    draft.tell("started", Moved(state.decks[FIRST_DECK].zone, DISCARDS, 1, (card,)))
    draft.color = uno.color_of(card)
    if state.house.first_effects:
        _do_first(draft, card)


def _do_first(draft: StateDraft, card: str) -> None:
    """What the appendix says of each card "turned up at the beginning of play"."""
    effect = uno.effect(card)
    if effect.reverse:  # "the dealer goes first, then play moves to the right instead of the left"
        draft.turn = (draft.turn - 1) % len(draft.hands)
        draft.direction = -1
        draft.tell("reverse", clockwise=False)
    elif effect.draws:  # "the same rule applies"
        force_draw(draft, draft.turn, effect.draws)
        draft.end_turn()
    elif effect.misses:  # "the player to the left of that player commences play"
        draft.tell("miss", seat=draft.name(draft.turn))
        draft.end_turn()
    elif (
        effect.names_color
    ):  # "the person to the left of the dealer determines the color, which continues play"
        draft.rest["naming"] = True
        draft.tell("naming", seat=draft.name(draft.turn))


def name_color(draft: StateDraft, event: Named) -> None:
    """Let the first seat name the colour of the wild that was turned over."""
    state = draft.before
    if not state.naming or state.seat_index(event.seat) != state.turn:
        raise objections.nothing_to_name(state, event)
    if event.named not in uno.COLOR_WORDS:
        raise objections.name_missing(event)
    draft.color = event.named
    draft.rest["naming"] = False
    draft.tell("named", seat=event.seat, color=event.named)


def next_round(draft: StateDraft, event: Round) -> None:
    """Gather all cards and deal the next hand of a match."""
    state = draft.before
    if not state.ended or state.counting or state.winner is not None or event.number != state.round + 1:
        raise objections.no_round(state, event)
    deck, names = state.decks[0], [seat.name for seat in state.seats]
    size, n = state.hand_size, len(names)
    gather = Mixed((*names, DISCARDS), deck.zone)
    deals = tuple(Moved(deck.zone, name, size) for name in names)
    draft.tell("round", gather, *deals, number=event.number, hand_size=size)
    draft.hands, draft.unplayed[0] = [size] * n, len(deck.cards) - size * n
    draft.discards, draft.origin, draft.color = (), (), None
    draft.turn, draft.direction, draft.drawn = 0, 1, False
    draft.rest |= {
        "round": event.number,
        "ended": False,
        "shown": (),
        "pending": 0,
        "suspects": None,
        "at_risk": None,
        "held": (),
        "layer": None,
    }
