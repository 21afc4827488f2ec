"""Where a game's pages are, kept in a file beside the game, so that phones come back after a restart by themselves.

It is not part of the game: who is handed the game is not handed the token.
"""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path

from facilitator.table.files import read_file, replace_whole

# ----------------------------------------------------------------------------------------------------
# For whom the table's screen can be had; asked before anything that serves it is imported.


class ScreenScope(StrEnum):
    """For whom the page can be had."""

    THIS = "this"
    """This machine alone."""
    LAN = "lan"
    """The network around it."""


@dataclass(frozen=True, slots=True)
class ScreenTarget:
    """The value of ``--screen``: who can open the page, and in the network the address that the host chose."""

    scope: ScreenScope
    chosen: str = ""

    @classmethod
    def parse(cls, text: str) -> ScreenTarget | None:
        """Return the target that a text names, or None if it names none.

        >>> [ScreenTarget.parse(text) is None for text in ("this", "lan", "lan=10.0.0.5", "lan=", "this=10.0.0.5")]
        [False, False, False, True, True]
        """
        name, _, chosen = text.partition("=")
        if (
            name not in {*ScreenScope}
            or text not in (name, f"{ScreenScope.LAN}={chosen}")
            or text.endswith("=")
        ):
            return None
        return cls(ScreenScope(name), chosen)


# ----------------------------------------------------------------------------------------------------


LONGEST = 200
"""Bytes of such a file."""


@dataclass(frozen=True, slots=True)
class Address:
    """The port, 0 for any that is free, and the token that lets in."""

    port: int = 0
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))


def beside(game: Path) -> Path:
    """Return where the address of a game's pages is kept.

    >>> beside(Path("friday.game")).name
    'friday.game.screen'
    """
    return game.with_name(f"{game.name}.screen")


def kept(path: Path) -> Address:
    """Return the address kept there; a new one where there is none."""
    try:
        said = json.loads(read_file(path, LONGEST))
        port, token = said["port"], said["token"]
        if type(port) is int and 1024 <= port < 1 << 16 and re.fullmatch(r"[\w-]{22}", token, re.ASCII):
            return Address(port, token)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    return Address()


def keep(path: Path, address: Address) -> None:
    """Keep an address, for nobody else to read; raises OSError."""
    replace_whole({path: json.dumps(asdict(address)).encode()}, private=True)
