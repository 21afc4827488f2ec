"""Mutation sweep: every operation of a form done wrong in every way hands can slip, and whether the verifier minds.

A verifier that passes a protocol with one operation left out, exchanged with its neighbour or done elsewhere
claims more than it checks.  Each mutant is enumerated on small tables until something objects: physics (hands
could not do it), the law (wrong cards, wrong chances, something left behind) or secrecy.  What survives must
be a protocol that does the same, for a reason that is found in its operations.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from facilitator.errors import ProtocolBug
from facilitator.machine import operations as ops
from facilitator.machine.faces import DISCARDS, Face
from facilitator.machine.operations import COLUMN, PILE, Op, Place, asked_by, places_of
from facilitator.machine.parts import Part
from facilitator.machine.perform import DefaultAnswers, Outcome, Recipe, Stage, Steps, operations, otherwise
from facilitator.proof.cases import COLOURS, UNTIL, Case, deals, form_law, left_by, part_case, selection_cases
from facilitator.proof.chained import CHAINED, chained_cases
from facilitator.proof.home import at_home
from facilitator.proof.misdone import At, Peek, instead
from facilitator.proof.verify import Branch, Verifier
from facilitator.proof.way_back import (
    GIVE_UP,
    PUT_RIGHT,
    VOID,
    given_up,
    mended_runs,
    voided,
)
from facilitator.proof.workers import pool
from facilitator.protocols.forms import Coding, Form, Sizes, example_layout, proved
from facilitator.protocols.layout import class_code
from facilitator.protocols.recovery import Repair
from facilitator.words.catalogue import sentence

# ----------------------------------------------------------------------------------------------------
# Where mutants are judged: for each form and way back, the small tables on which it is done wrong.


SMALL: Sizes = (2, 1, 1)
WIDER: tuple[Sizes, ...] = ((2, 2, 1), (2, 1, 2))
"""Where a form is done wrong, and where what survived is tried again, two cards playable and all but one."""
CONCEALED_WIDER: tuple[Sizes, ...] = ((2, 2),)
"""The second, with a discarded card in the layout."""
SWEPT: Mapping[str, Mapping[str, tuple[Sizes, ...]]] = {
    COLOURS: {},
    GIVE_UP: {
        "knockout": (SMALL,),
        "published": (SMALL,),
        "challenge": (SMALL,),
        "wallet": (SMALL,),
        "concealed-knockout": ((2, 1),),
    },
    PUT_RIGHT: {"knockout": ((1, 1, 1),)},  # with the pairs of more classes it is the same
    VOID: {"wallet": (SMALL,), "knockout": (SMALL,)},
    UNTIL: {"wallet": ((1, 1, 2),), "knockout": ((1, 1, 2),)},
    CHAINED: {"knockout": ((1, 2, 1), (1, 2, 2))},  # with a duel to fight; in the wider it may find none
}
"""What is swept besides every form, by its certificate's name: the forms, and the tables; others' are the same."""

Spot = tuple[int, int]
"""A stage, and how many of its operations came before."""
NEVER: Spot = (1000, 0)


@dataclass(frozen=True)
class Bench:
    """A table on which mutants are enumerated.

    ``hands``: each owner's columns.  ``judged``: the cases, without a mistake.  ``spare``: the stages whose
    scramble the form could do without.  ``start``: the stage and the number of the first operation that is done
    wrong; ``end``: of the first that no longer is.
    """

    hands: Mapping[str, range]
    judged: tuple[Case, ...]
    spare: frozenset[int] = frozenset()
    start: Spot = (0, 0)
    end: Spot = NEVER

    @cached_property
    def cases(self) -> tuple[tuple[Case, int], ...]:
        """Each case with the protocol's own number of states, by which a mutant's is measured."""
        return tuple((case, case.verify().tables) for case in self.judged)


def subjects(name: str) -> tuple[str, ...]:
    """Return what is done wrong under a certificate's name: one form, or every different way back.

    Each by a name that other processes understand: the certificate's, the form's, a number.
    """
    forms = SWEPT.get(name, {})
    if name in (GIVE_UP, PUT_RIGHT, VOID):
        return tuple(f"{name} {form} {i}" for form in forms for i in range(len(_ways(name, form))))
    return tuple(f"{name} {form}" for form in forms) or (name,)


@lru_cache
def benches(subject: str) -> tuple[Bench, ...]:
    """Return the small table, with every number of playable cards, and the wider ones.

    ``subject``: as `subjects` names it.  What survives on the first is tried on the others.
    """
    name, *of = subject.split()
    if name == COLOURS:
        return (Bench({}, (part_case(COLOURS, 3),)),)
    if not of:
        return tuple(_of_form(proved()[name]))
    form, tables = proved()[of[0]], SWEPT[name][of[0]]
    if name == CHAINED:
        return tuple(_chained(form, sizes) for sizes in tables)
    if name == UNTIL:
        return (_bench(form, tables[0], selection_cases(form, tables[0], until=True)),)
    way = _ways(name, of[0])[int(of[1])]
    return (_bench(form, tables[0], way.cases, way.start, way.end),)


def _of_form(form: Form) -> Iterator[Bench]:
    """A form's benches: small, with the numbers first that tell most; then wider ones."""
    every = sorted(range(sum(SMALL) + 1), key=lambda valid: abs(2 * valid - 3))
    yield _bench(form, SMALL, (*selection_cases(form, SMALL, playable=every), *_one_class_only(form)))
    for sizes in CONCEALED_WIDER if form.conceals else WIDER:
        yield _bench(form, sizes, selection_cases(form, sizes, playable=(2, sum(sizes) - 1)))


