"""The one way the public facts of a game of UNO change: which rule takes which event.

Source: Ruangwises–Shinagawa §3.1; rules: "paper".  What other rule sets add is in modules of its own: `begins`,
`plays`, `chain`, `contests`, `comings`, `endings`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from facilitator.errors import CommandError, TableError
from facilitator.games import events
from facilitator.games.events import (
    Absent,
    Caught,
    Challenge,
    ChallengeVerdict,
    Doubt,
    Drew,
    Event,
    Join,
    Named,
    Pass,
    Penalty,
    Play,
    Round,
    SeatLeaves,
    Show,
    Start,
    TimePassed,
    TimeUp,
)
from facilitator.games.rules import (
    Applied,
    Ask,
    HandQuestion,
    Happened,
    Lot,
    Mixed,
    Motion,
    Moved,
    Need,
    Over,
    Seat,
    Select,
    ShowHand,
    Swapped,
)
from facilitator.games.uno import cards as uno
from facilitator.games.uno.options import UnoOptions
from facilitator.games.uno.state import (
    MATCH,
    UnoState,
    already_started,
    already_won,
    askable,
    betrays,
    black_start,
    chain_classes,
    color_at_odds,
    color_missing,
    contestable,
    draw_count,
    is_special,
    may_challenge,
    no_first_card,
    not_started,
    not_valid,
    pass_early,
    pass_undrawn,
    places,
    points,
    second_draw,
    session,
    tied_seats,
    too_many,
    wrong_turn,
)
from facilitator.machine.faces import DISCARDS, Face
from facilitator.words import fold, listed, quoted

# ----------------------------------------------------------------------------------------------------
# Cards on their way while an event takes effect: hands, unplayed decks and the one discard pile.
#
# With a split pool the people and the virtual seats each draw from a deck of their own.  All discards lie on
# one pile; a mark on the face or another printed back tells which deck each came from.  Rules: "Split pool".


class StateDraft:
    """The next state while it is being worked out; if the event is refused it is simply forgotten."""

    def __init__(self, before: UnoState) -> None:
        self.before = before
        self.hands = list(before.hands)
        self.unplayed = [deck.unplayed for deck in before.decks]
        self.turn = before.turn
        self.direction = before.direction
        self.discards = before.discards
        self.origin = before.origin
        self.color = before.color
        self.drawn = before.drawn
        self.winner = before.winner
        self.rest: dict[str, Any] = {}
        self.told: list[Happened] = []

    def tell(self, key: str, *motions: Motion, **args: object) -> None:
        """Announce one thing that follows."""
        self.told.append(Happened(key, args, motions))

    def next_seat(self) -> int:
        finished: tuple[int, ...] = self.rest.get("finished", self.before.finished)
        gone: tuple[int, ...] = self.rest.get("gone", self.before.gone)
        seat, count = self.turn, len(self.hands)
        for _ in range(count):
            seat = (seat + self.direction) % count
            if seat not in finished and seat not in gone:
                break
        return seat

    def end_turn(self) -> None:
        self.turn = self.next_seat()
        self.drawn = False
        if self.before.free:
            self.rest["free"] = False

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not finished and not given up."""
        out = {*self.rest.get("finished", self.before.finished), *self.rest.get("gone", self.before.gone)}
        return tuple(i for i in range(len(self.hands)) if i not in out)

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    @property
    def seats(self) -> tuple[Seat, ...]:
        seats: tuple[Seat, ...] = self.rest.get("seats", self.before.seats)
        return seats

    def add_seat(self, seat: Seat, deck: int) -> None:
        """Let somebody sit down after the last seat, with no cards yet."""
        before = self.before
        self.rest |= {"seats": (*before.seats, seat), "draws": (*before.draws, deck)}
        if before.scores:
            self.rest["scores"] = (*before.scores, 0)
        if before.held:
            self.rest["held"] = (*before.held, ())
        self.hands.append(0)

    def deck_of(self, seat: int) -> int:
        draws: tuple[int, ...] = self.rest.get("draws", self.before.draws)
        return draws[seat]

    def break_chain(self) -> None:
        """Nothing waits any more for an answer to a + or D."""
        self.rest |= {"pending": 0, "suspects": None, "challenged": False, "covered": False}

    def forget_risk(self, seat: int) -> None:
        """The seat has drawn, so that it has more than one card: nobody can catch it."""
        if self.before.at_risk == seat:
            self.rest["at_risk"] = None

    def lay(self, card: str, deck: int) -> None:
        """Lay a card on the pile, with the mark of the deck it came from."""
        self.discards += (card,)
        self.origin += (deck,)

    def can_draw(self, deck: int) -> bool:
        return self.unplayed[deck] > 0 or deck in self.origin[:-1]

    def take(self, seat: int, most: int) -> Moved:
        """Move up to `most` cards of the seat's deck to its hand, a new deck made first where it is empty."""
        deck = self.deck_of(seat)
        if not self.unplayed[deck]:
            self._reshuffle(deck)
        count = min(most, self.unplayed[deck])
        self.unplayed[deck] -= count
        self.hands[seat] += count
        return Moved(self.before.decks[deck].zone, self.name(seat), count)

    def _reshuffle(self, deck: int) -> None:
        """Rules: "Unplayed deck empty when a card is needed" (the paper is silent; the official rule).

        All discards of the deck, but never the top card, come off the pile.
        """
        *under, top = zip(self.discards, self.origin, strict=True)
        back = tuple(card for card, of in under if of == deck)
        kept = [*(lying for lying in under if lying[1] != deck), top]
        self.discards = tuple(card for card, _ in kept)
        self.origin = tuple(of for _, of in kept)
        self.unplayed[deck] = len(back)
        of = self.before.decks[deck]
        told_apart = back if len(self.before.decks) > 1 else ()
        self.tell("reshuffle", Mixed((DISCARDS,), of.zone, 1, told_apart), count=len(back), deck=of.whose)

    def finished(self) -> UnoState:
        """The state that the event leads to."""
        before = self.before
        decks = before.decks
        if any(deck.unplayed != left for deck, left in zip(decks, self.unplayed, strict=True)):
            decks = tuple(
                replace(deck, unplayed=left) for deck, left in zip(decks, self.unplayed, strict=True)
            )
        return replace(
            before,
            hands=tuple(self.hands),
            decks=decks,
            turn=self.turn,
            direction=self.direction,
            discards=self.discards,
            origin=self.origin,
            color=self.color,
            n=before.n + 1,
            drawn=self.drawn,
            winner=self.winner,
            **self.rest,
        )


