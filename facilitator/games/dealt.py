"""What games of one dealt deck share: seats, what each hand is publicly known to lack, who is asked for a card.

A seat that passes, or does not follow suit, tells everybody which cards it does not hold. That is kept, so that
a later card that contradicts it is refused while the mistake can still be found.

Functions here are given the facts and return new ones; `DealtGame` has the few methods of the interface that
come out alike. What may be played, and what follows, is each game's own; UNO, with its several decks, shares
nothing of this.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from facilitator.errors import TableError
from facilitator.games.events import Codec, Correct, Event, GamePrompt, Kinds, Lacks, Play
from facilitator.games.rules import (
    About,
    Applied,
    Happened,
    Mixed,
    Moved,
    Seat,
    SharedDeck,
    Zone,
    Zones,
    check_seats,
    told,
)
from facilitator.machine.faces import DECK, Face
from facilitator.words import quoted
from facilitator.words.catalogue import all_of, any_of, refused, sentence

RULES = ("paper", "usual")
"""As the research paper has a game, and as most tables play it."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The public facts of every such game.

    ``pack``: what is dealt. ``seats``: clockwise. ``rules``: the rule set's name. ``n``: how many events there
    have been. ``hands``: how many cards each seat holds. ``lacks``: kinds that everybody knows are not in that
    hand, seat by seat. ``deck``: how many cards are unplayed; none where all are dealt out.
    """

    pack: ClassVar[Kinds]

    seats: tuple[Seat, ...]
    rules: str
    n: int
    hands: tuple[int, ...]
    lacks: tuple[frozenset[Face], ...]
    deck: int = 0

    @property
    @abstractmethod
    def lying(self) -> tuple[Face, ...]:
        """All that lies open on the table."""

    @property
    def loose(self) -> frozenset[Face]:
        """What lies in hands and in the unplayed deck."""
        return frozenset(self.pack.cards).difference(self.lying)

    def name(self, place: int) -> str:
        """Return the name of the seat at a place."""
        return self.seats[place].name

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, clockwise."""
        return tuple(seat.name for seat in self.seats)

    @property
    def sizes(self) -> dict[str, int]:
        """How many cards each seat holds, by its name."""
        return self.by_name(self.hands)

    def by_name(self, numbers: Sequence[int]) -> dict[str, int]:
        """Return sizes or points, given seat by seat, by the seats' names."""
        return dict(zip(self.names, numbers, strict=True))

    @property
    def people(self) -> list[int]:
        """The places at which people sit, clockwise."""
        return [at for at, seat in enumerate(self.seats) if not seat.virtual]

    @property
    def virtual(self) -> list[int]:
        """The places at which nobody sits, clockwise."""
        return [at for at, seat in enumerate(self.seats) if seat.virtual]

    @property
    def people_first(self) -> list[int]:
        """The places as they are asked for a card: the people first, clockwise, then the virtual seats.

        To ask a person takes a word, a virtual seat a whole run.
        """
        return self.people + self.virtual

    @property
    def usual(self) -> bool:
        """Whether it is played as most tables do, not as the paper says."""
        return self.rules == "usual"


D = TypeVar("D", bound=Dealt)


def seated(seats: Sequence[Seat], about: About, options: Mapping[str, Any], zones: Collection[Zone]) -> str:
    """Return the rules that are played; raises `TableError` if the table cannot be.

    ``zones``: names of the game's own for where cards lie, that no seat may have.
    """
    check_seats(seats, about.seats, zones)
    rules = options.get("rules") or about.rules[0]
    if rules not in about.rules:
        raise refused(TableError, "dealt.rules", quoted(str(rules)), rules=any_of(about.rules))
    return str(rules)


def dealt(state: Dealt) -> Happened:
    """Return the deal: every hand from the full deck, as the facts have their sizes."""
    hands = state.sizes
    return Happened("deal", {"hands": hands}, tuple(Moved(DECK, name, size) for name, size in hands.items()))


def dealt_anew(fresh: D, number: int, zones: tuple[Zone, ...]) -> Applied[D]:
    """Return the facts of round ``number``: what lay in some zones is gathered into the deck, and all hands dealt."""
    gathered = Happened("gather", {"round": number}, (Mixed(zones, DECK),))
    return Applied(fresh, (gathered, dealt(fresh)))


def over(winners: Sequence[str], match: bool = False) -> Happened:
    """Return that the game, or the match, is over: who has won, in the order of the seats."""
    ways = {"nobody": not winners, "several": len(winners) > 1, "match": match}
    return Happened("over", {"winners": tuple(winners), **ways})


def place(state: Dealt, name: str) -> int:
    """Return where a seat sits, counted clockwise from 0; raises `TableError` for a name that nobody has."""
    if name not in state.names:
        raise refused(TableError, "event.seat", quoted(name), seats=", ".join(state.names))
    return state.names.index(name)


def searched(state: Dealt, face: Face) -> int:
    """Return who is asked for a card now, of those that may hold it; ``face``: the card that is looked for."""
    return next(at for at in state.people_first if face not in state.lacks[at])


def lacking(state: Dealt, at: int) -> tuple[Event, ...]:
    """Return the answers of all who are asked for a card before a seat is: they lack it.

    ``at``: the seat's place. For a way a game may begin (`Rules.firsts`).
    """
    order = state.people_first
    return tuple(Lacks(state.name(before)) for before in order[: order.index(at)])


def added(numbers: Sequence[int], at: int, by: int) -> tuple[int, ...]:
    """Return sizes or points, seat by seat, with ``by`` more of them at one place."""
    return tuple(number + by * (place == at) for place, number in enumerate(numbers))


