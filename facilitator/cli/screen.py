"""How a game looks: the same content as text or as JSON lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Protocol

from facilitator.cli import show
from facilitator.games.base import Drew, Kinds, Moved, Play, Show, Start
from facilitator.games.base import Game as Law
from facilitator.machine.faces import DISCARDS
from facilitator.machine.operations import Heading
from facilitator.play.game import Game
from facilitator.play.news import News, Remark, RunLine, Told, Void
from facilitator.play.run import Run
from facilitator.protocols.forms import fingerprint
from facilitator.readings.draw import picture
from facilitator.readings.titles import title
from facilitator.wording import grouped, plural, tally

if TYPE_CHECKING:
    from facilitator.planning.clock import Clock


@dataclass(frozen=True, slots=True)
class Result:
    """How a command ended: public events, runs of the protocol, and how many events somebody typed."""

    winner: str | None
    over: bool
    events: int
    runs: int
    typed: int


class Screen(Protocol):
    """What the loop shows."""

    def turn(self, game: Game) -> None: ...
    def step(self, game: Game, run: Run) -> None: ...
    def seen(self, game: Game, run: Run) -> None: ...
    def news(self, game: Game, news: Sequence[News]) -> None: ...
    def say(self, text: str) -> None: ...
    def over(self, result: Result) -> None: ...


def in_all(run: Run) -> str:
    """Return how many steps a run has; about, while an answer still to come may change it."""
    return f"{'about ' if run.open else ''}{plural(run.total, 'step')}"


def where(run: Run) -> str:
    """Return the number of the step at hand, of how many."""
    return f"step {run.number} of {'about ' if run.open else ''}{run.total}"


class Text:
    """For people: wrapped to the terminal, the verb and the check in words, colour only on top."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._heading: Heading | None = None
        self._told: tuple[Run, int] | None = None  # a run, and how many steps it has, as told last

    def turn(self, game: Game) -> None:
        """The head of a turn: whose, what is on top, what everyone holds in number."""
        show.rule(f"{game.turn}'s turn")
        show.wrap(game.law.facts(game.state), style="facts")
        plan, run = game.plan, game.run
        if plan is not None and run is not None and plan.layout is not None:
            left = f"{self._clock.words(run)} {'for this run' if run.number == 1 else 'left'}"
            show.wrap(
                f"{plan.form} selection {fingerprint(plan.form)} · {plan.layout.k} columns · {in_all(run)} · {left}",
                style="facts",
            )
            if plan.layout.standing:
                show.wrap("All columns still stand: lay no hand; go on with their markers.", style="facts")
        elif game.drawing_lot and plan is not None and plan.chosen is not None:
            show.wrap(
                f"{plan.seat} plays {game.law.kinds.describe(plan.chosen)}; what goes with it is drawn by lot.",
                style="facts",
            )
        self._heading = None

    def step(self, game: Game, run: Run) -> None:
        """One numbered act; the public facts stand at the head of each stage (a terminal keeps them in sight)."""
        step, said = run.step, run.step.instruction
        if self._told is not None and self._told[0] is run and self._told[1] != run.total:
            show.wrap(f"It is {in_all(run)} in all now.", indent="  » ", style="news")
        self._told = run, run.total
        if step.heading != self._heading:
            self._heading = step.heading
            show.say()
            left = f"{self._clock.words(run)} left"
            show.wrap(
                f"{title(step.heading).upper()} · {where(run)} · {left} · {game.law.facts(game.state, short=True)}",
                style="head",
            )
        number = f"{step.number}/{run.total}"
        show.wrap(f"{said.sentence}.", indent=f"{number:>6}  {said.verb:<9}", style="act")
        if run.done_already:
            show.wrap("DONE ALREADY: do only what is missing.", indent="        ", style="check")
        for line in by_group(said.cards, game.law.kinds):
            head, _, cards = line.partition(": ")
            show.wrap(cards, indent=f"        | {head}: ", style="act")
        show.wrap(said.check, indent=f"        {'CHECK':<9}", style="check")

    def seen(self, game: Game, run: Run) -> None:
        """In a rehearsal: what lies face up after a reveal."""
        if game.truth is None or not run.shown or run.done_already:
            return
        table = game.truth.table
        show.block(
            picture(run.step.op, table.surface, table.face_up(), show.width() - 10), indent="        : "
        )

    def news(self, game: Game, news: Sequence[News]) -> None:
        for item in news:
            if isinstance(item, Remark):
                show.wrap(item.text, indent="  » ", style="news")
                continue
            if isinstance(item, RunLine):
                show.wrap(
                    f"Run: {item.seat}, {item.form}, k = {item.k}, m = {item.m}: {plural(item.shuffles, 'shuffle')}, "
                    f"{plural(item.extra_cards, 'extra card')}; outcome: {item.outcome}.",
                    style="facts",
                )
                continue
            if isinstance(item, Void):
                show.wrap(f"{item.text()}.", indent="  » ", style="news")
                continue
            again = " (again as before: do only what is missing)" if item.again else ""
            show.wrap(f"{_told(item, game.law)}{again}.", indent="  » ", style="news")
            for said in spoken(item, game.law):
                show.wrap(said, indent="  » ", style="news")

    def say(self, text: str) -> None:
        show.wrap(text)

    def over(self, result: Result) -> None:
        typed = f", {result.typed} of them typed," if result.typed else ""
        done = f"{plural(result.events, 'event')}{typed} and {plural(result.runs, 'run')} of the protocol"
        show.rule("The end" if result.over else "So far")
        wins = f"{result.winner or 'Nobody'} {'win' if ' and ' in (result.winner or '') else 'wins'}"
        show.wrap(f"{wins} after {done}." if result.over else f"Not over yet: {done}.")


