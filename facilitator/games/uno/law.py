"""The one way the public facts of a game of UNO change, what the table must do now, and what a person could do.

`apply` takes one public event, sees whether it may be, and returns the facts as they are then with what
follows, each thing with the cards it moves. A refused stands where it is raised: what was expected, what was
found, what to do. Nothing is drawn by lot here, nothing printed, and no hidden card is known: a hand is a
number.

An event is taken by one rule (`_RULES`), which works on a draft of the facts: it looks at the facts before the
event (``draft.before``) for what may be, and at those so far (``draft.now``) for what follows. A refused event
leaves nothing behind, for only the draft was touched.

The order of a turn: a seat plays, draws or passes; a card takes effect when it lies, the turn passes on, then
the seat after it draws, misses, answers or challenges. "+ and D" wait for an answer as ``pending`` cards, of
which ``layer`` played the last.

Sources: Ruangwises–Shinagawa §3.1 (rules: ``paper``); "The complexity of UNO", appendix 0.A (``official``); the
house-rule book "kingi89 Pro Gamer Uno Tour" (``kpgut``). Where a book is silent the choice stands at the rule
that makes it, with its reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter
from typing import Any

from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.events import (
    Absent,
    Caught,
    Challenge,
    ChallengeVerdict,
    Codec,
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
)
from facilitator.games.uno import cards as uno
from facilitator.games.uno.options import UnoOptions
from facilitator.games.uno.state import (
    MATCH,
    SEATS,
    Awaited,
    UnoState,
    betrays,
    chain_classes,
    contestable,
    deck_word,
    is_special,
    may_challenge,
    no_such_card,
    places,
    points,
    session,
    tied_seats,
)
from facilitator.machine.faces import DISCARDS, Face
from facilitator.words import fold, quoted
from facilitator.words.catalogue import Value, refused

CODEC = Codec(uno.CARDS, True)
"""How events of UNO are read and written."""


def _refused(event: Event, key: str, **slots: Value) -> TableError:
    """Return the refused of an event that cannot be; ``key``: says what can be, and what to do now.

    What was found is the event itself, as it is typed; who it is about fills the slot ``seat``.
    """
    said = {"seat": getattr(event, "seat", ""), **slots}
    return refused(TableError, f"uno.{key}", quoted(CODEC.text(event)), **said)


def _require(event: Event, holds: object, key: str, **slots: Value) -> None:
    """See that something holds of an event; raises the refused of it (`_refused`) where it does not."""
    if not holds:
        raise _refused(event, key, **slots)


# ----------------------------------------------------------------------------------------------------
# Cards on their way while an event takes effect: hands, unplayed decks and the one discard pile.
#
# With a split pool the people and the virtual seats each draw from a deck of their own.  All discards lie on
# one pile; a mark on the face or another printed back tells which deck each came from.  Rules: "Split pool".


_FACTS = attrgetter(*(one.name for one in fields(UnoState)))
"""All facts in their order: to copy them so takes a third of the time that `replace` does."""


class StateDraft:
    """The next state while it is being worked out; if the event is refused it is simply forgotten.

    ``before``: the facts before the event, which rules look at.  ``now``: the facts so far, a copy that nobody else
    has seen; so it is changed in place, for an evening's forecast applies events by the hundred thousand and a copy
    for each fact would take three times as long.  ``told``: what follows.
    """

    def __init__(self, before: UnoState) -> None:
        """Begin a draft: a copy of the facts, one event later."""
        self.before, self.now = before, UnoState(*_FACTS(before))
        self.set(n=before.n + 1)
        self.told: list[Happened] = []

    def set(self, **changes: Any) -> None:
        """Change facts, by the names of the state's fields."""
        for name, value in changes.items():
            object.__setattr__(self.now, name, value)

    def tell(self, key: str, *motions: Motion, seat: int | None = None, **args: object) -> None:
        """Announce one thing that follows, with the cards it moves.

        ``key``: names the sentence (`facilitator.games.uno.game`). ``seat``: whose it is, a place that is told
        by its name. ``args``: what else the sentence and programs are told: facts, no words.
        """
        named = {} if seat is None else {"seat": self.now.name(seat)}
        self.told.append(Happened(key, {**named, **args}, motions))

    def end_turn(self) -> None:
        """Let the next seat that still plays be in turn; what was free to the last one is free no more.

        Where every seat's turn has ended one after the other with no card moved, nothing can happen any more:
        the hand is over (kpgut § 5; the other books are silent).
        """
        self.set(turn=self.now.after(self.now.turn), drawn=False, free=False)

    def break_chain(self) -> None:
        """Let nothing wait any more for an answer to a + or D, nor for a verdict on it."""
        self.set(pending=0, suspects=None, challenged=False)

    def forget_risk(self, seat: int) -> None:
        """Let nobody catch a seat that has drawn, as it has more than one card again."""
        if self.now.at_risk == seat:
            self.set(at_risk=None)

    def move(self, seat: int, by: int, deck: int = 0) -> None:
        """Let a hand have ``by`` cards more; ``deck``: how many of them come from the deck it draws from.

        Fewer than none: so many leave the hand, or go back into the deck.
        """
        now, own = self.now, self.now.draws[seat]
        hands = tuple(size + by * (at == seat) for at, size in enumerate(now.hands))
        decks = now.decks
        if deck:
            left = now.decks[own].unplayed - deck
            decks = (*decks[:own], replace(decks[own], unplayed=left), *decks[own + 1 :])
        self.set(hands=hands, decks=decks)

    def lay(self, seat: int, cards: Sequence[str]) -> None:
        """Lay cards of a hand on the pile, each with the mark of the deck it came from.

        Nobody can be caught any more: "until the next player plays cards to the discard pile" (kpgut).

        Raises: TableError for more copies than the deck has, CommandError for what is no card.
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
        self.tell("played", Moved(self.now.name(seat), DISCARDS, len(cards), tuple(cards)))

    def take(self, seat: int, most: int) -> Moved:
        """Move up to ``most`` cards of the seat's deck to its hand, a new deck made first where it is empty.

        Fewer than asked for where the deck runs out, so that the caller asks again: the next of them come from
        a new deck.
        """
        deck = self.now.draws[seat]
        if not self.now.decks[deck].unplayed:
            self._reshuffle(deck)
        count = min(most, self.now.decks[deck].unplayed)
        self.move(seat, count, count)
        return Moved(self.now.decks[deck].zone, self.now.name(seat), count)

    def _reshuffle(self, deck: int) -> None:
        """Make a new unplayed deck of the discards of a deck.

        All of them, but never the top card, come off the pile. Rules: "Unplayed deck empty when a card is
        needed" (the paper is silent; the official rule). With a split pool they are told by their mark.
        """
        now = self.now
        *under, top = zip(now.discards, now.origin, strict=True)
        back = tuple(card for card, of in under if of == deck)
        kept = [*(lying for lying in under if lying[1] != deck), top]
        decks = (*now.decks[:deck], replace(now.decks[deck], unplayed=len(back)), *now.decks[deck + 1 :])
        self.set(discards=tuple(card for card, _ in kept), origin=tuple(of for _, of in kept), decks=decks)
        of = now.decks[deck]
        told_apart = back if len(decks) > 1 else ()
        mixed = Mixed((DISCARDS,), of.zone, 1, told_apart)
        self.tell("reshuffle", mixed, count=len(back), deck=of.whose, ranking=now.house.ranking)

    def force_draw(self, seat: int, demanded: int, misses: bool = True) -> None:
        """Make a seat draw: what is there, then of a new deck where it runs out, then what there is.

        ``demanded``: how many cards. ``misses``: whether it costs the turn; the turn itself passes on
        elsewhere. What is missing for good is told, too.
        """
        left, virtual = demanded, self.now.seats[seat].virtual
        whose = self.now.deck_of(seat).whose
        while left and self.now.can_draw_after(0, seat):
            motion = self.take(seat, left)
            left -= motion.count
            args = {"deck": whose, "count": motion.count, "misses": misses and not left, "virtual": virtual}
            self.tell("draw", motion, seat=seat, **args)
        if left:
            nothing = Moved(self.now.deck_of(seat).zone, self.now.name(seat), 0)
            self.tell("short", nothing, seat=seat, deck=whose, count=left, of=demanded, misses=misses)

    def draw_chain(self, more: int = 0) -> None:
        """Let the seat in turn draw what waits for an answer, and so many more, and miss its turn."""
        self.force_draw(self.now.turn, self.before.pending + more)
        self.break_chain()
        self.end_turn()


def check_copies(state: UnoState, card: str, deck: int, more: int = 1) -> None:
    """See that the discards do not come to hold more cards of a kind than the deck they come from has.

    ``deck``: the place of the deck in the state. ``more``: so many are about to be laid.

    A card mistyped an hour ago is found out here, when its last copy is played.

    Raises: TableError, and CommandError for what is no card.
    """
    of = state.decks[deck]
    copies = of.cards.count(card)
    if state.discards_from(deck).count(card) + more <= copies:
        return
    if card not in uno.KINDS:
        raise no_such_card(card)
    key = f"uno.copies{'' if copies else '.none'}"
    raise refused(TableError, key, word=uno.describe(card), n=copies, deck=deck_word(of.whose))


# ----------------------------------------------------------------------------------------------------
# How a game or a hand begins: the card turned over and what it does, the colour named for it, a new deal.
#
# Rules: "official", How to play and Functions of the Action Cards; kpgut, "Starting the Game".


FIRST_DECK = 0
"""The first top card is of this deck: never of the virtual seats' own."""


