"""The rules of UNO: how events change the public state, which action is next, and which moves a person has.

`apply` takes one public event, checks that it is legal, and returns the new state with its effects, including
the cards that move. Errors are raised with the expected event, the actual event, and advice. This module
makes no random choices, prints nothing, and knows no hidden cards: a hand is only a number.

Each event class is handled by one function (`_RULES`), which changes a draft of the new state. It uses the
state before the event (``draft.before``) to check whether the event is legal, and the state so far
(``draft.now``) to compute the effects. A rejected event leaves the original state unchanged, because only the
draft was modified.

A turn has this order: the seat plays, draws or passes. The effect of a played card starts when the card lies
on the pile. The turn moves to the next seat, which then draws, misses its turn, answers or challenges. Cards
of a + or D that can be answered are counted in ``pending``, and ``layer`` is the seat that played the last of
them.

Sources: Ruangwises–Shinagawa §3.1 (rules: ``paper``); "The complexity of UNO", appendix 0.A (``official``);
the house-rule book "kingi89 Pro Gamer Uno Tour" (``kpgut``). If a book leaves a point open, the decision and
its reason are documented at the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.events import (
    DECK_HAND,
    VIRTUAL_HAND,
    Absent,
    Caught,
    Challenge,
    ChallengeVerdict,
    Codec,
    Doubt,
    Drew,
    Event,
    Join,
    Leave,
    Named,
    Pass,
    Penalty,
    Play,
    Round,
    SeatLeaves,
    Show,
    SitDown,
    Start,
    TimePassed,
    TimeUp,
)
from facilitator.games.rules import (
    Applied,
    AwaitMove,
    Draft,
    GameOver,
    HandQuestion,
    Mixed,
    Moved,
    NextAction,
    RandomDraw,
    Seat,
    Select,
    ShowHand,
)
from facilitator.games.uno import cards as uno
from facilitator.games.uno.names import CARDS
from facilitator.games.uno.options import UnoOptions
from facilitator.games.uno.state import (
    MATCH,
    SEATS,
    Awaited,
    Deck,
    UnoState,
    can_challenge,
    chain_classes,
    is_special,
    list_preventing_kinds,
    may_challenge,
    name_deck,
    no_such_card,
    rank_seats,
    score_cards,
    score_session,
    tied_seats,
)
from facilitator.i18n import fold, quote_input
from facilitator.i18n.catalogue import Value, build_error, list_examples
from facilitator.operations.faces import DECK, DISCARDS, POOL, Face

CODEC = Codec(CARDS, True)
"""Reader and writer of UNO events."""


def _build_error(event: Event, key: str, **slots: Value) -> TableError:
    """Build the error for an illegal event.

    Args:
        event: Rejected event. The message shows it, and its seat fills the slot ``seat``.
        key: Part of the message key. The message describes the expected event and the remedy.
        **slots: Further values for the message.
    """
    said = {"seat": getattr(event, "seat", ""), **slots}
    return build_error(TableError, f"uno.{key}", quote_input(CODEC.text(event)), **said)


def _require(event: Event, holds: object, key: str, **slots: Value) -> None:
    """Raise the error for an illegal event unless a condition holds (see `_build_error`)."""
    if not holds:
        raise _build_error(event, key, **slots)


# ----------------------------------------------------------------------------------------------------
# Movements of cards between hands, draw piles and the discard pile while an event is applied.
#
# If the virtual players have a deck of their own, there are two draw piles, but one discard pile. A dot on the face
# or another printed back shows which deck a discard came from. Rules: "Split pool".


class StateDraft(Draft[UnoState]):
    """Draft of the next state of a UNO game, with the card movements of its rules."""

    def end_turn(self) -> None:
        """Give the turn to the next active seat. The permission to play any card after a challenge ends."""
        self.set(turn=self.now.find_next_seat(self.now.turn), drawn=False, free=False)

    def break_chain(self) -> None:
        """Reset `pending`, `suspects` and `challenged`, so that no seat has to answer a draw card."""
        self.set(pending=0, suspects=None, challenged=False)

    def forget_risk(self, seat: int) -> None:
        """End the risk that a seat is caught for an unannounced last card."""
        if self.now.at_risk == seat:
            self.set(at_risk=None)

    def keep_seats(self, kept: Sequence[int]) -> None:
        """Remove all other seats from the table. The indices of the later seats decrease.

        Args:
            kept: Indices of remaining seats, in clockwise order. They include the seat in turn, unless the
                round has ended.
        """
        now, at = self.now, {seat: place for place, seat in enumerate(kept)}
        lists = {name: getattr(now, name) for name in ("seats", "hands", "draws", "scores", "games")}
        self.set(**{name: tuple(items[seat] for seat in kept) for name, items in lists.items() if items})
        self.set(turn=at.get(now.turn, 0))
        for name in ("layer", "at_risk"):
            self.set(**{name: at.get(getattr(now, name))})

    def add_seat(self, place: int, seat: Seat) -> None:
        """Add a seat without cards. The indices of the later seats increase."""
        now = self.now
        added = {"seats": seat, "hands": 0, "draws": now.find_deck(seat), "scores": 0, "games": 0}
        for name, item in added.items():
            items = getattr(now, name)
            self.set(**{name: (*items[:place], item, *items[place:]) if items else ()})
        for name in ("turn", "layer", "at_risk"):
            index = getattr(now, name)
            self.set(**{name: index if index is None or index < place else index + 1})

    def make_virtual(self, seat: int) -> None:
        """Give the seat of a person to a virtual player with the same name."""
        now, new = self.now, replace(self.now.seats[seat], virtual=True)
        for name, item in (("seats", new), ("draws", now.find_deck(new))):
            items = getattr(now, name)
            self.set(**{name: (*items[:seat], item, *items[seat + 1 :])})

    def move(self, seat: int, by: int, deck: int = 0) -> None:
        """Change a hand size and, for drawn or returned cards, the draw-pile size.

        Args:
            seat: Seat index.
            by: Cards added to the hand, negative for removed cards.
            deck: Cards taken from the draw pile, negative for returned cards.
        """
        own = self.now.draws[seat]
        self.set(hands=tuple(size + by * (at == seat) for at, size in enumerate(self.now.hands)))
        if deck:
            self.set_pile(own, self.now.decks[own].unplayed - deck)

    def set_pile(self, deck: int, size: int) -> None:
        """Change the size of a deck's draw pile."""
        decks = self.now.decks
        changed = replace(decks[deck], unplayed=size)
        self.set(decks=(*decks[:deck], changed, *decks[deck + 1 :]))

    def lay(self, seat: int, cards: Sequence[str]) -> None:
        """Move cards from a hand to the discard pile, and record their decks.

        This ends the risk that a seat is caught for an unannounced last card: "until the next player plays cards
        to the discard pile" (kpgut).

        Raises:
            TableError: More copies would be played than the deck contains.
            CommandError: A code is not a card.
        """
        deck = self.now.draws[seat]
        for card in cards:
            check_copies(self.before, card, deck, cards.count(card))
        self.move(seat, -len(cards))
        self.set(
            discards=(*self.now.discards, *cards),
            origin=(*self.now.origin, *(deck,) * len(cards)),
            at_risk=None,
        )
        self.add_effect("played", Moved(self.now.name(seat), DISCARDS, len(cards), tuple(cards)))

    def take(self, seat: int, most: int) -> Moved:
        """Move up to `most` cards from a seat's draw pile to its hand. If the draw pile is empty, refill it first.

        If the draw pile becomes empty, fewer cards are moved. The caller then calls again to draw from the
        new draw pile.
        """
        deck = self.now.draws[seat]
        if not self.now.decks[deck].unplayed:
            self.reshuffle(deck)
        count = min(most, self.now.decks[deck].unplayed)
        self.move(seat, count, count)
        return Moved(self.now.decks[deck].zone, self.now.name(seat), count)

    def reshuffle(self, deck: int) -> None:
        """Make a new draw pile from the discards of a deck. The top card stays on the discard pile.

        Rules: "Unplayed deck empty when a card is needed" (the official rule; the paper leaves this open). If
        the virtual players have their own deck, people distinguish its cards by their dots or backs.
        """
        now = self.now
        *under, top = zip(now.discards, now.origin, strict=True)
        back = tuple(card for card, of in under if of == deck)
        kept = [*(lying for lying in under if lying[1] != deck), top]
        self.set(discards=tuple(card for card, _ in kept), origin=tuple(of for _, of in kept))
        self.set_pile(deck, len(back))
        mixed = Mixed((DISCARDS,), now.decks[deck].zone, 1, back if len(now.decks) > 1 else ())
        facts = {"count": len(back), "ranking": now.house.ranking, **name_deck(now, deck)}
        self.add_effect("reshuffle", mixed, **facts)

    def force_draw(self, seat: int, demanded: int, misses: bool = True, **ways: bool) -> None:
        """Make a seat draw a number of cards. Discards refill an empty draw pile.

        If too few cards are left, the effect also announces how many are missing. The caller ends the turn if
        necessary.

        Args:
            seat: Seat index.
            demanded: Number of cards to draw.
            misses: Whether the seat also misses its turn.
            **ways: Further values for the sentence.
        """
        left, virtual = demanded, self.now.seats[seat].virtual
        deck = name_deck(self.now, self.now.draws[seat])
        while left and self.now.can_draw_after(0, seat):
            motion = self.take(seat, left)
            left -= motion.count
            args = {"count": motion.count, "misses": misses and not left, "virtual": virtual, **deck, **ways}
            self.add_effect("draw", motion, seat=seat, **args)
        if left:
            nothing = Moved(self.now.deck_of(seat).zone, self.now.name(seat), 0)
            self.add_effect("short", nothing, seat=seat, count=left, of=demanded, misses=misses, **deck)

    def draw_chain(self) -> None:
        """Make the current seat draw all cards of unanswered draw cards, and miss its turn."""
        self.force_draw(self.now.turn, self.before.pending)
        self.break_chain()
        self.end_turn()


