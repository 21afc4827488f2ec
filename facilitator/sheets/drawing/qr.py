"""QR symbols as matrices; the only module that imports qrcode."""

from __future__ import annotations

from functools import lru_cache

import qrcode
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M

MASK = 2
"""One mask for all: choosing the best of eight takes most of the time, and any reader takes any mask."""
QUIET = 4
"""Modules of white that must surround a symbol (ISO/IEC 18004)."""

Matrix = tuple[tuple[bool, ...], ...]


@lru_cache
def matrix(text: str) -> Matrix:
    """Return the modules of a symbol, row by row, without its white border.

    Error level M, or L where that makes the symbol smaller.  Capitals and digits are packed closest.
    """
    symbols = [_make(text, level) for level in (ERROR_CORRECT_M, ERROR_CORRECT_L)]
    return min(symbols, key=len)


def _make(text: str, level: int) -> Matrix:
    code = qrcode.QRCode(error_correction=level, border=0, mask_pattern=MASK)
    code.add_data(text, optimize=0)
    code.make(fit=True)
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())


def side(text: str) -> int:
    """Return how many modules a side has."""
    return len(matrix(text))


def half_blocks(text: str) -> tuple[str, ...]:
    """Return a symbol with its white border as lines of a terminal: two modules above each other in one sign.

    What shines is white, as most terminals are dark and some have no colours.
    """
    rows = [*matrix(text)]
    white = (False,) * (len(rows) + 2 * QUIET)
    framed = (
        [white] * QUIET + [(False,) * QUIET + row + (False,) * QUIET for row in rows] + [white] * (QUIET + 1)
    )
    signs = {(False, False): "█", (True, False): "▄", (False, True): "▀", (True, True): " "}
    return tuple(
        "".join(signs[pair] for pair in zip(framed[at], framed[at + 1], strict=True))
        for at in range(0, len(framed) - 1, 2)
    )
