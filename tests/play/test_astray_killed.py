"""A rehearsal whose helpers err, stopped at any moment: no mistake is lost from its sum, nor met twice."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from erring import OFTEN, at_hand, next_line, opened
from facilitator.cli.app import app
from facilitator.errors import CommandError, JournalError, NotWritten
from facilitator.machine.faces import NONE
from facilitator.play import staging
from facilitator.play.astray import Astray
from facilitator.play.gone_on import slip_of
from facilitator.play.misentries import Misentry
from facilitator.play.prompt import Act
from facilitator.play.reckoning import MISTAKE, Noticed, Reckoned
from facilitator.play.staging import Staged
from facilitator.play.store import Store
from facilitator.protocols.mishaps import Mishap
from facilitator.table.load import Table, make_table, table_text
from journal_files import forged
from program_helpers import RUNNER
from sessions import VERA, right


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Helpers err often, where it can be seen."""
    monkeypatch.setattr(staging, "ONE_ACT_IN", OFTEN)
    monkeypatch.setattr(staging, "ONE_MOVE_IN", OFTEN)


def table(**keys: object) -> Table:
    seats = ["Ana", VERA, "Ben"]
    return make_table({"seats": seats, "pool": "split", "pool_deck": "compact-27", "hand_size": 2, **keys})


def stands(session: Astray) -> tuple[list[Reckoned], list[Staged], tuple[str, ...]]:
    """What was noticed and missed so far, what may still be noticed, and what there is to be seen."""
    seen = session.now().witnessed
    open_ = [
        replace(one, fell=one.fell and not one.passed) for one in session._open
    ]  # believed: then it is missed
    return [*session.reckon()], sorted(open_, key=lambda one: one.spot), seen


@pytest.mark.parametrize("wording", ["brief", "full"])
def test_it_may_be_stopped_at_every_prompt(wording: str, tmp_path: Path, full: bool) -> None:
    """A copy of the file at any prompt is what a kill leaves there; opened, it stands as the game that went on."""
    met = Counter[Noticed]()
    for seed in range(12 if full else 1):
        session = opened(table(wording=wording), tmp_path / f"{seed}.game", seed)
        for number in range(150 if full else 36):
            copy = tmp_path / "copy.game"
            shutil.copy(tmp_path / f"{seed}.game", copy)
            again, run = opened(table(wording=wording), copy, seed), session._game.run
            # a question of the host's own is gone, as ever, and so is how many steps of an act were pressed
            if session._slip is None and (run is None or not run.pressed):
                assert stands(again) == stands(session), number
            again.close()
            session.take(next_line(session))
            if session.over:
                break
        met.update(one.how for one in session.reckon())
        session.close()
    print(met)
    assert {Noticed.MISSED, Noticed.OOPS, Noticed.BACK} <= {*met}


def test_a_run_that_was_over_and_is_taken_back_is_done_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its mistakes stay missed: opened there again, nobody can notice them."""
    monkeypatch.setattr(staging, "ONE_ACT_IN", 1)
    path, copy = tmp_path / "a.game", tmp_path / "b.game"
    session, shown = opened(table(wording="brief"), path, 0), 0
    while session._game.run is None:
        session.take(right(session))
    while session._game.run is not None:
        shown += at_hand(session) is not None
        session.take(right(session))
    assert shown
    for _ in range(3):
        assert session.take("u").refused is None
        assert session._game.run is not None
        shutil.copy(path, copy)
        again = opened(table(wording="brief"), copy, 0)
        assert stands(again) == stands(session)
        assert not session._open
        again.close()


def test_a_move_that_was_missed_and_is_taken_back_is_entered_rightly(tmp_path: Path) -> None:
    path, copy = tmp_path / "a.game", tmp_path / "b.game"
    session = opened(table(wording="brief"), path, 1)
    for _ in range(200):
        found = at_hand(session)
        assert session.take(right(session)).refused is None
        if found is not None and isinstance(found.what, Misentry):
            break
    session.take("u")
    shutil.copy(path, copy)
    again = opened(table(wording="brief"), copy, 1)
    assert stands(again) == stands(session)
    assert not session._open
    assert Noticed.MISSED in [one.how for one in session.reckon()]


def test_the_log_tells_of_each_mistake_once(tmp_path: Path) -> None:
    """Though one that was noticed late is kept twice."""
    yaml, path = tmp_path / "friday.yaml", tmp_path / "a.game"
    yaml.write_text(table_text(table(wording="brief")), encoding="utf-8")
    session = opened(table(wording="brief"), path, 0)
    for _ in range(36):
        session.take(next_line(session))
    told, entries = session.reckon(), session._game.journal.entries
    session.close()
    assert sum(one.kind == MISTAKE for one in entries) > len(told)
    words = ["log", str(yaml), "--journal", str(path), "--format", "json"]
    lines = [json.loads(line) for line in RUNNER.invoke(app, words).stdout.splitlines()]
    assert {one["mistake"]["slip"]: one["mistake"]["found"] for one in lines if "mistake" in one} == {
        one.slip: one.found for one in told
    }
    assert sum("mistake" in one for one in lines) == len(told)


def believes(session: Astray) -> Staged:
    """Go on to a card that is read out wrongly, and type what was read."""
    for _ in range(300):
        found, asked = at_hand(session), session.now().asked
        if found is not None and found.what is Mishap.MISREAD and isinstance(asked, Act):
            wrong = next(said for said in asked.ask if said not in (right(session), NONE))
            assert isinstance(session.take(wrong).refused, CommandError)
            return found
        assert session.take(right(session)).refused is None
    raise AssertionError("nothing read wrongly")


def test_what_was_believed_once_stays_missed(tmp_path: Path) -> None:
    session = opened(table(), tmp_path / "a.game", 1)
    found = believes(session)
    shutil.copy(tmp_path / "a.game", tmp_path / "b.game")
    again = opened(table(), tmp_path / "b.game", 1)
    assert stands(again) == stands(session)
    for one in (session, again):
        assert one.take(right(one)).refused is None
    assert stands(again) == stands(session)
    told = [one for one in again.reckon() if one.slip == slip_of(found.spot)]
    assert [one.how for one in told] == [Noticed.MISSED]


def test_what_cannot_be_written_is_noticed_when_it_is_typed_again(full: bool) -> None:
    """A disk that fails at every line once: the sum is that of a disk that never did."""
    for seed in range(6 if full else 1):
        well, ill = opened(table(), None, seed), opened(table(), None, seed)
        for _ in range(80 if full else 30):
            before = stands(ill)
            with patch.object(Store, "append", side_effect=NotWritten("the disk", "no room", "Make room.")):
                failed = isinstance(ill.take(next_line(ill)).refused, NotWritten)
            if failed:
                assert stands(ill) == before
                ill.take(next_line(ill))
            well.take(next_line(well))
            assert stands(ill) == stands(well)


@pytest.mark.parametrize(
    ("key", "value"),
    [("slip", "x"), ("slip", "1/2"), ("slip", "1/0/x"), ("what", "nothing"), ("found", "luck")],
)
def test_what_no_rehearsal_keeps_is_refused_as_damage(tmp_path: Path, key: str, value: str) -> None:
    path = tmp_path / "a.game"
    session = opened(table(wording="brief"), path, 0)
    while not any(one.slip for one in session.reckon()):
        session.take(next_line(session))
    session.close()
    forged(f"UPDATE entry SET body = json_set(body, '$.{key}', '{value}') WHERE kind = 'mistake'")(path)
    with pytest.raises(JournalError, match="one that cannot be"):
        opened(table(wording="brief"), path, 0)
