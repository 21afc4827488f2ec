"""The interface of a game: public facts, one law, and what hands must do about it.

A game knows seats, zones and faces; it knows no protocol and no hidden card. Its *law* is `Rules.apply`: the
only way the public facts change. What follows from an event is told as typed *motions* of cards between zones,
so that the rehearsal can carry them out, the voice can say them, and one check can hold sizes and cards against
them, for every game alike.

To add a game: write a frozen dataclass of its public facts, with ``seats``, ``rules`` and ``n``; a class with an
`About`, its cards, a `Codec` and the methods of `Rules`; and register one of it (`facilitator.games.registry`).
It is then played, planned, printed, replayed and proved like the others, and the tests that go over the
registry play it. What it must get right, because everything above believes it: a `Select` names every kind that
may be played and no other; motions move exactly the cards that `zones` counts; a refused event changes nothing;
and nothing that only one seat can see is ever in the facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from facilitator.games.events import VERBS, Codec, Correct, Event, GamePrompt, Kinds
from facilitator.games.seats import Seat as Seat
from facilitator.games.seats import Zone as Zone
from facilitator.games.seats import check_seats as check_seats
from facilitator.machine.faces import DECK, Face
from facilitator.words import at_table
from facilitator.words.catalogue import Listed, Value, all_of, closest, has, sentence, template

# ----------------------------------------------------------------------------------------------------
# What is due: what the table must do now, by hands or by chance.


@dataclass(frozen=True, slots=True)
class Ask:
    """A person moves and the host types it; ``seat`` is None at an opening that chance decides (`Start`).

    ``again``: the seat has drawn in this turn, so that only the card just drawn may be played.
    """

    seat: str | None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A virtual seat plays by a selection: the best class of which it holds a card, uniformly within it.

    ``classes``: sets of kinds, the best first; a kind is in one class at most; at least one class.  Kinds that
    everybody knows the seat lacks are in none; one empty class: everybody can count that nothing fits.
    ``may_draw``: after "none" it draws from its deck.  ``until``: it draws until a card of a class comes.
    ``again``: it has drawn in this turn, and goes on.
    ``lacks``: kinds that everybody knows the seat lacks, and that are in no class for that reason.
    """

    seat: str
    classes: tuple[frozenset[Face], ...]
    may_draw: bool = False
    until: bool = False
    again: bool = False
    lacks: frozenset[Face] = frozenset()

    @property
    def wanted(self) -> frozenset[Face]:
        """Every kind that may be selected."""
        return frozenset().union(*self.classes)


@dataclass(frozen=True, slots=True)
class Lot:
    """Something is left to chance: one of ``faces``, uniformly, by as many extra cards, shuffled.

    ``chosen`` and ``drawn``: the card of the selection it belongs to, and how many cards that run drew.
    """

    seat: str
    faces: tuple[Face, ...]
    chosen: Face | None = None
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A covered hand is asked one thing by a run: whether it holds one of ``kinds``; nothing else comes to light.

    ``seat``: who asks, a virtual seat or a person; ``of``: whose hand, a person's; ``kinds``: one at least.
    """

    seat: str
    of: str
    kinds: frozenset[Face]


@dataclass(frozen=True, slots=True)
class Blind:
    """A virtual seat gives ``count`` of its cards to another, chosen by chance, unseen by the rest."""

    seat: str
    to: str
    count: int


@dataclass(frozen=True, slots=True)
class ShowHand:
    """The whole hand of a seat, a virtual one too, is turned over for all to see, and the host types it (`Show`)."""

    seat: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; ``winners``: who won (or, where one loses, all others)."""

    winners: tuple[str, ...]


Due = Ask | Select | Lot | HandQuestion | Blind | ShowHand
"""What must be done while the game goes on."""
Need = Due | Over


# ----------------------------------------------------------------------------------------------------
# The public facts that every game has: who sits where, and how much has happened.


class Facts(Protocol):
    """What the public state of any game has."""

    def __hash__(self) -> int:
        """Return what it is found by: what follows from it is worked out once."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where, clockwise."""

    @property
    def rules(self) -> str:
        """The name of the rule set."""

    @property
    def n(self) -> int:
        """How many events there have been."""


S = TypeVar("S", bound=Facts)


# ----------------------------------------------------------------------------------------------------
# What a game is played with: its kinds of cards, who shares a deck, what fits what, what is liked best.


