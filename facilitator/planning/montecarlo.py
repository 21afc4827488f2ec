"""Whole games at rules level, thousands a second: a compact engine beside `facilitator.state`, and tested
against it event by event.

People and virtual seats play by one law: a uniformly random valid card; none: draw, play it if it fits.
Cards are small integers; a card of the virtual seats' own deck has `POOL` added, which no rule looks at.
A deck is shuffled as it is drawn from.  Rules: "paper".
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from random import Random
from typing import NamedTuple

from facilitator.games import uno

POOL = 64
CHUNK = 100  # games with one stream of chance: results do not depend on the number of workers
MOST_TURNS = 3000  # a game that goes round in a circle ends without a winner
WORTH_A_WORKER = 4000  # games below which starting processes costs more than it saves


class Setup(NamedTuple):
    """A table for the engine: who is virtual, cards a hand, the deck, the virtual seats' own (or none)."""

    virtual: tuple[bool, ...]
    hand_size: int
    deck: tuple[str, ...] = uno.DECK
    pool: tuple[str, ...] = ()


PLAYED, STUCK, KEPT, DREW = range(4)


class VirtualTurn(NamedTuple):
    """A virtual seat's turn as its runs see it: k and m at its start, and what came of it.

    ``end``: a card of the hand was `PLAYED`; there was none and nothing to draw (`STUCK`); the drawn card
    was `KEPT` or played (`DREW`).  ``k2``: cards on the table after the discards became a new deck between
    the first look and the draw; else 0.  ``black``: a colour had to be drawn by lot.
    """

    k: int
    m: int
    end: int
    k2: int
    black: bool


class GameRecord(NamedTuple):
    """One game: turns in all, cards dealt or drawn at most in each hand, every virtual turn, the winner or None."""

    turns: int
    most: tuple[int, ...]
    virtual_turns: tuple[VirtualTurn, ...]
    winner: int | None


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
    """Return cards as the engine's integers."""
    return [_INDEX[card] + (POOL if pool else 0) for card in cards]


class Engine:
    """Plays games of one setup; the only state between games is the stream of chance it is given."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._deck, self._pool = codes(setup.deck), codes(setup.pool, pool=True)

    def game(self, chance: Callable[[], float], log: Log | None = None) -> GameRecord:
        """Play one game; ``chance`` gives numbers in [0, 1), two or fewer a turn and one a card drawn.

        One long function on purpose: a turn takes two microseconds, and calls would double them.
        """
        setup = self.setup
        virtual, n, split = setup.virtual, len(setup.virtual), bool(setup.pool)
        common, own = self._deck[:], self._pool[:]
        decks = [own if split and v else common for v in virtual]
        on_table = len(own or common)
        hands = [[_take(deck, chance) for _ in repeat(None, setup.hand_size)] for deck in decks]
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
        while stuck < n and turns < MOST_TURNS:
            hand, deck = hands[turn], decks[turn]
            turns += 1
            legal = [card for card in hand if card in fits]
            if legal:
                card = legal[int(chance() * len(legal))]
                hand.remove(card)
                stuck = 0
                if virtual[turn]:
                    told.append(VirtualTurn(on_table - out, len(hand) + 1, PLAYED, 0, card & 63 >= _BLACK))
            else:
                k, k2, m = on_table - out, 0, len(hand)
                if not deck:
                    discards = _reshuffle(deck, discards, deck is own)
                    if deck and (deck is own or not split):
                        out = int(not split or top >= POOL)
                        k2 = on_table - out
                if log is not None:
                    log.append(("draw", turn, "", ""))
                if not deck:
                    if virtual[turn]:
                        told.append(VirtualTurn(k, m, STUCK, 0, False))
                    stuck += 1
                    turn = (turn + step) % n
                    continue
                stuck = 0
                card = _take(deck, chance)
                if m >= most[turn]:
                    most[turn] = m + 1
                fit = card in fits
                if virtual[turn]:
                    black = fit and card & 63 >= _BLACK
                    told.append(VirtualTurn(k, m, DREW if fit else KEPT, k2, black))
                if not fit:
                    hand.append(card)
                    if log is not None:
                        log.append(("pass", turn, "", ""))
                    turn = (turn + step) % n
                    continue
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
            if not _SPECIAL[kind]:
                turn = (turn + step) % n
                continue
            effect = _EFFECTS[kind]
            if effect.reverse:
                step = -step
            turn = (turn + step) % n
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
        return GameRecord(turns, tuple(most), tuple(told), None)


def _take(deck: list[int], chance: Callable[[], float]) -> int:
    """Take a uniformly random card: what the top of a shuffled deck is."""
    last = deck.pop()
    at = int(chance() * (len(deck) + 1))
    if at == len(deck):
        return last
    card, deck[at] = deck[at], last
    return card


def _reshuffle(deck: list[int], discards: list[int], own: bool) -> list[int]:
    """Put the discards below the top card that belong to this deck back into it; return those that do not."""
    back = [card for card in discards if (card >= POOL) == own]
    deck += back
    return [card for card in discards if (card >= POOL) != own]


def chunk(setup: Setup, seed: int, number: int, count: int = CHUNK) -> list[GameRecord]:
    """Play one chunk of games; the same seed and number always the same games."""
    engine, chance = Engine(setup), Random(f"games {seed} {number}").random
    return [engine.game(chance) for _ in range(count)]


def games(
    setup: Setup,
    count: int,
    seed: int = 0,
    workers: int | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> list[GameRecord]:
    """Play games on all cores (``workers`` None), or on so many; ``tell`` is told how many of how many are done.

    The games depend on the seed alone, never on the number of workers.
    """
    found: list[GameRecord] = []
    for done in _chunks(setup, count, seed, workers):
        found += done
        if tell is not None:
            tell(len(found), count)
    return found


def _chunks(setup: Setup, count: int, seed: int, workers: int | None) -> Iterator[list[GameRecord]]:
    numbers = range(-(-count // CHUNK))
    sizes = [min(CHUNK, count - CHUNK * number) for number in numbers]
    if workers is None:
        workers = min(os.cpu_count() or 1, 1 + count // WORTH_A_WORKER)
    if workers == 1:
        yield from map(chunk, repeat(setup), repeat(seed), numbers, sizes)
        return
    with ProcessPoolExecutor(workers) as pool:
        batch = max(1, len(numbers) // (8 * workers))
        for packed in pool.map(_packed, repeat(setup), repeat(seed), numbers, sizes, chunksize=batch):
            yield [_unpacked(record) for record in marshal.loads(packed)]


def _packed(setup: Setup, seed: int, number: int, count: int) -> bytes:
    """Play a chunk in a worker; plain tuples travel many times faster than named ones."""
    records = chunk(setup, seed, number, count)
    return marshal.dumps([(r.turns, r.most, [tuple(t) for t in r.virtual_turns], r.winner) for r in records])


def _unpacked(
    record: tuple[int, tuple[int, ...], list[tuple[int, int, int, int, bool]], int | None],
) -> GameRecord:
    turns, most, told, winner = record
    return GameRecord(turns, most, tuple([VirtualTurn(*turn) for turn in told]), winner)
