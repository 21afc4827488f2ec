"""Giving up a run at a real table, at every kind of step: every card comes home, and nobody learns who holds what."""

from __future__ import annotations

import pytest

from facilitator.games.events import Start
from facilitator.games.rules import Moved
from facilitator.games.uno import cards as uno
from facilitator.operations.definitions import (
    CARD_ROW,
    COLUMN,
    MARKER_ROW,
    LayHand,
    Op,
    Place,
    Return,
    Reveal,
    Scramble,
    get_answers,
)
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK, DISCARDS
from facilitator.operations.purposes import Part
from facilitator.play.attempt import Attempt, AttemptLog
from facilitator.play.match import Match
from facilitator.play.rehearsal import Rehearsal
from facilitator.play.stop import finished_first
from facilitator.table_files.load import PROTOCOLS
from sessions import in_sight, small_table, stop_refused

Hands = dict[str, list[str]]


class People:
    """Carries out a real game's steps with cards the game knows nothing of.

    ``placed``: covered or open play cards whose face and place everybody saw since they were last mixed.
    """

    def __init__(self, game: Match, seed: int) -> None:
        self.game = game
        self.table = Rehearsal(game.rules, game.state, seed).table
        self.placed: set[Place] = set()
        self._run: Attempt | None = None
        self._done = 0
        self._before: tuple[Hands, dict[Place, str], VisibleTable] | None = None
        self._answer = ""

    def come_up(self) -> str:
        """Do the step that came up, and return what must be answered."""
        run = self.game.attempt
        assert run is not None
        if run is not self._run:
            self._run, self._done = run, 0
        for op in run.ops[self._done :]:
            self._do(op)
        self._done = len(run.ops)
        return self._answer if get_answers(run.ops[-1]) else ""

    def _do(self, op: Op) -> None:
        table = self.table
        hands = {owner: list(cards) for owner, cards in table.hands.items()}
        lies = (hands, dict(table.faces), VisibleTable(table.surface))
        self._before = None if finished_first(op) else lies
        self._answer = self.table(op)
        self._watch(op)

    def stop(self, ledger: AttemptLog) -> None:
        """Do what the program says before the way back: of an act of several operations, all but its end."""
        for done in ledger.entries[self._done :]:
            self._do(done.op)
        self.take_back()

    def _watch(self, op: Op) -> None:
        match op:
            case Reveal() if (
                op.places[0].area == COLUMN and op.places[0].row == CARD_ROW and len(op.places) > 1
            ):
                self.placed |= set(op.places)
            case Reveal() if op.places[0].area == COLUMN and op.places[0].row == MARKER_ROW:
                assert not self.placed, "markers turned up beside cards everybody saw"
            case Return() | LayHand():
                assert not self.placed, "cards given back that everybody saw"
            case Scramble():
                self.placed -= {place for pile in op.piles for place in pile}

    def take_back(self) -> None:
        """Put all back as the step before left it, as the program says, or finish it."""
        if self._before is not None:
            self.table.hands, self.table.faces, self.table.surface = self._before

    def hands(self) -> Hands:
        """Every hand, sorted; cards just laid out for a run's first step count as held."""
        found = {owner: sorted(cards) for owner, cards in self.table.hands.items()}
        run = self.game.attempt
        if run is not None and run.number == 1 and isinstance(run.ops[-1], LayHand):
            owner = run.ops[-1].owner
            found[owner] = sorted(found[owner] + [self.table.faces[place] for place in run.ops[-1].places])
        return found


def begin(form: str, conceal: bool, seed: int) -> tuple[Match, People]:
    """A real game whose virtual seat begins, its first step done by hand."""
    game = Match.open(small_table(form, conceal), None)
    people = People(game, seed)
    first = people.table.turn_up(lambda face: not uno.is_black(face))
    people.table.carry_out(Moved(DECK, DISCARDS, 1, (first,)))
    game.submit(Start(first, "Vera"))
    people.come_up()
    return game, people


