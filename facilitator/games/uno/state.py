"""The public state of a game of UNO: what everybody at the table could write down.

No field could hold a hidden card.  Source: Ruangwises–Shinagawa §3.1; rules: "paper".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from facilitator.errors import CommandError, TableError
from facilitator.games.events import Drew, Event, Pass, Play, Start, find_seat
from facilitator.games.rules import Seat, Zone
from facilitator.games.uno import cards as uno
from facilitator.games.uno.options import PAPER, UnoOptions
from facilitator.machine.faces import DECK, POOL
from facilitator.words import fold, quoted

# ----------------------------------------------------------------------------------------------------
# Chains of + and D: what may answer what, who draws the sum, and who may be challenged.
#
# Rules: "stacking"; "official", Wild Draw Four; kpgut, "Draw 2" and "Wild+Draw 4".


_BY_SYMBOL = {symbol: frozenset(kind for kind in uno.KINDS if kind[0] == symbol) for symbol in "+D"}
DRAWS = {"+": 2, "D": 4}


def answers(top: str, color: str, stacking: tuple[str, ...]) -> frozenset[str]:
    """The kinds that may answer a + or D on top; a + on a D must have the named colour."""
    found: set[str] = set()
    for symbol, kinds in _BY_SYMBOL.items():
        if f"{symbol} on {top[0]}" in stacking:
            found |= {kind for kind in kinds if uno.valid(kind, top, color)}
    return frozenset(found)


def chain_classes(state: UnoState) -> tuple[frozenset[str], ...]:
    """What a virtual seat looks for: first all that is legal but D, then D, where D comes after all others."""
    legal = state.legal_cards()
    if not state.priority:
        return (legal,)
    return tuple(one for one in (legal - _BY_SYMBOL["D"], legal & _BY_SYMBOL["D"]) if one)


def betrays(state: UnoState) -> tuple[str, ...] | None:
    """The kinds beside which a D played now is wrong; None where no D ever is.

    ``official``: "when the player holding it does not have a card in his/her hand to match the color"; so a card of
    the number or symbol does not count.  kpgut: "only if none of the other hand cards is playable"; on a + that is
    a + where + may answer it, so a wild that could not be played at all does not count.  A challenge counts as the
    rule set says; a table of ``paper`` rules with the option takes the book's, for it names every card.
    """
    if state.house.wild_draw_four != "challenge" or state.color is None:
        return None
    legal = state.legal_cards() - _BY_SYMBOL["D"]
    if state.house.colour_alone and not state.pending:
        legal = frozenset(kind for kind in legal if uno.color_of(kind) == state.color)
    return tuple(sorted(legal, key=uno.deck_order))


def may_challenge(state: UnoState) -> bool:
    """Whether the seat in turn may challenge the D before it, which a person played: no virtual seat is guilty."""
    if state.suspects is None or state.challenged or state.layer is None or state.ended:
        return False
    return contestable(state, state.layer, state.turn, state.suspects)


def contestable(state: UnoState, layer: int, seat: int, suspects: tuple[str, ...]) -> bool:
    """Whether ``seat`` may challenge a D of ``layer``, guilty beside any of ``suspects``.

    A person is shown the hand.  For a virtual seat nobody could look at it, so the covered hand is asked one
    question; all cards that it could hold must be in the layout for that, so not where people have a deck of their
    own, and not where everybody knows the answer.  Both rule books are silent about who would challenge for nobody:
    a public lot decides, one of the four colour cards that are there anyway, and the colour just named means yes.
    One in four, because a run takes as long as a turn does, and because a bluff must cost something on average.
    """
    if state.seats[layer].virtual:
        return False
    return not state.seats[seat].virtual or askable(state, suspects)


def askable(state: UnoState, suspects: tuple[str, ...]) -> bool:
    """Whether a run can settle it: there is something to ask, one deck for all, and a box, for a seat is virtual."""
    return bool(suspects) and len(state.decks) == 1 and any(seat.virtual for seat in state.seats)


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
    """Return the points of all cards left in hands."""
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
        numbers = [card[0] for card in hands.get(seat, ()) if not is_special(card)]
        return (sizes[seat], len(numbers), *(-numbers.count(digit) for digit in "0123456789"))

    ranks = sorted({rank(seat) for seat in sizes})
    return tuple(tuple(seat for seat in sizes if rank(seat) == one) for one in ranks)


def tied_seats(sizes: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seats whose size alone does not tell their place."""
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
# What the host is told when an event cannot be: whose turn it is, what would be valid, what to check.
#
# Built only when an event is refused, so that `state` stays about what happens when it is not.


