"""A first rehearsal, of no table or of a host's own: what is asked, and what Enter alone answers."""

from __future__ import annotations

from facilitator.play.prompt import ActPrompt, MovePrompt, OpeningPrompt, Prompt, WaysOn, WhatHappened
from facilitator.telling.grouping import Wording


class Lesson:
    """Who is asked in a first rehearsal, and from when on brief wording is enough.

    ``seat``: the person who is played while the others play by themselves; empty at a host's own table, where all
    are asked.  The first virtual turn is told as a table's first is; where no table was named, later ones are brief.
    """

    def __init__(self, seat: str = "") -> None:
        self.seat = seat

    def known(self, prompt: Prompt) -> bool:
        """Tell whether a whole virtual turn was told, and this is another's act."""
        act = prompt.asked
        return (
            self.seat != ""
            and isinstance(act, ActPrompt)
            and act.run > 1
            and act.wording is not Wording.BRIEF
        )

    def answers(self, prompt: Prompt) -> bool:
        """Tell whether Enter alone answers what is asked, as the picture shows."""
        act = prompt.asked
        taught = self.seat != "" or (isinstance(act, ActPrompt) and act.run == 1)
        return taught and not isinstance(act, WhatHappened | WaysOn)

    def plays(self, prompt: Prompt) -> bool:
        """Return whether the rehearsal answers by itself: the start, and whoever is not played."""
        match prompt.asked:
            case OpeningPrompt():
                return self.seat != ""
            case MovePrompt(seat=seat):
                return self.seat not in ("", seat)
        return False
