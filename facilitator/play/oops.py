"""What may have gone wrong at the act at hand, and the ways on: decided over operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import dropwhile
from math import log2

from facilitator.games.facts import Zone
from facilitator.machine.faces import DISCARDS
from facilitator.machine.operations import (
    CARD_ROW,
    CHOSEN,
    COLUMN,
    DRAWN,
    HAND,
    LOT,
    MARKER_ROW,
    PILE,
    TICKET,
    Encode,
    Heading,
    Op,
    Place,
    Reveal,
    Scramble,
)
from facilitator.machine.perform import operations
from facilitator.machine.physics import Surface
from facilitator.play.game import Game
from facilitator.play.giving_up import way_back
from facilitator.play.pricing import cost
from facilitator.play.run import Run
from facilitator.play.slips import (
    CALLED,
    WHICH,
    WHICH_WAY,
    BackTo,
    Besides,
    CarryOn,
    Choice,
    DeclareVoid,
    GiveUp,
    Happened,
    PutRight,
    Redo,
    Way,
    WayOn,
    WaysOn,
    WhatHappened,
    leak_words,
    way_words,
)
from facilitator.protocols.gates import expected
from facilitator.protocols.gives import NOTHING, Gives, Leak, most_of
from facilitator.protocols.layout import Layout
from facilitator.protocols.leaks import Heard, Moment, seen, some_covered, spilled, unscrambled
from facilitator.protocols.mending import Repair, repairs
from facilitator.protocols.mishaps import SEEN, Mishap, mishaps


@dataclass(frozen=True)
class Accident:
    """The mistakes of a game's act at hand."""

    game: Game
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
        found += [Besides.CLEAR, Besides.OTHER]
        return WhatHappened(WHICH, tuple(Choice(one, CALLED[one]) for one in found))

    def ways(self, choice: Choice) -> WaysOn:
        """Return the ways on after something happened, the cheapest first."""
        found = [
            WayOn(way, self._words(way, choice), cost(self.game, self.minutes, way), leak, leak_words(leak))
            for way, leak in self._ways(choice.what)
        ]
        return WaysOn(
            WHICH_WAY, choice, tuple(sorted(found, key=lambda one: (one.minutes or 0.0, one.leak.most)))
        )

    def _words(self, way: Way, choice: Choice) -> str:
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
        return self.game.plan.layout if self.game.plan is not None else None

    @property
    def _people(self) -> list[str]:
        return [seat.name for seat in self.game.table.people]

    def _at_hand(self) -> set[Mishap]:
        return {one for op in self.run.acts for one in mishaps(op)} if self.run is not None else set()

    @cached_property
    def moments(self) -> tuple[tuple[Moment, Surface], ...]:
        """Where the run stands before the act at hand, and after each of its operations, with what lies there."""
        run, layout = self.run, self._layout
        if run is None or layout is None:
            return ()
        whole, here = run.whole(), len(run.ops) - 1
        acts = list(dropwhile(lambda op: isinstance(op, Heading), run.cue.ops))
        typed = iter(run.typed)
        done: list[Heard] = [(op, "" if isinstance(op, Heading) else next(typed)) for op in run.ops[:-1]]
        surface = Surface(run.surface)
        found = [(Moment(layout, tuple(done), whole[here:]), Surface(surface))]
        for index in range(here, here + len(acts)):
            op, said = whole[index], expected(whole[index])
            surface.note(op, said)
            done.append((op, said))
            found.append((Moment(layout, tuple(done), whole[index + 1 :]), Surface(surface)))
        return tuple(found)

    def _possible(self) -> set[Mishap]:
        """What can have happened at the act at hand, or before it and be noticed now."""
        found = self._at_hand()
        for one in SEEN:
            if one in found and not any(self._covered(one)):
                found.discard(one)
        done = [op for op, _ in self.moments[0][0].done]
        if self._answered() is not None:
            found.add(Mishap.MISREAD)
        if any(isinstance(op, Scramble) for op in done):
            found.add(Mishap.UNSCRAMBLED)
        bits = any(place.area == COLUMN and place.row > MARKER_ROW for place in self.moments[0][1])
        if bits and any(isinstance(op, Encode) for op in done):
            found.add(Mishap.WRONG_BITS)
        return found

    def _covered(self, one: Mishap, ahead: Sequence[Op] | None = None) -> Iterator[tuple[Moment, Leak]]:
        """Every covered card of a kind, at each moment of the act at hand, with what it gives away that it is seen.

        ``ahead``: what comes instead of the rest of the run.
        """
        for moment, surface in self.moments:
            known = moment.known()
            here = moment if ahead is None else replace(moment, ahead=ahead)
            for place in some_covered(moment.layout, surface, known):
                if kind_of(place) is one:
                    yield moment, seen(here, place, known)

    # -- what it gives away, and the ways on ---------------------------------------------------------

    def _ways(self, what: Happened) -> Iterator[tuple[Way, Leak]]:
        if what is Besides.ENTERED:
            yield from ((BackTo(number), NOTHING) for number in self._entries())
        elif what is Besides.SHOWN:
            yield CarryOn(), self._shown()
        if not isinstance(what, Mishap) or self.run is None:
            return
        if self._layout is None:  # a lot: it says nothing of any hand
            yield (CarryOn() if what is Mishap.MISREAD else Redo()), NOTHING
            return
        yield from self._in_place(what, self._leak(what))
        yield (GiveUp() if self.game.may_stop else DeclareVoid()), self._leak(what, self._home())

    def _home(self) -> list[Op]:
        """The operations of the way back."""
        assert self.run is not None
        assert self.game.plan is not None
        back = way_back(self.game.plan, self.run.ledger)
        return [] if back is None else list(operations(back.recipe, expected))

    def _in_place(self, what: Mishap, leak: Leak) -> Iterator[tuple[Way, Leak]]:
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
                if number is not None:
                    yield BackTo(number), NOTHING
            case Mishap.UNSCRAMBLED:
                if scrambles:
                    yield Redo(), NOTHING
                if not scrambles or leak.most or self._unmixed_in_act().most:
                    yield CarryOn(), most_of((leak, self._unmixed_in_act()))
            case Mishap.WRONG_BITS if not at_hand:
                number = self._laid()
                if number is not None:
                    yield BackTo(number), NOTHING
            case _:
                yield CarryOn(), leak
                if what in SEEN and mixes and leak.most > self._before(what).most:
                    yield Redo(), self._before(what)
        repair = Repair.PAIRS_ANEW if what is Mishap.WRONG_BITS else Repair.SCRAMBLE_AGAIN
        helps = what is Mishap.WRONG_BITS or (what in (Mishap.UNSCRAMBLED, *SEEN) and leak.most)
        if helps and repair in self._repairs():
            yield PutRight(repair), NOTHING

    def _leak(self, what: Mishap, ahead: Sequence[Op] | None = None) -> Leak:
        """Return what it gives away at most, if the run goes on as it is; ``ahead``: or instead of it."""
        if what in SEEN:
            return most_of(leak for _, leak in self._covered(what, ahead))
        if what is Mishap.SPILLED:
            return most_of(spilled(moment, surface) for moment, surface in self.moments)
        if what is Mishap.UNSCRAMBLED:
            moment = self.moments[0][0]
            if ahead is not None:
                moment = replace(moment, ahead=ahead)
            last = [index for index, (op, _) in enumerate(moment.done) if isinstance(op, Scramble)]
            return unscrambled(moment, last[-1]) if last else NOTHING
        if what is Mishap.MISGIVEN:
            return most_of(leak for _, leak in self._covered(Mishap.CARD_SEEN, ahead))
        return NOTHING

    def _unmixed_in_act(self) -> Leak:
        """Return what it gives away that a scramble of this act was left out, before what it turns over."""
        (first, _), *_, (end, _) = self.moments
        here = range(len(first.done), len(end.done))
        later = [index for index in here if isinstance(end.done[index][0], Reveal)]
        mixed = [index for index in here if isinstance(end.done[index][0], Scramble)]
        return most_of(unscrambled(end, index) for index in mixed if later and index < later[-1])

    def _before(self, what: Mishap) -> Leak:
        """Return the same of what happened before the mixing of the act at hand, which is done again."""
        first = _scrambles(self.moments[0][0])
        return most_of(leak for moment, leak in self._covered(what) if _scrambles(moment) == first)

    def _shown(self) -> Leak:
        """One card of a person: told as of all cards that nobody sees."""
        sizes = self.game.law.sizes(self.game.state)
        lying = self.game.law.open_cards(self.game.state)
        hidden: dict[Zone, int] = {
            zone: n for zone, n in sizes.items() if zone not in (*lying, DISCARDS) and n
        }
        k = sum(hidden.values())
        bits = [(who, log2(k / hidden[who])) for who in self._people if hidden.get(who)]
        return Leak(Gives.CARD, tuple((who, most) for who, most in bits if most > 0))

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
        if run is None or len(run.ops) < len(run.ledger.entries) or run.ledger.ahead:
            return ()
        return repairs(run.ops[:-1], run.ops[-1])


def _scrambles(moment: Moment) -> int:
    return sum(isinstance(op, Scramble) for op, _ in moment.done)


def kind_of(place: Place) -> Mishap | None:
    """Return what it is called that the covered card at a place was seen; None where it says nothing of a hand."""
    if place.area in (LOT, CHOSEN):
        return None
    if place.row == CARD_ROW and place.area in (COLUMN, PILE, HAND, DRAWN):
        return Mishap.CARD_SEEN
    if (place.row, place.area) in ((MARKER_ROW, COLUMN), (CARD_ROW, TICKET)):
        return Mishap.MARKER_SEEN
    return Mishap.BIT_SEEN
