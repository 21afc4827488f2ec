"""The interface of a game: public facts, one law, and what hands must do about it.

A game knows seats, zones and faces; it knows no protocol and no hidden card.  Its *law* is `Rules.apply`: the
only way the public facts change.  What follows from an event is told as typed *motions* of cards between
zones, so that the rehearsal can carry them out, the narrator can say them, and one check can hold sizes and
cards against them, for every game alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from facilitator.games.due import Lot, Need
from facilitator.games.events import Event
from facilitator.games.facts import S, Seat, Zone
from facilitator.games.material import Glance, Kinds, SharedDeck, Styles
from facilitator.games.motions import Applied, Happened
from facilitator.machine.faces import Face

CHOICES = ("hand_size", "draw", "conceal", "pool", "pool_deck")
"""The keys of a table file that a game may not know: nothing can be chosen there."""


class Rules(Protocol[S]):
    """A game, as play, plan, print, replay and proof know it.

    ``turns_first``: whether it begins with a card turned over from the deck. ``styles``: None where virtual
    seats only play uniformly. ``pools``: decks of their own that virtual seats may have, by name; empty where
    they never do. ``seats``: the fewest and the most of them. ``hand_size``: what is dealt where a table does
    not say; None where all is dealt out, whatever a table says. ``lot``: everything a `Lot` may have among its
    faces: so many extra cards are printed. ``help``: what a person may type, for ``?``. ``pack``: ``deck of
    UNO``. ``card_mm``: how wide and high a card is. ``picture``: three kinds that fit alike (the last one in a
    second class, where there is one) and two that do not, for pictures. ``notation``: how a record names cards, in
    words. ``tricks``: whether a seat may have played its last card while others still have one. ``choices``: the
    keys of a table file that only some games know (`CHOICES`), and this one does.
    """

    name: str
    rules: tuple[str, ...]
    kinds: Kinds
    turns_first: bool
    tricks: bool
    styles: Styles[S] | None
    pools: Mapping[str, tuple[Face, ...]]
    seats: tuple[int, int]
    hand_size: int | None
    lot: tuple[Face, ...]
    help: str
    pack: str
    card_mm: tuple[int, int]
    picture: tuple[tuple[Face, ...], tuple[Face, ...]]
    notation: str
    choices: frozenset[str]

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> S:
        """Return the facts before the first event, hands dealt; raises `TableError` if it cannot be dealt.

        ``options``, all optional: ``rules``, ``hand_size``, ``until`` (the house draws until playable), ``pool``
        (the cards of the virtual seats' own deck), and the house
        rules a game knows, by their keys.
        """

    def classes(self, rules: str) -> int:
        """Return the most classes a `Select` has by these rules; if two, the second is all that is left."""

    def most_classes(self, state: S) -> int:
        """Return the most classes a `Select` may have from here on, by the rules and the table's own."""

    def most_cards(self, people: int, virtual: int, pool: int | None) -> int | None:
        """Return the largest hand that can be dealt; ``pool``: the size of the virtual seats' own deck, if any.

        None where hands are not a table's to choose.
        """

    def need(self, state: S) -> Need:
        """Return what the table must do now."""

    def apply(self, state: S, event: Event) -> Applied[S]:
        """Return what is public after an event, and what follows; refuses by raising, changing nothing."""

    def concluded(self, state: S, need: Need, card: Face | None, drawn: int) -> tuple[Event, ...] | Lot:
        """Return the events a finished run amounts to, or the lot that must come first.

        ``card``: what was selected (or drawn by lot), None for none.  ``drawn``: how many cards the run drew;
        after a `Lot` the need says which card it belongs to.
        """

    def moves(self, state: S, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return what a person holding ``hand`` could do now, in a fixed order; never empty in their turn.

        ``hand``: in the order the cards came, so that the last is the one just drawn.  Plays of one card that
        differ in what is named stand together.  Where the need is `Ask` of nobody: what may begin, with no hand.
        """

    def may_lie_first(self, state: S, face: Face) -> bool:
        """Tell whether a card turned over at the opening may stay; else it is put back and another turned."""

    def decks(self, state: S) -> Mapping[Zone, tuple[Face, ...]]:
        """Return all cards of each deck, wherever they are, by the zone they are dealt and drawn from."""

    def deal(self, state: S) -> tuple[Happened, ...]:
        """Return the motions that deal: from the full decks to every zone, for the rehearsal and the words.

        What follows without a motion says how the game then begins.
        """

    def sizes(self, state: S) -> Mapping[Zone, int]:
        """Return how many cards lie in each zone."""

    def open_cards(self, state: S) -> Mapping[Zone, tuple[Face, ...]]:
        """Return what lies face up, by zone."""

    def resized(self, state: S, sizes: Mapping[Zone, int]) -> S:
        """Return the facts with other sizes of hands and decks, for a correction; all others stay.

        Raises `TableError` where what is known of the hands does not allow it.
        """

    def refaced(self, state: S, was: Face | None, face: Face) -> S:
        """Return the facts with another face for a card that lies open, for a correction; None: for the top card.

        Raises `TableError` where that would change what was played after it.
        """

    def firsts(self, state: S, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return ways a game may begin that give this seat the first turn, the plainest first.

        ``state``: before the first event.  Counts and sheets take the first that can be.
        """

    def stock(self, state: S, seat: str) -> SharedDeck:
        """Return who shares the deck of ``seat``, that seat first, the others clockwise."""

    def glance(self, state: S) -> Glance:
        """Return which cards fit what, for the validity page."""

    # words and shapes

    def examples(self, state: S) -> tuple[Event, ...]:
        """Return events as a record may begin, one of each kind; ``state``: before the first event."""

    def opening(self, state: S) -> str:
        """Return an example of what is typed where nobody is in turn: how the game begins, or the next deal."""

    def questions(self, state: S) -> tuple[str, ...]:
        """Return when a covered hand is asked a `Question`, and what its answers mean, for print; empty: never.

        First a title; then what comes before it, what is asked, what β α means and what α β means, a sentence each.
        """

    def question(self, state: S) -> str:
        """Return what the person in turn is asked for: ``a card, or draw``."""

    def also(self, state: S) -> tuple[str, ...]:
        """Return what else may be typed by these rules, a line each, for ``?`` after `help`."""

    def say(self, happened: Happened) -> str:
        """Return the sentence that announces it; empty where the event itself says all."""

    def facts(self, state: S, short: bool = False) -> str:
        """Return what everybody may know, on one line."""

    def state_json(self, state: S) -> dict[str, object]:
        """Return the public state as JSON lines have it: ``n turn hands winner`` and more."""

    def event_json(self, event: Event) -> dict[str, object]:
        """Return an event as its JSON object."""

    def event_of(self, obj: object, seats: Sequence[str] | None = None) -> Event:
        """Return the event a JSON object says; without ``seats`` any name will do; raises `CommandError`."""

    def text(self, event: Event) -> str:
        """Return an event as a host would type it."""

    def read_line(self, line: str, seats: Sequence[str]) -> Event:
        """Return the event of a record's line, be it text or JSON; raises `CommandError`."""

    def read(self, text: str, state: S) -> Event:
        """Return the event a few keystrokes or a whole line mean; raises `CommandError`."""
