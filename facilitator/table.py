"""The table file: one YAML file that says everything about a table.

`Table` is its only definition: keys, defaults, limits, and the comments a host reads in the file.  `load_table`
reads a file and names everything wrong with it at once; `table_text` writes one.  pydantic and yaml are slow
to import and live here alone, so commands import this module only when they need it.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import unicodedata
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from facilitator.errors import CommandError

ProtocolName = Literal["streamlined", "published", "published-2023"]
PROTOCOLS: tuple[ProtocolName, ...] = get_args(ProtocolName)
DEFAULT_PROTOCOL: ProtocolName = "published"

SAMPLES = {
    "three": "two people and one virtual player, the table rehearsed when you name none",
    "duel": "one person against one virtual player",
    "five": "two people and three virtual players, with a small pool of their own",
}
POOL_DECKS = {"full-108": 108, "half-54": 54, "compact-27": 27}
PLANNED = {"game": ("sevens", "hearts", "dominoes"), "rules": ("official", "kpgut")}
RESERVED = frozenset(
    "start first plays draws passes deck unplayed discards none host everyone helpers quit undo help".split()
)
DECK, FEWEST_SEATS, MOST_SEATS, LONGEST_NAME, LONGEST_FILE = 108, 2, 10, 24, 256 * 1024

Path_ = tuple[str | int, ...]


class Problem(NamedTuple):
    """One thing wrong with a table: where, what was expected, what was found, what to do."""

    at: Path_
    expected: str
    found: str
    todo: str
    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = ", ".join(
            part
            for part in (
                self.file,
                f"line {self.line}" if self.line else "",
                f"column {self.column}" if self.column else "",
            )
            if part
        )
        words = f"expected {self.expected}; found {self.found}. {self.todo}"
        return ": ".join(part for part in (place, _label(self.at), words) if part)


class TableFileError(CommandError):
    """A table that cannot be used; the message has one line for each problem."""

    label = "The table file"

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(problems[0].expected, problems[0].found, problems[0].todo)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


def _refuse(expected: str, todo: str) -> PydanticCustomError:
    return PydanticCustomError("refused", "expected {expected}. {todo}", {"expected": expected, "todo": todo})


def _words(value: object, longest: int) -> str:
    """One line of text a host can type and read: 1 to `longest` printable characters, NFC."""
    if value is None or isinstance(value, bool | int | float):
        raise _refuse("a name", 'Put it in quotes: "{raw}". Bare, YAML does not read it as a word.')
    if not isinstance(value, str):
        raise _refuse("a name", "Write one name, without brackets.")
    name = unicodedata.normalize("NFC", value)
    if not 1 <= len(name) <= longest or not name.isprintable() or name != name.strip():
        raise _refuse(
            f"a name of 1 to {longest} characters, no blank at either end",
            "Shorten it, or take out what is not a letter, digit, sign or inner blank.",
        )
    return name


def _seat_name(value: object) -> str:
    name = _words(value, LONGEST_NAME)
    if name.casefold() in RESERVED:
        raise _refuse("a name that is no word of the game", f'Choose another name, e.g. "{name}a".')
    return name


def _style(value: object) -> object:
    """A named style, or the weights of one: kinds of cards to whole numbers from 0 to 9."""
    if isinstance(value, Mapping) and value:
        weights = all(isinstance(w, int) and not isinstance(w, bool) and 0 <= w <= 9 for w in value.values())
        if weights and all(isinstance(kind, str) for kind in value):
            return dict(value)
    elif isinstance(value, str) and value in get_args(StyleName):
        return value
    raise _refuse(
        f"{_either(get_args(StyleName))}, or weights from 0 to 9",
        "Write e.g. style: uniform, or style: {number: 1, skip: 3}.",
    )


def _pool_deck(value: object) -> object:
    """A named deck, or the cards of one by their codes."""
    if isinstance(value, list | tuple):
        wrong = [card for card in value if not (isinstance(card, str) and _is_card(card))]
        if value and not wrong and len(value) <= DECK:
            return tuple(value)
        expected = f"1 to {DECK} cards such as 7R, SY, +B, W or D"
        raise _refuse(expected, f"Correct {_found(wrong[0])}." if wrong else "Write e.g. pool_deck: half-54.")
    if isinstance(value, str) and value in POOL_DECKS:
        return value
    raise _refuse(f"{_either(POOL_DECKS)}, or a list of cards", "Write e.g. pool_deck: half-54.")


def _is_card(code: str) -> bool:
    return code in ("W", "D") or (len(code) == 2 and code[0] in "0123456789SR+" and code[1] in "RYGB")


StyleName = Literal["uniform", "attacker", "saver", "finisher"]
Style = Annotated[StyleName | dict[str, int], BeforeValidator(_style)]
PoolDeck = Annotated[
    Literal["full-108", "half-54", "compact-27"] | tuple[str, ...], BeforeValidator(_pool_deck)
]


class _Keys(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Seat(_Keys):
    """A place at the table: a person, or a virtual player whose hand nobody may see."""

    name: Annotated[str, BeforeValidator(_seat_name)] = Field(description="what everyone calls the player")
    virtual: bool = Field(False, strict=True, description="true: nobody sits there, the table plays the hand")
    style: Style = Field(
        "uniform",
        description="how a virtual player likes to play: uniform, attacker, saver, finisher, or weights 0 to 9",
    )

    @model_validator(mode="before")
    @classmethod
    def _bare_name(cls, value: object) -> object:
        return value if isinstance(value, Mapping | Seat) else {"name": value}


class Table(_Keys):
    """Everything about a table; each description is the comment above its key in the file."""

    name: Annotated[str, BeforeValidator(lambda value: _words(value, 60))] = Field(
        "table", description="What you call this table; it is printed on the sheets."
    )
    game: Literal["uno"] = Field("uno", description="The game: uno.")
    rules: Literal["paper"] = Field("paper", description="The rules: paper (those of the research paper).")
    seats: tuple[Seat, ...] = Field(
        description="Who sits where, clockwise: 2 to 10 seats, at least one of them a person.\n"
        "A person is a name. For a virtual player write {name: Vera, virtual: true, style: uniform}:\n"
        + "".join(f"  {key}: {field.description}\n" for key, field in Seat.model_fields.items())
        + 'Put a name that is a number, or a word like "No", in quotes.'
    )
    hand_size: int = Field(7, strict=True, ge=1, description="Cards dealt to each seat.")
    protocol: ProtocolName = Field(
        DEFAULT_PROTOCOL,
        description="How the table finds a virtual player's card without seeing the hand:\n"
        f"{', '.join(PROTOCOLS)}.",
    )
    conceal: bool = Field(
        False,
        strict=True,
        description="true: the discard pile joins the layout, so counts tell less; slower.",
    )
    pool: Literal["shared", "split"] = Field(
        "shared",
        description="shared: everyone draws from one deck.\n"
        "split: virtual players draw from a small deck of their own; turns are shorter.",
    )
    pool_deck: PoolDeck = Field(
        "full-108",
        description="The deck of a split pool: full-108, half-54, compact-27, or a list of cards\n"
        "such as [7R, SY, +B, W, D]. A shared pool does not look at it.",
    )
    equipment: Literal["envelopes", "sleeves"] = Field(
        "envelopes", description="What holds the cards of a pile together: envelopes or sleeves."
    )
    helpers: int = Field(
        1, strict=True, ge=1, le=8, description="Pairs of hands that can work at once, yours too: 1 to 8."
    )
    extras: Literal["labels", "printed cards", "plain"] = Field(
        "labels",
        description="The extra cards: labels (stuck on spare cards), printed cards, or plain (decks unlabelled).",
    )
    paper: Literal["A4", "Letter"] = Field("A4", description="The paper in your printer: A4 or Letter.")

    @model_validator(mode="after")
    def _as_a_whole(self) -> Table:
        for problem in _whole(self.model_dump()):
            raise PydanticCustomError("whole", "{problem}", {"problem": str(problem)})
        return self

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if not seat.virtual)

    @property
    def virtual(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.virtual)


def most_cards(people: int, virtual: int, pool: int | None) -> int:
    """The largest hand the deck can deal with one card left to turn up; `pool` is a split pool's size."""
    if pool is None:
        return (DECK - 1) // (people + virtual)
    return min((DECK - 1) // max(people, 1), (pool - 1) // virtual if virtual else DECK)


def _limit(data: Mapping[str, Any]) -> int | None:
    """`most_cards` for a table that may still be wrong elsewhere; None while it cannot be told."""
    seats, pool, deck = data.get("seats"), data.get("pool", "shared"), data.get("pool_deck", "full-108")
    if not isinstance(seats, list | tuple) or not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        return None
    virtual = sum(isinstance(seat, Mapping) and seat.get("virtual") is True for seat in seats)
    if pool == "shared":
        return most_cards(len(seats) - virtual, virtual, None)
    size = (
        POOL_DECKS.get(deck)
        if isinstance(deck, str)
        else len(deck)
        if isinstance(deck, list | tuple)
        else None
    )
    return most_cards(len(seats) - virtual, virtual, size) if pool == "split" and size else None


def _whole(data: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong between keys that are each well formed; keys that are not are passed over."""
    seats = data.get("seats")
    if not isinstance(seats, list | tuple):
        return
    if not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        wanted = f"{FEWEST_SEATS} to {MOST_SEATS} seats"
        yield Problem(("seats",), wanted, f"{len(seats)}", "Add or take out seats: one line each.")
    if seats and all(isinstance(seat, Mapping) and seat.get("virtual") is True for seat in seats):
        yield Problem(
            ("seats",), "at least one person", "virtual seats only", "Take virtual: true off a seat."
        )
    first: dict[str, int] = {}
    for number, seat in enumerate(seats):
        name = seat.get("name") if isinstance(seat, Mapping) else seat
        if isinstance(name, str):
            earlier = first.setdefault(unicodedata.normalize("NFC", name).casefold(), number)
            if earlier != number:
                todo = f"Seat {earlier + 1} has this name; add a letter."
                yield Problem(("seats", number, "name"), "a name of its own", _found(name), todo)
        if (
            isinstance(seat, Mapping)
            and seat.get("style", "uniform") != "uniform"
            and not seat.get("virtual")
        ):
            todo = "Add virtual: true, or take style out."
            yield Problem(("seats", number, "style"), "a style only for a virtual seat", "a person", todo)
    limit, size = _limit(data), data.get("hand_size", 7)
    if limit is None or not isinstance(size, int):
        return
    if limit < 1:
        todo = "Take a larger deck, or fewer virtual seats."
        yield Problem(("pool_deck",), "a card for each virtual seat and one more", "too few cards", todo)
    elif size > limit:
        yield Problem(
            ("hand_size",), f"a whole number from 1 to {limit}", f"{size}", _write("hand_size", limit)
        )


def check(data: Mapping[str, Any]) -> tuple[Table | None, list[Problem]]:
    """The table these keys make, or everything wrong with them; never both."""
    problems = list(_whole(data))
    try:
        table = Table.model_validate(data)
    except ValidationError as err:
        named = {problem.at for problem in problems}
        for error in err.errors(include_url=False):
            if error["type"] != "whole" and error["loc"] not in named:
                problems.append(_explain(error, data))
        return None, problems
    return table, problems


def make_table(data: Mapping[str, Any]) -> Table:
    """A table from keys and values at hand.  Raises: TableFileError."""
    table, problems = check(data)
    if table is None:
        raise TableFileError([p._replace(todo=p.todo.replace("{raw}", p.found)) for p in problems])
    return table


def _explain(error: Mapping[str, Any], data: Mapping[str, Any]) -> Problem:
    """Say for a host what pydantic found wrong with one value."""
    at: Path_ = tuple(part for part in error["loc"])
    model = Seat if at[0] == "seats" and len(at) > 1 else Table
    key, found = str(at[-1]), _found(error["input"])
    if error["type"] == "refused":
        return Problem(at, error["ctx"]["expected"], found, error["ctx"]["todo"])
    if error["type"] == "extra_forbidden":
        close = difflib.get_close_matches(key.lower(), model.model_fields, 1, 0.5)
        todo = f"Did you mean {close[0]}?" if close else "Take it out."
        return Problem(at, f"one of {', '.join(model.model_fields)}", f"{_found(key)}", todo)
    if error["type"] == "missing":
        return Problem(at, _expected(model, key, data), "nothing", _write(key))
    if key in PLANNED and error["input"] in PLANNED[key]:
        works = Table.model_fields[key].default
        return Problem(at, f"{works}, the only one that works today", found, _write(key))
    return Problem(at, _expected(model, key, data), found, _write(key, _closest(model, key, error["input"])))


def _expected(model: type[BaseModel], key: str, data: Mapping[str, Any]) -> str:
    """What a key takes, told from its annotation."""
    field = model.model_fields.get(key)
    kind: object = field.annotation if field else None
    if get_origin(kind) is Literal:
        return _either(get_args(kind))
    if kind is bool:
        return "true or false"
    if kind is int:
        most = 8 if key == "helpers" else _limit(data)
        return f"a whole number from 1 to {most}" if most and most > 0 else "a whole number, 1 or more"
    return "a list of 2 to 10 seats" if key == "seats" else "a name"


def _closest(model: type[BaseModel], key: str, value: object) -> object:
    """The choice a host most likely meant, if there is one."""
    choices = {str(c).casefold(): c for c in get_args(model.model_fields[key].annotation)}
    close = difflib.get_close_matches(str(value)[:40].casefold(), choices, 1, 0.5) if choices else []
    return choices[close[0]] if close else None


def _write(key: str, value: object = None) -> str:
    if key == "seats":
        return "Write e.g. seats: [Ana, Ben, {name: Vera, virtual: true}]."
    if key == "name":
        return "Write e.g. name: Vera."
    field = Table.model_fields.get(key) or Seat.model_fields[key]
    return f"Write e.g. {key}: {_yaml(field.default if value is None else value)}."


def _either(choices: Any) -> str:
    words = [str(choice) for choice in choices]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _found(value: object) -> str:
    """A value as an error shows it: short, on one line."""
    if isinstance(value, str):
        text = "".join(c if c.isprintable() else "·" for c in value[:41])
        return f'"{text[:40]}…"' if len(text) > 40 else f'"{text}"'
    if value is None or isinstance(value, bool | int | float):
        return "nothing" if value is None else _yaml(value)[:40]
    return "keys and values" if isinstance(value, Mapping) else "a list"


def _label(at: Path_) -> str:
    """`("seats", 1, "name")` as a host counts: "seat 2: name"."""
    if len(at) > 1 and at[0] == "seats" and isinstance(at[1], int):
        return ": ".join([f"seat {at[1] + 1}", *(str(part) for part in at[2:])])
    return ": ".join(_found(part)[1:-1] if isinstance(part, str) else str(part) for part in at)


class _Document:
    """A YAML text as plain values, remembering on which line each was found and how it was written."""

    def __init__(self, root: yaml.Node) -> None:
        self.places: dict[Path_, tuple[int, str]] = {}
        self.problems: list[tuple[int, Problem]] = []
        self._seen: set[int] = set()
        self.value = self._plain(root, ())

    def place(self, at: Path_) -> tuple[int, str]:
        """Line and wording of the value at a path, or of the nearest thing around it."""
        while at and at not in self.places:
            at = at[:-1]
        return self.places.get(at, (1, ""))

    def _plain(self, node: yaml.Node, at: Path_) -> object:
        line = node.start_mark.line + 1
        self.places[at] = (line, str(node.value) if isinstance(node, yaml.ScalarNode) else "")
        if id(node) in self._seen:
            todo = "Write the value out again instead of *name."
            self._blame(line, at, "every value written out", "an alias (*)", todo)
            return None
        self._seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            return [self._plain(item, (*at, number)) for number, item in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode):
            return self._keys(node, at)
        return _scalar(node.tag, str(node.value))

    def _keys(self, node: yaml.MappingNode, at: Path_) -> dict[str, object]:
        found: dict[str, object] = {}
        lines: dict[str, int] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                self._blame(line, at, "a word before the colon", "a list or mapping", "Write key: value.")
                continue
            key = str(key_node.value)
            if key in lines:
                todo = f"It is on line {lines[key]} and on line {line}; keep one."
                self._blame(line, (*at, key), "each key once", "it twice", todo)
                continue
            lines[key] = line
            found[key] = self._plain(value_node, (*at, key))
            if value_node.start_mark.line == key_node.start_mark.line or not found[key]:
                self.places[(*at, key)] = (line, self.places[(*at, key)][1])
        return found

    def _blame(self, line: int, at: Path_, expected: str, found: str, todo: str) -> None:
        self.problems.append((line, Problem(at, expected, found, todo)))


def _scalar(tag: str, text: str) -> object:
    """What a word of YAML means here: a truth, a whole number, a number, nothing, or itself."""
    match tag.rpartition(":")[2]:
        case "bool":
            return {"yes": True, "true": True, "on": True}.get(text.lower(), False)
        case "null":
            return None
        case "int" | "float" as kind:
            with contextlib.suppress(ValueError):
                return int(text) if kind == "int" else float(text)
    return text


def parse_table(text: str, file: str = "the table", name: str = "table") -> Table:
    """The table a YAML text describes; `file` is its name in errors, `name` the table's if it gives none.

    Raises: TableFileError, with every problem found.
    """

    def fail(
        at: Path_, expected: str, found: str, todo: str, line: int = 0, column: int = 0
    ) -> TableFileError:
        return TableFileError([Problem(at, expected, found, todo, file, line, column)])

    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        document = _Document(root) if root is not None else None
    except yaml.MarkedYAMLError as err:
        mark = err.problem_mark or err.context_mark
        todo = "Look at this line and the one above: a colon, quote or bracket is missing, or blanks differ."
        if "\\t" in str(err.problem):
            todo = "Indent with blanks, not tabs."
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise fail((), "a YAML file", str(err.problem or err.context), todo, line, column) from None
    except yaml.reader.ReaderError as err:
        line = text.count("\n", 0, int(err.position)) + 1
        raise fail(
            (), "text", "a character that is not text", "Save it as plain text, UTF-8.", line
        ) from None
    except RecursionError:
        raise fail(
            (), "a table", "brackets inside brackets without end", "Start again: facilitator new."
        ) from None
    if document is None:
        raise fail((), "a table", "an empty file", _write("seats"))
    if not isinstance(document.value, dict):
        raise fail((), "keys and values, one a line", _found(document.value), _write("seats"), 1)
    located = list(document.problems)
    table, problems = check({"name": _words_or(name), **document.value})
    spoilt = {problem.at for _, problem in located}
    for problem in problems:
        line, raw = document.place(problem.at)
        todo = problem.todo.replace("{raw}", raw or "a name")
        if not any(problem.at[: len(at)] == at for at in spoilt if at):
            located.append((line, problem._replace(todo=todo)))
    if located or table is None:
        located.sort(key=lambda pair: pair[0])
        raise TableFileError([problem._replace(file=file, line=line) for line, problem in located])
    return table


def _words_or(name: str, otherwise: str = "table") -> str:
    tidy = "".join(c for c in name if c.isprintable()).strip()[:60].strip()
    return tidy or otherwise


def load_table(path: str | Path) -> Table:
    """Read a table file, or a sample as `sample:three`.

    Raises: TableFileError, with every problem found.
    """
    if str(path).startswith("sample:"):
        return sample(str(path).removeprefix("sample:"))
    file, target = str(path), Path(path)
    again = f"Make one: facilitator new {file}"

    def fail(expected: str, found: str, todo: str) -> TableFileError:
        return TableFileError([Problem((), expected, found, todo, file)])

    try:
        if target.is_dir():
            raise fail("a table file", "a folder", "Name a file in it.")
        with target.open("rb") as stream:
            raw = stream.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        raise fail("a table file", "no such file", again) from None
    except (OSError, ValueError) as err:
        reason = getattr(err, "strerror", None) or str(err)
        raise fail(
            "a table file", f"one that cannot be read ({reason})", "Check its name and rights."
        ) from None
    if len(raw) > LONGEST_FILE:
        raise fail("a table file under 256 KiB", "a larger one", "Is this the right file?")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as err:
        line = raw.count(b"\n", 0, err.start) + 1
        raise fail("UTF-8 text", f"other bytes on line {line}", "Save it as UTF-8 in your editor.") from None
    return parse_table(text, file, target.stem)


def sample(name: str) -> Table:
    """One of `SAMPLES`.  Raises: TableFileError."""
    if name not in SAMPLES:
        wanted, todo = f"sample:{_either(SAMPLES)}", "Write e.g. sample:three."
        raise TableFileError([Problem((), wanted, f"{_found(f'sample:{name}')}", todo)])
    text = resources.files("facilitator").joinpath("samples", f"{name}.yaml").read_text(encoding="utf-8")
    return parse_table(text, f"sample:{name}", name)


def _yaml(value: object) -> str:
    """A value as YAML on one line, quoted where YAML would read it as something else."""
    text: str = yaml.safe_dump(
        value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=10**6
    )
    return text.removesuffix("\n").removesuffix("...").rstrip("\n")


def table_text(table: Table) -> str:
    """The table as the commented YAML a host edits; every comment is the description of a key."""
    parts = [
        "# A table for the facilitator. Change what you like and save; # starts a note to yourself.\n"
        "# Only seats is needed: a key you take out has the value it would have in a new file.\n"
    ]
    for key, field in Table.model_fields.items():
        comment = "".join(f"# {line}\n" for line in (field.description or "").splitlines())
        value = getattr(table, key)
        if key == "seats":
            lines = (f"  - {_seat_text(seat)}\n" for seat in table.seats)
            parts.append(f"{comment}seats:\n{''.join(lines)}")
        else:
            parts.append(f"{comment}{key}: {_yaml(list(value) if isinstance(value, tuple) else value)}\n")
    return "\n".join(parts)


def _seat_text(seat: Seat) -> str:
    return _yaml(seat.model_dump()) if seat.virtual else _yaml(seat.name)


def write_table(path: str | Path, table: Table, *, force: bool = False) -> Path:
    """Write `table_text` whole or not at all; an existing file is replaced only by `force`.

    Raises: CommandError, leaving what was there.
    """
    target = Path(path)
    if str(path).startswith("sample:") or target.is_dir():
        raise CommandError("a file to write", f"{path}", "Name a file, e.g. friday.yaml.")
    if target.exists() and not force:
        raise CommandError(
            "a new file", f"{path}, which exists", "Choose another name, or replace it with --force."
        )
    target = target.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        try:
            draft.write_text(table_text(table), encoding="utf-8", newline="\n")
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, ValueError) as err:
        reason = getattr(err, "strerror", None) or str(err)
        raise CommandError(
            "a place to write the table", f"{path}: {reason}", "Choose another folder."
        ) from None
    return target
