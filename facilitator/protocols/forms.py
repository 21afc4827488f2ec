"""Built-in forms (methods of selecting a card), with their protocols, properties and fingerprints.

A `Form` contains everything that the program needs to know about a form. A form defined elsewhere is
registered in the same way, and can then be played, planned, printed and proved without further code. Variants
of a form, for tables with priorities, weights or another order of hands, have their own names only in the
certificate.
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
from facilitator.operations.definitions import Heading, Op, get_answers
from facilitator.operations.faces import DECK, DISCARDS, Face
from facilitator.operations.perform import Recipe, operations
from facilitator.operations.purposes import Part
from facilitator.protocols.knockout import knockout, knockout_any, knockout_tree, question, weighted_knockout
from facilitator.protocols.layout import Layout, class_code, weighted_code
from facilitator.protocols.published import build_published, else_any, published_2023
from facilitator.protocols.wallet import wallet

# ----------------------------------------------------------------------------------------------------
# Forms of the selection, and their registry.


Sizes = tuple[int, ...]
"""Hand sizes at a small table. The virtual seat comes first, and the draw pile last."""


class Coding(Enum):
    """Meaning of the bits under a card.

    Attributes:
        FITS: The bits show whether the card is playable.
        WEIGHTS: The bits show the weight of the card, such as 2.
        CLASSES: The bits show the priority of the card, such as the second priority.
        PLAYABLE_FIRST: Playable cards have the first priority, and all other cards have the second priority.
        ANY: There are no bits, because any card may be played.
    """

    FITS = auto()
    WEIGHTS = auto()
    CLASSES = auto()
    PLAYABLE_FIRST = auto()
    ANY = auto()


@dataclass(frozen=True, slots=True)
class Form:
    """Method of selecting a card of a virtual hand, with its protocol and properties.

    Attributes:
        name: Name in table files and certificates.
        recipe: Function that takes a layout and returns the protocol.
        shuffles: Formula for the number of shuffles. Tests and certificates compare it with the operations.
        extra_cards: Formula for the number of extra cards. Tests and certificates check it, too.
        offered: Whether a table file may name the form.
        suggested: Whether plans for other forms may suggest it.
        played: Whether a table can use the form. Other forms have a protocol and a certificate, but no
            instructions.
        coding: Meaning of the bits under a card.
        levels: Largest weight, or number of priorities, in the proof of this form.
        certain: Whether an attempt plays a card even if no card is playable.
        asks: Whether an attempt plays no card. It then only reveals whether the hand has a playable card
            (`SOME`).
        classed: Name of the form to use instead for several priorities, or "".
        single: Name of the form to use instead for a hand of one card, or "".
        draws: Whether an attempt draws a card after "none" and checks the drawn card.
        columns: Whether every hand and the draw pile are laid out, one column per card. Otherwise only the
            virtual hand and the top card of the draw pile are used.
        chains: Whether the columns can be kept for the next turn.
        literal: Whether the form follows a published text literally, including steps whose result is already
            public.
        spare: Stages with an unnecessary shuffle.
        concealed: Name of the concealed form, which also lays out the discard pile. "" means a default name,
            and `None` means that there is no such form.
        conceals: For a concealed form, the name of the usual form. Otherwise "".
    """

    name: str
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

    def supports_priorities(self, classes: int) -> bool:
        """Return whether this form suits rules that give playable cards this number of different priorities."""
        # A replacement form that plays any card if no card has the first priority supports two priorities.
        if classes < 2:
            return True
        return self.orders or (bool(self.classed) and classes == 2)

    @property
    def orders(self) -> bool:
        """Whether attempts with several priorities always play a card of the best possible priority.

        The form `classed` carries out these attempts. The paper's selection for Hearts does not qualify,
        because it plays any card if no card has the first priority.
        """
        return bool(self.classed) and FORMS[self.classed].coding is not Coding.PLAYABLE_FIRST

    def example(self, layout: Layout) -> Layout:
        """Return a copy of a layout with the bits that this form uses, such as weights.

        Certificates and fingerprints need this layout.

        Args:
            layout: Layout in which playable cards have the bit 1 and come first. They get weights or
                priorities in a fixed order, so that equal tables have equal bits.
        """
        coded = _change_code(layout, self.coding, self.levels)
        return _with_discards(coded) if self.conceals else coded


def _change_code(layout: Layout, coding: Coding, levels: int) -> Layout:
    """Return a copy of a layout whose bits have the given meaning.

    Args:
        layout: Layout in which the bits show whether a card is playable.
        coding: New meaning of the bits.
        levels: Largest weight, or number of priorities.
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
        case Coding.PLAYABLE_FIRST:
            classes = [frozenset(fit), frozenset(layout.cards) - frozenset(fit)]
        case Coding.ANY:
            pass  # no card has bits, and the top card of the hand is played
    return replace(layout, code=class_code(layout.cards, *classes), classes=len(classes))


