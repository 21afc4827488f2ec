"""Simulate a table with known cards and a seeded random generator.

The table carries out operations, and returns only the cards that people would see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random, SystemRandom
from typing import NamedTuple, TypeVar, assert_never

from facilitator.errors import ProtocolBug, TableError
from facilitator.games.rules import Mixed, Motion, Moved, Zone
from facilitator.i18n import tally_faces
from facilitator.i18n.catalogue import refusal
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import COLUMN, Op, Place
from facilitator.operations.effects import Faces, VisibleTable, change, make_reader, same_cards
from facilitator.operations.faces import DECK, DISCARDS, POOL, Face, marker
from facilitator.operations.perform import Answer
from facilitator.protocols import layout as places
from facilitator.protocols.layout import CHOSEN_PLACE


class CardPositions(NamedTuple):
    """Positions of all cards on a simulated table, for restoring them later.

    Attributes:
        hands: Cards of each owner.
        faces: Cards on the places of the protocol.
        surface: Visible table.
        deck: Draw pile that the protocol uses.
        lent: Discards that the protocol may lay out, or None for all discards.
        before: Positions before the last operation.
    """

    hands: dict[str, list[Face]]
    faces: Faces
    surface: VisibleTable
    deck: Zone
    lent: tuple[Face, ...] | None
    before: CardPositions | None = None


class SimulatedTable:
    """Hands, draw piles and discards of a rehearsal, and the cards of a protocol.

    The table is a callable. It carries out an operation, and returns the answer that a host would give. A
    simulated table is never written to a file. If there are several draw piles, `lend` selects the draw pile
    and the discards for a protocol.

    Attributes:
        hands: Cards of each owner. The last card of a draw pile is its top card.
        faces: Cards of the protocol, by place.
        surface: Visible table.
        shown: Cards that the last operation made visible.
    """

    def __init__(self, hands: dict[str, list[Face]], seed: int) -> None:
        self.hands = hands
        self._deck = DECK
        self._lent: tuple[Face, ...] | None = None
        self.faces: Faces = {}
        self.surface = VisibleTable()
        self.shown: tuple[Face, ...] = ()
        self._chance = Random(seed)
        self._top: Face = ""
        self._before = self._take_snapshot(None)

    # -- a protocol's operations ---------------------------------------------------------------------

    def __call__(self, op: Op) -> Answer:
        """Carry out an operation and return the answer that a host would type.

        Raises:
            ProtocolBug: People could not carry out the operation, or a number of cards is wrong.
        """
        self.shown = ()
        if isinstance(op, ops.Heading):
            return ""
        self._before = self._take_snapshot(None)
        if isinstance(op, ops.Look):
            self.shown = make_reader(op)(self.faces)
        self._fetch(op)
        change(op, self.faces, self._order(op))
        if isinstance(op, ops.Reveal | ops.Choose):
            self.shown = make_reader(op)(self.faces)
        self._check(op)
        answer = self._answer(op)
        self.surface.note(op, answer)
        return answer

    def _fetch(self, op: Op) -> None:
        """Move cards between hands and table if an operation lays out or returns cards."""
        match op:
            case ops.LayHand():
                cards = self._take_laid_cards(op.owner)
                if len(cards) != len(op.places):
                    wanted = f"{len(op.places)} cards of {op.owner}"
                    raise ProtocolBug(wanted, str(len(cards)), "Count again.")
                self.faces.update(zip(op.places, cards, strict=True))
            case ops.LayTop():
                self.faces[op.place] = self.hands[self.name_owner(op.owner)].pop()
            case ops.Return():
                self._bring_back(op.owner, [self.faces[place] for place in op.places])
            case ops.Draw():
                self.hands[op.owner].append(self.faces[op.place])

    def _order(self, op: Op) -> Sequence[int]:
        """Return a random order of the piles that a shuffle mixes. Other operations get an empty order."""
        order = list(range(len(op.piles))) if isinstance(op, ops.Mixing) else []
        self._chance.shuffle(order)
        return order

    def get_positions(self) -> CardPositions:
        """Return the positions of all cards, for a later call of `lay`.

        The state of the random generator is not included.
        """
        return self._take_snapshot(self._before)

    def _take_snapshot(self, before: CardPositions | None) -> CardPositions:
        hands = {owner: list(cards) for owner, cards in self.hands.items()}
        faces, surface = self.faces.copy(), VisibleTable(self.surface)
        return CardPositions(hands, faces, surface, self._deck, self._lent, before)

    def lay(self, positions: CardPositions) -> None:
        """Restore the positions of all cards."""
        self.hands = {owner: list(cards) for owner, cards in positions.hands.items()}
        self.faces, self.surface = positions.faces.copy(), VisibleTable(positions.surface)
        self._deck, self._lent = positions.deck, positions.lent
        self.shown = ()
        self._before = positions.before or positions

    def take_back(self) -> None:
        """Restore the positions before the last operation, as people do after the host types "stop"."""
        self.lay(self._before)

    def lend(self, deck: Zone, discards: Sequence[Face]) -> None:
        """Select the draw pile for the next attempt, and the discards that the attempt may lay out."""
        self._deck, self._lent = deck, tuple(discards)

    def _take_laid_cards(self, owner: str) -> list[Face]:
        """Remove and return the cards that an owner lays out.

        If the owner is the discard pile, only the discards selected by `lend` are removed.
        """
        pile = self.hands[self.name_owner(owner)]
        if owner != DISCARDS:
            self.hands[self.name_owner(owner)] = []
            return pile
        self._top = pile[-1]
        brought = list(pile if self._lent is None or len(self._lent) == len(pile) else self._lent)
        for card in brought:
            pile.remove(card)
        return brought

    def _bring_back(self, owner: str, cards: list[Face]) -> None:
        self.hands[self.name_owner(owner)] += cards
        if owner == DISCARDS:  # the pile is face up again, and everybody knows its top card
            self.hands[DISCARDS].remove(self._top)
            self.hands[DISCARDS].append(self._top)

    def name_owner(self, owner: str) -> str:
        """Return the owner at this table for an owner in a protocol.

        The draw pile in a protocol may be the virtual players' draw pile.
        """
        return self._deck if owner == DECK else owner

    def _answer(self, op: Op) -> Answer:
        asked = ops.get_answers(op)
        answer = "".join(self.shown) if asked else ""
        if asked and answer not in asked:
            raise ProtocolBug(f"one of {', '.join(asked)}", answer, "The protocol asked wrongly.")
        return answer

    def _check(self, op: Op) -> None:
        if isinstance(op, ops.Reveal) and op.expect and not same_cards(self.shown, op.expect):
            wanted, found = tally_faces(sorted(op.expect)), tally_faces(sorted(self.shown))
            raise ProtocolBug(f"to see {wanted}", found, "Count again.")

    def list_kept_cards(self, owner: str) -> list[Face]:
        """Return an owner's cards in the columns that stay on the table for the next virtual turn."""
        named = DECK if owner == self._deck else owner  # name of the owner in the protocol
        wanted = (COLUMN, marker(named) if owner == self.name_owner(named) else "")
        up = self.face_up().items()
        return [self.faces[places.card(place.number)] for place, face in up if (place.area, face) == wanted]

    def gather(self) -> None:
        """Return the cards in all columns to their owners, as the markers show.

        A selected card stays on the table.
        """
        home = {owner: self.list_kept_cards(owner) for owner in self.hands}
        for place in [place for place in self.faces if place.area == COLUMN]:
            del self.faces[place], self.surface[place]
        for owner, cards in home.items():
            self.hands[owner] += cards

    def face_up(self) -> dict[Place, Face]:
        """Return all face-up cards by place."""
        return {place: self.faces[place] for place, up in self.surface.items() if up}

    # -- the game around it --------------------------------------------------------------------------

    def carry_out(self, motion: Motion) -> None:
        """Move cards between hands and piles, as the rules of the game require.

        Raises:
            TableError: A card is not where the game expects it.
        """
        match motion:
            case Moved(source, target, count, faces):
                self.hands.setdefault(target, []).extend(self._take_cards(source, count, faces))
            case Mixed(sources, target, keep, faces):
                self._mix(sources, target, keep, faces)
            case _:
                assert_never(motion)

    def _take_cards(self, source: Zone, count: int, faces: tuple[Face, ...]) -> list[Face]:
        """Remove cards from a hand or a pile, and return them.

        Args:
            source: Hand or pile.
            count: Number of cards to take from the top of a pile.
            faces: Cards to take from a hand, or cards that the game expects on top of a draw pile.
        """
        held = self.hands.setdefault(source, [])
        if source in (DECK, POOL) or not faces:
            taken = [held.pop() for _ in range(count)]
            if faces and taken != list(faces):
                raise TableError(
                    *refusal(
                        "refused.lies.top", zone=source, faces=tally_faces(faces), found=tally_faces(taken)
                    )
                )
            return taken
        for card in faces:
            self._take_away(card, source, held)
        return list(faces)

    def _take_away(self, card: Face, source: Zone, held: list[Face]) -> None:
        """Remove a card from a hand, or remove the selected card from the table."""
        if self.faces.get(CHOSEN_PLACE) == card:
            del self.faces[CHOSEN_PLACE], self.surface[CHOSEN_PLACE]
        elif card in held:
            held.remove(card)
        else:
            raise TableError(*refusal("refused.lies.hand", owner=source, card=card))

    def _mix(self, sources: tuple[Zone, ...], target: Zone, keep: int, faces: tuple[Face, ...]) -> None:
        """Shuffle cards of several hands or piles, and put them under another pile.

        Args:
            sources: Hands and piles to take the cards from.
            target: Pile that receives the cards.
            keep: Number of cards that stay on top of the first source.
            faces: Cards to take, or empty for all.
        """
        loose = list[Face]()
        for number, source in enumerate(sources):
            held = self.hands.setdefault(source, [])
            stay = len(held) - (0 if number else keep)
            loose += held[:stay]
            self.hands[source] = held[stay:]
        if faces:
            others = list(loose)
            for card in faces:
                others.remove(card)
            self.hands[sources[0]] = others + self.hands[sources[0]]
            loose = list(faces)
        self._chance.shuffle(loose)
        self.hands[target] = loose + self.hands.setdefault(target, [])

    def put_back(self, owner: str) -> None:
        """Return a selected card to its hand without playing it, and shuffle the hand."""
        face = self.faces.pop(CHOSEN_PLACE, None)
        if face is not None:
            del self.surface[CHOSEN_PLACE]
            self.hands[owner].append(face)
            self._chance.shuffle(self.hands[owner])

    def turn_up(self, accept: Callable[[Face], bool]) -> Face:
        """Shuffle the draw pile until its top card is allowed as first card, and return this card.

        Raises:
            TableError: No card of the draw pile is allowed.
        """
        deck = self.hands[DECK]
        if not any(map(accept, deck)):
            raise TableError(*refusal("refused.lies.first", deck=tally_faces(deck)))
        while not accept(deck[-1]):
            self._chance.shuffle(deck)
        return deck[-1]


T = TypeVar("T")


def pick(seed: int, number: int, choices: Sequence[T]) -> T:
    """Return one of the choices at random. The choice depends only on the seed and the number."""
    if len(choices) == 1:
        return choices[0]
    return Random(f"pick {seed} {number}").choice(choices)


def fresh_seed() -> int:
    """Return an unpredictable random seed."""
    return SystemRandom().randrange(10**6)


def shuffle_decks(decks: Mapping[Zone, Sequence[Face]], seed: int) -> SimulatedTable:
    """Return a simulated table with shuffled decks, before the cards are dealt."""
    chance = Random(f"deal {seed}")
    hands: dict[str, list[Face]] = {}
    for zone, cards in decks.items():
        hands[zone] = list(cards)
        chance.shuffle(hands[zone])
    return SimulatedTable(hands, seed)
