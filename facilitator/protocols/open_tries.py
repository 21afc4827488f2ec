"""Open tries: the virtual seat's cards are tried one by one; how many were is told, and nothing else.

Faster than a knockout, and never a secret's equal: besides the card the table learns the number of tries.
"""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.errors import ProtocolBug
from facilitator.machine.faces import ALPHA, BETA, Face
from facilitator.machine.operations import Collect, Heading, Move, Reveal, Row
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, bits, flat
from facilitator.protocols.selection import Places, closing, opening


@dataclass(frozen=True, slots=True)
class OpenPlaces(Places):
    """The places of open tries: one bit card under each column, all of them taken away together.

    Apart they would show how many cards of the hand, and how many others, fit: a pair is always an α and a β,
    a lone bit card is not.
    """

    def own_extras(self, known: Outcome) -> Row:
        """All bit cards that are out of the box."""
        gone = self.drawn(known)
        theirs = (bits(n, 1) for n in self.others if n not in gone)
        return flat(pile[1:] for pile in self.piles) + flat(theirs)

    def their_extras(self, known: Outcome) -> Row:
        """None: they leave with the hand's own."""
        return ()

    def kept(self, known: Outcome) -> tuple[Row, ...]:
        """The piles whose card was not played: the last one tried was."""
        if known.card is None or known.drawn:
            return self.piles
        return self.piles[: known.tries - 1] + self.piles[known.tries :]

    def tries(self, known: Outcome) -> Steps[Outcome]:
        """Turn the bit cards over from the left until the first β; its card is played."""
        for number, (card, bit) in enumerate(self.piles, 1):
            if (yield Reveal((bit,), ask=(ALPHA, BETA))) == BETA:
                face = yield Reveal((card,), ask=self.layout.playable)
                yield Move((card,), (CHOSEN_PLACE,))
                return Outcome(face, tries=number)
        return Outcome(tries=self.layout.m)

    def fits(self, number: int) -> Steps[tuple[Face, ...]]:
        """Show a deck column's bit card; then it leaves."""
        shown = bits(number, 1)
        reads = yield Reveal(shown, ask=(ALPHA, BETA))
        yield Collect(shown)
        return self.layout.playable if reads == BETA else ()


def open_tries(layout: Layout) -> Recipe:
    """Return the selection by open tries: 2 shuffles, 2k extra cards; it tells the number of tries.

    Raises `ProtocolBug` for more than one class: with one bit card a column nothing tells classes apart.
    """
    if layout.pairs != 1 or not layout.lone:
        raise ProtocolBug(
            "one class of cards, and one bit card a column",
            f"{layout.pairs} bits a card, {layout.bit_cards} bit cards",
            "Open tries know no classes and no weights: use the knockout.",
        )
    table = OpenPlaces(layout)
    return (
        *opening(table),
        Stage(Heading(Part.TRIES), table.tries),
        Stage(Heading(Part.DRAW_CHECK), table.draw_check),
        *closing(table),
    )
