"""UNO if the host enters only the turns of virtual players (``track: virtual``).

People play by any rules and referee themselves. The program learns only the top card at the start of each
virtual turn. The public state is a UNO state, reduced to the virtual players' own deck: their hands, their
draw pile, and their played cards. People's hands and draw pile are empty. If the table has named the top
card, it is the last discard and comes from deck 0. It counts as unknown again when the next virtual turn
begins.

Priorities, masks and styles are the same as in a fully tracked game. They depend only on the top card, the
colour, unanswered draw cards, and the virtual players' deck.

If the virtual players' draw pile is empty, their played cards become a new draw pile, except a card that is
still on top. Only the table knows whether the top card is one of these printed cards. The program asks for it
(`OwnTop`) if it
makes a difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from facilitator.errors import CommandError, TableError
from facilitator.games.events import (
    VIRTUAL_HAND,
    Begin,
    Codec,
    Drew,
    Event,
    GameEnds,
    GamePrompt,
    Leave,
    OwnTop,
    Pass,
    Play,
    SitDown,
    VirtualTop,
    after_name,
)
from facilitator.games.rules import (
    Applied,
    AwaitMove,
    Effect,
    GameOver,
    Moved,
    NextAction,
    Rules,
    Seat,
    SharedDeck,
    Zones,
)
from facilitator.games.uno import cards as uno
from facilitator.games.uno.names import CARDS
from facilitator.games.uno.rules import (
    StateDraft,
    build_unplayable_error,
    find_named_color,
    find_virtual_action,
    give_back_hand,
    seat_newcomer,
)
from facilitator.games.uno.state import Deck, UnoState, describe_decks, is_special, name_deck
from facilitator.i18n import fold, quote_input
from facilitator.i18n.catalogue import (
    Value,
    build_error,
    join_with_and,
    join_with_or,
    list_spellings,
    sentence,
)
from facilitator.operations.faces import DISCARDS, NONE, POOL, Face

OWN, WINNER = "own", "winner"
"""Questions to the host: whether the top card is a virtual player's card, and who won."""
PEOPLE, VIRTUAL = 0, 1
"""Indices of the people's deck and the virtual players' deck."""
UNSEEN = ""
"""Card code that stands for an unknown top card."""
MOST_DRAWN = 99


# ----------------------------------------------------------------------------------------------------
# The rules: what the events of such a table change.


def _build_error(key: str, found: str = "", **slots: Value) -> TableError:
    return build_error(TableError, f"uno.virtual.{key}", found, **slots)


def get_played(state: UnoState) -> tuple[Face, ...]:
    """Return the cards played by virtual players since the last reshuffle, oldest first."""
    return state.discards_from(VIRTUAL)


def get_entered_top(state: UnoState) -> Face | None:
    """Return the top card that the host has entered, or None if a virtual player's card is on top."""
    return state.discards[-1] if state.origin[-1:] == (PEOPLE,) else None


def _lay_out(draft: StateDraft, played: Sequence[Face], entered: Face | None) -> None:
    """Set the cards played by virtual players, and the top card that the host has entered, as the discard pile."""
    top = () if entered is None else (entered,)
    origin = (VIRTUAL,) * len(played) + (PEOPLE,) * len(top)
    draft.set(discards=(*played, *top), origin=origin)


def _put_last(played: Sequence[Face], own: Face) -> tuple[Face, ...]:
    """Return the played cards with one card moved to the end, because it is the top card."""
    others = list(played)
    others.remove(own)
    return (*others, own)


def _begin(draft: StateDraft, event: Begin) -> None:
    """Record that the virtual seats have their cards.

    Raises:
        TableError: The game has already begun, or the seats or the hand size differ from the table file.
    """
    state = draft.before
    if state.opened:
        raise _build_error("begun")
    seats = _name_virtual(state)
    if set(event.seats) != set(seats) or event.hand_size != state.hand_size:
        raise _build_error("begin", seats=join_with_and(seats), size=state.hand_size)
    draft.set(opened=True)


