"""Dominoes, Muggins: 28 tiles, five each, points for open ends that sum to a multiple of five. Source: paper
§5.3.

`paper`: the holder of the highest doublet plays any tile first; a seat that cannot play draws until it can; the
game ends when a hand is empty or all have passed, and the highest score wins. Silent there, so chosen: without
any doublet the tiles are dealt anew; the deck is drawn to its last tile; there are two open ends, and a tile
that fits both is laid where its player says, for a virtual seat where the lot says; once no tile left fits, all
have as good as passed. `usual`: the doublet itself opens; who is out, or has the fewest pips left when the row
is blocked (a tie: nobody), scores the pips in the other hands to the nearest five; rounds to 100.

Whether a virtual seat holds the highest doublet is found by selections, one for each doublet above the people's,
the highest first, until one is found. The paper looks for all of them at once: then any of them may be shown, and
the seat is asked again for a higher one. No tile of a hand is known before it lies, but for a doublet shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from facilitator.errors import CommandError, TableError
from facilitator.games import dealt
from facilitator.games.events import Codec, Drew, Event, GamePrompt, Kinds, Lacks, Pass, Play, Round, Show
from facilitator.games.packs import DOUBLETS, LEFT, RIGHT, TILES, halves
from facilitator.games.rules import (
    About,
    Applied,
    Ask,
    Glance,
    Happened,
    Lot,
    Moved,
    Need,
    Over,
    Rules,
    Seat,
    Select,
    ShowHand,
    Zone,
    Zones,
)
from facilitator.machine.faces import DECK, Face
from facilitator.words import quoted
from facilitator.words.catalogue import any_of, refused, sentence, template

# ----------------------------------------------------------------------------------------------------
# The public facts of Muggins: the row of tiles, its open ends, the highest doublet.  Source: paper §5.3.


ROW: Zone = "row"
HAND, LIMIT, FIVE, LONG_ROW = 5, 100, 5, 12
_WITH = tuple(frozenset(tile for tile in TILES.cards if number in halves(tile)) for number in range(7))
"""The tiles that have a number."""


@dataclass(frozen=True, slots=True)
class DominoesState(dealt.Dealt):
    """The public facts.

    ``size``: tiles dealt to each seat. ``row``: the tiles as they lie, halves from
    left to right. ``turn``: a place, none while the highest doublet is looked for. ``round``: from 1.
    ``scores``: points, seat by seat. ``asked``: the people who have said theirs. ``shown``: doublets shown,
    each with its place. ``drawn``: the seat in turn has drawn. ``passed``: passes one after the other.
    ``counted``: hands shown when the round has ended.
    """

    pack = TILES

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
    def lying(self) -> tuple[Face, ...]:
        """The tiles of the row, from left to right."""
        return _laid(self.row)

    @property
    def best(self) -> tuple[int, Face] | None:
        """Who shows the highest doublet so far, and which it is."""
        return max(self.shown, key=lambda shown: shown[1], default=None)

    @property
    def sought(self) -> tuple[int, Face] | None:
        """Which virtual seat may have a doublet above all shown, and which: the highest first; None: none may."""
        above = (face for face in reversed(DOUBLETS) if self.best is None or face > self.best[1])
        return next(((at, face) for face in above for at in self.virtual if face not in self.lacks[at]), None)

    @property
    def seeker(self) -> int | None:
        """Who is asked for a doublet now: the people for their highest, then the virtual seats for one at a time."""
        people = (at for at in self.people if at not in self.asked)
        return next(people, self.sought and self.sought[0])

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
        """Whose hand is counted next, once the round has ended (usual); None: nobody's."""
        return dealt.to_show(self, self.counted) if self.usual and self.ended else None

    @property
    def asks(self) -> int | None:
        """Who must answer, play or show a hand; None where the tiles are dealt anew."""
        if self.ended:
            return self.revealing
        return self.seeker if self.turn is None else self.turn

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Who has most points when the game is over, while it goes on None; several where they are equal.

        `paper`: after one round; `usual`: once somebody has a hundred points and all hands are counted.
        """
        if not self.ended or self.revealing is not None or (self.usual and max(self.scores) < LIMIT):
            return None
        most = max(self.scores)
        return tuple(name for name, score in self.by_name(self.scores).items() if score == most)


@lru_cache(maxsize=256)  # asked several times of every row a rehearsed game comes to
def _laid(row: tuple[tuple[int, int], ...]) -> tuple[Face, ...]:
    """Return the tiles of a row by their codes, from left to right."""
    return tuple(f"{min(pips)}-{max(pips)}" for pips in row)


def ends(row: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Return the numbers at the open ends, left and right, of a row that has a tile."""
    return row[0][0], row[-1][1]


