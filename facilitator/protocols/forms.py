"""The forms the program brings, each a recipe and its entry; fingerprints of forms.

A form of the selection is a recipe with its facts: whatever is told of it anywhere, its entry tells.  A stranger's
form is registered like ours, and is played, planned, printed and proved without another line.  Variants have names of
their own in the certificate only: they are what a form plays when a table asks for classes, weights or another order
of hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any

from facilitator.errors import CommandError, ProtocolBug
from facilitator.i18n.catalogue import has, sentence
from facilitator.operations.definitions import Heading, Op, asked_by
from facilitator.operations.faces import DECK, DISCARDS, Face
from facilitator.operations.perform import Recipe, operations
from facilitator.operations.purposes import Part
from facilitator.protocols.knockout import knockout, knockout_any, knockout_tree, question, weighted_knockout
from facilitator.protocols.layout import Layout, class_code, uniform_code, weighted_code
from facilitator.protocols.published import else_any, published, published_2023
from facilitator.protocols.wallet import wallet

# ----------------------------------------------------------------------------------------------------
# What a form of the selection is, and the registry of all of them: whatever is told of a form, its entry tells.


Sizes = tuple[int, ...]
"""Hand sizes of a small table: the virtual seat's first, the unplayed deck's last."""


class Coding(Enum):
    """What the bits under a card say: whether it fits, how often it weighs, or which class it is of.

    ``ELSE_ANY``: whether it is of the first of two classes, to which together every card belongs.  ``ANY``:
    nothing, as any card may be played.  A form is proved with its own coding; at a table the rules and a seat's
    style make the code.
    """

    FITS = auto()
    WEIGHTS = auto()
    CLASSES = auto()
    ELSE_ANY = auto()
    ANY = auto()


@dataclass(frozen=True, slots=True)
class Form:
    """One form of the protocol, and every fact about it.

    ``about``: what a host reads of it beside its name.  ``offered``: a table file may name it; ``suggested``:
    so may the plan of another table.  ``played``: a table may come to play it; of the others there is a recipe and
    its certificate, and no words.  ``shuffles`` and ``extra_cards`` are formulas for tests and certificates to
    compare with what is counted from the operations; the program itself never uses them.

    ``coding``: what the bits say; ``levels``: the greatest weight or the number of classes it is proved with.
    ``certain``: some card is always played, any if none fits.  ``asks``: no card is played; all that is told is
    whether the hand holds one that fits (`SOME`).  ``classed``: the form that plays the best of several
    classes for this one; empty: none does.  ``single``: the form for a hand of one card, if this one makes no sense
    there.  ``draws``: "none" is followed by a drawn card in the same run.  ``columns``: it lays every hand
    and the deck out, a column a card; else only the hand in turn, and the deck's top card.  ``chains``: its columns
    can stand for the next turn.  ``literal``: it follows a published text to the letter, so nothing is left out
    where everybody could count the outcome.

    ``spare``: parts whose scramble it could do without.
    ``concealed``: the name of the form with the discard pile in the layout, empty for the usual one; None: there is
    no such form.
    ``conceals``: the name of the form that this one is with the discard pile in the layout.
    """

    name: str
    title: str
    about: str
    source: str
    recipe: Callable[[Layout], Recipe]
    shuffles: Callable[[Layout], int]
    extra_cards: Callable[[Layout], int]
    offered: bool = True
    suggested: bool = True
    played: bool = True
    coding: Coding = Coding.FITS
    levels: int = 2
    certain: bool = False
    asks: bool = False
    classed: str = "knockout"
    single: str = ""
    draws: bool = False
    columns: bool = True
    chains: bool = False
    literal: bool = False
    spare: frozenset[Part] = frozenset()
    concealed: str | None = ""
    conceals: str = ""

    def serves(self, classes: int) -> bool:
        """Tell whether it, or the form that stands in for it, can play the best of so many classes.

        ``classes``: 1 where any card that fits is as good; "if none, any" is two of them, to which every card
        belongs.
        """
        if classes < 2:
            return True
        return self.orders or (bool(self.classed) and classes == 2)

    @property
    def orders(self) -> bool:
        """Whether it, or the form that stands in for it, plays the best of several classes, and none if none fits.

        The paper's selection for Hearts does not: it plays any card then.
        """
        return bool(self.classed) and FORMS[self.classed].coding is not Coding.ELSE_ANY

    def example(self, layout: Layout) -> Layout:
        """Return a layout of plain code with this form's kind of code, for certificates and fingerprints.

        ``layout``: its playable cards come first; weights and classes are dealt out to them in turn, so that equal
        tables always have equal codes.
        """
        coded = _coded(layout, self.coding, self.levels)
        return _with_discards(coded) if self.conceals else coded


def _coded(layout: Layout, coding: Coding, levels: int) -> Layout:
    """Return a layout of plain code with another kind of code.

    Playable cards get the weights 2, 1, 2, 1, … (or 3, 2, 1, 3, …), or are dealt out to the classes in turn.  "If
    none, any": every card that does not fit is of the second class.
    """
    fit, classes = layout.playable, list[frozenset[Face]]()
    match coding:
        case Coding.FITS:
            return layout
        case Coding.WEIGHTS:
            worth = dict.fromkeys(layout.cards, 0)
            worth |= {face: levels - i % levels for i, face in enumerate(fit)}
            return replace(layout, code=weighted_code(worth, levels))
        case Coding.CLASSES:
            classes = [frozenset(fit[first::levels]) for first in range(levels)]
        case Coding.ELSE_ANY:
            classes = [frozenset(fit), frozenset(layout.cards) - frozenset(fit)]
        case Coding.ANY:
            pass  # nothing is asked of any card: the hand's top card is played
    return replace(layout, code=class_code(layout.cards, *classes), classes=len(classes))


def _with_discards(layout: Layout) -> Layout:
    """Let one discarded card join the layout (concealed form): it never fits, and everybody knows it."""
    spare: Face = "discard"
    code = (*layout.code, (spare, (0,) * layout.pairs))
    return replace(layout, hands=(*layout.hands, (DISCARDS, 1)), cards=(*layout.cards, spare), code=code)


FORMS: dict[str, Form] = {}
"""Every form by its name, those with the discard pile in the layout last."""
VARIANTS: dict[str, Form] = {}
"""What forms are besides, proved under names of their own: a layout or a recipe beside the form's."""
CONCEALED: dict[str, str] = {}
"""For each form the name of the form that also conceals what was discarded."""


