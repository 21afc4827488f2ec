"""People at a table, and words for their cards, for rendering instructions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from facilitator.i18n.symbolic_numbers import Letters
from facilitator.instructions.card_rules import Traits, no_traits
from facilitator.instructions.instruction import describe_answer
from facilitator.operations.faces import Face
from facilitator.operations.steps import Step

FITS = "fghjqz"
"""Letters for the numbers of playable cards, one for each pattern of a pair."""


@dataclass(frozen=True)
class Voice:
    """Facts about a table that its sentences depend on: people, equipment, and names for cards.

    Attributes:
        humans: Names of the people. The first is the host.
        sleeves: Whether columns stay in sleeves. Otherwise piles go into envelopes.
        describe: Function that returns words for a play card.
        naming: Word for the subject of a random draw, such as colour.
        named: Function that returns words for a card of a random draw, such as red.
        pool: Names of the virtual players if they have a separate draw pile. Otherwise empty.
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
        """Return the name of the person who carries out an instruction.

        A host without other people replaces everybody except "everyone".
        """
        return "host" if self.alone and who in ("helpers", "two", "anybody") else who

    def describe_answer(self, face: Face) -> str:
        """Return an answer to a protocol's question, in words that people say."""
        return describe_answer(face, self.named)


@dataclass(frozen=True, eq=False)
class Speech:
    """Renderer of steps as sentences for the people at a table, on screen or on paper.

    Attributes:
        voice: People, equipment and decks of the table.
        traits: Function that names the traits of a card, such as its colour.
        paper: Whether the text is for paper and must hold for any number of cards.
        letters: Letters for the numbers on paper.
        masks: Names of the masks of this turn, best priority first.
        pair: Names of the two people who act one after the other. By default the first two people.
        walked: Step of the last duel that was explained movement by movement. Later duels are described as a
            loop.
    """

    voice: Voice
    traits: Traits = no_traits
    paper: bool = False
    letters: Letters | None = None
    masks: tuple[str, ...] = ()
    walked: Step | None = None
    pair: tuple[str, ...] = ()

    @property
    def two(self) -> tuple[str, ...]:
        """Names of the two people who act one after the other, for example in a shuffle."""
        return self.pair or self.voice.humans[:2]

    @property
    def second(self) -> str:
        """Name of a person other than the host, or of the host without other people."""
        host, *others = self.voice.humans
        return next((name for name in self.two if name != host), others[0] if others else host)

    def begins_loop(self, duel: Step) -> bool:
        """Return whether this duel explains the loop of duels. Later duels are only counted."""
        last = self.walked
        after_walked = last is not None and (last.which, last.number + 1) == (duel.which, duel.number)
        return duel.number == 1 or after_walked
