"""Every kind of mistake of the catalogue at every kind of operation, by every way on: the verifier judges it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, partial
from math import log2
from typing import get_args

import pytest

from facilitator.instructions.branches import Answers
from facilitator.mistakes.bounds import NOTHING
from facilitator.mistakes.kinds import Mistake, list_mistakes
from facilitator.operations.definitions import Heading, Op, Spin
from facilitator.operations.perform import Steps
from facilitator.protocols.forms import Sizes, get_certified_forms
from facilitator.verification.recovery import DECIDED
from facilitator.verification.substitution import OpPosition, locate_ops, replace_operation
from judges import deeds, judged, wrongs
from judges.accidents import Trial
from judges.judged import Judge, Triple
from judges.void_result import VOIDED
from judges.witness import Witness
from judges.wrongs import Then, Wrong, halved

AT_A_WALLET = (Mistake.LOSER_KEPT, Mistake.BOTH_OUT, Mistake.STUCK_OUT, Mistake.WRONG_MASK, Mistake.NO_DOT)
NEARLY = 1e-9
PLAYED = [(name, form) for name, form in get_certified_forms().items() if form.played]
"""What hands can go wrong with."""
SAMPLE: tuple[tuple[str, Sizes, int, int], ...] = (
    ("knockout", (1, 1, 1), 2, 31),
    ("published", (1, 1, 1), 1, 37),
    ("wallet", (3, 1), 2, 19),
    ("wallet", (2, 1, 1), 0, 9),
    ("knockout-3-classes", (3, 1), 2, 61),
)
"""Forms, tables and how many cards fit, of which every so-manieth mistake is judged here."""
TABLES: tuple[Sizes, ...] = ((1, 1, 1), (1, 1, 2), (2, 1, 1), (3, 1))
"""Tables of the full sweep; on the last, a card that was seen and has lost tells of others."""
LARGER: tuple[Sizes, ...] = ((4, 1),)
"""The same for wallets."""
EVERY: tuple[tuple[str, Sizes, int], ...] = (
    ("published", (1, 1, 1), 1),
    ("published-2023", (1, 1, 1), 1),
    ("knockout", (1, 1, 2), 2),
    ("wallet", (2, 1), 1),
)
"""Among these forms' operations is every kind."""


@cache
def judge(name: str, sizes: Sizes, valid: int) -> Judge:
    return Judge(Trial(get_certified_forms()[name], sizes, valid))


def good(one: Judge, chosen: Iterable[Wrong]) -> dict[Wrong, float]:
    """What is true of some mistakes: never more bits than are stated; and what is put right ends as it should."""
    here = {}
    for wrong in chosen:
        found = one.true(wrong)
        here[wrong] = found.bits
        assert found.bits <= one.stated[wrong] + NEARLY, (one.trial.form.name, wrong)
        assert found.right or not one.must_be_right(wrong), (one.trial.form.name, wrong)
    return here


def of(one: Judge, what: Mistake, then: Then, kind: str = "") -> list[Wrong]:
    some = [wrong for wrong in one.stated if (wrong.what, wrong.then) == (what, then)]
    return [wrong for wrong in some if kind in ("", wrong.kind.__name__)]


# -- every kind, at every operation, by every way ------------------------------------------------------


def test_no_kind_of_mistake_is_without_its_judge() -> None:
    """Of the catalogue, over all kinds of operations that come in a run."""
    wanted, found = set[Triple](), set[Triple]()
    for judgement in (judge(*table) for table in EVERY):
        wanted |= judgement.wanted
        found |= judgement.judged
    met = {kind for _, kind, _ in wanted}
    assert met == {*get_args(Op)} - {Heading}
    assert {what for what, _, _ in wanted} == {*Mistake}
    assert wanted - found == set()


