"""Exact enumeration: is a protocol correct, and does what is seen tell nothing but the outcome?

For every hidden deal that fits the public facts, the verifier follows every way every scramble can fall and adds
up exact probabilities; nothing is sampled, nothing is rounded.

*Correct*: each deal gives each outcome with exactly the probability the game demands, nothing is left on the table
but the card played, every extra card is in its box, and every other card in the hand it should be in. *Secret*:
given the outcome, the distribution of the view (everything that is seen, in order) is the same for all deals,
whatever card was drawn unseen.

All deals are followed together.  A *branch* is one view so far: its hidden states are tables, each with a weight
for every deal that may have led to it, in whole numbers; the branch's scale makes them chances.  A `Reveal` splits
a branch by what it shows.  A `Scramble` multiplies states, so it is put off: its piles lie in one fixed order,
standing for all, until an operation touches some of them, and then only those are spread out.

Tables are merged only where that is sound: between two stages, if the same stage comes next with the same words
carried over, the same places are taken, and the weights of all hidden states under all deals agree up to one
common factor.  Then all that follows has the same probabilities up to that factor, so one of the two is followed,
with the sum of both weights.

What is enumerated, and which law it must have, is `cases`; nothing here knows a form or a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import chain, permutations
from math import gcd, log2, perm
from operator import itemgetter
from typing import NamedTuple

from facilitator.machine import operations as ops
from facilitator.machine.faces import DECK, Face, is_extra, plain
from facilitator.machine.operations import CHOSEN, Op, Place, Row
from facilitator.machine.perform import Outcome, Recipe, Steps
from facilitator.machine.physics import LOOKS_FIRST, Faces, Surface, changer, same_cards, seer
from facilitator.protocols.layout import flat
from facilitator.words.catalogue import sentence, template

# ----------------------------------------------------------------------------------------------------
# What an enumeration finds, and how it is judged: the law of the outcomes, and whether the view leaks.


class Deal(NamedTuple):
    """One hidden possibility: what each owner holds, and covered cards already on the table.

    All deals of a case have the same public facts: hand sizes, which cards there are, what lies open.
    """

    hands: tuple[tuple[str, tuple[Face, ...]], ...] = ()
    table: tuple[tuple[Place, Face], ...] = ()

    def words(self) -> str:
        """Return the deal as people would say it: who holds what; of a part, what lies on the table."""
        held = [
            sentence("proof.holds" if cards else "proof.holds.nothing", owner=owner, cards=" ".join(cards))
            for owner, cards in self.hands
        ]
        return "; ".join(held) or " ".join(face for _, face in self.table)


class Unseen(NamedTuple):
    """One card that went unseen to somebody, or that a part leaves covered for what follows."""

    owner: str
    face: Face


def unseen_to(owner: str, cards: Iterable[Face]) -> tuple[Unseen, ...]:
    """Return these cards as gone unseen to one owner."""
    return tuple(Unseen(owner, face) for face in cards)


class FinalOutcome(NamedTuple):
    """How a run ends: the public outcome, and the cards that went unseen into hands, in their order.

    The law speaks of both; what everybody learns is the first alone.
    """

    outcome: Outcome
    unseen: tuple[Unseen, ...] = ()


Law = Callable[[Deal], Mapping[FinalOutcome, Fraction]]
"""What the game demands: each end's probability for a deal."""

Weights = dict[int, int]
"""For each deal (by its number) the weight of a hidden state, in units of the branch's scale."""


