"""A game in progress, as a front-end sees it: what is needed next, and one input at a time.

A refused input changes nothing, neither here nor on disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from facilitator.errors import CommandError, FacilitatorError, JournalError, ProtocolBug, TableError
from facilitator.games.events import Correct, Event, Lacks, Play, Round, Show, Start, TimePassed, TimeUp
from facilitator.games.registry import game_named
from facilitator.games.rules import (
    Ask,
    Blind,
    Facts,
    HandQuestion,
    Happened,
    Lot,
    Mixed,
    Motion,
    Moved,
    Need,
    Over,
    Rules,
    Select,
    ShowHand,
    Swapped,
    Zone,
)
from facilitator.machine.acts import Act, Kind
from facilitator.machine.faces import DECK, DISCARDS, NONE, POOL, Face, called, is_extra
from facilitator.machine.operations import (
    COLUMN,
    LOT,
    TOP_ROW,
    Choose,
    Collect,
    Draw,
    Heading,
    Look,
    Op,
    Place,
    Return,
    Reveal,
    Scramble,
    asked_by,
    places_of,
)
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.machine.physics import same_cards
from facilitator.play.journal import (
    ANSWER,
    BESIDE,
    EVENT,
    GIVE_UP,
    MEND,
    MISTAKE,
    NOTE,
    OOPS,
    REMARKS,
    RUN,
    TAKES,
    UNDO,
    VOID,
    VOIDED,
    WORDING,
    Journal,
    JournalEntry,
    save_words,
)
from facilitator.play.news import (
    EventNews,
    HistoryLine,
    InputStatus,
    Lived,
    News,
    Remark,
    RunLine,
    StopPlace,
    VoidNews,
    history,
)
from facilitator.play.run import Begun, Ledger, LedgerEntry, Run, Telling, put_back_words, voice_for
from facilitator.play.turn import (
    LOT_FORM,
    Selection,
    TurnPolicy,
    answered,
    follows_of,
    plan_lot,
    plan_question,
    plan_selection,
    shortcut,
)
from facilitator.protocols.forms import FORMS, form_named
from facilitator.protocols.recovery import Repair, decided, give_up, mend, mended
from facilitator.table.model import USUAL, pool_cards, state_before
from facilitator.telling.grouping import Wording
from facilitator.telling.instruction import title
from facilitator.telling.simulate import Lies, pick, shuffled
from facilitator.telling.speech import Speech
from facilitator.words import listed, plural, tally

if TYPE_CHECKING:
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# Giving a run up, or declaring it void: until when it may be, what hands do first, and the run that leads back.


RECOVERY = "give up"


NEED_REASON = "Say why, in a few words: void two pairs read β α."


def may_give_up(ledger: Ledger) -> None:
    """Raise `TableError` where a run may not be given up, saying how to go on."""
    not_on_the_way_back(ledger, "stop")
    if not ledger.closed and not decided(ledger.ops):
        return
    if ledger.form == LOT_FORM:
        raise TableError(
            "the run to be finished",
            "a lot that is drawn already",
            f"What was turned over stays. Drawn twice, it would no longer be left to chance. {VOID_ADVICE}",
        )
    raise TableError(
        "the run to be finished",
        "its result in sight already",
        f"{STANDS} {VOID_ADVICE}",
    )


NOBODY_S = "Covered cards that may be anybody's: mix them face down, and give everyone, the deck too, what they lack."
"""What is done with cards that went astray."""
STANDS = f"It stays the outcome: begun again, chance would not have chosen it. Finish the steps. {NOBODY_S}"
"""What is done once the result is in sight."""
VOID_ADVICE = (
    "If it cannot be a result (the card does not fit, two pairs read β α, a pair is no α and β): type void and "
    "why. The cards go home, and the turn starts again."
)


def not_on_the_way_back(ledger: Ledger, word: str) -> None:
    """Raise `TableError` on the way back from a run: there is nothing more to give up."""
    if ledger.form == RECOVERY:
        raise TableError(
            "these steps to be finished",
            f"{word}, on the way back already",
            "They take every card home; u takes a step back.",
        )


def way_back_begun() -> TableError:
    """Return the refusal of a void typed before the end of a run that was given up: hands are on its way back."""
    return TableError(
        "the way back, which hands have begun, to be gone on with",
        "void, typed before it",
        "Type stop: what was given up stays so, and its steps go on.",
    )


MIX_FIRST = "Finish the scramble: mix all of it and lay it out again, covered"
BACK_FIRST = "Put all back as the step before left it"
"""What hands do before the way back: where they were mixing, and elsewhere."""
DUEL_FIRST = {
    False: "Take out what is in an envelope, face down. From any duel the way home is the same",
    True: "Take out what is in an envelope, opaque side up. From any duel the way home is the same",
}
"""The same in a duel, by whether there are sleeves: wherever hands are in it, all that lies there is the hand's."""


WALLET_FIRST = "Show no face, and turn the wallet over no more. Wherever hands are, the way home is the same"
"""The same in a wallet's turn up to its last look: whatever is done, all that lies there is the hand's."""
NOTHING_TOLD = "Nothing was told: up to the last look the dots say nothing of any card."
"""What a doubt about a wallet leaves behind."""
DOUBTED = "a doubt before the last look"
"""Why a turn is void that was doubted at its last look: nobody can tell here whether that dot was seen."""


def in_doubt(ledger: Ledger | None) -> bool:
    """Tell whether a run is a wallet's whose last look was not read: what is doubted there told nothing."""
    if ledger is None or ledger.form not in FORMS or form_named(ledger.form).columns or ledger.closed:
        return False
    return not decided([one.op for one in ledger.entries if one.ticked])


def no_doubt() -> CommandError:
    """Return the refusal of a doubt where no wallet's turn is under way, or its last look was read."""
    todo = "Type stop or oops; once a result is in sight: void and why."
    return CommandError("a wallet's turn before its last look", "none", todo)


def hands_first(ledger: Ledger, telling: Telling, back: bool, within: bool = False) -> str:
    """Return what hands do before the way back from a run; `Game` does it for a rehearsal's table.

    ``back``: steps that were ticked off have been taken back since, and hands may have followed.  ``within``: the
    operation that came up last ends an act of several.
    """
    *_, now = ledger.entries
    if in_doubt(ledger):
        return WALLET_FIRST
    if _within_duels(now.op):
        told = DUEL_FIRST[telling.speech.voice.sleeves]
        return f"Do again what was put back by hand since, up to the duels. {told}" if back else told
    words = telling.words(ledger.ops if finished_first(now.op) else [now.op])
    if isinstance(now.op, Scramble) and now.pressed and not now.mixed and not now.ticked:
        told = "Mix all that was put away and lay it out again, covered"
    elif isinstance(now.op, Scramble):
        told = MIX_FIRST
    elif finished_first(now.op) or ledger.closed:  # as `way_back` has it
        told = f'Finish the step that came up last: "{words}"'
    elif within:
        told = f'Finish the act at hand, all but its end: do not do this, or take it back: "{words}"'
    else:
        told = BACK_FIRST
    if not back:
        return told
    return f'Do again what was ticked off and put back by hand since, up to this step: "{words}". {told}'


def _within_duels(op: Op) -> bool:
    """Whether two piles are fighting: a card lies loose on each of them, or is about to."""
    return any(place.row == TOP_ROW for place in places_of(op)) and not isinstance(op, Collect)


def stopped_words(first: str, void: bool, led_home: bool, lot: bool) -> str:
    """Return what a stop, or a void, says: ``first``, what hands do before all else, and what begins again then."""
    what = "It is declared void, in the record." if void else "The run is given up."
    told = "these steps then take every card home, and" if led_home else "nothing else lies there, so"
    hands = f"{first}; {told} {'the colour lottery' if lot else 'the turn'} starts again." if first else ""
    return f"{what} What was seen by accident stays seen: keep it with note TEXT. {hands}".rstrip()


def finished_first(op: Op) -> bool:
    """Whether hands finish an operation that may have been begun: nobody could put it back for certain."""
    return isinstance(op, Scramble | Return | Draw | Collect)


def begun_for_good(acts: Sequence[Op]) -> bool:
    """Whether hands may be so far in an act of several operations that nobody could put it back."""
    return len(acts) > 1 and any(map(finished_first, acts))


