"""Exact verifier: enumerate a protocol completely and check that it is correct and leaks nothing.

The verifier takes a `Case` (a protocol, hidden deals with the same public facts, and the required
probabilities) and returns a `Verdict`. It follows every possible result of every shuffle for every deal and
adds exact fractions, without sampling or rounding. `cases` builds the cases. This module is independent of
forms and games.

Theory of operation
===================

Criteria. A protocol is *correct* if each deal leads to each outcome with exactly the required probability, and
if no card is lost: at the end, only played cards are on the table, extra cards are in their box, and all other
cards are in the right hands. A protocol is *secret* if, given the outcome, the view (all visible cards and
answers, in order) has equal distributions for all deals and for all cards drawn face down.

State. The verifier follows all deals at the same time. A `ViewBranch` represents one view so far. It contains
the possible hidden states of this view. Each state is a table (a face for every place) with one integer weight
per deal. Weight times the scale of the branch is the probability of this view and this table, given the deal.
Integers keep the inner loops fast; only the scale is a fraction.

Transitions. Every operation acts on all states of a branch:

- Operations that only move cards change each table, but no weight.
- Operations that show cards (`Reveal`, `Choose`, `Collect`, `Look`) split the branch into one branch per view.
- `LayHand` replaces each state by one state per deal, because the hand depends on the deal.
- `LayTop` multiplies the states, because any card of the draw pile may be on top. The scale is divided by the
  number of candidates.
- `Scramble` and `Spin` would multiply the states by the number of orders, so they are evaluated lazily. The
  piles become *loose*: their contents are laid in one fixed order, which represents all orders, and equal
  tables are combined. When a later operation touches loose piles, they are replaced by all possible contents,
  and the scale is divided by the number of ordered choices. If this operation shuffles the same piles, nothing
  is replaced, because the earlier order is irrelevant.

Protocols are generators, which cannot be copied, and branches with different answers continue differently. A
`Point` caches the position of a stage's generator after a sequence of answers, and restarts the generator for
every other continuation.

Merging. The number of views grows quickly, so branches are merged between stages. Two branches are merged if
their outcomes, visible tables and loose piles are equal, and their weights agree up to one common factor. Such
branches have the same probabilities of secrets and later events, up to this factor. The verifier follows only
one of them, with the sum of both scales. Merging within a stage would be wrong, because the generator may have
stored an earlier answer. Between stages, a `Stage` receives only the outcome of the previous stage.

Judgement. At the end, each branch is a `Leaf`: a complete view with the weights of its secrets. A secret is the
deal together with the cards drawn face down. `sum_probabilities` adds the leaves for each result, and
`find_wrong_probabilities` compares the sums with the required probabilities. `find_leak` compares the
probability of each view, given the outcome, between all secrets. `measure_leak` measures the same dependence in
bits. Independently of both, the verifier objects to lost, forgotten or misplaced cards, and to unrequested
answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import chain, permutations
from math import gcd, log2, perm
from operator import itemgetter, sub
from typing import NamedTuple

from facilitator.i18n.catalogue import sentence, template
from facilitator.operations import definitions as ops
from facilitator.operations import effects
from facilitator.operations.definitions import CHOSEN, Op, Place, Row
from facilitator.operations.effects import Faces, VisibleTable, make_changer, make_reader
from facilitator.operations.faces import DECK, Face, is_extra, remove_scratches
from facilitator.operations.perform import Outcome, Recipe, Steps
from facilitator.protocols.layout import flat

# ----------------------------------------------------------------------------------------------------
# Results of an enumeration and how they are judged: the probabilities of the outcomes, and leaks in the view.


class Deal(NamedTuple):
    """Possible distribution of hidden cards before a protocol.

    All deals of a case have equal hand sizes, equal sets of cards, and equal face-up cards.

    Attributes:
        hands: Owners and their cards.
        table: Face-down cards on the table, with their places.
    """

    hands: tuple[tuple[str, tuple[Face, ...]], ...] = ()
    table: tuple[tuple[Place, Face], ...] = ()

    def words(self) -> str:
        """Return a description of the deal for reports."""
        held = [
            sentence("proof.holds" if cards else "proof.holds.nothing", owner=owner, cards=" ".join(cards))
            for owner, cards in self.hands
        ]
        return "; ".join(held) or " ".join(face for _, face in self.table)


class Unseen(NamedTuple):
    """Card that remains face down at the end of a protocol, with its owner.

    Either it was drawn face down, or later protocol parts use it.
    """

    owner: str
    face: Face


def unseen_to(owner: str, cards: Iterable[Face]) -> tuple[Unseen, ...]:
    """Return face-down cards of an owner."""
    return tuple(Unseen(owner, face) for face in cards)


class FinalOutcome(NamedTuple):
    """Result of an attempt: the public outcome, and the cards drawn face down.

    Players know only the public outcome, but the required probabilities depend on both.

    Attributes:
        outcome: Public outcome.
        unseen: Cards drawn face down, in the order of the draws.
    """

    outcome: Outcome
    unseen: tuple[Unseen, ...] = ()


Chances = Mapping[FinalOutcome, Fraction]
"""Probability of each result."""

Law = Callable[[Deal], Chances]
"""Function from a deal to the required probability of each result."""

Weights = dict[int, int]
"""Weight of a hidden state for each deal index. The probability is the weight multiplied by the branch's scale."""


