"""The asking deck: which places a card's dots take, and which doors tell exactly whether it fits.

Each trait that a rule may name (a colour, a symbol, a suit, a number) has a place.  A card has a dot at the places
of its own traits; a card that fits in every case has one everywhere.  To ask a card whether it fits, the doors of
some places are opened: a dot in any of them means it fits.  Rules: "The asking deck".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from facilitator.errors import CommandError, ProtocolBug
from facilitator.games.base import Game
from facilitator.games.facts import Facts, Seat
from facilitator.games.registry import game_named
from facilitator.machine.faces import Face

MOST_PLACES = 18
"""More dots than this do not stand clear of each other along a card's edge."""


SOUGHT = "nothing lies yet"
"""The case in which a kind of card is looked for by itself."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A deck's dots and a game's doors.

    ``places``: the traits that have a place, in order along the edge.  ``dots``: the places of each kind.
    ``doors``: for each case (what lies on top, in words) the places whose doors are opened; none where every card
    fits.
    """

    places: tuple[str, ...]
    dots: Mapping[Face, frozenset[str]]
    doors: Mapping[str, frozenset[str]]

    def opened(self, wanted: frozenset[Face], here: Iterable[Face]) -> tuple[str, ...]:
        """Return the doors, as few as are found, that tell exactly which of the cards that are ``here`` are wanted.

        Raises: ProtocolBug where none do.
        """
        left = frozenset(here)
        some = {face: dots for face in left if (dots := self.dots[face]) != frozenset(self.places)}
        doors = _fewest(self.places, some, wanted)
        if not doors and wanted & left:  # of cards with every dot alone, a place tells that no other here has
            doors = tuple(t for t in self.places if not any(t in dots for dots in some.values()))[:1]
        told = {face for face in left if self.dots[face].intersection(doors)}
        if told != wanted & left:
            wrong = " ".join(sorted(told ^ (wanted & left))[:4])
            raise ProtocolBug("doors that tell what fits", f"none for {wrong}", "Please report this.")
        return doors


def asking_of(
    kinds: Iterable[Face],
    traits: Callable[[Face], tuple[str, ...]],
    cases: Mapping[str, tuple[frozenset[Face], ...]],
) -> Asking:
    """Return the dots and doors of a deck; ``cases``: the classes of kinds that fit, by what lies on top.

    A last class of everything else needs no door.  Raises: CommandError where no doors can tell what fits.
    """
    faces = tuple(dict.fromkeys(kinds))
    if not any(traits(face) for face in faces):
        raise CommandError("a game whose cards fit by a trait", "none", "This game's deck cannot be asked.")
    asked = {name: _asked(classes, faces) for name, classes in cases.items()}
    always = frozenset(faces).intersection(*asked.values())
    own = {face: frozenset(traits(face)) for face in faces}
    plain = [traits(face) for face in faces if face not in always]
    widest = max(map(len, plain), default=0)
    order = dict.fromkeys(told[i] for i in range(widest) for told in plain if i < len(told))
    told_apart = {face: own[face] for face in faces if face not in always}
    doors = {
        name: frozenset(_fewest(tuple(order), told_apart, wanted) if wanted != frozenset(faces) else ())
        for name, wanted in asked.items()
    }
    used = tuple(t for t in order if any(t in opened for opened in doors.values()))
    dots = {face: frozenset(used) if face in always else own[face] & frozenset(used) for face in faces}
    for name, wanted in asked.items():
        told = {face for face in faces if dots[face] & doors[name]}
        if (doors[name] and told != wanted) or (
            not doors[name] and wanted not in (frozenset(), frozenset(faces))
        ):
            wrong = " ".join(sorted(told ^ wanted)[:4])
            raise CommandError(
                "cards that fit by what is printed on them (a colour, a suit, a number)",
                f"{name}: no doors tell of {wrong} whether it fits",
                "What fits here depends on what else was played; take another form.",
            )
    if len(used) > MOST_PLACES:
        raise CommandError(
            f"at most {MOST_PLACES} places for dots", f"{len(used)}", "Take a smaller pool deck."
        )
    return Asking(used, dots, doors)


def _fewest(
    places: Sequence[str], dots: Mapping[Face, frozenset[str]], wanted: frozenset[Face]
) -> tuple[str, ...]:
    """Return places of wanted cards alone, as few as are found: always that which tells of most cards left."""
    able = [t for t in places if all(face in wanted for face, own in dots.items() if t in own)]
    untold, found = {face for face in dots if face in wanted}, set[str]()
    while able and untold:
        best = max(able, key=lambda t: sum(t in dots[face] for face in untold))
        found.add(best)
        able.remove(best)
        untold = {face for face in untold if best not in dots[face]}
    return tuple(t for t in places if t in found)


def _asked(classes: tuple[frozenset[Face], ...], faces: tuple[Face, ...]) -> frozenset[Face]:
    """Return the class that is asked for: the first; a second one must be all the rest."""
    first = classes[0] & frozenset(faces)
    if len(classes) > 1 and first.union(*classes[1:]) & frozenset(faces) != frozenset(faces):
        raise CommandError(
            "one class of cards that fit", f"{len(classes)}", "Take another form for this game."
        )
    return first


def asking_at(law: Game[Any], state: Facts, seat: str) -> Asking:
    """Return how the deck of a virtual seat is asked; raises as `asking_of`."""
    told = law.glance(state)
    return _asking(law.name, law.decks(state)[law.stock(state, seat).zone], told.rows, told.sought)


def asking_in(law: Game[Any], rules: str) -> Asking:
    """Return how a whole deck of a game is asked, whoever sits there; raises as `asking_of`."""
    fewest = max(2, law.seats[0])
    seats = [Seat(f"seat {i}", virtual=i == fewest) for i in range(1, fewest + 1)]
    return asking_at(law, law.begin(seats, {"rules": rules}), seats[-1].name)


@lru_cache(maxsize=16)
def _asking(
    name: str,
    cards: tuple[Face, ...],
    rows: tuple[tuple[str, tuple[tuple[Face, ...], ...]], ...],
    sought: tuple[Face, ...],
) -> Asking:
    """A kind that is looked for by itself has a place of its own besides those of its traits."""
    kinds = game_named(name).kinds
    own = {face: (kinds.describe(face),) for face in sought}
    cases = {case: tuple(map(frozenset, classes)) for case, classes in rows}
    if sought:
        cases[SOUGHT] = (frozenset(sought),)
    return asking_of(cards, lambda face: (*kinds.traits(face), *own.get(face, ())), cases)
