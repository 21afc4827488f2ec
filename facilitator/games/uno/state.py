"""The public state of a game of UNO: what everybody at the table could write down.

No field could hold a hidden card. Source: Ruangwises–Shinagawa §3.1; rules: "paper".

Beside the facts stand what can be read off them alone: what may answer what, who may be challenged, what cards
and places are worth. Nothing here changes a fact (`law` does), and nothing is said in sentences but why a game
cannot be dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from facilitator.errors import CommandError, TableError
from facilitator.games.seats import Seat, Zone, check_seats
from facilitator.games.uno import cards as uno
from facilitator.games.uno.options import PAPER, UnoOptions
from facilitator.machine.faces import DECK, POOL
from facilitator.words import quoted
from facilitator.words.catalogue import refused, template

# ----------------------------------------------------------------------------------------------------
# Chains of + and D: what may answer what, who draws the sum, and who may be challenged.
#
# Rules: "stacking"; "official", Wild Draw Four; kpgut, "Draw 2" and "Wild+Draw 4".


_BY_SYMBOL = {symbol: frozenset(kind for kind in uno.KINDS if kind[0] == symbol) for symbol in "+D"}
DRAWS = {"+": 2, "D": 4}


def answers(top: str, color: str, stacking: tuple[str, ...]) -> frozenset[str]:
    """Return the kinds that may answer a + or D on top; a + on a D must have the named colour.

    ``color``: the active one. ``stacking``: which card may answer which, of `facilitator.games.rules.STACKS`.
    """
    found: set[str] = set()
    for symbol, kinds in _BY_SYMBOL.items():
        if f"{symbol} on {top[0]}" in stacking:
            found |= {kind for kind in kinds if uno.valid(kind, top, color)}
    return frozenset(found)


def chain_classes(state: UnoState) -> tuple[frozenset[str], ...]:
    """Return what a virtual seat looks for: first all that is legal but D, then D, where D comes after others.

    One class where it does not, which may be empty: then everybody can count that nothing fits.
    """
    legal = state.legal_cards()
    if not state.priority:
        return (legal,)
    return tuple(one for one in (legal - _BY_SYMBOL["D"], legal & _BY_SYMBOL["D"]) if one)


def betrays(state: UnoState) -> tuple[str, ...] | None:
    """Return the kinds beside which a D played now is wrong; None where no D ever is.

    ``official``: "when the player holding it does not have a card in his/her hand to match the color"; so a
    card of the number or symbol does not count. kpgut: "only if none of the other hand cards is playable"; on a
    + that is a + where + may answer it, so a wild that could not be played at all does not count. A challenge
    counts as the rule set says; a table of ``paper`` rules with the option takes the book's, for it names every
    card.
    """
    if state.house.wild_draw_four != "challenge" or state.color is None:
        return None
    legal = state.legal_cards() - _BY_SYMBOL["D"]
    if state.house.colour_alone and not state.pending:
        legal = frozenset(kind for kind in legal if uno.color_of(kind) == state.color)
    return tuple(sorted(legal, key=uno.deck_order))


def may_challenge(state: UnoState) -> bool:
    """Tell whether the seat in turn may challenge the D before it, which a person played.

    A virtual seat is never guilty: its selection looks for a D only after all else. Nor is a D that answers a D
    (kpgut), as nothing else could be played: then no kind is suspected.
    """
    if not state.suspects or state.challenged or state.layer is None or state.ended:
        return False
    return contestable(state, state.layer, state.turn, state.suspects)


def contestable(state: UnoState, layer: int, seat: int, suspects: tuple[str, ...]) -> bool:
    """Tell whether ``seat`` may challenge a D of ``layer``, guilty beside any of ``suspects``.

    A person is shown the hand. For a virtual seat nobody could look at it, so the covered hand is asked one
    question; all cards that it could hold must be in the layout for that, so not where people have a deck of
    their own, and not where everybody knows the answer.

    Both rule books are silent about who would challenge for nobody: a public lot decides, one of the four
    colour cards that are there anyway, and the colour just named means yes. One in four, because a run takes as
    long as a turn does, and because a bluff must cost something on average.
    """
    if state.seats[layer].virtual or not suspects:
        return False
    return not state.seats[seat].virtual or len(state.decks) == 1


# ----------------------------------------------------------------------------------------------------
# What cards and places are worth.
#
# Sources: "The complexity of UNO", appendix 0.A, "Objective of the game"; the official values, of which the
# excerpt is silent, as everybody counts them (number: its face, S R + 20, W D 50); kpgut, "Scoring" and Special
# Situation § 6.


MATCH = 500
"""Points that win a match: "the first player to score 500 points"."""
ACTION, BLACK = 20, 50
FIRST_LEFT, NEXT_LEFT = 65, 5
"""kpgut: after one hour "the best remaining player gets 65 points, the next gets 70"."""
GAVE_UP_MORE, GAVE_UP_LEAST = 30, 60


def value(card: str) -> int:
    """Return the points of a card left in a hand."""
    if uno.is_black(card):
        return BLACK
    return int(card[0]) if card[0].isdigit() else ACTION


def points(cards: Iterable[str]) -> int:
    """Return the points of all cards left in hands, as the winner of a hand of ``official`` takes them."""
    return sum(value(card) for card in cards)


def is_special(card: str) -> bool:
    """Tell whether a card is no number."""
    return not card[0].isdigit()


def places(sizes: Mapping[int, int], hands: Mapping[int, Sequence[str]]) -> tuple[tuple[int, ...], ...]:
    """Return the order of seats that still hold cards, equal ones together: kpgut, Special Situation § 6.

    Fewer cards first; then fewer number cards; then more 0 cards, more 1 cards, … more 9 cards.
    ``hands``: of those that share their size with another.
    """

    def rank(seat: int) -> tuple[int, ...]:
        """Return what a seat's place is told by, the least first."""
        numbers = [card[0] for card in hands.get(seat, ()) if not is_special(card)]
        return (sizes[seat], len(numbers), *(-numbers.count(digit) for digit in "0123456789"))

    ranks = sorted({rank(seat) for seat in sizes})
    return tuple(tuple(seat for seat in sizes if rank(seat) == one) for one in ranks)