_CHECK = "Check the card; if an earlier event was mistyped, undo back to it."


def wrong_seats(count: int, virtual: int) -> TableError:
    """Too few or too many seats, or nobody to hold the cards."""
    found = f"{count}, {virtual} of them virtual"
    return TableError("2 to 10 seats, a person at one of them at least", found, "Change the table's seats.")


def seat_names(names: list[str]) -> TableError:
    """Two seats that could not be told apart by typing, or one without a name."""
    return TableError("a name of its own for every seat", ", ".join(names), "Rename a seat.")


def deal(hands: int, hand_size: int, cards: int) -> TableError:
    """Hands that cannot be dealt."""
    found = f"{hands} hands of {hand_size} from {cards} cards"
    return TableError("1 card or more a hand, and one left to turn over", found, "Change the hand size.")


def deal_pool(hands: int, hand_size: int, cards: int) -> TableError:
    """Virtual hands that the pool's own deck cannot be dealt into."""
    found = f"{hands} virtual hands of {hand_size} from a pool of {cards} cards"
    todo = "Change the hand size, or take a larger pool deck."
    return TableError("a pool that deals every virtual hand, and one card left to draw", found, todo)


def no_such_card(card: str) -> CommandError:
    """The code is none of the 54 kinds."""
    todo = "Type a card as 7R, SY, RG, +B, W or D."
    return CommandError("the code of an UNO card", quoted(card), todo)


def already_started(event: Event) -> TableError:
    """A second start."""
    todo = "Type what the seat in turn does; to start differently, undo back to the start."
    return TableError("one start in a game", quoted(uno.CODEC.text(event)), todo)


def no_first_card(event: Start) -> CommandError:
    """A start without the card that was turned over."""
    return CommandError("the first top card", "none", f"Turn it over, and type: start 7R {event.first} first")


def black_start(card: str) -> TableError:
    """Source: Ruangwises–Shinagawa §3.1: the first top card is not black."""
    todo = "Put it back, shuffle the unplayed deck and turn over another card."
    return TableError("a coloured card to start with", f"a {uno.describe(card)}", todo)


def not_started(state: UnoState, event: Event) -> TableError:
    """An event before the first top card."""
    first = state.seats[0].name
    todo = f"Turn over a card, choose who begins, and type, for example: start 7R {first} first"
    if not state.house.first_card:
        todo = f"Type who starts, for example: {first} begins"
    return TableError("the start of the game first", quoted(uno.CODEC.text(event)), todo)


def already_won(state: UnoState, event: Event) -> TableError:
    """An event after the end."""
    winner = state.seats[state.winner or 0].name
    todo = "To change how the game ended, undo."
    return TableError(f"nothing more, as {winner} has won", quoted(uno.CODEC.text(event)), todo)


def wrong_turn(state: UnoState, after: int, event: Event) -> TableError:
    """An event of a seat that is neither in turn nor, after a draw, `after` it."""
    now = state.seats[state.turn].name
    expected = f"an event of {now}, whose turn it is"
    if state.drawn:
        expected += f", or of {state.seats[after].name} if {now} passes"
    todo = f"Type what {now} does; if an earlier event was mistyped, undo back to it."
    return TableError(expected, quoted(uno.CODEC.text(event)), todo)