def force_draw(draft: StateDraft, seat: int, demanded: int, misses: bool = True) -> None:
    """Draw what is there, make a new unplayed deck where it runs out, go on; mostly it costs the turn."""
    deck, left = draft.deck_of(seat), demanded
    args = {"seat": draft.name(seat), "deck": draft.before.decks[deck].whose}
    while left and draft.can_draw(deck):
        motion = draft.take(seat, left)
        left -= motion.count
        of = demanded if motion.count < demanded else None
        virtual = draft.seats[seat].virtual
        draft.tell(
            "draw", motion, **args, count=motion.count, of=of, misses=misses and not left, virtual=virtual
        )
    if left:
        nothing = Moved(draft.before.decks[deck].zone, draft.name(seat), 0)
        draft.tell("short", nothing, **args, count=left, of=demanded, misses=misses)


_FULL = Counter(uno.DECK)


@lru_cache(maxsize=8)
def _copies(deck: tuple[str, ...]) -> Mapping[str, int]:
    return Counter(deck)


def check_copies(state: UnoState, card: str, deck: int, more: int = 1) -> None:
    """See that the discards do not come to hold more cards of a kind than the deck they come from has."""
    of = state.decks[deck]
    copies = (_FULL if of.cards is uno.DECK else _copies(of.cards))[card]  # to hash 108 cards takes a while
    if state.discards_from(deck).count(card) + more > copies:
        raise too_many(card, copies, of.whose)


# ----------------------------------------------------------------------------------------------------
# What the host is told when an event of a house rule cannot be.  Built only when one is refused.


_WHOSE = "If an earlier event was mistyped, undo back to it."


def _said(event: Event) -> str:
    return quoted(uno.CODEC.text(event))


def something_else(state: UnoState, event: Event) -> TableError:
    """A turn while the table waits for something: a colour, a look at a hand, a hand shown, a new deal."""
    if state.naming:
        who = state.name(state.turn)
        return TableError(f"the colour {who} names", _said(event), f"Type: {who} names blue")
    if state.challenged:
        who = state.name(state.layer or 0)
        return TableError(
            f"what {who}'s hand showed", _said(event), f"Type: {who} is guilty, or: {who} is innocent"
        )
    waiting = state.counting[:1] or (() if state.leaving is None else (state.leaving,))
    if waiting:
        who = state.name(waiting[0])
        return TableError(f"the hand of {who}, for all to see", _said(event), f"Type: {who} shows 7R W")
    return TableError("the next hand", _said(event), f"Deal anew and type: round {state.round + 1}")


def must_answer(state: UnoState, event: events.Drew) -> TableError:
    """A draw while a chain waits."""
    todo = f"Type: {event.seat} passes. The {state.pending} cards are counted without typing."
    return TableError(f"an answer to the {uno.describe(state.top or '')}, or a pass", _said(event), todo)


def several(state: UnoState, event: events.Play, person: bool) -> TableError:
    """Several cards where the rules, the seat or the cards do not allow it."""
    if not person:
        found, todo = "several", "A virtual seat plays one: to look for more would tell how many it has."
        return TableError(f"one card of {event.seat}", found, todo)
    if not state.house.several:
        return TableError("one card in a turn", _said(event), "Only rules: kpgut know several of one value.")
    if state.drawn:
        return TableError("the drawn card alone", _said(event), f"Type: {event.seat} plays {event.card}")
    todo = "Type the first card, then others of the same number or symbol."
    return TableError("cards of one value", _said(event), todo)


def too_few(state: UnoState, event: events.Play) -> TableError:
    """More cards than the hand has."""
    size = state.hands[state.seat_index(event.seat)]
    return TableError(f"{size} cards at most from {event.seat}", str(1 + len(event.more)), _WHOSE)


def no_swap(event: events.Play) -> TableError:
    """A swap where none is due."""
    return TableError("a play without a swap of hands", _said(event), "Leave the second name out.")


def swap_missing(state: UnoState, event: events.Play, others: list[str]) -> TableError:
    """A 7 without the seat to swap hands with."""
    todo = f"Type it after the card: {event.seat} plays {event.card} with {others[0]}"
    found = "none" if event.to is None else quoted(event.to)
    return TableError(f"a seat to swap hands with ({listed(others, 'or')})", found, todo)


def no_jump(state: UnoState, event: events.Play) -> TableError:
    """A card out of turn that may not be."""
    which = "number" if state.house.jump_in == "turn stays" else "coloured card"
    expected = f"the double of a {which} on top, by a person, before anybody else acts"
    return TableError(expected, _said(event), _WHOSE)


def jump_too_late(state: UnoState, event: events.Play) -> TableError:
    """Out of turn in a virtual seat's turn."""
    now = state.name(state.turn)
    return TableError(
        f"the steps of {now}'s turn, which has begun", _said(event), "It may be played in turn."
    )


def no_card_turned(event: events.Start) -> TableError:
    """A first card where the first seat plays it from its hand."""
    return TableError("no card turned over", str(event.card), f"Type: {event.first} begins")


def nothing_to_name(state: UnoState, event: events.Named) -> TableError:
    """A colour named without a wild turned over."""
    return TableError("a colour only of a first top card W, from the first seat", _said(event), _WHOSE)


def name_missing(event: events.Named) -> CommandError:
    """No colour named."""
    return CommandError("red, yellow, green or blue", quoted(event.named), f"Type: {event.seat} names blue")


def no_round(state: UnoState, event: events.Round) -> TableError:
    """A new hand while this one is played, or the wrong number."""
    todo = "A new hand is dealt when all points of the last are counted."
    return TableError(f"round {state.round + 1}, after this hand", _said(event), todo)


def no_challenge(state: UnoState, event: events.Challenge) -> TableError:
    """A challenge that is nobody's to make."""
    todo = (
        "A virtual seat is never guilty; a person who does not challenge passes." if state.pending else _WHOSE
    )
    expected = "a challenge of a person's D, by the seat it makes draw"
    return TableError(expected, _said(event), todo)


def not_askable(event: events.Challenge) -> TableError:
    """A question to a covered hand where none can be asked."""
    expected = (
        "a challenge whose question needs an answer, at a table with a virtual seat and one deck for all"
    )
    return TableError(expected, _said(event), f"Show the hand, and type: {event.seat} challenges")


def no_verdict(state: UnoState, event: events.ChallengeVerdict) -> TableError:
    """A verdict without a challenge."""
    return TableError("a challenge first", _said(event), "The person in turn challenges: Ben challenges")


def cannot_be_guilty(state: UnoState, event: events.ChallengeVerdict) -> TableError:
    """Guilty where no other card could have been played."""
    todo = f"Type: {event.seat} is innocent"
    return TableError("innocent, as nothing else could be played", _said(event), todo)


def not_at_risk(state: UnoState, event: events.Caught) -> TableError:
    """Nobody to catch."""
    todo = "A virtual seat's call is the Host's, and never missed; a person's may be until the next card is played."
    return TableError("a person with one card left who has just played", _said(event), todo)


def no_doubt(state: UnoState, event: events.Doubt) -> TableError:
    """A doubt that cannot be."""
    return TableError("a doubt of the person in turn, who has drawn (rules: kpgut)", _said(event), _WHOSE)