def _one_class_only(form: Form) -> Iterator[Case]:
    """Yield, for a form with classes, a case for each class in which it alone has cards, two of them.

    Dealt out to the classes in turn, so few cards leave the later ones with a card each: nothing to hide.  Then a
    mutant that spoils only a later class would live.
    """
    layout = example_layout(SMALL, 2, form)
    for rank in range(layout.classes) if form.coding is Coding.CLASSES else ():
        ranks = [frozenset(layout.cards[:2]) if one == rank else frozenset() for one in range(layout.classes)]
        alone = replace(layout, code=class_code(layout.cards, *ranks))
        yield Case(form.recipe(alone), tuple(deals(alone)), form_law(form, alone), left=left_by(form))


def _bench(form: Form, sizes: Sizes, cases: Iterable[Case], start: Spot = (0, 0), end: Spot = NEVER) -> Bench:
    """A table of a form, with the cases that judge it."""
    layout = example_layout(sizes, 2, form)
    parts = enumerate(stage.heading.part for stage in form.recipe(layout))
    return Bench(
        {owner: layout.numbers(owner) for owner, _ in layout.hands},
        tuple(cases),
        frozenset(number for number, part in parts if part in form.spare),
        start,
        end,
    )


def _chained(form: Form, sizes: Sizes) -> Bench:
    """Return the table where a second run begins with the columns of the first, from where those stay."""
    cases = tuple(chained_cases(sizes, form.name))
    parts = [stage.heading.part for stage in cases[0].recipe]
    owners = tuple((owner, len(held)) for owner, held in cases[0].deals[0].hands)
    layout = replace(example_layout(sizes, 2, form), hands=owners)
    hands = {owner: layout.numbers(owner) for owner, _ in owners}
    return Bench(hands, cases, start=(parts.index(Part.GIVE_BACK), 0))


class WayBack(NamedTuple):
    """A way back: its first operation, the first that no longer is of it, and the cases that judge it."""

    start: Spot
    end: Spot
    cases: tuple[Case, ...]


