"""Cancelled and void attempts: conditions, first instructions to the helpers, and the recovery of the cards.

Theory of operation
===================
Two inputs end an attempt before its outcome. *Cancel* is possible until the result of the attempt is decided
(`check_can_cancel`). Otherwise the host could cancel every attempt with an unwelcome result. *Void* is possible at
any time, but it needs a reason, which is announced together with the answers that were already read. Neither
is possible during a recovery.

The cards are then returned in three stages:

- The helpers may have begun the current operation. `hands_first` tells them to finish it if it is
  irreversible (`must_finish_first`), and to reverse it otherwise. After an undo, they leave all cards as they lie.
- `plan_recovery` plans the recovery, which depends on the visible table and on all operations in the attempt
  log, including undone operations. The recovery is an attempt of its own, with the form `RECOVERY`. It mixes
  and sorts the cards so that their return reveals nothing new (see `protocols.recovery`).
- After the recovery, the turn begins again (`match._end_recovery`). A cancelled random draw restarts only
  the random draw.

A wallet attempt is *in doubt* until the answer to the final look at a card of the hand was read. Starting
such an attempt again reveals nothing, so the host may do so without a reason (`is_in_doubt`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from facilitator.errors import TableError
from facilitator.i18n.catalogue import phrase, refusal, sentence
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import LOT, SIX, TOP_ROW, Op, Place, places_of
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.operations.steps import Kind, Label, Step
from facilitator.play.attempt import LOT_FORM, AttemptLog, Selection, StepRenderer
from facilitator.protocols.forms import FORMS, get_form
from facilitator.protocols.recovery import build_recovery, is_decided

RECOVERY = "give up"
"""Form name of a recovery."""


# ----------------------------------------------------------------------------------------------------
# Conditions for cancelling an attempt.


def check_can_cancel(log: AttemptLog) -> None:
    """Raise `TableError` if the attempt cannot be cancelled. The message suggests how to continue."""
    check_not_recovering(log)
    if not log.closed and not is_decided(log.ops):
        return
    if log.form == LOT_FORM:
        raise TableError(*refusal("refused.stop.decided.lot", advice=phrase("void.advice")))
    if is_wallet(log):
        op = log.entries[-1].op
        drawn = isinstance(op, ops.Look) and op.drawn and not log.closed
        key = "refused.decided.drawn" if drawn else "refused.decided.wallet"
        raise TableError(*refusal(key, seat=log.seat))
    stands = phrase("stop.stands", nobody_s=phrase("stop.nobody_s"))
    raise TableError(*refusal("refused.stop.decided", stands=stands, advice=phrase("void.advice")))


def can_cancel(log: AttemptLog | None) -> bool:
    """Return whether there is an attempt that the host can cancel."""
    try:
        if log is not None:
            check_can_cancel(log)
    except TableError:
        return False
    return log is not None


def check_not_recovering(log: AttemptLog) -> None:
    """Raise `TableError` if the attempt is a recovery, which cannot be stopped."""
    if log.form == RECOVERY:
        raise TableError(*refusal("refused.stop.home"))


def is_wallet(log: AttemptLog) -> bool:
    """Return whether the attempt is a virtual turn with a wallet."""
    return log.form in FORMS and not get_form(log.form).columns


def is_in_doubt(log: AttemptLog | None) -> bool:
    """Return whether this is a wallet attempt in which nobody has read yet whether the champion is playable.

    Restarting such an attempt reveals nothing.
    """
    if log is None or log.closed or not is_wallet(log):
        return False
    read = [entry.op for entry in log.entries if entry.ticked and entry.answer]
    return not (read and is_decided(read))


# ----------------------------------------------------------------------------------------------------
# First instructions to the helpers.


def hands_first(log: AttemptLog, telling: StepRenderer, hand_operations: Sequence[Op]) -> str:
    """Return the instruction for the helpers before a recovery.

    Args:
        log: Log of the cancelled attempt.
        telling: Renderer of the operations.
        hand_operations: Operations of the current step. Empty after an undo, because all cards then stay where
            they are.
    """
    op = log.entries[-1].op
    if is_in_doubt(log) or isinstance(op, ops.Look):
        return sentence("stop.first.wallet")
    if _is_within_duels(op):  # At each point of a duel, all cards on these piles belong to the hand.
        return sentence("stop.first.duel.sleeves" if telling.speech.voice.sleeves else "stop.first.duel")
    if _is_last_operation_completed(log):
        return sentence("stop.first.finish", step=telling.words(log.ops if must_finish_first(op) else [op]))
    if not hand_operations:
        return sentence("stop.first.undone")
    if can_reverse_with_shuffle(hand_operations):
        # Helpers who are in the middle of the shuffle finish it instead. The recovery is the same.
        return " ".join(map(sentence, ("home.mixing", "stop.first.else")))
    if isinstance(op, ops.Mixing):
        return sentence("stop.first.stirring" if isinstance(op, ops.Stir) else "stop.first.mixing")
    if any(map(must_finish_first, hand_operations)):
        return sentence("stop.first.within", step=telling.words([op]))
    return sentence("stop.first.back")


def _is_within_duels(op: Op) -> bool:
    """Return whether the operation belongs to a duel of two piles."""
    return any(place.row == TOP_ROW for place in places_of(op)) and not isinstance(op, ops.Collect)


def must_finish_first(op: Op) -> bool:
    """Return whether the helpers must finish the current operation before a recovery."""
    return isinstance(op, ops.Mixing | ops.Return | ops.Draw | ops.Collect)


def _is_last_operation_completed(log: AttemptLog) -> bool:
    """Return whether the helpers complete the last operation of an attempt before they return its cards."""
    doing = log.ops[-1]
    return log.closed or (must_finish_first(doing) and not isinstance(doing, ops.Mixing))


def can_reverse_with_shuffle(hand_operations: Sequence[Op]) -> bool:
    """Return whether the helpers can reverse a step that contains a shuffle.

    They can if the step has other operations too, and only cards of the six-card row are shuffled. The step must
    contain no other irreversible operation.

    Args:
        hand_operations: Operations of the step.
    """
    lasting = [op for op in hand_operations if must_finish_first(op)]
    return 0 < len(lasting) < len(hand_operations) and all(ops.is_shuffle_in(op, SIX) for op in lasting)


# ----------------------------------------------------------------------------------------------------
# The recovery.


def plan_recovery(plan: Selection, log: AttemptLog) -> Selection | None:
    """Return the plan of a recovery, which returns all cards on the table to their owners.

    The plan depends on the visible table and on all operations of the attempt, including undone operations.
    It is `None` if no cards must be returned.

    Args:
        plan: Plan of the cancelled attempt.
        log: Log of the cancelled attempt.
    """
    *done, doing = log.ops
    ends = _is_last_operation_completed(log)
    surface = log.surface(finished=ends)
    if plan.layout is None:
        return _plan_draw_recovery(plan, surface)
    known = ([*done, doing], None) if ends else (done, doing)
    if not surface and not any(isinstance(op, ops.Draw) for op in known[0]):
        return None
    recipe = build_recovery(plan.layout, surface, *known)
    return Selection(plan.seat, RECOVERY, recipe, surface=tuple(surface.items()), home_of=plan.layout)


def build_draw_recovery(lot: tuple[Place, ...]) -> Recipe:
    """Return the protocol that returns a random draw's cards to the box."""

    def steps(known: Outcome) -> Steps[Outcome]:
        yield ops.Collect(lot, step=Step(Kind.LOT_BACK, len(lot), label=Label("R1")))
        return known

    return (Stage(ops.Heading(Part.LOT_BACK), steps),)


def _plan_draw_recovery(plan: Selection, surface: Mapping[Place, bool]) -> Selection | None:
    """Return the plan for returning the cards of a random draw to the box."""
    lot = tuple((place, surface[place]) for place in sorted(surface) if place.area == LOT)
    recipe = build_draw_recovery(tuple(place for place, _ in lot))
    return Selection(plan.seat, RECOVERY, recipe, None, plan.chosen, plan.drawn, lot) if lot else None
