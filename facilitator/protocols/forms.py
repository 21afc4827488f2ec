"""The forms the program brings, each a recipe and its entry; fingerprints of forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum, auto
from functools import lru_cache, partial
from hashlib import sha256

from facilitator.errors import CommandError, ProtocolBug
from facilitator.machine.faces import DECK, DISCARDS, Face
from facilitator.machine.operations import Heading
from facilitator.machine.parts import Part
from facilitator.machine.perform import Recipe, operations
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

    ``ELSE_ANY``: whether it is of the first of two classes, to which together every card belongs.  ``ANY``: nothing,
    as any card may be played.
    """

    FITS = auto()
    WEIGHTS = auto()
    CLASSES = auto()
    ELSE_ANY = auto()
    ANY = auto()


class Finding(StrEnum):
    """What the verifier must say of a sabotaged twin."""

    HARMLESS = "harmless"
    WRONG = "wrong"
    LEAKS = "leaks"


class Sabotage(Enum):
    """What may be done wrong in any form; each scramble left out is another, see `Form.spare`."""

    CODE_SWAPPED = auto()
    PAIRS_TURNED_OVER = auto()
    SCRATCHED_ALPHA = auto()
    SCRATCHED_BETA = auto()
    BACKS_TURNED = auto()
    BACKS_AT_RANDOM = auto()
    SLEEVE_SCRATCHED = auto()
    MARKERS_TOLD_APART = auto()
    FIXED_DRAW = auto()
    DUEL_CROSSED = auto()
    WRONG_ONE = auto()
    CHAMPION_SHOWN = auto()
    HAND_PAIRS_SHOWN = auto()
    TURNS_KNOWN = auto()
    TURNS_KNOWN_BEHIND = auto()
    TURNED_BACKS_SEEN = auto()
    LOOKED_EARLY = auto()
    LAYER_SEEN = auto()
    WRONG_MASK = auto()
    MASK_MOVED = auto()
    LOSER_KEPT = auto()
    ASIDE_BY_PLACE = auto()


TWINS: Mapping[Sabotage, Finding] = {
    Sabotage.CODE_SWAPPED: Finding.WRONG,
    Sabotage.PAIRS_TURNED_OVER: Finding.LEAKS,
    Sabotage.SCRATCHED_ALPHA: Finding.LEAKS,
    Sabotage.SCRATCHED_BETA: Finding.LEAKS,
    Sabotage.BACKS_TURNED: Finding.LEAKS,
    Sabotage.BACKS_AT_RANDOM: Finding.LEAKS,
    Sabotage.SLEEVE_SCRATCHED: Finding.LEAKS,
    Sabotage.MARKERS_TOLD_APART: Finding.LEAKS,
    Sabotage.FIXED_DRAW: Finding.WRONG,
}
"""What must be found, unless a form says otherwise."""


def twins_without(*left_out: Sabotage) -> dict[Sabotage, Finding]:
    """Return the twins of a form to which some sabotages cannot be done."""
    return {sabotage: finding for sabotage, finding in TWINS.items() if sabotage not in left_out}


