"""Every turn a table may have, told and made one: the acts of its forms with letters for what differs.

What a table's runs differ in is known from its file and its forms: how many cards lie where, what they are
worth, whether the columns stand already or stay, what is answered.  A card is named by what is laid below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from facilitator.machine.faces import DECK, DISCARDS, SLEEVES
from facilitator.machine.operations import Choose, Op, Reveal
from facilitator.machine.perform import Answers, Outcome, Recipe, operations
from facilitator.machine.physics import Surface
from facilitator.play.course import narrator_for
from facilitator.play.opening import opening
from facilitator.play.turn import UNIFORM, Choice, classed, needed
from facilitator.protocols.forms import CONCEALED, Coding, Form, form_named
from facilitator.protocols.layout import Layout
from facilitator.protocols.lottery import simple_lot
from facilitator.protocols.recovery import decided, give_up
from facilitator.readings.brief import Speech
from facilitator.readings.brief_sleeves import SleeveSpeech
from facilitator.readings.grouping import Kind, Wording
from facilitator.readings.letters import ALL, DREW, FITS, HAND, INDEX, letters_for
from facilitator.readings.merged import Facets, Heard, Merged, Told, hear, merge
from facilitator.readings.wording import cues
from facilitator.table.load import Table

Bits = tuple[int, ...]
AT = "at"
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
NAMES = "VWXYZABCDE"
"""What virtual seats are called where there are several: the one in turn, then clockwise."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of run: its form, the bits its cards may get, how it is called."""

    form: Form
    patterns: tuple[Bits, ...]
    words: str