def no_penalty(state: UnoState, event: events.Penalty, most: int) -> TableError:
    """A penalty for nobody, or out of measure."""
    return TableError(f"1 to {most} cards for a person who still plays", _said(event), _WHOSE)


def no_coming(state: UnoState, event: events.Absent | events.SeatLeaves | events.Join) -> TableError:
    """Nobody comes or goes by these rules, or not now."""
    return TableError(
        "seats as the game began with them", _said(event), "Only rules: kpgut know this, in play."
    )


def not_absent(state: UnoState, event: events.Absent) -> TableError:
    """Away, but not in turn."""
    todo = "Only who is in turn, and has not drawn, is away."
    return TableError(f"the person in turn ({state.name(state.turn)})", _said(event), todo)


def cannot_leave(state: UnoState, event: events.SeatLeaves) -> TableError:
    """Nobody who could give up."""
    return TableError("a person who still plays", _said(event), "A virtual seat does not give up.")


def cannot_join(state: UnoState, event: events.Join, most: int) -> TableError:
    """Nobody joins any more, or not by this name."""
    if state.finished:
        return TableError("nobody to join once somebody has won", _said(event), "Wait for the next game.")
    return TableError(f"a new name, and {most} seats at most", _said(event), "Choose another name.")


def not_shown_now(state: UnoState, event: events.Show) -> TableError:
    """A hand shown that nobody waits for."""
    waiting = state.counting[:1] or (() if state.leaving is None else (state.leaving,))
    expected = f"the hand of {state.name(waiting[0])}" if waiting else "no hand shown now"
    return TableError(expected, _said(event), _WHOSE)


def not_that_hand(state: UnoState, event: events.Show, size: int) -> TableError:
    """A hand of another size, or with cards that lie elsewhere."""
    todo = "Look at the hand again and type every card once."
    return TableError(f"{size} cards that are in no other place", _said(event), todo)


def no_time(state: UnoState, event: events.TimePassed | events.TimeUp) -> TableError:
    """The clock where it counts for nothing."""
    return TableError("an event of this game", _said(event), "Only rules: kpgut look at the clock, in play.")


def minutes(state: UnoState, event: events.TimePassed, longest: int) -> TableError:
    """A clock that runs backwards."""
    return TableError(f"{state.minutes} to {longest} minutes", str(event.minutes), "Look at the clock again.")


# ----------------------------------------------------------------------------------------------------
# How a game or a hand begins: the card turned over and what it does, the colour named for it, a new deal.
#
# Rules: "official", How to play and Functions of the Action Cards; kpgut, "Starting the Game".


FIRST_DECK = 0
"""The first top card is of this deck: never of the virtual seats' own."""


def may_lie_first(card: str, house: UnoOptions) -> bool:
    """Tell whether a card turned over may stay: with effects, all but D, which "is returned to the deck"."""
    return card != "D" if house.first_effects else not uno.is_black(card)


def start(draft: StateDraft, event: Start) -> None:
    """Begin: ``first`` is the seat to the left of the dealer, or kpgut's youngest, who needs no card to begin on."""
    state = draft.before
    if state.started:
        raise already_started(event)
    card, first = event.card, state.seat_index(event.first)
    draft.turn = first
    if not state.house.first_card:
        if card is not None:
            raise no_card_turned(event)
        draft.rest["opened"] = True
        draft.tell("started")
        return
    if card is None:
        raise no_first_card(event)
    if not may_lie_first(card, state.house):
        raise black_start(card)
    check_copies(state, card, FIRST_DECK)
    draft.unplayed[FIRST_DECK] -= 1
    draft.lay(card, FIRST_DECK)
    draft.tell("started", Moved(state.decks[FIRST_DECK].zone, DISCARDS, 1, (card,)))
    draft.color = uno.color_of(card)
    if state.house.first_effects:
        _do_first(draft, card)


def _do_first(draft: StateDraft, card: str) -> None:
    """What the appendix says of each card "turned up at the beginning of play"."""
    effect = uno.effect(card)
    if effect.reverse:  # "the dealer goes first, then play moves to the right instead of the left"
        draft.turn = (draft.turn - 1) % len(draft.hands)
        draft.direction = -1
        draft.tell("reverse", clockwise=False)
    elif effect.draws:  # "the same rule applies"
        force_draw(draft, draft.turn, effect.draws)
        draft.end_turn()
    elif effect.misses:  # "the player to the left of that player commences play"
        draft.tell("miss", seat=draft.name(draft.turn))
        draft.end_turn()
    elif (
        effect.names_color
    ):  # "the person to the left of the dealer determines the color, which continues play"
        draft.rest["naming"] = True
        draft.tell("naming", seat=draft.name(draft.turn))


def name_color(draft: StateDraft, event: Named) -> None:
    """Let the first seat name the colour of the wild that was turned over."""
    state = draft.before
    if not state.naming or state.seat_index(event.seat) != state.turn:
        raise nothing_to_name(state, event)
    if event.named not in uno.COLOR_WORDS:
        raise name_missing(event)
    draft.color = event.named
    draft.rest["naming"] = False
    draft.tell("named", seat=event.seat, color=event.named)


def next_round(draft: StateDraft, event: Round) -> None:
    """Gather all cards, those of each deck apart, and deal the next hand of a match."""
    state = draft.before
    if not state.ended or state.counting or state.winner is not None or event.number != state.round + 1:
        raise no_round(state, event)
    size, n = state.hand_size, len(state.seats)
    gather, deals = list[Mixed](), list[Moved]()
    for number, deck in enumerate(state.decks):
        names = [seat.name for seat, own in zip(state.seats, state.draws, strict=True) if own == number]
        played = tuple(card for card, of in zip(state.discards, state.origin, strict=True) if of == number)
        if len(state.decks) == 1:
            gather.append(Mixed((*names, DISCARDS), deck.zone))
        else:
            gather += [Mixed((DISCARDS,), deck.zone, 0, played)] if played else []
            gather.append(Mixed((*names, deck.zone), deck.zone))
        deals += [Moved(deck.zone, name, size) for name in names]
        draft.unplayed[number] = len(deck.cards) - size * len(names)
    apart = {"apart": True} if len(state.decks) > 1 else {}
    draft.tell("round", *gather, *deals, number=event.number, hand_size=size, **apart)
    draft.hands = [size] * n
    draft.discards, draft.origin, draft.color = (), (), None
    draft.turn, draft.direction, draft.drawn = 0, 1, False
    draft.rest |= {
        "round": event.number,
        "ended": False,
        "shown": (),
        "pending": 0,
        "suspects": None,
        "at_risk": None,
        "held": (),
        "layer": None,
    }


# ----------------------------------------------------------------------------------------------------
# Who is away, who gives up, who joins.  Rules: kpgut § 8, § 9, § 13.


AWAY, JOINING, MOST_SEATS = 2, 9, 10


