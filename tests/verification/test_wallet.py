"""Wallet duels: a second enumeration of other make, hands that do them, and what harm each mistake does."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import log2

import pytest

from facilitator.instructions.simulate import SimulatedTable
from facilitator.operations import definitions as ops
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import BEHIND, DECK, FRONT, LEFT_END, NONE, RIGHT_END, TO_CARD, TO_TAB
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps, operations
from facilitator.operations.perform import run_stages as run_of
from facilitator.operations.purposes import Part
from facilitator.protocols.forms import FORMS, Sizes, example_layout, fingerprint, get_certified_forms
from facilitator.protocols.layout import CHOSEN_PLACE, Layout, class_code
from facilitator.protocols.recovery import build_recovery, decides, is_decided
from facilitator.protocols.wallet import FREE, HELD, wallet
from facilitator.verification.cases import GIVE_UP, VOID, deals, selection_cases
from facilitator.verification.certificate import default_specs, sabotaged_specs, verify_spec
from facilitator.verification.faulty import another_of_the_hand, list_faulty_variants, take_another_card
from facilitator.verification.substitution import OpPosition
from facilitator.verification.verifier import Case, Deal, Verifier
from judges.faults import Fault, Then, sighting
from judges.judge import Attempt
from running import perform

Chances = dict[tuple[str, ...], Fraction]
FORM = FORMS["wallet"]


# -- the second enumeration: cards, layer, half turns; nothing of the machine in it -------------------


Act = tuple[OpPosition, dict[ops.Place, str], str]
"""Where an act of the turn comes, what lies covered after it, and what everybody sees at it."""


def turn_by_hand(
    held: Sequence[str],
    order: Sequence[str],
    turned: Sequence[int],
    top: str,
    fits: Container[str],
    above: Sequence[bool] = (True,),
) -> Iterator[Act]:
    """Yield the acts of one turn, up to the last card that is looked at.

    Args:
        held: The hand as it is laid down.
        order: The hand as it was stirred, its top card first.
        turned: For each duel, whether the number of half turns is odd.
        top: Top card of the draw pile; empty if there is none.
        fits: The playable cards.
        above: For each duel in turn, whether the champion lies in front.
    """
    m = len(order)
    laid, pile = ({ops.Place(ops.PILE, i, 1): one for i, one in enumerate(hand, 1)} for hand in (held, order))
    yield OpPosition(0, 0), {}, ""
    yield OpPosition(0, 1), laid, ""
    if m > 1:
        yield OpPosition(0, 2), dict(pile), ""
    champion = pile.pop(ops.Place(ops.PILE, 1, 1))
    yield OpPosition(0, 3 if m > 1 else 2), pile | {HELD: champion, ops.layer(HELD): FRONT}, ""
    for number, odd in enumerate(turned, 1):
        challenger = pile.pop(ops.Place(ops.PILE, number + 1, 1))
        front, behind = (champion, challenger)[:: 1 if above[(number - 1) % len(above)] else -1]
        cards = {front: FRONT, behind: BEHIND}
        ends = {HELD: champion, FREE: challenger}
        yield OpPosition(number, 0), pile | in_wallet(ends, cards), ""
        ends = {HELD: challenger, FREE: champion} if odd else ends
        yield OpPosition(number, 1), pile | in_wallet(ends, cards), ""
        at_left = (ends[HELD] == front) is (front in fits)
        winner, loser = [*ends.values()][:: 1 if at_left else -1]
        dot = "left" if at_left else "right"
        yield OpPosition(number, 2), pile | in_wallet({HELD: winner, FREE: loser}, cards), dot
        champion, pile[ops.Place(ops.PILE, number + 1, 1)] = winner, loser
        yield OpPosition(number, 3), pile | {HELD: champion, ops.layer(HELD): FRONT}, ""
    yield from looked_at(OpPosition(m, 0), pile, champion, champion in fits)
    if champion not in fits:
        pile[ops.Place(ops.PILE, 1, 1)] = champion
        yield OpPosition(m, 1), dict(pile), ""
    if champion not in fits and top:
        yield OpPosition(m + 1, 0), pile | {ops.Place(ops.PILE, m + 1, 1): top}, ""
        yield OpPosition(m + 1, 1), pile | {HELD: top, ops.layer(HELD): FRONT}, ""
        yield from looked_at(OpPosition(m + 1, 2), pile, top, top in fits)
        if top not in fits:
            yield OpPosition(m + 1, 3), pile | {ops.Place(ops.PILE, m + 1, 1): top}, ""
            yield OpPosition(m + 1, 4), dict(pile), ""


def in_wallet(ends: Mapping[ops.Place, str], layers: Mapping[str, str]) -> dict[ops.Place, str]:
    """Return what lies in the wallet: at each end a card, and in which layer."""
    return dict(ends) | {ops.layer(end): layers[face] for end, face in ends.items()}


def looked_at(at: OpPosition, pile: Mapping[ops.Place, str], alone: str, fit: bool) -> Iterator[Act]:
    """Yield the final check of a card that lies in alone, and how it is played if it is playable."""
    yield at, {**pile, HELD: alone, ops.layer(HELD): FRONT}, TO_CARD if fit else TO_TAB
    if fit:
        yield OpPosition(at.stage, at.before + 1), {**pile, CHOSEN_PLACE: alone}, ""
        yield OpPosition(at.stage, at.before + 2), dict(pile), alone


def by_hand(
    hand: Sequence[str], deck: Sequence[str], fits: frozenset[str], above: Sequence[bool] = (True,)
) -> tuple[Chances, dict[str, Fraction]]:
    """Every order of the hand, every half turn, every top card: what is seen, and how it ends."""
    views: Chances = defaultdict(Fraction)
    ends: dict[str, Fraction] = defaultdict(Fraction)
    every = [*product(permutations(hand), product((0, 1), repeat=len(hand) - 1), deck or [""])]
    for order, turned, top in every:
        acts = turn_by_hand(order, order, turned, top, fits, above)
        seen = tuple(shown for _, _, shown in acts if shown)
        views[seen] += Fraction(1, len(every))
        ends[seen[-1] if seen[-1] in fits else NONE] += Fraction(1, len(every))
    return views, ends


def whole(recipe: Recipe) -> Recipe:
    """A recipe as one stage that says all it saw, so that the verifier merges no two views."""

    def steps(known: Outcome) -> Steps[Outcome]:
        seen: list[Outcome] = []
        for stage in recipe:
            going, answer = stage.steps(known), None
            try:
                while True:
                    op = going.send(answer)  # type: ignore[arg-type]
                    op = replace(op, ask=op.ask or (LEFT_END, RIGHT_END)) if isinstance(op, ops.Look) else op
                    answer = yield op
                    seen += [Outcome(answer)] if answer else []
            except StopIteration as end:
                known = end.value
        return known._replace(before=tuple(seen))

    return (Stage(ops.Heading(Part.HEAP), steps),)


def by_machine(case: Case) -> list[tuple[Chances, dict[str, Fraction]]]:
    """The same as the verifier finds it, one for each deal."""
    found: list[tuple[Chances, dict[str, Fraction]]] = [
        (defaultdict(Fraction), defaultdict(Fraction)) for _ in case.deals
    ]
    for leaf in Verifier(replace(case, recipe=whole(case.recipe))).views():
        view = tuple(str(outcome.card) for outcome in leaf.outcome.before)
        for weights in leaf.weights.values():
            for deal, weight in weights.items():
                found[deal][0][view] += leaf.scale * weight
                found[deal][1][leaf.outcome.card or NONE] += leaf.scale * weight
    return found


@pytest.mark.parametrize("sizes", [(1, 2), (2, 1, 1), (3, 1), (3, 2), (4, 1), (2, 0)])
@pytest.mark.every(2)
def test_an_independent_enumeration_finds_the_same_probabilities_and_views(sizes: tuple[int, ...]) -> None:
    for case in selection_cases(FORM, sizes):
        layout = example_layout(sizes, 0, FORM)
        fits = frozenset(next(op.fits for op in course(case.recipe) if isinstance(op, ops.Look)))
        for deal, found in zip(case.deals, by_machine(case), strict=True):
            hands = dict(deal.hands)
            assert found == by_hand(hands[layout.seat], hands[DECK], fits), deal.words()


def course(recipe: Recipe) -> list[ops.Op]:
    return list(operations(recipe))


def test_which_card_is_in_front_changes_no_probability_and_no_view(full: bool) -> None:
    """Every rule of who lies in front, and so every mixture of rules; every duel shows each end evenly."""
    duels, deck = 3 if full else 2, 1
    for above, valid in product(product((True, False), repeat=duels), (0, 2, duels + deck + 1)):
        (case,) = selection_cases(FORM, (duels + 1, deck), playable=[valid])
        layout = example_layout((duels + 1, deck), valid, FORM)
        other = Case(wallet(layout, above), case.deals, case.law, left=case.left)
        verdict = other.verify()
        assert (verdict.correct, verdict.secret, verdict.leaked.bits) == (True, True, 0)
        fits = frozenset(layout.playable)
        for deal, found in zip(case.deals, by_machine(other), strict=True):
            hands = dict(deal.hands)
            assert found == by_hand(hands["V"], hands[DECK], fits, above)
            assert found == by_hand(hands["V"], hands[DECK], fits)
        assert sum(chance for view, chance in found[0].items() if view[1] == RIGHT_END) == Fraction(1, 2)


# -- what accidents tell: the same enumeration by hand, with a card or a layer seen on the way ----------


Turn = tuple[Deal, tuple[int, ...], str, tuple[Act, ...]]
"""A deal, the half turns, the draw pile's top card, and the acts they lead to."""


