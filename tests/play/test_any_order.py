"""Whatever a host does, in whatever order: it is the same game as played straight."""

from __future__ import annotations

import shutil
from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule, run_state_machine_as_test

from facilitator.mistakes.options import RepairInPlace
from facilitator.play.journal import EVENT, NOTE, OOPS, UNDO, VOID, list_live_entries
from facilitator.play.mistake_questions import ADVICE
from facilitator.play.prompt import OptionQuestion, WhatHappened
from facilitator.protocols.recovery import list_repairs
from sessions import TABLES, Host, mark, seen, straight

ASIDE = ("note Ben saw 7R", "count 7R 2B", "count", "99", "state", "table", "history all")
"""What changes nothing, but for the remark in the record."""


class AnyOrder(Host):
    """Goes on and goes back, puts right and gives up, corrects, leaves, and goes on at another device."""

    # -- back, and forth again ---------------------------------------------------------------------------

    @rule(times=st.integers(1, 4))
    def takes_back(self, times: int) -> None:
        for _ in range(times):
            self.take("u")

    @rule(far=st.floats(0, 1))
    def goes_back_to_any_number(self, far: float) -> None:
        number = 1 + int(far * (len(self.game.past_inputs) - 1))
        counts = any(past.number == number for past in self.game.inputs)
        if self.take(f"back {number}") is not None:
            return
        assert counts
        assert all(past.number < number for past in self.game.inputs)
        if number in self.before:
            assert mark(self.game) == self.before[number]

    @rule(presses=st.integers(1, 9))
    def types_again(self, presses: int) -> None:
        if (refused := self.take(f"redo {presses}")) is not None:
            assert not self.game.ahead, refused

    @rule(far=st.floats(0, 1))
    def back_and_again_is_nothing(self, far: float) -> None:
        path = self.game.inputs
        beyond, before = path[int(far * (len(path) - 1)) :], mark(self.game)
        if (
            any(past.settled or past.kind in (NOTE, OOPS, VOID) for past in beyond)
            or self.game.ahead
            or not path
        ):
            return
        lived = [(past.kind, past.body) for past in path]
        if self.take(f"back {beyond[0].number}") is None:
            assert self.take("redo 9999") is None
            assert mark(self.game) == before
            assert [(past.kind, past.body) for past in self.game.inputs] == lived

    # -- what goes wrong -----------------------------------------------------------------------------------

    @rule(line=st.sampled_from(["stop", "void two pairs read β α"]))
    def gives_up(self, line: str) -> None:
        self.take(line)

    @rule(line=st.sampled_from(ASIDE))
    def looks_and_remarks(self, line: str) -> None:
        before = mark(self.game)
        self.take(line)
        assert mark(self.game) == before

    def to_a_repair(self, presses: int) -> None:
        """Go on to where columns lie scrambled, about to be turned over, if that is not far."""
        for _ in range(presses):
            run = self.game.attempt
            if run is None or list_repairs(run.ops[:-1], run.ops[-1]) or not self.press(0):
                return

    @precondition(lambda self: not self.session.is_over)
    @rule(what=st.integers(0, 20), way=st.integers(0, 6), presses=st.integers(0, 9))
    def tells_of_a_mistake(self, what: int, way: int, presses: int) -> None:
        """Whatever is offered, whichever way on is taken; or none, and nothing has changed."""
        self.to_a_repair(presses)
        if self.session.is_over:
            return
        before = self.stands()
        assert self.take("oops") is None
        choices = self.session.get_prompt().asked
        assert isinstance(choices, WhatHappened)
        chosen = what % len(choices.choices)
        one = choices.choices[chosen].what
        assert self.take(str(1 + chosen)) is None
        asked = self.session.get_prompt().asked
        if isinstance(asked, OptionQuestion) and way:
            ways = [type(on.way) for on in asked.ways]
            taken = ways.index(RepairInPlace) if way > 3 and RepairInPlace in ways else way % len(ways)
            if self.take(str(1 + taken)) is None:
                self.did[f"oops, {ways[taken].__name__}"] += 1
                return
            assert self.session.get_prompt().asked == asked  # refused: another way may be taken
        assert one in ADVICE or self.take("") is None
        assert self.stands() == before

    @rule(one=st.integers(0, 9), other=st.integers(0, 9), by=st.integers(1, 3))
    def puts_sizes_right(self, one: int, other: int, by: int) -> None:
        law, state = self.game.rules, self.game.state
        stock = law.get_shared_deck(state, state.seats[0].name)
        sizes = dict(stock.hands) | ({} if stock.deck is None else {stock.zone: stock.deck})
        zones = list(sizes)
        less, more = zones[one % len(zones)], zones[other % len(zones)]
        if less == more or self.session.is_over:
            return
        if self.take(f"correct {less} {sizes[less] - by}, {more} {sizes[more] + by}: counted") is None:
            now = law.find_zones(self.game.state).sizes
            assert (now[less], now[more]) == (sizes[less] - by, sizes[more] + by)

    @rule(far=st.floats(0, 1), card=st.integers(0, 107))
    def puts_a_face_right(self, far: float, card: int) -> None:
        kinds = self.game.rules.kinds.cards
        lying = next(iter(self.game.rules.find_zones(self.game.state).open.values()), ())
        was = lying[int(far * (len(lying) - 1))] if lying and far < 0.7 else "top"
        self.take(f"correct {was} is {kinds[card % len(kinds)]}: misread")

    # -- leaving -----------------------------------------------------------------------------------------

    @precondition(lambda self: not self.session.is_over)
    @rule()
    def leaves(self) -> None:
        """All stays as it lies."""
        before = self.stands()
        assert self.take("q") is None
        assert self.stands() == before

    @precondition(lambda self: not self.session.is_over)
    @rule()
    def copies_the_file_and_goes_on_at_another_device(self) -> None:
        before, lines, ahead = mark(self.game), self.game.history(), len(self.game.ahead)
        here = self.path
        self.session.close()
        self.devices += 1
        shutil.copy(here, self.path)
        self.open()
        assert (mark(self.game), self.game.history(), len(self.game.ahead)) == (before, lines, ahead)

    def teardown(self) -> None:
        if not hasattr(self, "session"):
            return
        listed = {n for line in self.game.history() for n in range(line.first, line.last + 1)}
        assert all(n in listed for n, one in enumerate(self.game.past_inputs, 1) if one.kind != UNDO)
        other = straight(self.session)
        while self.game.recovering and not other.match.recovering:  # hands are home only when all lies there
            self.game.answer(
                self.game.attempt.ask[0] if self.game.attempt is not None and self.game.attempt.ask else ""
            )
            other = straight(self.session)
        assert mark(other.match) == mark(self.game)
        assert seen(other) == seen(self.session)
        events = [entry.body for entry in list_live_entries(self.game.journal.entries) if entry.kind == EVENT]
        assert [
            entry.body for entry in list_live_entries(other.match.journal.entries) if entry.kind == EVENT
        ] == events
        COUNTED.update(self.did + Counter(devices=self.devices))
        self.session.close()
        self.folder.cleanup()


COUNTED = Counter[str]()


def test_any_order_of_inputs_and_undos_gives_the_game_without_undos(full: bool) -> None:
    COUNTED.clear()
    sizes = settings(max_examples=2000 if full else 9, stateful_step_count=14, deadline=None)
    run_state_machine_as_test(AnyOrder, settings=sizes)
    print(COUNTED)
    rare = ("devices", "not written", "redo", "back", "stop", "oops, RepairInPlace", "correct", *TABLES)
    if full:
        assert min(COUNTED[rule] for rule in rare) > 50, COUNTED
    assert sum(COUNTED[rule] > 0 for rule in rare) > 6
