"""Hands at a real table, which do what the steps say and never rewind, and the games that are played with them.

The game knows nothing of these cards; it hears only what is typed.  So whatever it tells hands to do after an
undo, a stop or a void is done to the cards as they really lie.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from facilitator.errors import FacilitatorError, ProtocolBug, TableError
from facilitator.games.events import Start
from facilitator.instructions.simulate import CardPositions
from facilitator.operations import definitions as ops
from facilitator.planning.pace import AttemptClock, Pace
from facilitator.play.attempt import LOT_FORM, AttemptLog
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage, News, Remark, RunLine, VoidMessage
from facilitator.play.prompt import Announced
from facilitator.play.rehearsal import Rehearsal
from facilitator.play.session import Session
from facilitator.play.stop import RECOVERY, must_finish_first
from facilitator.protocols.layout import CHOSEN_PLACE
from facilitator.protocols.recovery import is_decided
from facilitator.table_files.load import PROTOCOLS, Table, make_table
from facilitator.table_files.model import rules_of
from sessions import count_voids, made, short
from sure import sure, sure_of

Held = dict[str, list[str]]


class Performer:
    """Carries out the steps of a game with simulated cards.

    Raises `ProtocolBug` if a step reveals a card that must stay hidden, or if a result that was visible is
    decided again although no turn was declared void.

    Attributes:
        placed: Play cards whose face and place everybody has seen since they were last mixed.
    """

    def __init__(self, game: Match, seed: int) -> None:
        self.game = game
        self.rehearsal = Rehearsal(game.rules, game.state, seed)
        self.table = self.rehearsal.table
        self.placed: set[ops.Place] = set()
        self.voids = 0
        self._lays: list[tuple[AttemptLog, CardPositions]] = []  # before each operation, in order
        self._known: list[AttemptLog] = []
        self._answers: dict[tuple[int, int], str] = {}
        self._standing: AttemptLog | None = None  # the run whose result came to light, and was not played

    def begin(self, first: str) -> Start:
        """Return the start that lies there, ``first`` to play."""
        start = sure_of(Start, self.rehearsal.move(self.game.state))
        return Start(start.card, first)

    def do(self) -> str:
        """Do the operations that came up and were never done; return what must be typed, as the cards lie."""
        run = self.game.attempt
        if run is None:
            return ""
        ledger = run.log
        if not any(log is ledger for log in self._known):
            self._known.append(ledger)
        kept = [id(log) for log in self.game.logs]  # of the others all cards are home
        self._lays = [(one, lies) for one, lies in self._lays if id(one) in kept]
        done = sum(one is ledger for one, _ in self._lays)
        end = len(run.ops) - 1
        told = [entry.op for entry in ledger.entries]
        whole = run.foresight.all_ops
        end += _length(whole[end:], len(run.hand_operations))
        told += whole[len(told) : end]
        for index in range(done, len(told)):
            self._perform(ledger, index, told[index])
        if ledger.form != RECOVERY and is_decided(ledger.ops):
            self._standing = ledger
        elif ledger.form not in (LOT_FORM, RECOVERY) and self._standing not in (None, ledger):
            raise ProtocolBug("a result that was seen to stand", "another run", "Nothing was declared void.")
        return self._answers[id(ledger), end - 1] if run.ask else ""

    def _perform(self, ledger: AttemptLog, index: int, op: ops.Op) -> None:
        self._lays.append((ledger, self.table.get_positions()))
        self._answers[id(ledger), index] = self.table(op)
        self._watch(op)

    def typed(self) -> str:
        """Do what came up, and return the keystrokes a host would type."""
        said, run = self.do(), self.game.attempt
        return "" if run is None or not said else short(said, run.ask, self.game.rules.kinds)

    def stop(self, ledger: AttemptLog) -> None:
        """Do what hands are told before the way back from a run: finish the last operation, or take it back."""
        self._finish(ledger)
        while self._more(ledger):
            self.table.lay(self._lays.pop()[1])
        if ledger.closed:  # all of it is done, but the card it played lies there again
            self.table.lay(self._lays[-1][1])
            self.table(ledger.entries[-1].op)
        elif not must_finish_first(ledger.entries[-1].op):
            self.table.lay(self._lays[-1][1])

    def _finish(self, ledger: AttemptLog) -> None:
        """Do what was told with an act before, and came up with its answer."""
        for index in range(sum(one is ledger for one, _ in self._lays), len(ledger.entries)):
            self._perform(ledger, index, ledger.entries[index].op)

    def put_back(self) -> None:
        """After an undo or another answer: put back what the program said, the last first."""
        kept = {id(log) for log in self.game.logs}
        while self._lays and (id(self._lays[-1][0]) not in kept or self._more(self._lays[-1][0])):
            self.table.lay(self._lays.pop()[1])

    def _more(self, ledger: AttemptLog) -> bool:
        return sum(one is ledger for one, _ in self._lays) > len(ledger.entries)

    def hear(self, news: Sequence[News]) -> None:
        """Follow what was announced: played cards go to the pile, drawn ones to the hand."""
        for item in news:
            if isinstance(item, VoidMessage):
                self.voids += 1
                self._standing = None
            if isinstance(item, EventMessage) and not item.again:
                if item.virtual and self._known and self._known[-1].form != RECOVERY:
                    self._finish(self._known[-1])
                self.rehearsal.follow(item.event, item.happened, item.state, item.done)
                if item.virtual:
                    self._standing = None

    def _watch(self, op: ops.Op) -> None:
        match op:
            case ops.Reveal() if (
                op.places[0].area == ops.COLUMN and op.places[0].row == ops.CARD_ROW and len(op.places) > 1
            ):
                self.placed |= set(op.places)
            case ops.Reveal() if (
                op.places[0].area == ops.COLUMN and op.places[0].row == ops.MARKER_ROW and self.placed
            ):
                raise ProtocolBug("markers to stay covered", "seen cards beside them", "A hand is shown.")
            case ops.Return() | ops.LayHand() if self.placed & set(op.places):
                raise ProtocolBug("cards to be mixed first", "seen cards, given back", "A hand is shown.")
            case ops.Scramble():
                self.placed -= {place for pile in op.piles for place in pile}
            case _:
                pass

    def owned(self) -> Held:
        """Return whose every card is between two runs, each sorted; columns that stand and a selected card too."""
        zones = {*self.table.hands, *(seat.name for seat in self.game.state.seats)}
        found = {zone: self.table.hands.get(zone, []) + self.table.list_kept_cards(zone) for zone in zones}
        if self.game.plan is not None and self.game.drawing_lot and self.game.plan.chosen is not None:
            # its black card lies there, selected
            found[self.game.plan.seat].append(self.table.faces[CHOSEN_PLACE])
        return {zone: sorted(cards) for zone, cards in found.items() if cards}


def _length(told: Sequence[ops.Op], acts: int) -> int:
    """How many of these operations, headings among them, hold so many that hands do something for."""
    places = [index for index, op in enumerate(told) if not isinstance(op, ops.Heading)]
    return places[acts - 1] + 1


# ----------------------------------------------------------------------------------------------------
# One rehearsal at a table that does not rewind: so many steps, so many undos, then stop (or void), and home.


ANA, BEN = "Ana", "Ben"
VERA, UDO = {"name": "Vera", "virtual": True}, {"name": "Udo", "virtual": True}
STYLED = {"name": "Vera", "virtual": True, "style": "attacker"}
MIXES: tuple[tuple[object, ...], ...] = (
    (ANA, VERA),
    (VERA, ANA, BEN),
    (ANA, VERA, UDO),
    (VERA, UDO, ANA),
    (STYLED, ANA),
    (ANA, STYLED, UDO),
)
OPTIONS: dict[str, tuple[object, ...]] = {
    "protocol": PROTOCOLS,
    "draw": ("one", "until playable"),
    "equipment": ("envelopes", "sleeves"),
    "wording": ("full", "brief"),
    "seats": tuple(list(mix) for mix in MIXES),
    "conceal": (False, True),
    "pool": ("split", "shared"),
    "hand_size": (2, 1, 3),
    "rules": ("paper", "paper", "kpgut", "official"),
}


class Case(NamedTuple):
    """A table, its chance, after how many runs of a turn to begin, how far to go, how often to go back."""

    keys: tuple[tuple[str, object], ...]
    seed: int
    steps: int
    undos: int
    runs: int = 0

    def table(self) -> Table:
        return make_table({**dict(self.keys), "pool_deck": "compact-27"})


def table_t(**keys: object) -> dict[str, object]:
    """The table of the attack."""
    return {"seats": [ANA, VERA], "pool": "split", "hand_size": 2, **keys}


def some_cases(count: int, seed: int) -> Iterator[Case]:
    """Yield cases over every form, rule, equipment, seat mix, concealment and pool."""
    chance = random.Random(seed)
    for number in range(count):
        keys = possible_keys({key: chance.choice(values) for key, values in OPTIONS.items()})
        yield Case(keys, number, chance.randrange(40), chance.randrange(13), chance.choice((0, 0, 1, 2)))


def possible_keys(chosen: dict[str, object]) -> tuple[tuple[str, object], ...]:
    """Return what a table may have: kpgut has one deck for all; a printed deck is the virtual seats' own."""
    if chosen["rules"] == "kpgut":
        chosen["pool"] = "shared"
    if chosen["protocol"] == "wallet":
        seats = sure_of(list, chosen["seats"])
        plain = [{**seat, "style": "uniform"} if isinstance(seat, dict) else seat for seat in seats]
        chosen |= {"pool": "split", "conceal": False, "seats": plain}
        chosen.pop("equipment", None)
        if chosen["rules"] == "kpgut":
            chosen["rules"] = "paper"
    table = made({**chosen, "pool_deck": "compact-27"})
    assert table is not None, chosen
    return tuple((chosen | rules_of(table)).items())


