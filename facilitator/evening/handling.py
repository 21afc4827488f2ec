"""What a run costs in acts of hands and in words, by phase, counted from its operations.

A run's acts are counted from its operations at full size.  Its words are counted at its own m and draws, but not at
its own k: a number is one word, so a sentence about 90 columns is as long as one about 40.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from facilitator.machine.faces import DECK, DISCARDS, NONE, SLEEVES, SOME, TO_CARD, TO_OTHER, Face
from facilitator.machine.operations import COLUMN, FIRST_BIT_ROW, SIX, Choose, Code, Heading, Look, Op, Reveal
from facilitator.machine.parts import Part, Phase
from facilitator.machine.perform import DefaultAnswers, Outcome, operations
from facilitator.protocols.forms import Coding, form_named
from facilitator.protocols.gates import CROSSED, STRAIGHT, asks_pair
from facilitator.protocols.layout import Layout, class_code, uniform_code
from facilitator.protocols.lottery import simple_lot
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


_AT_PILES = {Phase.LOTTERY, Phase.KNOCKOUT}


class Share(Enum):
    """The parts of a run whose acts depend on the same sizes.

    ``COLUMNS``: on how many there are, whoever's.  ``MARKERS``: on the hand's too.  ``PILES``: on the hand alone.
    ``OTHERS``: on the others' columns.  ``ALL``: on all.  ``RUN``: all parts of a run without columns.
    """

    COLUMNS = frozenset({Part.LAY_OUT, Part.SHOW_CARDS})
    MARKERS = frozenset({Part.SHOW_MARKERS})
    PILES = frozenset({part for part in Part if part.phase in _AT_PILES} | {Part.GIVE_BACK_OWN})
    OTHERS = frozenset({Part.DRAW_CHECK, Part.GIVE_BACK_OTHERS})
    ALL = frozenset({Part.GIVE_BACK, Part.GIVE_BACK_ALL})
    RUN = frozenset(Part)


@cache
def shares_of(key: RunKey) -> tuple[tuple[Share, RunKey], ...]:
    """Return what the acts of a run are the sum of, each with the run it is counted in: one of those sizes."""
    if not form_named(key.form).columns:
        return ((Share.RUN, few_others(key)),)
    draws = key.may_draw and form_named(key.form).draws
    run = key._replace(end=EndKind.NONE, may_draw=False, rank=0, drawn=0)
    end = EndKind.CARD if key.end is EndKind.CARD else EndKind.NONE
    alone = run._replace(k=key.m, owners=0, deck=False, outside=0, standing=False, end=end, rank=key.rank)
    columns = run._replace(m=1, owners=min(key.outside, 1), deck=True, hands_over=False)
    found = [
        (Share.COLUMNS, columns),
        (Share.MARKERS, run._replace(outside=min(key.outside, 1), standing=False, hands_over=False)),
        (Share.PILES, alone),
        (Share.OTHERS, key._replace(k=key.k - key.m + 1, m=1, may_draw=draws, standing=False)),
    ]
    if key.hands_over or form_named(key.form).asks:
        found.append((Share.ALL, key._replace(standing=False, may_draw=key.drawn > 0, rank=0)))
    return tuple(found)


def few_others(key: RunKey) -> RunKey:
    """Return a run without columns with few cards besides the hand: their number costs nothing there."""
    others = max(key.drawn, 1) + _PARTS + key.pairs
    return key._replace(k=key.m + others, owners=int(not key.deck), outside=0)


def told_like(key: RunKey) -> tuple[tuple[int, RunKey], ...]:
    """Return the runs, and how often each, whose words together are those of this run.

    A number is one word, so few columns say as much as many.  The words of a round are said once for all its duels,
    those of a draw every time.  Those of an AND are said again for every pile, and always the same: so each pile
    beyond a few adds what the first beyond them adds.
    """
    form = form_named(key.form)
    if not form.columns:
        return ((1, few_others(key)),)
    outside, rest = min(key.outside, _SEVERAL), min(key.rest, key.drawn + _SEVERAL)
    own = key.owners + max(outside - 1, 0) + rest
    draws, m = key.may_draw and form.draws, min(key.m, _SEVERAL)
    few = key._replace(k=m + own, m=m, may_draw=draws, outside=outside)
    if not form.literal or m == key.m:
        return ((1, few),)
    return ((1 - key.m + m, few), (key.m - m, few._replace(k=m + 1 + own, m=m + 1)))


def run_work(key: RunKey, equipment: str, voice: VoiceHabits = BRIEF) -> Work:
    """Return a run's acts and words."""
    return work_of_runs({key: 1}, equipment, voice)


