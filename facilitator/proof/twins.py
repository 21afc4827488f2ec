"""Sabotaged twins: mutants with names, each with what the verifier must say of it.

A verifier that never objects proves nothing.  Every scramble of every form has a twin without it; other twins swap
the encoding, mark cards, turn pairs over in place or draw from a fixed place.

Mutants without a name are made of operations alone, in every way hands can slip (the project's tests); a twin may do
more: mark a card so that eyes can follow it, ask for another law.  Which twins a form has, and what must be
found of them, follows from the form's facts: a form registered elsewhere has its twins as ours have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import partial

from facilitator.machine import operations as ops
from facilitator.machine.faces import ALPHA, BETA, DECK, DISCARDS, ONE, ZERO, marked, marker, plain
from facilitator.machine.operations import (
    CARD_ROW,
    CHOSEN,
    COLUMN,
    FIRST_BIT_ROW,
    MARKER_ROW,
    PILE,
    TOP_ROW,
    Op,
    Place,
    layer,
)
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps, otherwise
from facilitator.machine.physics import Faces
from facilitator.proof.cases import COLOURS, PILES, part_case, proof_of, selection_cases
from facilitator.proof.misdone import At, Tamper, changed, instead, located, misdone
from facilitator.proof.verify import Case, Deal, FinalOutcome, Law
from facilitator.protocols.forms import FORMS, Form, Sizes, example_layout, proved
from facilitator.protocols.layout import card, flat
from facilitator.telling.instruction import title
from facilitator.words.catalogue import Phrase, phrase

# ----------------------------------------------------------------------------------------------------
# A sleeve that keeps its card is a thing everybody sees: once its card lay open in it, a scratch tells it for good.
#
# A scramble takes no card out of its sleeve, so the scratch is seen again where the owners' markers come out.


def looked_at(op: Op) -> tuple[Op, ...]:
    """Do ``op``; before the markers are drawn out, everybody looks at the sleeves.

    The look is a move of markers onto themselves, at which `scratch` makes visible what eyes would see.
    """
    if not isinstance(op, ops.Reveal) or (op.places[0].area, op.places[0].row) != (COLUMN, MARKER_ROW):
        return (op,)
    return ops.Move(op.places, op.places), op


def scratch(op: Op, faces: Faces) -> None:
    """Scratch the first sleeve while its card lies open in it; where sleeves are looked at, it is told by that.

    No other is ever scratched, however many runs there are.  The scratch is on the sleeve, but the sleeve keeps
    its card, so it is the card's: whose it is, is told when its marker comes out.
    """
    if isinstance(op, ops.Encode) and not any(map(_scratched, faces.values())):
        faces[op.cards[0]] = marked(faces[op.cards[0]])
    elif isinstance(op, ops.Move) and op.source == op.target:
        for place in op.source:
            if _scratched(faces[place._replace(row=CARD_ROW)]):
                faces[place] = marked(faces[place])


def _scratched(face: str) -> bool:
    """Whether a face bears a mark."""
    return face != plain(face)


# ----------------------------------------------------------------------------------------------------
# What sabotaged twins turn over that should stay covered: pairs where they lie, a champion.


def pairs_of_others(op: Op) -> tuple[Op, ...]:
    """Opponents' pairs are turned over where they lie before they are taken away.

    By then the columns are sorted by owner, so it shows how many playable cards each opponent holds: P25 does not
    say that they leave covered and mixed.
    """
    if not isinstance(op, ops.Collect) or len({place.number for place in op.places}) < 2:
        return (op,)
    return _first_shown(op, tuple(place for place in op.places if place.area == COLUMN))


def pairs_of_the_hand(op: Op) -> tuple[Op, ...]:
    """The same with the pairs under the hand's piles; the champion's own lies open already.

    It shows how many of the hand's cards fit, where the answer is only whether any does.
    """
    if not isinstance(op, ops.Collect):
        return (op,)
    return _first_shown(op, tuple(place for place in op.places if place.area == PILE and place.number > 1))


def _first_shown(op: ops.Collect, places: tuple[Place, ...]) -> tuple[Op, ...]:
    """Turn the bit cards among these places over before they are collected."""
    bits = tuple(place for place in places if place.row >= FIRST_BIT_ROW)
    return (ops.Reveal(bits), op) if bits else (op,)


def champion_shown(op: Op) -> tuple[Op, ...]:
    """The champion is turned over with its own pair, as in a turn.

    A question to a hand asks for no card: which one it is, is told for nothing.
    """
    if not isinstance(op, ops.Reveal) or op.places[0].area != PILE or not op.ask:
        return (op,)
    champion = op.places[0]._replace(row=CARD_ROW)
    return (ops.Reveal((champion,)), ops.Cover((champion,)), op)


# ----------------------------------------------------------------------------------------------------
# What can be done wrong with a wallet: with its half turns, its layers, its mask, and the cards beside it.


def turns_known(op: Op) -> tuple[Op, ...]:
    """Somebody knows how often the wallet was turned: as well it might not be.

    Then the dot's end says of every duel which card won, and so whether the champion fits.
    """
    return () if isinstance(op, ops.Spin) else (op,)


def turns_known_behind(op: Op) -> tuple[Op, ...]:
    """The same with the challenger slid in below the champion, so that it lies in front.

    The dot says of each challenger whether it fits: nearly four times as many bits, hence the rule that it goes in
    above.
    """
    return (replace(op, above=False),) if isinstance(op, ops.Insert) else turns_known(op)


def backs_seen(op: Op) -> tuple[Op, ...]:
    """Backs have a way up, all alike, and through the notch everybody sees whether they were turned.

    A bit card rides along with each end; shown after the half turns it says how often they were.
    """
    if not isinstance(op, ops.Spin):
        return (op,)
    ways = tuple(pile[0]._replace(row=_WAY_ROW) for pile in op.piles)
    turned = ops.Spin(tuple((*pile, way) for pile, way in zip(op.piles, ways, strict=True)))
    return (ops.Put(ways, ZERO), ops.Cover(ways), turned, ops.Reveal(ways), ops.Collect(ways))


_WAY_ROW = 3


def looked_early(op: Op) -> tuple[Op, ...]:
    """Somebody looks before the turning, when everybody knows whose end is whose.

    The look tells what the half turns are there to hide; that it is repeated after them hides nothing any more.
    """
    if isinstance(op, ops.Look) and len(op.ends) > 1:
        ends = tuple((end, layer(end)) for end in op.ends)
        return (op, ops.Spin(ends), op)
    return turns_known(op)


def layer_seen(op: Op) -> tuple[Op, ...]:
    """As a loser comes out, somebody sees whether it lay in front.

    The front card wins if it fits: a loser from the front does not fit, and whoever stays in behind it may.
    """
    if not isinstance(op, ops.Withdraw) or op.target.area != PILE:
        return (op,)
    there = (layer(op.end),)
    return (ops.Reveal(there), ops.Cover(there), op)


def wrong_mask(op: Op) -> tuple[Op, ...]:
    """The mask of another state, in which other cards fit.

    Nothing is told by it, for the duels hide as ever: but a card may be played that does not fit, or none be
    found.
    """
    if not isinstance(op, ops.Look):
        return (op,)
    return (replace(op, fits=tuple(chr(ord(face) + 1) for face in op.fits)),)


def mask_moved(op: Op) -> tuple[Op, ...]:
    """The mask is another one at the last look: the champion fits under the first, and is asked about the second."""
    return wrong_mask(op) if isinstance(op, ops.Look) and len(op.ends) == 1 else (op,)


def loser_kept(op: Op) -> tuple[Op, ...]:
    """The card at the dot's end is drawn out, and the other held: a hand that has cards that fit may find none."""
    return (replace(op, ends=op.ends[::-1]),) if isinstance(op, ops.Look) else (op,)


