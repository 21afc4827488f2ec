"""Helpers who err in a rehearsal: what is seen of it, and that where nobody looks the game is the same."""

from __future__ import annotations

from math import ceil

import pytest

from astray_helpers import (
    PROMPTS,
    SEATS,
    came_of,
    go_on,
    kept,
    kind_of,
    opened,
    plain_of,
    played,
    small,
    until,
)
from erring import at_hand
from facilitator.machine.operations import Encode, Reveal
from facilitator.play.misentries import Misentry
from facilitator.play.prompt import Act, End
from facilitator.play.reckoning import MISTAKE, Noticed
from facilitator.play.session import Session
from facilitator.play.slips import WaysOn, WhatHappened
from facilitator.protocols.gives import Gives
from facilitator.protocols.mishaps import SEEN, Mishap
from facilitator.table.load import PROTOCOLS, make_table

# -- what is shown -------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", PROTOCOLS)
@pytest.mark.usefixtures("each")
def test_every_mistake_is_one_of_the_act_and_can_be_seen(form: str, full: bool) -> None:
    met = set[object]()
    for seed in range(3 if full else 1):
        for wording in ("brief", "full", "walk") if full else ("brief",):
            session = opened(small(protocol=form), seed=seed)
            session.take(wording)
            for _ in range(120 if full else 14):
                found, now = at_hand(session), session.now()
                if found is not None:
                    met.add(found.what)
                    assert (now.witnessed, now.asked) != (
                        plain_of(session).witnessed,
                        plain_of(session).asked,
                    )
                    assert found.seen
                    assert "should be covered" in found.seen or found.what not in SEEN
                if isinstance(now.asked, End):
                    break
                go_on(session)
            session.close()
    assert len(met) > 4
    if full and form == "knockout":
        assert met == {*Mishap, *Misentry}


@pytest.mark.usefixtures("each")
def test_a_column_short_lacks_in_numbers_and_in_sight() -> None:
    session = opened(seed=2)
    until(session, lambda one: one.what is Mishap.MISCOUNTED and kind_of(session) is Reveal)
    act, plain = session.now().asked, plain_of(session).asked
    assert isinstance(act, Act)
    assert isinstance(plain, Act)
    assert act.sight is not None
    assert plain.sight is not None
    assert len(act.shown) == len(plain.shown) - 1
    assert len(act.sight.up) < len(plain.sight.up)
    assert any(said.startswith(f"{len(act.shown)} play cards") for said in session.now().witnessed)


@pytest.mark.usefixtures("each")
def test_a_wrong_pair_lies_under_one_card_alone() -> None:
    for seed in range(20):
        session = opened(seed=seed)
        try:
            until(session, lambda one: one.what is Mishap.WRONG_BITS, 12)
        except AssertionError:
            continue
        act, plain = session.now().asked, plain_of(session).asked
        assert isinstance(act, Act)
        assert isinstance(plain, Act)
        assert kind_of(session) is Encode
        assert act.sight is not None
        assert plain.sight is not None
        differ = [place for place, face in act.sight.up.items() if plain.sight.up[place] != face]
        assert 1 <= len(differ) <= 2
        assert len({place.number for place in differ}) == 1
        return
    raise AssertionError("never a wrong pair")


def test_a_rehearsal_without_mistakes_shows_nothing_new() -> None:
    session = Session.open(small(), None, 5, lambda _: 1.0)
    for _ in range(12):
        assert session.now().witnessed == ()
        go_on(session)


# -- nobody looks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["uno", "sevens", "hearts"])
@pytest.mark.usefixtures("each")
def test_a_game_in_which_all_is_missed_is_the_game_without_mistakes(game: str) -> None:
    table = small() if game == "uno" else make_table({"game": game, "seats": [*SEATS, "Cem"]})
    blind, plain = played(opened(table, seed=3)), Session.open(table, None, 3, lambda _: 1.0)
    for _ in range(PROMPTS):
        go_on(plain)
    found = blind.reckon()
    assert kept(blind, MISTAKE) == kept(plain)
    assert len(found) > 6
    assert {one.how for one in found} <= {Noticed.MISSED, Noticed.TYPED}
    assert {one.what for one in found if one.how is Noticed.TYPED} <= {Mishap.MISREAD.value}


@pytest.mark.usefixtures("each")
def test_what_was_missed_is_priced_as_oops_prices_it() -> None:
    session = opened()
    found = until(session, lambda one: one.what is Mishap.MARKER_SEEN)
    session.take("oops")
    asked = session.now().asked
    assert isinstance(asked, WhatHappened)
    session.take(str([choice.what for choice in asked.choices].index(Mishap.MARKER_SEEN) + 1))
    ways = session.now().asked
    assert isinstance(ways, WaysOn)
    session.take("")
    go_on(session)
    told = came_of(session, found)
    assert (told.what, told.how, told.seen) == ("marker seen", Noticed.MISSED, found.seen)
    carried = next(way for way in ways.ways if way.leak.gives is Gives.CARD)
    assert told.bits == ceil(carried.leak.most * 10) > 0
    assert told.gives == carried.gives
    assert told.minutes == round(max(way.minutes or 0 for way in ways.ways) * 10) > 0
