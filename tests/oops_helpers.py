"""What tests of a mistake told of share: an act to tell it at, what is offered there, a way that is taken."""

from __future__ import annotations

from facilitator.machine.operations import COLUMN, Op, places_of
from facilitator.play.oops import WayOn, WaysOn, WhatHappened
from facilitator.play.session import Session
from sessions import go

MARKERS = 1
"""Of the columns' reveals the markers' is the second."""


def at(session: Session, kind: type[Op], before: int = 0) -> Session:
    """Go on to the act whose operation at hand is of a kind, after so many of them."""
    for _ in range(80):
        run = session.match.run
        if run is not None and isinstance(run.ops[-1], kind) and places_of(run.ops[-1])[0].area == COLUMN:
            if not before:
                return session
            before -= 1
        go(session, 1)
    raise AssertionError(f"no {kind} comes up")


def offered(session: Session) -> dict[object, int]:
    assert session.take("oops").refused is None
    asked = session.now().asked
    assert isinstance(asked, WhatHappened)
    return {choice.what: number for number, choice in enumerate(asked.choices, 1)}


def offered_now(session: Session) -> set[object]:
    found = set(offered(session))
    session.take("")
    return found


def ways(session: Session, what: object) -> dict[type, tuple[int, WayOn]]:
    assert session.take(str(offered(session)[what])).refused is None
    asked = session.now().asked
    assert isinstance(asked, WaysOn)
    found: dict[type, tuple[int, WayOn]] = {}
    for number, one in enumerate(asked.ways, 1):
        found.setdefault(type(one.way), (number, one))
    return found


def take(session: Session, what: object, way: type) -> WayOn:
    number, one = ways(session, what)[way]
    assert session.take(str(number)).refused is None
    return one
