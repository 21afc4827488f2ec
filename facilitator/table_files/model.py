"""Define the settings of a table file: types, defaults, and rules for combinations of settings.

A table is validated in two passes. `read_keys` converts each setting to its type. The functions in `RULES`
then check combinations of settings. `Table` is the only definition of a setting: its type, its limits, its
default, and the tables to which it applies. The catalogue contains the comments and error messages.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from facilitator.errors import CommandError
from facilitator.games.masks import Masks, masks_of
from facilitator.games.registry import get_game, get_virtual_only, list_games
from facilitator.games.rules import Rules, Seat, most_cards
from facilitator.games.stacking import STACKS
from facilitator.i18n import fold
from facilitator.i18n.catalogue import ENGLISH, LANGUAGES, Value, refusal, sentence
from facilitator.operations.faces import SLEEVES
from facilitator.protocols.forms import get_form, list_offered_forms
from facilitator.table_files.examples import closest_choice
from facilitator.table_files.yaml import (
    At,
    Problem,
    describe_odd,
    format_found,
    list_choices,
    one_line,
    reject_value,
)

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]

DEFAULT_GAME, DEFAULT_POOL = "uno", "full-108"
PRINTED_POOL = "compact-27"
"""Default card list for a printed deck, which fits on three sheets of ten cards."""

# ----------------------------------------------------------------------------------------------------
# Validators of single values. Pydantic calls them, and their errors contain a suggestion for the host.


def uses_printed_deck(protocol: str) -> bool:
    """Return whether virtual players play with a printed deck in this protocol, instead of columns of cards."""
    return protocol in list_offered_forms() and not get_form(protocol).columns


def slips_show(equipment: str, extras: str) -> bool:
    """Return whether extra cards are visible next to the play card in a sleeve."""
    return equipment == SLEEVES and extras == "slips"


PROTOCOLS = list_offered_forms()
MOST_HELPERS = 8
LONGEST_EVENING = 1440
DEFAULT_PROTOCOL = PROTOCOLS[0]
RESERVED = frozenset(
    {"start", "first", "plays", "draws", "passes", "deck", "pool", "unplayed", "discards", "none"}
    | {"host", "everyone", "helpers"}
)
"""Words that are not allowed as names, because they have a meaning in events or sentences.

The module `play.names` checks the names of commands.
"""
UNSAID, READ_OVER = frozenset({"seven_zero", "seconds"}), "table_size"
"""Settings of older versions, which are ignored. Those in `UNSAID` are ignored only if their value is empty."""
LONGEST_NAME = 24


def refuse(expected: str, remedy: str) -> PydanticCustomError:
    """Build the validation error for a wrong value in a table file.

    Args:
        expected: Description of valid values.
        remedy: Suggested correction.
    """
    return PydanticCustomError(
        "refused", "expected {expected}. {remedy}", {"expected": expected, "remedy": remedy}
    )


def describe_example(key: str, example: object) -> str:
    """Return the suggestion to write an example value, as a sentence."""
    return sentence("write.key", key=key, example=str(example))


def or_else(nothing: object) -> BeforeValidator:
    """Return a validator that replaces an empty value by another value.

    A value is empty if the host has deleted the indented lines below the setting.

    Args:
        nothing: Value that replaces the empty value.
    """
    return BeforeValidator(lambda value: nothing if value is None else value)


def check_text(value: object, longest: int) -> str:
    """Check that a value from the table file is text that fits on a line, and return it in Unicode form NFC.

    Raises:
        PydanticCustomError: The value is not a string, is empty or too long, or contains unprintable
            characters.
    """
    if value is None or isinstance(value, bool | int | float):
        raise refuse(sentence("want.name"), sentence("write.quoted", raw="{raw}"))
    if not isinstance(value, str):
        raise refuse(sentence("want.name"), sentence("write.one_name"))
    name = unicodedata.normalize("NFC", value)
    if not _fits_on_line(name, longest):
        odd = next((char for char in name if not char.isprintable()), "")
        todo = sentence("write.odd_sign", what=describe_odd(odd)) if odd else sentence("write.shorter")
        raise refuse(sentence("want.name_sized", longest=longest), todo)
    return name


def _fits_on_line(text: str, longest: int) -> bool:
    return 1 <= len(text) <= longest and text.isprintable() and text == text.strip()


def _seat_name(value: object) -> str:
    name = check_text(value, LONGEST_NAME)
    if fold(name) in RESERVED:
        raise refuse(sentence("want.name_free"), sentence("write.other_name", name=name))
    return name


def _name_or_cards(value: object) -> object:
    """Return the value if it is a deck name or a list of card codes. Otherwise, raise ValueError."""
    if isinstance(value, list | tuple) and all(isinstance(card, str) for card in value):
        return tuple(value)
    if isinstance(value, str):
        return value
    raise ValueError


def one_of(list_known: Callable[[], Sequence[str]]) -> AfterValidator:
    """Return a validator that accepts only the names that a function lists."""

    def check(value: str) -> str:
        if value not in list_known():
            raise ValueError
        return value

    return AfterValidator(check)


def suggest_name(value: object, known: Iterable[str]) -> str:
    """Return a suggestion for an unknown setting: use a similar name, or delete the line."""
    close = difflib.get_close_matches(str(value)[:40].lower(), list(known), 1, 0.6)
    return sentence("write.meant", name=close[0]) if close else sentence("write.out")


def _sort_stacking(value: tuple[str, ...]) -> tuple[str, ...]:
    """Return rules for stacking cards in their usual order, without duplicates."""
    if not set(value) <= set(STACKS):
        raise ValueError
    return tuple(stack for stack in STACKS if stack in value)


def _check_printer_names(value: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of all printers. Printer names that differ only in case are rejected."""
    if len({fold(name) for name in value}) < len(value):
        raise refuse(sentence("want.printer_own"), sentence("write.printers_apart"))
    return value


