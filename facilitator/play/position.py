"""Positions of a game: the values that an undo restores.

Theory of operation
===================
The state of a game has two parts, because undo works on the record but not on the cards.

- The *position* is a function of the inputs that count. It consists of the public state, the plan of the
  attempt in progress, and a few counters. `GameProgress.position` returns it as an immutable `Position`.
- The *attempt logs* (`AttemptLog`) record what the helpers have done with the cards in each attempt. They
  follow the real table and are not part of the position. A position contains only their number.

Every input goes through `match.apply_entry`, which stores a `TakenInput` with the position *before* the input and
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
`TakenInput.settled` of the input before them is increased by their number. The next undo takes them back
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

from dataclasses import dataclass
from typing import Any, NamedTuple

from facilitator.instructions.simulate import CardPositions
from facilitator.play.attempt import Selection
from facilitator.play.messages import EventMessage


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
        steps: Number of completed movements in the current step.
        are_columns_kept: Whether the next virtual turn can use the previous attempt's columns.
        voids: Number of turns declared void.
        attempts: Number of attempt logs.
        turn: Current or last virtual turn.
    """

    state: Any
    plan: Selection | None
    steps: int
    are_columns_kept: bool
    voids: int
    attempts: int
    turn: Turn | None


@dataclass(slots=True)
class TakenInput:
    """Valid input (neither undone nor settled) with the position before it.

    Attributes:
        kind: Kind of input.
        body: Contents of the input.
        before: Position before the input.
        card_positions: Card positions that an undo restores in a rehearsal. `None` in a real game.
        number: Input number in the history.
        messages: Messages about events that the input caused.
        settled: Number of later inputs that an undo of this input includes. They started an attempt,
            cancelled it and recovered its cards.
        fixed: For a fix: the corrected input and all later inputs, as they were before the fix.
        undone_fix_messages: If a fix of this input was undone: messages with the cards of the fix, which still
            lie on the table.
        line: Number of the first input of the typed line, if the line had several inputs. An undo or a redo
            takes the whole line. It is forgotten when the game is closed or a write fails.
    """

    kind: str
    body: dict[str, object]
    before: Position
    card_positions: CardPositions | None
    number: int
    messages: tuple[EventMessage, ...] = ()
    settled: int = 0
    fixed: tuple[TakenInput, ...] = ()
    undone_fix_messages: tuple[EventMessage, ...] = ()
    line: int = 0
