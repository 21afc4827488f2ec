"""What a run costs in acts of hands and in words, by phase, counted from its operations.

Counts grow evenly with k (a column more is the same acts once more), with m (a pile more, one AND or duel more)
and with the cards drawn, so a run of any size is told from a few small ones performed in full; tests compare it
with runs of full size.  Words are counted alike: those of a round stay as they are, those of an AND come again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, partial
from operator import add
from typing import TYPE_CHECKING, NamedTuple, assert_never

from facilitator.machine.faces import DECK, DISCARDS, NONE, SLEEVES, TO_CARD, TO_OTHER, Face
from facilitator.machine.operations import (
    COLUMN,
    FIRST_BIT_ROW,
    SIX,
    Choose,
    Heading,
    Look,
    Op,
    Place,
    Reveal,
)
from facilitator.machine.parts import Phase
from facilitator.machine.perform import Recipe, operations
from facilitator.protocols.forms import Coding, form_named
from facilitator.protocols.gates import CROSSED, STRAIGHT, asks_pair
from facilitator.protocols.layout import Layout, class_code, uniform_code
from facilitator.protocols.lottery import simple_lot
from facilitator.telling.cost import cost
from facilitator.telling.grouping import Wording
from facilitator.telling.handling import Handling, HandlingCounter, Task, bits_mixed
from facilitator.telling.speech import Speech, Voice
from facilitator.telling.wording import cues

if TYPE_CHECKING:
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# What a run costs to read aloud: the words of its cues, in the wording a table hears.
#
# A sentence is read before its act, and nobody's hands move meanwhile.  A round's sentences are read once in full;
# then its loop goes by itself, however many duels it has.


class Habit(StrEnum):
    """Which wording a table hears: always one, or in full until brief is offered, which it then takes."""

    FULL = "full"
    BRIEF = "brief"
    AUTO = "auto"

    @property
    def wordings(self) -> tuple[Wording, Wording]:
        """The wording of a game's first runs, and of those after brief is offered."""
        match self:
            case Habit.FULL:
                return Wording.FULL, Wording.FULL
            case Habit.BRIEF:
                return Wording.BRIEF, Wording.BRIEF
            case Habit.AUTO:
                return Wording.FULL, Wording.BRIEF
            case _:
                assert_never(self)


class VoiceHabits(NamedTuple):
    """How a table is spoken to; ``alone``: one person sits there, who swaps piles with nobody to help."""

    wording: Wording = Wording.BRIEF
    alone: bool = False


def words_by_operation(ops: Sequence[Op], speech: Speech, wording: Wording) -> list[int]:
    """Return the words said for each operation: those of a cue all fall to its first act.

    ``ops``: of a whole run.
    """
    words = [0] * len(ops)
    begin = 0
    for cue in cues(ops, speech, wording):
        acts = (i for i, op in enumerate(cue.ops) if not isinstance(op, Heading))
        if cue.ops:
            words[begin + next(acts, 0)] += cue.words
        begin += len(cue.ops)
    return words


MOST_MASKS = 8
"""No turn asks for so many classes."""


def small_speech(equipment: str, people: tuple[str, ...]) -> Speech:
    """Return what speaks where words are only counted: every name and every card is one word."""
    return Speech(Voice(people, equipment == SLEEVES), masks=("mask",) * MOST_MASKS)


def voice_at(table: Table, wording: Wording) -> VoiceHabits:
    """Return how a table is spoken to in this wording."""
    return VoiceHabits(wording, len(table.people) < 2)


def hearers(owners: Sequence[str], outside: bool, alone: bool) -> tuple[str, ...]:
    """Return who sits at a small table: whoever's cards lie there, if people's cards do, else two others."""
    if alone:
        return (owners[0],) if outside else ("somebody",)
    there = tuple(owner for owner in owners if owner != DISCARDS) if outside else ()
    return there if len(there) > 1 else (*there, "somebody", "another")


def with_discards(layout: Layout) -> Layout:
    """Return the layout as it is told: the last hand but the deck's is the discard pile."""
    last = max(i for i, (owner, _) in enumerate(layout.hands) if owner != DECK)
    hands = [(DISCARDS if i == last else owner, size) for i, (owner, size) in enumerate(layout.hands)]
    return replace(layout, hands=tuple(hands))