def spoken(item: Told, law: Law[Any]) -> list[str]:
    """Return the sentences for what followed from an event."""
    return [said for happened in item.happened if (said := law.say(happened))]


def _told(item: Told, law: Law[Any]) -> str:
    event, text = item.event, law.text(item.event)
    card = event.card if isinstance(event, Start | Play) else None
    described = law.kinds.describe(card) if card else ""
    if isinstance(event, Start) and card:
        return f"The first top card is {card} ({described}); {event.first} starts"
    if item.virtual and isinstance(event, Drew):
        seat = event.seat
        if item.done:
            return f"{seat} has drawn a card, in the steps just done"
        return f"{seat} draws: put the top card of the deck, face down and unseen by all, on {seat}'s hand"
    if item.virtual and isinstance(event, Show):
        return f"{text}: it goes back into {event.seat}'s hand, face down; shuffle that hand"
    if item.virtual and card:
        zone = next((m.target for h in item.happened for m in h.motions if isinstance(m, Moved)), DISCARDS)
        where = "on the discard pile" if zone == DISCARDS else f"in the {zone}"
        return f"{text} ({described}): lay it {where}"
    return f"{text}{f' ({described})' if card else ''}"


def by_group(cards: Sequence[str], kinds: Kinds) -> list[str]:
    """Return a list of cards as the deck list has them, a line a colour or suit, each with its count."""
    groups = grouped(cards, kinds.group).items()
    return [f"{name:<7}{len(group):>3}: {tally(group)}" for name, group in groups]


class Json:
    """For programs: one object a line, in the shapes of the README."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def turn(self, game: Game) -> None:
        """Nothing: the state line before says whose turn it is."""

    def step(self, game: Game, run: Run) -> None:
        """Nothing yet: the line is written by `seen`, when what became visible is known."""

    def seen(self, game: Game, run: Run) -> None:
        step = run.step
        said = step.instruction
        body: dict[str, object] = {
            "number": step.number,
            "stage": title(step.heading),
            "op": type(step.op).__name__,
            "text": f"{said.verb} {said.sentence}. CHECK {said.check}",
            "seen": list(run.shown) or None,
            "minutes_left": round(self._clock.minutes(run), 1),
        }
        if said.cards:
            body["cards"] = list(said.cards)
        if said.ask:
            body["ask"] = list(said.ask)
        if run.done_already:
            body["done"] = True
        show.json_line({"step": body})

    def news(self, game: Game, news: Sequence[News]) -> None:
        for item in news:
            if isinstance(item, Remark):
                show.json_line({"note": item.text})
                continue
            if isinstance(item, RunLine):
                show.json_line({"run": item.to_json()})
                continue
            if isinstance(item, Void):
                show.json_line({"void": item.to_json()})
                continue
            show.json_line({"event": game.law.event_json(item.event)})
            state = game.law.state_json(item.state)
            if item.voids:
                state["void"] = item.voids
            if told := spoken(item, game.law):
                state["told"] = told
            show.json_line({"state": state})

    def say(self, text: str) -> None:
        show.json_line({"note": text.strip()})

    def over(self, result: Result) -> None:
        show.json_line({"result": asdict(result)})