def _with_discards(layout: Layout) -> Layout:
    """Return a layout with one public, unplayable discarded card added."""
    spare: Face = "discard"
    code = (*layout.code, (spare, (0,) * layout.pairs))
    return replace(layout, hands=(*layout.hands, (DISCARDS, 1)), cards=(*layout.cards, spare), code=code)


FORMS: dict[str, Form] = {}
"""All forms by name. Concealed forms come last."""
VARIANTS: dict[str, Form] = {}
"""Variants of forms with other layouts or protocols, by name. Each has a separate proof."""
CONCEALED: dict[str, str] = {}
"""Names of the concealed forms, by the name of the usual form."""


def register_form(form: Form) -> None:
    """Add a form and, if it has one, its concealed form.

    Both forms have the same protocol. The concealed form also lays out the discard pile, whose cards are
    public (current text of the paper, remark at the end of §4).

    Raises:
        ProtocolBug: The name is already used.
    """
    if form.name in get_certified_forms():
        raise ProtocolBug("a form of its own name", form.name, "Choose another name.")
    every = [*FORMS.values(), form]
    if form.concealed is not None:
        CONCEALED[form.name] = name = form.concealed or f"concealed-{form.name}"
        every.append(replace(form, name=name, offered=False, conceals=form.name))
    FORMS.clear()
    FORMS.update({form.name: form for form in sorted(every, key=lambda form: bool(form.conceals))})


def vary(form: Form, name: str, **changes: Any) -> None:
    """Register a variant of a form with some changed properties.

    Table files cannot name a variant, and plans do not suggest it. The certificate contains a separate proof
    of it.
    """
    VARIANTS[name] = replace(form, name=name, offered=False, suggested=False, **changes)


def get_certified_forms() -> dict[str, Form]:
    """Return all forms and variants that the certificate proves, by name."""
    return FORMS | VARIANTS


def get_form(name: str) -> Form:
    """Return the form with this name. Variants are not included.

    Raises:
        CommandError: No form has this name.
    """
    if name not in FORMS:
        raise CommandError(f"There is no form {name!r}.", f"Choose one of these forms: {', '.join(FORMS)}.")
    return FORMS[name]


def describe_form(name: str) -> str:
    """Return the description of a form for hosts, or its name if the catalogue does not describe it."""
    return sentence(f"form.{name}") if has(f"form.{name}") else name


def title_of(name: str) -> str:
    """Return the title of a form on sheets, or its name if the catalogue has no title."""
    form = get_form(name)
    if form.conceals:
        return sentence("title.concealed", form=title_of(form.conceals))
    return sentence(f"title.{name}") if has(f"title.{name}") else name


def list_offered_forms() -> tuple[str, ...]:
    """Return the forms that a table file may name. The first is the default."""
    return tuple(form.name for form in FORMS.values() if form.offered)


# ----------------------------------------------------------------------------------------------------
# The entries of all forms. `verification.cases` lists the sizes for which they are proved.


def _knockout_shuffles(layout: Layout) -> int:
    """Return the number of shuffles in a knockout: one per duel, and two of the columns."""
    return layout.classes * (layout.m - 1) + 2


def _knockout_cards(layout: Layout) -> int:
    """Return the number of extra cards for a knockout.

    Each column needs a marker and one pair per priority. A duel needs two more bit cards.
    """
    return (2 * layout.classes + 1) * layout.k + (2 if layout.m > 1 else 0)


