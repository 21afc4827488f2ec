"""`facilitator new`: write a table file, from questions on a terminal, from options otherwise."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from facilitator.cli import show
from facilitator.errors import CommandError
from facilitator.words import plural, quoted
from facilitator.words.catalogue import of_system, speak, spoken

if TYPE_CHECKING:
    from facilitator.evening.choices import Option
    from facilitator.games.rules import Rules
    from facilitator.table.load import Table


# ----------------------------------------------------------------------------------------------------
# Questions about a table on a terminal: each is asked until its answer can be; leaving changes nothing.


Answers = dict[str, Any]
T = TypeVar("T")
LONGEST_NUMBER = 9
_AMOUNT = r"\d{1,6}(?:\.\d{1,3})?"
_LENGTH = re.compile(
    rf"(?:(?P<hours>{_AMOUNT}) ?(?:h|hrs?|hours?) ?(?:and )?|(?P<clock>\d{{1,4}}):(?=[0-5]\d$))?"
    rf"(?:(?P<minutes>{_AMOUNT}) ?(?:m|mins?|minutes?)?)?",
    re.ASCII,
)
"""Hours, or hours and a colon; then minutes."""


class Refused(Exception):
    """An answer that cannot be; ``wrong``: everything that is wrong with it."""

    def __init__(self, wrong: Sequence[CommandError]) -> None:
        super().__init__(*wrong)
        self.wrong = wrong


def asked(question: str, default: str, read: Callable[[str], T]) -> T:
    """Return what `read` makes of the answer, asking until it raises neither CommandError nor Refused.

    Raises: KeyboardInterrupt if the host leaves.
    """
    while True:
        for line in show.folded(f"{question}{f' [{default}]' if default else ''}"):
            show.say(line)
        try:
            return read(_line() or default)
        except CommandError as err:
            show.error(err)
        except Refused as err:
            for one in err.wrong:
                show.error(one)


def _line() -> str:
    """Return what the host types.  Raises: KeyboardInterrupt, also at the end of input."""
    try:
        return input("> ").strip()
    except EOFError:
        show.say()
        raise KeyboardInterrupt from None


def put(data: Answers, question: str, default: str, read: Callable[[str], Answers]) -> None:
    """Put an answer into `data`, which is a whole table, asking until it still is one."""

    def checked(text: str) -> Answers:
        answer = read(text)
        if wrong := problems({**data, **answer}):
            raise Refused([one for _, one in wrong])
        return answer

    data.update(asked(question, default, checked))


def problems(data: Mapping[str, Any]) -> list[tuple[object, CommandError]]:
    """Return what is wrong with a table's keys, each with its key, said as of an answer: there is no file yet."""
    from facilitator.table.load import check

    return [(one.at[0], CommandError(one.expected, one.found, one.todo)) for one in check(data)[1]]


def text_of(key: str) -> Callable[[str], Answers]:
    """Read a word as it stands."""
    return lambda text: {key: text}


def number_of(key: str) -> Callable[[str], Answers]:
    """Read a whole number; anything else stays as it is, for the check to refuse."""
    return lambda text: {key: int(text) if _is_number(text) else text}


def number(fewest: int, most: int, example: int) -> Callable[[str], int]:
    """Read a whole number from `fewest` to `most`."""

    def read(text: str) -> int:
        if _is_number(text) and fewest <= int(text) <= most:
            return int(text)
        raise CommandError(
            f"a whole number from {fewest} to {most}", text or "nothing", f"Write e.g. {example}."
        )

    return read


def minutes(text: str) -> float | None:
    """Return a length of time as people type it, in minutes; None for what is none.

    >>> [minutes(text) for text in ("90", "90 min", "2h", "1h30", "1:30", "2 hours 15 minutes")]
    [90.0, 90.0, 120.0, 90.0, 90.0, 135.0]
    >>> [minutes(text) for text in ("1.5 h", "1,5 hours", "2h 5h", "1:75", "min", "long")]
    [90.0, 90.0, None, None, None, None]
    """
    found = _LENGTH.fullmatch(text.strip().lower().replace(",", "."))
    if found is None or not text.strip():
        return None
    return 60 * float(found["hours"] or found["clock"] or 0) + float(found["minutes"] or 0)


def evening(most: int, example: int) -> Callable[[str], int]:
    """Read how long an evening is, to the minute, up to `most` minutes."""

    def read(text: str) -> int:
        found = minutes(text)
        if found is not None and 1 <= round(found) <= most:
            return round(found)
        expected = f"a length from 1 minute to {most // 60} hours"
        raise CommandError(expected, text or "nothing", f"Write minutes, e.g. {example}, or hours: 2h, 1h30.")

    return read


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER


