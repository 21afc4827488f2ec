"""`facilitator plan`: what to bring, how long it takes, which form fits the evening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from facilitator.cli import show
from facilitator.cli.new import minutes
from facilitator.cli.show import BAR, Progress
from facilitator.errors import CommandError
from facilitator.words import quoted
from facilitator.words.catalogue import (
    Between,
    Listed,
    Phrase,
    Value,
    decimal,
    phrase,
    refusal,
    sentence,
    written,
)

if TYPE_CHECKING:
    from facilitator.evening.choices import Option
    from facilitator.evening.clock import Learned
    from facilitator.evening.plan import EveningPlan
    from facilitator.evening.shopping import Shopping
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# The plan of an evening on a screen.


def screen(made: EveningPlan, name: str, full: bool) -> None:
    """Print the plan: 24 lines of 80 signs for a usual table."""
    for label, text in (*_things_of(made), *_times_of(made)):
        show.wrap(text, f"{label and sentence(label):<9}")
    most, room = max(made.stages.values(), default=0) or 1, show.width() - 36
    for stage, spent in made.stages.items():  # the average virtual turn
        if spent >= 0.15:
            minutes = decimal(f"{spent:>5.1f}")
            show.say(f"{'':<9}{stage:<18}{minutes} {BAR * max(1, round(room * spent / most))}")
    if not made.pace.measured:
        show.wrap(sentence("plan.assumed"), " " * 9)
    hidden, label = made.secrecy, sentence("plan.secrecy")
    told = sentence("plan.secrecy.said", hand=hidden.hand, cards=hidden.hides_among)
    show.wrap(told, f"{label:<9}")
    if full:
        _details(made)
    else:
        show.wrap(sentence("plan.more", name=name), style="hint")


def _things_of(made: EveningPlan) -> Iterator[tuple[str, str]]:
    """Yield who sits there, and what to bring, to print and to make room for."""
    from facilitator.evening.needs import counted, lot_cards, together
    from facilitator.evening.shopping import holders
    from facilitator.games.registry import game_named
    from facilitator.table.model import masks_at

    table, buy, kinds = made.table, made.shopping, game_named(made.table.game).kinds
    split = phrase("plan.pool.split", cards=made.secrecy.hides_among)
    slots: dict[str, Value] = {
        "seats": Listed(
            tuple(phrase("plan.virtual", seat=s.name) if s.virtual else s.name for s in table.seats)
        ),
        "cards": phrase("n.cards", n=table.hand_size),
        "protocol": table.protocol,
        "pool": split if table.pool == "split" else phrase("plan.pool.shared"),
        "hands": phrase("cli.hands", n=table.helpers),
    }
    said = Phrase("plan.table.wallet", (*slots.items(),))
    if not buy.printed:
        said = Phrase("plan.table.said", (*slots.items(), ("equipment", table.equipment)))
    yield "plan.table", said.words()
    decks, things = phrase("cli.decks", n=buy.play_decks), Listed(tuple(holders(table)), Between.AND)
    own = next(iter(made.kits.values())).words()
    if buy.printed:
        lots = lot_cards(made.needed)
        bring: list[Value] = [phrase("plan.bring.people", decks=decks)] if buy.play_decks else []
        bring += [phrase("plan.bring.printed", cards=buy.printed), things, phrase("plan.bring.extras")]
        bring += [phrase("plan.bring.lot", n=lots)] if lots else []
        yield "plan.bring", "; ".join(map(written, bring))
        yield "plan.print", sentence("wallet.shortly", kit=own, holes=2 * len(masks_at(table).sides))
    else:
        extras = together(made.needed, kinds)
        yield (
            "plan.buy",
            sentence("plan.buy.said", decks=decks, holders=things, extras=extras, plain=_plain_decks(buy)),
        )
        yield "plan.extras", own
        if first := [replace(need, reserve=0) for need in made.needed if need.first]:
            yield "", counted(first, kinds)
    yield "plan.space", made.space.words()


def _plain_decks(buy: Shopping) -> Phrase:
    """Return how many decks do if nothing is printed or labelled."""
    return (
        phrase("plan.plain.none") if buy.plain_decks is None else phrase("cli.plain_decks", n=buy.plain_decks)
    )


def _times_of(made: EveningPlan) -> Iterator[tuple[str, str]]:
    """Yield how long it takes; last the whole time, for the stages of a turn are drawn below it."""
    from facilitator.evening.clock import MINUTE, minutes_by_hands

    by_hands = ", ".join(f"{n}: {minutes:.0f}" for n, minutes in minutes_by_hands(made.price).items())
    alone, shared, voice = (f"{seconds / MINUTE:.0f}" for seconds in made.price)
    yield (
        "plan.people",
        sentence("plan.people.said", by_hands=by_hands, shared=shared, alone=alone, voice=voice),
    )
    if made.questions:
        yield "plan.asked", made.questions.words()
    turn, game, work = made.times.per_virtual_turn, made.times.per_game, made.times.person_minutes
    spreads = {"turn": turn, "turns": made.games.virtual_turns, "game": game}
    told = {name: f"{one.median:.0f}" for name, one in spreads.items()}
    told |= {f"{name}_90": f"{one.p90:.0f}" for name, one in spreads.items()}
    told |= {"work": decimal(f"{work.median / 60:.1f}"), "work_90": decimal(f"{work.p90 / 60:.1f}")}
    yield "plan.time", sentence("plan.time.said", **told)


def _things(made: EveningPlan) -> None:
    """Say what the cards must be."""
    from facilitator.evening.shopping import holders
    from facilitator.machine.faces import SLEEVES

    show.rule(sentence("plan.things"))
    if made.shopping.printed:
        for line in (*made.kits["wallet"].buy, sentence("things.turned_alike")):
            show.wrap(line, "  ")
        return
    show.wrap(sentence("things.equal_faces"), "  ")
    show.wrap(sentence("plan.things.routes"), "  ")
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
    _things(made)
    _game(made)
    _seconds(made)


def _game(made: EveningPlan) -> None:
    """Say what games like it were like."""
    from facilitator.machine.faces import DECK

    show.rule(sentence("plan.game"))
    like = made.games
    for key, spread in (
        ("plan.game.turns", like.turns),
        ("plan.game.virtual", like.virtual_turns),
        ("plan.game.none", like.none_turns),
        ("plan.game.hand", like.hand_cards),
    ):
        what, median, most = sentence(key), f"{spread.median:.0f}", f"{spread.p90:.0f}"
        show.wrap(sentence("plan.game.row", what=what, median=median, most=most), "  ")
    if made.markers:
        most = ", ".join(f"θ-{owner} {n}" for owner, n in made.markers.items() if owner != DECK)
        show.wrap(sentence("plan.game.markers", markers=most), "  ")
    show.wrap(sentence("plan.game.from", games=like.games), "  ", "facts")


def _seconds(made: EveningPlan) -> None:
    """Say which seconds of hands stand behind all minutes, and where they come from."""
    from facilitator.table.model import SPEEDS

    show.rule(sentence("plan.seconds"))
    origins = {"table file": "plan.seconds.given", "yours": "plan.seconds.learned"}
    for act, speed in SPEEDS.items():
        key = origins.get(made.pace.origin[act], "plan.seconds.assumed")
        told, used = sentence(f"hand.{act.name.lower()}"), decimal(f"{made.pace.seconds[act]:.2g}")
        show.wrap(
            sentence(key, act=told, seconds=decimal(f"{speed.seconds:g}"), used=used), f"  {act.value:<10} "
        )
    if made.learned.turns:
        factors = {
            "virtual": decimal(f"{made.learned.virtual:.2g}"),
            "people": decimal(f"{made.learned.people:.2g}"),
        }
        show.wrap(sentence("plan.seconds.yours", n=made.learned.turns, **factors), "  ", "facts")


# ----------------------------------------------------------------------------------------------------


EXAMPLES = """Examples:

