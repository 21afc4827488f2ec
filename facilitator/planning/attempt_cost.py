"""Cost of an attempt in hand actions and spoken words, by phase, counted from its operations.

Hand actions are counted for the full size of an attempt. Words are counted with the real hand size and number
of drawn cards, but with a small layout. A sentence about 90 columns has as many words as a sentence about 40.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from facilitator.instructions.grouping import OpGroup, Wording, group_operations
from facilitator.instructions.hand_actions import (
    SPEEDS,
    Handling,
    HandlingCounter,
    RepeatedAction,
    bits_mixed,
)
from facilitator.instructions.speech import Speech, Voice
from facilitator.instructions.wording import WordedStep, count_words
from facilitator.operations.definitions import Code, Heading, Op, branches_of
from facilitator.operations.faces import DECK, DISCARDS, SLEEVES, Face
from facilitator.operations.perform import first_answer, operations
from facilitator.operations.purposes import Phase
from facilitator.operations.steps import AnswerBranch, Meaning, Step
from facilitator.protocols.forms import Coding, get_form
from facilitator.protocols.gates import CROSSED, STRAIGHT
from facilitator.protocols.layout import Layout, class_code, uniform_code
from facilitator.protocols.lottery import simple_lot

if TYPE_CHECKING:
    from facilitator.table_files.load import Table


# ----------------------------------------------------------------------------------------------------
# The cost of reading an attempt aloud: the words of its steps, in the wording that the table hears.
#
# The hands wait for the first sentence of a step, and for its check and question. They work beside the other
# sentences, as far as the step gives them work. The sentences of a round are read once in full; after that the
# helpers repeat its loop without reading, however many duels it has.


HEARD: Mapping[str, tuple[Wording, Wording]] = {
    "full": (Wording.FULL, Wording.FULL),
    "brief": (Wording.BRIEF, Wording.BRIEF),
    "auto": (Wording.FULL, Wording.BRIEF),
}
"""Wordings for each value of the setting ``wording``: at the start of a game, and later.

The program offers brief wording after the first attempts.
"""


class VoiceHabits(NamedTuple):
    """Reading habits at a table.

    Attributes:
        wording: Full or brief wording.
        alone: Whether a single person sits at the table and does the steps that otherwise need two people.
    """

    wording: Wording = Wording.BRIEF
    alone: bool = False


def list_waiting_words(ops: Sequence[Op], speech: Speech, wording: Wording) -> list[float]:
    """Return the words that the hands wait for, for each operation of a complete attempt."""
    groups = group_operations(ops, wording)
    return _spread_words((group.ops, _words_for(group, speech, wording)) for group in groups)


@lru_cache(maxsize=10_000)
def _words_for(group: OpGroup, speech: Speech, wording: Wording) -> float:
    return count_waiting_words(WordedStep(group, speech, wording))


def list_waiting_words_of_steps(steps: Iterable[WordedStep]) -> list[float]:
    """Return the words that the hands wait for, for each operation in these steps."""
    return _spread_words((step.ops, count_waiting_words(step)) for step in steps)


def _spread_words(steps: Iterable[tuple[Sequence[Op], float]]) -> list[float]:
    """Return the number of words for each operation.

    All words of a step are assigned to its first operation that is not a heading.

    Args:
        steps: Operations and number of words of each step.
    """
    words: list[float] = []
    for ops, said in steps:
        first = next((i for i, op in enumerate(ops) if not isinstance(op, Heading)), 0)
        words += [said if i == first else 0 for i in range(len(ops))]
    return words


def count_waiting_words(step: WordedStep) -> float:
    """Return the number of spoken words of a step that the hands wait for.

    They are the words of the first sentence, of checks and questions, and of the other sentences as far as
    they take longer than the step's hand actions. Each kind of action counts once, because words are counted
    with a small layout, and a loop is read once for all its duels.
    """
    if not step.words:
        return 0
    hands = HandlingCounter(SLEEVES if step.sleeves else EQUIPMENT[0])
    acts = (task.act for op in step.ops for task in hands(op))
    work = sum(SPEEDS[act] for act in dict.fromkeys(acts))
    texts = [text for instruction in step.instructions for text in _SENTENCE.split(instruction.text)]
    opening, *others = map(count_words, texts)
    asked = sum(count_words(said.check) + count_words(said.question) for said in step.instructions)
    return opening + asked + max(0.0, sum(others) - work / SPEEDS[Handling.WORD])


_SENTENCE = re.compile(r"(?<=[.;:!?])\s+")


MOST_MASKS = 8
"""Maximum number of priorities in a turn."""


@cache
def small_speech(equipment: str, people: tuple[str, ...]) -> Speech:
    """Return a renderer for word counts. Every name and every card is a single word."""
    return Speech(Voice(people, equipment == SLEEVES), masks=("mask",) * MOST_MASKS)


def voice_at(table: Table, wording: Wording) -> VoiceHabits:
    """Return a table's reading habits for a wording."""
    return VoiceHabits(wording, len(table.people) < 2)


