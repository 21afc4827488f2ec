"""A turn on paper: the turn folder, with letters for its sizes, and the sheets to learn it from.

The folder is true for every turn of its table: first the letters with boxes for tonight's numbers, then the
acts in large type with the table before and after each, what is left to chance, what is seldom, what to do
when something went wrong, and last what the program does else.  The acts are set in 18 points where six pages
hold all; where they do not, pictures become smaller, then the way home.  One plays with the folder's brief
wording; the others tell whole sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, compress, groupby, product
from operator import attrgetter
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from facilitator.games.events import Kinds
from facilitator.games.registry import game_named
from facilitator.games.rules import Glance, Rules
from facilitator.machine.acts import ALL, DRAWN, HAND, PAIRS, PILE_NUMBER, Kind
from facilitator.machine.faces import ALPHA, BETA, DECK, DISCARDS, SLEEVES, TO_CARD, TO_OTHER, Face, marker
from facilitator.machine.operations import Heading
from facilitator.machine.parts import Part, Phase
from facilitator.machine.perform import operations
from facilitator.play.opening import TurnNumbers
from facilitator.play.run import voice_for
from facilitator.protocols.layout import Layout
from facilitator.sheets.drawing.marks import (
    BLACK,
    END,
    WHITE,
    Box,
    Circle,
    Document,
    Font,
    Line,
    Mark,
    Polygon,
    Rect,
    Text,
    shifted,
    tagged,
)
from facilitator.sheets.page import (
    CLEAR,
    ITEM,
    PARAGRAPH,
    Beside,
    Block,
    Brief,
    Column,
    PageDraft,
    badge,
    finish,
    fitted,
    largest,
    paged,
    points,
    reach,
    titled,
)
from facilitator.sheets.pictures import FRAMES, around, duel_frames
from facilitator.sheets.turns import AT, EveryTurn, fact_words, ranked
from facilitator.table.load import Table
from facilitator.table.model import pool_cards, rules_of, state_before
from facilitator.telling.branches import ENDS, SHAPE, Conditions, EveryAct, Facts, Lead, Merged, When
from facilitator.telling.grouping import Wording
from facilitator.telling.instruction import Said, addressed, checked, phase_title
from facilitator.telling.speech import FITS
from facilitator.words import grouped, tally
from facilitator.words.catalogue import Between, Listed, Words, has, sentence, sizes_in, template, written
from facilitator.words.sizes import Letters

# ----------------------------------------------------------------------------------------------------
# One act of the turn folder as a block: what hands do, what to check, when, and the table around it.


LARGE = points(18)
"""What is read at arm's length."""
NUMBER, BESIDE_PICTURES, HIGHEST, GAP = 13.0, 52.0, 27.0, 3.0
"""Columns for the number and for the two pictures, where these are highest, and the white between, mm."""
LOW = 13.0
"""Pictures are small at this height, mm."""
TICKS = 14
"""Circles to tick beside the check of a round; a longer round goes on without them."""


@dataclass(frozen=True, slots=True)
class Style:
    """How large things are: type in mm; pictures at most so high, none at 0; ``letters``: what numbers are there."""

    size: float
    picture: float
    letters: Letters = field(default_factory=dict)

    def words(self, said: Words | None) -> str:
        """Return a sentence as it is printed."""
        return "" if said is None else said.words(self.letters)

    def lettered(self, said: Said) -> tuple[str, str, str]:
        """Return the sentence of an instruction, its check with the answer, and its question."""
        _, text, check, question, expected = map(self.words, said)
        return text, checked(check, expected), question

    def doer(self, said: Said) -> str:
        """Return who does it, as a sentence begins."""
        return addressed(self.words(said.doer), "").strip()

    @property
    def loose(self) -> bool:
        """Whether there is white between the acts: not where pictures are small already."""
        return self.picture > LOW


