"""Which kinds of run the turns of a seat may need: by its table's form, its style, the classes of its game."""

from __future__ import annotations

from dataclasses import replace

from facilitator.play.opening import OpeningTurn
from facilitator.play.shapes import FITTING, Shape, classes, classes_words, pairs_words
from facilitator.play.turn import UNIFORM, TurnPolicy, classed, in_order
from facilitator.protocols.forms import CONCEALED, Coding, form_named


def kinds_of_run(choice: TurnPolicy, first: OpeningTurn) -> tuple[Shape, ...]:
    """Return the kinds of run of a seat, that of its first turn first."""
    own, style, styles = form_named(choice.form), choice.style(first.plan.seat), choice.law.styles
    number = choice.law.most_classes(first.state)
    if styles is not None and style != UNIFORM:
        own = in_order(own)
        number *= len(styles.ordered(style, first.state))
    found = [Shape(own, own.coding, FITTING, pairs_words(1))]
    if number > 1 and own.classed:
        form = classed(own)
        coding = Coding.ELSE_ANY if form.coding is Coding.ELSE_ANY else Coding.CLASSES
        top = 2 if coding is Coding.ELSE_ANY else number
        found += [Shape(form, coding, classes(n), pairs_words(n)) for n in range(2, top + 1)]
        if coding is Coding.ELSE_ANY:  # one pair is laid, or none
            found = [replace(one, words=classes_words(len(one.patterns[0]))) for one in found]
    hidden = (replace(one, form=form_named(CONCEALED[one.form.name])) for one in found)
    shapes = tuple(hidden) if choice.conceal else tuple(found)
    pairs = first.plan.layout.pairs if first.plan.layout else 1
    return tuple(sorted(shapes, key=lambda one: len(one.patterns[0]) != pairs))