def list_hearers(owners: Sequence[str], outside: bool, alone: bool) -> tuple[str, ...]:
    """Return the names of the people at a sample table.

    These people own cards in the layout. A table has at least two people, unless the helper is alone.
    """
    if alone:
        return (owners[0],) if outside else ("somebody",)
    there = tuple(owner for owner in owners if owner != DISCARDS) if outside else ()
    return there if len(there) > 1 else (*there, "somebody", "another")


# ----------------------------------------------------------------------------------------------------
# Counts of hand actions and spoken words by phase. They are counted from operations and can be added up.


EQUIPMENT = ("envelopes", SLEEVES)
"""Values of the setting ``equipment``: covers that hold the cards of a pile together."""
OUTSIDE = "people"
"""Owner name for people's cards, which go in and out of sleeves, in sample layouts."""


class Item(NamedTuple):
    """Kind of hand action in a phase.

    Attributes:
        phase: Phase of the attempt.
        act: Kind of hand action, or a spoken word.
        shared: Whether several helpers can do it at the same time.
    """

    phase: Phase
    act: Handling
    shared: bool


@dataclass(frozen=True, slots=True)
class Work:
    """Number of hand actions and spoken words in each phase."""

    acts: Mapping[Item, float] = field(default_factory=dict)

    @property
    def words(self) -> float:
        """Number of spoken words that the hands wait for."""
        return sum(n for item, n in self.acts.items() if item.act is Handling.WORD)

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Phases in order, without duplicates."""
        return tuple(dict.fromkeys(item.phase for item in self.acts))

    def tasks(self, phase: Phase | None = None) -> list[RepeatedAction]:
        """Return the hand actions of a phase as tasks.

        Args:
            phase: Phase. `None` means all phases.
        """
        return [RepeatedAction(i.act, n, i.shared) for i, n in self.acts.items() if phase in (None, i.phase)]


def add_work(parts: Iterable[tuple[float, Work]]) -> Work:
    """Add up work. Each part is multiplied by its number of repetitions."""
    acts: dict[Item, float] = {}
    for times, work in parts:
        for item, n in work.acts.items():
            acts[item] = acts.get(item, 0) + times * n
    return Work(acts)


def work_of(ops: Iterable[Op], equipment: str) -> Work:
    """Return the hand actions of an attempt. They include sorting the bit cards for the next turn."""
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
    """Return the words of an attempt that the hands wait for, by phase."""
    phase, words = Phase.LAY_OUT, dict.fromkeys(Phase, 0.0)
    for op, said in zip(ops, list_waiting_words(ops, speech, wording), strict=True):
        if isinstance(op, Heading):
            phase = op.part.phase
        words[phase] += said
    return Work({Item(phase, Handling.WORD, False): n for phase, n in words.items() if n})


def plan_sleeving(cards: int, equipment: str) -> Work:
    """Return the work of putting cards into sleeves before a game.

    Args:
        cards: Number of cards that stay in their sleeves.
        equipment: Equipment of the table. Without sleeves, the work is empty.
    """
    if equipment != SLEEVES:
        return Work()
    return Work({Item(Phase.SLEEVES, Handling.SLEEVE, True): cards})


# ----------------------------------------------------------------------------------------------------


class EndKind(StrEnum):
    """End of an attempt: a card is played, no card is played, or a drawn card is played or kept."""

    CARD = "card"
    NONE = "none"
    DRAWN = "drawn"
    KEPT = "kept"


BRIEF = VoiceHabits()
"""Reading habits of a table with practice."""


class AttemptKey(NamedTuple):
    """All properties that determine the cost of an attempt.

    Attributes:
        form: Form name.
        k: Number of cards in the layout.
        m: Size of the virtual hand.
        end: Kind of end.
        owners: Number of other seats with cards in the layout.
        deck: Whether the draw pile has cards.
        may_draw: Whether the player may still draw in this turn.
        pairs: Pairs of bit cards under each column, one for each priority.
        rank: Priority of the played card. 0 is the highest priority.
        drawn: Number of cards drawn during the attempt.
        standing: Whether the columns were kept from the previous attempt.
        hands_over: Whether the columns are kept for the next attempt (linked turns).
        outside: Number of people's cards and discards, which go in and out of sleeves. They are counted as
            the first owner's cards.
        certain: Whether every card has a priority, so that a card is always played.
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
        """Number of remaining cards after all owners and people have theirs.

        These cards belong to the draw pile if it has cards.
        """
        return self.k - self.m - self.owners - max(self.outside - 1, 0)

    def fitting(self) -> AttemptKey:
        """Return the attempt with only as many owners and drawn cards as its columns allow."""
        others = self.k - self.m
        deck = min(max(self.drawn, 1), others) if self.deck else 0
        owners = min(self.owners, others - deck)
        most = others - deck - owners + 1 if owners else 0
        # without a draw pile, a single other owner has all cards that are not in the virtual hand
        lonely = owners == 1 and not deck and self.outside > 0
        outside = most if lonely else min(self.outside, most)
        return self._replace(owners=owners, outside=outside, deck=deck > 0)