class ActBlocks:
    """Draws acts ``width`` mm wide from ``x``; ``when`` tells when they are done, ``names`` their numbers."""

    def __init__(
        self, when: Conditions, names: Mapping[EveryAct, str], x: float, width: float, style: Style
    ) -> None:
        self._when, self._names, self._x, self._w, self._style = when, names, x, width, style
        self._part = style.size / LARGE

    def block(self, act: EveryAct, usual: EveryAct | None = None, others: Sequence[EveryAct] = ()) -> Block:
        """Return an act; ``usual``: the act it is another wording of, ``others``: its own other wordings."""
        part, loose = self._part, self._style.loose
        past, picture = self._beside(act if usual is None else None)
        indent, right = NUMBER * part, self._x + self._w
        column = Column(self._x + indent, 1.0 if loose else 0.4, self._w - indent, past)
        field = Box(self._x, column.y, 11 * part, 8 * part)
        named = badge(field, self._names[act], LARGE * part, usual is not None, 1.2 * part)
        column.add(*tagged("Lbl", named))
        check = self._tell(act, usual, column)
        if act.first.cue.times is not None and usual is None and check is not None:
            column.add(*self._ticks(reach(check), past))
        if usual is not None and self._left_unsaid(act, usual):
            column.past = CLEAR
            column.say(sentence("folder.rest", act=self._names[usual]), self._style.size)
        if act.again is not None:
            column.say(self._again(act, act.again), self._style.size, "bold")
        if others:
            see = (f"{self._instead(one, act)}: {self._names[one]}" for one in others)
            column.say(sentence("folder.but", acts="; ".join(see)), self._style.size)
        y = max(column.y, past.low) + (1.6 if loose else 0.5)
        column.add(*picture, Line(self._x, y, right, y, 0.2, 0.45))
        said = f"{self._names[act]} {self._style.lettered(act.said[0])[0]}"
        return Block((*tagged("LI", column.marks, said),), y + (0.6 if loose else 0.1))

    def _tell(self, act: EveryAct, usual: EveryAct | None, column: Column) -> Text | None:
        """Set the instructions of an act, the first with its condition; a loop that was told before is named.

        Return the line beside which a round is ticked: the last of the last check, or of a loop that is only
        named.
        """
        condition = self.condition(act)
        if (loop := self._told_before(act)) is not None:
            head = f"{condition} {self._style.doer(act.said[0])}".strip()
            column.led(head, sentence("folder.loop_again", act=self._names[loop]), self._style.size)
            return last_line(column)
        check = None
        for number in range(len(act.said)):
            other = usual.said[number] if usual is not None else None
            check = self._told(act, number, other, condition, column) or check
            condition = ""
        return check

    def _told_before(self, act: EveryAct) -> EveryAct | None:
        """Return the act whose loop this one is again, with another mask."""
        loops = (one for one in self._names if one.first.cue.times is not None and one.number < act.number)
        return next((one for one in loops if one.said == act.said), None)

    def _ticks(self, check: Box, past: Beside) -> list[Mark]:
        """Circles to tick, one a challenger, after a check."""
        part, left = self._part, check.right + 7 * self._part
        right = self._x + self._w - sum(past.shorter(check.y, self._style.size)[:1])
        fit = min(TICKS, int((right - left - 3 * part) / (8.2 * part)) + 1)
        middle = check.y + check.h / 2
        return [Circle(left + 8.2 * part * i, middle, 3 * part, None, 0.45) for i in range(fit)]

    def _beside(self, act: EveryAct | None) -> tuple[Beside, list[Mark]]:
        """Return the pictures of an act, and the room that type leaves them; none where there is no act."""
        if act is None or not self._style.picture:
            return CLEAR, []
        wide = BESIDE_PICTURES * self._style.picture / HIGHEST
        picture, low = around(act, Box(self._x + self._w - wide, 1.5, wide, self._style.picture))
        return (Beside(low, wide + GAP) if picture else CLEAR), picture

    def condition(self, act: EveryAct) -> str:
        """Return when an act is done, where it is not always."""
        when, said = self._when[act], ""
        if asked := self._asked(when.asked):
            said = sentence("folder.asked.or_none" if when.unasked else "folder.asked", asked=asked)
        for fact in filter(None, (_values(when.only), self._pile(act, when))):
            said = sentence("folder.and", one=said, fact=fact) if said else sentence("folder.if", fact=fact)
        if never := _values(when.never, template("folder.both" if when.together else "folder.either")):
            said = (
                sentence("folder.but_not", one=said, fact=never)
                if said
                else sentence("folder.not", fact=never)
            )
        return f"{said}:" if said else ""

    def _asked(self, led_by: Sequence[Lead]) -> str:
        """Return answers and where they were read, if that is printed; those of questions answered alike together."""
        where: dict[tuple[str, ...], list[str]] = {}
        for asked, answers in led_by:
            if asked in self._names:
                where.setdefault(answers, []).append(self._names[asked])
        return either(
            sentence(
                "folder.read",
                answers=either(map(answer_words, one)),
                acts=either(sorted(acts, key=_by_number)),
            )
            for one, acts in where.items()
        )

    def _instead(self, other: EveryAct, act: EveryAct) -> str:
        """Return when another wording of an act is done in its place."""
        when = self._when[other]
        asked = self._asked(when.asked) if when.asked and not self._when[act].asked else ""
        return template("folder.both").join(filter(None, (_values(when.only), asked)))

    def _pile(self, act: EveryAct, when: When) -> str:
        """Return for which of several piles an act is done; where other turns have more of them, for which there."""
        if when.last is None:
            return ""
        ends = self._when.ends
        sign = "=" if when.last else "<"
        said = (
            (fact_words(value), f"{PILE_NUMBER} {sign} {written(n, self._style.letters)}")
            for value, n in ends
        )
        (_, usual), *others = said
        return f"{usual}{''.join(f' ({value}: {one})' for value, one in others)}"

    def _again(self, act: EveryAct, back: EveryAct) -> str:
        """Return what to do after an act that may be followed by an earlier one."""
        answers, name = self._when.back(act, back), self._names.get(back, "")
        if not any(answers):
            return sentence("folder.again", act=name)
        return sentence("folder.again.if", answers=either(map(answer_words, answers)), act=name)

    def _told(
        self, act: EveryAct, number: int, other: Said | None, condition: str, column: Column
    ) -> Text | None:
        """One instruction; of another wording of an act only what it says otherwise.  Return its check's end."""
        size, last, told, said = self._style.size, None, act.first.cue.told[number], act.said[number]
        text, check, question = self._style.lettered(said)
        same = self._style.lettered(other) if other is not None else ("", "", "")
        if text != same[0]:
            column.led(f"{condition} {self._style.doer(said)}".strip(), f"{text}.", size)
            condition = ""
        if check and check != same[1]:
            head = " ".join(filter(None, [condition, sentence("folder.check")]))
            last = self._check(head, check, self._ends(act, number), column)
        if question and question != same[2]:
            bits = [answer_words(one) for one in told.ask if set(one) <= {ALPHA, BETA}]
            column.say(f"{question} {' / '.join(bits)}".strip(), size, "bold")
        return last

    def _ends(self, act: EveryAct, number: int) -> dict[str, str]:
        """Return what is answered to a check by how the run went; nothing where it is always the same."""
        told = {end: act.ends[end][number].expected for end in ENDS.values() if end in act.ends}
        said = {sentence(end): self._style.words(answer) for end, answer in told.items()}
        return said if len({*said.values()}) > 1 else {}

    def _check(self, head: str, check: str, ends: Mapping[str, str], column: Column) -> Text:
        """Set a check with a box to tick, or with one for each answer, and return its end."""
        size = self._style.size
        if ends:
            column.led(head, f"{check.partition('?')[0]}?", size, left=size)
        for first, answer in ends.items() or [(head, check)]:
            box = Box(column.x, column.y + 0.19 * size, 0.72 * size, 0.72 * size)
            column.add(Rect(box, None, 0.45))
            column.led(first, f"{answer}." if ends else answer, size, left=size)
        return last_line(column)

    def _left_unsaid(self, act: EveryAct, usual: EveryAct) -> bool:
        """Tell whether something of the usual act is not said again: it holds as well."""
        lettered = self._style.lettered
        pairs = zip(map(lettered, act.said), map(lettered, usual.said), strict=True)
        return any(one and one == other for own, its in pairs for one, other in zip(own, its, strict=True))