def check_copies(state: UnoState, card: str, deck: int, more: int = 1) -> None:
    """Check that no more copies of a card are played than the deck contains.

    If the host mistyped an earlier card, this check fails for the last real copy of that card.

    Args:
        state: Current state.
        card: Card to play.
        deck: Index of the card's deck.
        more: Number of copies to play.

    Raises:
        TableError: There would be too many copies.
        CommandError: The code is not a card.
    """
    of = state.decks[deck]
    copies = of.cards.count(card)
    if state.discards_from(deck).count(card) + more <= copies:
        return
    if card not in uno.KINDS:
        raise no_such_card(card)
    key = "uno.copies.lost" if card in state.lost else "uno.copies" if copies else "uno.copies.none"
    raise build_error(TableError, key, word=uno.describe(card), n=copies, deck=name_deck(state, deck)["deck"])


# ----------------------------------------------------------------------------------------------------
# The start of a game or a round: the first card with its effect, a colour declared for it, and a new deal.
#
# Rules: "official", How to play and Functions of the Action Cards; kpgut, "Starting the Game".


FIRST_DECK = 0
"""Index of the deck of the first card, which is never the virtual players' own deck."""


def may_lie_first(state: UnoState, card: str) -> bool:
    """Return whether a card may be the first card of the discard pile.

    If first cards have an effect, every card may except D, which "is returned to the deck". Otherwise no
    black card may, because there would be no active colour (paper §3.1).
    """
    return card != "D" if state.house.first_effects else not uno.is_black(card)


def _start(draft: StateDraft, event: Start) -> None:
    """Start the game with its first seat and, if the rules use one, its first card.

    The first seat is left of the dealer. In kpgut, the youngest player starts without a card on the pile.

    Raises:
        TableError: The game has already started, or the first card is not allowed.
        CommandError: The first card is missing.
    """
    state = draft.before
    _require(event, not state.is_started, "started")
    card, first = event.card, state.seat_index(event.first)
    if not state.house.first_card:
        _require(event, card is None, "no_first_card", first=event.first)
        draft.set(opened=True, turn=first)
        draft.add_effect("started")
        return
    if card is None:
        raise build_error(CommandError, "first_card", first=event.first, card=CARDS.cards[0])
    if not may_lie_first(state, card):
        raise build_error(TableError, "uno.black_first", uno.describe(card))
    check_copies(state, card, FIRST_DECK)
    deck = state.decks[FIRST_DECK]
    draft.set_pile(FIRST_DECK, deck.unplayed - 1)
    draft.set(turn=first, discards=(card,), origin=(FIRST_DECK,), color=uno.color_of(card))
    draft.add_effect("started", Moved(deck.zone, DISCARDS, 1, (card,)))
    if state.house.first_effects:
        _do_first(draft, card)


def _do_first(draft: StateDraft, card: str) -> None:
    """Apply the effect of the first card on the discard pile.

    The quotations in the code are from the official rules, which describe each card "turned up at the
    beginning of play".
    """
    effect, first = uno.effect(card), draft.now.turn
    if effect.reverse:  # "the dealer goes first, then play moves to the right instead of the left"
        draft.set(turn=(first - 1) % len(draft.now.seats), direction=-1)
        draft.add_effect("reverse", clockwise=False)
    elif effect.draws:  # "the same rule applies"
        draft.force_draw(first, effect.draws)
        draft.end_turn()
    elif effect.misses:  # "the player to the left of that player commences play"
        draft.add_effect("miss", seat=first)
        draft.end_turn()
    elif effect.names_color:  # "the person to the left of the dealer determines the color"
        draft.set(naming=True)
        draft.add_effect("naming", seat=first)


def _name_color(draft: StateDraft, event: Named) -> None:
    """Set the colour that the first seat declares for a wild as first card. The turn of this seat continues."""
    state = draft.before
    mine = state.naming and state.seat_index(event.seat) == state.turn
    _require(event, mine, "not_naming")
    draft.set(color=event.named, naming=False)
    draft.add_effect("named", color=event.named)


def _next_round(draft: StateDraft, event: Round) -> None:
    """Gather the cards of each deck and deal the next round of a match.

    Seats, options and scores are kept. All other fields are reset.
    """
    state = draft.before
    due = state.ended and not state.counting and state.winner is None and event.number == state.round + 1
    _require(event, due, "not_round", number=state.round + 1)
    sizes = tuple(state.hand_size * (seat not in state.ejected) for seat in range(len(state.seats)))
    decks, motions = _deal_again(state, sizes)
    ways = {"apart": len(state.decks) > 1, "session": state.house.ranking}
    draft.add_effect("round", *motions, number=event.number, hand_size=state.hand_size, **ways)
    fresh = UnoState(state.seats, sizes, decks, state.draws, state.hand_size, gone=state.ejected)
    kept = {name: getattr(draft.now, name) for name in _KEPT}
    draft.now = replace(fresh, **kept, round=event.number)


