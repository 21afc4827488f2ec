"""QR symbols, as a matrix for paper or as text for a terminal.

This is the only module that imports qrcode. Callers choose the contents of a symbol, and sheets leave the
white border around it.
"""

from __future__ import annotations

from functools import lru_cache
from io import StringIO

from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M

MASK = 2
"""The mask pattern of all symbols.

A QR library normally tries all eight patterns and keeps the best, which takes most of the time. Readers
accept every pattern, so a fixed pattern is good enough.
"""
QUIET = 4
"""Width of the white border that must surround a symbol, in modules (ISO/IEC 18004)."""

Matrix = tuple[tuple[bool, ...], ...]


@lru_cache
def matrix(text: str) -> Matrix:
    """Return the modules of a symbol row by row, without its white border. Dark modules are True."""
    return tuple(tuple(map(bool, row)) for row in _symbol(text, 0).get_matrix())


def half_blocks(text: str, dark_ink: bool = False) -> tuple[str, ...]:
    """Return a symbol and its white border as lines of text for a terminal.

    Each character shows two modules, one above the other.

    Args:
        text: Contents of the symbol.
        dark_ink: Whether the terminal writes dark on light. Usually it writes light on dark.
    """
    lines = StringIO()
    _symbol(text, QUIET).print_ascii(lines, invert=not dark_ink)
    return tuple(lines.getvalue().replace("\N{NO-BREAK SPACE}", " ").splitlines())


def _symbol(text: str, border: int) -> QRCode:
    """Return a symbol with error correction level M, or level L if that makes the symbol smaller.

    Capital letters and digits take the least space.
    """
    symbols = []
    for level in (ERROR_CORRECT_M, ERROR_CORRECT_L):
        symbol = QRCode(error_correction=level, border=border, mask_pattern=MASK)
        symbol.add_data(text, optimize=0)
        symbol.make(fit=True)
        symbols.append(symbol)
    return min(symbols, key=lambda symbol: symbol.modules_count)
