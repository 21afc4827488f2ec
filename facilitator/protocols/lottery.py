"""Lotteries on covered bits: which pile wins is decided, and nothing else learned."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from facilitator.machine.faces import (
    ALPHA,
    BETA,
    NONE,
    ONE,
    ZERO,
    Face,
    lot_card,
    named_by,
    position_marker,
    position_of,
)
from facilitator.machine.operations import (
    LOT,
    Choose,
    Collect,
    Cover,
    Heading,
    Move,
    Place,
    Put,
    Return,
    Reveal,
    Row,
    Scramble,
)
from facilitator.machine.parts import Part
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.protocols.gates import LEFT, MIDDLE, RIGHT, SIX_ROW, STRAIGHT, pair_answers, six_card_and
from facilitator.protocols.layout import CHOSEN_PLACE, flat, ticket


def chain(pairs: Sequence[Row], in_place: bool = False) -> Recipe:
    """Return the AND-chain: of the pairs that are 1, the first stays 1 and the others become 0.

    One AND, so one shuffle, a pair.  The token, the right pair of the six-card row, stays 1 until a 1 was
    met.  Source: Shinoda et al. 2021; paper §2.5 steps 3–5.
    """
    last = len(pairs) - 1
    links = tuple(
        Stage(Heading(Part.AND, i + 1, len(pairs)), partial(_link, pair, i == last, in_place))
        for i, pair in enumerate(pairs)
    )
    return (Stage(Heading(Part.TOKEN), _token), *links)


def _token(known: Outcome) -> Steps[Outcome]:
    yield Put(RIGHT, ONE)
    yield Put(MIDDLE, ZERO)
    yield Cover(MIDDLE + RIGHT)
    return known


def _link(pair: Row, last: bool, in_place: bool, known: Outcome) -> Steps[Outcome]:
    """Put x∧t under the pile and make ¬x∧t the token; α β is ready for the next link."""
    yield Move(pair, LEFT)
    both, _ = yield from six_card_and(SIX_ROW, in_place)
    straight = both == MIDDLE
    source, target = (MIDDLE, pair) if straight else (RIGHT + MIDDLE, pair + RIGHT)
    if last:
        yield Move(source, target)
    else:
        spare = LEFT if straight else LEFT[::-1]
        yield Move(source + spare, target + MIDDLE)
        yield Cover(MIDDLE)
    return known


def draw_of(piles: Sequence[Row], playable: tuple[Face, ...]) -> Stage:
    """Return the stage that mixes the piles, shows their pairs and takes the winner (§2.5 steps 6–7)."""

    def steps(_: Outcome) -> Steps[Outcome]:
        yield Scramble(tuple(piles))
        pairs = flat(pile[1:] for pile in piles)
        yield Reveal(pairs, expect=(ALPHA, BETA) * (len(pairs) // 2))
        answer = yield Choose(tuple(piles), (*playable, NONE))
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


def covert_lottery(piles: Sequence[Row], playable: tuple[Face, ...], mixed: bool = False) -> Recipe:
    """Return the modified covert lottery: a uniform choice among the piles whose bit is 1, or none.

    ``piles``: card and pair each.  m+2 shuffles.  ``mixed``: the piles already lie in uniformly random order
    and their markers look alike, so the first scramble may go, and the ANDs spare their rearrangements: m+1.
    Source: paper §2.5.
    """
    first = () if mixed else (mix(piles),)
    return (*first, *chain([pile[1:] for pile in piles], in_place=mixed), draw_of(piles, playable))


def weighted_lottery(piles: Sequence[Row], playable: tuple[Face, ...], seat: str) -> Recipe:
    """Return the weighted lottery: a pile with w of its W pairs 1 is chosen with chance w/Σw, or none.

    Each pair becomes a ticket with a covered marker of its pile's position; the tickets go through the
    covert lottery, and the winner's marker names the pile.  The piles must lie in uniformly random order.
    The other piles' cards go back to ``seat`` at once.  mW+2 shuffles.
    """
    tickets: list[Row] = []
    sources: list[Row] = []
    faces: list[Face] = []
    for number, whole in enumerate(piles, 1):
        for left in range(1, len(whole), 2):
            sources.append(whole[left : left + 2])
            faces.append(position_marker(number))
            tickets.append(ticket(len(tickets) + 1))

    def issue(known: Outcome) -> Steps[Outcome]:
        heads = tuple(row[0] for row in tickets)
        yield Put(heads, tuple(faces))
        yield Cover(heads)
        yield Move(flat(sources), flat(row[1:] for row in tickets))
        return known

    def redeem(known: Outcome) -> Steps[Outcome]:
        cards = [whole[0] for whole in piles]
        if known.card is None:
            yield Collect(flat(tickets))
            yield Return(tuple(cards), seat)
            return known
        yield Collect((CHOSEN_PLACE, *flat(tickets[1:]), *tickets[0][1:]))
        winner = cards.pop(position_of(known.card) - 1)
        face = yield Reveal((winner,), ask=playable)
        yield Move((winner,), (CHOSEN_PLACE,))
        if cards:
            yield Return(tuple(cards), seat)
        return Outcome(face)

    return (
        Stage(Heading(Part.TICKETS), issue),
        mix(tickets),
        *chain([row[1:] for row in tickets], in_place=True),
        draw_of(tickets, tuple(dict.fromkeys(faces))),
        Stage(Heading(Part.WINNER), redeem),
    )


def priority_lottery(piles: Sequence[Row], playable: tuple[Face, ...]) -> Recipe:
    """Return the priority lottery: a pile of the first class, uniformly; of the second if there is none …

    One token runs through all first pairs, then through all second pairs, and so on.  The piles must lie in
    uniformly random order.  cm+1 shuffles for c classes.
    """
    pairs = [pile[at : at + 2] for at in range(1, len(piles[0]), 2) for pile in piles]
    return (*chain(pairs, in_place=True), draw_of(piles, playable))


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


def single(pile: Row, playable: tuple[Face, ...]) -> Stage:
    """Return the lottery of one pile: its bit is the outcome, 0 shuffles."""

    def steps(_: Outcome) -> Steps[Outcome]:
        shown = yield Reveal(pile[1:], expect=ZERO, ask=pair_answers(bool(playable)))
        if shown == STRAIGHT:
            return Outcome()
        face = yield Reveal(pile[:1], ask=playable)
        yield Move(pile[:1], (CHOSEN_PLACE,))
        return Outcome(face)

    return Stage(Heading(Part.ONLY_CARD), steps)


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
