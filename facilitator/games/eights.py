"""Crazy Eights and its German variant Mau-Mau: match the suit or the rank of the top card, or declare a suit.

The rule set `usual` follows most books (Pagat, "Crazy Eights"). An eight may always be played, and its player
declares the next suit. `match` has the same rules and several rounds. The winner of each round scores the
points left in the other hands, and 100 points win the match. In `mau-mau`, a jack declares a suit and may be
played on every card except a jack. An eight makes the next seat miss its turn. A seven makes the next seat
draw two cards, unless it answers with another seven. A seat without an answer draws the sum.

At the start, a card is turned over. If it has an effect when played, it is put back and another is turned
over. A seat may draw one card and play it (or, with `until`, keeps drawing until it can play). Books differ
on three points, for which this module decides: a seat need not announce its last card, a seat that draws for
sevens misses its turn, and a hand may end with any card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from facilitator.errors import CommandError, TableError
from facilitator.games import dealt
from facilitator.games.decks import RANKS, SUIT_CARDS, SUITS, suit_word
from facilitator.games.events import Codec, Drew, Event, GamePrompt, Kinds, Pass, Play, Round, Show, Start
from facilitator.games.rules import (
    Draft,
    Effect,
    GameInfo,
    Mixed,
    Moved,
    NextAction,
    QuickReference,
    Rules,
    Seat,
    Select,
    Tops,
    Zones,
)
from facilitator.games.seats import name_pile
from facilitator.i18n import quote_input
from facilitator.i18n.catalogue import build_error, sentence, template
from facilitator.operations.faces import DECK, DISCARDS, Face

USUAL, MATCH, MAU_MAU = "usual", "match", "mau-mau"
LIMIT, TWO = 100, 2
_ALL = frozenset(SUIT_CARDS.cards)
_BY_RANK = {rank: frozenset(face for face in SUIT_CARDS.cards if face[0] == rank) for rank in RANKS}
_BY_SUIT = {suit: frozenset(face for face in SUIT_CARDS.cards if face[1] == suit) for suit in SUITS}


# ----------------------------------------------------------------------------------------------------
# Card values and public state. Sources: Pagat, "Crazy Eights" and "Mau-Mau". Points in ``match`` follow the former.


def score_left_card(face: Face) -> int:
    """Return the points of a card left in a hand.

    An eight scores 50, a ten, jack, queen or king 10, an ace 1, and any other card its number.
    """
    if face[0] == "8":
        return 50
    return 10 if face[0] in "TJQK" else RANKS.index(face[0]) + 1


@dataclass(frozen=True)
class EightsState(dealt.DealtState):
    """Public state of a game or match of eights.

    The inherited attribute ``lacks`` stays empty, because a hand may later draw cards that it lacked.

    Attributes:
        until: Whether a seat draws until it can play.
        discards: Discard pile with the top card last, empty before the start.
        suit: Active suit: the suit of the top card, or the declared suit.
        turn: Index of the current seat.
        pending: Number of cards that the current seat must draw if it does not answer a seven with another
            seven.
        idle: Number of consecutive turns in which no card was moved.
    """

    pack = SUIT_CARDS

    until: bool = False
    discards: tuple[Face, ...] = ()
    suit: str = ""
    turn: int = 0
    pending: int = 0
    idle: int = 0

    @property
    def face_up_cards(self) -> tuple[Face, ...]:
        """All face-up cards: the discard pile."""
        return self.discards

    @property
    def wild(self) -> str:
        """Rank with which a player declares a suit: the eight or, in Mau-Mau, the jack."""
        return "J" if self.rules == MAU_MAU else "8"

    @property
    def special(self) -> str:
        """Ranks with an effect. A card with one of these ranks cannot be the first card."""
        return "78J" if self.rules == MAU_MAU else "8"

    @property
    def fitting(self) -> frozenset[Face]:
        """Playable cards. The discard pile must not be empty.

        These are all cards with the active suit, the rank of the top card, or the rank that declares a suit.
        Only sevens may answer a seven. In Mau-Mau, a jack is not playable on a jack.
        """
        top = self.discards[-1]
        if self.pending:
            return _BY_RANK["7"]
        if self.wild == "J" and top[0] == "J":
            return _BY_SUIT[self.suit] - _BY_RANK["J"]
        return _BY_SUIT[self.suit] | _BY_RANK[top[0]] | _BY_RANK[self.wild]

    @property
    def is_finished(self) -> bool:
        """Whether the round is over: a hand is empty, or a whole round of turns passed without moving a card."""
        return 0 in self.hands or self.idle >= len(self.seats)

    @property
    def counts_hands(self) -> bool:
        """Whether the round of a match has a winner, and the other seats must show their cards."""
        return self.rules == MATCH and 0 in self.hands

    @property
    def asks(self) -> int | None:
        """Index of the seat that must play or show its hand now, or None before a start or deal."""
        if self.is_finished:
            return self.revealing
        return self.turn if self.discards else None

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Name of the seat with an empty hand or, in a match, of the seat with 100 points. None before the end.

        Without a match, the end has no winner if no seat could move a card.
        """
        if not self.is_finished or (self.rules == MATCH and max(self.scores) < LIMIT):
            return None
        return (self.name(self.hands.index(0)),) if 0 in self.hands else ()

    @property
    def may_draw(self) -> bool:
        """Whether the current seat may draw by choice. Not valid if the seat must answer a seven."""
        return self.can_draw() if self.until else not self.drawn

    def can_draw(self, after: int = 0) -> bool:
        """Return whether a card is left to draw after `after` further draws.

        Discards below the top card count too, because they form a new draw pile.
        """
        return self.deck + max(len(self.discards) - 1, 0) > after


