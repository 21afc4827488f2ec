"""The public facts of Muggins: the row of tiles, its open ends, the highest doublet.  Source: paper §5.3."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from facilitator.games import dealt
from facilitator.games.events import Drew, Event, Lacks, Pass, Play, Show
from facilitator.games.facts import Zone
from facilitator.games.material import Glance
from facilitator.games.motions import Happened
from facilitator.games.packs import DOUBLETS, LEFT, RIGHT, TILES, halves
from facilitator.machine.faces import Face
from facilitator.wording import listed

ROW: Zone = "row"
HAND, LIMIT, FIVE = 5, 100, 5
_ALL = frozenset(TILES.cards)
_WITH = tuple(frozenset(tile for tile in TILES.cards if number in halves(tile)) for number in range(7))
"""The tiles that have a number."""


@dataclass(frozen=True, slots=True)
class DominoesState(dealt.Dealt):
    """The public facts.

    ``size``: tiles dealt to each seat. ``row``: the tiles as they lie, halves from left to right. ``turn``: a
    place, none while the highest doublet is looked for. ``asked``: the people who have said theirs. ``shown``:
    doublets shown. ``passed``: passes one after the other. ``counted``: hands shown when the round has ended.
    """

    deck: int = 0
    size: int = HAND
    row: tuple[tuple[int, int], ...] = ()
    turn: int | None = None
    round: int = 1
    scores: tuple[int, ...] = ()
    asked: frozenset[int] = frozenset()
    shown: tuple[tuple[int, Face], ...] = ()
    drawn: bool = False
    passed: int = 0
    counted: tuple[tuple[int, tuple[Face, ...]], ...] = ()

    @property
    def laid(self) -> tuple[Face, ...]:
        """The tiles of the row, from left to right."""
        return _laid(self.row)

    @property
    def loose(self) -> frozenset[Face]:
        """What lies in hands and in the deck."""
        return _loose(self.row)

    @property
    def best(self) -> tuple[int, Face] | None:
        """Who shows the highest doublet so far, and which it is."""
        return max(self.shown, key=lambda shown: shown[1], default=None)

    @property
    def higher(self) -> frozenset[Face]:
        """The doublets above the highest shown: §5.3 has them as the valid tiles of the next selection."""
        return frozenset(face for face in DOUBLETS if self.best is None or face > self.best[1])

    @property
    def seeker(self) -> int | None:
        """Who is asked for a doublet now: the people first, then the virtual seats that may have a higher one.

        A virtual seat that shows one may have a higher one still, so it is asked again once another has gone
        above it; whether the holder of the highest has two above all others only `usual` must know.
        """
        for at, seat in enumerate(self.seats):
            if not seat.virtual and at not in self.asked:
                return at
        holds = None if self.best is None or self.usual else self.best[0]
        virtual = (at for at, seat in enumerate(self.seats) if seat.virtual and at != holds)
        return next((at for at in virtual if self.higher - self.lacks[at]), None)

    @property
    def ended(self) -> bool:
        """Whether a hand is empty, all have passed, or no tile is left that fits an end (then all would pass)."""
        return 0 in self.hands or self.passed == len(self.seats) or not fitting(self)

    @property
    def turning(self) -> bool:
        """Whether seats take their turns: a tile lies, and the round has not ended."""
        return bool(self.row) and not self.ended

    @property
    def revealing(self) -> int | None:
        """Whose hand is counted next, once the round has ended (usual)."""
        if not (self.usual and self.ended):
            return None
        known = [at for at, _ in self.counted]
        return next((at for at, count in enumerate(self.hands) if count and at not in known), None)

    @property
    def asks(self) -> int | None:
        """Who must answer, play or show a hand; None where the tiles are dealt anew."""
        if self.ended:
            return self.revealing
        return self.seeker if self.turn is None else self.turn

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Who has most points when the game is over, while it goes on None."""
        if not self.ended or self.revealing is not None or (self.usual and max(self.scores) < LIMIT):
            return None
        return tuple(n for n, score in zip(self.names, self.scores, strict=True) if score == max(self.scores))


@lru_cache(maxsize=256)  # asked several times of every row a rehearsed game comes to
def _laid(row: tuple[tuple[int, int], ...]) -> tuple[Face, ...]:
    return tuple(f"{min(pips)}-{max(pips)}" for pips in row)


@lru_cache(maxsize=256)
def _loose(row: tuple[tuple[int, int], ...]) -> frozenset[Face]:
    return _ALL - frozenset(_laid(row))


