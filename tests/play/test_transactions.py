"""One input of a host is one transaction: it is on disk whole, or nothing of it counts."""

from __future__ import annotations

import pytest

from facilitator.errors import NotWritten, TableError
from facilitator.play.format import Row
from facilitator.play.store import Store
from facilitator.table.load import make_table
from sessions import VERA, go, mark, opened, possible, seen, small

WRITES = [(6, *lines) for lines in ([""], ["redo 3"], ["u"], ["back 3"], ["s"], ["stop"], ["void one fell"])]
WRITES += [
    (6, "oops", "1", "2"),
    (11, "oops", "1", "2"),
    (11, "oops", "2", "2"),
    (3, "oops", "2", "2"),
]
"""After how many presses, the last of them taken back, what is typed; the last line writes."""


@pytest.mark.parametrize(("presses", "lines"), [(one, lines) for one, *lines in WRITES], ids=str)
def test_an_input_is_written_whole_or_not_at_all(
    presses: int, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk fails nothing has changed; well again, it takes the same in one write."""
    session = go(opened(small(wording="brief"), None, 15), presses)
    for line in ("u", *lines[:-1]):
        assert session.take(line).refused is None
    before, writes = (mark(session._game), session._game.journal.size, seen(session, whole=True)), list[int]()
    append = Store.append

    def fails(self: Store, rows: list[Row]) -> None:
        writes.append(len(rows))
        if len(writes) == 1:
            raise NotWritten("the disk", "no room", "Make room.")
        append(self, rows)

    monkeypatch.setattr(Store, "append", fails)
    reply = session.take(lines[-1])
    assert isinstance(reply.refused, NotWritten)
    assert not reply.told
    assert (mark(session._game), session._game.journal.size, seen(session, whole=True)) == before
    assert session.take(lines[-1]).refused is None
    assert session._game.journal.size == before[1] + writes[1]
    assert len(writes) == 2


def test_a_last_answer_that_cannot_be_leaves_nothing_of_its_act() -> None:
    """The run ends in the same act: what came before its question is not kept either."""
    table = make_table({"game": "hearts", "seats": ["Ana", "Ben", "Cem", VERA], "wording": "brief"})
    session, refused = opened(table, None), None
    while refused is None:
        game = session._game
        stands = mark(game), game.journal.size, seen(session, whole=True)
        several = game.run is not None and len(game.run.acts) > 1
        refused = session.take(possible(session)[0]).refused
    assert several
    assert isinstance(refused, TableError)
    assert (mark(session._game), session._game.journal.size, seen(session, whole=True)) == stands
