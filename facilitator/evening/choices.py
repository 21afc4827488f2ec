"""Which choices fit an evening: forms, pools, hand sizes, equipment and helpers, each with its price."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

from facilitator.errors import CommandError
from facilitator.evening.clock import MOST, pace_of
from facilitator.evening.forecast import Times, games, setup_of, spent_on, times, told_at, way_at
from facilitator.evening.handling import Habit
from facilitator.evening.plan import NOBODY_WINS
from facilitator.evening.shopping import holders, shopping
from facilitator.games.registry import game_named
from facilitator.games.rules import classes_by
from facilitator.machine.faces import SLEEVES
from facilitator.play.turn import first_layout
from facilitator.protocols.forms import FORMS, form_named, offered
from facilitator.table.load import check
from facilitator.table.model import FOR_COLUMNS, masks_at, pool_cards, printed, slips_show, unserved
from facilitator.words import plural

if TYPE_CHECKING:
    from facilitator.evening.learn import Learned
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# Which choices of an evening are shown, and in which order: those that fit and that no other beats.


SHOWN = 6
SURE, LIKELY = 0.9, 0.5
"""Shares of games that end in time."""


def fitting(found: list[Option], minutes: float, table: Table) -> list[Option]:
    """Return the choices that fit, best first: those whose games end within ``minutes`` nine times in ten, then
    those whose games do more often than not.

    Best: with a wallet, then fewest departures from the usual game, then the most cards to hide among, then the
    fewest changes to this table, then the shortest.  Only choices are kept that no other beats in every respect;
    none if none fits.
    """
    sure = [option for option in found if option.times.in_time(minutes) >= SURE]
    likely = [option for option in found if LIKELY <= option.times.in_time(minutes) < SURE]
    best = sorted(_undominated(sure), key=lambda option: _rank(option, table))
    next_best = sorted(_undominated(likely), key=lambda option: _rank(option, table))
    return [*best[:SHOWN], *next_best][:SHOWN]


def _usual(table: Table) -> int:
    """Return the usual hand of a table's game."""
    return game_named(table.game).about.hand_for(len(table.seats)) or table.hand_size


def _departures(option: Option) -> int:
    return (option.table.pool == "split") + (option.table.hand_size != _usual(option.table))


def _rank(option: Option, table: Table) -> tuple[float, ...]:
    """Return what makes a choice good, the weightiest first; the least is best.

    A wallet comes before all else, and the less there is to print for it the better.
    """
    hand = abs(option.table.hand_size - _usual(option.table))
    same_form = option.table.protocol == table.protocol
    laid_out, cards = not printed(option.table.protocol), _to_print(option)
    changes = len(option.changes)
    return (
        laid_out,
        _departures(option),
        cards,
        -option.hides_among,
        hand,
        changes,
        not same_form,
        _p90(option),
    )


def _to_print(option: Option) -> int:
    """Return how many cards of a deck are printed."""
    return len(masks_at(option.table).deck) if printed(option.table.protocol) else 0


def _undominated(found: list[Option]) -> Iterator[Option]:
    """Drop a choice if another is no worse in anything, and better in something."""
    for option in found:
        if not any(_beats(other, option) for other in found if other is not option):
            yield option


def _beats(one: Option, other: Option) -> bool:
    ours, theirs = _burden(one), _burden(other)
    if ours == theirs:
        return (_p90(one), one.table.protocol) < (_p90(other), other.table.protocol)
    return all(x <= y for x, y in zip(ours, theirs, strict=True))


def _burden(option: Option) -> tuple[int, ...]:
    table = option.table
    hand = abs(table.hand_size - _usual(table))
    sleeves = table.equipment == SLEEVES
    own, cards, laid_out = table.pool == "split", _to_print(option), not printed(table.protocol)
    return (laid_out, own, -option.hides_among, hand, table.helpers, sleeves, cards, len(option.changes))


def _p90(option: Option) -> float:
    return option.times.per_game.p90


# ----------------------------------------------------------------------------------------------------


_POOLS = ("half-54", "compact-27")
_HANDS = (7, 5, 4, 3)
_EQUIPMENT = ("envelopes", SLEEVES)


class Seats(NamedTuple):
    """What changes the game itself: the pool and the hand size."""

    pool: str
    pool_deck: str | tuple[str, ...]
    hand_size: int


@dataclass(frozen=True, slots=True)
class Option:
    """One way to spend the evening; ``table`` is the table with it, ``changes`` the keys that differ.

    ``hides_among``: cards at the first turn; ``gain`` and ``price``: what it betters and what it costs, but for time.
    """

    table: Table
    changes: Mapping[str, object]
    times: Times
    hides_among: int
    gain: tuple[str, ...]
    price: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        return {
            "changes": dict(self.changes),
            "minutes_per_game": self.times.per_game.to_json(),
            "minutes_per_virtual_turn": self.times.per_virtual_turn.to_json(),
            "person_minutes_per_game": self.times.person_minutes.to_json(),
            "hides_among": self.hides_among,
            "gain": list(self.gain),
            "price": list(self.price),
        }


