"""Session of a match: the prompt of the table as data, and one input at a time.

Theory of operation
===================
A front end is a loop around a `Session`. It renders the prompt (`Session.get_prompt`), passes a typed line or
a tapped button to `Session.take`, and renders the reply. It does not need any other knowledge about the game.

The state of a session consists of the match and a `Dialog`:

- The match contains everything that is recorded in the journal. It can be restored from the file.
- The dialog contains the rest: the number of the prompt, an open question, the messages for the next reply,
  and the number of readers. It is lost at the end of the program.

*Prompts.* The prompt remains the same until an input takes effect (`Dialog.fingerprint`). Then its number increases.
A tap contains the number of its prompt and is rejected if this prompt is no longer current.

*Commands.* Each command of the host is a row of `COMMANDS`. The kind of the prompt decides which commands are
accepted. The parser, the help, the completion in a terminal, and the buttons of a page all use this table. A
line that is not a command is parsed as an answer, an event, or the number of an option.

*Transactions.* `Dialog.carry_out` runs a command in a transaction of the match. A command can record several
inputs, for example the answers to all operations of a step. If one of them is rejected or cannot be written,
none of them counts, and the dialog drops its new messages. A rejected input therefore changes nothing.

*Undo.* The commands ``undo`` and ``back`` record undo entries in the journal, and ``redo`` records the undone
inputs again. See `facilitator.play.history`.

*Mistakes.* The command ``oops`` opens a question. Its options are `MistakeOption` objects. `_take_way`
records the mistake with the selected option, and carries out the option, for example an undo or a
cancellation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self, assert_never

from facilitator.errors import (
    CommandError,
    FacilitatorError,
    JournalError,
    NotWritten,
    ProtocolBug,
    TableError,
    Unfinished,
)
from facilitator.games.events import CORRECT, DECK_HAND, VIRTUAL_HAND, Event, Join, Leave, SitDown
from facilitator.games.rules import can_happen, describe_codes, describe_inputs, read_move
from facilitator.games.typed_moves import match_completion, read_moves
from facilitator.i18n import fold, quote_input, use_table_names
from facilitator.i18n.catalogue import find_closest_key, list_spellings, phrase, refusal, sentence
from facilitator.instructions.grouping import Wording
from facilitator.instructions.instruction import strip_remark
from facilitator.mistakes.options import (
    BackTo,
    CancelAttempt,
    CarryOn,
    DeclareVoid,
    DoAgain,
    MistakeOption,
    RepairInPlace,
)
from facilitator.operations.faces import NONE, SLEEVES, AnswerKind, Face, classify_answers
from facilitator.play.announcements import announce_event
from facilitator.play.attempt import Attempt, stays_words
from facilitator.play.check_codes import Witness, compare_records
from facilitator.play.commands import (
    ACT,
    GAME,
    PLAY,
    SCREEN_WORDS,
    Card,
    Input,
    PromptKind,
    SeveralCards,
    TapOffer,
    card_of,
    event_tap,
    event_taps,
    is_answer_key,
    iter_several_cards,
    read_answer,
    read_fix,
    read_positive,
    read_redo,
    read_remark,
    read_time,
)
from facilitator.play.counting import compare_count
from facilitator.play.fix import list_right_cards
from facilitator.play.match import Match
from facilitator.play.messages import EventMessage
from facilitator.play.mistake_questions import ADVICE, StepMistakes, advice, read_number
from facilitator.play.prompt import (
    Asked,
    ChoiceOption,
    ChoicePrompt,
    Explained,
    History,
    HostMessage,
    Message,
    MovePrompt,
    OpeningPrompt,
    Prompt,
    Reply,
    Result,
    StepPrompt,
    TableNow,
)
from facilitator.play.questions import (
    Prompter,
    SupplyNotes,
    answer_offers,
    ask_last_done,
    glimpse,
    has_cards_out,
    summarize_result,
    table_now,
)
from facilitator.play.stop import can_cancel, is_in_doubt
from facilitator.play.undo import advise_after_undo, describe_read_answers
from facilitator.protocols.recovery import Repair
from facilitator.table_files.model import Table

QUICKEST = 0.4
"""Minimum time for a step, in seconds. An earlier Enter was probably meant for the previous step."""
WIDE = 110
"""Maximum length of a help line, in characters. A terminal wraps longer lines."""


# ----------------------------------------------------------------------------------------------------
# Conversation with the host, and the functions of the commands.


class Dialog:
    """Conversation with the host: the open question and the messages for the next reply.

    Attributes:
        match: Match of the session.
        minutes: Function that returns an attempt's remaining minutes.
        prompter: Builder of the prompts.
        readers: Number of people who must enter the same answer.
        evening: Function that describes how many virtual turns fit into the evening or into some minutes.
            `None` if the game has no clock, as in a rehearsal.
        messages: Messages for the next reply.
        question: Question that the host must answer before the game continues, if any.
        ended: Whether the host has confirmed the end of the game.
        number: Number of the current prompt.
    """

    def __init__(self, match: Match, minutes: Callable[[Attempt], float], box: SupplyNotes | None) -> None:
        """Start a conversation.

        Args:
            match: Match of the session.
            minutes: Function that returns an attempt's remaining minutes.
            box: Messages about cards to prepare. `None` without virtual players.
        """
        self.match, self.minutes = match, minutes
        self.prompter = Prompter(match, minutes, box)
        self.readers: int = match.table.readers
        self.evening: Callable[[Match, int | None], str] | None = None
        self.messages: list[Message] = []
        self.question: ChoicePrompt | None = None
        self.ended = False
        self.number = 1
        self._prompt: Prompt | None = None

    def get_prompt(self) -> Prompt:
        """Return the current prompt. It remains the same until `move_on` is called."""
        if self._prompt is None:
            self._prompt = self.prompter.prompt(self.number, self.question)
        return self._prompt

    def move_on(self, moved: bool) -> None:
        """Build a new prompt.

        Args:
            moved: Whether an input has taken effect, so that the prompt gets a new number.
        """
        self.number += moved
        self._prompt = None

    @property
    def kind(self) -> PromptKind:
        """Kind of the current prompt, which determines the accepted commands."""
        if self.question is not None:
            return PromptKind.CHOICE
        if self.match.is_over:
            return PromptKind.END
        if self.match.attempt is None:
            return PromptKind.MOVE
        return PromptKind.ASK if self.match.attempt.ask else PromptKind.DO

    @property
    def fingerprint(self) -> tuple[object, ...]:
        """Values that identify the state of the conversation.

        Any input that takes effect changes at least one value.
        """
        return self.match.journal.size, self.match.wording, self.ended, self.question

    def say(self, text: str) -> None:
        """Add a sentence for the host to the next reply."""
        self.messages.append(HostMessage(text))

    def gather(self) -> None:
        """Move the messages of the match to the next reply."""
        rules: Any = self.match.rules
        for item in self.match.news:
            self.messages.append(announce_event(item, rules) if isinstance(item, EventMessage) else item)
        self.match.news.clear()

    def gather_anew(self) -> None:
        """Add all new messages to the next reply to the host, and show the heading of the turn again."""
        self.gather()
        self.prompter.read_anew()

    def take_messages(self) -> tuple[Message, ...]:
        """Return and clear the messages since the last reply."""
        messages, self.messages = tuple(self.messages), []
        return messages

    def settle(self) -> None:
        """Complete the operations that the previous step explained, and begin a new step."""
        while self.match.attempt is not None and not self.match.attempt.lines:
            self.press("")
        if self.match.attempt is not None:
            self.match.attempt.begin_here()

    def press(self, answer: str) -> None:
        """Record a step as done.

        If the step revealed a played card, the card is announced before the other cards are returned.
        """
        match = self.match
        attempt, plan = match.under_way()
        ask = attempt.ask
        match.press(answer)
        plays = bool(ask) and answer != NONE and classify_answers(ask) is AnswerKind.CARD
        if plays and match.attempt is attempt:
            name = match.rules.kinds.describe(answer)
            text = sentence("said.plays", seat=plan.seat, card=answer, name=name)
            self.messages.append(HostMessage(text, answer))
        self.gather()

    def _submit_event(self, event: Event) -> None:
        match = self.match
        if isinstance(event, Join | SitDown):
            self._check_new_name(event.seat)
        implied = match.rules.make_prompt(match.state).before if match.attempt is None else None
        if implied is not None and event != implied:
            match.submit(implied)
        match.submit(event)
        if isinstance(event, Leave | SitDown):
            self._prepare_seat(event)

    def submit(self, events: Event | tuple[Event, ...]) -> None:
        """Record the events of a typed line, including events that must come before them."""
        match, line = self.match, events if isinstance(events, tuple) else (events,)
        for event in line:
            self._submit_event(event)
        if len(line) > 1:  # `u` undoes the whole line
            for past in match.inputs[-len(line) :]:
                past.line = match.inputs[-len(line)].number
        self.gather()

    def _prepare_seat(self, event: Leave | SitDown) -> None:
        """Tell the host which cards a new player needs, before these cards are dealt."""
        virtual = event.hand == VIRTUAL_HAND
        if virtual or isinstance(event, SitDown):
            for said in filter(None, self.prompter.describe_new_seat(virtual)):
                self.say(said)

    def _check_new_name(self, name: str) -> None:
        """Raise `CommandError` if the name of a new player is a command or a card."""
        shown, kinds = quote_input(name), self.match.rules.kinds
        if word := find_command(name):
            raise CommandError(*refusal("name.command", shown=shown, word=word))
        try:
            card = kinds.parse(name)
        except CommandError:
            return
        raise CommandError(*refusal("name.card", shown=shown, card=kinds.describe(card)))

    def begin_again(self, first: str, void: bool) -> None:
        """Announce the next instructions after a cancelled or void attempt.

        Args:
            first: Instruction for the helpers before the recovery.
            void: Whether the attempt was declared void.
        """
        match, message = self.match, sentence("stop.void" if void else "stop.given_up")
        if first:
            lot = match.plan is not None and match.plan.chosen is not None
            ways = (
                (f"{first}.", sentence("stop.then.home"))
                if match.recovering
                else (sentence("stop.then.anew"),)
            )
            steps = (*ways, sentence("stop.begins.lot" if lot else "stop.begins.turn"))
            message = "\n".join((message, *(f"{n}. {step}" for n, step in enumerate(steps, 1))))
        self.say(message)
        self.gather_anew()

    def say_undone(self, what: str) -> None:
        """Announce the undone input and the operations that the undo does not change."""
        stays = self.match.by_hand(stays_words(self.match.entries_from_current))
        said = sentence("undo.taken_back", what=what)
        self.say(f"{said} {stays}".rstrip())

    def carry_out(self, command: Command, argument: Any) -> bool:
        """Carry out a command, either completely or not at all.

        Args:
            command: Command to carry out.
            argument: Argument of the command.

        Returns:
            Whether the host leaves the game.
        """
        question = self.question
        if question is not None and PromptKind.CHOICE not in command.where:
            raise CommandError(*refusal("refused.choice"))
        try:
            with self.match.transaction():
                left = command.do(self) if argument is None else command.do(self, argument)
                self.settle()
                return bool(left)
        except FacilitatorError:
            self.question = question
            self.messages.clear()
            self.match.news.clear()
            raise


# -- answers and events ------------------------------------------------------------------------------


def _confirm_done(dialog: Dialog) -> None:
    """Record the current step as done, or confirm the end of the game.

    In a rehearsal, the program selects a move for the current person.
    """
    match = dialog.match
    if match.is_over:
        dialog.ended = True
    elif match.attempt is not None:
        dialog.press(read_answer("", match.attempt.ask, match.rules.kinds) if match.attempt.ask else "")
    elif match.truth is not None:
        dialog.submit(match.find_likely_event())
    else:
        dialog.submit(read_move(match.rules, "", match.state))


def _ask_rest(dialog: Dialog, question: ChoicePrompt) -> None:
    dialog.question = question


def _correct(dialog: Dialog, what: str) -> None:
    match = dialog.match
    if match.attempt is not None:
        raise CommandError(*refusal("refused.correct.run"))
    dialog.submit(read_move(match.rules, f"{CORRECT} {what}", match.state))


# -- cancel and undo ---------------------------------------------------------------------------------


def _stop(dialog: Dialog, reason: str = "") -> None:
    """Cancel the attempt in progress. If there is a reason, declare the attempt void instead."""
    match = dialog.match
    if not reason and match.way_out == "doubt":
        _repeat_doubtful_step(dialog)
        return
    dialog.begin_again(match.stop_attempt(reason), bool(reason))


def _repeat_doubtful_step(dialog: Dialog) -> None:
    """Carry out the command "doubt": let the helpers repeat a wallet step of which they are unsure.

    They insert the drawn card into the wallet again, or else restart the attempt.
    """
    match = dialog.match
    if match.slides_again:
        match.put_right(Repair.SLIDE_AGAIN)
        dialog.say(sentence("doubt.drawn"))
        dialog.gather()
        return
    if not is_in_doubt(match.front):
        raise CommandError(*refusal("refused.doubt"))
    void = not can_cancel(match.front)  # the final look may have been seen
    first = match.stop_attempt(sentence("stop.doubted") if void else "")
    dialog.say(sentence("stop.nothing_told"))
    dialog.begin_again(first, void)


def _undo(dialog: Dialog) -> None:
    dialog.say_undone(dialog.match.unpress())
    dialog.gather_anew()


def _undo_from(dialog: Dialog, number: int) -> None:
    match = dialog.match
    dialog.say_undone(match.undo_from(number))
    dialog.gather()  # instructions to put cards back
    seen = describe_read_answers(match.entries_from_current, match.kinds)
    for said in filter(None, (seen, advise_after_undo(match.entries_from_current, can_cancel(match.front)))):
        dialog.say(said)
    dialog.prompter.read_anew()


def _fix(dialog: Dialog, numbered_card: tuple[int, str]) -> None:
    dialog.match.fix(*numbered_card)
    dialog.gather_anew()


def _redo(dialog: Dialog, presses: int) -> None:
    presses = dialog.match.redo(presses)
    dialog.say(sentence("said.typed_again", presses=phrase("n.presses", n=presses)))
    dialog.gather_anew()


# -- notes and information ---------------------------------------------------------------------------


def _note(dialog: Dialog, text: str) -> None:
    dialog.match.note(text)
    dialog.say(sentence("said.noted"))


def _time(dialog: Dialog, minutes: int | None = None) -> None:
    """Tell the host how many virtual turns fit into the rest of the evening, or into some minutes."""
    if dialog.evening is None:
        raise CommandError(*refusal("refused.time.rehearsal"))
    dialog.say(dialog.evening(dialog.match, minutes))


def _count(dialog: Dialog, text: str) -> None:
    said, note = compare_count(dialog.match, text)
    dialog.match.note(note)
    dialog.say(said)


def _history(dialog: Dialog) -> None:
    if lines := dialog.match.history():
        dialog.messages.append(History(lines))
    else:
        dialog.say(sentence("said.nothing_typed"))


def _table(dialog: Dialog) -> None:
    dialog.messages.append(table_now(dialog.match))


def _state(dialog: Dialog) -> None:
    dialog.say(dialog.match.rules.describe_state(dialog.match.state))


def _change_wording(dialog: Dialog, wording: Wording) -> None:
    dialog.match.change_wording(wording)
    dialog.say(sentence(f"told_in.{wording}"))
    dialog.settle()
    dialog.match.keep_wording()


def _two_readers(dialog: Dialog) -> None:
    """Switch between a single reading and two readings of each answer."""
    dialog.readers = 3 - dialog.readers
    dialog.say(sentence("readers.one" if dialog.readers < 2 else "readers.two"))


def _explain(dialog: Dialog) -> None:
    now = dialog.get_prompt().asked
    if isinstance(now, StepPrompt):
        dialog.messages.append(Explained(now, dialog.match.table.protocol, dialog.match.way_out))
        asks_card = now.ask and classify_answers(now.ask) is AnswerKind.CARD
        if asks_card or any(line.groups for line in now.all_lines):
            dialog.say(describe_codes(dialog.match.rules.kinds))
    else:
        _help(dialog, whole=False)


def _help(dialog: Dialog, whole: bool = True) -> None:
    """Show the accepted inputs: moves of the game, then commands.

    Args:
        dialog: Conversation with the host.
        whole: Whether to explain all events and commands. Otherwise only those with a button now are explained.
    """
    match, kind, lines = dialog.match, dialog.kind, tuple[str, ...]()
    if kind is PromptKind.MOVE:
        taps = () if whole else event_taps(match.rules, match.state)
        possible = None if whole else {type(tap.input.argument) for tap in taps}
        lines = describe_inputs(match.rules, match.state, possible)
    if not whole and kind is PromptKind.MOVE and match.truth is not None and not match.state.n:
        lines = sentence("help.begin"), describe_codes(match.rules.kinds)
    helps = _explain_commands(dialog, whole)
    codes = (sentence("glossary.mark"), describe_codes(match.rules.kinds)) if kind in ACT else ()
    for line in (*lines, *_join_short_lines("\n".join(helps).split("\n")), *codes):
        dialog.say(use_table_names(line, match.table.names_people_first))


def _explain_commands(dialog: Dialog, whole: bool) -> list[str]:
    # one line is for all wordings
    rows = [row for row in COMMANDS if row.do is _change_wording or row.fits(dialog)]
    helps = [_help_of(dialog, row) for row in rows if dialog.kind in (row.helps if whole else row.taps)]
    if not whole:
        helps += [sentence("help.quit.short") if _keeps_game(dialog.match) else sentence("help.quit.unkept")]
        helps.append(sentence("help.more"))
    return helps


def _join_short_lines(texts: Iterable[str]) -> list[str]:
    """Return lines of at most `WIDE` characters with one or more of the texts."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + len(text) < WIDE:
            lines[-1] += f"  {text}"
        else:
            lines.append(text)
    return lines


