"""Plan of a session: things to buy, space, extra cards, durations and secrecy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from facilitator.errors import TableError
from facilitator.i18n.catalogue import refusal
from facilitator.instructions.grouping import Wording
from facilitator.instructions.hand_actions import SPEEDS
from facilitator.instructions.instruction import phase_title
from facilitator.planning.attempt_cost import HEARD, Work, voice_at
from facilitator.planning.extra_cards import CardNeed, list_cards_to_make, lot_cards
from facilitator.planning.forecast import (
    Games,
    Times,
    average_work,
    estimate_times,
    first_minutes,
    get_turn_settings,
    setup_of,
    simulate_games,
    summarize_games,
)
from facilitator.planning.pace import MINUTE, MeasuredFactors, Pace, Price, pace_of
from facilitator.planning.shopping import Shopping, Space, hiding_at, measure_space, shopping

if TYPE_CHECKING:
    from facilitator.planning.extra_cards import Kit
    from facilitator.table_files.load import Table


NOBODY_WINS = 0.02
"""Maximum share of simulated games without a winner. A table with a larger share is rejected."""


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """Data that `facilitator plan` shows for a table.

    Attributes:
        table: The table.
        shopping: Things needed in the first turn.
        needed: Extra cards to make, including cards for random draws and the reserve.
        kits: Extra cards for each method of making them.
        space: Space for the columns.
        games: Statistics of simulated games.
        times: Minutes of turns and games.
        typical: Work of the average virtual turn, with the wording used after the first attempts.
        price: Price of the average virtual turn.
        words_full: Number of spoken words in the average virtual turn, with full wording.
        words_brief: Number of spoken words in the average virtual turn, with brief wording.
        pace: Pace of the table.
        first: Minutes of the first virtual turn.
        hides_among: Number of cards among which a virtual hand is hidden in the first turn.
        hand: Number of cards in this virtual hand.
    """

    table: Table
    shopping: Shopping
    needed: tuple[CardNeed, ...]
    kits: Mapping[str, Kit]
    space: Space
    games: Games
    times: Times
    typical: Work
    price: Price
    words_full: float
    words_brief: float
    pace: Pace
    first: float
    hides_among: int
    hand: int

    @property
    def stages(self) -> dict[str, float]:
        """Minutes of the average virtual turn in each phase, by the phase's title."""
        each = (
            (phase, self.pace.estimate_seconds(self.typical.tasks(phase))) for phase in self.typical.phases
        )
        return {phase_title(phase): seconds / MINUTE for phase, seconds in each}

    @property
    def label_kit(self) -> Kit | None:
        """Labels for the extra cards. `None` if the table uses another method."""
        return self.kits.get("labels") if self.table.extras == "labels" else None

    def _labels_to_json(self) -> dict[str, int]:
        kit = self.label_kit
        decks, labels, sheets = (0, 0, 0) if kit is None else (kit.decks, kit.cards, kit.sheets)
        return {"extra_decks": decks, "labels": labels, "label_sheets": sheets}

    def to_json(self) -> dict[str, object]:
        """Return the plan as an object for `plan --json`, whose structure is public."""
        times = self.times
        time = {
            "minutes_per_virtual_turn": times.per_virtual_turn.to_json(),
            "minutes_of_first_turn": round(self.first, 1),
            "minutes_per_game": times.per_game.to_json(),
            "stages": {stage: round(minutes, 2) for stage, minutes in self.stages.items()},
            "words_per_virtual_turn": {"full": round(self.words_full), "brief": round(self.words_brief)},
            "by_voice": round(self.price.voice / MINUTE, 2),
            "hands_shared": round(self.price.shared / MINUTE, 2),
            "hands_alone": round(self.price.alone / MINUTE, 2),
            "seconds": {
                action.value: {"assumed": assumed, "used": round(self.pace.seconds[action], 2)}
                for action, assumed in SPEEDS.items()
            },
        }
        return {
            "table": self.table.name,
            "shopping": {
                **self.shopping.to_json(),
                "colour_cards": lot_cards(self.needed),
                **self._labels_to_json(),
                "with_reserve": {route: kit.to_json() for route, kit in self.kits.items()},
                "equipment": "wallet" if self.shopping.printed else self.table.equipment,
            },
            "space": self.space._asdict(),
            "time": time,
            "game": self.games.to_json(),
            "secrecy": {"hides_among": self.hides_among, "hand": self.hand},
        }


def make_plan(
    table: Table,
    kits: Mapping[str, Kit],
    factors: MeasuredFactors | None = None,
    *,
    count: int | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> EveningPlan:
    """Return the plan of a table.

    Args:
        table: The table.
        kits: Extra cards for each method of making them (`sheets.card_making.kits`).
        factors: Measured pace of past games.
        count: Number of games to simulate. `None` means as many as needed.
        tell: Progress callback. It receives the number of simulated games and the total number.

    Raises:
        TableError: Too many games end without a winner.
    """
    hiding = hiding_at(table)
    pace = pace_of(table.helpers, factors)
    setup = setup_of(table)
    records = simulate_games(setup, count, tell=tell)
    settings = get_turn_settings(table)
    like = summarize_games(records)
    check_playable(like, table.hand_size)
    wordings = (Wording.FULL, Wording.BRIEF, HEARD[table.wording][1])
    voices = [voice_at(table, wording) for wording in wordings]
    full, brief, typical = average_work(records, settings, table.equipment, voices)
    return EveningPlan(
        table,
        shopping(table),
        list_cards_to_make(table),
        kits,
        measure_space(table),
        like,
        estimate_times(table, factors, records),
        typical,
        pace.price(typical.tasks()),
        full.words,
        brief.words,
        pace,
        first_minutes(table, pace) if table.virtual else 0.0,
        hiding.among,
        hiding.hand,
    )


def check_playable(games: Games, hand_size: int) -> None:
    """Reject a table at which too many simulated games end without a winner.

    Args:
        games: Statistics of simulated games.
        hand_size: Number of cards dealt to each player.

    Raises:
        TableError: The share of games without a winner exceeds `NOBODY_WINS`.
    """
    if games.unfinished > NOBODY_WINS:
        share = f"{games.unfinished:.0%}"
        raise TableError(*refusal("refused.stuck", share=share, games=games.games, cards=hand_size))