def come_or_go(draft: StateDraft, event: Absent | SeatLeaves | Join) -> None:
    """Take one of them; raises `TableError` where it cannot be."""
    state = draft.before
    if (
        not state.house.ranking
        or not state.started
        or state.ended
        or state.leaving is not None
        or state.challenged
    ):
        raise no_coming(state, event)
    match event:
        case Absent():
            _absent(draft, event)
        case SeatLeaves():
            _leave(draft, event)
        case Join():
            _join(draft, event)


def _absent(draft: StateDraft, event: Absent) -> None:
    """Two cards unseen, and the turn is missed; with a chain waiting, its sum, as for anybody who does not answer.

    § 8 names two cards and no chain; were it two then too, to leave the room would be the cheaper answer.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    if seat != state.turn or state.seats[seat].virtual or state.drawn:
        raise not_absent(state, event)
    draft.tell("away", seat=draft.name(seat))
    force_draw(draft, seat, state.pending or AWAY)
    draft.break_chain()
    draft.rest["free"] = False
    draft.end_turn()


def _leave(draft: StateDraft, event: SeatLeaves) -> None:
    """The hand is shown next, then goes back into the deck (`endings`).

    Whoever is ejected by § 15 leaves alike ("similar to steps in § 9"); that such a player is "not given any rank at
    all" is for whoever reads the ranking out, for in it the last place is theirs.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    if seat not in state.playing or state.seats[seat].virtual:
        raise cannot_leave(state, event)
    draft.rest["leaving"] = seat
    draft.tell("leaving", seat=draft.name(seat))


def _join(draft: StateDraft, event: Join) -> None:
    """Nine cards, and a seat after the last one, "if there is not yet a winner".

    The book says only "sit around the table": after the last seat of the list, so that no name moves.
    """
    state = draft.before
    names = {fold(seat.name) for seat in state.seats}
    if state.finished or fold(event.seat) in names | {""} or len(state.seats) >= MOST_SEATS:
        raise cannot_join(state, event, MOST_SEATS)
    draft.add_seat(Seat(event.seat), 0)
    draft.tell("joined", seat=event.seat)
    force_draw(draft, len(draft.hands) - 1, JOINING, misses=False)


# ----------------------------------------------------------------------------------------------------
# Challenges, missed calls of UNO, doubts and penalties: what people say to each other, as public events.
#
# Rules: "official", Wild Draw Four Card and "Going out"; kpgut, "Wild+Draw 4", § 1, § 3.1, § 10 and § 14.


WRONG_MORE = 2
"""Cards a wrong challenger draws beyond what is due: six for one D."""
MISSED_UNO, WRONG_DOUBT, MOST_PENALTY = 2, 4, 20


def contest(draft: StateDraft, event: Challenge | ChallengeVerdict | Caught | Doubt | Penalty) -> None:
    """Take one of them; raises `TableError` where it cannot be."""
    match event:
        case Challenge():
            _challenge(draft, event)
        case ChallengeVerdict():
            _verdict(draft, event)
        case Caught():
            _caught(draft, event)
        case Doubt():
            _doubt(draft, event)
        case Penalty():
            _penalty(draft, event)


def _challenge(draft: StateDraft, event: Challenge) -> None:
    state = draft.before
    if state.seat_index(event.seat) != state.turn or not may_challenge(state):
        raise no_challenge(state, event)
    virtual = state.seats[state.turn].virtual
    covered = virtual or event.covered
    if event.made:
        if covered and not askable(state, state.suspects or ()):
            raise not_askable(event)
        draft.rest |= {"challenged": True, "covered": covered}
        kinds = state.suspects if covered else None
        draft.tell("challenge", seat=draft.name(state.turn), of=draft.name(state.layer or 0), kinds=kinds)
        return
    if not virtual:
        raise no_challenge(state, event)
    draft.rest["suspects"] = None
    if not state.legal_cards():  # no D answers it by these rules
        force_draw(draft, state.turn, state.pending)
        draft.break_chain()
        draft.end_turn()


def _verdict(draft: StateDraft, event: ChallengeVerdict) -> None:
    """Guilty: who played the D draws instead, and the challenger has its turn; else the challenger draws two more.

    Where several D lie in a chain the guilty one draws them all, as whoever failed to answer would have: both books
    speak of one D, for which that is their four and six.  kpgut: "the next player can play any card".
    """
    state = draft.before
    if not state.challenged or state.layer is None or state.seat_index(event.seat) != state.layer:
        raise no_verdict(state, event)
    if event.guilty and not state.suspects:
        raise cannot_be_guilty(state, event)
    draft.break_chain()
    if event.guilty:
        force_draw(draft, state.layer, state.pending, misses=False)
        if state.layer in state.finished:  # it has cards again, so it plays on
            draft.rest["finished"] = tuple(one for one in state.finished if one != state.layer)
        draft.rest["free"] = state.house.rules == "kpgut"
        draft.forget_risk(state.layer)
    else:
        force_draw(draft, state.turn, state.pending + WRONG_MORE)
        draft.end_turn()


