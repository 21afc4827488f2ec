"""`facilitator verify`: prove the protocols by exact enumeration, or show the verifier objecting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from facilitator.cli import show
from facilitator.cli.show import Progress
from facilitator.proof.cases import UNTIL
from facilitator.proof.certificate import (
    CertificateLine,
    certify,
    deep_specs,
    default_specs,
    names_for,
    sabotaged_specs,
    summary,
)
from facilitator.proof.chained import CHAINED
from facilitator.proof.mutations import SWEPT, Judged, mutants, score, sweep
from facilitator.protocols.forms import proved
from facilitator.words import plural

FAILED = 70


EXACT = (
    "Exact enumeration, nothing sampled. Correct: every deal gives every outcome with exactly the chance the game "
    "demands, and every card goes home. Secret: given the outcome, what is seen does not depend on the deal."
)
TWINS = (
    "Sabotaged twins: protocols with one thing done wrong. The verifier must object to each that is wrong or leaks, "
    "and pass the harmless ones."
)
MUTANTS = (
    "Mutants: every operation of a form left out, exchanged with the next, done to another owner or place, a pile "
    "left out of a scramble, a card more looked at, an answer not asked for. The verifier must object to each that "
    "does not do the same as the protocol."
)


def verify(
    table_name: str | None, form: str | None, deep: bool, sabotaged: bool, full: bool, json: bool
) -> int:
    """Print the certificate; return 0, or 70 if a single line is not as it should be."""
    names = _names(table_name, form)
    specs = (
        [*sabotaged_specs(names)]
        if sabotaged
        else [*default_specs(names), *(deep_specs(names) if deep else ())]
    )
    if not json:
        show.wrap(TWINS if sabotaged else EXACT)
    lines: list[CertificateLine] = []
    for _, group in groupby(_progress(certify(specs), len(specs)), key=lambda line: line.form):
        done = [_shown(line, json, full or sabotaged) for line in group]
        if not (json or full or sabotaged):
            _form(done)
        lines += done
    if not json:
        show.say()
        show.wrap(summary(lines))
    return 0 if all(line.good for line in lines) else FAILED


def _names(table_name: str | None, form: str | None) -> list[str]:
    """Return the forms that are asked for: one, a table's, or all."""
    return [*names_for(form, _forms_of(table_name) if table_name else ())]


def _forms_of(table_name: str) -> list[str]:
    """The forms a table's virtual turns use, chained turns and drawing on among them."""
    from facilitator.play.turn import TurnPolicy
    from facilitator.table.load import load_table

    table = load_table(table_name)
    choice = TurnPolicy.of(table)
    until = [UNTIL] if table.draw == "until playable" else []
    chained = [CHAINED] if choice.chains and len(table.virtual) > 1 else []
    return [*until, *chained, *choice.forms()]


T = TypeVar("T")


def _progress(done: Iterator[T], count: int) -> Iterator[T]:
    """Yield what is done; a bar on a terminal's stderr is away meanwhile."""
    progress = Progress("enumerated")
    with progress as tell:
        tell(0, count)
        for number, one in enumerate(done, 1):
            progress.clear()
            yield one
            tell(number, count)


def mutate(table_name: str | None, form: str | None, full: bool, json: bool) -> int:
    """Print how many mutants of the forms are killed; return 0, or 70 if one does harm and lives."""
    if not json:
        show.wrap(MUTANTS)
    every: list[Judged] = []
    for name in _names(table_name, form):
        if name not in proved() and name not in SWEPT:
            continue
        listed = list(mutants(name))
        found = list(_progress(sweep(listed), len(listed)))
        every += found
        if json:
            for one in found:
                show.json_line(one.to_json())
        else:
            _swept(name, found, full)
    if not json:
        show.say()
        show.wrap(score(every))
    return 0 if all(one.explained for one in every) else FAILED


def _swept(name: str, found: list[Judged], full: bool) -> None:
    """One paragraph for a form: its score, and whatever lives without a reason; ``full``: with one too."""
    show.wrap(score(found), f"{_mark(all(one.explained for one in found))} {name:<16} ")
    for one in found:
        if full and one.reason:
            show.wrap(f"{one.mutant.words()}: {one.reason}", "      ")
        if not one.explained:
            show.wrap(f"{one.mutant.words()}: {one.fate}", "      ")


def _mark(good: bool) -> str:
    return "ok " if good else "BAD"


def _verdict(lines: Sequence[CertificateLine]) -> str:
    correct, secret = all(line.correct for line in lines), all(line.secret for line in lines)
    return f"{'correct' if correct else 'NOT CORRECT'}, {'secret' if secret else 'NOT SECRET'}"


def _size(line: CertificateLine) -> str:
    return ", ".join(f"{key} {value}" for key, value in line.table.items())


def _shown(line: CertificateLine, json: bool, each: bool) -> CertificateLine:
    """Print a line, for programs or, where ``each`` is wanted, for people; return it."""
    if json:
        show.json_line(line.to_json())
    elif each:
        _line(line)
    return line


def _line(line: CertificateLine) -> None:
    what = f"{line.form} · {line.twin}" if line.twin else line.form
    should = f" (expected: {line.expected})" if line.expected else ""
    cases = plural(line.cases, "case")
    told = f"{what} · {_size(line)} · {cases} · {_verdict([line])}{should} · {line.seconds:.1f} s"
    show.wrap(told, f"{_mark(line.good)} ")
    if line.leak and (line.twin or not line.good):
        show.wrap(line.leak, "      ")


def _told(lines: list[CertificateLine]) -> str:
    """What is told beyond the outcome, in words and in bits, where it is most."""
    most = max(lines, key=lambda line: line.bits)
    what = "; ".join(dict.fromkeys(line.tells for line in lines if line.tells)) or "nothing"
    where = f" on average, up to {most.most:.2f} in one view ({_size(most)})" if most.bits else ""
    return f"tells beyond the outcome: {what}, {most.bits:.2f} bits{where}"


def _form(lines: list[CertificateLine]) -> None:
    """One paragraph for a form: all its tables together, and each line that is not as it should be."""
    first, wrong = lines[0], [line for line in lines if not line.good]
    costs = "" if first.formula is None else "; shuffles and extra cards as the formula says"
    cases, seconds = sum(line.cases for line in lines), sum(line.seconds for line in lines)
    show.wrap(
        f"{_verdict(lines)}{costs}; {_told(lines)}; {plural(len(lines), 'table')}, {plural(cases, 'case')}, "
        f"{seconds:.1f} s; fingerprint {first.fingerprint}",
        f"{_mark(not wrong)} {first.form:<16} ",
    )
    for line in wrong:
        _line(line)
