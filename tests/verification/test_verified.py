"""Every registered form is proved on small tables, and the verifier objects to every twin it should."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from facilitator.operations.definitions import Choose, Heading, Op, Put, Reveal, Scramble
from facilitator.operations.faces import NONE, ONE, ZERO
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps, operations
from facilitator.operations.purposes import Part
from facilitator.protocols import forms
from facilitator.protocols.gates import LEFT, RIGHT
from facilitator.protocols.knockout import weighted_knockout
from facilitator.protocols.layout import weighted_code
from facilitator.verification import cases
from facilitator.verification.certificate import (
    Spec,
    default_specs,
    iter_hand_sizes,
    names_for,
    sabotaged_specs,
    verify_spec,
)
from facilitator.verification.faulty import Finding, list_faulty_variants
from facilitator.verification.verifier import Case, Deal, FinalOutcome
from judges.mutations import join_stages
from programs import run, run_well
from sure import sure
from turns import Scripted

SMALL = [
    spec
    for spec in default_specs(names_for())
    if spec.form in ("and", "lottery", "original-lottery", cases.GIVE_UP) or sum(spec.sizes) <= 4
]
SWEPT = ("knockout", "published", "challenge", "wallet", "and", "lottery", "original-lottery")
"""Of these every table of four cards is enumerated each time; of other forms all of three cards and one of five, of
what is made of the knockout one of four."""
SLOW = [
    spec
    for spec in SMALL
    if (sum(spec.sizes) > 3 and spec.form not in SWEPT and not (spec.of and spec.sizes == (2, 1, 1)))
    or spec.of not in ("", "knockout")
]
"""With --full, and in every certificate."""
LARGER = [
    *(Spec(name, (5,)) for name in ("lottery", "original-lottery")),
    *(
        Spec(name, sizes)
        for name in ("knockout", "challenge", "published-2023")
        for sizes in iter_hand_sizes(5)
        if sum(sizes) == 5
    ),
    *(Spec("wallet", sizes) for sizes in iter_hand_sizes(7) if sum(sizes) == 7),
    *(Spec(name, sizes, (0, 2)) for name in ("knockout", "challenge") for sizes in ((2, 2, 2), (3, 1, 2))),
    *(Spec(name, (2, 2, 2), (2,)) for name in ("published", "published-2023")),
    *(Spec("concealed", sizes, (0, 2)) for sizes in ((2, 1, 2), (3, 1, 1))),
    *(Spec(cases.IN_A_ROW, (2, 1, 3), of=name) for name in ("knockout", "wallet")),
]
"""Beyond the certificate, for minutes."""


@pytest.mark.parametrize("spec", [spec for spec in SMALL if spec not in SLOW], ids=str)
@pytest.mark.every(6)
def test_every_form_is_correct_and_secret_on_small_tables(spec: Spec) -> None:
    line = verify_spec(spec)
    assert line.good, line.leak
    assert (line.correct, line.secret) == (True, True)


def test_every_form_is_correct_and_secret_on_larger_tables(full: bool) -> None:
    """One table of five cards a form; with --full the whole default certificate, and larger tables."""
    specs = [spec for spec in default_specs(names_for()) if spec not in SMALL or spec in SLOW] + LARGER
    if not full:
        specs = [
            Spec(name, (2, 1, 2), (2,))
            for name, form in forms.FORMS.items()
            if name != "weighted-knockout" and not form.conceals
        ]
    for spec in specs:
        assert verify_spec(spec).good, spec


TWINS = [*sabotaged_specs([*cases.PILES, *forms.get_certified_forms()])]
USUAL = ("knockout", "published", *cases.PILES)
OTHERS = [spec for spec in TWINS if spec.form not in (*USUAL, *forms.CONCEALED.values())]
SOME = [spec for spec in TWINS if spec.form in USUAL or spec in OTHERS[::12]]


@pytest.mark.parametrize("spec", SOME, ids=str)
@pytest.mark.every(5)
def test_every_faulty_variant_gets_the_expected_verdict(spec: Spec) -> None:
    """Every twin of the usual form, of the paper's and of the parts; a twelfth of the others'."""
    judged_as_it_must_be(spec)


def test_the_faulty_variants_of_other_forms_get_the_expected_verdict(full: bool) -> None:
    """Three of one that conceals; with --full all, each with one scrambled pile more."""
    others = [spec for spec in TWINS if spec not in SOME]
    for spec in others if full else [spec for spec in others if spec.form == "concealed-challenge"][:3]:
        judged_as_it_must_be(spec)


def judged_as_it_must_be(spec: Spec) -> None:
    line = verify_spec(spec)
    assert line.good, (line.twin, line.expected, line.leak)
    assert (line.leak is None) == (line.expected == Finding.HARMLESS)


def number_of(name: str) -> int:
    """The number of the knockout's first twin of a name."""
    found = enumerate((twin.form, twin.name.key) for twin in list_faulty_variants())
    return next(i for i, one in found if one == ("knockout", name))


