"""Questions after a mistake: possible mistakes in the current step, and options for continuing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import dropwhile, islice
from typing import assert_never

from facilitator.errors import CommandError
from facilitator.games.seats import name_pile
from facilitator.i18n import quote_input
from facilitator.i18n.catalogue import (
    Either,
    Phrase,
    decimal,
    find_closest_key,
    phrase,
    refusal,
    sentence,
    template,
)
from facilitator.mistakes.bounds import NOTHING, Leakage, measure_person_card
from facilitator.mistakes.kinds import Incident, Mistake, OtherIncident
from facilitator.mistakes.options import (
    AttemptPosition,
    BackTo,
    CancelAttempt,
    CarryOn,
    DeclareVoid,
    DoAgain,
    MistakeOption,
    OptionsWithLeaks,
    RepairInPlace,
)
from facilitator.mistakes.public_knowledge import AttemptMoment, Heard, Moments, list_moments
from facilitator.operations.definitions import (
    Encode,
    Heading,
    Insert,
    Mixing,
    Move,
    Op,
    Withdraw,
    get_answers,
)
from facilitator.operations.faces import DECK, DISCARDS, SLEEVES
from facilitator.operations.perform import operations
from facilitator.play.attempt import Attempt, AttemptLog, Selection
from facilitator.play.journal import ANSWER, EVENT
from facilitator.play.progress import GameProgress
from facilitator.play.prompt import ChoiceOption, ChoicePrompt
from facilitator.play.stop import can_cancel, is_in_doubt, must_finish_first, plan_recovery
from facilitator.protocols.gates import get_expected_answer
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import PlannedRepair, insert_repairs, list_repairs, plan_repair

# ----------------------------------------------------------------------------------------------------
# Mistakes, options and leaks in words.


def name_incident(what: Incident) -> str:
    """Return the name of a possible mistake."""
    return template(f"oops.{what.name.lower()}")


def describe_option(way: MistakeOption, what: Incident) -> str:
    """Return the description of an option after a mistake."""
    match way:
        case CarryOn(astray=astray):
            kept = sentence("way.astray", nobody_s=sentence("stop.nobody_s"))
            return kept if astray else template(f"oops.on.{what.name.lower()}")
        case DoAgain():
            return template("way.again.stuck_out" if what is Mistake.STUCK_OUT else "way.again")
        case RepairInPlace(repair):
            text = template(f"repair.{repair.name.lower()}")
            key = find_closest_key("way.right", (repair.name.lower(),))
            return sentence(key, repair=text, unturned=template("way.unturned"))
        case BackTo(number=number, turns=turns):
            return sentence("way.back.unturned" if turns else "way.back", number=number)
        case CancelAttempt(astray=astray, doubt=doubt):
            text = template("way.doubt" if doubt else "way.stop")
            return sentence("way.stop.astray", nobody_s=sentence("stop.nobody_s")) if astray else text
        case DeclareVoid():
            return template("way.void")
        case _:
            assert_never(way)


def leak_words(leak: Leakage, pool: Sequence[str] = ()) -> str:
    """Return the description of a leak: the affected card owners and the amount of information in bits.

    The amount is the mean over all possible observations, rounded up. A single observation can reveal more.

    Args:
        leak: Leaked information.
        pool: Virtual players if they have a draw pile of their own. Otherwise empty.
    """
    amounts: dict[str, list[Phrase]] = {}
    for owner, bits in leak.bits:
        deck = phrase("leak.deck_s", pile=name_pile(pool))
        whose_is = deck if owner == DECK else phrase("leak.owner_s", owner=owner)
        amounts.setdefault(_at_most(bits), []).append(whose_is)
    key = "leak.of.several" if len(amounts) > 1 else "leak.of"
    each = (sentence(key, owners=Either(tuple(owners)), bits=bits) for bits, owners in amounts.items())
    whose = "; ".join(each)
    return sentence(f"leak.{leak.gives.name.lower()}", whose=whose, bits=_at_most(leak.max_bits))


def _at_most(bits: float) -> str:
    return sentence("leak.most", bits=bits_in_words(bits))


def bits_in_words(bits: float) -> str:
    """Return a number of bits as text, rounded up."""
    tenths = -(-bits // 0.1) / 10 if bits < 10 else float(-(-bits // 1))
    return sentence("n.bits", n=decimal(f"{tenths:g}"))


ADVICE = frozenset((OtherIncident.SEATS, OtherIncident.CLEAR, OtherIncident.MARKED, OtherIncident.OTHER))
"""Mistakes for which the program gives advice instead of options."""


def advice(what: OtherIncident) -> str:
    """Return the advice after a mistake without options."""
    return sentence(f"oops.advice.{what.name.lower()}", marked=template("things.marked_sleeves"))


def read_number(text: str, most: int) -> int:
    """Parse an option number.

    Args:
        text: Typed text.
        most: Number of options.

    Raises:
        CommandError: The text is not a number between 1 and ``most``.
    """
    low = text.lower()
    if not (low.isascii() and low.isdecimal() and len(low) < 3 and 1 <= int(low) <= most):
        raise CommandError(*refusal("refused.choice.number", most=most, found=quote_input(text)))
    return int(low)


# ----------------------------------------------------------------------------------------------------
# Additional time for an option, compared with carrying on.


Minutes = Callable[[Attempt], float]
"""Function that returns the remaining minutes of an attempt."""


def estimate_cost(game: GameProgress, minutes: Minutes, way: MistakeOption) -> float | None:
    """Return an option's additional minutes compared with carrying on, or `None` without an attempt."""
    attempt, plan = game.attempt, game.plan
    if attempt is None or plan is None:
        return None
    return sum(map(minutes, _list_remaining(game, attempt, plan, way))) - minutes(attempt)