@lru_cache
def _ways(name: str, form: str) -> tuple[WayBack, ...]:
    """Return every repair, or every way back that has other kinds of operation than the others.

    ``name``: the certificate's; ``form``: the form's.  Two ways back with the same operations would have the same
    mutants.
    """
    (sizes,), entry = SWEPT[name][form], proved()[form]
    if name == PUT_RIGHT:
        return tuple(_repairs(entry, sizes))
    stops: dict[Spot, list[Case]] = {}
    if name == GIVE_UP:
        stops = {(stop.stage, stop.after): [*stop.cases] for stop in given_up(entry, sizes)}
    else:
        for stop, case in voided(entry, sizes):
            stops.setdefault((stop.stage, stop.after), []).append(case)
    ways = {_kinds(cases[0], start): WayBack(start, NEVER, tuple(cases)) for start, cases in stops.items()}
    return tuple(way for kinds, way in ways.items() if kinds)


def _repairs(form: Form, sizes: Sizes) -> Iterator[WayBack]:
    """Yield every repair at every place where it is offered, after each mistake it is offered for.

    Of a card seen, marker or bit card it is the first column's: the others lie as hidden.
    """
    found: dict[tuple[Repair, At, At], list[Case]] = {}
    for valid in (1, 2):
        for one in mended_runs(form, sizes, valid):
            if not one.seen or one.seen[0].number == 1:
                found.setdefault((one.repair, one.first, one.after), []).append(one.case)
    yield from (WayBack(start, end, tuple(cases)) for (_, start, end), cases in found.items())


def _kinds(case: Case, start: Spot) -> tuple[type[Op], ...]:
    """Return of what kinds the operations are from the given one on, along the run that finds nothing to play."""
    at, count, found = -1, 0, list[type[Op]]()
    for op in operations(case.recipe, DefaultAnswers()):
        if isinstance(op, ops.Heading):
            at, count = at + 1, -1
        count += 1
        if (at, count) > start:
            found.append(type(op))
    return tuple(found)


# ----------------------------------------------------------------------------------------------------
# Mutants: every operation of a form with every slip that hands can make.


class Slip(StrEnum):
    """What is done wrong with one operation, in the ways in which tired hands do; its value is its sentence's key."""

    DELETED = "slip.deleted"
    EXCHANGED = "slip.exchanged"
    REDIRECTED = "slip.redirected"
    UNSCRAMBLED = "slip.unscrambled"
    SEEN_MORE = "slip.seen"
    ASKED_LESS = "slip.asked"


Detail = tuple[str | int, ...]
"""At whom or where it is done, by the slip: an owner, a place on the table, which end."""


class Site(NamedTuple):
    """Where an operation comes in a recipe: the stage, how many operations of it came before, of what kind it is."""

    stage: int
    before: int
    kind: type[Op]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One slip at one site; small enough to be sent to another process, which makes its recipe anew.

    ``form``: what is done wrong, as `subjects` names it.
    """

    form: str
    site: Site
    slip: Slip
    detail: Detail = ()

    def words(self) -> str:
        """The mutant as a line of the sweep's output."""
        what = f"{self.site.kind.__name__} {self.site.stage + 1}.{self.site.before + 1}"
        return ", ".join((f"{self.form}, {what} {sentence(self.slip)}", *map(str, self.detail)))


class _Sites(Verifier):
    """A verifier that notes which operation comes where, and which places are covered then.

    By the site: the operations that come there, in all courses, and the places that may be looked at.
    """

    def __init__(self, case: Case) -> None:
        super().__init__(case.recipe, case.deals, case.law, case.unseen, case.left)
        self.found: dict[Site, tuple[list[Op], dict[Place, None]]] = {}

    def _act(self, branch: Branch, op: Op) -> list[Branch]:
        """Note the operation at its site, and what is covered after it."""
        ends = super()._act(branch, op)
        shapes, covered = self.found.setdefault(
            Site(self.stage, len(ends[0].answers) - 1, type(op)), ([], {})
        )
        shapes.append(op)
        for end in ends:
            covered.update(dict.fromkeys(place for place, up in end.surface.items() if not up))
        return ends


def mutants(name: str) -> Iterator[Mutant]:
    """Yield every mutant of what a certificate's name stands for: each slip at each operation any deal leads to.

    Some two thousand for all that is swept in the forms a table plays.
    """
    for subject in subjects(name):
        yield from mutants_of(subject)


