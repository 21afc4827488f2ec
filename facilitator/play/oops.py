"""What may have gone wrong at the act at hand, and the ways on: decided over operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import dropwhile
from typing import assert_never

from facilitator.errors import CommandError
from facilitator.machine.faces import DECK, DISCARDS, SLEEVES
from facilitator.machine.operations import (
    COLUMN,
    MARKER_ROW,
    MASK,
    Choose,
    Encode,
    Heading,
    Look,
    Op,
    Reveal,
    Scramble,
    Withdraw,
    asked_by,
    places_of,
)
from facilitator.machine.perform import operations
from facilitator.machine.physics import Surface
from facilitator.mistakes.bounds import (
    NOTHING,
    Gives,
    Heard,
    Leakage,
    Moments,
    RunMoment,
    again,
    covered,
    gives,
    most_of,
    of_person,
    voided,
)
from facilitator.mistakes.catalogue import LOSES_OWNERS, SEEN, Mishap, mishaps
from facilitator.play.match import NOBODY_S, Match, finished_first, way_back
from facilitator.play.run import Ledger, Run
from facilitator.play.turn import Selection
from facilitator.protocols.gates import expected
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import Mend, Repair, decided, mend, mended, repairs
from facilitator.words import listed, quoted
from facilitator.words.things import MARKED_SLEEVES

# ----------------------------------------------------------------------------------------------------
# A mistake told of, as data: what may have happened, the ways on, and what each gives away; with their words.


class Besides(Enum):
    """What may have happened, or is wanted, at any time; its value is the word by which a game keeps it."""

    SHOWN = "person's card shown"
    ENTERED = "wrong entry"
    SEATS = "other seats"
    CLEAR = "clear the table"
    MARKED = "marked sleeve"
    OTHER = "other"


Happened = Mishap | Besides


@dataclass(frozen=True, slots=True)
class CarryOn:
    """Go on with the act at hand; ``astray``: on the way home, cards whose owner nobody can tell going to any."""

    astray: bool = False


@dataclass(frozen=True, slots=True)
class DoAgain:
    """Do the act at hand again: mix all of it once more."""


@dataclass(frozen=True, slots=True)
class PutRight:
    """Put the run right in place, by acts of its own."""

    repair: Repair


@dataclass(frozen=True, slots=True)
class BackTo:
    """Go back to a number of the history, and do it again from there.

    ``turns``: the act at hand, which may be begun, turns something over: then it is too late.
    """

    number: int
    turns: bool = False


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Give the run up; every card goes home, ``astray``: or those whose owner nobody can tell, to any.

    ``doubt``: of a wallet, which has told nothing.
    """

    astray: bool = False
    doubt: bool = False


@dataclass(frozen=True, slots=True)
class DeclareVoid:
    """Declare the turn void, whose result is in sight."""


Way = CarryOn | DoAgain | PutRight | BackTo | GiveUp | DeclareVoid


@dataclass(frozen=True, slots=True)
class MistakeChoice:
    """Something that may have happened, and what it is called."""

    what: Happened
    text: str


@dataclass(frozen=True, slots=True)
class WayOn:
    """A way on, and what is given away if it is taken; ``gives``: the same in words.

    ``minutes``: what it takes more than carrying on; None where no run is under way.
    """

    way: Way
    text: str
    minutes: float | None
    leak: Leakage
    gives: str


@dataclass(frozen=True, slots=True)
class WhatHappened:
    """The host is to say what happened."""

    question: str
    choices: tuple[MistakeChoice, ...]


@dataclass(frozen=True, slots=True)
class WaysOn:
    """The host is to choose a way on."""

    question: str
    choice: MistakeChoice
    ways: tuple[WayOn, ...]


WHICH = "What happened? Its number, or Enter to go on: "
WHICH_WAY = "Which way? Its number, or Enter: nothing changes: "

