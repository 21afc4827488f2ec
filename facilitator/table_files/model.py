"""What a table is: keys, defaults, limits, and the comments a host reads in the file.

`Table` is the only definition of a key: its type and limits, its default, and where it has a meaning.  The file and
its error messages are told from it, in the catalogue's words; pydantic does the checking of single values, and what
must hold between them is in `between`.
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
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from facilitator.errors import CommandError
from facilitator.games.masks import Masks, masks_of
from facilitator.games.registry import game_named, games
from facilitator.games.rules import Rules, Seat, most_cards
from facilitator.games.stacking import STACKS
from facilitator.i18n import fold
from facilitator.i18n.catalogue import ENGLISH, LANGUAGES, Listed, Value, sentence
from facilitator.operations.faces import SLEEVES
from facilitator.protocols.forms import form_named, offered
from facilitator.table_files.examples import closest_choice, closest_number
from facilitator.table_files.yaml import Problem, describe_odd, either, shown

if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]

DEFAULT_GAME, DEFAULT_POOL = "uno", "full-108"
PRINTED_POOL = "compact-27"
"""The deck that is printed for virtual seats where a table does not say: three sheets of ten."""

# ----------------------------------------------------------------------------------------------------
# What can be told of a table that may still be wrong elsewhere: ``data`` are its keys as they were written.


def printed(protocol: object) -> bool:
    """Whether the virtual seats of a form play with a printed deck, and nothing is laid out in columns."""
    return isinstance(protocol, str) and protocol in offered() and not form_named(protocol).columns


def law_of(data: Mapping[str, Any]) -> Rules[Any]:
    """Return the game of a table: the usual one until it names another."""
    name = data.get("game", DEFAULT_GAME)
    return game_named(name if name in games() else DEFAULT_GAME)


def pool_of(data: Mapping[str, Any]) -> tuple[object, object]:
    """Return pool and deck of a table; a printed deck is the virtual seats' own."""
    law = law_of(data)
    house = law.about.house
    own = printed(data.get("protocol")) and "pool" in law.about.choices
    if own and house is not None:  # where one deck serves all seats, that is the reason to be told
        own = all(odd.key != "pool" for odd in house.at_odds({**data, "pool": "split"}, classes=True))
    pool, deck = ("split", PRINTED_POOL) if own else ("shared", DEFAULT_POOL)
    return data.get("pool", pool), data.get("pool_deck", deck)


def filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a table with those that it leaves to its rules."""
    house = law_of(data).about.house
    return {**(USUAL if house is None else house.usual(data.get("rules"))), **data}


def usual_hand(data: Mapping[str, Any]) -> int | None:
    """Return the hand that is dealt where a table does not say (all dealt out: the largest); None if unknown."""
    law, seats = law_of(data), data.get("seats", ())
    if law.about.hand_size is not None:
        return law.about.hand_for(len(seats) if isinstance(seats, list | tuple) else 0)
    return -(-len(law.kinds.cards) // len(seats)) if _seated(law, seats) else None


def limit_of(data: Mapping[str, Any]) -> int | None:
    """Return the largest hand of a table; None while it cannot be told."""
    law, seats, (pool, deck) = law_of(data), data.get("seats", ()), pool_of(data)
    if not _seated(law, seats) or pool not in ("shared", "split"):
        return None
    virtual = sum(map(_is_virtual, seats))
    if pool == "shared":
        return most_cards(law, len(seats) - virtual, virtual, None)
    cards = law.about.pools.get(deck, ()) if isinstance(deck, str) else deck
    size = len(cards) if isinstance(cards, list | tuple) else 0
    return most_cards(law, len(seats) - virtual, virtual, size) if size else None


def _seated(law: Rules[Any], seats: Any) -> bool:
    """Whether as many sit there as the game has seats for."""
    return isinstance(seats, list | tuple) and law.about.seats[0] <= len(seats) <= law.about.seats[1]


def _is_virtual(seat: object) -> bool:
    return isinstance(seat, Mapping) and seat.get("virtual") is True


def slips_show(equipment: str, extras: str) -> bool:
    """Whether extra cards made so would show beside a play card that stays in its sleeve."""
    return equipment == SLEEVES and extras == "slips"


# ----------------------------------------------------------------------------------------------------
# One value of a table file at a time: what pydantic refuses is told in our words, with what to write.


PROTOCOLS = offered()
MOST_HELPERS = 8
DEFAULT_PROTOCOL = PROTOCOLS[0]
FORMER = {"streamlined": "knockout", "priority": "knockout", "weighted": "knockout"} | dict.fromkeys(
    ("open", "asking"), "wallet"
)
"""What to write for a form that is no more."""
RESERVED = frozenset(
    {"start", "first", "plays", "draws", "passes", "deck", "pool", "unplayed", "discards", "none"}
    | {"host", "everyone", "helpers"}
)
"""Words that mean something else in an event or a sentence. Commands are checked in `play.names`."""
UNSAID, READ_OVER = frozenset({"seven_zero", "seconds"}), "table_size"
"""Keys that are no more; files of an older version have them with nothing said, and the last whatever it says."""
LONGEST_NAME = 24


def refuse(expected: str, todo: str) -> PydanticCustomError:
    """Return the error of a value: what was expected, and what to write; what was found is added where it is told."""
    return PydanticCustomError("refused", "expected {expected}. {todo}", {"expected": expected, "todo": todo})


def told(want: str, key: str, example: str | Callable[[object], str], **slots: Value) -> WrapValidator:
    """Return a validator that explains a rejected value in our words; errors within the value keep their own.

    Args:
        key: The key in the example; "" for the field itself.
        example: A value to write, or a function that makes one from the rejected value.
    """

    def check(value: object, handler: ValidatorFunctionWrapHandler, info: ValidationInfo) -> object:
        try:
            return handler(value)
        except ValidationError as err:
            if any(one["type"] in ("refused", "extra_forbidden") for one in err.errors()):
                raise
            write = example if isinstance(example, str) else example(value)
            raise refuse(sentence(want, **slots), written(key or str(info.field_name), write)) from None

    return WrapValidator(check)


def written(key: str, example: object) -> str:
    """Say what to write, for example."""
    return sentence("write.key", key=key, example=str(example))


def or_else(nothing: object) -> BeforeValidator:
    """Return the check that takes a key with nothing after it (all its lines taken out) for this."""
    return BeforeValidator(lambda value: nothing if value is None else value)


def words(value: object, longest: int) -> str:
    """Return one line of text a host can type and read: 1 to `longest` printable characters, NFC."""
    if value is None or isinstance(value, bool | int | float):
        raise refuse(sentence("want.name"), sentence("write.quoted", raw="{raw}"))
    if not isinstance(value, str):
        raise refuse(sentence("want.name"), sentence("write.one_name"))
    name = unicodedata.normalize("NFC", value)
    if not 1 <= len(name) <= longest or not name.isprintable() or name != name.strip():
        odd = next((char for char in name if not char.isprintable()), "")
        todo = sentence("write.odd_sign", what=describe_odd(odd)) if odd else sentence("write.shorter")
        raise refuse(sentence("want.name_sized", longest=longest), todo)
    return name


def _seat_name(value: object) -> str:
    name = words(value, LONGEST_NAME)
    if fold(name) in RESERVED:
        raise refuse(sentence("want.name_free"), sentence("write.other_name", name=name))
    return name


def _pool_deck(value: object, info: ValidationInfo) -> object:
    """Return a named deck, or the cards of one by their codes."""
    law = law_of(info.data)
    most, known = len(law.kinds.cards), frozenset(law.kinds.cards)
    if isinstance(value, list | tuple):
        wrong = [card for card in value if not (isinstance(card, str) and card in known)]
        if value and not wrong and len(value) <= most:
            return tuple(value)
        todo = _write_card(law, wrong[0]) if wrong else written("pool_deck", "half-54")
        raise refuse(sentence("want.cards", most=most, examples=law.kinds.examples), todo)
    if isinstance(value, str) and value in (law.about.pools or {DEFAULT_POOL}):
        return value
    near = closest_choice(value, law.about.pools) or "half-54"
    raise refuse(sentence("want.deck", choices=either(law.about.pools)), written("pool_deck", near))


def _write_card(law: Rules[Any], wrong: object) -> str:
    """Return what to write for something in a list of cards that is not the code of a card."""
    try:
        card = law.kinds.parse(str(wrong))
    except CommandError:
        return sentence("write.correct", card=shown(wrong))
    return sentence("write.card", card=card, found=shown(wrong))


def _game(value: object) -> object:
    return _one_of("game", value, games(), DEFAULT_GAME)


def _rules(value: object, info: ValidationInfo) -> object:
    rules = law_of(info.data).about.rules
    return _one_of("rules", value, rules, rules[0])


def _protocol(value: object) -> object:
    if isinstance(value, str) and value in FORMER:
        expected = sentence("want.former", choices=either(offered()), value=value)
        raise refuse(expected, sentence("write.instead", key="protocol", example=FORMER[value]))
    return _one_of("protocol", value, offered(), DEFAULT_PROTOCOL)


def _one_of(key: str, value: object, known: Sequence[str], usual: str) -> object:
    """Return a value that is known; else refuse."""
    if isinstance(value, str) and value in known:
        return value
    raise refuse(either(known), written(key, closest_choice(value, known) or usual))


def meant(value: object, known: Iterable[str]) -> str:
    """Say which of the known names was meant, or that there is none like it."""
    close = difflib.get_close_matches(str(value)[:40].lower(), list(known), 1, 0.6)
    return sentence("write.meant", name=close[0]) if close else sentence("write.out")


def _in_order(value: tuple[str, ...]) -> tuple[str, ...]:
    """Return which card may answer which, each once."""
    if not set(value) <= set(STACKS):
        raise ValueError
    return tuple(stack for stack in STACKS if stack in value)


def _apart(value: dict[str, Any]) -> dict[str, Any]:
    """Return printers by their names, no two alike but for capitals."""
    if len({fold(name) for name in value}) < len(value):
        raise refuse(sentence("want.printer_own"), sentence("write.printers_apart"))
    return value


def name_of(longest: int) -> BeforeValidator:
    """Return the check of a name of so many characters at most."""
    return BeforeValidator(lambda value: words(value, longest))


class Keys(BaseModel):
    """Keys with their values; once read, they stay, and a key that is unknown is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