@dataclass(frozen=True, slots=True)
class Proof:
    """The sizes a form is proved at.

    ``largest``: every table of at most so many hidden cards (0: none).  ``partly``: further tables, each with the
    numbers of playable cards (None: all).  ``sabotaged``: tables on which its twins are judged, each sabotage on
    the first, on the others only what can be done wrong in longer lotteries.  ``give_up``, ``until``, ``chained``:
    tables on which it is given up, draws until it can play, follows a virtual turn on standing columns.  ``void``:
    where its turns are declared void after a draw.  ``put_right``: where mistakes happen and are put right in
    place.  ``several``: where it goes on with the same hand, for another card of the same value.
    ``in_a_row``: tables of two whole turns: the seat, a person, the deck; ``some_in_a_row``: tables of which a part
    is enumerated, and the whole with ``--deep``.  ``parts``: the lotteries it contains,
    proved by themselves.  ``deep``: tables that ``--deep`` adds, like ``partly``, and ``deep_all``: every table
    of exactly so many cards (0: none).
    """

    largest: int = 5
    partly: tuple[tuple[Sizes, tuple[int, ...] | None], ...] = ()
    sabotaged: tuple[Sizes, ...] = ((2, 1, 1),)
    give_up: tuple[Sizes, ...] = ((2, 1, 1),)
    until: tuple[Sizes, ...] = ()
    chained: tuple[Sizes, ...] = ()
    in_a_row: tuple[Sizes, ...] = ()
    some_in_a_row: tuple[Sizes, ...] = ()
    void: tuple[Sizes, ...] = ()
    put_right: tuple[Sizes, ...] = ()
    several: tuple[Sizes, ...] = ()
    parts: tuple[str, ...] = ()
    deep: tuple[tuple[Sizes, tuple[int, ...] | None], ...] = ()
    deep_all: int = 0


UNTIL: tuple[Sizes, ...] = ((1, 3), (2, 2), (1, 1, 2))
"""Tables on which a form that draws is proved to draw until it can play."""


CONCEALED_BACK: tuple[Sizes, ...] = ((2, 1),)
"""The table on which a form with the discard pile in the layout is given up, or declared void."""
PUT_RIGHT: tuple[Sizes, ...] = ((1, 1, 1),)
"""Where a form's mistakes happen and are put right."""


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

    ``twins``: what must be found of each sabotage that can be done to it; ``spare``: parts whose scramble it could
    do without.
    ``concealed`` and ``concealed_proof``: the name and the proof of the form with the discard pile in the layout;
    None: there is no such form.
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
    twins: Mapping[Sabotage, Finding] = field(default_factory=lambda: TWINS)
    spare: frozenset[Part] = frozenset()
    proof: Proof = Proof()
    concealed: str | None = ""
    concealed_proof: Proof = Proof(largest=3, give_up=CONCEALED_BACK)
    conceals: str = ""

    @property
    def plain(self) -> str:
        """The form's name without the discard pile: its own, unless it conceals another."""
        return self.conceals or self.name

    def serves(self, classes: int) -> bool:
        """Tell whether it, or the form that stands in for it, can play the best of so many classes."""
        if classes < 2:
            return True
        return self.orders or (bool(self.classed) and classes == 2)

    @property
    def orders(self) -> bool:
        """Whether it, or the form that stands in for it, plays the best of several classes, and none if none fits."""
        return bool(self.classed) and FORMS[self.classed].coding is not Coding.ELSE_ANY

    def example(self, layout: Layout) -> Layout:
        """Return a layout of plain code with this form's kind of code, for certificates and fingerprints."""
        coded = _EXAMPLES[self.coding](layout, self.levels)
        return _with_discards(coded) if self.conceals else coded


def _plain(layout: Layout, _: int) -> Layout:
    return layout


def _with_weights(layout: Layout, most: int) -> Layout:
    """Give the playable cards the weights 2, 1, 2, 1, … (or 3, 2, 1, 3, …)."""
    worth = dict.fromkeys(layout.cards, 0)
    worth |= {face: most - i % most for i, face in enumerate(layout.playable)}
    return replace(layout, code=weighted_code(worth, most))


def _with_classes(layout: Layout, count: int) -> Layout:
    """Deal the playable cards out to so many classes, in turn."""
    classes = (frozenset(layout.playable[first::count]) for first in range(count))
    return replace(layout, code=class_code(layout.cards, *classes), classes=count)


def _with_the_rest(layout: Layout, _: int) -> Layout:
    """Put every card that does not fit into the second class."""
    first = frozenset(layout.playable)
    code = class_code(layout.cards, first, frozenset(layout.cards) - first)
    return replace(layout, code=code, classes=2)


