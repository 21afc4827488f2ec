"""Cancel an attempt or declare it void: when this is possible, what the hands do first, and the recovery."""

from __future__ import annotations

from facilitator.errors import TableError
from facilitator.i18n.catalogue import phrase, refusal, sentence
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import LOT, TOP_ROW, Op, Place, places_of
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.operations.steps import Kind, Label, Step
from facilitator.play.attempt import LOT_FORM, AttemptLog, Selection, StepRenderer
from facilitator.protocols.forms import FORMS, get_form
from facilitator.protocols.recovery import give_up, is_decided

RECOVERY = "give up"
"""The form of a recovery."""


# ----------------------------------------------------------------------------------------------------
# Whether an attempt can be cancelled.


def may_give_up(log: AttemptLog) -> None:
    """Raise `TableError` if an attempt cannot be cancelled, saying how to go on."""
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


def can_give_up(log: AttemptLog | None) -> bool:
    """Return whether there is an attempt that can be cancelled."""
    try:
        if log is not None:
            may_give_up(log)
    except TableError:
        return False
    return log is not None


def check_not_recovering(log: AttemptLog) -> None:
    """Raise `TableError` if an attempt is a recovery, which can neither be cancelled nor be void."""
    if log.form == RECOVERY:
        raise TableError(*refusal("refused.stop.home"))


def is_wallet(log: AttemptLog) -> bool:
    """Return whether an attempt is a virtual turn with a wallet."""
    return log.form in FORMS and not get_form(log.form).columns


def is_in_doubt(log: AttemptLog | None) -> bool:
    """Return whether this is a wallet attempt whose last look at a card of the hand is still unread.

    Starting such an attempt again reveals nothing.
    """
    if log is None or log.closed or not is_wallet(log):
        return False
    read = [entry.op for entry in log.entries if entry.ticked and entry.answer]
    return not (read and is_decided(read))


# ----------------------------------------------------------------------------------------------------
# What the hands do first.


def hands_first(log: AttemptLog, telling: StepRenderer, back: bool, within: bool = False) -> str:
    """Return what the hands do before the recovery of an attempt. In a rehearsal the program does it.

    Args:
        log: The attempt.
        telling: How operations are explained.
        back: Whether steps were undone since. The hands may already have followed.
        within: Whether the last operation ends a step of several operations.
    """
    op = log.entries[-1].op
    if is_in_doubt(log) or isinstance(op, ops.Look):
        return sentence("stop.first.wallet")
    if _is_within_duels(op):  # All cards on these piles belong to the hand, wherever the duel stands.
        first = sentence("stop.first.duel.sleeves" if telling.speech.voice.sleeves else "stop.first.duel")
        return sentence("stop.first.duel.again", first=first) if back else first
    step = telling.words(log.ops if finished_first(op) else [op])
    if isinstance(op, ops.Mixing):
        first = sentence("stop.first.mixing")
    elif finished_first(op) or log.closed:  # The same condition as in `plan_recovery`.
        first = sentence("stop.first.finish", step=step)
    else:
        first = sentence("stop.first.within", step=step) if within else sentence("stop.first.back")
    return sentence("stop.first.again", step=step, first=first) if back else first


def _is_within_duels(op: Op) -> bool:
    """Return whether two piles are in a duel: a card lies loose on each of them, or is about to."""
    return any(place.row == TOP_ROW for place in places_of(op)) and not isinstance(op, ops.Collect)


def finished_first(op: Op) -> bool:
    """Return whether the hands must finish an operation that they may have begun, because nobody can reverse it."""
    return isinstance(op, ops.Mixing | ops.Return | ops.Draw | ops.Collect)


def stopped_words(first: str, void: bool, led_home: bool, lot: bool) -> str:
    """Return the message after an attempt was cancelled or declared void.

    Args:
        first: What the hands do before everything else.
        void: Whether the attempt was declared void.
        led_home: Whether a recovery follows.
        lot: Whether only the random draw begins again, and not the whole turn.
    """
    told = sentence("stop.void" if void else "stop.given_up")
    if not first:
        return told
    then = sentence("stop.then.home" if led_home else "stop.then.anew")
    begins = sentence("stop.begins.lot" if lot else "stop.begins.turn")
    return f"{told}\n1. {first}.\n2. {then}\n3. {begins}"


def redrawn_words(log: AttemptLog) -> str:
    """Return the message that a void attempt has drawn cards, or an empty string if it has not."""
    drew = any(isinstance(op, ops.Draw) for op in log.ops)
    return sentence("void.redrawn", seat=log.seat) if drew else ""


# ----------------------------------------------------------------------------------------------------
# The recovery.


def plan_recovery(plan: Selection, log: AttemptLog) -> Selection | None:
    """Return the recovery that returns all cards on the table to their owners, or `None` if there are none.

    It depends on everything that the hands ever did in this attempt, and on the visible table.
    """
    *done, doing = log.ops
    ends = log.closed or (finished_first(doing) and not isinstance(doing, ops.Mixing))
    surface = log.surface(finished=ends)
    if plan.layout is None:
        lot = tuple((place, surface[place]) for place in sorted(surface) if place.area == LOT)
        recipe = build_draw_recovery(tuple(place for place, _ in lot))
        return Selection(plan.seat, RECOVERY, recipe, None, plan.chosen, plan.drawn, lot) if lot else None
    known = ([*done, doing], None) if ends else (done, doing)
    if not surface and not any(isinstance(op, ops.Draw) for op in known[0]):
        return None
    recipe = give_up(plan.layout, surface, *known)
    return Selection(plan.seat, RECOVERY, recipe, surface=tuple(surface.items()), home_of=plan.layout)


def build_draw_recovery(lot: tuple[Place, ...]) -> Recipe:
    """Return the recovery of a random draw: its cards go back into the box."""

    def steps(known: Outcome) -> Steps[Outcome]:
        yield ops.Collect(lot, act=Step(Kind.LOT_BACK, len(lot), label=Label.from_names("R1")))
        return known

    return (Stage(ops.Heading(Part.LOT_BACK), steps),)
