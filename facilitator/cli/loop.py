"""The evening: show what is asked, read a line, hand it on, show what it brought about."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import assert_never

from facilitator.cli import show
from facilitator.cli.ask import Elsewhere, LineQuestion, Source
from facilitator.cli.screen import Screen, toolbar
from facilitator.play.commands import DUEL, asking
from facilitator.play.desk import Desk
from facilitator.play.oops import WaysOn, WhatHappened
from facilitator.play.prompt import (
    ActPrompt,
    Announced,
    EndPrompt,
    Explained,
    History,
    Leaving,
    MovePrompt,
    OpeningPrompt,
    Prompt,
    Reply,
    Saying,
    Setting,
    TableNow,
)
from facilitator.play.session import Session
from facilitator.telling.grouping import Wording

LOOKED_UP = ("table", "history", "back", "redo")


class LeaveTable(Exception):
    """The host wants to stop for now."""


class Evening:
    """Plays a game to its end, or until the host leaves or ``turns`` turns are over.

    Without a ``source`` nobody is asked; a rehearsal answers for itself.
    """

    def __init__(
        self,
        session: Session | Desk,
        screen: Screen,
        source: Source | None,
        turns: int | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """``now``: seconds, by which an Enter at a terminal is found to have come too soon."""
        self.session, self.screen, self.source = session, screen, source
        self._left, self._now = turns, now
        self._headed = 0
        session.attended = source is not None and source.interactive

    def play(self) -> bool:
        """Return True if the game is over; raises `LeaveTable`, EOFError or KeyboardInterrupt."""
        self._tell(self.session.first)
        while self._left != 0:
            try:
                if not self._turn_over():
                    break
            except Elsewhere:
                if not self._caught_up():
                    break
        return self.session.over

    def _turn_over(self) -> bool:
        """Show a prompt, and what its answer brought about; tell whether to go on."""
        prompt = self.session.now()
        if isinstance(prompt.asked, EndPrompt):
            return self._reopened(prompt, prompt.asked)
        self._show(prompt)
        reply = self.session.rehearse() if self.source is None else self._answered(prompt, self.source)
        self._tell(reply)
        if reply.left:
            raise LeaveTable
        return True

    def _caught_up(self) -> bool:
        """Show what came about at another desk; tell whether to go on.  Raises what ended it there."""
        assert isinstance(self.session, Desk)
        for heard in self.session.heard():
            if heard.raised is not None:
                raise heard.raised
            self.screen.say(f"On a screen: {heard.called}.")
            self._tell(heard.reply)
            if heard.reply.left:
                raise LeaveTable
        return not self.session.ended

    def _reopened(self, prompt: Prompt, end: EndPrompt) -> bool:
        """Ask at the end of a game whether its last entry was right; tell whether to go on."""
        if self.source is None:
            return False
        try:
            text = self.source.ask(LineQuestion(end.question, ["undo", "quit"], prompt.facts))
        except EOFError:
            return False
        reply = self.session.take(text)
        if self.session.over and not reply.refused and (self.session.ended or not self.source.interactive):
            return False
        self._tell(reply)
        return True

    def _answered(self, prompt: Prompt, source: Source) -> Reply:
        """Ask until something is taken; what is not is explained, and the act is not shown again."""
        question = asked_of(prompt)
        while True:
            begun = self._now()
            text = source.ask(question)
            took = self._now() - begun if source.interactive else None
            reply = self.session.take(text, prompt.number, took)
            if reply.anew:
                show.standing.back()
                return reply
            self._tell(reply)

    # -- showing -------------------------------------------------------------------------------------

    def _show(self, prompt: Prompt) -> None:
        match prompt.asked:
            case OpeningPrompt() as opening:
                self._prepare(opening.setting)
            case MovePrompt() as move:
                self._prepare(move.setting)
                self._head(prompt)
                if self.source is not None and move.likely is not None:
                    cards = ", ".join(move.holds)
                    self.screen.say(
                        f"Only in a rehearsal: {move.seat} holds {cards}. Enter: {move.likely.text}."
                    )
            case ActPrompt() as act:
                self._head(prompt)
                for said in (prompt.warning, prompt.offer if self.source is not None else ""):
                    if said:
                        self.screen.say(said)
                self.screen.act(act)
            case Leaving(told=told):
                if told:
                    self.screen.say(told)
            case WhatHappened() | WaysOn():
                self.screen.choices(prompt.asked)
            case EndPrompt():
                pass
            case _:
                assert_never(prompt.asked)

    def _prepare(self, setting: Setting | None) -> None:
        """Before the first event: say what the box holds, and how to deal."""
        if setting is None:
            return
        if setting.box:
            self.screen.say(setting.box)
        if self.source is not None:
            self.screen.say(setting.dealing)

    def _head(self, prompt: Prompt) -> None:
        """Show the head of a turn once."""
        if prompt.head is not None and prompt.head.number != self._headed:
            self._headed = prompt.head.number
            self.screen.turn(prompt, prompt.head)

    def _tell(self, reply: Reply) -> None:
        """Show what an input brought about; a pipe cannot be asked again, so there a refusal ends it."""
        for item in reply.told:
            match item:
                case Saying(text):
                    self.screen.say(text)
                case ActPrompt():
                    self.screen.act(item)
                    show.standing.back()  # it was taken as done with others
                case Explained(act):
                    self.screen.explain(act)
                case History():
                    self.screen.history(item)
                case TableNow():
                    self.screen.table(item)
                case _:
                    self.screen.news(item)
                    if self._left and isinstance(item, Announced) and item.told.ends_turn:
                        self._left -= 1
        if reply.refused is None:
            return
        if self.source is None or not self.source.interactive:
            raise reply.refused
        show.error(reply.refused)


def asked_of(prompt: Prompt) -> LineQuestion:
    """Return a prompt as a question at a terminal, with the words to complete."""
    match prompt.asked:
        case OpeningPrompt() as opening:
            likely = opening.likely
            hint = f"Enter for {likely.text}" if likely is not None else f"e.g. {opening.example}"
            words = [*opening.seats, "undo", *LOOKED_UP, "quit"]
            return LineQuestion(f"{opening.question} ({hint}): ", words, prompt.facts)
        case MovePrompt() as move:
            return LineQuestion(
                f"{move.seat}, {move.question}: ", [*move.words, "undo", *LOOKED_UP, "quit"], prompt.facts
            )
        case ActPrompt() as act:
            doubt = ["doubt"] if act.doubtful else []
            words = [*act.spelled, *doubt, "undo", "oops", "stop", "void", *LOOKED_UP, *Wording, "quit"]
            done = f"{DUEL.format(*act.duel).capitalize()}: Enter" if act.duel else "Enter when done:"
            question = asking(act.question, act.ask) if act.ask else done
            return LineQuestion(f"        {question} ", words, toolbar(act, prompt.short))
        case Leaving(question=question, clears=clears):
            return LineQuestion(question, ["stay", *(["clear"] if clears else []), "back"], prompt.facts)
        case WhatHappened(question=question) | WaysOn(question=question):
            return LineQuestion(question, ["back"], prompt.facts)
        case EndPrompt() as end:
            return LineQuestion(end.question, ["undo", "quit"], prompt.facts)
        case _:
            assert_never(prompt.asked)
