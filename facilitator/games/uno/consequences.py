"""What follows from an event without anybody typing it: misses, forced draws, a new unplayed deck.

Each is announced to the table in one sentence.  Rules: "paper".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from facilitator.wording.things import TOLD_BY


class Kind(Enum):
    """What happens; the value names it in JSON and in the journal."""

    PASS = "pass"
    MISS = "miss"
    DRAW = "draw"
    SHORT = "short"
    STUCK = "stuck"
    RESHUFFLE = "reshuffle"
    REVERSE = "reverse"
    UNO = "uno"
    WIN = "win"


class Source(Enum):
    """The unplayed deck a seat draws from; the value is what to call it at the table."""

    SHARED = "the unplayed deck"
    PEOPLE = "the people's deck"
    POOL = "the pool deck"


@dataclass(frozen=True, slots=True)
class Consequence:
    """One thing that follows: to whom, and how many cards.

    `of` is how many the played card demands, where `count` is fewer; `misses`: the draw costs the turn too;
    `virtual`: nobody may see what this seat draws; `clockwise`: which way play now runs; `source`: which deck.
    """

    kind: Kind
    seat: str | None = None
    count: int | None = None
    of: int | None = None
    misses: bool = False
    virtual: bool = False
    clockwise: bool = True
    source: Source = Source.SHARED

    def text(self) -> str:
        """The sentence to read aloud."""
        match self.kind:
            case Kind.PASS:
                return f"{self.seat} keeps the drawn card and passes."
            case Kind.MISS:
                return f"{self.seat} misses the turn."
            case Kind.DRAW:
                return self._draw_text()
            case Kind.SHORT:
                part = f"{self.count} of {self.of}"
                return f"{self._nothing()}: {self.seat} goes without {part}{self._end()}"
            case Kind.STUCK:
                return f"{self._nothing()}: {self.seat}'s turn ends."
            case Kind.RESHUFFLE:
                return self._reshuffle_text()
            case Kind.REVERSE:
                return f"Play now runs {'clockwise' if self.clockwise else 'counterclockwise'}."
            case Kind.UNO:
                return f"UNO! {self.seat} has one card left."
            case Kind.WIN:
                return f"{self.seat} wins."
        assert_never(self.kind)

    def _draw_text(self) -> str:
        part = f"{self.count} of {self.of}" if self.of else f"{self.count}"
        how = "face down onto the hand, unseen by all" if self.virtual else "unseen"
        comma = "," if self.misses else ""
        return f"{self.seat} draws {part} from {self.source.value}, {how}{comma}{self._end()}"

    def _reshuffle_text(self) -> str:
        cards = "1 card" if self.count == 1 else f"{self.count} cards"
        empty, new = f"T{self.source.value[1:]} is empty", self.source.value.removeprefix("the ")
        if self.source is Source.SHARED:
            return f"{empty}: shuffle all discards but the top card into a new {new} ({cards})."
        whose = "pool's" if self.source is Source.POOL else "people's"
        return (
            f"{empty}: take the {whose} discards off the pile, told by {TOLD_BY}, all but the top card,"
            f" and shuffle them into a new {new} ({cards})."
        )

    def _nothing(self) -> str:
        where = "" if self.source is Source.SHARED else f" from {self.source.value}"
        return f"Nothing is left to draw{where}"

    def _end(self) -> str:
        return " and misses the turn." if self.misses else "."
