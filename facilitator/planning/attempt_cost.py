"""Cost of an attempt: actions of the helpers and spoken words in each phase.

Actions are counted in a protocol of the attempt's actual size. Words are counted in a protocol with fewer
columns, because a sentence about 90 columns has the same length as a sentence about 40.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from facilitator.instructions.grouping import OpGroup, Wording
from facilitator.instructions.hand_actions import (
    SPEEDS,
    Handling,
    HandlingCounter,
    RepeatedAction,
    bits_mixed,
)
from facilitator.instructions.speech import Speech, Voice
from facilitator.instructions.wording import WordedStep, count_words, split_into_steps
from facilitator.operations.definitions import Code, Heading, Op, branches_of, get_answers
from facilitator.operations.faces import DECK, DISCARDS, SLEEVES, Face
from facilitator.operations.perform import first_answer, operations
from facilitator.operations.purposes import Phase
from facilitator.operations.steps import AnswerBranch, Meaning, Step
from facilitator.protocols.forms import Coding, get_form
from facilitator.protocols.gates import CROSSED, STRAIGHT
from facilitator.protocols.layout import Layout, class_code
from facilitator.protocols.lottery import simple_lot

if TYPE_CHECKING:
    from facilitator.table_files.load import Table


# ----------------------------------------------------------------------------------------------------
# The cost of reading an attempt aloud: the words of its steps, in the wording that the table hears.
#
# The helpers only listen to the first sentence of a step, and to its check and question. During the other sentences
# they work, if the step gives them work. The sentences of a round are read once in full. After that, the helpers
# repeat its loop without reading, however many duels it has.


HEARD: Mapping[str, tuple[Wording, Wording]] = {
    "full": (Wording.FULL, Wording.FULL),
    "brief": (Wording.BRIEF, Wording.BRIEF),
    "auto": (Wording.FULL, Wording.BRIEF),
}
"""Wordings for each value of the setting ``wording``: at the start of a game, and later.

With ``auto``, the program offers brief wording after the first attempts.
"""


class VoiceHabits(NamedTuple):
    """Length of the spoken instructions at a table.

    Attributes:
        wording: Full or brief wording.
        alone: Whether a single person sits at the table and also does the steps that are meant for two.
    """

    wording: Wording = Wording.BRIEF
    alone: bool = False


BRIEF = VoiceHabits()
"""Brief instructions for at least two people, as at a table with practice."""


def list_waiting_words(steps: Iterable[WordedStep]) -> list[float]:
    """Return the number of spoken words during which the helpers only listen, for each operation in the steps.

    The first operation of a step that is not a heading gets all words of the step. Numbers can be fractions,
    because helpers listen to part of a sentence after their work.
    """
    words: list[float] = []
    for step in steps:
        first = next((i for i, op in enumerate(step.ops) if not isinstance(op, Heading)), 0)
        said = _words_for(step.group, step.speech, step.wording)
        words += [said if i == first else 0 for i in range(len(step.ops))]
    return words


@lru_cache(maxsize=10_000)
def _words_for(group: OpGroup, speech: Speech, wording: Wording) -> float:
    return count_waiting_words(WordedStep(group, speech, wording))


def count_waiting_words(step: WordedStep) -> float:
    """Return the number of waiting words in a step: spoken words during which the helpers only listen.

    The helpers listen to the first sentence, to checks and to questions. During other sentences they work, so
    only words after the end of their work count. The result can be a fraction.
    """
    if not step.words:
        return 0
    hands = HandlingCounter(SLEEVES if step.sleeves else EQUIPMENT[0])
    # An action that one kind of operation repeats counts once. Putting a card into the wallet and taking a card
    # out are two actions, because they are different kinds of operations.
    actions = {(type(op), task.action) for op in step.ops for task in hands(op)}
    work = sum(SPEEDS[action] for _, action in actions)
    texts = [text for instruction in step.instructions for text in _SENTENCE.split(instruction.text)]
    opening, *others = map(count_words, texts)
    asked = sum(count_words(said.check) + count_words(said.question) for said in step.instructions)
    return opening + asked + max(0.0, sum(others) - work / SPEEDS[Handling.WORD])


_SENTENCE = re.compile(r"(?<=[.;:!?])\s+")


MOST_MASKS = 8
"""Maximum number of priorities in a turn."""


@cache
def small_speech(equipment: str, people: tuple[str, ...]) -> Speech:
    """Return a renderer for counting words, in which every name and every card is a single word."""
    return Speech(Voice(people, equipment == SLEEVES), masks=("mask",) * MOST_MASKS)


def voice_at(table: Table, wording: Wording) -> VoiceHabits:
    """Return the length of the spoken instructions at a table."""
    return VoiceHabits(wording, len(table.people) < 2)


def list_hearers(owners: Sequence[str], are_people: bool, alone: bool) -> tuple[str, ...]:
    """Return the names of the people at a sample table: one person if `alone` is true, otherwise at least two.

    Args:
        owners: Card owners in the layout.
        are_people: Whether these owners are people (except the owner of discards), so that they are at the table.
        alone: Whether a single person sits at the table.
    """
    there = tuple(owner for owner in owners if owner != DISCARDS) if are_people else ()
    if alone:
        return there[:1] or ("somebody",)
    return there if len(there) > 1 else (*there, "somebody", "another")


# ----------------------------------------------------------------------------------------------------
# Numbers of actions and spoken words in each phase. They are counted from operations, and can be added up.


EQUIPMENT = ("envelopes", SLEEVES)
"""Values of the setting ``equipment``: covers that hold the cards of a pile together."""
OUTSIDE = "people"
"""Owner name for people's cards in sample layouts. These cards are put into sleeves and taken out again."""


