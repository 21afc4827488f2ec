"""Crazy Eights, and its German sister Mau-Mau: match the suit or the rank of the top card, or name a suit.

`usual`: as most books have it (Pagat, "Crazy Eights"); an eight may always be played, and its player names the
suit that comes next.  `match`: the same, hand after hand, the winner of each taking the points left in the other
hands, to 100.  `mau-mau`: a jack names a suit and may be played on all but a jack, an eight makes the next seat
miss its turn, a seven makes it draw two; a seven answers a seven, and whoever does not answer draws the sum.

The first card is turned over; one that does something when played is put back and another turned.  A seat may draw
one card and play it (`until`: it draws until a card fits).  Chosen where books differ: nobody need call a
last card; whoever draws for sevens misses the turn; a hand that ends on a special card has won all the same.
No more than the public facts is here: no protocol, no hidden card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from facilitator.errors import CommandError, TableError
from facilitator.games import dealt
from facilitator.games.events import Codec, Drew, Event, GamePrompt, Kinds, Pass, Play, Round, Show, Start
from facilitator.games.packs import RANKS, SUIT_CARDS, SUITS, suit_word
from facilitator.games.rules import (
    About,
    Applied,
    Ask,
    Glance,
    Happened,
    Lot,
    Mixed,
    Moved,
    Need,
    Over,
    Rules,
    Seat,
    Select,
    ShowHand,
    Zones,
)
from facilitator.machine.faces import DECK, DISCARDS, Face
from facilitator.words import quoted
from facilitator.words.catalogue import refused, sentence, template

USUAL, MATCH, MAU_MAU = "usual", "match", "mau-mau"
LIMIT, TWO = 100, 2
_ALL = frozenset(SUIT_CARDS.cards)
_BY_RANK = {rank: frozenset(face for face in SUIT_CARDS.cards if face[0] == rank) for rank in RANKS}
_BY_SUIT = {suit: frozenset(face for face in SUIT_CARDS.cards if face[1] == suit) for suit in SUITS}


# ----------------------------------------------------------------------------------------------------
# What the cards are worth, and the public facts: who holds how many cards, what lies on top, what waits.
#
# Source: Pagat, "Crazy Eights" and "Mau-Mau"; ``match`` counts as the former has it.


def worth(face: Face) -> int:
    """Return the points of a card left in a hand: an eight 50, a court card or ten 10, an ace 1, else its number."""
    if face[0] == "8":
        return 50
    return 10 if face[0] in "TJQK" else RANKS.index(face[0]) + 1


@dataclass(frozen=True, slots=True)
class EightsState(dealt.Dealt):
    """The public facts.

    ``size``: cards dealt to each seat. ``until``: a seat draws until it
    can play. ``discards``: the pile, its top card last; empty before the start. ``suit``: what must be matched,
    the top card's own or the one named with it. ``turn``: a place. ``drawn``: the seat in turn has drawn in
    this turn. ``pending``: cards that whoever does not answer a seven must draw. ``round``, ``scores``: of a
    match; no scores by other rules. ``shown``: hands shown when a round of a match has ended. ``idle``: turns
    that ended with no card moved, one after the other.

    ``lacks`` stays empty: what a hand lacked before it drew it may hold now.
    """

    pack = SUIT_CARDS

    size: int = 5
    until: bool = False
    discards: tuple[Face, ...] = ()
    suit: str = ""
    turn: int = 0
    drawn: bool = False
    pending: int = 0
    round: int = 1
    scores: tuple[int, ...] = ()
    shown: tuple[tuple[int, tuple[Face, ...]], ...] = ()
    idle: int = 0

    @property
    def lying(self) -> tuple[Face, ...]:
        """The discards."""
        return self.discards

    @property
    def wild(self) -> str:
        """The rank that names a suit: the eight, in Mau-Mau the jack."""
        return "J" if self.rules == MAU_MAU else "8"

    @property
    def special(self) -> str:
        """The ranks that do something when played, so that none of them begins a game."""
        return "78J" if self.rules == MAU_MAU else "8"

    @property
    def fitting(self) -> frozenset[Face]:
        """The kinds that may be played on the top card; asked only while one lies.

        The suit that counts, the rank of the top card, and the cards that name a suit; on a seven that waits for
        an answer sevens alone; on a jack of Mau-Mau no jack.
        """
        top = self.discards[-1]
        if self.pending:
            return _BY_RANK["7"]
        if self.wild == "J" and top[0] == "J":
            return _BY_SUIT[self.suit] - _BY_RANK["J"]
        return _BY_SUIT[self.suit] | _BY_RANK[top[0]] | _BY_RANK[self.wild]

    @property
    def ended(self) -> bool:
        """Whether a hand is empty, or nothing can happen any more, so that the round is over."""
        return 0 in self.hands or self.idle >= len(self.seats)

    @property
    def dead(self) -> bool:
        """Whether the only round ended with nothing that could happen any more: nobody has won."""
        return self.ended and 0 not in self.hands and self.rules != MATCH

    @property
    def revealing(self) -> int | None:
        """Whose hand is counted next, once the round of a match has ended; None by other rules."""
        if self.rules != MATCH or 0 not in self.hands:
            return None
        return dealt.to_show(self, self.shown)

    @property
    def winner(self) -> int | None:
        """Who has won the game: the first empty hand; of a match, the first to a hundred points.

        Asked of a match once its hands are counted: before that the scores are those of the round before.
        """
        if 0 not in self.hands or (self.rules == MATCH and max(self.scores) < LIMIT):
            return None
        return self.hands.index(0)

    @property
    def may_draw(self) -> bool:
        """Whether the seat in turn may draw by the rules of drawing; what waits for a seven is not looked at."""
        return self.can_draw() if self.until else not self.drawn

    def can_draw(self, after: int = 0) -> bool:
        """Tell whether there is a card to draw when ``after`` have been, the discards shuffled if need be.

        All discards but the top card can become a new deck.
        """
        return self.deck + max(len(self.discards) - 1, 0) > after


# ----------------------------------------------------------------------------------------------------
# What a mask may be asked: the suit and the rank on top, a suit that was named, a seven that waits.


class EightsTops:
    """What a mask may be asked: suit and rank on top together, the suit that was named, or an answer to a seven."""

    def every(self, state: EightsState) -> Iterable[EightsState]:
        """Return each plain card on top; each suit named, by two cards that name one; Mau-Mau: a seven that waits."""
        lies = replace(state, turn=state.virtual[0])
        for rank in RANKS:
            for suit in SUITS if rank != state.wild else ():
                yield replace(lies, discards=(rank + suit,), suit=suit)
        for suit in SUITS:
            for named in ("C", "D"):
                yield replace(lies, discards=(state.wild + named,), suit=suit)
        for suit in "CD" if state.rules == MAU_MAU else "":
            yield replace(lies, discards=("7" + suit,), suit=suit, pending=TWO)

    def name(self, state: EightsState, kinds: frozenset[Face]) -> str:
        """Return suit and rank on top, or the suit that was named, or that a seven is asked for."""
        if state.pending:
            return template("fits.seven")
        top = state.discards[-1]
        return suit_word(state.suit) if top[0] == state.wild else SUIT_CARDS.describe(top)


# ----------------------------------------------------------------------------------------------------
# The game by the interface.
#
# It shows what any game may do without a line elsewhere: turn a first card over (`About.turns_first`, `Start.card`),
# name something with a card (`Kinds.naming`, `Play.named`), leave a virtual seat's choice to a lot (`About.lot`),
# draw once or until a card fits (`Select`), and show hands that are counted (`ShowHand`).


class Eights(dealt.DealtGame[EightsState]):
    """The game, as `facilitator.games.rules.Rules` has it; nothing of it stands elsewhere but a line in the
    registry.
    """

    about = About(
        name="eights",
        rules=(USUAL, MATCH, MAU_MAU),
        seats=(2, 7),
        picture=(("7D", "QD", "8S"), ("2C", "KH")),
        turns_first=True,
        tops=EightsTops(),
        hand_size=5,
        hand_sizes={2: 7},
        lot=tuple(SUITS),
        choices=frozenset({"hand_size", "draw"}),
    )
    kinds: Kinds = SUIT_CARDS
    codec = Codec(SUIT_CARDS, True)

    def events(self, state: EightsState) -> tuple[type[Event], ...]:
        """Return the sorts of events that the rules of this table know."""
        return (Start, Play, Drew, Pass, *((Show, Round) if state.rules == MATCH else ()))

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> EightsState:
        """Return the facts with the hands dealt.

        ``options``: ``rules``, ``hand_size`` (else seven for two seats, five for more), ``until``.

        Raises: TableError where no card would be left to turn over, or these seats cannot sit down.
        """
        rules = dealt.seated(seats, self.about, options, (DECK, DISCARDS))
        count = len(seats)
        size = options.get("hand_size") or self.about.hand_for(count) or 0
        deck = len(_ALL) - size * count
        if size < 1 or deck < 1:
            most = (len(_ALL) - 1) // count
            raise refused(TableError, "eights.size", n=count, size=size, cards=len(_ALL), most=most)
        hands, nothing = (size,) * count, (frozenset[Face](),) * count
        until = bool(options.get("until"))
        return EightsState(
            tuple(seats), rules, 0, hands, nothing, deck, size, until, scores=(0,) * count * (rules == MATCH)
        )

    def need(self, state: EightsState) -> Need:
        """Return whose turn it is, whose hand is counted, or that the start or the next deal comes first.

        A virtual seat draws by the run itself, but for a seven that waits: then it passes, and the law counts
        the draw.
        """
        if state.revealing is not None:
            return ShowHand(state.name(state.revealing))
        if state.winner is not None or state.dead:
            return Over(() if state.winner is None else (state.name(state.winner),))
        if state.ended or not state.discards:
            return Ask(None)
        seat = state.seats[state.turn]
        if not seat.virtual:
            return Ask(seat.name, state.drawn)
        if state.pending:
            return Select(seat.name, (state.fitting,))
        draws = state.until or not state.drawn
        return Select(seat.name, (state.fitting,), draws, state.until, state.drawn)

    def apply(self, state: EightsState, event: Event) -> Applied[EightsState]:
        """Return the facts after a start, a play, a draw, a pass, a hand shown, a new deal.

        Raises: TableError for what cannot be now, CommandError for a suit missing or named without need.
        """
        if (state.winner is not None or state.dead) and state.revealing is None:
            raise self.misplaced("over", event)
        match event:
            case Start(card, first) if not state.discards:
                return self._started(state, card, dealt.place(state, first))
            case Show(seat, cards) if state.revealing is not None:
                return self._counted(state, dealt.place(state, seat), cards)
            case Round(number) if state.ended and state.revealing is None and number == state.round + 1:
                return self._redealt(state, number)
            case Play() | Drew() | Pass() if state.discards and not state.ended:
                passed, state = self._in_turn(state, event)
                after, happened = self._turn(state, event)
                moved = state.drawn or any(one.motions for one in happened)
                after = replace(after, n=state.n + 1, idle=0 if moved else state.idle + 1)
                if after.idle >= len(state.seats):
                    happened += (Happened("dead", {"match": state.rules == MATCH}),)
                return Applied(after, passed + happened)
        raise self.not_now(state, event)

    def _started(self, state: EightsState, card: Face | None, first: int) -> Applied[EightsState]:
        """Return the facts with the first card turned over; one that does something is put back."""
        if card is None:
            raise refused(CommandError, "first_card", first=state.name(first))
        if card not in _ALL or card[0] in state.special:
            raise refused(TableError, "eights.plain", card)
        after = replace(state, n=state.n + 1, deck=state.deck - 1, discards=(card,), suit=card[1], turn=first)
        return Applied(after, (Happened("started", {}, (Moved(DECK, DISCARDS, 1, (card,)),)),))

    def _in_turn(
        self, state: EightsState, event: Play | Drew | Pass
    ) -> tuple[tuple[Happened, ...], EightsState]:
        """Return the facts with this seat in turn; the next seat's event says that who drew has passed.

        The pass is announced.
        """
        at = dealt.place(state, event.seat)
        if at == state.turn:
            return (), state
        may_pass = state.drawn and not (state.until and state.can_draw())
        if not may_pass or at != self._after(state):
            raise self.misplaced("dealt.turn", event, seat=state.name(state.turn))
        passed = Happened("pass", {"seat": state.name(state.turn)})
        return (passed,), replace(state, turn=at, drawn=False)

    @staticmethod
    def _after(state: EightsState, steps: int = 1) -> int:
        """Return the place so many steps clockwise of the one in turn."""
        return (state.turn + steps) % len(state.seats)

    def _turn(
        self, state: EightsState, event: Play | Drew | Pass
    ) -> tuple[EightsState, tuple[Happened, ...]]:
        """Return the facts after an event of the seat in turn, and what follows.

        A draw with nothing to draw ends the turn; a pass where sevens wait draws their sum, and costs the turn.
        """
        if isinstance(event, Play):
            return self._played(state, event)
        if state.pending:
            return self._unanswered(state, event)
        ends = replace(state, turn=self._after(state), drawn=False)
        if isinstance(event, Drew):
            if event.count != 1 or (state.drawn and not state.until):
                raise self.misplaced("uno.second_draw", event, seat=event.seat)
            if not state.can_draw():
                return ends, (Happened("stuck", {"seat": event.seat}),)
            after, happened = self._draws(state, 1)
            return replace(after, drawn=True), happened
        if state.can_draw() and (state.until or not state.drawn):
            raise self.misplaced("uno.pass_undrawn", event, seat=event.seat)
        return ends, ()

    def _unanswered(self, state: EightsState, event: Drew | Pass) -> tuple[EightsState, tuple[Happened, ...]]:
        """Return the facts after a pass where sevens wait: whoever does not answer them draws the sum."""
        if isinstance(event, Drew):
            raise self.misplaced("eights.seven", event, n=state.pending, seat=event.seat)
        drawn, happened = self._draws(state, state.pending)
        count = drawn.hands[state.turn] - state.hands[state.turn]
        told = Happened("sum", {"seat": event.seat, "count": count})
        return replace(drawn, turn=self._after(state), drawn=False, pending=0), (*happened, told)

    def _draws(self, state: EightsState, most: int) -> tuple[EightsState, tuple[Happened, ...]]:
        """Return the facts with up to so many cards drawn; where the deck runs out the discards are shuffled.

        ``most``: cards the seat in turn is to draw; fewer where there are no more.
        """
        left, happened = most, list[Happened]()
        while left and state.can_draw():
            if not state.deck:
                back = len(state.discards) - 1
                state = replace(state, deck=back, discards=state.discards[-1:])
                happened.append(Happened("reshuffle", {"count": back}, (Mixed((DISCARDS,), DECK, 1),)))
            count = min(left, state.deck)
            left -= count
            hands = dealt.added(state.hands, state.turn, count)
            state = replace(state, deck=state.deck - count, hands=hands)
            happened.append(Happened("drew", {}, (Moved(DECK, state.name(state.turn), count),)))
        return state, tuple(happened)

    def _played(self, state: EightsState, event: Play) -> tuple[EightsState, tuple[Happened, ...]]:
        """Return the facts after a card, the suit it names, and what it does to the seats after it."""
        card, at = event.card, state.turn
        if card in state.loose - state.fitting:
            raise self._unfit(state, card)
        after = dealt.lays(state, at, event)
        wild = card[0] == state.wild
        if wild != (event.named is not None):
            named = quoted(SUIT_CARDS.describe_named(event.named or ""))
            raise refused(CommandError, "eights.named", named, card=card, wild=state.wild)
        laid = Happened("play", {}, (Moved(event.seat, DISCARDS, 1, (card,)),))
        after = replace(after, discards=(*state.discards, card), suit=event.named or card[1], drawn=False)
        if after.ended:
            over = state.rules != MATCH
            return after, (laid, Happened("out", {"seat": event.seat, "over": over}))
        mau_mau = state.rules == MAU_MAU
        misses = mau_mau and card[0] == "8"
        told = [laid]
        if misses:
            told.append(Happened("miss", {"seat": state.name(self._after(state))}))
        if mau_mau and card[0] == "7":
            after = replace(after, pending=state.pending + TWO)
            args = {"seat": state.name(self._after(state)), "count": after.pending}
            told.append(Happened("pending", args))
        return replace(after, turn=self._after(state, 1 + misses)), tuple(told)

    def _counted(self, state: EightsState, at: int, cards: tuple[Face, ...]) -> Applied[EightsState]:
        """Return the facts after a hand was shown; after the last of them, who took its points.

        ``at``: whose; ``cards``: all that is left in it. The winner of the hand takes the points of all the
        others.
        """
        if at != state.revealing:
            raise refused(TableError, "uno.show", state.name(at), who=state.name(state.revealing or 0))
        elsewhere = frozenset[Face]().union(*(hand for _, hand in state.shown))
        whole = len({*cards}) == len(cards) == state.hands[at]
        if not whole or not state.loose - elsewhere >= {*cards}:
            raise refused(TableError, "uno.show.cards", quoted(" ".join(cards)), n=state.hands[at])
        after = replace(state, n=state.n + 1, shown=(*state.shown, (at, cards)))
        if after.revealing is not None:
            return Applied(after, ())
        won = state.hands.index(0)
        got = sum(worth(card) for _, hand in after.shown for card in hand)
        scores = dealt.added(state.scores, won, got)
        after = replace(after, scores=scores)
        args = {
            "seat": state.name(won),
            "points": got,
            "score": scores[won],
            "over": after.winner is not None,
        }
        return Applied(after, (Happened("points", args),))

    def _redealt(self, state: EightsState, number: int) -> Applied[EightsState]:
        """Return the facts of the next round: all cards gathered and dealt, scores kept."""
        fresh = self.begin(state.seats, {"rules": state.rules, "hand_size": state.size, "until": state.until})
        fresh = replace(fresh, n=state.n + 1, round=number, scores=state.scores)
        anew = dealt.dealt_anew(fresh, number, (DECK, DISCARDS, *state.names))
        return Applied(fresh, (*anew.happened, self._turned(fresh)))

    def deal(self, state: EightsState) -> tuple[Happened, ...]:
        """Return the deal of every hand, and that a card is then turned over."""
        return (*super().deal(state), self._turned(state))

    def _turned(self, state: EightsState) -> Happened:
        """Return that a card is turned over to begin with, and which are put back."""
        return Happened("first", {"jack": state.wild == "J"})

    def concluded(
        self, state: EightsState, need: Need, card: Face | None, drawn: int
    ) -> tuple[Event, ...] | Lot:
        """Return the draws and the play or pass of a run; a card that names a suit: the lot first.

        The lot is one of four cards, one for each suit, as it is for a colour in UNO.
        """
        if isinstance(need, Lot):
            assert need.chosen is not None
            return (*(Drew(need.seat),) * need.drawn, Play(need.seat, need.chosen, card))
        assert isinstance(need, Select)
        before = (Drew(need.seat),) * drawn
        if card is None:
            more = state.can_draw(drawn) if state.until else not (state.drawn or drawn)
            return (*before, Drew(need.seat) if more and not state.pending else Pass(need.seat))
        if card[0] == state.wild:
            return Lot(need.seat, self.about.lot, card, drawn)
        return (*before, Play(need.seat, card))

    def moves(self, state: EightsState, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return what may begin; the plays, a card that names a suit in every way; else a draw or a pass.

        After a draw the drawn card alone may be played, unless a seat draws until it can.
        """
        if state.revealing is not None:
            return (Show(state.name(state.revealing), SUIT_CARDS.sort(hand)),)
        if state.ended:
            return (Round(state.round + 1),)
        if not state.discards:
            plain = [card for card in SUIT_CARDS.cards if card[0] not in state.special]
            return tuple(Start(card, name) for card in plain for name in state.names)
        name, draws = state.name(state.turn), state.may_draw and not state.pending
        return tuple(self._plays(state, hand)) or (Drew(name) if draws else Pass(name),)

    @staticmethod
    def _plays(state: EightsState, hand: Sequence[Face]) -> Iterator[Play]:
        """Yield the plays of the seat in turn, in list order, a card that names a suit in every way."""
        may = hand[-1:] if state.drawn and not state.until else hand
        for card in SUIT_CARDS.sort(set(may) & state.fitting):
            for suit in SUITS if card[0] == state.wild else (None,):
                yield Play(state.name(state.turn), card, suit)

    def firsts(self, state: EightsState, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return a plain card turned over, and that seat first."""
        return ((Start(top, seat),) for top in ("5D", "6D"))

    def zones(self, state: EightsState) -> Zones:
        """Return the hands, the unplayed deck and the discards, and what was shown when a round had ended."""
        shown = {state.name(at): cards for at, cards in state.shown}
        sizes = {DECK: state.deck, DISCARDS: len(state.discards)}
        return self.lies(state, sizes, {DISCARDS: state.discards, **shown})

    # Words: what is asked for, and what everybody may know.  The sentences of what follows stand in
    # the catalogue (``told.*``).

    def glance(self, state: EightsState) -> Glance:
        """Return what fits on each card, and on each suit named, by these rules."""
        plain = [card for card in SUIT_CARDS.cards if card[0] != state.wild]
        lies = [(SUIT_CARDS.describe(card), card, card[1]) for card in plain]
        lies += [(sentence("glance.named", named=suit_word(suit)), state.wild + suit, suit) for suit in SUITS]
        at = replace(state, pending=0)
        fits = [(head, replace(at, discards=(top,), suit=suit).fitting) for head, top, suit in lies]
        rows = tuple((head, (SUIT_CARDS.sort(kinds),)) for head, kinds in fits)
        rules = template(f"glance.eights.rules.{'jack' if state.wild == 'J' else 'eight'}")
        return Glance(template("glance.eights"), rows, tuple(rules.split("|")))

    def prompt(self, state: EightsState) -> GamePrompt:
        """Return what the table, or the person in turn, is asked for."""
        if state.revealing is not None:
            return GamePrompt(template("ask.left"), state.name(state.revealing), shows=True)
        if state.ended:
            example = self.codec.text(Round(state.round + 1))
            return GamePrompt(sentence("ask.round", round=example), example=example)
        if not state.discards:
            return GamePrompt(template("ask.first"), example="7D Ana" if state.wild == "8" else "5D Ana")
        name = state.name(state.turn)
        if state.pending:
            return GamePrompt(template("ask.eights.seven"), name, due=state.pending)
        card, draws = "drawn" if state.drawn else "card", "draw" if state.may_draw else "pass"
        return GamePrompt(template(f"ask.{card}.{draws}"), name)

    def _unfit(self, state: EightsState, card: Face) -> TableError:
        """Return the refused of a card that does not fit: which would."""
        found, rank = SUIT_CARDS.describe(card), state.discards[-1][0]
        key = (
            "eights.seven" if state.pending else "eights.fits.named" if rank == state.wild else "eights.fits"
        )
        slots = {
            "suit": suit_word(state.suit),
            "rank": template(f"rank.{rank}"),
            "wild": template(f"rank.{state.wild}"),
        }
        return refused(TableError, key, found, n=state.pending, seat=state.name(state.turn), **slots)

    def facts(self, state: EightsState, short: bool = False) -> str:
        """Return the top card with what was named, the hands and the deck on one line; ``short``: no points."""
        if not state.discards:
            return sentence("facts.before", n=len(state.seats), size=state.size)
        top = state.discards[-1]
        key = "facts.top.named" if top[0] == state.wild else "facts.top"
        parts = [sentence(key, top=top, named=suit_word(state.suit))]
        parts += [f"{name} {size}" for name, size in state.sizes.items()]
        parts.append(sentence("facts.deck.shared", n=state.deck))
        if state.pending:
            parts.append(sentence("facts.pending", n=state.pending))
        if any(state.scores) and not short:
            points = (f"{name} {score}" for name, score in state.by_name(state.scores).items())
            parts.append(sentence("facts.points", points=", ".join(points)))
        return " · ".join(parts)

    def state_json(self, state: EightsState) -> dict[str, object]:
        """Return the public state: under ``table`` the round, the top card, the suit to match, how many
        discards.

        ``scores`` only where there are any.
        """
        winners = () if state.winner is None or state.revealing is not None else (state.name(state.winner),)
        top = state.discards[-1] if state.discards else None
        table = {
            "round": state.round,
            "top": top,
            "suit": state.suit or None,
            "discards": len(state.discards),
        }
        scores = {"scores": state.by_name(state.scores)} if state.scores else {}
        return {**self.facts_json(state, winners, table), "unplayed": state.deck, **scores}


EIGHTS: Rules[EightsState] = Eights()
