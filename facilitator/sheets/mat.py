"""The mat for the row of six cards, and the quick reference of the paper's own method.

The mat lies in front of the host. It has six places for cards side by side. The row is wider than the paper, so
the cards on the first and the last place stick out. Two arrows outside of the row show the two movements of
cards in the row. Below them, pictures show the steps that are repeated for each pile.

The quick reference has the mat on its front, and all other steps on its back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import cached_property
from itertools import chain, groupby, islice

from facilitator.i18n.catalogue import sentence
from facilitator.instructions.conditions import Conditions
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import phase_title
from facilitator.instructions.merging import Merged, MergedStep
from facilitator.instructions.step_labels import join_labels
from facilitator.operations.definitions import Rearrange
from facilitator.operations.faces import ALPHA, BETA, SLEEVES
from facilitator.operations.purposes import Phase
from facilitator.operations.steps import Kind, Step, labels_of
from facilitator.pictures import marks as shape
from facilitator.pictures.layout_movements import find_lifted_card
from facilitator.pictures.marks import BLACK, UNPRINTABLE, Box, Document, Line, Mark, Text, enclose_in_tag
from facilitator.pictures.objects import Picture, Spot
from facilitator.pictures.shapes import draw_arc
from facilitator.protocols.gates import CROSSED, STRAIGHT
from facilitator.sheets import page as typeset
from facilitator.sheets import turn_script
from facilitator.sheets.page import Block, Brief, Column, PageDraft, draw_label, finish, points_to_mm
from facilitator.sheets.pictures import draw_legibly, picture_prompts
from facilitator.sheets.turns import SAME_PAGE, SCRIPT, EveryTurn
from facilitator.table_files.load import Table
from facilitator.table_files.model import game_of, state_before

CELLS = (
    ((Kind.BRING, 0, 7.5), (Kind.ORDER, 1, 4.7), (Kind.SWAP_ROW, 0, 16.5), (Kind.ORDER, 2, 4.7)),
    ((Kind.READ_ROW, 0, 6.4), (Kind.CARRY, 0, 17.0), (Kind.COVER_ROW, 0, 9.1)),
)
"""Steps in the two lines below the row, where the steps for each pile are printed side by side.

Each has its number among steps of its kind that move a card within the row (0 for other steps), and its width
relative to the other steps in the line.
"""
WITH_ROW = (Phase.LOTTERY,)
"""Phases of an attempt that use the row of six cards."""
READ = points_to_mm(14)
"""Smallest type size on the mat and the quick reference, in mm. People read both at arm's length."""
HEADING = points_to_mm(20)
SIZES = (18, 17, 16, 15, 14)
"""Type sizes to try for the back of the quick reference, in points."""
GREY = 0.62
"""Grey level of signs that cards cover later."""
STRIP = 8.4
"""Height of the margins above and below the mat, in mm. They contain the header and the footer."""
SIDE = 7.0
"""Distance between text and the left and right edges of the paper, in mm."""
CARD = shape.CARD_SIZES["56x87"]
PITCH = CARD.w + 1.5
"""Distance between the centres of neighbouring places, in mm."""
ABOVE, BELOW = 33.0, 19.0
"""Height of the areas above and below the row on the smallest paper, in mm. Each contains an arrow."""
LOWEST = 210.0
"""Height of the smallest paper in landscape format, in mm."""


def mat(table: Table, brief: Brief) -> Document:
    """Return the mat."""
    title = sentence("sheet.mat")
    return replace(finish("mat", title, _lay_across(brief), [_Mat(table, brief).draw()]), duplex=False)


def build_two_sided_mat(table: Table, brief: Brief) -> Document:
    """Return two pages: a mat for the row of six cards, and a back with the steps that need no mat."""
    across, front = _lay_across(brief), _Mat(table, brief)
    return finish("cheats", sentence("sheet.cheats"), across, [front.draw(), *front.draw_back()])


def _lay_across(brief: Brief) -> Brief:
    return replace(brief, paper=brief.paper.landscape)