_PARTS = 3  # parts of a sentence about the playable cards: a colour, a symbol, the wild cards
# Usual size of the virtual hand, and number of people's cards, from which on each card costs as much as the card
# before it.
_HAND, _SEVERAL = 3, _PARTS + 1


@cache
def split_into_small_runs(key: AttemptKey) -> tuple[tuple[int, AttemptKey], ...]:
    """Split a large attempt into weighted small attempts with the same total work.

    After a few cards, each additional card costs the same. For example, the hundredth pile costs as much as
    the fifth. The total is the cost of a small attempt, plus the cost of all additional cards.
    """
    form = get_form(key.form)
    drawn, outside = min(key.drawn, 2), min(key.outside, 2 if key.deck else 2 * _SEVERAL)
    m, rest = min(key.m, _most_of_hand(key)), min(key.rest, _PARTS + 1 + key.pairs)
    small = _of_sizes(key, m, outside, drawn, rest)
    more = (key.m - m, key.outside - outside, key.drawn - drawn, (key.rest - rest) * form.columns)
    runs = [(1, small)]
    for n, (larger, smaller) in zip(more, _compare_sizes(small) if any(more) else (), strict=False):
        runs += [(n, larger), (-n, smaller)] if n else ()
    return tuple(runs)


def _most_of_hand(key: AttemptKey) -> int:
    """Return the size of the virtual hand from which on each card costs the same."""
    return max(_HAND, _PARTS + 1 + key.pairs - key.rest)


