"""A question to a hand: the run that settles what a virtual seat, or nobody, may look at."""

from __future__ import annotations

from facilitator.games.due import HandQuestion
from facilitator.games.facts import Facts
from facilitator.play.turn import Selection, TurnPolicy, laid_out
from facilitator.protocols.forms import CHALLENGE, CONCEALED, form_named
from facilitator.protocols.layout import Layout, uniform_code


def plan_question(state: Facts, need: HandQuestion, choice: TurnPolicy) -> Selection:
    """Return the run that asks a covered hand whether it holds one of some kinds."""
    layout = question_layout(state, need, choice)
    form = form_named(CONCEALED[CHALLENGE] if choice.conceal else CHALLENGE)
    return Selection(need.seat, form.name, form.recipe(layout), layout)


def question_layout(state: Facts, need: HandQuestion, choice: TurnPolicy) -> Layout:
    """Return the layout of a question: the hand that is asked first, the others clockwise, the unplayed deck last."""
    hands, cards = laid_out(state, choice, need.of)
    return Layout(hands, cards, uniform_code(cards, need.kinds), may_draw=False)