def register(form: Form) -> None:
    """Add a form, and one with the discards in the layout if there is one; raises `ProtocolBug` for a name taken.

    The concealed one has the same recipe and the same facts; its layout has one owner more, whose cards everybody
    knows.
    """
    _free(form.name)
    every = [*FORMS.values(), form]
    if form.concealed is not None:
        hidden = replace(
            form,
            name=form.concealed or f"concealed-{form.name}",
            title=f"{form.title}, the discard pile in the layout",
            source=f"{form.source}; Ruangwises–Shinagawa, current text, remark at the end of §4",
            offered=False,
            conceals=form.name,
        )
        _free(hidden.name)
        CONCEALED[form.name] = hidden.name
        every.append(hidden)
    FORMS.clear()
    FORMS.update({one.name: one for one in sorted(every, key=lambda one: bool(one.conceals))})


def vary(form: Form, name: str, title: str, **changes: Any) -> None:
    """Add a variant of a form, with these facts changed; raises `ProtocolBug` for a name taken.

    No table file may name it, and no plan proposes it; the certificate does, under its name.
    """
    _free(name)
    VARIANTS[name] = replace(form, name=name, title=title, offered=False, suggested=False, **changes)


def _free(name: str) -> None:
    """Raise `ProtocolBug` where a name is a form's or a variant's already."""
    if name in proved():
        raise ProtocolBug("a form of its own name", name, "Choose another name.")


def proved() -> dict[str, Form]:
    """Return every form and variant by the name of its certificate, forms first."""
    return FORMS | VARIANTS


