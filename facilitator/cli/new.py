"""The command `new`: create a table file from an interview at a terminal, or from options."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from facilitator.cli import output
from facilitator.cli.tables import describe_seats
from facilitator.errors import CommandError
from facilitator.games.registry import get_game, list_games
from facilitator.games.rules import Rules
from facilitator.i18n import quote_input, shell_path
from facilitator.i18n.catalogue import (
    Phrase,
    Value,
    get_language,
    get_system_language,
    join_with_and,
    list_spellings,
    phrase,
    refusal,
    sentence,
    set_language,
    template,
)
from facilitator.i18n.columns import pad
from facilitator.installing import get_program
from facilitator.planning import choices, forecast
from facilitator.planning.attempt_cost import EQUIPMENT
from facilitator.planning.choices import Option
from facilitator.planning.shopping import shopping
from facilitator.protocols.forms import describe_form, list_offered_forms
from facilitator.sheets.card_making import kits
from facilitator.table_files.examples import closest_truth
from facilitator.table_files.load import (
    DEFAULT_PROTOCOL,
    PROTOCOLS,
    Table,
    TableFileError,
    check,
    check_place,
    from_code,
    make_table,
    sample,
    write_table,
)
from facilitator.table_files.model import (
    LONGEST_EVENING,
    MOST_HELPERS,
    draft_table,
    game_of,
    limit_of,
    pool_cards,
    uses_printed_deck,
)
from facilitator.table_files.yaml import Problem

# ----------------------------------------------------------------------------------------------------
# Questions on a terminal. A question is repeated until its answer is valid. Leaving early writes no file.


SetupAnswers = dict[str, Any]
T = TypeVar("T")
_AMOUNT = r"\d{1,6}(?:\.\d{1,3})?"
_LENGTH = re.compile(
    rf"(?:(?P<hours>{_AMOUNT}) ?(?:h|hrs?|hours?|std\.?|stunden?) ?(?:[au]nd )?|(?P<clock>\d{{1,4}}):(?=[0-5]\d$))?"
    rf"(?:(?P<minutes>{_AMOUNT}) ?(?:m|mins?|minute[sn]?)?)?",
    re.ASCII,
)
"""Regular expression for a duration: hours with a unit, or hours followed by a colon, and then minutes."""
BACK = "back"


class StepBack(Exception):
    """Raised if the host wants to return to the previous question."""


def _read_line() -> str:
    """Return an input line.

    Raises:
        KeyboardInterrupt: The host pressed Ctrl-C, or the input ended.
    """
    try:
        return input("> ").strip()
    except EOFError:
        output.say()
        raise KeyboardInterrupt from None


def list_problems(data: Mapping[str, Any]) -> list[Problem]:
    """Return the problems of a table that is not saved yet."""
    from facilitator.play.names import misleading_names

    table, wrong = check(data)
    wrong += [] if table is None else misleading_names(table)
    return wrong


def _check_names(table: Table) -> None:
    """Raise `TableFileError` for misleading seat names."""
    from facilitator.play.names import misleading_names

    if misread := [*misleading_names(table)]:
        raise TableFileError(misread)


def find_option(text: str, options: Sequence[str]) -> str:
    """Return the only option mentioned in a text, or the unchanged text.

    >>> find_option("rules: official", ("paper", "official")), find_option("neither", ("paper", "official"))
    ('official', 'neither')
    """
    said = re.findall(r"[\w-]+", text.lower())
    found = [option for option in options if option.lower() in said]
    return found[0] if len(found) == 1 else text


def read_option(text: str, options: Sequence[str], error: str) -> str:
    """Return the only option mentioned in a text.

    Args:
        text: Input.
        options: Valid options.
        error: Message key of the error for other input.

    Raises:
        CommandError: The text does not mention exactly one option.
    """
    if (found := find_option(text, options)) in options:
        return found
    raise CommandError(*refusal(error, options=", ".join(options), found=quote_input(text)))


def make_range_parser(fewest: int, most: int, example: int) -> Callable[[str], int]:
    """Return a parser for an integer in a range.

    Args:
        fewest: Smallest valid number.
        most: Largest valid number.
        example: Number that the error message suggests.
    """

    def read(text: str) -> int:
        found = _parse_number(text)
        if found is not None and fewest <= found <= most:
            return found
        slots = {"fewest": fewest, "most": most, "example": example}
        raise CommandError(*refusal("new.wrong.number", found=quote_input(text), **slots))

    return read


def parse_minutes(text: str) -> float | None:
    """Parse a duration and return its minutes, or `None` if the text is not a duration.

    >>> [parse_minutes(text) for text in ("90", "90 min", "2h", "1h30", "1:30", "2 Std. 15 Minuten")]
    [90.0, 90.0, 120.0, 90.0, 90.0, 135.0]
    >>> [parse_minutes(text) for text in ("1.5 h", "1,5 hours", "2h 5h", "1:75", "min", "long")]
    [90.0, 90.0, None, None, None, None]
    """
    found = _LENGTH.fullmatch(text.strip().lower().replace(",", "."))
    if found is None or not text.strip():
        return None
    return 60 * float(found["hours"] or found["clock"] or 0) + float(found["minutes"] or 0)


def parse_session_length(text: str) -> int:
    """Parse the length of a session and return whole minutes.

    Raises:
        CommandError: The text is not a duration, or the duration is too short or too long.
    """
    found = parse_minutes(text)
    if found is not None and 1 <= round(found) <= LONGEST_EVENING:
        return round(found)
    slots = {"most": LONGEST_EVENING // 60, "example": USUAL_EVENING}
    raise CommandError(*refusal("new.wrong.length", found=quote_input(text), **slots))


def _parse_number(text: str) -> int | None:
    """Return the only number in a text, or `None`. Other words are ignored."""
    found = re.fullmatch(r"(?:[^\W\d]+:? )*(\d{1,9})(?: [^\W\d]+)*", text)
    return int(found[1]) if found else None


# ----------------------------------------------------------------------------------------------------
# The interview: first the session and the people, then proposals of setups, then rules and names.


VIRTUAL = ":virtual"
PEOPLE = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ida", "Jan")
VIRTUALS = ("Vera", "Udo", "Nils", "Zora", "Otto", "Rosa", "Timo", "Wim", "Yann")
"""Default names of people and virtual players."""
USUAL_EVENING = 120
NEAREST = 5
"""The estimated duration of a proposal is rounded to a multiple of this number of minutes."""
FEW_GAMES = 5
"""Number of games to simulate for a first estimate of the duration."""
OWN = "own"
PAPERS_OWN = "published"
"""Method of the research paper, which is always proposed."""
PRINTER, DECKS, BOTH = "printer", "decks", "both"
"""Equipment of a host: a printer, real decks of cards, or both."""


class TableInterview:
    """Interview about a new table. The host can go back to earlier questions.

    Attributes:
        data: Table-file settings so far.
    """

    def __init__(self, title: str) -> None:
        self.data: SetupAnswers = {"name": title, "language": get_language()}
        self._has_asked = False  # whether the present step has asked a question
        self._things = BOTH
        self._people = self._virtual = 0
        self._host_plays = True
        self._found: tuple[Option, ...] = ()
        self._chosen: Option | None = None
        self._estimated: Table | None = None

    def ask(self) -> Table:
        """Ask all questions and return the table.

        If the host returns to a question, all later answers are discarded. Steps without a question are
        skipped.

        Raises:
            KeyboardInterrupt: The host left.
        """
        steps = (
            self._ask_evening,
            self._ask_things,
            self._ask_people,
            self._ask_host,
            self._ask_game,
            self._ask_virtual,
            self._ask_proposal,
            self._ask_details,
            self._ask_rules,
            self._ask_house,
            self._ask_names,
        )
        at, answered = 0, list[tuple[int, SetupAnswers]]()
        while at < len(steps):
            before, self._has_asked = dict(self.data), False
            try:
                steps[at]()
                if self._has_asked:
                    answered.append((at, before))
                at += 1
            except StepBack:
                at, self.data = answered.pop() if answered else (0, before)
        return make_table(self.data)

    def _ask(self, question: Phrase, default: str, read: Callable[[str], T]) -> T:
        """Ask a question until the answer is valid, and return the parsed answer.

        The answer "?" prints an explanation, whose message key is the question's key with the suffix ``.why``.

        Args:
            question: Question.
            default: Default answer, used if the host presses Enter.
            read: Parser, which raises `CommandError` for an invalid answer.

        Raises:
            StepBack: The host wants to return to the previous question.
            KeyboardInterrupt: The host left.
        """
        self._has_asked = True
        while True:
            output.wrap(sentence("new.usual", question=question, usual=default))
            said = _read_line()
            if said.lower() in (BACK, sentence("new.back")):
                raise StepBack
            if said == "?":
                output.wrap(sentence(f"{question.key}.why"))
                output.wrap(sentence("new.help"), style="hint")
                continue
            try:
                return read(said or default)
            except CommandError as err:
                output.error(err)

    def _ask_settings(self, question: Phrase, default: str, read: Callable[[str], SetupAnswers]) -> None:
        """Ask a question until its answer makes a valid table, and store the answer.

        Args:
            question: Question.
            default: Default answer, used if the host presses Enter.
            read: Parser that returns table-file settings.
        """
        self.data.update(self._ask(question, default, lambda text: self._check_answer(read(text))))

    def _check_answer(self, answer: SetupAnswers) -> SetupAnswers:
        """Return the settings in an answer if the table with all earlier answers is valid.

        Raises:
            CommandError: The answer makes the table invalid. The error describes the first problem.
        """
        for wrong in list_problems({**self.data, **answer}):
            raise CommandError(wrong.problem, wrong.remedy)
        return answer

    # -- how long and how many -----------------------------------------------------------------------

    def _ask_evening(self) -> None:
        self.data["minutes"] = self._ask(phrase("new.evening"), str(USUAL_EVENING), parse_session_length)

    def _ask_things(self) -> None:
        """Ask whether the host has a printer, decks of cards, or both. This decides which methods are proposed."""
        things = (PRINTER, DECKS, BOTH)
        self._things = self._ask(
            phrase("new.things"), BOTH, lambda text: read_option(text, things, "new.wrong.things")
        )

    def _ask_people(self) -> None:
        self._people = self._ask(phrase("new.people"), "2", make_range_parser(1, len(PEOPLE), 2))

    def _ask_host(self) -> None:
        """Ask whether the host plays. A host who does not play can help to move cards."""

        def read(text: str) -> bool:
            if (found := closest_truth(text)) is None:
                raise CommandError(*refusal("new.wrong.host", found=quote_input(text)))
            return found

        self._host_plays = self._ask(phrase("new.host"), sentence("play.yes"), read)

    def _ask_game(self) -> None:
        games = list_games()

        def read(text: str) -> str:
            game = read_option(text, games, "new.wrong.game")
            if self._people > (most := get_game(game).about.seats[1]):
                raise CommandError(*refusal("new.wrong.many", most=most, game=game, found=self._people))
            return game

        self.data["game"] = self._ask(phrase("new.game", games=", ".join(games)), games[0], read)

    def _ask_virtual(self) -> None:
        rules = self._rules
        fewest, most = (max(0, seats - self._people) for seats in rules.about.seats)
        self._virtual = most
        if fewest < most:
            default = max(1, fewest)
            self._virtual = self._ask(
                phrase("new.virtual"), str(default), make_range_parser(fewest, most, default)
            )
        elif most:
            output.wrap(
                sentence("new.virtual.fixed", game=rules.about.name, seats=rules.about.seats[1], n=most)
            )
        names = [{"name": name, "virtual": False} for name in PEOPLE[: self._people]]
        names += [{"name": name, "virtual": True} for name in VIRTUALS[: self._virtual]]
        self.data.update(seats=names, helpers=self._helpers)

    @property
    def _rules(self) -> Rules[Any]:
        return get_game(self.data["game"])

    @property
    def _helpers(self) -> int:
        """Number of people who can move cards. This includes a host who does not play."""
        return min(self._people + (not self._host_plays), MOST_HELPERS)

    # -- the proposals -------------------------------------------------------------------------------

    def _find_proposals(self) -> tuple[Option, ...]:
        """Return the setups that probably fit the session, and then the research paper's method.

        Raises:
            StepBack: No setup fits. The host has been told.
        """
        every = self._propose([form for form in self._list_methods() if form != PAPERS_OWN])
        found = tuple(option for option in every if self._fits(option))
        if not found:
            self._say_nothing_fits(every)
            raise StepBack
        if PAPERS_OWN in self._list_methods():
            found += self._propose([PAPERS_OWN])[:1]
        return found

    def _ask_proposal(self) -> None:
        """Propose setups that probably fit the session, best first, and ask the host to choose.

        The last proposal is the research paper's method, even if it takes too long. The host can choose a
        proposal, name a method, or ask for the separate questions.
        """
        self._chosen = None
        if not self._virtual:
            return
        self._found = self._find_proposals()
        self._print_proposals()
        count = len(self._found)

        def read(text: str) -> Option | None:
            named = find_option(text, (OWN, *list_offered_forms()))
            if named == OWN:
                return None
            if named in list_offered_forms():
                return self._choose_method(named)
            return self._found[make_range_parser(1, count, 1)(text) - 1]

        self._chosen = self._ask(phrase("new.which", n=count), "1", read)
        if self._chosen is not None:
            keys = ("protocol", "pool", "pool_deck", "hand_size", "equipment")
            self.data.update({key: getattr(self._chosen.table, key) for key in keys})
            self._print_duration()

    def _say_nothing_fits(self, every: Sequence[Option]) -> None:
        """Print that no setup is short enough, or that no method is possible with the host's things."""
        if every:
            shortest = f"{min(option.times.per_game.median for option in every):.0f}"
            output.wrap(sentence("new.none", minutes=self.data["minutes"], game=shortest))
        else:
            output.wrap(sentence("new.none.things", game=self.data["game"]))

    def _list_methods(self) -> list[str]:
        """Return the methods that are possible with the host's printer or decks."""
        printed = [*filter(uses_printed_deck, list_offered_forms())]
        own = [list_offered_forms()[0], PAPERS_OWN]
        return {PRINTER: printed, DECKS: own, BOTH: [*printed, *own]}[self._things]

    def _fits(self, option: Option) -> bool:
        """Return whether most games end within the session."""
        return option.times.in_time(self.data["minutes"]) >= choices.LIKELY

    def _propose(self, forms: Sequence[str]) -> tuple[Option, ...]:
        """Return the setups for some methods, best first.

        Sleeves are proposed only to a host with a printer, and not for the research paper's method.
        """
        equipment = EQUIPMENT[:1] if self._things == DECKS or PAPERS_OWN in forms else EQUIPMENT
        with output.progress(sentence("progress.choices")) as tell:
            return choices.propose_options(
                make_table(self.data), self.data["minutes"], tell, forms, equipment
            )

    def _choose_method(self, form: str) -> Option:
        """Return the first listed setup for a method, or a new setup if none is listed.

        Raises:
            CommandError: The game does not support the method.
        """
        listed = [option for option in self._found if option.table.protocol == form]
        for option in listed or self._propose([form]):
            return option
        self._check_answer({"protocol": form})
        raise CommandError(*refusal("new.wrong.method", form=form, game=self.data["game"]))

    def _print_proposals(self) -> None:
        output.wrap(sentence("new.choices", minutes=self.data["minutes"]))
        for place, option in enumerate(self._found, 1):
            long = "" if self._fits(option) else sentence("new.choice.long")
            output.wrap(" ".join(filter(None, (describe_choice(option), long))), f"{place:>2}  ")
        for form in dict.fromkeys(option.table.protocol for option in self._found):
            output.wrap(f"{form}: {describe_form(form)}.", style="hint")
        output.wrap(sentence("new.about", games=len(self._found[0].times.game_minutes)), style="hint")

    def _ask_details(self) -> None:
        """Ask for each setting separately, if the host has rejected all proposals."""
        if not self._virtual or self._chosen is not None:
            return
        for key, default, options in self._iter_details():
            question = phrase(f"new.own.{key}", options=", ".join(options))
            self._ask_settings(question, default, partial(_read_setting, key, options))
            if key == "protocol":
                self._print_duration()

    def _iter_details(self) -> Iterator[tuple[str, str, Sequence[str]]]:
        """Yield the settings to ask for, each with its default and its options, if they are a fixed list."""
        data, about = self.data, self._rules.about
        yield "name", data["name"], ()
        if about.pools:
            yield "pool", "shared", ("shared", "split")
            if data["pool"] == "split":
                yield "pool_deck", "compact-27", [*about.pools]
        if "hand_size" in about.choices:
            default = about.hand_for(len(data["seats"])) or 1
            yield "hand_size", str(min(default, limit_of(draft_table(data)) or default)), ()
        if not self._rules.kinds.tiles:
            yield "equipment", "envelopes", EQUIPMENT
        yield "helpers", str(self._helpers), ()
        yield "protocol", DEFAULT_PROTOCOL, PROTOCOLS
        yield "paper", "A4", ("A4", "Letter")

    def _print_duration(self) -> None:
        """Print the estimated duration of a game, with a warning if it is longer than the session.

        Nothing is printed if the table has no virtual players, or if nothing that affects the duration has changed
        since the last estimate.
        """
        table = make_table({**self.data, "track": "all"})  # this setting does not affect the duration
        if table.virtual and table != self._estimated:
            self._estimated = table
            game = forecast.estimate_times(table).per_game
            output.wrap(sentence("new.minutes", median=f"{game.median:.0f}", most=f"{game.p90:.0f}"))
            if game.median > self.data["minutes"]:
                output.wrap(sentence("new.own.long", minutes=self.data["minutes"]), style="error")

    # -- rules, house rules, names -------------------------------------------------------------------

    def _ask_rules(self) -> None:
        """Ask for a rule set. If a rule set contradicts earlier answers, show the reason."""
        if len(self._rules.about.rules) < 2:
            return
        answers, barred = self._list_rule_sets(), dict[str, CommandError]()
        for name, (answer, description) in answers.items():
            output.wrap(description, f"  {pad(name, 9)}")
            if error := self._find_conflict(name, answer):
                barred[name] = error
                output.wrap(error.remedy, f"  {'':<9}")
        offered = [name for name in answers if name not in barred]

        def read(text: str) -> SetupAnswers:
            name = find_option(text, (*answers, *list_spellings("new.ours.word")))
            name = sentence("new.ours.word") if name in list_spellings("new.ours.word") else name
            if name in barred:
                raise barred[name]
            return answers[name][0] if name in answers else {"rules": name}

        self._ask_settings(phrase("new.rules", rules=", ".join(offered)), offered[0], read)

    def _find_conflict(self, rules: str, answer: SetupAnswers) -> CommandError | None:
        """Return the error for a rule set, or `None`. The error names all earlier answers that contradict it."""
        data, problems, settings = {**self.data, **answer}, list[str](), list[str]()
        while wrong := list_problems(data):
            key = str(wrong[0].at[0])
            settings.append(f"{key}: {data.pop(key)}")
            problems.append(wrong[0].problem)
        remedy = sentence("new.rules.barred", rules=rules, settings=join_with_and(settings))
        return CommandError(problems[0], remedy) if problems else None

    def _list_rule_sets(self) -> dict[str, tuple[SetupAnswers, str]]:
        """Return the settings and the description of each rule set, by its name.

        If the host may enter only the virtual turns, "ours" is a rule set, too. For a wallet it is the first.
        """
        about = self._rules.about
        sets = {name: ({"rules": name}, f"{said}.") for name, said in about.rule_sets.items()}
        ours = {"rules": about.rules[0], "track": "virtual"}
        if "track" not in about.choices or not self._virtual or list_problems({**self.data, **ours}):
            return sets
        virtual = join_with_and(seat["name"] for seat in self.data["seats"] if seat["virtual"])
        own = {sentence("new.ours.word"): (ours, sentence("new.ours", seats=virtual))}
        return own | sets if uses_printed_deck(self.data.get("protocol", "")) else sets | own

    def _ask_house(self) -> None:
        """Ask for house rules, and reject incompatible combinations.

        House rules that contradict earlier answers are not offered.
        """
        house = self._rules.about.house
        if house is None:
            return
        default_table = draft_table(self.data)
        ours = self.data.get("track") == "virtual"
        output.wrap(sentence("new.house.ours" if ours else "new.house"))
        listed = [
            key
            for key, value in house.offers.items()
            if not (ours and key == "jump_in")  # a rule for people, who referee themselves
            and getattr(default_table, key) != value
            and not list_problems({**self.data, key: value})
        ]
        for key in listed:
            output.wrap(f"{template(f'offer.{key}')}.", f"  {key:<15}")
        question = phrase("new.house.which", example=", ".join(listed[:2]))
        self._ask_settings(question, "none", lambda text: _parse_house_rules(house.offers, text))
        self._print_duration()

    def _ask_names(self) -> None:
        """Ask for the names of the seats in clockwise order.

        The numbers of people and virtual players have been entered before. If only people are named, the
        virtual players keep their names and sit last.
        """
        default = ", ".join(seat["name"] + VIRTUAL * seat["virtual"] for seat in self.data["seats"])

        def names(text: str) -> SetupAnswers:
            seats = [read_seat(part) for part in text.split(",") if part.strip()]
            if len(seats) == self._people and not any(seat["virtual"] for seat in seats):
                seats += [seat for seat in self.data["seats"] if seat["virtual"]]
            marked = sum(seat["virtual"] for seat in seats)
            if (len(seats) - marked, marked) != (self._people, self._virtual):
                wanted = phrase("new.seated", people=self._people, n=self._virtual)
                found = phrase("new.seated", people=len(seats) - marked, n=marked)
                raise CommandError(*refusal("new.wrong.names", wanted=wanted, found=found, example=default))
            return {"seats": seats}

        self._ask_settings(phrase("new.names.virtual" if self._virtual else "new.names"), default, names)


