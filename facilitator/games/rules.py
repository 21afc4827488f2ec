"""The interface that every game implements: public state, next action, and the effects of events.

A game knows the seats, the zones in which cards lie, and the faces of cards. It knows no protocol and no
hidden card. The public state of a game changes only through `Rules.apply`, which takes one event. The effects
of an event describe typed *motions* of cards between zones. The rehearsal carries the motions out, the
wording layer turns them into sentences, and one check compares them with the sizes and cards in the state.
This works the same way for every game.

To add a game, write these three things:

- A frozen dataclass for the public state, with the attributes ``seats``, ``rules`` and ``n``.
- A class with a `GameInfo`, the cards (`Kinds`), a `Codec`, and the methods of `Rules`.
- An entry in `facilitator.games.registry`, or an entry point in your own package.

The game can then be played, planned, printed, replayed and verified like the others, and the tests that run
over the registry include it. The rest of the program relies on four properties of a game:

- A `Select` names every kind of card that may be played, and no other kind.
- Motions move exactly the cards that `Rules.find_zones` counts.
- A rejected event leaves the state unchanged.
- The state never contains information that only one seat can see.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from facilitator.errors import FacilitatorError, ProtocolBug, TableError
from facilitator.games.events import (
    VERBS,
    ChallengeVerdict,
    Codec,
    Correct,
    Drew,
    Event,
    GamePrompt,
    Give,
    Join,
    Kinds,
    Play,
    SitDown,
)
from facilitator.games.seats import Seat as Seat
from facilitator.games.seats import Zone as Zone
from facilitator.games.seats import check_seats as check_seats
from facilitator.i18n import use_table_names
from facilitator.i18n.catalogue import (
    Value,
    Words,
    build_error,
    find_closest_key,
    has,
    join_with_and,
    sentence,
    template,
)
from facilitator.operations.faces import DECK, Face

# ----------------------------------------------------------------------------------------------------
# Next actions: the things that the table may have to do next.


@dataclass(frozen=True, slots=True)
class AwaitMove:
    """Next action: a person must move, and the host types the move.

    Attributes:
        seat: Name of the current seat, or None if the whole table decides, for example to start (`Start`).
        again: Whether the seat has already drawn in this turn, so that it may play only the drawn card.
        between: Whether people are playing turns that the host does not enter.
    """

    seat: str | None
    again: bool = False
    between: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """Next action: a virtual seat must play, and a protocol selects its card.

    The protocol selects a random card from the first set in `classes` that has a card in the hand.

    Attributes:
        seat: Name of the virtual seat.
        classes: Disjoint card sets, best first, at least one. They omit cards that the hand is known to lack.
            A single empty set means that the hand is known to have no playable card.
        may_draw: Whether the seat draws after the outcome "none".
        until: Whether the seat keeps drawing until it draws a playable card.
        again: Whether the seat has already drawn in this turn.
        lacks: Cards that the rules allow but that the hand is known to lack.
    """

    seat: str
    classes: tuple[frozenset[Face], ...]
    may_draw: bool = False
    until: bool = False
    again: bool = False
    lacks: frozenset[Face] = frozenset()

    @property
    def all_kinds(self) -> frozenset[Face]:
        """All cards that the protocol may select."""
        return frozenset().union(*self.classes)


@dataclass(frozen=True, slots=True)
class RandomDraw:
    """Next action: a random draw must decide something for a seat.

    Helpers shuffle one extra card for each possible result and turn one of these cards over.

    Attributes:
        seat: Name of the seat.
        faces: Possible results, all equally likely.
        events: Event that records each result, in the same order.
        chosen: Card selected in the same attempt, such as a wild, or None.
        drawn: Number of cards drawn in the same attempt.
    """

    seat: str
    faces: tuple[Face, ...]
    events: tuple[Event, ...]
    chosen: Face | None = None
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """Next action: a protocol must find out whether a person's hidden hand contains certain cards.

    The protocol reveals only the answer, yes or no.

    Attributes:
        seat: Name of the asking seat, virtual or not.
        of: Name of the seat whose hand is examined.
        kinds: Cards to look for, at least one.
    """

    seat: str
    of: str
    kinds: frozenset[Face]


@dataclass(frozen=True, slots=True)
class GiveBlind:
    """Next action: a virtual seat must give random cards, face down, to another seat.

    Attributes:
        seat: Name of the giving virtual seat.
        to: Name of the receiving seat.
        count: Number of cards.
    """

    seat: str
    to: str
    count: int


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Next action: a seat, virtual or not, must show its whole hand, and the host types the cards (`Show`)."""

    seat: str


