"""The public state of a UNO game, which everybody at the table knows.

The state has no field for a hidden card. Source: Ruangwises–Shinagawa §3.1; rules: "paper".

The module also contains functions that depend only on the public state: answers to a draw card, challenges,
and the scores of cards and ranks. `rules` changes the state. The only messages here are errors about games
that cannot be dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any

from facilitator.errors import CommandError, TableError
from facilitator.games.seats import Seat, Zone, check_seats, name_draw_pile
from facilitator.games.uno import cards as uno
from facilitator.games.uno.options import PAPER, UnoOptions
from facilitator.i18n import quote_input
from facilitator.i18n.catalogue import build_error, sentence
from facilitator.operations.faces import DECK, POOL

# ----------------------------------------------------------------------------------------------------
# Chains of + and D: which cards may answer them, who draws the sum, and who may be challenged.
#
# Rules: "stacking"; "official", Wild Draw Four; kpgut, "Draw 2" and "Wild+Draw 4".


_BY_SYMBOL = {symbol: frozenset(kind for kind in uno.KINDS if kind[0] == symbol) for symbol in "+D"}


def list_answering_kinds(top: str, color: str, stacking: tuple[str, ...]) -> frozenset[str]:
    """Return the cards that may answer a draw card on top. A + on a D must have the declared colour.

    Args:
        top: Top card.
        color: Active colour.
        stacking: Permissions to play a draw card on another draw card.
    """
    answers = [stack[0] for stack in stacking if stack.endswith(top[0])]
    return frozenset(kind for kind in uno.KINDS if kind[0] in answers and uno.is_playable(kind, top, color))


def chain_classes(state: UnoState) -> tuple[frozenset[str], ...]:
    """Return the card sets for which the current virtual seat's protocol looks, best first.

    If the rules restrict the wild draw four, it is in a second set after the other legal cards, and empty sets
    are left out. Otherwise, a single set contains all legal cards, or no card if none is legal.
    """
    legal = state.legal_cards()
    return split_by_priority(legal) if state.priority else (legal,)


def split_by_priority(kinds: frozenset[str]) -> tuple[frozenset[str], ...]:
    """Return cards in one or two sets: the wild draw four is in a second set. Empty sets are left out."""
    return tuple(level for level in (kinds - _BY_SYMBOL["D"], kinds & _BY_SYMBOL["D"]) if level)


def list_preventing_kinds(state: UnoState) -> tuple[str, ...] | None:
    """Return the cards that make a wild draw four (D) illegal if the hand contains one of them.

    The result is None at a table without challenges, or if D is legal with any hand.

    ``official`` rules return cards of the active colour: D is allowed "when the player holding it does not have
    a card in his/her hand to match the color". ``kpgut`` and ``paper`` rules return all playable cards: D is
    allowed "only if none of the other hand cards is playable" (kpgut). After a + that must be answered, only
    another + is playable.
    """
    if state.house.wild_draw_four != "challenge" or state.color is None:
        return None
    legal = state.legal_cards() - _BY_SYMBOL["D"]
    if state.house.colour_alone and not state.pending:
        legal = frozenset(kind for kind in legal if uno.color_of(kind) == state.color)
    return tuple(sorted(legal, key=uno.deck_order))


def may_challenge(state: UnoState) -> bool:
    """Return whether the current seat may challenge a person's wild draw four (D).

    A virtual seat never plays D illegally, because its protocol looks for D only after all other cards. A D
    that answers a D (kpgut) is also legal, because no other card could be played. The set of suspect cards is
    then empty.
    """
    if not state.suspects or state.challenged or state.layer is None or state.ended:
        return False
    return can_challenge(state, state.layer, state.turn, state.suspects)


def can_challenge(state: UnoState, layer: int, seat: int, suspects: tuple[str, ...]) -> bool:
    """Return whether `seat` may challenge a wild draw four that seat `layer` played.

    A person who challenges looks at the hand. For a virtual seat, a protocol examines the hand. This protocol
    needs one deck for all seats, so virtual players with their own deck cannot challenge. Nobody may challenge
    a virtual seat.

    In both rule books, the player decides whether to challenge. For a virtual seat, a public random draw of a
    colour decides. It uses the four colour cards that are needed anyway, and the declared colour means yes.
    The chance is only one in four, because the protocol takes as long as a turn. Bluffing still has a cost on
    average.

    Args:
        state: Current state.
        layer: Index of the seat that played D.
        seat: Index of the seat that may challenge.
        suspects: Cards that make the wild draw four illegal if the hand of `layer` contains one of them. If
            there are none, nobody may challenge.
    """
    if state.seats[layer].virtual or not suspects:
        return False
    return not state.seats[seat].virtual or len(state.decks) == 1


# ----------------------------------------------------------------------------------------------------
# Scores of cards and places.
#
# Sources: "The complexity of UNO", appendix 0.A, "Objective of the game"; for card values, which the excerpt omits,
# the well-known official values (numbers: face value, S R + 20, W D 50); kpgut, "Scoring" and Special Situation § 6.


MATCH = 500
"""Points that win a match: "the first player to score 500 points"."""
ACTION, BLACK = 20, 50
FIRST_LEFT, NEXT_LEFT = 65, 5
"""Scores in kpgut after one hour: "the best remaining player gets 65 points, the next gets 70"."""
GAVE_UP_MORE, GAVE_UP_LEAST = 30, 60


def get_points(card: str) -> int:
    """Return the points of a UNO card left in a hand."""
    if uno.is_black(card):
        return BLACK
    return int(card[0]) if card[0].isdigit() else ACTION


def score_cards(cards: Iterable[str]) -> int:
    """Return the points of all cards left in hands, which the winner of a round gets (``official``)."""
    return sum(get_points(card) for card in cards)


def is_special(card: str) -> bool:
    """Return whether a UNO card is not a number card."""
    return not card[0].isdigit()


def rank_seats(sizes: Mapping[int, int], hands: Mapping[int, Sequence[str]]) -> tuple[tuple[int, ...], ...]:
    """Return the ranking of the remaining seats (kpgut, Special Situation § 6). Equal seats form a group.

    Seats with fewer cards come first, then seats with fewer number cards, then seats with more 0 cards, more
    1 cards, and so on up to 9.

    Args:
        sizes: Hand size of each seat.
        hands: Cards of the seats that have the same hand size as another seat.
    """

    def rank(seat: int) -> tuple[int, ...]:
        numbers = [card[0] for card in hands.get(seat, ()) if not is_special(card)]
        return (sizes[seat], len(numbers), *(-numbers.count(digit) for digit in "0123456789"))

    ranks = sorted({rank(seat) for seat in sizes})
    return tuple(tuple(seat for seat in sizes if rank(seat) == key) for key in ranks)


def tied_seats(sizes: Mapping[int, int]) -> tuple[int, ...]:
    """Return all seats that share a hand size with another seat, and must therefore show their hands."""
    every = list(sizes.values())
    return tuple(seat for seat, size in sizes.items() if every.count(size) > 1)


def score_session(
    times: Mapping[int, int], left: Sequence[Sequence[int]], gave_up: Iterable[int], whole: bool, minutes: int
) -> dict[int, int]:
    """Return each seat's score for one game of a kpgut session. The seat with the lowest average wins a session.

    The book leaves two points open:

    - It names no score for the last seat of a game that is played to its end. This seat gets the duration of the
      game in minutes, as if it had finished in the last minute ("a score equal to the full minutes elapsed").
    - If a game is stopped, the remaining seats score 65, 70, 75 and so on, but the book names no score for seats
      with the same rank. They get the same score, and each of them raises the next score: 65, 65, 75.

    Args:
        times: Minutes after which each finished seat had finished.
        left: Seats that did not finish, best first. Equal seats form a group.
        gave_up: Seats that gave up.
        whole: Whether the game reached its normal end. The loser then gets ``minutes``.
        minutes: Duration of the game.
    """
    scores = dict(times)
    before = 0
    for place in left:
        for seat in place:
            scores[seat] = minutes if whole else FIRST_LEFT + NEXT_LEFT * before
        before += len(place)
    worst = sorted(scores.values(), reverse=True)
    for seat in gave_up:  # "a score of the second-last player + 30, or 60, whichever is greater"
        scores[seat] = max((worst[0] if worst else 0) + GAVE_UP_MORE, GAVE_UP_LEAST)
    return scores


# ----------------------------------------------------------------------------------------------------
# Public state.


SEATS = (2, 10)
"""Minimum and maximum number of seats."""


class Awaited(Enum):
    """Kind of the next expected event. It determines the prompt and most of the legal events.

    Attributes:
        SHOWING: A seat shows its hand.
        TIMING: The host reports the playing time of the last finished seat, in a session.
        ENDED: The next round is dealt, or no further event follows.
        UNSTARTED: The host reports the start of the game.
        NAMING: The first seat declares a colour for a wild as first card.
        CHALLENGED: The host reports the result of a challenge.
        TURN: The current seat plays, draws or passes.
    """

    SHOWING = "showing"
    TIMING = "timing"
    ENDED = "ended"
    UNSTARTED = "unstarted"
    NAMING = "naming"
    CHALLENGED = "challenged"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of UNO cards, with its draw pile.

    Attributes:
        cards: All cards of the deck in list order, wherever they are. Lost cards are left out.
        unplayed: Draw-pile size.
        zone: Zone of the draw pile.
    """

    cards: tuple[str, ...]
    unplayed: int
    zone: Zone = DECK