def last_line(column: Column) -> Text:
    """Return the line of type that was set last."""
    return next(mark for mark in reversed(column.marks) if isinstance(mark, Text))


def _values(facts: Sequence[tuple[str, Sequence[str]]], between: str = ", ") -> str:
    return between.join(template("list.or").join(map(fact_words, values)) for _, values in facts)


def either(items: Iterable[str]) -> str:
    """Return several things of which one is meant, as people list them; nothing where there are none."""
    *first, last = [*items] or [""]
    return sentence("folder.or", first=", ".join(first), last=last) if first else last


def _by_number(name: str) -> tuple[int, str]:
    return number_in(name), name


def answer_words(answer: str) -> str:
    """Return an answer as it lies on the table, or is said."""
    if answer in (TO_CARD, TO_OTHER):
        return sentence("folder.yes" if answer == TO_CARD else "folder.no")
    return " ".join(answer) if set(answer) <= {ALPHA, BETA} else answer


# ----------------------------------------------------------------------------------------------------
# The folder's last pages: something went wrong.  What hands do first, and the way home from every act.


RED = (0.80, 0.05, 0.10)
TOP, BAND, MARGIN = 11.0, 3.0, 5.0
"""How wide the band is, above with its title and elsewhere, and where type begins, mm."""
HOME_SIZES = (18, 17, 16, 15, 14, 13, 12)


class WayHome:
    """The way home from every act of a turn, and what hands do before it.

    ``home``: the acts of all ways home; ``told``: those of the turn, which ``names`` calls by their numbers;
    ``taken``: how many letters others have.
    """

    def __init__(
        self, home: Merged, told: Merged, names: Mapping[EveryAct, str], taken: int, sleeves: bool = False
    ) -> None:
        self._acts = dict(zip(home.acts, ascii_uppercase[taken:], strict=False))
        self._stops = self._after(told, names)
        self._kinds, self._sleeves = {act.first.cue.kind for act in names}, sleeves

    def pages(self, brief: Brief, letters: Letters, most: int) -> list[PageDraft]:
        """Return pages of their own, in a red band with warning signs, in the largest type that so many hold."""
        area = _within(brief.area)
        for size in map(points, HOME_SIZES):
            blocks = self._blocks(area, Style(size, 0, letters))
            found = paged(blocks, area)
            if len(found) <= most:
                break
        while len(less := paged(blocks, area := area._replace(h=area.h - 4))) == len(found) > 1:
            found = less  # as much on one page as on the other
        return titled([[*_band(brief.area), *marks] for marks in found], sentence("home.head"))

    def block(self, brief: Brief, style: Style) -> Block:
        """Return the same as part of a page: where only one hand lies on the table, it is short."""
        inner = _within(Box(brief.area.x, 0, brief.area.w, brief.area.h))
        y, marks = inner.y, list[Mark]()
        for block in self._blocks(inner, style):
            marks += shifted(block.marks, 0, y)
            y += block.height
        box = Box(brief.area.x, 0, brief.area.w, y + BAND + 2)
        return Block((*_band(box), *marks), box.h + 1)

    def _after(self, told: Merged, names: Mapping[EveryAct, str]) -> dict[str, list[int]]:
        """Return, for each way home (the letters of its acts), after which of the numbered acts it is taken.

        What is worded otherwise in some turns counts as the act of that number.
        """
        after: dict[int, set[str]] = {}
        for act, letter in self._acts.items():
            for run in act.runs:
                stop = told.acts[int(dict(run)[AT]) - 1]
                after.setdefault(number_in(names[stop]), set()).add(letter)
        ways: dict[str, list[int]] = {}
        for number in sorted(after):
            ways.setdefault(" ".join(sorted(after[number])), []).append(number)
        return ways

    def _first(self) -> str:
        """Return what hands do before the way home."""
        if Kind.WALLET_DUEL in self._kinds:  # up to the last look nothing is told, nothing has to be put back
            return sentence("home.wallet")
        keys = ["home.mixing", *(["home.taking"] if Kind.TAKE in self._kinds else [])]
        if self._kinds & {Kind.ROUND, Kind.DUEL}:
            keys.append("home.duel.sleeves" if self._sleeves else "home.duel")
        return " ".join(map(sentence, (*keys, "home.else")))

    def _blocks(self, area: Box, style: Style) -> list[Block]:
        head, last = Column(area.x, 0, area.w), Column(area.x, 2, area.w)
        head.led(sentence("home.first"), self._first(), style.size)
        where: dict[str, str] = {}  # of a check, the act that says it first
        acts = [_act(act, name, style, where, area) for act, name in self._acts.items()]
        last.add(Line(area.x, 1, area.right, 1, 0.5))
        wrong = "home.wrong.card" if Kind.WALLET_DUEL in self._kinds else "home.wrong"
        last.led(sentence("home.open"), " ".join((sentence("home.stays"), sentence(wrong))), style.size)
        return [head.block(1.2), *_ways(self._stops, area, style.size), *acts, last.block()]


