"""The command `plan`: list the equipment, the estimated duration, and the setups that fit a session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path

from facilitator.cli import output
from facilitator.cli.coverage import list_gaps
from facilitator.cli.new import parse_minutes
from facilitator.cli.output import BAR, progress
from facilitator.cli.tables import describe_seats, open_table
from facilitator.errors import CommandError
from facilitator.games.registry import get_game
from facilitator.games.seats import name_pile
from facilitator.i18n import quote_input, shell_path
from facilitator.i18n.catalogue import (
    Between,
    Listed,
    Phrase,
    Value,
    decimal,
    join_with_or,
    phrase,
    refusal,
    render_value,
    sentence,
)
from facilitator.i18n.columns import pad
from facilitator.planning.choices import (
    HELPERS,
    LIKELY,
    Option,
    format_value,
    list_forms,
    nothing_fits,
    propose_options,
)
from facilitator.planning.extra_cards import describe_counts, describe_total, lot_cards
from facilitator.planning.forecast import GAMES, Times, estimate_times, setup_of, simulate_games
from facilitator.planning.measured_pace import learn_from, past_games
from facilitator.planning.pace import MeasuredFactors, Pace, pace_of
from facilitator.planning.plan import EveningPlan, make_plan
from facilitator.planning.shopping import describe_holders, describe_sleeve_care, has_row
from facilitator.sheets.card_making import kits
from facilitator.table_files.load import Table, find_sample
from facilitator.table_files.model import get_masks

# ----------------------------------------------------------------------------------------------------
# The plan as text.


def screen(made: EveningPlan, name: str, full: bool) -> None:
    """Print a plan: the equipment, the duration of a game, and how well a virtual hand is hidden.

    Args:
        made: The plan.
        name: Table name from the command line.
        full: Whether to include the space, the stages of a turn and the shopping list.
    """
    for label, text in (*_things_of(made, full), *_times_of(made), *_proof_of(made)):
        output.wrap(text, pad(label and sentence(label), 9))
    output.wrap(sentence(_say_source(made.pace)), " " * 9)
    if not made.table.virtual:
        output.wrap(sentence("plan.more.people", name=shell_path(name)), style="hint")
        return
    if not full:
        output.wrap(sentence("plan.more", name=shell_path(name)), style="hint")
        return
    output.print_heading(sentence("plan.stages"))
    most = max(made.stages.values(), default=1)
    for stage, spent in made.stages.items():
        bar = BAR * round((output.width() - 30) * spent / most)
        output.say(f"  {pad(stage, 18)}{decimal(f'{spent:>5.1f}')} {bar}")
    _print_material(made)


def _say_source(pace: Pace) -> str:
    """Return the message key of the note that minutes are estimated, or measured in past games."""
    return "plan.measured" if pace.is_measured else "plan.estimated"


def _describe_draw_pile(table: Table, cards: int) -> Phrase:
    """Return the name of the virtual players' draw pile with its number of cards, as text."""
    if not table.pool_owners:
        deals_all = get_game(table.game).about.hand_size is None
        return phrase("plan.pool.none" if deals_all else "plan.pool.shared")
    return phrase("plan.pool", pile=name_pile(table.pool_owners), cards=cards)


def _things_of(made: EveningPlan, full: bool) -> Iterator[tuple[str, str]]:
    """Yield the lines of a plan about the seats, the things to bring or print, and the required space."""
    table, buy, kinds = made.table, made.shopping, get_game(made.table.game).kinds
    slots: dict[str, Value] = {
        "seats": describe_seats(table),
        "cards": phrase("n.tiles" if kinds.tiles else "n.cards", n=table.hand_size),
        "protocol": table.protocol,
        "pool": _describe_draw_pile(table, made.hides_among),
    }
    decks = phrase("cli.decks", n=buy.play_decks)
    if not table.virtual:
        yield "plan.table", sentence("plan.table.people", **slots)
        yield "plan.bring", sentence("plan.bring.nothing_else", decks=decks)
        return
    things = Listed((*describe_holders(table),), Between.AND)
    own = next(iter(made.kits.values()))
    if buy.printed:
        yield "plan.table", sentence("plan.table.wallet", **slots)
        yield "plan.bring", "; ".join(map(render_value, _list_wallet_things(made, things, decks)))
        work: dict[str, Value] = {
            "minutes": ceil(own.minutes),
            "euros": ceil(own.euros),
            "holes": 2 * len(get_masks(table).sides),
        }
        yield "plan.print", sentence("wallet.shortly", paper=own.buy[0], **work)
    else:
        equipment, hands = phrase(f"plan.equipment.{table.equipment}"), phrase("cli.hands", n=table.helpers)
        yield "plan.table", sentence("plan.table.said", equipment=equipment, hands=hands, **slots)
        extras = describe_total(made.needed, kinds)
        yield "plan.buy", sentence("plan.buy.said", decks=_decks(made), holders=things, extras=extras)
        yield "plan.extras", own.words()
        yield "", describe_counts([replace(need, reserve=0) for need in made.needed if need.first], kinds)
    if full or not buy.printed:
        yield "plan.space", made.space.words(made.table.equipment)


