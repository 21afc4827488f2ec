"""What a match asks now and what lies on the table, as data: from a game's state to prompts, tables and glimpses.

Nothing is read from a host here, and nothing said: `session` takes inputs and tells, a front-end shows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from facilitator.errors import FacilitatorError
from facilitator.games.events import Drew, Kinds, Lacks, Pass, Play, Start
from facilitator.games.rules import Ask, Over, Select
from facilitator.i18n import at_table, grouped, listed, tally
from facilitator.i18n.catalogue import sentence, spelled
from facilitator.instructions.instruction import Instruction, title
from facilitator.instructions.text_diagram import counted, layers, open_faces, owners
from facilitator.operations.definitions import Draw, Heading, Mixing, Put
from facilitator.operations.faces import DISCARDS, SLEEVES, Face
from facilitator.play.announcements import dealing
from facilitator.play.attempt import Ledger, Run
from facilitator.play.commands import card_of, spellings
from facilitator.play.journal import EVENT, RUN, attended, live
from facilitator.play.match import Match
from facilitator.play.prompt import (
    ActPrompt,
    Asked,
    CardGroup,
    EndPrompt,
    FaceUpPlaces,
    LastDone,
    Likely,
    MovePrompt,
    OpeningPrompt,
    Prompt,
    PromptLine,
    Result,
    Setting,
    TableNow,
    TurnHead,
)
from facilitator.play.stop import RECOVERY
from facilitator.play.undo import ZONES
from facilitator.protocols.forms import form_named
from facilitator.protocols.layout import Layout
from facilitator.protocols.wallet import MASK_PLACE

# ----------------------------------------------------------------------------------------------------
# From a game to what it asks now, as data: an act of the run under way, a person's move, the start, the end.


class SupplyNotes(Protocol):
    """What lies in the box: said before the first event, and before a run that needs more."""

    def contents(self) -> str: ...

    def warning(self, layout: Layout, run: Run) -> str: ...


class Prompter:
    """Makes a game's prompts, and remembers what of them is said once: heads of turns, warnings, the offer.

    What depends on the game's state alone is worked out once a state: an act of a run leaves it as it is.
    """

    def __init__(self, game: Match, minutes: Callable[[Run], float], box: SupplyNotes | None) -> None:
        self._game, self._minutes, self._box = game, minutes, box
        self._facts: tuple[object, str, str] | None = None
        self._headed: tuple[int, bool, str] | None = None
        self._head: TurnHead | None = None
        self._heads = self._runs = 0
        self._run: Run | None = None
        self._offered = False

    def prompt(self, number: int, own: Asked | None = None) -> Prompt:
        """Return what the table must do now; what is said once is in it, and in no later one.

        ``number``: of the prompt; ``own``: a question that comes before the game goes on, None for none.
        """
        game = self._game
        run, begun = game.run, self._runs
        act = self.act(run) if run is not None else None
        head = self._turn_head()
        facts, short = self._facts_now()
        now = own or act or asked_now(game, self._box.contents if self._box is not None else str)
        warning = offer = ""
        layout = game.plan.layout if game.plan is not None else None
        if act is not None and run is not None and layout is not None:
            if act.number == 1 and self._box is not None:
                warning = self._box.warning(layout, run)
            if self._runs > begun and not self._offered and game.practised:
                self._offered, offer = True, sentence("offer.brief")
        return Prompt(number, now, head, facts, short, warning, offer)

    def act(self, run: Run) -> ActPrompt:
        """Return the act at hand of a run."""
        if run is not self._run:
            self._run, self._runs = run, self._runs + 1
        return act_of(self._game, run, self._runs, self._minutes(run))

    def _facts_now(self) -> tuple[str, str]:
        state, law = self._game.state, self._game.law
        if self._facts is None or self._facts[0] is not state:
            self._facts = state, law.facts(state), law.facts(state, short=True)
        return self._facts[1:]

    def _turn_head(self) -> TurnHead | None:
        """Return the head of the turn, as it was when it came up."""
        game = self._game
        if game.turn is None or game.recovering:
            return None
        need = game.need
        again = isinstance(need, Ask | Select) and need.again
        headed = (game.state.n - again, game.drawing_lot, game.mark)
        if self._headed != headed or self._head is None:
            self._headed, self._heads = headed, self._heads + 1
            kinds = game.kinds
            plan, standing, of = game.plan, False, ""
            chosen = plan.chosen if plan is not None else None
            if game.run is not None and plan is not None and plan.layout is not None:
                standing = bool(plan.layout.standing)
                of = plan.layout.seat if form_named(plan.form).asks else ""
            described = kinds.describe(chosen) if chosen is not None else ""
            self._head = TurnHead(self._heads, game.turn, standing, of, described, kinds.naming, game.mark)
        return self._head

    def read_anew(self) -> None:
        """Let the head of the turn be read again, as it begins again."""
        self._headed = None


def act_of(game: Match, run: Run, number: int, minutes: float) -> ActPrompt:
    """Return the act at hand of the run under way; ``number``: of the run; ``minutes``: left in it."""
    cue, kinds, ask, shown = run.cue, game.kinds, run.ask, run.shown
    told, pressed, tick = _lines(cue.told, kinds), run.pressed, run.at_hand.tick
    step = pressed if cue.times is None else None
    return ActPrompt(
        run=number,
        number=run.number,
        total=run.total,
        heading=run.heading,
        wording=cue.wording,
        lines=told if cue.times is not None else told[pressed : pressed + 1],  # as `Run.lines` has it
        told=told,
        times=None if tick else cue.times,
        step=step,
        again=run.done_already,
        ask=ask,
        spelled=tuple(spellings(ask, kinds)) if ask else (),
        reason=cue.reason,
        ops=cue.ops,
        surface=dict(run.surface),
        shown=shown,
        sight=_sight(game, run) if shown and not run.done_already else None,
        minutes=minutes,
        ahead=run.foresight,
        duel=run.at_hand.duel,
        tick=tick,
        doubtful="drawn" if game.slides_again else "turn" if game.in_doubt else "",
        layers=layers(cue.ops, run.surface, step) if cue.speech.voice.sleeves else (),
    )


def last_done(game: Match) -> LastDone | None:
    """Return the question how far the hands are after a restart, or `None` if the record shows it.

    The record shows it if each Enter covers one movement, and if the act was done before and then undone. The
    cards of a rehearsal lie nowhere but in the program.
    """
    run = game.run
    if run is None or game.truth is not None or run.done_already:
        return None
    movements, cue = [one.sentence for part in run.movements for one in part.told], run.cue
    if len(movements) < 2 or (cue.times is None and len(cue.told) == len(movements)):
        return None
    return LastDone(sentence("resume.question"), (sentence("resume.none"), *movements))


def _lines(told: Sequence[Instruction], kinds: Kinds) -> tuple[PromptLine, ...]:
    """Return instructions with their lists of cards as the deck list has them, in groups of a colour or suit."""
    return tuple([PromptLine(one, _groups(one.cards, kinds) if one.cards else ()) for one in told])


def _groups(cards: Sequence[Face], kinds: Kinds) -> tuple[CardGroup, ...]:
    groups = grouped(cards, kinds.group).items()
    return tuple(CardGroup(name, len(group), tally(group)) for name, group in groups)


def _sight(game: Match, run: Run) -> FaceUpPlaces | None:
    """What lies face up on a rehearsal's table."""
    if game.truth is None:
        return None
    table = game.truth.table
    return FaceUpPlaces(run.acts[-1] if run.ask else run.ops[-1], dict(table.surface), dict(table.face_up()))


