"""A game in progress, as a front-end sees it: what is needed next, and one input at a time.

A refused input changes nothing, neither here nor on disk.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from facilitator.errors import CommandError
from facilitator.games.due import Over
from facilitator.games.events import Correct, Event, Lacks, Play, Show
from facilitator.play.giving_up import (
    NEED_REASON,
    RECOVERY,
    begun_for_good,
    hands_first,
    may_give_up,
    way_back_begun,
)
from facilitator.play.going_on import facts_of, same_game, same_rehearsal
from facilitator.play.journal import (
    ANSWER,
    EVENT,
    GIVE_UP,
    MEND,
    NOTE,
    OOPS,
    VOID,
    WORDING,
    Journal,
    JournalEntry,
)
from facilitator.play.rewinding import Rewinding
from facilitator.play.turn import LOT_FORM
from facilitator.play.whose import as_the_cards_say, by_a_person, in_hand
from facilitator.protocols.mending import Repair
from facilitator.protocols.recovery import decided

if TYPE_CHECKING:
    from facilitator.table.load import Table


class Match(Rewinding):
    """One game.  ``news`` collects what the last input brought about; the caller may clear it."""

    @classmethod
    def open(cls, table: Table, path: Path | None, seed: int | None = None) -> Match:
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

    # -- inputs --------------------------------------------------------------------------------------

    def replay(self, entry: JournalEntry) -> None:
        """Let an input of another journal of this table take effect, as it was kept; what is derived is no input."""
        if not entry.derived:
            self._take(entry.kind, entry.body)

    def submit(self, event: Event) -> None:
        """Take a typed public event; raises and changes nothing if it cannot be."""
        if self.run is not None:
            raise CommandError(
                f"the steps of {self.turn}'s turn",
                self.law.text(event),
                "Finish the run, or give it up with: stop",
            )
        by_a_person(self.law, self.state, event)
        body = self.law.event_json(event)
        if self._again(EVENT, body) is None:
            self._nothing_ahead()
            if self.truth is not None and isinstance(event, Correct):
                as_the_cards_say(self.law, self.state, event, self.truth)
            if self.truth is not None and isinstance(event, Play | Show | Lacks):
                in_hand(self.law, self.state, event, self.truth.held(event.seat))
        self._take(EVENT, body)

    def answer(self, said: str = "") -> None:
        """Take the operation at hand as done, with its answer if it asks for one.

        Kept is the operation, when the last of the steps it is told in is done: what is said, and in how many
        steps, may change between one version and the next.  `press` takes a whole act.
        """
        if self.run is not None and self.run.more and not said:
            self.run.press()
            return
        self._take(ANSWER, {"said": said})

    def press(self, said: str = "") -> None:
        """Take the step at hand as done: with the last step of an act, all its operations, one entry each.

        All of them or none: a run that was given up within the act cannot be gone on with.
        """
        if self.run is None:
            raise CommandError("a move", "an answer to a step", "No run is under way.")
        self.run.check(said)
        if self.run.more:
            self.run.press()
            return
        answers = [""] * (len(self.run.acts) - 1) + [said]
        ahead = [(past.kind, past.body) for past in self._ahead[::-1][: len(answers)]]
        if ahead != [(ANSWER, {"said": one}) for one in answers]:
            self._nothing_ahead()
        with self.together():
            for one in answers:
                self._take(ANSWER, {"said": one})

    def _within(self) -> bool:
        """Go to where hands are in the run under way; tell whether that is within an act they cannot put back.

        All but the end of such an act counts as done.
        """
        while self.run is not None and self._ahead and len(self.run.ops) < len(self.run.ledger.entries):
            self._take(self._ahead[-1].kind, self._ahead[-1].body)
        run = self.run
        if run is None or run.ledger is not self.front or not begun_for_good(run.acts):
            return False
        for _ in range(len(run.acts) - 1):
            self._take(ANSWER, {"said": ""})
        return True

    def stop_run(self) -> str:
        """Give the run up whose cards lie on the table: the way back becomes the run, then the turn starts again.

        Return what hands do first.
        """
        front, behind = self.front, self._begun < len(self._ledgers)
        concerned = front if front is not None or self.run is None else self._ledgers[self._begun - 1]
        if concerned is not None and not (behind and concerned.form == RECOVERY):
            may_give_up(concerned)
        back = self._back
        with self.together():
            if front is not None and behind:
                self._forward()
                if front.form == RECOVERY:
                    return self._first(back)  # what was given up stays so: its way back goes on
            within = self._within()
            first = self._first(back, within)
            self._take(GIVE_UP, {})
        return first

    def void(self, reason: str) -> str:
        """Declare the run void whose cards lie on the table; if none does, everything after this point.

        ``reason``: the host's words, for the record.  Return what hands do first.  Raises `CommandError` without
        a reason, or with nothing to void; `TableError` where hands are on the way back already.
        """
        if not reason:
            raise CommandError("a reason", "none", NEED_REASON)
        if self.front is not None and self.front.form == RECOVERY and self._begun < len(self._ledgers):
            raise way_back_begun()
        back, within = self._back, False
        with self.together():
            if self.front is not None and self.front.form != RECOVERY:
                self._forward()
                within = self._within()
            first = self._first(back, within)
            self._take(VOID, {"reason": reason})
        return first

    def _forward(self) -> None:
        """Type again what was taken back, up to the run whose cards lie on the table."""
        while self._begun < len(self._ledgers) and self._ahead:
            self._take(self._ahead[-1].kind, self._ahead[-1].body)

    def note(self, text: str) -> None:
        """Keep a remark, such as what was seen by accident."""
        self._take(NOTE, {"text": text})

    def oops(self, mishap: str, way: str, text: str) -> None:
        """Keep that a mistake was told of, which way was taken, and both in words."""
        self._take(OOPS, {"mishap": mishap, "way": way, "text": text})

    def keep_wording(self) -> None:
        """Keep the wording that was chosen, from the operation at hand on, until the table file says another."""
        self._take(WORDING, {"told": self.wording.value, "over": self.table.wording})

    def put_right(self, repair: Repair) -> None:
        """Put the run right in place: what is to be done for it comes before the operation at hand."""
        self._take(MEND, {"repair": repair.value})

    # -- what is needed next -------------------------------------------------------------------------

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
        return self.run is not None and not self.recovering and decided(self.run.ledger.ops)

    @property
    def _back(self) -> bool:
        """Whether steps that hands have done were taken back since."""
        ledger = self.front
        return self.run is None or self.run.ledger is not ledger or len(self.run.ops) < len(ledger.entries)

    def _first(self, back: bool, within: bool = False) -> str:
        """What hands do before the way back from the run whose cards lie on the table."""
        ledger = self.front
        return "" if ledger is None else hands_first(ledger, self.telling(self.plan), back, within)

    def likely(self) -> Event:
        """Return what the person in turn does in a rehearsal: again what was taken back, else what the cards say."""
        assert self.truth is not None
        if self._ahead and self._ahead[-1].kind == EVENT:
            return self.law.event_of(self._ahead[-1].body, self.names)
        return self.truth.move(self.state)

    @property
    def mark(self) -> str:
        """The mark of the virtual turn under way; empty where none is."""
        return "" if self.plan is None or self._turn is None else self.journal.mark(self._turn.began)

    @property
    def last_mark(self) -> str:
        """The mark that was said last; empty if none was."""
        began = max((one.began for one in self._lived), default=0)
        return self.journal.mark(began) if began else ""

    @property
    def drawing_lot(self) -> bool:
        return self.plan is not None and self.plan.form == LOT_FORM

    @property
    def colour_lies(self) -> bool:
        """Whether it is a colour lottery that is under way, or led home."""
        return self.plan is not None and self.plan.chosen is not None

    def close(self) -> None:
        self.journal.close()
