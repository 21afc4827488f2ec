"""Lotteries on covered bits. They select a winning pile and leak nothing else.

The module contains the paper's covert lottery in two versions, its chain of ANDs, and the open random draw of
a colour. `selection` determines which cards take part, and what happens to the other cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from facilitator.i18n.symbolic_numbers import Size
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import Place, Row
from facilitator.operations.faces import ALPHA, BETA, NONE, ONE, ZERO, Face, get_drawn_name, lot_card
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps
from facilitator.operations.purposes import Part
from facilitator.operations.steps import (
    HAND,
    PILE_NUMBER,
    AnswerBranch,
    Factor,
    Kind,
    Label,
    Meaning,
    Repetition,
    Step,
)
from facilitator.protocols.gates import CHAIN, LEFT, MIDDLE, RIGHT, SIX_ROW, six_card_and
from facilitator.protocols.layout import CHOSEN_PLACE, flat, stirred_bits


def chain(pairs: Sequence[Row], count: int, piles: int) -> Recipe:
    """Return the stages of the AND-chain. The first pair with a 1 stays 1, and all other pairs become 0.

    Each pair takes one AND with one shuffle. The token is the right pair of the six-card row. It is 1 until the
    first pair with a 1 was found, and then becomes 0. Source: Shinoda et al. 2021; paper §2.5 steps 3–5.

    Args:
        pairs: Places of each pile's pair, in the order of the piles.
        count: Number of pairs, each of which takes an AND.
        piles: Number of piles, including piles without an AND.
    """
    links = tuple(
        Stage(ops.Heading(Part.AND, i, count), partial(_link, pair, _pile(i, piles), i == len(pairs)))
        for i, pair in enumerate(pairs, 1)
    )
    return (Stage(ops.Heading(Part.TOKEN), _token), *links)


def _pile(number: int, of: int) -> Repetition:
    return Repetition("pile", Size.from_name(number, PILE_NUMBER), of)


def _token(known: Outcome) -> Steps[Outcome]:
    """Lay the token, which is a 1, at the right of the six-card row, and the pair α β in the middle."""
    label = Label("10b")
    yield ops.Put(RIGHT, ONE, step=Step(Kind.ROW_PAIR, of=1, brief=Kind.TOKEN, label=label))
    yield ops.Put(MIDDLE, ZERO, step=Step(Kind.ROW_PAIR, of=0, brief=Kind.TOKEN, label=label))
    yield ops.Cover(MIDDLE + RIGHT, step=Step(Kind.COVER_ROW, 4, brief=Kind.TOKEN, label=label))
    return known


def _link(pair: Row, part: Repetition, last: bool, known: Outcome) -> Steps[Outcome]:
    """Do one AND of the chain, with the pair x of a pile and the token t.

    The token is the right pair of the six-card row. It tells whether all earlier pairs are 0. The result x∧t
    becomes the pile's new pair, and ¬x∧t becomes the new token.

    Args:
        pair: Places of the pile's pair.
        part: The pile.
        last: Whether this is the last AND. The row is then left as it is.
        known: Outcome so far.
    """
    number, carried = part.n, Label("10h" if last else "10h,10i", part=part)
    bring = Step(Kind.BRING, number, brief=Kind.LINK, label=Label("10c", part=part), given=CHAIN)
    yield ops.Move(pair, LEFT, step=bring)
    both, _ = yield from six_card_and(SIX_ROW, part, tuple(carried.text.split(",")))
    carry = Step(Kind.CARRY, number, brief=Kind.LINK, label=carried, given=(Factor.PILE,))
    straight = both == MIDDLE
    source, target = (MIDDLE, pair) if straight else (RIGHT + MIDDLE, pair + RIGHT)
    if last:
        yield ops.Move(source, target, step=carry)
    else:
        spare = LEFT if straight else LEFT[::-1]
        yield ops.Move(source + spare, target + MIDDLE, step=carry)
        again = Label("10i", part=part)
        cover = Step(Kind.COVER_ROW, 2, brief=Kind.LINK, label=again, given=(Factor.PILE,))
        yield ops.Cover(MIDDLE, step=cover)
    return known


def make_draw_stage(piles: Sequence[Row], answers: tuple[str, ...]) -> Stage:
    """Return the last stage of a lottery, which shuffles the piles, turns their pairs over and takes the winner.

    The winner is the card on a pair β α. It is moved off the table, and the other piles stay. Source: paper
    §2.5 steps 6–7.

    Args:
        piles: Piles, each with its card and its pair. At most one pair reads β α.
        answers: Possible winners, and "none" if there may be no winner.
    """

    def steps(_: Outcome) -> Steps[Outcome]:
        m = Size.from_name(len(piles), HAND)
        mixed, chosen = Label("10j"), Label("10k")
        yield ops.Scramble(tuple(piles), step=Step(Kind.SCRAMBLE, m, len(piles[0]), label=mixed))
        pairs = flat(pile[1:] for pile in piles)
        shown = Step(Kind.HAND_PAIRS, m, label=chosen, given=(Factor.HAND,))
        yield ops.Reveal(pairs, expect=(ALPHA, BETA) * (len(pairs) // 2), step=shown)
        cards = tuple(answer for answer in answers if answer != NONE)
        branches = AnswerBranch(cards, Meaning.PLAYED, ("10k",)), AnswerBranch((NONE,), Meaning.NONE)
        step = Step(Kind.CHOOSE, label=chosen, given=(Factor.CLASSES,))
        possible = tuple(branch for branch in branches if {*branch.answers} & {*answers})
        answer = yield ops.Choose(tuple(piles), answers, step=step, branches=possible)
        if answer == NONE:
            return Outcome()
        yield ops.Move((piles[0][0],), (CHOSEN_PLACE,), step=Step(Kind.ASIDE, label=chosen))
        return Outcome(answer)

    return Stage(ops.Heading(Part.RESULT), steps)


def mix(piles: Sequence[Row], part: Part = Part.MIX) -> Stage:
    """Return the first shuffle of the lottery (§2.5 step 2), which hides the order of the piles."""

    def steps(known: Outcome) -> Steps[Outcome]:
        m = Size.from_name(len(piles), HAND)
        mixed = Step(Kind.SCRAMBLE, m, len(piles[0]), label=Label("10a"))
        yield ops.Scramble(tuple(piles), step=mixed)
        return known

    return Stage(ops.Heading(part), steps)


def covert_lottery(piles: Sequence[Row], playable: tuple[Face, ...]) -> Recipe:
    """Return the paper's covert lottery: a uniform choice among the piles whose bit is 1.

    If every bit is 0, no pile is chosen. For m piles, it takes m+2 shuffles. Source: paper §2.5.

    Args:
        piles: Piles, each with its card and its pair.
        playable: Faces that may win.
    """
    links = chain([pile[1:] for pile in piles], Size.from_name(len(piles), HAND), len(piles))
    return (mix(piles), *links, make_draw_stage(piles, (*playable, NONE)))


def original_lottery(piles: Sequence[Row], cards: tuple[Face, ...]) -> Recipe:
    """Return the original covert lottery. If every bit is 0, it chooses among all piles.

    The last pile needs no AND. It takes over the token (see `chain`) as its pair, because the token is 1 if the
    pairs of all other piles are 0. For m piles, m−1 ANDs and m+1 shuffles are therefore enough. The last pile's
    own pair stays on the table, unread (`stirred_bits`). Source: Shinoda et al. 2021; paper
    §2.5, §5.2.

    Args:
        piles: Piles, each with its card and its pair.
        cards: All faces that may win.
    """
    pairs = [pile[1:] for pile in piles]

    def inherit(known: Outcome) -> Steps[Outcome]:
        m = Size.from_name(len(piles), HAND)
        part = _pile(len(piles), len(piles))
        away, inherits = Label("10c", part=part), Label("10h", part=part)
        given = (Factor.CLASSES,)
        boxed = Step(Kind.BITS, 2, number=m, brief=Kind.BACK, label=away, given=given)
        yield ops.Move(pairs[-1], stirred_bits(2), step=boxed)
        yield ops.Move(RIGHT, pairs[-1], step=Step(Kind.CARRY, m, label=inherits, given=given))
        return known

    last = Stage(ops.Heading(Part.LAST_PILE), inherit)
    links = chain(pairs[:-1], Size.from_name(len(piles), HAND) - 1, len(piles))
    return (mix(piles), *links, last, make_draw_stage(piles, cards))


def simple_lot(names: tuple[str, ...]) -> Recipe:
    """Return the protocol of a random draw: the uniform choice of a name, such as a colour (§3.2).

    One card for each name is shuffled, and one of them is revealed. The outcome contains its name.

    Args:
        names: Names that the cards represent.
    """
    lot = tuple(Place(ops.LOT, i + 1, 1) for i in range(len(names)))

    def steps(_: Outcome) -> Steps[Outcome]:
        faces = tuple(map(lot_card, names))
        n, whole = len(names), Kind.COLOUR
        laid, mixed, drawn = map(Label, ("C1", "C2", "C3"))
        yield ops.Put(lot, faces, step=Step(Kind.LOT, n, brief=whole, label=laid))
        yield ops.Cover(lot, step=Step(Kind.COVER_LOT, n, brief=whole, label=laid))
        mix = Step(Kind.MIX_LOT, n, brief=whole, label=mixed)
        yield ops.Scramble(tuple((place,) for place in lot), step=mix)
        turn, named = Step(Kind.LOT_CARD, label=drawn), (AnswerBranch(faces, Meaning.NAMED),)
        shown = yield ops.Reveal(lot[:1], ask=faces, step=turn, branches=named)
        yield ops.Collect(lot, step=Step(Kind.LOT_BACK, n, label=drawn))
        return Outcome(get_drawn_name(shown))

    return (Stage(ops.Heading(Part.LOT), steps),)
