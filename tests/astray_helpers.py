"""Rehearsals whose helpers err, gone on to a mistake, and a host who says what is wrong as soon as it is seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from erring import at_hand
from facilitator.play import inputs
from facilitator.play.astray import Astray
from facilitator.play.gone_on import slip_of
from facilitator.play.misentries import Misentry
from facilitator.play.prompt import End, Prompt
from facilitator.play.reckoning import Reckoned
from facilitator.play.session import Session
from facilitator.play.slips import Besides, WaysOn, WhatHappened
from facilitator.play.staging import Staged
from facilitator.table.load import Table, make_table

SEATS: list[object] = ["Ana", {"name": "Vera", "virtual": True}, "Ben"]
PROMPTS = 12

Host = Callable[[Astray, Prompt], bool]
"""Does something at a prompt; tells whether it did."""


def small(**keys: object) -> Table:
    return make_table({"seats": SEATS, "pool": "split", "pool_deck": "compact-27", "hand_size": 3, **keys})


def opened(table: Table | None = None, path: Path | None = None, seed: int = 5) -> Astray:
    return Astray.open(
        table or small(wording="brief"), path, seed, lambda run: len(run.whole()) - len(run.ops)
    )


def go_on(session: Session) -> None:
    """Look, and do what is asked."""
    session.now()
    run = session._game.run
    reply = session.take(inputs.Answer(run.look().answer) if run is not None and run.ask else "")
    assert reply.refused is None, reply.refused


def played(session: Astray, prompts: int = PROMPTS, host: Host = lambda *_: False) -> Astray:
    for _ in range(prompts):
        if isinstance(session.now().asked, End):
            break
        if not host(session, session.now()):
            go_on(session)
    return session


def until(session: Astray, wanted: Callable[[Staged], bool], prompts: int = 200) -> Staged:
    for _ in range(prompts):
        found = at_hand(session)
        if found is not None and wanted(found):
            return found
        go_on(session)
    raise AssertionError("no such mistake")


def came_of(session: Astray, found: Staged) -> Reckoned:
    return next(one for one in session.reckon() if one.slip == slip_of(found.spot))


def says_oops(session: Astray, _: object = None) -> bool:
    """See what is wrong, say what happened, take the first way on."""
    found = at_hand(session)
    if found is None:
        return False
    assert session.take("oops").refused is None
    asked = session.now().asked
    assert isinstance(asked, WhatHappened)
    wanted = (found.what, Besides.ENTERED if isinstance(found.what, Misentry) else found.what)
    fitting = [n for n, choice in enumerate(asked.choices, 1) if choice.what in wanted]
    if not fitting:
        session.take("")
        return False
    assert session.take(str(fitting[0])).refused is None
    assert isinstance(session.now().asked, WaysOn)
    assert session.take("1").refused is None
    return True


def kept(session: Session, *but: str) -> list[tuple[str, dict[str, object]]]:
    return [(entry.kind, entry.body) for entry in session._game.journal.entries if entry.kind not in but]


def plain_of(session: Astray) -> Prompt:
    """The prompt as it would look if nobody erred."""
    return session._stage.looks(Session.now(session), False)[0]


def kind_of(session: Astray) -> type:
    """Of which kind the operation at hand is."""
    run = session._game.run
    return type(run.acts[-1]) if run is not None else object
