"""Leaks stated wrong on purpose, for judges to notice."""

from __future__ import annotations

from collections.abc import Sequence

from facilitator.machine.operations import Op
from facilitator.mistakes.bounds import Leakage, Moments, gives
from facilitator.mistakes.catalogue import Mishap


def halved(what: Mishap, act: Moments, home: Sequence[Op] | None = None) -> Leakage:
    """Return half of what a mistake gives away."""
    leak = gives(what, act, home)
    return Leakage(leak.gives, tuple((owner, bits / 2) for owner, bits in leak.bits))
