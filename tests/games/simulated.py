"""Whole games over nothing but the interface of a game: the cards are simulated, virtual seats play ideally."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, assert_never

from facilitator.games.events import Drew, Event, Play, Show
from facilitator.games.rules import (
    AwaitMove,
    Effect,
    GameOver,
    GiveBlind,
    HandQuestion,
    Mixed,
    Motion,
    Moved,
    NextAction,
    RandomDraw,
    Rules,
    Seat,
    Select,
    ShowHand,
    Zone,
    read_move,
)
from facilitator.operations.faces import DECK, DISCARDS, SOME, Face

Truth = dict[Zone, list[Face]]
NAMES = ("Ana", "Vera", "Ben", "Udo", "Ida", "Nils", "Zoe")


class Step(NamedTuple):
    """One event with everything about it: the facts and the cards before and after."""

    before: Any
    need: NextAction
    event: Event
    after: Any
    happened: tuple[Effect, ...]
    held: dict[Zone, tuple[Face, ...]]  # the hands before the event


def mixes(least: int, most: int) -> list[tuple[Seat, ...]]:
    """Return every mix of people and virtual seats, a person at one at least."""
    return [
        tuple(Seat(NAMES[at], bool(mask >> at & 1)) for at in range(count))
        for count in range(least, most + 1)
        for mask in range(2**count - 1)
    ]


def carry(truth: Truth, motion: Motion, chance: Random, event: Event | None = None) -> None:
    """Move simulated cards."""
    match motion:
        case Moved(source, target, count, faces):
            cards = truth.setdefault(source, [])
            if faces:
                assert len(faces) == count
                taken = list(faces)
            elif source == DECK or len(cards) == count:
                taken = cards[-count:][::-1] if count else []
            else:  # unseen, from a hand: which they are is for its person, or for chance
                taken = chance.sample(cards, count)
            assert len(taken) == count
            for card in taken:
                cards.remove(card)
            truth.setdefault(target, []).extend(taken)
        case Mixed(sources, target, keep, faces):
            assert not faces
            mixed = [card for source in sources for card in truth.pop(source, [])]
            if keep:
                assert len(sources) == 1
                mixed, truth[sources[0]] = mixed[:-keep], mixed[-keep:]
            chance.shuffle(mixed)
            truth.setdefault(target, []).extend(mixed)
        case _:
            assert_never(motion)


def checked(game: Rules[Any], state: Any, truth: Mapping[Zone, Sequence[Face]]) -> None:
    """Hold sizes, open cards and the stock against the simulated cards."""
    sizes = game.find_zones(state).sizes
    assert {zone: len(cards) for zone, cards in truth.items() if cards} == {
        z: n for z, n in sizes.items() if n
    }
    for zone, faces in game.find_zones(state).open.items():
        assert Counter(faces) == Counter(truth.get(zone, ())), zone
    every = [face for cards in game.find_zones(state).decks.values() for face in cards]
    assert Counter(every) == Counter(card for cards in truth.values() for card in cards)
    last = state.seats[-1].name
    stock = game.get_shared_deck(state, last)
    assert stock.hands[0] == (last, len(truth.get(last, ())))
    if sum(map(len, truth.values())) == sum(size for _, size in stock.hands) + (stock.deck or 0) + len(
        stock.discards
    ):
        hidden = [card for zone, _ in stock.hands for card in truth.get(zone, ())] + list(truth.get(DECK, ()))
        assert Counter(hidden) == Counter(stock.cards)


def decided(
    game: Rules[Any], state: Any, need: NextAction, truth: Truth, chance: Random
) -> tuple[Event, ...]:
    """Return what happens next: a person's move, an ideal selection, a lot."""
    match need:
        case AwaitMove(None):  # a card that is turned over lies in the deck
            begins = game.list_moves(state, ())
            there = [
                start for start in begins if getattr(start, "card", None) in (None, *truth.get(DECK, ()))
            ]
            return (chance.choice(there),)
        case AwaitMove(seat, _) | ShowHand(seat):
            moves = game.list_moves(state, truth.get(seat, []) if seat else [])
            return (chance.choice(moves),)
        case Select(seat, classes, may_draw, until):
            return selected(game, state, need, seat, classes, may_draw and until, truth, chance)
        case RandomDraw(_, faces):
            return settled(game, state, need, chance.choice(faces), 0, chance)
        case HandQuestion(_, accused, kinds):
            holds = not kinds.isdisjoint(truth.get(accused, ()))
            return settled(game, state, need, SOME if holds else None, 0, chance)
        case GiveBlind():
            return settled(game, state, need, None, 0, chance)
        case GameOver():
            raise AssertionError("over")
    assert_never(need)


