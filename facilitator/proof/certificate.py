"""The certificate: every form enumerated over many small tables, on all cores, one line a table."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations_with_replacement
from time import perf_counter
from typing import NamedTuple

from facilitator.errors import CommandError
from facilitator.machine.perform import DefaultAnswers, Recipe, operations
from facilitator.proof.cases import COLOURS, PARTS, UNTIL, WALLET_CHAIN, Case, part_case, selection_cases
from facilitator.proof.chained import CHAINED, IN_A_ROW, SEVERAL, chained_cases, in_a_row_cases, several_cases
from facilitator.proof.twins import Twin, twins
from facilitator.proof.verify import Verdict
from facilitator.proof.way_back import (
    GIVE_UP,
    OPEN_PAIR,
    PUT_RIGHT,
    VOID,
    every_void,
    give_up_cases,
    put_right_cases,
    told_by_giving_up,
)
from facilitator.proof.workers import pool
from facilitator.protocols.forms import (
    FORMS,
    VARIANTS,
    Finding,
    Form,
    Proof,
    Sizes,
    digest,
    example_layout,
    fingerprint,
    proved,
)
from facilitator.telling.cost import Cost, cost
from facilitator.words import plural


@dataclass(frozen=True, slots=True)
class Spec:
    """One line to be certified.

    ``sizes``: for a form the owners' hands (virtual seat first, unplayed deck last); for a part its number
    of piles.  ``playable``: which numbers of playable cards (None: all).  ``twin``: the number of a sabotaged twin
    in `twins`, or None.  ``of``: the form that is given up.
    """

    form: str
    sizes: tuple[int, ...]
    playable: tuple[int, ...] | None = None
    twin: int | None = None
    of: str = ""


@dataclass(frozen=True, slots=True)
class CertificateLine:
    """What was found for one spec; ``good`` is whether it is what was expected.

    ``tells``: what is told beyond the outcome, in words; ``bits``: on average, ``most``: by one view, both where
    it is most.
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
        found = asdict(self)
        found |= {"seconds": round(self.seconds, 3), "bits": round(self.bits, 6), "most": round(self.most, 6)}
        return {key: value for key, value in found.items() if value is not None or key in ("leak", "formula")}


def tables(most: int, least: int = 2) -> Iterator[tuple[int, ...]]:
    """Yield owners' hand sizes with ``least`` to ``most`` cards in all: two to four owners, the deck last.

    The order of the opponents does not matter, so each set of opponents comes once.
    """
    for k in range(least, most + 1):
        for opponents in range(3):
            for others in combinations_with_replacement(range(1, k), opponents):
                left = k - sum(others)
                yield from ((own, *others, left - own) for own in range(1, left))


def default_specs(names: Sequence[str]) -> Iterator[Spec]:
    """Yield the default certificate for these forms and parts."""
    for name in names:
        if name == "and":
            yield Spec(name, ())
        elif name in ("lottery", "original-lottery"):
            yield from (Spec(name, (m,)) for m in range(1, 5))
        elif name == COLOURS:
            yield Spec(name, (4,))
        elif name == WALLET_CHAIN:
            yield from (Spec(name, (m,)) for m in range(1, 7))
        elif name in TOGETHER:
            every, of = proved().values(), TOGETHER[name].sizes
            yield from (Spec(name, at, of=form.name) for form in every for at in of(form.proof))
            if name == IN_A_ROW:
                yield from (
                    Spec(name, at, (1,), of=form.name) for form in every for at in form.proof.some_in_a_row
                )
        else:
            proof = proved()[name].proof
            yield from (Spec(name, sizes, playable) for sizes, playable in proof.partly)
            yield from (Spec(name, sizes) for sizes in tables(proof.largest))
            if proof.largest:
                yield from (Spec(name, sizes) for sizes in ((2, 2, 0), (2, 0, 2)))


class Together(NamedTuple):
    """What is proved of several forms under one name: on which tables, and the cases."""

    sizes: Callable[[Proof], tuple[Sizes, ...]]
    cases: Callable[[Form, Spec], Iterable[Case]]


TOGETHER: dict[str, Together] = {
    CHAINED: Together(lambda proof: proof.chained, lambda form, at: chained_cases(at.sizes, form.name)),
    IN_A_ROW: Together(
        lambda proof: proof.in_a_row,
        lambda form, at: in_a_row_cases(at.sizes, form.name, some=at.playable is not None),
    ),
    UNTIL: Together(lambda proof: proof.until, lambda form, at: selection_cases(form, at.sizes, until=True)),
    GIVE_UP: Together(lambda proof: proof.give_up, lambda form, at: give_up_cases(form, at.sizes)),
    PUT_RIGHT: Together(lambda proof: proof.put_right, lambda form, at: put_right_cases(form, at.sizes)),
    VOID: Together(lambda proof: proof.void, lambda form, at: every_void(form, at.sizes)),
    SEVERAL: Together(lambda proof: proof.several, lambda form, at: several_cases(at.sizes, form.name)),
}
"""By the name of its certificate."""


def deep_specs(names: Sequence[str]) -> Iterator[Spec]:
    """Yield what ``--deep`` adds: larger tables, minutes instead of seconds."""
    for name in names:
        if name in FORMS:
            proof = FORMS[name].proof
            if proof.deep_all:
                yield from (Spec(name, sizes) for sizes in tables(proof.deep_all, proof.deep_all))
            yield from (Spec(name, sizes, playable) for sizes, playable in proof.deep)
        elif name in ("lottery", "original-lottery"):
            yield Spec(name, (5,))
        elif name == IN_A_ROW:
            yield from (
                Spec(name, at, of=form.name) for form in FORMS.values() for at in form.proof.some_in_a_row
            )


