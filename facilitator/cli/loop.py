"""The evening: ask, take, announce, until somebody wins or the host goes to bed."""

from __future__ import annotations

from facilitator.cli import show
from facilitator.cli.ask import Question, Source
from facilitator.cli.screen import Screen, facts, where
from facilitator.cli.typed import (
    HELP,
    NOTE,
    QUIT,
    STAGE,
    STATE,
    STOP,
    UNDO,
    either,
    read_answer,
    read_move,
    read_note,
    read_opening,
)
from facilitator.errors import CommandError, FacilitatorError, JournalError, NotWritten
from facilitator.games.uno import cards as uno
from facilitator.games.uno.events import Event, Start, to_text
from facilitator.planning.clock import Clock
from facilitator.play.dealing import dealing
from facilitator.play.game import Game
from facilitator.play.giving_up import hands_first
from facilitator.play.news import Told
from facilitator.play.run import Run
from facilitator.readings.titles import title
from facilitator.supplies.box import Box

STEP_HELP = (
    "Enter: done, as the CHECK says.  s: the rest of this stage is done, up to its next question.\n"
    "a or b: what a pair reads (α β or β α).  A card, a colour, none: what lies face up.\n"
    "stop: something differs from a CHECK; the program leads you back safely, until the result is in sight.\n"
    "u: take the last step back.  note TEXT: keep a remark.  state: the public facts.\n"
    "q: save and leave, also in mid-run; the same command goes on."
)
MOVE_HELP = (
    "A card: 7R, r7, red 7, skip blue, +2 g.  A black card with its colour: w blue, +4 red.\n"
    "draw, then a card or pass.  A whole line works too: Ana plays 7R.\n"
    "u: take the last entry back.  note TEXT: keep a remark.  state: the public facts.  q: save and leave."
)


class Leave(Exception):
    """The host wants to stop for now."""