def mutants_of(form: str) -> Iterator[Mutant]:
    """Yield the mutants of one form, or of one way back: each slip at each operation any deal leads to.

    In the order of the run; mixing what is at home is left out, for no order is relied upon there.
    """
    bench = benches(form)[0]
    found: dict[Site, tuple[list[Op], dict[Place, None]]] = {}
    for case, _ in bench.cases:
        sites = _Sites(case)
        sites.run()
        for site, (shapes, covered) in sites.found.items():
            if bench.start <= site[:2] < bench.end:
                known = found.setdefault(site, ([], {}))
                known[0].extend(shapes)
                known[1].update(covered)
    for site, (shapes, covered) in sorted(found.items(), key=lambda item: item[0][:2]):
        if site.kind is not ops.Heading and not all(map(_in_hands, shapes)):
            spots = dict.fromkeys(_spot(place, bench.hands) for place in covered)
            yield from (
                Mutant(form, site, slip, detail) for slip, detail in _slips(shapes, bench.hands, spots)
            )


def _in_hands(op: Op) -> bool:
    """Whether an operation only mixes what is in hands or the deck, where no order is relied upon."""
    return isinstance(op, ops.Scramble) and at_home(places_of(op))


def _slips(
    shapes: Sequence[Op], hands: Iterable[str], spots: Iterable[Detail]
) -> Iterator[tuple[Slip, Detail]]:
    """Yield what may be done wrong with an operation, in any of the shapes in which it comes.

    ``hands``: the owners; ``spots``: what covered cards may be looked at.  Every operation may be left out; one
    that is not answered may change places with the next.
    """
    asks = max(len(asked_by(op)) for op in shapes)
    yield Slip.DELETED, ()
    if not asks:
        yield Slip.EXCHANGED, ()
    yield from ((Slip.REDIRECTED, (where,)) for where in _elsewhere(shapes, hands))
    if any(isinstance(op, ops.Scramble) and len(op.piles) > 2 for op in shapes):
        yield from ((Slip.UNSCRAMBLED, (end,)) for end in ENDS)
    if isinstance(shapes[0], ops.Reveal | ops.Choose | ops.Look):
        yield from ((Slip.ASKED_LESS, (end,)) for end in ENDS if asks > 1)
        yield from ((Slip.SEEN_MORE, spot) for spot in spots)


def _elsewhere(shapes: Sequence[Op], hands: Iterable[str]) -> Iterator[str]:
    """Yield to whom, or where, cards may be brought by mistake.

    ``ops``: the operation, in all shapes in which it comes; ``hands``: the owners.  Given to another owner; moved
    each one place too far; laid where no card should lie.
    """
    own = {op.owner for op in shapes if isinstance(op, ops.Return | ops.Draw)}
    if own:
        yield from (owner for owner in hands if own != {owner})
    moves = [op for op in shapes if isinstance(op, ops.Move)]
    if any(len(op.target) > 1 and _told(op) for op in moves):
        yield TURNED
    if moves:
        yield AWAY


def _told(op: ops.Move) -> bool:
    """Whether hands are told in which order to move the cards: not to or from a hand at home."""
    return not (at_home(op.source) or at_home(op.target))


TURNED, AWAY = "turned", "away"
"""Where cards are moved by mistake: each to the next one's place, or to a place of its own."""
ENDS = ("first", "last")


def _spot(place: Place, hands: Mapping[str, range]) -> Detail:
    """Whose first column or pile a place stands for, and its row: one look is as good as any other of the same
    owner.
    """
    if place.area == COLUMN:
        return next(((owner, place.row) for owner, own in hands.items() if place.number in own), ("", 0))
    return place.area, place.number if place.area == PILE else 1, place.row


def place_of(spot: Detail, hands: Mapping[str, range]) -> Place:
    """Return the place a spot stands for on a bench: of an owner the first column, of piles that with the number."""
    if len(spot) == 2:
        return Place(COLUMN, hands[str(spot[0])][0], int(spot[1]))
    return Place(str(spot[0]), int(spot[1]), int(spot[2]))


