"""Every turn a table may have, told and made one: the acts of its forms with letters for what differs.

What a table's runs differ in is known from its file and its forms: how many cards lie where, what they are
worth, whether the columns stand already or stay, what is answered.  A card is named by what is laid below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from facilitator.machine.faces import DECK, SLEEVES
from facilitator.machine.operations import Op
from facilitator.machine.perform import DefaultAnswers, operations
from facilitator.machine.physics import Surface
from facilitator.play.kinds_of_run import kinds_of_run
from facilitator.play.moment import TurnNumbers
from facilitator.play.opening import drawing, opening
from facilitator.play.shapes import (
    ALONE,
    BEGUN,
    DRAWS,
    MARKED,
    NO_DRAW,
    OTHERS,
    SIZES,
    SOME,
    STANDS,
    STAYS,
    Shape,
    after_a_card,
    courses,
    few,
    laid,
    owners,
    pairs_words,
    subsets,
    worth_words,
)
from facilitator.play.telling import narrator_for
from facilitator.play.turn import TurnPolicy, state_before
from facilitator.protocols.forms import Coding
from facilitator.protocols.layout import Layout
from facilitator.protocols.lottery import simple_lot
from facilitator.protocols.recovery import decided, give_up
from facilitator.readings.brief import Speech
from facilitator.readings.brief_sleeves import SleeveSpeech
from facilitator.readings.grouping import Kind, Wording
from facilitator.readings.heard import HeardAct, hear
from facilitator.readings.letters import ALL, DREW, FITS, HAND, INDEX, PAIRS, letters_for, with_products
from facilitator.readings.merged import Facets, Merged, ToldRun, merge
from facilitator.readings.wording import cues
from facilitator.table.load import Table

AT, AT_ALONE = "at", "at, where nobody else has a card"
NAMES = "VWXYZABCDE"
"""What virtual seats are called where there are several: the one in turn, then clockwise."""


class EveryTurn:
    """A table's turns, and who speaks there: as in play, but every card is called by what is laid below it."""

    def __init__(self, table: Table) -> None:
        self.table, self._choice = table, TurnPolicy.of(table)
        self.virtual = tuple(seat.name for seat in table.virtual)
        self.questions = self._choice.law.questions(state_before(table))
        self.openings = {seat: opening(table, seat) for seat in self.virtual}
        self._draws = drawing(table, self.layout(self.virtual[0]))
        there = dict.fromkeys(o for s in self.virtual for o, _ in self.renamed(s, self.layout(s)).hands)
        own = self.names(self.virtual[0])[self.virtual[0]]
        others = [owner for owner in there if owner not in (own, DECK)]
        self.letters = {own: HAND, **letters_for([DECK, *others], HAND + ALL + FITS + INDEX + DREW + PAIRS)}
        self.several = any(one.coding is Coding.CLASSES for seat in self.virtual for one in self.shapes(seat))

    def layout(self, seat: str) -> Layout:
        """Return the layout of a seat's first turn."""
        layout = self.openings[seat].plan.layout
        assert layout is not None
        return layout

    @property
    def chains(self) -> bool:
        """Whether columns may stay for the next turn."""
        return self._choice.chains and len(self.virtual) > 1

    # -- names and letters ---------------------------------------------------------------------------

    def names(self, seat: str) -> dict[str, str]:
        """Return what each virtual seat is called in a seat's turn: by its name where it is the only one."""
        if len(self.virtual) == 1:
            return {seat: seat}
        at = self.virtual.index(seat)
        return dict(zip((*self.virtual[at:], *self.virtual[:at]), NAMES, strict=False))

    def renamed(self, seat: str, layout: Layout) -> Layout:
        """Return a layout with the virtual seats called as in this seat's turn; who has no card has 0 there."""
        names, there = self.names(seat), dict(layout.hands)
        hands = ((names.get(owner, owner), there.get(owner, 0)) for owner, _ in self.layout(seat).hands)
        return replace(layout, hands=tuple(hands))

    def as_told(self, layout: Layout, wording: Wording) -> Layout:
        """Return a renamed layout as it is told in brief: owners in one order whose turn it may be, only listed."""
        if wording is not Wording.BRIEF or len(self.virtual) < 2:
            return layout
        order = [*NAMES, *(owner for owner, _ in self.layout(self.virtual[0]).hands)]
        return replace(layout, hands=tuple(sorted(layout.hands, key=lambda hand: order.index(hand[0]))))

    def sizes(self, layout: Layout) -> dict[str, int]:
        """Return what each letter stands for at a renamed layout."""
        found = {self.letters[owner]: size for owner, size in layout.hands}
        counts: dict[tuple[int, ...], int] = {}
        code = dict(layout.code)
        for face in (one for one in layout.cards if one in code):
            counts[code[face]] = counts.get(code[face], 0) + 1
        fitting = sorted((bits for bits in counts if any(bits)), reverse=True)
        found |= {ALL: layout.k, **{at: counts[bits] for at, bits in zip(FITS, fitting, strict=False)}}
        if self.several:
            found[PAIRS] = layout.pairs
        return {**found, DREW: 0} if self._draws[1] else found

    def speech(self, layout: Layout) -> Speech:
        """Return who tells a run with this layout."""
        worth = {face: worth_words(bits) for face, bits in layout.code}
        narrator = replace(narrator_for(self.table), describe=lambda face: worth.get(face, face))
        kind = SleeveSpeech if self.table.equipment == SLEEVES else Speech
        return kind(narrator, lambda face: (worth[face],), layout.pairs, layout.hands)

    def now(self, known: TurnNumbers) -> tuple[dict[str, int], dict[str, str]]:
        """Return what is known of a moment: what letters stand for, and what sets its run apart."""
        seat = self.virtual[known.seat]
        there = replace(self.layout(seat), hands=known.hands)
        sizes = {self.letters[owner]: n for owner, n in self.renamed(seat, there).hands}
        m = known.hands[0][1]
        facets = {
            "seat": f"{self.names(seat)[seat]} = {seat}",
            "hand": next((words for words, hand in SIZES.items() if hand == m), next(iter(SIZES))),
        }
        if known.layout is not None:
            sizes |= self.sizes(self.renamed(seat, known.layout))
            pairs = known.layout.pairs
            words = (one.words for one in self.shapes(seat) if len(one.patterns[0]) == pairs)
            facets["pairs"] = next(words, pairs_words(pairs))
            facets["before"] = STANDS if known.layout.standing else BEGUN["before"]
        return with_products({**sizes, ALL: sum(size for _, size in known.hands)}), facets

    # -- all of them, told ---------------------------------------------------------------------------

    def told(self, wording: Wording) -> Merged:
        """Return all acts of all turns."""
        return merge(self._runs(wording))

    def _runs(self, wording: Wording) -> Iterator[ToldRun]:
        for seat in self.virtual:
            for shape in self.shapes(seat):
                for facets, layout in self._layouts(seat, shape):
                    for acts in self._acts(shape, layout, wording):
                        yield ToldRun(acts, facets)
                        yield ToldRun(acts, {"others": OTHERS}, Kind.BACK)
                for facets, layout in self._few(seat, shape):
                    for acts in self._acts(shape, layout, wording):
                        yield ToldRun(acts, facets, Kind.BACK)
                for facets, layout in self._coded(seat, shape):
                    for acts in islice(self._acts(shape, layout, wording), 1):
                        end = next((n + 2 for n, one in enumerate(acts) if one.cue.kind is Kind.PAIRS), None)
                        yield ToldRun(acts[:end], facets, Kind.PAIRS if end else None)

    def lot(self, wording: Wording) -> Merged | None:
        """Return the acts of a lot, such as the colour after a black card; None where the game has none."""
        faces = self._choice.law.lot
        if not faces:
            return None
        teller = self.speech(self.layout(self.virtual[0]))
        told = [
            ToldRun(hear(cues(ops, teller, wording), answers, {}, Surface()), {})
            for ops, answers in courses(simple_lot(faces))
        ]
        return merge(told)

    def home(self, turn: Merged, wording: Wording) -> Merged:
        """Return the ways home of a turn that is given up; facet `AT`: the number of the act it stands after."""
        return merge(self._homeward(turn, wording))

    def _homeward(self, turn: Merged, wording: Wording) -> Iterator[ToldRun]:
        kinds = {
            (one.form.name, one.words): (seat, one) for seat in self.virtual for one in self.shapes(seat)
        }
        for (seat, shape), hand in product(kinds.values(), SIZES.values()):
            if hand != 1 or self._may_be_single(shape):
                base = self.renamed(seat, self.layout(seat))
                rare = few(base, hand, self._choice.law.tricks)
                alone = [(AT_ALONE, hands) for words, hands in rare if words == ALONE]
                for at, hands in (*((AT, owners(base, marked, hand)) for marked in MARKED), *alone):
                    layout = self.as_told(
                        next(self._ways(laid(base, hands, shape.patterns, shape)))[1], wording
                    )
                    for number, acts in self._stops(turn, shape, layout, wording):
                        yield ToldRun(acts, {at: str(number)})

    def _stops(
        self, turn: Merged, shape: Shape, layout: Layout, wording: Wording
    ) -> Iterator[tuple[int, tuple[HeardAct, ...]]]:
        """Yield the way home from each act of a run, whichever way led there, with that act's number."""
        teller, sizes, seen = self.speech(layout), self.sizes(layout), set[int]()
        for ops, answers in courses(shape.form.recipe(layout)):
            surface, done, at = Surface(), list[Op](), 0
            heard = iter(hear(cues(ops, teller, wording), answers, sizes, Surface()))
            for cue in cues(ops, teller, wording):
                if decided(cue.ops):
                    break
                for op in cue.ops:
                    surface.note(op, answers[len(done)])
                    done.append(op)
                at = turn.by_key(next(heard).key).number if cue.told else at
                if at in seen:
                    continue
                seen.add(at)
                back = tuple(operations(give_up(layout, surface, tuple(done)), DefaultAnswers()))
                yield at, hear(cues(back, teller, wording), [""] * len(back), sizes, Surface(surface))

    def _may_be_single(self, shape: Shape) -> bool:
        """Tell whether a hand of one card may need such a run: its card is the best there is."""
        return len(shape.patterns[0]) == 1 or shape.coding is Coding.ELSE_ANY

    def _acts(self, shape: Shape, layout: Layout, wording: Wording) -> Iterator[tuple[HeardAct, ...]]:
        """Yield the acts of each way through a run."""
        layout = self.as_told(layout, wording)
        speech, sizes = self.speech(layout), self.sizes(layout)
        lies = {place: face != "?" for place, face in layout.lying}
        for ops, answers in courses(shape.form.recipe(layout)):
            yield hear(cues(ops, speech, wording), answers, sizes, Surface(lies))

    def shapes(self, seat: str) -> tuple[Shape, ...]:
        """Return the kinds of run that a seat's turns may need, its usual one first."""
        return kinds_of_run(self._choice, self.openings[seat])

    def _layouts(self, seat: str, shape: Shape) -> Iterator[tuple[Facets, Layout]]:
        """Yield what a run may begin with, each with how it is called."""
        base = self.renamed(seat, self.layout(seat))
        plain = {"seat": f"{self.names(seat)[seat]} = {seat}", "pairs": shape.words}
        single = self._may_be_single(shape)
        for (words, hand), marked in product(SIZES.items(), MARKED):
            if hand == 1 and not single:
                continue
            whole = laid(base, owners(base, marked, hand), shape.patterns, shape)
            for ways, layout in self._ways(whole):
                yield {**plain, "hand": words, **ways}, layout

    def _few(self, seat: str, shape: Shape) -> Iterator[tuple[Facets, Layout]]:
        """Yield the same where hardly a card lies there but the hand's."""
        base = self.renamed(seat, self.layout(seat))
        for hand in SIZES.values():
            if hand != 1 or self._may_be_single(shape):
                for words, hands in few(base, hand, self._choice.law.tricks):
                    for patterns in (
                        shape.patterns,
                        shape.patterns[-1:],
                    ):  # no letter for what fits, no sum of it
                        for _, layout in self._ways(laid(base, hands, patterns, shape)):
                            yield {"others": words}, layout

    def _coded(self, seat: str, shape: Shape) -> Iterator[tuple[Facets, Layout]]:
        """Yield the same with only some kinds of cards there, for what is laid below them."""
        base = self.renamed(seat, self.layout(seat))
        for marked in MARKED:
            hands = owners(base, marked, 0)
            for fits, patterns in ((SOME, shape.patterns), *subsets(shape)):
                whole = laid(base, hands, patterns, shape)
                yield {"pairs": shape.words, "fits": fits}, next(self._ways(whole))[1]

    def _ways(self, layout: Layout) -> Iterator[tuple[Facets, Layout]]:
        """Yield a layout as it is laid out anew; and as it stands from the turn before, or stays for the next."""
        layout = replace(
            layout, hands_over=None, standing=False, may_draw=self._draws[0], until=self._draws[1]
        )
        draws = {"draw": DRAWS} if layout.can_draw else {}
        yield {**draws, **BEGUN}, layout
        if layout.can_draw:
            yield {"draw": NO_DRAW, **BEGUN}, replace(layout, may_draw=False, until=False)
        if not self.chains or layout.k == 1 or (DECK, 0) in layout.hands:
            return
        for standing, stays in ((True, False), (False, True), (True, True)):
            before, after = STANDS if standing else BEGUN["before"], STAYS if stays else BEGUN["after"]
            over = after_a_card if stays else None
            yield (
                {**draws, "before": before, "after": after},
                replace(layout, standing=standing, hands_over=over),
            )