def _caught(draft: StateDraft, event: Caught) -> None:
    """Two cards for who had one left and did not say so, until the next card is played.

    The appendix names no end of that time; the book: "until the next player plays cards to the discard pile".
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    if state.at_risk != seat or state.ended:
        raise not_at_risk(state, event)
    draft.rest["at_risk"] = None
    force_draw(draft, seat, MISSED_UNO, misses=False)


def _doubt(draft: StateDraft, event: Doubt) -> None:
    """Kpgut § 14: who doubts a tactical draw wrongly draws four; rightly: a warning, which moves no card."""
    state = draft.before
    seat, of = state.seat_index(event.seat), state.seat_index(event.of)
    people = not state.seats[seat].virtual and not state.seats[of].virtual
    ours = state.house.rules == "kpgut" and people and seat in state.playing and not state.ended
    if not (ours and state.drawn and of == state.turn and seat != of):
        raise no_doubt(state, event)
    draft.tell("doubt", seat=draft.name(seat), of=draft.name(of), right=event.right)
    if not event.right:
        force_draw(draft, seat, WRONG_DOUBT, misses=False)
        draft.forget_risk(seat)


def _penalty(draft: StateDraft, event: Penalty) -> None:
    """Kpgut § 3.1 (helping) and § 10 (cheating, the play itself taken back by undo): cards, and the turn stays."""
    state, seat = draft.before, draft.before.seat_index(event.seat)
    can = seat in state.playing and not state.seats[seat].virtual and not state.challenged
    if not (can and state.started and not state.ended and 1 <= event.count <= MOST_PENALTY):
        raise no_penalty(state, event, MOST_PENALTY)
    draft.tell("penalty", seat=draft.name(seat))
    force_draw(draft, seat, event.count, misses=False)
    draft.forget_risk(seat)


# ----------------------------------------------------------------------------------------------------
# How a hand, a game and a match end: last cards, hands shown, points, places.
#
# Rules: "paper"; "official", "Going out" and "Objective of the game"; kpgut § 2, § 5, § 6, § 9, "Ending the Game"
# and "Scoring".


LONGEST = 24 * 60


def ends_hand(draft: StateDraft, card: str) -> bool:
    """Whether an empty hand is the end for its seat: not with `draw one` after a card that is no number."""
    return draft.before.house.end_on_action == "ends" or not is_special(card)


def finish(draft: StateDraft, seat: int, card: str, count: int, in_turn: bool = True) -> None:
    """Let a seat be done: the first one wins, or where play goes on takes the next place."""

    state = draft.before
    if state.house.ranking:
        draft.rest["finished"] = (*state.finished, seat)
        draft.tell("finished", seat=draft.name(seat), place=len(state.finished) + 1)
        if state.minutes or state.house.scores == "session":
            draft.rest["times"] = (*state.times, (seat, state.minutes))
        if len(draft.playing) == 1:
            rank(draft, (), whole=True)
        elif in_turn:
            do_effect(draft, card, count, None)
        return
    effect = uno.effect(card)
    if effect.draws and (state.house.last_draws or state.pending):
        # "the next player must draw the 2 or 4 cards respectively": nobody can answer or challenge any more
        force_draw(draft, draft.next_seat(), state.pending + effect.draws * count, misses=False)
        draft.break_chain()
    draft.tell("win", seat=draft.name(seat), hand=state.house.scores == "match")
    if state.house.scores != "match":
        draft.winner = seat  # rules: "First empty hand wins and ends the game"
        return
    draft.rest["ended"] = True
    draft.rest["layer"] = seat  # who has won this hand
    draft.rest["counting"] = tuple(i for i in range(len(draft.hands)) if draft.hands[i])
    draft.drawn = False


def show(draft: StateDraft, event: Show) -> None:
    """Take a hand that everybody sees: for points, for a place, or of who gives up."""
    state, seat = draft.before, draft.before.seat_index(event.seat)
    wanted = state.counting[0] if state.counting else state.leaving
    if seat != wanted:
        raise not_shown_now(state, event)
    if len(event.cards) != state.hands[seat] or Counter(event.cards) - Counter(
        state.remaining(state.draws[seat])
    ):
        raise not_that_hand(state, event, state.hands[seat])
    draft.tell("shown", seat=draft.name(seat), cards=event.cards)
    if state.leaving is not None and not state.counting:
        _gone(draft, seat)
        return
    shown = (*state.shown, (seat, event.cards))
    draft.rest |= {"shown": shown, "counting": state.counting[1:]}
    if state.counting[1:]:
        return
    if state.house.scores == "match":
        _score_match(draft, shown)
    else:
        rank(draft, shown, whole=False)


def _score_match(draft: StateDraft, shown: tuple[tuple[int, tuple[str, ...]], ...]) -> None:
    """The winner of the hand takes the points left in the other hands; 500 win the match."""
    state = draft.before
    seat = state.layer or 0
    won = sum(points(cards) for _, cards in shown)
    scores = tuple(score + (won if i == seat else 0) for i, score in enumerate(state.scores))
    draft.rest["scores"] = scores
    over = scores[seat] >= MATCH
    draft.tell("points", seat=draft.name(seat), points=won, score=scores[seat], over=over)
    if over:
        draft.winner = seat


def _gone(draft: StateDraft, seat: int) -> None:
    """§ 9: the hand is shuffled into the draw pile; "considered to have lost to all other players"."""
    state = draft.before
    deck = state.decks[state.draws[seat]]
    draft.rest |= {"leaving": None, "gone": (*state.gone, seat)}
    draft.unplayed[state.draws[seat]] += draft.hands[seat]
    draft.tell("gone", Mixed((draft.name(seat), deck.zone), deck.zone), seat=draft.name(seat))
    draft.hands[seat] = 0
    draft.forget_risk(seat)
    if state.layer == seat:
        draft.rest["suspects"] = None
    if len(draft.playing) == 1:
        rank(draft, (), whole=True)
    elif draft.turn == seat:
        draft.end_turn()


def time(draft: StateDraft, event: TimePassed | TimeUp) -> None:
    """Take the minutes gone by, or the end of the time: places by what is left, ties settled by hands shown."""
    state = draft.before
    waits = state.ended or state.leaving is not None or state.challenged
    if not state.house.ranking or not state.started or waits:
        raise no_time(state, event)
    if isinstance(event, TimePassed):
        if not state.minutes <= event.minutes <= LONGEST:
            raise minutes(state, event, LONGEST)
        draft.rest["minutes"] = event.minutes
        # typed after a seat has finished, it is that seat's time
        times = dict(state.times)
        last = state.finished[-1:]
        if last and times.get(last[0]) == state.minutes and not state.minutes:
            draft.rest["times"] = (
                *((s, t) for s, t in state.times if s != last[0]),
                (last[0], event.minutes),
            )
        draft.tell("minutes", minutes=event.minutes)
        return
    sizes = {seat: state.hands[seat] for seat in state.playing}
    draft.tell("stopped")
    if tied := tied_seats(sizes):
        draft.rest |= {"ended": True, "counting": tied}
        draft.break_chain()
    else:
        rank(draft, (), whole=False)


def rank(draft: StateDraft, shown: tuple[tuple[int, tuple[str, ...]], ...], whole: bool) -> None:
    """Close the game: who finished, in order, then who is left, then those who gave up, sharing the last place."""
    state = draft.before
    finished: tuple[int, ...] = draft.rest.get("finished", state.finished)
    gone: tuple[int, ...] = draft.rest.get("gone", state.gone)
    sizes = {seat: draft.hands[seat] for seat in draft.playing}
    left = places(sizes, dict(shown))
    order = (*((seat,) for seat in finished), *left, *((gone,) if gone else ()))
    draft.rest |= {"ended": True, "places": order, "counting": ()}
    draft.winner = order[0][0]
    draft.break_chain()
    if state.house.scores == "session":
        times = dict(draft.rest.get("times", state.times))
        scores = session(times, left, gone, whole, state.minutes)
        draft.rest["scores"] = tuple(scores[seat] for seat in range(len(draft.hands)))
    names = tuple(tuple(draft.name(seat) for seat in place) for place in order)
    draft.tell("ranking", places=names)


# ----------------------------------------------------------------------------------------------------
# UNO with its record corrected: sizes that were counted, the face of a discard that was mistyped.


_ANEW = "Go back to that entry and type it anew: history, then back N."


def corrected(state: UnoState, event: events.Correct) -> UnoState:
    """Return the facts with other hands and decks, or another face; whether they add up is the caller's to see."""
    if event.face is not None:
        return _refaced(state, event.was, event.face)
    sizes = dict(event.sizes)
    hands = tuple(sizes.get(seat.name, size) for seat, size in zip(state.seats, state.hands, strict=True))
    decks = tuple(replace(deck, unplayed=sizes.get(deck.zone, deck.unplayed)) for deck in state.decks)
    return replace(state, hands=hands, decks=decks)


