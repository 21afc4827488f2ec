"""The interface that every game implements: public state, next action, and the effects of events.

A game knows the seats, the zones in which cards lie, and the faces of cards. It knows no protocol and no
hidden card. The public state of a game changes only through `Rules.apply`, which takes one event. The effects
of an event are described by typed *motions* of cards between zones. The rehearsal carries the motions out,
the wording layer turns them into sentences, and one check compares them with the sizes and cards in the
state. This works the same way for every game.

To add a game, write these three things:

- A frozen dataclass for the public state, with the attributes ``seats``, ``rules`` and ``n``.
- A class with a `GameInfo`, the cards (`Kinds`), a `Codec`, and the methods of `Rules`.
- An entry in `facilitator.games.registry`, or an entry point in a package of your own.

The game can then be played, planned, printed, replayed and verified like the others, and the tests that run
over the registry include it. The rest of the program relies on four properties of a game:

- A `Select` names every kind of card that may be played, and no other kind.
- Motions move exactly the cards that `Rules.find_zones` counts.
- A rejected event leaves the state unchanged.
- The state never contains information that only one seat can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from facilitator.games.events import VERBS, Codec, Correct, Event, GamePrompt, Kinds
from facilitator.games.seats import Seat as Seat
from facilitator.games.seats import Zone as Zone
from facilitator.games.seats import check_seats as check_seats
from facilitator.i18n import use_table_names
from facilitator.i18n.catalogue import Listed, Value, find_closest_key, has, join_with_and, sentence, template
from facilitator.operations.faces import DECK, Face

# ----------------------------------------------------------------------------------------------------
# Next actions: the things that the table may have to do next.


@dataclass(frozen=True, slots=True)
class AwaitMove:
    """Next action: a person must move, and the host types the move.

    Attributes:
        seat: Name of the seat in turn, or None if chance decides how the game starts (`Start`).
        again: Whether the seat has already drawn in this turn, so that only the card just drawn may be
            played.
        between: Whether people are playing without the program, which only hears of virtual turns.
    """

    seat: str | None
    again: bool = False
    between: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """Next action: a virtual seat must play, and a protocol selects its card.

    The protocol selects uniformly from the first priority with a card in the seat's hand.

    Attributes:
        seat: Name of the virtual seat.
        classes: Priorities, which are disjoint sets of cards, best first. There is at least one. Cards that the
            hand is publicly known not to contain are left out. A single empty priority means that, by public
            knowledge, the seat has no playable card.
        may_draw: Whether the seat draws from its draw pile if the outcome is "none".
        until: Whether the seat keeps drawing until it draws a playable card.
        again: Whether the seat has already drawn in this turn and now continues.
        lacks: Cards that the rules allow but that the hand is publicly known not to contain.
    """

    seat: str
    classes: tuple[frozenset[Face], ...]
    may_draw: bool = False
    until: bool = False
    again: bool = False
    lacks: frozenset[Face] = frozenset()

    @property
    def all_kinds(self) -> frozenset[Face]:
        """All cards that may be selected, which is the union of the priorities."""
        return frozenset().union(*self.classes)


@dataclass(frozen=True, slots=True)
class RandomDraw:
    """Next action: a random draw must decide something for a seat.

    Helpers shuffle one extra card for each possible result and turn one of these cards up.

    Attributes:
        seat: Name of the seat for which the decision is made.
        faces: Possible results, all equally likely.
        chosen: Card selected in the attempt to which this draw belongs, if any.
        drawn: Number of cards drawn in that attempt.
    """

    seat: str
    faces: tuple[Face, ...]
    chosen: Face | None = None
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """Next action: a protocol must find out whether a person's hidden hand contains certain cards.

    The protocol reveals the answer, yes or no, and no other information about the hand.

    Attributes:
        seat: Name of the asking seat, virtual or not.
        of: Name of the person's seat whose hand is examined.
        kinds: Cards to look for, at least one.
    """

    seat: str
    of: str
    kinds: frozenset[Face]


@dataclass(frozen=True, slots=True)
class GiveBlind:
    """Next action: a virtual seat must give cards, chosen at random and face down, to another seat.

    Attributes:
        seat: Name of the giving virtual seat.
        to: Name of the receiving seat.
        count: Number of cards to give.
    """

    seat: str
    to: str
    count: int


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Next action: a seat must turn over its whole hand for everybody, and the host types the cards (`Show`).

    The seat may be virtual.
    """

    seat: str


