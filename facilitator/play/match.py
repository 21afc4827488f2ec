"""A match at the table: one input at a time, each on disk before it counts.

A rejected input changes nothing, neither here nor on disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from facilitator.errors import CommandError, FacilitatorError, ProtocolBug, TableError
from facilitator.games.events import Event, Play
from facilitator.games.rules import AwaitMove, GameOver, NextAction, Rules, Select, ShowHand
from facilitator.i18n.catalogue import refusal, sentence
from facilitator.operations.definitions import get_answers
from facilitator.operations.faces import Face
from facilitator.play.attempt import Attempt
from facilitator.play.check_codes import Witness
from facilitator.play.journal import (
    ANSWER,
    EVENT,
    GIVE_UP,
    MEND,
    NOTE,
    OOPS,
    REACHED,
    REMARKS,
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
from facilitator.play.stop import finished_first, hands_first, may_give_up
from facilitator.play.undo import check_not_mixed, check_undo, count_undone, describe_undone, find_input
from facilitator.protocols.recovery import Repair

if TYPE_CHECKING:
    from facilitator.table_files.model import Table


class Match(GameProgress):
    """A game with its journal.

    Attributes:
        journal: The journal, from which the progress is replayed.
    """

    def __init__(self, table: Table, journal: Journal) -> None:
        """Replay a journal. If it has a seed, it is a rehearsal on simulated cards.

        Raises:
            JournalError: The entries of the journal are not a possible game.
        """
        super().__init__(table, journal.seed)
        self.journal = journal
        self._moved = False  # whether a part of the current transaction has taken effect
        try:
            replay_entries(self, journal)
        except ProtocolBug as err:  # The file may contain anything, so this is no error of the program.
            raise build_no_game_error(err, journal) from err

    @classmethod
    def open(cls, table: Table, path: Path | None, seed: int | None = None) -> Self:
        """Open the game in a file (`None`: in memory), or begin one there. A seed makes it a rehearsal.

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
        """Release the file of the game."""
        self.journal.close()

    @property
    def witness(self) -> Witness:
        """What a page remembers of this game: which game it is, and the digest at each virtual turn so far."""
        turns = tuple(self.record.get_digest(lived.began) for lived in self.past_inputs if lived.began)
        return Witness(self.journal.beginning, turns)

    # -- one input -----------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make several inputs one transaction: if one is rejected or cannot be written, none of them counts."""
        if self.journal.gathering:  # This is part of a larger transaction.
            yield
            return
        attempt = self.attempt
        self._moved = False
        try:
            with self.journal.transaction():
                yield
        except FacilitatorError:
            # The run is also another one if an impossible card was found at its end.
            if self._moved or self.attempt is not attempt:
                self.begin_anew()
                replay_entries(self, self.journal)
            raise

    def _take(self, kind: str, body: dict[str, object]) -> None:
        """Apply one input and write it to the journal."""
        if not self.journal.gathering:
            with self.transaction():
                self._take(kind, body)
            return
        apply_entry(self, 1 + self.journal.inputs, kind, body)
        self._moved = True
        self.journal.append(kind, body, self.derived)

    def replay(self, entry: JournalEntry) -> None:
        """Take an input of another journal of this table. Derived rows are skipped, because they are no inputs."""
        if not entry.derived:
            self._take(entry.kind, entry.body)

    def submit(self, event: Event) -> None:
        """Take a typed public event.

        Raises:
            CommandError: The event is not possible now.
            TableError: The event breaks the rules of the game.
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

    def answer(self, said: str = "") -> None:
        """Record that the current operation is done, with its answer if it asks for one.

        If the operation is explained in several movements, record the current movement. `press` records a step.
        """
        if self.attempt is not None and self.attempt.more and not said:
            self._reach(self.attempt, self.attempt.steps_done + 1)
        else:
            self._take(ANSWER, {"said": said})

    def _reach(self, attempt: Attempt, steps: int) -> None:
        """Record how many movements of the current step are done, so that a restart returns to this prompt.

        A front end never prompts within a step, because its session lets a step begin at every prompt.
        """
        if attempt.at_hand.inside:
            attempt.press_to(steps)
        else:
            self._take(REACHED, {"steps": steps, "of": attempt.at_hand.steps})

    def resume(self, done: int) -> None:
        """Record how many movements of the current step were done before the program was restarted.

        Operations whose movements are all done are answered. A question stays open.
        """
        attempt, _ = self.under_way()
        if not done:
            return
        with self.transaction():
            for cue in attempt.movements:
                steps = len(cue.instructions)
                if done < steps or get_answers(cue.group.acts[-1]):
                    reached = min(done, steps - 1)
                    self._take(REACHED, {"steps": reached, "of": steps if reached else attempt.at_hand.steps})
                    return
                done -= steps
                for _ in cue.group.acts:
                    self._take(ANSWER, {"said": ""})

    def press(self, said: str = "") -> None:
        """Record that the current movement is done. The last one of a step answers all operations of the step.

        An attempt that was cancelled within a step could not be continued, so all operations are one transaction.
        """
        attempt, _ = self.under_way()
        attempt.check(said)
        if attempt.more:
            self._reach(attempt, attempt.steps_done + 1)
            return
        answers = [""] * (len(attempt.acts) - 1) + [said]
        with self.transaction():
            for answer in answers:
                self._take(ANSWER, {"said": answer})

    def note(self, text: str) -> None:
        """Record a remark, for example about a card that was seen by accident."""
        self._take(NOTE, {"text": text})

    def record_mistake(self, mishap: str, way: str, text: str) -> None:
        """Record a reported mistake and the chosen option, with both in words."""
        self._take(OOPS, {"mishap": mishap, "way": way, "text": text})

    def put_right(self, repair: Repair) -> None:
        """Repair the attempt in progress. The repair comes before the current operation."""
        self._take(MEND, {"repair": repair.value})

    def keep_wording(self) -> None:
        """Record the chosen wording. It holds from the current operation on, until the table file changes it."""
        self._take(WORDING, {"told": self.wording.value, "over": self.table.wording})

    # -- cancel an attempt, or declare it void -------------------------------------------------------

    def explain_card(self, card: Face) -> CommandError:
        """Build the error for a card that the virtual seat in turn cannot show now, with the reason by the rules."""
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
        """Cancel the attempt whose cards lie on the table, and return what the hands do first."""
        if self.attempt is not None:
            may_give_up(self.attempt.log)
        return self._stop(GIVE_UP, {})

    def declare_void(self, reason: str) -> str:
        """Declare the attempt in progress void for a reason, and return what the hands do first.

        Raises:
            CommandError: There is no reason, or no attempt.
            TableError: A recovery is in progress.
        """
        if not reason:
            raise CommandError(*refusal("refused.void.why"))
        return self._stop(VOID, {"reason": reason})

    def _stop(self, kind: str, body: dict[str, object]) -> str:
        back, log = bool(self.beyond[1:]), self.front
        with self.transaction():
            within = self._go_to_hands()
            first = "" if log is None else hands_first(log, self.telling(self.plan), back, within)
            self._take(kind, body)
        return first

    def _go_to_hands(self) -> bool:
        """Go to the operation that the hands have reached. Everything except the end of its step counts as done.

        Returns:
            Whether the hands are within a step of several operations that they cannot reverse.
        """
        if self.front is None or self.recovering:
            return False
        while self.ahead and self.beyond[1:]:
            self._redo_input()
        attempt = self.attempt
        if attempt is None or len(attempt.acts) < 2 or not any(map(finished_first, attempt.acts)):
            return False
        for _ in range(len(attempt.acts) - 1):
            self._take(ANSWER, {"said": ""})
        return True

    # -- undo and redo -------------------------------------------------------------------------------

    def undo(self) -> str:
        """Undo the last input and return it in words. A step that is partly done is started again instead.

        Within an attempt an input is an operation. `unpress` undoes a whole step.

        Raises:
            CommandError: There is nothing to undo.
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
        told = input_words(last.kind, last.body, self.rules, self.names)
        return told if takes == 1 else sentence("undo.with_run", what=told, takes=takes)

    def unpress(self) -> str:
        """Undo the last step or answer and return it in words."""
        begun = self.attempt is not None and self.attempt.steps_done > 0
        note = self.inputs[-1].kind in (*REMARKS, MEND) if self.inputs else False
        with self.transaction():
            told = self.undo()
            while not (begun or note) and self._is_within_step():
                self._undo_input()
        return told

    def _is_within_step(self) -> bool:
        """Return whether the current operation lies within a step, after an answer to this step."""
        attempt = self.attempt
        inside = attempt is not None and attempt.at_hand.inside and bool(attempt.typed)
        return inside and self.inputs[-1].kind in (ANSWER, MEND, *REMARKS)

    def undo_from(self, number: int) -> str:
        """Undo everything from the input of this number on, and return it in words.

        If the input lies within a step, the step is undone from its beginning.

        Raises:
            CommandError: There is no such input.
            TableError: The hands cannot follow.
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
        """Redo at most so many undone steps and inputs, and return how many were redone.

        Raises:
            CommandError: Nothing was undone, or something else was typed since.
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
        attempt = self.attempt
        for _ in range(1 if attempt is None else len(attempt.acts)):
            kind = self.ahead[-1].kind
            self._redo_input()
            if kind != ANSWER or self.attempt is not attempt or not self.ahead:
                return

    def _redo_input(self) -> None:
        """Take the input again that was undone last."""
        self._take(self.ahead[-1].kind, self.ahead[-1].body)


def check_person(rules: Rules[Any], state: Any, need: NextAction, event: Event) -> None:
    """Reject a move that was typed for a virtual seat, whose cards move only by the steps of its turn."""
    whose: str = getattr(event, "seat", "")
    if isinstance(need, GameOver | ShowHand) or need.seat is None:
        return
    if not any(seat.virtual and seat.name == whose for seat in state.seats):
        return
    rules.apply(state, event)  # If the event is not possible anyway, this error comes first.
    key = "refused.virtual.drawn" if isinstance(need, AwaitMove) and need.again else "refused.virtual"
    raise CommandError(*refusal(key, seat=need.seat, whose=whose, event=rules.codec.text(event)))