class Evening:
    """Plays a game to its end, or until the host leaves or ``turns`` turns are over.

    Without a ``source`` nobody is asked; a rehearsal answers for itself.
    """

    def __init__(
        self, game: Game, screen: Screen, source: Source | None, clock: Clock, turns: int | None = None
    ) -> None:
        self.game, self.screen, self.source, self.clock = game, screen, source, clock
        self._left = turns
        self._box = Box(game.table) if game.table.virtual else None
        self._headed: tuple[int, bool] | None = None

    def play(self) -> bool:
        """Return True if the game is over; raises `Leave`, EOFError or KeyboardInterrupt."""
        while not self.game.over and self._left != 0:
            if self.game.run is not None:
                self._run(self.game.run)
            elif not self.game.state.started:
                self._open()
            else:
                self._move()
        return self.game.over

    # -- one input -----------------------------------------------------------------------------------

    def _open(self) -> None:
        game = self.game
        if self._box is not None:
            self.screen.say(self._box.contents())
        if self.source is None:
            assert game.truth is not None
            self._take(game.truth.start(game.state))
            return
        self.screen.say(dealing(game.table))
        start = game.truth.start(game.state) if game.truth else None
        hint = f"Enter for {start.card} {start.first}" if start else "e.g. 7R Ana"
        self._ask_event(f"First top card and who starts ({hint}): ", start, game.names)

    def _move(self) -> None:
        game, state = self.game, self.game.state
        name = game.names[state.turn]
        self._head()
        move = game.truth.move(state) if game.truth else None
        if self.source is None:
            assert move is not None
            self._take(move)
            return
        if game.truth is not None and move is not None:
            cards = ", ".join(sorted(game.truth.table.hands[name], key=uno.deck_order))
            self.screen.say(f"Only in a rehearsal: {name} holds {cards}. Enter: {to_text(move)}.")
        what = "the drawn card, or pass" if state.drawn else "a card, or draw"
        self._ask_event(f"{name}, {what}: ", move, sorted(state.legal_cards(), key=uno.deck_order))

    def _ask_event(self, prompt: str, default: Event | None, words: list[str]) -> None:
        while True:
            text = self._ask(
                Question(prompt, [*words, "draw", "pass", "undo", "quit"], facts(self.game.state))
            )
            try:
                if self._common(text, MOVE_HELP):
                    return None
                if not text and default is not None:
                    return self._take(default)
                return self._take(self._read(text))
            except FacilitatorError as err:
                self._refuse(err)

    def _read(self, text: str) -> Event:
        state = self.game.state
        return read_move(text, state) if state.started else read_opening(text, self.game.names)

    def _run(self, run: Run) -> None:
        if not self.game.recovering:
            self._head()
        self._enough(run)
        self.screen.step(run, self.game.state)
        self.screen.seen(self.game, run)
        asked = run.step.instruction
        if self.source is None:
            self._take(run.truth if asked.ask else "")
            return None
        prompt = f"        {asked.question} " if asked.ask else "        Enter when done: "
        while True:
            text = self._ask(Question(prompt, [*asked.ask, "undo", "stop", "quit"], self._toolbar(run)))
            try:
                if self._common(text, STEP_HELP):
                    return None
                if text.lower() in STOP:
                    return self._stop()
                if text.lower() in STAGE:
                    return self._whole_stage(run)
                if not asked.ask and text:
                    raise CommandError(
                        "just Enter, or a word such as stop, u, q", uno.quoted(text), "? explains them."
                    )
                return self._take(read_answer(text, asked.ask) if asked.ask else "")
            except FacilitatorError as err:
                self._refuse(err)
                if self.game.run is not run:  # what could not be written was taken back: the step comes again
                    return None

    def _enough(self, run: Run) -> None:
        """Before a run begins: warn of a hand that may outgrow its markers."""
        layout = self.game.plan.layout if self.game.plan else None
        if run.number == 1 and layout is not None and self._box is not None:
            warning = self._box.warning(layout, run)
            if warning:
                self.screen.say(warning)

    def _whole_stage(self, run: Run) -> None:
        """Take every step up to the next question, or the next stage, as done; show each."""
        if run.step.instruction.ask:
            raise CommandError(
                f"an answer: {either(run.step.instruction.ask)}",
                '"s", which goes on to the next question',
                "This is one. Look at the cards, and type what lies there.",
            )
        heading = run.step.heading
        self._take("")
        while self.game.run is run and run.step.heading == heading and not run.step.instruction.ask:
            self.screen.step(run, self.game.state)
            self.screen.seen(self.game, run)
            self._take("")

    def _stop(self) -> None:
        game = self.game
        again = "the colour lottery" if game.choosing_colour else "the turn"
        first = hands_first(game.run.step) if game.run is not None else ""
        game.stop_run()
        told = (
            "these steps then take every card home, and" if game.recovering else "nothing else lies there, so"
        )
        self.screen.say(
            "The run is given up. What was seen by accident stays seen: keep it with note TEXT. "
            f"{first}; {told} {again} starts again."
        )
        self._headed = None

    def _common(self, text: str, help_text: str) -> bool:
        """Do what a word means at every prompt; tell whether it was one and the prompt is finished."""
        low = text.lower()
        if low in QUIT:
            raise Leave
        if low in UNDO:
            decided = self.game.decided
            self.screen.say(f"Taken back: {self.game.undo()}. A card that was seen stays seen.")
            if decided:
                self.screen.say("What the cards decided stays decided, unless it was typed wrongly.")
            self.game.news.clear()
            self._headed = None
        elif low in HELP:
            for line in help_text.splitlines():
                self.screen.say(line)
        elif low in STATE:
            self.screen.say(facts(self.game.state))
        elif low.split(maxsplit=1)[:1] == [NOTE]:
            self.game.note(read_note(text))
            self.screen.say("Noted.")
        elif low in STOP and self.game.run is None:
            self.game.stop_run()  # says that there is nothing to give up
        else:
            return False
        return True

    # -- taking and telling --------------------------------------------------------------------------

    def _take(self, said: Event | str) -> None:
        game = self.game
        if isinstance(said, str):
            game.answer(said)
        else:
            game.submit(said)
        self.screen.news(game.news)
        if self._left is not None:
            self._left -= sum(_ends_turn(item) for item in game.news if isinstance(item, Told))
            self._left = max(0, self._left)
        game.news.clear()

    def _head(self) -> None:
        """Show the head of a turn once."""
        state = self.game.state
        mark = (state.n - state.drawn, self.game.choosing_colour)
        if self._headed != mark:
            self._headed = mark
            self.screen.turn(self.game)

    def _toolbar(self, run: Run) -> str:
        left = f"{self.clock.words(run)} left"
        return f" {where(run)} · {left} · {title(run.heading)} · {facts(self.game.state, short=True)} "

    def _ask(self, question: Question) -> str:
        assert self.source is not None
        return self.source.ask(question)

    def _refuse(self, err: FacilitatorError) -> None:
        """Explain and ask again; a pipe cannot be asked again, so there the error ends it."""
        again = err.exit_code < JournalError.exit_code or isinstance(err, NotWritten)
        if self.source is None or not self.source.interactive or not again:
            raise err
        show.error(err)


def _ends_turn(item: Told) -> bool:
    """Whether a turn came to its end with this event."""
    return not isinstance(item.event, Start) and not item.state.drawn
