"""Anything typed at any time: it is refused and changes nothing, or the public facts stay whole."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from simulated import NAMES

from facilitator.errors import CommandError, TableError
from facilitator.games.dominoes import DOMINOES
from facilitator.games.events import Drew, Event, Give, Lacks, Pass, Play, Round, Show, Start
from facilitator.games.hearts import HEARTS
from facilitator.games.rules import GameOver, Rules, Seat, ShowHand
from facilitator.games.sevens import SEVENS
from facilitator.operations.faces import DECK

TABLES: tuple[tuple[Rules[Any], int, int], ...] = ((SEVENS, 3, 7), (HEARTS, 4, 4), (DOMINOES, 2, 4))


class Typed(RuleBasedStateMachine):
    """A game of which only the public facts exist; whatever hands are imagined, they hold or are refused."""

    game: Rules[Any]
    state: Any

    @initialize(table=st.sampled_from(TABLES), rules=st.sampled_from(["paper", "usual"]), data=st.data())
    def begin(self, table: tuple[Rules[Any], int, int], rules: str, data: st.DataObject) -> None:
        self.game, least, most = table
        count = data.draw(st.integers(least, most))
        virtual = data.draw(
            st.lists(st.booleans(), min_size=count, max_size=count).filter(lambda v: not all(v))
        )
        seats = [Seat(NAMES[at], virtual[at]) for at in range(count)]
        self.state = self.game.begin(seats, {"rules": rules})

    def tell(self, event: Event) -> None:
        before = self.state
        kept = repr(before)
        try:
            after, happened = self.game.apply(before, event)
        except (CommandError, TableError):
            assert repr(before) == kept
            return
        assert repr(before) == kept
        assert after.n == before.n + 1
        for told in happened:
            self.game.describe_effect(told)
        self.state = after

    @rule(data=st.data())
    def anything(self, data: st.DataObject) -> None:
        """An event of any kind by anybody, as it may be mistyped."""
        seat = data.draw(st.sampled_from([*(s.name for s in self.state.seats), "Nobody"]))
        card = data.draw(st.sampled_from(self.game.kinds.cards))
        count = data.draw(st.integers(-1, 15))
        named = data.draw(st.sampled_from([None, "left", "right", "blue"]))
        kinds: list[Event] = [
            Play(seat, card, named),
            Show(seat, (card,) * abs(count)),
            Drew(seat, count),
            Pass(seat),
            Lacks(seat),
            Give(seat, self.state.seats[0].name, count),
            Round(count),
            Start(None, seat),
            Start(card, seat),
        ]
        self.tell(data.draw(st.sampled_from(kinds)))

    def over(self) -> bool:
        return isinstance(self.game.get_next_action(self.state), GameOver)

    @precondition(lambda self: not self.over())
    @rule(data=st.data(), times=st.integers(1, 12))
    def sensible(self, data: st.DataObject, times: int) -> None:
        """What the seat in turn could do with a hand that the public facts allow."""
        for _ in range(times):
            if self.over():
                return
            state, name = self.state, getattr(self.game.get_next_action(self.state), "seat", None)
            hand: list[str] = []
            if name is not None:
                at = [seat.name for seat in state.seats].index(name)
                possible = sorted(state.loose - state.lacks[at])
                size = state.hands[at]
                if len(possible) < size:
                    return
                hand = data.draw(st.permutations(possible))[:size]
            self.tell(data.draw(st.sampled_from(self.game.list_moves(state, hand))))

    @invariant()
    def whole(self) -> None:
        """All cards are accounted for, and the facts can be said and written."""
        if not hasattr(self, "state"):
            return
        game, state = self.game, self.state
        sizes = game.find_zones(state).sizes
        assert sum(sizes.values()) == len(game.kinds.cards)
        assert min(sizes.values()) >= 0
        assert all(len(faces) == sizes[zone] for zone, faces in game.find_zones(state).open.items())
        need = game.get_next_action(state)
        wire = json.loads(json.dumps(game.state_json(state)))
        assert set(wire) >= {"n", "turn", "hands", "winner"}
        assert (wire["turn"] is None) == (isinstance(need, GameOver) or getattr(need, "seat", None) is None)
        assert wire.get("unplayed", 0) == sizes.get(DECK, 0)
        assert game.describe_state(state)
        assert isinstance(need, GameOver | ShowHand) or game.make_prompt(state).question


TestTyped = Typed.TestCase
TestTyped.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
