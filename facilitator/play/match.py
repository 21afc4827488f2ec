"""Match: a game with its journal. An input counts once its journal entries are written to disk.

A rejected input changes neither the game nor the file. A transaction contains one or more inputs. If an input
in a transaction is rejected or cannot be written, the match restores its previous state from the journal.

Theory of operation
===================
A game is a function of its journal. `apply_entry` applies a single entry to a `GameProgress`.
`replay_entries` calls it for every input of a file that is opened, and `Match` calls it for every new input
before the input is written. A game that is opened again is therefore in the same state as before. If an input
is rejected after it has changed the progress, or cannot be written to the file, the match resets the progress
and replays the journal.

The kinds of entries fall into five groups:

- Inputs that change the game: `EVENT`, `ANSWER`, `GIVE_UP`, `VOID` and `REPAIR`. `_apply_input` stores the
  position before the input in a `PastInput`, applies the input, and starts the attempt that is required next
  (`_begin_next`). Several attempts and events can follow a single answer.
- `FIX`: `_fix` replaces the card of an earlier input, and the positions after it (`facilitator.play.fix`).
- Remarks: `NOTE` and `OOPS`. They are stored as inputs and have a line in the history, but no effect.
- `UNDO`: `_undo` removes the last `PastInput` and restores its position. The entries stay in the journal.
  The body contains the number of inputs that the undo takes back, and this number must match the replay.
- Entries outside of the history: `WORDING` and `REACHED`. They change the explanation of the current step and
  the number of its completed movements, but not the game.

The journal also contains rows that are derived from the inputs: the public events that follow from an
attempt, the summary of the attempt, and void turns. The replay computes them again. If they differ from the
stored rows, the file is rejected.

Attempts are replayed with their log. `GameProgress.begin` adds an `AttemptLog` and starts the protocol. Each
answer is sent to the protocol, which yields the next operation. When the protocol ends, `_conclude` turns its
outcome into public events, or into another attempt (a random draw).

A cancelled attempt is followed by a recovery, an attempt that returns all cards to their owners. At its end,
`_end_recovery` deletes the logs of the attempt and its recovery, and removes their inputs from the list of
inputs that count. The turn begins again. The removed inputs are added to `PastInput.settled` of the input
before them, so that an undo includes them.

`GIVE_UP` is rejected if the result of the attempt was already read. `VOID` also cancels such an attempt, and
the reason is announced. Neither is possible during a recovery. No recovery is needed if the attempt had ended
before it was undone, because its cards are back already.

Every function raises its error before it changes the progress, if the entry is not possible now. An exception
is an impossible card at the end of an attempt: `Match.transaction` replays the journal in this case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Self

from facilitator.errors import CommandError, FacilitatorError, JournalError, TableError
from facilitator.games.corrections import complete_correction
from facilitator.games.events import Correct, Event, Leave, Play
from facilitator.games.rules import (
    AwaitMove,
    GameOver,
    GiveBlind,
    HandQuestion,
    NextAction,
    RandomDraw,
    Rules,
    Select,
    ShowHand,
    conclude_selection,
    list_result_events,
)
from facilitator.i18n.catalogue import join_with_and, phrase, refusal, sentence
from facilitator.instructions.cost import count_cost
from facilitator.instructions.grouping import Wording
from facilitator.operations.definitions import COLUMN, Draw, Op, get_answers
from facilitator.operations.faces import NONE, Face
from facilitator.operations.perform import Outcome
from facilitator.play.attempt import LOT_FORM, Attempt, AttemptLog, Selection, put_back_words
from facilitator.play.check_codes import Witness, canonical_event
from facilitator.play.fix import find_fixed, follow_again
from facilitator.play.history import PastInput, StopPlace
from facilitator.play.journal import (
    ANSWER,
    BESIDE,
    EVENT,
    FIX,
    FIXES,
    GIVE_UP,
    NOTE,
    OOPS,
    REACHED,
    REMARKS,
    REPAIR,
    RUN,
    TAKES,
    UNDO,
    VOID,
    VOIDED,
    WORDING,
    Journal,
    JournalEntry,
    save_words,
)
from facilitator.play.kept_games import (
    build_no_game_error,
    check_same_game,
    check_same_rehearsal,
    make_journal_facts,
)
from facilitator.play.messages import (
    EventMessage,
    FixMessage,
    News,
    Remark,
    RunLine,
    VoidMessage,
    input_words,
)
from facilitator.play.progress import GameProgress
from facilitator.play.stop import (
    can_reverse_with_shuffle,
    check_can_cancel,
    check_not_recovering,
    hands_first,
    must_finish_first,
    plan_recovery,
)
from facilitator.play.undo import check_undo, count_undone, events_back, find_input, has_mixed, undone_by_hand
from facilitator.play.virtual_turn import check_new_seat, explain_no_layout, explain_shortcut, plan_next
from facilitator.protocols.recovery import Repair, plan_repair
from facilitator.table_files.model import Table

Body = Mapping[str, object]
"""Contents of a journal entry as parsed JSON."""


def replay_entries(
    game: GameProgress, entries: Iterable[JournalEntry]
) -> list[tuple[str, dict[str, object]]]:
    """Replay the inputs among journal entries, and return the derived entries that they should have.

    Args:
        game: Progress of a game before its first input.
        entries: All entries of a journal.
    """
    found = []
    for entry in entries:
        if not entry.derived:
            apply_entry(game, entry.input, entry.kind, entry.body)
            found += game.derived
    game.news = []
    return found


def apply_entry(game: GameProgress, number: int, kind: str, body: dict[str, object]) -> None:
    """Apply a journal entry, such as an event or an answer, to the progress of a game.

    Args:
        game: Progress of the game.
        number: Input number in the journal.
        kind: Kind of entry.
        body: Contents of the entry.
    """
    game.input, game.derived = number, []
    row = _record_row(game, kind, body)
    if kind in BESIDE:
        # It is not in the history and has no number: a gap in the numbers would reveal a mistake.
        _apply_beside(game, kind, body)
    elif kind == UNDO:
        _undo(game, body)
    else:
        _apply_input(game, kind, body)
    if row:
        game.record.add(number, *row)


# ----------------------------------------------------------------------------------------------------
# Record of an input: its row in the chain of digests, and its entry in the history.


def _read_complete_event(game: GameProgress, body: Body) -> Event:
    """Return an input's event without a declaration that has no effect. A correction is completed."""
    event = _without_idle_naming(game, game.rules.codec.of_json(body, game.names))
    return complete_correction(game.rules, game.state, event) if isinstance(event, Correct) else event


