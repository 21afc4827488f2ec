"""The history, back to a number of it and redo; the table now, and leaving it."""

from __future__ import annotations

from pathlib import Path

import pytest

from facilitator.errors import CommandError
from facilitator.i18n.catalogue import sentence
from facilitator.instructions.known_faces import UNREAD
from facilitator.instructions.text_table import draw_table
from facilitator.play.history import InputStatus
from facilitator.play.prompt import History, HostMessage, Reply, TableNow
from facilitator.table_files.load import make_table
from performer import AtTheTable, Case, some_cases
from sessions import TABLES, VERA, go, mark, opened, possible, right, said, seen, settled, small, straight
from sure import sure_of


def test_back_and_redo_then_stop_returns_every_card(full: bool) -> None:
    """To any number of the run and forth again: every card comes home, as after undos one by one."""
    homes = sum(led_home(case) for case in some_cases(1000 if full else 16, 23))
    assert homes > 2


def led_home(case: Case) -> bool:
    at = AtTheTable(case.table(), case.seed)
    if at.go(case.steps % 30, case.runs) or at.game.attempt is None or not at.game.attempt.typed:
        return False
    at.do()
    of_run = at.game.inputs[-len(at.game.attempt.typed) :]
    number = of_run[-min(len(of_run), 1 + case.undos)].number
    at.type(f"back {number}")
    at.hands.put_back()
    at.do()
    at.type(f"redo {1 + case.undos // 3}")
    if at.game.attempt is None:
        return False
    at.do()
    led = at.lead_home_or_void()
    sizes = [{who: len(cards) for who, cards in held.items()} for held in (at.hands.owned(), at.owned(led))]
    assert sizes[0] == sizes[1], case
    return True


def test_a_turn_voided_after_its_end_returns_the_cards_after_its_last_step() -> None:
    """Its columns stand for the next seat, so that it leads home; nobody undoes what hands did last."""
    table = make_table({**TABLES["two virtual seats in a row"], "wording": "brief"})
    session = opened(table, None, 1)
    while len(session.match.logs) < 2:
        go(session, 1)
    assert session.match.logs[-2].closed
    said(session, "u")
    told = said(session, "void two pairs read β α")
    assert "Finish the last step that I gave you" in told
    assert session.match.recovering
    assert seen(straight(session)) == seen(session)


@pytest.mark.parametrize("wording", ["full", "brief"])
@pytest.mark.parametrize("seed", [None, 10])
def test_undoing_a_stop_keeps_an_undone_answer_undone(seed: int | None, wording: str) -> None:
    """The question comes again; the stop asks for no step that nobody did."""
    session, stopped = opened(small("published", wording=wording), None, seed), 0
    said(session, "7R Vera" if seed is None else "")
    while stopped < 2:
        attempt = session.match.attempt
        line = possible(session)[0] if seed is None else right(session)
        asks = attempt is not None and attempt.ask and not settled(session.match)
        before = seen(session), mark(session.match)
        said(session, line)
        if not asks:
            continue
        stopped += 1
        said(session, "u")
        assert (seen(session), mark(session.match)) == before
        assert sentence("stop.first.undone") in said(session, "stop")
        said(session, "u")
        assert (seen(session), mark(session.match)) == before
        answers = [past for past in session.match.history() if past.text.startswith("the answer")]
        assert answers[-1].standing is InputStatus.TAKEN_BACK
        said(session, line)


def test_a_line_of_several_moves_is_undone_and_redone_as_a_whole() -> None:
    session = opened(make_table({"seats": ["Ana", "Ben", "Kim"]}), None)
    said(session, "7r ana")
    before = session.match.state
    said(session, "8r, 9r, n")
    after = session.match.state
    for _ in range(2):
        assert "Ana plays 8R, Ben plays 9R, Kim draws and Kim passes" in said(session, "u")
        assert session.match.state == before
        said(session, "redo")
        assert session.match.state == after
    said(session, "9b")
    assert "Taken back: Ana plays 9B." in said(session, "u")
    assert session.match.state == after


