"""The folder's half page on a question to a covered hand: when it is asked, how it goes, what the answer means."""

from __future__ import annotations

from collections.abc import Mapping

from facilitator.play.every_turn import EveryTurn
from facilitator.readings.grouping import Kind
from facilitator.readings.merged import EveryAct, Merged
from facilitator.sheets.blocks import Block
from facilitator.sheets.drawing.marks import BOLD
from facilitator.sheets.drawing.typeset import paragraph, points

ACTS = (
    "Acts 1 to {last} of a turn, with the hand that is asked in the place of the virtual hand, and the virtual "
    "seats' hands among the others; {pairs}β α lies below every card that is asked for."
)
ONE_PAIR = "one pair a column; "
ANSWER = "Act {last}, the champion's own pair, is the answer. β α: {yes} α β: {no}"
SCALE = 1.3
"""Read out by the host, not looked up: larger than what stands beside it."""
HOME = "Turn no card over. Bit cards to the box, mixed covered; every hand home by its markers."


def question_blocks(
    turns: EveryTurn, told: Merged, names: Mapping[EveryAct, str], width: float, size: float
) -> list[Block]:
    """Return the blocks, none where nobody's hand is ever asked; ``told``: the usual turn's acts, by ``names``."""
    if not turns.questions:
        return []
    title, when, asked, yes, no = turns.questions
    last = next(names[act] for act in told.now(told.usual) if act.first.cue.kind is Kind.RESULT)
    pairs = ONE_PAIR if len(told.facets.get("pairs", ())) > 1 else ""
    marks, y = paragraph(title, 14, 1, width, points(16), BOLD)
    blocks = [Block(tuple(marks), y + 1, keep=True)]
    for text in (
        when,
        asked,
        ACTS.format(last=last, pairs=pairs),
        ANSWER.format(last=last, yes=yes, no=no),
        HOME,
    ):
        lines, y = paragraph(text, 14, 0.4, width, SCALE * size)
        blocks.append(Block(tuple(lines), y + 0.8, keep=text is not HOME))
    return blocks
