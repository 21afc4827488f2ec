"""Proofs that recovery leaks no additional information: cancelled attempts, void turns, and repairs.

Each proof covers every operation and every deal. After cancellation, every card is with its owner, and the
view is independent of hidden cards. If a turn is declared void after a face-down draw, the drawn number of
cards returns to the draw pile. After a repair, the attempt ends normally. The recovery steps are defined in
`protocols.recovery`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import log2
from typing import NamedTuple

from facilitator.instructions.branches import Answers
from facilitator.mistakes.public_knowledge import PublicKnowledge, some_covered
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import COLUMN, Op, Place, Row
from facilitator.operations.effects import VisibleTable
from facilitator.operations.faces import DECK, is_extra
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps, operations
from facilitator.operations.purposes import Part
from facilitator.protocols import recovery
from facilitator.protocols.forms import Coding, Form, Sizes, example_layout
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import Repair
from facilitator.protocols.wallet import WalletTurn
from facilitator.verification import holdings, linked, substitution, verifier
from facilitator.verification.cases import (
    NO_RESULT,
    best_class,
    deals,
    selection_cases,
    selection_law,
    sum_ends,
)
from facilitator.verification.holdings import Held, Holdings, place_deal
from facilitator.verification.substitution import OpPosition, carry_out, locate_ops, replace_operation
from facilitator.verification.verifier import Case, Chances, Deal, FinalOutcome, LeakedBits

# ----------------------------------------------------------------------------------------------------
# Proofs of repairs: after a mistake and its repair, the attempt ends normally and leaks nothing more.
#
# Operations represent the mistake, too: a shuffle is left out, a card is looked at and covered, bit cards are
# laid wrong.


class RepairedAttempt(NamedTuple):
    """Verifier case of an attempt with a mistake and its repair.

    If `seen` and `wrong` are empty, the mistake is a missing shuffle, or a wallet that shows no dot.

    Attributes:
        at: Position of the operation before the repair.
        seen: Places of cards that were seen by mistake.
        wrong: Position of the operation that laid wrong bit cards, or None.
        repair: The repair.
        case: Verifier case. It requires the same outcomes as without a mistake.
    """

    at: OpPosition
    seen: Row
    wrong: OpPosition | None
    repair: Repair
    case: Case


def put_right_cases(form: Form, sizes: Sizes) -> Iterator[Case]:
    """Yield one verifier case for each mistake that can be repaired, together with its repair.

    Every layout has both playable and unplayable cards, because otherwise a wrong pair would have no effect.
    """
    for valid in range(1, sum(sizes)):
        yield from (repaired.case for repaired in iter_repaired_attempts(form, sizes, valid))


def iter_repaired_attempts(form: Form, sizes: Sizes, valid: int) -> Iterator[RepairedAttempt]:
    """Yield every mistake of an attempt that can be repaired, together with the repair.

    Each question gets its expected answer. After each shuffle that can be repaired, three mistakes are tried:
    the shuffle was left out, a covered card was seen, or a pair was wrong. Before each look at a drawn card,
    the mistake is a wallet that shows no dot.

    Args:
        form: The form.
        sizes: Hand sizes.
        valid: Number of playable cards.
    """
    layout = example_layout(sizes, valid, form)
    (case,) = selection_cases(form, sizes, playable=[valid])
    surface, laid, answer = VisibleTable(), OpPosition(-1, 0), Answers(())
    course = [*locate_ops(case.recipe, answer)]
    for index, (at, op) in enumerate(course[:-1]):
        surface.note(op, answer.given[index])
        laid = at if isinstance(op, ops.Encode) else laid
        doing = next(later for _, later in course[index + 1 :] if not isinstance(later, ops.Heading))
        so_far = [done for _, done in course[: index + 1]]
        for repair in () if isinstance(op, ops.Heading) else recovery.list_repairs(so_far, doing):
            inserted = recovery.plan_repair(repair, so_far, doing)
            assert inserted is not None
            attempt = RepairedAttempt(at, (), None, repair, case)
            if repair is Repair.SLIDE_AGAIN:
                slid = replace_operation(case.recipe, at, type(op), partial(carry_out, after=inserted.ops))
                yield attempt._replace(case=replace(case, recipe=slid))
                continue
            covered = some_covered(layout, surface, PublicKnowledge(owned=False, grouped=False))
            mistakes = _iter_mistakes(attempt, laid, [place for place in covered if place.area == COLUMN])
            yield from (_put_right(inserted.ops, mistake) for mistake in mistakes)


def _iter_mistakes(
    attempt: RepairedAttempt, laid: OpPosition, covered: Iterable[Place]
) -> Iterator[RepairedAttempt]:
    """Yield an attempt with each mistake that its repair puts right: a wrong pair, a missing shuffle, a card seen.

    Args:
        attempt: Attempt without the mistake.
        laid: Position of the operation that laid the bit cards.
        covered: Places of face-down cards in columns.
    """
    if attempt.repair is Repair.PAIRS_ANEW:
        yield attempt._replace(wrong=laid)
    yield attempt
    yield from (attempt._replace(seen=(place,)) for place in covered)


def _put_right(repair_ops: Sequence[Op], attempt: RepairedAttempt) -> RepairedAttempt:
    """Return an attempt with its mistake and its repair, which follows a shuffle.

    Args:
        repair_ops: Operations of the repair.
        attempt: Attempt whose case has no mistake yet.
    """
    seen, wrong, case = attempt.seen, attempt.wrong, attempt.case
    looked = (ops.Reveal(seen), ops.Cover(seen)) if seen else ()
    substitute: substitution.Substitute = partial(substitution.carry_out_instead, repair_ops)
    if seen or wrong:
        substitute = partial(carry_out, after=(*looked, *repair_ops))
    recipe = replace_operation(case.recipe, attempt.at, ops.Mixing, substitute)
    recipe = wrong_bits(recipe, wrong) if wrong else recipe
    return attempt._replace(case=replace(case, recipe=recipe))


def wrong_bits(recipe: Recipe, laid: OpPosition) -> Recipe:
    """Return a protocol in which the bit cards under the first two cards are shifted by one place.

    At least one pair is then wrong, if the layout has both playable and unplayable cards.

    Args:
        recipe: Protocol.
        laid: Position of the operation that lays the bit cards.
    """

    def laid_wrong(op: Op) -> Steps[str]:
        assert isinstance(op, ops.Encode)
        places: Row = (*op.bits[0], *op.bits[1])
        return carry_out(op, after=(ops.Rearrange(places, (*range(2, len(places) + 1), 1)),))

    return replace_operation(recipe, laid, ops.Encode, laid_wrong)


# ----------------------------------------------------------------------------------------------------
# Proofs of void turns: an attempt that is declared void after a face-down draw returns all cards and leaks
# nothing more.
#
# Nobody can tell which card was drawn, so as many cards of the hand are returned, shuffled and face down.
# Hands and draw pile are modelled with their positions here, because the drawn card must be found among them.
# Given what the attempt showed and who holds which card at the end, the view must not depend on who held
# which card before.


class VoidPoint(NamedTuple):
    """Point of an attempt at which the turn is declared void.

    Attributes:
        stage: Index of the stage.
        after: Number of completed operations of the stage.
        drawn: Number of drawn cards.
    """

    stage: int
    after: int
    drawn: int


def every_void(form: Form, sizes: Sizes) -> Iterator[Case]:
    """Yield all verifier cases in which turns of this form are declared void."""
    for layout in voided_layouts(form, sizes):
        yield from voided_cases(form, layout)
    yield from void_after_look_cases(form, sizes)


def voided_layouts(form: Form, sizes: Sizes) -> Iterator[Layout]:
    """Yield the layouts of void turns: without playable cards, and with one card of each priority.

    If the draw pile has several cards, there are also layouts with the house rule "draw until you can play".
    """
    for until in (False, True) if sizes[-1] > 1 else (False,):
        for valid in (0, form.levels if form.coding is Coding.CLASSES else 1):
            yield replace(example_layout(sizes, valid, form), until=until)


def voided_cases(form: Form, layout: Layout) -> Iterator[Case]:
    """Yield verifier cases of turns that are declared void after a face-down draw.

    Each operation from the draw to the next visible card gives one case.
    """
    recipe = form.recipe(layout)
    spread = tuple(map(place_deal, deals(layout)))
    for stop in _iter_void_points(recipe):
        law = partial(_void_law, layout, stop.drawn)
        yield Case(_void_turn(layout, recipe, stop), spread, law, holdings.list_holders)


def _iter_void_points(recipe: Recipe) -> Iterator[VoidPoint]:
    """Yield every point after a face-down draw and before the next card becomes visible.

    Every question gets its first answer, which is that the card is not playable.
    """
    drawn, quiet = 0, False
    for at, op in locate_ops(recipe):
        drawn += isinstance(op, ops.Draw)
        quiet = isinstance(op, ops.Draw) or (quiet and not isinstance(op, ops.Reveal | ops.Look))
        if quiet and not isinstance(op, ops.Heading):
            yield VoidPoint(at.stage, at.before + 1, drawn)


def _void_turn(layout: Layout, recipe: Recipe, stop: VoidPoint) -> Recipe:
    """Return a protocol whose turn is declared void at a point.

    If a card is played before this point, the attempt ends normally. Finally, each owner's cards are
    shuffled. The verifier thus checks that they are face down, and ignores their order.
    """
    copy = Holdings.from_hands(layout.hands).make_copier(recipe)
    dealt_from = any(isinstance(op, ops.LayTop) for op in operations(recipe))

    def steps(number: int, known: Outcome) -> Steps[Outcome]:
        if known.before:
            return known
        there = copy(number)
        if number == 0 and dealt_from:
            yield from there.shuffle_cards((DECK,))  # the cards were dealt from a shuffled deck
        ended = yield from there.run_steps(_void_stage(layout, recipe, number, stop, known))
        if ended.before:
            yield from there.shuffle_cards()
        return ended

    return tuple(Stage(stage.heading, partial(steps, number)) for number, stage in enumerate(recipe))


def _void_stage(
    layout: Layout, recipe: Recipe, number: int, stop: VoidPoint, known: Outcome
) -> Steps[Outcome]:
    """Run one stage. If the turn is declared void in this stage, run the recovery instead of the rest."""
    if known.card is not None:
        return (yield from recipe[number].steps(known))

    def is_stop(done: Sequence[Op]) -> bool:
        drawn = known.drawn + sum(isinstance(op, ops.Draw) for op in done)
        return VoidPoint(number, len(done), drawn) == stop

    ended = yield from Stopping(layout, recipe, number, is_stop, void=True).run_stage(known)
    return Outcome(before=(Outcome(drawn=stop.drawn),)) if ended is None else ended


def _void_law(layout: Layout, drawn: int, deal: Deal) -> Chances:
    """Return the required outcome probabilities of a turn that may be declared void.

    After a void turn, every set of `drawn` cards of the hand is in the draw pile with the same probability.
    """
    return sum_ends(
        (whole, chance / len(ways))
        for end, chance in selection_law(layout, draws=True)(deal).items()
        for ways in [_list_void_ends(layout, dict(deal.hands), drawn, end)]
        for whole in ways
    )


def _list_void_ends(layout: Layout, held: Held, drawn: int, end: FinalOutcome) -> list[FinalOutcome]:
    """Return the results of an attempt that is declared void after `drawn` draws. All are equally likely.

    Args:
        layout: Layout.
        held: Cards of each owner before the attempt.
        drawn: Number of drawn cards.
        end: Result of the same attempt if it is not declared void.
    """
    if len(end.unseen) < drawn:
        whole = holdings.after_run(held, layout.seat, end)
        return [FinalOutcome(end.outcome, holdings.pair_with_holders(whole))]
    so_far = FinalOutcome(Outcome(drawn=drawn), end.unseen[:drawn])
    after = holdings.after_run(held, layout.seat, so_far)
    own, deck, void = after[layout.seat], after[DECK], Outcome(before=(so_far.outcome,))
    return [
        FinalOutcome(
            void, holdings.pair_with_holders(after | {layout.seat: [*{*own} - {*back}], DECK: [*deck, *back]})
        )
        for back in combinations(own, drawn)
    ]


# ----------------------------------------------------------------------------------------------------


DECIDED = Outcome(before=(Outcome("decided"),))
"""Outcome if the result was visible before cancellation. Real attempts never have this outcome."""


def cancellation_cases(form: Form, sizes: Sizes) -> Iterator[Case]:
    """Yield verifier cases for cancelling an attempt after each operation that leaves the result open.

    Every card must return to its owner. Visible pairs can reveal the best priority in the hand. Afterwards,
    there is a separate case for each best priority.
    """
    layout = make_cancellation_layout(form, sizes)
    recipe = form.recipe(layout)
    for point in _iter_stop_points(recipe):
        back = cancel_attempt(layout, recipe, point.stage, point.done)
        yield from _make_cancelled_cases(layout, back, point)


def void_after_look_cases(form: Form, sizes: Sizes) -> Iterator[Case]:
    """Yield verifier cases for wallet turns that are declared void after a look into the wallet.

    The look has shown that the hand has no card of the best priority, but the result is still open. Forms without
    a wallet, or with a single priority, have no such cases.
    """
    for layout in void_after_look_layouts(form, sizes):
        recipe = form.recipe(layout)
        for point in _iter_stop_points(recipe, WalletTurn(layout).chains - 1):
            if point.shown:
                back = cancel_attempt(layout, recipe, point.stage, point.done, void=True)
                yield from _make_cancelled_cases(layout, back, point)


def void_after_look_layouts(form: Form, sizes: Sizes) -> Iterator[Layout]:
    """Yield the layouts of `void_after_look_cases`: one with few playable cards, and one with only playable cards.

    Forms without a wallet, or with a single priority, have no such layouts.
    """
    if not form.columns and form.coding is Coding.CLASSES:
        yield make_cancellation_layout(form, sizes)
        yield example_layout(sizes, sum(sizes), form)


class StopPoint(NamedTuple):
    """Point at which an attempt may be cancelled.

    Attributes:
        stage: Index of the stage.
        done: Number of completed operations of the stage, without its heading.
        shown: Number of priorities whose presence or absence in the hand is public.
        tells: Whether the last operation made a priority public.
    """

    stage: int
    done: int
    shown: int
    tells: bool


def _iter_stop_points(recipe: Recipe, looks: int = 0) -> Iterator[StopPoint]:
    """Yield every point of an attempt before the operation that decides the result.

    Every question gets its first answer. For a look into the wallet, this means that the card is not playable.

    Args:
        recipe: Protocol of the attempt.
        looks: Number of looks into the wallet after which the attempt continues with the next priority.
    """
    shown = 0
    for number, stage in enumerate(recipe):
        for count, op in enumerate(operations((stage,))):
            passed = isinstance(op, ops.Look) and recovery.decides(op) and shown < looks
            if recovery.decides(op) and not passed:
                return
            tells = passed or recovery.shows_pairs(op)
            shown += tells
            yield StopPoint(number, count, shown, tells)


def _make_cancelled_cases(layout: Layout, back: Recipe, point: StopPoint) -> Iterator[Case]:
    """Yield the cases of a cancelled attempt, which must end without result and without leak."""
    for alike in _group_alike(_group_by_priority(layout, tuple(deals(layout))), point):
        yield Case(back, alike, lambda _: NO_RESULT, left=verifier.return_no_cards)


def _group_alike(groups: Mapping[int | None, tuple[Deal, ...]], point: StopPoint) -> list[tuple[Deal, ...]]:
    """Return groups of deals that must lead to the same views if an attempt is cancelled.

    Args:
        groups: Deals by the best priority in the hand.
        point: Point of the cancellation. Before a priority is revealed, all deals are in one group. Later,
            each best priority has a group, without impossible deals.
    """
    left = [group for best, group in groups.items() if best is None or best >= point.shown - point.tells]
    return left if point.shown else [tuple(deal for group in left for deal in group)]


def measure_cancellation(form: Form, sizes: Sizes) -> LeakedBits:
    """Return the largest leak of a cancelled attempt. Visible pairs reveal the best priority in the hand."""
    points = _iter_stop_points(form.recipe(make_cancellation_layout(form, sizes)))
    reveals = any(point.shown for point in points)
    return _measure_best_priority(form, sizes) if reveals else LeakedBits()


def measure_void_after_look(form: Form, sizes: Sizes) -> LeakedBits:
    """Return the largest leak of a wallet turn that is declared void after a look into the wallet.

    Successive looks reveal the best priority in the hand. Nothing leaks without a wallet, or with a single
    priority.
    """
    reveals = next(void_after_look_cases(form, sizes), None) is not None
    return _measure_best_priority(form, sizes) if reveals else LeakedBits()


def _measure_best_priority(form: Form, sizes: Sizes) -> LeakedBits:
    """Return the leak in bits if the best priority in the virtual hand is revealed."""
    layout = make_cancellation_layout(form, sizes)
    groups = [len(group) for group in _group_by_priority(layout, tuple(deals(layout))).values()]
    return LeakedBits(verifier.entropy(groups), log2(sum(groups) / min(groups)))


def make_cancellation_layout(form: Form, sizes: Sizes) -> Layout:
    """Return the layout for proving that cancellation leaks nothing.

    At most two cards are playable, so that a hand without playable cards is possible.
    """
    return example_layout(sizes, min(2, sum(sizes[1:])), form)


def linked_cancellation_cases(sizes: Sizes, form: Form) -> Iterator[Case]:
    """Yield verifier cases for two attempts on the same columns, of which the second is cancelled.

    A case exists for each operation of the second attempt that leaves the result open. The view may reveal the
    card that the first attempt plays and, if bit cards were face up, the best priority in the second hand. All
    other cards return to their owners.
    """
    first = linked.make_first_layout(sizes, form, 2)
    outcome = Outcome(first.playable[0])
    layout = linked.second_layout(first, outcome, form)
    recipe, opening = form.recipe(layout), linked.get_first_form(form)
    possible = [deal for deal in deals(first) if outcome.card in dict(deal.hands)[first.seat]]
    groups = _group_by_priority(layout, possible)
    law = partial(linked.law_of_both, first, form, cancelled_after=outcome)
    for point in _iter_stop_points(recipe):
        back = cancel_attempt(layout, recipe, point.stage, point.done)
        whole = linked.join_attempts(first, opening, form, {outcome: back})
        for alike in _group_alike(groups, point):
            yield Case(whole, alike, law, left=verifier.list_played_cards)


def _group_by_priority(layout: Layout, spread: Sequence[Deal]) -> dict[int | None, tuple[Deal, ...]]:
    """Group the deals by the best priority in the virtual hand.

    Deals without a playable card have the key None.
    """
    groups: dict[int | None, list[Deal]] = {}
    for deal in spread:
        groups.setdefault(best_class(layout, deal), []).append(deal)
    return {best: tuple(group) for best, group in groups.items()}


def get_initial_surface(layout: Layout) -> VisibleTable:
    """Return the visible table before an attempt: the kept columns, or an empty table."""
    return VisibleTable({place: is_extra(face) for place, face in layout.kept_cards})


def run_until(steps: Steps[Outcome], over: Callable[[Op, str], bool]) -> Steps[Outcome | None]:
    """Run steps until `over` returns True.

    Args:
        steps: Steps to run.
        over: Function that receives an operation and its answer, and returns whether the operation is the
            last.

    Returns:
        None, or the result of the steps if they end earlier.
    """
    try:
        op = next(steps)
        while True:
            answer = yield op
            if over(op, answer):
                return None
            op = steps.send(answer)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


@dataclass(frozen=True, slots=True)
class Stopping:
    """Attempt that is stopped in one of its stages.

    Attributes:
        layout: Layout.
        recipe: Protocol.
        number: Index of the stage.
        is_stop: Function that takes the operations of the stage so far, without its heading, and returns whether
            the attempt is stopped now.
        void: Whether to declare the turn void, even if its result is visible.
    """

    layout: Layout
    recipe: Recipe
    number: int
    is_stop: Callable[[Sequence[Op]], bool]
    void: bool = False

    def run_stage(self, known: Outcome) -> Steps[Outcome | None]:
        """Run the stage until the stop, and then return every card to its owner.

        Returns:
            None, the outcome of the stage if it ends before the stop, or `DECIDED` if the result is visible.
        """
        done, own = [(op, "") for op in operations(self.recipe[: self.number])], list[Op]()

        def is_over(op: Op, answer: str) -> bool:
            done.append((op, answer))
            own.append(op)
            return self.is_stop(own)

        if not self.is_stop(own):
            ended = yield from run_until(self.recipe[self.number].steps(known), is_over)
            if ended is not None:
                return ended
        completed, surface = [op for op, _ in done], get_initial_surface(self.layout)
        if recovery.is_decided(completed) and not self.void:
            return DECIDED
        for op, answer in done:
            surface.note(op, answer)
        yield from recovery.build_recovery(self.layout, surface, completed)[0].steps(known)
        return None


def cancel_attempt(layout: Layout, recipe: Recipe, number: int, count: int, void: bool = False) -> Recipe:
    """Return a protocol that is cancelled after `count` operations of a stage.

    If the result is already visible, the attempt is not cancelled, and the outcome is `DECIDED`. Later stages
    are left out.

    Args:
        layout: Layout.
        recipe: Protocol.
        number: Index of the stage.
        count: Number of operations, not counting the heading.
        void: Whether to declare the turn void, even if its result is visible.
    """
    stopping = Stopping(layout, recipe, number, lambda done: len(done) == count, void)

    def steps(known: Outcome) -> Steps[Outcome]:
        ended = yield from stopping.run_stage(known)
        return Outcome() if ended is None else DECIDED

    return (*recipe[:number], Stage(ops.Heading(Part.GIVE_UP), steps))
