"""Exact enumeration: is a protocol correct, and does what is seen tell nothing but the outcome?

For every hidden deal that fits the public facts, the verifier follows every way every scramble can fall and
adds up exact probabilities; nothing is sampled, nothing is rounded.

*Correct*: each deal gives each outcome with exactly the probability the game demands, nothing is left on the
table but the card played, every extra card is in its box, and every other card in the hand it should be in.
*Secret*: given the outcome, the distribution of the view (everything that is seen, in order) is the same for
all deals, whatever card was drawn unseen.

Tables are merged only where that is sound: between two stages, if the same stage comes next with the same
words carried over, the same places are taken, and the weights of all hidden states under all deals agree up
to one common factor.  Then all that follows has the same probabilities up to that factor, so one of the two
is followed, with the sum of both weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from math import gcd, perm

from facilitator.machine import operations as ops
from facilitator.machine.faces import DECK, Face, plain
from facilitator.machine.operations import Op, Place, Row
from facilitator.machine.perform import Outcome, Recipe
from facilitator.machine.physics import Faces, Surface, changer, seer
from facilitator.proof.hidden import arrangements, by_unseen, combine, fixed_order, reader, swallows
from facilitator.proof.objections import DRAWN, Left, Objection, left_over, other_cards, strange
from facilitator.proof.tells import told
from facilitator.proof.verdict import Deal, Law, Leaf, Unseen, Verdict, Weights, find_leak, law_of, wrong_law


def drawn_unseen(faces: Faces) -> tuple[Unseen, ...]:
    """Return the cards that were drawn unseen, in their order, and whose they are now; a mark makes no other card."""
    drawn = sorted(place for place in faces if place.area == DRAWN and place.row == 1)
    return tuple(Unseen(faces[place._replace(row=2)], plain(faces[place])) for place in drawn)


@dataclass(slots=True)
class Branch:
    """All hidden states that share one view so far, in the middle of a stage."""

    known: Outcome
    surface: Surface
    states: list[tuple[Faces, Weights]]
    scale: Fraction
    view: tuple[str, ...]
    loose: tuple[
        tuple[Row, ...], ...
    ] = ()  # piles scrambled but not yet looked at: their order is still all orders
    answers: list[str] = field(default_factory=list)  # of this stage, one an operation


class Verifier:
    """Enumerates one recipe over a list of deals, all of which have the same public facts."""

    def __init__(
        self,
        recipe: Recipe,
        deals: Sequence[Deal],
        law: Law,
        unseen: Callable[[Faces], tuple[Unseen, ...]] = drawn_unseen,
        left: Left | None = None,
        mark: Callable[[Op, Faces], None] | None = None,
    ) -> None:
        """``unseen``: what a run leaves covered that the law speaks of (a drawn card, a gate's outputs).

        ``left``: judges what lies on the table in the end; None for a part, after which others follow.
        ``mark``: changes faces after an operation, for twins whose cards can be told apart by eye.
        """
        self._recipe, self._deals, self._law = recipe, deals, law
        self._hands = [dict(deal.hands) for deal in deals]
        self._unseen, self._left, self._mark = unseen, left, mark
        self._wrong: str | None = None
        self.stage = 0  # the number of the one that is followed
        self.tables = 0

    def run(self) -> Verdict:
        """Enumerate everything and judge it."""
        ends = self._stages()
        if self._left is not None:
            for branch in ends:
                self._object(left_over(self._left(branch.known), branch.surface, branch.states))
        leaves = self._leaves(ends)
        law = law_of(leaves, len(self._deals))
        leak = find_leak(leaves, law, self._deals)
        wrong = self._wrong or wrong_law(self._deals, law, self._law)
        beyond = told(leaves, law, leak is None)
        return Verdict(
            len(self._deals), self.tables, wrong is None, leak is None, wrong, leak, tuple(law), beyond
        )

    def views(self) -> list[Leaf]:
        """Enumerate everything; return every complete view that may come about, with its weights."""
        return self._leaves(self._stages())

    def _leaves(self, ends: Sequence[Branch]) -> list[Leaf]:
        return [
            Leaf(branch.known, by_unseen(branch.states, self._unseen), branch.scale, branch.view)
            for branch in ends
        ]

    # -- following -----------------------------------------------------------------------------------

    def _stages(self) -> list[Branch]:
        first = Branch(Outcome(), Surface(), self._opening(), Fraction(1), ())
        first.surface.update(dict.fromkeys((place for place, _ in self._deals[0].table), False))
        branches = [first]
        for number, stage in enumerate(self._recipe):
            self.stage = number
            merged: dict[object, Branch] = {}
            for branch in branches:
                for end in self._through(stage.steps, branch):
                    _merge(merged, end)
            branches = list(merged.values())
        return branches

    def _opening(self) -> list[tuple[Faces, Weights]]:
        return combine((dict(deal.table), {number: 1}) for number, deal in enumerate(self._deals))

    def _through(self, steps: Callable[[Outcome], object], start: Branch) -> Iterator[Branch]:
        """Follow one stage from one branch along every view; yields where each ends."""
        waiting = [start]
        while waiting:
            branch = waiting.pop()
            generator = steps(branch.known)
            assert hasattr(generator, "send")
            sent: list[str | None] = [None, *branch.answers]
            try:
                while True:
                    for answer in sent:  # a generator cannot be copied: start again, give the same answers
                        op: Op = generator.send(answer)
                    split = self._act(branch, op)
                    if len(split) > 1:
                        waiting += split[1:]
                    branch = split[0]
                    sent = branch.answers[-1:]  # type: ignore[assignment]
            except StopIteration as end:
                branch.known, branch.answers = end.value, []
                yield branch

    def _act(self, branch: Branch, op: Op) -> list[Branch]:
        """Carry one operation out on every hidden state; split by what is seen."""
        self._settle(branch, op)
        self.tables += len(branch.states)
        match op:
            case ops.Heading() | ops.Cover():
                pass
            case ops.LayHand():
                branch.states = [
                    (
                        {**faces, **dict(zip(op.places, self._hands[deal][op.owner], strict=True))},
                        {deal: weight},
                    )
                    for faces, weights in branch.states
                    for deal, weight in weights.items()
                ]
            case ops.Scramble():
                branch.loose = (*branch.loose, op.piles)
                lay = fixed_order(op.piles)
                branch.states = combine((lay(faces), weights) for faces, weights in branch.states)
            case ops.Return() | ops.Draw():
                self._go_home(branch, op)
            case ops.Reveal() | ops.Choose() | ops.Collect():
                return self._split(branch, op)
            case _:
                if isinstance(op, ops.Sort | ops.Encode):
                    self._object(other_cards(op, branch.states))
                change = changer(op)
                for faces, _weights in branch.states:
                    change(faces)
                    if self._mark is not None:
                        self._mark(op, faces)
        return self._next([branch], op, [""])

    def _next(self, branches: list[Branch], op: Op, answers: Sequence[str]) -> list[Branch]:
        for branch, answer in zip(branches, answers, strict=True):
            branch.surface.note(op, answer)
            branch.answers.append(answer)
        return branches

    def _settle(self, branch: Branch, op: Op) -> None:
        """Decide which pile lies where, for the loose piles an operation touches and no others.

        A further scramble of at least the same places makes the order of the first irrelevant.
        """
        touched = set(ops.places_of(op))
        for piles in branch.loose:
            hit = tuple(pile for pile in piles if not touched.isdisjoint(pile))
            if not hit:
                continue
            rest = tuple(pile for pile in piles if pile not in hit)
            branch.loose = tuple(other for other in branch.loose if other is not piles)
            if isinstance(op, ops.Scramble) and swallows(op, piles):
                continue
            if len(rest) > 1:
                branch.loose = (*branch.loose, rest)
            branch.scale /= perm(len(piles), len(hit))
            spread = arrangements(hit, rest)
            # different tables stay different, since each stood for all orders: nothing to combine
            branch.states = [
                (
                    arranged,
                    weights if times == 1 else {deal: weight * times for deal, weight in weights.items()},
                )
                for faces, weights in branch.states
                for arranged, times in spread(faces)
            ]

    def _split(self, branch: Branch, op: ops.Reveal | ops.Choose | ops.Collect) -> list[Branch]:
        groups: dict[tuple[Face, ...], list[tuple[Faces, Weights]]] = {}
        change, look = changer(op), seer(op)
        for faces, weights in branch.states:
            if isinstance(op, ops.Collect):
                view = look(faces)
                change(faces)
            else:
                change(faces)
                view = look(faces)
            groups.setdefault(view, []).append((faces, weights))
        for view, states in groups.items():
            if what := strange(op, view):
                self._blame(what, states[0][1])
        asks = not isinstance(op, ops.Collect) and bool(op.ask)
        found: list[Branch] = []
        for view, states in groups.items():
            shown = () if isinstance(op, ops.Collect) and len(groups) == 1 else (" ".join(view),)
            surface = Surface(branch.surface)
            copy = Branch(
                branch.known,
                surface,
                states,
                branch.scale,
                branch.view + shown,
                branch.loose,
                list(branch.answers),
            )
            found += self._next([copy], op, ["".join(map(plain, view)) if asks else ""])
        return found

    def _go_home(self, branch: Branch, op: ops.Return | ops.Draw) -> None:
        """Take cards off the table; for each deal, see that their owner is the right one."""
        change = changer(op)
        for faces, weights in branch.states:
            for place in ops.places_of(op):
                face = faces[place]
                for deal in weights:
                    owner = op.owner if isinstance(op, ops.Return) else DECK
                    if plain(face) not in self._hands[deal].get(owner, ()):
                        self._blame(f"{face} is given to {owner}, who did not hold it", {deal: 1})
            if isinstance(op, ops.Draw):
                number = 1 + sum(place.area == DRAWN and place.row == 1 for place in faces)
                faces[Place(DRAWN, number, 1)], faces[Place(DRAWN, number, 2)] = faces[op.place], op.owner
            change(faces)
        branch.states = combine(branch.states)

    def _object(self, found: Objection | None) -> None:
        if found is not None:
            self._blame(*found)

    def _blame(self, what: str, weights: Weights) -> None:
        self._wrong = self._wrong or f"{what} (deal: {self._deals[min(weights)].words()})"


def _merge(merged: dict[object, Branch], branch: Branch) -> None:
    """Add a branch to those waiting for the next stage, or its weight to one it is proportional to."""
    branch.states = combine(branch.states)
    common = reduce(gcd, (weight for _, weights in branch.states for weight in weights.values()))
    for _, weights in branch.states:
        for deal in weights:
            weights[deal] //= common
    branch.scale *= common
    look = reader(sorted(branch.states[0][0]))
    states = frozenset((look(faces), frozenset(weights.items())) for faces, weights in branch.states)
    key = (branch.known, frozenset(branch.surface.items()), branch.loose, states)
    if key in merged:
        merged[key].scale += branch.scale
    else:
        merged[key] = branch
