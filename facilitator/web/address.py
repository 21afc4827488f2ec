"""Address of a game's web pages, and the devices that can open the pages.

The address is stored in a separate file beside the game file. Phones can therefore reconnect after a restart,
and copies of the game file do not contain the secret token.
"""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path

from facilitator.table_files.files import read_file, replace_whole

# ----------------------------------------------------------------------------------------------------
# Scope of the web pages. The command line reads it before it imports the server.


class ScreenScope(StrEnum):
    """Devices that can open the web pages of a game."""

    THIS = "this"
    """Browsers on this machine."""
    LAN = "lan"
    """All devices in the local network."""


@dataclass(frozen=True, slots=True)
class ScreenTarget:
    """Value of the option ``--screen``, which selects the devices that can open the web pages.

    Attributes:
        scope: Devices that can open the pages.
        chosen: Address of this computer in the local network, if the host typed one. Otherwise "".
    """

    scope: ScreenScope
    chosen: str = ""

    @classmethod
    def parse(cls, text: str) -> ScreenTarget | None:
        """Parse the option value, ignoring case. Return None if the value is invalid.

        >>> [ScreenTarget.parse(text) is None for text in ("this", "LAN", "lan=10.0.0.5", "lan=", "this=10.0.0.5")]
        [False, False, False, True, True]
        """
        found = re.fullmatch(r"(?P<scope>this|lan)(?:(?<=lan)=(?P<chosen>.+))?", text.lower())
        return None if found is None else cls(ScreenScope(found["scope"]), found["chosen"] or "")


def is_screen_value(text: str) -> bool:
    """Return whether the word after ``--screen`` belongs to this option, even if the value is invalid.

    An address without "lan=" belongs to the option, too. All other words are names of table files.

    >>> [is_screen_value(text) for text in ("lan", "LAN=", "192.168.1.23", "friday.yaml", "")]
    [True, True, True, False, False]
    """
    return re.fullmatch(r"(this|lan)(=.*)?|\d+(\.\d+){3}(:\d+)?", text.lower()) is not None


# ----------------------------------------------------------------------------------------------------
# Address of the web pages.


LONGEST = 200
"""Maximum number of bytes of an address file. A valid file is smaller."""


@dataclass(frozen=True, slots=True)
class Address:
    """Port and token for the web pages of a game.

    Attributes:
        port: Server port. 0 means any free port.
        token: Secret token that gives access to the pages.
    """

    port: int = 0
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))


def get_address_path(game: Path) -> Path:
    """Return the path of the file that stores the address of a game's pages.

    >>> get_address_path(Path("friday.game")).name
    'friday.game.screen'
    """
    return game.with_name(f"{game.name}.screen")


def load_address(path: Path) -> Address:
    """Return the stored address, or a new address if the file is missing or invalid."""
    try:
        said = json.loads(read_file(path, LONGEST))
        port, token = said["port"], said["token"]
        if type(port) is int and 1024 <= port < 1 << 16 and re.fullmatch(r"[\w-]{22}", token, re.ASCII):
            return Address(port, token)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    return Address()


def keep(path: Path, address: Address) -> None:
    """Write an address file that only the current user can read.

    Raises:
        OSError: The file cannot be written.
    """
    replace_whole({path: json.dumps(asdict(address)).encode()}, private=True)
