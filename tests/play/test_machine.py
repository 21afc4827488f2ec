"""Anything a host may type into a game, in any order; and giving up a run at every kind of step."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.events import Drew, Event, Pass, Play, Start
from facilitator.games.motions import Moved
from facilitator.games.uno import cards as uno
from facilitator.games.uno.law import apply
from facilitator.games.uno.state import State
from facilitator.machine.faces import DECK, DISCARDS
from facilitator.machine.operations import (
    CARD_ROW,
    COLUMN,
    MARKER_ROW,
    LayHand,
    Op,
    Place,
    Return,
    Reveal,
    Scramble,
    asked_by,
)
from facilitator.machine.parts import Part
from facilitator.machine.physics import Surface
from facilitator.play.game import Game
from facilitator.play.giving_up import finished_first
from facilitator.play.ledger import Ledger
from facilitator.play.news import RunLine, Told
from facilitator.play.rehearsal import Rehearsal
from facilitator.play.run import Run
from facilitator.play.turn import Selection
from facilitator.protocols.forms import CONCEALED, form_named
from facilitator.protocols.mending import Repair
from facilitator.table.load import PROTOCOLS, Table, make_table
from helpers import all_cards, go_on, sizes

NAMES = ("Ana", "Vera", "Ben", "Udo", "Eve")
VIRTUAL = ("Vera", "Udo")
Hands = dict[str, list[str]]


def small_table(form: str, conceal: bool, seats: int = 3, hand_size: int = 3) -> Table:
    listed = [{"name": name, "virtual": name in VIRTUAL} for name in NAMES[:seats]]
    return make_table(
        {"seats": listed, "hand_size": hand_size, "protocol": form, "conceal": conceal, "wording": "full"}
    )


Move = Start | Play | Drew | Pass


class Mark(NamedTuple):
    """What a refused input may not change, and an undo must bring back."""

    state: State
    step: tuple[int, str] | None
    recovering: bool


SOMEWHERE = (0, "")
"""Some step of the same run: giving up types again first what was taken back, as hands had done it."""


def mark(game: Game) -> Mark:
    step = None if game.run is None else (game.run.number, game.run.step.instruction.sentence)
    return Mark(game.state, step, game.recovering)


UNDECIDED = {
    *(Part.LAY_OUT, Part.SHOW_CARDS, Part.SHOW_MARKERS, Part.DUEL, Part.MIX, Part.TOKEN, Part.AND),
    *(Part.RESULT, Part.CHAMPION, Part.LOT, Part.ASK, Part.PUT_RIGHT),
}


def shown(run: Run) -> bool:
    """Whether a run's result is in sight: a card or a colour is asked for, or a later stage began."""
    asked = {answer for op in run.ops for answer in getattr(op, "ask", ())}
    return run.heading.part not in UNDECIDED or bool(asked - {"αβ", "βα"})


def refused(game: Game) -> FacilitatorError:
    """Giving up here is refused, and changes nothing."""
    before, entries = mark(game), game.journal.entries
    with pytest.raises((CommandError, TableError)) as caught:
        game.stop_run()
    assert (mark(game), game.journal.entries) == (before, entries)
    return caught.value