def test_there_is_a_faulty_variant_without_each_shuffle() -> None:
    """P25 with m = 2 has six scrambles, the earlier text seven, the knockout three; the wallet m."""
    left_out = [twin.form for twin in list_faulty_variants() if twin.name.key == "twin.without"]
    twice = {"knockout", "challenge"}  # 3 + 4: judged with two cards in the hand, and with three
    assert {n: {name for name in forms.FORMS if left_out.count(name) == n} for n in (3, 5, 6, 7)} == {
        3: {"concealed-challenge", "concealed-knockout", "wallet"},
        5: {"published-original", "concealed-published-original"},
        6: {"published", "weighted-knockout", "concealed", "concealed-weighted-knockout"},
        7: {"published-2023", "concealed-published-2023", *twice},
    }
    assert len(forms.FORMS) == 13
    assert {twin.verdict for twin in list_faulty_variants()} == set(Finding)


@pytest.mark.parametrize("name", ["twin.unstirred", "twin.together"])
def test_single_bit_cards_must_be_stirred_before_they_are_sorted(name: str) -> None:
    """In every form of the paper: without it, the bit cards show more than their public counts."""
    twins = [spec for spec in TWINS if list_faulty_variants()[spec.twin or 0].name.key == name]
    assert {spec.form.removeprefix("concealed-") for spec in twins} == {
        "published",
        "concealed",
        "published-original",
        "published-2023",
    }
    for spec in twins[:3]:
        line = verify_spec(spec)
        assert (line.good, line.expected, line.correct) == (True, Finding.LEAKS, True)
        assert line.bits > 0.3


def test_a_leak_is_described_in_words() -> None:
    leak = sure(verify_spec(Spec("knockout", (2, 1, 1), twin=number_of("twin.others-pairs"))).leak)
    assert leak.startswith("Leak: Outcome ")
    assert "holds" in leak
    assert "everybody sees [" in leak


def test_weights_three_and_one_give_exact_probabilities() -> None:
    """Two valid cards of weights 3 and 1: 3/4 and 1/4."""
    layout = forms.example_layout((2, 1, 1), 2, forms.FORMS["knockout"])
    layout = replace(layout, code=weighted_code({"a": 3, "b": 1, "c": 0, "d": 0}))
    spread = tuple(cases.deals(layout))
    verdict = Case(weighted_knockout(layout), spread, cases.selection_law(layout, draws=True)).verify()
    assert (verdict.correct, verdict.secret) == (True, True)
    held = next(i for i, deal in enumerate(spread) if dict(deal.hands)["V"] == ("a", "b"))
    assert verdict.law[held] == {
        FinalOutcome(Outcome("a")): Fraction(3, 4),
        FinalOutcome(Outcome("b")): Fraction(1, 4),
    }


def test_a_uniform_choice_has_exact_probabilities() -> None:
    case = next(iter(cases.selection_cases(forms.FORMS["knockout"], (3, 1, 1), playable=[3])))
    assert {FinalOutcome(Outcome(card)): Fraction(1, 3) for card in "abc"} in case.verify().law


def test_wrong_required_probabilities_are_noticed() -> None:
    """The verifier compares with what the game demands, not with what it finds."""
    case = cases.part_case("lottery", 2)
    verdict = replace(case, law=lambda deal: {FinalOutcome(Outcome("a")): Fraction(1)}).verify()
    assert (verdict.correct, verdict.secret) == (False, True)
    assert verdict.wrong is not None


def test_a_random_bit_is_no_leak_and_a_secret_bit_is_a_leak() -> None:
    """The smallest protocols there are: reveal a scrambled pair, reveal an unscrambled one."""

    def mixed(known: Outcome) -> Steps[Outcome]:
        yield Scramble((LEFT[:1], LEFT[1:]))
        yield Reveal(LEFT)
        return known

    def bare(known: Outcome) -> Steps[Outcome]:
        yield Reveal(LEFT)
        return known

    spread = tuple(Deal(table=tuple(zip(LEFT, bit, strict=True))) for bit in (ZERO, ONE))
    for steps, secret in ((mixed, True), (bare, False)):
        recipe = (Stage(Heading(Part.AND), steps),)
        verdict = Case(recipe, spread, lambda deal: {FinalOutcome(Outcome()): Fraction(1)}).verify()
        assert (verdict.correct, verdict.secret) == (True, secret)


def test_merging_equal_branches_changes_no_verdict() -> None:
    """The same law and verdicts with one long stage, where nothing can be merged."""
    case = next(iter(cases.selection_cases(forms.FORMS["knockout"], (2, 0, 1), playable=[1])))

    merged = case.verify()
    whole = Stage(Heading(Part.MIX), partial(join_stages, case.recipe))
    unmerged = replace(case, recipe=(whole,)).verify()
    assert merged.law == unmerged.law
    for verdict in (merged, unmerged):
        assert (verdict.correct, verdict.secret) == (True, True)
    assert merged.tables < unmerged.tables