def _keeps_game(match: Match) -> bool:
    """Return whether the game can be continued after leaving. A rehearsal may have no file."""
    return match.truth is None or match.journal.path is not None


def _help_of(dialog: Dialog, row: Command) -> str:
    """Return the help for a command. The examples contain cards of this game."""
    match = dialog.match
    if row.name == "quit" and not _keeps_game(match):
        return sentence("help.quit.unkept")
    rules = match.rules
    first, other, *_ = rules.about.picture[0]
    times = rules.kinds.cards.count(first)
    cards = f"{times}x{first}, {other}" if times > 1 else f"{first}, {other}"
    ways = (*_list_key_endings(dialog), *(("face",) if rules.about.turns_first else ()), match.table.protocol)
    return sentence(find_closest_key(f"help.{row.name}", ways), cards=cards)


def _list_key_endings(dialog: Dialog) -> tuple[str, ...]:
    """Return the key endings of this dialog's own texts about commands, such as "drawn" in ``help.doubt.drawn``.

    The preferred ending comes first.
    """
    return (dialog.kind, "drawn") if dialog.match.slides_again else (dialog.kind,)


def _quit(dialog: Dialog) -> bool:
    """Carry out the command `q`. Return whether the program should leave the game.

    After the last turn, the command confirms the end of the game. During a virtual turn, the host is reminded
    of the cards on the table.
    """
    match = dialog.match
    if match.is_over:
        dialog.ended = True
    elif match.truth is None and match.front is not None and has_cards_out(match):
        dialog.say(sentence("said.left_lying", seat=match.front.seat))
    return not dialog.ended