def _within(box: Box) -> Box:
    """Return what the band leaves for type."""
    return Box(box.x + MARGIN, box.y + TOP + 1.5, box.w - 2 * MARGIN, box.h - TOP - BAND - 2)


def _band(box: Box) -> list[Mark]:
    inner = Box(box.x + BAND, box.y + TOP, box.w - 2 * BAND, box.h - TOP - BAND)
    title = Text(
        box.x + box.w / 2, box.y + TOP - 3.2, sentence("home.head"), points(24), "bold", "centre", WHITE
    )
    marks: list[Mark] = [Rect(box, RED, 0), Rect(inner, WHITE, 0)]
    y = box.y + 2.4
    for x in (box.x + 2.5, box.right - 9.3):
        marks.append(Polygon(((x + 3.4, y), (x + 6.8, y + 5.8), (x, y + 5.8)), WHITE, 0.4, BLACK))
        marks.append(Text(x + 3.4, y + 5.1, "!", points(13), "bold", "centre"))
    return [*tagged("Artifact", marks), *tagged("H2", [title], title.text)]


def _ways(ways: Mapping[str, Sequence[int]], area: Box, size: float) -> Iterator[Block]:
    """For each act the run may stand after, the letters of what is done; as many in a row as fit."""
    said = [(f"{told_numbers(sorted(set(numbers)))}:", way) for way, numbers in ways.items()]
    gap, high = 3.0, 1.28 * size
    wide = max((reach(Text(0, 0, f"{one} {way}", size, "bold")).w for one, way in said), default=0) + 4
    beside = max(1, int((area.w + gap) / (wide + gap)))
    width = (area.w + gap) / beside - gap
    for start in range(0, len(said), beside):
        marks: list[Mark] = []
        for number, (one, way) in enumerate(said[start : start + beside]):
            x = area.x + number * (width + gap)
            marks += [
                Rect(Box(x, 0, width, high), None, 0.2),
                Text(x + 1.5, 0.98 * size, one, size),
                Text(x + width - 1.5, 0.98 * size, way, size, "bold", "right"),
            ]
        yield Block((*tagged("TR", marks),), high + 0.6)


def _act(act: EveryAct, name: str, style: Style, where: dict[str, str], area: Box) -> Block:
    size = style.size
    column = Column(area.x + 9.5, 0.6, area.w - 9.5)
    column.add(ITEM, *tagged("Lbl", badge(Box(area.x, 0.4, 8, 1.2 * size), name, size)))
    for one in act.said:
        text, check, _ = style.lettered(one)
        first = where.setdefault(check, name)
        asked = check if first == name else sentence("home.as", act=first)
        column.led(style.doer(one), " ".join((f"{text}.", sentence("folder.check"), asked)), size)
    column.add(END)
    return column.block()


def told_numbers(numbers: Sequence[int]) -> str:
    """Return numbers in a list, neighbours as a span.

    >>> told_numbers([1, 3, 4, 5, 8])
    '1, 3–5, 8'
    """
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{one[0]}–{one[-1]}" if len(one) > 1 else str(one[0]) for one in spans)


# ----------------------------------------------------------------------------------------------------
# The folder's half page on a question to a covered hand: when it is asked, how it goes, what the answer
# means.


def question_blocks(
    turns: EveryTurn, told: Merged, names: Mapping[EveryAct, str], area: Box, size: float
) -> list[Block]:
    """Return the blocks, none where nobody's hand is ever asked; ``told``: the usual turn's acts, by ``names``."""
    if not turns.questions:
        return []
    title, when, asked, yes, no = turns.questions
    last = next(names[act] for act in told.now(told.usual) if act.first.cue.kind is Kind.RESULT)
    acts = sentence("ask.acts.one_pair" if len(told.facts[SHAPE]) > 1 else "ask.acts", last=last)
    answer = sentence("ask.answer", last=last, yes=yes, no=no)
    every = (title, when, asked, acts, answer, sentence("ask.home"))
    return [_said(text, area, size, "bold" if text is title else "regular", 0.8) for text in every]


def _said(text: str, area: Box, size: float, font: Font = "regular", after: float = 0.5) -> Block:
    """Return a paragraph as a block; a title stays with what follows."""
    column = Column(area.x, 0.4, area.w)
    column.say(text, size, font)
    return column.block(after, keep=font == "bold")


