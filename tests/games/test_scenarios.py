"""Rules of the games, as scenarios that are typed and answered line by line.

A scenario is a text in ``tests/golden/rules``. The lines below are its input, and every other line is output:

    == TITLE          a new scenario, at the table of the last ``:`` line
    : {game: uno, rules: paper, seats: Ana Vera* Ben}   a new table; ``*`` marks a virtual seat
    > LINE            an event, as a host types it
    ? LINE            an event that is only tried: the next line starts from the same state
    < CARD DRAWN      the outcome of a virtual turn or random draw, and how many cards it drew
    <? CARD DRAWN     such an outcome, only tried
    = {KEY: VALUE}    a change of the state that no event makes
    holding CARDS     the moves of the seat in turn if it holds these cards
    record LINE       an event as a written record has it
    card TEXT         a card as it is typed; ``named TEXT``: a colour, suit or end
    show NAME         an attribute of the state, of the next action or of the prompt

To add a scenario, write its input. ``scripts/regolden`` writes the output; read it before you keep it.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from facilitator.errors import FacilitatorError
from facilitator.games import rules
from facilitator.games.events import Event
from facilitator.games.registry import get_game, get_virtual_only
from facilitator.i18n.catalogue import ENGLISH, set_language
from golden_files import GOLDEN, check_golden

FILES = sorted((GOLDEN / "rules").glob("*.txt"))
INPUTS = ("== ", ": ", "> ", "? ", "< ", "<? ", "= ", "holding ", "record ", "card ", "named ", "show ", "# ")
WIDTH = 118


def words(value: Any) -> str:
    """Render a value on one line, in an order that is the same in every run."""
    if isinstance(value, frozenset | set):
        return "{" + " ".join(sorted(map(str, value))) + "}"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(map(words, value)) + ")"
    if is_dataclass(value):
        shown = [(field.name, getattr(value, field.name)) for field in fields(value)]
        return f"{type(value).__name__}({', '.join(f'{name}={words(one)}' for name, one in shown)})"
    return str(value)


class Scenario:
    """A game that follows the input lines of a scenario."""

    law: rules.Rules[Any]
    state: Any

    def begin(self, table: str) -> Iterator[str]:
        """Begin a game at a table."""
        keys = yaml.safe_load(table)
        set_language(keys.pop("language", ENGLISH))
        rules_of = get_virtual_only if keys.pop("track", "") == "virtual" else get_game
        self.law = rules_of(keys.pop("game", "uno"))
        names = keys.pop("seats")
        names = names.split() if isinstance(names, str) else names
        seats = [rules.Seat(name.rstrip("*"), name.endswith("*")) for name in names]
        if "pool" in keys:
            keys["pool"] = self.law.about.pools.get(keys["pool"]) or keys["pool"].split()
        try:
            self.state = self.law.begin(seats, keys)
        except FacilitatorError as error:
            yield f"! {error}"
            return
        yield from self.describe({})
        yield from map(self.law.describe_effect, self.law.deal(self.state))

    def follow(self, line: str) -> Iterator[str]:
        """Follow an input line other than ``==`` and ``:``, and yield its output."""
        verb, _, rest = line.partition(" ")
        before, state = repr(self.state), self.state
        try:
            match verb:
                case ">" | "?":
                    yield from self.apply(rules.read_move(self.law, rest, self.state), rest)
                case "<" | "<?":
                    yield from self.conclude(*rest.split())
                case "=":
                    yield from self.change(yaml.safe_load(rest))
                case _:
                    yield from self.look(verb, rest)
        except FacilitatorError as error:
            yield f"! {error}"
            assert repr(self.state) == before
        if verb in ("?", "<?"):
            self.state = state

    def look(self, verb: str, rest: str) -> Iterator[str]:
        """Yield what a line shows that changes nothing."""
        match verb:
            case "holding":
                yield from map(words, self.law.list_moves(self.state, rest.split()))
            case "record":
                event = self.law.codec.read_line(rest, [seat.name for seat in self.state.seats])
                yield f"{words(event)}: {self.wire(event)}"
            case "card":
                yield f"{(card := self.law.kinds.parse(rest))}: {self.law.kinds.describe(card)}"
            case "named":
                yield self.law.kinds.parse_named(rest)
            case "show":
                sources = (self.state, self.law.get_next_action(self.state), self.law.make_prompt(self.state))
                found = next(getattr(source, rest) for source in sources if hasattr(source, rest))
                yield words(found() if callable(found) else found)

    def apply(self, event: Event, typed: str = "") -> Iterator[str]:
        """Apply an event, and yield what is announced and what is public then."""
        text = self.law.codec.text(event)
        self.wire(event)
        before = self.law.state_json(self.state)
        self.state, happened = self.law.apply(self.state, event)
        yield from [text] if text != typed else []
        yield from (f'"{said}"' for effect in happened if (said := self.law.describe_effect(effect)))
        yield from self.describe(before)

    def wire(self, event: Event) -> str:
        """Return an event as JSON, and check that it is read back."""
        line = json.dumps(self.law.codec.json(event), ensure_ascii=False)
        assert self.law.codec.of_json(json.loads(line), [seat.name for seat in self.state.seats]) == event
        return line

    def conclude(self, card: str, drawn: str = "0") -> Iterator[str]:
        """Conclude a virtual turn or random draw, and apply its events; a random draw is only shown."""
        face = None if card == "none" else card
        need: Any = self.law.get_next_action(self.state)
        if isinstance(need, rules.Select):
            found = rules.conclude_selection(self.law, self.state, need, face, int(drawn))
        else:
            found = rules.list_result_events(need, face)
        if isinstance(found, rules.RandomDraw):
            yield words(found)
            return
        for event in found:
            yield from self.apply(event)

    def change(self, keys: dict[str, Any]) -> Iterator[str]:
        """Change the state: for UNO the first deck (``cards``, ``unplayed``) too; it has what no hand holds."""
        before, decks = self.law.state_json(self.state), getattr(self.state, "decks", None)
        keys = {key: tuple(value) if isinstance(value, list) else value for key, value in keys.items()}
        if decks is not None and {"hands", "cards", "unplayed"} & keys.keys():
            left = decks[0].unplayed + sum(self.state.hands) - sum(keys.get("hands", self.state.hands))
            cards = tuple(keys.pop("cards", " ".join(decks[0].cards)).split())
            first = replace(decks[0], cards=cards, unplayed=keys.pop("unplayed", left))
            keys["decks"] = (first, *decks[1:])
        self.state = replace(self.state, **keys)
        yield from self.describe(before)

    def describe(self, before: dict[str, object]) -> Iterator[str]:
        """Yield the public state, as far as it is new, and the next action."""
        after = self.law.state_json(self.state)
        new = {key: one for key, one in after.items() if key != "n" and before.get(key) != one}
        yield json.dumps(new, ensure_ascii=False)
        gone = sorted(before.keys() - after.keys())
        yield from [f"no longer: {', '.join(gone)}"] if gone else []
        need = self.law.get_next_action(self.state)
        found = [(field.name, getattr(need, field.name)) for field in fields(need) if field.name != "classes"]
        known = [
            name if one is True else words(one)
            for name, one in found
            if one not in (None, False, 0, frozenset())
        ]
        yield " ".join([f"next: {type(need).__name__}", *known])


def transcript(text: str) -> str:
    """Return a file of scenarios with the output that its input has now."""
    lines, game, table = list[str](), Scenario(), ""
    for line in (line for line in text.splitlines() if f"{line} ".startswith(INPUTS)):
        lines += [""] if line.startswith("== ") and lines else []
        lines.append(line)
        found: Iterator[str] = iter(())
        if line.startswith(": "):
            table = line
        if line.startswith(": ") or (line.startswith("== ") and table):
            found = iter([*game.begin(table[2:])][: None if line.startswith(": ") else 0])
        elif not line.startswith(("== ", "# ")):
            found = game.follow(line)
        for said in found:
            lines += textwrap.wrap(said, WIDTH, initial_indent="    ", subsequent_indent="      ") or [
                "    -"
            ]
    return "\n".join(lines) + "\n"


@pytest.mark.golden
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_games_match_the_scenarios(path: Path) -> None:
    check_golden(path, transcript(path.read_text(encoding="utf-8")))