def may_lie_first(state: UnoState, card: str) -> bool:
    """Tell whether a card turned over may stay: with effects, all but D, which "is returned to the deck".

    Without effects no black card may, as no colour would be active (paper §3.1).
    """
    return card != "D" if state.house.first_effects else not uno.is_black(card)


def _start(draft: StateDraft, event: Start) -> None:
    """Begin: ``first`` is the seat to the left of the dealer, or kpgut's youngest, who needs no card to begin
    on.

    Raises: TableError for a second start, a card where none is turned over, or a black one; CommandError
    without one.
    """
    state = draft.before
    _require(event, not state.started, "started")
    card, first = event.card, state.seat_index(event.first)
    if not state.house.first_card:
        _require(event, card is None, "no_first_card", first=event.first)
        draft.set(opened=True, turn=first)
        draft.tell("started")
        return
    if card is None:
        raise refused(CommandError, "first_card", first=event.first)
    if not may_lie_first(state, card):  # Ruangwises–Shinagawa §3.1: the first top card is not black
        raise refused(TableError, "uno.black_first", uno.describe(card))
    check_copies(state, card, FIRST_DECK)
    deck = state.decks[FIRST_DECK]
    decks = (replace(deck, unplayed=deck.unplayed - 1), *state.decks[1:])
    draft.set(decks=decks, turn=first, discards=(card,), origin=(FIRST_DECK,), color=uno.color_of(card))
    draft.tell("started", Moved(deck.zone, DISCARDS, 1, (card,)))
    if state.house.first_effects:
        _do_first(draft, card)


def _do_first(draft: StateDraft, card: str) -> None:
    """Let the first card do what the appendix says of each "turned up at the beginning of play"."""
    effect, first = uno.effect(card), draft.now.turn
    if effect.reverse:  # "the dealer goes first, then play moves to the right instead of the left"
        draft.set(turn=(first - 1) % len(draft.now.seats), direction=-1)
        draft.tell("reverse", clockwise=False)
    elif effect.draws:  # "the same rule applies"
        draft.force_draw(first, effect.draws)
        draft.end_turn()
    elif effect.misses:  # "the player to the left of that player commences play"
        draft.tell("miss", seat=first)
        draft.end_turn()
    elif effect.names_color:  # "the person to the left of the dealer determines the color"
        draft.set(naming=True)
        draft.tell("naming", seat=first)


