"""The façade of a game: what the table must do now, as data, and one input at a time.

A front-end is a loop over a session: it shows the prompt, hands on what was typed or tapped, and shows the reply.
It needs to know nothing else of a game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, assert_never

from facilitator.errors import CommandError, FacilitatorError, JournalError, NotWritten, ProtocolBug
from facilitator.games.events import Caught, Challenge, Drew, Event, Lacks, Pass, Play, Show, Start
from facilitator.games.packs import Kinds
from facilitator.games.rules import Ask, Over, Select, read_move
from facilitator.games.rules import Rules as Law
from facilitator.machine.faces import DECK, DISCARDS, NONE, SLEEVES, AnswerKind, Face, asked, called
from facilitator.machine.faces import AnswerKind as Wanted
from facilitator.machine.operations import Draw, Heading, Scramble
from facilitator.play import commands
from facilitator.play.announce import announced, dealing
from facilitator.play.commands import (
    DUEL,
    END,
    END_HELP,
    OFFER,
    POINTS_TO,
    TOLD_IN,
    Input,
    either,
    move_help,
    read_answer,
    read_at_act,
    read_at_end,
    read_at_move,
    spellings,
    step_help,
)
from facilitator.play.counting import remarked
from facilitator.play.journal import EVENT, RUN, live
from facilitator.play.match import NOTHING_TOLD, RECOVERY, Match, may_give_up, stopped_words
from facilitator.play.news import EventNews
from facilitator.play.oops import (
    ADVICE,
    NAMES,
    ActMistakes,
    BackTo,
    Besides,
    CarryOn,
    DeclareVoid,
    DoAgain,
    GiveUp,
    MistakeChoice,
    Oops,
    Pick,
    PutRight,
    WayOn,
    WaysOn,
    WhatHappened,
    read_number,
)
from facilitator.play.prompt import (
    ActPrompt,
    Asked,
    CardGroup,
    EndPrompt,
    Explained,
    FaceUpPlaces,
    History,
    Leaving,
    Likely,
    MovePrompt,
    OpeningPrompt,
    Prompt,
    PromptLine,
    Reply,
    Result,
    Said,
    Saying,
    Selecting,
    Setting,
    TableNow,
    TurnHead,
)
from facilitator.play.run import NEXT, Ledger, Run
from facilitator.protocols.forms import form_named
from facilitator.protocols.layout import Layout
from facilitator.telling.draw import counted, open_faces, owners
from facilitator.telling.grouping import Wording
from facilitator.telling.instruction import Instruction, title
from facilitator.telling.wording import reason
from facilitator.words import at_table, grouped, listed, plural, tally

if TYPE_CHECKING:
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# From a game to what it asks now, as data: an act of the run under way, a person's move, the start, the end.


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
        reason=reason(cue.group, cue.speech.voice.language),
        ops=cue.ops,
        surface=dict(run.surface),
        shown=shown,
        sight=_sight(game, run) if shown and not run.done_already else None,
        minutes=minutes,
        ahead=run.foresight,
        duel=cue.duel,
        doubtful=game.in_doubt,
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
            law.prompt(state).question,
            tuple(game.names),
            at_table(law.prompt(state).example, game.table.named_first),
            likely,
            setting,
        )
    holds = game.truth.held(seat) if game.truth is not None else ()
    cards = (play.card for play in law.moves(state, law.kinds.cards) if isinstance(play, Play))
    words = (*dict.fromkeys(cards), *_words_without(game))
    ordered = tuple(sorted(holds, key=law.kinds.order))
    return MovePrompt(seat, law.prompt(state).question, words, ordered, likely, setting)


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
    return Likely(event, game.law.codec.text(event))


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
                words.append(law.codec.text(move))
    return words


# ----------------------------------------------------------------------------------------------------
# What must lie on the table now, and how it may be left: from the ledger of what hands did.


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
    called = {DECK: "the deck", DISCARDS: "the discard pile"}
    laid = [(called.get(owner, owner), count) for owner, count in _owners(game, front)]
    return TableNow(
        front.seat,
        _since(game, front),
        surface,
        up,
        tuple(laid),
        counted(surface),
        _remarks(game, front),
        facts,
    )


def _owners(game: Match, front: Ledger) -> tuple[tuple[str, int], ...]:
    done = list(front.ops if front.closed else front.ops[:-1])
    before = [one for one in game.ledgers if one is not front and one.closed]
    one: Ledger | None = front
    while one is not None and one.back_from is not None:  # the way back gives back what its run laid out
        one = one.back_from
        done = [*(one.ops if one.closed else one.ops[:-1]), *done]
    if front.standing or (one is not None and one.standing):
        done = [*(op for ledger in before if not ledger.home for op in ledger.ops), *done]
    return owners(done)


def _since(game: Match, front: Ledger) -> str:
    """Say up to where it is so."""
    run = game.run
    if run is None or run.ledger is not front or front.closed:
        return "its columns still stand"
    if len(run.ops) < len(front.entries):
        return "steps were taken back; hands leave everything as it lies"
    way = "the way back, " if front.form == RECOVERY else ""
    return f"{way}before act {run.number} of {run.total}, {title(run.heading)}"


def _remarks(game: Match, front: Ledger) -> tuple[str, ...]:
    told = []
    now = front.entries[-1]
    if not front.closed and now.pressed and isinstance(now.op, Scramble):
        told.append("The act at hand is begun: its piles are being mixed, and some of them may be put away.")
    elif not front.closed and now.pressed:
        told.append("The act at hand is begun: some of it may be done already.")
    if game.table.equipment == SLEEVES:
        told.append(
            "Every covered column or pile lies in its sleeve, clear side down; all other sleeves are empty."
        )
    elif form_named(game.table.protocol).columns:
        told.append("All envelopes are empty and put away, but for a scramble at hand.")
    told.append("All other extra cards lie in the box; all other cards lie with their owners.")
    if any(isinstance(op, Draw) for op in front.ops[:-1]):
        told.append(f"A card of the deck was drawn for {front.seat}, and is in its hand.")
    return tuple(told)


def leaving(game: Match) -> Leaving:
    """Return the question a host gets who leaves while cards lie on the table."""
    front = game.front
    assert front is not None
    head = f"Cards of {front.seat}'s run lie on the table."
    if front.form == RECOVERY:
        ask = (
            f"{head} stay (Enter): all stays as it lies. clear: the rest of the way back first. back: play on"
        )
        return Leaving(f"{ask}: ", True, "")
    try:
        may_give_up(front)
    except FacilitatorError as err:
        told = (
            f"{head} It cannot be cleared by giving the run up: {err.found}. Finish the run, or type back, "
            "then void and why; or leave it as it lies."
        )
        return Leaving("stay (Enter): all stays as it lies. back: play on: ", False, told)
    told = f"{head} Does it stay as it is till you go on, or is it cleared? Cleared, the turn starts again."
    return Leaving("stay (Enter), clear, or back: ", True, told)


# ----------------------------------------------------------------------------------------------------
# What can be tapped where something is asked: each offer an input, and the words on the way to it.


@dataclass(frozen=True, slots=True)
class TapOffer:
    """Something to tap.

    ``key``: names it among the offers of its prompt.  ``path``: words to choose by, one after the other: a colour,
    a symbol, what is named.  ``face``, ``group``: the card it is about, if it is.  ``aside``: it is not what is
    asked, but can be done.
    """

    key: str
    input: Input
    path: tuple[str, ...]
    face: Face = ""
    group: str = ""
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A card in words: its code, its name, the colour or suit it belongs to, and what it is called within that."""

    face: Face
    words: str
    group: str
    symbol: str


