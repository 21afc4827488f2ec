"""Which mistake a rehearsal's helper makes at a prompt, and what there is to be seen of it.

A mistake is taken from the catalogue of the act at hand, among those that "oops" offers there; it changes nothing
but what is shown.  What cannot be seen on a screen is not staged: a card drawn twice, cards covered wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace

from facilitator.machine import operations as ops
from facilitator.machine.faces import ALPHA, BETA, DECK, NONE, Face
from facilitator.machine.operations import Op, Place, asked_by
from facilitator.play.game import Game
from facilitator.play.misentries import Misentry, What, kind_of, misentered
from facilitator.play.oops import Accident
from facilitator.play.prompt import Act, Likely, Move, Prompt, Sight
from facilitator.play.run import Run
from facilitator.play.slips import CALLED, Choice, WayOn
from facilitator.protocols.mishaps import SEEN, Mishap, mishaps
from facilitator.protocols.mistaken import kind_of as seen_as
from facilitator.readings import witness
from facilitator.readings.simulate import pick
from facilitator.readings.witness import Heap, beside, heaps, in_numbers, moves, sentences, turned_up

ONE_ACT_IN, ONE_MOVE_IN = 5, 6
"""Of so many acts, and of so many moves, one goes wrong."""

Spot = tuple[int, bool, int]
"""Where a game stands: its public events, whether a lot is drawn, the operation at hand (0: no run)."""


@dataclass(slots=True)
class Staged:
    """A mistake that is shown.

    ``act``, ``where``: the act it was shown at, and whose, in words.  ``seen``: what is to be seen of it.  ``ways``:
    what "oops" offers for it.  ``passed``: the host went on.  ``fell``: it was believed once.
    """

    spot: Spot
    what: What
    act: int
    where: str
    seen: str
    ways: Sequence[WayOn]
    passed: bool = False
    fell: bool = False


@dataclass(frozen=True, slots=True)
class Looks:
    """What an act looks like: cards in numbers, those in sight, what is read out.

    ``remark``: what catches the eye besides; ``amiss``: the operation that hands carry out wrongly.
    """

    heaps: tuple[Heap, ...]
    sight: Sight | None
    shown: tuple[Face, ...]
    read: str
    remark: str = ""
    amiss: Op | None = None


def spot_of(game: Game) -> Spot:
    """Return where a game stands."""
    return game.state.n, game.drawing_lot, 0 if game.run is None else len(game.run.ops)


class Stage:
    """Shows a rehearsal's prompts as they look, with a mistake here and there; the same seed, the same mistakes."""

    def __init__(self, game: Game, minutes: Callable[[Run], float]) -> None:
        self._game, self._minutes, self._seed = game, minutes, game.seed or 0

    def looks(self, prompt: Prompt, errs: bool) -> tuple[Prompt, Staged | None]:
        """Return a prompt with what there is to be seen, and the mistake in it; ``errs``: whether one may be."""
        now = prompt.asked
        if isinstance(now, Act) and self._game.run is not None and not self._game.run.more:
            return self._act(prompt, now, self._game.run, errs and not self._game.recovering)
        if isinstance(now, Move) and now.likely is not None:
            return self._move(prompt, now, now.likely, errs)
        return prompt, None

    def _pick(self, salt: int, choices: Sequence[object]) -> int:
        """Return the place of one of some choices, always the same one here."""
        n, lot, at = spot_of(self._game)
        return pick(self._seed, -(((n * 2 + lot) * 10**4 + at) * 100 + salt + 1), range(len(choices)))

    # -- an act ----------------------------------------------------------------------------------------

    def _act(self, prompt: Prompt, act: Act, run: Run, errs: bool) -> tuple[Prompt, Staged | None]:
        plain = self._plain(act, run)
        staged, looks = None, plain
        if errs and not act.again and not self._pick(0, range(ONE_ACT_IN)):
            accident = Accident(self._game, self._minutes)
            offered = {choice.what for choice in accident.what().choices}
            found = next(self._wrong(act, plain, offered), None)
            if found is not None:
                what, looks = found
                ways = accident.ways(Choice(what, CALLED[what])).ways
                seat = self._game.plan.seat if self._game.plan is not None else ""
                seen = self._seen(act, plain, looks)
                where = f"{seat}'s run, {act.title}" if seat else act.title
                staged = Staged(spot_of(self._game), what, act.number, where, seen, ways)
        shown = replace(act, sight=looks.sight, shown=looks.shown)
        return replace(prompt, asked=shown, witnessed=self._said(act, looks)), staged

    def _plain(self, act: Act, run: Run) -> Looks:
        """What an act looks like where nobody errs."""
        truth, sight, shown = self._game.truth, act.sight, act.shown
        assert truth is not None
        last = act.acts[0] if len(act.acts) == 1 else None
        if isinstance(last, ops.Encode) and not act.again:
            up = dict(truth.table.face_up())
            sight = Sight(last, dict(truth.table.surface), up)
            shown = tuple(up[place] for place in ops.places_of(last))
        read = run.look().answer if run.ask else ""
        return Looks(heaps(act.acts, act.surface), sight, shown, read)

    def _said(self, act: Act, looks: Looks) -> tuple[str, ...]:
        """What is seen and heard of an act, in sentences."""
        one, other = self._two()
        told = []
        for scrambles in (True, False):
            done = [
                op for op in act.acts if isinstance(op, ops.Scramble) is scrambles and sentences(op, False)
            ]
            if done:
                wrong = looks.amiss in done
                ways = sentences(done[0], wrong)
                told.append(f"{ways[self._pick(1 + scrambles, ways)](one, other)}.")
        if looks.read:
            told.append(
                f"{one} reads: {witness.read_aloud(looks.read, self._game.law.kinds.describe_named)}."
            )
        told += [f"{said}." for said in (in_numbers(looks.heaps), looks.remark) if said]
        return tuple(told)

    def _seen(self, act: Act, plain: Looks, looks: Looks) -> str:
        """What there is to be seen of a mistake, beside how it looks without; empty for nothing."""
        before = self._said(act, plain)
        new = [one for one in self._said(act, looks) if one not in before]
        sights = (one.sight.up if one.sight is not None else {} for one in (plain, looks))
        return " ".join(new) or witness.pair_told(*sights)

    def _two(self) -> tuple[str, str]:
        people = [seat.name for seat in self._game.table.people]
        first = self._pick(3, people)
        return people[first], people[(first + 1) % len(people)]

    def _wrong(self, act: Act, plain: Looks, offered: Container[object]) -> Iterator[tuple[Mishap, Looks]]:
        """Yield mistakes of an act that can be seen, with what it looks like then; another order in every act."""
        known = [(op, what) for op in act.acts for what in mishaps(op) if what in offered]
        kinds = list(dict.fromkeys(what for _, what in known))
        glimpses = [what for what in kinds if what in SEEN]
        first = [what for what in kinds if what not in glimpses]
        if glimpses:  # three of a sort: together as likely as any other
            first.append(glimpses[self._pick(15, glimpses)])
        start = self._pick(4, first) if first else 0
        for what in dict.fromkeys(first[start:] + first[:start] + glimpses):
            for op in (op for op, one in known if one is what):
                looks = self._shown(op, what, plain, act)
                if looks is not None and self._seen(act, plain, looks):
                    yield what, looks

    def _shown(self, op: Op, what: Mishap, plain: Looks, act: Act) -> Looks | None:
        """Return what an act looks like with a mistake; None where nothing of it can be seen."""
        match what:
            case Mishap.MISREAD:
                others = [said for said in act.ask if said not in (plain.read, NONE)]
                told = others[self._pick(5, others)] if others and asked_by(op) else ""
                return replace(plain, read=told) if told else None
            case Mishap.CARD_SEEN | Mishap.MARKER_SEEN | Mishap.BIT_SEEN:
                return self._face_up(plain, lambda place: seen_as(place) is what)
            case Mishap.SPILLED:
                return self._spilt(plain)
            case Mishap.MISCOUNTED:
                return self._short(op, plain)
            case Mishap.WRONG_BITS:
                return self._swapped(op, plain)
            case Mishap.UNSCRAMBLED:
                return replace(plain, amiss=op)
            case Mishap.CROSSED | Mishap.MIXED_UP:  # covered piles mixed up look as ever
                return replace(plain, amiss=op) if what is Mishap.CROSSED and moves(op) else None
            case Mishap.MISGIVEN:
                return self._misgiven(op, plain)

    def _face_up(self, plain: Looks, wanted: Callable[[Place], bool]) -> Looks | None:
        """Return it with a covered card of a kind face up."""
        truth = self._game.truth
        assert truth is not None
        lying = [face for place, face in sorted(truth.table.faces.items()) if wanted(place)]
        covered = [
            (number, place)
            for number, heap in enumerate(plain.heaps)
            for place, up in sorted(heap.lies.items())
            if not up and wanted(place)
        ]
        if not lying or not covered:
            return None
        number, place = covered[self._pick(6, covered)]
        face = truth.table.faces.get(place) or lying[self._pick(7, lying)]
        return self._with(plain, number, plain.heaps[number].turned((place,)), turned_up([face]))

    def _spilt(self, plain: Looks) -> Looks | None:
        """Return it with all cards of one pile face up."""
        truth = self._game.truth
        assert truth is not None
        heap = plain.heaps[0] if plain.heaps else Heap(NONE, {})
        whole = [
            near
            for place in sorted(heap.lies)
            if len(near := beside(place, heap.lies)) > 1
            and not any(heap.lies[one] for one in near)
            and all(one in truth.table.faces for one in near)
        ]
        if heap.to or not whole:
            return None
        near = whole[self._pick(8, whole)]
        faces = [truth.table.faces[one] for one in near]
        return self._with(plain, 0, heap.turned(near), turned_up(faces))

    @staticmethod
    def _with(plain: Looks, number: int, heap: Heap, remark: str = "") -> Looks:
        changed = [*plain.heaps]
        changed[number] = heap
        return replace(plain, heaps=tuple(changed), remark=remark)

    def _short(self, op: Op, plain: Looks) -> Looks | None:
        """Return it with a card too few, or a whole column where hands lay or turn over the columns."""
        touched = [place for place in ops.places_of(op) if plain.heaps and place in plain.heaps[0].lies]
        if not touched or plain.heaps[0].to:
            return None
        place = touched[self._pick(9, touched)]
        lies, sight, shown = plain.heaps[0].lies, plain.sight, plain.shown
        whole = isinstance(op, ops.LayHand | ops.Reveal)
        gone = set(beside(place, lies)) if whole else {place}
        if sight is not None and sight.op == op:
            at = ops.places_of(op).index(place)
            shown = (*shown[:at], *shown[at + 1 :])
            up = {one: face for one, face in sight.up.items() if one not in gone}
            sight = Sight(op, {one: face for one, face in sight.surface.items() if one not in gone}, up)
        return replace(self._with(plain, 0, plain.heaps[0].without(gone)), sight=sight, shown=shown)

    def _swapped(self, op: Op, plain: Looks) -> Looks | None:
        """Return it with wrong bit cards under one column."""
        if not isinstance(op, ops.Encode) or plain.sight is None:
            return None
        bits = op.bits[self._pick(10, op.bits)]
        near = bits[:2]
        other = {ALPHA: BETA, BETA: ALPHA}
        wrong = near[: self._pick(11, near) + 1]  # one of them: two alike; both: the other pair
        up = {
            place: other.get(face, face) if place in wrong else face for place, face in plain.sight.up.items()
        }
        shown = tuple(up[place] for place in ops.places_of(op))
        return replace(plain, sight=replace(plain.sight, up=up), shown=shown)

    def _misgiven(self, op: Op, plain: Looks) -> Looks | None:
        """Return it with a card that went to somebody else."""
        own = next((number for number, heap in enumerate(plain.heaps) if heap.op is op), None)
        owners = [seat.name for seat in self._game.state.seats] + [DECK]
        if own is None or isinstance(op, ops.Collect):
            return None
        heap = plain.heaps[own]
        others = [name for name in owners if name != heap.to]
        place = sorted(heap.lies)[self._pick(12, sorted(heap.lies))]
        to = others[self._pick(13, others)]
        looks = self._with(plain, own, heap.without([place]))
        return replace(looks, heaps=(*looks.heaps, Heap(to, {place: False})))

    # -- a person's move -------------------------------------------------------------------------------

    def _move(self, prompt: Prompt, move: Move, likely: Likely, errs: bool) -> tuple[Prompt, Staged | None]:
        """Return a person's move with what the table sees of it, and what somebody is about to enter."""
        game, law = self._game, self._game.law
        told, sizes = likely, dict(law.sizes(game.state))
        what: Misentry | None = None
        if errs and not self._pick(0, range(ONE_MOVE_IN)):
            event = misentered(law, game.state, likely.event, self._seed, spot_of(game)[0])
            stock = law.stock(game.state, move.seat)
            if event is not None and event != likely.event:
                what, told = kind_of(likely.event, event), Likely(event, law.text(event))
            elif stock.deck:
                what = Misentry.DRAW
                sizes[move.seat] += 1
                sizes[stock.zone] -= 1
        count = ", ".join(f"{zone} {size}" for zone, size in sizes.items())
        seen = (f"Everybody sees: {law.text(likely.event)}.", f"Counted: {count}.")
        shown = replace(prompt, asked=replace(move, likely=told), witnessed=seen)
        if what is None:
            return shown, None
        text = seen[1] if what is Misentry.DRAW else f"{seen[0]} About to be entered: {told.text}."
        return shown, Staged(spot_of(game), what, 0, f"{move.seat}'s move", text, ())
