"""One input of a host is one transaction: it is on disk whole, or nothing of it counts."""

from __future__ import annotations

import pytest

from facilitator.errors import NotWritten, TableError
from facilitator.play.journal import Journal, StoredRow
from facilitator.table_files.load import make_table
from sessions import VERA, go, mark, opened, possible, seen, small

WRITES = [("brief", 6, *some) for some in ([""], ["redo 3"], ["u"], ["back 3"], ["stop"], ["void one fell"])]
WRITES += [("brief", at, "oops", what, "2") for at, what in ((6, "1"), (11, "1"), (11, "2"), (3, "2"))]
MID_ACT = 6
"""After so many presses in full wording the second of three steps that an act is told in is done."""
WRITES += [
    ("full", MID_ACT, *lines)
    for lines in (["back 2"], ["stop"], ["void one fell"], ["note a"], ["note a", "note b"], ["note a", "u"])
]
"""In which wording, after how many presses, the last of them taken back, what is typed; the last line writes."""


@pytest.mark.parametrize(("wording", "presses", "lines"), [(one, n, of) for one, n, *of in WRITES], ids=str)
@pytest.mark.every(2)
def test_an_input_is_written_completely_or_not_at_all(
    wording: str, presses: int, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk fails nothing has changed; well again, it takes the same in one write, and goes back alike."""
    table = small(wording=wording, equipment="envelopes")
    session, spared = (go(opened(table, None, 15), presses) for _ in range(2))
    for current in (session, spared):
        for line in ("u", *lines[:-1]):
            assert current.take(line).refused is None
    before, writes = (mark(session.match), session.match.journal.size, seen(session, whole=True)), list[int]()
    write = Journal.write

    def fails(self: Journal, rows: list[StoredRow]) -> None:
        writes.append(len(rows))
        if len(writes) == 1:
            raise NotWritten("The disk is full.", "Make room.")
        write(self, rows)

    monkeypatch.setattr(Journal, "write", fails)
    reply = session.take(lines[-1])
    assert isinstance(reply.refused, NotWritten)
    assert not reply.messages
    assert (mark(session.match), session.match.journal.size, seen(session, whole=True)) == before
    assert session.take(lines[-1]).refused is None
    assert session.match.journal.size == before[1] + writes[1]
    assert len(writes) == 2
    monkeypatch.undo()
    spared.take(lines[-1])
    for line in ("", "u", "u", "u", "u"):
        assert seen(session, whole=True) == seen(spared, whole=True)
        assert repr(session.take(line).refused) == repr(spared.take(line).refused)


@pytest.mark.parametrize("wording", ["brief", "full"])
def test_a_rejected_answer_leaves_nothing_of_its_step(wording: str) -> None:
    """The run ends in the same act: what came before its question is not kept either."""
    table = make_table({"game": "hearts", "seats": ["Ana", "Ben", "Cem", VERA], "wording": wording})
    session, refused = opened(table, None), None
    while refused is None:
        game = session.match
        stands = mark(game), game.journal.size, seen(session, whole=True)
        several = game.attempt is not None and len(game.attempt.hand_operations) > 1
        refused = session.take(possible(session)[0]).refused
    assert several == (wording == "brief")
    assert isinstance(refused, TableError)
    assert (mark(session.match), session.match.journal.size, seen(session, whole=True)) == stands