class RehearsedGame(RuleBasedStateMachine):
    """A rehearsal under a host who types rightly and wrongly, takes back, gives up and remarks."""

    @initialize(
        form=st.sampled_from(PROTOCOLS),
        conceal=st.booleans(),
        seats=st.integers(2, 5),
        hand_size=st.integers(1, 4),
        seed=st.integers(0, 10**6),
    )
    def deal(self, form: str, conceal: bool, seats: int, hand_size: int, seed: int) -> None:
        conceal = conceal and form in CONCEALED
        self.game = Game.open(small_table(form, conceal, seats, hand_size), None, seed)
        self.before: list[tuple[Mark, int]] = []
        self.opened = 0  # how many inputs stood when the run under way began

    def keep(self) -> None:
        """What stands now is what an undo must bring back."""
        self.before.append((mark(self.game), self.opened))

    def take(self, said: Event | str) -> None:
        self.keep()
        state, plan, recovering = self.game.state, self.game.plan, self.game.recovering
        if isinstance(said, str):
            self.game.answer(said)
        else:
            self.game.submit(said)
        self.follow(state)
        self.began(plan, recovering)

    def began(self, plan: Selection | None, home: bool) -> None:
        """A run led home is taken back with the input that opened it; a new one was opened by the last input."""
        if self.game.plan is plan:
            return
        if home:
            del self.before[self.opened :]
        elif not self.game.recovering:
            self.opened = len(self.before)

    def follow(self, state: State) -> None:
        """The news are the only events, each folds into the state, and none was said only when true."""
        for item in self.game.news:
            if isinstance(item, Told):
                state = apply(state, item.event).state
                assert item.state == state
            elif isinstance(item, RunLine) and item.outcome != "none":
                assert item.outcome.split(",")[0] in state.legal_cards()
        assert state == self.game.state
        self.game.news.clear()

    def refuse(self, said: Event | str, *kinds: type[FacilitatorError]) -> str:
        before, entries = mark(self.game), self.game.journal.entries
        enter = self.game.answer if isinstance(said, str) else self.game.submit
        with pytest.raises(kinds or (CommandError, TableError)) as caught:
            enter(said)  # type: ignore[arg-type]
        assert mark(self.game) == before
        assert self.game.journal.entries == entries
        assert not self.game.news
        return str(caught.value)

    def right(self) -> Event | str:
        game = self.game
        assert game.truth is not None
        if game.run is not None:
            return game.run.truth
        return game.truth.move(game.state)

    @property
    def running(self) -> bool:
        return self.game.run is not None

    @rule(inputs=st.integers(1, 30))
    def the_host_goes_on(self, inputs: int) -> None:
        for _ in range(inputs):
            if not self.game.over:
                self.take(self.right())

    @precondition(lambda self: self.running)
    @rule(said=st.sampled_from(["", "a", "αβ", "βα", "none", "7R", "W", "lot R", "αα"]))
    def a_wrong_answer_is_caught(self, said: str) -> None:
        if said != self.right():
            self.refuse(said)

    @rule(
        seat=st.sampled_from([*NAMES, "Nobody"]),
        card=st.sampled_from([*uno.KINDS, "17R"]),
        color=st.sampled_from([None, *uno.COLORS]),
        what=st.sampled_from(["start", "play", "draw", "draw two", "pass"]),
    )
    def anything_is_typed(self, seat: str, card: str, color: str | None, what: str) -> None:
        game = self.game
        events: dict[str, Move] = {
            "start": Start(card, seat),
            "play": Play(seat, card, color),
            "draw": Drew(seat),
            "draw two": Drew(seat, 2),
            "pass": Pass(seat),
        }
        event = events[what]
        if self.possible(event):
            self.take(event)
            return
        told = self.refuse(event)
        if seat in VIRTUAL and game.state.started:  # a refusal may not show a hidden hand
            public = {card, str(game.state.top), *("WD" if color else "")}  # those two name a colour
            assert set(re.findall(r"\b(?:[0-9SR+][RYGB]|[WD])\b", told)) <= public

    def possible(self, event: Move) -> bool:
        """Whether people at this table could do this: written without the state's rules for cards."""
        game, state = self.game, self.game.state
        assert game.truth is not None
        if game.run is not None or game.over:
            return False
        if isinstance(event, Start):
            return not state.started and event.card == self.right().card and event.first in game.names  # type: ignore[union-attr]
        if not state.started or event.seat not in game.names or event.seat in VIRTUAL:
            return False
        late = event.seat != game.names[state.turn]
        if late and not (
            state.drawn and event.seat == game.names[(state.turn + state.direction) % len(game.names)]
        ):
            return False
        drawn = state.drawn and not late
        if isinstance(event, Drew):
            return event.count == 1 and not drawn
        if isinstance(event, Pass):
            return drawn or not (state.unplayed or len(state.discards) > 1)
        hand = game.truth.table.hands[event.seat][-1 if drawn else 0 :]
        named = event.named is not None if event.card in "WD" else event.named in (None, event.card[-1])
        return event.card in hand and event.card in state.legal_cards() and named

    @rule()
    def the_host_takes_back(self) -> None:
        if not self.before:
            with pytest.raises(CommandError):
                self.game.undo()
            return
        self.game.undo()
        self.game.news.clear()
        before, self.opened = self.before.pop()
        if before.step != SOMEWHERE:
            assert mark(self.game) == before
        assert (self.game.state, self.game.recovering) == (before.state, before.recovering)

    @rule(text=st.text(st.characters(codec="utf-8"), max_size=20))
    def the_host_remarks(self, text: str) -> None:
        self.keep()
        self.game.note(text)
        assert mark(self.game) == self.before[-1][0]

    @rule()
    def the_host_scrambles_once_more(self) -> None:
        """Where columns lie scrambled and covered, about to be turned over; elsewhere it is refused."""
        before, plan = mark(self.game), self.game.plan
        entries = self.game.journal.entries
        try:
            self.game.put_right(Repair.SCRAMBLE_AGAIN)
        except FacilitatorError:
            assert (mark(self.game), self.game.journal.entries) == (before, entries)
            return
        assert self.game.plan is plan
        assert self.game.run is not None
        assert self.game.run.heading.part is Part.PUT_RIGHT
        self.before.append((before, self.opened))

    @rule()
    def the_host_gives_up(self) -> None:
        game = self.game
        if game.behind:
            self.gives_up_ahead()
            return
        if game.run is None or game.recovering or game.decided or shown(game.run):
            refused(game)
            return
        before, plan, kept = mark(game), game.plan, len(game.journal.entries)
        game.stop_run()
        assert game.run is not None
        again = sum(not entry.derived for entry in game.journal.entries[kept:]) - 1
        assert again >= 0
        here = self.opened
        self.before += [(before, here), *[(before._replace(step=SOMEWHERE), here)] * again]
        game.news.clear()
        self.began(plan, not game.recovering)

    def gives_up_ahead(self) -> None:
        """Steps taken back lie on the table: stop goes forward to them and home, or is refused; tried on a copy."""
        game = Game.open(self.game.table, None, self.game.seed)
        for entry in self.game.journal.entries:
            if not entry.derived:
                game._take(entry.kind, entry.body)
        before, entries = mark(game), game.journal.entries
        assert before == mark(self.game)
        try:
            game.stop_run()
        except (CommandError, TableError):
            assert (mark(game), game.journal.entries) == (before, entries)
            return
        while game.recovering:
            go_on(game)
        assert all_cards(game) == Counter(uno.DECK)
        assert game.run is None or game.run.number == 1

    @invariant()
    def every_card_is_accounted_for(self) -> None:
        assert all_cards(self.game) == Counter(uno.DECK)

    @invariant()
    def the_state_is_true(self) -> None:
        game, state = self.game, self.game.state
        if game.run is None and state.started and not game.behind:
            assert sizes(game) == (state.hands, state.unplayed, len(state.discards))

    def teardown(self) -> None:
        if hasattr(self, "game"):
            self.game.close()


