"""House rules: what a rule set says, what a table may change of it, and what cannot be combined.

Sources: Ruangwises–Shinagawa §3.1 (``paper``); "The complexity of UNO", appendix 0.A (``official``); the
house-rule book "kingi89 Pro Gamer Uno Tour", revision of 2016 (``kpgut``).

An option is a fact about a table, fixed before the first event: the law looks at it and at no rule set's name,
but where a book's way is one of a kind. What an option means for hands and cards stands in the law.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from facilitator.games.rules import AtOdds, HouseRuleOffer

JUMPS = ("no", "plays on", "turn stays")
DRAW_FOURS = ("any", "last", "challenge")
DRAWS = ("one", "until playable")
ENDS = ("ends", "draw one")
SCORES = ("none", "match", "session")


@dataclass(frozen=True, slots=True)
class UnoOptions:
    """The rules of one table; what a table file has a key for comes first, under the name of that key.

    The rest is what a rule set brings and no table changes by itself. The defaults are the paper's game.
    """

    # One card, or until playable.
    draw: str = "one"
    # Which card may answer which: of `facilitator.games.rules.STACKS`.
    stacking: tuple[str, ...] = ()
    # A 7 swaps hands with a seat, a 0 passes all hands on.
    seven_zero: bool = False
    # Of `JUMPS`: whether a person may play the top card's double out of turn.
    jump_in: str = "no"
    # When a D may be played, of `DRAW_FOURS`: always, after all else, or at the risk of a challenge.
    wild_draw_four: str = "any"
    # Of `ENDS`: what a last card does that is no number.
    end_on_action: str = "ends"
    # What is counted, of `SCORES`: nothing, points of a match, minutes and places of a session.
    scores: str = "none"
    # The rule set it came from.
    rules: str = "paper"
    # A card is turned over to begin with …
    first_card: bool = True
    # … and does what it would do played.
    first_effects: bool = False
    # With two seats left a reverse works as a skip.
    two_seat_reverse: bool = False
    # A hand that ends on + or D still makes the next seat draw.
    last_draws: bool = False
    # Who forgets to say UNO, and is caught, draws two.
    uno_call: bool = False
    # Play goes on until one seat is left.
    ranking: bool = False
    # People may play several cards of one value.
    several: bool = False
    # A D is wrong beside a card of the colour only, not of the number or symbol.
    colour_alone: bool = False


# The three rule sets.  What the paper says of a rule is the default; the others name what they have otherwise, each
# from its own source, so that a table can be told from its rule set by the keys that differ.


PAPER = UnoOptions()
OFFICIAL = UnoOptions(
    wild_draw_four="challenge",
    scores="match",
    rules="official",
    first_effects=True,
    two_seat_reverse=True,
    last_draws=True,
    uno_call=True,
    colour_alone=True,
)
KPGUT = UnoOptions(
    draw="until playable",
    stacking=("+ on +", "D on D", "D on +"),
    jump_in="turn stays",
    wild_draw_four="challenge",
    end_on_action="draw one",
    rules="kpgut",
    first_card=False,
    two_seat_reverse=True,
    uno_call=True,
    ranking=True,
    several=True,
)
RULE_SETS: dict[str, UnoOptions] = {options.rules: options for options in (PAPER, OFFICIAL, KPGUT)}
KEYS = ("draw", "stacking", "seven_zero", "jump_in", "wild_draw_four", "end_on_action", "scores")
"""The keys of a table file that change a rule set."""


def usual(rules: str) -> dict[str, Any]:
    """Return what a rule set says where a table file is silent, key by key; an unknown one as the paper's."""
    options = RULE_SETS.get(rules, PAPER)
    return {key: getattr(options, key) for key in KEYS}


def options_of(given: Mapping[str, Any]) -> UnoOptions:
    """Return the rules of a game begun with these options; an unknown rule set counts as the paper's.

    ``given``: ``rules``, the keys of `KEYS` where a table has them, and ``until``, which stands for ``draw``.
    """
    options = RULE_SETS.get(given.get("rules", PAPER.rules), PAPER)
    known = {field.name for field in fields(UnoOptions)} & set(KEYS)
    changed = {key: given[key] for key in known & given.keys()}
    if "stacking" in changed:
        changed["stacking"] = tuple(changed["stacking"])
    if "until" in given and "draw" not in given:
        changed["draw"] = DRAWS[bool(given["until"])]
    return replace(options, **changed)


