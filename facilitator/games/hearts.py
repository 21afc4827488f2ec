"""Hearts: four seats, thirteen tricks a round, rounds until somebody reaches 100. Source: paper §5.2.

`paper`: no passing, the first player leads any card, a seat that cannot follow suit plays any card. Silent
there, so chosen: the lead of the next round passes clockwise; of several who reach 100 in one round those with
most points lose. `usual`: three cards are passed (left, right, across, none), 2♣ leads, no points in the first
trick if it can be helped, hearts may be led once one has been played, all 26 points in one hand count for the
three others (shooting the moon), fewest points win.

A virtual seat follows suit because a selection looks for the suit led first, and for other cards only if there
is none of it: two classes, or three in the usual first trick. Whoever plays from a later class shows that the
hand has nothing of the earlier ones. What a virtual seat passes is left to chance, and unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from facilitator.errors import TableError
from facilitator.games import dealt
from facilitator.games.events import (
    AllGive,
    Codec,
    Event,
    GamePrompt,
    Give,
    Kinds,
    Lacks,
    NobodyHas,
    Play,
    Round,
    Start,
)
from facilitator.games.packs import CARDS, SUITS, suit_word
from facilitator.games.rules import (
    About,
    Applied,
    Ask,
    Blind,
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
    Zone,
    Zones,
)
from facilitator.machine.faces import DECK, DISCARDS, Face
from facilitator.words import fold
from facilitator.words.catalogue import any_of, refused, sentence, spelled, template

# ----------------------------------------------------------------------------------------------------
# The public facts of a match of Hearts, and what may be played: the best class first.  Source: paper §5.2.


TRICK: Zone = "trick"
LEAD: Face = "2C"
QUEEN: Face = "QS"
LIMIT, MOON, PASSED = 100, 26, 3
HIGH = "23456789TJQKA"
ALL = frozenset(CARDS.cards)
SUITED = {suit: frozenset(face for face in CARDS.cards if face[1] == suit) for suit in SUITS}
POINTS = SUITED["H"] | {QUEEN}
_OFFSETS = (1, 3, 2, 0)  # left, right, across, none, clockwise from the giver


def worth(face: Face) -> int:
    """Return the points of a card: a heart 1, the queen of spades 13 (paper §5.2), any other none."""
    return 13 if face == QUEEN else int(face[1] == "H")


@dataclass(frozen=True, slots=True)
class HeartsState(dealt.Dealt):
    """The public facts.

    ``played``: this round's cards in order, the last incomplete four being the trick. ``leader``: who leads or
    led it; None before the first lead. ``first``: who led the first round. ``round``: from 1. ``points``: taken
    in this round; ``scores``: tallied when one has ended. ``given``: who has passed on cards.
    """

    pack = CARDS

    played: tuple[Face, ...] = ()
    leader: int | None = None
    first: int = 0  # who led the first round
    round: int = 1
    points: tuple[int, ...] = (0, 0, 0, 0)
    scores: tuple[int, ...] = (0, 0, 0, 0)
    given: tuple[int, ...] = ()

    @property
    def trick(self) -> tuple[Face, ...]:
        """The cards of the trick that is being played, the lead first; empty between tricks."""
        return self.played[len(self.played) // 4 * 4 :]

    @property
    def lying(self) -> tuple[Face, ...]:
        """The tricks taken, and the one that is played."""
        return self.played

    @property
    def offset(self) -> int:
        """How many places clockwise cards are passed in this round; 0 for none."""
        return _OFFSETS[(self.round - 1) % 4] if self.usual else 0

    @property
    def giving(self) -> bool:
        """Whether cards are being passed."""
        return bool(self.offset) and len(self.given) < 4

    @property
    def ended(self) -> bool:
        """Whether the round has been played."""
        return len(self.played) == len(ALL)

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Who has won the match, while it goes on None.

        `paper`: all who have fewer points than the most; `usual`: who has the fewest.
        """
        if not self.ended or max(self.scores) < LIMIT:
            return None
        won = {min(self.scores)} if self.usual else {*self.scores} - {max(self.scores)}
        return tuple(name for name, score in self.by_name(self.scores).items() if score in won)

    @property
    def turn(self) -> int | None:
        """Who must do something now; None where chance or the deal comes first.

        While cards are passed the people come first: what a virtual seat gives away is left to chance anyway.
        """
        if self.ended:
            return None
        if self.giving:  # the people first: what a virtual seat gives away is left to chance anyway
            return next(at for at in self.people_first if at not in self.given)
        if self.leader is None:
            return dealt.searched(self, LEAD) if self.usual else None
        return (self.leader + len(self.trick)) % 4


