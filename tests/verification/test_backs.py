"""Backs that have a way up: how well they can be read, and that the verifier sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial

import pytest

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Op, Place, Row
from facilitator.operations.effects import Faces
from facilitator.operations.faces import BETA, ZERO, add_scratches
from facilitator.operations.perform import Recipe
from facilitator.operations.purposes import Part
from facilitator.protocols.forms import example_layout, get_certified_forms
from facilitator.protocols.layout import flat
from facilitator.verification.cases import deals
from facilitator.verification.faulty import scratch_a_persons_cards
from facilitator.verification.substitution import change_protocol
from facilitator.verification.verifier import Case, Sight, Verifier, views_of

SIZES = (2, 1, 1)

# ----------------------------------------------------------------------------------------------------
# One-way backs laid at random: every card lies one way up or the other, as chance has it, and everyone sees which.
#
# A scramble turns no card, so a way up seen in front of its owner is seen again beside its face.


_WAY = "way up"
"""Where a coin of two bit cards lies for each column: β first, and the column's card lies the other way up."""


def _coin(number: int) -> Row:
    """The two bit cards of a column's coin."""
    return Place(_WAY, number, 1), Place(_WAY, number, 2)


def thrown(op: Op) -> tuple[Op, ...]:
    """Do ``op``, and let chance say, for all to see, which way up each card lies that was laid out by it.

    A coin a card: two bit cards swapped unseen, of which the left one is turned over.  It tells nothing itself.
    """
    if not isinstance(op, ops.LayHand):
        return (op,)
    coins = [_coin(place.number) for place in op.places]
    return (
        op,
        ops.Scramble(tuple((place,) for place in op.places)),  # a hand is held in any order
        ops.Put(flat(coins), ZERO * len(coins)),
        ops.Cover(flat(coins)),
        *map(ops.Scramble, (((left,), (right,)) for left, right in coins)),
        ops.Reveal(tuple(left for left, _ in coins)),
        ops.Move(op.places, op.places),
        ops.Collect(flat(coins)),
    )


def turn_as_thrown(op: Op, faces: Faces) -> None:
    """Turn the cards that are taken up as the coins say: each stays so to the end.

    Marked so, a card is the same through every scramble: the way up that was seen in front of its owner is seen
    again beside its face at step 5, and beside its marker at step 9.
    """
    if isinstance(op, ops.Move) and op.source == op.target:
        for place in op.source:
            if faces[_coin(place.number)[0]] == BETA:
                faces[place] = add_scratches(faces[place])


def plainly(op: Op, faces: Faces) -> None:
    """Backs that are alike."""


def best_guess(sights: Iterable[Sight], holds: Iterable[int]) -> Fraction:
    """Return how often the best guess is right whether the deal is one of these, made from what is seen."""
    these = frozenset(holds)
    right = Fraction(0)
    for _, chances in sights:
        yes = sum((chance for (deal, _), chance in chances.items() if deal in these), Fraction(0))
        right += max(yes, sum(chances.values(), Fraction(0)) - yes)
    return right


def guessed(owner: str, recipe: Recipe, mark: Callable[[Op, Faces], None]) -> Fraction:
    """How often the best guess is right whether an owner holds card a, made when the cards lie open."""
    layout = example_layout(SIZES, 2, get_certified_forms()["knockout"])
    spread = tuple(deals(layout))
    shown = tuple(stage for stage in recipe if stage.heading.part in (Part.LAY_OUT, Part.SHOW_CARDS))
    views = Verifier(Case(shown, spread, lambda _: {}, mark=mark)).views()
    holds = [number for number, deal in enumerate(spread) if "a" in dict(deal.hands)[owner]]
    return best_guess(views_of(views, len(spread)), holds)


@pytest.mark.parametrize(
    ("owner", "mark", "coins", "right"),
    [
        ("V", plainly, False, Fraction(1, 2)),
        ("V", turn_as_thrown, True, Fraction(11, 16)),  # value computed outside the project
        ("A", plainly, False, Fraction(3, 4)),
        ("A", scratch_a_persons_cards, False, Fraction(1)),
    ],
)
def test_the_model_of_card_backs_has_the_documented_results(
    owner: str, mark: Callable[[Op, Faces], None], coins: bool, right: Fraction
) -> None:
    recipe = get_certified_forms()["knockout"].recipe(
        example_layout(SIZES, 2, get_certified_forms()["knockout"])
    )
    toss = partial(change_protocol, tamper=thrown) if coins else lambda recipe: recipe
    assert guessed(owner, toss(recipe), mark) == right


def test_equal_backs_leak_nothing() -> None:
    """It is the backs that leak, not the coins the model throws for them."""
    form = get_certified_forms()["knockout"]
    recipe = change_protocol(form.recipe(example_layout(SIZES, 2, form)), thrown)
    assert guessed("V", recipe, plainly) == Fraction(1, 2)
