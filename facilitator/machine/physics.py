"""What operations do to cards: the one definition that the simulated table and the verifier share.

`Surface` is what everyone can see of the table without knowing a covered card: which places are taken, and which of
them lie face up.  `change` moves the faces themselves, covered or not, and `seer` says which come to light. Hands and
chance are left to the caller: whose hand is laid out, and in which order a scramble leaves its piles.  An operation
that hands could not do is refused by `Surface.note`; here it would only raise a `KeyError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import assert_never

from facilitator.errors import ProtocolBug
from facilitator.machine import operations as ops
from facilitator.machine.faces import (
    BEHIND,
    FRONT,
    LEFT_END,
    NONE,
    ONE,
    RIGHT_END,
    TO_CARD,
    TO_OTHER,
    Face,
    bit_cards,
    plain,
)
from facilitator.machine.operations import Op, Place, Row, carried, is_layer, layer

Faces = dict[Place, Face]
"""The cards on the table, covered or not."""


Change = Callable[[Faces], None]


def change(op: Op, faces: Faces, order: Sequence[int] = ()) -> None:
    """Move the faces as ``op`` says.

    ``faces``: the cards on the table by their places; changed in place.  ``order``: for a `Scramble`, of each pile's
    place the number (from 0) of the pile that comes to lie there; drawn by the caller.

    Hands are the caller's: for `LayHand` and `LayTop` it sets the faces, for `Return` and `Draw` it fetches them
    first.
    """
    if isinstance(op, ops.Mixing):
        _permuter(op.piles)(order, faces)
    else:
        changer(op)(faces)


def changer(op: Op) -> Change:
    """Return what ``op`` does to the faces, worked out once for any number of tables.

    For every operation but a `Scramble`, whose chance is the caller's: for one it raises `ProtocolBug`.
    """
    match op:
        case ops.Put():
            laid = dict(zip(op.places, op.faces, strict=True))
            return lambda faces: faces.update(laid)
        case ops.Encode():
            return _encoder(op)
        case ops.Sort():
            return _sorter(op)
        case ops.Rearrange() | ops.Move():
            return _mover(*carried(op))
        case ops.Choose():
            return lambda faces: _bring_first(op, faces)
        case ops.Collect() | ops.Return() | ops.Draw():
            return lambda faces: _take(ops.places_of(op), faces)
        case ops.Insert():
            return lambda faces: _insert(op, faces)
        case ops.Look():
            return lambda faces: _hold(op, faces)
        case ops.Withdraw():
            return lambda faces: _withdraw(op, faces)
        case ops.Heading() | ops.LayHand() | ops.LayTop() | ops.Cover() | ops.Reveal():
            return lambda faces: None
        case ops.Scramble() | ops.Spin():
            raise ProtocolBug("an operation without chance", "a scramble", "Use change().")
        case _:
            assert_never(op)


def _encoder(op: ops.Encode) -> Change:
    """Lay bit cards under each card as the code says, whatever scratches the card has."""
    under = {face: bit_cards(bits) for face, bits in op.code}
    target = tuple(place for places in op.bits for place in places)

    def encode(faces: Faces) -> None:
        laid = chain.from_iterable([under[plain(faces[card])] for card in op.cards])
        faces.update(zip(target, laid, strict=True))

    return encode


def _sorter(op: ops.Sort) -> Change:
    """Bring whole columns into the order of their markers, those of one owner in the order in which they lie."""
    wanted = {face: rank for rank, (face, _) in enumerate(op.order)}
    permute = _permuter(op.columns)

    def sort(faces: Faces) -> None:
        ranks = [wanted[plain(faces[place])] for place in op.by]
        permute(sorted(range(len(ranks)), key=ranks.__getitem__), faces)

    return sort


def _mover(source: Row, target: Row) -> Change:
    """Move single cards, all at once, so that places may be left and taken in one go."""

    def move(faces: Faces) -> None:
        taken = [faces.pop(place) for place in source]
        faces.update(zip(target, taken, strict=True))

    return move


def _take(places: Row, faces: Faces) -> None:
    """Take cards off the table."""
    for place in places:
        del faces[place]


def _bring_first(op: ops.Choose, faces: Faces) -> None:
    """Bring the pile whose pair reads β α to the first place; the others follow as they lie."""
    i = _winner(op, faces)
    if i is not None:
        _permuter(op.piles)([i, *range(i), *range(i + 1, len(op.piles))], faces)


def _insert(op: ops.Insert, faces: Faces) -> None:
    """Slide a card in: above what lies there it is behind, for the windows are below; alone it is in front."""
    there = [place for place in faces if is_layer(place)]
    faces[op.end] = faces.pop(op.card)
    faces[layer(op.end)] = BEHIND if there and op.above else FRONT
    faces.update(dict.fromkeys(there, FRONT if op.above else BEHIND))


def _withdraw(op: ops.Withdraw, faces: Faces) -> None:
    """Draw the card at an end out; what stays in lies in front, alone."""
    del faces[layer(op.end)]
    faces[op.target] = faces.pop(op.end)
    faces.update(dict.fromkeys((place for place in faces if is_layer(place)), FRONT))


def _dot(op: ops.Look, faces: Faces) -> int:
    """Return the index of the end at which the dot shows.

    The card in front shows it at its own end if it fits under the mask, else at the other; 1 also for a card that
    lies in alone and does not fit.
    """
    front = [faces[layer(end)] for end in op.ends].index(FRONT)
    return front if plain(faces[op.ends[front]]) in op.fits else 1 - front


def _hold(op: ops.Look, faces: Faces) -> None:
    """Of two cards call the end at which the dot shows the first; each takes its layer along."""
    if len(op.ends) > 1 and _dot(op, faces):
        _permuter([(end, layer(end)) for end in op.ends])((1, 0), faces)


def _permuter(piles: Sequence[Row]) -> Callable[[Sequence[int], Faces], None]:
    """Return how to bring the cards of pile ``order[i]`` to the places of pile i; all piles are of one size."""
    size, places = len(piles[0]), tuple(chain.from_iterable(piles))

    def permute(order: Sequence[int], faces: Faces) -> None:
        taken = [faces[place] for place in places]
        moved = [taken[i * size : (i + 1) * size] for i in order]
        faces.update(zip(places, chain.from_iterable(moved), strict=True))

    return permute


def _winner(op: ops.Choose, faces: Faces) -> int | None:
    """Return the index of the pile with a pair that reads β α; None if there is none.

    Raises `ProtocolBug` for two of them: a lottery has one winner at most.
    """
    winners = [
        i
        for i, pile in enumerate(op.piles)
        for left, right in zip(pile[1::2], pile[2::2], strict=True)
        if (plain(faces[left]), plain(faces[right])) == ONE
    ]
    if len(winners) > 1:
        raise ProtocolBug("at most one pair β α", f"{len(winners)}", "The lottery is wrong.")
    return winners[0] if winners else None


LOOKS_FIRST = (ops.Collect, ops.Look)
"""Of these operations what they show is read before they move anything."""


def seer(op: Op) -> Callable[[Faces], tuple[Face, ...]]:
    """Return how to read what becomes visible by ``op``, worked out once for any number of tables.

    It is read after `change`, or before it for those that `LOOKS_FIRST` names.  The faces come in the order of the
    operation's places; of a `Choose` the card or "none", of a `Look` the end at which the dot shows; nothing of what
    is moved covered.
    Extra cards taken to the box are sorted there sooner or later, so a `Collect` shows which kinds they were, though
    not where each had lain.
    """
    match op:
        case ops.Reveal():
            return lambda faces: tuple(map(faces.__getitem__, op.places))
        case ops.Choose():
            first = op.piles[0][0]
            return lambda faces: (faces[first],) if _winner(op, faces) is not None else (NONE,)
        case ops.Collect():
            return lambda faces: tuple(sorted(map(faces.__getitem__, op.places)))
        case ops.Look():
            words = (LEFT_END, RIGHT_END) if len(op.ends) > 1 else (TO_CARD, TO_OTHER)
            return lambda faces: (words[_dot(op, faces)],)
        case (
            ops.Heading() | ops.LayHand() | ops.LayTop() | ops.Put() | ops.Encode() | ops.Cover() | ops.Sort()
        ):
            return lambda faces: ()
        case ops.Scramble() | ops.Spin() | ops.Rearrange() | ops.Move() | ops.Return() | ops.Draw():
            return lambda faces: ()
        case ops.Insert() | ops.Withdraw():
            return lambda faces: ()
        case _:
            assert_never(op)


class Surface(dict[Place, bool]):
    """The public picture: each taken place, and whether its card lies face up.

    `note` refuses, with `ProtocolBug`, an operation that hands could not carry out as told: covering an empty place,
    scrambling a face-up card, laying a card on a card.  So a recipe that runs through at all names only places where
    cards lie, and turns over only what is covered.
    """

    def note(self, op: Op, answer: str = "") -> None:
        """Follow an operation; ``answer``: needed for `Choose` alone, which turns a card over unless it is "none"."""
        match op:
            case ops.Heading():
                pass
            case ops.LayHand() | ops.LayTop():
                self._lay(ops.places_of(op), up=False)
            case ops.Put():
                self._lay(op.places, up=True)
            case ops.Encode():
                self._need(op.cards, True)
                self._lay(chain.from_iterable(op.bits), up=True)
            case ops.Cover() | ops.Reveal():
                self._turn(op.places, up=isinstance(op, ops.Reveal))
            case ops.Scramble() | ops.Spin():
                self._scramble(op)
            case ops.Sort():
                self._need(op.by, True)
            case ops.Rearrange() | ops.Move():
                self._shift(*carried(op))
            case ops.Choose():
                self._choose(op, answer)
            case ops.Collect():
                self._take(op.places)
            case ops.Return() | ops.Draw():
                self._need(ops.places_of(op), False)
                self._take(ops.places_of(op))
            case ops.Insert():
                self._need((op.card,), False)
                self._shift(*carried(op))
                self._lay((layer(op.end),), up=False)
            case ops.Look():
                self._need(op.ends, False)
                self._need((op.mask,), True)
            case ops.Withdraw():
                self._take((layer(op.end),))
                self._shift(*carried(op))
            case _:
                assert_never(op)

    def _scramble(self, op: ops.Mixing) -> None:
        """Piles must be alike: one that is larger would be known by its size."""
        if len({len(pile) for pile in op.piles}) > 1:
            raise ProtocolBug("piles of one size", "piles of several", "Scramble like with like.")
        self._need(ops.places_of(op), False)

    def _choose(self, op: ops.Choose, answer: str) -> None:
        """The pairs lie open; the winner's card, which lies first then, is turned over."""
        for pile in op.piles:
            self._need(pile[1:], True)
        if answer != NONE:
            self._turn(op.piles[0][:1], up=True)

    def _need(self, places: Sequence[Place], up: bool) -> None:
        """Raise `ProtocolBug` unless a card lies at each place, with this side up."""
        for place in places:
            if self.get(place) is not up:
                side = {True: "a face-up card", False: "a covered card", None: "nothing"}
                raise ProtocolBug(f"{side[up]} at {place}", side[self.get(place)], "The protocol is wrong.")

    def _turn(self, places: Sequence[Place], up: bool) -> None:
        """Turn cards over that lie with the other side up."""
        self._need(places, not up)
        for place in places:
            self[place] = up

    def _lay(self, places: Iterable[Place], up: bool) -> None:
        """Lay cards on places that are free."""
        for place in places:
            if place in self:
                raise ProtocolBug(f"{place} to be empty", "a card", "The protocol is wrong.")
            self[place] = up

    def _take(self, places: Sequence[Place]) -> None:
        """Take cards away, whichever side is up."""
        for place in places:
            if place not in self:
                raise ProtocolBug(f"a card at {place}", "nothing", "The protocol is wrong.")
            del self[place]

    def _shift(self, source: Sequence[Place], target: Sequence[Place]) -> None:
        """Move cards as they lie; a place may be left and taken by one operation."""
        sides = [self[place] for place in source]
        self._take(source)
        for place, up in zip(target, sides, strict=True):
            self._lay((place,), up)


def same_cards(found: Sequence[Face], expected: Sequence[Face]) -> bool:
    """Tell whether two rows show the same cards, in whatever order: the CHECK of a reveal."""
    return sorted(found) == sorted(expected)
