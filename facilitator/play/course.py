"""The course of a game: events, runs and the way home, beside the ledgers of what hands did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from facilitator.errors import CommandError
from facilitator.games.due import Ask, Blind, HandQuestion, Lot, Need, Over, Select
from facilitator.games.events import Correct, Event, Round, Start
from facilitator.games.registry import game_named
from facilitator.machine.faces import NONE, SLEEVES, is_extra
from facilitator.machine.operations import COLUMN, Place
from facilitator.machine.perform import Outcome
from facilitator.play.chronicle import Lived
from facilitator.play.counted import answered, shortcut
from facilitator.play.giving_up import finished_first, way_back
from facilitator.play.journal import EVENT, MISTAKE, RUN, Journal
from facilitator.play.ledger import Ledger
from facilitator.play.news import EventNews, News, Remark, RunLine
from facilitator.play.past import Turn, UndoPoint
from facilitator.play.question import plan_question
from facilitator.play.rehearsal import Rehearsal
from facilitator.play.run import Run
from facilitator.play.telling import Telling, narrator_for
from facilitator.play.turn import (
    LOT_FORM,
    Selection,
    TurnPolicy,
    follows_of,
    plan_lot,
    plan_selection,
    state_before,
)
from facilitator.protocols.mending import mended
from facilitator.readings.brief import Speech
from facilitator.readings.brief_sleeves import SleeveSpeech
from facilitator.readings.grouping import Wording
from facilitator.readings.simulate import Lies

if TYPE_CHECKING:
    from facilitator.table.load import Table

AUTO = "auto"
"""A table's wording: full until somebody types another; brief is offered after some clean runs."""
CLEAN_RUNS = 2
"""Runs that came to their result, not given up, nothing taken back in them: after so many brief is offered."""


