"""Card selection: a valid card of a virtual hand, uniformly, or none; nothing else is learned.

Here is what every form of it with columns is made of, in the order of the paper's steps (§4): laying out, showing the
cards, showing the markers, giving back.  What happens between, the lottery or the duels, is in `published` and
`knockout`; wallet duels lay nothing out and have none of this.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Row
from facilitator.operations.faces import DECK, SOME, ZERO, Face, marker
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.operations.steps import Act, AnswerBranch, Factor, Kind, Label, Meaning, Shares
from facilitator.protocols.gates import CROSSED, pair_answers, yes_or_no
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

LINKED = (Factor.AFTER, Factor.HAND, Factor.CLASSES)
"""Leaving the columns for the next turn: a hand of one card, which has one pair, leaves none of its own."""
DRAWING = (Factor.DRAW, Factor.CLASSES)
"""Checking a card of the draw pile, class by class."""
COVERED = Act(Kind.COVER, brief=Kind.SCRAMBLE)
"""Cards turned down where they lie, before they are scrambled."""


class ColumnLabels(NamedTuple):
    """Labels of the steps that forms with columns number differently: the lottery or the duels lie between them."""

    take: str
    own: str
    bits: str
    home: str
    markers: str


PAPER = ColumnLabels(take="10a", own="11", bits="12a", home="12b", markers="12c")
PAPER_2023 = PAPER._replace(bits="12", home="15", markers="15")
KNOCKOUT = ColumnLabels(take="10", own="13a", bits="13a", home="13b", markers="13c")
RESULT, DRAW_CHECK = "12", "12a"
"""Labels of a knockout's result, and of what follows after "none"."""


def covered(label: str) -> Act:
    """Return the act of turning cards down before they are scrambled."""
    return replace(COVERED, label=Label.of(label))


def aside(label: Label) -> Act:
    """Return the act in which the card that is played leaves the table."""
    return Act(Kind.ASIDE, label=label)


def by_owner(
    columns: tuple[Row, ...],
    markers: Row,
    shares: Shares,
    n: int,
    lie_open: bool = False,
    labels: tuple[str, str] = ("", ""),
) -> Steps[None]:
    """Turn the markers up and group the columns by them: everybody sees how many cards each owner has there.

    ``shares``: how many these are.  ``n``: of how many columns in all.  ``lie_open``: the markers lie open already.
    ``labels``: of both steps.
    """
    expect = tuple((marker(owner), int(size)) for owner, size in shares if size)
    if not lie_open:
        faces = tuple(face for face, size in expect for _ in range(size))
        yield ops.Reveal(
            markers, expect=faces, act=Act(Kind.OWNERS, n, shares=shares, label=Label.of(labels[0]))
        )
    group = Act(Kind.GROUP, n, shares=shares, brief=Kind.TAKE, label=Label.of(labels[1]))
    yield ops.Sort(columns, markers, expect, act=group)


