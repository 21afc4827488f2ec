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
from facilitator.words import listed, quoted

if TYPE_CHECKING:
    from facilitator.evening.choices import Option
    from facilitator.evening.learn import Learned
    from facilitator.evening.plan import ByRules, EveningPlan
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# The plan of an evening on a screen.


def screen(made: EveningPlan, name: str, full: bool) -> None:
    """Print the plan: 24 lines of 80 signs for a usual table."""
    for label, text in _facts(made):
        show.wrap(text, f"{label:<9}")
    _bars(made)
    show.wrap(_secrecy(made), f"{'SECRECY':<9}")
    if full:
        _details(made)
    else:
        show.wrap(f"More: --full.  What fits: facilitator plan {name} --evening 120", style="hint")


def _facts(made: EveningPlan) -> Iterator[tuple[str, str]]:
    from facilitator.evening.clock import MINUTE, TURNERS, minutes_by_hands
    from facilitator.evening.needs import counted, lot_cards, together
    from facilitator.evening.shopping import holders
    from facilitator.games.registry import game_named
    from facilitator.words import plural

    table, buy = made.table, made.shopping
    kinds = game_named(table.game).kinds
    seats = ", ".join(f"{seat.name}{' (virtual)' if seat.virtual else ''}" for seat in table.seats)
    pool = f"pool of {made.secrecy.hides_among}" if table.pool == "split" else "one deck"
    hands = plural(table.helpers, "pair") + " of hands"
    held = f"{pool}, {hands}" if buy.printed else f"{pool}, {table.equipment}, {hands}"
    yield "TABLE", f"{seats}; {plural(table.hand_size, 'card')} each; {table.protocol}, {held}"
    plain = "no number of plain decks" if buy.plain_decks is None else plural(buy.plain_decks, "plain deck")
    classes = buy.plain_decks_marker_classes
    if classes and classes != buy.plain_decks:
        plain += f" ({classes} if a marker may be any of a set of kinds)"
    extras = together(made.needed, kinds)
    decks = plural(buy.play_decks, "play deck")
    things = " and ".join(holders(table))
    if buy.printed:
        lots = lot_cards(made.needed)
        slips = f"; {plural(lots, 'slip')} of paper for a lot" if lots else ""
        own_cards = f"{decks} for people; " if buy.play_decks else ""
        yield "BRING", f"{own_cards}{buy.printed} printed cards; {things}; 0 extra cards{slips}"
    else:
        yield "BUY", f"{decks}; {things}; {extras}; without printing {plain}"
    own = next(iter(made.kits.values()))
    yield "PRINT" if buy.printed else "EXTRAS", own.words()
    first = [replace(need, reserve=0) for need in made.needed if need.first]
    if first and not buy.printed:
        yield "", counted(first, kinds)
    yield "SPACE", made.space.words()
    by_hands = ", ".join(f"{n}: {minutes:.0f}" for n, minutes in minutes_by_hands(made.price).items())
    yield (
        "PEOPLE",
        f"mean minutes of a virtual turn by pairs of hands: {by_hands} "
        f"({made.price.shared / MINUTE:.0f} can be shared, {made.price.alone / MINUTE:.0f} wait for one, "
        f"{made.price.voice / MINUTE:.0f} by voice)",
    )
    if duels := made.duels:
        yield (
            "DUELS",
            f"{duels.each:.1f} a virtual turn, {duels.seconds:.0f} s each under a lid, "
            f"{duels.seconds + TURNERS:.0f} s with two turners out of sight: {duels.more:.1f} min more a turn",
        )
    turn, game, work = made.times.per_virtual_turn, made.times.per_game, made.times.person_minutes
    turns = made.games.virtual_turns
    if made.longer is not None:
        asked = f"; {made.questions.words()}" if made.questions else ""
        yield "RULES", f"by these rules a game is {made.longer.words()}{asked}"
    yield (  # last, for the stages of a turn are drawn below it
        "TIME",
        f"medians (and 90 %): a virtual turn {turn.median:.0f} min ({turn.p90:.0f}), {turns.median:.0f} "
        f"({turns.p90:.0f}) a game; a game {game.median:.0f} min ({game.p90:.0f}), of it {work.median / 60:.1f} "
        f"person-hours ({work.p90 / 60:.1f}) at virtual turns",
    )


