"""Mutation sweep: every operation of a form done wrong in every way hands can slip, and whether the verifier minds.

A verifier that passes a protocol with one operation left out, exchanged with its neighbour or done elsewhere
claims more than it checks.  Each mutant is enumerated on small tables until something objects: physics (hands
could not do it), the law (wrong cards, wrong chances, something left behind) or secrecy.  What survives must
be a protocol that does the same, for a reason that is found in its operations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache, partial
from typing import NamedTuple

from facilitator.errors import ProtocolBug
from facilitator.machine.operations import (
    COLUMN,
    PILE,
    Choose,
    Cover,
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
from facilitator.machine.perform import Outcome, Recipe, Stage, Steps
from facilitator.proof.cases import Case, selection_cases
from facilitator.proof.verify import Branch, Verifier
from facilitator.protocols.form import Form, Sizes
from facilitator.protocols.forms import example_layout, proved

SMALL: Sizes = (2, 1, 1)
WIDER: tuple[Sizes, ...] = ((2, 2, 1), (2, 1, 2))
"""Where a form is done wrong, and where what survived is tried once more, with two playable cards."""
CONCEALED: Sizes = (1, 1, 1)
CONCEALED_WIDER: tuple[Sizes, ...] = ((1, 2, 1), (1, 1, 2))
"""The same with the discard pile in the layout."""
MOST = 40
"""A mutant is too large to judge when it has this many times the hidden states of the protocol itself."""


class Slip(StrEnum):
    """What is done wrong with one operation."""

    DELETED = "left out"
    EXCHANGED = "exchanged with the next one"
    REDIRECTED = "done to another owner or place"
    UNSCRAMBLED = "one pile left out of the scramble"
    SEEN_MORE = "one covered card more looked at"
    ASKED_LESS = "one answer not asked for"


class Fate(StrEnum):
    """What came of a mutant."""

    REFUSED = "refused"
    WRONG = "wrong"
    LEAKS = "leaks"
    SURVIVED = "survived"
    TOO_LARGE = "too large"


class Reason(StrEnum):
    """Why a mutant that survives does the same as the protocol."""

    APART = "the two touch different cards"
    SPARE = "a scramble this form is proved to do without"
    KNOWN = "everyone knew that card already"


class Site(NamedTuple):
    """Where an operation comes in a recipe: the stage, how many operations of it came before, of what kind it is."""

    stage: int
    index: int
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
        what = f"{self.site.kind.__name__} {self.site.stage + 1}.{self.site.index + 1}"
        return f"{self.form}, {what} {self.slip}" + "".join(f", {one}" for one in self.detail)


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant and its fate; ``reason``: why it survived, None where none was found."""

    mutant: Mutant
    fate: Fate
    reason: Reason | None = None

    @property
    def killed(self) -> bool:
        """Whether something objected."""
        return self.fate in (Fate.REFUSED, Fate.WRONG, Fate.LEAKS)

    @property
    def explained(self) -> bool:
        """Whether it was killed, or does the same as the protocol."""
        return self.killed or self.reason is not None


# -- what can be done wrong --------------------------------------------------------------------------


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


@dataclass(frozen=True, slots=True)
class Bench:
    """A table on which a form's mutants are enumerated, each case with the protocol's own number of states."""

    hands: Mapping[str, range]
    cases: tuple[tuple[Case, int], ...]


@lru_cache
def benches(form: str) -> tuple[Bench, ...]:
    """Return the small table, with every number of playable cards, and the wider ones."""
    entry = proved()[form]
    small, wider = (CONCEALED, CONCEALED_WIDER) if entry.conceals else (SMALL, WIDER)
    every = sorted(range(sum(small) + 1), key=lambda valid: abs(2 * valid - 3))
    return _bench(entry, small, every), *(_bench(entry, sizes, (2,)) for sizes in wider)


def _bench(form: Form, sizes: Sizes, playable: Sequence[int]) -> Bench:
    layout = example_layout(sizes, 2, form)
    cases = selection_cases(form, sizes, playable=playable)
    return Bench(
        {owner: layout.numbers(owner) for owner, _ in layout.hands},
        tuple((case, case.verify().tables) for case in cases),
    )