def aside_taken(recipe: Recipe, mixed: bool = False) -> Recipe:
    """After a card was played one more of the hand is taken: any of it, as it should be, or the first aside.

    ``mixed``: any of it.  The card taken is turned over and told, so that the law can speak of it.
    """
    *before, last = recipe

    def steps(known: Outcome) -> Steps[Outcome]:
        taken: list[Outcome] = []

        def deed(_: int, op: Op) -> Steps[str]:
            if not isinstance(op, ops.Return) or known.card is None or known.drawn:
                return (yield op)
            if mixed:
                yield ops.Scramble(tuple((place,) for place in op.places))
            yield ops.Move(op.places[:1], (_TAKEN,))
            taken.append(Outcome((yield ops.Reveal((_TAKEN,), ask=DISTINCT))))
            if len(op.places) > 1:
                yield replace(op, places=op.places[1:])
            return ""

        yield from otherwise(last.steps(known), deed)
        return known._replace(before=tuple(taken)) if taken else known

    return (*before, Stage(last.heading, steps))


_TAKEN = Place(CHOSEN, 2, 1)
DISTINCT = tuple("abcdefghijklmnopqrstuvwxyz")
"""All cards there may be on the tables of twins."""


def another_of_the_hand(law: Law) -> Law:
    """Return the law of a turn after which one more card of the hand is taken: each other one alike.

    ``law``: the turn's own.  Nothing is taken where no card of the hand was played.
    """

    def whole(deal: Deal) -> Mapping[FinalOutcome, Fraction]:
        found: dict[FinalOutcome, Fraction] = {}
        for end, chance in law(deal).items():
            played = end.outcome
            rest = [face for face in deal.hands[0][1] if face != played.card]
            if played.card is None or played.drawn or not rest:
                found[end] = chance
                continue
            for face in rest:
                both = end._replace(outcome=played._replace(before=(Outcome(face),)))
                found[both] = chance / len(rest)
        return found

    return whole