# ----------------------------------------------------------------------------------------------------
# The questions of `facilitator new` about rules and house rules, and what they do to the length of a game.


BACK = "back"


class ToProposals(Exception):
    """The host wants to see the proposals again."""


def ask_rules(data: Answers, law: Rules[Any], chosen: Option | None) -> None:
    """Put rules and house rules into `data`, each said in a sentence; what cannot be combined is refused.

    ``chosen``: the proposal taken, whose minutes are by the plain rules.

    Raises: Back for the proposals again.
    """
    from facilitator.games.registry import house_of

    house = house_of(law.about.name)
    if len(law.about.rules) > 1:
        for name, told in law.about.rule_sets.items():
            show.wrap(f"{told}.", f"  {name:<9}")
        keys = () if house is None else house.keys

        def rules(text: str) -> Answers:
            return _settled(data, {"rules": _not_back(text)}, keys)

        data.update(asked(f"By which rules: {', '.join(law.about.rules)}?", law.about.rules[0], rules))
    if house is None:
        return
    from facilitator.table.model import filled

    usual = filled(data)
    offers = [one for one in house.offers if usual[one.key] != one.value]
    show.wrap("House rules that go with them:")
    for offer in offers:
        show.wrap(f"{offer.meaning}.", f"  {offer.key:<15}")

    def options(text: str) -> Answers:
        return _combined(data, _options({one.key: one.value for one in house.offers}, _not_back(text)))

    question = "Which of them, with commas, e.g. jump_in, draw? Or none"
    data.update(asked(question, "none", options))
    _tell_minutes(data, chosen)


def _not_back(text: str) -> str:
    if text.lower() == BACK:
        raise ToProposals
    return text


def _settled(data: Answers, answer: Answers, keys: Sequence[str]) -> Answers:
    """Return rules that go with all before them, without those of their house rules that do not, each said.

    Raises: Refused with the reasons where other keys than these are at odds.
    """
    from facilitator.table.model import USUAL

    without = {str(at): one for at, one in problems({**data, **answer}) if at in keys}
    settled = _combined(data, {**answer, **{key: USUAL[key] for key in without}})
    for key, one in without.items():
        told = (
            f"{answer['rules']} has {key}: {one.found} too. This table cannot have that and plays without it."
        )
        show.wrap(f"{told} {one.todo}")
    return settled


def _combined(data: Answers, answer: Answers) -> Answers:
    """Return an answer that goes with all before it; raises Refused with the reasons."""
    if wrong := problems({**data, **answer}):
        again = f" Or write {BACK} for the proposals."
        raise Refused([CommandError(one.expected, one.found, f"{one.todo}{again}") for _, one in wrong])
    return answer


def _options(offered: dict[str, Any], text: str) -> Answers:
    """Return house rules typed as `key` or `key: value`; raises CommandError for one that is not offered."""
    found: Answers = {}
    for part in text.split(","):
        key, colon, value = (word.strip() for word in part.partition(":"))
        key = key.lower().replace(" ", "_")
        if key in ("", "none") and not colon:
            continue
        if key not in offered:
            raise CommandError(
                f"one of {', '.join(offered)}", key or part, "Write them with commas, or none."
            )
        found[key] = _value(value, offered[key], found.get(key)) if colon else offered[key]
    return found