def _list_remaining(
    game: GameProgress, attempt: Attempt, plan: Selection, way: MistakeOption
) -> Sequence[Attempt]:
    """Return what remains to be done after an option: a recovery, if any, and the attempt."""
    match way:
        case CarryOn():
            return [attempt]
        case DoAgain():
            repeated = PlannedRepair(len(attempt.ops) - 1, _find_shuffle(attempt))
            return [_copy_attempt(attempt, plan, repeated)]
        case RepairInPlace(repair):
            planned = plan_repair(repair, attempt.ops[:-1], attempt.ops[-1])
            return [attempt if planned is None else _copy_attempt(attempt, plan, planned)]
        case BackTo(number):
            answers = _answer_numbers(game)
            count = answers.index(number) if number in answers else 0
            return [_copy_attempt(attempt, plan, None, attempt.typed[:count])]
        case CancelAttempt() | DeclareVoid():
            home = plan_recovery(plan, attempt.log)
            begun = _copy_attempt(attempt, plan, None, ())
            if home is None:
                return [begun]
            return [Attempt(home.recipe, attempt.telling, log=AttemptLog(dict(home.surface or ()))), begun]
        case _:
            assert_never(way)


def _find_shuffle(attempt: Attempt) -> tuple[Op, ...]:
    """Return a tuple with a shuffle of the current step, or else with the last shuffle of the attempt.

    The tuple is empty if the attempt has no shuffle so far.
    """
    found = (op for op in (*attempt.hand_operations, *reversed(attempt.ops)) if isinstance(op, Mixing))
    return tuple(islice(found, 1))


def _copy_attempt(
    attempt: Attempt, plan: Selection, more: PlannedRepair | None, typed: Sequence[str] | None = None
) -> Attempt:
    """Return a simulated copy of an attempt.

    Args:
        attempt: Attempt to copy.
        plan: Plan of the attempt.
        more: Additional repair, if any.
        typed: Answers for the copy. By default, the attempt's answers.
    """
    repairs = [*attempt.log.repairs, *([] if more is None else [more])]
    other = Attempt(insert_repairs(plan.recipe, repairs), attempt.telling, log=AttemptLog(attempt.log.start))
    for said in attempt.typed if typed is None else typed:
        other.answer(said)
    return other


