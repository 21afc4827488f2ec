"""What is proved: for each form and table size, the hidden deals and the law the game demands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations, product, takewhile

from facilitator.machine.faces import DECK, DISCARDS, ONE, ZERO, Face
from facilitator.machine.operations import Choose, Collect, Move, Op, Place, Return, Reveal
from facilitator.machine.perform import Answers, Outcome, Recipe, Stage, Steps, operations
from facilitator.machine.physics import Faces, Surface
from facilitator.proof.verdict import Deal, End, Law
from facilitator.proof.verify import drawn_unseen
from facilitator.protocols.forms import Form, example_layout
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT, SIX_ROW, six_card_and
from facilitator.protocols.layout import Layout, flat, pile
from facilitator.protocols.lottery import (
    covert_lottery,
    mix,
    original_lottery,
    priority_lottery,
    weighted_lottery,
)
from facilitator.protocols.recovery import give_up

PARTS = ("and", "lottery", "original-lottery", "weighted-lottery", "priority-lottery")
"""What selections are made of, proved by themselves."""
GIVE_UP = "give-up"
"""Giving up a run, at every point before its result is decided."""
RESULTS = ("Lottery: the result", "The only card")
"""The stages in which it is."""


@dataclass(frozen=True, slots=True)
class Case:
    """One enumeration: a recipe, all deals with the same public facts, and what must come out."""

    recipe: Recipe
    deals: tuple[Deal, ...]
    law: Law
    unseen: Callable[[Faces], Face | None] = drawn_unseen


def bit(value: int) -> tuple[Face, Face]:
    """The pair that encodes a bit."""
    return ONE if value else ZERO


# -- selections --------------------------------------------------------------------------------------


def selection_cases(
    form: Form,
    sizes: tuple[int, ...],
    ordered: bool = False,
    playable: Sequence[int] | None = None,
    until: bool = False,
) -> Iterator[Case]:
    """Yield a case for every number of playable cards, 0 to k, on a table with these hand sizes.

    ``ordered``: deals differ also in the order of the virtual hand (for markers that can be told apart).
    ``playable``: only these numbers of playable cards.  ``until``: the seat draws until it can play.
    """
    for valid in range(sum(sizes) + 1) if playable is None else playable:
        layout = replace(example_layout(sizes, valid, form), until=until)
        yield Case(form.recipe(layout), tuple(deals(layout, ordered)), selection_law(layout, form.draws))


def deals(layout: Layout, ordered: bool = False) -> Iterator[Deal]:
    """Yield every way the cards can be spread over the hands; the discards are known."""
    known = {face for face in layout.cards if face == "discard"}
    hidden = [face for face in layout.cards if face not in known]
    for spread in _spread(hidden, [hand for hand in layout.hands if hand[0] != DISCARDS]):
        hands = (*spread, *((owner, tuple(known)) for owner, _ in layout.hands if owner == DISCARDS))
        if not ordered:
            yield Deal(hands)
            continue
        (seat, own), *others = hands
        for order in permutations(own):
            yield Deal(((seat, order), *others))


Hand = tuple[str, tuple[Face, ...]]


def _spread(cards: Sequence[Face], hands: Sequence[tuple[str, int]]) -> Iterator[tuple[Hand, ...]]:
    if not hands:
        yield ()
        return
    (owner, size), *others = hands
    for mine in combinations(cards, size):
        rest = [card for card in cards if card not in mine]
        for spread in _spread(rest, others):
            yield ((owner, mine), *spread)


def give_up_cases(form: Form, sizes: tuple[int, ...], valid: int) -> Iterator[Case]:
    """Yield a case for giving up after each operation before the result is decided.

    All cards must come home, and nothing may have been learned; once the pairs lie open, nothing but whether
    the hand has a playable card, and of which class: so there the deals are judged apart.
    """
    layout = example_layout(sizes, valid, form)
    recipe = form.recipe(layout)
    spread = tuple(deals(layout))
    for number, stage in enumerate(recipe):
        apart = [spread]
        for count, op in enumerate(_undecided(recipe, number), 1):
            if stage.title in RESULTS and isinstance(op, Reveal):
                apart = _by_class(layout, spread)
            for alike in apart:
                yield Case(
                    _stopped(layout, recipe, number, count), alike, lambda _: {End(Outcome()): Fraction(1)}
                )
        if stage.title in RESULTS:
            return


def _undecided(recipe: Recipe, number: int) -> Iterator[Op]:
    """The operations of one stage that decide nothing by chance: up to the winner's card."""
    ops = operations((recipe[number],), Answers())
    return takewhile(
        lambda op: not (isinstance(op, Choose | Return | Collect) and recipe[number].title in RESULTS), ops
    )


