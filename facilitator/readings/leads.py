"""What leads to an act of a told turn: the questions before it, and after which of their answers it is done."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from facilitator.readings.merged import EveryAct, Merged, like

Lead = tuple[EveryAct, tuple[str, ...]]
"""A question, and answers to it."""
Ways = dict[Hashable, set[str]]
"""For the question that was asked last, the answers it was given; None where nothing was asked yet."""


def leads(told: Merged, act: EveryAct) -> tuple[Lead, ...]:
    """Return the questions, and the answers to each, one of which leads to an act; none where every way does."""
    ways = _ways(told, act)
    if None in ways:  # it comes first of all, or again: else there are runs in which nothing is asked before
        ways = {key: said for key, said in ways.items() if key not in (None, act.key)}
    if _everywhere(told, act, ways):
        return ()
    found = sorted(((told.by_key(key), said) for key, said in ways.items()), key=lambda one: one[0].number)
    return tuple((one, tuple(each for each in told.answers[one.key] if each in said)) for one, said in found)


def unless(told: Merged, act: EveryAct) -> tuple[str, ...]:
    """Return when an act is left out and nothing of its kind is done for it, where all else would lead to it."""
    others = [one for one in told.acts if one is not act and like(one, act)]
    asked = [one for one, _ in leads(told, act)]
    found = list[str]()
    for name, values in told.facets.items():
        if name in act.facets:
            known = [one.facets.get(name, {}) for one in (act, *others)]
            heard = [one.facets.get(name, values) for one in asked] or [values]
            found += [
                value
                for value in values
                if all(value not in there for there in known) and any(value in there for there in heard)
            ]
    only = told.only(act)
    may_be = [there for there in told.runs if all(there & set(values) for values in only)]
    return tuple(value for value in found if any(value in there for there in may_be))


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
