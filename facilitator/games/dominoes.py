"""Dominoes (Muggins): 28 tiles, with points if the open ends sum to a multiple of five. Source: paper §5.3.

Each seat gets five tiles. With the rule set `paper`, the holder of the highest doublet begins with any tile.
A seat without a playable tile draws until it can play. The game ends when a hand is empty or all seats have
passed, and the highest score wins. The paper leaves several points open, and this module decides them:

- If no seat has a doublet, the tiles are dealt again.
- Seats draw until the draw pile is empty.
- There are two open ends. If a tile fits both, the player declares the end. A random draw decides for a virtual
  seat.
- If no hidden tile fits an open end, the game ends as if all seats had passed.

With `usual`, the highest doublet itself must be played first. A round is won by the seat with an empty hand.
If the row is blocked, the seat with the fewest pips wins, and a tie has no winner. The winner scores the pips
in the other hands, rounded to the nearest five. The match ends when a seat has 100 points.

To find the highest doublet of virtual seats, protocols look for one doublet at a time. They start with the
highest doublet above those of the people, and stop at the first success. The paper looks for all these
doublets at once. Any of them may then be shown, and the seat must be asked again for a higher one. An
unplayed tile becomes public only if it is a doublet that a seat shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement

from facilitator.errors import CommandError, TableError
from facilitator.games import dealt
from facilitator.games.decks import DOUBLETS, LEFT, RIGHT, TILES, halves
from facilitator.games.events import Codec, Drew, Event, GamePrompt, Kinds, Lacks, Pass, Play, Round, Show
from facilitator.games.rules import (
    Draft,
    GameInfo,
    Moved,
    NextAction,
    QuickReference,
    Rules,
    Select,
    Tops,
    Zone,
    Zones,
)
from facilitator.i18n import quote_input
from facilitator.i18n.catalogue import build_error, join_with_or, list_examples, sentence, template
from facilitator.operations.faces import DECK, Face

# ----------------------------------------------------------------------------------------------------
# Public state and playable tiles of Muggins. Source: paper §5.3.


ROW: Zone = "row"
HAND, LIMIT, FIVE = 5, 100, 5
_WITH = tuple(frozenset(tile for tile in TILES.cards if number in halves(tile)) for number in range(7))
"""Tiles with a given number on either half, by number from 0 to 6."""


@dataclass(frozen=True)
class DominoesState(dealt.DealtState):
    """Public state of a game or match of dominoes.

    Attributes:
        row: Tiles on the table from left to right, each as its left and right half.
        turn: Index of the current seat, or None during the search for the highest doublet.
        asked: Indices of the seats that have already said whether they have the requested doublet.
        shown: Seat indices with the doublets that these seats showed at the start.
        passed: Number of passes since the last tile was played.
    """

    pack = TILES

    row: tuple[tuple[int, int], ...] = ()
    turn: int | None = None
    asked: frozenset[int] = frozenset()
    shown: tuple[tuple[int, Face], ...] = ()
    passed: int = 0

    @property
    def face_up_cards(self) -> tuple[Face, ...]:
        """Tiles on the table from left to right."""
        return _name_tiles(self.row)

    @property
    def best(self) -> tuple[int, Face] | None:
        """Seat index and tile of the highest doublet shown so far, or None."""
        return max(self.shown, key=lambda shown: shown[1], default=None)

    @property
    def sought(self) -> tuple[int, Face] | None:
        """Virtual seat index and doublet of the next search, or None.

        The doublet is the highest doublet that a virtual seat may still have, if it is higher than all shown
        doublets.
        """
        there = (face for face in reversed(DOUBLETS) if face not in self.lost)
        above = (face for face in there if self.best is None or face > self.best[1])
        return next(((at, face) for face in above for at in self.virtual if face not in self.lacks[at]), None)

    @property
    def seeker(self) -> int | None:
        """Index of the next seat to say whether it has a doublet, or None.

        People are asked first, for their highest doublet. Virtual seats are then asked for one specific
        doublet at a time.
        """
        people = (at for at in self.people if at not in self.asked)
        return next(people, self.sought and self.sought[0])

    @property
    def is_finished(self) -> bool:
        """Whether the round is over: a hand is empty, all seats have passed, or no hidden tile is playable."""
        return 0 in self.hands or self.passed == len(self.seats) or not find_playable_tiles(self)

    @property
    def turning(self) -> bool:
        """Whether seats take turns: the first tile is on the table, and the round has not ended."""
        return bool(self.row) and not self.is_finished

    @property
    def counts_hands(self) -> bool:
        """Whether the round is over, and seats with remaining tiles must show them (rule set ``usual``)."""
        return self.has_usual_rules and self.is_finished

    @property
    def asks(self) -> int | None:
        """Index of the seat that must now answer, play or show its hand. None if the next event is a new deal."""
        if self.is_finished:
            return self.revealing
        return self.seeker if self.turn is None else self.turn

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Names of the seats with the most points, or None before the end of the game.

        With `paper`, a game is one round. With `usual`, it ends when a seat has 100 points and all hands of
        the round have been counted.
        """
        if (
            not self.is_finished
            or self.revealing is not None
            or (self.has_usual_rules and max(self.scores) < LIMIT)
        ):
            return None
        most = max(self.scores)
        return tuple(name for name, score in self.by_name(self.scores).items() if score == most)


