"""What a mistake leaks as stated in play, beside the verifier: at every operation, however the attempt continues."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from math import log2
from typing import NamedTuple, get_args

import pytest

from facilitator.instructions.branches import Answers
from facilitator.mistakes import bounds
from facilitator.mistakes.bounds import NOTHING, Leakage, LeakKind, measure_person_card
from facilitator.mistakes.kinds import LOSES_OWNERS, Mistake, list_mistakes
from facilitator.mistakes.public_knowledge import AttemptMoment, Moments, list_moments
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import (
    CARD_ROW,
    COLUMN,
    LOT,
    PILE,
    SIX,
    Cover,
    Heading,
    Op,
    Place,
    Reveal,
    Scramble,
)
from facilitator.operations.perform import operations
from facilitator.play.attempt import LogEntry
from facilitator.play.mistake_questions import leak_words
from facilitator.protocols.forms import FORMS, Sizes, get_certified_forms
from facilitator.protocols.gates import get_expected_answer
from facilitator.protocols.recovery import build_recovery
from facilitator.protocols.wallet import HELD
from facilitator.verification.cases import CHAINED, list_proof_sizes
from facilitator.verification.recovery import DECIDED, get_initial_surface
from facilitator.verification.substitution import OpPosition, locate_ops, replace_operation
from judges import deeds
from judges.faults import ANYWHERE, Fault, Then, sighting
from judges.judge import (
    LINKED,
    NEARLY,
    Attempt,
    Judged,
    Linked,
    WayHome,
    linked_attempts,
    possible,
    ways_home,
)
from judges.put_back import BY_HAND
from judges.void_result import VOIDED
from judges.witness import Witness

AT_A_WALLET = (Mistake.LOSER_KEPT, Mistake.BOTH_OUT, Mistake.STUCK_OUT, Mistake.WRONG_MASK, Mistake.NO_DOT)
PLAYED = [(name, form) for name, form in get_certified_forms().items() if form.played]
"""What hands can go wrong with."""


@cache
def attempt(name: str, sizes: Sizes, valid: int) -> Attempt:
    return Attempt.of(get_certified_forms()[name], sizes, valid)


@cache
def homeward(name: str, sizes: Sizes, valid: int) -> list[WayHome]:
    return list(ways_home(attempt(name, sizes, valid)))


@cache
def chain(name: str, sizes: Sizes, valid: int) -> list[Linked]:
    return linked_attempts(get_certified_forms()[name], sizes, valid)


def alone(name: str, sizes: Sizes, valid: int) -> list[Attempt]:
    return [attempt(name, sizes, valid)]


def fresh(name: str, sizes: Sizes, valid: int) -> Attempt:
    """An attempt of which nothing is known yet."""
    return Attempt.of(get_certified_forms()[name], sizes, valid)


def until_it_fits(sizes: Sizes) -> Iterator[WayHome]:
    """An attempt in which no card fits, so that several are drawn unseen."""
    one, form = fresh("knockout", sizes, 0), get_certified_forms()["knockout"]
    layout = replace(one.layout, until=True)
    return ways_home(Attempt(layout, replace(one.case, recipe=form.recipe(layout))))


def check(runs: Iterable[Judged], step: int = 1) -> dict[tuple[Judged, Fault], float]:
    """What is true of every so-manieth fault: never more bits than stated, and put right it ends as it should."""
    every = ((run, fault) for run in runs for fault in run.stated)
    return {(run, fault): run.check([fault])[fault] for run, fault in islice(every, step // 3, None, step)}


def of(run: Judged, what: Mistake, then: Then, kind: str = "") -> list[Fault]:
    some = [fault for fault in run.stated if (fault.what, fault.then) == (what, then)]
    return [fault for fault in some if kind in ("", getattr(fault.kind, "__name__", ""))]


# -- everything that can go wrong ----------------------------------------------------------------------

Runs = Callable[[str, Sizes, int], Sequence[Judged]]
SAMPLE: tuple[tuple[Runs, str, Sizes, int, int], ...] = (
    (alone, "knockout", (2, 1, 1), 2, 181),
    (alone, "published", (1, 1, 1), 1, 59),
    (alone, "concealed-knockout", (1, 1), 1, 23),
    (alone, "knockout", (1, 1, 2), 0, 83),
    (alone, "knockout", (3, 1), 2, 97),
    (alone, "published", (2, 1), 2, 127),
    (alone, "knockout", (1, 1, 1), 2, 41),
    (alone, "knockout-3-classes", (2, 1), 2, 97),
    (alone, "wallet", (3, 1), 2, 19),
    (alone, "wallet", (2, 1, 1), 0, 9),
    (alone, "wallet", (2, 1, 1), 1, 9),
    (homeward, "knockout", (1, 1, 1), 1, 31),
    (homeward, "knockout", (2, 1), 2, 29),
    (homeward, "knockout", (1, 1, 1), 2, 31),
    (homeward, "published", (1, 1, 1), 1, 41),
    (homeward, "concealed-knockout", (1, 1), 1, 23),
    (homeward, "published-2023", (1, 1, 1), 2, 211),
    (homeward, "wallet", (2, 1), 0, 3),
    (chain, "knockout", (1, 2, 1), 1, 181),
    (chain, "knockout", (1, 1, 1, 1), 2, 251),
    (chain, "knockout", (1, 1, 1), 2, 41),
    (chain, "knockout", (1, 1, 1), 1, 41),
    (chain, "knockout", (2, 1, 1), 1, 191),
)
"""Runs on small tables, of which every so-manieth fault is judged here. With --full, below, all of them.

