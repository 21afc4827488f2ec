"""Hearts: four seats, thirteen tricks per round, and rounds until a seat reaches 100 points. Source: paper §5.2.

With the rule set `paper`, no cards are passed, the first player may lead any card, and a seat that cannot
follow suit may play any card. The paper leaves two points open, and this module decides them: the lead of the
next round moves clockwise, and if several seats reach 100 in the same round, those with the most points lose.

With `usual`, each seat passes three cards (left, right, across, then none), and the 2♣ leads. Points may not
be played in the first trick if it can be avoided. A heart may lead only after a heart has been played, unless
the seat has no other card. A seat that takes all 26 points gives 26 to each of the other three instead
(shooting the moon). The fewest points win.

A virtual seat follows suit because its protocol looks for the suit that was led first, and for other cards
only if the hand has none of that suit. This makes two priorities, or three in the first trick of
`usual`. A card from a later priority proves that the hand contains no card of the earlier ones. The cards that a
virtual seat passes are chosen at random, and nobody sees them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from facilitator.errors import TableError
from facilitator.games import dealt
from facilitator.games.decks import CARDS, SUITS, suit_word
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
from facilitator.games.rules import (
    Draft,
    GameInfo,
    GiveBlind,
    Mixed,
    Moved,
    NextAction,
    QuickReference,
    Rules,
    Select,
    Tops,
    Zone,
    Zones,
)
from facilitator.i18n import fold
from facilitator.i18n.catalogue import build_error, join_with_or, list_spellings, sentence, template
from facilitator.operations.faces import DECK, DISCARDS, Face

# ----------------------------------------------------------------------------------------------------
# Public state and playable cards of hearts. Source: paper §5.2.


TRICK: Zone = "trick"
LEAD: Face = "2C"
QUEEN: Face = "QS"
LIMIT, MOON, PASSED = 100, 26, 3
HIGH = "23456789TJQKA"
ALL = frozenset(CARDS.cards)
SUITED = {suit: frozenset(face for face in CARDS.cards if face[1] == suit) for suit in SUITS}
POINTS = SUITED["H"] | {QUEEN}
_OFFSETS = (1, 3, 2, 0)  # left, right, across, none, clockwise from the giver


def score_taken_card(face: Face) -> int:
    """Return the points of a card: 1 for a heart, 13 for the queen of spades (paper §5.2), otherwise 0."""
    return 13 if face == QUEEN else int(face[1] == "H")


@dataclass(frozen=True)
class HeartsState(dealt.DealtState):
    """Public state of a match of hearts.

    Attributes:
        played: Cards of this round in the order of play, four for each complete trick.
        leader: Index of the seat that leads the current trick, or None before the first lead.
        first: Index of the seat that led the first round.
        points: Points taken by each seat in this round.
        given: Indices of the seats that have passed their cards in this round.
    """

    pack = CARDS

    played: tuple[Face, ...] = ()
    leader: int | None = None
    first: int = 0
    points: tuple[int, ...] = (0, 0, 0, 0)
    given: tuple[int, ...] = ()

    @property
    def trick(self) -> tuple[Face, ...]:
        """Cards of the current trick in the order of play, empty between tricks."""
        return self.played[len(self.played) // 4 * 4 :]

    @property
    def face_up_cards(self) -> tuple[Face, ...]:
        """Face-up cards on the table: finished tricks of this round, and the current trick."""
        return self.played

    @property
    def offset(self) -> int:
        """Number of places by which cards are passed clockwise in this round, 0 without passing."""
        return _OFFSETS[(self.round - 1) % 4] if self.has_usual_rules else 0

    @property
    def giving(self) -> bool:
        """Whether the seats must still pass cards before the round begins."""
        return bool(self.offset) and len(self.given) < 4

    @property
    def is_finished(self) -> bool:
        """Whether all cards of the round have been played."""
        return len(self.played) == len(ALL)

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Names of the winners of the match, or None before its end.

        With `paper`, all seats win except those with the most points. With `usual`, the seats with the fewest
        points win.
        """
        if not self.is_finished or max(self.scores) < LIMIT:
            return None
        won = {min(self.scores)} if self.has_usual_rules else {*self.scores} - {max(self.scores)}
        return tuple(name for name, score in self.by_name(self.scores).items() if score in won)

    @property
    def asks(self) -> int | None:
        """Index of the current seat. None before a new deal or a random choice of the leader.

        People pass cards first. Virtual seats can wait, because they pass random cards.
        """
        if self.is_finished:
            return None
        if self.giving:
            return next(at for at in self.people_first if at not in self.given)
        if self.leader is None:
            return dealt.find_next_asked(self, LEAD) if self.has_usual_rules else None
        return (self.leader + len(self.trick)) % 4


