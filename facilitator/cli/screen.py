"""How a game looks: the same content as text or as JSON lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Protocol

from facilitator.cli import show
from facilitator.games.base import Game as Law
from facilitator.games.events import Drew, Play, Show, Start
from facilitator.games.material import Kinds
from facilitator.games.motions import Moved
from facilitator.machine.faces import DISCARDS
from facilitator.machine.operations import Heading
from facilitator.play.game import Game
from facilitator.play.news import News, Remark, RunLine, Told, Void
from facilitator.play.run import Run
from facilitator.protocols.forms import fingerprint
from facilitator.readings.before_after import around
from facilitator.readings.draw import alone, picture
from facilitator.readings.grouping import Wording
from facilitator.readings.instruction import Instruction
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
    def explain(self, game: Game, run: Run) -> None: ...
    def seen(self, game: Game, run: Run) -> None: ...
    def news(self, game: Game, news: Sequence[News]) -> None: ...
    def say(self, text: str) -> None: ...
    def over(self, result: Result) -> None: ...


def in_all(run: Run) -> str:
    """Return how many acts a run has; about, while an answer still to come may change it."""
    return f"{'about ' if run.open else ''}{plural(run.total, 'act')}"


def where(run: Run) -> str:
    """Return the number of the act at hand, of how many."""
    return f"act {run.number} of {'about ' if run.open else ''}{run.total}"


class Text:
    """For people: wrapped to the terminal, the verb and the check in words, colour only on top.

    ``toolbar``: a line at the bottom keeps the act, the minutes and the public facts in sight, so that no stage
    says them again.
    """

    def __init__(self, clock: Clock, toolbar: bool = False) -> None:
        self._clock, self._toolbar = clock, toolbar
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
        """One numbered act, framed by space, and before the first of a stage its head."""
        heading = run.heading
        if self._told is not None and self._told[0] is run and self._told[1] != run.total:
            show.wrap(f"It is {in_all(run)} in all now.", indent="  » ", style="news")
        self._told = run, run.total
        if self._toolbar or heading != self._heading or run.telling.wording is not Wording.BRIEF:
            show.say()  # nobody works along where there is no terminal: in brief, a stage stands together
        if heading != self._heading:
            self._heading = heading
            parts = [title(heading, bool(run.cue.times)).upper()]
            if not self._toolbar:
                parts += [where(run), f"{self._clock.words(run)} left"]
            show.wrap(" · ".join(parts), style="head")
        self._act(game, run)
        if run.telling.wording is Wording.WALK:
            self._around(run)

    def _act(self, game: Game, run: Run) -> None:
        """The lines of an act, the first with its number, and of a round with its tally."""
        number, times = f"{run.number}/{run.total}", run.cue.times
        for said in run.lines:
            tally_ = f"  {' '.join('○' * times)}" if times and number else ""
            show.wrap(f"{said.sentence}.{tally_}", indent=f"{number:>6}  {said.verb:<9}", style="act")
            if number and run.done_already:
                show.wrap("DONE ALREADY: do only what is missing.", indent="        ", style="check")
            number = ""
            if said.by_list or run.telling.wording is not Wording.BRIEF:
                self._cards(game, said.cards)
            if said.check:
                show.wrap(said.check, indent=f"        {'CHECK':<9}", style="check")

    def _cards(self, game: Game, cards: Sequence[str]) -> None:
        for line in by_group(cards, game.law.kinds):
            head, _, listed = line.partition(": ")
            show.wrap(listed, indent=f"        | {head}: ", style="check")

    def _around(self, run: Run) -> None:
        before, after = around(run.cue.ops, run.surface, width=show.width() - 18)
        for word, lines in (("before", before), ("after", after)):
            for line in lines:
                show.block([line], indent=f"        : {word:<7} ")
                word = ""

    def explain(self, game: Game, run: Run) -> None:
        """What the act at hand is for, what it changes, what goes wrong most, and its list of cards."""
        cue = run.cue
        show.wrap(cue.why, indent=f"        {'WHY':<9}")
        self._around(run)
        show.wrap(cue.slip, indent=f"        {'SLIP':<9}")
        for said in cue.told:
            self._cards(game, said.cards)
        show.wrap("?? explains what can be typed.", indent="        ", style="facts")

    def seen(self, game: Game, run: Run) -> None:
        """In a rehearsal: what lies face up after a reveal."""
        if game.truth is None or not run.shown or run.done_already:
            return
        table = game.truth.table
        op = run.acts[-1] if run.ask else run.ops[-1]
        up = table.face_up()
        one = alone(op, up) if run.telling.wording is Wording.BRIEF else ""
        lines = [one] if one else picture(op, table.surface, up, show.width() - 10)
        show.block(lines, indent="        : ")

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


def _checked(said: Instruction) -> str:
    return f" CHECK {said.check}" if said.check else ""


class Json:
    """For programs: one object a line, in the shapes of the README."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def turn(self, game: Game) -> None:
        """Nothing: the state line before says whose turn it is."""

    def step(self, game: Game, run: Run) -> None:
        """Nothing yet: the line is written by `seen`, when what became visible is known."""

    def explain(self, game: Game, run: Run) -> None:
        show.json_line({"note": f"{run.cue.why} {run.cue.slip}"})

    def seen(self, game: Game, run: Run) -> None:
        acts, lines, times = run.acts, run.lines, run.cue.times
        cards = [face for said in lines for face in said.cards]
        body: dict[str, object] = {
            "number": run.number,
            "stage": title(run.heading, bool(run.cue.times)),
            "op": type(acts[-1] if run.ask else acts[0]).__name__,
            "text": " ".join(f"{said.verb} {said.sentence}.{_checked(said)}" for said in lines),
            "seen": list(run.shown) or None,
            "minutes_left": round(self._clock.minutes(run), 1),
            "ops": len(acts),
        }
        if times is not None:
            body["round"] = {"times": times}
        if cards:
            body["cards"] = cards
        if run.ask:
            body["ask"] = list(run.ask)
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
