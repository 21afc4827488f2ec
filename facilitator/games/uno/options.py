"""The rules of a table of UNO: what each rule set says, and what a table file may change of it.

Sources: Ruangwises–Shinagawa §3.1 (``paper``); "The complexity of UNO", appendix 0.A (``official``); the
house-rule book "kingi89 Pro Gamer Uno Tour", revision of 2016 (``kpgut``).

An option is a fact about a table, fixed before the first event: the law looks at it and at no rule set's name,
but where a book's way is one of a kind. What an option means for hands and cards stands in the law; what a host
is offered, and what cannot be combined, stands behind the interface (`facilitator.games.uno.game`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

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
KEYS = ("draw", "stacking", "jump_in", "wild_draw_four", "end_on_action", "scores")
"""The keys of a table file that change a rule set."""


def options_of(given: Mapping[str, Any]) -> UnoOptions:
    """Return the rules of a game begun with these options; an unknown rule set counts as the paper's.

    ``given``: ``rules``, the keys of `KEYS` where a table has them, and ``until``, which stands for ``draw``.
    """
    options = RULE_SETS.get(given.get("rules", PAPER.rules), PAPER)
    changed = {key: given[key] for key in KEYS if key in given}
    if "stacking" in changed:
        changed["stacking"] = tuple(changed["stacking"])
    if "until" in given and "draw" not in given:
        changed["draw"] = DRAWS[bool(given["until"])]
    return replace(options, **changed)