def ask_all(path: Path, title: str) -> Table:
    """Interview the host and return the table. No file is written.

    Args:
        path: File that the caller will write. The introduction mentions it.
        title: Default name of the table.

    Raises:
        KeyboardInterrupt: The host left.
    """
    output.wrap(sentence("new.begin", path=str(path)))
    return TableInterview(title).ask()


def describe_choice(option: Option) -> str:
    """Describe a proposed setup in one line: duration, things to print or prepare, and method."""
    table = option.table
    slots: dict[str, Value] = {
        "hand": table.hand_size,
        "game": f"{max(NEAREST, NEAREST * round(option.times.per_game.median / NEAREST))}",
        "turn": f"{option.times.per_virtual_turn.median:.0f}",
    }
    if option.wallet:
        return sentence("new.choice.wallet", n=kits(table)["wallet"].sheets, deck=option.to_print, **slots)
    own = len(pool_cards(table))
    deck = phrase("new.choice.deck", n=own) if own else phrase("new.choice.shared")
    slots |= {"form": table.protocol, "holders": phrase(f"new.choice.{table.equipment}"), "deck": deck}
    return sentence("new.choice.own", extras=shopping(table).extra_cards, **slots)


def _read_setting(key: str, options: Sequence[str], text: str) -> SetupAnswers:
    """Parse a table-file setting. Invalid input is kept as text, so that the validation of the table rejects it.

    Args:
        key: Name of the setting.
        options: Valid options. If there are none, the setting is a number or a name.
        text: Input.
    """
    if options or key == "name":
        return {key: find_option(text, options)}
    return {key: text if (found := _parse_number(text)) is None else found}


