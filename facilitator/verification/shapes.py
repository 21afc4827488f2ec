"""Shapes of protocols: everything that decides the operations of a run except its numbers of cards.

The certificate proves shapes on small tables, and a table needs shapes for the runs that it can come to. Both work
them out here, from a form and a layout, so a table is covered if the certificate proves every shape it needs.

A shape leaves out what changes no operation: the number of cards beyond several duels, the equipment, the language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from facilitator.operations.faces import DECK
from facilitator.protocols.forms import FORMS, Form
from facilitator.protocols.layout import Layout

SEVERAL = 2
"""Number of duels (or of cards beyond the first) from which on one more repeats the same operations."""
LOT = "lot"
"""What stands for the form of a random draw by extra cards."""


class Draws(StrEnum):
    """What follows in the run if no card of the hand is playable."""

    NOTHING = "nothing"
    ONE = "one"
    UNTIL = "until"


class Aspect(StrEnum):
    """What is proved of a run. The words are keys of the catalogue."""

    TURN = "turn"
    FIRST_LINKED = "first-linked"
    SECOND_LINKED = "second-linked"
    TWO_TURNS = "two-turns"
    GIVE_UP = "give-up"
    GIVE_UP_LINKED = "give-up-linked"
    VOID = "void"
    VOID_LATER = "void-later"
    PUT_RIGHT = "put-right"
    DRAW_LOTS = "lot"


@dataclass(frozen=True, slots=True)
class RunShape:
    """What decides the operations of one run.

    Attributes:
        form: Name of the registered form that performs it, or of the variant if no registered form does.
        classes: Number of priority classes that are looked for; 0 if any card may be played.
        sure: Whether every card is of some class, so that a wallet's last look is not read.
        duels: Number of duels, or of cards beyond the first; `SEVERAL` stands for all larger numbers.
        draws: What follows if no card of the hand is playable.
    """

    form: str
    classes: int = 1
    sure: bool = False
    duels: int = 0
    draws: Draws = Draws.NOTHING

    @classmethod
    def from_layout(cls, form: Form, layout: Layout) -> RunShape:
        """Return the shape of a form's run on a layout."""
        deck = dict(layout.hands).get(DECK, 0)
        draws = Draws.UNTIL if layout.until and deck > 1 else Draws.ONE
        found = cls(
            form.name,
            layout.classes,
            all(any(bits) for _, bits in layout.code),
            int(layout.m) - 1,
            draws if layout.can_draw else Draws.NOTHING,
        )
        return found.normalised(form)

    def normalised(self, form: Form) -> RunShape:
        """Return the shape without differences that change no operation of this form.

        Only a wallet skips its last look if every card is of some class, and only a wallet plays any card. Then
        nothing is drawn, because a card is always played.
        """
        sure = not form.columns and self.classes != 1 and (self.sure or not self.classes)
        ends = sure or not form.draws
        return RunShape(
            recipe_name(form),
            self.classes,
            sure,
            min(self.duels, SEVERAL),
            Draws.NOTHING if ends else self.draws,
        )


@dataclass(frozen=True, slots=True)
class ProtocolShape:
    """One thing to prove of a run. A field is None if it makes no difference to what is proved."""

    aspect: Aspect
    form: str
    classes: int | None = None
    sure: bool | None = None
    duels: int | None = None
    draws: Draws | None = None


def recipe_name(form: Form) -> str:
    """Return the name of the registered form with the same recipe; the form's own name if there is none.

    A variant that differs only in its layouts is the same protocol as its form.
    """
    alike = (
        known.name
        for known in FORMS.values()
        if known.recipe is form.recipe and bool(known.conceals) == bool(form.conceals)
    )
    return form.name if form.name in FORMS else next(alike, form.name)


def shapes_of_run(aspect: Aspect, run: RunShape) -> Iterator[ProtocolShape]:
    """Yield what is to be proved of a run under one aspect, without the fields that make no difference there.

    Of two turns in a row, the run is the first: what matters is how it leaves the cards.
    Giving up ends before anything is drawn. Repairs are made before any duel. The way back from columns that were
    left standing differs only up to the first scramble, which comes before anything else. If several fields count
    for two stages that exchange nothing but cards on the table, each is proved apart from the others.
    """
    whole = ProtocolShape(aspect, run.form, run.classes, run.sure, run.duels, run.draws)
    match aspect:
        case Aspect.TURN:
            yield whole
        case Aspect.GIVE_UP:
            yield replace(whole, sure=run.sure and run.classes < SEVERAL + 1, draws=None)
        case Aspect.VOID_LATER:
            yield replace(whole, draws=None)
        case Aspect.GIVE_UP_LINKED | Aspect.DRAW_LOTS:
            yield ProtocolShape(aspect, run.form)
        case Aspect.PUT_RIGHT:
            yield ProtocolShape(aspect, run.form, run.classes)
        case Aspect.TWO_TURNS:
            yield ProtocolShape(aspect, run.form, classes=run.classes)
            yield ProtocolShape(aspect, run.form, duels=run.duels)
        case Aspect.VOID | Aspect.FIRST_LINKED | Aspect.SECOND_LINKED:
            yield replace(whole, draws=None)
            yield replace(whole, duels=None)
