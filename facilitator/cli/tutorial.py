"""The tutorial: a first rehearsal with help, at the sample table or at the host's own table."""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.play.prompt import ChoicePrompt, MovePrompt, Prompt, StepPrompt


@dataclass(frozen=True, slots=True)
class Tutorial:
    """Settings of a tutorial, which is a rehearsal with help.

    Attributes:
        seat: Person for whom the user answers. The tutorial answers for all other people. Empty at a host's
            own table, where the user answers all prompts.
    """

    seat: str = ""

    def answers(self, prompt: Prompt, runs: int) -> bool:
        """Return whether the user can answer the prompt by pressing only Enter.

        Args:
            prompt: The prompt.
            runs: Number of finished attempts.
        """
        if not self.seat:
            return isinstance(prompt.asked, StepPrompt) and not runs
        return not isinstance(prompt.asked, ChoicePrompt)

    def plays(self, prompt: Prompt) -> bool:
        """Return whether the tutorial answers the prompt instead of the user.

        It makes the moves of all people except `seat`.
        """
        return self.seat != "" and isinstance(prompt.asked, MovePrompt) and prompt.asked.seat != self.seat
