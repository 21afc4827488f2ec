"""Who speaks at a table, and how its cards are called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from facilitator.i18n.symbolic_numbers import Letters
from facilitator.instructions.card_rules import Traits, no_traits
from facilitator.instructions.instruction import called
from facilitator.operations.faces import Face
from facilitator.operations.steps import Act

FITS = "fghjqz"
"""The letters for how many cards fit, by kind of pair."""


@dataclass(frozen=True)
class Voice:
    """Knows who sits at the table and what a card is called; holds no state of a run.

    ``humans``: the people's names.  ``sleeves``: whether columns stay in sleeves; else piles go into envelopes.
    ``describe``: words for a play card; ``naming``: what is drawn by lot, in one word, and ``named``: words for it;
    ``pool``: whether the cards that are drawn from, and those that were played, are a pool's.
    """

    humans: tuple[str, ...]
    sleeves: bool = False
    describe: Callable[[Face], str] = str
    naming: str = "lot"
    named: Callable[[str], str] = str
    pool: bool = False

    @property
    def alone(self) -> bool:
        """Whether one person plays."""
        return len(self.humans) < 2

    @property
    def exchange(self) -> str:
        """The key of how two piles are scrambled: one exchange that both people know would be no scramble."""
        return "exchange.alone" if self.alone else "exchange"

    def doer(self, who: str) -> str:
        """Return who does it: alone the host does what two would do, or helpers."""
        return "host" if self.alone and who in ("helpers", "two") else who

    def called(self, face: Face) -> str:
        """Return what people call a face that an answer names: of a lot what it stands for."""
        return called(face, self.named)


@dataclass(frozen=True, eq=False)
class Speech:
    """Renders steps as sentences for a table.

    Attributes:
        voice: The people, the equipment and the decks of the table.
        traits: Names for the traits of a card, such as its colour.
        paper: Use words for any number of cards. ``letters`` then stand for the numbers.
        letters: Letters for the numbers on paper.
        masks: Names of the masks of this turn, best priority first.
        walked: Step of the last duel that was explained movement by movement. The loop of duels starts after it.
    """

    voice: Voice
    traits: Traits = no_traits
    paper: bool = False
    letters: Letters | None = None
    masks: tuple[str, ...] = ()
    walked: Act | None = None

    def begins_loop(self, duel: Act) -> bool:
        """Return whether the loop of duels is explained with this duel. Later duels are only counted."""
        last = self.walked
        after_walked = last is not None and (last.which, last.number + 1) == (duel.which, duel.number)
        return duel.number == 1 or after_walked