def classes(state: HeartsState) -> tuple[frozenset[Face], ...]:
    """Return what may be played, the best class first: a later one only for want of the earlier.

    Kinds that lie open are left out, and classes that would be empty; so one at least is left while a card is.
    """
    follow: tuple[frozenset[Face], ...]
    if state.usual and not state.played:
        follow = (frozenset({LEAD}),)
    elif trick := state.trick:
        suit = SUITED[trick[0][1]]
        spare = POINTS if state.usual and len(state.played) < 4 else frozenset()
        follow = (suit, ALL - suit - spare, spare - suit)
    else:
        hearts = SUITED["H"]
        follow = (ALL,) if not state.usual or not hearts.isdisjoint(state.played) else (ALL - hearts, hearts)
    loose = state.loose
    return tuple(left for kinds in follow if (left := kinds & loose))


def waiting(name: str) -> Zone:
    """Return where cards lie that are passed to a seat and not taken up."""
    return f"cards passed to {name}"


def receiver(state: HeartsState, at: int) -> str:
    """Return to whom a seat passes cards in this round."""
    return state.name((at + state.offset) % 4)


# ----------------------------------------------------------------------------------------------------
# What a mask may be asked.  What fits is said by the suit led alone, by usual rules also by what was played before:
# the first trick spares points, and hearts may not lead before one has been played.


class HeartsTops:
    """What a mask may be asked: the suit led, and by usual rules what may lead and what the first trick spares."""

    def every(self, state: HeartsState) -> Iterable[HeartsState]:
        """Return each suit led, other cards gone; usual: the first lead, the first trick, no heart played yet.

        Each suit is led twice, by another card and with others gone, so that every card lies in a hand once.
        """
        at = state.virtual[0]
        before = (at - 1) % len(state.seats)
        quiet = replace(state, round=len(_OFFSETS))  # a round in which no cards are passed
        for suit in ("C", "S", "D", "H"):
            for gone, led in (("A", "2"), ("K", "3")):
                trick = tuple(gone + one for one in SUITS)
                yield replace(quiet, leader=before, played=(*trick, led + suit))
        if state.usual:
            lacks = tuple(frozenset() if i == at else frozenset({LEAD}) for i in range(len(state.seats)))
            yield replace(quiet, lacks=lacks)
            for taken in (("AC", "AD", "AS", "2C"), ("KC", "KD", "KS", "3C")):
                yield replace(quiet, leader=at, played=taken)
            yield replace(quiet, leader=before, played=(LEAD,))

    def name(self, state: HeartsState, kinds: frozenset[Face]) -> str:
        """Return the suit that must be followed, or what may be played in its stead; empty where all may."""
        if not state.played and state.usual:
            return CARDS.describe(LEAD)
        if not state.trick:
            return template("fits.no_heart") if state.usual and kinds.isdisjoint(SUITED["H"]) else ""
        suit = state.trick[0][1]
        if kinds <= SUITED[suit]:
            return suit_word(suit)
        first = state.usual and len(state.played) < len(state.seats)
        return template("fits.no_points") if first and kinds.isdisjoint(POINTS) else ""


# The game by the interface.  A round by usual rules begins with three cards passed, which lie before their receivers
# until all have given; then the 2♣ is looked for, then thirteen tricks are played, then points are tallied.


