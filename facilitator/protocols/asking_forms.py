"""The entries of the asking deck: every fact about them."""

from __future__ import annotations

from facilitator.machine.parts import Part
from facilitator.protocols.asking import asking
from facilitator.protocols.form import UNTIL, Coding, Finding, Form, Proof, Sabotage
from facilitator.protocols.layout import Layout

_TWINS = {
    Sabotage.CODE_SWAPPED: Finding.WRONG,
    Sabotage.DOOR_TOO_MANY: Finding.LEAKS,
}
"""No markers, no bit cards, no backs that go through a scramble with others: what is left to do wrong."""
_TELLS = "how many of the hand were tried"


def _shuffles(layout: Layout) -> int:
    return int(layout.m > 1)


def _extra_cards(_: Layout) -> int:
    return 0


ENTRIES = (
    Form(
        "asking",
        "asking the deck",
        "a printed deck is asked, the quickest of all, but it tells how many cards were tried",
        "ours",
        asking,
        _shuffles,
        _extra_cards,
        suggested=False,
        tells=_TELLS,
        tries=True,
        lays=False,
        coding=Coding.OPEN,
        classed="asking-any",
        draws=True,
        twins=_TWINS,
        fair=frozenset({Part.ASK}),
        proof=Proof(
            sabotaged=((2, 1, 1), (3, 1)),
            until=UNTIL,
            in_a_row=((2, 1, 2),),
            some_in_a_row=((2, 1, 3),),
            void=((1, 1, 2), (2, 1, 1)),
            deep_all=6,
        ),
    ),
    Form(
        "asking-any",
        "asking the deck, any card if none fits",
        "the same for Hearts",
        "ours",
        asking,
        _shuffles,
        _extra_cards,
        offered=False,
        tells=_TELLS,
        tries=True,
        lays=False,
        coding=Coding.ELSE_ANY,
        certain=True,
        classed="asking-any",
        single="asking",
        twins=_TWINS,
        fair=frozenset({Part.ASK}),
        proof=Proof(sabotaged=((3, 1),)),
    ),
)
