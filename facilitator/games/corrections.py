"""Corrections of the record, for every game alike: sizes that were counted.

A correction is a public event with a reason: it is kept, undone and replayed like any other. It moves no card;
it says where cards lie already. So the cards of each deck must come to the same number as before.

What a game must add is `Rules.corrected`: which of these facts it keeps, and what it knows of the hands. How a
correction is typed and written stands with all events (`facilitator.games.events`). When the host may say it,
and what a virtual seat's columns make of it, is for the rooms above.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from facilitator.errors import CommandError, FacilitatorError, TableError
from facilitator.games.events import CORRECT, Correct, Event, example
from facilitator.games.rules import Applied, Ask, Happened, Rules, Zone
from facilitator.words import quoted
from facilitator.words.catalogue import all_of, any_of, refused, sentence


class Correcting:
    """A game whose record can be corrected; all else is the game's own, as `facilitator.games.rules.Rules` has
    it.

    It stands around every game of the registry, so that no game must know the event: it takes corrections and
    hands on whatever else is asked of it.
    """

    def __init__(self, game: Rules[Any]) -> None:
        """Stand around a game; ``game``: by the interface."""
        self.game = game

    def __getattr__(self, name: str) -> Any:
        """Return what the game itself has by a name that is none of ours."""
        return getattr(self.game, name)

    def apply(self, state: Any, event: Event) -> Applied[Any]:
        """Return what is public after an event; refuses by raising, changing nothing.

        A correction may come only where a person begins a turn: within a run the columns hold what the record
        says, and after a draw the record and the table disagree by a card anyway.

        Raises: TableError where the cards cannot be so, and by the game's rules, which are then named;
        CommandError where nothing would change or no reason is said.
        """
        if not isinstance(event, Correct):
            return self._played(state, event)
        need = self.game.need(state)
        if not isinstance(need, Ask) or need.seat is None or need.again:
            raise refused(TableError, "correct.when", quoted(self.game.codec.text(event)))
        if not event.reason.strip():
            raise refused(CommandError, "correct.reason", "", most="", example=example())
        return self._resized(state, event)

    def _played(self, state: Any, event: Event) -> Applied[Any]:
        """Return what is public after an event of the game; what its rules refuse names them."""
        if type(event) not in self.game.events(state):
            raise refused(TableError, "not_in_rules", quoted(self.game.codec.text(event)), rules=state.rules)
        try:
            return self.game.apply(state, event)
        except FacilitatorError as error:
            by = sentence("by_rules", rules=state.rules, expected=error.expected)
            raise type(error)(by, error.found, error.todo) from None

    def _resized(self, state: Any, event: Correct) -> Applied[Any]:
        """Return the facts with other sizes; each zone is known, and each deck has as many cards as before."""
        game, (before, _, decks) = self.game, self.game.zones(state)
        sizes = dict(event.sizes)
        hidden = [_sharing(game, state, seat.name) for seat in state.seats]
        _check_zones(sizes, [*dict.fromkeys(chain.from_iterable(hidden))], decks)
        for zones in hidden:
            _check_all_there(zones, before, {**before, **sizes})
        changed = {zone: size for zone, size in sizes.items() if before[zone] != size}
        if not changed:
            raise refused(CommandError, "correct.same", quoted(self.game.codec.text(event)))
        after = game.corrected(state, replace(event, sizes=tuple(changed.items())))
        was = (sentence("correct.was", zone=zone, n=size, was=before[zone]) for zone, size in changed.items())
        told = Happened(CORRECT, {"what": ", ".join(was), "why": event.reason})
        return Applied(replace(after, n=state.n + 1), (told,))

    def say(self, happened: Happened) -> str:
        """Return the sentence that announces it."""
        if happened.key != CORRECT:
            return self.game.say(happened)
        return sentence("told.corrected", what=happened.args["what"])


def _check_zones(sizes: Mapping[Zone, int], known: Sequence[Zone], decks: Collection[Zone]) -> None:
    """See that sizes are said of hidden cards, and that no hand is said to be empty."""
    for zone, size in sizes.items():
        if zone not in known:
            raise refused(TableError, "correct.zone", quoted(zone), zones=any_of(known))
        if not size and zone not in decks:
            raise refused(TableError, "correct.empty", str(size), zone=zone)


def _sharing(game: Rules[Any], state: Any, seat: str) -> tuple[Zone, ...]:
    """Return where the hidden cards lie of the deck that a seat was dealt from: hands that hold any, and the
    deck.
    """
    stock = game.stock(state, seat)
    hands = tuple(sorted(name for name, size in stock.hands if size))
    return (*hands, stock.zone) if stock.deck is not None else hands


def _check_all_there(zones: Sequence[Zone], before: Mapping[Zone, int], after: Mapping[Zone, int]) -> None:
    """See that these zones together have as many cards ``after`` as ``before``.

    Raises: TableError with how many are missing or too many.
    """
    had, has = (sum(sizes.get(zone, 0) for zone in zones) for sizes in (before, after))
    if had != has:
        key = "correct.missing" if has < had else "correct.many"
        raise refused(TableError, key, n=had, zones=all_of(zones), has=has, by=abs(had - has))