In chains of four a person sits between the virtual seats and the deck, who sees the cards that come to them.
"""


@pytest.mark.parametrize(("runs", "name", "sizes", "valid", "step"), SAMPLE)
@pytest.mark.every(8)
def test_the_stated_leak_is_never_too_small(
    runs: Runs, name: str, sizes: Sizes, valid: int, step: int
) -> None:
    found = check(runs(name, sizes, valid), step)
    assert len(found) > 4
    assert max(found.values()) > NEARLY


def test_every_mistake_on_small_tables_has_a_correct_leak(full: bool) -> None:
    """With --full: of large tables a part, and of every form every kind of mistake. Little is stated for nothing."""
    for name, form in PLAYED if full else ():
        worst: defaultdict[object, list[float]] = defaultdict(lambda: [0.0, 0.0])
        wanted, met = set[object](), set[object]()
        larger: tuple[Sizes, ...] = () if form.columns else ((4, 1),)
        tables: tuple[Sizes, ...] = ((1, 1), (2, 1)) if form.conceals else ((1, 1, 1), (1, 1, 2), (2, 1, 1))
        for sizes in tables if form.conceals else (*tables, (3, 1), *larger):
            for valid in range(sum(sizes) + 1):
                one = fresh(name, sizes, valid)
                wanted, met = wanted | one.wanted, met | one.judged
                some = form.columns and sum(sizes) > 3
                for fault, true in one.check(list(one.stated)[valid % 17 :: 17 if some else 1]).items():
                    place = fault.seen[0] if fault.seen else None
                    kind = (fault.what, fault.at, fault.then, place and (place.area, place.row))
                    worst[kind] = [max(worst[kind][0], one.stated[fault]), max(worst[kind][1], true)]
                if sizes in tables:
                    check(ways_home(one), 19 if sum(sizes) > 3 else 1)
        assert form.conceals or wanted - met == set(), name
        if name == "knockout":
            over = [kind for kind, (said, true) in worst.items() if said and true < NEARLY]
            assert len(over) <= len(worst) / 10, over
    sizes_of_chains = [
        (n, sizes) for n, form in PLAYED if n in FORMS for sizes in list_proof_sizes(CHAINED, form)
    ]
    assert {name for name, _ in sizes_of_chains} == {"knockout"}
    for name, sizes in sizes_of_chains if full else ():
        for valid in range(1, sum(sizes) + 1):
            check(chain(name, sizes, valid), 17)


EVERY: tuple[tuple[str, Sizes, int], ...] = (
    ("published", (1, 1, 1), 1),
    ("published-2023", (1, 1, 1), 1),
    ("knockout", (1, 1, 2), 2),
    ("wallet", (2, 1), 1),
)
"""Among the operations of these forms is every kind."""


def test_every_kind_of_mistake_is_judged() -> None:
    """Of the catalogue, over all kinds of operations that come in an attempt."""
    every = [attempt(*table) for table in EVERY]
    wanted = set[object]().union(*(one.wanted for one in every))
    assert {kind for one in every for _, kind, _ in one.wanted} == {*get_args(Op)} - {Heading}
    assert {what for one in every for what, _, _ in one.wanted} == {*Mistake}
    assert wanted - set[object]().union(*(one.judged for one in every)) == set()


def test_every_mistake_during_a_recovery_is_judged() -> None:
    """At every kind of operation of a way home; and where no owner can be told any more, that too."""
    wanted, found, lost = set[tuple[Mistake, object]](), set[tuple[Mistake, object]](), set[Mistake]()
    for runs, *table, _ in SAMPLE:
        for way in homeward(*table) if runs is homeward and "wallet" not in table else ():
            kinds = [type(op) for op in way.home]
            first = len(way.course)
            after = {at: kinds[i : i + 2] for i, at in enumerate(way.ats[first:])}  # a look lies between two
            found |= {(fault.what, kind) for fault in way.stated for kind in after.get(fault.at, ())}
            found |= {(fault.what, fault.kind) for fault in way.stated}
            lost |= {fault.what for fault in way.stated if fault.then is Then.HOME}
            for index, op in enumerate(way.home, first):
                here = way.moments[: index + (index > first)]
                wanted |= {(what, type(op)) for what in possible(here, index, op)}
    by_all = {Cover, ops.Collect, ops.Return, Scramble, Reveal, ops.Sort, ops.LayHand}
    assert {kind for _, kind in wanted} == by_all
    assert wanted - found == set()
    assert lost == set(LOSES_OWNERS)


def test_every_kind_is_judged_in_both_linked_attempts() -> None:
    """Gone on with when it is put right, and led home."""
    others = {*LINKED} - {*ANYWHERE}
    for run in chain("knockout", (1, 1, 1), 2):
        assert {fault.what for fault in run.stated if fault.then is Then.ON} >= others
        home = {fault.what for fault in run.stated if fault.then is Then.HOME}
        assert home - {*ANYWHERE} == others - {Mistake.MISGIVEN}  # given back to others once all is decided


# -- what is stated of each ----------------------------------------------------------------------------


def test_the_leak_of_a_persons_card_is_exact() -> None:
    """One of two cards among four: while no card fits, a bit, no more and no less."""
    one = attempt("knockout", (1, 2, 1), 0)
    places = [Place(COLUMN, 2, row) for row in range(1, 5)]
    seen = [fault for place in places if (fault := sighting(OpPosition(0, 2), (place,))) in one.stated]
    assert {one.stated[fault] for fault in seen} == {1.0}
    assert all(one.true(fault).bits == pytest.approx(1.0) for fault in seen)
    shown = measure_person_card({"V": 1, "A": 2, "deck": 1}, ["A"])
    assert dict(shown.bits) == {"A": 1.0}  # shown at any time: the same


def test_the_stated_leak_is_an_average() -> None:
    """Of four cards two fit: a bit card of the deck's says 0.81 bits on average, and 1.32 where its card fits."""
    one, shown = attempt("knockout", (2, 1, 1), 2), sighting(OpPosition(2, 2), (Place(COLUMN, 3, 4),))
    leaked = Witness(one.case, shown.at, shown.seen).run().leaked
    assert leaked.bits == pytest.approx(0.81, abs=0.01)
    assert leaked.bits < one.stated[shown] == 1.0 < leaked.most == pytest.approx(log2(5 / 2))
    for gives in LeakKind:
        leak = NOTHING if gives is LeakKind.NOTHING else Leakage(gives, (("deck", 1.0), ("V", 2.2)))
        said = leak_words(leak)
        assert said.count(" yes-or-no answer") == said.count("on average") == said.count("at most"), said