# ----------------------------------------------------------------------------------------------------


DRAW_SIZES = (1, 1, 2)
"""A table with two cards to draw from; the deck's columns are the third and the fourth."""


def unchanged(recipe: Recipe) -> Recipe:
    """The recipe as it is: what is wrong lies with the cards."""
    return recipe


class Finding(StrEnum):
    """What the verifier must say of a twin: that it does no harm, that outcomes are wrong, or that it leaks."""

    HARMLESS = "harmless"
    WRONG = "wrong"
    LEAKS = "leaks"


@dataclass(frozen=True, slots=True)
class Twin:
    """A mutant with a name: one thing done wrong in a form, and what must be found.

    ``tamper``: what is done to the recipe; ``mark``: what makes cards recognisable, after each operation that moves
    some; ``ordered``: the order of the virtual hand counts as hidden too.  ``sizes``: the hands of the table on
    which it must be found (of a part: its number of piles).  ``law``: what must come out, where it is more than a
    turn.  ``verdict``: harmless, wrong outcomes, or a leak.
    """

    name: Phrase
    tamper: Callable[[Recipe], Recipe] = unchanged
    verdict: Finding = Finding.LEAKS
    mark: Callable[[Op, Faces], None] | None = None
    ordered: bool = False
    sizes: Sizes = ()
    law: Callable[[Law], Law] | None = None
    form: str = ""

    def cases(self) -> Iterator[Case]:
        """Yield the twin's cases: the form's on its table, or the part's, with what is wrong in the recipe."""
        if self.form in PILES:
            cases = iter([part_case(self.form, self.sizes[0])])
        else:
            cases = selection_cases(proved()[self.form], self.sizes, self.ordered)
        for case in cases:
            law = self.law(case.law) if self.law else case.law
            yield replace(case, recipe=self.tamper(case.recipe), law=law, mark=self.mark)


# -- a scramble left out -----------------------------------------------------------------------------


def scrambles(recipe: Recipe) -> Iterator[tuple[At, ops.Mixing]]:
    """Yield every scramble of more than one pile, with where it comes, along the run of first answers."""
    for at, op in located(recipe):
        if isinstance(op, ops.Mixing) and len(op.piles) > 1:
            yield at, op


def _left_out(form: str, recipe: Recipe, sizes: Sizes = (2, 1, 1)) -> Iterator[Twin]:
    """A twin for each scramble that is left out, named by how many piles it mixes and in which stage."""
    for at, op in scrambles(recipe):
        heading = recipe[at.stage].heading
        name = phrase("twin.without", piles=len(op.piles), stage=title(heading))
        left_out = partial(misdone, at=at, kind=ops.Mixing, deed=partial(instead, ()))
        yield Twin(name, left_out, sizes=sizes, form=form, verdict=_without_it(form, heading.part))


