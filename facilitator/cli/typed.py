"""What a host types at the table, turned into answers."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.errors import CommandError
from facilitator.games.base import Kinds
from facilitator.machine.faces import ALPHA, BETA, NONE, lot_card, named_by
from facilitator.wording import listed, quoted

HELP = ("?", "h", "help")
QUIT = ("q", "quit", "exit")
UNDO = ("u", "undo")
STOP = ("stop",)
STAGE = ("s", "stage")
STATE = ("state",)
NOTE = "note"
LONGEST_NOTE = 500
"""Characters of a remark: many lines of a transcript, and no pasted file."""


def read_answer(text: str, ask: Sequence[str], kinds: Kinds) -> str:
    """Return which of ``ask`` was typed: ``a`` or ``ab`` for αβ, a card in any spelling, what a lot says, none.

    Raises `CommandError` if it is none of them.
    """
    said = text.strip()
    if not said:
        raise CommandError(either(ask), "only Enter", "This step needs an answer.")
    bits = set(ask) <= {ALPHA + BETA, BETA + ALPHA}
    if bits:
        found = _bits(said)
    elif said.lower() in (NONE, "no", "-"):
        found = NONE
    elif ask[0].startswith(lot_card("")):
        found = lot_card(kinds.parse_named(named_by(said)))
    else:
        found = kinds.parse(said)
    if found not in ask:
        back = "type: stop"
        if not bits:  # the result is in sight, and there is no stopping before it is covered again
            back = "go back with u to the step that turned the pairs over, cover what lies open, and type stop there"
        raise CommandError(either(ask), quoted(said), f"Look at the cards again. If they do lie so, {back}.")
    return found


def _bits(said: str) -> str:
    greek = said.lower().replace(" ", "").replace("a", ALPHA).replace("b", BETA)
    return {ALPHA: ALPHA + BETA, BETA: BETA + ALPHA}.get(greek, greek)


def either(ask: Sequence[str]) -> str:
    """Return the answers a step takes, in words."""
    words = [f"{word} (type {'a' if word[0] == ALPHA else 'b'})" if ALPHA in word else word for word in ask]
    return listed(words, "or")


def read_note(text: str) -> str:
    """Return the remark after the word ``note``."""
    remark = text.strip()[len(NOTE) :].strip()
    if not remark:
        raise CommandError(
            "a remark after the word, e.g. note Ben saw 7R", quoted(text), "Type both in one line."
        )
    if len(remark) > LONGEST_NOTE:
        raise CommandError(
            f"a remark of {LONGEST_NOTE} characters at most",
            f"{len(remark)}",
            "Say it shorter, or in several notes.",
        )
    return remark
