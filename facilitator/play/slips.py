"""A mistake told of, as data: what may have happened, the ways on, and what each gives away; with their words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from facilitator.errors import CommandError
from facilitator.machine.faces import DECK
from facilitator.play.giving_up import NOBODY_S
from facilitator.protocols.gives import Gives, Leakage
from facilitator.protocols.mending import Repair
from facilitator.protocols.mishaps import Mishap
from facilitator.wording import listed, quoted
from facilitator.wording.things import MARKED_SLEEVES


class Besides(Enum):
    """What may have happened, or is wanted, at any time; its value is the word by which a game keeps it."""

    SHOWN = "person's card shown"
    ENTERED = "wrong entry"
    SEATS = "other seats"
    CLEAR = "clear the table"
    MARKED = "marked sleeve"
    OTHER = "other"


Happened = Mishap | Besides


@dataclass(frozen=True, slots=True)
class CarryOn:
    """Go on with the act at hand; ``astray``: on the way home, cards whose owner nobody can tell going to any."""

    astray: bool = False


@dataclass(frozen=True, slots=True)
class DoAgain:
    """Do the act at hand again: mix all of it once more."""


@dataclass(frozen=True, slots=True)
class PutRight:
    """Put the run right in place, by acts of its own."""

    repair: Repair


@dataclass(frozen=True, slots=True)
class BackTo:
    """Go back to a number of the history, and do it again from there.

    ``turns``: the act at hand, which may be begun, turns something over: then it is too late.
    """

    number: int
    turns: bool = False


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Give the run up; every card goes home, ``astray``: or those whose owner nobody can tell, to any."""

    astray: bool = False


@dataclass(frozen=True, slots=True)
class DeclareVoid:
    """Declare the turn void, whose result is in sight."""


Way = CarryOn | DoAgain | PutRight | BackTo | GiveUp | DeclareVoid


@dataclass(frozen=True, slots=True)
class MistakeChoice:
    """Something that may have happened, and what it is called."""

    what: Happened
    text: str


@dataclass(frozen=True, slots=True)
class WayOn:
    """A way on, and what is given away if it is taken; ``gives``: the same in words.

    ``minutes``: what it takes more than carrying on; None where no run is under way.
    """

    way: Way
    text: str
    minutes: float | None
    leak: Leakage
    gives: str


@dataclass(frozen=True, slots=True)
class WhatHappened:
    """The host is to say what happened."""

    question: str
    choices: tuple[MistakeChoice, ...]


@dataclass(frozen=True, slots=True)
class WaysOn:
    """The host is to choose a way on."""

    question: str
    choice: MistakeChoice
    ways: tuple[WayOn, ...]


@dataclass(frozen=True, slots=True)
class Oops:
    """Something went wrong."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One of the choices that are offered, from 1."""

    number: int


WHICH = "What happened? Its number, or Enter to go on: "
WHICH_WAY = "Which way? Its number, or Enter: nothing changes: "

CALLED: dict[Happened, str] = {
    Mishap.MISREAD: "an answer was read or typed wrongly",
    Mishap.CARD_SEEN: "a covered play card was seen",
    Mishap.MARKER_SEEN: "a covered marker was seen",
    Mishap.BIT_SEEN: "a covered bit card was seen",
    Mishap.MISCOUNTED: "a count is wrong: a card too many, too few, or on the wrong spot",
    Mishap.WRONG_BITS: "wrong bit cards lie under a column",
    Mishap.SPILLED: "a pile or an envelope was spilled: all its cards were seen",
    Mishap.MIXED_UP: "two piles or envelopes were mixed with each other, covered",
    Mishap.UNSCRAMBLED: "the scramble at hand, or the last one, was left out, or somebody could follow it",
    Mishap.CROSSED: "something was moved or swapped the wrong way",
    Mishap.MISGIVEN: "a card went to the wrong owner",
    Besides.SHOWN: "a person's card was shown",
    Besides.ENTERED: "an earlier entry is wrong",
    Besides.SEATS: "someone leaves, or someone joins",
    Besides.CLEAR: "we stop for tonight: leave, or clear the table",
    Besides.MARKED: "a sleeve has a scratch or a crease by which it can be told",
    Besides.OTHER: "something else: keep a note",
}
"""What each is called."""