def way_back(plan: Selection, ledger: Ledger) -> Selection | None:
    """Return the run that takes home what lies on the table, whatever was typed; None if nothing does.

    It starts from the ledger: everything ever done in this run, and the surface as it lies.
    """
    *done, doing = ledger.ops
    ends = ledger.closed or (finished_first(doing) and not isinstance(doing, Scramble))
    surface = ledger.surface(finished=ends)
    if plan.layout is None:
        lot = tuple(sorted(place for place in surface if place.area == LOT))
        lies = tuple((place, surface[place]) for place in lot)
        recipe = lot_back(lot)
        return Selection(plan.seat, RECOVERY, recipe, None, plan.chosen, plan.drawn, lies) if lot else None
    drawn = any(isinstance(op, Draw) for op in (ledger.ops if ends else done))
    if not surface and not drawn:
        return None
    known = ([*done, doing], None) if ends else (done, doing)
    recipe = give_up(plan.layout, surface, *known)
    return Selection(plan.seat, RECOVERY, recipe, surface=tuple(surface.items()), home_of=plan.layout)


def lot_back(lot: tuple[Place, ...]) -> Recipe:
    """Return the way back from a lot: its cards go into the box."""

    def steps(known: Outcome) -> Steps[Outcome]:
        yield Collect(lot, act=Act(Kind.LOT_BACK, len(lot)))
        return known

    return (Stage(Heading(Part.LOT_BACK), steps),)


def stays_words(beyond: Sequence[LedgerEntry]) -> str:
    """Return what an undo leaves as it is, of all that hands have done beyond the step it led to."""
    done = [one for one in beyond if one.ticked or one.pressed]
    if not done:
        return ""
    parts = ["Hands leave everything as it lies: a step that is DONE ALREADY needs only what is missing."]
    if any(one.mixed or (one.ticked and isinstance(one.op, Scramble)) for one in done):
        parts.append("What was mixed stays mixed; do not mix it again.")
    if any(isinstance(one.op, Reveal | Choose | Look) for one in done):
        parts.append("What was seen stays seen; a result that was seen stands, unless it was typed wrongly.")
    return " ".join(parts)


def redrawn_words(ledger: Ledger) -> str:
    """Return what a void turn that drew cards changes and tells; empty if it drew none."""
    if not any(isinstance(op, Draw) for op in ledger.ops):
        return ""
    return (
        f"{ledger.seat} drew in this turn, and nobody can tell which card that was: as many of its hand, mixed and "
        "covered, go back. No more is shown; but its hand may be another than before, so what was seen in this "
        f"turn (that {ledger.seat} had no card to play, say) may no longer be true of it."
    )


def nothing_to_give_up() -> CommandError:
    """Return the refusal where no run is under way."""
    return CommandError(
        "a run under way", "none", "There is nothing to give up. u takes the last entry back."
    )


def nothing_to_put_right() -> TableError:
    """Return the refusal where a run cannot be put right in place."""
    return TableError(
        "all columns scrambled and covered, before something of them is turned over",
        "another place in the run",
        "Type oops: it says what can be done here.",
    )


def not_in_mid_repair() -> TableError:
    """Return the refusal of an undo that would leave a repair half done."""
    return TableError(
        "the repair to be finished",
        "u, in the midst of it",
        "Finish these steps: they put the run right. Or type stop.",
    )


def results_ahead(results: Sequence[str]) -> TableError:
    """Return the refusal of another input where finished runs came after this point."""
    return TableError(
        "the same as was typed here before",
        f"another entry, though after it came {listed(results)}",
        "What was seen stands. Type the same again (Enter shows it in a rehearsal, log shows it always), or void "
        "and why: the record keeps that everything after this point was declared void.",
    )


def cards_out(seat: str) -> TableError:
    """Return the refusal of another input while a later run lies on the table, mixed or seen in part."""
    return TableError(
        "the same as was typed here before",
        f"another entry, while the cards of {seat}'s run lie on the table",
        "Type stop: it goes forward to that run and leads its cards home. Then u comes back here in one step.",
    )


# ----------------------------------------------------------------------------------------------------
# An input that counts, and where the game stood before it: what an undo goes back to.


ALL = 1 << 30
"""Steps of an operation that was answered: all it was told in."""


class Turn(NamedTuple):
    """A virtual turn: with which input it began, or began again, as the journal counts; after how many events."""

    began: int
    events: int


@dataclass(slots=True)
class UndoPoint:
    """One input, and what was typed before it.  Hands are no part of it: see the ledger.

    ``typed``: the answers of the run under way, of which the first ``count`` stood.  ``stood``: how many steps
    of its operation were pressed then, which is not kept.  ``begun``: how many runs had begun.  ``lies``: a
    rehearsal's cards, where an undo would lay them so.  ``told``: the events it brought about.  ``settled``: how
    many inputs after it led into a run and back home again; an undo takes them back with it.  ``carried``: taken
    back, it is still so on the table.  ``number``: of the input, as the history counts them.  ``turn``: the virtual
    turn under way then.
    """

    kind: str
    body: dict[str, object]
    state: Any  # of the game that is played
    plan: Selection | None
    typed: list[str]
    count: int
    stood: int
    standing: bool
    voids: int
    begun: int
    lies: Lies | None
    told: tuple[EventNews, ...] = ()
    settled: int = 0
    carried: bool = True
    number: int = 0
    turn: Turn | None = None


def undone_words(past: UndoPoint, takes: int, law: Rules[Any], names: Sequence[str]) -> str:
    """Return what an undo took back, ``takes`` inputs in all."""
    told = input_words(past.kind, past.body, law, names)
    return told if takes == 1 else f"{told}, with the run after it that was led home ({takes} entries)"


def input_words(kind: str, body: Mapping[str, object], law: Rules[Any], names: Sequence[str]) -> str:
    """Return an input of a journal in words."""
    if kind == EVENT:
        return law.codec.text(law.codec.of_json(body, names))
    if kind == NOTE:
        return f'the remark "{body["text"]}"'
    if kind == OOPS:
        return f"oops: {body['text']}"
    if kind == MEND:
        return f"putting the run right: {body['repair']}"
    if kind == GIVE_UP:
        return "giving the run up"
    if kind == VOID:
        return "declaring the turn void"
    said = str(body.get("said") or "")
    return f"the answer {called(said, law.kinds.describe_named)}" if said else "the last step"


# ----------------------------------------------------------------------------------------------------
# A rehearsal's truth: the simulated table follows the public events, and stands in for the people.


