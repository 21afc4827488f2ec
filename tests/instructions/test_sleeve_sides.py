"""Hands that follow the sentences about sleeves see no hidden face, not even in the gap between two cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from facilitator.i18n.catalogue import set_language
from facilitator.instructions.grouping import Wording
from facilitator.instructions.wording import split_into_steps
from facilitator.operations.definitions import Op
from facilitator.operations.effects import VisibleTable
from facilitator.operations.perform import operations
from facilitator.protocols.knockout import knockout
from facilitator.protocols.recovery import Repair, build_recovery, plan_repair
from turns import answering, classes, run, speech, split_pool


class Seen(Exception):
    """Raised if people see a face that is hidden."""


@dataclass
class Card:
    """A card in a sleeve. Its face points to the clear side or to the opaque side."""

    name: str
    to_clear: bool


@dataclass
class Sleeve:
    """A sleeve on the table, with its opening towards the host.

    Attributes:
        inside: Cards in it, from its clear side to its opaque side.
        clear_up: Whether its clear side is up.
        marker: Whether a marker lies on it, face up.
        done: Movements so far.
    """

    inside: list[Card] = field(default_factory=lambda: [Card("card", True)])
    clear_up: bool = False
    marker: bool = False
    done: list[str] = field(default_factory=list)

    def look(self, gap: int) -> None:
        """Look into the gap before a card: eyes see the upper side of the card that is below the gap.

        Bit cards are public as long as the card that they belong to is in sight.
        """
        below = gap if self.clear_up else gap - 1
        cards = self.inside[below : below + 1] if below >= 0 else []
        for card in cards:
            if card.to_clear == self.clear_up and (card.name == "marker" or not self.clear_up):
                raise Seen(card.name)

    def lay_marker(self, words: str) -> None:
        self.marker = is_up(words)

    def push_marker(self, words: str) -> None:
        assert self.marker
        self.inside.append(Card("marker", is_up(words) == self.clear_up))
        self.marker = False

    def turn(self, words: str) -> None:
        only_some = re.search("whose|deren", words)
        self.clear_up = bool(re.search("up|oben", words)) and not only_some

    def push_pair(self, words: str) -> None:
        at = len(self.inside) - 1
        assert self.inside[at].name == "marker"
        self.look(at)
        self.inside[at:at] = [Card("bit card", is_up(words) == self.clear_up) for _ in range(2)]

    def pull_marker(self, words: str) -> None:
        """Pull the marker out. Its side is the one that was up in the sleeve."""
        marker = self.inside.pop()
        assert marker.name == "marker"
        self.look(len(self.inside))
        self.marker = marker.to_clear == self.clear_up
        assert self.marker == is_up(words)

    def pull_bits(self, words: str) -> None:
        """Pull the bit cards out. The marker comes along unless the sentence says that it lies beside them."""
        named = re.search(
            "between the playing card and the marker|zwischen der Spielkarte und der Marke", words
        )
        if self.inside[-1].name == "marker" and not named:
            raise Seen("marker")
        for gap in range(1, len(self.inside)):
            self.look(gap)
        self.inside = [card for card in self.inside if card.name != "bit card"]

    def empty(self, words: str) -> None:
        """Pull the marker out before anything was mixed, when everybody knows whose card is in the sleeve."""
        assert words
        self.inside = self.inside[:1]


def is_up(words: str) -> bool:
    """Return whether a card lies, or is pushed in, face up."""
    (side,) = {*re.findall("face up|face down|offen|verdeckt", words)}
    return side in ("face up", "offen")


MOVEMENTS: Mapping[str, Sequence[tuple[str, Callable[[Sleeve, str], None]]]] = {
    "en": (
        (r"\bon each\b[^.:]*", Sleeve.lay_marker),
        (r"each marker, face \w+[^.]*", Sleeve.push_marker),
        (r"(?:whose )?clear side (?:is )?(?:up|down)", Sleeve.turn),
        (r"(?:each pair|the bit cards[^.,]*), face \w+ as[^.]*", Sleeve.push_pair),
        (r"only the outermost card, the marker, out[^.;]*", Sleeve.pull_marker),
        (r"all bit cards out of the sleeves[^.;]*", Sleeve.pull_bits),
        (r"all markers out of the sleeves", Sleeve.empty),
    ),
    "de": (
        (r"\bauf jede\b[^.:]*", Sleeve.lay_marker),
        (r"jede marke (?:offen|verdeckt)[^.]*", Sleeve.push_marker),
        (r"(?:deren )?klaren? seite (?:nach )?(?:oben|unten)", Sleeve.turn),
        (r"(?:jedes paar|die bitkarten[^.,]*?) (?:offen|verdeckt), wie[^.]*", Sleeve.push_pair),
        (r"nur die äußerste karte[^.;]*", Sleeve.pull_marker),
        (r"alle bitkarten verdeckt aus den hüllen[^.;]*", Sleeve.pull_bits),
        (r"alle marken aus den hüllen", Sleeve.empty),
    ),
}
"""Words about sleeves, and what hands do with one of the sleeves when they hear them."""
TURN = "lay_marker push_marker turn push_pair turn pull_marker pull_bits".split()


def follow(text: str, language: str) -> Sleeve:
    """Do with a sleeve what the sentences say, and return it."""
    sleeve = Sleeve()
    heard = [
        (found.start(), found[0], do)
        for pattern, do in MOVEMENTS[language]
        for found in re.finditer(pattern, text, re.IGNORECASE)
    ]
    for _, words, do in sorted(heard, key=lambda one: one[0]):
        do(sleeve, words)
        sleeve.done.append(do.__name__)
    return sleeve


def say(given: Sequence[Op], wording: Wording) -> str:
    steps = split_into_steps(given, speech("sleeves"), wording)
    return " ".join(f"{one.text}." for step in steps for one in step.instructions)


KNOCKOUT = [*operations(knockout(split_pool(3)), answering("none"))]
CLASSES = [*operations(knockout(classes(split_pool(3))), answering("none"))]


def recoveries() -> Iterator[tuple[Sequence[Op], Sequence[Op]]]:
    """Yield the operations before everything is put back, from each operation of a turn, and those that do it."""
    surface = VisibleTable()
    for number, op in enumerate(KNOCKOUT, 1):
        surface.note(op)
        if surface:
            done = KNOCKOUT[:number]
            back = build_recovery(split_pool(3), surface, done)
            yield done, [*operations(back, answering("none"))]


def repairs() -> Iterator[tuple[Sequence[Op], Sequence[Op]]]:
    """Yield the operations before each repair, and those of the repair and of the rest of the turn."""
    for number, op in enumerate(KNOCKOUT):
        for repair in Repair:
            if plan := plan_repair(repair, KNOCKOUT[:number], op):
                yield KNOCKOUT[:number], [*plan.ops, *KNOCKOUT[number:]]


@pytest.fixture(params=["en", "de"])
def language(request: pytest.FixtureRequest) -> str:
    """Set each language in turn."""
    found: str = request.param
    set_language(found)
    return found


@pytest.fixture(params=[Wording.FULL, Wording.BRIEF])
def wording(request: pytest.FixtureRequest) -> Wording:
    found: Wording = request.param
    return found


def test_nobody_sees_a_marker_in_a_turn(language: str, wording: Wording) -> None:
    for given in (KNOCKOUT, CLASSES):
        assert follow(say(given, wording), language).done == TURN
    linked = say(run("chained"), wording) + say(run("standing"), wording)
    assert follow(linked, language).done == [*TURN, *TURN]


def test_nobody_sees_a_marker_when_a_turn_is_put_back_or_repaired(language: str, wording: Wording) -> None:
    for done, then in (*recoveries(), *repairs()):
        sleeve = follow(say(done, wording) + say(then, wording), language)
        assert [card.name for card in sleeve.inside] == ["card"]
        assert not sleeve.clear_up


SHOWING = {
    "marker face down": {
        "en": ("marker, face up as it lies", "marker, face down"),
        "de": ("Marke offen, wie sie liegt", "Marke verdeckt"),
    },
    "marker comes along": {
        "en": (", from between the playing card and the marker", ""),
        "de": (", zwischen der Spielkarte und der Marke heraus", ""),
    },
}
"""Words, and words in their place that let somebody see a marker."""


@pytest.mark.parametrize("name", SHOWING)
def test_a_sentence_that_shows_a_marker_is_noticed(language: str, wording: Wording, name: str) -> None:
    words, instead = SHOWING[name][language]
    back = (say(done, wording) + say(then, wording) for done, then in recoveries())
    text = next(text for text in (say(KNOCKOUT, wording), *back) if words in text)
    with pytest.raises(Seen, match="marker"):
        follow(text.replace(words, instead), language)