def work_of_runs(runs: Mapping[RunKey, int], equipment: str, voice: VoiceHabits = BRIEF) -> Work:
    """Return the acts and words of many runs together, each so many times."""
    told, shares = Counter[RunKey](), Counter[tuple[Share, RunKey]]()
    for key, n in runs.items():
        for times, few in told_like(key):
            told[few] += n * times
        for share in shares_of(key):
            shares[share] += n
    return combined(
        [
            *((n, hands_work(*share)[equipment]) for share, n in shares.items()),
            *((n, voice_work(key, equipment, voice)) for key, n in told.items()),
        ]
    )


@cache
def hands_work(share: Share, key: RunKey) -> Mapping[str, Work]:
    """Return what hands do in some parts of a run, at full size, with each equipment: performed once for all."""
    halves = performed(key, layout_of(key), share)
    return {
        equipment: combined((1 / len(halves), work_of(ops, equipment)) for ops in halves)
        for equipment in EQUIPMENT
    }


@cache
def voice_work(key: RunKey, equipment: str, voice: VoiceHabits) -> Work:
    """Return what is said in a run."""
    layout = layout_of(key)
    if form_named(key.form).conceals:
        layout = with_discards(layout)
    owners = [owner for owner, _ in layout.hands[1:] if owner != DECK]
    speech = small_speech(equipment, hearers(owners, bool(key.outside), voice.alone))
    halves = performed(key, layout)
    return combined((1 / len(halves), words_of(ops, speech, voice.wording)) for ops in halves)


def performed(key: RunKey, layout: Layout, share: Share | None = None) -> list[list[Op]]:
    """Return the operations of a run, or of some parts of it, which go on from what the others found.

    Twice where there are ANDs, of which each reads α β or β α with even chance.
    """
    stages, known = form_named(key.form).recipe(layout), Outcome()
    if share is not None and share is not Share.RUN:
        stages = tuple(stage for stage in stages if stage.heading.part in share.value)
        known = _found_before(key, layout, share)
    fits = max(layout.numbers(DECK)[: key.drawn], default=0) if key.end is EndKind.DRAWN else 0
    ops = list(operations(stages, partial(_answer, key, STRAIGHT, fits), known))
    if not any(isinstance(op, Reveal) and op.ask and op.places[0].area == SIX for op in ops):
        return [ops]
    return [ops, list(operations(stages, partial(_answer, key, CROSSED, fits), known))]


def _found_before(key: RunKey, layout: Layout, share: Share) -> Outcome:
    """Return what the parts before these have found."""
    if key.end is EndKind.CARD and share is not Share.PILES:
        return Outcome(SOME if form_named(key.form).asks else layout.cards[0])
    if key.drawn and share is Share.ALL:
        return Outcome(layout.cards[0] if key.end is EndKind.DRAWN else None, key.drawn)
    return Outcome()


_PARTS = 3  # of a rule that tells the cards that fit: a colour, a symbol, the wild ones
_SEVERAL = _PARTS + 1  # piles, and cards of the deck besides those drawn, from which on no words come in


def _answer(key: RunKey, pair: str, fits: int, op: Op) -> str:
    """Answer for a run that ends so; ``fits``: the deck's column whose card is played."""
    match op:
        case Choose():
            return op.ask[0] if key.end is EndKind.CARD else NONE
        case Look():
            return _seen(key, op)
        case Reveal() if asks_pair(op.ask):
            return _read(key, pair, fits, op)
        case Reveal() if op.ask:
            return op.ask[0]
    return ""


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
    return TO_CARD if yes and TO_CARD in look.ask else TO_OTHER


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
    ops = list(operations(recipe, DefaultAnswers()))
    speech = small_speech(equipment, hearers((), False, voice.alone))
    return combined([(1, work_of(ops, equipment)), (1, words_of(ops, speech, voice.wording))])
