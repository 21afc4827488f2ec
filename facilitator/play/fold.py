"""The fold: a game's inputs, undone ones too, become the public state, the run under way, and what hands did.

The logical game is what the inputs say that still count.  Beside it stand the ledgers: every run that hands
began, with what was done and seen.  An undo goes back in the first and leaves the second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from facilitator.errors import CommandError, FacilitatorError, JournalError, ProtocolBug
from facilitator.games.uno import cards as uno
from facilitator.games.uno.events import Drew, Event, Pass, from_json, to_json
from facilitator.games.uno.state import apply
from facilitator.machine.faces import SLEEVES, is_extra
from facilitator.machine.operations import COLUMN, Place
from facilitator.machine.perform import Outcome
from facilitator.play.giving_up import (
    cards_out,
    events_back,
    finished_first,
    may_give_up,
    not_on_the_way_back,
    nothing_to_give_up,
    results_ahead,
    way_back,
)
from facilitator.play.history import TAKES
from facilitator.play.journal import ANSWER, EVENT, GIVE_UP, NOTE, RUN, UNDO, VOID, Journal
from facilitator.play.ledger import Ledger, put_back_words
from facilitator.play.news import News, Remark, RunLine, Told, Void
from facilitator.play.past import Past
from facilitator.play.rehearsal import Rehearsal
from facilitator.play.run import Run
from facilitator.play.turn import (
    COLOUR,
    Choice,
    Selection,
    events_of,
    outcome_words,
    plan_colour,
    plan_selection,
    shortcut,
    state_before,
)
from facilitator.readings.narrate import Narrator
from facilitator.readings.simulate import Lies
from facilitator.readings.sleeves import SleeveNarrator

if TYPE_CHECKING:
    from facilitator.table.load import Table


class Fold:
    """A game rebuilt from its journal.  ``news`` collects what the last input brought about."""

    def __init__(self, table: Table, journal: Journal, seed: int | None = None) -> None:
        """Rebuild the game from its journal; ``seed`` makes it a rehearsal on simulated cards."""
        self.table, self.journal, self.seed = table, journal, seed
        self._choice = Choice.of(table)
        self._narrator = narrator_for(table)
        self._rebuild()

    # -- folding the journal -------------------------------------------------------------------------

    def _rebuild(self) -> None:
        self.state = state_before(self.table)
        self.truth = None if self.seed is None else Rehearsal(self.state, self.seed)
        self.run: Run | None = None
        self.plan: Selection | None = None
        self._standing = False  # whether the last run's columns still stand, for the next virtual turn
        self.voids = 0
        self.news: list[News] = []
        self._derived: list[tuple[str, dict[str, object]]] = []
        self._carried = False  # whether hands carried this input out before it was taken back
        self._path: list[Past] = []  # the inputs that count
        self._ahead: list[Past] = []  # those taken back and not replaced, the next one last
        self._ledgers: list[Ledger] = []  # of every run whose outcome or cards still stand
        self._begun = 0  # how many of them what was typed has reached
        entries = self.journal.entries
        expected = [(entry.kind, entry.body) for entry in entries if entry.derived]
        found: list[tuple[str, dict[str, object]]] = []
        try:
            for entry in entries:
                if not entry.derived:
                    self._fold(entry.kind, entry.body)
                    found += self._derived
        except ProtocolBug:
            raise
        except (FacilitatorError, LookupError, TypeError) as err:
            reason = err.found if isinstance(err, FacilitatorError) else repr(err)
            raise JournalError(
                "entries that make a game", f"one that cannot be ({reason})", "Restore a copy, or use --new."
            ) from err
        if found != expected:
            raise JournalError(
                "the journal to give the same game again",
                "other events than were written",
                "Use the version of the program that began this game.",
            )
        self.news = []

    def _fold(self, kind: str, body: dict[str, object]) -> None:
        """Let one input take effect; raises and changes nothing if it cannot be."""
        self._derived = []
        if kind == UNDO:
            if body != {TAKES: self._takes()}:
                raise CommandError(f"{self._takes()} to take back", str(body), "The journal is damaged.")
            self._go_back()
            return
        before = self._again(kind, body)
        if kind in (EVENT, ANSWER) and before is None:
            self._nothing_ahead()
        self._carried = before is not None and before.carried
        told, past = len(self.news), self._now(kind, body)
        if before is not None and before.carried:
            past.lies = before.lies
        self._path.append(past)
        try:
            self._effect(kind, body)
        except FacilitatorError:
            self._path.pop()
            raise
        if kind != NOTE:
            self._ahead = self._ahead[:-1] if before is not None else []
        if self.run is None:
            self._next_run()
        past.told = tuple(item for item in self.news[told:] if isinstance(item, Told))
        if before is not None:
            self.news[told:] = [
                replace(i, again=True) if isinstance(i, Told) else i for i in self.news[told:]
            ]

    def _again(self, kind: str, body: dict[str, object]) -> Past | None:
        """Return the input that was taken back last if this is the same."""
        last = self._ahead[-1] if self._ahead else None
        return last if last is not None and (last.kind, last.body) == (kind, body) else None

    def _effect(self, kind: str, body: dict[str, object]) -> None:
        if kind == EVENT:
            self._happen((from_json(body, self.names),))
        elif kind == ANSWER:
            self._answer(str(body["said"]))
        elif kind == GIVE_UP:
            self._give_up()
        elif kind == VOID:
            self._void(str(body["reason"]))

    def _now(self, kind: str, body: dict[str, object]) -> Past:
        typed = self.run.typed if self.run is not None else []
        lies = self.truth.table.lies() if self.truth is not None else None
        return Past(
            kind,
            body,
            self.state,
            self.plan,
            typed,
            len(typed),
            self._standing,
            self.voids,
            self._begun,
            lies,
        )

    @property
    def names(self) -> list[str]:
        """The seats' names, clockwise."""
        return [seat.name for seat in self.state.seats]

    def _happen(self, events: tuple[Event, ...], by_run: bool = False, moved: int = 0) -> None:
        """Apply events; the first ``moved`` draws were already carried out by a run."""
        for number, event in enumerate(events):
            applied = apply(self.state, event)
            if self.truth is not None and not self._carried:
                self.truth.follow(event, applied.consequences, number < moved)
            self.state = applied.state
            self.news.append(
                Told(event, applied.consequences, applied.state, by_run, number < moved, self.voids)
            )
            if by_run:
                self._derived.append((EVENT, to_json(event)))
        if self.truth is not None and not self._carried:
            self.truth.agree(self.state)

    def _next_run(self) -> None:
        while (state := self.state).started and state.winner is None and state.seats[state.turn].virtual:
            reason = None if self._standing else shortcut(state, self._choice)
            if reason is None:
                self._begin(plan_selection(state, self._choice, self._standing))
                return
            self.news.append(Remark(reason))
            seat = state.seats[state.turn].name
            self._happen((Drew(seat),), by_run=True)
            self._happen((Pass(seat),), by_run=True)

    def _begin(self, plan: Selection, back_from: Ledger | None = None) -> None:
        """Begin a run, or go through it again where hands did already."""
        self.plan = plan
        lying = plan.layout.lying if plan.layout else ()
        start = (
            {place: is_extra(face) for place, face in lying} if plan.surface is None else dict(plan.surface)
        )
        if self._begun == len(self._ledgers):
            lies = self.truth.table.lies() if self.truth is not None else None
            ledger = Ledger(start, plan.seat, plan.form, len(self._path), bool(lying), back_from, lies)
            self._ledgers.append(ledger)
        self._begun += 1
        self.run = self._performed(plan, start)

    def _performed(self, plan: Selection, start: Mapping[Place, bool]) -> Run:
        lying = plan.layout.lying if plan.layout else ()
        truth = self.truth.table if self.truth else None
        return Run(plan.recipe, self._narrator, truth, lying, start, self._ledgers[self._begun - 1])

    def _answer(self, said: str) -> None:
        if self.run is None or self.plan is None:
            raise CommandError("a move", "an answer to a step", "No run is under way.")
        self.run.answer(said)
        if self.run.put_back:
            self.news.append(Remark(self.run.put_back))
        if self.run.outcome is not None:
            self._conclude(self.run, self.plan, self.run.outcome)

    def _conclude(self, run: Run, plan: Selection, outcome: Outcome) -> None:
        self.run = self.plan = None
        ledger = self._ledgers[self._begun - 1]
        if plan.chosen is None:  # a colour lottery leaves standing columns alone
            self._standing = any(place.area == COLUMN for place in run.surface) and not ledger.home
        if ledger.back_from is not None:
            self._settle(ledger.back_from)
            if plan.chosen is not None:
                self._begin(plan_colour(plan.seat, Outcome(plan.chosen, plan.drawn)))
            return
        if plan.layout is not None:
            spent, layout = run.cost, plan.layout
            said = outcome_words(outcome)
            line = RunLine(plan.seat, plan.form, layout.k, layout.m, spent.shuffles, spent.extra_cards, said)
            self.news.append(line)
            self._derived.append((RUN, line.to_json()))
        follows = events_of(plan, outcome, self.state)
        if isinstance(follows, Selection):
            self._begin(follows)
        else:
            self._happen(follows, by_run=True, moved=plan.drawn or outcome.drawn)

    # -- hands do not rewind -------------------------------------------------------------------------

    @property
    def _front(self) -> Ledger | None:
        """The last run, if its cards lie on the table."""
        return self._ledgers[-1] if self._ledgers and self._ledgers[-1].open else None

    @property
    def ledgers(self) -> list[Ledger]:
        """What hands did in every run whose outcome or cards still stand, the oldest first."""
        return list(self._ledgers)

    @property
    def behind(self) -> bool:
        """Whether moves or runs were taken back that hands have carried out all the same."""
        return self._begun < len(self._ledgers) or any(past.carried and past.told for past in self._ahead)

    def _nothing_ahead(self) -> None:
        """Refuse another input where later runs were begun: their cards were mixed, their results seen."""
        later = self._ledgers[self._begun :]
        if not later:
            return
        if self._front is not None:
            raise cards_out(self._front.seat)
        raise results_ahead(list(dict.fromkeys(f"{one.seat}'s run" for one in later)))

    def _takes(self) -> int:
        """How many inputs an undo takes back now; raises `CommandError` at the start."""
        if not self._path:
            raise CommandError("something to take back", "a game that has not begun", "Go on.")
        return 1 + self._path[-1].settled

    def _go_back(self) -> None:
        """Take the last input back.  What hands did in a run stays, but for what they can put back by hand."""
        last = self._path.pop()
        if last.kind == NOTE:
            return
        in_run = last.kind == ANSWER and last.begun == self._begun and self.run is not None
        self.state, self.plan, self._standing = last.state, last.plan, last.standing
        self.voids, self._begun, self.run = last.voids, last.begun, None
        later = self._ledgers[self._begun :]
        if later and not any(one.lasting for one in later):
            if words := put_back_words([done for one in later for done in one.entries], self._narrator):
                self.news.append(Remark(words))
            del self._ledgers[self._begun :]
            later = []
        self._ahead.append(last)
        last.carried = True
        if not in_run and not later and not (last.settled and last.kind == ANSWER):
            self._lay(last.lies)
        last.settled = 0
        if self.plan is not None:
            self.run = self._performed(self.plan, self._ledgers[self._begun - 1].start)
            for said in last.typed[: last.count]:
                self.run.answer(said)

    def _lay(self, lies: Lies | None) -> None:
        """Lay a rehearsal's cards as people do who take a move back; what was mixed is mixed anew."""
        for past in self._ahead:
            past.carried = False
        if self.truth is not None and lies is not None:
            self.truth.table.lay(lies)

    def _give_up(self) -> None:
        if self.run is None or self.plan is None:
            raise nothing_to_give_up()
        may_give_up(self._ledgers[self._begun - 1])
        self._lead_home(self.plan)

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
            self._colour_again(plan)

    def _colour_again(self, plan: Selection) -> None:
        if plan.chosen is not None:
            self._begin(plan_colour(plan.seat, Outcome(plan.chosen, plan.drawn)))

    def _settle(self, ledger: Ledger) -> None:
        """All cards of a run are home: what was typed for it is taken back with the input before it."""
        index = self._ledgers.index(ledger)
        del self._ledgers[index:]
        self._begun = index
        if (
            ledger.standing
        ):  # the columns that the run before left are given back, however often it is gone through
            self._standing = False
            for one in reversed(self._ledgers):
                one.home = True
                if one.form != COLOUR:
                    break
        self._join(ledger.opened)

    def _join(self, count: int) -> None:
        """Let the inputs after the first ``count`` be taken back together with the last of these."""
        if count:
            self._path[count - 1].settled += sum(1 + past.settled for past in self._path[count:])
        del self._path[count:]

    def _void(self, reason: str) -> None:
        """Declare a turn void, or everything after this point: in the record, whatever was seen."""
        first = self._begun - (self.plan is not None)
        later = self._ledgers[first:]
        if not later:
            raise nothing_to_give_up()
        not_on_the_way_back(later[0], "void")
        home = self._front is not None and self.plan is not None
        back = "" if home else events_back([told for past in self._ahead for told in reversed(past.told)])
        self.voids += 1
        void = Void(later[0].seat, reason, tuple(seen for one in later for seen in one.seen))
        self.news.append(void)
        self._derived.append((VOID, void.to_json()))
        if home and self.plan is not None:
            self._lead_home(self.plan)
            return
        if back:
            self.news.append(Remark(back))
        self._drop(later)

    def _drop(self, later: Sequence[Ledger]) -> None:
        """Forget finished runs that were declared void: their cards are home, and what was played goes back."""
        plan, self.run, self.plan = self.plan, None, None
        self._lay(self._ahead[-1].lies if plan is None else later[0].lies)
        if plan is None:
            del self._ledgers[self._begun :]
            self._join(len(self._path) - 1)
        else:
            self._settle(later[0])
            self._colour_again(plan)


def narrator_for(table: Table) -> Narrator:
    """Return the narrator of a table: its people, its equipment, its decks."""
    people = tuple(seat.name for seat in table.people)
    kind = SleeveNarrator if table.equipment == SLEEVES else Narrator
    narrator = kind(people, table.equipment.removesuffix("s"), uno.describe)
    if table.pool == "shared":
        return narrator
    return replace(narrator, deck="the pool deck", pile="the pool's discards")
