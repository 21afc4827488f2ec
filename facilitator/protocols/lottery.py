"""Lotteries on covered bits: which pile wins is decided, and nothing else learned."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from facilitator.machine.faces import ALPHA, BETA, NONE, ONE, ZERO, Face, lot_card, named_by
from facilitator.machine.operations import (
    LOT,
    Choose,
    Collect,
    Cover,
    Heading,
    Move,
    Place,
    Put,
    Reveal,
    Row,
    Scramble,
)
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT, SIX_ROW, six_card_and
from facilitator.protocols.layout import CHOSEN_PLACE, flat


def chain(pairs: Sequence[Row]) -> Recipe:
    """Return the AND-chain: of the pairs that are 1, the first stays 1 and the others become 0.

    One AND, so one shuffle, a pair.  The token, the right pair of the six-card row, stays 1 until a 1 was
    met.  Source: Shinoda et al. 2021; paper §2.5 steps 3–5.
    """
    last = len(pairs) - 1
    links = tuple(
        Stage(Heading(Part.AND, i + 1, len(pairs)), partial(_link, pair, i == last))
        for i, pair in enumerate(pairs)
    )
    return (Stage(Heading(Part.TOKEN), _token), *links)


def _token(known: Outcome) -> Steps[Outcome]:
    yield Put(RIGHT, ONE)
    yield Put(MIDDLE, ZERO)
    yield Cover(MIDDLE + RIGHT)
    return known


def _link(pair: Row, last: bool, known: Outcome) -> Steps[Outcome]:
    """Put x∧t under the pile and make ¬x∧t the token; α β is ready for the next link."""
    yield Move(pair, LEFT)
    both, _ = yield from six_card_and(SIX_ROW)
    straight = both == MIDDLE
    source, target = (MIDDLE, pair) if straight else (RIGHT + MIDDLE, pair + RIGHT)
    if last:
        yield Move(source, target)
    else:
        spare = LEFT if straight else LEFT[::-1]
        yield Move(source + spare, target + MIDDLE)
        yield Cover(MIDDLE)
    return known


def draw_of(piles: Sequence[Row], answers: tuple[str, ...]) -> Stage:
    """Return the stage that mixes the piles, shows their pairs and takes the winner (§2.5 steps 6–7).

    ``answers``: the cards that may win, and "none" where there may be no winner.
    """

    def steps(_: Outcome) -> Steps[Outcome]:
        yield Scramble(tuple(piles))
        pairs = flat(pile[1:] for pile in piles)
        yield Reveal(pairs, expect=(ALPHA, BETA) * (len(pairs) // 2))
        answer = yield Choose(tuple(piles), answers)
        if answer == NONE:
            return Outcome()
        yield Move((piles[0][0],), (CHOSEN_PLACE,))
        return Outcome(answer)

    return Stage(Heading(Part.RESULT), steps)


def mix(piles: Sequence[Row], part: Part = Part.MIX) -> Stage:
    """Return the lottery's first scramble (§2.5 step 2)."""

    def steps(known: Outcome) -> Steps[Outcome]:
        yield Scramble(tuple(piles))
        return known

    return Stage(Heading(part), steps)


def covert_lottery(piles: Sequence[Row], playable: tuple[Face, ...]) -> Recipe:
    """Return the modified covert lottery: a uniform choice among the piles whose bit is 1, or none.

    ``piles``: card and pair each.  m+2 shuffles.  Source: paper §2.5.
    """
    return (mix(piles), *chain([pile[1:] for pile in piles]), draw_of(piles, (*playable, NONE)))


def original_lottery(piles: Sequence[Row], cards: tuple[Face, ...]) -> Recipe:
    """Return the original covert lottery: as above, but if no bit is 1 any card is chosen, uniformly.

    The last pile takes the token itself, so only m−1 ANDs.  Source: Shinoda et al. 2021; paper §2.5, §5.2.
    """
    pairs = [pile[1:] for pile in piles]

    def inherit(known: Outcome) -> Steps[Outcome]:
        yield Collect(pairs[-1])
        yield Move(RIGHT, pairs[-1])
        return known

    inherits = Stage(Heading(Part.LAST_PILE), inherit)
    return (mix(piles), *chain(pairs[:-1]), inherits, draw_of(piles, cards))


def simple_lot(names: tuple[str, ...]) -> Recipe:
    """Return the uniform choice of a name, such as a colour: a card each, shuffled, one revealed (§3.2)."""
    lot = tuple(Place(LOT, i + 1, 1) for i in range(len(names)))

    def steps(_: Outcome) -> Steps[Outcome]:
        faces = tuple(map(lot_card, names))
        yield Put(lot, faces)
        yield Cover(lot)
        yield Scramble(tuple((place,) for place in lot))
        shown = yield Reveal(lot[:1], ask=faces)
        yield Collect(lot)
        return Outcome(named_by(shown))

    return (Stage(Heading(Part.LOT), steps),)
