"""The options of a UNO table: the values in each rule set, and the options that a table file may change.

Sources: Ruangwises–Shinagawa §3.1 (``paper``); "The complexity of UNO", appendix 0.A (``official``); the
house-rule book "kingi89 Pro Gamer Uno Tour", revision of 2016 (``kpgut``).

The options of a table are fixed before the first event. The rules look at the options and not at the name of
the rule set, except for details that occur in only one book. The consequences of an option for hands and
cards are implemented in `rules`. The offers to the host, and the checks for conflicting options, are in
`facilitator.games.uno.game`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from facilitator.games.stacking import STACKS, Stack

JUMPS = ("no", "plays on", "turn stays")
DRAW_FOURS = ("any", "last", "challenge")
DRAWS = ("one", "until playable")
ENDS = ("ends", "draw one")
SCORES = ("none", "match", "session")


@dataclass(frozen=True, slots=True)
class UnoOptions:
    """Rule options of one UNO table, with the values of the paper as defaults.

    The options up to `scores` are keys of the table file with the same names. The others depend only on the
    rule set.

    Attributes:
        draw: Number of cards to draw if a seat cannot play: "one" or "until playable".
        stacking: Pairs of a draw card and the draw card that may be played on it, a selection from `STACKS`.
        jump_in: Permission for people to play a copy of the top card out of turn, one of `JUMPS`.
        wild_draw_four: Restriction on the wild draw four (D), one of `DRAW_FOURS`: no restriction, only without
            another playable card, or at the risk of a challenge.
        end_on_action: Consequence of ending a hand with a card that is not a number, one of `ENDS`.
        scores: Kind of scoring, one of `SCORES`: none, the points of a match, or the minutes and final ranks of
            a session.
        rules: Name of the rule set.
        track: Turns that are entered: those of ``all`` seats, or only those of ``virtual`` seats.
        first_card: Whether the game starts by turning over a card.
        first_effects: Whether the first card has the same effect as if it were played.
        two_seat_reverse: Whether a reverse works as a skip when two seats are left.
        last_draws: Whether the next seat still draws if a hand ends with + or D.
        uno_call: Whether a person who does not announce the last card, and is caught, draws two cards.
        ranking: Whether play continues until one seat is left.
        several: Whether people may play several cards of the same value at once.
        colour_alone: Whether D is illegal only if the hand has a card of the active colour, and not because of
            a matching number or symbol.
    """

    draw: str = "one"
    stacking: tuple[Stack, ...] = ()
    jump_in: str = "no"
    wild_draw_four: str = "any"
    end_on_action: str = "ends"
    scores: str = "none"
    rules: str = "paper"
    track: str = "all"
    first_card: bool = True
    first_effects: bool = False
    two_seat_reverse: bool = False
    last_draws: bool = False
    uno_call: bool = False
    ranking: bool = False
    several: bool = False
    colour_alone: bool = False


# The three rule sets. `PAPER` consists of the defaults. The others list only the options in which they differ, each
# from its own source.


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
    stacking=(Stack.TWO_ON_TWO, Stack.FOUR_ON_FOUR, Stack.FOUR_ON_TWO),
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
KEYS = ("draw", "stacking", "jump_in", "wild_draw_four", "end_on_action", "scores")
"""Keys of the table file that change a rule set."""


def options_of(given: Mapping[str, Any]) -> UnoOptions:
    """Return the rule options of a table. An unknown rule set counts as ``paper``.

    Args:
        given: Settings of the table: ``rules``, any of `KEYS`, and ``until`` as a short form of ``draw``.
    """
    options = RULE_SETS.get(given.get("rules", PAPER.rules), PAPER)
    changed = {key: given[key] for key in KEYS if key in given}
    if "stacking" in changed:
        changed["stacking"] = tuple(stack for stack in STACKS if stack in changed["stacking"])
    if "until" in given and "draw" not in given:
        changed["draw"] = DRAWS[bool(given["until"])]
    if "track" in given:
        changed["track"] = given["track"]
    return replace(options, **changed)
