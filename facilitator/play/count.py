"""How many cards lie there, as a host types it in short form: read by the game's own names of cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from facilitator.errors import CommandError
from facilitator.games.material import Kinds
from facilitator.machine.faces import Face
from facilitator.wording import quoted

LONGEST_COUNT, LONGEST_NAME = 8_000, 5
"""Letters of a count, which may be a pile of several decks; words of a card's name."""
_PIECES = re.compile(r"[,;\n]+")
_BEFORE = re.compile(r"\A(\d{1,3})\s*[x×*]\s*(?=\S)", re.IGNORECASE)
_AFTER = re.compile(r"(?<=\S)\s*[x×*]\s*(\d{1,3})\Z", re.IGNORECASE)
_LOOSE = re.compile(r"\b(\d{1,3})\s*[x×*]\s+(?=\S)|(?<=\S)\s+[x×*]\s*(\d{1,3})\b", re.IGNORECASE)

Pile = tuple[tuple[Face, int], ...]
"""Kinds of cards with how many there are."""


def read_count(text: str, kinds: Kinds) -> Counter[Face]:
    """Return how many of each kind a count names: ``2x7R, W W red 5``, in any order and any spelling of the game.

    A kind said to be there 0 times is in it, with 0.  Raises `CommandError` for what is no card.
    """
    if not text.strip(" ,;\n"):
        raise CommandError(f"cards, such as 3x {kinds.examples}", "none", "Type what lies there.")
    if len(text) > LONGEST_COUNT:
        raise CommandError(
            f"a count of {LONGEST_COUNT:,} letters at most", f"{len(text):,}", "Count with 2x before a card."
        )
    found, names = Counter[Face](), dict[str, Face | None]()

    def card(name: str) -> Face | None:
        if name not in names:
            try:
                names[name] = kinds.parse(name)
            except CommandError:
                names[name] = None
        return names[name]

    for piece in _PIECES.split(text):
        if piece.strip():
            for face, count in _piece(piece, card, kinds):
                found[face] += count
    return found


def _piece(piece: str, card: Callable[[str], Face | None], kinds: Kinds) -> Pile:
    """Read what stands between two commas: one card, or several with blanks between them.

    A word that is a card's code stands for itself (``W D``); else the longest names are meant (``wild draw four``).
    """
    words = _LOOSE.sub(lambda found: f" {found[1]}x" if found[1] else f"x{found[2]} ", piece).split()
    codes = {word for word in words if word.upper() in kinds.cards}
    read: list[Pile | None] = [(), *(None for _ in words)]
    for end in range(1, len(words) + 1):
        for start in range(max(0, end - LONGEST_NAME), end):
            before, joined = read[start], words[start:end]
            if before is None or (len(joined) > 1 and codes.intersection(joined)):
                continue
            one, best = _counted(" ".join(joined), card), read[end]
            if one is not None and (best is None or len(before) + 1 < len(best)):
                read[end] = (*before, one)
    if (whole := read[-1]) is not None:
        return whole
    reached = max(end for end, way in enumerate(read) if way is not None)
    kinds.parse(words[min(reached, len(words) - 1)])  # its refusal says best what is wrong
    raise CommandError(f"cards, such as 3x {kinds.examples}", quoted(piece), "Put commas between them.")


def _counted(text: str, card: Callable[[str], Face | None]) -> tuple[Face, int] | None:
    """Read one card with how often it lies there, if that is said; None for none."""
    if (face := card(text)) is not None:
        return face, 1
    for shape in (_BEFORE, _AFTER):
        found = shape.search(text)
        if found is not None and (face := card(text[: found.start()] + text[found.end() :])) is not None:
            return face, int(found[1])
    return None
