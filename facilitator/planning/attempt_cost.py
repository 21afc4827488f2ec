"""What a run costs in acts of hands and in words, by phase, counted from its operations.

A run's acts are counted from its operations at full size.  Its words are counted at its own m and draws, but not at
its own k: a number is one word, so a sentence about 90 columns is as long as one about 40.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from facilitator.instructions.grouping import Wording
from facilitator.instructions.hand_actions import Handling, HandlingCounter, Task, bits_mixed
from facilitator.instructions.speech import Speech, Voice
from facilitator.instructions.wording import Cue, cues
from facilitator.operations.definitions import (
    COLUMN,
    FIRST_BIT_ROW,
    SIX,
    Choose,
    Code,
    Heading,
    Look,
    Op,
    Reveal,
)
from facilitator.operations.faces import DECK, DISCARDS, NONE, SLEEVES, TO_CARD, TO_TAB, Face
from facilitator.operations.perform import first_answer, operations
from facilitator.operations.purposes import Phase
from facilitator.protocols.forms import Coding, form_named
from facilitator.protocols.gates import CROSSED, STRAIGHT, asks_pair
from facilitator.protocols.layout import Layout, class_code, uniform_code
from facilitator.protocols.lottery import simple_lot

if TYPE_CHECKING:
    from facilitator.table_files.load import Table


# ----------------------------------------------------------------------------------------------------
# What a run costs to read aloud: the words of its cues, in the wording a table hears.
#
# A sentence is read before its act, and nobody's hands move meanwhile.  A round's sentences are read once in full;
# then its loop goes by itself, however many duels it has.


HEARD: Mapping[str, tuple[Wording, Wording]] = {
    "full": (Wording.FULL, Wording.FULL),
    "brief": (Wording.BRIEF, Wording.BRIEF),
    "auto": (Wording.FULL, Wording.BRIEF),
}
"""By a table's key ``wording``: what the first runs of a game are told in, and those after brief is offered."""


class VoiceHabits(NamedTuple):
    """How a table is spoken to; ``alone``: one person sits there, who swaps piles with nobody to help."""

    wording: Wording = Wording.BRIEF
    alone: bool = False


def words_by_operation(ops: Sequence[Op], speech: Speech, wording: Wording) -> list[int]:
    """Return the words said for each operation of a whole run."""
    return words_of_cues(cues(ops, speech, wording))


def words_of_cues(told: Iterable[Cue]) -> list[int]:
    """Return the words said for each operation that these cover: those of a cue all fall to its first act."""
    words: list[int] = []
    for cue in told:
        first = next((i for i, op in enumerate(cue.ops) if not isinstance(op, Heading)), 0)
        words += [cue.words if i == first else 0 for i in range(len(cue.ops))]
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


# ----------------------------------------------------------------------------------------------------
# The acts of hands and voice that something costs, by phase; counted from operations, added up.


EQUIPMENT = ("envelopes", SLEEVES)
"""What holds the cards of a pile together, as a table file has it."""
OUTSIDE = "people"
"""Whoever's cards go in and out of sleeves, in the small layouts a cost is counted from."""


class Item(NamedTuple):
    """One kind of act in one phase; ``shared``: several hands can do it at once."""

    phase: Phase
    act: Handling
    shared: bool


@dataclass(frozen=True, slots=True)
class Work:
    """How often each act is done by phase, words too."""

    acts: Mapping[Item, float] = field(default_factory=dict)

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
    for times, work in parts:
        for item, n in work.acts.items():
            acts[item] = acts.get(item, 0) + times * n
    return Work(acts)


def work_of(ops: Iterable[Op], equipment: str) -> Work:
    """Return the acts of one performance; the last of them is to sort α from β, between turns."""
    hands = HandlingCounter(equipment, (OUTSIDE,))
    phase, mixed, acts = Phase.LAY_OUT, 0, dict[Item, float]()
    for op in ops:
        if isinstance(op, Heading):
            phase = op.part.phase
        mixed += bits_mixed(op)
        for task in hands(op):
            item = Item(phase, task.act, task.shared)
            acts[item] = acts.get(item, 0) + task.times
    acts[Item(Phase.BETWEEN, Handling.APART, True)] = mixed
    return Work({item: n for item, n in acts.items() if n})