def _bars(made: EveningPlan) -> None:
    """Draw the average virtual turn by stage."""
    most = max(made.stages.values(), default=0) or 1
    room = show.width() - 36
    for stage, spent in made.stages.items():
        if spent >= 0.15:
            bar = BAR * max(1, round(room * spent / most))
            show.say(f"{'':<9}{stage:<18}{spent:>5.1f} {bar}")


def _secrecy(made: EveningPlan) -> str:
    hidden = made.secrecy
    return (
        f"a virtual hand of {hidden.hand} hides among {hidden.hides_among} cards at the first turn; "
        "public: which cards those are, and all sizes"
    )


def _voice(made: EveningPlan) -> str:
    from facilitator.evening.clock import MINUTE

    said = made.price.voice
    return (
        f"A virtual turn has {made.words_brief:.0f} words in brief wording, {made.words_full:.0f} in full; of its "
        f"mean minutes {said / MINUTE:.1f} are by voice, {(made.price.work - said) / MINUTE:.1f} by one pair of "
        "hands. They add up: a sentence is read before its act, a round's once before its loop."
    )


def _things(made: EveningPlan) -> None:
    """Say what the cards must be, and who does what."""
    from facilitator.evening.shopping import holders
    from facilitator.machine.faces import SLEEVES
    from facilitator.words.things import (
        EQUAL_FACES,
        FILLED_SAME_WAY,
        MARKED_SLEEVES,
        NO_MARK_BY_HAND,
        SWAPS,
        TOLD_BY,
        TURNED_ALIKE,
    )

    show.rule("Things")
    if made.shopping.printed:
        for line in (*made.kits["wallet"].buy, TURNED_ALIKE):
            show.wrap(line, "  ")
        _people(made)
        return
    show.wrap(EQUAL_FACES, "  ")
    show.wrap("The extra cards, by the ways to make them (table key extras):", "  ")
    for made_so in made.kits.values():
        show.wrap(f"{made_so.words()}.", "    ")
    show.wrap(f"Before a scramble: {FILLED_SAME_WAY}. A card lying the other way is marked through it.", "  ")
    if made.table.pool == "split":
        show.wrap(f"Pool cards are told by {TOLD_BY}; {NO_MARK_BY_HAND}.", "  ")
    if made.table.equipment == SLEEVES:
        show.wrap(f"{MARKED_SLEEVES}.", "  ")
    for opaque in holders(made.table)[1:]:
        show.wrap(f"Besides the sleeves: {opaque} {SWAPS}.", "  ")
    _people(made)


def _people(made: EveningPlan) -> None:
    """Say who does what."""
    show.rule("People")
    for who, work in made.roles:
        show.wrap(f"{who}: {work}.", "  ")


def _details(made: EveningPlan) -> None:
    from facilitator.machine.faces import DECK
    from facilitator.table.model import SPEEDS

    _things(made)
    show.rule("Voice and hands")
    show.wrap(_voice(made), "  ")
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
    run(table, full, evening, apply, games, seed, table_size, json)


def run(
    name: str,
    full: bool,
    evening: str | None,
    apply: int | None,
    games: int | None,
    seed: int,
    table_size: str | None,
    json: bool,
) -> None:
    """Print the plan, or the choices for an evening; raises `FacilitatorError` for a table that cannot be."""
    from facilitator.evening.learn import learn_from, past_games
    from facilitator.table.load import load_table

    if apply is not None and evening is None:
        raise CommandError("--apply with --evening", "--apply alone", "Add e.g. --evening 120.")
    lasting = None if evening is None else _lasting(evening)
    table = load_table(name)
    learned, troubles = learn_from([] if name.startswith(SAMPLE) else past_games(Path(name)))
    for trouble in troubles:
        show.complain(trouble)
    if lasting is not None:
        _evening(name, table, learned, lasting, apply, games, seed, json, full)
    else:
        _plan(name, table, learned, full, games, seed, table_size, json)


def _lasting(text: str) -> float:
    """Return the minutes of an evening as typed; raises CommandError for what is no length of time."""
    if not (found := minutes(text)):
        raise CommandError("the length of an evening", quoted(text), "Write e.g. --evening 120, or 2h.")
    return found