def selected(
    game: Rules[Any],
    state: Any,
    need: Select,
    seat: str,
    classes: tuple[frozenset[Face], ...],
    until: bool,
    truth: Truth,
    chance: Random,
) -> tuple[Event, ...]:
    """Return an ideal selection's events, drawing by chained runs or one event at a time."""
    assert classes
    assert all(classes) or classes == (frozenset(),)  # everybody can count that nothing fits
    assert sum(map(len, classes)) == len(need.all_kinds)
    assert len(classes) <= max(len(levels) for _, levels in game.make_quick_reference(state).rows)
    hand, deck, drawn = list(truth[seat]), list(truth.get(DECK, [])), 0
    chained = until and chance.random() < 0.5
    while True:
        best = next((held for kinds in classes if (held := sorted(kinds & set(hand)))), None)
        if best:
            return settled(game, state, need, chance.choice(best), drawn, chance)
        if not chained or not deck:
            return settled(game, state, need, None, drawn, chance)
        hand.append(deck.pop())
        drawn += 1


def settled(
    game: Rules[Any], state: Any, need: NextAction, card: Face | None, drawn: int, chance: Random
) -> tuple[Event, ...]:
    """Return the events a run amounts to, its lot drawn."""
    result = game.conclude_attempt(state, need, card, drawn)
    if isinstance(result, RandomDraw):
        assert (result.chosen, result.drawn) == (card, drawn)
        return settled(game, state, result, chance.choice(result.faces), drawn, chance)
    return result


def played(
    game: Rules[Any],
    seats: Sequence[Seat],
    seed: int,
    rules: str,
    on: Callable[[Step], None] | None = None,
    most: int = 20_000,
) -> Iterator[Step]:
    """Play a whole game, checking the cards after every event."""
    chance = Random(f"{game.about.name} {seed} {rules}")
    state = game.begin(seats, {"rules": rules})
    truth: Truth = {zone: list(cards) for zone, cards in game.find_zones(state).decks.items()}
    for cards in truth.values():
        chance.shuffle(cards)
    for told in game.deal(state):
        assert game.describe_effect(told)
        for motion in told.motions:
            carry(truth, motion, chance)
    checked(game, state, truth)
    for _ in range(most):
        need = game.get_next_action(state)
        if isinstance(need, GameOver):
            return
        for event in decided(game, state, need, truth, chance):
            held = {zone: tuple(cards) for zone, cards in truth.items()}
            if isinstance(event, Play):
                assert event.card in truth[event.seat]
            if isinstance(event, Show):
                assert set(event.cards) <= set(truth[event.seat])
            if isinstance(event, Drew):
                again = max(len(truth.get(DISCARDS, ())) - 1, 0)  # all but the top card may be shuffled
                assert event.count <= len(truth[DECK]) + again
            assert read_move(game, game.codec.text(event), state) == event
            assert game.codec.of_json(game.codec.json(event), [seat.name for seat in seats]) == event
            after, happened = game.apply(state, event)
            for told in happened:
                game.describe_effect(told)
                for motion in told.motions:
                    carry(truth, motion, chance)
            checked(game, after, truth)
            assert after.n == state.n + 1
            step = Step(state, need, event, after, happened, held)
            yield step
            state = after
    raise AssertionError("the game does not end")