def _record_row(game: GameProgress, kind: str, body: Body) -> tuple[object, ...]:
    """Return the canonical row that an input adds to the digest chain.

    The row is empty for inputs that do not change the game: notes, reported mistakes, undos of both, wording
    changes and completed movements.
    """
    undoes_remark = kind == UNDO and game.inputs and game.inputs[-1].kind in REMARKS
    if kind in BESIDE or kind in REMARKS or undoes_remark:
        return ()
    if kind in (ANSWER, REPAIR):
        return kind, *body.values()
    codec, sizes = game.rules.codec, game.rules.find_zones(game.state).sizes
    if kind == EVENT:
        return kind, *canonical_event(_read_complete_event(game, body), game.names, sizes)
    if kind == FIX:  # the player may have left in the meantime
        return kind, body[FIXES], *canonical_event(codec.of_json(body), game.names, sizes)
    return (kind,)


def _without_idle_naming(game: GameProgress, event: Event) -> Event:
    """Remove a play's declared colour or suit if it has no effect on the state."""
    if not isinstance(event, Play) or event.named is None:
        return event
    plain = replace(event, named=None)
    try:
        same = game.rules.apply(game.state, plain)[0] == game.rules.apply(game.state, event)[0]
    except FacilitatorError:
        return event
    return plain if same else event


def _note_step(game: GameProgress, past: PastInput) -> None:
    """Note in an input at which step of the attempt in progress it is made."""
    attempt, turn = game.attempt, game.virtual_turn
    if attempt is None:
        return
    if past.kind == ANSWER:
        past.stage, past.seat = attempt.stage, attempt.log.seat
        if past.is_step:
            past.labels = attempt.step_labels
        elif attempt.log.back_from is None:
            past.replaced = attempt.find_previous_answer(str(past.body["said"]))
    elif past.kind in (GIVE_UP, VOID):
        past.since = next((own.number for own in game.inputs[attempt.log.opened :]), 0)
        if past.kind == GIVE_UP and turn is not None:
            past.stop = StopPlace(attempt.log.seat, attempt.number, attempt.label, attempt.stage, turn.events)