def _plan(
    name: str,
    table: Table,
    learned: Learned,
    full: bool,
    games: int | None,
    seed: int,
    table_size: str | None,
    json: bool,
) -> None:
    from facilitator.evening.plan import make_plan
    from facilitator.sheets.kit import kits  # it measures type, which takes a while to load

    with Progress("games") as tell:
        made = make_plan(table, kits(table), learned, count=games, seed=seed, size=table_size, tell=tell)
    if json:
        show.json_line(made.to_json())
    else:
        screen(made, name, full)


def _evening(
    name: str,
    table: Table,
    learned: Learned,
    lasting: float,
    apply: int | None,
    games: int | None,
    seed: int,
    json: bool,
    full: bool,
) -> None:
    from facilitator.evening.choices import every_choice, fitting, nothing_fits
    from facilitator.evening.plan import by_rules

    with Progress("choices") as tell:
        every = every_choice(table, learned, count=games, seed=seed, tell=tell)
    if not (found := fitting(every, lasting)):
        raise nothing_fits(lasting, every)
    now = next((one for one in every if not one.changes), None)
    rules: Sequence[ByRules] = ()
    if full and apply is None:
        with Progress("rules") as tell:
            rules = by_rules(table, seed, tell)
    if apply is not None:
        _apply(name, found, apply, json)
    elif json:
        choices = [
            {"choice": i, **option.to_json(), "in_time": round(option.times.in_time(lasting), 2)}
            for i, option in enumerate(found, 1)
        ]
        also = {"rules": [one.to_json() for one in rules]} if full else {}
        show.json_line({"evening": lasting, "choices": choices, **also})
    else:
        _choices(name, now, found, lasting, full)
        _rules(rules)


def _rules(found: Sequence[ByRules]) -> None:
    """Say what other rules would do to the length of a game."""
    if found:
        show.wrap("Other rules, from some games each; a game is then:", style="hint")
    for one in found:
        parts = [("rules", one.changes["rules"])] if "rules" in one.changes else one.changes.items()
        told = ", ".join(f"{key}: {listed(v) if isinstance(v, tuple) else v}" for key, v in parts)
        show.wrap(f"{told}: {one.longer.words()}.", "    ")


def _apply(name: str, found: list[Option], number: int, json: bool) -> None:
    from facilitator.evening.choices import words
    from facilitator.table.load import apply_changes

    if not 1 <= number <= len(found):
        raise CommandError(f"a choice from 1 to {len(found)}", f"{number}", "Look at them without --apply.")
    if name.startswith(SAMPLE):
        raise CommandError("a table file", name, "A sample stays as it is: facilitator new friday.yaml.")
    option = found[number - 1]
    if option.changes:
        apply_changes(Path(name), option.changes, option.table)
    if json:
        show.json_line({"applied": number, "changes": option.changes})
        return
    told = ", ".join(f"{key}: {words(value)}" for key, value in option.changes.items())
    show.wrap(f"{name} now has {told}." if told else f"{name} is so already; nothing was written.")


def _choices(name: str, now: Option | None, found: list[Option], lasting: float, full: bool) -> None:
    """Say what the table as it is comes to, unless it is among the choices, and each choice."""
    if now is not None and now not in found:
        show.wrap(f"The table as it is: {_told(now, lasting)}")
    show.wrap(f"Choices for {lasting:g} minutes, best first (median and 90 % of games, by the clock):")
    for number, option in enumerate(found, 1):
        show.wrap(f"{_changed(option) or 'as it is'}: {_told(option, lasting)}", f"{number:>2}  ")
        if option.gain:
            show.wrap(f"Gain: {'; '.join(option.gain)}.", "    ", "facts")
        show.wrap(f"Price: {'; '.join(option.price) or 'none'}.", "    ", "facts")
    more = "" if full else "  Other rules: --full"
    show.wrap(f"Take one: facilitator plan {name} --evening {lasting:g} --apply 1{more}", style="hint")


def _changed(option: Option) -> str:
    from facilitator.evening.choices import words

    return ", ".join(f"{key} {words(value)}" for key, value in option.changes.items())


def _told(option: Option, lasting: float) -> str:
    told = option.times.per_game
    in_time = f"{100 * option.times.in_time(lasting):.0f} % end in time"
    return f"{told.median:.0f} min (90 %: {told.p90:.0f}); {in_time}."