class _Mat:
    """Drawing of the mat and of the back of the quick reference.

    Args:
        table: The table.
        brief: Texts for the margins.
    """

    def __init__(self, table: Table, brief: Brief) -> None:
        self._turns = EveryTurn(table, brief.by_name)
        self._sleeves = table.equipment == SLEEVES
        self._paper = brief.paper.landscape
        self._area = Box(UNPRINTABLE, STRIP, self._paper.w - 2 * UNPRINTABLE, self._paper.h - 2 * STRIP)
        above = STRIP + ABOVE + (self._paper.h - LOWEST) / 2
        self._row = Box(self._find_centre(1) - CARD.w / 2, above, 5 * PITCH + CARD.w, CARD.h)

    def _find_centre(self, number: float) -> float:
        """Return the x coordinate of the centre of a place in the row, in mm.

        Args:
            number: Number of the place, from 1 to 6. The number 1.5 is between the first two places.
        """
        return self._paper.w / 2 + (number - 3.5) * PITCH

    @cached_property
    def _full_steps(self) -> list[MergedStep]:
        """Steps of the usual turn in full wording, for the mat."""
        merged = self._turns.merge_usual_steps(Wording.FULL, WITH_ROW)
        return merged.list_possible_steps(merged.usual_facts)

    def _find_step(self, kind: Kind, answer: str = "", order: int = 0) -> MergedStep:
        """Return a step that is repeated for each pile except the last.

        Args:
            kind: Kind of step.
            answer: Answer that leads to the step. Empty if there is only one step of this kind.
            order: For a step that moves a card within the row, 1 for the first movement and 2 for the second.
                0 for other steps.
        """
        return next(
            step
            for step in self._full_steps
            if step.first.last is False
            and step.first.step.kind is kind
            and (not answer or _follows_answer(step, answer))
            and (not order or _get_parts(step)[0].of == order)
        )

    def _find_label(self, kind: Kind, answer: str = "", order: int = 0) -> str:
        return labels_of(_get_parts(self._find_step(kind, answer, order)))[0]

    # -- the front -----------------------------------------------------------------------------------

    def draw(self) -> PageDraft:
        marks = [*enclose_in_tag("Artifact", self._draw_places()), *self._write_around_row()]
        low = self._row.bottom + BELOW
        high = (self._area.bottom - low) / len(CELLS)
        for number, line in enumerate(CELLS):
            marks += self._draw_line(line, Box(SIDE, low + number * high, self._paper.w - 2 * SIDE, high))
        return PageDraft(marks, sentence("sheet.mat"), block=self._area, heard=True)

    def _draw_places(self) -> Iterator[Mark]:
        """Draw the six places with their numbers, as far as they are on the paper."""
        edge = self._paper.printable
        top, low = self._row.y, self._row.bottom
        for number in range(1, 7):
            middle = self._find_centre(number)
            left, right = middle - CARD.w / 2, middle + CARD.w / 2
            start, end = max(left, edge.x), min(right, edge.right)
            yield from (Line(start, y, end, y, 0.5) for y in (top, low))
            yield from (Line(x, top, x, low, 0.5) for x in (left, right) if edge.x <= x <= edge.right)
            x = min(max(middle, 13.0), self._paper.w - 13.0)
            yield shape.Circle(x, top - 5.4, 4.4, BLACK)
            yield Text(x, top - 5.4 + 0.35 * HEADING, str(number), HEADING, "bold", "centre", shape.WHITE)
        for number, face in ((3, ALPHA), (4, BETA), (5, BETA), (6, ALPHA)):
            x = min(self._find_centre(number), self._paper.w - 15.5)
            yield Text(x, top + 36, face, points_to_mm(72), "bold", "centre", GREY)

    def _write_around_row(self) -> Iterator[Mark]:
        """Yield the marks around the row: title, texts at the places, and arrows for two movements."""
        row, right = self._row, self._paper.w - SIDE
        bring, read, again = map(self._find_label, (Kind.BRING, Kind.READ_ROW, Kind.COVER_ROW))
        token = next(step for step in self._full_steps if step.first.step.kind is Kind.ROW_PAIR)
        (laid,) = labels_of(_get_parts(token))
        title = Column(self._find_centre(4.5) + 9, STRIP + 1, right - self._find_centre(4.5) - 9)
        title.add_heading(sentence("mat.title"), HEADING)
        title.add_paragraph(sentence("mat.each", first=bring, last=again), READ)
        yield from title.marks
        yield from self._mark_pile()
        texts = {
            2: [sentence("mat.pair", label=bring), sentence("mat.open", label=read)],
            3: [sentence("mat.spare", first=laid, again=again)],
            5: [sentence("mat.token", label=laid)],
        }
        for place, paragraphs in texts.items():
            column = Column(self._find_centre(place) - CARD.w / 2 + 2, row.y + 54, CARD.w - 4)
            for text in paragraphs:
                column.add_paragraph(text, READ)
                column.skip(2)
            yield from column.marks
        yield from enclose_in_tag("Artifact", chain.from_iterable(map(self._join_places, (1, 3, 5))))
        edges = Column(self._find_centre(4) + 8, row.bottom + 2, right - self._find_centre(4) - 8)
        edges.add_paragraph(sentence("mat.edges"), READ)
        yield from edges.marks
        yield from self._draw_movement(1)
        yield from self._draw_movement(2)

    def _join_places(self, first: int) -> Iterator[Mark]:
        """Draw a bracket across two neighbouring places that share a pair of cards."""
        y = self._row.y + 51
        left, right = max(self._find_centre(first) - 20, SIDE), self._find_centre(first + 1) + 20
        right = min(right, self._paper.w - SIDE)
        yield from _draw_bracket(Line(left, y, right, y, 0.5, 0.3), -3)

    def _mark_pile(self) -> Iterator[Mark]:
        """Draw a bracket and an arrow at the edge of the mat, where the current pile lies."""
        top, left, right = STRIP + 0.6, SIDE, self._find_centre(2) - 3
        x = (left + right) / 2
        arrow = shape.Polygon(((x, top + 0.8), (x - 3, top + 3.8), (x + 3, top + 3.8)), BLACK)
        yield from enclose_in_tag("Artifact", [*_draw_bracket(Line(left, top, right, top, 1.0), 5), arrow])
        column = Column(left, top + 5.4, right - left)
        column.add_paragraph(sentence("mat.pile"), READ)
        yield from column.marks

    def _draw_movement(self, order: int) -> Iterator[Mark]:
        """Draw a movement of a card within the row as an arrow, with its step label and instruction.

        An arrow to the right is above the row, and an arrow to the left is below it.

        Args:
            order: 1 for the first movement, 2 for the second.
        """
        step = self._find_step(Kind.ORDER, order=order)
        order_of_cards = next(op.order for op in step.first.step.ops if isinstance(op, Rearrange))
        moved, before = find_lifted_card(order_of_cards)
        above, row = moved < before, self._row
        y, tip = (row.y - 12, row.y - 1) if above else (row.bottom + 2, row.bottom + 1)
        start, end = Spot(self._find_centre(moved), y), Spot(self._find_centre(before - 0.5), tip)
        rise = y - STRIP - 2 if above else 4 - BELOW
        yield from enclose_in_tag("Artifact", draw_arc(start, end, rise, 0.5))
        (label,) = labels_of(_get_parts(step))
        width, badge_width = 84.0, 17.0
        x = (start.x + end.x) / 2 - width / 2 - (9 if above else 0)
        y -= 9.5 if above else 1.0
        column = Column(x + badge_width, y, width - badge_width)
        badge = draw_label(Box(x, y + 0.8, badge_width - 2, 8.4), label, points_to_mm(18))
        column.add(*enclose_in_tag("Lbl", badge))
        words = sentence("mat.order", left=before - 1, right=before, moved=moved)
        column.add_paragraph(words, READ, "bold")
        yield from enclose_in_tag("LI", column.marks, label)

    def _list_pictures(self, kind: Kind, order: int) -> list[tuple[str, Picture]]:
        """Return the pictures of a step on the mat, each with the answer after which it applies, or an empty text."""
        if kind in (Kind.CARRY, Kind.COVER_ROW):
            return self._list_pictures_by_answer(kind)
        pictures = chain(*picture_prompts(self._find_step(kind, order=order), large=True))
        return [("", picture) for picture in islice(pictures, 2 if kind is Kind.SWAP_ROW else 1)]

    def _list_pictures_by_answer(self, kind: Kind) -> list[tuple[str, Picture]]:
        """Return the pictures of carrying the pair away or, for covering the row, of the movement before it."""
        yes, no = " ".join(CROSSED), " ".join(STRAIGHT)
        if_no = chain(*picture_prompts(self._find_step(Kind.CARRY, STRAIGHT), large=True))
        first, second, last, *_ = chain(*picture_prompts(self._find_step(Kind.CARRY, CROSSED), large=True))
        if kind is Kind.COVER_ROW:
            return [(yes, last)]
        return [(no, next(if_no)), (yes, first), (yes, second)]

    def _draw_line(self, cells: Sequence[tuple[Kind, int, float]], box: Box) -> Iterator[Mark]:
        yield from enclose_in_tag("Artifact", [Line(box.x, box.y, box.right, box.y, 0.3)])
        gap, x = 4.0, box.x
        unit = (box.w - gap * (len(cells) - 1)) / sum(share for _, _, share in cells)
        for kind, order, share in cells:
            yield from self._draw_cell(kind, order, Box(x, box.y + 1, share * unit, box.h - 1.5))
            x += share * unit + gap

    def _draw_cell(self, kind: Kind, order: int, box: Box) -> Iterator[Mark]:
        """Draw the label of a step, its pictures, and its instruction to the right of the pictures."""
        label = self._find_label(kind, CROSSED if kind is Kind.CARRY else "", order)
        field = Box(box.x, box.y + 0.4, 13, 7)
        yield from enclose_in_tag("Lbl", draw_label(field, label, points_to_mm(16)))
        each = box.w if order else PICTURE * self._paper.w
        drawn, left = list[Mark](), box.x
        for answer, picture in self._list_pictures(kind, order):
            if answer:
                x = left + each if left == box.x else left + each / 2
                align: shape.Align = "right" if left == box.x else "centre"
                drawn.append(Text(x, box.y + 5.6, answer, READ, "bold", align))
            drawn += draw_legibly(picture, Box(left, box.y + 7.8, each, box.h - 8))
            left += each + 1.5
        instructions = self._find_step(kind, order=order).first.step.instructions
        full_text = " ".join(instruction.text for instruction in instructions)
        yield from enclose_in_tag("Figure", drawn, f"{label} {full_text}")
        if not order:
            yield from self._write_short_instruction(kind, Column(left + 0.5, box.y, box.right - left - 0.5))

    def _write_short_instruction(self, kind: Kind, column: Column) -> list[Mark]:
        key = "mat.bring.sleeves" if self._sleeves and kind is Kind.BRING else _WORDS[kind]
        column.add_paragraph(sentence(key, read=self._find_label(Kind.READ_ROW)), READ)
        return column.marks

    # -- the back ------------------------------------------------------------------------------------

    def draw_back(self) -> list[PageDraft]:
        """Draw the steps that are not on the mat in two columns, if possible on one page."""
        gap = 4.0
        column = Box(SIDE, STRIP + 0.3, (self._paper.w - 2 * SIDE - gap) / 2, self._area.h - 0.6)
        columns = self._fill_columns(column)
        title, drafts = sentence("mat.back"), list[PageDraft]()
        for start in range(0, len(columns), 2):
            left, *right = columns[start : start + 2]
            beside = (shape.place_marks(marks, column.w + gap, 0) for marks in right)
            marks = [*left, *chain.from_iterable(beside)]
            drafts.append(PageDraft(marks, "" if start else title, block=self._area, heard=True))
        return drafts

    def _fill_columns(self, area: Box) -> list[list[Mark]]:
        """Return the text on the back of the mat, in two columns and in the largest possible type.

        If the text is too long in 14 points, the rule for playable cards is left out, which is also in the turn
        script. The steps of the earlier paper may then still need smaller type.
        """
        columns: list[list[Mark]] = []
        for rule, sizes in ((True, SIZES), (False, (*SIZES, 13))):
            self._turns.list_page = SAME_PAGE if rule else SCRIPT
            steps = self._turns.merge_usual_steps(Wording.BRIEF, WITH_ROW)
            for size in map(points_to_mm, sizes):
                last = [typeset.make_paragraph(turn_script.end_rule(self._turns), area, size)]
                last += self._make_playable_blocks(area, size) if rule else []
                columns = typeset.fill_pages([*self._iter_blocks(steps, area, size), *last], area)
                if len(columns) <= 2:
                    return columns
        return columns

    def _iter_blocks(self, merged: Merged, area: Box, size: float) -> Iterator[Block]:
        """Yield the texts for the back of the mat: a legend of bit pairs and letters, followed by the steps."""
        style = turn_script.Style(size, 0, self._turns.letters)
        main, names = merged.list_possible_steps(merged.usual_facts), turn_script.names_of(merged)
        rows = turn_script.StepBlocks(Conditions(merged), names, area, style)
        yield self._make_head(merged, _find_used_names(main), area, size)
        pile = _join_pile_labels(main)
        where: dict[str, str] = {}  # for each text, the step that has it
        for phase, steps in groupby(main, key=lambda step: step.first.heading.part.phase):
            yield typeset.make_band(phase_title(phase), area, size)
            texts_by_name: dict[str, list[str]] = {}
            for step in steps:
                name, words = names[step], f"{rows.condition(step)} {_join_texts(style, step)}".strip()
                if step.first.last is not None:
                    texts_by_name[pile] = [sentence("mat.front")]
                    continue
                first = where.setdefault(words, name)
                text = words if first == name else sentence("mat.as", label=first)
                texts_by_name.setdefault(name, []).append(text)
            for name, texts in texts_by_name.items():
                yield typeset.make_entry(name, [" ".join(texts)], area, size, 2.4 * size)

    def _make_head(self, merged: Merged, used: Set[str], area: Box, size: float) -> Block:
        """Return the block with the meanings of β α and α β, and of the letters that are used."""
        head = Column(area.x, 0, area.w)
        head.add_heading(sentence("mat.back"), HEADING)
        head.add_paragraph(sentence("mat.yes", yes=" ".join(CROSSED), no=" ".join(STRAIGHT)), size, "bold")
        rows = turn_script.letter_words(self._turns, merged)
        letters = (f"{letter}: {words}" for name, letter, words in rows if name in used)
        head.add_paragraph(f"{', '.join(letters)}.", size)
        return head.block(0.5)

    def _make_playable_blocks(self, area: Box, size: float) -> list[Block]:
        rules = game_of(self._turns.table)
        fits = Column(area.x, 0.5, area.w)
        fits.add_bullets(rules.make_quick_reference(state_before(self._turns.table)).lines, size)
        return [typeset.make_band(sentence("cheat.fits"), area, size), fits.block()]


