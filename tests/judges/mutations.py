"""Mutation sweep: every operation of a form done wrong in every way hands can slip, and whether the verifier minds.

A verifier that passes a protocol with one operation left out, exchanged with its neighbour or done elsewhere
claims more than it checks.  Each mutant is enumerated on small tables until something objects: physics (hands
could not do it), the law (wrong cards, wrong chances, something left behind) or secrecy.  What survives must
be a protocol that does the same, for a reason that is found in its operations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from facilitator.errors import ProtocolBug
from facilitator.operations import definitions as ops
from facilitator.operations.definitions import COLUMN, PILE, Op, Place, get_answers, places_of
from facilitator.operations.faces import DISCARDS
from facilitator.operations.perform import Outcome, Recipe, Stage, Steps, replace_operations
from facilitator.protocols.forms import Coding, Form, Sizes, example_layout, get_certified_forms
from facilitator.protocols.layout import class_code
from facilitator.verification.cases import COLOURS, deals, form_law, left_by, part_case, selection_cases
from facilitator.verification.substitution import carry_out_instead
from facilitator.verification.verifier import Case, Verifier, ViewBranch
from facilitator.verification.workers import on_all_cores

# ----------------------------------------------------------------------------------------------------
# Where mutants are judged: for each form the small tables on which it is done wrong.


SMALL: Sizes = (2, 1, 1)
WIDER: tuple[Sizes, ...] = ((2, 2, 1), (2, 1, 2))
"""Where a form is done wrong, and where what survived is tried again, two cards playable and all but one."""
SMALL_WALLET: Sizes = (3, 1)
"""Where wallet duels are done wrong: two duels, so that a loser lies beside the pile while another is fought."""
CONCEALED_WIDER: tuple[Sizes, ...] = ((2, 2),)
"""The second, with a discarded card in the layout."""


@dataclass(frozen=True)
class Bench:
    """A table on which mutants are enumerated.

    ``owners``: whose hands lie there.  ``judged``: the cases, without a mistake.  ``spare``: the stages whose
    scramble the form could do without.
    """

    owners: tuple[str, ...]
    judged: tuple[Case, ...]
    spare: frozenset[int] = frozenset()

    @property
    def longest(self) -> Recipe:
        """The recipe with the most stages, by which sites count them; some tables leave a chain out."""
        return max((case.recipe for case in self.judged), key=len)

    @cached_property
    def cases(self) -> tuple[tuple[Case, int], ...]:
        """Each case with the protocol's own number of states, by which a mutant's is measured."""
        return tuple((case, case.verify().tables) for case in self.judged)


@lru_cache
def benches(name: str) -> tuple[Bench, ...]:
    """Return the tables of a form, or of the lot: what survives on the first is tried on the others.

    The small one is tried with the numbers of playable cards first that tell most.  Those of the people at a wallet's
    table join on the wider tables only.
    """
    if name == COLOURS:
        return (Bench((), (part_case(COLOURS, 3),)),)
    form = get_certified_forms()[name]
    sizes = SMALL if form.columns else SMALL_WALLET
    every = sorted(range(sum(sizes) + 1), key=lambda valid: abs(2 * valid - 3))
    small = (*selection_cases(form, sizes, playable=every), *_one_class_only(form, sizes))
    wider = CONCEALED_WIDER if form.conceals else WIDER
    return (
        _bench(form, sizes, small),
        *(_bench(form, at, selection_cases(form, at, playable=_playable_on_wider(form, at))) for at in wider),
    )


def _playable_on_wider(form: Form, sizes: Sizes) -> tuple[int, ...]:
    """Return the numbers of playable cards on a wider table: two, and all but one.

    A form with classes is also tried with a card for each class, and with every card playable, when it asks other
    questions.
    """
    classes = {form.levels, sum(sizes)} if form.coding is Coding.CLASSES else set[int]()
    return tuple(sorted({2, sum(sizes) - 1} | classes))


def _one_class_only(form: Form, sizes: Sizes) -> Iterator[Case]:
    """Yield, for a form with classes, a case for each class in which it alone has cards, two of them.

    Dealt out to the classes in turn, so few cards leave the later ones with a card each: nothing to hide.  Then a
    mutant that spoils only a later class would live.
    """
    layout = example_layout(sizes, 2, form)
    for rank in range(layout.classes) if form.coding is Coding.CLASSES else ():
        ranks = [frozenset(layout.cards[:2] if number == rank else ()) for number in range(layout.classes)]
        alone = replace(layout, code=class_code(layout.cards, *ranks))
        yield Case(form.recipe(alone), tuple(deals(alone)), form_law(form, alone), left=left_by(form))


def _bench(form: Form, sizes: Sizes, cases: Iterable[Case]) -> Bench:
    """A table of a form, with the cases that judge it."""
    layout = example_layout(sizes, 2, form)
    parts = enumerate(stage.heading.part for stage in form.recipe(layout))
    spare = frozenset(number for number, part in parts if part in form.spare)
    return Bench(tuple(dict(layout.hands)), tuple(cases), spare)


# ----------------------------------------------------------------------------------------------------
# Mutants: every operation of a form with every slip that hands can make.


class Slip(StrEnum):
    """What is done wrong with one operation, in the ways in which tired hands do."""

    DELETED = "left out"
    EXCHANGED = "exchanged with the next"
    REDIRECTED = "done to"
    UNSCRAMBLED = "leaves out the pile that is"
    ASKED_LESS = "does not ask for the answer that is"


def same_stage(number: int, recipe: Recipe, other: Recipe) -> int | None:
    """Return the number that a stage of one recipe has in another recipe of the same form, or None if it is left out.

    Stages are the same if they have the same part, and equally many stages of that part come before them.
    """
    parts, others = ([stage.heading.part for stage in stages] for stages in (recipe, other))
    found = [index for index, part in enumerate(others) if part is parts[number]]
    before = parts[:number].count(parts[number])
    return found[before] if before < len(found) else None


class Site(NamedTuple):
    """Where an operation comes: the stage, how many operations of it came before, of what kind it is.

    Stages are counted as in the longest recipe of the table (`Bench.longest`).
    """

    stage: int
    before: int
    kind: type[Op]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One slip at one site; small enough to be sent to another process, which makes its recipe anew.

    ``form``: of which form, or of the lot, by its certificate's name.
    ``detail``: to whom or where it is done, by the slip: an owner, which way, which end; empty: there is one way.
    """

    form: str
    site: Site
    slip: Slip
    detail: str = ""

    def words(self) -> str:
        """The mutant as a line of the sweep's output."""
        what = f"{self.site.kind.__name__} {self.site.stage + 1}.{self.site.before + 1}"
        return f"{self.form}, {what} {self.slip} {self.detail}".rstrip()


