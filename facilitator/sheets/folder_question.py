"""The folder's half page on a question to a covered hand: when it is asked, how it goes, what the answer means."""

from __future__ import annotations

from collections.abc import Mapping

from facilitator.play.every_turn import EveryTurn
from facilitator.readings.grouping import Kind
from facilitator.readings.merged import EveryAct, Merged
from facilitator.sheets.blocks import Block
from facilitator.sheets.drawing.geometry import Box
from facilitator.sheets.drawing.marks import BOLD, REGULAR
from facilitator.sheets.drawing.typeset import paragraph

ACTS = (
    "Acts 1 to {last} of a turn, the hand that is asked in the virtual hand's place, the virtual seats' hands "
    "among the others; {pairs}β α below every card that is asked for."
)
ONE_PAIR = "one pair a column; "
ANSWER = "Act {last}, the champion's own pair, is the answer. β α: {yes} α β: {no}"
HOME = "Turn no card over. Bit cards to the box, face down, mixed; every hand home by its markers."


def question_blocks(
    turns: EveryTurn, told: Merged, names: Mapping[EveryAct, str], area: Box, size: float
) -> list[Block]:
    """Return the blocks, none where nobody's hand is ever asked; ``told``: the usual turn's acts, by ``names``."""
    if not turns.questions:
        return []
    title, when, asked, yes, no = turns.questions
    last = next(names[act] for act in told.now(told.usual) if act.first.cue.kind is Kind.RESULT)
    pairs = ONE_PAIR if len(told.facets.get("pairs", ())) > 1 else ""
    answer = ANSWER.format(last=last, yes=yes, no=no)
    blocks = []
    for text in (title, when, asked, ACTS.format(last=last, pairs=pairs), answer, HOME):
        lines, y = paragraph(text, area.x, 0.4, area.w, size, BOLD if text is title else REGULAR)
        blocks.append(Block(tuple(lines), y + 0.8, keep=text is title))
    return blocks
