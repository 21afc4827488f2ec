"""Gates on covered bits, and the answers that are read at them.

A bit is a pair of bit cards side by side: α β is 0, β α is 1 (paper §2.3).  A gate takes covered pairs and leaves
covered pairs; of what it shows nobody learns anything, for it was swapped unseen.  Beside it stand the answers
that pairs may give, and what is expected of a question nobody has answered yet.
"""

from __future__ import annotations

from facilitator.operations.definitions import SIX, Op, Place, Rearrange, Reveal, Row, Scramble, branches_of
from facilitator.operations.faces import ALPHA, BETA, ONE, ZERO
from facilitator.operations.perform import Answer, Steps
from facilitator.operations.steps import Act, AnswerBranch, Factor, Kind, Label, Meaning, Repetition

SIX_ROW: Row = tuple(Place(SIX, position, 1) for position in range(1, 7))
LEFT, MIDDLE, RIGHT = SIX_ROW[:2], SIX_ROW[2:4], SIX_ROW[4:]
STRAIGHT, CROSSED = "".join(ZERO), "".join(ONE)
"""What a revealed pair may read: α β or β α."""


def pair_answers(possible: bool) -> tuple[str, ...]:
    """Return what a card's own pair may read; only α β where no card can fit, for no card follows a β α there.

    ``possible``: whether some card of the layout is of the class in question.
    """
    return (STRAIGHT, CROSSED) if possible else (STRAIGHT,)


def yes_or_no(
    ask: tuple[str, ...], no: Meaning, yes: Meaning, lead: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
) -> tuple[AnswerBranch, ...]:
    """Return the branches of a question whose first answer is no, and whose second, if it is possible, is yes.

    Args:
        ask: The possible answers.
        no: Meaning of the first.
        yes: Meaning of the second.
        lead: Labels of the steps that follow only after no, and only after yes.
    """
    branches = AnswerBranch(ask[:1], no, lead[0]), AnswerBranch(ask[1:], yes, lead[1])
    return branches[: len(ask)]


def expected(op: Op) -> Answer:
    """Return the answer that a forecast assumes: the likely branch's, or the first; "" if nothing is asked."""
    branches = sorted(branches_of(op), key=lambda branch: not branch.meaning.likely)
    return branches[0].answers[0] if branches else ""


CHAIN = (Factor.CLASSES, Factor.HAND)
"""Factors that decide together whether a lottery has an AND: the last pile may need none."""


def six_card_and(
    row: Row, part: Repetition | None = None, alters: tuple[str, ...] = ()
) -> Steps[tuple[Row, Row]]:
    """Return where the pairs x∧y and ¬x∧y lie; the row holds x, α β and y, all covered.

    ``row``: six places, left to right.  The two leftmost cards end face up and are free: α and β in either order,
    whatever x and y are.  One shuffle.  Source: Mizuki–Sone 2009; paper §2.4.

    Args:
        row: The six places.
        part: Pile that the pair x belongs to.
        alters: Labels of the steps that use these pairs next.
    """
    order, swap, undo, read = (Label.of(name, part=part) for name in ("10d", "10e", "10f", "10g"))
    yield Rearrange(row, (1, 3, 4, 2, 5, 6), act=Act(Kind.ORDER, of=1, label=order, given=CHAIN))
    yield Scramble((row[:3], row[3:]), act=Act(Kind.SWAP_ROW, label=swap, given=CHAIN))
    yield Rearrange(row, (1, 4, 2, 3, 5, 6), act=Act(Kind.ORDER, of=2, label=undo, given=CHAIN))
    ask = (STRAIGHT, CROSSED)
    sides = tuple(AnswerBranch((one,), Meaning.EITHER, alters=alters) for one in ask)
    act = Act(Kind.READ_ROW, label=read, given=CHAIN)
    shown = yield Reveal(row[:2], expect=(ALPHA, BETA), ask=ask, act=act, branches=sides)
    return (row[2:4], row[4:]) if shown == STRAIGHT else (row[4:], row[2:4])