def _deal_again(state: UnoState, sizes: Sequence[int]) -> tuple[tuple[Deck, ...], list[Mixed | Moved]]:
    """Return the decks after new hands of these sizes were dealt, and the movements of cards for this."""
    gather, deals, decks = list[Mixed](), list[Moved](), list[Deck]()
    for number, deck in enumerate(state.decks):
        own = [seat for seat, of in enumerate(state.draws) if of == number]
        gather += _gather_deck(state, number, state.names(own))
        deals += [Moved(deck.zone, state.name(seat), sizes[seat]) for seat in own if sizes[seat]]
        decks.append(replace(deck, unplayed=len(deck.cards) - sum(sizes[seat] for seat in own)))
    return tuple(decks), [*gather, *deals]


def _gather_deck(state: UnoState, number: int, names: Sequence[str]) -> list[Mixed]:
    """Return the movements of cards from the discard pile and from some hands back to their draw pile."""
    zone, played = state.decks[number].zone, state.discards_from(number)
    pile = [Mixed((DISCARDS,), zone, 0, played)] if played else []
    return [*pile, Mixed((*names, zone), zone)]


_KEPT = ("house", "scores", "games", "ejected", "lost", "n")
"""Fields kept for the next round of a match or game of a session."""


# ----------------------------------------------------------------------------------------------------
# A turn: legal plays and the effects of cards.
#
# Rules: "paper"; "official", Functions of the Action Cards; kpgut, "Basic Gameplay", "Special Cards" and § 7; the
# house rule ``plays on`` for playing out of turn, which is in neither book.


def _play(draft: StateDraft, event: Play) -> None:
    """Apply a play by the current seat, or out of turn if the rules allow it."""
    if _jumps_in(draft, event):
        _jump_in(draft, event)
        return
    _open_turn(draft, event)
    _play_in_turn(draft, event)


def _draw(draft: StateDraft, event: Drew) -> None:
    """Apply a draw by choice. A seat that draws until it can play may draw several cards at once.

    A seat may draw although it could play, because nobody can check its hand. Without cards to draw, the turn
    ends.

    Raises:
        TableError: The seat has already drawn its one card, or must first answer a + or D.
        CommandError: The number of cards is not possible.
    """
    _open_turn(draft, event)
    _check_may_draw(draft, event)
    now = draft.now
    if not now.can_draw_after(0):  # rules: "a turn with nothing to draw ends"
        draft.add_effect("stuck", seat=now.turn, **name_deck(now, now.draws[now.turn]))
        draft.end_turn()
        return
    left = event.count
    while left and now.can_draw_after(0):
        motion = draft.take(now.turn, left)
        left -= motion.count
        draft.add_effect("drew", motion)
    if left:
        slots: dict[str, Value] = {"seat": event.seat, "n": event.count - left}
        raise build_error(CommandError, "draw_few", str(event.count), **slots)
    draft.set(drawn=True)
    draft.forget_risk(now.turn)


def _check_may_draw(draft: StateDraft, event: Drew) -> None:
    state = draft.before
    if event.forced or (event.count != 1 and not (state.draws_until_playable and event.count > 1)):
        raise build_error(CommandError, "draw_one", str(event.count), seat=event.seat)
    _require(event, not state.pending, "answer.draw", n=state.pending)
    _require(event, not draft.now.drawn or state.draws_until_playable, "second_draw")


def _pass(draft: StateDraft, event: Pass) -> None:
    """Apply a pass by the current seat.

    Raises:
        TableError: The seat must draw first.
    """
    _open_turn(draft, event)
    if draft.before.pending:
        draft.draw_chain()
        return
    if draft.now.can_draw_after(0):
        _require(event, draft.now.drawn, "pass_undrawn")
        _require(event, not draft.before.draws_until_playable, "pass_until")
    draft.end_turn()


def _open_turn(draft: StateDraft, event: Play | Drew | Pass) -> None:
    """Check that it is the turn of the event's seat. If the previous seat has drawn, the event may imply its pass.

    Raises:
        TableError: It is another seat's turn. The message names it.
    """
    state = draft.before
    _under_way(state, event)
    seat, after = state.seat_index(event.seat), state.find_next_seat(state.turn)
    if seat == state.turn:
        return
    may_pass = state.drawn and not (state.draws_until_playable and state.can_draw_after(0))
    if not may_pass or seat != after:
        key = "turn.drawn" if state.drawn else "turn"
        raise _build_error(event, key, now=state.name(state.turn), after=state.name(after))
    draft.add_effect("pass", seat=state.turn)
    draft.end_turn()


def _under_way(state: UnoState, event: Event) -> None:
    """Check that the game has started and that seats take turns now.

    Raises:
        TableError: Another event is expected. The message describes it.
    """
    _require(event, not state.is_over, "over")
    awaited = state.expected_event
    if awaited is not Awaited.TURN:
        bare = awaited is Awaited.UNSTARTED and not state.house.first_card
        said: dict[str, Value] = {
            "who": state.name(_find_asked_seat(state, awaited)),
            "number": state.round + 1,
        }
        raise _build_error(event, f"awaited.{awaited.value}{'.bare' if bare else ''}", **said)


def _find_asked_seat(state: UnoState, awaited: Awaited) -> int:
    """Return the index of the seat that must act or show its hand next.

    Before the start, the result is the first seat, which messages use as an example.
    """
    asked = {Awaited.SHOWING: state.showing, Awaited.CHALLENGED: state.layer, Awaited.UNSTARTED: 0}
    return asked.get(awaited, state.turn) or 0


def _play_in_turn(draft: StateDraft, event: Play) -> None:
    """Apply a play by the current seat, of one card or several cards of the same value.

    The steps are: check that the cards are legal, lay them, handle an empty hand or a last card, and apply
    the effect.

    Raises:
        TableError: A card is not playable.
        CommandError: The declared colour is missing or is not the colour of the card.
    """
    state, seat = draft.before, draft.now.turn
    if event.card not in draft.now.legal_cards():
        raise build_unplayable_error(state, event)
    _check_more(draft, event)
    betraying = list_preventing_kinds(state) if event.card == "D" else None
    cards = (event.card, *event.more)
    draft.lay(seat, cards)
    draft.set(color=find_named_color(event), free=False, suspects=None)
    left = draft.now.hands[seat]
    if left == 0 and (state.house.end_on_action == "ends" or not is_special(event.card)):
        _finish(draft, seat, event.card, len(cards))
        return
    if left == 0:  # kpgut § 2: "they must draw one card from the draw pile, say UNO! and continue"
        draft.force_draw(seat, 1, misses=False)
        betraying = None if betraying is None else ()  # it was the only card in the hand
    elif left == 1:
        _one_left(draft, seat)
    _do_effect(draft, event.card, len(cards), betraying)