RehearsedGame.TestCase.settings = settings(max_examples=25, stateful_step_count=15, deadline=None)
TestRehearsedGame = RehearsedGame.TestCase


# -- giving up at a real table, where the program sees nothing --------------------------------------------


class People:
    """Carries out a real game's steps with cards the game knows nothing of.

    ``placed``: covered or open play cards whose face and place everybody saw since they were last mixed.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.table = Rehearsal(game.law, game.state, seed).table
        self.placed: set[Place] = set()
        self._run: Run | None = None
        self._done = 0
        self._before: tuple[Hands, dict[Place, str], Surface] | None = None
        self._answer = ""

    def come_up(self) -> str:
        """Do the step that came up, and return what must be answered."""
        run = self.game.run
        assert run is not None
        if run is not self._run:
            self._run, self._done = run, 0
        for op in run.ops[self._done :]:
            self._do(op)
        self._done = len(run.ops)
        return self._answer if asked_by(run.ops[-1]) else ""

    def _do(self, op: Op) -> None:
        table = self.table
        hands = {owner: list(cards) for owner, cards in table.hands.items()}
        lies = (hands, dict(table.faces), Surface(table.surface))
        self._before = None if finished_first(op) else lies
        self._answer = self.table(op)
        self._watch(op)

    def stop(self, ledger: Ledger) -> None:
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
        run = self.game.run
        if run is not None and run.number == 1 and isinstance(run.ops[-1], LayHand):
            owner = run.ops[-1].owner
            found[owner] = sorted(found[owner] + [self.table.faces[place] for place in run.ops[-1].places])
        return found


def begin(form: str, conceal: bool, seed: int) -> tuple[Game, People]:
    """A real game whose virtual seat begins, its first step done by hand."""
    game = Game.open(small_table(form, conceal), None)
    people = People(game, seed)
    first = people.table.turn_up(lambda face: not uno.is_black(face))
    people.table.carry_out(Moved(DECK, DISCARDS, 1, (first,)))
    game.submit(Start(first, "Vera"))
    people.come_up()
    return game, people


def stops(form: str, conceal: bool, seed: int) -> list[int]:
    """Numbers of steps worth stopping at: the first and last of each kind of operation in each stage."""
    game, people = begin(form, conceal, seed)
    run = game.run
    kinds: dict[tuple[tuple[Part, int], str], list[int]] = {}
    while run is not None and game.run is run:
        part = run.heading.part, min(run.heading.number, 2)
        kinds.setdefault((part, type(run.ops[-1]).__name__), []).append(run.number)
        answer = people.come_up()
        if len(run.ops) and run.step.number == run.total:
            break
        game.answer(answer)
    return sorted({number for numbers in kinds.values() for number in (numbers[0], numbers[-1])})


FORMS = [*((form, False) for form in PROTOCOLS), ("published", True)]


def stopped_at(form: str, conceal: bool, seed: int, number: int) -> tuple[Game, People]:
    """A real game at the step of this number, done by hand and not yet answered."""
    game, people = begin(form, conceal, seed)
    assert game.run is not None
    while game.run.number < number:
        game.answer(people.come_up())
    people.come_up()
    return game, people


@pytest.mark.parametrize("seed", [0])
@pytest.mark.parametrize(("form", "conceal"), FORMS)
def test_giving_up_takes_every_card_home_and_shows_no_hand(form: str, conceal: bool, seed: int) -> None:
    """At a real table, at any step before the result: nobody learns who holds what, every hand is whole,
    the turn begins again and can be played."""
    begun, there = begin(form, conceal, seed)
    whole, first = there.hands(), run_of(begun).heading
    given_up = list[tuple[Game, People]]()
    for number in stops(form, conceal, seed):
        game, people = stopped_at(form, conceal, seed, number)
        state = game.state
        if shown(run_of(game)):
            continue
        given_up.append((game, people))
        ledger = game.ledgers[-1]
        game.stop_run()
        people.stop(ledger)
        while game.recovering:
            game.answer(people.come_up())
        people.come_up()
        assert (run_of(game).number, run_of(game).heading, game.state) == (1, first, state)
        assert people.hands() == whole, f"stopped at step {number}"
    assert len(given_up) > (13 if form_named(form).lays else 1)
    game, people = given_up[-1]
    run = game.run
    while game.run is run:
        game.answer(people.come_up())


@pytest.mark.parametrize("seed", [0])
@pytest.mark.parametrize(("form", "conceal"), FORMS)
def test_a_run_whose_result_is_in_sight_is_finished(form: str, conceal: bool, seed: int) -> None:
    """Stop is refused from there on, and says how to go on; the steps to the end are as if it was never typed."""
    numbers = [n for n in stops(form, conceal, seed) if shown(run_of(stopped_at(form, conceal, seed, n)[0]))]
    assert len(numbers) >= 2
    game, people = stopped_at(form, conceal, seed, numbers[0])
    run = run_of(game)
    while game.run is run:
        answer = people.come_up()
        assert "stays the outcome" in str(refused(game))
        game.answer(answer)


def test_a_result_that_cannot_be_is_declared_void() -> None:
    """The card does not fit, say: no step taken back makes it unseen; a turn declared void starts again."""
    game, people = begin("knockout", False, 0)
    while not shown(run_of(game)):
        game.answer(people.come_up())
    refused(game)
    game.undo()
    assert isinstance(run_of(game).ops[-1], Reveal)
    assert "void and why" in str(refused(game))
    game.void("the card does not fit")
    assert (game.recovering, game.voids) == (True, 1)
    refused(game)  # on the way back there is nothing more to give up


def run_of(game: Game) -> Run:
    assert game.run is not None
    return game.run