@dataclass(frozen=True, slots=True)
class LeakedBits:
    """Information about the secrets that views reveal beyond the outcome, if all deals are equally likely.

    For a secret protocol, both values are 0.

    Attributes:
        bits: Average number of bits (mutual information between view and secret).
        most: Largest number of bits in a single view. A view with 1 bit doubles the probability of some deal.
    """

    bits: float = 0.0
    most: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of the verifier for one case.

    Attributes:
        cases: Number of deals.
        tables: Number of hidden states that were followed, as a measure of the work.
        correct: Whether the protocol is correct.
        secret: Whether the protocol is secret.
        wrong: Description of an error, or None.
        leak: Description of a view that distinguishes two secrets with the same outcome, or None.
        law: Probability of each result, for each deal.
        leaked: Leaked information.
    """

    cases: int
    tables: int
    correct: bool
    secret: bool
    wrong: str | None
    leak: str | None
    law: tuple[Chances, ...]
    leaked: LeakedBits = LeakedBits()


@dataclass(slots=True)
class Leaf:
    """Complete view of a protocol, with its outcome and the possible secrets.

    Attributes:
        outcome: Public outcome.
        weights: For each tuple of cards that remain face down, the weight of each deal, such as ``{(): {0: 3}}``.
            The key 0 is the index of the deal.
        scale: Factor that turns a weight into a probability. A weight multiplied by it is the probability of this
            view and of these face-down cards, given the deal.
        view: Visible cards and answers, in order.
    """

    outcome: Outcome
    weights: dict[tuple[Unseen, ...], Weights]
    scale: Fraction
    view: tuple[str, ...]


Secret = tuple[int, tuple[Unseen, ...]]
"""Hidden information: the deal index, and the cards drawn face down."""


def sum_probabilities(leaves: Iterable[Leaf], deals: int) -> list[dict[FinalOutcome, Fraction]]:
    """Return the probabilities of all results for each deal, added up over all views.

    Args:
        leaves: All complete views.
        deals: Number of deals.

    Returns:
        One mapping per deal, in the order of the deals.
    """
    law: list[dict[FinalOutcome, Fraction]] = [{} for _ in range(deals)]
    for leaf in leaves:
        for unseen, weights in leaf.weights.items():
            end = FinalOutcome(leaf.outcome, unseen)
            for deal, weight in weights.items():
                law[deal][end] = law[deal].get(end, Fraction(0)) + leaf.scale * weight
    return law


def find_wrong_probabilities(deals: Sequence[Deal], law: Sequence[Chances], demanded: Law) -> str | None:
    """Return a description of the first deal with wrong outcome probabilities, or None.

    Args:
        deals: All deals.
        law: Actual probabilities of the results, for each deal.
        demanded: Function from a deal to the required probabilities.
    """
    for deal, found in zip(deals, law, strict=True):
        wanted = {end: chance for end, chance in demanded(deal).items() if chance}
        if dict(found) != wanted:
            laws = {"wanted": _describe_law(wanted), "found": _describe_law(found)}
            return sentence("proof.wrong", deal=deal.words(), **laws)
    return None


def find_leak(leaves: Sequence[Leaf], law: Sequence[Chances], deals: Sequence[Deal]) -> str | None:
    """Return a description of the first view that leaks, or None.

    A view leaks if its probability, given the outcome, is different for two secrets. A secret consists of the
    deal and the cards drawn face down.

    Args:
        leaves: All complete views.
        law: Probabilities of the results, for each deal.
        deals: All deals.
    """
    for leaf in leaves:
        ends = ((deal, end) for deal, ends in enumerate(law) for end in ends)
        secrets = [(deal, end.unseen) for deal, end in ends if end.outcome == leaf.outcome]
        chances = [_get_view_probability(leaf, secret, law) for secret in secrets]
        for secret, chance in zip(secrets, chances, strict=True):
            if chance != chances[0]:
                return _describe_leak(leaf, (secrets[0], secret), leaves, law, deals)
    return None


def _describe_leak(
    leaf: Leaf,
    both: tuple[Secret, Secret],
    leaves: Sequence[Leaf],
    law: Sequence[Chances],
    deals: Sequence[Deal],
) -> str:
    """Return a description of a view whose probabilities are different for two secrets."""
    first, second = (deals[deal].words() + _describe_unseen(unseen) for deal, unseen in both)
    one, other = (_get_view_probability(leaf, secret, law) for secret in both)
    numbers = {"one": one, "other": other, "variation": _measure_variation(leaves, leaf.outcome, both, law)}
    said = {name: str(number) for name, number in numbers.items()}
    outcome, view = outcome_words(leaf.outcome), " | ".join(leaf.view)
    return sentence("proof.leak", outcome=outcome, view=view, first=first, second=second, **said)


def _get_view_probability(view: Leaf, secret: Secret, law: Sequence[Chances]) -> Fraction:
    """Return the probability of a view, given its outcome and the secret."""
    deal, unseen = secret
    weight = view.weights.get(unseen, {}).get(deal, 0)
    return view.scale * weight / law[deal][FinalOutcome(view.outcome, unseen)]


def _measure_variation(
    leaves: Iterable[Leaf], outcome: Outcome, both: tuple[Secret, Secret], law: Sequence[Chances]
) -> Fraction:
    """Return the total variation distance of the views after an outcome, given one secret or the other.

    It is 0 for equal distributions of views, and 1 for disjoint ones.
    """
    views = [view for view in leaves if view.outcome == outcome]
    one, other = ([_get_view_probability(view, secret, law) for view in views] for secret in both)
    return sum(map(abs, map(sub, one, other)), Fraction(0)) / 2


def outcome_words(outcome: Outcome) -> str:
    """Return a description of an outcome: the played card and the draws of each attempt."""
    own = outcome.card or sentence("proof.none")
    own = sentence("proof.drawn", card=own) if outcome.drawn else own
    return template("proof.then").join([*map(outcome_words, outcome.before), own])


def _describe_unseen(unseen: Iterable[Unseen]) -> str:
    return "".join(sentence("proof.unseen", card=face, owner=owner) for owner, face in unseen)


def _describe_law(law: Chances) -> str:
    parts = [
        f"{outcome_words(end.outcome)}{_describe_unseen(end.unseen)} {chance}"
        for end, chance in sorted(law.items(), key=str)
    ]
    return "; ".join(parts)


# ----------------------------------------------------------------------------------------------------
# Hidden states of a table with exact weights: combining equal states, spreading shuffled piles over their orders.


State = tuple[Faces, Weights]
States = Iterable[State]
"""Tables, each with its weights."""


def combine(states: States) -> list[State]:
    """Merge states with equal tables, and add their weights deal by deal.

    All tables must have cards on the same places.
    """
    found: dict[tuple[Face, ...], State] = {}
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
    for deal, weight in weights.items():
        sums[deal] = sums.get(deal, 0) + weight


def fixed_order(piles: Sequence[Row]) -> Callable[[Faces], Faces]:
    """Return a function that sorts these piles of a table, because all their orders are equally likely.

    Tables that differ only in the order of shuffled piles then become equal.
    """
    places, size = flat(piles), len(piles[0])
    look, cuts = reader(places), range(0, len(places), size)

    def lay(faces: Faces) -> Faces:
        cards = look(faces)
        piles_in_order = sorted([cards[i : i + size] for i in cuts])
        faces.update(zip(places, chain.from_iterable(piles_in_order), strict=True))
        return faces

    return lay


def arrangements(hit: Sequence[Row], rest: Sequence[Row]) -> Callable[[Faces], Iterator[tuple[Faces, int]]]:
    """Return a function that yields every possible arrangement of shuffled piles on a table, with its weight.

    Piles are chosen for the places `hit` in every order. The piles at the other places are sorted. If
    different choices look alike, they are yielded once, and the weight is their number.

    Args:
        hit: Places of the piles that the next operation touches.
        rest: Places of the other shuffled piles.
    """
    places, size = flat((*hit, *rest)), len(hit[0])
    look, cuts = reader(places), range(0, len(places), size)

    def spread(faces: Faces) -> Iterator[tuple[Faces, int]]:
        cards = look(faces)
        contents = [cards[i : i + size] for i in cuts]
        # Fast path: if all piles are different and all are touched, each order gives a different table.
        if not rest and len(set(contents)) == len(contents):
            for order in permutations(contents):
                arranged = faces.copy()
                arranged.update(zip(places, chain.from_iterable(order), strict=True))
                yield arranged, 1
            return
        # Equal piles can be exchanged: yield each sequence once, weighted by the number of orders that give it.
        stock = Counter(contents)
        for chosen, times in _iter_choices(stock, len(hit)):
            arranged = faces.copy()
            left = sorted(stock.elements())  # `_iter_choices` has removed the chosen piles
            arranged.update(zip(places, chain.from_iterable((*chosen, *left)), strict=True))
            yield arranged, times

    return spread


def _spread_piles(states: States, hit: Sequence[Row], rest: Sequence[Row]) -> Iterator[State]:
    """Yield the hidden states with the piles at `hit` in every possible order (see `arrangements`)."""
    ways = arrangements(hit, rest)
    for faces, weights in states:
        for arranged, times in ways(faces):
            more = {deal: weight * times for deal, weight in weights.items()} if times > 1 else weights
            yield arranged, more


def reader(places: Sequence[Place]) -> Callable[[Faces], tuple[Face, ...]]:
    """Return a function that returns the faces at these places of a table."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda faces: tuple(map(faces.__getitem__, places))