# ----------------------------------------------------------------------------------------------------
# Position of the attempt in progress, as required by the options.


def find_position(game: GameProgress, attempt: Attempt) -> AttemptPosition | None:
    """Return the position of the attempt in progress. The options after a mistake depend on it.

    Return `None` during the recovery of a random draw.
    """
    plan = game.plan
    assert plan is not None
    layout = plan.layout or plan.home_of
    here = AttemptPosition(attempt.hand_operations, asks=bool(attempt.ask))
    if layout is None:
        return here if game.drawing_lot else None
    count = len([*dropwhile(_is_heading, attempt.step.ops)])
    beyond = len(attempt.log.entries) - len(attempt.ops) + 1
    if game.recovering:
        moment_sequences = _list_recovery_courses(attempt, layout, max(count, beyond))
        return replace(here, moment_sequences=moment_sequences, is_recovering=True)
    course = _course(attempt, layout, _list_completed(attempt), count)
    back, reached = plan_recovery(plan, attempt.log), course[-1][0]
    if beyond > count:  # the step was undone
        reached = replace(reached, done=[(entry.op, entry.answer) for entry in attempt.log.entries])
    return replace(
        here,
        moment_sequences=[course],
        reached=reached,
        recovery=[] if back is None else list(operations(back.recipe, get_expected_answer)),
        may_stop=can_cancel(game.front),
        doubt=is_in_doubt(game.front),
        typed=_find_last_answer(game, attempt),
        retaken=_can_replace_last_answer(attempt),
        laid=_find_laying(game, attempt),
        repairs=list_repairs(attempt.ops[:-1], attempt.ops[-1]) if game.no_further else (),
    )


def _list_completed(attempt: Attempt) -> list[Heard]:
    """Return the completed operations of an attempt with their answers."""
    typed = iter(attempt.typed)
    return [(op, "" if _is_heading(op) else next(typed)) for op in attempt.ops[:-1]]


def _list_recovery_courses(attempt: Attempt, layout: Layout, count: int) -> list[Moments]:
    since = [(op, "") for op in attempt.ops[:-1]]
    return [_course(attempt, layout, past + since, count) for past in _list_possible_pasts(attempt)]


def _answer_numbers(game: GameProgress) -> list[int]:
    """Return the history numbers of all answers in the attempt in progress."""
    own = [] if game.attempt is None else game.inputs[game.attempt.log.opened :]
    return [past.number for past in own if past.kind == ANSWER]


def _find_last_answer(game: GameProgress, attempt: Attempt) -> int | None:
    """Return the history number of the last answer that is not empty."""
    answered = [n for n, said in zip(_answer_numbers(game), attempt.typed, strict=False) if said]
    return max(answered, default=None)


def _is_heading(op: Op) -> bool:
    return isinstance(op, Heading)


def _course(attempt: Attempt, layout: Layout, done: Sequence[Heard], count: int) -> Moments:
    ahead = attempt.foresight.all_ops[len(attempt.ops) - 1 :]
    return list_moments(AttemptMoment(layout, tuple(done), ahead), attempt.surface, count)


def _can_replace_last_answer(attempt: Attempt) -> bool:
    asked = [index for index, op in enumerate(attempt.ops[:-1]) if get_answers(op)]
    return bool(asked) and attempt.can_replace_answer(asked[-1])


def _list_possible_pasts(attempt: Attempt) -> list[list[Heard]]:
    """Return the sequences of operations that the helpers may have carried out, with the answers.

    If the last operation is reversible, the helpers may or may not have begun it. The result then contains
    two sequences, with and without this operation. A mere movement has been reversed and has revealed nothing,
    so it is left out.
    """
    log = attempt.log.back_from
    assert log is not None
    done = [(entry.op, entry.answer) for entry in log.entries]
    last = log.entries[-1].op
    if log.closed or must_finish_first(last):
        return [done]
    return [done[:-1]] if isinstance(last, Insert | Move | Withdraw) else [done, done[:-1]]


