"""A table of known cards with seeded chance: it does what it is told and shows only what eyes would see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random, SystemRandom
from typing import NamedTuple, TypeVar, assert_never

from facilitator.errors import ProtocolBug, TableError
from facilitator.games.rules import Mixed, Motion, Moved, Zone
from facilitator.i18n import tally
from facilitator.i18n.catalogue import refusal
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import COLUMN, Op, Place
from facilitator.operations.effects import Faces, Surface, change, same_cards, seer
from facilitator.operations.faces import DECK, DISCARDS, POOL, Face, marker
from facilitator.operations.perform import Answer
from facilitator.protocols import layout as places
from facilitator.protocols.layout import CHOSEN_PLACE


class Lies(NamedTuple):
    """Where every card of a simulated table lies; ``before``: and lay before the last operation."""

    hands: dict[str, list[Face]]
    faces: Faces
    surface: Surface
    deck: Zone
    lent: tuple[Face, ...] | None
    before: Lies | None = None


class SimulatedTable:
    """Hands, deck and discards of a rehearsal, and the places of a protocol under way.

    ``hands`` maps an owner to a list of cards (of the deck the last one is the top).  Nothing of it is ever
    written to a file.  Calling the table with an operation performs it and returns the answer a host would
    give; ``shown`` is what the operation just made visible.

    What a protocol calls the deck and the discards is one deck of several, and those of the discards that
    are of it, where `lend` says so.
    """

    def __init__(self, hands: dict[str, list[Face]], seed: int) -> None:
        self.hands = hands
        self._deck = DECK
        self._lent: tuple[Face, ...] | None = None
        self.faces: Faces = {}
        self.surface = Surface()
        self.shown: tuple[Face, ...] = ()
        self._chance = Random(seed)
        self._top: Face = ""
        self._before = self._now(None)

    # -- a protocol's operations ---------------------------------------------------------------------

    def __call__(self, op: Op) -> Answer:
        """Perform one operation; raises `ProtocolBug` if hands could not do it or a count fails."""
        self.shown = ()
        if isinstance(op, ops.Heading):
            return ""
        self._before = self._now(None)
        if isinstance(op, ops.Look):
            self.shown = seer(op)(self.faces)
        self._fetch(op)
        change(op, self.faces, self._order(op))
        if isinstance(op, ops.Reveal | ops.Choose):
            self.shown = seer(op)(self.faces)
        self._check(op)
        answer = self._answer(op)
        self.surface.note(op, answer)
        return answer

    def _fetch(self, op: Op) -> None:
        """Carry cards from hands to the table, or from it into hands, before the table changes."""
        match op:
            case ops.LayHand():
                cards = self._brought(op.owner)
                if len(cards) != len(op.places):
                    wanted = f"{len(op.places)} cards of {op.owner}"
                    raise ProtocolBug(wanted, str(len(cards)), "Count again.")
                self.faces.update(zip(op.places, cards, strict=True))
            case ops.LayTop():
                self.faces[op.place] = self.hands[self.named(op.owner)].pop()
            case ops.Return():
                self._bring_back(op.owner, [self.faces[place] for place in op.places])
            case ops.Draw():
                self.hands[op.owner].append(self.faces[op.place])

    def _order(self, op: Op) -> Sequence[int]:
        """Return the order in which chance leaves piles; of anything but a scramble none."""
        order = list(range(len(op.piles))) if isinstance(op, ops.Mixing) else []
        self._chance.shuffle(order)
        return order

    def lies(self) -> Lies:
        """Return where every card lies, as hands would have to put them back; chance is no part of it."""
        return self._now(self._before)

    def _now(self, before: Lies | None) -> Lies:
        hands = {owner: list(cards) for owner, cards in self.hands.items()}
        return Lies(hands, self.faces.copy(), Surface(self.surface), self._deck, self._lent, before)

    def lay(self, lies: Lies) -> None:
        """Lay every card where it lay."""
        self.hands = {owner: list(cards) for owner, cards in lies.hands.items()}
        self.faces, self.surface = lies.faces.copy(), Surface(lies.surface)
        self._deck, self._lent = lies.deck, lies.lent
        self.shown = ()
        self._before = lies.before or lies

    def take_back(self) -> None:
        """Bring the table back to where the operation before the last one left it, as hands do after "stop"."""
        self.lay(self._before)

    def lend(self, deck: Zone, discards: Sequence[Face]) -> None:
        """Say which deck the next run draws from, and which of the discards it may lay out."""
        self._deck, self._lent = deck, tuple(discards)

    def _brought(self, owner: str) -> list[Face]:
        """Take what an owner brings to the layout from where it lay; of the discards only those that are lent."""
        pile = self.hands[self.named(owner)]
        if owner != DISCARDS:
            self.hands[self.named(owner)] = []
            return pile
        self._top = pile[-1]
        brought = list(pile if self._lent is None or len(self._lent) == len(pile) else self._lent)
        for card in brought:
            pile.remove(card)
        return brought

    def _bring_back(self, owner: str, cards: list[Face]) -> None:
        self.hands[self.named(owner)] += cards
        if owner == DISCARDS:  # the pile lies face up again, and everybody knows the top card
            self.hands[DISCARDS].remove(self._top)
            self.hands[DISCARDS].append(self._top)

    def named(self, owner: str) -> str:
        """Return what an owner of a protocol is called here: with a split pool its deck is the pool's."""
        return self._deck if owner == DECK else owner

    def _answer(self, op: Op) -> Answer:
        asked = ops.asked_by(op)
        answer = "".join(self.shown) if asked else ""
        if asked and answer not in asked:
            raise ProtocolBug(f"one of {', '.join(asked)}", answer, "The protocol asked wrongly.")
        return answer

    def _check(self, op: Op) -> None:
        if isinstance(op, ops.Reveal) and op.expect and not same_cards(self.shown, op.expect):
            raise ProtocolBug(f"to see {tally(sorted(op.expect))}", tally(sorted(self.shown)), "Count again.")

    def standing(self, owner: str) -> list[Face]:
        """Return an owner's cards that still stand in the columns, by the open markers (chained turns)."""
        named = DECK if owner == self._deck else owner  # as the protocol calls it
        wanted = (COLUMN, marker(named) if owner == self.named(named) else "")
        up = self.face_up().items()
        return [self.faces[places.card(place.number)] for place, face in up if (place.area, face) == wanted]

    def gather(self) -> None:
        """Take the columns that stand home, by their open markers; what was selected stays aside."""
        home = {owner: self.standing(owner) for owner in self.hands}
        for place in [place for place in self.faces if place.area == COLUMN]:
            del self.faces[place], self.surface[place]
        for owner, cards in home.items():
            self.hands[owner] += cards

    def face_up(self) -> dict[Place, Face]:
        """Return what lies face up, by place: all that eyes can see."""
        return {place: self.faces[place] for place, up in self.surface.items() if up}

    # -- the game around it --------------------------------------------------------------------------

    def carry_out(self, motion: Motion) -> None:
        """Move cards as a game says; refuse one that is not there."""
        match motion:
            case Moved(source, target, count, faces):
                self.hands.setdefault(target, []).extend(self._taken(source, count, faces))
            case Mixed(sources, target, keep, faces):
                self._mix(sources, target, keep, faces)
            case _:
                assert_never(motion)

    def _taken(self, source: Zone, count: int, faces: tuple[Face, ...]) -> list[Face]:
        """Take cards away: those named, from the hand or just selected; unseen ones off the top."""
        held = self.hands.setdefault(source, [])
        if source in (DECK, POOL) or not faces:
            taken = [held.pop() for _ in range(count)]
            if faces and taken != list(faces):
                raise TableError(
                    *refusal("refused.lies.top", zone=source, faces=tally(faces), found=tally(taken))
                )
            return taken
        for card in faces:
            self._take_away(card, source, held)
        return list(faces)

    def _take_away(self, card: Face, source: Zone, held: list[Face]) -> None:
        """Take the card that was selected, or one that the hand holds."""
        if self.faces.get(CHOSEN_PLACE) == card:
            del self.faces[CHOSEN_PLACE], self.surface[CHOSEN_PLACE]
        elif card in held:
            held.remove(card)
        else:
            raise TableError(*refusal("refused.lies.hand", owner=source, card=card))

    def _mix(self, sources: tuple[Zone, ...], target: Zone, keep: int, faces: tuple[Face, ...]) -> None:
        """Shuffle zones into ``target``, under what still lies there; the first source's last cards stay."""
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
        """Return a card that was selected only to be shown: into its hand, which is shuffled."""
        face = self.faces.pop(CHOSEN_PLACE, None)
        if face is not None:
            del self.surface[CHOSEN_PLACE]
            self.hands[owner].append(face)
            self._chance.shuffle(self.hands[owner])

    def turn_up(self, accept: Callable[[Face], bool]) -> Face:
        """Return the deck's top card; shuffle until it may lie first; raises `TableError` if none may."""
        deck = self.hands[DECK]
        if not any(map(accept, deck)):
            raise TableError(*refusal("refused.lies.first", deck=tally(deck)))
        while not accept(deck[-1]):
            self._chance.shuffle(deck)
        return deck[-1]


T = TypeVar("T")


def pick(seed: int, number: int, choices: Sequence[T]) -> T:
    """Return one of the choices; the same seed and number always the same one."""
    return Random(f"pick {seed} {number}").choice(choices)


def fresh_seed() -> int:
    """Return a seed nobody chose."""
    return SystemRandom().randrange(10**6)


def shuffled(decks: Mapping[Zone, Sequence[Face]], seed: int) -> SimulatedTable:
    """Return a table with shuffled decks on it, not yet dealt."""
    chance = Random(f"deal {seed}")
    hands: dict[str, list[Face]] = {}
    for zone, cards in decks.items():
        hands[zone] = list(cards)
        chance.shuffle(hands[zone])
    return SimulatedTable(hands, seed)
