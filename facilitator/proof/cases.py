"""What is proved: on which tables, with which hidden deals, and the law the game demands.

A case is one enumeration: a recipe, all deals with the same public facts, and what must come out.  Cards are
letters, of which the first fit; seats are V (virtual), A, B and the deck.  The law is told here a second time,
from the rules and not from the recipe: a fitting card of the best class, uniformly or by weight, else none and
perhaps a fair draw.  That is what makes a verdict more than a tautology.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations, product

from facilitator.machine.faces import DECK, DISCARDS, ONE, SOME, ZERO, Face
from facilitator.machine.operations import Heading, Move, Place
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Stage, Steps
from facilitator.machine.physics import Faces
from facilitator.proof.verify import Case, Deal, FinalOutcome, Law, Left, Unseen, nothing, played, unseen_to
from facilitator.protocols.forms import Form, Sizes, example_layout
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT, SIX_ROW, six_card_and
from facilitator.protocols.layout import Layout, flat, pile, uniform_code
from facilitator.protocols.lottery import covert_lottery, original_lottery, simple_lot
from facilitator.protocols.wallet import wallet

# ----------------------------------------------------------------------------------------------------
# On which tables everything is proved: one row a form, and one for each thing proved of several forms together.


Tables = tuple[Sizes, ...]
GIVE_UP = "give-up"
"""Giving up a run, at every point before its result is decided."""
PUT_RIGHT = "put-right"
"""Mistakes put right in place, at every point where a repair is offered."""
VOID = "void"
"""Declaring a turn void after an unseen draw, at every point from the draw to the end."""
UNTIL = "draw-until-playable"
"""The forms with the house rule that a seat draws until it can play."""
CHAINED, IN_A_ROW, SEVERAL = "chained", "two-turns", "several"
"""Two virtual seats in a row on standing columns; two whole turns; several cards of one value in one turn."""
CHAINED_GIVE_UP = "chained-give-up"
"""Giving up the second of two linked runs, at every point before its result is decided."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The sizes a form is proved at.

    ``largest``: every table of at most so many hidden cards (0: none).  ``partly``: further tables, each with the
    numbers of playable cards (None: all).  ``sabotaged``: tables on which its twins are judged, each sabotage on
    the first, on the others only what can be done wrong in longer lotteries.  ``give_up``: tables on which it is
    given up.
    """

    largest: int = 0
    partly: tuple[tuple[Sizes, tuple[int, ...] | None], ...] = ()
    sabotaged: Tables = ((2, 1, 1),)
    give_up: Tables = ((2, 1, 1),)


def _all(tables: Tables) -> tuple[tuple[Sizes, None], ...]:
    """Return further tables of a proof, each with every number of playable cards."""
    return tuple((sizes, None) for sizes in tables)


def only(*sizes: Sizes, give_up: Tables = ((2, 1, 1),), sabotaged: Tables = ((3, 1),)) -> Proof:
    """Return a variant's proof: these tables and no others, each with every number of playable cards."""
    return Proof(0, _all(sizes), sabotaged, give_up)


# The smallest table on which a seat has a choice, somebody else has a hand and the deck a card is (2, 1, 1); a second
# duel needs three cards in hand, a class that follows another needs cards of both in hand and in the deck.
_DUELS: Tables = ((2, 1, 1), (3, 1))
_VOID: Tables = ((1, 1, 2), (2, 1, 1))
_BACK: Tables = ((2, 1),)  # where a form with the discard pile in the layout is given up, or declared void
# Tables of five cards on which forms with long runs are tried with no card that fits and with two, for all together
# would take minutes.
_SOME = tuple((sizes, (0, 2)) for sizes in ((2, 1, 2), (3, 1, 1), (4, 1)))
_CLASSES: Tables = ((1, 1, 1), (2, 1, 1), (3, 1), (2, 3))
# Without a deck nothing is drawn; with and without a duel, and with several.
_NO_DECK: Tables = ((1, 2, 0), (2, 2, 0), (3, 1, 0))
_EVERY_DUEL: Tables = ((1, 1, 1), *_DUELS)
_FRONT = only((2, 1, 1), (3, 1), (4, 1), (5, 1), give_up=((3, 1),))

