"""A first rehearsal, of no table or of a host's own."""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.play.prompt import ActPrompt, ChoicePrompt, MovePrompt, OpeningPrompt, Prompt


@dataclass(frozen=True, slots=True)
class Lesson:
    """Who is asked in a first rehearsal, and what Enter alone answers.

    ``seat``: the person who is played while the others play by themselves; empty at a host's own table, where all
    are asked.
    """

    seat: str = ""

    def answers(self, prompt: Prompt, runs: int) -> bool:
        """Return whether Enter alone answers the prompt, as the picture shows.

        Args:
            prompt: The prompt.
            runs: How many runs are finished.
        """
        if not self.seat:
            return isinstance(prompt.asked, ActPrompt) and not runs
        return not isinstance(prompt.asked, ChoicePrompt)

    def plays(self, prompt: Prompt) -> bool:
        """Return whether the rehearsal answers by itself: the start, and whoever is not played."""
        asked, begins = prompt.asked, isinstance(prompt.asked, OpeningPrompt)
        return self.seat != "" and (begins or (isinstance(asked, MovePrompt) and asked.seat != self.seat))