def _refaced(state: UnoState, was: Face | None, face: Face) -> UnoState:
    """Return the facts with another face for the top card (``was``: None), or for one below it.

    What the top card did to the turns is done: only a card that does the same can stand for it.

    Raises: TableError if there are no such cards, or it would have changed the turns.
    """
    lying = state.discards
    if was is None:
        at = len(lying) - 1
        if at < 0:
            raise TableError("a top card", "none yet", "Type the first card.")
    else:
        below = [i for i, card in enumerate(lying[:-1]) if card == was]
        if not below:
            todo = f"For the top card type: correct top is {face}: why." if state.top == was else _ANEW
            raise TableError(f"a {was} on the discard pile below the top card", "none", todo)
        at = below[-1]
    deck = state.origin[at] if len(state.decks) > 1 else 0
    if face == lying[at]:
        raise TableError("another card than the record has", face, "Go on.")
    if state.discards_from(deck).count(face) >= state.decks[deck].cards.count(face):
        found = f"one more than the {state.decks[deck].cards.count(face)} that the record has there already"
        raise TableError(f"a {face} that is not on the discard pile", found, "Count what lies there: count.")
    after = replace(state, discards=(*lying[:at], face, *lying[at + 1 :]))
    return _on_top(state, after, lying[at], face) if at == len(lying) - 1 else after


def _on_top(state: UnoState, after: UnoState, was: Face, face: Face) -> UnoState:
    if _effect(state, was) != _effect(state, face):
        raise TableError(f"a card that does what {was} did to the turns", face, _ANEW)
    below = state.discards[-2] if len(state.discards) > 1 else face
    plain = not (uno.is_black(below) or uno.is_black(face) or state.pending)
    if plain and face not in uno.valid_kinds(below, str(uno.color_of(below))):
        raise TableError(f"a card that fits on {below}", face, _ANEW)
    return replace(after, color=state.color if uno.is_black(face) else uno.color_of(face))


def _effect(state: UnoState, face: Face) -> str:
    """Return what a card does beyond lying there: its symbol, or nothing for most numbers."""
    symbol = face if uno.is_black(face) else face[0]
    swaps = state.house.seven_zero and symbol in "70"
    return symbol if swaps or not symbol.isdigit() else ""


# ----------------------------------------------------------------------------------------------------
# What a played card does.
#
# Rules: "paper"; "official", Functions of the Action Cards; kpgut, "Basic Gameplay", "Special Cards" and § 7; the
# house rules seven-zero and jump-in, that neither book has.


def play(draft: StateDraft, event: Play) -> None:
    """Let the seat in turn play its card, or several of one value."""
    state, seat = draft.before, draft.turn
    if event.card not in state.legal_cards():
        raise not_valid(state, event)
    _check_more(draft, event)
    to = _swaps_with(draft, event)
    betraying = betrays(state)
    _lay(draft, event)
    draft.rest |= {"free": False, "suspects": None}
    count = 1 + len(event.more)
    left = draft.hands[seat]
    if left == 0 and ends_hand(draft, event.card):
        finish(draft, seat, event.card, count)
        return
    if left == 0:  # kpgut § 2: "they must draw one card from the draw pile, say UNO! and continue"
        force_draw(draft, seat, 1, misses=False)
        betraying = None if betraying is None else ()  # no other card was held when it was played
    elif left == 1:
        _one_left(draft, seat)
    if to is not None:
        _swap(draft, seat, to)
    elif state.house.seven_zero and event.card[0] == "0":
        _pass_hands_on(draft)
    do_effect(draft, event.card, count, betraying)


def _one_left(draft: StateDraft, seat: int) -> None:
    """Say UNO, but for a person who has to say it and may forget: others listen for that."""
    if draft.before.house.uno_call and not draft.before.seats[seat].virtual:
        draft.rest["at_risk"] = seat
    else:
        draft.tell("one left", seat=draft.name(seat))


def _lay(draft: StateDraft, event: Play) -> None:
    """Lay the cards on the pile, the last one on top, which says the colour."""
    seat = draft.before.seat_index(event.seat)
    deck, cards = draft.before.draws[seat], (event.card, *event.more)
    for card in cards:
        check_copies(draft.before, card, deck, cards.count(card))
        draft.lay(card, deck)
    draft.color = _named_color(event)
    draft.hands[seat] -= len(cards)
    draft.rest["at_risk"] = None
    draft.tell("played", Moved(draft.name(seat), DISCARDS, len(cards), cards))


def _check_more(draft: StateDraft, event: Play) -> None:
    """See that several cards go together: "multiple cards with a same value in one turn"."""
    state = draft.before
    if not event.more:
        return
    same = all(card in uno.KINDS and card[0] == event.card[0] for card in event.more)
    person = not state.seats[draft.turn].virtual
    if not (state.house.several and same and person and not draft.drawn):
        raise several(state, event, person)
    if len(event.more) >= draft.hands[draft.turn]:
        raise too_few(state, event)


def _named_color(event: Play) -> str:
    """The active colour after the play: the last card's own, or the one named with a black card."""
    own = uno.color_of((event.card, *event.more)[-1])
    if own is None:
        if event.named not in uno.COLOR_WORDS:
            raise color_missing(event)
        return event.named
    if event.named is not None and event.named != own:
        raise color_at_odds(event)
    return own


def do_effect(draft: StateDraft, card: str, count: int, betraying: tuple[str, ...] | None) -> None:
    """Let the cards just played do what they do, and the turn pass on.

    Several reverses flip play as often; several skips skip so many seats; with two seats left and the rule for it
    a reverse is a skip, as often as it was played.
    """
    effect, state = uno.effect(card), draft.before
    skips = count if effect.misses and not effect.draws else 0
    if effect.reverse and state.house.two_seat_reverse and len(draft.playing) == 2:
        skips = count
    elif effect.reverse:
        if count % 2:
            draft.direction = -draft.direction
        draft.tell("reverse", clockwise=draft.direction == 1)
    layer = draft.turn
    draft.end_turn()
    if effect.draws:
        _demand(draft, layer, card, count * effect.draws, betraying)
    for _ in range(skips):
        draft.tell("miss", seat=draft.name(draft.turn))
        draft.end_turn()


def _demand(draft: StateDraft, layer: int, card: str, count: int, betraying: tuple[str, ...] | None) -> None:
    """Make the next seat draw, at once unless it may answer or challenge."""
    state = draft.before
    demanded = state.pending + count
    draft.rest |= {"pending": demanded, "layer": layer, "suspects": betraying if card == "D" else None}
    answers = any(stack.endswith(f"on {card}"[:4]) for stack in state.house.stacking)
    contest = card == "D" and betraying is not None and contestable(state, layer, draft.turn, betraying)
    if answers or contest:
        lot = draft.color if contest and state.seats[draft.turn].virtual else None
        args = {"answers": answers, "contest": contest, "lot": lot}
        draft.tell("pending", seat=draft.name(draft.turn), count=demanded, **args)
        return
    force_draw(draft, draft.turn, demanded)
    draft.break_chain()
    draft.end_turn()


