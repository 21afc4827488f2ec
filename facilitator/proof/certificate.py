"""The certificate: every form enumerated over many small tables, on all cores, one line a table."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import combinations_with_replacement
from time import perf_counter

from facilitator.errors import CommandError
from facilitator.machine.perform import Answers, Recipe, operations
from facilitator.proof.cases import Case, selection_cases
from facilitator.proof.chained import CHAINED, chained_cases
from facilitator.proof.parts import COLOURS, PARTS, part_case
from facilitator.proof.twins import HARMLESS, LEAKS, WRONG, Twin, twins
from facilitator.proof.verdict import Verdict
from facilitator.proof.way_back import GIVE_UP, give_up_cases
from facilitator.protocols.forms import FORMS, PROVED, VARIANTS, digest, example_layout, fingerprint
from facilitator.readings.cost import Cost, cost
from facilitator.wording import plural

UNTIL = "draw-until-playable"
"""The forms with the house rule that a seat draws until it can play."""


@dataclass(frozen=True, slots=True)
class Spec:
    """One line to be certified.

    ``sizes``: for a form the owners' hands (virtual seat first, unplayed deck last); for a part its number
    of piles.  ``playable``: which numbers of playable cards (None: all).  ``most``: W of a weighted lottery.
    ``twin``: the number of a sabotaged twin in `twins`, or None.  ``of``: the form that is given up.
    """

    form: str
    sizes: tuple[int, ...]
    playable: tuple[int, ...] | None = None
    most: int = 1
    twin: int | None = None
    of: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """What was found for one spec; ``good`` is whether it is what was expected."""

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
    twin: str | None = None
    expected: str | None = None

    def to_json(self) -> dict[str, object]:
        found = asdict(self)
        found["seconds"] = round(self.seconds, 3)
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
        elif name == "weighted-lottery":
            yield from (Spec(name, (2,), most=3), Spec(name, (3,), most=2))
        elif name == "priority-lottery":
            yield from (Spec(name, (m,)) for m in range(1, 4))
        elif name == CHAINED:
            sizes = ((1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 1, 1), (2, 2, 0))
            yield from (Spec(name, one, of="streamlined") for one in sizes)
            knockouts = ((1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 2, 0))
            yield from (Spec(name, one, of=form) for form in ("knockout", "open") for one in knockouts)
            yield from (
                Spec(name, (1, 2, 1), of=then) for then in ("weighted", "priority", "weighted-knockout")
            )
            yield Spec(name, (2, 2, 0), of="priority")
        elif name == UNTIL:
            yield from (
                Spec(name, sizes, of=form)
                for form in ("streamlined", "weighted", "priority", *_NEW, "knockout-2-classes")
                for sizes in ((1, 3), (2, 2), (1, 1, 2))
            )
        elif name == GIVE_UP:
            yield Spec(name, (1, 1, 1), of="streamlined")  # a hand of one card needs no lottery
            yield from (
                Spec(name, (2, 1, 1), of=of)
                for of, form in PROVED.items()
                if not form.conceals and of != "weighted-knockout-3"
            )
            yield from (
                Spec(name, (3, 1), of=of) for of in ("knockout", "knockout-tree", "knockout-2-classes")
            )
        elif name in VARIANTS:
            yield from (Spec(name, sizes) for sizes in _VARIED[name])
        else:
            if name in ("knockout", "open"):
                yield from (Spec(name, sizes, (0, 2)) for sizes in ((2, 1, 2), (3, 1, 1), (4, 1)))
            if name == "weighted-knockout":
                yield Spec(name, (3, 1), (0, 2, 4))
            yield from (Spec(name, sizes) for sizes in tables(_largest(name)))
            yield from (Spec(name, sizes) for sizes in ((2, 2, 0), (2, 0, 2)))


_VARIED: dict[str, tuple[tuple[int, ...], ...]] = {
    "knockout-tree": ((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 1)),
    "knockout-any": ((1, 1), (2, 1, 1), (2, 2), (3, 1), (4, 0)),
    "knockout-2-classes": ((1, 1, 1), (2, 1, 1), (3, 1), (2, 3)),
    "knockout-3-classes": ((1, 1, 1), (2, 1, 1), (3, 1)),
    "weighted-knockout-3": ((1, 1), (2, 1), (2, 1, 1)),
}
_NEW = ("knockout", "weighted-knockout", "open")


def _largest(name: str) -> int:
    """How many hidden cards the default certificate lays out; weights and discards take room."""
    return {
        "weighted": 4,
        "knockout": 4,
        "weighted-knockout": 3,
        "open": 4,
        "concealed": 4,
        "concealed-streamlined": 4,
    }.get(name, 3 if PROVED[name].conceals else 5)


def deep_specs(names: Sequence[str]) -> Iterator[Spec]:
    """Yield what ``--deep`` adds: larger tables, minutes instead of seconds."""
    for name in names:
        if name in ("knockout", "open"):
            yield from (Spec(name, sizes) for sizes in tables(5, 5))
        elif name == "streamlined":
            yield from (Spec(name, sizes) for sizes in tables(6, 6))
            yield Spec(name, (2, 2, 3), (0, 2, 7))
        elif name in ("published", "published-2023", "priority"):
            yield from (Spec(name, sizes, (2,)) for sizes in ((2, 2, 2), (3, 1, 2)))
        elif name in ("weighted", "concealed", "concealed-streamlined"):
            yield from (Spec(name, sizes, (0, 2)) for sizes in ((2, 1, 2), (3, 1, 1)))
        elif name in ("lottery", "original-lottery"):
            yield Spec(name, (5,))
        elif name == "priority-lottery":
            yield Spec(name, (4,))


def sabotaged_specs(names: Sequence[str]) -> Iterator[Spec]:
    """Yield every sabotaged twin of these forms."""
    for number, twin in enumerate(twins()):
        if twin.form in names:
            yield Spec(twin.form, twin.sizes, twin=number)


def certify(specs: Iterable[Spec], workers: int | None = None) -> Iterator[Line]:
    """Enumerate every spec, on all cores, and yield the lines in order."""
    listed = list(specs)
    count = workers or os.cpu_count() or 1
    if count == 1 or len(listed) < 2:
        yield from map(check, listed)
        return
    # what is enumerated has no cycles; collecting garbage would only cost time
    with ProcessPoolExecutor(count, initializer=gc.disable) as pool:
        yield from pool.map(check, listed)


def check(spec: Spec) -> Line:
    """Enumerate one spec."""
    start = perf_counter()
    twin = None if spec.twin is None else list(twins())[spec.twin]
    cases = list(twin.cases() if twin else _cases(spec))
    mark = twin.mark if twin else None
    verdicts = [case.verify(mark) for case in cases]
    correct, secret = all(v.correct for v in verdicts), all(v.secret for v in verdicts)
    spent, formula = _cost(spec, cases)
    right = formula is None or formula == (spent.shuffles, spent.extra_cards)
    return Line(
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
        twin.name if twin else None,
        twin.verdict if twin else None,
    )


def as_expected(twin: Twin | None, correct: bool, secret: bool) -> bool:
    """Tell whether the verdict is what it should be: all well for a protocol, an objection for a bad twin."""
    match twin.verdict if twin else HARMLESS:
        case verdict if verdict == WRONG:
            return not correct
        case verdict if verdict == LEAKS:
            return not secret
        case _:
            return correct and secret


def _cases(spec: Spec) -> Iterator[Case]:
    if spec.form == GIVE_UP:
        yield from give_up_cases(PROVED[spec.of], spec.sizes, 2)
    elif spec.form == UNTIL:
        yield from selection_cases(PROVED[spec.of], spec.sizes, until=True)
    elif spec.form == CHAINED:
        yield from chained_cases(spec.sizes, spec.of)
    elif spec.form in PARTS:
        yield part_case(spec.form, spec.sizes[0] if spec.sizes else 0, spec.most)
    else:
        yield from selection_cases(PROVED[spec.form], spec.sizes, playable=spec.playable)


def _table(spec: Spec) -> dict[str, object]:
    if spec.form == "and":
        return {"inputs": 4}
    if spec.form in PARTS:
        return (
            {"m": spec.sizes[0], "W": spec.most} if spec.form.startswith("weighted") else {"m": spec.sizes[0]}
        )
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
    spent = cost(operations(last.recipe, Answers()), last.deals[-1].table)
    if spec.form not in PROVED:
        return spent, None
    form = PROVED[spec.form]
    layout = example_layout(spec.sizes, sum(spec.sizes), form)
    return spent, (form.shuffles(layout), form.extra_cards(layout))


def _fingerprint(spec: Spec, cases: Sequence[Case]) -> str:
    recipes: list[Recipe] = [case.recipe for case in cases]
    return fingerprint(spec.form) if spec.form in FORMS and spec.twin is None else digest(recipes)


def names_for(wanted: str | None, forms: Sequence[str] = ()) -> list[str]:
    """Return the forms and parts to certify: all, one by name, or those a table uses.

    Raises `CommandError` for an unknown name.
    """
    every = [*PARTS, GIVE_UP, UNTIL, CHAINED, *VARIANTS, *reversed(FORMS)]
    if wanted is not None:
        if wanted not in every:
            raise CommandError(f"one of {', '.join(every)}", wanted, "Choose one with --form.")
        return [wanted]
    if not forms:
        return every
    plain = {FORMS[name].plain for name in forms if name in FORMS}
    lotteries = {"weighted": "weighted-lottery", "priority": "priority-lottery"}
    return [*PARTS[:2], *(part for form, part in lotteries.items() if form in plain), GIVE_UP, *forms]


def summary(lines: Sequence[Line]) -> str:
    """Return the certificate's last line."""
    good = sum(line.good for line in lines)
    return f"{good} of {plural(len(lines), 'line')} as they should be, {sum(line.cases for line in lines)} cases."