_CARRY_ON: dict[Happened, str] = {
    Mishap.MISREAD: "look again, type what lies there, and carry on",
    Mishap.CARD_SEEN: "cover it, say aloud what was seen, and carry on",
    Mishap.MARKER_SEEN: "cover it, say aloud what was seen, and carry on",
    Mishap.BIT_SEEN: "cover it, say aloud what was seen, and carry on",
    Mishap.MISCOUNTED: "count again, put it right here, and carry on when the CHECK holds",
    Mishap.WRONG_BITS: "put the bit cards right now, and carry on when a second reader agrees",
    Mishap.SPILLED: "cover it, say aloud what was seen, and carry on",
    Mishap.MIXED_UP: "if somebody can say for certain what belongs together: put it together, and carry on; else not",
    Mishap.UNSCRAMBLED: "something was turned over since: carry on",
    Mishap.CROSSED: "if nothing was mixed since, put it back, do it again, and carry on; else not",
    Mishap.MISGIVEN: "give it to its owner, covered, and carry on",
    Besides.SHOWN: "say aloud what was seen, and carry on",
}


_UNTURNED = "only if nothing of this act is turned over yet"
_REPAIRS = {
    Repair.SCRAMBLE_AGAIN: "scramble all columns once more first",
    Repair.PAIRS_ANEW: "scramble, show the cards again, and lay every pair anew",
}


def way_words(way: Way, what: Happened) -> str:
    """Return what a way on is called."""
    match way:
        case CarryOn(astray=astray):
            return f"nobody can put it right: carry on. {NOBODY_S}" if astray else _CARRY_ON[what]
        case DoAgain():
            return "if nothing was turned over since, mix all of it once more, then carry on"
        case PutRight(repair):
            return f"{_REPAIRS[repair]}; {_UNTURNED}"
        case BackTo(number=number, turns=turns):
            told = f"put it back by hand, and do it again from number {number} on"
            return f"{told}; {_UNTURNED}" if turns else told
        case GiveUp(astray=astray):
            told = "give the run up: every card goes home, and the turn starts again"
            return f"{told}. {NOBODY_S}" if astray else told
        case DeclareVoid():
            return "declare the turn void: the cards go home, its result stays seen, and it starts again"
        case _:
            assert_never(way)


def leak_words(leak: Leakage) -> str:
    """Return what is given away, to whom, and how much."""
    if leak.gives is Gives.NOTHING:
        return "gives nothing away"
    if leak.gives is Gives.HANDS:
        return f"whoever kept track knows who holds what: {_at_most(leak.most)}"
    if leak.gives is Gives.TRIES:
        where = "where in the hand the first card that fits lay"
        return f"whoever kept track knows {where}: {_at_most(leak.most)}"
    known = "a card" if leak.gives is Gives.CARD else "of a card whether it fits"
    amounts: dict[str, list[str]] = {}
    for owner, bits in leak.bits:
        amounts.setdefault(_at_most(bits), []).append("the deck's" if owner == DECK else f"{owner}'s")
    told = "; ".join(f"{listed(owners, 'or')}, {bits}" for bits, owners in amounts.items())
    return f"whoever saw it knows {known}: {told}"


def bits_in_words(bits: float) -> str:
    """Return bits in words, never fewer than they are."""
    tenths = -(-bits // 0.1) / 10 if bits < 10 else float(-(-bits // 1))
    return "1 bit" if tenths == 1 else f"{tenths:g} bits"


def _at_most(bits: float) -> str:
    """Return what is stated: never less than the mean over all that may be seen, of which one may tell more."""
    return f"at most {bits_in_words(bits)} on average"


NAMES: dict[type[Way], str] = {
    CarryOn: "carry on",
    DoAgain: "do it again",
    PutRight: "put right",
    BackTo: "back",
    GiveUp: "give up",
    DeclareVoid: "void",
}
"""The word by which a game keeps a way."""
ADVICE: dict[Happened, str] = {
    Besides.SEATS: "Somebody else may play on with that hand: nothing is to be typed for it. Else a game keeps the "
    "seats it began with: type q, and clear where cards of a run lie. Change the seats in the table file, deal anew, "
    "and begin with play --new: this game's record stays beside the new one.",
    Besides.MARKED: f"{MARKED_SLEEVES}. In mid-run change it before anything else is turned over; while nobody knows "
    "whose is whose, together with any others; marker and pair stay with their card.",
    Besides.OTHER: "Type note and what happened, e.g. note a card fell, it was 5R.",
}
"""Where there is no way on to choose: what to do."""


def read_number(text: str, most: int) -> int | None:
    """Return the number of a choice, from 1; None for Enter, with which nothing changes.

    Raises `CommandError` for anything else.
    """
    low = text.lower()
    if low in ("", "back", "b"):
        return None
    if not (low.isascii() and low.isdecimal() and len(low) < 3 and 1 <= int(low) <= most):
        raise CommandError(
            f"a number from 1 to {most}, or Enter", quoted(text), "Enter alone changes nothing."
        )
    return int(low)
