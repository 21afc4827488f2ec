"""What follows from an event: typed motions of cards between zones, and the facts as they are then.

The rehearsal carries motions out, the narrator says them, and one check holds sizes and cards against them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from facilitator.games.facts import S, Zone
from facilitator.machine.faces import Face


@dataclass(frozen=True, slots=True)
class Moved:
    """``count`` cards went from one zone to another.

    ``faces``: which, where everybody saw them (then they are ``count`` many); empty: unseen.  From a deck
    they are its top cards; onto discards they come in the order given, the last one on top.
    """

    source: Zone
    target: Zone
    count: int
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Mixed:
    """Zones were shuffled together into ``target``; the last ``keep`` cards of the first source stay there.

    ``faces``: exactly these cards of the sources, where only some of them go (a pool's discards); empty: all.
    """

    sources: tuple[Zone, ...]
    target: Zone
    keep: int = 0
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Swapped:
    """Whole hands changed seats, unseen: the hand of ``hands[i]`` is now at ``to[i]``."""

    hands: tuple[str, ...]
    to: tuple[str, ...]


Motion = Moved | Mixed | Swapped


@dataclass(frozen=True, slots=True)
class Happened:
    """One thing that follows from an event: a key for programs, its facts, and the cards that moved.

    The sentence for it is the game's, `Game.say`.
    """

    key: str
    args: Mapping[str, Any]
    motions: tuple[Motion, ...] = ()


class Applied(NamedTuple, Generic[S]):
    """The public facts after an event, and what followed from it, the event's own motions first.

    An event's own motions are those of the seat that acts: from its deck to its hand, from its hand to where
    it plays.  Virtual turns may go on with standing columns only if no other motion touched a hand or a deck.
    """

    state: S
    happened: tuple[Happened, ...]