@dataclass(frozen=True)
class UnoState:
    """Public state of a UNO game, which everybody at the table knows.

    The class has no slots, because a copy with a few changes is then made much faster (see
    `facilitator.games.rules.Draft`).

    Seat indices count clockwise from 0. Before the start, there is no top card, colour or turn. The first top
    card comes from the first deck. Fields for unused rules keep default values.

    Attributes:
        seats: Seats in clockwise order.
        hands: Hand size of each seat.
        decks: The only deck, or the people's deck and the virtual players' own deck.
        draws: Deck index of each seat.
        hand_size: Number of cards dealt to each seat.
        turn: Index of the current seat.
        direction: 1 for clockwise, -1 for counterclockwise.
        discards: Discard pile with the top card last.
        origin: Deck index of each discard.
        color: Active colour.
        n: Number of events so far.
        drawn: Whether the current seat has drawn in this turn.
        winner: Index of the winner of the game or match.
        house: Rule options of the table.
        opened: Whether a game without a first card has started.
        naming: Whether the current seat must declare a colour for a wild as first card.
        pending: Number of cards that the current seat must draw if it cannot answer a + or D.
        layer: Index of the seat that played this + or D. After a round of a match, the winner of the round.
        suspects: Cards that make the D illegal if the hand of `layer` contains one of them. None means that a
            challenge is impossible.
        challenged: Whether the hand of `layer` is being examined after a challenge.
        free: Whether any card may be played after a successful challenge.
        at_risk: Index of a seat with one unannounced card that may be caught, or None.
        finished: Indices of the seats with an empty hand, in the order of finishing.
        gone: Indices of the seats that gave up.
        ejected: Indices of ejected seats, which are also in `gone` and get no rank.
        leaving: Index of the seat that gives up and has not yet shown its hand.
        counting: Indices of the seats that still have to show their hands for points or final ranks.
        shown: Seat indices with the hands that were shown.
        ended: Whether the round or game is over except for shown hands and scores.
        scores: Points of each seat, empty if the rules do not use points.
        round: Round number in a match.
        idle: Number of consecutive turns without card movements.
        games: Number of finished games of a session in which each seat has a score.
        timing: Whether the minutes of the last finished seat are still missing.
        minutes: Full minutes since the start of the game, reported by the host.
        times: Index and minutes of each finished seat.
        places: Final ranking, the winner first. Seats that share a rank are in one group.
        lost: Permanently lost cards, which are in no deck.
        entered: Whether a virtual turn is in progress (``track: virtual``).
        asks: Open question to the host (``track: virtual``): ``own``, ``winner`` or "".
        owed: Number of cards that the current seat draws after this answer.
    """

    seats: tuple[Seat, ...]
    hands: tuple[int, ...]
    decks: tuple[Deck, ...]
    draws: tuple[int, ...]
    hand_size: int = 7
    turn: int = 0
    direction: int = 1
    discards: tuple[str, ...] = ()
    origin: tuple[int, ...] = ()
    color: str | None = None
    n: int = 0
    drawn: bool = False
    winner: int | None = None
    house: UnoOptions = PAPER
    opened: bool = False
    naming: bool = False
    pending: int = 0
    layer: int | None = None
    suspects: tuple[str, ...] | None = None
    challenged: bool = False
    free: bool = False
    at_risk: int | None = None
    finished: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    ejected: tuple[int, ...] = ()
    leaving: int | None = None
    counting: tuple[int, ...] = ()
    shown: tuple[tuple[int, tuple[str, ...]], ...] = ()
    ended: bool = False
    scores: tuple[int, ...] = ()
    round: int = 1
    idle: int = 0
    games: tuple[int, ...] = ()
    timing: bool = False
    minutes: int = 0
    times: tuple[tuple[int, int], ...] = ()
    places: tuple[tuple[int, ...], ...] = ()
    lost: tuple[str, ...] = ()
    entered: bool = False
    asks: str = ""
    owed: int = 0

    def __hash__(self) -> int:
        """Return a hash of the fields that differ in most events. Hashing all fields would be slow."""
        return hash((self.n, self.turn, self.hands, self.color))

    @property
    def rules(self) -> str:
        """Name of the rule set."""
        return self.house.rules

    @property
    def draws_until_playable(self) -> bool:
        """Whether a seat that cannot play draws until it can."""
        return self.house.draw == "until playable"

    @property
    def priority(self) -> bool:
        """Whether a virtual seat plays a wild draw four only if no other card is playable."""
        return self.house.wild_draw_four != "any"

    @property
    def is_started(self) -> bool:
        """Whether the game has started. It may start without a first card."""
        return bool(self.discards) or self.opened

    @property
    def showing(self) -> int | None:
        """Index of the next seat to show its hand for scoring or after giving up, or None."""
        return self.counting[0] if self.counting else self.leaving

    @property
    def lowest(self) -> tuple[int, ...]:
        """Indices of the seats with the lowest average score in a session."""
        averages = {seat: self.scores[seat] / count for seat, count in enumerate(self.games) if count}
        return tuple(seat for seat, mean in averages.items() if mean == min(averages.values()))

    @property
    def winners(self) -> tuple[str, ...]:
        """Names of the winners. Only a session with equal averages has several winners."""
        won = () if self.winner is None else self.lowest if self.games else (self.winner,)
        return tuple(map(self.name, won))

    @property
    def is_over(self) -> bool:
        """Whether the game has a winner, or has ended without a winner because no seat could move a card."""
        return self.winner is not None or (self.ended and not self.counting and self.house.scores == "none")

    @property
    def expected_event(self) -> Awaited:
        """Kind of the next expected event. Not valid after the game has a winner."""
        if self.showing is not None:
            return Awaited.SHOWING
        if self.timing:
            return Awaited.TIMING
        if self.ended:
            return Awaited.ENDED
        if not self.is_started:
            return Awaited.UNSTARTED
        if self.naming:
            return Awaited.NAMING
        return Awaited.CHALLENGED if self.challenged else Awaited.TURN

    @property
    def playing(self) -> tuple[int, ...]:
        """Indices of the active seats in clockwise order."""
        out = {*self.finished, *self.gone}
        return tuple(i for i in range(len(self.seats)) if i not in out)

    def plays_on(self, seat: int) -> bool:
        """Return whether a seat belongs to a person and is still active."""
        return seat in self.playing and not self.seats[seat].virtual

    def find_next_seat(self, seat: int) -> int:
        """Return the next active seat in the direction of play, or the seat itself if it is the last."""
        for _ in self.seats:
            seat = (seat + self.direction) % len(self.seats)
            if seat not in self.finished and seat not in self.gone:
                break
        return seat

    @property
    def top(self) -> str | None:
        """Top card, or None before the start."""
        return self.discards[-1] if self.discards else None

    @property
    def draw_pile_size(self) -> int:
        """Draw-pile size of the first deck."""
        return self.decks[0].unplayed

    def seat_index(self, name: str) -> int:
        """Return the index of the seat with this name.

        Raises:
            CommandError: There is no such seat.
        """
        for index, seat in enumerate(self.seats):
            if seat.name == name:
                return index
        names = ", ".join(seat.name for seat in self.seats)
        raise build_error(CommandError, "event.seat", quote_input(name), seats=names)

    def find_deck(self, seat: Seat) -> int:
        """Return the index of the deck from which a seat draws, which may be the virtual players' own deck."""
        return len(self.decks) - 1 if seat.virtual else 0

    def deck_of(self, seat: int) -> Deck:
        """Return the deck from which a seat draws."""
        return self.decks[self.draws[seat]]

    def discards_from(self, deck: int) -> tuple[str, ...]:
        """Return the discards from a deck, the latest last."""
        if len(self.decks) == 1:
            return self.discards
        return tuple([card for card, of in zip(self.discards, self.origin, strict=True) if of == deck])

    def remaining(self, deck: int = 0) -> tuple[str, ...]:
        """Return the hidden cards of a deck in list order: cards in hands and in its draw pile."""
        return remove_cards(self.decks[deck].cards, self.discards_from(deck))

    def count_hidden(self, deck: int) -> int:
        """Return the number of cards of a deck in hands and in its draw pile."""
        held = (size for size, own in zip(self.hands, self.draws, strict=True) if own == deck)
        return self.decks[deck].unplayed + sum(held)

    def without_lost(self, cards: Sequence[str], before: UnoState) -> UnoState:
        """Return this state after lost cards were removed from the card lists of the decks.

        Args:
            cards: Lost cards.
            before: State before the cards were lost. The cards are removed from each deck that had more cards in
                hands and in its draw pile then.
        """
        decks = tuple(
            replace(deck, cards=remove_cards(deck.cards, cards))
            if self.count_hidden(n) < before.count_hidden(n)
            else deck
            for n, deck in enumerate(self.decks)
        )
        return replace(self, decks=decks, lost=sort_cards((*self.lost, *cards)))

    def can_draw_after(self, count: int, seat: int | None = None) -> bool:
        """Return whether a card is left after a seat has drawn `count` cards.

        Discards below the top card count too, because they form a new draw pile.

        Args:
            count: Number of cards that the seat draws first.
            seat: Seat index, by default the current seat.
        """
        deck = self.draws[self.turn if seat is None else seat]
        return self.decks[deck].unplayed > count or deck in self.origin[:-1]

    def legal_cards(self) -> frozenset[str]:
        """Return the cards that the current seat may play. Empty if no turn is in progress."""
        if self.winner is not None or self.ended or self.naming or not self.is_started:
            return frozenset()
        if (
            self.color is None
        ):  # rules: kpgut, "The player is not allowed to play Wild + Draw 4 as their first card"
            return frozenset(uno.KINDS) - {"D"}
        if self.free:
            return frozenset(uno.KINDS)
        if self.pending:
            return list_answering_kinds(self.discards[-1], self.color, self.house.stacking)
        return uno.list_playable_kinds(self.discards[-1], self.color)

    def to_json(self) -> dict[str, object]:
        """Return the public state in the format of `replay` and `play --json`.

        Keys for rules that a table does not use are left out. The format is a public contract.
        """
        names = self.names(range(len(self.seats)))
        facts: dict[str, object] = {
            "n": self.n,
            "turn": names[self.turn] if self.is_started else None,
            "direction": "clockwise" if self.direction == 1 else "counterclockwise",
            "top": self.top,
            "color": self.color,
            "hands": dict(zip(names, self.hands, strict=True)),
            "unplayed": self.draw_pile_size,
            "discards": len(self.discards),
            "winner": None if not (won := self.winners) else won[0] if len(won) == 1 else list(won),
        }
        return facts | self._list_rare_keys(names)

    def _list_rare_keys(self, names: Sequence[str]) -> dict[str, object]:
        """Return the keys and values that the public state's JSON contains only if the value is not empty.

        For example, `ejected` is left out until a seat is ejected.
        """
        decks: dict[str, object] = {
            deck.zone: {"unplayed": deck.unplayed, "discards": self.origin.count(number)}
            for number, deck in enumerate(self.decks[1:], 1)
        }
        seen = {
            "pending": self.pending,
            "scores": _map_to_names(names, self.scores),
            "games": _map_to_names(names, self.games),
            "ejected": self.names(self.ejected),
            "lost": list(self.lost),
            "round": self.round * (self.round > 1),
        }
        facts = decks | {key: value for key, value in seen.items() if value}
        if self.finished or self.gone:
            gave_up = [seat for seat in self.gone if seat not in self.ejected]
            facts |= {"finished": self.names(self.finished), "gave_up": self.names(gave_up)}
        if self.places:
            facts["ranking"] = list(map(self.names, self.places))
        return facts

    @property
    def pool(self) -> tuple[str, ...]:
        """Names of the seats that draw from the virtual players' own draw pile."""
        return tuple(seat.name for seat, own in zip(self.seats, self.draws, strict=True) if own)

    def names(self, seats: Iterable[int]) -> list[str]:
        """Return the names of seats, in the order of the argument."""
        return [self.seats[seat].name for seat in seats]

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.seats[seat].name