# -- seven-zero ----------------------------------------------------------------------------------------


def _swaps_with(draft: StateDraft, event: Play) -> int | None:
    """With whom a 7 swaps hands: as a person says, for a virtual seat as is publicly best.

    A virtual seat has no wish to say: it takes the smallest hand, the next one in the direction of play among equal
    ones; a lot would need extra cards, and a public rule needs none.
    """
    state, seat = draft.before, draft.turn
    if not (state.house.seven_zero and event.card[0] == "7" and draft.hands[seat] > 1 + len(event.more)):
        if event.to is not None:
            raise no_swap(event)
        return None
    others = _in_order(draft, seat)
    if state.seats[seat].virtual and event.to is None:
        return min(others, key=lambda other: draft.hands[other])
    if event.to is None or (to := state.seat_index(event.to)) not in others:
        raise swap_missing(state, event, [draft.name(other) for other in others])
    return to


def _in_order(draft: StateDraft, seat: int) -> list[int]:
    """The other seats that still play, the next one in the direction of play first."""
    n, playing = len(draft.hands), draft.playing
    around = [(seat + draft.direction * step) % n for step in range(1, n)]
    return [other for other in around if other in playing]


def _swap(draft: StateDraft, seat: int, to: int) -> None:
    _move_hands(draft, {seat: to, to: seat})


def _pass_hands_on(draft: StateDraft) -> None:
    order = [draft.turn, *_in_order(draft, draft.turn)]
    _move_hands(draft, dict(zip(order, [*order[1:], order[0]], strict=True)))


def _move_hands(draft: StateDraft, moves: dict[int, int]) -> None:
    """Move whole hands to other seats, and with each the public fact of who has held it."""
    hands, state = list(draft.hands), draft.before
    held = [set(seats) for seats in state.held] or [set() for _ in hands]
    after = [set(seats) for seats in held]
    for giver, taker in moves.items():
        draft.hands[taker] = hands[giver]
        after[taker] = (held[giver] | ({giver} if not state.seats[giver].virtual else set())) - {taker}
    draft.rest |= {"held": tuple(tuple(sorted(seats)) for seats in after), "at_risk": None}
    known = {draft.name(at): tuple(draft.name(s) for s in sorted(after[at])) for at in moves if after[at]}
    names = tuple(map(draft.name, moves)), tuple(map(draft.name, moves.values()))
    draft.tell("swap", Swapped(*names), hands=names[0], to=names[1], held=known)


# -- out of turn ---------------------------------------------------------------------------------------


def jumps_in(draft: StateDraft, event: Play) -> bool:
    """Whether this is a play out of turn that the table's rules know."""
    state = draft.before
    if state.house.jump_in == "no" or not state.started or state.ended or state.winner is not None:
        return False
    seat = state.seat_index(event.seat)
    late = state.drawn and seat == draft.next_seat()
    return seat != state.turn and event.card == state.top and not late


def jump_in(draft: StateDraft, event: Play) -> None:
    """Let a person play the double of the top card out of turn: a person, for a virtual seat's "no" would tell.

    ``plays on``: the game goes on from there.  ``turn stays`` (kpgut § 7): numbers only, and whose turn it was it
    stays.  "This special situation can not be used, if the player was already in turn": who is in turn plays it as
    any card.  Not in a virtual seat's turn: its steps have begun when the card before lies; not while a chain waits.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    person, stays = not state.seats[seat].virtual, state.house.jump_in == "turn stays"
    waits = (
        state.pending
        or state.drawn
        or state.free
        or state.challenged
        or state.naming
        or state.leaving is not None
    )
    coloured = uno.color_of(event.card) is not None and not (stays and not event.card[0].isdigit())
    if seat not in state.playing or not person or waits or not coloured or event.more:
        raise no_jump(state, event)
    if state.seats[state.turn].virtual:
        raise jump_too_late(state, event)
    if not stays:
        draft.turn = seat
        play(draft, event)
        return
    if event.to is not None:
        raise no_swap(event)
    _lay(draft, event)
    left = draft.hands[seat]
    if left == 0:
        finish(draft, seat, event.card, 1, in_turn=False)
    elif left == 1:
        _one_left(draft, seat)


# ----------------------------------------------------------------------------------------------------
# Styles: how a virtual seat likes to play: these kinds of card first, then those.
#
# A style may look at public facts (how many cards the seat holds), never at a hidden card.  What it says of the
# valid cards is read out and laid as bits, so everybody can check it.


SMALL = 3
"""With so many cards or fewer a hand is small."""

HURTING = frozenset(card for card in uno.KINDS if uno.symbol_of(card) in "S+D")
_BLACK = frozenset(filter(uno.is_black, uno.KINDS))
_ALL = frozenset(uno.KINDS)


def _uniform(_: int) -> tuple[frozenset[str], ...]:
    return (_ALL,)


def _attacker(_: int) -> tuple[frozenset[str], ...]:
    """First what takes the next seat's turn: skips, draw twos, wild draw fours."""
    return HURTING, _ALL - HURTING


def _saver(_: int) -> tuple[frozenset[str], ...]:
    """Keeps black cards for last."""
    return _ALL - _BLACK, _BLACK


def _finisher(hand: int) -> tuple[frozenset[str], ...]:
    """A saver while its hand is large, an attacker when it is small."""
    return _attacker(hand) if hand <= SMALL else _saver(hand)


PRESETS: dict[str, Callable[[int], tuple[frozenset[str], ...]]] = {
    "uniform": _uniform,
    "attacker": _attacker,
    "saver": _saver,
    "finisher": _finisher,
}
"""What each style plays first and what next, by how many cards the seat holds."""


def most(style: str, cards: Iterable[str]) -> int:
    """Return how many classes a style may ever tell apart among these cards, however large the hand is by then."""
    kinds = set(cards)
    orders = (PRESETS[style](hand) for hand in (SMALL, SMALL + 1))
    return max(sum(1 for one in order if one & kinds) for order in orders)


# ----------------------------------------------------------------------------------------------------
# What the table must do now, and what a person could do: for every rule set of UNO.