def test_hand_sizes_cover_two_to_four_owners() -> None:
    listed = list(iter_hand_sizes(5))
    assert {len(sizes) for sizes in listed} == {2, 3, 4}
    assert {sum(sizes) for sizes in listed} == {2, 3, 4, 5}
    assert len(set(listed)) == len(listed)
    assert all(min(sizes) > 0 for sizes in listed)


def test_fingerprints_differ_and_are_stable() -> None:
    found = [forms.fingerprint(name) for name in forms.FORMS]
    assert len(set(found)) == len(forms.FORMS)
    forms.fingerprint.cache_clear()
    assert [forms.fingerprint(name) for name in forms.FORMS] == found


def test_verify_prints_the_documented_output() -> None:
    done = run_well("verify", "--form", "lottery", "--json")
    for text in done.stdout.splitlines():
        line = json.loads(text)
        assert (line["correct"], line["secret"], line["leak"]) == (True, True, None)
        assert set(line) >= {"form", "table", "cases", "shuffles", "extra_cards", "fingerprint", "seconds"}


def test_verify_rejects_an_unknown_form() -> None:
    done = run("verify", "--form", "magic")
    assert done.exit_code == 2
    assert "knockout" in done.stderr


WITHOUT_TWINS = [name for name in names_for() if name not in {twin.form for twin in list_faulty_variants()}]


@pytest.mark.parametrize("form", WITHOUT_TWINS)
def test_verify_rejects_a_form_without_faulty_variants(form: str) -> None:
    """It names those that have some; to pass with nothing judged would prove nothing."""
    done = run("verify", "--sabotaged", "--form", form)
    assert done.exit_code == 2
    said = " ".join(done.stderr.split())
    assert f"{form} has no faulty variants" in said
    assert all(twin.form in said for twin in list_faulty_variants())
    assert "0 of 0" not in done.stdout


def changed(recipe: Recipe, number: int, change: Callable[[Op], tuple[Op, ...]]) -> Recipe:
    """The recipe with the operations of one stage changed."""
    stage = recipe[number]

    def steps(known: Outcome) -> Steps[Outcome]:
        going, answer = stage.steps(known), None
        while True:
            try:
                op = going.send(answer)  # type: ignore[arg-type]
            except StopIteration as end:
                outcome: Outcome = end.value
                return outcome
            answer = ""
            for other in change(op):
                answer = yield other

    return (*recipe[:number], Stage(stage.heading, steps), *recipe[number + 1 :])


def leave_out(kind: type[Op], op: Op) -> tuple[Op, ...]:
    return () if isinstance(op, kind) else (op,)


@pytest.mark.parametrize("form", ["knockout-2-classes", "knockout-3-classes"])
def test_the_question_for_a_drawn_card_lists_only_its_priority(form: str) -> None:
    """Found by the mutation sweep: an answer not asked for was not missed, since it could never come."""
    layout = forms.example_layout((2, 1, 1), 4, forms.get_certified_forms()[form])
    classes = {face: bits.index(1) for face, bits in layout.code}
    for rank in range(layout.classes):
        script = Scripted("αβ", *["αβ"] * (layout.classes - 1), *["αβ"] * rank, "βα")
        asked = [
            op.ask
            for op in operations(forms.get_certified_forms()[form].recipe(layout), script)
            if isinstance(op, Reveal)
        ]
        (drawn,) = (ask for ask in asked if ask and set(ask) <= set(classes))
        assert {classes[face] for face in drawn} == {rank}


def test_the_original_lottery_always_selects_a_card() -> None:
    for name, none in (("published", True), ("published-original", False)):
        layout = forms.example_layout((2, 1, 1), 2, forms.FORMS[name])
        ops = operations(forms.FORMS[name].recipe(layout))
        (ask,) = (op.ask for op in ops if isinstance(op, Choose))
        assert (NONE in ask) is none


def test_cards_put_from_the_box_are_public() -> None:
    """A protocol that puts cards by hand shows them: nothing is revealed by turning them over again."""

    def steps(known: Outcome) -> Steps[Outcome]:
        yield Put(RIGHT, ONE)
        return known

    nothing = {FinalOutcome(Outcome()): Fraction(1)}
    verdict = Case((Stage(Heading(Part.TOKEN), steps),), (Deal(),), lambda deal: nothing).verify()
    assert (verdict.correct, verdict.secret) == (True, True)


def test_an_upside_down_hand_is_identified_with_certainty() -> None:
    """Backs have a way up; from PROTOCOLS, "Hands and things", computed apart from this program."""
    leak = sure(verify_spec(Spec("knockout", (2, 1, 1), twin=number_of("twin.backs"))).leak)
    assert "with probability 1; if" in leak
    assert "Total variation 1." in leak