# ----------------------------------------------------------------------------------------------------
# The acts of hands and voice that something costs, by phase; counted from operations, added up.


OUTSIDE = "people"
"""Whoever's cards go in and out of sleeves, in the small layouts a cost is counted from."""


class Item(NamedTuple):
    """One kind of act in one phase; ``shared``: several hands can do it at once."""

    phase: Phase
    act: Handling
    shared: bool


_SORTED = Item(Phase.BETWEEN, Handling.APART, True)


@dataclass(frozen=True, slots=True)
class Work:
    """Acts by phase (words too), pile-scramble shuffles, touches of single cards, envelopes or sleeves filled."""

    acts: Mapping[Item, float] = field(default_factory=dict)
    shuffles: float = 0
    touches: float = 0
    fillings: float = 0

    @property
    def words(self) -> float:
        """How many words are said."""
        return sum(n for item, n in self.acts.items() if item.act is Handling.WORD)

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases, in order."""
        return tuple(dict.fromkeys(item.phase for item in self.acts))

    def tasks(self, phase: Phase | None = None) -> list[Task]:
        """Return the acts as tasks, of one phase or of all."""
        return [Task(i.act, n, i.shared) for i, n in self.acts.items() if phase in (None, i.phase)]


def combined(parts: Iterable[tuple[float, Work]]) -> Work:
    """Return the sum of works, each so many times."""
    acts: dict[Item, float] = {}
    shuffles = touches = fillings = 0.0
    for times, work in parts:
        for item, n in work.acts.items():
            acts[item] = acts.get(item, 0) + times * n
        shuffles += times * work.shuffles
        touches += times * work.touches
        fillings += times * work.fillings
    return Work({item: n for item, n in acts.items() if abs(n) > 1e-9}, shuffles, touches, fillings)


def work_of(
    ops: Iterable[Op],
    equipment: str,
    lying: Iterable[tuple[Place, Face]] = (),
    words: Sequence[int] = (),
) -> Work:
    """Return the acts of one performance; ``lying``: what is on the table before it; ``words``: of each operation.

    The last of them is to sort α from β, between turns.
    """
    hands, phase = HandlingCounter(equipment, (OUTSIDE,)), Phase.LAY_OUT
    done, acts = list(ops), dict[Item, float]()
    for number, op in enumerate(done):
        if isinstance(op, Heading):
            phase = op.part.phase
        said = Task(Handling.WORD, words[number] if words else 0)
        for task in (said, *(task for group in hands(op) for task in group)):
            item = Item(phase, task.act, task.shared)
            acts[item] = acts.get(item, 0) + task.times
    acts[_SORTED] = sum(map(bits_mixed, done))
    spent = cost(done, lying)
    sleeved = sum(n for item, n in acts.items() if item.act is Handling.SLEEVE)
    filled = sleeved if equipment == SLEEVES else spent.fillings
    return Work({item: n for item, n in acts.items() if n}, spent.shuffles, spent.handled, filled)


def sleeving(cards: int, equipment: str) -> Work:
    """Return what is done once a game: cards nobody looks at go into the sleeves they then stay in."""
    if equipment != SLEEVES:
        return Work()
    return Work({Item(Phase.SLEEVES, Handling.SLEEVE, True): cards}, 0, cards, cards)


# ----------------------------------------------------------------------------------------------------


class EndKind(StrEnum):
    """How a run ends: with a card of the hand, with none, with the drawn card played or kept."""

    CARD = "card"
    NONE = "none"
    DRAWN = "drawn"
    KEPT = "kept"


BRIEF = VoiceHabits()
"""How a practised table is spoken to."""


class RunKey(NamedTuple):
    """All that a run's cost depends on.

    ``owners``: how many others than the seat in turn have cards in the layout; ``deck``: whether the unplayed
    deck has any; ``may_draw``: whether the seat may still draw in this turn; ``pairs``: pairs of bit cards
    under each column (one a class); ``rank``: of which class the played card is, from 0;
    ``drawn``: cards drawn in the run; ``standing``: its columns stand from the run before; ``hands_over``: they
    stay for the next one (chained turns); ``outside``: cards of people and discards, which go in and out of
    sleeves (of the first owner, in the small layouts a cost is counted from); ``certain``: every card is of some
    class, so that one is always played.
    """

    form: str
    k: int
    m: int
    end: EndKind
    owners: int
    deck: bool
    may_draw: bool
    pairs: int = 1
    rank: int = 0
    drawn: int = 0
    standing: bool = False
    hands_over: bool = False
    outside: int = 0
    certain: bool = False


@cache
def counted(key: RunKey, equipment: str, voice: VoiceHabits = BRIEF) -> Work:
    """Return a run's acts, counted at full size.

    Each AND reads α β or β α with even chance.
    """
    form, layout = form_named(key.form), _layout(key)
    fits = layout.numbers(DECK)[key.drawn - 1] if key.end is EndKind.DRAWN else 0
    scripts = [partial(_said, key, pair, fits) for pair in _PAIRS]
    halves = [list(operations(form.recipe(layout), script)) for script in scripts]
    if halves[0] == halves[1]:
        del scripts[1], halves[1]
    told, spoken = layout, halves
    if form.conceals:
        told = with_discards(layout)
        spoken = [list(operations(form.recipe(told), script)) for script in scripts]
    owners = [owner for owner, _ in told.hands[1:] if owner != DECK]
    speech = small_speech(equipment, hearers(owners, bool(key.outside), voice.alone))
    works = (
        work_of(done, equipment, layout.lying, words_by_operation(said, speech, voice.wording))
        for done, said in zip(halves, spoken, strict=True)
    )
    return combined((1 / len(halves), work) for work in works)


_PAIRS = (STRAIGHT, CROSSED)
_M, _K = 4, 32  # the size the small runs have; more columns than a table has seats
_FEW = 3  # piles from which on a round is told in the same words; more cards than the rule below covers
_PARTS = 3  # of a rule that tells the cards that fit: a colour, a symbol, the wild ones


def _said(key: RunKey, pair: str, fits: int, op: Op) -> str:
    """Answer for a run that ends so; ``fits``: the deck's column whose card is played."""
    end = key.end
    if isinstance(op, Look):
        return _seen(key, op)
    if isinstance(op, Choose):
        return op.ask[0] if end is EndKind.CARD else NONE
    if not isinstance(op, Reveal) or not op.ask:
        return ""
    area, number, row = op.places[0]
    if asks_pair(op.ask):
        if area == SIX:
            return pair
        classes = form_named(key.form).coding is Coding.FITS
        mine = not classes or row == FIRST_BIT_ROW + 2 * key.rank
        yes = mine and (number == fits if area == COLUMN else end is EndKind.CARD)
        return CROSSED if yes else STRAIGHT
    return op.ask[0]


