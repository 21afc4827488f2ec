"""A table's first virtual turn, and the numbers of the current virtual turn, for printed sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from facilitator.errors import CommandError
from facilitator.games.rules import PublicState, Rules
from facilitator.i18n.catalogue import refusal
from facilitator.instructions.grouping import AUTO, Wording
from facilitator.instructions.speech import Speech, Voice
from facilitator.operations.faces import Face
from facilitator.play.attempt import Attempt, Selection, StepRenderer
from facilitator.play.progress import GameProgress
from facilitator.play.virtual_turn import (
    TurnPolicy,
    collect_hands,
    find_first_state,
    plan_selection,
    voice_for,
)
from facilitator.protocols.layout import Layout
from facilitator.table_files.load import Table


@dataclass(frozen=True, slots=True)
class OpeningTurn:
    """A virtual player's turn right after the deal.

    Attributes:
        state: Public state.
        plan: Plan of the first attempt.
        voice: Voice of the table.
        rules: Rules of the game.
    """

    state: PublicState
    plan: Selection
    voice: Voice
    rules: Rules[Any]


def plan_opening(table: Table, seat: str) -> OpeningTurn:
    """Return the first turn of a virtual player who starts the game."""
    policy = TurnPolicy.from_table(table)
    state = find_first_state(table, seat)
    return OpeningTurn(state, plan_selection(state, policy), voice_for(table), policy.rules)


def first_run(table: Table) -> Attempt:
    """Return the attempt of the first virtual player in a game that this player starts."""
    turn, auto = plan_opening(table, table.virtual[0].name), table.wording == AUTO
    speech = Speech(turn.voice, turn.rules.kinds.traits, masks=turn.plan.masks)
    wording = Wording.FULL if auto else Wording(table.wording)
    return Attempt(turn.plan.recipe, StepRenderer(speech, wording, auto))


@dataclass(frozen=True, slots=True)
class TurnNumbers:
    """Numbers of the current or next virtual turn.

    Attributes:
        seat: Index among the virtual players who are present.
        hands: Card owners and their numbers of cards, beginning with this virtual player.
        cards: All cards of these owners.
        layout: Layout of the attempt in progress.
        deck: All cards of the player's deck, in any zone.
    """

    seat: int
    hands: tuple[tuple[str, int], ...]
    cards: tuple[Face, ...] = ()
    layout: Layout | None = None
    deck: tuple[Face, ...] = ()


def get_turn_numbers(game: GameProgress) -> TurnNumbers:
    """Return the hand sizes, the cards and the player's index for the current or next virtual turn.

    Raises:
        CommandError: All virtual players have left.
    """
    virtual = [seat.name for seat in game.state.seats if seat.virtual]
    plan = game.plan if game.attempt is not None else None
    if plan is not None and plan.layout is not None and plan.layout.seat in virtual:
        deck = _deck_of(game, plan.seat)
        return TurnNumbers(virtual.index(plan.seat), plan.layout.hands, plan.layout.cards, plan.layout, deck)
    if not virtual:
        raise CommandError(*refusal("refused.now.nobody"))
    seat = _find_next_virtual(game, virtual)
    hands, cards = collect_hands(game.state, game.policy, seat)
    return TurnNumbers(virtual.index(seat), hands, cards, deck=_deck_of(game, seat))


def _find_next_virtual(game: GameProgress, virtual: Sequence[str]) -> str:
    """Return the virtual player whose turn is next. A seat without cards has no more turns."""
    names, sizes = game.names, game.rules.find_zones(game.state).sizes
    start = names.index(game.turn) if game.turn in names else 0
    around = [name for name in (*names[start:], *names[:start]) if name in virtual]
    return next((name for name in around if sizes[name]), around[0])


def _deck_of(game: GameProgress, seat: str) -> tuple[Face, ...]:
    """Return all cards of the seat's deck, in any zone."""
    return game.rules.find_zones(game.state).decks[game.rules.get_shared_deck(game.state, seat).zone]
