"""The certificate: verify every form with many small hand sizes, on all cores.

A `Spec` describes one proof. It is sent to a worker process, which builds the cases, verifies them and
returns a `CertificateLine`. The hand sizes for each form are listed in `cases`. A proof of a faulty variant
succeeds if the verifier finds the mistake.

Certificates of different versions are compared line by line, so field names, texts and fingerprints must not
change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import combinations_with_replacement
from time import perf_counter

from facilitator.errors import CommandError
from facilitator.i18n.catalogue import phrase, refusal, sentence
from facilitator.instructions.cost import Cost, count_cost
from facilitator.operations.perform import Recipe, operations
from facilitator.protocols import forms
from facilitator.protocols.forms import FORMS, Form, Sizes, get_certified_forms
from facilitator.protocols.layout import Layout
from facilitator.verification import cases as proofs
from facilitator.verification import linked, recovery
from facilitator.verification.cases import PILES
from facilitator.verification.faulty import FaultyVariant, Finding, list_faulty_variants
from facilitator.verification.shapes import LOT, Aspect, ProtocolShape, RunShape, shapes_of_run
from facilitator.verification.verifier import Case, LeakedBits, Verdict
from facilitator.verification.workers import on_all_cores


@dataclass(frozen=True, slots=True)
class Spec:
    """One proof to run: a protocol and the hand sizes with which it is proved.

    Attributes:
        form: Name of a form, of a protocol part, or of a proof that covers several forms.
        sizes: For a form, the hand sizes (virtual seat first, draw pile last). For a protocol part, its
            number of piles.
        playable: Numbers of playable cards to try, or None for all.
        twin: Index of a faulty variant in `list_faulty_variants`, or None.
        of: Form to prove, if `form` names a proof that covers several forms.
    """

    form: str
    sizes: tuple[int, ...]
    playable: tuple[int, ...] | None = None
    twin: int | None = None
    of: str = ""


@dataclass(frozen=True, slots=True)
class CertificateLine:
    """Result of one proof.

    Attributes:
        form: `Spec.form`.
        table: Hand sizes, or number of piles.
        cases: Number of enumerated deals.
        correct: Whether all cases are correct.
        secret: Whether all cases are secret.
        leak: First error and first leak found by the verifier, as text, or None.
        shuffles: Number of shuffles, counted from the operations.
        extra_cards: Number of extra cards, counted from the operations.
        formula: Numbers of shuffles and extra cards according to the form's formulas, or None without
            formulas.
        fingerprint: Fingerprint of the form, or digest of the enumerated protocols.
        seconds: Time on one core.
        good: Whether the result is as expected.
        tells: Description of an accepted leak.
        bits: Average leak in bits, in the case with the largest average leak.
        most: Largest leak of a single view in that case.
        twin: Name of the faulty variant, or None.
        expected: Finding expected for the faulty variant, or None.
    """

    form: str
    table: dict[str, object]
    cases: int
    correct: bool
    secret: bool
    leak: str | None
    shuffles: int
    extra_cards: int
    formula: tuple[int, int] | None
    fingerprint: str
    seconds: float
    good: bool
    tells: str = ""
    bits: float = 0.0
    most: float = 0.0
    twin: str | None = None
    expected: str | None = None

    def to_json(self) -> dict[str, object]:
        """Return the line as an object for `verify --json`, without most fields that are None."""
        found = asdict(self)
        found |= {"seconds": round(self.seconds, 3), "bits": round(self.bits, 6), "most": round(self.most, 6)}
        return {key: value for key, value in found.items() if value is not None or key in ("leak", "formula")}


def iter_hand_sizes(most: int) -> Iterator[tuple[int, ...]]:
    """Yield all hand sizes with two to `most` cards in total, for two to four owners.

    Every owner has a card, and the draw pile comes last. The opponents' hands are in ascending order, because
    their order makes no difference.
    """
    for k in range(2, most + 1):
        for opponents in range(3):
            for others in combinations_with_replacement(range(1, k), opponents):
                left = k - sum(others)
                yield from ((own, *others, left - own) for own in range(1, left))


CASES_OF: dict[str, Callable[[Form, Spec], Iterable[Case]]] = {
    proofs.GIVE_UP: lambda form, at: recovery.cancellation_cases(form, at.sizes),
    proofs.PUT_RIGHT: lambda form, at: recovery.put_right_cases(form, at.sizes),
    proofs.VOID: lambda form, at: recovery.every_void(form, at.sizes),
    proofs.UNTIL: lambda form, at: proofs.selection_cases(form, at.sizes, playable=at.playable, until=True),
    proofs.CHAINED: lambda form, at: linked.chained_cases(at.sizes, form.name, at.playable),
    proofs.IN_A_ROW: lambda form, at: linked.in_a_row_cases(at.sizes, form.name, at.playable),
    proofs.SEVERAL: lambda form, at: linked.several_cases(at.sizes, form.name),
    proofs.CHAINED_GIVE_UP: lambda form, at: recovery.linked_cancellation_cases(at.sizes, form),
}
"""For each proof that covers several forms, the function that yields its cases."""


# ----------------------------------------------------------------------------------------------------
# The protocol shapes that the certificate proves, derived from the layouts of its cases.


Layouts = dict[Aspect, Callable[[Form, Spec], Iterable[Layout]]]
"""For each proved property of an attempt, the function that yields the layouts of a proof."""

_ALONE: Layouts = {Aspect.TURN: lambda form, at: proofs.selection_layouts(form, at.sizes, at.playable)}
LAYOUTS_OF: dict[str, Layouts] = {
    proofs.GIVE_UP: {Aspect.GIVE_UP: lambda form, at: [recovery.make_cancellation_layout(form, at.sizes)]},
    proofs.PUT_RIGHT: {Aspect.PUT_RIGHT: lambda form, at: proofs.selection_layouts(form, at.sizes, (1,))},
    proofs.VOID: {
        Aspect.VOID: lambda form, at: recovery.voided_layouts(form, at.sizes),
        Aspect.VOID_LATER: lambda form, at: recovery.void_after_look_layouts(form, at.sizes),
    },
    proofs.UNTIL: {Aspect.TURN: lambda form, at: proofs.selection_layouts(form, at.sizes, at.playable, True)},
    proofs.CHAINED: {
        Aspect.FIRST_LINKED: lambda form, at: linked.first_layouts(at.sizes, form, at.playable),
        Aspect.SECOND_LINKED: lambda form, at: linked.second_layouts(at.sizes, form, at.playable),
    },
    proofs.IN_A_ROW: {
        Aspect.TWO_TURNS: lambda form, at: linked.in_a_row_layouts(at.sizes, form, at.playable)
    },
    proofs.SEVERAL: {},  # No table offers to play several cards of a virtual hand.
    proofs.CHAINED_GIVE_UP: {Aspect.GIVE_UP_LINKED: lambda form, at: linked.first_layouts(at.sizes, form)},
}
"""The layouts of each proof that covers several forms."""


def shapes_proved_by(specs: Iterable[Spec]) -> frozenset[ProtocolShape]:
    """Return the protocol shapes that these proofs cover."""
    return frozenset().union(*map(_shapes_of, specs))


@cache
def _shapes_of(spec: Spec) -> frozenset[ProtocolShape]:
    return frozenset(_iter_shapes(spec))


def _iter_shapes(spec: Spec) -> Iterator[ProtocolShape]:
    wallet = get_certified_forms()["wallet"]
    if spec.form == proofs.COLOURS:
        yield from shapes_of_run(Aspect.DRAW_LOTS, RunShape(LOT))
    elif spec.form == proofs.WALLET_CHAIN:
        layout = proofs.make_one_hand_layout(spec.sizes[0])
        yield from shapes_of_run(Aspect.TURN, RunShape.from_layout(wallet, layout))
    elif spec.form not in PILES:
        form = get_certified_forms()[spec.of or spec.form]
        for aspect, list_layouts in LAYOUTS_OF.get(spec.form, _ALONE).items():
            for layout in list_layouts(form, spec):
                yield from shapes_of_run(aspect, RunShape.from_layout(form, layout))


def default_specs(names: Sequence[str]) -> Iterator[Spec]:
    """Yield the proofs of these forms and protocol parts that `facilitator verify` runs by default."""
    for name in names:
        if name in PILES:
            yield from (Spec(name, sizes) for sizes in PILES[name])
        else:
            yield from _iter_shared_specs(name) if name in CASES_OF else _iter_own_specs(name)


def _iter_shared_specs(name: str) -> Iterator[Spec]:
    for form in get_certified_forms().values():
        yield from (Spec(name, sizes, of=form.name) for sizes in proofs.list_proof_sizes(name, form))
    for of in get_certified_forms():
        partly = proofs.PARTLY.get(name, {}).get(of, ())
        yield from (Spec(name, sizes, playable, of=of) for sizes, playable in partly)


def _iter_own_specs(name: str) -> Iterator[Spec]:
    proof = proofs.proof_of(get_certified_forms()[name])
    yield from (Spec(name, sizes, playable) for sizes, playable in proof.partly)
    more = ((2, 2, 0), (2, 0, 2)) if proof.max_cards else ()
    yield from (Spec(name, sizes) for sizes in (*iter_hand_sizes(proof.max_cards), *more))


def sabotaged_specs(names: Sequence[str]) -> list[Spec]:
    """Return the settings for verifying each faulty variant of the given forms and protocol parts.

    Args:
        names: Names of the forms and protocol parts.

    Raises:
        CommandError: No faulty variant exists for these names.
    """
    every = list_faulty_variants()
    wanted = [(number, variant) for number, variant in enumerate(every) if variant.form in names]
    found = [Spec(variant.form, variant.sizes, twin=number) for number, variant in wanted]
    if not found:
        known = ", ".join(dict.fromkeys(variant.form for variant in every))
        raise CommandError(*refusal("verify.no-twins", form=", ".join(names), forms=known))
    return found


def certify(specs: Iterable[Spec], workers: int | None = None) -> Iterator[CertificateLine]:
    """Run proofs in several processes, and yield their results in order.

    Args:
        specs: Proofs to run.
        workers: Number of processes, or None for one per core.
    """
    return on_all_cores(verify_spec, list(specs), workers)


def verify_spec(spec: Spec) -> CertificateLine:
    """Run one proof, and return its certificate line."""
    start = perf_counter()
    variant = None if spec.twin is None else list_faulty_variants()[spec.twin]
    cases = list(variant.cases() if variant else _cases(spec))
    verdicts = [case.verify() for case in cases]
    correct, secret = all(v.correct for v in verdicts), all(v.secret for v in verdicts)
    spent, formula = _count_cost(spec, cases)
    leak, tells = _find_largest_leak(spec, verdicts)
    line = CertificateLine(
        form=spec.form,
        table=_table(spec),
        cases=sum(v.cases for v in verdicts),
        correct=correct,
        secret=secret,
        leak=_describe_objections(verdicts),
        shuffles=spent.shuffles,
        extra_cards=spent.extra_cards,
        formula=None,
        fingerprint=_fingerprint(spec, cases),
        seconds=perf_counter() - start,
        good=as_expected(variant, correct, secret),
        tells=tells,
        bits=leak.bits,
        most=leak.most,
    )
    if variant is not None:
        return replace(line, twin=variant.name.words(), expected=variant.verdict)
    right = formula in (None, (spent.shuffles, spent.extra_cards)) and (bool(tells) or not leak.bits)
    return replace(line, formula=formula, good=line.good and right)


def _find_largest_leak(spec: Spec, verdicts: Sequence[Verdict]) -> tuple[LeakedBits, str]:
    """Return the largest leak of a proof, with a remark if the proof may succeed in spite of the leak.

    Without such a leak, the remark is empty.

    Args:
        spec: The proof.
        verdicts: Results of its cases.
    """
    # Only `TELL_CLASS` lists such leaks: the best priority may be visible when a turn is stopped.
    leak = max((v.leaked for v in verdicts), key=lambda leak: leak.bits)
    if spec.form in TELL_CLASS and not leak.bits:
        told_by, words = TELL_CLASS[spec.form]
        leak = told_by(get_certified_forms()[spec.of], spec.sizes)
        return leak, sentence(words) if leak.bits else ""
    return leak, ""


TELL_CLASS: dict[str, tuple[Callable[[Form, Sizes], LeakedBits], str]] = {
    proofs.GIVE_UP: (recovery.measure_cancellation, "proof.open-pair"),
    proofs.VOID: (recovery.measure_void_after_look, "proof.later-look"),
}
"""Proofs of attempts that may be stopped after the best priority became visible.

