"""Common parts of all forms with columns.

These forms select a playable card of a virtual hand uniformly, or none, and leak nothing else. The parts
follow the paper's steps (§4): laying out, showing the cards, showing the markers, returning the cards. The
lottery or the duels between them are in `published` and `knockout`. Wallet duels have no columns and use none
of these parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Place, Row
from facilitator.operations.faces import DECK, SOME, ZERO, Face, marker
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.operations.steps import AnswerBranch, Factor, Kind, Label, Meaning, Shares, Step
from facilitator.protocols import layout as at
from facilitator.protocols.gates import CROSSED, pair_answers, yes_or_no
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, cards_of, flat, markers_of, stirred_bits

LINKED = (Factor.AFTER, Factor.HAND, Factor.CLASSES)
"""Factors for steps that keep columns for the next turn."""
DRAWING = (Factor.DRAW, Factor.CLASSES)
"""Factors for steps that check a drawn card, priority by priority."""
COVERED = Step(Kind.COVER, brief=Kind.SCRAMBLE)
"""Step that turns cards face down before they are shuffled."""


class ColumnLabels(NamedTuple):
    """Labels of the steps after the lottery or the duels, such as ``12b``. They depend on the form.

    Attributes:
        take: Take the virtual seat's columns.
        own: Return the virtual seat's cards.
        bits: Remove the bit cards.
        others: Return the other cards.
        markers: Remove the markers.
        sorts: Whether the last step also sorts the bit cards that nobody has read.
    """

    take: str
    own: str
    bits: str
    others: str
    markers: str
    sorts: bool = False

    @property
    def whole(self) -> Kind:
        """Kind of the larger step that describes the return of all cards."""
        return Kind.CLEAR_UP if self.sorts else Kind.BACK

    @property
    def given(self) -> tuple[Factor, ...]:
        """Factors that determine how the virtual seat's cards are returned, such as the hand size.

        Empty if the instructions are the same for all hands.
        """
        return (Factor.CLASSES, Factor.HAND) if self.sorts else ()


PAPER = ColumnLabels(take="10", own="11", bits="12a", others="12b", markers="12c", sorts=True)
PAPER_2023 = PAPER._replace(bits="12", others="15", markers="15")
KNOCKOUT = ColumnLabels(take="10", own="13a", bits="13a", others="13b", markers="13c")
RESULT, DRAW_CHECK = "12", "12a"
"""Labels for the result of a knockout, and for the check of a drawn card after "none"."""


def make_cover_act(label: str) -> Step:
    """Return the step that covers cards before a shuffle."""
    return replace(COVERED, label=Label(label))


def group_by_owner(
    columns: tuple[Row, ...], shares: Shares, n: int, labels: tuple[str, str], lie_open: bool = False
) -> Steps[None]:
    """Turn the markers face up, and group the columns by owner.

    This reveals only the hand sizes, which are public.

    Args:
        columns: Columns to group, each with its card, its marker and perhaps bit cards.
        shares: Owners and their numbers of cards.
        n: Number of all columns.
        labels: Labels of the two steps.
        lie_open: Whether the markers are already face up.
    """
    markers = tuple(column[1] for column in columns)
    expect = tuple((marker(owner), int(size)) for owner, size in shares if size)
    if not lie_open:
        faces = tuple(face for face, size in expect for _ in range(size))
        owners = Step(Kind.OWNERS, n, shares=shares, label=Label(labels[0]))
        yield ops.Reveal(markers, expect=faces, step=owners)
    group = Step(Kind.GROUP, n, shares=shares, brief=Kind.TAKE, label=Label(labels[1]))
    yield ops.Sort(columns, markers, expect, step=group)


@dataclass(frozen=True, slots=True)
class Places:
    """Places of the cards in a selection with columns, and the steps that all these forms share.

    Most methods return the steps of one stage. They take the previous outcome and return the new outcome: the
    selected card, if any, and the number of drawn cards.

    Attributes:
        layout: Layout of the table.
        labels: Labels of the last steps of the form.
        unread: Places of the bit cards that nobody reads in the lottery. They are stirred together with the
            other unread bit cards.
        on_top: Places of the bit cards that the last duel leaves on top of the piles.
    """

    layout: Layout
    labels: ColumnLabels = KNOCKOUT
    unread: Row = ()
    on_top: Row = ()

    def bits(self, numbers: Iterable[int]) -> Row:
        """Return the places of the bit cards in these columns."""
        cards = self.layout.bit_cards
        return flat(at.bits(n, cards) for n in numbers)

    def columns(self, numbers: range) -> tuple[Row, ...]:
        """Return the places of whole columns, each with its card, its marker and its bit cards."""
        cards = self.layout.bit_cards
        return tuple(at.column(n, cards) for n in numbers)

    @property
    def all(self) -> range:
        """Numbers of all columns in the layout."""
        return range(1, self.layout.k + 1)

    @property
    def own(self) -> range:
        """Numbers of the virtual seat's columns after sorting, and of its piles."""
        return range(1, self.layout.m + 1)

    @property
    def others(self) -> range:
        """Numbers of the other owners' columns after sorting."""
        return range(self.layout.m + 1, self.layout.k + 1)

    @property
    def piles(self) -> tuple[Row, ...]:
        """Places of the virtual seat's piles, each with its card and bit cards."""
        cards = self.layout.bit_cards
        return tuple(at.pile(n, cards) for n in self.own)

    # -- the parts, in the order of the paper's steps (§4) ------------------------------------------

    def lay_out(self, known: Outcome) -> Steps[Outcome]:
        """Carry out steps 1–4: lay every hand and the draw pile in columns with markers, all face down, and shuffle.

        Columns kept from the previous turn need only step 4.
        """
        shares, k = self.layout.shares, self.layout.k
        if not self.layout.are_columns_kept:
            given = (Factor.BEFORE,)
            lay = Step(Kind.LAY, k, shares=shares, label=Label("1"), given=given)
            for owner, size in shares:
                if size:
                    yield ops.LayHand(owner, cards_of(self.layout.numbers(owner)), step=lay)
            faces = tuple(marker(owner) for owner, size in shares for _ in range(size))
            mark = Step(Kind.MARK, k, shares=shares, brief=Kind.LAY, label=Label("2"), given=given)
            yield ops.Put(markers_of(self.all), faces, step=mark)
        yield ops.Cover(markers_of(self.all), step=make_cover_act("3"))
        marked = tuple(at.column(n) for n in self.all)
        yield ops.Scramble(marked, step=Step(Kind.SCRAMBLE, k, 2, label=Label("4")))
        return known

    def show_cards(self, known: Outcome) -> Steps[Outcome]:
        """Carry out steps 5–8: show the cards, lay a pair under each, cover all cards and shuffle again.

        Everybody sees the faces of the cards, which are public, but not their owners.
        """
        layout, cards, under = self.layout, cards_of(self.all), self.layout.bit_cards
        bits_below = tuple(at.bits(n, under) for n in self.all)
        yield ops.Reveal(cards, expect=layout.cards, step=Step(Kind.CARDS, layout.k, label=Label("5")))
        pairs = Step(Kind.PAIRS, layout.k, layout.pairs, label=Label("6"), given=(Factor.CLASSES,))
        yield ops.Encode(cards, bits_below, layout.code, layout.cards, step=pairs)
        yield ops.Cover(cards + flat(bits_below), step=make_cover_act("7"))
        mix = Step(Kind.SCRAMBLE, layout.k, layout.bit_cards + 2, label=Label("8"), given=(Factor.CLASSES,))
        yield ops.Scramble(self.columns(self.all), step=mix)
        return known

    def show_markers(self, known: Outcome) -> Steps[Outcome]:
        """Carry out steps 9–10: show the markers, and make piles of the virtual seat's columns.

        Everybody sees the hand sizes, which are public, but not the owner of a card.
        """
        layout, shares = self.layout, self.layout.shares
        yield from group_by_owner(self.columns(self.all), shares, layout.k, ("9", self.labels.take))
        own = flat((at.card(n), *at.bits(n, layout.bit_cards)) for n in self.own)
        label, seat = Label(self.labels.take), ((layout.seat, layout.m),)
        take = Step(Kind.TAKE, layout.m, layout.bit_cards + 1, shares=seat, label=label)
        yield ops.Move(own, flat(self.piles), step=take)
        yield ops.Collect(markers_of(self.own), step=take)
        return known

    def give_back_own(self, known: Outcome) -> Steps[Outcome]:
        """Carry out step 11: return the other cards to the virtual hand, and its piles' bit cards to the box."""
        if kept := self.list_kept_piles(known):
            own, shares = Label(self.labels.own), self.layout.at_last(known)
            home = Step(Kind.HOME, shares=shares, brief=self.labels.whole, label=own, given=self.labels.given)
            yield ops.Return(tuple(p[0] for p in kept), self.layout.seat, step=home)
        yield ops.Collect(self.own_extras, step=self.own_boxed(known))
        return known

    def own_boxed(self, known: Outcome, brief: Kind | None = None) -> Step:
        """Return the step that takes the bit cards of the virtual seat's piles to the box.

        The text of the step names the virtual seat if no card is returned to its hand. In a form with a
        separate step for bit cards, it never names the seat.
        """
        pairs = self.layout.bit_cards * self.layout.m
        named = brief is None and not self.labels.sorts and not self.list_kept_piles(known)
        shares = self.layout.at_last(known) if named else ()
        stirs_others = self.labels.sorts and (self.unread or self.their_extras(known))
        return self._make_box_act(0 if stirs_others else pairs + len(self.on_top), shares, brief)

    def their_boxed(self, known: Outcome, brief: Kind | None = None) -> Step:
        """Return the step that takes the bit cards of the other owners' columns to the box."""
        left = self.layout.k - self.layout.m - self.layout.letter_drawn_count(known.drawn)
        return self._make_box_act(self.layout.bit_cards * left + len(self.unread), (), brief)

    def _make_box_act(self, count: int, shares: Shares, brief: Kind | None) -> Step:
        given = LINKED if brief is Kind.HAND_OVER else self.labels.given
        brief, label = brief or self.labels.whole, Label(self.labels.bits)
        return Step(Kind.BITS, count, shares=shares, brief=brief, label=label, given=given)

    def list_kept_piles(self, known: Outcome) -> tuple[Row, ...]:
        """Return the virtual seat's piles without the first pile, if the card of this pile was played."""
        played = known.card not in (None, SOME) and not known.drawn
        return self.piles[1:] if played else self.piles

    @property
    def own_extras(self) -> Row:
        """Places of the bit cards in the virtual seat's piles."""
        return self.on_top + flat(p[1:] for p in self.piles)

    def their_extras(self, known: Outcome) -> Row:
        """Return the places of the bit cards in the other owners' columns.

        The columns of drawn cards are left out, because their bit cards are already in the box.
        """
        return self.bits(self.list_other_columns(known))

    def give_back_theirs(self, known: Outcome) -> Steps[Outcome]:
        """Carry out step 12: return the other cards to their owners.

        First, all pairs are removed face down and mixed. Pairs turned over in place would reveal each opponent's
        number of playable cards. Only the paper's earlier text contains this removal. Finally, the bit cards are
        sorted for the next turn, which is not in the paper.
        """
        unread = yield from self._remove_pairs(known)
        shares = tuple(
            (owner, size - self.layout.letter_drawn_count(known.drawn) if owner == DECK else size)
            for owner, size in self.layout.shares[1:]
        )
        home = Step(Kind.HOME, shares=shares, brief=self.labels.whole, label=Label(self.labels.others))
        for owner, numbers in self.layout.list_other_owners():
            mine = numbers[known.drawn :] if owner == DECK else numbers
            if mine:
                yield ops.Return(cards_of(mine), owner, step=home)
        yield from self._sort_extras(markers_of(self.others), unread)
        return known

    def _remove_pairs(self, known: Outcome) -> Steps[int]:
        """Take the pairs out of the columns, face down, and return the number of bit cards to sort later.

        In a form that sorts bit cards, they are first stirred together with the lottery's unread bit cards.
        Whole pairs would show how many playable cards the virtual hand contained. Single bit cards show
        nothing, because half of them are always α.
        """
        pairs, step = self.their_extras(known), self.their_boxed(known)
        if not self.labels.sorts:
            if pairs:
                yield ops.Collect(pairs, step=step)
            return 0
        count = len(self.unread) + len(pairs)
        if pairs:
            yield ops.Move(pairs, stirred_bits(count)[len(self.unread) :], step=step)
        if count:
            yield ops.Stir(stirred_bits(count), step=step)
        return count

    def _sort_extras(self, markers: Row, unread: int) -> Steps[None]:
        """Sort the stirred bit cards face up, and return the markers to the box.

        Args:
            markers: Markers of the other owners.
            unread: Number of stirred bit cards.
        """
        left, label = self.layout.k - self.layout.m, Label(self.labels.markers)
        step = Step(Kind.MARKERS, left, brief=self.labels.whole, label=label)
        if unread:
            pairs = left + (unread // 2 - int(left))
            step = Step(Kind.SORT, pairs, brief=self.labels.whole, label=label)
            bits = stirred_bits(unread)
            yield ops.Reveal(bits, expect=ZERO * (unread // 2), step=step)
            yield ops.Collect(bits, step=step)
        if markers:
            yield ops.Collect(markers, step=step)

    def mix_and_give_back(self, known: Outcome) -> Steps[Outcome]:
        """Carry out steps 12–15 of the earlier text: remove the pairs, shuffle, and return the cards by marker.

        The current text does not have this shuffle. A proof shows that it is not needed.
        """
        if not self.others:
            return known
        markers = markers_of(self.others)
        left, shares = self.layout.k - self.layout.m, self.layout.shares[1:]
        unread = yield from self._remove_pairs(known)
        yield ops.Cover(markers, step=make_cover_act(self.labels.bits))
        columns = tuple(at.column(n) for n in self.others)
        yield ops.Scramble(columns, step=Step(Kind.SCRAMBLE, left, 2, label=Label("13")))
        yield from group_by_owner(columns, shares, left, ("14", self.labels.others))
        home = Step(Kind.HOME, shares=shares, brief=self.labels.whole, label=Label(self.labels.others))
        for owner, numbers in self.layout.list_other_owners():
            yield ops.Return(cards_of(numbers), owner, step=home)
        yield from self._sort_extras(markers, unread)
        return known

    def list_other_columns(self, known: Outcome) -> list[int]:
        """Return the column numbers of the other owners' cards, without the cards drawn in this attempt."""
        gone = self.layout.numbers(DECK)[: known.drawn]
        return [n for n in self.others if n not in gone]

    def keeps_layout(self, known: Outcome) -> bool:
        """Return whether the columns stay on the table for the next virtual turn."""
        return self.layout.hands_over is not None and self.layout.hands_over(known)

    def give_back(self, known: Outcome) -> Steps[Outcome]:
        """Run the steps that return the laid-out cards to their owners.

        If the next turn is virtual, too, the cards stay in their columns.
        """
        if self.keeps_layout(known):
            return (yield from self.hand_over(known))
        known = yield from self.give_back_own(known)
        return (yield from self.give_back_theirs(known))

    def hand_over(self, known: Outcome) -> Steps[Outcome]:
        """Keep the columns: remove all pairs, lay markers under the unselected cards, and close the gaps.

        The next attempt begins with step 4 and has one column less. This is possible only if no card was
        drawn face down into the hand, because such a card has changed its owner.
        """
        own, others = self.list_kept_piles(known), self.list_other_columns(known)
        gone = self.layout.numbers(DECK)[: known.drawn]
        over, onward = Kind.HAND_OVER, Label(self.labels.others)
        yield ops.Collect(self.own_extras, step=self.own_boxed(known, over))
        if pairs := self.their_extras(known):
            yield ops.Collect(pairs, step=self.their_boxed(known, over))
        source = tuple(p[0] for p in own) + flat(map(at.column, others))
        left = range(len(own) + 1, len(own) + len(others) + 1)
        target = cards_of(range(1, len(own) + 1)) + flat(map(at.column, left))
        if gone:
            away = Step(Kind.MARKERS, len(gone), brief=over, label=onward, given=LINKED)
            yield ops.Collect(markers_of(gone), step=away)
        columns = self.layout.k - 1
        close_up = Step(Kind.CLOSE_UP, columns, brief=over, label=onward, given=LINKED)
        yield ops.Move(source, target, step=close_up)
        if own:
            faces = (marker(self.layout.seat),) * len(own)
            shares = ((self.layout.seat, self.layout.m - (len(self.piles) - len(own))),)
            mark = Step(Kind.MARK, columns, shares=shares, brief=over, label=onward, given=LINKED)
            yield ops.Put(markers_of(range(1, len(own) + 1)), faces, step=mark)
        return known

    def draw_check(self, known: Outcome) -> Steps[Outcome]:
        """Draw the leftmost column of the draw pile after "none". Its pairs show whether its card is played.

        The order of the draw pile is unknown, so this is a fair draw. With the house rule "draw until you can
        play", the next columns follow.

        Returns:
            The outcome with the number of drawn cards. Its card is the last drawn card, if playable.
        """
        if known.card is not None or not self.layout.can_draw:
            return known
        numbers = self.layout.numbers(DECK)
        for count, number in enumerate(numbers if self.layout.until else numbers[:1], 1):
            label = Label(DRAW_CHECK, run=count)
            if kinds := (yield from self.fits(number, label)):
                shares = ((self.layout.seat, 1),)
                step = Step(
                    Kind.DECK_CARD, number, shares=shares, brief=Kind.CARD, label=label, given=DRAWING
                )
                return (yield from self.play(at.card(number), kinds, step, known._replace(drawn=count)))
            kept = Step(Kind.DRAWN, number, label=label, given=DRAWING)
            yield ops.Draw(at.card(number), self.layout.seat, step=kept)
        return known._replace(drawn=count)

    def play(self, place: Place, kinds: tuple[Face, ...], step: Step, known: Outcome) -> Steps[Outcome]:
        """Turn a card over, and move it off the table.

        Args:
            place: Place of the card.
            kinds: Possible faces of the card.
            step: Step that turns the card over.
            known: Outcome so far.
        """
        meaning = Meaning.DRAWN_PLAYED if known.drawn else Meaning.PLAYED
        branches = self.list_play_branches(kinds, meaning, known)
        face = yield ops.Reveal((place,), ask=kinds, step=step, branches=branches)
        yield ops.Move((place,), (CHOSEN_PLACE,), step=Step(Kind.ASIDE, label=step.label))
        return known._replace(card=face)

    def list_play_branches(
        self, kinds: tuple[Face, ...], meaning: Meaning, known: Outcome
    ) -> tuple[AnswerBranch, ...]:
        """Return the groups of answers to the question for the played card.

        Cards after which the columns are kept for the next turn have a group of their own.
        """
        if self.layout.hands_over is None:
            return (AnswerBranch(kinds, meaning),)
        stay = tuple(face for face in kinds if self.keeps_layout(known._replace(card=face)))
        go = tuple(face for face in kinds if face not in stay)
        onward = AnswerBranch(stay, meaning, (self.labels.bits, self.labels.others))
        groups = [branch for branch in (onward, AnswerBranch(go, meaning)) if branch.answers]
        # `get_expected_answer` takes the first branch, which must contain the first accepted card.
        return tuple(sorted(groups, key=lambda branch: kinds[0] not in branch.answers))

    def kinds(self, rank: int) -> tuple[Face, ...]:
        """Return the faces in the layout whose best priority has this index.

        Args:
            rank: Priority index. The best priority is 0. If cards have weights instead of priorities, every card
                with a positive weight has the index 0.
        """
        best = ((face, bits.index(1)) for face, bits in self.layout.code if any(bits))
        return tuple(face for face, first in best if first == rank)

    def look(self, rank: int, label: Label, column: int = 0) -> Step:
        """Return the step that reads a pair of bit cards.

        Args:
            rank: Priority index of the pair. The best priority is 0.
            label: Label of the step.
            column: Draw-pile column number, or 0 for the champion's pair.
        """
        m, which = self.layout.m, rank + 1 if self.layout.pairs > 1 else 0
        step = Step(Kind.RESULT, column, m, shares=((self.layout.seat, m),), which=which, label=label)
        if column:
            return replace(step, number=label.run, given=DRAWING)
        return replace(step, given=(Factor.CLASSES,))

    def fits(self, number: int, label: Label) -> Steps[tuple[Face, ...]]:
        """Turn the pairs of a draw-pile column over, one by one, until a pair reads β α. Then take them to the box.

        Args:
            number: Column number.
            label: Label of the step.

        Returns:
            Possible faces of the column's card, or an empty tuple if the card is unplayable.
        """
        shown = at.bits(number, self.layout.bit_cards)
        leave = Step(Kind.SHOWN, len(shown), brief=Kind.CARD, label=label, given=DRAWING)
        for pair in range(self.layout.classes):  # the first pair of a card with a weight is β α
            pair_places = shown[2 * pair : 2 * pair + 2]
            ask, look = pair_answers(bool(self.kinds(pair))), self.look(pair, label, number)
            lead = (DRAW_CHECK,), (DRAW_CHECK,)
            branches = yes_or_no(ask, Meaning.DRAWN_MISSES, Meaning.DRAWN_FITS, lead)
            reads = yield ops.Reveal(pair_places, expect=ZERO, ask=ask, step=look, branches=branches)
            if reads == CROSSED:
                yield ops.Collect(shown, step=leave)
                return self.kinds(pair)
        yield ops.Collect(shown, step=replace(leave, brief=Kind.DRAWN))
        return ()


def closing(table: Places) -> Recipe:
    """Return the last stages of a selection, which return all cards or keep the columns."""
    if table.layout.hands_over is not None:
        return (Stage(ops.Heading(Part.GIVE_BACK), table.give_back),)
    return (
        Stage(ops.Heading(Part.GIVE_BACK_OWN), table.give_back_own),
        Stage(ops.Heading(Part.GIVE_BACK_OTHERS), table.give_back_theirs),
    )


def opening(table: Places) -> Recipe:
    """Return the first three stages of a selection: lay out the columns, show the cards, and show the markers."""
    return (
        Stage(ops.Heading(Part.LAY_OUT), table.lay_out),
        Stage(ops.Heading(Part.SHOW_CARDS), table.show_cards),
        Stage(ops.Heading(Part.SHOW_MARKERS), table.show_markers),
    )