def _seen(key: RunKey, look: Look) -> str:
    """Answer for a wallet in which a card lies alone; nothing is asked where two do."""
    act = look.act
    if act is None or not look.ask:
        return ""
    last = act.number == key.drawn and key.end is EndKind.DRAWN
    yes = last if look.drawn else key.end is EndKind.CARD and act.which == key.rank + 1
    return TO_CARD if yes and TO_CARD in look.ask else TO_OTHER


def _layout(key: RunKey) -> Layout:
    """Return a layout of this size; how the others' cards are spread among them costs nothing."""
    sizes = [1] * key.owners
    names = [*(f"seat-{i}" for i in range(key.owners)), DECK]
    if key.outside:
        sizes[0], names[0] = key.outside, OUTSIDE
    rest = key.k - key.m - sum(sizes)
    if key.deck:
        sizes.append(rest)
    elif sizes:
        sizes[-1] += rest
    hands = (("virtual", key.m), *zip(names, sizes, strict=False))
    cards = tuple(f"card-{i}" for i in range(key.k))
    coding = form_named(key.form).coding
    classes = {Coding.FITS: key.pairs, Coding.ELSE_ANY: 2}.get(coding, 1)
    fit = frozenset(cards[:_PARTS])
    if key.certain:
        others = (frozenset(cards[n + _PARTS : n + _PARTS + 1]) for n in range(classes - 2))
        code = class_code(cards, fit, *others, frozenset(cards[_PARTS + classes - 2 :]))
    elif classes > 1 and coding is Coding.FITS:
        least = [frozenset(cards[_PARTS : _PARTS + 1]), *[frozenset[str]()] * (classes - 2)]
        code = class_code(cards, fit, *least)
    elif coding is Coding.ELSE_ANY:
        code = class_code(cards, fit, frozenset(cards[_PARTS:]))
    else:
        code = uniform_code(cards, fit)
    return Layout(
        hands,
        cards,
        code,
        may_draw=key.may_draw,
        classes=classes,
        until=key.drawn > 1,
        standing=key.standing,
        hands_over=(lambda outcome: True) if key.hands_over else None,
    )