@dataclass(frozen=True, slots=True)
class ToldBits:
    """What is told beyond the outcome of what is hidden, every deal alike before the run.

    ``bits``: on average (mutual information).  ``most``: the most one view can tell; 1 bit: it makes one deal
    twice as likely as the outcome alone does.  Both 0 for a run that keeps its secret, unless its outcome says
    more than the rules make public.
    """

    bits: float = 0.0
    most: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the enumeration found.

    ``cases``: deals; ``tables``: hidden states followed after merging, a measure of the work.  ``wrong``: why it
    is not correct, ``leak``: why it is not secret, None where it is: a view that tells two hidden situations apart
    though the outcome is the same.  ``law``: for each deal each end's chance.
    """

    cases: int
    tables: int
    correct: bool
    secret: bool
    wrong: str | None
    leak: str | None
    law: tuple[Mapping[FinalOutcome, Fraction], ...]
    told: ToldBits = ToldBits()


@dataclass(slots=True)
class Leaf:
    """One complete view: its outcome, and for each unseen draw the deals' weights.

    A weight times ``scale`` is the chance of this view together with this end, given the deal.
    """

    outcome: Outcome
    weights: dict[tuple[Unseen, ...], Weights]
    scale: Fraction
    view: tuple[str, ...]


Secret = tuple[int, tuple[Unseen, ...]]
"""What must stay hidden: the deal, and which cards were drawn unseen."""


def law_of(leaves: Iterable[Leaf], deals: int) -> list[dict[FinalOutcome, Fraction]]:
    """Return each deal's probability of each end, added up over all views.

    ``deals``: how many there are; the list is in their order.
    """
    law: list[dict[FinalOutcome, Fraction]] = [{} for _ in range(deals)]
    for leaf in leaves:
        for unseen, weights in leaf.weights.items():
            end = FinalOutcome(leaf.outcome, unseen)
            for deal, weight in weights.items():
                law[deal][end] = law[deal].get(end, Fraction(0)) + leaf.scale * weight
    return law


def wrong_law(
    deals: Sequence[Deal], law: Sequence[Mapping[FinalOutcome, Fraction]], demanded: Law
) -> str | None:
    """Say where the law differs from what the game demands, if it does: of the first such deal, both laws."""
    for deal, found in zip(deals, law, strict=True):
        wanted = {end: chance for end, chance in demanded(deal).items() if chance}
        if dict(found) != wanted:
            laws = {"wanted": _law_words(wanted), "found": _law_words(found)}
            return sentence("proof.wrong", deal=deal.words(), **laws)
    return None


def find_leak(
    leaves: Sequence[Leaf], law: Sequence[Mapping[FinalOutcome, Fraction]], deals: Sequence[Deal]
) -> str | None:
    """Tell of the first view whose chance, given the outcome, depends on what is hidden; None if there is none.

    Hidden is the deal, and which cards were drawn unseen: a view must be as likely whichever they were.
    """
    for leaf in leaves:
        ends = ((deal, end) for deal, ends in enumerate(law) for end in ends)
        secrets = [(deal, end.unseen) for deal, end in ends if end.outcome == leaf.outcome]
        chances = [_chance(leaf, secret, law) for secret in secrets]
        for secret, chance in zip(secrets, chances, strict=True):
            if chance != chances[0]:
                return _told_apart(leaf, leaves, law, deals, (secrets[0], secret))
    return None


def _chance(leaf: Leaf, secret: Secret, law: Sequence[Mapping[FinalOutcome, Fraction]]) -> Fraction:
    """The chance of a view, given its outcome and what is hidden; 0 where it cannot come about then."""
    deal, unseen = secret
    weight = leaf.weights.get(unseen, {}).get(deal, 0)
    return leaf.scale * weight / law[deal][FinalOutcome(leaf.outcome, unseen)]


def _told_apart(
    leaf: Leaf,
    leaves: Sequence[Leaf],
    law: Sequence[Mapping[FinalOutcome, Fraction]],
    deals: Sequence[Deal],
    pair: tuple[Secret, Secret],
) -> str:
    """Put a leak into words: the view, the two situations it tells apart, and how likely it is in each.

    The variation is the total variation distance between the two distributions of views, given the outcome; 1: they
    are always told apart.
    """
    alike = [other for other in leaves if other.outcome == leaf.outcome]
    apart = (abs(_chance(at, pair[0], law) - _chance(at, pair[1], law)) for at in alike)
    first, second = (deals[deal].words() + _unseen_words(unseen) for deal, unseen in pair)
    one, other = (str(_chance(leaf, secret, law)) for secret in pair)
    variation, view = str(sum(apart, Fraction(0)) / 2), " | ".join(leaf.view)
    outcome, situations = outcome_words(leaf.outcome), {"first": first, "second": second}
    chances = {"one": one, "other": other, "variation": variation}
    return sentence("proof.leak", outcome=outcome, view=view, **situations, **chances)


def outcome_words(outcome: Outcome) -> str:
    """Return an outcome as people would say it: each run's card, whether it was drawn."""
    own = outcome.card or sentence("proof.none")
    own = sentence("proof.drawn", card=own) if outcome.drawn else own
    return template("proof.then").join([*map(outcome_words, outcome.before), own])