def name_of(longest: int) -> BeforeValidator:
    """Return a validator for a name with at most `longest` characters."""
    return BeforeValidator(lambda value: check_text(value, longest))


class Keys(BaseModel):
    """Base class for the parts of a table file. Instances are immutable, and unknown settings are rejected."""

    model_config = ConfigDict(frozen=True, extra="forbid")


SeatName = Annotated[str, BeforeValidator(_seat_name)]
PoolDeck = Annotated[str | tuple[str, ...], BeforeValidator(_name_or_cards)]
StyleName = Literal["uniform", "attacker", "saver", "finisher"]


Stacking = Annotated[tuple[str, ...], AfterValidator(_sort_stacking), or_else(())]
LARGEST_OFFSET, MOST_PRINTERS = 20, 8
"""Largest offset of a printer in mm, and largest number of printers. A larger offset is a typing mistake."""
PRINTER_EXAMPLE = "{office: {offset_x: 0.3, offset_y: -0.2, scale_x: 1.0025, scale_y: 1.001}}"
"""Example settings of a printer, for error messages and for the calibration sheet."""
Shift = Annotated[float, Field(strict=True, ge=-LARGEST_OFFSET, le=LARGEST_OFFSET)]
Stretch = Annotated[float, Field(strict=True, ge=0.9, le=1.1)]


class Printer(Keys):
    """Corrections for an inaccurate printer.

    Attributes:
        offset_x: Offset to the right, in mm.
        offset_y: Offset downwards, in mm.
        scale_x: Horizontal scale factor.
        scale_y: Vertical scale factor.
    """

    offset_x: Shift = 0.0
    offset_y: Shift = 0.0
    scale_x: Stretch = 1.0
    scale_y: Stretch = 1.0


Printers = Annotated[
    dict[Annotated[str, name_of(LONGEST_NAME)], Printer],
    Field(max_length=MOST_PRINTERS),
    AfterValidator(_check_printer_names),
    or_else({}),
]


# ----------------------------------------------------------------------------------------------------
# The keys.


class Only(StrEnum):
    """Reasons for rejecting a setting at some tables. The values are message keys."""

    GAME = "scope.game"
    HOUSE = "scope.house"
    COLUMNS = "scope.columns"


class SeatKeys(Keys):
    """Table-file settings of one seat.

    Attributes:
        name: Player name.
        virtual: Whether the player is virtual. Nobody may see a virtual player's hand.
        style: Playing style of a virtual player.
    """

    name: SeatName
    virtual: bool = Field(default=False, strict=True)
    style: StyleName = "uniform"

    @model_validator(mode="before")
    @classmethod
    def _bare_name(cls, value: object) -> object:
        return value if isinstance(value, Mapping | SeatKeys) else {"name": value}