# What a host is asked when a table is written: each house rule with the value it has where it is wanted, in words.


OFFERS = (
    HouseRuleOffer(
        "stacking", ("+ on +", "D on D"), "a + answers a +, a D answers a D; the next seat draws the sum"
    ),
    HouseRuleOffer("seven_zero", True, "who plays a 7 swaps hands with somebody; a 0 passes all hands on"),
    HouseRuleOffer(
        "jump_in", "plays on", "a person who holds the double of the top card may play it out of turn"
    ),
    HouseRuleOffer("wild_draw_four", "last", "a wild draw four only if nothing else fits"),
    HouseRuleOffer("draw", "until playable", "who cannot play goes on drawing until a card fits"),
    HouseRuleOffer(
        "end_on_action", "draw one", "a last card that is no number: its player draws one, and goes on"
    ),
    HouseRuleOffer("scores", "match", "points of the cards left are counted, hand after hand, to 500"),
)
SAID = {
    "paper": "the plain game: play a card that fits or draw one; the first empty hand wins",
    "official": "the maker's: as plain, with challenges, the call of UNO, and points to 500 over many hands",
    "kpgut": "a book of house rules: draw until a card fits, chains of + and D, play for all places",
}
"""Each rule set in a sentence."""


class UnoHouse:
    """The house rules of UNO, as a table file asks for them (`facilitator.games.rules.House`)."""

    keys = KEYS
    offers = OFFERS

    def usual(self, rules: object) -> dict[str, Any]:
        """Return what a rule set says where a table file is silent, key by key; an unknown one as the paper's."""
        return usual(rules if isinstance(rules, str) else PAPER.rules)

    def at_odds(self, data: Mapping[str, Any], classes: bool) -> Iterator[AtOdds]:
        """Yield what cannot be combined in a table; keys that are not there are as their rule set has them.

        ``classes``: whether the table's form can look for a second class of cards.
        """
        rules = data.get("rules", PAPER.rules)
        here = {**self.usual(rules), **{key: data[key] for key in KEYS if key in data}}
        split = data.get("pool", "shared") == "split"
        swaps, scores, kpgut = here["seven_zero"] is True, here["scores"], rules == KPGUT.rules
        seconds = here["wild_draw_four"] in DRAW_FOURS[1:] and _has_virtual(data) and not classes
        found = (
            (swaps and split, AtOdds("seven_zero", "false with a split pool", "true", _ONE_DECK)),
            (
                swaps and data.get("equipment") == "sleeves",
                AtOdds("seven_zero", "false with sleeves", "true", _SLEEVES_STAY),
            ),
            (
                seconds,
                AtOdds(
                    "protocol",
                    "one that knows a second choice",
                    str(data.get("protocol", "")),
                    _SECOND_CHOICE,
                ),
            ),
            (
                scores == "match" and kpgut,
                AtOdds("scores", "none or session with rules: kpgut", "match", _PLAY_GOES_ON),
            ),
            (
                scores == "session" and not kpgut,
                AtOdds("scores", "session with rules: kpgut only", "session", _MINUTES),
            ),
            (kpgut and split, AtOdds("pool", "shared with rules: kpgut", "split", _DECKS_FOR_ALL)),
        )
        yield from (odds for holds, odds in found if holds)


HOUSE = UnoHouse()

# Why keys cannot be combined, and what to write instead.  A combination that no table lays is refused, never guessed.

_ONE_DECK = "Whole hands change seats, and a hand holds cards of one deck only: write pool: shared."
_SLEEVES_STAY = "A hand in sleeves stays at its seat: write equipment: envelopes."
_SECOND_CHOICE = (
    "It looks for one kind of card only, and a D comes after all others: write protocol: knockout."
)
_PLAY_GOES_ON = "Play goes on after the first empty hand there: write scores: none or session."
_MINUTES = "They are minutes and places of that book: write scores: none or match."
_DECKS_FOR_ALL = "One deck for every seven seats serves all of them: write pool: shared."
"""What to do about keys that cannot be combined, and why."""


def _has_virtual(data: Mapping[str, Any]) -> bool:
    """Tell whether a table that may still be wrong elsewhere has a virtual seat."""
    listed = data.get("seats")
    seats = listed if isinstance(listed, list | tuple) else []
    return any(isinstance(seat, Mapping) and seat.get("virtual") is True for seat in seats)