def turns_by_hand(layout: Layout) -> list[Turn]:
    """Return every way a turn can go, all equally likely: any card of the hand may be laid down first."""
    found, fits = list[Turn](), frozenset(layout.playable)
    for deal in deals(layout):
        hands = dict(deal.hands)
        own, tops = hands[layout.seat], hands[DECK] or ("",)
        laid = [own[first:] + own[:first] for first in range(layout.m)]
        turns = product((0, 1), repeat=layout.m - 1)
        for held, order, turned, top in product(laid, [*permutations(own)], [*turns], tops):
            found.append((deal, turned, top, (*turn_by_hand(held, order, turned, top, fits),)))
    return found


def told_by_hand(attempt: Attempt, fault: Fault, turns: Iterable[Turn]) -> float:
    """Return the bits that the view and the accident together tell of the hidden cards, given the outcome."""
    joint = Counter[tuple[object, object, object]]()
    for deal, turned, top, acts in turns:
        if not fault.seen and fault.at.stage and turned[fault.at.stage - 1]:
            continue  # half turns that were left out
        view, unseen, outcome = list[str](), "", list[str]()
        for at, covered, shown in acts:
            view += [shown] if shown else []
            if at == fault.at:
                view += [covered[place] for place in fault.seen if place in covered]
                if fault.then is Then.HOME:
                    break
            outcome += [shown] if shown in (TO_CARD, TO_TAB, *attempt.layout.cards) else []
            unseen = top if (at.stage, shown) == (attempt.layout.m + 1, TO_TAB) else unseen
        joint[tuple(outcome), tuple(view), (deal, unseen)] += 1
    return mutual(joint)