# -- mistakes ----------------------------------------------------------------------------------------


def _oops(dialog: Dialog) -> None:
    """Ask what kind of mistake happened."""
    dialog.question = StepMistakes(dialog.match, dialog.minutes).ask_what_happened()


def _pick(dialog: Dialog, number: int) -> None:
    """Select a numbered option of the open question."""
    question = dialog.question
    if question is None or not 1 <= number <= len(question.options):
        raise CommandError(*refusal("refused.pick", number=number))
    dialog.question = None
    option = question.options[number - 1]
    match question.kind:
        case "happened" if option.value in ADVICE:
            dialog.say(advice(option.value))
        case "happened":
            dialog.question = StepMistakes(dialog.match, dialog.minutes).list_options(option)
        case "ways":
            assert question.mistake is not None
            _take_way(dialog, question.mistake, option)
        case "resume":
            dialog.match.resume(option.value)
            dialog.gather()
        case "rest":
            dialog.submit(option.value)
        case _:
            assert_never(question.kind)


def _nothing(dialog: Dialog) -> None:
    """Close the open question without an answer."""
    dialog.question = None


def _take_way(dialog: Dialog, mistake: ChoiceOption, on: ChoiceOption) -> None:
    """Record a mistake with the selected option, and carry out the option."""
    match = dialog.match
    way: MistakeOption = on.value

    def keep() -> None:
        match.record_mistake(mistake.value.value, way.word, f"{mistake.text}; {on.text}; {on.gives}")

    match way:
        case BackTo(number):  # an earlier record would be undone with the other inputs
            _undo_from(dialog, number)
            keep()
        case CarryOn() | DoAgain():
            keep()
            dialog.say(sentence("said.kept"))
        case RepairInPlace(repair):
            keep()
            match.put_right(repair)
            dialog.gather_anew()
        case CancelAttempt(doubt=doubt):
            keep()
            (_repeat_doubtful_step if doubt else _stop)(dialog)
        case DeclareVoid():
            keep()
            _stop(dialog, mistake.text)
        case _:
            assert_never(way)