class Act(NamedTuple):
    """Some operations of an attempt, along the course of expected answers.

    Attributes:
        name: Form.
        sizes: Hand sizes.
        valid: Number of playable cards.
        kind: Kind of the first operation.
        nth: Which operation of this kind it is, counted from 0.
        length: Number of operations.
    """

    name: str
    sizes: Sizes
    valid: int
    kind: type[Op]
    nth: int
    length: int


def moments_of(act: Act) -> Moments:
    """Return the moments before, between and after the operations of an act."""
    one = attempt(act.name, act.sizes, act.valid)
    course = list(operations(one.case.recipe, get_expected_answer))
    first = [index for index, op in enumerate(course) if isinstance(op, act.kind)][act.nth]
    start = AttemptMoment(one.layout, (), course)
    every = list_moments(start, get_initial_surface(one.layout), len(course))
    return every[first : first + act.length + 1]


@pytest.mark.parametrize(
    ("what", "act", "home", "bits"),
    [
        # the first scramble left out: cards and owners come to light, if something is turned over in this act
        (Mistake.UNSCRAMBLED, Act("knockout", (2, 1, 1), 2, Scramble, 0, 3), False, log2(12)),
        (Mistake.UNSCRAMBLED, Act("knockout", (2, 1, 1), 2, Scramble, 0, 1), False, 0.0),
        # on the way home only the markers do; after the second the cards lay open before
        (Mistake.UNSCRAMBLED, Act("knockout", (2, 1, 1), 2, Scramble, 0, 1), True, 0.0),
        (Mistake.UNSCRAMBLED, Act("knockout", (2, 1, 1), 2, Scramble, 1, 1), True, log2(12)),
        # a whole column: its marker tells nothing beside the card, which is one of four
        (Mistake.SPILLED, Act("knockout", (2, 1, 1), 2, Scramble, 0, 1), False, log2(6)),
        # a pile: one of three cards, and the pair of another
        (Mistake.SPILLED, Act("published", (2, 1, 1), 2, Scramble, 2, 1), False, log2(3) + 1),
        # no wrong pair comes to light with the markers
        (Mistake.WRONG_BITS, Act("knockout", (2, 1, 1), 2, Reveal, 1, 1), True, 0.0),
        # a wrong pair lay in a duel: a card of the hand; under a drawn card: a card of the draw pile
        (Mistake.WRONG_BITS, Act("knockout", (2, 1, 1), 2, Reveal, 2, 1), True, log2(6)),
        (Mistake.WRONG_BITS, Act("knockout", (2, 1, 1), 2, Reveal, 4, 1), True, log2(6)),
    ],
)
def test_the_leaks_of_mistakes_in_a_step(what: Mistake, act: Act, home: bool, bits: float) -> None:
    here = moments_of(act)
    moment, lies = here[-1]
    back = (
        list(operations(build_recovery(moment.layout, lies, moment.ops), get_expected_answer))
        if home
        else None
    )
    assert bounds.measure_mistake(what, here, back).max_bits == pytest.approx(bits)


