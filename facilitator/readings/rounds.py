"""The round of duels in one instruction, true for any number of piles; and one duel for learners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from facilitator.machine.faces import ONE
from facilitator.machine.operations import FIRST_BIT_ROW, Move, Op, Put, Scramble
from facilitator.readings.grouping import Wording
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.narrate import Narrator

NTH = ("first ", "second ", "third ", "fourth ")


class Nouns(NamedTuple):
    """What a duel's piles are called, and how a pair is taken from one and a 1 laid into it.

    ``left`` and ``right``: how hands tell the two cards of the pair.  ``pair_brief`` and ``lay_brief``: what is
    taken and laid, practised.
    """

    pile: str
    take: str
    left: str
    right: str
    lay: str
    pair_brief: str
    lay_brief: str


PILES = Nouns(
    "pile",
    "take its pair",
    "left",
    "right",
    "under the challenger's card lay {}, seen by all; cover it",
    "pair",
    "show {}; covered under challenger's card",
)
SLEEVES = Nouns(
    "sleeve",
    "draw out its pair",
    "lower",
    "upper",
    "slip {} into the challenger's sleeve, seen by all, then covered, β next to the card",
    "pair out",
    "show {}; covered into challenger's sleeve, β nearest its card",
)


def duels_told(
    acts: Sequence[Op], narrator: Narrator, nouns: Nouns, wording: Wording, paper: bool = False
) -> tuple[Instruction, ...]:
    """Return the acts of a duel: of all of them, a loop, or in `Wording.WALK` of a single one.

    A pile with more than one pair: which of them it is about is said.  ``paper``: in words for any number of duels.
    """
    begun = [op for op in acts if isinstance(op, Move)]
    mixed = next(op for op in acts if isinstance(op, Scramble))
    laid = any(isinstance(op, Put) for op in acts)
    several = len(mixed.piles[0]) > 4  # pairs in a pile
    nth = NTH[(begun[0].source[0].row - FIRST_BIT_ROW) // 2] if several else ""
    noun, walk, brief = nouns.pile, wording is Wording.WALK, wording is Wording.BRIEF
    lay = nouns.lay_brief if brief else nouns.lay
    challenge = _one(begun[0], noun) if walk else _all(begun, noun, brief)
    if paper and brief:
        challenge = f"the other {len(begun)} in turn challenge the champion, the first {noun}"
    two, swap = "Two people", "swap unseen"
    both, loose, other = ("both", "loose", "other") if brief else (f"both {noun}s", "the loose", "the other")
    if len(narrator.humans) < 2:
        two, swap = narrator.host, "swap behind your back till you lose track"
    if not brief:
        swap += "; lay down"
    loser = "goes to the challenger's place" if several else "aside"
    after = ("keep both as " if brief else "both are the next ") + " ".join(ONE)
    return (
        act(
            Verb.TAKE if walk else Verb.ROUND,
            narrator.host,
            f"{challenge}; {_taken(nouns, nth, brief)}",
            "",
        ),
        act(Verb.LAY, narrator.host, lay.format(" ".join(ONE) + _origin(laid, wording)), ""),
        act(
            Verb.SCRAMBLE,
            two,
            f"{both}, loose cards on top, into opaque envelopes; {swap}",
            "" if brief else f"2 of {len(mixed.piles[0])} cards.",
        ),
        act(
            Verb.REVEAL,
            narrator.host,
            f"turn {loose} cards over: β is champion, {other} {loser}; {after}",
            "One β, one α.",
        ),
    )


def _taken(nouns: Nouns, nth: str, brief: bool) -> str:
    """What is done with the challenger's pair; ``nth``: which of its pairs, where it has several."""
    if brief:
        pair = f"challenger's {nth}{nouns.pair_brief}, covered"
        return f"{pair}: {nouns.left} card onto challenger, {nouns.right} onto champion"
    take = f"{nouns.take.replace('pair', nth + 'pair')}, covered"
    return f"{take}: {nouns.left} card onto the challenger, {nouns.right} onto the champion"


def _one(begun: Move, noun: str) -> str:
    return f"{noun} {begun.target[0].number} challenges the champion, {noun} {begun.target[1].number}"


def _all(begun: Sequence[Move], noun: str, brief: bool) -> str:
    """Who challenges whom: what is left of the duels, for a game may go on within them."""
    number, first = len(begun), begun[0].target[0].number == 2
    at_first = ", the first" if first else ""
    if number == 1:
        return f"the {'other' if first else 'last'} {noun} challenges the champion{at_first}"
    which = f"the {'other' if first else 'last'} {number} {noun}s in turn"
    return (
        f"{which} challenge the champion{at_first}"
        if brief
        else f"each of {which} challenges the champion{at_first}"
    )


def _origin(laid: bool, wording: Wording) -> str:
    """Where the 1 comes from: the box, or the two cards turned over just before."""
    match wording:
        case Wording.WALK:
            return " from the box" if laid else ", the two open cards"
        case Wording.FULL if laid:
            return " (first from the box)"
        case _:
            return ""