def mutants(form: str) -> Iterator[Mutant]:
    """Yield every mutant of a form: each slip at each operation that any deal of its small table leads to."""
    bench = benches(form)[0]
    found: dict[Site, tuple[list[Op], dict[Place, None]]] = {}
    for case, _ in bench.cases:
        sites = _Sites(case)
        sites.run()
        for site, (ops, covered) in sites.found.items():
            known = found.setdefault(site, ([], {}))
            known[0].extend(ops)
            known[1].update(covered)
    for site, (ops, covered) in sorted(found.items(), key=lambda item: item[0][:2]):
        if site.kind is not Heading:
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
            several = any(isinstance(op, Move) and len(op.target) > 1 for op in ops)
            yield from ((Slip.REDIRECTED, (way,)) for way in ([_TURNED] if several else []) + [_AWAY])
        case Scramble():
            if any(isinstance(op, Scramble) and len(op.piles) > 2 for op in ops):
                yield from ((Slip.UNSCRAMBLED, (end,)) for end in _ENDS)
        case Reveal() | Choose():
            if any(len(getattr(op, "ask", ())) > 1 for op in ops):
                yield from ((Slip.ASKED_LESS, (end,)) for end in _ENDS)
            yield from ((Slip.SEEN_MORE, spot) for spot in dict.fromkeys(_spot(p, hands) for p in covered))
        case _:
            pass


_TURNED, _AWAY = "each to the next one's place", "to a place of its own"
_ENDS = ("the first", "the last")


def _spot(place: Place, hands: Mapping[str, range]) -> tuple[str | int, ...]:
    """Whose first column or pile a place stands for, and its row."""
    if place.area == COLUMN:
        return next(((owner, place.row) for owner, own in hands.items() if place.number in own), ("", 0))
    return place.area, place.number if place.area == PILE else 1, place.row


def _place(spot: tuple[str | int, ...], hands: Mapping[str, range]) -> Place:
    if len(spot) == 2:
        return Place(COLUMN, hands[str(spot[0])][0], int(spot[1]))
    return Place(str(spot[0]), int(spot[1]), int(spot[2]))


# -- doing it ----------------------------------------------------------------------------------------


@dataclass
class Slipper:
    """Does a mutant's slip, and notes the operations it was done to; ``pairs``: those that were exchanged."""

    mutant: Mutant
    hands: Mapping[str, range]
    pairs: dict[tuple[Op, Op], None] = field(default_factory=dict)
    done: bool = False

    def recipe(self, recipe: Recipe) -> Recipe:
        """Return the recipe with the slip; where two stages' operations may be exchanged they become one stage."""
        number = self.mutant.site.stage
        joined = recipe[number : number + 1 + (self.mutant.slip is Slip.EXCHANGED)]
        stage = Stage(joined[0].heading, partial(self._steps, joined))
        return (*recipe[:number], stage, *recipe[number + len(joined) :])

    def _steps(self, stages: Recipe, known: Outcome) -> Steps[Outcome]:
        going, count = _joined(stages, known), 0
        site = self.mutant.site
        try:
            op = next(going)
            while True:
                if (count, type(op)) != site[1:]:
                    answer = yield op
                elif self.mutant.slip is Slip.EXCHANGED:
                    later = going.send("")
                    self.pairs[op, later] = None
                    answer = yield later
                    yield op
                    count += 1
                else:
                    answer = yield from self._instead(op)
                count += 1
                op = going.send(answer)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome

    def _instead(self, op: Op) -> Steps[str]:
        """What is done where the slip happens; an answer nobody got is taken to be the first there could be."""
        asked: tuple[str, ...] = getattr(op, "ask", ())
        said = asked[0] if asked else ""
        ops = self.ops(op)
        self.done = self.done or ops != (op,)
        for number, other in enumerate(ops):
            answer = yield other
            said = said if number else answer
        return said

    def ops(self, op: Op) -> tuple[Op, ...]:
        """Return what is done instead of an operation."""
        detail = self.mutant.detail
        match self.mutant.slip, op:
            case Slip.DELETED, _:
                return ()
            case Slip.REDIRECTED, Return() | Draw():
                return (replace(op, owner=str(detail[0])),)
            case Slip.REDIRECTED, Move():
                turned = (*op.target[1:], op.target[0])
                away = tuple(
                    Place(PILE if p.area == COLUMN else COLUMN, 90 + p.number, p.row) for p in op.target
                )
                return (replace(op, target=turned if detail == (_TURNED,) else away),)
            case Slip.UNSCRAMBLED, Scramble():
                return (replace(op, piles=op.piles[1:] if detail == _ENDS[:1] else op.piles[:-1]),)
            case Slip.ASKED_LESS, Reveal() | Choose() if len(op.ask) > 1:
                return (replace(op, ask=op.ask[1:] if detail == _ENDS[:1] else op.ask[:-1]),)
            case Slip.SEEN_MORE, _:
                extra = Peek((_place(detail, self.hands),))
                return (op, extra, Cover(extra.places))
            case _:
                return (op,)


