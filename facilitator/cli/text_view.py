"""Show a game as text at a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import assert_never

from facilitator.cli import output
from facilitator.i18n.catalogue import Between, Listed, Value, find_closest_key, phrase, sentence
from facilitator.i18n.columns import count_cells, pad
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import Verb
from facilitator.instructions.text_table import counts_in_words, draw_operation, draw_table
from facilitator.operations.definitions import Heading
from facilitator.pictures.areas import picture_dot
from facilitator.pictures.first_pictures import first_pictures
from facilitator.pictures.layout_movements import Scene
from facilitator.pictures.movements import illustrate_step
from facilitator.pictures.text import LINES, to_text
from facilitator.planning.pace import minutes_in_words
from facilitator.play import prompt as prompts
from facilitator.play.history import HistoryLine, InputStatus
from facilitator.play.messages import Remark, RunLine, VoidMessage

LOW = 7
"""Largest height of a picture, in lines, next to which terms can be explained."""
MOST = 3
"""Largest number of pictures for a step. The wording ``walk`` shows every movement of a duel."""


GAP = 4
"""Number of columns between two pictures that are side by side."""


def _arrange_side_by_side(pictures: Sequence[Sequence[str]], width: int) -> list[list[str]]:
    """Arrange pictures in rows, and return the text lines of each row.

    As many pictures as fit the width are in the same row.
    """
    rows: list[list[str]] = []
    for picture in pictures:
        before = max(map(count_cells, rows[-1])) + GAP if rows else 0
        if rows and before + max(map(count_cells, picture)) <= width:
            pairs = zip_longest(rows.pop(), picture, fillvalue="")
            rows.append([pad(left, before) + right for left, right in pairs])
        else:
            rows.append(list(picture))
    return rows


def _where(step: prompts.StepPrompt) -> str:
    return sentence("screen.where", label=step.label_text)


def _left(step: prompts.StepPrompt) -> str:
    return sentence("screen.left", minutes=minutes_in_words(step.minutes))


def toolbar(step: prompts.StepPrompt, facts: str) -> str:
    """Return the bottom line: the step, the remaining minutes and the public state of the game."""
    where = step.label_text if step.duel else _where(step)  # "duel 2 of 6" says enough
    return f" {where} · {_left(step)} · {facts} "


class TextScreen:
    """Screen for people, wrapped to the terminal width.

    The text is complete without colours. If the bottom line shows the step and the public state of the game,
    the headings of stages leave them out.
    """

    def __init__(self, toolbar: bool = False) -> None:
        self._toolbar = toolbar
        self._heading: Heading | None = None
        self._introduced = False

    def turn(self, prompt: prompts.Prompt, head: prompts.TurnHead) -> None:
        """Print the heading of a turn: player, top card and hand sizes."""
        key = "screen.turn.mark" if head.check_code else "screen.turn"
        output.print_heading(sentence(key, seat=head.seat, mark=head.check_code))
        if not head.chosen:  # a card has been played, but is not recorded before its colour is drawn
            output.wrap(prompt.facts, style="facts")
        if head.are_columns_kept:
            output.wrap(sentence("screen.standing"), style="facts")
        if head.of:
            output.wrap(sentence("screen.question", owner=head.of), style="facts")
        if head.chosen:
            slots = {"seat": head.seat, "card": head.chosen, "naming": head.naming}
            output.wrap(sentence("screen.chosen", **slots), style="facts")
        self._heading = None

    def introduce_words(self, step: prompts.StepPrompt, owner: str) -> None:
        """Show the things that the instructions mention, with their names, once in a game."""
        if self._introduced:
            return
        pictures = first_pictures(step.ahead.all_ops, owner, step.sleeves, narrow=True)
        if not pictures:
            return
        self._introduced = True
        output.wrap(sentence("screen.words"), style="facts")
        for picture in pictures:
            output.block(to_text(picture, output.width() - 10), indent="        : ")

    def show_step(self, step: prompts.StepPrompt) -> None:
        """Print a step with its labels. Before the first step of a stage, print the heading of the stage."""
        if self._toolbar or step.heading != self._heading or step.wording is not Wording.BRIEF:
            output.say()  # without a terminal nobody plays along, so brief wording keeps a stage together
        if step.heading != self._heading:
            self._heading = step.heading
            parts = [step.title.upper()]
            if not self._toolbar:
                parts += [_where(step), _left(step)]
            output.wrap(" · ".join(parts), style="head")
        if step.wording is Wording.WALK:
            self._show_pictures(step)  # above the sentences, which stay on a small screen
        self._lines(step)
        if step.wording is not Wording.BRIEF:
            self._show_layers(step)
        self._show_revealed(step)

    def _lines(self, step: prompts.StepPrompt) -> None:
        """Print the instructions of a step with their labels.

        In a round of duels, the first line also contains circles for counting the duels.
        """
        tally_ = f"  {' '.join('○' * step.times)}" if step.times else ""
        if step.again:
            output.wrap(sentence("screen.again"), indent="        ", style="check")
        for line, label in _label_lines(step):
            said = line.instruction
            output.wrap(f"{said.text}.{tally_}", indent=f"{label:>6} {_pad_verb(said.verb)} ", style="act")
            tally_ = ""
            if said.by_list or step.wording is not Wording.BRIEF:
                self._cards(line.groups)
            if said.check:
                output.wrap(said.full_check, indent=_label("screen.check"), style="check")

    def _cards(self, groups: Sequence[prompts.CardGroup]) -> None:
        for group in groups:
            output.wrap(
                group.cards, indent=f"        | {pad(group.name, 7)}{group.count:>3}: ", style="check"
            )

    def _show_pictures(self, step: prompts.StepPrompt, most: int = MOST, height: int = LINES) -> int:
        """Draw the first movements of a step. Return the number of printed lines."""
        groups = illustrate_step(
            step.ops, Scene(step.surface, {}, step.sleeves, pool=step.pool), len(step.all_lines)
        )
        shown = (
            [picture for group in groups for picture in group]
            if step.movement is None
            else groups[step.movement]
        )
        width = output.width() - 10
        rows = _arrange_side_by_side([to_text(picture, width, height) for picture in shown[:most]], width)
        lines = [line for row in rows for line in (*row, "")]
        output.block(lines[:-1], indent="        : ")
        return len(lines)

    def _show_layers(self, step: prompts.StepPrompt) -> int:
        """Draw the contents of the sleeve that a step fills. Return the number of printed lines."""
        edges = "┌", *"│" * (len(step.layers) - 2), "└"
        word = sentence("screen.inside")
        for edge, layer in zip(edges, step.layers, strict=False):
            output.block([f"{edge} {layer}"], indent=f"        : {word:<7} ")
            word = ""
        return len(step.layers)

    def tell(self, item: prompts.Message) -> None:
        """Print a message."""
        match item:
            case prompts.HostMessage(text):
                output.wrap(text)
            case prompts.Explained():
                self._explain(item.step, item.form, item.way_out)
            case prompts.History():
                self._history(item)
            case prompts.TableNow():
                self._table(item)
            case RunLine():
                pass  # `log` reports the cost
            case Remark() | VoidMessage() | prompts.Announced():
                for said in prompts.render_message(item):
                    output.wrap(said, indent="  » ", style="news")
            case _:
                assert_never(item)

    def _explain(self, step: prompts.StepPrompt, form: str, way_out: str) -> None:
        """Print a picture of a step, its purpose, the most common mistake, any card lists, and how to get help.

        A duel that is only counted has no picture: its movements are printed again.

        Args:
            step: The step.
            form: Form of the table. Its terms are explained if there is enough space.
            way_out: Command for a check that stays wrong.
        """
        lists = [*filter(None, (line.groups for line in step.all_lines))]
        if step.is_only_counted:
            self._lines(step)
        drawn = 0
        if not step.is_only_counted and not lists:
            drawn = self._show_layers(step) if step.layers else self._show_pictures(step, 1, LOW)
        output.wrap(step.reason.why, indent=_label("screen.why"))
        output.wrap(step.reason.slip, indent=_label("screen.slip"))
        for groups in lists:
            self._cards(groups)
        ways = [] if way_out == "oops" else [f"help.{way_out}"]
        ways += [find_closest_key("help.oops", (form,))]
        ways += [] if step.recovering else ["help.void"]
        for key in (*ways, *output.WORDS_OF_FORMS[form]) if 0 < drawn <= LOW else ways:
            output.wrap(sentence(key), indent="        | ", style="facts")
        output.wrap(sentence("screen.help"), indent="        ", style="facts")

    def _show_revealed(self, step: prompts.StepPrompt) -> None:
        """Draw the cards that were turned face up in a rehearsal."""
        if step.revealed_cards is None:
            return
        op, surface, up = step.revealed_cards.op, step.revealed_cards.surface, step.revealed_cards.up
        width = output.width() - 10
        dot = picture_dot(Scene(surface, up), step.shown)
        lines = to_text(dot, width) if dot else draw_operation(op, surface, up, width)
        output.block(lines, indent="        : ")

    def _history(self, item: prompts.History) -> None:
        """Print the numbered inputs of the game, and which of them were undone or cancelled."""
        found = [line for entry in item.lines for line in _history_lines(entry)]
        output.block(found)
        fix = sentence("screen.history.fix") if any(line.can_fix for line in item.lines) else ""
        output.wrap(" ".join(filter(None, (sentence("screen.history"), fix))), style="facts")

    def _table(self, item: prompts.TableNow) -> None:
        output.print_heading(sentence("screen.table"))
        output.wrap(item.facts, style="facts")
        if not item.surface:
            output.wrap(sentence("screen.table.none"))
            return
        output.wrap(sentence("screen.table.run", seat=item.seat, since=item.since))
        output.block(draw_table(item.surface, item.up, output.width() - 10), indent="        : ")
        output.wrap(f"{counts_in_words(item.counts)}.")
        if item.laid:
            laid = ", ".join(f"{owner} {count}" for owner, count in item.laid)
            output.wrap(sentence("screen.table.laid", laid=laid))
        for remark in item.remarks:
            output.wrap(remark)

    def choices(self, item: prompts.ChoicePrompt) -> None:
        """Print the numbered options of a question. After a mistake, each option is printed with its cost."""
        if item.kind == "rest":
            return  # its question lists the options
        if item.mistake is None:
            for number, text in enumerate(item.texts, 1):
                output.wrap(text, indent=f"{number:>6}  ")
            return
        output.wrap(f"{item.mistake.text}:", indent="        ")
        for number, way in enumerate(item.options, 1):
            leak_text = way.gives
            if way.minutes is not None and way.minutes > 0:
                leak_text = sentence(
                    "screen.way.more", minutes=minutes_in_words(way.minutes), gives=leak_text
                )
            elif way.minutes is not None:
                leak_text = sentence("screen.way.free", gives=leak_text)
            output.wrap(way.text, indent=f"{number:>6}  ", style="act")
            output.wrap(leak_text, indent="        ", style="check")

    def show_result(self, result: prompts.Result) -> None:
        """Print the winners, or the progress of an unfinished game."""
        done: dict[str, Value] = {
            "events": phrase("screen.events", n=result.events),
            "runs": phrase("screen.runs", n=result.runs),
        }
        output.print_heading(sentence("screen.end" if result.over else "screen.so_far"))
        if not result.over:
            output.wrap(sentence("screen.unfinished", **done))
        elif not result.winners:
            output.wrap(sentence("screen.nobody", **done))
        else:
            won = Listed(result.winners, Between.AND)
            output.wrap(sentence("screen.winner", n=len(result.winners), winners=won, **done))


def _label_lines(step: prompts.StepPrompt) -> Iterator[tuple[prompts.PromptLine, str]]:
    """Yield the lines of a step with their labels. If there are fewer labels, only the first line has one."""
    lines = step.lines
    if step.is_only_counted:
        lines = tuple(prompts.PromptLine(instruction, ()) for instruction in step.walked_instructions)
    labels = step.line_labels if len(step.line_labels) == len(lines) else step.line_labels[:1]
    yield from zip(lines, (*labels, *[""] * (len(lines) - len(labels))), strict=True)


def _label(key: str) -> str:
    return f"        {pad(sentence(key), 9)}"


def _pad_verb(verb: Verb) -> str:
    """Return a verb, filled up to 9 characters with spaces, such as " SPIN    "."""
    word = sentence(f"verb.{verb.name.lower()}")
    return pad(word if len(word) > 8 else f" {word}", 9)  # ENVELOPES has no room for the first space.


_STANDING = {
    InputStatus.TAKEN_BACK: "screen.history.taken_back",
    InputStatus.GIVEN_UP: "screen.history.given_up",
    InputStatus.VOID: "screen.history.void",
}
"""Message keys for inputs that no longer count, by the reason."""


def _history_lines(entry: HistoryLine) -> list[str]:
    numbers = f"{entry.first}" if entry.first == entry.last else f"{entry.first}–{entry.last}"
    where = ": ".join(part for part in (entry.seat, entry.stage) if part)
    how = f" [{sentence(_STANDING[entry.standing])}]" if entry.standing in _STANDING else ""
    lines = output.fold_text(f"{f'{where}: ' if where else ''}{entry.text}{how}", f"{numbers:>9}  ")
    return lines + [
        line for said in entry.followed for line in output.fold_text(f"{said}{how}", f"{'':9}  » ")
    ]
