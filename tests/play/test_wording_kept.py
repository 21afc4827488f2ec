"""The wording of steps: when brief is offered, and that it is kept with the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from facilitator.instructions.grouping import CLEAN_RUNS, Wording
from facilitator.play.prompt import StepPrompt
from facilitator.play.salvage import is_unfinished
from facilitator.play.session import Session
from sessions import UDO, VERA, act_of, opened, rehearsed, table, to_an_act
from sure import sure_of


def offers(session: Session, runs: int, spoil: str = "") -> list[int]:
    """At which runs (the first is 1) brief was offered; ``spoil``: typed once in every run, at its third act."""
    found, seen = list[int](), 0
    spoilt: set[int] = set()
    while seen <= runs and not session.is_over:
        now = session.get_prompt()
        act = now.asked
        if isinstance(act, StepPrompt) and now.head is not None and not now.head.chosen:
            if act.number == 1 and not act.again:
                seen += 1
                found += [seen] if now.offer else []
            assert not now.offer or act.number == 1
            if spoil and act.number == 3 and seen not in spoilt:
                spoilt.add(seen)
                assert session.take(spoil).refused is None
                continue
        session.rehearse()
    return found


def long_game(wording: str = "auto", seed: int = 2) -> Session:
    return rehearsed(seed, seats=["Ana", VERA, UDO], hand_size=7, wording=wording)


@pytest.mark.parametrize("seed", [2, 3])
def test_brief_wording_is_offered_once_after_two_clean_attempts(seed: int) -> None:
    """With seed 3 a colour is drawn by lot after the first: that is no run of its own."""
    session = long_game(seed=seed)
    assert offers(session, 6) == [CLEAN_RUNS + 1]
    assert session.match.wording is Wording.FULL  # offered, not imposed


@pytest.mark.parametrize("spoil", ["u", "walk"])
def test_brief_wording_is_not_offered_after_undos_or_a_choice(spoil: str) -> None:
    """Not where every run was undone in part, nor where somebody chose a wording."""
    assert offers(long_game(), 5, spoil) == []


@pytest.mark.parametrize("wording", ["full", "brief"])
def test_brief_wording_is_not_offered_if_the_table_file_sets_a_wording(wording: str) -> None:
    assert offers(long_game(wording=wording), 5) == []


def test_a_cancelled_attempt_is_not_clean() -> None:
    """Only the runs that come to a result count: the offer comes as late as without the one given up."""
    session = long_game()
    to_an_act(session)
    session.rehearse()
    session.take("stop")
    while session.get_prompt().head is None:
        session.rehearse()
    assert offers(session, 5) == [CLEAN_RUNS + 1]


def test_the_offer_of_brief_wording_names_its_key(tmp_path: Path) -> None:
    """Taken, it is so at once, and when the game goes on; nobody is offered it again."""
    kept = table("uno", seats=["Ana", VERA, UDO], hand_size=7)
    session = opened(kept, tmp_path / "a.game", 2)
    while not session.get_prompt().offer:
        session.rehearse()
    assert "brief" in session.get_prompt().offer.split()[session.get_prompt().offer.split().index("Type") + 1]
    full = sure_of(StepPrompt, session.get_prompt().asked)
    session.take("brief")
    brief = sure_of(StepPrompt, session.get_prompt().asked)
    assert (brief.wording, brief.total < full.total) == (Wording.BRIEF, True)
    session.rehearse()
    session.close()
    again = opened(kept, tmp_path / "a.game", 2)
    asked = sure_of(StepPrompt, again.get_prompt().asked)
    assert (asked.wording, again.get_prompt().offer) == (Wording.BRIEF, "")
    again.close()


def test_the_wording_is_saved_and_has_no_other_effect(tmp_path: Path) -> None:
    """No number of the history is its, no undo takes it back; a table file that was changed since is followed."""
    tables = [table("uno", wording=wording) for wording in ("auto", "full")]
    session, plain = (opened(tables[0], path, 2) for path in (tmp_path / "a.game", None))
    for current in (session, plain):
        to_an_act(current)
        for _ in range(4):
            current.rehearse()
    session.take("brief")
    session.take("walk")
    session.take("brief")
    while session.match.attempt is not None and len(session.match.attempt.ops) > len(
        plain.match.attempt.ops if plain.match.attempt else ()
    ):
        plain.rehearse()
    assert session.match.history() == plain.match.history()
    session.rehearse()
    session.take("u")
    told = act_of(session)
    assert session.match.wording is Wording.BRIEF
    session.close()
    again = opened(tables[0], tmp_path / "a.game", 2)
    assert act_of(again) == told
    assert again.take("u").refused is None
    assert again.match.wording is Wording.BRIEF
    again.close()
    other = opened(tables[1], tmp_path / "a.game", 2)
    assert other.match.wording is Wording.FULL
    other.close()


def test_choosing_a_wording_does_not_begin_the_game(tmp_path: Path) -> None:
    """It is kept all the same; nothing is gone on with, or put aside."""
    path = tmp_path / "a.game"
    session = opened(table("uno"), path, 2)
    session.take("brief")
    session.close()
    again = opened(table("uno"), path, 2)
    assert (again.match.wording, again.has_begun) == (Wording.BRIEF, False)
    again.close()
    assert not is_unfinished(path)
    again = opened(table("uno"), path, 2)
    again.rehearse()
    again.close()
    assert again.has_begun
    assert is_unfinished(path)
