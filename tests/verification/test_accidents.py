"""What a mistake gives away, as stated in play, beside the verifier; and what puts a run right, proved to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import log2
from typing import NamedTuple

import pytest

from facilitator.mistakes import bounds
from facilitator.mistakes.bounds import NOTHING, Leakage, LeakKind, measure_person_card
from facilitator.mistakes.kinds import Mistake
from facilitator.mistakes.public_knowledge import AttemptMoment, Moments, list_moments
from facilitator.operations.definitions import (
    CARD_ROW,
    COLUMN,
    PILE,
    SIX,
    Cover,
    Mixing,
    Op,
    Place,
    Reveal,
    Scramble,
    places_of,
)
from facilitator.operations.perform import operations
from facilitator.play.mistake_questions import leak_words
from facilitator.protocols import recovery
from facilitator.protocols.forms import Sizes, get_certified_forms
from facilitator.protocols.gates import get_expected_answer
from facilitator.protocols.layout import Layout
from facilitator.protocols.recovery import Repair, give_up
from facilitator.protocols.wallet import HELD
from facilitator.verification.cases import PUT_RIGHT, selection_cases
from facilitator.verification.certificate import Spec, default_specs, verify_spec
from facilitator.verification.recovery import (
    RepairedAttempt,
    get_initial_surface,
    iter_repaired_attempts,
    wrong_bits,
)
from facilitator.verification.substitution import OpPosition
from judges import accidents
from judges.accidents import Accident, Trial
from judges.witness import Witness

NEARLY = 1e-9
PLAYED = [(name, form) for name, form in get_certified_forms().items() if form.played]
"""What hands can go wrong with."""
SAMPLE: tuple[tuple[str, Sizes, int, int], ...] = (
    ("knockout", (2, 1, 1), 2, 37),
    ("published", (1, 1, 1), 1, 47),
    ("concealed-knockout", (1, 1), 1, 17),
    ("knockout", (1, 1, 2), 0, 47),
    ("knockout", (3, 1), 2, 97),
    ("published", (3, 1), 2, 97),
)
"""Forms, tables and how many cards fit, of which every so-manieth accident is judged here."""
TABLES: tuple[Sizes, ...] = ((2, 1, 1), (1, 1, 1), (1, 1, 2))
"""On the last there is another hand beside the deck to hide in when the result is known."""
LARGER: tuple[Sizes, ...] = ((3, 1), (4, 1))
"""Here a card that was seen and has lost tells of others: of forms with columns the first, a part of it."""


EXACT = ("knockout",)
"""Forms small enough to be judged on all of them: of these, little is stated where nothing is given away."""


def judged(trial: Trial, chosen: Iterable[Accident]) -> dict[Accident, float]:
    """What is true of some accidents: never more bits than are stated."""
    here = {claim: trial.true(claim) for claim in chosen}
    short = {one: bits for one, bits in here.items() if bits > trial.stated[one] + NEARLY}
    assert short == {}, (trial.form.name, trial.sizes, trial.valid)
    return here


def some(name: str, sizes: Sizes, valid: int, most: int) -> tuple[Trial, list[Accident]]:
    trial = Trial(get_certified_forms()[name], sizes, valid)
    return trial, list(trial.stated)[most // 3 :: most]


@pytest.mark.parametrize(("name", "sizes", "valid", "most"), SAMPLE)
def test_no_fewer_bits_are_stated_than_are_given_away(name: str, sizes: Sizes, valid: int, most: int) -> None:
    trial, chosen = some(name, sizes, valid, most)
    here = judged(trial, chosen)
    assert len(here) > 3
    assert max(here.values()) > NEARLY


def test_every_accident_of_every_form(full: bool) -> None:
    """Nothing is stated only where, on no table, anything is given away; and little is stated for nothing.

    With --full all of it, the second for the forms small enough.
    """
    for name, form in PLAYED if full else [("knockout", get_certified_forms()["knockout"])]:
        worst: defaultdict[tuple[object, ...], list[float]] = defaultdict(lambda: [0.0, 0.0])
        larger = LARGER[:1] if form.columns else LARGER
        tables: tuple[Sizes, ...] = ((2, 1),) if form.conceals else (*TABLES, *larger)
        for sizes in tables if full else [(1, 1, 1)]:
            some = form.columns and sizes in LARGER and name not in EXACT
            for valid in range(sum(sizes) + 1):
                trial = Trial(form, sizes, valid)
                every = 1 if full and not some else 17
                for one, true in judged(trial, list(trial.stated)[valid % every :: every]).items():
                    kind = worst[trial.what(one)]
                    kind[:] = [max(kind[0], trial.stated[one]), max(kind[1], true)]
        assert all(true < NEARLY for said, true in worst.values() if not said)
        if full and name in EXACT:
            over = [kind for kind, (said, true) in worst.items() if said and true < NEARLY]
            assert len(over) <= len(worst) / 10, over


def test_between_the_markers_and_the_sorting_any_column_is_anybody_s() -> None:
    """Found by the sweep: taken by its number, a column would be the discards', and tell nothing."""
    trial = Trial(get_certified_forms()["concealed-knockout"], (1, 1), 1)
    shown = next(
        claim
        for claim in trial.stated
        if claim.at == OpPosition(2, 0)
        and claim.seen
        and len(claim.seen) == 1
        and claim.seen[0].row == 1
        and claim.home
    )
    assert 0 < trial.true(shown) <= trial.stated[shown] + NEARLY