def _with_no_class(layout: Layout, _: int) -> Layout:
    return replace(layout, code=class_code(layout.cards), classes=0)


_EXAMPLES: dict[Coding, Callable[[Layout, int], Layout]] = {
    Coding.FITS: _plain,
    Coding.WEIGHTS: _with_weights,
    Coding.CLASSES: _with_classes,
    Coding.ELSE_ANY: _with_the_rest,
    Coding.ANY: _with_no_class,
}


def _with_discards(layout: Layout) -> Layout:
    """Let one discarded card join the layout (concealed form)."""
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
    """Add a form, and one with the discards in the layout if there is one; raises `ProtocolBug` for a name taken."""
    if form.concealed is None:
        _free(form.name)
        _add(form)
        return
    name = form.concealed or f"concealed-{form.name}"
    _free(form.name, name)
    hidden = replace(
        form,
        name=name,
        title=f"{form.title}, the discard pile in the layout",
        source=f"{form.source}; Ruangwises–Shinagawa, current text, remark at the end of §4",
        offered=False,
        proof=form.concealed_proof,
        conceals=form.name,
    )
    CONCEALED[form.name] = name
    _add(form, hidden)


def _add(*forms: Form) -> None:
    every = [*FORMS.values(), *forms]
    FORMS.clear()
    FORMS.update({one.name: one for one in sorted(every, key=lambda one: bool(one.conceals))})


def vary(variant: Form) -> None:
    """Add a variant of a form under a name of its own; raises `ProtocolBug` for a name taken."""
    _free(variant.name)
    VARIANTS[variant.name] = replace(variant, offered=False, suggested=False)


def _free(*names: str) -> None:
    if taken := [name for name in names if name in FORMS or name in VARIANTS]:
        raise ProtocolBug("a form of its own name", taken[0], "Choose another name.")


def proved() -> dict[str, Form]:
    """Return every form and variant by the name of its certificate."""
    return FORMS | VARIANTS


def form_named(name: str) -> Form:
    """Return a form; raises `CommandError` naming those there are."""
    if name not in FORMS:
        raise CommandError(f"one of {', '.join(FORMS)}", name, "Choose one of these forms.")
    return FORMS[name]


def offered() -> tuple[str, ...]:
    """Return the forms a table file may name, the default first."""
    return tuple(form.name for form in FORMS.values() if form.offered)


# ----------------------------------------------------------------------------------------------------
# The entries of the knockout and its variants: every fact about them.


_IN_DUELS = {Sabotage.DUEL_CROSSED: Finding.WRONG, Sabotage.WRONG_ONE: Finding.WRONG}
_DUEL_TWINS = {**TWINS, **_IN_DUELS}


def _knockout_cards(layout: Layout) -> int:
    return (2 * layout.classes + 1) * layout.k + (2 if layout.m > 1 else 0)


def _ticket_cards(layout: Layout) -> int:
    tickets = layout.m * layout.pairs
    return (1 + 2 * layout.pairs) * layout.k + tickets + (2 if tickets > 1 else 0)


_PARTLY: tuple[tuple[Sizes, tuple[int, ...]], ...] = tuple(
    (sizes, (0, 2)) for sizes in ((2, 1, 2), (3, 1, 1), (4, 1))
)


def _tables(
    *sizes: Sizes,
    give_up: tuple[Sizes, ...] = ((2, 1, 1),),
    until: tuple[Sizes, ...] = (),
    sabotaged: tuple[Sizes, ...] = ((3, 1),),
) -> Proof:
    """A variant's proof: these tables and no others."""
    partly = tuple((one, None) for one in sizes)
    return Proof(largest=0, partly=partly, give_up=give_up, until=until, sabotaged=sabotaged)