class _Sites(Verifier):
    """A verifier that notes in ``found`` which operations come where, in all courses.

    ``longest``: the recipe by which stages are counted.
    """

    def __init__(self, case: Case, longest: Recipe, found: dict[Site, list[Op]]) -> None:
        super().__init__(case)
        self.found = found
        self.numbers = [same_stage(number, case.recipe, longest) for number in range(len(case.recipe))]

    def _act(self, branch: ViewBranch, op: Op) -> list[ViewBranch]:
        number = self.numbers[self.stage]
        assert number is not None
        self.found.setdefault(Site(number, len(branch.answers), type(op)), []).append(op)
        return super()._act(branch, op)


def mutants(name: str) -> Iterator[Mutant]:
    """Yield every mutant of a form, or of the lot: each slip at each operation any deal leads to.

    In the order of the run.
    """
    bench, found = benches(name)[0], dict[Site, list[Op]]()
    for case in bench.judged:
        _Sites(case, bench.longest, found).run()
    for site, shapes in sorted(found.items(), key=lambda item: item[0][:2]):
        yield from (Mutant(name, site, slip, detail) for slip, detail in _slips(shapes, bench.owners))


def _slips(shapes: Sequence[Op], owners: Iterable[str]) -> Iterator[tuple[Slip, str]]:
    """Yield what may be done wrong with an operation, in any of the shapes in which it comes.

    Every operation may be left out; one that is not answered may change places with the next.
    """
    asks = max(len(get_answers(op)) for op in shapes)
    yield Slip.DELETED, ""
    if not asks:
        yield Slip.EXCHANGED, ""
    yield from ((Slip.REDIRECTED, where) for where in _elsewhere(shapes, owners))
    if any(isinstance(op, ops.Mixing) and len(op.piles) > 2 for op in shapes):
        yield from ((Slip.UNSCRAMBLED, end) for end in (FIRST, LAST))
    if asks > 1:
        yield from ((Slip.ASKED_LESS, end) for end in (FIRST, LAST))


