"""Handing a game over to another device: the whole of it as letters, in one symbol or several.

What is handed over is the table and every input of the journal, those taken back among them, so that the numbers
of the history stay as they are.  Steps that ask nothing are counted, the rest is deflated: about five bytes an
event.  A piece is ``FG1:MARK:2/5:LETTERS:CHECK`` in capitals, digits and signs that a QR symbol packs closest:
``MARK`` is the same on all pieces of one hand-over, ``CHECK`` is a checksum over the piece before it.  Inside, a
digest over all entries, those worked out too: the other device must come to the same game, event by event.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from facilitator.errors import CommandError
from facilitator.play.journal import ANSWER, EVENT, Entry, dumped
from facilitator.table.code import squeezed, unsqueezed
from facilitator.wording import listed, plural

if TYPE_CHECKING:
    from facilitator.play.game import Game

PREFIX = "FG1"
MOST_BYTES, MOST_INPUTS = 2**22, 200_000
"""Of what a code unfolds to: far beyond any evening (300 turns have 6,000 inputs, 40 kB)."""
_PIECE = re.compile(r"FG1:([A-Z2-7]{4}):([0-9]{1,3})/([0-9]{1,3}):([A-Z2-7]*):([A-Z2-7]{7})")
HEAD = len(f"{PREFIX}:MARK:999/999::CHECKED")
"""Letters of a piece beside those it carries, at most."""
HANDED_OVER = "handed over to another device"
SCAN = "Let it be shown again (hand over) and copy it whole."

Token = int | str | list[object] | dict[str, object]
"""Steps in a row that asked nothing; an answer; an event's body; any other input as its kind and its body."""


@dataclass(frozen=True, slots=True)
class HandOver:
    """A game to be handed over: ``inputs`` entries of it, the letters of its code, and the mark of its pieces."""

    inputs: int
    mark: str
    letters: str
    rehearsal: bool

    def pieces(self, most: int | None = None) -> tuple[str, ...]:
        """Return the code in pieces of at most so many letters each (None: all in one)."""
        room = len(self.letters) if most is None else max(1, most - HEAD)
        parts = [self.letters[at : at + room] for at in range(0, len(self.letters), room)]
        heads = (f"{PREFIX}:{self.mark}:{n}/{len(parts)}:{part}:" for n, part in enumerate(parts, 1))
        return tuple(f"{head}{_check(head)}" for head in heads)


@dataclass(frozen=True, slots=True)
class Handed:
    """What a code says: the table's keys, a rehearsal's seed, all inputs, and the digest of what they must give."""

    table: dict[str, object]
    seed: int | None
    inputs: tuple[tuple[str, dict[str, object]], ...]
    digest: str


def hand_over(game: Game) -> HandOver:
    """Return a game as it is handed over, which is kept as a remark; raises `CommandError` if it has not begun."""
    if not game.journal.begun:
        raise CommandError(
            "a game that has begun", "one without entries", "Begin it, or pass on the table file alone."
        )
    game.note(HANDED_OVER)
    entries = game.journal.entries
    inputs = [(entry.kind, entry.body) for entry in entries if not entry.derived]
    told = [game.table.model_dump(mode="json"), game.seed, digest_of(entries), list(_tokens(inputs))]
    raw = squeezed(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode())
    return HandOver(len(inputs), _mark(raw), _letters(raw), game.seed is not None)


def digest_of(entries: Iterable[Entry]) -> str:
    """Return the digest of what entries say, those worked out too; their times are not in it."""
    said = dumped([[entry.kind, entry.body, entry.derived] for entry in entries])
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _tokens(inputs: Iterable[tuple[str, dict[str, object]]]) -> Iterator[Token]:
    plain = 0
    for kind, body in inputs:
        if (kind, body) == (ANSWER, {"said": ""}):
            plain += 1
            continue
        if plain:
            yield plain
        plain = 0
        yield str(body["said"]) if kind == ANSWER else body if kind == EVENT else [kind, body]
    if plain:
        yield plain


# -- letters -------------------------------------------------------------------------------------------------


def _letters(raw: bytes) -> str:
    return base64.b32encode(raw).decode().rstrip("=")


def _mark(raw: bytes) -> str:
    return _letters(hashlib.sha256(raw).digest())[:4]


def _check(head: str) -> str:
    return _letters(zlib.crc32(head.encode()).to_bytes(4, "big"))


def is_game_code(text: str) -> bool:
    """Tell whether a text means to be the code of a game, whole or not."""
    return "".join(text.split()).upper().startswith(f"{PREFIX}:")


def received(text: str) -> Handed:
    """Return what the pieces of a code say, in any order, however they were copied.

    Raises `CommandError` if a piece is missing, damaged or of another hand-over.
    """
    raw = base64.b32decode(_padded(_joined("".join(text.split()).upper())))
    try:
        told = json.loads(unsqueezed(raw, MOST_BYTES))
        table, seed, digest, tokens = told
        inputs = tuple(_inputs(tokens))
    except (zlib.error, ValueError, TypeError, KeyError, RecursionError):
        raise _refused("one that was altered") from None
    if not isinstance(table, dict) or type(seed) not in (int, type(None)) or type(digest) is not str:
        raise _refused("one that was altered")
    return Handed(table, seed, inputs, digest)


def _joined(tidy: str) -> str:
    """Return the letters of all pieces in order; raises `CommandError` unless each is there and whole."""
    pieces = list(_PIECE.finditer(tidy))
    if not pieces or "".join(piece[0] for piece in pieces) != tidy:
        after = f" after {plural(len(pieces), 'piece')} that can be read" if pieces else ""
        raise _refused(f"one that is cut short or mistyped{after}")
    broken = [piece[2] for piece in pieces if _check(piece[0][:-7]) != piece[5]]
    if broken:
        raise _refused(f"a mistake in number {listed(broken)}")
    marks = list(dict.fromkeys(piece[1] for piece in pieces))
    totals = {int(piece[3]) for piece in pieces}
    if len(marks) > 1 or len(totals) > 1:
        raise CommandError(
            "the symbols of one hand-over",
            f"those of several: {listed(marks)}",
            "Each hand-over has a mark of its own: take only those that were shown together.",
        )
    total, found = totals.pop(), {int(piece[2]): piece[4] for piece in pieces}
    missing = [str(n) for n in range(1, total + 1) if n not in found]
    if missing or max(found) > total:
        raise CommandError(
            f"all {total} symbols of the hand-over",
            f"number {listed(missing)} missing" if missing else f"number {max(found)} of {total}",
            f"Scan {'those' if len(missing) > 1 else 'that one'} too, and paste all of them, in any order.",
        )
    letters = "".join(found[n] for n in range(1, total + 1))
    if len(letters) % 8 in (1, 3, 6):
        raise _refused("one that was altered")
    return letters


def _padded(letters: str) -> str:
    return letters + "=" * (-len(letters) % 8)


def _inputs(tokens: Sequence[Token]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the inputs that tokens stand for; raises ValueError for what is none, or too many."""
    count = 0
    for token in tokens:
        count += token if type(token) is int else 1
        if count > MOST_INPUTS or (type(token) is int and token < 1):
            raise ValueError(token)
        match token:
            case bool():
                raise ValueError(token)
            case int():
                for _ in range(token):
                    yield ANSWER, {"said": ""}
            case str():
                yield ANSWER, {"said": token}
            case dict():
                yield EVENT, token
            case [str(kind), dict(body)]:
                yield kind, body
            case _:
                raise ValueError(token)


def _refused(found: str) -> CommandError:
    return CommandError(f"the code of a game, {PREFIX}:…", found, SCAN)
