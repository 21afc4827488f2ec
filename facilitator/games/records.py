"""Records of simulated games, with the numbers for estimating game durations."""

from __future__ import annotations

from typing import NamedTuple


class Setup(NamedTuple):
    """A table whose games are simulated, as a cache key.

    Attributes:
        virtual: For each seat, whether it is virtual.
        hand_size: Number of cards dealt to each seat.
        pool: Cards of the virtual players' own deck, or empty.
        game: Name of the game.
        rules: Name of the rule set.
        house: House rules with their values. Missing house rules have default values.
        styles: Playing style of each seat, or empty if all seats play uniformly.
    """

    virtual: tuple[bool, ...]
    hand_size: int
    pool: tuple[str, ...] = ()
    game: str = "uno"
    rules: str = "paper"
    house: tuple[tuple[str, object], ...] = ()
    styles: tuple[str, ...] = ()


PLAYED, STUCK, KEPT, DREW, COUNTED = range(5)


class LayoutSize(NamedTuple):
    """Size of a layout in which a protocol looks for certain cards.

    Attributes:
        k: Number of cards in the layout.
        m: Number of cards in the hand to examine.
    """

    k: int
    m: int


class VirtualTurn(NamedTuple):
    """Data about a simulated virtual turn that determine its duration.

    Attributes:
        looks: Size of the layout at each look for a playable card: at the start of the turn, and after each drawn
            card. A reshuffle of the discards changes the number of cards in the layout.
        end: Result of the turn: a card from the hand was played (`PLAYED`), no card was playable and none
            could be drawn (`STUCK`), all drawn cards were kept (`KEPT`), the last drawn card was played
            (`DREW`), or no card could be playable by public knowledge (`COUNTED`).
        black: Whether a random draw of a colour followed, because a black card was played.
        stands: Whether columns of the previous protocol remain usable (linked turns): a virtual seat played
            before, and nobody has drawn since.
        seat: Seat index.
        rank: Priority of the played card, starting with 0.
        classes: Number of priorities for which the protocol looks. 0 means the default number of the table's
            form.
    """

    looks: tuple[LayoutSize, ...]
    end: int
    black: bool = False
    stands: bool = False
    seat: int = 0
    rank: int = 0
    classes: int = 0

    @property
    def drawn(self) -> int:
        """Number of cards drawn."""
        return len(self.looks) - 1


class GameRecord(NamedTuple):
    """Data about a simulated game that determine its duration.

    Attributes:
        turns: Number of all turns.
        virtual_turns: All virtual turns.
        winner: Index of the winner, or None.
        asked: Sizes of all layouts in which people's hidden hands were examined after challenges.
        lots: Number of random draws outside selections.
    """

    turns: int
    virtual_turns: tuple[VirtualTurn, ...]
    winner: int | None
    asked: tuple[LayoutSize, ...] = ()
    lots: int = 0
