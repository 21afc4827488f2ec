"""What a host reads aloud of what follows from an event: a sentence for every game and key; no rule.

A slot is a fact that the law tells (`Happened.args`).  After its colon: with a bar, the words where it is true,
and those where it is not; where it is a number, the noun it counts; where it is a list, the word before the last.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from facilitator.words import listed, plural

COMMON = {
    "deal": "Deal {lots}.",
    "over": "The {match:match|game} is over: {winners} {several:win|wins}.",
    "pass": "{seat} keeps the drawn card and passes.",
    "miss": "{seat} misses the turn.",
    "points": "{seat} gets {points} points and has {score}.{over: That wins the match.|}",
}
"""What several games say."""
SEVENS = {**COMMON, "out": "{seat} has played the last card {first:and wins|and comes in at place {place}}."}
HEARTS = {
    **COMMON,
    "give": "{virtual:Shuffle {seat}'s hand face down; its three top cards, unseen by all, go before {to}.|}",
    "take up": "Everybody has passed three cards: take up what lies before you, face down at virtual seats.",
    "trick": "{seat} takes the trick: {points:point}.",
    "moon": "{seat} has shot the moon: 26 points to each of the others.",
    "tally": "The scores: {scores}.",
    "gather": "Gather and shuffle all cards for round {round}.",
}
DOMINOES = {
    **COMMON,
    "deal": "Deal {lots}. The others are the unplayed deck.",
    "gather": "Shuffle all tiles face down for round {round}.",
    "no doublet": "Nobody holds a doublet: shuffle all tiles and deal anew.",
    "highest": "{seat} has the highest doublet and {usual:plays {tile}|plays any tile} first.",
    "score": "{seat} scores {points}.",
    "count": "{seat} scores {points}.",
    "out": "{seat} has no tiles left.",
    "blocked": "Nobody can play any more.",
    "tie": "Two hands have the fewest pips: nobody scores.",
}
EIGHTS = {
    **COMMON,
    "deal": "Deal {lots}. Turn over the top card of the others, the unplayed deck.",
    "gather": "Shuffle all cards face down for round {round}.",
    "stuck": "Nothing is left to draw: {seat}'s turn ends.",
    "sum": "{seat} draws {count}, unseen, and misses the turn.",
    "reshuffle": "The unplayed deck is empty: shuffle all discards but the top card into a new one ({count:card}).",
    "pending": "{seat} answers with a seven, or draws {count} and misses the turn.",
    "out": "{seat} wins{over:| this hand}.",
}
UNO = {
    **COMMON,
    "draw": "{seat} draws {count}{of: of {of}|} from {of_deck}, "
    "{virtual:face down onto the hand, unseen by all|unseen}{misses:, and misses the turn|}.",
    "short": "Nothing is left to draw{shared:| from {of_deck}}: "
    "{seat} goes without {count} of {of}{misses: and misses the turn|}.",
    "stuck": "Nothing is left to draw{shared:| from {of_deck}}: {seat}'s turn ends.",
    "reshuffle": "The {a_deck} is empty: {shared:shuffle all discards but the top card into"
    "|take the {whose} discards off the pile, told by a mark on the face or another printed back, "
    "all but the top card, and shuffle them into}"
    " a new {a_deck} ({count:card}).",
    "reverse": "Play now runs {clockwise:clockwise|counterclockwise}.",
    "one left": "UNO! {seat} has one card left.",
    "win": "{seat} wins{hand: this hand|}.",
    "pending": "{seat} {lot:challenges if its lot is {color}; else it |}{may:may {may}; else {seat} |}"
    "{answers:answers, or draws|draws} {count} and misses the turn.",
    "swap": "{moved}, unseen.{known}",
    "naming": "{seat} names the colour to begin with.",
    "round": "Round {number}: gather "
    "{apart:people's cards and the pool's apart, shuffle both|and shuffle all cards}, "
    "and deal {hand_size} to each seat.",
    "challenge": "{of}{kinds:'s covered hand is asked one question: is there {asked} in it? "
    "One pair answers; no card of the hand is turned over in the end| shows the hand to {seat} only}.",
    "doubt": "{right:{of} is warned|{seat} doubted wrongly}.",
    "penalty": "A penalty for {seat}.",
    "away": "{seat} is away.",
    "leaving": "{seat} gives up and shows the hand to all.",
    "gone": "Shuffle {seat}'s cards into the unplayed deck.",
    "joined": "{seat} joins, after the last seat.",
    "finished": "{seat} has finished, in place {place}.",
    "ranking": "The ranking: {places}.",
    "stopped": "The time is up.",
    "dealt": "{before}Deal {lots}.",
    "first": "{how}",
}
"""By what follows, its sentence; what has none says itself."""


class _Slots(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            yes, _, no = format_spec.partition("|")
            return yes if value else no
        if isinstance(value, tuple | list):
            return listed(value, format_spec or "and")
        return plural(value, format_spec) if format_spec else str(value)


def dealt_to(hands: Mapping[str, int], noun: str) -> str:
    """Return how many cards are dealt to whom, those with most named first.

    >>> dealt_to({"Ana": 7, "Vera": 8, "Ben": 7}, "card")
    '8 cards to Vera, and 7 cards each to Ana and Ben'
    """
    sizes = sorted(set(hands.values()), reverse=True)
    by_size = [(size, [name for name, held in hands.items() if held == size]) for size in sizes]
    return ", and ".join(
        f"{plural(size, noun)}{' each' * (len(names) > 1)} to {listed(names)}" for size, names in by_size
    )


def announced(sentences: Mapping[str, str], key: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence of what follows from an event; empty where there is none.

    >>> announced(EIGHTS, "out", {"seat": "Ana", "over": False})
    'Ana wins this hand.'
    """
    return _Slots().vformat(sentences.get(key, ""), (), facts)
