"""Records of simulated games, with the numbers for estimating game durations."""

from __future__ import annotations

from typing import NamedTuple


class Setup(NamedTuple):
    """A table whose games are simulated, as a cache key.

    Attributes:
        virtual: For each seat, whether it is virtual.
        hand_size: Number of cards dealt to each seat.
        pool: Cards of the virtual players' own deck, or empty.
        until: Whether a seat that cannot play draws until it can (a house rule).
        game: Name of the game.
        rules: Name of the rule set.
        house: Other house rules with their values, except default values.
        styles: Playing style of each seat, or empty if all seats play uniformly.
    """

    virtual: tuple[bool, ...]
    hand_size: int
    pool: tuple[str, ...] = ()
    until: bool = False
    game: str = "uno"
    rules: str = "paper"
    house: tuple[tuple[str, object], ...] = ()
    styles: tuple[str, ...] = ()


PLAYED, STUCK, KEPT, DREW, COUNTED = range(5)


class VirtualTurn(NamedTuple):
    """Data about a simulated virtual turn that determine its duration.

    Attributes:
        k: Number of cards in the layout at the start of the turn.
        m: Hand size at the start of the turn.
        end: Result of the turn: a card from the hand was played (`PLAYED`), no card was playable and none
            could be drawn (`STUCK`), all drawn cards were kept (`KEPT`), the last drawn card was played
            (`DREW`), or no card could be playable by public knowledge (`COUNTED`).
        black: Whether a random draw of a colour followed, because a black card was played.
        drawn: Number of cards drawn.
        k2: Number of cards in the layout after a reshuffle and a draw in this turn, or 0 if nothing was
            reshuffled.
        m2: Hand size at that time, or 0.
        stands: Whether columns of the previous protocol remain usable (linked turns): a virtual seat played
            before, and nobody has drawn since.
        seat: Seat index.
        rank: Priority of the played card, starting with 0.
        classes: Number of priorities for which the protocol looks. 0 means the default number of the table's
            form.
    """

    k: int
    m: int
    end: int
    black: bool = False
    drawn: int = 0
    k2: int = 0
    m2: int = 0
    stands: bool = False
    seat: int = 0
    rank: int = 0
    classes: int = 0

    @property
    def drawn_before(self) -> int:
        """Number of cards drawn up to the reshuffle, including the first card after it."""
        return self.m2 - self.m if self.k2 else 0


class QuestionSize(NamedTuple):
    """Size of a protocol that finds out whether a person's hidden hand contains certain cards.

    Attributes:
        k: Number of cards in the layout.
        m: Hand size.
    """

    k: int
    m: int


class GameRecord(NamedTuple):
    """Data about a simulated game that determine its duration.

    Attributes:
        turns: Number of all turns.
        virtual_turns: All virtual turns.
        winner: Index of the winner, or None.
        asked: Sizes of all protocols that examined hidden hands after challenges.
        lots: Number of random draws outside selections.
    """

    turns: int
    virtual_turns: tuple[VirtualTurn, ...]
    winner: int | None
    asked: tuple[QuestionSize, ...] = ()
    lots: int = 0
