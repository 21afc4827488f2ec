"""History of a game: its inputs, and the positions before them, which an undo restores.

Theory of operation
===================
The state of a game has two parts, because undo works on the record but not on the cards.

- The *position* is a function of the inputs that count. It consists of the public state, the plan of the
  attempt in progress, and a few counters. `GameProgress.position` returns it as an immutable `Position`.
- The *attempt logs* (`AttemptLog`) record what the helpers have done with the cards in each attempt. They
  follow the real table and are not part of the position. A position contains only their number.

Every input goes through `match.apply_entry`, which stores a `PastInput` with the position *before* the input and
then applies it. (Three kinds of rows are not inputs in this sense: an undo itself, a choice of wording, and the
number of movements that are done within a step.) To restore an earlier position, the list `GameProgress.inputs` is
therefore enough. No operation has an inverse function.

The host's `u` (`Match.unpress`) undoes what one prompt showed: the last step, answer or line of moves, which can be
several inputs, or, within a step, the movements that are done. Each undone input costs one call of `Match.undo`. It
removes the last element of `GameProgress.inputs` and restores its position. The effect on the cards depends on the
input:

- An answer within the attempt in progress: no card moves. The protocol runs again from the start of the
  attempt with the remaining answers (`GameProgress.perform`), and stops at the operation whose answer was
  undone. The log keeps the later operations, so that the helpers repeat none of them if the host enters the
  same answer again.
- An event, or an answer that ended an attempt: the helpers move the cards of the resulting events back
  (`undo.undone_by_hand`).
- An input that started an attempt, often an event as well: the helpers also put the cards of the attempt back, and
  the log of the attempt is deleted. This requires that the helpers did nothing irreversible in the attempt, such as
  mixing or revealing. Otherwise `undo.check_undo` rejects the undo, and the attempt must be cancelled or declared
  void first.
- A fix: the inputs from the wrong card on are again what they were before the fix. No card moves.
- A repair, a cancelled attempt or a void turn: the record returns to the position before it. If the hands have
  begun with it, the undo is rejected.

After a cancelled attempt has been recovered, its inputs no longer count on their own. They are removed, and
`PastInput.settled` of the input before them is increased by their number. The next undo takes them back
together with this input.

The undone inputs are kept in `GameProgress.ahead` for a redo. Any other input, except a remark, clears this
list.

Example: An undo within an attempt removes an input. The log keeps the operation, and the journal gets a new
entry.

>>> from facilitator.games.rules import read_move
>>> from facilitator.play.match import Match
>>> from facilitator.table_files.load import make_table
>>> seats = ["Ana", {"name": "Vera", "virtual": True}, "Ben"]
>>> match = Match.open(make_table({"seats": seats, "hand_size": 2}), None)
>>> for move in ("7R Ana", "Ana plays 5R"):
...     match.submit(read_move(match.rules, move, match.state))
>>> match.press()  # Vera's attempt has begun
>>> match.answer()
>>> inputs, operations, entries = len(match.inputs), len(match.attempt.log.entries), match.journal.size
>>> undone = match.undo()
>>> len(match.inputs) - inputs, len(match.attempt.log.entries) - operations, match.journal.size - entries
(-1, 0, 1)
>>> match.attempt.done_already
True
>>> match.redo()
1
>>> len(match.inputs) - inputs, match.journal.size - entries
(0, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, groupby
from typing import Any, NamedTuple

from facilitator.games.events import has_card
from facilitator.games.rules import Rules
from facilitator.i18n.catalogue import sentence
from facilitator.instructions.simulate import CardPositions
from facilitator.play.attempt import Selection
from facilitator.play.journal import ANSWER, EVENT, FIX, FIXES, GIVE_UP, REPAIR, UNDO, VOID, find_live
from facilitator.play.messages import EventMessage, input_words


class Turn(NamedTuple):
    """Virtual turn, identified by its start in the record.

    Attributes:
        start: Journal number of the input that started or restarted the turn.
        events: Number of public events before the turn.
    """

    start: int
    events: int


@dataclass(frozen=True, slots=True)
class Position:
    """Snapshot of a game that an undo restores.

    Answers of the attempt in progress are not included, because they are separate inputs.

    Attributes:
        state: Public state of the game.
        plan: Plan of the attempt in progress, if any.
        movements: Number of completed movements in the current step.
        are_columns_kept: Whether the next virtual turn can use the previous attempt's columns.
        attempts: Number of attempt logs.
        turn: Current or last virtual turn.
    """

    state: Any
    plan: Selection | None
    movements: int
    are_columns_kept: bool
    attempts: int
    turn: Turn | None


# ----------------------------------------------------------------------------------------------------
# Inputs with their numbers and their status.


class InputStatus(StrEnum):
    """Status of an input in the history."""

    DONE = "done"
    TAKEN_BACK = "taken back"
    GIVEN_UP = "given up"
    VOID = "void"


class StopPlace(NamedTuple):
    """Position at which an attempt was cancelled.

    Attributes:
        seat: Seat whose turn it was.
        prompt: Prompt number.
        label: Step label.
        stage: Stage name.
        turn: Number of public events before the turn.
    """

    seat: str
    prompt: int
    label: str
    stage: str
    turn: int


@dataclass(slots=True)
class PastInput:
    """Input in the history, with the position before it.

    Attributes:
        kind: Kind of input.
        body: Contents of the input.
        number: Number in the history.
        before: Position before the input.
        card_positions: Card positions that an undo restores in a rehearsal. `None` in a real game.
        messages: Messages about events that the input caused.
        settled: Number of later inputs that an undo of this input includes. They started an attempt,
            cancelled it and recovered its cards.
        fixed: For a fix: the corrected input and all later inputs, as they were before the fix.
        undone_fix_messages: If a fix of this input was undone: messages with the cards of the fix, which still
            lie on the table.
        line: Number of the first input of the typed line, if the line had several inputs. An undo or a redo
            takes the whole line. It is forgotten when the game is closed or a write fails.
        seat: Seat of the attempt. Only for an answer.
        stage: Stage name. Only for an answer.
        labels: Labels of the step. Only for a step without a question.
        replaced: Earlier answer that this answer replaced. May be empty.
        since: Number of the attempt's first input. Only for a cancellation or a void, otherwise 0.
        stop: Position at which the input cancelled an attempt.
        turn_start: Input number in the journal if a virtual turn started or restarted with this input. Otherwise
            0.
        whose: Seat of the virtual turn that starts with this input.
    """

    kind: str
    body: dict[str, object]
    number: int
    before: Position
    card_positions: CardPositions | None = None
    messages: tuple[EventMessage, ...] = ()
    settled: int = 0
    fixed: tuple[PastInput, ...] = ()
    undone_fix_messages: tuple[EventMessage, ...] = ()
    line: int = 0
    seat: str = ""
    stage: str = ""
    labels: tuple[str, ...] = ()
    replaced: str = ""
    since: int = 0
    stop: StopPlace | None = None
    turn_start: int = 0
    whose: str = ""

    @property
    def is_step(self) -> bool:
        """True for a step without a question."""
        return self.kind == ANSWER and not self.body["said"]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """Line of the history: an event, an answer, or several steps of a stage.

    Attributes:
        first: Number of the line's first input.
        last: Number of the line's last input.
        seat: Seat of the attempt, if any.
        stage: Stage name, if any.
        text: Description of the inputs.
        standing: Status of the inputs.
        followed: Descriptions of events that the inputs caused.
        can_fix: Whether a fix can replace the card in this line now.
    """

    first: int
    last: int
    seat: str
    stage: str
    text: str
    standing: InputStatus
    followed: tuple[str, ...] = ()
    can_fix: bool = False


def get_statuses(inputs: Sequence[PastInput]) -> list[InputStatus | None]:
    """Return the status of each input. The status of an undo is `None`."""
    found = [None if past.kind == UNDO else InputStatus.TAKEN_BACK for past in inputs]
    live = find_live((past.kind, past.body) for past in inputs)
    for index in live:
        found[index] = InputStatus.DONE
    for index in live:
        how = InputStatus.VOID if inputs[index].kind == VOID else InputStatus.GIVEN_UP
        for before in _list_discarded(inputs, live, index):
            found[before] = how
    return found


def _list_discarded(inputs: Sequence[PastInput], live: Sequence[int], index: int) -> list[int]:
    """Return the indices of the inputs in an attempt if an input cancelled it or declared it void.

    Args:
        inputs: All inputs of the game.
        live: Indices of the inputs that count.
        index: Index of the input that may have cancelled the attempt.
    """
    if not (since := inputs[index].since):
        return []
    within = [before for before in live if since - 1 <= before < index]
    return [before for before in within if inputs[before].kind in (ANSWER, GIVE_UP, REPAIR)]


def summarize_game(inputs: Sequence[PastInput]) -> dict[str, int]:
    """Return the numbers of unusual inputs in a game. Of undone inputs, only replaced answers are counted.

    The data has these keys:

    - ``void``: number of turns declared void
    - ``stops``: number of cancelled attempts
    - ``retyped``: number of answers that replaced a different answer
    """
    statuses = get_statuses(inputs)
    counts = [past for past, how in zip(inputs, statuses, strict=True) if how is not InputStatus.TAKEN_BACK]
    return {
        "void": sum(past.kind == VOID for past in counts),
        "stops": sum(past.stop is not None for past in counts),
        "retyped": sum(bool(past.replaced) for past in inputs),
    }


def stops_before(inputs: Sequence[PastInput], number: int) -> int:
    """Return the number of attempts that were cancelled earlier in the same turn.

    Args:
        inputs: All inputs of the game.
        number: Number of the input with the cancellation.
    """
    stop = inputs[number - 1].stop
    return sum(
        stop is not None and past.stop is not None and past.stop.turn == stop.turn
        for past, how in zip(inputs[: number - 1], get_statuses(inputs), strict=False)
        if how is not InputStatus.TAKEN_BACK
    )


def list_history(inputs: Sequence[PastInput], rules: Rules[Any], fixable: bool) -> tuple[HistoryLine, ...]:
    """Return the history of a game, oldest line first. Consecutive steps without questions share a line.

    Args:
        inputs: All inputs of the game.
        rules: Rules of the game.
        fixable: Whether a fix is possible now.
    """
    rows = [*zip(inputs, get_statuses(inputs), strict=True)]
    fixed = {past.body[FIXES] for past, how in rows if past.kind == FIX and how is InputStatus.DONE}
    lines: list[HistoryLine] = []
    for _, group in groupby(rows, _group_steps):
        pasts, (standing, *_) = zip(*group, strict=True)
        if standing is None:
            continue
        past = pasts[0]
        text = _describe_inputs(pasts, rules)
        if past.number in fixed:
            text = sentence("history.fixed", text=text)
        events = [message.event for message in chain.from_iterable(step.messages for step in pasts)]
        followed = tuple(map(rules.codec.text, events if past.seat else events[1:]))
        lines.append(
            HistoryLine(
                first=past.number,
                last=pasts[-1].number,
                seat=past.seat,
                stage=past.stage,
                text=text,
                standing=standing,
                followed=followed,
                can_fix=fixable and _is_card_event(past, standing),
            )
        )
    return tuple(lines)


def _is_card_event(past: PastInput, status: InputStatus) -> bool:
    """Return whether an input is an event with a card, and counts."""
    return past.kind == EVENT and status is InputStatus.DONE and has_card(past.messages[0].event)


def _describe_inputs(pasts: Sequence[PastInput], rules: Rules[Any]) -> str:
    """Return the text of a history line, such as "Ana plays 5R" or a list of steps."""
    past = pasts[0]
    if not past.is_step:
        return input_words(past.kind, past.body, rules)
    labels = [*dict.fromkeys(chain.from_iterable(step.labels for step in pasts))]
    return sentence("history.steps", n=len(labels), labels=", ".join(labels))


def _group_steps(row: tuple[PastInput, InputStatus | None]) -> object:
    """Return a key that steps of the history have in common if they share a line."""
    past, standing = row
    return (past.seat, past.stage, standing) if past.is_step else past.number
