"""People at a table and their names for cards, which the sentences of instructions contain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from facilitator.i18n.catalogue import Value
from facilitator.i18n.symbolic_numbers import Letters
from facilitator.instructions.card_rules import Traits
from facilitator.instructions.instruction import describe_answer
from facilitator.operations.faces import Face
from facilitator.operations.steps import Step

FITS = "fghjqz"
"""Letters that represent numbers of playable cards on paper, one for each pattern of a pair."""


@dataclass(frozen=True)
class Voice:
    """Settings of a table that its sentences depend on: people, equipment, and names for cards.

    Attributes:
        humans: Names of the people. The first is the host.
        sleeves: Whether columns stay in sleeves. Otherwise piles go into envelopes.
        describe: Function that returns words for a play card.
        naming: What a random draw decides, such as "colour".
        named: Function that returns the name of a card of a random draw, such as "red".
        pool: Names of the virtual players if they have their own draw pile. Otherwise empty.
        by_name: Whether people are addressed by their names. Otherwise they are called the host and two
            people.
    """

    humans: tuple[str, ...]
    sleeves: bool = False
    describe: Callable[[Face], str] = str
    naming: str = "lot"
    named: Callable[[str], str] = str
    pool: tuple[str, ...] = ()
    by_name: bool = True

    @property
    def alone(self) -> bool:
        """Whether the host is the only person."""
        return len(self.humans) < 2

    def get_actor(self, who: str) -> str:
        """Return who carries out an instruction, such as "helpers". A host without helpers replaces them.

        Args:
            who: Message key suffix, such as "helpers" or "everyone".
        """
        return "host" if self.alone and who in ("helpers", "two", "anybody") else who

    def describe_answer(self, face: Face) -> str:
        """Return an answer to a protocol's question, in words that people say."""
        return describe_answer(face, self.named)


@dataclass(frozen=True, eq=False)
class Speech:
    """Settings for rendering steps as sentences, for people at a table or for paper.

    Attributes:
        voice: People, equipment and names for cards.
        traits: Function that returns the traits of a card, such as its colour.
        paper: Whether the text is for paper and must be correct for any number of cards.
        letters: Letters that replace the numbers on paper.
        masks: Names of the masks of this turn, best priority first.
        walked: Step of the last duel that was explained movement by movement. Later duels are described as a
            loop.
        pair: Names of the two people who act one after the other. By default, the first two people.
        list_page: On paper, the page with the list of cards.
    """

    voice: Voice
    traits: Traits = lambda face: ()  # cards are listed one by one
    paper: bool = False
    letters: Letters | None = None
    masks: tuple[str, ...] = ()
    walked: Step | None = None
    pair: tuple[str, ...] = ()
    list_page: Value = ""

    @property
    def two(self) -> tuple[str, ...]:
        """Names of two people for tasks that need two, such as shuffling in turn."""
        return self.pair or self.voice.humans[:2]

    @property
    def second(self) -> str:
        """Name of a person other than the host. Without helpers, this is the host."""
        host, *others = self.voice.humans
        return next((name for name in self.two if name != host), others[0] if others else host)

    def begins_loop(self, duel: Step) -> bool:
        """Return whether this duel explains the movements in full. Later duels are only counted."""
        last = self.walked
        after_walked = last is not None and (last.which, last.number + 1) == (duel.which, duel.number)
        return duel.number == 1 or after_walked
