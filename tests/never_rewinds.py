"""One rehearsal at a table that does not rewind: so many steps, so many undos, then stop (or void), and home."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from facilitator.cli.ask import Question
from facilitator.cli.loop import Evening, Leave
from facilitator.cli.screen import Result
from facilitator.errors import FacilitatorError
from facilitator.machine.operations import Draw
from facilitator.planning.clock import Clock
from facilitator.planning.times import Pace
from facilitator.play.game import Game
from facilitator.play.news import News
from facilitator.play.performer import Performer
from facilitator.play.run import Run
from facilitator.table.load import PROTOCOLS, Table, make_table

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
}


class Case(NamedTuple):
    """A table, its chance, how far to go, how often to go back."""

    keys: tuple[tuple[str, object], ...]
    seed: int
    steps: int
    undos: int

    def table(self) -> Table:
        return make_table({**dict(self.keys), "pool_deck": "compact-27"})


def table_t(**keys: object) -> dict[str, object]:
    """The table of the attack."""
    return {"seats": [ANA, VERA], "pool": "split", "hand_size": 2, **keys}


def some_cases(count: int, seed: int) -> Iterator[Case]:
    """Yield cases over every form, rule, equipment, seat mix, concealment and pool."""
    chance = random.Random(seed)
    for number in range(count):
        keys = tuple((key, chance.choice(values)) for key, values in OPTIONS.items())
        yield Case(keys, number, chance.randrange(110), chance.randrange(13))


class Quiet:
    """A screen that shows nothing, and lets the hands hear what was announced."""

    def __init__(self) -> None:
        self.hands: Performer | None = None
        self.said: list[str] = []

    def turn(self, game: Game) -> None: ...
    def step(self, game: Game, run: Run) -> None: ...
    def explain(self, game: Game, run: Run) -> None: ...
    def seen(self, game: Game, run: Run) -> None: ...
    def over(self, result: Result) -> None: ...

    def say(self, text: str) -> None:
        self.said.append(text)

    def news(self, game: Game, news: Sequence[News]) -> None:
        assert self.hands is not None
        self.hands.hear(news)


class Keys:
    """A host who types what the hands see, and what a script says in between; every refusal ends it."""

    interactive = False

    def __init__(self, script: Iterator[str]) -> None:
        self._script = script

    def ask(self, question: Question) -> str:
        said = next(self._script, None)
        if said is None:
            raise EOFError
        return said


class AtTheTable:
    """A real game, its prompts, and hands that do not rewind."""

    def __init__(self, table: Table, seed: int, path: None = None) -> None:
        self.game = Game.open(table, path)
        self.hands = Performer(self.game, seed)
        self.screen = Quiet()
        self.screen.hands = self.hands
        self._evening = Evening(self.game, self.screen, Keys(iter(())), Clock(table, Pace))
        first = next(seat.name for seat in table.virtual)
        self.type(self.game.law.text(self.hands.begin(first)))

    def type(self, *keys: str) -> None:
        """Type keys at the real prompt; raises what the prompt refuses."""
        self._evening.source = Keys(iter(keys))
        with suppress(EOFError, Leave):
            self._evening.play()

    def go(self, steps: int) -> int:
        """Take so many steps as the cards lie, while the run goes on; return how many."""
        run = self.game.run
        for count in range(steps):
            if self.game.run is None or self.game.run is not run:
                return count
            self.type(self.hands.typed())
        return steps

    def undo(self, times: int) -> None:
        for _ in range(times):
            self.hands.typed()
            self.type("u")
            self.hands.put_back()

    def lead_home(self, word: str) -> None:
        """Stop or declare void, and take the way back to its end."""
        front = self.game.ledgers[-1]
        before = self.game.run
        self.type(word)
        assert self.game.run is not before
        self.hands.stop(front)
        while self.game.recovering:
            self.type(self.hands.typed())
        self.hands.typed()


def check(case: Case) -> str:
    """Undo, then stop: every card is home, nothing more shown, no result drawn again unrecorded; say how it went."""
    at = AtTheTable(case.table(), case.seed)
    at.hands.typed()
    whole = at.hands.held()
    at.go(case.steps)
    if at.game.run is None or at.game.state.n > 1:
        return "finished"
    at.hands.typed()
    if at.game.choosing_colour:  # the black card is selected already, wherever it came from
        whole = at.hands.held()
    for _ in range(case.undos):
        if at.game.run is None or at.game.run.number == 1:
            break
        at.undo(1)
    how, drew = "stopped", any(isinstance(op, Draw) for op in at.game.ledgers[-1].ops)
    try:
        at.lead_home("stop")
    except FacilitatorError as err:
        if "stays" not in err.todo:
            raise
        how = "void"
        at.lead_home("void it cannot be a result")
        assert at.game.voids == 1
    if drew:  # nobody can tell which cards of the hand were drawn: as many go back
        assert {who: len(cards) for who, cards in at.hands.held().items()} == {
            who: len(cards) for who, cards in whole.items()
        }
    else:
        assert at.hands.held() == whole, case
    assert at.game.run is not None
    assert at.game.run.number == 1
    return how
