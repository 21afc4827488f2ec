"""A table of known cards with seeded chance: it does what it is told and shows only what eyes would see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random, SystemRandom
from typing import TypeVar, assert_never

from facilitator.errors import ProtocolBug, TableError
from facilitator.operations import (
    Choose,
    Collect,
    Cover,
    Draw,
    Encode,
    Heading,
    LayHand,
    Move,
    Op,
    Place,
    Put,
    Rearrange,
    Return,
    Reveal,
    Scramble,
    Sort,
)
from facilitator.perform import Answer
from facilitator.readings.physics import Faces, Surface, change, same_cards, seen
from facilitator.words import DECK, DISCARDS, Face, tally


class SimulatedTable:
    """Hands, deck and discards of a rehearsal, and the places of a protocol under way.

    ``hands`` maps an owner to a list of cards (of the deck the last one is the top).  Nothing of it is ever
    written to a file.  Calling the table with an operation performs it and returns the answer a host would
    give; ``shown`` is what the operation just made visible.
    """

    def __init__(self, hands: dict[str, list[Face]], seed: int) -> None:
        self.hands = hands
        self.faces: Faces = {}
        self.surface = Surface()
        self.shown: tuple[Face, ...] = ()
        self._chance = Random(seed)
        self._top: Face = ""

    # -- a protocol's operations ---------------------------------------------------------------------

    def __call__(self, op: Op) -> Answer:
        """Perform one operation; raises `ProtocolBug` if hands could not do it or a count fails."""
        self.shown = ()
        match op:
            case Heading():
                return ""
            case LayHand():
                cards = self.hands[op.owner]
                if len(cards) != len(op.places):
                    raise ProtocolBug(
                        f"{len(op.places)} cards of {op.owner}", str(len(cards)), "Count again."
                    )
                self.faces.update(zip(op.places, cards, strict=True))
                self._top = cards[-1] if op.owner == DISCARDS else self._top
                self.hands[op.owner] = []
            case Return():
                self.hands[op.owner] += [self.faces[place] for place in op.places]
                change(op, self.faces)
                if op.owner == DISCARDS:  # the pile lies face up again, and everybody knows the top card
                    self.hands[DISCARDS].remove(self._top)
                    self.hands[DISCARDS].append(self._top)
            case Draw():
                self.hands[op.owner].append(self.faces[op.place])
                change(op, self.faces)
            case Scramble():
                order = list(range(len(op.piles)))
                self._chance.shuffle(order)
                change(op, self.faces, order)
            case Collect():
                change(op, self.faces)
            case Put() | Encode() | Cover() | Reveal() | Sort() | Rearrange() | Move() | Choose():
                change(op, self.faces)
                self.shown = seen(op, self.faces)
                self._check(op)
            case _:
                assert_never(op)
        answer = self._answer(op)
        self.surface.note(op, answer)
        return answer

    def _answer(self, op: Op) -> Answer:
        asked = isinstance(op, Reveal | Choose) and op.ask
        answer = "".join(self.shown) if asked else ""
        if asked and answer not in asked:
            raise ProtocolBug(f"one of {', '.join(asked)}", answer, "The protocol asked wrongly.")
        return answer

    def _check(self, op: Op) -> None:
        if isinstance(op, Reveal) and op.expect and not same_cards(self.shown, op.expect):
            raise ProtocolBug(f"to see {tally(sorted(op.expect))}", tally(sorted(self.shown)), "Count again.")

    def face_up(self) -> dict[Place, Face]:
        """Return what lies face up, by place: all that eyes can see."""
        return {place: self.faces[place] for place, up in self.surface.items() if up}

    # -- the game around it --------------------------------------------------------------------------

    def play(self, owner: str, card: Face) -> None:
        """Put a card of a hand (or the one just selected) on the discard pile; refuse one not there."""
        chosen = [place for place, face in self.faces.items() if face == card]
        if chosen:
            del self.faces[chosen[0]], self.surface[chosen[0]]
        elif card in self.hands[owner]:
            self.hands[owner].remove(card)
        else:
            raise TableError(f"a card {owner} holds", card, "Look at the hand again.")
        self.hands[DISCARDS].append(card)

    def draw(self, owner: str, count: int) -> None:
        """Move cards from the top of the deck into a hand."""
        for _ in range(count):
            self.hands[owner].append(self.hands[DECK].pop())

    def reshuffle(self) -> None:
        """Shuffle all discards but the top card into a new deck (under nothing: the old one is empty)."""
        *old, top = self.hands[DISCARDS]
        self._chance.shuffle(old)
        self.hands[DECK] = old + self.hands[DECK]
        self.hands[DISCARDS] = [top]

    def turn_first(self, accept: Callable[[Face], bool]) -> Face:
        """Turn the deck's top card; put an unfit one back, shuffle, turn again."""
        deck = self.hands[DECK]
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


def deal(names: Sequence[str], hand_size: int, deck: Sequence[Face], seed: int) -> SimulatedTable:
    """Return a table with a shuffled deck dealt out, ``hand_size`` cards to each name."""
    chance = Random(f"deal {seed}")
    cards = list(deck)
    chance.shuffle(cards)
    hands = {name: [cards.pop() for _ in range(hand_size)] for name in names}
    return SimulatedTable({**hands, DECK: cards, DISCARDS: []}, seed)