def card_of(face: Face, kinds: Kinds) -> Card:
    """Return a card of the game in words."""
    words, traits = kinds.describe(face), kinds.traits(face)
    symbol = words if kinds.tiles or len(traits) != 2 else traits[1]
    return Card(face, words, kinds.group(face), symbol)


def offers(game: Match, now: Asked) -> tuple[TapOffer, ...]:
    """Return what can be tapped at a prompt, what it asks for first; nothing that must be said in words."""
    match now:
        case ActPrompt():
            return (*_answers(now, game.law.kinds), *_asides(game, now))
        case MovePrompt() | OpeningPrompt():
            likely = now.likely
            events = _events(game.law, game.state)
            if likely is None:
                return (*events, UNDO, OOPS)
            way, face, group = _way(game.law, likely.event)
            word = (
                f"{' '.join(way[:2])}: {way[2]} begins"
                if isinstance(now, OpeningPrompt) and face
                else likely.text
            )
            first = TapOffer("done", commands.ActDone(), (word,), face, group)
            return (first, *(one for one in events if one.path != first.path), UNDO, OOPS)
        case EndPrompt():
            return (TapOffer("done", commands.ActDone(), ("so it was",)), UNDO)
        case WhatHappened(choices=choices):
            return (*(_pick(number, one.text) for number, one in enumerate(choices, 1)), BACK)
        case WaysOn(ways=ways):
            return (*(_pick(number, f"{one.text}: {one.gives}") for number, one in enumerate(ways, 1)), BACK)
        case Leaving():
            return ()  # the host answers that, who wants to go
        case _:
            assert_never(now)


