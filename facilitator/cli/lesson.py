"""The rehearsal of somebody who names no table: one person to play, and the first virtual turn explained."""

from __future__ import annotations

from facilitator.play.prompt import ActPrompt, MovePrompt, OpeningPrompt, Prompt
from facilitator.telling.grouping import Wording


class Lesson:
    """Who is asked in a first rehearsal, and from when on brief wording is enough.

    ``seat``: the person who is played; the others play by themselves.  The first virtual turn is told as a table's
    first is; later ones are brief.
    """

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def known(self, prompt: Prompt) -> bool:
        """Tell whether a whole virtual turn was told, and this is another's act."""
        act = prompt.asked
        return isinstance(act, ActPrompt) and act.run > 1 and act.wording is not Wording.BRIEF

    def plays(self, prompt: Prompt) -> bool:
        """Return whether the rehearsal answers by itself: the start, and whoever is not played."""
        match prompt.asked:
            case OpeningPrompt():
                return True
            case MovePrompt(seat=seat):
                return seat != self.seat
        return False