# ----------------------------------------------------------------------------------------------------


PAGES = 7
"""A folder has at most so many, and one fewer where its type is large and it has pictures."""
PICTURES = (27.0, 22.0, 17.0, 13.0)
"""How high pictures are at most, mm."""
SIZES = (18, 17, 16, 15, 14, 13, 12, 11, 10)
"""Points; smaller than the first only where classes lead through very many acts."""
SHORT_SIZES = SIZES[2:7]
"""Of a folder of two pages."""


@dataclass(frozen=True, slots=True)
class Now:
    """What is known of the turn at hand: its numbers by their names, and what sets it apart."""

    numbers: Mapping[str, int]
    facts: Facts
    cards: Sequence[Face] = ()
    layout: Layout | None = None


def folder(table: Table, brief: Brief, moment: TurnNumbers | None = None) -> Document:
    """Return the turn folder of this table; ``moment``: with its numbers."""
    turns = EveryTurn(table)
    told = turns.told(Wording.BRIEF)
    now = Now(*turns.now(moment), moment.cards, moment.layout) if moment else Now({}, {})
    acts = _Acts(brief, turns, told, now)
    lot = len(acts.lot.acts) if acts.lot is not None else 0
    home = WayHome(turns.home(told, Wording.BRIEF), told, acts.names, lot, table.equipment == SLEEVES)
    made = _long if turns.columns else _short
    drafts = made(brief, acts, home, {**turns.letters, **now.numbers})
    return finish("folder", sentence("folder.title"), brief, [*drafts, _alone(turns, brief.area)])


def _long(brief: Brief, acts: _Acts, home: WayHome, letters: Letters) -> list[PageDraft]:
    """Return pages of acts and pages of the way home: pictures become smaller first, then home, then all type."""
    homes = [home.pages(brief, letters, most) for most in (2, 1)]
    large = [(SIZES[0], last, picture) for last in homes for picture in PICTURES]
    large += [(size, last, PICTURES[-1]) for size in SIZES[:3] for last in homes]
    small = [(size, last, picture) for size in SIZES for picture in (0.0, PICTURES[-1]) for last in homes]

    @cache
    def laid(size: int, picture: float) -> list[list[Mark]]:
        return paged(acts.blocks(Style(points(size), picture, letters)), brief.area)

    for most, ways in ((PAGES - 2, large), (PAGES - 1, large + small)):
        for size, last, picture in ways:
            found = laid(size, picture)
            if len(found) + len(last) <= most:
                return [*titled(found, sentence("folder.head")), *last]
    return [*titled(found, sentence("folder.head")), *last]


def _short(brief: Brief, acts: _Acts, home: WayHome, letters: Letters) -> list[PageDraft]:
    """Return acts and way home in a row, on two pages if that can be read there."""
    for most, size, picture in product((2, 3, PAGES), SHORT_SIZES, (PICTURES[-1], 0.0)):
        style = Style(points(size), picture, letters)
        found = paged([*acts.blocks(style), home.block(brief, replace(style, picture=0))], brief.area)
        if len(found) <= most:
            break
    return titled(found, sentence("folder.head"))


def names_of(when: Conditions, main: Sequence[EveryAct]) -> dict[EveryAct, str]:
    """Return what every act is called: the usual ones by numbers, others by the number and a letter.

    The number is that of the act it is done in place of, else of the act that is done before it.
    """
    names = {act: str(number) for number, act in enumerate(main, 1)}
    count = Counter[str]()
    for act in when.told.acts:
        if act not in names:
            done = [number_in(names[one]) for one in when.preceding(act)]
            own = names[when.instead[act]] if act in when.instead else str(max(done, default=0))
            count[own] += 1
            names[act] = f"{own}{ascii_lowercase[count[own] % 26]}"
    return names


def number_in(name: str) -> int:
    """Return the number in the name of an act; 0 where it is a letter."""
    number = name.rstrip(ascii_lowercase)
    return int(number) if number.isdigit() else 0


# -- the pages of acts -------------------------------------------------------------------------------


class _Acts:
    """The acts of every turn, as blocks: the folder without the way home."""

    def __init__(self, brief: Brief, turns: EveryTurn, told: Merged, now: Now) -> None:
        self._brief, self._turns, self._told, self._now = brief, turns, told, now
        self.lot = turns.lot(Wording.BRIEF)
        self._when = Conditions(told)
        self._main = told.now({**told.usual, **now.facts})
        self.names = names_of(self._when, self._main)
        rest = [act for act in told.acts if act not in self._main]
        self._rest = sorted(rest, key=lambda act: number_in(self.names[act]))

    def blocks(self, style: Style) -> list[Block]:
        """Return the letters, the usual acts, a lot's, and what is seldom."""
        brief, bare, instead = self._brief, replace(style, picture=0), self._when.instead
        others = {act: [one for one in self._rest if instead.get(one) is act] for act in self._main}
        rows = ActBlocks(self._when, self.names, brief.area.x, brief.area.w, style)
        blocks = [_letters(brief, self._turns, self._when, self._now)]
        if self._now.cards:
            blocks.append(_tonight(self._now, brief.area, style.size))
        blocks += staged(brief, {act: rows.block(act, None, others[act]) for act in self._main})
        if self.lot is not None:
            blocks += [tab(brief, sentence("folder.lot")), *_lot(self.lot, brief.area, bare)]
        if seldom := self._seldom(bare, brief.area):
            blocks += [tab(brief, sentence("folder.seldom")), *seldom]
        return blocks

    def _seldom(self, style: Style, area: Box) -> list[Block]:
        """Acts that are worded otherwise in some turns, and a question; nothing where the turn at hand is known."""
        rows, rule = ActBlocks(self._when, self.names, area.x, area.w, style), list_rule(self._turns)
        if self._now.facts:
            return []
        return [
            *([_said(rule, area, style.size)] if rule else []),
            *(rows.block(act, self._when.instead.get(act)) for act in self._rest),
            *question_blocks(self._turns, self._told, self.names, area, style.size),
        ]