def _enter(draft: StateDraft, event: VirtualTop) -> None:
    """Begin the turn of a virtual seat.

    The event contains the top card, its colour, and the number of cards that the seat had to draw.

    Raises:
        TableError: No virtual turn is possible now, or the house rules do not allow the chain of draw cards.
        CommandError: The seat is no virtual player, or the top card or its colour is missing or contradictory.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    _check_between(state)
    _check_virtual(state, seat)
    chain_top = _find_chain_top(state, event) if event.chain else event.top
    if chain_top is None:
        raise build_error(CommandError, "uno.virtual.top", example=f"{state.name(seat)} 7R")
    color = _find_color(event, chain_top)
    _lay_out(draft, get_played(state), chain_top)
    draft.set(opened=True, entered=True, drawn=False, turn=seat, color=color, pending=event.chain)
    if event.drawn and _needs_new_pile(draft.now, event.drawn):
        draft.set(asks=OWN, owed=event.drawn)
        return
    _draw_late(draft, event.drawn)
    _ask_about_top(draft)


def _find_color(event: VirtualTop, chain_top: Face) -> str:
    """Return the colour of the top card, which the event must declare for a black card."""
    own = uno.color_of(chain_top) or ("R" if event.top is None else None)  # any colour has the same answers
    color = own or event.named
    if color is None:
        code = "w" if chain_top == "W" else "+4"
        raise build_error(CommandError, "uno.virtual.color", card=uno.describe(chain_top), code=code)
    if event.named not in (None, color):
        slots = {"seat": event.seat, "card": chain_top, "word": uno.describe(chain_top)}
        raise build_error(CommandError, "uno.own_color", CARDS.describe_named(str(event.named)), **slots)
    return color


def _find_chain_top(state: UnoState, event: VirtualTop) -> Face | None:
    """Return the draw card on top that the current seat must answer.

    If the host did not enter the card, there must be only one kind of draw card that can be answered. The result
    then is a card of this kind. Its colour may be wrong, but does not change the possible answers.

    Raises:
        TableError: The rules do not allow answers to draw cards.
        CommandError: The top card is not a draw card, or the answers depend on a card that the host did not
            enter.
    """
    tops = {stack[-1] for stack in state.house.stacking}
    if event.top is None and len(tops) > 1:
        raise build_error(CommandError, "uno.virtual.chain.top", n=event.chain)
    top = event.top or ("+R" if tops == {"+"} else "D")
    if top[0] not in tops:
        raise _build_error("chain", seat=event.seat, n=event.chain)
    return top


def _check_between(state: UnoState) -> None:
    """Check that a virtual turn may begin.

    If the seat of the previous virtual turn has drawn and not played, it counts as having passed.

    Raises:
        TableError: The game is over, a question is open, or a virtual turn is in progress.
    """
    _check_open(state)
    if state.entered and not state.drawn:
        raise _build_error("turn", seat=state.name(state.turn))


def _check_open(state: UnoState) -> None:
    """Check that the game continues and no question is open."""
    if state.is_over:
        raise _build_error("over")
    if state.asks:
        raise _build_error(f"asks.{state.asks}")


def _check_virtual(state: UnoState, seat: int) -> None:
    if not state.seats[seat].virtual:
        raise build_error(CommandError, "uno.virtual.person", seat=state.name(seat), example=_example(state))


def _name_virtual(state: UnoState) -> tuple[str, ...]:
    return tuple(seat.name for seat in state.seats if seat.virtual)


def _example(state: UnoState) -> str:
    virtual = _name_virtual(state)
    return "7r" if len(virtual) == 1 else f"{virtual[0].lower()} 7r"


def _needs_new_pile(state: UnoState, count: int) -> bool:
    """Return whether drawing `count` cards requires a reshuffle, and cards for a reshuffle exist."""
    return state.decks[VIRTUAL].unplayed < count and bool(get_played(state))


def _ask_about_top(draft: StateDraft) -> None:
    """Ask whether the top card belongs to the virtual players' deck, if the next draw may need a reshuffle."""
    state = draft.now
    most = max(1, state.pending)
    may_follow = state.draws_until_playable or _needs_new_pile(state, most)
    if may_follow and get_entered_top(state) in get_played(state):
        draft.set(asks=OWN, owed=0)


