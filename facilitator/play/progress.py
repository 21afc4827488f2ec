"""Progress of a game: the state that follows from all inputs so far.

The modules `history` and `match` describe how inputs change the progress, and how an undo restores it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from facilitator.errors import CommandError
from facilitator.games.events import Correct, Event, Round, Start
from facilitator.games.rules import AwaitMove, GameOver, NextAction, RandomDraw, Select
from facilitator.i18n.catalogue import list_spellings, refusal, sentence
from facilitator.instructions.grouping import AUTO, CLEAN_RUNS, Wording
from facilitator.instructions.simulate import CardPositions
from facilitator.instructions.speech import Speech, Voice
from facilitator.operations import definitions as ops
from facilitator.operations.faces import is_extra
from facilitator.operations.perform import Outcome
from facilitator.play.attempt import LOT_FORM, Attempt, AttemptLog, LogEntry, Selection, StepRenderer
from facilitator.play.check_codes import RecordDigests, check_code
from facilitator.play.history import HistoryLine, PastInput, Position, Turn, list_history
from facilitator.play.journal import ANSWER, EVENT
from facilitator.play.messages import EventMessage, News, Remark
from facilitator.play.people_rehearsal import PeopleRehearsal
from facilitator.play.rehearsal import Rehearsal
from facilitator.play.stop import RECOVERY, can_cancel, is_in_doubt
from facilitator.play.virtual_turn import TurnPolicy, conclude_plan, plan_lot, voice_for
from facilitator.protocols.recovery import Repair, insert_repairs, list_repairs
from facilitator.table_files.model import Table, game_of, state_before


class GameProgress:
    """Progress of a game: public state, attempt in progress, and logs of all attempts.

    The position (see `history`) is a function of the valid inputs. The attempt logs (`AttemptLog`) are
    independent of undo, because the cards stay where the helpers left them. An undo beyond the start of an
    attempt is only possible if the helpers can reverse all its operations. Otherwise the attempt must be
    recovered first.

    It has many properties, because every other module of `play` reads the state of the game here.

    Attributes:
        table: Table settings.
        rules: Rules of the game.
        kinds: Cards of the game.
        policy: Settings for virtual turns.
        state: Public state.
        plan: Plan of the attempt in progress, if any.
        attempt: Attempt in progress, if any.
        are_columns_kept: Whether the next virtual turn can use the previous attempt's columns.
        virtual_turn: Current or last virtual turn.
        truth: Simulated cards of a rehearsal. `None` in a real game.
        logs: Logs of all attempts with a valid outcome or with cards on the table, oldest first.
        inputs: Valid inputs, oldest first.
        ahead: Undone inputs that can be redone, in reverse order.
        past_inputs: All inputs, including undos and undone inputs. The history numbers them, starting at 1.
        record: Record digests, which determine the check codes.
        input: Journal number of the current input.
        news: Messages about the last input. The caller may clear them.
        derived: Journal entries derived from the current input.

    Args:
        table: Table settings.
        seed: Rehearsal seed. `None` for a real game.
    """

    def __init__(self, table: Table, seed: int | None) -> None:
        self.table, self.seed = table, seed
        self.rules = game_of(table)
        self.kinds = self.rules.kinds
        self.policy, self._voice = TurnPolicy.from_table(table), voice_for(table)
        self.begin_anew()

    def begin_anew(self) -> None:
        """Reset the progress to the state before the first input."""
        self.state: Any = state_before(self.table)
        self._need: tuple[Any, NextAction] | None = None  # cached next action, with its state
        self.truth = None if self.seed is None else self._rehearse(self.seed)
        self._wording: Wording | None = None
        self.attempt: Attempt | None = None
        self.plan: Selection | None = None
        self.are_columns_kept = False
        self.input = 0
        self.virtual_turn: Turn | None = None
        self.logs: list[AttemptLog] = []
        self.inputs: list[PastInput] = []
        self.ahead: list[PastInput] = []
        self.past_inputs: list[PastInput] = []
        self.record = RecordDigests()
        self.news: list[News] = []
        self.derived: list[tuple[str, dict[str, object]]] = []

    def _rehearse(self, seed: int) -> Rehearsal:
        if self.table.track == "virtual":
            return PeopleRehearsal(self.table, seed)
        return Rehearsal(self.rules, self.state, seed)

    # -- position and next action --------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """Current position of the game."""
        done = 0 if self.attempt is None else self.attempt.movements_done
        return Position(self.state, self.plan, done, self.are_columns_kept, len(self.logs), self.virtual_turn)

    @property
    def names(self) -> list[str]:
        """Seat names in clockwise order."""
        return [seat.name for seat in self.state.seats]

    @property
    def next_action(self) -> NextAction:
        """Next action that the rules require."""
        if self._need is None or self._need[0] is not self.state:
            self._need = self.state, self.rules.get_next_action(self.state)
        return self._need[1]

    @property
    def turn(self) -> str | None:
        """Player whose turn it is. `None` before the start and after the end of the game."""
        need = self.next_action
        return None if isinstance(need, GameOver) else need.seat

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return isinstance(self.next_action, GameOver)

    @property
    def front(self) -> AttemptLog | None:
        """Log of the last attempt, or `None` if none of its cards are on the table."""
        return self.logs[-1] if self.logs and self.logs[-1].open else None

    @property
    def entries_from_current(self) -> list[LogEntry]:
        """Log entries of the current operation and, after an undo, of the undone operations."""
        return [] if self.attempt is None else self.attempt.log.entries[len(self.attempt.ops) - 1 :]

    @property
    def no_further(self) -> bool:
        """True if the helpers have not gone beyond the current operation."""
        attempt = self.attempt
        return attempt is not None and attempt.log is self.front and not self.entries_from_current[1:]

    @property
    def recovering(self) -> bool:
        """True if the attempt in progress is a recovery."""
        return self.plan is not None and self.plan.form == RECOVERY

    @property
    def drawing_lot(self) -> bool:
        """True if the attempt in progress is a random draw."""
        return self.plan is not None and self.plan.form == LOT_FORM

    @property
    def slides_again(self) -> bool:
        """True if an unread card in the wallet can be inserted again."""
        attempt = self.attempt
        if attempt is None or not isinstance(attempt.ops[-1], ops.Look) or not self.no_further:
            return False
        return Repair.SLIDE_AGAIN in list_repairs(attempt.ops[:-1], attempt.ops[-1])

    @property
    def way_out(self) -> str:
        """Command for a step in which something stays wrong (see `Explained.way_out`)."""
        if self.recovering:
            return "oops"
        if self.slides_again:
            return "doubt.drawn"
        if is_in_doubt(self.front):
            return "doubt"
        return "stop" if can_cancel(self.front) else "oops"

    @property
    def spelled_way_out(self) -> str:
        """The command `way_out` as it is typed in the current language."""
        return list_spellings(f"word.{self.way_out.partition('.')[0]}")[0]

    @property
    def turn_code(self) -> str:
        """Check code of the current virtual turn, or an empty string."""
        turn = self.virtual_turn
        return "" if self.plan is None or turn is None else self.check_code(turn.start)

    def check_code(self, number: int) -> str:
        """Return the check code of a virtual turn.

        Args:
            number: Journal number of the input that started the turn.
        """
        return check_code(self.record.get_digest(number))

    def history(self) -> tuple[HistoryLine, ...]:
        """Return the history of the game, oldest line first."""
        return list_history(self.past_inputs, self.rules, self.attempt is None and self.truth is None)

    def find_likely_event(self) -> Event:
        """Return the move that a rehearsal expects next.

        After an undo of a person's move, this is the same move. Otherwise, it is a random possible move.
        """
        assert self.truth is not None
        if self.ahead and self.ahead[-1].kind == EVENT:
            return self.rules.codec.of_json(self.ahead[-1].body, self.names)
        return self.truth.move(self.state)

    # -- explanation of operations -------------------------------------------------------------------

    @property
    def wording(self) -> Wording:
        """Wording selected by the host, or the table's wording setting."""
        if self._wording is not None:
            return self._wording
        return Wording.FULL if self.table.wording == AUTO else Wording(self.table.wording)

    @property
    def offers_brief(self) -> bool:
        """True if brief wording should be offered."""
        clean = self._clean_attempts
        return clean is not None and clean >= CLEAN_RUNS

    @property
    def _clean_attempts(self) -> int | None:
        """Number of attempts that ended without a cancellation and without an undo.

        It decides when to offer brief wording, so it is `None` if the host or the table file chose the wording.
        """
        if self._wording is not None or self.table.wording != AUTO:
            return None
        # The logs of cancelled attempts are deleted.
        return sum(log.closed and not log.undone for log in self.logs if log.form != LOT_FORM)

    def change_wording(self, wording: Wording) -> None:
        """Change the wording from the current operation on."""
        self._wording = wording
        if self.attempt is not None:
            self.attempt.telling = replace(self.attempt.telling, wording=wording, first=False)

    def telling(self, plan: Selection | None = None) -> StepRenderer:
        """Return the renderer of instructions in the current wording.

        Args:
            plan: Attempt whose masks the instructions mention, if any.
        """
        masks = plan.masks if plan is not None else ()
        speech = Speech(self.voice, self.kinds.traits, masks=masks, pair=self._find_pair())
        return StepRenderer(speech, self.wording, first=self._clean_attempts == 0)

    @property
    def voice(self) -> Voice:
        """Settings for sentences at this table, with the names of the current players."""
        seats, voice = self.state.seats, self._voice
        people = tuple(seat.name for seat in seats if not seat.virtual)
        pool = tuple(seat.name for seat in seats if seat.virtual) if voice.pool else ()
        now = (people, pool)
        return voice if now == (voice.humans, voice.pool) else replace(voice, humans=people, pool=pool)

    def _find_pair(self) -> tuple[str, ...]:
        """Return two people for steps that need two people. Empty if fewer than two people play.

        The choice depends on the total number of cards in all hands, so that it varies between turns.
        """
        people = self.voice.humans
        if len(people) < 2:
            return ()
        sizes = self.rules.find_zones(self.state).sizes
        first = sum(sizes.get(name, 0) for name in self.names) % len(people)
        return (people[first:] + people[:first])[:2]

    # -- events and attempts -------------------------------------------------------------------------

    def happen(self, events: Sequence[Event], by_run: bool = False, moved: int = 0) -> None:
        """Apply public events and their effects on the cards.

        Args:
            events: Events in order.
            by_run: Whether the events follow from an attempt. Otherwise they were typed.
            moved: Number of draws at the start of ``events`` that the attempt has already carried out.
        """
        truth = self.truth
        for number, event in enumerate(events):
            state, happened = self.rules.apply(self.state, event)
            if truth is not None:
                truth.follow(event, happened, state, number < moved)
            self.state = state
            need = self.next_action
            again = isinstance(need, AwaitMove | Select) and need.again
            ends = not (again or isinstance(event, Start | Round | Correct))
            self.news.append(EventMessage(event, happened, state, by_run, number < moved, ends))
            if by_run:
                self.derived.append((EVENT, self.rules.codec.json(event)))
        if truth is not None:
            truth.agree(self.state)

    def begin(self, plan: Selection, back_from: AttemptLog | None = None) -> None:
        """Start an attempt: add its log and run its protocol.

        Args:
            plan: Plan of the attempt.
            back_from: Log of the cancelled attempt. Only for a recovery.
        """
        self.plan = plan
        lying = plan.layout.kept_cards if plan.layout else ()
        kept = ((place, is_extra(face)) for place, face in lying)
        start = dict(kept if plan.surface is None else plan.surface)
        need = self.next_action
        events = self.state.n - (isinstance(need, Select) and need.again)
        if back_from is None and (self.virtual_turn is None or self.virtual_turn.events != events):
            self.virtual_turn = Turn(self.input, events)
        positions = self.truth.table.get_positions() if self.truth is not None else None
        opened = len(self.inputs)
        self.logs.append(AttemptLog(start, plan.seat, plan.form, opened, bool(lying), back_from, positions))
        self.perform()

    def perform(self) -> None:
        """Run the protocol of the attempt in progress again, with the answers that count."""
        if self.plan is None:
            return
        log = self.logs[-1]
        truth = self.truth.table if self.truth else None
        recipe = insert_repairs(self.plan.recipe, log.repairs)
        self.attempt = Attempt(recipe, self.telling(self.plan), truth, log)
        for taken in self.inputs[log.opened :]:
            if taken.kind == ANSWER:
                self.attempt.answer(str(taken.body["said"]))

    def under_way(self) -> tuple[Attempt, Selection]:
        """Return the attempt in progress and its plan.

        Raises:
            CommandError: No attempt is in progress.
        """
        if self.attempt is None or self.plan is None:
            raise CommandError(*refusal("refused.step.none"))
        return self.attempt, self.plan

    def go_on(self, plan: Selection, outcome: Outcome) -> None:
        """Apply the events that follow from an outcome. Begin a random draw first if the rules need one."""
        follows = conclude_plan(self.rules, plan, outcome, self.state)
        if isinstance(follows, RandomDraw):
            self.begin(plan_lot(follows))
        else:
            self.happen(follows, by_run=True, moved=plan.drawn or outcome.drawn)

    def lay(self, positions: CardPositions | None) -> None:
        """Restore a rehearsal's card positions. Mixed cards are mixed again."""
        if self.truth is not None and positions is not None:
            self.truth.table.lay(positions)

    def by_hand(self, words: str) -> str:
        """Return an instruction for the helpers.

        In a rehearsal, the program moves the cards itself, and the sentence says so.
        """
        return sentence("undo.rehearsed", words=words) if words and self.truth is not None else words

    def tell_by_hand(self, words: str) -> None:
        """Add a non-empty instruction for the helpers to the messages."""
        if words:
            self.news.append(Remark(self.by_hand(words)))
