"""What a void turn tells of its result: the recipe declared void anywhere after it, and the bits beyond the next try.

The turn starts again, and tells then of which class the hand's best card is; what was seen beside that is given away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import log2

from facilitator.operations.definitions import Heading
from facilitator.operations.effects import VisibleTable
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps, operations
from facilitator.operations.purposes import Part
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import build_recovery
from facilitator.verification.cases import best_class
from facilitator.verification.verifier import Deal, Leaf

VOIDED = Outcome(before=(Outcome("void"),))
"""What a run comes to here that was declared void where it was to be: no card and no run has it."""


def void_after(
    layout: Layout, recipe: Recipe, first: int, count: int, said: Sequence[str], forks: bool = False
) -> Recipe:
    """Return a recipe that ends as void after some operations, in the course with the given answers.

    Args:
        layout: Layout of the attempt.
        recipe: Recipe of the whole attempt.
        first: Stage from which operations and answers are counted.
        count: Number of operations after which the attempt ends.
        said: Answers typed by then.
        forks: Whether every course that begins with the same answer ends as void, too, at the answer that
            differs. The leak of what comes after the first answer is then an average over its answers.
    """
    before = list(operations(recipe[:first]))

    def steps(known: Outcome) -> Steps[Outcome]:
        surface, ops = VisibleTable(), list(before)
        for op in before:
            surface.note(op)
        number, typed = 0, list[str]()
        for stage in recipe[first:]:
            going = stage.steps(known)
            try:
                op = next(going)
                while True:
                    answer = yield op
                    surface.note(op, answer)
                    ops.append(op)
                    number += 1
                    typed += [answer] if answer else []
                    if number == count and typed == [*said]:
                        yield from build_recovery(layout, surface, ops)[0].steps(Outcome())
                        return VOIDED
                    if typed != [*said[: len(typed)]]:  # another course
                        return VOIDED if forks and typed[:1] == [*said[:1]] else Outcome()
                    op = going.send(answer)
            except StopIteration as end:
                known = end.value
        return known

    return (*recipe[:first], Stage(Heading(Part.GIVE_UP), steps))


def void_bits(layout: Layout, deals: Sequence[Deal], leaves: Iterable[Leaf]) -> float:
    """Return what is told of the deal if the run is declared void so, beyond the class of the hand's best card.

    On average over the views; every deal of that class was as likely before the run.
    """
    best = [best_class(layout, deal) for deal in deals]
    bits = whole = 0.0
    for leaf in (leaf for leaf in leaves if leaf.outcome == VOIDED):
        chances: dict[int, Fraction] = {}
        for weights in leaf.weights.values():
            for deal, weight in weights.items():
                chances[deal] = chances.get(deal, Fraction(0)) + leaf.scale * weight / len(deals)
        for rank in dict.fromkeys(best):
            alike = {deal: chance for deal, chance in chances.items() if best[deal] == rank and chance}
            seen = sum(alike.values(), Fraction(0))
            bits += sum(float(weight) * log2(weight / seen * best.count(rank)) for weight in alike.values())
            whole += float(seen)
    return bits / whole if whole else 0.0
