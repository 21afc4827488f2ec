"""The turn script: a virtual turn on paper, and the sheets for learning it.

The script is correct for every turn of its table. Letters replace numbers that change from turn to turn, such
as the size of a hand. The pages contain, in this order:

1. the letters, with boxes for the numbers of the session
2. the steps in large type, with a picture of each movement
3. random draws, and steps that are needed only in some turns
4. recovery, in case of a mistake
5. a page for continuing without the program

Theory of operation: the script is derived from the protocols in four stages, without any manual text for a
particular table.

1. `turns.EveryTurn` carries out every path through every attempt, with letters for numbers.
2. `instructions.merging` combines these paths into one list of steps (`Merged`).
3. `instructions.conditions` derives the condition of each step (`When`) from the declarations of the
   protocols: answers that lead to the step, and factors such as the seat or the size of the hand.
4. This module names the steps and draws them. `StepBlocks.condition` renders a condition as the "if" of a
   sentence. An unconditional step has no "if".

Steps have the labels of the protocol, as on the screen. A step of some turns has the label of the usual step that
it replaces.

With columns, the steps have 18 points if the script then fits on seven pages. Otherwise pictures become smaller, and
then the text of the steps. The recovery has a page of its own, in the largest type that fits. With a wallet, the
steps and the recovery take two pages if possible. The turn script uses brief wording, and the sheets for learning use
full wording.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, groupby, pairwise, product
from operator import attrgetter
from typing import Any

from facilitator.games.events import Kinds
from facilitator.games.rules import QuickReference, Rules
from facilitator.games.seats import name_draw_pile, name_pile
from facilitator.i18n import catalogue, group_cards, tally_faces
from facilitator.i18n.catalogue import Words, has, join_with_and, join_with_or, sentence, template
from facilitator.i18n.symbolic_numbers import Letters
from facilitator.instructions.conditions import Conditions, Lead, Values, When
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import InstructionParts, join_check, phase_title
from facilitator.instructions.merging import CARD, ENDS, Merged, MergedStep
from facilitator.instructions.speech import FITS
from facilitator.instructions.step_labels import join_labels
from facilitator.instructions.written_faces import write_rank
from facilitator.operations import faces
from facilitator.operations.definitions import Heading, Op
from facilitator.operations.faces import DECK, POOL, Face
from facilitator.operations.perform import operations
from facilitator.operations.purposes import Part, Phase
from facilitator.operations.steps import ALL, DRAWN, HAND, PAIRS, PILE_NUMBER, Factor, Kind, Label, labels_of
from facilitator.pictures import marks as shape
from facilitator.pictures.first_pictures import first_pictures, list_names
from facilitator.pictures.marks import WHITE, Box, Document, Line, Mark, Rect, Text, enclose_in_tag
from facilitator.play.turn_cases import rank_classes, render_fact
from facilitator.play.turn_starts import TurnNumbers
from facilitator.protocols.forms import get_form
from facilitator.protocols.recovery import LABELS
from facilitator.sheets import page as typeset
from facilitator.sheets.drawing.render import text_width
from facilitator.sheets.page import Block, Brief, Column, PageDraft, finish, make_paragraph, points_to_mm
from facilitator.sheets.pictures import draw_below, draw_beside, draw_legibly, has_many_pictures
from facilitator.sheets.turns import LAST_PAGE, SCRIPT, EveryTurn
from facilitator.table_files.load import Table
from facilitator.table_files.model import game_of, pool_cards, rules_of, state_before, uses_printed_deck

# ----------------------------------------------------------------------------------------------------
# A step of the turn script as a block: instructions, checks, conditions, and pictures of the table.


LARGE = points_to_mm(18)
"""Type size for text that people read at arm's length, in mm."""
NUMBER = 13.0
"""Width of the number column for large type, in mm."""
STRIP = 11.0
"""Minimum height of pictures below the text, in mm."""
LARGER = 1.4
"""Height of large pictures below the text, as a multiple of the height beside the text."""
LOW = 13.0
"""Maximum height of small pictures, in mm."""


@dataclass(frozen=True, slots=True)
class Style:
    """Sizes of text and pictures, and the letters that replace variable numbers.

    Attributes:
        size: Type size in mm.
        picture: Maximum picture height in mm. 0 means no pictures.
        letters: Printed letter for each number that changes from turn to turn, for example m for the number
            of cards in the hand.
    """

    size: float
    picture: float
    letters: Letters = field(default_factory=dict)

    def words(self, said: Words | None) -> str:
        """Return a sentence as text, with a letter for each number that `letters` contains. `None` becomes ""."""
        return "" if said is None else said.words(self.letters)

    def render_parts(self, said: InstructionParts) -> tuple[str, str, str]:
        """Return an instruction's text, its check with the expected answer, and its question."""
        _, text, check, question, expected = map(self.words, said)
        return text, join_check(check, expected), question

    @property
    def loose(self) -> bool:
        """True if there is additional space between steps, as in styles with large pictures."""
        return self.picture > LOW


