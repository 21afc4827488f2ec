"""The asking deck: the virtual hand is shuffled and asked card by card; how many were asked is told, no more.

Nothing is laid out but the hand itself: each card carries dots that a reader shows through the doors of what fits.
"""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.errors import ProtocolBug
from facilitator.machine.faces import DECK, DOT, Face
from facilitator.machine.operations import (
    CARD_ROW,
    DRAWN,
    HAND,
    Ask,
    Code,
    Draw,
    DrawUp,
    Heading,
    LayHand,
    Move,
    Place,
    Return,
    Reveal,
    Row,
    Scramble,
)
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.protocols.layout import CHOSEN_PLACE, Layout


@dataclass(frozen=True, slots=True)
class Asked:
    """The row of one hand's cards, and what is done with them."""

    layout: Layout

    @property
    def row(self) -> Row:
        """Where the hand lies."""
        return tuple(Place(HAND, number, CARD_ROW) for number in range(1, self.layout.m + 1))

    @property
    def certain(self) -> bool:
        """Whether some card of the hand is played in any case: every kind may be, if none of the first class."""
        return all(any(bits) for _, bits in self.layout.code)

    @property
    def first(self) -> Code:
        """What is asked: whether a card is of the first class."""
        return tuple((face, bits[:1]) for face, bits in self.layout.code)

    @property
    def asked(self) -> Row:
        """The cards that are asked.

        None where everybody knows the answer: every card that is left fits, or none does, or the only one is played
        in any case.
        """
        if not self.kinds or self.all_fit or (self.certain and self.layout.m == 1):
            return ()
        return self.row

    @property
    def all_fit(self) -> bool:
        """Whether every kind of card is of the first class."""
        return len(self.kinds) == len(self.first)

    def tries(self, known: Outcome) -> Steps[Outcome]:
        """Shuffle the hand and ask its cards from the left, up to the first that fits: it is played."""
        yield LayHand(self.layout.seat, self.row)
        if len(self.row) > 1:
            yield Scramble(tuple((place,) for place in self.row))
        for number, place in enumerate(self.asked, 1):
            if (yield Ask(place, self.first, self.layout.doors)) == DOT:
                return (yield from self.played(place, number, self.kinds))
        if not self.certain:
            return Outcome(tries=self.layout.m)
        last = self.row[0] if self.all_fit else self.row[-1]
        tried = self.kinds if self.asked else ()
        kinds = tuple(face for face in self.layout.playable if face not in tried)
        return (yield from self.played(last, last.number, kinds))

    @property
    def kinds(self) -> tuple[Face, ...]:
        """The kinds of the first class."""
        return tuple(face for face, bits in self.first if bits[0])

    def played(self, place: Place, number: int, kinds: tuple[Face, ...]) -> Steps[Outcome]:
        """Turn a card over and lay it aside."""
        face = yield Reveal((place,), ask=kinds)
        yield Move((place,), (CHOSEN_PLACE,))
        return Outcome(face, tries=number)

    def draw_check(self, known: Outcome) -> Steps[Outcome]:
        """After "none": the top card of the deck is asked; it is played, or goes unseen into the hand.

        With the house rule "draw until you can play" the next one follows, as long as there is one.
        """
        if known.card is not None or not self.layout.can_draw:
            return known
        most = dict(self.layout.hands)[DECK] if self.layout.until else 1
        for count in range(1, most + 1):
            place = Place(DRAWN, count, CARD_ROW)
            yield DrawUp(place)
            if self.kinds and (yield Ask(place, self.first, self.layout.doors)) == DOT:
                found = yield from self.played(place, 0, self.kinds)
                return known._replace(card=found.card, drawn=count)
            yield Draw(place, self.layout.seat)
        return known._replace(drawn=most)

    def give_back(self, known: Outcome) -> Steps[Outcome]:
        """The cards that were not played go back to the hand, covered."""
        gone = known.tries if known.card is not None and not known.drawn else 0
        if kept := tuple(place for place in self.row if place.number != gone):
            yield Return(kept, self.layout.seat)
        return known


def asking(layout: Layout) -> Recipe:
    """Return the selection by the asking deck: 1 shuffle of m cards, no extra cards; it tells the number of tries.

    Of two classes the second must be all the rest: if none of the hand is of the first, any card is played.
    Raises `ProtocolBug` for other classes, and for weights.
    """
    rest = layout.classes == 1 or (layout.classes == 2 and Asked(layout).certain)
    if layout.pairs != layout.classes or not rest or not layout.lone:
        raise ProtocolBug(
            "one class of cards, or a second one of all the rest",
            f"{layout.classes} classes, {layout.pairs} bits a card",
            "The asking deck knows no order of cards and no weights: use the knockout.",
        )
    table = Asked(layout)
    return (
        Stage(Heading(Part.ASK), table.tries),
        Stage(Heading(Part.DRAW_CHECK), table.draw_check),
        Stage(Heading(Part.GIVE_BACK_OWN), table.give_back),
    )