def _unseen_words(unseen: Iterable[Unseen]) -> str:
    """What went unseen to whom, as it follows a deal or an outcome."""
    return "".join(sentence("proof.unseen", card=face, owner=owner) for owner, face in unseen)


def _law_words(law: Mapping[FinalOutcome, Fraction]) -> str:
    """A deal's law, end by end, in a fixed order."""
    parts = [
        f"{outcome_words(end.outcome)}{_unseen_words(end.unseen)} {chance}"
        for end, chance in sorted(law.items(), key=str)
    ]
    return "; ".join(parts)


# ----------------------------------------------------------------------------------------------------
# Hidden states of a table with exact weights: equal ones combined, scrambled piles spread over their orders.


States = Sequence[tuple[Faces, Weights]]
"""Tables, each with a weight for every deal that may have led to it."""


def combine(states: Iterable[tuple[Faces, Weights]]) -> list[tuple[Faces, Weights]]:
    """Merge equal tables, adding their weights deal by deal.

    All of them have cards on the same places: they share a view.
    """
    found: dict[tuple[Face, ...], tuple[Faces, Weights]] = {}
    key_of: Callable[[Faces], tuple[Face, ...]] | None = None
    for faces, weights in states:
        key_of = key_of or reader(sorted(faces))
        key = key_of(faces)
        if key in found:
            _add(found[key][1], weights)
        else:
            found[key] = (faces, dict(weights))
    return list(found.values())


def _add(sums: Weights, weights: Weights) -> None:
    """Add weights up, deal by deal."""
    for deal, weight in weights.items():
        sums[deal] = sums.get(deal, 0) + weight


def fixed_order(piles: Sequence[Row]) -> Callable[[Faces], Faces]:
    """Return how to lay these piles in one fixed order, standing for all orders.

    So tables that differ only in the order of scrambled piles become equal, and are combined.
    """
    places, size = flat(piles), len(piles[0])
    look, cuts = reader(places), range(0, len(places), size)

    def lay(faces: Faces) -> Faces:
        cards = look(faces)
        faces.update(
            zip(places, chain.from_iterable(sorted([cards[i : i + size] for i in cuts])), strict=True)
        )
        return faces

    return lay


def arrangements(hit: Sequence[Row], rest: Sequence[Row]) -> Callable[[Faces], Iterator[tuple[Faces, int]]]:
    """Return how to yield every way the piles can come to lie at ``hit`` that looks different, and its weight.

    The piles left over lie at ``rest`` in one fixed order, standing for all orders.  A weight is the number of
    orders that look so; all of them together are the permutations of so many piles out of all.
    """
    places, size = flat((*hit, *rest)), len(hit[0])
    look, cuts = reader(places), range(0, len(places), size)

    def spread(faces: Faces) -> Iterator[tuple[Faces, int]]:
        cards = look(faces)
        contents = [cards[i : i + size] for i in cuts]
        # all piles differ and all of them are touched: every order is another table, none comes twice
        if not rest and len(set(contents)) == len(contents):
            for order in permutations(contents):
                arranged = faces.copy()
                arranged.update(zip(places, chain.from_iterable(order), strict=True))
                yield arranged, 1
            return
        # else equal piles are not told apart: each sequence once, with the number of orders that look so
        stock = Counter(contents)
        for chosen, times in _choices(stock, len(hit)):
            arranged = faces.copy()
            left = sorted(stock.elements())  # the generator has taken the chosen ones out
            arranged.update(zip(places, chain.from_iterable((*chosen, *left)), strict=True))
            yield arranged, times

    return spread


