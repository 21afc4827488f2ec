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
