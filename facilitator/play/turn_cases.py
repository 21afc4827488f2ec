"""Kinds of attempts that a table's virtual turns may need.

The kinds depend on conditions that are known before an attempt: the number of priority classes, the hand
size, the permission to draw, and linked turns. `virtual_turn` determines these conditions for a single turn.
This module lists all possible conditions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, product
from typing import Any

from facilitator.games.rules import QuickReference, Rules
from facilitator.i18n.catalogue import sentence
from facilitator.operations.faces import Face
from facilitator.operations.steps import Factor
from facilitator.play.turn_starts import OpeningTurn
from facilitator.play.virtual_turn import TurnPolicy, classes_asked, form_for
from facilitator.protocols.forms import Coding, Form, get_form
from facilitator.protocols.layout import Layout
from facilitator.table_files.load import Table
from facilitator.table_files.model import get_masks, state_before

Bits = tuple[int, ...]

SEVERAL_CARDS, ONE_CARD = "m > 1", "m = 1"
HANDS = {SEVERAL_CARDS: 5, ONE_CARD: 1}
"""Examples of hand sizes that need different steps."""


def get_factor_values(layout: Layout) -> dict[Factor, str]:
    """Return the properties of a turn that depend on the card layout.

    The values are message keys or formulas, for example ``fact.draws`` for `Factor.DRAW`.
    """
    return {
        Factor.HAND: ONE_CARD if layout.m == 1 else SEVERAL_CARDS,
        Factor.DRAW: "fact.draws" if layout.may_draw else "fact.no_draw",
        Factor.BEFORE: "fact.stand" if layout.are_columns_kept else "fact.laid",
        Factor.AFTER: "fact.given_back" if layout.hands_over is None else "fact.stay",
    }


def render_fact(fact: str) -> str:
    """Return the text for a value of a factor, such as ``fact.draws``."""
    key, _, number = fact.partition(" ")
    if not key.startswith("fact."):
        return fact
    return sentence(key, n=int(number)) if number else sentence(key)


@dataclass(frozen=True, slots=True)
class Shape:
    """Kind of attempt. All attempts of a kind have the same steps.

    Attributes:
        form: Form of the attempt.
        coding: Meaning of the bits.
        patterns: Bits that a card can have.
        words: Number of priority classes, as a value of `Factor.CLASSES`, such as ``fact.pairs 2``.
        hands: Hand sizes for which a turn may use this kind: `SEVERAL_CARDS`, `ONE_CARD`, or both.
    """

    form: Form
    coding: Coding
    patterns: tuple[Bits, ...]
    words: str
    hands: frozenset[str] = frozenset(HANDS)


def encode_pairs(pairs: int) -> str:
    """Return a number of bit pairs per card as text, such as ``fact.pairs 2``."""
    return " ".join(("fact.pairs", str(pairs)))


def masks_fact(patterns: Sequence[Bits]) -> str:
    """Return the value of `Factor.CLASSES` for a printed deck, such as ``fact.masks 2`` for two masks.

    Each priority class has a mask. If every card belongs to one of several classes, the last class needs none.

    Args:
        patterns: Bits that a card can have, with one bit for each class.
    """
    classes, every = len(patterns[0]), all(any(bits) for bits in patterns)
    masks = classes - (every and classes > 1)
    if not masks:
        return "fact.any_card"
    return " ".join(("fact.masks.else_any" if masks < classes else "fact.masks", str(masks)))


def shapes_of(policy: TurnPolicy, first: OpeningTurn) -> tuple[Shape, ...]:
    """Return the kinds of attempts for a seat. The first turn's kind comes first."""
    seat, rules = first.plan.seat, policy.rules
    own = form_for(policy, seat, 1)
    orders = rank_classes(rules, rules.make_quick_reference(first.state), policy.style(seat))
    number = max(map(len, orders.values()))
    found = [Shape(own, own.coding, ((1,), (0,)), encode_pairs(1))]
    if number > 1 and own.classed:
        form = form_for(policy, seat, number)
        if form.coding is Coding.PLAYABLE_FIRST:  # each card has a single pair or no pair
            found[0] = replace(found[0], words="fact.one_class")
            found.append(Shape(form, form.coding, _class_bits(2), "fact.two_classes"))
        else:
            found += [
                Shape(form, Coding.CLASSES, _class_bits(n), encode_pairs(n), frozenset((SEVERAL_CARDS,)))
                for n in range(2, number + 1)
            ]
    pairs = int(first.plan.layout.pairs) if first.plan.layout else 1
    return tuple(sorted(found, key=lambda shape: len(shape.patterns[0]) != pairs))


def rank_classes(
    rules: Rules[Any], reference: QuickReference, style: str
) -> dict[int, list[frozenset[Face]]]:
    """Return the priority classes of a style, best class first.

    The keys are hand sizes. The classes apply to hands with at least this number of cards.
    """
    ranks = range(max(len(classes) for _, classes in reference.rows))
    best = [
        {*chain(*(cards for _, classes in reference.rows for cards in classes[n : n + 1]))} for n in ranks
    ]
    orders = rules.about.styles.get(style, {1: (frozenset(chain(*best)),)})
    return {
        least: [frozenset(cards & also) for cards in best for also in liked if cards & also]
        for least, liked in orders.items()
    }


def printed_shapes(table: Table, policy: TurnPolicy, first: OpeningTurn) -> tuple[Shape, ...]:
    """Return the kinds of attempts for a seat with a printed deck. The most frequent kind comes first.

    The result covers all top cards, with every subset of each top card's priority classes.
    """
    rules, masks, form = policy.rules, get_masks(table), get_form(policy.form)
    assert rules.about.tops is not None  # a printed deck requires top cards
    states = (first.state, *rules.about.tops.list_situations(state_before(table)))
    found_classes = (masks.find_classes(rules, at) for at in states)
    asked = (tuple(state is not None for state, _ in classes) for classes in found_classes if classes)
    found: dict[tuple[Bits, ...], set[str]] = {}
    for masked, _ in Counter(asked).most_common():
        for hand, bits in _iter_class_bits(masked):
            found.setdefault(bits, set()).add(hand)
    return tuple(
        Shape(form, form.coding, bits, masks_fact(bits), frozenset(hands)) for bits, hands in found.items()
    )


def _iter_class_bits(masked: Sequence[bool]) -> Iterator[tuple[str, tuple[Bits, ...]]]:
    """Return the hand sizes, each with the bits for every subset of a top card's priority classes.

    Args:
        masked: For each class, whether the class needs a mask.
    """
    left = (some for n in range(len(masked), 0, -1) for some in combinations(range(len(masked)), n))
    for some, (hand, m) in product(left, HANDS.items()):
        ranks = classes_asked(masked, some, m)
        yield hand, _class_bits(len(ranks))[: len(ranks) + all(masked)] if ranks else ((),)


def _class_bits(count: int) -> tuple[Bits, ...]:
    """Return the bits for the cards of each class, and finally the bits for all other cards.

    >>> _class_bits(2)
    ((1, 0), (0, 1), (0, 0))
    """
    return (*(tuple(int(i == n) for i in range(count)) for n in range(count)), (0,) * count)