def _note_turn(game: GameProgress, past: PastInput) -> None:
    """Note in an input that a virtual turn starts or restarts with it."""
    turn = game.virtual_turn
    if turn is not None and turn.start == game.input and game.plan is not None:
        past.turn_start, past.whose = game.input, game.plan.seat


# ----------------------------------------------------------------------------------------------------
# Inputs.


def _apply_beside(game: GameProgress, kind: str, body: Body) -> None:
    """Apply an entry outside the history: the wording, or the number of completed movements."""
    if kind == REACHED:
        steps, of = body["steps"], body["of"]
        if game.attempt is not None and isinstance(steps, int) and isinstance(of, int):
            game.attempt.go_to_movement(steps, of)
    elif kind == WORDING and body["over"] == game.table.wording:  # else the file was changed
        game.change_wording(Wording(str(body["told"])))
        if game.attempt is not None:
            game.attempt.begin_here()


def _apply_input(game: GameProgress, kind: str, body: dict[str, object]) -> None:
    """Apply an input other than an undo, and start the next attempt if needed."""
    again = bool(game.ahead) and (game.ahead[-1].kind, game.ahead[-1].body) == (kind, body)
    message_count = len(game.news)
    # An undo within an attempt moves no cards. `_answer` stores the positions at the end of an attempt.
    positions = game.truth.table.get_positions() if game.truth is not None and kind != ANSWER else None
    taken = PastInput(kind, body, len(game.past_inputs) + 1, game.position, positions)
    _note_step(game, taken)
    game.inputs.append(taken)
    try:
        _carry_out(game, kind, body, again)
    except FacilitatorError:
        game.inputs.pop()
        raise
    if kind not in REMARKS:
        _forget_undone(game, again)
    if game.attempt is None:
        _begin_next(game)
    new = game.news[message_count:]
    taken.messages = tuple(item for item in new if isinstance(item, EventMessage))
    if again:
        game.news[message_count:] = map(_mark_as_repeated, new)
    _note_turn(game, taken)
    game.past_inputs.append(taken)


def _carry_out(game: GameProgress, kind: str, body: Body, again: bool) -> None:
    """Carry out the effect of an input. A remark has no effect."""
    if kind == REPAIR:
        _put_right(game, Repair(str(body["repair"])), again)
    elif kind in EFFECTS:
        EFFECTS[kind](game, body)


def _forget_undone(game: GameProgress, again: bool) -> None:
    """Discard the undone inputs after a new input.

    Args:
        game: Progress of the game.
        again: Whether the new input repeats the undone input that a redo would enter next. Only this undone
            input is then discarded.
    """
    for past in game.inputs if game.ahead else ():
        past.undone_fix_messages = ()
    game.ahead = game.ahead[:-1] if again else []


def _mark_as_repeated(item: News) -> News:
    """Mark an event message as a repetition."""
    return replace(item, again=True) if isinstance(item, EventMessage) else item


def _event(game: GameProgress, body: Body) -> None:
    event = game.rules.codec.of_json(body, game.names)
    check_new_seat(game.table, event)
    game.happen((event,))


def _begin_next(game: GameProgress) -> None:
    """Conclude all actions that need no attempt, and start the next attempt if needed."""
    while game.attempt is None and isinstance(
        need := game.next_action, Select | GiveBlind | RandomDraw | HandQuestion
    ):
        reason = _explain_no_attempt(game, need)
        if reason is None:
            game.begin(plan_next(game.state, need, game.policy, game.are_columns_kept))
            continue
        if reason:
            game.news.append(Remark(reason))
        if isinstance(need, Select):  # a drawn card is not playable either
            follows = conclude_selection(game.rules, game.state, need, None, int(need.may_draw))
            assert not isinstance(follows, RandomDraw)
        else:
            follows = list_result_events(need, None)
        game.happen(follows, by_run=True)


def _explain_no_attempt(
    game: GameProgress, need: Select | GiveBlind | RandomDraw | HandQuestion
) -> str | None:
    """Return the reason why an action needs no attempt, or `None` if it needs an attempt.

    The reason is empty if a helper gives cards without looking at them.
    """
    if isinstance(need, GiveBlind):
        return ""
    if isinstance(need, Select):
        return None if game.are_columns_kept else explain_shortcut(game.state, game.policy)
    return explain_no_layout(game.state, need, game.policy) if isinstance(need, HandQuestion) else None