def ends(row: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Return the numbers at the open ends, left and right."""
    return row[0][0], row[-1][1]


def open_sum(row: tuple[tuple[int, int], ...]) -> int:
    """Return the sum of all open endpoints; a doublet at an end lies across and counts whole.

    The paper says only "the sum of all open endpoints"; that a doublet counts its whole value is Muggins as the
    Encyclopædia Britannica has it ("if to 2-4 he can play 4-4, he scores 10"), and there is no spinner in either.
    """
    if len(row) == 1:
        return sum(row[0])
    return sum(
        number * (2 if tile[0] == tile[1] else 1)
        for number, tile in zip(ends(row), (row[0], row[-1]), strict=True)
    )


def points(row: tuple[tuple[int, int], ...]) -> int:
    """Return what is scored by the tile that made this row: its sum, if a multiple of five."""
    total = open_sum(row)
    return total if total % FIVE == 0 else 0


def fitting(state: DominoesState) -> frozenset[Face]:
    """Return the tiles that may be played: one with the number of an open end; at first any (usual: the doublet)."""
    if state.row:
        left, right = ends(state.row)
        return state.loose & (_WITH[left] | _WITH[right])
    return frozenset({state.best[1]}) if state.usual and state.best else state.loose


def places_for(state: DominoesState, tile: Face) -> tuple[str, ...]:
    """Return the ends that a tile fits; one where it makes no difference (the first tile, next to one doublet)."""
    if not state.row:
        return (RIGHT,)
    left, right = ends(state.row)
    if len(state.row) == 1 and left == right:
        return (RIGHT,)
    return tuple(end for end, number in ((LEFT, left), (RIGHT, right)) if number in halves(tile))


def lengthened(row: tuple[tuple[int, int], ...], tile: Face, end: str) -> tuple[tuple[int, int], ...]:
    """Return the row with a tile laid at an end, the equal halves touching."""
    low, high = halves(tile)
    if not row:
        return ((low, high),)
    left, right = ends(row)
    if end == LEFT:
        return ((high, low) if low == left else (low, high), *row)
    return (*row, (low, high) if low == right else (high, low))


class DominoesTold(dealt.DealtGame[DominoesState]):
    """How Dominoes is said and written: words, shapes, the validity page."""

    def glance(self, state: DominoesState) -> Glance:
        """Return which tiles fit an end."""
        rows = [
            (f"an open end of {number}", (tuple(tile for tile in TILES.cards if tile in fits),))
            for number, fits in enumerate(_WITH)
        ]
        return Glance("Dominoes: what fits", tuple(rows))

    def examples(self, state: DominoesState) -> tuple[Event, ...]:
        """Return the highest doublet found, tiles played, a draw, a pass."""
        first, second, *_ = state.names
        found = (Show(first, ("5-5",)), Lacks(second))
        return (
            *found,
            Play(first, "5-6"),
            Play(second, "5-5"),
            Drew(first),
            Play(first, "2-6", RIGHT),
            Pass(second),
        )

    def speaker(self, state: DominoesState) -> str | None:
        """Return who is in turn."""
        at = state.asks
        return None if at is None else state.name(at)

    def seeks(self, state: DominoesState) -> bool:
        """Tell whether the highest doublet is looked for."""
        return state.turn is None

    def shows(self, state: DominoesState) -> bool:
        """Tell whether tiles typed alone are shown: a doublet, a hand that is counted."""
        return state.turn is None or state.ended

    def _opens(self, state: DominoesState) -> Play | None:
        """Return the play that is known before it is made: the highest doublet, that was shown, opens (usual)."""
        if state.turn is None or state.best is None or state.row or not state.usual:
            return None
        return Play(state.name(state.turn), state.best[1])

    def read(self, text: str, state: DominoesState) -> Event:
        """Return the event a few keystrokes or a whole line mean; Enter, where the play is known.

        Raises `CommandError`.
        """
        opens = self._opens(state)
        return super().read(text, state) if text.strip() or opens is None else opens

    def question(self, state: DominoesState) -> str:
        """Return what the table, or the person in turn, is asked for."""
        if state.asks is None:
            return f"the next deal: round {state.round + bool(state.ended)}"
        if state.ended:
            return "every tile left in the hand"
        if state.turn is None:
            return "the highest doublet in the hand, or no"
        if (opens := self._opens(state)) is not None:
            return f"{opens.card}, as shown (Enter)"
        return "a tile" if not state.row else "a tile, or draw" if state.deck else "a tile, or pass"

    def say(self, happened: Happened) -> str:
        """Return the sentence for what follows from an event."""
        args = happened.args
        match happened.key:
            case "deal":
                return dealt.say_deal(args, "tile") + " The others are the unplayed deck."
            case "no doublet":
                return "Nobody holds a doublet: shuffle all tiles and deal anew."
            case "highest":
                plays = f"plays {args['tile']}" if args["usual"] else "plays any tile"
                return f"{args['seat']} has the highest doublet and {plays} first."
            case "score" | "count":
                return f"{args['seat']} scores {args['points']}."
            case "out":
                return f"{args['seat']} has no tiles left."
            case "blocked":
                return "Nobody can play any more."
            case "tie":
                return "Two hands have the fewest pips: nobody scores."
            case "gather":
                return f"Shuffle all tiles face down for round {args['round']}."
            case "over":
                names = args["winners"]
                return f"The game is over: {listed(names)} {'win' if len(names) > 1 else 'wins'}."
        return ""

    def facts(self, state: DominoesState, short: bool = False) -> str:
        """Return the row's ends, hands and points on one line."""
        row = f"ends {' and '.join(map(str, ends(state.row)))}" if state.row else "no tile played"
        if short:
            return row
        seats = zip(state.names, state.hands, state.scores, strict=True)
        told = ", ".join(f"{name} {hand} ({score})" for name, hand, score in seats)
        return f"round {state.round}; {row}; tiles (points): {told}; unplayed {state.deck}"

    def state_json(self, state: DominoesState) -> dict[str, object]:
        """Return the public state: under ``table`` the round, the row as it lies, the sum of its open ends."""
        table = {
            "round": state.round,
            "row": [f"{left}-{right}" for left, right in state.row],
            "sum": open_sum(state.row) if state.row else None,
            "shown": {state.name(at): tile for at, tile in state.shown},
        }
        scores = dict(zip(state.names, state.scores, strict=True))
        return {
            **self.facts_json(state, state.winners or (), table),
            "unplayed": state.deck,
            "scores": scores,
        }
