"""The evening: ask, take, announce, until somebody wins or the host goes to bed."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from facilitator.cli import show
from facilitator.cli.ask import Question, Source
from facilitator.cli.keys import END, MOVE_HELP, STEP_HELP, TOLD_IN
from facilitator.cli.screen import Screen, where
from facilitator.cli.typed import (
    ANOTHER_WORDING,
    EXPLAIN,
    HELP,
    NOTE,
    QUIT,
    STAGE,
    STATE,
    STOP,
    UNDO,
    VOID,
    asking,
    either,
    read_answer,
    read_note,
    read_reason,
)
from facilitator.errors import CommandError, FacilitatorError, JournalError, NotWritten
from facilitator.games.due import Ask, Select
from facilitator.games.events import Drew, Event, Lacks, Pass, Play, Start
from facilitator.machine.faces import NONE, Asked, asked
from facilitator.planning.clock import Clock
from facilitator.play.dealing import dealing
from facilitator.play.game import Game
from facilitator.play.news import Told
from facilitator.play.run import Run
from facilitator.play.telling import NEXT
from facilitator.readings.grouping import Wording
from facilitator.readings.titles import title
from facilitator.supplies.box import Box
from facilitator.wording import quoted

QUICKEST = 0.4
"""Seconds within which nobody can have done an act: an Enter that comes sooner was not meant for it."""


class Leave(Exception):
    """The host wants to stop for now."""


class Evening:
    """Plays a game to its end, or until the host leaves or ``turns`` turns are over.

    Without a ``source`` nobody is asked; a rehearsal answers for itself.
    """

    def __init__(
        self,
        game: Game,
        screen: Screen,
        source: Source | None,
        clock: Clock,
        turns: int | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """``now``: seconds, by which an Enter at a terminal is found to have come too soon."""
        self.game, self.screen, self.source, self.clock = game, screen, source, clock
        self._left, self._now = turns, now
        self._wording = game.wording
        self._box = Box(game.table) if game.table.virtual else None
        self._headed: tuple[int, bool] | None = None

    def play(self) -> bool:
        """Return True if the game is over; raises `Leave`, EOFError or KeyboardInterrupt."""
        while self._left != 0:
            if self.game.over:
                if not self._reopened():
                    break
            elif self.game.run is not None:
                self._run(self.game.run)
            elif self.game.turn is None:
                self._open()
            else:
                self._move()
        return self.game.over

    def _reopened(self) -> bool:
        """Ask at the end of a game whether its last entry was right; tell whether to go on."""
        if self.source is None:
            return False
        try:
            text = self._ask(Question(END, ["undo", "quit"], self.game.law.facts(self.game.state)))
        except EOFError:
            return False
        if text.lower() in UNDO:
            return self._common(text, MOVE_HELP)
        if text and text.lower() not in QUIT and self.source.interactive:
            self.screen.say("u takes the last entry back, Enter ends.")
            return True
        return False

    # -- one input -----------------------------------------------------------------------------------

    def _open(self) -> None:
        game = self.game
        self._prepare()
        start = game.likely() if game.truth else None
        if self.source is None:
            self._take(game.likely())
            return
        hint = f"e.g. {game.law.opening}"
        if start is not None:
            hint = f"Enter for {_opening(start) if isinstance(start, Start) else game.law.text(start)}"
        self._ask_event(f"{game.law.question(game.state)} ({hint}): ", start, game.names)

    def _prepare(self) -> None:
        """Before the first event: say what the box holds, and how to deal."""
        if self.game.state.n:
            return
        if self._box is not None:
            self.screen.say(self._box.contents())
        if self.source is not None:
            self.screen.say(dealing(self.game.table))

    def _move(self) -> None:
        game, state = self.game, self.game.state
        self._prepare()
        name, kinds = str(game.turn), game.law.kinds
        self._head()
        move = game.likely() if game.truth else None
        if self.source is None:
            assert move is not None
            self._take(move)
            return
        if game.truth is not None and move is not None:
            cards = ", ".join(sorted(game.truth.held(name), key=kinds.order))
            self.screen.say(f"Only in a rehearsal: {name} holds {cards}. Enter: {game.law.text(move)}.")
        may = (play for play in game.law.moves(state, kinds.cards) if isinstance(play, Play))
        words = list(dict.fromkeys(play.card for play in may)) + self._words_without()
        self._ask_event(f"{name}, {game.law.question(state)}: ", move, words)

    def _words_without(self) -> list[str]:
        """Return what may be typed now that is no card."""
        law, state = self.game.law, self.game.state
        words = []
        for move in law.moves(state, ()):
            try:
                law.apply(state, move)
            except FacilitatorError:
                continue
            match move:
                case Drew():
                    words.append("draw")
                case Pass():
                    words.append("pass")
                case Lacks():
                    words.append("no")
                case _:
                    words.append(law.text(move))
        return words

    def _ask_event(self, prompt: str, default: Event | None, words: list[str]) -> None:
        while True:
            facts = self.game.law.facts(self.game.state)
            text = self._ask(Question(prompt, [*words, "undo", "quit"], facts))
            try:
                if self._common(text, f"{self.game.law.help}\n{MOVE_HELP}"):
                    return None
                if not text and default is not None:
                    return self._take(default)
                return self._take(self.game.law.read(text, self.game.state))
            except FacilitatorError as err:
                self._refuse(err)

    def _run(self, run: Run) -> None:
        if not self.game.recovering:
            self._head()
        if not run.lines:  # told with the act before
            return self._press("")
        self._enough(run)
        self._practised()
        self.screen.step(self.game, run)
        self.screen.seen(self.game, run)
        if self.source is None:
            return self._press(run.look().answer if run.ask else "")
        prompt = (
            f"        {asking(run.lines[-1].question, run.ask)} " if run.ask else "        Enter when done: "
        )
        words = [*run.ask, "undo", "stop", "void", *Wording, "quit"]
        while True:
            begun = self._now()
            text = self._ask(Question(prompt, words, self._toolbar(run)))
            if self.source.interactive and not text and self._now() - begun < QUICKEST:
                self.screen.say("That Enter came too soon to be about this act.")
                continue
            try:
                if self._at_step(text, run):
                    return None
                if not run.ask and text:
                    raise CommandError(
                        "just Enter, or a word such as stop, u, q", quoted(text), "?? explains them."
                    )
                return self._press(read_answer(text, run.ask, self.game.law.kinds) if run.ask else "")
            except FacilitatorError as err:
                self._refuse(err)
                if self.game.run is not run:  # what could not be written was taken back: the step comes again
                    return None

    def _at_step(self, text: str, run: Run) -> bool:
        """Do what a word means at a step; tell whether it was one, and the step is to be shown anew."""
        low = text.lower()
        if low in EXPLAIN:
            self.screen.explain(self.game, run)
            return True
        if low in ANOTHER_WORDING and not run.ask:
            self._tell_in(NEXT[self.game.wording])
            return True
        if self._common(text, STEP_HELP):
            return True
        if low in STOP:
            self._stop()
        elif low in STAGE:
            self._whole_stage(run)
        elif low.split(maxsplit=1)[:1] == [VOID]:
            self._stop(read_reason(text))
        else:
            return False
        return True

    def _press(self, said: str) -> None:
        """Take an act as done; a card that was turned over is announced before everything goes home."""
        run, plan = self.game.run, self.game.plan
        ask = run.ask if run is not None else ()
        self.game.press(said)
        if plan is not None and ask and said != NONE and asked(ask) is Asked.CARD and self.game.run is run:
            self.screen.say(f"{plan.seat} plays {said} ({self.game.law.kinds.describe(said)}).")
        self._tell()

    def _practised(self) -> None:
        """Say once that the wording has become brief by itself."""
        if self.game.wording is not self._wording:
            self._wording = self.game.wording
            self.screen.say(
                f"From here on in {self._wording} wording: {TOLD_IN[self._wording]}. Type full for one act a "
                "number, ? for more on an act."
            )

    def _tell_in(self, wording: Wording) -> None:
        self.game.tell_in(wording)
        self._wording = wording
        self.screen.say(f"From here on: {wording}, {TOLD_IN[wording]}.")

    def _enough(self, run: Run) -> None:
        """Before a run begins: warn of a hand that may outgrow its markers."""
        layout = self.game.plan.layout if self.game.plan else None
        if run.number == 1 and layout is not None and self._box is not None:
            warning = self._box.warning(layout, run)
            if warning:
                self.screen.say(warning)

    def _whole_stage(self, run: Run) -> None:
        """Take every step up to the next question, or the next stage, as done; show each."""
        if run.ask:
            raise CommandError(
                f"an answer: {either(run.ask)}",
                '"s", which goes on to the next question',
                "This is one. Look at the cards, and type what lies there.",
            )
        heading = run.heading
        self._press("")
        while self.game.run is run and run.heading == heading and not run.ask:
            if run.lines:
                self.screen.step(self.game, run)
                self.screen.seen(self.game, run)
            self._press("")

    def _stop(self, reason: str = "") -> None:
        """Give the run up, or with a ``reason`` declare it void, and say what hands do first."""
        game = self.game
        first = game.void(reason) if reason else game.stop_run()
        told = (
            "these steps then take every card home, and" if game.recovering else "nothing else lies there, so"
        )
        again = "the colour lottery" if game.colour_lies else "the turn"
        what = "It is declared void, in the record." if reason else "The run is given up."
        hands = f"{first}; {told} {again} starts again." if first else ""
        self.screen.say(
            f"{what} What was seen by accident stays seen: keep it with note TEXT. {hands}".rstrip()
        )
        self.screen.news(game, game.news)
        game.news.clear()
        self._headed = None

    def _common(self, text: str, help_text: str) -> bool:
        """Do what a word means at every prompt; tell whether it was one and the prompt is finished."""
        low = text.lower()
        if low in QUIT:
            raise Leave
        if low in UNDO:
            self.screen.say(f"Taken back: {self.game.unpress()}. {self.game.stays}".rstrip())
            self.screen.news(self.game, self.game.news)  # what hands put back
            self.game.news.clear()
            self._headed = None
        elif low in tuple(Wording):
            self._tell_in(Wording(low))
        elif low in HELP or low in EXPLAIN:
            for line in help_text.splitlines():
                self.screen.say(line)
        elif low in STATE:
            self.screen.say(self.game.law.facts(self.game.state))
        elif low.split(maxsplit=1)[:1] == [NOTE]:
            self.game.note(read_note(text))
            self.screen.say("Noted.")
        elif low in STOP and self.game.run is None:
            self._stop()  # of a run that was taken back; else it says that there is nothing to give up
        elif low.split(maxsplit=1)[:1] == [VOID] and self.game.run is None:
            self._stop(read_reason(text))
        else:
            return False
        return True

    # -- taking and telling --------------------------------------------------------------------------

    def _take(self, event: Event) -> None:
        self.game.submit(event)
        self._tell()

    def _tell(self) -> None:
        game = self.game
        self.screen.news(game, game.news)
        if self._left is not None:
            self._left -= sum(item.ends_turn for item in game.news if isinstance(item, Told))
            self._left = max(0, self._left)
        game.news.clear()

    def _head(self) -> None:
        """Show the head of a turn once."""
        need = self.game.need
        again = isinstance(need, Ask | Select) and need.again
        mark = (self.game.state.n - again, self.game.drawing_lot)
        if self._headed != mark:
            self._headed = mark
            self.screen.turn(self.game)

    def _toolbar(self, run: Run) -> str:
        left = f"{self.clock.words(run)} left"
        said = self.game.law.facts(self.game.state, short=True)
        return f" {where(run)} · {left} · {title(run.heading, bool(run.cue.times))} · {said} "

    def _ask(self, question: Question) -> str:
        assert self.source is not None
        return self.source.ask(question)

    def _refuse(self, err: FacilitatorError) -> None:
        """Explain and ask again; a pipe cannot be asked again, so there the error ends it."""
        again = err.exit_code < JournalError.exit_code or isinstance(err, NotWritten)
        if self.source is None or not self.source.interactive or not again:
            raise err
        show.error(err)


def _opening(start: Start) -> str:
    return f"{start.card} {start.first}" if start.card else start.first