PROOFS: dict[str, Proof] = {
    "knockout": Proof(4, (*_SOME, *_all(_NO_DECK[::2])), _DUELS, _EVERY_DUEL),
    "weighted-knockout": Proof(3, (((3, 1), (0, 2, 4)),)),
    "challenge": Proof(4, _SOME, _DUELS, _EVERY_DUEL),
    "published": Proof(5, give_up=_EVERY_DUEL),
    "published-original": Proof(4, give_up=_EVERY_DUEL),
    # all but its last four steps are the current text's, enumerated up to five
    "published-2023": Proof(4, _all(((2, 1, 2), (1, 1, 2, 1))), give_up=_EVERY_DUEL),
    # no columns and no bit cards: so small a run that whole tables of six cards are enumerated in seconds
    "wallet": Proof(6, (((6, 0), None),), ((3, 1),), _EVERY_DUEL),
    # with the discard pile in the layout: one card more in every scramble
    "concealed": Proof(4, give_up=_BACK),
    "concealed-weighted-knockout": Proof(3, give_up=_BACK, sabotaged=_BACK),
    "concealed-challenge": Proof(3, _all(((3, 1),)), give_up=_BACK, sabotaged=_BACK),
    "concealed-knockout": Proof(3, _all(((3, 1), (1, 1, 0), (2, 1, 0), (3, 1, 0))), give_up=_BACK),
    "concealed-published-original": Proof(3, _all(((3, 1),)), give_up=_BACK),
    "concealed-published-2023": Proof(3, _all(((3, 1),)), give_up=_BACK),
    # variants: the tables on which they differ from their form
    "knockout-tree": only((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 1), give_up=_DUELS),
    "knockout-any": only((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 0)),
    "knockout-2-classes": only(*_CLASSES, *_NO_DECK[1:], give_up=_DUELS, sabotaged=((2, 3),)),
    "knockout-3-classes": only(*_CLASSES[:3], *_NO_DECK[1:], give_up=_DUELS, sabotaged=()),
    "weighted-knockout-3": only((1, 1), (2, 1), (2, 1, 1), give_up=(), sabotaged=()),
    "wallet-reversed": _FRONT,
    "wallet-alternating": _FRONT,
    "wallet-any": only((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 1), give_up=_EVERY_DUEL),
    "wallet-top": only((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 0), give_up=_EVERY_DUEL, sabotaged=()),
    "wallet-2-classes": only(*_CLASSES, (4, 1), *_NO_DECK, give_up=_EVERY_DUEL, sabotaged=((2, 3),)),
    "wallet-3-classes": only(*_CLASSES, (4, 1), *_NO_DECK, give_up=_EVERY_DUEL, sabotaged=()),
}
"""By the form's name; a form of which nothing stands here is proved as `proof_of` says."""
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
    IN_A_ROW: dict.fromkeys(("knockout", "wallet"), ((2, 1, 2), (1, 1, 2))),  # the seat, a person, the deck
    SEVERAL: {"knockout": ((2, 1, 1), (2, 2), (3, 1), (3, 0))},
    CHAINED_GIVE_UP: {"knockout": ((1, 1, 1), (1, 2, 1))},
}
"""What is proved of several forms, by its certificate's name: their tables."""
PARTLY: dict[str, dict[str, tuple[tuple[Sizes, Sizes], ...]]] = {
    UNTIL: dict.fromkeys(("knockout", "wallet", *_TWO, *_THREE), (((3, 2), (0, 2)),)),
    CHAINED: {
        "knockout": (((1, 3, 1), (2,)),),
        "knockout-2-classes": (((1, 3, 1), (3,)),),
        "knockout-3-classes": (((1, 3, 1), (4,)),),
    },
    IN_A_ROW: {
        **dict.fromkeys(("knockout", "wallet"), (((2, 1, 3), (1,)), ((3, 1, 2), (1,)))),
        "wallet-any": (((2, 1, 2), (2,)),),
        "wallet-top": (((2, 1, 2), (1,)),),
        **dict.fromkeys(_TWO, (((2, 1, 2), (2,)),)),
        **dict.fromkeys(_THREE, (((2, 1, 2), (3,)),)),
    },
}
"""Further tables of what is proved of several forms, each with the only numbers of playable cards that are tried.

There several duels come in a turn; in two turns on (2, 1, 3) the second has something to hide, too, that outcomes do
not tell.
"""