def sabotaged_specs(names: Sequence[str]) -> Iterator[Spec]:
    """Yield every sabotaged twin of these forms."""
    for number, twin in enumerate(twins()):
        if twin.form in names:
            yield Spec(twin.form, twin.sizes, twin=number)


def certify(specs: Iterable[Spec], workers: int | None = None) -> Iterator[CertificateLine]:
    """Enumerate every spec, on all cores, and yield the lines in order."""
    listed = list(specs)
    count = workers or os.cpu_count() or 1
    if count == 1 or len(listed) < 2:
        yield from map(check, listed)
        return
    # what is enumerated has no cycles; collecting garbage would only cost time
    with pool(count, gc.disable) as processes:
        yield from processes.map(check, listed)


def check(spec: Spec) -> CertificateLine:
    """Enumerate one spec."""
    start = perf_counter()
    twin = None if spec.twin is None else list(twins())[spec.twin]
    cases = list(twin.cases() if twin else _cases(spec))
    mark = twin.mark if twin else None
    verdicts = [case.verify(mark) for case in cases]
    correct, secret = all(v.correct for v in verdicts), all(v.secret for v in verdicts)
    spent, formula = _cost(spec, cases)
    right = formula is None or formula == (spent.shuffles, spent.extra_cards)
    beyond, tells = max((v.told for v in verdicts), key=lambda told: told.bits), ""
    if spec.form == GIVE_UP and not beyond.bits:
        beyond = told_by_giving_up(proved()[spec.of], spec.sizes)
        tells = OPEN_PAIR if beyond.bits else ""
    return CertificateLine(
        spec.form,
        _table(spec),
        sum(v.cases for v in verdicts),
        correct,
        secret,
        _complaint(verdicts),
        spent.shuffles,
        spent.extra_cards,
        None if twin else formula,
        _fingerprint(spec, cases),
        perf_counter() - start,
        as_expected(twin, correct, secret) and (right or twin is not None),
        tells,
        beyond.bits,
        beyond.most,
        twin.name if twin else None,
        twin.verdict if twin else None,
    )


def as_expected(twin: Twin | None, correct: bool, secret: bool) -> bool:
    """Tell whether the verdict is what it should be: all well for a protocol, an objection for a bad twin."""
    match twin.verdict if twin else Finding.HARMLESS:
        case Finding.WRONG:
            return not correct
        case Finding.LEAKS:
            return not secret
        case Finding.HARMLESS:
            return correct and secret


def _cases(spec: Spec) -> Iterator[Case]:
    if spec.form in TOGETHER:
        yield from TOGETHER[spec.form].cases(proved()[spec.of], spec)
    elif spec.form in PARTS:
        yield part_case(spec.form, spec.sizes[0] if spec.sizes else 0)
    else:
        yield from selection_cases(proved()[spec.form], spec.sizes, playable=spec.playable)


def _table(spec: Spec) -> dict[str, object]:
    if spec.form == "and":
        return {"inputs": 4}
    if spec.form in PARTS:
        return {"m": spec.sizes[0]}
    table: dict[str, object] = {"owners": list(spec.sizes)} | ({"form": spec.of} if spec.of else {})
    return table if spec.playable is None else {**table, "playable": list(spec.playable)}


def _complaint(verdicts: Sequence[Verdict]) -> str | None:
    wrong = [v.wrong for v in verdicts if v.wrong]
    leaks = [v.leak.words() for v in verdicts if v.leak]
    found = [*(f"Wrong: {words}" for words in wrong[:1]), *(f"Leak: {words}" for words in leaks[:1])]
    return " ".join(found) or None


def _cost(spec: Spec, cases: Sequence[Case]) -> tuple[Cost, tuple[int, int] | None]:
    """Count the operations of one performance; the published formula for the same table."""
    last = cases[-1]
    spent = cost(operations(last.recipe, DefaultAnswers()), last.deals[-1].table)
    if (form := proved().get(spec.form)) is None:
        return spent, None
    layout = example_layout(spec.sizes, sum(spec.sizes), form)
    return spent, (form.shuffles(layout), form.extra_cards(layout))


def _fingerprint(spec: Spec, cases: Sequence[Case]) -> str:
    recipes: list[Recipe] = [case.recipe for case in cases]
    return fingerprint(spec.form) if spec.form in FORMS and spec.twin is None else digest(recipes)


def names_for(wanted: str | None, forms: Sequence[str] = ()) -> list[str]:
    """Return the forms and parts to certify: all, one by name, or those a table uses.

    Raises `CommandError` for an unknown name.
    """
    every = [*PARTS, GIVE_UP, PUT_RIGHT, VOID, UNTIL, CHAINED, IN_A_ROW, SEVERAL, *VARIANTS, *reversed(FORMS)]
    if wanted is not None:
        if wanted not in every:
            raise CommandError(f"one of {', '.join(every)}", wanted, "Choose one with --form.")
        return [wanted]
    if not forms:
        return every
    plain = [FORMS[FORMS[name].plain] for name in forms if name in FORMS]
    parts = dict.fromkeys(part for form in plain for part in form.proof.parts)
    return [*parts, GIVE_UP, PUT_RIGHT, VOID, *forms]


def summary(lines: Sequence[CertificateLine]) -> str:
    """Return the certificate's last line."""
    good = sum(line.good for line in lines)
    return f"{good} of {plural(len(lines), 'line')} as they should be, {sum(line.cases for line in lines)} cases."