class SharedDeck(NamedTuple):
    """Who shares a deck: the hands dealt from it, with their sizes, the seat asked about first.

    ``deck``: how many cards the unplayed deck of these seats holds (None: the game has none).
    ``cards``: what these hands and that deck hold together, as it lies in the deck list.
    ``discards``: the public cards of that deck that lie out of play (a concealed form lays them too).
    ``zone``: where the unplayed deck lies: what a protocol calls the deck, if a table has several.
    ``whose``: by which word of the catalogue people call it.
    """

    hands: tuple[tuple[str, int], ...]
    deck: int | None
    cards: tuple[Face, ...]
    discards: tuple[Face, ...] = ()
    zone: Zone = DECK
    whose: str = "shared"

    @property
    def called(self) -> str:
        """What people call the deck."""
        return template(f"deck.{self.whose}")


class Glance(NamedTuple):
    """The validity page as data: for what lies on top, which kinds fit.

    ``rows``: a heading (what lies there, in words) and the kinds that fit it, class by class.
    ``rules`` and ``note``: the rule in a few words.  ``counts``: how many fit, case by case; ``foot``: of how many.
    ``questions``: when a covered hand is asked a `HandQuestion`, and what its answers mean, for print; empty: never.
    First a title; then what comes before it, what is asked, what β α means and what α β means, a sentence each.
    """

    title: str
    rows: tuple[tuple[str, tuple[tuple[Face, ...], ...]], ...]
    rules: tuple[str, ...] = ()
    note: str = ""
    counts: tuple[tuple[str, str], ...] = ()
    foot: str = ""
    questions: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """What fits in words, a line each, the note at last; none where cases alone say it."""
        return [*self.rules, *filter(None, [self.note])]


S_contra = TypeVar("S_contra", bound=Facts, contravariant=True)


class Styles(Protocol[S_contra]):
    """How virtual seats like to play: what they play first, by a style's name."""

    def ordered(self, style: str, state: S_contra) -> tuple[frozenset[Face], ...]:
        """Return the kinds that a named style plays first, those it plays next, and so on: all kinds there are."""

    def orders(self, style: str) -> Mapping[int, tuple[frozenset[Face], ...]]:
        """Return the same by the fewest cards a seat must hold for it, the most of these first."""

    def most(self, style: str, cards: Iterable[Face]) -> int:
        """Return how many classes a style may ever tell apart among these cards."""


class Tops(Protocol[S]):
    """What may lie on top when a virtual seat is asked for a card: for the marks of a printed deck."""

    def every(self, state: S) -> Iterable[S]:
        """Return situations in which a virtual seat must select, at least one of every state; ``state``: before any.

        A card that lies open in one of a state's situations lies in a hand in another.  Those that follow each other
        share a mask, turned over.  Raises `CommandError` where a printed deck cannot serve the table.
        """

    def name(self, state: S, kinds: frozenset[Face]) -> str:
        """Return what people call the state in which just these kinds fit; empty where any card that is left does.

        ``kinds``: a class of the need, or a part of it that a style likes best.
        """


# ----------------------------------------------------------------------------------------------------
# What follows from an event: typed motions of cards between zones, and the facts as they are then.
#
# The rehearsal carries motions out, the voice says them, and one check holds sizes and cards against them.


@dataclass(frozen=True, slots=True)
class Moved:
    """``count`` cards went from one zone to another.

    ``faces``: which, where everybody saw them (then they are ``count`` many); empty: unseen.  From a deck
    they are its top cards; onto discards they come in the order given, the last one on top.
    """

    source: Zone
    target: Zone
    count: int
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Mixed:
    """Zones were shuffled together into ``target``; the last ``keep`` cards of the first source stay there.

    ``faces``: exactly these cards of the sources, where only some of them go (a pool's discards); empty: all.
    """

    sources: tuple[Zone, ...]
    target: Zone
    keep: int = 0
    faces: tuple[Face, ...] = ()


Motion = Moved | Mixed


@dataclass(frozen=True, slots=True)
class Happened:
    """One thing that follows from an event: a key for programs, its facts, and the cards that moved.

    The sentence for it is the game's, `Rules.say`.
    """

    key: str
    args: Mapping[str, Any]
    motions: tuple[Motion, ...] = ()


