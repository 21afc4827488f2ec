"""A rehearsal whose helpers err now and then: a session that shows what there is to be seen, and who notices.

A mistake is only in what is shown: the cards and the record stay right, so a rehearsal goes on whatever is missed.
It counts as noticed when the host says so before its run is over: by "oops" and what happened, by stopping or going
back over it, by a count that differs, by typing what lies there and not what was read out.  Once the host goes on it
is kept as missed, with the very input: noticed later, that is kept after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil

from facilitator.errors import FacilitatorError, NotWritten
from facilitator.machine.operations import Op
from facilitator.play import inputs
from facilitator.play.asking import Supplies
from facilitator.play.checks import fits
from facilitator.play.game import Game
from facilitator.play.gone_on import believed, gone_on_with, longest_run, slip_of
from facilitator.play.inputs import Input
from facilitator.play.misentries import Misentry, What, called
from facilitator.play.prompt import Prompt, Reply
from facilitator.play.reckoning import Noticed, Reckoned
from facilitator.play.run import Run
from facilitator.play.session import Session
from facilitator.play.slips import (
    BackTo,
    Besides,
    CarryOn,
    Choice,
    DeclareVoid,
    GiveUp,
    Happened,
    WayOn,
    leak_words,
)
from facilitator.play.staging import Spot, Stage, Staged, spot_of
from facilitator.play.telling import Telling
from facilitator.protocols.gives import NOTHING, Leak
from facilitator.protocols.mishaps import SEEN, Mishap

PUT_RIGHT = "That was one of the rehearsed mistakes. It is put right."
ALSO: dict[What, tuple[Happened, ...]] = {
    Mishap.SPILLED: SEEN,
    Mishap.WRONG_BITS: (Mishap.MISCOUNTED,),
    Mishap.MISCOUNTED: (Mishap.WRONG_BITS,),
    Mishap.MISGIVEN: (Mishap.MISCOUNTED,),
    **dict.fromkeys(Misentry, (Besides.ENTERED,)),
}
"""What a mistake may be called besides, by whoever notices it."""


class Astray(Session):
    """A rehearsal whose helpers err."""

    def __init__(self, game: Game, minutes: Callable[[Run], float], box: Supplies | None = None) -> None:
        """As for any session; the game must be a rehearsal."""
        self._stage = Stage(game, minutes)
        self._open = [*gone_on_with(game, minutes)]  # shown, and neither noticed nor over
        self._done_with: list[Reckoned] = []  # to be kept with the next input
        self._fell = believed(game)
        self._known = {one.slip for one in game.reckoned} - self._fell
        self._looked: tuple[Prompt, Prompt] | None = None
        self._before: tuple[Sequence[Op], Telling] | None = (
            None  # the run's operations, before the input at hand
        )
        self._longest_seen = 0.0
        self._resumed = game.journal.size
        super().__init__(game, minutes, box)

    def now(self) -> Prompt:
        """Return what the table must do now, as it looks."""
        plain = super().now()
        if self._looked is None or self._looked[0] is not plain:
            self._looked = plain, self._looks(plain)
        return self._looked[1]

    def take(self, typed: str | Input, prompt: int | None = None, after: float | None = None) -> Reply:
        """Take an input, as any session; that a wrong reading was believed is kept although it is refused."""
        reply = super().take(typed, prompt, after)
        with suppress(NotWritten):  # then it is kept with the next input
            self._keep()
        return reply

    def reckon(self) -> Sequence[Reckoned]:
        """Return all rehearsed mistakes as they came, then alarms; what was gone on with counts as missed."""
        self._keep()
        return sorted(self._game.reckoned, key=lambda one: one.order)

    def _looks(self, plain: Prompt) -> Prompt:
        if self._game.run is not None:
            self._longest_seen = max(self._longest_seen, self._minutes(self._game.run))
        spot = spot_of(self._game)
        prompt, staged = self._stage.looks(plain, slip_of(spot) not in self._known)
        if staged is not None and not any(one.spot == spot for one in self._open):
            staged.fell = slip_of(spot) in self._fell
            self._open.append(staged)
        return prompt

    # -- what the host does about it -------------------------------------------------------------------

    def _taken(self, one: Input) -> bool:
        """Do all of what an input says, or nothing: then no mistake is noticed, but a wrong reading was believed."""
        stood = [*self._open], {*self._known}, [*self._done_with]
        passed = [slip.passed for slip in self._open]
        try:
            return super()._taken(one)
        except FacilitatorError as err:
            self._open, self._known, self._done_with = stood
            for slip, before in zip(self._open, passed, strict=True):
                slip.passed = before
            if isinstance(one, inputs.Answer) and not isinstance(err, NotWritten):
                for read in self._at_hand(Mishap.MISREAD):
                    self._believed(read)
            raise

    def _do(self, one: Input) -> bool:
        before, run = spot_of(self._game), self._game.run
        self._before = None if run is None else (tuple(run.ops[:-1]), run.telling)
        differs = isinstance(one, inputs.Count | inputs.Recount) and not fits(self._game, one)
        left = super()._do(one)
        self._weigh(one, before, spot_of(self._game), differs)
        self._keep()
        return left

    def _weigh(self, one: Input, before: Spot, after: Spot, differs: bool) -> None:
        """Tell what an input says about the mistakes that are open."""
        match one:
            case inputs.Undo() | inputs.Back():
                for slip in [
                    slip for slip in self._open if after < slip.spot or (slip.passed and after <= slip.spot)
                ]:
                    self._notice(slip, Noticed.BACK)
            case inputs.Stop() | inputs.Void():
                if not self._open:
                    self._alarm()
                for slip in [*self._open]:
                    self._notice(slip, Noticed.STOP)
            case inputs.Count() | inputs.Recount():
                kinds = (Mishap.MISCOUNTED,) if isinstance(one, inputs.Count) else (Misentry.DRAW,)
                for slip in self._at_hand(*kinds) if differs else ():
                    self._notice(slip, Noticed.COUNT)
                    self._say(PUT_RIGHT)
            case _ if after > before:
                self._went_on(isinstance(one, inputs.Answer | inputs.Public))
            case _:
                pass
        # what is gone back from is shown again where it stood
        self._open = [
            slip for slip in self._open if slip.spot == after or (slip.passed and slip.spot[:2] == after[:2])
        ]

    def _went_on(self, typed: bool) -> None:
        """The host did what was asked; ``typed``: and said what lies there."""
        for slip in [slip for slip in self._open if not slip.passed]:
            said = slip.what in (Mishap.MISREAD, Misentry.CARD, Misentry.NAMED)
            slip.passed = True
            self._known.add(slip_of(slip.spot))
            if said and typed and not slip.fell:
                self._notice(slip, Noticed.TYPED)
            elif slip_of(slip.spot) not in self._fell:
                self._reckoned(slip, Noticed.MISSED)

    def _believed(self, slip: Staged) -> None:
        if not slip.fell:
            slip.fell = True
            self._fell.add(slip_of(slip.spot))
            self._reckoned(slip, Noticed.MISSED)

    def _at_hand(self, *kinds: What) -> list[Staged]:
        return [one for one in self._open if one.what in kinds and not one.passed]

    def _go(self, choice: Choice, on: WayOn) -> None:
        """Take a way on; if there was such a mistake, it is noticed."""
        found = [one for one in self._open if choice.what in (one.what, *ALSO.get(one.what, ()))]
        if found:
            self._notice(found[-1], Noticed.OOPS, on)
        else:
            self._alarm(choice)
        if isinstance(on.way, GiveUp | DeclareVoid):
            for one in [*self._open]:
                self._notice(one, Noticed.STOP)
        super()._go(choice, on)
        if found:
            self._say(PUT_RIGHT)

    # -- what is kept ----------------------------------------------------------------------------------

    def _notice(self, one: Staged, how: Noticed, on: WayOn | None = None) -> None:
        """A mistake is done with; ``on``: the way that was taken."""
        self._open.remove(one)
        self._known.add(slip_of(one.spot))
        self._reckoned(one, how, on)

    def _reckoned(self, one: Staged, how: Noticed, on: WayOn | None = None) -> None:
        minutes, leak = self._price(one, how, on)
        self._done_with.append(
            Reckoned(
                slip_of(one.spot),
                one.what.value,
                called(one.what),
                one.where,
                one.act,
                one.seen,
                how.value,
                self._acts_since(one) if one.passed and how is not Noticed.MISSED else 0,
                round(minutes * 10),
                ceil(leak.most * 10),  # never fewer than they are
                leak_words(leak),
            )
        )

    def _acts_since(self, one: Staged) -> int:
        """How many acts hands have done from a mistake on, as they are told now."""
        if self._before is None:
            return 0
        ops, telling = self._before
        return sum(bool(cue.told) for cue in telling.cues(ops[one.spot[2] - 1 :]))

    def _alarm(self, choice: Choice | None = None) -> None:
        what, called = (choice.what.value, choice.text) if choice is not None else ("", "")
        self._done_with.append(
            Reckoned("", what, called, "", 0, "", Noticed.ALARM.value, 0, 0, 0, leak_words(NOTHING))
        )

    def _price(self, one: Staged, how: Noticed, on: WayOn | None) -> tuple[float, Leak]:
        """Return the minutes and what is given away: of the way taken, or of nobody noticing at its worst."""
        if how is Noticed.MISSED:
            minutes = max((way.minutes or 0.0 for way in one.ways), default=None)
            minutes = self._longest if minutes is None else minutes
            carried = [way.leak for way in one.ways if isinstance(way.way, CarryOn)]
            leaks = carried or [way.leak for way in one.ways]
            return minutes, max(leaks, key=lambda leak: leak.most, default=NOTHING)
        kind = {Noticed.STOP: GiveUp, Noticed.BACK: BackTo}.get(how)
        ways = [way for way in one.ways if kind is not None and isinstance(way.way, kind)] or [*one.ways]
        way = on if on is not None else ways[0] if ways and how is not Noticed.TYPED else None
        return (0.0, NOTHING) if way is None else (way.minutes or 0.0, way.leak)

    @property
    def _longest(self) -> float:
        """The minutes of the longest run so far: what was played before this rehearsal was opened counts too."""
        if self._resumed:
            self._longest_seen = max(
                self._longest_seen, longest_run(self._game, self._minutes, self._resumed)
            )
            self._resumed = 0
        return self._longest_seen

    def _keep(self) -> None:
        """Write what is done with."""
        for one in self._done_with:
            self._game.reckon(one)
        self._done_with = []
