"""Whole games of UNO, thousands a second: a compact engine beside the game's law, and tested against it event
by event.

People and virtual seats play by one law: a uniformly random valid card; none: draw, play it if it fits. A
virtual seat may play some kinds first: a named style, a wild draw four only if nothing else fits. Cards are
small integers; a card of the virtual seats' own deck has `POOL` added, which no rule looks at. A deck is
shuffled as it is drawn from. Rules: "paper", one card drawn or until one can be played.

It is for the evening's plan, that plays games by the thousand for counts of turns and minutes. It is no second
law: what it plays is checked by the law in tests, and rules it does not know are played through the law itself
(`facilitator.games.registry.engine_of`). Here, and nowhere else, a function may be long: it is the one hot
loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat

from facilitator.games.records import COUNTED, DREW, KEPT, PLAYED, STUCK, GameRecord, Setup, VirtualTurn
from facilitator.games.uno import cards as uno
from facilitator.games.uno.cards import PRESETS, SMALL

POOL = 64
MOST_TURNS = 3000  # a game that goes round in a circle ends without a winner


Log = list[tuple[str, int, str, str]]
"""For tests: verb, seat, card, colour, one entry a public event."""

_INDEX = {kind: i for i, kind in enumerate(uno.KINDS)}
_BLACK = _INDEX["W"]  # W and D close the list of kinds
_FITS = [
    [
        frozenset(
            i + extra for kind, i in _INDEX.items() if kind in uno.valid_kinds(top, c) for extra in (0, POOL)
        )
        for c in uno.COLORS
    ]
    for top in uno.KINDS
]
_EFFECTS = [uno.effect(kind) for kind in uno.KINDS] * 2
_SPECIAL = [effect.misses or effect.reverse for effect in _EFFECTS]
_OWN = [fits[i // len(uno.SYMBOLS)] if i < _BLACK else fits[0] for i, fits in enumerate(_FITS)]


def codes(cards: Sequence[str], pool: bool = False) -> list[int]:
    """Return cards as the engine's integers: their place in the list of kinds.

    ``pool``: they are of the virtual seats' own deck.
    """
    return [_INDEX[card] + (POOL if pool else 0) for card in cards]


def _ranks(style: str, last: bool) -> tuple[list[int], list[int]] | None:
    """Return the class of each kind while the hand is large, and while it is small; None: all are of one.

    ``style``: of the presets. ``last``: a wild draw four comes after all else, whatever the style likes. A list
    has the class of each kind by its integer, the best being 0.
    """
    orders = [PRESETS[style](hand) for hand in (SMALL + 1, SMALL)]
    if max(map(len, orders)) == 1 and not last:
        return None
    found = [
        [next(i for i, kinds in enumerate(order) if kind in kinds) for kind in uno.KINDS] for order in orders
    ]
    for ranks, order in zip(found, orders, strict=True):
        if last:  # within it the style's own order stays
            ranks[_INDEX["D"]] += len(order)
    return found[0], found[1]


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
        self._deck, self._pool = codes(setup.deck or uno.DECK), codes(setup.pool, pool=True)

    def game(self, chance: Callable[[], float], log: Log | None = None) -> GameRecord:
        """Play one game; ``chance`` gives numbers in [0, 1), two or fewer a turn and one a card drawn.

        ``log``: takes a public event for each, for tests that hold the game against the law; None in earnest.

        A hand is a list of integers; ``fits`` has those that may be played now. ``on_table`` less ``out`` is k,
        the cards that a run would lay. ``told`` collects the virtual turns as their runs would have seen them.
        A game in which nobody can move any more, or that goes on for `MOST_TURNS`, ends without a winner.

        One long function on purpose: a turn takes two microseconds, and parted into three it took a tenth more.
        """
        setup = self.setup
        virtual, n, split, until = setup.virtual, len(setup.virtual), bool(setup.pool), setup.until
        common, own, hands = self._dealt(chance)
        while (
            min(common, default=_BLACK) >= _BLACK
        ):  # no card left that may be the first top card: deal again
            common, own, hands = self._dealt(chance)
        decks = [own if split and v else common for v in virtual]
        on_table = len(self._pool or self._deck)
        # Turn over the first top card; a black one is put back.
        while True:
            at = int(chance() * len(common))
            if common[at] < _BLACK:
                break
        top, common[at] = common[at], common[-1]
        common.pop()
        turn, step = int(chance() * n), 1
        if log is not None:
            log.append(("start", turn, uno.KINDS[top], ""))
        fits = _OWN[top]
        discards: list[int] = []
        out = 0 if split else 1  # cards of the virtual seats' deck that lie open
        most = [setup.hand_size] * n
        told: list[VirtualTurn] = []
        turns = stuck = 0
        several, chained, every = sum(virtual) > 1, False, self._ranks
        while stuck < n and turns < MOST_TURNS:
            # A turn: what fits, and of that what a style likes best.
            hand, deck = hands[turn], decks[turn]
            turns += 1
            stands, chained = chained, False
            legal = [card for card in hand if card in fits]
            rank, ranks = 0, every[turn]
            if ranks is not None:
                order = ranks[len(hand) <= SMALL]
                if legal:
                    rank = min([order[card & 63] for card in legal])
                    legal = [card for card in legal if order[card & 63] == rank]
            # It plays one of them, uniformly ...
            if legal:
                card = legal[int(chance() * len(legal))]
                hand.remove(card)
                stuck = 0
                if virtual[turn]:
                    k, m = on_table - out, len(hand) + 1
                    told.append(VirtualTurn(k, m, PLAYED, card & 63 >= _BLACK, 0, 0, 0, stands, turn, rank))
                    chained = several
            else:
                k, m, k2, m2, drawn, last, fit = on_table - out, len(hand), 0, 0, 0, 0, False
                # ... or draws one card, or until one fits; an empty deck is made anew of the discards.
                while not fit and (until or not drawn):
                    if not deck:
                        discards = _reshuffle(deck, discards, deck is own)
                        if not deck:
                            break
                        if deck is own or not split:
                            out = int(not split or top >= POOL)
                        k2, m2, last = on_table - out, m + drawn + 1, -1
                    if log is not None:
                        log.append(("draw", turn, "", ""))
                    at = int(chance() * len(deck))  # as `_take`, which to call takes as long again
                    card, deck[at] = deck[at], deck[-1]
                    deck.pop()
                    drawn += 1
                    last += 1
                    fit = card in fits
                    if not fit:
                        hand.append(card)
                if m + drawn > most[turn]:
                    most[turn] = m + drawn
                if virtual[turn]:
                    end = DREW if fit else KEPT if drawn else STUCK
                    if end == KEPT and not k2 and not until and self._none_fits(fits, deck, hands):
                        end = COUNTED
                    black = fit and card & 63 >= _BLACK
                    if fit and ranks is not None:
                        rank = order[card & 63]
                    told.append(VirtualTurn(k, m, end, black, drawn, k2, m2, stands, turn, rank))
                    chained = several and fit and last <= 1
                # Nothing drawn fits: the turn passes on.
                if not fit:
                    stuck = 0 if drawn else stuck + 1
                    if log is not None:
                        log.append(("pass" if drawn else "draw", turn, "", ""))
                    turn = (turn + step) % n
                    continue
                stuck = 0
            # The card lies: what fits now, by its colour or the one that chance names.
            discards.append(top)
            top, kind = card, card & 63
            out += card >= POOL or not split
            if kind >= _BLACK:
                colour = int(chance() * 4)
                fits = _FITS[kind][colour]
            else:
                fits = _OWN[kind]
            if log is not None:
                log.append(("play", turn, uno.KINDS[kind], uno.COLORS[colour] if kind >= _BLACK else ""))
            if not hand:
                return GameRecord(turns, tuple(most), tuple(told), turn)
            # The turn passes on; a special card first does what it does.
            if not _SPECIAL[kind]:
                turn = (turn + step) % n
                if chained:
                    chained = virtual[turn] and bool(decks[turn])
                continue
            effect = _EFFECTS[kind]
            if effect.reverse:
                step = -step
            turn = (turn + step) % n
            # The next seat draws, of a new deck where its own runs out.
            if effect.draws:
                deck, hand = decks[turn], hands[turn]
                for _ in repeat(None, effect.draws):
                    if not deck:
                        discards = _reshuffle(deck, discards, deck is own)
                        if not deck:
                            break
                        if deck is own or not split:
                            out = int(not split or top >= POOL)
                    hand.append(_take(deck, chance))
                if len(hand) > most[turn]:
                    most[turn] = len(hand)
            if effect.misses:
                turn = (turn + step) % n
            if chained:
                chained = not effect.draws and virtual[turn] and bool(decks[turn])
        return GameRecord(turns, tuple(most), tuple(told), None)

    def _dealt(self, chance: Callable[[], float]) -> tuple[list[int], list[int], list[list[int]]]:
        """Deal each hand from the deck of its seat; return the deck of all, the virtual seats' own, the hands."""
        setup, common, own = self.setup, self._deck[:], self._pool[:]
        hands: list[list[int]] = []
        for virtual in setup.virtual:
            deck, hand = own if own and virtual else common, list[int]()
            for size in range(len(deck), len(deck) - setup.hand_size, -1):
                at = int(chance() * size)
                hand.append(deck[at])
                deck[at] = deck[-1]
                deck.pop()
            hands.append(hand)
        return common, own, hands

    def _none_fits(self, fits: frozenset[int], deck: list[int], hands: list[list[int]]) -> bool:
        """Tell whether no card that a layout would show fits: then all can count it.

        ``fits``: what may be played; ``deck``: the one of the seat in turn; ``hands``: all of them. With a pool
        only the virtual hands lie in the layout.
        """
        virtual, split = self.setup.virtual, bool(self.setup.pool)
        return fits.isdisjoint(deck) and all(
            fits.isdisjoint(hand) for hand, v in zip(hands, virtual, strict=True) if v or not split
        )


def _take(deck: list[int], chance: Callable[[], float]) -> int:
    """Take a uniformly random card: what the top of a shuffled deck is.

    The last card of the list takes the place of the one that is taken, so that nothing is moved up.
    """
    at = int(chance() * len(deck))
    card, deck[at] = deck[at], deck[-1]
    deck.pop()
    return card


def _reshuffle(deck: list[int], discards: list[int], own: bool) -> list[int]:
    """Put the discards below the top card that belong to this deck back into it; return those that do not.

    ``own``: whether it is the virtual seats' own deck.
    """
    back = [card for card in discards if (card >= POOL) == own]
    deck += back
    return [card for card in discards if (card >= POOL) != own]