@pytest.mark.parametrize("kind", [mistake for mistake in Mistake if mistake not in wrongs.ANYWHERE])
def test_a_kind_forgotten_is_missed(kind: Mistake, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = wrongs.shapes

    def fewer(what: Mistake, *rest: object) -> list[Wrong]:
        return [] if what is kind else list(whole(what, *rest))  # type: ignore[arg-type]

    monkeypatch.setattr(judged, "shapes", fewer)
    form, sizes = ("wallet", (2, 1)) if kind in AT_A_WALLET else ("knockout", (1, 1))
    one = Judge(Trial(get_certified_forms()[form], sizes, 1))
    assert {what for what, _, _ in one.wanted - one.judged} >= {kind}


@pytest.mark.parametrize(("name", "sizes", "valid", "most"), SAMPLE)
def test_what_is_stated_is_not_less_than_what_is_true(name: str, sizes: Sizes, valid: int, most: int) -> None:
    one = judge(name, sizes, valid)
    assert len(good(one, list(one.stated)[most // 3 :: most])) > 3


@pytest.mark.parametrize(("name", "valid"), [("wallet-any", 2), ("wallet-2-classes", 4)])
def test_duels_fought_wrongly_tell_what_is_stated(name: str, valid: int) -> None:
    """Also where nobody looks, and any card is played; what is stated is all there is to know."""
    one = judge(name, (2, 1, 1), valid)
    void = [wrong for what in AT_A_WALLET for wrong in of(one, what, Then.VOID)]
    found = good(one, {(wrong.what, wrong.odd, wrong.said): wrong for wrong in void}.values())
    assert max(found.values()) == pytest.approx(log2(5))
    assert log2(5) < max(map(one.stated.__getitem__, found)) <= log2(12)


def test_all_of_it(full: bool) -> None:
    """Every mistake of every form on small tables, of wallets on all of them; here a few of the rest."""
    if full:
        for _, form in PLAYED:
            wanted, met = set[Triple](), set[Triple]()
            for sizes in ((1, 1),) if form.conceals else (*TABLES, *(() if form.columns else LARGER)):
                for valid in range(sum(sizes) + 1):
                    one = Judge(Trial(form, sizes, valid))
                    wanted, met = wanted | one.wanted, met | one.judged
                    every = sum(sizes) < 4 or not form.columns
                    good(one, list(one.stated) if every else list(one.stated)[valid::17])
            assert form.conceals or wanted - met == set(), form.name
        return
    one = judge("concealed-knockout", (1, 1), 1)
    assert len(good(one, list(one.stated)[5::23])) > 5


# -- what is stated of each ----------------------------------------------------------------------------


def test_a_card_that_lacks_at_the_reveal_is_known_and_whose() -> None:
    """All others lie open: one of three cards, exactly."""
    one = judge("knockout", (1, 1, 1), 0)
    lacking = [wrong for wrong in of(one, Mistake.MISCOUNTED, Then.HOME, "Reveal") if wrong.seen]
    assert all(one.stated[wrong] == pytest.approx(log2(3)) for wrong in lacking)
    assert all(bits == pytest.approx(log2(3)) for bits in good(one, lacking[:3]).values())


def test_a_card_that_went_astray_is_seen_by_whom_it_reached() -> None:
    one = judge("knockout", (1, 1, 1), 1)
    astray = [wrong for wrong in of(one, Mistake.CROSSED, Then.HOME, "Cover") if wrong.at.stage == 1]
    assert good(one, astray[:1])[astray[0]] > 1


def test_a_card_that_sticks_out_of_the_wallet_tells_what_its_dot_says() -> None:
    """At the look that follows: whether the card in front can be played. Pulled out together, cards tell nothing."""
    one = judge("wallet", (2, 1, 1), 2)
    stuck = [wrong for wrong in of(one, Mistake.STUCK_OUT, Then.ON, "Look") if wrong.to is Spin]
    assert {one.stated[wrong] for wrong in stuck} == {1.0}
    assert max(good(one, stuck).values()) == pytest.approx(0.142, abs=0.001)
    before = [wrong for wrong in of(one, Mistake.STUCK_OUT, Then.HOME, "Spin") if not one.stated[wrong]]
    assert set(good(one, before).values()) == {0.0}  # the turn starts again before anybody looks
    out = [wrong for then in (Then.ON, Then.HOME) for wrong in of(one, Mistake.BOTH_OUT, then)]
    assert {one.stated[wrong] for wrong in out} == {0.0}
    assert set(good(one, out).values()) == {0.0}


def test_a_void_turn_gives_its_result_away() -> None:
    """The hand's only card is turned over, and goes home: of four cards it is known which; two bits."""
    one = judge("knockout", (1, 1, 2), 4)
    at_once = [wrong for wrong in of(one, Mistake.MISREAD, Then.VOID) if wrong.stop == wrong.at.before + 1]
    assert max(good(one, at_once).values()) == pytest.approx(2)


def test_what_is_carried_on_unmended_is_wrong() -> None:
    """So it is said that it must be put right, or given up: piles mixed up, a duel fought the wrong way."""
    one = judge("knockout", (2, 1, 1), 2)
    wrongly = ((Mistake.MIXED_UP, deeds.mixed_up), (Mistake.CROSSED, deeds.crossed))
    for what, deed in wrongly:
        wrong = next(wrong for wrong in of(one, what, Then.ON, "Move") if wrong.at.stage == 3)
        assert one.true(wrong).right
        recipe = replace_operation(one.trial.case.recipe, wrong.at, wrong.to, partial(deed, False))
        assert not replace(one.trial.case, recipe=recipe).verify().correct


def test_decided_before_and_declared_void_are_two_marks() -> None:
    """And neither is an outcome a run may have."""
    marks = {DECIDED, VOIDED}
    assert len(marks) == 2
    for name, sizes, valid in EVERY:
        one = judge(name, sizes, valid)
        clean = Witness(one.trial.case, OpPosition(-1, 0)).views()
        assert marks.isdisjoint({leaf.outcome for leaf in clean})


# -- broken --------------------------------------------------------------------------------------------


def test_a_leak_halved_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "measure_mistake", halved)
    one = Judge(Trial(get_certified_forms()["knockout"], (1, 1, 1), 0))
    with pytest.raises(AssertionError):
        good(one, [wrong for wrong in of(one, Mistake.MISCOUNTED, Then.HOME, "Reveal") if wrong.seen])


def test_a_result_passed_over_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "measure_void", lambda *_: NOTHING)
    one = Judge(Trial(get_certified_forms()["knockout"], (1, 1, 2), 2))
    with pytest.raises(AssertionError):
        good(one, of(one, Mistake.MISREAD, Then.VOID))


def test_a_wrong_repair_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put back the wrong way: the columns' owners are exchanged."""
    whole = deeds.crossed

    def unmended(_: bool, op: Op) -> Steps[str]:
        return whole(False, op)

    monkeypatch.setattr(wrongs, "crossed", unmended)
    one = judge("knockout", (1, 1, 1), 1)
    with pytest.raises(AssertionError):
        good(one, of(one, Mistake.CROSSED, Then.ON))


def test_every_mistake_has_a_way_in_the_catalogue() -> None:
    """No two operations share their mistakes by accident: what moves nothing cannot be moved the wrong way."""
    one = judge("knockout", (2, 1, 1), 2)
    course = [op for _, op in locate_ops(one.trial.case.recipe, Answers(()))]
    single = [op for op in course if len(getattr(op, "source", "..")) == 1]
    assert single
    assert all(Mistake.CROSSED not in list_mistakes(op) for op in single)
