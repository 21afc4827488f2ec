"""Shared code for games with one deck: seats, public knowledge about hands, and searches for a card.

A seat that passes or does not follow suit reveals that it lacks certain cards. The state stores this public
knowledge. A later event that contradicts it is rejected, early enough for the host to find the mistake.

Functions of this module check a state, or change the draft of the next state. `DealtGame` implements the
common methods of these games. Each game defines its playable cards and their effects. UNO, which may use
several decks, does not use this module.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from facilitator.errors import TableError
from facilitator.games.events import Codec, Correct, Event, GamePrompt, Kinds, Lacks, Play
from facilitator.games.rules import (
    Applied,
    AwaitMove,
    Draft,
    Effect,
    GameInfo,
    GameOver,
    Mixed,
    Moved,
    NextAction,
    Seat,
    SharedDeck,
    ShowHand,
    Zone,
    Zones,
    check_seats,
    render_effect,
)
from facilitator.i18n import quote_input
from facilitator.i18n.catalogue import build_error, join_with_and, join_with_or, sentence
from facilitator.operations.faces import DECK, Face

RULES = ("paper", "usual")
"""Names of the rule sets: rules of the research paper, and the most common rules."""


@dataclass(frozen=True)
class DealtState:
    """Base class for the public state of a game with one deck. It has no slots, so that a `Draft` can change a copy.

    Attributes:
        pack: All cards of the game.
        seats: Seats in clockwise order.
        rules: Name of the rule set.
        n: Number of events so far.
        hands: Hand size of each seat.
        lacks: Cards that each seat cannot have, because it passed or did not follow suit.
        deck: Draw-pile size. It is 0 if all cards are dealt.
        lost: Cards that are permanently lost.
        size: Number of cards dealt to each seat, or 0 if all cards are dealt.
        round: Round number, starting with 1.
        scores: Points of each seat in all finished rounds.
        drawn: Whether the current seat has drawn in this turn.
        revealed: Seat indices with the hands that were shown for scoring after the round.
    """

    pack: ClassVar[Kinds]

    seats: tuple[Seat, ...]
    rules: str
    n: int
    hands: tuple[int, ...]
    lacks: tuple[frozenset[Face], ...]
    deck: int = 0
    lost: tuple[Face, ...] = ()
    size: int = 0
    round: int = 1
    scores: tuple[int, ...] = ()
    drawn: bool = False
    revealed: tuple[tuple[int, tuple[Face, ...]], ...] = ()

    @property
    @abstractmethod
    def face_up_cards(self) -> tuple[Face, ...]:
        """All face-up cards on the table."""

    @property
    @abstractmethod
    def winners(self) -> tuple[str, ...] | None:
        """Names of the winners of the game or match, or None before its end."""

    @property
    @abstractmethod
    def asks(self) -> int | None:
        """Index of the seat that must act now, such as play or show its hand. None before a start or deal."""

    @property
    def counts_hands(self) -> bool:
        """Whether the round is over, and seats with remaining cards must show them for scoring."""
        return False

    @property
    def revealing(self) -> int | None:
        """Index of the next seat that shows its remaining cards for scoring, or None."""
        shown = dict(self.revealed)
        left = (at for at, size in enumerate(self.hands) if size and at not in shown)
        return next(left, None) if self.counts_hands else None

    @property
    def cards(self) -> tuple[Face, ...]:
        """All cards of the game except lost cards, in list order (for example by suit, then rank)."""
        return (
            tuple(card for card in self.pack.cards if card not in self.lost) if self.lost else self.pack.cards
        )

    @property
    def loose(self) -> frozenset[Face]:
        """Cards that lie face down, in hands or in the draw pile."""
        return frozenset(self.cards).difference(self.face_up_cards)

    def name(self, place: int) -> str:
        """Return the seat name for an index."""
        return self.seats[place].name

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the seats in clockwise order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def sizes(self) -> dict[str, int]:
        """Hand size of each seat, by name."""
        return self.by_name(self.hands)

    def by_name(self, numbers: Sequence[int]) -> dict[str, int]:
        """Return the numbers of a sequence in a dictionary, by seat name."""
        return dict(zip(self.names, numbers, strict=True))

    @property
    def people(self) -> list[int]:
        """Indices of the seats with people, in clockwise order."""
        return [at for at, seat in enumerate(self.seats) if not seat.virtual]

    @property
    def virtual(self) -> list[int]:
        """Indices of the virtual seats, in clockwise order."""
        return [at for at, seat in enumerate(self.seats) if seat.virtual]

    @property
    def people_first(self) -> list[int]:
        """Seat indices in question order: first people, then virtual seats.

        A person can answer with one word, but a virtual seat needs a whole protocol.
        """
        return self.people + self.virtual

    @property
    def has_usual_rules(self) -> bool:
        """Whether the rule set is ``usual`` instead of the paper's rules."""
        return self.rules == "usual"


