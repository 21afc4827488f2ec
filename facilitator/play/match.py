"""A game in progress, as a front-end sees it: what is needed next, and one input at a time.

A refused input changes nothing, neither here nor on disk.  What is said of it, and how it is typed, is the
session's business (`facilitator.play.session`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from facilitator.errors import CommandError, FacilitatorError, JournalError, ProtocolBug, TableError
from facilitator.games.corrections import complete_correction
from facilitator.games.events import Correct, Event, Play, Round, Start
from facilitator.games.registry import game_named
from facilitator.games.rules import Ask, Blind, HandQuestion, Lot, Mixed, Need, Over, Rules, Select, ShowHand
from facilitator.i18n.catalogue import Between, Listed, phrase, refusal, sentence
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import called
from facilitator.instructions.simulate import Lies
from facilitator.instructions.speech import Speech
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import COLUMN, asked_by
from facilitator.operations.faces import NONE, is_extra
from facilitator.operations.perform import Outcome
from facilitator.play.attempt import (
    LOT_FORM,
    Ledger,
    LedgerEntry,
    Run,
    Selection,
    Telling,
    put_back_words,
    stays_words,
)
from facilitator.play.check_codes import RecordDigests, Witness, canonical_event, check_code
from facilitator.play.journal import (
    ANSWER,
    BESIDE,
    EVENT,
    GIVE_UP,
    MEND,
    NOTE,
    OOPS,
    REACHED,
    REMARKS,
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
from facilitator.play.kept_games import facts_of, not_a_game, same_game, same_rehearsal
from facilitator.play.messages import (
    EventNews,
    HistoryLine,
    Lived,
    News,
    Remark,
    RunLine,
    StopPlace,
    VoidNews,
    history,
    input_words,
)
from facilitator.play.rehearsal import Rehearsal
from facilitator.play.stop import (
    RECOVERY,
    can_give_up,
    finished_first,
    hands_first,
    in_doubt,
    may_give_up,
    not_on_the_way_back,
    redrawn_words,
    way_back,
)
from facilitator.play.undo import events_back, motions_of, undone_by_hand
from facilitator.play.virtual_turn import (
    TurnPolicy,
    answered,
    follows_of,
    plan_lot,
    plan_question,
    plan_selection,
    shortcut,
    voice_for,
)
from facilitator.protocols.recovery import Repair, decided, mend, mended, repairs
from facilitator.table_files.model import state_before

if TYPE_CHECKING:
    from facilitator.table_files.model import Table


AUTO = "auto"
"""A table's wording: full until somebody types another; brief is offered after some clean runs."""
CLEAN_RUNS = 2
"""Runs that came to their result, not given up, nothing taken back in them: after so many brief is offered."""


ALL = 1 << 30
"""Steps of an operation that was answered: all it was told in."""


class Turn(NamedTuple):
    """A virtual turn: with which input it began, or began again, as the journal counts; after how many events."""

    began: int
    events: int


class Position(NamedTuple):
    """Where the game stands by what was typed.

    ``state``: the public facts.  ``plan``: of the run under way.  ``standing``: whether the last run's columns
    still stand, for the next virtual turn.  ``voids``: how many turns were declared void.  ``runs``: how many
    ledgers there were.  ``turn``: the virtual turn under way, or the last one.
    """

    state: Any  # of the game that is played
    plan: Selection | None
    standing: bool
    voids: int
    runs: int
    turn: Turn | None


@dataclass(slots=True)
class UndoPoint:
    """One input, and where the game stood before it.

    ``typed``: the answers of the run under way, of which the first ``count`` stood.  ``stood``: how many steps
    of its operation were pressed then.  ``lies``: a rehearsal's cards, where an undo would lay
    them so.  ``number``: of the input, as the history counts them.  ``told``: the events it brought about.
    ``settled``: how many inputs after it led into a run and back home again; an undo takes them back with it.
    """

    kind: str
    body: dict[str, object]
    before: Position
    typed: list[str]
    count: int
    stood: int
    lies: Lies | None
    number: int
    told: tuple[EventNews, ...] = ()
    settled: int = 0