@dataclass(frozen=True, slots=True)
class GameOver:
    """No next action, because the game has ended.

    Attributes:
        winners: Names of all winners. If the game has a single loser, all other seats are winners.
    """

    winners: tuple[str, ...]


Due = AwaitMove | Select | RandomDraw | HandQuestion | GiveBlind | ShowHand
"""Any action except the end of the game."""
NextAction = Due | GameOver


# ----------------------------------------------------------------------------------------------------
# Public state: the part that is the same in every game.


class PublicState(Protocol):
    """Interface of a game's public state, which everybody at the table knows."""

    def __hash__(self) -> int:
        """Return a hash, which allows caching."""

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
    """Deck of all seats that draw from the same pile.

    Attributes:
        hands: Name and hand size of each seat, starting with the requested seat.
        deck: Draw-pile size, or None if the game has no draw pile.
        cards: All cards in these hands and in the draw pile, in list order.
        discards: Face-up cards of this deck that are out of play. Protocols lay them out with the other cards
            at a table with the setting ``conceal: true``.
        zone: Name of the draw pile. Protocols use it as the owner of the pile's cards, because a table may
            have several draw piles.
    """

    hands: tuple[tuple[str, int], ...]
    deck: int | None
    cards: tuple[Face, ...]
    discards: tuple[Face, ...] = ()
    zone: Zone = DECK


class QuickReference(NamedTuple):
    """Content of the quick reference sheet, which lists the playable cards for each top card.

    Attributes:
        title: Sheet title.
        rows: Pairs of a top-card description and playable cards by priority. Pairs without a description are
            not printed.
        rules: The rules in a few short lines.
        note: A remark printed after the rules.
        counts: Pairs of a top-card description and the number of playable cards.
        foot: Line with the total, printed below `counts`.
        questions: Lines that explain a `HandQuestion`, if the game has such questions: a title, the occasion,
            the question, and the meanings of β α and α β.
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
        """Lines of text below the table: the lines of `rules`, and then the `note` if there is one."""
        return [*self.rules, *filter(None, [self.note])]


Order = tuple[frozenset[Face], ...]
"""All cards, as one set per preference level. The cards in the first set are played first."""


class Tops(Generic[S]):
    """Situations in a game for which a printed deck needs masks.

    In each situation, a virtual seat has to select a card. The situation determines the cards that have a
    dot.
    """

    @abstractmethod
    def list_situations(self, state: S) -> Iterable[S]:
        """Return situations in which a virtual seat must select a card.

        Each state of the top card, such as a declared suit, occurs at least once. Further situations with the
        same state have different face-up cards, which cannot be in a hand. Each mask shows two consecutive
        states, on its front and its back.

        Args:
            state: State before the first event.

        Raises:
            CommandError: A printed deck is impossible at this table.
        """

    @abstractmethod
    def name(self, state: S, kinds: frozenset[Face]) -> str:
        """Return the text on the mask for a situation, or an empty string if any card may be played.

        Args:
            state: Situation in which the virtual seat must select.
            kinds: Cards for which the protocol looks, possibly only some playable cards.
        """

    def colour(self, state: S) -> str:
        """Return the letter of the active colour or suit, or an empty string."""
        return ""

    def lookup(self, state: S) -> Sequence[str]:
        """Return sentences that assign masks to top cards, or none because mask names are enough.

        Args:
            state: State before the first event.
        """
        return ()


# ----------------------------------------------------------------------------------------------------
# Effects of an event: typed motions of cards between zones, and the resulting state.


@dataclass(frozen=True, slots=True)
class Moved:
    """Movement of cards from one zone to another.

    Attributes:
        source: Source zone. A draw pile gives its top cards.
        target: Target zone. A discard pile receives the cards in this order, the last card on top.
        count: Number of cards.
        faces: The ``count`` cards if everybody saw them, or empty for face-down cards.
    """

    source: Zone
    target: Zone
    count: int
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Mixed:
    """Movement of cards from several zones to one zone after shuffling them together.

    Attributes:
        sources: Source zones.
        target: Zone for the shuffled cards.
        keep: Number of cards that stay at the end of the first source, such as a top card.
        faces: Cards to move. Empty means all cards.
    """

    sources: tuple[Zone, ...]
    target: Zone
    keep: int = 0
    faces: tuple[Face, ...] = ()


Motion = Moved | Mixed


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect of an event, with moved cards and values for its sentence.

    `Rules.describe_effect` returns the sentence. Programs recognise the effect by its key.
    """

    key: str
    args: Mapping[str, Any]
    motions: tuple[Motion, ...] = ()


