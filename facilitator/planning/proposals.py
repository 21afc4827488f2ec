"""What to propose to a host who has said how long the evening is and who comes: at most four ways to spend it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from facilitator.planning.best import fitting
from facilitator.planning.evening import Option, every_choice
from facilitator.play.turn import pool_cards
from facilitator.protocols.forms import form_named, offered
from facilitator.supplies.shopping import holders, shopping
from facilitator.wording import plural

if TYPE_CHECKING:
    from facilitator.table.load import Table

MOST = 4
GAMES = 40
"""Games behind each price: enough for a first idea, few enough to answer at once."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One way to spend the evening; ``in_time``: the share of games that end within it."""

    option: Option
    in_time: float

    def sentences(self) -> Iterator[str]:
        """Yield what it is, how long it takes and what to bring, for somebody new to all of it."""
        table, game = self.option.table, self.option.times.per_game
        yield f"{plural(table.hand_size, 'card')} each; {_deck(table)}; {table.equipment}"
        share = f"{100 * self.in_time:.0f} % end in time"
        yield f"A game: about {game.median:.0f} minutes, nine in ten within {game.p90:.0f}; {share}"
        buy = shopping(table)
        yield (
            f"Bring {plural(buy.play_decks, 'deck')}, {', '.join(holders(table))}, "
            f"{buy.extra_cards} extra cards; a virtual hand hides among {self.option.hides_among}"
        )

    @property
    def how(self) -> str:
        """How a virtual player's card is found."""
        form = self.option.table.protocol
        return f"{form} ({form_named(form).about})"


def _deck(table: Table) -> str:
    own = pool_cards(table)
    if not own:
        return "one deck for everybody"
    return f"virtual players draw from a deck of their own, {plural(len(own), 'card')}"


def proposals(
    table: Table, minutes: float, tell: Callable[[int, int], None] | None = None
) -> tuple[Proposal, ...]:
    """Return at most `MOST` proposals, best first, with the pairs of hands the table has.

    Where no game ends in time more often than not: the two that come nearest.
    Raises: what `first_layout` raises for the table.
    """
    found = every_choice(table, count=GAMES, hands=(), forms=offered()[:1], tell=tell)
    if kept := fitting(found, minutes, table):
        return tuple(Proposal(one, one.times.in_time(minutes)) for one in kept[:MOST])
    nearest = sorted(found, key=lambda one: (-one.times.in_time(minutes), one.times.per_game.median))
    return tuple(Proposal(one, one.times.in_time(minutes)) for one in nearest[:2])