def _value(text: str, offered: object, before: object) -> object:
    """Return a value as a table has it: a truth, one more of a list, or a word."""
    if isinstance(offered, bool):
        return {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
    if isinstance(offered, tuple):
        return (*(before if isinstance(before, tuple) else ()), text)
    return text


def _tell_minutes(data: Answers, chosen: Option | None) -> None:
    """Say how long a game takes by these rules, unless it was said with the proposal."""
    from facilitator.evening.forecast import times_at
    from facilitator.table.load import make_table
    from facilitator.words.catalogue import sentence

    table = make_table(data)
    if table.virtual and (chosen is None or table != chosen.table):
        game = times_at(table).per_game
        show.wrap(sentence("new.minutes", median=f"{game.median:.0f}", most=f"{game.p90:.0f}"))


# ----------------------------------------------------------------------------------------------------
# The questions of `facilitator new`: how long and how many first, then a proposal, then rules and names.


VIRTUAL = ":virtual"
PEOPLE = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ida", "Jan")
VIRTUALS = ("Vera", "Udo", "Nils", "Zora", "Otto", "Rosa", "Timo", "Wim", "Yann")
"""Names that stand there until others are typed."""
LONGEST_EVENING = 1440
OWN = "own"


def ask_all(path: Path, title: str) -> Table:
    """Ask how long and how many, propose, then ask for rules and names; every answer is checked at once.

    Raises: KeyboardInterrupt if the host leaves; nothing has been written then.
    """
    from facilitator.games.registry import game_named
    from facilitator.table.load import make_table

    show.wrap(f"A new table, for {path}. Enter takes what is in brackets; Ctrl-C leaves, nothing written.")
    minutes = asked("How long is the evening? In minutes, or e.g. 2h.", "120", evening(LONGEST_EVENING, 120))
    people = asked("How many people play?", "2", number(1, len(PEOPLE), 2))
    law = asked(*_which_game(people))
    virtual = _how_many_virtual(law, people)
    names = [{"name": one, "virtual": False} for one in PEOPLE[:people]]
    names += [{"name": one, "virtual": True} for one in VIRTUALS[:virtual]]
    begun: Answers = {"name": title, "game": law.about.name, "seats": names, "helpers": min(people, 8)}
    begun["language"] = spoken()
    found = _proposed(make_table(begun), minutes) if virtual else ()
    while True:
        data = dict(begun)
        try:
            chosen = _choose(data, found, minutes)
            ask_rules(data, game_named(law.about.name), chosen)
            break
        except ToProposals:
            continue
    _ask_names(data)
    return make_table(data)


# -- how many ----------------------------------------------------------------------------------------


def _which_game(people: int) -> tuple[str, str, Any]:
    from facilitator.games.registry import game_named, games

    def read(text: str) -> Rules[Any]:
        if text.lower() not in games():
            raise CommandError(f"one of {', '.join(games())}", text, "Write e.g. uno.")
        law = game_named(text.lower())
        if people > law.about.seats[1]:
            todo = "Choose another game; Ctrl-C leaves."
            raise CommandError(f"at most {law.about.seats[1]} people for {law.about.name}", str(people), todo)
        return law

    return f"Which game: {', '.join(games())}?", games()[0], read


def _how_many_virtual(law: Rules[Any], people: int) -> int:
    fewest, most = (max(0, seats - people) for seats in law.about.seats)
    if fewest == most:
        if most:
            name, seated = law.about.name, law.about.seats[1]
            show.wrap(f"{name} has {seated} seats, so {plural(most, 'virtual player')} will sit there.")
        return most
    usual = max(1, fewest)
    question = "How many virtual players besides? Nobody sits there: the table plays their hands."
    return asked(question, str(usual), number(fewest, most, usual))


# -- the proposals -----------------------------------------------------------------------------------


def _proposed(table: Table, minutes: int) -> tuple[Option, ...]:
    from facilitator.cli.show import Progress
    from facilitator.evening.choices import proposals

    with Progress("ways to play") as tell:
        return proposals(table, minutes, tell)


def _choose(data: Answers, found: tuple[Option, ...], minutes: int) -> Option | None:
    """Put a proposal into `data` and return it, or put the answers to the detailed questions there."""
    if not found:
        return None
    from facilitator.evening.choices import LIKELY

    if found[0].times.in_time(minutes) < LIKELY:
        show.wrap(f"No way of playing ends more often than not within {minutes} minutes; the nearest:")
    else:
        show.wrap(f"Proposals for {minutes} minutes, the best first:")
    for place, one in enumerate(found, 1):
        first, *rest = one.sentences(minutes)
        show.wrap(f"{first}.", f"{place:>2}  ")
        for sentence in rest:
            show.wrap(f"{sentence}.", "    ", "facts")
    alike = len({one.how for one in found}) == 1
    how = f"All of them find a virtual player's card by {found[0].how}. " if alike else ""
    count = len(found[0].times.game_minutes)
    show.wrap(
        f"{how}Extra cards are printed or labelled, and lie in the box. Minutes are from {count} games each, "
        "played in thought: rough; plan says more.",
        style="hint",
    )

    def read(text: str) -> Option | None:
        return None if text.lower() == OWN else found[number(1, len(found), 1)(text) - 1]

    try_one = f"Which one: 1 to {len(found)}" if len(found) > 1 else "Take it: 1"
    chosen = asked(f"{try_one}, or {OWN} for questions about each thing?", "1", read)
    if chosen is None:
        _ask_details(data)
        return None
    keys = ("protocol", "pool", "pool_deck", "hand_size", "equipment")
    data.update({key: getattr(chosen.table, key) for key in keys})
    return chosen


def _ask_details(data: Answers) -> None:
    """Ask for each thing that a proposal would settle."""
    from facilitator.table.load import DEFAULT_PROTOCOL, PROTOCOLS
    from facilitator.table.model import law_of, limit_of

    law, people = law_of(data), sum(not seat["virtual"] for seat in data["seats"])
    put(data, "What do you call this table?", data["name"], text_of("name"))
    if law.about.pools:
        question = "One deck for all (shared), or a small one of their own for virtual players (split)?"
        put(data, question, "shared", text_of("pool"))
        if data["pool"] == "split":
            put(data, f"Which deck: {', '.join(law.about.pools)}?", "compact-27", text_of("pool_deck"))
    if "hand_size" in law.about.choices:
        usual = law.about.hand_for(len(data["seats"])) or 1
        usual = min(usual, limit_of(data) or usual)
        put(data, "Cards for each seat?", str(usual), number_of("hand_size"))
    if not law.kinds.tiles:
        put(data, "Envelopes or sleeves?", "envelopes", text_of("equipment"))
    helping = str(min(people, 8))
    put(data, "Pairs of hands that can work at once?", helping, number_of("helpers"))
    put(data, f"Protocol: {', '.join(PROTOCOLS)}?", DEFAULT_PROTOCOL, text_of("protocol"))
    put(data, "Paper in your printer: A4 or Letter?", "A4", _paper)


def _paper(text: str) -> Answers:
    return {"paper": {"a4": "A4", "letter": "Letter"}.get(text.lower(), text)}


# -- names -------------------------------------------------------------------------------------------


def _ask_names(data: Answers) -> None:
    """Let the host name the seats, clockwise; there stay as many people and virtual players as were said."""
    people = sum(not seat["virtual"] for seat in data["seats"])
    virtual = len(data["seats"]) - people
    mark = f", {VIRTUAL} after a virtual player's" if virtual else ""
    usual = ", ".join(seat["name"] + VIRTUAL * seat["virtual"] for seat in data["seats"])
    wanted = plural(people, "person", "people") + (
        f" and {plural(virtual, 'virtual player')}" if virtual else ""
    )

    def names(text: str) -> Answers:
        seats = [seat_of(one) for one in text.split(",") if one.strip()]
        marked = sum(seat["virtual"] for seat in seats)
        if (len(seats) - marked, marked) != (people, virtual):
            found = plural(len(seats) - marked, "person", "people") + f", {marked} virtual"
            raise CommandError(wanted, found, f"Write e.g. {usual}.")
        return {"seats": seats}

    put(data, f"Who sits there, clockwise? Names with commas{mark}.", usual, names)


def seat_of(text: str) -> Answers:
    """Return a seat typed as a name, with `VIRTUAL` after it for a virtual player.

    Raises: CommandError where something else follows a colon: a slip, and no name.
    """
    name, colon, kind = (part.strip() for part in text.partition(":"))
    virtual = f"{colon}{kind.lower()}" == VIRTUAL
    if colon and not virtual:
        raise CommandError(
            f"nothing but {VIRTUAL} after a name", quoted(f":{kind}"), f"Write {name}{VIRTUAL}."
        )
    return {"name": name, "virtual": virtual}


# ----------------------------------------------------------------------------------------------------


EXAMPLES = """\b
Examples:
  facilitator new       asks, then writes table.yaml
  facilitator new fr.yaml --seat Ana --seat Vera:virtual
  facilitator new duel.yaml --sample duel
  facilitator new fr.yaml --from-code FT2MFRGG...

\b
Give --seat in clockwise order; :virtual marks a virtual
player. The file has a comment for every key: change it
in any editor."""

LONGEST_CODE = 1 << 16
"""Bytes: many times what a QR symbol can hold."""


def new(
    table: Annotated[Path, typer.Argument(metavar="TABLE", help="The file to write.")] = Path("table.yaml"),
    seat: Annotated[
        list[str] | None, typer.Option(metavar="NAME[:virtual]", help="A seat; once for each, clockwise.")
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="What you call this table.")] = None,
    game: Annotated[
        str | None, typer.Option(metavar="NAME", help="uno, sevens, hearts, dominoes or eights.")
    ] = None,
    rules: Annotated[str | None, typer.Option(metavar="NAME", help="paper, usual, official, kpgut.")] = None,
    hand_size: Annotated[int | None, typer.Option(metavar="N", help="Cards dealt to each seat.")] = None,
    protocol: Annotated[str | None, typer.Option(metavar="NAME", help="How a card is found.")] = None,
    paper: Annotated[str | None, typer.Option(metavar="SIZE", help="A4 or Letter.")] = None,
    sample: Annotated[
        str | None, typer.Option(metavar="NAME", help="Begin with a sample: three, duel, hearts...")
    ] = None,
    from_code: Annotated[
        str | None, typer.Option(metavar="CODE", help="Of a set-up sheet; - is stdin.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the table as a JSON line.")] = False,
) -> None:
    """Write a commented table file: questions on a terminal, options elsewhere."""
    from facilitator.table.load import check_place, make_table, write_table
    from facilitator.table.load import from_code as of_code

    speak(of_system())
    check_place(table, force=force)
    chosen: Answers = {"name": name, "game": game, "rules": rules, "hand_size": hand_size}
    chosen |= {"protocol": protocol, "paper": paper}
    given = {key: value for key, value in chosen.items() if value is not None}
    if from_code is not None:
        code = _alone(from_code, {**given, **({"seat": seat} if seat else {}), "sample": sample})
        made = make_table({"name": _title(table), **of_code(code)})
    elif not (given or seat or sample or json) and sys.stdin.isatty() and sys.stdout.isatty():
        made = ask_all(table, _title(table))
    else:
        made = make_table(_from_options(table, given, seat or [], sample))
    speak(made.language)
    write_table(table, made, force=force)
    if json:
        show.json_line({"table": str(table), **made.model_dump(mode="json")})
        return
    _say_next(table, made)