def tables_of(name: str, form: Form) -> Tables:
    """Return the tables of a form on which something is proved of several forms together."""
    return proof_of(form).give_up if name == GIVE_UP else TOGETHER[name].get(form.name, ())


def proof_of(form: Form) -> Proof:
    """Return the tables a form is proved at; unless it has a row, every table of three cards."""
    return PROOFS.get(form.name, Proof(3, give_up=_BACK) if form.conceals else Proof(3))


# ----------------------------------------------------------------------------------------------------
# The selections.


Ends = Iterable[tuple[FinalOutcome, Fraction]]
"""How runs may end, each with its chance; the same end may come several times."""


def summed(ends: Ends) -> Mapping[FinalOutcome, Fraction]:
    """Add the chances of equal ends up: a law from all the ways in which a run may end."""
    found: dict[FinalOutcome, Fraction] = {}
    for end, chance in ends:
        found[end] = found.get(end, Fraction(0)) + chance
    return found


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

    Which cards fit makes no difference but by their number, so the first ones do.
    """
    for layout in selection_layouts(form, sizes, playable, until):
        yield Case(
            form.recipe(layout), tuple(deals(layout, ordered)), form_law(form, layout), left=left_by(form)
        )


def selection_layouts(
    form: Form, sizes: tuple[int, ...], playable: Sequence[int] | None = None, until: bool = False
) -> Iterator[Layout]:
    """Yield the layouts on which `selection_cases` proves a form, with its arguments."""
    for valid in range(sum(sizes) + 1) if playable is None else playable:
        yield replace(example_layout(sizes, valid, form), until=until)


def form_law(form: Form, layout: Layout) -> Law:
    """Return the law a form's runs must have at a layout: a selection's, or that of a question."""
    return question_law(layout) if form.asks else selection_law(layout, form.draws, form.certain)


def left_by(form: Form) -> Left:
    """Return what a form's runs leave on the table: the card played, if one is played; a question leaves nothing."""
    return nothing if form.asks else played


def question_law(layout: Layout) -> Law:
    """Return the law of a question to a hand: whether it holds a card that fits, and nothing by chance.

    The outcome names no card, and of several that fit nobody learns how many.
    """
    worth = dict(layout.code)

    def law(deal: Deal) -> Mapping[FinalOutcome, Fraction]:
        holds = any(any(worth[face]) for face in dict(deal.hands)[layout.seat])
        return {FinalOutcome(Outcome(SOME if holds else None)): Fraction(1)}

    return law


def deals(layout: Layout, ordered: bool = False) -> Iterator[Deal]:
    """Yield every way the cards can be spread over the hands; the discards are known.

    ``ordered``: the virtual hand in every order besides; else in one, for a hand is held in any.
    """
    known = [(owner, ("discard",)) for owner, _ in layout.hands if owner == DISCARDS]
    hidden = [face for face in layout.cards if face != "discard"]
    for spread in _spread(hidden, [hand for hand in layout.hands if hand[0] != DISCARDS]):
        (seat, own), *others = spread
        for order in permutations(own) if ordered else (own,):
            yield Deal(((seat, order), *others, *known))


Hand = tuple[str, tuple[Face, ...]]


def _spread(cards: Sequence[Face], hands: Sequence[tuple[str, int]]) -> Iterator[tuple[Hand, ...]]:
    """Every way to deal cards out to hands of these sizes, in the order of the hands."""
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

    ``draws``: "none" is followed by a drawn card in the same run.  ``certain``: if no card fits, any is played.
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
                Outcome(card, len(unseen) + (card is not None)), unseen_to(layout.seat, unseen)
            ): chance
            for (card, unseen), chance in ends
        }

    return law