def _draw_late(draft: StateDraft, count: int, kept: Face | None = None) -> None:
    """Make the current seat draw cards that people may already have given to it.

    Args:
        draft: Draft of the next state.
        count: Number of cards.
        kept: Card of the virtual players' deck that stays on top during a reshuffle, or None.
    """
    if not count:
        return
    top, played = get_entered_top(draft.now), get_played(draft.now)
    if kept is None:
        _lay_out(draft, played, UNSEEN)
    else:
        _lay_out(draft, _put_last(played, kept), None)
    draft.force_draw(draft.now.turn, count, misses=False, late=True)
    _lay_out(draft, get_played(draft.now), top)


def _own(draft: StateDraft, event: OwnTop) -> None:
    """Record whether the top card belongs to the virtual players' deck.

    If cards waited for this answer, the current seat draws them.

    Raises:
        TableError: The question is not open, or no virtual player has played this card.
    """
    state = draft.before
    if state.asks != OWN:
        raise _build_error("own.unasked")
    kept = None if event.own == NONE else event.own
    if kept is not None:
        _check_played(state, kept)
    draft.set(asks="", owed=0)
    if state.owed:
        _draw_late(draft, state.owed, kept)
        if state.entered:
            _ask_about_top(draft)
    elif kept is not None:
        _lay_out(draft, _put_last(get_played(state), kept), None)


def _check_played(state: UnoState, own: Face) -> None:
    """Check that a virtual player has played this card, and that it may be the top card."""
    fitting = get_played(state) if state.owed else (get_entered_top(state),)
    if own not in fitting or own not in get_played(state):
        cards = join_with_or(sorted(filter(None, set(fitting))))
        raise _build_error("own.other", quote_input(own), cards=cards)


def _draw(draft: StateDraft, event: Drew) -> None:
    """Apply a draw in a virtual turn, or a draw between virtual turns that people demand.

    Raises:
        TableError: It is not the seat's turn, or the seat has already drawn.
        CommandError: The seat is not virtual, or the number of cards is impossible.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    _check_open(state)
    _check_virtual(state, seat)
    if not 1 <= event.count <= (MOST_DRAWN if event.forced else 1):
        raise build_error(CommandError, "uno.virtual.count", str(event.count), seat=event.seat)
    if not event.forced:
        _draw_in_turn(draft, event, seat)
    elif state.entered and state.pending:
        if (event.count, seat) != (state.pending, state.turn):
            raise _build_error("turn", seat=state.name(state.turn))
        draft.force_draw(seat, state.pending)
        _end_turn(draft)
    else:
        _check_between(state)
        _draw_between(draft, seat, event.count)


def _draw_between(draft: StateDraft, seat: int, count: int) -> None:
    _lay_out(draft, get_played(draft.now), UNSEEN)
    draft.set(opened=True, entered=False, drawn=False, turn=seat, color=None)
    if _needs_new_pile(draft.now, count):
        draft.set(asks=OWN, owed=count)
        return
    draft.force_draw(seat, count, misses=False)


def _draw_in_turn(draft: StateDraft, event: Drew, seat: int) -> None:
    state = draft.before
    _check_turn(state, event, seat)
    if state.pending or (state.drawn and not state.draws_until_playable):
        raise _build_error("turn", seat=event.seat)
    if not draft.now.can_draw_after(0):
        draft.add_effect("stuck", seat=seat, **name_deck(draft.now, draft.now.draws[seat]))
        _end_turn(draft)
        return
    draft.add_effect("drew", draft.take(seat, 1))
    draft.set(drawn=True)


def _check_turn(state: UnoState, event: Play | Drew | Pass, seat: int) -> None:
    _check_open(state)
    if not state.entered or seat != state.turn:
        raise _build_error("no_turn", seat=event.seat, example=_example(state))


def _pass(draft: StateDraft, event: Pass) -> None:
    state = draft.before
    _check_turn(state, event, state.seat_index(event.seat))
    if state.pending or (not state.drawn and state.can_draw_after(0)):
        raise _build_error("turn", seat=event.seat)
    _end_turn(draft)


def _end_turn(draft: StateDraft) -> None:
    draft.set(entered=False, drawn=False, pending=0)


def _play(draft: StateDraft, event: Play) -> None:
    """Apply a virtual seat's play, and announce its consequence for the next player.

    Raises:
        TableError: The card is not playable.
        CommandError: The declared colour is missing, or is not the colour of the card.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    _check_turn(state, event, seat)
    if event.card not in state.legal_cards():
        raise build_unplayable_error(state, event)
    color = find_named_color(event)
    draft.lay(seat, (event.card,))
    _lay_out(draft, get_played(draft.now), None)
    draft.set(color=color)
    left = draft.now.hands[seat]
    if left == 0 and (state.house.end_on_action == "ends" or not is_special(event.card)):
        draft.add_effect("win", seat=seat, hand=False)
        draft.set(winner=seat)
    elif left == 0:
        draft.force_draw(seat, 1, misses=False)
    elif left == 1:
        draft.add_effect("one left", seat=seat)
    _tell_effect(draft, event, seat)
    _end_turn(draft)