def _answer(game: GameProgress, body: Body) -> None:
    attempt, plan = game.under_way()
    attempt.answer(str(body["said"]))
    game.tell_by_hand(attempt.put_back)
    if attempt.outcome is not None:
        if game.truth is not None:
            game.inputs[-1].card_positions = game.truth.table.get_positions()
        _conclude(game, attempt, plan, attempt.outcome)


def _conclude(game: GameProgress, attempt: Attempt, plan: Selection, outcome: Outcome) -> None:
    game.attempt = game.plan = None
    log = game.logs[-1]
    if plan.chosen is None:  # A random draw does not move the kept columns.
        game.are_columns_kept = any(place.area == COLUMN for place in attempt.surface) and not log.home
    if log.back_from is not None:
        _end_recovery(game, plan, log.back_from)
        return
    if plan.layout is not None:
        layout, said = plan.layout, outcome.card or NONE
        spent = count_cost(attempt.ops, layout.kept_cards)
        if outcome.drawn and outcome.card:
            said += ", drawn"
        line = RunLine(plan.seat, plan.form, layout.k, layout.m, spent.shuffles, spent.extra_cards, said)
        game.news.append(line)
        game.derived.append((RUN, asdict(line)))
    game.go_on(plan, outcome)


# ----------------------------------------------------------------------------------------------------
# Cancelled and void attempts.


def _give_up(game: GameProgress, body: Body) -> None:
    _, plan = game.under_way()
    check_can_cancel(game.logs[-1])
    _recover(game, plan)


def _advise_after_void(game: GameProgress, log: AttemptLog) -> str:
    """Return the advice about cards that were drawn or moved before a void attempt. May be empty."""
    if game.front is None:  # the attempt had ended
        undone = [message for past in reversed(game.ahead) for message in past.messages]
        return events_back(undone, game.voice.pool)
    drew = any(isinstance(op, Draw) for op in log.ops)
    return sentence("void.redrawn", seat=log.seat) if drew else ""


def _void(game: GameProgress, body: Body) -> None:
    """Declare the attempt in progress void, even if its result was read."""
    _, plan = game.under_way()
    log, laid_out = game.logs[-1], game.front is not None
    check_not_recovering(log)
    words = _advise_after_void(game, log)
    void = VoidMessage(log.seat, str(body["reason"]), log.seen_results)
    game.news.append(void)
    game.derived.append((VOIDED, void.to_json()))
    if words:
        game.news.append(Remark(words))
    if laid_out:
        _recover(game, plan)
        return
    # The attempt had ended before it was undone, so all cards except the played cards are back.
    game.lay(log.card_positions)
    if log.are_columns_kept and game.truth is not None:
        game.truth.table.gather()  # The attempt returned the columns of the previous attempt.
    _end_recovery(game, plan, log)


def _recover(game: GameProgress, plan: Selection) -> None:
    """Start the recovery of the cancelled attempt."""
    log = game.logs[-1]
    # The simulated table has already performed the current operation. An irreversible operation is finished.
    finished = log.closed or must_finish_first(log.ops[-1])
    if game.truth is not None and not finished:
        game.truth.table.take_back()
    way = plan_recovery(plan, log)
    if way is not None:
        game.begin(way, log)
    else:
        _end_recovery(game, plan, log)


def _end_recovery(game: GameProgress, plan: Selection, cancelled: AttemptLog) -> None:
    """Delete a recovered attempt and restart the turn.

    For a later undo, the attempt's inputs are merged into the previous input. After a random draw, the
    previously selected card remains selected.
    """
    game.attempt = game.plan = game.virtual_turn = None
    del game.logs[game.logs.index(cancelled) :]
    if cancelled.are_columns_kept:  # The kept columns were returned, so no later undo can restore them.
        for log in reversed(game.logs):
            log.home = True
            if log.form != LOT_FORM:
                break
    game.are_columns_kept = game.are_columns_kept and not cancelled.are_columns_kept
    count = cancelled.opened
    if count:
        game.inputs[count - 1].settled += sum(1 + past.settled for past in game.inputs[count:])
    del game.inputs[count:]
    if plan.chosen is not None:
        game.go_on(Selection(plan.seat, "", ()), Outcome(plan.chosen, plan.drawn))


def _put_right(game: GameProgress, repair: Repair, again: bool) -> None:
    """Insert a repair before the current operation.

    Args:
        game: Progress of the game.
        repair: Repair to insert.
        again: Whether the repair is redone after an undo.
    """
    attempt, _ = game.under_way()
    can_repair = game.no_further or again
    mended = plan_repair(repair, attempt.ops[:-1], attempt.ops[-1]) if can_repair else None
    if mended is None:
        raise TableError(*refusal("refused.mend"))
    attempt.log.insert_repair(mended, None if game.truth is None else game.truth.table)
    game.perform()


