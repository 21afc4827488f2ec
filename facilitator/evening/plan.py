"""The evening's plan: shopping, room, people, time, secrecy, as typed data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from facilitator.errors import TableError
from facilitator.evening.clock import MINUTE, Learned, Pace, Price, minutes_by_hands, pace_of
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
    times_at,
    told_at,
    way_at,
)
from facilitator.evening.handling import HEARD, Work, voice_at
from facilitator.evening.needs import Need, lot_cards, made, stock
from facilitator.evening.shopping import UNPLAYED, Shopping, Space, columns_at, shopping, space
from facilitator.machine.faces import DECK
from facilitator.play.turn import first_layout
from facilitator.table.model import SPEEDS, size_of
from facilitator.telling.grouping import Wording
from facilitator.telling.instruction import phase_title
from facilitator.words.catalogue import refusal

if TYPE_CHECKING:
    from facilitator.evening.needs import Kit
    from facilitator.table.load import Table


NOBODY_WINS = 0.02
"""Share of games that get stuck above which a table is refused."""


@dataclass(frozen=True, slots=True)
class Secrecy:
    """Among how many cards a virtual hand hides at the first turn."""

    hides_among: int
    hand: int

    def to_json(self) -> dict[str, object]:
        return {"hides_among": self.hides_among, "hand": self.hand}


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """Everything `facilitator plan` says about a table.  Minutes are on the clock unless named otherwise.

    ``typical``: the acts of the average virtual turn, told as after the first; ``price``: its seconds by who can
    do it.  ``words_full`` and ``words_brief``: said in it, in either wording.  ``needed``: the extra cards with the
    lot's and the reserve.  ``questions``: to a person's covered hand (challenges); None where none comes up.
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
    questions: Questions | None

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
            "time": time,
            "game": self.games.to_json(),
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
    known = learned or Learned()
    pace = pace_of(table.helpers, known, table.seconds)
    setup = setup_of(table)
    records = games(setup, count, seed, tell, GAMES)
    way = way_at(table)
    like = games_like(records)
    check_playable(like, table.hand_size)
    prices, _ = told_at(table, pace)
    priced = records if count else records[:PRICED]
    told = times_at(table, known, priced)
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
        Secrecy(layout.k, layout.m),
        known,
        questions_in(priced, way, prices, pace.hands),
    )


def check_playable(told: Games, hand_size: int) -> None:
    """Refuse a table at which many games come to a stop with no card left to draw; raises TableError."""
    if told.unfinished > NOBODY_WINS:
        share = f"{told.unfinished:.0%}"
        raise TableError(*refusal("refused.stuck", share=share, games=told.games, cards=hand_size))