def _tell_effect(draft: StateDraft, event: Play, seat: int) -> None:
    """Announce the consequence of a virtual seat's card for the next player, whose name is unknown."""
    state, effect = draft.before, uno.effect(event.card)
    if draft.now.winner is not None and not (effect.draws and state.house.last_draws):
        return
    if effect.draws:
        _tell_draw(draft, event, seat, state.pending + effect.draws)
    elif effect.reverse and not (state.house.two_seat_reverse and len(state.seats) == 2):
        draft.add_effect("next reverse")
    elif effect.reverse or effect.misses:
        draft.add_effect("next miss")


def _tell_draw(draft: StateDraft, event: Play, seat: int, count: int) -> None:
    """Announce how many cards the next player draws, and what a virtual seat would do then."""
    state = draft.before
    answers = state.house.has_answers(event.card)
    draft.add_effect("next draw", count=count, answers=answers and draft.now.winner is None)
    if event.card == "D" and state.house.wild_draw_four == "challenge":
        draft.add_effect("never bluffs", seat=seat)
    if others := [other.name for at, other in enumerate(state.seats) if other.virtual and at != seat]:
        draft.add_effect("next virtual", names=others, entry=f"{others[0].lower()} +{count}", count=count)


def _end(draft: StateDraft, event: GameEnds) -> None:
    """End the game. If the event does not name the winner, the program asks for the name once.

    Raises:
        TableError: The game is over, or a virtual turn is in progress.
    """
    state = draft.before
    if state.asks != WINNER:
        _check_between(state)
    _end_turn(draft)
    if event == GameEnds() and state.asks != WINNER:
        draft.set(asks=WINNER)
        return
    won = None if event.winner is None else state.seat_index(event.winner)
    draft.set(opened=True, asks="", ended=True, winner=won)


# People and virtual players come and go between virtual turns. People's cards are the table's business.


def _leave(draft: StateDraft, event: Leave) -> None:
    """Remove a seat. The hand of a virtual player is shuffled into the virtual players' draw pile.

    Raises:
        TableError: A virtual turn is in progress, no person or no virtual player would be left, or a virtual
            player should take the seat of a person whose number of cards is unknown.
    """
    state, seat = draft.before, draft.before.seat_index(event.seat)
    _check_between(state)
    others = give_back_hand(draft, event)
    if event.hand == VIRTUAL_HAND:
        raise _build_error("takes_over", seat=event.seat, after=state.name(seat - 1), n=state.hand_size)
    if not any(state.seats[other].virtual for other in others):
        raise _build_error("leaves.last", seat=event.seat)
    _end_turn(draft)
    draft.keep_seats(others)
    draft.set(opened=True)