def options(
    table: Table,
    minutes: float,
    learned: Learned | None = None,
    *,
    count: int | None = None,
    seed: int = 0,
    tell: Callable[[int, int], None] | None = None,
) -> list[Option]:
    """Return the choices that are `fitting`, of all that `every_choice` prices.

    Raises: CommandError naming the shortest there is if none fits; what `first_layout` raises for the table.
    """
    check_minutes(minutes)
    return chosen_from(every_choice(table, learned, count=count, seed=seed, tell=tell), minutes, table)


def chosen_from(found: list[Option], minutes: float, table: Table) -> list[Option]:
    """Return those of all choices that are `fitting`; raises CommandError naming the shortest if none fits."""
    if kept := fitting(found, minutes, table):
        return kept
    raise _nothing_fits(minutes, found)


def check_minutes(minutes: float) -> None:
    """Refuse an evening that is none; raises CommandError."""
    if not 0 < minutes < inf:
        raise CommandError("an evening of some minutes", f"{minutes:g}", "Write e.g. --evening 120, or 2h.")


def every_choice(
    table: Table,
    learned: Learned | None = None,
    *,
    count: int | None = None,
    seed: int = 0,
    hands: Iterable[int] = range(1, MOST + 1),
    forms: Iterable[str] | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> list[Option]:
    """Return all choices there are, from ``count`` games each; ``tell`` is told how many of how many are priced.

    ``hands``: pairs of hands to choose from besides the table's own; ``forms``: None for those alike.

    Raises: what `first_layout` raises for the table.
    """
    first_layout(table)
    every, alike = list(_games(table)), tuple(forms or _forms(table))
    found: list[Option] = []
    for done, seats in enumerate(every, 1):
        dealt = _with(table, seats._asdict())
        found += _options(dealt, table, learned, count, seed, alike, sorted({*hands, table.helpers}))
        if tell is not None:
            tell(done, len(every))
    return found


def _nothing_fits(minutes: float, found: list[Option]) -> CommandError:
    if not found:
        return CommandError("a table with a choice", "none", "Deal fewer cards, or take a larger deck.")
    shortest = min(found, key=lambda option: option.times.per_game.median)
    told = shortest.times.per_game
    what = (
        ", ".join(f"{key}: {words(value)}" for key, value in shortest.changes.items()) or "the table as it is"
    )
    return CommandError(
        f"an evening of {ceil(told.median)} minutes or more",
        f"{minutes:g} minutes, which no choice fits",
        f"The shortest is {what}: half of its games end within {told.median:.0f} minutes, nine in ten within "
        f"{told.p90:.0f}.",
    )


def words(value: object) -> str:
    """Return a key's value in short: a listed deck as its size."""
    return plural(len(value), "listed card") if isinstance(value, list | tuple) else str(value)


def _games(table: Table) -> Iterator[Seats]:
    """Yield the pools and hand sizes that can be dealt: the table's own, and the usual ones."""
    decks: list[tuple[str, str | tuple[str, ...]]] = [("shared", table.pool_deck)]
    decks += [("split", deck) for deck in _POOLS if deck in game_named(table.game).about.pools]
    if table.pool == "split" and table.pool_deck not in _POOLS:
        decks.append(("split", table.pool_deck))
    if "hand_size" not in game_named(table.game).about.choices:
        yield Seats(table.pool, table.pool_deck, table.hand_size)
        return
    for pool, deck in decks:
        for size in dict.fromkeys((table.hand_size, *(n for n in _HANDS if n < table.hand_size))):
            seats = Seats(pool, deck, size)
            dealt, wrong = check({**table.model_dump(mode="json"), **seats._asdict()})
            if dealt is not None and not wrong:
                yield seats


def _with(table: Table, keys: Mapping[str, object]) -> Table:
    return table.model_copy(update=dict(keys))


def _options(
    dealt: Table,
    table: Table,
    learned: Learned | None,
    count: int | None,
    seed: int,
    forms: Iterable[str],
    hands: Iterable[int],
) -> Iterator[Option]:
    setup = setup_of(dealt)
    records = games(setup, count, seed, workers=1)
    if sum(record.winner is None for record in records) > NOBODY_WINS * len(records):
        return
    habit = Habit(table.wording)
    pace = pace_of(1, learned.seconds if learned else None, table.seconds)
    among, before = first_layout(dealt).k, first_layout(table).k
    for form in forms:
        if any(unserved(_with(dealt, {"protocol": form}))):
            continue
        way, own = way_at(_with(dealt, {"protocol": form})), printed(form)
        one = own or game_named(table.game).kinds.tiles
        for equipment in _EQUIPMENT[:1] if one else _EQUIPMENT:
            if slips_show(equipment, table.extras) and not own:
                continue
            spent = spent_on(setup, records, way, *told_at(table, equipment, pace, habit))
            equipped = _with(
                dealt, {"protocol": form, "equipment": equipment, **(FOR_COLUMNS if own else {})}
            )
            buy = holders(equipped) if equipment == SLEEVES != table.equipment else ()
            for helpers in (table.helpers,) if own else hands:
                chosen = _with(equipped, {"helpers": helpers})
                told = times(spent, helpers)
                gain = tuple(_gain(chosen, table, among, before))
                price = tuple(_price(chosen, table, among, before, buy))
                yield Option(chosen, _changes(chosen, table), told, among, gain, price)


def _forms(table: Table) -> tuple[str, ...]:
    """Return the table's own form and those alike in what they choose, where no seat has a style."""
    own = form_named(table.protocol)
    if any(seat.style != "uniform" for seat in table.virtual):
        return (own.name,)
    classes = classes_by(game_named(table.game), table.rules)
    alike = (
        form
        for form in FORMS.values()
        if form.offered and form.suggested and form.coding is own.coding and form.serves(classes)
    )
    return tuple(dict.fromkeys((own.name, *(form.name for form in alike))))


def _changes(chosen: Table, table: Table) -> dict[str, object]:
    keys = ["protocol", "pool", "pool_deck", "hand_size", "equipment", "helpers"]
    if printed(chosen.protocol):  # which has no such key
        keys.remove("equipment")
    return {
        key: getattr(chosen, key)
        for key in keys
        if getattr(chosen, key) != getattr(table, key) and (key != "pool_deck" or chosen.pool == "split")
    }


def _gain(chosen: Table, table: Table, among: int, before: int) -> Iterator[str]:
    if among > before:
        yield f"a virtual hand hides among {among} cards, not {before}"
    if printed(chosen.protocol) and not printed(table.protocol):
        yield "nothing is laid out, and there are no extra cards"
    fewer = table.helpers - chosen.helpers
    if fewer > 0:
        yield f"{plural(fewer, 'pair')} of hands fewer"


def _price(chosen: Table, table: Table, among: int, before: int, buy: Iterable[str]) -> Iterator[str]:
    if among < before:
        yield f"a virtual hand hides among {among} cards, not {before}"
    if chosen.pool == "split" and table.pool != "split":
        yield "virtual seats draw from a deck of their own"
    if chosen.hand_size != table.hand_size:
        yield f"hands of {chosen.hand_size}, not {table.hand_size}"
    yield from (f"{what} to buy" for what in buy)
    if printed(chosen.protocol) and (not printed(table.protocol) or masks_at(chosen) != masks_at(table)):
        yield f"{plural(len(masks_at(chosen).deck), 'card')} and a wallet to print"
    more = chosen.helpers - table.helpers
    if more > 0:
        yield f"{plural(more, 'more pair')} of hands"
    outside = chosen.helpers - len(chosen.people)
    if outside > 0:
        yield f"{plural(outside, 'helper')} from outside the game"


# ----------------------------------------------------------------------------------------------------
# What to propose to a host who has said how long the evening is and who comes: at most four ways to spend it.


MOST_PROPOSED = 4
GAMES_AT_ONCE = 40
"""Games behind each price: enough for a first idea, few enough to answer at once."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One way to spend the evening; ``in_time``: the share of games that end within it."""

    option: Option
    in_time: float

    def sentences(self) -> Iterator[str]:
        """Yield what it is, how long it takes and what to bring, for somebody new to all of it."""
        table, game = self.option.table, self.option.times.per_game
        found = "a wallet" if printed(table.protocol) else f"{table.protocol} in {table.equipment}"
        yield f"{plural(table.hand_size, 'card')} each; {_deck(table)}; {found}"
        share = f"{100 * self.in_time:.0f} % end in time"
        yield f"A game: about {game.median:.0f} minutes, nine in ten within {game.p90:.0f}; {share}"
        buy = shopping(table)
        cards = [plural(buy.play_decks, "deck")] if buy.play_decks else []
        cards += [f"{buy.printed} printed cards"] if buy.printed else []
        extra = [] if buy.printed else [f"{buy.extra_cards} extra cards"]
        bring = ", ".join([*cards, *holders(table), *extra])
        yield f"Bring {bring}; a virtual hand hides among {self.option.hides_among}"

    @property
    def how(self) -> str:
        """How a virtual player's card is found."""
        form = self.option.table.protocol
        return f"{form} ({form_named(form).about})"


def _deck(table: Table) -> str:
    own, kind = pool_cards(table), "printed deck" if printed(table.protocol) else "deck"
    if not own:
        return f"one {kind} for everybody"
    return f"virtual players draw from a {kind} of their own, {plural(len(own), 'card')}"


def proposals(
    table: Table, minutes: float, tell: Callable[[int, int], None] | None = None
) -> tuple[Proposal, ...]:
    """Return at most `MOST_PROPOSED` proposals, best first, with the pairs of hands the table has.

    Where no game ends in time more often than not: the two that come nearest.
    Raises: what `first_layout` raises for the table.
    """
    forms = [*filter(printed, offered()), offered()[0]]
    found = every_choice(table, count=GAMES_AT_ONCE, hands=(), forms=forms, tell=tell)
    if kept := fitting(found, minutes, table):
        return tuple(Proposal(one, one.times.in_time(minutes)) for one in kept[:MOST_PROPOSED])
    nearest = sorted(found, key=lambda one: (-one.times.in_time(minutes), one.times.per_game.median))
    return tuple(Proposal(one, one.times.in_time(minutes)) for one in nearest[:2])