class Course:
    """Where a game stands: its public state, the run under way, and the ledgers of what hands did."""

    def __init__(self, table: Table, journal: Journal, seed: int | None = None) -> None:
        """Set up a game that has not begun; ``seed`` makes it a rehearsal on simulated cards."""
        self.table, self.journal, self.seed = table, journal, seed
        self.law = game_named(table.game)
        self._choice = TurnPolicy.of(table)
        self._narrator = narrator_for(table)
        self._set_up()

    def _set_up(self) -> None:
        self.state = state_before(self.table)
        self.truth = None if self.seed is None else Rehearsal(self.law, self.state, self.seed)
        self._wording: Wording | None = None
        self.run: Run | None = None
        self.plan: Selection | None = None
        self._standing = False  # whether the last run's columns still stand, for the next virtual turn
        self.voids = 0
        self.news: list[News] = []
        self._derived: list[tuple[str, dict[str, object]]] = []
        self._carried = False  # whether hands carried this input out before it was taken back
        self._path: list[UndoPoint] = []  # the inputs that count
        self._ahead: list[UndoPoint] = []  # those taken back and not replaced, the next one last
        self._ledgers: list[Ledger] = []  # of every run whose outcome or cards still stand
        self._lived: list[Lived] = []  # every input there was, those taken back too
        self._begun = 0  # how many of them what was typed has reached
        self._input = 0  # the number of the input that is taken, as the journal counts them
        self._turn: Turn | None = None  # the virtual turn under way, or the last one

    @property
    def names(self) -> list[str]:
        """The seats' names, clockwise."""
        return [seat.name for seat in self.state.seats]

    @property
    def need(self) -> Need:
        """What the table must do now."""
        return self.law.need(self.state)

    @property
    def ledgers(self) -> list[Ledger]:
        """What hands did in every run whose outcome or cards still stand, the oldest first."""
        return list(self._ledgers)

    @property
    def turn(self) -> str | None:
        """The seat whose turn it is; None before the start and after the end."""
        need = self.need
        return None if isinstance(need, Over) else need.seat

    def _happen(self, events: tuple[Event, ...], by_run: bool = False, moved: int = 0) -> None:
        """Apply events; the first ``moved`` draws were already carried out by a run."""
        for number, event in enumerate(events):
            state, happened = self.law.apply(self.state, event)
            if self.truth is not None and not self._carried:
                self.truth.follow(event, happened, state, number < moved)
            self.state = state
            need = self.need
            again = isinstance(need, Ask | Select) and need.again
            ends = not (again or isinstance(event, Start | Round | Correct))
            self.news.append(EventNews(event, happened, state, by_run, number < moved, ends, self.voids))
            if by_run:
                self._derived.append((EVENT, self.law.event_json(event)))
        if self.truth is not None and not self._carried:
            self.truth.agree(self.state)

    def _next_run(self) -> None:
        while isinstance(need := self.need, Select | Blind | Lot | HandQuestion):
            if isinstance(need, Blind):  # hands do it without a run
                follows = self.law.concluded(self.state, need, None, 0)
                assert not isinstance(follows, Lot)
                self._happen(follows, by_run=True)
                continue
            if isinstance(need, Lot):  # one that follows no selection
                self._begin(plan_lot(need))
                return
            if isinstance(need, HandQuestion):
                if known := answered(self.state, need, self._choice):
                    self.news.append(Remark(known))
                    follows = self.law.concluded(self.state, need, None, 0)
                    assert not isinstance(follows, Lot)
                    self._happen(follows, by_run=True)
                    continue
                self._begin(plan_question(self.state, need, self._choice))
                return
            reason = None if self._standing else shortcut(self.state, self._choice)
            if reason is None:
                self._begin(plan_selection(self.state, self._choice, self._standing))
                return
            self.news.append(Remark(reason))
            drawn = int(need.may_draw)  # what is drawn cannot fit either
            follows = self.law.concluded(self.state, need, None, drawn)
            assert not isinstance(follows, Lot)
            self._happen(follows, by_run=True)

    def _begin(self, plan: Selection, back_from: Ledger | None = None) -> None:
        """Begin a run, or go through it again where hands did already."""
        self.plan = plan
        lying = plan.layout.lying if plan.layout else ()
        start = (
            {place: is_extra(face) for place, face in lying} if plan.surface is None else dict(plan.surface)
        )
        need = self.need
        events = self.state.n - (isinstance(need, Select) and need.again)
        if back_from is None and (self._turn is None or self._turn.events != events):
            self._turn = Turn(self._input, events)
        if self._begun == len(self._ledgers):
            lies = self.truth.table.lies() if self.truth is not None else None
            ledger = Ledger(start, plan.seat, plan.form, len(self._path), bool(lying), back_from, lies)
            self._ledgers.append(ledger)
        self._begun += 1
        self.run = self._performed(plan, start)

    def _performed(self, plan: Selection, start: Mapping[Place, bool]) -> Run:
        lying = plan.layout.lying if plan.layout else ()
        truth = self.truth.table if self.truth else None
        telling = self.telling(plan)
        ledger = self._ledgers[self._begun - 1]
        return Run(mended(plan.recipe, ledger.mends), telling, truth, lying, start, ledger)

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
        if self._wording is not None or self.table.wording != AUTO:
            return False
        chosen = [one for one in self._ledgers if one.form != LOT_FORM]  # of one given up no ledger is left
        return sum(one.closed and not one.undone for one in chosen) >= CLEAN_RUNS

    def tell_in(self, wording: Wording) -> None:
        """Go on in another wording, from the operation at hand."""
        self._wording = wording
        if self.run is not None:
            self.run.telling = replace(self.run.telling, wording=wording)

    def _beside(self, kind: str, body: dict[str, object]) -> None:
        """Take up what is kept beside the game: the wording that was chosen."""
        if kind == MISTAKE:
            return
        wording = Wording(str(body["told"]))
        if body["over"] == self.table.wording:  # else the table file was changed since, and says it
            self.tell_in(wording)
            if self.run is not None:
                self.run.begin_here()

    def telling(self, plan: Selection | None = None) -> Telling:
        """Return how runs are told now, with the pairs of a plan's layout."""
        layout = plan.layout if plan is not None else None
        kind = SleeveSpeech if self.table.equipment == SLEEVES else Speech
        speech = kind(self._narrator, self.law.kinds.traits, 1 if layout is None else layout.pairs)
        return Telling(speech, self.wording)

    def _answer(self, said: str) -> None:
        if self.run is None or self.plan is None:
            raise CommandError("a move", "an answer to a step", "No run is under way.")
        self.run.answer(said)
        if self.run.put_back:
            self.news.append(Remark(self.run.put_back))
        if self.run.outcome is not None:
            if self.truth is not None and not self._carried:
                self._path[-1].lies = self.truth.table.lies()
            self._conclude(self.run, self.plan, self.run.outcome)

    def _conclude(self, run: Run, plan: Selection, outcome: Outcome) -> None:
        self.run = self.plan = None
        ledger = self._ledgers[self._begun - 1]
        if plan.chosen is None:  # a lot leaves standing columns alone
            self._standing = any(place.area == COLUMN for place in run.surface) and not ledger.home
        if ledger.back_from is not None:
            self._settle(ledger.back_from)
            self._lot_again(plan)
            return
        if plan.layout is not None:
            spent, layout = run.cost, plan.layout
            said = outcome_words(outcome)
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

    def _lay(self, lies: Lies | None) -> None:
        """Lay a rehearsal's cards as people do who take a move back; what was mixed is mixed anew."""
        for past in self._ahead:
            past.carried = False
        if self.truth is not None and lies is not None:
            self.truth.table.lay(lies)

    def _lead_home(self, plan: Selection) -> None:
        ledger = self._ledgers[self._begun - 1]
        # the simulated table performs an operation when it comes up; what nobody could put back is finished
        if (
            self.truth is not None
            and not self._carried
            and not (ledger.closed or finished_first(ledger.ops[-1]))
        ):
            self.truth.table.take_back()
        way = way_back(plan, ledger)
        self.run = self.plan = None
        if way is not None:
            self._begin(way, ledger)
        else:
            self._settle(ledger)
            self._lot_again(plan)

    def _lot_again(self, plan: Selection) -> None:
        """Begin the lot anew that was given up, if it was one: the card it belongs to stays selected."""
        if plan.chosen is not None:
            self._go_on(Selection(plan.seat, "", ()), Outcome(plan.chosen, plan.drawn))

    def _settle(self, ledger: Ledger) -> None:
        """All cards of a run are home: what was typed for it is taken back with the input before it."""
        self._turn = None  # it begins again
        index = self._ledgers.index(ledger)
        del self._ledgers[index:]
        self._begun = index
        if (
            ledger.standing
        ):  # the columns that the run before left are given back, however often it is gone through
            self._standing = False
            for one in reversed(self._ledgers):
                one.home = True
                if one.form != LOT_FORM:
                    break
        self._join(ledger.opened)

    def _join(self, count: int) -> None:
        """Let the inputs after the first ``count`` be taken back together with the last of these."""
        if count:
            self._path[count - 1].settled += sum(1 + past.settled for past in self._path[count:])
        del self._path[count:]


def outcome_words(outcome: Outcome) -> str:
    """Return an outcome as the run line writes it: a card, "none", with "drawn" where it was just drawn."""
    said = outcome.card or NONE
    return f"{said}, drawn" if outcome.drawn and outcome.card else said