def _lot(lot: Merged, area: Box, style: Style) -> list[Block]:
    """The acts of a lot, lettered."""
    names = dict(zip(lot.acts, ascii_uppercase, strict=False))
    return [ActBlocks(Conditions(lot), names, area.x, area.w, style).block(act) for act in lot.acts]


def staged(brief: Brief, acts: Mapping[EveryAct, Block]) -> Iterator[Block]:
    """Yield acts in their order, a tab before each stage."""
    for phase, some in groupby(acts, key=lambda act: act.first.heading.part.phase):
        yield tab(brief, phase_title(phase))
        yield from (acts[act] for act in some)


def tab(brief: Brief, words: str) -> Block:
    """A stage's name, on a band that runs to the edge of the paper."""
    area, right = brief.area, brief.paper.printable.right
    marks: list[Mark] = [
        Rect(Box(area.x, 0.6, right - area.x, 7.4), BLACK, 0),
        Text(area.x + 2, 6.4, words, LARGE, "bold", ink=WHITE),
    ]
    return Block((*tagged("H2", marks, words),), 8.4, keep=True)


def _letters(brief: Brief, turns: EveryTurn, when: Conditions, now: Now) -> Block:
    """What every letter is, with a box for tonight's number."""
    area = brief.area
    column = Column(area.x, 1.0, area.w)
    column.head(sentence("folder.head"), points(22))
    each = (area.w - 6) / 2
    rows = letter_words(turns, when.told)
    for number, (name, letter, words) in enumerate(rows):
        x, top = area.x + number % 2 * (each + 6), column.y + 2 + number // 2 * PITCH
        column.add(
            PARAGRAPH,
            Text(x, top + 6.6, f"{letter} =", points(20), "bold"),
            Rect(Box(x + 13, top, 17, 8.8), WHITE, 0.6, 1),
            Text(x + 32.5, top + 6.4, words, fitted(words, each - 33, LARGE)),
        )
        if name in now.numbers:
            column.add(Text(x + 21.5, top + 6.8, str(now.numbers[name]), points(20), "bold", "centre"))
        column.add(END)
    column.y += 3 + (len(rows) + 1) // 2 * PITCH
    if rule := last_rule(when):
        column.say(rule, LARGE)
    whose = (seat for seat in turns.virtual if now.facts.get("seat") in (None, turns.whose(seat)))
    for seat in whose if len(turns.virtual) > 1 else ():
        named = [sentence("folder.is", name=name, who=who) for who, name in turns.names(seat).items()]
        column.say(sentence("folder.seat_turn", seat=seat, names=", ".join(named)), LARGE)
    return column.block(2)


PITCH = 9.8
"""From one letter's box to that below it, mm."""


def _tonight(now: Now, area: Box, size: float) -> Block:
    """The list of the turn at hand, and in a run which of its cards fit, the best class first."""
    layout, nothing = now.layout, sentence("folder.nothing")
    code = dict(layout.code) if layout is not None else {}
    column = Column(area.x, 1.0, area.w)
    column.led(sentence("now.list", n=len(now.cards)), f"{tally(now.cards)}.", size)
    for rank in range(int(layout.pairs) if layout is not None else 0):
        fits = [face for face in now.cards if code[face][rank : rank + 1] == (1,)]
        key = "now.fits" if len(code[now.cards[0]]) == 1 else "now.class"
        column.led(sentence(key, rank=rank + 1), f"{tally(fits) or nothing}.", size)
    return column.block(2)


def list_rule(turns: EveryTurn) -> str:
    """Return how acts are read in a turn in which not everybody has cards; nothing where only one hand is laid."""
    if not turns.columns:
        return ""
    ops = operations(next(iter(turns.openings.values())).plan.recipe)
    duels = any(isinstance(op, Heading) and op.part in (Part.DUEL, Part.DUELS) for op in ops)
    voice = voice_for(turns.table)
    who, way = template(f"who.{voice.doer('two')}"), sentence(voice.exchange)
    two = sentence("folder.two.duel") if duels else sentence("folder.two", exchange=addressed(who, way))
    stay = [sentence("folder.stay")] if turns.chains else []
    return " ".join([sentence("folder.left_out"), two, *stay])


def last_rule(when: Conditions) -> str:
    """Return which of the questions counts that lead to an act; empty where no turn reads two of them."""
    for act in when.told.acts:
        asked = {one for one, _ in when[act].asked}
        if any(len(asked & {step.act for step in path.steps}) > 1 for path in when.told.paths):
            return sentence("folder.last_read")
    return ""


