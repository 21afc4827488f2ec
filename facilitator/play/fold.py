"""The fold: a game's inputs, undone ones too, become the public state, the run under way, and what hands did.

The logical game is what the inputs say that still count.  Beside it stand the ledgers: every run that hands
began, with what was done and seen.  An undo goes back in the first and leaves the second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from facilitator.errors import CommandError, FacilitatorError, ProtocolBug
from facilitator.play.chronicle import Lived, StopPlace
from facilitator.play.course import Course
from facilitator.play.giving_up import (
    cards_out,
    may_give_up,
    not_in_mid_repair,
    not_on_the_way_back,
    nothing_to_give_up,
    nothing_to_put_right,
    redrawn_words,
    results_ahead,
)
from facilitator.play.going_on import another_game, not_a_game
from facilitator.play.history import TAKES
from facilitator.play.journal import (
    ANSWER,
    BESIDE,
    EVENT,
    GIVE_UP,
    MEND,
    REMARKS,
    UNDO,
    VOID,
    VOIDED,
    Journal,
)
from facilitator.play.ledger import Ledger, put_back_words
from facilitator.play.news import EventNews, Remark, VoidNews
from facilitator.play.past import ALL, UndoPoint, input_words
from facilitator.play.put_back import events_back, undone_by_hand
from facilitator.play.turn import Selection
from facilitator.protocols.mending import Repair, mend
from facilitator.readings.titles import title

if TYPE_CHECKING:
    from facilitator.table.load import Table


class Fold(Course):
    """A game rebuilt from its journal.  ``news`` collects what the last input brought about."""

    def __init__(self, table: Table, journal: Journal, seed: int | None = None) -> None:
        """Rebuild the game from its journal; ``seed`` makes it a rehearsal on simulated cards."""
        super().__init__(table, journal, seed)
        try:
            self._rebuild()
        except ProtocolBug as err:  # what a file holds is not ours to promise
            raise not_a_game(err, self.journal) from err

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
            raise another_game(self.journal)
        self.news = []

    def _fold(self, kind: str, body: dict[str, object]) -> None:
        """Let one input take effect; raises and changes nothing if it cannot be."""
        self._derived = []
        if kind in BESIDE:
            self._beside(kind, body)
            return  # no line of the history, and no number: else the gap would tell that somebody erred
        if kind == UNDO:
            takes = self._takes()
            if body != {TAKES: takes}:
                raise CommandError(f"{takes} to take back", str(body), "The journal is damaged.")
            self._go_back()
            self._lived.append(Lived(UNDO, takes=takes))
            return
        before = self._again(kind, body)
        if kind in (EVENT, ANSWER) and before is None:
            self._nothing_ahead()
        self._carried = before is not None and before.carried
        told, past = len(self.news), self._now(kind, body)
        lived = self._living(kind, body)
        if before is not None and before.carried:
            past.lies = before.lies
        self._path.append(past)
        try:
            self._effect(kind, body)
        except FacilitatorError:
            self._path.pop()
            raise
        if kind not in REMARKS:
            self._ahead = self._ahead[:-1] if before is not None else []
        if self.run is None:
            self._next_run()
        past.told = tuple(item for item in self.news[told:] if isinstance(item, EventNews))
        if self._turn is not None and self._turn.began == self._input and self.plan is not None:
            lived = replace(lived, began=self._input, whose=self.plan.seat)
        self._lived.append(replace(lived, told=past.told) if past.told else lived)
        if before is not None:
            self.news[told:] = [
                replace(i, again=True) if isinstance(i, EventNews) else i for i in self.news[told:]
            ]

    def _living(self, kind: str, body: dict[str, object]) -> Lived:
        """Return what the history keeps of an input, but for what it brings about."""
        stage = title(self.run.heading) if self.run is not None and kind == ANSWER else ""
        since = 0
        if kind in (GIVE_UP, VOID) and self.plan is not None:
            run = self._path[self._ledgers[self._begun - 1].opened :]
            since = run[0].number if run else 0
        plain = kind == ANSWER and not body["said"]
        text = "" if plain else input_words(kind, body, self.law, self.names)
        seat = self.plan.seat if self.plan is not None and stage else ""
        return Lived(
            kind, text, stage, seat, since=since, stop=self._stopped(kind), before=self._before(kind, body)
        )

    def _stopped(self, kind: str) -> StopPlace | None:
        """Return the run that an input gives up, if it does."""
        if kind != GIVE_UP or self.run is None or self.plan is None or self._turn is None:
            return None
        return StopPlace(self.plan.seat, self.run.number, title(self.run.heading), self._turn.events)

    def _before(self, kind: str, body: dict[str, object]) -> str:
        """Return what was typed before where an answer of a run is typed another time, and otherwise."""
        if kind != ANSWER or self.run is None or self.run.ledger.back_from is not None:
            return ""
        return self.run.before(str(body["said"]))

    def _again(self, kind: str, body: dict[str, object]) -> UndoPoint | None:
        """Return the input that was taken back last if this is the same."""
        last = self._ahead[-1] if self._ahead else None
        return last if last is not None and (last.kind, last.body) == (kind, body) else None

    def _effect(self, kind: str, body: dict[str, object]) -> None:
        if kind == EVENT:
            self._happen((self.law.event_of(body, self.names),))
        elif kind == ANSWER:
            self._answer(str(body["said"]))
        elif kind == GIVE_UP:
            self._give_up()
        elif kind == VOID:
            self._void(str(body["reason"]))
        elif kind == MEND:
            self._mend(Repair(str(body["repair"])))

    def _now(self, kind: str, body: dict[str, object]) -> UndoPoint:
        typed = self.run.typed if self.run is not None else []
        stood = 0 if self.run is None else ALL if kind == ANSWER else self.run.pressed
        # of an answer only the one that ends its run: to go back within a run moves no card, see `_conclude`
        lies = self.truth.table.lies() if self.truth is not None and kind != ANSWER else None
        return UndoPoint(
            kind,
            body,
            self.state,
            self.plan,
            typed,
            len(typed),
            stood,
            self._standing,
            self.voids,
            self._begun,
            lies,
            number=len(self._lived) + 1,
            turn=self._turn,
        )

    # -- hands do not rewind -------------------------------------------------------------------------

    @property
    def front(self) -> Ledger | None:
        """The last run, if its cards lie on the table."""
        return self._ledgers[-1] if self._ledgers and self._ledgers[-1].open else None

    @property
    def behind(self) -> bool:
        """Whether moves or runs were taken back that hands have carried out all the same."""
        return self._begun < len(self._ledgers) or any(past.carried and past.told for past in self._ahead)

    @property
    def no_further(self) -> bool:
        """Whether hands have done nothing beyond the operation at hand: neither in its run nor on its way home."""
        run = self.run
        return run is not None and run.ledger is self.front and len(run.ledger.entries) <= len(run.ops)

    def _nothing_ahead(self) -> None:
        """Refuse another input where later runs were begun: their cards were mixed, their results seen."""
        later = self._ledgers[self._begun :]
        if not later:
            return
        if self.front is not None:
            raise cards_out(self.front.seat)
        raise results_ahead(list(dict.fromkeys(f"{one.seat}'s run" for one in later)))

    def _takes(self) -> int:
        """How many inputs an undo takes back now; raises `CommandError` at the start."""
        if not self._path:
            raise CommandError("something to take back", "a game that has not begun", "Go on.")
        if self._path[-1].kind == MEND and self._ledgers[self._path[-1].begun - 1].mending:
            raise not_in_mid_repair()
        return 1 + self._path[-1].settled

    def _go_back(self) -> None:
        """Take the last input back.  What hands did in a run stays, but for what they can put back by hand."""
        last = self._path.pop()
        if last.kind in REMARKS:
            return
        if last.kind == MEND:
            self._unmend(last)
            return
        if last.kind in (ANSWER, GIVE_UP):
            self._ledgers[last.begun - 1].undone = True
        in_run = last.kind == ANSWER and last.begun == self._begun and self.run is not None
        self.state, self.plan, self._standing = last.state, last.plan, last.standing
        self.voids, self._begun, self.run, self._turn = last.voids, last.begun, None, last.turn
        later = self._ledgers[self._begun :]
        if later and not any(one.lasting for one in later):
            if words := put_back_words([done for one in later for done in one.entries], self.telling()):
                self.news.append(Remark(words))
            if self.truth is not None and later[0].lies is not None:
                self.truth.table.lay(later[0].lies)
            del self._ledgers[self._begun :]
            later = []
        self._ahead.append(last)
        last.carried = True
        if not in_run and not later and not (last.settled and last.kind == ANSWER):
            if words := undone_by_hand(last.told):
                self.news.append(Remark(words))
            self._lay(last.lies)
        last.settled = 0
        if self.plan is not None:
            self._perform_again(self.plan, last.typed[: last.count])
            if self.run is not None:
                self.run.stand(last.stood)

    def _give_up(self) -> None:
        if self.run is None or self.plan is None:
            raise nothing_to_give_up()
        may_give_up(self._ledgers[self._begun - 1])
        self._lead_home(self.plan)

    def _mend(self, repair: Repair) -> None:
        """Put a run right in place, before the operation at hand."""
        run, plan = self.run, self.plan
        if run is None or plan is None:
            raise nothing_to_put_right()
        ledger = run.ledger
        there = (self.no_further or self._carried) and not ledger.ahead
        one = mend(repair, run.ops[:-1], run.ops[-1]) if there else None
        if one is None:
            raise nothing_to_put_right()
        ledger.mend(one, None if self.truth is None else self.truth.table)
        self._perform_again(plan, run.typed)

    def _unmend(self, last: UndoPoint) -> None:
        """Take a repair back: hands that have done it leave everything as it lies."""
        self._ledgers[last.begun - 1].unmend()
        self._ahead.append(last)
        last.carried = True
        if self.plan is not None:
            self._perform_again(self.plan, last.typed[: last.count])

    def _perform_again(self, plan: Selection, typed: Sequence[str]) -> None:
        self.run = self._performed(plan, self._ledgers[self._begun - 1].start)
        for said in typed:
            self.run.answer(said)

    def _void(self, reason: str) -> None:
        """Declare a turn void, or everything after this point: in the record, whatever was seen."""
        first = self._begun - (self.plan is not None)
        later = self._ledgers[first:]
        if not later:
            raise nothing_to_give_up()
        not_on_the_way_back(later[0], "void")
        home = self.front is not None and self.plan is not None
        back = "" if home else events_back([told for past in self._ahead for told in reversed(past.told)])
        self.voids += 1
        void = VoidNews(later[0].seat, reason, tuple(seen for one in later for seen in one.seen))
        self.news.append(void)
        self._derived.append((VOIDED, void.to_json()))
        if home and self.plan is not None:
            if words := redrawn_words(later[-1]):
                self.news.append(Remark(words))
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
            if later[0].standing and self.truth is not None:  # its run took home what the one before had left
                self.truth.table.gather()
            self._settle(later[0])
            self._lot_again(plan)