def _say_next(table: Path, made: Table) -> None:
    """Say that the table is written, and what to do with it."""
    show.wrap(f"Written: {table}, {len(made.seats)} seats. Change it in any editor.")
    words: tuple[str, ...] = ("plan {}", "print {}", "play {} --dry-run")
    if made.virtual:
        show.wrap("Next: what to bring and how long it takes; the sheets; a rehearsal without cards:")
    else:
        show.wrap(
            "Nobody is virtual at this table: nothing to plan, to print or to hide. It is for keeping count of a "
            "game of people, and becomes more when a seat of the file says virtual: true. Next:"
        )
        words = ("play {}", "play {} --dry-run")
    for one in words:
        show.say(f"  facilitator {one.format(show.command(str(table)))}")


def _alone(code: str, others: Answers) -> str:
    """Return a code, or that of the file or stdin that holds one; raises CommandError with other options."""
    also = [f"--{key.replace('_', '-')}" for key, value in others.items() if value is not None]
    if also:
        todo = "Leave the others out; change the table file afterwards."
        raise CommandError("--from-code alone: it holds the whole table", f"{', '.join(also)} too", todo)
    return _held(code)


def _held(code: str) -> str:
    """Return what stdin or a file of that name holds; a code is no such name and stays as it is."""
    raw: bytes | None = None
    if code == "-":
        raw = sys.stdin.buffer.read(LONGEST_CODE)
    with suppress(OSError, ValueError):  # no name of a file at all, or one that may not be read
        if Path(code).is_file():
            with Path(code).open("rb") as stream:
                raw = stream.read(LONGEST_CODE)
    return code if raw is None else raw.decode("utf-8-sig", "replace")