def new_game(
    seats: Sequence[Seat],
    hand_size: int = 7,
    deck: Sequence[str] = uno.DECK,
    pool: Sequence[str] = (),
    house: UnoOptions = PAPER,
) -> UnoState:
    """Return the public state of a UNO game with all hands dealt, before the first card is turned over.

    Args:
        seats: Seats in clockwise order.
        hand_size: Number of cards dealt to each seat.
        deck: Cards of all seats. If there is a ``pool``, these are the cards of the people.
        pool: Cards of the virtual players' own deck, or empty.
        house: Rule options of the table.

    Raises:
        TableError: The game cannot be dealt.
        CommandError: A deck contains an unknown card.
    """
    check_seats(seats, SEATS)
    if unknown := [card for card in (*deck, *pool) if card not in uno.KINDS]:
        raise no_such_card(unknown[0])
    draws = tuple(int(bool(pool) and seat.virtual) for seat in seats)
    return UnoState(
        tuple(seats),
        (hand_size,) * len(seats),
        _deal_from(deck, pool, draws, hand_size),
        draws,
        hand_size,
        house=house,
        scores=(0,) * len(seats) * (house.scores != "none"),
        games=(0,) * len(seats) * (house.scores == "session"),
    )


def _deal_from(deck: Sequence[str], pool: Sequence[str], draws: Sequence[int], size: int) -> tuple[Deck, ...]:
    """Return the decks after all hands have been dealt.

    Args:
        deck: Cards of the first deck.
        pool: Cards of the virtual players' own deck, or empty.
        draws: Deck index of each seat.
        size: Hand size.

    Raises:
        TableError: There are too few cards.
    """
    pooled = sum(draws)
    people = len(draws) - pooled
    unplayed, left = len(deck) - size * people, len(pool) - size * pooled
    if size < 1 or unplayed < 1:
        raise build_error(TableError, "uno.hands", people=people, size=size, cards=len(deck))
    if not pool:
        return (Deck(sort_cards(deck), unplayed),)
    if left < 1:
        raise build_error(TableError, "uno.hands.pool", pooled=pooled, size=size, cards=len(pool))
    return (Deck(sort_cards(deck), unplayed), Deck(sort_cards(pool), left, POOL))