def asked_now(game: Match, contents: Callable[[], str]) -> OpeningPrompt | MovePrompt | EndPrompt:
    """Return what is asked where no run is under way; ``contents``: what the box must hold."""
    if game.over:
        return EndPrompt(sentence("end.question"))
    law, state, seat = game.law, game.state, game.turn
    asked = law.prompt(state)
    code = law.about.picture[0][0]
    codes = sentence("deal.codes", code=code, name=law.kinds.describe(code))
    setting = None if state.n else Setting(contents(), f"{dealing(game.table)} {codes}")
    likely = _likely(game)
    if seat is None:
        return OpeningPrompt(
            asked.question,
            tuple(game.names),
            at_table(asked.example, game.table.named_first),
            likely,
            setting,
        )
    holds = game.truth.held(seat) if game.truth is not None else ()
    cards = (play.card for play in law.moves(state, law.kinds.cards) if isinstance(play, Play))
    words = (*dict.fromkeys(cards), *_words_without(game))
    ordered = tuple(sorted(holds, key=law.kinds.order))
    return MovePrompt(seat, asked.question, words, ordered, likely, setting)


def result_of(game: Match) -> Result:
    """Return how far a game came."""
    rows, need = live(game.journal.entries), game.need
    won = tuple(need.winners) if isinstance(need, Over) else ()
    return Result(
        winner=listed(won) if won else None,
        over=game.over,
        events=game.state.n,
        runs=sum(entry.kind == RUN for entry in rows),
        typed=sum(entry.kind == EVENT and not entry.derived for entry in rows),
        mark=game.last_mark,
        winners=won,
        minutes=sum(attended(game.journal.entries)) / 60 if game.truth is None else 0,
    )


def _likely(game: Match) -> Likely | None:
    if game.truth is None:
        return None
    event = game.likely()
    if isinstance(event, Start):
        return Likely(event, f"{event.card} {event.first}" if event.card else event.first)
    return Likely(event, game.law.codec.text(event))


_BARE = {Drew: "read.bare.draw", Pass: "read.bare.pass", Lacks: "read.bare.lacks"}