def _name_color(draft: StateDraft, event: Named) -> None:
    """Let the first seat name the colour of the wild that was turned over; its turn goes on."""
    state = draft.before
    mine = state.naming and state.seat_index(event.seat) == state.turn
    _require(event, mine, "not_naming")
    if event.named not in uno.COLORS:
        raise refused(CommandError, "uno.color", quoted(event.named))
    draft.set(color=event.named, naming=False)
    draft.tell("named", color=event.named)


def _next_round(draft: StateDraft, event: Round) -> None:
    """Gather all cards, those of each deck apart, and deal the next hand of a match.

    What stays is who sits there, the rules and the scores; all else is as before a first card.
    """
    state = draft.before
    due = state.ended and not state.counting and state.winner is None and event.number == state.round + 1
    _require(event, due, "not_round", number=state.round + 1)
    gather, deals, decks = list[Mixed](), list[Moved](), []
    sizes = tuple(state.hand_size * (seat not in state.ejected) for seat in range(len(state.seats)))
    for number, deck in enumerate(state.decks):
        own = [seat for seat, of in enumerate(state.draws) if of == number]
        gather += _gathered(state, number, state.names(own))
        deals += [Moved(deck.zone, state.name(seat), sizes[seat]) for seat in own if sizes[seat]]
        decks.append(replace(deck, unplayed=len(deck.cards) - sum(sizes[seat] for seat in own)))
    ways = {"apart": len(state.decks) > 1, "session": state.house.ranking}
    draft.tell("round", *gather, *deals, number=event.number, hand_size=state.hand_size, **ways)
    fresh = UnoState(state.seats, sizes, tuple(decks), state.draws, state.hand_size, gone=state.ejected)
    kept = {name: getattr(draft.now, name) for name in _KEPT}
    draft.now = replace(fresh, **kept, round=event.number)


_KEPT = ("house", "scores", "games", "ejected", "n")
"""Facts that outlast a hand of a match, or a game of a session."""


def _gathered(state: UnoState, number: int, names: Sequence[str]) -> list[Mixed]:
    """Return how the cards of a deck come together again: from the pile, and from the hands of ``names``."""
    zone, played = state.decks[number].zone, state.discards_from(number)
    pile = [Mixed((DISCARDS,), zone, 0, played)] if played else []
    return [*pile, Mixed((*names, zone), zone)]


# ----------------------------------------------------------------------------------------------------
# A turn: what may be played, and what a played card does.
#
# Rules: "paper"; "official", Functions of the Action Cards; kpgut, "Basic Gameplay", "Special Cards" and § 7; the
# house rules seven-zero and jump-in, that neither book has.


def _play(draft: StateDraft, event: Play) -> None:
    """Let a seat play: the one in turn, or out of turn where the table's rules know that."""
    if _jumps_in(draft, event):
        _jump_in(draft, event)
        return
    _open_turn(draft, event)
    _play_in_turn(draft, event)


def _draw(draft: StateDraft, event: Drew) -> None:
    """Let the seat in turn draw one card of its own accord.

    A seat may draw although it could play: nobody can look. With nothing to draw its turn ends.

    Raises: TableError for a second draw where one is allowed, or where a + or D waits; CommandError for another
    count.
    """
    _open_turn(draft, event)
    state, now = draft.before, draft.now
    if event.count != 1:
        raise refused(CommandError, "draw_one", str(event.count), seat=event.seat)
    _require(event, not state.pending, "answer", n=state.pending, answers=_answers(state))
    _require(event, not now.drawn or state.until, "second_draw")
    if not now.can_draw_after(0):  # rules: "a turn with nothing to draw ends"
        draft.tell("stuck", seat=now.turn, deck=now.deck_of(now.turn).whose)
        draft.end_turn()
        return
    draft.tell("drew", draft.take(now.turn, 1))
    draft.set(drawn=True)
    draft.forget_risk(now.turn)


def _pass(draft: StateDraft, event: Pass) -> None:
    """Let the seat in turn not play: it has drawn, cannot, or does not answer a chain and draws the sum.

    Raises: TableError for a pass without the draw that must come first.
    """
    _open_turn(draft, event)
    if draft.before.pending:
        draft.draw_chain()
        return
    if draft.now.can_draw_after(0):
        _require(event, draft.now.drawn, "pass_undrawn")
        _require(event, not draft.before.until, "pass_until")
    draft.end_turn()


def _open_turn(draft: StateDraft, event: Play | Drew | Pass) -> None:
    """See that it is this seat's turn; the next seat's event says that the one who drew passed.

    So nobody need type a pass that everybody saw.

    Raises: TableError with whose turn it is.
    """
    state = draft.before
    _under_way(state, event)
    seat, after = state.seat_index(event.seat), state.after(state.turn)
    if seat == state.turn:
        return
    may_pass = state.drawn and not (state.until and state.can_draw_after(0))
    if not may_pass or seat != after:
        key = "turn.drawn" if state.drawn else "turn"
        raise _refused(event, key, now=state.name(state.turn), after=state.name(after))
    draft.tell("pass", seat=state.turn)
    draft.end_turn()


def _under_way(state: UnoState, event: Event) -> None:
    """See that seats take their turns now: the game has begun, nothing is being named, looked at or counted.

    Raises: TableError with what the table waits for.
    """
    _require(event, not state.over, "over")
    awaited = state.awaited
    if awaited is not Awaited.TURN:
        bare = awaited is Awaited.UNSTARTED and not state.house.first_card
        said: dict[str, Value] = {"who": state.name(_asked(state, awaited)), "number": state.round + 1}
        raise _refused(event, f"awaited.{awaited.value}{'.bare' if bare else ''}", **said)


