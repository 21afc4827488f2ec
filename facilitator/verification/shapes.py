"""Shapes of protocols: everything that determines the operations of an attempt, except its numbers of cards.

The certificate proves shapes on small tables, and a table needs shapes for its possible attempts. Both derive
the shapes here, from a form and a layout. A table is covered if the certificate proves every shape that it
needs.

A shape leaves out everything that changes no operation: the number of cards beyond several duels, the equipment
and the language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from facilitator.operations.faces import DECK
from facilitator.protocols.forms import FORMS, Form
from facilitator.protocols.layout import Layout

SEVERAL = 2
"""Largest number of duels, and of cards beyond the first, that shapes distinguish.

Further duels only repeat the same operations.
"""
LOT = "lot"
"""Name that represents a random draw by extra cards in the place of a form."""


class Draws(StrEnum):
    """How many cards an attempt draws if the hand has no playable card."""

    NOTHING = "nothing"
    ONE = "one"
    UNTIL = "until"


class Aspect(StrEnum):
    """Property of an attempt that the certificate proves. The values are part of catalogue keys."""

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
    """Shape of an attempt: the properties that determine its operations.

    Attributes:
        form: Name of the registered form with this protocol, or of the variant if there is none.
        classes: Number of priorities, or 0 if any card may be played.
        sure: Whether every card has a priority, so that a wallet's last look is not read.
        duels: Number of duels, or of cards beyond the first. `SEVERAL` represents all larger numbers.
        draws: Draws without a playable card in the hand.
    """

    form: str
    classes: int = 1
    sure: bool = False
    duels: int = 0
    draws: Draws = Draws.NOTHING

    @classmethod
    def from_layout(cls, form: Form, layout: Layout) -> RunShape:
        """Return the shape of an attempt with a form on a layout."""
        deck = dict(layout.hands).get(DECK, 0)
        draws = Draws.UNTIL if layout.until and deck > 1 else Draws.ONE
        found = cls(
            form.name,
            layout.classes,
            all(any(bits) for _, bits in layout.code),
            int(layout.m) - 1,
            draws if layout.can_draw else Draws.NOTHING,
        )
        return found.simplify_for(form)

    def simplify_for(self, form: Form) -> RunShape:
        """Return the shape without differences that are irrelevant for this form.

        The last look is omitted only in a wallet, if every card has a priority. Only a wallet can play any
        card. In both cases a card is always played, so the seat does not draw.
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
    """Shape of an attempt together with a property that needs a proof. Irrelevant fields are None."""

    aspect: Aspect
    form: str
    classes: int | None = None
    sure: bool | None = None
    duels: int | None = None
    draws: Draws | None = None


def recipe_name(form: Form) -> str:
    """Return the name under which the certificate proves a form's protocol.

    This is the name of the registered form with the same protocol, or the form's own name. A variant that
    differs from its form only in the layouts has the same protocol.
    """
    alike = (
        known.name
        for known in FORMS.values()
        if known.recipe is form.recipe and bool(known.conceals) == bool(form.conceals)
    )
    return form.name if form.name in FORMS else next(alike, form.name)


def shapes_of_run(aspect: Aspect, run: RunShape) -> Iterator[ProtocolShape]:
    """Yield the shapes that the certificate must prove, so that a property of an attempt is proved.

    A shape has only the fields that can make a difference to the property. The other fields keep their
    defaults, so that attempts that differ only in them share a line of the certificate:

    - Two turns in a row: only the first turn counts, because it decides where the cards lie for the second.
    - Cancelling comes before any draw, and a repair before any duel.
    - Recovery from kept columns: nothing counts but the form, because it differs only before the first shuffle.

    If two stages have nothing in common except the cards on the table, each has a shape of its own.
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