def _spread(states: States, hit: Sequence[Row], rest: Sequence[Row]) -> Iterator[tuple[Faces, Weights]]:
    """Yield hidden states with some piles spread over their orders.

    Different tables stay different, since each stood for all orders: there is nothing to combine.
    """
    ways = arrangements(hit, rest)
    for faces, weights in states:
        for arranged, times in ways(faces):
            more = {deal: weight * times for deal, weight in weights.items()} if times > 1 else weights
            yield arranged, more


def reader(places: Sequence[Place]) -> Callable[[Faces], tuple[Face, ...]]:
    """Return how to read the cards at these places, in this order."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda faces: tuple(map(faces.__getitem__, places))


Content = tuple[Face, ...]


def _choices(stock: Counter[Content], count: int) -> Iterator[tuple[tuple[Content, ...], int]]:
    """Yield each different sequence of ``count`` contents and in how many ways it can be taken."""
    if count == 0:
        yield (), 1
        return
    for content in list(stock):
        ways = stock[content]
        if ways:
            stock[content] -= 1
            for tail, times in _choices(stock, count - 1):
                yield (content, *tail), ways * times
            stock[content] += 1


def swallows(op: ops.Mixing, piles: Sequence[Row]) -> bool:
    """Tell whether a scramble mixes at least these piles, each whole in one of its own, at the same rows.

    Then the order in which they lay before it makes no difference to anything that follows.
    """
    whole = [(pile, mixed) for pile in piles for mixed in op.piles if {*pile} <= {*mixed}]
    rows = {tuple(map(mixed.index, pile)) for pile, mixed in whole}
    return len(whole) == len(piles) and len(rows) == 1


def by_unseen(
    states: Iterable[tuple[Faces, Weights]], unseen: Callable[[Faces], tuple[Unseen, ...]]
) -> dict[tuple[Unseen, ...], Weights]:
    """Add the weights up deal by deal, apart for each thing left unseen: a drawn card, a gate's outputs."""
    found: dict[tuple[Unseen, ...], Weights] = {}
    for faces, weights in states:
        _add(found.setdefault(unseen(faces), {}), weights)
    return found


# ----------------------------------------------------------------------------------------------------
# What else the verifier objects to: cards left behind or lost, answers nobody asked for, other cards than told.
#
# A run may have the right law and a quiet view and still lose a card.  When all is done nothing may lie on the
# table but what was played.  Then every extra card is in the box, since only extra cards go there, and every card
# of the game at home, since it can leave the table only to an owner who held it, or unseen from the deck to the
# owner whom the law names.


DRAWN = "drawn"
"""The area where the verifier keeps the cards that went unseen from the deck into a hand."""

Left = Callable[[Outcome], tuple[Face, ...]]
"""Which cards must lie on the table in the end, by the outcome."""

Objection = tuple[str, Weights]
"""What is wrong, and the deals in which it is."""


def played(outcome: Outcome) -> tuple[Face, ...]:
    """Return the cards that lie on the table when all is done: those that were played."""
    return tuple(one.card for one in (*outcome.before, outcome) if one.card is not None)


def nothing(_: Outcome) -> tuple[Face, ...]:
    """Return what lies there after a run that plays no card."""
    return ()


def left_over(wanted: Sequence[Face], surface: Mapping[Place, bool], states: States) -> Objection | None:
    """Object if anything else than these cards lies on the table in the end, or one of them not face up.

    ``wanted``: what was played; ``surface``: which places are taken; ``states``: what lies there.
    """
    for faces, weights in states:
        lying = [place for place in faces if place.area != DRAWN]
        shown = sorted((faces[place], place.area == CHOSEN and surface[place]) for place in lying)
        if shown != sorted((face, True) for face in wanted):
            found = " ".join(faces[place] for place in lying)
            return sentence("proof.left" if found else "proof.left.nothing", found=found), weights
    return None