@cache
def _compare_sizes(small: AttemptKey) -> list[tuple[AttemptKey, AttemptKey]]:
    """Return pairs of attempts that differ only in a card. The difference of their costs is the cost of this card.

    The card is in the virtual hand, one of the people's cards, a drawn card, or one of the remaining cards. The end
    of the attempt only matters for a drawn card.
    """
    m = _most_of_hand(small) if small.m > 1 else 1
    drawn, rest, outside = small.drawn, small.rest, small.outside
    # an attempt that finds no card looks for each priority, as does one that finds a card of the last priority
    rank = small.rank if small.end is EndKind.CARD else small.pairs - 1
    usual = small._replace(end=EndKind.CARD, rank=rank)
    return [
        (_of_sizes(usual, m + 1, outside, 0, rest), _of_sizes(usual, m, outside, 0, rest)),
        (_of_sizes(usual, m, outside + 1, 0, rest), _of_sizes(usual, m, outside, 0, rest)),
        (_of_sizes(small, m, outside, drawn + 1, rest), _of_sizes(small, m, outside, drawn, rest)),
        (_of_sizes(usual, m, outside, 0, rest + 1), _of_sizes(usual, m, outside, 0, rest)),
    ]


def _of_sizes(key: AttemptKey, m: int, outside: int, drawn: int, rest: int) -> AttemptKey:
    """Return the attempt with other numbers of cards."""
    k = m + key.owners + max(outside - 1, 0) + rest
    return key._replace(
        k=k, m=m, outside=outside, drawn=drawn, may_draw=key.may_draw and get_form(key.form).draws
    )


def work_of_runs(runs: Mapping[AttemptKey, int], equipment: str, voice: VoiceHabits = BRIEF) -> Work:
    """Return the total work of many attempts.

    Args:
        runs: Number of repetitions of each attempt.
        equipment: Equipment of the table.
        voice: Reading habits.
    """
    few = Counter[AttemptKey]()
    for key, n in runs.items():
        for times, small_key in split_into_small_runs(key):
            few[small_key] += n * times
    return add_work((n, run_work(key, equipment, voice)) for key, n in few.items())


@cache
def run_work(key: AttemptKey, equipment: str, voice: VoiceHabits = BRIEF) -> Work:
    """Return the hand actions and spoken words of a complete attempt."""
    told = _told_layout(key)
    owners = [owner for owner, _ in told.hands[1:] if owner != DECK]
    speech = small_speech(equipment, list_hearers(owners, bool(key.outside), voice.alone))
    runs = _operations(key, get_form(key.form).conceals)
    said = [(1 / len(runs), words_of(ops, speech, voice.wording)) for ops in runs]
    return add_work([(1, _hands_work(key, equipment)), *said])


@cache
def _hands_work(key: AttemptKey, equipment: str) -> Work:
    runs = _operations(key, False)
    return add_work((1 / len(runs), work_of(ops, equipment)) for ops in runs)


def _told_layout(key: AttemptKey) -> Layout:
    """Return the layout that the instructions describe.

    If the form conceals the discards, the last owner except the draw pile becomes the discard pile.
    """
    layout = make_sample_layout(key)
    if not get_form(key.form).conceals:
        return layout
    last = max(i for i, (owner, _) in enumerate(layout.hands) if owner != DECK)
    hands = [(DISCARDS if i == last else owner, size) for i, (owner, size) in enumerate(layout.hands)]
    return replace(layout, hands=tuple(hands))


@lru_cache(maxsize=1_000)
def _operations(key: AttemptKey, concealed: bool) -> list[list[Op]]:
    """Return the operations of an attempt. If discards are concealed, use the layout in the instructions."""
    return simulate_attempt(key, _told_layout(key) if concealed else make_sample_layout(key))


def simulate_attempt(key: AttemptKey, layout: Layout) -> list[list[Op]]:
    """Return the operations of an attempt.

    If the form computes ANDs, return two attempts. All ANDs read α β in one attempt, and β α in the other.
    Both attempts are equally likely.
    """
    recipe = get_form(key.form).recipe(layout)
    ops = list(operations(recipe, partial(_answer, key, STRAIGHT)))
    if not any(branch.meaning is Meaning.EITHER for op in ops for branch in branches_of(op)):
        return [ops]
    return [ops, list(operations(recipe, partial(_answer, key, CROSSED)))]