def _from_options(path: Path, given: Answers, seats: list[str], sample_name: str | None) -> Answers:
    from facilitator.table.load import sample

    data: Answers = {"name": _title(path), "language": spoken()}
    if sample_name is not None:
        data = sample(sample_name.removeprefix("sample:")).model_dump(mode="json") | data
    elif not seats:
        todo = (
            f"Write e.g. facilitator new {show.command(str(path))} --seat Ana --seat Vera:virtual --seat Ben"
        )
        raise CommandError("the seats, or a sample", "neither", todo)
    if seats:
        data["seats"] = [seat_of(text) for text in seats]
    data |= given
    return data if sample_name is not None or "protocol" in given else next(_tonight(data), data)


def _tonight(data: Answers) -> Iterator[Answers]:
    """Yield the same table with a printed deck, which can be played tonight: with the smallest deck that deals it."""
    from facilitator.table.load import PROTOCOLS, check
    from facilitator.table.model import law_of, printed

    virtual = any(seat["virtual"] for seat in data["seats"])
    for form in filter(printed, PROTOCOLS if virtual else ()):
        for deck in [*law_of(data).about.pools][::-1] or [""]:
            own = {"protocol": form, **({"pool": "split", "pool_deck": deck} if deck else {})}
            if check({**data, **own})[0] is not None:
                yield {**data, **own}


def _title(path: Path) -> str:
    stem = "".join(c for c in path.stem if c.isprintable()).strip()[:60].strip()
    return stem or "table"