def _without_it(form: str, part: Part) -> Finding:
    """Return what must be found where this scramble is missing, by the part it belongs to."""
    if part is Part.HEAP:
        return Finding.WRONG  # the first card that fits would always win
    if form in proved():
        return Finding.HARMLESS if part in proved()[form].spare else Finding.LEAKS
    if form == COLOURS:
        return Finding.WRONG  # the first colour laid is always drawn
    # in a lottery by itself the piles come in a known order: the first valid one would always win
    return Finding.WRONG if part is Part.MIX else Finding.LEAKS


# -- other mistakes ----------------------------------------------------------------------------------


def _swap_code(op: Op) -> tuple[Op, ...]:
    """α β for the valid cards (the slip in the paper's §4.1): invalid ones are selected."""
    if not isinstance(op, ops.Encode):
        return (op,)
    return (replace(op, code=tuple((face, tuple(1 - bit for bit in bits)) for face, bits in op.code)),)


def _wrong_way(op: Op) -> tuple[Op, ...]:
    """In a duel the challenger's left card goes onto the champion, the right one onto the challenger.

    Then a challenger that does not fit wins, with a 1 laid under it: a card is played that does not fit.
    """
    if not isinstance(op, ops.Move) or op.target[0].row != TOP_ROW:
        return (op,)
    return (replace(op, target=(*op.target[1::-1], *op.target[2:])),)


def _wrong_one(op: Op) -> tuple[Op, ...]:
    """α β is laid under a challenger, not β α.

    A winner by challenge then reads as if it did not fit; where nobody reads that, it does no harm.
    """
    if isinstance(op, ops.Put) and op.faces == ONE:
        return (replace(op, faces=ZERO),)
    if isinstance(op, ops.Move) and op.target[0].row == TOP_ROW and len(op.source) > 2:
        return (replace(op, target=(*op.target[:2], *op.target[:1:-1])),)
    return (op,)


def _fixed_draw(op: Op) -> tuple[Op, ...]:
    """The drawn card lies at a fixed place of the unscrambled deck: the scrambles pass its columns by.

    So of each deal the same card is drawn for certain, where the law demands a fair draw.
    """
    if isinstance(op, ops.Mixing) and op.piles[0][0] == card(1):
        return (replace(op, piles=tuple(pile for pile in op.piles if pile[0] not in (card(3), card(4)))),)
    return (op,)


def _mark_first(face: str, op: Op, faces: Faces) -> None:
    """One bit card of this face has a scratch: the first that was laid, if there is any.

    It was laid under a card that lay open, so whoever sees it again knows something of that card's owner.
    """
    if isinstance(op, ops.Encode):
        for place in [p for p in flat(op.bits) if faces[p] == face][:1]:
            faces[place] = marked(face)


def _mark_markers(op: Op, faces: Faces) -> None:
    """A seat's markers differ ("any yellow card" will do as one): the i-th has i scratches.

    So it is known which place of the hand a pile came from; the order of the hand counts as hidden here.
    """
    if isinstance(op, ops.Put) and op.places[0].area == COLUMN:
        for i, place in enumerate(op.places):
            faces[place] = marked(faces[place], i)


def turn_a_hand(op: Op, faces: Faces) -> None:
    """Backs have a way up, and whoever sits opposite lays their cards the other way: each stays so to the end.

    At step 5 every card's owner is told apart from the others by the way it lies.
    """
    if isinstance(op, ops.Put) and op.places[0].area == COLUMN:
        hidden = {op.faces[0], marker(DECK), marker(DISCARDS)}
        theirs = next((face for face in op.faces if face not in hidden), marker(DECK))
        for place, face in zip(op.places, op.faces, strict=True):
            if face == theirs:
                faces[card(place.number)] = marked(faces[card(place.number)])


# -- all of them -------------------------------------------------------------------------------------


def _everywhere(name: Phrase, tamper: Tamper, verdict: Finding = Finding.LEAKS) -> Twin:
    """A twin in which operations are changed wherever they come."""
    return Twin(name, partial(changed, tamper=tamper), verdict)