@dataclass(frozen=True, slots=True)
class Places:
    """The places of one selection, and the parts every form of it is made of.

    The parts are stages' steps: each is given what is known of the outcome and returns it.  ``known.card`` says that
    a card was found, ``known.drawn`` how many left the deck; all else is on the table.
    """

    layout: Layout
    labels: ColumnLabels = KNOCKOUT

    def bits(self, numbers: range) -> tuple[Row, ...]:
        """Their bit cards, for each column all its pairs."""
        return bits_of(numbers, self.layout.bit_cards)

    def columns(self, numbers: range, cards: int | None = None) -> tuple[Row, ...]:
        """Whole columns; ``cards``: how many bit cards each has, all of them unless it is said."""
        return columns_of(numbers, self.layout.bit_cards if cards is None else cards)

    @property
    def all(self) -> range:
        """The numbers of all columns."""
        return range(1, self.layout.k + 1)

    @property
    def own(self) -> range:
        """Those of the virtual seat, once the columns are sorted; of the piles, too."""
        return range(1, self.layout.m + 1)

    @property
    def others(self) -> range:
        """Those of everybody else."""
        return range(self.layout.m + 1, self.layout.k + 1)

    @property
    def piles(self) -> tuple[Row, ...]:
        """The virtual seat's piles: card and bit cards each."""
        cards = self.layout.bit_cards
        return tuple(pile(n, cards) for n in self.own)

    def theirs(self) -> tuple[tuple[str, range], ...]:
        """The other owners with their columns, once the columns are sorted; owners without cards are left out."""
        return tuple((owner, self.layout.numbers(owner)) for owner, size in self.layout.hands[1:] if size)

    # -- the parts, in the order of the paper's steps (§4) ------------------------------------------

    def lay_out(self, known: Outcome) -> Steps[Outcome]:
        """Steps 1–4: every hand and the deck face down, a marker under each card, all mixed.

        Where the columns still stand from the run before, only step 4 is left.  One shuffle, of k piles of two.
        """
        shares, k = self.layout.shares, self.layout.k
        if not self.layout.standing:
            given = (Factor.BEFORE,)
            lay = Act(Kind.LAY, k, shares=shares, label=Label.of("1"), given=given)
            for owner, size in shares:
                if size:
                    yield ops.LayHand(owner, cards_of(self.layout.numbers(owner)), act=lay)
            faces = tuple(marker(owner) for owner, size in shares for _ in range(size))
            mark = Act(Kind.MARK, k, shares=shares, brief=Kind.LAY, label=Label.of("2"), given=given)
            yield ops.Put(markers_of(self.all), faces, act=mark)
        yield ops.Cover(markers_of(self.all), act=covered("3"))
        yield ops.Scramble(self.columns(self.all, cards=0), act=Act(Kind.SCRAMBLE, k, 2, label=Label.of("4")))
        return known

    def show_cards(self, known: Outcome) -> Steps[Outcome]:
        """Steps 5–8: the cards, a pair under each, all covered and mixed again.

        What everybody sees is which cards are on the table, as they knew; not whose any of them is.  One shuffle.
        """
        layout, cards, bits_below = self.layout, cards_of(self.all), self.bits(self.all)
        yield ops.Reveal(cards, expect=layout.cards, act=Act(Kind.CARDS, layout.k, label=Label.of("5")))
        pairs = Act(Kind.PAIRS, layout.k, layout.pairs, label=Label.of("6"), given=(Factor.CLASSES,))
        yield ops.Encode(cards, bits_below, layout.code, layout.cards, act=pairs)
        yield ops.Cover(cards + flat(bits_below), act=covered("7"))
        mix = Act(Kind.SCRAMBLE, layout.k, layout.bit_cards + 2, label=Label.of("8"), given=(Factor.CLASSES,))
        yield ops.Scramble(self.columns(self.all), act=mix)
        return known

    def show_markers(self, known: Outcome) -> Steps[Outcome]:
        """Steps 9–10: the markers; the virtual seat's columns become the lottery's piles.

        What everybody sees is how many cards each owner has, as they knew; not which.
        """
        layout, shares = self.layout, self.layout.shares
        labels = "9", self.labels.take
        yield from by_owner(self.columns(self.all), markers_of(self.all), shares, layout.k, labels=labels)
        own = tuple((card(n), *pairs) for n, pairs in zip(self.own, self.bits(self.own), strict=True))
        take = Act(Kind.TAKE, layout.m, layout.bit_cards + 1, label=Label.of(self.labels.take))
        yield ops.Move(flat(own), flat(self.piles), act=take)
        yield ops.Collect(markers_of(self.own), act=take)
        return known

    def give_back_own(self, known: Outcome) -> Steps[Outcome]:
        """Step 11: the unselected cards go back to the virtual hand, the lottery's bit cards to the box.

        Covered and unseen: nobody learns which of them would have fitted.
        """
        kept, extras = self.kept(known), self.own_extras(known)
        if kept:
            own = Label.of(self.labels.own)
            home = Act(Kind.HOME, shares=self.layout.at_last(known), brief=Kind.BACK, label=own)
            yield ops.Return(tuple(p[0] for p in kept), self.layout.seat, act=home)
        yield ops.Collect(extras, act=self.own_boxed(known))
        return known

    def own_boxed(self, known: Outcome, brief: Kind = Kind.BACK) -> Act:
        """The act of taking the piles' bit cards to the box; whose cards are not there to go home besides."""
        pairs = self.layout.bit_cards * self.layout.m
        on_top = len(self.own_extras(known)) - int(pairs)
        shares = () if self.kept(known) or brief is not Kind.BACK else self.layout.at_last(known)
        return self._boxed(pairs + on_top, shares, brief)

    def their_boxed(self, known: Outcome, brief: Kind = Kind.BACK) -> Act:
        """The act of taking the columns' bit cards to the box."""
        left = self.layout.k - self.layout.m - self.layout.left(known.drawn)
        return self._boxed(self.layout.bit_cards * left, (), brief)

    def _boxed(self, count: int, shares: Shares, brief: Kind) -> Act:
        given = LINKED if brief is Kind.HAND_OVER else ()
        return Act(
            Kind.BITS, count, shares=shares, brief=brief, label=Label.of(self.labels.bits), given=given
        )

    def kept(self, known: Outcome) -> tuple[Row, ...]:
        """The piles whose card was not played: the winner of a lottery lies first; of a question none was."""
        played = known.card not in (None, SOME) and not known.drawn
        return self.piles[1:] if played else self.piles

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
            yield ops.Collect(pairs, act=self.their_boxed(known))
        shares = tuple(
            (owner, size - self.layout.left(known.drawn) if owner == DECK else size)
            for owner, size in self.layout.shares[1:]
        )
        home = Act(Kind.HOME, shares=shares, brief=Kind.BACK, label=Label.of(self.labels.home))
        for owner, numbers in self.theirs():
            mine = numbers[len(gone) :] if owner == DECK else numbers
            if mine:
                yield ops.Return(cards_of(mine), owner, act=home)
        others = markers_of(self.others)
        left = self.layout.k - self.layout.m
        yield ops.Collect(others, act=self._unmarked(left))
        return known

    def _unmarked(self, count: int) -> Act:
        return Act(Kind.MARKERS, count, brief=Kind.BACK, label=Label.of(self.labels.markers))

    def mix_and_give_back(self, known: Outcome) -> Steps[Outcome]:
        """The earlier text's steps 12–15: pairs away, mixed once more, sorted by marker, given back.

        One shuffle more than the current text's, which a proof shows that it could do without.
        """
        if not self.others:
            return known
        pairs, markers = flat(self.bits(self.others)), markers_of(self.others)
        left, shares = self.layout.k - self.layout.m, self.layout.shares[1:]
        yield ops.Collect(pairs, act=self.their_boxed(known))
        yield ops.Cover(markers, act=covered(self.labels.bits))
        columns = self.columns(self.others, cards=0)
        yield ops.Scramble(columns, act=Act(Kind.SCRAMBLE, left, 2, label=Label.of("13")))
        yield from by_owner(columns, markers, shares, left, labels=("14", self.labels.home))
        home = Act(Kind.HOME, shares=shares, brief=Kind.BACK, label=Label.of(self.labels.home))
        for owner, numbers in self.theirs():
            yield ops.Return(cards_of(numbers), owner, act=home)
        yield ops.Collect(markers, act=self._unmarked(left))
        return known

    def drawn(self, known: Outcome) -> range:
        """The deck's columns whose cards were drawn in this run: the leftmost ones."""
        return self.layout.numbers(DECK)[: known.drawn]

    def stands(self, known: Outcome) -> bool:
        """Whether the next turn goes on with this layout, so that nothing is given back."""
        return self.layout.hands_over is not None and self.layout.hands_over(known)

    def give_back(self, known: Outcome) -> Steps[Outcome]:
        """Give everything back, or, where the next turn is virtual too, make the columns ready for it.

        They stand then for the next run's step 4.
        """
        if self.stands(known):
            return (yield from self.hand_over(known))
        known = yield from self.give_back_own(known)
        return (yield from self.give_back_theirs(known))

    def hand_over(self, known: Outcome) -> Steps[Outcome]:
        """All pairs leave, the unselected cards get their markers again, the columns close up.

        Only after a card was played, from the hand or as drawn: what was drawn unseen would change its owner. The
        next run begins at its step 4, with one column less.
        """
        own = self.kept(known)
        gone = self.drawn(known)
        others = [n for n in self.others if n not in gone]
        over, onward = Kind.HAND_OVER, Label.of(self.labels.home)
        yield ops.Collect(self.own_extras(known), act=self.own_boxed(known, over))
        if pairs := self.their_extras(known):
            yield ops.Collect(pairs, act=self.their_boxed(known, over))
        source = tuple(p[0] for p in own) + flat(column(n) for n in others)
        target = cards_of(range(1, len(own) + 1)) + flat(
            column(n) for n in range(len(own) + 1, len(own) + len(others) + 1)
        )
        if gone:
            away = Act(Kind.MARKERS, len(gone), brief=over, label=onward, given=LINKED)
            yield ops.Collect(markers_of(gone), act=away)
        columns = self.layout.k - 1
        close_up = Act(Kind.CLOSE_UP, columns, brief=over, label=onward, given=LINKED)
        yield ops.Move(source, target, act=close_up)
        if own:
            faces = (marker(self.layout.seat),) * len(own)
            there = self.layout.m - (len(self.piles) - len(own))
            shares = ((self.layout.seat, there),)
            mark = Act(Kind.MARK, columns, shares=shares, brief=over, label=onward, given=LINKED)
            yield ops.Put(markers_of(range(1, len(own) + 1)), faces, act=mark)
        return known

    def draw_check(self, known: Outcome) -> Steps[Outcome]:
        """After "none": the leftmost of the deck's columns is drawn; its pairs say whether it is played.

        The deck's order is unknown to all, so its leftmost column is a fair draw.  With the house rule "draw until
        you can play" the next column follows, and so on, as long as there is one.

        The outcome's ``drawn`` counts them; its card is the last of them, if that one fits.
        """
        if known.card is not None or not self.layout.can_draw:
            return known
        numbers = self.layout.numbers(DECK)
        for count, number in enumerate(numbers if self.layout.until else numbers[:1], 1):
            label = Label.of(DRAW_CHECK, run=count)
            if kinds := (yield from self.fits(number, label)):
                shown = Act(Kind.DECK_CARD, number, brief=Kind.CARD, label=label, given=DRAWING)
                drawn = known._replace(drawn=count)
                branches = self.played(kinds, Meaning.DRAWN_PLAYED, drawn)
                face = yield ops.Reveal((card(number),), ask=kinds, act=shown, branches=branches)
                yield ops.Move((card(number),), (CHOSEN_PLACE,), act=aside(label))
                return known._replace(card=face, drawn=count)
            kept = Act(Kind.DRAWN, number, label=label, given=DRAWING)
            yield ops.Draw(card(number), self.layout.seat, act=kept)
        return known._replace(drawn=count)

    def played(self, kinds: tuple[Face, ...], meaning: Meaning, known: Outcome) -> tuple[AnswerBranch, ...]:
        """Return the branches of a card that is turned over: the columns may stay for the next turn after some."""
        if self.layout.hands_over is None:
            return (AnswerBranch(kinds, meaning),)
        onward = self.labels.bits, self.labels.home
        return (AnswerBranch(kinds, meaning, onward, lambda face: self.stands(known._replace(card=face))),)

    def kinds(self, rank: int) -> tuple[Face, ...]:
        """The kinds of card of one class, the best being 0; with weights, of any."""
        best = ((face, bits.index(1)) for face, bits in self.layout.code if any(bits))
        return tuple(face for face, first in best if first == rank)

    def look(self, rank: int, label: Label, column: int = 0) -> Act:
        """The act of reading a pair: the champion's, or that of one of the deck's columns.

        ``rank``: of which class, from 0; ``column``: the deck's, 0 for the champion's.
        """
        which = rank + 1 if self.layout.pairs > 1 else 0
        given = DRAWING if column else (Factor.CLASSES,)
        drawn = label.run if column else 0
        return Act(Kind.RESULT, column, which=which, number=drawn, label=label, given=given)

    def fits(self, number: int, label: Label) -> Steps[tuple[Face, ...]]:
        """Show a deck column's pairs one by one, up to the first that is 1; then they leave.

        ``number``: of the column.  Returns the kinds its card may be of, none if it does not fit.  Of a weight's
        pairs (ones first) the first one tells all.
        """
        shown = bits(number, self.layout.bit_cards)
        leave = Act(Kind.SHOWN, len(shown), brief=Kind.CARD, label=label, given=DRAWING)
        for pair in range(self.layout.classes):
            at = shown[2 * pair : 2 * pair + 2]
            ask, look = pair_answers(bool(self.kinds(pair))), self.look(pair, label, number)
            lead = (DRAW_CHECK,), (DRAW_CHECK,)
            branches = yes_or_no(ask, Meaning.DRAWN_MISSES, Meaning.DRAWN_FITS, lead)
            reads = yield ops.Reveal(at, expect=ZERO, ask=ask, act=look, branches=branches)
            if reads == CROSSED:
                yield ops.Collect(shown, act=leave)
                return self.kinds(pair)
        yield ops.Collect(shown, act=replace(leave, brief=Kind.DRAWN))
        return ()


def closing(table: Places) -> Recipe:
    """Return how a selection ends: the virtual hand and the others go home, or stand for the next turn."""
    if table.layout.hands_over is not None:
        return (Stage(ops.Heading(Part.GIVE_BACK), table.give_back),)
    return (
        Stage(ops.Heading(Part.GIVE_BACK_OWN), table.give_back_own),
        Stage(ops.Heading(Part.GIVE_BACK_OTHERS), table.give_back_theirs),
    )


def opening(table: Places) -> Recipe:
    """Return how a selection begins, up to the piles."""
    return (
        Stage(ops.Heading(Part.LAY_OUT), table.lay_out),
        Stage(ops.Heading(Part.SHOW_CARDS), table.show_cards),
        Stage(ops.Heading(Part.SHOW_MARKERS), table.show_markers),
    )
