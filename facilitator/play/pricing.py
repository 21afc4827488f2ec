"""What a way on from a mistake takes: minutes of hands and voice beyond those of the run as it goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from facilitator.machine.operations import Scramble
from facilitator.play.game import Match
from facilitator.play.giving_up import way_back
from facilitator.play.run import Run
from facilitator.play.slips import BackTo, CarryOn, DeclareVoid, DoAgain, GiveUp, PutRight, Way
from facilitator.play.turn import Selection
from facilitator.protocols.mending import Mend, mend, mended

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
            at_hand = [op for op in run.acts if isinstance(op, Scramble)]  # one of a round's; else the last
            again = tuple(at_hand or [op for op in reversed(run.ops) if isinstance(op, Scramble)])[:1]
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
