"""Match: a game with its journal. An input counts once its journal entries are written to disk.

A rejected input changes neither the game nor the file. A transaction contains one or more inputs. If an input
in a transaction is rejected or cannot be written, the match restores its previous state from the journal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from facilitator.errors import CommandError, FacilitatorError, ProtocolBug, TableError
from facilitator.games.events import Event, Leave, Play
from facilitator.games.rules import AwaitMove, GameOver, NextAction, Rules, Select, ShowHand
from facilitator.i18n.catalogue import join_with_and, refusal, sentence
from facilitator.operations.definitions import get_answers
from facilitator.operations.faces import Face
from facilitator.play.attempt import Attempt
from facilitator.play.check_codes import Witness
from facilitator.play.fix import find_fixed
from facilitator.play.journal import (
    ANSWER,
    EVENT,
    FIX,
    FIXES,
    GIVE_UP,
    NOTE,
    OOPS,
    REACHED,
    REMARKS,
    REPAIR,
    TAKES,
    UNDO,
    VOID,
    WORDING,
    Journal,
    JournalEntry,
)
from facilitator.play.kept_games import (
    build_no_game_error,
    check_same_game,
    check_same_rehearsal,
    make_journal_facts,
)
from facilitator.play.messages import input_words
from facilitator.play.progress import GameProgress
from facilitator.play.replay import apply_entry, replay_entries
from facilitator.play.stop import can_reverse_with_shuffle, check_can_cancel, hands_first, must_finish_first
from facilitator.play.undo import (
    check_not_mixed,
    check_undo,
    count_undone,
    describe_undone,
    find_input,
    has_mixed,
)
from facilitator.protocols.recovery import Repair

if TYPE_CHECKING:
    from facilitator.table_files.model import Table


class Match(GameProgress):
    """Game with a journal.

    Attributes:
        journal: Journal of the game. Its entries determine all other attributes.
    """

    def __init__(self, table: Table, journal: Journal) -> None:
        """Replay a journal. If the journal has a seed, simulate the cards.

        Raises:
            JournalError: The journal entries form no possible game.
        """
        super().__init__(table, journal.seed)
        self.journal = journal
        self._moved = False  # whether an input of the current transaction has taken effect
        try:
            replay_entries(self, journal)
        except ProtocolBug as err:  # caused by the file, not by the program
            raise build_no_game_error(err, journal) from err

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
        turns = tuple(
            self.record.get_digest(past_input.turn_start)
            for past_input in self.past_inputs
            if past_input.turn_start
        )
        return Witness(self.journal.beginning, turns)

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
                replay_entries(self, self.journal)
            raise

    def _take(self, kind: str, body: dict[str, object]) -> None:
        """Apply an input and write it to the journal."""
        if not self.journal.gathering:
            with self.transaction():
                self._take(kind, body)
            return
        apply_entry(self, 1 + self.journal.inputs, kind, body)
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
            raise CommandError(
                *refusal("refused.move.run", seat=self.turn or "", event=self.rules.codec.text(event))
            )
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
            self._reach(self.attempt, self.attempt.steps_done + 1)
        else:
            self._take(ANSWER, {"said": answer})

    def _reach(self, attempt: Attempt, steps: int) -> None:
        """Record the number of completed movements so that a restart shows the same prompt.

        If an earlier prompt has already explained the current operation, nothing is written to the journal.
        """
        if attempt.rest_of_step.is_explained:
            attempt.press_to(steps)
        else:
            self._take(REACHED, {"steps": steps, "of": attempt.rest_of_step.movement_count})

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
                if done < steps or get_answers(step.group.hand_operations[-1]):
                    reached = min(done, steps - 1)
                    of = steps if reached else attempt.rest_of_step.movement_count
                    self._take(REACHED, {"steps": reached, "of": of})
                    return
                done -= steps
                for _ in step.group.hand_operations:
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
            self._reach(attempt, attempt.steps_done + 1)
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
        if self.attempt is not None:
            raise CommandError(*refusal("refused.fix.run"))
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

    def cancel_attempt(self) -> str:
        """Cancel the attempt in progress and return the first instruction for the helpers."""
        if self.attempt is not None:
            check_can_cancel(self.attempt.log)
        return self._stop(GIVE_UP, {})

    def declare_void(self, reason: str) -> str:
        """Declare the attempt in progress void and return the first instruction for the helpers.

        Args:
            reason: Reason for the announcement.

        Raises:
            CommandError: The reason is empty, or no attempt is in progress.
            TableError: A recovery is in progress.
        """
        if not reason:
            raise CommandError(*refusal("refused.void"))
        return self._stop(VOID, {"reason": reason})

    def _stop(self, kind: str, body: dict[str, object]) -> str:
        """Cancel the attempt or declare it void, and return the first instruction for the helpers.

        Args:
            kind: Kind of the journal entry, such as `VOID`.
            body: Content of the journal entry.
        """
        log, attempt = self.front, self.attempt
        hand_operations = attempt.hand_operations if attempt is not None and self.no_further else ()
        with self.transaction():
            if (
                any(map(must_finish_first, hand_operations))
                and not can_reverse_with_shuffle(hand_operations)
                and not self.recovering
            ):
                # The helpers finish this step. Its last operation then is the current operation of the attempt.
                for _ in hand_operations[1:]:
                    self._take(ANSWER, {"said": ""})
            first = "" if log is None else hands_first(log, self.telling(self.plan), hand_operations)
            self._take(kind, body)
        return first

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
        if self.attempt is not None and self.attempt.steps_done > (
            last.before.steps if last.kind in REMARKS else 0
        ):
            self._reach(self.attempt, 0)
            return sentence("typed.step")
        return self._undo_input()

    def _undo_input(self) -> str:
        takes, last = count_undone(self.inputs), self.inputs[-1]
        check_undo(last, self.logs)
        self._take(UNDO, {TAKES: takes})
        description = input_words(last.kind, last.body, self.rules)
        return description if takes == 1 else sentence("undo.with_run", what=description, takes=takes)

    def unpress(self) -> str:
        """Undo the last step, answer or line of moves, and return its description.

        If helpers mixed cards after a move of the line, earlier moves of the line are not undone.
        """
        begun = self.attempt is not None and self.attempt.steps_done > 0
        note = self.inputs[-1].kind in (*REMARKS, REPAIR) if self.inputs else False
        line = self.inputs[-1].line if self.inputs and not begun else 0
        with self.transaction():
            descriptions = [self.undo()]
            while line and self.inputs and self.inputs[-1].line == line and not has_mixed(self.ahead[-1]):
                descriptions.append(self._undo_input())
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
        index, inputs = find_input(self.inputs, number, self.history()), list(self.inputs)
        for past in inputs[index:]:
            check_undo(past, self.logs)
            check_not_mixed(past)
        entries = 0
        with self.transaction():
            while len(self.inputs) > index or self._is_within_step():
                takes = count_undone(self.inputs)
                entries += takes
                self._take(UNDO, {TAKES: takes})
        return describe_undone(inputs[len(self.inputs) :], entries)

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
            raise CommandError(*refusal("refused.redo"))
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