# ----------------------------------------------------------------------------------------------------
# Doing a slip: the recipe of a mutant, run as hands would that slip there.


@dataclass
class Slipper:
    """Does a mutant's slip on a table of some hands.

    ``pairs``: the operations it exchanged, for judging whether they touched the same cards.
    """

    mutant: Mutant
    hands: Mapping[str, range]
    pairs: dict[tuple[Op, Op], None] = field(default_factory=dict)

    def recipe(self, recipe: Recipe, to_end: bool = False) -> Recipe:
        """Return the recipe with the slip; where two stages' operations may be exchanged they become one stage.

        ``to_end``: everything from the slip on becomes one stage, so that nothing is merged after it.
        """
        number = self.mutant.site.stage
        end = len(recipe) if to_end else number + 1 + (self.mutant.slip is Slip.EXCHANGED)
        joined = recipe[number:end]
        stage = Stage(joined[0].heading, partial(self._steps, joined))
        return (*recipe[:number], stage, *recipe[number + len(joined) :])

    def _steps(self, stages: Recipe, known: Outcome) -> Steps[Outcome]:
        """The joined stages, with the slip where its site comes; exchanged operations wait for the next one."""
        waiting: list[Op] = []

        def deed(count: int, op: Op) -> Steps[str]:
            if (count, type(op)) != self.mutant.site[1:]:
                shapes = (op, *waiting)
                self.pairs.update(dict.fromkeys((before, op) for before in waiting))
                waiting.clear()
            elif self.mutant.slip is Slip.EXCHANGED:
                waiting.append(op)
                shapes = ()
            else:
                shapes = self.done(op)
            return instead(shapes, op)

        return otherwise(_joined(stages, known), deed)

    def done(self, op: Op) -> tuple[Op, ...]:
        """Return what is done instead of an operation at the mutant's site."""
        detail = self.mutant.detail
        match self.mutant.slip, op:
            case Slip.DELETED, _:
                return ()
            case Slip.REDIRECTED, ops.Return() | ops.Draw():
                return (replace(op, owner=str(detail[0])),)
            case Slip.REDIRECTED, ops.Move():
                turned = (*op.target[1:], op.target[0])
                away = tuple(
                    Place(PILE if p.area == COLUMN else COLUMN, 90 + p.number, p.row) for p in op.target
                )
                return (replace(op, target=turned if detail == (TURNED,) else away),)
            case Slip.UNSCRAMBLED, ops.Scramble():
                return (replace(op, piles=op.piles[1:] if detail == ENDS[:1] else op.piles[:-1]),)
            case Slip.ASKED_LESS, ops.Reveal() | ops.Choose() | ops.Look() if len(op.ask) > 1:
                return (replace(op, ask=op.ask[1:] if detail == ENDS[:1] else op.ask[:-1]),)
            case Slip.SEEN_MORE, _:
                extra = Peek((place_of(detail, self.hands),))
                return (op, extra, ops.Cover(extra.places))
            case _:
                return (op,)


def _joined(stages: Recipe, known: Outcome) -> Steps[Outcome]:
    """Several stages as one, headings left out."""
    for stage in stages:
        known = yield from stage.steps(known)
    return known


# ----------------------------------------------------------------------------------------------------


MOST = 40
"""A mutant is too large to judge when it has this many times the hidden states of the protocol itself."""


class Fate(StrEnum):
    """What came of a mutant: hands could not do it, something objected, it lived, or it grew too large to say."""

    REFUSED = "refused"
    WRONG = "wrong"
    LEAKS = "leaks"
    SURVIVED = "survived"
    TOO_LARGE = "too large"


