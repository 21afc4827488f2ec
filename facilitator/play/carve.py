"""Rows of a game found in a file that need not be whole: by their shape, wherever they lie in its bytes.

A row of our tables ends with a digest of 64 letters, and so the head of its record has a shape of its own.  What
is found is a candidate and no more: whether it belongs to the game, its digest says.  Source: "Database File
Format", sqlite.org/fileformat2.html, §1.6 (cells and overflow pages) and §2.1 (records).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from facilitator.play.format import Row

MAGIC = b"SQLite format 3\0"
USUAL_PAGE = 4096
_TEXT = rb"(?:[\x0d-\x7f]|[\x80-\xff]{1,2}[\x00-\x7f])"
_NUMBER, _DIGEST = rb"[\x01-\x06\x08\x09]", rb"\x81\x0d"
_ROW = re.compile(
    rb"[\x04-\x0d]\x00(?:"
    + rb"|".join(
        (
            _NUMBER + _TEXT + _TEXT + _TEXT + rb"[\x01\x08\x09]",  # entry: input, at, kind, body, derived
            _TEXT + _TEXT,  # fact: name, value
            _NUMBER,  # head: rows
        )
    )
    + rb")"
    + _DIGEST,
    re.DOTALL,
)
_WIDTH = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}

_Found = tuple[int, tuple[int | str, ...]]
"""The number of a row, and what it holds after that number."""


class Candidates(NamedTuple):
    """Everything in a file that looks like a row: by its number, each with the digest that stands there.

    ``entries``: rows; ``facts``: name and JSON.  ``heads``: how many rows there are said to be.
    """

    entries: dict[int, list[tuple[Row, str]]]
    facts: dict[int, list[tuple[str, str, str]]]
    heads: list[tuple[int, str]]


def candidates_in(data: bytes) -> Candidates:
    """Return everything in a file's bytes that looks like a row of a game."""
    found = Candidates({}, {}, [])
    for n, values in _rows_in(data):
        match values:
            case (int(number), str(at), str(kind), str(body), int(derived), str(digest)):
                found.entries.setdefault(n, []).append((Row(number, at, kind, body, derived), digest))
            case (str(name), str(value), str(digest)):
                found.facts.setdefault(n, []).append((name, value, digest))
            case (int(rows), str(digest)) if n == 1:
                found.heads.append((rows, digest))
    return found


def _rows_in(data: bytes) -> Iterator[_Found]:
    """Yield everything in a file's bytes that has the shape of a game's row, the same row perhaps twice.

    Rows are told apart by how much they hold: an entry six values, a fact three, the head two.
    """
    at = 0
    while match := _ROW.search(data, at):
        at = match.start() + 1  # the shape may begin within what looked like one
        if (found := _row(data, match.start(), match.end())) is not None:
            yield found


def _row(data: bytes, start: int, end: int) -> _Found | None:
    """Read the row whose record begins at ``start`` and whose values begin at ``end``."""
    if data[start] != end - start:
        return None
    number = _before(data, start)
    kinds = _varints(data[start + 2 : end])
    lengths = [_length(kind) for kind in kinds]
    payload = _payload(data, start, end - start + sum(lengths))
    if number is None or payload is None:
        return None
    values, at = list[int | str](), end - start
    for kind, length in zip(kinds, lengths, strict=True):
        piece = payload[at : at + length]
        at += length
        try:
            values.append(_value(kind, piece))
        except UnicodeDecodeError:
            return None
    return number, tuple(values)


def _value(kind: int, piece: bytes) -> int | str:
    if kind >= 13:
        return piece.decode()
    return kind - 8 if kind >= 8 else int.from_bytes(piece, "big", signed=True)


def _length(kind: int) -> int:
    return (kind - 13) // 2 if kind >= 13 else _WIDTH.get(kind, 0)


def _varints(data: bytes) -> list[int]:
    """Return numbers of seven bits a byte, the high bit set on all but the last byte of each."""
    found, value = [], 0
    for byte in data:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            found.append(value)
            value = 0
    return found


def _before(data: bytes, end: int) -> int | None:
    """Return the row's number, which stands before its record; None for none that a game could have."""
    start = end - 1
    while start > 0 and end - start < 4 and data[start - 1] >= 0x80:
        start -= 1
    numbers = _varints(data[max(start, 0) : end])
    return numbers[0] if len(numbers) == 1 and numbers[0] > 0 else None


def _payload(data: bytes, start: int, size: int) -> bytes | None:
    """Return a record, with what of it went to overflow pages; None where bytes are missing."""
    page = page_size(data)
    if size <= page - 35:
        whole = data[start : start + size]
        return whole if len(whole) == size else None
    least = (page - 12) * 32 // 255 - 23
    local = least + (size - least) % (page - 4)
    local = local if local <= page - 35 else least
    parts = [data[start : start + local]]
    following, left = int.from_bytes(data[start + local : start + local + 4], "big"), size - local
    while left > 0 and following:
        begin = (following - 1) * page
        piece = data[begin + 4 : begin + 4 + min(left, page - 4)]
        if not piece:
            return None
        parts.append(piece)
        left -= len(piece)
        following = int.from_bytes(data[begin : begin + 4], "big")
    return b"".join(parts) if not left else None


def page_size(data: bytes) -> int:
    """Return the bytes of a page as the file's head says, or the usual where it cannot be right."""
    said = int.from_bytes(data[16:18], "big")
    return said if data.startswith(MAGIC) and 512 <= said <= 32768 and not said & said - 1 else USUAL_PAGE
