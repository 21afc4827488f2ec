"""The questions of `facilitator new`: how long and how many first, then a proposal, then rules and names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from facilitator.cli import show
from facilitator.cli.answers import (
    Answers,
    Refused,
    asked,
    evening,
    number,
    number_of,
    problems,
    put,
    text_of,
)
from facilitator.errors import CommandError
from facilitator.wording import plural, quoted

if TYPE_CHECKING:
    from facilitator.games.base import Game
    from facilitator.planning.proposals import Proposal
    from facilitator.table.load import Table

VIRTUAL = ":virtual"
PEOPLE = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo", "Ida", "Jan")
VIRTUALS = ("Vera", "Udo", "Nils", "Zora", "Otto", "Rosa", "Timo", "Wim", "Yann")
"""Names that stand there until others are typed."""
LONGEST_EVENING = 1440
OWN, BACK = "own", "back"
_USUAL_RULES = {"paper": "as the research paper has them", "usual": "what most tables play"}


class _Back(Exception):
    """The host wants to see the proposals again."""


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
    begun: Answers = {"name": title, "game": law.name, "seats": names, "helpers": min(people, 8)}
    found = _proposed(make_table(begun), minutes) if virtual else ()
    while True:
        data = dict(begun)
        try:
            chosen = _choose(data, found, minutes)
            _ask_rules(data, game_named(law.name), chosen)
            break
        except _Back:
            continue
    _ask_names(data)
    return make_table(data)


# -- how many ----------------------------------------------------------------------------------------


def _which_game(people: int) -> tuple[str, str, Any]:
    from facilitator.games.registry import game_named, games

    def read(text: str) -> Game[Any]:
        if text.lower() not in games():
            raise CommandError(f"one of {', '.join(games())}", text, "Write e.g. uno.")
        law = game_named(text.lower())
        if people > law.seats[1]:
            todo = "Choose another game; Ctrl-C leaves."
            raise CommandError(f"at most {law.seats[1]} people for {law.name}", str(people), todo)
        return law

    return f"Which game: {', '.join(games())}?", games()[0], read


def _how_many_virtual(law: Game[Any], people: int) -> int:
    fewest, most = (max(0, seats - people) for seats in law.seats)
    if fewest == most:
        if most:
            show.wrap(
                f"{law.name} has {law.seats[1]} seats, so {plural(most, 'virtual player')} will sit there."
            )
        return most
    usual = max(1, fewest)
    question = "How many virtual players besides? Nobody sits there: the table plays their hands."
    return asked(question, str(usual), number(fewest, most, usual))


# -- the proposals -----------------------------------------------------------------------------------


def _proposed(table: Table, minutes: int) -> tuple[Proposal, ...]:
    from facilitator.cli.progress import Progress
    from facilitator.planning.proposals import proposals

    with Progress("ways to play") as tell:
        return proposals(table, minutes, tell)


def _choose(data: Answers, found: tuple[Proposal, ...], minutes: int) -> Proposal | None:
    """Put a proposal into `data` and return it, or put the answers to the detailed questions there."""
    if not found:
        return None
    from facilitator.planning.proposals import GAMES

    if found[0].in_time < 0.5:
        show.wrap(f"No way of playing ends more often than not within {minutes} minutes; the nearest:")
    else:
        show.wrap(f"Proposals for {minutes} minutes, the best first:")
    for place, one in enumerate(found, 1):
        first, *rest = one.sentences()
        show.wrap(f"{first}.", f"{place:>2}  ")
        for sentence in rest:
            show.wrap(f"{sentence}.", "    ", "facts")
    show.wrap(
        f"All of them find a virtual player's card by {found[0].how}. Extra cards are printed or labelled, and lie "
        f"in the box. Minutes are from {GAMES} games each, played in thought: rough; plan says more.",
        style="hint",
    )

    def read(text: str) -> Proposal | None:
        return None if text.lower() == OWN else found[number(1, len(found), 1)(text) - 1]

    try_one = f"Which one: 1 to {len(found)}" if len(found) > 1 else "Take it: 1"
    chosen = asked(f"{try_one}, or {OWN} for questions about each thing?", "1", read)
    if chosen is None:
        _ask_details(data)
        return None
    keys = ("protocol", "pool", "pool_deck", "hand_size", "equipment")
    data.update({key: getattr(chosen.option.table, key) for key in keys})
    return chosen


def _ask_details(data: Answers) -> None:
    """Ask for each thing that a proposal would settle."""
    from facilitator.table.load import DEFAULT_PROTOCOL, PROTOCOLS
    from facilitator.table.whole import law_of, limit_of

    law, people = law_of(data), sum(not seat["virtual"] for seat in data["seats"])
    put(data, "What do you call this table?", data["name"], text_of("name"))
    if law.pools:
        question = "One deck for all (shared), or a small one of their own for virtual players (split)?"
        put(data, question, "shared", text_of("pool"))
        if data["pool"] == "split":
            put(data, f"Which deck: {', '.join(law.pools)}?", "compact-27", text_of("pool_deck"))
    if "hand_size" in law.choices:
        usual = law.hand_size or 1
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


# -- rules -------------------------------------------------------------------------------------------


def _ask_rules(data: Answers, law: Game[Any], chosen: Proposal | None) -> None:
    """Put rules and house rules into `data`, each said in a sentence; what cannot be combined is refused.

    ``chosen``: the proposal taken, whose minutes are by the plain rules.

    Raises: _Back for the proposals again.
    """
    from facilitator.games.registry import house_of

    house = house_of(law.name)
    if len(law.rules) > 1:
        told = _USUAL_RULES if house is None else house.rule_sets
        for name in law.rules:
            show.wrap(f"{told[name]}.", f"  {name:<9}")
        keys = () if house is None else house.keys

        def rules(text: str) -> Answers:
            return _settled(data, {"rules": _not_back(text)}, keys)

        data.update(asked(f"By which rules: {', '.join(law.rules)}?", law.rules[0], rules))
    if house is None:
        return
    from facilitator.table.house import filled

    usual = filled(data)
    offers = [one for one in house.offers if usual[one.key] != one.value]
    show.wrap("House rules that go with them:")
    for offer in offers:
        show.wrap(f"{offer.meaning}.", f"  {offer.key:<15}")

    def options(text: str) -> Answers:
        return _combined(data, _options({one.key: one.value for one in house.offers}, _not_back(text)))

    question = "Which of them, with commas, e.g. jump_in, draw? Or none"
    data.update(asked(question, "none", options))
    _tell_longer(data, chosen)


def _not_back(text: str) -> str:
    if text.lower() == BACK:
        raise _Back
    return text


def _settled(data: Answers, answer: Answers, keys: Sequence[str]) -> Answers:
    """Return rules that go with all before them, without those of their house rules that do not, each said.

    Raises: Refused with the reasons where other keys than these are at odds.
    """
    from facilitator.table.house import USUAL

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


def _tell_longer(data: Answers, chosen: Proposal | None) -> None:
    """Say how much longer or shorter these rules make a game, and the minutes that were proposed."""
    from facilitator.planning.longer import is_plain, longer
    from facilitator.table.load import make_table

    table = make_table(data)
    if not is_plain(table):
        show.wrap("One moment: some games by these rules, and by the plain ones.", style="hint")
    if found := longer(table):
        usual = chosen.option.times.per_game.median if chosen is not None and found.sure else None
        instead = "" if usual is None else f": about {found.times * usual:.0f} minutes, not {usual:.0f}"
        show.wrap(f"By these rules a game is {found.words()}{instead}.")


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