def to_show(state: Dealt, shown: Sequence[tuple[int, tuple[Face, ...]]]) -> int | None:
    """Return whose hand is to be shown next, as cards left are counted; None: nobody's.

    ``shown``: the hands that were, each with its place.
    """
    known = dict(shown)
    return next((at for at, count in enumerate(state.hands) if count and at not in known), None)


def without(state: D, at: int, faces: Collection[Face]) -> D:
    """Return the facts with kinds known to be missing from a hand, beside those that were known before."""
    lacks = tuple(known | frozenset(faces) if i == at else known for i, known in enumerate(state.lacks))
    return replace(state, lacks=lacks)


def lays(state: D, at: int, event: Play) -> D:
    """Return the facts with one card less in a hand; ``event``: who plays what.

    Raises: TableError if more than one card is played, or it lies open already, or the hand is known to lack
    it.
    """
    face, pack = event.card, state.pack
    if event.more:
        raise refused(TableError, "dealt.one", all_of((face, *event.more)))
    if face not in state.loose:
        raise refused(TableError, "dealt.lies", pack.describe(face) if face in pack.cards else quoted(face))
    if face in state.lacks[at]:
        raise refused(TableError, "dealt.lacks", pack.describe(face), seat=state.name(at))
    return replace(state, hands=added(state.hands, at, -1))


def holdable(state: Dealt) -> None:
    """See that what the seats showed not to hold leaves every card and every hand a place.

    Raises: TableError naming the hand that cannot be filled, or the card that nobody could hold.
    """
    left = state.loose
    for at, count in enumerate(state.hands):
        if len(left - state.lacks[at]) < count:
            raise refused(TableError, "dealt.too_few", n=count, seat=state.name(at))
    nowhere = left.intersection(
        *(known for known, count in zip(state.lacks, state.hands, strict=True) if count)
    )
    if nowhere and not state.deck:
        raise refused(TableError, "dealt.nowhere", state.pack.describe(min(nowhere, key=state.pack.order)))


class DealtGame(Generic[D]):
    """What such games have alike: the one deck that is dealt out, corrections, the shape of their facts.

    A game says its cards (``kinds``) and its ``codec``, and brings its law.
    """

    about: About
    kinds: Kinds
    codec: Codec

    def deal(self, state: D) -> tuple[Happened, ...]:
        """Return the deal of every hand."""
        return (dealt(state),)

    @abstractmethod
    def prompt(self, state: D) -> GamePrompt:
        """Return what is asked for now, and what may be typed for it."""

    def stock(self, state: D, seat: str) -> SharedDeck:
        """Return all hands, that of ``seat`` first, the others clockwise; nobody has a deck apart."""
        at, hands = place(state, seat), tuple(state.sizes.items())
        hidden = tuple(face for face in self.kinds.cards if face not in state.lying)
        deck = None if self.about.hand_size is None else state.deck
        return SharedDeck(hands[at:] + hands[:at], deck, hidden, state.lying)

    def say(self, happened: Happened) -> str:
        """Return the sentence for what follows from an event; empty where the event says all."""
        facts = dict(happened.args)
        if happened.key == "deal":
            facts["lots"] = self._lots(facts["hands"])
        return told(self.about.name, happened.key, facts)

    def _lots(self, hands: Mapping[str, int]) -> str:
        """Return how many cards are dealt to whom, those with most named first."""
        parts = []
        for size in sorted(set(hands.values()), reverse=True):
            names = [name for name, held in hands.items() if held == size]
            key = f"dealt.lot{'.tiles' if self.kinds.tiles else ''}{'.each' if len(names) > 1 else ''}"
            parts.append(sentence(key, n=size, seats=all_of(names)))
        return all_of(parts)

    def misplaced(self, key: str, event: Event, **slots: str | int) -> TableError:
        """Return the refused of an event that does not belong here; ``key``: says what does."""
        return refused(TableError, key, quoted(self.codec.text(event)), **slots)

    def not_now(self, state: D, event: Event) -> TableError:
        """Return the refused of an event that is not due: what is, and of whom."""
        asked = self.prompt(state)
        key = "dealt.not_now.of" if asked.seat else "dealt.not_now"
        return self.misplaced(key, event, question=asked.question, seat=asked.seat or "")

    def lies(self, state: D, zones: Mapping[Zone, int], open_cards: Mapping[Zone, tuple[Face, ...]]) -> Zones:
        """Return where all cards lie.

        ``zones``: sizes of all that is no hand. ``open_cards``: what lies face up, by its zone.
        """
        return Zones({**state.sizes, **zones}, open_cards, {DECK: self.kinds.cards})

    def corrected(self, state: D, event: Correct) -> D:
        """Return the facts with other hands, and another deck where the game has one.

        Raises: TableError where a hand would hold what it is known to lack.
        """
        sizes = dict(event.sizes)
        hands = tuple(sizes.get(name, size) for name, size in state.sizes.items())
        after = replace(state, hands=hands, deck=sizes.get(DECK, state.deck))
        holdable(after)
        return after

    def facts_json(self, state: D, winners: Sequence[str], table: Mapping[str, object]) -> dict[str, object]:
        """Return the public state as every game has it: ``winner`` is one name, or a list of several.

        ``table``: what is the game's own, in its own shape.
        """
        return {
            "n": state.n,
            "turn": self.prompt(state).seat,
            "hands": state.sizes,
            "winner": None if not winners else winners[0] if len(winners) == 1 else list(winners),
            "table": dict(table),
        }