def _tree_cards(layout: Layout) -> int:
    """Return the number of extra cards for a knockout in rounds. Each duel of the first round needs two more."""
    return 3 * layout.k + 2 * (layout.m // 2)


def _ticket_cards(layout: Layout) -> int:
    """Return the number of extra cards for a weighted knockout.

    Each column needs a marker and pairs, and each ticket a position marker. A duel needs two more bit cards.
    """
    tickets = layout.m * layout.pairs
    return (1 + 2 * layout.pairs) * layout.k + tickets + (2 if tickets > 1 else 0)


def _half_turns(layout: Layout) -> int:
    """Return the number of shuffles in a wallet attempt: one spin per duel, and one shuffle of the hand.

    If every card has a priority, the last priority needs no duels. Without priorities, only the hand is
    shuffled. A single card needs no shuffle.
    """
    rest = layout.classes > 1 and len(layout.playable) == len(layout.code)
    return (layout.classes - rest) * (layout.m - 1) + 1 if layout.m > 1 else 0


_KNOCKOUT = Form("knockout", knockout, _knockout_shuffles, _knockout_cards, draws=True, chains=True)
_WEIGHTED_KNOCKOUT = Form(
    "weighted-knockout",  # the paper's future work (§6)
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
"""Name of the form that settles a challenge by examining a hidden hand."""
_CHALLENGE = replace(
    _KNOCKOUT,
    name=CHALLENGE,
    recipe=question,
    offered=False,
    suggested=False,
    asks=True,
    classed="",
    draws=False,
    chains=False,
)
_PUBLISHED = Form(
    "published",
    build_published,
    lambda layout: layout.m + 4,
    lambda layout: 3 * layout.k + 4,  # a marker and a pair per column, and four cards for the six-card row
    classed="published-original",
    literal=True,
    spare=frozenset({Part.MIX}),  # step 8 has already shuffled the columns
    concealed="concealed",
)
_PUBLISHED_ORIGINAL = replace(
    _PUBLISHED,
    name="published-original",
    recipe=else_any,
    shuffles=lambda layout: layout.m + 3,
    offered=False,
    coding=Coding.PLAYABLE_FIRST,
    single="published",
    concealed="",
)
_PUBLISHED_2023 = replace(
    _PUBLISHED,
    name="published-2023",
    recipe=published_2023,
    shuffles=lambda layout: layout.m + 5,
    suggested=False,
    classed="",
    spare=frozenset({Part.MIX, Part.GIVE_BACK_OTHERS}),  # step 8 has already shuffled the cards and markers
    concealed="",
)
_WALLET = Form(
    "wallet",
    wallet,
    _half_turns,
    lambda layout: 0,
    classed="wallet",
    draws=True,
    columns=False,
    concealed=None,
)
_PAPER = _PUBLISHED, _PUBLISHED_ORIGINAL, _PUBLISHED_2023
for entry in (_KNOCKOUT, _WEIGHTED_KNOCKOUT, _CHALLENGE, *_PAPER, _WALLET):
    register_form(entry)

# Variants with another layout or protocol.
vary(_KNOCKOUT, "knockout-tree", recipe=knockout_tree, extra_cards=_tree_cards, played=False, chains=False)
vary(_KNOCKOUT, "knockout-any", recipe=knockout_any, chains=False, draws=False, certain=True)
for count in (2, 3):
    vary(_KNOCKOUT, f"knockout-{count}-classes", coding=Coding.CLASSES, levels=count)
vary(_WEIGHTED_KNOCKOUT, "weighted-knockout-3", levels=3)
for other, above in (("reversed", (False,)), ("alternating", (True, False))):
    vary(_WALLET, f"wallet-{other}", played=False, recipe=partial(wallet, above=above))
vary(_WALLET, "wallet-any", coding=Coding.PLAYABLE_FIRST, draws=False)
vary(_WALLET, "wallet-top", coding=Coding.ANY, certain=True, draws=False)
for count in (2, 3):
    vary(_WALLET, f"wallet-{count}-classes", coding=Coding.CLASSES, levels=count)


def example_layout(sizes: tuple[int, ...], valid: int, form: Form) -> Layout:
    """Return a layout with the cards a, b, c and so on, of which the first ``valid`` are playable.

    Args:
        sizes: Hand sizes of the virtual seat V, the other seats A, B and so on, and the draw pile.
        valid: Number of playable cards.
        form: Form that determines the bits of the cards.
    """
    names = [*"VABCDEFGHI"[: len(sizes) - 1], DECK]
    cards = tuple("abcdefghijklmnopqrstuvwxyz"[: sum(sizes)])
    code = class_code(cards, frozenset(cards[:valid]))
    return form.example(Layout(tuple(zip(names, sizes, strict=True)), cards, code))


FINGERPRINTED = (((1, 1, 1), 2), ((2, 1, 2), 3), ((3, 2, 1, 2), 4))
"""Example tables for fingerprints: the hand sizes, and the number of playable cards."""


@lru_cache
def fingerprint(name: str) -> str:
    """Return the fingerprint of a form: eight hex digits of a hash of its operations.

    Equal fingerprints mean equal protocols, operation for operation. Names of steps and stages do not matter.
    """
    form = get_form(name)
    return digest(form.recipe(example_layout(sizes, valid, form)) for sizes, valid in FINGERPRINTED)


def digest(recipes: Iterable[Recipe]) -> str:
    """Return a common fingerprint of several protocols.

    The fingerprint consists of the first eight hex digits of SHA-256. Its input is the text of all operations
    without headings: places, faces and accepted answers. Each protocol is hashed twice, with the first and
    with the last answer to every question.
    """
    found = sha256()
    for recipe in recipes:
        found.update(_encode_operations(recipe))
    return found.hexdigest()[:8]


@lru_cache(maxsize=2)  # Many cases of a proof share one or two protocols.
def _encode_operations(recipe: Recipe) -> bytes:
    """Return the text of a protocol's operations for a fingerprint."""
    paths = (operations(recipe, partial(_answer, end)) for end in (0, -1))
    # headings and their names do not count
    return "".join(repr(op) for path in paths for op in path if not isinstance(op, Heading)).encode()


def _answer(end: int, op: Op) -> str:
    return (get_answers(op) or ("",))[end]
