"""The public facts of a match of Hearts, and what may be played: the best class first.  Source: paper §5.2."""

from __future__ import annotations

from dataclasses import dataclass

from facilitator.games import dealt
from facilitator.games.events import Event, Give, Play, Round, Start
from facilitator.games.facts import Zone
from facilitator.games.material import Glance
from facilitator.games.motions import Happened
from facilitator.games.packs import CARDS, SUIT_WORDS, SUITS
from facilitator.machine.faces import Face
from facilitator.wording import fold, listed, plural

TRICK: Zone = "trick"
LEAD: Face = "2C"
QUEEN: Face = "QS"
LIMIT, MOON, PASSED = 100, 26, 3
DONE = ("done", "given", "passed", "give", "give 3", "pass", "pass 3", "3", "three", "yes")
"""What is typed when three cards lie before their receiver."""
HIGH = "23456789TJQKA"
ALL = frozenset(CARDS.cards)
SUITED = {suit: frozenset(face for face in CARDS.cards if face[1] == suit) for suit in SUITS}
POINTS = SUITED["H"] | {QUEEN}
_OFFSETS = (1, 3, 2, 0)  # left, right, across, none, clockwise from the giver


def worth(face: Face) -> int:
    """Return the points of a card: a heart 1, the queen of spades 13 (paper §5.2)."""
    return 13 if face == QUEEN else int(face[1] == "H")