class Hearts(dealt.DealtGame[HeartsState]):
    """The game, as `facilitator.games.rules.Rules` has it."""

    about = About(
        name="hearts",
        rules=dealt.RULES,
        seats=(4, 4),
        picture=(("2C", "9C", "QS"), ("5H", "JD")),
        tops=HeartsTops(),
        # the suit led, or anything; usual: in the first trick rather nothing that counts
        classes={"paper": 2, "usual": 3},
    )
    kinds: Kinds = CARDS
    codec = Codec(CARDS)

    def events(self, state: HeartsState) -> tuple[type[Event], ...]:
        """Return the sorts of events that the rules of this table know."""
        return (Play, Give, AllGive, Lacks, NobodyHas, Round) if state.usual else (Start, Play, Round)

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> HeartsState:
        """Return the facts with thirteen cards in each hand."""
        zones = (DECK, DISCARDS, TRICK, *(waiting(seat.name) for seat in seats))
        rules = dealt.seated(seats, self.about, options, zones)
        return HeartsState(tuple(seats), rules, 0, (13,) * 4, (frozenset(),) * 4)

    def need(self, state: HeartsState) -> Need:
        """Return whose turn it is, or that chance or the next deal comes first.

        What the hand is known to lack is in no class, so that a run looks for nothing that everybody can count.
        """
        if state.winners is not None:
            return Over(state.winners)
        if state.turn is None:
            return Ask(None)
        seat = state.seats[state.turn]
        if not seat.virtual:
            return Ask(seat.name)
        if state.giving:
            return Blind(seat.name, receiver(state, state.turn), PASSED)
        lacks = state.lacks[state.turn]
        return Select(
            seat.name, tuple(one for kinds in classes(state) if (one := kinds - lacks)), lacks=lacks
        )

    def apply(self, state: HeartsState, event: Event) -> Applied[HeartsState]:
        """Return the facts after a start, a pass of cards, a play, or a new deal.

        Raises: TableError for what is not due, a card that may not be played, or one that the seat showed not
        to hold.
        """
        if state.winners is not None:
            raise self.misplaced("over", event)
        stage = self._passing if state.giving else self._seeking if self._seeks(state) else self._playing
        applied = stage(state, event)
        if applied is None:
            raise self.not_now(state, event)
        return applied

    def _passing(self, state: HeartsState, event: Event) -> Applied[HeartsState] | None:
        """Return the facts after cards were passed on, by one seat or all people; None for what is not that."""
        match event:
            case Give(seat):
                return self._gave(state, dealt.place(state, seat), event)
            case AllGive(count):
                people = [at for at in state.people if at not in state.given]
                return self._at_once(
                    state, [Give(state.name(at), receiver(state, at), count) for at in people]
                )
        return None

    def _seeking(self, state: HeartsState, event: Event) -> Applied[HeartsState] | None:
        """Return the facts after an answer while the 2♣ is looked for, or its lead; None for what is neither."""
        match event:
            case NobodyHas():
                asked = [at for at in state.people if LEAD not in state.lacks[at]]
                return self._at_once(state, [Lacks(state.name(at)) for at in asked])
            case Lacks(seat) if self._may(state, dealt.place(state, seat)):
                after = dealt.without(state, dealt.place(state, seat), {LEAD})
                dealt.holdable(after)
                return Applied(replace(after, n=state.n + 1), ())
        return self._playing(state, event)

    def _playing(self, state: HeartsState, event: Event) -> Applied[HeartsState] | None:
        """Return the facts after the paper's start, a card, or the next deal; None for what is not due."""
        match event:
            case Play(seat, _, None) if self._may(state, dealt.place(state, seat)):
                return self._played(state, dealt.place(state, seat), event)
            case Round(number) if state.ended and number == state.round + 1:
                return self._redealt(state, number)
            case Start(None, first) if state.turn is None and not state.ended:
                at = dealt.place(state, first)
                return Applied(replace(state, n=state.n + 1, leader=at, first=at), ())
        return None

    def _at_once(self, state: HeartsState, events: Sequence[Event]) -> Applied[HeartsState] | None:
        """Return the facts after what all people do at once, as one event; None where none of them has to."""
        after, happened = state, list[Happened]()
        for event in events:
            after, told = self.apply(after, event)
            happened += told
        return Applied(replace(after, n=state.n + 1), tuple(happened)) if events else None

    def _may(self, state: HeartsState, at: int) -> bool:
        """Tell whether a seat may play, once cards were passed: who is in turn; people also unasked, while the 2♣ is
        looked for.
        """
        unasked = self._seeks(state) and not state.seats[at].virtual and LEAD not in state.lacks[at]
        return unasked or at == state.turn

    def _gave(self, state: HeartsState, at: int, event: Give) -> Applied[HeartsState]:
        """Return the facts after three cards were passed; when all have, everybody takes up what lies before
        them.

        Nobody takes up cards before all have given, so that none goes on. A virtual seat's hand is shuffled
        first: its three top cards are three by chance.
        """
        to = event.to
        if at in state.given or to != receiver(state, at) or event.count != PASSED:
            still = any_of(state.name(seat) for seat in range(4) if seat not in state.given)
            raise self.misplaced("hearts.give", event, n=PASSED, seats=still)
        given = (*state.given, at)
        done = len(given) == 4  # nobody takes up cards before all have given, so that none goes on
        hands = (13,) * 4 if done else dealt.added(state.hands, at, -PASSED)
        name = state.name(at)
        blind = (Mixed((name,), name),) if state.seats[at].virtual else ()
        args = {"seat": name, "to": to, "virtual": bool(blind)}
        happened = [Happened("give", args, (*blind, Moved(name, waiting(to), PASSED)))]
        if done:
            taken = tuple(Moved(waiting(name), name, PASSED) for name in state.names)
            happened.append(Happened("take up", {}, taken))
        return Applied(replace(state, n=state.n + 1, given=given, hands=hands), tuple(happened))

    def _played(self, state: HeartsState, at: int, event: Play) -> Applied[HeartsState]:
        """Return the facts after a card of a trick, and after the trick if it was the fourth."""
        allowed = classes(state)
        rank = next((i for i, kinds in enumerate(allowed) if event.card in kinds), None)
        if rank is None and event.card in state.loose:
            raise refused(TableError, "hearts.fits", CARDS.describe(event.card), wanted=self._wanted(state))
        after = dealt.lays(state, at, event)
        for kinds in allowed[:rank]:  # a later class shows that the hand has nothing of the earlier
            after = dealt.without(after, at, kinds)
        after = replace(after, n=state.n + 1, played=(*state.played, event.card))
        dealt.holdable(after)
        leader = at if state.leader is None else state.leader
        after = replace(after, leader=leader)
        laid = Happened("play", {}, (Moved(event.seat, TRICK, 1, (event.card,)),))
        if after.trick:
            return Applied(after, (laid,))
        taken, happened = self._taken(after, leader)
        return Applied(taken, (laid, *happened))

    def _taken(self, state: HeartsState, leader: int) -> tuple[HeartsState, list[Happened]]:
        """Return the facts after a complete trick, and after the round if it was the last, with what follows.

        ``leader``: who led it. The highest card of the suit led takes it.
        """
        trick = state.played[-4:]
        best = max((HIGH.index(face[0]), step) for step, face in enumerate(trick) if face[1] == trick[0][1])
        winner = (leader + best[1]) % 4
        got = sum(map(worth, trick))
        points = dealt.added(state.points, winner, got)
        after = replace(state, leader=winner, points=points)
        args = {"seat": state.name(winner), "points": got}
        happened = [Happened("trick", args, (Moved(TRICK, DISCARDS, 4, trick),))]
        if not after.ended:
            return after, happened
        tallied, told = self._tallied(after)
        return tallied, happened + told

    def _tallied(self, state: HeartsState) -> tuple[HeartsState, list[Happened]]:
        """Return the facts after a round with its points counted, and what is told: the moon, scores, who has won."""
        moon = state.usual and MOON in state.points
        counted = tuple(MOON - count for count in state.points) if moon else state.points
        scores = tuple(map(sum, zip(state.scores, counted, strict=True)))
        after, happened = replace(state, scores=scores), list[Happened]()
        if moon:
            happened.append(Happened("moon", {"seat": state.name(state.points.index(MOON))}))
        told = ", ".join(f"{name} {score}" for name, score in state.by_name(scores).items())
        happened.append(Happened("tally", {"scores": told}))
        if after.winners is not None:
            happened.append(dealt.over(after.winners, match=True))
        return after, happened

    def _redealt(self, state: HeartsState, number: int) -> Applied[HeartsState]:
        """Return the facts of the next round; the scores stay, and by the paper's rules the lead passes
        clockwise.
        """
        leader = None if state.usual else (state.first + number - 1) % 4
        fresh = self.begin(state.seats, {"rules": state.rules})
        fresh = replace(fresh, n=state.n + 1, leader=leader, first=state.first, round=number)
        return dealt.dealt_anew(replace(fresh, scores=state.scores), number, (DISCARDS,))

    def concluded(
        self, state: HeartsState, need: Need, card: Face | None, drawn: int
    ) -> tuple[Event, ...] | Lot:
        """Return the play or the pass of cards; "none" can only be the 2♣ that the hand lacks.

        Raises: TableError for "none" where some card can always be played: then a pair was misread.
        """
        if isinstance(need, Blind):
            return (Give(need.seat, need.to, need.count),)
        assert isinstance(need, Select)
        if card is not None:
            return (Play(need.seat, card),)
        if self._seeks(state):
            return (Lacks(need.seat),)
        raise refused(TableError, "hearts.none")

    def moves(self, state: HeartsState, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return the plays of the best class there is, in list order."""
        if state.turn is None:
            if state.ended:
                return (Round(state.round + 1),)
            return tuple(Start(None, name) for name in state.names)
        name = state.name(state.turn)
        if state.giving:
            return (AllGive(PASSED),)
        held = next((found for kinds in classes(state) if (found := kinds & set(hand))), frozenset())
        return tuple(Play(name, card) for card in CARDS.sort(held)) or (Lacks(name),)

    def firsts(self, state: HeartsState, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return that the seat before leads; usual: the cards passed on, and the 2♣ led."""
        at = (dealt.place(state, seat) - 1) % len(state.seats)
        if not state.usual:
            return tuple((Start(None, state.name(at)), Play(state.name(at), lead)) for lead in ("7D", "8D"))
        gives = tuple(Give(state.name(giver), receiver(state, giver), PASSED) for giver in range(4))
        return ((*gives, *dealt.lacking(state, at), Play(state.name(at), LEAD)),)

    def zones(self, state: HeartsState) -> Zones:
        """Return the hands, the trick, the tricks taken, and what waits to be taken up."""
        passed = {waiting(receiver(state, at)): PASSED for at in state.given if state.giving}
        taken = state.played[: len(state.played) - len(state.trick)]
        laid = {TRICK: len(state.trick), DISCARDS: len(taken)}
        return self.lies(state, {**laid, **passed}, {TRICK: state.trick, DISCARDS: taken})

    # Words: what is asked for, and what everybody may know.  The sentences of what follows stand in
    # the catalogue (``told.*``).

    def glance(self, state: HeartsState) -> Glance:
        """Return what may be played on each suit led, the best class first, and what may lead.

        A row for each suit; by usual rules also for the first lead, the first trick, and a lead while no heart
        was played.
        """
        usual = state.usual
        rows: list[tuple[str, tuple[frozenset[Face], ...]]] = []
        hearts = SUITED["H"]
        if usual:
            rows.append((template("glance.hearts.lead"), (frozenset({LEAD}),)))
            clubs = SUITED["C"]
            rows.append((template("glance.hearts.trick"), (clubs, ALL - clubs - POINTS, POINTS)))
            rows.append((template("glance.hearts.quiet"), (ALL - hearts, hearts)))
        rows.append((template("glance.hearts.broken" if usual else "glance.hearts.leading"), (ALL,)))
        for suit in SUITS:
            same = SUITED[suit]
            rows.append((sentence("glance.hearts.led", suit=suit_word(suit)), (same, ALL - same)))
        return Glance(
            template("glance.hearts"), tuple((head, tuple(map(CARDS.sort, sets))) for head, sets in rows)
        )

    def prompt(self, state: HeartsState) -> GamePrompt:
        """Return what the table, or the person in turn, is asked for; of cards passed "done" says enough."""
        if state.turn is None:
            key = "ask.round" if state.ended else "ask.hearts.first"
            example = self.codec.text(self.moves(state, ())[0])
            return GamePrompt(sentence(key, round=example), example=example)
        name = state.name(state.turn)
        if state.giving:
            to = receiver(state, state.turn)
            done = dict.fromkeys(spelled("read.done"), AllGive(PASSED))
            return GamePrompt(sentence("ask.hearts.give", to=to), name, words=done)
        if self._seeks(state):
            leads = {fold(state.name(at)): Play(state.name(at), LEAD) for at in state.people}
            return GamePrompt(template("ask.hearts.two"), name, seeks=True, words=leads)
        return GamePrompt(self._wanted(state), name)

    def _seeks(self, state: HeartsState) -> bool:
        """Tell whether the 2♣ is looked for, so that seats say whether they have it."""
        return state.usual and state.leader is None and not state.giving and not state.ended

    def _wanted(self, state: HeartsState) -> str:
        """Return which cards are asked for, in words."""
        if state.usual and not state.played:
            return CARDS.describe(LEAD)
        if state.trick:
            first = state.usual and len(state.played) < len(state.seats)
            key = "ask.hearts.trick" if first else "ask.hearts.follow"
            return sentence(key, suit=suit_word(state.trick[0][1]))
        return template("ask.hearts.any" if len(classes(state)) < 2 else "ask.hearts.quiet")

    def facts(self, state: HeartsState, short: bool = False) -> str:
        """Return round, trick, hands and points on one line; ``short``: the trick alone."""
        trick = " ".join(state.trick) or template("facts.hearts.none")
        if short:
            return trick
        seats = zip(state.names, state.hands, state.scores, state.points, strict=True)
        told = [
            f"{name} {hand} ({score})" if state.ended else f"{name} {hand} ({score}+{taken})"
            for name, hand, score, taken in seats
        ]
        key = "facts.hearts.ended" if state.ended else "facts.hearts"
        return sentence(key, number=state.round, trick=trick, told=", ".join(told))

    def state_json(self, state: HeartsState) -> dict[str, object]:
        """Return the public state: under ``table`` the round, its trick and the points taken in it; ``scores``
        apart.
        """
        table = {
            "round": state.round,
            "trick": list(state.trick),
            "leader": None if state.leader is None else state.name(state.leader),
            "points": state.by_name(state.points),
        }
        return {**self.facts_json(state, state.winners or (), table), "scores": state.by_name(state.scores)}


HEARTS: Rules[HeartsState] = Hearts()
