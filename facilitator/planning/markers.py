"""Enough markers?  What to bring so that nearly no game outgrows them, and the warning when one does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from facilitator.words import DECK, plural

SOON = 4
"""Cards a hand may take at once: a wild draw four."""


def stock(seats: Sequence[str], most: Sequence[int], deck: int) -> dict[str, int]:
    """Return the markers to bring: for each seat the hand 99 % of games do not exceed, for the deck all it has."""
    return {**dict(zip(seats, most, strict=True)), DECK: deck}


def warning(hands: Mapping[str, int], unplayed: int, markers: Mapping[str, int]) -> str:
    """Return what to tell the table before a hand outgrows its markers; empty while there are enough.

    ``hands``: sizes of the hands that go into the layout.  The deck shrinks as hands grow, so its spare
    markers are always enough to help out.
    """
    tight = {name: size for name, size in hands.items() if size + SOON > markers.get(name, size + SOON)}
    if not tight:
        return ""
    said = []
    for name, size in tight.items():
        have = markers[name]
        lack = size + SOON - have
        state = f"{size} cards, {plural(have, 'marker')} θ-{name}"
        said.append(f"{name} has {state}: {'make' if size <= have else 'before the run make'} {lack} more")
    spare = markers.get(DECK, unplayed) - unplayed
    wanted = sum(size + SOON - markers[name] for name, size in tight.items())
    if spare >= wanted:
        how = f"relabel {wanted} of the {spare} spare θ-{DECK} (the deck has only {unplayed} cards left)"
    else:
        how = "write them on blank labels or on other spare extra cards, all of one kind alike"
    return f"{'; '.join(said)}. To make them: {how}."