@dataclass(frozen=True, slots=True)
class HeartsState(dealt.Dealt):
    """The public facts.

    ``played``: this round's cards in order, the last incomplete four being the trick.  ``leader``: who leads
    or led it.  ``points``: taken in this round; ``scores``: tallied.  ``given``: who has passed on cards.
    """

    played: tuple[Face, ...] = ()
    leader: int | None = None
    first: int = 0  # who led the first round
    round: int = 1
    points: tuple[int, ...] = (0, 0, 0, 0)
    scores: tuple[int, ...] = (0, 0, 0, 0)
    given: tuple[int, ...] = ()

    @property
    def trick(self) -> tuple[Face, ...]:
        """The cards of the trick that is being played."""
        return self.played[len(self.played) // 4 * 4 :]

    @property
    def loose(self) -> frozenset[Face]:
        """What lies in hands."""
        return ALL - frozenset(self.played)

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
        """Who has won the match, while it goes on None."""
        if not self.ended or max(self.scores) < LIMIT:
            return None
        least, most = min(self.scores), max(self.scores)
        won = [score == least if self.usual else score < most for score in self.scores]
        return tuple(name for name, wins in zip(self.names, won, strict=True) if wins)

    @property
    def turn(self) -> int | None:
        """Who must do something now; None where chance or the deal comes first."""
        if self.ended:
            return None
        if self.giving:  # the people first: what a virtual seat gives away is left to chance anyway
            order = sorted(range(4), key=lambda at: self.seats[at].virtual)
            return next(at for at in order if at not in self.given)
        if self.leader is None:
            return dealt.searched(self, LEAD) if self.usual else None
        return (self.leader + len(self.trick)) % 4


def classes(state: HeartsState) -> tuple[frozenset[Face], ...]:
    """Return what may be played, the best class first: a later one only for want of the earlier."""
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


class HeartsTold(dealt.DealtGame[HeartsState]):
    """How Hearts is said and written: words, shapes, the validity page."""

    def glance(self, state: HeartsState) -> Glance:
        """Return what may be played on each suit led, the best class first, and what may lead."""
        usual = state.usual
        rows: list[tuple[str, tuple[frozenset[Face], ...]]] = []
        hearts = SUITED["H"]
        if usual:
            rows.append(("the first lead", (frozenset({LEAD}),)))
            clubs = SUITED["C"]
            rows.append(("the first trick", (clubs, ALL - clubs - POINTS, POINTS)))
            rows.append(("leading, no heart played yet", (ALL - hearts, hearts)))
        rows.append(("leading, a heart has been played" if usual else "leading", (ALL,)))
        for suit in SUITS:
            same = SUITED[suit]
            rows.append((f"{SUIT_WORDS[suit]} led", (same, ALL - same)))
        return Glance("Hearts: what fits", tuple((head, tuple(map(CARDS.sort, sets))) for head, sets in rows))

    def examples(self, state: HeartsState) -> tuple[Event, ...]:
        """Return the first lead, a trick begun, cards passed, a new round."""
        first, second, *_ = state.names
        return (
            Start(None, first),
            Play(first, "7D"),
            Play(second, "QD"),
            Give(first, second, PASSED),
            Round(2),
        )

    def speaker(self, state: HeartsState) -> str | None:
        """Return who is in turn."""
        return None if state.turn is None else state.name(state.turn)

    def read(self, text: str, state: HeartsState) -> Event:
        """Return the event of some words; while cards are passed "done" is enough: which they are stays unsaid."""
        if state.giving and state.turn is not None and fold(text).rstrip(".!") in DONE:
            return Give(state.name(state.turn), receiver(state, state.turn), PASSED)
        return super().read(text, state)

    def seeks(self, state: HeartsState) -> bool:
        """Tell whether the 2♣ is looked for."""
        return state.usual and state.leader is None and not state.giving and not state.ended

    def question(self, state: HeartsState) -> str:
        """Return what the table, or the person in turn, is asked for."""
        if state.ended:
            return f"the next deal: round {state.round + 1}"
        if state.turn is None:
            return "who leads first"
        if state.giving:
            return f"three cards passed to {receiver(state, state.turn)}, face down, then done"
        return "the 2♣, or no" if self.seeks(state) else self._wanted(state)

    def _wanted(self, state: HeartsState) -> str:
        if state.usual and not state.played:
            return CARDS.describe(LEAD)
        if state.trick:
            return f"a card of {SUIT_WORDS[state.trick[0][1]]}, else another"
        return "any card" if len(classes(state)) < 2 else "any card but a heart, unless all are"

    def say(self, happened: Happened) -> str:
        """Return the sentence for what follows from an event."""
        args = happened.args
        match happened.key:
            case "deal":
                return dealt.say_deal(args, "card")
            case "give" if args["virtual"]:
                name, to = args["seat"], args["to"]
                return f"Shuffle {name}'s hand face down; its three top cards, unseen by all, go before {to}."
            case "take up":
                return "Everybody has passed three cards: take up what lies before you, face down at virtual seats."
            case "trick":
                return f"{args['seat']} takes the trick: {plural(args['points'], 'point')}."
            case "moon":
                return f"{args['seat']} has shot the moon: 26 points to each of the others."
            case "tally":
                return f"The scores: {', '.join(f'{name} {score}' for name, score in args.items())}."
            case "gather":
                return f"Gather and shuffle all cards for round {args['round']}."
            case "over":
                names = args["winners"]
                who = listed(names) if names else "nobody"
                return f"The match is over: {who} {'win' if len(names) > 1 else 'wins'}."
        return ""

    def facts(self, state: HeartsState, short: bool = False) -> str:
        """Return round, trick, hands and points on one line."""
        trick = " ".join(state.trick) or "nothing led"
        if short:
            return trick
        seats = zip(state.names, state.hands, state.scores, state.points, strict=True)
        told = [
            f"{name} {hand} ({score})" if state.ended else f"{name} {hand} ({score}+{taken})"
            for name, hand, score, taken in seats
        ]
        points = "points" if state.ended else "points + this round's"
        return f"round {state.round}; trick: {trick}; cards ({points}): {', '.join(told)}"

    def state_json(self, state: HeartsState) -> dict[str, object]:
        """Return the public state: under ``table`` the round, its trick and the points taken in it."""
        table = {
            "round": state.round,
            "trick": list(state.trick),
            "leader": None if state.leader is None else state.name(state.leader),
            "points": dict(zip(state.names, state.points, strict=True)),
        }
        scores = dict(zip(state.names, state.scores, strict=True))
        return {**self.facts_json(state, state.winners or (), table), "scores": scores}
