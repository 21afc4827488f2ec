"""House-rule permissions to answer a draw card with another draw card."""

from __future__ import annotations

from enum import StrEnum


class Stack(StrEnum):
    """Permission to play a draw card on a draw card. Its value is the text in table files, such as "D on +".

    Attributes:
        answer: Symbol of the card to play.
        top: Symbol of the top card.
    """

    answer: str
    top: str

    TWO_ON_TWO = "+", "+"
    FOUR_ON_FOUR = "D", "D"
    FOUR_ON_TWO = "D", "+"
    TWO_ON_FOUR = "+", "D"

    def __new__(cls, answer: str, top: str) -> Stack:
        """Create a permission from two symbols. For ``"D"`` and ``"+"``, its text is "D on +"."""
        text = f"{answer} on {top}"
        stack = str.__new__(cls, text)
        stack._value_, stack.answer, stack.top = text, answer, top
        return stack


STACKS = tuple(Stack)
"""All permissions in the order in which table files list them."""
