"""Every run that may be told to somebody, and who tells it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import ModuleType

from facilitator.games.registry import get_game, list_games
from facilitator.i18n import catalogue
from facilitator.instructions.speech import Speech, Voice
from facilitator.operations.definitions import LOT, Op, Place
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK, SLEEVES
from facilitator.operations.perform import operations
from facilitator.play.stop import build_draw_recovery
from facilitator.protocols.forms import FORMS, VARIANTS, example_layout, list_offered_forms
from facilitator.protocols.knockout import knockout
from facilitator.protocols.layout import Layout, class_code
from facilitator.protocols.recovery import build_recovery
from turns import RUNS, answering, run, small_layout

EQUIPMENT = ("envelopes", SLEEVES)
TOLD = {name: form for name, form in FORMS.items() if form.played}
"""The forms that are played: what the certificate alone has is told nobody."""
CARDS = tuple("abcdefgh")
FOUR = Layout((("V", 3), ("A", 2), (DECK, 3)), CARDS, class_code(CARDS, *map(frozenset, "abcd")), classes=4)
"""As many pairs a column as any game ever needs."""
ON_PAPER: dict[str, dict[str, object]] = {
    **{name: {"protocol": name} for name in list_offered_forms()},
    "concealed": {"conceal": True},
    "several pairs": {"rules": "official"},
}
"""What sets tables apart whose sheets differ."""


def readers() -> list[ModuleType]:
    """Return the modules that read the catalogue by name.

    A game that is loaded while `template` is replaced would keep the replacement, so all games are loaded first.
    """
    for name in list_games():
        get_game(name)
    ours = (module for name, module in sys.modules.items() if name.startswith("facilitator."))
    return [module for module in ours if getattr(module, "template", None) is catalogue.template]


def speaks(equipment: str, people: tuple[str, ...], pool: tuple[str, ...] = ()) -> Speech:
    return Speech(Voice(people, equipment == SLEEVES, pool=pool))


def runs() -> Iterator[tuple[str, Sequence[Op]]]:
    """Every named run, every form of the registry with hands of one to three, and their ways home."""
    for end in ("played", "none"):
        for name in RUNS:
            yield name, run(name, end)
        yield "four classes", list(operations(knockout(FOUR), answering(end)))
        yield "four classes, until", list(operations(knockout(replace(FOUR, until=True)), answering(end)))
        yield "nothing fits", list(operations(knockout(small_layout((3, 1, 2), 0)), answering("none")))
        top = VARIANTS["wallet-top"]
        for hands in ((3, 2, 4), (1, 3, 3)):
            any_card = example_layout(hands, 4, top)
            yield f"wallet, any card {hands}", list(operations(top.recipe(any_card), answering(end)))
        for name, form in VARIANTS.items():
            if form.played:
                yield name, list(operations(form.recipe(example_layout((3, 2, 4), 4, form)), answering(end)))
        for name, form in TOLD.items():
            for hands in ((3, 2, 4), (2, 3, 4), (1, 3, 3)):
                layout = example_layout(hands, 4, form)
                yield f"{name} {hands}", list(operations(form.recipe(layout), answering(end)))
    for name, form in TOLD.items():
        layout, done, surface = example_layout((3, 2, 4), 4, form), list[Op](), VisibleTable()
        for op in operations(form.recipe(layout), answering("none")):
            done.append(op)
            surface.note(op)
            if surface:
                back = operations(build_recovery(layout, surface, done), answering("none"))
                yield f"{name}, given up after {len(done)}", list(back)
    lot = tuple(Place(LOT, number, 1) for number in range(1, 5))
    yield "a lot, given up", list(operations(build_draw_recovery(lot), answering("none")))
