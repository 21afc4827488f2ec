"""Helpers who err in a rehearsal: each way to notice it, and that it is then put right and shown no more."""

from __future__ import annotations

import pytest

from astray_helpers import came_of, go_on, kept, kind_of, opened, plain_of, played, says_oops, small, until
from erring import at_hand
from facilitator.errors import CommandError
from facilitator.machine.operations import Reveal
from facilitator.play import inputs
from facilitator.play.journal import OOPS
from facilitator.play.misentries import Misentry, called
from facilitator.play.prompt import Act, Move, Saying
from facilitator.play.reckoning import Noticed
from facilitator.play.slips import CALLED, Besides, WhatHappened
from facilitator.protocols.mishaps import Mishap
from facilitator.table.load import PROTOCOLS


@pytest.mark.parametrize("form", PROTOCOLS)
@pytest.mark.usefixtures("each")
def test_whoever_sees_all_catches_all(form: str, full: bool) -> None:
    for seed in range(3 if full else 1):
        session = played(
            opened(small(protocol=form, wording="brief"), seed=seed), 120 if full else 14, says_oops
        )
        found = session.reckon()
        assert {one.how for one in found} <= {Noticed.OOPS, Noticed.TYPED, Noticed.MISSED}
        missed = [one.what for one in found if one.how is Noticed.MISSED]
        assert set(missed) <= {*Misentry}, missed  # at a move Enter says what is about to be entered
        assert sum(one.how is Noticed.OOPS for one in found) > 2
        session.close()


@pytest.mark.usefixtures("each")
def test_one_that_is_caught_is_put_right_and_shown_no_more() -> None:
    session = opened()
    found = until(session, lambda one: one.what is Mishap.MARKER_SEEN)
    assert says_oops(session)
    assert at_hand(session) is None
    assert session.now().witnessed == plain_of(session).witnessed
    told = came_of(session, found)
    assert (told.how, told.later, told.act, told.called) == (Noticed.OOPS, 0, found.act, called(found.what))
    assert [body["mishap"] for kind, body in kept(session) if kind == OOPS] == ["marker seen"]


@pytest.mark.usefixtures("each")
def test_it_can_be_caught_acts_later_and_missed_after_the_run() -> None:
    session = opened()
    found = until(session, lambda one: one.what is Mishap.MARKER_SEEN)
    go_on(session)
    session.take("oops")
    asked = session.now().asked
    assert isinstance(asked, WhatHappened)
    session.take(str([choice.what for choice in asked.choices].index(Mishap.MARKER_SEEN) + 1))
    session.take("1")
    told = came_of(session, found)
    assert (told.how, told.later) == (Noticed.OOPS, 1)


@pytest.mark.usefixtures("each")
def test_stopping_and_going_back_over_it_catch_it() -> None:
    session = opened()
    found = until(session, lambda one: one.what is not Mishap.MISREAD and one.act > 1)
    assert session.take("u").refused is None
    assert came_of(session, found).how is Noticed.BACK
    go_on(session)
    assert at_hand(session) is None  # it stood there, and is done with
    found = until(session, lambda one: one.act > 2)
    assert session.take("stop").refused is None
    assert came_of(session, found).how is Noticed.STOP
    played(session)


@pytest.mark.usefixtures("each")
def test_a_count_that_differs_catches_a_card_too_few() -> None:
    session = opened(seed=2)
    found = until(session, lambda one: one.what is Mishap.MISCOUNTED and kind_of(session) is Reveal)
    act, plain = session.now().asked, plain_of(session).asked
    assert isinstance(act, Act)
    assert isinstance(plain, Act)
    assert session.take(f"count {' '.join(plain.shown)}").refused is None  # as the list says: he did not look
    assert at_hand(session) is not None
    reply = session.take(f"count {' '.join(act.shown)}")
    assert any(isinstance(one, Saying) and "rehearsed" in one.text for one in reply.told)
    assert at_hand(session) is None
    assert came_of(session, found).how is Noticed.COUNT


@pytest.mark.usefixtures("each")
def test_a_recount_catches_a_draw_that_was_not_entered() -> None:
    for seed in range(9):
        session = opened(seed=seed)
        found = until(session, lambda one: isinstance(one.what, Misentry))
        if found.what is Misentry.DRAW:
            break
    seat = session._game.turn
    size = session._game.law.sizes(session._game.state)[seat or ""]
    assert f"{seat} {size + 1}" in found.seen
    assert session.take(f"recount {seat} {size}").refused is None
    assert at_hand(session) is found
    session.take(f"recount {seat} {size + 1}")
    assert came_of(session, found).how is Noticed.COUNT


@pytest.mark.usefixtures("each")
def test_a_move_is_typed_as_it_was_seen_or_taken_as_it_was_said() -> None:
    for way in ("typed", "Enter"):
        session = opened(seed=1)
        until(session, lambda one: one.what is Misentry.CARD)
        move, truth = session.now().asked, session._game.likely()
        assert isinstance(move, Move)
        assert move.likely is not None
        assert move.likely.event != truth
        reply = session.take(inputs.Public(truth) if way == "typed" else "")
        assert reply.refused is None
        told = next(one for one in session.reckon() if one.what == Misentry.CARD.value)
        assert told.how is (Noticed.TYPED if way == "typed" else Noticed.MISSED)
        assert any(body == session._game.law.event_json(truth) for _, body in kept(session))


@pytest.mark.usefixtures("each")
def test_what_is_read_wrongly_is_caught_by_typing_what_lies_there_alone() -> None:
    for believed in (False, True):
        session = opened(seed=1)
        until(session, lambda one: one.what is Mishap.MISREAD)
        act, run = session.now().asked, session._game.run
        assert isinstance(act, Act)
        assert run is not None
        truth = run.look().answer
        if believed:
            wrong = next(said for said in act.ask if said not in (truth, "none"))
            assert isinstance(session.take(inputs.Answer(wrong)).refused, CommandError)
        session.take(inputs.Answer(truth))
        told = [one for one in session.reckon() if one.what == Mishap.MISREAD.value][-1]
        assert told.how is (Noticed.MISSED if believed else Noticed.TYPED)


def test_an_alarm_where_nothing_is_wrong_is_told_and_costs_nothing() -> None:
    session = opened()
    for _ in range(30):
        if at_hand(session) is None and isinstance(session.now().asked, Act):
            break
        go_on(session)
    for last in ("1", ""):  # once a way is taken, once it is only asked
        session.take("oops")
        asked = session.now().asked
        assert isinstance(asked, WhatHappened)
        session.take(str([choice.what for choice in asked.choices].index(Besides.SHOWN) + 1))
        session.take(last)
    assert [one.called for one in session.reckon() if one.how is Noticed.ALARM] == [CALLED[Besides.SHOWN]]