CALLED: dict[Happened, str] = {
    Mishap.MISREAD: "an answer was read or typed wrongly",
    Mishap.CARD_SEEN: "a covered play card was seen",
    Mishap.MARKER_SEEN: "a covered marker was seen",
    Mishap.BIT_SEEN: "a covered bit card was seen",
    Mishap.MISCOUNTED: "a count is wrong: a card too many, too few, or on the wrong spot",
    Mishap.WRONG_BITS: "wrong bit cards lie under a column",
    Mishap.SPILLED: "a pile or an envelope was spilled: all its cards were seen",
    Mishap.MIXED_UP: "two piles or envelopes were mixed with each other, covered",
    Mishap.UNSCRAMBLED: "the scramble at hand, or the last one, was left out, or somebody could follow it",
    Mishap.CROSSED: "something was moved or swapped the wrong way",
    Mishap.MISGIVEN: "a card went to the wrong owner",
    Mishap.LAYER_SEEN: "somebody saw or felt which card lies in front in the wallet",
    Mishap.LOSER_KEPT: "the loser was kept in the wallet, or may have been",
    Mishap.WRONG_MASK: "a wrong mask was on the wallet",
    Besides.SHOWN: "a person's card was shown",
    Besides.ENTERED: "an earlier entry is wrong",
    Besides.SEATS: "someone leaves, or someone joins",
    Besides.CLEAR: "we stop for tonight: leave, or clear the table",
    Besides.MARKED: "a sleeve has a scratch or a crease by which it can be told",
    Besides.OTHER: "something else: keep a note",
}
"""What each is called."""

_CARRY_ON: dict[Happened, str] = {
    Mishap.MISREAD: "look again, type what lies there, and carry on",
    Mishap.CARD_SEEN: "cover it, say aloud what was seen, and carry on",
    Mishap.MARKER_SEEN: "cover it, say aloud what was seen, and carry on",
    Mishap.BIT_SEEN: "cover it, say aloud what was seen, and carry on",
    Mishap.MISCOUNTED: "count again, put it right here, and carry on when the CHECK holds",
    Mishap.WRONG_BITS: "put the bit cards right now, and carry on when a second reader agrees",
    Mishap.SPILLED: "cover it, say aloud what was seen, and carry on",
    Mishap.MIXED_UP: "if somebody can say for certain what belongs together: put it together, and carry on; else not",
    Mishap.UNSCRAMBLED: "something was turned over since: carry on",
    Mishap.CROSSED: "if nothing was mixed since, put it back, do it again, and carry on; else not",
    Mishap.MISGIVEN: "give it to its owner, covered, and carry on",
    Mishap.LAYER_SEEN: "say aloud what was seen, and carry on",
    Mishap.LOSER_KEPT: "if nothing was pushed in since, draw it out and push the other in, face down, and carry on; "
    "else not",
    Mishap.WRONG_MASK: "put the right one on, and carry on when a second person reads it",
    Besides.SHOWN: "say aloud what was seen, and carry on",
}


_UNTURNED = "only if nothing of this act is turned over yet"
_REPAIRS = {
    Repair.SCRAMBLE_AGAIN: "scramble all columns once more first",
    Repair.PAIRS_ANEW: "scramble, show the cards again, and lay every pair anew",
}


def way_words(way: Way, what: Happened) -> str:
    """Return what a way on is called."""
    match way:
        case CarryOn(astray=astray):
            return f"nobody can put it right: carry on. {NOBODY_S}" if astray else _CARRY_ON[what]
        case DoAgain():
            return "if nothing was turned over since, mix all of it once more, then carry on"
        case PutRight(repair):
            return f"{_REPAIRS[repair]}; {_UNTURNED}"
        case BackTo(number=number, turns=turns):
            told = f"put it back by hand, and do it again from number {number} on"
            return f"{told}; {_UNTURNED}" if turns else told
        case GiveUp(astray=astray, doubt=doubt):
            word = "doubt" if doubt else "give the run up"
            told = f"{word}: every card goes home, and the turn starts again"
            return f"{told}. {NOBODY_S}" if astray else told
        case DeclareVoid():
            return "declare the turn void: the cards go home, its result stays seen, and it starts again"
        case _:
            assert_never(way)


