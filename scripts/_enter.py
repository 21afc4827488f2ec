"""Measure the work for pressing Enter once during an attempt: project modules used, and Python calls.

`scripts/bench` and the tests use this. `sys.setprofile` counts from the typed line to the next prompt, in a
real game in memory. All presses in a virtual turn count, except the last, which ends the attempt.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from types import FrameType
from typing import NamedTuple


class Passed(NamedTuple):
    """Number of modules of the project, and number of Python calls in any code."""

    modules: float
    calls: float


def one_enter(form: str) -> Passed:
    """Return the median work for pressing Enter in a virtual turn of this form, at a table of three."""
    import facilitator
    from facilitator.play.commands import Input
    from facilitator.play.session import Session
    from facilitator.protocols.gates import get_expected_answer
    from facilitator.table_files.load import make_table

    ours = str(Path(facilitator.__file__).parent)
    seats = ["Ana", {"name": "Vera", "virtual": True}, "Ben"]
    session = Session.open(make_table({"seats": seats, "protocol": form}), None, None, lambda run: 60.0)
    session.take("7R Vera")
    session.get_prompt()
    found: list[Passed] = []
    run = session.match.attempt
    while run is not None and session.match.attempt is run:
        passed: list[str] = []

        def called(frame: FrameType, event: str, _: object, passed: list[str] = passed) -> None:
            if event == "call":
                passed.append(frame.f_code.co_filename)

        if run.ask:
            reply = session.take(Input("say", get_expected_answer(run.hand_operations[-1])))
            assert reply.refused is None, reply.refused
            session.get_prompt()
            continue
        sys.setprofile(called)
        try:
            session.take("")
            session.get_prompt()
        finally:
            sys.setprofile(None)
        if session.match.attempt is run:
            found.append(Passed(len({name for name in passed if name.startswith(ours)}), len(passed)))
    session.close()
    return Passed(*(median(column) for column in zip(*found, strict=True)))
