"""What goes wrong on the way home, of every kind: what play states of it, beside what the verifier says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from facilitator.mistakes import bounds
from facilitator.mistakes.bounds import NOTHING, Leakage, classify_sighting
from facilitator.mistakes.kinds import LOSES_OWNERS, SEEN, Mistake, list_mistakes
from facilitator.mistakes.public_knowledge import AttemptMoment, PublicKnowledge
from facilitator.operations.definitions import (
    LOT,
    Collect,
    Cover,
    LayHand,
    Op,
    Place,
    Return,
    Reveal,
    Row,
    Scramble,
    Sort,
)
from facilitator.protocols.forms import Sizes, get_certified_forms
from judges import accidents, homeward
from judges.accidents import Trial
from judges.homeward import Homeward, ways_home
from judges.wrongs import Then, Wrong, halved

NEARLY = 1e-9
PLAYED = [(name, form) for name, form in get_certified_forms().items() if form.played]
"""What hands can go wrong with."""
SAMPLE: tuple[tuple[str, Sizes, int, int], ...] = (
    ("knockout", (1, 1, 1), 1, 31),
    ("knockout", (2, 1), 2, 29),
    ("knockout", (1, 1, 1), 2, 31),
    ("published", (1, 1, 1), 1, 41),
    ("concealed-knockout", (1, 1), 1, 23),
)
"""Forms, tables and how many cards fit, of which every so-manieth mistake on a way home is judged here."""


@cache
def every(name: str, sizes: Sizes, valid: int) -> tuple[Homeward, ...]:
    return tuple(ways_home(Trial(get_certified_forms()[name], sizes, valid)))


def until_it_fits(sizes: Sizes) -> tuple[Homeward, ...]:
    """A run in which no card fits, so that several are drawn unseen."""
    trial = Trial(get_certified_forms()["knockout"], sizes, 0)
    layout = replace(trial.layout, until=True)
    trial.__dict__["layout"] = layout
    trial.__dict__["case"] = replace(trial.case, recipe=trial.form.recipe(layout))
    return tuple(ways_home(trial))


def judged(ways: Iterable[Homeward], step: int = 1) -> list[tuple[Wrong, float]]:
    """What is true of every so-manieth mistake: never more bits than stated; put right, all comes home."""
    found = []
    pairs = ((each, claim) for each in ways for claim in each.stated)
    for way, one in islice(pairs, step // 3, None, step):
        true = way.true(one)
        found.append((one, true.bits))
        assert true.bits <= way.stated[one] + NEARLY, (way.trial.form.name, len(way.course), one)
        if one.then is Then.ON and one.what is not Mistake.UNSCRAMBLED:
            assert true.right, (way.trial.form.name, len(way.course), one)
    return found


@pytest.mark.parametrize(("name", "sizes", "valid", "step"), SAMPLE)
def test_no_fewer_bits_are_stated_than_are_given_away(name: str, sizes: Sizes, valid: int, step: int) -> None:
    """Here of some; with --full, below, of all."""
    found = judged(every(name, sizes, valid), step)
    assert len(found) > 10
    assert max(bits for _, bits in found) > NEARLY


def test_all_of_it(full: bool) -> None:
    """Every mistake on every way home of every form; here of some, given up and declared void."""
    for name, form in PLAYED if full else [("published-2023", get_certified_forms()["published-2023"])]:
        tables: tuple[Sizes, ...] = ((1, 1),) if form.conceals else ((1, 1, 1), (1, 1, 2), (2, 1, 1))
        for sizes in tables if full else tables[:1]:
            for valid in range(sum(sizes) + 1) if full else (2,):
                judged(every(name, sizes, valid), (19 if sum(sizes) > 3 else 1) if full else 211)


def test_every_mistake_of_the_catalogue_is_judged() -> None:
    """At every kind of operation of a way home; and where no owner can be told any more, that too."""
    wanted, found, lost = set[tuple[Mistake, type[Op]]](), set[tuple[Mistake, type[Op]]](), set[Mistake]()
    for name, sizes, valid, _ in SAMPLE:
        for way in every(name, sizes, valid):
            kinds = [type(op) for op in way.home]
            first = len(way.course)
            after = {at: kinds[i : i + 2] for i, at in enumerate(way.ats[first:])}  # a look lies between two
            found |= {(claim.what, kind) for claim in way.stated for kind in after.get(claim.at, ())}
            found |= {(claim.what, claim.kind) for claim in way.stated}
            lost |= {claim.what for claim in way.stated if claim.then is Then.HOME}
            for index, op in enumerate(way.home, first):
                lie = (
                    {classify_sighting(p) for p, up in way.moments[index][1].items() if not up}
                    if index > first
                    else ()
                )
                wanted |= {(what, type(op)) for what in list_mistakes(op) if what not in SEEN or what in lie}
    assert {kind for _, kind in wanted} == {Cover, Collect, Return, Scramble, Reveal, Sort, LayHand}
    assert wanted - found == set()
    assert lost == set(LOSES_OWNERS)


def seen_where_it_goes_back(ways: Iterable[Homeward]) -> list[tuple[Homeward, Wrong]]:
    """The mistakes by which a card is seen of a hand that goes back with what it drew."""
    return [(way, claim) for way in ways for claim in way.stated if claim.seen and claim.seen[0].area == LOT]


def test_a_hand_that_goes_back_with_what_it_drew_tells_as_a_card_of_it(full: bool) -> None:
    ways = (*every("knockout", (1, 1, 2), 0), *until_it_fits((1, 1, 2)))
    laid = seen_where_it_goes_back(ways)
    assert {one.what for _, one in laid} == {Mistake.CARD_SEEN, Mistake.MISGIVEN}
    judged(ways, 1 if full else 151)
    assert any(way.true(one).bits > 1 for way, one in laid)


def test_a_scramble_done_once_more_hides_what_was_seen_after_it() -> None:
    again = [
        (way, claim)
        for way in every("knockout", (1, 1, 1), 1)
        for claim in way.stated
        if claim.then is Then.AGAIN and not way.void
    ]
    helped = [
        (way, one) for way, one in again if way.stated[one] < way.stated[one._replace(then=Then.ON)] - 1
    ]
    assert helped
    assert {way.stated[one] for way, one in helped} == {0.0}
    assert all(way.true(one).bits < NEARLY for way, one in helped)
    assert any(way.true(one._replace(then=Then.ON)).bits > 1 for way, one in helped)


# -- broken --------------------------------------------------------------------------------------------


def test_a_leak_halved_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(homeward, "measure_mistake", halved)
    with pytest.raises(AssertionError):
        judged(ways_home(Trial(get_certified_forms()["knockout"], (1, 1, 1), 1)), 3)


def test_a_result_passed_over_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a void turn a mistake and the result tell more together."""
    monkeypatch.setattr(homeward, "measure_void", lambda *_: NOTHING)
    void = (way for way in ways_home(Trial(get_certified_forms()["knockout"], (1, 1, 1), 1)) if way.void)
    with pytest.raises(AssertionError):
        judged(void, 5)


def test_a_look_that_is_passed_over_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = accidents.told_after

    def nothing(*arguments: object) -> list[tuple[Row, Leakage]]:
        return [(seen, NOTHING) for seen, _ in whole(*arguments)]  # type: ignore[arg-type]

    monkeypatch.setattr(homeward, "told_after", nothing)
    with pytest.raises(AssertionError):
        judged(ways_home(Trial(get_certified_forms()["knockout"], (1, 1, 1), 1)), 7)


def test_a_hand_with_what_it_drew_taken_for_nobodys_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bounds.measure_sighting

    def none_of_a_lot(moment: AttemptMoment, place: Place, known: PublicKnowledge) -> Leakage:
        return NOTHING if place.area == LOT else whole(moment, place, known)

    monkeypatch.setattr(accidents, "measure_sighting", none_of_a_lot)
    seen = seen_where_it_goes_back(until_it_fits((1, 1, 2)))
    assert any(way.true(one).bits > way.stated[one] + NEARLY for way, one in seen)