def mutual(joint: Counter[tuple[object, object, object]]) -> float:
    """Return the mutual information of view and hidden cards, given the outcome.

    Args:
        joint: How often each outcome, view and hidden cards come together.
    """
    sums = Counter[tuple[str, object, object]]()
    for (end, view, hidden), count in joint.items():
        for key in (("end", end, ""), ("view", end, view), ("hidden", end, hidden)):
            sums[key] += count
    told = sum(
        count * log2(count * sums["end", end, ""] / (sums["view", end, view] * sums["hidden", end, hidden]))
        for (end, view, hidden), count in joint.items()
    )
    return told / joint.total()


@pytest.mark.every(3)
@pytest.mark.parametrize("sizes", [(3, 1), (2, 1, 1), (4, 1), (1, 1, 2)])
def test_no_wallet_mistake_leaks_more_than_stated(sizes: Sizes, full: bool) -> None:
    """At every operation, of every card and layer: the verifier finds the same, and no price is too low.

    With --full all of it.
    """
    for valid in range(sum(sizes) + 1) if full else (2,):
        attempt = Attempt.of(FORM, sizes, valid)
        turns = turns_by_hand(attempt.layout)
        looks = [item for item in attempt.stated.items() if item[0].kind is ops.Op]
        for fault, stated in looks[:: 1 if full else 2]:
            told = told_by_hand(attempt, fault, turns)
            assert told <= stated + 1e-9, fault
            assert told == pytest.approx(attempt.true(fault).bits, abs=1e-9), fault