class Rehearsal:
    """Known cards for a whole game, of whichever kind, from a seed; in memory only.

    The same seed and the same answers give the same game.
    """

    def __init__(self, law: Rules[Any], start: Facts, seed: int) -> None:
        self.law, self.seed = law, seed
        self.table = shuffled(law.zones(start).decks, seed)
        for happened in law.deal(start):
            self._carry_out(happened)
        self._turn_up(start)
        self._prepare(start)

    def _turn_up(self, state: Facts) -> None:
        """Turn a first top card over, where the game begins with one."""
        self._first: Face | None = None
        if not self.law.about.turns_first:
            return
        begins = self.law.moves(state, ())
        if not any(isinstance(move, Start) and move.card is None for move in begins):
            may_lie = {move.card for move in begins if isinstance(move, Start)}
            self._first = self.table.turn_up(may_lie.__contains__)

    def follow(self, event: Event, happened: Sequence[Happened], state: Facts, by_run: bool = False) -> None:
        """Do with the cards what an accepted event and what follows from it say; ``state``: as it is then.

        ``by_run``: the run itself already moved the cards.  Raises `TableError` if a hand lacks a card.
        """
        if isinstance(event, Start) and event.card != self._first:
            raise CommandError(
                f"{self._first}, which the rehearsal turned over", str(event.card), "Type that card."
            )
        for one in () if by_run else happened:
            self._carry_out(one)
        if isinstance(event, Show):
            self.table.put_back(event.seat)
        if isinstance(event, Round):
            self._turn_up(state)
        self._prepare(state)

    def _carry_out(self, happened: Happened) -> None:
        for motion in happened.motions:
            self.table.carry_out(motion)

    def _prepare(self, state: Facts) -> None:
        """Let the next run know its deck and its discards."""
        need = self.law.need(state)
        if isinstance(need, Select | HandQuestion):
            stock = self.law.stock(state, need.seat)
            self.table.lend(stock.zone, stock.discards)

    def move(self, state: Facts) -> Event:
        """Return what the person in turn does, or how the game is opened: by chance, among all there is to do."""
        need = self.law.need(state)
        if isinstance(need, ShowHand):
            return Show(need.seat, tuple(self.held(need.seat)))
        if not isinstance(need, Ask):
            raise ProtocolBug("a person's turn", repr(need), "Please report this.")
        moves = self.law.moves(state, self.held(need.seat) if need.seat else ())
        deals = any(isinstance(move, Round) for move in moves)
        if need.seat is None and self._first is not None and not deals:
            return Start(self._first, pick(self.seed, 0, [seat.name for seat in state.seats]))
        plays = [move for move in moves if isinstance(move, Play)]
        if len(plays) < len(moves):
            return pick(self.seed, state.n, moves)
        card = pick(self.seed, state.n, list(dict.fromkeys(play.card for play in plays)))
        named = [play for play in plays if play.card == card]
        return pick(self.seed, -state.n, named)

    def held(self, seat: str) -> list[Face]:
        """Return a seat's cards, in the order they came."""
        return self.table.hands.setdefault(seat, [])

    def agree(self, state: Facts) -> None:
        """Raise `ProtocolBug` unless the public state is true of the cards, and no card is lost or strange."""
        lying = {zone: cards + self.table.standing(zone) for zone, cards in self.table.hands.items()}
        sizes = {zone: len(lying.get(zone, ())) for zone in {*lying, *self.law.zones(state).sizes}}
        said = {zone: self.law.zones(state).sizes.get(zone, 0) for zone in sizes}
        if sizes != said:
            raise ProtocolBug(
                f"in each zone {_differing(said, sizes)}", str(_differing(sizes, said)), _REPORT
            )
        for zone, cards in self.law.zones(state).open.items():
            seen = lying.get(zone, [])
            if not same_cards(seen, cards) or (zone == DISCARDS and seen[-1:] != list(cards[-1:])):
                raise ProtocolBug(f"open in {zone}: {tally(cards)}", tally(seen), _REPORT)
        for seat in state.seats:
            stock = self.law.stock(state, seat.name)
            zones = {*(name for name, _ in stock.hands), *(() if stock.deck is None else (stock.zone,))}
            hidden = [card for zone in zones for card in lying.get(zone, ())]
            # cards on their way from hand to hand lie in neither, and are hidden too
            away = len(hidden) < len(stock.cards)
            if Counter(hidden) - Counter(stock.cards) if away else not same_cards(hidden, stock.cards):
                raise ProtocolBug(f"hidden cards {tally(stock.cards)}", tally(hidden), _REPORT)
        every = [card for cards in self.law.zones(state).decks.values() for card in cards]
        if not same_cards([card for cards in lying.values() for card in cards], every):
            raise ProtocolBug("every card of the decks, once", "another number of some", _REPORT)


_REPORT = "Please report this."


def _differing(these: dict[Zone, int], those: dict[Zone, int]) -> dict[Zone, int]:
    return {zone: size for zone, size in these.items() if those[zone] != size}


# ----------------------------------------------------------------------------------------------------
# The course of a game: events, runs and the way home, beside the ledgers of what hands did.


AUTO = "auto"
"""A table's wording: full until somebody types another; brief is offered after some clean runs."""
CLEAN_RUNS = 2
"""Runs that came to their result, not given up, nothing taken back in them: after so many brief is offered."""


class Course:
    """Where a game stands: its public state, the run under way, and the ledgers of what hands did."""

    def __init__(self, table: Table, journal: Journal, seed: int | None = None) -> None:
        """Set up a game that has not begun; ``seed`` makes it a rehearsal on simulated cards."""
        self.table, self.journal, self.seed = table, journal, seed
        self.law = game_named(table.game)
        self._choice = TurnPolicy.of(table)
        self._voice = voice_for(table)
        self._set_up()

    def _set_up(self) -> None:
        self.state = state_before(self.table)
        self.truth = None if self.seed is None else Rehearsal(self.law, self.state, self.seed)
        self._wording: Wording | None = None
        self.run: Run | None = None
        self.plan: Selection | None = None
        self._standing = False  # whether the last run's columns still stand, for the next virtual turn
        self.voids = 0
        self.news: list[News] = []
        self._derived: list[tuple[str, dict[str, object]]] = []
        self._carried = False  # whether hands carried this input out before it was taken back
        self._path: list[UndoPoint] = []  # the inputs that count
        self._ahead: list[UndoPoint] = []  # those taken back and not replaced, the next one last
        self._ledgers: list[Ledger] = []  # of every run whose outcome or cards still stand
        self._lived: list[Lived] = []  # every input there was, those taken back too
        self._begun = 0  # how many of them what was typed has reached
        self._input = 0  # the number of the input that is taken, as the journal counts them
        self._turn: Turn | None = None  # the virtual turn under way, or the last one

    @property
    def names(self) -> list[str]:
        """The seats' names, clockwise."""
        return [seat.name for seat in self.state.seats]

    @property
    def need(self) -> Need:
        """What the table must do now."""
        return self.law.need(self.state)

    @property
    def ledgers(self) -> list[Ledger]:
        """What hands did in every run whose outcome or cards still stand, the oldest first."""
        return list(self._ledgers)

    @property
    def turn(self) -> str | None:
        """The seat whose turn it is; None before the start and after the end."""
        need = self.need
        return None if isinstance(need, Over) else need.seat

    def _happen(self, events: tuple[Event, ...], by_run: bool = False, moved: int = 0) -> None:
        """Apply events; the first ``moved`` draws were already carried out by a run."""
        for number, event in enumerate(events):
            state, happened = self.law.apply(self.state, event)
            if self.truth is not None and not self._carried:
                self.truth.follow(event, happened, state, number < moved)
            self.state = state
            need = self.need
            again = isinstance(need, Ask | Select) and need.again
            ends = not (again or isinstance(event, Start | Round | Correct))
            self.news.append(EventNews(event, happened, state, by_run, number < moved, ends, self.voids))
            if by_run:
                self._derived.append((EVENT, self.law.codec.json(event)))
        if self.truth is not None and not self._carried:
            self.truth.agree(self.state)

    def _next_run(self) -> None:
        while isinstance(need := self.need, Select | Blind | Lot | HandQuestion):
            if isinstance(need, Blind):  # hands do it without a run
                follows = self.law.concluded(self.state, need, None, 0)
                assert not isinstance(follows, Lot)
                self._happen(follows, by_run=True)
                continue
            if isinstance(need, Lot):  # one that follows no selection
                self._begin(plan_lot(need))
                return
            if isinstance(need, HandQuestion):
                if known := answered(self.state, need, self._choice):
                    self.news.append(Remark(known))
                    follows = self.law.concluded(self.state, need, None, 0)
                    assert not isinstance(follows, Lot)
                    self._happen(follows, by_run=True)
                    continue
                self._begin(plan_question(self.state, need, self._choice))
                return
            reason = None if self._standing else shortcut(self.state, self._choice)
            if reason is None:
                self._begin(plan_selection(self.state, self._choice, self._standing))
                return
            self.news.append(Remark(reason))
            drawn = int(need.may_draw)  # what is drawn cannot fit either
            follows = self.law.concluded(self.state, need, None, drawn)
            assert not isinstance(follows, Lot)
            self._happen(follows, by_run=True)

    def _begin(self, plan: Selection, back_from: Ledger | None = None) -> None:
        """Begin a run, or go through it again where hands did already."""
        self.plan = plan
        lying = plan.layout.lying if plan.layout else ()
        start = (
            {place: is_extra(face) for place, face in lying} if plan.surface is None else dict(plan.surface)
        )
        need = self.need
        events = self.state.n - (isinstance(need, Select) and need.again)
        if back_from is None and (self._turn is None or self._turn.events != events):
            self._turn = Turn(self._input, events)
        if self._begun == len(self._ledgers):
            lies = self.truth.table.lies() if self.truth is not None else None
            ledger = Ledger(start, plan.seat, plan.form, len(self._path), bool(lying), back_from, lies)
            self._ledgers.append(ledger)
        self._begun += 1
        self.run = self._performed(plan, start)

    def _performed(self, plan: Selection, start: Mapping[Place, bool]) -> Run:
        lying = plan.layout.lying if plan.layout else ()
        truth = self.truth.table if self.truth else None
        telling = self.telling(plan)
        ledger = self._ledgers[self._begun - 1]
        return Run(mended(plan.recipe, ledger.mends), telling, truth, lying, start, ledger)

    # -- how it is told ------------------------------------------------------------------------------

    @property
    def wording(self) -> Wording:
        """How much is told at once: as was chosen last, else as the table file says."""
        if self._wording is not None:
            return self._wording
        return Wording.FULL if self.table.wording == AUTO else Wording(self.table.wording)

    @property
    def practised(self) -> bool:
        """Whether brief wording is to be offered: nobody chose one yet, and enough runs were clean."""
        if self._wording is not None or self.table.wording != AUTO:
            return False
        chosen = [one for one in self._ledgers if one.form != LOT_FORM]  # of one given up no ledger is left
        return sum(one.closed and not one.undone for one in chosen) >= CLEAN_RUNS

    def tell_in(self, wording: Wording) -> None:
        """Go on in another wording, from the operation at hand."""
        self._wording = wording
        if self.run is not None:
            self.run.telling = replace(self.run.telling, wording=wording)

    def _beside(self, kind: str, body: dict[str, object]) -> None:
        """Take up what is kept beside the game: the wording that was chosen."""
        if kind == MISTAKE:
            return
        wording = Wording(str(body["told"]))
        if body["over"] == self.table.wording:  # else the table file was changed since, and says it
            self.tell_in(wording)
            if self.run is not None:
                self.run.begin_here()

    def telling(self, plan: Selection | None = None) -> Telling:
        """Return how runs are told now, with the masks of a plan."""
        masks = plan.masks if plan is not None else ()
        return Telling(Speech(self._voice, self.law.kinds.traits, masks=masks), self.wording)

    def _answer(self, said: str) -> None:
        if self.run is None or self.plan is None:
            raise CommandError("a move", "an answer to a step", "No run is under way.")
        self.run.answer(said)
        if self.run.put_back:
            self.news.append(Remark(self.run.put_back))
        if self.run.outcome is not None:
            if self.truth is not None and not self._carried:
                self._path[-1].lies = self.truth.table.lies()
            self._conclude(self.run, self.plan, self.run.outcome)

    def _conclude(self, run: Run, plan: Selection, outcome: Outcome) -> None:
        self.run = self.plan = None
        ledger = self._ledgers[self._begun - 1]
        if plan.chosen is None:  # a lot leaves standing columns alone
            self._standing = any(place.area == COLUMN for place in run.surface) and not ledger.home
        if ledger.back_from is not None:
            self._settle(ledger.back_from)
            self._lot_again(plan)
            return
        if plan.layout is not None:
            spent, layout = run.cost, plan.layout
            said = outcome_words(outcome)
            line = RunLine(plan.seat, plan.form, layout.k, layout.m, spent.shuffles, spent.extra_cards, said)
            self.news.append(line)
            self._derived.append((RUN, line.to_json()))
        self._go_on(plan, outcome)

    def _go_on(self, plan: Selection, outcome: Outcome) -> None:
        """Begin the lot that an outcome leads to, or let happen what it amounts to."""
        follows = follows_of(self.law, plan, outcome, self.state)
        if isinstance(follows, Lot):
            self._begin(plan_lot(follows))
        else:
            self._happen(follows, by_run=True, moved=plan.drawn or outcome.drawn)

    # -- the way home --------------------------------------------------------------------------------

    def _lay(self, lies: Lies | None) -> None:
        """Lay a rehearsal's cards as people do who take a move back; what was mixed is mixed anew."""
        for past in self._ahead:
            past.carried = False
        if self.truth is not None and lies is not None:
            self.truth.table.lay(lies)

    def _lead_home(self, plan: Selection) -> None:
        ledger = self._ledgers[self._begun - 1]
        # the simulated table performs an operation when it comes up; what nobody could put back is finished
        if (
            self.truth is not None
            and not self._carried
            and not (ledger.closed or finished_first(ledger.ops[-1]))
        ):
            self.truth.table.take_back()
        way = way_back(plan, ledger)
        self.run = self.plan = None
        if way is not None:
            self._begin(way, ledger)
        else:
            self._settle(ledger)
            self._lot_again(plan)

    def _lot_again(self, plan: Selection) -> None:
        """Begin the lot anew that was given up, if it was one: the card it belongs to stays selected."""
        if plan.chosen is not None:
            self._go_on(Selection(plan.seat, "", ()), Outcome(plan.chosen, plan.drawn))

    def _settle(self, ledger: Ledger) -> None:
        """All cards of a run are home: what was typed for it is taken back with the input before it."""
        self._turn = None  # it begins again
        index = self._ledgers.index(ledger)
        del self._ledgers[index:]
        self._begun = index
        if (
            ledger.standing
        ):  # the columns that the run before left are given back, however often it is gone through
            self._standing = False
            for one in reversed(self._ledgers):
                one.home = True
                if one.form != LOT_FORM:
                    break
        self._join(ledger.opened)

    def _join(self, count: int) -> None:
        """Let the inputs after the first ``count`` be taken back together with the last of these."""
        if count:
            self._path[count - 1].settled += sum(1 + past.settled for past in self._path[count:])
        del self._path[count:]