class Reason(StrEnum):
    """Why a mutant that survives does the same as the protocol; its value is its sentence's key.

    Each is checked on the operations themselves, or by what was seen; none is taken on trust.
    """

    APART = "reason.apart"
    SPARE = "reason.spare"
    DISCARDED = "reason.discarded"
    KNOWN = "reason.known"
    CHANCE = "reason.chance"
    TOLD = "reason.told"


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant and its fate; ``reason``: why it survived, None where none was found.

    A mutant that lives without a reason is a hole in the verifier, or a part of the protocol that does nothing.
    """

    mutant: Mutant
    fate: Fate
    reason: Reason | None = None

    @property
    def killed(self) -> bool:
        """Whether something objected."""
        return self.fate in (Fate.REFUSED, Fate.WRONG, Fate.LEAKS)

    def to_json(self) -> dict[str, object]:
        """Return it as a line of ``verify --mutants --json``."""
        return {
            "form": self.mutant.form,
            "stage": self.mutant.site.stage + 1,
            "operation": self.mutant.site.before + 1,
            "op": self.mutant.site.kind.__name__,
            "slip": self.mutant.slip.name.lower(),
            "detail": list(self.mutant.detail),
            "fate": self.fate,
            "reason": self.reason and self.reason.name.lower(),
        }

    def words(self) -> str:
        """Return it as a line of the sweep's output: what was done wrong, and what came of it."""
        return f"{self.mutant.words()}: {self.fate}"

    @property
    def explained(self) -> bool:
        """Whether it was killed, or does the same as the protocol."""
        return self.killed or self.reason is not None


class _TooLarge(Exception):
    """A mutant has far more hidden states than its protocol."""


class _Judge(Verifier):
    """A verifier that stops after so many hidden states, and notes whether a look told anybody anything.

    ``most``: the states it follows at most; beyond, `_TooLarge`.  ``split``: a look showed different cards;
    ``told``: and with other chances in different deals.
    """

    def __init__(self, case: Case, recipe: Recipe, most: int) -> None:
        super().__init__(recipe, case.deals, case.law, case.unseen, case.left)
        self._most, self.split, self.told = most, False, False

    def _act(self, branch: Branch, op: Op) -> list[Branch]:
        if self.tables > self._most:
            raise _TooLarge
        ends = super()._act(branch, op)
        if isinstance(op, Peek) and len(ends) > 1:
            self.split = True
            self.told = self.told or not _alike(ends)
        if isinstance(op, Peek):
            for end in ends:
                end.view = (*end.view[:-1], _LOOK + end.view[-1])
        return ends

    def leaves(self) -> list[tuple[Outcome, tuple[Face, ...]]]:
        """Return how it may end, and what was seen on the way."""
        return [(end.known, end.view) for end in self._stages()]


_LOOK = "look: "


def _alike(ends: Sequence[Branch]) -> bool:
    """Whether a look shows each card with the same chance in all deals, so that chance alone decided it."""
    weights = [Counter[int]() for _ in ends]
    for found, end in zip(weights, ends, strict=True):
        for _, by_deal in end.states:
            found.update(by_deal)
    whole = sum(weights, Counter[int]())
    return all(len({Fraction(found[deal], whole[deal]) for deal in whole}) == 1 for found in weights)


def judge(mutant: Mutant) -> Judged:
    """Enumerate a mutant until something objects; a slip that changes nothing on a table is not judged there.

    First on the small table, then, if it lives without a reason, on the wider ones; there it may grow too large
    without that counting.
    """
    # a slip may do harm with some numbers of playable cards only, so all cases of a table are tried in turn
    looks, pairs = list[tuple[_Judge, Case, Bench]](), dict[tuple[Op, Op], None]()
    small, *_ = every = benches(mutant.form)
    reason: Reason | None = None
    for bench in every:
        for case, tables in bench.cases:
            slipper = Slipper(mutant, bench.hands)
            verifier = _Judge(case, slipper.recipe(case.recipe), MOST * tables)
            fate = _fate(verifier)
            # on a wider table a mutant may grow too large, or meet physics that the small one never does
            if fate is not None and (bench is small or fate in (Fate.WRONG, Fate.LEAKS)):
                return Judged(mutant, fate)
            pairs |= slipper.pairs
            looks.append((verifier, case, bench))
        reason = _reason(mutant, pairs)
        if reason is not None:
            break
    if mutant.slip is Slip.SEEN_MORE:
        reasons = {_shown(mutant, *look) for look in looks}
        reason = next(
            (one for one in (None, Reason.TOLD, Reason.CHANCE, Reason.KNOWN) if one in reasons), None
        )
    return Judged(mutant, Fate.SURVIVED, reason)


