"""The rehearsal of somebody who names no table: one person to play, and the first virtual turn explained."""

from __future__ import annotations

from facilitator.machine.parts import Part
from facilitator.play.prompt import ActPrompt, MovePrompt, OpeningPrompt, Prompt
from facilitator.telling.grouping import Wording


class Lesson:
    """Which wording each act of a first rehearsal is told in, and who is asked.

    ``seat``: the person who is played; the others play by themselves.  The first virtual turn is told in full, its
    first duel walked through with a picture of each act; later ones are brief.
    """

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self._first: int | None = None  # the first run

    def wording(self, prompt: Prompt) -> Wording | None:
        """Return the wording to change to before this is shown; None where it is told rightly."""
        act = prompt.asked
        if not isinstance(act, ActPrompt):
            return None
        if self._first is None:
            self._first = act.run
        wanted = Wording.BRIEF
        if act.run == self._first:
            walked = act.heading.part is not Part.DUEL or act.heading.number < 2
            wanted = Wording.WALK if walked and act.wording is not Wording.FULL else Wording.FULL
            if act.number == 1:
                wanted = Wording.WALK
        return None if wanted is act.wording else wanted

    def plays(self, prompt: Prompt) -> bool:
        """Return whether the rehearsal answers by itself: the start, and whoever is not played."""
        match prompt.asked:
            case OpeningPrompt():
                return True
            case MovePrompt(seat=seat):
                return seat != self.seat
        return False
