"""Faulty variants of protocols, which test the verifier: it must find the mistake in each variant.

For every shuffle of every form, one variant leaves this shuffle out. Other variants swap the encoding, mark
cards, turn pairs over in place, or draw from a fixed place. Most functions here receive an operation and
return its faulty replacement.

Variants are derived from a form's properties, so forms from other packages have variants, too. Tests build
further variants from every possible mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache, partial
from typing import TypeVar

from facilitator.i18n.catalogue import Phrase, get_language, phrase
from facilitator.instructions.instruction import title
from facilitator.instructions.step_labels import describe_label
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import CARD_ROW, COLUMN, PILE, Op, Place, layer
from facilitator.operations.effects import Faces
from facilitator.operations.faces import (
    ALPHA,
    BETA,
    DECK,
    DISCARDS,
    ONE,
    ZERO,
    add_scratches,
    marker,
    remove_scratches,
)
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps, operations, replace_operations
from facilitator.operations.purposes import Part
from facilitator.protocols.forms import FORMS, Form, Sizes, example_layout, get_certified_forms
from facilitator.protocols.layout import card, flat
from facilitator.verification import substitution
from facilitator.verification.cases import COLOURS, PILES, part_case, proof_of, selection_cases
from facilitator.verification.substitution import OpPosition, Tamper, change_protocol, replace_operation
from facilitator.verification.verifier import Case, Chances, Deal, FinalOutcome, Law

# ----------------------------------------------------------------------------------------------------
# Variant: a scratched sleeve. Everybody sees the sleeves, so a scratch identifies a sleeve whose card was face up.
#
# A shuffle does not take cards out of their sleeves, so the scratch is visible when the owners' markers come out.


K = TypeVar("K", bound=ops.HandOperation)


def replace_each(kind: type[K]) -> Callable[[Callable[[K], tuple[Op, ...]]], Tamper]:
    """Return a decorator for a function that replaces operations of one type. All others stay unchanged."""

    def decorate(change: Callable[[K], tuple[Op, ...]]) -> Tamper:
        return lambda op: change(op) if isinstance(op, kind) else (op,)

    return decorate


def look_at_sleeves(op: Op) -> tuple[Op, ...]:
    """Return the operation, preceded by a look at the sleeves if it turns over the owners' markers.

    The look is a `Move` of each marker to the place where it already lies. `scratch_sleeve` recognises this move.
    """
    if not isinstance(op, ops.Reveal) or (op.places[0].area, op.places[0].row) != (COLUMN, ops.MARKER_ROW):
        return (op,)
    return ops.Move(op.places, op.places), op


def scratch_sleeve(op: Op, faces: Faces) -> None:
    """Change the faces so that the sleeve of the first card that is laid out face up has a visible scratch.

    A scratch is recorded on a face. The card gets the scratch when it is laid out, and the marker in the same
    sleeve gets it when people look at the sleeves (`look_at_sleeves`). The marker reveals the card's owner.
    """
    if isinstance(op, ops.Encode) and not any(map(_is_scratched, faces.values())):
        faces[op.cards[0]] = add_scratches(faces[op.cards[0]])
    elif isinstance(op, ops.Move) and op.source == op.target:
        for place in op.source:
            if _is_scratched(faces[place._replace(row=CARD_ROW)]):
                faces[place] = add_scratches(faces[place])


def _is_scratched(face: str) -> bool:
    return face != remove_scratches(face)


# ----------------------------------------------------------------------------------------------------
# Variants that turn over cards that should stay covered: pairs in place, or the champion.


def pairs_of_others(op: Op) -> tuple[Op, ...]:
    """Turn the opponents' pairs over before they are removed.

    Columns are already sorted by owner, so this reveals each opponent's number of playable cards.
    """
    removed = isinstance(op, ops.Collect) or (isinstance(op, ops.Move) and op.target[0].area == ops.STIRRED)
    columns = tuple(place for place in ops.places_of(op) if place.area == COLUMN)
    if not removed or len({place.number for place in columns}) < 2:
        return (op,)
    return _show_first(op, columns)


@replace_each(ops.Stir)
def pairs_together(op: ops.Stir) -> tuple[Op, ...]:
    """Shuffle the unread pairs as pairs, instead of stirring single bit cards.

    The number of β α pairs then reveals how many cards of the virtual hand are playable.
    """
    return (ops.Scramble(tuple(zip(op.places[::2], op.places[1::2], strict=True))),)


@replace_each(ops.Collect)
def pairs_of_the_hand(op: ops.Collect) -> tuple[Op, ...]:
    """Turn over all pairs of the virtual hand, not only the champion's pair.

    This reveals the number of playable cards.
    """
    return _show_first(op, tuple(place for place in op.places if place.area == PILE and place.number > 1))


def _show_first(op: Op, places: tuple[Place, ...]) -> tuple[Op, ...]:
    bits = tuple(place for place in places if place.row >= ops.FIRST_BIT_ROW)
    return (ops.Reveal(bits), ops.Cover(bits), op) if bits else (op,)


@replace_each(ops.Reveal)
def champion_shown(op: ops.Reveal) -> tuple[Op, ...]:
    """Turn over the champion together with its pair, in an attempt that only asks a question."""
    if op.places[0].area != PILE or not op.ask:
        return (op,)
    champion = op.places[0]._replace(row=CARD_ROW)
    return (ops.Reveal((champion,)), ops.Cover((champion,)), op)


# ----------------------------------------------------------------------------------------------------
# Variants of wallet duels: mistakes with the half turns, the layers, the mask, and the losers' pile.


@replace_each(ops.Spin)
def omit_half_turns(op: ops.Spin) -> tuple[Op, ...]:
    """Forget every half turn of the wallet.

    The dot then reveals the winner of each duel, and so whether the champion is playable.
    """
    return ()


def omit_half_turns_and_insert_below(op: Op) -> tuple[Op, ...]:
    """Remove a half turn, or insert a challenger below the champion. Return any other operation unchanged."""
    # The challenger is always in front, so the dot shows whether each challenger is playable. This leaks
    # nearly four times as many bits as challengers above the champion.
    return (replace(op, above=False),) if isinstance(op, ops.Insert) else omit_half_turns(op)


@replace_each(ops.Spin)
def show_backs(op: ops.Spin) -> tuple[Op, ...]:
    """Replace an operation of a turn with faulty cards, whose backs show whether a card was turned by half.

    The verifier simulates a back by a bit card that is turned together with the card and then read.
    """
    ways = tuple(pile[0]._replace(row=_WAY_ROW) for pile in op.piles)
    turned = ops.Spin(tuple((*pile, way) for pile, way in zip(op.piles, ways, strict=True)))
    return (ops.Put(ways, ZERO), ops.Cover(ways), turned, ops.Reveal(ways), ops.Collect(ways))


_WAY_ROW = 3


def looked_early(op: Op) -> tuple[Op, ...]:
    """Look into the wallet before the half turns, and look again afterwards.

    Before the half turns, people know the ends of both cards.
    """
    if isinstance(op, ops.Look) and len(op.ends) > 1:
        ends = tuple((end, layer(end)) for end in op.ends)
        return (op, ops.Spin(ends), op)
    return omit_half_turns(op)


@replace_each(ops.Withdraw)
def reveal_layer(op: ops.Withdraw) -> tuple[Op, ...]:
    """Reveal the layer of the losing card before its withdrawal."""
    # A playable card in front always wins, so a losing card from the front is unplayable.
    if op.target.area != PILE:
        return (op,)
    there = (layer(op.end),)
    return (ops.Reveal(there), ops.Cover(there), op)


@replace_each(ops.Look)
def use_wrong_mask(op: ops.Look) -> tuple[Op, ...]:
    """Replace the mask in a look into the wallet by the mask of another top card."""
    # Nothing leaks. But an unplayable card may be played, or a playable card missed.
    return (replace(op, fits=tuple(chr(ord(face) + 1) for face in op.fits)),)


@replace_each(ops.Look)
def use_wrong_mask_for_one_card(op: ops.Look) -> tuple[Op, ...]:
    """Replace the mask in a look at a single card by the mask of another top card."""
    return use_wrong_mask(op) if len(op.ends) == 1 else (op,)


@replace_each(ops.Look)
def loser_kept(op: ops.Look) -> tuple[Op, ...]:
    """Pull the winning card out of the wallet, and keep the losing card.

    The attempt may then find no playable card although the hand has one.
    """
    return (replace(op, ends=op.ends[::-1]),)


def take_another_card(recipe: Recipe, mixed: bool = False) -> Recipe:
    """Return a protocol that takes a second card from the hand after playing a card.

    The faulty variant takes the first card of the losers' pile, although the rules require a random card. The
    second card is turned over and becomes part of the outcome, so that its probability can be checked.

    Args:
        recipe: Protocol of the turn.
        mixed: Whether to take a random card, as the rules require.
    """
    *before, last = recipe

    def steps(known: Outcome) -> Steps[Outcome]:
        taken: list[Outcome] = []

        def substitute(_: int, op: Op) -> Steps[str]:
            if not isinstance(op, ops.Return) or known.card is None or known.drawn:
                return (yield op)
            if mixed:
                yield ops.Scramble(tuple((place,) for place in op.places))
            yield ops.Move(op.places[:1], (_TAKEN,))
            taken.append(Outcome((yield ops.Reveal((_TAKEN,), ask=DISTINCT))))
            if len(op.places) > 1:
                yield replace(op, places=op.places[1:])
            return ""

        yield from replace_operations(last.steps(known), substitute)
        return known._replace(before=tuple(taken)) if taken else known

    return (*before, Stage(last.heading, steps))


_TAKEN = Place(ops.CHOSEN, 2, 1)
DISTINCT = tuple("abcdefghijklmnopqrstuvwxyz")
"""All cards that can occur in a faulty variant."""


def another_of_the_hand(law: Law) -> Law:
    """Return the required probabilities of a turn that also takes a random card from the hand.

    This second card is taken only if the turn played a card of the hand.

    Args:
        law: Required probabilities of the turn alone.
    """

    def add_second_card(deal: Deal) -> Chances:
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

    return add_second_card


# ----------------------------------------------------------------------------------------------------


DRAW_SIZES = (1, 1, 2)
"""Hand sizes with two cards in the draw pile, which are in columns 3 and 4."""


class Finding(StrEnum):
    """Finding that the verifier must report for a faulty variant."""

    HARMLESS = "harmless"
    WRONG = "wrong"
    LEAKS = "leaks"


@dataclass(frozen=True, slots=True)
class FaultyVariant:
    """A form or protocol part with one deliberate mistake.

    Attributes:
        name: Name of the variant.
        tamper: Function that inserts the mistake into the protocol, unless the mistake is a marked card.
        verdict: Finding that the verifier must report.
        mark: Function that makes cards recognisable after an operation.
        ordered: Whether the order of the virtual hand is secret, too.
        sizes: Hand sizes with which the mistake must be found, or the number of piles of a part.
        law: Function that changes the required probabilities if a second card is taken from the hand.
        form: Name of the form or part.
    """

    name: Phrase
    tamper: Callable[[Recipe], Recipe] = tuple  # leaves the protocol as it is
    verdict: Finding = Finding.LEAKS
    mark: Callable[[Op, Faces], None] | None = None
    ordered: bool = False
    sizes: Sizes = ()
    law: Callable[[Law], Law] | None = None
    form: str = ""

    def cases(self) -> Iterator[Case]:
        """Yield the verifier cases of the faulty protocol."""
        if self.form in PILES:
            cases = iter([part_case(self.form, self.sizes[0])])
        else:
            cases = selection_cases(get_certified_forms()[self.form], self.sizes, self.ordered)
        for case in cases:
            law = self.law(case.law) if self.law else case.law
            yield replace(case, recipe=self.tamper(case.recipe), law=law, mark=self.mark)


# -- shuffle left out --------------------------------------------------------------------------------


def scrambles(recipe: Recipe) -> Iterator[tuple[OpPosition, ops.Mixing]]:
    """Yield every shuffle of at least two piles, with its position.

    Each question gets its first answer.
    """
    for at, op in substitution.locate_ops(recipe):
        if isinstance(op, ops.Mixing) and len(op.piles) > 1:
            yield at, op


def _iter_missing_shuffles(form: str, recipe: Recipe, sizes: Sizes = (2, 1, 1)) -> Iterator[FaultyVariant]:
    for at, op in scrambles(recipe):
        heading = recipe[at.stage].heading
        name = phrase("twin.unstirred") if isinstance(op, ops.Stir) else _name_missing_shuffle(op, heading)
        nothing = partial(substitution.carry_out_instead, ())
        left_out = partial(replace_operation, at=at, kind=ops.Mixing, substitute=nothing)
        verdict = _expect_without_shuffle(form, heading.part, op)
        yield FaultyVariant(name, left_out, verdict, sizes=sizes, form=form)


def _name_missing_shuffle(op: ops.Mixing, heading: ops.Heading) -> Phrase:
    """Return the name of a faulty variant that leaves out a shuffle.

    The name mentions the step of the shuffle, or the stage if the shuffle belongs to no step.

    Args:
        op: Shuffle.
        heading: Stage heading.
    """
    if op.step is None:
        return phrase("twin.without.stage", piles=len(op.piles), stage=title(heading))
    step = describe_label(op.step.label.names, op.step.label)
    return phrase("twin.without", piles=len(op.piles), step=step)


def _expect_without_shuffle(form: str, part: Part, shuffle: ops.Mixing) -> Finding:
    if isinstance(shuffle, ops.Stir):
        return Finding.LEAKS  # the pairs would be read in the order of their owners
    if part is Part.HEAP:
        return Finding.WRONG  # the first playable card would always win
    if form in get_certified_forms():
        return Finding.HARMLESS if part in get_certified_forms()[form].spare else Finding.LEAKS
    if form == COLOURS:
        return Finding.WRONG  # the first colour would always be drawn
    # In a lottery that is proved separately, the order of the piles is known.
    # So the first playable pile would always win.
    return Finding.WRONG if part is Part.MIX else Finding.LEAKS


# -- other mistakes ----------------------------------------------------------------------------------


@replace_each(ops.Encode)
def _swap_bits(op: ops.Encode) -> tuple[Op, ...]:
    """Lay α β instead of β α under playable cards, and the reverse (the mistake in the paper's §4.1).

    The attempt then selects an unplayable card.
    """
    return (replace(op, code=tuple((face, tuple(1 - bit for bit in bits)) for face, bits in op.code)),)


def _cross_bit_cards(op: Op) -> tuple[Op, ...]:
    """Exchange the challenger's left and right bit cards in a duel.

    The left card is put onto the champion and the right card onto the challenger. An unplayable challenger
    then wins and is played.
    """
    if not isinstance(op, ops.Move) or op.target[0].row != ops.TOP_ROW:
        return (op,)
    return (replace(op, target=(*op.target[1::-1], *op.target[2:])),)


def _lay_wrong_pair(op: Op) -> tuple[Op, ...]:
    """Lay α β instead of β α under a challenger.

    A winning challenger then looks unplayable. The mistake has no effect if the protocol never reads the
    challenger's pair.
    """
    if isinstance(op, ops.Put) and op.faces == ONE:
        return (replace(op, faces=ZERO),)
    if isinstance(op, ops.Move) and op.target[0].row == ops.TOP_ROW and len(op.source) > 2:
        return (replace(op, target=(*op.target[:2], *op.target[:1:-1])),)
    return (op,)


def _draw_from_fixed_place(op: Op) -> tuple[Op, ...]:
    """Leave the columns 3 and 4 out of the shuffle of the draw pile, so that the drawn card does not change place.

    The deal then determines which card is drawn. The verifier must object, because the draw must be random.
    """
    if isinstance(op, ops.Scramble) and op.piles[0][0] == card(1):
        return (replace(op, piles=tuple(pile for pile in op.piles if pile[0] not in (card(3), card(4)))),)
    return (op,)


def _mark_first(face: str, op: Op, faces: Faces) -> None:
    """Scratch the first bit card with this face, while the card above is face up.

    Everybody can recognise the bit card later, and learns something about the owner of the card above.
    """
    if isinstance(op, ops.Encode):
        for place in [p for p in flat(op.bits) if faces[p] == face][:1]:
            faces[place] = add_scratches(face)


def _mark_markers(op: Op, faces: Faces) -> None:
    """Scratch the markers of each seat differently: the i-th marker gets i scratches.

    This represents markers that only look alike ("any yellow card"). They reveal each card's position in the
    hand.
    """
    if isinstance(op, ops.Put) and op.places[0].area == COLUMN:
        for i, place in enumerate(op.places):
            faces[place] = add_scratches(faces[place], i)


def scratch_a_persons_cards(op: Op, faces: Faces) -> None:
    """Scratch the cards of the first person, when the helpers put the owner markers on the columns.

    The scratches represent cards that lie upside down, with backs that show this.

    Args:
        op: Operation just carried out. Only an operation that puts down owner markers has an effect.
        faces: Faces of all cards on the table, changed by this function.
    """
    if isinstance(op, ops.Put) and op.places[0].area == COLUMN:
        hidden = {op.faces[0], marker(DECK), marker(DISCARDS)}
        theirs = next((face for face in op.faces if face not in hidden), marker(DECK))
        for place, face in zip(op.places, op.faces, strict=True):
            if face == theirs:
                faces[card(place.number)] = add_scratches(faces[card(place.number)])


# -- all variants ------------------------------------------------------------------------------------


def _everywhere(key: str, tamper: Tamper, verdict: Finding = Finding.LEAKS) -> FaultyVariant:
    return FaultyVariant(phrase(key), partial(change_protocol, tamper=tamper), verdict)


COLUMNS: tuple[FaultyVariant, ...] = (
    _everywhere("twin.encoding", _swap_bits, Finding.WRONG),
    _everywhere("twin.others-pairs", pairs_of_others),
    FaultyVariant(phrase("twin.recognisable", card=ALPHA), mark=partial(_mark_first, ALPHA)),
    FaultyVariant(phrase("twin.recognisable", card=BETA), mark=partial(_mark_first, BETA)),
    FaultyVariant(phrase("twin.backs"), mark=scratch_a_persons_cards),
    replace(_everywhere("twin.scratched", look_at_sleeves), mark=scratch_sleeve),
)
"""Faulty variants of all forms with columns."""
MARKERS = FaultyVariant(phrase("twin.markers"), mark=_mark_markers, ordered=True)
FIXED_DRAW = replace(_everywhere("twin.fixed-draw", _draw_from_fixed_place, Finding.WRONG), sizes=DRAW_SIZES)
TOGETHER = _everywhere("twin.together", pairs_together)
CROSSED = _everywhere("twin.crossed", _cross_bit_cards, Finding.WRONG)
WRONG_ONE = _everywhere("twin.wrong-one", _lay_wrong_pair, Finding.WRONG)
QUESTION = (_everywhere("twin.champion", champion_shown), _everywhere("twin.own-pairs", pairs_of_the_hand))
"""Faulty variants of attempts that only ask whether a hand has a playable card."""
HALF_TURNS = _everywhere("twin.turns", omit_half_turns)
WALLET: tuple[FaultyVariant, ...] = (
    _everywhere("twin.turns-reversed", omit_half_turns_and_insert_below),
    _everywhere("twin.turned-backs", show_backs),
    _everywhere("twin.early", looked_early),
    _everywhere("twin.layer", reveal_layer),
    _everywhere("twin.wrong-mask", use_wrong_mask, Finding.WRONG),
    _everywhere("twin.mask-moved", use_wrong_mask_for_one_card, Finding.WRONG),
    _everywhere("twin.loser", loser_kept, Finding.WRONG),
    FaultyVariant(phrase("twin.aside"), take_another_card, Finding.WRONG, law=another_of_the_hand),
)
"""Additional faulty variants of wallet forms."""


def of_form(form: Form) -> Iterator[FaultyVariant]:
    """Yield the faulty variants of a form, except missing shuffles, with the findings that the verifier must report.

    A form that is itself a variant of another form only gets variants with wrong duels.
    """
    recipe = form.recipe(example_layout((2, 1, 1), 2, form))
    parts, own = {stage.heading.part for stage in recipe}, form.name in FORMS
    if form.columns and own:
        yield from _iter_column_variants(form, recipe, parts)
    if form.columns and parts & {Part.DUEL, Part.DUELS}:
        yield CROSSED
        # If any card may be played, nobody reads the 1 that was laid.
        yield _make_harmless(WRONG_ONE, form.certain)
    if form.asks:
        yield from QUESTION
    if not form.columns and Part.DUEL in parts:
        yield HALF_TURNS
        yield from WALLET if own else ()


def _iter_column_variants(form: Form, recipe: Recipe, parts: Set[Part]) -> Iterator[FaultyVariant]:
    yield from COLUMNS
    # If the piles are shuffled or not shown, nobody learns from which position in the hand a pile came.
    yield _make_harmless(MARKERS, form.asks or Part.MIX in parts)
    if form.draws:
        yield FIXED_DRAW
    if any(isinstance(op, ops.Stir) for op in operations(recipe)):
        yield TOGETHER


def _make_harmless(variant: FaultyVariant, harmless: bool) -> FaultyVariant:
    return replace(variant, verdict=Finding.HARMLESS) if harmless else variant


def list_faulty_variants() -> tuple[FaultyVariant, ...]:
    """Return all faulty variants of all forms and protocol parts.

    `Spec.twin` is an index into this tuple.
    """
    return _list_faulty_variants(tuple(get_certified_forms().values()), get_language())


@cache
def _list_faulty_variants(forms: tuple[Form, ...], language: str) -> tuple[FaultyVariant, ...]:
    return tuple(_iter_faulty_variants(forms))


def _iter_faulty_variants(forms: Iterable[Form]) -> Iterator[FaultyVariant]:
    for part in ("and", "lottery", "original-lottery", COLOURS):
        yield from _iter_missing_shuffles(part, part_case(part, 2).recipe)
    for form in forms:
        for again, sizes in enumerate(proof_of(form).sabotaged):
            yield from _iter_missing_shuffles(form.name, form.recipe(example_layout(sizes, 2, form)), sizes)
            for variant in of_form(form):
                if not again or variant.name in (CROSSED.name, WRONG_ONE.name):
                    yield replace(variant, form=form.name, sizes=variant.sizes or sizes)