class Peek(Reveal):
    """A look at a card nobody should look at."""


def _joined(stages: Recipe, known: Outcome) -> Steps[Outcome]:
    for stage in stages:
        known = yield from stage.steps(known)
    return known


# -- judging -----------------------------------------------------------------------------------------


class _TooLarge(Exception):
    """A mutant has far more hidden states than its protocol."""


class _Judge(Verifier):
    """A verifier that stops after so many hidden states, and notes whether a look told anybody anything."""

    def __init__(self, case: Case, recipe: Recipe, most: int) -> None:
        super().__init__(recipe, case.deals, case.law, case.unseen, case.left)
        self._most, self.told = most, False

    def _act(self, branch: Branch, op: Op) -> list[Branch]:
        if self.tables > self._most:
            raise _TooLarge
        ends = super()._act(branch, op)
        self.told = self.told or (isinstance(op, Peek) and len(ends) > 1)
        return ends


def judge(mutant: Mutant) -> Judged:
    """Enumerate a mutant until something objects; a slip that changes nothing on a table is not judged there."""
    told, pairs = False, dict[tuple[Op, Op], None]()
    small, *wider = benches(mutant.form)
    for bench in (small, *wider):
        for case, tables in bench.cases:
            slipper = Slipper(mutant, bench.hands)
            verifier = _Judge(case, slipper.recipe(case.recipe), MOST * tables)
            fate = _fate(verifier)
            if fate is not None and (bench is small or fate in (Fate.WRONG, Fate.LEAKS)):
                return Judged(mutant, fate)
            told, pairs = told or verifier.told, pairs | slipper.pairs
        if (reason := _reason(mutant, told, pairs)) is not None:
            return Judged(mutant, Fate.SURVIVED, reason)
    return Judged(mutant, Fate.SURVIVED)


def _fate(verifier: _Judge) -> Fate | None:
    try:
        verdict = verifier.run()
    except _TooLarge:
        return Fate.TOO_LARGE
    except (ProtocolBug, LookupError, ValueError):  # no card lies there, or one lies where another goes
        return Fate.REFUSED
    if not verdict.correct:
        return Fate.WRONG
    return None if verdict.secret else Fate.LEAKS


def _reason(mutant: Mutant, told: bool, pairs: Mapping[tuple[Op, Op], None]) -> Reason | None:
    """Return why a mutant does the same as its protocol, None where no reason is known."""
    match mutant.slip:
        case Slip.EXCHANGED:
            apart = all(not {*places_of(one)} & {*places_of(other)} for one, other in pairs)
            return Reason.APART if apart else None
        case Slip.DELETED | Slip.UNSCRAMBLED if mutant.site.kind is Scramble:
            form = proved()[mutant.form]
            part = form.recipe(example_layout(SMALL, 2, form))[mutant.site.stage].heading.part
            return Reason.SPARE if part in form.spare else None
        case Slip.SEEN_MORE:
            return None if told else Reason.KNOWN
        case _:
            return None
