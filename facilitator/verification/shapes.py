"""Shapes of protocols: properties of an attempt that determine its operations.

The certificate proves shapes with small numbers of cards. A table needs the shapes of its possible attempts,
and is covered if the certificate proves all of them.

Shapes do not include properties that change no operation: equipment, language, and numbers of cards beyond
several duels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from facilitator.operations.faces import DECK
from facilitator.protocols.forms import FORMS, Form
from facilitator.protocols.layout import Layout

SEVERAL = 2
"""Number of duels that represents all larger numbers, because further duels only repeat the same operations."""
LOT = "lot"
"""Name used instead of a form for a random draw."""


class Draws(StrEnum):
    """Number of cards that an attempt draws if the hand has no playable card."""

    NOTHING = "nothing"
    ONE = "one"
    UNTIL = "until"


class Aspect(StrEnum):
    """Property of an attempt that the certificate proves. The values are parts of message keys."""

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
    """Properties that determine the operations of an attempt.

    Attributes:
        form: Name of the registered form with this protocol, or of a variant.
        classes: Number of priorities, or 0 if any card may be played.
        sure: Whether every card has a priority, so that a wallet's last look is not read.
        duels: Number of duels. `SEVERAL` represents all larger numbers.
        draws: Number of cards drawn if the hand has no playable card.
    """

    form: str
    classes: int = 1
    sure: bool = False
    duels: int = 0
    draws: Draws = Draws.NOTHING

    @classmethod
    def from_layout(cls, form: Form, layout: Layout) -> RunShape:
        """Return the shape of an attempt with this form and layout."""
        deck = dict(layout.hands).get(DECK, 0)
        draws = Draws.UNTIL if layout.until and deck > 1 else Draws.ONE
        sure, draws = all(any(bits) for _, bits in layout.code), draws if layout.can_draw else Draws.NOTHING
        return cls(form.name, layout.classes, sure, int(layout.m) - 1, draws).simplify_for(form)

    def simplify_for(self, form: Form) -> RunShape:
        """Return the shape with only the properties that change this form's operations."""
        sure = not form.columns and self.classes != 1 and (self.sure or not self.classes)
        draws = Draws.NOTHING if sure or not form.draws else self.draws
        return RunShape(recipe_name(form), self.classes, sure, min(self.duels, SEVERAL), draws)


@dataclass(frozen=True, slots=True)
class ProtocolShape:
    """Statement to prove: an aspect of all attempts with certain properties.

    Attributes:
        aspect: Property of the attempts that the certificate proves.
        form: Name of the form, as in `RunShape`.
        classes: Number of priorities, as in `RunShape`. None, here and below, means any value.
        sure: Whether every card has a priority.
        duels: Number of duels.
        draws: Number of cards drawn if the hand has no playable card.
    """

    aspect: Aspect
    form: str
    classes: int | None = None
    sure: bool | None = None
    duels: int | None = None
    draws: Draws | None = None


def recipe_name(form: Form) -> str:
    """Return the name under which the certificate proves a form's protocol.

    Variants that use a registered form's protocol have this form's name.
    """
    same = [known for known in FORMS.values() if known.recipe is form.recipe]
    alike = (known.name for known in same if bool(known.conceals) == bool(form.conceals))
    return form.name if form.name in FORMS else next(alike, form.name)


def shapes_of_run(aspect: Aspect, run: RunShape) -> Iterator[ProtocolShape]:
    """Yield the shapes to prove for one aspect of an attempt.

    Fields that make no difference for the aspect are None, so that one proof covers several attempts:

    - Two turns in a row: only the first turn counts, because it determines the card positions for the second.
    - Cancelling: the number of draws does not count, because an attempt can be cancelled only before a draw.
    - Repairs: the number of duels does not count, because an attempt can be repaired only before the duels.
    - Recovery from kept columns: only the form counts. Recoveries differ only before the first shuffle.

    Some aspects have two shapes, one for the duels and one for the draws. These stages have only the cards on the
    table in common, so two proofs cover every combination.
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