D = TypeVar("D", bound=DealtState)


def announce_end(draft: Draft[D], match: bool = False) -> None:
    """If the game or match has ended, add the effect that names the winners."""
    if (winners := draft.now.winners) is not None:
        ways = {"nobody": not winners, "several": len(winners) > 1, "match": match}
        draft.add_effect("over", winners=winners, **ways)


def place(state: DealtState, name: str) -> int:
    """Return the index of a seat, counted clockwise from 0.

    Raises:
        TableError: No seat has this name.
    """
    if name not in state.names:
        raise build_error(TableError, "event.seat", quote_input(name), seats=", ".join(state.names))
    return state.names.index(name)


def may_answer(state: DealtState, at: int, face: Face) -> bool:
    """Return whether a seat belongs to a person who has not yet denied having a card, and may answer unasked."""
    return not state.seats[at].virtual and face not in state.lacks[at]


def find_next_asked(state: DealtState, face: Face) -> int:
    """Return the index of the next seat to ask for a card, skipping seats that are known to lack it."""
    return next(at for at in state.people_first if face not in state.lacks[at])


def list_denials(state: DealtState, at: int) -> tuple[Event, ...]:
    """Return a denial for each seat that is asked for a card before seat `at`.

    `Rules.list_openings` uses these events to construct possible starts of a game.
    """
    order = state.people_first
    return tuple(Lacks(state.name(before)) for before in order[: order.index(at)])


def add_at(numbers: Sequence[int], at: int, by: int) -> tuple[int, ...]:
    """Return a copy of a sequence with `by` added to the number at index `at`."""
    return tuple(number + by * (place == at) for place, number in enumerate(numbers))


def add_lacks(draft: Draft[D], at: int, faces: Collection[Face]) -> None:
    """Record that a hand is known to lack certain cards."""
    before = draft.now.lacks
    draft.set(lacks=tuple(known | frozenset(faces) if i == at else known for i, known in enumerate(before)))


def play_from_hand(draft: Draft[D], at: int, event: Play) -> None:
    """Remove a played card from a hand.

    Raises:
        TableError: The event plays several cards, the card is on the table or lost, or the hand is known to
            lack the card.
    """
    now, face, pack = draft.now, event.card, draft.now.pack
    if event.more:
        raise build_error(TableError, "dealt.one", join_with_and((face, *event.more)))
    check_not_lost(now, face)
    if face not in now.loose:
        raise build_error(
            TableError, "dealt.lies", pack.describe(face) if face in pack.cards else quote_input(face)
        )
    if face in now.lacks[at]:
        raise build_error(TableError, "dealt.lacks", pack.describe(face), seat=now.name(at))
    draft.set(hands=add_at(now.hands, at, -1))


def check_not_lost(state: DealtState, face: Face) -> None:
    """Raise `TableError` for a card that is recorded as lost."""
    if face in state.lost:
        raise build_error(TableError, "dealt.lost", state.pack.describe(face))


def check_holdable(state: DealtState) -> None:
    """Check that hidden cards can be distributed without giving a hand cards that it is known to lack.

    Raises:
        TableError: Too few cards are possible for a hand, or a card is possible in no hand.
    """
    left = state.loose
    for at, count in enumerate(state.hands):
        if len(left - state.lacks[at]) < count:
            raise build_error(TableError, "dealt.too_few", n=count, seat=state.name(at))
    nowhere = left.intersection(
        *(known for known, count in zip(state.lacks, state.hands, strict=True) if count)
    )
    if nowhere and not state.deck:
        raise build_error(
            TableError, "dealt.nowhere", state.pack.describe(min(nowhere, key=state.pack.order))
        )