def open_sum(row: tuple[tuple[int, int], ...]) -> int:
    """Return the sum of all open endpoints; a doublet at an end lies across and counts whole.

    The paper says only "the sum of all open endpoints"; that a doublet counts its whole value is Muggins as the
    Encyclopædia Britannica has it ("if to 2-4 he can play 4-4, he scores 10"), and there is no spinner in either.
    """
    if len(row) == 1:
        return sum(row[0])
    return sum(
        end * (1 + (low == high)) for end, (low, high) in zip(ends(row), (row[0], row[-1]), strict=True)
    )


def drawn(row: tuple[tuple[int, int], ...]) -> str:
    """Return the row as it lies, a doublet across: ``[5|6][6=6][6|2]``; of a long one its two ends."""
    tiles = [f"[{low}{'=' if low == high else '|'}{high}]" for low, high in row]
    return "".join(tiles) if len(tiles) <= LONG_ROW else f"{''.join(tiles[:3])} … {''.join(tiles[-3:])}"


def points(row: tuple[tuple[int, int], ...]) -> int:
    """Return what is scored by the tile that made this row: its sum, if a multiple of five, else 0 (paper
    §5.3).
    """
    total = open_sum(row)
    return total if total % FIVE == 0 else 0


def fitting(state: DominoesState) -> frozenset[Face]:
    """Return the tiles that may be played: one with the number of an open end; at first any (usual: the
    doublet).

    Tiles that lie in the row are left out.
    """
    if state.row:
        left, right = ends(state.row)
        return state.loose & (_WITH[left] | _WITH[right])
    return frozenset({state.best[1]}) if state.usual and state.best else state.loose


def either_end(row: tuple[tuple[int, int], ...]) -> bool:
    """Tell whether either end is as good: of no tile, or of one doublet."""
    return len(row) < 2 and len({*sum(row, ())}) < 2


def places_for(state: DominoesState, tile: Face) -> tuple[str, ...]:
    """Return the ends that a tile fits; one where it makes no difference (the first tile, next to one doublet).

    ``tile``: one that fits. Two of them: its player says which, or for a virtual seat the lot.
    """
    if either_end(state.row):
        return (RIGHT,)
    left, right = ends(state.row)
    return tuple(end for end, number in ((LEFT, left), (RIGHT, right)) if number in halves(tile))


def lengthened(row: tuple[tuple[int, int], ...], tile: Face, end: str) -> tuple[tuple[int, int], ...]:
    """Return the row with a tile laid at an end, the equal halves touching.

    ``end``: `LEFT` or `RIGHT`; of no matter for the first tile.
    """
    low, high = halves(tile)
    if not row:
        return ((low, high),)
    left, right = ends(row)
    if end == LEFT:
        return ((high, low) if low == left else (low, high), *row)
    return (*row, (low, high) if low == right else (high, low))


# ----------------------------------------------------------------------------------------------------
# What a mask may be asked.  A tile has two numbers, so a state of the row is a pair of open ends; before a tile lies
# it is the highest doublet shown, as a virtual seat is asked for a higher one.