def tied_seats(sizes: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seats whose size alone does not tell their place, so that they show their hands."""
    every = list(sizes.values())
    return tuple(seat for seat, size in sizes.items() if every.count(size) > 1)


def session(
    times: Mapping[int, int], left: Sequence[Sequence[int]], gave_up: Iterable[int], whole: bool, minutes: int
) -> dict[int, int]:
    """Return each seat's score of one kpgut game; the lowest average of a session wins it.

    ``times``: minutes of those who finished.  ``left``: those who did not, best first, equal ones together.
    ``whole``: the game came to its end, so that its loser finishes with it, after ``minutes`` (the book names no
    score for a loser; "a score equal to the full minutes elapsed" is the only one it has within the hour).
    Equal places get the same score and leave no gap (the book is silent; 65, 70, 75 count players, so the next
    after two that share 65 gets 75).
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
# The public facts.


SEATS = (2, 10)
"""The fewest and the most that play."""
SHARED, PEOPLES, POOLS = "shared", "people", "pool"
"""What a deck is to the table: the only one, the people's, the virtual seats' own."""


class Awaited(Enum):
    """What the table waits for: most of what may be, and what is asked for, follows from it."""

    # A hand that is turned over for all to see.
    SHOWING = "showing"
    # The minutes of who has just finished, in a session.
    TIMING = "timing"
    # The next deal, or nothing more.
    ENDED = "ended"
    # The beginning.
    UNSTARTED = "unstarted"
    # A colour for the wild that was turned over.
    NAMING = "naming"
    # What the hand that was challenged showed.
    CHALLENGED = "challenged"
    # The seat in turn.
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that some of the seats were dealt and draw from.

    ``cards``: all of them, wherever they are, in list order. ``unplayed``: how many lie in the unplayed deck.
    ``whose``: what it is to the table, of `SHARED`, `PEOPLES`, `POOLS`. ``zone``: where its unplayed cards lie.
    """

    cards: tuple[str, ...]
    unplayed: int
    whose: str = SHARED
    zone: Zone = DECK


@dataclass(frozen=True, slots=True)
class UnoState:
    """The public facts after ``n`` events; before the start there is no top card, colour or turn.

    Seats are places counted clockwise from 0. The first top card is of the first deck. Of the fields that only
    some rules know each has a value that means nothing, so that rules without them need not look.
    """

    # Who sits where, clockwise.
    seats: tuple[Seat, ...]
    # How many cards each seat holds.
    hands: tuple[int, ...]
    # The only deck, or the people's and then the virtual seats' own.
    decks: tuple[Deck, ...]
    # Of each seat: which deck it draws from.
    draws: tuple[int, ...]
    # Cards dealt to each seat.
    hand_size: int = 7
    # Whose turn it is.
    turn: int = 0
    # +1 clockwise, -1 counterclockwise.
    direction: int = 1
    # The top card last.
    discards: tuple[str, ...] = ()
    # Of each discard: which deck it came from.
    origin: tuple[int, ...] = ()
    # The active colour.
    color: str | None = None
    # How many events there have been.
    n: int = 0
    # The seat in turn has drawn in this turn.
    drawn: bool = False
    # Who has won the game, or the match.
    winner: int | None = None
    # By which rules it is played.
    house: UnoOptions = PAPER
    # A game without a first top card has begun.
    opened: bool = False
    # The seat in turn names the colour of the wild that was turned over.
    naming: bool = False
    # Cards that whoever does not answer a + or D must draw.
    pending: int = 0
    # Who played that + or D last.
    layer: int | None = None
    # Kinds whose holder must not have played it; None: not to be challenged.
    suspects: tuple[str, ...] | None = None
    # The hand of `layer` is being looked at, or for a virtual seat asked one question.
    challenged: bool = False
    # After a right challenge: any card may be played.
    free: bool = False
    # Who has one card left, and may be caught not having said so.
    at_risk: int | None = None
    # Whose hand is empty, in this order.
    finished: tuple[int, ...] = ()
    # Who gave up.
    gone: tuple[int, ...] = ()
    # Of them, who was ejected, and has no rank.
    ejected: tuple[int, ...] = ()
    # Who gives up, the hand not yet shown.
    leaving: int | None = None
    # Whose hands are yet to be shown, for points or places.
    counting: tuple[int, ...] = ()
    # Hands that were shown, by their seats.
    shown: tuple[tuple[int, tuple[str, ...]], ...] = ()
    # The hand or the game has ended; what is left is counting.
    ended: bool = False
    # Points of each seat; none by rules that count none.
    scores: tuple[int, ...] = ()
    # Which hand of a match it is.
    round: int = 1
    # Turns that ended with no card moved, one after the other.
    idle: int = 0
    # Of each seat: in how many games of a session it has a score.
    games: tuple[int, ...] = ()
    # The minutes of who has just finished are asked.
    timing: bool = False
    # Full minutes since the game began, as the host says them.
    minutes: int = 0
    # Of who has finished: after how many minutes.
    times: tuple[tuple[int, int], ...] = ()
    # The ranking, those that share a place together.
    places: tuple[tuple[int, ...], ...] = ()

    @property
    def rules(self) -> str:
        """The name of the rule set."""
        return self.house.rules

    @property
    def until(self) -> bool:
        """Whether a seat that cannot play draws until it can."""
        return self.house.draw == "until playable"

    @property
    def priority(self) -> bool:
        """Whether a virtual seat plays a wild draw four only if nothing else fits."""
        return self.house.wild_draw_four != "any"

    @property
    def started(self) -> bool:
        """Whether the first top card has been turned over, or the first seat has begun without one."""
        return bool(self.discards) or self.opened

    @property
    def showing(self) -> int | None:
        """Whose hand must be shown for all to see: to be counted, or as its person gives up; None: nobody's."""
        return self.counting[0] if self.counting else self.leaving

    @property
    def lowest(self) -> tuple[int, ...]:
        """The seats with the lowest average of a session's games."""
        averages = {seat: self.scores[seat] / count for seat, count in enumerate(self.games) if count}
        return tuple(seat for seat, mean in averages.items() if mean == min(averages.values()))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won: more than one only where a session's lowest averages are equal."""
        won = () if self.winner is None else self.lowest if self.games else (self.winner,)
        return tuple(map(self.name, won))

    @property
    def over(self) -> bool:
        """Whether somebody has won, or the only hand ended with nothing that could happen any more."""
        return self.winner is not None or (self.ended and not self.counting and self.house.scores == "none")

    @property
    def awaited(self) -> Awaited:
        """What the table waits for, while nobody has won."""
        if self.showing is not None:
            return Awaited.SHOWING
        if self.timing:
            return Awaited.TIMING
        if self.ended:
            return Awaited.ENDED
        if not self.started:
            return Awaited.UNSTARTED
        if self.naming:
            return Awaited.NAMING
        return Awaited.CHALLENGED if self.challenged else Awaited.TURN

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not finished and not given up, clockwise."""
        out = {*self.finished, *self.gone}
        return tuple(i for i in range(len(self.seats)) if i not in out)

    def plays_on(self, seat: int) -> bool:
        """Tell whether a person sits here who has not finished and not given up."""
        return seat in self.playing and not self.seats[seat].virtual

    def after(self, seat: int) -> int:
        """Return the next seat in the direction of play that still plays; the seat itself where no other does."""
        for _ in self.seats:
            seat = (seat + self.direction) % len(self.seats)
            if seat not in self.finished and seat not in self.gone:
                break
        return seat

    @property
    def top(self) -> str | None:
        """The top card; None before the start."""
        return self.discards[-1] if self.discards else None

    @property
    def unplayed(self) -> int:
        """How many cards the first deck has left."""
        return self.decks[0].unplayed

    def seat_index(self, name: str) -> int:
        """Where the seat of this name sits, counted clockwise; raises `CommandError` if no seat is called so."""
        names = self.names(range(len(self.seats)))
        if name not in names:
            raise refused(CommandError, "event.seat", quoted(name), seats=", ".join(names))
        return names.index(name)

    def deck_of(self, seat: int) -> Deck:
        """The deck this seat was dealt from and draws from."""
        return self.decks[self.draws[seat]]

    def discards_from(self, deck: int) -> tuple[str, ...]:
        """Return the discards that came from a deck, the latest last.

        With one deck that is the whole pile; else the marks tell them apart.
        """
        if len(self.decks) == 1:
            return self.discards
        return tuple(card for card, of in zip(self.discards, self.origin, strict=True) if of == deck)

    def remaining(self, deck: int = 0) -> tuple[str, ...]:
        """Return the cards of a deck in hands and in what is unplayed of it, as they lie in the deck list.

        Which of them lies where nobody knows: this is what a layout puts down.
        """
        return without(self.decks[deck].cards, self.discards_from(deck))

    def can_draw_after(self, count: int, seat: int | None = None) -> bool:
        """Tell whether a seat can draw one more card when it has drawn ``count``, reshuffling if need be.

        ``seat``: None for the one in turn.
        """
        deck = self.draws[self.turn if seat is None else seat]
        return self.decks[deck].unplayed > count or deck in self.origin[:-1]

    def legal_cards(self) -> frozenset[str]:
        """Return the kinds that may be played now; none before the start and after the end."""
        if self.winner is not None or self.ended or self.naming or not self.started:
            return frozenset()
        if (
            self.color is None
        ):  # rules: kpgut, "The player is not allowed to play Wild + Draw 4 as their first card"
            return frozenset(uno.KINDS) - {"D"}
        if self.free:
            return frozenset(uno.KINDS)
        if self.pending:
            return answers(self.discards[-1], self.color, self.house.stacking)
        return uno.valid_kinds(self.discards[-1], self.color)

    def to_json(self) -> dict[str, object]:
        """Return the public state as `replay` and `play --json` write it; what only some rules know, where
        there is any.

        The shape is a contract (`DESIGN.md`).
        """
        names = self.names(range(len(self.seats)))
        facts: dict[str, object] = {
            "n": self.n,
            "turn": names[self.turn] if self.started else None,
            "direction": "clockwise" if self.direction == 1 else "counterclockwise",
            "top": self.top,
            "color": self.color,
            "hands": dict(zip(names, self.hands, strict=True)),
            "unplayed": self.unplayed,
            "discards": len(self.discards),
            "winner": None if not (won := self.winners) else won[0] if len(won) == 1 else list(won),
        }
        return facts | self._rare(names)

    def _rare(self, names: Sequence[str]) -> dict[str, object]:
        """Return what only some rules know, where there is any of it; ``names``: of all seats."""
        decks: dict[str, object] = {
            deck.whose: {"unplayed": deck.unplayed, "discards": self.origin.count(number)}
            for number, deck in enumerate(self.decks[1:], 1)
        }
        seen = {
            "pending": self.pending,
            "scores": dict(zip(names, self.scores, strict=False)) if any(self.scores) else {},
            "games": dict(zip(names, self.games, strict=False)) if any(self.games) else {},
            "ejected": self.names(self.ejected),
            "round": self.round * (self.round > 1),
        }
        facts = decks | {key: value for key, value in seen.items() if value}
        if self.finished or self.gone:
            gave_up = [seat for seat in self.gone if seat not in self.ejected]
            facts |= {"finished": self.names(self.finished), "gave_up": self.names(gave_up)}
        if self.places:
            facts["ranking"] = list(map(self.names, self.places))
        return facts

    def names(self, seats: Iterable[int]) -> list[str]:
        """Return what these seats are called, in their order."""
        return [self.seats[seat].name for seat in seats]

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.seats[seat].name


def new_game(
    seats: Sequence[Seat],
    hand_size: int = 7,
    deck: Sequence[str] = uno.DECK,
    pool: Sequence[str] = (),
    house: UnoOptions = PAPER,
) -> UnoState:
    """Return a game whose hands are dealt and whose first top card is not yet turned over.

    ``deck``: the cards of all, or with a ``pool`` of the people alone; the virtual seats are dealt from and
    draw from the pool.

    Raises: TableError if no such game can be dealt, CommandError if a deck lists what is no card.
    """
    check_seats(seats, SEATS)
    if unknown := [card for card in (*deck, *pool) if card not in uno.KINDS]:
        raise no_such_card(unknown[0])
    draws = tuple(int(bool(pool) and seat.virtual) for seat in seats)
    return UnoState(
        tuple(seats),
        (hand_size,) * len(seats),
        _dealt_from(deck, pool, draws, hand_size),
        draws,
        hand_size,
        house=house,
        scores=(0,) * len(seats) * (house.scores != "none"),
        games=(0,) * len(seats) * (house.scores == "session"),
    )


def _dealt_from(
    deck: Sequence[str], pool: Sequence[str], draws: Sequence[int], size: int
) -> tuple[Deck, ...]:
    """Return the decks with all hands dealt from them.

    ``draws``: of each seat, which deck it draws from. ``size``: of a hand. Raises: TableError for too few cards.
    """
    pooled = sum(draws)
    people = len(draws) - pooled
    unplayed, left = len(deck) - size * people, len(pool) - size * pooled
    if size < 1 or unplayed < 1:
        raise refused(TableError, "uno.hands", people=people, size=size, cards=len(deck))
    if not pool:
        return (Deck(in_order(deck), unplayed),)
    if left < 1:
        raise refused(TableError, "uno.hands.pool", pooled=pooled, size=size, cards=len(pool))
    return (Deck(in_order(deck), unplayed, PEOPLES), Deck(in_order(pool), left, POOLS, POOL))


def deck_word(whose: str) -> str:
    """Return what people call a deck."""
    return template(f"deck.{whose}")


def no_such_card(card: str) -> CommandError:
    """Return the refused of a code that is none of the 54 kinds."""
    return refused(CommandError, "uno.code", quoted(card))


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards as they lie in the deck list."""
    return tuple(sorted(cards, key=uno.deck_order))


@lru_cache(maxsize=256)
def without(deck: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards of a deck that are not gone, as they lie in the deck list. Equal cards are counted.

    Cached because a simulated game asks for the same cards several times in each turn.
    """
    left = list(deck)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