class Item(NamedTuple):
    """Kind of action in one phase of an attempt.

    Attributes:
        phase: Phase of the attempt.
        action: Kind of action, such as turning a card over or speaking a word.
        shared: Whether several helpers can do it at the same time.
    """

    phase: Phase
    action: Handling
    shared: bool


@dataclass(frozen=True, slots=True)
class Work:
    """Number of actions and spoken words in each phase."""

    actions: Mapping[Item, float] = field(default_factory=dict)

    @property
    def words(self) -> float:
        """Number of words during which the helpers only listen, added up over all phases.

        It can be a fraction, because the helpers hear part of a sentence while they are still working.
        """
        return sum(n for item, n in self.actions.items() if item.action is Handling.WORD)

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Phases in which there are actions, in order."""
        return tuple(dict.fromkeys(item.phase for item in self.actions))

    def tasks(self, phase: Phase | None = None) -> list[RepeatedAction]:
        """Return the actions of a phase, each with its number of repetitions.

        Args:
            phase: Phase. `None` means all phases.
        """
        return [
            RepeatedAction(i.action, n, i.shared) for i, n in self.actions.items() if phase in (None, i.phase)
        ]


def add_work(parts: Iterable[tuple[float, Work]]) -> Work:
    """Return the sum of several amounts of work.

    Args:
        parts: Pairs of a number of repetitions and the work to repeat.
    """
    actions: dict[Item, float] = {}
    for times, work in parts:
        for item, n in work.actions.items():
            actions[item] = actions.get(item, 0) + times * n
    return Work(actions)


def work_of(ops: Iterable[Op], equipment: str) -> Work:
    """Return the helpers' actions in an attempt, including sorting the bit cards for the next turn."""
    hands = HandlingCounter(equipment, (OUTSIDE,))
    phase, mixed, actions = Phase.LAY_OUT, 0, dict[Item, float]()
    for op in ops:
        if isinstance(op, Heading):
            phase = op.part.phase
        mixed += bits_mixed(op)
        for task in hands(op):
            item = Item(phase, task.action, task.shared)
            actions[item] = actions.get(item, 0) + task.times
    actions[Item(Phase.BETWEEN, Handling.APART, True)] = mixed
    return Work({item: n for item, n in actions.items() if n})


def words_of(ops: Sequence[Op], speech: Speech, wording: Wording) -> Work:
    """Return the number of words in each phase of an attempt during which the helpers only listen."""
    phase, words = Phase.LAY_OUT, dict.fromkeys(Phase, 0.0)
    waiting = list_waiting_words(split_into_steps(ops, speech, wording))
    for op, said in zip(ops, waiting, strict=True):
        if isinstance(op, Heading):
            phase = op.part.phase
        words[phase] += said
    return Work({Item(phase, Handling.WORD, False): n for phase, n in words.items() if n})