Content = tuple[Face, ...]


def _iter_choices(stock: Counter[Content], count: int) -> Iterator[tuple[tuple[Content, ...], int]]:
    """Yield each different sequence of `count` piles from the stock, with the number of ways to choose it."""
    if count == 0:
        yield (), 1
        return
    for content in list(stock):
        ways = stock[content]
        if ways:
            stock[content] -= 1
            for tail, times in _iter_choices(stock, count - 1):
                yield (content, *tail), ways * times
            stock[content] += 1


def supersedes_shuffle(op: ops.Mixing, piles: Sequence[Row]) -> bool:
    """Return whether a shuffle makes an earlier shuffle of these piles irrelevant.

    Each earlier pile must be part of a new pile, always at the same positions.
    """
    whole = [(pile, mixed) for pile in piles for mixed in op.piles if {*pile} <= {*mixed}]
    rows = {tuple(map(mixed.index, pile)) for pile, mixed in whole}
    return len(whole) == len(piles) and len(rows) == 1


def group_by_unseen(
    states: States, unseen: Callable[[Faces], tuple[Unseen, ...]]
) -> dict[tuple[Unseen, ...], Weights]:
    """Add up the weights of all states with the same face-down cards.

    Args:
        states: States to group.
        unseen: Function that returns the face-down cards of a state.
    """
    found: dict[tuple[Unseen, ...], Weights] = {}
    for faces, weights in states:
        _add(found.setdefault(unseen(faces), {}), weights)
    return found


