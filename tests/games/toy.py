"""A game in a few lines, for tests: lay a card that is no lower than the last one, or draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from facilitator.errors import CommandError, TableError
from facilitator.games.events import Codec, Correct, Drew, Event, GamePrompt, Play, Start
from facilitator.games.events import Kinds as GameKinds
from facilitator.games.rules import (
    Applied,
    AwaitMove,
    Effect,
    GameInfo,
    GameOver,
    Moved,
    NextAction,
    QuickReference,
    Seat,
    Select,
    SharedDeck,
    Zones,
)
from facilitator.operations.faces import DECK, DISCARDS

CARDS = tuple(f"{number}{letter}" for number in range(1, 10) for letter in "ab")


@dataclass(frozen=True)
class State:
    seats: tuple[Seat, ...]
    hands: tuple[int, ...]
    pile: tuple[str, ...] = ()
    turn: int = 0
    n: int = 0
    rules: str = "paper"
    lost: tuple[str, ...] = ()


class Kinds:
    cards = CARDS
    tiles = False
    examples = "1a or 9b"
    naming = naming_key = ""

    def order(self, face: str) -> int:
        return CARDS.index(face)

    def describe(self, face: str) -> str:
        return f"card {face}"

    def group(self, face: str) -> str:
        return face[1]

    def traits(self, face: str) -> tuple[str, ...]:
        return ()

    def parse(self, text: str) -> str:
        if text.strip() in CARDS:
            return text.strip()
        raise CommandError(f"{text} is not a card.", "Type 1a to 9b.")

    parse_named = parse

    def parse_play(self, text: str) -> tuple[str, str | None]:
        return self.parse(text), None

    describe_named = describe


class Toy:
    """Rounds of one turn a seat; whoever cannot lay draws; the first empty hand, or deck, ends the game."""

    about = GameInfo(
        name="toy",
        rules=("paper",),
        seats=(2, 4),
        words={"paper": "as it is", "pack": "deck of toys", "notation": "As printed."},
        picture=(("7a", "8a", "9a"), ("1a", "2a")),
        turns_first=True,
        hand_size=3,
        card_mm=(56, 87),
        choices=frozenset({"hand_size"}),
    )
    kinds: GameKinds = Kinds()
    codec = Codec(Kinds(), True)

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> State:
        return State(tuple(seats), (options.get("hand_size", 3),) * len(seats))

    def _fit(self, state: State) -> frozenset[str]:
        return frozenset(card for card in CARDS if card[0] >= state.pile[-1][0] or card[0] == "1")

    def _deck(self, state: State) -> int:
        return len(CARDS) - sum(state.hands) - len(state.pile) - len(state.lost)

    def get_next_action(self, state: State) -> NextAction:
        if state.pile and (0 in state.hands or not self._deck(state)):
            fewest = min(state.hands)
            return GameOver(
                tuple(s.name for s, n in zip(state.seats, state.hands, strict=True) if n == fewest)
            )
        if not state.pile:
            return AwaitMove(None)
        seat = state.seats[state.turn]
        return (
            Select(seat.name, (self._fit(state),), may_draw=False) if seat.virtual else AwaitMove(seat.name)
        )

    def apply(self, state: State, event: Event) -> Applied[State]:
        hands, after = list(state.hands), (state.turn + 1) % len(state.hands)
        match event:
            case Start(str(card), first):
                turn = [seat.name for seat in state.seats].index(first)
                moved, state = Moved(DECK, DISCARDS, 1, (card,)), replace(state, pile=(card,), turn=turn)
            case Play(seat, card) if card in self._fit(state) and seat == state.seats[state.turn].name:
                hands[state.turn] -= 1
                moved = Moved(seat, DISCARDS, 1, (card,))
                state = replace(state, pile=(*state.pile, card), turn=after, hands=tuple(hands))
            case Drew(seat) if seat == state.seats[state.turn].name:
                hands[state.turn] += 1
                moved, state = Moved(DECK, seat, 1), replace(state, turn=after, hands=tuple(hands))
            case _:
                raise TableError(f"{self.codec.text(event)}: that is not allowed.", "Look again.")
        return Applied(replace(state, n=state.n + 1), (Effect("moved", {}, (moved,)),))

    def conclude_attempt(
        self, state: State, need: NextAction, card: str | None, drawn: int
    ) -> tuple[Event, ...]:
        assert isinstance(need, Select)
        return (Play(need.seat, card) if card else Drew(need.seat),)

    def list_moves(self, state: State, hand: Sequence[str]) -> tuple[Event, ...]:
        name = state.seats[state.turn].name
        if not state.pile:
            return tuple(Start(card, seat.name) for card in CARDS for seat in state.seats)
        return tuple(Play(name, card) for card in hand if card in self._fit(state)) or (Drew(name),)

    def list_event_types(self, state: State) -> tuple[type[Event], ...]:
        return (Start, Play, Drew)

    def deal(self, state: State) -> tuple[Effect, ...]:
        moved = (Moved(DECK, seat.name, size) for seat, size in zip(state.seats, state.hands, strict=True))
        return (Effect("dealt", {}, tuple(moved)),)

    def find_zones(self, state: State) -> Zones:
        hands = {seat.name: size for seat, size in zip(state.seats, state.hands, strict=True)}
        sizes = {**hands, DECK: self._deck(state), DISCARDS: len(state.pile)}
        cards = tuple((Counter(CARDS) - Counter(state.lost)).elements())
        return Zones(sizes, {DISCARDS: state.pile}, {DECK: cards})

    def apply_correction(self, state: State, event: Correct) -> State:
        sizes = dict(event.sizes)
        hands = (sizes.get(seat.name, size) for seat, size in zip(state.seats, state.hands, strict=True))
        return replace(state, hands=tuple(hands), lost=(*state.lost, *event.lost))

    def list_openings(self, state: State, seat: str) -> Iterable[tuple[Event, ...]]:
        return ((Start("5a", seat),),)

    def get_shared_deck(self, state: State, seat: str) -> SharedDeck:
        at = [seat.name for seat in state.seats].index(seat)
        hands = [(s.name, n) for s, n in zip(state.seats, state.hands, strict=True)]
        left = Counter(CARDS) - Counter(state.pile) - Counter(state.lost)
        cards = tuple(card for card in CARDS if left[card])
        return SharedDeck((*hands[at:], *hands[:at]), self._deck(state), cards, state.pile)

    def make_quick_reference(self, state: State) -> QuickReference:
        return QuickReference("What fits", (("on 5", (("5a", "6a"),)),))

    def make_prompt(self, state: State) -> GamePrompt:
        if not state.pile:
            return GamePrompt("a card and who starts", example="1a Ana")
        return GamePrompt("a card", state.seats[state.turn].name)

    def describe_effect(self, happened: Effect) -> str:
        return ""

    def describe_state(self, state: State, short: bool = False) -> str:
        return f"on top {state.pile[-1] if state.pile else 'nothing'}"

    def state_json(self, state: State) -> dict[str, object]:
        over = self.get_next_action(state)
        return {"n": state.n, "hands": list(state.hands), "winner": getattr(over, "winners", [None])[0]}
