"""Backs that have a way up: how well they can be read, and that the verifier sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial

import pytest

from facilitator.machine.operations import Op
from facilitator.machine.parts import Part
from facilitator.machine.perform import Recipe
from facilitator.machine.physics import Faces
from facilitator.proof.cases import deals
from facilitator.proof.misdone import changed
from facilitator.proof.twins import thrown, turn_a_hand, turn_as_thrown
from facilitator.proof.verify import Case, Observation, Verifier, views_of
from facilitator.protocols.forms import example_layout, proved

SIZES = (2, 1, 1)


def plainly(op: Op, faces: Faces) -> None:
    """Backs that are alike."""


def best_guess(sights: Iterable[Observation], holds: Iterable[int]) -> Fraction:
    """Return how often the best guess is right whether the deal is one of these, made from what is seen."""
    these = frozenset(holds)
    right = Fraction(0)
    for sight in sights:
        yes = sum((chance for (deal, _), chance in sight.chances.items() if deal in these), Fraction(0))
        right += max(yes, sum(sight.chances.values(), Fraction(0)) - yes)
    return right


def guessed(owner: str, recipe: Recipe, mark: Callable[[Op, Faces], None]) -> Fraction:
    """How often the best guess is right whether an owner holds card a, made when the cards lie open."""
    layout = example_layout(SIZES, 2, proved()["knockout"])
    spread = tuple(deals(layout))
    shown = tuple(stage for stage in recipe if stage.heading.part in (Part.LAY_OUT, Part.SHOW_CARDS))
    views = Verifier(Case(shown, spread, lambda _: {}), mark).views()
    holds = [number for number, deal in enumerate(spread) if "a" in dict(deal.hands)[owner]]
    return best_guess(views_of(views, len(spread)), holds)


@pytest.mark.parametrize(
    ("owner", "mark", "coins", "right"),
    [
        ("V", plainly, False, Fraction(1, 2)),
        ("V", turn_as_thrown, True, Fraction(11, 16)),  # value computed outside the project
        ("A", plainly, False, Fraction(3, 4)),
        ("A", turn_a_hand, False, Fraction(1)),
    ],
)
def test_how_well_backs_are_read(
    owner: str, mark: Callable[[Op, Faces], None], coins: bool, right: Fraction
) -> None:
    recipe = proved()["knockout"].recipe(example_layout(SIZES, 2, proved()["knockout"]))
    toss = partial(changed, tamper=thrown) if coins else lambda recipe: recipe
    assert guessed(owner, toss(recipe), mark) == right


def test_coins_alone_tell_nothing() -> None:
    """It is the backs that leak, not the coins the model throws for them."""
    form = proved()["knockout"]
    recipe = changed(form.recipe(example_layout(SIZES, 2, form)), thrown)
    assert guessed("V", recipe, plainly) == Fraction(1, 2)
