"""What is proved: for each form and table size, the hidden deals and the law the game demands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations, product

from facilitator.machine.faces import DECK, DISCARDS, ONE, SOME, ZERO, Face
from facilitator.machine.operations import Heading, Move, Op, Place
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.machine.physics import Faces
from facilitator.proof.verify import (
    Deal,
    FinalOutcome,
    Law,
    Left,
    Unseen,
    Verdict,
    Verifier,
    drawn_unseen,
    nothing,
    played,
    unseen_to,
)
from facilitator.protocols.forms import Form, example_layout
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT, SIX_ROW, six_card_and
from facilitator.protocols.layout import Layout, flat, pile, uniform_code
from facilitator.protocols.lottery import covert_lottery, original_lottery, simple_lot
from facilitator.protocols.wallet import wallet


@dataclass(frozen=True, slots=True)
class Case:
    """One enumeration: a recipe, all deals with the same public facts, and what must come out.

    ``left``: what must lie on the table in the end; None for a part, after which others follow.
    """

    recipe: Recipe
    deals: tuple[Deal, ...]
    law: Law
    unseen: Callable[[Faces], tuple[Unseen, ...]] = drawn_unseen
    left: Left | None = None

    def verify(self, mark: Callable[[Op, Faces], None] | None = None) -> Verdict:
        """Enumerate it; ``mark`` as `Verifier` wants it."""
        return Verifier(self.recipe, self.deals, self.law, self.unseen, self.left, mark).run()


Ends = Iterable[tuple[FinalOutcome, Fraction]]
"""How runs may end, each with its chance; the same end may come several times."""


def summed(ends: Ends) -> Mapping[FinalOutcome, Fraction]:
    """Add the chances of equal ends up."""
    found: dict[FinalOutcome, Fraction] = {}
    for end, chance in ends:
        found[end] = found.get(end, Fraction(0)) + chance
    return found


# -- selections --------------------------------------------------------------------------------------


UNTIL = "draw-until-playable"
"""The forms with the house rule that a seat draws until it can play."""


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
        yield Case(
            form.recipe(layout), tuple(deals(layout, ordered)), form_law(form, layout), left=left_by(form)
        )


def form_law(form: Form, layout: Layout) -> Law:
    """Return the law a form's runs must have at a layout."""
    return question_law(layout) if form.asks else selection_law(layout, form.draws, form.certain)


def left_by(form: Form) -> Left:
    """Return what a form's runs leave on the table: the card played, if one is played."""
    return nothing if form.asks else played


def question_law(layout: Layout) -> Law:
    """Return the law of a question to a hand: whether it holds a card that fits, and nothing by chance."""
    worth = dict(layout.code)

    def law(deal: Deal) -> Mapping[FinalOutcome, Fraction]:
        holds = any(any(worth[face]) for face in dict(deal.hands)[layout.seat])
        return {FinalOutcome(Outcome(SOME if holds else None)): Fraction(1)}

    return law


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


def selection_law(layout: Layout, draws: bool, certain: bool = False) -> Law:
    """Return the law of a selection: w/Σw among the best class held; else none, and perhaps a fair draw.

    ``certain``: if no card fits, any is played.
    """
    code = dict(layout.code)
    worth = {face: worth_of(bits, layout.classes) for face, bits in code.items()}

    def law(deal: Deal) -> Mapping[FinalOutcome, Fraction]:
        hands = dict(deal.hands)
        own = hands[layout.seat]
        found = lot_of([(face, *worth[face]) for face in own])
        if not found and certain:
            found = {face: Fraction(1, len(own)) for face in own}
        if found:
            return {FinalOutcome(Outcome(face)): chance for face, chance in found.items()}
        if not (draws and layout.can_draw):
            return {FinalOutcome(Outcome()): Fraction(1)}
        most = len(hands[DECK]) if layout.until else 1
        ends = _draws(hands[DECK], most, lambda face: worth[face][1] > 0)
        return {
            FinalOutcome(
                Outcome(card, len(unseen) + (card is not None)),
                unseen_to(layout.seat, unseen),
            ): chance
            for (card, unseen), chance in ends
        }

    return law


def _draws(
    deck: tuple[Face, ...], most: int, fits: Callable[[Face], bool], unseen: tuple[Face, ...] = ()
) -> Iterator[tuple[tuple[Face | None, tuple[Face, ...]], Fraction]]:
    """Yield how fair drawing ends: the first card that fits, or None, and those that went unseen into the hand.

    At most ``most`` cards are drawn.
    """
    for face in deck:
        chance = Fraction(1, len(deck))
        if fits(face):
            yield (face, unseen), chance
        elif len(unseen) + 1 == most:
            yield (None, (*unseen, face)), chance
        else:
            rest = tuple(card for card in deck if card != face)
            later = _draws(rest, most, fits, (*unseen, face))
            yield from ((end, chance * share) for end, share in later)


def worth_of(bits: tuple[int, ...], classes: int) -> tuple[int, int]:
    """A card's class (0 is best) and weight."""
    if classes == 1:
        return 0, sum(bits)
    return next(((i, 1) for i, one in enumerate(bits) if one), (0, 0))


def best_class(layout: Layout, deal: Deal) -> int | None:
    """Return the best class of card the virtual hand holds; None where none of its cards fits."""
    code = dict(layout.code)
    held = (worth_of(code[face], layout.classes) for face in dict(deal.hands)[layout.seat])
    return min((rank for rank, weight in held if weight), default=None)


def lot_of(cards: Sequence[tuple[Face, int, int]]) -> dict[Face, Fraction]:
    """Each card's chance: among those of the best class, by weight."""
    held = [card for card in cards if card[2]]
    best = [card for card in held if card[1] == min(c[1] for c in held)]
    total = sum(weight for _, _, weight in best)
    return {face: Fraction(weight, total) for face, _, weight in best}


# ----------------------------------------------------------------------------------------------------
# What selections are made of, proved by themselves: gates and lotteries.


COLOURS = "colour-lottery"
WALLET_CHAIN = "wallet-chain"
PARTS = ("and", "lottery", "original-lottery", WALLET_CHAIN, COLOURS)
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
    if name == WALLET_CHAIN:
        return _chain_case(m)
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


def _chain_case(m: int) -> Case:
    """Wallet duels of a hand alone, of whose cards any number may fit, and nobody knows which.

    Hidden is how many: by the shuffle all else comes to the same.
    """
    fit, rest = "abcdefgh"[:m], "ijklmnop"[:m]
    layout = Layout((("V", m),), (*fit, *rest), uniform_code((*fit, *rest), frozenset(fit)))
    spread = tuple(Deal((("V", (*fit[:count], *rest[count:])),)) for count in range(m + 1))
    return Case(wallet(layout), spread, selection_law(layout, draws=False), left=played)


def _colour_case(colours: tuple[str, ...]) -> Case:
    """The colour lottery: each colour alike, and its cards back in the box."""
    law = {FinalOutcome(Outcome(colour)): Fraction(1, len(colours)) for colour in colours}
    return Case(simple_lot(colours), (Deal(),), lambda _: law, left=nothing)
