"""The options of a UNO table, with their values in each rule set.

Sources: Ruangwises–Shinagawa §3.1 (``paper``); "The complexity of UNO", appendix 0.A (``official``); the
house-rule book "kingi89 Pro Gamer Uno Tour", revision of 2016 (``kpgut``).

The options of a table are fixed before the first event. The rules use the options instead of the rule-set
name, except for details that occur in only one book. `rules` implements the consequences for hands and cards.
The offers to the host, and the checks for conflicting options, are in `facilitator.games.uno.game`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from facilitator.games.stacking import STACKS

JUMPS = ("no", "plays on", "turn stays")
DRAW_FOURS = ("any", "last", "challenge")
DRAWS = ("one", "until playable")
ENDS = ("ends", "draw one")
SCORES = ("none", "match", "session")


@dataclass(frozen=True, slots=True)
class UnoOptions:
    """Rule options of a UNO table. Default values are those of the paper.

    The options up to `scores` are table-file settings. The others depend only on the rule set.

    Attributes:
        draw: Draw of a seat that cannot play: "one" or "until playable".
        stacking: Permissions to play a draw card on another draw card, a selection from `STACKS`.
        jump_in: Whether a person may play a copy of the top card out of turn, and whose turn is next. One of
            `JUMPS`.
        wild_draw_four: Restriction on the wild draw four (D), one of `DRAW_FOURS`: no restriction, only
            without another playable card, or at the risk of a challenge.
        end_on_action: Consequence if the last card of a hand is not a number card, one of `ENDS`.
        scores: Kind of scoring, one of `SCORES`: none, the points of a match, or the minutes and final ranks
            of a session.
        rules: Name of the rule set.
        first_card: Whether the game starts by turning over a card.
        first_effects: Whether the first card has its usual effect.
        two_seat_reverse: Whether a reverse works as a skip if two seats remain.
        last_draws: Whether the next seat still draws if a hand ends with + or D.
        uno_call: Whether a person draws two cards after forgetting to announce the last card, if somebody
            notices.
        ranking: Whether play continues until one seat is left.
        several: Whether people may play several cards of the same value at once.
        colour_alone: Whether D is illegal only if the hand has a card of the active colour. Otherwise,
            matching numbers and symbols count too.
    """

    draw: str = "one"
    stacking: tuple[str, ...] = ()
    jump_in: str = "no"
    wild_draw_four: str = "any"
    end_on_action: str = "ends"
    scores: str = "none"
    rules: str = "paper"
    first_card: bool = True
    first_effects: bool = False
    two_seat_reverse: bool = False
    last_draws: bool = False
    uno_call: bool = False
    ranking: bool = False
    several: bool = False
    colour_alone: bool = False

    def has_answers(self, top: str) -> bool:
        """Return whether a card may answer a draw card."""
        return any(stack.endswith(top[0]) for stack in self.stacking)


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
KEYS = ("draw", "stacking", "jump_in", "wild_draw_four", "end_on_action", "scores")
"""Table-file settings that change a rule set."""


def options_of(given: Mapping[str, Any]) -> UnoOptions:
    """Return the rule options of a table. An unknown rule set counts as ``paper``.

    Args:
        given: Table settings: ``rules``, ``track``, and any of `KEYS`.
    """
    options = RULE_SETS.get(given.get("rules", PAPER.rules), PAPER)
    changed = {key: given[key] for key in KEYS if key in given}
    if "stacking" in changed:
        changed["stacking"] = tuple(stack for stack in STACKS if stack in changed["stacking"])
    return replace(options, **changed)
