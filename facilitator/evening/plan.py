"""The evening's plan: shopping, room, people, time, secrecy, as typed data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from facilitator.errors import TableError
from facilitator.evening.clock import (
    MINUTE,
    Duels,
    Pace,
    Price,
    duels_in,
    minutes_by_hands,
    pace_of,
    roles,
)
from facilitator.evening.forecast import (
    GAMES,
    PRICED,
    Games,
    Questions,
    Times,
    games,
    games_like,
    handling,
    questions_in,
    setup_of,
    spent_on,
    times,
    told_at,
    way_at,
)
from facilitator.evening.handling import HEARD, Work, voice_at
from facilitator.evening.learn import Learned
from facilitator.evening.needs import Need, lot_cards, made, stock
from facilitator.evening.shopping import UNPLAYED, Shopping, Space, columns_at, shopping, space
from facilitator.games.registry import game_named
from facilitator.machine.faces import DECK
from facilitator.play.turn import first_layout
from facilitator.table.model import SPEEDS, USUAL, pool_cards, printed, rules_of, size_of
from facilitator.telling.grouping import Wording
from facilitator.telling.instruction import phase_title
from facilitator.words import plural

if TYPE_CHECKING:
    from facilitator.evening.needs import Kit
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# How much longer or shorter games are by a table's rules: from games played in thought, both ways.


_TURNS = 4_000
"""Turns played through the law: an idea is enough, and it is wanted at once."""
_SURE = 2.0
"""Standard errors within which a difference may be chance."""


@dataclass(frozen=True, slots=True)
class Longer:
    """How often as long a game is as by the plain rules, and how far that may be off by chance (one way)."""

    times: float
    error: float

    def to_json(self) -> dict[str, float]:
        return {"times_as_long": round(self.times, 2), "standard_error": round(self.error, 2)}

    @property
    def sure(self) -> bool:
        """Whether there is a difference that chance alone would hardly make."""
        return abs(self.times - 1) > _SURE * self.error

    def words(self) -> str:
        """Return it in words."""
        if not self.sure:
            return "about as long as by the plain rules"
        if self.times >= 2:
            return f"about {self.times:.0f} times as long as by the plain rules"
        kind = "longer" if self.times > 1 else "shorter"
        return f"about {100 * abs(self.times - 1):.0f} % {kind} than by the plain rules"


def plain(table: Table) -> Table:
    """Return a table with its game's first rule set and no house rule."""
    return table.model_copy(update={"rules": game_named(table.game).about.rules[0], **USUAL})


def is_plain(table: Table) -> bool:
    """Tell whether no rule of a table is another than the plain ones."""
    return table.rules == game_named(table.game).about.rules[0] and rules_of(table) == rules_of(plain(table))


def longer(table: Table, seed: int = 0, here: Sequence[float] = ()) -> Longer | None:
    """Return how much longer games are by a table's rules than by the plain ones; None where they are those.

    From a small fixed sample.  ``here``: minutes of games by the table's rules, if they are known.
    Raises: what `first_layout` raises for the table.
    """
    if is_plain(table) or not table.virtual:
        return None
    here, there = here or _minutes(table, seed), _minutes(plain(table), seed)
    if not fmean(there):
        return None
    ratio = fmean(here) / fmean(there)
    off = [stdev(one) / fmean(one) / sqrt(len(one)) for one in (here, there)]
    return Longer(ratio, ratio * sqrt(sum(part * part for part in off)))


def _minutes(table: Table, seed: int) -> tuple[float, ...]:
    setup = setup_of(table)
    records = games(setup, seed=seed, turns=_TURNS)
    told = told_at(table, pace_of(table.helpers, None, table.seconds))
    return times(spent_on(setup, records, way_at(table), *told), table.helpers).game_minutes


# ----------------------------------------------------------------------------------------------------


NOBODY_WINS = 0.02
"""Share of games that get stuck above which a table is refused."""