def _asked(state: UnoState, awaited: Awaited) -> int:
    """Return whose hand or word is waited for; before the start the first seat, as an example."""
    asked = {Awaited.SHOWING: state.showing, Awaited.CHALLENGED: state.layer, Awaited.UNSTARTED: 0}
    return asked.get(awaited, state.turn) or 0


def _play_in_turn(draft: StateDraft, event: Play) -> None:
    """Let the seat in turn play its card, or several of one value.

    In this order: the cards are seen to be legal, then laid, then the hand is looked at (empty, or one card
    left), then the last card takes effect.

    Raises: TableError for a card that is not valid, CommandError for a colour that is missing or not the
    card's.
    """
    state, seat = draft.before, draft.now.turn
    if event.card not in draft.now.legal_cards():
        raise _not_valid(state, event)
    _check_more(draft, event)
    betraying = betrays(state) if event.card == "D" else None
    cards = (event.card, *event.more)
    draft.lay(seat, cards)
    draft.set(color=_named_color(event), free=False, suspects=None)
    left = draft.now.hands[seat]
    if left == 0 and (state.house.end_on_action == "ends" or not is_special(event.card)):
        _finish(draft, seat, event.card, len(cards))
        return
    if left == 0:  # kpgut § 2: "they must draw one card from the draw pile, say UNO! and continue"
        draft.force_draw(seat, 1, misses=False)
        betraying = None if betraying is None else ()  # no other card was held when it was played
    elif left == 1:
        _one_left(draft, seat)
    _do_effect(draft, event.card, len(cards), betraying)


def _answers(state: UnoState) -> str:
    """Return what may answer a + or D, by its codes; empty where nothing may."""
    return ", ".join(sorted(state.legal_cards(), key=uno.deck_order))


def _not_valid(state: UnoState, event: Play) -> FacilitatorError:
    """Return the refused of a card that matches neither colour nor number nor symbol.

    Source: Ruangwises–Shinagawa §3.1.
    """
    if event.card not in uno.KINDS:
        return no_such_card(event.card)
    card = uno.describe(event.card)
    if state.color is None:  # kpgut: nothing lies yet
        return refused(TableError, "uno.first_played", card)
    if state.pending:
        slots: dict[str, Value] = {"seat": event.seat, "n": state.pending, "answers": _answers(state)}
        return refused(TableError, "uno.answer", card, **slots)
    top = state.discards[-1]
    slots = {
        "color": uno.color_word(state.color),
        "symbol": uno.symbol_word(top[0]),
        "top": uno.describe(top),
    }
    key = "uno.valid.black" if uno.is_black(top) else "uno.valid"
    return refused(TableError, key, card, **slots)


def _check_more(draft: StateDraft, event: Play) -> None:
    """See that several cards go together: "multiple cards with a same value in one turn" (kpgut).

    After a draw, too.  Raises: TableError for a virtual seat, for rules without it, and for cards of another value.
    """
    state, turn = draft.before, draft.now.turn
    if not event.more:
        return
    several = 1 + len(event.more)
    _require(event, not state.seats[turn].virtual, "several.virtual")
    _require(event, state.house.several, "several.rules", rules=state.rules)
    alike = all(card in uno.KINDS and card[0] == event.card[0] for card in event.more)
    _require(event, alike, "several.alike")
    _require(event, several <= draft.now.hands[turn], "several.many", n=draft.now.hands[turn])


def _named_color(event: Play) -> str:
    """Return the active colour after the play: the last card's own, or the one named with a black card.

    Raises: CommandError for a black card without a colour, and a coloured one with another.
    """
    own, word = uno.color_of((event.card, *event.more)[-1]), uno.describe(event.card)
    slots = {"seat": event.seat, "card": event.card, "word": word}
    if own is None:
        if event.named is None or event.named not in uno.COLORS:
            raise refused(CommandError, "uno.no_color", quoted(event.named or ""), **slots)
        return event.named
    if event.named is not None and event.named != own:
        raise refused(CommandError, "uno.own_color", uno.CARDS.describe_named(event.named), **slots)
    return own


def _one_left(draft: StateDraft, seat: int) -> None:
    """Say UNO, but for a person who has to say it and may forget: others listen for that.

    A virtual seat's call is the host's, so that it is never missed.
    """
    if draft.before.house.uno_call and not draft.before.seats[seat].virtual:
        draft.set(at_risk=seat)
    else:
        draft.tell("one left", seat=seat)


def _do_effect(draft: StateDraft, card: str, count: int, betraying: tuple[str, ...] | None) -> None:
    """Let the cards just played do what they do, and the turn pass on.

    ``card``: the first of them; ``count``: how many. Several reverses flip play as often; several skips skip so
    many seats; with two seats left and the rule for it a reverse is a skip, as often as it was played.
    ``betraying``: beside which kinds a D was played wrongly; None where no D can be challenged.
    """
    effect, state = uno.effect(card), draft.before
    skips = count if effect.misses and not effect.draws else 0
    if effect.reverse and state.house.two_seat_reverse and len(draft.now.playing) == 2:
        skips = count
    elif effect.reverse:
        draft.set(direction=draft.now.direction * (-1) ** count)
        draft.tell("reverse", clockwise=draft.now.direction == 1)
    layer = draft.now.turn
    draft.end_turn()
    if effect.draws:
        _demand(draft, layer, card, count * effect.draws, betraying)
    for _ in range(skips):
        draft.tell("miss", seat=draft.now.turn)
        draft.end_turn()