def build_unplayable_error(state: UnoState, event: Play) -> FacilitatorError:
    """Build the error for a card that does not match the top card in colour, number or symbol.

    Source: Ruangwises–Shinagawa §3.1.
    """
    if event.card not in uno.KINDS:
        return no_such_card(event.card)
    card = uno.describe(event.card)
    if state.color is None:  # kpgut: no card has been played yet
        return build_error(TableError, "uno.first_played", card)
    if state.pending:
        answers = list_examples(sorted(state.legal_cards(), key=uno.deck_order))
        slots: dict[str, Value] = {"seat": event.seat, "n": state.pending, "answers": answers}
        return build_error(TableError, "uno.answer" if answers else "uno.answer.none", card, **slots)
    top = state.discards[-1]
    symbol, color = uno.symbol_word(top[0]), uno.color_word(state.color)
    key = "uno.valid.black" if uno.is_black(top) else "uno.valid"
    return build_error(TableError, key, card, color=color, symbol=symbol, top=uno.describe(top))


def _check_more(draft: StateDraft, event: Play) -> None:
    """Check that several cards may be played together (kpgut, even after a draw).

    The book allows "multiple cards with a same value in one turn".

    Raises:
        TableError: The seat is virtual, the rules do not allow several cards, or the cards have different
            values.
    """
    state, turn = draft.before, draft.now.turn
    if not event.more:
        return
    _require(event, state.house.several, "several.rules", rules=state.rules)
    cards = (event.card, *event.more)
    alike = all(card in uno.KINDS and card[0] == event.card[0] for card in cards)
    able = not state.seats[turn].virtual and len(cards) <= draft.now.hands[turn]
    _require(event, alike and able, "several.alike")


def find_named_color(event: Play) -> str:
    """Return the active colour after a play: the last card's colour or the declared colour.

    Raises:
        CommandError: A black card has no declared colour, or a coloured card has a different declared colour.
    """
    own = uno.color_of((event.card, *event.more)[-1])
    named = own if event.named is None else event.named
    if named is not None and named in uno.COLORS and own in (None, named):
        return named
    slots = {"seat": event.seat, "card": event.card, "word": uno.describe(event.card)}
    if own is None:
        raise build_error(CommandError, "uno.no_color", **slots)
    raise build_error(CommandError, "uno.own_color", CARDS.describe_named(str(event.named)), **slots)


def _one_left(draft: StateDraft, seat: int) -> None:
    """Announce "UNO" for a seat with one card.

    There is no effect if a person must announce the card, because the person can be caught forgetting it. The
    host announces it for virtual seats.
    """
    if draft.before.house.uno_call and not draft.before.seats[seat].virtual:
        draft.set(at_risk=seat)
    else:
        draft.add_effect("one left", seat=seat)


def _do_effect(draft: StateDraft, card: str, count: int, betraying: tuple[str, ...] | None) -> None:
    """Apply the effect of the played cards and give the turn to the next seat.

    Several reverses change the direction several times, and several skips skip several seats. With two
    remaining seats, some rules treat each reverse as a skip.

    Args:
        draft: Draft after the cards were laid.
        card: First of the cards.
        count: Number of cards.
        betraying: Cards that make a wild draw four illegal if they are in the player's hand. None if nobody
            may challenge.
    """
    effect, state = uno.effect(card), draft.before
    skips = count if effect.misses and not effect.draws else 0
    if effect.reverse and state.house.two_seat_reverse and len(draft.now.playing) == 2:
        skips = count
    elif effect.reverse:
        draft.set(direction=draft.now.direction * (-1) ** count)
        draft.add_effect("reverse", clockwise=draft.now.direction == 1)
    layer = draft.now.turn
    draft.end_turn()
    if effect.draws:
        _demand_draw(draft, layer, card, count * effect.draws, betraying)
    for _ in range(skips):
        draft.add_effect("miss", seat=draft.now.turn)
        draft.end_turn()


def _demand_draw(
    draft: StateDraft, layer: int, card: str, count: int, betraying: tuple[str, ...] | None
) -> None:
    """Make the next seat draw because of a draw card, unless it may first answer or challenge.

    A random draw of a colour decides whether a virtual seat challenges. If the next seat is virtual and may
    challenge, the effect contains the colour that means "challenge".

    Args:
        draft: Draft after the turn moved to the next seat.
        layer: Index of the seat that played the draw card.
        card: Draw card.
        count: Number of cards to draw for this draw card alone.
        betraying: Cards that make a wild draw four illegal, as in `_do_effect`.
    """
    state, turn = draft.before, draft.now.turn
    demanded = state.pending + count
    draft.set(pending=demanded, layer=layer, suspects=betraying if card == "D" else None)
    answers = state.house.has_answers(card)
    contest = card == "D" and betraying is not None and can_challenge(state, layer, turn, betraying)
    if answers or contest:
        lot = draft.now.color if contest and state.seats[turn].virtual else None
        draft.add_effect("pending", seat=turn, count=demanded, answers=answers, contest=contest, lot=lot)
        return
    draft.force_draw(turn, demanded)
    draft.break_chain()
    draft.end_turn()


def _jumps_in(draft: StateDraft, event: Play) -> bool:
    """Return whether a play is out of turn and the rules allow such plays."""
    state = draft.before
    if state.house.jump_in == "no" or not state.is_started or state.ended or state.winner is not None:
        return False
    seat = state.seat_index(event.seat)
    late = state.drawn and seat == state.find_next_seat(state.turn)
    return seat != state.turn and event.card == state.top and not late


