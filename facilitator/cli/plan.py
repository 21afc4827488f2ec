"""`facilitator plan`: what to bring, how long it takes, which form fits the evening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from facilitator.cli import show
from facilitator.cli.new import minutes
from facilitator.cli.show import BAR, Progress
from facilitator.errors import CommandError
from facilitator.words import listed, plural, quoted

if TYPE_CHECKING:
    from facilitator.evening.choices import Option
    from facilitator.evening.learn import Learned
    from facilitator.evening.plan import ByRules, EveningPlan
    from facilitator.evening.shopping import Shopping
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# The plan of an evening on a screen.


def screen(made: EveningPlan, name: str, full: bool) -> None:
    """Print the plan: 24 lines of 80 signs for a usual table."""
    for label, text in (*_things_of(made), *_times_of(made)):
        show.wrap(text, f"{label:<9}")
    most, room = max(made.stages.values(), default=0) or 1, show.width() - 36
    for stage, spent in made.stages.items():  # the average virtual turn
        if spent >= 0.15:
            show.say(f"{'':<9}{stage:<18}{spent:>5.1f} {BAR * max(1, round(room * spent / most))}")
    hidden = made.secrecy
    show.wrap(
        f"a virtual hand of {hidden.hand} hides among {hidden.hides_among} cards at the first turn; "
        "public: which cards those are, and all sizes",
        f"{'SECRECY':<9}",
    )
    if full:
        _details(made)
    else:
        show.wrap(f"More: --full.  What fits: facilitator plan {name} --evening 120", style="hint")


def _things_of(made: EveningPlan) -> Iterator[tuple[str, str]]:
    """Yield who sits there, and what to bring, to print and to make room for."""
    from facilitator.evening.needs import counted, lot_cards, together
    from facilitator.evening.shopping import holders
    from facilitator.games.registry import game_named
    from facilitator.table.model import masks_at
    from facilitator.words.catalogue import sentence

    table, buy, kinds = made.table, made.shopping, game_named(made.table.game).kinds
    seats = ", ".join(f"{seat.name}{' (virtual)' if seat.virtual else ''}" for seat in table.seats)
    pool = f"pool of {made.secrecy.hides_among}" if table.pool == "split" else "one deck"
    held = [pool, *([] if buy.printed else [table.equipment]), f"{plural(table.helpers, 'pair')} of hands"]
    yield "TABLE", f"{seats}; {plural(table.hand_size, 'card')} each; {table.protocol}, {', '.join(held)}"
    decks, things = plural(buy.play_decks, "play deck"), " and ".join(holders(table))
    own = next(iter(made.kits.values())).words()
    if buy.printed:
        lots = lot_cards(made.needed)
        slips = f"; {plural(lots, 'slip')} of paper for a lot" if lots else ""
        people = f"{decks} for people; " if buy.play_decks else ""
        yield "BRING", f"{people}{buy.printed} printed cards; {things}; 0 extra cards{slips}"
        yield "PRINT", sentence("wallet.shortly", kit=own, holes=2 * len(masks_at(table).sides))
    else:
        extras = together(made.needed, kinds)
        yield "BUY", f"{decks}; {things}; {extras}; without printing {_plain_decks(buy)}"
        yield "EXTRAS", own
        if first := [replace(need, reserve=0) for need in made.needed if need.first]:
            yield "", counted(first, kinds)
    yield "SPACE", made.space.words()


def _plain_decks(buy: Shopping) -> str:
    """Return how many decks do if nothing is printed or labelled."""
    if buy.plain_decks is None:
        return "no number of plain decks"
    classes = buy.plain_decks_marker_classes
    fewer = classes and classes != buy.plain_decks
    sets = f" ({classes} if a marker may be any of a set of kinds)" if fewer else ""
    return f"{plural(buy.plain_decks, 'plain deck')}{sets}"


def _times_of(made: EveningPlan) -> Iterator[tuple[str, str]]:
    """Yield how long it takes; last the whole time, for the stages of a turn are drawn below it."""
    from facilitator.evening.clock import MINUTE, TURNERS, minutes_by_hands

    by_hands = ", ".join(f"{n}: {minutes:.0f}" for n, minutes in minutes_by_hands(made.price).items())
    alone, shared, voice = (seconds / MINUTE for seconds in made.price)
    yield (
        "PEOPLE",
        f"mean minutes of a virtual turn by pairs of hands: {by_hands} "
        f"({shared:.0f} can be shared, {alone:.0f} wait for one, {voice:.0f} by voice)",
    )
    if duels := made.duels:
        yield (
            "DUELS",
            f"{duels.each:.1f} a virtual turn, {duels.seconds:.0f} s each under a lid, "
            f"{duels.seconds + TURNERS:.0f} s with two turners out of sight: {duels.more:.1f} min more a turn",
        )
    if made.longer is not None:
        asked = f"; {made.questions.words()}" if made.questions else ""
        yield "RULES", f"by these rules a game is {made.longer.words()}{asked}"
    turn, game, work = made.times.per_virtual_turn, made.times.per_game, made.times.person_minutes
    turns = made.games.virtual_turns
    yield (
        "TIME",
        f"medians (and 90 %): a virtual turn {turn.median:.0f} min ({turn.p90:.0f}), {turns.median:.0f} "
        f"({turns.p90:.0f}) a game; a game {game.median:.0f} min ({game.p90:.0f}), of it {work.median / 60:.1f} "
        f"person-hours ({work.p90 / 60:.1f}) at virtual turns",
    )


def _things(made: EveningPlan) -> None:
    """Say what the cards must be."""
    from facilitator.evening.shopping import holders
    from facilitator.machine.faces import SLEEVES
    from facilitator.words.catalogue import sentence

    show.rule("Things")
    if made.shopping.printed:
        for line in (*made.kits["wallet"].buy, sentence("things.turned_alike")):
            show.wrap(line, "  ")
        return
    show.wrap(sentence("things.equal_faces"), "  ")
    show.wrap("The extra cards, by the ways to make them (table key extras):", "  ")
    for made_so in made.kits.values():
        show.wrap(f"{made_so.words()}.", "    ")
    show.wrap(sentence("things.same_way"), "  ")
    if made.table.pool == "split":
        show.wrap(sentence("things.pool"), "  ")
    if made.table.equipment == SLEEVES:
        show.wrap(sentence("things.marked_sleeves"), "  ")
    for opaque in holders(made.table)[1:]:
        show.wrap(sentence("setup.swaps", opaque=opaque), "  ")


def _details(made: EveningPlan) -> None:
    from facilitator.evening.clock import MINUTE
    from facilitator.machine.faces import DECK
    from facilitator.table.model import SPEEDS

    _things(made)
    show.rule("People")
    for who, work in made.roles:
        show.wrap(f"{who}: {work}.", "  ")
    show.rule("Voice and hands")
    said = made.price.voice
    show.wrap(
        f"A virtual turn has {made.words_brief:.0f} words in brief wording, {made.words_full:.0f} in full; of its "
        f"mean minutes {said / MINUTE:.1f} are by voice, {(made.price.work - said) / MINUTE:.1f} by one pair of "
        "hands. They add up: a sentence is read before its act, a round's once before its loop.",
        "  ",
    )
    show.rule("Secrecy")
    for public in made.secrecy.public:
        show.wrap(f"{public}.", "  ")
    show.rule("A game")
    like = made.games
    for words, spread in (
        ("turns", like.turns),
        ("virtual turns", like.virtual_turns),
        ("of these with no card that fits", like.none_turns),
        ("cards in a virtual hand", like.hand_cards),
    ):
        show.say(f"  {words:<34}{spread.median:>5.0f}   90 %: {spread.p90:.0f}")
    if made.markers:
        most = ", ".join(f"θ-{owner} {n}" for owner, n in made.markers.items() if owner != DECK)
        show.wrap(f"Markers that are enough in 99 % of games: {most}.", "  ")
    show.wrap(f"From {like.games} games at rules level, all seats playing at random.", "  ", "facts")
    show.rule("Seconds")
    for act, speed in SPEEDS.items():
        used, origin = made.pace.seconds[act], made.pace.origin[act]
        other = "" if origin == "assumed" else f", {origin} {used:.2g} s"
        show.wrap(f"{speed.words}: assumed {speed.seconds:g} s{other}", f"  {act.value:<10} ")
    if made.learned.seconds:
        cut = made.learned.cut
        show.wrap(
            f"Yours are from {made.learned.stretches} steps of past games; {cut} pauses cut off.",
            "  ",
            "facts",
        )


# ----------------------------------------------------------------------------------------------------


EXAMPLES = """Examples:

