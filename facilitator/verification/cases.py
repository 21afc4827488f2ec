"""Inputs of the verifier: hand sizes, deals and required probabilities for each proof.

A case consists of a protocol, all deals with equal hand sizes, and the required result. Cards are letters,
and the first cards are playable. The owners are V (virtual), A, B and the draw pile.

Required probabilities are computed from the rules of the game, not from the protocol: a playable card of the
best priority is chosen, uniformly or by weight. Otherwise no card is played, possibly after a fair draw.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations, product

from facilitator.operations.definitions import Heading, Move, Place
from facilitator.operations.effects import Faces
from facilitator.operations.faces import DECK, DISCARDS, ONE, SOME, ZERO, Face
from facilitator.operations.perform import Outcome, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.protocols.forms import Form, Sizes, example_layout
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT, SIX_ROW, six_card_and
from facilitator.protocols.layout import Layout, class_code, flat, pile
from facilitator.protocols.lottery import covert_lottery, original_lottery, simple_lot
from facilitator.protocols.wallet import wallet
from facilitator.verification import verifier
from facilitator.verification.verifier import Case, Chances, Deal, FinalOutcome, Law, Unseen, unseen_to

# ----------------------------------------------------------------------------------------------------
# Tables of each proof: one entry per form, and one entry per proof that covers several forms.


Tables = tuple[Sizes, ...]
GIVE_UP = "give-up"
"""Proof that an attempt can be cancelled after each operation before its result."""
PUT_RIGHT = "put-right"
"""Proof that every possible repair works."""
VOID = "void"
"""Proof that a turn can be declared void after each operation that follows a face-down draw."""
UNTIL = "draw-until-playable"
"""Proof of each form with the house rule "draw until you can play"."""
CHAINED, IN_A_ROW, SEVERAL = "chained", "two-turns", "several"
"""Proofs of two linked turns, of two complete turns, and of turns that play several cards of one value."""
CHAINED_GIVE_UP = "chained-give-up"
"""Proof that the second of two linked attempts can be cancelled after each operation before its result."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Hand sizes on which a form is proved. For example, (2, 1, 1) has a virtual hand of two cards.

    Attributes:
        max_cards: All hand sizes with at most this number of cards are proved.
        partly: Additional hand sizes, each with its numbers of playable cards. None means all numbers.
        sabotaged: Hand sizes for faulty variants. Every variant is checked on the first of them, and variants
            with wrong duels are checked on all.
        cancel_sizes: Hand sizes for the proof that an attempt can be cancelled.
    """

    max_cards: int = 0
    partly: tuple[tuple[Sizes, tuple[int, ...] | None], ...] = ()
    sabotaged: Tables = ((2, 1, 1),)
    cancel_sizes: Tables = ((2, 1, 1),)


def _all(tables: Tables) -> tuple[tuple[Sizes, None], ...]:
    return tuple((sizes, None) for sizes in tables)


def only(*sizes: Sizes, cancel_sizes: Tables = ((2, 1, 1),), sabotaged: Tables = ((3, 1),)) -> Proof:
    """Return a proof on these hand sizes only, with every number of playable cards.

    Args:
        sizes: Hand sizes, one tuple for each table.
        cancel_sizes: Hand sizes for the proof that an attempt can be cancelled.
        sabotaged: Hand sizes for faulty variants.
    """
    return Proof(0, _all(sizes), sabotaged, cancel_sizes)


# (2, 1, 1) is the smallest table on which the seat has a choice and there are another hand and a draw pile. A second
# duel needs three cards in hand. Two priorities need cards of both in the hand and in the draw pile.
_DUELS: Tables = ((2, 1, 1), (3, 1))
_VOID: Tables = ((1, 1, 2), (2, 1, 1))
_BACK: Tables = ((2, 1),)  # for cancelling or voiding a form with the discard pile in the layout
# Tables of five cards for forms with long protocols. Only 0 and 2 playable cards are tried, because all numbers would
# take minutes.
_SOME = tuple((sizes, (0, 2)) for sizes in ((2, 1, 2), (3, 1, 1), (4, 1)))
_CLASSES: Tables = ((1, 1, 1), (2, 1, 1), (3, 1), (2, 3))
# Tables without a draw pile: without a duel, with one, and with several.
_NO_DECK: Tables = ((1, 2, 0), (2, 2, 0), (3, 1, 0))
_EVERY_DUEL: Tables = ((1, 1, 1), *_DUELS)
_FRONT = only((2, 1, 1), (3, 1), (4, 1), (5, 1), cancel_sizes=((3, 1),))

PROOFS: dict[str, Proof] = {
    "knockout": Proof(4, (*_SOME, *_all(_NO_DECK[::2])), _DUELS, _EVERY_DUEL),
    "weighted-knockout": Proof(3, (((3, 1), (0, 2, 4)),)),
    "challenge": Proof(4, _SOME, _DUELS, _EVERY_DUEL),
    "published": Proof(5, cancel_sizes=_EVERY_DUEL),
    "published-original": Proof(4, cancel_sizes=_EVERY_DUEL),
    # It differs from the current text, which is enumerated up to five cards, only in the last four steps.
    "published-2023": Proof(4, _all(((2, 1, 2), (1, 1, 2, 1))), cancel_sizes=_EVERY_DUEL),
    # The wallet has no columns and no bit cards, so even tables of six cards are enumerated in seconds.
    "wallet": Proof(6, (((6, 0), None),), ((3, 1),), _EVERY_DUEL),
    # Forms with the discard pile in the layout have one more card in every shuffle.
    "concealed": Proof(4, cancel_sizes=_BACK),
    "concealed-weighted-knockout": Proof(3, cancel_sizes=_BACK, sabotaged=_BACK),
    "concealed-challenge": Proof(3, _all(((3, 1),)), cancel_sizes=_BACK, sabotaged=_BACK),
    "concealed-knockout": Proof(3, _all(((3, 1), (1, 1, 0), (2, 1, 0), (3, 1, 0))), cancel_sizes=_BACK),
    "concealed-published-original": Proof(3, _all(((3, 1),)), cancel_sizes=_BACK),
    "concealed-published-2023": Proof(3, _all(((3, 1),)), cancel_sizes=_BACK),
    # Variants are proved on the tables on which they differ from their form.
    "knockout-tree": only((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 1), cancel_sizes=_DUELS),
    "knockout-any": only((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 0)),
    "knockout-2-classes": only(*_CLASSES, *_NO_DECK[1:], cancel_sizes=_DUELS, sabotaged=((2, 3),)),
    "knockout-3-classes": only(*_CLASSES[:3], *_NO_DECK[1:], cancel_sizes=_DUELS, sabotaged=()),
    "weighted-knockout-3": only((1, 1), (2, 1), (2, 1, 1), cancel_sizes=(), sabotaged=()),
    "wallet-reversed": _FRONT,
    "wallet-alternating": _FRONT,
    "wallet-any": only((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 1), cancel_sizes=_EVERY_DUEL),
    "wallet-top": only((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 0), cancel_sizes=_EVERY_DUEL, sabotaged=()),
    "wallet-2-classes": only(*_CLASSES, (4, 1), *_NO_DECK, cancel_sizes=_EVERY_DUEL, sabotaged=((2, 3),)),
    "wallet-3-classes": only(*_CLASSES, (4, 1), *_NO_DECK, cancel_sizes=_EVERY_DUEL, sabotaged=()),
}
"""Proofs of single forms, by form name. `proof_of` returns a default for other forms."""
_PAPER = ("published", "published-original", "published-2023")
_TWO, _THREE = ("knockout-2-classes", "wallet-2-classes"), ("knockout-3-classes", "wallet-3-classes")
_UNTIL: Tables = ((1, 3), (2, 2), (1, 1, 2))
_REPAIRED = (
    *("challenge", "published-original", "published-2023", "knockout-2-classes", "knockout-3-classes"),
    *("concealed", "concealed-challenge", "concealed-knockout"),
    *("concealed-published-original", "concealed-published-2023"),
)
_LINKED: Tables = ((1, 1, 2), (3, 1, 0))
TOGETHER: dict[str, dict[str, Tables]] = {
    PUT_RIGHT: dict.fromkeys(("knockout", "weighted-knockout", "published"), ((1, 1, 1),))
    | dict.fromkeys(("wallet", "wallet-2-classes", "wallet-3-classes"), ((1, 1, 1), (1, 1, 2)))
    | dict.fromkeys(_REPAIRED, ((1, 1),)),
    VOID: {
        "knockout": (*_VOID, (3, 1)),
        "weighted-knockout": _VOID[:1],
        "wallet": (*_VOID, (3, 1)),
        "concealed-knockout": _BACK,
        "concealed-weighted-knockout": _BACK,
    }
    | dict.fromkeys((*_TWO, *_THREE), ((1, 2), (2, 1), (3, 1))),
    UNTIL: dict.fromkeys(("knockout", "weighted-knockout", "wallet", *_TWO, *_THREE), _UNTIL),
    CHAINED: {
        "knockout": ((1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 2, 0), *_LINKED),
        "weighted-knockout": ((1, 2, 1),),
        "knockout-2-classes": ((2, 2, 0), *_LINKED),
        "knockout-3-classes": ((2, 2, 0), *_LINKED),
    },
    IN_A_ROW: {  # seat, person, draw pile
        **dict.fromkeys(("knockout", "wallet"), ((2, 1, 2), (1, 1, 2))),
        **dict.fromkeys(_PAPER, ((1, 1, 2),)),
    },
    SEVERAL: {"knockout": ((2, 1, 1), (2, 2), (3, 1), (3, 0))},
    CHAINED_GIVE_UP: {"knockout": ((1, 1, 1), (1, 2, 1))},
}
"""Hand sizes for each proof that covers several forms, by proof name and form name."""
PARTLY: dict[str, dict[str, tuple[tuple[Sizes, Sizes], ...]]] = {
    UNTIL: dict.fromkeys(("knockout", "wallet", *_TWO, *_THREE), (((3, 2), (0, 2)),)),
    CHAINED: {
        "knockout": (((1, 3, 1), (2,)),),
        "knockout-2-classes": (((1, 3, 1), (3,)),),
        "knockout-3-classes": (((1, 3, 1), (4,)),),
    },
    IN_A_ROW: {
        **dict.fromkeys(("knockout", "wallet"), (((2, 1, 3), (1,)), ((3, 1, 2), (1,)))),
        **dict.fromkeys(_PAPER, (((2, 1, 2), (1,)), ((3, 1, 2), (1,)))),
        "wallet-any": (((2, 1, 2), (2,)),),
        "wallet-top": (((2, 1, 2), (1,)),),
        **dict.fromkeys(_TWO, (((2, 1, 2), (2,)),)),
        **dict.fromkeys(_THREE, (((2, 1, 2), (3,)),)),
    },
}
"""Additional hand sizes for the proofs in `TOGETHER`, with the numbers of playable cards to try.

