"""What leads to an act of a told turn: the answers to questions before it; and what it is left out for, all the same.

What leads there is read off the acts; what it is left out for is found by standing before it in every run.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from facilitator.readings.letters import HAND, INDEX, Slot
from facilitator.readings.merged import EveryAct, Merged, like
from facilitator.readings.standings import ReaderPosition, standings

Lead = tuple[EveryAct, tuple[str, ...]]
"""A question, and answers to it."""
Ways = dict[Hashable, set[str]]
"""For the question that was asked last, the answers it was given; None where nothing was asked yet."""


@lru_cache(maxsize=1024)
def leads(told: Merged, act: EveryAct) -> tuple[Lead, ...]:
    """Return the questions, and the answers to each, one of which leads to an act; none where every way does."""
    ways = _ways(told, act)
    if None in ways:  # it comes first of all, or again: else there are runs in which nothing is asked before
        ways = {key: said for key, said in ways.items() if key not in (None, act.key)}
    if _everywhere(told, act, ways):
        return ()
    found = sorted(((told.by_key(key), said) for key, said in ways.items()), key=lambda one: one[0].number)
    return tuple((one, tuple(each for each in told.answers[one.key] if each in said)) for one, said in found)


class Unless(NamedTuple):
    """What keeps an act from being done: all of what is so, what was read last, an act that was done before it."""

    so: tuple[str, ...] = ()
    read: str = ""
    after: EveryAct | None = None

    def holds(self, here: ReaderPosition) -> bool:
        """Tell whether it is so where somebody stands."""
        return (
            here.so.issuperset(self.so)
            and (not self.read or self.read in {said for _, said in here.read[-1:]})
            and (self.after is None or self.after in here.after)
        )


@lru_cache(maxsize=1024)
def unless(told: Merged, act: EveryAct) -> tuple[Unless, ...]:
    """Return when an act is left out, with nothing in its place, where all else leads to it: as little as will do."""
    here = [one for one in standings(told)[act] if holds(told, act, one)]
    left = wrong = [one for one in here if not one.does and not _outdone(told, act, one)]
    done = [one for one in here if one.does]
    values = [value for known in told.facets.values() if len(known) > 1 for value in known]
    found = list[Unless]()
    before = [one for one in told.acts if one.number < act.number]
    for candidates in (
        [Unless((value,)) for value in values],
        [Unless(after=one) for one in before],
        [Unless(both) for both in combinations(values, 2)],
        [Unless((value,), after=one) for one in before for value in values],
        [Unless(read=read) for read in _answers(told)],
        [Unless((value,), read) for read in _answers(told) for value in values],
    ):
        fair = [one for one in candidates if not any(one.holds(at) for at in done)]
        while fair and left:
            best = max(fair, key=lambda one: (sum(map(one.holds, left)), -sum(map(one.holds, here))))
            if not any(map(best.holds, left)):
                break
            found.append(best)
            left = [at for at in left if not best.holds(at)]
    for one in tuple(found):  # what came first may be said by what came after it
        others = [other for other in found if other is not one]
        if all(any(it.holds(at) for it in others) for at in wrong if one.holds(at)):
            found = others
    return tuple(found)


def _answers(told: Merged) -> dict[str, None]:
    return {said: None for answers in told.answers.values() for said in answers if said}


def holds(told: Merged, act: EveryAct, here: ReaderPosition) -> bool:
    """Tell whether all but what it is left out for leads to an act from where somebody stands."""
    if led_by := dict(leads(told, act)):
        asked, said = next((one for one in reversed(here.read) if one[0] in led_by), (None, ""))
        asked_nothing = None in act.answers and not here.read
        if not (said in led_by[asked] if asked else asked_nothing):
            return False
    if told.counts(act) and here.last not in act.last:
        return False
    return all(here.so.intersection(values) for values in told.only(act))


@lru_cache(maxsize=256)
def pile(told: Merged, act: EveryAct) -> str:
    """Return for which of several piles an act is done; where other turns have more of them, for which there."""
    if not told.counts(act):
        return ""
    last = [one for other in told.acts if told.counts(other) for one in other.times]
    slots: dict[str, Slot] = {}
    for name in ("", *told.facets):
        slots = {facets.get(name, ""): Slot() for facets, _, _ in last}
        for facets, m, times in last:
            slots[facets.get(name, "")].told[((HAND, m),), times] = None
        for slot in slots.values():
            slot.find()
        if all(len(slot.sums) == 1 for slot in slots.values()):
            break
    sign = "=" if True in act.last else "<"
    (_, usual), *others = ((value, f"{INDEX} {sign} {slot.words({})}") for value, slot in slots.items())
    return f"{usual}{''.join(f' ({value}: {one})' for value, one in others)}"


def _outdone(told: Merged, act: EveryAct, here: ReaderPosition) -> bool:
    """Tell whether another act is done there in an act's place: one under whose condition more is said."""
    return any(
        holds(told, one, here) and not any(it.holds(here) for it in unless(told, one))
        for one in told.acts
        if instead(told, one, act)
    )