def other_cards(op: ops.Sort | ops.Encode, states: States) -> Objection | None:
    """Object if the cards that lie open are not those the operation counts on.

    A `Sort` counts on so many markers of each owner, an `Encode` on the cards of its list.
    """
    if isinstance(op, ops.Sort):
        places, wanted = op.by, sorted(face for face, count in op.order for _ in range(count))
    else:
        places, wanted = op.cards, sorted(op.shown)
    look = reader(places)
    for faces, weights in states:
        if sorted(map(plain, look(faces))) != wanted:
            return sentence("proof.other-cards"), weights
    return None


def strange(op: ops.Reveal | ops.Choose | ops.Collect | ops.Look, view: Sequence[Face]) -> str | None:
    """Say what is wrong with what is seen: not what was announced, not asked for, or no extra card.

    ``view``: the faces, scratches and all; a scratched card counts as what it is.
    """
    faces = [*map(plain, view)]
    if isinstance(op, ops.Collect):
        return None if all(map(is_extra, faces)) else sentence("proof.boxed")
    if isinstance(op, ops.Reveal) and op.expect and not same_cards(faces, op.expect):
        return sentence("proof.announced")
    if op.ask and "".join(faces) not in op.ask:
        return sentence("proof.unasked", answer=" ".join(faces))
    return None


# ----------------------------------------------------------------------------------------------------
# What a run tells beyond its outcome, in bits: exact chances from the enumeration, every deal alike before it.
#
# The outcome is what the rules make public: the card played or none, and how many were drawn.  Whatever else is
# seen counts as told.


Sight = tuple[Outcome, Mapping[Secret, Fraction]]
"""One thing that may be seen: what the rules make public of it, and each secret's chance together with it.

Over all of them the chances add up to 1, every deal being as likely.
"""


def told(leaves: Iterable[Leaf], deals: int) -> ToldBits:
    """Return what the views say of the deal and of cards drawn unseen, given the public outcome.

    ``deals``: how many there are, each as likely.  Fractions until the logarithm.
    """
    sights = list(views_of(leaves, deals))
    before: dict[Outcome, dict[Secret, Fraction]] = {}
    for public, chances in sights:
        sums = before.setdefault(public, {})
        for hidden, chance in chances.items():
            sums[hidden] = sums.get(hidden, Fraction(0)) + chance
    whole = {public: sum(sums.values(), Fraction(0)) for public, sums in before.items()}
    bits = most = 0.0
    for public, chances in sights:
        seen = sum(chances.values(), Fraction(0)) / whole[public]
        for hidden, chance in chances.items():
            likelier = chance / (before[public][hidden] * seen)
            if likelier != 1:
                bits += float(chance) * log2(likelier)
                most = max(most, log2(likelier))
    return ToldBits(bits, most)


def views_of(leaves: Iterable[Leaf], deals: int) -> Iterator[Sight]:
    """Yield each view as something that may be seen; ``deals``: how many there are, each as likely."""
    for leaf in leaves:
        chances = {
            (deal, unseen): leaf.scale * weight / deals
            for unseen, weights in leaf.weights.items()
            for deal, weight in weights.items()
            if weight
        }
        if chances:
            yield leaf.outcome, chances


def entropy(counts: Iterable[int]) -> float:
    """Return the bits it takes to say which of several groups something is in, by their sizes; 0 for one group."""
    sizes = [count for count in counts if count]
    return -sum(size / sum(sizes) * log2(size / sum(sizes)) for size in sizes) if len(sizes) > 1 else 0.0


# ----------------------------------------------------------------------------------------------------


def drawn_unseen(faces: Faces) -> tuple[Unseen, ...]:
    """Return the cards that were drawn unseen, in their order, and whose they are now.

    A mark on a card makes it no other card.
    """
    drawn = sorted(place for place in faces if place.area == DRAWN and place.row == 1)
    return tuple(Unseen(faces[place._replace(row=2)], plain(faces[place])) for place in drawn)