SeatName = Annotated[str, BeforeValidator(_seat_name)]
StyleName = Literal["uniform", "attacker", "saver", "finisher"]
PoolDeck = Annotated[str | tuple[str, ...], BeforeValidator(_pool_deck)]


def _write_stacking(value: object) -> str:
    """Return the list of stackings that was meant, or an example of a list."""
    typed = value if isinstance(value, list | tuple) else str(value).strip("[]").split(",")
    found = [near for part in typed if (near := closest_choice(part, STACKS))]
    return f"[{', '.join(_in_order(tuple(found)))}]" if found else "[+ on +], or stacking: []"


Stacking = Annotated[
    tuple[str, ...],
    AfterValidator(_in_order),
    told("want.stacking", "stacking", _write_stacking, choices=Listed(STACKS)),
    or_else(()),
]
LARGEST_OFFSET, MOST_PRINTERS = 20, 8
"""More mm than this are a mistake in typing, not in a printer; and printers of one table."""
PRINTER_EXAMPLE = "{office: {offset_x: 0.3, offset_y: -0.2, scale_x: 1.0025, scale_y: 1.001}}"
"""As a table file keeps it; on the calibration sheet too."""


def _measure(least: float, most: float, usual: float) -> WrapValidator:
    """Return the check of a measure of a printer."""

    def example(value: object) -> str:
        number = closest_number(value, least, most)
        return f"{usual if number is None else number:g}"

    return told("want.number", "", example, least=f"{least:g}", most=f"{most:g}")


Shift = Annotated[
    float,
    Field(strict=True, ge=-LARGEST_OFFSET, le=LARGEST_OFFSET),
    _measure(-LARGEST_OFFSET, LARGEST_OFFSET, 0.3),
]
Stretch = Annotated[float, Field(strict=True, ge=0.9, le=1.1), _measure(0.9, 1.1, 1.001)]


class Printer(Keys):
    """What makes up for one printer's error: mm to move right and down, factors to stretch across and down."""

    offset_x: Shift = 0.0
    offset_y: Shift = 0.0
    scale_x: Stretch = 1.0
    scale_y: Stretch = 1.0


