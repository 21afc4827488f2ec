"""Every form of the selection a table can choose: name, source, recipe, and what it should cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from facilitator.errors import CommandError
from facilitator.perform import Recipe
from facilitator.protocols.layout import Layout
from facilitator.protocols.selection import published, published_2023, streamlined


@dataclass(frozen=True, slots=True)
class Form:
    """One form of the protocol.

    ``shuffles`` and ``extra_cards`` are the published formulas, for tests and certificates to compare with
    what is counted from the operations; the program itself never uses them.
    """

    name: str
    title: str
    source: str
    recipe: Callable[[Layout], Recipe]
    shuffles: Callable[[Layout], int]
    extra_cards: Callable[[Layout], int]


def _three_k_and_four(layout: Layout) -> int:
    return 3 * layout.k + 4


FORMS = {
    form.name: form
    for form in (
        Form(
            "streamlined",
            "streamlined selection",
            "P25 without the lottery's first scramble and without a second run",
            streamlined,
            lambda layout: layout.m + 3 if layout.m > 1 else 2,
            _three_k_and_four,
        ),
        Form(
            "published",
            "published selection, 12 steps",
            "Ruangwises–Shinagawa, current text, §4",
            published,
            lambda layout: layout.m + 4,
            _three_k_and_four,
        ),
        Form(
            "published-2023",
            "published selection, 15 steps",
            "Ruangwises–Shinagawa, text of 2023, §4",
            published_2023,
            lambda layout: layout.m + 5,
            _three_k_and_four,
        ),
    )
}


def form_named(name: str) -> Form:
    """Return a form; raises `CommandError` naming those there are."""
    if name not in FORMS:
        raise CommandError(f"one of {', '.join(FORMS)}", name, "Choose one of these forms.")
    return FORMS[name]