# ----------------------------------------------------------------------------------------------------
# Table of commands.


def _always(dialog: Dialog) -> bool:
    return True


def _may_doubt(dialog: Dialog) -> bool:
    return dialog.match.way_out.startswith("doubt")


def _may_stop(dialog: Dialog) -> bool:
    return dialog.match.way_out == "stop"


def _may_void(dialog: Dialog) -> bool:
    return not dialog.match.recovering


def _may_decline(dialog: Dialog) -> bool:
    """Return whether the host can close the open question without an answer."""
    return dialog.question is None or dialog.question.kind != "resume"


@dataclass(frozen=True, slots=True)
class Command:
    """Command of the host.

    The message catalogue contains its sentences under the keys ``help.NAME`` and ``tap.NAME``. If a sentence
    depends on the kind of prompt, the key ends with this kind.

    Attributes:
        name: Name of the command and of its input.
        do: Function that carries out the command. It receives the argument, if any, and returns True if the
            host leaves.
        where: Kinds of prompts that accept the command.
        takes: Function that converts the text typed after the command to the argument for ``do``. It raises
            `ValueError` for other text. `None` for a command without such text.
        argument: Constant argument for ``do``, for commands without such text. By default, ``do`` gets no argument.
        typed: Whether the command can be typed.
        enter: Whether an empty line means this command, because it answers the prompt.
        helps: Kinds of prompts whose help includes the command.
        completes: Kinds of prompts at which a terminal completes the command.
        taps: Kinds of prompts at which a web page has a button for the command.
        fits: Function that returns whether help, completion and buttons currently include the command.
    """

    name: str
    do: Callable[..., bool | None]
    where: tuple[PromptKind, ...]
    takes: Callable[[str], Any] | None = None
    argument: Any = None
    typed: bool = True
    enter: bool = False
    helps: tuple[PromptKind, ...] = ()
    completes: tuple[PromptKind, ...] = ()
    taps: tuple[PromptKind, ...] = ()
    fits: Callable[[Dialog], bool] = _always

    def is_called(self, line: str) -> bool:
        """Return whether a line in lower case calls this command."""
        return (line if self.takes is None else line.partition(" ")[0]) in self.words

    @property
    def words(self) -> tuple[str, ...]:
        """Spellings in the current language and in English. Completion uses the first spelling."""
        own = list_spellings(f"word.{self.name}") if self.typed else ()
        return (*own, "") if self.enter else own