class Table(Keys):
    """All settings of a table file. The message ``key.KEY`` in the catalogue explains the setting KEY."""

    name: Annotated[str, name_of(60)] = "table"
    game: Annotated[str, one_of(list_games)] = DEFAULT_GAME
    rules: str = "paper"
    seats: tuple[SeatKeys, ...]
    hand_size: Annotated[int, Only.GAME] = Field(default=7, strict=True, ge=1)
    draw: Annotated[Literal["one", "until playable"], Only.GAME] = "one"
    stacking: Annotated[Stacking, Only.HOUSE] = ()
    jump_in: Annotated[Literal["no", "plays on", "turn stays"], Only.HOUSE] = "no"
    wild_draw_four: Annotated[Literal["any", "last", "challenge"], Only.HOUSE] = "any"
    end_on_action: Annotated[Literal["ends", "draw one"], Only.HOUSE] = "ends"
    scores: Annotated[Literal["none", "match", "session"], Only.HOUSE] = "none"
    protocol: Annotated[str, one_of(list_offered_forms)] = DEFAULT_PROTOCOL
    conceal: Annotated[bool, Only.GAME] = Field(default=False, strict=True)
    pool: Annotated[Literal["shared", "split"], Only.GAME] = "shared"
    pool_deck: Annotated[PoolDeck, Only.GAME] = DEFAULT_POOL
    track: Annotated[Literal["all", "virtual"], Only.GAME] = "all"
    equipment: Annotated[Literal["envelopes", "sleeves"], Only.COLUMNS] = "envelopes"
    language: Language = ENGLISH
    wording: Literal["auto", "full", "brief"] = "auto"
    readers: Literal[1, 2] = 1
    minutes: int = Field(default=0, strict=True, ge=0, le=LONGEST_EVENING)
    helpers: int = Field(default=1, strict=True, ge=1, le=MOST_HELPERS)
    extras: Annotated[Literal["labels", "slips", "business cards", "cards", "plain"], Only.COLUMNS] = "labels"
    paper: Literal["A4", "Letter"] = "A4"
    printers: Printers = {}

    @property
    def people(self) -> tuple[SeatKeys, ...]:
        """Seats of people, in clockwise order."""
        return tuple(seat for seat in self.seats if not seat.virtual)

    @property
    def names_people_first(self) -> tuple[str, ...]:
        """Names of all seats: first the people, then the virtual players.

        Sentences that show people's actions as examples mention the seats at the beginning.
        """
        return tuple(seat.name for seat in (*self.people, *self.virtual))

    @property
    def virtual(self) -> tuple[SeatKeys, ...]:
        """Seats of virtual players, in clockwise order."""
        return tuple(seat for seat in self.seats if seat.virtual)

    @property
    def pool_owners(self) -> tuple[str, ...]:
        """Names of the virtual players if they have their own draw pile. Otherwise empty."""
        return tuple(seat.name for seat in self.virtual) if self.pool == "split" else ()


ONLY: Mapping[str, Only] = {
    key: mark
    for key, field in Table.model_fields.items()
    for mark in field.metadata
    if isinstance(mark, Only)
}
"""Settings that are allowed only at some tables, each with the reason."""
USUAL: Mapping[str, Any] = {
    key: Table.model_fields[key].default for key in ONLY if key == "draw" or ONLY[key] is Only.HOUSE
}
"""Default values of house rules, for games without house rules."""
FOR_COLUMNS: Mapping[str, Any] = {
    key: Table.model_fields[key].default for key in ONLY if ONLY[key] is Only.COLUMNS
}
"""Default values of column settings, used for tables without columns."""


# ----------------------------------------------------------------------------------------------------
# First pass: convert each key to its type. Missing and invalid keys get their defaults.


def read_keys(data: Mapping[str, Any]) -> tuple[Table, list[ErrorDetails]]:
    """Convert the values in a table file to the types of the settings.

    Returns:
        The table, in which missing and invalid settings have their default values, and pydantic's errors for
        the invalid settings.
    """
    known = {key: value for key, value in data.items() if key != READ_OVER and (value or key not in UNSAID)}
    try:
        return _with_defaults(Table.model_validate(known)), []
    except ValidationError as err:
        errors = err.errors(include_url=False)
    wrong = {error["loc"][0] for error in errors}
    readable = {key: value for key, value in known.items() if key not in wrong}
    if "seats" in wrong:
        readable["seats"] = _readable_seats(known.get("seats"))
    return _with_defaults(Table.model_validate(readable)), errors


def draft_table(data: Mapping[str, Any]) -> Table:
    """Return a table with these settings, and default values for missing and invalid settings."""
    return read_keys(data)[0]


