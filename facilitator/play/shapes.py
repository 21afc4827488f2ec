"""What a table's runs differ in: sizes to tell them at, what their cards are worth, which way they go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from facilitator.machine.faces import DECK
from facilitator.machine.operations import Op, asked_by
from facilitator.machine.perform import Outcome, Recipe, operations
from facilitator.protocols.form import Coding, Form
from facilitator.protocols.layout import Layout
from facilitator.readings.merged import Facets
from facilitator.wording import plural

Bits = tuple[int, ...]
Hands = tuple[tuple[str, int], ...]
MARKED = (
    (5, (4, 7, 11, 6, 9, 13, 8, 10, 12, 15), 31),
    (6, (7, 4, 9, 12, 5, 8, 16, 11, 13, 10), 43),
    (4, (9, 6, 5, 8, 14, 11, 7, 12, 10, 13), 38),
)
"""Sizes to tell a run at: the hand; the other hands in order; the deck.  No number is a sum of others each time."""
MOST = 9
"""So many questions are answered one way before the others: enough for every way to begin a chain of them."""
FITTING: tuple[Bits, ...] = ((1,), (0,))
SIZES = {"m > 2": 0, "m = 2": 2, "m = 1": 1}
"""What a run is called by its hand, and the hand; 0: as marked."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of run: its form, the bits its cards may get, how it is called."""

    form: Form
    coding: Coding
    patterns: tuple[Bits, ...]
    words: str


SOME, EVERY, NONE_FITS, FEWER = (
    "some cards fit",
    "every card fits",
    "no card fits",
    "some kinds are not there",
)
OTHERS, ONE, ALONE = "others have cards too", "k = m+1", "k = m"
DRAWS, NO_DRAW = "a card may be drawn", "no card is to be drawn"
BEGUN: Facets = {"before": "nothing lies there yet", "after": "everything goes home"}
STANDS, STAYS = "the columns stand", "the columns stay"


def pairs_words(pairs: int) -> str:
    """Return how a run is called by its pairs."""
    return f"{plural(pairs, 'pair')} a column"


def classes_words(count: int) -> str:
    """Return how many classes of cards are told apart, where not each has a pair of its own."""
    return plural(count, "class", "classes")


def worth_words(bits: Bits) -> str:
    """Return what a card is called by what is laid below it, true for any top card."""
    if not any(bits):
        return "card that does not fit"
    return "card that fits" if len(bits) == 1 else f"card of class {bits.index(1) + 1}"


def classes(count: int) -> tuple[Bits, ...]:
    """Return what cards of each class get, and those of none, which the hand is known not to have, say."""
    return (*(tuple(int(i == n) for i in range(count)) for n in range(count)), (0,) * count)


def subsets(shape: Shape) -> Iterator[tuple[str, tuple[Bits, ...]]]:
    """Yield the kinds of cards that may lie there, where not all do.

    A class that no card is of is left out of a code.
    """
    whole, coding = shape.patterns, shape.coding
    needed_ = len(whole) - 1 if coding is Coding.CLASSES else 0
    for n in range(1, len(whole)):
        for some in combinations(whole, n):
            if some[:needed_] == whole[:needed_]:
                firsts = {bits[0] for bits in some} if coding is Coding.ELSE_ANY else {any(some[0])}
                if len(firsts) > 1 or (len(whole) > 2 and coding is not Coding.ELSE_ANY):
                    yield FEWER, some
                else:
                    yield (EVERY if any(firsts) else NONE_FITS), some


def owners(base: Layout, marked: tuple[int, Sequence[int], int], hand: int) -> Hands:
    """Return who has how many cards, at marked sizes; who has none is left out of lists, and no act is another."""
    m, others, deck = marked
    seat, *rest = (owner for owner, _ in base.hands)
    people = iter(others)
    return ((seat, hand or m), *((one, deck if one == DECK else next(people)) for one in rest))


def few(base: Layout, hand: int, tricks: bool) -> Iterator[tuple[str, Hands]]:
    """Yield what is rarer still, for what goes home then: one card besides the hand's, and where it can be, none.

    ``tricks``: seats that played before this one may have played their last cards, and it has one.
    """
    for marked in MARKED[: 1 if hand else 2]:  # of one mark alone, what fits is as many as the hand but one
        (seat, m), *rest = owners(base, marked, hand)
        if rest:
            yield ONE, ((seat, m), (rest[0][0], 1), *((one, 0) for one, _ in rest[1:]))
        if hand == 1 if tricks else [one for one, _ in rest] == [DECK]:
            yield ALONE, ((seat, m), *((one, 0) for one, _ in rest))


def laid(base: Layout, hands: Sequence[tuple[str, int]], patterns: Sequence[Bits], shape: Shape) -> Layout:
    """Return a layout of so many cards, of each kind more than of the next but three."""
    k = sum(size for _, size in hands)
    cards: list[str] = []
    for number, bits in enumerate(patterns):
        wanted = 3 + 2 * number + hands[0][1] % 3 + (0 if number else hands[-1][1] % 4)
        others = len(patterns) - 1 - number  # each of them gets a card too, where there are cards enough
        fair = max(1, min(wanted, k - len(cards) - others)) if others else k
        cards += [f"kind {bits}"] * min(fair, k - len(cards))
    code = tuple((f"kind {bits}", bits) for bits in patterns)
    classed = shape.coding in (Coding.CLASSES, Coding.ELSE_ANY)
    return replace(
        base,
        hands=tuple(hands),
        cards=tuple(cards),
        code=code,
        classes=len(patterns[0]) if classed else 1,
    )


def courses(recipe: Recipe) -> Iterator[tuple[tuple[Op, ...], tuple[str, ...]]]:
    """Yield ways through a run, operations and answers: so often the first answer, then the last; or the reverse."""
    found: dict[tuple[str, ...], None] = {}
    for turned in (False, True):
        for often in range(MOST):
            answer = _Often(often, turned)
            ops = tuple(operations(recipe, answer))
            if (answers := tuple(answer.given)) not in found:
                found[answers] = None
                yield ops, answers
            if answer.asked < often:
                break


class _Often:
    """Answers so many questions one way, then the others the other way."""

    def __init__(self, often: int, turned: bool) -> None:
        self._often, self._turned = often, turned
        self.asked, self.given = 0, list[str]()

    def __call__(self, op: Op) -> str:
        said = ""
        if ask := asked_by(op):
            self.asked += 1
            said = ask[0 if (self.asked <= self._often) is not self._turned else -1]
        self.given.append(said)
        return said


def after_a_card(known: Outcome) -> bool:
    """Whether a run found a card: then its columns stay."""
    return known.card is not None