@dataclass(frozen=True, slots=True)
class GameOver:
    """Next action after the end of the game: none.

    Attributes:
        winners: Names of the winning seats. If the game has a single loser, these are all other seats.
    """

    winners: tuple[str, ...]


Due = AwaitMove | Select | RandomDraw | HandQuestion | GiveBlind | ShowHand
"""Any action except the end of the game."""
NextAction = Due | GameOver


# ----------------------------------------------------------------------------------------------------
# Public state: the part that is the same in every game.


class PublicState(Protocol):
    """Interface of the public state of a game: everything that everybody at the table knows."""

    def __hash__(self) -> int:
        """Return a hash, so that results for a state can be cached."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in clockwise order."""

    @property
    def rules(self) -> str:
        """Name of the rule set."""

    @property
    def n(self) -> int:
        """Number of events so far."""


S = TypeVar("S", bound=PublicState)


# ----------------------------------------------------------------------------------------------------
# Decks, quick reference, playing styles, and situations for printed decks.


class SharedDeck(NamedTuple):
    """Deck of a group of seats with a common draw pile.

    Attributes:
        hands: Name and hand size of each seat in the group, starting with the seat for which the deck was
            requested.
        deck: Number of cards in the draw pile, or None if the game has no draw pile.
        cards: All cards in these hands and in the draw pile together, in list order.
        discards: Face-up cards of this deck that are out of play. A concealed form lays them out too.
        zone: Zone of the draw pile. Protocols use it as the owner's name, because a table may have several draw
            piles.
        whose: Last part of the catalogue key for the usual name of this deck.
    """

    hands: tuple[tuple[str, int], ...]
    deck: int | None
    cards: tuple[Face, ...]
    discards: tuple[Face, ...] = ()
    zone: Zone = DECK
    whose: str = "shared"


class QuickReference(NamedTuple):
    """Content of the quick reference sheet, which shows the playable cards on each top card.

    Attributes:
        title: Title of the sheet.
        rows: Pairs of a heading, which describes the top card, and the playable cards on it by priority. A
            single row, which is not printed, has all cards that can ever be playable.
        rules: The rule in a few short lines.
        note: A remark printed after the rules.
        counts: Pairs of a description of the top card and the number of playable cards on it.
        foot: Line below the counts with the total.
        questions: Lines that explain a `HandQuestion`, for games that have such questions: a title, the
            occasion, the question, and the meanings of β α and α β.
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
        """The rules and the note as separate lines; empty if the table of counts already says everything."""
        return [*self.rules, *filter(None, [self.note])]


S_contra = TypeVar("S_contra", bound=PublicState, contravariant=True)


class Styles(Protocol[S_contra]):
    """Interface of the playing styles of virtual seats: which of its playable cards a seat plays first."""

    def order_kinds(self, style: str, state: S_contra) -> tuple[frozenset[Face], ...]:
        """Return all cards in the order in which a style plays them, as one set per preference level."""

    def list_orders(self, style: str) -> Mapping[int, tuple[frozenset[Face], ...]]:
        """Return a style's orders of the cards by the smallest hand size that they apply to, largest size first."""

    def count_levels(self, style: str, cards: Iterable[Face]) -> int:
        """Return the largest number of preference levels that a playing style can distinguish among these cards."""


class Tops(Protocol[S]):
    """Interface of the situations that a printed deck must support, in which a virtual seat has to select a card.

    Each situation determines which of the printed cards have a dot for its mask.
    """

    def list_situations(self, state: S) -> Iterable[S]:
        """Return states of the game in which a virtual seat must select, at least one per state of the top card.

        A card that lies face up in one situation of a state is in a hand in another situation of that state.
        Situations that follow each other share a mask, which is turned over between them.

        Args:
            state: State of the game before its first event.

        Raises:
            CommandError: A printed deck cannot work for this table.
        """

    def name(self, state: S, kinds: frozenset[Face]) -> str:
        """Return the words on the mask for the state of the top card in which exactly these cards are playable.

        The name is empty if every remaining card is playable.

        Args:
            state: Situation in which the virtual seat must select.
            kinds: A priority of the `Select`, or the part of a priority that a style prefers.
        """

    def colour(self, state: S) -> str:
        """Return the letter of the active colour or suit, or "" if there is none."""

    def lookup(self, state: S) -> Sequence[str]:
        """Return lines that say which mask to use for which top card, or none if the names on the masks say it.

        Args:
            state: State of the game before its first event.
        """