def _readable_seats(seats: object) -> tuple[SeatKeys, ...]:
    """Convert a list of seats, some of which are invalid. The result has a seat for each item.

    The seat for an invalid item has default settings, except for a readable name and the kind of player.
    """
    found = []
    for number, seat in enumerate(seats if isinstance(seats, list | tuple) else ()):
        try:
            found.append(SeatKeys.model_validate(seat))
        except ValidationError:
            keys = seat if isinstance(seat, Mapping) else {}
            name = keys["name"] if isinstance(keys.get("name"), str) else f"\0{number}"
            found.append(SeatKeys.model_construct(name=name, virtual=keys.get("virtual") is True))
    return tuple(found)


def _with_defaults(table: Table) -> Table:
    """Return a table with the default values that depend on other settings, such as the game."""
    written = table.model_fields_set

    def fill(defaults: Mapping[str, Any]) -> Table:
        return table.model_copy(update={key: value for key, value in defaults.items() if key not in written})

    table = fill({"rules": game_of(table).about.rules[0]})
    table = fill(_house_rules(table.game, table.rules))
    table = fill(_usual_pool(table))
    hand = usual_hand(table)
    return fill({"hand_size": hand}) if hand else table


def game_of(table: Table) -> Rules[Any]:
    """Return the rules of a table's game.

    If only virtual turns are entered at the table, these are simplified rules.
    """
    if table.track == "virtual" and "track" in get_game(table.game).about.choices:
        return get_virtual_only(table.game)
    return get_game(table.game)


def _house_rules(game: str, rules: str) -> Mapping[str, Any]:
    house = get_game(game).about.house
    return USUAL if house is None else {**USUAL, **house.get_defaults(rules)}


def _usual_pool(table: Table) -> dict[str, str]:
    """Return the default draw-pile settings. With a printed deck, virtual players have their own draw pile."""
    about = game_of(table).about
    own = uses_printed_deck(table.protocol) and "pool" in about.choices
    if own and about.house is not None:  # if the rules allow only one deck, an error gives the reason
        keys = {**table.model_dump(), "pool": "split"}
        own = all(odd.key != "pool" for odd in about.house.find_conflicts(keys, classes=True))
    return (
        {"pool": "split", "pool_deck": PRINTED_POOL} if own else {"pool": "shared", "pool_deck": DEFAULT_POOL}
    )