\b
  facilitator plan friday.yaml                 what to buy, lay out and expect
  facilitator plan friday.yaml --full          with seconds and markers
  facilitator plan friday.yaml --evening 2h    what fits two hours"""
SAMPLE = "sample:"


def plan(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="A table file, or sample:three, sample:duel, sample:five.")
    ],
    full: Annotated[bool, typer.Option("--full", help="All details.")] = False,
    evening: Annotated[
        str | None, typer.Option(metavar="TIME", help="Show the choices that fit: 120 minutes, or e.g. 2h.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=20, max=1_000_000, help="Games to play in thought.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Chance of those games.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="The same content as JSON.")] = False,
) -> None:
    """Say what to bring, how long it takes and which form fits the evening."""
    from facilitator.evening.learn import learn_from, past_games
    from facilitator.evening.plan import make_plan
    from facilitator.table.load import load_table

    loaded = load_table(table)
    lasting = None if evening is None else _lasting(evening)
    learned, troubles = learn_from([] if table.startswith(SAMPLE) else past_games(Path(table)))
    for trouble in troubles:
        show.complain(trouble)
    if lasting is not None:
        choices(table, loaded, lasting, learned, games, seed, json)
        return
    from facilitator.sheets.kit import kits  # it measures type, which takes a while to load

    with Progress("games") as tell:
        made = make_plan(loaded, kits(loaded), learned, count=games, seed=seed, tell=tell)
    if json:
        show.json_line(made.to_json())
    else:
        screen(made, table, full)


def _lasting(text: str) -> float:
    """Return the minutes of an evening as typed; raises CommandError for what is no length of time."""
    if not (found := minutes(text)):
        raise CommandError(*refusal("plan.evening", found=quoted(text)))
    return found


def choices(
    name: str, table: Table, lasting: float, learned: Learned, games: int | None, seed: int, json: bool
) -> None:
    """Print what fits an evening at a table, which is named as it was typed, and what the table as it is comes to."""
    from facilitator.evening.choices import every_choice, fitting, nothing_fits
    from facilitator.evening.clock import pace_of

    with Progress("choices") as tell:
        every = every_choice(table, learned, count=games, seed=seed, tell=tell)
    if not (found := fitting(every, lasting)):
        raise nothing_fits(lasting, every)
    if json:
        told = [
            {"choice": i, **option.to_json(), "in_time": round(option.times.in_time(lasting), 2)}
            for i, option in enumerate(found, 1)
        ]
        show.json_line({"evening": lasting, "choices": told})
        return
    now = next((one for one in every if not one.changes), None)
    if now is not None and now not in found:
        show.wrap(sentence("plan.now", times=_times(now, lasting)))
    show.wrap(sentence("plan.choices", minutes=decimal(f"{lasting:g}")))
    for number, option in enumerate(found, 1):
        changed = _changed(option) or sentence("plan.choice.now")
        show.wrap(sentence("plan.choice", changed=changed, times=_times(option, lasting)), f"{number:>2}  ")
        if option.gain:
            show.wrap(sentence("plan.choice.gain", gain="; ".join(option.gain)), "    ", "facts")
        price = "; ".join(option.price) or sentence("plan.choice.free")
        show.wrap(sentence("plan.choice.price", price=price), "    ", "facts")
    if not pace_of(1, learned, table.seconds).measured:
        show.wrap(sentence("plan.assumed"), style="hint")
    show.wrap(sentence("plan.take", name=name), style="hint")


def _times(option: Option, lasting: float) -> str:
    told, share = option.times.per_game, f"{100 * option.times.in_time(lasting):.0f}"
    return sentence("plan.choice.times", median=f"{told.median:.0f}", most=f"{told.p90:.0f}", share=share)


def _changed(option: Option) -> str:
    """Return the keys that a choice changes, each with its value."""
    from facilitator.evening.choices import words

    return ", ".join(f"{key}: {words(value)}" for key, value in option.changes.items())
