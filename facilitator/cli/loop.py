"""The evening: ask, take, announce, until somebody wins or the host goes to bed."""

from __future__ import annotations

from facilitator.cli import show
from facilitator.cli.ask import Question, Source
from facilitator.cli.screen import Screen, facts
from facilitator.cli.typed import (
    HELP,
    NOTE,
    QUIT,
    STAGE,
    STATE,
    STOP,
    UNDO,
    read_answer,
    read_move,
    read_opening,
)
from facilitator.errors import CommandError, FacilitatorError
from facilitator.events import Event, Start, to_text
from facilitator.game import Game, Told
from facilitator.games import uno
from facilitator.run import Run

STEP_HELP = (
    "Enter: done, as the CHECK says.  s: everything up to the next question is done.\n"
    "a or b: what a pair reads (α β or β α).  A card, a colour, none: what lies face up.\n"
    "stop: something differs from a CHECK; the program leads you back safely.\n"
    "u: take the last step back.  note TEXT: keep a remark.  q: save and leave, also in mid-run."
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

    ``auto``: nobody is asked; a rehearsal answers for itself.
    """

    def __init__(self, game: Game, screen: Screen, source: Source | None, turns: int | None = None) -> None:
        self.game, self.screen, self.source = game, screen, source
        self._left = turns
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
        if self.source is None:
            assert game.truth is not None
            self._take(game.truth.start(game.state))
            return
        self.screen.say(_dealing(game))
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
                state = self.game.state
                return self._take(
                    read_move(text, state) if state.started else read_opening(text, self.game.names)
                )
            except FacilitatorError as err:
                self._refuse(err)

    def _read(self, text: str) -> Event:
        state = self.game.state
        return read_move(text, state) if state.started else read_opening(text, self.game.names)

    def _run(self, run: Run) -> None:
        if not self.game.recovering:
            self._head()
        self.screen.step(run, self.game.state)
        self.screen.seen(self.game, run)
        asked = run.step.instruction
        if self.source is None:
            self._take(run.truth if asked.ask else "")
            return None
        prompt = f"        {asked.question} " if asked.ask else "        Enter when done: "
        while True:
            text = self._ask(Question(prompt, [*asked.ask, "undo", "stop", "quit"], _toolbar(run, self.game)))
            try:
                if self._common(text, STEP_HELP):
                    return None
                if text.lower() in STOP:
                    return self._stop()
                if text.lower() in STAGE and not asked.ask:
                    return self._whole_stage(run)
                if not asked.ask and text:
                    raise CommandError(
                        "just Enter, or a word such as stop, u, q", f'"{text}"', "? explains them."
                    )
                return self._take(read_answer(text, asked.ask) if asked.ask else "")
            except FacilitatorError as err:
                self._refuse(err)

    def _whole_stage(self, run: Run) -> None:
        """Take every step up to the next question, or the next stage, as done; show each."""
        stage = run.step.stage
        self._take("")
        while self.game.run is run and run.step.stage == stage and not run.step.instruction.ask:
            self.screen.step(run, self.game.state)
            self.screen.seen(self.game, run)
            self._take("")

    def _stop(self) -> None:
        self.game.stop_run()
        self.screen.say(
            "The run is given up. What was seen by accident stays seen: keep it with note TEXT. "
            "Bring the table back to where the step before left it; these steps then take every card home, "
            "and the turn starts again."
        )
        self._headed = None

    def _common(self, text: str, help_text: str) -> bool:
        """Do what a word means at every prompt; tell whether it was one and the prompt is finished."""
        low = text.lower()
        if low in QUIT:
            raise Leave
        if low in UNDO:
            self.screen.say(f"Taken back: {self.game.undo()}. A card that was seen stays seen.")
            self.game.news.clear()
            self._headed = None
        elif low in HELP:
            for line in help_text.splitlines():
                self.screen.say(line)
        elif low in STATE:
            self.screen.say(facts(self.game.state))
        elif low.startswith(NOTE):
            self.game.note(text[len(NOTE) :].strip())
            self.screen.say("Noted.")
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

    def _ask(self, question: Question) -> str:
        assert self.source is not None
        return self.source.ask(question)

    def _refuse(self, err: FacilitatorError) -> None:
        """Explain and ask again; a pipe cannot be asked again, so there the error ends it."""
        if self.source is None or not self.source.interactive or err.exit_code >= 4:
            raise err
        show.error(err)


def _dealing(game: Game) -> str:
    """What to do before the first turn."""
    size, table = game.table.hand_size, game.table
    virtual = " and ".join(seat.name for seat in table.virtual)
    unseen = f"Nobody looks at the cards of {virtual}. " if virtual else ""
    if table.pool == "split" and virtual:
        people = ", ".join(seat.name for seat in table.people)
        dealt = (
            f"Deal {size} cards of the people's deck to {people}, and {size} of the pool deck to {virtual}. "
        )
        turned = "the people's deck"
    else:
        dealt, turned = f"Deal {size} cards to each seat: {', '.join(game.names)}. ", "the unplayed deck"
    return f"{dealt}{unseen}Then turn over the top card of {turned}, and let chance say who starts."


def _ends_turn(item: Told) -> bool:
    """Whether a turn came to its end with this event."""
    return not isinstance(item.event, Start) and not item.state.drawn


def _toolbar(run: Run, game: Game) -> str:
    return f" step {run.number} of {run.total} · {run.stage} · {facts(game.state, short=True)} "
