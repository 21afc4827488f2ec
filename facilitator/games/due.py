"""What is due: what the table must do now, by hands or by chance."""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.machine.faces import Face


@dataclass(frozen=True, slots=True)
class Ask:
    """A person moves and the host types it; ``seat`` is None at an opening that chance decides (`Start`).

    ``again``: the seat has drawn in this turn, so that only the card just drawn may be played.
    """

    seat: str | None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A virtual seat plays by a selection: the best class of which it holds a card, uniformly within it.

    ``classes``: sets of kinds, the best first; a kind is in one class at most; at least one class.  Kinds that
    everybody knows the seat lacks are in none; one empty class: everybody can count that nothing fits.
    ``may_draw``: after "none" it draws from its deck.  ``until``: it draws until a card of a class comes.
    ``again``: it has drawn in this turn, and goes on.
    """

    seat: str
    classes: tuple[frozenset[Face], ...]
    may_draw: bool = False
    until: bool = False
    again: bool = False

    @property
    def wanted(self) -> frozenset[Face]:
        """Every kind that may be selected."""
        return frozenset().union(*self.classes)


@dataclass(frozen=True, slots=True)
class Lot:
    """Something is left to chance: one of ``faces``, uniformly, by as many extra cards, shuffled.

    ``chosen`` and ``drawn``: the card of the selection it belongs to, and how many cards that run drew.
    """

    seat: str
    faces: tuple[Face, ...]
    chosen: Face | None = None
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A covered hand is asked one thing by a run: whether it holds one of ``kinds``; nothing else comes to light.

    ``seat``: who asks, a virtual seat or a person; ``of``: whose hand, a person's; ``kinds``: one at least.
    """

    seat: str
    of: str
    kinds: frozenset[Face]


@dataclass(frozen=True, slots=True)
class Blind:
    """A virtual seat gives ``count`` of its cards to another, chosen by chance, unseen by the rest."""

    seat: str
    to: str
    count: int


@dataclass(frozen=True, slots=True)
class ShowHand:
    """The whole hand of a seat, a virtual one too, is turned over for all to see, and the host types it (`Show`)."""

    seat: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; ``winners``: who won (or, where one loses, all others)."""

    winners: tuple[str, ...]


Need = Ask | Select | Lot | HandQuestion | Blind | ShowHand | Over