class EveryTurn:
    """A table's turns, and who speaks there: as in play, but every card is called by what is laid below it."""

    def __init__(self, table: Table) -> None:
        self.table, self._choice = table, Choice.of(table)
        self.virtual = tuple(seat.name for seat in table.virtual)
        self.openings = {seat: opening(table, seat) for seat in self.virtual}
        owners = dict.fromkeys(o for s in self.virtual for o, _ in self.renamed(s, self._layout(s)).hands)
        own = self.names(self.virtual[0])[self.virtual[0]]
        others = [owner for owner in owners if owner not in (own, DECK)]
        self.letters = {own: HAND, **letters_for([DECK, *others], HAND + ALL + FITS + INDEX + DREW)}

    def _layout(self, seat: str) -> Layout:
        layout = self.openings[seat].plan.layout
        assert layout is not None
        return layout

    # -- names and letters ---------------------------------------------------------------------------

    def names(self, seat: str) -> dict[str, str]:
        """Return what each virtual seat is called in a seat's turn: by its name where it is the only one."""
        if len(self.virtual) == 1:
            return {seat: seat}
        at = self.virtual.index(seat)
        return dict(zip((*self.virtual[at:], *self.virtual[:at]), NAMES, strict=False))

    def renamed(self, seat: str, layout: Layout) -> Layout:
        """Return a layout with the virtual seats called as in this seat's turn."""
        names = self.names(seat)
        return replace(layout, hands=tuple((names.get(owner, owner), size) for owner, size in layout.hands))

    def sizes(self, layout: Layout) -> dict[str, int]:
        """Return what each letter stands for at a renamed layout."""
        found = {self.letters[owner]: size for owner, size in layout.hands}
        counts: dict[Bits, int] = {}
        code = dict(layout.code)
        for face in layout.cards:
            counts[code[face]] = counts.get(code[face], 0) + 1
        fitting = sorted((bits for bits in counts if any(bits)), reverse=True)
        found |= {ALL: layout.k, **{at: counts[bits] for at, bits in zip(FITS, fitting, strict=False)}}
        return {**found, DREW: 0} if layout.until else found

    def speech(self, layout: Layout, coding: Coding) -> Speech:
        """Return who tells a run with this layout."""
        worth = {face: worth_words(bits, coding) for face, bits in layout.code}
        narrator = replace(narrator_for(self.table), describe=lambda face: worth.get(face, face))
        kind = SleeveSpeech if self.table.equipment == SLEEVES else Speech
        return kind(narrator, lambda face: (worth[face],), layout.pairs)

    # -- all of them, told ---------------------------------------------------------------------------

    def told(self, wording: Wording) -> Merged:
        """Return all acts of all turns."""
        return merge(self._runs(wording))

    def _runs(self, wording: Wording) -> Iterator[Told]:
        for seat in self.virtual:
            for shape in self.shapes(seat):
                for facets, layout in self._layouts(seat, shape):
                    for acts in self._acts(shape, layout, wording):
                        yield Told(acts, facets)
                for facets, layout in self._coded(seat, shape):
                    acts = next(self._acts(shape, layout, wording))
                    end = next(n for n, one in enumerate(acts) if one.cue.kind is Kind.PAIRS)
                    yield Told(acts[: end + 2], facets, Kind.PAIRS)

    def lot(self, wording: Wording) -> Merged | None:
        """Return the acts of a lot, such as the colour after a black card; None where the game has none."""
        faces = self._choice.law.lot
        if not faces:
            return None
        teller = self.speech(self._layout(self.virtual[0]), Coding.FITS)
        told = [
            Told(hear(cues(ops, teller, wording), answers, {}, Surface()), {})
            for ops, answers in courses(simple_lot(faces))
        ]
        return merge(told)

    def home(self, turn: Merged, wording: Wording) -> Merged:
        """Return the ways home of a turn that is given up; the facet ``at``: the numbers of the acts it stands after."""
        return merge(self._homeward(turn, wording))

    def _homeward(self, turn: Merged, wording: Wording) -> Iterator[Told]:
        seat = self.virtual[0]
        for shape, marked in product(self.shapes(seat), MARKED):
            base = self.renamed(seat, self._layout(seat))
            hands = next(_owners(base, marked, 0))[1]
            layout = replace(_laid(base, hands, shape.patterns, shape.form), hands_over=None)
            teller, sizes = self.speech(layout, shape.form.coding), self.sizes(layout)
            ops, answers = next(courses(shape.form.recipe(layout)))
            surface, done = Surface(), list[Op]()
            heard = iter(hear(cues(ops, teller, wording), answers, sizes, Surface()))
            for cue in cues(ops, teller, wording):
                if decided(cue.ops):
                    break
                for op in cue.ops:
                    surface.note(op, answers[len(done)])
                    done.append(op)
                at = turn.by_key(next(heard).key).number if cue.told else 0
                back = tuple(operations(give_up(layout, surface, tuple(done)), Answers()))
                acts = hear(cues(back, teller, wording), [""] * len(back), sizes, Surface(surface))
                yield Told(acts, {AT: str(at)})

    def _acts(self, shape: Shape, layout: Layout, wording: Wording) -> Iterator[tuple[Heard, ...]]:
        """Yield the acts of each way through a run."""
        speech, sizes = self.speech(layout, shape.form.coding), self.sizes(layout)
        lies = {place: face != "?" for place, face in layout.lying}
        for ops, answers in courses(shape.form.recipe(layout)):
            yield hear(cues(ops, speech, wording), answers, sizes, Surface(lies))

    def shapes(self, seat: str) -> tuple[Shape, ...]:
        """Return the kinds of run that a seat's turns may need, its usual one first."""
        choice = self._choice
        own, style, styles = form_named(choice.form), choice.style(seat), choice.law.styles
        state = self.openings[seat].state
        usual = self.openings[seat].plan
        found = []
        if styles is not None and not isinstance(style, str):
            form = form_named(own.styled)
            most = styles.most(style, state, usual.layout.cards if usual.layout else ())
            found += [Shape(form, _weights(n), f"{n} pairs a column") for n in range(2, most + 1)]
            found.append(Shape(form_named(form.single or form.name), FITTING, "1 pair a column"))
        else:
            if styles is not None and style != UNIFORM and not own.orders:
                own = form_named(form_named(own.styled).single)
            number = max(choice.classes, len(needed(choice.law, state).classes))
            if styles is not None and style != UNIFORM:
                number *= len(styles.ordered(str(style), state))
            found.append(Shape(own, FITTING, "1 pair a column"))
            if number > 1 and own.classed:
                form = classed(own)
                any_ = form.coding is Coding.ELSE_ANY
                top = 2 if any_ else number
                found += [Shape(form, _classes(n, any_), f"{n} pairs a column") for n in range(2, top + 1)]
        hidden = (replace(one, form=form_named(CONCEALED[one.form.name])) for one in found)
        shapes = tuple(hidden) if choice.conceal else tuple(found)
        first = usual.layout.pairs if usual.layout else 1
        return tuple(sorted(shapes, key=lambda one: len(one.patterns[0]) != first))

    def _layouts(self, seat: str, shape: Shape) -> Iterator[tuple[Facets, Layout]]:
        """Yield what a run may begin with, each with how it is called."""
        base = self.renamed(seat, self._layout(seat))
        plain = {"seat": f"{self.names(seat)[seat]} = {seat}", "pairs": shape.words}
        single = len(shape.patterns[0]) == 1 or shape.form.coding is Coding.ELSE_ANY
        for (words, hand), marked in product(SIZES.items(), MARKED):
            if hand == 1 and not single:
                continue
            for there, hands in _owners(base, marked, hand):
                laid = _laid(base, hands, shape.patterns, shape.form)
                for ways, layout in self._ways(laid):
                    yield {**plain, "hand": words, **there, **ways}, layout

    def _coded(self, seat: str, shape: Shape) -> Iterator[tuple[Facets, Layout]]:
        """Yield the same with only some kinds of cards there, for what is laid below them."""
        base = self.renamed(seat, self._layout(seat))
        for marked in MARKED:
            hands = next(_owners(base, marked, 0))[1]
            for fits, patterns in ((SOME, shape.patterns), *_subsets(shape)):
                laid = _laid(base, hands, patterns, shape.form)
                yield {"pairs": shape.words, "fits": fits}, replace(laid, hands_over=None)

    def _ways(self, layout: Layout) -> Iterator[tuple[Facets, Layout]]:
        """Yield a layout as it is laid out anew; and as it stands from the turn before, or stays for the next."""
        layout = replace(layout, hands_over=None, standing=False)
        draws = {"draw": DRAWS} if layout.can_draw else {}
        yield {**draws, **BEGUN}, layout
        if layout.can_draw and not layout.until:
            yield {"draw": NO_DRAW, **BEGUN}, replace(layout, may_draw=False)
        if not self._choice.chains or len(self.virtual) < 2:
            return
        for standing, stays in ((True, False), (False, True), (True, True)):
            before, after = STANDS if standing else BEGUN["before"], STAYS if stays else BEGUN["after"]
            over = _after_a_card if stays else None
            yield (
                {**draws, "before": before, "after": after},
                replace(layout, standing=standing, hands_over=over),
            )