def usual_hand(table: Table) -> int | None:
    """Return the default hand size, or None if the number of seats is invalid.

    If the game deals all cards, the default is the largest possible hand.
    """
    game, seats = game_of(table), len(table.seats)
    if game.about.hand_size is not None:
        return game.about.hand_for(seats)
    return -(-len(game.kinds.cards) // seats) if _is_seated(table) else None


def limit_of(table: Table) -> int | None:
    """Return the largest possible hand size, or None if the number of seats or the deck is invalid."""
    game = game_of(table)
    if not _is_seated(table):
        return None
    people, virtual = len(table.people), len(table.virtual)
    if table.pool == "shared":
        return most_cards(game, people, virtual, None)
    deck = table.pool_deck
    size = len(game.about.pools.get(deck, ()) if isinstance(deck, str) else deck)
    return most_cards(game, people, virtual, size) if size else None


def _is_seated(table: Table) -> bool:
    fewest, most = game_of(table).about.seats
    return fewest <= len(table.seats) <= most


def has_meaning(key: str, table: Table) -> bool:
    """Return whether a setting has an effect at a table with this game, these rules and this equipment."""
    match ONLY.get(key):
        case Only.GAME:
            return key in game_of(table).about.choices
        case Only.HOUSE:
            return game_of(table).about.house is not None
        case Only.COLUMNS:
            return not uses_printed_deck(table.protocol)
    return True


def keys_of(table: Table) -> dict[str, Any]:
    """Return the settings that have an effect at a table, as plain values for YAML or JSON."""
    keys = table.model_dump(mode="json")
    keys["seats"] = [seat.model_dump() if seat.virtual else seat.name for seat in table.seats]
    return {key: value for key, value in keys.items() if has_meaning(key, table)}


def drop_defaults(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings, except optional settings that have their default values.

    Optional settings are house rules, language, number of readers and minutes.
    """
    defaults = draft_table({key: keys[key] for key in ("game", "rules") if key in keys})
    omitted = {*USUAL, "language", "readers", "track", "minutes"} - {"draw"}
    return {
        key: value
        for key, value in keys.items()
        if key not in omitted or not _is_same(value, getattr(defaults, key))
    }


def _is_same(value: object, default: object) -> bool:
    return value == (list(default) if isinstance(default, tuple) and isinstance(value, list) else default)


def rules_of(table: Table) -> dict[str, object]:
    """Return the house rules of a table, with their values."""
    return {key: getattr(table, key) for key in USUAL}


# ----------------------------------------------------------------------------------------------------
# Second pass: check combinations of keys, with one function for each rule.


def check_meaning(table: Table, written: Mapping[str, Any], columns: bool) -> Iterator[Problem]:
    """Yield a problem for each setting that has no effect at a table, unless it has its default value.

    Args:
        table: Table with default values.
        written: Settings in the file.
        columns: Whether column settings are problems even with default values.
    """
    game = game_of(table)
    for key, scope in ONLY.items():
        if key not in written or has_meaning(key, table):
            continue
        if (columns and scope is Only.COLUMNS) or not _is_default(key, written[key], table):
            names = {"key": key, "game": game.about.name, "protocol": table.protocol}
            if scope is Only.GAME:
                names["why"] = sentence(f"why.{key.removesuffix('_deck')}")
            todo = sentence("write.key_out", key=key)
            yield Problem((key,), sentence(scope, **names), todo, format_found(written[key]))


def _is_default(key: str, value: object, table: Table) -> bool:
    """Return whether a value is the default value of a setting, or the setting has none."""
    default = usual_hand(table) if key == "hand_size" else Table.model_fields[key].default
    return default is None or _is_same(value, default)


def _check_rule_set(table: Table) -> Iterator[Problem]:
    rules = game_of(table).about.rules
    if table.rules not in rules:
        yield wrong_choice(("rules",), table.rules, rules)


def wrong_choice(at: At, value: object, choices: Sequence[object], default: object = None) -> Problem:
    """Build the problem for a value that is not one of the possible choices.

    Args:
        at: Path of the setting.
        value: Wrong value.
        choices: Possible values.
        default: Example for the message if no choice is similar. `None` means the first choice.
    """
    near = closest_choice(value, choices) or default or choices[0]
    return reject_value(
        at, list_choices(choices), format_found(value), describe_example(str(at[-1]), one_line(near))
    )


def _check_house_rules(table: Table) -> Iterator[Problem]:
    house, form = game_of(table).about.house, get_form(table.protocol)
    for odd in house.find_conflicts(table.model_dump(), form.orders) if house else ():
        yield Problem((odd.key,), odd.problem, odd.remedy, odd.found)


def _check_seats(table: Table) -> Iterator[Problem]:
    """Yield problems with the number of seats, the number of people, and repeated names."""
    fewest, most = game_of(table).about.seats
    if not _is_seated(table):
        key = "want.seats_exactly" if fewest == most else "want.seats"
        wanted = sentence(key, n=most, fewest=fewest, most=most)
        yield reject_value(("seats",), wanted, str(len(table.seats)), sentence("write.seats"))
    elif not table.people:
        yield Problem(("seats",), *refusal("problem.no_person"))
    first = dict[str, int]()
    for number, seat in enumerate(table.seats):
        if (earlier := first.setdefault(fold(seat.name), number)) != number:
            at = ("seats", number, "name")
            yield Problem(at, *refusal("problem.name_taken", name=seat.name, number=earlier + 1))


def _check_styles(table: Table) -> Iterator[Problem]:
    """Yield a problem for each person with a playing style, and for styles in a game without styles."""
    about = game_of(table).about
    for number, seat in enumerate(table.seats):
        at = ("seats", number, "style")
        if seat.style == "uniform":
            continue
        if not seat.virtual:
            yield Problem(at, *refusal("problem.person_style", name=seat.name))
        if not about.styles:
            yield Problem(at, *refusal("problem.no_styles", game=about.name), format_found(seat.style))


def _check_equipment(table: Table) -> Iterator[Problem]:
    """Yield problems with equipment or extra cards that do not suit the cards of the game."""
    game = game_of(table)
    if game.kinds.tiles and table.equipment == SLEEVES:
        yield Problem(("equipment",), *refusal("problem.no_sleeves"), SLEEVES)
    if slips_show(table.equipment, table.extras) and has_meaning("extras", table):
        yield Problem(("extras",), *refusal("problem.no_slips"), "slips")


def _check_form(table: Table) -> Iterator[Problem]:
    """Yield a problem if the rules need more priorities than the form of the table supports."""
    about = game_of(table).about
    classes = about.classes.get(table.rules, 1)
    if table.rules in about.rules and not get_form(table.protocol).supports_priorities(classes):
        able = [name for name in list_offered_forms() if get_form(name).supports_priorities(classes)]
        slots: dict[str, Value] = {
            "choices": list_choices(able),
            "game": about.name,
            "classes": classes,
            "example": able[0],
        }
        yield Problem(("protocol",), *refusal("problem.classes", **slots), format_found(table.protocol))


def _check_deck(table: Table) -> Iterator[Problem]:
    about, deck = game_of(table).about, table.pool_deck
    if isinstance(deck, str):
        known = deck in (about.pools or {DEFAULT_POOL})
    else:
        cards = game_of(table).kinds.cards
        known = 1 <= len(deck) <= len(cards) and frozenset(cards).issuperset(deck)
    if not known:
        yield wrong_deck(deck, table)


def wrong_deck(value: object, table: Table) -> Problem:
    """Build the problem for an unknown deck name or an invalid list of cards."""
    about, kinds = game_of(table).about, game_of(table).kinds
    todo = describe_example("pool_deck", closest_choice(value, about.pools) or "half-54")
    wanted = sentence("want.deck", choices=list_choices(about.pools or (DEFAULT_POOL,)))
    if isinstance(value, list | tuple):
        wanted = sentence("want.cards", most=len(kinds.cards), examples=kinds.examples)
        if wrong := [card for card in value if card not in kinds.cards]:
            todo = sentence("write.correct", card=format_found(wrong[0]))
    return reject_value(("pool_deck",), wanted, format_found(value), todo)


def _check_hand(table: Table) -> Iterator[Problem]:
    limit = limit_of(table)
    if limit is None:
        return
    if limit < 1:
        yield Problem(("pool_deck",), *refusal("problem.small_deck"))
    elif table.hand_size > limit:
        todo = sentence("write.hand", least=limit)
        yield reject_value(("hand_size",), sentence("want.whole", most=limit), str(table.hand_size), todo)


RULES: tuple[Callable[[Table], Iterator[Problem]], ...] = (
    _check_rule_set,
    _check_house_rules,
    _check_seats,
    _check_styles,
    _check_equipment,
    _check_form,
    _check_deck,
    _check_hand,
)
"""Functions that check combinations of settings, in this order."""


# ----------------------------------------------------------------------------------------------------
# The public state of a table before the first event: its decks, its rules, and the masks of a printed deck.


def pool_cards(table: Table) -> tuple[str, ...]:
    """Return the cards in the virtual players' own deck, or an empty tuple if they share a deck with people."""
    if table.pool == "shared" or not table.virtual:
        return ()
    if isinstance(table.pool_deck, str):
        return get_game(table.game).about.pools[table.pool_deck]
    return table.pool_deck


def state_before(table: Table) -> Any:
    """Return the public state of the game at a table before the first event."""
    options: dict[str, object] = {
        "rules": table.rules,
        "hand_size": table.hand_size,
        "pool": pool_cards(table),
        **rules_of(table),
    }
    return game_of(table).begin([Seat(seat.name, seat.virtual) for seat in table.seats], options)


def get_style(table: Table, seat: str) -> StyleName:
    """Return the playing style of a virtual player.

    A player who joined later has the style that all virtual players in the table file share, or else
    "uniform".
    """
    styles = {player.name: player.style for player in table.virtual}
    shared = set(styles.values())
    return styles.get(seat, shared.pop() if len(shared) == 1 else "uniform")


def seat_players(table: Table, seats: Sequence[Seat]) -> Table:
    """Return the table with the players who sit there now.

    If the deck is too small for all hands, the hand size is reduced.
    """
    keys = tuple(
        SeatKeys(name=seat.name, virtual=True, style=get_style(table, seat.name))
        if seat.virtual
        else SeatKeys(name=seat.name)
        for seat in seats
    )
    now = table.model_copy(update={"seats": keys})
    return now.model_copy(update={"hand_size": min(now.hand_size, limit_of(now) or now.hand_size)})


def get_masks(table: Table) -> Masks:
    """Return the masks of a table that uses a printed deck.

    Raises:
        CommandError: A printed deck is impossible at this table. The error explains the reason.
    """
    styles = [seat.style for seat in table.virtual]
    return masks_of(game_of(table), state_before(table), styles, table.conceal)


def find_deck_problems(table: Table) -> Iterator[Problem]:
    """Yield a problem if the virtual players use a printed deck, but the rules do not allow printed decks."""
    if uses_printed_deck(table.protocol) and table.virtual:
        try:
            get_masks(table)
        except CommandError as err:
            yield Problem(("protocol",), err.problem, err.remedy)
