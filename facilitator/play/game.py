"""A game in progress: the journal's inputs, folded into the public state and the run under way.

`Game` is what the command line talks to.  It says what is needed next, takes one input at a time, and writes
each to the journal before it counts.  A refused input changes nothing, neither here nor on disk.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.errors import CommandError, FacilitatorError, JournalError, ProtocolBug
from facilitator.games.base import Ask, Clock, Event, Lot, Need, Over, Play, Round, Select, Show, Start, Stop
from facilitator.games.registry import game_named
from facilitator.machine.faces import SLEEVES
from facilitator.machine.operations import COLUMN, Scramble
from facilitator.machine.perform import Outcome
from facilitator.play.giving_up import RECOVERY, decided, may_give_up, way_back
from facilitator.play.going_on import facts_of, not_a_game, same_game, same_rehearsal
from facilitator.play.journal import ANSWER, EVENT, GIVE_UP, NOTE, RUN, UNDO, Journal
from facilitator.play.news import News, Remark, RunLine, Told
from facilitator.play.rehearsal import Rehearsal
from facilitator.play.run import Run
from facilitator.play.turn import (
    COLOUR,
    Choice,
    Selection,
    follows_of,
    outcome_words,
    plan_lot,
    plan_selection,
    shortcut,
    state_before,
)
from facilitator.readings.narrate import Narrator
from facilitator.readings.sleeves import SleeveNarrator

if TYPE_CHECKING:
    from facilitator.table.load import Table


class Game:
    """One game.  ``news`` collects what the last input brought about; the caller may clear it."""

    def __init__(self, table: Table, journal: Journal, seed: int | None = None) -> None:
        """Rebuild the game from its journal; ``seed`` makes it a rehearsal on simulated cards."""
        self.table, self.journal, self.seed = table, journal, seed
        self.law = game_named(table.game)
        self._choice = Choice.of(table)
        self._narrator = narrator_for(table)
        try:
            self._rebuild()
        except ProtocolBug as err:  # what a file holds is not ours to promise
            raise not_a_game(err) from err

    @classmethod
    def open(cls, table: Table, path: Path | None, seed: int | None = None) -> Game:
        """Open the game in ``path``, or begin one there (None: in memory).

        Raises `JournalError` if the file is another table's, or damaged, or in use.
        """
        journal = Journal(path, facts_of(table, seed))
        try:
            same_game(journal, table)
            same_rehearsal(journal, seed)
            return cls(table, journal, seed)
        except BaseException:
            journal.close()
            raise

    @classmethod
    def reread(cls, table: Table, journal: Journal) -> None:
        """Work a journal's game out again, real or rehearsed; raises `JournalError` unless it is as written."""
        seed = journal.facts.get("rehearsal")
        cls(table, journal, seed if isinstance(seed, int) else None)

    # -- folding the journal -------------------------------------------------------------------------

    def _rebuild(self) -> None:
        self.state = state_before(self.table)
        self.truth = None if self.seed is None else Rehearsal(self.law, self.state, self.seed)
        self.run: Run | None = None
        self.plan: Selection | None = None
        self._stood: list[int] = []  # where each input that counts found the steps of its operation
        self._standing = False  # whether the last run's columns still stand, for the next virtual turn
        self.news: list[News] = []
        self._derived: list[tuple[str, dict[str, object]]] = []
        stored = self.journal.live()
        expected = [(entry.kind, entry.body) for entry in stored if entry.derived]
        found: list[tuple[str, dict[str, object]]] = []
        try:
            for entry in stored:
                if not entry.derived:
                    self._fold(entry.kind, entry.body)
                    found += self._derived
        except ProtocolBug:
            raise
        except (FacilitatorError, LookupError, TypeError, ValueError) as err:
            raise not_a_game(err) from err
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
        stood = 0 if self.run is None else self.run.pressed + (self.run.more if kind == ANSWER else 0)
        if kind == EVENT:
            self._happen((self.law.event_of(body, self.names),))
        elif kind == ANSWER:
            self._answer(str(body["said"]))
        elif kind == GIVE_UP:
            self._give_up()
        if self.run is None:
            self._next_run()
        self._stood.append(stood)

    @property
    def names(self) -> list[str]:
        """The seats' names, clockwise."""
        return [seat.name for seat in self.state.seats]

    def _happen(self, events: tuple[Event, ...], by_run: bool = False, moved: int = 0) -> None:
        """Apply events; the first ``moved`` draws were already carried out by a run."""
        for number, event in enumerate(events):
            state, happened = self.law.apply(self.state, event)
            if self.truth is not None:
                self.truth.follow(event, happened, state, number < moved)
            self.state = state
            need = self.need
            again = isinstance(need, Ask | Select) and need.again
            ends = not (again or isinstance(event, Start | Round))
            self.news.append(Told(event, happened, state, by_run, number < moved, ends))
            if by_run:
                self._derived.append((EVENT, self.law.event_json(event)))
        if self.truth is not None:
            self.truth.agree(self.state)

    def _next_run(self) -> None:
        while isinstance(need := self.need, Select | Lot):
            if isinstance(need, Lot):
                self._begin(plan_lot(need))
                return
            reason = None if self._standing else shortcut(self.state, self._choice)
            if reason is None:
                self._begin(plan_selection(self.state, self._choice, self._standing))
                return
            self.news.append(Remark(reason))
            follows = self.law.concluded(self.state, need, None, 1)  # what is drawn cannot fit either
            assert not isinstance(follows, Lot)
            self._happen(follows, by_run=True)

    def _begin(self, plan: Selection) -> None:
        self.plan = plan
        lying = plan.layout.lying if plan.layout else ()
        surface = None if plan.surface is None else dict(plan.surface)
        truth = self.truth.table if self.truth else None
        self.run = Run(plan.recipe, self._narrator, truth, lying, surface)

    def _answer(self, said: str) -> None:
        if self.run is None or self.plan is None:
            raise CommandError("a move", "an answer to a step", "No run is under way.")
        self.run.answer(said)
        if self.run.outcome is not None:
            self._conclude(self.run, self.plan, self.run.outcome)

    def _conclude(self, run: Run, plan: Selection, outcome: Outcome) -> None:
        self.run = self.plan = None
        if plan.chosen is None:  # a colour lottery leaves standing columns alone
            self._standing = any(place.area == COLUMN for place in run.surface)
        if plan.form == RECOVERY:
            if plan.chosen is not None:
                self._go_on(Selection(plan.seat, "", ()), Outcome(plan.chosen, plan.drawn))
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

    def _give_up(self) -> None:
        run, plan = self.run, self.plan
        if run is None or plan is None:
            raise CommandError(
                "a run under way", "none", "There is nothing to give up. u takes the last entry back."
            )
        may_give_up(plan, run.ops)
        *done, doing = run.ops
        # the simulated table performs an operation when it comes up; a scramble is finished, the rest undone
        if self.truth is not None and not isinstance(doing, Scramble):
            self.truth.table.take_back()
        self._begin(way_back(plan, run.surface, done, doing) or plan)

    # -- inputs --------------------------------------------------------------------------------------

    def submit(self, event: Event) -> None:
        """Take a typed public event; raises and changes nothing if it cannot be."""
        if self.run is not None:
            raise CommandError(
                f"the steps of {self.turn}'s turn",
                self.law.text(event),
                "Finish the run, or give it up with: stop",
            )
        self._by_a_person(event)
        if self.truth is not None and isinstance(event, Play):
            self._in_hand(event)
        self._take(EVENT, self.law.event_json(event))

    def _by_a_person(self, event: Event) -> None:
        """Refuse a move typed for a virtual seat: its cards move by the steps of its turn alone."""
        now = self.turn
        if isinstance(event, Start | Round | Show | Clock | Stop) or now is None:
            return
        if any(seat.virtual and seat.name == event.seat for seat in self.state.seats):
            self.law.apply(self.state, event)  # an event that cannot be anyway says so first
            raise CommandError(
                f"a move of {now}",
                self.law.text(event),
                f"If {now} keeps the drawn card, type: pass. {event.seat}'s steps then follow.",
            )

    def _in_hand(self, event: Play) -> None:
        assert self.truth is not None
        hand = self.truth.held(event.seat)
        allowed = hand[-1:] if self.need == Ask(event.seat, again=True) else hand
        if event.card not in allowed:
            self.law.apply(self.state, event)  # a play that is illegal anyway says so first
            raise CommandError(
                f"a card {event.seat} may play: {', '.join(sorted(allowed, key=self.law.kinds.order))}",
                event.card,
                "These are the rehearsal's cards.",
            )

    def answer(self, said: str = "") -> None:
        """Take the current step as done, with its answer if it asks for one.

        Kept is the operation, when the last of the steps it is told in is done: what is said, and in how many
        steps, may change between one version and the next.
        """
        if self.run is not None:
            self.run.check(said)
            if self.run.more:
                self.run.press()
                return
        self._take(ANSWER, {"said": said})

    def stop_run(self) -> None:
        """Give the run up: the way back becomes the run, then the turn starts again."""
        self._take(GIVE_UP, {})

    def note(self, text: str) -> None:
        """Keep a remark, such as what was seen by accident."""
        self._take(NOTE, {"text": text})

    def _take(self, kind: str, body: dict[str, object]) -> None:
        self._fold(kind, body)
        try:
            self.journal.append(kind, body, self._derived)
        except JournalError:
            self._stand(self._stood)  # what is not on disk does not count
            raise

    def _stand(self, stood: list[int]) -> None:
        """Rebuild without the last input, the steps of its operation as far done as it found them."""
        self._rebuild()
        *self._stood, at = stood
        if self.run is not None:
            self.run.press(at)

    def undo(self) -> str:
        """Take back the last input and return what it was, in words; raises `CommandError` at the start."""
        live = [entry for entry in self.journal.live() if not entry.derived]
        if not live:
            raise CommandError("something to take back", "a game that has not begun", "Go on.")
        last = live[-1]
        if self.run is not None and self.run.pressed > (self._stood[-1] if last.kind == NOTE else 0):
            self.run.press(-1)
            return "the last step"
        self.journal.append(UNDO, {})
        self._stand(self._stood)
        if last.kind == EVENT:
            return self.law.text(self.law.event_of(last.body, self.names))
        if last.kind == NOTE:
            return f'the remark "{last.body["text"]}"'
        if last.kind == GIVE_UP:
            return "giving the run up"
        said = last.body["said"]
        return f"the answer {said}" if said else "the last step"

    # -- what is needed next -------------------------------------------------------------------------

    @property
    def need(self) -> Need:
        """What the table must do now."""
        return self.law.need(self.state)

    @property
    def turn(self) -> str | None:
        """The seat whose turn it is; None before the start and after the end."""
        need = self.need
        return None if isinstance(need, Over) else need.seat

    @property
    def over(self) -> bool:
        return isinstance(self.need, Over)

    @property
    def recovering(self) -> bool:
        """Whether the run under way is the way back from one that was given up."""
        return self.plan is not None and self.plan.form == RECOVERY

    @property
    def decided(self) -> bool:
        """Whether the run under way has come to its result, so that it must be finished."""
        return self.run is not None and not self.recovering and decided(self.run.ops)

    @property
    def choosing_colour(self) -> bool:
        return self.plan is not None and self.plan.form == COLOUR

    def close(self) -> None:
        self.journal.close()


def narrator_for(table: Table) -> Narrator:
    """Return the narrator of a table: its people, its equipment, its decks."""
    people = tuple(seat.name for seat in table.people)
    kind = SleeveNarrator if table.equipment == SLEEVES else Narrator
    narrator = kind(people, table.equipment.removesuffix("s"), game_named(table.game).kinds.describe)
    if table.pool == "shared":
        return narrator
    return replace(narrator, deck="the pool deck", pile="the pool's discards")
