"""What may have gone wrong at the act at hand, and the ways on: decided over operations."""

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
from facilitator.play.attempt import Run, Selection
from facilitator.play.match import Match
from facilitator.play.prompt import MistakeChoice, WayOn, WaysOn, WhatHappened
from facilitator.play.stop import finished_first, way_back
from facilitator.protocols.gates import expected
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import Mend, mend, mended, repairs

# ----------------------------------------------------------------------------------------------------
# What may have happened, the ways on, and what each gives away: in words.


def called(what: Happened) -> str:
    """Return what something that may have happened is called."""
    return template(f"oops.{what.name.lower()}")


def way_words(way: Way, what: Happened) -> str:
    """Return what a way on is called, after something happened."""
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
    """Return what is given away, to whom, and how much.

    It is stated as a mean, and never less than that: of all that may be seen one thing may tell more.
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
    """Return bits in words, never fewer than they are."""
    tenths = -(-bits // 0.1) / 10 if bits < 10 else float(-(-bits // 1))
    return sentence("n.bits", n=decimal(f"{tenths:g}"))


ADVICE = frozenset((Besides.SEATS, Besides.CLEAR, Besides.MARKED, Besides.OTHER))
"""After which there is no way on to choose, but something to do."""


def advice(what: Besides) -> str:
    """Return what to do where there is no way on to choose."""
    return sentence(f"oops.advice.{what.name.lower()}", marked=template("things.marked_sleeves"))


def read_number(text: str, most: int) -> int:
    """Return the number of a choice, from 1 to ``most``; raises `CommandError` for anything else."""
    low = text.lower()
    if not (low.isascii() and low.isdecimal() and len(low) < 3 and 1 <= int(low) <= most):
        raise CommandError(*refusal("refused.choice.number", most=most, found=quoted(text)))
    return int(low)


# ----------------------------------------------------------------------------------------------------
# What a way on from a mistake takes: minutes of hands and voice beyond those of the run as it goes on.


Minutes = Callable[[Run], float]
"""What is left of a run."""


def cost(game: Match, minutes: Minutes, way: Way) -> float | None:
    """Return the minutes that a way takes more than carrying on does; None where no run is under way."""
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
            count = game.numbers.index(number) if number in game.numbers else 0
            return minutes(_on_paper(run, plan, None, run.typed[:count])) - now
        case GiveUp() | DeclareVoid():
            home = way_back(plan, run.ledger)
            back = 0.0
            if home is not None:
                back = minutes(Run(home.recipe, run.telling, surface=dict(home.surface or ())))
            return back + minutes(_on_paper(run, plan, None, ())) - now
        case _:
            assert_never(way)


def _on_paper(run: Run, plan: Selection, more: Mend | None, typed: Sequence[str] | None = None) -> Run:
    """The run as it would stand, with a repair more, after so many answers; nobody's hands move."""
    mends = [*run.ledger.mends, *([] if more is None else [more])]
    other = Run(mended(plan.recipe, mends), run.telling, surface=run.ledger.start)
    for said in run.typed if typed is None else typed:
        other.answer(said)
    return other


# ----------------------------------------------------------------------------------------------------
# Where the run of a game stands, as the ways on want it.


def standing(game: Match, run: Run) -> Standing | None:
    """Return where the run under way stands; None for a lot that is led home, where nothing can go wrong."""
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
        may_stop=game.may_stop,
        doubt=game.in_doubt,
        typed=max((n for n, said in zip(game.numbers, run.typed, strict=False) if said), default=None),
        retaken=_retaken(run),
        laid=_laid(game, run),
        repairs=repairs(run.ops[:-1], run.ops[-1]) if game.no_further and not run.ledger.ahead else (),
    )


def _heads(op: Op) -> bool:
    return isinstance(op, Heading)


def _course(run: Run, layout: Layout, done: Sequence[Heard], count: int) -> Moments:
    ahead = run.whole()[len(run.ops) - 1 :]
    return moments(RunMoment(layout, tuple(done), ahead), run.surface, count)


def _retaken(run: Run) -> bool:
    """Whether the last answer that was typed could be another still."""
    asked = [index for index, op in enumerate(run.ops[:-1]) if asked_by(op)]
    return bool(asked) and run.retakes(asked[-1])


def _pasts(run: Run) -> list[list[Heard]]:
    """Return what may have been done of the run that is led home, and what was read.

    Where the operation at which it was given up may have been begun: once as if it was done, and once as if it
    was not.
    """
    ledger = run.ledger.back_from
    assert ledger is not None
    done = [(one.op, one.answer) for one in ledger.entries]
    return [done] if ledger.closed or finished_first(ledger.entries[-1].op) else [done, done[:-1]]


def _laid(game: Match, run: Run) -> int | None:
    """The number under which the pairs were laid, if hands can put back all that came after."""
    entries = [done for done in run.ledger.entries if not _heads(done.op)]
    acts = [op for op in run.ops[:-1] if not _heads(op)]
    laid = max((index for index, op in enumerate(acts) if isinstance(op, Encode)), default=None)
    return None if laid is None or any(done.lasting for done in entries[laid:]) else game.numbers[laid]


# ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ActMistakes:
    """The mistakes of a game's act at hand; ``minutes``: what is left of a run."""

    game: Match
    minutes: Minutes

    def what(self) -> WhatHappened:
        """Return what may have happened."""
        found: list[Happened] = [] if self._standing is None else [*self._standing.possible()]
        found += [Besides.SHOWN] if self._people and self.game.state.n else []
        found += [Besides.ENTERED] if self._entries else []
        sleeved = [Besides.MARKED] if self.game.table.equipment == SLEEVES else []
        found += [Besides.SEATS, Besides.CLEAR, *sleeved, Besides.OTHER]
        return WhatHappened(sentence("oops.which"), tuple(MistakeChoice(one, called(one)) for one in found))

    def ways(self, choice: MistakeChoice) -> WaysOn:
        """Return the ways on after something happened, the cheapest first."""
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
        """The last public events that somebody typed, the newest first; none while a run lies on the table."""
        return [] if self.game.run is not None else self.game.entered()[:3]

    def _shown(self) -> Leakage:
        """One card of a person: told as of all cards that nobody sees."""
        sizes = self.game.law.zones(self.game.state).sizes
        lying = self.game.law.zones(self.game.state).open
        hidden = {zone: n for zone, n in sizes.items() if zone not in (*lying, DISCARDS) and n}
        return of_person(hidden, self._people)
