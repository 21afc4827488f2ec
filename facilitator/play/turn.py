"""One virtual seat's turn: where the public state meets a protocol.

A turn is a short series of runs: a selection; after "none" perhaps a second one; after a black card the
colour lottery.  Each run's outcome becomes public events.  Source: paper §3.2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from facilitator.games.uno import cards as uno
from facilitator.games.uno.consequences import Kind
from facilitator.games.uno.events import Drew, Event, Pass, Play
from facilitator.games.uno.state import Seat, State, apply, new_game
from facilitator.games.uno.styles import check_style, weights_for
from facilitator.machine.faces import DECK, DISCARDS, NONE
from facilitator.machine.operations import Place
from facilitator.machine.perform import Outcome, Recipe
from facilitator.protocols.forms import CONCEALED, Coding, form_named
from facilitator.protocols.layout import Layout, priority_code, uniform_code, weighted_code
from facilitator.protocols.lottery import colour_lottery

if TYPE_CHECKING:
    from facilitator.table.load import Table

COLOUR = "colour"


@dataclass(frozen=True, slots=True)
class Choice:
    """How a table runs its virtual turns.

    ``form``: the table's form.  ``conceal``: the discard pile joins the layout.  ``styles``: for seats that
    do not play uniformly, a preset or weights by kind of card.
    """

    form: str
    conceal: bool = False
    styles: tuple[tuple[str, str | tuple[tuple[str, int], ...]], ...] = ()

    @classmethod
    def of(cls, table: Table) -> Choice:
        """Return the choice of a table file; raises `CommandError` for a style that weighs no kind of card."""
        styles = []
        for seat in table.virtual:
            check_style(seat.style)
            if seat.style != "uniform":
                own = seat.style if isinstance(seat.style, str) else tuple(seat.style.items())
                styles.append((seat.name, own))
        return cls(table.protocol, table.conceal, tuple(styles))

    @property
    def chains(self) -> bool:
        """Whether virtual turns in a row may go on with the same columns."""
        return form_named(self.form).chains and not self.conceal

    def style(self, seat: str) -> str | dict[str, int]:
        """Return a seat's style."""
        own = dict(self.styles).get(seat, "uniform")
        return own if isinstance(own, str) else dict(own)

    def forms(self) -> list[str]:
        """Return the names of all forms that may come up at this table."""
        own = form_named(self.form)
        found = [own, *([form_named(own.styled)] if self.styles else [])]
        names = [*(form.name for form in found), *(form.single for form in found if form.single)]
        return [CONCEALED[name] if self.conceal else name for name in dict.fromkeys(names)]


@dataclass(frozen=True, slots=True)
class Selection:
    """One run of a virtual turn; ``layout`` is None for the colour lottery, ``chosen`` its black card."""

    seat: str
    form: str
    recipe: Recipe
    layout: Layout | None = None
    chosen: str | None = None
    drawn: int = 0  # how many cards were drawn in the run that chose it
    surface: tuple[tuple[Place, bool], ...] | None = None  # what lies there when a run is given up


def plan_selection(state: State, choice: Choice, standing: bool = False) -> Selection:
    """Return the selection for the virtual seat in turn, in the form that fits its style and its hand.

    ``standing``: the columns of the run before still stand (chained turns).
    """
    layout = replace(layout_of(state, choice.conceal), standing=standing)
    if choice.chains and sum(seat.virtual for seat in state.seats) > 1:
        layout = replace(layout, hands_over=partial(_hands_over, state))
    name, layout = _coded(layout, state, choice)
    form = form_named(CONCEALED[name] if choice.conceal else name)
    return Selection(layout.seat, form.name, form.recipe(layout), layout)


def _hands_over(state: State, outcome: Outcome) -> bool:
    """Whether the next turn is virtual too and can go on with the same layout.

    Only after a played card, and if nobody draws, nobody has won and no deck runs out in between.
    """
    if outcome.card is None or outcome.unseen:
        return False
    seat = state.seats[state.turn].name
    colour = uno.COLORS[0] if uno.is_black(outcome.card) else None  # whichever: the turn passes on alike
    for event in _with_draw(Play(seat, outcome.card, colour), outcome.drawn):
        state, told = apply(state, event)
        if any(consequence.kind not in (Kind.REVERSE, Kind.MISS, Kind.UNO) for consequence in told):
            return False
    return state.seats[state.turn].virtual and state.unplayed_for(state.turn) > 0


