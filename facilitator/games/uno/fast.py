"""Whole games of UNO, thousands a second: a compact engine beside the game's law, and tested against it event
by event.

People and virtual seats play by one law: a uniformly random valid card; none: draw, play it if it fits. A
virtual seat may play some kinds first: a named style, a wild draw four only if nothing else fits. Cards are
small integers, their places in the list of kinds. A deck is shuffled as it is drawn from, and its discards
are kept apart from another's. Rules: "paper", one card drawn or until one can be played.

It is for the evening's plan, that plays games by the thousand for counts of turns and minutes. It is no second
law: what it plays is checked by the law in tests, and rules it does not know are played through the law itself
(`facilitator.games.registry.engine_of`). Here, and nowhere else, a function may be long: it is the one hot
loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor

from facilitator.games.records import COUNTED, DREW, KEPT, PLAYED, STUCK, GameRecord, Setup, VirtualTurn
from facilitator.games.uno import cards as uno
from facilitator.games.uno.cards import PRESETS, SMALL

MOST_TURNS = 3000  # a game that goes round in a circle ends without a winner


Log = list[tuple[str, int, str, str]]
"""For tests: verb, seat, card, colour, one entry a public event."""

_INDEX = {kind: i for i, kind in enumerate(uno.KINDS)}
_BLACK = _INDEX["W"]  # W and D close the list of kinds


def codes(cards: Sequence[str]) -> list[int]:
    """Return cards as the engine's integers."""
    return [_INDEX[card] for card in cards]


def _fitting(top: str, color: str) -> list[bool]:
    """Return of each kind whether it may be played on a top card while a colour is active."""
    return [kind in uno.valid_kinds(top, color) for kind in uno.KINDS]


_NAMED = {_INDEX[top]: {color: _fitting(top, color) for color in uno.COLORS} for top in ("W", "D")}
_FITS = [_fitting(top, top[-1]) for top in uno.KINDS]
_EFFECTS = [one if one.misses or one.reverse else None for one in map(uno.effect, uno.KINDS)]
_NO_ORDER = [0] * len(uno.KINDS)
_END = {(True, False): PLAYED, (True, True): DREW, (False, True): KEPT, (False, False): STUCK}
"""What came of a turn: by whether a card fits, and whether any was drawn."""


def _ranks(style: str, last: bool) -> tuple[list[int], list[int]] | None:
    """Return the class of each kind while the hand is large, and while it is small; None: all are of one.

    ``style``: of the presets. ``last``: a wild draw four comes after all else, whatever the style likes. A list
    has the class of each kind by its integer, the best being 0.
    """
    large, small = PRESETS[style]
    if len(large) == len(small) == 1 and not last:
        return None
    return _classes(large, last), _classes(small, last)


def _classes(order: Sequence[frozenset[str]], last: bool) -> list[int]:
    """Return the class of each kind by its integer; ``last``: a wild draw four's comes after all."""
    found = [next(i for i, kinds in enumerate(order) if kind in kinds) for kind in uno.KINDS]
    found[_INDEX["D"]] += len(order) * last
    return found