def _answer(key: AttemptKey, pair: str, op: Op) -> str:
    """Return the answer to an operation so that the attempt ends as required.

    Args:
        key: The attempt.
        pair: Answer to questions with random answers.
        op: The operation.
    """
    if isinstance(op, Heading) or op.act is None:
        return ""
    happens = (branch for branch in branches_of(op) if _happens(key, pair, op.act, branch))
    return next((branch.answers[0] for branch in happens), first_answer(op))


def _happens(key: AttemptKey, pair: str, act: Step, branch: AnswerBranch) -> bool:
    """Return whether an attempt with the required end gives the answers of a branch."""
    meaning, of_class = branch.meaning, max(act.which, 1) == key.rank + 1
    match meaning:
        case Meaning.EITHER:
            return pair in branch.answers
        case Meaning.HOLDS | Meaning.FOUND | Meaning.LACKS | Meaning.MISSED:
            return meaning.finds is (of_class and key.end is EndKind.CARD)
        case Meaning.DRAWN_FITS | Meaning.DRAWN_MISSES:
            last = key.end is EndKind.DRAWN and act.number == key.drawn
            return meaning.finds is (of_class and last)
        case Meaning.PLAYED | Meaning.NONE:
            return meaning.finds is (key.end is EndKind.CARD)
    return True


def make_sample_layout(key: AttemptKey) -> Layout:
    """Return a layout of the required size.

    The distribution of other cards among other owners is arbitrary, because it does not affect the cost.
    """
    sizes = [1] * key.owners
    names = [*(f"seat-{i}" for i in range(key.owners)), DECK]
    if key.outside:
        sizes[0], names[0] = key.outside, OUTSIDE
    if key.deck:
        sizes.append(key.rest)
    elif sizes:
        sizes[-1] += key.rest
    hands = (("virtual", key.m), *zip(names, sizes, strict=False))
    coding = get_form(key.form).coding
    classes = {Coding.FITS: key.pairs, Coding.ELSE_ANY: 2}.get(coding, 1)
    cards, code = _cards(key.k, coding, classes, key.certain)
    return Layout(
        hands,
        cards,
        code,
        may_draw=key.may_draw,
        classes=classes,
        until=key.drawn > 1,
        are_columns_kept=key.standing,
        hands_over=(lambda outcome: True) if key.hands_over else None,
    )


@cache
def _cards(k: int, coding: Coding, classes: int, certain: bool) -> tuple[tuple[Face, ...], Code]:
    """Return k sample cards, and a code that makes a few of them playable."""
    cards = tuple(f"card-{i}" for i in range(k))
    fit, more = frozenset(cards[:_PARTS]), cards[_PARTS:]
    if coding is Coding.ELSE_ANY:
        return cards, class_code(cards, fit, frozenset(more))
    if certain:
        others = (frozenset(more[n : n + 1]) for n in range(classes - 2))
        return cards, class_code(cards, fit, *others, frozenset(more[classes - 2 :]))
    if classes > 1:
        return cards, class_code(cards, fit, *(frozenset(more[n : n + 1]) for n in range(classes - 1)))
    return cards, uniform_code(cards, fit)


@cache
def lot_work(equipment: str, cards: int, voice: VoiceHabits = BRIEF) -> Work:
    """Return the work of a random draw.

    Args:
        equipment: Equipment of the table.
        cards: Number of cards to draw from. If 0, the work is empty.
        voice: Reading habits.
    """
    if not cards:
        return Work()
    recipe = simple_lot(tuple("abcd"[:cards]))
    ops = list(operations(recipe))
    speech = small_speech(equipment, list_hearers((), False, voice.alone))
    return add_work([(1, work_of(ops, equipment)), (1, words_of(ops, speech, voice.wording))])