# ----------------------------------------------------------------------------------------------------
# Other objections of the verifier: lost cards, cards left on the table, unrequested answers, unexpected cards.
#
# An attempt can have the right probabilities and a secret view and still lose a card. At the end only the played
# cards may lie on the table. This is sufficient. Every extra card is then in the box, because only extra cards are
# put there. Every other card is with its owner, because a card leaves the table only to an owner who held it
# before or, face down, from the draw pile to the owner whom the rules name.


DRAWN = "drawn"
"""Area in which the verifier stores cards that were drawn face down into a hand."""

Left = Callable[[Outcome], tuple[Face, ...]]
"""Function from the outcome to the cards required on the table at the end."""

Objection = tuple[str, Weights]
"""Description of an error, and the affected deals (as keys)."""


def list_played_cards(outcome: Outcome) -> tuple[Face, ...]:
    """Return the played cards of an outcome and its earlier outcomes."""
    return tuple(result.card for result in (*outcome.before, outcome) if result.card is not None)


def return_no_cards(_: Outcome) -> tuple[Face, ...]:
    """Return no cards, for attempts that leave no card on the table."""
    return ()


def check_leftover(wanted: Sequence[Face], surface: Mapping[Place, bool], states: States) -> Objection | None:
    """Return an objection unless exactly the played cards lie face up on the table.

    Args:
        wanted: Played cards.
        surface: Visible table at the end: each occupied place, with True for a face-up card.
        states: Hidden states at the end.
    """
    for faces, weights in states:
        lying = [place for place in faces if place.area != DRAWN]
        shown = sorted((faces[place], place.area == CHOSEN and surface[place]) for place in lying)
        if shown != sorted((face, True) for face in wanted):
            found = " ".join(faces[place] for place in lying)
            return sentence("proof.left" if found else "proof.left.nothing", found=found), weights
    return None