def _draws(
    deck: tuple[Face, ...], most: int, fits: Callable[[Face], bool], unseen: tuple[Face, ...] = ()
) -> Iterator[tuple[tuple[Face | None, tuple[Face, ...]], Fraction]]:
    """Yield how fair drawing ends: the first card that fits, or None, and those that went unseen into the hand.

    ``deck``: its cards, in an order nobody knows.  At most ``most`` cards are drawn.  Each end comes with its
    chance.
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
    """Return a card's class (0 is best) and weight; of weight 0 it does not fit.

    ``bits``: what the code gives it; ``classes``: 1 for weights, where only their number counts.
    """
    if classes == 1:
        return 0, sum(bits)
    return next(((i, 1) for i, one in enumerate(bits) if one), (0, 0))


def best_class(layout: Layout, deal: Deal) -> int | None:
    """Return the best class of card the virtual hand holds; None where none of its cards fits.

    It is what a turn tells anyway: whatever is given away is counted beside it.
    """
    code = dict(layout.code)
    held = (worth_of(code[face], layout.classes) for face in dict(deal.hands)[layout.seat])
    return min((rank for rank, weight in held if weight), default=None)


def lot_of(cards: Sequence[tuple[Face, int, int]]) -> dict[Face, Fraction]:
    """Return each card's chance: among those of the best class, by weight; empty if none fits.

    ``cards``: face, class and weight of each.
    """
    first = min((rank for _, rank, weight in cards if weight), default=None)
    best = {face: weight for face, rank, weight in cards if weight and rank == first}
    return {face: Fraction(weight, sum(best.values())) for face, weight in best.items()}


# ----------------------------------------------------------------------------------------------------
# What selections are made of, proved by themselves: gates and lotteries.


COLOURS = "colour-lottery"
WALLET_CHAIN = "wallet-chain"
PILES: dict[str, Tables] = {
    "and": ((),),
    "lottery": ((1,), (2,), (3,), (4,)),
    "original-lottery": ((1,), (2,), (3,), (4,)),
    WALLET_CHAIN: ((1,), (2,), (3,), (4,), (5,), (6,)),
    COLOURS: ((4,),),
}
"""Each with the numbers of piles it is proved at."""


def bit(value: int) -> tuple[Face, Face]:
    """Return the pair that encodes a bit, as it is laid: β α for 1."""
    return ONE if value else ZERO


def part_case(name: str, m: int) -> Case:
    """Return the case for one of `PILES`: a gate, or a lottery of m piles.

    All inputs are tried: every order of the cards, every bit under each.
    """
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
    """Piles that lie there covered, each a card and its bit."""
    faces = [(card, *bit(one)) for card, one in zip(cards, bits, strict=True)]
    table = tuple(zip(flat(piles), (face for pile_faces in faces for face in pile_faces), strict=True))
    return Deal((("V", tuple(cards)),), table)


def _lottery_law(piles: Sequence[tuple[Place, ...]], name: str) -> Law:
    """A uniform choice among the piles whose bit is 1; in the original form among all if there is none."""

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
    """The six-card AND on all inputs; its covered outputs must be x∧y and ¬x∧y.

    They are what a part leaves unseen, so the law names them.  Whichever pair is which, it is moved to one side
    first.
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

    def law(deal: Deal) -> Mapping[FinalOutcome, Fraction]:
        faces = dict(deal.table)
        x, y = (int(faces[pair[0]] == ONE[0]) for pair in (LEFT, RIGHT))
        return {FinalOutcome(Outcome(), unseen_to("outputs", bit(x & y) + bit((1 - x) & y))): Fraction(1)}

    def outputs(faces: Faces) -> tuple[Unseen, ...]:
        return unseen_to("outputs", [faces[place] for place in MIDDLE + RIGHT])

    return Case((Stage(Heading(Part.AND), steps),), spread, law, outputs)


def _chain_case(m: int) -> Case:
    """Wallet duels of a hand alone, of whose cards any number may fit, and nobody knows which.

    Hidden is how many: by the shuffle all else comes to the same.  So larger hands can be tried than on whole
    tables.
    """
    layout = chain_layout(m)
    fit, rest = layout.cards[:m], layout.cards[m:]
    spread = tuple(Deal((("V", (*fit[:count], *rest[count:])),)) for count in range(m + 1))
    return Case(wallet(layout), spread, selection_law(layout, draws=False), left=played)


def chain_layout(m: int) -> Layout:
    """Return the layout of a hand of ``m`` cards, and nothing else, of which any number may be playable."""
    cards = (*"abcdefgh"[:m], *"ijklmnop"[:m])
    return Layout((("V", m),), cards, uniform_code(cards, frozenset(cards[:m])))


def _colour_case(colours: tuple[str, ...]) -> Case:
    """The colour lottery: each colour alike, and its cards back in the box."""
    law = {FinalOutcome(Outcome(colour)): Fraction(1, len(colours)) for colour in colours}
    return Case(simple_lot(colours), (Deal(),), lambda _: law, left=nothing)