def _parse_house_rules(offered: Mapping[str, object], text: str) -> SetupAnswers:
    """Parse a list of house rules, such as "jump_in, draw".

    Args:
        offered: Value of each house rule, such as ``{"jump_in": "plays on"}``.
        text: Input.

    Raises:
        CommandError: A house rule is unknown.
    """
    keys = [part.strip().lower().replace(" ", "_") for part in text.split(",")]
    for key in keys:
        if key not in (*offered, "none", ""):
            raise CommandError(*refusal("new.wrong.option", options=", ".join(offered), found=key))
    return {key: offered[key] for key in keys if key in offered}


def read_seat(text: str) -> SetupAnswers:
    """Parse a seat: a name, followed by ``:virtual`` for a virtual player.

    Raises:
        CommandError: A different word follows the colon, probably because of a typing mistake.
    """
    name, colon, kind = (part.strip() for part in text.partition(":"))
    virtual = f"{colon}{kind.lower()}" == VIRTUAL
    if colon and not virtual:
        raise CommandError(*refusal("new.wrong.seat", found=quote_input(f":{kind}"), name=name))
    return {"name": name, "virtual": virtual}


# ----------------------------------------------------------------------------------------------------


def create_table(  # noqa: PLR0913
    path: Path,
    given: SetupAnswers,
    seats: Sequence[str] = (),
    sample_name: str | None = None,
    code: str | None = None,
    force: bool = False,
    json: bool = False,
) -> None:
    """Write a table file, and print the next commands. Without any settings, ask questions on a terminal.

    Args:
        path: File to write.
        given: Settings from the command line.
        seats: Names of the players, with ":virtual" after the name of a virtual player.
        sample_name: Sample table to start from.
        code: Code of a set-up sheet.
        force: Whether to replace an existing file.
        json: Whether to print the table as a JSON line.

    Raises:
        CommandError: The settings contradict each other, or the file cannot be written.
        TableFileError: The settings are not valid.
    """
    set_language(get_system_language())
    check_place(path, force=force)
    if code is not None:
        if given or seats or sample_name:
            raise CommandError(*refusal("new.wrong.code"))
        made = make_table({"name": _make_title(path), **from_code(code)})
    elif not (given or seats or sample_name or json) and sys.stdin.isatty() and sys.stdout.isatty():
        made = ask_all(path, _make_title(path))
    else:
        made = make_table(_combine_options(path, given, seats, sample_name))
    set_language(made.language)
    _check_names(made)
    write_table(path, made, force=force)
    if json:
        output.json_line({"table": str(path), **made.model_dump(mode="json")})
        return
    _warn_of_length(path, made)
    _print_next_commands(path, made)