These tables need several duels per turn. On (2, 1, 3), the second of two turns also has secrets that the
outcomes do not reveal.
"""


def list_proof_sizes(name: str, form: Form) -> Tables:
    """Return the hand sizes for which a proof covers a form. Empty if the proof does not cover this form.

    Args:
        name: Name of the proof, such as `GIVE_UP`. The proof covers several forms.
        form: The form.
    """
    return proof_of(form).cancel_sizes if name == GIVE_UP else TOGETHER[name].get(form.name, ())


def proof_of(form: Form) -> Proof:
    """Return the hand sizes for proving a form. By default, all hands together have at most three cards."""
    return PROOFS.get(form.name, Proof(3, cancel_sizes=_BACK) if form.conceals else Proof(3))


# ----------------------------------------------------------------------------------------------------
# Attempts of the forms.


Playable = Sequence[int] | None
"""Numbers of playable cards to try, or None for all."""
Ends = Iterable[tuple[FinalOutcome, Fraction]]
"""Possible results of an attempt with their probabilities. Equal results may occur more than once."""


NO_RESULT: Chances = {FinalOutcome(Outcome()): Fraction(1)}
"""Required probabilities of an attempt that always ends without a result."""


def sum_ends(ends: Ends) -> Chances:
    """Return the probability of each result, added up over equal results."""
    found: dict[FinalOutcome, Fraction] = defaultdict(Fraction)
    for end, chance in ends:
        found[end] += chance
    return found


def selection_cases(
    form: Form, sizes: Sizes, ordered: bool = False, playable: Playable = None, until: bool = False
) -> Iterator[Case]:
    """Yield one verifier case for every number of playable cards.

    Args:
        form: Form to prove.
        sizes: Hand sizes.
        ordered: Whether to include every order of the virtual hand. Needed if markers can be distinguished.
        playable: Numbers of playable cards, or None for all.
        until: Whether the seat draws until it can play.
    """
    for layout in selection_layouts(form, sizes, playable, until):
        spread, law = tuple(deals(layout, ordered)), form_law(form, layout)
        yield Case(form.recipe(layout), spread, law, left=left_by(form))


def selection_layouts(
    form: Form, sizes: Sizes, playable: Playable = None, until: bool = False
) -> Iterator[Layout]:
    """Yield the layouts of the cases that `selection_cases` yields for the same arguments."""
    for valid in range(sum(sizes) + 1) if playable is None else playable:
        yield replace(example_layout(sizes, valid, form), until=until)


def form_law(form: Form, layout: Layout) -> Law:
    """Return a function that computes the outcome probabilities required by the rules of the game."""
    return question_law(layout) if form.asks else selection_law(layout, form.draws, form.certain)


def left_by(form: Form) -> verifier.Left:
    """Return a function that lists the cards that an attempt leaves on the table.

    This is the played card, or no card for a question.
    """
    return verifier.return_no_cards if form.asks else verifier.list_played_cards


def question_law(layout: Layout) -> Law:
    """Return the required outcomes for the question "does the hand have a playable card?".

    The outcome must not depend on the number of playable cards.

    Returns:
        Function from a deal to outcome probabilities.
    """
    worth = dict(layout.code)

    def law(deal: Deal) -> Chances:
        holds = any(any(worth[face]) for face in dict(deal.hands)[layout.seat])
        return {FinalOutcome(Outcome(SOME if holds else None)): Fraction(1)}

    return law


def deals(layout: Layout, ordered: bool = False) -> Iterator[Deal]:
    """Yield every distribution of cards over the hands. The discard pile is always the same.

    Args:
        layout: Layout with the cards and hand sizes.
        ordered: Whether to include every order of the virtual hand. By default, only one order is used,
            because players may sort their hands.
    """
    known = [(owner, ("discard",)) for owner, _ in layout.hands if owner == DISCARDS]
    hidden = [face for face in layout.cards if face != "discard"]
    for spread in _distribute_cards(hidden, [hand for hand in layout.hands if hand[0] != DISCARDS]):
        (seat, own), *others = spread
        for order in permutations(own) if ordered else (own,):
            yield Deal(((seat, order), *others, *known))


Hand = tuple[str, tuple[Face, ...]]


def _distribute_cards(cards: Sequence[Face], hands: Sequence[tuple[str, int]]) -> Iterator[tuple[Hand, ...]]:
    if not hands:
        yield ()
        return
    (owner, size), *others = hands
    for mine in combinations(cards, size):
        rest = [card for card in cards if card not in mine]
        for spread in _distribute_cards(rest, others):
            yield ((owner, mine), *spread)


def selection_law(layout: Layout, draws: bool, certain: bool = False) -> Law:
    """Return a function that computes the outcome probabilities that the rules require of a selection.

    Among the cards of the best priority, a card with weight w has probability w/Σw. If no card is playable,
    the outcome is "none", possibly after a fair draw.

    Args:
        layout: Layout.
        draws: Whether the attempt draws a card if the hand has no playable card.
        certain: Whether an unplayable card is played if the hand has no playable card.
    """
    code = dict(layout.code)
    worth = {face: worth_of(bits, layout.classes) for face, bits in code.items()}

    def law(deal: Deal) -> Chances:
        hands = dict(deal.hands)
        own = hands[layout.seat]
        found = lot_of([(face, *worth[face]) for face in own])
        if not found and certain:
            found = {face: Fraction(1, len(own)) for face in own}
        if found:
            return {FinalOutcome(Outcome(face)): chance for face, chance in found.items()}
        if not (draws and layout.can_draw):
            return NO_RESULT
        most = len(hands[DECK]) if layout.until else 1
        ends = _iter_draws(hands[DECK], most, lambda face: worth[face][1] > 0)
        drawn = (
            (Outcome(card, len(gone) + (card is not None)), gone, chance) for (card, gone), chance in ends
        )
        return sum_ends(
            (FinalOutcome(end, unseen_to(layout.seat, gone)), chance) for end, gone, chance in drawn
        )

    return law


def _iter_draws(
    deck: tuple[Face, ...], most: int, fits: Callable[[Face], bool], unseen: tuple[Face, ...] = ()
) -> Iterator[tuple[tuple[Face | None, tuple[Face, ...]], Fraction]]:
    """Yield every possible result of fair draws, with its probability.

    A result is a pair: the playable card or None, and the cards drawn before it.

    Args:
        deck: Draw-pile cards in unknown order.
        most: Maximum number of draws.
        fits: Function that returns whether a card is playable.
        unseen: Cards drawn so far.
    """
    for face in deck:
        chance = Fraction(1, len(deck))
        if fits(face):
            yield (face, unseen), chance
        elif len(unseen) + 1 == most:
            yield (None, (*unseen, face)), chance
        else:
            rest = tuple(card for card in deck if card != face)
            later = _iter_draws(rest, most, fits, (*unseen, face))
            yield from ((end, chance * share) for end, share in later)


def worth_of(bits: tuple[int, ...], classes: int) -> tuple[int, int]:
    """Return the priority and weight of a card from its bits.

    Priority 0 is the best. A card of weight 0 is unplayable.

    Args:
        bits: Bits of the card.
        classes: Number of priorities. With one priority, the weight is the number of 1 bits.
    """
    if classes == 1:
        return 0, sum(bits)
    return next(((i, 1) for i, value in enumerate(bits) if value), (0, 0))


def best_class(layout: Layout, deal: Deal) -> int | None:
    """Return the best priority in the virtual hand, or None if no card is playable."""
    code = dict(layout.code)
    held = (worth_of(code[face], layout.classes) for face in dict(deal.hands)[layout.seat])
    return min((rank for rank, weight in held if weight), default=None)


def lot_of(cards: Sequence[tuple[Face, int, int]]) -> dict[Face, Fraction]:
    """Return the probability of choosing each card of the best priority.

    It is proportional to the card's weight. Without playable cards, the result is empty.

    Args:
        cards: Face, priority and weight of each card.
    """
    first = min((rank for _, rank, weight in cards if weight), default=None)
    best = {face: weight for face, rank, weight in cards if weight and rank == first}
    return {face: Fraction(weight, sum(best.values())) for face, weight in best.items()}


# ----------------------------------------------------------------------------------------------------
# Parts of the protocols that are proved separately: gates and lotteries.


COLOURS = "colour-lottery"
WALLET_CHAIN = "wallet-chain"
PILES: dict[str, Tables] = {
    "and": ((),),
    "lottery": ((1,), (2,), (3,), (4,)),
    "original-lottery": ((1,), (2,), (3,), (4,)),
    WALLET_CHAIN: ((1,), (2,), (3,), (4,), (5,), (6,)),
    COLOURS: ((4,),),
}
"""Protocol parts that are proved separately, each with the numbers of piles to try."""


def bit(value: int) -> tuple[Face, Face]:
    """Return the pair of bit cards for a bit: β α for 1, α β for 0."""
    return ONE if value else ZERO


def part_case(name: str, m: int) -> Case:
    """Return the verifier case for a protocol part, such as a gate or a lottery.

    Args:
        name: Name of the part in `PILES`.
        m: Number of piles.
    """
    if name == "and":
        return _make_and_case()
    if name == COLOURS:
        return _make_colour_case(tuple("RYGB"[:m]))
    if name == WALLET_CHAIN:
        return _make_chain_case(m)
    cards = tuple("abcdefgh"[:m])
    piles = [pile(i + 1) for i in range(m)]
    lottery = original_lottery if name == "original-lottery" else covert_lottery
    spread = product(permutations(cards), product((0, 1), repeat=m))
    every = tuple(_make_pile_deal(piles, order, bits) for order, bits in spread)
    return Case(lottery(piles, cards), every, _lottery_law(piles, name))


def _make_pile_deal(piles: Sequence[tuple[Place, ...]], cards: Sequence[Face], bits: Sequence[int]) -> Deal:
    faces = [(card, *bit(value)) for card, value in zip(cards, bits, strict=True)]
    table = tuple(zip(flat(piles), (face for pile_faces in faces for face in pile_faces), strict=True))
    return Deal((("V", tuple(cards)),), table)


def _lottery_law(piles: Sequence[tuple[Place, ...]], name: str) -> Law:
    """Return the required outcome probabilities of a lottery: a uniform choice among the piles with bit 1.

    If every bit is 0, the original form of the lottery chooses among all piles.
    """

    def law(deal: Deal) -> Chances:
        faces = dict(deal.table)
        cards = [faces[whole[0]] for whole in piles]
        fits = [card for card, whole in zip(cards, piles, strict=True) if faces[whole[1]] == ONE[0]]
        if not fits and name == "original-lottery":
            fits = cards
        return {FinalOutcome(Outcome(face)): Fraction(1, len(fits)) for face in fits} or NO_RESULT

    return law


def _make_and_case() -> Case:
    """Return the verifier case for the six-card AND, with all four inputs x and y.

    The face-down outputs must be x∧y and ¬x∧y.
    """

    def steps(known: Outcome) -> Steps[Outcome]:
        both, _ = yield from six_card_and(SIX_ROW)
        if both != MIDDLE:
            yield Move(MIDDLE + RIGHT, RIGHT + MIDDLE)
        return known

    spread = tuple(
        Deal(table=tuple(zip(LEFT + MIDDLE + RIGHT, bit(x) + ZERO + bit(y), strict=True)))
        for x, y in product((0, 1), repeat=2)
    )

    def law(deal: Deal) -> Chances:
        faces = dict(deal.table)
        x, y = (int(faces[pair[0]] == ONE[0]) for pair in (LEFT, RIGHT))
        return {FinalOutcome(Outcome(), unseen_to("outputs", bit(x & y) + bit((1 - x) & y))): Fraction(1)}

    def outputs(faces: Faces) -> tuple[Unseen, ...]:
        return unseen_to("outputs", [faces[place] for place in MIDDLE + RIGHT])

    return Case((Stage(Heading(Part.AND), steps),), spread, law, outputs)


def _make_chain_case(m: int) -> Case:
    """Return the verifier case for the wallet duels of one hand without other card owners.

    There is only one deal for each number of playable cards, because the shuffle makes all card orders
    equally likely.
    """
    layout = make_one_hand_layout(m)
    fit, rest = layout.cards[:m], layout.cards[m:]
    spread = tuple(Deal((("V", (*fit[:count], *rest[count:])),)) for count in range(m + 1))
    return Case(wallet(layout), spread, selection_law(layout, draws=False), left=verifier.list_played_cards)


def make_one_hand_layout(m: int) -> Layout:
    """Return a layout in which only the virtual player has a hand, of m cards.

    The hand may contain any m of 2m cards. The first half of these cards is playable.
    """
    cards = (*"abcdefgh"[:m], *"ijklmnop"[:m])
    return Layout((("V", m),), cards, class_code(cards, frozenset(cards[:m])))


def _make_colour_case(colours: tuple[str, ...]) -> Case:
    law = {FinalOutcome(Outcome(colour)): Fraction(1, len(colours)) for colour in colours}
    return Case(simple_lot(colours), (Deal(),), lambda _: law, left=verifier.return_no_cards)
