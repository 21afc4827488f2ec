"""What goes wrong on a way home: the ways on, and what each gives away.

That is counted over all that was done of the run that is led home, and since; of a void turn, with its result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import dropwhile

from facilitator.machine.operations import COLUMN, Heading, Op, Scramble
from facilitator.machine.physics import Surface
from facilitator.play.giving_up import finished_first
from facilitator.play.ledger import Ledger
from facilitator.play.run import Run
from facilitator.play.slips import CarryOn, DoAgain, Way
from facilitator.protocols.gives import NOTHING, Leakage, most_of
from facilitator.protocols.layout import Layout
from facilitator.protocols.leaks import Heard, RunMoment
from facilitator.protocols.mishaps import LOSES_OWNERS, SEEN, Mishap
from facilitator.protocols.mistaken import Moments, again, gives
from facilitator.protocols.recovery import decided
from facilitator.protocols.results import voided


def moments_home(layout: Layout, run: Run) -> tuple[Moments, ...]:
    """Return where the way home stands before the act at hand, and after each of its operations.

    Where the operation at which the run was given up may have been begun: once as if it was done, and once as if it
    was not.  Where hands have gone on before this act was taken back: as far as they have been.
    """
    ledger = run.ledger.back_from
    return tuple(tuple(_moments(layout, run, past)) for past in _pasts(ledger)) if ledger is not None else ()


def _pasts(ledger: Ledger) -> list[list[Heard]]:
    """Return what may have been done of a run that was given up, and what was read."""
    done = [(one.op, one.answer) for one in ledger.entries]
    return [done] if ledger.closed or finished_first(ledger.entries[-1].op) else [done, done[:-1]]


def _moments(layout: Layout, run: Run, past: list[Heard]) -> Iterator[tuple[RunMoment, Surface]]:
    whole, here = run.whole(), len(run.ops) - 1
    surface, done = Surface(run.surface), past + [(op, "") for op in whole[:here]]
    yield RunMoment(layout, tuple(done), whole[here:]), Surface(surface)
    act = [*dropwhile(lambda op: isinstance(op, Heading), run.cue.ops)]
    end = max(here + len(act), len(run.ledger.entries))
    for index in range(here, end):
        surface.note(whole[index])
        done.append((whole[index], ""))
        yield RunMoment(layout, tuple(done), whole[index + 1 :]), Surface(surface)


def led_from_result(act: Moments) -> bool:
    """Whether the run that is led home had come to its result: the turn was declared void."""
    return decided([op for op, _ in act[-1][0].done])


def ways_home(what: Mishap, courses: Sequence[Moments], doing: Sequence[Op]) -> Iterator[tuple[Way, Leakage]]:
    """Yield the ways on after a mistake, where no more can be given up.

    ``courses``: what may have been done, as `moments_home` has it.  ``doing``: the operations of the act at hand.
    """
    leak = _most(courses, lambda act: gives(what, act))
    mixes = [op for op in doing if isinstance(op, Scramble)]
    if what is Mishap.UNSCRAMBLED and (mixes or isinstance(courses[0][0][0].done[-1][0], Scramble)):
        yield DoAgain(), _most(courses, lambda _: NOTHING)
    if what is not Mishap.UNSCRAMBLED or not mixes or leak.most:
        yield CarryOn(), leak
    if what in SEEN and any(op.piles[0][0].area == COLUMN for op in mixes):
        once_more = _most(courses, lambda act: again(what, act))
        if once_more.most < leak.most:
            yield DoAgain(), once_more
    if what in LOSES_OWNERS:
        lost = _most(courses, lambda act: gives(what, act, act[-1][0].ahead))
        if lost.most > leak.most:
            yield CarryOn(astray=True), lost


def _most(courses: Sequence[Moments], of: Callable[[Moments], Leakage]) -> Leakage:
    return most_of(voided(act[-1][0], of(act)) if led_from_result(act) else of(act) for act in courses)