def _wording_command(wording: Wording, helps: tuple[PromptKind, ...] = ()) -> Command:
    def fits(dialog: Dialog) -> bool:
        return dialog.match.wording is not wording

    name = f"{wording}"
    return Command(
        name, _change_wording, GAME, argument=wording, helps=helps, completes=ACT, taps=ACT, fits=fits
    )


MOVE, END, CHOICE = (PromptKind.MOVE,), (PromptKind.END,), (PromptKind.CHOICE,)
COMMANDS: tuple[Command, ...] = (
    Command("done", _confirm_done, PLAY, typed=False, enter=True, helps=(PromptKind.DO,), taps=END),
    Command("say", Dialog.press, ACT, typed=False, helps=(PromptKind.ASK,)),
    Command("event", Dialog.submit, MOVE, typed=False),
    Command("rest", _ask_rest, MOVE, typed=False),
    Command("explain", _explain, GAME, helps=ACT),
    Command("help", _help, PLAY, helps=END),
    Command("stop", _stop, GAME, helps=ACT, completes=ACT, taps=ACT, fits=_may_stop),
    Command("doubt", _repeat_doubtful_step, GAME, helps=ACT, completes=ACT, taps=ACT, fits=_may_doubt),
    Command("oops", _oops, GAME, helps=GAME, completes=GAME, taps=GAME),
    Command("void", _stop, GAME, read_remark, helps=ACT, completes=ACT, fits=_may_void),
    Command("undo", _undo, PLAY, helps=GAME, completes=PLAY, taps=PLAY),
    Command("history", _history, PLAY, helps=GAME, completes=GAME),
    Command("back", _undo_from, PLAY, read_positive, helps=GAME, completes=GAME),
    Command("fix", _fix, PLAY, read_fix, helps=MOVE, completes=MOVE),
    Command("redo", _redo, PLAY, read_redo, helps=GAME, completes=GAME),
    Command("table", _table, GAME, helps=GAME, completes=GAME),
    _wording_command(Wording.FULL, GAME),
    _wording_command(Wording.BRIEF),
    _wording_command(Wording.WALK),
    Command("readers", _two_readers, GAME, helps=GAME, completes=ACT, taps=ACT),
    Command("note", _note, GAME, read_remark, helps=GAME),
    Command("state", _state, GAME, helps=GAME),
    Command("time", _time, PLAY, read_time, helps=GAME, completes=GAME),
    Command("count", _count, GAME, str, helps=GAME),
    Command("correct", _correct, GAME, str),
    Command("quit", _quit, PLAY, helps=GAME, completes=PLAY),
    Command("pick", _pick, CHOICE, typed=False),
    Command("nothing", _nothing, CHOICE, enter=True, completes=CHOICE, taps=CHOICE, fits=_may_decline),
)
"""All commands. A new command needs a row here and sentences in the catalogue."""


