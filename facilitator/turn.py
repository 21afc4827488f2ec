"""One virtual seat's turn: where the public state meets a protocol.

A turn is a short series of runs: a selection; after "none" perhaps a second one; after a black card the
colour lottery.  Each run's outcome becomes public events.  Source: paper §3.2.
"""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.events import Draw, Event, Pass, Play
from facilitator.games import uno
from facilitator.perform import Outcome, Recipe
from facilitator.protocols.layout import Layout, uniform_code
from facilitator.protocols.lottery import colour_lottery
from facilitator.protocols.registry import form_named
from facilitator.state import State
from facilitator.words import DECK, DISCARDS, NONE

COLOUR = "colour"


@dataclass(frozen=True, slots=True)
class Choice:
    """How a table runs its virtual turns: the form, and whether the discard pile joins the layout."""

    form: str
    conceal: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """One run of a virtual turn; ``layout`` is None for the colour lottery, ``chosen`` its black card."""

    seat: str
    form: str
    recipe: Recipe
    layout: Layout | None = None
    chosen: str | None = None
    drawn: bool = False  # the black card was drawn in this turn's run


def plan_selection(state: State, choice: Choice) -> Plan:
    """Return the selection for the virtual seat in turn."""
    layout = layout_of(state, choice.conceal)
    form = form_named(choice.form)
    return Plan(layout.seat, form.name, form.recipe(layout), layout)


def plan_colour(seat: str, outcome: Outcome) -> Plan:
    """Return the colour lottery after a black card (paper §3.2)."""
    recipe = colour_lottery(tuple(uno.COLORS))
    return Plan(seat, COLOUR, recipe, chosen=outcome.card, drawn=outcome.drawn)


def layout_of(state: State, conceal: bool = False) -> Layout:
    """Return the layout for the seat in turn: its hand first, the others clockwise, the unplayed deck last.

    Concealed, the discard pile joins as one more hand and the whole deck is on the table (paper §4, end).
    """
    n = len(state.seats)
    order = [(state.turn + i) % n for i in range(n)]
    hands = [(state.seats[i].name, state.hands[i]) for i in order]
    hands.append((DECK, state.unplayed))
    cards = state.remaining()
    if conceal:
        hands.append((DISCARDS, len(state.discards)))
        cards = state.deck
    code = uniform_code(cards, state.legal_cards())
    return Layout(tuple(hands), cards, code, may_draw=not state.drawn)


def events_of(plan: Plan, outcome: Outcome, state: State) -> tuple[Event, ...] | Plan:
    """Return the public events a finished run amounts to, or the run that must come first.

    After "none" the seat draws once and, unless the form already looked at the drawn card, selects again.
    """
    seat = plan.seat
    if plan.chosen is not None:
        return _with_draw(Play(seat, plan.chosen, outcome.card), plan.drawn)
    if outcome.card is not None:
        if uno.is_black(outcome.card):
            return plan_colour(seat, outcome)
        return _with_draw(Play(seat, outcome.card), outcome.drawn)
    if outcome.drawn:
        return (Draw(seat), Pass(seat))
    return (Pass(seat),) if state.drawn else (Draw(seat),)


def _with_draw(play: Play, drawn: bool) -> tuple[Event, ...]:
    return (Draw(play.seat), play) if drawn else (play,)


def outcome_words(outcome: Outcome) -> str:
    """Return an outcome as the run line writes it: a card, "none", with "drawn" where a card was drawn."""
    said = outcome.card or NONE
    return f"{said}, drawn" if outcome.drawn and outcome.card else said