class DealtGame(Generic[D]):
    """Base class of all games with one deck. It implements the methods of `Rules` that these games share."""

    about: GameInfo
    kinds: Kinds
    codec: Codec
    state_type: type[D]
    zones: tuple[Zone, ...]

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> D:
        """Return the state with all hands dealt. If all cards are dealt, the first seats may get one card more.

        Args:
            seats: Seats in clockwise order.
            options: Table settings: ``rules``, ``hand_size``, and ``lost`` (permanently lost cards).

        Raises:
            TableError: The seats or the rule set are invalid, or there are too few cards.
        """
        about, count, lost = self.about, len(seats), tuple(options.get("lost", ()))
        check_seats(seats, about.seats, self.zones)
        rules = _choose_rules(options, about.rules)
        size = (options.get("hand_size") or about.hand_for(count) or 0) if about.hand_size else 0
        cards = len(self.kinds.cards) - len(lost)
        hands = tuple(size or (cards - at - 1) // count + 1 for at in range(count))
        deck = cards - sum(hands)
        if min(hands) < 1 or deck < about.turns_first:
            most = (cards - about.turns_first) // count
            raise build_error(TableError, f"{about.name}.size", n=count, size=size, cards=cards, most=most)
        lacks, scores = (frozenset[Face](),) * count, (0,) * count
        return self.state_type(tuple(seats), rules, 0, hands, lacks, deck, lost, size, scores=scores)

    def get_next_action(self, state: D) -> NextAction:
        """Return the next action of a seat, or an `AwaitMove` without a seat before a start or deal."""
        if (winners := state.winners) is not None:
            return GameOver(winners)
        if (at := state.revealing) is not None:
            return ShowHand(state.name(at))
        if (at := state.asks) is None:
            return AwaitMove(None)
        seat = state.seats[at]
        return self.find_virtual_action(state, at) if seat.virtual else AwaitMove(seat.name, state.drawn)

    @abstractmethod
    def find_virtual_action(self, state: D, at: int) -> NextAction:
        """Return the next action of a virtual seat that must play or answer."""

    def apply(self, state: D, event: Event) -> Applied[D]:
        """Return the state after an event, with its effects.

        Raises:
            TableError: The event is not allowed now, or it contradicts public knowledge.
            CommandError: The event is incomplete, for example without a declared suit.
        """
        if state.winners is not None:
            raise self.build_event_error("over", event)
        draft = Draft(state)
        self.change(draft, event)
        return Applied(draft.now, tuple(draft.effects))

    @abstractmethod
    def change(self, draft: Draft[D], event: Event) -> None:
        """Change the draft according to an event, or raise an error if the event is not allowed."""

    def deal_again(self, draft: Draft[D], number: int, zones: tuple[Zone, ...], **changes: object) -> None:
        """Gather the cards and deal them again.

        Args:
            draft: Draft at the end of the round.
            number: Number of the new round.
            zones: Piles and hands whose cards are returned to the deck.
            **changes: Further fields of the new state.
        """
        state = draft.before
        options = {"rules": state.rules, "hand_size": state.size, "lost": state.lost}
        fresh: Any = self.begin(state.seats, options)
        draft.now = replace(fresh, n=draft.now.n, round=number, scores=state.scores, **changes)
        draft.add_effect("gather", Mixed(zones, DECK), round=number)
        draft.effects += self.deal(draft.now)

    def ask_round(self, state: D) -> GamePrompt:
        """Return the prompt for the next deal."""
        example = self.codec.text(self.list_moves(state, ())[0])
        return GamePrompt(sentence("ask.round", round=example), example=example)

    @abstractmethod
    def list_moves(self, state: D, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return the possible moves of a person with a hand."""

    def deal(self, state: D) -> tuple[Effect, ...]:
        """Return the effect that deals all hands from the full deck."""
        hands = state.sizes
        moved = tuple(Moved(DECK, name, size) for name, size in hands.items())
        return (Effect("deal", {"hands": hands}, moved),)

    @abstractmethod
    def make_prompt(self, state: D) -> GamePrompt:
        """Return the prompt for the next action, with all possible inputs."""

    def get_shared_deck(self, state: D, seat: str) -> SharedDeck:
        """Return the deck that all seats share, with their hands clockwise from `seat`."""
        at, hands = place(state, seat), tuple(state.sizes.items())
        hidden = tuple(face for face in state.cards if face not in state.face_up_cards)
        deck = None if self.about.hand_size is None else state.deck
        return SharedDeck(hands[at:] + hands[:at], deck, hidden, state.face_up_cards)

    def describe_effect(self, effect: Effect) -> str:
        """Return the sentence for an effect, or an empty string if the event alone says everything."""
        facts = dict(effect.args)
        if effect.key == "deal":
            facts["lots"] = self._describe_hand_sizes(facts["hands"])
        return render_effect(self.about.name, effect.key, facts)

    def _describe_hand_sizes(self, hands: Mapping[str, int]) -> str:
        parts = []
        for size in sorted(set(hands.values()), reverse=True):
            names = [name for name, held in hands.items() if held == size]
            key = f"dealt.lot{'.tiles' if self.kinds.tiles else ''}{'.each' if len(names) > 1 else ''}"
            parts.append(sentence(key, n=size, seats=join_with_and(names)))
        return join_with_and(parts)

    def build_event_error(self, key: str, event: Event, **slots: str | int) -> TableError:
        """Build the error for an event that is not allowed now.

        Args:
            key: Message key. The message names the allowed event.
            event: Rejected event.
            **slots: Further values for the message.
        """
        return build_error(TableError, key, quote_input(self.codec.text(event)), **slots)

    def build_not_due_error(self, state: D, event: Event) -> TableError:
        """Build the error for an event that is not expected now. The message names the expected event and seat."""
        asked = self.make_prompt(state)
        key = "dealt.not_now.of" if asked.seat else "dealt.not_now"
        return self.build_event_error(key, event, question=asked.question, seat=asked.seat or "")

    def locate_cards(
        self, state: D, zones: Mapping[Zone, int], open_cards: Mapping[Zone, tuple[Face, ...]]
    ) -> Zones:
        """Return the zone of every card. Hands shown for scoring are face up.

        Args:
            state: Current state.
            zones: Sizes of all zones except hands.
            open_cards: Face-up cards of each zone except hands.
        """
        shown = {state.name(at): cards for at, cards in state.revealed}
        return Zones({**state.sizes, **zones}, {**open_cards, **shown}, {DECK: state.cards})

    def apply_correction(self, state: D, event: Correct) -> D:
        """Return the state with corrected hand and draw-pile sizes, and without lost cards.

        Raises:
            TableError: A hand would have to contain cards that it is known to lack.
        """
        sizes = dict(event.sizes)
        hands = tuple(sizes.get(name, size) for name, size in state.sizes.items())
        lost = tuple(sorted((*state.lost, *event.lost), key=self.kinds.order))
        after = replace(state, hands=hands, deck=sizes.get(DECK, state.deck), lost=lost)
        check_holdable(after)
        return after

    def facts_json(self, state: D, table: Mapping[str, object]) -> dict[str, object]:
        """Return the public state as JSON, with the keys that all games share.

        The value of ``winner`` is null, one name, or a list of names.

        Args:
            state: Current state.
            table: Value of the key ``table``. Each game has its own format.
        """
        winners = state.winners or ()
        return {
            "n": state.n,
            "turn": self.make_prompt(state).seat,
            "hands": state.sizes,
            "winner": None if not winners else winners[0] if len(winners) == 1 else list(winners),
            "table": dict(table),
            **({"lost": list(state.lost)} if state.lost else {}),
        }


def _choose_rules(options: Mapping[str, Any], known: Sequence[str]) -> str:
    """Return the rule set of a table, by default the first one of the game."""
    rules = str(options.get("rules") or known[0])
    if rules not in known:
        raise build_error(TableError, "dealt.rules", quote_input(rules), rules=join_with_or(known))
    return rules