def test_the_undo_of_a_line_stops_at_cards_that_were_mixed() -> None:
    session = opened(make_table({"seats": ["Ana", "Ben", "Kim"], "hand_size": 35}), None)
    for line in ("7r ana", "8r", "n", "n", "9r, n, 8r"):
        said(session, line)
    assert "Ben draws, Ben passes and Kim plays 8R" in said(session, "u")
    assert (session.match.state.top, session.match.turn) == ("9R", "Ben")


# -- what is listed ------------------------------------------------------------------------------------


def test_the_history_numbers_inputs_and_shows_their_status() -> None:
    session = go(opened(small(), None, 15), 4)
    session.take("u")
    session.take("note Ben saw 7R")
    lines = session.match.history()
    assert lines[0].text.startswith("start")
    done, back = InputStatus.DONE, InputStatus.TAKEN_BACK
    assert [line.standing for line in lines] == [done, done, back, done]
    assert lines[1].stage == "Lay out"
    assert (lines[1].first, lines[2].last) == (2, lines[-1].first - 2)  # the undo has a number, and no line
    (told,) = session.take("history").messages
    assert told == History(lines)
    assert not any(line.can_fix for line in lines)  # a fix has to wait until the virtual turn is over
    assert (lines[1].text, lines[1].last - lines[1].first) == ("steps 1, 2", 2)  # step 1 lays out two hands


@pytest.mark.parametrize(
    ("line", "how"), [("stop", InputStatus.GIVEN_UP), ("void one fell", InputStatus.VOID)]
)
def test_the_history_distinguishes_cancelled_and_void_attempts(line: str, how: InputStatus) -> None:
    session = go(opened(small(), None, 15), 6)
    said(session, line)
    lines = session.match.history()
    assert {line.standing for line in lines if line.stage} == {how}
    assert lines[0].standing is InputStatus.DONE
    assert lines[-1].standing is InputStatus.DONE  # the decision itself
    session.take("u")
    assert {line.standing for line in session.match.history() if line.stage} == {InputStatus.DONE}


def test_back_goes_before_the_given_entry_and_names_the_cards_to_move() -> None:
    session = go(opened(small(), None, 15), 8)
    told = said(session, "back 4")
    assert "everything from number 4 on" in told
    assert "Cards that you have shuffled stay shuffled" in told
    assert "You can't unsee a result" in told
    assert "redo types the same answers again" in told
    assert max(past.number for past in session.match.inputs) == 3
    early = go(opened(small(), None, 15), 4)  # nothing mixed yet: hands can put all of it back
    assert "by hand" in said(early, "back 1")


@pytest.mark.parametrize(
    "line", ["back", "back 0", "back x", "back 1 2", "back 99", "redo", "redo 0", "redo x"]
)
def test_impossible_back_and_redo_commands_are_rejected(line: str) -> None:
    session = go(opened(small(), None, 15), 3)
    size = session.match.journal.size
    assert isinstance(session.take(line).refused, CommandError)
    assert session.match.journal.size == size


def test_a_wrong_redo_does_not_refer_to_the_history() -> None:
    session = go(opened(small(), None, 15), 3)
    refused = {line: str(session.take(line).refused) for line in ("redo x", "back x")}
    assert "Type redo for one step" in refused["redo x"]
    assert "Type history to see the numbers" in refused["back x"]


def test_an_undone_entry_number_is_rejected() -> None:
    session = go(opened(small(), None, 15), 5)
    said(session, "back 3")
    go(session, 1)  # an entry with a higher number
    refused = sure_of(CommandError, session.take("back 4").refused)
    assert "doesn't count any more" in refused.problem


def test_another_entry_ends_redo() -> None:
    session = go(opened(small(), None, 15), 1)
    said(session, "back 1")
    assert "1 step" in said(session, "redo")
    assert isinstance(session.take("redo").refused, CommandError)


# -- the table now, and leaving it ---------------------------------------------------------------------