@dataclass(slots=True)
class Branch:
    """All hidden states that share one view so far, in the middle of a stage.

    ``known``: what the stage was given.  ``states``: tables with each deal's weight, in units of ``scale``.
    ``loose``: piles scrambled but not yet looked at: their order is still all orders.  ``answers``: of this stage,
    one an operation, so that its steps can be taken again up to here.
    """

    known: Outcome
    surface: Surface
    states: list[tuple[Faces, Weights]]
    scale: Fraction
    view: tuple[str, ...]
    loose: tuple[tuple[Row, ...], ...] = ()
    answers: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Case:
    """One enumeration: a recipe, all deals with the same public facts, and what must come out.

    ``law``: each end's chance, by the deal.  ``unseen``: reads off a table in the end what the law speaks of
    besides the outcome: cards that went unseen into a hand, a gate's outputs, who holds what.  ``left``: what must
    lie on the table in the end; None for a part, after which others follow, and where ``unseen`` says it.
    ``mark``: changes faces after an operation, for twins whose cards can be told apart by eye.
    """

    recipe: Recipe
    deals: tuple[Deal, ...]
    law: Law
    unseen: Callable[[Faces], tuple[Unseen, ...]] = drawn_unseen
    left: Left | None = None
    mark: Callable[[Op, Faces], None] | None = None

    def verify(self) -> Verdict:
        """Enumerate it and judge it."""
        return Verifier(self).run()


Begun = Callable[[Outcome], Steps[Outcome]]
"""A stage's steps, by what is known before it."""


class Point:
    """Where a stage's steps have come to by some answers: the operation that is next, or, at their end, the outcome.

    It is worked out once, for any number of tables.  A generator cannot be copied: it goes on for the first answer
    that is given here, and for others is begun anew and given the same answers.

    ``steps``: the stage's; ``known``: what they are given; ``answers``: up to here.  ``going``: the steps, at the
    point before this one; None to begin.
    """

    def __init__(
        self, steps: Begun, known: Outcome, answers: tuple[str, ...] = (), going: Steps[Outcome] | None = None
    ) -> None:
        self._made, self._answers, self._after = (steps, known), answers, dict[str, Point]()
        self._going: Steps[Outcome] | None = going or steps(known)
        self.op: Op | None = None
        try:
            for answer in answers[-1:] if going else (None, *answers):
                self.op = self._going.send(answer)  # type: ignore[arg-type]
        except StopIteration as end:
            self.op, self.end = None, end.value

    def after(self, answer: str) -> Point:
        """Return the point after one answer more."""
        if answer not in self._after:
            self._after[answer] = Point(*self._made, (*self._answers, answer), self._going)
            self._going = None
        return self._after[answer]