@pytest.mark.parametrize(
    ("name", "sizes", "fault", "bits"),
    [
        # of three cards to draw from: before the columns are scrambled, nobody knows which one is drawn
        ("knockout", (1, 1, 3), sighting(OpPosition(0, 2), (Place(COLUMN, 3, CARD_ROW),)), log2(5 / 2)),
        # after that the first is the one that is drawn
        ("knockout", (1, 1, 3), sighting(OpPosition(2, 1), (Place(COLUMN, 3, CARD_ROW),)), log2(5)),
        ("knockout", (2, 1, 3), sighting(OpPosition(3, 1), (Place(COLUMN, 4, CARD_ROW),)), log2(6)),
        # a card of the hand that is compared with others
        ("knockout", (3, 1), sighting(OpPosition(2, 2), (Place(PILE, 1, CARD_ROW),)), log2(3 / 2) + 1),
        ("wallet", (3, 1), sighting(OpPosition(0, 3), (HELD,)), log2(3 / 2) + 1),
        ("published", (2, 1), sighting(OpPosition(2, 2), (Place(PILE, 1, CARD_ROW),)), 2.0),
        # nothing was compared before the attempt was cancelled
        ("knockout", (3, 1), sighting(OpPosition(2, 2), (Place(PILE, 1, CARD_ROW),), home=True), log2(3 / 2)),
        ("wallet", (3, 1), sighting(OpPosition(0, 3), (HELD,), home=True), log2(3 / 2)),
        ("published", (2, 1), sighting(OpPosition(2, 2), (Place(PILE, 1, CARD_ROW),), home=True), 1.0),
        # a hand of one card has nothing to compare it with
        ("knockout", (1, 1, 1), sighting(OpPosition(2, 2), (Place(PILE, 1, CARD_ROW),)), log2(3)),
        ("wallet", (1, 1, 2), sighting(OpPosition(0, 2), (HELD,)), 2.0),
        ("published", (1, 1, 1), sighting(OpPosition(2, 2), (Place(PILE, 1, CARD_ROW),)), log2(3)),
        # the piles of a lottery: the columns were scrambled just before, but after the ANDs the order tells the first
        ("published", (2, 1), sighting(OpPosition(3, 0), ()), 0.0),
        ("published", (2, 1), sighting(OpPosition(7, 0), ()), 1.0),
        # a bit card that the last AND left in the row says the same as the result
        ("published", (1, 1, 1), sighting(OpPosition(6, 2), (Place(SIX, 5, 1),)), 0.0),
    ],
)
@pytest.mark.every(3)
def test_the_leaks_of_seen_cards(name: str, sizes: Sizes, fault: Fault, bits: float) -> None:
    """It depends on whose card it is, whether it is drawn, and whether it is compared with others."""
    assert attempt(name, sizes, min(2, sum(sizes) - 1)).stated[fault] == pytest.approx(bits)