def words_of(ops: Sequence[Op], speech: Speech, wording: Wording) -> Work:
    """Return the words said in one performance."""
    phase, words = Phase.LAY_OUT, Counter[Phase]()
    for op, said in zip(ops, words_by_operation(ops, speech, wording), strict=True):
        if isinstance(op, Heading):
            phase = op.part.phase
        words[phase] += said
    return Work({Item(phase, Handling.WORD, False): n for phase, n in words.items() if n})


def sleeving(cards: int, equipment: str) -> Work:
    """Return what is done once a game: cards nobody looks at go into the sleeves they then stay in."""
    if equipment != SLEEVES:
        return Work()
    return Work({Item(Phase.SLEEVES, Handling.SLEEVE, True): cards})


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
    sleeves (all of them the first owner's, where costs are counted); ``certain``: every card is of some class, so
    that one is always played.
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

    @property
    def rest(self) -> int:
        """How many of the others' cards are left if everybody but people has one: the deck's, if there is one."""
        return self.k - self.m - self.owners - max(self.outside - 1, 0)

    def fitting(self) -> RunKey:
        """Return the run with no more hands than its columns have room for, beside what is drawn."""
        others = self.k - self.m
        deck = min(max(self.drawn, 1), others) if self.deck else 0
        owners = min(self.owners, others - deck)
        most = others - deck - owners + 1 if owners else 0
        lonely = owners == 1 and not deck and self.outside > 0  # then all the others' cards are theirs
        outside = most if lonely else min(self.outside, most)
        return self._replace(owners=owners, outside=outside, deck=deck > 0)


_PARTS = 3  # of a rule that tells the cards that fit: a colour, a symbol, the wild ones
# piles, people's cards, cards of the deck: from there on each costs as much as the one before
_SEVERAL = _PARTS + 1


@cache
def alike(key: RunKey) -> tuple[tuple[int, RunKey], ...]:
    """Return small runs, and how often each, whose acts and words together are those of this run.

    Every size counts by itself: of a pile, a card of people, a card drawn, a card of the deck the fifth costs what
    the hundredth does.  So to a run of few of each comes for every size what one more of it adds, so many times.
    """
    form = form_named(key.form)
    key = key._replace(may_draw=key.may_draw and form.draws)
    most = {
        "m": _SEVERAL,
        "outside": 2 if key.deck else 2 * _SEVERAL,
        "drawn": 2,
        "rest": _PARTS + 2 + key.pairs,
    }
    sizes = {name: getattr(key, name) for name in most}
    few = {name: min(size, most[name]) for name, size in sizes.items()}
    more = {name: sizes[name] - few[name] for name in few if form.columns or name != "rest"}
    ways = [(n, _of_sizes(key, **few | {name: few[name] + 1})) for name, n in more.items() if n]
    return (1 - sum(n for n, _ in ways), _of_sizes(key, **few)), *ways


def _of_sizes(key: RunKey, m: int, outside: int, drawn: int, rest: int) -> RunKey:
    k = m + key.owners + max(outside - 1, 0) + rest
    return key._replace(k=k, m=m, outside=outside, drawn=drawn)


def work_of_runs(runs: Mapping[RunKey, int], equipment: str, voice: VoiceHabits = BRIEF) -> Work:
    """Return the acts and words of many runs together, each so many times."""
    few = Counter[RunKey]()
    for key, n in runs.items():
        for times, one in alike(key):
            few[one] += n * times
    return combined((n, run_work(key, equipment, voice)) for key, n in few.items())


@cache
def run_work(key: RunKey, equipment: str, voice: VoiceHabits = BRIEF) -> Work:
    """Return what hands do in a run, performed from end to end, and what is said in it."""
    told = _told_layout(key)
    owners = [owner for owner, _ in told.hands[1:] if owner != DECK]
    speech = small_speech(equipment, hearers(owners, bool(key.outside), voice.alone))
    runs = performed(key, told)
    said = [(1 / len(runs), words_of(ops, speech, voice.wording)) for ops in runs]
    return combined([(1, _hands_work(key, equipment)), *said])


@cache
def _hands_work(key: RunKey, equipment: str) -> Work:
    runs = performed(key, layout_of(key))
    return combined((1 / len(runs), work_of(ops, equipment)) for ops in runs)


def _told_layout(key: RunKey) -> Layout:
    """Return the layout as it is told: where discards are concealed, the last hand but the deck's is theirs."""
    layout = layout_of(key)
    if not form_named(key.form).conceals:
        return layout
    last = max(i for i, (owner, _) in enumerate(layout.hands) if owner != DECK)
    hands = [(DISCARDS if i == last else owner, size) for i, (owner, size) in enumerate(layout.hands)]
    return replace(layout, hands=tuple(hands))


def performed(key: RunKey, layout: Layout) -> list[list[Op]]:
    """Return the operations of a run; twice where there are ANDs, of which each reads α β or β α, evenly."""
    recipe = form_named(key.form).recipe(layout)
    fits = max(layout.numbers(DECK)[: key.drawn], default=0) if key.end is EndKind.DRAWN else 0
    ops = list(operations(recipe, partial(_answer, key, STRAIGHT, fits)))
    if not any(isinstance(op, Reveal) and op.ask and op.places[0].area == SIX for op in ops):
        return [ops]
    return [ops, list(operations(recipe, partial(_answer, key, CROSSED, fits)))]


def _answer(key: RunKey, pair: str, fits: int, op: Op) -> str:
    """Answer for a run that ends so; ``fits``: the deck's column whose card is played."""
    match op:
        case Choose():
            return op.ask[0] if key.end is EndKind.CARD else NONE
        case Look():
            return _seen(key, op)
        case Reveal() if asks_pair(op.ask):
            return _read(key, pair, fits, op)
    return first_answer(op)


def _read(key: RunKey, pair: str, fits: int, op: Reveal) -> str:
    """Answer for a pair that is turned up: in the six-card row, under the deck's column, under the champion."""
    area, number, row = op.places[0]
    if area == SIX:
        return pair
    classes = form_named(key.form).coding is Coding.FITS
    mine = not classes or row == FIRST_BIT_ROW + 2 * key.rank
    yes = mine and (number == fits if area == COLUMN else key.end is EndKind.CARD)
    return CROSSED if yes else STRAIGHT


def _seen(key: RunKey, look: Look) -> str:
    """Answer for a wallet in which a card lies alone; nothing is asked where two do."""
    act = look.act
    if act is None or not look.ask:
        return ""
    last = act.number == key.drawn and key.end is EndKind.DRAWN
    yes = last if look.drawn else key.end is EndKind.CARD and act.which == key.rank + 1
    return TO_CARD if yes and TO_CARD in look.ask else TO_TAB


def layout_of(key: RunKey) -> Layout:
    """Return a layout of this size; how the others' cards are spread among them costs nothing."""
    sizes = [1] * key.owners
    names = [*(f"seat-{i}" for i in range(key.owners)), DECK]
    if key.outside:
        sizes[0], names[0] = key.outside, OUTSIDE
    if key.deck:
        sizes.append(key.rest)
    elif sizes:
        sizes[-1] += key.rest
    hands = (("virtual", key.m), *zip(names, sizes, strict=False))
    coding = form_named(key.form).coding
    classes = {Coding.FITS: key.pairs, Coding.ELSE_ANY: 2}.get(coding, 1)
    cards, code = _cards(key.k, coding, classes, key.certain)
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


@cache
def _cards(k: int, coding: Coding, classes: int, certain: bool) -> tuple[tuple[Face, ...], Code]:
    """Return so many cards, and which of them fit."""
    cards = tuple(f"card-{i}" for i in range(k))
    fit, more = frozenset(cards[:_PARTS]), cards[_PARTS:]
    if coding is Coding.ELSE_ANY:
        return cards, class_code(cards, fit, frozenset(more))
    if certain:
        others = (frozenset(more[n : n + 1]) for n in range(classes - 2))
        return cards, class_code(cards, fit, *others, frozenset(more[classes - 2 :]))
    if classes > 1:
        return cards, class_code(cards, fit, frozenset(more[:1]), *[frozenset[Face]()] * (classes - 2))
    return cards, uniform_code(cards, fit)


@cache
def lot_work(equipment: str, cards: int, voice: VoiceHabits = BRIEF) -> Work:
    """Return the acts of a lot of so many cards; none where a game has no lot."""
    if not cards:
        return Work()
    recipe = simple_lot(tuple("abcd"[:cards]))
    ops = list(operations(recipe))
    speech = small_speech(equipment, hearers((), False, voice.alone))
    return combined([(1, work_of(ops, equipment)), (1, words_of(ops, speech, voice.wording))])