def _list_wallet_things(made: EveningPlan, things: Value, decks: Phrase) -> Iterator[Value]:
    """Yield the things to bring to a table with a wallet."""
    if made.shopping.play_decks:
        yield phrase("plan.bring.people", decks=decks)
    yield phrase("plan.bring.printed", cards=made.shopping.printed)
    yield things
    if lots := lot_cards(made.needed):
        yield phrase("plan.bring.lot", n=lots, naming=get_game(made.table.game).kinds.naming)


def _decks(made: EveningPlan) -> Value:
    """Return the decks to buy, both for playing and for labels."""
    buy, kit = made.shopping, made.label_kit
    if kit is None:
        return phrase("cli.decks", n=buy.play_decks)
    if not buy.spare:
        label = phrase("plan.label.decks", decks=kit.decks)
    elif kit.decks:
        label = phrase("plan.label.both", decks=kit.decks, spare=buy.spare)
    else:
        label = phrase("plan.label.spare", spare=buy.spare)
    return phrase(
        "plan.buy.labels",
        n=buy.play_decks + kit.decks,
        play=buy.play_decks,
        label=label,
        labels=kit.cards,
        sheets=phrase("n.sheets", n=kit.sheets),
    )


def _times_of(made: EveningPlan) -> Iterator[tuple[str, str]]:
    """Yield the duration of a game, and the number of cards among which a virtual hand is hidden."""
    turn, game = made.times.per_virtual_turn, made.times.per_game
    spreads = {"turn": turn, "turns": made.games.virtual_turns, "game": game}
    slots = {name: f"{spread.median:.0f}" for name, spread in spreads.items()}
    slots |= {f"{name}_90": f"{spread.p90:.0f}" for name, spread in spreads.items()}
    if not made.table.virtual:
        yield "plan.time", sentence("plan.time.people", **slots)
        return
    yield "plan.time", sentence("plan.time.said", first=f"{made.first:.0f}", **slots)
    if has_row(made.table):
        yield "", sentence("plan.time.row")
    if made.table.track == "virtual":
        seats = join_with_or(seat.name for seat in made.table.virtual)
        yield (
            "plan.track",
            sentence("plan.track.said", seats=seats, entries=f"{made.games.virtual_turns.median + 1:.0f}"),
        )
    yield "plan.secrecy", sentence("plan.secrecy.said", hand=made.hand, cards=made.hides_among)


def _proof_of(made: EveningPlan) -> Iterator[tuple[str, str]]:
    """Yield a line about the parts of the table's protocols that the certificate does not prove, if any."""
    found = [sentence("plan.not-proved.form", form=gap.form, what=gap.words) for gap in list_gaps(made.table)]
    if found:
        yield "plan.proof", sentence("plan.not-proved", what=" – ".join(found))


def _print_material(made: EveningPlan) -> None:
    """Print how to prepare the cards, the sleeves or the wallet so that they do not give hidden cards away."""
    output.print_heading(sentence("plan.things"))
    if made.shopping.printed:
        for line in (*made.kits["wallet"].buy, sentence("things.turned_alike")):
            output.wrap(line, "  ")
        return
    output.wrap(sentence("things.equal_faces"), "  ")
    output.wrap(sentence("plan.things.routes"), "  ")
    for made_so in made.kits.values():
        output.wrap(f"{made_so.words()}.", "    ")
    output.wrap(sentence("things.same_way"), "  ")
    if made.table.pool == "split":
        output.wrap(sentence("things.pool"), "  ")
    for note in describe_sleeve_care(made.table):
        output.wrap(note, "  ")
    for opaque in describe_holders(made.table)[1:]:
        output.wrap(sentence("setup.swaps", opaque=opaque), "  ")


