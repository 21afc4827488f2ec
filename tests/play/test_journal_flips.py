"""A bit that turns over anywhere in a game's file changes nothing, or is said: never another game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from disks import play
from facilitator.errors import JournalError
from facilitator.play.journal import NOTE, Journal

GAMES = (("knockout", 12, 0), ("published", 45, 31), ("knockout", 80, 0))
"""Protocol, inputs, and after how many a run was given up, if it is on then."""
STRIDE = 7919  # a prime, so that every bit of a byte has its turn


def spread(bits: int, count: int) -> Iterator[int]:
    """Bits all over a file, the first hundred bytes' before the others."""
    header = range(0, 800, max(1, 800 * 4 // count))
    yield from header
    yield from (n * STRIDE % bits for n in range(count - len(header)))


@pytest.mark.parametrize("game", GAMES)
def test_flipped_bits_are_harmless_or_told(game: tuple[str, int, int], tmp_path: Path, full: bool) -> None:
    """What is read is the very same, fact by fact and row by row, so the state is; or it is refused."""
    protocol, inputs, stop_at = game
    path = tmp_path / "x.game"
    play(path, inputs, protocol=protocol, stop_at=stop_at)
    whole = Journal(path, to_read=True)
    data = path.read_bytes()
    same = refused = 0
    with path.open("r+b", buffering=0) as file:
        for bit in spread(len(data) * 8, 33_334 if full else 250):
            byte, mask = bit // 8, 1 << bit % 8
            file.seek(byte)
            file.write(bytes([data[byte] ^ mask]))
            try:
                found = Journal(path, to_read=True)
            except JournalError:
                refused += 1
            else:
                assert (found.facts, found.entries) == (whole.facts, whole.entries), bit
                same += 1
            file.seek(byte)
            file.write(data[byte : byte + 1])
    print(f"{protocol}: {same + refused} flips of {len(data)} bytes, {refused} refused, {same} the same")
    assert path.read_bytes() == data
    assert min(same, refused) > 50


def test_writing_after_a_flipped_bit_loses_nothing(tmp_path: Path, full: bool) -> None:
    """What could be opened is kept, and so is what is written after it."""
    path = tmp_path / "x.game"
    play(path, 40)
    data = path.read_bytes()
    went_on = 0
    for bit in spread(len(data) * 8, 2_000 if full else 80):
        path.write_bytes(data)
        with path.open("r+b") as file:
            file.seek(bit // 8)
            file.write(bytes([data[bit // 8] ^ 1 << bit % 8]))
        try:
            journal = Journal(path)
        except JournalError:
            continue
        try:
            before = journal.entries
            for _ in range(3):
                journal.append(NOTE, {"text": "x" * 3_000})
        except JournalError:
            journal.close()
            continue
        journal.close()
        again = Journal(path, to_read=True)
        assert again.entries[: len(before)] == before
        assert len(again.entries) == len(before) + 3
        went_on += 1
    assert went_on > 20
