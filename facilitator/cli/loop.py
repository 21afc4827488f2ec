"""Play a game at a terminal: show a prompt, read a line, pass the line to the session, and show its effects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from facilitator.cli import output
from facilitator.cli.input_lines import Elsewhere, LineQuestion, Source, can_ask_again
from facilitator.cli.json_lines import JsonScreen
from facilitator.cli.text_view import TextScreen, toolbar
from facilitator.cli.tutorial import Tutorial
from facilitator.errors import CommandError, FacilitatorError
from facilitator.i18n.catalogue import join_with_or, list_spellings, refusal, sentence
from facilitator.planning.pace import minutes_in_words
from facilitator.play import prompt as prompts
from facilitator.play.clients import Client, Clients
from facilitator.play.commands import format_question
from facilitator.play.session import Session

Screen = TextScreen | JsonScreen
LONG_TURN = 5.0
"""Duration of a virtual turn, in minutes, after which the host must confirm that the turn is cancelled."""


class LeaveTable(Exception):
    """Raised when the host interrupts the game."""


class TableLoop:
    """Loop that plays a game until the game is over, the host leaves, or a number of turns is reached."""

    def __init__(  # noqa: PLR0913
        self,
        session: Session | Client,
        screen: Screen,
        source: Source | None,
        turns: int | None = None,
        now: Callable[[], float] = monotonic,
        lesson: Tutorial | None = None,
    ) -> None:
        """Create the loop.

        Args:
            session: Session or client.
            screen: Screen that shows the game.
            source: Source of answers, or `None` if the rehearsal answers its own prompts.
            turns: Number of turns to play, or `None` for no limit.
            now: Clock in seconds, used to detect that Enter was pressed too soon.
            lesson: Tutorial settings, if any.
        """
        self.lesson = lesson
        self.screen, self.source = screen, source
        self._left, self._now = turns, now
        self._headed = self._prepared = 0
        self._last: tuple[int, int] | None = None  # attempt and number of the step shown last
        self._rejected: FacilitatorError | None = None
        self._hinted = False
        self.desk = session if isinstance(session, Client) else Clients(session).add_client()
        self.session = self.desk.session

    def play(self) -> bool:
        """Play the game. Return whether the game is over.

        Raises:
            LeaveTable: The host interrupts the game.
            EOFError: The input ended.
            KeyboardInterrupt: The user pressed Ctrl-C.
        """
        self._tell(self.session.first)
        while self._left != 0:
            try:
                if not self._play_prompt():
                    break
            except Elsewhere:
                if not self._catch_up():
                    break
        return self.session.is_over

    def _play_prompt(self) -> bool:
        """Show a prompt and the effects of its answer. Return whether to continue the loop."""
        prompt = self.desk.get_prompt()
        if isinstance(prompt.asked, prompts.EndPrompt):
            return self._ask_reopen(prompt, prompt.asked)
        source = None if self._plays_by_itself(prompt) else self.source
        self._show(prompt)
        reply = self.desk.rehearse() if source is None else self._read_answer(prompt, source)
        self._tell(reply)
        if reply.left:
            raise LeaveTable
        return True

    def _plays_by_itself(self, prompt: prompts.Prompt) -> bool:
        """Return whether the tutorial answers the prompt.

        After an undo, the user answers. The tutorial would only repeat the undone input.
        """
        return self.lesson is not None and self.lesson.plays(prompt) and not self.session.taken_back

    def _catch_up(self) -> bool:
        """Show the effects of inputs from web pages. Return whether to continue the loop.

        Raises:
            BaseException: The error that ended the game on a web page.
        """
        for heard in self.desk.take_news():
            if heard.raised is not None:
                raise heard.raised
            if heard.notice:
                self._say(heard.notice)
                continue
            if heard.called:
                self._say(sentence("screen.elsewhere", said=heard.called))
            self._tell(heard.reply)
            if heard.reply.left:
                raise LeaveTable
        return not self.session.is_confirmed_over

    def _ask_reopen(self, prompt: prompts.Prompt, end: prompts.EndPrompt) -> bool:
        """Let the host correct the last entry of a finished game. Return whether to continue the loop."""
        if self.source is None:
            return False
        try:
            text = self.source.ask(make_line_question(prompt, self.session.words(end)))
        except EOFError:
            return False
        reply = self.desk.take(text)
        if (
            self.session.is_over
            and not reply.refused
            and (self.session.is_confirmed_over or not self.source.interactive)
        ):
            return False
        self._tell(reply)
        return True

    def _check_end(self, prompt: prompts.Prompt, source: Source) -> None:
        """Check that the input may end here.

        Raises:
            FacilitatorError: The last line was rejected, or the rest of a move is missing, such as a colour.
        """
        if self._rejected is not None:
            raise self._rejected from None
        match prompt.asked:
            case prompts.ChoicePrompt(kind="rest") as rest if not can_ask_again(source):
                slots = {"question": rest.question, "options": join_with_or(rest.texts)}
                raise CommandError(*refusal("refused.rest", **slots)) from None

    def _read_answer(self, prompt: prompts.Prompt, source: Source) -> prompts.Reply:
        """Ask until an input is accepted. After a rejected input, the step is not shown again.

        Raises:
            EOFError: The input ended.
            FacilitatorError: The input ended after a rejected input.
        """
        led = self.lesson is not None and self.lesson.answers(prompt, self.session.result().runs)
        question = make_line_question(prompt, self.session.words(prompt.asked), led)
        while True:
            begun = self._now()
            try:
                text = source.ask(question)
            except CommandError as err:
                self._reject(err)
                continue
            except EOFError:
                self._check_end(prompt, source)
                raise
            if led and not text:
                return self._let_rehearsal_answer(prompt.asked)
            if source.interactive and not self._is_sure(prompt.asked, text, source):
                continue
            took = self._now() - begun if source.interactive else None
            reply = self.desk.take(text, prompt.number, took)
            if reply.anew:
                return reply
            self._tell(reply)

    def _let_rehearsal_answer(self, asked: prompts.Asked) -> prompts.Reply:
        """Answer according to the simulated cards, and say the answer unless a message says it."""
        said = self.session.rehearsed_input().argument
        reply = self.desk.rehearse()
        if isinstance(asked, prompts.StepPrompt) and said in asked.ask and not reply.messages:
            self._say(sentence("lesson.answered", said=asked.spelled[asked.ask.index(said)]))
        return reply

    def _is_sure(self, asked: prompts.Asked, text: str, source: Source) -> bool:
        """Return whether to carry out a typed line. Ask the host before a long virtual turn is cancelled."""
        if not isinstance(asked, prompts.StepPrompt) or asked.minutes_spent < LONG_TURN:
            return True
        try:
            cancels = self.session.would_cancel(self.session.read(text))
        except FacilitatorError:
            return True
        if not cancels:
            return True
        spent = minutes_in_words(asked.minutes_spent)
        said = source.ask(LineQuestion(sentence("screen.sure", minutes=spent)))
        return said.lower() in list_spellings("word.sure")

    # -- showing -------------------------------------------------------------------------------------

    def _show(self, prompt: prompts.Prompt) -> None:
        match prompt.asked:
            case prompts.OpeningPrompt(setting=setting):
                self._show_preparation(prompt, setting)
            case prompts.MovePrompt() as move:
                self._show_move(prompt, move)
            case prompts.StepPrompt() as step:
                self._show_step(prompt, step)
            case prompts.ChoicePrompt() as choice:
                self.screen.choices(choice)

    def _show_move(self, prompt: prompts.Prompt, move: prompts.MovePrompt) -> None:
        self._show_preparation(prompt, move.setting)
        self._show_heading(prompt)
        if self.source is not None and move.likely is not None and not self._plays_by_itself(prompt):
            cards = ", ".join(move.holds)
            slots = {"seat": move.seat, "cards": cards, "likely": move.likely.text}
            self._say(sentence("screen.rehearsal", **slots))

    def _show_step(self, prompt: prompts.Prompt, step: prompts.StepPrompt) -> None:
        self._show_heading(prompt)
        self._say(prompt.warning)
        self._say(prompt.offer if self.source is not None else "")
        if self.session.is_first_step(step):
            self.screen.introduce_words(step, prompt.head.seat if prompt.head else "")
        if not step.is_counted_after(self._last):  # The question says which duel it is.
            self.screen.show_step(step)
        self._say(step.simulated_dot)
        self._last = step.place

    def _show_preparation(self, prompt: prompts.Prompt, setting: prompts.Setting | None) -> None:
        """Show once which cards to prepare and how to deal them, before the first event."""
        is_new, self._prepared = prompt.number != self._prepared, prompt.number
        if is_new and setting is not None and (self.lesson is None or not self.lesson.seat):
            self._say(setting.box)
            self._say(setting.dealing if self.source is not None else "")

    def _show_heading(self, prompt: prompts.Prompt) -> None:
        """Show the heading of a turn once."""
        if prompt.head is not None and prompt.head.number != self._headed:
            self._headed = prompt.head.number
            self.screen.turn(prompt, prompt.head)

    def _say(self, text: str) -> None:
        if text:
            self.screen.tell(prompts.HostMessage(text))

    def _tell(self, reply: prompts.Reply) -> None:
        """Show the effects of an input, and the error for a rejected input."""
        for item in reply.messages:
            self.screen.tell(item)
            if self._left and isinstance(item, prompts.Announced) and item.message.ends_turn:
                self._left -= 1
        self._rejected = None
        if reply.refused is not None:
            self._reject(reply.refused)

    def _reject(self, err: FacilitatorError) -> None:
        """Explain a rejected input to a person. Without a person, raise the error."""
        if self.source is None or not can_ask_again(self.source):
            raise err
        output.error(err)
        self._rejected = err
        if not (self.source.interactive or self._hinted):
            self._hinted = True
            output.complain(sentence("read.terminals"))


def make_line_question(prompt: prompts.Prompt, words: Sequence[str] = (), led: bool = False) -> LineQuestion:
    """Convert a prompt to a question at a terminal.

    Args:
        prompt: Prompt.
        words: Words that the Tab key can complete.
        led: Whether Enter alone answers the question.
    """
    asked, facts = prompt.asked, prompt.facts
    match asked:
        case prompts.OpeningPrompt() if led:
            question = sentence("lesson.start")
        case prompts.OpeningPrompt(likely=likely):
            key, text = "screen.hint.example", asked.example
            if likely is not None:
                key, text = "screen.hint.enter", likely.text
            question = sentence(key, question=asked.question, likely=text)
        case prompts.MovePrompt():
            question = sentence("screen.move", seat=asked.seat, question=asked.question)
        case prompts.StepPrompt():
            facts = toolbar(asked, prompt.short)
            key = "screen.duel" if asked.duel else "screen.done"
            question = f"        {sentence(key, done=asked.done_label.capitalize())} "
            if asked.ask:
                enter = sentence("lesson.enter") * led
                question = f"        {format_question(asked.question, asked.ask, asked.spelled)} {enter}"
        case prompts.ChoicePrompt(kind="rest"):
            options = join_with_or(asked.texts)
            question = sentence("screen.rest", question=asked.question, options=options)
        case _:
            question = asked.question
    return LineQuestion(question, words, facts)
