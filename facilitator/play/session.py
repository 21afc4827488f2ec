"""The façade of a game: what the table must do now, as data, and one input at a time.

A front-end is a loop over a session: it shows the prompt, hands on what was typed or tapped, and shows the reply.
It needs to know nothing else of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self, assert_never

from facilitator.errors import CommandError, FacilitatorError, JournalError, NotWritten, ProtocolBug
from facilitator.machine.faces import NONE, AnswerKind, asked
from facilitator.play import inputs
from facilitator.play.asking import SupplyNotes, result_of
from facilitator.play.checks import remarked
from facilitator.play.dialogue import Dialogue
from facilitator.play.game import Match
from facilitator.play.inputs import Input, read_at_act, read_at_end, read_at_move
from facilitator.play.lying import lies
from facilitator.play.prompt import Prompt, Reply, Result
from facilitator.play.run import Run
from facilitator.play.slips import Oops, Pick
from facilitator.play.telling import NEXT
from facilitator.play.typed import either, read_answer

if TYPE_CHECKING:
    from facilitator.table.load import Table

QUICKEST = 0.4
"""Seconds within which nobody can have done an act: an Enter that comes sooner was not meant for it."""


class Session(Dialogue):
    """One game, driven by whoever looks on: `now` tells the prompt, `take` takes an input.

    ``first``: what came about as it was opened, to be told before the first prompt.  ``ended``: the game is over,
    and somebody said that so it was.  ``attended``: set it where somebody can be asked what becomes of the table
    before they leave.  Calls may come from several front-ends, but one after the other.
    """

    def __init__(self, game: Match, minutes: Callable[[Run], float], box: SupplyNotes | None = None) -> None:
        """``minutes``: what is left of a run; ``box``: what an evening needs, if there are virtual seats."""
        super().__init__(game, minutes, box)
        self._number = 1
        self._prompt: Prompt | None = None
        self.ended = self.attended = False
        self._settle()
        if self.begun and lies(game):
            self._table()
        if self.begun:
            self._say_begun_anew()
        self.first = Reply(self._tell())

    @classmethod
    def open(
        cls,
        table: Table,
        path: Path | None,
        seed: int | None,
        minutes: Callable[[Run], float],
        box: SupplyNotes | None = None,
    ) -> Self:
        """Open the game in ``path``, or begin one there (None: in memory); ``seed`` makes it a rehearsal.

        Raises `JournalError` if the file is another table's, or damaged, or in use.
        """
        game = Match.open(table, path, seed)
        try:
            return cls(game, minutes, box)
        except BaseException:
            game.close()
            raise

    # -- what is asked now ---------------------------------------------------------------------------

    def now(self) -> Prompt:
        """Return what the table must do now; the same until an input took effect."""
        if self._prompt is None:
            prompt = self._asker.prompt(self._number)
            asked = self._own_question()
            self._prompt = prompt if asked is None else replace(prompt, asked=asked)
        return self._prompt

    def public(self) -> Mapping[str, object]:
        """Return the public state, in the shape of the JSON lines."""
        return self._game.law.state_json(self._game.state)

    @property
    def over(self) -> bool:
        """Whether the game is over, as far as was typed."""
        return self._game.over

    @property
    def begun(self) -> bool:
        """Whether anything was typed of this game yet."""
        return self._game.journal.begun

    @property
    def kept(self) -> Path | None:
        """Where the game is kept; None for one in memory."""
        return self._game.journal.path

    def result(self) -> Result:
        """Return how far the game came."""
        return result_of(self._game)

    def close(self) -> None:
        """Let the game's file go."""
        self._game.close()

    # -- one input -----------------------------------------------------------------------------------

    def take(self, typed: str | Input, prompt: int | None = None, after: float | None = None) -> Reply:
        """Take what was typed at the prompt, or an input that was tapped; what is refused changes nothing.

        ``prompt``: the number of the prompt it was meant for; for another it is refused.  ``after``: how many
        seconds it came after the prompt was shown, where that is known: an Enter that nobody can mean is not taken.
        Raises `JournalError` where the game's file can no longer be written, `ProtocolBug` for our own fault.
        """
        run, before = self._game.run, self._mark()
        stale = prompt is not None and prompt != self._number
        refused: FacilitatorError | None = None
        left = soon = False
        try:
            if stale:
                raise CommandError(
                    f"an answer to prompt {self._number}",
                    f"one to prompt {prompt}",
                    "Something was entered since. Look at what is asked now.",
                )
            one = self._read(typed.strip()) if isinstance(typed, str) else typed
            self._fits(one)
            soon = (
                after is not None and after < QUICKEST and run is not None and isinstance(one, inputs.ActDone)
            )
            if soon:
                self._say("That Enter came too soon to be about this act.")
            else:
                left = self._taken(one)
        except (JournalError, ProtocolBug) as err:
            if not isinstance(err, NotWritten):
                raise
            refused = err
        except FacilitatorError as err:
            refused = err
        moved = self._mark() != before
        self._number += moved
        # what could not be written was taken back with its run: the act comes again
        anew = moved or self._game.run is not run or not (soon or refused is not None)
        if anew:
            self._prompt = None
        return Reply(self._tell(), refused, anew or stale, left)

    def rehearse(self) -> Reply:
        """Take in a rehearsal what its cards say, as somebody would who never errs."""
        run = self._game.run
        if run is not None and run.ask:
            return self.take(inputs.Answer(run.look().answer))
        return self.take(inputs.ActDone())

    def _mark(self) -> tuple[object, ...]:
        """What differs whenever an input took effect."""
        game = self._game
        pressed = 0 if game.run is None else game.run.pressed
        return game.journal.size, pressed, game.wording, self.ended, self._leaving, self._slip

    def _read(self, text: str) -> Input:
        game, run = self._game, self._game.run
        if (own := self._read_own(text)) is not None:
            return own
        if game.over:
            return read_at_end(text)
        if run is not None:
            if not text:
                return (
                    inputs.ActDone()
                )  # also where an answer is missing: it may have come too soon to be meant
            return read_at_act(text, run.ask, game.law.kinds)
        return read_at_move(text, game.law, game.state, game.truth is not None)

    def _taken(self, one: Input) -> bool:
        """Do all of what an input says, or nothing; tell whether the host leaves."""
        asked = self._leaving, self._clearing, self._slip
        try:
            with self._game.together():
                left = self._do(one)
                self._settle()
                return self._cleared() or left
        except FacilitatorError:
            self._leaving, self._clearing, self._slip = asked
            self._told.clear()
            self._game.news.clear()
            raise

    def _do(self, one: Input) -> bool:
        """Do what an input says; tell whether the host leaves."""
        match one:
            case inputs.ActDone():
                self._done()
            case inputs.Answer(said):
                self._press(said)
            case inputs.Public(event):
                self._game.submit(event)
                self._gather()
            case inputs.Undo():
                self._undo()
            case inputs.Stop():
                self._stop()
            case inputs.Void(reason):
                self._stop(reason)
            case inputs.Note() | inputs.Count() | inputs.Recount():
                self._say(remarked(self._game, one))
            case inputs.TellIn(wording):
                self._tell_in(wording or NEXT[self._game.wording])
                self._settle()
                self._game.keep_wording()
            case inputs.StageDone():
                self._whole_stage()
            case inputs.Explain():
                self._explain(self.now().asked)
            case inputs.Help():
                self._help(self.now().asked)
            case inputs.Back(number):
                self._back(number)
            case inputs.Redo(presses):
                self._redo(presses)
            case inputs.ShowHistory(whole):
                self._history(whole)
            case inputs.ShowTable():
                self._table()
            case inputs.TellState():
                self._say(self._game.law.facts(self._game.state))
            case inputs.Quit():
                return not self.attended or self._quit()
            case inputs.Stay():
                self._leaving = self._clearing = False
                return True
            case inputs.Clear():
                self._clear()
            case inputs.PlayOn():
                self._leaving = self._clearing = False
                self._slip = None
            case Oops():
                self._ask_what()
            case Pick(number):
                return self._pick(number)
            case _:
                assert_never(one)
        return False

    def _done(self) -> None:
        game = self._game
        if game.over:
            self.ended = True
        elif game.run is not None:
            self._press(read_answer("", game.run.ask, game.law.kinds) if game.run.ask else "")
        else:
            game.submit(game.likely() if game.truth is not None else game.law.read("", game.state))
            self._gather()

    def _press(self, said: str) -> None:
        """Take an act as done; a card that was turned over is announced before everything goes home."""
        game = self._game
        run, plan = game.run, game.plan
        ask = run.ask if run is not None else ()
        game.press(said)
        if plan is not None and ask and said != NONE and asked(ask) is AnswerKind.CARD and game.run is run:
            self._say(f"{plan.seat} plays {said} ({game.law.kinds.describe(said)}).")
        self._gather()

    def _settle(self) -> None:
        """Take what was told with the act before as done; what comes up then begins an act."""
        while self._game.run is not None and not self._game.run.lines:
            self._press("")
        if self._game.run is not None:
            self._game.run.begin_here()

    def _whole_stage(self) -> None:
        """Take every act up to the next question, or the next stage, as done; tell each."""
        run = self._game.run
        if run is None:
            raise CommandError("a run under way", "none", "Only the acts of a run can be taken together.")
        if run.ask:
            raise CommandError(
                f"an answer: {either(run.ask, self._game.law.kinds)}",
                '"s", which goes on to the next question',
                "This is one. Look at the cards, and type what lies there.",
            )
        heading = run.heading
        self._press("")
        while self._game.run is run and run.heading == heading and not run.ask:
            if run.lines:
                self._told.append(self._asker.act(run))
            self._press("")
