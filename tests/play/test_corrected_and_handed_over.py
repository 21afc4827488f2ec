"""Corrections and hand-overs mixed with all else a host does at a real table: the same game as played straight."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from test_back_and_redo import VERA, Mark, mark, opened, straight

from facilitator.errors import FacilitatorError
from facilitator.games.due import Ask, ShowHand
from facilitator.play.game import Game
from facilitator.play.handover import HandOver, received
from facilitator.play.history import live
from facilitator.play.journal import EVENT, UNDO
from facilitator.play.taking_over import keep, rows_of
from facilitator.table.load import Table, make_table

PEOPLE = {
    "uno": ["Ana", "Ben"],
    "sevens": ["Ana", "Ben"],
    "hearts": ["Ana", "Ben", "Cem"],
    "dominoes": ["Ana"],
}


class AtARealTable(RuleBasedStateMachine):
    """A real game in a file: people play what fits, runs are answered anyhow, the record is corrected, passed on."""

    @initialize(wording=st.sampled_from(["full", "brief"]), presses=st.integers(1, 5), far=st.floats(0, 1))
    def deal(self, wording: str, presses: int, far: float) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.table: Table = make_table({"seats": ["Ana", "Ben", VERA], "wording": wording})
        self.devices = 0
        self.session = opened(self.table, self.path)
        self.before: dict[int, Mark] = {}
        self.cards = sum(self.game.law.sizes(self.game.state).values())
        self.corrections = 0
        self.goes_on(presses, far)
        self.hands_over_and_the_other_device_goes_on(60)

    @property
    def path(self) -> Path:
        return Path(self.folder.name) / f"{self.devices}.game"

    @property
    def game(self) -> Game:
        return self.session._game

    def take(self, line: str) -> FacilitatorError | None:
        """Type a line; refused, it changes nothing; whatever it is, no card is lost."""
        before, size, path = mark(self.game), self.game.journal.size, len(self.game._path)
        refused = self.session.take(line).refused
        if refused is not None:
            assert self.game.state == before.state  # in a run: what needed no answer in the act may be done
            assert before.typed is not None or (mark(self.game), self.game.journal.size) == (before, size)
        elif len(self.game._path) > path:
            self.before[self.game._path[path].number] = before
        assert sum(self.game.law.sizes(self.game.state).values()) == self.cards
        return refused

    def press(self, far: float) -> None:
        """An act, with the first answer that can be, or what a person may do."""
        game, law = self.game, self.game.law
        if game.run is not None:
            ask = game.run.ask
            start = int(far * (len(ask) - 1)) if ask else 0
            for said in (*ask[start:], *ask[:start]) if ask else ("",):
                if self.take(said) is None:
                    return
            return
        need = game.need
        if isinstance(need, Ask):
            stock = law.stock(game.state, need.seat) if need.seat is not None else None
            moves = law.moves(game.state, stock.cards if stock else ())
            start = int(far * (len(moves) - 1))
            for move in (*moves[start:], *moves[:start])[:20]:
                if self.take(law.text(move)) is None:
                    return
        assert not isinstance(need, ShowHand)

    @rule(presses=st.integers(1, 8), far=st.floats(0, 1))
    def goes_on(self, presses: int, far: float) -> None:
        for _ in range(presses):
            if not self.session.over:
                self.press(far)

    def to_a_move(self) -> None:
        """Finish the run under way, for only between runs the record is corrected."""
        for _ in range(150):
            if self.game.run is None:
                return
            self.press(0)

    @rule(one=st.integers(0, 9), other=st.integers(0, 9), by=st.integers(1, 3))
    def puts_sizes_right(self, one: int, other: int, by: int) -> None:
        self.to_a_move()
        law, state = self.game.law, self.game.state
        stock = law.stock(state, state.seats[0].name)
        sizes = dict(stock.hands) | ({} if stock.deck is None else {stock.zone: stock.deck})
        zones = list(sizes)
        less, more = zones[one % len(zones)], zones[other % len(zones)]
        if less == more or self.session.over:
            return
        line = f"correct {less} {sizes[less] - by}, {more} {sizes[more] + by}: counted"
        if self.take(line) is None:
            now = law.sizes(self.game.state)
            assert (now[less], now[more]) == (sizes[less] - by, sizes[more] + by)
            self.corrections += 1

    @rule(far=st.floats(0, 1), card=st.integers(0, 107))
    def puts_a_face_right(self, far: float, card: int) -> None:
        kinds, lying = (
            self.game.law.kinds.cards,
            next(iter(self.game.law.open_cards(self.game.state).values())),
        )
        was = lying[int(far * (len(lying) - 1))] if lying and far < 0.7 else "top"
        self.corrections += self.take(f"correct {was} is {kinds[card % len(kinds)]}: misread") is None

    @rule(times=st.integers(1, 4))
    def takes_back(self, times: int) -> None:
        for _ in range(times):
            self.take("u")

    @rule(far=st.floats(0, 1))
    def goes_back_to_any_number(self, far: float) -> None:
        number = 1 + int(far * (len(self.game._lived) - 1))
        if self.take(f"back {number}") is None and number in self.before:
            assert mark(self.game) == self.before[number]

    @rule(presses=st.integers(1, 9))
    def types_again(self, presses: int) -> None:
        self.take(f"redo {presses}")

    @rule(line=st.sampled_from(["stop", "note Ben saw 7R"]))
    def gives_up_or_remarks(self, line: str) -> None:
        self.take(line)

    @rule(most=st.sampled_from([None, 60, 300]))
    def hands_over_and_the_other_device_goes_on(self, most: int | None) -> None:
        if not self.game.journal.size or self.session.over:
            return
        reply = self.session.take("hand over")
        (code,) = (one for one in reply.told if isinstance(one, HandOver))
        before, lines, ahead = mark(self.game), self.game.history(), len(self.game._ahead)
        entries = [(one.kind, one.body) for one in self.game.journal.entries]
        self.session.close()
        self.devices += 1
        handed = received(" ".join(reversed(code.pieces(most))))
        assert make_table(handed.table) == self.table
        keep(handed, self.table, rows_of(handed, self.table), self.path)
        self.session = opened(self.table, self.path)
        assert (mark(self.game), self.game.history(), len(self.game._ahead)) == (before, lines, ahead)
        assert [(one.kind, one.body) for one in self.game.journal.entries] == entries

    @rule()
    def leaves_and_comes_back(self) -> None:
        before, lines = mark(self.game), self.game.history()
        self.session.close()
        self.session = opened(self.table, self.path)
        assert (mark(self.game), self.game.history()) == (before, lines)

    def teardown(self) -> None:
        if not hasattr(self, "session"):
            return
        other = straight(self.game)
        assert mark(other) == mark(self.game)
        events = [entry.body for entry in live(self.game.journal.entries) if entry.kind == EVENT]
        assert [entry.body for entry in other.journal.entries if entry.kind == EVENT] == events
        assert UNDO not in {entry.kind for entry in other.journal.entries}
        COUNTED["corrections"] += self.corrections
        COUNTED["devices"] += self.devices
        self.session.close()
        self.folder.cleanup()


COUNTED = {"corrections": 0, "devices": 0}


def test_corrected_and_handed_over_it_is_the_same_game_played_straight(full: bool) -> None:
    COUNTED.update(corrections=0, devices=0)
    sizes = settings(max_examples=2000 if full else 4, stateful_step_count=14, deadline=None)
    run_state_machine_as_test(AtARealTable, settings=sizes)
    assert min(COUNTED.values()) > (500 if full else 0), COUNTED
