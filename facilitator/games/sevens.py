"""Sevens: the whole deck is dealt, and each suit is built up and down from its seven. Source: paper §5.1.

With the rule set `paper`, the holder of the 7♦ plays it first, and the first seat with an empty hand wins.
(The paper's second text lost its suit signs; the first has 7♢.) With `usual`, play continues until only one
seat has cards, to rank all seats. The paper does not say where the ace goes. Here it is below the two, as is
common in sevens.

A seat that passes has no playable card, so everybody learns which cards it lacks. For a virtual seat, a
protocol selects one of the playable cards. The outcome "none" is a pass, because the game has no draw pile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from facilitator.errors import TableError
from facilitator.games import dealt
from facilitator.games.decks import CARDS, RANKS, SUITS, suit_word
from facilitator.games.events import Codec, Event, GamePrompt, Kinds, Lacks, Pass, Play
from facilitator.games.rules import (
    Draft,
    GameInfo,
    Moved,
    NextAction,
    QuickReference,
    Rules,
    Select,
    Zone,
    Zones,
)
from facilitator.i18n.catalogue import build_error, list_examples, sentence, template
from facilitator.operations.faces import DECK, Face

FIRST: Face = "7D"
ROWS: Zone = "rows"
_SEVEN = RANKS.index("7")


@dataclass(frozen=True)
class SevensState(dealt.DealtState):
    """Public state of a game of sevens.

    Attributes:
        played: All cards on the table, in the order of play.
        turn: Index of the current seat, or None before the 7♦ is played.
        out: Indices of the seats with an empty hand, in the order of finishing.
    """

    pack = CARDS

    played: tuple[Face, ...] = ()
    turn: int | None = None
    out: tuple[int, ...] = ()

    @property
    def face_up_cards(self) -> tuple[Face, ...]:
        """All face-up cards: the four rows."""
        return self.played

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Name of the first seat with an empty hand, or None before the end.

        With the rule set ``usual``, the game ends when all seats have ranks.
        """
        is_over = len(self.out) >= (len(self.seats) - 1 if self.has_usual_rules else 1)
        return (self.name(self.out[0]),) if is_over else None

    @property
    def asks(self) -> int:
        """Index of the current seat. Before the 7♦ is played, it is the next seat to ask for this card."""
        return dealt.find_next_asked(self, FIRST) if self.turn is None else self.turn


@cache
def find_playable_cards(played: frozenset[Face]) -> frozenset[Face]:
    """Return the playable cards: sevens, and the next rank at each end of a suit (paper §5.1, 1 and 2).

    Args:
        played: Cards on the table. If it is empty, only the 7♦ is playable.
    """
    if not played:
        return frozenset({FIRST})
    fits = set()
    for suit in SUITS:
        ranks = [RANKS.index(face[0]) for face in played if face[1] == suit]
        ends = (min(ranks) - 1, max(ranks) + 1) if ranks else (_SEVEN,)
        fits |= {RANKS[rank] + suit for rank in ends if 0 <= rank < len(RANKS)}
    return frozenset(fits)


# ----------------------------------------------------------------------------------------------------
# The implementation of the interface. There is no draw pile. Printed decks are not supported, because the playable
# cards depend on all cards on the table and not on a single top card.


