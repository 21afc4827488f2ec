"""Handing over: the other device has the same game, number by number; what is not whole is refused."""

from __future__ import annotations

import json
import random
from datetime import datetime
from pathlib import Path

import pytest

from facilitator.errors import CommandError, JournalError
from facilitator.planning.learn import stretches_of
from facilitator.play.game import Game
from facilitator.play.handover import hand_over, received
from facilitator.play.inputs import HandingOver, read_at_act
from facilitator.play.journal import Journal
from facilitator.play.taking_over import keep, rows_of
from facilitator.sheets.drawing.qr import holds
from facilitator.table.load import make_table
from handed_games import VERA, as_real, crc, damaged, forged, long_game, write
from helpers import go_on


def changed_game(seed: int = 15) -> Game:
    """A short rehearsal with everything a journal keeps: undone steps, remarks, a run given up, one void."""
    game = Game.open(make_table({"seats": ["Ana", VERA, "Бен"], "hand_size": 2}), None, seed)
    for presses, line in ((9, "undo"), (3, "stop"), (40, "note"), (30, "void"), (25, "undo"), (2, "note")):
        for _ in range(presses):
            if not game.over:
                go_on(game)
        if line == "note":
            game.note('Ben saw "7R" – 中')
        elif line == "undo":
            game.undo()
        elif game.run is not None and not game.recovering:
            (game.stop_run if line == "stop" and not game.decided else lambda: game.void("it cannot be"))()
    return game


def other_device(code: str, path: Path) -> Game:
    handed = received(code)
    table = write(handed, path)
    return Game.open(table, path, handed.seed)


def standing(game: Game) -> tuple[object, ...]:
    """Where a game stands and how it came there, but for times."""
    run = None if game.run is None else (game.run.typed, game.run.number, game.run.heading)
    entries = [(one.input, one.kind, one.body, one.derived) for one in game.journal.entries]
    return game.state, run, entries, game.history()


def test_the_other_device_has_the_same_game(tmp_path: Path) -> None:
    game = changed_game()
    kinds = {entry.kind for entry in game.journal.entries}
    assert kinds >= {"event", "answer", "undo", "note", "give-up", "void", "run", "voided"}
    other = other_device(hand_over(game).pieces()[0], tmp_path / "b.game")
    assert standing(other) == standing(game)
    for _ in range(12):
        for one in (game, other):
            if not one.over:
                go_on(one)
    assert standing(other) == standing(game)
    again = other_device(hand_over(other).pieces()[0], tmp_path / "c.game")  # and handed back
    assert again.journal.facts["carried"] == game.journal.entries[-1].input + 1
    assert again.state == game.state


def test_300_turns_fit_one_symbol_and_any_number_of_smaller_ones() -> None:
    code = long_game()
    (whole,) = code.pieces()
    assert len(whole) < holds(177)  # the largest there is
    told = received(whole)
    assert len(told.inputs) == code.inputs > 1000
    for most in (60, 279, 468, len(whole)):
        pieces = list(code.pieces(most))
        assert max(map(len, pieces)) <= most
        random.Random(most).shuffle(pieces)
        assert received("\n".join([*pieces, pieces[0]]).lower()) == told


def test_nothing_that_nobody_may_know_is_in_it() -> None:
    """The table, no seed, a digest, and what was typed; a rehearsal says that it is one."""
    code = long_game(20)
    handed = as_real(code)
    assert handed.seed is None
    game = Game(make_table(handed.table), Journal(None, {"table": handed.table}))
    for kind, body in handed.inputs:
        game._take(kind, body)
    real = hand_over(game)
    assert not real.rehearsal
    assert code.rehearsal
    told = received(real.pieces()[0])
    assert told.table == game.table.model_dump(mode="json")
    assert (told.seed, told.inputs) == (
        None,
        tuple((e.kind, e.body) for e in game.journal.entries if not e.derived),
    )
    assert len(real.letters) < len(code.letters) + 40


# -- refused -------------------------------------------------------------------------------------------------


def refusal(text: str) -> CommandError:
    with pytest.raises(CommandError) as caught:
        received(text)
    assert caught.value.expected
    assert caught.value.todo
    return caught.value


def test_a_letter_changed_lost_or_exchanged_anywhere_is_found(full: bool) -> None:
    """At every place of a code; in the small part at every ninth, and its ends."""
    (text,) = hand_over(changed_game()).pieces()
    chance = random.Random(2)
    for at in sorted({0, 1, len(text) - 2, len(text) - 1, *range(0, len(text), 1 if full else 9)}):
        other = chance.randrange(len(text))
        for wrong in (
            damaged(text, at),
            text[:at] + text[at + 1 :],
            text[:at] + text[at] + text[at:],
            text[:at],
            exchanged(text, at, min(at + 1, len(text) - 1)),
            exchanged(text, at, other),
        ):
            if wrong != text:
                refusal(wrong)


def exchanged(text: str, one: int, other: int) -> str:
    letters = list(text)
    letters[one], letters[other] = letters[other], letters[one]
    return "".join(letters)


