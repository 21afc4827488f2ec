"""What everybody can count, so that nothing is laid out for it."""

from __future__ import annotations

from facilitator.games.due import HandQuestion
from facilitator.games.facts import Facts
from facilitator.machine.faces import DISCARDS
from facilitator.play.question import question_layout
from facilitator.play.turn import TurnPolicy, layout_of, needed
from facilitator.protocols.forms import form_named


def shortcut(state: Facts, choice: TurnPolicy) -> str | None:
    """Return why the outcome is none without a layout, or None where a layout is needed.

    If no card that remains can be valid, everybody can count it.  Only while a card can be drawn from the
    deck: a reshuffle would bring valid cards back.
    """
    need, layout = needed(choice.law, state), layout_of(state, choice)
    literal = form_named(choice.form).literal
    if literal or need.until or need.again or layout.playable or (need.may_draw and not layout.can_draw):
        return None
    lying = choice.law.open_cards(state).get(DISCARDS, ())
    on = f" on {lying[-1]}" if lying else ""
    if not need.may_draw:
        return f"No card that {layout.seat} can hold fits{on}: everybody can count that. No layout is needed."
    return (
        f"No card that {layout.seat} can hold or draw fits{on}: everybody can count that. "
        f"So {layout.seat} has none, and the drawn card cannot fit either: no layout is needed."
    )


def answered(state: Facts, need: HandQuestion, choice: TurnPolicy) -> str:
    """Return why no layout is needed: no card that remains is of these kinds, as everybody can count; or nothing."""
    if question_layout(state, need, choice).playable:
        return ""
    return f"No card that {need.of} can hold is asked for: everybody can count that. No layout is needed."