# ----------------------------------------------------------------------------------------------------
# Masks of a printed deck.


class EightsTops(Tops[EightsState]):
    """Situations in eights for which a printed deck needs masks.

    A situation is a top card, a declared suit, or a seven that must be answered.
    """

    def list_situations(self, state: EightsState) -> Iterable[EightsState]:
        """Return a state for each ordinary top card, each declared suit and, in Mau-Mau, a seven to answer.

        A face-up card cannot be in a hand. Therefore, each declared suit and the seven occur in two states
        with different top cards, so that every card can be in a hand in one of the two states.
        """
        situation = replace(state, turn=state.virtual[0])
        for rank in RANKS:
            for suit in SUITS if rank != state.wild else ():
                yield replace(situation, discards=(rank + suit,), suit=suit)
        for suit in SUITS:
            for named in ("C", "D"):
                yield replace(situation, discards=(state.wild + named,), suit=suit)
        for suit in "CD" if state.rules == MAU_MAU else "":
            yield replace(situation, discards=("7" + suit,), suit=suit, pending=TWO)

    def colour(self, state: EightsState) -> str:
        """Return the letter of the active suit."""
        return state.suit

    def name(self, state: EightsState, kinds: frozenset[Face]) -> str:
        """Return the text on a mask: the top card, the declared suit, or the order to play a seven."""
        if state.pending:
            return template("fits.seven")
        top = state.discards[-1]
        return suit_word(state.suit) if top[0] == state.wild else SUIT_CARDS.describe(top)


# ----------------------------------------------------------------------------------------------------
# The implementation of the interface.
#
# It uses many optional features of the interface and can serve as an example for a new game: turning over a first
# card (`GameInfo.turns_first`, `Start.card`), declaring something with a card (`Kinds.naming`, `Play.named`), random
# draws for virtual seats (`GameInfo.lot`), drawing once or until a card is playable (`Select`), and showing hands for
# scoring (`ShowHand`).