def outcome_words(outcome: Outcome) -> str:
    """Return an outcome as the run line writes it: a card, "none", with "drawn" where it was just drawn."""
    said = outcome.card or NONE
    return f"{said}, drawn" if outcome.drawn and outcome.card else said


# ----------------------------------------------------------------------------------------------------
# Whether a kept game can go on: it is this table's, and the rehearsal that was asked for or a real game.


COUNTS = ("game", "rules", "seats", "hand_size", *USUAL, "protocol", "conceal", "pool", "pool_deck")
"""The keys of a table file without which its game would be another; the others may change between evenings."""


def facts_of(table: Table, seed: int | None) -> dict[str, object]:
    """Return what a game's journal opens with: its table, and what a rehearsal's chance comes from."""
    facts: dict[str, object] = {"table": table.model_dump(mode="json")}
    return facts if seed is None else {**facts, "rehearsal": seed}


def same_game(journal: Journal, table: Table) -> None:
    """Raise `JournalError` unless a journal's game can go on at this table."""
    if found := departed(journal):
        raise no_more(journal, found)
    kept = _kept(journal)
    try:
        old = type(table).model_validate({key: kept[key] for key in COUNTS if key in kept})
    except (ValueError, RecursionError) as err:  # pydantic's
        raise no_table(journal) from err
    differ = [key for key in COUNTS if _counted(old, key) != _counted(table, key)]
    if differ:
        raise JournalError(
            "the game of this table",
            f"one begun with other {' and '.join(differ)} in {journal.name}",
            "Put the table file back as it was, or start afresh with --new.",
        )


def _kept(journal: Journal) -> dict[str, object]:
    """Return the keys of the table that a game was begun at."""
    begun = journal.facts.get("table")
    return begun if isinstance(begun, dict) else {}


def departed(journal: Journal) -> str:
    """Return what a game was begun with that is played no more, as its table file says it; empty: nothing."""
    from facilitator.table.model import FORMER

    kept = _kept(journal)
    form, seats = kept.get("protocol"), kept.get("seats")
    if isinstance(form, str) and form in FORMER:
        return f"protocol: {form}"
    styles = (
        (seat.get("style") for seat in seats if isinstance(seat, dict)) if isinstance(seats, list) else ()
    )
    return "a style of weights" if any(isinstance(style, dict) for style in styles) else ""


def table_then(journal: Journal) -> Table:
    """Return the table of a game begun with what is played no more: what its public events need."""
    from facilitator.table.load import make_table

    kept = _kept(journal)
    seats = kept.get("seats")
    named = [{**seat, "style": "uniform"} for seat in seats] if isinstance(seats, list) else seats
    keys = {key: kept[key] for key in ("name", *COUNTS) if key in kept and key != "protocol"}
    try:
        return make_table({**keys, "seats": named})
    except (CommandError, TypeError) as err:  # seats that are none
        raise no_table(journal) from err


def no_more(journal: Journal, found: str) -> JournalError:
    """Return the error that says that a game was begun with what is played no more."""
    return JournalError(
        "a game that can still be gone on with",
        f"one begun with {found}, which is played no more, in {journal.name}",
        "Read it with facilitator log, and begin afresh with --new.",
    )


def _counted(table: Table, key: str) -> object:
    return pool_cards(table) if key == "pool_deck" else getattr(table, key)


def same_rehearsal(journal: Journal, seed: int | None) -> None:
    """Raise `JournalError` unless a journal is the rehearsal with this seed (None: a real game)."""
    old = journal.facts.get("rehearsal")
    if old == seed:
        return
    kinds = ["a real game" if one is None else f"a rehearsal with --seed {one}" for one in (seed, old)]
    raise JournalError(
        kinds[0],
        f"{kinds[1]} in {journal.name}",
        "Type the command it was begun with, name another --journal, or start afresh with --new.",
    )


