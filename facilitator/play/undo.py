"""Undo: validation, the cards that the helpers put back, and the sentences about both.

Theory of operation
===================
`facilitator.play.history` describes the data of an undo, and `facilitator.play.match` its effect on the
game. This module has three tasks:

- Before an undo, `count_undone` returns the number of inputs that the undo takes back: the last input, and
  the inputs of cancelled attempts after it. `check_undo` rejects the undo if the helpers cannot follow it.
- After an undo, `undone_by_hand` returns the instruction to put cards back. It reads the motions of the
  effects of each event in reverse order. Cards that were moved return to their previous zone. Cards that were
  mixed can't be put back: `u` says so and asks for the same input again (or `redo`), while `back`, which would go
  further, is rejected. A played card of a virtual seat returns to the place where the attempt left it.
- The remaining functions describe an undo to the host: the undone inputs, the answers that were already read,
  and the honest way to change something irreversible.

The cards of an attempt stay where they are, except for these instructions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from facilitator.errors import CommandError, TableError
from facilitator.games.events import Kinds
from facilitator.games.rules import Mixed, Motion, Moved, Zone
from facilitator.games.seats import name_draw_pile
from facilitator.i18n.catalogue import Between, Listed, Phrase, phrase, refusal, sentence
from facilitator.instructions.instruction import describe_answer
from facilitator.operations.definitions import get_answers
from facilitator.operations.faces import DECK, DISCARDS, POOL
from facilitator.play.attempt import AttemptLog, LogEntry
from facilitator.play.history import PastInput
from facilitator.play.journal import ANSWER, REPAIR
from facilitator.play.messages import EventMessage
from facilitator.play.stop import RECOVERY, can_cancel

# ----------------------------------------------------------------------------------------------------
# Validation and description of an undo.


def count_undone(inputs: Sequence[PastInput]) -> int:
    """Return the number of inputs that the next undo takes back.

    An undo takes back the last input and all inputs of cancelled attempts that were merged into it.

    Raises:
        CommandError: There is no input to undo.
    """
    if not inputs:
        raise CommandError(*refusal("refused.undo.none"))
    return 1 + inputs[-1].settled


def check_undo(last: PastInput, logs: Sequence[AttemptLog]) -> None:
    """Raise `TableError` if the helpers cannot carry out an undo.

    An undo is impossible during a repair, after kept columns were returned, and if a later attempt contains
    an irreversible operation.

    Args:
        last: Input to undo.
        logs: Logs of all attempts.
    """
    runs = last.before.attempts
    if last.kind == REPAIR and logs[runs - 1].is_repairing:
        raise TableError(*refusal("refused.undo.repair"))
    if last.kind == ANSWER and logs[runs - 1].home:
        raise TableError(*refusal("refused.undo.gone", seat=logs[runs - 1].seat))
    if stays := [log.seat for log in logs[runs:] if log.lasting]:
        raise TableError(*refusal(_choose_refusal(logs[-1]), seat=stays[0]))


def _choose_refusal(front: AttemptLog) -> str:
    """Return the key of the message that tells what the host can do instead of an undo.

    Args:
        front: Log of the latest attempt.
    """
    if front.form == RECOVERY and not front.closed:
        return "refused.undo.home"
    return "refused.undo.stop" if front.open and can_cancel(front) else "refused.undo.void"


def has_mixed(last: PastInput) -> bool:
    """Return whether helpers mixed cards because of this input."""
    return any(isinstance(motion, Mixed) for motion, _ in motions_of(last.messages))


def find_input(inputs: Sequence[PastInput], number: int, count: int) -> int:
    """Return the index of an input.

    Args:
        inputs: Valid inputs.
        number: Input number in the history.
        count: Number of all inputs in the history.

    Raises:
        CommandError: The history has no valid input with this number.
    """
    for index, past in enumerate(inputs):
        if past.number == number:
            return index
    key = "refused.back.void" if number <= count else "refused.back.number"
    raise CommandError(*refusal(key, number=number))


def describe_read_answers(beyond: Sequence[LogEntry], kinds: Kinds) -> str:
    """Return the sentence about answers that were read after the current operation. May be empty."""
    answers = [done.answer for done in beyond if done.ticked and done.answer and get_answers(done.op)]
    read = tuple(describe_answer(answer, kinds.describe_named) for answer in answers)
    return sentence("undo.seen", read=Listed(read, Between.AND)) if read else ""


def advise_after_undo(entries: Sequence[LogEntry], may_stop: bool) -> str:
    """Return advice after the undo of irreversible operations, such as "If something is wrong, type stop".

    The advice is empty if all operations are reversible.

    Args:
        entries: Log entries of the undone operations.
        may_stop: Whether the attempt can be cancelled.
    """
    if not any(entry.lasting for entry in entries):
        return ""
    by = sentence("undo.by_stop" if may_stop else "undo.by_void")
    return " ".join((sentence("undo.may_differ"), by))


# ----------------------------------------------------------------------------------------------------
# Cards that the helpers put back.


def motions_of(messages: Sequence[EventMessage]) -> Iterator[tuple[Motion, EventMessage]]:
    """Yield all card movements that events caused, in reverse order, each with its event message."""
    for item in reversed(messages):
        for effect in reversed(item.happened):
            for motion in reversed(effect.motions):
                yield motion, item


def undone_by_hand(messages: Sequence[EventMessage], pool: Sequence[str] = ()) -> str:
    """Return the instruction to put cards back after an input was undone. May be empty.

    Args:
        messages: Messages about the input's events.
        pool: Virtual players if they have a draw pile of their own. Otherwise empty.
    """
    motions = [*motions_of(messages)]
    mixed = [(motion, item) for motion, item in motions if isinstance(motion, Mixed)]
    if mixed:
        return _advise_after_shuffle(*mixed[-1], motions, pool)
    parts = (events_back([item for item in messages if not item.virtual], pool), _undo_run(messages, pool))
    return " ".join(part for part in parts if part)


def _undo_run(messages: Sequence[EventMessage], pool: Sequence[str]) -> str:
    """Return the instruction to reverse what the helpers did after an attempt. May be empty."""
    run = [item for item in messages if item.virtual and not item.done]
    moved = [_after_run(motion, item, pool) for motion, item in motions_of(run)]
    return sentence("back.after_run", moves="; ".join(moved)) if moved else ""


def _advise_after_shuffle(
    motion: Mixed, message: EventMessage, motions: Sequence[tuple[Motion, EventMessage]], pool: Sequence[str]
) -> str:
    """Return advice after the undo of an event that shuffled cards, such as "Type the same again (redo)".

    Args:
        motion: The first shuffle in the event.
        message: Message about the event.
        motions: All movements of cards in the event, the last one first. Each has its message.
        pool: Virtual players if they have a draw pile of their own. Otherwise empty.
    """
    if motion.target not in (DECK, POOL):
        return sentence("back.shuffled", zone=_zone(motion.target, message, pool))
    owner, pile = motion.sources[0], name_draw_pile(motion.target, pool)
    if owner in ZONES:
        return sentence("back.mixed", pile=pile)
    to_owner = [moved for moved in motions if isinstance(moved[0], Moved) and moved[0].target == owner]
    dealt = [_put_back(*moved, pool) for moved in to_owner]
    first = [sentence("back.moves", moves="; ".join(dealt))] if dealt else []
    return " ".join((*first, sentence("back.hand", owner=owner, pile=pile)))


def _after_run(motion: Motion, message: EventMessage, pool: Sequence[str]) -> str:
    """Return the instruction to reverse a card movement of an attempt.

    A played card returns to its place in the attempt's layout.
    """
    if isinstance(motion, Moved) and motion.faces:
        zone = _zone(motion.target, message, pool)
        cards = Listed(motion.faces, Between.AND)
        return sentence("back.to_run", n=len(motion.faces), cards=cards, zone=zone)
    return _put_back(motion, message, pool)


def events_back(messages: Sequence[EventMessage], pool: Sequence[str]) -> str:
    """Return the instruction to put back the cards of undone or void events. May be empty.

    Args:
        messages: Messages about the events.
        pool: Virtual players if they have a draw pile of their own. Otherwise empty.

    Raises:
        TableError: The discard pile was mixed into a new draw pile, so its cards can no longer be identified.
    """
    parts = [_put_back(motion, item, pool) for motion, item in motions_of(messages)]
    return sentence("back.moves", moves="; ".join(parts)) if parts else ""


def _put_back(motion: Motion, message: EventMessage, pool: Sequence[str]) -> str:
    match motion:
        case Moved(faces=faces):
            from_zone, to_zone = (_zone(zone, message, pool) for zone in (motion.target, motion.source))
            ends = {"from_zone": from_zone, "to_zone": to_zone}
            if faces:
                return sentence("back.cards", cards=Listed(faces, Between.AND), **ends)
            return sentence("back.unseen", cards=phrase("n.cards", n=motion.count), **ends)
        case Mixed():
            raise TableError(*refusal("refused.back.deck"))
        case _:
            assert_never(motion)


def _zone(zone: Zone, message: EventMessage, pool: Sequence[str]) -> Phrase:
    """Return the name of a zone: a seat's hand, a draw pile, or a game term such as "trick"."""
    if any(zone == seat.name for seat in message.state.seats):
        return phrase("zone.hand", owner=zone)
    if zone in (DECK, POOL):
        return name_draw_pile(zone, pool)
    return phrase(ZONES[zone]) if zone in ZONES else phrase("zone.other", zone=zone)


ZONES = {DISCARDS: "zone.discards", "trick": "zone.trick", "row": "zone.row", "rows": "zone.rows"}
"""Message keys of the discard pile, and of zones for laid-out cards."""
