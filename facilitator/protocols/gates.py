"""Gates on covered bits, and the answers to questions about bits.

A bit is a pair of bit cards side by side: α β is 0, β α is 1 (paper §2.3). A gate takes covered pairs and
returns covered pairs. The cards that it shows leak nothing, because they were swapped unseen.
"""

from __future__ import annotations

from facilitator.operations.definitions import SIX, Op, Place, Rearrange, Reveal, Row, Scramble, branches_of
from facilitator.operations.faces import ALPHA, BETA, ONE, ZERO
from facilitator.operations.perform import Answer, Steps
from facilitator.operations.steps import AnswerBranch, Factor, Kind, Label, Meaning, Repetition, Step

SIX_ROW: Row = tuple(Place(SIX, position, 1) for position in range(1, 7))
LEFT, MIDDLE, RIGHT = SIX_ROW[:2], SIX_ROW[2:4], SIX_ROW[4:]
STRAIGHT, CROSSED = "".join(ZERO), "".join(ONE)
"""Answers that describe a face-up pair: α β (0) and β α (1)."""


def pair_answers(possible: bool) -> tuple[str, ...]:
    """Return the possible answers to "What does this pair read?": α β (no) and, if possible, β α (yes).

    Args:
        possible: Whether any card of the layout has the priority of this pair. Otherwise the pair must read α
            β.
    """
    return (STRAIGHT, CROSSED) if possible else (STRAIGHT,)


def yes_or_no(
    ask: tuple[str, ...], no: Meaning, yes: Meaning, lead: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
) -> tuple[AnswerBranch, ...]:
    """Return the two groups of answers to a yes-or-no question.

    Args:
        ask: Answer for no, followed by the answer for yes if it is possible.
        no: Meaning of no.
        yes: Meaning of yes.
        lead: Labels of steps that follow only after no, and only after yes.
    """
    branches = AnswerBranch(ask[:1], no, lead[0]), AnswerBranch(ask[1:], yes, lead[1])
    return branches[: len(ask)]


def get_expected_answer(op: Op) -> Answer:
    """Return the answer that a forecast assumes for an operation, or "" without a question."""
    branches = sorted(branches_of(op), key=lambda branch: not branch.meaning.is_likely)
    return branches[0].answers[0] if branches else ""


CHAIN = (Factor.CLASSES, Factor.HAND)
"""Factors that determine whether a lottery needs an AND."""


def six_card_and(
    row: Row, part: Repetition | None = None, alters: tuple[str, ...] = ()
) -> Steps[tuple[Row, Row]]:
    """Compute the AND of two covered pairs x and y with six cards and one shuffle.

    The row contains x, α β and y, all covered. At the end the two leftmost cards are face up, and can be used
    again. They read α β or β α with equal probability, independently of x and y. Source: Mizuki–Sone 2009;
    paper §2.4.

    Args:
        row: The six places, from left to right.
        part: Number of the pile with pair x, for step labels.
        alters: Labels of the next steps, which use the resulting pairs.

    Returns:
        The places of the covered pairs x∧y and ¬x∧y.
    """
    link = Kind.LINK
    order, swap, undo, read = (Label(name, part=part) for name in ("10d", "10e", "10f", "10g"))
    there = Step(Kind.ORDER, of=1, brief=link, label=order, given=CHAIN)
    yield Rearrange(row, (1, 3, 4, 2, 5, 6), step=there)
    yield Scramble((row[:3], row[3:]), step=Step(Kind.SWAP_ROW, brief=link, label=swap, given=CHAIN))
    yield Rearrange(row, (1, 4, 2, 3, 5, 6), step=Step(Kind.ORDER, of=2, brief=link, label=undo, given=CHAIN))
    ask = (STRAIGHT, CROSSED)
    sides = tuple(AnswerBranch((answer,), Meaning.EITHER, alters=alters) for answer in ask)
    step = Step(Kind.READ_ROW, brief=link, label=read, given=CHAIN)
    shown = yield Reveal(row[:2], expect=(ALPHA, BETA), ask=ask, step=step, branches=sides)
    return (row[2:4], row[4:]) if shown == STRAIGHT else (row[4:], row[2:4])