@dataclass(frozen=True, slots=True)
class Secrecy:
    """Among how many cards a virtual hand hides at the first turn, what everybody sees."""

    hides_among: int
    hand: int
    public: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        return {"hides_among": self.hides_among, "hand": self.hand, "public": list(self.public)}


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """Everything `facilitator plan` says about a table.  Minutes are on the clock unless named otherwise.

    ``typical``: the acts of the average virtual turn, told as after the first; ``price``: its seconds by who can
    do it.  ``words_full`` and ``words_brief``: said in it, in either wording.  ``needed``: the extra cards with the
    lot's and the reserve.  ``longer``: than by the plain rules; None where the table has those.  ``questions``: to
    a person's covered hand (challenges); None where none comes up.
    """

    table: Table
    shopping: Shopping
    needed: tuple[Need, ...]
    kits: Mapping[str, Kit]
    markers: Mapping[str, int]
    space: Space
    games: Games
    times: Times
    typical: Work
    price: Price
    words_full: float
    words_brief: float
    pace: Pace
    secrecy: Secrecy
    learned: Learned
    longer: Longer | None
    questions: Questions | None

    @property
    def duels(self) -> Duels | None:
        """The duels of the average virtual turn in a wallet; None where there is none."""
        return duels_in(self.typical, self.pace) if self.shopping.printed else None

    @property
    def roles(self) -> list[tuple[str, str]]:
        """Each pair of hands with its work."""
        return roles(self.table.helpers, len(self.table.people), self.shopping.printed > 0)

    @property
    def stages(self) -> dict[str, float]:
        """Minutes of the average virtual turn, by stage."""
        each = ((phase, self.pace.elapsed(self.typical.tasks(phase))) for phase in self.typical.phases)
        return {phase_title(phase): seconds / MINUTE for phase, seconds in each}

    def to_json(self) -> dict[str, object]:
        """The plan as `plan --json` prints it; shapes are a contract."""
        told = self.times
        time = {
            "minutes_per_virtual_turn": told.per_virtual_turn.to_json(),
            "minutes_per_game": told.per_game.to_json(),
            "person_minutes_per_game": told.person_minutes.to_json(),
            "stages": {stage: round(minutes, 2) for stage, minutes in self.stages.items()},
            "words_per_virtual_turn": {"full": round(self.words_full), "brief": round(self.words_brief)},
            "by_voice": round(self.price.voice / MINUTE, 2),
            "hands_shared": round(self.price.shared / MINUTE, 2),
            "hands_alone": round(self.price.alone / MINUTE, 2),
            "by_hands": {str(n): round(minutes, 1) for n, minutes in minutes_by_hands(self.price).items()},
            **({"duels": self.duels.to_json()} if self.duels else {}),
            "seconds": {
                act.value: {
                    "assumed": speed.seconds,
                    "used": round(self.pace.seconds[act], 2),
                    "source": self.pace.origin[act],
                }
                for act, speed in SPEEDS.items()
            },
        }
        return {
            "table": self.table.name,
            "shopping": {
                **self.shopping.to_json(),
                "colour_cards": lot_cards(self.needed),
                "with_reserve": {route: kit.to_json() for route, kit in self.kits.items()},
                "equipment": "wallet" if self.shopping.printed else self.table.equipment,
                "markers_for_99_percent": {UNPLAYED if o == DECK else o: n for o, n in self.markers.items()},
            },
            "space": self.space.to_json(),
            "people": [{"who": who, "work": work} for who, work in self.roles],
            "time": time,
            "game": self.games.to_json(),
            **({"rules": self.longer.to_json()} if self.longer else {}),
            **({"questions": self.questions.to_json()} if self.questions else {}),
            "secrecy": self.secrecy.to_json(),
        }


def make_plan(
    table: Table,
    kits: Mapping[str, Kit],
    learned: Learned | None = None,
    *,
    count: int | None = None,
    seed: int = 0,
    tell: Callable[[int, int], None] | None = None,
) -> EveningPlan:
    """Return the plan of a table, from ``count`` games played at rules level (None: as many as it needs).

    ``kits``: the extra cards by each route (`sheets.kit.kits`).  ``size``: of a table, as typed.

    Raises: TableError if games get stuck, CommandError if nobody is virtual or no table has this size.
    """
    layout = first_layout(table)
    known = learned or Learned({}, 0, 0)
    pace = pace_of(table.helpers, known.seconds, table.seconds)
    setup = setup_of(table)
    records = games(setup, count, seed, tell, GAMES)
    way = way_at(table)
    like = games_like(records)
    check_playable(like, table.hand_size)
    prices, first = told_at(table, pace)
    priced = records if count else records[:PRICED]
    told = times(spent_on(setup, priced, way, prices, first), pace.hands)
    voices = [voice_at(table, wording) for wording in (Wording.FULL, Wording.BRIEF, HEARD[table.wording][1])]
    full, brief, typical = handling(priced, way, table.equipment, voices)
    names = [seat.name for seat in table.seats]
    in_layout = {name for name, _ in layout.hands}
    deck = dict(layout.hands).get(DECK, 0)
    needed = made(table)
    markers = {n: c for n, c in stock(names, like.markers, deck).items() if n in in_layout}
    bring = shopping(table)
    return EveningPlan(
        table,
        bring,
        needed,
        kits,
        {} if bring.printed else markers,
        space(columns_at(table), table.equipment, size_of(table.table_size)),
        like,
        told,
        typical,
        pace.price(typical.tasks()),
        full.words,
        brief.words,
        pace,
        secrecy_of(table, layout.k, layout.m),
        known,
        longer(table, seed, told.game_minutes),
        questions_in(priced, way, prices, pace.hands),
    )


def check_playable(told: Games, hand_size: int) -> None:
    """Refuse a table at which many games come to a stop with no card left to draw; raises TableError."""
    if told.unfinished > NOBODY_WINS:
        raise TableError(
            "a table at which somebody wins",
            f"{told.unfinished:.0%} of {told.games} games that stop, all cards in hands and none that fits",
            f"Deal fewer than {hand_size} cards a hand, or take a larger deck.",
        )


def secrecy_of(table: Table, k: int, m: int) -> Secrecy:
    """Return what a virtual hand's secrecy rests on."""
    split = table.pool == "split"
    which = f"which {plural(k, 'card')} {'of the pool' if split else 'of hands and deck'}"
    there = f"every run: {which} lie there, mixed"
    if printed(table.protocol):
        there = "every duel: one end of the wallet or the other, evenly, whatever the cards"
    public = [
        "what lies face up, whose turn it is, which way play runs, sizes of all hands and of the deck",
        there,
        "the card selected, or none; which cards fit is public, whose they are is not",
    ]
    if split:
        public.append(f"the pool's {plural(len(pool_cards(table)), 'card')}: a list everybody may read")
    elif not table.conceal:
        public.append("a person may leave out the cards in their own hand")
    return Secrecy(k, m, tuple(public))