UNDO = TapOffer("undo", commands.Undo(), ("undo",), aside=True)
OOPS = TapOffer("oops", Oops(), ("oops",), aside=True)
BACK = TapOffer("back", commands.PlayOn(), ("nothing changes",))
DOUBT = TapOffer("doubt", commands.BeginAgain(), ("something is doubtful: begin the turn again",), aside=True)
STOP = TapOffer("stop", commands.Stop(), ("give this run up",), aside=True)


def _pick(number: int, text: str) -> TapOffer:
    return TapOffer(f"pick {number}", Pick(number), (text,))


def _asides(game: Match, now: ActPrompt) -> Iterator[TapOffer]:
    yield UNDO
    yield OOPS
    if not game.recovering:
        yield DOUBT if game.in_doubt else STOP
    for wording in Wording:
        if wording is not now.wording:
            yield TapOffer(str(wording), commands.TellIn(wording), (f"tell it in {wording}",), aside=True)


def _answers(now: ActPrompt, kinds: Kinds) -> Iterator[TapOffer]:
    if not now.ask:
        word = "done" if now.duel is None else DUEL.format(*now.duel)
        yield TapOffer("done", commands.ActDone(), (word,))
        return
    kind = asked(now.ask)
    for said in now.ask:
        key, one = f"say {said}", commands.Answer(said)
        if kind is Wanted.CARD and said in kinds.cards:
            card = card_of(said, kinds)
            yield TapOffer(key, one, (card.group, card.symbol), said, card.group)
        elif kind is Wanted.PAIR:
            yield TapOffer(key, one, (" ".join(said),))
        else:
            word = POINTS_TO.get(said) or called(said, kinds.describe_named)
            yield TapOffer(key, one, (word,), group=word if kind is Wanted.LOT else "")


def _events(law: Law[Any], state: Any) -> tuple[TapOffer, ...]:
    """Return every event that the law takes now and that is told in one tap after the other."""
    found: dict[str, TapOffer] = {}
    for event in dict.fromkeys((*_moves(law, state), *_calls(state))):
        try:
            law.apply(state, event)
        except FacilitatorError:
            continue
        key = json.dumps(law.codec.json(event), ensure_ascii=False, separators=(",", ":"))
        found[key] = TapOffer(key, commands.Public(event), *_way(law, event))
    paths = [offer.path for offer in found.values()]
    twice = {path for path in paths if paths.count(path) > 1} if len(set(paths)) < len(paths) else set()
    return tuple(
        replace(offer, path=(*offer.path, law.codec.text(offer.input.event)))
        if offer.path in twice and isinstance(offer.input, commands.Public)
        else offer
        for offer in found.values()
    )


