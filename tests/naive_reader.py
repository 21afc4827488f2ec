"""Somebody who does what a sentence says and no more: what it leaves open, they may do in the way that leaks.

The reader knows things (card, pair, marker, sleeve, envelope) and what must be named of a movement: the method, the
side, the order, whose.  It shares no word list with the program, and is told which piles a sentence moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from facilitator.machine.operations import (
    CARD_ROW,
    COLUMN,
    LOT,
    PILE,
    TOP_ROW,
    Cover,
    Insert,
    LayHand,
    Op,
    Scramble,
    Spin,
)
from facilitator.telling.instruction import Instruction

CLAUSE = re.compile(r"; (?:then )?|\. |, then |,? and (?=turn)|, and (?=lay)|: (?=draw|take|push|each)")
DOER = re.compile(r"^(?:Host|Helpers|Everyone|Two people)[,:] ")
SIDE = re.compile(
    r"\b(?:face(s)?|windows) (up|down)\b|\b(clear|opaque) sides? (up|down)\b|\bto the clear side\b|\bcovered\b"
    r"|\b(markers|play cards|sleeves) down\b"
)
TURNED = re.compile(
    r"(?<!in )(?<!next )(?<!half )\bturn(s)?\b(?! (none|nothing|no card|the reader)\b)"
    r"|\b(all|cards|markers|sleeves) (face )?down\b"
)
MANY = re.compile(r"\b(pairs?|everything|all face)\b")
SPOT = re.compile(r"\bspot\b|\beach card face up\b")
INTO = re.compile(
    r"\binto (?:\S+ ){0,3}(?:sleeves?|envelopes?)\b|\binto (?:the )?challenger\b|\bfully in\b"
    r"|\bbetween (?:the )?play card\b"
)
OUT = re.compile(
    r"\bdraw\b|\btake (?:its|the \S+) pair\b|\bout of (?:its|their|every|each|theirs)\b|\bempt(?:y|ied)\b"
    r"|\bin and out\b"
)
PILED = re.compile(r"\b(columns?|(?<!discard )piles?|pairs?|both|markers?|bit cards?|cards \d)\b")
ORDER = re.compile(
    r"\bloose card\b.*\bon it\b|\bon (?:the )?(?:play card|position marker|marker|bit)|\bleft(?:most)?\b.*\bagainst\b"
    r"|\bβ against\b|\boutermost\b|\bin (?:that )?order\b|\bbetween (?:the )?play card and (?:its )?marker\b"
)
APART = re.compile(r"\bleft card\b|\bupper\b|\bmix(?:ed)?\b|\bbefore (?:its|the) pile\b|\btop card on top\b")
PAIR = re.compile(r"\bpairs?\b")
WHOSE = re.compile(
    r"\b(?:challenger|champion|column|sleeve|pile)'s (?:own )?(?:\w+ )?pair|\ball (?:the )?pairs\b|\bpair directly\b"
    r"|\b(?:every|each) pile's|\b(?:\w+ )?pairs? of (?:pile|column|the six-card row|the leftmost deck)|\bevery pair\b"
)
METHOD = (
    re.compile(
        r"\bout of sight\b|\bbehind your back\b|\blid o(?:n|ver)\b|\bput the lid\b|\bclose your eyes\b",
        re.IGNORECASE,
    ),
    re.compile(r"\bas often as (?:you|they) like\b"),
    re.compile(r"\btell nobody\b|\blost track\b", re.IGNORECASE),
)
ALONE = re.compile(r"\bbehind your back\b|\bclose your eyes\b", re.IGNORECASE)
AGAIN = re.compile(r"^\w+: (?:do )?duel \d+ of \d+$")
"""A duel told once is done again."""
BY_TURNS = re.compile(r"\bone after the other\b", re.IGNORECASE)
LOOSE = re.compile(r"\bswap|\bchange places\b")
ONE_WAY = re.compile(r"\b(?:one|same|another) way\b")
OUTSIDE = re.compile(r"\bopaque sides? up\b|\bclear sides? down\b")
ALL_IN = re.compile(r"\bfully\b|\bsticks out\b")


def unclear(sentence: str, check: str = "") -> Iterator[str]:
    """Yield what a sentence leaves open of each movement it names."""
    if LOOSE.search(sentence):
        yield "method"
    clauses = CLAUSE.split(DOER.sub("", sentence).casefold())
    for clause, after in zip(clauses, [*clauses[1:], ""], strict=True):
        if "reader" in clause:  # the asking deck's: its doors are named
            continue
        if TURNED.search(clause):
            if not SIDE.search(clause):
                yield "side"
            mixed = "mix" in after
            if (
                MANY.search(clause)
                and not INTO.search(clause)
                and not mixed
                and not SPOT.search(f"{clause} {after}")
            ):
                yield "order"
        if INTO.search(clause) and "six-card row" not in clause:
            if not SIDE.search(clause):
                yield "side"
            if PILED.search(clause) and not ORDER.search(clause):
                yield "order"
            if "sleeve" in clause and "envelope" not in clause and not ALL_IN.search(f"{clause} {check}"):
                yield "how far"
        elif OUT.search(clause):
            if not SIDE.search(f"{clause}; {after}"):
                yield "side"
            if PAIR.search(clause) and not WHOSE.search(clause):
                yield "whose"
            if PAIR.search(clause) and not APART.search(f"{clause}; {after}"):
                yield "order"


def unscrambled(sentence: str) -> bool:
    """Tell whether hands that do what is said leave somebody who knows which of two piles is which."""
    known = any(not one.search(sentence) for one in METHOD)
    return known or not (BY_TURNS.search(sentence) or ALONE.search(sentence))


def objections(ops: Sequence[Op], told: Sequence[Instruction], sleeves: bool) -> Iterator[str]:
    """Yield what is left open by what is told for some operations: the sentences, and what the piles need."""
    for one in told:
        for found in unclear(one.sentence, one.check):
            yield f"{found}: {one.sentence}"
    if not told:
        return
    said = " ".join(f"{one.sentence}. {one.check}" for one in told)
    ways = len(ONE_WAY.findall(said))
    scrambles = [op for op in ops if isinstance(op, Scramble)]
    for op in scrambles:
        if len(op.piles) == 2 and unscrambled(said) and not AGAIN.match(told[0].sentence):
            yield f"method: {said}"
        checks = " ".join(one.check for one in told).casefold()
        first = op.piles[0][0]
        if sleeves and first.row == TOP_ROW and not OUTSIDE.search(checks):
            yield f"side, in the check: {said}"
    large = [op for op in scrambles if len(op.piles) > 1 and op.piles[0][0].area != LOT]
    covers = [op for op in ops if isinstance(op, Cover) and op.places[0].area == COLUMN]
    if sleeves and scrambles:  # a marker goes in without its sleeve being turned
        covers = [op for op in covers if op.places[0].row == CARD_ROW]
    laid = any(isinstance(op, LayHand) for op in ops)
    if any(
        isinstance(op, Insert | Spin) or (isinstance(op, LayHand) and op.places[0].area == PILE) for op in ops
    ):
        return  # printed backs are alike when turned by half
    if ways < bool(covers) + bool(large) + laid:
        yield f"way: {said}"
