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
from typing import Any, Generic, TypeVar

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
)
from facilitator.machine.faces import DECK, Face
from facilitator.words import listed, plural, quoted
from facilitator.words.announced import announced, dealt_to

RULES = {"paper": "as the research paper has them", "usual": "what most tables play"}
NOTATION = "Cards: rank (A 2-9 T J Q K), then suit (C D H S), as 7D, TC, QS."
"""How a record names the 52 cards."""
_ANEW = (
    "What lies open here decides what may follow: go back to that entry (history, back N) and type it anew."
)
_UNDO = "Check the cards; if an earlier event was mistyped, undo back to it."


@dataclass(frozen=True, slots=True)
class Dealt:
    """The public facts of every such game.

    ``seats``: clockwise. ``rules``: the rule set's name. ``n``: how many events there have been. ``hands``: how
    many cards each seat holds. ``lacks``: kinds that everybody knows are not in that hand, seat by seat.
    """

    seats: tuple[Seat, ...]
    rules: str
    n: int
    hands: tuple[int, ...]
    lacks: tuple[frozenset[Face], ...]

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
    def people_first(self) -> list[int]:
        """The places as they are asked for a card: the people first, clockwise, then the virtual seats.

        To ask a person takes a word, a virtual seat a whole run.
        """
        return sorted(range(len(self.seats)), key=lambda at: self.seats[at].virtual)

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
        raise TableError(
            f"rules: {listed(about.rules, 'or')}", quoted(str(rules)), "Change the table's rules."
        )
    return str(rules)


def dealt(state: Dealt) -> Happened:
    """Return the deal: every hand from the full deck, as the facts have their sizes."""
    return Happened("deal", state.sizes, tuple(Moved(DECK, name, size) for name, size in state.sizes.items()))


def dealt_anew(fresh: D, number: int, zones: tuple[Zone, ...]) -> Applied[D]:
    """Return the facts of round ``number``: what lay in some zones is gathered into the deck, and all hands dealt."""
    gathered = Happened("gather", {"round": number}, (Mixed(zones, DECK),))
    return Applied(fresh, (gathered, dealt(fresh)))


def over(winners: Sequence[str], match: bool = False) -> Happened:
    """Return that the game, or the match, is over: who has won, in the order of the seats."""
    return Happened("over", {"winners": winners or ("nobody",), "several": len(winners) > 1, "match": match})


def place(state: Dealt, name: str) -> int:
    """Return where a seat sits, counted clockwise from 0; raises `TableError` for a name that nobody has."""
    if name not in state.names:
        raise TableError(f"a seat of this table ({', '.join(state.names)})", quoted(name), "Type its name.")
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


def lays(state: D, at: int, event: Play, pack: Kinds, loose: Collection[Face]) -> D:
    """Return the facts with one card less in a hand.

    ``event``: who plays what. ``pack``: names the card in a refusal. ``loose``: what lies in hands (and deck)
    before.

    Raises: TableError if more than one card is played, or it lies open already, or the hand is known to lack
    it.
    """
    face = event.card
    if event.more or event.to:
        raise TableError("one card in a turn, and nobody's hand with it", listed((face, *event.more)), _UNDO)
    if face not in loose:
        raise TableError(
            "a card that still lies in a hand",
            pack.describe(face) if face in pack.cards else quoted(face),
            _UNDO,
        )
    if face in state.lacks[at]:
        word = pack.describe(face)
        found = f"{word}, which {state.name(at)} showed not to hold"
        raise TableError(f"a card {state.name(at)} may still hold", found, _UNDO)
    return replace(state, hands=added(state.hands, at, -1))