@pytest.mark.parametrize(
    ("sizes", "valid", "fault", "bits"),
    [
        # a challenger seen while it goes in: if it is playable and is not played, another one is playable
        ((3, 1), 2, sighting(OpPosition(2, 0), (FREE,)), 0.708),
        # the champion of two duels seen, and the attempt cancelled: if it is not playable, none of the three is
        ((3, 1), 1, sighting(OpPosition(2, 3), (HELD,), home=True), 0.811),
        # a drawn card seen before its dot: of both answers only the first turns it over
        ((1, 1, 2), 1, sighting(OpPosition(2, 1), (HELD,)), 0.792),
        ((2, 1, 1), 1, sighting(OpPosition(3, 1), (HELD,)), 0.396),
        # a drawn card is the deck's, not the hand's
        ((3, 1), 0, sighting(OpPosition(4, 0), (ops.Place(ops.PILE, 4, 1),)), 2.0),
    ],
)
def test_the_leak_of_a_card_seen_in_the_wallet(sizes: Sizes, valid: int, fault: Fault, bits: float) -> None:
    attempt = Attempt.of(FORM, sizes, valid)
    assert told_by_hand(attempt, fault, turns_by_hand(attempt.layout)) == pytest.approx(bits, abs=5e-4)
    assert attempt.true(fault).bits == pytest.approx(bits, abs=5e-4)
    assert attempt.stated[fault] >= bits


# -- the certificate -----------------------------------------------------------------------------------


def test_every_faulty_variant_of_every_wallet_is_found() -> None:
    names = [name for name in get_certified_forms() if name.startswith("wallet")]
    assert len(names) == 7
    lines = [verify_spec(spec) for spec in sabotaged_specs(names)]
    assert [line.twin for line in lines if not line.good] == []
    assert {str(line.expected) for line in lines} == {"wrong", "leaks"}
    assert len(lines) == len([twin for twin in list_faulty_variants() if twin.form in names])


def test_cancelled_and_void_wallet_turns_reveal_only_checked_priorities() -> None:
    specs = [spec for spec in default_specs([GIVE_UP, VOID]) if spec.of.startswith("wallet")]
    lines = [verify_spec(spec) for spec in specs]
    assert {spec.form for spec in specs} == {GIVE_UP, VOID}
    assert all(line.good for line in lines), [line for line in lines if not line.good]
    told = {(line.form, line.table["form"]) for line in lines if line.bits or line.tells}
    assert told == {(VOID, "wallet-2-classes"), (VOID, "wallet-3-classes")}


def test_the_wallet_has_its_own_fingerprint() -> None:
    assert fingerprint("wallet") not in {fingerprint(name) for name in FORMS if name != "wallet"}
    assert {name: fingerprint(name) for name in ("knockout", "published", "concealed")} == {
        "knockout": "ac306bf9",
        "published": "4d9a7ee2",
        "concealed": "4b09aa33",
    }


def test_a_random_second_card_is_no_faulty_variant() -> None:
    """What is wrong with the cards aside is their order, not that one of them is taken."""
    (case,) = selection_cases(FORM, (4, 1), playable=[2])
    law = another_of_the_hand(case.law)
    for mixed in (True, False):
        twin = Case(take_another_card(case.recipe, mixed), case.deals, law, left=case.left)
        assert twin.verify().correct is mixed


# -- hands that do it ------------------------------------------------------------------------------------


HELD_CARDS = {"V": ["a", "b", "c", "d", "e"], "A": ["f"], DECK: ["g", "h", "i"]}
CARDS = tuple("abcdefghi")


def layout_for(fits: str, second: str = "", until: bool = False) -> Layout:
    owners = tuple((owner, len(cards)) for owner, cards in HELD_CARDS.items())
    if second:
        return Layout(owners, CARDS, class_code(CARDS, frozenset(fits), frozenset(second)), classes=2)
    return Layout(owners, CARDS, class_code(CARDS, frozenset(fits)), until=until)


def table(seed: int) -> SimulatedTable:
    return SimulatedTable({owner: list(cards) for owner, cards in HELD_CARDS.items()}, seed)


def all_cards(at: SimulatedTable) -> Counter[str]:
    lying = [face for place, face in at.faces.items() if place in at.surface and face in CARDS]
    return Counter(lying) + Counter(card for hand in at.hands.values() for card in hand)


