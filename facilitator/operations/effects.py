"""Effects of the operations on cards. The simulated table and the verifier use the same definitions.

`VisibleTable` contains the occupied places and the side of each card that is up. Its method `note` rejects an
operation that people could not carry out.

`change` and `make_changer` move the faces of the cards, including face-down cards. `make_reader` returns the
faces that an operation reveals. These functions do not validate the operation, and raise `KeyError` for an
empty place. The caller chooses the cards of a hand and the random order of a shuffle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import assert_never

from facilitator.errors import ProtocolBug
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Op, Place, Row, get_moves, is_layer, layer
from facilitator.operations.faces import (
    BEHIND,
    FRONT,
    LEFT_END,
    NONE,
    ONE,
    RIGHT_END,
    TO_CARD,
    TO_TAB,
    Face,
    bit_cards,
    remove_scratches,
)

Faces = dict[Place, Face]
"""Faces of all cards on the table by place, including face-down cards."""


Change = Callable[[Faces], None]


def change(op: Op, faces: Faces, order: Sequence[int] = ()) -> None:
    """Apply an operation to the faces on the table.

    Hands are not part of the table. Before `LayHand` and `LayTop`, the caller adds the faces of the laid
    cards. Before `Return` and `Draw`, the caller reads the faces that leave the table.

    Args:
        op: Operation to apply.
        faces: Cards on the table. Changed in place.
        order: Random order of a shuffle. For each new position, the old index of its pile, starting at 0.
    """
    if isinstance(op, ops.Mixing):
        _permuter(op.piles)(order, faces)
    else:
        make_changer(op)(faces)


def make_changer(op: Op) -> Change:  # noqa: C901
    """Return a function that applies an operation to the faces of any table.

    Raises:
        ProtocolBug: The operation is a shuffle. Use `change`, which takes the random order from the caller.
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
            return _mover(*get_moves(op))
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
        case ops.Scramble() | ops.Spin() | ops.Stir():
            raise ProtocolBug("an operation without chance", "a scramble", "Use change().")
        case _:
            assert_never(op)


def _encoder(op: ops.Encode) -> Change:
    """Return a function that lays bit cards under each card. Scratched cards count as intact."""
    under = {face: bit_cards(bits) for face, bits in op.code}
    target = tuple(place for places in op.bits for place in places)

    def encode(faces: Faces) -> None:
        laid = chain.from_iterable([under[remove_scratches(faces[card])] for card in op.cards])
        faces.update(zip(target, laid, strict=True))

    return encode


def _sorter(op: ops.Sort) -> Change:
    """Return a function that sorts columns by their markers. Columns with equal markers keep their order."""
    wanted = {face: rank for rank, (face, _) in enumerate(op.order)}
    permute = _permuter(op.columns)

    def sort(faces: Faces) -> None:
        ranks = [wanted[remove_scratches(faces[place])] for place in op.by]
        permute(sorted(range(len(ranks)), key=ranks.__getitem__), faces)

    return sort


def _mover(source: Row, target: Row) -> Change:
    def move(faces: Faces) -> None:
        taken = [faces.pop(place) for place in source]
        faces.update(zip(target, taken, strict=True))

    return move


def _take(places: Row, faces: Faces) -> None:
    for place in places:
        del faces[place]


def _bring_first(op: ops.Choose, faces: Faces) -> None:
    """Move the pile with the pair β α to the first place. The other piles keep their order."""
    i = _winner(op, faces)
    if i is not None:
        _permuter(op.piles)([i, *range(i), *range(i + 1, len(op.piles))], faces)


def _insert(op: ops.Insert, faces: Faces) -> None:
    """Insert a card into the wallet. The windows face down, so the upper card is behind."""
    there = [place for place in faces if is_layer(place)]
    faces[op.end] = faces.pop(op.card)
    faces[layer(op.end)] = BEHIND if there and op.above else FRONT
    faces.update(dict.fromkeys(there, FRONT if op.above else BEHIND))


def _withdraw(op: ops.Withdraw, faces: Faces) -> None:
    """Remove a card from the wallet. The other card is then in front."""
    del faces[layer(op.end)]
    faces[op.target] = faces.pop(op.end)
    faces.update(dict.fromkeys((place for place in faces if is_layer(place)), FRONT))


def _find_indicated_end(op: ops.Look, faces: Faces) -> int:
    """Return the index (0 or 1) of the wallet end that the dot indicates.

    The dot indicates the end of the front card if this card is playable under the mask, and the other end if it
    is not. `op.ends` lists the ends with cards, so a single card is at end 0, and end 1 is empty.
    """
    front = [faces[layer(end)] for end in op.ends].index(FRONT)
    return front if remove_scratches(faces[op.ends[front]]) in op.fits else 1 - front


def _hold(op: ops.Look, faces: Faces) -> None:
    """Exchange the two cards in the wallet if the dot indicates the second end.

    The winner is then at the first end. Each card keeps its layer.
    """
    if len(op.ends) > 1 and _find_indicated_end(op, faces):
        _permuter([(end, layer(end)) for end in op.ends])((1, 0), faces)


def _permuter(piles: Sequence[Row]) -> Callable[[Sequence[int], Faces], None]:
    """Return a function that moves pile ``order[i]`` to the places of pile ``i``.

    All piles must have the same size.
    """
    size, places = len(piles[0]), tuple(chain.from_iterable(piles))

    def permute(order: Sequence[int], faces: Faces) -> None:
        taken = [faces[place] for place in places]
        moved = [taken[i * size : (i + 1) * size] for i in order]
        faces.update(zip(places, chain.from_iterable(moved), strict=True))

    return permute