def _shown(mutant: Mutant, verifier: _Judge, case: Case, bench: Bench) -> Reason | None:
    """Return why a look told nothing in this case, None if no reason is found.

    A look tells nothing if it shows one card in all deals, or each with the same chance, or what the outcome says.
    """
    if not verifier.told:
        return Reason.CHANCE if verifier.split else Reason.KNOWN
    whole = Slipper(mutant, bench.hands).recipe(case.recipe, to_end=True)
    faces: dict[Outcome, set[str]] = {}
    try:
        leaves = _Judge(case, whole, 4 * verifier.tables).leaves()
    except _TooLarge:
        return None
    for outcome, view in leaves:
        faces.setdefault(outcome, set()).update(one for one in view if one.startswith(_LOOK))
    return Reason.TOLD if all(len(seen) <= 1 for seen in faces.values()) else None


def _fate(verifier: _Judge) -> Fate | None:
    """What comes of a mutant in one case; None if nothing objects."""
    try:
        verdict = verifier.run()  # physics first: what hands cannot do never comes to a verdict
    except _TooLarge:
        return Fate.TOO_LARGE
    except (ProtocolBug, LookupError, ValueError):  # no card lies there, or one lies where another goes
        return Fate.REFUSED
    if not verdict.correct:
        return Fate.WRONG
    return None if verdict.secret else Fate.LEAKS


def _reason(mutant: Mutant, pairs: Mapping[tuple[Op, Op], None]) -> Reason | None:
    """Return why a mutant does the same as its protocol, None where no reason is known.

    ``pairs``: what was exchanged: two operations that touch different cards may come in either order.
    """
    match mutant.slip:
        case Slip.EXCHANGED:
            apart = all(not {*places_of(one)} & {*places_of(other)} for one, other in pairs)
            return Reason.APART if apart else None
        case Slip.DELETED | Slip.UNSCRAMBLED if mutant.site.kind is ops.Scramble:
            bench = benches(mutant.form)[0]
            if mutant.site.stage in bench.spare:
                return Reason.SPARE
            last = mutant.site.stage == 0 and mutant.detail == ENDS[1:]  # the first scramble, the last column
            return Reason.DISCARDED if last and DISCARDS in bench.hands else None
        case _:
            return None


def sweep(listed: Sequence[Mutant], workers: int | None = None) -> Iterator[Judged]:
    """Judge mutants on all cores and yield them in order; ``workers``: how many processes, None for one a core."""
    count = workers or os.cpu_count() or 1
    if count == 1:
        yield from map(judge, listed)
        return
    with pool(count) as processes:
        yield from processes.map(judge, listed, chunksize=8)


def score(found: Iterable[Judged]) -> str:
    """Return the sweep's score in a sentence: how many were killed, and why the others live.

    Those that do the same as the protocol are no part of the share that is killed.
    """
    judged = list(found)
    fates = Counter(one.fate for one in judged)
    reasons = Counter(one.reason for one in judged if not one.killed and one.reason)
    killed, unexplained = sum(one.killed for one in judged), sum(not one.explained for one in judged)
    why = sorted((sentence(reason), count) for reason, count in reasons.items())
    return sentence(
        "verify.score",
        n=len(judged),
        harmful=killed + unexplained,
        killed=killed,
        share=f"{100 * killed / ((killed + unexplained) or 1):.1f}",
        refused=fates[Fate.REFUSED],
        wrong=fates[Fate.WRONG],
        leaks=fates[Fate.LEAKS],
        alike=sum(reasons.values()),
        why="; ".join(f"{count}: {reason}" for reason, count in why) or "–",
        unexplained=unexplained,
    )