class DominoesTops:
    """What a mask may be asked: the numbers at the open ends, and which doublet is looked for or must open."""

    def every(self, state: DominoesState) -> Iterable[DominoesState]:
        """Return each pair of ends, in rows of other tiles; each doublet that is looked for, or opens.

        Two rows have the same ends and no tile in common, so that every tile lies in a hand in one of them.
        """
        at, people = state.virtual[0], frozenset(state.people)
        for row in self._rows():
            yield replace(state, turn=at, row=row)
        for number in range(len(DOUBLETS)):
            above = frozenset(DOUBLETS[number + 1 :])
            yield replace(state, asked=people, lacks=(above,) * len(state.seats))

    @staticmethod
    def _rows() -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield for each pair of ends the tile that has both, and a row of other tiles."""
        for low, high in combinations_with_replacement(range(7), 2):
            via = [number for number in range(7) if number not in (low, high)]
            yield ((low, high),)
            turned = ((via[0], via[1]), (via[1], low)) if low == high else ((via[0], high),)
            yield ((low, via[0]), *turned)

    def name(self, state: DominoesState, kinds: frozenset[Face]) -> str:
        """Return the ends of the row, or the doublets that count."""
        if not state.row:
            return TILES.describe(min(kinds)) if len(kinds) == 1 else ""
        low, high = sorted(ends(state.row))
        return sentence("fits.ends.both" if low == high else "fits.ends", low=low, high=high)


# The game by the interface.  A round goes through three stages: the highest doublet is looked for, seats take their
# turns, and by usual rules the hands left are counted; `DominoesState.asks` says who is asked in each.


class Dominoes(dealt.DealtGame[DominoesState]):
    """The game, as `facilitator.games.rules.Rules` has it."""

    about = About(
        name="dominoes",
        rules=dealt.RULES,
        seats=(2, 4),
        picture=(("5-6", "0-5", "2-6"), ("1-3", "0-0")),
        tops=DominoesTops(),
        hand_size=HAND,
        lot=(LEFT, RIGHT),
        card_mm=(25, 50),
        choices=frozenset({"hand_size"}),
    )
    kinds: Kinds = TILES
    codec = Codec(TILES)

    def events(self, state: DominoesState) -> tuple[type[Event], ...]:
        """Return the sorts of events that the rules of this table know."""
        return (Play, Drew, Pass, Lacks, Show, Round)

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> DominoesState:
        """Return the facts with five tiles in each hand, or as many as the table says.

        Raises: TableError if there are not so many tiles, or these seats cannot sit down.
        """
        rules = dealt.seated(seats, self.about, options, (DECK, ROW))
        size, count = options.get("hand_size", HAND), len(seats)
        deck = len(TILES.cards) - size * count
        if size < 1 or deck < 0:
            most = len(TILES.cards) // count
            raise refused(TableError, "dominoes.size", n=count, size=size, cards=len(TILES.cards), most=most)
        nothing = (frozenset[Face](),) * count
        return DominoesState(
            tuple(seats), rules, 0, (size,) * count, nothing, deck, scores=(0,) * count, size=size
        )

    def need(self, state: DominoesState) -> Need:
        """Return who is asked for a doublet, whose turn it is, or whose hand is counted.

        A virtual seat draws until a tile fits, within its run; with no deck left its lacking tiles are left out
        of what is looked for, as everybody knows them.
        """
        if state.winners is not None:
            return Over(state.winners)
        if state.revealing is not None:
            return ShowHand(state.name(state.revealing))
        at = state.asks
        if at is None:
            return Ask(None)
        seat = state.seats[at]
        if not seat.virtual:
            return Ask(seat.name, again=state.drawn)
        if state.turn is None and state.sought:
            return Select(seat.name, (frozenset({state.sought[1]}),), until=True)
        draws = bool(state.row and state.deck)
        lacks = frozenset[Face]() if draws else state.lacks[at]
        return Select(seat.name, (fitting(state) - lacks,), draws, until=True, again=state.drawn, lacks=lacks)

    def apply(self, state: DominoesState, event: Event) -> Applied[DominoesState]:
        """Return the facts after a doublet shown or lacking, a play, a draw, a pass, a hand shown, a new deal.

        Raises: TableError for what cannot be now, CommandError for a tile whose end is not said and must be.
        """
        if state.winners is not None:
            raise self.misplaced("over", event)
        if isinstance(event, Round):
            return self._redealt(state, event)
        if not isinstance(event, Play | Drew | Pass | Lacks | Show):
            raise self.not_now(state, event)
        at = dealt.place(state, event.seat)
        seeking = state.turn is None and not state.ended
        if at != state.asks and not (seeking and self._speaks_up(state, at)):
            raise self.not_now(state, event)
        applied = self._sought(state, at, event) if seeking else self._turned(state, at, event)
        if applied is None:
            raise self.not_now(state, event)
        return applied

    @staticmethod
    def _speaks_up(state: DominoesState, at: int) -> bool:
        """Tell whether a person may answer unasked: nobody goes round a table one by one."""
        return not state.seats[at].virtual and at not in state.asked

    def _sought(self, state: DominoesState, at: int, event: Event) -> Applied[DominoesState] | None:
        """Return the facts after an answer while the highest doublet is looked for; None for what is none."""
        match event:
            case Lacks():
                return self._answered(dealt.without(state, at, self._asked_for(state, at)), at)
            case Show(_, cards):
                return self._doublet(state, at, cards)
        return None

    @staticmethod
    def _asked_for(state: DominoesState, at: int) -> tuple[Face, ...]:
        """Return the doublets that a seat is asked for: a virtual one for one, a person for any."""
        return (state.sought[1],) if state.seats[at].virtual and state.sought else DOUBLETS

    def _turned(self, state: DominoesState, at: int, event: Event) -> Applied[DominoesState] | None:
        """Return the facts after a turn, or after a hand counted at a round's end; None for what is neither now."""
        match event:
            case Show(_, cards) if state.ended:
                return self._counted(state, at, cards)
            case Play() if not state.ended:
                return self._played(state, at, event)
            case Drew(seat, count) if state.turning and 0 < count <= state.deck:
                after = replace(
                    state,
                    n=state.n + 1,
                    hands=dealt.added(state.hands, at, count),
                    lacks=tuple(frozenset() if i == at else known for i, known in enumerate(state.lacks)),
                    deck=state.deck - count,
                    drawn=True,
                    passed=0,
                )
                return Applied(after, (Happened("draw", {}, (Moved(DECK, seat, count),)),))
            case Pass() if state.turning and not state.deck:
                after = dealt.without(state, at, fitting(state))
                dealt.holdable(after)
                return self._next(replace(after, n=state.n + 1, passed=state.passed + 1), at, ())
        return None

    def _doublet(self, state: DominoesState, at: int, cards: tuple[Face, ...]) -> Applied[DominoesState]:
        """Return the facts with a doublet shown: the highest that the seat has."""
        wanted = self._asked_for(state, at)
        if len(cards) != 1 or cards[0] not in wanted:
            raise refused(TableError, "dominoes.doublet", quoted(" ".join(cards)), tiles=any_of(wanted))
        self._theirs(state, at, cards)
        above = {face for face in DOUBLETS if face > cards[0]}
        after = dealt.without(replace(state, shown=(*state.shown, (at, cards[0]))), at, above)
        return self._answered(after, at)

    def _answered(self, state: DominoesState, at: int) -> Applied[DominoesState]:
        """Return the facts after an answer; after the last, who begins, or that the tiles are dealt anew."""
        after = replace(state, n=state.n + 1, asked=state.asked | {at})
        if after.seeker is not None or after.best is None:
            told = () if after.seeker is not None else (Happened("no doublet", {}),)
            return Applied(after, told)
        first, tile = after.best
        found = Happened("highest", {"seat": state.name(first), "tile": tile, "usual": state.usual})
        return Applied(replace(after, turn=first), (found,))

    def _theirs(self, state: DominoesState, at: int, tiles: Sequence[Face]) -> None:
        """Refuse tiles that lie elsewhere for all to know: in the row, in a hand shown, or said to be missing."""
        shown = (*((holder, (tile,)) for holder, tile in state.shown), *state.counted)
        others = {tile for holder, hand in shown if holder != at for tile in hand}
        may = state.loose - state.lacks[at] - others
        if wrong := [tile for tile in tiles if tile not in may]:
            raise refused(TableError, "dominoes.elsewhere", wrong[0], seat=state.name(at))

    def _played(self, state: DominoesState, at: int, event: Play) -> Applied[DominoesState]:
        """Return the facts after a tile: the row it makes, and what that scores.

        Raises: TableError for a tile that does not fit or lies elsewhere, CommandError where its end must be
        said.
        """
        fits = fitting(state)
        if event.card in state.loose - fits:
            if not state.row:
                raise refused(TableError, "dominoes.opens", event.card, tile=min(fits))
            numbers = any_of(map(str, sorted(set(ends(state.row)))))
            raise refused(TableError, "dominoes.fits", event.card, ends=numbers)
        after = dealt.lays(state, at, event)
        self._theirs(state, at, (event.card,))
        row = lengthened(state.row, event.card, self._end(state, event))
        got = points(row)
        scores = dealt.added(state.scores, at, got)
        after = replace(after, n=state.n + 1, row=row, scores=scores, passed=0)
        laid = Happened("play", {}, (Moved(event.seat, ROW, 1, (event.card,)),))
        scored = (Happened("score", {"seat": event.seat, "points": got}),) if got else ()
        return self._next(after, at, (laid, *scored))

    @staticmethod
    def _end(state: DominoesState, event: Play) -> str:
        """Return the end at which a tile is laid; raises `CommandError` where it must be said and is not."""
        where = places_for(state, event.card)
        if event.named is None and len(where) > 1:
            raise refused(CommandError, "dominoes.end", seat=event.seat, tile=event.card)
        if event.named is not None and event.named not in where and not either_end(state.row):
            ends_fit = any_of(map(TILES.describe_named, where))
            raise refused(TableError, "dominoes.other_end", TILES.describe_named(event.named), ends=ends_fit)
        return event.named or where[0]

    def _next(self, state: DominoesState, at: int, happened: tuple[Happened, ...]) -> Applied[DominoesState]:
        """Return the facts with the next seat in turn, or the end announced.

        ``at``: who has played or passed; ``happened``: what has followed so far.
        """
        after = replace(state, turn=(at + 1) % len(state.seats), drawn=False)
        if after.ended:
            blocked = 0 not in after.hands
            happened += (Happened("blocked" if blocked else "out", {"seat": state.name(at)}),)
        return Applied(after, happened + self._over(after))

    def _over(self, state: DominoesState) -> tuple[Happened, ...]:
        """Return that the game is over, where it is."""
        return () if state.winners is None else (dealt.over(state.winners),)

    def _counted(self, state: DominoesState, at: int, cards: tuple[Face, ...]) -> Applied[DominoesState]:
        """Return the facts after a hand was turned over (usual); after the last, what its winner scores.

        Who is out scores, or in a blocked row who has the fewest pips; the pips of all others, to the nearest
        five.
        """
        if not len({*cards}) == len(cards) == state.hands[at]:
            raise refused(
                TableError, "dominoes.left", str(len(cards)), n=state.hands[at], seat=state.name(at)
            )
        self._theirs(state, at, cards)
        after = replace(state, n=state.n + 1, counted=(*state.counted, (at, cards)))
        if after.revealing is not None:
            return Applied(after, ())
        left = dict(after.counted)
        pips = [sum(sum(halves(tile)) for tile in left.get(seat, ())) for seat in range(len(state.seats))]
        ranks = list(zip(map(bool, state.hands), pips, strict=True))  # an empty hand before 0-0 alone
        if ranks.count(min(ranks)) > 1:
            return Applied(after, (Happened("tie", {}), *self._over(after)))
        won = ranks.index(min(ranks))
        got = (sum(pips) - min(pips) + FIVE // 2) // FIVE * FIVE
        after = replace(after, scores=dealt.added(state.scores, won, got))
        told = Happened("count", {"seat": state.name(won), "points": got})
        return Applied(after, (told, *self._over(after)))

    def _redealt(self, state: DominoesState, event: Round) -> Applied[DominoesState]:
        """Return the facts of the next deal: another round, or the same again where nobody had a doublet."""
        due = state.round + 1 if state.ended else state.round
        number = event.number
        if state.asks is not None or number != due:
            raise self.not_now(state, event)
        fresh = self.begin(state.seats, {"rules": state.rules, "hand_size": state.size})
        fresh = replace(fresh, n=state.n + 1, round=number, scores=state.scores)
        return dealt.dealt_anew(fresh, number, (DECK, ROW, *state.names))

    def concluded(
        self, state: DominoesState, need: Need, card: Face | None, drawn: int
    ) -> tuple[Event, ...] | Lot:
        """Return the doublet shown, or the draws and the play or pass; a tile that fits both ends: a lot.

        The lot is one of two cards, left and right.
        """
        if isinstance(need, Lot):
            assert need.chosen is not None
            return (*(Drew(need.seat),) * need.drawn, Play(need.seat, need.chosen, card))
        assert isinstance(need, Select)
        if state.turn is None:
            return (Lacks(need.seat),) if card is None else (Show(need.seat, (card,)),)
        before = (Drew(need.seat),) * drawn
        if card is not None:
            where = places_for(state, card)
            return Lot(need.seat, where, card, drawn) if len(where) > 1 else (*before, Play(need.seat, card))
        return (*before, Drew(need.seat) if state.deck > drawn else Pass(need.seat))

    def moves(self, state: DominoesState, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return the plays, end by end; else a draw, or with no deck left a pass.

        Before a tile lies: the highest doublet in the hand, or that there is none; at a round's end: the whole
        hand.
        """
        at = state.asks
        if at is None:
            return (Round(state.round + 1 if state.ended else state.round),)
        name = state.name(at)
        if state.ended:
            return (Show(name, TILES.sort(hand)),)
        if state.turn is None:
            doublets = set(hand) & set(DOUBLETS)
            return (Show(name, (max(doublets),)),) if doublets else (Lacks(name),)
        return tuple(self._plays(state, name, hand)) or (Drew(name) if state.deck else Pass(name),)

    @staticmethod
    def _plays(state: DominoesState, name: str, hand: Sequence[Face]) -> Iterator[Play]:
        """Yield the plays of a seat, in list order, at every end that a tile fits."""
        for tile in TILES.sort(fitting(state) & set(hand)):
            where = places_for(state, tile)
            yield from (Play(name, tile, end if len(where) > 1 else None) for end in where)

    def firsts(self, state: DominoesState, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return that the seat shows the double six, everybody asked earlier lacking a doublet.

        People are asked first, so for a person those after it must have answered, too.
        """
        at = dealt.place(state, seat)
        later = (
            () if state.seats[at].virtual else (Lacks(p.name) for p in state.seats[at + 1 :] if not p.virtual)
        )
        return ((*dealt.lacking(state, at), Show(seat, (DOUBLETS[-1],)), *later),)

    def zones(self, state: DominoesState) -> Zones:
        """Return the hands, the unplayed deck and the row; hands that were turned over to be counted lie open."""
        counted = {state.name(at): tiles for at, tiles in state.counted}
        return self.lies(state, {DECK: state.deck, ROW: len(state.row)}, {ROW: state.lying, **counted})

    # Words: what is asked for, and what everybody may know.  The sentences of what follows stand in
    # the catalogue (``told.*``).

    def glance(self, state: DominoesState) -> Glance:
        """Return which tiles fit an end."""
        heads = (sentence("glance.dominoes.end", n=number) for number in range(len(_WITH)))
        rows = zip(heads, ((TILES.sort(tiles),) for tiles in _WITH), strict=True)
        return Glance(template("glance.dominoes"), tuple(rows), (template("glance.dominoes.rules"),))

    def prompt(self, state: DominoesState) -> GamePrompt:
        """Return what the table, or the person in turn, is asked for; tiles typed alone may be shown."""
        if state.asks is None:
            example = self.codec.text(self.moves(state, ())[0])
            return GamePrompt(sentence("ask.round", round=example), example=example)
        name = state.name(state.asks)
        if state.ended:
            return GamePrompt(template("ask.dominoes.left"), name, shows=True, seeks=state.turn is None)
        if state.turn is None:
            return GamePrompt(template("ask.dominoes.doublet"), name, shows=True, seeks=True)
        if state.usual and state.best is not None and not state.row:  # known before it is made
            opens = Play(name, state.best[1])
            return GamePrompt(sentence("ask.dominoes.opens", tile=opens.card), name, words={"": opens})
        key = "ask.tile" if not state.row else "ask.tile.draw" if state.deck else "ask.tile.pass"
        return GamePrompt(template(key), name)

    def facts(self, state: DominoesState, short: bool = False) -> str:
        """Return the row's ends and their sum, hands and points on one line; a doublet at an end is marked.

        ``short``: the row itself, as it lies.
        """
        row = template("facts.dominoes.none")
        if state.row:
            (left, right), (first, last) = ends(state.row), (state.row[0], state.row[-1])
            marks = [f"{end}{'=' * (one[0] == one[1])}" for end, one in ((left, first), (right, last))]
            if short:
                return sentence("facts.dominoes.row", row=drawn(state.row), sum=open_sum(state.row))
            row = sentence("facts.dominoes.ends", left=marks[0], right=marks[1], sum=open_sum(state.row))
        if short:
            return row
        seats = zip(state.names, state.hands, state.scores, strict=True)
        told = ", ".join(f"{name} {hand} ({score})" for name, hand, score in seats)
        return sentence("facts.dominoes", number=state.round, row=row, told=told, deck=state.deck)

    def state_json(self, state: DominoesState) -> dict[str, object]:
        """Return the public state: under ``table`` the round, the row as it lies, the sum of its open ends.

        ``shown``: doublets shown, by their seat.
        """
        table = {
            "round": state.round,
            "row": [f"{left}-{right}" for left, right in state.row],
            "sum": open_sum(state.row) if state.row else None,
            "shown": {state.name(at): tile for at, tile in state.shown},
        }
        said = self.facts_json(state, state.winners or (), table)
        return {**said, "unplayed": state.deck, "scores": state.by_name(state.scores)}


DOMINOES: Rules[DominoesState] = Dominoes()