def check_expected_cards(op: ops.Sort | ops.Encode, states: States) -> Objection | None:
    """Return an objection if the face-up cards differ from the cards that an operation expects.

    A `Sort` expects a number of markers of each owner. An `Encode` expects the cards of its printed list.
    """
    if isinstance(op, ops.Sort):
        places, wanted = op.by, sorted(face for face, count in op.order for _ in range(count))
    else:
        places, wanted = op.cards, sorted(op.shown)
    look = reader(places)
    for faces, weights in states:
        if sorted(map(remove_scratches, look(faces))) != wanted:
            return sentence("proof.other-cards"), weights
    return None


def find_wrong_cards(
    op: ops.Reveal | ops.Choose | ops.Collect | ops.Look, view: Sequence[Face]
) -> str | None:
    """Return a description of an error in the cards that an operation shows, or None.

    Errors are cards or answers that the operation does not accept, and play cards that would be put into the
    box of extra cards.

    Args:
        op: Operation that shows the cards.
        view: Visible faces. Scratches are ignored.
    """
    faces = [*map(remove_scratches, view)]
    if isinstance(op, ops.Collect):
        return None if all(map(is_extra, faces)) else sentence("proof.boxed")
    if isinstance(op, ops.Reveal) and op.expect and not effects.same_cards(faces, op.expect):
        return sentence("proof.announced")
    if op.ask and "".join(faces) not in op.ask:
        return sentence("proof.unasked", answer=" ".join(faces))
    return None


# ----------------------------------------------------------------------------------------------------
# The leak of an attempt in bits, from the exact probabilities of the enumeration. All deals are equally likely.
#
# The rules make the outcome public: the played card, if any, and the number of drawn cards. Any other information
# in the view counts as leaked.


Sight = tuple[Outcome, Mapping[Secret, Fraction]]
"""Public outcome of a view, and the joint probability of this view with each secret."""