# ----------------------------------------------------------------------------------------------------


def find_command(line: str) -> str:
    """Return the command that the program finds at the beginning of a line, or an empty string."""
    whole = fold(line)
    first = whole.partition(" ")[0]
    typed = ((first if command.takes is not None else whole, command) for command in COMMANDS)
    return next((word for word, command in typed if word and word in map(fold, command.words)), "")


def _read_command(line: str, kind: PromptKind) -> Input | None:
    """Parse a line as a command that a prompt of this kind accepts. Return `None` for any other line."""
    low = " ".join(line.lower().split())
    for row in COMMANDS:
        if kind in row.where and (row.is_called(low) if low else row.enter):
            return Input(row.name, row.argument if row.takes is None else _read_argument(row, line))
    return None


def _read_argument(row: Command, line: str) -> object:
    """Parse the text after a command word.

    Raises:
        CommandError: The text is missing, or is no argument of this command.
    """
    try:
        return row.takes(" ".join(line.split(maxsplit=1)[1:])) if row.takes is not None else None
    except ValueError:
        raise CommandError(*refusal(f"refused.{row.name}", line=quote_input(line))) from None


def _ends_session(err: FacilitatorError) -> bool:
    """Return whether the game cannot go on after an error."""
    return isinstance(err, JournalError | ProtocolBug) and not isinstance(err, NotWritten)


