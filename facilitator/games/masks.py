"""The dots of a printed deck and the masks that show them, one for each *state* of the top card.

Every card of a printed deck has one dot position for each state of the top card. A dot there means that the
card is playable in this state. A mask with two holes shows only the positions of a single state. A game
provides the situations and the names of their states (`Tops`), its rules decide which cards are playable, and
the sheets determine all sizes in millimetres. Source: "Wallet duels".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import product, zip_longest
from typing import Any, NamedTuple

from facilitator.errors import CommandError, ProtocolBug
from facilitator.games.rules import PublicState, Rules, get_order, require_selection
from facilitator.i18n.catalogue import Between, Listed, get_language, refusal
from facilitator.operations.faces import Face

UNIFORM = "uniform"
"""Default style of a seat."""
FEW, MANY = 4, 8
"""Dot positions in a row on small cards (`FEW`) and on large cards (`MANY`)."""
EDITION = 2
"""Edition of the grid of dots on printed cards. Cards and masks of different editions do not match.

In the first edition the dot was not always on the winner's side.
"""
ROWS = 7
"""Number of full rows of dot positions. Another single position is beside the card name."""


# The place of a mark depends only on the order of the states. The same rules and deck therefore give the same cards
# on every computer.


class TopState(NamedTuple):
    """State of the top card, such as "red 7", with its playable cards and its dot position on printed cards.

    Attributes:
        name: Name of the state, printed on its mask.
        fits: Cards that are playable in this state.
        colour: Letter of the active colour or suit, or "" if the state has none.
        row: Row of the dot, counted from the middle of the card outwards.
        col: Column of the dot, counted from the left.
    """

    name: str
    fits: frozenset[Face]
    colour: str
    row: int = 0
    col: int = 0


@dataclass(frozen=True, slots=True)
class Masks:
    """Masks for one printed deck, with the dot positions on its cards.

    Attributes:
        style: Playing style of all virtual seats with this deck. The dots show its preferences.
        deck: Cards of the deck, including duplicates.
        states: All states of the top card that the deck supports, in mask order.
        cols: Number of dot positions in a row, `FEW` or `MANY` depending on the number of states. Cards with
            few positions can be read from across a table.
        lookup: Sentences that assign masks to top cards, if mask names are not enough.
    """

    style: str
    deck: tuple[Face, ...]
    states: tuple[TopState, ...]
    cols: int
    lookup: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """Number of rows with dot positions."""
        return 1 + max(state.row for state in self.states)

    @property
    def sides(self) -> tuple[tuple[TopState, ...], ...]:
        """States on the sides of each mask: front and, if the mask has two states, back.

        Turning the mask over like a page shows its back.
        """
        at = {(state.row, state.col): state for state in self.states}
        places = sorted({(row, min(col, self.cols - 1 - col)) for row, col in at})
        both = ([(row, col), (row, self.cols - 1 - col)] for row, col in places)
        return tuple(tuple(at[place] for place in side if place in at) for side in both)

    @property
    def code(self) -> str:
        """Deck code of four characters for the positions of all dots. Decks with equal codes are interchangeable."""
        said = [f"edition {EDITION}, {self.cols} columns"]
        said += [f"{s.row} {s.col} {' '.join(sorted(s.fits))}" for s in self.states]
        return sha256("\n".join(said).encode()).hexdigest()[:4].upper()

    def find_classes(
        self, rules: Rules[Any], state: PublicState
    ) -> tuple[tuple[TopState | None, frozenset[Face]], ...]:
        """Return the card sets for which the current virtual seat's protocol looks, in order, with their mask states.

        The state is `None` if any card may be played, because no mask is then needed. Sets without cards in
        the deck are left out.

        Raises:
            ProtocolBug: No mask has the name of the state, or the mask disagrees with the rules about a card.
        """
        need = require_selection(rules, state)
        held = frozenset(rules.get_shared_deck(state, need.seat).cards) - need.lacks
        found = iter_named_classes(rules, state, self.style, self.deck)
        return tuple((self._find_state(name, kinds, held) if name else None, kinds) for name, kinds in found)

    def _find_state(self, name: str, kinds: frozenset[Face], held: frozenset[Face]) -> TopState:
        """Return the state with this name, after checking that its mask agrees with the rules.

        Args:
            name: Name of the state.
            kinds: Cards that are playable by the rules.
            held: Cards that may be in the seat's hand. Other cards are not checked.
        """
        state = next((state for state in self.states if state.name == name), None)
        if state is None or (state.fits ^ kinds) & held:
            shown = "no such mask" if state is None else _join_kinds(state.fits & held)
            raise ProtocolBug(
                f'mask "{name}" to show {_join_kinds(kinds & held)}', shown, "Please report this."
            )
        return state


def _join_kinds(kinds: frozenset[Face]) -> str:
    return " ".join(sorted(kinds))


def iter_named_classes(
    rules: Rules[Any], state: PublicState, style: str, deck: Iterable[Face]
) -> Iterator[tuple[str, frozenset[Face]]]:
    """Yield the card sets for which the current virtual seat's protocol looks, in order, with their mask names.

    An empty name means that any card may be played without a mask. Sets without cards in the deck are left out.

    Args:
        rules: Rules of a game with masks.
        state: Public state.
        style: Playing style of the seat, which divides playable cards into preference levels.
        deck: Cards of the printed deck.

    Raises:
        ProtocolBug: The next action is not a selection.
    """
    need, tops = require_selection(rules, state), rules.about.tops
    assert tops is not None
    order = get_order(rules, style, rules.find_zones(state).sizes[need.seat])
    for fitting, liked in product(need.classes, order):
        if kinds := (fitting & liked).intersection(deck):
            yield tops.name(state, fitting & liked), kinds


def masks_of(
    rules: Rules[Any], state: PublicState, styles: Sequence[str] = (UNIFORM,), conceal: bool = False
) -> Masks:
    """Return all masks for the printed deck of a table.

    Args:
        rules: Game rules.
        state: State before the first event.
        styles: Playing style of each virtual seat.
        conceal: Whether the form lays out the discard pile. A printed deck does not support this.

    Raises:
        CommandError: A printed deck is impossible here: the top card does not determine the playable cards,
            the seats have different styles, or the cards have too little room for all states.
    """
    if rules.about.tops is None:
        raise CommandError(*refusal("refused.deck.tops", game=rules.about.name))
    if conceal:
        raise CommandError(*refusal("refused.deck.concealed"))
    if len(set(styles)) > 1:
        found = Listed(tuple(dict.fromkeys(styles)), Between.AND)
        raise CommandError(*refusal("refused.deck.styles", styles=found))
    return _build_masks(rules, state, styles[0] if styles else UNIFORM, get_language())


@lru_cache(maxsize=64)
def _build_masks(rules: Rules[Any], state: PublicState, style: str, language: str) -> Masks:
    """Return the masks for one playing style, after comparing them with the rules in every situation.

    Args:
        rules: Game rules.
        state: State before the first event.
        style: Playing style of the virtual seats.
        language: Current language, used only as a cache key, because the names of states depend on it.
    """
    tops, seat = rules.about.tops, next(seat.name for seat in state.seats if seat.virtual)
    assert tops is not None
    deck = rules.get_shared_deck(state, seat).cards
    found = _collect_playable(rules, state, style, deck)
    cols = FEW if len(found) <= ROWS * FEW + 1 else MANY
    if len(found) > (most := ROWS * MANY + 1):
        raise CommandError(*refusal("refused.deck.states", most=most, found=len(found), style=style))
    masks = Masks(style, deck, tuple(_place_states(found, cols)), cols, tuple(tops.lookup(state)))
    for at in tops.list_situations(state):
        masks.find_classes(rules, at)
    return masks


def _collect_playable(
    rules: Rules[Any], state: PublicState, style: str, deck: Sequence[Face]
) -> list[TopState]:
    """Return the states of the top card, without dot positions.

    A mask lists the cards that are playable in any situation with this mask. First-priority masks come first.
    """
    tops = rules.about.tops
    assert tops is not None
    fits, colours = defaultdict[str, set[Face]](set), defaultdict[str, set[str]](set)
    first = set[str]()
    for at in tops.list_situations(state):
        for number, (name, kinds) in enumerate(iter_named_classes(rules, at, style, deck)):
            # The top card itself may not be in `kinds`, but in those of another situation with the same mask.
            fits[name] |= kinds
            colours[name].add(tops.colour(at))
            first |= {name} if number == 0 else set()
    only = {name: min(some) if len(some) == 1 else "" for name, some in colours.items()}
    names = sorted(filter(None, fits), key=lambda name: name not in first)
    return [TopState(name, frozenset(fits[name]), only[name]) for name in names]


def _place_states(found: Sequence[TopState], cols: int) -> Iterator[TopState]:
    """Yield each state of the top card with its dot position.

    Each mask is for two consecutive states, one on its front and one on its back. Their dot positions are
    mirror images, so that both sides use the same holes.

    Args:
        found: States in mask order.
        cols: Number of dot positions in a row.
    """
    for pair, (one, other) in enumerate(zip_longest(found[::2], found[1::2])):
        row, col = divmod(pair, cols // 2)
        mirrored = cols - 1 - col
        if other is None:
            col = mirrored  # The dot of an odd last state is on the right, beside the card name.
        else:
            yield other._replace(row=row, col=mirrored)
        yield one._replace(row=row, col=col)