def _winner(op: ops.Choose, faces: Faces) -> int | None:
    """Return the index of the pile with the pair β α, or None.

    Raises:
        ProtocolBug: Several piles have this pair.
    """
    winners = list[int]()
    for number, pile in enumerate(op.piles):
        bits = [remove_scratches(faces[place]) for place in pile[1:]]
        winners += [number for pair in zip(bits[::2], bits[1::2], strict=True) if pair == ONE]
    if len(winners) > 1:
        raise ProtocolBug("at most one pair β α", f"{len(winners)}", "The lottery is wrong.")
    return winners[0] if winners else None


LOOKS_FIRST = (ops.Collect, ops.Look)
"""Operations whose faces people see before the cards move. Read the faces before calling `change`."""


def make_reader(op: Op) -> Callable[[Faces], tuple[Face, ...]]:
    """Return a function that reads from a table the faces revealed by an operation.

    Call the returned function after `change`, except for operations in `LOOKS_FIRST`. The faces are in the
    order of the operation's places.

    `Choose` reveals a card or "none". `Look` reveals the end that the dot indicates. `Collect` reveals the
    faces in sorted order, because people later sort the cards in the box without knowing their places. Moving
    cards face down reveals nothing.
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
            words = (LEFT_END, RIGHT_END) if len(op.ends) > 1 else (TO_CARD, TO_TAB)
            return lambda faces: (words[_find_indicated_end(op, faces)],)
        case (
            ops.Heading() | ops.LayHand() | ops.LayTop() | ops.Put() | ops.Encode() | ops.Cover() | ops.Sort()
        ):
            return lambda faces: ()
        case ops.Scramble() | ops.Spin() | ops.Rearrange() | ops.Move() | ops.Return() | ops.Draw():
            return lambda faces: ()
        case ops.Stir() | ops.Insert() | ops.Withdraw():
            return lambda faces: ()
        case _:  # the proofs read here what each kind of operation shows, so none may be forgotten
            assert_never(op)


class VisibleTable(dict[Place, bool]):
    """The table as everybody sees it: each occupied place, with True for a face-up card.

    The method `note` raises `ProtocolBug` for an operation that people could not carry out. Examples are a
    shuffle of face-up cards, and a card laid on an occupied place. A protocol that reaches its end on this
    table therefore works on a real table.
    """

    def note(self, op: Op, answer: str = "") -> None:  # noqa: C901
        """Update the visible table after an operation.

        Args:
            op: Operation to apply.
            answer: Answer to the operation. Required for `Choose`, which turns no card if the answer is
                "none".

        Raises:
            ProtocolBug: The operation cannot be carried out.
        """
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
            case ops.Scramble() | ops.Spin() | ops.Stir():
                self._scramble(op)
            case ops.Sort():
                self._need(op.by, True)
            case ops.Rearrange() | ops.Move():
                self._shift(*get_moves(op))
            case ops.Choose():
                self._choose(op, answer)
            case ops.Collect():
                self._take(op.places)
            case ops.Return() | ops.Draw():
                self._need(ops.places_of(op), False)
                self._take(ops.places_of(op))
            case ops.Insert():
                self._need((op.card,), False)
                self._shift(*get_moves(op))
                self._lay((layer(op.end),), up=False)
            case ops.Look():
                self._need(op.ends, False)
                self._need((op.mask,), True)
            case ops.Withdraw():
                self._take((layer(op.end),))
                self._shift(*get_moves(op))
            case _:
                assert_never(op)

    def _scramble(self, op: ops.Mixing) -> None:
        """Raise `ProtocolBug` unless the piles are face down and have the same size.

        Otherwise a pile could be recognised after the shuffle.
        """
        if len({len(pile) for pile in op.piles}) > 1:
            raise ProtocolBug("piles of one size", "piles of several", "Scramble like with like.")
        self._need(ops.places_of(op), False)

    def _choose(self, op: ops.Choose, answer: str) -> None:
        """Check that the pairs are face up, and turn over the winning card in the first pile."""
        for pile in op.piles:
            self._need(pile[1:], True)
        if answer != NONE:
            self._turn(op.piles[0][:1], up=True)

    def _need(self, places: Sequence[Place], up: bool) -> None:
        """Raise `ProtocolBug` unless each place contains a card, face up or face down according to `up`."""
        for place in places:
            if self.get(place) is not up:
                side = {True: "a face-up card", False: "a covered card", None: "nothing"}
                raise ProtocolBug(f"{side[up]} at {place}", side[self.get(place)], "The protocol is wrong.")

    def _turn(self, places: Sequence[Place], up: bool) -> None:
        self._need(places, not up)
        for place in places:
            self[place] = up

    def _lay(self, places: Iterable[Place], up: bool) -> None:
        for place in places:
            if place in self:
                raise ProtocolBug(f"{place} to be empty", "a card", "The protocol is wrong.")
            self[place] = up

    def _take(self, places: Sequence[Place]) -> None:
        for place in places:
            if place not in self:
                raise ProtocolBug(f"a card at {place}", "nothing", "The protocol is wrong.")
            del self[place]

    def _shift(self, source: Sequence[Place], target: Sequence[Place]) -> None:
        sides = [self[place] for place in source]
        self._take(source)
        for place, up in zip(target, sides, strict=True):
            self._lay((place,), up)


def same_cards(found: Sequence[Face], expected: Sequence[Face]) -> bool:
    """Return whether two sequences contain the same cards in any order."""
    return sorted(found) == sorted(expected)
