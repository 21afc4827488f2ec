"""One rehearsal at a table that does not rewind: so many steps, so many undos, then stop (or void), and home."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from every_game import made
from facilitator.errors import FacilitatorError
from facilitator.evening.clock import Pace, RunClock
from facilitator.machine.operations import Draw
from facilitator.play.match import Match
from facilitator.play.news import Remark, RunLine, VoidNews
from facilitator.play.prompt import Announced
from facilitator.play.run import Ledger
from facilitator.play.session import Session
from facilitator.table.load import PROTOCOLS, Table, make_table
from facilitator.table.model import rules_of
from performer import Held, Performer

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
        keys = possible({key: chance.choice(values) for key, values in OPTIONS.items()})
        yield Case(keys, number, chance.randrange(40), chance.randrange(13), chance.choice((0, 0, 1, 2)))


def possible(chosen: dict[str, object]) -> tuple[tuple[str, object], ...]:
    """Return what a table may have: kpgut has one deck for all."""
    if chosen["rules"] == "kpgut":
        chosen["pool"] = "shared"
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
        self.before: list[tuple[Ledger, Held]] = []
        self.session = Session(self.game, RunClock(table, Pace).minutes)
        first = next(seat.name for seat in table.virtual)
        self.type(self.game.law.text(self.hands.begin(first)))

    def type(self, *keys: str) -> None:
        """Type keys at the prompts; raises what a prompt refuses."""
        for key in keys:
            reply = self.session.take(key, self.session.now().number)
            for item in reply.told:
                match item:
                    case Announced(told):
                        self.hands.hear([told])
                    case Remark() | RunLine() | VoidNews():
                        self.hands.hear([item])
                    case _:
                        pass
            if reply.refused is not None:
                raise reply.refused

    def do(self) -> str:
        """Do what came up, having looked at the table if a run begins; return the keystrokes for it."""
        run = self.game.run
        if run is not None and not any(ledger is run.ledger for ledger, _ in self.before):
            self.before.append((run.ledger, self.hands.owned() if not self.game.recovering else {}))
        return self.hands.typed()

    def go(self, steps: int, runs: int = 0) -> int:
        """Take so many steps as the cards lie, after so many whole runs of a turn; return how many were left.

        It ends where a person moves.
        """
        run = self.game.run
        while steps and self.game.run is not None:
            if self.game.run is not run:
                if not runs:
                    break
                run, runs = self.game.run, runs - 1
            self.type(self.do())
            steps -= not runs
        return steps + runs

    def undo(self, times: int) -> None:
        for _ in range(times):
            self.do()
            self.type("u")
            self.hands.put_back()

    def lead_home(self, word: str) -> Ledger:
        """Stop or declare void, and take the way back to its end; return the run that was led home."""
        open_one = self.game.front
        before = self.game.run
        assert before is not None
        led = open_one or before.ledger
        self.type(word)
        assert self.game.run is not before
        if open_one is None:
            self.hands.put_back()
        else:
            self.hands.stop(open_one)
        while self.game.recovering:
            self.type(self.do())
        return led

    def owned(self, led: Ledger) -> Held:
        """Return what everybody owned when a run began."""
        return next(held for ledger, held in self.before if ledger is led)


def check(case: Case) -> str:
    """Undo, then stop: every card is home, nothing more shown, no result drawn again unrecorded; say how it went."""
    at = AtTheTable(case.table(), case.seed)
    acts = at.game.run.total if at.game.run is not None else 1
    if at.go(case.steps % acts, case.runs) or at.game.run is None:
        return "finished"
    at.do()
    first = at.game.ledgers[0]
    for _ in range(case.undos):
        if at.game.run is not None and at.game.run.ledger is first and at.game.run.number == 1:
            break
        at.undo(1)
    how = "stopped"
    try:
        led = at.lead_home("stop")
    except FacilitatorError as err:
        if "type void" not in err.todo.lower():
            raise
        how = "void"
        led = at.lead_home("void it cannot be a result")
        assert at.game.voids == 1
    now, whole = at.hands.owned(), at.owned(led)
    if any(isinstance(op, Draw) for op in led.ops):  # nobody can tell which were drawn: as many go back
        now, whole = ({who: [""] * len(cards) for who, cards in held.items()} for held in (now, whole))
    assert now == whole, case
    return how