def _sit_down(draft: StateDraft, event: SitDown) -> None:
    """Add a seat. A virtual player is dealt a hand as at the start.

    Raises:
        TableError: A virtual turn is in progress, the name or the seat is not free, or there are too few cards.
        CommandError: `event.after` is not the name of a seat.
    """
    state = draft.before
    _check_between(state)
    _end_turn(draft)
    draft.set(opened=True)
    seat = seat_newcomer(draft, event)
    if not event.hand:
        draft.add_effect("deal person", seat=seat)
        return
    if (left := state.decks[VIRTUAL].unplayed) < state.hand_size:
        slots: dict[str, Value] = {"seat": event.seat, "n": left, "needed": state.hand_size}
        raise build_error(TableError, "uno.join.cards.pool", **slots)
    draft.force_draw(seat, state.hand_size, misses=False)


_RULES: Mapping[type[Any], Callable[[StateDraft, Any], None]] = {
    Begin: _begin,
    VirtualTop: _enter,
    OwnTop: _own,
    Drew: _draw,
    Play: _play,
    Pass: _pass,
    GameEnds: _end,
    Leave: _leave,
    SitDown: _sit_down,
}


# ----------------------------------------------------------------------------------------------------
# The inputs: a top card, with cards drawn or a chain; a draw at any time; the end.


_TAIL = r"\s*\+\s*(?P<drawn>\d{1,2})"


class VirtualCodec(Codec):
    """Converter for events of a table with virtual turns only."""

    def _read_short(self, text: str, line: str, seats: Sequence[str], prompt: GamePrompt) -> Event:
        """Return the event for a short input: ``7r``, ``walt w blue``, ``7r +2``, ``vera +2``, ``chain 4``."""
        virtual = prompt.virtual
        for name, rest in after_name(line, seats):
            if name not in virtual:
                example = "7r" if len(virtual) == 1 else f"{virtual[0].lower()} 7r"
                raise build_error(CommandError, "uno.virtual.person", seat=name, example=example)
            if found := re.fullmatch(_TAIL, rest):
                return Drew(name, int(found["drawn"]), forced=True)
            return self._read_top(name, rest)
        if not line:
            raise build_error(CommandError, "uno.virtual.nothing", seats=join_with_or(virtual))
        if len(virtual) > 1:
            self._read_top(virtual[0], line)  # the error of an unreadable card has precedence
            entries = join_with_or(f"{name.lower()} {line}" for name in virtual)
            raise build_error(CommandError, "uno.virtual.who", quote_input(text), entries=entries)
        return self._read_top(virtual[0], line)

    def _read_top(self, seat: str, text: str) -> Event:
        """Return the event for the text after a virtual seat's name, such as a top card or cards to draw."""
        if re.fullmatch(_TAIL, text) and text.replace(" ", "") == "+4":
            raise build_error(CommandError, "uno.virtual.four", seat=seat, entry=f"{seat.lower()} +4")
        try:
            return VirtualTop(seat, *self.kinds.parse_play(text))
        except CommandError:
            chain = "|".join(map(re.escape, list_spellings("read.chain")))
            tail = rf"(?:(?P<top>.*\S))??(?:{_TAIL}|\s*\b(?:{chain})\s+(?P<chain>\d{{1,2}}))"
            if (found := re.fullmatch(tail, text)) is None:
                raise
        return self._read_top_and_count(seat, found)

    def _read_top_and_count(self, seat: str, found: re.Match[str]) -> Event:
        """Return the event for a matched text: cards to draw or a chain of draw cards, maybe after a top card."""
        drawn, chained = int(found["drawn"] or 0), int(found["chain"] or 0)
        if found["top"] is None and drawn:
            return Drew(seat, drawn, forced=True)
        top, named = self.kinds.parse_play(found["top"]) if found["top"] else (None, None)
        return VirtualTop(seat, top, named, drawn, chained)


# ----------------------------------------------------------------------------------------------------
# Prompts and the interface.


