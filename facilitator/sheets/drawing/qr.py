"""QR symbols as a matrix for paper, or as text for a terminal.

Only this module imports qrcode. Sheets must leave a white border around a symbol.
"""

from __future__ import annotations

from functools import lru_cache
from io import StringIO

from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M

MASK = 2
"""Mask pattern of all symbols, one of the eight patterns of the standard. Fixing it saves time."""
QUIET = 4
"""Width of the required white border, in modules (ISO/IEC 18004)."""

Matrix = tuple[tuple[bool, ...], ...]


@lru_cache
def matrix(text: str) -> Matrix:
    """Return the rows of a QR symbol, without its white border. Dark modules are True."""
    return tuple(tuple(map(bool, row)) for row in _make_symbol(text, 0).get_matrix())


def half_blocks(text: str, dark_ink: bool = False) -> tuple[str, ...]:
    """Return a QR symbol with its white border as lines of text.

    Each character shows two modules, one above the other.

    Args:
        text: Contents of the symbol.
        dark_ink: Whether the terminal shows dark text on a light background.
    """
    lines = StringIO()
    _make_symbol(text, QUIET).print_ascii(lines, invert=not dark_ink)
    return tuple(lines.getvalue().replace("\N{NO-BREAK SPACE}", " ").splitlines())


def _make_symbol(text: str, border: int) -> QRCode:
    """Return a QR symbol with error correction level M, or with level L if that symbol is smaller.

    Args:
        text: Contents of the symbol. Capital letters and digits need the least space.
        border: Width of the white border, in modules.
    """
    symbols = []
    for level in (ERROR_CORRECT_M, ERROR_CORRECT_L):
        symbol = QRCode(error_correction=level, border=border, mask_pattern=MASK)
        symbol.add_data(text, optimize=0)
        symbol.make(fit=True)
        symbols.append(symbol)
    return min(symbols, key=lambda symbol: symbol.modules_count)