def _demand(draft: StateDraft, layer: int, card: str, count: int, betraying: tuple[str, ...] | None) -> None:
    """Make the next seat draw, at once unless it may answer or challenge.

    ``layer``: who played the card. ``count``: cards it makes draw, beside those that wait already.
    ``betraying``: as in `_do_effect`. Where a virtual seat may challenge, the colour of its lot is told with
    it.
    """
    state, turn = draft.before, draft.now.turn
    demanded = state.pending + count
    draft.set(pending=demanded, layer=layer, suspects=betraying if card == "D" else None)
    answers = any(stack.endswith(f"on {card}"[:4]) for stack in state.house.stacking)
    contest = card == "D" and betraying is not None and contestable(state, layer, turn, betraying)
    if answers or contest:
        lot = draft.now.color if contest and state.seats[turn].virtual else None
        draft.tell("pending", seat=turn, count=demanded, answers=answers, contest=contest, lot=lot)
        return
    draft.force_draw(turn, demanded)
    draft.break_chain()
    draft.end_turn()


def _jumps_in(draft: StateDraft, event: Play) -> bool:
    """Tell whether this is a play out of turn that the table's rules know."""
    state = draft.before
    if state.house.jump_in == "no" or not state.started or state.ended or state.winner is not None:
        return False
    seat = state.seat_index(event.seat)
    late = state.drawn and seat == state.after(state.turn)
    return seat != state.turn and event.card == state.top and not late


def _jump_in(draft: StateDraft, event: Play) -> None:
    """Let a person play the double of the top card out of turn: a person, for a virtual seat's "no" would tell.

    ``plays on``: the game goes on from there.  ``turn stays`` (kpgut § 7): numbers only, and whose turn it was it
    stays.  "This special situation can not be used, if the player was already in turn": who is in turn plays it as
    any card.  Not in a virtual seat's turn: its steps have begun when the card before lies; not while a chain waits.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    stays = state.house.jump_in == "turn stays"
    before = state.awaited is Awaited.TURN and not (state.pending or state.drawn or state.free)
    known = not is_special(event.card) if stays else not uno.is_black(event.card)
    able = state.plays_on(seat) and not event.more
    _require(event, before and known and able, "jump.number" if stays else "jump")
    _require(event, not state.seats[state.turn].virtual, "jump.virtual", now=state.name(state.turn))
    if not stays:
        draft.set(turn=seat)
        _play_in_turn(draft, event)
        return
    draft.lay(seat, (event.card,))
    draft.set(color=_named_color(event))
    if (left := draft.now.hands[seat]) == 0:
        _finish(draft, seat, event.card, 1, in_turn=False)
    elif left == 1:
        _one_left(draft, seat)


# ----------------------------------------------------------------------------------------------------
# Challenges, missed calls of UNO, doubts and penalties: what people say to each other, as public events.
#
# Rules: "official", Wild Draw Four Card and "Going out"; kpgut, "Wild+Draw 4", § 1, § 3.1, § 10 and § 14.


GUILTY, WRONG = 4, 6
"""Cards that a guilty seat draws, and a wrong challenger, however many wait: both books name these numbers."""
MISSED_UNO, WRONG_DOUBT, MOST_PENALTY = 2, 4, 20


def _challenge(draft: StateDraft, event: Challenge) -> None:
    """Let the seat in turn say that the D before it was played wrongly, or a virtual seat let it stand.

    A person is shown the hand; for a virtual seat the covered hand is asked one question, as nobody could look
    at it for that seat.

    Raises: TableError where nobody may challenge.
    """
    state = draft.before
    virtual = state.seats[state.turn].virtual
    mine = state.seat_index(event.seat) == state.turn and may_challenge(state) and (event.made or virtual)
    _require(event, mine, "challenge")
    if event.made:
        kinds = state.suspects if virtual else None
        draft.set(challenged=True)
        draft.tell("challenge", seat=state.turn, of=state.name(state.layer or 0), kinds=kinds)
        return
    draft.set(suspects=None)
    if not state.legal_cards():  # no D answers it by these rules
        draft.draw_chain()


def _verdict(draft: StateDraft, event: ChallengeVerdict) -> None:
    """Guilty: who played the D draws four, and the challenger has its turn; else the challenger draws six.

    Both books name these numbers and no chain; so what waited beside is drawn by nobody.  kpgut: "the next player
    can play any card".
    """
    state = draft.before
    if not state.challenged or state.layer is None or state.seat_index(event.seat) != state.layer:
        raise _refused(event, "verdict")
    draft.break_chain()
    if not event.guilty:
        draft.force_draw(state.turn, WRONG)
        draft.end_turn()
        return
    draft.force_draw(state.layer, GUILTY, misses=False)
    still = tuple(one for one in state.finished if one != state.layer)  # it has cards again, so it plays on
    draft.set(finished=still, free=state.rules == "kpgut")
    draft.forget_risk(state.layer)


def _caught(draft: StateDraft, event: Caught) -> None:
    """Two cards for who had one left and did not say so, until the next card is played.

    The appendix names no end of that time; the book: "until the next player plays cards to the discard pile".

    Raises: TableError where nobody has one card left, or it was said; and while the hand may be looked at for a
    D, as cards drawn to it meanwhile would count against the seat.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    _require(event, state.at_risk == seat and not state.ended, "caught")
    _require(event, not _in_question(state, seat), "caught.waits")
    draft.set(at_risk=None)
    draft.force_draw(seat, MISSED_UNO, misses=False)


def _in_question(state: UnoState, seat: int) -> bool:
    """Tell whether a hand may still be looked at for the D that was played from it."""
    return state.layer == seat and bool(state.suspects)


