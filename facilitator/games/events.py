"""Events: what everybody at the table saw happen; a game takes those that it knows."""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.machine.faces import Face


@dataclass(frozen=True, slots=True)
class Start:
    """The game begins: who is first, and the first top card where the game turns one over."""

    card: Face | None
    first: str


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays a card; ``named`` is what it says with it: a colour, an end of the row.

    ``more``: further cards of the same value played with it, in the order they are laid.  ``to``: the seat it
    swaps hands with.
    """

    seat: str
    card: Face
    named: str | None = None
    more: tuple[Face, ...] = ()
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat draws of its own accord: never a draw that a card forced on it."""

    seat: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat does not play (any more) in this turn."""

    seat: str


@dataclass(frozen=True, slots=True)
class Lacks:
    """A seat does not hold the card that is looked for (the 7♦, a doublet)."""

    seat: str


@dataclass(frozen=True, slots=True)
class Give:
    """A seat hands cards to another, unseen by the rest."""

    seat: str
    to: str
    count: int


@dataclass(frozen=True, slots=True)
class Show:
    """A seat shows cards that stay in its hand: its highest doublet, or all it has left when points are counted."""

    seat: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """Cards are gathered and dealt anew: round ``number`` of a match begins."""

    number: int


@dataclass(frozen=True, slots=True)
class Named:
    """A seat says something without playing: the colour a turned up card lets it choose."""

    seat: str
    named: str


@dataclass(frozen=True, slots=True)
class Challenge:
    """A seat says that the card played just before it was played wrongly.

    Not ``made``: a virtual seat, that a lot decides for, lets it stand.  ``covered``: a person asks for the run that
    settles it, so that nobody is shown the hand; for a virtual seat it is that anyway.
    """

    seat: str
    made: bool = True
    covered: bool = False


@dataclass(frozen=True, slots=True)
class ChallengeVerdict:
    """What came out about the hand of the accused ``seat``: whether it was guilty."""

    seat: str
    guilty: bool


@dataclass(frozen=True, slots=True)
class Caught:
    """A seat did not say that it has one card left, and another said so first."""

    seat: str


@dataclass(frozen=True, slots=True)
class Absent:
    """The seat in turn is not there."""

    seat: str


@dataclass(frozen=True, slots=True)
class SeatLeaves:
    """A seat gives up; its hand is then shown."""

    seat: str


@dataclass(frozen=True, slots=True)
class Join:
    """A person sits down in a game under way, after the last seat of the list."""

    seat: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """A seat says that another draws without need, and was shown that hand: ``right`` or not."""

    seat: str
    of: str
    right: bool


@dataclass(frozen=True, slots=True)
class Penalty:
    """A seat draws cards for something the rules of play know nothing of, such as helping."""

    seat: str
    count: int


@dataclass(frozen=True, slots=True)
class TimePassed:
    """So many full minutes have gone by since the game began."""

    minutes: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The game ends before its end: the time is up."""


@dataclass(frozen=True, slots=True)
class Correct:
    """The record was wrong, and everybody sees how it is: sizes of what lies covered, or one face that lies open.

    ``sizes``: of hands and decks, or empty.  ``was``: the face that stands in the record for ``face``; None: the
    top card.  ``reason``: the host's words.
    """

    reason: str
    sizes: tuple[tuple[str, int], ...] = ()
    was: Face | None = None
    face: Face | None = None


Event = (
    Start
    | Play
    | Drew
    | Pass
    | Lacks
    | Give
    | Show
    | Round
    | Named
    | Challenge
    | ChallengeVerdict
    | Caught
    | Absent
    | SeatLeaves
    | Join
    | Doubt
    | Penalty
    | TimePassed
    | TimeUp
    | Correct
)
"""What everybody at the table saw happen; a game takes those that it knows."""
