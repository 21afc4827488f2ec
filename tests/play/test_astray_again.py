"""Helpers who err in a rehearsal: the same another day and on another device, and no line of the history tells it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from astray_helpers import go_on, kept, opened, played, says_oops, small
from facilitator.play.astray import Astray
from facilitator.play.chronicle import Standing
from facilitator.play.counting import events_of
from facilitator.play.handover import hand_over, received
from facilitator.play.history import numbered, taken_back
from facilitator.play.journal import ANSWER, EVENT, UNDO
from facilitator.play.prompt import Prompt
from facilitator.play.reckoning import MISTAKE, Noticed, Reckoned
from facilitator.play.session import Session
from facilitator.play.slips import CALLED
from facilitator.play.taking_over import rows_of
from facilitator.play.turn import state_before
from facilitator.web.view import view


def shown(session: Astray, prompts: int) -> Iterator[tuple[str, ...]]:
    for _ in range(prompts):
        yield session.now().witnessed
        go_on(session)


def test_the_same_seed_errs_alike_and_another_otherwise() -> None:
    assert [*shown(opened(seed=7), 16)] == [*shown(opened(seed=7), 16)]
    told = played(opened(seed=7), 16).reckon()
    assert [*told] == [*played(opened(seed=7), 16).reckon()]
    assert [one.what for one in told] != [one.what for one in played(opened(seed=8), 16).reckon()]


@pytest.mark.usefixtures("each")
def test_whoever_goes_on_another_day_meets_the_same_mistakes(tmp_path: Path, full: bool) -> None:
    def catch(session: Astray, prompt: Prompt) -> bool:
        return prompt.number % 3 == 0 and says_oops(session)

    straight, path = opened(), tmp_path / "a.game"
    for leaves in range(2, 40, 3) if full else (5,):
        straight = played(opened(), leaves, catch)
        caught = played(opened(path=path), leaves, catch)
        before, number = caught.now().witnessed, caught.now().number
        caught.reckon()
        caught.close()
        again = opened(path=path)
        assert again.now().witnessed == before
        played(again, 6)
        assert number > 0
        played(straight, 6)
        assert [one for one in again.reckon() if one.how is not Noticed.MISSED] == [
            one for one in straight.reckon() if one.how is not Noticed.MISSED
        ]
        assert {one.slip for one in again.reckon()} == {one.slip for one in straight.reckon()}
        again.close()
        path.unlink()


def test_what_is_kept_is_no_line_of_the_history_and_no_undo_takes_it_back(tmp_path: Path) -> None:
    session = opened(path=tmp_path / "a.game")
    for _ in range(30):
        go_on(session)
    told = [*session.reckon()]
    lines = [line.text for line in session._game.history()]
    for _ in range(12):
        session.take("u")
    assert session.reckon()[: len(told)] == told
    assert not any(MISTAKE in text for text in lines)
    session.close()
    again = opened(path=tmp_path / "a.game")
    assert [*again.reckon()][: len(told)] == told
    assert Reckoned.of(told[0].body()) == told[0]
    assert set(CALLED.values()) >= {one.called for one in told if one.act}


@pytest.mark.usefixtures("each")
def test_undo_and_the_history_count_past_what_is_kept() -> None:
    session = played(opened(), 8)
    assert session.reckon()
    for typed in ("u", "u"):
        assert session.take(typed).refused is None
    assert session.reckon()
    go_on(session)
    session.take("u")
    entries, lines = session._game.journal.entries, session._game.history()
    kinds = {entry.input: entry.kind for entry in entries if not entry.derived}
    undone = taken_back(entries)
    assert undone
    assert {kinds[number] for number in undone} <= {EVENT, ANSWER}
    told = {number: line.standing for line in lines for number in range(line.first, line.last + 1)}
    counted = [number for number, kind in kinds.items() if kind != MISTAKE]
    assert set(told) == {n for n, number in enumerate(counted, 1) if kinds[number] != UNDO}
    back = {number for number, standing in told.items() if standing is Standing.TAKEN_BACK}
    assert back == {numbered(entries)[number] for number in undone}
    assert list(kinds) == list(range(1, len(kinds) + 1))


@pytest.mark.usefixtures("each")
def test_the_history_has_the_numbers_it_has_where_nobody_errs() -> None:
    """A gap would tell that there was a mistake; and back goes to the number that is shown."""
    erring, plain = played(opened(seed=2), 40), Session.open(small(wording="brief"), None, 2, lambda _: 1.0)
    for _ in range(40):
        go_on(plain)
    assert len(kept(erring)) > len(kept(plain)) + 6
    assert erring._game.history() == plain._game.history()
    law, start = plain._game.law, state_before(plain._game.table)
    typed = [[*events_of(law, start, one._game.journal.entries)] for one in (erring, plain)]
    assert typed[0] == typed[1]
    shown = {n for line in erring._game.history() for n in range(line.first, line.last + 1)}
    assert {one.number for one in typed[0]} <= shown == {*range(1, 1 + max(shown))}
    number = erring._game.history()[-2].first
    for one in (erring, plain):
        assert one.take(f"back {number}").refused is None
    assert erring._game.history() == plain._game.history()


def test_another_device_and_a_page_have_it_too() -> None:
    session = played(opened(seed=2))
    told = session.reckon()
    rows = rows_of(received("".join(hand_over(session._game).pieces())), session._game.table)
    assert told
    assert [row.kind for row in rows].count(MISTAKE) == len(told)
    assert set(session.now().witnessed) <= set(view(session)["hints"])
    assert session.now().witnessed