Each entry has a function that measures this leak, and a key of the message catalogue.
"""


def as_expected(variant: FaultyVariant | None, correct: bool, secret: bool) -> bool:
    """Return whether the verifier reached the expected verdict.

    Protocols and harmless variants must be correct and secret. In other variants, the verifier must find the
    mistake.

    Args:
        variant: Faulty variant, or None for a protocol.
        correct: Whether the verifier found the protocol correct.
        secret: Whether the verifier found the protocol secret.
    """
    well = {Finding.WRONG: not correct, Finding.LEAKS: not secret, Finding.HARMLESS: correct and secret}
    return well[variant.verdict if variant else Finding.HARMLESS]


def _cases(spec: Spec) -> Iterator[Case]:
    if spec.form in CASES_OF:
        yield from CASES_OF[spec.form](get_certified_forms()[spec.of], spec)
    elif spec.form in PILES:
        yield proofs.part_case(spec.form, spec.sizes[0] if spec.sizes else 0)
    else:
        form = get_certified_forms()[spec.form]
        yield from proofs.selection_cases(form, spec.sizes, playable=spec.playable)


def _table(spec: Spec) -> dict[str, object]:
    if spec.form == "and":
        return {"inputs": 4}
    if spec.form in PILES:
        return {"m": spec.sizes[0]}
    table: dict[str, object] = {"owners": list(spec.sizes)} | ({"form": spec.of} if spec.of else {})
    return table if spec.playable is None else {**table, "playable": list(spec.playable)}


def _describe_objections(verdicts: Sequence[Verdict]) -> str | None:
    """Return the verifier's first error and first leak as text, or None."""
    wrong = [sentence("proof.complaint.wrong", what=v.wrong) for v in verdicts if v.wrong]
    leaks = [sentence("proof.complaint.leak", what=v.leak) for v in verdicts if v.leak]
    return " ".join([*wrong[:1], *leaks[:1]]) or None