Printers = Annotated[
    dict[
        Annotated[str, name_of(LONGEST_NAME)],
        Annotated[Printer, told("want.printer", "printers", PRINTER_EXAMPLE)],
    ],
    Field(max_length=MOST_PRINTERS),
    AfterValidator(_apart),
    told("want.printers", "printers", PRINTER_EXAMPLE, most=MOST_PRINTERS),
    or_else({}),
]


# ----------------------------------------------------------------------------------------------------
# Where a key has a meaning: a table that has none for it leaves it out, and is told why where it does not.


class Only(StrEnum):
    """Which tables a key is for; the others leave it out."""

    GAME = "scope.game"
    HOUSE = "scope.house"
    COLUMNS = "scope.columns"


class SeatKeys(Keys):
    """A place at the table: a person, or a virtual player whose hand nobody may see."""

    name: SeatName
    virtual: bool = Field(default=False, strict=True)
    style: StyleName = "uniform"

    @model_validator(mode="before")
    @classmethod
    def _bare_name(cls, value: object) -> object:
        return value if isinstance(value, Mapping) else {"name": value}


class Table(Keys):
    """Everything about a table; the comment above a key in its file is the sentence ``key.KEY``."""

    name: Annotated[str, name_of(60)] = "table"
    game: Annotated[str, BeforeValidator(_game)] = DEFAULT_GAME
    rules: Annotated[str, BeforeValidator(_rules)] = "paper"
    seats: tuple[SeatKeys, ...]
    hand_size: Annotated[int, Only.GAME] = Field(default=7, strict=True, ge=1)
    draw: Annotated[Literal["one", "until playable"], Only.GAME] = "one"
    stacking: Annotated[Stacking, Only.HOUSE] = ()
    jump_in: Annotated[Literal["no", "plays on", "turn stays"], Only.HOUSE] = "no"
    wild_draw_four: Annotated[Literal["any", "last", "challenge"], Only.HOUSE] = "any"
    end_on_action: Annotated[Literal["ends", "draw one"], Only.HOUSE] = "ends"
    scores: Annotated[Literal["none", "match", "session"], Only.HOUSE] = "none"
    protocol: Annotated[str, BeforeValidator(_protocol)] = DEFAULT_PROTOCOL
    conceal: Annotated[bool, Only.GAME] = Field(default=False, strict=True)
    pool: Annotated[Literal["shared", "split"], Only.GAME] = "shared"
    pool_deck: Annotated[PoolDeck, Only.GAME] = DEFAULT_POOL
    equipment: Annotated[Literal["envelopes", "sleeves"], Only.COLUMNS] = "envelopes"
    language: Language = ENGLISH
    wording: Literal["auto", "full", "brief"] = "auto"
    readers: Literal[1, 2] = 1
    helpers: int = Field(default=1, strict=True, ge=1, le=MOST_HELPERS)
    extras: Annotated[Literal["labels", "slips", "business cards", "cards", "plain"], Only.COLUMNS] = "labels"
    paper: Literal["A4", "Letter"] = "A4"
    printers: Printers = {}

    @model_validator(mode="before")
    @classmethod
    def _usual_keys(cls, value: object) -> object:
        """Play by the usual rules, and deal as many cards as the game does, from its form's deck."""
        if not isinstance(value, Mapping):
            return value
        value = {key: said for key, said in value.items() if key != READ_OVER and (said or key not in UNSAID)}
        usual: dict[str, object] = {"rules": law_of(value).about.rules[0]}
        if "hand_size" not in value and (size := usual_hand(value)):
            usual["hand_size"] = size
        own = dict(zip(("pool", "pool_deck"), pool_of(value), strict=True))
        return {**usual, **own, **filled(value)}

    @property
    def people(self) -> tuple[SeatKeys, ...]:
        return tuple(seat for seat in self.seats if not seat.virtual)

    @property
    def named_first(self) -> tuple[str, ...]:
        """All names, those of people first: who stands in an example does what people do."""
        return tuple(seat.name for seat in (*self.people, *self.virtual))

    @property
    def virtual(self) -> tuple[SeatKeys, ...]:
        return tuple(seat for seat in self.seats if seat.virtual)


