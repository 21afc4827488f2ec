"""Solitaire UNO: lay all cards in a row so that each card matches the previous card.

Cards are edges of a bipartite graph whose vertices are colours and numbers. Two cards match if their edges
share a vertex. An order of all cards exists exactly if the graph has a trail (a walk that uses no edge twice)
that touches every edge. The remaining cards are inserted where the trail passes their colour or number. A set
of edges forms a trail if it is connected and has no or two vertices of odd degree.

`find_order` looks for such a set number by number. The search remembers three facts about earlier numbers,
however many there are: the parity of each colour's degree, the connected colours, and how many numbers have
an odd degree. With four colours this is a few hundred states, so the search takes linear time.

Sources: Demaine et al., "The complexity of UNO". The problem is NP-complete (Theorem 3.3) and polynomial for
a fixed number of colours (Theorem 3.4), there with a much larger exponent. The authors ask whether it is
fixed-parameter tractable; Dey, Goyal and Misra, "UNO gets easier for a single player" (2014), answer that it
is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from facilitator.games.puzzles import matches

LARGEST_COUNT = 12
"""Maximum number of cards for `count_orders`."""


class SearchState(NamedTuple):
    """Facts about the cards that a search has chosen so far.

    A card such as 7R connects its number and its colour. The search chooses cards number by number.

    Attributes:
        odd_colors: Colours with an odd number of chosen cards.
        parts: Sets of colours that the chosen cards connect, such as red and green after 7R and 7G.
        odd_numbers: Count of numbers with an odd number of chosen cards.
    """

    odd_colors: frozenset[str] = frozenset()
    parts: frozenset[frozenset[str]] = frozenset()
    odd_numbers: int = 0

    def add_number(self, used: Counter[str]) -> SearchState:
        """Return the search state after choosing cards of another number.

        Args:
            used: Chosen cards of this number, counted by colour, such as ``{"R": 2, "G": 1}``.
        """
        if not used:
            return self
        joined = [part for part in self.parts if not part.isdisjoint(used)]
        parts = self.parts.difference(joined) | {frozenset(used).union(*joined)}
        odd = self.odd_colors ^ {color for color, count in used.items() if count % 2}
        return SearchState(odd, parts, self.odd_numbers + used.total() % 2)


def find_order(cards: Sequence[str]) -> list[str] | None:
    """Return all cards in an order in which each card matches the previous card, or `None`."""
    if not cards:
        return []
    if set.intersection(
        *map(set, cards)
    ):  # A trail without edges is a single vertex that touches every card.
        return list(cards)
    colors = sorted({card[1] for card in cards})
    for size in range(1, len(colors) + 1):
        for visited in combinations(colors, size):
            trail = _find_trail(cards, frozenset(visited))
            if trail is not None:
                return _insert_others(cards, _walk(trail))
    return None


def _find_trail(cards: Sequence[str], visited: frozenset[str]) -> list[str] | None:
    """Return the cards of a trail that visits exactly the given colours, or `None` if there is no such trail.

    A card such as 7R connects its number and its colour. The trail is chosen so that every other card has a
    colour or a number that the trail visits.

    Args:
        cards: All cards, such as ``["7R", "7G", "5G"]``.
        visited: Colours to visit, such as ``{"R", "G"}``.
    """
    by_number: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for card in cards:
        by_number[card[0]][card[1]] += 1
    found: dict[SearchState, list[str]] = {SearchState(): []}
    for number, copies in by_number.items():
        found = _add_number(found, number, [*_list_choices(copies, visited)])
    for state, edges in found.items():
        if state.parts == {visited} and len(state.odd_colors) + state.odd_numbers in (0, 2):
            return edges
    return None


def _add_number(
    found: Mapping[SearchState, list[str]], number: str, choices: Sequence[Counter[str]]
) -> dict[SearchState, list[str]]:
    """Add cards with one more number to each list of chosen cards, in every possible way.

    Args:
        found: Lists of chosen cards, each by its search state.
        number: Number of the cards to add, such as ``"7"``.
        choices: Cards with this number to add, counted by colour, such as ``{"R": 2, "G": 1}``.

    Returns:
        The extended lists, one for each search state.
    """
    following: dict[SearchState, list[str]] = {}
    for (state, edges), used in product(found.items(), choices):
        after = state.add_number(used)
        if after.odd_numbers <= 2:  # A trail has at most two vertices of odd degree.
            following.setdefault(after, [*edges, *(number + color for color in used.elements())])
    return following


def _list_choices(copies: Counter[str], allowed: frozenset[str]) -> Iterator[Counter[str]]:
    """Yield the choices of cards with one number that the search must try, each counted by colour.

    Args:
        copies: All cards with this number, counted by colour, such as ``{"R": 2, "G": 1}``.
        allowed: Colours of the cards that may be chosen.
    """
    colors = [color for color in copies if color in allowed]
    # A third equal card is useless, because two more edges do not change whether a degree is odd.
    for counts in product(*(range(min(copies[color], 2) + 1) for color in colors)):
        used = +Counter(dict(zip(colors, counts, strict=True)))
        # Every other card is later inserted at its colour or its number, so the trail must visit one of them.
        if used or len(colors) == len(copies):
            yield used


def _walk(edges: Sequence[str]) -> list[tuple[str, str]]:
    """Return an Eulerian trail (Hierholzer's algorithm) as pairs of a vertex and the card that follows it.

    In the last pair, the card is empty.
    """
    at = _list_edges_at_vertices(edges)
    start = next((vertex for vertex, there in at.items() if len(there) % 2), edges[0][0])
    unused, stack, trail = set(range(len(edges))), [(start, "")], list[tuple[str, str]]()
    while stack:
        vertex, _ = stack[-1]
        following = next((index for index in at[vertex] if index in unused), None)
        if following is None:
            trail.append(stack.pop())
        else:
            unused.remove(following)
            card = edges[following]
            stack.append((card[1] if vertex == card[0] else card[0], card))
    return trail


def _list_edges_at_vertices(edges: Sequence[str]) -> dict[str, list[int]]:
    """Return the indices of the edges at each vertex. A loop is listed twice."""
    at: defaultdict[str, list[int]] = defaultdict(list)
    for index, card in enumerate(edges):
        at[card[0]].append(index)
        at[card[1]].append(index)
    return at


def _insert_others(cards: Sequence[str], trail: Sequence[tuple[str, str]]) -> list[str]:
    """Return all cards in an order in which each card matches the previous card.

    The cards of the trail keep their order. Every other card is inserted where the trail first visits its
    colour or number.

    Args:
        cards: All cards.
        trail: Pairs of a visited colour or number and the next card of the trail, such as ``("7", "7R")``.
    """
    others, order = Counter(cards) - Counter(card for _, card in trail), list[str]()
    for vertex, card in trail:
        here = [other for other in others if vertex in other]
        order += [other for other in here for _ in range(others.pop(other))]
        order += [card] if card else []
    return order


def count_orders(cards: Sequence[str]) -> int:
    """Return the number of orders in which each card matches the previous card. Equal cards count as different.

    Raises:
        ValueError: There are more than `LARGEST_COUNT` cards.
    """
    if len(cards) > LARGEST_COUNT:
        raise ValueError(f"{len(cards)} cards, at most {LARGEST_COUNT} can be counted")
    indices = range(len(cards))

    @cache
    def count_from(last: int, left: frozenset[int]) -> int:
        if not left:
            return 1
        return sum(count_from(index, left - {index}) for index in left if matches(cards[last], cards[index]))

    return sum(count_from(first, frozenset(indices) - {first}) for first in indices) if cards else 1