def told(game: str, key: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence for what follows from an event; empty where the event says all.

    ``game``: whose sentences come before those that all games share. ``facts``: those that are true choose among
    the sentences of a key, the others fill it.
    """
    slots = {name: _slot(value) for name, value in facts.items()}
    slots["n"] = next((slots[name] for name in ("count", "points") if name in facts), 1)
    for stem in (f"told.{game}.{key}".replace(" ", "_"), f"told.{key}"):
        for way in (name for name, value in facts.items() if value is True):
            stem = f"{stem}.{way}" if has(f"{stem}.{way}") else stem
        if has(stem):
            return sentence(stem, **slots)
    return ""


def _slot(value: object) -> Value:
    """Return a fact as it stands in a sentence: names one after the other, all else as it is written."""
    if isinstance(value, tuple | list):
        return all_of(value) if value else ""
    return value if isinstance(value, int | str | Listed) else ""


class Applied(NamedTuple, Generic[S]):
    """The public facts after an event, and what followed from it, the event's own motions first.

    An event's own motions are those of the seat that acts: from its deck to its hand, from its hand to where
    it plays.  Virtual turns may go on with standing columns only if no other motion touched a hand or a deck.
    """

    state: S
    happened: tuple[Happened, ...]


# ----------------------------------------------------------------------------------------------------
# House rules: what a game lets a table change of a rule set, and what cannot be combined.


STACKS = ("+ on +", "D on D", "D on +", "+ on D")
"""Which card may answer which: the words a table file has for it."""


class AtOdds(NamedTuple):
    """Two keys that cannot go together: which to change, what would do, what stands there, what to do and why."""

    key: str
    expected: str
    found: str
    todo: str


class HouseRuleOffer(NamedTuple):
    """A house rule as it is offered: its key, and the value it has where it is wanted."""

    key: str
    value: Any

    @property
    def meaning(self) -> str:
        """What it means, in a sentence."""
        return template(f"offer.{self.key}")


class House(Protocol):
    """The house rules of one game; ``keys``: those of a table file that change its rules.

    ``offers``: what a host is asked about.
    """

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a table file that change its rules."""

    @property
    def offers(self) -> tuple[HouseRuleOffer, ...]:
        """What a host is asked about, each with the value it has where it is wanted."""

    def usual(self, rules: object) -> Mapping[str, Any]:
        """Return what a rule set says where a table file is silent, key by key."""

    def at_odds(self, data: Mapping[str, Any], classes: bool) -> Iterable[AtOdds]:
        """Yield what cannot be combined; ``classes``: whether the table's form knows a second class of cards."""


# ----------------------------------------------------------------------------------------------------


CHOICES = ("hand_size", "draw", "conceal", "pool", "pool_deck")
"""The keys of a table file that a game may not know: nothing can be chosen there."""


@dataclass(frozen=True, slots=True)
class About:
    """What there is to know of a game before it is played: names, sizes, labels; what most games have is a default.

    ``rules``: the names of its rule sets, the usual one first.  ``seats``: the fewest and the most of them.
    ``picture``: three kinds that fit alike (the last one in a second class, where there is one) and two that do
    not, for pictures.  ``words``: of a game from outside, what the catalogue has for ours: ``pack``, ``notation``
    and a sentence for each of its rule sets.

    ``turns_first``: whether it begins with a card turned over from the deck.  ``styles``: how virtual seats may
    like to play; None where only uniformly.  ``tops``: None where no mask can tell what fits.  ``pools``: decks of
    their own that virtual seats may have, by name; empty where they never do.  ``hand_size``: what is dealt where a
    table does not say; None where all is dealt out, whatever a table says; ``hand_sizes``: another one for so many
    seats.  ``lot``: everything a `Lot` may have
    among its faces: so many extra cards are printed.  ``card_mm``: how wide and high a card is.  ``choices``: the
    keys of a table file that only some games know (`CHOICES`), and this one does.  ``classes``: the most classes
    a `Select` has by a rule set, where there are several; if two, the second is all that is left.  ``house``: the
    house rules that a table may change; None for a game that has none.  ``tables``: options by which it knows events
    that none of its rule sets does by itself.
    """

    name: str
    rules: tuple[str, ...]
    seats: tuple[int, int]
    picture: tuple[tuple[Face, ...], tuple[Face, ...]]
    turns_first: bool = False
    styles: Styles[Any] | None = None
    tops: Tops[Any] | None = None
    pools: Mapping[str, tuple[Face, ...]] = field(default_factory=dict)
    hand_size: int | None = None
    hand_sizes: Mapping[int, int] = field(default_factory=dict)
    lot: tuple[Face, ...] = ()
    card_mm: tuple[int, int] = (63, 88)
    choices: frozenset[str] = frozenset()
    classes: Mapping[str, int] = field(default_factory=dict)
    house: House | None = None
    tables: tuple[Mapping[str, str], ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def rule_sets(self) -> Mapping[str, str]:
        """What each of its rule sets is, in a sentence."""
        return {rules: self._word("rules", rules) for rules in self.rules}

    @property
    def pack(self) -> str:
        """What is bought: ``deck of UNO``."""
        return self._word("pack")

    @property
    def notation(self) -> str:
        """How a record names cards, in words."""
        return self._word("notation")

    @property
    def trademark(self) -> str:
        """Whose mark its name is, in a sentence; empty where it is nobody's."""
        key = f"trademark.{self.name}"
        return template(key) if has(key) else ""

    def _word(self, *of: str) -> str:
        """Return what is said of the game, by a key of the catalogue or its own words."""
        return self.words.get(of[-1]) or template(".".join((of[0], self.name, *of[1:])))

    def hand_for(self, seats: int) -> int | None:
        """Return what is dealt to so many seats where a table does not say; None where all is dealt out."""
        return self.hand_sizes.get(seats, self.hand_size)


class Zones(NamedTuple):
    """Where all cards lie.

    ``sizes``: how many in each zone.  ``open``: what lies face up, by zone.  ``decks``: all cards of each deck,
    wherever they are, by the zone they are dealt and drawn from.
    """

    sizes: Mapping[Zone, int]
    open: Mapping[Zone, tuple[Face, ...]]
    decks: Mapping[Zone, tuple[Face, ...]]


class Rules(Protocol[S]):
    """A game, as play, plan, print, replay and proof know it: what it is, its one law, its words.

    ``codec``: how its events are read and written.
    """

    about: About
    kinds: Kinds
    codec: Codec

    def __hash__(self) -> int:
        """Return what it is found by."""

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> S:
        """Return the facts before the first event, hands dealt; raises `TableError` if it cannot be dealt.

        ``options``, all optional: ``rules``, ``hand_size``, ``until`` (the house draws until playable), ``pool``
        (the cards of the virtual seats' own deck), and the house rules a game knows, by their keys.
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
        differ in what is named stand together.  Where the need is `Ask` of nobody: what may begin, with no hand:
        a card turned over that is in none of these starts is put back, and another turned.
        """

    def events(self, state: S) -> tuple[type[Event], ...]:
        """Return the sorts of events that its rules know at this table; all others are refused by rule."""

    def deal(self, state: S) -> tuple[Happened, ...]:
        """Return the motions that deal: from the full decks to every zone, for the rehearsal and the words.

        What follows without a motion says how the game then begins.
        """

    def zones(self, state: S) -> Zones:
        """Return where all cards lie: sizes, what lies open, whole decks."""

    def corrected(self, state: S, event: Correct) -> S:
        """Return the facts as a correction says: other sizes of hands and decks.

        That the cards come to the same number is seen to (`corrections`).  Raises `TableError` where what is known of
        the hands does not allow it.
        """

    def firsts(self, state: S, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return ways a game may begin that give this seat the first turn, the plainest first.

        ``state``: before the first event.  Counts and sheets take the first that can be.
        """

    def stock(self, state: S, seat: str) -> SharedDeck:
        """Return who shares the deck of ``seat``, that seat first, the others clockwise."""

    def glance(self, state: S) -> Glance:
        """Return which cards fit what, class by class, for the validity page."""

    # words

    def prompt(self, state: S) -> GamePrompt:
        """Return what is asked for now, and what may be typed for it."""

    def say(self, happened: Happened) -> str:
        """Return the sentence that announces it; empty where the event itself says all."""

    def facts(self, state: S, short: bool = False) -> str:
        """Return what everybody may know, on one line."""

    def state_json(self, state: S) -> dict[str, object]:
        """Return the public state as JSON lines have it: ``n turn hands winner`` and more."""


# ----------------------------------------------------------------------------------------------------
# What follows from the interface, for every game alike: no game need say it, and none may say it otherwise.


def read_move(law: Rules[Any], text: str, state: Facts) -> Event:
    """Return the event a few keystrokes or a whole line mean in a state; raises `CommandError`."""
    return law.codec.read(text, [seat.name for seat in state.seats], law.prompt(state))


def typed(law: Rules[Any], state: Facts) -> tuple[str, ...]:
    """Return every event that these rules know, a line each: how it is typed, and what it says.

    Last come other ways of them that only some rules know, such as a play out of turn.
    """
    names, slots = [seat.name for seat in state.seats], {"examples": law.kinds.examples}
    keys = (f"typed.{VERBS[kind][0]}" for kind in (*law.events(state), Correct))
    lines = (sentence(closest(key, (law.about.name,)), **slots) for key in keys)
    return tuple(at_table(line, names) for line in (*lines, *law.prompt(state).also))


def most_classes(law: Rules[Any], state: Facts) -> int:
    """Return the most classes a `Select` may have from here on, by the rules and the table's own."""
    return max(len(classes) for _, classes in law.glance(state).rows)


def most_cards(law: Rules[Any], people: int, virtual: int, pool: int | None) -> int | None:
    """Return the largest hand that can be dealt, where a card to turn over is left, and of a pool one to draw.

    ``pool``: the size of the virtual seats' own deck, None where all share one.  None where hands are not a
    table's to choose.
    """
    if law.about.hand_size is None:
        return None
    cards = len(law.kinds.cards)
    left = cards - law.about.turns_first
    if pool is None:
        return left // (people + virtual)
    return min(left // max(people, 1), (pool - 1) // virtual if virtual else cards)