def test_every_symbol_is_needed_once_and_none_of_another_game(full: bool) -> None:
    """Each missing, twice, of another game in its place or beside it: what is missing is said; never is it that."""
    code, most = hand_over(changed_game()), 70 if full else 200
    pieces, others = code.pieces(most), hand_over(changed_game(16)).pieces(most)
    whole = received("".join(code.pieces()))
    assert min(len(pieces), len(others)) > 3
    for at, (piece, other) in enumerate(zip(pieces, others, strict=False)):
        rest = [*pieces[:at], *pieces[at + 1 :]]
        assert f"number {at + 1} missing" in refusal(" ".join(rest)).found
        assert received(" ".join([*pieces, piece])) == whole
        for mixed in ([*rest, other], [*pieces, other], [other, *pieces]):
            assert "those of several" in refusal(" ".join(mixed)).found


def test_a_piece_is_missing_or_of_another_hand_over() -> None:
    pieces = long_game().pieces(400)
    assert "number 2 missing" in refusal(" ".join([pieces[0], *pieces[2:]])).found
    assert "that one" in refusal(" ".join([pieces[0], *pieces[2:]])).todo
    assert "number 1 and 3 missing" in refusal(" ".join([pieces[1], *pieces[3:]])).found
    assert (
        "mistake in number 3" in refusal(" ".join([*pieces[:2], damaged(pieces[2], 60), *pieces[3:]])).found
    )
    other = hand_over(changed_game()).pieces(400)
    assert "those of several" in refusal(" ".join([*pieces[:-1], other[-1]])).found
    assert "after 2 pieces" in refusal(" ".join(pieces[:2]) + " and so on").found


def test_pieces_that_fit_each_other_by_their_own_checks_alone() -> None:
    """Numbers beyond the total, none at all, letters that are no bytes, a piece of other letters: each is refused."""
    head = "FG1:AAAA:2/1:AAAAAAAA:"
    refusal(head + crc(head))
    for letters in ("", "A", "AAA", "AAAAAAAAAAAAAAAA"):
        head = f"FG1:AAAA:1/1:{letters}:"
        refusal(head + crc(head))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (3, None),
        (3, [["undo", {"takes": 1}, 3]]),
        (3, [True]),
        (3, [0]),
        (3, [10**9]),
        (3, [1.5]),
        (0, []),
        (1, "1"),
        (1, True),
        (2, 5),
    ],
)
def test_altered_so_that_every_check_fits(place: int, value: object) -> None:
    code = hand_over(changed_game())
    assert received(forged(code, list)) == received(code.pieces()[0])

    def change(told: list[object]) -> None:
        told[place] = value

    refusal(forged(code, change))
    refusal(forged(code, lambda told: told.append(1)))


def test_other_entries_are_another_game(tmp_path: Path) -> None:
    """What was altered by one who can make a code: no game at all, or not the one its digest is of."""
    code = hand_over(changed_game())

    def last_note(told: list[list[object]]) -> None:
        told[3][-1] = ["note", {"text": "nothing was seen"}]

    def no_card(told: list[list[object]]) -> None:
        told[3][0] = {"start": "99", "first": "Ana"}

    for change in (last_note, no_card, lambda told: told[3].append(["undo", {"takes": 7}])):
        handed = received(forged(code, change))
        with pytest.raises(JournalError) as caught:
            rows_of(handed, make_table(handed.table))
        assert caught.value.expected == "the game of the other device"
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_is_there_stays(tmp_path: Path) -> None:
    handed = as_real(long_game(20))
    table = write(handed, tmp_path / "a.game")
    before = (tmp_path / "a.game").read_bytes()
    with pytest.raises(JournalError, match="free"):
        keep(handed, table, rows_of(handed, table), tmp_path / "a.game")
    assert (tmp_path / "a.game").read_bytes() == before


def test_a_game_that_has_not_begun_is_no_game() -> None:
    game = Game.open(make_table({"seats": ["Ana", VERA]}), None)
    with pytest.raises(CommandError, match="has begun"):
        hand_over(game)
    assert not game.journal.size


def test_an_empty_code_unfolds_to_no_more_than_an_evening() -> None:
    def change(told: list[object]) -> None:
        told[3] = ["A" * (1 << 23)]

    refusal(forged(long_game(20), change))


def test_the_times_of_what_was_taken_over_teach_nothing(tmp_path: Path) -> None:
    """All of it was entered at once; only what is typed on this device tells how long an act takes."""
    handed = as_real(long_game(20))
    table = write(handed, tmp_path / "a.game")
    journal = Journal(tmp_path / "a.game", to_read=True)
    assert stretches_of(journal) == []
    game = Game.open(table, tmp_path / "a.game")
    while game.run is not None and not game.run.ask:
        game.press()
    game.close()
    known = stretches_of(Journal(tmp_path / "a.game", to_read=True))
    assert sum(sum(one.acts.values()) for one in known) < 5000  # of one run, not of thirty turns
    assert len({entry.at for entry in journal.entries}) == 1
    assert datetime.fromisoformat(str(journal.facts["begun"]))


def test_the_words_for_it() -> None:
    kinds = changed_game().law.kinds
    for line in ("hand over", "HandOver", "Hand   over"):
        assert read_at_act(line, ("αβ", "βα"), kinds) == HandingOver()
    assert json.dumps(long_game(20).letters).isascii()
