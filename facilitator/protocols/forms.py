"""Every form of the selection: name, source, recipe, what it should cost, and its fingerprint."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import sha256

from facilitator.errors import CommandError
from facilitator.machine.faces import DECK, DISCARDS, Face
from facilitator.machine.perform import Recipe, operations
from facilitator.protocols.knockout import knockout, knockout_any, knockout_tree, weighted_knockout
from facilitator.protocols.layout import Layout, class_code, priority_code, uniform_code, weighted_code
from facilitator.protocols.open_tries import open_tries
from facilitator.protocols.selection import priority, published, published_2023, streamlined, weighted


@dataclass(frozen=True, slots=True)
class Form:
    """One form of the protocol.

    ``example`` turns a layout's plain code into this form's kind of code, for certificates and fingerprints.
    ``shuffles`` and ``extra_cards`` are the published formulas, for tests and certificates to compare with
    what is counted from the operations; the program itself never uses them.  ``conceals``: the name of the
    form that this one is with the discard pile in the layout, empty for the others.  ``at_tables``: whether a
    table file can ask for it.
    """

    name: str
    title: str
    source: str
    recipe: Callable[[Layout], Recipe]
    shuffles: Callable[[Layout], int]
    extra_cards: Callable[[Layout], int]
    example: Callable[[Layout], Layout] = lambda layout: layout
    draws: bool = False  # whether "none" is followed by a drawn card in the same run
    conceals: str = ""
    at_tables: bool = True
    certain: bool = False  # whether some card is always played, any if none fits

    @property
    def plain(self) -> str:
        """The form's name without the discard pile: its own, unless it conceals another."""
        return self.conceals or self.name


def _three_k_and_four(layout: Layout) -> int:
    return 3 * layout.k + 4


def _with_discards(layout: Layout) -> Layout:
    """Let one discarded card join the layout (concealed form)."""
    spare: Face = "discard"
    code = (*layout.code, (spare, (0,) * layout.pairs))
    return replace(layout, hands=(*layout.hands, (DISCARDS, 1)), cards=(*layout.cards, spare), code=code)


def _with_weights(layout: Layout, most: int = 2) -> Layout:
    """Give the playable cards the weights 2, 1, 2, 1, …, or 3, 2, 1, 3, …"""
    worth = dict.fromkeys(layout.cards, 0)
    worth |= {face: most - i % most for i, face in enumerate(layout.playable)}
    return replace(layout, code=weighted_code(worth, most))


def _with_lone_bits(layout: Layout) -> Layout:
    """Put one bit card under each column, not a pair."""
    return replace(layout, lone=True)


def _in_classes(count: int, layout: Layout) -> Layout:
    """Deal the playable cards out to so many classes, in turn."""
    classes = (frozenset(layout.playable[first::count]) for first in range(count))
    return replace(layout, code=class_code(layout.cards, *classes), classes=count)


def _with_classes(layout: Layout) -> Layout:
    """Put every other playable card into the second class."""
    first, second = frozenset(layout.playable[::2]), frozenset(layout.playable[1::2])
    return replace(layout, code=priority_code(layout.cards, first, second), classes=2)


