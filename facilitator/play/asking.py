"""From a game to what it asks now, as data: an act of the run under way, a person's move, the start, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from facilitator.errors import FacilitatorError
from facilitator.games.due import Ask, Over, Select
from facilitator.games.events import Drew, Lacks, Pass, Play, Start
from facilitator.games.material import Kinds
from facilitator.machine.faces import Face
from facilitator.play.dealing import dealing
from facilitator.play.game import Match
from facilitator.play.history import live
from facilitator.play.journal import EVENT, RUN
from facilitator.play.keys import END, OFFER
from facilitator.play.prompt import (
    ActPrompt,
    CardGroup,
    EndPrompt,
    FaceUpPlaces,
    Likely,
    MovePrompt,
    OpeningPrompt,
    Prompt,
    PromptLine,
    Result,
    Selecting,
    Setting,
    TurnHead,
)
from facilitator.play.run import Run
from facilitator.play.typed import spellings
from facilitator.protocols.forms import form_named
from facilitator.protocols.layout import Layout
from facilitator.readings.instruction import Instruction
from facilitator.readings.reasons import reason
from facilitator.wording import at_table, grouped, listed, tally


class SupplyNotes(Protocol):
    """What lies in the box: said before the first event, and before a run that needs more."""

    def contents(self) -> str: ...

    def warning(self, layout: Layout, run: Run) -> str: ...


class Prompter:
    """Makes a game's prompts, and remembers what of them is said once: heads of turns, warnings, the offer."""

    def __init__(self, game: Match, minutes: Callable[[Run], float], box: SupplyNotes | None) -> None:
        self._game, self._minutes, self._box = game, minutes, box
        self._headed: tuple[int, bool, str] | None = None
        self._heads = self._runs = 0
        self._run: Run | None = None
        self._offered = False

    def prompt(self, number: int) -> Prompt:
        """Return what the table must do now; what is said once is in it, and in no later one."""
        game = self._game
        run, law = game.run, game.law
        act = self.act(run) if run is not None else None
        head = self._head(act)
        facts, short = law.facts(game.state), law.facts(game.state, short=True)
        now = act or asked_now(game, self._box.contents if self._box is not None else str)
        warning = offer = ""
        layout = game.plan.layout if game.plan is not None else None
        if run is not None and layout is not None:
            if run.number == 1 and self._box is not None:
                warning = self._box.warning(layout, run)
            if game.practised and not self._offered:
                self._offered, offer = True, OFFER
        return Prompt(number, now, head, facts, short, warning, offer)

    def act(self, run: Run) -> ActPrompt:
        """Return the act at hand of a run."""
        if run is not self._run:
            self._run, self._runs = run, self._runs + 1
        return act_of(self._game, run, self._runs, self._minutes(run))

    def _head(self, act: ActPrompt | None) -> TurnHead | None:
        game = self._game
        if game.turn is None or game.recovering:
            return None
        need = game.need
        again = isinstance(need, Ask | Select) and need.again
        headed = (game.state.n - again, game.drawing_lot, game.mark)
        if self._headed != headed:
            self._headed, self._heads = headed, self._heads + 1
        chosen = game.plan.chosen if game.plan is not None else None
        described = game.law.kinds.describe(chosen) if chosen is not None else ""
        return TurnHead(
            self._heads, game.turn, selecting(game, act), described, game.law.kinds.naming, game.mark
        )

    def read_anew(self) -> None:
        """Let the head of the turn be read again, as it begins again."""
        self._headed = None


def act_of(game: Match, run: Run, number: int, minutes: float) -> ActPrompt:
    """Return the act at hand of the run under way; ``number``: of the run; ``minutes``: left in it."""
    cue, kinds = run.cue, game.law.kinds
    lines, told = ([_line(one, kinds) for one in some] for some in (run.lines, cue.told))
    shown = run.shown
    return ActPrompt(
        run=number,
        number=run.number,
        total=run.total,
        heading=run.heading,
        wording=run.telling.wording,
        lines=tuple(lines),
        told=tuple(told),
        times=cue.times,
        step=run.pressed if cue.times is None else None,
        again=run.done_already,
        ask=run.ask,
        spelled=tuple(spellings(run.ask, kinds)),
        reason=reason(cue.group),
        ops=cue.ops,
        surface=dict(run.surface),
        shown=shown,
        sight=_sight(game, run) if shown and not run.done_already else None,
        minutes=minutes,
        ahead=run.foresight,
    )


def _line(said: Instruction, kinds: Kinds) -> PromptLine:
    return PromptLine(said, groups_of(said.cards, kinds) if said.cards else ())


def groups_of(cards: Sequence[Face], kinds: Kinds) -> tuple[CardGroup, ...]:
    """Return a list of cards as the deck list has them, in groups of a colour or suit."""
    groups = grouped(cards, kinds.group).items()
    return tuple(CardGroup(name, len(group), tally(group)) for name, group in groups)


def _sight(game: Match, run: Run) -> FaceUpPlaces | None:
    """What lies face up on a rehearsal's table."""
    if game.truth is None:
        return None
    table = game.truth.table
    return FaceUpPlaces(run.acts[-1] if run.ask else run.ops[-1], dict(table.surface), dict(table.face_up()))


def selecting(game: Match, act: ActPrompt | None) -> Selecting | None:
    """Return what the selection under way is; None if none is."""
    layout = game.plan.layout if game.plan is not None else None
    if act is None or game.plan is None or layout is None:
        return None
    form = form_named(game.plan.form)
    of = layout.seat if form.asks else ""
    return Selecting(game.plan.form, layout.k, bool(layout.standing), act.number > 1, act, of)


def asked_now(game: Match, contents: Callable[[], str]) -> OpeningPrompt | MovePrompt | EndPrompt:
    """Return what is asked where no run is under way; ``contents``: what the box must hold."""
    if game.over:
        return EndPrompt(END)
    law, state, seat = game.law, game.state, game.turn
    setting = None if state.n else Setting(contents(), dealing(game.table))
    likely = _likely(game)
    if seat is None:
        return OpeningPrompt(
            law.question(state),
            tuple(game.names),
            at_table(law.opening(state), game.table.named_first),
            likely,
            setting,
        )
    holds = game.truth.held(seat) if game.truth is not None else ()
    cards = (play.card for play in law.moves(state, law.kinds.cards) if isinstance(play, Play))
    words = (*dict.fromkeys(cards), *_words_without(game))
    ordered = tuple(sorted(holds, key=law.kinds.order))
    return MovePrompt(seat, law.question(state), words, ordered, likely, setting)


def result_of(game: Match) -> Result:
    """Return how far a game came."""
    rows, need = live(game.journal.entries), game.need
    return Result(
        winner=listed(need.winners) if isinstance(need, Over) and need.winners else None,
        over=isinstance(need, Over),
        events=game.state.n,
        runs=sum(entry.kind == RUN for entry in rows),
        typed=sum(entry.kind == EVENT and not entry.derived for entry in rows),
        mark=game.last_mark,
    )


def _likely(game: Match) -> Likely | None:
    if game.truth is None:
        return None
    event = game.likely()
    if isinstance(event, Start):
        return Likely(event, f"{event.card} {event.first}" if event.card else event.first)
    return Likely(event, game.law.text(event))


def _words_without(game: Match) -> list[str]:
    """Return what may be typed now that is no card."""
    law, state = game.law, game.state
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