def _by_class(layout: Layout, spread: Sequence[Deal]) -> list[tuple[Deal, ...]]:
    """Return the deals apart by the best class of card the virtual hand holds."""
    code = dict(layout.code)
    groups: dict[int | None, list[Deal]] = {}
    for deal in spread:
        held = [_worth(code[face], layout.classes) for face in dict(deal.hands)[layout.seat]]
        best = min((rank for rank, weight in held if weight), default=None)
        groups.setdefault(best, []).append(deal)
    return [tuple(group) for group in groups.values()]


def _stopped(layout: Layout, recipe: Recipe, number: int, count: int) -> Recipe:
    """Return the recipe given up after ``count`` operations (headings too) of stage ``number``."""
    before = list(operations(recipe[:number], Answers()))

    def steps(known: Outcome) -> Steps[Outcome]:
        surface, done = Surface(), list(before)
        for op in before:
            surface.note(op)
        going = recipe[number].steps(known)
        answer: str | None = None
        for _ in range(count - 1):  # the heading is the first
            op = going.send(answer)  # type: ignore[arg-type]
            answer = yield op
            surface.note(op, answer)
            done.append(op)
        return (yield from give_up(layout, surface, done)[0].steps(known))

    return (*recipe[:number], Stage("Give up", steps))


def selection_law(layout: Layout, draws: bool) -> Law:
    """Return the law of a selection: w/Σw among the best class held; else none, and perhaps a fair draw."""
    code = dict(layout.code)
    worth = {face: _worth(bits, layout.classes) for face, bits in code.items()}

    def law(deal: Deal) -> Mapping[End, Fraction]:
        hands = dict(deal.hands)
        found = _lot([(face, *worth[face]) for face in hands[layout.seat]])
        if found:
            return {End(Outcome(face)): chance for face, chance in found.items()}
        if not (draws and layout.can_draw):
            return {End(Outcome()): Fraction(1)}
        most = len(hands[DECK]) if layout.until else 1
        return dict(_draws(hands[DECK], most, lambda face: worth[face][1] > 0))

    return law


def _draws(
    deck: tuple[Face, ...], most: int, fits: Callable[[Face], bool], unseen: tuple[Face, ...] = ()
) -> Iterator[tuple[End, Fraction]]:
    """Yield how fair drawing ends: the first card that fits is played, ``most`` cards are drawn at most."""
    for face in deck:
        chance = Fraction(1, len(deck))
        before = (*unseen, face)
        if fits(face):
            yield End(Outcome(face, len(before)), " ".join(unseen) or None), chance
        elif len(before) == most:
            yield End(Outcome(None, most), " ".join(before)), chance
        else:
            rest = tuple(card for card in deck if card != face)
            yield from ((end, chance * share) for end, share in _draws(rest, most, fits, before))


def _worth(bits: tuple[int, ...], classes: int) -> tuple[int, int]:
    """A card's class (0 is best) and weight."""
    if classes == 1:
        return 0, sum(bits)
    return next(((i, 1) for i, one in enumerate(bits) if one), (0, 0))


def _lot(cards: Sequence[tuple[Face, int, int]]) -> dict[Face, Fraction]:
    """Each card's chance: among those of the best class, by weight."""
    held = [card for card in cards if card[2]]
    best = [card for card in held if card[1] == min(c[1] for c in held)]
    total = sum(weight for _, _, weight in best)
    return {face: Fraction(weight, total) for face, _, weight in best}


# -- the parts ---------------------------------------------------------------------------------------


def part_case(name: str, m: int, most: int = 1) -> Case:
    """Return the case for one of `PARTS`: a gate, or a lottery of m piles (weights up to ``most``)."""
    if name == "and":
        return _and_case()
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
            cards.append((faces[whole[0]], *_worth(ones, classes)))
        found = _lot(cards)
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
        return {End(Outcome(), "".join(bit(x & y) + bit((1 - x) & y))): Fraction(1)}

    def outputs(faces: Faces) -> Face:
        return "".join(faces[place] for place in MIDDLE + RIGHT)

    return Case((Stage("Six-card AND", steps),), spread, law, outputs)