class Sevens(dealt.DealtGame[SevensState]):
    """Rules of sevens (see `facilitator.games.rules.Rules`)."""

    about = GameInfo(
        name="sevens", rules=dealt.RULES, seats=(3, 7), picture=(("6D", "8D", "7S"), ("2C", "KH"))
    )
    kinds: Kinds = CARDS
    codec = Codec(CARDS)
    state_type = SevensState
    zones = (DECK, ROWS)

    def list_event_types(self, state: SevensState) -> tuple[type[Event], ...]:
        """Return the event classes that this table's rules allow."""
        return (Play, Pass, Lacks)

    def find_virtual_action(self, state: SevensState, at: int) -> NextAction:
        """Return the selection of a card or, before the 7♦ is played, the question for this card.

        The protocol omits cards that the hand is known to lack.
        """
        return Select(state.name(at), (find_playable_cards(frozenset(state.played)) - state.lacks[at],))

    def change(self, draft: Draft[SevensState], event: Event) -> None:
        """Apply a play, a pass, or an answer to "Who has the 7♦?".

        Before the 7♦ is played, people may answer before the host asks. After that, only the current seat may
        act.
        """
        state = draft.before
        if not isinstance(event, Play | Pass | Lacks):
            raise self.build_not_due_error(state, event)
        at = dealt.place(state, event.seat)
        if at != state.asks and not (state.turn is None and dealt.may_answer(state, at, FIRST)):
            raise self.build_event_error("dealt.turn", event, seat=state.name(state.asks))
        if isinstance(event, Play):
            self._apply_play(draft, at, event)
            return
        if isinstance(event, Lacks) != (state.turn is None):
            raise self.build_not_due_error(state, event)
        dealt.add_lacks(draft, at, find_playable_cards(frozenset(state.played)))
        dealt.check_holdable(draft.now)
        draft.set(turn=None if state.turn is None else self._next(state, at))

    def _apply_play(self, draft: Draft[SevensState], at: int, event: Play) -> None:
        """Add a card to a row. A seat with an empty hand gets the next rank."""
        state = draft.before
        fits = find_playable_cards(frozenset(state.played))
        if event.card in CARDS.cards and event.card not in fits | set(state.played):
            key = "sevens.fits" if state.played else "sevens.first"
            cards = list_examples(CARDS.sort(fits))
            raise build_error(TableError, key, CARDS.describe(event.card), cards=cards)
        dealt.play_from_hand(draft, at, event)
        draft.set(played=(*state.played, event.card))
        draft.add_effect("play", Moved(event.seat, ROWS, 1, (event.card,)))
        if not draft.now.hands[at]:
            out = (*state.out, at)
            draft.set(out=out)
            draft.add_effect("out", seat=at, place=len(out), first=len(out) == 1)
        dealt.check_holdable(draft.now)
        draft.set(turn=self._next(draft.now, at) if draft.now.winners is None else at)

    def _next(self, state: SevensState, at: int) -> int:
        around = [(at + step) % len(state.seats) for step in range(1, len(state.seats) + 1)]
        return next(seat for seat in around if state.hands[seat])

    def list_moves(self, state: SevensState, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return the plays of a person with this hand in list order, or a pass without playable cards.

        Source: "they have to pass their turn", paper §5.1.
        """
        name = state.name(state.asks)
        plays = CARDS.sort(set(hand) & find_playable_cards(frozenset(state.played)))
        none: Event = Lacks(name) if state.turn is None else Pass(name)
        return tuple(Play(name, card) for card in plays) or (none,)

    def list_openings(self, state: SevensState, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return the events of a start in which the previous seat plays the 7♦.

        All seats that are asked earlier lack the 7♦.
        """
        at = (dealt.place(state, seat) - 1) % len(state.seats)
        return ((*dealt.list_denials(state, at), Play(state.name(at), FIRST)),)

    def find_zones(self, state: SevensState) -> Zones:
        """Return all cards by hand or pile: hands, and rows in the order of play."""
        return self.locate_cards(state, {ROWS: len(state.played)}, {ROWS: state.played})

    def make_quick_reference(self, state: SevensState) -> QuickReference:
        """Return the quick reference, which contains only the rules.

        A list of the playable cards for all 49 possible row ends would be too long.
        """
        rules = template("glance.sevens.rules").split("|")
        return QuickReference(template("glance.sevens"), (("", (CARDS.cards,)),), tuple(rules))

    # Texts: the prompt and the public state. The sentences for effects are in the catalogue (``told.*``).

    def make_prompt(self, state: SevensState) -> GamePrompt:
        """Return the prompt for a card or, at the start, for the holder of the 7♦."""
        seat, seeks = None if state.winners else state.name(state.asks), state.turn is None
        return GamePrompt(template("ask.sevens.first" if seeks else "ask.card.pass"), seat, seeks=seeks)

    def describe_state(self, state: SevensState, short: bool = False) -> str:
        """Return the rows and hand sizes on one line."""
        if short:
            return sentence("facts.sevens.short", n=len(state.played))
        rows = [f"{suit_word(suit)} {span}" for suit, span in self._describe_spans(state).items() if span]
        hands = [f"{name} {size}" for name, size in state.sizes.items()]
        return "; ".join([", ".join(rows) or template("facts.sevens.none"), ", ".join(hands)])

    def _describe_spans(self, state: SevensState) -> dict[str, str | None]:
        """Return the lowest and highest rank of each suit on the table, such as ``5–9``, or None without a card."""
        spans: dict[str, str | None] = {}
        for suit in SUITS:
            ranks = sorted((face[0] for face in state.played if face[1] == suit), key=RANKS.index)
            spans[suit] = f"{ranks[0]}–{ranks[-1]}" if len(ranks) > 1 else ranks[0] if ranks else None
        return spans

    def state_json(self, state: SevensState) -> dict[str, object]:
        """Return the public state as JSON.

        The key ``table`` contains the range of each suit and the finished seats.
        """
        rows = {suit: span and [span[0], span[-1]] for suit, span in self._describe_spans(state).items()}
        return self.facts_json(state, {"rows": rows, "out": [state.name(at) for at in state.out]})


SEVENS: Rules[SevensState] = Sevens()
