"""Which kinds of run the turns of a seat may need: by its table's form, its style, the classes of its game."""

from __future__ import annotations

from dataclasses import replace

from facilitator.play.opening import Opening
from facilitator.play.shapes import FITTING, Shape, classes, classes_words, pairs_words, weights
from facilitator.play.turn import UNIFORM, Choice, classed
from facilitator.protocols.forms import CONCEALED, Coding, form_named


def kinds_of_run(choice: Choice, first: Opening) -> tuple[Shape, ...]:
    """Return the kinds of run of a seat, that of its first turn first."""
    own, style, styles = form_named(choice.form), choice.style(first.plan.seat), choice.law.styles
    cards = first.plan.layout.cards if first.plan.layout else ()
    found = []
    if styles is not None and not isinstance(style, str):
        form = form_named(own.styled)
        levels = {styles.most(style, first.state, (face,)) for face in cards}
        found += [Shape(form, form.coding, bits, pairs_words(len(bits[0]))) for bits in weights(levels)]
        found.append(Shape(form_named(form.single or form.name), Coding.FITS, FITTING, pairs_words(1)))
    else:
        if styles is not None and style != UNIFORM and not own.orders:
            own = form_named(form_named(own.styled).single)
        number = choice.law.most_classes(first.state)
        if styles is not None and style != UNIFORM:
            number *= len(styles.ordered(str(style), first.state))
        found.append(Shape(own, own.coding, FITTING, pairs_words(1)))
        if number > 1 and own.classed:
            form = classed(own)
            coding = Coding.ELSE_ANY if form.coding is Coding.ELSE_ANY else Coding.CLASSES
            top = 2 if coding is Coding.ELSE_ANY else number
            found += [Shape(form, coding, classes(n, form.lays), pairs_words(n)) for n in range(2, top + 1)]
            if coding is Coding.ELSE_ANY:  # one pair is laid, or none
                found = [replace(one, words=classes_words(len(one.patterns[0]))) for one in found]
    hidden = (replace(one, form=form_named(CONCEALED[one.form.name])) for one in found)
    shapes = tuple(hidden) if choice.conceal else tuple(found)
    pairs = first.plan.layout.pairs if first.plan.layout else 1
    return tuple(sorted(shapes, key=lambda one: len(one.patterns[0]) != pairs))