def _moves(law: Law[Any], state: Any) -> Iterator[Event]:
    """Yield what somebody could do whose hand nobody knows: with every card, with one of them, with none.

    Several cards at once are left to words: there are too many ways to choose them.
    """
    kinds = tuple(dict.fromkeys(law.kinds.cards))
    hands: Iterable[tuple[Face, ...]] = (kinds, *((kind,) for kind in kinds), ())
    for hand in hands:
        for event in law.moves(state, hand):
            several = (isinstance(event, Play) and event.more) or (
                isinstance(event, Show) and len(event.cards) != 1
            )
            if not several:
                yield event


def _calls(state: Any) -> Iterator[Event]:
    """Yield what may be said of a seat out of turn, where the law takes it."""
    for seat in state.seats:
        yield Challenge(seat.name)
        yield Caught(seat.name)


def _way(law: Law[Any], event: Event) -> tuple[tuple[str, ...], Face, str]:
    """Return the words that lead to an event, and its card with its group, if it has one."""
    kinds = law.kinds
    match event:
        case Start(str(face), first):
            card = card_of(face, kinds)
            return (card.group, card.symbol, first), face, card.group
        case Play(_, face, named, _, to):
            card = card_of(face, kinds)
            more = [kinds.describe_named(named)] if named else []
            return (card.group, card.symbol, *more, *([to] if to else [])), face, card.group
        case Show(_, (face,)):
            card = card_of(face, kinds)
            return (card.group, card.symbol), face, card.group
        case _:
            return (law.codec.text(event),), "", ""


# ----------------------------------------------------------------------------------------------------
# What everybody may see of a game at one glance: seats and sizes of hands, the top card, colour and direction.


OPEN = 14
"""So many of the cards that lie open are shown, the last of them."""


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat: how many cards it holds, and whether it is its turn."""

    name: str
    virtual: bool
    cards: int
    turn: bool


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The public facts, to be seen.

    ``top``: the card to play on, and ``color``, ``way`` the colour and the direction in force, each None where the
    game has none or did not begin.  ``open``: what else lies face up.
    """

    seats: tuple[SeatNow, ...]
    top: Card | None
    color: str | None
    way: str | None
    open: tuple[Card, ...]


def glimpse(game: Match) -> Glimpse:
    """Return what everybody may see now."""
    law, state = game.law, game.state
    facts, sizes, kinds = law.state_json(state), law.zones(state).sizes, law.kinds
    seats = tuple(
        SeatNow(seat.name, seat.virtual, sizes.get(seat.name, 0), seat.name == game.turn)
        for seat in state.seats
    )
    top, color, way = (facts.get(key) for key in ("top", "color", "direction"))
    lying = (
        []
        if top
        else [face for zone, some in law.zones(state).open.items() if zone != DISCARDS for face in some]
    )
    return Glimpse(
        seats,
        card_of(top, kinds) if isinstance(top, str) else None,
        kinds.describe_named(color) if isinstance(color, str) else None,
        way if isinstance(way, str) and top else None,
        tuple(card_of(face, kinds) for face in lying[-OPEN:]),
    )


def told_in(run: Run, wording: Wording) -> tuple[Instruction, ...]:
    """Return the act at hand in another wording; nothing where it is told so already, or was with the act before."""
    if run.telling.wording is wording:
        return ()
    other = replace(run.telling, wording=wording)
    return tuple(one for cue in other.cues(run.cue.ops) for one in cue.told)


def known(face: Face, game: Match) -> Card | None:
    """Return a card of the game in words; None for an extra card, or one nobody read out."""
    kinds = game.law.kinds
    return card_of(face, kinds) if face in kinds.cards else None


# ----------------------------------------------------------------------------------------------------
# What a session says of its game: replies to inputs, help, what was typed and what lies on the table.