def no_table(journal: Journal) -> JournalError:
    """Return the error that says that a journal opens with no table, or one this version does not know."""
    return JournalError(
        "a game's table", f"none in {journal.name}", "Restore a copy, or begin afresh with --new."
    )


def not_a_game(err: Exception, journal: Journal) -> JournalError:
    """Return the error that says why a journal's entries make no game."""
    reason = err.found if isinstance(err, FacilitatorError) else repr(err)
    return JournalError(
        "entries that make a game",
        f"one that cannot be ({reason})",
        f"Restore a copy, use the version of the program that began this game, or {save_words(journal.path)}.",
    )


def another_game(journal: Journal) -> JournalError:
    """Return the error that says that other events follow from a journal's inputs than it has."""
    return JournalError(
        "the journal to give the same game again",
        "other events than were written",
        f"Use the version of the program that began this game, or {save_words(journal.path)}.",
    )


# ----------------------------------------------------------------------------------------------------
# What hands put back of events that are taken back or declared void, and from where to where.


def undone_by_hand(told: Sequence[EventNews]) -> str:
    """Return what hands put back of one input's events that were taken back; empty if nothing."""
    mixed = [
        (motion, item)
        for item in told
        for one in item.happened
        for motion in one.motions
        if isinstance(motion, Mixed)
    ]
    if mixed:
        motion, item = mixed[0]
        if motion.target not in (DECK, POOL):
            return f"{_zone(motion.target, item)} was shuffled, and its cards are passed on: type the same (redo)."
        return (
            "The deck was made of the discards, and nobody can part them again unseen: type the same (redo)."
        )
    person = [item for item in reversed(told) if not item.virtual]
    parts = [events_back(person)] if person else []
    if run := [item for item in reversed(told) if item.virtual and not item.done and item.happened]:
        moved = [
            _after_run(motion, item)
            for item in run
            for one in reversed(item.happened)
            for motion in reversed(one.motions)
        ]
        if moved:
            parts.append(f"What was done after the run is put back, the last first: {'; '.join(moved)}.")
    return " ".join(part for part in parts if part)


def _after_run(motion: Motion, told: EventNews) -> str:
    """Say what a run's outcome moved; a card it played goes back to where the run left it."""
    if isinstance(motion, Moved) and motion.faces:
        return f"{listed(motion.faces)} from {_zone(motion.target, told)} to where the run left it"
    return _put_back(motion, told)


def events_back(told: Sequence[EventNews]) -> str:
    """Return what hands put back of events declared void; ``told``: the last first.

    Raises `TableError` where a deck was made of discards since: nobody can find those cards again unseen.
    """
    parts = [
        _put_back(motion, item)
        for item in told
        for one in reversed(item.happened)
        for motion in reversed(one.motions)
    ]
    return f"Put back by hand: {'; '.join(parts)}." if parts else ""


def _put_back(motion: Motion, told: EventNews) -> str:
    match motion:
        case Moved(faces=faces) if faces:
            return f"{listed(faces)} from {_zone(motion.target, told)} back to {_zone(motion.source, told)}"
        case Moved():
            count = plural(motion.count, "card")
            return f"{count} of {_zone(motion.target, told)}, unseen, mixed into {_zone(motion.source, told)}"
        case Swapped():
            return f"{listed([_zone(zone, told) for zone in motion.to])} changed back, each to whose it was"
        case Mixed():
            raise TableError(
                "a point after cards were mixed into a deck",
                "one before it",
                "Nobody can find those cards again unseen. Type the same again as before, and go on.",
            )
        case _:
            assert_never(motion)


def _zone(zone: Zone, told: EventNews) -> str:
    """Say where cards lie: a seat's hand, or what its own game calls it, such as the trick."""
    hands = [seat.name for seat in told.state.seats]
    return f"{zone}'s hand" if zone in hands else _ZONES.get(zone, f"the {zone}")


_ZONES = {DECK: "the deck", POOL: "the pool deck", DISCARDS: "the discard pile"}


# ----------------------------------------------------------------------------------------------------
# The fold: a game's inputs, undone ones too, become the public state, the run under way, and what hands did.
#
# The logical game is what the inputs say that still count.  Beside it stand the ledgers: every run that hands
# began, with what was done and seen.  An undo goes back in the first and leaves the second.


