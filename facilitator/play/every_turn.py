"""Every turn a table may have, told and made one: the acts of its forms with letters for what differs.

What a table's runs differ in is known from its file and its forms: how many cards lie where, what they are
worth, whether the columns stand already or stay, what is answered.  A card is named by what is laid below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from typing import Any

from facilitator.errors import ProtocolBug
from facilitator.games.registry import game_named
from facilitator.games.rules import Facts
from facilitator.games.rules import Rules as Law
from facilitator.machine.faces import DECK, DISCARDS, SLEEVES
from facilitator.machine.operations import Op, asked_by
from facilitator.machine.perform import DefaultAnswers, Outcome, Recipe, operations
from facilitator.machine.physics import Surface
from facilitator.play.match import Match
from facilitator.play.run import narrator_for
from facilitator.play.turn import (
    UNIFORM,
    Selection,
    TurnPolicy,
    classed,
    happened,
    in_order,
    laid_out,
    plan_selection,
    shortcut,
    state_before,
)
from facilitator.protocols.forms import CONCEALED, Coding, Form, form_named
from facilitator.protocols.layout import Layout
from facilitator.protocols.lottery import simple_lot
from facilitator.protocols.recovery import decided, give_up
from facilitator.table.load import Table
from facilitator.telling.brief import SleeveSpeech, Speech
from facilitator.telling.grouping import Kind, Wording
from facilitator.telling.merged import (
    ALL,
    DREW,
    FITS,
    HAND,
    INDEX,
    PAIRS,
    Facets,
    HeardAct,
    Merged,
    ToldRun,
    hear,
    letters_for,
    merge,
    with_products,
)
from facilitator.telling.narrate import Narrator
from facilitator.telling.wording import cues
from facilitator.words import plural

# ----------------------------------------------------------------------------------------------------
# The first virtual turn of a table: what sheets show as an example and labels are counted from.


@dataclass(frozen=True, slots=True)
class OpeningTurn:
    """A virtual seat's turn right after the deal."""

    state: Facts
    plan: Selection
    narrator: Narrator
    law: Law[Any]

    @property
    def facts(self) -> str:
        """What lies open on top, for the reader who sets the table up so."""
        lying = self.law.open_cards(self.state).get(DISCARDS, ())
        return f"top card {lying[-1]}" if lying else "nothing played yet"


def opening(table: Table, seat: str) -> OpeningTurn:
    """Return a virtual seat's first turn, as `play` would begin it with this seat starting."""
    law, choice, before = game_named(table.game), TurnPolicy.of(table), state_before(table)
    for events in law.firsts(before, seat):
        state = happened(law, before, events)
        if state is not None and shortcut(state, choice) is None:
            return OpeningTurn(state, plan_selection(state, choice), narrator_for(table), law)
    raise ProtocolBug("a first turn", f"none for {seat}", "Report this table.")


def drawing(table: Table, layout: Layout) -> tuple[bool, bool]:
    """Whether a turn may draw, and until a card fits: as in the first turn, or the first in which it may."""
    if layout.may_draw or DECK not in dict(layout.hands):
        return layout.may_draw, layout.until
    game = Match.open(table, None, 1)
    assert game.truth is not None
    while not game.over and not layout.may_draw:
        if game.run is None:
            game.submit(game.likely())
        else:
            game.answer("" if game.run.more else game.run.truth)
        if game.plan is not None and game.plan.layout is not None:
            layout = game.plan.layout
    game.close()
    return layout.may_draw, layout.until


# ----------------------------------------------------------------------------------------------------
# What a table's runs differ in: sizes to tell them at, what their cards are worth, which way they go.


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


# ----------------------------------------------------------------------------------------------------
# Which kinds of run the turns of a seat may need: by its table's form, its style, the classes of its game.


def kinds_of_run(choice: TurnPolicy, first: OpeningTurn) -> tuple[Shape, ...]:
    """Return the kinds of run of a seat, that of its first turn first."""
    own, style, styles = form_named(choice.form), choice.style(first.plan.seat), choice.law.styles
    number = choice.law.most_classes(first.state)
    if styles is not None and style != UNIFORM:
        own = in_order(own)
        number *= len(styles.ordered(style, first.state))
    found = [Shape(own, own.coding, FITTING, pairs_words(1))]
    if number > 1 and own.classed:
        form = classed(own)
        coding = Coding.ELSE_ANY if form.coding is Coding.ELSE_ANY else Coding.CLASSES
        top = 2 if coding is Coding.ELSE_ANY else number
        found += [Shape(form, coding, classes(n), pairs_words(n)) for n in range(2, top + 1)]
        if coding is Coding.ELSE_ANY:  # one pair is laid, or none
            found = [replace(one, words=classes_words(len(one.patterns[0]))) for one in found]
    hidden = (replace(one, form=form_named(CONCEALED[one.form.name])) for one in found)
    shapes = tuple(hidden) if choice.conceal else tuple(found)
    pairs = first.plan.layout.pairs if first.plan.layout else 1
    return tuple(sorted(shapes, key=lambda one: len(one.patterns[0]) != pairs))


# ----------------------------------------------------------------------------------------------------
# The numbers of a virtual turn, under way or to come, as the turn folder takes them.


@dataclass(frozen=True, slots=True)
class TurnNumbers:
    """The numbers of a virtual turn: whose it is or will be, by its place among the virtual seats.

    ``hands``: who lays how many cards, this seat first.  ``layout``: of a run under way.
    """

    seat: int
    hands: tuple[tuple[str, int], ...]
    layout: Layout | None = None


def moment(game: Match) -> TurnNumbers:
    """Return where a game stands, for the turn under way or the next virtual one."""
    virtual = [seat.name for seat in game.state.seats if seat.virtual]
    plan = game.plan if game.run is not None else None
    if plan is not None and plan.layout is not None and plan.layout.seat in virtual:
        return TurnNumbers(virtual.index(plan.seat), plan.layout.hands, plan.layout)
    names, sizes = game.names, game.law.sizes(game.state)
    start = names.index(game.turn) if game.turn in names else 0
    around = [name for name in (*names[start:], *names[:start]) if name in virtual]
    seat = next(
        (name for name in around if sizes[name]), around[0]
    )  # one that has finished has no turn to come
    return TurnNumbers(virtual.index(seat), laid_out(game.state, TurnPolicy.of(game.table), seat)[0])


# ----------------------------------------------------------------------------------------------------


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
