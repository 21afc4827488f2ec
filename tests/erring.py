"""A host of a rehearsal whose helpers err, who notices some of it: what is typed follows from where the game stands.

So a host who is killed and begins again types what one would who was not.
"""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

from facilitator.play.astray import Astray
from facilitator.play.gone_on import slip_of
from facilitator.play.misentries import Misentry
from facilitator.play.oops import Accident
from facilitator.play.prompt import Act
from facilitator.play.slips import Besides, WaysOn, WhatHappened
from facilitator.play.staging import Staged
from facilitator.protocols.mishaps import Mishap
from facilitator.table.load import Table
from sessions import right

OFTEN = 2
"""Of so many acts, and of so many moves, one goes wrong."""
AT_ONCE, LATER, BACK, BELIEVED = range(4)
"""What becomes of a mistake, by where it stands; any other is missed."""


def opened(table: Table, path: Path | None, seed: int) -> Astray:
    return Astray.open(table, path, seed, lambda run: len(run.whole()) - len(run.ops))


def fate(one: Staged) -> int:
    return crc32(slip_of(one.spot).encode()) % 5


def at_hand(session: Astray) -> Staged | None:
    session.now()
    return next((one for one in session._open if not one.passed), None)


def noticed(session: Astray) -> int:
    """Which choice of "oops" says what the host notices now; 0 if there is none."""
    asked = session.now().asked
    what = asked if isinstance(asked, WhatHappened) else Accident(session._game, session._minutes).what()
    wanted: set[object] = {
        one.what for one in session._open if fate(one) == (LATER if one.passed else AT_ONCE)
    }
    if wanted & {*Misentry}:
        wanted.add(Besides.ENTERED)
    return next((n for n, choice in enumerate(what.choices, 1) if choice.what in wanted), 0)


def next_line(session: Astray) -> str:
    """Return what such a host types next."""
    found, asked = at_hand(session), session.now().asked
    if isinstance(asked, WhatHappened):
        return str(noticed(session))
    if isinstance(asked, WaysOn):
        return "1"
    if any(one.passed and fate(one) == BACK for one in session._open):
        return "u"
    if noticed(session):
        return "oops"
    misread = found is not None and found.what is Mishap.MISREAD and isinstance(asked, Act)
    if misread and found is not None and fate(found) == BELIEVED and not found.fell:
        assert isinstance(asked, Act)
        truth = right(session)
        return next(said for said in asked.ask if said not in (truth, "none"))
    return right(session)
