"""Tutorial: the first rehearsal of the sample table or of a host's own table."""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.play.prompt import ChoicePrompt, MovePrompt, OpeningPrompt, Prompt, StepPrompt


@dataclass(frozen=True, slots=True)
class Tutorial:
    """Settings of a tutorial, which is a rehearsal with help.

    Attributes:
        seat: Person whom the user plays. The tutorial plays all other seats. Empty at a host's own table,
            where the user answers all prompts.
    """

    seat: str = ""

    def answers(self, prompt: Prompt, runs: int) -> bool:
        """Return whether Enter alone answers the prompt.

        Args:
            prompt: The prompt.
            runs: Number of finished attempts.
        """
        if not self.seat:
            return isinstance(prompt.asked, StepPrompt) and not runs
        return not isinstance(prompt.asked, ChoicePrompt)

    def plays(self, prompt: Prompt) -> bool:
        """Return whether the tutorial answers the prompt.

        The tutorial answers the prompt for the start of the game, and moves of other people.
        """
        asked, begins = prompt.asked, isinstance(prompt.asked, OpeningPrompt)
        return self.seat != "" and (begins or (isinstance(asked, MovePrompt) and asked.seat != self.seat))