def leak_words(leak: Leakage) -> str:
    """Return what is given away, to whom, and how much."""
    if leak.gives is Gives.NOTHING:
        return "gives nothing away"
    if leak.gives is Gives.HANDS:
        return f"whoever kept track knows who holds what: {_at_most(leak.most)}"
    if leak.gives is Gives.TRIES:
        where = "where in the hand the first card that fits lay"
        return f"whoever kept track knows {where}: {_at_most(leak.most)}"
    known = "a card" if leak.gives is Gives.CARD else "of a card whether it fits"
    amounts: dict[str, list[str]] = {}
    for owner, bits in leak.bits:
        amounts.setdefault(_at_most(bits), []).append("the deck's" if owner == DECK else f"{owner}'s")
    told = "; ".join(f"{listed(owners, 'or')}, {bits}" for bits, owners in amounts.items())
    return f"whoever saw it knows {known}: {told}"


def bits_in_words(bits: float) -> str:
    """Return bits in words, never fewer than they are."""
    tenths = -(-bits // 0.1) / 10 if bits < 10 else float(-(-bits // 1))
    return "1 bit" if tenths == 1 else f"{tenths:g} bits"


def _at_most(bits: float) -> str:
    """Return what is stated: never less than the mean over all that may be seen, of which one may tell more."""
    return f"at most {bits_in_words(bits)} on average"


NAMES: dict[type[Way], str] = {
    CarryOn: "carry on",
    DoAgain: "do it again",
    PutRight: "put right",
    BackTo: "back",
    GiveUp: "give up",
    DeclareVoid: "void",
}
"""The word by which a game keeps a way."""
ADVICE: dict[Happened, str] = {
    Besides.SEATS: "Somebody else may play on with that hand: nothing is to be typed for it. Else a game keeps the "
    "seats it began with: type q, and clear where cards of a run lie. Change the seats in the table file, deal anew, "
    "and begin with play --new: this game's record stays beside the new one.",
    Besides.MARKED: f"{MARKED_SLEEVES}. In mid-run change it before anything else is turned over; while nobody knows "
    "whose is whose, together with any others; marker and pair stay with their card.",
    Besides.OTHER: "Type note and what happened, e.g. note a card fell, it was 5R.",
}
"""Where there is no way on to choose: what to do."""


def read_number(text: str, most: int) -> int:
    """Return the number of a choice, from 1 to ``most``; raises `CommandError` for anything else."""
    low = text.lower()
    if not (low.isascii() and low.isdecimal() and len(low) < 3 and 1 <= int(low) <= most):
        raise CommandError(
            f"a number from 1 to {most}, or Enter", quoted(text), "Enter alone changes nothing."
        )
    return int(low)


# ----------------------------------------------------------------------------------------------------
# What a way on from a mistake takes: minutes of hands and voice beyond those of the run as it goes on.


Minutes = Callable[[Run], float]
"""What is left of a run."""


def cost(game: Match, minutes: Minutes, way: Way) -> float | None:
    """Return the minutes that a way takes more than carrying on does; None where no run is under way."""
    run, plan = game.run, game.plan
    if run is None or plan is None:
        return None
    now = minutes(run)
    match way:
        case CarryOn():
            return 0.0
        case DoAgain():
            at_hand = [op for op in run.acts if isinstance(op, Scramble)]  # one of a round's; else the last
            again = tuple(at_hand or [op for op in reversed(run.ops) if isinstance(op, Scramble)])[:1]
            return minutes(_on_paper(run, plan, Mend(len(run.ops) - 1, again))) - now
        case PutRight(repair):
            one = mend(repair, run.ops[:-1], run.ops[-1])
            return 0.0 if one is None else minutes(_on_paper(run, plan, one)) - now
        case BackTo(number):
            count = game.numbers.index(number) if number in game.numbers else 0
            return minutes(_on_paper(run, plan, None, run.typed[:count])) - now
        case GiveUp() | DeclareVoid():
            home = way_back(plan, run.ledger)
            back = 0.0
            if home is not None:
                back = minutes(Run(home.recipe, run.telling, surface=dict(home.surface or ())))
            return back + minutes(_on_paper(run, plan, None, ())) - now
        case _:
            assert_never(way)


def _on_paper(run: Run, plan: Selection, more: Mend | None, typed: Sequence[str] | None = None) -> Run:
    """The run as it would stand, with a repair more, after so many answers; nobody's hands move."""
    mends = [*run.ledger.mends, *([] if more is None else [more])]
    other = Run(mended(plan.recipe, mends), run.telling, surface=run.ledger.start)
    for said in run.typed if typed is None else typed:
        other.answer(said)
    return other


# ----------------------------------------------------------------------------------------------------
# What goes wrong on a way home: the ways on, and what each gives away.
#
# That is counted over all that was done of the run that is led home, and since; of a void turn, with its result.


def moments_home(layout: Layout, run: Run) -> tuple[Moments, ...]:
    """Return where the way home stands before the act at hand, and after each of its operations.

    Where the operation at which the run was given up may have been begun: once as if it was done, and once as if it
    was not.  Where hands have gone on before this act was taken back: as far as they have been.
    """
    ledger = run.ledger.back_from
    return tuple(tuple(_moments(layout, run, past)) for past in _pasts(ledger)) if ledger is not None else ()


def _pasts(ledger: Ledger) -> list[list[Heard]]:
    """Return what may have been done of a run that was given up, and what was read."""
    done = [(one.op, one.answer) for one in ledger.entries]
    return [done] if ledger.closed or finished_first(ledger.entries[-1].op) else [done, done[:-1]]


def _moments(layout: Layout, run: Run, past: list[Heard]) -> Iterator[tuple[RunMoment, Surface]]:
    whole, here = run.whole(), len(run.ops) - 1
    surface, done = Surface(run.surface), past + [(op, "") for op in whole[:here]]
    yield RunMoment(layout, tuple(done), whole[here:]), Surface(surface)
    act = [*dropwhile(lambda op: isinstance(op, Heading), run.cue.ops)]
    end = max(here + len(act), len(run.ledger.entries))
    for index in range(here, end):
        surface.note(whole[index])
        done.append((whole[index], ""))
        yield RunMoment(layout, tuple(done), whole[index + 1 :]), Surface(surface)


def led_from_result(act: Moments) -> bool:
    """Whether the run that is led home had come to its result: the turn was declared void."""
    return decided([op for op, _ in act[-1][0].done])


def ways_home(what: Mishap, courses: Sequence[Moments], doing: Sequence[Op]) -> Iterator[tuple[Way, Leakage]]:
    """Yield the ways on after a mistake, where no more can be given up.

    ``courses``: what may have been done, as `moments_home` has it.  ``doing``: the operations of the act at hand.
    """
    leak = _most(courses, lambda act: gives(what, act))
    mixes = [op for op in doing if isinstance(op, Scramble)]
    if what is Mishap.UNSCRAMBLED and (mixes or isinstance(courses[0][0][0].done[-1][0], Scramble)):
        yield DoAgain(), _most(courses, lambda _: NOTHING)
    if what is not Mishap.UNSCRAMBLED or not mixes or leak.most:
        yield CarryOn(), leak
    if what in SEEN and any(op.piles[0][0].area == COLUMN for op in mixes):
        once_more = _most(courses, lambda act: again(what, act))
        if once_more.most < leak.most:
            yield DoAgain(), once_more
    if what in LOSES_OWNERS:
        lost = _most(courses, lambda act: gives(what, act, act[-1][0].ahead))
        if lost.most > leak.most:
            yield CarryOn(astray=True), lost


def _most(courses: Sequence[Moments], of: Callable[[Moments], Leakage]) -> Leakage:
    return most_of(voided(act[-1][0], of(act)) if led_from_result(act) else of(act) for act in courses)


# ----------------------------------------------------------------------------------------------------


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
        if any(isinstance(op, Withdraw) and Mishap.LOSER_KEPT in mishaps(op) for op in done):
            found.add(Mishap.LOSER_KEPT)
        if any(place.area == MASK for place in self.moments[0][1]):
            found.add(Mishap.WRONG_MASK)
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
            astray = bool(leak.most) and columns and what in LOSES_OWNERS
            yield GiveUp(astray, self.game.in_doubt), leak
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
            case Mishap.LOSER_KEPT if not at_hand:
                return
            case Mishap.WRONG_MASK if self._looked:
                return
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

    @property
    def _looked(self) -> bool:
        """Whether a dot was looked for, or may have been."""
        acts = (*self.run.ops[:-1], *self.run.acts) if self.run is not None else ()
        return any(isinstance(op, Look) for op in acts)

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
