"""The forms the program brings, each a recipe and its entry; fingerprints of forms."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from hashlib import sha256

from facilitator.machine.faces import DECK
from facilitator.machine.operations import Heading
from facilitator.machine.parts import Part
from facilitator.machine.perform import Recipe, operations
from facilitator.protocols.form import (
    CONCEALED,
    CONCEALED_BACK,
    FORMS,
    PUT_RIGHT,
    VARIANTS,
    Coding,
    Finding,
    Form,
    Proof,
    Sabotage,
    form_named,
    offered,
    proved,
    register,
    twins_without,
    vary,
)
from facilitator.protocols.knockout_forms import CHALLENGE, ENTRIES, VARIATIONS
from facilitator.protocols.layout import Layout, uniform_code
from facilitator.protocols.published import else_any, published, published_2023

__all__ = [
    "CHALLENGE",
    "CONCEALED",
    "FORMS",
    "VARIANTS",
    "Coding",
    "Form",
    "digest",
    "example_layout",
    "fingerprint",
    "form_named",
    "offered",
    "proved",
    "register",
]

_PAPER_TWINS = {
    **twins_without(Sabotage.FIXED_DRAW),
    Sabotage.MARKERS_TOLD_APART: Finding.HARMLESS,
}
"""The lottery's first scramble hides which place of the hand a pile came from."""


def _three_k_and_four(layout: Layout) -> int:
    return 3 * layout.k + 4


for entry in ENTRIES:
    register(entry)
for variant in VARIATIONS:
    vary(variant)
register(
    Form(
        "published",
        "published selection, 12 steps",
        "the paper's 12 steps",
        "Ruangwises–Shinagawa, current text, §4",
        published,
        lambda layout: layout.m + 4,
        _three_k_and_four,
        classed="published-original",
        literal=True,
        twins=_PAPER_TWINS,
        spare=frozenset({Part.MIX}),  # step 8 mixed the columns already
        proof=Proof(
            put_right=PUT_RIGHT, parts=("and", "lottery"), deep=(((2, 2, 2), (2,)), ((3, 1, 2), (2,)))
        ),
        concealed="concealed",
        concealed_proof=Proof(
            largest=4, give_up=CONCEALED_BACK, deep=(((2, 1, 2), (0, 2)), ((3, 1, 1), (0, 2)))
        ),
    )
)
register(
    Form(
        "published-original",
        "published selection, any card if none fits",
        "the paper's selection for Hearts",
        "Ruangwises–Shinagawa, current text, §5.2",
        else_any,
        lambda layout: layout.m + 3,
        _three_k_and_four,
        offered=False,
        coding=Coding.ELSE_ANY,
        classed="published-original",
        single="published",
        literal=True,
        twins={
            **_PAPER_TWINS,
            Sabotage.CODE_SWAPPED: Finding.WRONG,
        },
        spare=frozenset({Part.MIX}),
        proof=Proof(largest=4, give_up=((2, 1, 1),), parts=("original-lottery",)),
    )
)
register(
    Form(
        "published-2023",
        "published selection, 15 steps",
        "its 15 steps",
        "Ruangwises–Shinagawa, text of 2023, §4",
        published_2023,
        lambda layout: layout.m + 5,
        _three_k_and_four,
        suggested=False,
        classed="",
        literal=True,
        twins=_PAPER_TWINS,
        spare=frozenset({Part.MIX, Part.GIVE_BACK_OTHERS}),  # cards and markers were mixed in step 8
        proof=Proof(
            largest=4,  # all but its last four steps are the current text's, enumerated up to five
            partly=(((2, 1, 2), None), ((1, 1, 2, 1), None)),
            parts=("and", "lottery"),
            deep_all=5,
            deep=(((2, 2, 2), (2,)), ((3, 1, 2), (2,))),
        ),
    )
)


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

    The same digits in a certificate, on a screen and on a sheet mean the same protocol, operation for operation.
    """
    form = form_named(name)
    return digest(form.recipe(example_layout(sizes, valid, form)) for sizes, valid in FINGERPRINTED)


def digest(recipes: Iterable[Recipe]) -> str:
    """Return the hash behind a fingerprint: every operation of every recipe, all first and all last answers."""
    found = sha256()
    for recipe in recipes:
        for end in (0, -1):
            for op in operations(recipe, partial(_answer, end)):
                if not isinstance(op, Heading):  # what a stage is called, or that it is one, changes nothing
                    found.update(repr(op).encode())
    return found.hexdigest()[:8]


def _answer(end: int, op: object) -> str:
    ask: tuple[str, ...] = getattr(op, "ask", ())
    return ask[end] if ask else ""