def holdable(state: Dealt, loose: Collection[Face], pack: Kinds, deck: int = 0) -> None:
    """See that what the seats showed not to hold leaves every card and every hand a place.

    ``loose``: kinds in hands and deck. ``deck``: how many cards lie in the unplayed deck, where one could be
    instead.

    Raises: TableError naming the hand that cannot be filled, or the card that nobody could hold.
    """
    left = frozenset(loose)
    for at, count in enumerate(state.hands):
        if len(left - state.lacks[at]) < count:
            found = f"that {state.name(at)} lacks more cards than are elsewhere"
            raise TableError(f"{plural(count, 'card')} that {state.name(at)} may hold", found, _UNDO)
    nowhere = left.intersection(
        *(known for known, count in zip(state.lacks, state.hands, strict=True) if count)
    )
    if nowhere and not deck:
        found = f"that nobody holds the {pack.describe(min(nowhere, key=pack.order))}"
        raise TableError("every card in somebody's hand", found, f"Ask round the table. {_UNDO}")


def misplaced(expected: str, event_text: str) -> TableError:
    """Return the refusal of an event that does not belong here."""
    return TableError(
        expected, quoted(event_text), "Type what is asked for; if an earlier event was wrong, undo."
    )


def stock(state: Dealt, seat: str, deck: int | None, pack: Kinds, open_faces: Sequence[Face]) -> SharedDeck:
    """Return all hands, that of ``seat`` first, the others clockwise; nobody has a deck apart.

    ``deck``: how many cards are unplayed, None where the game has no deck. ``open_faces``: what lies open, so
    that the rest is what these hands and the deck hold together.
    """
    at = place(state, seat)
    hands = tuple(state.sizes.items())
    hidden = tuple(face for face in pack.cards if face not in open_faces)
    return SharedDeck(hands[at:] + hands[:at], deck, hidden, tuple(open_faces))


class DealtGame(Generic[D]):
    """What such games have alike: the one deck that is dealt out, corrections, the shape of their facts.

    A game says its cards (``kinds``), its ``codec``, what is read aloud (``sentences``), and brings its law.
    """

    kinds: Kinds
    codec: Codec
    sentences: Mapping[str, str]
    """What is read aloud, by what follows from an event: `facilitator.words.announced`."""

    def deal(self, state: D) -> tuple[Happened, ...]:
        """Return the deal of every hand."""
        return (dealt(state),)

    @abstractmethod
    def prompt(self, state: D) -> GamePrompt:
        """Return what is asked for now, and what may be typed for it."""

    @abstractmethod
    def stock(self, state: D, seat: str) -> SharedDeck:
        """Return who shares the deck of ``seat``, that seat first, the others clockwise."""

    def say(self, happened: Happened) -> str:
        """Return the sentence for what follows from an event; empty where the event says all."""
        facts = happened.args
        if happened.key == "deal":
            facts = {"lots": dealt_to(facts, "tile" if self.kinds.tiles else "card")}
        return announced(self.sentences, happened.key, facts)

    def not_now(self, state: D, event: Event) -> TableError:
        """Return the refusal of an event that is not due: what is, and of whom."""
        asked = self.prompt(state)
        whose = f", of {asked.seat}" if asked.seat else ""
        return misplaced(f"{asked.question}{whose}", self.codec.text(event))

    def lies(self, state: D, zones: Mapping[Zone, int], open_cards: Mapping[Zone, tuple[Face, ...]]) -> Zones:
        """Return where all cards lie.

        ``zones``: sizes of all that is no hand. ``open_cards``: what lies face up, by its zone.
        """
        return Zones({**state.sizes, **zones}, open_cards, {DECK: self.kinds.cards})

    def corrected(self, state: D, event: Correct) -> D:
        """Return the facts with other hands, and another deck where the game has one.

        Raises: TableError for a face, as each card lies where the ones before it put it, and where a hand would
        hold what it is known to lack.
        """
        if event.face is not None:
            raise TableError("sizes of hands", "the face of a card", _ANEW)
        sizes = dict(event.sizes)
        hands = tuple(sizes.get(name, size) for name, size in state.sizes.items())
        after = self.with_deck(replace(state, hands=hands), sizes)
        stock = self.stock(after, after.names[0])
        holdable(after, stock.cards, self.kinds, stock.deck or 0)
        return after

    def with_deck(self, state: D, sizes: Mapping[Zone, int]) -> D:
        """Return the facts with the deck so large; most games have none."""
        return state

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
