"""Card selection: a valid card of a virtual hand, uniformly, or none; nothing else is learned.

Here is what every form of it is made of; the forms are in `published` and `knockout`.
"""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.machine.faces import DECK, ZERO, Face, marker
from facilitator.machine.operations import (
    Collect,
    Cover,
    Draw,
    Encode,
    Heading,
    LayHand,
    Move,
    Put,
    Return,
    Reveal,
    Row,
    Scramble,
    Sort,
)
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.protocols.gates import CROSSED, pair_answers
from facilitator.protocols.layout import (
    CHOSEN_PLACE,
    Layout,
    bits,
    bits_of,
    card,
    cards_of,
    column,
    columns_of,
    flat,
    markers_of,
    pile,
)


@dataclass(frozen=True, slots=True)
class Places:
    """The places of one selection, and the parts every form of it is made of."""

    layout: Layout

    def cards(self, numbers: range) -> Row:
        return cards_of(numbers)

    def markers(self, numbers: range) -> Row:
        return markers_of(numbers)

    def bits(self, numbers: range) -> tuple[Row, ...]:
        return bits_of(numbers, self.layout.bit_cards)

    def columns(self, numbers: range, cards: int | None = None) -> tuple[Row, ...]:
        return columns_of(numbers, self.layout.bit_cards if cards is None else cards)

    @property
    def all(self) -> range:
        return range(1, self.layout.k + 1)

    @property
    def own(self) -> range:
        return range(1, self.layout.m + 1)

    @property
    def others(self) -> range:
        return range(self.layout.m + 1, self.layout.k + 1)

    @property
    def piles(self) -> tuple[Row, ...]:
        cards = self.layout.bit_cards
        return tuple(pile(n, cards) for n in self.own)

    def theirs(self) -> tuple[tuple[str, range], ...]:
        """The other owners with their columns, once the columns are sorted."""
        return tuple((owner, self.layout.numbers(owner)) for owner, size in self.layout.hands[1:] if size)

    # -- the parts, in the order of the paper's steps (§4) ------------------------------------------

    def lay_out(self, known: Outcome) -> Steps[Outcome]:
        """Steps 1–4: every hand and the deck face down, a marker under each card, all mixed.

        Where the columns still stand from the run before, only step 4 is left.
        """
        if not self.layout.standing:
            for owner, size in self.layout.hands:
                if size:
                    yield LayHand(owner, self.cards(self.layout.numbers(owner)))
            faces = tuple(marker(owner) for owner, size in self.layout.hands for _ in range(size))
            yield Put(self.markers(self.all), faces)
        yield Cover(self.markers(self.all))
        yield Scramble(self.columns(self.all, cards=0))
        return known

    def show_cards(self, known: Outcome) -> Steps[Outcome]:
        """Steps 5–8: the cards, a pair under each, all covered and mixed again."""
        yield Reveal(self.cards(self.all), expect=self.layout.cards)
        yield Encode(self.cards(self.all), self.bits(self.all), self.layout.code, self.layout.cards)
        yield Cover(self.cards(self.all) + flat(self.bits(self.all)))
        yield Scramble(self.columns(self.all))
        return known

    def show_markers(self, known: Outcome) -> Steps[Outcome]:
        """Steps 9–10: the markers; the virtual seat's columns become the lottery's piles."""
        expect = tuple((marker(owner), size) for owner, size in self.layout.hands if size)
        yield Reveal(self.markers(self.all), expect=tuple(f for f, n in expect for _ in range(n)))
        yield Sort(self.columns(self.all), self.markers(self.all), expect)
        own = tuple((card(n), *pairs) for n, pairs in zip(self.own, self.bits(self.own), strict=True))
        yield Move(flat(own), flat(self.piles))
        yield Collect(self.markers(self.own))
        return known

    def give_back_own(self, known: Outcome) -> Steps[Outcome]:
        """Step 11: the unselected cards go back to the virtual hand, the lottery's bit cards to the box."""
        kept = self.kept(known)
        if kept:
            yield Return(tuple(p[0] for p in kept), self.layout.seat)
        yield Collect(self.own_extras(known))
        return known

    def kept(self, known: Outcome) -> tuple[Row, ...]:
        """The piles whose card was not played: the winner of a lottery lies first."""
        return self.piles[1:] if known.card is not None and not known.drawn else self.piles

    def own_extras(self, known: Outcome) -> Row:
        """The bit cards that still lie with the piles."""
        return flat(p[1:] for p in self.piles)

    def their_extras(self, known: Outcome) -> Row:
        """The bit cards that still lie in the columns; those of drawn cards were shown and are in the box."""
        gone = self.drawn(known)
        cards = self.layout.bit_cards
        return flat(bits(n, cards) for n in self.others if n not in gone)

    def give_back_theirs(self, known: Outcome) -> Steps[Outcome]:
        """Step 12: the other cards go back to their owners.

        The pairs leave first, covered and mixed: turned over in place they would show how many playable
        cards every opponent holds.  (The paper's current text does not say so; its earlier text did.)
        """
        if not self.others:
            return known
        gone = self.drawn(known)
        if pairs := self.their_extras(known):
            yield Collect(pairs)
        for owner, numbers in self.theirs():
            mine = numbers[len(gone) :] if owner == DECK else numbers
            if mine:
                yield Return(self.cards(mine), owner)
        yield Collect(self.markers(self.others))
        return known

    def mix_and_give_back(self, known: Outcome) -> Steps[Outcome]:
        """The earlier text's steps 12–15: pairs away, mixed once more, sorted by marker, given back."""
        if not self.others:
            return known
        yield Collect(flat(self.bits(self.others)))
        yield Cover(self.markers(self.others))
        yield Scramble(self.columns(self.others, cards=0))
        theirs = tuple((marker(owner), len(numbers)) for owner, numbers in self.theirs())
        yield Reveal(self.markers(self.others), expect=tuple(f for f, n in theirs for _ in range(n)))
        yield Sort(self.columns(self.others, cards=0), self.markers(self.others), theirs)
        for owner, numbers in self.theirs():
            yield Return(self.cards(numbers), owner)
        yield Collect(self.markers(self.others))
        return known

    def drawn(self, known: Outcome) -> range:
        """The deck's columns whose cards were drawn in this run: the leftmost ones."""
        return self.layout.numbers(DECK)[: known.drawn]

    def stands(self, known: Outcome) -> bool:
        """Whether the next turn goes on with this layout, so that nothing is given back."""
        return self.layout.hands_over is not None and self.layout.hands_over(known)

    def give_back(self, known: Outcome) -> Steps[Outcome]:
        """Steps 11 and 12, or, in chained turns, everything made ready for the next run's step 4."""
        if self.stands(known):
            return (yield from self.hand_over(known))
        known = yield from self.give_back_own(known)
        return (yield from self.give_back_theirs(known))

    def hand_over(self, known: Outcome) -> Steps[Outcome]:
        """All pairs leave, the unselected cards get their markers again, the columns close up.

        Only after a card was played, from the hand or as drawn: what was drawn unseen would change its owner.
        """
        own = self.kept(known)
        gone = self.drawn(known)
        others = [n for n in self.others if n not in gone]
        yield Collect(self.own_extras(known))
        if pairs := self.their_extras(known):
            yield Collect(pairs)
        source = tuple(p[0] for p in own) + flat(column(n) for n in others)
        target = self.cards(range(1, len(own) + 1)) + flat(
            column(n) for n in range(len(own) + 1, len(own) + len(others) + 1)
        )
        if gone:
            yield Collect(self.markers(gone))
        yield Move(source, target)
        if own:
            yield Put(self.markers(range(1, len(own) + 1)), (marker(self.layout.seat),) * len(own))
        return known

    def draw_check(self, known: Outcome) -> Steps[Outcome]:
        """After "none": the leftmost of the deck's columns is drawn; its pairs say whether it is played.

        The deck's order is unknown to all, so its leftmost column is a fair draw.  With the house rule
        "draw until you can play" the next column follows, and so on, as long as there is one.
        """
        if known.card is not None or not self.layout.can_draw:
            return known
        numbers = self.layout.numbers(DECK)
        for count, number in enumerate(numbers if self.layout.until else numbers[:1], 1):
            if kinds := (yield from self.fits(number)):
                face = yield Reveal((card(number),), ask=kinds)
                yield Move((card(number),), (CHOSEN_PLACE,))
                return known._replace(card=face, drawn=count)
            yield Draw(card(number), self.layout.seat)
        return known._replace(drawn=count)

    def kinds(self, rank: int) -> tuple[Face, ...]:
        """The kinds of card of one class; with weights, of any."""
        best = ((face, bits.index(1)) for face, bits in self.layout.code if any(bits))
        return tuple(face for face, first in best if first == rank)

    def fits(self, number: int) -> Steps[tuple[Face, ...]]:
        """Show a deck column's pairs one by one, up to the first that is 1; then they leave.

        Returns the kinds its card may be of, none if it does not fit.  Of a weight's pairs (ones first) the first
        one tells all.
        """
        shown = bits(number, self.layout.bit_cards)
        for pair in range(self.layout.classes):
            at = shown[2 * pair : 2 * pair + 2]
            reads = yield Reveal(at, expect=ZERO, ask=pair_answers(bool(self.kinds(pair))))
            if reads == CROSSED:
                yield Collect(shown)
                return self.kinds(pair)
        yield Collect(shown)
        return ()


def closing(table: Places) -> Recipe:
    if table.layout.hands_over is not None:
        return (Stage(Heading(Part.GIVE_BACK), table.give_back),)
    return (
        Stage(Heading(Part.GIVE_BACK_OWN), table.give_back_own),
        Stage(Heading(Part.GIVE_BACK_OTHERS), table.give_back_theirs),
    )


def opening(table: Places) -> Recipe:
    return (
        Stage(Heading(Part.LAY_OUT), table.lay_out),
        Stage(Heading(Part.SHOW_CARDS), table.show_cards),
        Stage(Heading(Part.SHOW_MARKERS), table.show_markers),
    )