class Fold(Course):
    """A game rebuilt from its journal.  ``news`` collects what the last input brought about."""

    def __init__(self, table: Table, journal: Journal, seed: int | None = None) -> None:
        """Rebuild the game from its journal; ``seed`` makes it a rehearsal on simulated cards."""
        super().__init__(table, journal, seed)
        try:
            self._rebuild()
        except ProtocolBug as err:  # what a file holds is not ours to promise
            raise not_a_game(err, self.journal) from err

    def _rebuild(self) -> None:
        self._set_up()
        entries = self.journal.entries
        expected = [(entry.kind, entry.body) for entry in entries if entry.derived]
        found: list[tuple[str, dict[str, object]]] = []
        try:
            for entry in entries:
                if not entry.derived:
                    self._input = entry.input
                    self._fold(entry.kind, entry.body)
                    found += self._derived
        except ProtocolBug:
            raise
        except (FacilitatorError, LookupError, TypeError, ValueError) as err:
            raise not_a_game(err, self.journal) from err
        if found != expected:
            raise another_game(self.journal)
        self.news = []

    def _fold(self, kind: str, body: dict[str, object]) -> None:
        """Let one input take effect; raises and changes nothing if it cannot be."""
        self._derived = []
        if kind in BESIDE:
            self._beside(kind, body)
            return  # no line of the history, and no number: else the gap would tell that somebody erred
        if kind == UNDO:
            takes = self._takes()
            if body != {TAKES: takes}:
                raise CommandError(f"{takes} to take back", str(body), "The journal is damaged.")
            self._go_back()
            self._lived.append(Lived(UNDO, takes=takes))
            return
        before = self._again(kind, body)
        if kind in (EVENT, ANSWER) and before is None:
            self._nothing_ahead()
        self._carried = before is not None and before.carried
        told, past = len(self.news), self._now(kind, body)
        lived = self._living(kind, body)
        if before is not None and before.carried:
            past.lies = before.lies
        self._path.append(past)
        try:
            self._effect(kind, body)
        except FacilitatorError:
            self._path.pop()
            raise
        if kind not in REMARKS:
            self._ahead = self._ahead[:-1] if before is not None else []
        if self.run is None:
            self._next_run()
        past.told = tuple(item for item in self.news[told:] if isinstance(item, EventNews))
        if self._turn is not None and self._turn.began == self._input and self.plan is not None:
            lived = replace(lived, began=self._input, whose=self.plan.seat)
        self._lived.append(replace(lived, told=past.told) if past.told else lived)
        if before is not None:
            self.news[told:] = [
                replace(i, again=True) if isinstance(i, EventNews) else i for i in self.news[told:]
            ]

    def _living(self, kind: str, body: dict[str, object]) -> Lived:
        """Return what the history keeps of an input, but for what it brings about."""
        stage = title(self.run.heading) if self.run is not None and kind == ANSWER else ""
        since = 0
        if kind in (GIVE_UP, VOID) and self.plan is not None:
            run = self._path[self._ledgers[self._begun - 1].opened :]
            since = run[0].number if run else 0
        plain = kind == ANSWER and not body["said"]
        text = "" if plain else input_words(kind, body, self.law, self.names)
        seat = self.plan.seat if self.plan is not None and stage else ""
        return Lived(
            kind, text, stage, seat, since=since, stop=self._stopped(kind), before=self._before(kind, body)
        )

    def _stopped(self, kind: str) -> StopPlace | None:
        """Return the run that an input gives up, if it does."""
        if kind != GIVE_UP or self.run is None or self.plan is None or self._turn is None:
            return None
        return StopPlace(self.plan.seat, self.run.number, title(self.run.heading), self._turn.events)

    def _before(self, kind: str, body: dict[str, object]) -> str:
        """Return what was typed before where an answer of a run is typed another time, and otherwise."""
        if kind != ANSWER or self.run is None or self.run.ledger.back_from is not None:
            return ""
        return self.run.before(str(body["said"]))

    def _again(self, kind: str, body: dict[str, object]) -> UndoPoint | None:
        """Return the input that was taken back last if this is the same."""
        last = self._ahead[-1] if self._ahead else None
        return last if last is not None and (last.kind, last.body) == (kind, body) else None

    def _effect(self, kind: str, body: dict[str, object]) -> None:
        if kind == EVENT:
            self._happen((self.law.codec.of_json(body, self.names),))
        elif kind == ANSWER:
            self._answer(str(body["said"]))
        elif kind == GIVE_UP:
            self._give_up()
        elif kind == VOID:
            self._void(str(body["reason"]))
        elif kind == MEND:
            self._mend(Repair(str(body["repair"])))

    def _now(self, kind: str, body: dict[str, object]) -> UndoPoint:
        typed = self.run.typed if self.run is not None else []
        stood = 0 if self.run is None else ALL if kind == ANSWER else self.run.pressed
        # of an answer only the one that ends its run: to go back within a run moves no card, see `_conclude`
        lies = self.truth.table.lies() if self.truth is not None and kind != ANSWER else None
        return UndoPoint(
            kind,
            body,
            self.state,
            self.plan,
            typed,
            len(typed),
            stood,
            self._standing,
            self.voids,
            self._begun,
            lies,
            number=len(self._lived) + 1,
            turn=self._turn,
        )

    # -- hands do not rewind -------------------------------------------------------------------------

    @property
    def front(self) -> Ledger | None:
        """The last run, if its cards lie on the table."""
        return self._ledgers[-1] if self._ledgers and self._ledgers[-1].open else None

    @property
    def behind(self) -> bool:
        """Whether moves or runs were taken back that hands have carried out all the same."""
        return self._begun < len(self._ledgers) or any(past.carried and past.told for past in self._ahead)

    @property
    def no_further(self) -> bool:
        """Whether hands have done nothing beyond the operation at hand: neither in its run nor on its way home."""
        run = self.run
        return run is not None and run.ledger is self.front and len(run.ledger.entries) <= len(run.ops)

    def _nothing_ahead(self) -> None:
        """Refuse another input where later runs were begun: their cards were mixed, their results seen."""
        later = self._ledgers[self._begun :]
        if not later:
            return
        if self.front is not None:
            raise cards_out(self.front.seat)
        raise results_ahead(list(dict.fromkeys(f"{one.seat}'s run" for one in later)))

    def _takes(self) -> int:
        """How many inputs an undo takes back now; raises `CommandError` at the start."""
        if not self._path:
            raise CommandError("something to take back", "a game that has not begun", "Go on.")
        if self._path[-1].kind == MEND and self._ledgers[self._path[-1].begun - 1].mending:
            raise not_in_mid_repair()
        return 1 + self._path[-1].settled

    def _go_back(self) -> None:
        """Take the last input back.  What hands did in a run stays, but for what they can put back by hand."""
        last = self._path.pop()
        if last.kind in REMARKS:
            return
        if last.kind == MEND:
            self._unmend(last)
            return
        if last.kind in (ANSWER, GIVE_UP):
            self._ledgers[last.begun - 1].undone = True
        in_run = last.kind == ANSWER and last.begun == self._begun and self.run is not None
        self.state, self.plan, self._standing = last.state, last.plan, last.standing
        self.voids, self._begun, self.run, self._turn = last.voids, last.begun, None, last.turn
        later = self._ledgers[self._begun :]
        if later and not any(one.lasting for one in later):
            if words := put_back_words([done for one in later for done in one.entries], self.telling()):
                self.news.append(Remark(words))
            if self.truth is not None and later[0].lies is not None:
                self.truth.table.lay(later[0].lies)
            del self._ledgers[self._begun :]
            later = []
        self._ahead.append(last)
        last.carried = True
        if not in_run and not later and not (last.settled and last.kind == ANSWER):
            if words := undone_by_hand(last.told):
                self.news.append(Remark(words))
            self._lay(last.lies)
        last.settled = 0
        if self.plan is not None:
            self._perform_again(self.plan, last.typed[: last.count])
            if self.run is not None:
                self.run.stand(last.stood)

    def _give_up(self) -> None:
        if self.run is None or self.plan is None:
            raise nothing_to_give_up()
        may_give_up(self._ledgers[self._begun - 1])
        self._lead_home(self.plan)

    def _mend(self, repair: Repair) -> None:
        """Put a run right in place, before the operation at hand."""
        run, plan = self.run, self.plan
        if run is None or plan is None:
            raise nothing_to_put_right()
        ledger = run.ledger
        there = (self.no_further or self._carried) and not ledger.ahead
        one = mend(repair, run.ops[:-1], run.ops[-1]) if there else None
        if one is None:
            raise nothing_to_put_right()
        ledger.mend(one, None if self.truth is None else self.truth.table)
        self._perform_again(plan, run.typed)

    def _unmend(self, last: UndoPoint) -> None:
        """Take a repair back: hands that have done it leave everything as it lies."""
        self._ledgers[last.begun - 1].unmend()
        self._ahead.append(last)
        last.carried = True
        if self.plan is not None:
            self._perform_again(self.plan, last.typed[: last.count])

    def _perform_again(self, plan: Selection, typed: Sequence[str]) -> None:
        self.run = self._performed(plan, self._ledgers[self._begun - 1].start)
        for said in typed:
            self.run.answer(said)

    def _void(self, reason: str) -> None:
        """Declare a turn void, or everything after this point: in the record, whatever was seen."""
        first = self._begun - (self.plan is not None)
        later = self._ledgers[first:]
        if not later:
            raise nothing_to_give_up()
        not_on_the_way_back(later[0], "void")
        home = self.front is not None and self.plan is not None
        back = "" if home else events_back([told for past in self._ahead for told in reversed(past.told)])
        self.voids += 1
        void = VoidNews(later[0].seat, reason, tuple(seen for one in later for seen in one.seen))
        self.news.append(void)
        self._derived.append((VOIDED, void.to_json()))
        if home and self.plan is not None:
            if words := redrawn_words(later[-1]):
                self.news.append(Remark(words))
            self._lead_home(self.plan)
            return
        if back:
            self.news.append(Remark(back))
        self._drop(later)

    def _drop(self, later: Sequence[Ledger]) -> None:
        """Forget finished runs that were declared void: their cards are home, and what was played goes back."""
        plan, self.run, self.plan = self.plan, None, None
        self._lay(self._ahead[-1].lies if plan is None else later[0].lies)
        if plan is None:
            del self._ledgers[self._begun :]
            self._join(len(self._path) - 1)
        else:
            if later[0].standing and self.truth is not None:  # its run took home what the one before had left
                self.truth.table.gather()
            self._settle(later[0])
            self._lot_again(plan)


# ----------------------------------------------------------------------------------------------------
# Back and forth in what was typed: one press, to a number of the history, and again what was taken back.
#
# Hands do not rewind: what an undo leaves on the table is the fold's business.


