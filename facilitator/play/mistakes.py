"""A rehearsal whose helpers err: the cards do what they do, the record is told something else, and a host counts.

Two games go side by side: the rehearsal, whose cards are the truth, and a real game as it is typed, which knows
none.  Whoever types errs now and then.  After every entry the host counts what lies open and recounts what lies
covered, by what `count` and `recount` go by, and takes back or corrects what differs.  What no count shows is found
by listening and looking twice, or not at all: then it is told as missed, and put right for the rehearsal to go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from facilitator.errors import FacilitatorError, ProtocolBug
from facilitator.games.events import Event
from facilitator.machine.faces import DISCARDS, NONE
from facilitator.play.checks import audited, past_of
from facilitator.play.game import Game
from facilitator.play.misentries import What, kind_of, misentered
from facilitator.play.run import Run
from facilitator.protocols.mishaps import Mishap
from facilitator.readings.simulate import pick

if TYPE_CHECKING:
    from facilitator.table.load import Table

ONE_IN, ONE_ANSWER_IN = 4, 12
"""Of so many moves, and of so many answers, one is told wrongly."""


class Found(StrEnum):
    """By what a slip came to light."""

    RULES = "refused by the rules at once"
    COUNT = "a count of the open cards"
    RECOUNT = "a recount of hands and decks"
    CHECK = "the number an act checks"
    MISSED = "missed: no count shows it"


@dataclass(frozen=True, slots=True)
class Mistake:
    """One slip: at which entry, what was true and what was told, how it was found, minutes it costs at most.

    Unfound, it may make a virtual turn void, which is played again: the longest so far is the cost.
    """

    slip: What
    entry: int
    true: str
    told: str
    found: Found
    minutes: float

    def body(self) -> dict[str, object]:
        """Return it as a line for programs."""
        return {**asdict(self), "slip": self.slip.value}


def err_and_count(
    table: Table, seed: int, turns: int | None, minutes: Callable[[Run], float]
) -> tuple[Mistake, ...]:
    """Rehearse a game, or so many events of it, with a helper who errs; return all slips in order.

    Raises `ProtocolBug` if the record is ever another than the cards', once all that was found is put right.
    """
    both = _Both(table, seed, minutes)
    try:
        return tuple(both.play(turns))
    finally:
        both.truth.close()
        both.record.close()


class _Both:
    """The rehearsal that is the truth, and the record of it."""

    def __init__(self, table: Table, seed: int, minutes: Callable[[Run], float]) -> None:
        self.truth, self.record = Game.open(table, None, seed), Game.open(table, None)
        self._seed, self._minutes = seed, minutes
        self._number, self._cost = 0, 0.0

    def play(self, turns: int | None) -> Iterator[Mistake]:
        truth = self.truth
        while not truth.over and (turns is None or truth.state.n < turns):
            self._number += 1
            yield from self._act() if truth.run is not None else self._move()
            truth.news.clear()
            self.record.news.clear()
            if self.record.state != truth.state or (self.record.run is None) != (truth.run is None):
                raise ProtocolBug("the record as the cards are", "another", "Please report this.")
            if truth.run is not None:
                self._cost = max(self._cost, self._minutes(truth.run))

    def _slip(self, one_in: int) -> bool:
        return pick(self._seed, -7 * self._number, range(one_in)) == 0

    # -- moves ---------------------------------------------------------------------------------------

    def _move(self) -> Iterator[Mistake]:
        truth, record = self.truth, self.record
        event = truth.likely()
        told: Event | None = event
        if self._slip(ONE_IN):
            told = misentered(truth.law, record.state, event, self._seed, self._number)
        truth.submit(event)
        if told == event:
            record.submit(event)
            return
        entry, path = len(record._path) + 1, len(record._path)
        try:
            if told is not None:
                record.submit(told)
            found = self._counted()
        except FacilitatorError:
            found = Found.RULES
        if len(record._path) > path:
            record.undo()
        record.submit(event)
        law = truth.law
        said = "nothing" if told is None else law.text(told)
        yield Mistake(kind_of(event, told), entry, law.text(event), said, found, self._cost)

    def _counted(self) -> Found:
        """Count what lies there, as a host would, and hold it against the record."""
        truth, record, law = self.truth, self.record, self.truth.law
        lying = Counter(face for cards in law.open_cards(truth.state).values() for face in cards)
        expected = Counter(face for cards in law.open_cards(record.state).values() for face in cards)
        one_pile = len(law.open_cards(truth.state)) == 1
        if lying != expected:
            named = one_pile and audited(law, record.state, past_of(record), lying).fits
            return Found.MISSED if named else Found.COUNT
        return Found.RECOUNT if law.sizes(truth.state) != law.sizes(record.state) else Found.MISSED

    # -- runs ----------------------------------------------------------------------------------------

    def _act(self) -> Iterator[Mistake]:
        truth, record = self.truth, self.record
        assert truth.run is not None
        assert record.run is not None
        ask, layout = truth.run.ask, truth.plan.layout if truth.plan is not None else None
        if not record.run.typed and layout is not None and not layout.standing and self._slip(ONE_IN):
            stock = truth.law.stock(truth.state, truth.plan.seat if truth.plan is not None else "")
            open_too = len(stock.discards) if DISCARDS in dict(layout.hands) else 0
            laid = sum(size for _, size in stock.hands) + (stock.deck or 0) + open_too - 1
            expected = (
                record.plan.layout.k if record.plan is not None and record.plan.layout is not None else 0
            )
            found = Found.CHECK if laid != expected else Found.MISSED
            yield Mistake(
                Mishap.MISCOUNTED,
                len(record._path) + 1,
                f"{laid + 1} columns",
                f"{laid} columns",
                found,
                self._cost,
            )
        said = "" if truth.run.more else truth.run.truth
        others = [one for one in ask if one not in (said, NONE)]
        if said and others and self._slip(ONE_ANSWER_IN):
            yield self._misread(said, pick(self._seed, self._number, others))
        truth.answer(said)
        record.answer(said)

    def _misread(self, said: str, wrong: str) -> Mistake:
        record, path = self.record, len(self.record._path)
        found = Found.MISSED
        try:
            record.answer(wrong)
        except FacilitatorError:
            found = Found.RULES
        if len(record._path) > path:
            record.undo()
        return Mistake(Mishap.MISREAD, path + 1, said, wrong, found, self._cost)