# ----------------------------------------------------------------------------------------------------
# Effects of an event: typed motions of cards between zones, and the resulting state.


@dataclass(frozen=True, slots=True)
class Moved:
    """Movement of a number of cards from one zone to another.

    Attributes:
        source: Zone that the cards left. From a draw pile, the top cards are taken.
        target: Zone that the cards reached. On the discard pile they lie in the given order, the last one on
            top.
        count: Number of cards.
        faces: The ``count`` cards if everybody saw them, or empty if they moved face down.
    """

    source: Zone
    target: Zone
    count: int
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Mixed:
    """Movement of the cards of some zones to another zone, after they were shuffled together.

    Attributes:
        sources: Zones that the cards left.
        target: Zone with the shuffled cards.
        keep: Number of cards at the end of the first source that stay there.
        faces: Cards to move, if they are only some of the sources' cards, such as the cards of the virtual
            players' own deck. Empty means all cards.
    """

    sources: tuple[Zone, ...]
    target: Zone
    keep: int = 0
    faces: tuple[Face, ...] = ()


Motion = Moved | Mixed


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of an event, with the cards that moved and the facts for its sentence.

    `Rules.describe_effect` renders the sentence. Programs recognise the effect by its key.
    """

    key: str
    args: Mapping[str, Any]
    motions: tuple[Motion, ...] = ()


def render_effect(game: str, key: str, facts: Mapping[str, Any]) -> str:
    """Render the sentence for an effect; return "" if the event already says everything.

    Args:
        game: Name of the game whose own sentences take precedence over those shared by all games.
        key: Key of the effect.
        facts: Arguments of the effect. Those that are True select a more specific sentence, and the others
            fill in the sentence's placeholders.
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
    """Convert an argument of an effect to a value that a sentence can contain. Sequences become a list of names."""
    if isinstance(value, tuple | list):
        return join_with_and(value) if value else ""
    return value if isinstance(value, int | str | Listed) else ""


class Applied(NamedTuple, Generic[S]):
    """Result of an event: the public state after it, and its effects in order.

    The first effects contain the motions that the event itself describes: cards of the acting seat that move
    from its draw pile to its hand, or from its hand to the place where it plays. The kept columns of a virtual
    turn can be used in the next virtual turn only if no other motion touched a hand or a draw pile.
    """

    state: S
    happened: tuple[Effect, ...]


# ----------------------------------------------------------------------------------------------------
# House rules: the settings with which a table may change a rule set, and conflicts between them.


class SettingConflict(NamedTuple):
    """A conflict between two settings of a table file, with the parts of its error message.

    Attributes:
        key: Name of the setting to change.
        problem: Explanation of the conflict.
        remedy: Advice for the host.
        found: Value of the setting in the table file.
    """

    key: str
    problem: str
    remedy: str
    found: str


class HouseRuleOffer(NamedTuple):
    """A house rule that the program suggests to the host of a new table.

    Attributes:
        key: Name of the house rule's setting in the table file.
        value: Value that turns the house rule on.
    """

    key: str
    value: Any

    @property
    def meaning(self) -> str:
        """Explanation of the house rule in one sentence."""
        return template(f"offer.{self.key}")


class HouseRules(Protocol):
    """Interface of the house rules that one game supports."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Names of the settings in a table file that change the game's rules."""

    @property
    def offers(self) -> tuple[HouseRuleOffer, ...]:
        """House rules that the host of a new table may choose from, each with the value that turns it on."""

    def get_defaults(self, rules: object) -> Mapping[str, Any]:
        """Return the default value of every house rule under a rule set, by the name of its setting."""

    def find_conflicts(self, data: Mapping[str, Any], classes: bool) -> Iterable[SettingConflict]:
        """Yield the conflicts between house rules and other settings of a table file.

        Args:
            data: Settings of the table file.
            classes: Whether the table's form supports a second priority.
        """


# ----------------------------------------------------------------------------------------------------