def test_seeing_a_publicly_known_card_leaks_nothing() -> None:
    layout = attempt("knockout", (3, 0), 1).layout
    assert bounds.measure_card(layout, [layout.seat]) == NOTHING


def test_a_card_missing_at_the_reveal_leaks_its_face_and_owner() -> None:
    """All others lie open: one of three cards, exactly."""
    one = attempt("knockout", (1, 1, 1), 0)
    missing = [fault for fault in of(one, Mistake.MISCOUNTED, Then.HOME, "Reveal") if fault.seen]
    assert all(one.stated[fault] == pytest.approx(log2(3)) for fault in missing)
    assert all(bits == pytest.approx(log2(3)) for bits in one.check(missing[:3]).values())


def test_a_misplaced_card_is_seen_by_the_player_who_receives_it() -> None:
    one = attempt("knockout", (1, 1, 1), 1)
    astray = [fault for fault in of(one, Mistake.CROSSED, Then.HOME, "Cover") if fault.at.stage == 1]
    assert one.check(astray[:1])[astray[0]] > 1


def test_before_sorting_a_column_number_does_not_determine_the_owner() -> None:
    """Taken by its number, a column would be the discards', and tell nothing."""
    one = attempt("concealed-knockout", (1, 1), 1)
    shown = [
        fault
        for fault in one.stated
        if (fault.at, fault.kind, fault.then) == (OpPosition(2, 0), Op, Then.HOME)
        and [place.row for place in fault.seen] == [CARD_ROW]
    ]
    assert one.check(shown[:1])[shown[0]] > 0