# ----------------------------------------------------------------------------------------------------


def print_plan(table: str, full: bool, evening: str | None, games: int | None, json: bool) -> None:
    """Print the plan of a table, or the setups that fit a session.

    Args:
        table: Table name that the user typed.
        full: Whether to print all details.
        evening: Duration of the session, or None to print the plan.
        games: Number of games to simulate, or None for the default number.
        json: Whether to print JSON.

    Raises:
        CommandError: The duration is invalid, or no setup is short enough.
    """
    loaded = open_table(table)
    lasting = None if evening is None else _parse_duration(evening)
    past = past_games(loaded, [] if find_sample(table) else [Path(table).parent])
    factors, troubles = learn_from([*past.unreadable, *past.played])
    for trouble in troubles:
        output.complain(trouble)
    if lasting is not None:
        choices(table, loaded, lasting, factors, games, json)
        return
    with progress(sentence("progress.games")) as tell:
        made = make_plan(loaded, kits(loaded), factors, count=games, tell=tell)
    if json:
        lines = [{"form": gap.form, "what": gap.words} for gap in list_gaps(loaded)]
        output.json_line({**made.to_json(), "not_proved": lines})
    else:
        screen(made, table, full)


def _parse_duration(text: str) -> float:
    """Parse a duration and return its minutes.

    Raises:
        CommandError: The text is not a duration.
    """
    if not (found := parse_minutes(text)):
        raise CommandError(*refusal("plan.evening", found=quote_input(text)))
    return found


def choices(  # noqa: PLR0913
    name: str, table: Table, lasting: float, factors: MeasuredFactors, games: int | None, json: bool
) -> None:
    """Print the setups that fit a session, and the estimated duration of the current table.

    Args:
        name: Table name that the user typed.
        table: The table.
        lasting: Available minutes.
        factors: Measured pace of past games.
        games: Number of games to simulate, or `None` for the default number.
        json: Whether to print JSON lines.
    """
    with progress(sentence("progress.choices")) as tell:
        proposed = propose_options(
            table, lasting, tell, list_forms(table), helpers=HELPERS, factors=factors, games=games or GAMES
        )
    every = [replace(option, times=_estimate(option.table, factors, games)) for option in proposed]
    if not (found := [option for option in every if option.times.in_time(lasting) >= LIKELY]):
        raise nothing_fits(lasting, every)
    if json:
        output.json_line({"evening": lasting, "choices": _choices_to_json(found, lasting)})
        return
    if all(option.changes for option in found):
        output.wrap(sentence("plan.now", times=_times(_estimate(table, factors, games), lasting)))
    output.wrap(sentence("plan.choices", minutes=decimal(f"{lasting:g}")))
    for number, option in enumerate(found, 1):
        _print_choice(number, option, lasting)
    output.wrap(sentence(_say_source(pace_of(1, factors))), style="hint")
    output.wrap(sentence("plan.take", name=name), style="hint")


def _choices_to_json(found: Sequence[Option], lasting: float) -> list[dict[str, object]]:
    return [
        {"choice": i, **option.to_json(), "in_time": round(option.times.in_time(lasting), 2)}
        for i, option in enumerate(found, 1)
    ]


def _estimate(table: Table, factors: MeasuredFactors | None, games: int | None) -> Times:
    return estimate_times(table, factors, simulate_games(setup_of(table), games))


def _print_choice(number: int, option: Option, lasting: float) -> None:
    changed = _describe_changes(option) or sentence("plan.choice.now")
    output.wrap(
        sentence("plan.choice", changed=changed, times=_times(option.times, lasting)), f"{number:>2}  "
    )
    gives = (("plan.choice.gain", option.gain), ("plan.choice.price", option.price))
    if texts := [sentence(key, said="; ".join(said)) for key, said in gives if said]:
        output.wrap(" ".join(texts), "    ", "facts")


def _times(times: Times, lasting: float) -> str:
    game, share = times.per_game, f"{100 * times.in_time(lasting):.0f}"
    return sentence("plan.choice.times", median=f"{game.median:.0f}", most=f"{game.p90:.0f}", share=share)


def _describe_changes(option: Option) -> str:
    return ", ".join(f"{key}: {format_value(value)}" for key, value in option.changes.items())
