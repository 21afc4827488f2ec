"""A first rehearsal, of no table or of a host's own: the first virtual turn explained, act by act."""

from __future__ import annotations

from facilitator.machine.parts import Part
from facilitator.play.prompt import ActPrompt, MovePrompt, OpeningPrompt, Prompt
from facilitator.telling.grouping import Wording


class Lesson:
    """Which wording each act of a rehearsal is told in, and who is asked.

    ``seat``: the person who is played while the others play by themselves; empty at a host's own table, where all
    are asked.  The first virtual turn is told in full, its first duel walked through with a picture of each act;
    later ones are brief, or as the host's table wants them.  A wording that the host asks for ends that.
    """

    def __init__(self, seat: str = "") -> None:
        self.seat = seat
        self._first: int | None = None  # the first run
        self._told: Wording | None = None  # what was changed to last
        self._after = Wording.BRIEF
        self.over = False  # the host is not led any more

    @property
    def answers(self) -> bool:
        """Whether Enter alone answers what an act asks."""
        return bool(self.seat) or not self.over

    def wording(self, prompt: Prompt) -> Wording | None:
        """Return the wording to change to before this is shown; None where it is told rightly."""
        act = prompt.asked
        if not isinstance(act, ActPrompt):
            return None
        if self._first is None:
            self._first = act.run
            self._after = Wording.BRIEF if self.seat else act.wording
        self.over = self.over or self._told not in (None, act.wording)
        if self.over:
            return None
        self._told = self._wanted(act)
        self.over = act.run != self._first
        return None if self._told is act.wording else self._told

    def _wanted(self, act: ActPrompt) -> Wording:
        if act.run != self._first:
            return self._after
        walked = act.heading.part is not Part.DUEL or act.heading.number < 2
        if act.number == 1 or (walked and act.wording is not Wording.FULL):
            return Wording.WALK
        return Wording.FULL

    def plays(self, prompt: Prompt) -> bool:
        """Return whether the rehearsal answers by itself: the start, and whoever is not played."""
        match prompt.asked:
            case OpeningPrompt():
                return bool(self.seat)
            case MovePrompt(seat=seat):
                return self.seat not in ("", seat)
        return False