ONLY: Mapping[str, Only] = {
    key: mark
    for key, field in Table.model_fields.items()
    for mark in field.metadata
    if isinstance(mark, Only)
}
"""The keys that have a meaning at some tables only."""
USUAL: Mapping[str, Any] = {
    key: Table.model_fields[key].default for key in ONLY if key == "draw" or ONLY[key] is Only.HOUSE
}
"""What stands for each house rule in a game that has none."""
FOR_COLUMNS: Mapping[str, Any] = {
    key: Table.model_fields[key].default for key in ONLY if ONLY[key] is Only.COLUMNS
}
"""The keys about what lies in columns, and what stands for them where nothing does."""


def has_meaning(key: str, data: Mapping[str, Any]) -> bool:
    """Whether a table that may still be wrong elsewhere has a use for this key."""
    match ONLY.get(key):
        case Only.GAME:
            return key in law_of(data).about.choices
        case Only.HOUSE:
            return law_of(data).about.house is not None
        case Only.COLUMNS:
            return not printed(data.get("protocol"))
    return True


def spared(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a whole table without what goes unsaid: rules that its game has, English, one reader."""
    usual = filled({key: data[key] for key in ("game", "rules") if key in data})
    usual |= {"language": ENGLISH, "readers": 1}
    unsaid = {*USUAL, "language", "readers"} - {"draw"}
    kept = {key for key in data if key not in unsaid or not _same(data[key], usual[key])}
    return {key: value for key, value in data.items() if key in kept}


def _same(value: object, usual: object) -> bool:
    return value == (list(usual) if isinstance(usual, tuple) and isinstance(value, list) else usual)


def rules_of(table: Table) -> dict[str, object]:
    """Return the house rules of a table as a game begins with them."""
    return {key: getattr(table, key) for key in USUAL}


def changed_rules(table: Table) -> tuple[tuple[str, object], ...]:
    """Return those house rules of a table that are not as its rules have them, but for drawing."""
    usual = filled({"game": table.game, "rules": table.rules})
    return tuple((key, rule) for key, rule in rules_of(table).items() if key != "draw" and rule != usual[key])


# ----------------------------------------------------------------------------------------------------
# What must hold between the keys of a table: seats that can play, hands that can be dealt, keys that go together.


def between(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong between keys that are each well formed; keys that are not are passed over."""
    yield from without_meaning(data)
    yield from _house_at_odds(data)
    seats = data.get("seats")
    if isinstance(seats, list | tuple):
        yield from _seats(data, seats)
        yield from _equipment(data)
        yield from _form(data)
        yield from _hand(data)


def without_meaning(data: Mapping[str, Any], written: bool = False) -> Iterator[Problem]:
    """Yield the keys that a table has no use for and sets; of those about columns, ``written``, all it has."""
    law = law_of(data)
    for key, scope in ONLY.items():
        if key not in data or has_meaning(key, data):
            continue
        usual = usual_hand(data) if key == "hand_size" else Table.model_fields[key].default
        if (written and scope is Only.COLUMNS) or not (usual is None or _same(data[key], usual)):
            names = {"key": key, "game": law.about.name, "protocol": str(data.get("protocol"))}
            if scope is Only.GAME:
                names["why"] = sentence(f"why.{key.removesuffix('_deck')}")
            yield Problem(
                (key,), sentence(scope, **names), shown(data[key]), sentence("write.key_out", key=key)
            )


def _house_at_odds(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield which house rules of a table cannot be together."""
    house, name = law_of(data).about.house, data.get("protocol", DEFAULT_PROTOCOL)
    classes = not (isinstance(name, str) and name in offered()) or form_named(name).orders
    for key, expected, found, todo in (
        house.at_odds({**data, "pool": pool_of(data)[0]}, classes) if house else ()
    ):
        yield Problem((key,), expected, found, todo)


def _seats(data: Mapping[str, Any], seats: Sequence[object]) -> Iterator[Problem]:
    """Yield what is wrong with who sits there: how many, under which names, with which styles."""
    law, first = law_of(data), dict[str, int]()
    fewest, most = law.about.seats
    if not _seated(law, seats):
        key = "want.seats_exactly" if fewest == most else "want.seats"
        wanted = sentence(key, n=most, fewest=fewest, most=most)
        yield Problem(("seats",), wanted, str(len(seats)), sentence("write.seats"))
    elif all(map(_is_virtual, seats)):
        found = sentence("found.virtual_only")
        yield Problem(("seats",), sentence("want.person"), found, sentence("write.person"))
    for number, seat in enumerate(seats):
        keys = seat if isinstance(seat, Mapping) else {"name": seat}
        if (
            isinstance(name := keys.get("name"), str)
            and (earlier := first.setdefault(fold(name), number)) != number
        ):
            todo = sentence("write.letter", number=earlier + 1)
            yield Problem(("seats", number, "name"), sentence("want.name_own"), shown(name), todo)
        if (style := keys.get("style", "uniform")) == "uniform":
            continue
        at = ("seats", number, "style")
        if keys.get("virtual", False) is False:
            found = sentence("found.person")
            yield Problem(at, sentence("want.style_virtual"), found, sentence("write.virtual"))
        if law.about.styles is None:
            wanted = sentence("want.style_uniform", game=law.about.name)
            yield Problem(at, wanted, shown(style), sentence("write.key_out", key="style"))


def _equipment(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what the cards cannot be held in."""
    law, equipment = law_of(data), data.get("equipment")
    if law.kinds.tiles and equipment == SLEEVES:
        todo = sentence("write.instead", key="equipment", example="envelopes")
        yield Problem(("equipment",), sentence("want.no_sleeves", game=law.about.name), SLEEVES, todo)
    if slips_show(str(equipment), str(data.get("extras"))) and has_meaning("extras", data):
        yield Problem(("extras",), sentence("want.no_slips"), "slips", sentence("write.extras"))


def _form(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield that a form cannot tell as many classes of cards apart as the rules have."""
    law = law_of(data)
    rules, protocol = data.get("rules", law.about.rules[0]), data.get("protocol", DEFAULT_PROTOCOL)
    if rules not in law.about.rules or protocol not in offered():
        return
    classes = law.about.classes.get(rules, 1)
    if not form_named(protocol).serves(classes):
        able = [name for name in offered() if form_named(name).serves(classes)]
        wanted = sentence("want.classes", choices=either(able), game=law.about.name, classes=classes)
        todo = sentence("write.instead", key="protocol", example=able[0])
        yield Problem(("protocol",), wanted, shown(protocol), todo)


def _hand(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield that a hand cannot be dealt."""
    limit = limit_of(data)
    size = data.get("hand_size", usual_hand(data))
    if limit is None or not isinstance(size, int):
        return
    if limit < 1:
        yield Problem(
            ("pool_deck",), sentence("want.dealt"), sentence("found.too_few"), sentence("write.deck")
        )
    elif size > limit:
        todo = sentence("write.hand", least=limit)
        yield Problem(("hand_size",), sentence("want.whole", most=limit), str(size), todo)


# ----------------------------------------------------------------------------------------------------
# What is public of a table before the first event: its decks, its rules, and the masks of a printed deck.


def pool_cards(table: Table) -> tuple[str, ...]:
    """Return the deck that only the virtual seats draw from. It is empty if everyone draws from one deck."""
    if table.pool == "shared" or not table.virtual:
        return ()
    if isinstance(table.pool_deck, str):
        return game_named(table.game).about.pools[table.pool_deck]
    return table.pool_deck


def state_before(table: Table) -> Any:
    """Return what is public of a table before the first event."""
    options: dict[str, object] = {
        "rules": table.rules,
        "hand_size": table.hand_size,
        "pool": pool_cards(table),
        "until": table.draw == "until playable",
        **rules_of(table),
    }
    return game_named(table.game).begin([Seat(seat.name, seat.virtual) for seat in table.seats], options)


def masks_at(table: Table) -> Masks:
    """Return the masks of the deck that a table prints; raises `CommandError` with the reason where none can be."""
    styles = [seat.style for seat in table.virtual]
    return masks_of(game_named(table.game), state_before(table), styles, table.conceal)


def unserved(table: Table) -> Iterator[Problem]:
    """Yield why no printed deck can serve a table that wants one."""
    if printed(table.protocol) and table.virtual:
        try:
            masks_at(table)
        except CommandError as err:
            yield Problem(("protocol",), err.expected, err.found, err.todo)