class Speaker:
    """A game, and what is to be told of it with the next reply."""

    def __init__(self, game: Match, minutes: Callable[[Run], float], box: SupplyNotes | None) -> None:
        """``minutes``: what is left of a run; ``box``: what an evening needs."""
        self._match, self._asker = game, Prompter(game, minutes, box)
        self._told: list[Said] = []
        self._tappable: tuple[Asked, tuple[TapOffer, ...]] | None = None

    @property
    def match(self) -> Match:
        """The game itself, for what judges and tests read; a front-end drives it by `take` alone."""
        return self._match

    # -- what a screen shows beside the prompt --------------------------------------------------------

    def offers(self, now: Asked) -> tuple[TapOffer, ...]:
        """Return what can be tapped where this is asked, now."""
        if self._tappable is None or self._tappable[0] is not now:
            self._tappable = now, offers(self.match, now)
        return self._tappable[1]

    def glimpse(self) -> Glimpse:
        """Return what everybody may see at one glance."""
        return glimpse(self.match)

    def card(self, face: Face) -> Card | None:
        """Return a card of the game in words; None for an extra card, or one nobody read out."""
        return known(face, self.match)

    def told_in(self, wording: Wording) -> tuple[Instruction, ...]:
        """Return the act at hand in another wording; nothing where there is none, or it is told so already."""
        return told_in(self.match.run, wording) if self.match.run is not None else ()

    def table_now(self) -> TableNow:
        """Return what must lie on the table."""
        return table_now(self.match)

    @property
    def rehearsed(self) -> bool:
        """Whether the cards are the program's."""
        return self.match.truth is not None

    # -- what an input brings about ------------------------------------------------------------------

    def _stop(self, reason: str = "") -> None:
        """Give the run up, or with a ``reason`` declare it void, and say what hands do first."""
        game = self.match
        self._begin_again(game.void(reason) if reason else game.stop_run(), bool(reason))

    def _doubt(self) -> None:
        """Begin a wallet's turn again, and say that nothing was told."""
        void = not self.match.may_stop
        first = self.match.doubt()
        self._say(NOTHING_TOLD)
        self._begin_again(first, void)

    def _begin_again(self, first: str, void: bool) -> None:
        game = self.match
        self._say(stopped_words(first, void, game.recovering, game.colour_lies))
        self._gather()
        self._asker.read_anew()

    def _undo(self) -> None:
        self._say(f"Taken back: {self.match.unpress()}. {self.match.stays}".rstrip())
        self._gather()  # what hands put back
        self._asker.read_anew()

    def _back(self, number: int) -> None:
        """Go back to a number: say what was taken back, what hands put back, what stays and what was seen."""
        game = self.match
        self._say(f"Taken back: {game.back(number)}. {game.stays}".rstrip())
        self._gather()  # what hands put back, the last first
        for said in (game.seen_beyond, game.repair):
            if said:
                self._say(said)
        self._asker.read_anew()

    def _redo(self, presses: int) -> None:
        self._say(f"Typed again: {plural(self.match.redo(presses), 'press', 'presses')}.")
        self._gather()
        self._asker.read_anew()

    def _history(self, whole: bool) -> None:
        lines = self.match.history()
        if lines:
            self._told.append(History(lines, whole))
        else:
            self._say("Nothing was typed yet.")

    def _table(self) -> None:
        self._told.append(table_now(self.match))

    def _lies(self) -> bool:
        return lies(self.match)

    def _say_begun_anew(self) -> None:
        """Say, where a game goes on at an act of several steps, that it is the act that is kept, not its steps."""
        run = self.match.run
        if run is None or not run.more:
            return
        steps = f"steps {run.number} to {run.number + run.more}"
        todo = "Which of them were done is not kept: look at the cards, and do what is not done yet."
        self._say(f"The act at hand has {steps}. {todo}")
        if any(isinstance(op, Scramble) for op in run.acts):
            self._say("If nobody is sure that all of it was mixed, mix it again.")

    def _tell_in(self, wording: Wording) -> None:
        self.match.tell_in(wording)
        self._say(f"From here on: {wording}, {TOLD_IN[wording]}.")

    def _explain(self, now: Asked) -> None:
        if isinstance(now, ActPrompt):
            self._told.append(Explained(now))
        else:
            self._help(now)

    def _help(self, now: Asked) -> None:
        match now:
            case ActPrompt():
                text = step_help(self.match.law)
            case EndPrompt():
                text = END_HELP
            case _:
                law = self.match.law
                text = "\n".join((law.about.help, *law.prompt(self.match.state).also, move_help(law)))
        for line in at_table(text, self.match.table.named_first).splitlines():
            self._say(line)

    # -- what is told --------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self._told.append(Saying(text))

    def _gather(self) -> None:
        """Collect what the game has to tell."""
        law: Any = self.match.law
        for item in self.match.news:
            self._told.append(announced(item, law) if isinstance(item, EventNews) else item)
        self.match.news.clear()

    def _tell(self) -> tuple[Said, ...]:
        told, self._told = tuple(self._told), []
        return told