def _jump_in(draft: StateDraft, event: Play) -> None:
    """Apply a play out of turn, in which a person plays a copy of the top card.

    With ``plays on``, the game continues from this person. With ``turn stays`` (kpgut § 7), only number cards
    are allowed, and the turn does not change. "This special situation can not be used, if the player was
    already in turn", so the current seat plays such a card in the normal way.

    Virtual seats cannot play out of turn, because their not playing would leak information about the hand.
    People cannot play out of turn while a draw card waits for an answer. They cannot play in a virtual seat's
    turn either, because its protocol has already started.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    stays = state.house.jump_in == "turn stays"
    able = state.plays_on(seat) and not event.more
    _require(event, able and _may_jump_in(state, event.card), "jump.number" if stays else "jump")
    _require(event, not state.seats[state.turn].virtual, "jump.virtual", now=state.name(state.turn))
    if not stays:
        draft.set(turn=seat)
        _play_in_turn(draft, event)
        return
    draft.lay(seat, (event.card,))
    draft.set(color=find_named_color(event))
    if (left := draft.now.hands[seat]) == 0:
        _finish(draft, seat, event.card, 1, in_turn=False)
    elif left == 1:
        _one_left(draft, seat)


def _may_jump_in(state: UnoState, card: Face) -> bool:
    """Return whether the house rules allow this card out of turn, before the current player has moved."""
    before = state.expected_event is Awaited.TURN and not (state.pending or state.drawn or state.free)
    return before and not (is_special(card) if state.house.jump_in == "turn stays" else uno.is_black(card))


# ----------------------------------------------------------------------------------------------------
# Challenges, missed calls of UNO, doubts and penalties, which are statements of people recorded as public events.
#
# Rules: "official", Wild Draw Four Card and "Going out"; kpgut, "Wild+Draw 4", § 1, § 3.1, § 10 and § 14.


GUILTY, WRONG = 4, 6
"""Numbers of cards that a guilty seat and a wrong challenger draw in both books. Earlier draw cards do not count."""
MISSED_UNO, WRONG_DOUBT, MOST_PENALTY = 2, 4, 20


def _challenge(draft: StateDraft, event: Challenge) -> None:
    """Apply a challenge of the last wild draw four, or a virtual seat's decision not to challenge.

    A person who challenges sees the hand. For a virtual seat, a protocol examines the hidden hand.

    Raises:
        TableError: The seat may not challenge.
    """
    state = draft.before
    virtual = state.seats[state.turn].virtual
    mine = state.seat_index(event.seat) == state.turn and may_challenge(state) and (event.made or virtual)
    _require(event, mine, "challenge")
    if event.made:
        kinds = state.suspects if virtual else None
        draft.set(challenged=True)
        draft.add_effect("challenge", seat=state.turn, of=state.name(state.layer or 0), kinds=kinds)
        return
    draft.set(suspects=None)
    if not state.legal_cards():  # under these rules, no card may answer the D
        draft.draw_chain()


def _verdict(draft: StateDraft, event: ChallengeVerdict) -> None:
    """Apply the result of a challenge: a guilty seat draws four cards, otherwise the challenger draws six.

    After a guilty verdict, the challenger has the turn, and in kpgut "the next player can play any card".
    Earlier draw cards do not add to these numbers, because the rule books do not mention them.
    """
    state = draft.before
    if not state.challenged or state.layer is None or state.seat_index(event.seat) != state.layer:
        raise _build_error(event, "verdict")
    draft.break_chain()
    if not event.guilty:
        draft.force_draw(state.turn, WRONG)
        draft.end_turn()
        return
    draft.force_draw(state.layer, GUILTY, misses=False)
    # The guilty seat has cards again, so it is no longer finished.
    still = tuple(seat for seat in state.finished if seat != state.layer)
    draft.set(finished=still, free=state.rules == "kpgut")
    draft.forget_risk(state.layer)


def _caught(draft: StateDraft, event: Caught) -> None:
    """Make a seat draw two cards because it did not announce its last card.

    The seat can be caught until the next card is played. The official rules do not limit the time. The book
    kpgut says "until the next player plays cards to the discard pile".

    Raises:
        TableError: The seat has more than one card, or it has announced its last card. Or its last play was a
            wild draw four that may still be challenged. A challenge examines the hand of the seat, so the seat
            must not draw cards before.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    _require(event, state.at_risk == seat and not state.ended, "caught")
    _require(event, not _in_question(state, seat), "caught.waits")
    draft.set(at_risk=None)
    draft.force_draw(seat, MISSED_UNO, misses=False)


def _in_question(state: UnoState, seat: int) -> bool:
    """Return whether a seat's hand may still be examined because the seat played a wild draw four."""
    return state.layer == seat and bool(state.suspects)


def _doubt(draft: StateDraft, event: Doubt) -> None:
    """Apply the claim of a seat that another seat drew although it could play (kpgut § 14).

    If the claim was wrong, the claiming seat draws four cards. If it was right, there is only a warning.
    People look at the hand and decide, and the program records their answer.

    Raises:
        TableError: The doubted seat has not drawn in this turn or is virtual, or a seat doubts itself.
    """
    state = draft.before
    seat, of = state.seat_index(event.seat), state.seat_index(event.of)
    drew = of == state.turn and state.drawn and not state.ended and not state.seats[of].virtual
    _require(event, drew and state.plays_on(seat) and seat != of, "doubt")
    draft.add_effect("doubt", seat=seat, of=state.name(of), right=event.right)
    if not event.right:
        draft.force_draw(seat, WRONG_DOUBT, misses=False)
        draft.forget_risk(seat)


def _penalty(draft: StateDraft, event: Penalty) -> None:
    """Make a person draw cards for an offence such as helping (kpgut § 3.1) or cheating (§ 10).

    The turn does not change. An illegal play itself is removed with undo.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    going = state.is_started and not state.ended and not state.challenged
    can = going and state.plays_on(seat) and 1 <= event.count <= MOST_PENALTY
    _require(event, can, "penalty", most=MOST_PENALTY)
    _require(event, not _in_question(state, seat), "caught.waits")
    draft.add_effect("penalty", seat=seat)
    draft.force_draw(seat, event.count, misses=False)
    draft.forget_risk(seat)


# ----------------------------------------------------------------------------------------------------
# Seats that are away, give up, or join the game. Rules: kpgut § 8, § 9, § 13. In `paper` and `official`, a seat
# may leave the table, about which both sources say nothing.


AWAY, JOINING = 2, 9


def _check_in_play(state: UnoState, event: Event) -> None:
    """Check that the game has started, no seat is leaving it, and no hand is being examined."""
    waits = state.ended or state.leaving is not None or state.challenged
    _require(event, state.is_started and not waits, "in_play")


def _absent(draft: StateDraft, event: Absent) -> None:
    """Make the current seat, whose player is away, draw two cards and miss its turn.

    If the seat had to answer a draw card, it still draws only two cards (kpgut, section 8).
    """
    state = draft.before
    _check_in_play(state, event)
    seat = state.seat_index(event.seat)
    able = seat == state.turn and not state.seats[seat].virtual and not state.drawn
    _require(event, able, "absent", now=state.name(state.turn))
    draft.add_effect("away", seat=seat)
    draft.force_draw(seat, AWAY)
    draft.break_chain()
    draft.end_turn()


def _leave(draft: StateDraft, event: SeatLeaves) -> None:
    """Let a person give up. The person then shows the hand, and it is shuffled into the draw pile (`_remove_hand`).

    A seat that is ejected under § 15 leaves in the same way ("similar to steps in § 9"), but is "not given
    any rank at all".

    Raises:
        TableError: The seat is virtual or no longer plays.
    """
    state = draft.before
    _check_in_play(state, event)
    seat = state.seat_index(event.seat)
    _require(event, state.plays_on(seat), "leave")
    draft.set(leaving=seat, ejected=(*state.ejected, seat) if event.ejected else state.ejected)
    draft.add_effect("leaving", seat=seat, ejected=event.ejected)


def _leave_table(draft: StateDraft, event: Leave) -> None:
    """Shuffle the hand of a leaving seat into its draw pile, unseen. A virtual player may take the seat.

    Otherwise the game continues without the seat, and nobody draws cards that the seat had to draw. A single
    remaining seat has won.

    Raises:
        TableError: The game has not started, a hand is being shown or examined, nobody else could go on, or
            there are too few cards for a virtual player.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    _require(event, not state.is_over, "over")
    stays = event.hand == VIRTUAL_HAND
    _require(event, state.expected_event in _SEATS_CHANGE, "leaves.waits")
    _require(event, not _in_question(state, seat), "leaves.question")
    others, size = give_back_hand(draft, event), state.hands[seat]
    if stays:
        draft.make_virtual(seat)
        draft.forget_risk(seat)
        _deal_late(draft, event, seat, size)
        _go_on_virtual(draft, seat)
        return
    if draft.now.turn == seat and not state.ended:
        if state.pending:
            draft.add_effect("lapsed", seat=seat, count=state.pending)
            draft.break_chain()
        draft.end_turn()
    draft.set(idle=0)
    draft.keep_seats(others)
    if len(others) == 1:
        draft.set(winner=0)
        draft.add_effect("alone", seat=0)