COLUMNS: tuple[Twin, ...] = (
    _everywhere(phrase("twin.encoding"), _swap_code, Finding.WRONG),
    _everywhere(phrase("twin.others-pairs"), pairs_of_others),
    Twin(phrase("twin.recognisable", card=ALPHA), mark=partial(_mark_first, ALPHA)),
    Twin(phrase("twin.recognisable", card=BETA), mark=partial(_mark_first, BETA)),
    Twin(phrase("twin.backs"), mark=turn_a_hand),
    replace(_everywhere(phrase("twin.scratched"), looked_at), mark=scratch),
)
"""What can be done wrong in every form that lays columns out."""
MARKERS = Twin(phrase("twin.markers"), mark=_mark_markers, ordered=True)
FIXED_DRAW = replace(_everywhere(phrase("twin.fixed-draw"), _fixed_draw, Finding.WRONG), sizes=DRAW_SIZES)
CROSSED = _everywhere(phrase("twin.crossed"), _wrong_way, Finding.WRONG)
WRONG_ONE = _everywhere(phrase("twin.wrong-one"), _wrong_one, Finding.WRONG)
QUESTION = (
    _everywhere(phrase("twin.champion"), champion_shown),
    _everywhere(phrase("twin.own-pairs"), pairs_of_the_hand),
)
"""Where only whether a hand holds such a card may be told."""
HALF_TURNS = _everywhere(phrase("twin.turns"), turns_known)
WALLET: tuple[Twin, ...] = (
    _everywhere(phrase("twin.turns-reversed"), turns_known_behind),
    _everywhere(phrase("twin.turned-backs"), backs_seen),
    _everywhere(phrase("twin.early"), looked_early),
    _everywhere(phrase("twin.layer"), layer_seen),
    _everywhere(phrase("twin.wrong-mask"), wrong_mask, Finding.WRONG),
    _everywhere(phrase("twin.mask-moved"), mask_moved, Finding.WRONG),
    _everywhere(phrase("twin.loser"), loser_kept, Finding.WRONG),
    Twin(phrase("twin.aside"), aside_taken, Finding.WRONG, law=another_of_the_hand),
)
"""What else can be done wrong with a wallet."""


def of_form(form: Form) -> Iterator[Twin]:
    """Yield what is done wrong in a form, with what must be found: by what it lays out, fights, draws and asks.

    Of a variant only what is done wrong in its duels: all else is its form's.
    """
    parts = {stage.heading.part for stage in form.recipe(example_layout((2, 1, 1), 2, form))}
    if form.columns and form.name in FORMS:
        yield from COLUMNS
        # nobody learns which place of the hand a pile came from, if they are mixed or none of them is shown
        hidden = form.asks or Part.MIX in parts
        yield replace(MARKERS, verdict=Finding.HARMLESS) if hidden else MARKERS
        if form.draws:
            yield FIXED_DRAW
    if form.columns and parts & {Part.DUEL, Part.DUELS}:
        yield CROSSED
        # where any card is played nobody ever reads the 1 that was laid
        yield replace(WRONG_ONE, verdict=Finding.HARMLESS) if form.certain else WRONG_ONE
    if form.asks:
        yield from QUESTION
    if not form.columns and Part.DUEL in parts:
        yield HALF_TURNS
        yield from WALLET if form.name in FORMS else ()


def twins() -> Iterator[Twin]:
    """Yield every twin: each scramble of every part and form left out, and what else is done wrong in the forms.

    Their order is that of their numbers in a `Spec`.  On a form's further tables only what is done wrong in duels
    is tried again, where there are more of them.
    """
    for part in ("and", "lottery", "original-lottery", COLOURS):
        yield from _left_out(part, part_case(part, 2).recipe)
    for form in proved().values():
        for again, sizes in enumerate(proof_of(form).sabotaged):
            yield from _left_out(form.name, form.recipe(example_layout(sizes, 2, form)), sizes)
            for twin in of_form(form):
                if not again or twin.name in (CROSSED.name, WRONG_ONE.name):
                    yield replace(twin, form=form.name, sizes=twin.sizes or sizes)
