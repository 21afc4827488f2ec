"""The command `verify`: prove the protocols by trying all cases, or test the verifier with faulty protocols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from facilitator.cli import output
from facilitator.i18n.catalogue import decimal, phrase, sentence
from facilitator.verification.certificate import (
    CertificateLine,
    certify,
    default_specs,
    names_for,
    sabotaged_specs,
    summary,
)

FAILED = 70
T = TypeVar("T")


def print_certificate(form: str | None, sabotaged: bool, json: bool) -> int:
    """Print the certificate. Return 0, or 70 if a line has an unexpected result.

    The certificate of all forms ends with a list of tables that it does not cover.

    Args:
        form: Form to check, or a part of a form. `None` means all forms.
        sabotaged: Whether to check faulty variants instead.
        json: Whether to print JSON lines.

    Raises:
        CommandError: The form is unknown, or has no faulty variants.
    """
    names = names_for(form)
    specs = [*(sabotaged_specs if sabotaged else default_specs)(names)]
    if not json:
        output.wrap(sentence("verify.twins" if sabotaged else "verify.exact"))
    lines: list[CertificateLine] = []
    for _, group in groupby(_progress(certify(specs), len(specs)), key=lambda line: line.form):
        lines += _print_results(group, sabotaged, json)
    if not json:
        output.say()
        output.wrap(summary(lines))
    if form is None and not sabotaged:
        _not_covered(json)
    return 0 if all(line.good for line in lines) else FAILED


def _print_results(group: Iterable[CertificateLine], sabotaged: bool, json: bool) -> list[CertificateLine]:
    """Print the results for a form, and return them. JSON lines and faulty variants are printed as they arrive."""
    done = list[CertificateLine]()
    for line in group:
        done.append(line)
        if json:
            output.json_line(line.to_json())
        elif sabotaged:
            _line(line)
    if not (json or sabotaged):
        _form(done)
    return done


def _not_covered(json: bool) -> None:
    """Print the tables that the certificate does not cover, with the unproved parts of their protocols."""
    from facilitator.cli.coverage import (
        list_all_gaps,
    )  # imported here because it makes many tables, and only this command needs them

    found = list_all_gaps()
    if json:
        lines = [{"form": gap.form, "tables": dict(gap.keys), "what": gap.words} for gap in found]
        output.json_line({"not_proved": lines})
        return
    output.say()
    output.wrap(sentence("verify.not-covered" if found else "verify.covered"))
    for gap in found:
        output.wrap(sentence("verify.gap", form=gap.form, tables=gap.tables, what=gap.words), "  - ")


def _progress(done: Iterator[T], count: int) -> Iterator[T]:
    """Yield each result, and show a progress bar on stderr."""
    for number in range(count):
        with output.progress(sentence("verify.progress")) as tell:
            tell(number, count)
            one = next(done)
        yield one


def _mark(good: bool) -> str:
    return "ok " if good else "BAD"


def _verdict(lines: Sequence[CertificateLine]) -> str:
    correct, secret = all(line.correct for line in lines), all(line.secret for line in lines)
    if correct:
        return sentence("verdict.well" if secret else "verdict.leaks")
    return sentence("verdict.wrong" if secret else "verdict.both")


def _size(line: CertificateLine) -> str:
    return ", ".join(f"{key} {value}" for key, value in line.table.items())


def _line(line: CertificateLine) -> None:
    """Print the result for a table or a faulty variant, with the leak, if any."""
    what = f"{line.form} · {line.twin}" if line.twin else line.form
    parts = [what, _size(line), phrase("n.cases", n=line.cases).words(), _verdict([line])]
    parts += [sentence("verify.expected", what=line.expected)] if line.expected else []
    output.wrap(" · ".join((*parts, decimal(f"{line.seconds:.1f} s"))), f"{_mark(line.good)} ")
    if line.leak and (line.twin or not line.good):
        output.wrap(line.leak, "      ")


def _describe_leak(lines: list[CertificateLine]) -> str:
    """Return the largest leak of information in these lines, as text with a number of bits."""
    most = max(lines, key=lambda line: line.bits)
    if not most.bits:
        return sentence("verify.tells.nothing", bits=decimal(f"{most.bits:.2f}"))
    what = "; ".join(dict.fromkeys(line.tells for line in lines if line.tells))
    bits, one = decimal(f"{most.bits:.2f}"), decimal(f"{most.most:.2f}")
    return sentence("verify.tells", what=what, bits=bits, most=one, table=_size(most))


def _form(lines: list[CertificateLine]) -> None:
    """Print a paragraph about all checked tables of a form, and each line with an unexpected result."""
    first, wrong = lines[0], [line for line in lines if not line.good]
    text = sentence(
        "verify.form" if first.formula is None else "verify.form.formula",
        verdict=_verdict(lines),
        told=_describe_leak(lines),
        tables=phrase("n.tables", n=len(lines)),
        cases=phrase("n.cases", n=sum(line.cases for line in lines)),
        seconds=decimal(f"{sum(line.seconds for line in lines):.1f}"),
        fingerprint=first.fingerprint,
    )
    output.wrap(text, f"{_mark(not wrong)} {first.form:<16} ")
    for line in wrong:
        _line(line)
