"""House rules: what a game lets a table change of a rule set, and what cannot be combined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

STACKS = ("+ on +", "D on D", "D on +", "+ on D")
"""Which card may answer which: the words a table file has for it."""


class AtOdds(NamedTuple):
    """Two keys that cannot go together: which to change, what would do, what stands there, what to do and why."""

    key: str
    expected: str
    found: str
    todo: str


class HouseRuleOffer(NamedTuple):
    """A house rule as it is offered: its key, the value it has where it is wanted, and what it means."""

    key: str
    value: Any
    meaning: str


class House(Protocol):
    """The house rules of one game; ``keys``: those of a table file that change its rules.

    ``offers``: what a host is asked about; ``rule_sets``: what each of the game's rule sets is, in a sentence.
    """

    @property
    def keys(self) -> tuple[str, ...]: ...

    @property
    def offers(self) -> tuple[HouseRuleOffer, ...]: ...

    @property
    def rule_sets(self) -> Mapping[str, str]: ...

    def usual(self, rules: object) -> Mapping[str, Any]:
        """Return what a rule set says where a table file is silent, key by key."""

    def at_odds(self, data: Mapping[str, Any], classes: bool) -> Iterable[AtOdds]:
        """Yield what cannot be combined; ``classes``: whether the table's form knows a second class of cards."""
