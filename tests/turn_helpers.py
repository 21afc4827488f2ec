"""Whole turns to be told: layouts, runs by name, answers, and who speaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from facilitator.games.uno import cards as uno
from facilitator.machine.faces import DECK, DISCARDS
from facilitator.machine.operations import Encode, Op
from facilitator.machine.perform import Recipe, operations
from facilitator.machine.physics import Surface
from facilitator.protocols.forms import FORMS, example_layout
from facilitator.protocols.knockout import knockout, knockout_any
from facilitator.protocols.layout import Layout, class_code, uniform_code
from facilitator.protocols.lottery import simple_lot
from facilitator.protocols.published import published
from facilitator.protocols.recovery import give_up
from facilitator.telling.brief import SleeveSpeech, Speech
from facilitator.telling.narrate import Narrator, SleeveNarrator

PEOPLE = ("Ana", "Ben")
UNO_WORDS = (uno.describe, "colour", uno.COLOR_WORDS.__getitem__)


def speech(equipment: str, people: tuple[str, ...] = PEOPLE, pairs: int = 1) -> Speech:
    if equipment == "sleeves":
        narrator = SleeveNarrator(people, "envelope", *UNO_WORDS, deck="the deck")
        return SleeveSpeech(narrator, uno.traits, pairs)
    return Speech(Narrator(people, "envelope", *UNO_WORDS), uno.traits, pairs)


def full_deck(m: int = 7) -> Layout:
    """The first turn of two people and Vera: 107 cards on the table, a green 9 on top."""
    cards = list(uno.DECK)
    cards.remove("9G")
    hands = (("Vera", m), ("Ana", 7), ("Ben", 7), (DECK, 93 - m))
    return Layout(hands, tuple(cards), uniform_code(cards, uno.valid_kinds("9G", "G")))


def split_pool(m: int = 7) -> Layout:
    """The small pool; a yellow 5 from the people's deck lies on top."""
    cards = uno.POOLS["compact-27"]
    return Layout((("Vera", m), (DECK, 27 - m)), cards, uniform_code(cards, uno.valid_kinds("5Y", "Y")))


def classes(layout: Layout) -> Layout:
    """A wild draw four only if nothing else fits."""
    legal = frozenset(layout.playable)
    code = class_code(layout.cards, legal - {"D"}, frozenset({"D"}))
    return replace(layout, code=code, classes=2)


def concealed(layout: Layout) -> Layout:
    hands, cards = (*layout.hands, (DISCARDS, 1)), (*layout.cards, "9G")
    return replace(layout, hands=hands, cards=cards)


def chained(layout: Layout) -> Layout:
    """Vera's turn, then Nils's: what lies there stays for him."""
    (_, m), (_, rest) = layout.hands
    hands = (("Vera", m), ("Nils", 5), (DECK, rest - 5))
    return replace(layout, hands=hands, hands_over=lambda known: known.card is not None)


def answering(end: str) -> Callable[[Op], str]:
    """Every pair reads β α (``played``), or the other way round (``none``)."""
    wanted = {"played": "βα", "none": "αβ"}[end]

    def answer(op: Op) -> str:
        ask: tuple[str, ...] = getattr(op, "ask", ())
        return wanted if wanted in ask else ask[0] if ask else ""

    return answer


def given_up(layout: Layout) -> Recipe:
    """The way back from the cards in sight, the pairs laid below them."""
    surface, done = Surface(), list[Op]()
    for op in operations(knockout(layout), answering("none")):
        done.append(op)
        surface.note(op)
        if isinstance(op, Encode):
            break
    return give_up(layout, surface, done)


Runs = Mapping[str, tuple[Recipe, str]]
RUNS: Runs = {
    "full-deck": (knockout(full_deck()), "envelopes"),
    "full-deck-in-sleeves": (knockout(full_deck()), "sleeves"),
    "split-27": (knockout(split_pool()), "sleeves"),
    "one-card": (knockout(split_pool(1)), "sleeves"),
    "two-cards": (knockout(full_deck(2)), "envelopes"),
    "any": (knockout_any(split_pool()), "envelopes"),
    "two-classes": (knockout(classes(split_pool())), "envelopes"),
    "concealed": (knockout(concealed(full_deck())), "envelopes"),
    "chained": (knockout(chained(split_pool())), "sleeves"),
    "standing": (knockout(replace(split_pool(6), standing=True)), "sleeves"),
    "until-playable": (knockout(replace(split_pool(), until=True)), "envelopes"),
    "published": (published(split_pool(2)), "sleeves"),
    "given-up": (given_up(split_pool(3)), "envelopes"),
    "colour": (simple_lot(tuple(uno.COLORS)), "envelopes"),
}


def run(name: str, end: str = "played") -> list[Op]:
    return list(operations(RUNS[name][0], answering(end)))


def every_run() -> Iterator[tuple[str, list[Op], Speech]]:
    for name, (_, equipment) in RUNS.items():
        for end in ("played", "none"):
            yield f"{name}, {end}", run(name, end), speech(equipment)
    for name, form in FORMS.items():
        if not form.played:
            continue  # nobody tells it
        layout = example_layout((3, 2, 4), 4, form)
        for end in ("played", "none"):
            ops = list(operations(form.recipe(layout), answering(end)))
            yield f"{name}, {end}", ops, Speech(Narrator(PEOPLE))
            yield f"{name}, {end}, sleeves", ops, SleeveSpeech(SleeveNarrator(PEOPLE))
    for name, ops in recoveries():
        yield name, ops, speech("envelopes")


def recoveries() -> Iterator[tuple[str, list[Op]]]:
    """Giving up the knockout on the small pool after each of its operations."""
    layout = split_pool(3)
    done: list[Op] = []
    surface = Surface()
    for op in operations(knockout(layout), answering("none")):
        done.append(op)
        surface.note(op)
        if surface:
            yield (
                f"giving up after {len(done)}",
                list(operations(give_up(layout, surface, done), answering("none"))),
            )