# ----------------------------------------------------------------------------------------------------
# What a session asks besides what the table must do: what becomes of the table, and what went wrong.


class Dialogue(Speaker):
    """A speaker that may have a question of its own before the game goes on."""

    def __init__(self, game: Match, minutes: Callable[[Run], float], box: SupplyNotes | None) -> None:
        """``minutes``: what is left of a run; ``box``: what an evening needs."""
        super().__init__(game, minutes, box)
        self._minutes = minutes
        self._leaving = self._clearing = False
        self._slip: WhatHappened | WaysOn | None = None

    def _own_question(self) -> Leaving | WhatHappened | WaysOn | None:
        return leaving(self.match) if self._leaving else self._slip

    def _read_own(self, text: str) -> Input | None:
        """Return what a word means at a question of its own; None where there is none."""
        if self._leaving:
            return commands.read_at_leaving(text)
        if self._slip is None:
            return None
        number = read_number(text, self._offered)
        return commands.PlayOn() if number is None else Pick(number)

    def _fits(self, one: Input) -> None:
        """Raise `CommandError` for an input that is no answer to the question that is open."""
        if self._leaving and not isinstance(one, commands.Stay | commands.Clear | commands.PlayOn):
            todo = "Say first what becomes of the table."
            raise CommandError("stay, clear or back", "something else", todo)
        if self._slip is not None and not isinstance(one, Pick | commands.PlayOn):
            raise CommandError("a number, or Enter", "something else", "Enter alone changes nothing.")
        if isinstance(one, Pick) and not 1 <= one.number <= self._offered:
            raise CommandError("a number that is offered", str(one.number), "Type oops.")

    # -- leaving -------------------------------------------------------------------------------------

    def _quit(self) -> bool:
        """Ask what becomes of the table, if cards lie there; tell whether the host leaves at once."""
        self._leaving = self._lies() and not self.match.over
        return not self._leaving

    def _clear(self) -> None:
        """Give the run up, as the host leaves when it is led home; refused where its result is in sight."""
        if not self.match.recovering:
            self._stop()
        self._leaving, self._clearing = False, True

    def _cleared(self) -> bool:
        """Whether the table is clear, after the host wanted to leave when it is."""
        if self._lies():
            self._clearing &= self.match.recovering  # else the way back was taken back: the host plays on
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
        self._slip = ActMistakes(self.match, self._minutes).what()

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
            self._slip = ActMistakes(self.match, self._minutes).ways(choice)
        return False

    def _go(self, choice: MistakeChoice, on: WayOn) -> None:
        """Take a way on; the mistake and the way stand in the record."""
        game, text = self.match, f"{choice.text}; {on.text}; {on.gives}"
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
            case GiveUp(doubt=True):
                game.oops(*kept)
                self._doubt()
            case GiveUp():
                game.oops(*kept)
                self._stop()
            case DeclareVoid():
                game.oops(*kept)
                self._stop(choice.text)
            case _:
                assert_never(on.way)


# ----------------------------------------------------------------------------------------------------


QUICKEST = 0.4
"""Seconds within which nobody can have done an act: an Enter that comes sooner was not meant for it."""