def letter_words(turns: EveryTurn, told: Merged) -> list[tuple[str, str, str]]:
    """Return every number the folder names: its name, its letter, what it stands for."""
    used = numbers_in(part for act in told.acts for said in act.said for part in said) - {ALL, PAIRS}
    used |= {name for name, there in ((ALL, turns.columns), (PAIRS, turns.several)) if there}
    owners = {DECK: sentence("folder.deck"), DISCARDS: sentence("folder.discards")}
    fitting = sentence("folder.fitting").splitlines()
    rows = [
        *(
            (HAND if letter == HAND else marker(one), letter, owners.get(one) or sentence("hand", owner=one))
            for one, letter in turns.owners.items()
        ),
        (ALL, ALL, sentence("folder.all")),
        *zip(FITS, FITS, fitting, strict=True),
        (PAIRS, PAIRS, sentence("folder.pairs")),
        (DRAWN, DRAWN, sentence("folder.drawn")),
        (PILE_NUMBER, PILE_NUMBER, sentence("folder.pile")),
    ]
    return [row for row in rows if row[0] in used]


def numbers_in(parts: Iterable[Words | None]) -> set[str]:
    """Return the names of all numbers that are said in parts of instructions."""
    return {name for part in parts for size in sizes_in(part) for names in size.terms for name in names}


# ----------------------------------------------------------------------------------------------------
# The folder's last page, to go on by without the program: whose turn it is, what a played card does, which
# cards fit and in which order a virtual seat plays them, and the list to cross cards out of.


CASES = 12
"""Of so many cases each is printed; where there are more, the game's own lines say what fits."""


def _alone(turns: EveryTurn, area: Box) -> PageDraft:
    """Return the page: in the words of the table's own rules, as large as it holds them."""
    table, title = turns.table, sentence("alone.head")
    law = game_named(table.game)
    glance, cards = law.glance(state_before(table)), pool_cards(table) or law.kinds.cards
    fits = glance.lines
    cases = [] if fits or len(glance.rows) > CASES else cases_of(glance, law.kinds)
    each = [f"{name}: {said}" for name, said in cases]
    styles = groupby(sorted(table.virtual, key=attrgetter("style")), key=attrgetter("style"))
    seats = [(style, Listed(tuple(seat.name for seat in some), Between.AND)) for style, some in styles]
    order = [line for style, names in seats if fits for line in order_words(law, glance, style, names)]
    classes = compress(("alone.classes", "alone.classes.masks"), (turns.several, len(turns.masks) > 1))
    told = [line for key in ("alone.turn", *classes) for line in sentence(key).splitlines()]

    def drawn(size: float) -> Column:
        page = Column(area.x, area.y + 3, area.w)
        page.head(title, points(20))
        page.dots(told, size, 0.3 * size)
        _parts(page, {"leaflet.game": _does(table), "cheat.fits": [*fits, *each, *order]}, size)
        page.y += 2
        page.head(sentence("alone.list", n=len(cards)), size)
        for group, some in grouped(cards, law.kinds.group).items():
            page.y += 0.4 * size
            page.led(f"{group}:", "   ".join(some), size)
        return page

    return PageDraft(largest(drawn, map(points, range(14, 7, -1)), area.bottom).marks, title)


def leaflet(table: Table, brief: Brief) -> Document:
    """Return a page for guests: what a virtual seat is, what hands do and leave, how tonight's game goes."""
    area, title, glance = (
        brief.area,
        sentence("sheet.leaflet"),
        game_named(table.game).glance(state_before(table)),
    )
    seats = Listed(tuple(seat.name for seat in table.virtual), Between.AND)
    told = sentence("leaflet.told", n=len(table.virtual), seats=seats).splitlines()
    parts = {"leaflet.game": _does(table), "cheat.fits": glance.lines}

    def drawn(size: float) -> Column:
        page = Column(area.x, area.y + 3, area.w)
        page.head(title, points(20))
        page.dots(told, size, 0.3 * size)
        _parts(page, parts, size)
        return page

    marks = largest(drawn, map(points, range(16, 7, -1)), area.bottom).marks
    return finish("leaflet", title, brief, [PageDraft(marks, title)])


def _parts(page: Column, parts: Mapping[str, Sequence[str]], size: float) -> None:
    """Set lines under their headings, which are keys; none where there are no lines."""
    for key, said in parts.items():
        if said:
            page.y += 2
            page.head(sentence(key), size)
            page.dots(said, size, 0.3 * size)


def _does(table: Table) -> list[str]:
    """Return what a played card does, and who is next: the game's lines, its rule set's, those of its house rules."""
    rules, protocol = table.rules, table.protocol
    ways = [rules, protocol, f"{rules}.{protocol}", f"pool.{table.pool}"]
    ways += [f"{key}.{one}" for key, rule in rules_of(table).items() for one in _each(rule)]
    keys = (f"alone.{table.game}", *(f"alone.{table.game}.{way}" for way in ways))
    return [*dict.fromkeys(line for key in keys if has(key) for line in sentence(key).splitlines())]


def _each(rule: object) -> Sequence[object]:
    return rule if isinstance(rule, list | tuple) else (rule,)


def order_words(law: Rules[Any], glance: Glance, style: str, seats: Listed) -> list[str]:
    """Return which of the cards that fit virtual seats of a style play first, by every size of hand that tells.

    Nothing where all that fits is as good.
    """
    orders = ranked(law, glance, style)
    every = frozenset(chain(*next(iter(orders.values()))))
    keys = ("alone.order.from", "alone.order.below") if len(orders) > 1 else ("alone.order",)
    found = []
    for key, classes in zip(keys, orders.values(), strict=True):
        if len(classes) > 1:
            named = [sorted(one, key=law.kinds.order) for one in classes]
            said = sentence("cheat.else").join(_named(named, law.kinds, every))
            found.append(sentence(key, seats=seats, n=max(orders), classes=said))
    return found


