"""What may have gone wrong at the act at hand, and the ways on: decided over operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import dropwhile

from facilitator.machine.faces import DISCARDS, SLEEVES
from facilitator.machine.operations import (
    COLUMN,
    MARKER_ROW,
    Choose,
    Encode,
    Heading,
    Op,
    Reveal,
    Scramble,
    asked_by,
    places_of,
)
from facilitator.machine.perform import operations
from facilitator.machine.physics import Surface
from facilitator.play.game import Match
from facilitator.play.giving_up import way_back
from facilitator.play.homeward import led_from_result, moments_home, ways_home
from facilitator.play.pricing import cost
from facilitator.play.run import Run
from facilitator.play.slips import (
    CALLED,
    WHICH,
    WHICH_WAY,
    BackTo,
    Besides,
    CarryOn,
    DeclareVoid,
    DoAgain,
    GiveUp,
    Happened,
    MistakeChoice,
    PutRight,
    Way,
    WayOn,
    WaysOn,
    WhatHappened,
    leak_words,
    way_words,
)
from facilitator.protocols.gates import expected
from facilitator.protocols.gives import NOTHING, Leakage
from facilitator.protocols.layout import Layout
from facilitator.protocols.leaks import Heard, RunMoment
from facilitator.protocols.mending import Repair, repairs
from facilitator.protocols.mishaps import LOSES_OWNERS, SEEN, Mishap, mishaps
from facilitator.protocols.mistaken import Moments, again, covered, gives, of_person
from facilitator.protocols.results import voided


@dataclass(frozen=True)
class ActMistakes:
    """The mistakes of a game's act at hand."""

    game: Match
    minutes: Callable[[Run], float]

    def what(self) -> WhatHappened:
        """Return what may have happened."""
        found: list[Happened] = []
        if self.run is not None and self._layout is not None:
            possible = self._possible()
            found += [one for one in Mishap if one in possible]
        elif self.run is not None and self.game.drawing_lot:
            found += [one for one in (Mishap.MISREAD, Mishap.UNSCRAMBLED) if one in self._at_hand()]
        found += [Besides.SHOWN] if self._people and self.game.state.n else []
        found += [Besides.ENTERED] if self._entries() else []
        sleeved = [Besides.MARKED] if self.game.table.equipment == SLEEVES else []
        found += [Besides.SEATS, Besides.CLEAR, *sleeved, Besides.OTHER]
        return WhatHappened(WHICH, tuple(MistakeChoice(one, CALLED[one]) for one in found))

    def ways(self, choice: MistakeChoice) -> WaysOn:
        """Return the ways on after something happened, the cheapest first."""
        found = [
            WayOn(way, self._words(way, choice), cost(self.game, self.minutes, way), leak, self._gives(leak))
            for way, leak in self._ways(choice.what)
        ]
        return WaysOn(
            WHICH_WAY, choice, tuple(sorted(found, key=lambda one: (one.minutes or 0.0, one.leak.most)))
        )

    def _gives(self, leak: Leakage) -> str:
        void = self.game.recovering and any(led_from_result(act) for act in self._courses)
        return f"{leak_words(leak)}, with the void turn's result" if void else leak_words(leak)

    def _words(self, way: Way, choice: MistakeChoice) -> str:
        told = way_words(way, choice.what)
        if not isinstance(way, BackTo):
            return told
        entry = next((line.text for line in self.game.history() if line.first == way.number), "")
        return f"{told}: {entry}" if entry else told

    # -- where the run stands ------------------------------------------------------------------------

    @property
    def run(self) -> Run | None:
        """The run under way."""
        return self.game.run

    @property
    def _layout(self) -> Layout | None:
        """The layout of the selection under way, or of the one that is led home; None for a lot."""
        plan = self.game.plan
        return None if plan is None else plan.layout or plan.home_of

    @property
    def _people(self) -> list[str]:
        return [seat.name for seat in self.game.table.people]

    def _at_hand(self) -> set[Mishap]:
        return {one for op in self.run.acts for one in mishaps(op)} if self.run is not None else set()

    @cached_property
    def _courses(self) -> tuple[Moments, ...]:
        """What may have happened up to the act at hand and in it: only on the way home more than one course."""
        run, layout = self.run, self._layout
        if run is None or layout is None:
            return ()
        return moments_home(layout, run) if self.game.recovering else (self._moments(run, layout),)

    @property
    def moments(self) -> Moments:
        """Where the run stands before the act at hand, and after each of its operations, with what lies there."""
        return self._courses[0]

    @staticmethod
    def _moments(run: Run, layout: Layout) -> Moments:
        whole, here = run.whole(), len(run.ops) - 1
        acts = list(dropwhile(lambda op: isinstance(op, Heading), run.cue.ops))
        typed = iter(run.typed)
        done: list[Heard] = [(op, "" if isinstance(op, Heading) else next(typed)) for op in run.ops[:-1]]
        surface = Surface(run.surface)
        found = [(RunMoment(layout, tuple(done), whole[here:]), Surface(surface))]
        for index in range(here, here + len(acts)):
            op, said = whole[index], expected(whole[index])
            surface.note(op, said)
            done.append((op, said))
            found.append((RunMoment(layout, tuple(done), whole[index + 1 :]), Surface(surface)))
        return tuple(found)

    def _possible(self) -> set[Mishap]:
        """What can have happened at the act at hand, or before it and be noticed now."""
        found = self._at_hand()
        for one in SEEN:
            if one in found and not any(covered(one, self.moments)):
                found.discard(one)
        done = [op for op, _ in self.moments[0][0].done]
        if self.game.recovering:
            return found | ({Mishap.UNSCRAMBLED} if self._turns_over else set())
        if self._answered() is not None:
            found.add(Mishap.MISREAD)
        if any(isinstance(op, Scramble) for op in done):
            found.add(Mishap.UNSCRAMBLED)
        bits = any(place.area == COLUMN and place.row > MARKER_ROW for place in self.moments[0][1])
        if bits and any(isinstance(op, Encode) for op in done):
            found.add(Mishap.WRONG_BITS)
        return found

    # -- what it gives away, and the ways on ---------------------------------------------------------

    def _ways(self, what: Happened) -> Iterator[tuple[Way, Leakage]]:
        if what is Besides.ENTERED:
            yield from ((BackTo(number), NOTHING) for number in self._entries())
        elif what is Besides.SHOWN:
            yield CarryOn(), self._shown()
        if not isinstance(what, Mishap) or self.run is None:
            return
        if self._layout is None:  # a lot: it says nothing of any hand
            yield (CarryOn() if what is Mishap.MISREAD else DoAgain()), NOTHING
            return
        if self.game.recovering:
            yield from ways_home(what, self._courses, self.run.acts)
            return
        yield from self._in_place(what, gives(what, self.moments))
        leak = gives(what, self.moments, self._home())
        if self.game.may_stop:
            columns = any(place.area == COLUMN for op in self.run.acts for place in places_of(op))
            yield GiveUp(astray=bool(leak.most) and columns and what in LOSES_OWNERS), leak
        else:
            yield DeclareVoid(), voided(self._seen(), leak)

    def _home(self) -> list[Op]:
        """The operations of the way back."""
        assert self.run is not None
        assert self.game.plan is not None
        back = way_back(self.game.plan, self.run.ledger)
        return [] if back is None else list(operations(back.recipe, expected))

    def _seen(self) -> RunMoment:
        """Where the run stands when its act at hand is done, or where hands have been, if it was taken back."""
        assert self.run is not None
        moment, done = self.moments[-1][0], self.run.ledger.entries
        if len(done) <= len(moment.done):
            return moment
        return replace(moment, done=[(one.op, one.answer) for one in done])

    def _in_place(self, what: Mishap, leak: Leakage) -> Iterator[tuple[Way, Leakage]]:
        """Yield the ways on that keep the run."""
        at_hand = what in self._at_hand()
        acts = self.run.acts if self.run is not None else ()
        scrambles = [op for op in acts if isinstance(op, Scramble)]
        mixes = any(op.piles[0][0].area == COLUMN for op in scrambles)
        match what:
            case Mishap.MISREAD:
                if self.run is not None and self.run.ask:
                    yield CarryOn(), NOTHING
                number = self._answered()
                if number is not None and self._retaken():
                    yield BackTo(number, self._turns_over), NOTHING
            case Mishap.UNSCRAMBLED:
                if scrambles:
                    yield DoAgain(), NOTHING
                if not scrambles or leak.most:
                    yield CarryOn(), leak
            case Mishap.WRONG_BITS if not at_hand:
                number = self._laid()
                if number is not None:
                    yield BackTo(number, self._turns_over), NOTHING
            case _:
                yield CarryOn(), leak
                if what in SEEN and mixes and leak.most > again(what, self.moments).most:
                    yield DoAgain(), again(what, self.moments)
        repair = Repair.PAIRS_ANEW if what is Mishap.WRONG_BITS else Repair.SCRAMBLE_AGAIN
        helps = what is Mishap.WRONG_BITS or (what in (Mishap.UNSCRAMBLED, *SEEN) and leak.most)
        if helps and repair in self._repairs():
            yield PutRight(repair), NOTHING

    def _shown(self) -> Leakage:
        """One card of a person: told as of all cards that nobody sees."""
        sizes = self.game.law.sizes(self.game.state)
        lying = self.game.law.open_cards(self.game.state)
        hidden = {zone: n for zone, n in sizes.items() if zone not in (*lying, DISCARDS) and n}
        return of_person(hidden, self._people)

    # -- what may be gone back to ----------------------------------------------------------------------

    def _entries(self) -> list[int]:
        """The last public events that somebody typed, the newest first; none while a run lies on the table."""
        return [] if self.run is not None else self.game.entered()[:3]

    def _answered(self) -> int | None:
        """The number of the last answer that was typed in this run."""
        run = self.run
        if run is None:
            return None
        return max((n for n, said in zip(self.game.numbers, run.typed, strict=False) if said), default=None)

    def _retaken(self) -> bool:
        """Whether another answer than the last could be typed: hands put back what followed, or nothing changes."""
        run = self.run
        asked = [] if run is None else [i for i, op in enumerate(run.ops[:-1]) if asked_by(op)]
        return run is not None and bool(asked) and run.retakes(asked[-1])

    @property
    def _turns_over(self) -> bool:
        """Whether something is shown in the act at hand, be it begun or not."""
        return self.run is not None and any(isinstance(op, Reveal | Choose) for op in self.run.acts)

    def _laid(self) -> int | None:
        """The number under which the pairs were laid, if hands can put back all that came after."""
        run = self.run
        assert run is not None
        acts = [op for op in run.ops[:-1] if not isinstance(op, Heading)]
        laid = max(index for index, op in enumerate(acts) if isinstance(op, Encode))
        entries = [done for done in run.ledger.entries if not isinstance(done.op, Heading)]
        return None if any(done.lasting for done in entries[laid:]) else self.game.numbers[laid]

    def _repairs(self) -> tuple[Repair, ...]:
        run = self.run
        if run is None or not self.game.no_further or run.ledger.ahead:
            return ()
        return repairs(run.ops[:-1], run.ops[-1])