def _elsewhere(shapes: Sequence[Op], owners: Iterable[str]) -> Iterator[str]:
    """Yield to whom, or where, cards may be brought by mistake.

    ``shapes``: the operation, in all in which it comes.  Given to another owner; moved each one place too far; laid
    where no card should lie.
    """
    own = {op.owner for op in shapes if isinstance(op, ops.Return | ops.Draw)}
    if own:
        yield from (owner for owner in owners if own != {owner})
    moves = [op for op in shapes if isinstance(op, ops.Move)]
    if any(len(op.target) > 1 for op in moves):
        yield TURNED
    if moves:
        yield AWAY


TURNED, AWAY = "turned", "away"
"""Where cards are moved by mistake: each to the next one's place, or to a place of its own."""
FIRST, LAST = "first", "last"
"""Which pile is not scrambled, which answer not asked for."""


# ----------------------------------------------------------------------------------------------------
# Doing a slip: the recipe of a mutant, run as hands would that slip there.


@dataclass
class Slipper:
    """Does a mutant's slip.

    ``pairs``: the operations it exchanged, for judging whether they touched the same cards.
    """

    mutant: Mutant
    pairs: dict[tuple[Op, Op], None] = field(default_factory=dict)

    def recipe(self, recipe: Recipe) -> Recipe:
        """Return the recipe with the slip, or unchanged if the stage of the slip is left out in it.

        If the operations of two stages may be exchanged, the two become one stage.
        """
        number = same_stage(self.mutant.site.stage, benches(self.mutant.form)[0].longest, recipe)
        if number is None:
            return recipe
        joined = recipe[number : number + 1 + (self.mutant.slip is Slip.EXCHANGED)]
        stage = Stage(joined[0].heading, partial(self._steps, joined))
        return (*recipe[:number], stage, *recipe[number + len(joined) :])

    def _steps(self, stages: Recipe, known: Outcome) -> Steps[Outcome]:
        """The joined stages, with the slip where its site comes; exchanged operations wait for the next one."""
        waiting: list[Op] = []

        def substitute(count: int, op: Op) -> Steps[str]:
            if (count, type(op)) != self.mutant.site[1:]:
                shapes = (op, *waiting)
                self.pairs.update(dict.fromkeys((before, op) for before in waiting))
                waiting.clear()
            elif self.mutant.slip is Slip.EXCHANGED:
                waiting.append(op)
                shapes = ()
            else:
                shapes = self.done(op)
            return carry_out_instead(shapes, op)

        return replace_operations(join_stages(stages, known), substitute)

    def done(self, op: Op) -> tuple[Op, ...]:
        """Return what is done instead of an operation at the mutant's site."""
        rest = slice(1, None) if self.mutant.detail == FIRST else slice(-1)
        match self.mutant.slip, op:
            case Slip.DELETED, _:
                return ()
            case Slip.REDIRECTED, ops.Return() | ops.Draw():
                return (replace(op, owner=self.mutant.detail),)
            case Slip.REDIRECTED, ops.Move():
                if self.mutant.detail == TURNED:
                    return (replace(op, target=(*op.target[1:], op.target[0])),)
                areas = ((PILE if place.area == COLUMN else COLUMN, place) for place in op.target)
                away = tuple(Place(area, 90 + place.number, place.row) for area, place in areas)
                return (replace(op, target=away),)
            case Slip.UNSCRAMBLED, ops.Scramble() | ops.Spin():
                return (replace(op, piles=op.piles[rest]),)
            case Slip.UNSCRAMBLED, ops.Stir():
                return (replace(op, places=op.places[rest]),)
            case Slip.ASKED_LESS, ops.Reveal() | ops.Choose() | ops.Look() if len(op.ask) > 1:
                return (replace(op, ask=op.ask[rest]),)
            case _:
                return (op,)