class _Line(NamedTuple):
    at_zero: Work
    per_k: Work
    per_m: Work
    per_drawn: Work
    per_outside: Work


@cache
def line_of(small: RunKey, equipment: str, voice: VoiceHabits) -> _Line:
    """Return how a run grows from a small one: `counted` for it and for the next sizes."""
    alone = not small.owners and not small.deck
    base = counted(small, equipment, voice)
    growth = partial(_growth, small, equipment, voice)
    if small.m < _FEW:
        per_m = Work()
    elif alone:
        per_m = growth(small._replace(k=small.k + 1, m=small.m + 1))
    else:
        per_m = growth(small._replace(m=small.m + 1))
    per_k = Work() if alone else growth(small._replace(k=small.k + 1))
    per_drawn = growth(small._replace(drawn=2)) if small.end is EndKind.DRAWN else Work()
    per_outside = growth(small._replace(outside=2)) if small.outside else Work()
    parts = (per_k, per_m, per_drawn, per_outside)
    sizes = ((-n, each) for n, each in zip(sizes_of(small)[1:], parts, strict=True))
    return _Line(combined(((1, base), *sizes)), *parts)


def _growth(small: RunKey, equipment: str, voice: VoiceHabits, large: RunKey) -> Work:
    return combined(((1, counted(large, equipment, voice)), (-1, counted(small, equipment, voice))))


def run_work(key: RunKey, equipment: str, voice: VoiceHabits = BRIEF) -> Work:
    """Return a run's acts, of any size."""
    return work_of_runs([key], equipment, voice)


def work_of_runs(keys: Iterable[RunKey], equipment: str, voice: VoiceHabits = BRIEF) -> Work:
    """Return the acts of many runs together: those that grow alike need only their sizes added up."""
    sizes: dict[RunKey, tuple[int, ...]] = {}
    for key in keys:
        small, more = small_of(key), sizes_of(key)
        sizes[small] = tuple(map(add, sizes[small], more)) if small in sizes else more
    lines = ((counts, line_of(small, equipment, voice)) for small, counts in sizes.items())
    return combined(part for counts, line in lines for part in zip(counts, line, strict=True))


def sizes_of(key: RunKey) -> tuple[int, ...]:
    """How often a run has each part of a `_Line`."""
    return 1, key.k, key.m, key.drawn, key.outside


def small_of(key: RunKey) -> RunKey:
    """Return the small run that a run of any size grows from."""
    several = key.owners or key.deck
    m = key.m if key.m < _FEW else _M if several else _PARTS * key.pairs + _FEW
    k = _K if several else m
    return key._replace(m=m, k=k, drawn=min(key.drawn, 1), outside=min(key.outside, 1))


@cache
def lot_work(equipment: str, cards: int, voice: VoiceHabits = BRIEF) -> Work:
    """Return the acts of a lot of so many cards; none where a game has no lot."""
    if not cards:
        return Work()
    recipe: Recipe = simple_lot(tuple("abcd"[:cards]))
    done = list(
        operations(recipe, partial(_said, RunKey("", 0, 0, EndKind.CARD, 0, False, False), STRAIGHT, 0))
    )
    speech = small_speech(equipment, hearers((), False, voice.alone))
    return work_of(done, equipment, words=words_by_operation(done, speech, voice.wording))
