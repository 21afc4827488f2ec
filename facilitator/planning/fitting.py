"""Seconds for each act and for a word that explain many stretches of work.

Those that fit all of them best are found by least squares, held close to one pace of the voice and one of the hands
where little was seen, and these two to one overall pace where words and acts came in such equal shares that they
cannot be told apart.  Pauses (someone fetched drinks) and steps confirmed late are cut off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from statistics import median

from facilitator.readings.acts import Handling
from facilitator.table.measures import SPEEDS

FEWEST = 12  # stretches of work below which nothing is learned
_PAUSE = 3.0  # times as long as expected
_HASTE = 0.2
_HOLD = 0.3  # how strongly an act is held to the overall pace, in stretches of work
_ROUNDS = 6
_APART = 0.05
"""How far the shares of voice and hands must vary for each to have its own pace: 0 is never, 1 unrelated."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Seconds between two inputs, and the acts done in them (and words said), as if by one pair of hands.

    Shared acts are already divided among the hands that were at work.
    """

    seconds: float
    acts: Mapping[Handling, float]


@dataclass(frozen=True, slots=True)
class Learned:
    """Seconds of the acts that were seen, from how many stretches, and how many were cut off as pauses."""

    seconds: Mapping[Handling, float]
    stretches: int
    cut: int


def learn(stretches: Sequence[Stretch]) -> Learned:
    """Return the seconds that explain these stretches; nothing if there are too few."""
    rows = [row for row in stretches if row.seconds > 0 and row.acts]
    if len(rows) < FEWEST:
        return Learned({}, len(rows), 0)
    acts = sorted({act for row in rows for act in row.acts}, key=list(Handling).index)
    usual = median(row.seconds / _expected(row, {}) for row in rows)
    found = {act: usual * SPEEDS[act].seconds for act in acts}
    kept = rows
    for _ in range(_ROUNDS):
        kept = [row for row in rows if _HASTE <= row.seconds / _expected(row, found) <= _PAUSE]
        if len(kept) < FEWEST:
            return Learned({}, len(rows), len(rows) - len(kept))
        found = _fit(kept, acts, paces(kept))
    seen = {act for row in kept for act in row.acts}
    return Learned({act: found[act] for act in acts if act in seen}, len(kept), len(rows) - len(kept))


def _expected(row: Stretch, seconds: Mapping[Handling, float]) -> float:
    return sum(n * seconds.get(act, SPEEDS[act].seconds) for act, n in row.acts.items())


def paces(rows: Sequence[Stretch]) -> tuple[float, float]:
    """Return what the assumed seconds of voice and of hands must be multiplied with to explain these stretches.

    One overall factor for both where their shares hardly vary, or where one of them would be nothing.
    """
    usual = median(row.seconds / _expected(row, {}) for row in rows)
    voices = [row.acts.get(Handling.WORD, 0) * SPEEDS[Handling.WORD].seconds / row.seconds for row in rows]
    hands = [_expected(row, {}) / row.seconds - voice for row, voice in zip(rows, voices, strict=True)]
    both = sum(map(mul, voices, hands))
    own, other = sum(map(mul, voices, voices)), sum(map(mul, hands, hands))
    apart = own * other - both * both
    if apart <= _APART * own * other:
        return usual, usual
    voice = (sum(voices) * other - sum(hands) * both) / apart
    hand = (sum(hands) * own - sum(voices) * both) / apart
    return (voice, hand) if min(voice, hand) > usual / 10 else (usual, usual)


def _fit(
    rows: Sequence[Stretch], acts: Sequence[Handling], pace: tuple[float, float]
) -> dict[Handling, float]:
    """Least squares of relative errors: unknown is each act's seconds as a multiple of the assumed ones.

    Each is held to the ``pace`` of voice or hands, and is at least a tenth of it: seconds are not negative.
    """
    index = {act: i for i, act in enumerate(acts)}
    held = [pace[act is not Handling.WORD] for act in acts]
    matrix = [[_HOLD * (i == j) for j in range(len(acts))] for i in range(len(acts))]
    right = [_HOLD * one for one in held]
    for row in rows:
        line = [(index[act], n * SPEEDS[act].seconds / row.seconds) for act, n in row.acts.items()]
        for i, x in line:
            right[i] += x
            for j, y in line:
                matrix[i][j] += x * y
    times = _solved(matrix, right)
    return {act: max(times[i], held[i] / 10) * SPEEDS[act].seconds for act, i in index.items()}


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a symmetric positive definite system by elimination (the hold on each act makes it definite)."""
    n = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i in range(n):
        for j in range(i + 1, n):
            ratio = rows[j][i] / rows[i][i]
            for c in range(i, n + 1):
                rows[j][c] -= ratio * rows[i][c]
    solution = [0.0] * n
    for i in reversed(range(n)):
        known = sum(rows[i][j] * solution[j] for j in range(i + 1, n))
        solution[i] = (rows[i][n] - known) / rows[i][i]
    return solution
