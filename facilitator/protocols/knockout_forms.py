"""The entries of the knockout and its variants: every fact about them."""

from __future__ import annotations

from dataclasses import replace

from facilitator.protocols.form import (
    CONCEALED_BACK,
    PUT_RIGHT,
    TWINS,
    UNTIL,
    Coding,
    Finding,
    Form,
    Proof,
    Sabotage,
    Sizes,
    twins_without,
)
from facilitator.protocols.knockout import knockout, knockout_any, knockout_tree, question, weighted_knockout
from facilitator.protocols.layout import Layout

_IN_DUELS = {Sabotage.DUEL_CROSSED: Finding.WRONG, Sabotage.WRONG_ONE: Finding.WRONG}
_DUEL_TWINS = {**TWINS, **_IN_DUELS}


def _knockout_cards(layout: Layout) -> int:
    return (2 * layout.classes + 1) * layout.k + (2 if layout.m > 1 else 0)


def _ticket_cards(layout: Layout) -> int:
    tickets = layout.m * layout.pairs
    return (1 + 2 * layout.pairs) * layout.k + tickets + (2 if tickets > 1 else 0)


_PARTLY: tuple[tuple[Sizes, tuple[int, ...]], ...] = tuple(
    (sizes, (0, 2)) for sizes in ((2, 1, 2), (3, 1, 1), (4, 1))
)


def _tables(
    *sizes: Sizes,
    give_up: tuple[Sizes, ...] = ((2, 1, 1),),
    until: tuple[Sizes, ...] = (),
    sabotaged: tuple[Sizes, ...] = ((3, 1),),
) -> Proof:
    """A variant's proof: these tables and no others."""
    partly = tuple((one, None) for one in sizes)
    return Proof(largest=0, partly=partly, give_up=give_up, until=until, sabotaged=sabotaged)


_IN_A_ROW = ((2, 1, 2),)
_LARGER_IN_A_ROW = ((2, 1, 3),)
"""Here the second turn, too, has something to hide that the outcomes do not tell."""
_CHAINED = ((1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 2, 0))
_VOID = ((1, 1, 2), (2, 1, 1))
_CONCEALED = Proof(largest=3, give_up=CONCEALED_BACK, void=CONCEALED_BACK)
_KNOCKOUT = Form(
    "knockout",
    "knockout selection",
    "the same few sentences for every card",
    "ours; duels are conditional swaps of whole piles",
    knockout,
    lambda layout: layout.classes * (layout.m - 1) + 2,
    _knockout_cards,
    draws=True,
    chains=True,
    twins=_DUEL_TWINS,
    proof=Proof(
        largest=4,
        partly=_PARTLY,
        sabotaged=((2, 1, 1), (3, 1)),
        give_up=((2, 1, 1), (3, 1)),
        until=UNTIL,
        chained=_CHAINED,
        in_a_row=_IN_A_ROW,
        some_in_a_row=_LARGER_IN_A_ROW,
        void=_VOID,
        several=((2, 1, 1), (2, 2), (3, 1), (3, 0)),
        put_right=PUT_RIGHT,
        deep_all=5,
        deep=(((2, 2, 2), (0, 2)), ((3, 1, 2), (0, 2))),
    ),
    concealed_proof=_CONCEALED,
)
_WEIGHTED_KNOCKOUT = Form(
    "weighted-knockout",
    "knockout selection with weights",
    "knockout, a card chosen as often as it weighs",
    "ours; the paper's future work (§6)",
    weighted_knockout,
    lambda layout: layout.m * layout.pairs + 2,
    _ticket_cards,
    offered=False,
    played=False,
    coding=Coding.WEIGHTS,
    single="knockout",
    draws=True,
    twins=_DUEL_TWINS,
    proof=Proof(
        largest=3,
        partly=(((3, 1), (0, 2, 4)),),
        until=UNTIL,
        chained=((1, 2, 1),),
        void=_VOID[:1],
        put_right=PUT_RIGHT,
    ),
    concealed_proof=Proof(largest=3, give_up=CONCEALED_BACK, void=CONCEALED_BACK, sabotaged=((2, 1),)),
)
CHALLENGE = "challenge"
"""The name of the form that settles a challenge."""
_CHALLENGE = replace(
    _KNOCKOUT,
    name=CHALLENGE,
    title="a challenge settled: one question to a hand",
    about="whether a hand holds such a card, and nothing else",
    recipe=question,
    shuffles=lambda layout: layout.m + 1,
    offered=False,
    suggested=False,
    asks=True,
    classed="",
    draws=False,
    chains=False,
    twins={
        **twins_without(Sabotage.FIXED_DRAW),
        **_IN_DUELS,
        # no card of the hand is ever shown, so nobody learns which of its places a pile came from
        Sabotage.MARKERS_TOLD_APART: Finding.HARMLESS,
        Sabotage.CHAMPION_SHOWN: Finding.LEAKS,
        Sabotage.HAND_PAIRS_SHOWN: Finding.LEAKS,
    },
    concealed_proof=Proof(largest=3, give_up=CONCEALED_BACK, sabotaged=((2, 1),)),
    proof=Proof(
        largest=4,
        partly=_PARTLY,
        sabotaged=((2, 1, 1), (3, 1)),
        give_up=((2, 1, 1), (3, 1)),
        deep_all=5,
        deep=(((2, 2, 2), (0, 2)), ((3, 1, 2), (0, 2))),
    ),
)
ENTRIES = (_KNOCKOUT, _WEIGHTED_KNOCKOUT, _CHALLENGE)
"""The forms."""
VARIATIONS = (
    replace(
        _KNOCKOUT,
        name="knockout-tree",
        title="knockout selection in rounds",
        played=False,
        twins=_IN_DUELS,
        recipe=knockout_tree,
        extra_cards=lambda layout: 3 * layout.k + 2 * (layout.m // 2),
        chains=False,
        proof=_tables((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 1), give_up=((2, 1, 1), (3, 1))),
    ),
    replace(
        _KNOCKOUT,
        name="knockout-any",
        title="knockout selection, any card if none fits",
        recipe=knockout_any,
        chains=False,
        draws=False,
        certain=True,
        # nobody ever reads the 1 that was laid
        twins={**_IN_DUELS, Sabotage.WRONG_ONE: Finding.HARMLESS},
        proof=_tables((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 0)),
    ),
    replace(
        _KNOCKOUT,
        name="knockout-2-classes",
        title="knockout selection in 2 classes",
        twins=_IN_DUELS,
        coding=Coding.CLASSES,
        proof=_tables(
            (1, 1, 1),
            (2, 1, 1),
            (3, 1),
            (2, 3),
            give_up=((2, 1, 1), (3, 1)),
            until=UNTIL,
            sabotaged=((2, 3),),
        ),
    ),
    replace(
        _KNOCKOUT,
        name="knockout-3-classes",
        title="knockout selection in 3 classes",
        twins=_IN_DUELS,
        coding=Coding.CLASSES,
        levels=3,
        proof=_tables((1, 1, 1), (2, 1, 1), (3, 1), sabotaged=()),
    ),
    replace(
        _WEIGHTED_KNOCKOUT,
        name="weighted-knockout-3",
        title="knockout selection with weights up to 3",
        levels=3,
        proof=_tables((1, 1), (2, 1), (2, 1, 1), give_up=(), sabotaged=()),
    ),
)
"""What the knockout is besides: a layout or a recipe beside the form's."""
