"""A host at a game in a file, as a state machine: what types, what must never change, who leaves and comes back."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from unittest.mock import patch

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from facilitator.errors import FacilitatorError, NotWritten
from facilitator.play.journal import Store
from facilitator.play.match import Match
from facilitator.table.load import Table, make_table
from sessions import TABLES, Mark, mark, opened, possible, right, seen, shown


class Host(RuleBasedStateMachine):
    """A game in a file, real or rehearsed, under a host who does whatever a session takes, and a disk that fails.

    In a rehearsal somebody types who never errs; at a real table runs are answered anyhow.
    """

    @initialize(
        name=st.sampled_from(list(TABLES)),
        wording=st.sampled_from(["full", "brief"]),
        seed=st.none() | st.integers(0, 10**6),
        presses=st.integers(1, 12),
    )
    def deal(self, name: str, wording: str, seed: int | None, presses: int) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.table: Table = make_table({**TABLES[name], "wording": wording})
        self.seed, self.devices, self.taken = seed, 0, 0
        self.open()
        self.before: dict[int, Mark] = {}
        self.cards = sum(self.game.law.sizes(self.game.state).values())
        self.did = Counter({name: 1})
        self.goes_on(presses, 0)

    def open(self) -> None:
        self.session = opened(self.table, self.path, self.seed)
        self.session.attended = True

    @property
    def path(self) -> Path:
        return Path(self.folder.name) / f"{self.devices}.game"

    @property
    def game(self) -> Match:
        return self.session.match

    def stands(self) -> tuple[object, ...]:
        """Everything that what is refused may not change."""
        game = self.game
        ahead = [(past.kind, past.body) for past in game.ahead]
        return mark(game), game.journal.size, game.history(), ahead, seen(self.session, whole=True)

    def take(self, line: str) -> FacilitatorError | None:
        """Type a line; refused, it changes nothing; every seventh finds a disk that fails, and is typed again."""
        before, path = self.stands(), len(self.game.inputs)
        self.taken += 1
        if self.taken % 7:
            reply = self.session.take(line)
        else:
            with patch.object(Store, "append", side_effect=NotWritten("the disk", "no room", "Make room.")):
                reply = self.session.take(line)
            if isinstance(reply.refused, NotWritten):
                assert self.stands() == before, line
                self.did["not written"] += 1
                reply = self.session.take(line)
        if reply.refused is not None:
            assert self.stands() == before, (line, reply.refused)
        elif len(self.game.inputs) > path:
            self.before[self.game.inputs[path].number] = before[0]  # type: ignore[assignment]
        assert sum(self.game.law.sizes(self.game.state).values()) == self.cards
        if reply.refused is None:
            self.did[line.split()[0] if line else "Enter"] += 1
        if reply.left:
            self.comes_back()
        return reply.refused

    # -- forward ---------------------------------------------------------------------------------------

    def press(self, far: float) -> bool:
        """An act, or what a person may do: as the cards lie, or anything that can be; tell whether something was."""
        if self.seed is not None:
            refused = self.take(right(self.session))
            assert refused is None or self.game.behind, refused
            return refused is None
        lines = possible(self.session)
        start = int(far * (len(lines) - 1))
        return any(self.take(line) is None for line in (*lines[start:], *lines[:start])[:20])

    @rule(presses=st.integers(1, 12), far=st.floats(0, 1))
    def goes_on(self, presses: int, far: float) -> None:
        for _ in range(presses):
            if self.session.over or not self.press(far):
                return

    @rule(far=st.floats(0, 1))
    def to_the_next_move(self, far: float) -> None:
        for _ in range(40):
            if self.game.run is None or self.session.over:
                return
            self.take("s" if not self.game.run.ask else "w")
            if not self.press(far):
                return

    @rule()
    def comes_back(self) -> None:
        before = mark(self.game), self.game.history(), shown(self.session)
        self.session.close()
        self.open()
        assert (mark(self.game), self.game.history(), shown(self.session)) == before