def test_a_card_of_a_person_is_stated_exactly() -> None:
    """One of two cards among four: while no card fits, a bit, no more and no less."""
    trial = Trial(get_certified_forms()["knockout"], (1, 2, 1), 0)
    seen = [
        claim
        for claim in trial.stated
        if claim.at == OpPosition(0, 2) and len(claim.seen) == 1 and claim.seen[0].number == 2
    ]
    assert seen
    assert {trial.stated[claim] for claim in seen} == {1.0}
    assert all(trial.true(claim) == pytest.approx(1.0) for claim in seen)
    assert dict(measure_person_card({"V": 1, "A": 2, "deck": 1}, ["A"]).bits) == {
        "A": 1.0
    }  # shown at any time: the same


def test_what_is_stated_is_a_mean_and_is_called_one() -> None:
    """Of four cards two fit: a bit card of the deck's says 0.81 bits on average, and 1.32 where its card fits."""
    trial = Trial(get_certified_forms()["knockout"], (2, 1, 1), 2)
    shown = next(
        claim
        for claim in trial.stated
        if claim.at == OpPosition(2, 2) and claim.seen == (Place(COLUMN, 3, 4),)
    )
    told = Witness(trial.case, shown.at, shown.seen).run().leaked
    assert told.bits == pytest.approx(0.81, abs=0.01)
    assert told.bits < trial.stated[shown] == 1.0 < told.most == pytest.approx(log2(5 / 2))
    for gives in LeakKind:
        said = leak_words(
            Leakage(gives, (("deck", 1.0), ("V", 2.2))) if gives is not LeakKind.NOTHING else NOTHING
        )
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
    name, sizes, valid, kind, nth, length = act
    trial = Trial(get_certified_forms()[name], sizes, valid)
    course = list(operations(trial.case.recipe, get_expected_answer))
    first = [index for index, op in enumerate(course) if isinstance(op, kind)][nth]
    start = AttemptMoment(trial.layout, (), course)
    return list_moments(start, get_initial_surface(trial.layout), len(course))[first : first + length + 1]


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
def test_the_price_of_a_mistake_in_an_act(what: Mistake, act: Act, home: bool, bits: float) -> None:
    here = moments_of(act)
    moment, lies = here[-1]
    back = list(operations(give_up(moment.layout, lies, moment.ops), get_expected_answer)) if home else None
    assert bounds.measure_mistake(what, here, back).max_bits == pytest.approx(bits)