class Session(Dialogue):
    """One game, driven by whoever looks on: `now` tells the prompt, `take` takes an input.

    ``first``: what came about as it was opened, to be told before the first prompt.  ``ended``: the game is over,
    and somebody said that so it was.  ``attended``: set it where somebody can be asked what becomes of the table
    before they leave.  Calls may come from several front-ends, but one after the other.
    """

    def __init__(self, game: Match, minutes: Callable[[Run], float], box: SupplyNotes | None = None) -> None:
        """``minutes``: what is left of a run; ``box``: what an evening needs, if there are virtual seats."""
        super().__init__(game, minutes, box)
        self._number = 1
        self._prompt: Prompt | None = None
        self.ended = self.attended = False
        self._settle()
        if self.begun and lies(game):
            self._table()
        if self.begun:
            self._say_begun_anew()
        self.first = Reply(self._tell())

    @classmethod
    def open(
        cls,
        table: Table,
        path: Path | None,
        seed: int | None,
        minutes: Callable[[Run], float],
        box: SupplyNotes | None = None,
    ) -> Self:
        """Open the game in ``path``, or begin one there (None: in memory); ``seed`` makes it a rehearsal.

        Raises `JournalError` if the file is another table's, or damaged, or in use.
        """
        game = Match.open(table, path, seed)
        try:
            return cls(game, minutes, box)
        except BaseException:
            game.close()
            raise

    # -- what is asked now ---------------------------------------------------------------------------

    def now(self) -> Prompt:
        """Return what the table must do now; the same until an input took effect."""
        if self._prompt is None:
            prompt = self._asker.prompt(self._number)
            asked = self._own_question()
            self._prompt = prompt if asked is None else replace(prompt, asked=asked)
        return self._prompt

    def public(self) -> Mapping[str, object]:
        """Return the public state, in the shape of the JSON lines."""
        return self.match.law.state_json(self.match.state)

    @property
    def over(self) -> bool:
        """Whether the game is over, as far as was typed."""
        return self.match.over

    @property
    def begun(self) -> bool:
        """Whether anything was typed of this game yet."""
        return self.match.journal.begun

    @property
    def kept(self) -> Path | None:
        """Where the game is kept; None for one in memory."""
        return self.match.journal.path

    def result(self) -> Result:
        """Return how far the game came."""
        return result_of(self.match)

    def close(self) -> None:
        """Let the game's file go."""
        self.match.close()

    # -- one input -----------------------------------------------------------------------------------

    def take(self, typed: str | Input, prompt: int | None = None, after: float | None = None) -> Reply:
        """Take what was typed at the prompt, or an input that was tapped; what is refused changes nothing.

        ``prompt``: the number of the prompt it was meant for; for another it is refused.  ``after``: how many
        seconds it came after the prompt was shown, where that is known: an Enter that nobody can mean is not taken.
        Raises `JournalError` where the game's file can no longer be written, `ProtocolBug` for our own fault.
        """
        run, before = self.match.run, self._mark()
        stale = prompt is not None and prompt != self._number
        refused: FacilitatorError | None = None
        left = soon = False
        try:
            if stale:
                raise CommandError(
                    f"an answer to prompt {self._number}",
                    f"one to prompt {prompt}",
                    "Something was entered since. Look at what is asked now.",
                )
            one = self._read(typed.strip()) if isinstance(typed, str) else typed
            self._fits(one)
            soon = (
                after is not None
                and after < QUICKEST
                and run is not None
                and isinstance(one, commands.ActDone)
                and (run.cue.duel is None or run.cue.duel[0] == 1)  # duels are counted as fast as they come
            )
            if soon:
                self._say("That Enter came too soon to be about this act.")
            else:
                left = self._taken(one)
        except (JournalError, ProtocolBug) as err:
            if not isinstance(err, NotWritten):
                raise
            refused = err
        except FacilitatorError as err:
            refused = err
        moved = self._mark() != before
        self._number += moved
        # what could not be written was taken back with its run: the act comes again
        anew = moved or self.match.run is not run or not (soon or refused is not None)
        if anew:
            self._prompt = None
        return Reply(self._tell(), refused, anew or stale, left)

    def rehearse(self) -> Reply:
        """Take in a rehearsal what its cards say, as somebody would who never errs."""
        run = self.match.run
        if run is not None and run.ask:
            return self.take(commands.Answer(run.look().answer))
        return self.take(commands.ActDone())

    def _mark(self) -> tuple[object, ...]:
        """What differs whenever an input took effect."""
        game = self.match
        pressed = 0 if game.run is None else game.run.pressed
        return game.journal.size, pressed, game.wording, self.ended, self._leaving, self._slip

    def _read(self, text: str) -> Input:
        game, run = self.match, self.match.run
        if (own := self._read_own(text)) is not None:
            return own
        if game.over:
            return read_at_end(text)
        if run is not None:
            if not text:
                return (
                    commands.ActDone()
                )  # also where an answer is missing: it may have come too soon to be meant
            return read_at_act(text, run.ask, game.law.kinds)
        return read_at_move(text, game.law, game.state, game.truth is not None)

    def _taken(self, one: Input) -> bool:
        """Do all of what an input says, or nothing; tell whether the host leaves."""
        asked = self._leaving, self._clearing, self._slip
        try:
            with self.match.together():
                left = self._do(one)
                self._settle()
                return self._cleared() or left
        except FacilitatorError:
            self._leaving, self._clearing, self._slip = asked
            self._told.clear()
            self.match.news.clear()
            raise

    def _do(self, one: Input) -> bool:
        """Do what an input says; tell whether the host leaves."""
        match one:
            case commands.ActDone():
                self._done()
            case commands.Answer(said):
                self._press(said)
            case commands.Public(event):
                self.match.submit(event)
                self._gather()
            case commands.Undo():
                self._undo()
            case commands.Stop():
                self._stop()
            case commands.BeginAgain():
                self._doubt()
            case commands.Void(reason):
                self._stop(reason)
            case commands.Note() | commands.Count() | commands.Recount():
                self._say(remarked(self.match, one))
            case commands.TellIn(wording):
                self._tell_in(wording or NEXT[self.match.wording])
                self._settle()
                self.match.keep_wording()
            case commands.StageDone():
                self._whole_stage()
            case commands.Explain():
                self._explain(self.now().asked)
            case commands.Help():
                self._help(self.now().asked)
            case commands.Back(number):
                self._back(number)
            case commands.Redo(presses):
                self._redo(presses)
            case commands.ShowHistory(whole):
                self._history(whole)
            case commands.ShowTable():
                self._table()
            case commands.TellState():
                self._say(self.match.law.facts(self.match.state))
            case commands.Quit():
                return not self.attended or self._quit()
            case commands.Stay():
                self._leaving = self._clearing = False
                return True
            case commands.Clear():
                self._clear()
            case commands.PlayOn():
                self._leaving = self._clearing = False
                self._slip = None
            case Oops():
                self._ask_what()
            case Pick(number):
                return self._pick(number)
            case _:
                assert_never(one)
        return False

    def _done(self) -> None:
        game = self.match
        if game.over:
            self.ended = True
        elif game.run is not None:
            self._press(read_answer("", game.run.ask, game.law.kinds) if game.run.ask else "")
        else:
            game.submit(game.likely() if game.truth is not None else read_move(game.law, "", game.state))
            self._gather()

    def _press(self, said: str) -> None:
        """Take an act as done; a card that was turned over is announced before everything goes home."""
        game = self.match
        run, plan = game.run, game.plan
        ask = run.ask if run is not None else ()
        game.press(said)
        if plan is not None and ask and said != NONE and asked(ask) is AnswerKind.CARD and game.run is run:
            self._say(f"{plan.seat} plays {said} ({game.law.kinds.describe(said)}).")
        self._gather()

    def _settle(self) -> None:
        """Take what was told with the act before as done; what comes up then begins an act."""
        while self.match.run is not None and not self.match.run.lines:
            self._press("")
        if self.match.run is not None:
            self.match.run.begin_here()

    def _whole_stage(self) -> None:
        """Take every act up to the next question, or the next stage, as done; tell each."""
        run = self.match.run
        if run is None:
            raise CommandError("a run under way", "none", "Only the acts of a run can be taken together.")
        if run.ask:
            raise CommandError(
                f"an answer: {either(run.ask, self.match.law.kinds)}",
                '"s", which goes on to the next question',
                "This is one. Look at the cards, and type what lies there.",
            )
        heading = run.heading
        self._press("")
        while self.match.run is run and run.heading == heading and not run.ask:
            if run.lines:
                self._told.append(self._asker.act(run))
            self._press("")