@pytest.mark.parametrize(
    ("layout", "ends"),
    [
        (layout_for("abf"), {"a": 150, "b": 150}),
        (layout_for("i"), {"i": 300}),  # the deck's top card
        (layout_for("g", until=True), {"g": 300}),
        (layout_for("f"), {None: 300}),
        (layout_for("f", "de"), {"d": 150, "e": 150}),
        (layout_for("e", "abcd"), {"e": 300}),
        (layout_for("f", "abcdeghi"), dict.fromkeys("abcde", 60)),  # if none, any
    ],
)
@pytest.mark.every(2)
def test_simulated_helpers_find_a_card_and_lose_none(layout: Layout, ends: dict[str | None, int]) -> None:
    found = Counter[str | None]()
    for seed in range(300):
        at = table(seed)
        outcome = perform(run_of(wallet(layout)), at)
        found[outcome.card] += 1
        assert all_cards(at) == Counter(CARDS)
        assert set(at.surface) <= {CHOSEN_PLACE}
        assert len(at.hands["V"]) == 5 + outcome.unseen - (outcome.card in HELD_CARDS["V"])
        assert at.hands[DECK] == HELD_CARDS[DECK][: 3 - outcome.drawn]
    assert set(found) == set(ends)
    assert all(found[end] == pytest.approx(count, abs=45) for end, count in ends.items())


@pytest.mark.parametrize("layout", [layout_for("ab"), layout_for("h"), layout_for("f", "de")], ids=str)
def test_cancelling_a_wallet_attempt_anywhere_returns_every_card(layout: Layout) -> None:
    """After the last look, too, when only a void turn may lead home; nothing is turned over on the way."""
    for stop in range(1, len(course(wallet(layout))) + 1):
        at, done = table(stop), list[ops.Op]()
        going, answer = run_of(wallet(layout)), None
        try:
            while len(done) < stop:
                op = going.send(answer)  # type: ignore[arg-type]
                answer = at(op)
                done.append(op)
        except StopIteration:
            return
        way = build_recovery(layout, VisibleTable(at.surface), done)
        assert not any(isinstance(op, ops.Look) for op in course(way))
        perform(run_of(way), at)
        assert (dict(at.surface), all_cards(at)) == ({}, Counter(CARDS))
        assert {owner: len(cards) for owner, cards in at.hands.items()} == dict(layout.hands)
        if not any(isinstance(op, ops.Draw) for op in done):
            assert {owner: sorted(cards) for owner, cards in at.hands.items()} == HELD_CARDS


def test_nothing_is_decided_before_the_last_look() -> None:
    turn = course(wallet(layout_for("f")))
    first = next(index for index, op in enumerate(turn) if decides(op))
    assert isinstance(turn[first], ops.Look)
    assert sum(isinstance(op, ops.Look) for op in turn[:first]) == 4  # a duel each
    assert not is_decided(turn[:first])


# -- what it costs -----------------------------------------------------------------------------------


def test_a_single_card_is_looked_at_without_a_shuffle() -> None:
    turn = course(wallet(example_layout((1, 2), 1, FORM)))
    assert not any(isinstance(op, ops.Scramble) for op in turn)
    assert [op.drawn for op in turn if isinstance(op, ops.Look)] == [False, True]
    assert [op.owner for op in turn if isinstance(op, ops.LayTop)] == [DECK]


def test_with_if_none_any_only_the_card_is_asked_for() -> None:
    turn = course(wallet(layout_for("f", "abcdeghi")))
    assert [op.ask for op in turn if isinstance(op, ops.Look)] == [()] * 4
    assert sum(isinstance(op, ops.Spin) for op in turn) == 4


def test_the_layer_moves_with_its_card() -> None:
    """The card that went in first is in front, wherever it comes to lie; what stays in alone is."""
    for seed in range(20):
        at = table(seed)
        for op in course(wallet(layout_for("f"))):
            first = at.faces.get(HELD) if isinstance(op, ops.Spin) else None
            at(op)
            if first is not None:
                there = HELD if at.faces[HELD] == first else FREE
                assert at.faces[ops.layer(there)] == FRONT
            if isinstance(op, ops.Withdraw) and HELD in at.faces:
                assert at.faces[ops.layer(HELD)] == FRONT
            if isinstance(op, ops.Look) and op.drawn:
                break