class Rewinding(Fold):
    """A game whose inputs are taken, taken back and typed again; each way is on disk before it counts."""

    _moved = False  # whether a whole under way has taken effect in part

    @contextmanager
    def together(self) -> Iterator[None]:
        """Let all that is taken within count together: if one of it is refused or cannot be written, none does."""
        if self.journal.gathering:  # within a larger whole
            yield
            return
        path, run, stood = list(self._path), self.run, 0 if self.run is None else self.run.pressed
        begun = None if self.front is None else self.front.begun
        self._moved = False
        try:
            with self.journal.together():
                yield
        except FacilitatorError:
            # also where a card that cannot be came to light as the run ended
            if self._moved or self.run is not run:
                self._restore(path, stood, begun)
            elif run is not None:
                run.stand(stood)
            raise

    def _take(self, kind: str, body: dict[str, object]) -> None:
        with self.together():
            self._input = 1 + self.journal.inputs
            self._fold(kind, body)
            self._moved = True
            self.journal.append(kind, body, self._derived)

    def _restore(self, path: Sequence[UndoPoint], stood: int, begun: Begun | None) -> None:
        """Go back to what is on disk, for nothing else counts.

        ``stood``, ``begun``: how far the act at hand was then, and the run's last operation, which no file says.
        """
        self._rebuild()
        for past, before in zip(self._path, path, strict=False):  # one more, if it came on disk all the same
            past.stood = before.stood
        if len(self._path) != len(path):
            return
        if self.run is not None:
            self.run.stand(stood)
        if self.front is not None and begun is not None:
            self.front.begun = begun

    # -- one press -----------------------------------------------------------------------------------

    def undo(self) -> str:
        """Take back the last input and return what it was, in words; raises `CommandError` at the start.

        Within a run it is an operation; `unpress` takes a whole act back.
        """
        takes = self._takes()
        last = self._path[-1]
        if self.run is not None and self.run.pressed > (last.stood if last.kind in REMARKS else 0):
            self.run.press(-1)
            self.run.ledger.undone = True
            return "the last step"
        self._take(UNDO, {TAKES: takes})
        return undone_words(last, takes, self.law, self.names)

    def unpress(self) -> str:
        """Take back the last press, be it of an act of several operations; return what it was, in words."""
        stood = self.run is not None and self.run.pressed > 0
        note = self._path[-1].kind in (*REMARKS, MEND) if self._path else False
        with self.together():
            told = self.undo()
            while not (stood or note) and self.run is not None and self.run.inside and self._in_run():
                self.undo()
        return told

    def _in_run(self) -> bool:
        """Whether the last input is an answer of the run under way."""
        return bool(self.run and self.run.typed) and self._path[-1].kind in (ANSWER, MEND, *REMARKS)

    # -- to a number, and forth again ----------------------------------------------------------------

    def history(self) -> tuple[HistoryLine, ...]:
        """Return the history of the game, the oldest line first."""
        return history(self._lived, self.law)

    @property
    def lived(self) -> tuple[Lived, ...]:
        """Every input there was, those taken back too, by its number in the history."""
        return tuple(self._lived)

    @property
    def inputs(self) -> tuple[UndoPoint, ...]:
        """The inputs that count, the oldest first."""
        return tuple(self._path)

    @property
    def ahead(self) -> tuple[UndoPoint, ...]:
        """The inputs that were taken back and can be typed again, the next one first."""
        return tuple(self._ahead[::-1])

    def back(self, number: int) -> str:
        """Take back everything from the input of this number on, in one transaction; return what it was.

        Where the number stands within an act, the act is taken back from its beginning.  Raises `CommandError`
        for a number that does not count, `TableError` where hands cannot follow; then nothing has changed.
        """
        index = self._index(number)
        self._unmixed(self._path[index:])
        if any(past.kind == MEND for past in self._path[index:]) and self.front and self.front.mending:
            raise not_in_mid_repair()
        path, entries, notes = list(self._path), 0, 0
        with self.together():
            while len(self._path) > index or (self.run is not None and self.run.inside and self._in_run()):
                takes = self._takes()
                entries, notes = entries + takes, notes + (self._path[-1].kind in REMARKS)
                self._take(UNDO, {TAKES: takes})
        kept = f", {plural(notes, 'remark')} among them, which redo leaves out" if notes else ""
        return f"everything from number {self._lowest(path)} on ({plural(entries, 'entry', 'entries')}{kept})"

    def _lowest(self, path: Sequence[UndoPoint]) -> int:
        return path[len(self._path)].number

    def _index(self, number: int) -> int:
        """Return where in the path an input stands; raises `CommandError` for one that does not count now."""
        for index, past in enumerate(self._path):
            if past.number == number:
                return index
        counting = [line for line in self.history() if line.first <= number <= line.last]
        todo = "Type history all: it says which numbers count."
        if not counting:
            raise CommandError("a number of the history", str(number), todo)
        opener = [past.number for past in self._path if past.number < number and past.settled]
        if counting[0].standing is not InputStatus.TAKEN_BACK and opener:
            todo = f"That run was led home, so it is taken back with the entry that opened it: back {opener[-1]}."
        raise CommandError("a number that still counts", f"{number}, which does not", todo)

    def _unmixed(self, inputs: Sequence[UndoPoint]) -> None:
        """Raise `TableError` if cards were mixed into a deck by one of these inputs."""
        mixed = [
            past.number
            for past in inputs
            for told in past.told
            for one in told.happened
            if any(isinstance(motion, Mixed) for motion in one.motions)
        ]
        if mixed:
            raise TableError(
                f"a number after {mixed[-1]}, when cards were mixed into a deck",
                "one before it",
                "Nobody can find those cards again unseen. Go back less far, or put what is wrong on record: note "
                "TEXT.",
            )

    def redo(self, presses: int = 1) -> int:
        """Type again what was taken back, so many presses of it; return how many there were.

        Raises `CommandError` if nothing was taken back, or something else was typed since; or what a press raises.
        """
        if not self._ahead:
            raise CommandError(
                "something that was taken back", "nothing, or something else was typed since", "Go on."
            )
        done = 0
        with self.together():
            while done < presses and self._ahead:
                self._press_again()
                done += 1
        return done

    def _press_again(self) -> None:
        run = self.run
        for _ in range(1 if run is None else len(run.acts)):
            kind = self._ahead[-1].kind
            self._take(kind, self._ahead[-1].body)
            if kind != ANSWER or self.run is not run or not self._ahead:
                return

    @property
    def numbers(self) -> list[int]:
        """The number in the history of each operation answered in the run under way."""
        if self.run is None:
            return []
        own = self._path[self.run.ledger.opened :]
        return [past.number for past in own if past.kind == ANSWER]

    def entered(self) -> list[int]:
        """Return the numbers of the public events that were typed and count, the newest first."""
        return [past.number for past in reversed(self._path) if past.kind == EVENT]

    # -- what is to be said --------------------------------------------------------------------------

    @property
    def _beyond(self) -> list[LedgerEntry]:
        """What hands have done beyond the step at hand, in every run that came up."""
        here = [] if self.run is None else self.run.ledger.entries[len(self.run.ops) - 1 :]
        return here + [done for one in self._ledgers[self._begun :] for done in one.entries]

    @property
    def stays(self) -> str:
        """What an undo has left as it is on the table; empty if nothing."""
        return stays_words(self._beyond)

    @property
    def seen_beyond(self) -> str:
        """What was read beyond the step at hand, and cannot be unseen; empty if nothing."""
        named = self.law.kinds.describe_named
        read = [
            called(done.answer, named)
            for done in self._beyond
            if done.ticked and done.answer and asked_by(done.op)
        ]
        return f"Seen since, in this order, and not to be unseen: {listed(read)}." if read else ""

    @property
    def repair(self) -> str:
        """The honest way to change what hands cannot put back; empty where anything may be typed."""
        if not any(done.lasting for done in self._beyond):
            return ""
        later = self._begun < len(self._ledgers)
        told = (
            "only the same may be typed here"
            if later
            else "another answer is taken only if the steps after it stay"
        )
        way = "stop" if self.may_stop else "void and why"
        return f"redo types again what was typed; {told}. What is wrong on the table itself is put right by: {way}."

    @property
    def may_stop(self) -> bool:
        """Whether the run whose cards lie on the table may be given up."""
        if self.front is None:
            return False
        try:
            may_give_up(self.front)
        except TableError:
            return False
        return True


# ----------------------------------------------------------------------------------------------------
# Who may move, and with which cards: what is refused of a move that was typed, before the rules are asked.


def by_a_person(law: Rules[Any], state: Any, event: Event) -> None:
    """Refuse a move typed for a virtual seat: its cards move by the steps of its turn alone."""
    need: Need = law.need(state)
    now = None if isinstance(need, Over) else need.seat
    if (
        isinstance(event, Start | Round | TimePassed | TimeUp | Correct)
        or now is None
        or isinstance(need, ShowHand)
    ):
        return
    if any(seat.virtual and seat.name == event.seat for seat in state.seats):
        law.apply(state, event)  # an event that cannot be anyway says so first
        todo = f"{event.seat}'s cards move by the steps of its own turn."
        if isinstance(need, Ask) and need.again:
            todo = f"If {now} keeps the drawn card, type: pass. {event.seat}'s steps then follow."
        raise CommandError(f"a move of {now}", law.codec.text(event), todo)


def as_the_cards_say(law: Rules[Any], state: Any, event: Correct, truth: Rehearsal) -> None:
    """Refuse a correction in a rehearsal whose cards do not lie as it says."""
    after = law.apply(state, event).state
    try:
        truth.agree(after)
    except ProtocolBug as err:
        raise CommandError(
            f"a correction that makes the record true of the rehearsed cards ({err.expected})",
            err.found,
            "Nothing was changed. Look at the rehearsed cards again.",
        ) from None


def in_hand(law: Rules[Any], state: Any, event: Play | Show | Lacks, hand: Sequence[Face]) -> None:
    """Refuse what a rehearsal's cards do not allow: a card that is elsewhere, a word that is not true."""
    moves = law.moves(state, hand)
    if isinstance(event, Play):
        may = list(dict.fromkeys(move.card for move in moves if isinstance(move, Play)))
        true = event.card in may
    else:
        may = list(hand)
        true = set(event.cards) <= set(hand) if isinstance(event, Show) else event in moves
    if not true:
        law.apply(state, event)  # an event that cannot be anyway says so first
        cards = ", ".join(sorted(may or hand, key=law.kinds.order))
        found = event.card if isinstance(event, Play) else law.codec.text(event)
        wanted = "a card {} may play" if may and isinstance(event, Play) else "what {} holds"
        raise CommandError(f"{wanted.format(event.seat)}: {cards}", found, "These are the rehearsal's cards.")


