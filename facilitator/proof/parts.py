"""What selections are made of, proved by themselves: gates and lotteries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product

from facilitator.machine.faces import ONE, ZERO, Face
from facilitator.machine.operations import Heading, Move, Place
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Stage, Steps
from facilitator.machine.physics import Faces
from facilitator.proof.cases import Case, unseen_to
from facilitator.proof.objections import nothing
from facilitator.proof.verdict import Deal, FinalOutcome, Law, Unseen
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT, SIX_ROW, six_card_and
from facilitator.protocols.layout import flat, pile
from facilitator.protocols.lottery import covert_lottery, original_lottery, simple_lot

COLOURS = "colour-lottery"
PARTS = ("and", "lottery", "original-lottery", COLOURS)
"""Their names."""


def bit(value: int) -> tuple[Face, Face]:
    """The pair that encodes a bit."""
    return ONE if value else ZERO


def part_case(name: str, m: int) -> Case:
    """Return the case for one of `PARTS`: a gate, or a lottery of m piles."""
    if name == "and":
        return _and_case()
    if name == COLOURS:
        return _colour_case(tuple("RYGB"[:m]))
    cards = tuple("abcdefgh"[:m])
    piles = [pile(i + 1) for i in range(m)]
    lottery = original_lottery if name == "original-lottery" else covert_lottery
    spread = tuple(
        _pile_deal(piles, order, bits) for order in permutations(cards) for bits in product((0, 1), repeat=m)
    )
    return Case(lottery(piles, cards), spread, _lottery_law(piles, name))


def _pile_deal(piles: Sequence[tuple[Place, ...]], cards: Sequence[Face], bits: Sequence[int]) -> Deal:
    faces = [(card, *bit(one)) for card, one in zip(cards, bits, strict=True)]
    table = tuple(zip(flat(piles), (face for pile_faces in faces for face in pile_faces), strict=True))
    return Deal((("V", tuple(cards)),), table)


def _lottery_law(piles: Sequence[tuple[Place, ...]], name: str) -> Law:
    def law(deal: Deal) -> Mapping[FinalOutcome, Fraction]:
        faces = dict(deal.table)
        cards = [faces[whole[0]] for whole in piles]
        fits = [card for card, whole in zip(cards, piles, strict=True) if faces[whole[1]] == ONE[0]]
        if not fits and name == "original-lottery":
            fits = cards
        return {FinalOutcome(Outcome(face)): Fraction(1, len(fits)) for face in fits} or {
            FinalOutcome(Outcome()): Fraction(1)
        }

    return law


def _and_case() -> Case:
    """The six-card AND on all inputs; its covered outputs must be x∧y and ¬x∧y."""

    def steps(known: Outcome) -> Steps[Outcome]:
        both, _ = yield from six_card_and(SIX_ROW)
        if both != MIDDLE:
            yield Move(MIDDLE + RIGHT, RIGHT + MIDDLE)
        return known

    spread = tuple(
        Deal(table=tuple(zip(LEFT + MIDDLE + RIGHT, bit(x) + ZERO + bit(y), strict=True)))
        for x, y in product((0, 1), repeat=2)
    )

    def law(deal: Deal) -> Mapping[FinalOutcome, Fraction]:
        faces = dict(deal.table)
        x, y = (int(faces[pair[0]] == ONE[0]) for pair in (LEFT, RIGHT))
        return {FinalOutcome(Outcome(), unseen_to("outputs", bit(x & y) + bit((1 - x) & y))): Fraction(1)}

    def outputs(faces: Faces) -> tuple[Unseen, ...]:
        return unseen_to("outputs", [faces[place] for place in MIDDLE + RIGHT])

    return Case((Stage(Heading(Part.AND), steps),), spread, law, outputs)


def _colour_case(colours: tuple[str, ...]) -> Case:
    """The colour lottery: each colour alike, and its cards back in the box."""
    law = {FinalOutcome(Outcome(colour)): Fraction(1, len(colours)) for colour in colours}
    return Case(simple_lot(colours), (Deal(),), lambda _: law, left=nothing)