def give_back_hand(draft: StateDraft, event: Leave) -> list[int]:
    """Shuffle the hand of a seat that leaves into its draw pile, and return the indices of the other seats.

    Raises:
        TableError: No person would be left, no virtual player can take the seat, or `event.hand` has an
            unknown value.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    stays = event.hand == VIRTUAL_HAND
    _require(event, stays or event.hand == DECK_HAND, "leaves.hand", hand=event.hand)
    _require(event, not (stays and state.seats[seat].virtual), "leaves.virtual")
    others = [other for other in state.playing if other != seat]
    _require(event, not all(state.seats[other].virtual for other in others), "leaves.last")
    deck, size = state.deck_of(seat), state.hands[seat]
    mixed = (
        (Mixed((event.seat, deck.zone), deck.zone),) if deck.cards else ()
    )  # else nobody follows this deck
    draft.move(seat, -size, -size)
    slots = {"count": size, "virtual": stays, **name_deck(state, state.draws[seat])}
    draft.add_effect("left", *mixed, seat=seat, **slots)
    return others


_SEATS_CHANGE = (Awaited.TURN, Awaited.NAMING, Awaited.ENDED)
"""If one of these events is expected, a seat may leave the table or a player may sit down first."""


def _go_on_virtual(draft: StateDraft, seat: int) -> None:
    """Let a virtual player continue the turn of a person whose seat it has taken, if it is this seat's turn.

    If the person has drawn, the turn is over. If the virtual player can neither answer nor challenge a draw
    card, it draws the cards.
    """
    now = draft.now
    if now.turn != seat or now.ended:
        return
    if now.drawn:
        draft.end_turn()
    elif now.pending and not now.legal_cards() and not may_challenge(now):
        draft.draw_chain()


def _deal_late(draft: StateDraft, event: Leave | SitDown, seat: int, size: int) -> None:
    """Deal cards to a seat in the running game. If the next round is about to be dealt, do nothing.

    Raises:
        TableError: There are too few cards.
    """
    now, own = draft.now, draft.now.draws[seat]
    deck, whole = now.decks[own], now.hand_size * now.draws.count(own) + 1  # a card to draw is left
    if now.house.scores != "none":
        _require(event, len(deck.cards) >= whole, "join.round", n=len(deck.cards), needed=whole)
    if now.ended:
        return
    left = deck.unplayed + now.origin[:-1].count(own)
    key = "join.cards.pool" if deck.zone == POOL else "join.cards"
    _require(event, left >= size, key, n=left, needed=size)
    draft.force_draw(seat, size, misses=False)


def _sit_down(draft: StateDraft, event: SitDown) -> None:
    """Add a seat for somebody who comes late, and deal a hand as at the start.

    Raises:
        TableError: Another event is expected first, the name or the seat is not free, or there are too few
            cards.
        CommandError: `event.after` is not the name of a seat.
    """
    state = draft.before
    _require(event, not state.is_over, "over")
    _require(event, state.expected_event in _SEATS_CHANGE, "leaves.waits")
    _deal_late(draft, event, seat_newcomer(draft, event), state.hand_size)


def seat_newcomer(draft: StateDraft, event: SitDown) -> int:
    """Add the seat of somebody who comes late, without cards, and return its index.

    Raises:
        TableError: The name or the seat is not free.
        CommandError: `event.after` is not the name of a seat.
    """
    state, virtual = draft.before, event.hand == VIRTUAL_HAND
    _check_room(state, event)
    _require(event, virtual or not event.hand, "join.hand", hand=event.hand)
    place = 1 + (state.seat_index(event.after) if event.after else len(state.seats) - 1)
    draft.add_seat(place, Seat(event.seat, virtual))
    draft.add_effect("sits", seat=place, after=state.name(place - 1))
    return place


def _join(draft: StateDraft, event: Join) -> None:
    """Add a person with nine cards after the last seat, "if there is not yet a winner".

    The book kpgut only says "sit around the table". If the seat is the last, the indices of all other seats
    stay unchanged.
    """
    state = draft.before
    _check_in_play(state, event)
    _require(event, not state.finished, "join.late")
    _check_room(state, event)
    draft.add_seat(len(state.seats), Seat(event.seat))
    draft.add_effect("joined", seat=len(state.seats))
    draft.force_draw(len(state.seats), JOINING, misses=False)


def _check_room(state: UnoState, event: SitDown | Join) -> None:
    """Check that the name of a newcomer is new, and that there is a free seat."""
    taken = {fold(seat.name) for seat in state.seats} | {"", DECK, POOL, DISCARDS}
    free = fold(event.seat) not in taken and len(state.seats) < SEATS[1]
    _require(event, free, "join", most=SEATS[1])


# ----------------------------------------------------------------------------------------------------
# The end of a round, a game and a match: last cards, shown hands, points, and places.
#
# Rules: "paper"; "official", "Going out" and "Objective of the game"; kpgut § 2, § 5, § 6, § 9, "Ending the Game"
# and "Scoring".


REHEARSED = 3
"""Number of games after which a simulated session ends."""
LONGEST = 60
"""Time limit of a game in minutes: "a single game is not allowed to exceed one hour" (kpgut, "Scoring")."""


def _finish(draft: StateDraft, seat: int, card: str, count: int, in_turn: bool = True) -> None:
    """End the game for a seat with an empty hand. The seat wins or, if others play on, gets the next rank.

    Args:
        draft: Draft after the last cards were laid.
        seat: Seat index.
        card: First of the last cards. A draw card may still make the next seat draw.
        count: Number of played cards.
        in_turn: Whether the turn moves on from this seat.
    """
    state = draft.before
    if state.house.ranking:
        _take_place(draft, seat)
        if in_turn and not draft.now.ended:
            _do_effect(draft, card, count, None)
        return
    effect = uno.effect(card)
    if effect.draws and state.house.last_draws:
        # "the next player must draw the 2 or 4 cards respectively": the round is over, so no answer or challenge
        # is possible.
        draft.force_draw(
            draft.now.find_next_seat(draft.now.turn), state.pending + effect.draws * count, misses=False
        )
    draft.break_chain()
    _end_round(draft, seat)


def _end_round(draft: StateDraft, seat: int) -> None:
    """End the game for the winner, or begin to count the other hands if a match is played."""
    match = draft.before.house.scores == "match"
    draft.add_effect("win", seat=seat, hand=match)
    if not match:
        draft.set(winner=seat)  # rules: "First empty hand wins and ends the game"
        return
    counting = tuple(i for i, size in enumerate(draft.now.hands) if size)
    draft.set(ended=True, layer=seat, counting=counting, drawn=False)  # `layer` is now the round's winner


def _take_place(draft: StateDraft, seat: int) -> None:
    """Give the next rank to a finished seat. If a single seat remains, the game ends.

    In a session, the host then reports the playing time of the finished seat.
    """
    state = draft.before
    draft.set(finished=(*state.finished, seat), timing=state.house.scores == "session")
    draft.add_effect("finished", seat=seat, place=len(state.finished) + 1)
    if len(draft.now.playing) == 1 and not draft.now.timing:
        _rank(draft, (), whole=True)


def _end_without_winner(draft: StateDraft) -> None:
    """End a round in which no seat can move a card.

    In kpgut (§ 5), this has the same result as the time limit. With other rules, nobody wins or scores. In a
    match, the next round is dealt.
    """
    draft.add_effect("dead", match=draft.now.house.scores == "match")
    if draft.now.house.ranking:
        _close(draft)
    else:
        draft.set(ended=True, counting=(), drawn=False)


def _show(draft: StateDraft, event: Show) -> None:
    """Apply the showing of a hand. The cards count for points or a final rank, or the seat has conceded.

    Raises:
        TableError: No hand or another hand must be shown, or the cards cannot be in this hand.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    waits = state.showing is not None
    _require(event, waits, "show.none")
    _require(event, seat == state.showing, "show", who=state.name(state.showing or 0))
    left, size = Counter(state.remaining(state.draws[seat])), state.hands[seat]
    whole = len(event.cards) == size and not Counter(event.cards) - left
    _require(event, whole, "show.cards", n=size)
    draft.add_effect("shown", seat=seat, cards=event.cards)
    if not state.counting:
        _remove_hand(draft, seat)
        return
    shown = (*state.shown, (seat, event.cards))
    draft.set(shown=shown, counting=state.counting[1:])
    if state.counting[1:]:
        return
    if state.house.scores == "match":
        _score_match(draft, shown)
    else:
        _rank(draft, shown, whole=False)


