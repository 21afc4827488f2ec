"""What a rehearsal that is opened again must know of before: mistakes that may still be noticed, the longest run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from facilitator.play.asking import Asker
from facilitator.play.game import Game
from facilitator.play.journal import BESIDE, REMARKS, Entry, Journal
from facilitator.play.misentries import what_is
from facilitator.play.reckoning import MISTAKE, Noticed, Reckoned
from facilitator.play.run import Run
from facilitator.play.staging import Spot, Stage, Staged, spot_of
from facilitator.protocols.mishaps import Mishap

Minutes = Callable[[Run], float]
_Kept = tuple[Reckoned, Spot, int]
"""What is kept of a mistake, where it stood, and the place of its entry."""


def slip_of(spot: Spot) -> str:
    """Return the name of where a mistake stood."""
    return "/".join(map(str, map(int, spot)))


def gone_on_with(game: Game, minutes: Minutes) -> Iterator[Staged]:
    """Yield the mistakes of the run under way that are kept as missed, and were not noticed since."""
    here, entries = spot_of(game), game.journal.entries
    wanted: list[_Kept] = []
    for told, spot, kept in _missed(game):
        over = any(one.derived for one in entries[kept:])  # its run came to its end since, and was taken back
        if spot[:2] == here[:2] and spot < here and not over:
            wanted.append((told, spot, kept))
    worked_out = _worked_out(game, minutes, wanted) if wanted else {}
    for told, spot, _ in wanted:
        plain = Staged(spot, what_is(told.what), told.act, told.where, told.seen, (), passed=True)
        yield worked_out.get(told.slip, plain)


def believed(game: Game) -> set[str]:
    """Return where something was read wrongly at the act at hand, and that was typed: nothing came of it yet."""
    here, entries = spot_of(game), game.journal.entries
    return {
        told.slip
        for told, spot, kept in _missed(game)
        if spot == here
        and what_is(told.what) is Mishap.MISREAD
        and all(one.kind in (*REMARKS, *BESIDE) for one in entries[kept:])
    }


def _missed(game: Game) -> Iterator[_Kept]:
    """Yield what is kept as missed."""
    at = {str(one.body["slip"]): n for n, one in enumerate(game.journal.entries) if one.kind == MISTAKE}
    for told in game.reckoned:
        if told.how is Noticed.MISSED:
            n, lot, done = told.stood
            yield told, (n, bool(lot), done), at[told.slip]


def longest_run(game: Game, minutes: Minutes, entries: int) -> float:
    """Return the minutes of the longest run there was in a rehearsal, up to so many entries."""
    again = Game(game.table, Journal(None, game.journal.facts), game.seed)
    last, longest = None, 0.0
    for _ in _replayed(again, game.journal.entries[:entries]):
        if again.run is not None and again.run is not last:
            last, longest = again.run, max(longest, minutes(again.run))
    again.close()
    return longest


def _worked_out(game: Game, minutes: Minutes, wanted: Sequence[_Kept]) -> dict[str, Staged]:
    """Return mistakes as they were shown, by where they stood, from what was kept before they were gone on with."""
    again = Game(game.table, Journal(None, game.journal.facts), game.seed)
    found: dict[str, Staged] = {}
    for count, spot in enumerate(_replayed(again, game.journal.entries[: max(kept for *_, kept in wanted)])):
        for told, stood, kept in wanted:
            if spot == stood and count <= kept:
                one = _staged(again, minutes, told)
                found |= {} if one is None else {told.slip: one}
    again.close()
    return found


def _staged(game: Game, minutes: Minutes, told: Reckoned) -> Staged | None:
    if game.run is not None:
        game.run.begin_here()
    while game.run is not None and game.run.more:
        game.run.press()
    _, one = Stage(game, minutes).looks(Asker(game, minutes, None).prompt(1), True)
    if one is None or (one.what.value, one.act, one.seen) != (told.what, told.act, told.seen):
        return None
    one.passed = True
    return one


def _replayed(game: Game, entries: Iterable[Entry]) -> Iterator[Spot]:
    """Let each input take effect; yield where the game stands before the first entry, and after each."""
    yield spot_of(game)
    for entry in entries:
        game.replay(entry)
        yield spot_of(game)
