"""What the host is told when an event cannot be: whose turn it is, what would be valid, what to check.

Built only when an event is refused, so that `state` stays about what happens when it is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facilitator.errors import CommandError, TableError
from facilitator.games.events import Drew, Event, Pass, Play, Start
from facilitator.games.uno import cards as uno
from facilitator.games.uno.lines import to_text
from facilitator.wording import quoted

if TYPE_CHECKING:
    from facilitator.games.uno.state import UnoState

_CHECK = "Check the card; if an earlier event was mistyped, undo back to it."


def seats(count: int, virtual: int) -> TableError:
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
    return TableError("one start in a game", quoted(to_text(event)), todo)


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
    return TableError("the start of the game first", quoted(to_text(event)), todo)


def already_won(state: UnoState, event: Event) -> TableError:
    """An event after the end."""
    winner = state.seats[state.winner or 0].name
    todo = "To change how the game ended, undo."
    return TableError(f"nothing more, as {winner} has won", quoted(to_text(event)), todo)


def wrong_turn(state: UnoState, after: int, event: Event) -> TableError:
    """An event of a seat that is neither in turn nor, after a draw, `after` it."""
    now = state.seats[state.turn].name
    expected = f"an event of {now}, whose turn it is"
    if state.drawn:
        expected += f", or of {state.seats[after].name} if {now} passes"
    todo = f"Type what {now} does; if an earlier event was mistyped, undo back to it."
    return TableError(expected, quoted(to_text(event)), todo)


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