def _doubt(draft: StateDraft, event: Doubt) -> None:
    """Kpgut § 14: who doubts a tactical draw wrongly draws four; rightly: a warning, which moves no card.

    Whether it was right is for people who saw that hand; the program is told.

    Raises: TableError where nobody has drawn, by other rules, and of a virtual seat.
    """
    state = draft.before
    seat, of = state.seat_index(event.seat), state.seat_index(event.of)
    drew = of == state.turn and state.drawn and not state.ended and not state.seats[of].virtual
    _require(event, drew and state.plays_on(seat) and seat != of, "doubt")
    draft.tell("doubt", seat=seat, of=state.name(of), right=event.right)
    if not event.right:
        draft.force_draw(seat, WRONG_DOUBT, misses=False)
        draft.forget_risk(seat)


def _penalty(draft: StateDraft, event: Penalty) -> None:
    """Let a person draw for what play itself knows nothing of; the turn stays where it is.

    Kpgut § 3.1 (helping) and § 10 (cheating, the play itself taken back by undo).
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    going = state.started and not state.ended and not state.challenged
    can = going and state.plays_on(seat) and 1 <= event.count <= MOST_PENALTY
    _require(event, can, "penalty", most=MOST_PENALTY)
    _require(event, not _in_question(state, seat), "caught.waits")
    draft.tell("penalty", seat=seat)
    draft.force_draw(seat, event.count, misses=False)
    draft.forget_risk(seat)


# ----------------------------------------------------------------------------------------------------
# Who is away, who gives up, who joins.  Rules: kpgut § 8, § 9, § 13.


AWAY, JOINING = 2, 9


def _goes_on(state: UnoState, event: Event) -> None:
    """See that play goes on, with nobody's hand being looked at."""
    waits = state.ended or state.leaving is not None or state.challenged
    _require(event, state.started and not waits, "in_play")


def _absent(draft: StateDraft, event: Absent) -> None:
    """Two cards unseen, and the turn is missed: § 8 names two, whatever waits, and nobody draws that then."""
    state = draft.before
    _goes_on(state, event)
    seat = state.seat_index(event.seat)
    able = seat == state.turn and not state.seats[seat].virtual and not state.drawn
    _require(event, able, "absent", now=state.name(state.turn))
    draft.tell("away", seat=seat)
    draft.force_draw(seat, AWAY)
    draft.break_chain()
    draft.end_turn()


def _leave(draft: StateDraft, event: SeatLeaves) -> None:
    """Let a person give up: the hand is shown next, then goes back into the deck (`_gone`).

    Whoever is ejected by § 15 leaves alike ("similar to steps in § 9"), but is "not given any rank at all".

    Raises: TableError for a virtual seat.
    """
    state = draft.before
    _goes_on(state, event)
    seat = state.seat_index(event.seat)
    _require(event, state.plays_on(seat), "leave")
    draft.set(leaving=seat, ejected=(*state.ejected, seat) if event.ejected else state.ejected)
    draft.tell("leaving", seat=seat, ejected=event.ejected)


def _join(draft: StateDraft, event: Join) -> None:
    """Nine cards, and a seat after the last one, "if there is not yet a winner".

    The book says only "sit around the table": after the last seat of the list, so that no name moves.
    """
    state = draft.before
    _goes_on(state, event)
    _require(event, not state.finished, "join.late")
    taken = {fold(seat.name) for seat in state.seats} | {""}
    free = fold(event.seat) not in taken and len(state.seats) < SEATS[1]
    _require(event, free, "join", most=SEATS[1])
    draft.set(
        seats=(*state.seats, Seat(event.seat)),
        draws=(*state.draws, 0),
        hands=(*state.hands, 0),
        scores=(*state.scores, 0) if state.scores else (),
        games=(*state.games, 0) if state.games else (),
    )
    draft.tell("joined", seat=len(state.seats))
    draft.force_draw(len(state.seats), JOINING, misses=False)


# ----------------------------------------------------------------------------------------------------
# How a hand, a game and a match end: last cards, hands shown, points, places.
#
# Rules: "paper"; "official", "Going out" and "Objective of the game"; kpgut § 2, § 5, § 6, § 9, "Ending the Game"
# and "Scoring".


REHEARSED = 3
"""Games of a session that are rehearsed."""
LONGEST = 60
"""kpgut, "Scoring": "a single game is not allowed to exceed one hour"."""


def _finish(draft: StateDraft, seat: int, card: str, count: int, in_turn: bool = True) -> None:
    """Let a seat be done: the first one wins, or where play goes on takes the next place.

    ``card``, ``count``: what it played last, which may still make the next seat draw. ``in_turn``: whether the
    turn passes on from it.
    """
    state = draft.before
    if state.house.ranking:
        _take_place(draft, seat)
        if in_turn and not draft.now.ended:
            _do_effect(draft, card, count, None)
        return
    effect = uno.effect(card)
    if effect.draws and state.house.last_draws:
        # "the next player must draw the 2 or 4 cards respectively": nobody can answer or challenge any more
        draft.force_draw(draft.now.after(draft.now.turn), state.pending + effect.draws * count, misses=False)
    draft.break_chain()
    match = state.house.scores == "match"
    draft.tell("win", seat=seat, hand=match)
    if not match:
        draft.set(winner=seat)  # rules: "First empty hand wins and ends the game"
        return
    counting = tuple(i for i, size in enumerate(draft.now.hands) if size)
    draft.set(ended=True, layer=seat, counting=counting, drawn=False)  # layer: who has won this hand


def _take_place(draft: StateDraft, seat: int) -> None:
    """Let a seat take the next place; with one seat left the game is over. In a session its minutes are asked."""
    state = draft.before
    draft.set(finished=(*state.finished, seat), timing=state.house.scores == "session")
    draft.tell("finished", seat=seat, place=len(state.finished) + 1)
    if len(draft.now.playing) == 1 and not draft.now.timing:
        _rank(draft, (), whole=True)


def _dead(draft: StateDraft) -> None:
    """End a hand in which nothing can happen any more: by § 5 as if the time were up, else without a winner.

    A hand of a match then counts for nobody, and the next is dealt.
    """
    draft.tell("dead", match=draft.now.house.scores == "match")
    if draft.now.house.ranking:
        _close(draft)
    else:
        draft.set(ended=True, counting=(), drawn=False)