def _after_a_card(known: Outcome) -> bool:
    return known.card is not None


SOME, EVERY, NONE_FITS, FEWER = "some cards fit", "every card fits", "no card fits", "some kinds are not there"
DRAWS, NO_DRAW = "a card may be drawn", "no card is to be drawn"
BEGUN = {"before": "nothing lies there yet", "after": "everything goes home"}
STANDS, STAYS = "the columns still stand", "the columns stay for the next virtual turn"


def worth_words(bits: Bits, coding: Coding) -> str:
    """Return what a card is called by what is laid below it, true for any top card."""
    if not any(bits):
        return "card that does not fit"
    if coding is Coding.WEIGHTS:
        return f"card of weight {sum(bits)}"
    return "card that fits" if len(bits) == 1 else f"card of class {bits.index(1) + 1}"


def _weights(most: int) -> tuple[Bits, ...]:
    return tuple((1,) * weight + (0,) * (most - weight) for weight in range(most, -1, -1))


def _classes(count: int, every: bool) -> tuple[Bits, ...]:
    found = tuple(tuple(int(i == n) for i in range(count)) for n in range(count))
    return found if every else (*found, (0,) * count)


def _subsets(shape: Shape) -> Iterator[tuple[str, tuple[Bits, ...]]]:
    """Yield the kinds of cards that may lie there, where not all do.

    A class that no card is of is left out of a code, and so is a weight above all that are there.
    """
    whole, coding = shape.patterns, shape.form.coding
    needed_ = {Coding.CLASSES: len(whole) - 1, Coding.WEIGHTS: 1}.get(coding, 0)
    for n in range(1, len(whole)):
        for some in combinations(whole, n):
            if some[:needed_] == whole[:needed_]:
                words = FEWER if len(whole) > 2 else EVERY if any(some[0]) else NONE_FITS
                yield words, some


def _owners(
    base: Layout, marked: tuple[int, Sequence[int], int], hand: int
) -> Iterator[tuple[Facets, tuple[tuple[str, int], ...]]]:
    """Yield who has cards there, at marked sizes: all, and without the deck or the discards."""
    m, others, deck = marked
    seat, *rest = (owner for owner, _ in base.hands)
    people = iter(others)
    whole = [(seat, hand or m), *((one, deck if one == DECK else next(people)) for one in rest)]
    if DECK not in rest:
        yield {}, tuple(whole)
        return
    yield {"deck": "the deck has cards"}, tuple(whole)
    if len(rest) > 1 or hand != 1:
        yield {"deck": "the deck is empty"}, tuple(one for one in whole if one[0] != DECK)


def _laid(
    base: Layout, hands: Sequence[tuple[str, int]], patterns: Sequence[Bits], form: Form
) -> Layout:
    """Return a layout of so many cards, of each kind more than of the next but three."""
    k = sum(size for _, size in hands)
    cards: list[str] = []
    for number, bits in enumerate(patterns[:-1]):
        cards += [f"kind {bits}"] * (3 + 2 * number + hands[0][1] % 3 + (hands[-1][1] % 4 if not number else 0))
    cards = cards[:k - 2] if len(cards) > k - 2 else cards
    cards += [f"kind {patterns[-1]}"] * (k - len(cards))
    code = tuple((f"kind {bits}", bits) for bits in patterns)
    classes = len(patterns[0]) if form.coding in (Coding.CLASSES, Coding.ELSE_ANY) else 1
    lone = form.coding is Coding.OPEN
    return replace(base, hands=tuple(hands), cards=tuple(cards), code=code, classes=classes, lone=lone)


def courses(recipe: Recipe) -> Iterator[tuple[tuple[Op, ...], tuple[str, ...]]]:
    """Yield the ways through a run, operations and answers: so often the first answer, then the last; or the reverse."""
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
        if isinstance(op, Reveal | Choose) and op.ask:
            self.asked += 1
            said = op.ask[0 if (self.asked <= self._often) is not self._turned else -1]
        self.given.append(said)
        return said