def not_valid(state: UnoState, event: Play) -> TableError | CommandError:
    """A card that matches neither colour nor number nor symbol.  Source: Ruangwises–Shinagawa §3.1."""
    if event.card not in uno.KINDS:
        return no_such_card(event.card)
    if state.color is None:  # kpgut: nothing lies yet
        return TableError("any card but a wild draw four to begin with", uno.describe(event.card), _CHECK)
    top, color = state.discards[-1], uno.COLOR_WORDS[state.color]
    if state.pending:
        answers = ", ".join(sorted(state.legal_cards(), key=uno.deck_order)) or "nothing but a pass"
        todo = f"Type: {event.seat} passes. The {state.pending} cards are counted without typing."
        return TableError(f"an answer to the {uno.describe(top)}: {answers}", uno.describe(event.card), todo)
    if uno.is_black(top):
        match, lies = "", f"{uno.describe(top)}, with {color} named"
    else:
        symbol = uno.symbol_of(top)
        match, lies = f" any {uno.SYMBOL_WORDS.get(symbol, symbol)},", uno.describe(top)
    expected = f"a {color} card,{match} a wild or a wild draw four"
    return TableError(expected, f"{uno.describe(event.card)} (the top card is {lies})", _CHECK)


def too_many(card: str, copies: int, whose: str) -> TableError | CommandError:
    """More copies of a card than the deck it is played from has."""
    if card not in uno.KINDS:
        return no_such_card(card)
    word, deck = uno.describe(card), {"people": "the people's deck", "pool": "the pool deck"}.get(whose)
    if not copies:
        return TableError(f"a card of {deck or 'this deck'}", f"{word}, which is not in it", _CHECK)
    lie = "1 lies" if copies == 1 else f"{copies} lie"
    of = f" of {deck}" if deck else ""
    expected = f"at most {copies} of the card {word}{of}"
    return TableError(expected, f"one more, while {lie} in the discard pile", _CHECK)


def color_missing(event: Play) -> CommandError:
    """A black card without its colour."""
    word, found = uno.describe(event.card), "none" if event.named is None else quoted(event.named)
    todo = f"Type it after the card: {event.seat} plays {event.card} blue"
    return CommandError(f"the colour named with the {word} (red, yellow, green or blue)", found, todo)


def color_at_odds(event: Play) -> CommandError:
    """A coloured card with a colour that is not its own."""
    color = uno.COLOR_WORDS.get(event.named or "", quoted(event.named or ""))
    todo = f"Type: {event.seat} plays {event.card}. Only W and D name a colour."
    return CommandError(f"the {uno.describe(event.card)} without another colour", color, todo)


def draw_count(event: Drew) -> CommandError:
    """A draw of its own accord is one card."""
    todo = f"Type: {event.seat} draws. What + and D make a seat draw is counted without typing."
    return CommandError("a draw of 1 card", str(event.count), todo)


def second_draw(event: Drew) -> TableError:
    """Rules: "paper": draws one and may play that card."""
    todo = f"{event.seat} may play the drawn card, or pass: {event.seat} passes"
    return TableError("one draw in a turn", f"a second draw by {event.seat}", todo)


def pass_early(event: Pass) -> TableError:
    """House rule: draw until you can play."""
    todo = f"Play the drawn card, or draw again, and type: {event.seat} draws"
    return TableError(f"{event.seat} to draw until a card can be played", "a pass", todo)


def pass_undrawn(event: Pass) -> TableError:
    """A seat that would rather not play draws first."""
    todo = f"Let {event.seat} draw one card, and type: {event.seat} draws"
    return TableError(f"{event.seat} to play or draw", "a pass without a draw", todo)


# ----------------------------------------------------------------------------------------------------


SHARED, PEOPLES, POOLS = "shared", "people", "pool"
"""What a deck is to the table: the only one, the people's, the virtual seats' own."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that some of the seats were dealt and draw from; ``cards``: all of them, wherever they are."""

    cards: tuple[str, ...]
    unplayed: int
    whose: str = SHARED
    zone: Zone = DECK