def _fix(game: GameProgress, body: Body) -> None:
    """Replace the card of an earlier input, and apply all later inputs again."""
    number, taken = body[FIXES], game.inputs[-1]
    if game.attempt is not None or not isinstance(number, int):
        raise CommandError(*refusal("refused.fix.run"))
    index, before = find_fixed(game, number)
    event = game.rules.codec.of_json(body)
    taken.fixed = tuple(game.inputs[index:-1])
    game.inputs[index:-1], game.state = follow_again(game, index, event)
    text, fixed = game.rules.codec.text, game.inputs[index]
    said = sentence("fix.done", number=str(number), now=text(event), before=text(before))
    state = game.rules.state_json(game.state)
    game.news.append(FixMessage(said, fixed.messages[0].state.n, fixed.body, state))


EFFECTS: Mapping[str, Callable[[GameProgress, Body], None]] = {
    EVENT: _event,
    ANSWER: _answer,
    GIVE_UP: _give_up,
    VOID: _void,
    FIX: _fix,
}
"""Functions that apply each kind of input. Remarks have no effect."""


# ----------------------------------------------------------------------------------------------------
# Undo.


def _undo(game: GameProgress, body: dict[str, object]) -> None:
    takes = count_undone(game.inputs)
    if body != {TAKES: takes}:
        raise JournalError(*refusal("refused.game.takes", found=str(body)))
    last = game.inputs.pop()
    if last.kind not in REMARKS:
        game.ahead.append(last)
        _go_back(game, last)
    game.past_inputs.append(PastInput(UNDO, body, len(game.past_inputs) + 1, game.position))


def _is_within_attempt(game: GameProgress, last: PastInput) -> bool:
    """Return whether the last input is an answer in the attempt in progress, and neither began nor ended it."""
    return last.kind == ANSWER and last.before.attempts == len(game.logs) and game.attempt is not None


def _go_back(game: GameProgress, last: PastInput) -> None:
    """Restore the position before an input, and tell the helpers which cards to put back."""
    before = last.before
    if last.fixed:
        _undo_fix(game, last)
    log = game.logs[before.attempts - 1] if before.attempts else None
    if last.kind == REPAIR and log is not None:
        log.remove_repair()  # After a finished repair, the hands leave everything as it lies.
        game.perform()
        return
    if last.kind in (ANSWER, GIVE_UP) and log is not None:
        log.undone = True
    in_run = _is_within_attempt(game, last)
    game.state, game.plan, game.are_columns_kept = before.state, before.plan, before.are_columns_kept
    game.virtual_turn, game.attempt = before.turn, None
    _put_back_attempts(game, before.attempts)
    if not in_run:
        game.tell_by_hand(undone_by_hand(last.undone_fix_messages or last.messages, game.voice.pool))
        game.lay(last.card_positions)
    last.settled = 0
    game.perform()
    if game.attempt is not None and last.kind != ANSWER:
        game.attempt.press_to(before.movements)


def _undo_fix(game: GameProgress, fix: PastInput) -> None:
    """Undo a fix: restore the inputs that the fix has replaced."""
    # The cards of the fix still lie on the table. A later undo of a restored input must name these cards.
    count = len(fix.fixed)
    for restored, now in zip(fix.fixed, game.inputs[-count:], strict=True):
        restored.undone_fix_messages = now.undone_fix_messages or now.messages
    game.inputs[-count:] = fix.fixed


def _put_back_attempts(game: GameProgress, count: int) -> None:
    """Ask the helpers to put back the latest attempts' cards, and delete these attempts' logs.

    Args:
        game: Progress of the game.
        count: Number of earlier attempts to keep.
    """
    later = game.logs[count:]
    game.tell_by_hand(put_back_words([done for log in later for done in log.entries], game.telling()))
    if later:
        game.lay(later[0].card_positions)
    del game.logs[count:]


# ----------------------------------------------------------------------------------------------------


