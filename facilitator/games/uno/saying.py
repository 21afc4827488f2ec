"""What follows from an event, in one sentence each: misses, forced draws, a new unplayed deck.

Rules: "paper".  An event's own motions need no sentence: the event says all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facilitator.games.base import Happened
from facilitator.games.uno.state import PEOPLES, POOLS, SHARED, State

DECKS = {SHARED: "the unplayed deck", PEOPLES: "the people's deck", POOLS: "the pool deck"}
"""What to call a deck at the table."""
KEYS = ("pass", "miss", "draw", "short", "stuck", "reshuffle", "reverse", "uno", "win")
"""Of all that follows, what is announced."""
SHORT = {SHARED: "deck", PEOPLES: "people's deck", POOLS: "pool deck"}


def say(happened: Happened) -> str:
    """The sentence to read aloud; empty for what is not in `KEYS`."""
    args = happened.args
    match happened.key:
        case "pass":
            return f"{args['seat']} keeps the drawn card and passes."
        case "miss":
            return f"{args['seat']} misses the turn."
        case "draw":
            return _draw(args)
        case "short":
            part = f"{args['count']} of {args['of']}"
            return f"{_nothing(args)}: {args['seat']} goes without {part} and misses the turn."
        case "stuck":
            return f"{_nothing(args)}: {args['seat']}'s turn ends."
        case "reshuffle":
            return _reshuffle(args)
        case "reverse":
            return f"Play now runs {'clockwise' if args['clockwise'] else 'counterclockwise'}."
        case "uno":
            return f"UNO! {args['seat']} has one card left."
        case "win":
            return f"{args['seat']} wins."
    return ""


def _draw(args: Mapping[str, Any]) -> str:
    part = f"{args['count']} of {args['of']}" if args["of"] else f"{args['count']}"
    how = "face down onto the hand, unseen by all" if args["virtual"] else "unseen"
    end = ", and misses the turn." if args["misses"] else "."
    return f"{args['seat']} draws {part} from {DECKS[args['deck']]}, {how}{end}"


def _reshuffle(args: Mapping[str, Any]) -> str:
    count, deck = args["count"], DECKS[args["deck"]]
    cards = "1 card" if count == 1 else f"{count} cards"
    empty, new = f"T{deck[1:]} is empty", deck.removeprefix("the ")
    if args["deck"] == SHARED:
        return f"{empty}: shuffle all discards but the top card into a new {new} ({cards})."
    whose = "pool's" if args["deck"] == POOLS else "people's"
    return (
        f"{empty}: take the {whose} discards off the pile, told by back or corner mark, all but the top card,"
        f" and shuffle them into a new {new} ({cards})."
    )


def _nothing(args: Mapping[str, Any]) -> str:
    where = "" if args["deck"] == SHARED else f" from {DECKS[args['deck']]}"
    return f"Nothing is left to draw{where}"


def may_follow(state: State, seat: str) -> tuple[tuple[str, str], ...]:
    """What the rules may bring after a turn of a virtual seat, told as it would be announced."""
    deck = state.deck_of(state.seat_index(seat)).whose
    forced = {"seat": seat, "deck": deck, "count": 2, "of": None, "misses": True, "virtual": True}
    decks = dict.fromkeys((state.decks[0].whose, deck))
    empty = [say(Happened("reshuffle", {"deck": one, "count": 99})).partition(" (99")[0] for one in decks]
    return (
        (
            "IF +2 is played on a virtual seat",
            f"{say(Happened('draw', forced))} For +4 it is four cards. Its marker count grows too.",
        ),
        ("IF a deck is empty when a card is needed", f"{'. '.join(empty)}. Then go on drawing."),
        (
            "IF one card is left after a play",
            f"{say(Happened('uno', {'seat': seat}))} The Host says it for a virtual seat.",
        ),
    )
