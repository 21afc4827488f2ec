"""Anything a host may type into a rehearsal, in any order: refused and nothing changed, or true to the cards."""

from __future__ import annotations

import re

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.events import Drew, Event, Pass, Play, Start
from facilitator.games.uno import cards as uno
from facilitator.games.uno.game import UNO
from facilitator.games.uno.options import KEYS
from facilitator.games.uno.rules import apply
from facilitator.games.uno.state import UnoState
from facilitator.operations.purposes import Part
from facilitator.play.attempt import Selection
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage, RunLine
from facilitator.protocols.forms import CONCEALED
from facilitator.protocols.recovery import Repair
from facilitator.table_files.load import PROTOCOLS
from sessions import NAMES, VIRTUAL, StepMark, in_sight, made, settled, small_table, step_mark, stop_refused
from turns import all_cards, decks, sizes

Move = Start | Play | Drew | Pass
STYLES: tuple[object, ...] = ("uniform", "uniform", "attacker", "saver")

SOMEWHERE = (0, "")
"""Some step of the same run: giving up types again first what was taken back, as hands had done it."""


class RehearsedGame(RuleBasedStateMachine):
    """A rehearsal under a host who types rightly and wrongly, takes back, gives up and remarks."""

    @initialize(
        form=st.sampled_from(PROTOCOLS),
        rules=st.sampled_from(UNO.about.rules),
        style=st.sampled_from(STYLES),
        conceal=st.booleans(),
        seats=st.integers(2, 5),
        hand_size=st.integers(1, 4),
        seed=st.integers(0, 10**6),
    )
    def deal(
        self, form: str, rules: str, style: object, conceal: bool, seats: int, hand_size: int, seed: int
    ) -> None:
        conceal = conceal and form in CONCEALED
        plain = small_table(form, conceal, seats, hand_size)
        listed = [{**seat.model_dump(), **({"style": style} if seat.virtual else {})} for seat in plain.seats]
        keys = plain.model_dump(exclude=set(KEYS))
        self.game = Match.open(made({**keys, "rules": rules, "seats": listed}) or plain, None, seed)
        self.before: list[tuple[StepMark, int]] = []
        self.opened = 0  # how many inputs stood when the run under way began

    def keep(self) -> None:
        """What stands now is what an undo must bring back."""
        self.before.append((step_mark(self.game), self.opened))

    def take(self, said: Event | str) -> None:
        self.keep()
        state, plan, recovering = self.game.state, self.game.plan, self.game.recovering
        if isinstance(said, str):
            if (run := self.game.attempt) is not None:
                run.press_to(run.steps_done + run.more)  # the operation as a whole
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

    def follow(self, state: UnoState) -> None:
        """The news are the only events, each folds into the state, and none was said only when true."""
        for item in self.game.news:
            if isinstance(item, EventMessage):
                state = apply(state, item.event).state
                assert item.state == state
            elif isinstance(item, RunLine) and item.outcome != "none" and not state.challenged:
                assert item.outcome.split(",")[0] in state.legal_cards()
        assert state == self.game.state
        self.game.news.clear()

    def refuse(self, said: Event | str, *kinds: type[FacilitatorError]) -> str:
        before, entries = step_mark(self.game), self.game.journal.entries
        enter = self.game.answer if isinstance(said, str) else self.game.submit
        with pytest.raises(kinds or (CommandError, TableError)) as caught:
            enter(said)  # type: ignore[arg-type]
        assert step_mark(self.game) == before
        assert self.game.journal.entries == entries
        assert not self.game.news
        return str(caught.value)

    def right(self) -> Event | str:
        game = self.game
        assert game.truth is not None
        if game.attempt is not None:
            return game.attempt.truth
        return game.truth.move(game.state)

    @property
    def running(self) -> bool:
        return self.game.attempt is not None

    @rule(inputs=st.integers(1, 30))
    def the_host_goes_on(self, inputs: int) -> None:
        for _ in range(inputs):
            if not self.game.is_over:
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
        if game.table.rules != "paper":
            self.try_it(event)
            return
        if self.possible(event):
            self.take(event)
            return
        told = self.refuse(event)
        if seat in VIRTUAL and game.state.is_started:  # a refusal may not show a hidden hand
            public = {card, str(game.state.top), *("WD" if color else "")}  # those two name a colour
            assert set(re.findall(r"\b(?:[0-9SR+][RYGB]|[WD])\b", told)) <= public

    def try_it(self, event: Move) -> None:
        """By other rules than those that `possible` knows: taken, or refused and nothing has changed."""
        before, entries = step_mark(self.game), self.game.journal.entries
        try:
            self.take(event)
        except (CommandError, TableError):
            self.before.pop()
            assert (step_mark(self.game), self.game.journal.entries, self.game.news) == (before, entries, [])

    def possible(self, event: Move) -> bool:
        """Whether people at this table could do this: written without the state's rules for cards."""
        game, state = self.game, self.game.state
        assert game.truth is not None
        if game.attempt is not None or game.is_over:
            return False
        if isinstance(event, Start):
            return not state.is_started and event.card == self.right().card and event.first in game.names  # type: ignore[union-attr]
        if not state.is_started or event.seat not in game.names or event.seat in VIRTUAL:
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
            return drawn or not (state.draw_pile_size or len(state.discards) > 1)
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
            assert step_mark(self.game) == before
        assert (self.game.state, self.game.recovering) == (before.state, before.recovering)

    @rule(text=st.text(st.characters(codec="utf-8"), max_size=20))
    def the_host_remarks(self, text: str) -> None:
        self.keep()
        self.game.note(text)
        assert step_mark(self.game) == self.before[-1][0]

    @rule()
    def the_host_scrambles_once_more(self) -> None:
        """Where columns lie scrambled and covered, about to be turned over; elsewhere it is refused."""
        before, plan = step_mark(self.game), self.game.plan
        entries = self.game.journal.entries
        try:
            self.game.put_right(Repair.SCRAMBLE_AGAIN)
        except FacilitatorError:
            assert (step_mark(self.game), self.game.journal.entries) == (before, entries)
            return
        assert self.game.plan is plan
        assert self.game.attempt is not None
        assert self.game.attempt.heading.part is Part.PUT_RIGHT
        self.before.append((before, self.opened))

    @rule()
    def the_host_gives_up(self) -> None:
        game = self.game
        if game.attempt is None or game.recovering or settled(game) or in_sight(game.attempt):
            stop_refused(game)
            return
        before, plan, kept = step_mark(game), game.plan, len(game.journal.entries)
        game.cancel_attempt()
        assert game.attempt is not None
        again = sum(not entry.derived for entry in game.journal.entries[kept:]) - 1
        assert again >= 0
        here = self.opened
        self.before += [(before, here), *[(before._replace(step=SOMEWHERE), here)] * again]
        game.news.clear()
        self.began(plan, not game.recovering)

    @invariant()
    def every_card_is_accounted_for(self) -> None:
        assert all_cards(self.game) == decks(self.game)

    @invariant()
    def the_state_is_true(self) -> None:
        game, state = self.game, self.game.state
        if game.attempt is None and state.is_started:
            assert sizes(game) == (state.hands, state.draw_pile_size, len(state.discards))

    def teardown(self) -> None:
        if hasattr(self, "game"):
            self.game.close()


RehearsedGame.TestCase.settings = settings(max_examples=25, stateful_step_count=15, deadline=None)
TestRehearsedGame = RehearsedGame.TestCase