def get_classes(state: HeartsState) -> tuple[frozenset[Face], ...]:
    """Return the cards that may be played now, as sets in order of priority.

    A card of a later set may be played only if the hand has no card of the earlier sets. For example, the
    first set contains the led suit, and the second set all other cards. Face-up cards and empty sets are left
    out.
    """
    loose = state.loose
    return tuple(left for kinds in _list_priorities(state) if (left := kinds & loose))


def _list_priorities(state: HeartsState) -> tuple[frozenset[Face], ...]:
    """Return the cards that the rules allow now, as sets in order of priority.

    A set may be empty, or contain cards that are already face up.
    """
    if state.has_usual_rules and not state.played:
        return (frozenset({LEAD}),)
    if trick := state.trick:
        suit = SUITED[trick[0][1]]
        spare = POINTS if state.has_usual_rules and len(state.played) < 4 else frozenset()
        return suit, ALL - suit - spare, spare - suit
    hearts = SUITED["H"]
    may_lead_hearts = not state.has_usual_rules or not hearts.isdisjoint(state.played)
    return (ALL,) if may_lead_hearts else (ALL - hearts, hearts)


def get_waiting_zone(name: str) -> Zone:
    """Return the name of the place for cards that were passed to a seat but not yet picked up."""
    return f"cards passed to {name}"


def get_receiver(state: HeartsState, at: int) -> str:
    """Return the name of the seat to which another seat passes cards in this round."""
    return state.name((at + state.offset) % 4)


# ----------------------------------------------------------------------------------------------------
# Masks of a printed deck. With `paper`, the suit that was led determines the playable cards. With `usual`, they also
# depend on earlier cards: no points in the first trick, and no lead of a heart before a heart was played.


class HeartsTops(Tops[HeartsState]):
    """Situations in hearts for which a printed deck needs masks."""

    def list_situations(self, state: HeartsState) -> Iterable[HeartsState]:
        """Return a state for a lead in each suit and, with `usual`, states in which special rules apply.

        Special rules apply to the first lead, the first trick, and a lead before any heart was played. Each
        suit occurs twice, after different cards have been played. Therefore, every card may be in a hand in
        at least one state.
        """
        at = state.virtual[0]
        before = (at - 1) % len(state.seats)
        quiet = replace(state, round=len(_OFFSETS))  # a round in which no cards are passed
        for suit in ("C", "S", "D", "H"):
            for gone, led in (("A", "2"), ("K", "3")):
                trick = tuple(gone + suit for suit in SUITS)
                yield replace(quiet, leader=before, played=(*trick, led + suit))
        if state.has_usual_rules:
            lacks = tuple(frozenset() if i == at else frozenset({LEAD}) for i in range(len(state.seats)))
            yield replace(quiet, lacks=lacks)
            for taken in (("AC", "AD", "AS", "2C"), ("KC", "KD", "KS", "3C")):
                yield replace(quiet, leader=at, played=taken)
            yield replace(quiet, leader=before, played=(LEAD,))

    def colour(self, state: HeartsState) -> str:
        """Return the letter of the led suit, or an empty string."""
        return state.trick[0][1] if state.trick else ""

    def name(self, state: HeartsState, kinds: frozenset[Face]) -> str:
        """Return the text on a mask, or an empty string if all cards may be played.

        The text names the suit to follow, or describes all allowed cards.
        """
        if not state.played and state.has_usual_rules:
            return CARDS.describe(LEAD)
        if not state.trick:
            return (
                template("fits.no_heart") if state.has_usual_rules and kinds.isdisjoint(SUITED["H"]) else ""
            )
        suit = state.trick[0][1]
        if kinds <= SUITED[suit]:
            return suit_word(suit)
        first = state.has_usual_rules and len(state.played) < len(state.seats)
        return template("fits.no_points") if first and kinds.isdisjoint(POINTS) else ""


# The implementation of the interface. A round with the usual rules has four phases: passing three cards, which lie in
# front of their receivers until all seats have passed; looking for the 2♣; thirteen tricks; and scoring.