class Match:
    """One game: its inputs, undone ones too, become the public state, the run under way, and what hands did.

    The logical game is what the inputs say that still count.  Beside it stand the ledgers: every run that was
    begun, with what was done and seen.  An undo goes back in the first and leaves the second, so it goes no further
    back than to the beginning of a run in which hands did what they cannot put back: that run is led home first.

    ``state``: the public facts.  ``run``, ``plan``: the run under way and what it is of; None where a person moves.
    ``truth``: a rehearsal's cards; None in a real game.  ``news``: what the last input brought about; the caller
    may clear it.  ``voids``: how many turns were declared void.  ``inputs``: those that count, the oldest first.
    ``ledgers``: of every run whose outcome or cards still stand, the oldest first; the last is of the run under way.
    ``lived``: every input there was, those taken back too, by its number in the history.  ``record``: the digests of
    the record, from which check codes are made.
    """

    def __init__(self, table: Table, journal: Journal) -> None:
        """Rebuild the game from its journal: on simulated cards, if that says with which seed.

        Raises `JournalError` where the journal's entries make no game.
        """
        self.table, self.journal, self.seed = table, journal, journal.seed
        self.law = game_named(table.game)
        self.kinds = self.law.kinds
        self._choice = TurnPolicy.of(table)
        self._voice = voice_for(table)
        self._moved = False  # whether a whole under way has taken effect in part
        try:
            self._rebuild()
        except ProtocolBug as err:  # what a file holds is not ours to promise
            raise not_a_game(err, self.journal) from err

    @classmethod
    def open(cls, table: Table, path: Path | None, seed: int | None = None) -> Match:
        """Open the game in ``path``, or begin one there (None: in memory); ``seed``: of a rehearsal.

        A start that fails leaves no new file behind.

        Raises `JournalError` if the file is another table's, or damaged, or in use.
        """
        journal = Journal(path, facts_of(table, seed))
        try:
            same_game(journal, table)
            same_rehearsal(journal, seed)
            return cls(table, journal)
        except BaseException:
            journal.discard()
            raise

    def close(self) -> None:
        """Give the game's file free."""
        self.journal.close()

    def _set_up(self) -> None:
        """Stand where nothing has been typed."""
        self.state = state_before(self.table)
        self._need: tuple[Any, Need] | None = None  # of which facts
        self.truth = None if self.seed is None else Rehearsal(self.law, self.state, self.seed)
        self._wording: Wording | None = None
        self.run: Run | None = None
        self.plan: Selection | None = None
        self._standing = False  # whether the last run's columns still stand, for the next virtual turn
        self.voids = 0
        self.news: list[News] = []
        self._derived: list[tuple[str, dict[str, object]]] = []
        self.inputs: list[UndoPoint] = []
        self._ahead: list[UndoPoint] = []  # those taken back and not replaced, the next one last
        self.ledgers: list[Ledger] = []
        self.lived: list[Lived] = []
        self.record = RecordDigests()
        self._input = 0  # the number of the input that is taken, as the journal counts them
        self._turn: Turn | None = None  # the virtual turn under way, or the last one

    def _rebuild(self) -> None:
        self._set_up()
        entries = self.journal.entries
        expected = [(entry.kind, entry.body) for entry in entries if entry.derived]
        found: list[tuple[str, dict[str, object]]] = []
        try:
            for entry in entries:
                if not entry.derived:
                    self._input = entry.input
                    self._fold(entry.kind, entry.body)
                    found += self._derived
        except ProtocolBug:
            raise
        except (FacilitatorError, LookupError, TypeError, ValueError) as err:
            raise not_a_game(err, self.journal) from err
        if found != expected:
            raise JournalError(*refusal("refused.game.derived", save=save_words(self.journal.path)))
        self.news = []

    # -- where it stands -----------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """The seats' names, clockwise."""
        return [seat.name for seat in self.state.seats]

    @property
    def need(self) -> Need:
        """What the table must do now."""
        if self._need is None or self._need[0] is not self.state:
            self._need = self.state, self.law.need(self.state)
        return self._need[1]

    @property
    def turn(self) -> str | None:
        """The seat whose turn it is; None before the start and after the end."""
        need = self.need
        return None if isinstance(need, Over) else need.seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.need, Over)

    @property
    def front(self) -> Ledger | None:
        """The last run, if its cards lie on the table."""
        return self.ledgers[-1] if self.ledgers and self.ledgers[-1].open else None

    @property
    def no_further(self) -> bool:
        """Whether hands have done nothing beyond the operation at hand."""
        return self.run is not None and self.run.ledger is self.front and not self._beyond[1:]

    @property
    def recovering(self) -> bool:
        """Whether the run under way is the way back from one that was given up."""
        return self.plan is not None and self.plan.form == RECOVERY

    @property
    def decided(self) -> bool:
        """Whether the run under way has come to its result, so that it must be finished."""
        return self.run is not None and not self.recovering and decided(self.run.ledger.ops)

    @property
    def in_doubt(self) -> bool:
        """Whether the run whose cards lie on the table may be doubted: a wallet's, its last look not read."""
        return in_doubt(self.front)

    @property
    def slides_again(self) -> bool:
        """Whether a drawn card lies in the wallet unread, so that it can be slid in again."""
        run = self.run
        if run is None or not isinstance(run.ops[-1], ops.Look) or not self.no_further or run.ledger.ahead:
            return False
        return Repair.SLIDE_AGAIN in repairs(run.ops[:-1], run.ops[-1])

    @property
    def may_stop(self) -> bool:
        """Whether the run whose cards lie on the table may be given up."""
        return can_give_up(self.front)

    @property
    def drawing_lot(self) -> bool:
        """Whether a lot is drawn."""
        return self.plan is not None and self.plan.form == LOT_FORM

    @property
    def colour_lies(self) -> bool:
        """Whether it is a colour lottery that is under way, or led home."""
        return self.plan is not None and self.plan.chosen is not None

    @property
    def mark(self) -> str:
        """The check code of the current virtual turn, or "" if there is no virtual turn."""
        return "" if self.plan is None or self._turn is None else self.check_code(self._turn.began)

    @property
    def last_mark(self) -> str:
        """The check code that was read out last, or "" if there was none."""
        began = max((lived.began for lived in self.lived), default=0)
        return self.check_code(began) if began else ""

    def check_code(self, number: int) -> str:
        """Return the check code of a turn that began with the input of this number in the journal."""
        return check_code(self.record.after(number))

    @property
    def witness(self) -> Witness:
        """What a page remembers of this game: which game it is, and the full digest at each virtual turn so far."""
        turns = tuple(self.record.after(lived.began) for lived in self.lived if lived.began)
        return Witness(self.journal.beginning, turns)

    def likely(self) -> Event:
        """Return what the person in turn does in a rehearsal: again what was taken back, else what the cards say."""
        assert self.truth is not None
        if self._ahead and self._ahead[-1].kind == EVENT:
            return self.law.codec.of_json(self._ahead[-1].body, self.names)
        return self.truth.move(self.state)

    # -- how it is told ------------------------------------------------------------------------------

    @property
    def wording(self) -> Wording:
        """How much is told at once: as was chosen last, else as the table file says."""
        if self._wording is not None:
            return self._wording
        return Wording.FULL if self.table.wording == AUTO else Wording(self.table.wording)

    @property
    def practised(self) -> bool:
        """Whether brief wording is to be offered: nobody chose one yet, and enough runs were clean."""
        return self._unchosen and self._clean_runs >= CLEAN_RUNS

    @property
    def _unchosen(self) -> bool:
        return self._wording is None and self.table.wording == AUTO

    @property
    def _clean_runs(self) -> int:
        chosen = (one for one in self.ledgers if one.form != LOT_FORM)  # of one given up none is left
        return sum(one.closed and not one.undone for one in chosen)

    def tell_in(self, wording: Wording) -> None:
        """Go on in another wording, from the operation at hand."""
        self._wording = wording
        if self.run is not None:
            self.run.telling = replace(self.run.telling, wording=wording, first=False)

    def keep_wording(self) -> None:
        """Keep the wording that was chosen, from the operation at hand on, until the table file says another."""
        self._take(WORDING, {"told": self.wording.value, "over": self.table.wording})

    def telling(self, plan: Selection | None = None) -> Telling:
        """Return how runs are told now, with the masks of a plan."""
        masks = plan.masks if plan is not None else ()
        speech = Speech(self._voice, self.kinds.traits, masks=masks)
        return Telling(speech, self.wording, self._unchosen and not self._clean_runs)

    # -- an input takes effect -----------------------------------------------------------------------

    def _fold(self, kind: str, body: dict[str, object]) -> None:
        """Let one input take effect; raises and changes nothing if it cannot be."""
        self._derived = []
        row = self._record_row(kind, body)
        if kind in BESIDE:
            # no line of the history, and no number: else the gap would tell that somebody erred
            self._beside(kind, body)
        elif kind == UNDO:
            takes = self._takes()
            if body != {TAKES: takes}:
                raise JournalError(*refusal("refused.game.takes", takes=takes, found=str(body)))
            self._go_back()
            self.lived.append(Lived(UNDO, takes=takes))
        else:
            self._fold_input(kind, body)
        if row:
            self.record.add(self._input, *row)

    def _record_row(self, kind: str, body: dict[str, object]) -> tuple[object, ...]:
        """Return the row that an input adds to the digests, in canonical form.

        The row is empty for inputs that change nothing in the game: notes, reported mistakes, the wording, and the
        undo of a note.
        """
        undoes_remark = kind == UNDO and self.inputs and self.inputs[-1].kind in REMARKS
        if kind in BESIDE or kind in REMARKS or undoes_remark:
            return ()
        if kind == EVENT:
            event = self._without_idle_naming(self.law.codec.of_json(body, self.names))
            if not isinstance(event, Correct):
                return kind, *canonical_event(event, self.names, {})
            whole = complete_correction(self.law, self.state, event)
            return kind, *canonical_event(whole, self.names, self.law.zones(self.state).sizes)
        if kind in (ANSWER, MEND):
            return kind, *body.values()
        return (kind,)

    def _without_idle_naming(self, event: Event) -> Event:
        """Return a play without the colour or suit that was named with it, if naming it made no difference."""
        if not isinstance(event, Play) or event.named is None:
            return event
        plain = replace(event, named=None)
        try:
            same = self.law.apply(self.state, plain)[0] == self.law.apply(self.state, event)[0]
        except FacilitatorError:
            return event
        return plain if same else event

    def _beside(self, kind: str, body: dict[str, object]) -> None:
        """Let a row take effect that is no input of the game: a choice of wording, or a prompt that was reached."""
        if kind == REACHED:
            self._reached(body["steps"], body["of"])
        elif kind == WORDING and body["over"] == self.table.wording:  # else the table file was changed since
            self.tell_in(Wording(str(body["told"])))
            if self.run is not None:
                self.run.begin_here()

    def _reached(self, steps: object, of: object) -> None:
        if self.run is not None and isinstance(steps, int) and isinstance(of, int):
            self.run.reach(steps, of)

    def _fold_input(self, kind: str, body: dict[str, object]) -> None:
        again = self._again(kind, body)
        told, past, lived = len(self.news), self._point(kind, body), self._living(kind, body)
        self.inputs.append(past)
        try:
            self._effect(kind, body, again)
        except FacilitatorError:
            self.inputs.pop()
            raise
        if kind not in REMARKS:
            self._ahead = self._ahead[:-1] if again else []
        if self.run is None:
            self._next_run()
        if new := self.news[told:]:
            past.told = tuple([item for item in new if isinstance(item, EventNews)])
            if again:
                self.news[told:] = [said_again(item) for item in new]
        self.lived.append(self._brought(lived, past.told))

    def _brought(self, lived: Lived, told: tuple[EventNews, ...]) -> Lived:
        """Return what the history keeps of an input, with the events it brought about and the turn that it began."""
        if self._turn is not None and self._turn.began == self._input and self.plan is not None:
            return replace(lived, told=told, began=self._input, whose=self.plan.seat)
        return replace(lived, told=told) if told else lived

    def _again(self, kind: str, body: dict[str, object]) -> bool:
        """Whether this is the input that was taken back last."""
        return bool(self._ahead) and (self._ahead[-1].kind, self._ahead[-1].body) == (kind, body)

    def _point(self, kind: str, body: dict[str, object]) -> UndoPoint:
        """Return an input with where the game stands before it."""
        before = Position(self.state, self.plan, self._standing, self.voids, len(self.ledgers), self._turn)
        typed = self.run.typed if self.run is not None else []
        stood = 0 if self.run is None else ALL if kind == ANSWER else self.run.pressed
        # of an answer only the one that ends its run: to go back within a run moves no card, see `_conclude`
        lies = self.truth.table.lies() if self.truth is not None and kind != ANSWER else None
        return UndoPoint(kind, body, before, typed, len(typed), stood, lies, len(self.lived) + 1)

    def _living(self, kind: str, body: dict[str, object]) -> Lived:
        """Return what the history keeps of an input, but for what it brings about."""
        run = self.run
        if run is not None and kind == ANSWER:
            said, seat = str(body["said"]), run.ledger.seat
            if not said:
                return Lived(kind, "", run.stage, seat)
            before = "" if run.ledger.back_from is not None else run.before(said)
            return Lived(kind, self._words(kind, body), run.stage, seat, before=before)
        if run is not None and kind in (GIVE_UP, VOID):
            own = self.inputs[run.ledger.opened :]
            since = own[0].number if own else 0
            return Lived(kind, self._words(kind, body), since=since, stop=self._stop_place(kind, run))
        return Lived(kind, self._words(kind, body))

    def _words(self, kind: str, body: dict[str, object]) -> str:
        return input_words(kind, body, self.law, self.names)

    def _stop_place(self, kind: str, run: Run) -> StopPlace | None:
        """Return which run an input gives up, and where; None if it does not."""
        if kind != GIVE_UP or self._turn is None:
            return None
        return StopPlace(run.ledger.seat, run.number, run.stage, self._turn.events)

    def _effect(self, kind: str, body: dict[str, object], again: bool) -> None:
        if kind == EVENT:
            self._happen((self.law.codec.of_json(body, self.names),))
        elif kind == ANSWER:
            self._answer(str(body["said"]))
        elif kind == GIVE_UP:
            self._give_up()
        elif kind == VOID:
            self._void(str(body["reason"]))
        elif kind == MEND:
            self._mend(Repair(str(body["repair"])), again)

    def _happen(self, events: tuple[Event, ...], by_run: bool = False, moved: int = 0) -> None:
        """Apply events; the first ``moved`` draws were already carried out by a run."""
        truth = self.truth
        for number, event in enumerate(events):
            state, happened = self.law.apply(self.state, event)
            if truth is not None:
                truth.follow(event, happened, state, number < moved)
            self.state = state
            need = self.need
            again = isinstance(need, Ask | Select) and need.again
            ends = not (again or isinstance(event, Start | Round | Correct))
            self.news.append(EventNews(event, happened, state, by_run, number < moved, ends, self.voids))
            if by_run:
                self._derived.append((EVENT, self.law.codec.json(event)))
        if truth is not None:
            truth.agree(self.state)

    # -- runs ----------------------------------------------------------------------------------------

    def _next_run(self) -> None:
        """Begin the run that the game needs next, after what everybody can count or hands do without one."""
        while self.run is None and isinstance(need := self.need, Select | Blind | Lot | HandQuestion):
            reason = self._needless(need)
            if reason is None:
                self._begin(self._planned(need))
                continue
            if reason:
                self.news.append(Remark(reason))
            drawn = int(isinstance(need, Select) and need.may_draw)  # what is drawn cannot fit either
            follows = self.law.concluded(self.state, need, None, drawn)
            assert not isinstance(follows, Lot)
            self._happen(follows, by_run=True)

    def _needless(self, need: Select | Blind | Lot | HandQuestion) -> str | None:
        """Return why a need takes no run: what everybody can count, or "" for what hands do blindly; else None."""
        if isinstance(need, Blind):
            return ""
        if isinstance(need, Select):
            return None if self._standing else shortcut(self.state, self._choice)
        return answered(self.state, need, self._choice) if isinstance(need, HandQuestion) else None

    def _planned(self, need: Select | Blind | Lot | HandQuestion) -> Selection:
        """Return the run that a need takes."""
        if isinstance(need, Lot):  # one that follows no selection
            return plan_lot(need)
        if isinstance(need, HandQuestion):
            return plan_question(self.state, need, self._choice)
        return plan_selection(self.state, self._choice, self._standing)

    def _begin(self, plan: Selection, back_from: Ledger | None = None) -> None:
        """Begin a run."""
        self.plan = plan
        lying = plan.layout.lying if plan.layout else ()
        start = (
            {place: is_extra(face) for place, face in lying} if plan.surface is None else dict(plan.surface)
        )
        need = self.need
        events = self.state.n - (isinstance(need, Select) and need.again)
        if back_from is None and (self._turn is None or self._turn.events != events):
            self._turn = Turn(self._input, events)
        lies = self.truth.table.lies() if self.truth is not None else None
        opened = len(self.inputs)
        self.ledgers.append(Ledger(start, plan.seat, plan.form, opened, bool(lying), back_from, lies))
        self._perform(plan)

    def _perform(self, plan: Selection, typed: Sequence[str] = ()) -> None:
        """Perform a run from its beginning, as far as its answers were typed."""
        lying = plan.layout.lying if plan.layout else ()
        truth = self.truth.table if self.truth else None
        ledger = self.ledgers[-1]
        recipe = mended(plan.recipe, ledger.mends)
        self.run = Run(recipe, self.telling(plan), truth, lying, ledger.start, ledger)
        for said in typed:
            self.run.answer(said)

    def _answer(self, said: str) -> None:
        run, plan = self._under_way()
        run.answer(said)
        self._tell_by_hand(run.put_back)
        if run.outcome is not None:
            if self.truth is not None:
                self.inputs[-1].lies = self.truth.table.lies()
            self._conclude(run, plan, run.outcome)

    def _under_way(self) -> tuple[Run, Selection]:
        if self.run is None or self.plan is None:
            raise CommandError(*refusal("refused.answer.none"))
        return self.run, self.plan

    def _conclude(self, run: Run, plan: Selection, outcome: Outcome) -> None:
        self.run = self.plan = None
        ledger = self.ledgers[-1]
        if plan.chosen is None:  # a lot leaves standing columns alone
            self._standing = any(place.area == COLUMN for place in run.surface) and not ledger.home
        if ledger.back_from is not None:
            self._home(plan, ledger.back_from)
            return
        if plan.layout is not None:
            spent, layout, said = run.cost, plan.layout, outcome.card or NONE
            if outcome.drawn and outcome.card:
                said += ", drawn"
            line = RunLine(plan.seat, plan.form, layout.k, layout.m, spent.shuffles, spent.extra_cards, said)
            self.news.append(line)
            self._derived.append((RUN, line.to_json()))
        self._go_on(plan, outcome)

    def _go_on(self, plan: Selection, outcome: Outcome) -> None:
        """Begin the lot that an outcome leads to, or let happen what it amounts to."""
        follows = follows_of(self.law, plan, outcome, self.state)
        if isinstance(follows, Lot):
            self._begin(plan_lot(follows))
        else:
            self._happen(follows, by_run=True, moved=plan.drawn or outcome.drawn)

    # -- the way home --------------------------------------------------------------------------------

    def _give_up(self) -> None:
        if self.run is None or self.plan is None:
            raise CommandError(*refusal("refused.stop.none"))
        may_give_up(self.ledgers[-1])
        self._lead_home(self.plan)

    def _void(self, reason: str) -> None:
        """Declare a turn void: in the record, whatever was seen."""
        plan = self.plan
        if self.run is None or plan is None:
            raise CommandError(*refusal("refused.stop.none"))
        ledger, home = self.ledgers[-1], self.front is not None
        not_on_the_way_back(ledger)
        back = "" if home else events_back([told for past in reversed(self._ahead) for told in past.told])
        self.voids += 1
        void = VoidNews(ledger.seat, reason, ledger.seen)
        self.news.append(void)
        self._derived.append((VOIDED, void.to_json()))
        if words := redrawn_words(ledger) if home else back:
            self.news.append(Remark(words))
        if home:
            self._lead_home(plan)
            return
        # it came to its end before, so that its cards are home, but for what was played
        self._lay(ledger.lies)
        if ledger.standing and self.truth is not None:  # its run took home what the one before had left
            self.truth.table.gather()
        self._home(plan, ledger)

    def _lay(self, lies: Lies | None) -> None:
        """Lay a rehearsal's cards as people do who take a move back; what was mixed is mixed anew."""
        if self.truth is not None and lies is not None:
            self.truth.table.lay(lies)

    def _lead_home(self, plan: Selection) -> None:
        ledger = self.ledgers[-1]
        # the simulated table performs an operation when it comes up; what nobody could put back is finished
        finished = ledger.closed or finished_first(ledger.ops[-1])
        if self.truth is not None:
            ledger.look_away(self.truth.table)
            if not finished:
                self.truth.table.take_back()
        way = way_back(plan, ledger)
        if way is not None:
            self._begin(way, ledger)
        else:
            self._home(plan, ledger)

    def _home(self, plan: Selection, ledger: Ledger) -> None:
        """All cards of a run are home: what was typed for it is taken back with the input before it.

        It begins again; of a lot that was given up the card it belongs to stays selected.
        """
        self.run = self.plan = self._turn = None
        del self.ledgers[self.ledgers.index(ledger) :]
        if ledger.standing:  # the columns it began on are given back, however often it is gone through
            for one in reversed(self.ledgers):
                one.home = True
                if one.form != LOT_FORM:
                    break
        self._standing = self._standing and not ledger.standing
        self._join(ledger.opened)
        if plan.chosen is not None:
            self._go_on(Selection(plan.seat, "", ()), Outcome(plan.chosen, plan.drawn))

    def _join(self, count: int) -> None:
        """Let the inputs after the first ``count`` be taken back together with the last of these."""
        if count:
            self.inputs[count - 1].settled += sum(1 + past.settled for past in self.inputs[count:])
        del self.inputs[count:]

    # -- a repair in place ---------------------------------------------------------------------------

    def _mend(self, repair: Repair, again: bool) -> None:
        """Put a run right in place, before the operation at hand."""
        run, plan = self.run, self.plan
        there = run is not None and (self.no_further or again) and not run.ledger.ahead
        one = mend(repair, run.ops[:-1], run.ops[-1]) if run is not None and there else None
        if one is None or run is None or plan is None:
            raise TableError(*refusal("refused.mend"))
        run.ledger.mend(one, None if self.truth is None else self.truth.table)
        self._perform(plan, run.typed)

    # -- an undo takes effect ------------------------------------------------------------------------

    def _takes(self) -> int:
        """How many inputs an undo takes back now; raises `CommandError` at the start."""
        if not self.inputs:
            raise CommandError(*refusal("refused.undo.none"))
        return 1 + self.inputs[-1].settled

    def _may_undo(self, last: UndoPoint) -> None:
        """Raise `TableError` where hands cannot follow: in a repair, or before a run of which something stays."""
        runs = last.before.runs
        if last.kind == MEND and self.ledgers[runs - 1].mending:
            raise TableError(*refusal("refused.undo.repair"))
        if last.kind == ANSWER and self.ledgers[runs - 1].home:
            raise TableError(*refusal("refused.undo.gone", seat=self.ledgers[runs - 1].seat))
        if stays := [one.seat for one in self.ledgers[runs:] if one.lasting]:
            first = "refused.undo.stop" if self.may_stop else "refused.undo.void"
            raise TableError(*refusal("refused.undo.home" if self.recovering else first, seat=stays[0]))

    def _go_back(self) -> None:
        """Take the last input back.  What hands did in a run stays, but for what they can put back by hand."""
        last = self.inputs.pop()
        if last.kind in REMARKS:
            return
        self._ahead.append(last)
        ledger = self.ledgers[last.before.runs - 1] if last.before.runs else None
        if last.kind == MEND and ledger is not None:
            ledger.unmend()  # hands that have done the repair leave everything as it lies
            self._perform_again(last)
            return
        if last.kind in (ANSWER, GIVE_UP) and ledger is not None:
            ledger.undone = True
        in_run = last.kind == ANSWER and last.before.runs == len(self.ledgers) and self.run is not None
        self.state, self.plan, self._standing, self.voids, runs, self._turn = last.before
        self.run = None
        self._put_back_runs(runs)
        if not in_run:
            self._tell_by_hand(undone_by_hand(last.told))
            self._lay(last.lies)
        last.settled = 0
        self._perform_again(last)
        if self.run is not None:
            self.run.stand(last.stood)

    def _perform_again(self, last: UndoPoint) -> None:
        """Go through the run under way again, up to an input that was taken back."""
        if self.plan is not None:
            self._perform(self.plan, last.typed[: last.count])

    def _put_back_runs(self, count: int) -> None:
        """Let hands put back the runs after the first ``count``: then they never were."""
        later = self.ledgers[count:]
        self._tell_by_hand(put_back_words([done for one in later for done in one.entries], self.telling()))
        if later:
            self._lay(later[0].lies)
        del self.ledgers[count:]

    def _by_hand(self, words: str) -> str:
        """Return what hands do with real cards, if anything; in a rehearsal the program does it."""
        return sentence("undo.rehearsed", words=words) if words and self.truth is not None else words

    def _tell_by_hand(self, words: str) -> None:
        if words:
            self.news.append(Remark(self._by_hand(words)))

    # -- an input is taken: it is on disk before it counts -------------------------------------------

    @contextmanager
    def together(self) -> Iterator[None]:
        """Let all that is taken within count together: if one of it is refused or cannot be written, none does."""
        if self.journal.gathering:  # within a larger whole
            yield
            return
        run = self.run
        self._moved = False
        try:
            with self.journal.together():
                yield
        except FacilitatorError:
            # also where a card that cannot be came to light as the run ended
            if self._moved or self.run is not run:
                self._rebuild()
            raise

    def _take(self, kind: str, body: dict[str, object]) -> None:
        if not self.journal.gathering:
            with self.together():
                self._take(kind, body)
            return
        self._input = 1 + self.journal.inputs
        self._fold(kind, body)
        self._moved = True
        self.journal.append(kind, body, self._derived)

    def _take_again(self) -> None:
        """Type the input again that was taken back last."""
        self._take(self._ahead[-1].kind, self._ahead[-1].body)

    def replay(self, entry: JournalEntry) -> None:
        """Let an input of another journal of this table take effect, as it was kept; what is derived is no input."""
        if not entry.derived:
            self._take(entry.kind, entry.body)

    def submit(self, event: Event) -> None:
        """Take a typed public event; raises and changes nothing if it cannot be."""
        if self.run is not None:
            raise CommandError(
                *refusal("refused.move.run", seat=self.turn or "", event=self.law.codec.text(event))
            )
        by_a_person(self.law, self.state, self.need, event)
        body = self.law.codec.json(event)
        if self.truth is not None:
            self.truth.check(event, self.state)
        self._take(EVENT, body)

    def answer(self, said: str = "") -> None:
        """Record that the operation at hand is done, with its answer if it asks for one.

        If it is explained in several steps, record the step at hand. `press` records a whole act.
        """
        if self.run is not None and self.run.more and not said:
            self._reach(self.run, self.run.pressed + 1)
        else:
            self._take(ANSWER, {"said": said})

    def _reach(self, run: Run, steps: int) -> None:
        """Record how many steps of the act at hand are done, so that a restart comes back to this prompt.

        A front end never prompts within an act, because its session lets an act begin at every prompt.
        """
        if run.inside:
            run.press_to(steps)
        else:
            self._take(REACHED, {"steps": steps, "of": run.at_hand.steps})

    def resume(self, done: int) -> None:
        """Record how many movements of the act at hand were done before the program was restarted.

        Operations whose movements are all done are answered. A question stays open.
        """
        run, _ = self._under_way()
        if not done:
            return
        with self.together():
            for cue in run.movements:
                steps = len(cue.told)
                if done < steps or asked_by(cue.group.acts[-1]):
                    reached = min(done, steps - 1)
                    self._take(REACHED, {"steps": reached, "of": steps if reached else run.at_hand.steps})
                    return
                done -= steps
                for _ in cue.group.acts:
                    self._take(ANSWER, {"said": ""})

    def press(self, said: str = "") -> None:
        """Record that the step at hand is done: with the last step of an act, all its operations, one entry each.

        All of them or none: a run that was given up within the act cannot be gone on with.
        """
        run, _ = self._under_way()
        run.check(said)
        if run.more:
            self._reach(run, run.pressed + 1)
            return
        answers = [""] * (len(run.acts) - 1) + [said]
        with self.together():
            for one in answers:
                self._take(ANSWER, {"said": one})

    def note(self, text: str) -> None:
        """Keep a remark, such as what was seen by accident."""
        self._take(NOTE, {"text": text})

    def oops(self, mishap: str, way: str, text: str) -> None:
        """Keep that a mistake was told of, which way was taken, and both in words."""
        self._take(OOPS, {"mishap": mishap, "way": way, "text": text})

    def put_right(self, repair: Repair) -> None:
        """Put the run right in place: what is to be done for it comes before the operation at hand."""
        self._take(MEND, {"repair": repair.value})

    # -- a run given up, or declared void ------------------------------------------------------------

    def stop_run(self) -> str:
        """Give the run up whose cards lie on the table: the way back becomes the run, then the turn starts again.

        Return what hands do first.
        """
        if self.run is not None:
            may_give_up(self.run.ledger)
        return self._stop(GIVE_UP, {})

    def void(self, reason: str) -> str:
        """Declare the run void that is under way.

        ``reason``: the host's words, for the record.  Return what hands do first.  Raises `CommandError` without
        a reason, or with nothing to void; `TableError` where hands are on the way back already.
        """
        if not reason:
            raise CommandError(*refusal("refused.void.why"))
        return self._stop(VOID, {"reason": reason})

    def _stop(self, kind: str, body: dict[str, object]) -> str:
        back, ledger = bool(self._beyond[1:]), self.front
        with self.together():
            within = self._within()
            first = "" if ledger is None else hands_first(ledger, self.telling(self.plan), back, within)
            self._take(kind, body)
        return first

    def doubt(self) -> str:
        """Begin a wallet's turn again: as a run given up; at its last look, which may have been seen, as void.

        Return what hands do first.  Raises `CommandError` where there is no such turn.
        """
        if not self.in_doubt:
            raise CommandError(*refusal("refused.doubt"))
        return self.stop_run() if self.may_stop else self.void(sentence("stop.doubted"))

    def _within(self) -> bool:
        """Go to where hands are in the run under way; tell whether that is within an act they cannot put back.

        All but the end of such an act counts as done.
        """
        if self.front is None or self.recovering:
            return False
        while self._ahead and self._beyond[1:]:
            self._take_again()
        run = self.run
        # an act of several operations, so far begun that nobody could put it back
        if run is None or len(run.acts) < 2 or not any(map(finished_first, run.acts)):
            return False
        for _ in range(len(run.acts) - 1):
            self._take(ANSWER, {"said": ""})
        return True

    # -- back and forth in what was typed ------------------------------------------------------------

    def undo(self) -> str:
        """Undo the last input or step and return it in words. Raises `CommandError` at the start.

        Within a run an input is an operation. `unpress` undoes a whole act.
        """
        self._takes()
        last = self.inputs[-1]
        if self.run is not None and self.run.pressed > (last.stood if last.kind in REMARKS else 0):
            self._reach(self.run, self.run.pressed - 1)
            return sentence("typed.step")
        return self._undo_input()

    def _undo_input(self) -> str:
        takes, last = self._takes(), self.inputs[-1]
        self._may_undo(last)
        self._take(UNDO, {TAKES: takes})
        told = self._words(last.kind, last.body)
        return told if takes == 1 else sentence("undo.with_run", what=told, takes=takes)

    def unpress(self) -> str:
        """Take back the last press, be it of an act of several operations; return what it was, in words."""
        stood = self.run is not None and self.run.pressed > 0
        note = self.inputs[-1].kind in (*REMARKS, MEND) if self.inputs else False
        with self.together():
            told = self.undo()
            while not (stood or note) and self._inside():
                self._undo_input()
        return told

    def _inside(self) -> bool:
        """Whether it stands within an act of the run under way, after an answer to it."""
        run = self.run
        inside = run is not None and run.inside and bool(run.typed)
        return inside and self.inputs[-1].kind in (ANSWER, MEND, *REMARKS)

    def back(self, number: int) -> str:
        """Take back everything from the input of this number on, in one transaction; return what it was.

        Where the number stands within an act, the act is taken back from its beginning.  Raises `CommandError`
        for a number that does not count, `TableError` where hands cannot follow; then nothing has changed.
        """
        index = self._index(number)
        for past in self.inputs[index:]:
            self._may_undo(past)
            if any(isinstance(motion, Mixed) for motion, _ in motions_of(past.told)):
                raise TableError(*refusal("refused.back.mixed", number=past.number))
        inputs, entries, notes = list(self.inputs), 0, 0
        with self.together():
            while len(self.inputs) > index or self._inside():
                takes = self._takes()
                entries, notes = entries + takes, notes + (self.inputs[-1].kind in REMARKS)
                self._take(UNDO, {TAKES: takes})
        lowest, n = inputs[len(self.inputs)].number, phrase("n.entries", n=entries)
        if notes:
            return sentence("undo.from.notes", number=lowest, entries=n, notes=phrase("n.remarks", n=notes))
        return sentence("undo.from", number=lowest, entries=n)

    def _index(self, number: int) -> int:
        """Return where an input stands among those that count; raises `CommandError` for one that does not."""
        for index, past in enumerate(self.inputs):
            if past.number == number:
                return index
        known = any(line.first <= number <= line.last for line in self.history())
        raise CommandError(*refusal("refused.back.void" if known else "refused.back.number", number=number))

    def redo(self, presses: int = 1) -> int:
        """Type again what was taken back, so many presses of it; return how many there were.

        Raises `CommandError` if nothing was taken back, or something else was typed since; or what a press raises.
        """
        if not self._ahead:
            raise CommandError(*refusal("refused.redo"))
        done = 0
        with self.together():
            while done < presses and self._ahead:
                self._press_again()
                done += 1
        return done

    def _press_again(self) -> None:
        run = self.run
        for _ in range(1 if run is None else len(run.acts)):
            kind = self._ahead[-1].kind
            self._take_again()
            if kind != ANSWER or self.run is not run or not self._ahead:
                return

    @property
    def ahead(self) -> tuple[UndoPoint, ...]:
        """The inputs that were taken back and can be typed again, the next one first."""
        return tuple(self._ahead[::-1])

    # -- what is to be said --------------------------------------------------------------------------

    def history(self) -> tuple[HistoryLine, ...]:
        """Return the history of the game, the oldest line first."""
        return history(self.lived, self.law)

    @property
    def numbers(self) -> list[int]:
        """The number in the history of each operation answered in the run under way."""
        own = [] if self.run is None else self.inputs[self.run.ledger.opened :]
        return [past.number for past in own if past.kind == ANSWER]

    def entered(self) -> list[int]:
        """Return the numbers of the public events that were typed and count, the newest first."""
        return [past.number for past in reversed(self.inputs) if past.kind == EVENT]

    @property
    def _beyond(self) -> list[LedgerEntry]:
        """What hands have done of the run under way from the step at hand on."""
        return [] if self.run is None else self.run.ledger.entries[len(self.run.ops) - 1 :]

    @property
    def stays(self) -> str:
        """What an undo has left as it is on the table; empty if nothing."""
        return self._by_hand(stays_words(self._beyond))

    @property
    def seen_beyond(self) -> str:
        """What was read beyond the step at hand, and cannot be unseen; empty if nothing."""
        read = [
            called(done.answer, self.kinds.describe_named)
            for done in self._beyond
            if done.ticked and done.answer and asked_by(done.op)
        ]
        return sentence("undo.seen", read=Listed(tuple(read), Between.AND)) if read else ""

    @property
    def repair(self) -> str:
        """The honest way to change what hands cannot put back; empty where anything may be typed."""
        if not any(done.lasting for done in self._beyond):
            return ""
        by = sentence("undo.by_stop" if self.may_stop else "undo.by_void")
        return " ".join((sentence("undo.may_differ"), by))


def said_again(item: News) -> News:
    """Return what is told of an input that was taken back and is the same again."""
    return replace(item, again=True) if isinstance(item, EventNews) else item


def by_a_person(law: Rules[Any], state: Any, need: Need, event: Event) -> None:
    """Refuse a move typed for a virtual seat: its cards move by the steps of its turn alone."""
    whose: str = getattr(event, "seat", "")
    if isinstance(need, Over | ShowHand) or need.seat is None:
        return
    if not any(seat.virtual and seat.name == whose for seat in state.seats):
        return
    law.apply(state, event)  # an event that cannot be anyway says so first
    key = "refused.virtual.drawn" if isinstance(need, Ask) and need.again else "refused.virtual"
    raise CommandError(*refusal(key, seat=need.seat, whose=whose, event=law.codec.text(event)))