class StepBlocks:
    """Builder of blocks that print a step each, all at the same left edge and in the same style.

    Args:
        when: Conditions of the steps.
        names: Printed label of each step, such as "7–8".
        area: Content area of a page.
        style: Sizes of text and pictures.
    """

    def __init__(self, when: Conditions, names: Mapping[MergedStep, str], area: Box, style: Style) -> None:
        self._when, self._names, self._style = when, names, style
        self._x, self._w = area.x, area.w
        self._part = style.size / LARGE

    def block(
        self, step: MergedStep, usual_step: MergedStep | None = None, others: Sequence[MergedStep] = ()
    ) -> Block:
        """Return the block that prints a step.

        Args:
            step: Step to print.
            usual_step: Usual step that ``step`` replaces in some turns, if any. The block then shows only how
                ``step`` differs from ``usual_step``.
            others: Steps that replace ``step`` in some turns. The block refers to them.
        """
        part, loose, size, name = self._part, self._style.loose, self._style.size, self._names[step]
        past, picture = self._arrange_pictures(step) if usual_step is None else (typeset.CLEAR, [])
        column = Column(self._x + NUMBER * part, 1.0 if loose else 0.4, self._w - NUMBER * part, past)
        wide = 11 * part if len(name) < 5 else max(11 * part, 9.5)  # for "C1–C2" in eight points
        field = Box(self._x + 11 * part - wide, column.y, wide, 8 * part)
        label = typeset.draw_label(field, name, LARGE * part, usual_step is not None, 1.2 * part)
        column.add(*enclose_in_tag("Lbl", label))
        self._print_instructions(step, usual_step, column)
        for words in self._describe_jumps(step):
            column.add_paragraph(words, size, "bold")
        if others:
            see = self._describe_replacements(others, step)
            column.add_paragraph(sentence("folder.but", acts="; ".join(see)), size)
        if usual_step is None and self._has_pictures_below(step):
            column.y = max(column.y, past.low) + 1
            self._draw_pictures_below(step, column)
        y = max(column.y, past.low) + (1.6 if loose else 0.5)
        column.add(*picture, Line(self._x, y, self._x + self._w, y, 0.2, 0.45))
        said = f"{name} {self._style.render_parts(step.parts[0])[0]}"
        return Block((*enclose_in_tag("LI", column.marks, said),), y + (0.6 if loose else 0.1))

    def _draw_pictures_below(self, step: MergedStep, column: Column) -> None:
        large = self._style.picture >= PICTURE
        height = LARGER * PICTURE if large else max(self._style.picture, STRIP)
        column.y, marks = draw_below(step, Box(column.x, column.y, column.w, height), large)
        column.add(*marks)

    def _print_instructions(self, step: MergedStep, usual_step: MergedStep | None, column: Column) -> None:
        """Print the condition of a step and then its instructions.

        If the step repeats the loop of an earlier step, a reference to the earlier step replaces the
        instructions. If it replaces a usual step, texts that are the same as there are omitted.
        """
        if (loop := self._find_repeated_loop(step)) is not None:
            again = sentence("folder.loop_again", act=self._names[loop])
            column.add_headed_paragraph(self.condition(step), again, self._style.size)
        elif usual_step is None:
            self._print_texts(step, self._render_texts(step), column)
        else:
            own, usual = self._render_texts(step), self._render_texts(usual_step)
            shown = [_omit_equal(texts, same) for texts, same in zip(own, usual, strict=True)]
            self._print_texts(step, shown, column)
            if shown != own:
                column.past = typeset.CLEAR
                column.add_paragraph(sentence("folder.rest", act=self._names[usual_step]), self._style.size)

    def _render_texts(self, step: MergedStep) -> list[tuple[str, ...]]:
        return [*map(self._style.render_parts, step.parts)]

    def _print_texts(self, step: MergedStep, shown: Sequence[tuple[str, ...]], column: Column) -> None:
        """Print the condition of a step and the texts of its instructions.

        Args:
            step: Step to print.
            shown: Text, check and question of each instruction, as in `_print_instruction`.
            column: Column to print in.
        """
        condition = self.condition(step)
        for number, texts in enumerate(shown):
            self._print_instruction(step, number, texts, condition, column)
            condition = ""

    def _find_repeated_loop(self, step: MergedStep) -> MergedStep | None:
        """Return the earlier step with the same loop of wallet duels, if any."""
        before = (earlier for earlier in self._names if earlier.number < step.number)
        loops = (earlier for earlier in before if earlier.first.step.times is not None)
        return next((loop for loop in loops if loop.parts == step.parts), None)

    def _has_pictures_below(self, step: MergedStep) -> bool:
        """Return whether pictures of a step are printed below its text."""
        duel = step.first.step.kind is Kind.WALLET_DUEL
        return self._style.picture >= (DUELS_ONLY if duel else PICTURES[-1]) and has_many_pictures(step)

    def _arrange_pictures(self, step: MergedStep) -> tuple[typeset.ReservedArea, list[Mark]]:
        """Return the area and the shapes of the pictures beside a step's text.

        Both are empty for a step whose pictures are below its text.
        """
        if self._style.picture < PICTURES[-1] or self._has_pictures_below(step):
            return typeset.CLEAR, []
        said = " ".join(f"{self._style.render_parts(one)[0]}." for one in step.parts)
        return draw_beside(step, self._x + self._w, self._style.picture, said)

    def condition(self, step: MergedStep) -> str:
        """Return the condition of a step as an "if" clause, or an empty string for an unconditional step.

        The clause contains, in this order:

        1. answers that lead to the step
        2. turns that have the step, such as turns with one card in the hand
        3. the pile number
        4. turns that do not have the step
        """
        when, said = self._when[step], ""
        if asked := self._describe_answers(when.asked, step):
            said = sentence("folder.asked.or_none" if when.unasked else "folder.asked", asked=asked)
        for fact in filter(None, (_describe_factors(when.only), self._describe_pile_condition(step, when))):
            said = sentence("folder.and", one=said, fact=fact) if said else sentence("folder.if", fact=fact)
        between = template("folder.both" if when.together else "folder.either")
        if never := _describe_factors(when.never, between):
            said = sentence("folder.but_not" if said else "folder.not", one=said, fact=never)
        return f"{said}:" if said else ""

    def _describe_answers(self, led_by: Sequence[Lead], step: MergedStep) -> str:
        """Describe the answers that lead to a step, for example "α β in step 9 or 12".

        Earlier steps that ask for the same answer are listed together. Steps that are not printed are
        omitted.

        Args:
            led_by: Earlier steps, each with its answers that lead to the step.
            step: The step.
        """
        # A wallet repeats labels for a drawn card, so these steps are also called "champion" and "drawn card".
        own = _get_label(step)
        where: dict[tuple[str, ...], dict[tuple[str, ...], str]] = {}
        for asked, replies in led_by:
            if asked in self._names:
                label, name = _get_label(asked), self._names[asked]
                drawn = label.run > 1
                if drawn:
                    name = sentence("folder.drawn_card", act=name)
                elif own.run > 1 and own.names == label.names:
                    name = sentence("folder.champion", act=name)
                where.setdefault(replies, {})[*label.names, *("drawn",) * drawn] = name
        said = []
        for replies, acts in where.items():
            answers = join_with_or(map(answer_words, replies))
            steps = join_with_or(sorted(acts.values(), key=_get_sort_key))
            said.append(sentence("folder.read", answers=answers, acts=steps))
        return join_with_or(said) if said else ""

    def _describe_replacements(self, others: Iterable[MergedStep], step: MergedStep) -> Iterator[str]:
        """Yield a condition and a label for each step that replaces ``step`` in some turns.

        An example is "each column has 1 pair: 7–8". Equal labels are combined if their conditions differ in only
        one value.
        """
        found: dict[object, tuple[str, str, dict[str, None]]] = {}
        for other in others:
            when, name = self._when[other], self._names[other]
            led_by = () if self._when[step].asked else when.asked
            asked = self._describe_answers(led_by, other)
            alone = when.only[0][0] if len(when.only) == 1 else other
            _, _, values = found.setdefault((_get_label(other).names, when.asked, alone), (name, asked, {}))
            values[_describe_factors(when.only)] = None
        for name, asked, values in found.values():
            facts = template("list.or").join(values)
            yield f"{template('folder.both').join(filter(None, (facts, asked)))}: {name}"

    def _describe_pile_condition(self, step: MergedStep, when: When) -> str:
        """Return a condition on the number of the pile, such as "i = 4" for the step that is done with the last pile.

        The text is empty if the step does not depend on the pile.
        """
        # If the number of piles depends on the turn, the other numbers follow in parentheses.
        if when.last is None:
            return ""
        pile_counts = self._when.pile_counts
        sign = "=" if when.last else "<"
        said = (
            (render_fact(value), f"{PILE_NUMBER} {sign} {catalogue.render_value(n, self._style.letters)}")
            for value, n in pile_counts
        )
        (_, usual), *others = said
        return f"{usual}{''.join(f' ({value}: {condition})' for value, condition in others)}"

    def _describe_jumps(self, step: MergedStep) -> Iterator[str]:
        """Yield sentences that lead from a step to another one: to the last time of a loop, and back."""
        if step.replies and (last := self._find_last_time(step)):
            fact = self._describe_pile_condition(last, self._when[last])
            yield sentence("folder.last_pile", act=self._names[last], fact=fact)
        if step.again is not None:
            key = "folder.again" if step.first.last is None else "folder.again.pile"
            yield sentence(key, act=self._names.get(step.again, ""))

    def _describe_skip(self, step: MergedStep) -> str:
        """Return the sentence that leads past steps of other turns, or "" if the next step may follow."""
        main = [other for other in self._when.main if other in self._names]
        if step not in main or step.again is not None:
            return ""
        following = {self._names[after] for after in self._list_next_steps(step) if after in main}
        printed = next((self._names[other] for other in main if other.number > step.number), "")
        skips = len(following) == 1 and printed not in following
        return sentence("folder.go", act=following.pop()) if skips else ""

    def _list_next_steps(self, step: MergedStep) -> list[MergedStep]:
        """Return the steps that come directly after a step in some turn."""
        paths = ([path_step.merged for path_step in path.steps] for path in self._when.merged.paths)
        return [after for before, after in chain.from_iterable(map(pairwise, paths)) if before is step]

    def _find_last_time(self, step: MergedStep) -> MergedStep | None:
        """Return the step for the last pile if a step for each other pile is next, and `None` otherwise."""
        later = [other for other in self._names if other.number > step.number]
        following = next((other for other in later if not other.replies), None)
        if following is None or following.first.last is not False:
            return None
        return next(other for other in later if other.first.last)

    def _print_instruction(
        self, step: MergedStep, number: int, texts: tuple[str, ...], condition: str, column: Column
    ) -> None:
        """Print an instruction of a step.

        Args:
            step: Step that contains the instruction.
            number: Index of the instruction in the step.
            texts: Text, check and question to print. Each may be empty.
            condition: Condition to print before the instruction. May be empty.
            column: Column to print in.
        """
        size, (text, check, question) = self._style.size, texts
        if text:
            column.add_headed_paragraph(condition, f"{text}.", size)
            condition = ""
        if check:
            head = " ".join(filter(None, [condition, sentence("folder.check")]))
            self._print_check(head, check, self._list_expected_answers(step, number), column)
        answers = step.first.step.instructions[number].ask if question else ()
        bits = [answer_words(answer) for answer in answers if set(answer) <= {faces.ALPHA, faces.BETA}]
        skip = self._describe_skip(step) if number == len(step.parts) - 1 else ""
        if end := " ".join(filter(None, (question, " / ".join(bits), skip))):
            column.add_paragraph(end, size, "bold")

    def _list_expected_answers(self, step: MergedStep, number: int) -> dict[str, str]:
        """Return the expected answer to a check for each result of the attempt, such as "Played".

        The result is empty if the answer is always the same.
        """
        ends = (end for end in ENDS.values() if end in step.parts_by_result)
        said = {sentence(end): self._style.words(step.parts_by_result[end][number].expected) for end in ends}
        return said if len({*said.values()}) > 1 else {}

    def _print_check(self, head: str, check: str, answers: Mapping[str, str], column: Column) -> None:
        """Print a check, with a checkbox for each expected answer in ``answers``."""
        size = self._style.size
        if answers:
            column.add_headed_paragraph(head, f"{check.partition('?')[0]}?", size, left=size)
        for first, answer in answers.items() or [(head, check)]:
            box = Box(column.x, column.y + 0.19 * size, 0.72 * size, 0.72 * size)
            column.add(Rect(box, None, 0.45))
            column.add_headed_paragraph(first, f"{answer}." if answers else answer, size, left=size)