@pytest.mark.parametrize(
    ("name", "sizes", "accident", "bits"),
    [
        # of three cards to draw from: before the columns are scrambled, nobody knows which one is drawn
        ("knockout", (1, 1, 3), Accident(OpPosition(0, 2), (Place(COLUMN, 3, CARD_ROW),)), log2(5 / 2)),
        # after that the first is the one that is drawn
        ("knockout", (1, 1, 3), Accident(OpPosition(2, 1), (Place(COLUMN, 3, CARD_ROW),)), log2(5)),
        ("knockout", (2, 1, 3), Accident(OpPosition(3, 1), (Place(COLUMN, 4, CARD_ROW),)), log2(6)),
        # a card of the hand that is compared with others
        ("knockout", (3, 1), Accident(OpPosition(2, 2), (Place(PILE, 1, CARD_ROW),)), log2(3 / 2) + 1),
        ("wallet", (3, 1), Accident(OpPosition(0, 3), (HELD,)), log2(3 / 2) + 1),
        ("published", (2, 1), Accident(OpPosition(2, 2), (Place(PILE, 1, CARD_ROW),)), 2.0),
        # nothing was compared before the attempt was cancelled
        ("knockout", (3, 1), Accident(OpPosition(2, 2), (Place(PILE, 1, CARD_ROW),), home=True), log2(3 / 2)),
        ("wallet", (3, 1), Accident(OpPosition(0, 3), (HELD,), home=True), log2(3 / 2)),
        ("published", (2, 1), Accident(OpPosition(2, 2), (Place(PILE, 1, CARD_ROW),), home=True), 1.0),
        # a hand of one card has nothing to compare it with
        ("knockout", (1, 1, 1), Accident(OpPosition(2, 2), (Place(PILE, 1, CARD_ROW),)), log2(3)),
        ("wallet", (1, 1, 2), Accident(OpPosition(0, 2), (HELD,)), 2.0),
        ("published", (1, 1, 1), Accident(OpPosition(2, 2), (Place(PILE, 1, CARD_ROW),)), log2(3)),
        # the piles of a lottery: the columns were scrambled just before, but after the ANDs the order tells the first
        ("published", (2, 1), Accident(OpPosition(3, 0), ()), 0.0),
        ("published", (2, 1), Accident(OpPosition(7, 0), ()), 1.0),
        # a bit card that the last AND left in the row says the same as the result
        ("published", (1, 1, 1), Accident(OpPosition(6, 2), (Place(SIX, 5, 1),)), 0.0),
    ],
)
def test_the_price_of_an_accident(name: str, sizes: Sizes, accident: Accident, bits: float) -> None:
    """It depends on whose card it is, whether it is drawn, and whether it is compared with others."""
    trial = Trial(get_certified_forms()[name], sizes, min(2, sum(sizes) - 1))
    assert trial.stated[accident] == pytest.approx(bits)


def test_a_card_that_everybody_can_count_has_no_price() -> None:
    layout = Trial(get_certified_forms()["knockout"], (3, 0), 1).layout
    assert bounds.measure_card(layout, [layout.seat]) == NOTHING


def test_a_leak_stated_too_small_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bounds.measure_card

    def less(layout: Layout, owners: Sequence[str], draws: bool = False) -> Leakage:
        leak = whole(layout, owners, draws)
        return Leakage(leak.gives, tuple((owner, bits / 2) for owner, bits in leak.bits))

    monkeypatch.setattr(bounds, "measure_card", less)
    with pytest.raises(AssertionError):
        judged(*some("knockout", (2, 1, 1), 2, 37))


def test_a_leak_that_is_passed_over_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accidents, "measure_sighting", lambda *_: NOTHING)
    with pytest.raises(AssertionError):
        judged(*some("knockout", (1, 1, 1), 1, 5))


# -- put right -----------------------------------------------------------------------------------------