def test_the_table_is_drawn_from_the_completed_operations() -> None:
    session = go(opened(small(), None, 15), 2)
    (now,) = session.take("table").messages
    assert isinstance(now, TableNow)
    assert dict(now.laid) == {"Vera": 2, "Vera's draw pile": 25}
    assert now.surface.keys() >= now.up.keys()
    unread = " ".join(draw_table(now.surface, dict.fromkeys(now.surface, UNREAD)))
    assert "face up  face up" in unread
    assert UNREAD not in unread
    before = now.surface
    session.take("u")
    (now,) = session.take("table").messages
    assert sure_of(TableNow, now).surface == before  # hands leave everything as it lies
    assert not any(item for item in opened(small(), None, 15).take("table").messages if item.surface)  # type: ignore[union-attr]


def test_reopening_a_game_in_an_attempt_shows_the_table(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    session = opened(small(), path, 15)
    assert not [item for item in session.first.messages if isinstance(item, TableNow)]
    go(session, 9).close()
    again = opened(small(), path, 15)
    (now,) = (item for item in again.first.messages if isinstance(item, TableNow))
    assert now.surface
    again.close()


def test_leaving_the_program_leaves_the_cards_on_the_table(tmp_path: Path) -> None:
    """At once; where real cards of a run lie on the table it is said that they stay there."""
    assert go(opened(small(), None, 15), 1).take("q") == Reply((), left=True)
    assert go(opened(small(), None, 15), 6).take("q") == Reply((), left=True)
    rehearsed = go(opened(small(), tmp_path / "rehearsed.game", 15), 6)
    assert rehearsed.take("q") == Reply((), left=True)
    session = opened(small(), tmp_path / "a.game", None)
    for typed in ("7R Vera", "", "", ""):
        session.take(typed)
    size = session.match.journal.size
    reply = session.take("q")
    assert reply.left
    assert [item.text for item in reply.messages if isinstance(item, HostMessage)] == [
        "Cards of Vera's turn lie on the table: leave everything as it lies until you carry on."
    ]
    assert session.match.journal.size == size


def test_one_redo_repeats_one_undo() -> None:
    """What one u takes back one redo brings again, be it an act of several operations."""
    session = go(opened(small(wording="brief"), None, 15), 1)
    several = 0
    for _ in range(12):
        before = session.match.journal.size
        go(session, 1)
        kept, typed = mark(session.match), session.match.journal.size - before
        if not typed:
            continue  # a step within an operation, which is not kept
        several += typed > 1
        said(session, "u")
        if session.match.ahead:
            said(session, "redo")
            assert mark(session.match) == kept
            assert not session.match.ahead
    assert several


def test_cards_to_move_back_are_named_in_the_terms_of_the_game() -> None:
    """The trick, the row and what is passed on are nobody's hand; a hand that was shuffled is not the deck."""
    hearts = opened(make_table({**TABLES["hearts"], "rules": "usual"}), None)
    hearts.take("done")
    assert said(hearts, "u").endswith(
        "Vera's hand was shuffled, and cards of it have been passed on. Type the same again (redo)."
    )
    tiles = opened(make_table({"game": "dominoes", "seats": ["Ana", VERA]}), None)
    tiles.take("66")
    tiles.take("66")
    words = said(tiles, "u")
    assert "If you had begun the step that came up last, put that back by hand too." in words
    assert "Put this back by hand: 6-6 from the row back to Ana's hand." in words


def test_help_names_the_cards_and_the_moves_of_the_game() -> None:
    seats = ["Ana", "Ben", "Cem", VERA]
    by_the_book = said(opened(make_table({"seats": seats, "rules": "kpgut"}), None), "??")
    assert "Ana forgot UNO" in by_the_book
    assert "doubts" in by_the_book
    assert "count 2x7R, 2Y" in by_the_book
    plain = said(opened(make_table({"seats": seats}), None), "??")
    assert "forgot" not in plain
    hearts = said(opened(make_table({"seats": seats, "game": "hearts", "rules": "usual"}), None), "??")
    assert "count 2C, 9C" in hearts
    assert "7R" not in hearts
