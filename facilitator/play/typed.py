"""What a host types at the table, turned into answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from facilitator.errors import CommandError
from facilitator.games.material import Kinds
from facilitator.machine.faces import ALPHA, BETA, NONE, AnswerKind, asked, called, lot_card, named_by
from facilitator.wording import listed, quoted

NOTE, VOID = "note", "void"
LONGEST_NOTE = 500
"""Characters of a remark: many lines of a transcript, and no pasted file."""


def read_answer(text: str, ask: Sequence[str], kinds: Kinds) -> str:
    """Return which of ``ask`` was typed: ``a`` or ``ab`` for αβ, a card in any spelling, a colour, none.

    Raises `CommandError` if it is none of them.
    """
    said, kind = text.strip(), asked(ask)
    if not said:
        raise CommandError(either(ask, kinds), "only Enter", "This step needs an answer.")
    found = NONE if NONE in ask and said.lower() in (NONE, "no", "-") else _face(said, kind, kinds)
    if found not in ask:
        back = "stop" if kind is AnswerKind.PAIR else "void and why"
        raise CommandError(
            either(ask, kinds), quoted(said), f"Look at the cards again. If they do lie so, type: {back}."
        )
    return found


def _face(said: str, kind: AnswerKind, kinds: Kinds) -> str:
    match kind:
        case AnswerKind.PAIR:
            return _bits(said)
        case AnswerKind.LOT:
            return lot_card(kinds.parse_named(named_by(said)))
        case AnswerKind.CARD:
            return kinds.parse(said)
        case _:
            assert_never(kind)


def _bits(said: str) -> str:
    greek = said.lower().replace(" ", "").replace("a", ALPHA).replace("b", BETA)
    return {ALPHA: ALPHA + BETA, BETA: BETA + ALPHA}.get(greek, greek)


def asking(question: str, ask: Sequence[str]) -> str:
    """Return a question with the keys that answer it, where a key is enough."""
    if asked(ask) is not AnswerKind.PAIR:
        return question
    return "  ".join([question, *(f"[{_key(word)}] {' '.join(word)}" for word in ask)])


def _key(word: str) -> str:
    """Return the key that answers so; empty where the word itself must be typed."""
    return {ALPHA: "a", BETA: "b"}.get(word[:1], "")


def either(ask: Sequence[str], kinds: Kinds) -> str:
    """Return the answers a step takes, in words."""
    words = (f"{word} (type {_key(word)})" if _key(word) else word for word in spellings(ask, kinds))
    return listed(list(words), "or")


def spellings(ask: Sequence[str], kinds: Kinds) -> list[str]:
    """Return each answer as a person would type it out."""
    return [called(word, kinds.describe_named) for word in ask]


def read_note(text: str) -> str:
    """Return the remark after the word ``note``."""
    return _after(text, NOTE, "a remark after the word, e.g. note Ben saw 7R", "a remark")


def read_reason(text: str) -> str:
    """Return the reason after the word ``void``."""
    return _after(text, VOID, "a reason after the word, e.g. void two pairs read β α", "a reason")


def _after(text: str, word: str, wanted: str, what: str) -> str:
    remark = text.strip()[len(word) :].strip()
    if not remark:
        raise CommandError(wanted, quoted(text), "Type both in one line.")
    if len(remark) > LONGEST_NOTE:
        raise CommandError(
            f"{what} of {LONGEST_NOTE} characters at most",
            f"{len(remark)}",
            "Say it shorter, or in several notes.",
        )
    return remark
