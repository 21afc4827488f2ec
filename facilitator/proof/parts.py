"""What selections are made of, proved by themselves: gates and lotteries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product

from facilitator.machine.faces import ONE, ZERO, Face
from facilitator.machine.operations import Heading, Move, Place
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Stage, Steps
from facilitator.machine.physics import Faces
from facilitator.proof.cases import Case, lot_of, unseen_to, worth_of
from facilitator.proof.objections import nothing
from facilitator.proof.verdict import Deal, End, Law, Unseen
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT, SIX_ROW, six_card_and
from facilitator.protocols.layout import flat, pile
from facilitator.protocols.lottery import (
    covert_lottery,
    mix,
    original_lottery,
    priority_lottery,
    simple_lot,
    weighted_lottery,
)

COLOURS = "colour-lottery"
PARTS = ("and", "lottery", "original-lottery", "weighted-lottery", "priority-lottery", COLOURS)
"""Their names."""


def bit(value: int) -> tuple[Face, Face]:
    """The pair that encodes a bit."""
    return ONE if value else ZERO


def part_case(name: str, m: int, most: int = 1) -> Case:
    """Return the case for one of `PARTS`: a gate, or a lottery of m piles (weights up to ``most``)."""
    if name == "and":
        return _and_case()
    if name == COLOURS:
        return _colour_case(tuple("RYGB"[:m]))
    cards = tuple("abcdefgh"[:m])
    shown = tuple(face + tag for face in cards for tag in ("₁", "₂")) if name == "priority-lottery" else cards
    classes = {"weighted-lottery": 1, "priority-lottery": 2}
    pairs = most if name == "weighted-lottery" else classes.get(name, 1)
    piles = [pile(i + 1, 2 * pairs) for i in range(m)]
    recipe = {
        "lottery": lambda: covert_lottery(piles, cards),
        "original-lottery": lambda: original_lottery(piles, cards),
        "weighted-lottery": lambda: (mix(piles), *weighted_lottery(piles, cards, "V")),
        "priority-lottery": lambda: (mix(piles), *priority_lottery(piles, shown)),
    }[name]()
    codes = list(_codes(name, most))
    tag = _class_tag if name == "priority-lottery" else _no_tag
    spread = tuple(
        _pile_deal(piles, [face + tag(ones) for face, ones in zip(order, bits, strict=True)], bits)
        for order in permutations(cards)
        for bits in product(codes, repeat=m)
    )
    return Case(recipe, spread, _lottery_law(piles, name))


def _class_tag(bits: tuple[int, ...]) -> str:
    """A card's class can be read from its face, as +4 can: which class won is no secret."""
    return "₁" if bits[0] else "₂" if bits[1] else "₀"


def _no_tag(_: tuple[int, ...]) -> str:
    return ""


def _codes(name: str, most: int) -> Iterator[tuple[int, ...]]:
    """The bits a pile may carry."""
    if name == "weighted-lottery":
        yield from ((1,) * w + (0,) * (most - w) for w in range(most + 1))
    elif name == "priority-lottery":
        yield from ((0, 0), (1, 0), (0, 1))
    else:
        yield from ((0,), (1,))


def _pile_deal(
    piles: Sequence[tuple[Place, ...]], cards: Sequence[Face], bits: Sequence[tuple[int, ...]]
) -> Deal:
    faces = [
        (card, *(face for one in ones for face in bit(one))) for card, ones in zip(cards, bits, strict=True)
    ]
    table = tuple(zip(flat(piles), (face for pile_faces in faces for face in pile_faces), strict=True))
    return Deal((("V", tuple(cards)),), table)


def _lottery_law(piles: Sequence[tuple[Place, ...]], name: str) -> Law:
    classes = 2 if name == "priority-lottery" else 1

    def law(deal: Deal) -> Mapping[End, Fraction]:
        faces = dict(deal.table)
        cards = []
        for whole in piles:
            ones = tuple(int(faces[left] == ONE[0]) for left in whole[1::2])
            cards.append((faces[whole[0]], *worth_of(ones, classes)))
        found = lot_of(cards)
        if not found and name == "original-lottery":
            found = {card[0]: Fraction(1, len(cards)) for card in cards}
        return {End(Outcome(face)): chance for face, chance in found.items()} or {End(Outcome()): Fraction(1)}

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

    def law(deal: Deal) -> Mapping[End, Fraction]:
        faces = dict(deal.table)
        x, y = (int(faces[pair[0]] == ONE[0]) for pair in (LEFT, RIGHT))
        return {End(Outcome(), unseen_to("outputs", bit(x & y) + bit((1 - x) & y))): Fraction(1)}

    def outputs(faces: Faces) -> tuple[Unseen, ...]:
        return unseen_to("outputs", [faces[place] for place in MIDDLE + RIGHT])

    return Case((Stage(Heading(Part.AND), steps),), spread, law, outputs)


def _colour_case(colours: tuple[str, ...]) -> Case:
    """The colour lottery: each colour alike, and its cards back in the box."""
    law = {End(Outcome(colour)): Fraction(1, len(colours)) for colour in colours}
    return Case(simple_lot(colours), (Deal(),), lambda _: law, left=nothing)
