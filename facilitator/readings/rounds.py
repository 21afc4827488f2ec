"""The round of duels in one instruction, true for any number of piles; and one duel for learners."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from facilitator.machine.faces import ONE
from facilitator.machine.operations import FIRST_BIT_ROW, Move, Op, Put, Scramble
from facilitator.readings.grouping import Wording
from facilitator.readings.instruction import Instruction, Verb, act
from facilitator.readings.narrate import Narrator

NTH = ("first ", "second ", "third ", "fourth ")


class Nouns(NamedTuple):
    """What a duel's piles are called, and how the challenger's pair is taken and a 1 laid into its place.

    ``left`` and ``right``: how hands tell the two cards of the pair.  ``lay_brief``: what is laid, practised.
    ``ready``: what is so before every exchange.
    """

    pile: str
    take: str
    left: str
    right: str
    lay: str
    lay_brief: str
    ready: str


PILES = Nouns(
    "pile",
    "take the challenger's pair, face down",
    "left",
    "right",
    "lay {} where that pair lay, seen by all; turn each card face down on its own spot",
    "lay {} where that pair lay, open; then each face down on its spot",
    "backs one way",
)
SLEEVES = Nouns(
    "sleeve",
    "draw out the challenger's pair, face down",
    "lower",
    "upper",
    "show {}; push both face down, β against the play card, fully into the challenger's sleeve",
    "show {}; push both face down, β against play card, fully into challenger",
    "opaque sides up, backs and openings one way",
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
    doer, exchange = narrator.exchange()
    pile = mixed.piles[0]
    loose, other = ("loose", "other") if brief else ("the loose", "the other")
    loser = "goes to the challenger's place" if several else "aside"
    after = ("keep both as " if brief else "both are the next ") + " ".join(ONE)
    return (
        act(
            Verb.TAKE if walk else Verb.ROUND,
            narrator.host,
            f"{challenge}; {_taken(nouns, nth, brief)}",
            "",
        ),
        act(Verb.LAY, narrator.host, _laid(lay, nth).format(" ".join(ONE) + _origin(laid, wording)), ""),
        act(
            Verb.SCRAMBLE,
            doer,
            f"each {noun} into an opaque envelope, {narrator.in_and_out(pile)}; {exchange}",
            nouns.ready[0].upper() + nouns.ready[1:] + "."
            if brief
            else f"2 of {len(pile)} cards, {nouns.ready}.",
        ),
        act(
            Verb.REVEAL,
            narrator.host,
            f"turn {loose} cards face up: β is champion, {other} {loser}; {after}",
            "One β, one α.",
        ),
    )


def _taken(nouns: Nouns, nth: str, brief: bool) -> str:
    """What is done with the challenger's pair; ``nth``: which of its pairs, where it has several."""
    the = "" if brief else "the "
    take = _nth(nouns.take, nth).replace("the ", the)
    return f"{take}: {nouns.left} card onto {the}challenger, {nouns.right} onto {the}champion"


def _nth(words: str, nth: str) -> str:
    return words.replace("'s pair", f"'s {nth}pair")


def _laid(words: str, nth: str) -> str:
    """Where β α goes: into the place of the pair that was taken, which in a sleeve lies behind those before it."""
    number = NTH.index(nth) if nth else 0
    return (
        re.sub(r"against (the )?play card", f"against the {NTH[number - 1]}pair", words) if number else words
    )


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