def _find_laying(game: GameProgress, attempt: Attempt) -> int | None:
    """Return the number of the input that confirms that the pairs are laid out.

    The result is `None` if something irreversible has happened since then.
    """
    entries = [done for done in attempt.log.entries if not _is_heading(done.op)]
    hand_operations = [op for op in attempt.ops[:-1] if not _is_heading(op)]
    laid = max((index for index, op in enumerate(hand_operations) if isinstance(op, Encode)), default=None)
    if laid is None or any(done.lasting for done in entries[laid:]):
        return None
    return _answer_numbers(game)[laid]


# ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StepMistakes:
    """Possible mistakes in the current step.

    Attributes:
        game: Progress of the game.
        minutes: Function that returns an attempt's remaining minutes.
    """

    game: GameProgress
    minutes: Minutes

    def ask_what_happened(self) -> ChoicePrompt:
        """Return the question about the kind of mistake."""
        found: list[Incident] = [] if self._standing is None else [*self._standing.list_mistakes()]
        found += [OtherIncident.SHOWN] if self._people and self.game.state.n else []
        found += [OtherIncident.ENTERED] if self._event_numbers else []
        sleeved = [OtherIncident.MARKED] if self.game.table.equipment == SLEEVES else []
        found += [OtherIncident.SEATS, OtherIncident.CLEAR, *sleeved, OtherIncident.OTHER]
        options = tuple(ChoiceOption(name_incident(incident), incident) for incident in found)
        return ChoicePrompt("happened", sentence("oops.which"), options)

    def list_options(self, mistake: ChoiceOption) -> ChoicePrompt:
        """Return the question about the options after a mistake, fastest option first."""
        found: list[ChoiceOption] = []
        for way, leak in self._ways(mistake.value):
            cost = estimate_cost(self.game, self.minutes, way)
            found.append(ChoiceOption(self._words(way, mistake.value), way, cost, leak, self._gives(leak)))
        found.sort(key=lambda offer: (offer.minutes or 0.0, offer.leak.max_bits))
        return ChoicePrompt("ways", sentence("oops.which_way"), tuple(found), mistake)

    def _ways(self, what: Incident) -> OptionsWithLeaks:
        if what is OtherIncident.ENTERED:
            yield from ((BackTo(number), NOTHING) for number in self._event_numbers)
        elif what is OtherIncident.SHOWN:
            yield CarryOn(), self._measure_shown_card()
        elif isinstance(what, Mistake) and self._standing is not None:
            yield from self._standing.list_options(what)

    def _gives(self, leak: Leakage) -> str:
        void = self._standing is not None and self._standing.from_result
        text = leak_words(leak, self.game.voice.pool)
        return sentence("leak.with_result", leak=text) if void else text

    def _words(self, way: MistakeOption, what: Incident) -> str:
        text = describe_option(way, what)
        if not isinstance(way, BackTo):
            return text
        entry = next((line.text for line in self.game.history() if line.first == way.number), "")
        return f"{text}: {entry}" if entry else text

    @cached_property
    def _standing(self) -> AttemptPosition | None:
        attempt = self.game.attempt
        return None if attempt is None else find_position(self.game, attempt)

    @property
    def _people(self) -> list[str]:
        return list(self.game.voice.humans)

    @property
    def _event_numbers(self) -> list[int]:
        """Numbers of the last typed events, newest first. Empty during an attempt."""
        if self.game.attempt is not None:
            return []
        return [past.number for past in reversed(self.game.inputs) if past.kind == EVENT][:3]

    def _measure_shown_card(self) -> Leakage:
        sizes = self.game.rules.find_zones(self.game.state).sizes
        lying = self.game.rules.find_zones(self.game.state).open
        hidden = {zone: n for zone, n in sizes.items() if zone not in (*lying, DISCARDS) and n}
        return measure_person_card(hidden, self._people)