def _score_match(draft: StateDraft, shown: tuple[tuple[int, tuple[str, ...]], ...]) -> None:
    """Give the points in all other hands to the winner of the round. 500 points win the match.

    Args:
        draft: Draft after the last hand was shown.
        shown: Seat indices with the hands that were shown.
    """
    state = draft.before
    seat = state.layer or 0
    won = sum(score_cards(cards) for _, cards in shown)
    scores = tuple(score + (won if i == seat else 0) for i, score in enumerate(state.scores))
    over = scores[seat] >= MATCH
    draft.set(scores=scores, winner=seat if over else None)
    draft.add_effect("points", seat=seat, points=won, score=scores[seat], over=over)


def _remove_hand(draft: StateDraft, seat: int) -> None:
    """Shuffle the hand of a seat that gave up into its draw pile.

    The seat is "considered to have lost to all other players" (§ 9). If a single seat remains, the game ends.
    """
    state, name = draft.before, draft.before.name(seat)
    zone, size = state.deck_of(seat).zone, state.hands[seat]
    draft.set(leaving=None, gone=(*state.gone, seat))
    draft.add_effect("gone", Mixed((name, zone), zone), seat=seat)
    draft.move(seat, -size, -size)
    draft.forget_risk(seat)
    if state.layer == seat:
        draft.set(suspects=None)
    if len(draft.now.playing) == 1:
        _rank(draft, (), whole=True)
    elif draft.now.turn == seat:
        draft.end_turn()


def _minutes(draft: StateDraft, event: TimePassed) -> None:
    """Record the minutes since the start of the game. After one hour, the game ends.

    If a seat has just finished, the minutes are its score.

    Raises:
        TableError: The time is before the last reported time, or more than one hour.
    """
    state = draft.before
    if not state.timing:
        _check_in_play(state, event)
    _require(event, state.minutes <= event.minutes <= LONGEST, "minutes", least=state.minutes, most=LONGEST)
    draft.set(minutes=event.minutes, timing=False)
    draft.add_effect("minutes", minutes=event.minutes)
    if state.timing:
        draft.set(times=(*state.times, (state.finished[-1], event.minutes)))
    if len(draft.now.playing) == 1:
        _rank(draft, (), whole=True)
    elif event.minutes == LONGEST:
        _close(draft)


def _time_up(draft: StateDraft, event: TimeUp) -> None:
    """End a game, or a session between two games, because the time is over.

    In a session, all seats with the lowest average win ("divides the sum of their points with the number of
    the games they participated"). The book kpgut has no rule for ties.
    """
    state = draft.before
    if state.house.scores == "session" and state.ended and state.winner is None and not state.counting:
        lowest = state.lowest
        draft.set(winner=lowest[0])
        draft.add_effect("session", places=(tuple(map(state.name, lowest)),))
        return
    _check_in_play(state, event)
    draft.add_effect("stopped")
    _close(draft)


def _close(draft: StateDraft) -> None:
    """End a game early. The final ranking depends on the remaining cards. Seats with equally many cards show them.

    Virtual hands are shown too. That is safe because they are no longer played.
    """
    draft.set(timing=False)
    if tied := tied_seats({seat: draft.now.hands[seat] for seat in draft.now.playing}):
        draft.set(ended=True, counting=tied)
        draft.break_chain()
    else:
        _rank(draft, (), whole=False)


def _rank(draft: StateDraft, shown: tuple[tuple[int, tuple[str, ...]], ...], whole: bool) -> None:
    """End the game with its final ranking: finished seats first, then remaining seats, then seats that gave up.

    Seats that gave up share the last rank. Ejected seats get no rank and no score (§ 15).

    Args:
        draft: Draft at the end of the game.
        shown: Seat indices with the hands that were shown to settle ties.
        whole: Whether the game has reached its normal end. False if it ended early.
    """
    state, now = draft.before, draft.now
    left = rank_seats({seat: now.hands[seat] for seat in now.playing}, dict(shown))
    gone = tuple(seat for seat in now.gone if seat not in now.ejected)
    order = (*((seat,) for seat in now.finished), *left, *((gone,) if gone else ()))
    draft.set(ended=True, places=order, counting=())
    draft.break_chain()
    draft.add_effect("ranking", places=tuple(tuple(now.name(seat) for seat in place) for place in order))
    if state.house.scores == "session":
        _add_session_scores(draft, score_session(dict(now.times), left, gone, whole, now.minutes))
    else:
        draft.set(winner=order[0][0])


def _add_session_scores(draft: StateDraft, got: Mapping[int, int]) -> None:
    """Add the points of one game, by seat index."""
    now = draft.now
    scores = tuple(score + got.get(seat, 0) for seat, score in enumerate(now.scores))
    games = tuple(count + (seat in got) for seat, count in enumerate(now.games))
    draft.set(scores=scores, games=games)
    draft.add_effect(
        "session points", scores={now.name(seat): points for seat, points in sorted(got.items())}
    )


# ----------------------------------------------------------------------------------------------------
# The dispatch of events to the functions above.


_RULES: dict[type[Any], Callable[[StateDraft, Any], None]] = {
    Start: _start,
    Play: _play,
    Drew: _draw,
    Pass: _pass,
    Named: _name_color,
    Challenge: _challenge,
    ChallengeVerdict: _verdict,
    Caught: _caught,
    Doubt: _doubt,
    Penalty: _penalty,
    Absent: _absent,
    SeatLeaves: _leave,
    Leave: _leave_table,
    SitDown: _sit_down,
    Join: _join,
    Show: _show,
    Round: _next_round,
    TimePassed: _minutes,
    TimeUp: _time_up,
}
"""Functions that apply an event, by event class. All other classes belong to other games."""


def list_event_types(state: UnoState) -> tuple[type[Any], ...]:
    """Return the event classes that a UNO table's rules allow."""
    return _events_of(state.house)