def _words_without(game: Match) -> list[str]:
    """Return the moves other than cards that may be typed now, in the current language."""
    law, state = game.law, game.state
    words = []
    for move in law.moves(state, ()):
        try:
            law.apply(state, move)
        except FacilitatorError:
            continue
        key = _BARE.get(type(move))
        words.append(spelled(key)[0] if key else law.codec.text(move))
    return words


# ----------------------------------------------------------------------------------------------------
# What must lie on the table now: from the ledger of what hands did.


def lies(game: Match) -> bool:
    """Whether cards of a run may lie on the table: something of it was done, or it began on standing columns."""
    front = game.front
    if front is None:
        return False
    done = (one.ticked or one.pressed for one in front.entries if not isinstance(one.op, Heading))
    return bool(front.start) or any(done)


def table_now(game: Match) -> TableNow:
    """Return what must lie where: as hands left it, whatever was taken back since."""
    facts = game.law.facts(game.state)
    front = game.front
    if front is None or not lies(game):
        return TableNow("", "", {}, {}, (), (), (), facts)
    surface = front.surface(finished=front.closed)
    done = front.entries if front.closed else front.entries[:-1]
    up = open_faces([(one.op, one.answer if one.ticked else "") for one in done], surface)
    laid = [
        (sentence(ZONES[owner]) if owner in ZONES else owner, count) for owner, count in _owners(game, front)
    ]
    lying = dict(surface)
    lying.pop(MASK_PLACE, None)  # it lies on the wallet, and is named beside
    return TableNow(
        front.seat,
        _since(game, front),
        lying,
        up,
        tuple(laid),
        counted(surface),
        _remarks(game, front),
        facts,
    )


def _owners(game: Match, front: Ledger) -> tuple[tuple[str, int], ...]:
    """Return whose cards lie there: a way back gives back what its run, and columns that stood, laid out."""
    way, one = [front], front
    while one.back_from is not None:
        one = one.back_from
        way.insert(0, one)
    if front.standing or one.standing:
        way = [*(done for done in game.ledgers if done is not front and done.closed and not done.home), *way]
    return owners([op for done in way for op in (done.ops if done.closed else done.ops[:-1])])


def _since(game: Match, front: Ledger) -> str:
    """Say up to where it is so."""
    run = game.run
    if run is None or run.ledger is not front or front.closed:
        return sentence("table.stand")
    if len(run.ops) < len(front.entries):
        return sentence("table.taken_back")
    key = "table.before_home" if front.form == RECOVERY else "table.before"
    return sentence(key, number=run.number, title=title(run.heading))


def _remarks(game: Match, front: Ledger) -> tuple[str, ...]:
    laid = sum(isinstance(op, Put) and op.places == (MASK_PLACE,) for op in front.ops[:-1])
    masks = game.plan.masks[:laid] if game.plan is not None else ()
    now, told = front.entries[-1], ["table.mask"] * bool(masks)
    if not front.closed and now.pressed:
        told.append("table.mixing" if isinstance(now.op, Mixing) else "table.begun")
    if game.table.equipment == SLEEVES:
        told.append("table.sleeves")
    elif form_named(game.table.protocol).columns:
        told.append("table.envelopes")
    told.append("table.rest")
    if any(isinstance(op, Draw) for op in front.ops[:-1]):
        told.append("table.drawn")
    return tuple(sentence(key, seat=front.seat, mask="".join(masks[-1:])) for key in told)


# ----------------------------------------------------------------------------------------------------
# What everybody may see of a game at one glance: seats and sizes of hands, the top card, colour and direction.


OPEN = 14
"""So many of the cards that lie open are shown, the last of them."""


def glimpse(game: Match) -> dict[str, Any]:
    """Return what everybody may see now, as data.

    ``seats``: each with its ``name``, whether it is ``virtual``, how many ``cards`` it holds, and whether it is its
    ``turn``.  ``top``: the card to play on, and ``color``, ``way`` the colour and the direction in force, each None
    where the game has none or did not begin.  ``open``: what else lies face up.
    """
    law, state = game.law, game.state
    facts, zones, kinds = law.state_json(state), law.zones(state), law.kinds
    top, color, way = (facts.get(key) for key in ("top", "color", "direction"))
    others = {zone: some for zone, some in zones.open.items() if not top and zone != DISCARDS}
    lying = [face for some in others.values() for face in some]
    seats = [(seat.name, seat.virtual, zones.sizes.get(seat.name, 0)) for seat in state.seats]
    return {
        "seats": [
            {"name": name, "virtual": virtual, "cards": cards, "turn": name == game.turn}
            for name, virtual, cards in seats
        ],
        "top": asdict(card_of(top, kinds)) if isinstance(top, str) else None,
        "color": kinds.describe_named(color) if isinstance(color, str) else None,
        "way": way if isinstance(way, str) and top else None,
        "open": [asdict(card_of(face, kinds)) for face in lying[-OPEN:]],
    }
