"""Hands at a real table, for rehearsals of the program itself: they do what the steps say, and never rewind.

The game knows nothing of these cards; it hears only what is typed.  So whatever it tells hands to do after an
undo, a stop or a void is done to the cards as they really lie.
"""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.errors import ProtocolBug
from facilitator.games.events import Start
from facilitator.machine.operations import (
    CARD_ROW,
    COLUMN,
    MARKER_ROW,
    Heading,
    LayHand,
    Op,
    Place,
    Return,
    Reveal,
    Scramble,
)
from facilitator.play.match import RECOVERY, Match, Rehearsal, finished_first
from facilitator.play.news import EventNews, News, VoidNews
from facilitator.play.run import Ledger
from facilitator.play.turn import LOT_FORM
from facilitator.protocols.layout import CHOSEN_PLACE
from facilitator.protocols.recovery import decided
from facilitator.telling.simulate import Lies
from sessions import short

Held = dict[str, list[str]]


class Performer:
    """Carries out a real game's steps; raises `ProtocolBug` where hands are told to show what must stay hidden,
    or where a result that was seen is drawn again and no turn was declared void.

    ``placed``: play cards whose face and place everybody saw since they were last mixed.
    """

    def __init__(self, game: Match, seed: int) -> None:
        self.game = game
        self.rehearsal = Rehearsal(game.law, game.state, seed)
        self.table = self.rehearsal.table
        self.placed: set[Place] = set()
        self.voids = 0
        self._lays: list[tuple[Ledger, Lies]] = []  # before each operation, in order
        self._known: list[Ledger] = []
        self._answers: dict[tuple[int, int], str] = {}
        self._standing: Ledger | None = None  # the run whose result came to light, and was not played

    def begin(self, first: str) -> Start:
        """Return the start that lies there, ``first`` to play."""
        start = self.rehearsal.move(self.game.state)
        assert isinstance(start, Start)
        return Start(start.card, first)

    def do(self) -> str:
        """Do the operations that came up and were never done; return what must be typed, as the cards lie."""
        run = self.game.run
        if run is None:
            return ""
        ledger = run.ledger
        if not any(one is ledger for one in self._known):
            self._known.append(ledger)
        kept = [id(one) for one in self.game.ledgers]  # of the others all cards are home
        self._lays = [(one, lies) for one, lies in self._lays if id(one) in kept]
        done = sum(one is ledger for one, _ in self._lays)
        end = len(run.ops) - 1
        ops = [one.op for one in ledger.entries]
        whole = run.whole()
        end += _length(whole[end:], len(run.acts))
        ops += whole[len(ops) : end]
        for index in range(done, len(ops)):
            self._perform(ledger, index, ops[index])
        if ledger.form != RECOVERY and decided(ledger.ops):
            self._standing = ledger
        elif ledger.form not in (LOT_FORM, RECOVERY) and self._standing not in (None, ledger):
            raise ProtocolBug("a result that was seen to stand", "another run", "Nothing was declared void.")
        return self._answers[id(ledger), end - 1] if run.ask else ""

    def _perform(self, ledger: Ledger, index: int, op: Op) -> None:
        self._lays.append((ledger, self.table.lies()))
        self._answers[id(ledger), index] = self.table(op)
        self._watch(op)

    def typed(self) -> str:
        """Do what came up, and return the keystrokes a host would type."""
        said, run = self.do(), self.game.run
        return "" if run is None or not said else short(said, run.ask, self.game.law.kinds)

    def stop(self, ledger: Ledger) -> None:
        """Do what hands are told before the way back from a run: finish the last operation, or take it back."""
        self._finish(ledger)
        while self._more(ledger):
            self.table.lay(self._lays.pop()[1])
        if not finished_first(ledger.entries[-1].op):
            self.table.lay(self._lays[-1][1])

    def _finish(self, ledger: Ledger) -> None:
        """Do what was told with an act before, and came up with its answer."""
        for index in range(sum(one is ledger for one, _ in self._lays), len(ledger.entries)):
            self._perform(ledger, index, ledger.entries[index].op)

    def put_back(self) -> None:
        """After an undo or another answer: put back what the program said, the last first."""
        kept = {id(one) for one in self.game.ledgers}
        while self._lays and (id(self._lays[-1][0]) not in kept or self._more(self._lays[-1][0])):
            self.table.lay(self._lays.pop()[1])

    def _more(self, ledger: Ledger) -> bool:
        return sum(one is ledger for one, _ in self._lays) > len(ledger.entries)

    def hear(self, news: Sequence[News]) -> None:
        """Follow what was announced: played cards go to the pile, drawn ones to the hand."""
        for item in news:
            if isinstance(item, VoidNews):
                self.voids += 1
                self._standing = None
            if isinstance(item, EventNews) and not item.again:
                if item.virtual and self._known and self._known[-1].form != RECOVERY:
                    self._finish(self._known[-1])
                self.rehearsal.follow(item.event, item.happened, item.state, item.done)
                if item.virtual:
                    self._standing = None

    def _watch(self, op: Op) -> None:
        match op:
            case Reveal() if (
                op.places[0].area == COLUMN and op.places[0].row == CARD_ROW and len(op.places) > 1
            ):
                self.placed |= set(op.places)
            case Reveal() if op.places[0].area == COLUMN and op.places[0].row == MARKER_ROW and self.placed:
                raise ProtocolBug(
                    "markers to stay covered", "cards everybody saw beside them", "A hand is shown."
                )
            case Return() | LayHand() if self.placed & set(op.places):
                raise ProtocolBug(
                    "cards to be mixed first", "cards everybody saw, given back", "A hand is shown."
                )
            case Scramble():
                self.placed -= {place for pile in op.piles for place in pile}
            case _:
                pass

    def owned(self) -> Held:
        """Return whose every card is between two runs, each sorted; columns that stand and a selected card too."""
        zones = {*self.table.hands, *(seat.name for seat in self.game.state.seats)}
        found = {zone: self.table.hands.get(zone, []) + self.table.standing(zone) for zone in zones}
        if self.game.drawing_lot and self.game.plan is not None:  # its black card lies there, selected
            found[self.game.plan.seat].append(self.table.faces[CHOSEN_PLACE])
        return {zone: sorted(cards) for zone, cards in found.items() if cards}


def _length(ops: Sequence[Op], acts: int) -> int:
    """How many of these operations, headings among them, hold so many that hands do something for."""
    places = [index for index, op in enumerate(ops) if not isinstance(op, Heading)]
    return places[acts - 1] + 1