# ----------------------------------------------------------------------------------------------------


class Match(Rewinding):
    """One game.  ``news`` collects what the last input brought about; the caller may clear it."""

    @classmethod
    def open(cls, table: Table, path: Path | None, seed: int | None = None) -> Match:
        """Open the game in ``path``, or begin one there (None: in memory).

        Raises `JournalError` if the file is another table's, or damaged, or in use.
        """
        journal = Journal(path, facts_of(table, seed))
        try:
            same_game(journal, table)
            same_rehearsal(journal, seed)
            return cls(table, journal, seed)
        except BaseException:
            journal.close()
            raise

    @classmethod
    def reread(cls, table: Table, journal: Journal) -> None:
        """Work a journal's game out again, real or rehearsed; raises `JournalError` unless it is as written."""
        seed = journal.facts.get("rehearsal")
        cls(table, journal, seed if isinstance(seed, int) else None)

    # -- inputs --------------------------------------------------------------------------------------

    def replay(self, entry: JournalEntry) -> None:
        """Let an input of another journal of this table take effect, as it was kept; what is derived is no input."""
        if not entry.derived:
            self._take(entry.kind, entry.body)

    def submit(self, event: Event) -> None:
        """Take a typed public event; raises and changes nothing if it cannot be."""
        if self.run is not None:
            raise CommandError(
                f"the steps of {self.turn}'s turn",
                self.law.codec.text(event),
                "Finish the run, or give it up with: stop",
            )
        by_a_person(self.law, self.state, event)
        body = self.law.codec.json(event)
        if self._again(EVENT, body) is None:
            self._nothing_ahead()
            if self.truth is not None and isinstance(event, Correct):
                as_the_cards_say(self.law, self.state, event, self.truth)
            if self.truth is not None and isinstance(event, Play | Show | Lacks):
                in_hand(self.law, self.state, event, self.truth.held(event.seat))
        self._take(EVENT, body)

    def answer(self, said: str = "") -> None:
        """Take the operation at hand as done, with its answer if it asks for one.

        Kept is the operation, when the last of the steps it is told in is done: what is said, and in how many
        steps, may change between one version and the next.  `press` takes a whole act.
        """
        if self.run is not None and self.run.more and not said:
            self.run.press()
            return
        self._take(ANSWER, {"said": said})

    def press(self, said: str = "") -> None:
        """Take the step at hand as done: with the last step of an act, all its operations, one entry each.

        All of them or none: a run that was given up within the act cannot be gone on with.
        """
        if self.run is None:
            raise CommandError("a move", "an answer to a step", "No run is under way.")
        self.run.check(said)
        if self.run.more:
            self.run.press()
            return
        answers = [""] * (len(self.run.acts) - 1) + [said]
        ahead = [(past.kind, past.body) for past in self._ahead[::-1][: len(answers)]]
        if ahead != [(ANSWER, {"said": one}) for one in answers]:
            self._nothing_ahead()
        with self.together():
            for one in answers:
                self._take(ANSWER, {"said": one})

    def _within(self) -> bool:
        """Go to where hands are in the run under way; tell whether that is within an act they cannot put back.

        All but the end of such an act counts as done.
        """
        while self.run is not None and self._ahead and len(self.run.ops) < len(self.run.ledger.entries):
            self._take(self._ahead[-1].kind, self._ahead[-1].body)
        run = self.run
        if run is None or run.ledger is not self.front or not begun_for_good(run.acts):
            return False
        for _ in range(len(run.acts) - 1):
            self._take(ANSWER, {"said": ""})
        return True

    def stop_run(self) -> str:
        """Give the run up whose cards lie on the table: the way back becomes the run, then the turn starts again.

        Return what hands do first.
        """
        front, behind = self.front, self._begun < len(self._ledgers)
        concerned = front if front is not None or self.run is None else self._ledgers[self._begun - 1]
        if concerned is not None and not (behind and concerned.form == RECOVERY):
            may_give_up(concerned)
        back = self._back
        with self.together():
            if front is not None and behind:
                self._forward()
                if front.form == RECOVERY:
                    return self._first(back)  # what was given up stays so: its way back goes on
            within = self._within()
            first = self._first(back, within)
            self._take(GIVE_UP, {})
        return first

    def void(self, reason: str) -> str:
        """Declare the run void whose cards lie on the table; if none does, everything after this point.

        ``reason``: the host's words, for the record.  Return what hands do first.  Raises `CommandError` without
        a reason, or with nothing to void; `TableError` where hands are on the way back already.
        """
        if not reason:
            raise CommandError("a reason", "none", NEED_REASON)
        if self.front is not None and self.front.form == RECOVERY and self._begun < len(self._ledgers):
            raise way_back_begun()
        back, within = self._back, False
        with self.together():
            if self.front is not None and self.front.form != RECOVERY:
                self._forward()
                within = self._within()
            first = self._first(back, within)
            self._take(VOID, {"reason": reason})
        return first

    def _forward(self) -> None:
        """Type again what was taken back, up to the run whose cards lie on the table."""
        while self._begun < len(self._ledgers) and self._ahead:
            self._take(self._ahead[-1].kind, self._ahead[-1].body)

    def note(self, text: str) -> None:
        """Keep a remark, such as what was seen by accident."""
        self._take(NOTE, {"text": text})

    def oops(self, mishap: str, way: str, text: str) -> None:
        """Keep that a mistake was told of, which way was taken, and both in words."""
        self._take(OOPS, {"mishap": mishap, "way": way, "text": text})

    def keep_wording(self) -> None:
        """Keep the wording that was chosen, from the operation at hand on, until the table file says another."""
        self._take(WORDING, {"told": self.wording.value, "over": self.table.wording})

    def put_right(self, repair: Repair) -> None:
        """Put the run right in place: what is to be done for it comes before the operation at hand."""
        self._take(MEND, {"repair": repair.value})

    # -- what is needed next -------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return isinstance(self.need, Over)

    @property
    def recovering(self) -> bool:
        """Whether the run under way is the way back from one that was given up."""
        return self.plan is not None and self.plan.form == RECOVERY

    @property
    def decided(self) -> bool:
        """Whether the run under way has come to its result, so that it must be finished."""
        return self.run is not None and not self.recovering and decided(self.run.ledger.ops)

    @property
    def in_doubt(self) -> bool:
        """Whether the run whose cards lie on the table may be doubted: a wallet's, its last look not read."""
        return in_doubt(self.front)

    def doubt(self) -> str:
        """Begin a wallet's turn again: as a run given up; at its last look, which may have been seen, as void.

        Return what hands do first.  Raises `CommandError` where there is no such turn.
        """
        if not self.in_doubt:
            raise no_doubt()
        return self.stop_run() if self.may_stop else self.void(DOUBTED)

    @property
    def _back(self) -> bool:
        """Whether steps that hands have done were taken back since."""
        ledger = self.front
        return self.run is None or self.run.ledger is not ledger or len(self.run.ops) < len(ledger.entries)

    def _first(self, back: bool, within: bool = False) -> str:
        """What hands do before the way back from the run whose cards lie on the table."""
        ledger = self.front
        return "" if ledger is None else hands_first(ledger, self.telling(self.plan), back, within)

    def likely(self) -> Event:
        """Return what the person in turn does in a rehearsal: again what was taken back, else what the cards say."""
        assert self.truth is not None
        if self._ahead and self._ahead[-1].kind == EVENT:
            return self.law.codec.of_json(self._ahead[-1].body, self.names)
        return self.truth.move(self.state)

    @property
    def mark(self) -> str:
        """The mark of the virtual turn under way; empty where none is."""
        return "" if self.plan is None or self._turn is None else self.journal.mark(self._turn.began)

    @property
    def last_mark(self) -> str:
        """The mark that was said last; empty if none was."""
        began = max((one.began for one in self._lived), default=0)
        return self.journal.mark(began) if began else ""

    @property
    def drawing_lot(self) -> bool:
        return self.plan is not None and self.plan.form == LOT_FORM

    @property
    def colour_lies(self) -> bool:
        """Whether it is a colour lottery that is under way, or led home."""
        return self.plan is not None and self.plan.chosen is not None

    def close(self) -> None:
        self.journal.close()