def _coded(layout: Layout, state: State, choice: Choice) -> tuple[str, Layout]:
    """Return the form to use, and the layout with that form's kind of code.

    One card needs no weights and no classes: it is played if it may be.
    """
    legal = frozenset(face for face, bits in layout.code if any(bits))
    form, style = form_named(choice.form), choice.style(layout.seat)
    if style != "uniform":
        form = form_named(form.styled)
        weights = weights_for(style, state, layout.cards)
        code = uniform_code(layout.cards, frozenset(face for face, weight in weights.items() if weight))
        if form.single and (layout.m == 1 or max(weights.values()) < 2):
            return form.single, replace(layout, code=code)
        return form.name, replace(layout, code=weighted_code(weights))
    if layout.m == 1 and form.single:
        return form.single, layout
    if form.coding is Coding.CLASSES:
        second = frozenset(face for face in legal if face == "D")
        return form.name, replace(layout, code=priority_code(layout.cards, legal - second, second), classes=2)
    return form.name, layout


def shortcut(state: State, choice: Choice) -> str | None:
    """Return why the outcome is none without a layout, or None where a layout is needed.

    If no card that remains can be valid, everybody can count it.  Only while a card can be drawn from the
    deck: a reshuffle would bring valid cards back.
    """
    layout = layout_of(state, choice.conceal)
    literal = form_named(choice.form).literal
    if literal or state.until or state.drawn or layout.playable or not layout.can_draw:
        return None
    return (
        f"No card that {layout.seat} can hold or draw fits on {state.top}: everybody can count that. "
        f"So {layout.seat} has none, and the drawn card cannot fit either: no layout is needed."
    )


def plan_colour(seat: str, outcome: Outcome) -> Selection:
    """Return the colour lottery after a black card (paper §3.2)."""
    recipe = colour_lottery(tuple(uno.COLORS))
    return Selection(seat, COLOUR, recipe, chosen=outcome.card, drawn=outcome.drawn)


def pool_cards(table: Table) -> tuple[str, ...]:
    """Return the deck that only the virtual seats draw from; empty where everyone draws from one."""
    if table.pool == "shared":
        return ()
    return uno.POOLS[table.pool_deck] if isinstance(table.pool_deck, str) else table.pool_deck


def state_before(table: Table) -> State:
    """Return what is public of a table before its first top card."""
    seats = [Seat(seat.name, seat.virtual) for seat in table.seats]
    return new_game(seats, table.hand_size, pool=pool_cards(table), until=table.draw == "until playable")


def layout_of(state: State, conceal: bool = False) -> Layout:
    """Return the layout for the seat in turn: its hand first, the others clockwise, the unplayed deck last.

    Concealed, the discard pile joins as one more hand and the whole deck is on the table (paper §4, end).
    With a split pool only the pool is laid out: the virtual hands, its deck and, concealed, its own discards.
    """
    n, split = len(state.seats), bool(state.pool)
    order = [(state.turn + i) % n for i in range(n)]
    hands = [(state.seats[i].name, state.hands[i]) for i in order if state.seats[i].virtual or not split]
    hands.append((DECK, state.unplayed_for(state.turn)))
    cards = state.pool_remaining() if split else state.remaining()
    if conceal:
        hands.append((DISCARDS, len(state.discards_from(pool=split))))
        cards = state.pool or state.deck
    code = uniform_code(cards, state.legal_cards())
    return Layout(tuple(hands), cards, code, state.until or not state.drawn, until=state.until)


def events_of(plan: Selection, outcome: Outcome, state: State) -> tuple[Event, ...] | Selection:
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
    drawn = (Drew(seat),) * outcome.drawn
    if state.until:
        return (*drawn, Drew(seat) if state.can_draw_after(outcome.drawn) else Pass(seat))
    return (*drawn, Pass(seat) if state.drawn or drawn else Drew(seat))


def _with_draw(play: Play, drawn: int) -> tuple[Event, ...]:
    return (*((Drew(play.seat),) * drawn), play)


def outcome_words(outcome: Outcome) -> str:
    """Return an outcome as the run line writes it: a card, "none", with "drawn" where it was just drawn."""
    said = outcome.card or NONE
    return f"{said}, drawn" if outcome.drawn and outcome.card else said
