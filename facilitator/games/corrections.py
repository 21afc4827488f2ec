"""Corrections of the record for every game: zone sizes counted at the table, and lost cards.

A correction is a public event with a reason. Like any other event, it can be undone and replayed. It moves no
cards. It only records where the cards already are, so the total number of cards in each deck must stay the
same, except for lost cards.

A game only adds `Rules.apply_correction`, which changes the state and checks public knowledge about hands.
Text and JSON forms of a correction are in `facilitator.games.events`. Higher layers decide when the host may
enter a correction, and how it affects the columns of a virtual seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from facilitator.errors import CommandError, TableError
from facilitator.games.events import CORRECT, VERBS, Correct, Event, example
from facilitator.games.rules import Applied, AwaitMove, Effect, Rules, SharedDeck, Zone
from facilitator.i18n import quote_input
from facilitator.i18n.catalogue import build_error, find_closest_key, join_with_and, join_with_or, sentence
from facilitator.operations.faces import Face


class Correcting:
    """Wrapper that adds corrections of the record (`Correct` events) to a game.

    The registry wraps every game, so the games themselves contain no code for corrections. All other events
    go to the wrapped game.
    """

    def __init__(self, game: Rules[Any]) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the wrapped game, and store it in the wrapper."""
        value = self.__dict__[name] = getattr(self.game, name)
        return value

    def apply(self, state: Any, event: Event) -> Applied[Any]:
        """Return the state after an event, which may be a correction.

        Corrections are possible only at the start of a person's turn. If the host enters virtual turns only,
        corrections are possible between these turns.

        Raises:
            TableError: The hidden cards cannot be distributed this way, or the rules forbid the event.
            CommandError: The correction changes nothing or has no reason.
        """
        if not isinstance(event, Correct):
            return self._apply_event(state, event)
        need = self.game.get_next_action(state)
        if not isinstance(need, AwaitMove) or not (need.seat or need.between) or need.again:
            raise build_error(TableError, "correct.when", quote_input(self.game.codec.text(event)))
        if not event.reason.strip():
            raise build_error(CommandError, "correct.reason", "", most="", example=example())
        return self._apply_sizes(state, event)

    def _apply_event(self, state: Any, event: Event) -> Applied[Any]:
        """Return the state after an event of the wrapped game, if the table's rule set allows this event."""
        if type(event) not in self.game.list_event_types(state):
            ways = (VERBS[type(event)][0], self.game.about.name, state.rules)
            key = find_closest_key("not_in_rules", ways)
            said, seat = quote_input(self.game.codec.text(event)), getattr(event, "seat", "")
            raise build_error(TableError, key, said, rules=state.rules, seat=seat)
        return self.game.apply(state, event)

    def _apply_sizes(self, state: Any, event: Correct) -> Applied[Any]:
        """Return the state and the effect of a correction.

        Raises:
            TableError: There are too few or too many cards, or the lost cards cannot come from one deck.
            CommandError: The correction changes nothing.
        """
        found, event = quote_input(self.game.codec.text(event)), complete_correction(self.game, state, event)
        before, sizes = self.game.find_zones(state).sizes, dict(event.sizes)
        self._check_sizes(state, event.lost, sizes, found)
        changed = tuple((zone, size) for zone, size in sizes.items() if before[zone] != size)
        if not changed:
            raise build_error(CommandError, "correct.same", found)
        after = self.game.apply_correction(state, replace(event, sizes=changed))
        was = (sentence("correct.was", zone=zone, n=size, was=before[zone]) for zone, size in changed)
        lost = {"lost": event.lost} if event.lost else {}
        effect = Effect(CORRECT, {"what": ", ".join(was), "why": event.reason, **lost})
        return Applied(replace(after, n=state.n + 1), (effect,))

    def _check_sizes(self, state: Any, lost: Sequence[Face], sizes: Mapping[Zone, int], found: str) -> None:
        """Check that the hidden cards can be distributed this way.

        Args:
            state: State before the correction.
            lost: Lost cards.
            sizes: New sizes.
            found: The correction as text, for messages.
        """
        before, _, decks = self.game.find_zones(state)
        every = [self.game.get_shared_deck(state, seat.name) for seat in state.seats]
        stocks = {stock.zone: stock for stock in every}.values()
        if lost and any(stock.deck is None for stock in stocks):
            raise build_error(TableError, "correct.lost.dealt", found)
        known = [*dict.fromkeys(chain.from_iterable(map(_list_hidden_zones, stocks)))]
        _check_zones(sizes, known, decks)
        short = [stock for stock in stocks if _loses_cards(stock, before, {**before, **sizes}, lost)]
        if lost and len(short) != 1:
            raise build_error(TableError, "correct.lost.where", found, zones=join_with_or(known))
        for stock in short:
            _check_lost(lost, stock)

    def describe_effect(self, effect: Effect) -> str:
        """Return the sentence that announces an effect."""
        if effect.key != CORRECT:
            return self.game.describe_effect(effect)
        key = "told.corrected.lost" if "lost" in effect.args else "told.corrected"
        cards = (self.game.kinds.describe(card) for card in effect.args.get("lost", ()))
        return sentence(key, what=effect.args["what"], cards=", ".join(cards))


def complete_correction(rules: Rules[Any], state: Any, event: Correct) -> Correct:
    """Return a correction with the new draw-pile size, if the host typed only lost cards.

    If the game has several draw piles, the correction is returned unchanged.
    """
    zones = rules.find_zones(state)
    if not event.lost or event.sizes or len(zones.decks) > 1:
        return event
    (deck,) = zones.decks
    left = zones.sizes.get(deck, 0) - len(event.lost)
    return event if left < 0 else replace(event, sizes=((deck, left),))


def _check_zones(sizes: Mapping[Zone, int], known: Sequence[Zone], decks: Collection[Zone]) -> None:
    for zone, size in sizes.items():
        if zone not in known:
            raise build_error(TableError, "correct.zone", quote_input(zone), zones=join_with_or(known))
        if not size and zone not in decks:
            raise build_error(TableError, "correct.empty", str(size), zone=zone)


def _check_lost(lost: Sequence[Face], stock: SharedDeck) -> None:
    """Check that all lost cards belong to this deck."""
    if elsewhere := Counter(lost) - Counter(stock.cards):
        raise build_error(TableError, "correct.lost.open", " ".join(elsewhere.elements()))


def _list_hidden_zones(stock: SharedDeck) -> tuple[Zone, ...]:
    """Return the places with hidden cards: the draw pile of a deck, and the hands that contain cards."""
    hands = tuple(sorted(name for name, size in stock.hands if size))
    return (*hands, stock.zone) if stock.deck is not None else hands


def _loses_cards(
    stock: SharedDeck, before: Mapping[Zone, int], after: Mapping[Zone, int], lost: Sequence[Face]
) -> bool:
    """Return whether a correction removes its lost cards from this deck, according to the new sizes.

    Raises:
        TableError: The new sizes add up to too few or too many cards. The message contains the difference.
    """
    zones = _list_hidden_zones(stock)
    had, has = (sum(sizes.get(zone, 0) for zone in zones) for sizes in (before, after))
    wanted = had if has == had else had - len(lost)
    if has != wanted:
        raise build_error(TableError, "correct.total", n=wanted, zones=join_with_and(zones), has=has)
    return has != had