def name_deck(state: UnoState, deck: int) -> dict[str, Any]:
    """Return sentence values for a draw pile: its name, and whether another draw pile exists.

    Args:
        state: Public state.
        deck: Deck index.
    """
    return {"deck": name_draw_pile(state.decks[deck].zone, state.pool), "own": len(state.decks) > 1}


def describe_decks(state: UnoState, decks: Iterable[Deck]) -> list[str]:
    """Return a text for each draw pile with its name and size."""
    return [
        sentence("facts.deck", deck=name_draw_pile(deck.zone, state.pool, "label.draw_pile"), n=deck.unplayed)
        for deck in decks
    ]


def no_such_card(card: str) -> CommandError:
    """Build the error for a code that is not the code of a UNO card."""
    return build_error(CommandError, "uno.code", quote_input(card))


def _map_to_names(names: Sequence[str], numbers: Sequence[int]) -> dict[str, int]:
    """Return the number of each seat by name, or an empty dictionary if all numbers are 0."""
    return dict(zip(names, numbers, strict=False)) if any(numbers) else {}


def sort_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in list order."""
    return tuple(sorted(cards, key=uno.deck_order))


@lru_cache(maxsize=256)
def remove_cards(deck: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards of a deck in list order without some cards. Each removed card removes one copy.

    The result is cached, because simulated games request the same cards several times in each turn.
    """
    left = list(deck)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