CHOICES = ("hand_size", "draw", "conceal", "pool", "pool_deck", "track")
"""Keys of a table file that only some games support."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Static description of a game, available before it is played.

    Attributes:
        name: Name of the game.
        rules: Names of its rule sets, the default first.
        seats: Smallest and largest number of seats.
        picture: Example cards for pictures: three cards that can be played on the same top card, then two
            that cannot. If the game has a second priority, the last of the three belongs to it.
        turns_first: Whether the game starts by turning over a card from the draw pile.
        styles: Playing styles for virtual seats, or None if they always choose uniformly.
        tops: Situations that a printed deck must support, or None if a mask cannot show which cards are playable.
        pools: Card lists that the virtual players' own deck may consist of, by name. Empty if they never have
            a deck of their own.
        hand_size: Default number of cards dealt to each seat. None means that the whole deck is always dealt
            out, even if the table file gives a size.
        hand_sizes: Exceptions to ``hand_size``, by number of seats.
        lot: Every possible result of a `RandomDraw` in this game. One extra card is printed for each.
        card_mm: Width and height of a card in millimetres.
        choices: The keys from `CHOICES` that this game supports.
        classes: Largest number of priorities in a `Select`, by rule set, for rule sets with more than one. If
            there are two, the second contains all remaining cards. UNO leaves this empty, because its number
            depends on house rules, and uses `HouseRules.find_conflicts` to check the form.
        house: House rules that a table may change, or None if the game has none.
        tables: Options under which the game accepts events that none of its rule sets accepts by default.
        words: For a game registered from outside, the texts that our games have in the catalogue: ``pack``,
            ``notation``, and one sentence for each rule set.
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
    house: HouseRules | None = None
    tables: tuple[Mapping[str, str], ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def rule_sets(self) -> Mapping[str, str]:
        """Explanation of each rule set in one sentence, by name."""
        return {rules: self._word("rules", rules) for rules in self.rules}

    @property
    def pack(self) -> str:
        """Name of the cards or tiles to buy, such as ``deck of UNO``."""
        return self._word("pack")

    @property
    def notation(self) -> str:
        """Explanation of the codes for cards in game records."""
        return self._word("notation")

    @property
    def trademark(self) -> str:
        """Sentence that names the owner of the game's trademark; empty if the name is not a trademark."""
        key = f"trademark.{self.name}"
        return template(key) if has(key) else ""

    def _word(self, *of: str) -> str:
        """Return a text about the game, from the catalogue or, for a game from outside, from the game itself."""
        return self.words.get(of[-1]) or template(".".join((of[0], self.name, *of[1:])))

    def hand_for(self, seats: int) -> int | None:
        """Return the default hand size for a number of seats; None means that the whole deck is dealt out."""
        return self.hand_sizes.get(seats, self.hand_size)


class Zones(NamedTuple):
    """Place of all cards of a game, by zone: hands, draw piles, the discard pile and others.

    Attributes:
        sizes: Number of cards in each zone.
        open: Face-up cards in each zone.
        decks: All cards of each deck, in any zone, by the zone of its draw pile.
    """

    sizes: Mapping[Zone, int]
    open: Mapping[Zone, tuple[Face, ...]]
    decks: Mapping[Zone, tuple[Face, ...]]


