"""A first rehearsal, of no table or of a host's own."""

from __future__ import annotations

from facilitator.play.prompt import ActPrompt, MovePrompt, OpeningPrompt, Prompt, WaysOn, WhatHappened


class Lesson:
    """Who is asked in a first rehearsal, and what Enter alone answers.

    ``seat``: the person who is played while the others play by themselves; empty at a host's own table, where all
    are asked.
    """

    def __init__(self, seat: str = "") -> None:
        self.seat = seat

    def answers(self, prompt: Prompt, runs: int) -> bool:
        """Tell whether Enter alone answers what is asked, as the picture shows; ``runs``: how many came to an end."""
        act = prompt.asked
        taught = self.seat != "" or (isinstance(act, ActPrompt) and not runs)
        return taught and not isinstance(act, WhatHappened | WaysOn)

    def plays(self, prompt: Prompt) -> bool:
        """Return whether the rehearsal answers by itself: the start, and whoever is not played."""
        match prompt.asked:
            case OpeningPrompt():
                return self.seat != ""
            case MovePrompt(seat=seat):
                return self.seat not in ("", seat)
        return False
