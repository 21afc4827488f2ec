"""Undo: which inputs it takes back, what the hands put back, and what stays as it is.

Undo takes back inputs. The cards stay where the hands left them, except what this module tells the hands to put back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from facilitator.errors import CommandError, TableError
from facilitator.games.events import Kinds
from facilitator.games.rules import Mixed, Motion, Moved, Zone
from facilitator.i18n.catalogue import Between, Listed, Phrase, phrase, refusal, sentence
from facilitator.instructions.instruction import describe_answer
from facilitator.operations.definitions import get_answers
from facilitator.operations.faces import DECK, DISCARDS, POOL
from facilitator.play.attempt import AttemptLog, LogEntry
from facilitator.play.journal import ANSWER, MEND, REMARKS
from facilitator.play.messages import EventMessage, HistoryLine
from facilitator.play.position import TakenInput
from facilitator.play.stop import RECOVERY, can_give_up

# ----------------------------------------------------------------------------------------------------
# Which inputs an undo takes back.


def count_undone(inputs: Sequence[TakenInput]) -> int:
    """Return how many inputs an undo takes back: the last one, and those that an attempt settled after it.

    Raises:
        CommandError: There is nothing to undo.
    """
    if not inputs:
        raise CommandError(*refusal("refused.undo.none"))
    return 1 + inputs[-1].settled


def check_undo(last: TakenInput, ledgers: Sequence[AttemptLog]) -> None:
    """Raise `TableError` if the hands cannot follow an undo.

    This is so within a repair, and before an attempt in which the hands did something that they cannot reverse.

    Args:
        last: The input to undo.
        ledgers: Logs of all attempts.
    """
    runs = last.before.attempts
    if last.kind == MEND and ledgers[runs - 1].mending:
        raise TableError(*refusal("refused.undo.repair"))
    if last.kind == ANSWER and ledgers[runs - 1].home:
        raise TableError(*refusal("refused.undo.gone", seat=ledgers[runs - 1].seat))
    if stays := [log.seat for log in ledgers[runs:] if log.lasting]:
        front = ledgers[-1]
        first = "refused.undo.stop" if front.open and can_give_up(front) else "refused.undo.void"
        recovering = front.form == RECOVERY and not front.closed
        raise TableError(*refusal("refused.undo.home" if recovering else first, seat=stays[0]))


def check_not_mixed(last: TakenInput) -> None:
    """Raise `TableError` if an input made the hands mix cards, which nobody can reverse."""
    if any(isinstance(motion, Mixed) for motion, _ in motions_of(last.told)):
        raise TableError(*refusal("refused.back.mixed", number=last.number))


def find_input(inputs: Sequence[TakenInput], number: int, lines: Sequence[HistoryLine]) -> int:
    """Return the index of the input with a number.

    Args:
        inputs: The inputs that count.
        number: Number of the input in the history.
        lines: The history.

    Raises:
        CommandError: There is no such input among those that count.
    """
    for index, past in enumerate(inputs):
        if past.number == number:
            return index
    known = any(line.first <= number <= line.last for line in lines)
    raise CommandError(*refusal("refused.back.void" if known else "refused.back.number", number=number))


def describe_undone(undone: Sequence[TakenInput], entries: int) -> str:
    """Return the sentence about undone inputs.

    Args:
        undone: The inputs.
        entries: Number of undone entries. It includes the inputs that were undone together with one of these.
    """
    lowest, n = undone[0].number, phrase("n.entries", n=entries)
    if notes := sum(past.kind in REMARKS for past in undone):
        return sentence("undo.from.notes", number=lowest, entries=n, notes=phrase("n.remarks", n=notes))
    return sentence("undo.from", number=lowest, entries=n)


def describe_read_answers(beyond: Sequence[LogEntry], kinds: Kinds) -> str:
    """Return the sentence about what was read after the current operation, or an empty string."""
    read = [
        describe_answer(done.answer, kinds.describe_named)
        for done in beyond
        if done.ticked and done.answer and get_answers(done.op)
    ]
    return sentence("undo.seen", read=Listed(tuple(read), Between.AND)) if read else ""


def describe_repair(beyond: Sequence[LogEntry], may_stop: bool) -> str:
    """Return the honest way to change what the hands cannot reverse. Empty if every answer may still be given.

    Args:
        beyond: What the hands have done from the current operation on.
        may_stop: Whether the attempt can be cancelled.
    """
    if not any(done.lasting for done in beyond):
        return ""
    by = sentence("undo.by_stop" if may_stop else "undo.by_void")
    return " ".join((sentence("undo.may_differ"), by))


# ----------------------------------------------------------------------------------------------------
# What the hands put back.


def motions_of(told: Sequence[EventMessage]) -> Iterator[tuple[Motion, EventMessage]]:
    """Yield every motion that events caused, the last first, with its event."""
    for item in reversed(told):
        for one in reversed(item.happened):
            for motion in reversed(one.motions):
                yield motion, item


def undone_by_hand(told: Sequence[EventMessage]) -> str:
    """Return what the hands put back after the events of one input were undone, or an empty string."""
    mixed = [(motion, item) for motion, item in motions_of(told) if isinstance(motion, Mixed)]
    if mixed:
        return _mixed_words(*mixed[-1])
    parts = [events_back([item for item in told if not item.virtual])]
    run = [item for item in told if item.virtual and not item.done]
    if moved := [_after_run(motion, item) for motion, item in motions_of(run)]:
        parts.append(sentence("back.after_run", moves="; ".join(moved)))
    return " ".join(part for part in parts if part)


def _mixed_words(motion: Mixed, told: EventMessage) -> str:
    """Return the sentence that mixed cards stay mixed."""
    if motion.target in (DECK, POOL):
        return sentence("back.mixed")
    return sentence("back.shuffled", zone=_zone(motion.target, told))


def _after_run(motion: Motion, told: EventMessage) -> str:
    """Return how to undo what an attempt moved. A played card goes back to where the attempt left it."""
    if isinstance(motion, Moved) and motion.faces:
        return sentence(
            "back.to_run", cards=Listed(motion.faces, Between.AND), zone=_zone(motion.target, told)
        )
    return _put_back(motion, told)


def events_back(told: Sequence[EventMessage]) -> str:
    """Return what the hands put back of undone or void events, or an empty string.

    Raises:
        TableError: The discards became a new draw pile since. Nobody can find those cards again unseen.
    """
    parts = [_put_back(motion, item) for motion, item in motions_of(told)]
    return sentence("back.moves", moves="; ".join(parts)) if parts else ""


def _put_back(motion: Motion, told: EventMessage) -> str:
    match motion:
        case Moved(faces=faces):
            ends = {"from_zone": _zone(motion.target, told), "to_zone": _zone(motion.source, told)}
            if faces:
                return sentence("back.cards", cards=Listed(faces, Between.AND), **ends)
            return sentence("back.unseen", cards=phrase("n.cards", n=motion.count), **ends)
        case Mixed():
            raise TableError(*refusal("refused.back.deck"))
        case _:
            assert_never(motion)


def _zone(zone: Zone, told: EventMessage) -> Phrase:
    """Return the name of a place for cards: the hand of a seat, or a word of the game such as the trick."""
    if any(zone == seat.name for seat in told.state.seats):
        return phrase("zone.hand", owner=zone)
    return phrase(ZONES[zone]) if zone in ZONES else phrase("zone.other", zone=zone)


ZONES = {
    DECK: "zone.deck",
    POOL: "zone.pool",
    DISCARDS: "zone.discards",
    "trick": "zone.trick",
    "row": "zone.row",
    "rows": "zone.rows",
}
"""Message keys of the zones that belong to nobody, and of the places where games lay out cards."""