def _show(draft: StateDraft, event: Show) -> None:
    """Take a hand that everybody sees: for points, for a place, or of who gives up.

    Raises: TableError for another hand than is due, or cards that lie elsewhere.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    waits = state.showing is not None
    _require(event, waits, "show.none")
    _require(event, seat == state.showing, "show", who=state.name(state.showing or 0))
    left, size = Counter(state.remaining(state.draws[seat])), state.hands[seat]
    whole = len(event.cards) == size and not Counter(event.cards) - left
    _require(event, whole, "show.cards", n=size)
    draft.tell("shown", seat=seat, cards=event.cards)
    if not state.counting:
        _gone(draft, seat)
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
    """Give the winner of the hand the points left in the other hands; 500 win the match.

    ``shown``: each hand that was counted, by its seat.
    """
    state = draft.before
    seat = state.layer or 0
    won = sum(points(cards) for _, cards in shown)
    scores = tuple(score + (won if i == seat else 0) for i, score in enumerate(state.scores))
    over = scores[seat] >= MATCH
    draft.set(scores=scores, winner=seat if over else None)
    draft.tell("points", seat=seat, points=won, score=scores[seat], over=over)


def _gone(draft: StateDraft, seat: int) -> None:
    """Shuffle the hand of who gives up into the draw pile: "considered to have lost to all other players" (§
    9).

    With one seat left the game is over.
    """
    state, name = draft.before, draft.before.name(seat)
    zone, size = state.deck_of(seat).zone, state.hands[seat]
    draft.set(leaving=None, gone=(*state.gone, seat))
    draft.tell("gone", Mixed((name, zone), zone), seat=seat)
    draft.move(seat, -size, -size)
    draft.forget_risk(seat)
    if state.layer == seat:
        draft.set(suspects=None)
    if len(draft.now.playing) == 1:
        _rank(draft, (), whole=True)
    elif draft.now.turn == seat:
        draft.end_turn()


def _minutes(draft: StateDraft, event: TimePassed) -> None:
    """Take the minutes gone by: of who has just finished its score; an hour ends the game.

    Raises: TableError for a clock that runs backwards, or on.
    """
    state = draft.before
    if not state.timing:
        _goes_on(state, event)
    _require(event, state.minutes <= event.minutes <= LONGEST, "minutes", least=state.minutes, most=LONGEST)
    draft.set(minutes=event.minutes, timing=False)
    draft.tell("minutes", minutes=event.minutes)
    if state.timing:
        draft.set(times=(*state.times, (state.finished[-1], event.minutes)))
    if len(draft.now.playing) == 1:
        _rank(draft, (), whole=True)
    elif event.minutes == LONGEST:
        _close(draft)


def _time_up(draft: StateDraft, event: TimeUp) -> None:
    """Take the end of the time: of a game, or between two games of a session.

    A session is won by all who have the lowest average ("divides the sum of their points with the number of the games
    they participated"): the book settles no tie.
    """
    state = draft.before
    if state.house.scores == "session" and state.ended and state.winner is None and not state.counting:
        lowest = state.lowest
        draft.set(winner=lowest[0])
        draft.tell("session", places=(tuple(map(state.name, lowest)),))
        return
    _goes_on(state, event)
    draft.tell("stopped")
    _close(draft)


def _close(draft: StateDraft) -> None:
    """End a game before its end: places by what is left, ties settled by hands shown.

    Virtual hands are shown like all others: only then, when nothing is played any more.
    """
    draft.set(timing=False)
    if tied := tied_seats({seat: draft.now.hands[seat] for seat in draft.now.playing}):
        draft.set(ended=True, counting=tied)
        draft.break_chain()
    else:
        _rank(draft, (), whole=False)


def _rank(draft: StateDraft, shown: tuple[tuple[int, tuple[str, ...]], ...], whole: bool) -> None:
    """Close the game: who finished, in order, then who is left, then those who gave up, sharing the last place.

    ``shown``: hands that settle a tie. ``whole``: whether it was played to its end, or the time was up. Whoever
    was ejected has no rank and no score (§ 15).
    """
    state, now = draft.before, draft.now
    left = places({seat: now.hands[seat] for seat in now.playing}, dict(shown))
    gone = tuple(seat for seat in now.gone if seat not in now.ejected)
    order = (*((seat,) for seat in now.finished), *left, *((gone,) if gone else ()))
    draft.set(ended=True, places=order, counting=())
    draft.break_chain()
    draft.tell("ranking", places=tuple(tuple(now.name(seat) for seat in place) for place in order))
    if state.house.scores != "session":
        draft.set(winner=order[0][0])
        return
    got = session(dict(now.times), left, gone, whole, now.minutes)
    scores = tuple(score + got.get(seat, 0) for seat, score in enumerate(now.scores))
    games = tuple(count + (seat in got) for seat, count in enumerate(now.games))
    draft.set(scores=scores, games=games)
    draft.tell("session points", scores={now.name(seat): points for seat, points in sorted(got.items())})


# ----------------------------------------------------------------------------------------------------
# The law itself: which rule takes which event.


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
    Join: _join,
    Show: _show,
    Round: _next_round,
    TimePassed: _minutes,
    TimeUp: _time_up,
}
"""By its class, who takes an event; all others belong to other games."""


def events(state: UnoState) -> tuple[type[Any], ...]:
    """Return the event types that a table's rules know."""
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
        TimePassed: session,
        TimeUp: house.ranking,
        **dict.fromkeys((Doubt, Absent, SeatLeaves, Join), kpgut),
    }
    return tuple(kind for kind in _RULES if of.get(kind, True))