def instead(told: Merged, one: EveryAct, act: EveryAct) -> bool:
    """Tell whether an act is done in another's place where its condition holds, which says more."""
    alike = _usual_of(told).get(one) is act or like(one, act)
    return alike and one not in act.beside and len(told.only(one)) > len(told.only(act))


@lru_cache(maxsize=64)
def _usual_of(told: Merged) -> dict[EveryAct, EveryAct]:
    return variants(told, told.now(told.usual))


def variants(told: Merged, main: Sequence[EveryAct]) -> dict[EveryAct, EveryAct]:
    """Return which acts are another wording of a usual one, done in its place: where it could be several, led alike.

    What may come up beside it in one run, or beside another wording of it, is done for itself.
    """
    found: dict[EveryAct, EveryAct] = {}
    for act in (one for one in told.acts if one not in main):
        alike = [one for one in main if like(one, act) and one not in act.beside]
        usual = next((one for one in alike if leads(told, one) == leads(told, act)), next(iter(alike), None))
        if usual is not None and not any(at is usual and one in act.beside for one, at in found.items()):
            found[act] = usual
    return found


def _ways(told: Merged, act: EveryAct) -> Ways:
    """Return what was answered last before an act; a question all of whose answers lead there asks nothing new."""
    ways: Ways = {key: set(said) for key, said in act.answers.items() if key is None or _meet(told, act, key)}
    seen = set[Hashable]()
    while whole := [
        key for key in ways if key is not None and key not in seen and ways[key] >= told.answers[key].keys()
    ]:
        for key in whole:
            seen.add(key)
            del ways[key]
            for before, said in told.by_key(key).answers.items():
                if before not in seen and (before is None or _meet(told, act, before)):
                    ways.setdefault(before, set()).update(said)
    return ways


def _meet(told: Merged, act: EveryAct, key: Hashable) -> bool:
    """Tell whether a question comes up in a run in which the act does."""
    return told.by_key(key) in act.beside


def _everywhere(told: Merged, act: EveryAct, ways: Ways) -> bool:
    """Tell whether every way through a run in which the act may come up meets one of these answers."""
    seen = set[Hashable]()

    def after(key: Hashable, answer: str) -> Iterator[EveryAct]:
        for asked in (told.by_key(one) for one in told.answers if one is not None):
            if asked in act.beside and answer in asked.answers.get(key, ()):
                yield asked

    def met(key: Hashable, answer: str) -> bool:
        if answer in ways.get(key, ()):
            return True
        asked = [one for one in after(key, answer) if one.key not in seen]
        seen.update(one.key for one in asked)
        return bool(asked) and all(met(one.key, said) for one in asked for said in told.answers[one.key])

    return not ways or met(None, "")