def _follows_answer(step: MergedStep, answer: str) -> bool:
    return step.first.branch is not None and answer in step.first.branch[1]


def _find_used_names(steps: Iterable[MergedStep]) -> set[str]:
    """Return the names of the numbers in the steps that are not repeated for each pile."""
    apart = (step for step in steps if step.first.last is None)
    return turn_script.find_number_names(said[1] for step in apart for said in step.parts)


def _join_pile_labels(steps: Iterable[MergedStep]) -> str:
    """Return the labels of the steps that are repeated for each pile except the last."""
    of_pile = (step for step in steps if step.first.last is False)
    return join_labels(labels_of([*chain.from_iterable(map(_get_parts, of_pile))]))


def _get_parts(step: MergedStep) -> Sequence[Step]:
    return step.first.step.group.parts


def _draw_bracket(line: Line, tick: float) -> Iterator[Mark]:
    """Draw a horizontal line with a vertical tick at both ends.

    Args:
        line: Horizontal line.
        tick: Length of the ticks in mm, negative if they point up.
    """
    yield line
    yield from (replace(line, x1=x, x2=x, y2=line.y1 + tick) for x in (line.x1, line.x2))


def _join_texts(style: turn_script.Style, step: MergedStep) -> str:
    """Return the sentences of a step, without its checks."""
    return " ".join(f"{style.render_parts(said)[0]}." for said in step.parts)


PICTURE = 0.094
"""Width of a picture beside text, as a fraction of the paper width."""
_WORDS = {
    Kind.BRING: "mat.bring",
    Kind.SWAP_ROW: "mat.swap",
    Kind.READ_ROW: "mat.read",
    Kind.CARRY: "mat.carry",
    Kind.COVER_ROW: "mat.next",
}
"""Short instruction for each step on the mat, as a message key."""