def form_named(name: str) -> Form:
    """Return a form by its name, not a variant; raises `CommandError` naming those there are."""
    if name not in FORMS:
        raise CommandError(f"one of {', '.join(FORMS)}", name, "Choose one of these forms.")
    return FORMS[name]


def about(name: str) -> str:
    """Return what a host reads of a form beside its name; in English where the catalogue does not know it."""
    return sentence(f"form.{name}") if has(f"form.{name}") else form_named(name).about


def title_of(name: str) -> str:
    """Return what a form is called on a sheet; in English where the catalogue does not know it."""
    form = form_named(name)
    if form.conceals:
        return sentence("title.concealed", form=title_of(form.conceals))
    return sentence(f"title.{name}") if has(f"title.{name}") else form.title


def offered() -> tuple[str, ...]:
    """Return the forms a table file may name, the default first: the order in which they were registered."""
    return tuple(form.name for form in FORMS.values() if form.offered)


# ----------------------------------------------------------------------------------------------------
# The entries: every fact about each form.  At which sizes they are proved, `proof.cases` says.


def _knockout_cards(layout: Layout) -> int:
    """A marker and a pair a class for every column, and the two that lie open on a duel's piles."""
    return (2 * layout.classes + 1) * layout.k + (2 if layout.m > 1 else 0)


def _ticket_cards(layout: Layout) -> int:
    """A marker and the pairs of each column, a position marker for each ticket, and a duel's two."""
    tickets = layout.m * layout.pairs
    return (1 + 2 * layout.pairs) * layout.k + tickets + (2 if tickets > 1 else 0)


def _three_k_and_four(layout: Layout) -> int:
    """A marker and a pair for each column, and the four cards of the row that are not a pile's."""
    return 3 * layout.k + 4


def _half_turns(layout: Layout) -> int:
    """One shuffle of the hand, and one a duel; where everything is of some class, one chain fewer.

    None for a single card, which is looked at and not turned.
    """
    rest = layout.classes > 1 and len(layout.playable) == len(layout.code)
    return (layout.classes - rest) * (layout.m - 1) + 1 if layout.m > 1 else 0


_KNOCKOUT = Form(
    "knockout",
    "knockout selection",
    "the same few sentences for every card",
    "ours; duels are conditional swaps of whole piles",
    knockout,
    lambda layout: layout.classes * (layout.m - 1) + 2,
    _knockout_cards,
    draws=True,
    chains=True,
)
_WEIGHTED_KNOCKOUT = Form(
    "weighted-knockout",
    "knockout selection with weights",
    "knockout, a card chosen as often as it weighs",
    "ours; the paper's future work (§6)",
    weighted_knockout,
    lambda layout: layout.m * layout.pairs + 2,
    _ticket_cards,
    offered=False,
    played=False,
    coding=Coding.WEIGHTS,
    single="knockout",
    draws=True,
)
CHALLENGE = "challenge"
"""The name of the form that settles a challenge."""
_CHALLENGE = replace(
    _KNOCKOUT,
    name=CHALLENGE,
    title="a challenge settled: one question to a hand",
    about="whether a hand holds such a card, and nothing else",
    recipe=question,
    shuffles=lambda layout: layout.m + 1,
    offered=False,
    suggested=False,
    asks=True,
    classed="",
    draws=False,
    chains=False,
)
_PUBLISHED = Form(
    "published",
    "published selection, 12 steps",
    "the paper's 12 steps",
    "Ruangwises–Shinagawa, current text, §4",
    published,
    lambda layout: layout.m + 4,
    _three_k_and_four,
    classed="published-original",
    literal=True,
    spare=frozenset({Part.MIX}),  # step 8 mixed the columns already
    concealed="concealed",
)
_PUBLISHED_ORIGINAL = replace(
    _PUBLISHED,
    name="published-original",
    title="published selection, any card if none fits",
    about="the paper's selection for Hearts",
    source="Ruangwises–Shinagawa, current text, §5.2",
    recipe=else_any,
    shuffles=lambda layout: layout.m + 3,
    offered=False,
    coding=Coding.ELSE_ANY,
    single="published",
    concealed="",
)
_PUBLISHED_2023 = replace(
    _PUBLISHED,
    name="published-2023",
    title="published selection, 15 steps",
    about="its 15 steps",
    source="Ruangwises–Shinagawa, text of 2023, §4",
    recipe=published_2023,
    shuffles=lambda layout: layout.m + 5,
    suggested=False,
    classed="",
    spare=frozenset({Part.MIX, Part.GIVE_BACK_OTHERS}),  # cards and markers were mixed in step 8
    concealed="",
)
_WALLET = Form(
    "wallet",
    "wallet duels",
    "printed cards duel unseen in a paper wallet",
    "ours",
    wallet,
    _half_turns,
    lambda layout: 0,
    classed="wallet",
    draws=True,
    columns=False,
    concealed=None,
)
for entry in (
    _KNOCKOUT,
    _WEIGHTED_KNOCKOUT,
    _CHALLENGE,
    _PUBLISHED,
    _PUBLISHED_ORIGINAL,
    _PUBLISHED_2023,
    _WALLET,
):
    register(entry)

