"""The questions of `facilitator new`: how long and how many first, then a proposal, then rules and names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from facilitator.cli import show
from facilitator.cli.answers import Answers, asked, evening, number, number_of, put, text_of
from facilitator.cli.rule_questions import ToProposals, ask_rules
from facilitator.errors import CommandError
from facilitator.wording import plural, quoted

if TYPE_CHECKING:
    from facilitator.games.base import Rules
    from facilitator.planning.proposals import Proposal
    from facilitator.table.load import Table

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
    begun: Answers = {"name": title, "game": law.name, "seats": names, "helpers": min(people, 8)}
    found = _proposed(make_table(begun), minutes) if virtual else ()
    while True:
        data = dict(begun)
        try:
            chosen = _choose(data, found, minutes)
            ask_rules(data, game_named(law.name), chosen)
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
        if people > law.seats[1]:
            todo = "Choose another game; Ctrl-C leaves."
            raise CommandError(f"at most {law.seats[1]} people for {law.name}", str(people), todo)
        return law

    return f"Which game: {', '.join(games())}?", games()[0], read


def _how_many_virtual(law: Rules[Any], people: int) -> int:
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
