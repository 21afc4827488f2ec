"""How a game looks: what the loop shows, as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, assert_never

from facilitator.cli import show
from facilitator.evening.clock import minutes_in_words
from facilitator.machine.operations import Heading
from facilitator.play.news import HistoryLine, InputStatus, Remark, RunLine, VoidNews
from facilitator.play.prompt import (
    ActPrompt,
    Announced,
    CardGroup,
    Explained,
    History,
    Prompt,
    PromptLine,
    Result,
    Said,
    Saying,
    Selecting,
    TableNow,
    TurnHead,
    WaysOn,
    WhatHappened,
    news,
)
from facilitator.protocols.forms import fingerprint, form_named
from facilitator.telling.draw import alone, around, counts_in_words, drawn, picture
from facilitator.telling.grouping import Wording
from facilitator.words import plural

LEAST = 8
"""Lines of the history shown at least, however low the terminal."""


class Screen(Protocol):
    """What the loop shows: the head of a turn, an act, a mistake's choices, what a reply tells, the end."""

    def turn(self, prompt: Prompt, head: TurnHead) -> None: ...
    def act(self, act: ActPrompt) -> None: ...
    def choices(self, item: WhatHappened | WaysOn) -> None: ...
    def tell(self, item: Said) -> None: ...
    def over(self, result: Result) -> None: ...


def in_all(act: ActPrompt) -> str:
    """Return how many acts a run has; about, while an answer still to come may change it."""
    return f"{'about ' if act.open else ''}{plural(act.total, 'act')}"


def where(act: ActPrompt) -> str:
    """Return the number of the act at hand, of how many."""
    return f"act {act.number} of {'about ' if act.open else ''}{act.total}"


def _form(one: Selecting) -> str:
    """Name a form, its recipe's mark, and how much is laid out for it."""
    what = f"one question to {one.of}'s hand" if one.of else f"{one.form} selection"
    laid = f" · {one.columns} columns" if form_named(one.form).columns else ""
    return f"{what} {fingerprint(one.form)}{laid}"


def toolbar(act: ActPrompt, facts: str) -> str:
    """Return the line that keeps the act, the minutes and the public facts in sight."""
    return f" {where(act)} · {minutes_in_words(act.minutes)} left · {act.title} · {facts} "