def _warn_of_length(path: Path, made: Table) -> None:
    """Print a warning if a game at a new table takes longer than the usual session."""
    if not made.virtual:
        return
    setup = forecast.setup_of(made)
    rough = forecast.estimate_times(made, records=forecast.simulate_games(setup, FEW_GAMES)).per_game
    if rough.median <= USUAL_EVENING / 2:
        return
    with output.progress(sentence("progress.games")) as tell:
        game = forecast.estimate_times(made, records=forecast.simulate_games(setup, tell=tell)).per_game
    if game.median > USUAL_EVENING:
        slots = {"median": f"{game.median:.0f}", "most": f"{game.p90:.0f}", "path": shell_path(str(path))}
        output.complain(sentence("new.long.game", **slots))


def _print_next_commands(table: Path, made: Table) -> None:
    """Print the path of the new table file, and the next commands."""
    output.wrap(sentence("new.written", path=str(table), seats=describe_seats(made)))
    output.wrap(sentence("new.next" if made.virtual else "new.next.people"))
    commands = ("plan {}", "print {}", "play {} --dry-run" if made.virtual else "play {}")
    for command in commands:
        output.say(f"  {get_program()} {command.format(shell_path(str(table)))}")


def _combine_options(
    path: Path, given: SetupAnswers, seats: Sequence[str], sample_name: str | None
) -> SetupAnswers:
    data: SetupAnswers = {"name": _make_title(path), "language": get_language()}
    if sample_name is not None:
        data = sample(sample_name.removeprefix("sample:")).model_dump(mode="json") | data
    elif not seats:
        raise CommandError(*refusal("new.wrong.seats", path=shell_path(str(path))))
    if seats:
        data["seats"] = [read_seat(text) for text in seats]
    data |= given
    return (
        data if sample_name is not None or "protocol" in given else next(_list_printed_variants(data), data)
    )


def _list_printed_variants(data: SetupAnswers) -> Iterator[SetupAnswers]:
    """Yield valid variants of a table that use a printed deck, smallest deck first.

    A table without virtual players has no variants.
    """
    virtual = any(seat["virtual"] for seat in data["seats"])
    pools = game_of(draft_table(data)).about.pools
    for form in filter(uses_printed_deck, PROTOCOLS if virtual else ()):
        for deck in [*pools][::-1] or [""]:
            own = {"protocol": form, **({"pool": "split", "pool_deck": deck} if deck else {})}
            if check({**data, **own})[0] is not None:
                yield {**data, **own}


def _make_title(path: Path) -> str:
    stem = "".join(c for c in path.stem if c.isprintable()).strip()[:60].strip()
    return stem or "table"