def need(state: UnoState) -> Need:
    """A turn is a person's to type or a virtual seat's to select; chance says who starts."""
    if state.winner is not None:
        return Over((state.seats[state.winner].name,))
    if state.leaving is not None or state.counting:
        return ShowHand(state.name(state.counting[0] if state.counting else state.leaving or 0))
    if not state.started or state.ended:
        return Ask(None)
    seat = state.seats[state.turn]
    if state.challenged:
        accused = state.name(state.layer or 0)
        return (
            HandQuestion(seat.name, accused, frozenset(state.suspects or ()))
            if state.covered
            else Ask(accused)
        )
    if state.naming and seat.virtual:
        return Lot(seat.name, tuple(uno.COLORS))
    if not seat.virtual:
        return Ask(seat.name, state.drawn)
    if may_challenge(state):
        return Lot(seat.name, tuple(uno.COLORS))
    classes = chain_classes(state)
    if state.pending:
        return Select(seat.name, classes)
    return Select(seat.name, classes, state.until or not state.drawn, state.until, state.drawn)


def moves(state: UnoState, hand: Sequence[Face]) -> tuple[Event, ...]:
    """Whoever can play does; with a black card a colour is named, with a 7 that swaps a seat.

    Where D is the last choice nobody plays it before that; where it can be challenged people bluff.
    """
    if not state.started or state.ended or state.naming or state.challenged or state.leaving is not None:
        return _waiting(state, hand)
    name = state.seats[state.turn].name
    held = set(hand[-1:] if state.drawn else hand)
    playable = sorted(held & state.legal_cards(), key=uno.deck_order)
    if state.house.wild_draw_four == "last" and playable != ["D"]:
        playable = [card for card in playable if card != "D"]
    if state.free and set(hand) != {
        "D"
    }:  # kpgut: "can play any card (not Wild+Draw 4, if they have any other cards)"
        playable = [card for card in playable if card != "D"]
    plays = tuple(play for card in playable for play in _plays(state, name, card, hand))
    if state.pending:
        contest = (Challenge(name),) if may_challenge(state) else ()
        return (*plays, Pass(name), *contest)
    if plays:
        return plays
    more = state.can_draw_after(0) if state.until else not state.drawn
    return (Drew(name) if more else Pass(name),)


def _waiting(state: UnoState, hand: Sequence[Face]) -> tuple[Event, ...]:
    """What may come while no turn is taken: a beginning, a hand shown, a colour, what a look at a hand showed."""
    if state.counting or state.leaving is not None:
        seat = state.counting[0] if state.counting else state.leaving or 0
        return (Show(state.name(seat), tuple(hand)),)
    if state.ended:
        return (Round(state.round + 1),)
    if not state.started and not state.house.first_card:
        return tuple(Start(None, seat.name) for seat in state.seats)
    if not state.started:
        fit = [card for card in uno.KINDS if may_lie_first(card, state.house)]
        return tuple(Start(card, seat.name) for card in fit for seat in state.seats)
    if state.naming:
        return tuple(Named(state.name(state.turn), color) for color in uno.COLORS)
    guilty = bool(set(hand) & set(state.suspects or ()))
    return (ChallengeVerdict(state.name(state.layer or 0), guilty),)


def _plays(state: UnoState, name: str, card: Face, hand: Sequence[Face]) -> Iterator[Play]:
    """One card in every way it can be played: what is named with it, whom it swaps with, what goes along."""
    along = [other for other in hand if other[0] == card[0]]
    along.remove(card)
    several = [()] if not along or state.drawn or not state.house.several else [(), tuple(along)]
    swaps = state.house.seven_zero and card[0] == "7"
    others = [state.name(i) for i in state.playing if i != state.turn]
    for more in several:
        to = others if swaps and len(hand) > 1 + len(more) else [None]
        for color in uno.COLORS if uno.is_black(card) else (None,):
            for other in to:
                yield Play(name, card, color, more, other)


# ----------------------------------------------------------------------------------------------------


def apply(state: UnoState, event: Event) -> Applied[UnoState]:
    """The state after the event, and what follows from it.

    Raises: TableError if such cards or such a play cannot be, CommandError if the event is not whole.
    """
    draft = StateDraft(state)
    match event:
        case events.Start():
            start(draft, event)
        case events.Play() if jumps_in(draft, event):
            jump_in(draft, event)
        case events.Play() | events.Drew() | events.Pass():
            _turn(draft, event)
        case events.Named():
            name_color(draft, event)
        case (
            events.Challenge()
            | events.ChallengeVerdict()
            | events.Caught()
            | events.Doubt()
            | events.Penalty()
        ):
            contest(draft, event)
        case events.Absent() | events.SeatLeaves() | events.Join():
            come_or_go(draft, event)
        case events.Show():
            show(draft, event)
        case events.Round():
            next_round(draft, event)
        case events.TimePassed() | events.TimeUp():
            time(draft, event)
        case _:
            raise TableError("an event of UNO", _said(event), _WHOSE)
    return Applied(draft.finished(), tuple(draft.told))


def _turn(draft: StateDraft, event: events.Play | events.Drew | events.Pass) -> None:
    _open_turn(draft, event)
    match event:
        case events.Play():
            play(draft, event)
        case events.Drew():
            _draw(draft, event)
        case events.Pass():
            _pass(draft, event)


def _open_turn(draft: StateDraft, event: events.Play | events.Drew | events.Pass) -> None:
    """See that it is this seat's turn; the next seat's event says that the one who drew passed."""
    state = draft.before
    under_way(state, event)
    seat = state.seat_index(event.seat)
    if seat == draft.turn:
        return
    may_pass = draft.drawn and not (state.until and draft.can_draw(state.draws[draft.turn]))
    if not may_pass or seat != draft.next_seat():
        raise wrong_turn(state, draft.next_seat(), event)
    draft.tell("pass", seat=draft.name(draft.turn))
    draft.end_turn()


def under_way(state: UnoState, event: events.Play | events.Drew | events.Pass) -> None:
    """See that seats take their turns now: the game has begun, nothing is being named, looked at or counted."""
    if state.winner is not None:
        raise already_won(state, event)
    if state.ended or state.leaving is not None or state.challenged or state.naming:
        raise something_else(state, event)
    if not state.started:
        raise not_started(state, event)


def _draw(draft: StateDraft, event: events.Drew) -> None:
    if event.count != 1:
        raise draw_count(event)
    if draft.before.pending:
        raise must_answer(draft.before, event)
    if draft.drawn and not draft.before.until:
        raise second_draw(event)
    deck = draft.before.draws[draft.turn]
    if not draft.can_draw(deck):  # rules: "a turn with nothing to draw ends"
        draft.tell("stuck", seat=draft.name(draft.turn), deck=draft.before.decks[deck].whose)
        draft.end_turn()
        return
    draft.tell("drew", draft.take(draft.turn, 1))
    draft.drawn = True
    draft.forget_risk(draft.turn)


def _pass(draft: StateDraft, event: events.Pass) -> None:
    if draft.before.pending:  # the seat does not answer: it draws the sum and misses its turn
        force_draw(draft, draft.turn, draft.before.pending)
        draft.break_chain()
        draft.end_turn()
        return
    if draft.can_draw(draft.before.draws[draft.turn]):
        if not draft.drawn:
            raise pass_undrawn(event)
        if draft.before.until:
            raise pass_early(event)
    draft.end_turn()