# ----------------------------------------------------------------------------------------------------
# Sheets to learn a turn from: its acts in whole sentences; and the cheat sheet, how a card is found and what
# fits.
#
# A cheat sheet is that of a wallet or a knockout: a turn of the published forms has acts by the dozen.


BODY = points(14)
"""Read in the hand, before the first turn: what is read at the table stands in the folder."""
PICTURE = 30.0
"""How high the pictures of a cheat sheet are at most, mm."""
CHEATED = ("knockout", "wallet")
"""The protocols that have a cheat sheet."""
FINDING = (Phase.KNOCKOUT,)
"""The large steps of a run that find the card."""


def wording(table: Table, brief: Brief) -> Document:
    """Return the usual turn's acts in the full wording, a tab before each stage."""
    title = sentence("sheet.wording.head")
    return finish("wording", sentence("sheet.wording"), brief, _taught(brief, EveryTurn(table), title))


def cheats(table: Table, brief: Brief) -> Document:
    """Return how a card is found, each act with the table before and after it; and which cards fit."""
    turns, law = EveryTurn(table), game_named(table.game)
    drafts = _taught(brief, turns, sentence("cheat.finding"), PICTURE, FINDING)
    if turns.columns:
        glance = law.glance(state_before(table))
        drafts.append(PageDraft(_fitting(brief.area, glance, law.kinds), sentence("cheat.fits")))
    return finish("cheats", sentence("sheet.cheats"), brief, drafts)


def _taught(
    brief: Brief, turns: EveryTurn, title: str, picture: float = 0.0, phases: Collection[Phase] = tuple(Phase)
) -> list[PageDraft]:
    """Return pages of the usual turn's acts in these large steps, in full; the letters first."""
    area, told = brief.area, turns.usual(Wording.FULL, phases)
    when, main = Conditions(told), told.now(told.usual)
    names = {act: name for act, name in names_of(when, main).items() if act in main}
    rows = ActBlocks(when, names, area.x, area.w, Style(BODY, picture, turns.letters))
    letters = ", ".join(f"{letter}: {words}" for _, letter, words in letter_words(turns, told))
    head = Column(area.x, 1, area.w)
    head.head(title, points(22))
    head.y += 1
    head.say(f"{letters}. {list_rule(turns)}".strip(), BODY)
    duel = [] if turns.columns or not picture else [Block(tuple(duel_frames(area.x, 2)), FRAMES.h + 4)]
    acts = {act: rows.block(act) for act in main if act.first.heading.part.phase in phases}
    return titled(paged([head.block(2), *duel, *staged(brief, acts)], area), title)


# ----------------------------------------------------------------------------------------------------
# Which cards fit, as the table's game says it.


def _fitting(area: Box, glance: Glance, kinds: Kinds) -> list[Mark]:
    """The rule in a few lines, and case by case what fits, or how many."""
    page = Column(area.x, area.y + 4, area.w)
    page.head(sentence("cheat.fits"), points(22))
    page.y += 2
    page.dots(glance.lines, BODY, 1.5)
    page.y += 3
    cases = glance.counts or (cases_of(glance, kinds) if len(glance.rows) <= CASES else ())
    if cases:
        page.head(glance.title, BODY)

    def drawn(size: float) -> Column:
        column = Column(area.x, page.y + 2, area.w, marks=[*page.marks])
        for name, fits in cases:
            column.led(f"{name}:", fits or sentence("cheat.nothing"), size)
            column.y += 0.3 * size
        column.say(glance.foot, points(11))
        return column

    return largest(drawn, map(points, (16, 14, 12, 11, 10, 9, 8)), area.bottom).marks


def cases_of(glance: Glance, kinds: Kinds) -> list[tuple[str, str]]:
    """Return case by case what fits, class by class."""
    every = frozenset(kinds.cards)
    return [
        (name, sentence("cheat.else").join(_named(classes, kinds, every))) for name, classes in glance.rows
    ]


def _named(classes: Sequence[Collection[Face]], kinds: Kinds, every: frozenset[Face]) -> list[str]:
    """Return each class in words: by its cards or, where these are fewer, by those that are left of all then."""
    found, before = list[str](), set[Face]()
    for faces in filter(None, classes):
        every_one, but = ("cheat.rest", "cheat.rest.but") if before else ("cheat.any", "cheat.any.but")
        before |= {*faces}
        left = sorted(every - before, key=kinds.order)
        if len(left) >= len(faces):
            found.append(_cards(faces, kinds))
        elif left:
            found.append(sentence(but, cards=_cards(left, kinds)))
        else:
            found.append(sentence(every_one))
    return found


def _cards(faces: Collection[Face], kinds: Kinds) -> str:
    """Return cards in a list, whole groups by their name."""
    groups = {group: {*some} for group, some in grouped(kinds.cards, kinds.group).items()}
    whole = [group for group, cards in groups.items() if cards <= {*faces}]
    rest = " ".join(face for face in faces if kinds.group(face) not in whole)
    return ", ".join([*(sentence("cheat.all", group=one) for one in whole), *filter(None, [rest])])