class TextScreen:
    """For people: wrapped to the terminal, the verb and the check in words, colour only on top.

    ``toolbar``: a line at the bottom keeps the act, the minutes and the public facts in sight, so that no stage
    says them again.
    """

    def __init__(self, toolbar: bool = False) -> None:
        self._toolbar = toolbar
        self._heading: Heading | None = None
        self._told: tuple[int, int] | None = None  # a run, and how many acts it has, as told last
        self._last: tuple[int, int] | None = None  # a run, and the number of the act that was shown last

    def turn(self, prompt: Prompt, head: TurnHead) -> None:
        """The head of a turn: whose, what is on top, what everyone holds in number."""
        show.rule(f"{head.seat}'s turn{f' · mark {head.mark}' if head.mark else ''}")
        show.wrap(prompt.facts, style="facts")
        one = head.selecting
        if one is not None:
            left = f"{minutes_in_words(one.act.minutes)} {'left' if one.begun else 'for this run'}"
            show.wrap(f"{_form(one)} · {in_all(one.act)} · {left}", style="facts")
            if one.standing:
                show.wrap("All columns still stand: lay no hand; go on with their markers.", style="facts")
        elif head.chosen:
            show.wrap(f"{head.seat} plays {head.chosen}; the {head.naming} is drawn by lot.", style="facts")
        self._heading = None

    def act(self, act: ActPrompt) -> None:
        """One numbered act, framed by space, and before the first of a stage its head; then what it shows.

        It stands out until it is answered.
        """
        with show.standing.out():
            self._act(act)

    def _act(self, act: ActPrompt) -> None:
        if self._told is not None and self._told[0] == act.run and self._told[1] != act.total:
            show.wrap(f"It is {in_all(act)} in all now.", indent="  » ", style="news")
        self._told = act.run, act.total
        counted = act.tick and self._last in ((act.run, act.number), (act.run, act.number - 1))
        self._last = act.run, act.number
        if counted and not act.again:
            return  # the question says which duel it is
        if self._toolbar or act.heading != self._heading or act.wording is not Wording.BRIEF:
            show.say()  # nobody works along where there is no terminal: in brief, a stage stands together
        if act.heading != self._heading:
            self._heading = act.heading
            parts = [act.title.upper()]
            if not self._toolbar:
                parts += [where(act), f"{minutes_in_words(act.minutes)} left"]
            show.wrap(" · ".join(parts), style="head")
        self._lines(act)
        if act.wording is Wording.WALK:
            self._around(act)
        self._seen(act)

    def _lines(self, act: ActPrompt) -> None:
        """The lines of an act, the first with its number, and of a round with its tally."""
        number, times = f"{act.number}/{act.total}", act.times
        for line in act.lines if not act.tick else [PromptLine(one, ()) for one in act.walked]:
            said = line.said
            tally_ = f"  {' '.join('○' * times)}" if times and number else ""
            show.wrap(f"{said.sentence}.{tally_}", indent=f"{number:>6}  {said.verb:<9}", style="act")
            if number and act.again:
                show.wrap("DONE ALREADY: do only what is missing.", indent="        ", style="check")
            number = ""
            if said.by_list or act.wording is not Wording.BRIEF:
                self._cards(line.groups)
            if said.check:
                show.wrap(said.checked, indent=f"        {'CHECK':<9}", style="check")

    def _cards(self, groups: Sequence[CardGroup]) -> None:
        for one in groups:
            show.wrap(one.cards, indent=f"        | {one.name:<7}{one.count:>3}: ", style="check")

    def _around(self, act: ActPrompt) -> None:
        before, after = around(act.ops, act.surface, width=show.width() - 18, step=act.step)
        for word, lines in (("before", before), ("after", after)):
            for line in lines:
                show.block([line], indent=f"        : {word:<7} ")
                word = ""

    def tell(self, item: Said) -> None:
        """One thing that came about."""
        match item:
            case Saying(text):
                show.wrap(text)
            case Explained(act):
                self._explain(act)
            case History():
                self._history(item)
            case TableNow():
                self._table(item)
            case RunLine():
                counts = f"{plural(item.shuffles, 'shuffle')}, {plural(item.extra_cards, 'extra card')}"
                where = f"{item.seat}, {item.form}, k = {item.k}, m = {item.m}"
                show.wrap(f"Run: {where}: {counts}; outcome: {item.outcome}.", style="facts")
            case Remark() | VoidNews() | Announced():
                for said in news(item):
                    show.wrap(said, indent="  » ", style="news")
            case _:
                assert_never(item)

    def _explain(self, act: ActPrompt) -> None:
        """What the act at hand is for, what it changes, what goes wrong most, and its list of cards."""
        show.wrap(act.why, indent=f"        {'WHY':<9}")
        if act.tick:
            self._lines(act)
        self._around(act)
        show.wrap(act.slip, indent=f"        {'SLIP':<9}")
        for line in act.told:
            self._cards(line.groups)
        show.wrap("?? explains what can be typed.", indent="        ", style="facts")

    def _seen(self, act: ActPrompt) -> None:
        """In a rehearsal: what lies face up after a reveal."""
        if act.sight is None:
            return
        op, surface, up = act.sight.op, act.sight.surface, act.sight.up
        one = alone(op, up) if act.wording is Wording.BRIEF else ""
        lines = [one] if one else picture(op, surface, up, show.width() - 10, act.shown)
        show.block(lines, indent="        : ")

    def _history(self, item: History) -> None:
        """Numbers, what was typed, how it stands; unless all is wanted, as much of the end as fits."""
        found = [line for one in item.lines for line in _history_lines(one)]
        most = len(found) if item.whole else max(LEAST, show.height() - 4)
        if len(found) > most:
            show.wrap(f"… {len(found) - most} lines before; history all shows everything.", style="facts")
        show.block(found[-most:])
        show.wrap("back N takes back everything from number N on; redo types it again.", style="facts")

    def _table(self, item: TableNow) -> None:
        """What must lie where, drawn, and counted."""
        show.rule("The table now")
        show.wrap(item.facts, style="facts")
        if not item.surface:
            show.wrap("No cards of a run lie on the table.")
            return
        show.wrap(f"{item.seat}'s run: {item.since}.")
        show.block(drawn(item.surface, item.up, show.width() - 10), indent="        : ")
        show.wrap(f"{counts_in_words(item.counts)}.")
        if item.laid:
            laid = ", ".join(f"{owner} {count}" for owner, count in item.laid)
            show.wrap(f"Whose play cards lie there: {laid}.")
        for remark in item.remarks:
            show.wrap(remark)

    def choices(self, item: WhatHappened | WaysOn) -> None:
        """Numbered choices of what may have happened, or the ways on, each with what it costs."""
        if isinstance(item, WhatHappened):
            for number, one in enumerate(item.choices, 1):
                show.wrap(one.text, indent=f"{number:>6}  ")
            return
        show.wrap(f"{item.choice.text}:", indent="        ")
        for number, way in enumerate(item.ways, 1):
            takes = "" if way.minutes is None else "no time lost; "
            if way.minutes is not None and way.minutes > 0:
                takes = f"{minutes_in_words(way.minutes)} more; "
            show.wrap(way.text, indent=f"{number:>6}  ", style="act")
            show.wrap(f"{takes}{way.gives}", indent="        ", style="check")

    def over(self, result: Result) -> None:
        typed = f", {result.typed} of them typed," if result.typed else ""
        done = f"{plural(result.events, 'event')}{typed} and {plural(result.runs, 'run')} of the protocol"
        show.rule("The end" if result.over else "So far")
        wins = f"{result.winner or 'Nobody'} {'win' if ' and ' in (result.winner or '') else 'wins'}"
        show.wrap(f"{wins} after {done}." if result.over else f"Not over yet: {done}.")


def _history_lines(one: HistoryLine) -> list[str]:
    numbers = f"{one.first}" if one.first == one.last else f"{one.first}–{one.last}"
    where = ": ".join(part for part in (one.seat, one.stage) if part)
    how = "" if one.standing is InputStatus.DONE else f" [{one.standing}]"
    lines = show.folded(f"{f'{where}: ' if where else ''}{one.text}{how}", f"{numbers:>9}  ")
    return lines + [line for said in one.followed for line in show.folded(f"{said}{how}", f"{'':9}  » ")]
