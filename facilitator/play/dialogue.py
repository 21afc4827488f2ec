"""What a session asks besides what the table must do: what becomes of the table, and what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from facilitator.errors import CommandError
from facilitator.play import inputs
from facilitator.play.asking import SupplyNotes
from facilitator.play.game import Match
from facilitator.play.inputs import Input
from facilitator.play.lying import leaving
from facilitator.play.oops import ActMistakes
from facilitator.play.prompt import Leaving
from facilitator.play.run import Run
from facilitator.play.slips import (
    ADVICE,
    NAMES,
    BackTo,
    Besides,
    CarryOn,
    DeclareVoid,
    DoAgain,
    GiveUp,
    MistakeChoice,
    Pick,
    PutRight,
    WayOn,
    WaysOn,
    WhatHappened,
    read_number,
)
from facilitator.play.speaking import Speaker


class Dialogue(Speaker):
    """A speaker that may have a question of its own before the game goes on."""

    def __init__(self, game: Match, minutes: Callable[[Run], float], box: SupplyNotes | None) -> None:
        """``minutes``: what is left of a run; ``box``: what an evening needs."""
        super().__init__(game, minutes, box)
        self._minutes = minutes
        self._leaving = self._clearing = False
        self._slip: WhatHappened | WaysOn | None = None

    def _own_question(self) -> Leaving | WhatHappened | WaysOn | None:
        return leaving(self._game) if self._leaving else self._slip

    def _read_own(self, text: str) -> Input | None:
        """Return what a word means at a question of its own; None where there is none."""
        if self._leaving:
            return inputs.read_at_leaving(text)
        if self._slip is None:
            return None
        number = read_number(text, self._offered)
        return inputs.PlayOn() if number is None else Pick(number)

    def _fits(self, one: Input) -> None:
        """Raise `CommandError` for an input that is no answer to the question that is open."""
        if self._leaving and not isinstance(one, inputs.Stay | inputs.Clear | inputs.PlayOn):
            todo = "Say first what becomes of the table."
            raise CommandError("stay, clear or back", "something else", todo)
        if self._slip is not None and not isinstance(one, Pick | inputs.PlayOn):
            raise CommandError("a number, or Enter", "something else", "Enter alone changes nothing.")
        if isinstance(one, Pick) and not 1 <= one.number <= self._offered:
            raise CommandError("a number that is offered", str(one.number), "Type oops.")

    # -- leaving -------------------------------------------------------------------------------------

    def _quit(self) -> bool:
        """Ask what becomes of the table, if cards lie there; tell whether the host leaves at once."""
        self._leaving = self._lies() and not self._game.over
        return not self._leaving

    def _clear(self) -> None:
        """Give the run up, as the host leaves when it is led home; refused where its result is in sight."""
        if not self._game.recovering:
            self._stop()
        self._leaving, self._clearing = False, True

    def _cleared(self) -> bool:
        """Whether the table is clear, after the host wanted to leave when it is."""
        if self._lies():
            self._clearing &= self._game.recovering  # else the way back was taken back: the host plays on
            return False
        if not self._clearing:
            return False
        self._clearing = False
        self._say("The table is clear. The turn starts again when you go on.")
        return True

    # -- what went wrong -----------------------------------------------------------------------------

    @property
    def _offered(self) -> int:
        match self._slip:
            case WhatHappened(choices=choices):
                return len(choices)
            case WaysOn(ways=ways):
                return len(ways)
            case None:
                return 0
            case _:
                assert_never(self._slip)

    def _ask_what(self) -> None:
        self._slip = ActMistakes(self._game, self._minutes).what()

    def _pick(self, number: int) -> bool:
        """Take a choice; tell whether the host leaves."""
        open_question, self._slip = self._slip, None
        match open_question:
            case WhatHappened(choices=choices):
                return self._happened(choices[number - 1])
            case WaysOn(choice=choice, ways=ways):
                self._go(choice, ways[number - 1])
            case None:
                raise CommandError("a question", "none", "Type oops first.")
            case _:
                assert_never(open_question)
        return False

    def _happened(self, choice: MistakeChoice) -> bool:
        if choice.what is Besides.CLEAR:
            return self._quit()
        if choice.what in ADVICE:
            self._say(ADVICE[choice.what])
        else:
            self._slip = ActMistakes(self._game, self._minutes).ways(choice)
        return False

    def _go(self, choice: MistakeChoice, on: WayOn) -> None:
        """Take a way on; the mistake and the way stand in the record."""
        game, text = self._game, f"{choice.text}; {on.text}; {on.gives}"
        kept = choice.what.value, NAMES[type(on.way)], text
        match on.way:
            case BackTo(number):  # what is kept would be taken back with what came before
                self._back(number)
                game.oops(*kept)
            case CarryOn() | DoAgain():
                game.oops(*kept)
                self._say("It is in the record.")
            case PutRight(repair):
                game.oops(*kept)
                game.put_right(repair)
                self._gather()
                self._asker.read_anew()
            case GiveUp():
                game.oops(*kept)
                self._stop()
            case DeclareVoid():
                game.oops(*kept)
                self._stop(choice.text)
            case _:
                assert_never(on.way)