class Verifier:
    """Enumerates one case: its recipe over all its deals.

    One use each: `run` judges, `views` only enumerates.  Subclasses watch single operations by `_act`; ``stage``
    is the number of the stage that is followed, ``tables`` how many states were followed up to now.
    """

    def __init__(self, case: Case) -> None:
        self._case, self._deals, self._mark = case, case.deals, case.mark
        self._hands = [dict(deal.hands) for deal in case.deals]
        self._wrong: str | None = None
        self.stage = 0  # the number of the one that is followed
        self.tables = 0

    def run(self) -> Verdict:
        """Enumerate everything and judge it: what lies there in the end, the law, the views, and the bits told."""
        ends = self._stages()
        if self._case.left is not None:
            for branch in ends:
                self._object(left_over(self._case.left(branch.known), branch.surface, branch.states))
        leaves = self._leaves(ends)
        law = law_of(leaves, len(self._deals))
        leak = find_leak(leaves, law, self._deals)
        wrong = self._wrong or wrong_law(self._deals, law, self._case.law)
        beyond = told(leaves, len(self._deals))
        return Verdict(
            len(self._deals), self.tables, wrong is None, leak is None, wrong, leak, tuple(law), beyond
        )

    def views(self) -> list[Leaf]:
        """Enumerate everything; return every complete view that may come about, with its weights."""
        return self._leaves(self._stages())

    def _leaves(self, ends: Sequence[Branch]) -> list[Leaf]:
        """Return the ends as complete views."""
        return [
            Leaf(branch.known, by_unseen(branch.states, self._case.unseen), branch.scale, branch.view)
            for branch in ends
        ]

    # -- following -----------------------------------------------------------------------------------

    def _stages(self) -> list[Branch]:
        """Follow stage after stage, all branches of one before the next, merging between."""
        surface = Surface(dict.fromkeys((place for place, _ in self._deals[0].table), False))
        branches = [Branch(Outcome(), surface, self._opening(), Fraction(1), ())]
        for number, stage in enumerate(self._case.recipe):
            self.stage = number
            merged: dict[object, Branch] = {}
            first = cache(partial(Point, stage.steps))
            for branch in branches:
                for end in self._through(first, branch):
                    _merge(merged, end)
            branches = list(merged.values())
        return branches

    def _opening(self) -> list[tuple[Faces, Weights]]:
        """The first states: what lies there already, for each deal."""
        return combine((dict(deal.table), {number: 1}) for number, deal in enumerate(self._deals))

    def _through(self, first: Callable[[Outcome], Point], start: Branch) -> Iterator[Branch]:
        """Follow one stage from one branch along every view; yields where each ends.

        ``first``: where the stage's steps begin, by what is known.  Where a view splits, one part goes on; the others
        wait, and are taken up at the point of their answers.
        """
        # depth first: of the branches of a stage only those on one path are held at once
        waiting = [start]
        while waiting:
            branch = waiting.pop()
            point = reduce(Point.after, branch.answers, first(branch.known))
            while point.op is not None:
                branch, *others = self._act(branch, point.op)
                waiting += others
                point = point.after(branch.answers[-1])
            branch.known, branch.answers = point.end, []
            yield branch

    def _act(self, branch: Branch, op: Op) -> list[Branch]:
        """Carry one operation out on every hidden state; return the branches into which what is seen splits them."""
        self._settle(branch, op)
        self.tables += len(branch.states)
        match op:
            case ops.Heading() | ops.Cover():
                pass
            case ops.LayHand():
                branch.states = list(self._from_hands(branch, op))
            case ops.LayTop():
                branch.states = list(self._from_the_top(branch, op))
            case ops.Scramble() | ops.Spin():
                branch.loose = (*branch.loose, op.piles)
                lay = fixed_order(op.piles)
                branch.states = combine((lay(faces), weights) for faces, weights in branch.states)
            case ops.Return() | ops.Draw():
                self._go_home(branch, op)
            case ops.Reveal() | ops.Choose() | ops.Collect() | ops.Look():
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
        """Note an operation and its answer in each of these branches."""
        for branch, answer in zip(branches, answers, strict=True):
            branch.surface.note(op, answer)
            branch.answers.append(answer)
        return branches

    def _settle(self, branch: Branch, op: Op) -> None:
        """Decide which pile lies where, for the loose piles an operation touches and no others.

        A further scramble of at least the same places makes the order of the first irrelevant: nothing is spread
        then.
        """
        touched = set(ops.places_of(op))
        for piles in branch.loose:
            # of m piles, h are touched: m!/(m−h)! ways to choose them in their order, the others stay loose
            hit = tuple(pile for pile in piles if not touched.isdisjoint(pile))
            if not hit:
                continue
            rest = tuple(pile for pile in piles if pile not in hit)
            branch.loose = tuple(other for other in branch.loose if other is not piles)
            if isinstance(op, ops.Mixing) and swallows(op, piles):
                continue
            if len(rest) > 1:
                branch.loose = (*branch.loose, rest)
            branch.states = list(_spread(branch.states, hit, rest))
            # each way is as likely, so the weights stay whole numbers and the branch's scale takes the chance
            branch.scale /= perm(len(piles), len(hit))

    def _from_hands(self, branch: Branch, op: ops.LayHand) -> Iterator[tuple[Faces, Weights]]:
        """Lay a hand, as each deal has it."""
        for faces, weights in branch.states:
            for deal, weight in weights.items():
                cards = zip(op.places, self._hands[deal][op.owner], strict=True)
                yield faces | dict(cards), {deal: weight}

    def _from_the_top(self, branch: Branch, op: ops.LayTop) -> Iterator[tuple[Faces, Weights]]:
        """Lay each card that may be on top: all that the pile had, as each deal has it, and has no more, alike.

        The cards are all different.
        """
        left = 0
        for faces, weights in branch.states:
            gone = set(map(plain, faces.values()))
            for deal, weight in weights.items():
                pile = [face for face in self._hands[deal][op.owner] if face not in gone]
                left = len(pile)
                yield from (({**faces, op.place: face}, {deal: weight}) for face in pile)
        branch.scale /= left

    def _split(self, branch: Branch, op: ops.Reveal | ops.Choose | ops.Collect | ops.Look) -> list[Branch]:
        """Part a branch by what an operation shows; answers are what is shown, scratches aside.

        Taken to the box, extra cards show their kinds only if they differ between the states.
        """
        groups: dict[tuple[Face, ...], list[tuple[Faces, Weights]]] = {}
        change, look = changer(op), seer(op)
        for faces, weights in branch.states:
            if isinstance(op, LOOKS_FIRST):
                view = look(faces)
                change(faces)
            else:
                change(faces)
                view = look(faces)
            groups.setdefault(view, []).append((faces, weights))
        # checked before the branches go their ways: what is announced must hold in all of them
        for view, states in groups.items():
            if what := strange(op, view):
                self._blame(what, states[0][1])
        asks = not isinstance(op, ops.Collect) and bool(op.ask)
        found: list[Branch] = []
        for view, states in groups.items():
            shown = () if isinstance(op, ops.Collect) and len(groups) == 1 else (" ".join(view),)
            copy = replace(branch, surface=Surface(branch.surface), states=states, view=branch.view + shown)
            copy.answers = list(branch.answers)
            found += self._next([copy], op, ["".join(map(plain, view)) if asks else ""])
        return found

    def _go_home(self, branch: Branch, op: ops.Return | ops.Draw) -> None:
        """Take cards off the table; for each deal, see that their owner is the right one.

        A drawn card is kept in an area of its own, with the owner who got it.
        """
        change, places = changer(op), ops.places_of(op)
        owner = op.owner if isinstance(op, ops.Return) else DECK
        for faces, weights in branch.states:
            for face in map(faces.__getitem__, places):
                for deal in weights:
                    if plain(face) not in self._hands[deal].get(owner, ()):
                        self._blame(sentence("proof.given", card=face, owner=owner), {deal: 1})
            if isinstance(op, ops.Draw):
                number = 1 + sum(place.area == DRAWN and place.row == 1 for place in faces)
                faces[Place(DRAWN, number, 1)], faces[Place(DRAWN, number, 2)] = faces[op.place], op.owner
            change(faces)
        branch.states = combine(branch.states)

    def _object(self, found: Objection | None) -> None:
        """Keep an objection, if there is one."""
        if found is not None:
            self._blame(*found)

    def _blame(self, what: str, weights: Weights) -> None:
        """Keep what is wrong, with the first deal in which it is: the first such thing is told."""
        if not self._wrong:
            self._wrong = sentence("proof.blame", what=what, deal=self._deals[min(weights)].words())


def _merge(merged: dict[object, Branch], branch: Branch) -> None:
    """Add a branch to those waiting for the next stage, or its weight to one it is proportional to.

    Weights are divided by what they have in common, so that proportional branches have equal keys.
    """
    branch.states = combine(branch.states)
    # proportional branches become equal: what all weights have in common goes into the scale
    common = reduce(gcd, (weight for _, weights in branch.states for weight in weights.values()))
    for _, weights in branch.states:
        for deal in weights:
            weights[deal] //= common
    branch.scale *= common
    look = reader(sorted(branch.states[0][0]))
    states = frozenset((look(faces), frozenset(weights.items())) for faces, weights in branch.states)
    key = (branch.known, frozenset(branch.surface.items()), branch.loose, states)
    if key in merged:
        # the view of the first is kept: whatever it was, all that follows has the same chances after both
        merged[key].scale += branch.scale
    else:
        merged[key] = branch