def stops(form: str, conceal: bool, seed: int) -> list[int]:
    """Numbers of steps worth stopping at: the first and last of each kind of operation in each stage."""
    game, people = begin(form, conceal, seed)
    run = game.attempt
    kinds: dict[tuple[tuple[Part, int], str], list[int]] = {}
    while run is not None and game.attempt is run:
        part = run.heading.part, min(run.heading.number, 2)
        kinds.setdefault((part, type(run.ops[-1]).__name__), []).append(run.number)
        answer = people.come_up()
        if len(run.ops) and run.number == run.total:
            break
        game.answer(answer)
    return sorted({number for numbers in kinds.values() for number in (numbers[0], numbers[-1])})


FORMS = [*((form, False) for form in PROTOCOLS), ("published", True)]


def stopped_at(form: str, conceal: bool, seed: int, number: int) -> tuple[Match, People]:
    """A real game at the step of this number, done by hand and not yet answered."""
    game, people = begin(form, conceal, seed)
    assert game.attempt is not None
    while game.attempt.number < number:
        game.answer(people.come_up())
    people.come_up()
    return game, people


@pytest.mark.parametrize("seed", [0])
@pytest.mark.parametrize(("form", "conceal"), FORMS)
@pytest.mark.every(3)
def test_giving_up_takes_every_card_home_and_shows_no_hand(form: str, conceal: bool, seed: int) -> None:
    """At every step before the result, all hands are restored, and the turn starts again and can be played."""
    begun, there = begin(form, conceal, seed)
    whole, first = there.hands(), run_of(begun).heading
    given_up = list[tuple[Match, People]]()
    for number in stops(form, conceal, seed):
        game, people = stopped_at(form, conceal, seed, number)
        state = game.state
        if in_sight(run_of(game)):
            continue
        given_up.append((game, people))
        ledger = game.logs[-1]
        game.cancel_attempt()
        people.stop(ledger)
        while game.recovering:
            game.answer(people.come_up())
        people.come_up()
        assert (run_of(game).number, run_of(game).heading, game.state) == (1, first, state)
        assert people.hands() == whole, f"stopped at step {number}"
    assert len(given_up) > (4 if form == "wallet" else 13)
    game, people = given_up[-1]
    run = game.attempt
    while game.attempt is run:
        game.answer(people.come_up())


@pytest.mark.parametrize("seed", [0])
@pytest.mark.parametrize(("form", "conceal"), FORMS)
@pytest.mark.every(3)
def test_a_run_whose_result_is_in_sight_is_finished(form: str, conceal: bool, seed: int) -> None:
    """Stop is refused from there on, and says how to go on; the steps to the end are as if it was never typed."""
    numbers = [
        n for n in stops(form, conceal, seed) if in_sight(run_of(stopped_at(form, conceal, seed, n)[0]))
    ]
    assert len(numbers) >= 2
    game, people = stopped_at(form, conceal, seed, numbers[0])
    run = run_of(game)
    while game.attempt is run:
        answer = people.come_up()
        words = "'s result" if form == "wallet" else "You have seen the result already"
        assert words in str(stop_refused(game))
        game.answer(answer)


def test_a_result_that_cannot_be_is_declared_void() -> None:
    """The card does not fit, say: no step taken back makes it unseen; a turn declared void starts again."""
    game, people = begin("knockout", False, 0)
    while not in_sight(run_of(game)):
        game.answer(people.come_up())
    stop_refused(game)
    game.undo()
    assert isinstance(run_of(game).ops[-1], Reveal)
    assert "void and why" in str(stop_refused(game))
    game.declare_void("the card does not fit")
    assert (game.recovering, game.voids) == (True, 1)
    stop_refused(game)  # on the way back there is nothing more to give up


def run_of(game: Match) -> Attempt:
    assert game.attempt is not None
    return game.attempt
