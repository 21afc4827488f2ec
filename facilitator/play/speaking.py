"""What a session says of its game: replies to inputs, help, what was typed and what lies on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from facilitator.machine.faces import Face
from facilitator.machine.operations import Scramble
from facilitator.play.announcing import announced
from facilitator.play.asking import Prompter, SupplyNotes
from facilitator.play.game import Match
from facilitator.play.giving_up import stopped_words
from facilitator.play.glimpse import Glimpse, glimpse, known, told_in
from facilitator.play.keys import END_HELP, TOLD_IN, move_help, step_help
from facilitator.play.lying import lies, table_now
from facilitator.play.news import EventNews
from facilitator.play.offering import Card, TapOffer, offers
from facilitator.play.prompt import ActPrompt, Asked, EndPrompt, Explained, History, Said, Saying, TableNow
from facilitator.play.run import Run
from facilitator.readings.grouping import Wording
from facilitator.readings.instruction import Instruction
from facilitator.wording import at_table, plural


class Speaker:
    """A game, and what is to be told of it with the next reply."""

    def __init__(self, game: Match, minutes: Callable[[Run], float], box: SupplyNotes | None) -> None:
        """``minutes``: what is left of a run; ``box``: what an evening needs."""
        self._game, self._asker = game, Prompter(game, minutes, box)
        self._told: list[Said] = []
        self._tappable: tuple[Asked, tuple[TapOffer, ...]] | None = None

    # -- what a screen shows beside the prompt --------------------------------------------------------

    def offers(self, now: Asked) -> tuple[TapOffer, ...]:
        """Return what can be tapped where this is asked, now."""
        if self._tappable is None or self._tappable[0] is not now:
            self._tappable = now, offers(self._game, now)
        return self._tappable[1]

    def glimpse(self) -> Glimpse:
        """Return what everybody may see at one glance."""
        return glimpse(self._game)

    def card(self, face: Face) -> Card | None:
        """Return a card of the game in words; None for an extra card, or one nobody read out."""
        return known(face, self._game)

    def told_in(self, wording: Wording) -> tuple[Instruction, ...]:
        """Return the act at hand in another wording; nothing where there is none, or it is told so already."""
        return told_in(self._game.run, wording) if self._game.run is not None else ()

    def table_now(self) -> TableNow:
        """Return what must lie on the table."""
        return table_now(self._game)

    @property
    def rehearsed(self) -> bool:
        """Whether the cards are the program's."""
        return self._game.truth is not None

    # -- what an input brings about ------------------------------------------------------------------

    def _stop(self, reason: str = "") -> None:
        """Give the run up, or with a ``reason`` declare it void, and say what hands do first."""
        game = self._game
        first = game.void(reason) if reason else game.stop_run()
        self._say(stopped_words(first, bool(reason), game.recovering, game.colour_lies))
        self._gather()
        self._asker.read_anew()

    def _undo(self) -> None:
        self._say(f"Taken back: {self._game.unpress()}. {self._game.stays}".rstrip())
        self._gather()  # what hands put back
        self._asker.read_anew()

    def _back(self, number: int) -> None:
        """Go back to a number: say what was taken back, what hands put back, what stays and what was seen."""
        game = self._game
        self._say(f"Taken back: {game.back(number)}. {game.stays}".rstrip())
        self._gather()  # what hands put back, the last first
        for said in (game.seen_beyond, game.repair):
            if said:
                self._say(said)
        self._asker.read_anew()

    def _redo(self, presses: int) -> None:
        self._say(f"Typed again: {plural(self._game.redo(presses), 'press', 'presses')}.")
        self._gather()
        self._asker.read_anew()

    def _history(self, whole: bool) -> None:
        lines = self._game.history()
        if lines:
            self._told.append(History(lines, whole))
        else:
            self._say("Nothing was typed yet.")

    def _table(self) -> None:
        self._told.append(table_now(self._game))

    def _lies(self) -> bool:
        return lies(self._game)

    def _say_begun_anew(self) -> None:
        """Say, where a game goes on at an act of several steps, that it is the act that is kept, not its steps."""
        run = self._game.run
        if run is None or not run.more:
            return
        steps = f"steps {run.number} to {run.number + run.more}"
        todo = "Which of them were done is not kept: look at the cards, and do what is not done yet."
        self._say(f"The act at hand has {steps}. {todo}")
        if any(isinstance(op, Scramble) for op in run.acts):
            self._say("If nobody is sure that all of it was mixed, mix it again.")

    def _tell_in(self, wording: Wording) -> None:
        self._game.tell_in(wording)
        self._say(f"From here on: {wording}, {TOLD_IN[wording]}.")

    def _explain(self, now: Asked) -> None:
        if isinstance(now, ActPrompt):
            self._told.append(Explained(now))
        else:
            self._help(now)

    def _help(self, now: Asked) -> None:
        match now:
            case ActPrompt():
                text = step_help(self._game.law)
            case EndPrompt():
                text = END_HELP
            case _:
                law = self._game.law
                text = "\n".join((law.help, *law.also(self._game.state), move_help(law)))
        for line in at_table(text, self._game.table.named_first).splitlines():
            self._say(line)

    # -- what is told --------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self._told.append(Saying(text))

    def _gather(self) -> None:
        """Collect what the game has to tell."""
        law: Any = self._game.law
        for item in self._game.news:
            self._told.append(announced(item, law) if isinstance(item, EventNews) else item)
        self._game.news.clear()

    def _tell(self) -> tuple[Said, ...]:
        told, self._told = tuple(self._told), []
        return told