def test_a_protruding_wallet_card_leaks_what_its_dot_shows() -> None:
    """At the look that follows: whether the card in front can be played. Pulled out together, cards tell nothing."""
    one = attempt("wallet", (2, 1, 1), 2)
    stuck = [fault for fault in of(one, Mistake.STUCK_OUT, Then.ON, "Look") if fault.to is ops.Spin]
    assert {one.stated[fault] for fault in stuck} == {1.0}
    assert max(one.check(stuck).values()) == pytest.approx(0.142, abs=0.001)
    before = [fault for fault in of(one, Mistake.STUCK_OUT, Then.HOME, "Spin") if not one.stated[fault]]
    assert set(one.check(before).values()) == {0.0}  # the turn starts again before anybody looks
    out = [fault for then in (Then.ON, Then.HOME) for fault in of(one, Mistake.BOTH_OUT, then)]
    assert {one.stated[fault] for fault in out} == {0.0}
    assert set(one.check(out).values()) == {0.0}


@pytest.mark.parametrize(("name", "valid"), [("wallet-any", 2), ("wallet-2-classes", 4)])
def test_wrong_duels_leak_exactly_what_is_stated(name: str, valid: int) -> None:
    """Also where nobody looks, and any card is played; what is stated is all there is to know."""
    one = attempt(name, (2, 1, 1), valid)
    void = [fault for what in AT_A_WALLET for fault in of(one, what, Then.VOID)]
    found = one.check({(fault.what, fault.odd, fault.said): fault for fault in void}.values())
    assert max(found.values()) == pytest.approx(log2(5))
    assert log2(5) < max(map(one.stated.__getitem__, found)) <= log2(12)


def test_a_void_turn_leaks_its_result() -> None:
    """The hand's only card is turned over, and goes home: of four cards it is known which; two bits."""
    one = attempt("knockout", (1, 1, 2), 4)
    at_once = [fault for fault in of(one, Mistake.MISREAD, Then.VOID) if fault.stop == fault.at.before + 1]
    assert max(one.check(at_once).values()) == pytest.approx(2)


def test_continuing_without_a_repair_gives_wrong_results() -> None:
    """So it is said that it must be put right, or given up: piles mixed up, a duel fought the wrong way."""
    one = attempt("knockout", (2, 1, 1), 2)
    wrongly = ((Mistake.MIXED_UP, deeds.mixed_up), (Mistake.CROSSED, deeds.crossed))
    for what, deed in wrongly:
        fault = next(fault for fault in of(one, what, Then.ON, "Move") if fault.at.stage == 3)
        assert one.true(fault).right
        recipe = replace_operation(one.case.recipe, fault.at, fault.to, partial(deed, False))
        assert not replace(one.case, recipe=recipe).verify().correct


def test_the_outcomes_for_decided_and_void_attempts_differ() -> None:
    """And neither is an outcome an attempt may have."""
    marks = {DECIDED, VOIDED}
    assert len(marks) == 2
    for table in EVERY:
        clean = Witness(attempt(*table).case, OpPosition(-1, 0)).views()
        assert marks.isdisjoint({leaf.outcome for leaf in clean})


def test_every_mistake_has_texts_in_the_catalogue() -> None:
    """No two operations share their mistakes by accident: what moves nothing cannot be moved the wrong way."""
    course = [op for _, op in locate_ops(attempt("knockout", (2, 1, 1), 2).case.recipe, Answers(()))]
    single = [op for op in course if len(getattr(op, "source", "..")) == 1]
    assert single
    assert all(Mistake.CROSSED not in list_mistakes(op) for op in single)