class VirtualOnly:
    """Rules of UNO for a table whose host enters virtual turns only.

    Attributes:
        game: Rules of UNO, used except for people's turns.
    """

    codec = VirtualCodec(CARDS, True)

    def __init__(self, game: Rules[UnoState]) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        """Return the attribute of the UNO rules for every name that this class does not define."""
        return getattr(self.game, name)

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> UnoState:
        """Return the state with the virtual players' hands dealt. People's hands are unknown.

        Raises:
            TableError: The hands cannot be dealt.
        """
        state = self.game.begin(seats, options)
        hands = tuple(size * seat.virtual for seat, size in zip(state.seats, state.hands, strict=True))
        return replace(state, hands=hands, decks=(Deck((), 0), *state.decks[1:]))

    def get_next_action(self, state: UnoState) -> NextAction:
        """Return the next action: an input by the host, or a virtual player's selection."""
        if state.asks:
            return AwaitMove(None)
        if state.is_over:
            return GameOver(state.winners)
        if state.entered:
            return find_virtual_action(state, state.name(state.turn))
        return AwaitMove(None, between=True)

    def list_event_types(self, state: UnoState) -> tuple[type[Event], ...]:
        """Return the event classes that a host may enter at a table with virtual turns only."""
        return tuple(_RULES)

    def apply(self, state: UnoState, event: Event) -> Applied[UnoState]:
        """Return the public state after an event.

        Raises:
            FacilitatorError: The event is not possible.
        """
        draft = StateDraft(state)
        _RULES[type(event)](draft, event)
        return Applied(draft.now, tuple(draft.effects))

    def list_moves(self, state: UnoState, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return the events that the host may enter now or, in a virtual turn, the moves of a hand.

        Between virtual turns, `hand` is ignored. A virtual seat without an answer draws the cards of all draw
        cards in the chain.
        """
        if state.asks == OWN:
            return tuple(_list_top_answers(state).values())
        if state.asks == WINNER:
            return (*(GameEnds(seat.name) for seat in state.seats), GameEnds(nobody=True))
        if state.entered:
            moves = self.game.list_moves(state, hand)
            answers = not state.pending or isinstance(moves[0], Play)
            return moves if answers else (Drew(state.name(state.turn), state.pending, forced=True),)
        virtual = _name_virtual(state)
        draws = (Drew(seat, count, forced=True) for seat in virtual for count in (1, 2, 3, 4, 6, 8))
        return (*_iter_tops(state, virtual), *draws, GameEnds())

    def deal(self, state: UnoState) -> tuple[Effect, ...]:
        """Return the effects that deal the virtual players' hands. People deal to themselves."""
        virtual = _name_virtual(state)
        hands = (Moved(POOL, name, state.hand_size) for name in virtual)
        facts = {"size": state.hand_size, "pool": join_with_and(virtual), **name_deck(state, VIRTUAL)}
        return (Effect("virtual dealt", facts, tuple(hands)), Effect("virtual first", facts))

    def find_zones(self, state: UnoState) -> Zones:
        """Return the virtual players' cards by hand or pile. All other cards are unknown."""
        virtual = [at for at, seat in enumerate(state.seats) if seat.virtual]
        deck, played = state.decks[VIRTUAL], get_played(state)
        sizes = {state.name(at): state.hands[at] for at in virtual}
        return Zones(
            {**sizes, POOL: deck.unplayed, DISCARDS: len(played)}, {DISCARDS: played}, {POOL: deck.cards}
        )

    def get_shared_deck(self, state: UnoState, seat: str) -> SharedDeck:
        """Return the virtual players' deck, which is the only known deck."""
        mine = state.seats[state.seat_index(seat)].virtual
        return self.game.get_shared_deck(state, seat if mine else _name_virtual(state)[0])

    def list_openings(self, state: UnoState, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return sequences of events that give a virtual seat the first turn."""
        return ((VirtualTop(seat, top),) for top in ("2R", *uno.KINDS) if not uno.is_black(top))

    # Texts and JSON.

    def make_prompt(self, state: UnoState) -> GamePrompt:
        """Return the prompt for the next input by the host."""
        virtual = _name_virtual(state)
        before = None if state.opened else Begin(virtual, state.hand_size)
        if state.asks == OWN:
            return _ask_own(state, virtual)
        if state.asks == WINNER:
            words: dict[str, Event] = {fold(seat.name): GameEnds(seat.name) for seat in state.seats}
            words |= dict.fromkeys(("", *list_spellings("word.nobody_won")), GameEnds(nobody=True))
            key = "ask.uno.winner"
            heading = sentence(f"{key}.heading")
            return GamePrompt(sentence(key), words=words, example="Ana", virtual=virtual, heading=heading)
        example = "7R" if len(virtual) == 1 else f"{virtual[0]} 7R"
        slots = {"seats": join_with_or(virtual), "seat": virtual[0], "top": _example(state)}
        slots["entry"] = f"{virtual[0].lower()} +2"
        keys = ("top", "drawn", "any", *(("chain",) if state.house.stacking else ()), "seats", "end")
        return GamePrompt(
            sentence("ask.uno.virtual", **slots),
            example=example,
            also=tuple(sentence(f"also.virtual.{key}", **slots) for key in keys),
            before=before,
            virtual=virtual,
            heading=sentence("ask.uno.virtual.heading", **slots),
        )

    def describe_state(self, state: UnoState, short: bool = False) -> str:
        """Return the known public state on one line: top card, hand sizes and draw-pile size."""
        parts = list[str]()
        top = state.top
        if state.entered and top:
            key = "facts.top.named" if uno.is_black(top) else "facts.top"
            parts.append(sentence(key, top=top, named=uno.color_word(state.color or "R")))
        parts += [
            f"{seat.name} {size}" for seat, size in zip(state.seats, state.hands, strict=True) if seat.virtual
        ]
        parts += describe_decks(state, state.decks[VIRTUAL:])
        return " · ".join(parts)

    def state_json(self, state: UnoState) -> dict[str, object]:
        """Return the public state as JSON, without the current seat."""
        facts, seen = state.to_json(), {"pending": state.pending, "asks": state.asks}
        hands = {seat.name: size for seat, size in zip(state.seats, state.hands, strict=True) if seat.virtual}
        return {
            "n": state.n,
            "hands": hands,
            "unplayed": state.decks[VIRTUAL].unplayed,
            "top": state.top or None,
            **{key: facts[key] for key in ("color", "winner")},
            **{key: value for key, value in seen.items() if value},
        }


def _iter_tops(state: UnoState, virtual: Sequence[str]) -> Iterator[VirtualTop]:
    """Yield the beginnings of a virtual turn, with each seat and each top card."""
    return (
        VirtualTop(seat, card, color, chain=chain)
        for seat in virtual
        for card in uno.KINDS
        for color in (uno.COLORS if uno.is_black(card) else (None,))
        for chain in (0, *_list_chains(state, card))
    )


def _list_chains(state: UnoState, top: Face) -> Sequence[int]:
    """Return usual numbers of cards to draw after this draw card."""
    return range(uno.effect(top).draws, 13, 2) if state.house.has_answers(top) else ()


def _list_top_answers(state: UnoState) -> dict[str, Event]:
    """Return the answers to the question whether a virtual player's card is on top, by typed text.

    If the program does not know the top card, the name of the card is typed instead of "yes".
    """
    words: dict[str, Event] = dict.fromkeys(list_spellings("word.own.no"), OwnTop(NONE))
    top = get_entered_top(state)
    if not state.owed and top:
        words |= dict.fromkeys(list_spellings("word.own.yes"), OwnTop(top))
        return words
    return words | {fold(card): OwnTop(card) for card in dict.fromkeys(get_played(state))}


def _ask_own(state: UnoState, virtual: tuple[str, ...]) -> GamePrompt:
    """Return the prompt that asks about the top card before a reshuffle."""
    top = get_entered_top(state)
    key, answer = ("ask.uno.own", "yes") if not state.owed and top else ("ask.uno.own.any", "no")
    cards = join_with_or(uno.describe(card) for card in dict.fromkeys(get_played(state)))
    seat, card = state.name(state.turn), uno.describe(top) if top else ""
    return GamePrompt(
        sentence(key, seat=seat, n=state.owed, cards=cards, card=card),
        words=_list_top_answers(state),
        example=list_spellings(f"word.own.{answer}")[0],
        virtual=virtual,
        heading=sentence(f"{key}.heading", card=card),
    )