@dataclass(frozen=True, slots=True)
class UnoState:
    """The public facts after ``n`` events; before the start there is no top card, colour or turn.

    The first top card is of the first deck.
    """

    seats: tuple[Seat, ...]  # clockwise
    hands: tuple[int, ...]  # how many cards each seat holds
    decks: tuple[Deck, ...]
    draws: tuple[int, ...]  # of each seat: which deck it draws from
    hand_size: int = 7
    turn: int = 0
    direction: int = 1  # +1 clockwise, -1 counterclockwise
    discards: tuple[str, ...] = ()  # the top card last
    origin: tuple[int, ...] = ()  # of each discard: which deck it came from
    color: str | None = None  # the active colour
    n: int = 0
    drawn: bool = False  # the seat in turn has drawn in this turn
    winner: int | None = None
    until: bool = False  # house rule: a seat that cannot play draws until it can
    priority: bool = False  # a virtual seat plays a wild draw four only if nothing else fits
    house: UnoOptions = PAPER
    opened: bool = False  # a game without a first top card has begun
    naming: bool = False  # the seat in turn names the colour of the wild that was turned over
    pending: int = 0  # cards that whoever does not answer a + or D must draw
    layer: int | None = None  # who played that + or D last
    suspects: tuple[str, ...] | None = (
        None  # kinds whose holder must not have played it; None: not to be challenged
    )
    challenged: bool = False  # the hand of `layer` is being looked at …
    covered: bool = False  # … or asked one question, and shown to nobody
    free: bool = False  # after a right challenge: any card may be played
    at_risk: int | None = None  # who has one card left, and may be caught not having said so
    held: tuple[
        tuple[int, ...], ...
    ] = ()  # of each hand: other seats that have held it, once hands were swapped
    finished: tuple[int, ...] = ()  # whose hand is empty, in this order
    gone: tuple[int, ...] = ()  # who gave up
    leaving: int | None = None  # who gives up, the hand not yet shown
    counting: tuple[int, ...] = ()  # whose hands are yet to be shown, for points or places
    shown: tuple[tuple[int, tuple[str, ...]], ...] = ()  # hands that were
    ended: bool = False  # the hand or the game has ended; what is left is counting
    scores: tuple[int, ...] = ()
    round: int = 1
    minutes: int = 0
    times: tuple[tuple[int, int], ...] = ()  # of who has finished: after how many minutes
    places: tuple[tuple[int, ...], ...] = ()  # the ranking, those that share a place together

    @property
    def started(self) -> bool:
        """Whether the first top card has been turned over, or the first seat has begun without one."""
        return bool(self.discards) or self.opened

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not finished and not given up, clockwise."""
        out = {*self.finished, *self.gone}
        return tuple(i for i in range(len(self.seats)) if i not in out)

    def after(self, seat: int, direction: int) -> int:
        """The next seat that still plays."""
        count = len(self.seats)
        seat = (seat + direction) % count
        while seat in self.finished or seat in self.gone:
            seat = (seat + direction) % count
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
        """Where the seat of this name sits, counted clockwise.

        Raises: CommandError if no seat is called so.
        """
        for index, seat in enumerate(self.seats):
            if seat.name == name:
                return index
        names = [seat.name for seat in self.seats]
        return names.index(find_seat(name, names))

    def deck_of(self, seat: int) -> Deck:
        """The deck this seat was dealt from and draws from."""
        return self.decks[self.draws[seat]]

    def discards_from(self, deck: int) -> tuple[str, ...]:
        """The discards that came from a deck, the latest last."""
        if len(self.decks) == 1:
            return self.discards
        return tuple(card for card, of in zip(self.discards, self.origin, strict=True) if of == deck)

    def remaining(self, deck: int = 0) -> tuple[str, ...]:
        """The cards of a deck in hands and in what is unplayed of it, as they lie in the deck list."""
        return without(self.decks[deck].cards, self.discards_from(deck))

    def can_draw_after(self, count: int) -> bool:
        """Whether the seat in turn can draw one more card when it has drawn `count`, reshuffling if need be."""
        deck = self.draws[self.turn]
        return self.decks[deck].unplayed > count or deck in self.origin[:-1]

    def legal_cards(self) -> frozenset[str]:
        """The kinds that may be played now; none before the start and after the end."""
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
        """The public state as `replay` and `play --json` write it."""
        facts: dict[str, object] = {
            "n": self.n,
            "turn": self.seats[self.turn].name if self.started else None,
            "direction": "clockwise" if self.direction == 1 else "counterclockwise",
            "top": self.top,
            "color": self.color,
            "hands": {seat.name: size for seat, size in zip(self.seats, self.hands, strict=True)},
            "unplayed": self.unplayed,
            "discards": len(self.discards),
            "winner": None if self.winner is None else self.seats[self.winner].name,
        }
        for number, deck in enumerate(self.decks[1:], 1):
            facts[deck.whose] = {"unplayed": deck.unplayed, "discards": self.origin.count(number)}
        return {**facts, **self._house_json()}

    def _house_json(self) -> dict[str, object]:
        """What only some rules know, where there is any of it."""
        facts: dict[str, object] = {}
        if self.pending:
            facts["pending"] = self.pending
        if any(self.held):
            facts["held"] = {
                self.name(hand): [self.name(seat) for seat in seats]
                for hand, seats in enumerate(self.held)
                if seats
            }
        if any(self.scores):
            facts["scores"] = {self.name(i): score for i, score in enumerate(self.scores)}
        if self.round > 1:
            facts["round"] = self.round
        if self.finished or self.gone:
            facts["finished"] = [self.name(seat) for seat in self.finished]
            facts["gave_up"] = [self.name(seat) for seat in self.gone]
        if self.places:
            facts["ranking"] = [[self.name(seat) for seat in place] for place in self.places]
        return facts

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.seats[seat].name


def new_game(
    seats: Sequence[Seat],
    hand_size: int = 7,
    deck: Sequence[str] = uno.DECK,
    pool: Sequence[str] = (),
    until: bool = False,
    house: UnoOptions = PAPER,
) -> UnoState:
    """A game whose hands are dealt and whose first top card is not yet turned over.

    With a `pool` of cards the virtual seats are dealt from and draw from that deck, the people from `deck`.

    Raises: TableError if no such game can be dealt, CommandError if a deck lists what is no card.
    """
    virtual = sum(seat.virtual for seat in seats)
    if not 2 <= len(seats) <= 10 or virtual == len(seats):
        raise wrong_seats(len(seats), virtual)
    if len({fold(seat.name) for seat in seats} - {""}) < len(seats):
        raise seat_names([seat.name for seat in seats])
    for card in (*deck, *pool):
        if card not in uno.KINDS:
            raise no_such_card(card)
    pooled = virtual if pool else 0
    unplayed = len(deck) - hand_size * (len(seats) - pooled)
    if hand_size < 1 or unplayed < 1:
        raise deal(len(seats) - pooled, hand_size, len(deck))
    decks: tuple[Deck, ...] = (Deck(in_order(deck), unplayed, PEOPLES if pool else SHARED),)
    if pool:
        if len(pool) - hand_size * pooled < 1:
            raise deal_pool(pooled, hand_size, len(pool))
        decks += (Deck(in_order(pool), len(pool) - hand_size * pooled, POOLS, POOL),)
    draws = tuple(int(bool(pool) and seat.virtual) for seat in seats)
    hands = (hand_size,) * len(seats)
    scores = (0,) * len(seats) if house.scores != "none" else ()
    return UnoState(
        tuple(seats),
        hands,
        decks,
        draws,
        hand_size,
        until=until or house.draw == "until playable",
        priority=house.wild_draw_four != "any",
        house=house,
        scores=scores,
    )


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards as they lie in the deck list."""
    return cards if cards is uno.DECK else tuple(sorted(cards, key=uno.deck_order))


def without(deck: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The cards of a deck that are not gone, as they lie in the deck list."""
    missing = Counter(gone)
    left: list[str] = []
    for card in deck:
        if missing.get(card):
            missing[card] -= 1
        else:
            left.append(card)
    return tuple(left)