_IN_A_ROW = ((2, 1, 2),)
_LARGER_IN_A_ROW = ((2, 1, 3),)
"""Here the second turn, too, has something to hide that the outcomes do not tell."""
_CHAINED = ((1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 2, 0))
_VOID = ((1, 1, 2), (2, 1, 1))
_CONCEALED = Proof(largest=3, give_up=CONCEALED_BACK, void=CONCEALED_BACK)
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
    twins=_DUEL_TWINS,
    proof=Proof(
        largest=4,
        partly=_PARTLY,
        sabotaged=((2, 1, 1), (3, 1)),
        give_up=((2, 1, 1), (3, 1)),
        until=UNTIL,
        chained=_CHAINED,
        in_a_row=_IN_A_ROW,
        some_in_a_row=_LARGER_IN_A_ROW,
        void=_VOID,
        several=((2, 1, 1), (2, 2), (3, 1), (3, 0)),
        put_right=PUT_RIGHT,
        deep_all=5,
        deep=(((2, 2, 2), (0, 2)), ((3, 1, 2), (0, 2))),
    ),
    concealed_proof=_CONCEALED,
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
    twins=_DUEL_TWINS,
    proof=Proof(
        largest=3,
        partly=(((3, 1), (0, 2, 4)),),
        until=UNTIL,
        chained=((1, 2, 1),),
        void=_VOID[:1],
        put_right=PUT_RIGHT,
    ),
    concealed_proof=Proof(largest=3, give_up=CONCEALED_BACK, void=CONCEALED_BACK, sabotaged=((2, 1),)),
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
    twins={
        **twins_without(Sabotage.FIXED_DRAW),
        **_IN_DUELS,
        # no card of the hand is ever shown, so nobody learns which of its places a pile came from
        Sabotage.MARKERS_TOLD_APART: Finding.HARMLESS,
        Sabotage.CHAMPION_SHOWN: Finding.LEAKS,
        Sabotage.HAND_PAIRS_SHOWN: Finding.LEAKS,
    },
    concealed_proof=Proof(largest=3, give_up=CONCEALED_BACK, sabotaged=((2, 1),)),
    proof=Proof(
        largest=4,
        partly=_PARTLY,
        sabotaged=((2, 1, 1), (3, 1)),
        give_up=((2, 1, 1), (3, 1)),
        deep_all=5,
        deep=(((2, 2, 2), (0, 2)), ((3, 1, 2), (0, 2))),
    ),
)
ENTRIES = (_KNOCKOUT, _WEIGHTED_KNOCKOUT, _CHALLENGE)
"""The forms."""
VARIATIONS = (
    replace(
        _KNOCKOUT,
        name="knockout-tree",
        title="knockout selection in rounds",
        played=False,
        twins=_IN_DUELS,
        recipe=knockout_tree,
        extra_cards=lambda layout: 3 * layout.k + 2 * (layout.m // 2),
        chains=False,
        proof=_tables((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 1), give_up=((2, 1, 1), (3, 1))),
    ),
    replace(
        _KNOCKOUT,
        name="knockout-any",
        title="knockout selection, any card if none fits",
        recipe=knockout_any,
        chains=False,
        draws=False,
        certain=True,
        # nobody ever reads the 1 that was laid
        twins={**_IN_DUELS, Sabotage.WRONG_ONE: Finding.HARMLESS},
        proof=_tables((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 0)),
    ),
    replace(
        _KNOCKOUT,
        name="knockout-2-classes",
        title="knockout selection in 2 classes",
        twins=_IN_DUELS,
        coding=Coding.CLASSES,
        proof=_tables(
            (1, 1, 1),
            (2, 1, 1),
            (3, 1),
            (2, 3),
            give_up=((2, 1, 1), (3, 1)),
            until=UNTIL,
            sabotaged=((2, 3),),
        ),
    ),
    replace(
        _KNOCKOUT,
        name="knockout-3-classes",
        title="knockout selection in 3 classes",
        twins=_IN_DUELS,
        coding=Coding.CLASSES,
        levels=3,
        proof=_tables((1, 1, 1), (2, 1, 1), (3, 1), sabotaged=()),
    ),
    replace(
        _WEIGHTED_KNOCKOUT,
        name="weighted-knockout-3",
        title="knockout selection with weights up to 3",
        levels=3,
        proof=_tables((1, 1), (2, 1), (2, 1, 1), give_up=(), sabotaged=()),
    ),
)
"""What the knockout is besides: a layout or a recipe beside the form's."""


# ----------------------------------------------------------------------------------------------------


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
_WALLET_TWINS = {
    Sabotage.TURNS_KNOWN: Finding.LEAKS,
    Sabotage.TURNS_KNOWN_BEHIND: Finding.LEAKS,
    Sabotage.TURNED_BACKS_SEEN: Finding.LEAKS,
    Sabotage.LOOKED_EARLY: Finding.LEAKS,
    Sabotage.LAYER_SEEN: Finding.LEAKS,
    Sabotage.WRONG_MASK: Finding.WRONG,
    Sabotage.MASK_MOVED: Finding.WRONG,
    Sabotage.LOSER_KEPT: Finding.WRONG,
    Sabotage.ASIDE_BY_PLACE: Finding.WRONG,
}


def _half_turns(layout: Layout) -> int:
    """One shuffle of the hand, and one a duel; where everything is of some class, one chain fewer."""
    rest = layout.classes > 1 and len(layout.playable) == len(layout.code)
    return (layout.classes - rest) * (layout.m - 1) + 1 if layout.m > 1 else 0


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
    twins=_WALLET_TWINS,
    proof=Proof(
        largest=6,
        partly=(((6, 0), None),),
        sabotaged=((3, 1),),
        give_up=((2, 1, 1), (3, 1)),
        until=UNTIL,
        in_a_row=_IN_A_ROW,
        some_in_a_row=_LARGER_IN_A_ROW,
        void=(*_VOID, (3, 1)),
        parts=("wallet-chain",),
        deep_all=7,
    ),
    concealed=None,
)
register(_WALLET)
vary(
    replace(
        _WALLET,
        name="wallet-reversed",
        title="wallet duels, reversed",
        played=False,
        recipe=partial(wallet, above=(False,)),
        twins={Sabotage.TURNS_KNOWN: Finding.LEAKS},
        proof=_tables((2, 1, 1), (3, 1), (4, 1), (5, 1), give_up=((3, 1),)),
    )
)
vary(
    replace(
        _WALLET,
        name="wallet-alternating",
        title="wallet duels, alternating",
        played=False,
        recipe=partial(wallet, above=(True, False)),
        twins={Sabotage.TURNS_KNOWN: Finding.LEAKS},
        proof=_tables((2, 1, 1), (3, 1), (4, 1), (5, 1), give_up=((3, 1),)),
    )
)
vary(
    replace(
        _WALLET,
        name="wallet-any",
        title="wallet duels, any",
        coding=Coding.ELSE_ANY,
        draws=False,
        twins={Sabotage.TURNS_KNOWN: Finding.LEAKS},
        proof=_tables((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 1)),
    )
)
vary(
    replace(
        _WALLET,
        name="wallet-top",
        title="wallet duels, no duel",
        shuffles=lambda layout: int(layout.m > 1),
        coding=Coding.ANY,
        certain=True,
        draws=False,
        twins={},
        proof=_tables((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 0), give_up=((2, 1, 1),), sabotaged=()),
    )
)
vary(
    replace(
        _WALLET,
        name="wallet-2-classes",
        title="wallet duels, classes",
        coding=Coding.CLASSES,
        twins={Sabotage.TURNS_KNOWN: Finding.LEAKS},
        proof=_tables(
            (1, 1, 1),
            (2, 1, 1),
            (3, 1),
            (2, 3),
            (4, 1),
            give_up=((2, 1, 1), (3, 1)),
            until=UNTIL,
            sabotaged=((2, 3),),
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