def apply(state: UnoState, event: Event) -> Applied[UnoState]:
    """Return the state after the event, one of `events`, and what follows from it.

    ``state`` is left as it is, whether the event is taken or refused.

    Raises: TableError if such cards or such a play cannot be, CommandError if the event is not whole.
    """
    draft = StateDraft(state)
    _RULES[type(event)](draft, event)
    if isinstance(event, Pass | Drew):
        moved = state.drawn or any(one.motions and one.key != "short" for one in draft.told)
        draft.set(idle=0 if moved else state.idle + 1)
        if draft.now.idle >= len(draft.now.playing):
            _dead(draft)
    elif state.idle and isinstance(event, Play):
        draft.set(idle=0)
    return Applied(draft.now, tuple(draft.told))


# ----------------------------------------------------------------------------------------------------
# What the table must do now, and what a person could do: for every rule set of UNO.


def need(state: UnoState) -> Need:
    """Return what is due: a turn is a person's to type or a virtual seat's to select; chance says who starts.

    A virtual seat names a colour, or says whether it challenges, by lot; after a challenge of its own a covered
    hand is asked. Where cards wait it looks for an answer alone, and draws nothing itself.
    """
    if state.over:
        return Over(state.winners)
    awaited, seat = state.awaited, state.seats[state.turn]
    if awaited is Awaited.SHOWING:
        return ShowHand(state.name(_asked(state, awaited)))
    if awaited in (Awaited.ENDED, Awaited.UNSTARTED, Awaited.TIMING):
        return Ask(None)
    if awaited is Awaited.CHALLENGED:
        accused, kinds = state.name(_asked(state, awaited)), frozenset(state.suspects or ())
        return HandQuestion(seat.name, accused, kinds) if seat.virtual else Ask(accused)
    return _of_virtual(state, seat.name) if seat.virtual else Ask(seat.name, state.drawn)


def _of_virtual(state: UnoState, name: str) -> Lot | Select:
    """Return what the virtual seat in turn does: a lot is drawn for it, or a card looked for."""
    if state.naming or may_challenge(state):
        return Lot(name, tuple(uno.COLORS))
    classes = chain_classes(state)
    if state.pending:
        return Select(name, classes)
    return Select(name, classes, state.until or not state.drawn, state.until, state.drawn)


def moves(state: UnoState, hand: Sequence[Face]) -> tuple[Event, ...]:
    """Return what a person could do: whoever can play does; with a black card a colour is named.

    ``hand``: in the order the cards came, so that the last is the one just drawn. Where D is the last choice
    nobody plays it before that; where it can be challenged people bluff.
    """
    if (meanwhile := _MEANWHILE.get(state.awaited)) is not None:
        return tuple(meanwhile(state, hand))
    name = state.name(state.turn)
    plays = tuple(play for card in _playable(state, hand) for play in _plays(state, name, card, hand))
    if state.pending:
        return (*plays, Pass(name), *((Challenge(name),) if may_challenge(state) else ()))
    more = state.can_draw_after(0) if state.until else not state.drawn
    return plays or (Drew(name) if more else Pass(name),)


def _playable(state: UnoState, hand: Sequence[Face]) -> list[Face]:
    """Return the cards of a hand that its person would play, in deck order: D after all else, where rules say so."""
    held = hand[-1:] if state.drawn and not state.house.several else hand
    playable = sorted(set(held) & state.legal_cards(), key=uno.deck_order)
    last = state.house.wild_draw_four == "last" and playable != ["D"]
    # kpgut, after a right challenge: "can play any card (not Wild+Draw 4, if they have any other cards)"
    if last or (state.free and set(hand) != {"D"}):
        playable = [card for card in playable if card != "D"]
    return playable


def _starts(state: UnoState, _: Sequence[Face]) -> Iterator[Start]:
    """Yield every way to begin: each card that may lie first, where one is turned over, and each seat."""
    fit = [card for card in uno.KINDS if may_lie_first(state, card)] if state.house.first_card else [None]
    return (Start(card, seat.name) for card in fit for seat in state.seats)


def _verdicts(state: UnoState, hand: Sequence[Face]) -> tuple[ChallengeVerdict]:
    """Return what came out: whether the hand that was challenged holds what it must not."""
    guilty = not set(hand).isdisjoint(state.suspects or ())
    return (ChallengeVerdict(state.name(state.layer or 0), guilty),)


_MEANWHILE: dict[Awaited, Callable[[UnoState, Sequence[Face]], Iterable[Event]]] = {
    Awaited.SHOWING: lambda state, hand: (Show(state.name(_asked(state, Awaited.SHOWING)), tuple(hand)),),
    Awaited.ENDED: lambda state, _: (
        TimeUp() if state.house.ranking and state.round >= REHEARSED else Round(state.round + 1),
    ),
    Awaited.TIMING: lambda state, _: (TimePassed(min(state.minutes + 5, LONGEST)),),
    Awaited.UNSTARTED: _starts,
    Awaited.NAMING: lambda state, _: (Named(state.name(state.turn), color) for color in uno.COLORS),
    Awaited.CHALLENGED: _verdicts,
}
"""What may come while no turn is taken, by whoever is asked, with this hand."""


def _plays(state: UnoState, name: str, card: Face, hand: Sequence[Face]) -> Iterator[Play]:
    """Yield one card in every way it can be played: what is named with it, what goes along.

    ``name``: who plays. ``hand``: all that is held, for others of the same value.
    """
    for more in _along(state, card, hand):
        for color in uno.COLORS if uno.is_black(card) else (None,):
            yield Play(name, card, color, more)


def _along(state: UnoState, card: Face, hand: Sequence[Face]) -> Iterator[tuple[Face, ...]]:
    """Yield what may go along with a card: nothing, and by some rules all others of its value."""
    alike = [other for other in hand if other[0] == card[0]]
    alike.remove(card)
    yield ()
    if alike and state.house.several:
        yield tuple(alike)