def _omit_equal(texts: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return texts, with an empty text in place of each one that is also in ``others`` at its position."""
    return tuple("" if text == other else text for text, other in zip(texts, others, strict=True))


def _describe_factors(facts: Values, between: str = ", ") -> str:
    return between.join(template("list.or").join(map(render_fact, values)) for _, values in facts)


def _get_sort_key(name: str) -> tuple[int, str]:
    number = re.match(r"\d*", name)
    return int(number[0]) if number and number[0] else 0, name


def answer_words(answer: str) -> str:
    """Return an answer as people read it on paper or hear it, for example "β α" for ``βα``."""
    if answer in (faces.TO_CARD, faces.TO_TAB):
        return sentence("folder.yes" if answer == faces.TO_CARD else "folder.no")
    if answer == CARD:
        return sentence("folder.card")
    return " ".join(answer) if set(answer) <= {faces.ALPHA, faces.BETA} else answer


# ----------------------------------------------------------------------------------------------------
# Recovery, the last pages of steps: what to do first, and how to return all cards from every step.


RED = (0.80, 0.05, 0.10)
TOP, BAND, MARGIN = 11.0, 3.0, 5.0
"""Width of the red frame in mm: top, other sides, and other sides including the inner margin."""
HOME_SIZES = (18, 17, 16, 15, 14, 13)


UNDRAWN = (LABELS["laid"], LABELS["drawn"], LABELS["back"])
"""Labels of the recovery steps that return drawn cards. The guide combines them under the first label."""


class RecoveryGuide:
    """Guide to returning all cards to their owners after a mistake in any step of a turn.

    Args:
        home: Recovery steps after every step of the turn.
        merged: Steps of the turn.
        names: Label of each step of the turn.
        sleeves: Whether the columns are in sleeves.

    Attributes:
        rows: Labels of the turn's steps, by the labels of the recovery steps after a mistake. For example,
            ``{"R5 R6": [["5", "6"]]}`` means that recovery steps R5 and R6 follow a mistake in step 5 or 6.
    """

    def __init__(
        self, home: Merged, merged: Merged, names: Mapping[MergedStep, str], sleeves: bool = False
    ) -> None:
        names_home = names_of(home)
        order = sorted(home.steps, key=lambda step: [*LABELS.values()].index(_get_label(step)))
        printed = (step for step in _choose_variants(order) if _get_label(step) not in UNDRAWN[1:])
        self._acts = {step: names_home[step] for step in printed}
        self.rows = _group_by_recovery(merged, {step: names_home[step] for step in order})
        self._kinds = {step.first.step.kind: name for step, name in names.items()}
        self._sleeves = sleeves

    def pages(self, brief: Brief, letters: Letters) -> list[PageDraft]:
        """Return the guide as a page with a red frame, or as two pages if its type would be too small."""
        area = _get_inside_of_frame(brief.area)
        for most, size in product((1, 2), HOME_SIZES):
            blocks = self._build_blocks(area, Style(points_to_mm(size), 0, letters))
            if len(found := typeset.divide_into_pages(blocks, area)) <= most:
                break
        pages = ([*_draw_red_frame(brief.area), *typeset.stack_blocks(page, area.y)] for page in found)
        return typeset.draft_pages(pages, sentence("home.head"))

    def block(self, brief: Brief, style: Style) -> Block:
        """Return the guide as a single block with a red frame."""
        inner = _get_inside_of_frame(Box(brief.area.x, 0, brief.area.w, brief.area.h))
        blocks = self._build_blocks(inner, style)
        y = sum((block.height for block in blocks), inner.y)
        box = Box(brief.area.x, 0, brief.area.w, y + BAND + 2)
        return Block((*_draw_red_frame(box), *typeset.stack_blocks(blocks, inner.y)), box.h + 1)

    def _describe_first_action(self) -> str:
        """Return the instruction for stopping the current step before a recovery."""
        if Kind.WALLET_DUEL in self._kinds:
            # Nothing leaks before the last look, so nothing must be put back.
            return sentence("home.wallet")
        keys = ["home.mixing", *(["home.taking"] if Kind.TAKE in self._kinds else [])]
        if self._kinds.keys() & {Kind.ROUND, Kind.DUEL}:
            keys.append("home.duel.sleeves" if self._sleeves else "home.duel")
        return " ".join(map(sentence, (*keys, "home.else")))

    def _describe_step(
        self, step: MergedStep, name: str, style: Style, where: dict[str, str]
    ) -> Iterator[str]:
        """Yield the paragraphs of a recovery step. A check that an earlier step has is replaced by a reference."""
        label = _get_label(step)
        if label == LABELS["laid"]:
            yield sentence("home.drawn")
            return
        first = ""
        if label == LABELS["cover" if self._sleeves else "apart"] and Kind.WALLET_DUEL not in self._kinds:
            first = sentence("home.played.sleeves" if self._sleeves else "home.played") + " "
        has_bits = label == LABELS["boxed"] and step.first.step.kind is not Kind.MASK_OFF
        for text, check, _ in map(style.render_parts, step.parts):
            if has_bits:  # Their number depends on the step before the recovery, but they are always pairs.
                check = sentence("home.alike")
            earlier = where.setdefault(check, name)
            asked = check if earlier == name else sentence("home.as", act=earlier)
            yield " ".join((f"{first}{text}.", sentence("folder.check"), asked))
            first = ""

    def _build_blocks(self, area: Box, style: Style) -> list[Block]:
        head, last = Column(area.x, 0, area.w), Column(area.x, 2, area.w)
        head.add_headed_paragraph(sentence("home.first"), self._describe_first_action(), style.size)
        head.add_headed_paragraph(f"{phase_title(Phase.RECOVERY)}:", sentence("home.after"), style.size)
        where: dict[str, str] = {}  # for each check, the first step that has it
        steps = [
            typeset.make_entry(name, self._describe_step(step, name, style, where), area, style.size, 8.0)
            for step, name in self._acts.items()
        ]
        last.add(Line(area.x, 1, area.right, 1, 0.5))
        if look := self._kinds.get(Kind.DRAWN_LOOK):
            last.add_paragraph(sentence("home.drawn_look", act=look), style.size)
        wrong = "home.wrong.card" if Kind.WALLET_DUEL in self._kinds else "home.wrong"
        after = " ".join((sentence("home.stays"), sentence(wrong)))
        last.add_headed_paragraph(sentence("home.open"), after, style.size)
        return [head.block(1.2), *_list_recoveries(self.rows, area, style.size), *steps, last.block()]


def _get_label(step: MergedStep) -> Label:
    return step.first.step.group.parts[0].label


def _choose_variants(steps: Iterable[MergedStep]) -> list[MergedStep]:
    """Return the recovery steps to print, one for each label.

    The wording of a recovery step may depend on the step of the turn at which the mistake was noticed. The
    variant that applies most often is returned. People skip the cards in it that are not on the table. Markers
    may be inside the sleeves (`of`), and the wording for that also serves if they are not.
    """
    found: dict[object, MergedStep] = {}
    for step in sorted(steps, key=lambda step: (-step.first.step.group.parts[0].of, -len(step.runs))):
        first = step.first.step.group.parts[0]
        found.setdefault((first.label, first.which), step)
    return [step for step in steps if step in found.values()]


def _group_by_recovery(merged: Merged, home: Mapping[MergedStep, str]) -> dict[str, list[list[str]]]:
    """Return the labels of the turn's steps in ranges, by the recovery after them.

    For example, ``{"R5 R6": [["5", "6"]]}`` means that recovery steps R5 and R6 follow a mistake in step 5 or 6.

    Args:
        merged: Steps of the turn.
        home: Label of each recovery step.
    """
    ways: dict[str, list[list[str]]] = {}
    looks = [step for step in merged.steps if step.first.step.kind is Kind.LAST_LOOK]
    look_labels = {labels_of(step.first.step.group.parts) for step in looks}
    last = ""
    for labels, steps in _find_recovery_steps(merged, home).items():
        # A look into the wallet that shows no answer tells nothing: the recovery is that of the step before.
        way = last if labels in look_labels else _join_names(home, steps)
        spans = ways.setdefault(way, [])
        if way != last:
            spans.append([])
        spans[-1] += labels
        last = way
    return ways


def _join_names(home: Mapping[MergedStep, str], steps: Collection[MergedStep]) -> str:
    """Return the labels of recovery steps, such as "R5 R6", with one label for returning drawn cards."""
    used = (name for step, name in home.items() if step in steps and _get_label(step) not in UNDRAWN[1:])
    return " ".join(dict.fromkeys(used))


def _find_recovery_steps(
    merged: Merged, home: Iterable[MergedStep]
) -> dict[tuple[str, ...], set[MergedStep]]:
    """Return the steps of the recovery after each step of the turn, by the labels of the turn's step."""
    stops = {stop: labels_of(step.first.step.group.parts) for stop, step in enumerate(merged.steps, 1)}
    after: dict[tuple[str, ...], set[MergedStep]] = {labels: set() for labels in stops.values()}
    for recovery_step in home:
        for run in recovery_step.runs:
            after[stops[int(dict(run)[Factor.STOP])]].add(recovery_step)
    return after


def _get_inside_of_frame(box: Box) -> Box:
    """Return the area inside the red frame."""
    return Box(box.x + MARGIN, box.y + TOP + 1.5, box.w - 2 * MARGIN, box.h - TOP - BAND - 2)


def _draw_red_frame(box: Box) -> list[Mark]:
    inner = Box(box.x + BAND, box.y + TOP, box.w - 2 * BAND, box.h - TOP - BAND)
    words, middle = sentence("home.head"), box.x + box.w / 2
    title = Text(middle, box.y + TOP - 3.2, words, points_to_mm(24), "bold", "centre", WHITE)
    marks: list[Mark] = [Rect(box, RED, 0), Rect(inner, WHITE, 0)]
    y = box.y + 2.4
    for x in (box.x + 2.5, box.right - 9.3):
        marks.append(shape.Polygon(((x + 3.4, y), (x + 6.8, y + 5.8), (x, y + 5.8)), WHITE, 0.4, shape.BLACK))
        marks.append(Text(x + 3.4, y + 5.1, "!", points_to_mm(13), "bold", "centre"))
    return [*enclose_in_tag("Artifact", marks), *enclose_in_tag("H2", [title], title.text)]


def _list_recoveries(ways: Mapping[str, Sequence[Sequence[str]]], area: Box, size: float) -> Iterator[Block]:
    """Yield rows of entries such as "5–6: R5 R6", which name the recovery steps after steps 5 and 6."""
    finish = sentence("home.finish")
    said = [(f"{name_spans(spans)}:", way or finish) for way, spans in ways.items()]
    gap, high = 3.0, 1.28 * size
    wide = max((text_width(f"{steps} {way}", size, "bold") for steps, way in said), default=0) + 4
    beside = max(1, int((area.w + gap) / (wide + gap)))
    width = (area.w + gap) / beside - gap
    for start in range(0, len(said), beside):
        marks: list[Mark] = []
        for number, (steps, way) in enumerate(said[start : start + beside]):
            x = area.x + number * (width + gap)
            marks += [
                Rect(Box(x, 0, width, high), None, 0.2),
                Text(x + 1.5, 0.98 * size, steps, size),
                Text(x + width - 1.5, 0.98 * size, way, size, "bold", "right"),
            ]
        yield Block((*enclose_in_tag("TR", marks),), high + 0.6)


def name_spans(spans: Sequence[Sequence[str]]) -> str:
    """Return ranges of labels as text. Each range is named by its first and last label.

    >>> name_spans([["1", "2", "3"], ["10c", "10d"], ["11"]])
    '1–3, 10c–d, 11'
    """
    ends = ([span[0], span[-1]] for span in spans)
    return ", ".join(dict.fromkeys(join_labels(list(dict.fromkeys(both))) for both in ends))


# ----------------------------------------------------------------------------------------------------
# Half a page about questions about a hand whose cards stay face down, such as a challenge: when to ask, how,
# and what the answer means.


def question_blocks(
    turns: EveryTurn, merged: Merged, names: Mapping[MergedStep, str], area: Box, size: float
) -> list[Block]:
    """Return the paragraphs about questions to a virtual player, such as a challenge after a wild draw four.

    The result is empty if the game has no such questions.

    Args:
        turns: Turns of the table.
        merged: Steps of the turn script.
        names: Label of each step.
        area: Content area of a page.
        size: Type size in mm.
    """
    if not turns.questions:
        return []
    title, when, asked, yes, no = turns.questions
    usual = merged.list_possible_steps(merged.usual_facts)
    last = next(names[step] for step in usual if step.first.step.kind is Kind.RESULT)
    steps = sentence("ask.acts.one_pair" if len(merged.facts[Factor.CLASSES]) > 1 else "ask.acts", last=last)
    answer = sentence("ask.answer", last=last, yes=yes, no=no)
    every = (title, when, asked, steps, answer, sentence("ask.home"))
    return [make_paragraph(text, area, size, "bold" if text is title else "regular", 0.8) for text in every]


# ----------------------------------------------------------------------------------------------------


PICTURES = (22.0, 18.0, 14.0, 12.0, 10.0)
"""Maximum picture heights to try, in mm."""
DUELS_ONLY = 1.0
"""Value of `Style.picture` for a turn script in which only wallet duels have pictures."""
SIZES = (18, 17, 16, 15, 14, 13, 12, 11, 10)
"""Type sizes to try, in points. Small sizes are only needed for tables with very many steps."""
LARGE_LAYOUTS = (*product(SIZES[:1], PICTURES), *product(SIZES[1:3], PICTURES[-1:]))
COLUMN_LAYOUTS = (*product((6,), LARGE_LAYOUTS), *product((7,), (*LARGE_LAYOUTS, *product(SIZES, (0.0,)))))
WALLET_LAYOUTS = tuple(
    (most, (size, picture))
    for most, picture, size in product((2, 3, 8), (*PICTURES[-2:], DUELS_ONLY, 0.0), SIZES[2:7])
)
"""Limits of pages to try, each with a type size in points and a picture height, in order of preference."""


def script(table: Table, brief: Brief, moment: TurnNumbers | None = None) -> Document:
    """Return the turn script of a table.

    Args:
        table: The table.
        brief: Texts for headers and footers.
        moment: Numbers of cards in the current turn, to print in the boxes. `None` leaves the boxes empty.
    """
    turns = EveryTurn(table, brief.by_name)
    merged = turns.merge_steps(Wording.BRIEF)
    steps = _TurnBlocks(brief, turns, merged, moment)
    recoveries = turns.merge_recoveries(merged, Wording.BRIEF)
    home = RecoveryGuide(recoveries, merged, steps.names, table.equipment == faces.SLEEVES)
    drafts = _draw_steps(brief, steps, home, {**turns.letters, **steps.numbers}, turns.columns)
    tonight = moment.deck if moment else ()
    seen = (Counter(tonight) - Counter(moment.cards)).elements() if moment else ()
    every = tonight or pool_cards(table) or game_of(table).kinds.cards
    last = _draw_page_without_program(turns, brief, every, tuple(seen))
    return finish("script", sentence("folder.title"), brief, [*drafts, last])


def _draw_steps(
    brief: Brief, steps: _TurnBlocks, home: RecoveryGuide, letters: Letters, columns: bool
) -> list[PageDraft]:
    """Draw the steps and the recovery guide, in the first layout that has few enough pages.

    Args:
        brief: Texts for headers and footers.
        steps: Steps of the turn.
        home: Recovery guide. With columns it has pages of its own, otherwise it follows the last step.
        letters: Printed letter or number for each number that changes from turn to turn.
        columns: Whether cards are laid out in columns.
    """
    last = home.pages(brief, letters) if columns else []

    @cache
    def divide_steps(size: int, picture: float) -> list[list[Block]]:
        style = Style(points_to_mm(size), picture, letters)
        guide = [] if columns else [home.block(brief, replace(style, picture=0))]
        return typeset.divide_into_pages([*steps.blocks(style), *guide], brief.area)

    for most, layout in COLUMN_LAYOUTS if columns else WALLET_LAYOUTS:
        pages = divide_steps(*layout)
        if len(pages) + len(last) <= most:
            break
    found = (typeset.stack_blocks(page, brief.area.y) for page in pages)
    return [*typeset.draft_pages(found, sentence("folder.head")), *last]


def names_of(merged: Merged) -> dict[MergedStep, str]:
    """Return the printed label of each step, for example "7–8".

    If a step replaces another step in some turns, both have the same label.
    """
    return {step: join_labels(labels_of(step.first.step.group.parts)) for step in merged.steps}


# -- Pages of steps ----------------------------------------------------------------------------------


class _TurnBlocks:
    """Blocks of the turn script, without its recovery guide."""

    def __init__(self, brief: Brief, turns: EveryTurn, merged: Merged, moment: TurnNumbers | None) -> None:
        self._brief, self._turns, self._told, self._moment = brief, turns, merged, moment
        self.numbers, self._facts = turns.describe_moment(moment) if moment else ({}, {})
        self.lot = turns.lot(Wording.BRIEF)
        self._when = Conditions(merged)
        self._main = merged.list_possible_steps(merged.complete_facts(self._facts))
        self.names = names_of(merged)
        self._rest = [step for step in merged.list_possible_steps(self._facts) if step not in self._main]

    def blocks(self, style: Style) -> list[Block]:
        """Return blocks for the letters, the usual steps, random draws, and rare steps."""
        brief, bare, instead = self._brief, replace(style, picture=0), self._when.instead
        others: defaultdict[MergedStep | None, list[MergedStep]] = defaultdict(list)
        for variant in self._rest:
            others[instead.get(variant)].append(variant)
        rows = StepBlocks(self._when, self.names, brief.area, style)
        blocks = [self._explain_letters()]
        if self._turns.lookup:
            masks = Column(brief.area.x, 0.4, brief.area.w)
            masks.add_paragraph(sentence("folder.masks"), style.size, "bold")
            masks.add_bullets(self._turns.lookup, style.size)
            blocks.append(masks.block(1))
        if self._moment and self._moment.cards:
            blocks.append(_list_current_cards(self._moment, brief.area, style.size))
        steps = {step: rows.block(step, None, others[step]) for step in self._main}
        blocks += add_stage_headings(brief, steps)
        blocks.append(make_paragraph(end_rule(self._turns), brief.area, style.size))
        if self.lot is not None:
            lot = StepBlocks(Conditions(self.lot), names_of(self.lot), brief.area, bare)
            kinds = game_of(self._turns.table).kinds
            title = sentence("folder.lot", title=phase_title(Phase.LOT), naming=kinds.naming)
            blocks += [typeset.make_band(title, brief.area, LARGE), *map(lot.block, self.lot.steps)]
        if seldom := self._list_rare_steps(bare):
            blocks += [typeset.make_band(sentence("folder.seldom"), brief.area, LARGE), *seldom]
        return blocks

    def _list_rare_steps(self, style: Style) -> list[Block]:
        """Return blocks for the steps of some turns only, and for questions to a virtual player."""
        area, rule = self._brief.area, list_rule(self._turns)
        rows = StepBlocks(self._when, self.names, area, style)
        return [
            *([make_paragraph(rule, area, style.size)] if rule else []),
            *(rows.block(step, self._when.instead.get(step)) for step in self._rest),
            *question_blocks(self._turns, self._told, self.names, area, style.size),
        ]

    def _explain_letters(self) -> Block:
        """Return the list of letters. Each letter has a box for its number and an explanation."""
        area, turns = self._brief.area, self._turns
        column = Column(area.x, 1.0, area.w)
        column.add_heading(sentence("folder.head"), points_to_mm(22))
        each, place = (area.w - 6) / 2, 0
        for name, letter, words in letter_words(turns, self._told):
            whole = text_width(words, LARGE) > each - 33
            place += place % 2 if whole else 0
            x, top = area.x + place % 2 * (each + 6), column.y + 2 + place // 2 * PITCH
            place += 2 if whole else 1
            field = Box(x, top, area.w if whole else each, PITCH)
            column.add(typeset.PARAGRAPH, *self._draw_letter(name, letter, words, field), shape.END)
        column.y += 3 + (place + 1) // 2 * PITCH
        if rule := last_rule(self._when):
            column.add_paragraph(rule, LARGE)
        if len(turns.virtual) > 1:
            self._explain_names(column)
        return column.block(2)

    def _draw_letter(self, name: str, letter: str, words: str, field: Box) -> Iterator[Mark]:
        """Yield a letter, the box with its number, and its meaning. A pile number has no box."""
        x, top = field.x, field.y
        yield Text(x, top + 6.6, f"{letter} =", points_to_mm(20), "bold")
        has_box = name != PILE_NUMBER
        if has_box:
            yield Rect(Box(x + 13, top, 17, 8.8), WHITE, 0.6, 1)
        fitted = typeset.fit_size(words, field.w - 33, LARGE)
        yield Text(x + (32.5 if has_box else 14), top + 6.4, words, fitted)
        if name in self.numbers:
            yield Text(x + 21.5, top + 6.8, str(self.numbers[name]), points_to_mm(20), "bold", "centre")

    def _explain_names(self, column: Column) -> None:
        """Print the names that the steps use in each virtual player's turn."""
        known = self._facts.get(Factor.SEAT)
        for seat in self._turns.virtual:
            if known in (None, self._turns.whose(seat)):
                names = self._turns.names(seat).items()
                named = [sentence("folder.is", name=name, who=who) for who, name in names]
                column.add_paragraph(sentence("folder.seat_turn", seat=seat, names=", ".join(named)), LARGE)


def add_stage_headings(brief: Brief, steps: Mapping[MergedStep, Block]) -> Iterator[Block]:
    """Yield the blocks of steps in order, with a heading before each phase of the turn, such as "Lay out"."""
    for phase, some in groupby(steps, key=lambda step: step.first.heading.part.phase):
        yield typeset.make_band(phase_title(phase), brief.area, LARGE)
        yield from (steps[step] for step in some)


PITCH = 9.8
"""Vertical distance between the boxes of two letters, in mm."""


def _list_current_cards(now: TurnNumbers, area: Box, size: float) -> Block:
    """Return the list of the cards in the current turn.

    During an attempt, the playable cards of each priority class follow.
    """
    layout, nothing = now.layout, sentence("folder.nothing")
    code = dict(layout.code) if layout is not None else {}
    column = Column(area.x, 1.0, area.w)
    column.add_headed_paragraph(sentence("now.list", n=len(now.cards)), f"{tally_faces(now.cards)}.", size)
    for rank in range(int(layout.pairs) if layout is not None else 0):
        fits = [face for face in now.cards if code[face][rank : rank + 1] == (1,)]
        key = "now.fits" if len(code[now.cards[0]]) == 1 else "now.class"
        column.add_headed_paragraph(sentence(key, rank=rank + 1), f"{tally_faces(fits) or nothing}.", size)
    return column.block(2)


def list_rule(turns: EveryTurn) -> str:
    """Return sentences about special cases: players without cards, two envelopes, and columns that stay.

    The result is empty for a wallet.
    """
    if not turns.columns:
        return ""
    ops = operations(next(iter(turns.openings.values())).plan.recipe)
    duels = any(isinstance(op, Heading) and op.part in (Part.DUEL, Part.DUELS) for op in ops)
    two = sentence("folder.two.duel" if duels else "folder.two")
    stay = [sentence("folder.stay")] if turns.chains else []
    return " ".join([sentence("folder.left_out"), two, *stay])


def end_rule(turns: EveryTurn) -> str:
    """Return the sentences about the end of a turn: laying down the card to play, or drawing without one.

    Only the turn script says how to draw. Other sheets refer to it.
    """
    table = turns.table
    zones = game_of(table).find_zones(state_before(table)).sizes
    key = next((f"folder.end.{zone}" for zone in zones if has(f"folder.end.{zone}")), "folder.end")
    if not {DECK, POOL} & {*zones} or get_form(table.protocol).draws:
        return sentence(key)
    if turns.list_page != LAST_PAGE:
        return " ".join(map(sentence, (key, "folder.end.none")))
    (own, more), fewer = next(iter(turns.owners.items())), turns.owners[DECK]
    pile = name_pile(table.pool_owners)
    draw = sentence("folder.end.draw", pile=pile, owner=own, more=more, fewer=fewer)
    again = sentence("folder.end.until" if turns.layout(turns.virtual[0]).until else "folder.end.once")
    return f"{sentence(key)} {draw} {again}"


def last_rule(when: Conditions) -> str:
    """Return the sentence that only the last answer counts, if a condition names several steps.

    The sentence is empty if no turn contains two of these steps.
    """
    for step in when.merged.steps:
        asked = {question for question, _ in when[step].asked}
        if any(len(asked & {path_step.merged for path_step in path.steps}) > 1 for path in when.merged.paths):
            return sentence("folder.last_read")
    return ""


def letter_words(turns: EveryTurn, merged: Merged) -> list[tuple[str, str, str]]:
    """Return the name, printed letter and meaning of each number that changes from turn to turn."""
    used = _find_used_names(turns, merged)
    owners = {DECK: name_pile(turns.table.pool_owners).words(), faces.DISCARDS: sentence("folder.discards")}
    fitting = sentence("folder.fitting").splitlines()
    rows = []
    for owner, letter in turns.owners.items():
        words = owners.get(owner) or sentence("hand", owner=owner)
        rows.append((HAND if letter == HAND else faces.marker(owner), letter, words))
    rows += [
        (ALL, ALL, sentence("folder.all")),
        *zip(FITS, FITS, fitting, strict=True),
        (PAIRS, PAIRS, sentence("folder.pairs")),
        (DRAWN, DRAWN, sentence("folder.drawn")),
        (PILE_NUMBER, PILE_NUMBER, sentence("folder.pile")),
    ]
    return [row for row in rows if row[0] in used]


def _find_used_names(turns: EveryTurn, merged: Merged) -> set[str]:
    used = find_number_names(part for step in merged.steps for said in step.parts for part in said)
    used -= {ALL, PAIRS}
    return used | {name for name, there in ((ALL, turns.columns), (PAIRS, turns.several)) if there}


def find_number_names(parts: Iterable[Words | None]) -> set[str]:
    """Return the names of the numbers in some instructions, such as "m" for the number of cards in the hand.

    Only numbers that change from turn to turn have names. Sheets print a letter for them.
    """
    terms = (names for part in parts for size in catalogue.sizes_in(part) for names in size.terms)
    return {*chain.from_iterable(terms)}


# ----------------------------------------------------------------------------------------------------
# The last page, for continuing without the program: the order of turns, the effects of a played card, the
# playable cards, the order in which a virtual seat plays them, and a list of cards to cross out.


CASES = 12
"""Maximum number of cases to print. Longer lists are replaced by rules in words."""


def _draw_page_without_program(
    turns: EveryTurn, brief: Brief, cards: Sequence[Face], seen: Sequence[Face]
) -> PageDraft:
    """Draw the page for continuing without the program, in the largest possible type.

    Args:
        turns: Turns of the table.
        brief: Texts about the table.
        cards: All cards that a virtual player may hold. People cross out cards that they have seen.
        seen: Cards that people have already seen. They are listed separately.
    """
    table = turns.table
    rules = game_of(table)
    reference = rules.make_quick_reference(state_before(table))
    listed = bool(turns.columns)  # With a wallet nobody needs to know which cards a hand may contain.
    turn = f"alone.turn.{table.game}"
    wanted = {
        turn if has(turn) else "alone.turn": True,
        "alone.crossing": listed,
        "alone.split": listed and table.pool == "split",
        "alone.classes": turns.several,
        "alone.classes.masks": len(turns.masks) > 1,
    }
    lines = [line for key, there in wanted.items() if there for line in sentence(key).splitlines()]

    def fill(page: Column, size: float) -> None:
        page.add_bullets(lines, size, 0.3 * size)
        fits = _describe_playable(table, rules, reference)
        _print_lists(page, {"guests.game": _list_effects(table, brief.host), "cheat.fits": fits}, size)
        if not listed:
            return
        page.skip(2).add_heading(sentence("alone.list", n=len(cards)), size)
        for group, some in group_cards(cards, rules.kinds.group).items():
            page.skip(0.4 * size).add_headed_paragraph(f"{group}:", "   ".join(map(write_rank, some)), size)
        if seen:
            crossed = tally_faces(_name_card(card, rules.kinds) for card in seen)
            page.skip(0.4 * size).add_headed_paragraph(sentence("alone.seen"), f"{crossed}.", size)

    return typeset.fit_page(brief.area, sentence("alone.head"), map(points_to_mm, range(14, 7, -1)), fill)


def _describe_playable(table: Table, rules: Rules[Any], reference: QuickReference) -> list[str]:
    """Return the lines about playable cards, and about the order in which each style plays them."""
    if not reference.lines:
        cases = [] if len(reference.rows) > CASES else cases_of(reference, rules.kinds)
        return [f"{name}: {cards}" for name, cards in cases]
    lines = [*reference.lines]
    for style, seats in groupby(sorted(table.virtual, key=attrgetter("style")), key=attrgetter("style")):
        lines += order_words(rules, reference, style, join_with_and(seat.name for seat in seats))
    return lines


def guests(table: Table, brief: Brief) -> Document:
    """Return the page for guests. It explains virtual players, the tasks of people, and the game."""
    title, reference = sentence("sheet.guests"), game_of(table).make_quick_reference(state_before(table))
    seats = join_with_and(seat.name for seat in table.virtual)
    texts = [sentence("guests.told", n=len(table.virtual), seats=seats, host=brief.host)]
    texts += [sentence("guests.wallet")] if uses_printed_deck(table.protocol) else []
    texts.append(sentence("guests.turn", host=brief.host))
    lines = [line for text in texts for line in text.splitlines()]
    parts = {"guests.game": _list_effects(table, brief.host), "cheat.fits": reference.lines}

    def fill(page: Column, size: float) -> None:
        page.add_bullets(lines, size, 0.3 * size)
        _print_lists(page, parts, size)

    page = typeset.fit_page(brief.area, title, map(points_to_mm, range(16, 7, -1)), fill)
    return finish("guests", title, brief, [page])


def _print_lists(page: Column, parts: Mapping[str, Sequence[str]], size: float) -> None:
    """Print lists with headings. Empty lists are omitted.

    Args:
        page: Column to draw in.
        parts: Lists by the message key of their heading.
        size: Type size in mm.
    """
    for key, said in parts.items():
        if said:
            page.skip(2).add_heading(sentence(key), size)
            page.add_bullets(said, size, 0.3 * size)


def _list_effects(table: Table, host: str) -> list[str]:
    """Return sentences about the effects of played cards and the order of turns."""
    rules, protocol = table.rules, table.protocol
    own, people = (name_draw_pile(zone, table.pool_owners) for zone in (POOL, DECK))
    ways = [rules, protocol, f"{rules}.{protocol}", f"pool.{table.pool}", *_list_rule_values(table)]
    keys = (f"alone.{table.game}", *(f"alone.{table.game}.{way}" for way in ways))
    said = (sentence(key, host=host, pile=own, people=people) for key in keys if has(key))
    return [*dict.fromkeys(line for text in said for line in text.splitlines())]


def _list_rule_values(table: Table) -> Iterator[str]:
    """Yield each rule of the table with its value, and a rule with several values once for each."""
    for key, rule in rules_of(table).items():
        yield from (f"{key}.{value}" for value in (rule if isinstance(rule, list | tuple) else [rule]))


def order_words(rules: Rules[Any], reference: QuickReference, style: str, seats: str) -> list[str]:
    """Return sentences about the cards that virtual players of a style play first.

    If the order depends on the number of cards in the hand, each case has a sentence. If the style does not
    prefer any card, the result is empty.

    Args:
        rules: Rules of the game.
        reference: Quick reference of the game.
        style: Style of the virtual players, such as "attacker".
        seats: Names of the virtual players, as text.
    """
    orders = rank_classes(rules, reference, style)
    every = frozenset(chain(*next(iter(orders.values()))))
    keys = ("alone.order.from", "alone.order.below") if len(orders) > 1 else ("alone.order",)
    found = []
    for key, classes in zip(keys, orders.values(), strict=True):
        if len(classes) > 1:
            named = [sorted(cards, key=rules.kinds.order) for cards in classes]
            said = sentence("cheat.else").join(_describe_classes(named, rules.kinds, every))
            found.append(sentence(key, seats=seats, n=max(orders), classes=said))
    return found


# ----------------------------------------------------------------------------------------------------
# Sheets to learn a turn from: the steps in full sentences, and a quick reference that shows how to find a
# card and which cards are playable.
#
# The cheat sheet of the paper's own method is in `mat`.


BODY = points_to_mm(14)
"""Type size of the learning sheets, in mm. People hold these sheets in their hands before the game."""
PICTURE = 22.0
"""Maximum picture height in a quick reference, in mm."""
FINDING = (Phase.KNOCKOUT,)
"""Phases of an attempt that find the card."""
CHEAT_LAYOUTS = tuple(product((1, 8), (PICTURE, *PICTURES[1:3]), (14, 13, 12)))
"""Limits of pages to try for a quick reference, each with a picture height in mm and a type size in points."""


def _draw_word_pictures(area: Box, given: Iterable[Op], turns: EveryTurn) -> list[Block]:
    """Return labelled pictures that explain words such as "column" and "marker".

    Args:
        area: Content area of a page.
        given: Operations that determine which words are explained.
        turns: Turns of the table.
    """
    blocks, sleeves = [], turns.table.equipment == faces.SLEEVES
    for picture in first_pictures(given, turns.virtual[0], sleeves):
        bounds = picture.bounds
        height = min(NAMED, area.w * bounds.h / bounds.w)
        drawn = draw_legibly(picture, Box(area.x, 1, area.w, height))
        blocks.append(Block(tuple(enclose_in_tag("Figure", drawn, list_names(picture))), height + 4))
    return blocks


NAMED = 46.0
"""Maximum height of a picture that explains words, in mm."""


def wording(table: Table, brief: Brief) -> Document:
    """Return the sheet with the steps of the usual turn in full wording."""
    title = sentence("sheet.wording.head")
    turns = EveryTurn(table, brief.by_name, SCRIPT)
    drafts = _draft_learning_pages(brief, turns, title, (Wording.FULL, tuple(Phase)))
    return finish("wording", sentence("sheet.wording"), brief, drafts)


def cheats(table: Table, brief: Brief) -> Document:
    """Return the quick reference: pictures and steps for finding a card, and the rule for playable cards."""
    turns, rules = EveryTurn(table, brief.by_name), game_of(table)
    title = sentence("cheat.finding")
    drafts = _draft_learning_pages(brief, turns, title, (Wording.BRIEF, FINDING), CHEAT_LAYOUTS)
    if turns.columns:
        reference = rules.make_quick_reference(state_before(table))
        marks = _draw_playable_cards(brief.area, reference, rules.kinds)
        drafts.append(PageDraft(marks, sentence("cheat.fits")))
    return finish("cheats", sentence("sheet.cheats"), brief, drafts)


def _draft_learning_pages(
    brief: Brief,
    turns: EveryTurn,
    title: str,
    part: tuple[Wording, Collection[Phase]],
    layouts: Iterable[tuple[int, float, int]] = ((8, 0.0, 14),),
) -> list[PageDraft]:
    """Return pages with an explanation of the letters and the steps of the usual turn.

    Args:
        brief: Texts for headers and footers.
        turns: Turns of the table.
        title: Page title.
        part: Wording of the steps, and the phases of the turn to include.
        layouts: Limits of pages to try, each with a picture height in mm and a type size in points. The height 0
            means no pictures.
    """
    wording, phases = part
    area, merged = brief.area, turns.merge_usual_steps(*part)
    when, main = Conditions(merged), merged.list_possible_steps(merged.usual_facts)
    shown = [step for step in main if step.first.heading.part.phase in phases]
    names = {step: name for step, name in names_of(merged).items() if step in shown}
    head = Column(area.x, 1, area.w)
    head.add_heading(title, points_to_mm(22))
    head.skip(1).add_paragraph(_explain_signs(turns, merged, wording), BODY)
    words = _draw_word_pictures(area, (op for step in shown for op in step.first.step.ops), turns)
    # A cheat sheet ends before a drawn card is looked at and cards are given back.
    last = end_rule(turns) if Phase.GIVE_BACK in phases else sentence("cheat.then")
    for most, picture, points in layouts:
        rows = StepBlocks(when, names, area, Style(points_to_mm(points), picture, turns.letters))
        steps = add_stage_headings(brief, {step: rows.block(step) for step in shown})
        blocks = [head.block(2), *words, *steps, make_paragraph(last, area, BODY)]
        if len(pages := typeset.fill_pages(blocks, area)) <= most:
            break
    return typeset.draft_pages(pages, title)


def _explain_signs(turns: EveryTurn, merged: Merged, wording: Wording) -> str:
    """Return the meanings of the letters, the rule for lists and, if no step explains it, that for the dot."""
    letters = ", ".join(f"{letter}: {words}" for _, letter, words in letter_words(turns, merged))
    dot = "" if turns.columns or wording is Wording.FULL else sentence("folder.dot")  # step 1 says it in full
    return f"{letters}. {list_rule(turns)}{dot}".strip()


# ----------------------------------------------------------------------------------------------------
# Playable cards, in the words of the game.


def _draw_playable_cards(area: Box, reference: QuickReference, kinds: Kinds) -> list[Mark]:
    """Return a page with the rule for playable cards and, if it is short, a list for every top card."""
    page = Column(area.x, area.y + 4, area.w)
    page.add_heading(sentence("cheat.fits"), points_to_mm(22))
    page.skip(2).add_bullets(reference.lines, BODY, 1.5)
    page.skip(3)
    cases = reference.counts or (cases_of(reference, kinds) if 1 < len(reference.rows) <= CASES else ())
    if cases:
        page.add_heading(reference.title, BODY)

    def draw_column(size: float) -> Column:
        column = Column(area.x, page.y + 2, area.w, marks=[*page.marks])
        for name, fits in cases:
            column.add_headed_paragraph(f"{name}:", fits or sentence("cheat.nothing"), size)
            column.y += 0.3 * size
        column.add_paragraph(reference.foot, points_to_mm(11))
        return column

    sizes = map(points_to_mm, (16, 14, 12, 11, 10, 9, 8))
    return typeset.draw_first_fitting(draw_column, sizes, area.bottom).marks


def cases_of(reference: QuickReference, kinds: Kinds) -> list[tuple[str, str]]:
    """Return the name of each case in the quick reference, and its playable cards as text."""
    every = frozenset(kinds.cards)
    return [
        (name, sentence("cheat.else").join(_describe_classes(classes, kinds, every)))
        for name, classes in reference.rows
    ]


def _describe_classes(classes: Sequence[Collection[Face]], kinds: Kinds, every: frozenset[Face]) -> list[str]:
    """Describe each priority class by a list of its cards or, if shorter, as "any card except …".

    Args:
        classes: Cards of each priority class, highest priority first.
        kinds: Cards of the game.
        every: All cards that the descriptions may mention.
    """
    found, before = list[str](), set[Face]()
    for cards in filter(None, classes):
        every_one, but = ("cheat.rest", "cheat.rest.but") if before else ("cheat.any", "cheat.any.but")
        before |= {*cards}
        left = sorted(every - before, key=kinds.order)
        if len(left) >= len(cards):
            found.append(_describe_cards(cards, kinds))
        elif left:
            found.append(sentence(but, cards=_describe_cards(left, kinds)))
        else:
            found.append(sentence(every_one))
    return found


def _describe_cards(cards: Collection[Face], kinds: Kinds) -> str:
    """Return a list of cards as text. The name of a colour or suit replaces all its cards."""
    groups = {group: {*some} for group, some in group_cards(kinds.cards, kinds.group).items()}
    whole = [group for group, some in groups.items() if some <= {*cards}]
    rest = [face for face in cards if kinds.group(face) not in whole]
    names = [_name_card(face, kinds) for face in rest]
    said = " ".join(names) if names == rest else ", ".join(names)
    return ", ".join([*(sentence("cheat.all", group=group) for group in whole), *filter(None, [said])])


def _name_card(face: Face, kinds: Kinds) -> str:
    """Return the name of a card, or its code if the code is usual in print, such as `7R`."""
    return kinds.describe(face) if write_rank(face) != face else face