_OPEN = (
    Form(
        "streamlined",
        "streamlined selection",
        "P25 without the lottery's first scramble and without a second run",
        streamlined,
        lambda layout: layout.m + 3 if layout.m > 1 else 2,
        lambda layout: 3 * layout.k + (4 if layout.m > 1 else 0),
        draws=True,
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
    Form(
        "weighted",
        "streamlined selection with weights",
        "ours; the paper's future work (§6)",
        weighted,
        lambda layout: layout.m * layout.pairs + 4,
        lambda layout: (1 + 2 * layout.pairs) * layout.k + layout.m * layout.pairs + 4,
        example=_with_weights,
        draws=True,
    ),
    Form(
        "priority",
        "streamlined selection in two classes",
        "ours",
        priority,
        lambda layout: 2 * layout.m + 3,
        lambda layout: 5 * layout.k + 4,
        example=_with_classes,
        draws=True,
    ),
    Form(
        "knockout",
        "knockout selection",
        "ours; duels are conditional swaps of whole piles",
        knockout,
        lambda layout: layout.classes * (layout.m - 1) + 2,
        lambda layout: (2 * layout.classes + 1) * layout.k + (2 if layout.m > 1 else 0),
        draws=True,
        at_tables=False,
    ),
    Form(
        "weighted-knockout",
        "knockout selection with weights",
        "ours; the paper's future work (§6)",
        weighted_knockout,
        lambda layout: layout.m * layout.pairs + 2,
        lambda layout: (
            (1 + 2 * layout.pairs) * layout.k
            + layout.m * layout.pairs
            + (2 if layout.m * layout.pairs > 1 else 0)
        ),
        example=_with_weights,
        draws=True,
        at_tables=False,
    ),
    Form(
        "open",
        "selection by open tries",
        "ours; tells how many cards were tried",
        open_tries,
        lambda layout: 2,
        lambda layout: 2 * layout.k,
        example=_with_lone_bits,
        draws=True,
        at_tables=False,
    ),
)


def _concealed(form: Form) -> Form:
    """Return a form with the discard pile laid out as one more hand: what is hidden stays among all cards."""
    ours = form.name != "published"
    return replace(
        form,
        name=f"concealed-{form.name}" if ours else "concealed",
        title=f"{form.title}, the discard pile in the layout",
        source=f"{form.source}; Ruangwises–Shinagawa, current text, remark at the end of §4",
        example=lambda layout: _with_discards(form.example(layout)),
        conceals=form.name,
    )


FORMS = {form.name: form for form in (*_OPEN, *map(_concealed, _OPEN))}
_KNOCKOUT = FORMS["knockout"]
VARIANTS = {
    form.name: form
    for form in (
        replace(
            _KNOCKOUT,
            name="knockout-tree",
            title="knockout selection in rounds",
            recipe=knockout_tree,
            extra_cards=lambda layout: 3 * layout.k + 2 * (layout.m // 2),
        ),
        replace(
            _KNOCKOUT,
            name="knockout-any",
            title="knockout selection, any card if none fits",
            recipe=knockout_any,
            draws=False,
            certain=True,
        ),
        *(
            replace(
                _KNOCKOUT,
                name=f"knockout-{count}-classes",
                title=f"knockout selection in {count} classes",
                example=partial(_in_classes, count),
            )
            for count in (2, 3)
        ),
        replace(
            FORMS["weighted-knockout"],
            name="weighted-knockout-3",
            title="knockout selection with weights up to 3",
            example=partial(_with_weights, most=3),
        ),
    )
}
"""What the knockout is besides: proved under names of their own, each a layout or a recipe beside the form's."""
PROVED = FORMS | VARIANTS
"""Every name that has a certificate."""
CONCEALED = {form.conceals: form.name for form in FORMS.values() if form.conceals}
"""For each form the name of the form that also conceals what was discarded."""


def form_named(name: str) -> Form:
    """Return a form; raises `CommandError` naming those there are."""
    if name not in FORMS:
        raise CommandError(f"one of {', '.join(FORMS)}", name, "Choose one of these forms.")
    return FORMS[name]


def example_layout(sizes: tuple[int, ...], valid: int, form: Form) -> Layout:
    """Return a layout of distinct cards a, b, c…, the first ``valid`` of them playable.

    ``sizes``: the virtual seat's hand, the other hands, and the unplayed deck last.
    """
    names = [*"VABCDEFGHI"[: len(sizes) - 1], DECK]
    cards = tuple("abcdefghijklmnopqrstuvwxyz"[: sum(sizes)])
    code = uniform_code(cards, frozenset(cards[:valid]))
    return form.example(Layout(tuple(zip(names, sizes, strict=True)), cards, code))


FINGERPRINTED = (((1, 1, 1), 2), ((2, 1, 2), 3), ((3, 2, 1, 2), 4))
"""The tables over which a fingerprint is taken: sizes, and how many cards are playable."""


@lru_cache
def fingerprint(name: str) -> str:
    """Return eight hex digits of a hash of a form's operations over fixed tables, all first and all last answers.

    The same digits in a certificate, on a screen and on a sheet mean the same protocol, word for word.
    """
    form = form_named(name)
    return digest(form.recipe(example_layout(sizes, valid, form)) for sizes, valid in FINGERPRINTED)


def digest(recipes: Iterable[Recipe]) -> str:
    """Return the hash behind a fingerprint: every operation of every recipe, all first and all last answers."""
    found = sha256()
    for recipe in recipes:
        for end in (0, -1):
            for op in operations(recipe, partial(_answer, end)):
                found.update(repr(op).encode())
    return found.hexdigest()[:8]


def _answer(end: int, op: object) -> str:
    ask: tuple[str, ...] = getattr(op, "ask", ())
    return ask[end] if ask else ""