class Session:
    """Session of a match for front ends. `get_prompt` returns the prompt, and `take` processes an input.

    A session is not thread-safe. Front ends that share a session must take turns (see `clients`).

    It has many methods, because each command of the host is one of them.

    Attributes:
        match: The match, for tests only.
        dialog: Conversation with the host.
        first: Messages to show before the first prompt.
    """

    def __init__(
        self, match: Match, minutes: Callable[[Attempt], float], box: SupplyNotes | None = None
    ) -> None:
        """Start a session.

        Args:
            match: Match of the session.
            minutes: Function that returns an attempt's remaining minutes.
            box: Messages about cards to prepare. `None` without virtual players.
        """
        self.match = match
        self.dialog = dialog = Dialog(match, minutes, box)
        self._tappable: tuple[Asked, tuple[TapOffer, ...]] | None = None
        dialog.settle()
        if self.has_begun and has_cards_out(match):
            _table(dialog)
        if self.has_begun:
            dialog.question = ask_last_done(match)
        self.first = Reply(dialog.take_messages())

    @classmethod
    def open(
        cls,
        table: Table,
        path: Path | None,
        seed: int | None,
        minutes: Callable[[Attempt], float],
        box: SupplyNotes | None = None,
    ) -> Self:
        """Open or create a game file.

        Args:
            table: Table settings.
            path: Game-file path. `None` keeps the game in memory.
            seed: Rehearsal seed. `None` for a real game.
            minutes: Function that returns an attempt's remaining minutes.
            box: Messages about cards to prepare. `None` without virtual players.

        Raises:
            JournalError: The file belongs to another table, is damaged, or is in use.
        """
        match = Match.open(table, path, seed)
        try:
            return cls(match, minutes, box)
        except BaseException:
            match.close()
            raise

    # -- the prompt ----------------------------------------------------------------------------------

    def get_prompt(self) -> Prompt:
        """Return the current prompt. The prompt remains the same until an input takes effect."""
        return self.dialog.get_prompt()

    def words(self, now: Asked) -> tuple[str, ...]:
        """Return the completions at a prompt: accepted answers, then commands."""
        kind, answers = self.dialog.kind, tuple[str, ...]()
        match now:
            case OpeningPrompt():
                answers = now.seats
            case MovePrompt():
                answers = now.words
            case StepPrompt():
                answers = now.spelled
            case ChoicePrompt(kind="rest"):
                answers = now.texts
        rows = (row for row in COMMANDS if kind in row.completes and row.fits(self.dialog))
        return (*answers, *(row.words[0] for row in rows))

    def offers(self, now: Asked) -> tuple[TapOffer, ...]:
        """Return the buttons at a prompt: accepted answers, then commands."""
        if self._tappable is None or self._tappable[0] is not now:
            kind, ways = self.dialog.kind, _list_key_endings(self.dialog)
            found = [*answer_offers(self.match, now)]
            for row in COMMANDS:
                if kind in row.taps and row.fits(self.dialog):
                    path = (sentence(find_closest_key(f"tap.{row.name}", ways)),)
                    tapped = Input(row.name, row.argument)
                    found.append(TapOffer(row.name, tapped, path, aside=not row.enter))
            self._tappable = now, tuple(found)
        return self._tappable[1]

    def list_several_cards(self, now: Asked) -> tuple[SeveralCards, ...]:
        """Return the accepted answers that consist of several cards."""
        move = isinstance(now, MovePrompt)
        return tuple(iter_several_cards(self.match.rules, self.match.state)) if move else ()

    def list_fixes(self, number: int) -> tuple[TapOffer, ...]:
        """Return a button for each card that could replace a typed card.

        Args:
            number: Entry number in the history.

        Raises:
            CommandError: The history has no such entry, or the entry contains no typed card.
        """
        rules = self.match.rules
        return tuple(
            replace(event_tap(rules, event), key=f"fix {number} {said}", input=Input("fix", (number, said)))
            for said, event in list_right_cards(self.match, number)
        )

    def list_departures(self) -> tuple[TapOffer, ...]:
        """Return a button for each player who can leave now, and for each seat that can become virtual."""
        match = self.match
        if match.attempt is not None:
            return ()
        rules, state = match.rules, match.state
        hands = (DECK_HAND, VIRTUAL_HAND)[: 1 + bool(match.table.virtual)]
        events = (Leave(seat.name, hand) for seat in state.seats for hand in hands)
        return tuple(event_tap(rules, event) for event in events if can_happen(rules, state, event))

    # -- additional data for front ends --------------------------------------------------------------

    def public(self) -> Mapping[str, object]:
        """Return the public state as JSON."""
        return self.match.rules.state_json(self.match.state)

    def glimpse(self) -> dict[str, Any]:
        """Return a summary of the public state as data (see `questions.glimpse`)."""
        return glimpse(self.match)

    def card(self, face: Face) -> Card | None:
        """Return the description of a play card, or `None` for other cards and unread cards."""
        kinds = self.match.rules.kinds
        return card_of(face, kinds) if face in kinds.cards else None

    def table_now(self) -> TableNow:
        """Return the description of the cards that must be on the table."""
        return table_now(self.match)

    def result(self) -> Result:
        """Return the current result of the game."""
        return summarize_result(self.match, self.match.journal.entries)

    @property
    def witness(self) -> Witness:
        """Game record that a front end remembers and compares when the game is opened again."""
        return self.match.witness

    def compare_record(self, game: str, turns: Sequence[str]) -> str:
        """Return a warning if the game contradicts a remembered record, or an empty string.

        Args:
            game: Digest of the remembered game's start.
            turns: Digests of the remembered turns.
        """
        missing = compare_records(Witness(game, tuple(turns)), self.witness)
        if missing is None:
            return sentence("record.different")
        return sentence("record.shorter", n=missing) if missing else ""

    @property
    def readers(self) -> int:
        """Number of people who must read each answer: 1 or 2."""
        return self.dialog.readers

    @property
    def is_confirmed_over(self) -> bool:
        """True if the host has confirmed the end of the game."""
        return self.dialog.ended

    @property
    def is_rehearsal(self) -> bool:
        """True if the cards are simulated."""
        return self.match.truth is not None

    @property
    def has_sleeves(self) -> bool:
        """True if the table uses sleeves."""
        return self.match.table.equipment == SLEEVES

    def is_first_step(self, step: StepPrompt) -> bool:
        """Return whether this is the first step of a rehearsal's first virtual turn."""
        first = self.is_rehearsal and step.number <= 1 and not step.recovering
        return first and not self.result().runs

    @property
    def taken_back(self) -> bool:
        """True if there are undone inputs to redo."""
        return bool(self.match.ahead)

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.match.is_over

    @property
    def has_begun(self) -> bool:
        """True if the game has an input that is part of its history."""
        return self.match.journal.has_begun

    @property
    def journal_path(self) -> Path | None:
        """Path of the game file. `None` for a game in memory."""
        return self.match.journal.path

    def close(self) -> None:
        """Close the game file."""
        self.match.close()

    def discard(self) -> None:
        """Close a game that could not start, and remove its new file."""
        self.match.journal.discard()

    # -- one input -----------------------------------------------------------------------------------

    def take(self, typed: str | Input, prompt: int | None = None, after: float | None = None) -> Reply:
        """Process a typed line or a tapped input. A rejected input changes nothing.

        Args:
            typed: Line or input.
            prompt: Prompt number. The input is rejected at any other prompt.
            after: Seconds since the prompt was shown, if known. If a step is confirmed too early, the input
                is ignored.

        Raises:
            JournalError: The game file can no longer be written.
            ProtocolBug: The program has an internal error.
        """
        dialog = self.dialog
        attempt, before = self.match.attempt, dialog.fingerprint
        stale = prompt is not None and prompt != dialog.number
        refused: FacilitatorError | None = None
        left = soon = False
        try:
            if stale:
                raise CommandError(*refusal("refused.prompt", now=dialog.number, then=prompt or 0))
            given = self.read(typed) if isinstance(typed, str) else typed
            if soon := after is not None and self._is_too_soon(given, after):
                dialog.say(sentence("said.too_soon"))
            else:
                row = next(row for row in COMMANDS if row.name == given.name)
                left = dialog.carry_out(row, given.argument)
        except FacilitatorError as err:
            if _ends_session(err):
                raise
            refused = err
        moved = dialog.fingerprint != before
        # If the input could not be written, the attempt was replayed. The step is shown again.
        anew = moved or self.match.attempt is not attempt or not (soon or refused is not None)
        if anew:
            dialog.move_on(moved)
        return Reply(dialog.take_messages(), refused, anew or stale, left)

    def would_cancel(self, given: Input) -> bool:
        """Return whether an input would cancel the attempt in progress, or declare it void."""
        attempt = self.match.attempt
        if given.name == "stop":
            return attempt is not None and self.match.way_out in ("doubt", "stop")
        if given.name == "doubt":
            return self.match.way_out == "doubt"
        return given.name == "void" and attempt is not None and _may_void(self.dialog)

    def rehearse(self) -> Reply:
        """Enter the input that the simulated cards require."""
        return self.take(self.rehearsed_input())

    def rehearsed_input(self) -> Input:
        """Return the input that the simulated cards require."""
        attempt = self.match.attempt
        return Input("say", attempt.look().answer) if attempt is not None and attempt.ask else Input("done")

    def read(self, typed: str) -> Input:
        """Parse a typed line. Answer keys come before commands, and commands before other answers.

        Raises:
            FacilitatorError: The current prompt does not accept the line.
        """
        text, kind = typed.strip(), self.dialog.kind
        if text and (question := self.dialog.question) is not None and question.kind == "rest":
            return self._read_rest(text, question)
        low = " ".join(text.lower().split())
        if kind is PromptKind.ASK and self.match.attempt and is_answer_key(low, self.match.attempt.ask):
            return self._read_answer(text, kind)
        if (command := _read_command(text, kind)) is not None:
            return command
        try:
            return self._read_answer(text, kind)
        except CommandError:
            if low in SCREEN_WORDS:  # with a screen, the terminal carries them out
                raise CommandError(*refusal("refused.screen", found=quote_input(text))) from None
            self._refuse_new_seats(text)
            raise

    def _refuse_new_seats(self, text: str) -> None:
        """Raise `CommandError` if the text says that somebody comes or leaves during a virtual turn."""
        match = self.match
        try:
            event = match.rules.codec.read_line(text, match.names)
        except FacilitatorError:
            return
        if match.attempt is not None and isinstance(event, Leave | Join | SitDown):
            said = match.rules.codec.text(event)
            raise CommandError(*refusal("refused.move.run", seat=match.turn or "", event=said))

    def _read_answer(self, text: str, kind: PromptKind) -> Input:
        """Parse a line that is not a command: an answer, an event, or a number."""
        match = self.match
        match kind:
            case PromptKind.ASK:
                assert match.attempt is not None
                ask, kinds = match.attempt.ask, match.rules.kinds
                return Input("say", read_answer(text, ask, kinds, match.explain_card, match.spelled_way_out))
            case PromptKind.DO:
                return self._read_check(text)
            case PromptKind.MOVE:
                return self._read_moves(text)
            case PromptKind.END:
                return Input("help")
            case PromptKind.CHOICE:
                question = self.dialog.question
                return Input("pick", read_number(text, 0 if question is None else len(question.options)))
            case _:
                assert_never(kind)

    def _read_moves(self, text: str) -> Input:
        """Parse one or more moves. If the last part of a move is missing, ask for it."""
        match = self.match
        try:
            events = read_moves(match.rules, text, match.state)
        except Unfinished as move:
            options = tuple(ChoiceOption(*completion) for completion in move.completions)
            return Input("rest", ChoicePrompt("rest", move.question, options))
        return Input("event", events if len(events) > 1 else events[0])

    def _read_rest(self, text: str, question: ChoicePrompt) -> Input:
        """Parse the missing part of a move. Words such as ``b`` for blue come before commands."""
        if text.isdecimal():
            return Input("pick", read_number(text, len(question.options)))
        last_events = [option.value[-1] for option in question.options]
        return Input("pick", 1 + match_completion(self.match.rules, text, last_events))

    def _read_check(self, text: str) -> Input:
        """Parse the expected answer of a check, which confirms a step: a count, yes or no.

        Raises:
            TableError: The count differs from the expected number.
            CommandError: The text is no answer to a check, or another one than expected.
        """
        now = self.get_prompt().asked
        lines = [line.instruction for line in now.lines] if isinstance(now, StepPrompt) else []
        expected = now.expected_count if isinstance(now, StepPrompt) else ""
        way_out = self.match.spelled_way_out
        if not (text.isdecimal() and expected):
            if len(lines) == 1 and text.lower() == strip_remark(lines[0].expected).lower():
                return Input("done")
            is_yes_or_no = text.lower() in (*list_spellings("word.sure"), *list_spellings("word.none"))
            if is_yes_or_no and len(lines) == 1 and lines[0].check and not expected:
                raise CommandError(*refusal("refused.word.check", check=lines[0].full_check, way_out=way_out))
            key = "refused.word.number" if expected else "refused.word"
            raise CommandError(*refusal(key, found=quote_input(text), way_out=way_out))
        if int(text) != int(expected):
            raise TableError(*refusal("refused.check", expected=expected, found=text, way_out=way_out))
        return Input("done")

    def _is_too_soon(self, given: Input, after: float) -> bool:
        """Return whether an input confirms a step before anybody can have carried it out.

        A duel that the host only counts can be confirmed at any time.

        Args:
            given: The input.
            after: Seconds since the step was shown.
        """
        attempt = self.match.attempt
        takes_time = attempt is not None and given.name == "done" and not attempt.rest_of_step.is_only_counted
        return after < QUICKEST and takes_time