def measure_leak(leaves: Iterable[Leaf], deals: int) -> LeakedBits:
    """Return the information about the secrets that the views reveal beyond the outcome.

    Args:
        leaves: All complete views.
        deals: Number of deals, all equally likely.
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
    return LeakedBits(bits, most)


def views_of(leaves: Iterable[Leaf], deals: int) -> Iterator[Sight]:
    """Yield each possible view with the probabilities of its secrets.

    Args:
        leaves: All complete views.
        deals: Number of deals, all equally likely.
    """
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
    """Return the entropy, in bits, of a partition into groups of these sizes."""
    sizes = [count for count in counts if count]
    return -sum(size / sum(sizes) * log2(size / sum(sizes)) for size in sizes) if len(sizes) > 1 else 0.0


# ----------------------------------------------------------------------------------------------------


def drawn_unseen(faces: Faces) -> tuple[Unseen, ...]:
    """Return the cards drawn face down, in order, with their new owners.

    Scratches on the cards are ignored.
    """
    drawn = sorted(place for place in faces if place.area == DRAWN and place.row == 1)
    return tuple(Unseen(faces[place._replace(row=2)], remove_scratches(faces[place])) for place in drawn)


@dataclass(slots=True)
class ViewBranch:
    """View of a protocol so far, with all possible hidden states.

    Attributes:
        known: Outcome of the previous stage.
        surface: Visible table.
        states: Possible tables with their weights.
        scale: Factor from a weight to a probability.
        view: Visible cards and answers so far.
        loose: Groups of shuffled piles in unknown order.
        answers: Answers in the current stage, one per operation.
    """

    known: Outcome
    surface: VisibleTable
    states: list[State]
    scale: Fraction
    view: tuple[str, ...]
    loose: tuple[tuple[Row, ...], ...] = ()
    answers: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Case:
    """Input of the verifier: a protocol, possible deals, and the required result.

    Attributes:
        recipe: Protocol.
        deals: All deals.
        law: Function from a deal to the required probability of each result.
        unseen: Function from a table to the cards that remain face down.
        left: Function from the outcome to the cards required on the table. If None, the table is not checked.
        mark: Function that changes faces after an operation. Faulty variants use it for recognisable cards.
    """

    recipe: Recipe
    deals: tuple[Deal, ...]
    law: Law
    unseen: Callable[[Faces], tuple[Unseen, ...]] = drawn_unseen
    left: Left | None = None
    mark: Callable[[Op, Faces], None] | None = None

    def verify(self) -> Verdict:
        """Verify the protocol on all deals."""
        return Verifier(self).run()


Begun = Callable[[Outcome], Steps[Outcome]]
"""Function from the previous stage's outcome to the steps of a stage."""