# What they are besides: a layout or a recipe beside the form's.
vary(
    _KNOCKOUT,
    "knockout-tree",
    "knockout selection in rounds",
    played=False,
    recipe=knockout_tree,
    extra_cards=lambda layout: 3 * layout.k + 2 * (layout.m // 2),
    chains=False,
)
vary(
    _KNOCKOUT,
    "knockout-any",
    "knockout selection, any card if none fits",
    recipe=knockout_any,
    chains=False,
    draws=False,
    certain=True,
)
for count in (2, 3):
    title = f"knockout selection in {count} classes"
    vary(_KNOCKOUT, f"knockout-{count}-classes", title, coding=Coding.CLASSES, levels=count)
vary(_WEIGHTED_KNOCKOUT, "weighted-knockout-3", "knockout selection with weights up to 3", levels=3)
for other, above in (("reversed", (False,)), ("alternating", (True, False))):
    way = partial(wallet, above=above)
    vary(_WALLET, f"wallet-{other}", f"wallet duels, {other}", played=False, recipe=way)
vary(_WALLET, "wallet-any", "wallet duels, any", coding=Coding.ELSE_ANY, draws=False)
vary(
    _WALLET,
    "wallet-top",
    "wallet duels, no duel",
    shuffles=lambda layout: int(layout.m > 1),
    coding=Coding.ANY,
    certain=True,
    draws=False,
)
vary(_WALLET, "wallet-2-classes", "wallet duels, classes", coding=Coding.CLASSES)
vary(_WALLET, "wallet-3-classes", "wallet duels, three classes", coding=Coding.CLASSES, levels=3)


def example_layout(sizes: tuple[int, ...], valid: int, form: Form) -> Layout:
    """Return a layout of distinct cards a, b, c…, the first ``valid`` of them playable.

    ``sizes``: the virtual seat's hand, the other hands, and the unplayed deck last; seats are called V, A, B and so
    on. ``form``: whose kind of code it is.
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
    What an act is called, or what a stage is, does not count; which places an operation names does.
    """
    form = form_named(name)
    return digest(form.recipe(example_layout(sizes, valid, form)) for sizes, valid in FINGERPRINTED)


def digest(recipes: Iterable[Recipe]) -> str:
    """Return the hash behind a fingerprint: every operation of every recipe, all first and all last answers.

    Eight hex digits of SHA-256 over the operations as Python writes them, headings left out: places, faces,
    answers asked for.  A recipe that does anything otherwise has other digits.
    """
    found = sha256()
    for recipe in recipes:
        for end in (0, -1):
            for op in operations(recipe, partial(_answer, end)):
                if not isinstance(op, Heading):  # what a stage is called, or that it is one, changes nothing
                    found.update(repr(op).encode())
    return found.hexdigest()[:8]


def _answer(end: int, op: Op) -> str:
    """The first answer an operation asks for, or the last: the two courses a digest goes through."""
    return (asked_by(op) or ("",))[end]
