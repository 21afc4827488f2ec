"""For whom the table's screen can be had; asked before anything that serves it is imported."""

from __future__ import annotations

from enum import StrEnum


class Scope(StrEnum):
    """For whom the page can be had."""

    THIS = "this"
    """This machine alone."""
    LAN = "lan"
    """The network around it."""
