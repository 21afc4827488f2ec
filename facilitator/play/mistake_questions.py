"""Questions after a mistake: what may have gone wrong at the current step, and the options to go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import dropwhile
from typing import assert_never

from facilitator.errors import CommandError
from facilitator.i18n import quoted
from facilitator.i18n.catalogue import Either, Phrase, closest, decimal, phrase, refusal, sentence, template
from facilitator.mistakes.bounds import NOTHING, Leakage, of_person
from facilitator.mistakes.kinds import Besides, Happened, Mishap
from facilitator.mistakes.options import (
    BackTo,
    CarryOn,
    DeclareVoid,
    DoAgain,
    GiveUp,
    PutRight,
    Standing,
    Way,
    Ways,
)
from facilitator.mistakes.public_knowledge import Heard, Moments, RunMoment, moments
from facilitator.operations.definitions import Encode, Heading, Mixing, Op, asked_by
from facilitator.operations.faces import DECK, DISCARDS, SLEEVES
from facilitator.operations.perform import operations
from facilitator.play.attempt import Ledger, Run, Selection
from facilitator.play.journal import ANSWER, EVENT
from facilitator.play.progress import GameProgress
from facilitator.play.prompt import MistakeChoice, WayOn, WaysOn, WhatHappened
from facilitator.play.stop import can_give_up, finished_first, in_doubt, way_back
from facilitator.protocols.gates import expected
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import Mend, mend, mended, repairs

# ----------------------------------------------------------------------------------------------------
# Mistakes, options and leaks in words.


def called(what: Happened) -> str:
    """Return a possible mistake in words."""
    return template(f"oops.{what.name.lower()}")


def way_words(way: Way, what: Happened) -> str:
    """Return an option after a mistake in words."""
    match way:
        case CarryOn(astray=astray):
            kept = sentence("way.astray", nobody_s=sentence("stop.nobody_s"))
            return kept if astray else template(f"oops.on.{what.name.lower()}")
        case DoAgain():
            return template("way.again")
        case PutRight(repair):
            told = template(f"repair.{repair.name.lower()}")
            key = closest("way.right", (repair.name.lower(),))
            return sentence(key, repair=told, unturned=template("way.unturned"))
        case BackTo(number=number, turns=turns):
            return sentence("way.back.unturned" if turns else "way.back", number=number)
        case GiveUp(astray=astray, doubt=doubt):
            told = template("way.doubt" if doubt else "way.stop")
            return sentence("way.stop.astray", nobody_s=sentence("stop.nobody_s")) if astray else told
        case DeclareVoid():
            return template("way.void")
        case _:
            assert_never(way)


def leak_words(leak: Leakage) -> str:
    """Return a leak in words: what it reveals about whom, and how many bits.

    The number is a mean over everything that may be seen, rounded up. A single observation may reveal more.
    """
    amounts: dict[str, list[Phrase]] = {}
    for owner, bits in leak.bits:
        whose_is = phrase("leak.deck_s") if owner == DECK else phrase("leak.owner_s", owner=owner)
        amounts.setdefault(_at_most(bits), []).append(whose_is)
    whose = "; ".join(
        sentence("leak.of", owners=Either(tuple(owners)), bits=bits) for bits, owners in amounts.items()
    )
    return sentence(f"leak.{leak.gives.name.lower()}", whose=whose, bits=_at_most(leak.most))


def _at_most(bits: float) -> str:
    return sentence("leak.most", bits=bits_in_words(bits))


def bits_in_words(bits: float) -> str:
    """Return a number of bits in words, rounded up."""
    tenths = -(-bits // 0.1) / 10 if bits < 10 else float(-(-bits // 1))
    return sentence("n.bits", n=decimal(f"{tenths:g}"))


ADVICE = frozenset((Besides.SEATS, Besides.CLEAR, Besides.MARKED, Besides.OTHER))
"""Events after which there is advice instead of options."""


def advice(what: Besides) -> str:
    """Return the advice after an event that has no options."""
    return sentence(f"oops.advice.{what.name.lower()}", marked=template("things.marked_sleeves"))


def read_number(text: str, most: int) -> int:
    """Return the number of an option, from 1 to ``most``.

    Raises:
        CommandError: The text is anything else.
    """
    low = text.lower()
    if not (low.isascii() and low.isdecimal() and len(low) < 3 and 1 <= int(low) <= most):
        raise CommandError(*refusal("refused.choice.number", most=most, found=quoted(text)))
    return int(low)


# ----------------------------------------------------------------------------------------------------
# The time that an option takes, in minutes more than carrying on.


Minutes = Callable[[Run], float]
"""Returns the minutes that are left of an attempt."""


def cost(game: GameProgress, minutes: Minutes, way: Way) -> float | None:
    """Return the minutes that an option takes more than carrying on. `None` if no attempt is in progress."""
    run, plan = game.run, game.plan
    if run is None or plan is None:
        return None
    now = minutes(run)
    match way:
        case CarryOn():
            return 0.0
        case DoAgain():
            at_hand = [op for op in run.acts if isinstance(op, Mixing)]  # one of a round's; else the last
            again = tuple(at_hand or [op for op in reversed(run.ops) if isinstance(op, Mixing)])[:1]
            return minutes(_on_paper(run, plan, Mend(len(run.ops) - 1, again))) - now
        case PutRight(repair):
            one = mend(repair, run.ops[:-1], run.ops[-1])
            return 0.0 if one is None else minutes(_on_paper(run, plan, one)) - now
        case BackTo(number):
            answers = _answer_numbers(game)
            count = answers.index(number) if number in answers else 0
            return minutes(_on_paper(run, plan, None, run.typed[:count])) - now
        case GiveUp() | DeclareVoid():
            home = way_back(plan, run.ledger)
            back = 0.0
            if home is not None:
                back = minutes(Run(home.recipe, run.telling, ledger=Ledger(dict(home.surface or ()))))
            return back + minutes(_on_paper(run, plan, None, ())) - now
        case _:
            assert_never(way)


def _on_paper(run: Run, plan: Selection, more: Mend | None, typed: Sequence[str] | None = None) -> Run:
    """Return a simulated copy of an attempt.

    Args:
        run: The attempt.
        plan: Its plan.
        more: A repair to add.
        typed: The answers. `None` for those of the attempt.
    """
    mends = [*run.ledger.mends, *([] if more is None else [more])]
    other = Run(mended(plan.recipe, mends), run.telling, ledger=Ledger(run.ledger.start))
    for said in run.typed if typed is None else typed:
        other.answer(said)
    return other


# ----------------------------------------------------------------------------------------------------
# The situation of the attempt in progress, as the options need it.


def standing(game: GameProgress, run: Run) -> Standing | None:
    """Return the situation of the attempt in progress. `None` in the recovery of a random draw."""
    plan = game.plan
    assert plan is not None
    layout, here = plan.layout or plan.home_of, Standing(run.acts, asks=bool(run.ask))
    if layout is None:
        return here if game.drawing_lot else None
    count, beyond = len([*dropwhile(_heads, run.cue.ops)]), len(run.ledger.entries) - len(run.ops) + 1
    if game.recovering:
        since = [(op, "") for op in run.ops[:-1]]
        courses = [_course(run, layout, past + since, max(count, beyond)) for past in _pasts(run)]
        return replace(here, courses=courses, led=True)
    typed = iter(run.typed)
    course = _course(run, layout, [(op, "" if _heads(op) else next(typed)) for op in run.ops[:-1]], count)
    back, reached = way_back(plan, run.ledger), course[-1][0]
    if beyond > count:  # this act was taken back
        reached = replace(reached, done=[(one.op, one.answer) for one in run.ledger.entries])
    return replace(
        here,
        courses=[course],
        reached=reached,
        home=[] if back is None else list(operations(back.recipe, expected)),
        may_stop=can_give_up(game.front),
        doubt=in_doubt(game.front),
        typed=max(
            (n for n, said in zip(_answer_numbers(game), run.typed, strict=False) if said), default=None
        ),
        retaken=_retaken(run),
        laid=_laid(game, run),
        repairs=repairs(run.ops[:-1], run.ops[-1]) if game.no_further and not run.ledger.ahead else (),
    )


def _answer_numbers(game: GameProgress) -> list[int]:
    """Return the number in the history of each answer to the attempt in progress."""
    own = [] if game.run is None else game.inputs[game.run.ledger.opened :]
    return [past.number for past in own if past.kind == ANSWER]


def _heads(op: Op) -> bool:
    return isinstance(op, Heading)


def _course(run: Run, layout: Layout, done: Sequence[Heard], count: int) -> Moments:
    ahead = run.foresight.whole[len(run.ops) - 1 :]
    return moments(RunMoment(layout, tuple(done), ahead), run.surface, count)


def _retaken(run: Run) -> bool:
    """Return whether the last answer can still be replaced by another."""
    asked = [index for index, op in enumerate(run.ops[:-1]) if asked_by(op)]
    return bool(asked) and run.retakes(asked[-1])


def _pasts(run: Run) -> list[list[Heard]]:
    """Return the possible pasts of a cancelled attempt: its operations with what was read.

    If its last operation may have been begun, there are two pasts, with and without this operation.
    """
    ledger = run.ledger.back_from
    assert ledger is not None
    done = [(one.op, one.answer) for one in ledger.entries]
    return [done] if ledger.closed or finished_first(ledger.entries[-1].op) else [done, done[:-1]]


def _laid(game: GameProgress, run: Run) -> int | None:
    """Return the number of the input that laid the pairs, if the hands can reverse everything after it."""
    entries = [done for done in run.ledger.entries if not _heads(done.op)]
    acts = [op for op in run.ops[:-1] if not _heads(op)]
    laid = max((index for index, op in enumerate(acts) if isinstance(op, Encode)), default=None)
    return (
        None if laid is None or any(done.lasting for done in entries[laid:]) else _answer_numbers(game)[laid]
    )


# ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ActMistakes:
    """The mistakes that are possible at the current step.

    Attributes:
        game: The game.
        minutes: Returns the minutes that are left of an attempt.
    """

    game: GameProgress
    minutes: Minutes

    def what(self) -> WhatHappened:
        """Return the question about what happened."""
        found: list[Happened] = [] if self._standing is None else [*self._standing.possible()]
        found += [Besides.SHOWN] if self._people and self.game.state.n else []
        found += [Besides.ENTERED] if self._entries else []
        sleeved = [Besides.MARKED] if self.game.table.equipment == SLEEVES else []
        found += [Besides.SEATS, Besides.CLEAR, *sleeved, Besides.OTHER]
        return WhatHappened(sentence("oops.which"), tuple(MistakeChoice(one, called(one)) for one in found))

    def ways(self, choice: MistakeChoice) -> WaysOn:
        """Return the question about how to go on after a mistake, with the fastest options first."""
        found = [
            WayOn(way, self._words(way, choice), cost(self.game, self.minutes, way), leak, self._gives(leak))
            for way, leak in self._ways(choice.what)
        ]
        return WaysOn(
            sentence("oops.which_way"),
            choice,
            tuple(sorted(found, key=lambda one: (one.minutes or 0.0, one.leak.most))),
        )

    def _ways(self, what: Happened) -> Ways:
        if what is Besides.ENTERED:
            yield from ((BackTo(number), NOTHING) for number in self._entries)
        elif what is Besides.SHOWN:
            yield CarryOn(), self._shown()
        elif isinstance(what, Mishap) and self._standing is not None:
            yield from self._standing.ways(what)

    def _gives(self, leak: Leakage) -> str:
        void = self._standing is not None and self._standing.from_result
        return sentence("leak.with_result", leak=leak_words(leak)) if void else leak_words(leak)

    def _words(self, way: Way, choice: MistakeChoice) -> str:
        told = way_words(way, choice.what)
        if not isinstance(way, BackTo):
            return told
        entry = next((line.text for line in self.game.history() if line.first == way.number), "")
        return f"{told}: {entry}" if entry else told

    @cached_property
    def _standing(self) -> Standing | None:
        run = self.game.run
        return None if run is None else standing(self.game, run)

    @property
    def _people(self) -> list[str]:
        return [seat.name for seat in self.game.table.people]

    @property
    def _entries(self) -> list[int]:
        """Numbers of the last typed events, newest first. Empty during an attempt."""
        if self.game.run is not None:
            return []
        return [past.number for past in reversed(self.game.inputs) if past.kind == EVENT][:3]

    def _shown(self) -> Leakage:
        """Return the leak if a person has shown one card."""
        sizes = self.game.law.zones(self.game.state).sizes
        lying = self.game.law.zones(self.game.state).open
        hidden = {zone: n for zone, n in sizes.items() if zone not in (*lying, DISCARDS) and n}
        return of_person(hidden, self._people)