class Point:
    """Position in a stage after a sequence of answers. Branches with equal answers share a point.

    A generator cannot be copied. The existing generator receives the first answer that is tried at a point.
    For each other answer, a new generator is started and receives the earlier answers first.

    Attributes:
        op: Next operation, or None at the end of the stage.
        end: Outcome of the stage, if `op` is None.

    Args:
        steps: Function that returns a new generator of the stage.
        known: Outcome of the previous stage.
        answers: Answers up to this point.
        going: Existing generator that waits for the last answer, or None.
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

    def follow_answer(self, answer: str) -> Point:
        """Return the position that follows an answer."""
        if answer not in self._after:
            self._after[answer] = Point(*self._made, (*self._answers, answer), self._going)
            self._going = None
        return self._after[answer]


def _group_by_view(states: States, op: Op) -> dict[tuple[Face, ...], list[State]]:
    """Apply an operation to hidden states, and return the states by the faces that the operation shows."""
    groups: dict[tuple[Face, ...], list[State]] = {}
    change, look = make_changer(op), make_reader(op)
    for faces, weights in states:
        if isinstance(op, effects.LOOKS_FIRST):
            view = look(faces)
            change(faces)
        else:
            change(faces)
            view = look(faces)
        groups.setdefault(view, []).append((faces, weights))
    return groups


class Verifier:
    """Exact verification of one case. All hidden states of all deals are followed through the protocol.

    Each instance is used once: call either `run` or `views`. Subclasses override `_act` to observe single
    operations.

    Attributes:
        stage: Index of the current stage.
        tables: Number of hidden states followed so far.
    """

    def __init__(self, case: Case) -> None:
        self._case, self._deals, self._mark = case, case.deals, case.mark
        self._hands = [dict(deal.hands) for deal in case.deals]
        self._wrong: str | None = None
        self.stage = 0
        self.tables = 0

    def run(self) -> Verdict:
        """Follow the protocol to its end, and return the verdict."""
        branches = self._follow_stages()
        if self._case.left is not None:
            for branch in branches:
                self._object(check_leftover(self._case.left(branch.known), branch.surface, branch.states))
        leaves = self._leaves(branches)
        law = sum_probabilities(leaves, len(self._deals))
        leak = find_leak(leaves, law, self._deals)
        wrong = self._wrong or find_wrong_probabilities(self._deals, law, self._case.law)
        beyond = measure_leak(leaves, len(self._deals))
        correct, secret = wrong is None, leak is None
        return Verdict(len(self._deals), self.tables, correct, secret, wrong, leak, tuple(law), beyond)

    def views(self) -> list[Leaf]:
        """Follow the protocol to its end, and return every complete view."""
        return self._leaves(self._follow_stages())

    def _leaves(self, branches: Sequence[ViewBranch]) -> list[Leaf]:
        return [
            Leaf(branch.known, group_by_unseen(branch.states, self._case.unseen), branch.scale, branch.view)
            for branch in branches
        ]

    # -- following -----------------------------------------------------------------------------------

    def _follow_stages(self) -> list[ViewBranch]:
        """Follow all stages, and return the final branches.

        After each stage, branches with equal outcomes, equal visible tables and proportional weights are
        merged.
        """
        surface = VisibleTable(dict.fromkeys((place for place, _ in self._deals[0].table), False))
        branches = [ViewBranch(Outcome(), surface, self._opening(), Fraction(1), ())]
        for number, stage in enumerate(self._case.recipe):
            self.stage = number
            merged: dict[object, ViewBranch] = {}
            first = cache(partial(Point, stage.steps))
            for branch in branches:
                for end in self._follow_stage(first, branch):
                    _add_branch(merged, end)
            branches = list(merged.values())
        return branches

    def _opening(self) -> list[State]:
        return combine((dict(deal.table), {number: 1}) for number, deal in enumerate(self._deals))

    def _follow_stage(self, first: Callable[[Outcome], Point], start: ViewBranch) -> Iterator[ViewBranch]:
        """Run one stage with every possible view, and yield the branch at the end of each run.

        Args:
            first: Function from the previous outcome to the first point of the stage.
            start: Branch at the beginning of the stage.
        """
        # Depth first, so that memory holds only the branches along one path at a time.
        waiting = [start]
        while waiting:
            branch = waiting.pop()
            point = reduce(Point.follow_answer, branch.answers, first(branch.known))
            while point.op is not None:
                branch, *others = self._act(branch, point.op)
                waiting += others
                point = point.follow_answer(branch.answers[-1])
            branch.known, branch.answers = point.end, []
            yield branch

    def _act(self, branch: ViewBranch, op: Op) -> list[ViewBranch]:
        """Apply one operation to every hidden state, and return the resulting branches."""
        self._settle(branch, op)
        self.tables += len(branch.states)
        match op:
            case ops.Heading() | ops.Cover():
                pass
            case ops.LayHand():
                branch.states = list(self._lay_hand(branch, op))
            case ops.LayTop():
                branch.states = list(self._lay_top(branch, op))
            case ops.Scramble() | ops.Spin() | ops.Stir():
                branch.loose = (*branch.loose, op.piles)
                lay = fixed_order(op.piles)
                branch.states = combine((lay(faces), weights) for faces, weights in branch.states)
            case ops.Return() | ops.Draw():
                self._go_home(branch, op)
            case ops.Reveal() | ops.Choose() | ops.Collect() | ops.Look():
                return self._split(branch, op)
            case _:
                self._change_states(branch, op)
        return self._next([branch], op, [""])

    def _change_states(self, branch: ViewBranch, op: Op) -> None:
        """Apply an operation that has the same effect on every hidden state."""
        if isinstance(op, ops.Sort | ops.Encode):
            self._object(check_expected_cards(op, branch.states))
        change = make_changer(op)
        for faces, _weights in branch.states:
            change(faces)
            if self._mark is not None:
                self._mark(op, faces)

    def _next(self, branches: list[ViewBranch], op: Op, answers: Sequence[str]) -> list[ViewBranch]:
        for branch, answer in zip(branches, answers, strict=True):
            branch.surface.note(op, answer)
            branch.answers.append(answer)
        return branches

    def _settle(self, branch: ViewBranch, op: Op) -> None:
        """Replace shuffled piles by all possible orders if an operation touches them.

        This is not necessary if the operation shuffles the same piles.
        """
        touched = set(ops.places_of(op))
        for piles in branch.loose:
            # If h of m piles are touched, there are m!/(m−h)! ordered choices. The other piles stay loose.
            hit = tuple(pile for pile in piles if not touched.isdisjoint(pile))
            if not hit:
                continue
            rest = tuple(pile for pile in piles if pile not in hit)
            branch.loose = tuple(other for other in branch.loose if other is not piles)
            if isinstance(op, ops.Mixing) and supersedes_shuffle(op, piles):
                continue
            if len(rest) > 1:
                branch.loose = (*branch.loose, rest)
            branch.states = list(_spread_piles(branch.states, hit, rest))
            # All choices are equally likely, so the weights stay integers and only the scale changes.
            branch.scale /= perm(len(piles), len(hit))

    def _lay_hand(self, branch: ViewBranch, op: ops.LayHand) -> Iterator[State]:
        """Yield the states after a hand was laid out. The cards depend on the deal."""
        for faces, weights in branch.states:
            for deal, weight in weights.items():
                cards = zip(op.places, self._hands[deal][op.owner], strict=True)
                yield faces | dict(cards), {deal: weight}

    def _lay_top(self, branch: ViewBranch, op: ops.LayTop) -> Iterator[State]:
        """Yield the states after each possible top card of the draw pile, with equal probability."""
        left = 0
        for faces, weights in branch.states:
            gone = set(map(remove_scratches, faces.values()))
            for deal, weight in weights.items():
                pile = [face for face in self._hands[deal][op.owner] if face not in gone]
                left = len(pile)
                yield from (({**faces, op.place: face}, {deal: weight}) for face in pile)
        branch.scale /= left

    def _split(
        self, branch: ViewBranch, op: ops.Reveal | ops.Choose | ops.Collect | ops.Look
    ) -> list[ViewBranch]:
        """Split a branch by the faces that an operation shows."""
        groups = _group_by_view(branch.states, op)
        # Check all views before the branches separate, because an announcement must be true in each of them.
        for view, states in groups.items():
            if what := find_wrong_cards(op, view):
                self._blame(what, states[0][1])
        asks = not isinstance(op, ops.Collect) and bool(op.ask)
        found: list[ViewBranch] = []
        for view, states in groups.items():
            shown = () if isinstance(op, ops.Collect) and len(groups) == 1 else (" ".join(view),)
            copy = replace(branch, surface=VisibleTable(branch.surface), states=states)
            copy.view, copy.answers = branch.view + shown, list(branch.answers)
            found += self._next([copy], op, ["".join(map(remove_scratches, view)) if asks else ""])
        return found

    def _go_home(self, branch: ViewBranch, op: ops.Return | ops.Draw) -> None:
        """Remove returned or drawn cards from the table, and check that their previous owner held them.

        A card drawn face down is stored in the area `DRAWN` together with its new owner.
        """
        change, places = make_changer(op), ops.places_of(op)
        owner = op.owner if isinstance(op, ops.Return) else DECK
        for faces, weights in branch.states:
            self._check_owner(owner, map(faces.__getitem__, places), weights)
            if isinstance(op, ops.Draw):
                number = 1 + sum(place.area == DRAWN and place.row == 1 for place in faces)
                faces[Place(DRAWN, number, 1)], faces[Place(DRAWN, number, 2)] = faces[op.place], op.owner
            change(faces)
        branch.states = combine(branch.states)

    def _check_owner(self, owner: str, cards: Iterable[Face], weights: Weights) -> None:
        """Record an error unless this owner held the cards in every deal."""
        for face in cards:
            for deal in weights:
                if remove_scratches(face) not in self._hands[deal].get(owner, ()):
                    self._blame(sentence("proof.given", card=face, owner=owner), {deal: 1})

    def _object(self, found: Objection | None) -> None:
        if found is not None:
            self._blame(*found)

    def _blame(self, what: str, weights: Weights) -> None:
        """Record an error with the first deal in which it occurs, unless an earlier error was recorded."""
        if not self._wrong:
            self._wrong = sentence("proof.blame", what=what, deal=self._deals[min(weights)].words())


def _add_branch(merged: dict[object, ViewBranch], branch: ViewBranch) -> None:
    """Add a branch to a dictionary, or combine it with a branch there that has the same future.

    Two branches have the same future if they differ only in their views and in a factor of all probabilities.
    """
    branch.states = combine(branch.states)
    # The common factor of all weights moves into the scale, so that proportional branches become equal.
    common = reduce(gcd, (weight for _, weights in branch.states for weight in weights.values()))
    for _, weights in branch.states:
        for deal in weights:
            weights[deal] //= common
    branch.scale *= common
    look = reader(sorted(branch.states[0][0]))
    states = frozenset((look(faces), frozenset(weights.items())) for faces, weights in branch.states)
    key = (branch.known, frozenset(branch.surface.items()), branch.loose, states)
    if key in merged:
        # Keep the view of the first branch. Everything that follows has the same probabilities after both.
        merged[key].scale += branch.scale
    else:
        merged[key] = branch