class Rules(Protocol[S]):
    """The complete interface of a game: its description, its rules, and its texts.

    Play, planning, printing, replay and verification use games only through this interface.

    Attributes:
        about: Static description of the game.
        kinds: Cards of the game.
        codec: Reader and writer of the game's events.
    """

    about: GameInfo
    kinds: Kinds
    codec: Codec

    def __hash__(self) -> int:
        """Return a hash, so that results computed for a game can be cached."""

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> S:
        """Return the state before the first event, with the hands dealt.

        Args:
            seats: All seats, in clockwise order.
            options: Settings of the table, all optional: ``rules``, ``hand_size``, ``until`` (players draw
                until they can play), ``pool`` (the cards of the virtual players' own deck), and the house
                rules that the game supports, by their keys.

        Raises:
            TableError: The game cannot be dealt with these seats and options.
        """

    def get_next_action(self, state: S) -> NextAction:
        """Return the next action at the table: the move of a person, the protocol of a virtual seat, and so on."""

    def apply(self, state: S, event: Event) -> Applied[S]:
        """Return the public state after an event, together with the event's effects.

        An illegal event raises an error and leaves the state unchanged.
        """

    def conclude_attempt(
        self, state: S, need: NextAction, card: Face | None, drawn: int
    ) -> tuple[Event, ...] | RandomDraw:
        """Return the events that record a finished attempt, or the random draw that must come first.

        Args:
            state: State before the attempt.
            need: Action that the attempt performed. After a `RandomDraw`, it says which selected card the draw
                belongs to.
            card: Selected card (or result of the random draw), or None if no card was selected.
            drawn: Number of cards drawn in the attempt.
        """

    def list_moves(self, state: S, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return the possible moves of a person with a hand, in a fixed order.

        The result is never empty if it is a person's turn. Plays of the same card with different declarations
        are consecutive. If the next action is an `AwaitMove` without a seat, the moves are the possible starts
        of the game, and ``hand`` is empty. If a first card is in none of these starts, it is put back, and
        another card is turned over.

        Args:
            state: Current state.
            hand: Cards in the order of their arrival. The last card is the card just drawn.
        """

    def list_event_types(self, state: S) -> tuple[type[Event], ...]:
        """Return the event classes that this table's rule set knows. All others are rejected."""

    def deal(self, state: S) -> tuple[Effect, ...]:
        """Return the effects that deal the cards from the full decks to all zones.

        The rehearsal carries them out, and the wording layer describes them. Effects without a motion announce
        how the game starts after the deal.
        """

    def find_zones(self, state: S) -> Zones:
        """Return the place of all cards: zone sizes, face-up cards, and whole decks."""

    def apply_correction(self, state: S, event: Correct) -> S:
        """Return the state with corrected sizes of hands and draw piles, and without lost cards.

        The caller (`facilitator.games.corrections`) has already checked that all other cards are there, that lost
        cards can be among the hidden cards, and that the game has a draw pile if any are lost.

        Raises:
            TableError: The new sizes contradict the public knowledge about the hands.
        """

    def list_openings(self, state: S, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return series of events that start the game and give this seat the first turn, the simplest first.

        Simulations and sheets use the first series that is legal.

        Args:
            state: State before the first event.
            seat: Name of the seat that should have the first turn.
        """

    def get_shared_deck(self, state: S, seat: str) -> SharedDeck:
        """Return the deck of a seat, with the hands of all seats that share it: that seat first, then clockwise."""

    def make_quick_reference(self, state: S) -> QuickReference:
        """Return the content of the quick reference sheet: the playable cards on each top card, by priority."""

    # Texts.

    def make_prompt(self, state: S) -> GamePrompt:
        """Return the prompt for the next action, with the inputs it allows."""

    def describe_effect(self, effect: Effect) -> str:
        """Render the sentence that announces an effect; return "" if the event already says everything."""

    def describe_state(self, state: S, short: bool = False) -> str:
        """Return the public state as one line of text."""

    def state_json(self, state: S) -> dict[str, object]:
        """Return the public state for JSON lines, with the keys ``n``, ``turn``, ``hands``, ``winner`` and others."""


# ----------------------------------------------------------------------------------------------------
# Functions that work with every game through the interface. Games cannot override them.


def read_move(rules: Rules[Any], text: str, state: PublicState) -> Event:
    """Return the event that a typed line means in the current state of a game.

    The line may be a few keystrokes or a full sentence.

    Raises:
        CommandError: The line is not a possible event.
    """
    return rules.codec.read(text, [seat.name for seat in state.seats], rules.make_prompt(state))


def describe_inputs(rules: Rules[Any], state: PublicState) -> tuple[str, ...]:
    """Return help for the host's inputs: one line for every event of the rules, with an example and its meaning.

    The last lines contain additional inputs of some rules, such as a play out of turn.
    """
    names = [seat.name for seat in state.seats]
    slots = {"examples": rules.kinds.examples, "card": rules.kinds.cards[0]}
    prompt = rules.make_prompt(state)
    kinds = () if prompt.virtual else (*rules.list_event_types(state), Correct)
    keys = (f"typed.{VERBS[kind][0]}" for kind in kinds)
    lines = (sentence(find_closest_key(key, (rules.about.name,)), **slots) for key in keys)
    several = (sentence("typed.line", **slots),) if prompt.seat is not None and kinds else ()
    return tuple(use_table_names(line, names) for line in (*lines, *several, *prompt.also))


def most_cards(rules: Rules[Any], people: int, virtual: int, pool: int | None) -> int | None:
    """Return the largest hand size that can be dealt, or None if the game does not let a table choose it.

    Enough cards remain to turn over a first card, if the game does that, and to draw one from the virtual
    players' own draw pile, if they have one.

    Args:
        rules: Rules of the game.
        people: Number of people.
        virtual: Number of virtual seats.
        pool: Number of cards in the virtual players' own deck, or None if all seats share one deck.
    """
    if rules.about.hand_size is None:
        return None
    cards = len(rules.kinds.cards)
    left = cards - rules.about.turns_first
    if pool is None:
        return left // (people + virtual)
    return min(left // max(people, 1), (pool - 1) // virtual if virtual else cards)