class UnoEngine:
    """Plays games of one setup; the only state between games is the stream of chance it is given.

    ``setup``: who is virtual, with which styles, how many cards are dealt, and whether there is a pool.
    """

    def __init__(self, setup: Setup) -> None:
        """Prepare what all games of a setup share: the decks as integers, and the class of each kind, seat by
        seat.
        """
        self.setup = setup
        last = dict(setup.house).get("wild_draw_four") == "last"
        styles = setup.styles or ("uniform",) * len(setup.virtual)
        self._ranks = [_ranks(s, last) if v else None for s, v in zip(styles, setup.virtual, strict=True)]
        self._deck, self._pool = codes(setup.deck or uno.DECK), codes(setup.pool)

    def game(self, chance: Callable[[], float], log: Log | None = None) -> GameRecord:
        """Play one game; ``chance`` gives numbers in [0, 1), two or fewer a turn and one a card drawn.

        ``log``: takes a public event for each, for tests that hold the game against the law; None in earnest.

        A hand is a list of integers; ``fits`` says of each kind whether it may be played now. ``seats`` has of each
        seat the hand, its deck and the discards of that deck, the top card among them if ``lying`` is that pile; k is
        all cards of a deck less those. ``laid`` are the hands that a run would lay beside it; ``told`` collects the
        virtual turns as their runs would have seen them. A game in which nobody can move any more, or that goes on
        for `MOST_TURNS`, ends without a winner.

        One long function on purpose: a turn takes a microsecond, and parted into three it took a tenth more.
        """
        virtual, until = self.setup.virtual, self.setup.until
        top, common, own, hands = self._begun(chance)
        lying, apart = [top], list[int]()
        split, several, on_table = bool(self._pool), sum(virtual) > 1, len(self._pool or self._deck)
        decks = [(own, apart) if split and v else (common, lying) for v in virtual]
        seats = [
            (hand, *deck, v, ranks)
            for hand, deck, v, ranks in zip(hands, decks, virtual, self._ranks, strict=True)
        ]
        laid = [hand for hand, v in zip(hands, virtual, strict=True) if v or not split]
        told: list[VirtualTurn] = []
        n = len(seats)
        turn, step = floor(chance() * n), 1
        if log is not None:
            log.append(("start", turn, uno.KINDS[top], ""))
        fits, stuck, chained = _FITS[top], 0, False
        for turns in range(1, MOST_TURNS + 1):
            # A turn: what fits, and of that what a style likes best.
            hand, deck, pile, unseen, ranks = seats[turn]
            legal: list[int] = []
            for card in hand:  # a comprehension is a call more
                if fits[card]:
                    legal.append(card)  # noqa: PERF401
            drawn = k2 = m2 = 0
            if unseen:
                k, m, order = on_table - len(pile), len(hand), _NO_ORDER
                if ranks:
                    order = ranks[m <= SMALL]
                    legal = _best(legal, order)
            # It plays one of them, uniformly ...
            if legal:
                card = legal[floor(chance() * len(legal))]
                hand.remove(card)
                fit = True
            else:
                # ... or draws one card, or until one fits; an empty deck is made anew of the discards.
                fit = False
                while not fit and (until or not drawn):
                    if not deck:
                        _reshuffle(deck, pile, pile is lying)
                        if not deck:
                            break
                        k2, m2 = on_table - len(pile), len(hand) + 1
                    if log is not None:
                        log.append(("draw", turn, "", ""))
                    at = floor(chance() * len(deck))  # as `_taken`, which to call takes as long again
                    card, deck[at] = deck[at], deck[-1]
                    deck.pop()
                    drawn += 1
                    fit = fits[card]
                    if not fit:
                        hand.append(card)
            if unseen:
                end = _END[fit, drawn > 0]
                if end == KEPT and not (k2 or until) and _none_fits(fits, deck, laid):
                    end = COUNTED
                black, rank = fit and card >= _BLACK, order[card] if fit else 0
                told.append(VirtualTurn(k, m, end, black, drawn, k2, m2, chained, turn, rank))
                chained = several and fit and (drawn < 2 or drawn < m2 - m + 2)
            # Nothing drawn fits: the turn passes on.
            if not fit:
                stuck = 0 if drawn else stuck + 1
                if log is not None:
                    log.append(("pass" if drawn else "draw", turn, "", ""))
                if stuck == n:
                    break
                turn = (turn + step) % n
                continue
            # The card lies: what fits now, by its colour or the one that chance names.
            pile.append(card)
            lying, stuck = pile, 0
            fits, color = _FITS[card], ""
            if card >= _BLACK:
                color = uno.COLORS[floor(chance() * 4)]
                fits = _NAMED[card][color]
            if log is not None:
                log.append(("play", turn, uno.KINDS[card], color))
            if not hand:
                return GameRecord(turns, tuple(told), turn)
            # The turn passes on; a special card first does what it does: who misses it may have to draw.
            effect = _EFFECTS[card]
            if effect is not None:
                if effect.reverse:
                    step = -step
                if effect.misses:
                    turn = (turn + step) % n
                if effect.draws:
                    hand, deck, pile, *_ = seats[turn]
                    _forced(hand, effect.draws, deck, pile, pile is lying, chance)
                    chained = False
            turn = (turn + step) % n
            if chained:
                _, deck, _, chained, _ = seats[turn]
                chained = chained and bool(deck)
        return GameRecord(turns, tuple(told), None)

    def _begun(self, chance: Callable[[], float]) -> tuple[int, list[int], list[int], list[list[int]]]:
        """Deal, and turn over the first top card, a black one being put back; deal again where none may be it.

        Return it, the deck of all, the virtual seats' own, and the hands.
        """
        common, own, hands = self._dealt(chance)
        while min(common, default=_BLACK) >= _BLACK:
            common, own, hands = self._dealt(chance)
        at = floor(chance() * len(common))
        while common[at] >= _BLACK:
            at = floor(chance() * len(common))
        top, common[at] = common[at], common[-1]
        common.pop()
        return top, common, own, hands

    def _dealt(self, chance: Callable[[], float]) -> tuple[list[int], list[int], list[list[int]]]:
        """Deal each hand from the deck of its seat; return the deck of all, the virtual seats' own, the hands."""
        common, own, size = self._deck[:], self._pool[:], self.setup.hand_size
        decks = [own if self._pool and virtual else common for virtual in self.setup.virtual]
        return common, own, [_taken(deck, size, chance) for deck in decks]


def _none_fits(fits: Sequence[bool], deck: Sequence[int], laid: Sequence[Sequence[int]]) -> bool:
    """Tell whether no card that a layout would show fits: then all can count it.

    ``fits``: of each kind; ``deck``: the one of the seat in turn; ``laid``: the hands that lie beside it.
    """
    return not any(fits[card] for cards in (deck, *laid) for card in cards)


def _best(legal: list[int], order: Sequence[int]) -> list[int]:
    """Return the cards of the best class among some; ``order``: the class of each kind."""
    best = min([order[card] for card in legal], default=0)
    return [card for card in legal if order[card] == best]


def _reshuffle(deck: list[int], pile: list[int], top: bool) -> None:
    """Put the discards of a deck back into it; ``top``: the last of them is the top card, and stays."""
    left = len(pile) - top
    deck += pile[:left]
    del pile[:left]


def _forced(
    hand: list[int], count: int, deck: list[int], pile: list[int], top: bool, chance: Callable[[], float]
) -> None:
    """Let a hand take so many cards of a deck, made anew of its discards where it runs out, or all there are."""
    while count and (deck or len(pile) > top):
        if not deck:
            _reshuffle(deck, pile, top)
        taken = _taken(deck, count, chance)
        hand += taken
        count -= len(taken)


def _taken(deck: list[int], count: int, chance: Callable[[], float]) -> list[int]:
    """Take up to so many uniformly random cards: what lies on top of a shuffled deck.

    The last card of the list takes the place of the one that is taken, so that nothing is moved up.
    """
    taken = list[int]()
    for size in range(len(deck), max(len(deck) - count, 0), -1):
        at = floor(chance() * size)
        taken.append(deck[at])
        deck[at] = deck[-1]
        deck.pop()
    return taken