def render_effect(game: str, key: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence for an effect, or an empty string if the event needs no further sentence.

    Args:
        game: Game name. Sentences of this game have precedence over common sentences.
        key: Key of the effect, such as ``drew``.
        facts: Values for the sentence by name. True values select a more specific sentence, and other values
            are inserted.
    """
    slots = {name: _slot(value) for name, value in facts.items()}
    slots["n"] = next((slots[name] for name in ("count", "points") if name in facts), 1)
    for stem in (f"told.{game}.{key}".replace(" ", "_"), f"told.{key}"):
        specific = _find_specific_key(stem, facts)
        if has(specific):
            return sentence(specific, **slots)
    return ""


def _find_specific_key(stem: str, facts: Mapping[str, Any]) -> str:
    """Return the message key extended by the names of true facts for which there is a sentence."""
    for way in (name for name, value in facts.items() if value is True):
        stem = f"{stem}.{way}" if has(f"{stem}.{way}") else stem
    return stem


def _slot(value: object) -> Value:
    """Convert an effect's value for use in a sentence. Sequences become lists of names."""
    if isinstance(value, tuple | list):
        return join_with_and(value) if value else ""
    return value if isinstance(value, int | str | Words) else ""


class Applied(NamedTuple, Generic[S]):
    """Result of an event.

    Attributes:
        state: Public state after the event.
        happened: Effects in order. The first effects move the cards that the acting seat draws or plays.
    """

    state: S
    happened: tuple[Effect, ...]


class Draft(Generic[S]):
    """Draft of the next state of a game. If the event is rejected, the draft is discarded.

    The draft is changed in place. A forecast applies hundreds of thousands of events, and a copy for every
    change would take three times as long. The fields are copied from the state's `__dict__`, so a state must
    not have slots or cached properties.

    Attributes:
        before: State before the event.
        now: New state so far. Nothing outside the draft refers to it.
        effects: Effects of the event so far.
    """

    def __init__(self, before: S) -> None:
        self.before, self.now = before, object.__new__(type(before))
        vars(self.now).update(vars(before), n=before.n + 1)
        self.effects: list[Effect] = []

    def set(self, **changes: Any) -> None:
        """Change fields of the new state."""
        vars(self.now).update(changes)

    def add_effect(self, key: str, *motions: Motion, seat: int | None = None, **args: object) -> None:
        """Add an effect of the event, with its card movements.

        Args:
            key: Key of the effect and its sentence.
            *motions: Card movements.
            seat: Index of the affected seat, if any. The effect contains its name.
            **args: Further values for the sentence and for programs.
        """
        named = {} if seat is None else {"seat": self.now.seats[seat].name}
        self.effects.append(Effect(key, {**named, **args}, motions))


# ----------------------------------------------------------------------------------------------------
# House rules: the settings with which a table may change a rule set, and conflicts between them.


class SettingConflict(NamedTuple):
    """A conflict between two settings in a table file, with the parts of its error message.

    Attributes:
        key: Name of the setting to change.
        problem: Explanation of the conflict.
        remedy: Advice to the host.
        found: Value in the table file.
    """

    key: str
    problem: str
    remedy: str
    found: str


class HouseRules(Protocol):
    """Interface of a game's house rules.

    Attributes:
        keys: Names of the table-file settings that change the rules.
        offers: House rules to suggest for a new table: the value that turns each on, by the name of its setting.
    """

    keys: tuple[str, ...]
    offers: Mapping[str, Any]

    def get_defaults(self, rules: object) -> Mapping[str, Any]:
        """Return the default value of each house rule in a rule set, by the name of the setting."""

    def find_conflicts(self, data: Mapping[str, Any], classes: bool) -> Iterable[SettingConflict]:
        """Yield the conflicts between house rules and other table-file settings.

        Args:
            data: Settings in the table file.
            classes: Whether the table's form supports a second priority.
        """


# ----------------------------------------------------------------------------------------------------


CHOICES = ("hand_size", "draw", "conceal", "pool", "pool_deck", "track")
"""Table-file settings that only some games support."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Static description of a game.

    Attributes:
        name: Name of the game.
        rules: Names of its rule sets, the default first.
        seats: Minimum and maximum number of seats.
        picture: Example cards for pictures: three cards playable on the same top card, then two unplayable
            cards. If the game has a second priority, the third card belongs to it.
        turns_first: Whether the game starts by turning over a card from the draw pile.
        styles: Playing styles for virtual seats: the orders of each style by minimum hand size, largest size
            first. Empty if virtual seats always choose uniformly.
        tops: Situations that a printed deck must support, or None if masks are impossible.
        pools: Possible card lists for the virtual players' own deck, by name. Empty if they never have their
            own deck.
        hand_size: Default hand size. None means that all cards are always dealt, even if the table file gives
            a hand size.
        hand_sizes: Exceptions to ``hand_size``, by number of seats.
        lot: All possible results of a `RandomDraw` in this game. Each has a printed extra card.
        card_mm: Card width and height in millimetres.
        choices: The settings in `CHOICES` that this game supports.
        classes: Largest number of priorities in a `Select`, by rule set, such as ``{"paper": 2}``. Rule sets
            with a single priority are left out. If there are two priorities, the second contains all remaining
            cards. Empty if house rules determine the number.
        house: House rules, or None if the game has none.
        tables: Settings under which the game accepts events that it rejects with default settings, such as
            ``{"rules": "paper", "jump_in": "plays on"}``.
        words: Texts of a game from another package: ``pack``, ``notation``, and one sentence for each rule
            set. Texts of built-in games are in the catalogue.
    """

    name: str
    rules: tuple[str, ...]
    seats: tuple[int, int]
    picture: tuple[tuple[Face, ...], tuple[Face, ...]]
    turns_first: bool = False
    styles: Mapping[str, Mapping[int, Order]] = field(default_factory=dict)
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
        """One-sentence explanation of each rule set, by name."""
        return {rules: self._word("rules", rules) for rules in self.rules}

    @property
    def pack(self) -> str:
        """Name of the cards or tiles to buy, such as ``deck of UNO``."""
        return self._word("pack")

    @property
    def notation(self) -> str:
        """Explanation of the card codes in game records."""
        return self._word("notation")

    @property
    def trademark(self) -> str:
        """Sentence that names the owner of the game's trademark, or an empty string."""
        key = f"trademark.{self.name}"
        return template(key) if has(key) else ""

    def _word(self, *of: str) -> str:
        """Return a text about the game, from `words` or the catalogue."""
        return self.words.get(of[-1]) or template(".".join((of[0], self.name, *of[1:])))

    def hand_for(self, seats: int) -> int | None:
        """Return the default hand size for a number of seats. None means that all cards are dealt."""
        return self.hand_sizes.get(seats, self.hand_size)


class Zones(NamedTuple):
    """Positions of all cards. A zone is a hand or pile.

    Attributes:
        sizes: Size of each zone.
        open: Face-up cards in each zone.
        decks: All cards of each deck, by the name of its draw pile.
    """

    sizes: Mapping[Zone, int]
    open: Mapping[Zone, tuple[Face, ...]]
    decks: Mapping[Zone, tuple[Face, ...]]


class Rules(Protocol[S]):
    """The complete interface of a game: its description, rules and texts.

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
        """Return a hash, which allows caching."""

    def begin(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> S:
        """Return the state before the first event, with the hands dealt.

        Args:
            seats: All seats, in clockwise order.
            options: Table settings, all optional: ``rules``, ``hand_size``, ``pool`` (the cards of the
                virtual players' own deck), and the game's house rules, such as ``draw``.

        Raises:
            TableError: The game cannot be dealt with these seats and options.
        """

    def get_next_action(self, state: S) -> NextAction:
        """Return the next action at the table, such as a person's move or a virtual seat's protocol."""

    def apply(self, state: S, event: Event) -> Applied[S]:
        """Return the next public state and the effects of an event.

        An illegal event raises an error and leaves the state unchanged.
        """

    def list_moves(self, state: S, hand: Sequence[Face]) -> tuple[Event, ...]:
        """Return the possible moves of a person with a hand, in a fixed order.

        On a person's turn, at least one move is possible. Plays of one card with different declared colours
        or suits are consecutive. If the next action is an `AwaitMove` without a seat, the moves are possible
        starts of the game, and ``hand`` is empty. A first card without a possible start is put back, and
        another card is turned over.

        In a virtual seat's turn, ``hand`` is the selected card, or empty if nothing was selected (see
        `conclude_selection`). The result is empty if ``hand`` is empty but every hand has a playable card.

        Args:
            state: Current state.
            hand: Cards in the order of their arrival, the newest last.
        """

    def list_event_types(self, state: S) -> tuple[type[Event], ...]:
        """Return the event classes that this table's rules allow. Other events are rejected."""

    def deal(self, state: S) -> tuple[Effect, ...]:
        """Return the effects that deal all cards from the full decks.

        Rehearsals carry these effects out, and sentences describe them. An effect without moved cards
        announces how the game starts after the deal.
        """

    def find_zones(self, state: S) -> Zones:
        """Return the positions of all cards: zone sizes, face-up cards and whole decks."""

    def apply_correction(self, state: S, event: Correct) -> S:
        """Return the state with corrected hand and draw-pile sizes, and without lost cards.

        The caller (`facilitator.games.corrections`) has already checked the total number of cards. It has
        also checked that lost cards can be hidden, and that a game with lost cards has a draw pile.

        Raises:
            TableError: The new sizes contradict public knowledge about the hands.
        """

    def list_openings(self, state: S, seat: str) -> Iterable[tuple[Event, ...]]:
        """Return sequences of events that start the game and give a seat the first turn, the simplest sequence first.

        Simulations and sheets use the first sequence that the rules allow.

        Args:
            state: State before the first event.
            seat: Name of the seat.
        """

    def get_shared_deck(self, state: S, seat: str) -> SharedDeck:
        """Return the deck from which a seat draws, with the hands of all its seats, clockwise from this seat."""

    def make_quick_reference(self, state: S) -> QuickReference:
        """Return the quick reference, which lists the playable cards for each top card by priority."""

    # Texts.

    def make_prompt(self, state: S) -> GamePrompt:
        """Return the prompt for the next action, with all possible inputs."""

    def describe_effect(self, effect: Effect) -> str:
        """Return the sentence for an effect, or an empty string if the event alone says everything."""

    def describe_state(self, state: S, short: bool = False) -> str:
        """Return the public state as one line of text."""

    def state_json(self, state: S) -> dict[str, object]:
        """Return the public state as JSON, with the keys ``n``, ``turn``, ``hands``, ``winner`` and others."""


# ----------------------------------------------------------------------------------------------------
# Functions that work with every game through the interface. Games cannot override them.


def read_move(rules: Rules[Any], text: str, state: PublicState) -> Event:
    """Return the event for a typed line in the current game state.

    The line may be a few keystrokes or a full sentence.

    Raises:
        CommandError: The line is not a possible event.
    """
    event = rules.codec.read(text, [seat.name for seat in state.seats], rules.make_prompt(state))
    if isinstance(event, Join) and Join not in rules.list_event_types(state):
        return SitDown(event.seat)  # "Zoe joins" has its own event in the rules of kpgut
    return event


def require_selection(rules: Rules[Any], state: PublicState) -> Select:
    """Return the next action, in which a virtual player must select a card.

    Raises:
        ProtocolBug: The next action is not a selection.
    """
    if not isinstance(need := rules.get_next_action(state), Select):
        raise ProtocolBug("a virtual seat's turn", repr(need), "Please report this.")
    return need


def get_order(rules: Rules[Any], style: str, hand_size: int) -> Order:
    """Return all cards in a style's playing order. With a single level, all cards are equally good."""
    orders = rules.about.styles.get(style) or {0: (frozenset(rules.kinds.cards),)}
    return orders[next((least for least in orders if hand_size >= least), min(orders))]


def can_happen(rules: Rules[Any], state: PublicState, *events: Event) -> bool:
    """Return whether the rules allow these events, one after the other."""
    try:
        for event in events:
            state = rules.apply(state, event).state
    except FacilitatorError:
        return False
    return True


def conclude_selection(
    rules: Rules[Any], state: PublicState, need: Select, card: Face | None, drawn: int
) -> tuple[Event, ...] | RandomDraw:
    """Return the events that record a finished selection, or a random draw that must come first.

    A virtual seat does what a person would do whose only card is the selected card. If nothing was selected, it
    does what a person would do without a playable card, such as pass. If something must be declared with the
    card, a random draw decides.

    Args:
        rules: Game rules.
        state: State before the selection.
        need: Selection that was performed.
        card: Selected card, or None.
        drawn: Number of cards drawn in the attempt.

    Raises:
        TableError: No card was selected, but every hand has a playable card now.
    """
    assert card is None or card in need.all_kinds
    draws = (Drew(need.seat),) * drawn
    for event in draws:
        state = rules.apply(state, event).state
    moves = rules.list_moves(state, () if card is None else (card,))
    plays = tuple(move for move in moves if isinstance(move, Play))
    if len(plays) > 1:
        return RandomDraw(need.seat, tuple(str(play.named) for play in plays), plays, card, drawn)
    if not moves:
        raise build_error(TableError, "no_card_found")
    return (*draws, moves[0])


def list_result_events(need: RandomDraw | HandQuestion | GiveBlind, card: Face | None) -> tuple[Event, ...]:
    """Return the events that record a random draw, an answer about a hidden hand, or cards given face down.

    Args:
        need: Finished action.
        card: Result of the random draw. For a question about a hand, any card means yes and None means no.
    """
    match need:
        case HandQuestion(of=accused):
            return (ChallengeVerdict(accused, card is not None),)
        case GiveBlind(seat, to, count):
            return (Give(seat, to, count),)
        case RandomDraw(seat, faces, events):
            assert card is not None
            return (*(Drew(seat),) * need.drawn, events[faces.index(card)])


def describe_codes(kinds: Kinds) -> str:
    """Return help about the codes of cards, with a card for each letter and sign."""
    found = dict[tuple[int, str], Face]()
    for face in kinds.cards:
        for place in enumerate(face):
            if not place[1].isdecimal():
                found.setdefault(place, face)
    codes = ", ".join(f"{face} ({kinds.describe(face)})" for face in dict.fromkeys(found.values()))
    return sentence("typed.codes", codes=codes)


def describe_inputs(
    rules: Rules[Any], state: PublicState, possible: Container[type[Event]] | None = None
) -> tuple[str, ...]:
    """Return help for the host: the card codes, then one line for every kind of event, with an example.

    The last lines describe additional inputs of some rules, such as a play out of turn.

    Args:
        rules: Rules of the game.
        state: Public state.
        possible: Kinds of events to describe. By default, all that the rules allow.
    """
    names = [seat.name for seat in state.seats]
    first, other, *_ = rules.about.picture[0]
    slots = {"examples": rules.kinds.examples, "card": first, "other": other}
    prompt = rules.make_prompt(state)
    every = () if prompt.virtual else (*rules.list_event_types(state), Correct)
    kinds = [kind for kind in every if possible is None or kind in possible]
    dealt = rules.about.hand_size is None  # no draw pile, and no card can be lost
    keys = (
        "typed.correct.dealt" if dealt and kind is Correct else f"typed.{VERBS[kind][0]}" for kind in kinds
    )
    lines = (sentence(find_closest_key(key, (rules.about.name,)), **slots) for key in keys)
    several = (sentence("typed.line", **slots),) if kinds and possible is None else ()
    found = (describe_codes(rules.kinds), *lines, *several, *prompt.also)
    return tuple(use_table_names(line, names) for line in found)


def most_cards(rules: Rules[Any], people: int, virtual: int, pool: int | None) -> int | None:
    """Return the largest possible hand size, or None if the game always deals all cards.

    Enough cards remain for the first card, and for a draw from the virtual players' own draw pile.

    Args:
        rules: Game rules.
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
