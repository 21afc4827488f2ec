"""A table of known cards with seeded chance: it does what it is told and shows only what eyes would see."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random, SystemRandom
from typing import NamedTuple, TypeVar, assert_never

from facilitator.errors import ProtocolBug, TableError
from facilitator.machine import operations as ops
from facilitator.machine.faces import DECK, DISCARDS, POOL, Face, marker
from facilitator.machine.operations import COLUMN, Op, Place
from facilitator.machine.perform import Answer
from facilitator.machine.physics import Faces, Surface, change, same_cards, seen
from facilitator.protocols import layout as places
from facilitator.protocols.layout import CHOSEN_PLACE
from facilitator.wording import tally


class Lies(NamedTuple):
    """Where every card of a simulated table lies."""

    hands: dict[str, list[Face]]
    faces: Faces
    surface: Surface
    pool_discards: tuple[Face, ...]
    top_pooled: bool


class SimulatedTable:
    """Hands, deck and discards of a rehearsal, and the places of a protocol under way.

    ``hands`` maps an owner to a list of cards (of the deck the last one is the top).  Nothing of it is ever
    written to a file.  Calling the table with an operation performs it and returns the answer a host would
    give; ``shown`` is what the operation just made visible.

    With a split pool the seats in ``pooled`` have a deck of their own: the owner POOL here, DECK to their
    protocols.  ``pool_discards`` are those of the discards that its mark shows to be of that deck.
    """

    def __init__(self, hands: dict[str, list[Face]], seed: int, pooled: Collection[str] = ()) -> None:
        self.hands = hands
        self.pool_discards: list[Face] = []
        self._pooled = frozenset(pooled)
        self._top_pooled = False
        self.faces: Faces = {}
        self.surface = Surface()
        self.shown: tuple[Face, ...] = ()
        self._chance = Random(seed)
        self._top: Face = ""
        self._keep()

    # -- a protocol's operations ---------------------------------------------------------------------

    def __call__(self, op: Op) -> Answer:
        """Perform one operation; raises `ProtocolBug` if hands could not do it or a count fails."""
        self.shown = ()
        if isinstance(op, ops.Heading):
            return ""
        self._keep()
        match op:
            case ops.LayHand():
                cards = self._brought(op.owner)
                if len(cards) != len(op.places):
                    raise ProtocolBug(
                        f"{len(op.places)} cards of {op.owner}", str(len(cards)), "Count again."
                    )
                self.faces.update(zip(op.places, cards, strict=True))
                self._pick_up(op.owner)
            case ops.Return():
                cards = [self.faces[place] for place in op.places]
                change(op, self.faces)
                self._bring_back(op.owner, cards)
            case ops.Draw():
                self.hands[op.owner].append(self.faces[op.place])
                change(op, self.faces)
            case ops.Scramble():
                order = list(range(len(op.piles)))
                self._chance.shuffle(order)
                change(op, self.faces, order)
            case ops.Collect():
                change(op, self.faces)
            case (
                ops.Put()
                | ops.Encode()
                | ops.Cover()
                | ops.Reveal()
                | ops.Sort()
                | ops.Rearrange()
                | ops.Move()
                | ops.Choose()
            ):
                change(op, self.faces)
                self.shown = seen(op, self.faces)
                self._check(op)
            case _:
                assert_never(op)
        answer = self._answer(op)
        self.surface.note(op, answer)
        return answer

    def _keep(self) -> None:
        self._before = self.lies()

    def lies(self) -> Lies:
        """Return where every card lies, as hands would have to put them back; chance is no part of it."""
        hands = {owner: list(cards) for owner, cards in self.hands.items()}
        pool = tuple(self.pool_discards), self._top_pooled
        return Lies(hands, self.faces.copy(), Surface(self.surface), *pool)

    def lay(self, lies: Lies) -> None:
        """Lay every card where it lay."""
        self.hands = {owner: list(cards) for owner, cards in lies.hands.items()}
        self.faces, self.surface = lies.faces.copy(), Surface(lies.surface)
        self.pool_discards, self._top_pooled = list(lies.pool_discards), lies.top_pooled
        self.shown = ()
        self._keep()

    def take_back(self) -> None:
        """Bring the table back to where the operation before the last one left it, as hands do after "stop"."""
        self.lay(self._before)

    def _brought(self, owner: str) -> list[Face]:
        """Return what an owner brings to the layout; of the discards only the pool's, if it is split."""
        if self._pooled and owner == DISCARDS:
            return self.pool_discards
        return self.hands[self.named(owner)]

    def _pick_up(self, owner: str) -> None:
        """Take what `_brought` says away from where it lay."""
        if owner != DISCARDS:
            self.hands[self.named(owner)] = []
            return
        pile = self.hands[DISCARDS]
        self._top = pile[-1]
        for card in list(self._brought(owner)):
            pile.remove(card)
        self.pool_discards = []

    def _bring_back(self, owner: str, cards: list[Face]) -> None:
        self.hands[self.named(owner)] += cards
        if owner == DISCARDS:  # the pile lies face up again, and everybody knows the top card
            self.hands[DISCARDS].remove(self._top)
            self.hands[DISCARDS].append(self._top)
            self.pool_discards += cards if self._pooled else []

    def named(self, owner: str) -> str:
        """Return what an owner of a protocol is called here: with a split pool its deck is the pool's."""
        return POOL if owner == DECK and self._pooled else owner

    def _answer(self, op: Op) -> Answer:
        asked = isinstance(op, ops.Reveal | ops.Choose) and op.ask
        answer = "".join(self.shown) if asked else ""
        if asked and answer not in asked:
            raise ProtocolBug(f"one of {', '.join(asked)}", answer, "The protocol asked wrongly.")
        return answer

    def _check(self, op: Op) -> None:
        if isinstance(op, ops.Reveal) and op.expect and not same_cards(self.shown, op.expect):
            raise ProtocolBug(f"to see {tally(sorted(op.expect))}", tally(sorted(self.shown)), "Count again.")

    def standing(self, owner: str) -> list[Face]:
        """Return an owner's cards that still stand in the columns, by the open markers (chained turns)."""
        named = DECK if owner == POOL else owner  # as the protocol calls it
        return [
            self.faces[places.card(place.number)]
            for place, up in self.surface.items()
            if up
            and place.area == COLUMN
            and self.faces[place] == marker(named)
            and owner == self.named(named)
        ]

    def face_up(self) -> dict[Place, Face]:
        """Return what lies face up, by place: all that eyes can see."""
        return {place: self.faces[place] for place, up in self.surface.items() if up}

    # -- the game around it --------------------------------------------------------------------------

    def play(self, owner: str, card: Face) -> None:
        """Put a card of a hand (or the one just selected) on the discard pile; refuse one not there."""
        if self.faces.get(CHOSEN_PLACE) == card:
            del self.faces[CHOSEN_PLACE], self.surface[CHOSEN_PLACE]
        elif card in self.hands[owner]:
            self.hands[owner].remove(card)
        else:
            raise TableError(f"a card {owner} holds", card, "Look at the hand again.")
        self.hands[DISCARDS].append(card)
        self._top_pooled = owner in self._pooled
        if self._top_pooled:
            self.pool_discards.append(card)

    def draw(self, owner: str, count: int) -> None:
        """Move cards from the top of the deck the owner draws from into its hand."""
        deck = self.hands[POOL if owner in self._pooled else DECK]
        for _ in range(count):
            self.hands[owner].append(deck.pop())

    def reshuffle(self, deck: str = DECK) -> None:
        """Shuffle all discards but the top card into a new deck (under nothing: the old one is empty).

        With a split pool: all that are of this deck; the others stay.
        """
        *old, top = self.hands[DISCARDS]
        stay = list[Face]()
        if self._pooled:
            old, stay = self._told_apart(old, top, deck)
        self._chance.shuffle(old)
        self.hands[deck] = old + self.hands[deck]
        self.hands[DISCARDS] = [*stay, top]

    def _told_apart(self, old: list[Face], top: Face, deck: str) -> tuple[list[Face], list[Face]]:
        """Return the discards under the top card that are of a deck, and those that are not."""
        marked, plain = list(self.pool_discards), list(old)
        if self._top_pooled:
            marked.remove(top)
        for card in marked:
            plain.remove(card)
        if deck != POOL:
            return plain, marked
        self.pool_discards = [top] if self._top_pooled else []
        return marked, plain

    def turn_first(self, accept: Callable[[Face], bool]) -> Face:
        """Turn the deck's top card; put an unfit one back, shuffle, turn again; raises TableError if none fits."""
        deck = self.hands[DECK]
        if not any(map(accept, deck)):
            todo = "Deal again, with another --seed, or fewer cards a hand."
            raise TableError("a card that may lie first", f"only {tally(deck)} in the deck", todo)
        while not accept(deck[-1]):
            self._chance.shuffle(deck)
        self.hands[DISCARDS].append(deck.pop())
        return self.hands[DISCARDS][-1]


T = TypeVar("T")


def pick(seed: int, number: int, choices: Sequence[T]) -> T:
    """Return one of the choices; the same seed and number always the same one."""
    return Random(f"pick {seed} {number}").choice(choices)


def fresh_seed() -> int:
    """Return a seed nobody chose."""
    return SystemRandom().randrange(10**6)


def deal(
    names: Sequence[str],
    hand_size: int,
    deck: Sequence[Face],
    seed: int,
    pool: Sequence[Face] = (),
    pooled: Collection[str] = (),
) -> SimulatedTable:
    """Return a table with a shuffled deck dealt out, ``hand_size`` cards to each name.

    With a split ``pool`` the names in ``pooled`` are dealt from that deck instead.
    """
    chance = Random(f"deal {seed}")
    cards, own = list(deck), list(pool)
    chance.shuffle(cards)
    chance.shuffle(own)
    hands = {name: [(own if name in pooled else cards).pop() for _ in range(hand_size)] for name in names}
    decks = {DECK: cards, POOL: own} if pool else {DECK: cards}
    return SimulatedTable({**hands, **decks, DISCARDS: []}, seed, pooled)