class Hearts(dealt.DealtGame[HeartsState]):
    """Rules of hearts (see `facilitator.games.rules.Rules`)."""

    about = GameInfo(
        name="hearts",
        rules=dealt.RULES,
        seats=(4, 4),
        picture=(("2C", "9C", "QS"), ("5H", "JD")),
        tops=HeartsTops(),
        # Two priorities: the suit that was led, and all other cards. `usual` splits the latter in the first trick.
        classes={"paper": 2, "usual": 3},
    )
    kinds: Kinds = CARDS
    codec = Codec(CARDS)
    state_type = HeartsState
    zones = (DECK, DISCARDS, TRICK)

    def list_event_types(self, state: HeartsState) -> tuple[type[Event], ...]:
        """Return the event classes that this table's rules allow."""
        return (
            (Play, Give, AllGive, Lacks, NobodyHas, Round) if state.has_usual_rules else (Start, Play, Round)
        )

    def find_virtual_action(self, state: HeartsState, at: int) -> NextAction:
        """Return the selection of a card, or the passing of random cards.

        The protocol omits cards that the hand is known to lack.
        """
        name, lacks = state.name(at), state.lacks[at]
        if state.giving:
            return GiveBlind(name, get_receiver(state, at), PASSED)
        return Select(
            name, tuple(left for kinds in get_classes(state) if (left := kinds - lacks)), lacks=lacks
        )

    def change(self, draft: Draft[HeartsState], event: Event) -> None:
        """Apply a start, passed cards, a play, or a new deal."""
        state = draft.before
        match event:
            case Give() | AllGive() if state.giving:
                self._apply_passed_cards(draft, event)
            case Lacks() | NobodyHas() if self._is_holder_unknown(state):
                self._apply_denials(draft, event)
            case Play(seat, _, None) if not state.giving and self._may_act(state, dealt.place(state, seat)):
                self._apply_play(draft, dealt.place(state, seat), event)
            case Round(number) if state.is_finished and number == state.round + 1:
                # with `paper`, the lead moves clockwise
                leader = None if state.has_usual_rules else (state.first + number - 1) % 4
                self.deal_again(draft, number, (DISCARDS,), leader=leader, first=state.first)
            case Start(None, first) if state.asks is None and not state.is_finished:
                at = dealt.place(state, first)
                draft.set(leader=at, first=at)
            case _:
                raise self.build_not_due_error(state, event)

    def _apply_passed_cards(self, draft: Draft[HeartsState], event: Give | AllGive) -> None:
        """Pass three cards of one seat, or of every person who has not passed cards yet."""
        state = draft.before
        if isinstance(event, Give):
            self._pass_three_cards(draft, dealt.place(state, event.seat), event)
            return
        givers = [at for at in state.people if at not in state.given]
        if not givers:
            raise self.build_not_due_error(state, event)
        for at in givers:
            self._pass_three_cards(draft, at, Give(state.name(at), get_receiver(state, at), event.count))

    def _apply_denials(self, draft: Draft[HeartsState], event: Lacks | NobodyHas) -> None:
        """Record that one seat, or every person, said not to have the 2♣."""
        state = draft.before
        seats = state.people if isinstance(event, NobodyHas) else [dealt.place(state, event.seat)]
        asked = [at for at in seats if self._may_act(state, at)]
        if not asked:
            raise self.build_not_due_error(state, event)
        for at in asked:
            dealt.add_lacks(draft, at, {LEAD})
            dealt.check_holdable(draft.now)

    def _may_act(self, state: HeartsState, at: int) -> bool:
        """Return whether a seat may play or answer now, after all cards have been passed.

        The current seat always may. While the holder of the 2♣ is unknown, other people may answer before the
        host asks.
        """
        unasked = self._is_holder_unknown(state) and dealt.may_answer(state, at, LEAD)
        return unasked or at == state.asks

    def _check_passed_cards(self, state: HeartsState, at: int, event: Give) -> None:
        if at in state.given or event.to != get_receiver(state, at) or event.count != PASSED:
            still = join_with_or(state.name(seat) for seat in range(4) if seat not in state.given)
            raise self.build_event_error("hearts.give", event, n=PASSED, seats=still)

    def _pass_three_cards(self, draft: Draft[HeartsState], at: int, event: Give) -> None:
        """Pass three cards of a seat.

        Seats pick up their received cards only after the fourth pass, so that no card is passed twice. The
        hand of a virtual seat is shuffled first, which makes its top three cards a random choice.
        """
        now, to = draft.now, event.to
        self._check_passed_cards(now, at, event)
        given, name = (*now.given, at), now.name(at)
        done = len(given) == 4
        draft.set(given=given, hands=(13,) * 4 if done else dealt.add_at(now.hands, at, -PASSED))
        blind = (Mixed((name,), name),) if now.seats[at].virtual else ()
        passed = Moved(name, get_waiting_zone(to), PASSED)
        draft.add_effect("give", *blind, passed, seat=at, to=to, virtual=bool(blind))
        if done:
            taken = (Moved(get_waiting_zone(name), name, PASSED) for name in now.names)
            draft.add_effect("take up", *taken)

    def _apply_play(self, draft: Draft[HeartsState], at: int, event: Play) -> None:
        """Add a card to the trick. The fourth card ends the trick."""
        state = draft.before
        allowed = get_classes(state)
        rank = next((i for i, kinds in enumerate(allowed) if event.card in kinds), None)
        if rank is None and event.card in state.loose:
            raise build_error(
                TableError, "hearts.fits", CARDS.describe(event.card), wanted=self._describe_playable(state)
            )
        dealt.play_from_hand(draft, at, event)
        for kinds in allowed[:rank]:  # a card of a later priority proves that the hand has none of these
            dealt.add_lacks(draft, at, kinds)
        leader = at if state.leader is None else state.leader
        draft.set(played=(*state.played, event.card), leader=leader)
        dealt.check_holdable(draft.now)
        draft.add_effect("play", Moved(event.seat, TRICK, 1, (event.card,)))
        if not draft.now.trick:
            self._finish_trick(draft, leader)

    def _finish_trick(self, draft: Draft[HeartsState], leader: int) -> None:
        """Give a complete trick to the seat with the highest card of the led suit. The last trick ends the round.

        Args:
            draft: Draft after the fourth card.
            leader: Index of the seat that led the trick.
        """
        trick = draft.now.played[-4:]
        best = max((HIGH.index(face[0]), step) for step, face in enumerate(trick) if face[1] == trick[0][1])
        winner = (leader + best[1]) % 4
        got = sum(map(score_taken_card, trick))
        draft.set(leader=winner, points=dealt.add_at(draft.now.points, winner, got))
        draft.add_effect("trick", Moved(TRICK, DISCARDS, 4, trick), seat=winner, points=got)
        if draft.now.is_finished:
            self._score_round(draft)

    def _score_round(self, draft: Draft[HeartsState]) -> None:
        points, scores = draft.now.points, draft.before.scores
        moon = draft.now.has_usual_rules and MOON in points
        counted = tuple(MOON - count for count in points) if moon else points
        draft.set(scores=tuple(map(sum, zip(scores, counted, strict=True))))
        if moon:
            draft.add_effect("moon", seat=points.index(MOON))
        scores_text = ", ".join(
            f"{name} {score}" for name, score in draft.now.by_name(draft.now.scores).items()
        )
        draft.add_effect("tally", scores=scores_text)
        dealt.announce_end(draft, match=True)

    def list_moves(self, state: HeartsState, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return the possible plays of a person with this hand, in list order."""
        if state.asks is None:
            if state.is_finished:
                return (Round(state.round + 1),)
            return tuple(Start(None, name) for name in state.names)
        name = state.name(state.asks)
        if state.giving:
            return (AllGive(PASSED),)
        held = next((found for kinds in get_classes(state) if (found := kinds & set(hand))), frozenset())
        denial = (Lacks(name),) if self._is_holder_unknown(state) else ()
        return tuple(Play(name, card) for card in CARDS.sort(held)) or denial

    def list_openings(self, state: HeartsState, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return sequences of events from the start of a game to a seat's first turn.

        The previous seat leads a card. With the rule set `usual`, all seats first pass cards, and 2♣ is led.
        """
        at = (dealt.place(state, seat) - 1) % len(state.seats)
        if not state.has_usual_rules:
            return tuple((Start(None, state.name(at)), Play(state.name(at), lead)) for lead in ("7D", "8D"))
        gives = tuple(Give(state.name(giver), get_receiver(state, giver), PASSED) for giver in range(4))
        return ((*gives, *dealt.list_denials(state, at), Play(state.name(at), LEAD)),)

    def find_zones(self, state: HeartsState) -> Zones:
        """Return all cards by hand or pile: hands, current trick, finished tricks, and passed cards not picked up."""
        passed = {get_waiting_zone(get_receiver(state, at)): PASSED for at in state.given if state.giving}
        taken = state.played[: len(state.played) - len(state.trick)]
        laid = {TRICK: len(state.trick), DISCARDS: len(taken)}
        return self.locate_cards(state, {**laid, **passed}, {TRICK: state.trick, DISCARDS: taken})

    # Texts: the prompt and the public state. The sentences for effects are in the catalogue (``told.*``).

    def make_quick_reference(self, state: HeartsState) -> QuickReference:
        """Return the quick reference, which lists the cards to play when leading, and for each led suit.

        With `usual`, further rows describe the first lead, the first trick, and a lead before any heart was
        played.
        """
        usual, hearts, clubs = state.has_usual_rules, SUITED["H"], SUITED["C"]
        special = {
            "lead": (frozenset({LEAD}),),
            "trick": (clubs, ALL - clubs - POINTS, POINTS),
            "quiet": (ALL - hearts, hearts),
            "broken": (ALL,),
        }
        rows = special if usual else {"leading": (ALL,)}
        named = [(template(f"glance.hearts.{key}"), sets) for key, sets in rows.items()]
        named += [
            (sentence("glance.hearts.led", suit=suit_word(suit)), (same, ALL - same))
            for suit, same in SUITED.items()
        ]
        return QuickReference(
            template("glance.hearts"), tuple((head, tuple(map(CARDS.sort, sets))) for head, sets in named)
        )

    def make_prompt(self, state: HeartsState) -> GamePrompt:
        """Return the prompt for the current seat. After people have passed cards, the host can type "done"."""
        if state.asks is None:
            asked = self.ask_round(state)
            return asked if state.is_finished else replace(asked, question=template("ask.hearts.first"))
        name = state.name(state.asks)
        if state.giving:
            to = get_receiver(state, state.asks)
            done = dict.fromkeys(list_spellings("read.done"), AllGive(PASSED))
            return GamePrompt(sentence("ask.hearts.give", to=to), name, words=done)
        if self._is_holder_unknown(state):
            leads = {fold(state.name(at)): Play(state.name(at), LEAD) for at in state.people}
            return GamePrompt(template("ask.hearts.two"), name, seeks=True, words=leads)
        return GamePrompt(self._describe_playable(state), name)

    def _is_holder_unknown(self, state: HeartsState) -> bool:
        return state.has_usual_rules and state.leader is None and not state.giving and not state.is_finished

    def _describe_playable(self, state: HeartsState) -> str:
        if state.has_usual_rules and not state.played:
            return CARDS.describe(LEAD)
        if state.trick:
            first = state.has_usual_rules and len(state.played) < len(state.seats)
            key = "ask.hearts.trick" if first else "ask.hearts.follow"
            return sentence(key, suit=suit_word(state.trick[0][1]))
        return template("ask.hearts.any" if len(get_classes(state)) < 2 else "ask.hearts.quiet")

    def describe_state(self, state: HeartsState, short: bool = False) -> str:
        """Return the round, trick, hand sizes and points on one line, or only the trick if `short`."""
        trick = " ".join(state.trick) or template("facts.hearts.none")
        if short:
            return trick
        seats = zip(state.names, state.hands, state.scores, state.points, strict=True)
        seats_text = [
            f"{name} {hand} ({score})" if state.is_finished else f"{name} {hand} ({score}+{taken})"
            for name, hand, score, taken in seats
        ]
        key = "facts.hearts.ended" if state.is_finished else "facts.hearts"
        return sentence(key, number=state.round, trick=trick, told=", ".join(seats_text))

    def state_json(self, state: HeartsState) -> dict[str, object]:
        """Return the public state as JSON.

        The key ``table`` contains the round, the trick, its leader and the round's points. The match scores
        have their own key.
        """
        table = {
            "round": state.round,
            "trick": list(state.trick),
            "leader": None if state.leader is None else state.name(state.leader),
            "points": state.by_name(state.points),
        }
        return {**self.facts_json(state, table), "scores": state.by_name(state.scores)}


HEARTS: Rules[HeartsState] = Hearts()