def join_stages(stages: Recipe, known: Outcome) -> Steps[Outcome]:
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
    """Why a mutant that survives does the same as the protocol.

    Each is checked on the operations themselves; none is taken on trust.
    """

    APART = "the two touch different cards"
    SPARE = "the form is proved without this scramble"
    DISCARDED = "the column left out is the discards'"


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
    """A verifier that raises `_TooLarge` once it has followed more than ``most`` hidden states."""

    def __init__(self, case: Case, most: int) -> None:
        super().__init__(case)
        self._most = most

    def _act(self, branch: ViewBranch, op: Op) -> list[ViewBranch]:
        if self.tables > self._most:
            raise _TooLarge
        return super()._act(branch, op)


def judge(mutant: Mutant) -> Judged:
    """Enumerate a mutant until something objects; a slip that changes nothing on a table is not judged there.

    First on the small table, then, if it lives without a reason, on the wider ones; there it may grow too large
    without that counting.
    """
    # a slip may do harm with some numbers of playable cards only, so all cases of a table are tried in turn
    slipper, (small, *_) = Slipper(mutant), benches(mutant.form)
    for bench in benches(mutant.form):
        for case, tables in bench.cases:
            slipped = replace(case, recipe=slipper.recipe(case.recipe))
            fate = _fate(_Judge(slipped, MOST * tables))
            # on a wider table a mutant may grow too large, or meet physics that the small one never does
            if fate is not None and (bench is small or fate in (Fate.WRONG, Fate.LEAKS)):
                return Judged(mutant, fate)
        if reason := _reason(mutant, slipper.pairs):
            return Judged(mutant, Fate.SURVIVED, reason)
    return Judged(mutant, Fate.SURVIVED)


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
            last = mutant.site.stage == 0 and mutant.detail == LAST  # the first scramble, the last column
            return Reason.DISCARDED if last and DISCARDS in bench.owners else None
        case _:
            return None


def sweep(listed: Sequence[Mutant], workers: int | None = None) -> Iterator[Judged]:
    """Judge mutants on all cores and yield them in order; ``workers``: how many processes, None for one a core."""
    return on_all_cores(judge, listed, workers)


def score(found: Iterable[Judged]) -> str:
    """Return the sweep's score in a line: how many were killed, and why the others live.

    Those that do the same as the protocol are no part of the share that is killed.
    """
    judged = list(found)
    fates = Counter(verdict.fate for verdict in judged)
    killed = sum(verdict.killed for verdict in judged)
    unexplained = sum(not verdict.explained for verdict in judged)
    why = Counter(verdict.reason for verdict in judged if verdict.reason)
    return (
        f"{len(judged)} mutants, {killed} of {killed + unexplained} that do harm killed:"
        f" {fates[Fate.REFUSED]} refused, {fates[Fate.WRONG]} wrong, {fates[Fate.LEAKS]} leak;"
        f" alike {dict(why)}; {unexplained} unexplained"
    )