class Match(GameProgress):
    """Game with a journal.

    Attributes:
        journal: Journal of the game. Its entries determine all other attributes.
    """

    def __init__(self, table: Table, journal: Journal) -> None:
        """Replay a journal. If the journal has a seed, simulate the cards.

        Raises:
            JournalError: The journal entries form no possible game, or its derived entries differ from the
                replay.
        """
        super().__init__(table, journal.seed)
        self.journal = journal
        self._moved = False  # whether an input of the current transaction has taken effect
        try:
            derived = replay_entries(self, journal.entries)
        except (FacilitatorError, LookupError, TypeError, ValueError) as err:
            raise build_no_game_error(err, journal) from err
        if derived != [(entry.kind, entry.body) for entry in journal.entries if entry.derived]:
            raise JournalError(*refusal("refused.game.derived", save=save_words(journal.path)))

    @classmethod
    def open(cls, table: Table, path: Path | None, seed: int | None = None) -> Self:
        """Open or create a game file.

        Args:
            table: Table settings.
            path: Game-file path. `None` keeps the game in memory.
            seed: Rehearsal seed. `None` for a real game.

        Raises:
            JournalError: The file belongs to another table, is damaged, or is in use.
        """
        journal = Journal(path, make_journal_facts(table, seed))
        try:
            check_same_game(journal, table)
            check_same_rehearsal(journal, seed)
            return cls(table, journal)
        except BaseException:
            journal.discard()
            raise

    def close(self) -> None:
        """Close the game file."""
        self.journal.close()

    @property
    def witness(self) -> Witness:
        """Game record for web pages: the start of the game, and a digest for each virtual turn."""
        starts = [past.turn_start for past in self.past_inputs if past.turn_start]
        return Witness(self.journal.beginning, tuple(map(self.record.get_digest, starts)))

    # -- one input -----------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Return a context manager for a transaction of several inputs.

        If an input is rejected or cannot be written, the complete transaction has no effect.
        """
        if self.journal.gathering:  # part of a larger transaction
            yield
            return
        attempt = self.attempt
        self._moved = False
        try:
            with self.journal.transaction():
                yield
        except FacilitatorError:
            # An impossible card at the end of an attempt changes the attempt before the error is raised.
            if self._moved or self.attempt is not attempt:
                self.begin_anew()
                replay_entries(self, self.journal.entries)
            raise

    def _take(self, kind: str, body: dict[str, object]) -> None:
        """Apply an input and write it to the journal."""
        with self.transaction():
            apply_entry(self, 1 + self.journal.input_count, kind, body)
            self._moved = True
            self.journal.append(kind, body, self.derived)

    def replay(self, entry: JournalEntry) -> None:
        """Apply an input from another journal of the same table. Ignore derived entries."""
        if not entry.derived:
            self._take(entry.kind, entry.body)

    def submit(self, event: Event) -> None:
        """Process a typed event.

        Raises:
            CommandError: The event is impossible now.
            TableError: The event violates the rules of the game.
        """
        if self.attempt is not None:
            said = self.rules.codec.text(event)
            raise CommandError(*refusal("refused.move.run", seat=self.turn or "", event=said))
        check_person(self.rules, self.state, self.next_action, event)
        body = self.rules.codec.json(event)
        if self.truth is not None:
            self.truth.check(event, self.state)
        self._take(EVENT, body)

    def answer(self, answer: str = "") -> None:
        """Record the current operation as done.

        If the operation's explanation has several movements, only the current movement is recorded. `press`
        records a complete step.

        Args:
            answer: Answer to the operation. Empty if the operation has no question.
        """
        if self.attempt is not None and self.attempt.more and not answer:
            self._reach(self.attempt, self.attempt.movements_done + 1)
        else:
            self._take(ANSWER, {"said": answer})

    def _reach(self, attempt: Attempt, done: int) -> None:
        """Record the number of completed movements so that a restart shows the same prompt.

        If an earlier prompt has already explained the current operation, nothing is written to the journal.
        """
        if attempt.rest_of_step.is_explained:
            attempt.press_to(done)
        else:
            self._take(REACHED, {"steps": done, "of": attempt.step.prompts})

    def resume(self, done: int) -> None:
        """Record which movements of the current step the helpers completed before a restart.

        If all movements of an operation are completed, the operation is recorded as done. An operation with a
        question is not recorded as done until the host enters the answer.

        Args:
            done: Number of completed movements in the current step.
        """
        attempt, _ = self.under_way()
        if not done:
            return
        with self.transaction():
            for step in attempt.movements:
                steps = len(step.instructions)
                if done < steps or get_answers(step.hand_operations[-1]):
                    reached = min(done, steps - 1)
                    of = steps if reached else attempt.step.prompts
                    self._take(REACHED, {"steps": reached, "of": of})
                    return
                done -= steps
                for _ in step.hand_operations:
                    self._take(ANSWER, {"said": ""})

    def press(self, answer: str = "") -> None:
        """Record the current movement as done. The last movement completes all operations of the step.

        These operations are recorded in one transaction.

        Args:
            answer: Answer to the step's question. Empty if the step has no question.
        """
        attempt, _ = self.under_way()
        attempt.check(answer)
        if attempt.more:
            self._reach(attempt, attempt.movements_done + 1)
            return
        answers = [""] * (len(attempt.hand_operations) - 1) + [answer]
        with self.transaction():
            for operation_answer in answers:
                self._take(ANSWER, {"said": operation_answer})

    def fix(self, number: int, typed: str) -> None:
        """Replace a wrong card in the record and apply the later entries again. No cards move.

        Args:
            number: Input number in the history.
            typed: The right card, as typed.

        Raises:
            CommandError: There is no such card, or a virtual turn is in progress.
            TableError: The card was impossible, or would have led to other actions at the table.
        """
        _, before = find_fixed(self, number)
        event = self.rules.codec.replace_card(before, typed)
        if event is None or event == before:
            key = "refused.fix.kind" if event is None else "refused.fix.same"
            raise CommandError(*refusal(key, number=number, event=self.rules.codec.text(before)))
        self._take(FIX, {FIXES: number, **self.rules.codec.json(event)})

    def note(self, text: str) -> None:
        """Record a note."""
        self._take(NOTE, {"text": text})

    def record_mistake(self, mishap: str, way: str, text: str) -> None:
        """Record a mistake, the selected option, and a description of both."""
        self._take(OOPS, {"mishap": mishap, "way": way, "text": text})

    def put_right(self, repair: Repair) -> None:
        """Insert a repair before the current operation."""
        self._take(REPAIR, {"repair": repair.value})

    def keep_wording(self) -> None:
        """Record the selected wording. It applies until the table file's wording changes."""
        self._take(WORDING, {"told": self.wording.value, "over": self.table.wording})

    # -- cancel an attempt, or declare it void -------------------------------------------------------

    def explain_card(self, card: Face) -> CommandError:
        """Build the error for a card that the virtual player cannot show, with a reason from the rules."""
        need, kinds = self.next_action, self.rules.kinds
        seat = self.turn or ""
        why = sentence("answer.misfit", seat=seat, card=kinds.describe(card))
        if isinstance(need, Select):
            try:
                self.rules.apply(self.state, Play(seat, card))
            except TableError as err:
                why = err.problem
            except CommandError:  # the declaration with the card is not known yet
                pass
        return CommandError(*refusal("refused.answer.card", why=why, seat=seat))

    def stop_attempt(self, reason: str = "") -> str:
        """Cancel the attempt in progress, or declare it void. Return the first instruction for the helpers.

        Args:
            reason: Reason to declare the attempt void, for the announcement. Empty to cancel it.

        Raises:
            CommandError: No attempt is in progress.
            TableError: The attempt cannot be cancelled any more, or is a recovery.
        """
        if not reason and self.attempt is not None:
            check_can_cancel(self.attempt.log)
        log, attempt = self.front, self.attempt
        hand_operations = attempt.hand_operations if attempt is not None and self.no_further else ()
        with self.transaction():
            if self._must_finish_step(hand_operations):
                # The last operation of the step then is the current operation of the attempt.
                for _ in hand_operations[1:]:
                    self._take(ANSWER, {"said": ""})
            first = "" if log is None else hands_first(log, self.telling(self.plan), hand_operations)
            self._take(VOID if reason else GIVE_UP, {"reason": reason} if reason else {})
        return first

    def _must_finish_step(self, hand_operations: Sequence[Op]) -> bool:
        """Return whether the helpers must finish the current step before the attempt can be recovered."""
        must_finish = any(map(must_finish_first, hand_operations))
        return must_finish and not can_reverse_with_shuffle(hand_operations) and not self.recovering

    # -- undo and redo -------------------------------------------------------------------------------

    def undo(self) -> str:
        """Undo the last input. If movements of the current step are completed, restart the step instead.

        In an attempt, each answer to an operation is an input. `unpress` undoes a complete step.

        Returns:
            Description of the undone input.

        Raises:
            CommandError: There is no input to undo.
        """
        count_undone(self.inputs)
        last = self.inputs[-1]
        begun = last.before.movements if last.kind in REMARKS else 0
        if self.attempt is not None and self.attempt.movements_done > begun:
            self._reach(self.attempt, 0)
            return sentence("typed.step")
        return self._undo_input()

    def _undo_input(self) -> str:
        takes, last = count_undone(self.inputs), self.inputs[-1]
        check_undo(last, self.logs)
        self._take(UNDO, {TAKES: takes})
        description = input_words(last.kind, last.body, self.rules)
        return description if takes == 1 else sentence("undo.with_run", what=description, takes=takes)

    def _undo_line(self, line: int) -> list[str]:
        """Undo the remaining moves of a line, last move first, and return their descriptions."""
        descriptions = []
        while line and self.inputs and self.inputs[-1].line == line and not has_mixed(self.ahead[-1]):
            descriptions.append(self._undo_input())
        return descriptions

    def unpress(self) -> str:
        """Undo the last step, answer or line of moves, and return its description.

        If helpers mixed cards after a move of the line, earlier moves of the line are not undone.
        """
        begun = self.attempt is not None and self.attempt.movements_done > 0
        note = self.inputs[-1].kind in (*REMARKS, REPAIR) if self.inputs else False
        line = self.inputs[-1].line if self.inputs and not begun else 0
        with self.transaction():
            descriptions = [self.undo(), *self._undo_line(line)]
            while not (begun or note) and self._is_within_step():
                self._undo_input()
        return join_with_and(reversed(descriptions))

    def _is_within_step(self) -> bool:
        """Return whether an earlier operation of the current step was answered."""
        attempt = self.attempt
        inside = attempt is not None and attempt.rest_of_step.is_explained and bool(attempt.typed)
        return inside and self.inputs[-1].kind in (ANSWER, REPAIR, *REMARKS)

    def undo_from(self, number: int) -> str:
        """Undo an input and all later inputs, and return their description.

        If the input is part of a step, the complete step is undone.

        Args:
            number: Input number in the history.

        Raises:
            CommandError: The history has no such input.
            TableError: The helpers cannot reverse the inputs.
        """
        index, inputs = find_input(self.inputs, number, len(self.past_inputs)), list(self.inputs)
        for past in inputs[index:]:
            check_undo(past, self.logs)
            if has_mixed(past):
                raise TableError(*refusal("refused.back.mixed", number=past.number))
        entries = 0
        with self.transaction():
            while len(self.inputs) > index or self._is_within_step():
                takes = count_undone(self.inputs)
                entries += takes
                self._take(UNDO, {TAKES: takes})
        lowest = inputs[len(self.inputs)].number
        return sentence("undo.from", number=lowest, entries=phrase("n.entries", n=entries))

    def redo(self, presses: int = 1) -> int:
        """Redo undone steps and inputs.

        Args:
            presses: Maximum number of steps and inputs.

        Returns:
            Number of redone steps and inputs.

        Raises:
            CommandError: There are no undone inputs, or another input was recorded after the undo.
        """
        if not self.ahead:
            raise CommandError(*refusal("refused.redo.none"))
        done = 0
        with self.transaction():
            while done < presses and self.ahead:
                self._redo_step()
                done += 1
        return done

    def _redo_step(self) -> None:
        attempt, line = self.attempt, self.ahead[-1].line
        if line:
            while self.ahead and self.ahead[-1].line == line:
                self._redo_input()
                self.inputs[-1].line = line
            return
        for _ in range(1 if attempt is None else len(attempt.hand_operations)):
            kind = self.ahead[-1].kind
            self._redo_input()
            if kind != ANSWER or self.attempt is not attempt or not self.ahead:
                return

    def _redo_input(self) -> None:
        self._take(self.ahead[-1].kind, self.ahead[-1].body)


def check_person(rules: Rules[Any], state: Any, need: NextAction, event: Event) -> None:
    """Raise `CommandError` for a typed move of a virtual player. Only attempts decide such moves."""
    whose: str = "" if isinstance(event, Leave) else getattr(event, "seat", "")
    if isinstance(need, GameOver | ShowHand) or need.seat is None:
        return
    if not any(seat.virtual and seat.name == whose for seat in state.seats):
        return
    rules.apply(state, event)  # the error of an impossible event has precedence
    key = "refused.virtual.drawn" if isinstance(need, AwaitMove) and need.again else "refused.virtual"
    raise CommandError(*refusal(key, seat=need.seat, whose=whose, event=rules.codec.text(event)))