@pytest.mark.parametrize(
    ("name", "sizes", "valid"),
    [
        ("published", (1, 1, 1), 2),
        ("knockout-2-classes", (2, 1, 1), 2),
        ("knockout", (1, 1, 2), 2),
        ("wallet", (1, 1, 2), 2),
        ("wallet-2-classes", (2, 1, 1), 2),
        ("published-2023", (2, 1, 1), 2),
    ],
)
@pytest.mark.every(2)
def test_a_misread_answer_corrected_by_hand_ends_correctly_without_a_leak(
    name: str, sizes: Sizes, valid: int, full: bool
) -> None:
    """Of these forms there are answers after which hands do something that they put back, and others."""
    one = attempt(name, sizes, valid)
    back = of(one, Mistake.MISREAD, Then.ON)
    assert max(fault.stop for fault in back) > 1
    assert {one.stated[fault] for fault in back} == {0.0}
    one.check(back[:: 2 if full else 5])


def test_reversible_operations_are_the_same_for_play_and_proof() -> None:
    """There it is decided whether going back is offered; none of it shows or mixes anything."""
    kinds = {kind for kind in get_args(Op) if kind is not Heading}
    by_hand = {kind for kind in kinds if not LogEntry(object.__new__(kind), ticked=True).lasting}
    assert by_hand == {*BY_HAND}


def seen_where_it_goes_back(ways: Iterable[WayHome]) -> list[tuple[WayHome, Fault]]:
    """The mistakes by which a card is seen of a hand that goes back with what it drew."""
    return [(way, fault) for way in ways for fault in way.stated if fault.seen and fault.seen[0].area == LOT]


def test_a_drawn_card_returned_with_the_hand_leaks_as_much_as_a_hand_card(full: bool) -> None:
    ways = (*homeward("knockout", (1, 1, 2), 0), *until_it_fits((1, 1, 2)))
    laid = seen_where_it_goes_back(ways)
    assert {fault.what for _, fault in laid} == {Mistake.CARD_SEEN, Mistake.MISGIVEN}
    check(ways, 1 if full else 151)
    assert any(way.true(fault).bits > 1 for way, fault in laid)


def test_a_repeated_shuffle_hides_cards_seen_after_it() -> None:
    helped = [
        (way, fault)
        for way in homeward("knockout", (1, 1, 1), 1)
        for fault in way.stated
        if fault.then is Then.AGAIN and not way.void
        if way.stated[fault] < way.stated[unhelped(fault)] - 1
    ]
    assert helped
    assert {way.stated[fault] for way, fault in helped} == {0.0}
    assert all(way.true(fault).bits < NEARLY for way, fault in helped)
    assert any(way.true(unhelped(fault)).bits > 1 for way, fault in helped)


def unhelped(fault: Fault) -> Fault:
    return sighting(fault.at, fault.seen)


def test_the_owner_of_a_kept_column_is_unknown_until_it_is_sorted_again() -> None:
    """The first column is seen before anything is scrambled in the second attempt.

    It is still the first seat's, whose only card it is; by the second attempt's own order it would be the second's.
    A card of one of three hands of one, which was seen and whose: more than of a hand of two.
    """
    _, *seconds = chain("knockout", (1, 2, 1), 1)
    second = next(run for run in seconds if run.outcome is not None and run.outcome.drawn)
    (whole,) = (
        fault
        for fault in second.stated
        if (fault.at, fault.then, fault.what) == (OpPosition(0, 0), Then.HOME, Mistake.SPILLED)
        and fault.seen[0] == Place(COLUMN, 1, 1)
    )
    assert 1.5 < second.true(whole).bits <= second.stated[whole] + NEARLY


def test_a_misplaced_card_of_the_second_attempt_is_seen_by_its_receiver() -> None:
    """Columns are mixed up with each other, and led home; they stood already."""
    run = chain("knockout", (1, 1, 1, 1), 2)[1]
    mixed = of(run, Mistake.MIXED_UP, Then.HOME, "Scramble")
    assert mixed
    assert all(NEARLY < run.true(fault).bits <= run.stated[fault] + NEARLY for fault in mixed)