OF_COLUMNS = (Repair.SCRAMBLE_AGAIN, Repair.PAIRS_ANEW)
NO_DRAWN_CARD = {name: {Repair.SLIDE_AGAIN} for name in ("wallet-any", "wallet-top")}
"""Forms of wallets that never look at a drawn card, with the repair that they do not need."""


def good(one: RepairedAttempt) -> bool:
    verdict = one.case.verify()
    return verdict.correct and verdict.secret


def test_repaired_attempts_end_correctly_and_reveal_nothing(full: bool) -> None:
    """Continue to the end after every accident for which a repair is offered."""
    names = (
        [name for name, form in get_certified_forms().items() if not form.conceals] if full else ["knockout"]
    )
    for name in names:
        form, found = get_certified_forms()[name], set()
        sizes = (2, 1, 1) if full else (1, 1, 1)
        for valid in range(sum(sizes) + 1) if full else (1, 2):
            runs = list(iter_repaired_attempts(form, sizes, valid))
            found |= {run.repair for run in runs}
            for run in runs if full else runs[valid::3]:
                assert good(run), (name, valid, run.at, run.seen, run.repair)
        expected = set(OF_COLUMNS) if form.columns else {Repair.SLIDE_AGAIN} - NO_DRAWN_CARD.get(name, set())
        assert found == expected, name


def test_repairs_are_in_the_certificate(full: bool) -> None:
    specs = {spec.of: spec for spec in default_specs([PUT_RIGHT])}
    assert specs.keys() >= {"knockout", "weighted-knockout", "published"}
    for spec in specs.values() if full else [Spec(PUT_RIGHT, (1, 1), of="knockout")]:
        line = verify_spec(spec)
        assert line.good, line.leak
        assert line.cases > 10


@pytest.mark.parametrize("name", ["wallet", "wallet-2-classes"])
def test_a_drawn_card_that_is_slid_in_again_reveals_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the card is, at the look for each class. If its face showed while it is out, that is noticed."""
    whole = recovery._build_repair

    def shown(repair: Repair, done: Sequence[Op]) -> Sequence[Op]:
        out, into = whole(repair, done)
        face = (places_of(out)[1],)
        return (out, Reveal(face), Cover(face), into)

    every = [
        repaired
        for valid in range(4)
        for repaired in iter_repaired_attempts(get_certified_forms()[name], (1, 2), valid)
    ]
    assert {repaired.repair for repaired in every} == {Repair.SLIDE_AGAIN}
    assert all(map(good, every))
    assert len({repaired.at for repaired in every}) == (2 if "classes" in name else 1)
    monkeypatch.setattr(recovery, "_build_repair", shown)
    assert not all(map(good, iter_repaired_attempts(get_certified_forms()[name], (1, 2), 1)))


@pytest.mark.parametrize("repair", OF_COLUMNS)
def test_a_repair_without_its_scrambles_is_noticed(repair: Repair, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = recovery._build_repair

    def unmixed(repair: Repair, *arguments: object) -> list[Op]:
        return [op for op in whole(repair, *arguments) if not isinstance(op, Mixing)]  # type: ignore[arg-type]

    monkeypatch.setattr(recovery, "_build_repair", unmixed)
    some = [
        repaired
        for repaired in iter_repaired_attempts(get_certified_forms()["knockout"], (2, 1, 1), 2)
        if repaired.repair is repair
    ]
    assert not all(map(good, some))


def test_pairs_laid_anew_put_a_wrong_pair_right() -> None:
    """Which without them plays a card that does not fit."""
    (case,) = selection_cases(get_certified_forms()["knockout"], (1, 1, 1), playable=[1])
    laid = next(
        repaired
        for repaired in iter_repaired_attempts(get_certified_forms()["knockout"], (1, 1, 1), 1)
        if repaired.repair is Repair.PAIRS_ANEW
    )
    assert good(laid)
    assert laid.wrong is not None
    assert not replace(case, recipe=wrong_bits(case.recipe, laid.wrong)).verify().correct