def _count_cost(spec: Spec, cases: Sequence[Case]) -> tuple[Cost, tuple[int, int] | None]:
    """Return numbers of shuffles and extra cards: counted from operations, and computed from formulas.

    The second value is None for protocol parts and for proofs of several forms, which have no formulas.
    """
    last = cases[-1]
    spent = count_cost(operations(last.recipe), last.deals[-1].table)
    if (form := get_certified_forms().get(spec.form)) is None:
        return spent, None
    layout = forms.example_layout(spec.sizes, sum(spec.sizes), form)
    return spent, (form.shuffles(layout), form.extra_cards(layout))


def _fingerprint(spec: Spec, cases: Sequence[Case]) -> str:
    recipes: list[Recipe] = [case.recipe for case in cases]
    return forms.fingerprint(spec.form) if spec.form in FORMS and spec.twin is None else forms.digest(recipes)


def names_for(wanted: str | None = None) -> list[str]:
    """Return the names of the forms, protocol parts and proofs to certify: all of them, or only `wanted`.

    Raises:
        CommandError: `wanted` is unknown.
    """
    every = [*PILES, *CASES_OF, *forms.VARIANTS, *reversed(FORMS)]
    if wanted is None:
        return every
    if wanted not in every:
        choices = f"Choose one of these with --form: {', '.join(every)}."
        raise CommandError(f"There is no form or part {wanted!r}.", choices)
    return [wanted]


def summary(lines: Sequence[CertificateLine]) -> str:
    """Return the last line of the certificate, with the numbers of successful proofs and of deals."""
    cases = phrase("n.cases", n=sum(line.cases for line in lines))
    return sentence("verify.summary", good=sum(line.good for line in lines), n=len(lines), cases=cases)
