"""Many games at rules level, on all cores, by the engine that a game has."""

from __future__ import annotations

import marshal
import os
from collections.abc import Callable, Iterator
from itertools import repeat
from random import Random

from facilitator.games.records import GameRecord, QuestionSize, Setup, VirtualTurn
from facilitator.games.registry import Engine, engine_of, game_named
from facilitator.system.workers import pool

CHUNK = 100  # games with one stream of chance: results do not depend on the number of workers
WORTH_A_WORKER = 4000  # games below which starting processes costs more than it saves

FEW = 100
"""Games played in thought where the game has no engine of its own: through its law each takes long."""


def enough(setup: Setup, most: int) -> int:
    """Return how many games a plan plays if nobody says: ``most`` where an engine lives beside the game."""
    return most if engine_of(setup) is not None else min(most, FEW)


def engine_for(setup: Setup) -> Engine:
    """Return the engine that lives beside the game, or one that plays it through its law."""
    made = engine_of(setup)
    if made is None:
        from facilitator.planning.through import Through

        return Through(setup)
    return made


def deck_of(setup: Setup) -> tuple[str, ...]:
    """Return all cards of the deck that people are dealt from."""
    return setup.deck or game_named(setup.game).kinds.cards


def chunk(setup: Setup, seed: int, number: int, count: int = CHUNK) -> list[GameRecord]:
    """Play one chunk of games; the same seed and number always the same games."""
    engine, chance = engine_for(setup), Random(f"games {seed} {number}").random
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
    with pool(workers) as processes:
        batch = max(1, len(numbers) // (8 * workers))
        for packed in processes.map(_packed, repeat(setup), repeat(seed), numbers, sizes, chunksize=batch):
            yield [_unpacked(record) for record in marshal.loads(packed)]


_Turn = tuple[int, int, int, bool, int, int, int, bool, int, int]
_Plain = tuple[int, tuple[int, ...], list[_Turn], int | None, list[tuple[int, int]], int]
"""A game's record as it travels."""


def _packed(setup: Setup, seed: int, number: int, count: int) -> bytes:
    """Play a chunk in a worker; plain tuples travel many times faster than named ones."""
    records = chunk(setup, seed, number, count)
    return marshal.dumps(
        [
            (*r[:2], [tuple(t) for t in r.virtual_turns], r.winner, [tuple(q) for q in r.asked], r.lots)
            for r in records
        ]
    )


def _unpacked(record: _Plain) -> GameRecord:
    turns, most, told, winner, asked, lots = record
    virtual = tuple([VirtualTurn(*turn) for turn in told])
    return GameRecord(turns, most, virtual, winner, tuple([QuestionSize(*one) for one in asked]), lots)
