"""Mutants: every operation of a form with every slip that hands can make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from facilitator.machine.operations import (
    COLUMN,
    PILE,
    Choose,
    Draw,
    Heading,
    Move,
    Op,
    Place,
    Return,
    Reveal,
    Scramble,
    places_of,
)
from facilitator.proof.benches import benches, subjects
from facilitator.proof.cases import Case
from facilitator.proof.verify import Branch, Verifier
from facilitator.proof.voided import at_home


class Slip(StrEnum):
    """What is done wrong with one operation."""

    DELETED = "left out"
    EXCHANGED = "exchanged with the next one"
    REDIRECTED = "done to another owner or place"
    UNSCRAMBLED = "one pile left out of the scramble"
    SEEN_MORE = "one covered card more looked at"
    ASKED_LESS = "one answer not asked for"


class Site(NamedTuple):
    """Where an operation comes in a recipe: the stage, how many operations of it came before, of what kind it is."""

    stage: int
    before: int
    kind: type[Op]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One slip at one site; ``detail``: at whom or where, by the slip (owner, place on the table, which end)."""

    form: str
    site: Site
    slip: Slip
    detail: tuple[str | int, ...] = ()

    def words(self) -> str:
        """The mutant as a line of the sweep's output."""
        what = f"{self.site.kind.__name__} {self.site.stage + 1}.{self.site.before + 1}"
        return f"{self.form}, {what} {self.slip}" + "".join(f", {one}" for one in self.detail)


class _Sites(Verifier):
    """A verifier that notes which operation comes where, and which places are covered then."""

    def __init__(self, case: Case) -> None:
        super().__init__(case.recipe, case.deals, case.law, case.unseen, case.left)
        self.found: dict[Site, tuple[list[Op], dict[Place, None]]] = {}

    def _act(self, branch: Branch, op: Op) -> list[Branch]:
        ends = super()._act(branch, op)
        ops, covered = self.found.setdefault(Site(self.stage, len(ends[0].answers) - 1, type(op)), ([], {}))
        ops.append(op)
        for end in ends:
            covered.update(dict.fromkeys(place for place, up in end.surface.items() if not up))
        return ends


def mutants(name: str) -> Iterator[Mutant]:
    """Yield every mutant of what a certificate's name stands for: each slip at each operation any deal leads to."""
    for subject in subjects(name):
        yield from mutants_of(subject)


def mutants_of(form: str) -> Iterator[Mutant]:
    """Yield the mutants of one form, or of one way back."""
    bench = benches(form)[0]
    found: dict[Site, tuple[list[Op], dict[Place, None]]] = {}
    for case, _ in bench.cases:
        sites = _Sites(case)
        sites.run()
        for site, (ops, covered) in sites.found.items():
            if bench.start <= site[:2] < bench.end:
                known = found.setdefault(site, ([], {}))
                known[0].extend(ops)
                known[1].update(covered)
    for site, (ops, covered) in sorted(found.items(), key=lambda item: item[0][:2]):
        if site.kind is not Heading and not all(
            isinstance(op, Scramble) and at_home(places_of(op)) for op in ops
        ):
            made = partial(Mutant, form, site)
            yield made(Slip.DELETED)
            if not any(getattr(op, "ask", ()) for op in ops):
                yield made(Slip.EXCHANGED)
            yield from (made(slip, detail) for slip, detail in _slips(ops, bench.hands, covered))


def _slips(
    ops: Sequence[Op], hands: Mapping[str, range], covered: Mapping[Place, None]
) -> Iterator[tuple[Slip, tuple[str | int, ...]]]:
    """Yield what else may be done wrong with an operation, in any of the shapes in which it comes."""
    match ops[0]:
        case Return() | Draw():
            own = {op.owner for op in ops if isinstance(op, Return | Draw)}
            yield from ((Slip.REDIRECTED, (owner,)) for owner in hands if own != {owner})
        case Move():
            several = any(isinstance(op, Move) and len(op.target) > 1 and _told(op) for op in ops)
            yield from ((Slip.REDIRECTED, (way,)) for way in ([TURNED] if several else []) + [AWAY])
        case Scramble():
            if any(isinstance(op, Scramble) and len(op.piles) > 2 for op in ops):
                yield from ((Slip.UNSCRAMBLED, (end,)) for end in ENDS)
        case Reveal() | Choose():
            if any(len(getattr(op, "ask", ())) > 1 for op in ops):
                yield from ((Slip.ASKED_LESS, (end,)) for end in ENDS)
            yield from ((Slip.SEEN_MORE, spot) for spot in dict.fromkeys(_spot(p, hands) for p in covered))
        case _:
            pass


def _told(op: Move) -> bool:
    """Whether hands are told in which order to move the cards: not to or from a hand at home."""
    return not (at_home(op.source) or at_home(op.target))


TURNED, AWAY = "each to the next one's place", "to a place of its own"
ENDS = ("the first", "the last")


def _spot(place: Place, hands: Mapping[str, range]) -> tuple[str | int, ...]:
    """Whose first column or pile a place stands for, and its row."""
    if place.area == COLUMN:
        return next(((owner, place.row) for owner, own in hands.items() if place.number in own), ("", 0))
    return place.area, place.number if place.area == PILE else 1, place.row


def place_of(spot: tuple[str | int, ...], hands: Mapping[str, range]) -> Place:
    if len(spot) == 2:
        return Place(COLUMN, hands[str(spot[0])][0], int(spot[1]))
    return Place(str(spot[0]), int(spot[1]), int(spot[2]))