\b
  facilitator plan friday.yaml                 what to buy, lay out and expect
  facilitator plan friday.yaml --full          with people, seconds, markers
  facilitator plan friday.yaml --evening 120   what fits two hours
  facilitator plan friday.yaml --evening 120 --apply 2"""
SAMPLE = "sample:"


def plan(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="A table file, or sample:three, sample:duel, sample:five.")
    ],
    full: Annotated[bool, typer.Option("--full", help="All details.")] = False,
    evening: Annotated[
        str | None, typer.Option(metavar="TIME", help="Show the choices that fit: 120 minutes, or e.g. 2h.")
    ] = None,
    apply: Annotated[
        int | None, typer.Option(metavar="N", help="Write choice N of --evening into the table file.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=20, max=1_000_000, help="Games to play in thought.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Chance of those games.")] = 0,
    table_size: Annotated[
        str | None, typer.Option(metavar="WxD", help="Your table in cm, e.g. 180x90.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="The same content as JSON.")] = False,
) -> None:
    """Say what to bring, how long it takes and which form fits the evening."""
    from facilitator.evening.learn import learn_from, past_games
    from facilitator.evening.plan import make_plan
    from facilitator.table.load import load_table

    if apply is not None and evening is None:
        raise CommandError("--apply with --evening", "--apply alone", "Add e.g. --evening 120.")
    lasting = None if evening is None else _lasting(evening)
    loaded, is_sample = load_table(table), table.startswith(SAMPLE)
    if apply is not None and is_sample:
        raise CommandError("a table file", table, "A sample stays as it is: facilitator new friday.yaml.")
    learned, troubles = learn_from([] if is_sample else past_games(Path(table)))
    for trouble in troubles:
        show.complain(trouble)
    if lasting is not None:
        choices = Choices(table, loaded, lasting, learned, games, seed)
        choices.tell(apply, full, json)
        return
    from facilitator.sheets.kit import kits  # it measures type, which takes a while to load

    with Progress("games") as tell:
        made = make_plan(loaded, kits(loaded), learned, count=games, seed=seed, size=table_size, tell=tell)
    if json:
        show.json_line(made.to_json())
    else:
        screen(made, table, full)


def _lasting(text: str) -> float:
    """Return the minutes of an evening as typed; raises CommandError for what is no length of time."""
    if not (found := minutes(text)):
        raise CommandError("the length of an evening", quoted(text), "Write e.g. --evening 120, or 2h.")
    return found


class Choices:
    """The choices that fit an evening at a table, which is named as it was typed."""

    def __init__(
        self, name: str, table: Table, lasting: float, learned: Learned, games: int | None, seed: int
    ) -> None:
        from facilitator.evening.choices import every_choice, fitting, nothing_fits

        self.name, self.table, self.lasting, self.seed = name, table, lasting, seed
        with Progress("choices") as tell:
            every = every_choice(table, learned, count=games, seed=seed, tell=tell)
        if not (found := fitting(every, lasting)):
            raise nothing_fits(lasting, every)
        self.found, self.now = found, next((one for one in every if not one.changes), None)

    def tell(self, apply: int | None, full: bool, json: bool) -> None:
        """Write one into the table file, or print all; ``full``: what other rules do to the length of a game too."""
        if apply is not None:
            self._apply(apply, json)
            return
        rules = self._by_rules() if full else ()
        if json:
            choices = [
                {"choice": i, **option.to_json(), "in_time": round(option.times.in_time(self.lasting), 2)}
                for i, option in enumerate(self.found, 1)
            ]
            also = {"rules": [one.to_json() for one in rules]} if full else {}
            show.json_line({"evening": self.lasting, "choices": choices, **also})
            return
        self._print("" if full else "  Other rules: --full")
        if rules:
            show.wrap("Other rules, from some games each; a game is then:", style="hint")
        for one in rules:
            told = {"rules": one.changes["rules"]} if "rules" in one.changes else one.changes
            keys = (
                f"{key}: {listed(value) if isinstance(value, tuple) else value}"
                for key, value in told.items()
            )
            show.wrap(f"{', '.join(keys)}: {one.longer.words()}.", "    ")

    def _by_rules(self) -> Sequence[ByRules]:
        from facilitator.evening.plan import by_rules

        with Progress("rules") as tell:
            return by_rules(self.table, self.seed, tell)

    def _apply(self, number: int, json: bool) -> None:
        from facilitator.table.load import apply_changes

        if not 1 <= number <= len(self.found):
            raise CommandError(
                f"a choice from 1 to {len(self.found)}", f"{number}", "Look at them without --apply."
            )
        option = self.found[number - 1]
        if option.changes:
            apply_changes(Path(self.name), option.changes, option.table)
        if json:
            show.json_line({"applied": number, "changes": option.changes})
        elif option.changes:
            show.wrap(f"{self.name} now has {_changed(option, ': ')}.")
        else:
            show.wrap(f"{self.name} is so already; nothing was written.")

    def _print(self, more: str) -> None:
        """Say what the table as it is comes to, unless it is among the choices, and each choice."""
        if self.now is not None and self.now not in self.found:
            show.wrap(f"The table as it is: {self._times(self.now)}")
        show.wrap(
            f"Choices for {self.lasting:g} minutes, best first (median and 90 % of games, by the clock):"
        )
        for number, option in enumerate(self.found, 1):
            show.wrap(f"{_changed(option, ' ') or 'as it is'}: {self._times(option)}", f"{number:>2}  ")
            if option.gain:
                show.wrap(f"Gain: {'; '.join(option.gain)}.", "    ", "facts")
            show.wrap(f"Price: {'; '.join(option.price) or 'none'}.", "    ", "facts")
        take = f"facilitator plan {self.name} --evening {self.lasting:g} --apply 1"
        show.wrap(f"Take one: {take}{more}", style="hint")

    def _times(self, option: Option) -> str:
        told = option.times.per_game
        in_time = f"{100 * option.times.in_time(self.lasting):.0f} % end in time"
        return f"{told.median:.0f} min (90 %: {told.p90:.0f}); {in_time}."


def _changed(option: Option, between: str) -> str:
    """Return the keys that a choice changes, each with its value."""
    from facilitator.evening.choices import words

    return ", ".join(f"{key}{between}{words(value)}" for key, value in option.changes.items())