def every_case(apart: int) -> Iterator[Case]:
    """Yield the cases of every form: every step of its run, undone 0 to 12 times; each ``apart``-th of them."""
    number = 0
    for form in PROTOCOLS:
        keys = tuple(table_t(protocol=form).items())
        at, most = AtTheTable(Case(keys, 1, 0, 0).table(), 1), 10**6
        for steps, undos in product(range(most - at.go(most)), range(13)):
            number += 1
            if number % apart == 0:
                yield Case(keys, 1, steps, undos)


class AtTheTable:
    """A real game, its prompts, and hands that do not rewind.

    ``before``: what everybody owned before each run of the game began.
    """

    def __init__(self, table: Table, seed: int, path: None = None) -> None:
        self.game = Match.open(table, path)
        self.hands = Performer(self.game, seed)
        self.before: list[tuple[AttemptLog, Held]] = []
        self.session = Session(self.game, AttemptClock(table, Pace).minutes)
        first = next(seat.name for seat in table.virtual)
        self.type(self.game.rules.codec.text(self.hands.begin(first)))

    def type(self, *keys: str) -> None:
        """Type keys at the prompts; raises what a prompt refuses."""
        for key in keys:
            reply = self.session.take(key, self.session.get_prompt().number)
            for item in reply.messages:
                match item:
                    case Announced(told):
                        self.hands.hear([told])
                    case Remark() | RunLine() | VoidMessage():
                        self.hands.hear([item])
                    case _:
                        pass
            if reply.refused is not None:
                raise reply.refused

    def do(self) -> str:
        """Do what came up, having looked at the table if a run begins; return the keystrokes for it."""
        run = self.game.attempt
        if run is not None and not any(ledger is run.log for ledger, _ in self.before):
            self.before.append((run.log, self.hands.owned() if not self.game.recovering else {}))
        return self.hands.typed()

    def go(self, steps: int, runs: int = 0) -> int:
        """Take so many steps as the cards lie, after so many whole runs of a turn; return how many were left.

        It ends where a person moves.
        """
        run = self.game.attempt
        while steps and self.game.attempt is not None:
            if self.game.attempt is not run:
                if not runs:
                    break
                run, runs = self.game.attempt, runs - 1
            self.type(self.do())
            steps -= not runs
        return steps + runs

    def undo(self, times: int) -> None:
        for _ in range(times):
            self.do()
            self.type("u")
            self.hands.put_back()

    def lead_home(self, word: str) -> AttemptLog:
        """Stop or declare void, and take the way back to its end; return the run that was led home."""
        open_one = self.game.front
        before = sure(self.game.attempt)
        led = open_one or before.log
        self.type(word)
        assert self.game.attempt is not before
        if open_one is None:
            self.hands.put_back()
        else:
            self.hands.stop(open_one)
        while self.game.recovering:
            self.type(self.do())
        return led

    def lead_home_or_void(self) -> AttemptLog:
        """Stop the attempt, or declare the turn void if its result was seen, and lead every card home."""
        try:
            return self.lead_home("stop")
        except FacilitatorError as err:
            if "type void" not in err.remedy.lower():
                raise
        led = self.lead_home("void it cannot be a result")
        assert count_voids(self.game) == 1
        return led

    def owned(self, led: AttemptLog) -> Held:
        """Return what everybody owned when a run began."""
        return next(held for ledger, held in self.before if ledger is led)


def check(case: Case) -> str:
    """Undo, then stop: every card is home, nothing more shown, no result drawn again unrecorded; say how it went."""
    at = AtTheTable(case.table(), case.seed)
    acts = at.game.attempt.total if at.game.attempt is not None else 1
    if at.go(case.steps % acts, case.runs) or at.game.attempt is None:
        return "finished"
    at.do()
    first = at.game.logs[0]
    for _ in range(case.undos):
        if at.game.attempt is not None and at.game.attempt.log is first and at.game.attempt.number == 1:
            break
        try:
            at.undo(1)
        except TableError:  # before it lies a run of which something stays
            break
    led = at.lead_home_or_void()
    now, whole = at.hands.owned(), at.owned(led)
    if any(isinstance(op, ops.Draw) for op in led.ops):  # nobody can tell which were drawn: as many go back
        now, whole = ({who: [""] * len(cards) for who, cards in held.items()} for held in (now, whole))
    assert now == whole, case
    return "void" if count_voids(at.game) else "stopped"