class Eights(dealt.DealtGame[EightsState]):
    """Rules of Crazy Eights and Mau-Mau (see `facilitator.games.rules.Rules`)."""

    about = GameInfo(
        name="eights",
        rules=(USUAL, MATCH, MAU_MAU),
        seats=(2, 7),
        picture=(("7D", "QD", "8S"), ("2C", "KH")),
        turns_first=True,
        tops=EightsTops(),
        hand_size=5,
        hand_sizes={2: 7},
        lot=tuple(SUITS),
        choices=frozenset({"hand_size", "draw"}),
    )
    kinds: Kinds = SUIT_CARDS
    codec = Codec(SUIT_CARDS, True)
    state_type = EightsState
    zones = (DECK, DISCARDS)

    def list_event_types(self, state: EightsState) -> tuple[type[Event], ...]:
        """Return the event classes that this table's rules allow."""
        return (Start, Play, Drew, Pass, *((Show, Round) if state.rules == MATCH else ()))

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> EightsState:
        """Return the state with the hands dealt, by default seven cards for two seats and five for more.

        With the option ``draw: until playable``, seats draw until they can play.
        """
        return replace(super().begin(seats, options), until=options.get("draw") == "until playable")

    def find_virtual_action(self, state: EightsState, at: int) -> NextAction:
        """Return the selection of a card.

        The protocol draws cards for the seat. If the seat must answer a seven and cannot, it passes, and the
        pass draws the cards.
        """
        if state.pending:
            return Select(state.name(at), (state.fitting,))
        draws = state.until or not state.drawn
        return Select(state.name(at), (state.fitting,), draws, state.until, state.drawn)

    def change(self, draft: Draft[EightsState], event: Event) -> None:
        """Apply a start, a move, a shown hand, or a new deal."""
        state = draft.before
        match event:
            case Start(str(card), first) if not state.discards:
                self._apply_start(draft, card, dealt.place(state, first))
            case Show(seat, cards) if dealt.place(state, seat) == state.revealing:
                self._apply_shown_hand(draft, dealt.place(state, seat), cards)
            case Round(number) if state.is_finished and state.revealing is None and number == state.round + 1:
                self.deal_again(draft, number, (DECK, DISCARDS, *state.names), until=state.until)
            case Play() | Drew() | Pass() if state.discards and not state.is_finished:
                self._apply_move(draft, event)
            case _:
                raise self.build_not_due_error(state, event)

    def _apply_start(self, draft: Draft[EightsState], card: Face, first: int) -> None:
        """Turn over the first card. Cards with an effect are rejected."""
        state = draft.before
        if card not in _ALL or card[0] in state.special:
            raise build_error(TableError, "eights.plain", SUIT_CARDS.describe(card))
        dealt.check_not_lost(state, card)
        draft.set(deck=state.deck - 1, discards=(card,), suit=card[1], turn=first)
        draft.add_effect("started", Moved(DECK, DISCARDS, 1, (card,)))

    def _apply_move(self, draft: Draft[EightsState], event: Play | Drew | Pass) -> None:
        """Apply a move. The game ends if nobody can move a card any more."""
        self._apply_implied_pass(draft, event)
        drawn = draft.now.drawn
        self._apply_turn(draft, event)
        moved = drawn or any(effect.motions for effect in draft.effects)
        draft.set(idle=0 if moved else draft.before.idle + 1)
        if draft.now.idle >= len(draft.now.seats):
            draft.add_effect("dead", match=draft.now.rules == MATCH)

    def _apply_implied_pass(self, draft: Draft[EightsState], event: Play | Drew | Pass) -> None:
        """Give the turn to the seat of an event.

        If the current seat has drawn and may not draw again, an event of the next seat implies a pass.
        """
        state = draft.before
        at = dealt.place(state, event.seat)
        if at == state.turn:
            return
        may_pass = state.drawn and not (state.until and state.can_draw())
        if not may_pass or at != self._find_seat_after(state):
            raise self.build_event_error("dealt.turn", event, seat=state.name(state.turn))
        draft.add_effect("pass", seat=state.turn)
        self._end_turn(draft)

    @staticmethod
    def _find_seat_after(state: EightsState, steps: int = 1) -> int:
        return (state.turn + steps) % len(state.seats)

    def _apply_turn(self, draft: Draft[EightsState], event: Play | Drew | Pass) -> None:
        """Apply an event of the current seat.

        A draw from an empty draw pile ends the turn. If the seat passes instead of answering a seven, it
        draws the cards for all sevens, and its turn ends.
        """
        now = draft.now
        if isinstance(event, Play):
            self._apply_play(draft, event)
        elif now.pending:
            self._apply_penalty(draft, event)
        elif isinstance(event, Drew):
            self._apply_own_draw(draft, event)
        elif now.can_draw() and (now.until or not now.drawn):
            raise self.build_event_error("uno.pass_undrawn", event, seat=event.seat)
        else:
            self._end_turn(draft)

    def _end_turn(self, draft: Draft[EightsState]) -> None:
        draft.set(turn=self._find_seat_after(draft.now), drawn=False)

    def _apply_own_draw(self, draft: Draft[EightsState], event: Drew) -> None:
        """Draw cards for a seat that has no playable card."""
        now = draft.now
        if event.count < 1 or ((event.count > 1 or now.drawn) and not now.until):
            raise self.build_event_error("uno.second_draw", event, seat=event.seat)
        if not now.can_draw():
            draft.add_effect("stuck", seat=now.turn)
            self._end_turn(draft)
            return
        if (drawn := self._draw(draft, event.count)) < event.count:
            raise build_error(CommandError, "draw_few", str(event.count), seat=event.seat, n=drawn)
        draft.set(drawn=True)

    def _apply_penalty(self, draft: Draft[EightsState], event: Drew | Pass) -> None:
        """Draw the cards of all sevens for a seat without an answer."""
        now = draft.now
        if isinstance(event, Drew):
            raise self.build_event_error("uno.answer.draw", event, n=now.pending, seat=event.seat)
        count = self._draw(draft, now.pending)
        draft.add_effect("sum", seat=now.turn, count=count)
        draft.set(pending=0)
        self._end_turn(draft)

    def _draw(self, draft: Draft[EightsState], most: int) -> int:
        """Draw cards for the current seat, and return their number. Discards refill an empty draw pile.

        Args:
            draft: Draft before the draw.
            most: Number of cards. If too few cards are left, the seat draws fewer.
        """
        left, at = most, draft.now.turn
        while left and draft.now.can_draw():
            if not draft.now.deck:
                *under, top = draft.now.discards
                draft.set(deck=len(under), discards=(top,))
                draft.add_effect("reshuffle", Mixed((DISCARDS,), DECK, 1), count=len(under))
            count = min(left, draft.now.deck)
            left -= count
            draft.set(deck=draft.now.deck - count, hands=dealt.add_at(draft.now.hands, at, count))
            draft.add_effect("drew", Moved(DECK, draft.now.name(at), count))
        return most - left

    def _apply_play(self, draft: Draft[EightsState], event: Play) -> None:
        now, card, at = draft.now, event.card, draft.now.turn
        if card in now.loose - now.fitting:
            raise self._build_unplayable_error(now, card)
        dealt.play_from_hand(draft, at, event)
        _check_declaration(now, event)
        draft.set(discards=(*now.discards, card), suit=event.named or card[1], drawn=False)
        draft.add_effect("play", Moved(event.seat, DISCARDS, 1, (card,)))
        if draft.now.is_finished:
            draft.add_effect("out", seat=at, over=now.rules != MATCH)
            return
        mau_mau, after = now.rules == MAU_MAU, self._find_seat_after(now)
        misses = mau_mau and card[0] == "8"
        if misses:
            draft.add_effect("miss", seat=after)
        if mau_mau and card[0] == "7":
            pending = now.pending + TWO
            draft.set(pending=pending)
            draft.add_effect("pending", seat=after, count=pending)
        draft.set(turn=self._find_seat_after(now, 1 + misses))

    def _apply_shown_hand(self, draft: Draft[EightsState], at: int, cards: tuple[Face, ...]) -> None:
        """Record a hand that was shown for scoring. After the last hand, the winner scores."""
        state = draft.before
        elsewhere = frozenset[Face]().union(*(hand for _, hand in state.revealed))
        whole = len({*cards}) == len(cards) == state.hands[at]
        if not whole or not state.loose - elsewhere >= {*cards}:
            raise build_error(TableError, "uno.show.cards", quote_input(" ".join(cards)), n=state.hands[at])
        draft.set(revealed=(*state.revealed, (at, cards)))
        if draft.now.revealing is not None:
            return
        won = state.hands.index(0)
        got = sum(score_left_card(card) for _, hand in draft.now.revealed for card in hand)
        scores = dealt.add_at(state.scores, won, got)
        draft.set(scores=scores)
        over = draft.now.winners is not None
        draft.add_effect("points", seat=won, points=got, score=scores[won], over=over)

    def deal(self, state: EightsState) -> tuple[Effect, ...]:
        """Return the effects that deal all hands and announce that a first card will be turned over."""
        return (*super().deal(state), Effect("first", {"jack": state.wild == "J"}))

    def list_moves(self, state: EightsState, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return the possible moves of a person with this hand, such as plays or, without a playable card, a draw.

        A card that declares a suit is listed once for each suit. After a draw, only the drawn card may be
        played, unless the seat draws until it can play.
        """
        if state.revealing is not None:
            return (Show(state.name(state.revealing), SUIT_CARDS.sort(hand)),)
        if state.is_finished:
            return (Round(state.round + 1),)
        if not state.discards:
            return tuple(_iter_starts(state))
        name, draws = state.name(state.turn), state.may_draw and not state.pending
        return tuple(self._iter_plays(state, hand)) or (Drew(name) if draws else Pass(name),)

    @staticmethod
    def _iter_plays(state: EightsState, hand: Sequence[Face]) -> Iterator[Play]:
        may = hand[-1:] if state.drawn and not state.until else hand
        for card in SUIT_CARDS.sort(set(may) & state.fitting):
            for suit in SUITS if card[0] == state.wild else (None,):
                yield Play(state.name(state.turn), card, suit)

    def list_openings(self, state: EightsState, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return the events of a start in which an ordinary card is turned over and this seat begins."""
        return ((Start(top, seat),) for top in ("5D", "6D"))

    def find_zones(self, state: EightsState) -> Zones:
        """Return all cards by hand or pile: hands, draw pile and discard pile."""
        sizes = {DECK: state.deck, DISCARDS: len(state.discards)}
        return self.locate_cards(state, sizes, {DISCARDS: state.discards})

    # Texts: the prompt and the public state. The sentences for effects are in the catalogue (``told.*``).

    def make_quick_reference(self, state: EightsState) -> QuickReference:
        """Return the quick reference, which lists the playable cards for each top card or suit."""
        plain = [card for card in SUIT_CARDS.cards if card[0] != state.wild]
        tops = [(SUIT_CARDS.describe(card), card, card[1]) for card in plain]
        tops += [(sentence("glance.named", named=suit_word(suit)), state.wild + suit, suit) for suit in SUITS]
        at = replace(state, pending=0)
        fits = [(head, replace(at, discards=(top,), suit=suit).fitting) for head, top, suit in tops]
        rows = tuple((head, (SUIT_CARDS.sort(kinds),)) for head, kinds in fits)
        rules = template(f"glance.eights.rules.{'jack' if state.wild == 'J' else 'eight'}")
        return QuickReference(template("glance.eights"), rows, tuple(rules.split("|")))

    def make_prompt(self, state: EightsState) -> GamePrompt:
        """Return the prompt for the current seat, or for the table before a start or deal."""
        if state.revealing is not None:
            return GamePrompt(template("ask.left"), state.name(state.revealing), shows=True)
        if state.is_finished:
            return self.ask_round(state)
        if not state.discards:
            return GamePrompt(template("ask.first"), example="7D Ana" if state.wild == "8" else "5D Ana")
        name = state.name(state.turn)
        if state.pending:
            return GamePrompt(template("ask.eights.seven"), name, due=state.pending)
        card, draws = "drawn" if state.drawn else "card", "draw" if state.may_draw else "pass"
        return GamePrompt(template(f"ask.{card}.{draws}"), name, counts=state.until)

    def _build_unplayable_error(self, state: EightsState, card: Face) -> TableError:
        found, top = SUIT_CARDS.describe(card), state.discards[-1]
        rank = top[0]
        way = "" if rank != state.wild else ".eight" if state.wild == "8" else ".jack"
        key = "eights.seven" if state.pending else f"eights.fits{way}"
        slots = {
            "suit": suit_word(state.suit),
            "top": SUIT_CARDS.describe(top),
            "rank": template(f"rank.{rank}"),
            "wild": template(f"rank.{state.wild}"),
        }
        return build_error(TableError, key, found, n=state.pending, seat=state.name(state.turn), **slots)

    def describe_state(self, state: EightsState, short: bool = False) -> str:
        """Return the top card, hand sizes, and, unless `short`, the draw-pile size and points on one line."""
        if not state.discards:
            return sentence("facts.before", n=len(state.seats), size=state.size)
        top = state.discards[-1]
        key = "facts.top.named" if top[0] == state.wild else "facts.top"
        parts = [sentence(key, top=top, named=suit_word(state.suit))]
        parts += [f"{name} {size}" for name, size in state.sizes.items()]
        if not short:
            parts.append(sentence("facts.deck", deck=name_pile(key="label.draw_pile"), n=state.deck))
        if state.pending:
            parts.append(sentence("facts.pending", n=state.pending))
        if any(state.scores) and not short:
            points = (f"{name} {score}" for name, score in state.by_name(state.scores).items())
            parts.append(sentence("facts.points", points=", ".join(points)))
        return " · ".join(parts)

    def state_json(self, state: EightsState) -> dict[str, object]:
        """Return the public state as JSON.

        The key ``table`` contains the round, top card, active suit and discards. The key ``scores`` is
        present only in a match.
        """
        top = state.discards[-1] if state.discards else None
        table = {
            "round": state.round,
            "top": top,
            "suit": state.suit or None,
            "discards": len(state.discards),
        }
        scores = {"scores": state.by_name(state.scores)} if state.rules == MATCH else {}
        return {**self.facts_json(state, table), "unplayed": state.deck, **scores}


def _check_declaration(state: EightsState, event: Play) -> None:
    """Check that a suit is declared if, and only if, the card is wild."""
    wild = event.card[0] == state.wild
    if wild != (event.named is not None):
        key = "eights.named.missing" if wild else "eights.named.needless"
        raise build_error(CommandError, key, SUIT_CARDS.describe(event.card), card=event.card)


def _iter_starts(state: EightsState) -> Iterator[Start]:
    """Yield the possible first cards with each first seat."""
    plain = (card for card in SUIT_CARDS.cards if card[0] not in state.special)
    return (Start(card, name) for card in plain for name in state.names)


EIGHTS: Rules[EightsState] = Eights()