@lru_cache(maxsize=256)  # a simulated game needs the codes of each row several times
def _name_tiles(row: tuple[tuple[int, int], ...]) -> tuple[Face, ...]:
    return tuple(f"{min(pips)}-{max(pips)}" for pips in row)


def get_open_ends(row: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Return the numbers at the left and right end of a row, where tiles can be added."""
    return row[0][0], row[-1][1]


def open_sum(row: tuple[tuple[int, int], ...]) -> int:
    """Return the sum of the numbers at both ends of the row. Both halves of a doublet at an end count.

    The paper only says "the sum of all open endpoints". In Muggins, as described by the Encyclopædia
    Britannica, a doublet counts with its whole value ("if to 2-4 he can play 4-4, he scores 10"). Neither
    source uses a spinner.
    """
    if len(row) == 1:
        return sum(row[0])
    return sum(
        end * (1 + (low == high))
        for end, (low, high) in zip(get_open_ends(row), (row[0], row[-1]), strict=True)
    )


def score_row(row: tuple[tuple[int, int], ...]) -> int:
    """Return the points for the last tile: the sum of the open ends if it is a multiple of five, otherwise 0.

    Source: paper §5.3.
    """
    total = open_sum(row)
    return total if total % FIVE == 0 else 0


def find_playable_tiles(state: DominoesState) -> frozenset[Face]:
    """Return the tiles that have the number at an end of the row.

    The first tile may be any tile. With the rule set ``usual``, it must be the highest doublet.
    """
    if state.row:
        left, right = get_open_ends(state.row)
        return state.loose & (_WITH[left] | _WITH[right])
    return frozenset({state.best[1]}) if state.has_usual_rules and state.best else state.loose


def either_end(row: tuple[tuple[int, int], ...]) -> bool:
    """Return whether it makes no difference at which end a tile is added: the row is empty, or only a doublet."""
    return len(row) < 2 and len({*sum(row, ())}) < 2


def places_for(state: DominoesState, tile: Face) -> tuple[str, ...]:
    """Return the ends of the row where a tile can be added. If it makes no difference, return only the right end."""
    if either_end(state.row):
        return (RIGHT,)
    left, right = get_open_ends(state.row)
    return tuple(end for end, number in ((LEFT, left), (RIGHT, right)) if number in halves(tile))


def add_tile(row: tuple[tuple[int, int], ...], tile: Face, end: str) -> tuple[tuple[int, int], ...]:
    """Return the row with a tile added at an end, rotated so that equal numbers touch.

    Args:
        row: Row on the table.
        tile: Tile that fits this end.
        end: `LEFT` or `RIGHT`. It has no effect on the first tile.
    """
    low, high = halves(tile)
    if not row:
        return ((low, high),)
    left, right = get_open_ends(row)
    if end == LEFT:
        return ((high, low) if low == left else (low, high), *row)
    return (*row, (low, high) if low == right else (high, low))


# ----------------------------------------------------------------------------------------------------
# Masks of a printed deck. A state is a pair of open ends, because a tile has two numbers. Before the first tile, the
# state is a doublet that a virtual seat is asked for or must play.


class DominoesTops(Tops[DominoesState]):
    """Situations in dominoes for which a printed deck needs masks.

    A situation is a pair of numbers at the ends of the row or, at the start of a round, the doublet that must
    be shown or played.
    """

    def list_situations(self, state: DominoesState) -> Iterable[DominoesState]:
        """Return states for each pair of numbers at the ends of the row, and for each doublet at the start.

        Each pair of numbers occurs in two rows without common tiles, so every tile may be in a hand in one of
        these states.
        """
        at, people = state.virtual[0], frozenset(state.people)
        for row in self._iter_rows():
            yield replace(state, turn=at, row=row)
        for number in range(len(DOUBLETS)):
            above = frozenset(DOUBLETS[number + 1 :])
            yield replace(state, asked=people, lacks=(above,) * len(state.seats))

    @staticmethod
    def _iter_rows() -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield two rows without common tiles for each pair of numbers at their ends.

        The first row is the single tile with both numbers.
        """
        for low, high in combinations_with_replacement(range(7), 2):
            via = [number for number in range(7) if number not in (low, high)]
            yield ((low, high),)
            turned = ((via[0], via[1]), (via[1], low)) if low == high else ((via[0], high),)
            yield ((low, via[0]), *turned)

    def name(self, state: DominoesState, kinds: frozenset[Face]) -> str:
        """Return the text on a mask: both numbers at the ends of the row, or a doublet."""
        if not state.row:
            return TILES.describe(min(kinds)) if len(kinds) == 1 else ""
        low, high = sorted(get_open_ends(state.row))
        return sentence("fits.ends.both" if low == high else "fits.ends", low=low, high=high)


# The implementation of the interface. A round has up to three phases: looking for the highest doublet, taking turns,
# and, with the usual rules, counting the remaining hands. `DominoesState.asks` is the seat that acts in each.


class Dominoes(dealt.DealtGame[DominoesState]):
    """Rules of dominoes (see `facilitator.games.rules.Rules`)."""

    about = GameInfo(
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
    state_type = DominoesState
    zones = (DECK, ROW)

    def list_event_types(self, state: DominoesState) -> tuple[type[Event], ...]:
        """Return the event classes that this table's rules allow."""
        return (Play, Drew, Pass, Lacks, Show, Round)

    def find_virtual_action(self, state: DominoesState, at: int) -> NextAction:
        """Return the search for a doublet, or the selection of a tile.

        The protocol draws until the seat can play. If the draw pile is empty, the protocol omits tiles that
        the hand is known to lack.
        """
        name = state.name(at)
        if state.turn is None and state.sought:
            return Select(name, (frozenset({state.sought[1]}),), until=True)
        draws = bool(state.row and state.deck)
        lacks = frozenset[Face]() if draws else state.lacks[at]
        return Select(name, (find_playable_tiles(state) - lacks,), draws, True, state.drawn, lacks)

    def change(self, draft: Draft[DominoesState], event: Event) -> None:
        """Apply an answer about a doublet, a move, a shown hand, or a new deal."""
        state = draft.before
        if isinstance(event, Round):
            if state.asks is not None or event.number != self._find_next_round(state):
                raise self.build_not_due_error(state, event)
            self.deal_again(draft, event.number, (DECK, ROW, *state.names))
            return
        at = dealt.place(state, getattr(event, "seat", ""))
        seeking = state.turn is None and not state.is_finished
        early = seeking and at in state.people and at not in state.asked
        if at != state.asks and not early:
            raise self.build_not_due_error(state, event)
        apply = self._apply_answer_about_doublet if seeking else self._apply_turn
        apply(draft, at, event)

    def _apply_answer_about_doublet(self, draft: Draft[DominoesState], at: int, event: Event) -> None:
        """Record that a seat showed or denied a doublet.

        After the last answer, the seat with the highest doublet has the first turn. Without any doublet, the
        tiles are dealt again.
        """
        state = draft.before
        match event:
            case Lacks():
                dealt.add_lacks(draft, at, self._list_asked_doublets(state, at))
            case Show(_, cards):
                self._show_doublet(draft, at, cards)
            case _:
                raise self.build_not_due_error(state, event)
        draft.set(asked=state.asked | {at})
        best = draft.now.best
        if draft.now.seeker is not None:
            return
        if best is None:
            draft.add_effect("no doublet")
            return
        draft.add_effect("highest", seat=best[0], tile=best[1], usual=state.has_usual_rules)
        draft.set(turn=best[0])

    def _apply_turn(self, draft: Draft[DominoesState], at: int, event: Event) -> None:
        """Apply a move of the current seat, or the showing of its hand."""
        state = draft.before
        match event:
            case Show(_, cards) if state.is_finished:
                self._apply_shown_hand(draft, at, cards)
            case Play() if not state.is_finished:
                self._apply_play(draft, at, event)
            case Drew(_, count) if state.turning and 0 < count <= state.deck:
                lacks = tuple(frozenset() if i == at else known for i, known in enumerate(state.lacks))
                hands = dealt.add_at(state.hands, at, count)
                draft.set(hands=hands, lacks=lacks, deck=state.deck - count, drawn=True, passed=0)
                draft.add_effect("draw", Moved(DECK, state.name(at), count))
            case Pass() if state.turning and not state.deck:
                dealt.add_lacks(draft, at, find_playable_tiles(state))
                dealt.check_holdable(draft.now)
                draft.set(passed=state.passed + 1)
                self._end_turn(draft, at)
            case _:
                raise self.build_not_due_error(state, event)

    @staticmethod
    def _list_asked_doublets(state: DominoesState, at: int) -> tuple[Face, ...]:
        """Return the doublets for which a seat is asked: all doublets, or a single doublet for a virtual seat."""
        return (state.sought[1],) if state.seats[at].virtual and state.sought else DOUBLETS

    def _show_doublet(self, draft: Draft[DominoesState], at: int, cards: tuple[Face, ...]) -> None:
        state = draft.before
        wanted = self._list_asked_doublets(state, at)
        if len(cards) != 1 or cards[0] not in wanted:
            raise build_error(
                TableError, "dominoes.doublet", quote_input(" ".join(cards)), tiles=list_examples(wanted)
            )
        self._check_tiles_holdable(state, at, cards)
        draft.set(shown=(*state.shown, (at, cards[0])))
        dealt.add_lacks(draft, at, {face for face in DOUBLETS if face > cards[0]})

    def _check_tiles_holdable(self, state: DominoesState, at: int, tiles: Sequence[Face]) -> None:
        """Raise an error for tiles that are on the table or that the seat is known to lack."""
        shown = (*((holder, (tile,)) for holder, tile in state.shown), *state.revealed)
        others = {tile for holder, hand in shown if holder != at for tile in hand}
        may = state.loose - state.lacks[at] - others
        if wrong := [tile for tile in tiles if tile not in may]:
            raise build_error(TableError, "dominoes.elsewhere", wrong[0], seat=state.name(at))

    def _apply_play(self, draft: Draft[DominoesState], at: int, event: Play) -> None:
        """Add a tile to the row, and score it.

        Raises:
            TableError: The tile does not fit, or it is elsewhere.
            CommandError: The tile fits both ends, and the event declares no end.
        """
        state = draft.before
        fits = find_playable_tiles(state)
        if event.card in state.loose - fits:
            if not state.row:
                raise build_error(TableError, "dominoes.opens", event.card, tile=min(fits))
            numbers = join_with_or(map(str, sorted(set(get_open_ends(state.row)))))
            raise build_error(TableError, "dominoes.fits", event.card, ends=numbers)
        dealt.play_from_hand(draft, at, event)
        self._check_tiles_holdable(state, at, (event.card,))
        row = add_tile(state.row, event.card, self._find_end(state, event))
        got = score_row(row)
        draft.set(row=row, scores=dealt.add_at(state.scores, at, got), passed=0)
        draft.add_effect("play", Moved(event.seat, ROW, 1, (event.card,)))
        if got:
            draft.add_effect("score", seat=at, points=got)
        self._end_turn(draft, at)

    @staticmethod
    def _find_end(state: DominoesState, event: Play) -> str:
        """Return the end of the row at which a tile is added.

        Raises:
            TableError: The tile does not fit the declared end.
            CommandError: The tile fits both ends, and the event declares no end.
        """
        where = places_for(state, event.card)
        if event.named is None and len(where) > 1:
            raise build_error(CommandError, "dominoes.end", seat=event.seat, tile=event.card)
        if event.named is not None and event.named not in where and not either_end(state.row):
            ends_fit = join_with_or(map(TILES.describe_named, where))
            raise build_error(
                TableError, "dominoes.other_end", TILES.describe_named(event.named), ends=ends_fit
            )
        return event.named or where[0]

    def _end_turn(self, draft: Draft[DominoesState], at: int) -> None:
        """Give the turn to the seat after `at`, or end the round."""
        draft.set(turn=(at + 1) % len(draft.now.seats), drawn=False)
        if draft.now.is_finished:
            draft.add_effect("out" if 0 in draft.now.hands else "blocked", seat=at)
        dealt.announce_end(draft)

    def _apply_shown_hand(self, draft: Draft[DominoesState], at: int, cards: tuple[Face, ...]) -> None:
        """Record a hand that was shown for scoring. After the last hand, the winner scores.

        The seat with an empty hand wins. In a blocked row, the seat with the fewest pips wins. The winner
        scores the pips of all other hands, rounded to the nearest five.
        """
        state = draft.before
        if not len({*cards}) == len(cards) == state.hands[at]:
            raise build_error(
                TableError, "dominoes.left", str(len(cards)), n=state.hands[at], seat=state.name(at)
            )
        self._check_tiles_holdable(state, at, cards)
        draft.set(revealed=(*state.revealed, (at, cards)))
        if draft.now.revealing is not None:
            return
        left = dict(draft.now.revealed)
        pips = [sum(sum(halves(tile)) for tile in left.get(seat, ())) for seat in range(len(state.seats))]
        ranks = list(zip(map(bool, state.hands), pips, strict=True))  # an empty hand beats 0-0
        won = ranks.index(min(ranks))
        if ranks.count(ranks[won]) > 1:
            draft.add_effect("tie")
        else:
            got = (sum(pips) - min(pips) + FIVE // 2) // FIVE * FIVE
            draft.set(scores=dealt.add_at(state.scores, won, got))
            draft.add_effect("count", seat=won, points=got)
        dealt.announce_end(draft)

    @staticmethod
    def _find_next_round(state: DominoesState) -> int:
        """Return the number of the next deal, which is the current number if no seat had a doublet."""
        return state.round + state.is_finished

    def list_moves(self, state: DominoesState, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return the possible moves of a person with this hand: plays or, without a playable tile, a draw or pass.

        A pass requires an empty draw pile. Before the first tile, the person shows the highest doublet or
        denies having one. After the round, the person shows the whole hand.
        """
        at = state.asks
        if at is None:
            return (Round(self._find_next_round(state)),)
        name = state.name(at)
        if state.is_finished:
            return (Show(name, TILES.sort(hand)),)
        if state.turn is None:
            doublets = set(hand) & set(DOUBLETS)
            return (Show(name, (max(doublets),)),) if doublets else (Lacks(name),)
        return tuple(self._iter_plays(state, name, hand)) or (Drew(name) if state.deck else Pass(name),)

    @staticmethod
    def _iter_plays(state: DominoesState, name: str, hand: Sequence[Face]) -> Iterator[Play]:
        for tile in TILES.sort(find_playable_tiles(state) & set(hand)):
            where = places_for(state, tile)
            yield from (Play(name, tile, end if len(where) > 1 else None) for end in where)

    def list_openings(self, state: DominoesState, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return the events of a start in which the seat shows the double six.

        All seats that are asked earlier have no doublet. If the seat belongs to a person, later people also
        answer.
        """
        at = dealt.place(state, seat)
        later = (
            () if state.seats[at].virtual else (Lacks(p.name) for p in state.seats[at + 1 :] if not p.virtual)
        )
        return ((*dealt.list_denials(state, at), Show(seat, (DOUBLETS[-1],)), *later),)

    def find_zones(self, state: DominoesState) -> Zones:
        """Return all tiles by hand or pile: hands, draw pile and row."""
        sizes = {DECK: state.deck, ROW: len(state.row)}
        return self.locate_cards(state, sizes, {ROW: state.face_up_cards})

    # Texts: the prompt and the public state. The sentences for effects are in the catalogue (``told.*``).

    def make_quick_reference(self, state: DominoesState) -> QuickReference:
        """Return the quick reference, which lists the playable tiles for each number at an end of the row."""
        heads = (sentence("glance.dominoes.end", n=number) for number in range(len(_WITH)))
        rows = zip(heads, ((TILES.sort(tiles),) for tiles in _WITH), strict=True)
        return QuickReference(template("glance.dominoes"), tuple(rows), (template("glance.dominoes.rules"),))

    def make_prompt(self, state: DominoesState) -> GamePrompt:
        """Return the prompt for the current seat. A typed tile without a verb may be a shown tile."""
        if state.asks is None:
            return self.ask_round(state)
        name = state.name(state.asks)
        if state.is_finished:
            return GamePrompt(template("ask.dominoes.left"), name, shows=True, seeks=state.turn is None)
        if state.turn is None:
            return GamePrompt(template("ask.dominoes.doublet"), name, shows=True, seeks=True)
        if (
            state.has_usual_rules and state.best is not None and not state.row
        ):  # the rules prescribe the first tile
            opens = Play(name, state.best[1])
            return GamePrompt(sentence("ask.dominoes.opens", tile=opens.card), name, words={"": opens})
        key = "ask.tile" if not state.row else "ask.tile.draw" if state.deck else "ask.tile.pass"
        return GamePrompt(template(key), name, counts=True)

    def describe_state(self, state: DominoesState, short: bool = False) -> str:
        """Return the open ends, their sum, hand sizes and points on one line.

        A doublet at an end is marked. If `short`, the line contains only the ends and their sum.
        """
        row = template("facts.dominoes.none")
        if state.row:
            (left, right), (first, last) = get_open_ends(state.row), (state.row[0], state.row[-1])
            marks = [f"{end}{'=' * (tile[0] == tile[1])}" for end, tile in ((left, first), (right, last))]
            row = sentence("facts.dominoes.ends", left=marks[0], right=marks[1], sum=open_sum(state.row))
        if short:
            return row
        seats = zip(state.names, state.hands, state.scores, strict=True)
        seats_text = ", ".join(f"{name} {hand} ({score})" for name, hand, score in seats)
        return sentence("facts.dominoes", number=state.round, row=row, told=seats_text, deck=state.deck)

    def state_json(self, state: DominoesState) -> dict[str, object]:
        """Return the public state as JSON.

        The key ``table`` contains the round, the row, its open sum and all shown doublets.
        """
        table = {
            "round": state.round,
            "row": [f"{left}-{right}" for left, right in state.row],
            "sum": open_sum(state.row) if state.row else None,
            "shown": {state.name(at): tile for at, tile in state.shown},
        }
        said = self.facts_json(state, table)
        return {**said, "unplayed": state.deck, "scores": state.by_name(state.scores)}


DOMINOES: Rules[DominoesState] = Dominoes()
