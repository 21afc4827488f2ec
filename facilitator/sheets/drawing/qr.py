"""QR symbols, as matrices for paper and as text for a terminal; the only module that imports qrcode.

What a symbol says, and the white around it on a sheet, are no matter of this module.
"""

from __future__ import annotations

from functools import lru_cache
from io import StringIO

from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M

MASK = 2
"""One mask for all: choosing the best of eight takes most of the time, and any reader takes any mask."""
QUIET = 4
"""Modules of white that must surround a symbol (ISO/IEC 18004)."""

Matrix = tuple[tuple[bool, ...], ...]


@lru_cache
def matrix(text: str) -> Matrix:
    """Return the modules of a symbol, row by row, True for dark ones, without its white border."""
    return tuple(tuple(map(bool, row)) for row in _symbol(text, 0).get_matrix())


def half_blocks(text: str, dark_ink: bool = False) -> tuple[str, ...]:
    """Return a symbol with its white border as lines of a terminal, two modules above each other in one character.

    Args:
        dark_ink: Whether the terminal writes dark on light. Usually it writes light on dark.
    """
    lines = StringIO()
    _symbol(text, QUIET).print_ascii(lines, invert=not dark_ink)
    return tuple(lines.getvalue().replace("\N{NO-BREAK SPACE}", " ").splitlines())


def _symbol(text: str, border: int) -> QRCode:
    """Return a symbol: error level M, or L where that makes it smaller; capitals and digits are packed closest."""
    symbols = []
    for level in (ERROR_CORRECT_M, ERROR_CORRECT_L):
        symbol = QRCode(error_correction=level, border=border, mask_pattern=MASK)
        symbol.add_data(text, optimize=0)
        symbol.make(fit=True)
        symbols.append(symbol)
    return min(symbols, key=lambda one: one.modules_count)