@cache
def _events_of(house: UnoOptions) -> tuple[type[Any], ...]:
    session, kpgut = house.scores == "session", house.rules == "kpgut"
    of = {
        Named: house.first_effects,
        Challenge: house.wild_draw_four == "challenge",
        ChallengeVerdict: house.wild_draw_four == "challenge",
        Caught: house.uno_call,
        Show: house.ranking or house.scores == "match",
        Round: house.scores != "none",
        **dict.fromkeys((Leave, SitDown), not house.ranking),
        TimePassed: session,
        TimeUp: house.ranking,
        **dict.fromkeys((Doubt, Absent, SeatLeaves, Join), kpgut),
    }
    return tuple(kind for kind in _RULES if of.get(kind, True))


def apply(state: UnoState, event: Event) -> Applied[UnoState]:
    """Return the next state of a UNO game and the effects of an event. The old state is not changed.

    If no card moves in a whole round of turns, the round of the game is over (kpgut § 5; the other books
    leave this open).

    Args:
        state: State before the event.
        event: Event of a class in `list_event_types`.

    Raises:
        TableError: The event is not legal.
        CommandError: The event is incomplete.
    """
    draft = StateDraft(state)
    _RULES[type(event)](draft, event)
    _count_idle_turns(draft, event)
    return Applied(draft.now, tuple(draft.effects))


def _count_idle_turns(draft: StateDraft, event: Event) -> None:
    """Count consecutive turns in which no card moved, and end the round of the game after a whole round of them."""
    state = draft.before
    if isinstance(event, Pass | Drew):
        moved = state.drawn or any(effect.motions and effect.key != "short" for effect in draft.effects)
        draft.set(idle=0 if moved else state.idle + 1)
        if draft.now.idle >= len(draft.now.playing):
            _end_without_winner(draft)
    elif state.idle and isinstance(event, Play):
        draft.set(idle=0)


# ----------------------------------------------------------------------------------------------------
# The next action and the possible moves, for every rule set of UNO.


def get_next_action(state: UnoState) -> NextAction:
    """Return the next action in a UNO game.

    If the whole table decides, for example to start, it is an `AwaitMove` without a seat. A virtual seat uses a
    random draw to declare a colour and to decide about a challenge. After a virtual seat's challenge, a
    protocol examines the hidden hand. If a virtual seat must answer a draw card, its protocol looks only for
    an answer, and draws no card.
    """
    if state.is_over:
        return GameOver(state.winners)
    awaited, seat = state.expected_event, state.seats[state.turn]
    if awaited is Awaited.SHOWING:
        return ShowHand(state.name(_find_asked_seat(state, awaited)))
    if awaited in (Awaited.ENDED, Awaited.UNSTARTED, Awaited.TIMING):
        return AwaitMove(None)
    if awaited is Awaited.CHALLENGED:
        accused, kinds = state.name(_find_asked_seat(state, awaited)), frozenset(state.suspects or ())
        return HandQuestion(seat.name, accused, kinds) if seat.virtual else AwaitMove(accused)
    return find_virtual_action(state, seat.name) if seat.virtual else AwaitMove(seat.name, state.drawn)


def find_virtual_action(state: UnoState, name: str) -> RandomDraw | Select:
    """Return the next action in a virtual seat's turn: a random draw, or the selection of a card."""
    if state.naming:
        return RandomDraw(name, tuple(uno.COLORS), tuple(Named(name, color) for color in uno.COLORS))
    if may_challenge(state):
        decisions = tuple(Challenge(name, color == state.color) for color in uno.COLORS)
        return RandomDraw(name, tuple(uno.COLORS), decisions)
    classes = chain_classes(state)
    if state.pending:
        return Select(name, classes)
    return Select(
        name, classes, state.draws_until_playable or not state.drawn, state.draws_until_playable, state.drawn
    )


def list_moves(state: UnoState, hand: Sequence[Face]) -> tuple[Event, ...]:
    """Return the sensible moves of a person with this UNO hand: plays or, if no card is playable, a draw or pass.

    A black card is listed once for each colour. A wild draw four that the rules forbid is listed only if it
    can be challenged, because people may bluff.

    Args:
        state: Current state.
        hand: Cards in the order of their arrival, the newest last.
    """
    if (meanwhile := _MEANWHILE.get(state.expected_event)) is not None:
        return tuple(meanwhile(state, hand))
    name = state.name(state.turn)
    plays = tuple(play for card in _list_playable(state, hand) for play in _plays(state, name, card, hand))
    if state.pending:
        return (*plays, Pass(name), *((Challenge(name),) if may_challenge(state) else ()))
    more = state.can_draw_after(0) if state.draws_until_playable else not state.drawn
    return plays or (Drew(name) if more else Pass(name),)


def _list_playable(state: UnoState, hand: Sequence[Face]) -> list[Face]:
    """Return the playable cards of a hand in list order.

    The wild draw four is left out if the rules allow it only without another playable card, and there is one.
    """
    held = hand[-1:] if state.drawn and not state.house.several else hand
    playable = sorted(set(held) & state.legal_cards(), key=uno.deck_order)
    last = state.house.wild_draw_four == "last" and playable != ["D"]
    # kpgut, after a right challenge: "can play any card (not Wild+Draw 4, if they have any other cards)"
    if last or (state.free and set(hand) != {"D"}):
        playable = [card for card in playable if card != "D"]
    return playable


def _starts(state: UnoState, _: Sequence[Face]) -> Iterator[Start]:
    """Yield every possible start, with a seat and, if the game uses one, a first card."""
    fit = [card for card in uno.KINDS if may_lie_first(state, card)] if state.house.first_card else [None]
    return (Start(card, seat.name) for card in fit for seat in state.seats)


def _verdicts(state: UnoState, hand: Sequence[Face]) -> tuple[ChallengeVerdict]:
    """Return the result of a challenge in which this hand is examined."""
    guilty = not set(hand).isdisjoint(state.suspects or ())
    return (ChallengeVerdict(state.name(state.layer or 0), guilty),)


_MEANWHILE: dict[Awaited, Callable[[UnoState, Sequence[Face]], Iterable[Event]]] = {
    Awaited.SHOWING: lambda state, hand: (
        Show(state.name(_find_asked_seat(state, Awaited.SHOWING)), tuple(hand)),
    ),
    Awaited.ENDED: lambda state, _: (
        TimeUp() if state.house.ranking and state.round >= REHEARSED else Round(state.round + 1),
    ),
    Awaited.TIMING: lambda state, _: (TimePassed(min(state.minutes + 5, LONGEST)),),
    Awaited.UNSTARTED: _starts,
    Awaited.NAMING: lambda state, _: (Named(state.name(state.turn), color) for color in uno.COLORS),
    Awaited.CHALLENGED: _verdicts,
}
"""Functions that return possible events without turns, given a hand, by expected event."""


def _plays(state: UnoState, name: str, card: Face, hand: Sequence[Face]) -> Iterator[Play]:
    """Yield the plays of a card, with each possible colour and further cards of equal value.

    Args:
        state: Current state.
        name: Seat name.
        card: Card to play.
        hand: All cards of the seat.
    """
    alike = [other for other in hand if other[0] == card[0]]
    alike.remove(card)
    for more in ((), tuple(alike)) if alike and state.house.several else ((),):
        for color in uno.COLORS if uno.is_black(card) else (None,):
            yield Play(name, card, color, more)