def plan_sleeving(cards: int, equipment: str) -> Work:
    """Return the work of putting cards into sleeves before a game.

    Args:
        cards: Number of cards that stay in their sleeves.
        equipment: Equipment of the table. If it is not sleeves, the work is empty.
    """
    if equipment != SLEEVES:
        return Work()
    return Work({Item(Phase.SLEEVES, Handling.SLEEVE, True): cards})


# ----------------------------------------------------------------------------------------------------


class EndKind(StrEnum):
    """Result of an attempt: a card is played, no card is played, or a drawn card is played or kept."""

    CARD = "card"
    NONE = "none"
    DRAWN = "drawn"
    KEPT = "kept"


class AttemptKey(NamedTuple):
    """Properties of an attempt that determine its cost.

    Attributes:
        form: Name of the form, such as ``published``.
        k: Number of cards in the layout.
        m: Number of cards in the virtual hand.
        end: Result of the attempt.
        owners: Number of other seats with cards in the layout.
        deck: Whether the draw pile has cards.
        may_draw: Whether the player may still draw in this turn.
        pairs: Pairs of bit cards under each column, one for each priority.
        rank: Priority of the played card. 0 is the highest priority.
        drawn: Number of cards drawn during the attempt.
        are_columns_kept: Whether the columns were kept from the previous attempt.
        hands_over: Whether the columns are kept for the next attempt (linked turns).
        outside: Number of people's cards and discards, which are put into sleeves and taken out again. They
            are counted as the first owner's cards.
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
    are_columns_kept: bool = False
    hands_over: bool = False
    outside: int = 0
    certain: bool = False

    @property
    def rest(self) -> int:
        """Number of cards left for the draw pile.

        The virtual hand has `m` cards, the first owner has `outside` cards (at least one), and each further owner
        has one card. Without a draw pile, the last owner gets all cards that are left.
        """
        return self.k - self.m - self.owners - max(self.outside - 1, 0)

    def limit_owners(self) -> AttemptKey:
        """Return this key with `owners` and `outside` reduced if the layout has too few cards for them.

        Every owner needs at least one card. A draw pile needs at least one card, and all cards that are drawn.
        """
        others = self.k - self.m
        deck = min(max(self.drawn, 1), others) if self.deck else 0
        owners = min(self.owners, others - deck)
        most = others - deck - owners + 1 if owners else 0
        # without a draw pile, a single other owner has all cards that are not in the virtual hand
        lonely = owners == 1 and not deck and self.outside > 0
        outside = most if lonely else min(self.outside, most)
        return self._replace(owners=owners, outside=outside, deck=deck > 0)


_PARTS = 3  # parts of a sentence about the playable cards: a colour, a symbol, the wild cards
# Usual size of the virtual hand, and number of people's cards, from which on each additional card costs the same.
_HAND, _SEVERAL = 3, _PARTS + 1


@cache
def split_into_small_runs(key: AttemptKey) -> tuple[tuple[int, AttemptKey], ...]:
    """Split a large attempt into small attempts whose weighted sum has the same cost.

    From a certain size on, each additional card costs the same: the hundredth pile costs as much as the
    fifth. A card's cost is the difference of two small attempts, so weights can be negative.

    Returns:
        Pairs of a weight and a small attempt.
    """
    form = get_form(key.form)
    drawn, outside = min(key.drawn, 2), min(key.outside, 2 if key.deck else 2 * _SEVERAL)
    m, rest = min(key.m, _find_linear_size(key)), min(key.rest, _PARTS + 1 + key.pairs)
    small = _resize(key, m, outside, drawn, rest)
    more = (key.m - m, key.outside - outside, key.drawn - drawn, (key.rest - rest) * form.columns)
    runs = [(1, small)]
    for n, (larger, smaller) in zip(more, _compare_sizes(small) if any(more) else (), strict=False):
        runs += [(n, larger), (-n, smaller)] if n else ()
    return tuple(runs)


def _find_linear_size(key: AttemptKey) -> int:
    """Return the hand size from which on each additional card costs the same."""
    return max(_HAND, _PARTS + 1 + key.pairs - key.rest)


@cache
def _compare_sizes(small: AttemptKey) -> list[tuple[AttemptKey, AttemptKey]]:
    """Return four pairs of attempts that differ by one card. Their difference is the cost of this card.

    In order, this card belongs to the virtual hand, belongs to a person, is drawn, or is a remaining card
    (`AttemptKey.rest`).
    """
    m = _find_linear_size(small) if small.m > 1 else 1
    drawn, rest, outside = small.drawn, small.rest, small.outside
    # an attempt that finds no card looks for each priority, as does one that finds a card of the last priority
    rank = small.rank if small.end is EndKind.CARD else small.pairs - 1
    usual = small._replace(end=EndKind.CARD, rank=rank)
    return [
        (_resize(usual, m + 1, outside, 0, rest), _resize(usual, m, outside, 0, rest)),
        (_resize(usual, m, outside + 1, 0, rest), _resize(usual, m, outside, 0, rest)),
        (_resize(small, m, outside, drawn + 1, rest), _resize(small, m, outside, drawn, rest)),
        (_resize(usual, m, outside, 0, rest + 1), _resize(usual, m, outside, 0, rest)),
    ]


def _resize(key: AttemptKey, m: int, outside: int, drawn: int, rest: int) -> AttemptKey:
    k = m + key.owners + max(outside - 1, 0) + rest
    return key._replace(
        k=k, m=m, outside=outside, drawn=drawn, may_draw=key.may_draw and get_form(key.form).draws
    )


def work_of_runs(runs: Mapping[AttemptKey, int], equipment: str, voice: VoiceHabits = BRIEF) -> Work:
    """Return the total work of many attempts.

    Args:
        runs: Number of repetitions of each attempt.
        equipment: Equipment of the table.
        voice: Length of the spoken instructions.
    """
    few = Counter[AttemptKey]()
    for key, n in runs.items():
        for times, small_key in split_into_small_runs(key):
            few[small_key] += n * times
    return add_work((n, run_work(key, equipment, voice)) for key, n in few.items())


@cache
def run_work(key: AttemptKey, equipment: str, voice: VoiceHabits = BRIEF) -> Work:
    """Return the actions and spoken words of an attempt."""
    runs = _list_operations(key)
    actions = [(1 / len(runs), work_of(ops, equipment)) for ops in runs]
    return add_work([*actions, (1, _spoken_work(_resize_for_words(key), equipment, voice))])


def _resize_for_words(key: AttemptKey) -> AttemptKey:
    """Return a similar attempt with the same sentences: their length does not depend on the size of a pile."""
    if not key.deck:
        return key
    return _resize(key, key.m, min(key.outside, 2), key.drawn, _PARTS + 1 + key.pairs)


@cache
def _spoken_work(key: AttemptKey, equipment: str, voice: VoiceHabits) -> Work:
    owners = [owner for owner, _ in make_sample_layout(key).hands[1:] if owner != DECK]
    speech = small_speech(equipment, list_hearers(owners, bool(key.outside), voice.alone))
    runs = _list_operations(key)
    return add_work((1 / len(runs), words_of(ops, speech, voice.wording)) for ops in runs)


@lru_cache(maxsize=1_000)
def _list_operations(key: AttemptKey) -> list[list[Op]]:
    return simulate_attempt(key, make_sample_layout(key))


def simulate_attempt(key: AttemptKey, layout: Layout) -> list[list[Op]]:
    """Return the operations of an attempt, or of two equally likely attempts.

    A form with ANDs has two attempts: all ANDs read α β in the first, and β α in the second.
    """
    recipe = get_form(key.form).recipe(layout)
    ops = list(operations(recipe, partial(_choose_answer, key, STRAIGHT)))
    if not any(branch.meaning is Meaning.EITHER for op in ops for branch in branches_of(op)):
        return [ops]
    return [ops, list(operations(recipe, partial(_choose_answer, key, CROSSED)))]


def _choose_answer(key: AttemptKey, random_answer: str, op: Op) -> str:
    """Return the answer to an operation's question that leads to the result of an attempt.

    Args:
        key: The attempt with its result (`AttemptKey.end`).
        random_answer: Answer to each question whose answer does not affect the result.
        op: The operation.
    """
    if isinstance(op, Heading) or op.step is None or not get_answers(op):
        return ""
    happens = (branch for branch in branches_of(op) if _takes_branch(key, random_answer, op.step, branch))
    return next((branch.answers[0] for branch in happens), first_answer(op))


def _takes_branch(key: AttemptKey, random_answer: str, step: Step, branch: AnswerBranch) -> bool:
    """Return whether a branch of a question leads to the result of an attempt.

    Args:
        key: The attempt with its result (`AttemptKey.end`).
        random_answer: Answer to each question whose answer does not affect the result.
        step: Step that asks the question.
        branch: Answers to a question, and their meaning.
    """
    meaning, of_class = branch.meaning, max(step.which, 1) == key.rank + 1
    match meaning:
        case Meaning.EITHER:
            return random_answer in branch.answers
        case Meaning.HOLDS | Meaning.FOUND | Meaning.LACKS | Meaning.MISSED:
            return meaning.finds is (of_class and key.end is EndKind.CARD)
        case Meaning.DRAWN_FITS | Meaning.DRAWN_MISSES:
            last = key.end is EndKind.DRAWN and step.number == key.drawn
            return meaning.finds is (of_class and last)
        case Meaning.PLAYED | Meaning.NONE:
            return meaning.finds is (key.end is EndKind.CARD)
    return True


def make_sample_layout(key: AttemptKey) -> Layout:
    """Return a layout of the required size, with invented owners and cards."""
    sizes = [1] * key.owners
    names = [*(f"seat-{i}" for i in range(key.owners)), DECK]
    if get_form(key.form).conceals:
        names[key.owners - 1] = DISCARDS
    if key.outside:
        sizes[0], names[0] = key.outside, OUTSIDE
    if key.deck:
        sizes.append(key.rest)
    elif sizes:
        sizes[-1] += key.rest
    hands = (("virtual", key.m), *zip(names, sizes, strict=False))
    coding = get_form(key.form).coding
    classes = {Coding.FITS: key.pairs, Coding.PLAYABLE_FIRST: 2}.get(coding, 1)
    cards, code = _make_sample_cards(key.k, coding, classes, key.certain)
    return Layout(
        hands,
        cards,
        code,
        may_draw=key.may_draw,
        classes=classes,
        until=key.drawn > 1,
        are_columns_kept=key.are_columns_kept,
        hands_over=(lambda outcome: True) if key.hands_over else None,
    )


@cache
def _make_sample_cards(k: int, coding: Coding, classes: int, certain: bool) -> tuple[tuple[Face, ...], Code]:
    """Return k invented cards, and a code that makes a few of them playable."""
    cards = tuple(f"card-{i}" for i in range(k))
    fit, more = frozenset(cards[:_PARTS]), cards[_PARTS:]
    if coding is Coding.PLAYABLE_FIRST:
        return cards, class_code(cards, fit, frozenset(more))
    if certain:
        others = (frozenset(more[n : n + 1]) for n in range(classes - 2))
        return cards, class_code(cards, fit, *others, frozenset(more[classes - 2 :]))
    if classes > 1:
        return cards, class_code(cards, fit, *(frozenset(more[n : n + 1]) for n in range(classes - 1)))
    return cards, class_code(cards, fit)


@cache
def lot_work(equipment: str, cards: int, voice: VoiceHabits = BRIEF) -> Work:
    """Return the work of a random draw.

    Args:
        equipment: Equipment of the table.
        cards: Number of cards to draw from. If 0, the work is empty.
        voice: Length of the spoken instructions.
    """
    if not cards:
        return Work()
    recipe = simple_lot(tuple("abcd"[:cards]))
    ops = list(operations(recipe))
    speech = small_speech(equipment, list_hearers((), False, voice.alone))
    return add_work([(1, work_of(ops, equipment)), (1, words_of(ops, speech, voice.wording))])
